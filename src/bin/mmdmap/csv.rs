//! CSV for spreadsheets: the same columns for every file, see [`columns`](crate::columns).
//!
//! One row for each record; where a record holds a list of any length (IK links and switches, morph offsets, frame items,
//! anchors, pins), one row for each item instead, with the record's other cells repeated, so that rows can be sorted and
//! filtered. What is not there is empty.
//!
//! Numbers are as in JSON, strings of bits included. A text that a spreadsheet would take for a formula gets an
//! apostrophe before it, one that begins with an apostrophe another: taking one off gives the text back.
use crate::columns::{self, SHARED, Shape};
use crate::escape::{float_bits, hex};
use crate::form::Form;
use crate::output::Sticky;
use mmdmap::{Format, Visit, Visitor};
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::ops::Range;

/// Writes one row a record, or one an item.
pub struct Csv<W> {
    out: Sticky<W>,
    columns: Vec<Column>,
    cells: Vec<String>,
    /// The lists whose items are rows, and which cells belong to an item: from its number on.
    lists: Vec<(String, Range<usize>)>,
    /// The column behind the one filled last: fields come in the order of the columns, as a rule.
    next: usize,
    /// The field that is being visited, as columns name it, and what is around it.
    path: String,
    around: Vec<Around>,
    /// Whether a row was written for this record.
    written: bool,
}

struct Column {
    path: String,
    title: String,
}

/// What a value lies in: how long the path was there, and the number of the next item.
#[derive(Clone)]
enum Around {
    Record { path: usize },
    Parts { path: usize, next: usize },
    Items { path: usize, next: usize, cells: Range<usize> },
}

impl<W: Write> Csv<W> {
    /// Writes the titles, too; with a byte-order mark, if told so.
    pub fn new(format: Format, section: &str, mark: bool, to: W) -> Self {
        let columns = Column::of(format, section);
        let mut csv = Csv {
            out: Sticky::new(to),
            cells: vec![String::new(); columns.len()],
            lists: lists(&columns),
            next: 0,
            path: String::new(),
            around: Vec::new(),
            written: false,
            columns,
        };
        if mark {
            csv.out.put("\u{feff}".as_bytes());
        }
        for (i, column) in csv.columns.iter().enumerate() {
            csv.out.cell(i, &column.title);
        }
        csv.out.put(b"\n");
        csv
    }

    /// Fills the cell of the field that is being visited.
    fn put(&mut self, suffix: &str, value: impl fmt::Display) {
        let len = self.path.len();
        self.path.push_str(suffix);
        if let Some(i) = self.find().or_else(|| self.find_more()) {
            self.next = i.saturating_add(1);
            if let Some(cell) = self.cells.get_mut(i) {
                let gap = if cell.is_empty() { "" } else { " " };
                // Writing to a string cannot fail.
                let _ = write!(cell, "{gap}{value}");
            }
        }
        self.path.truncate(len);
    }

    /// The column of the field that is being visited.
    fn find(&self) -> Option<usize> {
        let shared = SHARED.iter().find(|(from, _)| *from == self.path);
        let path = shared.map_or(self.path.as_str(), |(_, to)| to);
        let find = |range: Range<usize>| {
            let columns = self.columns.get(range.clone())?;
            columns.iter().position(|column| column.path == path).map(|i| i.saturating_add(range.start))
        };
        find(self.next..self.columns.len()).or_else(|| find(0..self.next))
    }

    /// The column for items beyond those that have one.
    fn find_more(&self) -> Option<usize> {
        let list = self.path.rsplit_once('.').map_or("", |(list, _)| list);
        self.columns.iter().position(|column| column.path.strip_suffix(".more") == Some(list))
    }

    fn clear(&mut self, cells: Range<usize>) {
        self.cells.get_mut(cells).into_iter().flatten().for_each(String::clear);
    }

    /// The cells of an item of the list whose path this is, also those at the far right.
    fn clear_items(&mut self, cells: Range<usize>) {
        self.clear(cells);
        for (cell, column) in self.cells.iter_mut().zip(&self.columns) {
            let field = column.path.strip_prefix(&self.path).and_then(|field| field.strip_prefix('.'));
            if field.is_some_and(|field| field.ends_with("_hex")) {
                cell.clear();
            }
        }
    }

    /// Before any value: an item of a list has a number.
    fn enter(&mut self) {
        match self.around.last_mut() {
            Some(Around::Parts { path, next }) => {
                self.path.truncate(*path);
                let _ = write!(self.path, ".{next}");
                *next = next.saturating_add(1);
            }
            Some(Around::Items { next, cells, .. }) => {
                let (number, cells) = (*next, cells.clone());
                *next = next.saturating_add(1);
                self.clear_items(cells);
                self.put(".number", number);
            }
            _ => {}
        }
    }

    /// After any value: an item is a row.
    fn leave(&mut self) {
        if let Some(Around::Items { path, .. }) = self.around.last() {
            self.path.truncate(*path);
            self.row();
        }
    }

    fn row(&mut self) {
        for (i, cell) in self.cells.iter().enumerate() {
            self.out.cell(i, cell);
        }
        self.out.put(b"\n");
        self.written = true;
    }

    fn value(&mut self, value: impl fmt::Display) {
        self.enter();
        self.put("", value);
        self.leave();
    }

    fn pop(&mut self) {
        if let Some(Around::Record { path } | Around::Parts { path, .. } | Around::Items { path, .. }) =
            self.around.pop()
        {
            self.path.truncate(path);
        }
    }
}

impl<W: Write> Sticky<W> {
    /// One cell, in quotation marks where it needs them.
    fn cell(&mut self, i: usize, text: &str) {
        if i > 0 {
            self.put(b",");
        }
        let special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
        if text.bytes().any(special) || text.starts_with(' ') || text.ends_with(' ') {
            self.put(format!("\"{}\"", text.replace('"', "\"\"")).as_bytes());
        } else {
            self.put(text.as_bytes());
        }
    }
}

/// The lists whose items are rows: columns from `<list>.number` to the last that begins with the list's path.
fn lists(columns: &[Column]) -> Vec<(String, Range<usize>)> {
    let mut lists = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        if let Some(list) = column.path.strip_suffix(".number") {
            let within = |column: &Column| {
                column.path.strip_prefix(list).is_some_and(|tail| tail.is_empty() || tail.starts_with('.'))
            };
            let len = columns.iter().skip(number).take_while(|column| within(column)).count();
            lists.push((list.to_owned(), number..number.saturating_add(len)));
        }
    }
    lists
}

impl Column {
    fn of(format: Format, section: &str) -> Vec<Column> {
        let new = |path: String| {
            let title = if path.is_empty() { "value".into() } else { path.clone() };
            Column { path, title }
        };
        let mut columns = vec![new("index".into())];
        let mut hex = Vec::new();
        for columns::Field(path, shape) in columns::of(format, section) {
            let part = |i: usize, name: &&str| Column { path: format!("{path}.{i}"), title: format!("{path}.{name}") };
            match shape {
                Shape::One => columns.push(new((*path).into())),
                Shape::Text => {
                    columns.push(new((*path).into()));
                    let title = if path.is_empty() { "value" } else { path };
                    hex.push(Column { path: format!("{path}_hex"), title: format!("{title}_hex") });
                }
                Shape::Kind => columns.push(new(format!("{path}.kind"))),
                Shape::Parts(names) => columns.extend(names.iter().enumerate().map(|(i, name)| part(i, name))),
                Shape::Times(n, names) => {
                    for k in 0..*n {
                        columns.extend(names.iter().enumerate().map(|(i, name)| Column {
                            path: format!("{path}.{k}.{i}"),
                            title: format!("{path}.{k}.{name}"),
                        }));
                    }
                }
                Shape::More => columns.push(new(format!("{path}.more"))),
                Shape::Items => columns.push(new(format!("{path}.number"))),
            }
        }
        columns.append(&mut hex);
        columns
    }
}

impl<W: Write> Visitor for Csv<W> {
    fn integer(&mut self, value: i64) {
        self.value(value);
    }
    fn float(&mut self, value: f32) {
        if value.is_finite() {
            self.value(format_args!("{value:?}"));
        } else {
            self.value(float_bits(value));
        }
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        self.enter();
        let formula = decoded.starts_with(['=', '+', '-', '@', '\'', '\t', '\r']);
        self.put("", format_args!("{}{decoded}", if formula { "'" } else { "" }));
        if !exact {
            let next = self.next;
            self.put("_hex", hex(stored)); // at the far right
            self.next = next;
        }
        self.leave();
    }
    fn none(&mut self) {
        self.enter();
        self.leave();
    }
    fn begin_record(&mut self) {
        self.enter();
        self.around.push(Around::Record { path: self.path.len() });
    }
    fn field(&mut self, name: &'static str) {
        if let Some(Around::Record { path }) = self.around.last() {
            self.path.truncate(*path);
        }
        // Rust writes fields small and variants large.
        if name.starts_with(char::is_uppercase) {
            self.put(".kind", name);
        } else {
            if !self.path.is_empty() {
                self.path.push('.');
            }
            self.path.push_str(name);
        }
    }
    fn end_record(&mut self) {
        self.pop();
        self.leave();
    }
    fn begin_list(&mut self, _: usize) {
        self.enter();
        let path = self.path.len();
        let items = self.lists.iter().find(|(list, _)| *list == self.path);
        self.around.push(match items {
            Some((_, cells)) => Around::Items { path, next: 0, cells: cells.clone() },
            None => Around::Parts { path, next: 0 },
        });
    }
    fn end_list(&mut self) {
        // Items of a second list do not carry those of the first.
        if let Some(Around::Items { path, cells, .. }) = self.around.last() {
            let cells = cells.clone();
            self.path.truncate(*path);
            self.clear_items(cells);
        }
        self.pop();
        self.leave();
    }
}

impl<W: Write> Form for Csv<W> {
    fn record(&mut self, index: usize, record: &dyn Visit) -> io::Result<()> {
        self.clear(0..self.cells.len());
        self.next = 0;
        self.written = false;
        self.path.push_str("index");
        self.put("", index);
        self.path.clear();
        record.visit(self);
        if !self.written {
            self.row();
        }
        self.out.result()
    }
    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
