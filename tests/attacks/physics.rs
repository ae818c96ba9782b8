//! 113 to 118: rigid bodies and joints.
use super::common::verdict::warns;
use super::mesh::as_2_0;
use super::sound::{spoil, spoil_one};
use mmdmap::pmx::check::Code;
use mmdmap::pmx::{BodyMode, BodyShape, JointKind};

fn le(x: f32) -> [u8; 4] {
    x.to_le_bytes()
}

#[test]
fn a113_shapes_and_modes_that_nobody_knows() {
    for odd in [3, 255] {
        let (bytes, index) = spoil_one("rigid-bodies[1].shape", [odd], Code::BodyShapeUnknown);
        assert_eq!(index.view(&bytes).rigid_bodies().get(1).map(|body| body.shape), Some(BodyShape(odd)));
        let (bytes, index) = spoil_one("rigid-bodies[1].mode", [odd], Code::BodyModeUnknown);
        assert_eq!(index.view(&bytes).rigid_bodies().get(1).map(|body| body.mode), Some(BodyMode(odd)));
    }
    spoil_one("soft-bodies[0].shape", [2], Code::SoftBodyShapeUnknown);
}

#[test]
fn a114_groups_above_15() {
    for group in [16, 255] {
        let (bytes, index) = spoil_one("rigid-bodies[1].group", [group], Code::BodyGroupRange);
        assert_eq!(index.view(&bytes).rigid_bodies().get(1).map(|body| body.group), Some(group));
        spoil_one("soft-bodies[0].group", [group], Code::BodyGroupRange);
    }
}

#[test]
fn a115_sizes_and_masses_of_nothing() {
    for (field, odd, code) in
        [("size", -1.0, Code::BodySizeNegative), ("size", 0.0, Code::BodySizeZero), ("size", f32::NAN, Code::NonFinite)]
    {
        spoil(&format!("rigid-bodies[1].{field}"), 8, le(odd), &[(code, &format!("rigid-bodies[1].{field}[2]"))]);
    }
    for (odd, code) in [(-1.0, Code::BodyMassNegative), (0.0, Code::BodyMassZero), (f32::NAN, Code::NonFinite)] {
        spoil_one("rigid-bodies[1].mass", le(odd), code);
    }
    spoil_one("soft-bodies[0].mass", le(0.0), Code::SoftBodyRange);
}

#[test]
fn a116_kinds_of_joints() {
    // In 2.1 there are six. (For some the vectors are no limits.)
    for kind in [6, 255] {
        let (bytes, index) = spoil_one("joints[0].kind", [kind], Code::JointKindUnknown);
        assert_eq!(index.view(&bytes).joints().get(0).map(|joint| joint.kind), Some(JointKind(kind)));
    }
    let file = as_2_0();
    for kind in 1..=5 {
        spoil("joints[0].kind", 0, [kind], &[]);
        let odd = file.with("joints[0].kind", [kind]);
        let index = warns(&file.bytes, &odd, &[(Code::JointKindIn20, "joints[0].kind")]);
        assert_eq!(index.view(&odd).joints().get(0).map(|joint| joint.kind), Some(JointKind(kind)));
    }
}

#[test]
fn a117_joints_of_bodies_that_are_not_there() {
    for (body, code) in [
        (-1i8, Code::JointBodyNone),
        (-2, Code::IndexBelowNone),
        (2, Code::JointBodyDangling),
        (127, Code::JointBodyDangling),
        (0, Code::JointBodySame),
    ] {
        let (bytes, index) = spoil_one("joints[0].b", body.to_le_bytes(), code);
        let joint = index.view(&bytes).joints().get(0).expect("a joint");
        assert_eq!((joint.b.raw(), index.view(&bytes).rigid_body(joint.b).is_some()), (body.into(), body == 0));
    }
    spoil_one("rigid-bodies[1].bone", 7i16.to_le_bytes(), Code::BodyBoneDangling);
}

#[test]
fn a118_limits_the_wrong_way_around() {
    spoil("joints[0].move_min", 4, le(1.0), &[(Code::JointLimitsReversed, "joints[0].move_min[1]")]);
    spoil("joints[0].rotation_max", 8, le(-2.0), &[(Code::JointLimitsReversed, "joints[0].rotation_min[2]")]);
}
