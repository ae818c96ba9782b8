//! The way out: a file as it was, and motions of one's own.
use super::bone::BoneFrame;
use super::camera::CameraFrame;
use super::header::Header;
use super::light::LightFrame;
use super::morph::MorphFrame;
use super::motion::Vmd;
use super::property::PropertyFrame;
use super::shadow::ShadowFrame;
use crate::bytes::Sink;
use crate::each::EachSection;
use crate::field::{Count, Field};
use crate::fixed_name::FixedName;
use crate::globals::Globals;
use crate::records::Records;
use crate::save::save;
use crate::write::{WriteError, Writer};
use std::io;
use std::path::Path;

/// Sections on their way out, counted as motions count.
struct Outlet<'w>(Writer<'w>);

impl<'w> Outlet<'w> {
    fn new(to: &'w mut dyn io::Write) -> Self {
        Outlet(Writer::new(Sink::new(Globals::WIDE).to(to)))
    }
    fn head(&mut self, header: Header) -> Result<(), WriteError> {
        self.0.put("header", None, |out| header.write(out))
    }
    fn count(&mut self, name: &'static str, count: usize) -> Result<(), WriteError> {
        self.0.put(name, None, |out| u32::write_count(count, out))
    }
    fn list<'a, T: Field<'a>>(&mut self, name: &'static str, list: &[T]) -> Result<(), WriteError> {
        self.count(name, list.len())?;
        list.iter().enumerate().try_for_each(|(i, one)| self.0.put(name, Some(i), |out| one.write(out)))
    }
}

impl<'a> EachSection<'a> for Outlet<'_> {
    type Error = WriteError;
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), WriteError> {
        self.count(name, records.section().declared())?;
        records.write(name, &mut self.0)
    }
}

impl<'a> Vmd<'a> {
    /// Writes the motion record by record, each decoded and encoded again: the bytes of the file, whatever mode opened
    /// it. Holds no more than a chunk of them.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(self, mut to: impl io::Write) -> Result<(), WriteError> {
        let mut out = Outlet::new(&mut to);
        out.head(self.header())?;
        self.each_section(&mut out)?;
        out.0.pass_on(self.trailing())?;
        out.0.pass_on(self.behind_cut())?;
        out.0.finish().map_err(WriteError::Io)
    }

    /// Writes the motion into a file, which may be the one it came from, mapped or not: a new file is written beside it,
    /// flushed, given its permissions and put in its place. If anything fails, the old one is left as it was.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(to))
    }

    /// The motion as [`write_to`](Vmd::write_to) writes it.
    pub fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes().len());
        // What was read fits what it was read by, and memory takes every byte. Were it otherwise, the bytes would end
        // there, for all to see.
        let _ = self.write_to(&mut bytes);
        bytes
    }

    /// A copy to be changed and [written](Motion::write_to). What a motion of one's own cannot have is left behind:
    /// version 1 (its cameras get the curves and the view angle that it means), and bytes after the last section.
    pub fn to_motion(self) -> Motion<'a> {
        let header = self.header();
        Motion {
            name: header.name.or(header.short_name.map(|name| name.resized())).unwrap_or_default(),
            bones: self.bones().iter().collect(),
            morphs: self.morphs().iter().collect(),
            cameras: self.camera_frames().collect(),
            lights: self.lights().iter().collect(),
            shadows: self.shadows().iter().collect(),
            properties: self.properties().iter().collect(),
        }
    }
}

/// A motion of one's own: every section as a list. [`write_to`](Motion::write_to) makes a file of it, of version 2.
///
/// ```
/// use mmdmap::FixedName;
/// use mmdmap::vmd::{BoneFrame, BoneInterpolation, Motion, VmdIndex};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut motion = Motion::new(FixedName::new("初音ミク")?);
/// motion.bones.push(BoneFrame {
///     name: FixedName::new("センター")?,
///     frame: 0,
///     translation: [0.0, 1.5, 0.0],
///     rotation: [0.0, 0.0, 0.0, 1.0],
///     interpolation: BoneInterpolation::linear(),
/// });
/// let bytes = motion.to_bytes()?;
/// assert_eq!(VmdIndex::scan(&bytes)?.view(&bytes).bones().get(0), Some(motion.bones[0]));
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion<'a> {
    /// Name of the model.
    pub name: FixedName<20>,
    /// Keys of bones.
    pub bones: Vec<BoneFrame>,
    /// Keys of morphs.
    pub morphs: Vec<MorphFrame>,
    /// Keys of the camera.
    pub cameras: Vec<CameraFrame>,
    /// Keys of the light.
    pub lights: Vec<LightFrame>,
    /// Keys of self-shadow.
    pub shadows: Vec<ShadowFrame>,
    /// Keys of what can be switched.
    pub properties: Vec<PropertyFrame<'a>>,
}

impl Motion<'_> {
    /// A motion for a model of this name, without keys.
    pub fn new(name: FixedName<20>) -> Self {
        Motion { name, ..Motion::default() }
    }
    /// Writes a file: all six sections, empty or not, their records in the order of the lists.
    ///
    /// # Errors
    ///
    /// Those of the writer; or that there is more than a count can say.
    pub fn write_to(&self, mut to: impl io::Write) -> Result<(), WriteError> {
        let mut out = Outlet::new(&mut to);
        out.head(Header::new(self.name))?;
        out.list("bones", &self.bones)?;
        out.list("morphs", &self.morphs)?;
        out.list("cameras", &self.cameras)?;
        out.list("lights", &self.lights)?;
        out.list("shadows", &self.shadows)?;
        out.list("properties", &self.properties)?;
        out.0.finish().map_err(WriteError::Io)
    }
    /// Writes a file into the file system, as [`Vmd::save`] does.
    ///
    /// # Errors
    ///
    /// As [`write_to`](Motion::write_to), and those of the file system.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(to))
    }
    /// The file in memory.
    ///
    /// # Errors
    ///
    /// There is more than a count can say.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).map(|()| bytes)
    }
}
