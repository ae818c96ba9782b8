//! The command line tool, run as a user runs it.
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    /// Standard output; empty where it is no text.
    pub out: String,
    pub bytes: Vec<u8>,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout.clone()).unwrap_or_default(),
            bytes: output.stdout,
            err: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }
}

pub fn tool<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mmdmap"));
    command.args(args).stdin(Stdio::null());
    // Whoever runs the tests may have wishes of their own.
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

pub fn mmdmap<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    tool(args).output().expect("the tool runs").into()
}

/// With these bytes on standard input.
pub fn piped(args: &[&str], input: &[u8]) -> Run {
    let mut child =
        tool(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // What is not read to its end is no fault of ours.
    let feed = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    feed.join().expect("it is fed");
    output.into()
}

impl Run {
    #[track_caller]
    pub fn done(self) -> Run {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self
    }
    /// What is on standard output, where nothing went wrong and nothing was to be said.
    #[track_caller]
    pub fn data(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }
    #[track_caller]
    pub fn json_lines(self) -> Vec<Value> {
        json_lines(&self.data())
    }
    /// Nothing was to be said.
    #[track_caller]
    pub fn quiet(self) {
        assert_eq!((self.code, self.err.as_str(), self.bytes.as_slice()), (Some(0), "", &b""[..]));
    }
    /// Refused, in these words.
    #[track_caller]
    pub fn refused(self, code: i32, words: &str) -> Run {
        assert_eq!(self.code, Some(code), "{}", self.err);
        assert!(self.err.contains(words) && self.bytes.is_empty(), "{}", self.err);
        self
    }
    /// Those of standard error.
    pub fn lines(&self) -> Vec<&str> {
        self.err.lines().collect()
    }
}

/// Each line a value.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A folder for one test, empty.
pub struct Folder(PathBuf);

pub fn folder(name: &str) -> Folder {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    Folder(folder)
}

impl Folder {
    pub fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("plain names").to_owned()
    }
    /// Writes a file; gives its path.
    pub fn put(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
        self.at(name)
    }
    pub fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
    /// What lies in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it can be listed");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("plain names");
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
}

impl Deref for Folder {
    type Target = Path;
    fn deref(&self) -> &Path {
        &self.0
    }
}
