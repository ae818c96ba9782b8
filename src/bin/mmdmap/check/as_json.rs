//! What was found in a file, as one JSON object. A new field keeps `schema_version`; a field that goes or changes does
//! not.
use super::{Found, Report};
use crate::any::{AnyFile, format_name};
use crate::failure::Failure;
use crate::inputs::Input;
use crate::json::{Json, list, maybe, number, record, text};
use mmdmap::check::Value;
use mmdmap::vmd::Version;
use mmdmap::{Visit, Visitor};
use std::io::Write;

/// Of a file that could not be read.
pub(super) fn failed(input: &Input, failure: &Failure) -> String {
    let mut line = Vec::new();
    let _ = Json::new(&mut line).line_of(|to| {
        to.begin_record();
        head(to, input);
        text(to, "error", failure.message());
        to.end_record();
    });
    String::from_utf8(line).unwrap_or_default()
}

/// What every object begins with.
fn head<W: Write>(to: &mut Json<W>, input: &Input) {
    let path = input.path();
    text(to, "schema", "mmdmap.check");
    number(to, "schema_version", 1);
    to.field("uri");
    to.text(&path.to_string_lossy(), path.as_os_str().as_encoded_bytes(), path.to_str().is_some());
    text(to, "validator", concat!("mmdmap ", env!("CARGO_PKG_VERSION")));
}

impl Report<'_> {
    pub(super) fn to_json(&self) -> String {
        let mut line = Vec::new();
        // Writing to memory cannot fail; and JSON is UTF-8.
        let _ = Json::new(&mut line).line_of(|to| self.show(to));
        String::from_utf8(line).unwrap_or_default()
    }

    fn show<W: Write>(&self, to: &mut Json<W>) {
        to.begin_record();
        head(to, self.input);
        to.field("issues");
        self.show_issues(to);
        to.field("info");
        record(to, |to| self.visit_info(to));
        to.end_record();
    }

    fn show_issues<W: Write>(&self, to: &mut Json<W>) {
        to.begin_record();
        number(to, "numErrors", length(self.counts.errors));
        number(to, "numWarnings", length(self.counts.warnings));
        number(to, "numInfos", length(self.counts.infos));
        to.field("truncated");
        to.boolean(self.groups.iter().any(|group| length(group.count) > group.shown.len()));
        let shown: Vec<&Found> = self.groups.iter().flat_map(|group| &group.shown).collect();
        to.field("messages");
        list(to, shown.into_iter(), |to, found| record(to, |to| visit_message(to, found)));
        to.end_record();
    }

    fn visit_info(&self, to: &mut dyn Visitor) {
        text(to, "format", format_name(self.file.format()));
        match self.file {
            AnyFile::Model(file) => {
                to.field("version");
                file.model().version().visit(to);
                text(to, "encoding", file.model().globals().encoding.name());
            }
            AnyFile::Pose(file) => {
                text(to, "flavour", file.pose().flavour().name());
                text(to, "encoding", file.pose().encoding().name());
            }
            AnyFile::Motion(file) => number(to, "version", if file.motion().version() == Version::V1 { 1 } else { 2 }),
        }
        number(to, "file_len", self.file.bytes().len());
        number(to, "repair_count", self.file.repairs().total());
        for section in self.file.sections() {
            // Header and info are no lists.
            if !["header", "info"].contains(&section) {
                maybe(to, section, self.file.section_len(section));
            }
        }
    }
}

fn visit_message(to: &mut dyn Visitor, found: &Found) {
    text(to, "code", found.code.name());
    text(to, "severity", found.code.severity().name());
    text(to, "message", found.code.what());
    text(to, "pointer", &found.place.to_string());
    to.field("name");
    match &found.name {
        Some(name) => to.text(name, name.as_bytes(), true),
        None => to.none(),
    }
    number(to, "offset", length(found.offset));
    value(to, "found", &found.found);
    value(to, "expected", &found.expected);
}

/// As a number or a text where it is one, else in words.
fn value(to: &mut dyn Visitor, name: &'static str, value: &Value) {
    to.field(name);
    match value {
        Value::Nothing => to.none(),
        Value::Integer(n) => to.integer(*n),
        Value::Float(x) => to.float(*x),
        Value::Text(text) => to.text(text, text.as_bytes(), true),
        words => {
            let words = words.to_string();
            to.text(&words, words.as_bytes(), true);
        }
    }
}

fn length(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
