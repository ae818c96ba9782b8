//! Rules about soft bodies.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::name;
use super::values;
use crate::check::report::Value;
use crate::pmx::model::Pmx;
use crate::pmx::soft_body::{SoftBody, SoftBodyFlags};

/// The highest collision group.
const LAST_GROUP: u8 = 15;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    for (i, body) in model.soft_bodies().iter().enumerate() {
        let here = &mut report.record("soft-bodies", i);
        values::check(here, &[], &body);
        codes(&body, model, here);
        ranges(&body, here);
        ties(&body, model, here);
    }
    name::check("soft-bodies", model.soft_bodies(), name::Rules::OTHERS, report);
}

fn codes(body: &SoftBody<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    let materials = model.materials().len();
    here.required(body.material, materials, "material", Code::SoftBodyMaterialDangling, Code::SoftBodyMaterialNone);
    if body.shape.name().is_none() {
        here.find(Code::SoftBodyShapeUnknown, "shape", body.shape.0, Value::AtMost(1));
    }
    if body.aerodynamics.name().is_none() {
        here.find(Code::AerodynamicsUnknown, "aerodynamics", body.aerodynamics.0, "0 to 4");
    }
    if body.group > LAST_GROUP {
        here.find(Code::BodyGroupRange, "group", body.group, Value::AtMost(LAST_GROUP.into()));
    }
    let unknown = body.flags.difference(SoftBodyFlags::all());
    if !unknown.is_empty() {
        here.find(Code::SoftBodyFlagsUnknown, "flags", unknown.bits(), "no such flags");
    }
}

fn ranges(body: &SoftBody<'_>, here: &mut Here<'_>) {
    if body.mass <= 0.0 {
        here.find(Code::SoftBodyRange, "mass", body.mass, "a mass above 0");
    }
    if body.margin < 0.0 {
        here.find(Code::SoftBodyRange, "margin", body.margin, "0 or more");
    }
    let counts = [
        ("bending_distance", body.bending_distance),
        ("clusters", body.clusters),
        ("iterations.velocity", body.iterations.velocity),
        ("iterations.position", body.iterations.position),
        ("iterations.drift", body.iterations.drift),
        ("iterations.cluster", body.iterations.cluster),
    ];
    for (field, count) in counts.into_iter().filter(|&(_, count)| count < 0) {
        here.find(Code::SoftBodyRange, field, count, "0 or more");
    }
}

/// What its vertices are tied to.
fn ties(body: &SoftBody<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    let (bodies, vertices) = (model.rigid_bodies().len(), model.vertices().len());
    for (k, anchor) in body.anchors.iter().enumerate() {
        here.required(anchor.body, bodies, ("anchors[].body", k), Code::AnchorBodyDangling, Code::AnchorBodyNone);
        here.optional(anchor.vertex, vertices, ("anchors[].vertex", k), Code::AnchorVertexDangling);
        if anchor.near > 1 {
            here.find(Code::AnchorNearUnknown, ("anchors[].near", k), anchor.near, Value::AtMost(1));
        }
    }
    for (k, pin) in body.pins.iter().enumerate() {
        here.optional(pin, vertices, ("pins[]", k), Code::PinVertexDangling);
    }
}
