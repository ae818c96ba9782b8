//! `mmdmap digest`: the SHA-256 of each part of a model's content. The only door to sha2.
use crate::batch::{self, Done};
use crate::escape::{escaped, hex};
use crate::failure::{self, Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::open::Reading;
use mmdmap::pmx::{CANONICAL, Pmx};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io;

/// Prints the SHA-256 of each part of a model's content
///
/// Equal content has equal digests, whatever the index widths of the file. One line each, `<part> <hex>`; where more
/// than one file or a folder is given, a line `# <path>` comes before those of each file.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let inputs = args.files.find();
    batch::run(&inputs, |input| one(input, args, inputs.several))
}

fn one(input: &Input, args: &Args, headed: bool) -> Result<Done, Failure> {
    let file = args.reading.open(input)?.file;
    let label = input.to_string();
    let mut data = String::new();
    if headed {
        let _ = writeln!(data, "# {}", escaped(&label));
    }
    for part in CANONICAL {
        if is_there(file.model(), part) {
            let _ = writeln!(data, "{part} {}", hex(&digest(file.model(), part)));
        }
    }
    Ok(Done { data, messages: failure::repairs(&label, file.index().repairs()), outcome: Outcome::Done })
}

fn digest(model: Pmx<'_>, part: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    model.canonical_dump(part, &mut |bytes| hash.update(bytes));
    hash.finalize().into()
}

/// Every model has every part but this one.
fn is_there(model: Pmx<'_>, part: &str) -> bool {
    let held = |section: &str| model.index().sections().iter().any(|one| one.name == section && one.len.is_some());
    part != "soft_bodies" || held("soft-bodies")
}
