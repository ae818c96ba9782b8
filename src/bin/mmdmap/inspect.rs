//! `mmdmap inspect`: what is in a file, at a glance. The facts are gathered for each format, and shown in two forms.
mod head;
mod model;
mod motion;
mod pose;

use crate::any::AnyFile;
use crate::batch::{self, Done};
use crate::failure::{Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::open::ReadingAny;
use head::Head;
use std::io;

/// Shows what is in models, poses and motions: names, sections, counts, repairs
///
/// Of a model: names, version, widths; how large each section is; materials; what encloses it; which kinds of deform and
/// morph occur; whether a saved index lies beside it, and fits. Of a pose: flavour, encoding, the model's name, counts. Of
/// a motion: version, the model's name, frames, sections, tracks. Of poses and motions also what is odd, in short. Of all:
/// what the index costs; what was repaired.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// As JSON: one object a line for each file, with `schema`, `schema_version` and `format`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingAny,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    batch::run(&args.files.find(), |input| one(input, args))
}

fn one(input: &Input, args: &Args) -> Result<Done, Failure> {
    let opened = args.reading.open(input)?;
    let data = match &opened.file {
        AnyFile::Model(file) => model::show(file, &Head::new(input, file, &opened), args.json),
        AnyFile::Pose(file) => pose::show(file, &Head::new(input, file, &opened), args.json),
        AnyFile::Motion(file) => motion::show(file, &Head::new(input, file, &opened), args.json),
    };
    let messages = opened.file.told_repairs(&input.to_string());
    Ok(Done { data, messages, outcome: Outcome::Done })
}
