//! `mmdmap`: looks into models, poses and motions, and changes them, from the command line.
//!
//! | file | what |
//! |---|---|
//! | `inspect.rs` (with `inspect/`), `check.rs` (with `check/`), `explain.rs`, `dump.rs`, `diff.rs` (with `diff/`), `digest.rs`, `matching.rs` (`match`, with `matching/`), `convert.rs` (with `convert/`), `rewrite.rs` (with `rename.rs`), `repair.rs`, `index.rs`, `generate.rs` (with `generate/`), `bench.rs` (with `bench/`) | one subcommand each |
//! | `codes.rs`, `range.rs` | the names of findings, and ranges of numbers, as the user gives them |
//! | `inputs.rs`, `open.rs`, `any.rs` | which files are meant; how one is opened; a file of any format |
//! | `target.rs` | where a file is written to |
//! | `batch.rs`, `progress.rs` | many files at once, printed in order; the bar while that takes long |
//! | `output.rs`, `failure.rs`, `excerpt.rs` | what goes to standard output; what goes to standard error; the line of a pose that is wrong |
//! | `form.rs`: `json.rs`, `csv.rs` (with `columns.rs`, `columns/`), `plain.rs` | the forms a record is shown in |
//! | `table.rs`, `escape.rs` | columns by display width; characters that cannot be seen |
#![deny(
    unsafe_code,
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod any;
mod batch;
mod bench;
mod check;
mod codes;
mod columns;
mod convert;
mod csv;
mod diff;
mod digest;
mod dump;
mod escape;
mod excerpt;
mod explain;
mod failure;
mod form;
mod generate;
mod index;
mod inputs;
mod inspect;
mod json;
mod matching;
mod open;
mod output;
mod plain;
mod progress;
mod range;
mod rename;
mod repair;
mod rewrite;
mod table;
mod target;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use failure::Outcome;
use output::Color;
use std::io::{self, Write};
use std::process::ExitCode;

/// Looks into MikuMikuDance models (PMX), poses (VPD) and motions (VMD): what is in them, what is wrong with them, every
/// record, and digests to compare them by. Converts poses to motions and back; compares models, writes them in other
/// widths, encodings and versions, and mends broken ones.
#[derive(Parser)]
#[command(name = "mmdmap", version, after_help = EXIT_CODES)]
struct Cli {
    /// When to use colour; `auto` also honours NO_COLOR
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", global = true)]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes:
  0  done; what was repaired while reading, and lost in writing, is listed on standard error
  1  `check` found something at the level of --deny, errors unless said otherwise;
     `diff` found a difference
  2  the command line makes no sense
  3  a file could not be read, parsed or written; the others were still done,
     and this goes before 1";

// A sentence here would hide what the arguments say of their command: they say it all.
#[derive(Subcommand)]
enum Command {
    Inspect(inspect::Args),
    Check(check::Args),
    Explain(explain::Args),
    Dump(dump::Args),
    Diff(diff::Args),
    Digest(digest::Args),
    Match(matching::Args),
    Convert(convert::Args),
    Rewrite(rewrite::Args),
    Repair(repair::Args),
    Index(index::Args),
    Generate(generate::Args),
    Bench(bench::Args),
    /// Prints a script that completes mmdmap's arguments in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

impl Command {
    fn run(&self) -> io::Result<Outcome> {
        match self {
            Command::Inspect(args) => inspect::run(args),
            Command::Check(args) => check::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Dump(args) => dump::run(args),
            Command::Diff(args) => diff::run(args),
            Command::Digest(args) => digest::run(args),
            Command::Match(args) => matching::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Rewrite(args) => rewrite::run(args),
            Command::Repair(args) => repair::run(args),
            Command::Index(args) => index::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Completions { shell } => completions(*shell),
        }
    }
}

fn completions(shell: Shell) -> io::Result<Outcome> {
    // Through memory: written straight to a pipe that breaks, `generate` panics.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "mmdmap", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Outcome::Done)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    match cli.command.run() {
        Ok(outcome) => outcome.into(),
        // Whoever reads has seen enough (`| head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Done.into(),
        Err(error) => {
            failure::Failure::new(format!("standard output: {error}")).print();
            Outcome::Failed.into()
        }
    }
}
