//! Saving: a new file takes the old one's place, or nothing happens.
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file beside `path` and puts it in its place once all of it is on disk. A file that was mapped or open keeps
/// its bytes for whoever has it; a failure leaves it as it was, and nothing behind.
///
/// The new file gets the old one's permissions, and its owner where the system lets us. A process that is killed midway
/// leaves its `.mmdmap-*.tmp` behind. A link stays a link: what it leads to is replaced.
pub(crate) fn save<T, E: From<io::Error>>(path: &Path, write: impl FnOnce(&mut File) -> Result<T, E>) -> Result<T, E> {
    save_checked(path, write, |_| Ok(()))
}

/// The same; but `check` is shown the new file, by its path, before it takes the old one's place, and can refuse it.
pub(crate) fn save_checked<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
    check: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<T, E> {
    let target = match fs::canonicalize(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => end_of_link(path),
        found => replaceable(found?)?,
    };
    let mut temporary = Temporary::beside(&target)?;
    let value = write(&mut temporary.file)?;
    check(&temporary.path)?;
    temporary.take_the_place_of(&target)?;
    Ok(value)
}

/// What a link leads to, though nothing is there yet.
fn end_of_link(path: &Path) -> PathBuf {
    /// Links followed before it is called a circle.
    const DEPTH: usize = 32;
    let mut end = path.to_owned();
    for _ in 0..DEPTH {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}

/// Only a file gives way to a file. Whoever may rename over `/dev/null` must not.
fn replaceable(target: PathBuf) -> io::Result<PathBuf> {
    match fs::metadata(&target)?.is_file() {
        true => Ok(target),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "no regular file, and so not replaced by one")),
    }
}

/// A file under a name of its own, gone when dropped.
struct Temporary {
    file: File,
    path: PathBuf,
    in_place: bool,
}

impl Temporary {
    fn beside(target: &Path) -> io::Result<Self> {
        /// Names tried before giving up.
        const TRIES: u32 = 100;
        target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // Nobody reads the new file who might not read the old one, not even while it is written.
        #[cfg(unix)]
        if let Ok(old) = fs::metadata(target) {
            use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
            options.mode(old.permissions().mode() & 0o777);
        }
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for n in 0..TRIES {
            // A short name: the target's may be as long as names can be.
            let path = target.with_file_name(format!(".mmdmap-{}-{n}.tmp", std::process::id()));
            match options.open(&path) {
                Ok(file) => return Ok(Temporary { file, path, in_place: false }),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => taken = e,
                Err(e) => return Err(e),
            }
        }
        Err(taken)
    }

    fn take_the_place_of(mut self, target: &Path) -> io::Result<()> {
        if let Ok(old) = fs::metadata(target) {
            // Before the permissions: some go when the owner changes. Only some may give a file away; for the others it
            // is theirs, as whatever they write is.
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                let _ = fchown(&self.file, Some(old.uid()), Some(old.gid()));
            }
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(&self.path, target)?;
        self.in_place = true;
        // So that the name outlives a power cut, too, where folders can be flushed. The file is in place either way.
        if let Some(folder) = target.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.in_place {
            // Nothing better can be done about a file that will not go.
            let _ = fs::remove_file(&self.path);
        }
    }
}
