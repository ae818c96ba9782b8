//! Which mode opens what: E is an error in every mode, C a cut that only salvage opens, S a deviation that only strict
//! refuses, W what every mode opens. The rows of the table for PMX are attacks, too, and have their tests there
//! (`attacks/`); here is what they leave open: where the borders are, what salvage keeps, several faults at once.
mod common;
use common::build::{Builder, File, Shape};
use common::model::{self, build, model};
use common::verdict::{Fault, cut, cut_found_later, error, held, open, opens, refuses, repaired, scan};
use common::{MODES, SECTIONS};
use mmdmap::ErrorKind::*;
use mmdmap::{Mode, RepairCode, Repairs};

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };
const V2_0: Shape = Shape { version: 2.0, ..Shape::USUAL };

#[test]
fn a_whole_file_opens_in_every_mode_without_a_repair() {
    for shape in Shape::many() {
        opens(&build(shape, 70).bytes);
        opens(&model::empty(shape).bytes);
    }
}

// The header.

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

// Cuts.

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
        let at = if place.ends_with("universal") { file.at(place) } else { file.count_at(place) };
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

// Values.

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

/// Whether they are kept or only counted, one by one or two in a record: as many are counted, and the first are listed.
#[test]
fn what_is_only_counted_is_counted_like_what_is_listed() {
    let frame = |local: &[u8], universal: &[u8]| [local, universal, &[0; 5]].concat();
    let (negative, odd) = ((-1i32).to_le_bytes(), [1, 0, 0, 0, b'a']);
    let (both, mixed) = (frame(&negative, &negative), frame(&negative, &odd));
    let repairs = |frames: &[(&[u8], usize)]| {
        let mut b = Builder::new(Shape { version: 2.0, ..UTF16 });
        model::info(&mut b);
        for section in &SECTIONS[..9] {
            let here = *section == "display-frames";
            b.section(section, if here { frames.iter().map(|(_, n)| n).sum() } else { 0 });
            if here {
                b.raw("all of them", &frames.iter().flat_map(|(frame, n)| frame.repeat(*n)).collect::<Vec<_>>());
            }
        }
        let bytes = b.end().bytes;
        assert!(scan(&bytes, Mode::Strict).is_err());
        let listed = |mode| {
            let index = open(&bytes, mode);
            let repairs = index.repairs();
            let listed: Vec<_> =
                repairs.iter().map(|repair| (repair.code(), repair.place().record().unwrap())).collect();
            let counts = [RepairCode::NegativeLength, RepairCode::OddLength].map(|code| repairs.count(code));
            (counts, repairs.total(), listed)
        };
        assert_eq!(listed(Mode::Lenient), listed(Mode::Salvage));
        listed(Mode::Lenient)
    };
    let (n, o) = (RepairCode::NegativeLength, RepairCode::OddLength);

    let (counts, total, listed) = repairs(&[(&both, 150)]);
    assert_eq!((counts, total), ([300, 0], 300));
    assert_eq!(listed, (0..50).flat_map(|i| [(n, i), (n, i)]).collect::<Vec<_>>());

    let (counts, total, listed) = repairs(&[(&mixed, 150)]);
    assert_eq!((counts, total), ([150, 150], 300));
    assert_eq!(listed, (0..100).flat_map(|i| [(n, i), (o, i)]).collect::<Vec<_>>());

    let (counts, total, listed) = repairs(&[(&both, 60), (&mixed, 7), (&both, 40)]);
    assert_eq!((counts, total), ([207, 7], 214));
    assert_eq!(listed, (0..50).flat_map(|i| [(n, i), (n, i)]).chain((60..67).map(|i| (o, i))).collect::<Vec<_>>());
}
