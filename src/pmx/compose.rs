//! Models of one's own, written as they are made: larger than memory, if need be.
use super::header::{Header, Info, Version};
use crate::bytes::{Misfit, Sink};
use crate::field::Field;
use crate::globals::Globals;
use crate::loss::LossCode;
use crate::save::save;
use crate::write::{WriteError, Writer};
use core::fmt;
use std::io;
use std::path::Path;

/// A model on its way out, section by section in file order; a section that is left out is empty. Holds a chunk of it.
///
/// ```
/// use mmdmap::pmx::{Bdef1, Composer, Deform, ExtraUvs, Info, Version, Vertex, VertexBase};
/// use mmdmap::{BoneIndex, Globals, Name, VertexIndex};
///
/// # fn main() -> Result<(), mmdmap::WriteError> {
/// let info = Info { name: Name::new("点", "dots"), comment: Name::new("", "") };
/// let mut file = Vec::new();
/// let mut model = Composer::new(Version::V2_0, Globals::WIDE, info, &mut file)?;
/// model.vertices(3, |i, put| {
///     let base = VertexBase::new([i as f32, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0]);
///     let deform = Deform::Bdef1(Bdef1 { bone: BoneIndex::NONE });
///     put(Vertex { base: &base, extra_uvs: ExtraUvs(&[]), deform, edge_scale: 1.0 });
/// })?;
/// model.faces(3, |i, put| put(VertexIndex::new(i as i32)))?;
/// model.finish()?;
/// assert_eq!(mmdmap::PmxFile::from_bytes(file).unwrap().model().vertices().len(), 3);
/// # Ok(()) }
/// ```
pub struct Composer<'w> {
    writer: Writer<'w>,
    version: Version,
    /// How many sections have been written.
    written: usize,
}

impl<'w> Composer<'w> {
    /// Begins a file of this version, with indices as wide and text encoded as the globals say.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the name or comment that does not fit.
    pub fn new(
        version: Version,
        globals: Globals,
        info: Info<'_>,
        to: &'w mut dyn io::Write,
    ) -> Result<Self, WriteError> {
        let mut writer = Writer::new(Sink::new(globals).to(to));
        if globals.extra_uvs > Globals::MOST_EXTRA_UVS {
            let what = Misfit::ExtraUvs(globals.extra_uvs.into());
            return Err(WriteError::Misfit { section: "header", record: None, what });
        }
        writer.put("header", None, |out| Header::new(version, &globals.to_bytes()).write(out))?;
        writer.put("info", None, |out| info.write(out))?;
        Ok(Composer { writer, version, written: 0 })
    }

    /// Composes a file in the file system, which takes an old one's place once all of it is there; see
    /// [`Edit::save`](super::Edit::save).
    ///
    /// # Errors
    ///
    /// Those of `compose`, of [`finish`](Composer::finish) and of the file system.
    pub fn save(
        path: impl AsRef<Path>,
        version: Version,
        globals: Globals,
        info: Info<'_>,
        compose: impl FnOnce(&mut Composer<'_>) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        save(path.as_ref(), |to| {
            let mut model = Composer::new(version, globals, info, to)?;
            compose(&mut model)?;
            model.finish()
        })
    }

    /// The version of the file.
    pub(crate) fn version(&self) -> Version {
        self.version
    }
    /// Whether the section, by its place among all, has been written or passed by.
    pub(crate) fn is_past(&self, place: usize) -> bool {
        place < self.written
    }

    /// Begins a section, by its place among all; those before it that were not written are empty.
    pub(crate) fn begin(&mut self, labels: &[&'static str], place: usize, count: usize) -> Result<(), WriteError> {
        let label = labels.get(place).copied().unwrap_or("");
        if self.is_past(place) {
            return Err(WriteError::OutOfOrder(label));
        }
        for skipped in labels.iter().take(place).skip(self.written) {
            self.writer.put(skipped, None, |out| out.len(0))?;
        }
        self.written = place.saturating_add(1);
        self.writer.put(label, None, |out| out.len(count))
    }
    /// One record of the section that has begun: `given` puts it, once, and says what of it 2.0 cannot say.
    pub(crate) fn record(
        &mut self,
        section: &'static str,
        number: usize,
        given: impl FnOnce(&mut Sink) -> (usize, Option<LossCode>),
    ) -> Result<(), WriteError> {
        let mut put = (0, None);
        self.writer.put(section, Some(number), |out| put = given(out))?;
        match put {
            (1, Some(code)) if self.version == Version::V2_0 => {
                Err(WriteError::Loss { section, record: Some(number), code })
            }
            (1, _) => Ok(()),
            (given, _) => Err(WriteError::NotOne { section, record: number, given }),
        }
    }
    pub(crate) fn end(self) -> Result<(), WriteError> {
        self.writer.finish().map_err(WriteError::Io)
    }
}

impl fmt::Debug for Composer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Composer({} sections written)", self.written)
    }
}
