//! Changed models: records replaced, text re-encoded, widths, version; and what is broken mended.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mmdmap::{PmxFile, Text};
//! let file = PmxFile::open("miku.pmx")?;
//! let mut edit = file.model().edit();
//! edit.textures(|_, path| if path == "face.bmp" { Text::new("face.png") } else { path });
//! edit.save("miku.pmx")?; // the mapped file is never cut short: a new one takes its place
//! # Ok(()) }
//! ```
use super::downgrade::Downgrade;
use super::header::{Header, Info, Settings, Version};
use super::model::{Change, Changes, EachChange, Edit, EditSettings, Pmx};
use crate::bytes::{Misfit, Sink};
use crate::field::Field;
use crate::globals::{Encoding, Globals, Width};
use crate::loss::{Loss, LossCode, Losses};
use crate::records::Records;
use crate::save::{save, save_checked};
use crate::write::{WriteError, Writer};
use core::fmt;
use std::io;
use std::path::Path;

/// Widths of the six indices of a file to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Widths {
    /// The smallest that hold every number there is, as PMXEditor chooses them.
    Minimal,
    /// Four bytes for everything.
    Widest,
    /// Vertex, texture, material, bone, morph, rigid body.
    Given([Width; 6]),
}

impl<'a> Pmx<'a> {
    /// The model on its way out, to be changed: as it is, until something is said.
    pub fn edit(self) -> Edit<'a> {
        Edit {
            model: self,
            changes: Changes::default(),
            settings: EditSettings {
                info: self.info(),
                version: None,
                globals: self.globals(),
                lossy: false,
                mend: false,
                copy: true,
            },
        }
    }
}

impl<'a> Edit<'a> {
    /// Other names and comments.
    pub fn info(&mut self, info: Info<'a>) -> &mut Self {
        self.settings.info = info;
        self
    }
    /// Another text encoding.
    pub fn encoding(&mut self, encoding: Encoding) -> &mut Self {
        self.settings.globals.encoding = encoding;
        self
    }
    /// Other widths of indices.
    pub fn widths(&mut self, widths: Widths) -> &mut Self {
        let model = self.model;
        let signed = |len: usize| match len {
            0..=127 => Width::One,
            128..=32_767 => Width::Two,
            _ => Width::Four,
        };
        let [vertex, texture, material, bone, morph, rigid_body] = match widths {
            Widths::Given(widths) => widths,
            Widths::Widest => [Width::Four; 6],
            Widths::Minimal => [
                match model.vertices().len() {
                    0..=255 => Width::One,
                    256..=65_535 => Width::Two,
                    _ => Width::Four,
                },
                signed(model.textures().len()),
                signed(model.materials().len()),
                signed(model.bones().len()),
                signed(model.morphs().len()),
                signed(model.rigid_bodies().len()),
            ],
        };
        let Globals { encoding, extra_uvs, .. } = self.settings.globals;
        self.settings.globals = Globals { encoding, extra_uvs, vertex, texture, material, bone, morph, rigid_body };
        self
    }
    /// Another version. What 2.0 cannot say is an error, unless [losses are allowed](Edit::allow_losses).
    pub fn version(&mut self, version: Version) -> &mut Self {
        self.settings.version = Some(version);
        self
    }
    /// What cannot be said in the file to be written is left out or made less of, and listed; else it is an error. An
    /// index that does not fit its width is always one.
    pub fn allow_losses(&mut self) -> &mut Self {
        self.settings.lossy = true;
        self
    }
    /// What was let pass when the file was opened is put right, so that strict reading takes what is written: see
    /// [`PmxIndex::repairs`](super::PmxIndex::repairs) for the list. What was right stays as it is.
    ///
    /// The signature and the encoding byte become those of the format, negative text lengths 0, odd UTF-16 texts lose
    /// their last byte, counts say what is there, missing sections are empty, trailing bytes and half records go.
    pub fn mend(&mut self) -> &mut Self {
        self.settings.mend = true;
        self
    }
    /// Every section goes through its records, also those that could be copied. Slower, and the same bytes: for tests.
    pub fn through_records(&mut self) -> &mut Self {
        self.settings.copy = false;
        self
    }

    /// Writes the changed model; says what was lost. Holds no more of it in memory than a chunk.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the record that does not fit.
    pub fn write_to(&mut self, mut to: impl io::Write) -> Result<Losses, WriteError> {
        let (model, settings) = (self.model, &self.settings);
        let version = settings.version.unwrap_or(model.version());
        let same_globals = settings.globals == model.globals();
        let drop_cut = settings.mend || !same_globals || version != model.version();
        let mut out = Outlet {
            writer: Writer::new(Sink::new(settings.globals).mending(settings.mend).lossy(settings.lossy).to(&mut to)),
            model,
            lossy: settings.lossy,
            mend: settings.mend,
            version,
            downgrade: settings.version == Some(Version::V2_0),
            // The count of a section that was cut is not the one to be written.
            copy: settings.copy && same_globals && !settings.mend && !(drop_cut && model.index().is_cut()),
            drop_cut,
            losses: Losses::default(),
        };
        if !model.behind_cut().is_empty() && out.drop_cut && !settings.mend {
            out.lose(LossCode::BehindCut, "end", None)?;
        }
        let raw = out.settings(settings.globals);
        let signature = if settings.mend { b"PMX " } else { model.header().signature };
        let header = Header { signature, version, settings: Settings::new(&raw) };
        out.writer.put("header", None, |out| header.write(out))?;
        out.put("info", None, |out| settings.info.write(out))?;
        self.changes.each(model, version, &mut out)?;
        if !out.mend {
            out.writer.pass_on(model.trailing())?;
        }
        if !out.drop_cut {
            out.writer.pass_on(model.behind_cut())?;
        }
        out.writer.finish()?;
        Ok(out.losses)
    }

    /// Writes the changed model into a file, which may be the one it came from, mapped or not: a new file is written
    /// beside it, flushed, given its permissions and put in its place. If anything fails, the old one is left as it was.
    ///
    /// # Errors
    ///
    /// As [`write_to`](Edit::write_to), and those of the file system.
    pub fn save(&mut self, path: impl AsRef<Path>) -> Result<Losses, WriteError> {
        save(path.as_ref(), |to| self.write_to(to))
    }

    /// As [`save`](Edit::save); but the new file is shown to `check`, by its path, before it takes the old one's place.
    /// If it is refused, nothing has happened.
    ///
    /// # Errors
    ///
    /// As [`save`](Edit::save), and [`Refused`](WriteError::Refused) with what `check` said.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use mmdmap::{Mode, PmxFile};
    /// let broken = PmxFile::open_with("broken.pmx", &Mode::Salvage.into())?;
    /// broken.model().edit().mend().save_checked("broken.pmx", |new| {
    ///     PmxFile::open_with(new, &Mode::Strict.into())?;
    ///     Ok(())
    /// })?;
    /// # Ok(()) }
    /// ```
    pub fn save_checked(
        &mut self,
        path: impl AsRef<Path>,
        check: impl FnOnce(&Path) -> Result<(), Box<dyn core::error::Error + Send + Sync>>,
    ) -> Result<Losses, WriteError> {
        save_checked(path.as_ref(), |to| self.write_to(to), |new| check(new).map_err(WriteError::Refused))
    }
}

impl fmt::Debug for Edit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edit")
            .field("model", &self.model)
            .field("version", &self.settings.version.unwrap_or(self.model.version()))
            .field("globals", &self.settings.globals)
            .finish_non_exhaustive()
    }
}

/// A changed model on its way out.
struct Outlet<'a, 'w> {
    writer: Writer<'w>,
    model: Pmx<'a>,
    lossy: bool,
    mend: bool,
    version: Version,
    downgrade: bool,
    copy: bool,
    /// Whether half a record behind a cut has no place in what is written.
    drop_cut: bool,
    losses: Losses,
}

impl Outlet<'_, '_> {
    /// The settings as they stood, but for those that are to be others.
    fn settings(&self, wanted: Globals) -> Vec<u8> {
        let mut raw = self.model.header().settings.bytes().to_vec();
        let were = self.model.globals().to_bytes();
        for ((raw, was), wanted) in raw.iter_mut().zip(were).zip(wanted.to_bytes()) {
            if was != wanted || self.mend {
                *raw = wanted;
            }
        }
        raw
    }

    /// One record; what of it was lost is noted.
    fn put(
        &mut self,
        section: &'static str,
        record: Option<usize>,
        put: impl FnOnce(&mut Sink),
    ) -> Result<(), WriteError> {
        self.writer.put(section, record, put)?;
        if self.writer.took_loss() {
            self.lose(LossCode::Text, section, record)?;
        }
        Ok(())
    }

    fn lose(&mut self, code: LossCode, section: &'static str, record: Option<usize>) -> Result<(), WriteError> {
        let loss = Loss { code, section, record };
        if !self.lossy {
            return Err(WriteError::Loss { section, record, code });
        }
        self.losses.push(loss);
        Ok(())
    }
}

impl<'a> EachChange<'a> for Outlet<'a, '_> {
    type Error = WriteError;

    fn section<T: Field<'a> + Downgrade>(
        &mut self,
        name: &'static str,
        records: Records<'a, T>,
        mut change: Option<&mut Change<'a, T>>,
        wanted: bool,
    ) -> Result<(), WriteError> {
        let section = records.section();
        if !wanted {
            return if records.is_empty() { Ok(()) } else { self.lose(LossCode::SoftBodies, name, None) };
        }
        let cut = self.model.index().is_cut();
        if !section.is_present() && cut && !self.drop_cut {
            return Ok(()); // its count, if any, is behind the cut
        }
        if self.copy && change.is_none() && !self.downgrade && section.is_present() {
            let bytes = self.model.bytes().get(section.range()).ok_or_else(|| changed(name, None))?;
            return self.writer.pass_on(bytes).map_err(WriteError::Io);
        }
        if !section.is_present() && !cut && !self.mend && self.model.version() == self.version {
            return Ok(()); // a 2.1 file without soft bodies stays one
        }
        let len = if self.drop_cut { records.len() } else { section.declared() };
        self.put(name, None, |out| out.len(len))?;
        if change.is_none() && !self.downgrade && !self.lossy {
            return records.write(name, &mut self.writer);
        }
        let (mut written, mut walk) = (0, records.iter());
        for (i, mut record) in walk.by_ref().enumerate() {
            // What a 2.0 file held all the same may stay, unless 2.0 was asked for; nothing of that kind comes in.
            let mut downgrade = self.downgrade;
            if let Some(change) = &mut change {
                downgrade |= self.version == Version::V2_0 && record.downgrade().1.is_none();
                record = change(i, record);
            }
            if downgrade {
                let (less, loss) = record.downgrade();
                record = less;
                if let Some(code) = loss {
                    self.lose(code, name, Some(i))?;
                }
            }
            self.put(name, Some(i), |out| record.write(out))?;
            written = i.saturating_add(1);
        }
        match written < records.len() {
            true => Err(changed(name, Some(written))),
            false if !walk.is_done() => Err(changed(name, None)),
            false => Ok(()),
        }
    }
}

/// What was there when the file was opened is not there now.
fn changed(section: &'static str, record: Option<usize>) -> WriteError {
    WriteError::Misfit { section, record, what: Misfit::Changed }
}
