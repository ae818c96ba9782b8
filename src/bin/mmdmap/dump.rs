//! `mmdmap dump`: every field of every record of one section, one record at a time.
use crate::any::AnyFile;
use crate::csv::Csv;
use crate::failure::{self, Failure, Outcome};
use crate::form::Form;
use crate::inputs::Input;
use crate::json::Json;
use crate::open::ReadingAny;
use crate::output;
use crate::plain::Plain;
use crate::progress::Progress;
use crate::range::range;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

/// Prints every field of every record of one section
///
/// One record after the other, never the whole file in memory. Which sections there are depends on the file: the first
/// twelve are those of models; poses have header, bones, morphs and blocks (what is neither bone nor morph); motions have
/// header, bones, morphs, cameras, lights, shadows and properties.
///
/// JSON: one object a line. Floats are the shortest that give the same f32 again; those that JSON cannot say are strings
/// of their bits, "f32:0x7fc00000". A text with bytes that are not valid in its encoding is followed by a field
/// <name>_hex with those bytes.
///
/// CSV: the same columns for every file. An item of a list (IK links and switches, morph offsets, frame items, anchors, pins) gets a
/// row of its own, with the other cells of its record repeated. A text that a spreadsheet would take for a formula
/// gets an apostrophe before it, and so does one that begins with an apostrophe.
#[derive(clap::Args)]
pub struct Args {
    /// What to print
    #[arg(value_enum)]
    section: Section,
    /// A model, pose or motion, or `-` for standard input
    file: PathBuf,
    /// Only these records: `A..B` (without B), `A..=B`, `A..`, `..B`, or a single number
    #[arg(long, value_parser = range, value_name = "A..B")]
    range: Option<Range<usize>>,
    /// As JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// As CSV
    #[arg(long)]
    csv: bool,
    /// Begin the CSV with a byte-order mark: without one, Excel does not take it for UTF-8
    #[arg(long, requires = "csv")]
    bom: bool,
    #[command(flatten)]
    reading: ReadingAny,
}

/// The sections of all formats, as every output spells them. Other spellings of the same are understood.
#[derive(Clone, Copy, ValueEnum)]
enum Section {
    Header,
    Info,
    Vertices,
    Faces,
    Textures,
    Materials,
    Bones,
    Morphs,
    #[value(alias = "display_frames", alias = "frames")]
    DisplayFrames,
    #[value(alias = "rigid_bodies", alias = "rigids", alias = "bodies")]
    RigidBodies,
    Joints,
    #[value(alias = "soft_bodies")]
    SoftBodies,
    Cameras,
    Lights,
    Shadows,
    #[value(alias = "ik")]
    Properties,
    Blocks,
}

impl Section {
    fn name(self) -> &'static str {
        match self {
            Section::Header => "header",
            Section::Info => "info",
            Section::Vertices => "vertices",
            Section::Faces => "faces",
            Section::Textures => "textures",
            Section::Materials => "materials",
            Section::Bones => "bones",
            Section::Morphs => "morphs",
            Section::DisplayFrames => "display-frames",
            Section::RigidBodies => "rigid-bodies",
            Section::Joints => "joints",
            Section::SoftBodies => "soft-bodies",
            Section::Cameras => "cameras",
            Section::Lights => "lights",
            Section::Shadows => "shadows",
            Section::Properties => "properties",
            Section::Blocks => "blocks",
        }
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let input = Input::new(args.file.clone());
    let file = match args.reading.open(&input) {
        Ok(opened) => opened.file,
        Err(failure) => {
            failure.print();
            return Ok(Outcome::Failed);
        }
    };
    let label = input.to_string();
    failure::print(&file.told_repairs(&label));
    let section = args.section.name();
    if !file.sections().contains(&section) {
        let (what, has) = (file.format(), file.sections().join(", "));
        Failure::new(format!("{label}: {what} has no section {section}; it has {has}")).print();
        return Ok(Outcome::Failed);
    }
    let range = args.range.clone().unwrap_or(0..usize::MAX);
    if let Some(why) = nothing_to_show(&file, section, &range) {
        failure::print(&failure::remark(&format!("{label}: {why}")));
    }
    show(&file, section, range, &mut *form(args, &file))?;
    Ok(Outcome::Done)
}

fn form(args: &Args, file: &AnyFile) -> Box<dyn Form> {
    let section = args.section.name();
    match (args.json, args.csv) {
        (true, _) => Box::new(Json::new(output::raw())),
        (_, true) => Box::new(Csv::new(file.format(), section, args.bom, output::raw())),
        _ => Box::new(Plain::new(section, output::styled())),
    }
}

fn show(file: &AnyFile, section: &'static str, range: Range<usize>, form: &mut dyn Form) -> io::Result<()> {
    // So rarely that the bar costs nothing.
    const STEP: usize = 1024;
    let len = file.section_len(section).unwrap_or(0).min(range.end).saturating_sub(range.start);
    // On a terminal the records themselves show how it goes.
    let mut progress = (!io::stdout().is_terminal()).then(|| Progress::of(len, section));
    let mut result = Ok(());
    file.visit_section(section, range, &mut |index, record| {
        if let (Some(progress), 0) = (&mut progress, index % STEP) {
            progress.advance(STEP);
        }
        result = form.record(index, record);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result.and_then(|()| form.finish())
}

fn nothing_to_show(file: &AnyFile, section: &str, range: &Range<usize>) -> Option<String> {
    match file.section_len(section) {
        None => Some(format!("the file has no section {section}")),
        Some(len) if range.start >= len && range.start > 0 => {
            Some(format!("{section} has {len} records, none from {} on", range.start))
        }
        Some(_) => None,
    }
}
