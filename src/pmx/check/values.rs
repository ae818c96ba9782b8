//! Rules about every float and every text, whatever record they are in: each record shows its values, none is listed.
use super::code::Code;
use super::here::Here;
use crate::check::report::Value;
use crate::error::FieldPath;
use crate::visit::{Visit, Visitor};

/// Looks at every float and text of a value, the way to which is given from the outside in.
pub(super) fn check(here: &mut Here<'_>, fields: &[&'static str], value: &dyn Visit) {
    let path = fields.iter().map(|name| Step::Field(name)).collect();
    value.visit(&mut Values { here, path });
}

/// Whether all are numbers. Faster than to look at each: what is infinite or not a number spoils the sum.
#[inline(always)]
pub(super) fn finite<const N: usize>(numbers: [f32; N]) -> bool {
    numbers.iter().fold(0.0, |sum, x| sum + x * 0.0) == 0.0
}

/// One step on the way from a record to a value.
#[derive(Debug)]
enum Step {
    /// A field, or the name of one of several possibilities.
    Field(&'static str),
    /// A list: the number of the item, and whether an item of this list was found not to be a number.
    Item(usize, bool),
}

struct Values<'h, 'r> {
    here: &'h mut Here<'r>,
    /// From the outside in.
    path: Vec<Step>,
}

impl Values<'_, '_> {
    fn way(&self) -> FieldPath {
        let mut way = FieldPath::default();
        for step in self.path.iter().rev() {
            match *step {
                Step::Item(i, _) => way.push_item(i),
                // Errors name fields only, and so do findings.
                Step::Field(possibility) if possibility.starts_with(|c: char| c.is_ascii_uppercase()) => {}
                Step::Field(name) => way.push(name),
            }
        }
        way
    }
    /// A value is done; the next is the next item, if this is a list.
    fn done(&mut self) {
        if let Some(Step::Item(i, _)) = self.path.last_mut() {
            *i = i.saturating_add(1);
        }
    }
    #[cold]
    fn not_finite(&mut self, value: f32) {
        // One finding for a vector, not three.
        let first = match self.path.last_mut() {
            Some(Step::Item(_, seen)) => !core::mem::replace(seen, true),
            _ => true,
        };
        if first {
            let way = self.way();
            self.here.find(Code::NonFinite, way, value, "a number");
        }
    }
    #[cold]
    fn odd_text(&mut self, code: Code, text: &str, expected: &'static str) {
        let shown = Value::Text(text.chars().take(40).collect());
        let way = self.way();
        self.here.find(code, way, shown, expected);
    }
    /// Names are shown in one line, memos and comments are not.
    fn is_free_text(&self) -> bool {
        self.path.iter().any(|step| matches!(step, Step::Field("comment" | "memo")))
    }
}

impl Visitor for Values<'_, '_> {
    fn integer(&mut self, _: i64) {
        self.done();
    }
    fn float(&mut self, value: f32) {
        if !value.is_finite() {
            self.not_finite(value);
        }
        self.done();
    }
    fn text(&mut self, text: &str, _: &[u8], exact: bool) {
        if !exact {
            self.odd_text(Code::TextInvalid, text, "bytes that are valid in the encoding");
        }
        if text.contains('\0') {
            self.odd_text(Code::TextNul, text, "no NUL");
        }
        if text.starts_with('\u{feff}') {
            self.odd_text(Code::TextBom, text, "no byte-order mark");
        }
        if text.contains(turns_or_controls) && !self.is_free_text() {
            self.odd_text(Code::TextControl, text, "characters that can be seen");
        }
        self.done();
    }
    fn none(&mut self) {
        self.done();
    }
    fn begin_record(&mut self) {
        self.path.push(Step::Field(""));
    }
    fn field(&mut self, name: &'static str) {
        if let Some(step) = self.path.last_mut() {
            *step = Step::Field(name);
        }
    }
    fn end_record(&mut self) {
        self.path.pop();
        self.done();
    }
    fn begin_list(&mut self, _: usize) {
        self.path.push(Step::Item(0, false));
    }
    fn end_list(&mut self) {
        self.path.pop();
        self.done();
    }
}

/// Control characters other than NUL, and marks that turn the direction of writing.
fn turns_or_controls(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && c != '\0'
}
