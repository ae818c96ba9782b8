//! Everything in a pose, block by block: for people, and for hashes.
use super::block::{Block, Bone, Morph};
use super::list::Blocks;
use super::name::PoseName;
use super::scan::Flavour;
use super::view::Vpd;
use crate::each::{EachRecord, show_one};
use crate::text::Text;
use crate::visit::{Visit, Visitor};
use core::ops::Range;

/// What a canonical dump can be made of, in the order in which digests are printed.
pub const CANONICAL: [&str; 2] = ["bones", "morphs"];

/// The sections of a pose, as every output spells them.
pub const SECTIONS: [&str; 4] = ["header", "bones", "morphs", "blocks"];

/// Bytes gathered before they are handed on.
const CHUNK: usize = 64 * 1024;

/// What stands before the blocks.
#[derive(Clone, Copy, Debug)]
struct Header<'a> {
    flavour: Flavour,
    model_name: Text<'a>,
    declared_bones: Option<u32>,
}

impl Visit for Header<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_record();
        visitor.field("flavour");
        Text::new(self.flavour.name()).visit(visitor);
        visitor.field("encoding");
        Text::new(self.model_name.encoding().name()).visit(visitor);
        visitor.field("model_name");
        self.model_name.visit(visitor);
        visitor.field("declared_bones");
        match self.declared_bones {
            Some(count) => visitor.integer(count.into()),
            None => visitor.none(),
        }
        visitor.end_record();
    }
}

impl<'a> Vpd<'a> {
    /// Shows the blocks of one of [`SECTIONS`], as far as they lie in the range. `header` has one record; `blocks` are
    /// those that are neither bones nor morphs, each as a text. Says whether there is such a section.
    pub fn visit_section(self, section: &str, range: Range<usize>, each: &mut EachRecord<'_>) -> bool {
        match section {
            "header" => {
                let (flavour, model_name) = (self.flavour(), self.model_name());
                show_one(&Header { flavour, model_name, declared_bones: self.declared_bones() }, &range, each);
            }
            "bones" => show(self.bones().iter(), range, each),
            "morphs" => show(self.morphs().iter(), range, each),
            "blocks" => show(self.unknown_blocks(), range, each),
            _ => return false,
        }
        true
    }
    /// How many records one of [`SECTIONS`] has; `None` where there is no such section.
    pub fn section_len(self, section: &str) -> Option<usize> {
        match section {
            "header" => Some(1),
            "bones" => Some(self.bones().len()),
            "morphs" => Some(self.morphs().len()),
            "blocks" => Some(self.unknown_blocks().len()),
            _ => None,
        }
    }

    /// The canonical dump of one of [`CANONICAL`], piece by piece: equal content gives equal bytes, however it is
    /// written down. A block is its label (`i32`, −1 for none), its name (the length as `u32`, then the bytes as the
    /// file holds them, without the blanks at its end) and its numbers (`f32`), all little-endian. Says whether there is
    /// such a part.
    pub fn canonical_dump(self, of: &str, to: &mut dyn FnMut(&[u8])) -> bool {
        match of {
            "bones" => dump(self.bones(), to, |bone: &Bone, out| {
                put_head(bone.label, bone.name, out);
                put_numbers(&bone.translation, out);
                put_numbers(&bone.rotation, out);
            }),
            "morphs" => dump(self.morphs(), to, |morph: &Morph, out| {
                put_head(morph.label, morph.name, out);
                put_numbers(&[morph.weight], out);
            }),
            _ => return false,
        }
        true
    }
}

fn show<T: Visit>(blocks: impl Iterator<Item = T>, range: Range<usize>, each: &mut EachRecord<'_>) {
    let len = range.end.saturating_sub(range.start);
    for (i, block) in blocks.enumerate().skip(range.start).take(len) {
        if each(i, &block).is_break() {
            return;
        }
    }
}

fn dump<'a, T: Block<'a>>(blocks: Blocks<'a, T>, to: &mut dyn FnMut(&[u8]), put: impl Fn(&T, &mut Vec<u8>)) {
    let mut out = Vec::new();
    for block in blocks {
        put(&block, &mut out);
        if out.len() >= CHUNK {
            to(&out);
            out.clear();
        }
    }
    to(&out);
}
fn put_head(label: Option<i32>, name: PoseName<'_>, out: &mut Vec<u8>) {
    let name = name.text().bytes();
    out.extend_from_slice(&label.unwrap_or(-1).to_le_bytes());
    // A name lies in a file that a slice holds: longer ones are none of ours.
    out.extend_from_slice(&u32::try_from(name.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend_from_slice(name);
}
fn put_numbers(numbers: &[f32], out: &mut Vec<u8>) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
}
