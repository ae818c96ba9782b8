//! 129 to 161: poses as text. Bytes meant to break readers, and quirks about which readers differ; those that are in no
//! list: `vpd/quirks.rs`.
use super::common::memory::counted;
use super::pose_text::*;
use mmdmap::vpd::check::Code;
use mmdmap::vpd::{Bone, VpdIndex};
use mmdmap::{Encoding, ErrorKind, Format, Mode, NumberFault, RepairCode, ScanOptions};

fn refused(bytes: &[u8], kind: ErrorKind, section: &str) {
    for mode in MODES {
        let e = scan(bytes, mode).map(|_| ()).unwrap_err();
        assert_eq!((e.kind(), e.place().section()), (kind, section), "{mode:?}: {e}");
        assert!(!e.is_cut());
    }
}

/// W: opens in every mode, and the checker says just this of it.
#[track_caller]
fn warns(bytes: &[u8], expected: &[(Code, &str)]) -> VpdIndex {
    let index = ok(bytes);
    let found: Vec<_> =
        index.view(bytes).check().map(|finding| (finding.code(), finding.place().to_string())).collect();
    assert_eq!(found, expected.iter().map(|&(code, place)| (code, place.to_owned())).collect::<Vec<_>>());
    index
}

#[test]
fn a129_empty_files_and_headers_that_end_too_early() {
    refused(b"", ErrorKind::EmptyFile, "header");
    let bytes = whole();
    let behind_count = bytes.windows(2).position(|two| two == b"2;").unwrap() + 2;
    for len in 23..behind_count {
        // Half a line end or half a comment is odd besides, and strict says that first.
        for mode in [Mode::Lenient, Mode::Salvage] {
            let e = scan(&bytes[..len], mode).map(|_| ()).unwrap_err();
            assert_eq!((e.kind(), e.place().section(), e.is_cut()), (ErrorKind::EndsInHeader, "header", false));
        }
        let e = scan(&bytes[..len], Mode::Strict).map(|_| ()).unwrap_err();
        assert_eq!((e.place().section(), e.is_cut()), ("header", false), "{e}");
    }
    for len in 1..23 {
        refused(&bytes[..len], ErrorKind::NotVpd(None), "header");
    }
}

#[test]
fn a129_other_files() {
    for (bytes, format) in [
        (&b"Pmd\0\0\x80\x3f"[..], Some(Format::Pmd)),
        (b"PMX \0\0\0\x40", Some(Format::Pmx)),
        (b"Vocaloid Motion Data 0002\0\0\0\0\0", Some(Format::Vmd)),
        (b"PK\x03\x04", Some(Format::Zip)),
        (b"\x89PNG\r\n", Some(Format::Png)),
        (b"version https://git-lfs.github.com/spec/v1\n", Some(Format::GitLfsPointer)),
        (b"hello", None),
        (b"\xef\xbb\xbfhello", None),
    ] {
        refused(bytes, ErrorKind::NotVpd(format), "header");
    }
}

#[test]
fn a129_the_magic_behind_a_few_bytes_and_in_other_case() {
    for before in ["[", " \t", "\u{3000}"] {
        let bytes = [sjis(before), whole()].concat();
        is_whole(&repaired(&bytes, &[RepairCode::BytesBeforeMagic]), &bytes);
    }
    let far = [&[b'x'; 64][..], &whole()].concat();
    let near = &far[1..];
    is_whole(&repaired(near, &[RepairCode::BytesBeforeMagic]), near);
    for (bytes, kind) in [
        (far, ErrorKind::NotVpd(None)),
        (b"vocaloid pose data file\r\n\r\na.osm;\r\n0;\r\n".to_vec(), ErrorKind::MagicCase),
    ] {
        for mode in MODES {
            let e = scan(&bytes, mode).unwrap_err();
            assert_eq!((e.kind(), e.place().to_string().as_str()), (kind, "header.magic"));
        }
    }
    // What follows on its line is a comment at most.
    let with = |rest: &str| {
        sjis(&String::from_utf8_lossy(b"Vocaloid Pose Data file").replace("file", &format!("file{rest}")))
            .into_iter()
            .chain(whole()[23..].iter().copied())
            .collect::<Vec<_>>()
    };
    ok(&with("  // hello"));
    repaired(&with(" 2.0"), &[RepairCode::TextAfter]);
}

#[test]
fn a130_utf_8_with_and_without_a_mark() {
    let text = String::from_utf8_lossy(&whole()).into_owned();
    assert!(text.contains('\u{fffd}'));
    let utf8 = format!("{HEADER}2;\t\t\t\t// 総ポーズボーン数\r\n\r\n{CENTER}{ARM}{SMILE}").into_bytes();
    let index = ok(&utf8);
    is_whole(&index, &utf8);
    assert_eq!(index.encoding(), Encoding::Utf8);
    let marked = [b"\xef\xbb\xbf", &utf8[..]].concat();
    let index = repaired(&marked, &[RepairCode::BytesBeforeMagic]);
    is_whole(&index, &marked);
    assert_eq!(index.encoding(), Encoding::Utf8);
    // Full-width blanks are blanks here, too.
    let wide = String::from_utf8(utf8).unwrap().replace("  1.000000", "\u{3000}1.000000").into_bytes();
    is_whole(&ok(&wide), &wide);
}

#[test]
fn a131_utf_16() {
    let text = String::from_utf8_lossy(b"Vocaloid Pose Data file\r\n").into_owned();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big, &[b"\xff\xfe", &little[..]].concat(), &[b"\xfe\xff", &big[..]].concat()] {
        refused(bytes, ErrorKind::Utf16, "header");
    }
    assert!(scan(&little, Mode::Lenient).unwrap_err().to_string().contains("UTF-16"));
}

#[test]
fn a132_kana_that_look_like_utf_8() {
    // ﾂ｡: half-width kana that look like UTF-8.
    let kana = b"Vocaloid Pose Data file\r\n\r\na.osm;\r\n1;\r\nBone0{\xc2\xa1\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\n";
    let read = |options: ScanOptions| {
        let index = VpdIndex::scan_with(kana, &options).unwrap();
        names(index.view(kana)).remove(0)
    };
    assert_eq!(read(ScanOptions::new()), "¡");
    assert_eq!(read(ScanOptions::new().encoding(Encoding::Utf8)), "¡");
    assert_eq!(read(ScanOptions::new().encoding(Encoding::Cp932)), "ﾂ｡");
    let utf16 = VpdIndex::scan_with(kana, &ScanOptions::new().encoding(Encoding::Utf16Le));
    assert_eq!(utf16.unwrap_err().kind(), ErrorKind::Utf16);
}

#[test]
fn a133_bytes_that_are_not_valid_end_no_name_and_no_line() {
    // A lead byte before a brace, a semicolon, a line end.
    let bytes = [
        &file(2, "")[..],
        b"Bone0{\x94\xaf\x83\r\n0,0,0;//\x83\r\n0,0,0,1;\r\n}//\x83\r\nBone1{\x83}\r\n0,0,0;\r\n0,0,0,1;\r\n}",
    ]
    .concat();
    let index = warns(&bytes, &[(Code::TextInvalid, "bones[0].name")]);
    let pose = index.view(&bytes);
    let [first, second] = bones(pose)[..] else { panic!("two bones") };
    assert_eq!(first.name.raw().bytes(), b"\x94\xaf\x83");
    assert!(!first.name.raw().is_valid() && first.name.to_string().ends_with('\u{fffd}'));
    assert_eq!(second.name.raw().bytes(), b"\x83}");
}

#[test]
fn a134_what_only_cp932_has() {
    let bytes = file(1, &CENTER.replace("センター", "ｾﾝﾀｰ①～髙"));
    assert_eq!(names(ok(&bytes).view(&bytes)), ["ｾﾝﾀｰ①～髙"]);
}

fn with_count(count: &str) -> Vec<u8> {
    sjis(&format!("{HEADER}{count}{CENTER}{ARM}{SMILE}"))
}

#[test]
fn a135_no_count() {
    let bytes = with_count("");
    let index = repaired(&bytes, &[RepairCode::MissingCount]);
    is_whole(&index, &bytes);
    assert_eq!(index.declared_bones(), None);
}

/// The blocks decide.
#[track_caller]
fn mismatched(count: usize) {
    let bytes = file(count, &[CENTER, ARM, SMILE].concat());
    let index = repaired(&bytes, &[RepairCode::CountMismatch]);
    is_whole(&index, &bytes);
    assert_eq!(index.declared_bones(), Some(count as u32));
    let repair = index.repairs().iter().next().unwrap();
    assert_eq!(repair.error().kind(), ErrorKind::CountMismatch { declared: count as u64, found: 2 });
    assert_eq!((repair.place().section(), repair.error().line()), ("bones", Some(4)));
}

#[test]
fn a136_a_count_of_more_than_there_are() {
    mismatched(3);
    mismatched(2_000_000_000);
}

#[test]
fn a137_a_count_of_fewer_than_there_are() {
    mismatched(0);
    mismatched(1);
}

#[test]
fn a138_a_count_below_zero() {
    error(&with_count("-1;\r\n"), ErrorKind::NegativeCount(-1), "header.count", (4, 1));
}

#[test]
fn a139_a_count_of_more_than_32_bits() {
    for count in ["99999999999;\r\n", "4294967296;\r\n"] {
        error(&with_count(count), ErrorKind::BadCount, "header.count", (4, 1));
    }
}

#[test]
fn a140_a_count_that_is_no_whole_number() {
    for count in ["3.5;\r\n", "two;\r\n", "２;\r\n", ";\r\n", "1e1;\r\n"] {
        error(&with_count(count), ErrorKind::BadCount, "header.count", (4, 1));
    }
}

#[test]
fn a141_a_last_block_without_its_brace() {
    let whole = whole();
    let trimmed = &whole[..whole.len() - 4];
    assert!(trimmed.ends_with(b"}"));
    is_whole(&ok(trimmed), trimmed);
    let cut_off = &trimmed[..trimmed.len() - 1];
    let index = cut(cut_off, "morphs[0]");
    let pose = index.view(cut_off);
    assert_eq!((names(pose).len(), pose.morphs().len()), (2, 0));
    assert!(pose.behind_cut().starts_with(b"Morph0{"));
}

#[test]
fn a142_braces_in_a_name() {
    for name in ["{", "a{b", "}", "a}b", "{{}}", "x;y,z", "ボ", "マ", "ソ", "左 腕 IK", "//"] {
        let bytes = file(2, &[&CENTER.replace("センター", name), ARM].concat());
        let index = ok(&bytes);
        assert_eq!(names(index.view(&bytes)), [name, "右腕"]);
    }
}

#[test]
fn a143_stray_braces() {
    let bytes = file(2, &["}\r\n", CENTER, "  } // x\r\n", ARM, SMILE, "}"].concat());
    is_whole(&repaired(&bytes, &[RepairCode::StrayBrace; 3]), &bytes);
}

#[test]
fn a144_a_missing_semicolon() {
    for (from, to) in [("3.000000;", "3.000000"), ("1.000000;", "1.000000"), ("0.750000;", "0.750000")] {
        let bytes = file(2, &[CENTER, ARM, SMILE].concat().replacen(from, to, 1));
        is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
        let bytes = file(2, &[CENTER, ARM, SMILE].concat().replace("\t", "").replacen(from, to, 1));
        is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
    }
    let bytes = sjis(&format!("{HEADER}2\r\n{CENTER}{ARM}{SMILE}"));
    is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
}

#[test]
fn a145_too_few_and_too_many_numbers() {
    let kind = |found, expected| ErrorKind::NumberCount { found, expected };
    let at = "bones[0].translation";
    error(&lines(&["  0.5,0.5;", "  0,0,0,1;"]), kind(2, 3), at, (7, 3));
    error(&lines(&["  0.5,0.5,0.5,0.5;", "  0,0,0,1;"]), kind(4, 3), at, (7, 3));
    error(&lines(&["  ;", "  0,0,0,1;"]), kind(0, 3), at, (7, 3));
    error(&lines(&["  0,0,0;", "  0.5,0,1;"]), kind(3, 4), "bones[0].rotation", (8, 3));
    error(&lines(&["  0,0,0;", "  0.5,0,1,0,1;"]), kind(5, 4), "bones[0].rotation", (8, 3));
    error(&lines(&["  0,0,0;"]), kind(0, 4), "bones[0].rotation", (8, 1));
    error(&lines(&[]), kind(0, 3), at, (8, 1));
    error(&file(2, &format!("Bone0{{頭\r\n{ARM}")), kind(0, 3), at, (7, 1));
}

#[test]
fn a146_decimal_commas() {
    let kind = |found, expected| ErrorKind::DecimalComma { found, expected };
    error(&lines(&["  0,5,1,2;", "  0,0,0,1;"]), kind(4, 3), "bones[0].translation", (7, 3));
    error(&lines(&["  0,500000,1,000000,2,000000;", "  0,0,0,1;"]), kind(6, 3), "bones[0].translation", (7, 3));
    error(&lines(&["  0,0,0;", "0,0,0,0,0,0,1,0;"]), kind(8, 4), "bones[0].rotation", (8, 1));
    assert!(scan(&lines(&["  0,5,1,2;", ""]), Mode::Lenient).unwrap_err().to_string().contains("commas"));
    error(&file(0, "Morph0{a\r\n  0,2;\r\n}\r\n"), kind(2, 1), "morphs[0].weight", (7, 3));
}

#[test]
fn a147_a148_what_is_no_number() {
    for (text, fault) in [
        ("nan", NumberFault::NotFinite),
        ("-inf", NumberFault::NotFinite),
        ("1.#QNAN", NumberFault::NotFinite),
        ("0x1p3", NumberFault::Hex),
        ("１", NumberFault::FullWidth),
        ("1e999", NumberFault::OutOfRange),
        ("-1e999", NumberFault::OutOfRange),
        ("", NumberFault::Missing),
        ("1.0f", NumberFault::Malformed),
        ("1 2", NumberFault::Malformed),
        ("ソ", NumberFault::Malformed),
    ] {
        let bytes = lines(&["  0,0,0;", &format!("  0,0, {text},1;")]);
        error(&bytes, ErrorKind::BadNumber(fault), "bones[0].rotation", (8, 8));
    }
    // The column counts characters, not bytes.
    let bytes = lines(&["　0,0,0;", "　0,　0,nan,1;"]);
    error(&bytes, ErrorKind::BadNumber(NumberFault::NotFinite), "bones[0].rotation", (8, 7));
}

#[test]
fn a148_whole_numbers_exponents_signs_and_bare_points() {
    let bytes = lines(&["  1,-2,+3.5;", "  1e-05,-2.5E-3,.5,1.;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.translation, bone.rotation));
    assert_eq!(bone, Some(([1.0, -2.0, 3.5], [1e-5, -2.5e-3, 0.5, 1.0])));
    let bytes = lines(&["  123456.789012345678,-0.000000,0.1;", "  0.13954520225524902,1e-50,16777217,0;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.translation, bone.rotation)).unwrap();
    assert_eq!(bone.0.map(f32::to_bits), [123_456.79_f32, -0.0, 0.1].map(f32::to_bits));
    assert_eq!(bone.1, [0.139_545_2, 0.0, 16_777_216.0, 0.0]);
}

#[test]
fn a149_a_number_of_ten_thousand_digits() {
    let long = format!("0.{}", "3".repeat(10_000));
    let bytes = lines(&[&format!("{long},{long},{long}e0;"), "0,0,0,1;"]);
    assert_eq!(bones(ok(&bytes).view(&bytes))[0].translation, [0.333_333_34; 3]);
    let huge = "9".repeat(10_000);
    let kind = ErrorKind::BadNumber(NumberFault::OutOfRange);
    error(&lines(&[&format!("0,0,{huge};"), "0,0,0,1;"]), kind, "bones[0].translation", (7, 5));
}

/// Bones of these names, each a step further along X than the one before.
fn named(names: &[&str]) -> Vec<u8> {
    let block = |(i, name): (usize, &&str)| format!("Bone{i}{{{name}\r\n  {i}.0,0,0;\r\n  0,0,0,1;\r\n}}\r\n");
    file(names.len(), &names.iter().enumerate().map(block).collect::<String>())
}

#[test]
fn a150_an_empty_name() {
    let bytes = named(&["", "頭"]);
    let index = warns(&bytes, &[(Code::NameEmpty, "bones[0].name")]);
    assert!(index.view(&bytes).bones().get(0).unwrap().name.is_empty());
}

/// Motions keep 15 bytes. In text a name is whole, however long, and never cut in a character.
#[test]
fn a151_names_of_15_16_20_and_2000_bytes() {
    for (name, long) in [
        ("0123456789abcde", false),
        ("あいうえおかきa", false),
        ("0123456789abcdef", true),
        ("あいうえおかきく", true),
        ("0123456789abcdefghij", true),
        (&"左".repeat(1000), true),
    ] {
        let bytes = named(&["頭", name]);
        let found: &[_] = if long { &[(Code::NameTooLong, "bones[1].name")] } else { &[] };
        let index = warns(&bytes, found);
        assert_eq!(names(index.view(&bytes)), ["頭", name]);
        assert_eq!(index.view(&bytes).bones().get(1).unwrap().name.raw().bytes(), sjis(name));
    }
}

#[test]
fn a152_one_bone_twice() {
    let bytes = named(&["左", "頭", "左"]);
    let index = warns(&bytes, &[(Code::NameDuplicate, "bones[2].name")]);
    let bones = index.view(&bytes).bones();
    assert_eq!(bones.find_all("左").map(|(i, _)| i).collect::<Vec<_>>(), [0, 2]);
    // The last wins.
    assert_eq!((bones.len(), bones.find("左").unwrap().translation[0]), (3, 2.0));
}

#[test]
fn a153_labels_mean_nothing() {
    for (label, want) in [("", None), ("7", Some(7)), ("-1", Some(-1)), ("99999999999", None), ("007", Some(7))] {
        let bytes = file(1, &CENTER.replace("Bone0", &format!("Bone{label}")));
        let index = warns(&bytes, &[(Code::LabelGap, "bones[0].label")]);
        assert_eq!(bones(index.view(&bytes))[0].label, want);
    }
    // A gap is said once: what follows it is none.
    let gap = file(3, &[CENTER, &ARM.replace("Bone1", "Bone5"), &ARM.replace("Bone1{右腕", "Bone6{左腕")].concat());
    warns(&gap, &[(Code::LabelGap, "bones[1].label")]);
    let bytes = file(0, &CENTER.replace("Bone0", "Bonex"));
    repaired(&bytes, &[RepairCode::UnknownBlock]);
}

#[test]
fn a154_a_zero_rotation() {
    let bytes = lines(&["0,0,0;", "0,0,0,0;"]);
    let bone = warns(&bytes, &[(Code::RotationZero, "bones[0].rotation")])
        .view(&bytes)
        .bones()
        .first()
        .map(|bone| (bone.rotation, bone.normalized_rotation()));
    assert_eq!(bone, Some(([0.0; 4], [0.0, 0.0, 0.0, 1.0])));
}

#[test]
fn a154_a_rotation_that_is_not_of_unit_length() {
    let bytes = lines(&["0,0,0;", "0,0,3,-4;"]);
    let bone = warns(&bytes, &[(Code::RotationLength, "bones[0].rotation")])
        .view(&bytes)
        .bones()
        .first()
        .map(|bone| (bone.rotation, bone.normalized_rotation()));
    assert_eq!(bone, Some(([0.0, 0.0, 3.0, -4.0], [0.0, 0.0, 0.6, -0.8])));
    let huge = Bone::new("a", [0.0; 3], [0.0, f32::MAX, 0.0, 0.0]);
    assert_eq!(huge.normalized_rotation(), [0.0, 1.0, 0.0, 0.0]);
    let tiny = Bone::new("a", [0.0; 3], [1e-30, 0.0, 0.0, 0.0]);
    assert_eq!(tiny.normalized_rotation(), [1.0, 0.0, 0.0, 0.0]);
    let nan = Bone::new("a", [0.0; 3], [f32::NAN, 0.0, 0.0, 1.0]);
    assert_eq!(nan.normalized_rotation(), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a155_comments_blanks_and_tabs_anywhere_outside_names() {
    let bytes = sjis(
        "Vocaloid Pose Data file // magic\r\n// { } ; ソ\r\n\t // more\r\n \t miku.osm \t; // ボ\r\n//\r\n 2 ; // }\r\n\
         \t Bone0{センター\r\n// between\r\n\r\n\t 1.000000 ,\t2.000000, 3.000000 \t;// {\r\n \t \r\n　0,　0,0,1　;\r\n\
         // before the brace\r\n \t} // done\r\n   \r\n  Bone 1 {右腕\r\n0.0,-.5,.25;\r\n.5,.5,-.5,.5;\r\n}//\r\n\
         Morph0\t{笑い\r\n 0.75 ; // 0.5;\r\n}",
    );
    is_whole(&ok(&bytes), &bytes);
}

#[test]
fn a156_line_ends_of_every_kind() {
    let text = String::from_utf8(encoding_rs::SHIFT_JIS.decode(&whole()).0.into_owned().into()).unwrap();
    let mut mixed = text.replace("\r\n", "\n");
    is_whole(&ok(&sjis(&mixed)), &sjis(&mixed));
    mixed = mixed.replacen('\n', "\r\n", 9);
    is_whole(&ok(&sjis(&mixed)), &sjis(&mixed));
    for line_end in ["\r", "\r\r\n", "\n\r"] {
        let odd = sjis(&text.replace("\r\n", line_end));
        let lone = odd.windows(2).filter(|two| two[0] == b'\r' && two[1] != b'\n').count();
        let lone = lone + usize::from(odd.ends_with(b"\r"));
        is_whole(&repaired(&odd, &vec![RepairCode::LoneCr; lone]), &odd);
    }
}

#[test]
fn a157_nul_and_ctrl_z_at_the_end() {
    for filler in [&b"\x1a"[..], b"\0\0\0\0", b"\r\n\x1a\0\0\r\n", b"\x1a\r\n"] {
        let bytes = [&whole()[..], filler].concat();
        let index = ok(&bytes);
        is_whole(&index, &bytes);
        assert!(index.view(&bytes).trailing().iter().any(|&byte| byte == 0 || byte == 0x1a));
        warns(&[&file(2, &[CENTER, ARM].concat())[..], filler].concat(), &[(Code::Filler, "end")]);
    }
    // In the middle they are text like any other.
    let bytes = [&whole()[..], b"\x1a\0", &sjis(SMILE)].concat();
    is_whole(&repaired(&bytes, &[RepairCode::UnknownBlock]), &bytes);
}

/// Without optimisation a tenth of it says the same.
const HUGE: usize = if cfg!(debug_assertions) { 10 << 20 } else { 100 << 20 };

/// In one pass, and no memory goes by the length of a line. (How long that takes: `linear.rs`.)
fn in_no_memory<T>(work: impl FnOnce() -> T) -> T {
    let (result, counts) = counted(work);
    assert!(counts.peak < 4096, "{counts:?}");
    result
}

#[test]
fn a158_one_line_of_100_mb() {
    let bytes = [&file(1, "Bone0{")[..], &vec![b'a'; HUGE], b"\n0,0,0;\n0,0,0,1;\n}"].concat();
    let index = in_no_memory(|| scan(&bytes, Mode::Strict).expect("a long name"));
    assert_eq!(index.view(&bytes).bones().first().unwrap().name.raw().bytes().len(), HUGE);
    // A line that is no block: a stray one, and the last.
    let bytes = [&file(1, "")[..], &vec![b'a'; HUGE]].concat();
    let e = in_no_memory(|| scan(&bytes, Mode::Lenient)).expect_err("a stray last line");
    assert_eq!((e.kind(), e.place().section(), e.line(), e.is_cut()), (ErrorKind::StrayLine, "blocks", Some(6), true));
}

#[test]
fn a159_100_mb_of_braces() {
    let bytes = [&file(1, "Bone0{")[..], &vec![b'{'; HUGE], b"\n0,0,0;\n0,0,0,1;\n}"].concat();
    let index = in_no_memory(|| scan(&bytes, Mode::Strict).expect("a long name"));
    assert_eq!(index.view(&bytes).bones().first().unwrap().name.raw().bytes().len(), HUGE);
    let bytes = [&file(1, "")[..], &vec![b'{'; HUGE]].concat();
    let e = in_no_memory(|| scan(&bytes, Mode::Lenient)).expect_err("a block without an end");
    assert_eq!((e.kind(), &*e.place().to_string(), e.is_cut()), (ErrorKind::EndsInBlock, "blocks[0]", true));
}

/// The shortest there can be: eight bytes each in the index, and nothing in a view.
#[test]
fn a160_ten_million_bones() {
    const SHORTEST: &str = "Bone{\n0,0,0;\n0,0,0,1;\n}\n";
    const BONES: usize = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };
    let bytes = [&file(BONES, "")[..], SHORTEST.repeat(BONES).as_bytes()].concat();
    let (index, counts) = counted(|| scan(&bytes, Mode::Strict).expect("a pose"));
    assert_eq!(index.view(&bytes).bones().len(), BONES);
    assert!(counts.peak as usize <= 8 * BONES + 64 * 1024 && counts.calls <= BONES / 4000 + 32, "{counts:?}");
    assert!(index.heap_bytes() >= 8 * BONES && index.heap_bytes() <= counts.peak as usize);
    let (turned, counts) = counted(|| {
        let bones = index.view(&bytes).bones();
        let turned = bones.iter().filter(|bone| bone.normalized_rotation()[3] == 1.0).count();
        let there = [bones.get(BONES / 2), bones.last(), bones.find("x")].map(|bone| bone.is_some());
        (turned, there)
    });
    assert_eq!((turned, counts.calls), ((BONES, [true, true, false]), 0));
}

#[test]
fn a161_a_whole_block_on_one_line() {
    let one_line = "Bone0{name 0,0,0;0,0,0,1;}";
    for (blocks, line) in [
        (one_line.to_owned(), 6),
        (format!("{one_line}\r\n"), 6),
        (format!("{one_line}\r\n\r\n{ARM}"), 6),
        (format!("{CENTER}{one_line}\r\n{one_line}\r\n"), 11),
    ] {
        let bytes = file(1, &blocks);
        let place = if line == 6 { "bones[0].name" } else { "bones[1].name" };
        error(&bytes, ErrorKind::OneLineBlock, place, (line, 7));
    }
    let bytes = file(0, "Morph0{a 0.5;}\r\n");
    error(&bytes, ErrorKind::OneLineBlock, "morphs[0].name", (6, 8));
}
