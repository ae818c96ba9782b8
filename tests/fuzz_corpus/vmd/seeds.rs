//! Small motions for the fuzzer to start from, written by the crate's own writer.
use mmdmap::vmd::*;
use mmdmap::{FixedName, Many};

/// Name and bytes of each.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let empty = Motion::new(name("m")).to_bytes().expect("fits");
    let switches = [("左足ＩＫ", true), ("右足ＩＫ", false)];
    let switches = switches.map(|(bone, on)| IkSwitch { bone: name(bone), enabled: on.into() });
    let whole = motion(&switches).to_bytes().expect("fits");
    let mut odd = empty.clone();
    odd[20..25].copy_from_slice(b" 0003");
    let mut trailing = whole.clone();
    trailing.extend_from_slice(b"behind the end");
    let lights = 50 + 4 * 4;
    vec![
        ("motion", whole.clone()),
        ("motion_empty", empty.clone()),
        ("motion_odd_signature", odd),
        ("motion_trailing", trailing),
        ("motion_ends_after_lights", empty[..lights].to_vec()),
        ("motion_cut_in_bones", whole[..50 + 4 + 111 + 40].to_vec()),
        ("motion_cut_in_properties", whole[..whole.len() - 5].to_vec()),
        ("motion_version_1", version_1()),
    ]
}

fn name<const N: usize>(name: &str) -> FixedName<N> {
    FixedName::new(name).expect("fits")
}

fn motion(switches: &[IkSwitch]) -> Motion<'_> {
    let ease = Curve { x1: 64, y1: 0, x2: 64, y2: 127 };
    let bone = |bone: &str, frame, x| BoneFrame {
        name: name(bone),
        frame,
        translation: [x, 1.0, -1.0],
        rotation: [0.0, 0.6, 0.0, 0.8],
        interpolation: BoneInterpolation::new(ease, Curve::LINEAR, ease, ease, Some(Physics::Off)),
    };
    let camera = |frame| CameraFrame {
        frame,
        distance: -45.0,
        target: [0.0, 10.0, 0.0],
        rotation: [0.1, 0.0, 0.0],
        interpolation: CameraInterpolation::new([ease; 6]),
        view_angle: 30,
        perspective: Perspective::ON,
    };
    Motion {
        bones: vec![bone("センター", 30, 1.0), bone("頭", 0, 0.0), bone("センター", 0, 0.5), bone("センター", 30, 2.0)],
        morphs: vec![MorphFrame { name: name("あ"), frame: 3, weight: 0.5 }; 2],
        cameras: vec![camera(0), camera(1), camera(40)],
        lights: vec![LightFrame { frame: 0, color: [0.6; 3], direction: [-0.5, -1.0, 0.5] }],
        shadows: vec![ShadowFrame { frame: 0, mode: ShadowMode::MODE_1, distance: 0.01 }],
        properties: vec![
            PropertyFrame { frame: 0, visible: true.into(), ik: Many::of(switches) },
            PropertyFrame { frame: 9, visible: false.into(), ik: Many::of(&[]) },
        ],
        ..Motion::new(name("ミク"))
    }
}

/// Version 1, which the crate does not write: its camera has 36 bytes.
fn version_1() -> Vec<u8> {
    let mut bytes = b"Vocaloid Motion Data file\0\0\0\0\0old\0\0\0\0\0\0\0".to_vec();
    let counts = |bytes: &mut Vec<u8>, counts: &[u32]| counts.iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    counts(&mut bytes, &[0, 0, 2]);
    for frame in [0u32, 10] {
        bytes.extend(frame.to_le_bytes());
        [-30.0f32, 1.0, 2.0, 3.0, 0.5, 0.25, 0.125].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend([20, 20, 107, 107]);
    }
    counts(&mut bytes, &[0]);
    bytes
}
