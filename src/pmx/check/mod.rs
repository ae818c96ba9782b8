//! What is odd about a model that can be read: indices that point nowhere, circles, numbers that are none, names that
//! no motion finds, and all else that makes programs disagree or fail.
//!
//! [`Pmx::check`] gives the findings one by one, section by section, as they are asked for:
//!
//! ```
//! use mmdmap::pmx::check::Severity;
//!
//! # fn show(model: mmdmap::pmx::Pmx) {
//! for finding in model.check() {
//!     println!("{finding}"); // error[bone-parent-dangling] bones[12].parent at byte 0x1f3a: …
//! }
//! let errors = model.check().into_totals().of(Severity::Error);
//! # }
//! ```
//!
//! Each [`Code`] says what it means, why it matters and how to mend it. Of each, so many are kept ([`CheckOptions`]),
//! then they are only counted ([`Totals`]): a broken mesh has millions of findings, and the first are as good as all.
//!
//! What strict reading refuses is not repeated here: that is in the [`Repairs`](crate::Repairs) of the file. Textures on
//! disk are looked at where a folder is given (feature `textures`).
//!
//! The work is linear in the size of the file. Memory goes by what the file holds, never by what it claims: a few bytes
//! for each vertex, triangle, bone and morph, and the names of one section.
//!
//! | file | rules about |
//! |---|---|
//! | `values.rs` | every float and every text, in whatever record |
//! | `name.rs` | the names of records |
//! | `header.rs` | header, model info, sections as such |
//! | `vertex.rs`, `face.rs`, `texture.rs`, `material.rs`, `bone.rs`, `ik.rs`, `morph.rs`, `display_frame.rs`, `rigid_body.rs`, `joint.rs`, `soft_body.rs` | one subject each |
mod bone;
mod code;
mod cycle;
mod display_frame;
mod face;
mod header;
mod here;
mod ik;
mod joint;
mod material;
mod morph;
mod name;
mod rigid_body;
mod soft_body;
mod texture;
mod values;
mod vertex;

pub use crate::check::report::Value;
pub use crate::check::rule::{Rule, Severity};
pub use code::Code;

/// One thing that is odd about a model: what, where, and the value that is.
pub type Finding = crate::check::report::Finding<Code>;

/// How many findings there were, kept or not.
pub type Totals = crate::check::report::Totals<Code>;

use crate::each::Find;
use crate::pmx::model::Pmx;
use core::fmt;
use here::Report;
use std::collections::VecDeque;
#[cfg(feature = "textures")]
use std::path::PathBuf;

/// How much is kept of what is found.
///
/// ```
/// use mmdmap::pmx::check::CheckOptions;
/// let options = CheckOptions::new().max_per_code(10);
/// # assert_eq!(options.max_per_code, 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// So many findings of each code are given, the others counted only. 100, unless said otherwise.
    pub max_per_code: usize,
    /// The model's folder, if its textures are to be looked for on disk.
    #[cfg(feature = "textures")]
    pub textures_in: Option<PathBuf>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            max_per_code: 100,
            #[cfg(feature = "textures")]
            textures_in: None,
        }
    }
}

impl CheckOptions {
    /// 100 findings of each code.
    pub fn new() -> Self {
        Self::default()
    }
    /// With so many findings of each code.
    pub fn max_per_code(self, max_per_code: usize) -> Self {
        CheckOptions { max_per_code, ..self }
    }
    /// With a look for the textures in the model's folder.
    #[cfg(feature = "textures")]
    pub fn textures_in(self, folder: impl Into<PathBuf>) -> Self {
        CheckOptions { textures_in: Some(folder.into()), ..self }
    }
}

impl<'a> Pmx<'a> {
    /// What is odd about the model, section by section; at most 100 findings of each code.
    pub fn check(self) -> Findings<'a> {
        self.check_with(&CheckOptions::new())
    }
    /// What is odd about the model, as much of it as the options say.
    pub fn check_with(self, options: &CheckOptions) -> Findings<'a> {
        Findings {
            model: self,
            left: SUBJECTS.iter(),
            ready: VecDeque::new(),
            report: Report::new(options.max_per_code),
            #[cfg(feature = "textures")]
            textures_in: options.textures_in.clone(),
        }
    }
}

/// The rules about one subject, over a whole model.
type Subject = fn(Pmx<'_>, &mut Report);

/// All subjects, in the order of the file.
const SUBJECTS: [Subject; 12] = [
    header::check,
    vertex::check,
    face::check,
    texture::check,
    material::check,
    bone::check,
    ik::check,
    morph::check,
    display_frame::check,
    rigid_body::check,
    joint::check,
    soft_body::check,
];

/// The findings about a model. A subject is looked at when the findings before it have been taken.
pub struct Findings<'a> {
    model: Pmx<'a>,
    /// The subjects not yet looked at.
    left: core::slice::Iter<'static, Subject>,
    /// Findings of the last one.
    ready: VecDeque<Finding>,
    report: Report,
    /// Where textures are still to be looked for.
    #[cfg(feature = "textures")]
    textures_in: Option<PathBuf>,
}

impl Findings<'_> {
    /// The last subject, for which the model is not enough.
    fn look_on_disk(&mut self) -> Option<()> {
        #[cfg(feature = "textures")]
        if let Some(folder) = self.textures_in.take() {
            texture::check_on_disk(self.model, &folder, &mut self.report);
            return Some(());
        }
        None
    }
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
            match self.left.next() {
                Some(subject) => subject(self.model, &mut self.report),
                None => self.look_on_disk()?,
            }
            self.ready = self.report.take().into();
        }
        let finding = self.ready.pop_front()?;
        let offset = offset(self.model, &finding);
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
fn offset(model: Pmx<'_>, finding: &Finding) -> u64 {
    let place = finding.place();
    let record = place
        .record()
        .and_then(|record| model.each_section(&mut Find { section: place.section(), record }).err().flatten());
    let start = || model.index().sections().into_iter().find(|s| s.name == place.section()).map(|s| s.range.start);
    record.or_else(start).unwrap_or(0) as u64
}
