//! The way out: a file as it was, and models of one's own.
use super::compose::Composer;
use super::header::Version;
use super::model::{Parts, Pmx};
use crate::bytes::Sink;
use crate::each::EachSection;
use crate::field::Field;
use crate::globals::Globals;
use crate::records::Records;
use crate::save::save;
use crate::write::{WriteError, Writer};
use std::io;
use std::path::Path;

impl<'a> EachSection<'a> for Writer<'_> {
    type Error = WriteError;
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), WriteError> {
        self.put(name, None, |out| out.len(records.section().declared()))?;
        records.write(name, self)
    }
}

impl Pmx<'_> {
    /// Writes the model record by record, each decoded and encoded again: the bytes of the file, whatever mode opened
    /// it. Holds no more than a chunk of them.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(self, mut to: impl io::Write) -> Result<(), WriteError> {
        let mut writer = Writer::new(Sink::new(self.globals()).to(&mut to));
        writer.put("header", None, |out| self.header().write(out))?;
        writer.put("info", None, |out| self.info().write(out))?;
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
        // What was read fits what it was read by, and memory takes every byte. Were it otherwise, the bytes would end
        // there, for all to see.
        let _ = self.write_to(&mut bytes);
        bytes
    }
}

impl Parts<'_> {
    /// Writes a file of this version, with indices as wide and text encoded as the globals say.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the record that does not fit.
    pub fn write_to(&self, version: Version, globals: Globals, mut to: impl io::Write) -> Result<(), WriteError> {
        let mut model = Composer::new(version, globals, self.info, &mut to)?;
        self.compose(&mut model)?;
        model.finish()
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
