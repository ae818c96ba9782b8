//! What a pose means in a model, as text and tables.
use super::{Kind, Report};
use crate::escape::{escaped, quoted};
use crate::output::paint;
use crate::table::{Align, Table, grouped};
use anstyle::{AnsiColor, Style};
use mmdmap::NameMatch;

const TITLE: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();

impl Report<'_> {
    pub(super) fn to_text(&self) -> String {
        let title = format!("{} on {}", self.pose, self.model);
        let mut out = format!("{}\n", paint(TITLE, escaped(&title)));
        for kind in &self.kinds {
            out += &line(kind.name, &kind.counts());
        }
        for kind in &self.kinds {
            out += &kind.table();
            let no_such = format!("the model has no such {}", kind.one);
            out += &names(&no_such, kind.unmatched.iter().map(|(_, name)| quoted(&name.raw().decode())));
            let overridden = format!("a later one is of the same {}", kind.one);
            out += &names(&overridden, kind.overridden.iter().map(|(_, name)| quoted(&name.raw().decode())));
            let untouched = format!("{} that the pose leaves as they are", kind.name);
            out += &names(&untouched, kind.untouched.iter().map(|(_, name)| quoted(&name.decode())));
        }
        out
    }
}

impl Kind<'_> {
    /// `2 of 3 found: 1 exact, 1 trimmed`.
    fn counts(&self) -> String {
        let how = NameMatch::ALL.iter().filter_map(|how| {
            let count = self.found.iter().filter(|found| found.by == *how).count();
            (count > 0).then(|| format!("{} {}", grouped(count), how.name()))
        });
        let how: Vec<String> = how.collect();
        let colon = if how.is_empty() { "" } else { ": " };
        format!("{} of {} found{colon}{}", grouped(self.found.len()), grouped(self.names()), how.join(", "))
    }

    fn table(&self) -> String {
        if self.found.is_empty() {
            return String::new();
        }
        let mut table = Table::new([
            (self.one, Align::Left),
            ("of the model", Align::Left),
            ("#", Align::Right),
            ("found", Align::Left),
        ]);
        for found in &self.found {
            let (name, model_name) = (found.name.raw().to_string(), found.model_name.to_string());
            table.row([name, model_name, found.index.to_string(), found.by.name().to_owned()]);
        }
        format!("\n{}", table.render(2, LABEL))
    }
}

fn line(label: &str, text: &str) -> String {
    format!("  {}{}\n", paint(LABEL, format_args!("{label:10}")), escaped(text))
}

/// A heading, then all names in one line.
fn names(label: &str, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.len() {
        0 => String::new(),
        n => format!("\n  {}\n  {}\n", paint(LABEL, format_args!("{label}: {}", grouped(n))), names.join(", ")),
    }
}
