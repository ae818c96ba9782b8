//! 28 to 41: texts, whose lengths lie, whose bytes are no text, whose characters mislead.
use super::common::MODES;
use super::common::build::{Builder, Shape};
use super::common::memory::counted;
use super::common::model::{build, model};
use super::common::verdict::{cut, error, findings, opens, repair, scan, warns};
use mmdmap::ErrorKind::*;
use mmdmap::pmx::check::Code;
use mmdmap::{RepairCode, Text};

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };

#[test]
fn a028_a_negative_length() {
    for shape in [Shape::USUAL, UTF16] {
        let file = build(shape, 6);
        for place in ["info.comment.universal", "textures[0]", "textures[3]"] {
            for length in [-1, i32::MIN] {
                let odd = file.with(place, length.to_le_bytes()); // those are empty as they are
                let at = file.at(place);
                let index = repair(&odd, RepairCode::NegativeLength, NegativeLength(length), place, at);
                let model = index.view(&odd);
                let text = match place {
                    "info.comment.universal" => Some(model.info().comment.universal),
                    "textures[0]" => model.textures().get(0),
                    _ => model.textures().get(3),
                };
                assert_eq!(text.map(|text| (text.is_empty(), text.stored_len())), Some((true, length)));
            }
        }
    }
}

#[test]
fn a029_a_length_in_the_info_of_more_than_there_is() {
    let file = model();
    let at = file.at("info.comment.local");
    let missing = 4 + 1; // the length before it, and one byte more
    let length = (file.bytes.len() - at) as i32 + 1;
    error(&file.with_at(at, length.to_le_bytes()), Truncated { missing }, "info.comment.local", at + 4);
    let remaining = (file.bytes.len() - at - 4) as u64;
    let kind = LengthTooLarge { length: i32::MAX as u64, remaining };
    error(&file.with_at(at, i32::MAX.to_le_bytes()), kind, "info.comment.local", at);
}

#[test]
fn a029_a_length_in_a_record_of_more_than_there_is() {
    let file = model();
    for place in [
        "textures[1]",
        "materials[2].name.universal",
        "materials[2].memo",
        "bones[3].name.local",
        "morphs[1].name.universal",
        "display-frames[1].name.local",
        "rigid-bodies[2].name.local",
        "joints[3].name.universal",
        "soft-bodies[1].name.local",
    ] {
        let at = file.at(place);
        let remaining = (file.bytes.len() - at - 4) as u64;
        let odd = file.with_at(at, (remaining as i32 + 1).to_le_bytes());
        cut(&odd, Truncated { missing: 1 }, place, at + 4);
        let kind = LengthTooLarge { length: i32::MAX as u64, remaining };
        error(&file.with_at(at, i32::MAX.to_le_bytes()), kind, place, at);
    }
}

#[test]
fn a030_an_odd_number_of_bytes_in_utf_16() {
    let file = build(UTF16, 6);
    // One byte more.
    let put = file.put("bones[1].name.local");
    let mut odd = file.inserted(put.range.end, b"x");
    let length = put.range.len() as i32 - 4 + 1;
    odd[put.range.start..][..4].copy_from_slice(&length.to_le_bytes());
    let index = repair(&odd, RepairCode::OddLength, OddLength(length), "bones[1].name.local", put.range.start);
    let name = index.view(&odd).bones().get(1).expect("a bone").name.local;
    assert_eq!((&*name.decode(), name.bytes().last(), name.stored_len()), ("頭", Some(&b'x'), length));
    assert!(!name.is_valid() && name != "頭");
    // In UTF-8 every length is right.
    let file = build(Shape::USUAL, 6);
    assert_eq!(file.put("bones[1].name.local").range.len() - 4, 3);
    opens(&file.bytes);
}

/// Spoils the universal name of bone 1, about which there is nothing else to say; gives how it reads.
#[track_caller]
fn name(shape: Shape, bytes: &[u8], codes: &[Code]) -> String {
    let file = build(shape, 6);
    let odd = file.with_text("bones[1].name.universal", bytes);
    let place = "bones[1].name.universal";
    let mut expected: Vec<_> = codes.iter().map(|&code| (code, place)).collect();
    // A guess, and short nonsense may look like a text in any encoding.
    let guess = (Code::TextOtherEncoding, place);
    if !codes.is_empty() && !expected.contains(&guess) && findings(&odd).contains(&(guess.0, place.to_owned())) {
        expected.push(guess);
    }
    let index = warns(&file.bytes, &odd, &expected);
    let name = index.view(&odd).bones().get(1).expect("a bone").name.universal;
    assert_eq!((name.bytes(), name.is_valid()), (bytes, !codes.contains(&Code::TextInvalid)));
    name.decode().into_owned()
}

fn utf16(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

#[test]
fn a031_lone_surrogates() {
    for lone in [0xd800, 0xdbff, 0xdc00, 0xdfff] {
        let read = name(UTF16, &utf16(&[0x3042, lone, 0x3044]), &[Code::TextInvalid]);
        assert_eq!(read, "あ\u{fffd}い", "{lone:x}");
    }
}

#[test]
fn a032_a_pair_of_surrogates_reversed() {
    assert_eq!(name(UTF16, &utf16(&[0xdfb7, 0xd842]), &[Code::TextInvalid]), "\u{fffd}\u{fffd}");
    assert_eq!(name(UTF16, &utf16(&[0xd842, 0xdfb7]), &[]), "𠮷");
}

#[test]
fn a033_a_nul_inside() {
    assert_eq!(name(Shape::USUAL, b"ta\0il", &[Code::TextNul]), "ta\0il");
    assert_eq!(name(UTF16, &utf16(&[0x61, 0, 0x62]), &[Code::TextNul]), "a\0b");
}

#[test]
fn a034_a_byte_order_mark_in_front() {
    assert_eq!(name(Shape::USUAL, b"\xef\xbb\xbfabc", &[Code::TextBom]), "\u{feff}abc");
    assert_eq!(name(UTF16, &utf16(&[0xfeff, 0x61]), &[Code::TextBom]), "\u{feff}a");
}

#[test]
fn a035_bytes_that_are_no_utf_8() {
    for (bytes, read) in [
        (&b"a\xffb"[..], "a\u{fffd}b"),
        (b"a\xe3\x81", "a\u{fffd}"),                               // cut
        (b"\xc0\xaf", "\u{fffd}\u{fffd}"),                         // an overlong slash
        (b"\xe0\x80\xaf", "\u{fffd}\u{fffd}\u{fffd}"),             // and a longer one
        (b"\xf4\x90\x80\x80", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"), // above U+10FFFF
        (b"\xed\xa0\x80", "\u{fffd}\u{fffd}\u{fffd}"),             // a surrogate
    ] {
        assert_eq!(name(Shape::USUAL, bytes, &[Code::TextInvalid]), read);
    }
}

/// A quarter of it, so that the tests of a small machine live: nothing is copied, so that the size does not matter.
#[test]
fn a036_a_text_as_long_as_the_file() {
    const LONG: usize = 256 << 20;
    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    b.part("info");
    b.text("name.local", "");
    b.text("name.universal", "");
    b.i32("comment.local", LONG as i32);
    let mut bytes = b.end().bytes;
    bytes.resize(bytes.len() + LONG, b'a');
    bytes.resize(bytes.len() + 4 + 4 * 9, 0); // another comment, and nine sections
    for mode in MODES {
        let (index, counts) = counted(|| scan(&bytes, mode).expect("a long text"));
        assert!(counts.peak < 1024 && index.repairs().is_empty(), "{counts:?}");
        let (text, counts) = counted(|| index.view(&bytes).info().comment.local);
        assert_eq!((text.bytes().len(), counts.calls), (LONG, 0));
    }
}

#[test]
fn a037_comments_of_any_line_ends() {
    let file = model();
    for comment in ["1\r\n2\r\n", "1\r2\r3", "1\n2", "\r", "\n\r\n\r"] {
        let odd = file.with_text("info.comment.local", comment);
        let index = warns(&file.bytes, &odd, &[]);
        assert_eq!(index.view(&odd).info().comment.local, comment);
    }
}

/// What the command line makes of them: `cli.rs`.
#[test]
fn a038_characters_that_steer_terminals_and_turn_lines_around() {
    for odd in ["\u{1b}[31mred", "gpj.\u{202e}txt", "a\u{2066}b", "bell\u{7}", "\u{9b}31m"] {
        assert_eq!(name(Shape::USUAL, odd.as_bytes(), &[Code::TextControl]), odd);
    }
}

#[test]
fn a039_an_empty_local_name() {
    let file = model();
    for (place, code) in [
        ("info.name.local", Code::ModelNameEmpty),
        ("materials[1].name.local", Code::NameEmpty),
        ("rigid-bodies[0].name.local", Code::NameEmpty),
        ("joints[0].name.local", Code::NameEmpty),
        ("display-frames[0].name.local", Code::NameEmpty),
        ("soft-bodies[0].name.local", Code::NameEmpty),
        ("bones[3].name.local", Code::BoneNameEmpty),
        ("morphs[2].name.local", Code::MorphNameEmpty),
    ] {
        let odd = file.with_text(place, "");
        opens(&odd);
        assert!(!findings(&file.bytes).contains(&(code, place.to_owned())));
        assert!(findings(&odd).contains(&(code, place.to_owned())), "{place}");
    }
}

#[test]
fn a040_utf_16_in_a_file_that_says_utf_8() {
    let wide: Vec<u8> = "右腕捩".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let read = name(Shape::USUAL, &wide, &[Code::TextInvalid, Code::TextOtherEncoding]);
    assert!(read.contains('\u{fffd}'), "{read:?}");
}

#[test]
fn a041_a_name_of_more_than_motions_keep() {
    let file = model();
    // 15 bytes of Shift_JIS are seven kana and a letter.
    for (text, long) in [("あいうえおかきa", false), ("あいうえおかきく", true), ("sixteen letters!", true)]
    {
        let odd = file.with_text("bones[4].name.local", text);
        let index = opens(&odd);
        assert_eq!(index.view(&odd).bones().get(4).map(|bone| bone.name.local), Some(Text::new(text)));
        assert_eq!(findings(&odd).contains(&(Code::NameTooLong, "bones[4].name.local".to_owned())), long, "{text}");
    }
}
