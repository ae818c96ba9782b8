//! 119 to 124: what follows the last section, what is missing there, what is in the wrong place.
use super::common::build::{File, Shape};
use super::common::model::{build, model, small};
use super::common::verdict::{error, held, repair, scan};
use super::common::{MODES, SECTIONS, whole};
use super::sound::spoil_one;
use mmdmap::ErrorKind::*;
use mmdmap::RepairCode;
use mmdmap::pmx::check::Code;

const V2_0: Shape = Shape { version: 2.0, ..Shape::USUAL };

/// Bytes behind a file: kept, and nothing else changes.
#[track_caller]
fn trails(file: &File, trailing: &[u8]) {
    let end = file.bytes.len();
    let bytes = [&file.bytes[..], trailing].concat();
    let kind = TrailingBytes(trailing.len() as u64);
    let index = repair(&bytes, RepairCode::TrailingBytes, kind, "end", end);
    assert_eq!(index.view(&bytes).trailing(), trailing);
    assert!(index.view(&bytes).behind_cut().is_empty());
    let said = index.repairs().iter().next().expect("a repair").to_string();
    let s = if trailing.len() == 1 { "" } else { "s" };
    assert!(said.contains(&format!("{} byte{s} after the last section", trailing.len())), "{said}");
}

#[test]
fn a119_soft_bodies_behind_a_2_0_file() {
    let (old, new) = (build(V2_0, 6), model());
    trails(&old, &new.bytes[new.start("soft-bodies")..]);
    trails(&old, &[0; 4]);
}

#[test]
fn a120_a_2_1_file_without_soft_bodies() {
    let file = model();
    let end = file.start("soft-bodies");
    let bytes = file.up_to(end);
    let index = repair(&bytes, RepairCode::NoSoftBodies, MissingSection, "soft-bodies", end);
    assert_eq!((held(&index, "soft-bodies"), held(&index, "joints")), (None, Some((7, 7))));
    let model = index.view(&bytes);
    assert!(model.soft_bodies().is_empty() && model.trailing().is_empty() && model.behind_cut().is_empty());
}

#[test]
fn a120_half_a_count_at_the_start_of_a_section() {
    let file = model();
    for section in SECTIONS {
        let at = file.start(section);
        for there in 1..4 {
            error(&file.up_to(at + there), Truncated { missing: 4 - there as u64 }, section, at);
        }
    }
}

/// Their counts: 21 to 27, as of every list.
#[test]
fn a121_anchors_and_pins_of_what_is_not_there() {
    for (path, value, code) in [
        ("soft-bodies[0].anchors[0].body", &[2][..], Code::AnchorBodyDangling),
        ("soft-bodies[0].anchors[0].body", &[0xff], Code::AnchorBodyNone),
        ("soft-bodies[0].anchors[0].body", &[0xfe], Code::IndexBelowNone),
        ("soft-bodies[0].anchors[0].vertex", &[6, 0], Code::AnchorVertexDangling),
        ("soft-bodies[0].anchors[0].vertex", &[0xff, 0xff], Code::AnchorVertexDangling),
        ("soft-bodies[0].anchors[0].near", &[2], Code::AnchorNearUnknown),
        ("soft-bodies[0].pins[0]", &[6, 0], Code::PinVertexDangling),
        ("soft-bodies[0].material", &[2], Code::SoftBodyMaterialDangling),
        ("soft-bodies[0].material", &[0xff], Code::SoftBodyMaterialNone),
    ] {
        let (odd, index) = spoil_one(path, value, code);
        let model = index.view(&odd);
        let body = model.soft_bodies().get(0).expect("a soft body");
        let (anchor, pin) = (body.anchors.get(0).expect("an anchor"), body.pins.get(0).expect("a pin"));
        assert_eq!(model.rigid_body(anchor.body).is_none(), path.ends_with("anchors[0].body"), "{path}");
        assert_eq!(model.vertex(anchor.vertex).is_none(), path.ends_with("anchors[0].vertex"), "{path}");
        assert_eq!(model.vertex(pin).is_none(), path.ends_with("pins[0]"), "{path}");
        assert_eq!(model.material(body.material).is_none(), path.ends_with("material"), "{path}");
    }
}

#[test]
fn a122_bytes_behind_the_last_section() {
    let (old, new) = (build(V2_0, 6), model());
    trails(&old, &[0]);
    trails(&new, &[255; 3]);
    trails(&old, &old.bytes);
    trails(&new, &new.bytes);
    trails(&small(), &vec![0; 8 << 20]);
}

/// Two sections in each other's place: what follows a count is read as what should be there, and wherever that has no
/// sense, that is said.
#[test]
fn a123_sections_in_the_wrong_order() {
    let file = model();
    let swapped = |a: &str, b: &str| {
        let (a, b) = (file.part(a).range.clone(), file.part(b).range.clone());
        assert_eq!(a.end, b.start, "neighbours");
        let bytes = &file.bytes;
        [&bytes[..a.start], &bytes[b.clone()], &bytes[a.clone()], &bytes[b.end..]].concat()
    };
    for pair in SECTIONS.windows(2) {
        let bytes = swapped(pair[0], pair[1]);
        for mode in MODES {
            let e = scan(&bytes, mode).expect_err("nonsense");
            // Not before the first of the two; and not cut, whatever is promised there.
            assert!(e.offset() >= file.start(pair[0]) as u64 && e.offset() <= bytes.len() as u64, "{pair:?}: {e}");
        }
    }
}

/// Each bit of every file: `damaged.rs`.
#[test]
fn a124_every_bit_of_a_small_model_is_turned() {
    let file = build(Shape::USUAL, 1);
    let mut bytes = file.bytes.clone();
    let mut opened = 0;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            for mode in MODES {
                match scan(&bytes, mode) {
                    Ok(index) if at % 64 == bit => {
                        assert!(whole::walk(&index, &bytes) > 0 && whole::comes_back(&index, &bytes));
                    }
                    Ok(_) => opened += 1,
                    Err(e) => assert!(e.offset() <= bytes.len() as u64, "byte {at}, bit {bit}: {e}"),
                }
            }
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(opened > 3 * 8 * bytes.len() / 2, "most bits are of values: {opened}");
}
