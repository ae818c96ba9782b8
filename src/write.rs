//! Bytes on their way out, and why they did not get there.
use crate::bytes::{Misfit, Sink};
use crate::loss::LossCode;
use core::fmt;
use std::io;

/// Bytes gathered before they are written.
const CHUNK: usize = 64 * 1024;

/// Why a file could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// Writing itself failed.
    Io(io::Error),
    /// A value does not fit the chosen widths, encoding or version.
    Misfit {
        /// The section.
        section: &'static str,
        /// The record; `None` for its count.
        record: Option<usize>,
        /// What does not fit.
        what: Misfit,
    },
    /// The version has no such section, but there are records for it.
    NoSuchSection(&'static str),
    /// Something would be lost, and that was not allowed.
    Loss {
        /// The section.
        section: &'static str,
        /// The record; `None` for the section as a whole.
        record: Option<usize>,
        /// What would be lost.
        code: LossCode,
    },
    /// Whoever was to [check](crate::pmx::Edit::save_checked) what was written refused it.
    Refused(Box<dyn core::error::Error + Send + Sync>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Misfit { section, record: Some(record), what } => write!(f, "{section}[{record}]: {what}"),
            WriteError::Misfit { section, record: None, what } => write!(f, "{section}: {what}"),
            WriteError::NoSuchSection(section) => write!(f, "{section}: this version of the format has none"),
            WriteError::Loss { section, record: Some(record), code } => {
                write!(f, "{section}[{record}]: something would be lost: {code}")
            }
            WriteError::Loss { section, record: None, code } => write!(f, "{section}: something would be lost: {code}"),
            WriteError::Refused(why) => write!(f, "what was written was refused: {why}"),
        }
    }
}
impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            WriteError::Refused(why) => Some(&**why),
            _ => None,
        }
    }
}
impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Io(error)
    }
}

/// Bytes on their way out, a chunk at a time.
pub(crate) struct Writer<W> {
    out: Sink,
    to: W,
}

impl<W: io::Write> Writer<W> {
    pub(crate) fn new(out: Sink, to: W) -> Self {
        Writer { out, to }
    }
    /// One record, or a count.
    pub(crate) fn put(
        &mut self,
        section: &'static str,
        record: Option<usize>,
        put: impl FnOnce(&mut Sink),
    ) -> Result<(), WriteError> {
        put(&mut self.out);
        match self.out.misfit() {
            Some(what) => return Err(WriteError::Misfit { section, record, what }),
            None if self.out.bytes().len() >= CHUNK => self.flush()?,
            None => {}
        }
        Ok(())
    }
    /// Bytes as they are.
    pub(crate) fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.flush()?;
        self.to.write_all(bytes)
    }
    /// Whether a text had to lose something since this was last asked.
    pub(crate) fn took_loss(&mut self) -> bool {
        self.out.took_loss()
    }
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.to.flush()
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(self.out.bytes())?;
        self.out.clear();
        Ok(())
    }
}
