//! Materials.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | diffuse | 4 x f32 | RGBA |
//! | specular, specular power | 3 x f32, f32 | |
//! | ambient | 3 x f32 | |
//! | flags | u8 | see [`MaterialFlags`] |
//! | edge colour, edge size | 4 x f32, f32 | |
//! | texture, sphere texture | texture index | −1: none |
//! | sphere mode | u8 | see [`SphereMode`] |
//! | toon | u8, then 1 byte or a texture index | see [`Toon`] |
//! | memo | text | free; some shaders look for `key=value` in it |
//! | index count | i32 | of face **indices**, not triangles |
//!
//! Materials cover the faces one after the other: the first its index count, the next the following ones.
use super::downgrade::Downgrade;
use crate::bytes::{Cursor, Sink};
use crate::code::{code, flags};
use crate::error::Result;
use crate::field::Field;
use crate::globals::Globals;
use crate::index::TextureIndex;
use crate::name::{Name, Named};
use crate::record::record;
use crate::size::Size;
use crate::tagged::tagged;
use crate::text::Text;
use crate::visit::{Visit, Visitor};

record! {
    /// A material, and how many face indices it covers.
    pub struct Material<'a> {
        /// Names.
        name: Name<'a>,
        /// RGBA.
        diffuse: [f32; 4],
        /// RGB.
        specular: [f32; 3],
        /// How sharp the highlight is.
        specular_power: f32,
        /// RGB.
        ambient: [f32; 3],
        /// What is drawn, and how.
        flags: MaterialFlags,
        /// RGBA of the outline.
        edge_color: [f32; 4],
        /// Width of the outline.
        edge_size: f32,
        /// The picture on it.
        texture: TextureIndex,
        /// The picture of what it reflects.
        sphere: TextureIndex,
        /// How that picture is mixed in.
        sphere_mode: SphereMode,
        /// How light falls off.
        toon: Toon,
        /// Free text.
        memo: Text<'a>,
        /// How many face indices it covers, after those of the materials before it. A multiple of 3, as a rule.
        index_count: i32,
    }
}

flags! {
    /// What of a material is drawn, and how. Unknown bits are kept.
    pub struct MaterialFlags(u8) {
        /// Both sides of each triangle.
        BOTH_SIDES = 0x01,
        /// A shadow on the ground.
        GROUND_SHADOW = 0x02,
        /// Casts a shadow on the model.
        CASTS_SHADOW = 0x04,
        /// Receives shadows of the model.
        RECEIVES_SHADOW = 0x08,
        /// An outline.
        EDGE = 0x10,
        /// Additional UV 1 is the vertex colour (2.1).
        VERTEX_COLOR = 0x20,
        /// Points instead of triangles (2.1).
        POINTS = 0x40,
        /// Lines instead of triangles (2.1).
        LINES = 0x80,
    }
}

code! {
    /// How the sphere texture is mixed in.
    pub struct SphereMode(u8) {
        /// Not at all.
        NONE = 0,
        /// Multiplied.
        MULTIPLY = 1,
        /// Added.
        ADD = 2,
        /// A second texture, by additional UV 1.
        SUB_TEXTURE = 3,
    }
}

tagged! {
    /// The toon texture: how light falls off.
    pub enum Toon {
        /// A texture of the model's own.
        0 => Texture(TextureIndex),
        /// One of the ten that all models share.
        1 => Shared(SharedToon),
    }
}

/// The number of a shared toon, 0 to 9: `toon01.bmp` to `toon10.bmp`. Others are kept and mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SharedToon(
    /// As stored: one less than in the file's name.
    pub u8,
);

/// One byte in the file; in a canonical dump as wide as the texture index in its place.
impl<'a> Field<'a> for SharedToon {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        u8::read(cur).map(SharedToon)
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        u8::skip(cur)
    }
    #[inline(always)]
    fn size(globals: &Globals) -> Size {
        u8::size(globals)
    }
    fn write(&self, out: &mut Sink) {
        if out.is_canonical() { i32::from(self.0).write(out) } else { self.0.write(out) }
    }
}
impl Visit for SharedToon {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.integer(self.0.into());
    }
}

impl Downgrade for Material<'_> {}
impl<'a> Named<'a> for Material<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
