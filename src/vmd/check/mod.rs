//! What is odd about a motion that can be read: keys that do not count, names that find nothing, numbers that are none.
//!
//! [`Vmd::check`] gives the findings one by one, as they are asked for:
//!
//! ```
//! use mmdmap::check::Severity;
//!
//! # fn show(motion: mmdmap::vmd::Vmd) {
//! for finding in motion.check() {
//!     println!("{finding}"); // warning[key-duplicate] bones[12].frame at byte 0x566: …
//! }
//! let warnings = motion.check().into_totals().of(Severity::Warning);
//! # }
//! ```
//!
//! Each [`Code`] says what it means, why it matters and how to mend it. What strict reading refuses is not repeated
//! here: that is in the [`Repairs`](crate::Repairs) of the file.
//!
//! The work is that of sorting the keys; memory goes by their number.
mod code;
mod file;
mod key;
mod name;
mod order;

pub use code::Code;

use crate::check::report::{self, Report};
use crate::each::Find;
use crate::vmd::motion::Vmd;
use core::fmt;
use std::collections::VecDeque;

/// One thing that is odd about a motion: what, where, and the value that is.
pub type Finding = report::Finding<Code>;

/// How many findings there were, kept or not.
pub type Totals = report::Totals<Code>;

/// So many findings of each code are given, unless said otherwise; the others are counted only.
const MAX_PER_CODE: usize = 100;

impl<'a> Vmd<'a> {
    /// What is odd about the motion; at most 100 findings of each code.
    pub fn check(self) -> Findings<'a> {
        self.check_with(MAX_PER_CODE)
    }
    /// What is odd about the motion; at most so many findings of each code.
    pub fn check_with(self, max_per_code: usize) -> Findings<'a> {
        Findings { motion: self, left: SUBJECTS.iter(), ready: VecDeque::new(), report: Report::new(max_per_code) }
    }
}

/// The rules about one subject, over a whole motion.
type Subject = fn(Vmd<'_>, &mut Report<Code>);

/// All subjects.
const SUBJECTS: [Subject; 4] = [file::check, name::check, order::check, key::check];

/// The findings about a motion. A subject is looked at when the findings before it have been taken.
pub struct Findings<'a> {
    motion: Vmd<'a>,
    /// The subjects not yet looked at.
    left: core::slice::Iter<'static, Subject>,
    /// Findings of the last one.
    ready: VecDeque<Finding>,
    report: Report<Code>,
}

impl Findings<'_> {
    /// How many there were so far, given or not; after the last has been taken, in all.
    pub fn totals(&self) -> &Totals {
        self.report.totals()
    }
    /// How many there are in all. Looks at what is left.
    pub fn into_totals(mut self) -> Totals {
        self.by_ref().for_each(drop);
        self.report.totals().clone()
    }
}

impl Iterator for Findings<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        while self.ready.is_empty() {
            let subject = self.left.next()?;
            subject(self.motion, &mut self.report);
            self.ready = self.report.take().into();
        }
        let finding = self.ready.pop_front()?;
        let offset = offset(self.motion, &finding);
        Some(finding.at(offset))
    }
}
impl core::iter::FusedIterator for Findings<'_> {}

impl fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Findings({} so far)", self.totals().total())
    }
}

/// Where the record of a finding begins, or its section.
fn offset(motion: Vmd<'_>, finding: &Finding) -> u64 {
    let place = finding.place();
    let record = place
        .record()
        .and_then(|record| motion.each_section(&mut Find { section: place.section(), record }).err().flatten());
    let start = || motion.index().sections().into_iter().find(|s| s.name == place.section()).map(|s| s.range.start);
    record.or_else(start).unwrap_or(0) as u64
}
