//! JSON, written as it is visited: the only door to serde_json.
//!
//! A record is an object, a list an array. Floats are the shortest that give the same f32 again; those that JSON cannot
//! say are strings of their bits, `"f32:0x7fc00000"`. A text with bytes that are not valid in its encoding is followed
//! by a field `<name>_hex` of those bytes.
use crate::escape::{float_bits, hex, is_invisible};
use crate::form::Form;
use crate::output::Sticky;
use mmdmap::{Visit, Visitor};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes one JSON value a line. What goes wrong on the way is kept by `out`.
pub struct Json<W> {
    out: Sticky<W>,
    /// Whether a comma comes before the next item or field.
    comma: bool,
    /// The field whose value comes next.
    field: Option<&'static str>,
    depth: usize,
    /// The number of the record that comes next, to be its first field.
    index: Option<usize>,
}

impl<W: Write> Json<W> {
    pub fn new(to: W) -> Self {
        Json { out: Sticky::new(to), comma: false, field: None, depth: 0, index: None }
    }

    /// One value, and the end of its line.
    pub fn line(&mut self, value: &dyn Visit) -> io::Result<()> {
        self.line_of(|json| value.visit(json))
    }

    /// The same, of a value that holds what no file does.
    pub fn line_of(&mut self, show: impl FnOnce(&mut Self)) -> io::Result<()> {
        show(self);
        self.out.put(b"\n");
        self.comma = false;
        self.out.result()
    }

    /// A whole number that may be larger than a field of the file.
    pub fn length(&mut self, value: usize) {
        self.integer(i64::try_from(value).unwrap_or(i64::MAX));
    }

    /// True or false, which no field of a file is.
    pub fn boolean(&mut self, value: bool) {
        self.begin();
        let _ = write!(self.out, "{value}");
        self.end();
    }

    fn string(&mut self, text: &str) {
        // A string to JSON; cannot fail.
        let json = serde_json::to_string(text).unwrap_or_default();
        self.out.put(harmless(&json).as_bytes());
    }

    /// The names of fields are identifiers: nothing in them needs an escape.
    fn key(&mut self, name: &str, suffix: &str) {
        let comma = if self.comma { "," } else { "" };
        let _ = write!(self.out, "{comma}\"{name}{suffix}\":");
        self.comma = false;
    }

    /// What comes before a value. A record that is a single value gets an object around it, to hold its number.
    fn begin(&mut self) {
        if self.depth == 0 && self.index.is_some() {
            self.open_object();
            self.field("value");
        }
        if self.comma {
            self.out.put(b",");
        }
    }

    /// What comes after a value that is no object and no array.
    fn end(&mut self) {
        self.comma = true;
    }

    fn open_object(&mut self) {
        self.out.put(b"{");
        self.comma = false;
        if let Some(index) = self.index.take() {
            self.key("index", "");
            self.length(index);
        }
        self.depth = self.depth.saturating_add(1);
    }

    fn close(&mut self, bracket: &[u8]) {
        self.out.put(bracket);
        self.comma = true;
        self.depth = self.depth.saturating_sub(1);
    }
}

impl<W: Write> Visitor for Json<W> {
    fn integer(&mut self, value: i64) {
        self.begin();
        let _ = write!(self.out, "{value}");
        self.end();
    }
    fn float(&mut self, value: f32) {
        self.begin();
        if value.is_finite() {
            let _ = serde_json::to_writer(&mut self.out, &value);
        } else {
            self.string(&float_bits(value));
        }
        self.end();
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        self.begin();
        self.string(decoded);
        self.end();
        if let (Some(name), false) = (self.field, exact) {
            self.key(name, "_hex");
            self.string(&hex(stored));
            self.end();
        }
    }
    fn none(&mut self) {
        self.begin();
        self.out.put(b"null");
        self.end();
    }
    fn begin_record(&mut self) {
        if self.depth > 0 || self.index.is_none() {
            self.begin();
        }
        self.open_object();
    }
    fn field(&mut self, name: &'static str) {
        self.key(name, "");
        self.field = Some(name);
    }
    fn end_record(&mut self) {
        self.close(b"}");
    }
    fn begin_list(&mut self, _: usize) {
        self.begin();
        self.out.put(b"[");
        self.comma = false;
        self.field = None;
        self.depth = self.depth.saturating_add(1);
    }
    fn end_list(&mut self) {
        self.close(b"]");
    }
}

impl<W: Write> Form for Json<W> {
    fn record(&mut self, index: usize, record: &dyn Visit) -> io::Result<()> {
        self.index = Some(index);
        record.visit(self);
        if self.depth > 0 {
            self.end_record(); // the object around a single value
        }
        self.out.put(b"\n");
        self.comma = false;
        self.out.result()
    }
    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// JSON without what cannot be seen: an escape is as good as the character itself, and harmless on a terminal.
pub fn harmless(json: &str) -> Cow<'_, str> {
    if !json.contains(is_invisible) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_invisible(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A field that holds a text of ours.
pub fn text(to: &mut dyn Visitor, name: &'static str, value: &str) {
    to.field(name);
    to.text(value, value.as_bytes(), true);
}
/// A field that holds a number.
pub fn number(to: &mut dyn Visitor, name: &'static str, value: usize) {
    to.field(name);
    to.integer(i64::try_from(value).unwrap_or(i64::MAX));
}
/// A field that holds a number, or null.
pub fn maybe(to: &mut dyn Visitor, name: &'static str, value: Option<usize>) {
    match value {
        Some(value) => number(to, name, value),
        None => {
            to.field(name);
            to.none();
        }
    }
}
/// An object of the fields that `fields` shows.
pub fn record(to: &mut dyn Visitor, fields: impl FnOnce(&mut dyn Visitor)) {
    to.begin_record();
    fields(to);
    to.end_record();
}
/// An array of what `each` shows of each item.
pub fn list<T>(to: &mut dyn Visitor, items: impl ExactSizeIterator<Item = T>, each: impl Fn(&mut dyn Visitor, T)) {
    to.begin_list(items.len());
    items.for_each(|item| each(to, item));
    to.end_list();
}
