//! What was put into a file is what its views show: every field of every record, in every shape.
mod common;
use common::build::{File, Shape};
use common::layout::Layout;
use common::model;
use common::shown::{plain, shown};
use mmdmap::pmx::PmxIndex;
use mmdmap::{Mode, ScanOptions};
use std::ops::ControlFlow;

fn scan(file: &File) -> PmxIndex {
    PmxIndex::scan_with(&file.bytes, &ScanOptions::from(Mode::Strict))
        .unwrap_or_else(|e| panic!("{:?}: {e}", file.shape))
}

/// The builder and the plain reader agree on where everything is: neither knows of the other, or of the crate.
#[test]
fn two_descriptions_of_the_same_file_agree() {
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let layout = Layout::of(&file.bytes);
        assert_eq!(layout.end(), file.bytes.len());
        let ours: Vec<_> =
            file.parts.iter().map(|part| (part.name, part.range.clone(), part.records.clone())).collect();
        let theirs: Vec<_> =
            layout.parts.iter().map(|part| (part.name, part.range.clone(), part.records.clone())).collect();
        assert_eq!(ours, theirs);
    }
}

#[test]
fn every_field_of_every_record_is_what_was_put_there_in_every_shape() {
    let mut fields = 0;
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let index = scan(&file);
        for part in file.parts.iter().filter(|part| !matches!(part.name, "header" | "info")) {
            let (put, mut seen) = (file.records(part.name), 0);
            index.view(&file.bytes).visit_section(part.name, 0..usize::MAX, &mut |i, record| {
                let put: Vec<_> = put[i].iter().map(|(way, value)| (plain(way), value.clone())).collect();
                let shown = shown(record);
                assert_eq!(shown, put, "{shape:?} {}[{i}]", part.name);
                fields += shown.len();
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(seen, part.records.len());
        }
    }
    println!("{} shapes, {fields} values", Shape::many().len());
}
