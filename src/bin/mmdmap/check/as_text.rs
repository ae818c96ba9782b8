//! What was found in a file, as a list to read.
use super::{Counts, Found, Group, Report, Sum};
use crate::escape::{decomposed, escaped, quoted};
use crate::explain::style;
use crate::output::{self, paint};
use crate::table::{grouped, shortened};
use anstyle::{AnsiColor, Style};
use mmdmap::check::{Severity, Value};
use std::fmt::Write as _;
use std::io::{self, Write as _};

const TITLE: Style = Style::new().bold();
const ADVICE: Style = AnsiColor::Green.on_default();

impl Report<'_> {
    pub(super) fn to_text(&self) -> String {
        let label = self.input.to_string();
        let title = paint(TITLE, escaped(&label));
        if self.groups.is_empty() {
            return format!("{title}: nothing found\n");
        }
        let mut out = format!("{title}\n");
        for group in &self.groups {
            show_group(&mut out, group);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {}\n", self.counts.to_text());
        out
    }
}

fn show_group(out: &mut String, group: &Group) {
    let Group { code, count, shown } = group;
    let severity = code.severity();
    let head = paint(style(severity), format!("{severity}[{}]", code.name()));
    let _ = writeln!(out, "  {head} {}: {}", times(*count), code.what());
    for found in shown {
        let _ = writeln!(out, "    {}", place(found));
    }
    let hidden = count.saturating_sub(u64::try_from(shown.len()).unwrap_or(u64::MAX));
    if hidden > 0 && !shown.is_empty() {
        let _ = writeln!(out, "    and {} more", large(hidden));
    }
    let _ = writeln!(out, "    {} {}", paint(ADVICE, "to mend it:"), code.advice());
}

/// Where, whose name, what is there and what should be.
fn place(finding: &Found) -> String {
    let mut line = finding.place.to_string();
    match (&finding.name, &finding.found) {
        // Most findings about names show them anyway.
        (Some(name), Value::Text(found)) if name == found => {}
        (Some(name), _) if !name.is_empty() => line += &format!(" {}", shortened(&quoted(name))),
        _ => {}
    }
    let (found, expected) = match (&finding.found, &finding.expected) {
        (Value::Text(found), Value::Text(expected)) => (beside(found), beside(expected)),
        (found, expected) => (shown(found), shown(expected)),
    };
    match (found.as_str(), expected.as_str()) {
        ("", "") => {}
        (found, "") => line += &format!(": {found}"),
        ("", expected) => line += &format!(": expected {expected}"),
        (found, expected) => line += &format!(": {found}, expected {expected}"),
    }
    line
}

/// A text of the file is a stranger's word.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => shortened(&quoted(text)),
        ours => ours.to_string(),
    }
}

/// One of two texts that differ, though perhaps not to the eye.
fn beside(text: &str) -> String {
    shortened(&decomposed(&quoted(text)))
}

impl Counts {
    fn to_text(self) -> String {
        let several = |n: u64, severity: Severity| {
            let text = format!("{} {severity}{}", large(n), if n == 1 { "" } else { "s" });
            if n == 0 { text } else { paint(style(severity), text).to_string() }
        };
        let Counts { errors, warnings, infos } = self;
        format!(
            "{}, {}, {}",
            several(errors, Severity::Error),
            several(warnings, Severity::Warning),
            several(infos, Severity::Info)
        )
    }
}

impl Sum {
    /// The last line, where there were several files.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = output::styled();
        let files = if self.files == 1 { "file" } else { "files" };
        let (all, clean) = (large(self.files), large(self.clean));
        writeln!(out, "{all} {files}, {clean} clean: {}", self.counts.to_text())?;
        out.flush()
    }
}

fn times(n: u64) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{} times", large(n)),
    }
}

fn large(n: u64) -> String {
    grouped(usize::try_from(n).unwrap_or(usize::MAX))
}
