//! What the header decides for every other field: text encoding, additional UVs, index widths.
use crate::error::{Error, ErrorKind, Result};

/// How the file's text is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Two bytes a unit, low byte first (global 0).
    Utf16Le,
    /// UTF-8 (global 1).
    Utf8,
    /// Windows code page 932, the Shift_JIS of MikuMikuDance: poses and motions only. A model cannot be written in it.
    Cp932,
}

impl Encoding {
    /// As inspectors print it.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf8 => "UTF-8",
            Encoding::Cp932 => "cp932",
        }
    }
}

/// Bytes in an index: 1, 2 or 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// One byte.
    One = 1,
    /// Two bytes.
    Two = 2,
    /// Four bytes.
    Four = 4,
}

impl Width {
    /// Whether an index fits.
    #[inline(always)]
    pub(crate) fn holds(self, index: i32, signed: bool) -> bool {
        match (self, signed) {
            (Width::One, false) => u8::try_from(index).is_ok(),
            (Width::One, true) => i8::try_from(index).is_ok(),
            (Width::Two, false) => u16::try_from(index).is_ok(),
            (Width::Two, true) => i16::try_from(index).is_ok(),
            (Width::Four, _) => true,
        }
    }
    /// How many bytes that is.
    #[inline(always)]
    pub const fn bytes(self) -> usize {
        self as usize
    }
}

/// The eight settings of the header that decide how wide every other field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Globals {
    /// Encoding of all text.
    pub encoding: Encoding,
    /// Additional UVs of each vertex, 0 to 4.
    pub extra_uvs: u8,
    /// Width of vertex indices (unsigned).
    pub vertex: Width,
    /// Width of texture indices.
    pub texture: Width,
    /// Width of material indices.
    pub material: Width,
    /// Width of bone indices.
    pub bone: Width,
    /// Width of morph indices.
    pub morph: Width,
    /// Width of rigid body indices.
    pub rigid_body: Width,
}

impl Globals {
    /// How many settings we know. A header holds at least these.
    pub const COUNT: usize = 8;
    /// The most additional UVs that a file can have.
    pub const MOST_EXTRA_UVS: u8 = 4;

    /// What they are called, in the order in which the header holds them.
    pub const NAMES: [&'static str; Self::COUNT] = [
        "encoding",
        "additional_uvs",
        "vertex_index_width",
        "texture_index_width",
        "material_index_width",
        "bone_index_width",
        "morph_index_width",
        "rigid_body_index_width",
    ];

    /// The widest of everything: what the header itself is read with, and what dumps are written with.
    pub const WIDE: Globals = Globals {
        encoding: Encoding::Utf16Le,
        extra_uvs: 0,
        vertex: Width::Four,
        texture: Width::Four,
        material: Width::Four,
        bone: Width::Four,
        morph: Width::Four,
        rigid_body: Width::Four,
    };

    /// Reads the settings, the first of which lies at `at`. Those beyond the eighth mean nothing to us.
    ///
    /// An encoding other than 0 and 1 is refused unless `any_encoding`; then it is UTF-16LE, as PMXEditor reads it.
    pub(crate) fn parse(bytes: &[u8], at: usize, any_encoding: bool) -> Result<Self> {
        let Some(&[encoding, extra_uvs, vertex, texture, material, bone, morph, rigid_body]) = bytes.first_chunk()
        else {
            return Err(
                Error::new(ErrorKind::TooFewGlobals(bytes.len()), at.saturating_sub(1)).in_field("globals_count")
            );
        };
        let name = |i: usize| Globals::NAMES.get(i).copied().unwrap_or("settings");
        let bad = |i: usize, value: u8| Error::new(ErrorKind::BadGlobal(value), at.saturating_add(i)).in_field(name(i));
        let width = |i: usize, value: u8| match value {
            1 => Ok(Width::One),
            2 => Ok(Width::Two),
            4 => Ok(Width::Four),
            other => Err(bad(i, other)),
        };
        Ok(Globals {
            encoding: match encoding {
                1 => Encoding::Utf8,
                other if other == 0 || any_encoding => Encoding::Utf16Le,
                other => return Err(Error::new(ErrorKind::UnknownEncoding(other), at).in_field(name(0))),
            },
            extra_uvs: match extra_uvs {
                n @ 0..=Globals::MOST_EXTRA_UVS => n,
                other => return Err(bad(1, other)),
            },
            vertex: width(2, vertex)?,
            texture: width(3, texture)?,
            material: width(4, material)?,
            bone: width(5, bone)?,
            morph: width(6, morph)?,
            rigid_body: width(7, rigid_body)?,
        })
    }

    /// The settings as the header holds them.
    pub const fn to_bytes(self) -> [u8; Self::COUNT] {
        let encoding = match self.encoding {
            Encoding::Utf16Le => 0,
            Encoding::Utf8 => 1,
            // Never in a file: the first text refuses to be written.
            Encoding::Cp932 => u8::MAX,
        };
        [
            encoding,
            self.extra_uvs,
            self.vertex as u8,
            self.texture as u8,
            self.material as u8,
            self.bone as u8,
            self.morph as u8,
            self.rigid_body as u8,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let bytes = [1, 3, 1, 2, 4, 1, 2, 4];
        let globals = Globals::parse(&bytes, 9, false).unwrap();
        assert_eq!((globals.encoding, globals.extra_uvs), (Encoding::Utf8, 3));
        assert_eq!((globals.vertex, globals.texture, globals.material), (Width::One, Width::Two, Width::Four));
        assert_eq!(globals.to_bytes(), bytes);
        assert_eq!(Globals::parse(&Globals::WIDE.to_bytes(), 9, false).unwrap(), Globals::WIDE);
    }
}
