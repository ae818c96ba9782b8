//! What a motion holds is what was put, field by field; what is written is what was read; tracks are sorted.
mod common;
use common::vmd::{A, Build, CENTER, HEAD, SECTIONS, empty, linear, rows, whole};
use mmdmap::vmd::{
    BoneFrame, BoneInterpolation, CameraFrame, CameraInterpolation, Curve, IkSwitch, LightFrame, MorphFrame, Motion,
    Perspective, Physics, PropertyFrame, ShadowFrame, ShadowMode, Switch, Version, VmdIndex,
};
use mmdmap::{FixedName, Many, Mode, ScanOptions, VmdFile};

fn scan(bytes: &[u8]) -> VmdIndex {
    VmdIndex::scan_with(bytes, &ScanOptions::from(Mode::Strict)).expect("a motion")
}

fn curve([x1, y1, x2, y2]: [u8; 4]) -> Curve {
    Curve { x1, y1, x2, y2 }
}

#[test]
fn the_header_is_what_was_put() {
    let file = whole();
    let index = scan(&file.bytes);
    let motion = index.view(&file.bytes);
    assert_eq!((motion.version(), motion.model_name().as_ref()), (Version::V2, "ミク"));
    let header = motion.header();
    assert_eq!((header.model_name().bytes(), header.model_name().is_valid()), (&b"\x83\x7e\x83\x4e"[..], true));
    assert_eq!(header.name.unwrap().stored(), b"\x83\x7e\x83\x4e\0left over\0\0\0\0\0\0");
    assert_eq!(header.name.unwrap().filler(), b"left over\0\0\0\0\0\0");
    assert_eq!(header.short_name, None);
    assert!(!header.is_of_camera());

    let camera = Build::new(b"\x83\x4a\x83\x81\x83\x89\x81\x45\x8f\xc6\x96\xbe\0on Data");
    let mut camera = camera.clone();
    camera.empty(&SECTIONS);
    assert!(scan(&camera.bytes).view(&camera.bytes).header().is_of_camera());
}

#[test]
fn bone_frames_are_what_was_put() {
    let file = whole();
    let index = scan(&file.bytes);
    let bones = index.view(&file.bytes).bones();
    assert_eq!(bones.len(), 3);
    let BoneFrame { name, frame, translation, rotation, interpolation } = bones.get(0).unwrap();
    assert!(name == "センター" && name.matches("センター"));
    assert_eq!((frame, translation, rotation), (30, [1.0, -2.0, 3.5], [0.0, 0.6, 0.0, 0.8]));
    // By the rows: X takes bytes 0, 4, 8, 12 of row 0, Y of row 1 and so on; the switch does not disturb Z and rotation.
    assert_eq!(interpolation.x(), curve([1, 5, 101, 105]));
    assert_eq!(interpolation.y(), curve([2, 6, 102, 106]));
    assert_eq!(interpolation.z(), curve([3, 7, 103, 107]));
    assert_eq!(interpolation.rotation(), curve([4, 8, 104, 108]));
    assert_eq!(interpolation.physics(), Some(Physics::Off));
    assert_eq!(interpolation.stored()[61..], [0xcd, 0xcc, 0xcc]);
    assert!(interpolation.rows_agree());

    let head = bones.get(1).unwrap();
    assert!(head.name == "頭" && head.name.stored()[3..] == [0xfd; 12]);
    assert_eq!(head.interpolation.physics(), None);
    assert!(head.interpolation.x().is_linear());
    assert_eq!(bones.get(3), None);
}

#[test]
fn the_other_frames_are_what_was_put() {
    let file = whole();
    let index = scan(&file.bytes);
    let motion = index.view(&file.bytes);
    let a = FixedName::new("あ").unwrap();
    let morphs: Vec<_> = motion.morphs().iter().collect();
    assert_eq!(morphs, [0, 1].map(|i| MorphFrame { name: a, frame: 10 * i, weight: i as f32 * 0.75 }));

    let camera = motion.cameras().first().unwrap();
    let want = CameraFrame {
        frame: 5,
        distance: -45.5,
        target: [0.0, 10.0, 1.0],
        rotation: [0.1, 0.2, 0.3],
        // Stored as x1, x2, y1, y2.
        interpolation: CameraInterpolation::new([1, 5, 9, 13, 17, 21].map(|n| curve([n, n + 2, n + 1, n + 3]))),
        view_angle: 30,
        perspective: Perspective::OFF,
    };
    assert_eq!(camera, want);
    assert_eq!(camera.interpolation.curves()[5], curve([21, 23, 22, 24]));
    assert_eq!(camera.interpolation.stored()[..4], [1, 2, 3, 4]);

    let light = LightFrame { frame: 2, color: [0.6, 0.5, 0.4], direction: [-0.5, -1.0, 0.5] };
    assert_eq!(motion.lights().first(), Some(light));
    let shadow = ShadowFrame { frame: 3, mode: ShadowMode::MODE_2, distance: 0.08875 };
    assert_eq!(motion.shadows().first(), Some(shadow));
    assert!((shadow.shown_distance() - 1125.0).abs() < 0.1);

    let properties = motion.properties();
    assert_eq!(properties.get(0).map(|p| (p.frame, p.visible, p.ik.len())), Some((0, Switch::ON, 0)));
    let second = properties.get(1).unwrap();
    assert_eq!((second.frame, second.visible), (9, Switch::OFF));
    let ik: Vec<_> = second.ik.iter().collect();
    assert!(ik[0].bone == "左足ＩＫ" && !ik[0].enabled.is_on());
    assert!(ik[1].bone == "右足ＩＫ" && ik[1].enabled.is_on() && ik[1].bone.filler().starts_with(b"garbage"));
    assert!(ik[1].matching_name().matches("右足ＩＫ"));
    assert_eq!(motion.last_frame(), Some(30));
    let nothing = empty();
    assert_eq!(scan(&nothing.bytes).view(&nothing.bytes).last_frame(), None);
}

#[test]
fn sections_lie_where_they_were_put() {
    let file = whole();
    let index = scan(&file.bytes);
    let spans = index.sections();
    assert_eq!(spans.len(), 7);
    for (span, (name, range)) in spans.iter().zip(&file.sections) {
        assert_eq!((span.name, &span.range), (*name, range));
    }
    assert_eq!(
        spans.iter().map(|span| span.len).collect::<Vec<_>>(),
        [None, Some(3), Some(2), Some(1), Some(1), Some(1), Some(2)]
    );
    assert!(spans.iter().skip(1).all(|span| span.len == span.declared));
    let motion = index.view(&file.bytes);
    assert_eq!(motion.properties().offset(1), Some(file.record("properties", 1)));
    assert_eq!(motion.bones().offset(2), Some(file.record("bones", 2)));
    assert_eq!(index.file_len(), file.bytes.len());
    assert!(format!("{motion:?}").contains("[3 x BoneFrame]"));
}

#[test]
fn records_come_from_the_front_from_the_back_and_by_range() {
    let file = whole();
    let index = scan(&file.bytes);
    let bones = index.view(&file.bytes).bones();
    let all: Vec<_> = bones.iter().collect();
    let mut back: Vec<_> = bones.iter().rev().collect();
    back.reverse();
    assert_eq!(all, back);
    assert_eq!(bones.range(1..).iter().collect::<Vec<_>>(), all[1..]);
    assert_eq!(bones.iter().nth(2).as_ref(), all.last());
    assert_eq!(bones.iter().len(), 3);
}

#[test]
fn a_whole_motion_goes_back_byte_for_byte_through_its_records() {
    let file = whole();
    let index = scan(&file.bytes);
    let motion = index.view(&file.bytes);
    assert_eq!(motion.to_bytes(), file.bytes);
    let mut written = Vec::new();
    motion.write_to(&mut written).unwrap();
    assert_eq!(written, file.bytes);
    // The same through a copy, whose lists hold every record: only the name's filler was kept by name, too.
    assert_eq!(motion.to_motion().to_bytes().unwrap(), file.bytes);
}

#[test]
fn a_motion_of_ones_own_is_written_and_read_back() {
    let name = |name: &str| FixedName::new(name).unwrap();
    let mut motion = Motion::new(FixedName::new("初音ミク").unwrap());
    let (x, y, z, r) = (curve([1, 2, 3, 4]), curve([5, 6, 7, 8]), curve([9, 10, 11, 12]), curve([13, 14, 15, 16]));
    motion.bones.push(BoneFrame {
        name: name("センター"),
        frame: u32::MAX,
        translation: [0.1, -0.0, f32::MAX],
        rotation: [0.0, 1.0, 0.0, 0.0],
        interpolation: BoneInterpolation::new(x, y, z, r, None),
    });
    motion.bones.push(BoneFrame { interpolation: BoneInterpolation::linear(), ..motion.bones[0] });
    motion.morphs.push(MorphFrame { name: name("あ"), frame: 1, weight: 0.5 });
    motion.cameras.push(CameraFrame {
        frame: 3,
        distance: -10.0,
        target: [1.0, 2.0, 3.0],
        rotation: [0.0; 3],
        interpolation: CameraInterpolation::linear(),
        view_angle: 45,
        perspective: Perspective::ON,
    });
    motion.lights.push(LightFrame { frame: 0, color: [1.0; 3], direction: [0.0, -1.0, 0.0] });
    motion.shadows.push(ShadowFrame { frame: 0, mode: ShadowMode::MODE_1, distance: 0.01 });
    let switches = [IkSwitch { bone: FixedName::new("左足ＩＫ").unwrap(), enabled: false.into() }];
    motion.properties.push(PropertyFrame { frame: 4, visible: true.into(), ik: Many::of(&switches) });

    let bytes = motion.to_bytes().unwrap();
    let sizes = 50 + 6 * 4 + 2 * 111 + 23 + 61 + 28 + 9 + (9 + 21);
    assert_eq!(bytes.len(), sizes);
    assert_eq!(bytes[..30], *b"Vocaloid Motion Data 0002\0\0\0\0\0");
    let index = scan(&bytes);
    let view = index.view(&bytes);
    assert_eq!(view.to_motion(), motion);
    let bone = view.bones().first().unwrap().interpolation;
    assert_eq!((bone.x(), bone.y(), bone.z(), bone.rotation(), bone.physics()), (x, y, z, r, None));
    assert!(bone.rows_agree());
    // The bytes of row 0, as the page of the format gives them.
    assert_eq!(bone.stored()[..16], [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16]);
    assert_eq!(*bone.stored(), rows(*bone.stored().first_chunk().unwrap()));
    // Straight lines with the switch on: zeros in bytes 2 and 3 only.
    let mut want = linear();
    want[2..4].fill(0);
    assert_eq!(*BoneInterpolation::linear().stored(), want);
    let camera = view.cameras().first().unwrap().interpolation;
    assert_eq!(camera.stored()[..8], [20, 107, 20, 107, 20, 107, 20, 107]);
}

#[test]
fn curves_go_into_their_bytes_and_come_back() {
    for n in 0..60u8 {
        let of = |k: u8| curve([n.wrapping_mul(7).wrapping_add(k), n + 2 * k, 255 - n, k]);
        for physics in [None, Some(Physics::On), Some(Physics::Off)] {
            let one = BoneInterpolation::new(of(1), of(2), of(3), of(4), physics);
            assert_eq!((one.x(), one.y(), one.z(), one.rotation()), (of(1), of(2), of(3), of(4)));
            assert_eq!(BoneInterpolation::from_stored(*one.stored()), one);
            assert!(one.rows_agree());
            if physics.is_some() {
                assert_eq!(one.physics(), physics);
            }
        }
        let six = [of(1), of(2), of(3), of(4), of(5), of(6)];
        assert_eq!(CameraInterpolation::new(six).curves(), six);
    }
    let mut odd = linear();
    odd[17] = 99;
    assert!(!BoneInterpolation::from_stored(odd).rows_agree());
    assert!(Curve::LINEAR.is_linear() && !Curve::LINEAR.is_odd() && curve([0, 128, 0, 0]).is_odd());
}

#[test]
fn tracks_are_sorted_and_say_what_counts_twice() {
    let mut m = Build::new(b"");
    let keys =
        [(CENTER, 20, 1.0), (HEAD, 5, 2.0), (CENTER, 10, 3.0), (CENTER, 20, 4.0), (CENTER, 0, 5.0), (CENTER, 20, 6.0)];
    m.section("bones", keys.len(), |m, i| {
        let (name, frame, x) = keys[i];
        m.bone(name, frame, [x, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], linear());
    });
    // The same name with other bytes behind the NUL.
    m.section("morphs", 2, |m, i| m.morph(if i == 0 { A } else { b"\x82\xa0\0x" }, 3, i as f32));
    m.empty(&SECTIONS[2..]);
    let index = scan(&m.bytes);
    let motion = index.view(&m.bytes);

    let tracks = motion.bone_tracks();
    assert_eq!(tracks.iter().map(|track| track.name().to_string()).collect::<Vec<_>>(), ["センター", "頭"]);
    let center = tracks.find("センター").unwrap();
    let frames = |keys: &[mmdmap::vmd::Key]| keys.iter().map(|key| (key.frame, key.record)).collect::<Vec<_>>();
    assert_eq!(frames(center.keys()), [(0, 4), (10, 2), (20, 5)]);
    assert_eq!(frames(center.overridden()), [(20, 0), (20, 3)]);
    assert_eq!(center.iter().map(|key| key.translation[0]).collect::<Vec<_>>(), [5.0, 3.0, 6.0]);
    assert_eq!(center.at(20).unwrap().translation[0], 6.0);
    assert_eq!((center.at(19), center.len(), center.is_empty()), (None, 3, false));
    assert_eq!(tracks.get(1).unwrap().keys().len(), 1);
    assert!(tracks.get(2).is_none() && tracks.find("足").is_none() && tracks.len() == 2 && !tracks.is_empty());
    assert_eq!(IntoIterator::into_iter(&tracks).len(), 2);

    let morphs = motion.morph_tracks();
    assert_eq!((morphs.len(), frames(morphs.get(0).unwrap().overridden())), (1, vec![(3, 0)]));
    assert_eq!(morphs.find("あ").unwrap().sample(3.0), 1.0);
    assert!(morphs.find("あ\0x").is_none() && morphs.find("あ\0").is_none() && morphs.find("").is_none());
    assert!(morphs.find("骨🦴").is_none(), "which cp932 does not have");
    assert!(motion.camera_track().is_empty() && motion.camera_track().sample(0.0).is_none());
}

#[test]
fn a_long_name_of_the_model_is_found_by_its_first_fifteen_bytes() {
    let mut m = Build::new(b"");
    // スカート前中央右: cut in the midst of its eighth character.
    let cut = b"\x83\x58\x83\x4a\x81\x5b\x83\x67\x91\x4f\x92\x86\x89\x9b\x89";
    m.section("bones", 1, |m, _| m.bone(cut, 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let index = scan(&m.bytes);
    let bone = index.view(&m.bytes).bones().first().unwrap();
    assert!(bone.name.is_cut() && !bone.name.is_valid());
    assert_eq!(bone.name.decode(), "スカート前中央\u{fffd}");
    let tracks = index.view(&m.bytes).bone_tracks();
    assert!(tracks.find("スカート前中央右").is_some());
    assert!(tracks.find("スカート前中央").is_none() && tracks.find("スカート前中左右").is_none());
    // By its own name, too, half a character and all.
    assert_eq!(tracks.find(bone.name.text()).map(|track| track.name()), Some(bone.name));
    assert_eq!(FixedName::<15>::cut("スカート前中央右").0, bone.name);
}

#[test]
fn a_motion_is_opened_from_a_file_and_saved_over_it() {
    let file = whole();
    let path = std::env::temp_dir().join(format!("mmdmap-vmd-{}.vmd", std::process::id()));
    std::fs::write(&path, &file.bytes).unwrap();
    let opened = VmdFile::open(&path).unwrap();
    assert_eq!(opened.motion().bones().len(), 3);
    let mut copy = opened.motion().to_motion();
    copy.bones.truncate(1);
    copy.save(&path).unwrap();
    assert_eq!(VmdFile::open(&path).unwrap().motion().bones().len(), 1);
    opened.motion().save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), file.bytes);
    let e = VmdFile::from_bytes(b"PMX \0\0\0\x40".to_vec()).unwrap_err();
    assert_eq!(e.to_string(), "header.signature at byte 0x0: not a VMD motion, but a PMX model");
    std::fs::remove_file(&path).unwrap();
}

/// A file that another process rewrites shows other values, or fewer; nothing worse.
#[test]
fn an_index_over_other_bytes_shows_nonsense_calmly() {
    let file = whole();
    let index = scan(&file.bytes);
    for len in 0..file.bytes.len() {
        let motion = index.view(&file.bytes[..len]);
        let _ = (motion.bones().iter().count(), motion.properties().iter().map(|p| p.ik.iter().count()).sum::<usize>());
        let _ = (
            motion.bone_tracks().iter().map(|t| t.sample(1.0).translation[0]).sum::<f32>(),
            motion.to_bytes().len(),
            motion.last_frame(),
        );
        let _ = motion.camera_track().sample(3.0);
    }
    let tracks = index.view(&file.bytes).bone_tracks();
    assert_eq!(tracks.len(), 2);
}
