//! 1 to 20: the container and its header.
use super::common::MODES;
use super::common::build::{Builder, File, Shape};
use super::common::model::{self, build, model, small};
use super::common::verdict::{error, opens, repair, scan, warns};
use mmdmap::ErrorKind::*;
use mmdmap::pmx::check::Code;
use mmdmap::{Encoding, Format, Mode, RepairCode};

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };

#[test]
fn a001_an_empty_file() {
    error(b"", EmptyFile, "header.signature", 0);
}

#[test]
fn a002_one_to_three_bytes_of_the_signature() {
    for end in 1..4 {
        error(&b"PMX"[..end], Truncated { missing: 4 - end as u64 }, "header.signature", 0);
    }
}

#[test]
fn a003_a_header_and_nothing_else() {
    let file = Builder::new(Shape::USUAL).end();
    assert_eq!(file.bytes.len(), 17);
    error(&file.bytes, Truncated { missing: 4 }, "info.name.local", 17);
}

#[test]
fn a004_a_file_that_ends_in_its_header_or_info() {
    let file = model();
    for end in 4..8 {
        error(&file.up_to(end), Truncated { missing: 8 - end as u64 }, "header.version", 4);
    }
    error(&file.up_to(8), Truncated { missing: 1 }, "header.settings", 8);
    for end in 9..17 {
        error(&file.up_to(end), Truncated { missing: 17 - end as u64 }, "header.settings", 9);
    }
    for end in 17..file.end("info") {
        let texts = ["info.name.local", "info.name.universal", "info.comment.local", "info.comment.universal"];
        let place = texts.into_iter().rfind(|place| file.at(place) <= end).expect("a text");
        let at = file.at(place);
        // A text that has not begun where the one before it ends.
        let (missing, offset) =
            if end < at + 4 { (at + 4 - end, at) } else { (file.put(place).range.end - end, at + 4) };
        error(&file.up_to(end), Truncated { missing: missing as u64 }, place, offset);
    }
}

/// What each mode makes of each of them: `damaged.rs`.
#[test]
fn a004_every_prefix_is_refused_by_strict_at_a_byte_that_is_there() {
    for shape in [Shape::USUAL, Shape { version: 2.0, encoding: 0, ..Shape::USUAL }] {
        let file = build(shape, 6);
        for end in 0..file.bytes.len() {
            let e = scan(&file.bytes[..end], Mode::Strict).expect_err("a cut");
            assert!(e.offset() <= end as u64, "{end}: {e}");
        }
    }
}

#[test]
fn a005_other_files_are_called_by_their_names() {
    for (start, format) in [
        (&b"Pmd\0\0\x80\x3f"[..], Format::Pmd),
        (b"Vocaloid Motion Data 0002\0\0\0\0\0", Format::Vmd),
        (b"Vocaloid Pose Data file\r\n", Format::Vpd),
        (b"\x89PNG\r\n\x1a\n", Format::Png),
        (b"\x1f\x8b\x08\0", Format::Gzip),
        (b"PK\x03\x04\x14\0", Format::Zip),
    ] {
        error(start, NotPmx(Some(format)), "header.signature", 0);
    }
}

#[test]
fn a006_a_fourth_byte_that_is_no_space() {
    let file = model();
    for byte in [0, b'!', 0x10, 0xa0, 0xff] {
        let odd = file.with_at(3, [byte]);
        let index = repair(&odd, RepairCode::OddSignature, OddSignature(byte), "header.signature", 3);
        assert_eq!(index.view(&odd).header().signature, &[b'P', b'M', b'X', byte]);
    }
}

#[test]
fn a007_other_letters() {
    let file = model();
    error(&file.with("header.signature", b"pmx "), NotPmx(None), "header.signature", 0);
    for (at, byte) in [(0, b'p'), (1, b'N'), (2, b'x'), (2, b'D')] {
        error(&file.with_at(at, [byte]), NotPmx(None), "header.signature", 0);
    }
}

/// Refused for its version, in these words.
#[track_caller]
fn version(version: f32, words: &str) {
    let odd = model().with("header.version", version.to_le_bytes());
    error(&odd, UnknownVersion(version.to_bits()), "header.version", 4);
    let said = scan(&odd, Mode::Lenient).expect_err("a version").to_string();
    assert!(said.contains(words), "{said}");
}

#[test]
fn a008_version_1_0() {
    version(1.0, "unsupported version 1 (PMX 1.0 is a pre-release format)");
    error(b"Pmx \0\0\x80\x3f", NotPmx(Some(Format::Pmx1)), "header.signature", 0);
}

#[test]
fn a009_versions_beside_2_0_and_2_1() {
    let above = f32::from_bits(2.1f32.to_bits() + 1);
    for odd in [0.0, 1.9, 2.05, above, 2.2, 3.0, -2.0] {
        version(odd, "(2.0 and 2.1 are known)");
    }
}

#[test]
fn a010_a_version_that_is_no_number() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, f32::from_bits(1)] {
        version(odd, "unsupported version");
    }
}

#[test]
fn a011_a_big_endian_version() {
    for known in [2.0f32, 2.1] {
        version(f32::from_bits(known.to_bits().swap_bytes()), "the bytes look reversed: a big-endian file?");
    }
}

#[test]
fn a012_fewer_than_eight_settings() {
    let file = model();
    for n in 0..8 {
        let odd = file.with("header.settings.globals_count", [n]);
        error(&odd, TooFewGlobals(n.into()), "header.settings.globals_count", 8);
    }
}

#[test]
fn a013_more_than_eight_settings_are_kept() {
    let file = model();
    for extra in [&[77][..], &[0, 1, 2], &[3; 247]] {
        let mut odd = file.inserted(17, extra);
        odd[8] = 8 + extra.len() as u8;
        let index = warns(&file.bytes, &odd, &[(Code::ExtraGlobals, "header.settings.globals_count")]);
        assert_eq!(index.view(&odd).header().settings.extra(), extra);
        assert_eq!(index.view(&odd).info().name.local, "モデル𠮷");
    }
}

#[test]
fn a014_255_settings_in_a_short_file() {
    let file = Builder::new(Shape::USUAL).end();
    for there in [8, 9, 100, 254] {
        let mut short = file.with("header.settings.globals_count", [255]);
        short.resize(9 + there, 0);
        error(&short, Truncated { missing: 255 - there as u64 }, "header.settings", 9);
    }
}

#[test]
fn a015_an_encoding_that_nobody_knows_is_read_as_utf_16() {
    let file = build(UTF16, 6);
    for byte in [2, 3, 0x80, 255] {
        let odd = file.with("header.settings.encoding", [byte]);
        let index = repair(&odd, RepairCode::UnknownEncoding, UnknownEncoding(byte), "header.settings.encoding", 9);
        assert_eq!(index.globals().encoding, Encoding::Utf16Le);
        assert_eq!(index.view(&odd).info().name.local, "モデル𠮷");
        assert_eq!(index.view(&odd).header().settings.bytes()[0], byte);
    }
}

#[test]
fn a016_more_than_four_additional_uvs() {
    let file = model();
    for n in 5..=255 {
        let odd = file.with("header.settings.additional_uvs", [n]);
        error(&odd, BadGlobal(n), "header.settings.additional_uvs", 10);
    }
}

#[test]
fn a017_a_width_other_than_1_2_and_4() {
    let file = model();
    for (i, what) in ["vertex", "texture", "material", "bone", "morph", "rigid_body"].into_iter().enumerate() {
        for width in [0, 3, 5, 8, 255] {
            let place = format!("header.settings.{what}_index_width");
            error(&file.with(&place, [width]), BadGlobal(width), &place, 11 + i);
        }
    }
}

#[test]
fn a018_widths_larger_than_needed() {
    let wide = Shape { widths: [4; 6], ..Shape::USUAL };
    let file = build(wide, 6);
    let index = warns(&file.bytes, &file.bytes, &[]);
    assert_eq!(index.view(&file.bytes).vertices().get(3).map(|v| v.deform.tag()), Some(3));
    assert_eq!(index.view(&file.bytes).bones().get(3).and_then(|bone| bone.parent.get()), Some(2));
}

/// Every bone, 300 of them, with indices of one byte: nothing can point at the last 172.
#[test]
fn a019_widths_too_small_for_the_count() {
    let bones = |n: usize| many_bones(Shape { widths: [1; 6], ..Shape::USUAL }, n);
    let found = |file: &File| super::common::verdict::findings(&file.bytes);
    let odd = (Code::IndexWidthTooSmall, "header.settings.bone_index_width".to_owned());
    for (n, too_many) in [(128, false), (129, true), (300, true)] {
        let file = bones(n);
        assert_eq!(opens(&file.bytes).view(&file.bytes).bones().len(), n);
        assert_eq!(found(&file).contains(&odd), too_many, "{n}");
    }
}

/// So many bones that hang on nothing, and no more.
fn many_bones(shape: Shape, n: usize) -> File {
    let mut b = Builder::new(shape);
    model::info(&mut b);
    for section in super::common::SECTIONS {
        b.section(section, if section == "bones" { n } else { 0 });
        for i in (0..n).take_while(|_| section == "bones") {
            super::sound::plain(&mut b, &i.to_string(), -1);
        }
    }
    b.end()
}

#[test]
fn a020_a_byte_order_mark_before_the_signature() {
    let bytes = [b"\xef\xbb\xbf", &small().bytes[..]].concat();
    error(&bytes, NotPmx(Some(Format::ByteOrderMark)), "header.signature", 0);
    for mode in MODES {
        let said = scan(&bytes, mode).expect_err("a mark").to_string();
        assert!(said.ends_with("a file that begins with a byte-order mark (a text tool has changed it)"), "{said}");
    }
}
