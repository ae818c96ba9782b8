//! What goes to standard error: failures, repairs, remarks. And what the process says when it ends.
use crate::escape::escaped;
use crate::excerpt::excerpt;
use crate::output::paint;
use anstyle::{AnsiColor, Style};
use mmdmap::{Error, LossCode, Losses, RepairCode, Repairs, VpdFile};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Repairs of each kind in a pose that are shown with their line.
const LINES: usize = 3;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const REPAIR: Style = AnsiColor::Yellow.on_default().bold();
const LOSS: Style = AnsiColor::Yellow.on_default().bold();
const MENDED: Style = AnsiColor::Green.on_default().bold();
const REMARK: Style = AnsiColor::Cyan.on_default().bold();

/// How the whole command went. What weighs more comes later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything was done.
    Done,
    /// Everything was done, and what was looked for is there: a finding, a difference.
    Found,
    /// A file could not be read or parsed; the others were done.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Found => ExitCode::from(1),
            Outcome::Failed => ExitCode::from(3),
        }
    }
}

/// Why one file could not be done.
pub struct Failure {
    message: String,
    excerpt: Option<String>,
    hint: Option<&'static str>,
}

impl Failure {
    pub fn new(message: String) -> Self {
        Failure { message, excerpt: None, hint: None }
    }
    pub fn with_hint(self, hint: Option<&'static str>) -> Self {
        Failure { hint, ..self }
    }
    /// With the line of the file that it is about.
    pub fn with_excerpt(self, excerpt: Option<String>) -> Self {
        Failure { excerpt, ..self }
    }
    /// What is to be told, without a hint.
    pub fn message(&self) -> &str {
        &self.message
    }
    /// One line, perhaps with what it is about, and perhaps another with what to try.
    pub fn lines(&self) -> String {
        let mut lines = line(ERROR, "error", &self.message);
        lines += self.excerpt.as_deref().unwrap_or("");
        if let Some(hint) = self.hint {
            lines += &line(REMARK, "hint", hint);
        }
        lines
    }
    pub fn print(&self) {
        print(&self.lines());
    }
}

/// What was let pass while reading, a line each; then how many more there were.
pub fn repairs(label: &str, repairs: &Repairs) -> String {
    repairs_with(label, repairs, |_| None)
}

/// The same of a pose, with the lines that the first of each kind lie on.
pub fn pose_repairs(label: &str, pose: &VpdFile) -> String {
    let encoding = Some(pose.index().encoding());
    repairs_with(label, pose.index().repairs(), |error| excerpt(pose.bytes(), error, encoding))
}

fn repairs_with(label: &str, repairs: &Repairs, excerpt: impl Fn(&Error) -> Option<String>) -> String {
    let mut lines = String::new();
    let mut shown = Vec::new();
    for repair in repairs {
        let code = repair.code();
        lines += &line(REPAIR, "repair", &format!("{label}: {}: {repair}", code.name()));
        if shown.iter().filter(|&&other| other == code).count() < LINES {
            lines += excerpt(repair.error()).as_deref().unwrap_or("");
            shown.push(code);
        }
    }
    for &code in RepairCode::ALL {
        if let more @ 1.. = repairs.more(code) {
            lines += &line(REPAIR, "repair", &format!("{label}: {}: {more} more", code.name()));
        }
    }
    lines
}

/// What could not be said in the file that was written, a line each; then how many more there were.
pub fn losses(label: &str, losses: &Losses) -> String {
    loss_texts(losses).map(|text| loss(&format!("{label}: {text}"))).collect()
}

/// The same, without the name of the file.
pub fn loss_texts(losses: &Losses) -> impl Iterator<Item = String> {
    let each = losses.iter().map(|loss| format!("{}: {loss}", loss.code.name()));
    let more = LossCode::ALL.iter().filter_map(|&code| match losses.more(code) {
        0 => None,
        more => Some(format!("{}: {more} more", code.name())),
    });
    each.chain(more)
}

/// Something that could not be said in the file that was written.
pub fn loss(message: &str) -> String {
    line(LOSS, "loss", message)
}

/// Something that was broken and no longer is.
pub fn mended(message: &str) -> String {
    line(MENDED, "mended", message)
}

/// Something worth knowing that is no failure.
pub fn remark(message: &str) -> String {
    line(REMARK, "note", message)
}

/// Messages hold names of files and values from them: a stranger's words.
fn line(style: Style, kind: &str, message: &str) -> String {
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(line, "{}: {}", paint(style, kind), escaped(message));
    line
}

/// If nobody listens any more, there is nobody to tell.
pub fn print(lines: &str) {
    let _ = anstream::stderr().write_all(lines.as_bytes());
}
