//! Which files are meant: files, folders, standard input.
use crate::failure::Failure;
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

/// The same, for a command that is about models only.
#[derive(clap::Args)]
pub struct Models {
    /// Models; folders stand for every *.pmx in them, `-` for standard input
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
        Inputs::find(&self.files, &["pmx", "vpd", "vmd"])
    }
}

impl Models {
    pub fn find(&self) -> Inputs {
        Inputs::find(&self.files, &["pmx"])
    }
}

impl Inputs {
    /// Files as they are named, folders for what is in them with one of these endings.
    fn find(files: &[PathBuf], endings: &[&str]) -> Self {
        let mut inputs = Inputs { list: Vec::new(), several: files.len() > 1 };
        for path in files {
            match Input::new(path.clone()) {
                Input::Path(folder) if folder.is_dir() => {
                    inputs.several = true;
                    inputs.list.extend(files_in(folder, endings));
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

/// Every file with one of these endings in a folder and those below it, sorted by path. Links to folders are not
/// followed: they can go in circles.
fn files_in(folder: PathBuf, endings: &[&str]) -> Vec<Result<Input, Failure>> {
    let mut found: Vec<(PathBuf, Result<(), Failure>)> = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        let listed = std::fs::read_dir(&folder).and_then(|entries| {
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if ends_in(&entry.path(), endings) {
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
        let any: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        let failure = Failure::new(format!("{}: a folder without a {} file", folder.display(), any.join(" or ")));
        found.push((folder, Err(failure)));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found.into_iter().map(|(path, result)| result.map(|()| Input::Path(path))).collect()
}

/// By its name. Files travel between systems, and some of those shout.
fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|extension| endings.iter().any(|ending| extension.eq_ignore_ascii_case(ending)))
}
