//! The columns of each section as CSV: always the same, whatever a file holds of what need not be there.
//!
//! The titles are the paths of the fields in JSON, without the variants: what kind of deform, toon, morph offset or
//! frame item it is stands in a column of its own (`deform.kind`), and variants share the columns they have in common.
//!
//! Each format has a file of its own. This is the one place outside the library that names the fields; a test compares it with what JSON shows.

mod pmx;
mod vmd;
mod vpd;

use mmdmap::Format;

/// A field, and into how many columns it goes.
pub struct Field(pub &'static str, pub Shape);

/// What a field is made of.
pub enum Shape {
    /// A number.
    One,
    /// A text: one column, and at the far right one more for bytes that are not valid in its encoding.
    Text,
    /// The variant of a field that has several: `<path>.kind`.
    Kind,
    /// A list of fixed length: a column each, by these names.
    Parts(&'static [&'static str]),
    /// The same, so many times.
    Times(usize, &'static [&'static str]),
    /// What a list of fixed length may hold beyond its parts, separated by blanks: `<path>.more`.
    More,
    /// A list of any length: each item gets a row of its own, and its number stands in `<path>.number`. The fields of
    /// the items follow.
    Items,
}
use Shape::Parts;

const XY: Shape = Parts(&["x", "y"]);
const XYZ: Shape = Parts(&["x", "y", "z"]);
const XYZW: Shape = Parts(&["x", "y", "z", "w"]);
const RGB: Shape = Parts(&["r", "g", "b"]);
const RGBA: Shape = Parts(&["r", "g", "b", "a"]);
const FOUR: Shape = Parts(&["0", "1", "2", "3"]);
/// Fields of variants that go into a column of another one: one bone is the first of one.
pub const SHARED: &[(&str, &str)] = &[("deform.bone", "deform.bones.0"), ("deform.weight", "deform.weights.0")];

/// The fields of a section, in file order. A section whose records are single values has one, without a name.
pub fn of(format: Format, section: &str) -> &'static [Field] {
    match format {
        Format::Pmx => pmx::of(section),
        Format::Vpd => vpd::of(section),
        Format::Vmd => vmd::of(section),
        _ => &[],
    }
}
