//! Differences as text: a heading for each section, a line for each difference.
use crate::escape::escaped;
use crate::output::{self, paint};
use anstyle::{AnsiColor, Style};
use mmdmap::pmx::{Change, Difference};
use std::io::{self, Write};

const SECTION: Style = Style::new().bold();
const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const OTHER: Style = AnsiColor::Yellow.on_default();

pub(super) fn show(differences: impl Iterator<Item = Difference>) -> io::Result<()> {
    let mut out = output::styled();
    let mut section = "";
    for difference in differences {
        if difference.section != section {
            section = difference.section;
            writeln!(out, "{}", paint(SECTION, section))?;
        }
        let (mark, style) = match difference.change {
            Change::Removed => ("-", REMOVED),
            Change::Added => ("+", ADDED),
            Change::More(_) => ("…", OTHER),
            _ => ("~", OTHER),
        };
        // Names and values are a stranger's words.
        writeln!(out, "  {} {}", paint(style, mark), escaped(&difference.to_string()))?;
    }
    out.flush()
}
