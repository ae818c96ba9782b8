//! Models of one section alone, in any number: as bytes, since a builder that remembers a million fields is slow.
use super::SECTIONS;
use super::build::{Builder, Shape};
use super::model;

/// UTF-8, indices of four bytes.
const WIDE: Shape = Shape { version: 2.1, encoding: 1, extra_uvs: 0, widths: [4; 6] };

/// A model with so many records in this section, and nothing else.
pub fn only(section: &str, count: usize, records: &[u8]) -> Vec<u8> {
    let mut b = Builder::new(WIDE);
    model::info(&mut b);
    for name in SECTIONS {
        b.section(name, if name == section { count } else { 0 });
        if name == section {
            b.raw("all of them", records);
        }
    }
    b.end().bytes
}

pub fn text(to: &mut Vec<u8>, text: &str) {
    to.extend((text.len() as i32).to_le_bytes());
    to.extend(text.as_bytes());
}

/// Bones with these names and parents.
pub fn bones(all: impl Iterator<Item = (String, i32)>) -> Vec<u8> {
    let (mut records, mut count) = (Vec::new(), 0);
    for (name, parent) in all {
        count += 1;
        text(&mut records, &name);
        records.extend([0; 4 + 12]); // universal name, position
        records.extend(parent.to_le_bytes());
        records.extend([0; 4 + 2 + 12]); // layer, flags, tail offset
    }
    only("bones", count, &records)
}

/// So many bones, each with this parent.
pub fn hanging(count: usize, parent: impl Fn(usize) -> i32) -> Vec<u8> {
    bones((0..count).map(|i| (i.to_string(), parent(i))))
}

/// Groups or flips without number: what each holds. One that holds nothing is a plain morph.
pub fn groups(kind: u8, morphs: &[Vec<i32>]) -> Vec<u8> {
    let mut records = Vec::new();
    for (i, members) in morphs.iter().enumerate() {
        text(&mut records, &i.to_string());
        text(&mut records, "");
        records.extend([4, if members.is_empty() { 1 } else { kind }]);
        records.extend((members.len() as i32).to_le_bytes());
        for member in members {
            records.extend(member.to_le_bytes());
            records.extend(1f32.to_le_bytes());
        }
    }
    only("morphs", morphs.len(), &records)
}
