//! Rules about IK chains.
use super::code::Code;
use super::cycle::Graph;
use super::here::{Here, Points, Report};
use crate::check::report::Value;
use crate::index::BoneIndex;
use crate::pmx::bone::{Ik, IkLimits};
use crate::pmx::model::Pmx;
use std::collections::HashSet;

/// More rounds than this, for one chain in every frame, are taken for a slip.
const MOST_ITERATIONS: i32 = 255;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let bones = model.bones().len();
    let chains = || model.bones().iter().enumerate().filter_map(|(i, bone)| Some((i, bone.ik?)));
    for (i, ik) in chains() {
        let here = &mut report.record("bones", i);
        target(&ik, i, bones, here);
        links(&ik, i, bones, here);
        solver(&ik, here);
    }
    if chains().next().is_some() {
        goals(model, report);
    }
}

fn target(ik: &Ik<'_>, bone: usize, bones: usize, here: &mut Here<'_>) {
    let target = here.required(ik.target, bones, "ik.target", Code::IkTargetDangling, Code::IkTargetNone);
    if target == Some(bone) {
        here.find(Code::IkTargetSelf, "ik.target", ik.target, "the bone at the end of the chain");
    }
}

fn links(ik: &Ik<'_>, bone: usize, bones: usize, here: &mut Here<'_>) {
    if ik.links.is_empty() {
        here.find(Code::IkNoLinks, "ik.links", 0u8, ());
    }
    let mut seen = HashSet::new();
    for (k, link) in ik.links.iter().enumerate() {
        let field = ("ik.links[].bone", k);
        let there = here.required(link.bone, bones, field, Code::IkLinkDangling, Code::IkLinkNone);
        if there == Some(bone) {
            here.find(Code::IkLinkSelf, field, link.bone, "another bone");
        } else if there.is_some() && link.bone == ik.target {
            here.find(Code::IkLinkTarget, field, link.bone, "another bone");
        }
        if there.is_some() && !seen.insert(link.bone) {
            here.find(Code::IkLinkDuplicate, field, link.bone, "another bone");
        }
        if let IkLimits::Within(limits) = link.limits {
            if limits.min.iter().zip(limits.max).any(|(min, max)| *min > max) {
                here.find(Code::IkLimitsReversed, ("ik.links[].limits", k), (), "no smallest above its largest");
            }
        }
    }
}

fn solver(ik: &Ik<'_>, here: &mut Here<'_>) {
    match ik.iterations {
        0 => here.find(Code::IkStill, "ik.iterations", 0u8, "1 or more"),
        1..=MOST_ITERATIONS => {}
        odd => here.find(Code::IkIterations, "ik.iterations", odd, Value::AtMost(MOST_ITERATIONS as u64)),
    }
    if ik.limit_angle == 0.0 {
        here.find(Code::IkStill, "ik.limit_angle", 0.0, "an angle");
    } else if ik.limit_angle < 0.0 {
        here.find(Code::IkAngle, "ik.limit_angle", ik.limit_angle, "an angle above 0");
    }
}

/// Goals that move with their own chain: a bone depends on its parent, and a link on the IK bone that turns it.
fn goals(model: Pmx<'_>, report: &mut Report) {
    let bones = model.bones().len();
    let number = |index: BoneIndex| index.get().filter(|&i| i < bones).and_then(|i| u32::try_from(i).ok());
    let mut pairs = Vec::new();
    for (i, bone) in (0u32..).zip(model.bones()) {
        pairs.extend(number(bone.parent).map(|parent| (i, parent)));
        let links = bone.ik.iter().flat_map(|ik| ik.links.iter());
        pairs.extend(links.filter_map(|link| number(link.bone)).filter(|&link| link != i).map(|link| (link, i)));
    }
    let circles = Graph::new(bones, &pairs).circles();
    let component = |bone: u32| circles.component.get(bone as usize);
    for (i, bone) in (0u32..).zip(model.bones()) {
        let Some(ik) = bone.ik else { continue };
        for (k, link) in ik.links.iter().enumerate() {
            let turned = number(link.bone).filter(|&link| link != i);
            if turned.is_some_and(|link| component(link) == component(i)) {
                let mut here = report.record("bones", i as usize);
                here.find(
                    Code::IkCycle,
                    ("ik.links[].bone", k),
                    link.bone,
                    "a bone on which the IK bone does not hang",
                );
            }
        }
    }
}
