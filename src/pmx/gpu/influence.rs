//! Bones and weights: what is stored, and what leaves.
use super::layout::VertexValues;
use super::space::Space;
use super::weights::{Weights, normalized};
use crate::pmx::vertex::{Bdef1, Bdef2, Bdef4, Deform, Sdef, Vertex};

/// What becomes of joints that are not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joints {
    /// A bone that is −1, beyond the bones of the model, or beyond the 65 536 that a joint can say, becomes joint 0 with
    /// weight 0.
    #[default]
    Checked,
    /// The lowest 16 bits of whatever the file says; −1 is 65 535. Weights stay. For shaders that check by themselves.
    Stored,
}

/// How values change on their way out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Changes {
    /// Joints from this one on are not there.
    pub(crate) bones: u32,
    pub(crate) joints: Joints,
    pub(crate) weights: Weights,
    pub(crate) space: Space,
}

impl Changes {
    /// Whether nothing changes but that bones are checked.
    pub(crate) fn is_plain(&self) -> bool {
        self.joints == Joints::Checked && self.weights == Weights::Stored && self.space.is_stored()
    }
    /// What leaves, of one vertex as its view shows it.
    pub(crate) fn values<'a>(&self, vertex: &Vertex<'a>) -> VertexValues<'a> {
        let stored = match vertex.deform {
            Deform::Bdef1(d) => d.influence(),
            Deform::Bdef2(d) => d.influence(),
            Deform::Sdef(d) => d.influence(),
            Deform::Bdef4(d) | Deform::Qdef(d) => d.influence(),
        };
        let change = &self;
        let (joints, weights) = change.influence::<4>(stored);
        let values = VertexValues {
            position: vertex.position(),
            normal: vertex.normal(),
            uv: vertex.uv(),
            joints,
            weights,
            edge_scale: vertex.edge_scale,
            extra_uvs: vertex.extra_uvs.0,
        };
        if self.is_plain() { values } else { change.space(values) }
    }
}

/// Four bones, four weights; 0 in places that the deformation does not use.
pub(crate) type Influences = ([i32; 4], [f32; 4]);

/// How values change on their way out, compiled into the loops.
pub(crate) trait Change: Copy {
    /// Joints and weights as they leave; bones are known to be stored in so many bytes.
    fn influence<const BONE: u8>(&self, stored: Influences) -> ([u16; 4], [f32; 4]);
    /// Everything else.
    fn space<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a>;
}

/// Nothing changes but that bones are checked.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    /// Joints from this one on are not there.
    pub(crate) bones: u32,
}

impl Plain {
    /// Whether all four are there: true of nearly every vertex, so a branch costs nothing.
    #[inline(always)]
    fn all_there<const BONE: u8>(self, bones: [i32; 4]) -> bool {
        if BONE == 4 {
            return bones.into_iter().fold(true, |all, bone| all & ((bone as u32) < self.bones));
        }
        // Four lanes of 16 bits in a word. What is not negative gets its highest bit by adding up to the limit; and no sum
        // runs into the lane beside it, unless a negative one has told already.
        const LANES: u64 = 0x0001_0001_0001_0001;
        const HIGHEST: u64 = LANES << 15;
        let up = u64::from(0x8000u32.saturating_sub(self.bones)).wrapping_mul(LANES);
        let lanes = lanes(bones);
        (lanes | lanes.wrapping_add(up)) & HIGHEST == 0
    }
    /// One by one: joint 0 and weight 0 where a bone is not there.
    #[inline(always)]
    fn one_by_one(self, (mut bones, mut weights): Influences) -> Influences {
        for (bone, weight) in bones.iter_mut().zip(&mut weights) {
            // −1 and all other negative numbers are larger than any bone.
            let there = (*bone as u32) < self.bones;
            (*bone, *weight) = if there { (*bone, *weight) } else { (0, 0.0) };
        }
        (bones, weights)
    }
}

/// Four numbers side by side in a word, cut to 16 bits each.
#[inline(always)]
fn lanes([a, b, c, d]: [i32; 4]) -> u64 {
    let lane = |bone: i32| u64::from(bone as u16);
    lane(a) | lane(b) << 16 | lane(c) << 32 | lane(d) << 48
}

impl Change for Plain {
    #[inline(always)]
    fn influence<const BONE: u8>(&self, stored: Influences) -> ([u16; 4], [f32; 4]) {
        let (bones, weights) = if self.all_there::<BONE>(stored.0) { stored } else { self.one_by_one(stored) };
        (bones.map(|bone| bone as u16), weights)
    }
    #[inline(always)]
    fn space<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        stored
    }
}

impl Change for &Changes {
    #[inline(always)]
    fn influence<const BONE: u8>(&self, stored: Influences) -> ([u16; 4], [f32; 4]) {
        let (joints, weights) = match self.joints {
            Joints::Checked => Plain { bones: self.bones }.influence::<BONE>(stored),
            Joints::Stored => (stored.0.map(|bone| bone as u16), stored.1),
        };
        match self.weights {
            Weights::Stored => (joints, weights),
            Weights::Normalized => (joints, normalized(weights)),
        }
    }
    #[inline(always)]
    fn space<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        VertexValues {
            position: self.space.position(stored.position),
            normal: self.space.direction(stored.normal),
            uv: self.space.uv(stored.uv),
            ..stored
        }
    }
}

/// What each kind of deformation comes down to: four bones, four weights; 0 in places that it does not use.
pub(crate) trait Influence {
    fn influence(&self) -> Influences;
}

impl Influence for Bdef1 {
    #[inline(always)]
    fn influence(&self) -> Influences {
        ([self.bone.raw(), 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    }
}
impl Influence for Bdef2 {
    #[inline(always)]
    fn influence(&self) -> Influences {
        let [a, b] = self.bones;
        ([a.raw(), b.raw(), 0, 0], [self.weight, 1.0 - self.weight, 0.0, 0.0])
    }
}
impl Influence for Sdef {
    #[inline(always)]
    fn influence(&self) -> Influences {
        Bdef2 { bones: self.bones, weight: self.weight }.influence()
    }
}
impl Influence for Bdef4 {
    #[inline(always)]
    fn influence(&self) -> Influences {
        // Part by part: see `Vec4::get`.
        let [a, b, c, d] = self.bones;
        ([a.raw(), b.raw(), c.raw(), d.raw()], self.weights)
    }
}
