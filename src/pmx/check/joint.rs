//! Rules about joints.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::name;
use super::values;
use crate::check::report::Value;
use crate::pmx::header::Version;
use crate::pmx::joint::{Joint, JointKind};
use crate::pmx::model::Pmx;
use crate::pmx::rigid_body::BodyMode;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    for (i, joint) in model.joints().iter().enumerate() {
        let here = &mut report.record("joints", i);
        values::check(here, &[], &joint);
        bodies(&joint, model, here);
        kind(&joint, model.version(), here);
        limits(&joint, here);
    }
    name::check("joints", model.joints(), name::Rules::OTHERS, report);
}

fn bodies(joint: &Joint<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    let len = model.rigid_bodies().len();
    let a = here.required(joint.a, len, "a", Code::JointBodyDangling, Code::JointBodyNone);
    let b = here.required(joint.b, len, "b", Code::JointBodyDangling, Code::JointBodyNone);
    let (Some(a), Some(b)) = (a, b) else { return };
    let follows = |body: usize| model.rigid_bodies().get(body).is_some_and(|body| body.mode == BodyMode::FOLLOWS_BONE);
    if a == b {
        here.find(Code::JointBodySame, "b", joint.b, "another body");
    } else if follows(a) && follows(b) {
        here.find(Code::JointStill, "", (), "a body that physics moves");
    }
}

fn kind(joint: &Joint<'_>, version: Version, here: &mut Here<'_>) {
    if joint.kind.name().is_none() {
        here.find(Code::JointKindUnknown, "kind", joint.kind.0, Value::AtMost(5));
    } else if joint.kind != JointKind::SPRING && version != Version::V2_1 {
        here.find(Code::JointKindIn20, "kind", joint.kind.0, 0u8);
    }
}

/// What the other kinds keep in these vectors are no limits.
fn limits(joint: &Joint<'_>, here: &mut Here<'_>) {
    if !matches!(joint.kind, JointKind::SPRING | JointKind::SIX_DOF) {
        return;
    }
    let pairs =
        [("move_min[]", joint.move_min, joint.move_max), ("rotation_min[]", joint.rotation_min, joint.rotation_max)];
    for (field, low, high) in pairs {
        if let Some((i, (low, high))) = low.into_iter().zip(high).enumerate().find(|(_, (low, high))| low > high) {
            here.find(Code::JointLimitsReversed, (field, i), low, Value::Between(f32::NEG_INFINITY, high));
        }
    }
}
