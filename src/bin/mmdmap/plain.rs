//! Records as text, for people: a line for each field, what is nested in one line as far as it goes.
use crate::escape::{float_bits, hex, quoted};
use crate::form::Form;
use crate::output::{Sticky, paint};
use anstyle::{AnsiColor, Style};
use mmdmap::{Visit, Visitor};
use std::fmt::Debug;
use std::io::{self, Write};

const RECORD: Style = Style::new().bold();
const FIELD: Style = AnsiColor::Cyan.on_default();

/// Writes records one after the other.
pub struct Plain<W> {
    out: Sticky<W>,
    section: &'static str,
    around: Vec<Around>,
}

/// What a value lies in.
#[derive(Clone, Copy)]
enum Around {
    /// The whole record: a line for each field.
    Lines,
    /// A record within, nothing of it written yet.
    Opening,
    /// Its fields, side by side.
    Fields,
    /// One variant of several: its name stands before the value.
    Variant,
    /// A list, with so many items so far; and whether each has a line of its own, as records do.
    Items { so_far: usize, lines: bool },
}

impl<W: Write> Plain<W> {
    pub fn new(section: &'static str, to: W) -> Self {
        Plain { out: Sticky::new(to), section, around: Vec::new() }
    }

    /// What comes before a value: a comma between items, a line break before a record in a list.
    fn begin(&mut self, is_record: bool) {
        if self.around.is_empty() && !is_record {
            self.out.put(b" "); // between the heading and a record that is a single value
        }
        if let Some(Around::Items { so_far, lines }) = self.around.last_mut() {
            *lines |= is_record;
            let gap = match (*lines, *so_far) {
                (true, _) => "\n    ",
                (false, 0) => "",
                (false, _) => ", ",
            };
            *so_far = so_far.saturating_add(1);
            self.out.put(gap.as_bytes());
        }
    }

    fn value(&mut self, value: &str) {
        self.begin(false);
        self.out.put(value.as_bytes());
    }
}

impl<W: Write> Visitor for Plain<W> {
    fn integer(&mut self, value: i64) {
        self.value(&value.to_string());
    }
    fn code(&mut self, value: i64, name: Option<&dyn Debug>) {
        self.value(&match name {
            Some(name) => format!("{value} ({name:?})"),
            None => value.to_string(),
        });
    }
    fn float(&mut self, value: f32) {
        self.value(&if value.is_finite() { format!("{value:?}") } else { float_bits(value) });
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        self.value(&quoted(decoded));
        if !exact {
            let _ = write!(self.out, " (bytes {})", hex(stored));
        }
    }
    fn none(&mut self) {
        self.value("none");
    }
    fn begin_record(&mut self) {
        self.begin(true);
        self.around.push(if self.around.is_empty() { Around::Lines } else { Around::Opening });
    }
    fn field(&mut self, name: &'static str) {
        let Some(around) = self.around.last_mut() else { return };
        // Rust writes fields small and variants large.
        let is_variant = name.starts_with(char::is_uppercase);
        let (before, after, now) = match *around {
            Around::Opening if is_variant => ("", " ", Around::Variant),
            Around::Opening => ("{", " ", Around::Fields),
            Around::Lines => ("\n  ", ": ", Around::Lines),
            other => (", ", " ", other),
        };
        *around = now;
        let _ = write!(self.out, "{before}{}{after}", paint(FIELD, name));
    }
    fn end_record(&mut self) {
        if let Some(Around::Fields) = self.around.pop() {
            self.out.put(b"}");
        }
    }
    fn begin_list(&mut self, _: usize) {
        self.begin(false);
        self.out.put(b"[");
        self.around.push(Around::Items { so_far: 0, lines: false });
    }
    fn end_list(&mut self) {
        let broken = matches!(self.around.pop(), Some(Around::Items { lines: true, .. }));
        self.out.put(if broken { "\n  ]" } else { "]" }.as_bytes());
    }
}

impl<W: Write> Form for Plain<W> {
    fn record(&mut self, index: usize, record: &dyn Visit) -> io::Result<()> {
        let head = format!("{}[{index}]", self.section);
        let _ = write!(self.out, "{}", paint(RECORD, head));
        record.visit(self);
        self.out.put(b"\n");
        self.out.result()
    }
    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
