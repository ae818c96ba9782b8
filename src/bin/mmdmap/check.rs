//! `mmdmap check`: what is wrong with files, or odd. The findings are gathered here, and shown in two forms.
mod as_json;
mod as_text;
mod found;

use crate::any::AnyFile;
use crate::batch::{self, Done};
use crate::codes::{ByName, FindingCode};
use crate::failure::{Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::open::ReadingAny;
use clap::ValueEnum;
use found::{All, Found};
use mmdmap::check::Severity;
use mmdmap::pmx::check::CheckOptions;
use std::io;
use std::sync::{Mutex, PoisonError};

/// Tells what is wrong with models, poses and motions, or odd: dangling indices, names that nothing finds, odd numbers
///
/// For each file what was found, the gravest first: each code with how often it was found, what is wrong, the first
/// places, and how to mend it. `mmdmap explain CODE` says why it matters.
///
/// It exits with 0 if nothing was found at the level of --deny or above, with 1 if something was, and with 3 if a file
/// could not be read, whatever was found in the others.
///
/// JSON: one object a line for each file, in the manner of the glTF validator's report, with the path as it was given
/// for `uri`. A message has a `pointer` to the place as `dump` names it, "bones[12].parent", the `offset` of its record
/// in the file, and the `name` of that, if it has one. `found` and `expected` are null where there is nothing to say; a
/// number that JSON cannot say is a string of its bits, "f32:0x7fc00000"; of a text, the beginning is shown. The
/// gravest messages come first. A file that could not be read has an `error` in place of `issues` and `info`. Numbers of
/// errors, warnings and infos are complete; `truncated` says that not each has a message.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// As JSON: one object a line for each file, with `schema` and `schema_version`
    #[arg(long)]
    json: bool,
    /// What makes it exit with 1: this, and all that is graver
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "errors")]
    deny: Deny,
    /// Neither show nor count what has this code; may be given several times, or several with commas between
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = ByName::FINDING, hide_possible_values = true)]
    allow: Vec<&'static str>,
    /// Show so many places in a file, the gravest first; all are counted, and 0 shows counts only. Unless given: 3 of
    /// each code, 100 as JSON
    #[arg(long, value_name = "N")]
    max_issues: Option<usize>,
    /// Look for the textures of models on disk, too, beside each model
    #[arg(long)]
    textures: bool,
    #[command(flatten)]
    reading: ReadingAny,
}

/// From which severity on a finding is a failure.
#[derive(Clone, Copy, ValueEnum)]
enum Deny {
    /// Errors
    Errors,
    /// Warnings and errors
    Warnings,
    /// Anything
    Infos,
    /// Nothing
    None,
}

impl Deny {
    fn denies(self, severity: Severity) -> bool {
        match self {
            Deny::Errors => severity >= Severity::Error,
            Deny::Warnings => severity >= Severity::Warning,
            Deny::Infos => true,
            Deny::None => false,
        }
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let inputs = args.files.find();
    let all = Mutex::new(Sum::default());
    let outcome = batch::run(&inputs, |input| {
        let (done, counts) = match one(input, args) {
            // Whoever reads JSON is to learn from it of every file.
            Err(failure) if args.json => {
                let (data, messages) = (as_json::failed(input, &failure), failure.lines());
                return Ok(Done { data, messages, outcome: Outcome::Failed });
            }
            done => done?,
        };
        // Whoever held it can have left nothing half done.
        all.lock().unwrap_or_else(PoisonError::into_inner).add(counts);
        Ok(done)
    })?;
    if inputs.several && !args.json {
        all.lock().unwrap_or_else(PoisonError::into_inner).print()?;
    }
    Ok(outcome)
}

fn one(input: &Input, args: &Args) -> Result<(Done, Counts), Failure> {
    let file = args.reading.open(input)?.file;
    let report = Report::new(input, &file, args)?;
    let data = if args.json { report.to_json() } else { report.to_text() };
    let messages = file.told_repairs(&input.to_string());
    let denied = report.groups.iter().any(|group| args.deny.denies(group.code.severity()));
    let outcome = if denied { Outcome::Found } else { Outcome::Done };
    Ok((Done { data, messages, outcome }, report.counts))
}

/// What is shown, in either form.
struct Report<'a> {
    input: &'a Input,
    file: &'a AnyFile,
    /// The gravest first, then in the order of the file.
    groups: Vec<Group>,
    counts: Counts,
}

/// All findings of one code.
struct Group {
    code: FindingCode,
    count: u64,
    /// Those that are shown, in the order of the file.
    shown: Vec<Found>,
}

impl<'a> Report<'a> {
    fn new(input: &'a Input, file: &'a AnyFile, args: &Args) -> Result<Self, Failure> {
        let (each, mut left) = match args.max_issues {
            Some(max) => (max, max),
            None if args.json => (CheckOptions::new().max_per_code, usize::MAX),
            None => (3, usize::MAX),
        };
        let all = All::of(file, input, each, args.textures)?;
        let is_allowed = |code: FindingCode| args.allow.contains(&code.name());
        let mut groups: Vec<Group> = all
            .totals
            .into_iter()
            .filter(|(code, _)| !is_allowed(*code))
            .map(|(code, count)| Group { code, count, shown: Vec::new() })
            .collect();
        for found in all.found {
            if let Some(group) = groups.iter_mut().find(|group| group.code == found.code) {
                group.shown.push(found);
            }
        }
        groups.sort_by_key(|group| core::cmp::Reverse(group.code.severity()));
        let mut counts = Counts::default();
        for group in &mut groups {
            group.shown.truncate(left);
            left = left.saturating_sub(group.shown.len());
            counts.add(group.code.severity(), group.count);
        }
        Ok(Report { input, file, groups, counts })
    }
}

/// How many findings there were, by severity.
#[derive(Clone, Copy, Default)]
struct Counts {
    errors: u64,
    warnings: u64,
    infos: u64,
}

impl Counts {
    fn add(&mut self, severity: Severity, more: u64) {
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            _ => &mut self.infos,
        };
        *count = count.saturating_add(more);
    }
}

/// What all files come to.
#[derive(Default)]
struct Sum {
    files: u64,
    clean: u64,
    counts: Counts,
}

impl Sum {
    fn add(&mut self, counts: Counts) {
        let Counts { errors, warnings, infos } = counts;
        self.files = self.files.saturating_add(1);
        self.clean = self.clean.saturating_add(u64::from(errors == 0 && warnings == 0 && infos == 0));
        self.counts.add(Severity::Error, errors);
        self.counts.add(Severity::Warning, warnings);
        self.counts.add(Severity::Info, infos);
    }
}
