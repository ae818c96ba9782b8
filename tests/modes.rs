//! Which mode opens what: the table for PMX, row by row. E is an error in every mode, C a cut that only salvage opens, S
//! a deviation that only strict refuses, W what every mode opens.
mod common;
use common::build::{Builder, File, Shape};
use common::model::{self, build, model};
use common::verdict::{Fault, cut, cut_found_later, error, open, opens, refuses, repair, repaired, scan};
use common::{MODES, SECTIONS};
use mmdmap::ErrorKind::*;
use mmdmap::pmx::{Deform, FrameItem, PmxIndex, Version};
use mmdmap::{Encoding, Mode, RepairCode, Repairs};

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };
const V2_0: Shape = Shape { version: 2.0, ..Shape::USUAL };

/// How many records a section holds, and how many it was to hold; `None` where it is not there.
fn held(index: &PmxIndex, section: &str) -> Option<(usize, usize)> {
    let span = index.sections().into_iter().find(|span| span.name == section).expect("a section");
    Some((span.len?, span.declared?))
}

/// Bytes put between others.
fn inserted(file: &File, at: usize, bytes: &[u8]) -> Vec<u8> {
    [&file.bytes[..at], bytes, &file.bytes[at..]].concat()
}

#[test]
fn a_whole_file_opens_in_every_mode_without_a_repair() {
    for shape in Shape::many() {
        opens(&build(shape, 70).bytes);
        opens(&model::empty(shape).bytes);
    }
}

// The header.

#[test]
fn a_fourth_byte_that_is_no_space_is_repaired() {
    let file = model();
    for byte in [0, b'!', 0x10, 0xa0, 0xff] {
        let odd = file.with_at(3, [byte]);
        let index = repair(&odd, RepairCode::OddSignature, OddSignature(byte), "header.signature", 3);
        assert_eq!(index.view(&odd).header().signature, &[b'P', b'M', b'X', byte]);
    }
}

#[test]
fn other_first_letters_are_an_error() {
    let file = model();
    for (at, byte) in [(0, b'p'), (1, b'N'), (2, b'x'), (2, b'D')] {
        error(&file.with_at(at, [byte]), NotPmx(None), "header.signature", 0);
    }
}

#[test]
fn a_version_other_than_2_0_and_2_1_is_an_error() {
    let file = model();
    let above = f32::from_bits(2.1f32.to_bits() + 1);
    for version in [0.0, -0.0, 1.0, 1.9, 2.05, above, 2.2, 3.0, -2.0, f32::NAN, f32::INFINITY, f32::from_bits(1)] {
        let kind = UnknownVersion(version.to_bits());
        error(&file.with("header.version", version.to_le_bytes()), kind, "header.version", 4);
    }
    let reversed = UnknownVersion(2.0f32.to_bits().swap_bytes());
    error(&file.with("header.version", 2.0f32.to_be_bytes()), reversed, "header.version", 4);
}

#[test]
fn fewer_than_eight_settings_are_an_error() {
    let file = model();
    for n in 0..8 {
        let odd = file.with("header.settings.globals_count", [n]);
        error(&odd, TooFewGlobals(n.into()), "header.settings.globals_count", 8);
    }
}

#[test]
fn more_than_eight_settings_open_and_are_kept() {
    let file = model();
    for extra in [&[77][..], &[0, 1, 2], &[3; 247]] {
        let mut odd = inserted(&file, 17, extra);
        odd[8] = 8 + extra.len() as u8;
        let index = opens(&odd);
        assert_eq!(index.view(&odd).header().settings.extra(), extra);
        assert_eq!(index.view(&odd).info().name.local, "モデル𠮷");
    }
}

#[test]
fn an_encoding_that_nobody_knows_is_read_as_utf_16_and_repaired() {
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
fn more_than_four_additional_uvs_are_an_error() {
    let file = model();
    for n in [5, 8, 128, 255] {
        let odd = file.with("header.settings.additional_uvs", [n]);
        error(&odd, BadGlobal(n), "header.settings.additional_uvs", 10);
    }
}

#[test]
fn a_width_other_than_1_2_and_4_is_an_error_that_names_it() {
    let file = model();
    for (i, what) in ["vertex", "texture", "material", "bone", "morph", "rigid_body"].into_iter().enumerate() {
        for width in [0, 3, 5, 8, 255] {
            let place = format!("header.settings.{what}_index_width");
            error(&file.with(&place, [width]), BadGlobal(width), &place, 11 + i);
        }
    }
}

/// An odd signature or encoding hides no error behind it.
#[test]
fn what_is_repaired_in_a_header_does_not_save_a_header_that_is_broken_besides() {
    let file = build(UTF16, 6);
    let odd = File { bytes: file.with_at(3, b"!"), ..file.clone() };
    let odd = File { bytes: odd.with("header.settings.encoding", [9]), ..odd };
    let width = odd.with("header.settings.bone_index_width", [3]);
    for mode in [Mode::Lenient, Mode::Salvage] {
        let fault = Fault { kind: BadGlobal(3), place: "header.settings.bone_index_width", offset: 14 };
        refuses(&width, mode, fault);
        let fault = Fault { kind: Truncated { missing: 1 }, place: "header.settings", offset: 9 };
        refuses(&odd.up_to(16), mode, fault);
        let fault = Fault { kind: Truncated { missing: 2 }, place: "info.name.local", offset: 17 };
        refuses(&odd.up_to(19), mode, fault);
    }
    for bytes in [width, odd.up_to(16), odd.up_to(19)] {
        assert_eq!(scan(&bytes, Mode::Strict).expect_err("a fault").place().section(), "header");
    }
}

// Counts.

/// Every count of a section and of a list inside a record.
fn counts(file: &File) -> Vec<&str> {
    let of = |place: &&str| file.put(place).range.len() == 4;
    let lists = [
        "bones[9].ik.links",
        "bones[13].ik.links",
        "morphs[0].offsets",
        "morphs[1].offsets",
        "morphs[2].offsets",
        "morphs[3].offsets",
        "morphs[4].offsets",
        "morphs[5].offsets",
        "morphs[6].offsets",
        "morphs[7].offsets",
        "morphs[8].offsets",
        "morphs[9].offsets",
        "morphs[10].offsets",
        "display-frames[1].items",
        "soft-bodies[0].anchors",
        "soft-bodies[1].pins",
    ];
    assert!(SECTIONS.iter().all(of));
    SECTIONS.into_iter().chain(lists).collect()
}

/// The count put under this name. (A morph's kind has the same name.)
fn count_at(file: &File, place: &str) -> usize {
    let named = |put: &&common::build::Put| put.path == place && put.range.len() == 4;
    file.puts.iter().find(named).unwrap_or_else(|| panic!("no count {place}")).range.start
}

#[test]
fn a_negative_count_of_records_or_items_is_an_error() {
    let file = model();
    for place in counts(&file) {
        let at = count_at(&file, place);
        for n in [-1, -2, i32::MIN] {
            error(&file.with_at(at, n.to_le_bytes()), NegativeCount(n), place, at);
        }
    }
}

#[test]
fn a_negative_index_count_of_a_material_is_a_value_like_any_other() {
    let file = model();
    for n in [-1, i32::MIN, i32::MAX] {
        let odd = file.with("materials[1].index_count", n.to_le_bytes());
        assert_eq!(opens(&odd).view(&odd).materials().get(1).map(|m| m.index_count), Some(n));
    }
}

#[test]
fn a_count_of_far_more_than_the_file_could_hold_is_an_error() {
    let file = model();
    for place in counts(&file) {
        let at = count_at(&file, place);
        let odd = file.with_at(at, i32::MAX.to_le_bytes());
        let CountTooLarge { count, needed, remaining } = scan(&odd, Mode::Strict).expect_err("too many").kind() else {
            panic!("{place}: another error")
        };
        assert_eq!((count, remaining), (i32::MAX as u64, (odd.len() - at - 4) as u64));
        assert!(needed >= count, "{place}: {needed}");
        error(&odd, CountTooLarge { count, needed, remaining }, place, at);
    }
}

/// Sixteen times the whole file is the limit: up to there it may have been cut.
#[test]
fn a_count_is_forged_from_sixteen_files_on() {
    let file = build(Shape { widths: [1; 6], ..Shape::USUAL }, 6);
    let (at, first) = (file.at("faces"), file.at("faces") + 4);
    let most = 16 * file.bytes.len() as i32;
    let remaining = (file.bytes.len() - first) as u64;
    let too_many = |count: i32| CountTooLarge { count: count as u64, needed: count as u64, remaining };

    let odd = file.with_at(at, most.to_le_bytes());
    let fault = Fault { kind: too_many(most), place: "faces", offset: at };
    let place = format!("faces[{remaining}]");
    let later = Fault { kind: Truncated { missing: 1 }, place: &place, offset: odd.len() };
    let index = cut_found_later(&odd, fault, later);
    assert_eq!(held(&index, "faces"), Some((remaining as usize, most as usize)));
    assert_eq!(held(&index, "textures"), None);
    error(&file.with_at(at, (most + 1).to_le_bytes()), too_many(most + 1), "faces", at);
}

#[test]
fn a_text_is_forged_from_sixteen_files_on() {
    let file = model();
    let at = file.at("textures[1]");
    let most = 16 * file.bytes.len() as i32;
    let remaining = (file.bytes.len() - at - 4) as u64;

    let odd = file.with_at(at, most.to_le_bytes());
    let index = cut(&odd, Truncated { missing: most as u64 - remaining }, "textures[1]", at + 4);
    assert_eq!(held(&index, "textures"), Some((1, 18)));
    let length = most as u64 + 1;
    error(&file.with_at(at, (most + 1).to_le_bytes()), LengthTooLarge { length, remaining }, "textures[1]", at);
}

#[test]
fn a_count_inside_a_record_that_the_rest_cannot_hold_is_a_cut() {
    let file = model();
    for (place, section, record, least) in [
        ("bones[9].ik.links", "bones", 9, 3),
        ("morphs[0].offsets", "morphs", 0, 5),
        ("morphs[1].offsets", "morphs", 1, 14),
        ("morphs[2].offsets", "morphs", 2, 30),
        ("morphs[3].offsets", "morphs", 3, 18),
        ("morphs[7].offsets", "morphs", 7, 18),
        ("morphs[8].offsets", "morphs", 8, 114),
        ("morphs[9].offsets", "morphs", 9, 5),
        ("morphs[10].offsets", "morphs", 10, 26),
        ("display-frames[1].items", "display-frames", 1, 2),
        ("soft-bodies[0].anchors", "soft-bodies", 0, 4),
        ("soft-bodies[1].pins", "soft-bodies", 1, 2),
    ] {
        let at = count_at(&file, place);
        let remaining = (file.bytes.len() - at - 4) as u64;
        let count = remaining / least + 1; // one more than fits
        let odd = file.with_at(at, (count as i32).to_le_bytes());
        let index = cut(&odd, CountTooLarge { count, needed: count * least, remaining }, place, at);
        let declared = file.part(section).records.len();
        assert_eq!(held(&index, section), (record > 0).then_some((record, declared)), "{place}");
    }
}

#[test]
fn a_count_of_records_that_the_rest_cannot_hold_is_a_cut() {
    // The last section, so that nothing that follows is taken for its records.
    let file = model();
    let at = file.at("soft-bodies");
    let remaining = (file.bytes.len() - at - 4) as u64;
    let count = remaining / 142 + 1;
    let fault =
        Fault { kind: CountTooLarge { count, needed: count * 142, remaining }, place: "soft-bodies", offset: at };
    let odd = file.with_at(at, (count as i32).to_le_bytes());
    // Both bodies are there; the third is not.
    let place = "soft-bodies[2].name.local";
    let later = Fault { kind: Truncated { missing: 4 }, place, offset: file.bytes.len() };
    let index = cut_found_later(&odd, fault, later);
    assert_eq!(held(&index, "soft-bodies"), Some((2, count as usize)));
    assert!(index.view(&odd).behind_cut().is_empty());
}

// Cuts.

#[test]
fn a_file_that_ends_in_its_header_or_info_is_an_error() {
    let file = model();
    error(b"", EmptyFile, "header.signature", 0);
    for end in 1..4 {
        error(&file.up_to(end), Truncated { missing: 4 - end as u64 }, "header.signature", 0);
    }
    for end in 4..8 {
        error(&file.up_to(end), Truncated { missing: 8 - end as u64 }, "header.version", 4);
    }
    error(&file.up_to(8), Truncated { missing: 1 }, "header.settings", 8);
    for end in 9..17 {
        error(&file.up_to(end), Truncated { missing: 17 - end as u64 }, "header.settings", 9);
    }
    let info_end = file.end("info");
    for end in 17..info_end {
        let texts = ["info.name.local", "info.name.universal", "info.comment.local", "info.comment.universal"];
        let place = texts.into_iter().rfind(|place| file.at(place) <= end).expect("a text");
        let at = file.at(place);
        // A text that has not begun where the one before it ends.
        let (missing, offset) =
            if end < at + 4 { (at + 4 - end, at) } else { (file.put(place).range.end - end, at + 4) };
        error(&file.up_to(end), Truncated { missing: missing as u64 }, place, offset);
    }
}

#[test]
fn a_text_of_the_info_that_overruns_the_file_is_an_error() {
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
fn half_a_count_at_the_start_of_a_section_is_an_error() {
    let file = model();
    for section in SECTIONS {
        let at = file.start(section);
        for there in 1..4 {
            error(&file.up_to(at + there), Truncated { missing: 4 - there as u64 }, section, at);
        }
    }
}

#[test]
fn half_a_count_inside_a_record_is_a_cut() {
    let file = model();
    for (place, section, kept) in [
        ("bones[9].ik.links", "bones", 9),
        ("morphs[3].offsets", "morphs", 3),
        ("display-frames[1].items", "display-frames", 1),
        ("soft-bodies[1].pins", "soft-bodies", 1),
        ("soft-bodies[1].name.universal", "soft-bodies", 1),
    ] {
        let at = if place.ends_with("universal") { file.at(place) } else { count_at(&file, place) };
        for there in 0..4 {
            let bytes = file.up_to(at + there);
            let found = Fault { kind: Truncated { missing: 4 - there as u64 }, place, offset: at };
            // Where the section's own count promises too much already, that is said first.
            let e = scan(&bytes, Mode::Strict).expect_err("a cut");
            let e_place = e.place().to_string();
            let first = Fault { kind: e.kind(), place: &e_place, offset: e.offset() as usize };
            assert!(first == found || first.place == section, "{e}");
            let index = cut_found_later(&bytes, first, found);
            assert_eq!(held(&index, section).map(|(len, _)| len), Some(kept), "{place}");
        }
    }
}

#[test]
fn a_section_that_is_missing_at_a_boundary_is_a_cut() {
    let file = model();
    for section in &SECTIONS[..9] {
        let at = file.start(section);
        let bytes = file.up_to(at);
        let index = cut(&bytes, MissingSection, section, at);
        let model = index.view(&bytes);
        assert!(model.behind_cut().is_empty() && model.trailing().is_empty());
        for (name, part) in SECTIONS.into_iter().zip(&file.parts[2..]) {
            let whole = (part.range.end <= at).then_some((part.records.len(), part.records.len()));
            assert_eq!(held(&index, name), whole, "{name}");
        }
    }
}

#[test]
fn a_record_cut_short_is_dropped_whole_and_its_bytes_lie_behind_the_cut() {
    let file = model();
    for section in SECTIONS {
        let part = file.part(section);
        let last = part.records.len() - 1;
        let (start, end) = (part.records[last], part.range.end);
        let bytes = file.up_to(end - 1);
        let e = scan(&bytes, Mode::Lenient).expect_err("half a file");
        assert!(e.is_cut() && e.place().section() == section, "{e}");
        let index = open(&bytes, Mode::Salvage);
        let model = index.view(&bytes);
        assert_eq!(held(&index, section), Some((last, last + 1)));
        assert_eq!(model.behind_cut(), &file.bytes[start..end - 1]);
        assert!(model.trailing().is_empty());
        // One cut, one repair, in the section that was cut.
        let repairs: Vec<_> = index.repairs().iter().map(|r| (r.code(), r.place().section())).collect();
        assert_eq!(repairs, [(RepairCode::Cut, section)]);
        // Later sections are not there.
        let later = SECTIONS.iter().skip_while(|name| **name != section).skip(1);
        assert!(later.clone().all(|name| held(&index, name).is_none()));
        let spans = index.sections();
        let at_the_cut = spans.iter().filter(|span| later.clone().any(|name| *name == span.name));
        assert!(at_the_cut.clone().all(|span| span.range == (start..start)), "{spans:?}");
    }
}

/// Salvage says which record was cut, where strict reading need not look further than at the count.
#[test]
fn the_repair_of_a_cut_names_the_first_byte_that_is_missing() {
    let file = model();
    let mut seen = 0;
    for end in file.end("info")..file.bytes.len() {
        let bytes = file.up_to(end);
        let Ok(index) = scan(&bytes, Mode::Salvage) else { continue };
        let Some(cut) = index.repairs().iter().find(|repair| repair.code() == RepairCode::Cut) else { continue };
        let kept = index.sections().iter().map(|span| span.range.end).max().expect("a section");
        assert!(kept as u64 <= cut.offset() && cut.offset() <= end as u64, "{end}: {cut}");
        seen += 1;
    }
    assert!(seen > 4000);
}

#[test]
fn without_a_whole_record_the_count_lies_behind_the_cut_too() {
    let file = model::small(); // 70 vertices are too many for a file that ends at their count
    for section in SECTIONS {
        let part = file.part(section);
        let start = part.range.start;
        let second = part.records[1];
        // As far as the count alone: nothing behind it, or half a record.
        for end in [start + 4, second - 1] {
            let bytes = file.up_to(end);
            if end == start + 4 && section == "faces" {
                continue; // one byte less than a record is none: the same as the other
            }
            let index = open(&bytes, Mode::Salvage);
            assert_eq!(held(&index, section), None, "{section}");
            assert_eq!(index.view(&bytes).behind_cut(), &file.bytes[start..end]);
            assert_eq!(index.repairs().total(), 1);
        }
    }
}

#[test]
fn a_cut_file_keeps_every_whole_record_before_the_cut() {
    let file = model();
    let whole = open(&file.bytes, Mode::Strict);
    let bytes = file.up_to(file.at("bones[10].ik.target"));
    let index = open(&bytes, Mode::Salvage);
    let (all, some) = (whole.view(&file.bytes), index.view(&bytes));
    assert!(some.vertices().iter().eq(all.vertices().iter()));
    assert!(some.materials().iter().eq(all.materials().iter()));
    assert!(some.bones().iter().eq(all.bones().range(..10).iter()));
    assert_eq!((some.bones().len(), some.morphs().len(), some.soft_bodies().len()), (10, 0, 0));
    let count = file.part("bones").records.len();
    assert_eq!(held(&index, "bones"), Some((10, count)));
}

// Text.

#[test]
fn a_negative_text_length_is_an_empty_text_and_repaired() {
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
fn an_odd_utf_16_length_keeps_its_last_byte_undecoded_and_is_repaired() {
    let file = build(UTF16, 6);
    // One byte more.
    let put = file.put("bones[1].name.local");
    let mut odd = inserted(&file, put.range.end, b"x");
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

#[test]
fn text_that_is_not_valid_in_its_encoding_opens() {
    for (shape, bytes) in [(Shape::USUAL, [0xff, 0xc0, 0x80]), (UTF16, [0x00, 0xd8, 0x00])] {
        let file = build(shape, 6);
        let at = file.at("bones[1].name.universal") + 4;
        let odd = file.with_at(at, &bytes[..if shape.encoding == 0 { 2 } else { 3 }]);
        let index = opens(&odd);
        let name = index.view(&odd).bones().get(1).expect("a bone").name.universal;
        assert!(!name.is_valid() && name.decode().contains('\u{fffd}'));
    }
}

// Kinds.

#[test]
fn a_deform_kind_above_4_is_an_error() {
    let file = model();
    for (vertex, kind) in [(0, 5), (17, 63), (69, 255), (64, 8)] {
        let place = format!("vertices[{vertex}].deform");
        error(&file.with(&place, [kind]), UnknownTag(kind), &place, file.at(&place));
    }
}

#[test]
fn a_morph_kind_above_10_is_an_error() {
    let file = model();
    for (morph, kind) in [(0, 11), (8, 255)] {
        let place = format!("morphs[{morph}].offsets");
        error(&file.with(&place, [kind]), UnknownTag(kind), &place, file.at(&place));
    }
}

#[test]
fn a_toon_flag_an_item_kind_and_a_has_limit_other_than_0_and_1_are_errors() {
    let file = model();
    for place in [
        "materials[0].toon",
        "materials[4].toon",
        "display-frames[1].items[2]",
        "bones[9].ik.links[0].limits",
        "bones[9].ik.links[1].limits",
    ] {
        for kind in [2, 3, 128, 255] {
            error(&file.with(place, [kind]), UnknownTag(kind), place, file.at(place));
        }
    }
}

#[test]
fn what_belongs_to_2_1_opens_in_a_2_0_file() {
    let file = build(V2_0, 70);
    let index = opens(&file.bytes);
    let model = index.view(&file.bytes);
    assert_eq!(model.version(), Version::V2_0);
    assert!(matches!(model.vertices().get(4).map(|v| v.deform), Some(Deform::Qdef(_))));
    assert_eq!(model.morphs().iter().map(|m| m.offsets.tag()).max(), Some(10));
    assert_eq!(model.joints().iter().map(|j| j.kind.0).max(), Some(6));
}

// The end.

#[test]
fn a_2_1_file_that_ends_after_the_joints_has_no_soft_bodies_and_is_repaired() {
    let file = model();
    let end = file.start("soft-bodies");
    let bytes = file.up_to(end);
    let index = repair(&bytes, RepairCode::NoSoftBodies, MissingSection, "soft-bodies", end);
    assert_eq!(held(&index, "soft-bodies"), None);
    assert_eq!(held(&index, "joints"), Some((7, 7)));
    let model = index.view(&bytes);
    assert!(model.soft_bodies().is_empty() && model.trailing().is_empty() && model.behind_cut().is_empty());
}

#[test]
fn bytes_after_the_last_section_are_kept_and_repaired() {
    let (old, new) = (build(V2_0, 6), model());
    let soft_bodies = new.bytes[new.start("soft-bodies")..].to_vec();
    for (file, trailing) in [
        (&old, vec![0]),
        (&old, vec![0; 4]),
        (&old, soft_bodies),
        (&old, old.bytes.clone()),
        (&new, vec![255; 3]),
        (&new, new.bytes.clone()),
    ] {
        let end = file.bytes.len();
        let bytes = [&file.bytes[..], &trailing].concat();
        let kind = TrailingBytes(trailing.len() as u64);
        let index = repair(&bytes, RepairCode::TrailingBytes, kind, "end", end);
        assert_eq!(index.view(&bytes).trailing(), trailing);
        assert!(index.view(&bytes).behind_cut().is_empty());
    }
}

// Values.

#[test]
fn any_value_that_moves_no_byte_opens() {
    let file = model();
    for (place, value) in [
        ("faces[0]", &[0xff, 0xff][..]),
        ("vertices[0].deform.bone", &[0xff, 0xff]),
        ("vertices[1].deform.bones", &[0x00, 0x80]),
        ("materials[0].texture", &[0x7f]),
        ("materials[0].sphere_mode", &[200]),
        ("materials[0].flags", &[0xff]),
        ("materials[0].index_count", &[2, 0, 0, 0]),
        ("bones[0].parent", &[0, 0]),
        ("bones[0].layer", &[0, 0, 0, 0x80]),
        ("bones[9].ik.target", &[0xfe, 0xff]),
        ("bones[9].ik.iterations", &[0xff; 4]),
        ("morphs[0].panel", &[99]),
        ("morphs[0].offsets[0].morph", &[0]),
        ("morphs[8].offsets[0].operation", &[2]),
        ("morphs[8].offsets[0].material", &[0xfe]),
        ("display-frames[0].special", &[9]),
        ("rigid-bodies[0].group", &[16]),
        ("rigid-bodies[0].shape", &[9]),
        ("rigid-bodies[0].mode", &[9]),
        ("joints[0].kind", &[9]),
        ("joints[0].a", &[0x80]),
        ("soft-bodies[0].shape", &[9]),
        ("soft-bodies[0].aerodynamics", &[0xff; 4]),
        ("soft-bodies[0].anchors[0].near", &[9]),
    ] {
        opens(&file.with(place, value));
    }
}

#[test]
fn an_index_below_zero_is_none_and_keeps_its_number() {
    let file = model();
    let odd = file.with("bones[3].parent", (-2i16).to_le_bytes());
    let index = opens(&odd);
    let model = index.view(&odd);
    let parent = model.bones().get(3).expect("a bone").parent;
    assert_eq!((parent.get(), parent.raw()), (None, -2));
    assert!(model.bone(parent).is_none());
    assert!(
        matches!(model.display_frames().get(1).and_then(|f| f.items.get(1)), Some(FrameItem::Morph(m)) if m.raw() == -1)
    );
}

#[test]
fn any_float_opens() {
    let file = model();
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, f32::MIN_POSITIVE / 2.0, f32::MAX] {
        for place in
            ["vertices[5].edge_scale", "bones[9].ik.limit_angle", "soft-bodies[0].mass", "rigid-bodies[1].mass"]
        {
            opens(&file.with(place, value.to_le_bytes()));
        }
    }
    let nothing = f32::from_bits(0xffc0_1234).to_le_bytes();
    let odd = file.with("vertices[5].edge_scale", nothing);
    assert_eq!(opens(&odd).view(&odd).vertices().get(5).map(|v| v.edge_scale.to_bits()), Some(0xffc0_1234));
}

// Several at once.

#[test]
fn every_fault_of_a_file_is_listed_in_file_order() {
    let file = build(UTF16, 6);
    let mut odd = file.with_at(3, [0xa0]);
    odd[9] = 7;
    // Two texts of one record; then one of another section.
    let (first, second) = (file.at("materials[3].name.local"), file.put("materials[3].name.universal").range.clone());
    odd[first..first + 4].copy_from_slice(&(-5i32).to_le_bytes()); // it is empty
    let length = second.len() as i32 - 4 + 1;
    odd[second.start..second.start + 4].copy_from_slice(&length.to_le_bytes());
    odd.insert(second.end, b'x');
    let frame = file.at("display-frames[2].name.local") + 1;
    odd[frame..frame + 4].copy_from_slice(&(-1i32).to_le_bytes());
    odd.extend_from_slice(b"rest");
    let faults = [
        (RepairCode::OddSignature, Fault { kind: OddSignature(0xa0), place: "header.signature", offset: 3 }),
        (RepairCode::UnknownEncoding, Fault { kind: UnknownEncoding(7), place: "header.settings.encoding", offset: 9 }),
        (
            RepairCode::NegativeLength,
            Fault { kind: NegativeLength(-5), place: "materials[3].name.local", offset: first },
        ),
        (
            RepairCode::OddLength,
            Fault { kind: OddLength(length), place: "materials[3].name.universal", offset: second.start },
        ),
        (
            RepairCode::NegativeLength,
            Fault { kind: NegativeLength(-1), place: "display-frames[2].name.local", offset: frame },
        ),
        (RepairCode::TrailingBytes, Fault { kind: TrailingBytes(4), place: "end", offset: odd.len() - 4 }),
    ];
    refuses(&odd, Mode::Strict, faults[0].1);
    repaired(open(&odd, Mode::Lenient).repairs(), &faults);
    repaired(open(&odd, Mode::Salvage).repairs(), &faults);

    // The same file, cut: salvage lists the cut last, and nothing of what it dropped.
    let end = frame + 6;
    let e = scan(&odd[..end], Mode::Lenient).expect_err("half a file");
    assert!(e.is_cut());
    let cut = Fault { kind: Truncated { missing: 2 }, place: "display-frames[2].name.universal", offset: frame + 4 };
    let mut faults = faults[..4].to_vec();
    faults.push((RepairCode::Cut, cut));
    repaired(open(&odd[..end], Mode::Salvage).repairs(), &faults);
}

#[test]
fn every_text_of_the_info_is_repaired() {
    let mut b = Builder::new(UTF16);
    b.part("info");
    for field in ["name.local", "name.universal", "comment.local", "comment.universal"] {
        b.i32(field, -1);
    }
    for section in SECTIONS {
        b.section(section, 0);
    }
    let file = b.end();
    let places = ["info.name.local", "info.name.universal", "info.comment.local", "info.comment.universal"];
    let faults = places
        .map(|place| (RepairCode::NegativeLength, Fault { kind: NegativeLength(-1), place, offset: file.at(place) }));
    refuses(&file.bytes, Mode::Strict, faults[0].1);
    repaired(open(&file.bytes, Mode::Lenient).repairs(), &faults);
}

#[test]
fn a_hundred_repairs_of_a_kind_are_kept_then_only_counted() {
    let mut b = Builder::new(V2_0);
    model::info(&mut b);
    b.section("vertices", 0);
    b.section("faces", 0);
    b.section("textures", 250);
    for _ in 0..250 {
        b.record();
        b.i32("", -1);
    }
    for section in &SECTIONS[3..9] {
        b.section(section, 0);
    }
    let mut bytes = b.end().bytes;
    bytes.push(0);
    for mode in [Mode::Lenient, Mode::Salvage] {
        let index = open(&bytes, mode);
        let repairs = index.repairs();
        assert_eq!(repairs.count(RepairCode::NegativeLength), 250);
        assert_eq!(repairs.total(), 251);
        assert_eq!(repairs.iter().count(), Repairs::KEPT + 1);
        let records: Vec<_> = repairs.iter().filter_map(|repair| repair.place().record()).collect();
        assert_eq!(records, (0..100).collect::<Vec<_>>());
        assert_eq!(repairs.iter().last().map(|repair| repair.code()), Some(RepairCode::TrailingBytes));
    }
}

#[test]
fn a_repair_says_what_strict_reading_says_and_what_was_done() {
    let odd = model().with_at(3, b"!");
    let index = open(&odd, Mode::Lenient);
    let repair = index.repairs().iter().next().expect("a repair");
    assert_eq!(repair.error(), &scan(&odd, Mode::Strict).expect_err("a fault"));
    assert_eq!(repair.to_string(), format!("{}; read as PMX", repair.error()));
    let names: Vec<_> = RepairCode::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(
        names,
        [
            "odd-signature",
            "unknown-encoding",
            "negative-text-length",
            "odd-text-length",
            "no-soft-bodies",
            "odd-motion-signature",
            "no-section",
            "trailing-bytes",
            "bytes-before-magic",
            "missing-count",
            "count-mismatch",
            "lone-carriage-return",
            "missing-semicolon",
            "missing-brace",
            "block-in-other-case",
            "unknown-block",
            "stray-line",
            "stray-brace",
            "text-after-end",
            "cut",
        ]
    );
}

/// What strict opens, lenient opens; what lenient opens, salvage opens; and each shows the same.
#[test]
fn a_more_tolerant_mode_opens_no_less() {
    let file = model();
    for at in (0..file.bytes.len()).step_by(3) {
        let odd = file.with_at(at, [file.bytes[at] ^ 0x81]);
        let opened = MODES.map(|mode| scan(&odd, mode).ok());
        for pair in opened.windows(2) {
            let (Some(stricter), Some(laxer)) = (&pair[0], &pair[1]) else {
                assert!(pair[0].is_none(), "byte {at}");
                continue;
            };
            assert_eq!(stricter.sections(), laxer.sections(), "byte {at}");
        }
    }
}
