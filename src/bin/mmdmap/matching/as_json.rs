//! What a pose means in a model, as one JSON object. A new field keeps `schema_version`; a field that goes or changes does
//! not.
use super::{Kind, Report};
use crate::inputs::Input;
use crate::json::{Json, list, number, record, text};
use mmdmap::vpd::PoseName;
use mmdmap::{Visit, Visitor};

impl Report<'_> {
    pub(super) fn to_json(&self) -> String {
        let mut line = Vec::new();
        // Writing to memory cannot fail; and JSON is UTF-8.
        let _ = Json::new(&mut line).line(self);
        String::from_utf8(line).unwrap_or_default()
    }
}

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        to.begin_record();
        text(to, "schema", "mmdmap.match");
        number(to, "schema_version", 1);
        path(to, "pose", self.pose);
        path(to, "model", self.model);
        for kind in &self.kinds {
            to.field(kind.name);
            record(to, |to| kind.visit_fields(to));
        }
        to.end_record();
    }
}

impl Kind<'_> {
    fn visit_fields(&self, to: &mut dyn Visitor) {
        to.field("found");
        list(to, self.found.iter(), |to, found| {
            record(to, |to| {
                number(to, "entry", found.entry);
                name(to, found.name);
                number(to, "index", found.index);
                to.field("model_name");
                found.model_name.visit(to);
                text(to, "found_by", found.by.name());
            });
        });
        for (label, names) in [("unmatched", &self.unmatched), ("overridden", &self.overridden)] {
            to.field(label);
            list(to, names.iter(), |to, (entry, one)| {
                record(to, |to| {
                    number(to, "entry", *entry);
                    name(to, *one);
                });
            });
        }
        to.field("untouched");
        list(to, self.untouched.iter(), |to, (index, name)| {
            record(to, |to| {
                number(to, "index", *index);
                to.field("name");
                name.visit(to);
            });
        });
    }
}

/// A name as it stands in the pose.
fn name(to: &mut dyn Visitor, name: PoseName<'_>) {
    to.field("name");
    name.raw().visit(to);
}

fn path(to: &mut dyn Visitor, name: &'static str, input: &Input) {
    let path = input.path();
    to.field(name);
    to.text(&path.to_string_lossy(), path.as_os_str().as_encoded_bytes(), path.to_str().is_some());
}
