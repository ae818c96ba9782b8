//! `mmdmap bench`: what it costs to open models here, phase by phase, beside what reading and copying their bytes costs.
mod as_json;
mod as_svg;
mod as_text;
mod phases;
mod system;
mod timing;

use crate::failure::{self, Failure, Outcome};
use crate::inputs::{Input, Models};
use crate::json::harmless;
use crate::output;
use as_json::Earlier;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use timing::Phase;

/// Measures what it costs to open models on this machine
///
/// Each file is opened and walked again and again, all phases in turn: read as a whole, mapped, scanned, every record of
/// each section decoded, all text decoded, vertices and indices put into buffers for a graphics card. Beside them stands
/// what a plain copy of as many bytes takes, and opening the model by a saved index. Of each phase: the median, the
/// fastest, how far the middle half of the rounds lies apart, bytes a second, time for a record, page faults, and the most
/// memory held.
///
/// Times belong to one machine and one moment: compare within a table. Where copying the same bytes takes a different
/// time in each round, so does everything else, and the table says so. Compare runs with --compare on a quiet machine.
///
/// The files are mapped: your promise that nobody changes them meanwhile.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Models,
    /// How many rounds
    #[arg(long, value_name = "N", default_value = "15", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Take the file out of the page cache before each round, so that it comes from the disk (Linux; needs no rights)
    #[arg(long)]
    cold: bool,
    /// As JSON: one object a line for each file, with `schema` and `schema_version`
    #[arg(long)]
    json: bool,
    /// Beside what an earlier run wrote with --json
    #[arg(long, value_name = "OTHER.json")]
    compare: Option<PathBuf>,
    /// Write a chart of where the time goes; replaces no file but an earlier chart
    #[arg(long, value_name = "OUT.svg")]
    svg: Option<PathBuf>,
}

/// What was measured of one file.
struct Report {
    path: PathBuf,
    bytes: u64,
    rounds: u16,
    cold: bool,
    phases: Vec<Phase>,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let earlier = match args.compare.as_deref().map(Earlier::read).transpose() {
        Ok(earlier) => earlier.unwrap_or_default(),
        Err(failure) => return Ok(failed(&failure)),
    };
    if let Some(Err(failure)) = args.svg.as_deref().map(gives_way_to_a_chart) {
        return Ok(failed(&failure));
    }
    let mut out = output::styled();
    let (mut outcome, mut reports) = (Outcome::Done, Vec::new());
    for input in args.files.find().list {
        let measured = input.and_then(|input| measure(&input, args));
        match &measured {
            Ok(report) if args.json => writeln!(out, "{}", harmless(&report.to_json().to_string()))?,
            Ok(report) => out.write_all(report.to_text(&earlier).as_bytes())?,
            Err(failure) => outcome = outcome.max(failed(failure)),
        }
        // Whoever waits for a large file sees the one before.
        out.flush()?;
        reports.extend(measured.ok());
    }
    // Of nothing there is no chart; an earlier one stays.
    if let Some(path) = args.svg.as_ref().filter(|_| !reports.is_empty()) {
        if let Err(error) = std::fs::write(path, as_svg::chart(&reports)) {
            outcome = outcome.max(failed(&Failure::new(format!("{}: {error}", path.display()))));
        }
    }
    Ok(outcome)
}

/// Only a chart gives way to one, or what is empty or not there: a name mistyped is not to cost a model. Asked before
/// anything is measured.
fn gives_way_to_a_chart(path: &Path) -> Result<(), Failure> {
    let refused = |what: &dyn std::fmt::Display| Err(Failure::new(format!("{}: {what}", path.display())));
    if path.as_os_str() == "-" {
        return refused(&"a chart needs a file; standard output has the table");
    }
    // Devices are written to as they are.
    if !std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(as_svg::START.len() as u64).read_to_end(&mut start)) {
        Err(error) => refused(&error),
        Ok(_) if start.is_empty() || start == as_svg::START.as_bytes() => Ok(()),
        Ok(_) => refused(&"no chart, and so not replaced by one"),
    }
}

fn measure(input: &Input, args: &Args) -> Result<Report, Failure> {
    let Input::Path(path) = input else {
        return Err(Failure::new(format!("{input}: a benchmark needs a file that can be opened again")));
    };
    let (bytes, phases) = phases::measure(path, args.rounds, args.cold)?;
    Ok(Report { path: path.clone(), bytes, rounds: args.rounds, cold: args.cold, phases })
}

fn failed(failure: &Failure) -> Outcome {
    failure::print(&failure.lines());
    Outcome::Failed
}
