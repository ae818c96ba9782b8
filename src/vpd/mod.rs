//! VPD, the pose format of MikuMikuDance: one frame, as text.
//!
//! ```text
//! Vocaloid Pose Data file
//!
//! miku.osm;       // the model's file name
//! 2;              // number of bones
//!
//! Bone0{センター
//!   -0.137500,-0.133513,0.000000;             // translation x,y,z
//!   0.000000,0.000000,0.000000,1.000000;      // rotation x,y,z,w
//! }
//!
//! Bone1{上半身
//! …
//! ```
//!
//! | section | what | where |
//! |---|---|---|
//! | `header` | magic, the model's name, the number of bones | [`Vpd::model_name`], [`Vpd::declared_bones`] |
//! | `bones` | [`Bone`] | [`Vpd::bones`] |
//! | `morphs` | [`Morph`], written by some programs behind the bones and not counted | [`Vpd::morphs`] |
//! | `blocks` | what stands between them and is neither | [`Vpd::unknown_blocks`] |
//!
//! # What is read
//!
//! Programs disagree about nearly everything here; this reader takes what any of them writes. Blanks, tabs and comments
//! (`//` to the end of the line) may stand anywhere but in a name, which goes to the end of its line whatever it holds.
//! Lines end in LF or CRLF. Numbers are decimal with a point, whatever the machine's locale: `-0.137500`, `0`, `+1`, `.5`,
//! `1E-05`. What is odd is refused, repaired or left to [`check`] as [`Mode`](crate::Mode) says; a number that is none is
//! an error in every mode. An [`Error`](crate::Error) tells line and column.
//!
//! # Encoding
//!
//! MikuMikuDance writes code page 932. A file with a byte-order mark is UTF-8, and so is one that has bytes above 0x7F and
//! is valid UTF-8 as a whole (where it is [salvaged](crate::Mode::Salvage), but for a last character that is cut); every
//! other is read as cp932. Half-width kana can look like UTF-8, and GBK like cp932:
//! [`ScanOptions::encoding`](crate::ScanOptions::encoding) overrides all of this.
//!
//! # Hybrid
//!
//! One page describes a half-binary layout: 30 bytes of magic, 20 of model name, a binary count, names of 15 bytes. No
//! program is known to write it. It is told apart by the NUL behind the magic, read, and labelled [`Flavour::Hybrid`].
mod block;
pub mod check;
mod dump;
mod edit;
mod excerpt;
mod hybrid;
mod line;
mod list;
mod name;
mod places;
mod plain;
mod scan;
mod view;
mod write;

pub use block::{Block, Bone, Morph};
pub use dump::{CANONICAL, SECTIONS};
pub use edit::PoseEdit;
pub use excerpt::line_at;
pub use list::{Blocks, BlocksIter};
pub use name::PoseName;
pub use scan::{Flavour, VpdIndex};
pub use view::Vpd;
pub use write::Pose;
