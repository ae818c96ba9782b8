//! What is said of every file, whatever its format: how it was opened, what was repaired, where its sections lie.
use crate::any::{AnyFile, Cost, backing, format_name};
use crate::escape::escaped;
use crate::inputs::Input;
use crate::json::{Json, list, maybe, number, record, text};
use crate::open::Opened;
use crate::output::paint;
use crate::table::{Align, Table, bar, grouped};
use anstyle::{AnsiColor, Style};
use mmdmap::check::{Rule, Severity, Totals};
use mmdmap::{Format, IndexedFile, RepairCode, Repairs, SectionSpan, Visit, Visitor};
use std::time::Duration;

const TITLE: Style = Style::new().bold();
pub const LABEL: Style = AnsiColor::Cyan.on_default();

/// How a file was opened, and what that cost.
pub struct Head<'a> {
    pub input: &'a Input,
    format: Format,
    pub file_len: usize,
    backing: &'static str,
    index_bytes: usize,
    repairs: &'a Repairs,
    /// To map the file or read it.
    bytes_there: Duration,
    /// To scan it. In a mapped file, bytes that are not in memory yet are brought by this first look at them.
    scanned: Duration,
}

/// Lines with a label each.
pub struct Lines(String);

impl Lines {
    pub fn line(&mut self, label: &str, text: &str) {
        self.0 += &format!("  {}{}\n", paint(LABEL, format_args!("{label:10}")), escaped(text));
    }
    /// A table of its own, after an empty line; none, if it has no rows.
    pub fn table(&mut self, table: &Table) {
        if !table.is_empty() {
            self.0 += "\n";
            self.0 += &table.render(2, LABEL);
        }
    }
    /// All of them, and an empty one.
    pub fn end(self) -> String {
        self.0 + "\n"
    }
}

impl<'a> Head<'a> {
    pub fn new<I: Cost>(input: &'a Input, file: &IndexedFile<I>, opened: &'a Opened<AnyFile>) -> Self {
        Head {
            input,
            format: opened.file.format(),
            file_len: file.bytes().len(),
            backing: backing(file),
            index_bytes: file.index().bytes(),
            repairs: opened.file.repairs(),
            bytes_there: opened.bytes_there,
            scanned: opened.scanned,
        }
    }

    /// The first line: which file it is.
    pub fn title(&self) -> Lines {
        Lines(format!("{}\n", paint(TITLE, escaped(&self.input.to_string()))))
    }
    /// What opening cost, and each repair once, with the first place; standard error lists all.
    pub fn opening(&self, lines: &mut Lines) {
        let how = if self.backing.starts_with("mapped") { "mapped" } else { "read" };
        let timing = format!("{how} in {:.1?}, scanned in {:.1?}", self.bytes_there, self.scanned);
        lines.line("index", &format!("{} bytes; {timing}", grouped(self.index_bytes)));
        let first = |code: &RepairCode| self.repairs.iter().find(|repair| repair.code() == *code);
        for repair in RepairCode::ALL.iter().filter_map(first) {
            let name = repair.code().name();
            match self.repairs.count(repair.code()).saturating_sub(1) {
                0 => lines.line("repaired", &format!("{name}: {repair}")),
                more => lines.line("repaired", &format!("{name}: {repair}; and {more} more")),
            }
        }
    }

    /// What the object of every file begins with.
    pub fn visit_start(&self, to: &mut dyn Visitor) {
        let path = self.input.path();
        text(to, "schema", "mmdmap.inspect");
        number(to, "schema_version", 1);
        text(to, "format", format_name(self.format));
        to.field("file");
        to.text(&path.to_string_lossy(), path.as_os_str().as_encoded_bytes(), path.to_str().is_some());
        number(to, "file_len", self.file_len);
    }
    /// What it ends with.
    pub fn visit_end(&self, to: &mut dyn Visitor) {
        text(to, "backing", self.backing);
        number(to, "index_bytes", self.index_bytes);
        number(to, "open_ns", nanoseconds(self.bytes_there));
        number(to, "scan_ns", nanoseconds(self.scanned));
        number(to, "repair_count", self.repairs.total());
        to.field("repairs");
        let whole = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok());
        list(to, self.repairs.iter(), |to, repair| {
            record(to, |to| {
                text(to, "code", repair.code().name());
                text(to, "section", repair.place().section());
                maybe(to, "record", repair.place().record());
                text(to, "field", &repair.place().field().to_string());
                number(to, "offset", usize::try_from(repair.offset()).unwrap_or(usize::MAX));
                maybe(to, "line", whole(repair.error().line()));
                maybe(to, "column", whole(repair.error().column()));
                text(to, "problem", &repair.error().kind().to_string());
                text(to, "done", repair.code().done());
            });
        });
    }
    pub fn visit_section(&self, to: &mut dyn Visitor, section: &SectionSpan) {
        record(to, |to| {
            text(to, "name", section.name);
            maybe(to, "count", section.len);
            maybe(to, "declared", section.declared);
            number(to, "start", section.range.start);
            number(to, "end", section.range.end);
            to.field("share");
            to.float(share(section.range.len(), self.file_len));
        });
    }

    /// Where each section lies, and what follows the last.
    pub fn sections_table(&self, sections: &[SectionSpan], trailing: &[u8], behind_cut: &[u8]) -> Table {
        let mut table = Table::new([
            ("section", Align::Left),
            ("count", Align::Right),
            ("bytes from", Align::Right),
            ("to", Align::Right),
            ("size", Align::Right),
            ("share", Align::Right),
            ("", Align::Left),
        ]);
        let whole = self.file_len;
        let mut row = |name: &str, count: String, start: usize, end: usize| {
            let len = end.saturating_sub(start);
            let percent = format!("{:.1} %", share(len, whole) * 100.0);
            let place = [format!("{start:#x}"), format!("{end:#x}"), grouped(len), percent, bar(len, whole, 20)];
            table.row([name.to_owned(), count].into_iter().chain(place));
        };
        for section in sections {
            let count = match (section.len, section.declared) {
                (Some(len), Some(declared)) if len < declared => format!("{} of {}", grouped(len), grouped(declared)),
                (Some(len), _) => grouped(len),
                (None, _) => "-".into(),
            };
            row(section.name, count, section.range.start, section.range.end);
        }
        for (name, bytes) in [("(trailing)", trailing), ("(behind the cut)", behind_cut)] {
            if !bytes.is_empty() {
                row(name, "-".into(), whole.saturating_sub(bytes.len()), whole);
            }
        }
        table
    }
}

/// One object on a line of its own.
pub fn json_line(value: &dyn Visit) -> String {
    let mut line = Vec::new();
    // Writing to memory cannot fail; and JSON is UTF-8.
    let _ = Json::new(&mut line).line(value);
    String::from_utf8(line).unwrap_or_default()
}

/// What is odd, in short: each code with how often it was found. `check` says where.
pub fn odd_text<C: Rule>(totals: &Totals<C>) -> String {
    if totals.total() == 0 {
        return "nothing found".into();
    }
    let mut all: Vec<(C, u64)> = totals.iter().collect();
    all.sort_by_key(|(code, _)| core::cmp::Reverse(code.severity()));
    let times = |n: u64| if n == 1 { String::new() } else { format!(" ({n} times)") };
    let all = all.into_iter().map(|(code, n)| format!("{}{}", code.name(), times(n)));
    format!("{}; `mmdmap check` says where", all.collect::<Vec<_>>().join(", "))
}

/// The same for machines.
pub fn visit_odd<C: Rule>(to: &mut dyn Visitor, totals: &Totals<C>) {
    to.field("findings");
    record(to, |to| {
        for (name, severity) in
            [("errors", Severity::Error), ("warnings", Severity::Warning), ("infos", Severity::Info)]
        {
            number(to, name, usize::try_from(totals.of(severity)).unwrap_or(usize::MAX));
        }
        to.field("codes");
        record(to, |to| {
            totals.iter().for_each(|(code, n)| number(to, code.name(), usize::try_from(n).unwrap_or(usize::MAX)));
        });
    });
}

/// A part of a whole, between 0 and 1.
pub fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64) as f32 }
}

/// So many of something, in words.
pub fn several(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

fn nanoseconds(time: Duration) -> usize {
    usize::try_from(time.as_nanos()).unwrap_or(usize::MAX)
}
