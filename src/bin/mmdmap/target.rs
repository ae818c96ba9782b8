//! Where a file is written to: a file, whose place is taken once all of the new one is there; or standard output.
use crate::failure::Failure;
use crate::output;
use mmdmap::pmx::{Composer, Edit, Info, Version};
use mmdmap::{Globals, Losses, WriteError};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub enum Target {
    Stdout,
    Path(PathBuf),
}

/// What looks at a new file before it is let into its place, and says why not.
pub type Check<'c> = &'c dyn Fn(New<'_>) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// A model that was written, and is not yet where it belongs.
pub enum New<'n> {
    File(&'n Path),
    Memory(&'n [u8]),
}

impl Target {
    pub fn new(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { Target::Stdout } else { Target::Path(path) }
    }

    /// Writes the model; says what was lost.
    ///
    /// # Errors
    ///
    /// Inside: what is to be told of this model. Outside: standard output failed.
    pub fn write(&self, edit: &mut Edit<'_>) -> io::Result<Result<Losses, Failure>> {
        match self {
            // What cannot be written is to leave nothing behind, not even half a model in a pipe.
            Target::Stdout => self.write_checked(edit, &|_| Ok(())),
            Target::Path(path) => Ok(edit.save(path).map_err(|error| self.failure(&error))),
        }
    }

    /// The same; but what `check` refuses does not get there. To standard output goes nothing before all of it is in
    /// memory and was looked at.
    pub fn write_checked(&self, edit: &mut Edit<'_>, check: Check<'_>) -> io::Result<Result<Losses, Failure>> {
        match self {
            Target::Stdout => {
                let mut bytes = Vec::new();
                let written = edit.write_to(&mut bytes).and_then(|losses| {
                    check(New::Memory(&bytes)).map_err(WriteError::Refused)?;
                    let mut out = output::raw();
                    out.write_all(&bytes)?;
                    out.flush()?;
                    Ok(losses)
                });
                self.told(written)
            }
            Target::Path(path) => {
                let saved = edit.save_checked(path, |new| check(New::File(new)));
                Ok(saved.map_err(|error| self.failure(&error)))
            }
        }
    }

    /// Writes a model as it is made.
    pub fn compose(
        &self,
        version: Version,
        globals: Globals,
        info: Info<'_>,
        compose: impl FnOnce(&mut Composer<'_>) -> Result<(), WriteError>,
    ) -> io::Result<Result<(), Failure>> {
        match self {
            Target::Stdout => {
                let mut out = output::raw();
                self.told(Composer::new(version, globals, info, &mut out).and_then(|mut model| {
                    compose(&mut model)?;
                    model.finish()
                }))
            }
            Target::Path(path) => {
                Ok(Composer::save(path, version, globals, info, compose).map_err(|error| self.failure(&error)))
            }
        }
    }

    /// Saves a file, or writes its bytes to standard output once all of them are there.
    pub fn put(
        &self,
        save: impl FnOnce(&Path) -> Result<(), WriteError>,
        to_bytes: impl FnOnce() -> Result<Vec<u8>, WriteError>,
    ) -> io::Result<Result<(), WriteError>> {
        match self {
            Target::Path(path) => Ok(save(path)),
            Target::Stdout => match to_bytes() {
                Ok(bytes) => {
                    let mut out = output::raw();
                    out.write_all(&bytes)?;
                    out.flush()?;
                    Ok(Ok(()))
                }
                Err(error) => Ok(Err(error)),
            },
        }
    }

    /// What was written to standard output: its own errors end the whole command.
    fn told<T>(&self, written: Result<T, WriteError>) -> io::Result<Result<T, Failure>> {
        match written {
            Err(WriteError::Io(error)) => Err(error),
            written => Ok(written.map_err(|error| self.failure(&error))),
        }
    }

    fn failure(&self, error: &WriteError) -> Failure {
        let hint = match error {
            WriteError::Loss { .. } => Some("--allow-losses writes the file all the same, and lists what is lost"),
            _ => None,
        };
        Failure::new(format!("{self}: {error}")).with_hint(hint)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Stdout => f.write_str("-"),
            Target::Path(path) => path.display().fmt(f),
        }
    }
}
