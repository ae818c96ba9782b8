//! Rules about the values of each key.
use super::code::Code;
use crate::check::report::{Here, Report, Value, Way};
use crate::rotation::length;
use crate::vmd::curve::Curve;
use crate::vmd::motion::Vmd;

/// How far the length of a rotation may be from 1.
const SLACK: f64 = 1e-3;
/// The first angle that sees nothing.
const HALF_TURN: u32 = 180;

pub(super) fn check(motion: Vmd<'_>, report: &mut Report<Code>) {
    for (i, key) in motion.bones().iter().enumerate() {
        let here = &mut report.record("bones", i);
        finite(here, "translation", &key.translation);
        finite(here, "rotation", &key.rotation);
        rotation(here, key.rotation);
        let curves = &key.interpolation;
        curve(here, "interpolation.x", curves.x());
        curve(here, "interpolation.y", curves.y());
        curve(here, "interpolation.z", curves.z());
        curve(here, "interpolation.rotation", curves.rotation());
        if !curves.rows_agree() {
            here.find(Code::CurveRowsDiffer, "interpolation", (), "rows that repeat the first");
        }
    }
    for (i, key) in motion.morphs().iter().enumerate() {
        finite(&mut report.record("morphs", i), "weight", &[key.weight]);
    }
    for (i, key) in motion.camera_frames().enumerate() {
        let here = &mut report.record("cameras", i);
        finite(here, "distance", &[key.distance]);
        finite(here, "target", &key.target);
        finite(here, "rotation", &key.rotation);
        if let Some(odd) = key.interpolation.curves().into_iter().find(|curve| curve.is_odd()) {
            curve(here, "interpolation", odd);
        }
        if key.view_angle == 0 || key.view_angle >= HALF_TURN {
            here.find(Code::ViewAngleOdd, "view_angle", key.view_angle, Value::Below(HALF_TURN.into()));
        }
        known(here, "perspective", key.perspective.0, key.perspective.name());
    }
    for (i, key) in motion.lights().iter().enumerate() {
        finite(&mut report.record("lights", i), "color", &key.color);
        finite(&mut report.record("lights", i), "direction", &key.direction);
    }
    for (i, key) in motion.shadows().iter().enumerate() {
        let here = &mut report.record("shadows", i);
        finite(here, "distance", &[key.distance]);
        known(here, "mode", key.mode.0, key.mode.name());
    }
    for (i, key) in motion.properties().iter().enumerate() {
        let here = &mut report.record("properties", i);
        known(here, "visible", key.visible.0, key.visible.name());
        for (n, switch) in key.ik.iter().enumerate() {
            known(here, ("ik[].enabled", n), switch.enabled.0, switch.enabled.name());
        }
    }
}

fn finite(here: &mut Here<'_, Code>, field: &'static str, numbers: &[f32]) {
    if let Some(odd) = numbers.iter().find(|x| !x.is_finite()) {
        here.find(Code::NonFinite, field, *odd, "a number");
    }
}

fn rotation(here: &mut Here<'_, Code>, rotation: [f32; 4]) {
    let length = length(rotation);
    if length == 0.0 {
        here.find(Code::RotationZero, "rotation", length as f32, "a quaternion of length 1");
    } else if length.is_finite() && (length - 1.0).abs() > SLACK {
        here.find(Code::RotationNotUnit, "rotation", length as f32, "a quaternion of length 1");
    }
}

fn curve(here: &mut Here<'_, Code>, field: &'static str, curve: Curve) {
    if curve.is_odd() {
        let Curve { x1, y1, x2, y2 } = curve;
        here.find(Code::CurveOdd, field, format!("{x1} {y1} {x2} {y2}"), Value::AtMost(Curve::MOST.into()));
    }
}

fn known(here: &mut Here<'_, Code>, field: impl Into<Way>, code: u8, name: Option<&'static str>) {
    if name.is_none() {
        here.find(Code::CodeUnknown, field, code, "a number that means something");
    }
}
