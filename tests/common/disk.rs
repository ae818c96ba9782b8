//! Files of a test, and both ways to open a model.
use mmdmap::{OpenError, PmxFile};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of one test, gone when the test is done.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("mmdmap-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
    pub fn path(&self) -> &Path {
        &self.0
    }
    /// Where a file of this name would be.
    pub fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.at(name), bytes).expect("a file");
        self.at(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn map(path: &Path) -> Result<PmxFile, OpenError> {
    // SAFETY: the files of these tests are changed by nobody while they are mapped, unless a test says so.
    unsafe { PmxFile::map(path) }
}

/// Opened both ways.
pub fn both(path: &Path) -> [Result<PmxFile, OpenError>; 2] {
    [PmxFile::open(path), map(path)]
}
