//! Tables, aligned by what is seen: a Japanese character is two columns wide. The only door to unicode-width.
use crate::escape::escaped;
use crate::output::paint;
use anstyle::Style;
use mmdmap::Text;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Wider cells end in an ellipsis, so that one long name does not push everything else off the screen.
const WIDEST: usize = 48;

/// On which side the cells of a column are filled up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows of cells under a heading.
pub struct Table {
    heads: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(heads: impl IntoIterator<Item = (&'static str, Align)>) -> Self {
        Table { heads: heads.into_iter().collect(), rows: Vec::new() }
    }
    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
    /// One more row. Cells may hold anything: what cannot be seen is escaped here.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| shortened(&escaped(&cell))).collect());
    }

    /// The lines, each with so many blanks before it.
    pub fn render(&self, indent: usize, style: Style) -> String {
        let widths = self.widths();
        let heads = self.heads.iter().map(|(head, _)| *head);
        let mut out = String::new();
        let _ = writeln!(out, "{:indent$}{}", "", paint(style, self.line(&widths, heads)));
        for row in &self.rows {
            let _ = writeln!(out, "{:indent$}{}", "", self.line(&widths, row.iter().map(String::as_str)));
        }
        out
    }

    fn line<'c>(&self, widths: &[usize], cells: impl Iterator<Item = &'c str>) -> String {
        let mut line = String::new();
        for ((cell, width), (_, align)) in cells.zip(widths).zip(&self.heads) {
            let fill = width.saturating_sub(cell.width());
            let (before, after) = if *align == Align::Right { (fill, 0) } else { (0, fill) };
            let gap = if line.is_empty() { 0 } else { 2 };
            let _ = write!(line, "{:gap$}{:before$}{cell}{:after$}", "", "", "");
        }
        line.truncate(line.trim_end_matches(' ').len());
        line
    }

    /// How wide each column must be.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.heads.iter().map(|(head, _)| head.width()).collect();
        for row in &self.rows {
            widths.iter_mut().zip(row).for_each(|(width, cell)| *width = cell.width().max(*width));
        }
        widths
    }
}

/// How many columns of a terminal it takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// As much of a text as a cell can show, and more: what many records point at may be long, and is not decoded to its end
/// for each of them.
pub fn cell(text: Text<'_>) -> String {
    /// Characters that have no width of their own go with one that has.
    const MOST: usize = WIDEST.saturating_mul(4);
    let mut chars = text.chars();
    let mut cell: String = chars.by_ref().take(MOST).collect();
    cell.extend(chars.next().map(|_| '…'));
    cell
}

/// No wider than a cell may be.
pub fn shortened(cell: &str) -> String {
    if cell.width() <= WIDEST {
        return cell.to_owned();
    }
    let mut width = 1usize; // of the ellipsis
    let kept = cell.chars().take_while(|c| {
        width = width.saturating_add(c.width().unwrap_or(0));
        width <= WIDEST
    });
    kept.chain(['…']).collect()
}

/// How large a part of a whole is, as a bar of this many columns.
pub fn bar(part: usize, whole: usize, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = columns.saturating_mul(8).saturating_mul(part).checked_div(whole).unwrap_or(0);
    // What is there is shown, however small.
    let eighths = if part > 0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS.get(eighths % 8).copied().unwrap_or(""))
}

/// A number for people: `12,345`.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len().saturating_sub(i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
