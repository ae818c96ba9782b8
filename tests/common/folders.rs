//! The corpus of real files and the cases from bug reports: outside the project, and perhaps not there.
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A folder that a variable names, or one beside the project; where there is none, says so.
fn folder(variable: &str, name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    let folder = std::env::var_os(variable).map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: {variable} names no folder, and there is none beside the project");
    None
}

pub fn corpus() -> Option<Corpus> {
    folder("MMDMAP_CORPUS", "corpus").map(|root| Corpus { root })
}

pub fn cases() -> Option<PathBuf> {
    folder("MMDMAP_CASES", "cases")
}

/// `files/` and `oracle/`.
pub struct Corpus {
    root: PathBuf,
}

/// One file of the corpus.
pub struct Real {
    pub name: String,
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// What an independent reader found.
    pub oracle: Value,
}

impl Corpus {
    /// Files with this ending, one after the other.
    pub fn files(&self, ending: &'static str) -> impl Iterator<Item = Real> + '_ {
        sorted(&self.root.join("files"), ending).into_iter().map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let oracle = read(&self.root.join("oracle").join(format!("{name}.json")));
            let oracle = serde_json::from_slice(&oracle).unwrap_or_else(|e| panic!("{name}: {e}"));
            Real { bytes: read(&path), name, path, oracle }
        })
    }
    /// Files with this ending that are no longer than that, without their oracles.
    pub fn short(&self, ending: &str, longest: u64) -> Vec<(String, Vec<u8>)> {
        let paths = sorted(&self.root.join("files"), ending).into_iter();
        let short = paths.filter(|path| path.metadata().is_ok_and(|meta| meta.len() <= longest));
        short.map(|path| (path.file_name().expect("a file").to_string_lossy().into_owned(), read(&path))).collect()
    }
}

/// What lies in a folder under this ending, in any case, in order.
pub fn sorted(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|has| has.eq_ignore_ascii_case(ending)));
    paths.sort();
    paths
}

pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
