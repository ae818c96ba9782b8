//! What each mode makes of odd, cut and forged motions.
//!
//! Marks as in the table of modes: E an error everywhere; C cut, only salvage opens it; S strict refuses it, the others
//! repair; W opens everywhere.
mod common;
use common::MODES;
use common::vmd::{Build, CENTER, HEAD, SECTIONS, empty, linear, whole};
use mmdmap::vmd::{Version, VmdIndex};
use mmdmap::{Error, ErrorKind, Format, Mode, RepairCode, ScanOptions};

fn scan(bytes: &[u8], mode: Mode) -> Result<VmdIndex, Error> {
    VmdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Opens it; it goes back byte for byte.
#[track_caller]
fn open(bytes: &[u8], mode: Mode) -> VmdIndex {
    let index = scan(bytes, mode).unwrap_or_else(|e| panic!("{mode:?}: {e}"));
    assert_eq!(index.view(bytes).to_bytes(), bytes, "{mode:?}: other bytes come back");
    let mut written = Vec::new();
    index.view(bytes).write_to(&mut written).expect("what was read can be written");
    assert_eq!(written, bytes);
    index
}

#[track_caller]
fn is(e: &Error, kind: ErrorKind, place: &str, offset: usize) {
    assert_eq!((e.kind(), &*e.place().to_string(), e.offset()), (kind, place, offset as u64), "{e}");
}

#[track_caller]
fn error(bytes: &[u8], kind: ErrorKind, place: &str, offset: usize) {
    for mode in MODES {
        let e = scan(bytes, mode).expect_err("a fault");
        is(&e, kind, place, offset);
        assert!(!e.is_cut(), "{mode:?}: this is no cut");
    }
}

/// Gives the index of lenient reading.
#[track_caller]
fn repair(bytes: &[u8], code: RepairCode, kind: ErrorKind, place: &str, offset: usize) -> VmdIndex {
    let e = scan(bytes, Mode::Strict).expect_err("a fault");
    is(&e, kind, place, offset);
    assert!(!e.is_cut(), "this is no cut");
    for mode in [Mode::Salvage, Mode::Lenient] {
        let index = open(bytes, mode);
        let repairs: Vec<_> = index.repairs().iter().collect();
        assert_eq!((repairs.len(), repairs[0].code(), index.repairs().total()), (1, code, 1), "{repairs:?}");
        is(repairs[0].error(), kind, place, offset);
        assert!(!index.is_cut() && index.view(bytes).behind_cut().is_empty());
    }
    open(bytes, Mode::Lenient)
}

/// Gives the index of salvage.
#[track_caller]
fn cut(bytes: &[u8], place: &str) -> VmdIndex {
    for mode in [Mode::Strict, Mode::Lenient] {
        let e = scan(bytes, mode).expect_err("a cut");
        assert!(e.is_cut() && e.place().section() == place, "{e}");
    }
    let index = open(bytes, Mode::Salvage);
    assert_eq!((index.repairs().count(RepairCode::Cut), index.repairs().total()), (1, 1));
    assert!(index.is_cut() && index.view(bytes).trailing().is_empty());
    index
}

#[track_caller]
fn opens(bytes: &[u8]) -> VmdIndex {
    for mode in MODES {
        assert!(open(bytes, mode).repairs().is_empty());
    }
    open(bytes, Mode::Strict)
}

#[test]
fn whole_motions_open_in_every_mode() {
    let file = opens(&whole().bytes);
    assert_eq!(file.heap_bytes(), 8, "the place of one in four property frames");
    assert_eq!(empty().bytes.len(), 74);
    opens(&empty().bytes);
}

/// Reliability 129: empty, magic only, another magic, magic in other case.
#[test]
fn what_is_no_motion_is_refused_by_name() {
    error(b"", ErrorKind::EmptyFile, "header.signature", 0);
    error(b"Vocaloid Motion Data", ErrorKind::Truncated { missing: 10 }, "header.signature", 0);
    error(b"Vocaloid", ErrorKind::Truncated { missing: 22 }, "header.signature", 0);
    let named: [(&[u8], _); 9] = [
        (b"vocaloid motion data 0002\0\0\0\0\0", None),
        (b"hello", None),
        (b"PMX \0\0\0\x40", Some(Format::Pmx)),
        (b"Pmd\0\0\x80\x3f", Some(Format::Pmd)),
        (b"Vocaloid Pose Data file\r\n", Some(Format::Vpd)),
        (b"PK\x03\x04", Some(Format::Zip)),
        (b"\x89PNG\r\n", Some(Format::Png)),
        (b"\xef\xbb\xbfVocaloid Motion Data 0002", Some(Format::ByteOrderMark)),
        // Of the two that begin with these letters, only a pose is text that could be in UTF-16.
        (b"\xff\xfeV\0o\0c\0", Some(Format::Vpd)),
    ];
    for (bytes, format) in named {
        error(bytes, ErrorKind::NotVmd(format), "header.signature", 0);
    }
    let e = scan(b"Pmd\0", Mode::Lenient).unwrap_err();
    assert_eq!(e.to_string(), "header.signature at byte 0x0: not a VMD motion, but a PMD model");
}

#[test]
fn both_signatures_are_right_whatever_lies_behind_them() {
    let mut junk = whole();
    junk.bytes[25..30].copy_from_slice(&[0x00, 0x4a, 0x4b, 0x4c, 0x4d]);
    assert_eq!(opens(&junk.bytes).version(), Version::V2);

    let mut old = Build::version_1(b"\x8c\xc3\x82\xa2");
    old.empty(&SECTIONS);
    let index = opens(&old.bytes);
    assert_eq!((index.version(), index.sections()[0].range.clone()), (Version::V1, 0..40));
    let motion = index.view(&old.bytes);
    assert_eq!(motion.model_name(), "古い");
    assert_eq!((motion.header().name, motion.header().short_name.unwrap().bytes().len()), (None, 4));
}

#[test]
fn another_version_is_read_as_version_2_and_listed() {
    for version in [*b" 0003", *b"\0\0\0\0\0", *b" fils", *b"0002 "] {
        let bytes = whole().with(20, &version);
        let index = repair(
            &bytes,
            RepairCode::OddMotionSignature,
            ErrorKind::OddMotionSignature(version),
            "header.signature",
            20,
        );
        assert_eq!((index.version(), index.view(&bytes).bones().len()), (Version::V2, 3));
    }
    let e = scan(&whole().with(20, b" 0003"), Mode::Strict).unwrap_err();
    let says = "the signature is \"Vocaloid Motion Data 0003\", expected \" 0002\" or \" file\" at its end";
    assert_eq!(e.to_string(), format!("header.signature at byte 0x14: {says}"));
}

/// Reliability 4: every prefix, whose mark follows from where it ends.
#[test]
fn every_cut_is_what_the_table_of_modes_says() {
    let file = whole();
    let mut marks = [0; 4];
    for len in 0..file.bytes.len() {
        let bytes = &file.bytes[..len];
        let (name, range) =
            file.sections.iter().find(|(_, range)| len < range.end).expect("a section that is cut").clone();
        let into = len - range.start;
        let records = file.records.iter().filter(|(section, ..)| *section == name);
        let whole_records = records.clone().skip(1).filter(|(.., at)| *at <= len).count();
        let mark = match name {
            "header" => 'E',
            "bones" | "morphs" if into < 4 => 'E',
            _ if into == 0 => 'W',
            "bones" | "morphs" => 'C',
            "cameras" | "lights" if into < 4 => 'E',
            "cameras" | "lights" => 'C',
            "shadows" => 'S',
            // The count of two fits as soon as two of the smallest frames do.
            "properties" if into < 4 + 18 => 'S',
            _ => 'C',
        };
        match mark {
            'E' => {
                marks[0] += 1;
                for mode in MODES {
                    let e = scan(bytes, mode).expect_err("a fault");
                    assert!(!e.is_cut() && e.place().section() == name && e.offset() <= len as u64, "{len}: {e}");
                }
            }
            'C' => {
                marks[1] += 1;
                let index = cut(bytes, name);
                let span = index.sections().into_iter().find(|span| span.name == name).unwrap();
                assert_eq!(span.len.unwrap_or(0), whole_records, "{len}");
                let behind = index.view(bytes).behind_cut().len();
                assert_eq!(behind, len - span.range.end);
                assert!(
                    whole_records > 0 || span.range.is_empty(),
                    "without a whole record its count is behind the cut"
                );
            }
            'S' => {
                marks[2] += 1;
                let e = scan(bytes, Mode::Strict).expect_err("a fault");
                let index = repair(bytes, RepairCode::NoSection, e.kind(), name, range.start);
                assert_eq!(index.view(bytes).trailing(), &bytes[range.start..]);
                assert_eq!(index.sections().iter().find(|span| span.name == name).unwrap().len, None);
            }
            _ => {
                marks[3] += 1;
                opens(bytes);
            }
        }
    }
    assert!(marks.iter().all(|&n| n > 3), "{marks:?}");
}

#[test]
fn a_file_may_end_before_any_section_from_cameras_on() {
    let file = whole();
    for name in ["cameras", "lights", "shadows", "properties"] {
        let bytes = &file.bytes[..file.range(name).start];
        let index = opens(bytes);
        let from = SECTIONS.iter().position(|section| *section == name).unwrap();
        for (i, span) in index.sections().iter().skip(1).enumerate() {
            assert_eq!(span.len.is_some(), i < from, "{span:?}");
        }
    }
    for name in ["bones", "morphs"] {
        let start = file.range(name).start;
        error(&file.bytes[..start], ErrorKind::MissingSection, name, start);
    }
}

/// Reliability 21, 22, 24: counts that no file holds.
#[test]
fn huge_counts_are_refused_before_anything_is_allocated() {
    let file = empty();
    for count in [u32::MAX, i32::MAX as u32, 1 << 31] {
        for (name, size) in [("bones", 111), ("morphs", 23), ("cameras", 61), ("lights", 28)] {
            let at = file.range(name).start;
            let bytes = file.with(at, &count.to_le_bytes());
            let remaining = (bytes.len() - at - 4) as u64;
            let kind = ErrorKind::CountTooLarge { count: count.into(), needed: u64::from(count) * size, remaining };
            error(&bytes, kind, name, at);
        }
        for (name, size) in [("shadows", 9), ("properties", 9)] {
            let at = file.range(name).start;
            let bytes = file.with(at, &count.to_le_bytes());
            let remaining = (bytes.len() - at - 4) as u64;
            let kind = ErrorKind::CountTooLarge { count: count.into(), needed: u64::from(count) * size, remaining };
            let index = repair(&bytes, RepairCode::NoSection, kind, name, at);
            assert_eq!(index.view(&bytes).trailing().len(), bytes.len() - at);
        }
    }
}

/// Reliability 23: one more than there is. What follows is taken for the record, up to the file's end.
#[test]
fn a_count_of_one_too_many_at_the_end_is_a_cut() {
    let mut m = Build::new(b"");
    m.section("bones", 2, |m, i| m.bone(HEAD, i as u32, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    let bytes = m.with(50, &3u32.to_le_bytes());
    let index = cut(&bytes, "bones");
    assert_eq!((index.sections()[1].len, index.sections()[1].declared), (Some(2), Some(3)));
    assert_eq!(index.view(&bytes).bones().len(), 2);
    assert!(index.view(&bytes).behind_cut().is_empty());
}

#[test]
fn bytes_after_the_last_section_are_kept_and_listed() {
    let mut file = whole();
    let end = file.bytes.len();
    file.raw(b"mark");
    let index = repair(&file.bytes, RepairCode::TrailingBytes, ErrorKind::TrailingBytes(4), "end", end);
    assert_eq!(index.view(&file.bytes).trailing(), b"mark");
    assert_eq!(index.view(&file.bytes).properties().len(), 2);
}

/// yagokoro.vmd: 57 bytes behind the lights that parse as a count of 3 255 566 336.
#[test]
fn garbage_behind_the_lights_is_no_self_shadow() {
    let mut file = Build::new(b"");
    file.empty(&SECTIONS[..4]);
    let end = file.bytes.len();
    file.u32(3_255_566_336).raw(&[7; 53]);
    let needed = 3_255_566_336 * 9;
    let kind = ErrorKind::CountTooLarge { count: 3_255_566_336, needed, remaining: 53 };
    let index = repair(&file.bytes, RepairCode::NoSection, kind, "shadows", end);
    assert_eq!(index.view(&file.bytes).trailing().len(), 57);
}

#[test]
fn a_forged_list_of_ik_switches_is_refused() {
    let file = whole();
    let at = file.record("properties", 1) + 5;
    let bytes = file.with(at, &u32::MAX.to_le_bytes());
    let remaining = (bytes.len() - at - 4) as u64;
    let kind = ErrorKind::CountTooLarge { count: u32::MAX.into(), needed: u64::from(u32::MAX) * 21, remaining };
    error(&bytes, kind, "properties[1].ik", at);
    let bytes = file.with(at, &3u32.to_le_bytes());
    let index = cut(&bytes, "properties");
    assert_eq!(index.view(&bytes).properties().len(), 1);
}

#[test]
fn any_value_opens() {
    let mut m = Build::new(&[0xff; 20]);
    let nan = f32::NAN;
    m.section("bones", 3, |m, i| match i {
        0 => m.bone(&[0x83; 15], u32::MAX, [nan, f32::INFINITY, -0.0], [0.0; 4], [0xff; 64]),
        1 => m.bone(b"", 0, [nan; 3], [nan; 4], [0; 64]),
        // MikuMikuDance puts a NUL in the place of the first byte of a name that it cannot encode.
        _ => m.bone(b"\0bc", 0, [0.0; 3], [2.0; 4], linear()),
    });
    m.section("morphs", 2, |m, _| m.morph(CENTER, 5, f32::NEG_INFINITY));
    m.empty(&["cameras", "lights"]);
    m.section("shadows", 1, |m, _| {
        m.u32(0).u8(200).floats(&[nan]);
    });
    m.section("properties", 1, |m, _| {
        m.u32(0).u8(77).u32(0);
    });
    let index = opens(&m.bytes);
    let motion = index.view(&m.bytes);
    let bones: Vec<_> = motion.bones().iter().collect();
    assert!(bones[2].name.is_empty() && bones[2].name.filler().starts_with(b"bc"));
    assert_eq!(motion.shadows().first().unwrap().mode.0, 200);
    for track in &motion.bone_tracks() {
        let _ = (track.sample(0.0), track.sample(f32::NAN), track.sample(f32::INFINITY), track.sample(-1.0));
    }
}

/// A frame of the camera as version 1 has it, or with what version 2 adds.
fn camera(m: &mut Build, frame: u32, old: bool) {
    m.u32(frame).floats(&[-30.0]).floats(&[1.0, 2.0, 3.0]).floats(&[0.5, 0.25, 0.125]);
    if old {
        m.raw(&[10, 20, 30, 40]);
    } else {
        m.raw(&[20, 107, 20, 107].repeat(6)).u32(50).u8(0);
    }
}

#[test]
fn cameras_of_version_1_have_the_size_that_fits_the_rest() {
    for (old, lights, tail) in
        [(true, 2, true), (true, 0, false), (false, 2, true), (false, 0, false), (false, 1, false)]
    {
        for n in [1, 2, 5] {
            let mut m = Build::version_1(b"m");
            m.empty(&["bones", "morphs"]);
            m.section("cameras", n, |m, i| camera(m, 10 * i as u32, old));
            m.section("lights", lights, |m, i| {
                m.u32(i as u32).floats(&[0.5; 6]);
            });
            if tail {
                m.empty(&["shadows", "properties"]);
            }
            let index = opens(&m.bytes);
            let motion = index.view(&m.bytes);
            assert_eq!((motion.old_cameras().len(), motion.cameras().len()), if old { (n, 0) } else { (0, n) });
            assert_eq!(motion.lights().len(), lights);
            let spans = index.sections();
            assert_eq!(spans.len(), 7);
            assert_eq!((spans[3].name, spans[3].range.clone()), ("cameras", m.range("cameras")));

            let frames: Vec<_> = motion.camera_frames().collect();
            let first = frames[0];
            assert_eq!((first.frame, first.distance, first.target), (0, -30.0, [1.0, 2.0, 3.0]));
            assert_eq!(first.view_angle, if old { 45 } else { 50 });
            if old {
                let curve = mmdmap::vmd::Curve { x1: 10, y1: 20, x2: 30, y2: 40 };
                assert_eq!(first.interpolation.curves(), [curve; 6]);
            }
            assert_eq!(motion.camera_track().len(), n);
            let new = motion.to_motion().to_bytes().unwrap();
            let again = opens(&new);
            assert_eq!(again.view(&new).cameras().iter().collect::<Vec<_>>(), frames);
        }
    }
}

#[test]
fn a_cut_in_the_lights_of_version_1_does_not_change_its_cameras() {
    let mut m = Build::version_1(b"m");
    m.empty(&["bones", "morphs"]);
    m.section("cameras", 2, |m, i| camera(m, i as u32, true));
    m.section("lights", 2, |m, i| {
        m.u32(i as u32).floats(&[0.5; 6]);
    });
    let bytes = &m.bytes[..m.bytes.len() - 5];
    let index = cut(bytes, "lights");
    assert_eq!((index.view(bytes).old_cameras().len(), index.view(bytes).lights().len()), (2, 1));
    let cameras = &m.bytes[..m.range("cameras").end - 1];
    let index = cut(cameras, "cameras");
    assert_eq!(index.view(cameras).old_cameras().len(), 1);
}
