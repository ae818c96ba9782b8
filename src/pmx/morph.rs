//! Morphs: a head, then a list of offsets that all have one size.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | panel | u8 | see [`Panel`] |
//! | kind | u8 | see [`MorphOffsets`] |
//! | offsets | i32 count, then each | by kind |
//!
//! One kind has one offset size, so that a morph is stepped over by one multiplication and its offsets are found by
//! number. A group may hold itself, directly or not: do not follow it without a limit.
use super::downgrade::Downgrade;
use crate::code::code;
use crate::index::{BoneIndex, MaterialIndex, MorphIndex, RigidBodyIndex, VertexIndex};
use crate::list::Many;
use crate::loss::LossCode;
use crate::name::{Name, Named};
use crate::record::record;
use crate::tagged::tagged;

record! {
    /// A morph (an expression).
    #[doc(alias = "expression")]
    pub struct Morph<'a> {
        /// Names.
        name: Name<'a>,
        /// Where it is listed.
        panel: Panel,
        /// What it moves.
        offsets: MorphOffsets<'a>,
    }
}

code! {
    /// Where a morph is listed.
    pub struct Panel(u8) {
        /// Nowhere.
        SYSTEM = 0,
        /// Among the eyebrows.
        EYEBROW = 1,
        /// Among the eyes.
        EYE = 2,
        /// Among the mouths.
        MOUTH = 3,
        /// Among the others.
        OTHER = 4,
    }
}

tagged! {
    /// What a morph moves, and by how much.
    pub enum MorphOffsets<'a> {
        /// Other morphs.
        0 => Group(Many<'a, MorphOffset>),
        /// Vertices.
        1 => Vertex(Many<'a, VertexOffset>),
        /// Bones.
        2 => Bone(Many<'a, BoneOffset>),
        /// The first UV.
        3 => Uv(Many<'a, UvOffset>),
        /// Additional UV 1.
        4 => ExtraUv1(Many<'a, UvOffset>),
        /// Additional UV 2.
        5 => ExtraUv2(Many<'a, UvOffset>),
        /// Additional UV 3.
        6 => ExtraUv3(Many<'a, UvOffset>),
        /// Additional UV 4.
        7 => ExtraUv4(Many<'a, UvOffset>),
        /// Materials.
        8 => Material(Many<'a, MaterialOffset>),
        /// Other morphs, one at a time as the weight grows (2.1).
        9 => Flip(Many<'a, MorphOffset>),
        /// Rigid bodies (2.1).
        10 => Impulse(Many<'a, ImpulseOffset>),
    }
}

impl MorphOffsets<'_> {
    /// How many offsets there are, of whatever kind.
    pub fn len(&self) -> usize {
        match self {
            MorphOffsets::Group(all) | MorphOffsets::Flip(all) => all.len(),
            MorphOffsets::Vertex(all) => all.len(),
            MorphOffsets::Bone(all) => all.len(),
            MorphOffsets::Uv(all)
            | MorphOffsets::ExtraUv1(all)
            | MorphOffsets::ExtraUv2(all)
            | MorphOffsets::ExtraUv3(all)
            | MorphOffsets::ExtraUv4(all) => all.len(),
            MorphOffsets::Material(all) => all.len(),
            MorphOffsets::Impulse(all) => all.len(),
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

record! {
    /// Another morph, and how much of it.
    pub struct MorphOffset {
        /// The other morph.
        morph: MorphIndex,
        /// How much of it.
        ratio: f32,
    }
}
record! {
    /// A vertex moved.
    pub struct VertexOffset {
        /// Which.
        vertex: VertexIndex,
        /// Added to its position.
        translation: [f32; 3],
    }
}
record! {
    /// A bone moved and turned.
    pub struct BoneOffset {
        /// Which.
        bone: BoneIndex,
        /// Added to its position.
        translation: [f32; 3],
        /// A quaternion: x, y, z, w.
        rotation: [f32; 4],
    }
}
record! {
    /// A UV moved. Of the first UV only x and y count.
    pub struct UvOffset {
        /// Which vertex.
        vertex: VertexIndex,
        /// Added to its UV.
        offset: [f32; 4],
    }
}
record! {
    /// A material changed.
    pub struct MaterialOffset {
        /// Which; −1 means every material.
        material: MaterialIndex,
        /// Whether the values multiply or add.
        operation: MaterialOperation,
        /// RGBA.
        diffuse: [f32; 4],
        /// RGB.
        specular: [f32; 3],
        /// Of the highlight.
        specular_power: f32,
        /// RGB.
        ambient: [f32; 3],
        /// RGBA.
        edge_color: [f32; 4],
        /// Width of the outline.
        edge_size: f32,
        /// RGBA on the texture.
        texture_tint: [f32; 4],
        /// RGBA on the sphere texture.
        sphere_tint: [f32; 4],
        /// RGBA on the toon texture.
        toon_tint: [f32; 4],
    }
}
code! {
    /// What the values of a [`MaterialOffset`] do.
    pub struct MaterialOperation(u8) {
        /// They multiply.
        MULTIPLY = 0,
        /// They add.
        ADD = 1,
    }
}
record! {
    /// A rigid body pushed and spun. Both vectors zero: it is stopped.
    pub struct ImpulseOffset {
        /// Which.
        body: RigidBodyIndex,
        /// 0: along the axes of the world; else along the body's own.
        local: u8,
        /// The push.
        velocity: [f32; 3],
        /// The spin.
        torque: [f32; 3],
    }
}

impl Downgrade for Morph<'_> {
    fn downgrade(self) -> (Self, Option<LossCode>) {
        match self.offsets {
            MorphOffsets::Flip(all) => (Morph { offsets: MorphOffsets::Group(all), ..self }, Some(LossCode::Flip)),
            MorphOffsets::Impulse(_) => {
                (Morph { offsets: MorphOffsets::Group(Many::new(&[])), ..self }, Some(LossCode::Impulse))
            }
            _ => (self, None),
        }
    }
}
impl<'a> Named<'a> for Morph<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
