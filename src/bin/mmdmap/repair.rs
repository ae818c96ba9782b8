//! `mmdmap repair`: what is broken is mended, what is not stays as it is, and nothing is guessed.
use crate::failure::{self, Failure, Outcome};
use crate::inputs::Input;
use crate::open::Mapping;
use crate::target::{New, Target};
use mmdmap::pmx::{PmxIndex, SectionSpan};
use mmdmap::{ErrorKind, Mode, PmxFile, RepairCode, Repairs, ScanOptions};
use std::io;
use std::path::PathBuf;

/// Mends what is broken in a model, as far as that needs no guessing, and lists every change
///
/// Writes a file that strict reading takes, and lists every change on standard error: where, what was wrong, what was
/// done. Of a file that was cut short the whole records before the cut are kept. Nothing else changes by a byte; where
/// nothing is broken, the same bytes are written.
///
/// Where data would have to be invented (a kind that nobody knows, a width that makes no sense) it refuses, and says why.
/// The new file is read strictly before it takes any other's place.
#[derive(clap::Args)]
pub struct Args {
    /// A model, or `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where to: a file, perhaps the same one, or `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    mapping: Mapping,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let result = repair(args)?;
    failure::print(&result.as_ref().map_or_else(Failure::lines, String::clone));
    Ok(if result.is_ok() { Outcome::Done } else { Outcome::Failed })
}

/// What is to be told of it.
fn repair(args: &Args) -> io::Result<Result<String, Failure>> {
    let (input, target) = (Input::new(args.input.clone()), Target::new(args.output.clone()));
    let file = match args.mapping.open(&input, &ScanOptions::new().mode(Mode::Salvage), hint) {
        Ok(opened) => opened.file,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut edit = file.model().edit();
    let written = target.write_checked(edit.mend(), &|new| match new {
        New::File(path) => args.mapping.is_strict(path),
        New::Memory(bytes) => Ok(PmxIndex::scan_with(bytes, &Mode::Strict.into()).map(drop)?),
    })?;
    Ok(written.map(|_| changes(&input.to_string(), &file)))
}

/// What is no model cannot be helped by any guess.
fn hint(error: &mmdmap::Error) -> Option<&'static str> {
    let is_model = !matches!(error.kind(), ErrorKind::EmptyFile | ErrorKind::NotPmx(_));
    is_model.then_some("to go on from here, data would have to be invented: this is left to you")
}

/// Every change, a line each; then their sum.
fn changes(label: &str, file: &PmxFile) -> String {
    let repairs = file.index().repairs();
    if repairs.is_empty() {
        return failure::remark(&format!("{label}: nothing to mend; the same bytes were written"));
    }
    let mut lines = String::new();
    for repair in repairs {
        let (code, dropped) = (repair.code(), dropped(repair.code(), 1, file));
        let what = format!("{label}: {}: {}; {}", code.name(), repair.error(), mended(code));
        lines += &failure::mended(&if dropped > 0 { format!("{what} ({})", bytes(dropped)) } else { what });
    }
    for &code in RepairCode::ALL {
        if let Some(more @ 1..) = repairs.count(code).checked_sub(Repairs::KEPT) {
            lines += &failure::mended(&format!("{label}: {}: {more} more; {}", code.name(), mended(code)));
        }
    }
    for change in behind_the_cut(file) {
        lines += &failure::mended(&format!("{label}: {}: {change}", RepairCode::Cut.name()));
    }
    let all = RepairCode::ALL.iter().map(|&code| dropped(code, repairs.count(code), file));
    let all = all.fold(0, usize::saturating_add);
    lines + &failure::remark(&format!("{label}: {} mended, {} dropped", places(repairs.total()), bytes(all)))
}

/// What no model has is not met here, and would stay as it was read.
fn mended(code: RepairCode) -> &'static str {
    code.mended().unwrap_or(code.done())
}

/// Bytes that so many repairs of a kind drop.
fn dropped(code: RepairCode, count: usize, file: &PmxFile) -> usize {
    match (code, count) {
        (_, 0) => 0,
        (RepairCode::OddLength, count) => count,
        (RepairCode::TrailingBytes, _) => file.model().trailing().len(),
        (RepairCode::Cut, _) => file.model().behind_cut().len(),
        _ => 0,
    }
}

/// What a cut does to the counts of the sections from there on.
fn behind_the_cut(file: &PmxFile) -> impl Iterator<Item = String> {
    let index = file.index();
    let sections = if index.is_cut() { index.sections().to_vec() } else { Vec::new() };
    let held = move |name: &str| name != "soft-bodies" || index.version() == mmdmap::pmx::Version::V2_1;
    sections.into_iter().filter_map(move |section| match section {
        SectionSpan { name: "header" | "info", .. } => None,
        SectionSpan { name, len: Some(len), declared: Some(declared), .. } if len < declared => {
            Some(format!("{name}: the count was {declared} and is now {len}"))
        }
        SectionSpan { name, len: None, .. } if held(name) => {
            Some(format!("{name}: nothing is left of it; written without records"))
        }
        _ => None,
    })
}

fn bytes(n: usize) -> String {
    format!("{n} byte{}", if n == 1 { "" } else { "s" })
}
fn places(n: usize) -> String {
    format!("{n} place{}", if n == 1 { "" } else { "s" })
}
