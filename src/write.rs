//! Bytes on their way out, and why they did not get there.
use crate::bytes::{Misfit, Sink};
use crate::loss::LossCode;
use crate::repair::Repair;
use core::fmt;
use std::io;

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
    /// A section was to be written after one that follows it in the file.
    OutOfOrder(&'static str),
    /// One record was asked for, and none or several were put.
    NotOne {
        /// The section.
        section: &'static str,
        /// The record.
        record: usize,
        /// How many were put.
        given: usize,
    },
    /// Something would be lost, and that was not allowed.
    Loss {
        /// The section.
        section: &'static str,
        /// The record; `None` for the section as a whole.
        record: Option<usize>,
        /// What would be lost.
        code: LossCode,
    },
    /// The index of a model with records that were read in spite of this is not [saved](crate::pmx::Pmx::save_index).
    Repaired(Repair),
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
            WriteError::OutOfOrder(section) => write!(f, "{section}: belongs before what was written already"),
            WriteError::NotOne { section, record, given } => {
                write!(f, "{section}[{record}]: {given} records were put, one was asked for")
            }
            WriteError::Loss { section, record: Some(record), code } => {
                write!(f, "{section}[{record}]: something would be lost: {code}")
            }
            WriteError::Loss { section, record: None, code } => write!(f, "{section}: something would be lost: {code}"),
            WriteError::Repaired(repair) => write!(f, "the index of a repaired model is not saved: {repair}"),
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

/// Records on their way out.
pub(crate) struct Writer<'w> {
    out: Sink<'w>,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(out: Sink<'w>) -> Self {
        Writer { out }
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
            Some((what, _)) => Err(WriteError::Misfit { section, record, what }),
            None => self.out.arrived().map_err(WriteError::Io),
        }
    }
    /// Many records at once, `from` on.
    #[inline]
    pub(crate) fn put_all(
        &mut self,
        section: &'static str,
        from: usize,
        put: impl FnOnce(&mut Sink),
    ) -> Result<(), WriteError> {
        self.out.begin(from);
        put(&mut self.out);
        match self.out.misfit() {
            Some((what, record)) => Err(WriteError::Misfit { section, record: Some(record), what }),
            None => self.out.arrived().map_err(WriteError::Io),
        }
    }
    /// Bytes as they are.
    pub(crate) fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.put(bytes);
        self.out.arrived()
    }
    /// Whether a text had to lose something since this was last asked.
    pub(crate) fn took_loss(&mut self) -> bool {
        self.out.took_loss()
    }
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
