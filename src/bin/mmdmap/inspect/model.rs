//! What is in a model: the facts. They are shown in two forms.
mod as_json;
mod as_text;
mod saved;

use super::head::{Head, json_line};
use mmdmap::PmxFile;
use mmdmap::pmx::{Bounds, Pmx};
use saved::SavedIndex;

pub fn show(file: &PmxFile, head: &Head<'_>, json: bool) -> String {
    let report = Report::new(file.model(), SavedIndex::beside(head.input, file), head);
    if json { json_line(&report) } else { report.to_text() }
}

/// What is shown, in either form.
struct Report<'a> {
    head: &'a Head<'a>,
    model: Pmx<'a>,
    saved: Option<SavedIndex>,
    bounds: Option<Bounds>,
    deforms: Vec<Kind>,
    morphs: Vec<Kind>,
    /// Face indices that no material covers.
    uncovered: usize,
}

/// One of several possibilities, and how often it occurs.
struct Kind {
    tag: u8,
    name: &'static str,
    count: usize,
}

impl Kind {
    fn count(all: impl Iterator<Item = (u8, &'static str)>) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (tag, name) in all {
            match kinds.iter_mut().find(|kind| kind.tag == tag) {
                Some(kind) => kind.count = kind.count.saturating_add(1),
                None => kinds.push(Kind { tag, name, count: 1 }),
            }
        }
        kinds.sort_by_key(|kind| kind.tag);
        kinds
    }
}

impl<'a> Report<'a> {
    fn new(model: Pmx<'a>, saved: Option<SavedIndex>, head: &'a Head<'a>) -> Self {
        let covered = model.material_faces().fold(0usize, |all, (_, faces)| all.saturating_add(faces.len()));
        Report {
            head,
            model,
            saved,
            bounds: model.vertices().bounds(),
            deforms: Kind::count(model.vertices().iter().map(|vertex| (vertex.deform.tag(), vertex.deform.kind()))),
            morphs: Kind::count(model.morphs().iter().map(|morph| (morph.offsets.tag(), morph.offsets.kind()))),
            uncovered: model.faces().len().saturating_sub(covered),
        }
    }

    /// Name and width of each kind of index.
    fn widths(&self) -> [(&'static str, usize); 6] {
        let globals = self.model.globals();
        [
            ("vertex", globals.vertex),
            ("texture", globals.texture),
            ("material", globals.material),
            ("bone", globals.bone),
            ("morph", globals.morph),
            ("rigid_body", globals.rigid_body),
        ]
        .map(|(name, width)| (name, width.bytes()))
    }
}
