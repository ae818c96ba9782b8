//! Read, written, compared: the surest proof of a reader. Here over every combination of what a header can say; real
//! files, cut and odd ones are in `corpus.rs`, `damaged.rs` and `modes.rs`.
mod common;

use common::build::Shape;
use common::{model, verdict};
use mmdmap::pmx::{DiffOptions, PmxIndex, Widths, diff};
use mmdmap::{Misfit, Mode, WriteError};

/// All 3⁶ widths, both encodings, 0 to 4 additional UVs, both versions.
fn every_shape() -> impl Iterator<Item = Shape> {
    let widths = (0..3usize.pow(6)).map(|n| [0u32, 1, 2, 3, 4, 5].map(|place| [1, 2, 4][n / 3usize.pow(place) % 3]));
    widths.flat_map(|widths| {
        (0..20).map(move |n| Shape {
            version: if n % 2 == 0 { 2.0 } else { 2.1 },
            encoding: n / 2 % 2,
            extra_uvs: n / 4,
            widths,
        })
    })
}

#[test]
fn every_combination_of_widths_encodings_uvs_and_versions_goes_back_as_it_was() {
    let mut models = 0;
    for shape in every_shape() {
        let bytes = model::build(shape, 5).bytes;
        let index = verdict::scan(&bytes, Mode::Strict).unwrap();
        assert!(index.view(&bytes).to_bytes() == bytes, "{shape:?}");
        models += 1;
    }
    println!("{models} models");
    assert_eq!(models, 729 * 20);
}

/// Every float of a file as odd as floats can be: none is looked at, so none may change.
#[test]
fn odd_floats_come_back_to_the_bit() {
    let odd = [0x7fc0_1234u32, 0xff80_0001, 0x8000_0000, 0x0000_0001, 0x7f80_0000, 0xffff_ffff];
    let file = model::model();
    let mut bytes = file.bytes.clone();
    let mut floats = 0;
    for put in file.puts.iter().filter(|put| matches!(put.value, common::build::Value::Float(_))) {
        if put.section != "header" {
            bytes[put.range.clone()].copy_from_slice(&odd[floats % odd.len()].to_le_bytes());
            floats += 1;
        }
    }
    assert!(floats > 1000, "{floats}");
    let index = verdict::opens(&bytes);
    assert!(index.view(&bytes).to_bytes() == bytes);
}

/// What another process does to a mapped file shows when it is written: never half a record less without a word.
#[test]
fn a_record_that_is_gone_since_the_file_was_opened_is_an_error() {
    let file = model::build(Shape::USUAL, 70);
    let index = verdict::opens(&file.bytes);
    let refused = |changed: &[u8], to_section: &str, to_record: usize| {
        let model = index.view(changed);
        let mut edit = model.edit();
        edit.vertices(|_, vertex| vertex).materials(|_, material| material);
        for why in [model.write_to(std::io::sink()).err(), edit.write_to(std::io::sink()).err()] {
            match why {
                Some(WriteError::Misfit { section, record, what: Misfit::Changed }) => {
                    assert_eq!((section, record), (to_section, Some(to_record)));
                }
                other => panic!("{to_section}[{to_record}]: {other:?}"),
            }
        }
    };
    refused(&file.with_at(file.at("vertices[66].deform"), [9]), "vertices", 66);
    refused(&file.with_at(file.at("materials[1].toon"), [2]), "materials", 1);
    refused(&file.bytes[..file.at("vertices[68].deform")], "vertices", 68);

    let cut = index.view(&file.bytes[..file.at("faces[0]")]).edit().write_to(std::io::sink());
    assert!(
        matches!(cut, Err(WriteError::Misfit { section: "faces", record: None, what: Misfit::Changed })),
        "{cut:?}"
    );
}

#[test]
fn the_smallest_widths_hold_the_same_model() {
    // What points beyond its table does not fit the smallest width: a model without such.
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure-2.1.pmx")).unwrap();
    let index = PmxIndex::scan(&bytes).unwrap();
    let before = index.view(&bytes);
    let mut wide = Vec::new();
    before.edit().widths(Widths::Widest).write_to(&mut wide).unwrap();
    let wide_index = PmxIndex::scan(&wide).unwrap();
    assert_eq!(diff(before, wide_index.view(&wide), &DiffOptions::new()).count(), 0);
    let mut small = Vec::new();
    wide_index.view(&wide).edit().widths(Widths::Minimal).write_to(&mut small).unwrap();
    assert!(small == bytes, "our own model has the smallest widths already");
}
