//! Rules about bones: what they hang on and take over, in which order, and about which axes they turn.
use super::code::Code;
use super::cycle;
use super::here::{Here, Points, Report};
use super::name;
use super::values::{self, finite};
use crate::index::BoneIndex;
use crate::pmx::bone::{Bone, BoneFlags, EvaluationKey};
use crate::pmx::model::Pmx;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let bones = model.bones().len();
    for (i, bone) in model.bones().iter().enumerate() {
        let here = &mut report.record("bones", i);
        values::check(here, &[], &bone);
        others(&bone, bones, here);
        axes(&bone, here);
        let unknown = bone.flags.difference(BoneFlags::all());
        if !unknown.is_empty() {
            here.find(Code::BoneFlagsUnknown, "flags", unknown.bits(), "no such flags");
        }
    }
    chains(model, report);
    name::check("bones", model.bones(), name::Rules::BONES, report);
}

/// The bones that it names.
fn others(bone: &Bone<'_>, bones: usize, here: &mut Here<'_>) {
    here.optional(bone.parent, bones, "parent", Code::BoneParentDangling);
    if let Some(tail) = bone.tail_bone {
        here.optional(tail, bones, "tail_bone", Code::BoneTailDangling);
    }
    if let Some(append) = bone.append {
        here.required(append.parent, bones, "append.parent", Code::AppendDangling, Code::AppendNone);
    }
}

fn axes(bone: &Bone<'_>, here: &mut Here<'_>) {
    if bone.fixed_axis == Some([0.0; 3]) {
        here.find(Code::FixedAxisZero, "fixed_axis", 0.0, "a direction");
    }
    if let Some(axes) = bone.local_axes.filter(|axes| finite(axes.x) && finite(axes.z)) {
        if is_next_to_nothing(cross(axes.x, axes.z), length(axes.x) * length(axes.z)) {
            here.find(Code::LocalAxesDegenerate, "local_axes", (), "two directions, not parallel");
        }
    }
}

/// Whether a cross product is that of vectors which are zero or parallel; `product` is that of their lengths.
fn is_next_to_nothing(cross: [f32; 3], product: f32) -> bool {
    length(cross) <= product * 1e-4
}
fn cross([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

/// Who hangs on whom, and who takes over from whom.
fn chains(model: Pmx<'_>, report: &mut Report) {
    let links = Links::of(model);
    for (i, (parent, source)) in links.parents.iter().zip(&links.sources).enumerate() {
        // A bone that is its own parent is a circle, no matter of order.
        if links.is_later(*parent, i) {
            report.record("bones", i).find(Code::BoneBeforeParent, "parent", *parent, "a bone evaluated earlier");
        }
        if links.is_later(*source, i) {
            report.record("bones", i).find(
                Code::AppendBeforeSource,
                "append.parent",
                *source,
                "a bone evaluated earlier",
            );
        }
    }
    for (first, len) in cycle::circles(&links.parents) {
        report.record("bones", first).find(Code::BoneParentCycle, "parent", len, "no circle");
    }
    for (first, len) in cycle::circles(&links.sources) {
        report.record("bones", first).find(Code::AppendCycle, "append.parent", len, "no circle");
    }
}

/// What matters of each bone for order and circles; [`cycle::NONE`] where there is no other bone.
struct Links {
    parents: Vec<u32>,
    /// From which each takes over movement.
    sources: Vec<u32>,
    /// What comes first in the key of evaluation.
    stages: Vec<(bool, i32)>,
}

impl Links {
    fn of(model: Pmx<'_>) -> Self {
        let bones = model.bones().len();
        let number = |index: BoneIndex| match index.get() {
            Some(i) if i < bones => u32::try_from(i).unwrap_or(cycle::NONE),
            _ => cycle::NONE,
        };
        let mut links = Links { parents: Vec::new(), sources: Vec::new(), stages: Vec::new() };
        for (i, bone) in model.bones().iter().enumerate() {
            let EvaluationKey { after_physics, layer, .. } = bone.evaluation_key(i);
            links.parents.push(number(bone.parent));
            links.sources.push(bone.append.map_or(cycle::NONE, |append| number(append.parent)));
            links.stages.push((after_physics, layer));
        }
        links
    }

    /// Whether another bone is evaluated after this one.
    fn is_later(&self, other: u32, bone: usize) -> bool {
        let key = |i: usize| self.stages.get(i).map(|&(after_physics, layer)| (after_physics, layer, i));
        key(other as usize) > key(bone) && other != cycle::NONE
    }
}
