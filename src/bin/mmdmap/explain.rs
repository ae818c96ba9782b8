//! `mmdmap explain`: what a code means, why it matters and how to mend it.
use crate::codes::{ByName, Explained};
use crate::failure::Outcome;
use crate::output::{self, paint};
use anstyle::{AnsiColor, Style};
use mmdmap::check::Severity;
use std::io::{self, Write};

const NAME: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();

/// Says what a code means, why it matters and how to mend it
///
/// The codes are those that `check` finds in models, poses and motions; a name that several have is explained for each.
/// Those of repairs, which reading lists, and of losses, which writing in
/// another version or encoding lists, are explained, too.
#[derive(clap::Args)]
pub struct Args {
    /// What to explain
    #[arg(
        required_unless_present = "list",
        conflicts_with = "list",
        value_name = "CODE",
        value_parser = ByName::EXPLAINED,
        hide_possible_values = true
    )]
    codes: Vec<&'static str>,
    /// All codes, one a line: its name; error, warning, info, repair or loss; in what it is found; what it means
    #[arg(long)]
    list: bool,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let mut out = output::styled();
    if args.list {
        list(&mut out)?;
    }
    let asked = args.codes.iter().flat_map(|name| Explained::all().filter(|code| code.name() == *name));
    for (i, code) in asked.enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        explain(&mut out, code)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    let longest = Explained::all().map(|code| code.name().len()).max().unwrap_or(0);
    for code in Explained::all() {
        // All names are ASCII.
        let (name, kind) = (format!("{:longest$}", code.name()), format!("{:7}", code.kind()));
        let (name, kind, found_in) = (paint(NAME, name), paint(code.style(), kind), code.found_in().unwrap_or(""));
        writeln!(out, "{name}  {kind}  {found_in:7}  {}", code.what())?;
    }
    Ok(())
}

fn explain(out: &mut dyn Write, code: Explained) -> io::Result<()> {
    let found_in = code.found_in().map_or(String::new(), |what| format!("  in {what}"));
    writeln!(out, "{}  {}{found_in}", paint(NAME, code.name()), paint(code.style(), code.kind()))?;
    let mut line = |label: &str, text: &str| writeln!(out, "  {}{text}", paint(LABEL, format_args!("{label:12}")));
    line("what", code.what())?;
    line("why", code.why())?;
    line("to mend it", code.advice())?;
    if let Explained::Repair(repair) = code {
        line("reading", repair.done())?;
        if let Some(mended) = repair.mended() {
            line("repair", mended)?;
        }
    }
    Ok(())
}

impl Explained {
    /// Findings are made in one kind of file; the same repair or loss may be met in several.
    fn found_in(self) -> Option<&'static str> {
        match self {
            Explained::Finding(code) => Some(code.found_in()),
            Explained::Repair(_) | Explained::Loss(_) => None,
        }
    }
    fn kind(self) -> &'static str {
        match self {
            Explained::Finding(code) => code.severity().name(),
            Explained::Repair(_) => "repair",
            Explained::Loss(_) => "loss",
        }
    }
    fn style(self) -> Style {
        match self {
            Explained::Finding(code) => style(code.severity()),
            Explained::Repair(_) | Explained::Loss(_) => style(Severity::Warning),
        }
    }
}

/// The colour of a severity, wherever one is shown.
pub fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        _ => AnsiColor::Cyan.on_default().bold(),
    }
}
