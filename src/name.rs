//! The pair of names that opens the records of eight sections.
use crate::record::record;
use crate::text::Text;

record! {
    /// Two names of one thing.
    pub struct Name<'a> {
        /// In the author's language: what motions and poses refer to.
        local: Text<'a>,
        /// In English, as a rule.
        universal: Text<'a>,
    }
}

impl<'a> Name<'a> {
    /// Names of one's own.
    pub const fn new(local: &'a str, universal: &'a str) -> Self {
        Name { local: Text::new(local), universal: Text::new(universal) }
    }
}

/// A record that can be found by its name.
pub trait Named<'a> {
    /// Its names.
    fn name(&self) -> Name<'a>;
}
