//! Bones and weights: what is stored, and what leaves.
use super::super::vertex::{Bdef1, Bdef2, Bdef4, Sdef};
use super::space::Space;
use super::weights::{Weights, normalized};
use crate::index::BoneIndex;

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
    /// Joints and weights as they leave; `PLAIN` if nothing changes but that bones are checked.
    #[inline(always)]
    pub(crate) fn checked<const PLAIN: bool>(
        &self,
        mut bones: [i32; 4],
        mut weights: [f32; 4],
    ) -> ([u16; 4], [f32; 4]) {
        let checked = PLAIN || self.joints == Joints::Checked;
        for (bone, weight) in bones.iter_mut().zip(&mut weights) {
            // −1 and all other negative numbers are larger than any bone.
            let there = (*bone as u32) < self.bones || !checked;
            *bone = if there { *bone } else { 0 };
            *weight = if there { *weight } else { 0.0 };
        }
        if !PLAIN && self.weights == Weights::Normalized {
            weights = normalized(weights);
        }
        (bones.map(|bone| bone as u16), weights)
    }
    /// Whether nothing changes but that bones are checked.
    pub(crate) fn is_plain(&self) -> bool {
        self.joints == Joints::Checked && self.weights == Weights::Stored && self.space.is_stored()
    }
    /// Joints and weights of one deformation, as they leave.
    pub(crate) fn influence(&self, deform: &impl Influence) -> ([u16; 4], [f32; 4]) {
        let (bones, weights) = deform.influence();
        self.checked::<false>(bones, weights)
    }
}

/// What each kind of deformation comes down to: four bones, four weights; 0 in places that it does not use.
pub(crate) trait Influence {
    fn influence(&self) -> ([i32; 4], [f32; 4]);
}

impl Influence for Bdef1 {
    #[inline(always)]
    fn influence(&self) -> ([i32; 4], [f32; 4]) {
        ([self.bone.raw(), 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    }
}
impl Influence for Bdef2 {
    #[inline(always)]
    fn influence(&self) -> ([i32; 4], [f32; 4]) {
        let [a, b] = self.bones.map(BoneIndex::raw);
        ([a, b, 0, 0], [self.weight, 1.0 - self.weight, 0.0, 0.0])
    }
}
impl Influence for Sdef {
    #[inline(always)]
    fn influence(&self) -> ([i32; 4], [f32; 4]) {
        Bdef2 { bones: self.bones, weight: self.weight }.influence()
    }
}
impl Influence for Bdef4 {
    #[inline(always)]
    fn influence(&self) -> ([i32; 4], [f32; 4]) {
        (self.bones.map(BoneIndex::raw), self.weights)
    }
}
