//! Rules about rigid bodies.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::name;
use super::values;
use crate::check::report::Value;
use crate::pmx::model::Pmx;
use crate::pmx::rigid_body::{BodyMode, BodyShape, RigidBody};

/// The highest collision group.
const LAST_GROUP: u8 = 15;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    for (i, body) in model.rigid_bodies().iter().enumerate() {
        let here = &mut report.record("rigid-bodies", i);
        values::check(here, &[], &body);
        here.optional(body.bone, model.bones().len(), "bone", Code::BodyBoneDangling);
        codes(&body, here);
        size(&body, here);
        mass(&body, here);
        coefficients(&body, here);
    }
    name::check("rigid-bodies", model.rigid_bodies(), name::Rules::OTHERS, report);
}

fn codes(body: &RigidBody<'_>, here: &mut Here<'_>) {
    if body.shape.name().is_none() {
        here.find(Code::BodyShapeUnknown, "shape", body.shape.0, Value::AtMost(2));
    }
    if body.mode.name().is_none() {
        here.find(Code::BodyModeUnknown, "mode", body.mode.0, Value::AtMost(2));
    }
    if body.group > LAST_GROUP {
        here.find(Code::BodyGroupRange, "group", body.group, Value::AtMost(LAST_GROUP.into()));
    }
}

/// A sphere has a radius, a capsule a radius and a height (which may be 0: a sphere), a box three extents.
fn size(body: &RigidBody<'_>, here: &mut Here<'_>) {
    let used = match body.shape {
        BodyShape::SPHERE => 1,
        BodyShape::CAPSULE => 2,
        _ => 3,
    };
    let may_be_zero = |i: usize| body.shape == BodyShape::CAPSULE && i == 1;
    for (i, &size) in body.size.iter().enumerate().take(used) {
        if size < 0.0 {
            here.find(Code::BodySizeNegative, ("size[]", i), size, "a size above 0");
        } else if size == 0.0 && !may_be_zero(i) {
            here.find(Code::BodySizeZero, ("size[]", i), size, "a size above 0");
        }
    }
}

fn mass(body: &RigidBody<'_>, here: &mut Here<'_>) {
    if body.mass < 0.0 {
        here.find(Code::BodyMassNegative, "mass", body.mass, "a mass above 0");
    } else if body.mass == 0.0 && body.mode != BodyMode::FOLLOWS_BONE {
        here.find(Code::BodyMassZero, "mass", body.mass, "a mass above 0");
    }
}

fn coefficients(body: &RigidBody<'_>, here: &mut Here<'_>) {
    for (field, damping) in [("linear_damping", body.linear_damping), ("angular_damping", body.angular_damping)] {
        if damping.is_finite() && !(0.0..=1.0).contains(&damping) {
            here.find(Code::BodyCoefficientRange, field, damping, Value::Between(0.0, 1.0));
        }
    }
    for (field, value) in [("restitution", body.restitution), ("friction", body.friction)] {
        if value < 0.0 {
            here.find(Code::BodyCoefficientRange, field, value, "0 or more");
        }
    }
}
