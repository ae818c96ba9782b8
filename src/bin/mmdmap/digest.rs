//! `mmdmap digest`: the SHA-256 of each part of a file's content. The only door to sha2.
use crate::batch::{self, Done};
use crate::escape::{escaped, hex};
use crate::failure::{Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::open::ReadingAny;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io;

/// Prints the SHA-256 of each part of a file's content
///
/// Equal content has equal digests, whatever the index widths of a model and however the numbers of a pose are written. One line each, `<part> <hex>`; where more
/// than one file or a folder is given, a line `# <path>` comes before those of each file.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    reading: ReadingAny,
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
    for part in file.canonical() {
        let mut hash = Sha256::new();
        if file.canonical_dump(part, &mut |bytes| hash.update(bytes)) {
            let _ = writeln!(data, "{part} {}", hex(&hash.finalize()));
        }
    }
    Ok(Done { data, messages: file.told_repairs(&label), outcome: Outcome::Done })
}
