//! From poses to motions and back: the same numbers, and whatever is lost is listed.
mod common;
use common::build::Shape;
use common::folders::corpus;
use common::model;
use common::vmd::{A, Build, CENTER, HEAD, SECTIONS, linear, whole};
use mmdmap::pmx::{self, Bone as ModelBone, PmxIndex};
use mmdmap::vmd::{Curve, Motion, Physics, VmdIndex};
use mmdmap::vpd::{Bone, Flavour, Morph, Pose, VpdIndex};
use mmdmap::{ConvertOptions, Encoding, LossCode, Losses, Mode, Name, PmxFile, ScanOptions};
use std::cell::RefCell;

fn options() -> ConvertOptions<'static> {
    ConvertOptions::new()
}

thread_local! {
    /// The codes of all that was listed.
    static LISTED: RefCell<Vec<LossCode>> = RefCell::default();
}

fn listed(losses: &Losses) -> Vec<(LossCode, &'static str, Option<usize>)> {
    LISTED.with_borrow_mut(|codes| codes.extend(losses.iter().map(|loss| loss.code)));
    losses.iter().map(|loss| (loss.code, loss.section, loss.record)).collect()
}

/// There and back; what was lost on the way there.
fn there_and_back(pose: &Pose<'_>, check: impl FnOnce(Pose<'_>, Losses)) -> Losses {
    let (motion, losses) = pose.to_motion(&options());
    let bytes = motion.to_bytes().expect("can be written");
    let index = VmdIndex::scan_with(&bytes, &ScanOptions::from(Mode::Strict)).expect("is right");
    let name = format!("{}.osm", index.view(&bytes).model_name());
    let (again, back) = index.view(&bytes).poses(&options()).at(0.0, &name);
    check(again, back);
    losses
}

#[test]
fn a_pose_becomes_a_motion_of_one_frame_with_straight_curves() {
    let mut pose = Pose::new("ミク.OSM");
    pose.bones.push(Bone::new("右腕 ", [1.0, -2.0, 3.5], [0.0, 0.0, 0.5, 0.866025]));
    pose.bones.push(Bone::new("頭", [0.0; 3], [0.0; 4]));
    pose.morphs.push(Morph::new("あ", 0.75));
    let (motion, losses) = pose.to_motion(&options());
    assert!(losses.is_empty());
    assert!(motion.name == "ミク" && motion.bones.len() == 2 && motion.morphs.len() == 1);
    let arm = motion.bones[0];
    // Blanks behind a name mean nothing.
    assert!(arm.name == "右腕" && arm.frame == 0 && arm.name.stored()[4..] == [0; 11]);
    assert_eq!((arm.translation, arm.rotation), ([1.0, -2.0, 3.5], [0.0, 0.0, 0.5, 0.866025]));
    let curves = arm.interpolation;
    assert_eq!([curves.x(), curves.y(), curves.z(), curves.rotation()], [Curve::LINEAR; 4]);
    assert_eq!(curves.physics(), Some(Physics::On));
    assert_eq!((motion.morphs[0].frame, motion.morphs[0].weight), (0, 0.75));
    assert!(motion.cameras.is_empty() && motion.properties.is_empty());
    let (later, _) = pose.to_motion(&options().frame(30));
    assert!(later.bones.iter().all(|key| key.frame == 30) && later.morphs[0].frame == 30);
}

#[test]
fn a_pose_comes_back_to_the_printed_digit() {
    let mut pose = Pose::new("miku.osm");
    let numbers = [-0.1375, -0.133513, 0.0, -0.0, 123.45679, 1e-6, -4e-7, 16_777_216.0, f32::MIN_POSITIVE];
    for (i, &x) in numbers.iter().enumerate() {
        let name: &'static str = ["a", "b", "c", "d", "e", "f", "g", "h", "i"][i];
        pose.bones.push(Bone::new(name, [x, -x, 0.5], [x, 0.0, 0.0, 0.0]));
        pose.morphs.push(Morph::new(name, x));
    }
    let print = |pose: &Pose<'_>| pose.to_bytes(Flavour::Text, Encoding::Cp932).expect("can be written");
    let losses = there_and_back(&pose, |again, back| {
        assert!(back.is_empty());
        assert_eq!(print(&again), print(&pose));
        assert_eq!(again.model_name, pose.model_name);
        for (a, b) in again.bones.iter().zip(&pose.bones) {
            assert_eq!(a.translation.map(f32::to_bits), b.translation.map(f32::to_bits));
            assert_eq!(a.rotation.map(f32::to_bits), b.rotation.map(f32::to_bits));
        }
    });
    assert!(losses.is_empty());
}

/// Real poses: of each name the last, bit for bit; so the printed digits are the same, whoever printed them.
#[test]
fn real_poses_come_back_bit_for_bit() {
    let Some(corpus) = corpus() else { return };
    let (mut poses, mut bones, mut same) = (0, 0, 0);
    for real in corpus.files("vpd") {
        let Ok(index) = VpdIndex::scan(&real.bytes) else { continue };
        let pose = index.view(&real.bytes).to_pose();
        let losses = there_and_back(&pose, |again, _| {
            for bone in &again.bones {
                let last = pose.bones.iter().rev().find(|other| {
                    let other = other.name.text().decode().into_owned();
                    mmdmap::FixedName::<15>::cut(&other).0.matches(bone.name.text())
                        && mmdmap::FixedName::<15>::cut(&bone.name.text().decode()).0.matches(&*other)
                });
                let last = last.unwrap_or_else(|| panic!("{}: {bone:?} was not there", real.name));
                assert_eq!(bone.translation.map(f32::to_bits), last.translation.map(f32::to_bits), "{}", real.name);
                assert_eq!(bone.rotation.map(f32::to_bits), last.rotation.map(f32::to_bits), "{}", real.name);
                bones += 1;
            }
            let print = |pose: &Pose<'_>| pose.to_bytes(Flavour::Text, Encoding::Cp932).ok();
            let model = Pose { model_name: again.model_name, ..pose.clone() };
            same += usize::from(print(&again).is_some() && print(&again) == print(&model));
        });
        println!("{}: {:?}", real.name, listed(&losses));
        poses += 1;
    }
    println!("{poses} poses, {bones} bones; {same} of them print the same file");
    assert!(poses > 0 && same * 2 > poses);
}

#[test]
fn what_a_motion_cannot_say_is_listed() {
    let mut pose = Pose::new("とても長いモデルの名前です.osm");
    pose.bones.push(Bone::new("頭", [1.0; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("骨🦴", [2.0; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("スカート前中央右", [3.0; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("頭", [4.0; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.morphs.push(Morph::new("あ", 0.1));
    pose.morphs.push(Morph::new("あ", 0.2));
    let losses = there_and_back(&pose, |again, back| {
        assert_eq!(again.bones.iter().map(|bone| bone.translation[0]).collect::<Vec<_>>(), [4.0, 3.0], "the last wins");
        assert_eq!(again.morphs.iter().map(|morph| morph.weight).collect::<Vec<_>>(), [0.2]);
        assert_eq!(
            listed(&back),
            [(LossCode::Overridden, "bones", Some(0)), (LossCode::Overridden, "morphs", Some(0))]
        );
    });
    assert_eq!(
        listed(&losses),
        [
            (LossCode::LongName, "header", None),
            (LossCode::UnmappableName, "bones", Some(1)),
            (LossCode::LongName, "bones", Some(2)),
            (LossCode::Overridden, "bones", Some(0)),
            (LossCode::Overridden, "morphs", Some(0)),
        ]
    );
    // All but the one without a name are kept.
    let (motion, _) = pose.to_motion(&options());
    assert_eq!((motion.bones.len(), motion.morphs.len(), motion.name.bytes().len()), (3, 2, 20));
    assert!(motion.bones[1].name.matches("スカート前中央右") && motion.bones[1].name.is_cut());

    let text = b"Vocaloid Pose Data file\r\n\r\nm.osm;\r\n1;\r\n\r\nBone0{a\r\n 0,0,0;\r\n 0,0,0,1;\r\n}\r\n\r\nLight{x\r\n 1;\r\n}\r\n";
    let index = VpdIndex::scan(text).expect("a pose with a block of another kind");
    let (motion, losses) = index.view(text).to_motion(&options());
    assert_eq!((motion.bones.len(), listed(&losses)), (1, vec![(LossCode::UnknownBlock, "blocks", Some(0))]));
}

#[test]
fn what_a_new_pose_leaves_of_an_old_one_is_listed() {
    let lost = |header: &str, behind_numbers: &str, behind_brace: &str| {
        let bone = format!("Bone0{{a // b\n 0,0,0;{behind_numbers}\n 0,0,0,1;\n}}{behind_brace}\n");
        let text = format!("Vocaloid Pose Data file\n\nhttp://m.osm;{header}\n1;\n\n{bone}");
        let index = VpdIndex::scan(text.as_bytes()).expect("a pose");
        listed(&index.view(text.as_bytes()).unwritten_losses())
    };
    let comments = [(LossCode::Comments, "blocks", None)];
    assert_eq!(lost("", "", ""), []);
    assert_eq!(lost("\t\t// 親ファイル名", " // trans x,y,z \t", ""), [], "a new pose has them, too");
    assert_eq!(lost("// 親", "", ""), comments);
    assert_eq!(lost("", "\t\t\t\t// trans", ""), comments);
    assert_eq!(lost("", "", "//"), comments);
    assert_eq!(lost("", "", "\n// by; nobody"), comments);

    let mut pose = Pose::new("m.osm");
    pose.morphs.push(Morph::new("あ", 0.5));
    for (flavour, left, expected) in [
        (Flavour::Text, 1, vec![]),
        (Flavour::Hybrid, 0, vec![(LossCode::Morphs, "morphs", None)]),
        (Flavour::Hybrid, 0, vec![]),
    ] {
        let mut losses = Losses::default();
        pose.fit(flavour, &mut losses);
        assert_eq!((pose.morphs.len(), listed(&losses)), (left, expected));
    }
}

#[test]
fn what_a_pose_cannot_say_is_listed() {
    let file = whole();
    let index = VmdIndex::scan(&file.bytes).unwrap();
    let (pose, losses) = index.view(&file.bytes).poses(&options()).at(15.0, "m.osm");
    assert_eq!((pose.bones.len(), pose.morphs.len()), (2, 1));
    let sections = [
        (LossCode::Camera, "cameras", None),
        (LossCode::Light, "lights", None),
        (LossCode::Shadow, "shadows", None),
        (LossCode::Switches, "properties", None),
    ];
    assert_eq!(listed(&losses), sections);
    // Names begin where the file first has them, without what lies behind the NUL.
    assert_eq!(pose.bones[1].name.raw().bytes(), HEAD);
    let text = pose.to_bytes(Flavour::Text, Encoding::Utf8).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("Bone0{センター\r\n"));
}

/// No pose can hold it: the bone is not turned, and that is said.
#[test]
fn a_rotation_that_is_not_a_number_becomes_none() {
    let mut m = Build::new(b"m");
    let rotation = [0.0, f32::NAN, 0.0, 1.0];
    m.section("bones", 1, |m, _| m.bone(CENTER, 3, [1.0; 3], rotation, linear()));
    m.empty(&SECTIONS[1..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let (pose, losses) = index.view(&m.bytes).poses(&options()).at(3, "m.osm");
    assert_eq!((pose.bones[0].translation, pose.bones[0].rotation), ([1.0; 3], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!(listed(&losses), [(LossCode::Rotation, "bones", Some(0))]);
    assert!(pose.to_bytes(Flavour::Text, Encoding::Cp932).is_ok());
}

/// In a pose it would end its line.
#[test]
fn a_name_with_a_line_end_is_left_out_and_listed() {
    let mut m = Build::new(b"m");
    let names: [&[u8]; 2] = [b"a\nb", CENTER];
    m.section("bones", 2, |m, i| m.bone(names[i], 3, [1.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.section("morphs", 2, |m, i| m.morph([A, b"a\rb"][i], 3, 0.5));
    m.empty(&SECTIONS[2..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let (pose, losses) = index.view(&m.bytes).poses(&options()).at(3, "m.osm");
    assert_eq!(pose.bones.iter().map(|bone| bone.name.to_string()).collect::<Vec<_>>(), ["センター"]);
    assert_eq!(pose.morphs.iter().map(|morph| morph.name.to_string()).collect::<Vec<_>>(), ["あ"]);
    let lines = [(LossCode::LineInName, "bones", Some(0)), (LossCode::LineInName, "morphs", Some(1))];
    assert_eq!(listed(&losses), lines);
    assert!(pose.to_bytes(Flavour::Text, Encoding::Cp932).is_ok());
}

#[test]
fn between_keys_a_pose_is_what_the_tracks_say_and_at_keys_the_keys() {
    let mut m = Build::new(b"m");
    let keys = [(CENTER, 0, [0.0; 4]), (CENTER, 10, [0.6, 0.0, 0.0, 0.8]), (HEAD, 10, [0.0, 0.0, 0.0, 2.0])];
    m.section("bones", 3, |m, i| m.bone(keys[i].0, keys[i].1, [keys[i].1 as f32; 3], keys[i].2, linear()));
    m.section("morphs", 1, |m, _| m.morph(A, 4, 0.5));
    m.empty(&SECTIONS[2..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let motion = index.view(&m.bytes);

    let poses = motion.poses(&options());
    let (pose, losses) = poses.at(2.5, "m.osm");
    assert!(losses.is_empty());
    let center = motion.bone_tracks().find("センター").unwrap().sample(2.5);
    assert_eq!((pose.bones[0].translation, pose.bones[0].rotation), (center.translation, center.rotation));
    assert_eq!((pose.bones[1].translation, pose.morphs[0].weight), ([10.0; 3], 0.5));
    // As the file has it: no rotation at all, or a long one.
    assert_eq!(poses.at(0.0, "").0.bones[0].rotation, [0.0; 4]);
    assert_eq!(poses.at(10.0, "").0.bones[1].rotation, [0.0, 0.0, 0.0, 2.0]);

    let exact = motion.poses(&options().keys_only(true));
    let names = |pose: &Pose<'_>| pose.bones.iter().map(|bone| bone.name.to_string()).collect::<Vec<_>>();
    let (pose, losses) = exact.at(10.0, "m.osm");
    assert_eq!((names(&pose), pose.morphs.len()), (vec!["センター".to_owned(), "頭".to_owned()], 0));
    assert_eq!(listed(&losses), [(LossCode::NoKey, "morphs", Some(0))]);
    let (pose, losses) = exact.at(0.0, "m.osm");
    assert_eq!(names(&pose), ["センター"]);
    assert_eq!(listed(&losses), [(LossCode::NoKey, "bones", Some(2)), (LossCode::NoKey, "morphs", Some(0))]);
    for nowhere in [9.5, -1.0, f32::NAN, f32::INFINITY, 4_294_967_296.0] {
        assert!(exact.at(nowhere, "").0.bones.is_empty());
    }
}

#[test]
fn with_a_model_bones_that_physics_moves_are_left_out_and_listed() {
    let model = PmxFile::open(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure.pmx")).unwrap();
    let model = model.model();
    let body = |physics: bool| {
        let found = model.rigid_bodies().iter().find(|body| (body.mode.0 != 0) == physics && body.bone.get().is_some());
        model.bone(found.expect("such a body").bone).unwrap().name.local.decode().into_owned()
    };
    let (moved, moves) = (body(true), body(false));
    let mut pose = Pose::new("figure.osm");
    pose.bones.push(Bone::new(&moved, [1.0; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new(&moves, [2.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let (all, losses) = pose.to_motion(&options());
    assert_eq!((all.bones.len(), losses.count(LossCode::Physics)), (2, 0));
    let (motion, losses) = pose.to_motion(&options().model(model));
    assert_eq!(listed(&losses), [(LossCode::Physics, "bones", Some(0))]);
    assert!(motion.bones.len() == 1 && motion.bones[0].name.matches(&*moves));

    let bytes = Motion { bones: all.bones, ..Motion::new(all.name) }.to_bytes().unwrap();
    let index = VmdIndex::scan(&bytes).unwrap();
    let (pose, losses) = index.view(&bytes).poses(&options().model(model)).at(0.0, "figure.osm");
    assert_eq!(listed(&losses), [(LossCode::Physics, "bones", Some(0))]);
    assert_eq!(pose.bones.len(), 1);
}

/// The motion knows no more of a name than its first 15 bytes: what stands behind them need not be in cp932.
#[test]
fn a_bone_that_physics_moves_is_known_by_the_first_15_bytes_of_its_name() {
    let model = PmxFile::open(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure.pmx")).unwrap();
    let model = model.model();
    let moved = model.rigid_bodies().iter().find(|body| body.mode.0 != 0).and_then(|body| body.bone.get()).unwrap();
    let mut edit = model.edit();
    edit.bones(|i, bone| {
        if i == moved { ModelBone { name: Name::new("スカート前中央右🦴", ""), ..bone } } else { bone }
    });
    let mut renamed = Vec::new();
    edit.write_to(&mut renamed).unwrap();
    let renamed = PmxFile::from_bytes(renamed).unwrap();

    let mut pose = Pose::new("figure.osm");
    pose.bones.push(Bone::new("スカート前中央右", [1.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let (motion, losses) = pose.to_motion(&options().model(renamed.model()));
    assert_eq!((motion.bones.len(), losses.count(LossCode::Physics)), (0, 1));
    assert_eq!(pose.to_motion(&options().model(model)).0.bones.len(), 1);
}

#[test]
fn what_a_new_pose_leaves_behind_is_listed() {
    let mut pose = Pose::new("m.osm");
    pose.morphs.push(Morph::new("まばたき", 0.5));
    let as_printed = pose.to_bytes(Flavour::Text, Encoding::Utf8).expect("a pose");
    let commented = [&as_printed[..], "// 左目も\r\n".as_bytes()].concat();
    for (bytes, lost) in [(as_printed, vec![]), (commented, vec![(LossCode::Comments, "blocks", None)])] {
        let index = VpdIndex::scan(&bytes).expect("a pose");
        assert_eq!(listed(&index.view(&bytes).unwritten_losses()), lost);
    }
    let mut losses = Losses::default();
    pose.fit(Flavour::Text, &mut losses);
    assert_eq!((pose.morphs.len(), losses.total()), (1, 0));
    pose.fit(Flavour::Hybrid, &mut losses);
    assert_eq!((pose.morphs.len(), listed(&losses)), (0, vec![(LossCode::Morphs, "morphs", None)]));
}

/// The files of the tests above lose all there is to lose of poses and motions; the rest is lost of a model of 2.1 that
/// is cut short and has a misspelt name, made one of 2.0 in another encoding.
#[test]
fn every_loss_there_is_has_a_file_that_loses_it() {
    what_a_motion_cannot_say_is_listed();
    what_a_pose_cannot_say_is_listed();
    what_a_new_pose_leaves_behind_is_listed();
    a_rotation_that_is_not_a_number_becomes_none();
    a_name_with_a_line_end_is_left_out_and_listed();
    between_keys_a_pose_is_what_the_tracks_say_and_at_keys_the_keys();
    with_a_model_bones_that_physics_moves_are_left_out_and_listed();

    let file = model::build(Shape { encoding: 1, ..Shape::USUAL }, 70);
    let mut bytes = file.with_at(file.at("bones[2].name.local") + 4, [0xff]);
    bytes.pop();
    let index = PmxIndex::scan_with(&bytes, &ScanOptions::from(Mode::Salvage)).expect("a cut model");
    let mut edit = index.view(&bytes).edit();
    edit.version(pmx::Version::V2_0).encoding(Encoding::Utf16Le).allow_losses();
    let losses = listed(&edit.write_to(Vec::new()).expect("all but the losses can be written"));
    for (code, section) in [(LossCode::SoftBodies, "soft-bodies"), (LossCode::BehindCut, "end")] {
        assert!(losses.contains(&(code, section, None)), "{code:?}");
    }
    assert!(losses.contains(&(LossCode::Text, "bones", Some(2))));

    let met = LISTED.take();
    let missing: Vec<_> = LossCode::ALL.iter().filter(|code| !met.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
