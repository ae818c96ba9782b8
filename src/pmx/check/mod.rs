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

use crate::check::findings::{self, Checked};
use crate::each::Find;
use crate::pmx::model::Pmx;
use here::Report;
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
        let subjects = Subjects {
            model: self,
            #[cfg(feature = "textures")]
            textures_in: options.textures_in.clone(),
        };
        Findings::new(subjects, options.max_per_code)
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

/// The findings about a model.
pub type Findings<'a> = findings::Findings<Subjects<'a>>;

/// A model, and what else is looked at with it.
pub struct Subjects<'a> {
    model: Pmx<'a>,
    /// Where textures are to be looked for.
    #[cfg(feature = "textures")]
    textures_in: Option<PathBuf>,
}

impl Checked for Subjects<'_> {
    type Code = Code;
    fn look(&self, subject: usize, report: &mut Report) -> bool {
        if let Some(look) = SUBJECTS.get(subject) {
            look(self.model, report);
            return true;
        }
        // The last subject, for which the model is not enough.
        #[cfg(feature = "textures")]
        if let (true, Some(folder)) = (subject == SUBJECTS.len(), &self.textures_in) {
            texture::check_on_disk(self.model, folder, report);
            return true;
        }
        false
    }
    fn offset(&self, finding: &Finding) -> u64 {
        let (model, place) = (self.model, finding.place());
        let record = place
            .record()
            .and_then(|record| model.each_section(&mut Find { section: place.section(), record }).err().flatten());
        let start = || model.index().sections().into_iter().find(|s| s.name == place.section()).map(|s| s.range.start);
        record.or_else(start).unwrap_or(0) as u64
    }
}
