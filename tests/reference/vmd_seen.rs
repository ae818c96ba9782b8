//! What the crate's views show of a motion, put into the structs of the reference: every field by name.
use super::bytes::{Float, Told};
use super::differ::{Compared, Differ};
use super::vmd::*;
use mmdmap::FixedName;
use mmdmap::vmd as seen;

/// Section by section, record by record, field by field.
pub fn compare((motion, told): &(Motion, Told<Odd>), view: seen::Vmd<'_>) -> Compared {
    let mut differ = Differ::default();
    let seen::Header { signature, name: long, short_name } = view.header();
    let model = match (&long, &short_name) {
        (Some(long), None) => name(long),
        (None, Some(short)) => name(short),
        both => return Err(format!("two names of a model, or none: {both:?}")),
    };
    differ.one("signature", &motion.signature[..], &signature.stored()[..])?;
    differ.one("model", &motion.model, &model)?;
    differ.one("model", &*motion.model.decoded, &*view.model_name())?;
    differ.all("bones", &motion.bones, view.bones(), bone)?;
    differ.all("morphs", &motion.morphs, view.morphs(), morph)?;
    differ.all("cameras", &motion.cameras, view.cameras(), camera)?;
    differ.all("cameras", &motion.old_cameras, view.old_cameras(), old_camera)?;
    differ.all("lights", &motion.lights, view.lights(), light)?;
    differ.all("shadows", &motion.shadows, view.shadows(), shadow)?;
    differ.all("properties", &motion.properties, view.properties(), property)?;
    differ.one("the rest", &told.rest(view.bytes()), &[view.trailing(), view.behind_cut()])?;
    if !told.is_cut() {
        let present = view.index().sections().iter().skip(1).filter(|span| span.len.is_some()).count();
        differ.one("sections", &motion.sections, &present)?;
    }
    differ.end()
}

fn bits<const N: usize>(floats: [f32; N]) -> [Float; N] {
    floats.map(Float::from)
}
fn name<const N: usize>(name: &FixedName<N>) -> Name {
    Name { raw: name.stored().to_vec(), decoded: name.decode().into_owned() }
}
fn curve(seen::Curve { x1, y1, x2, y2 }: seen::Curve) -> Curve {
    [x1, y1, x2, y2]
}

fn bone(frame: seen::BoneFrame) -> Bone {
    let seen::BoneFrame { name: bone, frame, translation, rotation, interpolation } = frame;
    let all = interpolation;
    Bone {
        name: name(&bone),
        frame,
        translation: bits(translation),
        rotation: bits(rotation),
        interpolation: *all.stored(),
        curves: [all.x(), all.y(), all.z(), all.rotation()].map(curve),
        physics: all.physics().map(|switch| switch == seen::Physics::On),
    }
}
fn morph(seen::MorphFrame { name: morph, frame, weight }: seen::MorphFrame) -> Morph {
    Morph { name: name(&morph), frame, weight: weight.into() }
}
fn camera(camera: seen::CameraFrame) -> Camera {
    let seen::CameraFrame { frame, distance, target, rotation, interpolation, view_angle, perspective } = camera;
    Camera {
        frame,
        distance: distance.into(),
        target: bits(target),
        rotation: bits(rotation),
        interpolation: *interpolation.stored(),
        curves: interpolation.curves().map(curve),
        view_angle,
        perspective: perspective.0,
    }
}
fn old_camera(camera: seen::OldCameraFrame) -> OldCamera {
    let seen::OldCameraFrame { frame, distance, target, rotation, curve } = camera;
    OldCamera { frame, distance: distance.into(), target: bits(target), rotation: bits(rotation), curve }
}
fn light(seen::LightFrame { frame, color, direction }: seen::LightFrame) -> Light {
    Light { frame, color: bits(color), direction: bits(direction) }
}
fn shadow(seen::ShadowFrame { frame, mode, distance }: seen::ShadowFrame) -> Shadow {
    Shadow { frame, mode: mode.0, distance: distance.into() }
}
fn property(seen::PropertyFrame { frame, visible, ik }: seen::PropertyFrame<'_>) -> Property {
    let switches: Vec<_> = ik.iter().map(|seen::IkSwitch { bone, enabled }| (name(&bone), enabled.0)).collect();
    assert_eq!(switches.len(), ik.len());
    Property { frame, visible: visible.0, ik: switches }
}
