//! `mmdmap inspect`: what is in a model, at a glance. The facts are gathered here, and shown in two forms.
mod as_json;
mod as_text;

use crate::batch::{self, Done};
use crate::failure::{self, Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::open::{Opened, Reading};
use mmdmap::pmx::{Bounds, Pmx, PmxIndex};
use mmdmap::{Backing, PmxFile};
use std::io;
use std::time::Duration;

/// Shows what is in models: names, sections, materials, bounds, kinds, repairs
///
/// Names, versions, widths; how large each section is; materials; what encloses the model; which kinds of deform and
/// morph occur; what the index costs; what was repaired.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// As JSON: one object a line for each file, with `schema` and `schema_version`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    batch::run(&args.files.find(), |input| one(input, args))
}

fn one(input: &Input, args: &Args) -> Result<Done, Failure> {
    let opened = args.reading.open(input)?;
    let report = Report::new(input, &opened);
    let data = if args.json { report.to_json() } else { report.to_text() };
    let messages = failure::repairs(&input.to_string(), opened.file.index().repairs());
    Ok(Done { data, messages, outcome: Outcome::Done })
}

/// What is shown, in either form.
struct Report<'a> {
    input: &'a Input,
    file: &'a PmxFile,
    model: Pmx<'a>,
    bounds: Option<Bounds>,
    deforms: Vec<Kind>,
    morphs: Vec<Kind>,
    /// Face indices that no material covers.
    uncovered: usize,
    /// To map the file or read it.
    bytes_there: Duration,
    /// To scan it. In a mapped file, bytes that are not in memory yet are brought by this first look at them.
    scanned: Duration,
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
    fn new(input: &'a Input, opened: &'a Opened) -> Self {
        let file = &opened.file;
        let model = file.model();
        let covered = model.material_faces().fold(0usize, |all, (_, faces)| all.saturating_add(faces.len()));
        Report {
            input,
            file,
            model,
            bounds: model.vertices().bounds(),
            deforms: Kind::count(model.vertices().iter().map(|vertex| (vertex.deform.tag(), vertex.deform.kind()))),
            morphs: Kind::count(model.morphs().iter().map(|morph| (morph.offsets.tag(), morph.offsets.kind()))),
            uncovered: model.faces().len().saturating_sub(covered),
            bytes_there: opened.bytes_there,
            scanned: opened.scanned,
        }
    }

    fn backing(&self) -> &'static str {
        match self.file.backing() {
            Backing::Mapped => "mapped",
            Backing::MappedPrivately => "mapped-privately",
            Backing::Read => "read",
            Backing::Memory => "memory",
            _ => "opened",
        }
    }
    fn index_bytes(&self) -> usize {
        size_of::<PmxIndex>().saturating_add(self.file.index().heap_bytes())
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

/// A part of a whole, between 0 and 1.
fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64) as f32 }
}
