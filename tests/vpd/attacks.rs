//! Bytes meant to break readers.
use super::text::*;
use mmdmap::{ErrorKind, Format, Mode, RepairCode};

fn refused(bytes: &[u8], kind: ErrorKind, section: &str) {
    for mode in MODES {
        let e = scan(bytes, mode).map(|_| ()).unwrap_err();
        assert_eq!((e.kind(), e.place().section()), (kind, section), "{mode:?}: {e}");
        assert!(!e.is_cut());
    }
}

#[test]
fn empty_files_and_headers_that_end_too_early_are_errors() {
    refused(b"", ErrorKind::EmptyFile, "header");
    let bytes = whole();
    let behind_count = bytes.windows(2).position(|two| two == b"2;").unwrap() + 2;
    for len in 23..behind_count {
        // Half a line end or half a comment is odd besides, and strict says that first.
        for mode in [Mode::Lenient, Mode::Salvage] {
            let e = scan(&bytes[..len], mode).map(|_| ()).unwrap_err();
            assert_eq!((e.kind(), e.place().section(), e.is_cut()), (ErrorKind::EndsInHeader, "header", false));
        }
        assert!(scan(&bytes[..len], Mode::Strict).is_err());
    }
    for len in 1..23 {
        refused(&bytes[..len], ErrorKind::NotVpd(None), "header");
    }
}

#[test]
fn other_files_are_refused_by_name() {
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
fn utf16_is_refused_by_name() {
    let text = String::from_utf8_lossy(b"Vocaloid Pose Data file\r\n").into_owned();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big, &[b"\xff\xfe", &little[..]].concat(), &[b"\xfe\xff", &big[..]].concat()] {
        refused(bytes, ErrorKind::Utf16, "header");
    }
    assert!(scan(&little, Mode::Lenient).unwrap_err().to_string().contains("UTF-16"));
}

#[test]
fn bytes_that_are_not_valid_end_no_name_and_no_line() {
    // A lead byte before a brace, a semicolon, a line end.
    let bytes = [
        &file(2, "")[..],
        b"Bone0{\x94\xaf\x83\r\n0,0,0;//\x83\r\n0,0,0,1;\r\n}//\x83\r\nBone1{\x83}\r\n0,0,0;\r\n0,0,0,1;\r\n}",
    ]
    .concat();
    let index = ok(&bytes);
    let pose = index.view(&bytes);
    let [first, second] = bones(pose)[..] else { panic!("two bones") };
    assert_eq!(first.name.raw().bytes(), b"\x94\xaf\x83");
    assert!(!first.name.raw().is_valid() && first.name.to_string().ends_with('\u{fffd}'));
    assert_eq!(second.name.raw().bytes(), b"\x83}");
}

#[test]
fn what_only_cp932_has_is_read() {
    let bytes = file(1, &CENTER.replace("センター", "ｾﾝﾀｰ①～髙"));
    assert_eq!(names(ok(&bytes).view(&bytes)), ["ｾﾝﾀｰ①～髙"]);
}

#[test]
fn a_whole_block_on_one_line_is_an_error_and_no_cut() {
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

#[test]
fn a_number_of_ten_thousand_digits_is_a_number() {
    let long = format!("0.{}", "3".repeat(10_000));
    let bytes = lines(&[&format!("{long},{long},{long}e0;"), "0,0,0,1;"]);
    assert_eq!(bones(ok(&bytes).view(&bytes))[0].translation, [0.333_333_34; 3]);
    let huge = "9".repeat(10_000);
    assert!(scan(&lines(&[&format!("0,0,{huge};"), "0,0,0,1;"]), Mode::Lenient).is_err());
}

#[test]
fn names_may_be_empty_long_or_the_same() {
    let bytes = file(4, &["", "左", "左", &"左".repeat(1000)].map(|name| CENTER.replace("センター", name)).concat());
    let index = ok(&bytes);
    let pose = index.view(&bytes);
    assert_eq!(pose.bones().len(), 4);
    assert!(pose.bones().get(0).unwrap().name.is_empty());
    assert_eq!(pose.bones().get(3).unwrap().name.raw().bytes().len(), 2000);
    // The last wins.
    assert_eq!(pose.bones().find_all("左").map(|(i, _)| i).collect::<Vec<_>>(), [1, 2]);
    let bytes = file(2, &[CENTER, &CENTER.replace("1.000000,2", "7.000000,2")].concat());
    assert_eq!(ok(&bytes).view(&bytes).bones().find("センター").unwrap().translation[0], 7.0);
}

#[test]
fn nul_and_ctrl_z_may_fill_up_the_end() {
    for filler in [&b"\x1a"[..], b"\0\0\0\0", b"\r\n\x1a\0\0\r\n", b"\x1a\r\n"] {
        let bytes = [&whole()[..], filler].concat();
        let index = ok(&bytes);
        is_whole(&index, &bytes);
        assert!(index.view(&bytes).trailing().iter().any(|&byte| byte == 0 || byte == 0x1a));
    }
    // In the middle they are text like any other.
    let bytes = [&whole()[..], b"\x1a\0", &sjis(SMILE)].concat();
    assert!(scan(&bytes, Mode::Strict).is_err());
}

#[test]
fn a_stray_brace_is_skipped_wherever_it_stands() {
    let bytes = file(2, &["}\r\n", CENTER, "  } // x\r\n", ARM, SMILE, "}"].concat());
    is_whole(&repaired(&bytes, &[RepairCode::StrayBrace; 3]), &bytes);
}

#[test]
fn so_many_repairs_of_a_kind_are_kept_and_the_others_counted() {
    let bytes = file(2, &[&"}\r\n".repeat(250), CENTER, ARM, SMILE].concat());
    let index = open(&bytes, Mode::Lenient);
    is_whole(&index, &bytes);
    assert_eq!((index.repairs().iter().len(), index.repairs().count(RepairCode::StrayBrace)), (100, 250));
    assert_eq!(
        index.repairs().iter().map(|r| r.error().line().unwrap()).collect::<Vec<_>>(),
        (6..106).collect::<Vec<_>>()
    );
}
