//! Differences as JSON, one object a line. A new field keeps `schema_version`; a field that goes or changes does not.
use crate::json::Json;
use crate::output;
use mmdmap::pmx::{Change, Difference, Value};
use mmdmap::{Visit, Visitor};
use std::io::{self, Write};

pub(super) fn show(differences: impl Iterator<Item = Difference>) -> io::Result<()> {
    let mut out = output::raw();
    let mut json = Json::new(&mut out);
    for difference in differences {
        json.line(&Line(difference))?;
    }
    out.flush()
}

struct Line(Difference);

impl Visit for Line {
    fn visit(&self, to: &mut dyn Visitor) {
        let Difference { section, old, new, name, change, .. } = &self.0;
        let (field, was, is) = match change {
            Change::Renamed { old, new } => (None, Some(old), Some(new)),
            Change::Changed { field, old, new } => (Some(field.as_str()), old.as_ref(), new.as_ref()),
            _ => (None, None, None),
        };
        let count = match change {
            Change::More(count) => Some(*count),
            _ => None,
        };
        to.begin_record();
        text(to, "schema", Some("mmdmap.diff"));
        number(to, "schema_version", Some(1));
        text(to, "section", Some(section));
        text(to, "change", Some(change.kind()));
        number(to, "old_index", *old);
        number(to, "new_index", *new);
        text(to, "name", name.as_deref());
        text(to, "field", field);
        value(to, "old", was);
        value(to, "new", is);
        number(to, "count", count);
        to.end_record();
    }
}

fn text(to: &mut dyn Visitor, name: &'static str, text: Option<&str>) {
    to.field(name);
    match text {
        Some(text) => to.text(text, text.as_bytes(), true),
        None => to.none(),
    }
}
fn number(to: &mut dyn Visitor, name: &'static str, number: Option<usize>) {
    to.field(name);
    match number {
        Some(number) => to.integer(i64::try_from(number).unwrap_or(i64::MAX)),
        None => to.none(),
    }
}
fn value(to: &mut dyn Visitor, name: &'static str, value: Option<&Value>) {
    to.field(name);
    match value {
        Some(value) => value.visit(to),
        None => to.none(),
    }
}
