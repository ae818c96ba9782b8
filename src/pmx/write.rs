//! The way out: a file as it was, and models of one's own.
use super::downgrade::LossCode;
use super::header::{Header, Info, Version};
use super::model::{EachPart, Parts, Pmx};
use crate::bytes::{Misfit, Sink};
use crate::each::EachSection;
use crate::field::Field;
use crate::globals::Globals;
use crate::records::Records;
use crate::save::save;
use crate::writer::{Stopped, Writer};
use core::fmt;
use std::io;
use std::path::Path;

/// Why a model could not be written.
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
    /// Whoever was to [check](super::Edit::save_checked) what was written refused it.
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

impl From<Stopped> for WriteError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Io(error) => WriteError::Io(error),
            Stopped::Misfit { section, record, what } => WriteError::Misfit { section, record, what },
        }
    }
}

fn head<W: io::Write>(writer: &mut Writer<W>, header: Header<'_>, info: Info<'_>) -> Result<(), WriteError> {
    writer.put("header", None, |out| header.write(out))?;
    Ok(writer.put("info", None, |out| info.write(out))?)
}

impl<'a, W: io::Write> EachSection<'a> for Writer<W> {
    type Error = WriteError;
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), WriteError> {
        self.put(name, None, |out| out.len(records.section().declared()))?;
        for (i, record) in records.iter().enumerate() {
            self.put(name, Some(i), |out| record.write(out))?;
        }
        Ok(())
    }
}

impl<'a, W: io::Write> EachPart<'a> for Writer<W> {
    type Error = WriteError;
    fn part<T: Field<'a>>(&mut self, name: &'static str, records: &[T], present: bool) -> Result<(), WriteError> {
        if !present {
            return Err(WriteError::NoSuchSection(name));
        }
        self.put(name, None, |out| out.len(records.len()))?;
        for (i, record) in records.iter().enumerate() {
            self.put(name, Some(i), |out| record.write(out))?;
        }
        Ok(())
    }
}

impl Pmx<'_> {
    /// Writes the model record by record, each decoded and encoded again: the bytes of the file, whatever mode opened
    /// it. Holds no more than a chunk of them.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(self, to: impl io::Write) -> Result<(), WriteError> {
        let mut writer = Writer::new(Sink::new(self.globals()), to);
        head(&mut writer, self.header(), self.info())?;
        self.each_section(&mut writer)?;
        writer.pass_on(self.trailing())?;
        writer.pass_on(self.behind_cut())?;
        writer.finish().map_err(WriteError::Io)
    }

    /// Writes the model into a file, as [`Edit::save`](super::Edit::save) does.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(to))
    }

    /// The model as [`write_to`](Pmx::write_to) writes it.
    pub fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes().len());
        match self.write_to(&mut bytes) {
            Ok(()) => bytes,
            // What was read fits what it was read by, and memory takes every byte.
            Err(_) => self.bytes().to_vec(),
        }
    }
}

impl Parts<'_> {
    /// Writes a file of this version, with indices as wide and text encoded as the globals say.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the record that does not fit.
    pub fn write_to(&self, version: Version, globals: Globals, to: impl io::Write) -> Result<(), WriteError> {
        let mut writer = Writer::new(Sink::new(globals), to);
        if globals.extra_uvs > Globals::MOST_EXTRA_UVS {
            let what = Misfit::ExtraUvs(globals.extra_uvs.into());
            return Err(WriteError::Misfit { section: "header", record: None, what });
        }
        head(&mut writer, Header::new(version, &globals.to_bytes()), self.info)?;
        self.each_part(version, &mut writer)?;
        writer.finish().map_err(WriteError::Io)
    }

    /// Writes a file of this version into the file system, as [`Edit::save`](super::Edit::save) does.
    ///
    /// # Errors
    ///
    /// As [`write_to`](Parts::write_to), and those of the file system.
    pub fn save(&self, version: Version, globals: Globals, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(version, globals, to))
    }
}
