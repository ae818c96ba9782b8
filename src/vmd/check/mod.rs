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

use crate::check::findings::{self, Checked};
use crate::check::report::{self, Report};
use crate::each::Find;
use crate::vmd::motion::Vmd;
use crate::vmd::track::Tracks;

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
        Findings::new(self, max_per_code)
    }
}

/// The rules about one subject, over a whole motion.
type Subject = fn(Vmd<'_>, &mut Report<Code>);

/// All subjects.
const SUBJECTS: [Subject; 5] = [file::check, tracks, name::check, order::check, key::check];

/// Names and order of what is found by its name, whose keys are sorted once for both.
fn tracks(motion: Vmd<'_>, report: &mut Report<Code>) {
    fn of<T>(section: &'static str, tracks: &Tracks<'_, T>, report: &mut Report<Code>) {
        name::tracks(section, tracks, report);
        order::tracks(section, tracks, report);
    }
    of("bones", &motion.bone_tracks(), report);
    of("morphs", &motion.morph_tracks(), report);
}

/// The findings about a motion.
pub type Findings<'a> = findings::Findings<Vmd<'a>>;

impl Checked for Vmd<'_> {
    type Code = Code;
    fn look(&self, subject: usize, report: &mut Report<Code>) -> bool {
        SUBJECTS.get(subject).map(|look| look(*self, report)).is_some()
    }
    fn offset(&self, finding: &Finding) -> u64 {
        let place = finding.place();
        let record = place
            .record()
            .and_then(|record| self.each_section(&mut Find { section: place.section(), record }).err().flatten());
        let start = || self.index().sections().into_iter().find(|s| s.name == place.section()).map(|s| s.range.start);
        record.or_else(start).unwrap_or(0) as u64
    }
}
