//! `mmdmap index`: saves the index of a model, so that engines open the model without a scan.
use crate::failure::{Failure, Outcome};
use crate::inputs::Input;
use crate::open::Mapping;
use crate::target::Target;
use mmdmap::{PmxFile, ScanOptions, WriteError};
use std::io;
use std::path::PathBuf;

/// Saves the index of a model in a file beside it, so that engines open the model without a scan
///
/// The index holds where everything lies, about 0.4 bytes a vertex, and fits until the model changes; `inspect` tells
/// whether it does. Engines use it by `PmxFile::map_with_index`.
#[derive(clap::Args)]
pub struct Args {
    /// A model
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Where to, or `-` for standard output; unless given, beside the model, `.index` behind its name
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    mapping: Mapping,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let input = Input::new(args.input.clone());
    match save(args, &input)? {
        Ok(()) => Ok(Outcome::Done),
        Err(failure) => {
            failure.print();
            Ok(Outcome::Failed)
        }
    }
}

fn save(args: &Args, input: &Input) -> io::Result<Result<(), Failure>> {
    let output = match (&args.output, input) {
        (Some(output), _) => output.clone(),
        (None, Input::Path(path)) => PmxFile::index_path(path),
        (None, Input::Stdin) => {
            let nowhere = Failure::new(format!("{input}: no file to put the index beside"));
            return Ok(Err(nowhere.with_hint(Some("--output says where to"))));
        }
    };
    let file: PmxFile = match args.mapping.open(input, &ScanOptions::new(), |_| None) {
        Ok(opened) => opened.file,
        Err(failure) => return Ok(Err(failure)),
    };
    let to_bytes = || {
        let mut bytes = Vec::new();
        file.model().save_index(file.modified(), &mut bytes)?;
        Ok(bytes)
    };
    let saved = Target::new(output.clone()).put(|path| file.save_index(path), to_bytes)?;
    Ok(saved.map_err(|error| match error {
        WriteError::Repaired(_) => Failure::new(format!("{input}: {error}"))
            .with_hint(Some("`mmdmap repair` writes a model that needs no repairs")),
        error => Failure::new(format!("{}: {error}", output.display())),
    }))
}
