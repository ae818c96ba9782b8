//! A motion, read the plainest way into structs that own what they hold.
//!
//! Written from the pages on the format and on the modes alone: nothing of the crate is used in here. As in `pmx_reader`,
//! one reading says what each of the three modes has to do.
use super::bytes::{Bytes, Float, Place, Read, Stop, Told};

/// What strict reading refuses and the others let pass (S).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    Signature,
    /// What should be self-shadow or properties is neither: it trails.
    NoSection,
    TrailingBytes,
}

#[derive(Debug, Default)]
pub struct Motion {
    pub signature: Vec<u8>,
    /// Of 20 bytes, or in version 1 of ten.
    pub model: Name,
    pub bones: Vec<Bone>,
    pub morphs: Vec<Morph>,
    pub cameras: Vec<Camera>,
    pub old_cameras: Vec<OldCamera>,
    pub lights: Vec<Light>,
    pub shadows: Vec<Shadow>,
    pub properties: Vec<Property>,
    /// How many of the six sections there are.
    pub sections: usize,
}

#[derive(Debug, Default, PartialEq)]
pub struct Name {
    pub raw: Vec<u8>,
    /// Up to the first NUL.
    pub decoded: String,
}

/// x1, y1, x2, y2.
pub type Curve = [u8; 4];

#[derive(Debug, PartialEq)]
pub struct Bone {
    pub name: Name,
    pub frame: u32,
    pub translation: [Float; 3],
    pub rotation: [Float; 4],
    pub interpolation: [u8; 64],
    /// Of X, Y, Z and rotation.
    pub curves: [Curve; 4],
    /// The switch of physics, where there is one.
    pub physics: Option<bool>,
}

#[derive(Debug, PartialEq)]
pub struct Morph {
    pub name: Name,
    pub frame: u32,
    pub weight: Float,
}

#[derive(Debug, PartialEq)]
pub struct Camera {
    pub frame: u32,
    pub distance: Float,
    pub target: [Float; 3],
    pub rotation: [Float; 3],
    pub interpolation: [u8; 24],
    /// Of X, Y, Z, rotation, distance, view angle.
    pub curves: [Curve; 6],
    pub view_angle: u32,
    pub perspective: u8,
}

/// As version 1 has it.
#[derive(Debug, PartialEq)]
pub struct OldCamera {
    pub frame: u32,
    pub distance: Float,
    pub target: [Float; 3],
    pub rotation: [Float; 3],
    pub curve: Curve,
}

#[derive(Debug, PartialEq)]
pub struct Light {
    pub frame: u32,
    pub color: [Float; 3],
    pub direction: [Float; 3],
}

#[derive(Debug, PartialEq)]
pub struct Shadow {
    pub frame: u32,
    pub mode: u8,
    pub distance: Float,
}

#[derive(Debug, PartialEq)]
pub struct Property {
    pub frame: u32,
    pub visible: u8,
    pub ik: Vec<(Name, u8)>,
}

/// As far as the file can be read.
///
/// Cameras of version 1 have 36 bytes if the rest then fits, else 61. The rest of a cut file fits neither way, that of an
/// odd one perhaps both: it fits best where least is wrong.
pub fn read(bytes: &[u8]) -> (Motion, Told<Odd>) {
    let wrong = |(_, told): &(Motion, Told<Odd>)| match told.stop {
        None => usize::from(!told.odd.is_empty()),
        Some((Stop::Cut, ..)) => 2,
        Some((Stop::Error, ..)) => 3,
    };
    let new = read_with(bytes, false);
    if !bytes.starts_with(b"Vocaloid Motion Data file") {
        return new;
    }
    let old = read_with(bytes, true);
    if wrong(&old) <= wrong(&new) { old } else { new }
}

fn read_with(bytes: &[u8], old_cameras: bool) -> (Motion, Told<Odd>) {
    let mut motion = Motion::default();
    let mut reader =
        Reader { bytes: Bytes::new(bytes), place: ("header", None), odd: Vec::new(), end: 0, there: 0, trails: false };
    let stop = reader.motion(&mut motion, old_cameras).err().map(|stop| (stop, reader.place, reader.bytes.last));
    (motion, Told { odd: reader.odd, stop, end: reader.end })
}

struct Reader<'a> {
    bytes: Bytes<'a>,
    place: Place,
    odd: Vec<(Odd, Place)>,
    end: usize,
    there: usize,
    /// Whether what follows is no section.
    trails: bool,
}

impl Reader<'_> {
    fn motion(&mut self, to: &mut Motion, old_cameras: bool) -> Read<()> {
        // Without the whole of it there is nothing to keep.
        self.header(to).map_err(|_| Stop::Error)?;
        self.sections(to, old_cameras)?;
        to.sections = self.there;
        self.place = ("end", None);
        self.is_odd(self.bytes.left() > 0 && !self.trails, Odd::TrailingBytes);
        Ok(())
    }
    fn is_odd(&mut self, is: bool, odd: Odd) {
        self.odd.extend(is.then_some((odd, self.place)));
    }

    fn header(&mut self, to: &mut Motion) -> Read<()> {
        to.signature = self.bytes.take(30)?.to_vec();
        let version = to.signature.strip_prefix(b"Vocaloid Motion Data").ok_or(Stop::Error)?;
        let len = if version.starts_with(b" file") { 10 } else { 20 };
        let known = version.starts_with(b" file") || version.starts_with(b" 0002");
        self.is_odd(!known, Odd::Signature);
        to.model = self.name(len)?;
        self.end = self.bytes.at;
        Ok(())
    }
    fn sections(&mut self, to: &mut Motion, old_cameras: bool) -> Read<()> {
        // A file without these is none.
        self.section("bones", &mut to.bones, 111, Self::bone)?;
        self.section("morphs", &mut to.morphs, 23, Self::morph)?;
        match old_cameras {
            true => self.may_end("cameras", &mut to.old_cameras, 36, Self::old_camera)?,
            false => self.may_end("cameras", &mut to.cameras, 61, Self::camera)?,
        }
        self.may_end("lights", &mut to.lights, 28, Self::light)?;
        self.tail("shadows", &mut to.shadows, 9, Self::shadow)?;
        self.tail("properties", &mut to.properties, 9, Self::property)
    }

    fn name(&mut self, len: usize) -> Read<Name> {
        let raw = self.bytes.take(len)?.to_vec();
        let text = raw.split(|&byte| byte == 0).next().unwrap_or_default();
        let decoded = encoding_rs::SHIFT_JIS.decode_without_bom_handling(text).0.into_owned();
        Ok(Name { raw, decoded })
    }

    /// Each record is kept as soon as it is whole.
    fn section<T>(
        &mut self,
        name: &'static str,
        to: &mut Vec<T>,
        least: usize,
        one: fn(&mut Self) -> Read<T>,
    ) -> Read<()> {
        (self.place, self.end, self.bytes.last) = ((name, None), self.bytes.at, self.bytes.at);
        let count = self.bytes.u32().map_err(|_| Stop::Error)? as usize;
        if self.bytes.is_forged(count, least) {
            return Err(Stop::Error);
        }
        for i in 0..count {
            self.place = (name, Some(i));
            to.push(one(self)?);
            self.end = self.bytes.at;
        }
        self.end = self.bytes.at;
        self.there += 1;
        Ok(())
    }
    /// A section before which a file may end.
    fn may_end<T>(
        &mut self,
        name: &'static str,
        to: &mut Vec<T>,
        least: usize,
        one: fn(&mut Self) -> Read<T>,
    ) -> Read<()> {
        if self.bytes.left() == 0 { Ok(()) } else { self.section(name, to, least, one) }
    }
    /// A section that something else may stand in the place of.
    fn tail<T>(
        &mut self,
        name: &'static str,
        to: &mut Vec<T>,
        least: usize,
        one: fn(&mut Self) -> Read<T>,
    ) -> Read<()> {
        if self.bytes.left() == 0 || self.trails {
            return Ok(());
        }
        let start = self.bytes.at;
        let fits = self.bytes.u32().is_ok_and(|count| count as u64 * least as u64 <= self.bytes.left() as u64);
        self.bytes.at = start;
        if !fits {
            self.place = (name, None);
            self.is_odd(true, Odd::NoSection);
            self.trails = true;
            return Ok(());
        }
        self.section(name, to, least, one)
    }

    fn bone(&mut self) -> Read<Bone> {
        let (name, frame) = (self.name(15)?, self.bytes.u32()?);
        let (translation, rotation) = (self.bytes.floats()?, self.bytes.floats()?);
        let interpolation: [u8; 64] = self.bytes.array()?;
        // Every fourth byte, four for each curve: row 0 alone would give what the switch has left of it.
        let curves = [0, 16, 32, 48].map(|at| [0, 4, 8, 12].map(|pick| interpolation[at + pick]));
        let physics = match interpolation[2..4] {
            [0x00, 0x00] => Some(true),
            [0x63, 0x0f] => Some(false),
            _ => None,
        };
        Ok(Bone { name, frame, translation, rotation, interpolation, curves, physics })
    }
    fn morph(&mut self) -> Read<Morph> {
        Ok(Morph { name: self.name(15)?, frame: self.bytes.u32()?, weight: self.bytes.float()? })
    }
    fn camera(&mut self) -> Read<Camera> {
        let (frame, distance) = (self.bytes.u32()?, self.bytes.float()?);
        let (target, rotation) = (self.bytes.floats()?, self.bytes.floats()?);
        let interpolation: [u8; 24] = self.bytes.array()?;
        // Stored as x1, x2, y1, y2.
        let curves = [0, 4, 8, 12, 16, 20].map(|at| [0, 2, 1, 3].map(|pick| interpolation[at + pick]));
        let (view_angle, perspective) = (self.bytes.u32()?, self.bytes.u8()?);
        Ok(Camera { frame, distance, target, rotation, interpolation, curves, view_angle, perspective })
    }
    fn old_camera(&mut self) -> Read<OldCamera> {
        Ok(OldCamera {
            frame: self.bytes.u32()?,
            distance: self.bytes.float()?,
            target: self.bytes.floats()?,
            rotation: self.bytes.floats()?,
            curve: self.bytes.array()?,
        })
    }
    fn light(&mut self) -> Read<Light> {
        Ok(Light { frame: self.bytes.u32()?, color: self.bytes.floats()?, direction: self.bytes.floats()? })
    }
    fn shadow(&mut self) -> Read<Shadow> {
        Ok(Shadow { frame: self.bytes.u32()?, mode: self.bytes.u8()?, distance: self.bytes.float()? })
    }
    fn property(&mut self) -> Read<Property> {
        let (frame, visible) = (self.bytes.u32()?, self.bytes.u8()?);
        let count = self.bytes.u32()? as usize;
        if self.bytes.is_forged(count, 21) {
            return Err(Stop::Error);
        }
        let mut ik = Vec::new();
        for _ in 0..count {
            ik.push((self.name(20)?, self.bytes.u8()?));
        }
        Ok(Property { frame, visible, ik })
    }
}
