//! `mmdmap diff`: what is different between two models, in two forms.
mod as_json;
mod as_text;

use crate::failure::{self, Failure, Outcome};
use crate::inputs::Input;
use crate::open::{Opened, Reading};
use mmdmap::pmx::{DiffOptions, Pmx, diff};
use mmdmap::{Globals, PmxFile};
use std::io;
use std::path::PathBuf;

/// Tells what is different between two models
///
/// By section, record and field, whatever the text encoding and the index widths. Records are known by their names, so
/// that what was renamed or moved is told as that, and references are followed: a bone inserted changes no other.
///
/// It exits with 0 if both say the same, with 1 if they are different.
///
/// JSON: one object a line for each difference, all with the same fields: `change` is `removed`, `added`, `renamed`,
/// `moved`, `changed` or `more`, the last with a `count` of those that are not told. Values are shown as `dump` shows
/// them, references with the name of what they point at, lists of more than 16 as their number of items.
#[derive(clap::Args)]
pub struct Args {
    /// The old model, or `-` for standard input
    old: PathBuf,
    /// The new model
    new: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Floats no further apart than this are the same
    #[arg(long, value_parser = tolerance, value_name = "X", default_value = "0")]
    tolerance: f32,
    /// Floats no further apart than this part of the larger one are the same
    #[arg(long, value_parser = tolerance, value_name = "X", default_value = "0")]
    relative_tolerance: f32,
    /// Tell so many differences of each section, then only how many more there are
    #[arg(long, value_name = "N", default_value_t = DiffOptions::KEPT)]
    max: usize,
    /// Tell as well how the files are laid out: encoding, index widths, bytes behind the last section
    #[arg(long)]
    layout: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Args {
    fn options(&self) -> DiffOptions {
        DiffOptions::new()
            .tolerance(self.tolerance)
            .relative_tolerance(self.relative_tolerance)
            .max_per_section(self.max)
            .layout(self.layout)
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let (old, new) = (Input::new(args.old.clone()), Input::new(args.new.clone()));
    let old_opened = opened(args, &old);
    let new_opened = match (&old, &new) {
        (Input::Stdin, Input::Stdin) => told(Err(Failure::new("-: standard input is at its end already".into()))),
        _ => opened(args, &new),
    };
    let (Some(old_opened), Some(new_opened)) = (old_opened, new_opened) else { return Ok(Outcome::Failed) };
    let models = [old_opened.file.model(), new_opened.file.model()];
    if !args.layout {
        failure::print(&layout(&format!("{old}, {new}"), models));
    }
    let [old_model, new_model] = models;
    let mut differences = diff(old_model, new_model, &args.options()).peekable();
    if differences.peek().is_none() {
        return Ok(Outcome::Done);
    }
    let shown = if args.json { as_json::show(differences) } else { as_text::show(differences) };
    match shown {
        // Whoever reads has seen enough; what the models are is known all the same.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(Outcome::Found),
    }
}

/// Opens one of the two; says on standard error what there is to say.
fn opened(args: &Args, input: &Input) -> Option<Opened<PmxFile>> {
    let opened = told(args.reading.open(input))?;
    failure::print(&failure::repairs(&input.to_string(), opened.file.index().repairs()));
    Some(opened)
}

fn told(opened: Result<Opened<PmxFile>, Failure>) -> Option<Opened<PmxFile>> {
    opened.map_err(|failure| failure.print()).ok()
}

/// A remark on encodings and widths that differ: worth knowing, and no difference.
fn layout(label: &str, models: [Pmx<'_>; 2]) -> String {
    let [old, new] = models.map(Pmx::globals);
    let mut changes = Vec::new();
    if old.encoding != new.encoding {
        changes.push(format!("{} -> {}", old.encoding.name(), new.encoding.name()));
    }
    // Encoding and additional UVs come first; the one is told by name, the other is a difference.
    for (name, (old, new)) in Globals::NAMES.into_iter().zip(old.to_bytes().into_iter().zip(new.to_bytes())).skip(2) {
        if old != new {
            changes.push(format!("{} {old} -> {new}", name.replace('_', " ")));
        }
    }
    if changes.is_empty() {
        return String::new();
    }
    failure::remark(&format!("{label}: laid out differently, which is no difference: {}", changes.join(", ")))
}

fn tolerance(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(tolerance) if tolerance >= 0.0 && tolerance.is_finite() => Ok(tolerance),
        Ok(_) => Err("a tolerance is a number from 0 on".into()),
        Err(error) => Err(error.to_string()),
    }
}
