//! Rules about names: there, unlike each other, and such that motions find them.
use super::code::Code;
use super::here::{Here, Report};
use crate::check::report::Value;
use crate::field::Field;
use crate::fixed_name::MOTION_NAME;
use crate::name::{Name, Named};
use crate::records::Records;
use crate::text::Text;
use std::collections::HashSet;

/// What motions keep of the name of a model.
const MOTION_MODEL: usize = 20;

/// Which findings the names of a section give.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    empty: Code,
    duplicate: Code,
    /// Whether motions refer to these names.
    in_motions: bool,
}

impl Rules {
    pub(super) const BONES: Rules =
        Rules { empty: Code::BoneNameEmpty, duplicate: Code::BoneNameDuplicate, in_motions: true };
    pub(super) const MORPHS: Rules =
        Rules { empty: Code::MorphNameEmpty, duplicate: Code::MorphNameDuplicate, in_motions: true };
    pub(super) const OTHERS: Rules =
        Rules { empty: Code::NameEmpty, duplicate: Code::NameDuplicate, in_motions: false };
}

/// The names of one section.
pub(super) fn check<'a, T>(section: &'static str, records: Records<'a, T>, rules: Rules, report: &mut Report)
where
    T: Field<'a> + Named<'a>,
{
    let mut seen = HashSet::new();
    for (i, record) in records.iter().enumerate() {
        let Name { local, universal } = record.name();
        let here = &mut report.record(section, i);
        makes_sense(here, "name.local", local);
        makes_sense(here, "name.universal", universal);
        if local.is_empty() {
            here.find(rules.empty, "name.local", (), "a name");
            continue;
        }
        // All names are in the encoding of the file: equal bytes are equal names.
        if !seen.insert(local.bytes()) {
            here.find(rules.duplicate, "name.local", local, "another name than an earlier one has");
        }
        if rules.in_motions {
            fits_motions(here, local);
        }
    }
}

/// The model's own name.
pub(super) fn model(here: &mut Here<'_>, name: Text<'_>) {
    if name.is_empty() {
        here.find(Code::ModelNameEmpty, "name.local", (), "a name");
    }
    if name.is_valid() && name.cp932_len().is_none_or(|len| len > MOTION_MODEL) {
        here.find(Code::ModelNameTooLong, "name.local", name, Value::AtMost(MOTION_MODEL as u64));
    }
}

fn fits_motions(here: &mut Here<'_>, name: Text<'_>) {
    match name.cp932_len() {
        // What is not valid has been said.
        None if name.is_valid() => here.find(Code::NameNotCp932, "name.local", name, "characters of cp932"),
        Some(len) if len > MOTION_NAME => {
            here.find(Code::NameTooLong, "name.local", len, Value::AtMost(MOTION_NAME as u64));
        }
        _ => {}
    }
}

/// Whether a text is, by the look of it, in the encoding that the header says.
pub(super) fn makes_sense(here: &mut Here<'_>, field: &'static str, text: Text<'_>) {
    if let Some(other) = text.other_encoding() {
        here.find(Code::TextOtherEncoding, field, other, text.encoding().name());
    }
}
