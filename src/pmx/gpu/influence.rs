//! Bones and weights: what is stored, and what leaves.
use super::layout::VertexValues;
use super::space::Space;
use super::weights::{Weights, normalized};
use crate::bytes::Cursor;
use crate::field::Field;
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
        let (joints, weights) = self.influence(match vertex.deform {
            Deform::Bdef1(d) => d.influence(),
            Deform::Bdef2(d) => d.influence(),
            Deform::Sdef(d) => d.influence(),
            Deform::Bdef4(d) | Deform::Qdef(d) => d.influence(),
        });
        self.rest(VertexValues {
            position: vertex.position(),
            normal: vertex.normal(),
            uv: vertex.uv(),
            joints,
            weights,
            edge_scale: vertex.edge_scale,
            extra_uvs: vertex.extra_uvs.0,
        })
    }
    /// The same of the vertex at a place; all 0 where none is there any more.
    pub(crate) fn values_at<'a>(&self, mut cur: Cursor<'a>) -> VertexValues<'a> {
        Vertex::read(&mut cur).map_or(VertexValues::ZERO, |vertex| self.values(&vertex))
    }
    /// Joints and weights as they leave.
    pub(crate) fn influence(&self, stored: Influences) -> ([u16; 4], [f32; 4]) {
        let (joints, weights) = match self.joints {
            Joints::Checked => checked(self.bones, stored),
            Joints::Stored => (stored.0.map(|bone| bone as u16), stored.1),
        };
        (joints, self.weights(weights))
    }
    #[inline(always)]
    fn weights(&self, weights: [f32; 4]) -> [f32; 4] {
        match self.weights {
            Weights::Stored => weights,
            Weights::Normalized => normalized(weights),
        }
    }
    /// Everything else.
    #[inline(always)]
    fn rest<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        VertexValues {
            position: self.space.position(stored.position),
            normal: self.space.direction(stored.normal),
            uv: self.space.uv(stored.uv),
            ..stored
        }
    }
}

/// Four bones, four weights; 0 in places that the deformation does not use.
pub(crate) type Influences = ([i32; 4], [f32; 4]);

/// Joint 0 and weight 0 where a bone is not there.
fn checked(limit: u32, (mut bones, mut weights): Influences) -> ([u16; 4], [f32; 4]) {
    for (bone, weight) in bones.iter_mut().zip(&mut weights) {
        // −1 and all other negative numbers are larger than any bone.
        let there = (*bone as u32) < limit;
        (*bone, *weight) = if there { (*bone, *weight) } else { (0, 0.0) };
    }
    (bones.map(|bone| bone as u16), weights)
}

/// Four bones side by side in a word, cut to 16 bits each.
#[inline(always)]
pub(crate) fn lanes([a, b, c, d]: [i32; 4]) -> u64 {
    let lane = |bone: i32| u64::from(bone as u16);
    lane(a) | lane(b) << 16 | lane(c) << 32 | lane(d) << 48
}
/// Two weights side by side in a word.
#[inline(always)]
pub(crate) fn pair(a: f32, b: f32) -> u64 {
    u64::from(a.to_bits()) | u64::from(b.to_bits()) << 32
}
#[inline(always)]
pub(crate) fn of_lanes(bones: u64) -> [u16; 4] {
    let bone = |shift: u32| bones.wrapping_shr(shift) as u16;
    [bone(0), bone(16), bone(32), bone(48)]
}
#[inline(always)]
fn of_pairs([first, last]: [u64; 2]) -> [f32; 4] {
    let weight = |bits: u64| f32::from_bits(bits as u32);
    [weight(first), weight(first >> 32), weight(last), weight(last >> 32)]
}

/// How values change on their way out, compiled into the loops.
pub(crate) trait Change: Copy {
    /// [`lanes`] of bones, stored in one or two bytes each, and [`pair`]s of weights: 0 where a bone is not there. In words
    /// they stay in registers.
    fn there(&self, bones: u64, weights: [u64; 2]) -> (u64, [u64; 2]);
    /// Weights of bones that are there.
    fn weights(&self, weights: [f32; 4]) -> [f32; 4];
    /// Everything else.
    fn rest<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a>;
    /// Joints and weights as they leave.
    #[inline(always)]
    fn influence(&self, bones: u64, weights: [u64; 2]) -> ([u16; 4], [f32; 4]) {
        let (bones, weights) = self.there(bones, weights);
        (of_lanes(bones), self.weights(of_pairs(weights)))
    }
    /// What leaves without having come by here.
    #[inline(always)]
    fn seen<'a>(&self, values: VertexValues<'a>) -> VertexValues<'a> {
        values
    }
}

/// Nothing changes but that bones are checked.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    /// In each of four lanes how far it is from the first joint that is not there to what 15 bits cannot say.
    up: u64,
}

impl Plain {
    pub(crate) fn of(changes: &Changes) -> Self {
        Plain::below(changes.bones)
    }
    /// With this one the first joint that is not there.
    pub(crate) fn below(limit: u32) -> Self {
        Plain { up: u64::from(0x8000u32.saturating_sub(limit)).wrapping_mul(0x0001_0001_0001_0001) }
    }
    /// A bit for each lane whose bone is not there, its highest. What is not negative gets it by adding up to the limit.
    #[inline(always)]
    pub(crate) fn missing(self, bones: u64) -> u64 {
        const HIGHEST: u64 = 0x8000_8000_8000_8000;
        ((bones & !HIGHEST).wrapping_add(self.up) | bones) & HIGHEST
    }
}

impl Change for Plain {
    #[inline(always)]
    fn there(&self, mut bones: u64, mut weights: [u64; 2]) -> (u64, [u64; 2]) {
        let missing = self.missing(bones);
        // All four are there in nearly every vertex, so the branch costs nothing.
        if missing != 0 {
            let [first, last] = weights;
            let missing = (missing >> 15).wrapping_mul(0xffff); // all bits of their lanes
            let wide = |a: u64, b: u64| (a & 0xffff).wrapping_mul(0x1_0001) | (b & 0xffff).wrapping_mul(0x1_0001) << 32;
            bones &= !missing;
            weights = [first & !wide(missing, missing >> 16), last & !wide(missing >> 32, missing >> 48)];
        }
        (bones, weights)
    }
    #[inline(always)]
    fn weights(&self, weights: [f32; 4]) -> [f32; 4] {
        weights
    }
    #[inline(always)]
    fn rest<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        stored
    }
}

impl Change for &Changes {
    #[inline(always)]
    fn there(&self, bones: u64, weights: [u64; 2]) -> (u64, [u64; 2]) {
        match self.joints {
            Joints::Checked => Plain::of(self).there(bones, weights),
            Joints::Stored => (bones, weights),
        }
    }
    #[inline(always)]
    fn weights(&self, weights: [f32; 4]) -> [f32; 4] {
        Changes::weights(self, weights)
    }
    #[inline(always)]
    fn rest<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        Changes::rest(self, stored)
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
