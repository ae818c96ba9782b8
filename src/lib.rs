//! Reads MikuMikuDance models, poses and motions where they lie: the file is mapped, one pass notes where every section
//! and record begins, and views decode vertices, bones, keys and all the rest when they are asked for, straight from the
//! mapped bytes.
//!
//! ```no_run
//! use mmdmap::PmxFile;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // SAFETY: nobody rewrites this file while we look at it.
//! let file = unsafe { PmxFile::map("miku.pmx")? };
//! let model = file.model();
//! for bone in model.bones() {
//!     println!("{} hangs on {:?}", bone.name.local, bone.parent.get());
//! }
//! # Ok(()) }
//! ```
//!
//! * [`PmxFile`] opens a file: [`map`](PmxFile::map) (fast, `unsafe`), [`open`](PmxFile::open) (safe) or
//!   [`from_bytes`](PmxFile::from_bytes); [`pmx::PmxIndex`] scans a slice.
//! * [`pmx::Pmx`] is the model: every section as [`Records`], found by number, walked, sliced.
//! * [`VpdFile`] and [`vpd::Vpd`] are the same for poses, in any dialect of VPD; [`VmdFile`] and [`vmd::Vmd`] for motions,
//!   VMD. [`vpd::Vpd::on`] puts a pose on a model, [`vpd::Vpd::to_motion`] and [`vmd::Vmd::poses`] lead from poses to
//!   motions and back.
//! * [`Error`] says what is wrong, in which field of which record, at which byte; [`Mode`] says how much is let pass,
//!   and [`Repairs`] what was.
//!
//! # What it promises
//!
//! No bytes make it panic, hang, or allocate more than a small multiple of the file. Nothing is allocated by a count
//! from the file before it is known to fit. Every accessor looks again: should a mapped file change under us, views show
//! other values or fewer records. What no library can promise: a process that touches a mapped page which another one
//! has just cut off the file is killed by the system; that is the promise [`PmxFile::map`] asks for.
//!
//! [`security`] says this in full: limits to set and how to report included.
//!
//! # Features
//!
//! | feature | default | for |
//! |---|---|---|
//! | `mmap` | yes | mapping files (memmap2); without it files are read and the crate forbids `unsafe` |
//! | `rayon` | no | filling vertex buffers on several threads: `GpuVertices::par_fill` |
//! | `textures` | no | finding the files of textures on disk, however their names are spelt (unicode-normalization) |
//! | `cli` | no | the command line tool `mmdmap`; no library user builds what it needs |
//!
//! # How the source is laid out
//!
//! A module imports only from floors below its own; siblings do not import each other; nothing is imported through a
//! re-export of this page. `grep -rn '^use crate' src` is the diagram, and `tests/floors.rs` holds it to these tables.
//!
//! | floor | files | what |
//! |---|---|---|
//! | 15 | `file.rs`, `posing.rs`, `convert.rs` | opens files, the only `unsafe`; a pose on a model; from poses to motions and back |
//! | 14 | `pmx/mod.rs`, `vpd/mod.rs`, `vmd/mod.rs` | the formats at a glance, and their names |
//! | 13 | `pmx/gpu/mod.rs` | models for a GPU, at a glance |
//! | 12 | `pmx/gpu/streams.rs`, `pmx/gpu/upload.rs`, `pmx/gpu/mesh.rs` | a buffer for each attribute; a mesh in chunks; a mesh in one pass |
//! | 12 | `pmx/diff/mod.rs` | what is different between two models |
//! | 12 | `vpd/edit.rs`, `vpd/check/mod.rs` | changed poses on their way out; what is odd about a pose |
//! | 12 | `vmd/check/mod.rs` | what is odd about a motion: its subjects one after the other |
//! | 11 | `pmx/gpu/vertices.rs`, `pmx/gpu/indices.rs`, `pmx/gpu/morphs.rs`, `pmx/gpu/sdef.rs`, `pmx/gpu/survey.rs` | what leaves for a GPU, stream by stream; what layouts can rely on |
//! | 11 | `pmx/edit.rs`, `pmx/diff/pair.rs` | changed models on their way out; which records of two models belong together |
//! | 11 | `pmx/check/mod.rs` | what is odd about a model: its subjects one after the other |
//! | 11 | `vpd/write.rs`, `vpd/dump.rs` | poses out, as they were read or new; everything shown |
//! | 11 | `vmd/check/file.rs`, `vmd/check/name.rs`, `vmd/check/order.rs`, `vmd/check/key.rs` | the rules of each subject |
//! | 11 | `vmd/sample.rs` | values between keys |
//! | 10 | `pmx/check/header.rs`, `pmx/check/vertex.rs`, `pmx/check/face.rs`, `pmx/check/texture.rs`, `pmx/check/material.rs`, `pmx/check/bone.rs`, `pmx/check/ik.rs`, `pmx/check/morph.rs`, `pmx/check/display_frame.rs`, `pmx/check/rigid_body.rs`, `pmx/check/joint.rs`, `pmx/check/soft_body.rs` | the rules of each subject |
//! | 10 | `pmx/write.rs`, `pmx/dump.rs`, `pmx/diff/compare.rs`, `pmx/reopen.rs` | bytes out; everything shown; two records side by side; the index saved and used again |
//! | 10 | `pmx/gpu/model.rs`, `pmx/gpu/fill.rs` | what is asked for once for all streams; the loops over vertices |
//! | 10 | `vpd/view.rs`, `vpd/excerpt.rs` | the pose, seen in place; one line of it, for messages |
//! | 10 | `vmd/write.rs`, `vmd/dump.rs`, `vmd/track.rs` | bytes out; everything shown; keys sorted |
//! | 9 | `pmx/gpu/influence.rs` | bones and weights that leave |
//! | 9 | `pmx/model.rs`, `pmx/properties.rs`, `pmx/resolve.rs` | the sections, declared once: index, pass, views; one property of every record (tests only); textures on disk |
//! | 9 | `pmx/check/name.rs` | the rules about names |
//! | 9 | `vpd/scan.rs`, `vpd/list.rs` | the pass over a pose and its index; bones and morphs looked up and walked |
//! | 9 | `vmd/motion.rs` | the sections, declared once: index, pass, views |
//! | 8 | `each.rs` | something done with every section |
//! | 8 | `pmx/compose.rs` | models of one's own, written as they are made |
//! | 8 | `pmx/vertex.rs`, `pmx/face.rs`, `pmx/texture.rs`, `pmx/material.rs`, `pmx/bone.rs`, `pmx/morph.rs`, `pmx/display_frame.rs`, `pmx/rigid_body.rs`, `pmx/joint.rs`, `pmx/soft_body.rs` | one file per section: its table, its records, its codes |
//! | 8 | `pmx/check/values.rs` | the rules about every float and text |
//! | 8 | `vpd/block.rs` | bones and morphs |
//! | 8 | `vmd/header.rs`, `vmd/bone.rs`, `vmd/morph.rs`, `vmd/camera.rs`, `vmd/light.rs`, `vmd/shadow.rs`, `vmd/property.rs` | the same |
//! | 8 | `check/mod.rs` | what all checkers share |
//! | 7 | `check/findings.rs` | one finding after the other |
//! | 7 | `records.rs`, `pmx/downgrade.rs`, `pmx/header.rs` | the records of one section, looked up and walked; what 2.1 can say and 2.0 cannot; header and names |
//! | 7 | `pmx/check/here.rs` | findings about a model; indices that point nowhere |
//! | 7 | `vpd/hybrid.rs`, `vpd/name.rs` | the half-binary flavour; names in poses |
//! | 6 | `vpd/plain.rs` | blocks as nearly all programs write them |
//! | 6 | `check/report.rs` | findings, gathered |
//! | 6 | `section.rs`, `name.rs`, `fixed_name.rs` | the index of one section; the pair of names; names in fields of fixed size |
//! | 6 | `vpd/line.rs` | the lines of a text |
//! | 5 | `record.rs`, `tagged.rs`, `list.rs`, `text.rs`, `index.rs`, `code.rs`, `saved.rs` | the two declarations; lists in records; text; typed indices; codes and flags; the file of a saved index |
//! | 4 | `field.rs`, `write.rs` | what can be skipped, read, measured, put back; bytes on their way out |
//! | 3 | `bytes.rs`, `mode.rs` | cursor and sink; how strictly |
//! | 2 | `globals.rs`, `repair.rs`, `lanes.rs`, `pmx/diff/tokens.rs`, `pmx/diff/difference.rs` | what the header decides; what was let pass; tagged records scanned by several chains at a time; a record flattened; one difference |
//! | 2 | `pmx/gpu/packed.rs` | small vertices |
//! | 2 | `vmd/curve.rs` | from one key to the next |
//! | 1 | `error.rs`, `visit.rs`, `blocks.rs`, `loss.rs` | what went wrong where; showing values; tagged records in blocks; what could not be written |
//! | 1 | `pmx/check/code.rs`, `vpd/check/code.rs`, `vmd/check/code.rs` | what can be found about a model, a pose, a motion |
//! | 1 | `pmx/gpu/layout.rs` | what a vertex is made from |
//! | 0 | `security.rs` | what to expect of a file from a stranger: a page |
//! | 0 | `check/rule.rs`, `pmx/check/cycle.rs` | what a rule says about itself; circles |
//! | 0 | `format.rs`, `decimal.rs`, `size.rs`, `vector.rs`, `rotation.rs`, `save.rs`, `tally.rs`, `vpd/places.rs`, `pmx/diff/align.rs`, `pmx/diff/options.rs` | which file is this; decimal numbers; the algebra of sizes; little-endian numbers; quaternions of any length; a new file in an old one's place; so many of each kind kept; where blocks begin; two sequences side by side; what counts as a difference |
//! | 0 | `pmx/gpu/space.rs`, `pmx/gpu/weights.rs` | in which space everything leaves; odd weights |
//!
//! Each outside crate is named behind its door only:
//!
//! | crate | door |
//! |---|---|
//! | `bitflags` | `code.rs` |
//! | `bytemuck` | `pmx/gpu/layout.rs`, `pmx/gpu/packed.rs`, `pmx/gpu/indices.rs`, `pmx/gpu/morphs.rs`, `pmx/gpu/sdef.rs`, `pmx/gpu/upload.rs` |
//! | `crc32fast` | `saved.rs` |
//! | `encoding_rs` | `text.rs` |
//! | `memmap2` | `file.rs` |
//! | `rayon` | `pmx/gpu/vertices.rs` |
//! | `unicode-normalization` | `pmx/resolve.rs` |
//! | `zerocopy` | `bytes.rs`, `vector.rs` |
#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(feature = "mmap", deny(unsafe_code))]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod blocks;
mod bytes;
pub mod check;
mod code;
mod convert;
mod decimal;
mod each;
mod error;
mod field;
mod file;
mod fixed_name;
mod format;
mod globals;
mod index;
mod lanes;
mod list;
mod loss;
mod mode;
mod name;
pub mod pmx;
mod posing;
mod record;
mod records;
mod repair;
mod rotation;
mod save;
mod saved;
mod section;
pub mod security;
mod size;
mod tagged;
mod tally;
mod text;
mod vector;
mod visit;
pub mod vmd;
pub mod vpd;
mod write;

pub use bytes::Misfit;
pub use convert::{ConvertOptions, Poses};
pub use decimal::NumberFault;
pub use each::EachRecord;
pub use error::{Error, ErrorKind, FieldPath, Place, Result};
pub use field::Field;
pub use file::{Backing, FileBytes, FileIndex, IndexedFile, OpenError, PmxFile, VmdFile, VpdFile};
pub use fixed_name::{FixedName, NameError};
pub use format::Format;
pub use globals::{Encoding, Globals, Width};
pub use index::{BoneIndex, Index, MaterialIndex, MorphIndex, RigidBodyIndex, Target, TextureIndex, VertexIndex, to};
pub use list::{Many, ManyIter};
pub use loss::{Loss, LossCode, Losses};
pub use mode::{Mode, ScanOptions};
pub use name::{Name, Named};
pub use posing::{NameMatch, PosedBone, PosedMorph, Posing, Unmatched};
pub use records::{Iter, Records};
pub use repair::{Repair, RepairCode, Repairs};
pub use saved::UnfitIndex;
pub use section::SectionSpan;
pub use tally::{Coded, Tallied, Tally};
pub use text::Text;
pub use vector::{F32, U16, U32, Vec2, Vec3, Vec4};
pub use visit::{Visit, Visitor};
pub use write::WriteError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
