//! The columns of motions, of either version.
use super::Shape::{Items, More, One, Parts, Text};
use super::{Field, RGB, Shape, XYZ, XYZW};

pub fn of(section: &str) -> &'static [Field] {
    match section {
        "header" => HEADER,
        "bones" => BONES,
        "morphs" => MORPHS,
        "cameras" => CAMERAS,
        "lights" => LIGHTS,
        "shadows" => SHADOWS,
        "properties" => PROPERTIES,
        _ => &[],
    }
}

const CURVE: Shape = Parts(&["x1", "y1", "x2", "y2"]);

const HEADER: &[Field] = &[Field("signature", Text), Field("name", Text), Field("short_name", Text)];

const BONES: &[Field] = &[
    Field("name", Text),
    Field("frame", One),
    Field("translation", XYZ),
    Field("rotation", XYZW),
    Field("interpolation.x", CURVE),
    Field("interpolation.y", CURVE),
    Field("interpolation.z", CURVE),
    Field("interpolation.rotation", CURVE),
    Field("interpolation.physics", One),
    Field("interpolation.stored", More),
];

const MORPHS: &[Field] = &[Field("name", Text), Field("frame", One), Field("weight", One)];

const CAMERAS: &[Field] = &[
    Field("frame", One),
    Field("distance", One),
    Field("target", XYZ),
    Field("rotation", XYZ),
    Field("interpolation.x", CURVE),
    Field("interpolation.y", CURVE),
    Field("interpolation.z", CURVE),
    Field("interpolation.rotation", CURVE),
    Field("interpolation.distance", CURVE),
    Field("interpolation.view_angle", CURVE),
    Field("curve", Parts(&["x1", "x2", "y1", "y2"])),
    Field("view_angle", One),
    Field("perspective", One),
];

const LIGHTS: &[Field] = &[Field("frame", One), Field("color", RGB), Field("direction", XYZ)];

const SHADOWS: &[Field] = &[Field("frame", One), Field("mode", One), Field("distance", One)];

const PROPERTIES: &[Field] =
    &[Field("frame", One), Field("visible", One), Field("ik", Items), Field("ik.bone", Text), Field("ik.enabled", One)];
