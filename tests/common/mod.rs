//! What the integration tests share. Nothing in here uses the crate's own reader or writer to say what a file holds.
//!
//! * [`build`]: puts a file together field by field and remembers where each field lies and what was put there;
//! * [`memory`]: an allocator that counts;
//! * [`model`]: a model with everything in it, in any shape;
//! * [`hostile`]: models of one section alone, in any number;
//! * [`kept`]: of many repairs, those that are listed;
//! * [`layout`]: a second, plain reader that knows nothing but sizes;
//! * `disk`: files of a test, and both ways to open a model;
//! * [`folders`]: the corpus and the cases;
//! * [`shown`]: what a view tells a visitor, as a list;
//! * `tool`: the command line tool, run as a user runs it;
//! * [`verdict`]: what each mode says of a file;
//! * [`vmd`]: motions put together field by field;
//! * [`whole`]: what is true of anything that opens.
#![allow(dead_code)] // no test needs all of it

pub mod build;
#[cfg(feature = "mmap")]
pub mod disk;
pub mod folders;
pub mod hostile;
pub mod kept;
pub mod layout;
pub mod memory;
pub mod model;
pub mod shown;
#[cfg(feature = "cli")]
pub mod tool;
pub mod verdict;
pub mod vmd;
pub mod whole;

use mmdmap::Mode;

/// All three, the most tolerant last.
pub const MODES: [Mode; 3] = [Mode::Strict, Mode::Lenient, Mode::Salvage];

/// The sections that begin with a count, as every output names them.
pub const SECTIONS: [&str; 10] = [
    "vertices",
    "faces",
    "textures",
    "materials",
    "bones",
    "morphs",
    "display-frames",
    "rigid-bodies",
    "joints",
    "soft-bodies",
];

/// A fixed sequence of numbers that look random.
pub fn random(n: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..n).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}
