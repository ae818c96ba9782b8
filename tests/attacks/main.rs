//! The attacks: what a file from a stranger may hold, and what is the right answer to it. They are numbered from 1 to
//! 163, and so are the tests: whoever goes down the list finds each attack under its number.
//!
//! Each is built field by field and read in all three modes. In the marks of the table of modes: E is an error in every
//! mode, at the section, record, field and byte of the fault; C a cut, which only salvage opens; S a deviation, which
//! only strict refuses; W opens in every mode, and the checker says so. That nothing panics goes without saying.
//!
//! | numbers | module | what |
//! |---|---|---|
//! | 1-20 | `header` | container and header |
//! | 21-27 | `counts` | counts of more than there is |
//! | 28-41 | `text` | lengths, encodings, characters |
//! | 42-57 | `mesh` | vertices and faces |
//! | 58-69 | `textures` | paths, and who points at them |
//! | 70-78 | `materials` | |
//! | 79-95 | `bones` | circles, chains, IK |
//! | 96-112 | `morphs` | morphs and display frames |
//! | 113-118 | `physics` | rigid bodies and joints |
//! | 119-124 | `end` | what follows, what is missing, what is in the wrong place |
//! | 125-128 | `files` | files on disk |
//! | 129-161 | `pose` | VPD as text |
//! | 162-163 | `hybrid` | VPD, half binary |
#[path = "../common/mod.rs"]
mod common;
#[path = "../vpd/text.rs"]
#[allow(dead_code)] // no test needs all of it
mod pose_text;

use common::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

mod bones;
mod counts;
mod end;
#[cfg(feature = "mmap")]
mod files;
mod header;
mod hybrid;
mod list;
mod materials;
mod mesh;
mod morphs;
mod physics;
mod pose;
mod sound;
mod text;
mod textures;
