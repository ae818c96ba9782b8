//! `mmdmap rewrite`: a model through its records, as it is or in another shape.
use crate::escape::escaped;
use crate::failure::{self, Failure, Outcome};
use crate::inputs::Input;
use crate::open::Reading;
use crate::rename::{self, Rename};
use crate::target::Target;
use clap::{CommandFactory, ValueEnum, error::ErrorKind};
use mmdmap::pmx::{Edit, Pmx, Version, Widths};
use mmdmap::{Encoding, Text, Width};
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// Writes a model through its records: the same bytes, or as the options say
///
/// Every record is decoded and encoded again. Without options that comes to the same bytes; with them to what they say,
/// and nothing else. Bytes that the format does not ask for (behind the last section, of unknown settings) stay.
///
/// What cannot be said in the new file is an error, and then nothing is written. An index that does not fit its width
/// is always one.
#[derive(clap::Args)]
pub struct Args {
    /// A model, or `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where to: a file, perhaps the same one, or `-` for standard output. A file is replaced once the new one is whole
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Encode all text so
    #[arg(long, value_enum)]
    encoding: Option<Coding>,
    /// Widths of indices: `keep`, `minimal`, `widest`, or six of 1, 2 and 4: those of vertices, textures, materials,
    /// bones, morphs, rigid bodies, as in `4,1,1,2,2,2`
    #[arg(long, default_value = "keep")]
    widths: Wanted,
    /// Write this version of the format
    #[arg(long, value_enum, value_name = "VERSION")]
    to_version: Option<To>,
    /// Leave out or make less of what cannot be said in the new file, and list it on standard error
    #[arg(long)]
    allow_losses: bool,
    /// Give every texture of this path another one; can be given several times. OLD is a path as `dump textures` shows
    /// it, with / or \ between names and in the same letter case; the first = ends it. NEW is written as it stands
    #[arg(long, value_name = "OLD=NEW")]
    rename_texture: Vec<Rename>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, ValueEnum)]
enum Coding {
    Utf8,
    Utf16,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    #[value(name = "2.0")]
    V2_0,
    #[value(name = "2.1")]
    V2_1,
}

/// `None`: as they are.
#[derive(Clone, Copy)]
struct Wanted(Option<Widths>);

impl FromStr for Wanted {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let one = |text: &str| match text.trim() {
            "1" => Ok(Width::One),
            "2" => Ok(Width::Two),
            "4" => Ok(Width::Four),
            other => Err(format!("`{other}` is no width: 1, 2 and 4 are")),
        };
        Ok(Wanted(match text {
            "keep" => None,
            "minimal" => Some(Widths::Minimal),
            "widest" => Some(Widths::Widest),
            list if list.contains(',') => {
                let widths: Vec<Width> = list.split(',').map(one).collect::<Result<_, _>>()?;
                let widths = <[Width; 6]>::try_from(widths);
                Some(Widths::Given(widths.map_err(|widths| format!("{} widths, expected six", widths.len()))?))
            }
            _ => return Err("expected keep, minimal, widest, or six widths".to_owned()),
        }))
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    if let Some(old) = rename::ambiguous(&args.rename_texture) {
        let message = format!("two new names for the texture {}", escaped(old));
        crate::Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    let result = rewrite(args)?;
    failure::print(&result.as_ref().map_or_else(Failure::lines, String::clone));
    Ok(if result.is_ok() { Outcome::Done } else { Outcome::Failed })
}

/// What is to be told of it.
fn rewrite(args: &Args) -> io::Result<Result<String, Failure>> {
    let (input, target) = (Input::new(args.input.clone()), Target::new(args.output.clone()));
    let file = match args.reading.open(&input) {
        Ok(opened) => opened.file,
        Err(failure) => return Ok(Err(failure)),
    };
    if let Some(old) = rename::unmatched(&args.rename_texture, file.model()) {
        return Ok(Err(Failure::new(format!("{input}: no texture has the path {old}"))));
    }
    let mut edit = changed(file.model(), args);
    Ok(target.write(&mut edit)?.map(|losses| {
        let repairs = failure::repairs(&input.to_string(), file.index().repairs());
        repairs + &remarks(args) + &failure::losses(&target.to_string(), &losses)
    }))
}

fn changed<'a>(model: Pmx<'a>, args: &'a Args) -> Edit<'a> {
    let mut edit = model.edit();
    edit.through_records();
    match args.encoding {
        Some(Coding::Utf8) => drop(edit.encoding(Encoding::Utf8)),
        Some(Coding::Utf16) => drop(edit.encoding(Encoding::Utf16Le)),
        None => {}
    }
    if let Wanted(Some(widths)) = args.widths {
        edit.widths(widths);
    }
    match args.to_version {
        Some(To::V2_0) => drop(edit.version(Version::V2_0)),
        Some(To::V2_1) => drop(edit.version(Version::V2_1)),
        None => {}
    }
    if args.allow_losses {
        edit.allow_losses();
    }
    if !args.rename_texture.is_empty() {
        edit.textures(|_, path| rename::renamed(&args.rename_texture, path));
    }
    edit
}

/// The user may want such a path; programs that are careful will not open it.
fn remarks(args: &Args) -> String {
    let news = args.rename_texture.iter().map(|rename| rename.new.as_str());
    let fault = |new| Some(failure::remark(&format!("{new:?}: {}", Text::new(new).path().check().err()?)));
    news.filter_map(fault).collect()
}
