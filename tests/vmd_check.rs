//! Each finding about a motion: a file that has exactly it, and files that have none.
mod common;
use common::folders::corpus;
use common::vmd::{A, Build, CENTER, HEAD, LEFT_IK, SECTIONS, linear, rows};
use mmdmap::check::Severity;
use mmdmap::vmd::VmdIndex;
use mmdmap::vmd::check::{Code, Totals};
use std::cell::RefCell;
use std::collections::BTreeSet;

const NONE: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
/// カメラ・照明.
const CAMERA: &[u8] = b"\x83\x4a\x83\x81\x83\x89\x81\x45\x8f\xc6\x96\xbe";

/// What is found: code, place, what is said.
fn findings(bytes: &[u8]) -> Vec<(Code, String, String)> {
    let index = VmdIndex::scan(bytes).expect("a motion");
    let all: Vec<_> = index.view(bytes).check().collect();
    for finding in &all {
        let (section, record) = (finding.place().section(), finding.place().record());
        let start = match record {
            Some(i) if section == "bones" => index.view(bytes).bones().offset(i),
            Some(i) if section == "properties" => index.view(bytes).properties().offset(i),
            Some(_) => continue,
            None => index.sections().iter().find(|span| span.name == section).map(|span| span.range.start),
        };
        assert_eq!(Some(finding.offset() as usize), start, "{finding}");
    }
    all.into_iter().map(|finding| (finding.code(), finding.place().to_string(), finding.to_string())).collect()
}

thread_local! {
    /// What files of this thread have triggered, each without any other finding.
    static TRIGGERED: RefCell<BTreeSet<Code>> = const { RefCell::new(BTreeSet::new()) };
}

#[track_caller]
fn finds(bytes: &[u8], code: Code, place: &str) -> String {
    TRIGGERED.with_borrow_mut(|all| all.insert(code));
    let found = findings(bytes);
    assert_eq!(
        found.iter().map(|(code, place, _)| (*code, &**place)).collect::<Vec<_>>(),
        [(code, place)],
        "{found:#?}"
    );
    found[0].2.clone()
}

/// Name, frame, translation, rotation, interpolation.
type Bone = (Vec<u8>, u32, [f32; 3], [f32; 4], [u8; 64]);

/// A motion of a model about which there is nothing to say: two bones, a morph, a switch; keys as the closures say.
struct Clean {
    name: &'static [u8],
    bones: Vec<Bone>,
    morphs: Vec<(Vec<u8>, u32, f32)>,
    shadows: Vec<(u32, u8, f32)>,
    /// Frame, visible; one IK chain: name, enabled.
    properties: Vec<(u32, u8, Vec<u8>, u8)>,
    sections: usize,
}

impl Clean {
    fn new() -> Self {
        Clean {
            name: b"model",
            bones: vec![
                (CENTER.to_vec(), 0, [0.0; 3], NONE, linear()),
                (CENTER.to_vec(), 10, [1.0; 3], [0.6, 0.0, 0.0, 0.8], linear()),
                (HEAD.to_vec(), 5, [0.0; 3], NONE, linear()),
            ],
            morphs: vec![(A.to_vec(), 0, 0.0), (A.to_vec(), 9, 1.0)],
            shadows: vec![(0, 1, 0.01), (4, 2, 0.01)],
            properties: vec![(0, 1, LEFT_IK.to_vec(), 1), (3, 0, LEFT_IK.to_vec(), 0)],
            sections: 6,
        }
    }
    fn build(&self) -> Build {
        let mut m = Build::new(self.name);
        let (bones, morphs) = (&self.bones, &self.morphs);
        m.section("bones", bones.len(), |m, i| m.bone(&bones[i].0, bones[i].1, bones[i].2, bones[i].3, bones[i].4));
        m.section("morphs", morphs.len(), |m, i| m.morph(&morphs[i].0, morphs[i].1, morphs[i].2));
        m.empty(&["cameras", "lights"][..(self.sections - 2).min(2)]);
        if self.sections > 4 {
            m.section("shadows", self.shadows.len(), |m, i| {
                let (frame, mode, distance) = self.shadows[i];
                m.u32(frame).u8(mode).floats(&[distance]);
            });
        }
        if self.sections > 5 {
            m.section("properties", self.properties.len(), |m, i| {
                let (frame, visible, name, enabled) = &self.properties[i];
                m.u32(*frame).u8(*visible).u32(1).text(name, 20).u8(*enabled);
            });
        }
        m
    }
    #[track_caller]
    fn finds(mut self, change: impl FnOnce(&mut Clean), code: Code, place: &str) -> String {
        change(&mut self);
        finds(&self.build().bytes, code, place)
    }
}

/// A motion of camera and light about which there is nothing to say.
fn camera(name: &[u8], change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut m = Build::new(name);
    m.empty(&["bones", "morphs"]);
    m.section("cameras", 2, |m, i| {
        m.u32(10 * i as u32).floats(&[-45.0]).floats(&[0.0; 6]).raw(&[20, 107, 20, 107].repeat(6)).u32(30).u8(0);
    });
    m.section("lights", 1, |m, _| {
        m.u32(0).floats(&[0.6; 6]);
    });
    m.empty(&["shadows", "properties"]);
    let mut bytes = m.bytes;
    change(&mut bytes);
    bytes
}
/// Where the first key of that camera begins.
const KEY: usize = 50 + 4 + 4 + 4;

#[test]
fn about_a_sound_motion_there_is_nothing_to_say() {
    assert_eq!(findings(&Clean::new().build().bytes), []);
    assert_eq!(findings(&camera(CAMERA, |_| {})), []);
    // Whatever lies behind a NUL, which readers leave alone.
    let mut filler = Clean::new();
    filler.bones[2].0 = b"\x93\xaa\0\xfd\xfd\xfd".to_vec();
    filler.bones[2].4[63] = 0xcd;
    filler.bones[2].4[2..4].copy_from_slice(&[0x63, 0x0f]);
    assert_eq!(findings(&filler.build().bytes), []);
}

#[test]
fn the_file_as_a_whole() {
    let mut old = Build::version_1(b"m");
    old.section("bones", 1, |m, _| m.bone(CENTER, 0, [0.0; 3], NONE, linear()));
    old.empty(&SECTIONS[1..]);
    finds(&old.bytes, Code::OldVersion, "header.signature");
    Clean::new().finds(|c| c.sections = 5, Code::SectionMissing, "properties");
    // What trails in its place has been said when the file was opened.
    let mut trailing = Clean { sections: 5, ..Clean::new() }.build().bytes;
    trailing.extend([0xff; 7]);
    assert_eq!(findings(&trailing), []);
    let mut empty = Build::new(b"m");
    empty.empty(&SECTIONS);
    finds(&empty.bytes, Code::MotionEmpty, "bones");
    let many = |n: u32, c: &mut Clean| c.morphs = (0..n).map(|i| (A.to_vec(), i, 0.0)).collect();
    let says = Clean::new().finds(|c| many(20_001, c), Code::TooManyKeys, "morphs");
    assert!(says.ends_with("a section has more than 20 000 keys: 20001, expected at most 20000"), "{says}");
    let mut just = Clean::new();
    many(20_000, &mut just);
    assert_eq!(findings(&just.build().bytes), []);
    finds(&camera(b"model", |_| {}), Code::CameraMixed, "cameras");
    Clean::new().finds(|c| c.name = CAMERA, Code::CameraMixed, "bones");
}

/// This many bytes of あ: an odd number ends in the midst of one.
fn a(len: usize) -> Vec<u8> {
    A.repeat(10)[..len].to_vec()
}

#[test]
fn names() {
    Clean::new().finds(|c| c.name = b"", Code::ModelNameEmpty, "header.name");
    Clean::new().finds(|c| c.name = b"\xff\xff", Code::NameInvalid, "header.name");
    let says = Clean::new().finds(|c| c.bones[2].0 = b"\xff\x93\xaa".to_vec(), Code::NameInvalid, "bones[2].name");
    assert_eq!(
        says,
        "warning[name-invalid] bones[2].name at byte 0x114: bytes of a name are not valid in cp932: \"\u{fffd}頭\", \
         expected bytes that are valid in cp932"
    );
    Clean::new().finds(|c| c.bones[2].0 = a(15), Code::NameCut, "bones[2].name");
    // A whole name that fills its field, and half a character that nothing has cut.
    let mut full = Clean::new();
    full.bones[2].0 = [&a(14)[..], b"x"].concat();
    assert_eq!(findings(&full.build().bytes), []);
    Clean::new().finds(|c| c.bones[2].0 = a(13), Code::NameInvalid, "bones[2].name");
    Clean::new().finds(|c| c.morphs[0].0 = b"".to_vec(), Code::NameEmpty, "morphs[0].name");
    Clean::new().finds(|c| c.bones[0].0 = b"\0bc".to_vec(), Code::NameNotEncoded, "bones[0].name");
    // One finding for a name, however many keys it has.
    let both = |name: &[u8], c: &mut Clean| c.properties.iter_mut().for_each(|switch| switch.2 = name.to_vec());
    Clean::new().finds(|c| both(b"", c), Code::NameEmpty, "properties[0].ik[0].bone");
    Clean::new().finds(|c| both(b"\xff", c), Code::NameInvalid, "properties[0].ik[0].bone");
}

#[test]
fn the_order_of_keys() {
    Clean::new().finds(|c| c.bones.swap(0, 1), Code::FramesUnsorted, "bones[1].frame");
    Clean::new().finds(|c| c.shadows.swap(0, 1), Code::FramesUnsorted, "shadows[1].frame");
    // Names may take turns.
    let mut turns = Clean::new();
    turns.bones.swap(1, 2);
    assert_eq!(findings(&turns.build().bytes), []);
    Clean::new().finds(|c| c.morphs[1].1 = 0, Code::KeyDuplicate, "morphs[0].frame");
    Clean::new().finds(|c| c.properties[1].0 = 0, Code::KeyDuplicate, "properties[0].frame");
    Clean::new().finds(|c| c.bones[1].1 = 1_000_001, Code::FrameFar, "bones[1].frame");
    Clean::new().finds(|c| c.shadows[1].0 = u32::MAX, Code::FrameFar, "shadows[1].frame");
    let mut near = Clean::new();
    near.bones[1].1 = 1_000_000;
    assert_eq!(findings(&near.build().bytes), []);
}

#[test]
fn values_of_keys() {
    Clean::new().finds(|c| c.bones[1].2 = [0.0, f32::NAN, f32::NAN], Code::NonFinite, "bones[1].translation");
    Clean::new().finds(|c| c.bones[1].3[3] = f32::INFINITY, Code::NonFinite, "bones[1].rotation");
    Clean::new().finds(|c| c.morphs[1].2 = f32::NAN, Code::NonFinite, "morphs[1].weight");
    Clean::new().finds(|c| c.shadows[0].2 = f32::NAN, Code::NonFinite, "shadows[0].distance");
    Clean::new().finds(|c| c.bones[1].3 = [0.0; 4], Code::RotationZero, "bones[1].rotation");
    Clean::new().finds(|c| c.bones[1].3 = [0.0, 0.0, 0.0, 1.1], Code::RotationNotUnit, "bones[1].rotation");
    let mut near = Clean::new();
    near.bones[1].3 = [0.0, 0.0, 0.0, 1.000_4];
    assert_eq!(findings(&near.build().bytes), []);

    let odd = rows([20, 20, 20, 20, 20, 20, 20, 20, 107, 107, 107, 128, 107, 107, 107, 107]);
    let says = Clean::new().finds(|c| c.bones[0].4 = odd, Code::CurveOdd, "bones[0].interpolation.rotation");
    assert!(says.ends_with("\"20 20 128 107\", expected at most 127"), "{says}");
    Clean::new().finds(|c| c.bones[0].4[30] = 9, Code::CurveRowsDiffer, "bones[0].interpolation");
    Clean::new().finds(|c| c.shadows[1].1 = 3, Code::CodeUnknown, "shadows[1].mode");
    Clean::new().finds(|c| c.properties[1].1 = 2, Code::CodeUnknown, "properties[1].visible");
    Clean::new().finds(|c| c.properties[1].3 = 2, Code::CodeUnknown, "properties[1].ik[0].enabled");
}

#[test]
fn values_of_the_camera_and_the_light() {
    let put = |at: usize, bytes: &[u8]| camera(CAMERA, |all| all[at..at + bytes.len()].copy_from_slice(bytes));
    finds(&put(KEY + 4, &f32::NAN.to_le_bytes()), Code::NonFinite, "cameras[0].distance");
    finds(&put(KEY + 12, &f32::NAN.to_le_bytes()), Code::NonFinite, "cameras[0].target");
    finds(&put(KEY + 28, &f32::NAN.to_le_bytes()), Code::NonFinite, "cameras[0].rotation");
    finds(&put(KEY + 50, &[200]), Code::CurveOdd, "cameras[0].interpolation");
    for angle in [0u32, 180, u32::MAX] {
        finds(&put(KEY + 56, &angle.to_le_bytes()), Code::ViewAngleOdd, "cameras[0].view_angle");
    }
    assert_eq!(findings(&put(KEY + 56, &[179])), []);
    finds(&put(KEY + 60, &[2]), Code::CodeUnknown, "cameras[0].perspective");
    finds(&put(KEY, &[20]), Code::FramesUnsorted, "cameras[1].frame");
    finds(&put(KEY, &[10]), Code::KeyDuplicate, "cameras[0].frame");
    let light = KEY + 2 * 61 + 4;
    finds(&put(light + 4, &f32::NAN.to_le_bytes()), Code::NonFinite, "lights[0].color");
    finds(&put(light + 16, &f32::NAN.to_le_bytes()), Code::NonFinite, "lights[0].direction");
}

/// The files of the tests above trigger each code there is, and none but that.
#[test]
fn every_code_has_a_file_that_triggers_just_that() {
    the_file_as_a_whole();
    names();
    the_order_of_keys();
    values_of_keys();
    values_of_the_camera_and_the_light();
    assert_eq!(TRIGGERED.take(), BTreeSet::from_iter(Code::ALL.iter().copied()));
}

#[test]
fn names_of_codes_are_stable_in_kebab_case_and_found_again() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
    assert!(Code::ALL.iter().all(|code| Code::named(code.name()) == Some(*code)));
}

#[test]
fn findings_beyond_the_limit_are_counted() {
    let mut many = Clean::new();
    many.morphs = (0..500).map(|i| (A.to_vec(), i, f32::NAN)).collect();
    let bytes = many.build().bytes;
    let index = VmdIndex::scan(&bytes).unwrap();
    let motion = index.view(&bytes);
    let mut findings = motion.check();
    assert_eq!(findings.by_ref().count(), 100);
    assert_eq!(findings.totals().count(Code::NonFinite), 500);
    assert_eq!((motion.check_with(3).count(), motion.check_with(3).into_totals().of(Severity::Error)), (3, 500));
}

/// Real motions are not full of errors.
#[test]
fn real_motions_are_checked_calmly() {
    let Some(corpus) = corpus() else { return };
    let (mut files, mut errors) = (0, 0);
    let mut all = std::collections::BTreeMap::new();
    for real in corpus.files("vmd") {
        let index = VmdIndex::scan(&real.bytes).expect("opens");
        let totals: Totals = index.view(&real.bytes).check().into_totals();
        totals.iter().for_each(|(code, _)| *all.entry(code).or_insert(0) += 1);
        errors += u64::from(totals.of(Severity::Error) > 0);
        files += 1;
    }
    println!("{files} motions, {errors} with errors: {all:?}");
    assert!(files > 0 && errors * 20 < files);
}
