//! `mmdmap`: looks into PMX models from the command line.
//!
//! | file | what |
//! |---|---|
//! | `inspect.rs` (with `inspect/`), `dump.rs`, `diff.rs` (with `diff/`), `digest.rs` | one subcommand each |
//! | `inputs.rs`, `open.rs` | which files are meant; how one is opened |
//! | `batch.rs`, `progress.rs` | many files at once, printed in order; the bar while that takes long |
//! | `output.rs`, `failure.rs` | what goes to standard output; what goes to standard error |
//! | `form.rs`: `json.rs`, `csv.rs` (with `columns.rs`), `plain.rs` | the forms a record is shown in |
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

mod batch;
mod columns;
mod csv;
mod diff;
mod digest;
mod dump;
mod escape;
mod failure;
mod form;
mod inputs;
mod inspect;
mod json;
mod open;
mod output;
mod plain;
mod progress;
mod table;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use failure::Outcome;
use output::Color;
use std::io::{self, Write};
use std::process::ExitCode;

/// Looks into MikuMikuDance PMX models: what is in them, every record, and what is different between them.
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
  0  done; what was repaired while reading is listed on standard error
  1  `diff` found a difference
  2  the command line makes no sense
  3  a file could not be read or parsed; the others were still done";

#[derive(Subcommand)]
enum Command {
    /// Shows what is in models: names, sections, materials, bounds, kinds, repairs
    Inspect(inspect::Args),
    /// Prints every field of every record of one section
    Dump(dump::Args),
    Diff(diff::Args),
    /// Prints the SHA-256 of each part of a model's content
    Digest(digest::Args),
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
            Command::Dump(args) => dump::run(args),
            Command::Diff(args) => diff::run(args),
            Command::Digest(args) => digest::run(args),
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
