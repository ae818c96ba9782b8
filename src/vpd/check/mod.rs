//! What is odd about a pose that can be read: names that find nothing, rotations that are none, what some programs
//! refuse.
//!
//! [`Vpd::check`] gives the findings one by one:
//!
//! ```
//! use mmdmap::check::Severity;
//!
//! # fn show(pose: mmdmap::vpd::Vpd) {
//! for finding in pose.check() {
//!     println!("{finding}"); // warning[rotation-zero] bones[12].rotation at byte 0x566: …
//! }
//! let warnings = pose.check().into_totals().of(Severity::Warning);
//! # }
//! ```
//!
//! Each [`Code`] says what it means, why it matters and how to mend it. What was let pass when the file was opened is in
//! its [`Repairs`](crate::Repairs), too, where it matters to a reader.
//!
//! The work is linear in the size of the file; memory goes by the number of names.
mod code;

pub use code::Code;

use crate::check::findings::{self, Checked};
use crate::check::report::{self, Report, Value};
use crate::fixed_name::MOTION_NAME;
use crate::globals::Encoding;
use crate::vpd::block::{Block, Bone, Morph};
use crate::vpd::list::Blocks;
use crate::vpd::name::PoseName;
use crate::vpd::scan::Flavour;
use crate::vpd::view::Vpd;
use std::collections::HashSet;

/// One thing that is odd about a pose: what, where, and the value that is.
pub type Finding = report::Finding<Code>;

/// How many findings there were, kept or not.
pub type Totals = report::Totals<Code>;

/// So many findings of each code are given, unless said otherwise; the others are counted only.
const MAX_PER_CODE: usize = 100;
/// How far from 1 the length of a rotation may be: six decimals, and some arithmetic before, leave less.
const TOLERANCE: f64 = 1e-3;

impl<'a> Vpd<'a> {
    /// What is odd about the pose; at most 100 findings of each code.
    pub fn check(self) -> Findings<'a> {
        self.check_with(MAX_PER_CODE)
    }
    /// What is odd about the pose; at most so many findings of each code.
    pub fn check_with(self, max_per_code: usize) -> Findings<'a> {
        Findings::new(self, max_per_code)
    }
}

/// The rules about one subject, over a whole pose.
type Subject = fn(Vpd<'_>, &mut Report<Code>);

/// All subjects.
const SUBJECTS: [Subject; 3] = [file, bones, morphs];

/// The findings about a pose.
pub type Findings<'a> = findings::Findings<Vpd<'a>>;

impl Checked for Vpd<'_> {
    type Code = Code;
    fn look(&self, subject: usize, report: &mut Report<Code>) -> bool {
        SUBJECTS.get(subject).map(|look| look(*self, report)).is_some()
    }
    fn offset(&self, finding: &Finding) -> u64 {
        let place = finding.place();
        let index = self.index();
        let start = match (place.section(), place.record()) {
            ("bones", Some(i)) => self.bones().offset(i),
            ("morphs", Some(i)) => self.morphs().offset(i),
            ("blocks", Some(i)) => index.unknown.get(i, self.source()).map(|block| block.start),
            ("header", _) if place.field() == "model_name" => Some(index.model.start),
            ("header", _) if place.field() == "count" => index.count.as_ref().map(|count| count.start),
            ("morphs", None) => self.morphs().offset(0),
            ("end", _) => Some(index.end),
            _ => None,
        };
        start.unwrap_or(index.magic) as u64
    }
}

fn file(pose: Vpd<'_>, report: &mut Report<Code>) {
    let index = pose.index();
    let mut header = report.section("header");
    if pose.flavour() == Flavour::Hybrid {
        header.find(Code::Hybrid, "flavour", pose.flavour().name(), Flavour::Text.name());
    } else if pose.encoding() == Encoding::Utf8 && !pose.bytes().is_ascii() {
        header.find(Code::Utf8, "encoding", Encoding::Utf8.name(), Encoding::Cp932.name());
    }
    let model = pose.model_name();
    let ending = model.bytes().len().checked_sub(4).and_then(|at| model.bytes().get(at..));
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case(b".osm")) {
        header.find(Code::ModelNameEnding, "model_name", model, "a name that ends in .osm");
    }
    if let Some(declared) = pose.declared_bones().filter(|&n| u64::from(n) != pose.bones().len() as u64) {
        header.find(Code::BoneCountMismatch, "count", declared, pose.bones().len());
    }
    for i in 0..index.unknown.len {
        report.record("blocks", i).find(Code::UnknownBlock, "", (), "a bone or a morph");
    }
    if !pose.morphs().is_empty() {
        report.section("morphs").find(Code::MorphsIgnored, "", pose.morphs().len(), ());
    }
    if pose.trailing().iter().any(|byte| matches!(byte, 0 | 0x1a)) {
        report.section("end").find(Code::Filler, "", pose.trailing().len(), ());
    }
}

fn bones(pose: Vpd<'_>, report: &mut Report<Code>) {
    blocks("bones", pose.bones(), report, |bone: &Bone, i, report| {
        let length = bone.rotation_length();
        let mut here = report.record("bones", i);
        if length == 0.0 {
            here.find(Code::RotationZero, "rotation", (), "0, 0, 0, 1");
        } else if (length - 1.0).abs() > TOLERANCE {
            here.find(Code::RotationLength, "rotation", length as f32, 1.0f32);
        }
        bone.label
    });
}

fn morphs(pose: Vpd<'_>, report: &mut Report<Code>) {
    blocks("morphs", pose.morphs(), report, |morph: &Morph, i, report| {
        if !(0.0..=1.0).contains(&morph.weight) {
            report.record("morphs", i).find(Code::WeightRange, "weight", morph.weight, Value::Between(0.0, 1.0));
        }
        morph.label
    });
}

/// The names of one kind of block, and their labels, which `rest` gives when it has looked at the values.
fn blocks<'a, T: Block<'a>>(
    section: &'static str,
    blocks: Blocks<'a, T>,
    report: &mut Report<Code>,
    rest: impl Fn(&T, usize, &mut Report<Code>) -> Option<i32>,
) {
    let mut seen = HashSet::new();
    let mut gap = false;
    for (i, block) in blocks.iter().enumerate() {
        name(section, i, block.name(), report);
        if !block.name().is_empty() && !seen.insert(block.name().text().bytes()) {
            let other = "another name than an earlier one has";
            report.record(section, i).find(Code::NameDuplicate, "name", block.name().text(), other);
        }
        let label = rest(&block, i, report);
        // Said once: what follows a gap is no gap.
        if !gap && label.and_then(|label| usize::try_from(label).ok()) != Some(i) {
            gap = true;
            let found = label.map_or(Value::Nothing, Value::from);
            report.record(section, i).find(Code::LabelGap, "label", found, i);
        }
    }
}

fn name(section: &'static str, i: usize, name: PoseName<'_>, report: &mut Report<Code>) {
    let mut here = report.record(section, i);
    let text = name.trimmed();
    if text.is_empty() {
        return here.find(Code::NameEmpty, "name", (), "a name");
    }
    if text.bytes().len() != name.raw().bytes().len() {
        here.find(Code::NameBlanks, "name", name.raw(), text);
    }
    if name.without_comment().bytes().len() != text.bytes().len() {
        here.find(Code::NameComment, "name", text, name.without_comment());
    }
    match text.cp932_len() {
        _ if !text.is_valid() => here.find(Code::TextInvalid, "name", text, text.encoding().name()),
        None => here.find(Code::NameNotCp932, "name", text, "characters of cp932"),
        Some(len) if len > MOTION_NAME => {
            here.find(Code::NameTooLong, "name", len, Value::AtMost(MOTION_NAME as u64));
        }
        Some(_) => {}
    }
}
