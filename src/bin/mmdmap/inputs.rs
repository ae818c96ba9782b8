//! Which files are meant: files, folders, standard input.
use crate::failure::Failure;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a command works on.
#[derive(clap::Args)]
pub struct Files {
    /// Models, poses and motions, known by what is in them; folders stand for every *.pmx, *.vpd and *.vmd in them, `-`
    /// for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// One file to be read.
#[derive(Clone)]
pub enum Input {
    Stdin,
    Path(PathBuf),
}

impl Input {
    pub fn new(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::Path(path) }
    }
    /// As the user gave it.
    pub fn path(&self) -> &Path {
        match self {
            Input::Stdin => Path::new("-"),
            Input::Path(path) => path,
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(f)
    }
}

/// Everything to be read, in the order in which it is printed; what is wrong already stands in its place.
pub struct Inputs {
    pub list: Vec<Result<Input, Failure>>,
    /// Whether the output must say which file it speaks of: not where the user named a single file.
    pub several: bool,
}

impl Files {
    pub fn find(&self) -> Inputs {
        let mut inputs = Inputs { list: Vec::new(), several: self.files.len() > 1 };
        for path in &self.files {
            match Input::new(path.clone()) {
                Input::Path(folder) if folder.is_dir() => {
                    inputs.several = true;
                    inputs.list.extend(files_in(folder));
                }
                Input::Stdin if inputs.list.iter().any(|one| matches!(one, Ok(Input::Stdin))) => {
                    inputs.list.push(Err(Failure::new("-: standard input is at its end already".into())));
                }
                input => inputs.list.push(Ok(input)),
            }
        }
        inputs
    }
}

/// Every `*.pmx`, `*.vpd` and `*.vmd` in a folder and those below it, sorted by path. Links to folders are not followed:
/// they can go in circles.
fn files_in(folder: PathBuf) -> Vec<Result<Input, Failure>> {
    let mut found: Vec<(PathBuf, Result<(), Failure>)> = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        let listed = std::fs::read_dir(&folder).and_then(|entries| {
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if is_ours(&entry.path()) {
                    found.push((entry.path(), Ok(())));
                }
            }
            Ok(())
        });
        if let Err(error) = listed {
            let failure = Failure::new(format!("{}: {error}", folder.display()));
            found.push((folder, Err(failure)));
        }
    }
    if found.is_empty() {
        let failure = Failure::new(format!("{}: a folder without a .pmx, .vpd or .vmd file", folder.display()));
        found.push((folder, Err(failure)));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found.into_iter().map(|(path, result)| result.map(|()| Input::Path(path))).collect()
}

/// By its name. Files travel between systems, and some of those shout.
fn is_ours(path: &Path) -> bool {
    let ours = |extension: &OsStr| ["pmx", "vpd", "vmd"].iter().any(|one| extension.eq_ignore_ascii_case(one));
    path.extension().is_some_and(ours)
}
