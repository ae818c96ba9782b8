//! The line of a pose that something is wrong on, with a mark under the place.
use crate::escape::escaped;
use crate::output::paint;
use crate::table::width;
use anstyle::{AnsiColor, Style};
use mmdmap::vpd::line_at;
use mmdmap::{Encoding, Error};
use std::collections::VecDeque;
use std::fmt::Write;

const MARGIN: Style = AnsiColor::Cyan.on_default().bold();
const MARK: Style = AnsiColor::Red.on_default().bold();

/// Characters that are shown before the place, and from there on: a line may be as long as the file.
const SHOWN: usize = 40;

/// Two lines; none for an error that is on no line.
pub fn excerpt(bytes: &[u8], error: &Error, encoding: Option<Encoding>) -> Option<String> {
    let (line, column) = (error.line()?, error.column()?);
    let mut chars = line_at(bytes, error.offset(), encoding).chars();
    let mut before = VecDeque::new();
    let mut left_out = "";
    for c in chars.by_ref().take(usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX)) {
        if before.len() == SHOWN {
            before.pop_front();
            left_out = "…";
        }
        before.push_back(c);
    }
    let before = left_out.to_owned() + &before.into_iter().map(shown).collect::<String>();
    let from_there: String = chars.by_ref().take(SHOWN).map(shown).collect();
    let more = if chars.next().is_some() { "…" } else { "" };

    let number = line.to_string();
    let mut out = String::new();
    let margin = |number: &str, len: usize| paint(MARGIN, format!("{number:>len$} |")).to_string();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  {} {}", margin(&number, number.len()), format!("{before}{from_there}{more}").trim_end());
    let (under, fill) = (margin("", number.len()), " ".repeat(width(&before)));
    let _ = writeln!(out, "  {under} {fill}{}", paint(MARK, "^"));
    Some(out)
}

/// A tab is a blank here, so that the mark stands where it should; what else cannot be seen is escaped.
fn shown(c: char) -> String {
    if c == '\t' { " ".to_owned() } else { escaped(c.encode_utf8(&mut [0; 4])).into_owned() }
}
