//! Rules about vertices. There are millions: a quick look passes over those that break none of the rules.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::values::{self, finite};
use crate::check::report::Value;
use crate::index::{BoneIndex, Index};
use crate::pmx::header::Version;
use crate::pmx::model::Pmx;
use crate::pmx::vertex::{Deform, Sdef, Vertex};

/// How far from 1 the sum of weights may be; and how far from 0 to 1 a weight.
const WEIGHT_SLACK: f32 = 0.01;
/// How far from 1 the length of a normal may be, squared.
const UNIT: core::ops::RangeInclusive<f32> = 0.98..=1.02;
/// Coordinates from here on are no place of a model.
const HUGE: f32 = 1e6;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let rules = Rules { bones: model.bones().len(), qdef: model.version() == Version::V2_1 };
    model.vertices().iter().enumerate().for_each(|(i, vertex)| {
        if !rules.breaks_none(&vertex) {
            let odd = vertex; // one that is never handed on stays in registers
            rules.check(&odd, &mut report.record("vertices", i));
        }
    });
}

struct Rules {
    /// How many bones there are.
    bones: usize,
    /// Whether the version has QDEF.
    qdef: bool,
}

impl Rules {
    /// The quick look: what passes breaks no rule of [`check`](Rules::check), what does not may break one. It asks
    /// everything at once rather than one after the other: whole models pass, and a branch costs more than a question.
    #[inline(always)]
    fn breaks_none(&self, vertex: &Vertex<'_>) -> bool {
        let deform = match &vertex.deform {
            Deform::Bdef1(d) => self.is_there(d.bone),
            Deform::Bdef2(d) => self.are_fine(d.bones) & is_portion(d.weight),
            Deform::Bdef4(d) => self.are_fine(d.bones) & are_portions(d.weights),
            Deform::Qdef(d) => self.qdef & self.are_fine(d.bones) & are_portions(d.weights),
            Deform::Sdef(d) => {
                let places = [d.c, d.r0, d.r1];
                let known = places.iter().fold(true, |all, &place| all & finite(place) & (place != [0.0; 3]));
                known & self.are_fine(d.bones) & is_portion(d.weight)
            }
        };
        let (position, normal) = (vertex.position(), vertex.normal());
        deform
            & (squared(position) < HUGE * HUGE)
            & !position.iter().fold(false, |any, &x| any | is_tiny(x))
            & UNIT.contains(&squared(normal))
            & finite(vertex.uv())
            & (vertex.edge_scale.to_bits() < f32::INFINITY.to_bits())
            & vertex.extra_uvs.0.iter().fold(true, |all, uv| all & finite(uv.get()))
    }

    #[inline(always)]
    fn is_there(&self, bone: BoneIndex) -> bool {
        // What is negative is far beyond all bones.
        (bone.raw() as u32 as usize) < self.bones
    }
    /// All there, and no two the same: then none has weight twice.
    #[inline(always)]
    fn are_fine<const N: usize>(&self, bones: [BoneIndex; N]) -> bool {
        let mut fine = true;
        for (i, bone) in bones.iter().enumerate() {
            fine &= self.is_there(*bone);
            for other in bones.iter().take(i) {
                fine &= bone != other;
            }
        }
        fine
    }

    #[cold]
    #[inline(never)]
    fn check(&self, vertex: &Vertex<'_>, here: &mut Here<'_>) {
        if !finite_vertex(vertex) {
            values::check(here, &[], vertex);
        }
        place(vertex.position(), here);
        normal(vertex.normal(), here);
        if vertex.edge_scale < 0.0 {
            here.find(Code::EdgeScaleNegative, "edge_scale", vertex.edge_scale, "0 or more");
        }
        match vertex.deform {
            Deform::Bdef1(d) => self.bones([d.bone], [1.0], here),
            Deform::Bdef2(d) => self.two(d.bones, d.weight, here),
            Deform::Sdef(d) => {
                self.two(d.bones, d.weight, here);
                sdef(&d, here);
            }
            Deform::Bdef4(d) | Deform::Qdef(d) => {
                self.bones(d.bones, d.weights, here);
                weights(d.weights, "deform.weights[]", here);
                if finite(d.weights) && !sums(d.weights) {
                    let sum: f32 = d.weights.iter().sum();
                    here.find(Code::WeightSum, "deform.weights", sum, 1.0);
                }
            }
        }
        if matches!(vertex.deform, Deform::Qdef(_)) && !self.qdef {
            here.find(Code::QdefIn20, "deform", "QDEF", "BDEF4");
        }
    }

    /// Two bones: the second has the rest of the weight.
    fn two(&self, bones: [BoneIndex; 2], weight: f32, here: &mut Here<'_>) {
        self.bones(bones, [weight, 1.0 - weight], here);
        weights([weight], "deform.weight", here);
    }

    /// Bones with a weight have to be there.
    fn bones<const N: usize>(&self, bones: [BoneIndex; N], weights: [f32; N], here: &mut Here<'_>) {
        for (i, (bone, weight)) in bones.into_iter().zip(weights).enumerate() {
            let is_there = bone.get().is_some_and(|bone| bone < self.bones);
            let field = if N == 1 { ("deform.bone", i) } else { ("deform.bones[]", i) };
            if weight != 0.0 {
                here.required(bone, self.bones, field, Code::VertexBoneDangling, Code::VertexBoneNone);
            } else if !is_there {
                here.find(Code::VertexBoneIdle, field, bone, Value::Below(self.bones as u64));
            }
        }
        if let Some(i) = twice(bones, weights) {
            let bone = bones.get(i).copied().unwrap_or(Index::NONE);
            here.find(Code::WeightBoneTwice, ("deform.bones[]", i), bone, "another bone");
        }
    }
}

/// A place that is far from any model, or next to nothing.
fn place(position: [f32; 3], here: &mut Here<'_>) {
    if let Some(&far) = position.iter().find(|x| x.is_finite() && x.abs() >= HUGE) {
        here.find(Code::CoordinateHuge, "base.position", far, Value::Between(-HUGE, HUGE));
    }
    if let Some(&tiny) = position.iter().find(|x| is_tiny(**x)) {
        here.find(Code::CoordinateTiny, "base.position", tiny, 0.0);
    }
}

fn normal(normal: [f32; 3], here: &mut Here<'_>) {
    let squared = squared(normal);
    if normal == [0.0; 3] {
        here.find(Code::NormalZero, "base.normal", 0.0, 1.0);
    } else if finite(normal) && !UNIT.contains(&squared) {
        here.find(Code::NormalNotUnit, "base.normal", squared.sqrt(), 1.0);
    }
}

fn weights<const N: usize>(weights: [f32; N], field: &'static str, here: &mut Here<'_>) {
    for (i, weight) in weights.into_iter().enumerate() {
        if weight.is_finite() && !in_range(weight) {
            here.find(Code::WeightRange, (field, i), weight, Value::Between(0.0, 1.0));
        }
    }
}

fn sdef(sdef: &Sdef, here: &mut Here<'_>) {
    for (field, vector) in [("deform.c", sdef.c), ("deform.r0", sdef.r0), ("deform.r1", sdef.r1)] {
        if vector == [0.0; 3] {
            here.find(Code::SdefZero, field, 0.0, "a place near the joint");
        }
    }
}

#[inline(always)]
fn in_range(weight: f32) -> bool {
    (-WEIGHT_SLACK..=1.0 + WEIGHT_SLACK).contains(&weight)
}
#[inline(always)]
fn sums(weights: [f32; 4]) -> bool {
    let [a, b, c, d] = weights;
    (a + b + c + d - 1.0).abs() <= WEIGHT_SLACK
}
#[inline(always)]
fn squared([x, y, z]: [f32; 3]) -> f32 {
    x * x + y * y + z * z
}
/// The second place of a bone that has weight in two.
#[inline(always)]
fn twice<const N: usize>(bones: [BoneIndex; N], weights: [f32; N]) -> Option<usize> {
    let mut second = None;
    for (i, (bone, weight)) in bones.into_iter().zip(weights).enumerate() {
        for (other, weight_of_other) in bones.into_iter().zip(weights).take(i) {
            if (bone == other) & (weight != 0.0) & (weight_of_other != 0.0) {
                second = Some(i);
            }
        }
    }
    second
}
/// Whether a weight is from 0 to 1: one look at its bits, of which negative numbers and those that are none have more.
#[inline(always)]
fn is_portion(weight: f32) -> bool {
    weight.to_bits() <= 1f32.to_bits()
}
#[inline(always)]
fn are_portions(weights: [f32; 4]) -> bool {
    weights.iter().fold(true, |all, &weight| all & is_portion(weight)) & sums(weights)
}
/// Whether a number is denormal: one look at its bits.
#[inline(always)]
fn is_tiny(x: f32) -> bool {
    x.abs().to_bits().wrapping_sub(1) < f32::MIN_POSITIVE.to_bits().wrapping_sub(1)
}
/// Whether all floats that no other rule looks at are numbers.
fn finite_vertex(vertex: &Vertex<'_>) -> bool {
    let deform = match vertex.deform {
        Deform::Bdef1(_) => true,
        Deform::Bdef2(d) => d.weight.is_finite(),
        Deform::Bdef4(d) | Deform::Qdef(d) => finite(d.weights),
        Deform::Sdef(d) => d.weight.is_finite() && finite(d.c) && finite(d.r0) && finite(d.r1),
    };
    let uvs = finite(vertex.uv()) && vertex.extra_uvs.0.iter().all(|uv| finite(uv.get()));
    deform && uvs && finite(vertex.position()) && finite(vertex.normal()) && vertex.edge_scale.is_finite()
}
