//! Each finding about a pose: a file that gives it and no other, and one that does not.
use super::text::*;
use mmdmap::check::Severity;
use mmdmap::vpd::check::{Code, Finding};
use mmdmap::vpd::{Bone, Flavour, Pose};
use mmdmap::{Encoding, Mode};
use std::cell::RefCell;

fn plain() -> Vec<u8> {
    file(2, &[CENTER, ARM].concat())
}

fn findings(bytes: &[u8]) -> Vec<Finding> {
    open(bytes, Mode::Lenient).view(bytes).check().collect()
}

thread_local! {
    /// What files of this thread have triggered, each as `finds` or `finds_also` says.
    static TRIGGERED: RefCell<Vec<Code>> = const { RefCell::new(Vec::new()) };
}

/// Finds this and nothing else, there.
#[track_caller]
fn finds(bytes: &[u8], code: Code, place: &str) -> Finding {
    finds_also(bytes, None, code, place)
}
/// Finds this, there, and before it what such a file has of necessity.
#[track_caller]
fn finds_also(bytes: &[u8], also: Option<Code>, code: Code, place: &str) -> Finding {
    TRIGGERED.with_borrow_mut(|all| all.push(code));
    let mut found = findings(bytes);
    let codes: Vec<_> = found.iter().map(Finding::code).collect();
    assert_eq!(codes, also.into_iter().chain([code]).collect::<Vec<_>>());
    let finding = found.pop().unwrap();
    assert_eq!(finding.place().to_string(), place);
    assert!(finding.offset() <= bytes.len() as u64 && finding.to_string().contains(code.name()));
    finding
}

fn with(from: &str, to: &str) -> Vec<u8> {
    file(2, &[CENTER, ARM].concat().replacen(from, to, 1))
}

#[test]
fn a_plain_pose_gives_no_finding() {
    assert_eq!(findings(&plain()), []);
    // What is near the border, too.
    assert_eq!(findings(&with("センター", "0123456789abcde")), []);
    assert_eq!(findings(&with("0.000000,1.000000;", "0.000000,1.000900;")), []);
    assert_eq!(findings(&with("センター", "左 腕/先")), []);
    assert_eq!(findings(&sjis("Vocaloid Pose Data file\r\n\r\n初音.OSM;\r\n0;\r\n")), []);
}

#[test]
fn names_that_find_nothing() {
    for (name, code) in [
        ("", Code::NameEmpty),
        (" \t", Code::NameEmpty),
        ("右腕", Code::NameDuplicate),
        ("左足ＩＫ先の先の", Code::NameTooLong),
        ("頭 ", Code::NameBlanks),
        ("　頭", Code::NameBlanks),
        ("髪//先", Code::NameComment),
    ] {
        let place = if name == "右腕" { "bones[1].name" } else { "bones[0].name" };
        let finding = finds(&with("センター", name), code, place);
        let block = if place.starts_with("bones[0]") { "Bone0" } else { "Bone1" };
        let bytes = with("センター", name);
        assert!(bytes[finding.offset() as usize..].starts_with(block.as_bytes()));
    }
    let mut bytes = plain();
    let at = bytes.windows(6).position(|six| six == b"Bone0{").unwrap() + 6;
    bytes.splice(at..at + 8, *b"\x94\xaf\x83");
    finds(&bytes, Code::TextInvalid, "bones[0].name");
}

#[test]
fn utf8_and_what_only_utf8_has() {
    let mut pose = Pose::new("miku.osm");
    pose.bones.push(Bone::new("頭", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let utf8 = pose.to_bytes(Flavour::Text, Encoding::Utf8).unwrap();
    finds(&utf8, Code::Utf8, "header.encoding");
    pose.bones.push(Bone::new("骨🦴", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let utf8 = pose.to_bytes(Flavour::Text, Encoding::Utf8).unwrap();
    finds_also(&utf8, Some(Code::Utf8), Code::NameNotCp932, "bones[1].name");
}

#[test]
fn rotations_that_are_none() {
    let at = "bones[0].rotation";
    finds(&with("0.000000,0.000000,0.000000,1.000000", "0,0,0,-0"), Code::RotationZero, at);
    finds(&with("0.000000,0.000000,0.000000,1.000000", "0,0,0,1.01"), Code::RotationLength, at);
}

#[test]
fn what_programs_refuse_or_leave_aside() {
    finds(&file(3, &[CENTER, ARM].concat()), Code::BoneCountMismatch, "header.count");
    finds(&file(2, &[CENTER, ARM, "Foo{\r\n}\r\n"].concat()), Code::UnknownBlock, "blocks[0]");
    finds(&[&plain()[..], b"\x1a"].concat(), Code::Filler, "end");
    finds(&file(2, &[CENTER, ARM, SMILE].concat()), Code::MorphsIgnored, "morphs");
    finds(&with("Bone1", "Bone5"), Code::LabelGap, "bones[1].label");
    finds(&with("Bone0", "Bone"), Code::LabelGap, "bones[0].label");
    finds(&sjis("Vocaloid Pose Data file\r\n\r\nmiku.pmx;\r\n0;\r\n"), Code::ModelNameEnding, "header.model_name");
    let bytes = Pose::new("miku.osm").to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    finds(&bytes, Code::Hybrid, "header.flavour");
    // Morphs are always said to be ignored.
    let bytes = file(0, &SMILE.replace("0.75", "1.75"));
    finds_also(&bytes, Some(Code::MorphsIgnored), Code::WeightRange, "morphs[0].weight");
}

#[test]
fn so_many_findings_of_each_code_are_given_and_all_are_counted() {
    let bytes = file(300, &CENTER.replace("0.000000,1.000000;", "0,0;").repeat(300));
    let index = open(&bytes, Mode::Strict);
    let mut findings = index.view(&bytes).check_with(7);
    assert_eq!(findings.by_ref().filter(|finding| finding.code() == Code::RotationZero).count(), 7);
    let totals = findings.into_totals();
    let kept = index.view(&bytes).check().filter(|finding| finding.code() == Code::RotationZero).count();
    assert_eq!(kept, 100, "unless it is said otherwise");
    assert_eq!((totals.count(Code::RotationZero), totals.count(Code::NameDuplicate)), (300, 299));
    assert_eq!(totals.of(Severity::Info), 1);
}

/// One in sixteen is noted, and the others are found from there, whatever stands between.
#[test]
fn unknown_blocks_are_found_where_they_are() {
    let between = ["", CENTER, "}\r\n", "stray\r\n", SMILE, "// {\r\n"];
    let blocks: Vec<_> =
        (0..100).map(|i| format!("{}Foo{i}{{\r\n x{{\r\n}}\r\n", between[i % between.len()])).collect();
    let bytes = file(17, &[&blocks.concat(), ARM].concat());
    let index = open(&bytes, Mode::Lenient);
    let pose = index.view(&bytes);
    assert!(pose.unknown_blocks().enumerate().all(|(i, block)| block.starts_with(&format!("Foo{i}{{"))));
    let found: Vec<_> = pose.check_with(1000).filter(|finding| finding.code() == Code::UnknownBlock).collect();
    assert_eq!((found.len(), pose.unknown_blocks().len()), (100, 100));
    for (i, finding) in found.iter().enumerate() {
        assert_eq!(finding.place().to_string(), format!("blocks[{i}]"));
        assert!(bytes[finding.offset() as usize..].starts_with(format!("Foo{i}{{").as_bytes()), "{finding}");
    }
}

/// The files of the tests above trigger each code there is.
#[test]
fn every_code_has_a_file_that_triggers_just_that() {
    names_that_find_nothing();
    utf8_and_what_only_utf8_has();
    rotations_that_are_none();
    what_programs_refuse_or_leave_aside();
    let triggered = TRIGGERED.take();
    for code in Code::ALL {
        assert!(triggered.contains(code), "{code}");
        assert_eq!(Code::named(code.name()), Some(*code));
    }
}
