//! 162 and 163: poses that are half binary, and how they are told from others.
use super::common::memory::counted;
use super::pose_text::*;
use mmdmap::vpd::{Flavour, VpdIndex};
use mmdmap::{ErrorKind, Mode, NumberFault, RepairCode};

fn fixed<const N: usize>(text: &str) -> Vec<u8> {
    let mut bytes = sjis(text);
    bytes.resize(N, 0);
    bytes
}

/// Field by field.
fn file(count: u32, bones: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = fixed::<30>("Vocaloid Pose Data file");
    bytes.extend(fixed::<20>("Model.pmx;"));
    bytes.extend(count.to_le_bytes());
    for (name, line) in bones {
        bytes.extend(fixed::<15>(name));
        bytes.extend(line.as_bytes());
    }
    bytes
}

const LINES: [(&str, &str); 2] =
    [("センター", "0;1.0,2.0,3.0;0,0,0,1;\n"), ("右腕", "1;0.000000,-0.500000,0.250000;0.5,0.5,-0.5,0.5;\r\n")];

#[track_caller]
fn is_right(index: &VpdIndex, bytes: &[u8]) {
    let pose = index.view(bytes);
    assert_eq!((pose.flavour(), pose.model_name().to_string().as_str()), (Flavour::Hybrid, "Model.pmx"));
    assert_eq!(names(pose), ["センター", "右腕"]);
    let [center, arm] = bones(pose)[..] else { panic!("two bones") };
    assert_eq!((center.label, center.translation, center.rotation), (Some(0), [1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!((arm.label, arm.translation, arm.rotation), (Some(1), [0.0, -0.5, 0.25], [0.5, 0.5, -0.5, 0.5]));
}

#[test]
fn a163_told_apart_by_the_nul_behind_the_magic() {
    let bytes = file(2, &LINES);
    is_right(&ok(&bytes), &bytes);
    // A name that looks like the text flavour changes nothing.
    let mut bytes = file(1, &[("a", LINES[0].1)]);
    bytes[30..50].copy_from_slice(b"\r\n\r\nmiku.osm;\r\n1;\r\n\0");
    assert_eq!(ok(&bytes).flavour(), Flavour::Hybrid);
    // Behind a mark, it is found as well.
    let marked = [b"\xef\xbb\xbf", &file(2, &[("a", LINES[0].1), ("b", LINES[1].1)])[..]].concat();
    assert_eq!(repaired(&marked, &[RepairCode::BytesBeforeMagic]).flavour(), Flavour::Hybrid);
}

#[test]
fn a162_every_cut_before_the_last_semicolon() {
    let bytes = file(2, &LINES);
    let last = bytes.iter().rposition(|&byte| byte == b';').unwrap();
    for len in 0..=last {
        let cut = &bytes[..len];
        for mode in [Mode::Strict, Mode::Lenient] {
            let e = scan(cut, mode).map(|_| ()).expect_err("a cut");
            assert_eq!(e.is_cut(), len >= 54, "{mode:?}: {len} of {} bytes: {e}", bytes.len());
            assert!(e.offset() <= len as u64, "{e}");
        }
        match scan(cut, Mode::Salvage) {
            Ok(index) => {
                assert!(len >= 54 && index.is_cut(), "{len}");
                let pose = open(cut, Mode::Salvage);
                let whole = if len > bytes.iter().position(|&byte| byte == b'\n').unwrap() - 1 { 1 } else { 0 };
                assert_eq!(pose.view(cut).bones().len(), whole, "{len}");
            }
            Err(_) => assert!(len < 54, "{len}"),
        }
    }
    for len in last + 1..=bytes.len() {
        is_right(&ok(&bytes[..len]), &bytes[..len]);
    }
}

#[test]
fn a162_a_count_of_four_billion_in_60_bytes() {
    let mut bytes = file(u32::MAX, &[]);
    bytes.resize(60, b'x');
    for mode in MODES {
        let (refused, counts) = counted(|| scan(&bytes, mode));
        assert!(counts.peak < 4096, "{counts:?}");
        let e = refused.unwrap_err();
        let count = u64::from(u32::MAX);
        assert_eq!(e.kind(), ErrorKind::CountTooLarge { count, needed: count * 30, remaining: 6 });
        assert!(!e.is_cut(), "{e}");
        assert_eq!((e.place().section(), e.offset(), e.line()), ("bones", 50, None));
    }
    // What might have been there was cut off.
    let bytes = file(20, &LINES);
    assert_eq!(cut_count(&bytes), 2);
}

fn cut_count(bytes: &[u8]) -> usize {
    for mode in [Mode::Strict, Mode::Lenient] {
        assert!(scan(bytes, mode).map(|_| ()).unwrap_err().is_cut());
    }
    let index = open(bytes, Mode::Salvage);
    assert_eq!(codes(index.repairs()), [RepairCode::Cut]);
    index.view(bytes).bones().len()
}

#[test]
fn a162_a_header_that_is_none() {
    let whole = file(0, &[]);
    assert_eq!(ok(&whole).view(&whole).bones().len(), 0);
    for len in 24..54 {
        for mode in MODES {
            let e = scan(&whole[..len], mode).map(|_| ()).unwrap_err();
            assert_eq!(e.kind(), ErrorKind::Truncated { missing: (54 - len) as u64 });
            assert_eq!((&*e.place().to_string(), e.offset(), e.is_cut()), ("header.count", len as u64, false));
        }
    }
    // Filled up with something else than NUL, from the second byte on or from the first.
    for (at, section) in [(24, "header.magic"), (29, "header.magic"), (23, "header.magic")] {
        let mut padded = file(2, &LINES);
        padded[at..30].fill(b' ');
        for mode in MODES {
            let e = scan(&padded, mode).map(|_| ()).unwrap_err();
            assert_eq!((e.kind(), e.place().to_string().as_str()), (ErrorKind::MagicPadding, section));
        }
    }
}

#[test]
fn a162_names_are_fifteen_bytes_whatever_they_hold() {
    // Without a NUL; with a line feed; cut in the middle of a character.
    let mut bytes = file(3, &[("0123456789abcde", LINES[0].1), ("a\nb;,", LINES[0].1), ("x", LINES[0].1)]);
    let at = bytes.len() - LINES[0].1.len() - 15;
    bytes[at..at + 15].copy_from_slice(b"\x93\xaa\x93\xaa\x93\xaa\x93\xaa\x93\xaa\x93\xaa\x93\xaa\x93");
    let index = ok(&bytes);
    let pose = index.view(&bytes);
    assert_eq!(names(pose), ["0123456789abcde", "a\nb;,", "頭頭頭頭頭頭頭\u{fffd}"]);
}

#[test]
fn a162_its_numbers_are_held_to_the_same_rules() {
    let with = |line: &str| file(1, &[("a", line)]);
    let fault = |line: &str, kind: ErrorKind, place: &str| {
        for mode in MODES {
            let e = scan(&with(line), mode).map(|_| ()).unwrap_err();
            assert_eq!((e.kind(), e.place().to_string().as_str()), (kind, place), "{line:?}: {e}");
            assert!(!e.is_cut(), "{line:?}: {e}");
        }
    };
    fault("0;0,0,nan;0,0,0,1;\n", ErrorKind::BadNumber(NumberFault::NotFinite), "bones[0].translation");
    fault("x;0,0,0;0,0,0,1;\n", ErrorKind::BadNumber(NumberFault::Malformed), "bones[0].index");
    fault("0;0,0.5;0,0,0,1;\n     ", ErrorKind::NumberCount { found: 2, expected: 3 }, "bones[0].translation");
    fault("0;0.0,0.0,0.0\n      ", ErrorKind::NumberCount { found: 0, expected: 4 }, "bones[0].rotation");
    fault("0;0,0,0;0,0,0,0,1;\n", ErrorKind::DecimalComma { found: 5, expected: 4 }, "bones[0].rotation");
    for (line, code) in [
        ("0;0,0,0;0,0,0,1\n", RepairCode::MissingSemicolon),
        ("0;0,0,0;0,0,0,1; x\n", RepairCode::TextAfter),
        ("0;0,0,0;0,0,0,1;\r\r\n", RepairCode::LoneCr),
        ("0;0,0,0;0,0,0,1;\nbehind", RepairCode::TrailingBytes),
    ] {
        let bytes = with(line);
        let index = repaired(&bytes, &[code]);
        assert_eq!(bones(index.view(&bytes))[0].rotation, [0.0, 0.0, 0.0, 1.0]);
    }
    for line in [" 0 ; 0 ,0, 0 ; 0,0,0,1 ; // x\r\n", "-1;0,0,0;0,0,0,1;\n\0\0\x1a\r\n"] {
        ok(&with(line));
    }
}
