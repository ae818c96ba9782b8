//! Changed poses: what is changed is written anew, everything else as it lies in the file.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mmdmap::VpdFile;
//! use mmdmap::vpd::Bone;
//! let file = VpdFile::open("stand.vpd")?;
//! let mut edit = file.pose().edit();
//! edit.bones(|_, bone| if bone.name == "センター" { Bone { translation: [0.0, 1.0, 0.0], ..bone } } else { bone });
//! edit.save("stand.vpd")?; // the mapped file is never cut short: a new one takes its place
//! # Ok(()) }
//! ```
use super::block::{At, Block, Bone, Morph};
use super::hybrid;
use super::line::{comment_in, seen};
use super::list::Blocks;
use super::name::PoseName;
use super::scan::Flavour;
use super::view::Vpd;
use super::write::{fixed_model, put_fixed, put_model, put_name, put_numbers, reads_as_cp932};
use crate::bytes::Misfit;
use crate::globals::Encoding;
use crate::save::save;
use crate::text::Text;
use crate::write::WriteError;
use core::fmt;
use core::ops::Range;
use std::io;
use std::path::Path;

/// What is to become of a block, by its number.
type Change<'a, T> = Box<dyn FnMut(usize, T) -> T + 'a>;

/// A pose on its way out, with changes: see [`Vpd::edit`].
///
/// Numbers that are changed are written with six decimals; those that are not, comments, blanks, line ends and
/// whatever else stands in the file stay as they are. Labels are not changed.
pub struct PoseEdit<'a> {
    pose: Vpd<'a>,
    model_name: Option<Text<'a>>,
    bones: Option<Change<'a, Bone<'a>>>,
    morphs: Option<Change<'a, Morph<'a>>>,
}

impl<'a> Vpd<'a> {
    /// The pose on its way out, to be changed: as it is, until something is said.
    pub fn edit(self) -> PoseEdit<'a> {
        PoseEdit { pose: self, model_name: None, bones: None, morphs: None }
    }
}

impl<'a> PoseEdit<'a> {
    /// Another name of the model.
    pub fn model_name(&mut self, name: &'a str) -> &mut Self {
        self.model_name = Some(Text::new(name));
        self
    }
    /// Puts another bone in the place of each one, by its number.
    pub fn bones(&mut self, change: impl FnMut(usize, Bone<'a>) -> Bone<'a> + 'a) -> &mut Self {
        self.bones = Some(Box::new(change));
        self
    }
    /// Puts another morph in the place of each one, by its number.
    pub fn morphs(&mut self, change: impl FnMut(usize, Morph<'a>) -> Morph<'a> + 'a) -> &mut Self {
        self.morphs = Some(Box::new(change));
        self
    }

    /// Writes the changed pose, in the encoding in which it was read.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the block that does not fit, as [`Pose::write_to`](super::Pose::write_to) says it.
    pub fn write_to(&mut self, mut to: impl io::Write) -> Result<(), WriteError> {
        let pose = self.pose;
        let mut patches = Patches { all: Vec::new() };
        if let Some(name) = self.model_name {
            let Range { start, end } = pose.index.model;
            if pose.flavour() == Flavour::Hybrid {
                let bytes = fixed_model(name, pose.encoding())?;
                patches.put((start, start.saturating_add(bytes.len())), bytes);
            } else {
                let mut bytes = Vec::new();
                put_model(name, pose.encoding(), &mut bytes)?;
                // Without its semicolon the name ends before what looks like a comment.
                let source = pose.source();
                let ends = source.byte(source.blanks(end)) == Some(b';');
                if !ends && comment_in(&bytes).is_some() {
                    return Err(WriteError::Misfit { section: "header", record: None, what: Misfit::ModelName });
                }
                patches.put((start, end), bytes);
            }
        }
        changed("bones", pose, pose.bones(), self.bones.as_mut(), &mut patches)?;
        changed("morphs", pose, pose.morphs(), self.morphs.as_mut(), &mut patches)?;

        // Bones and morphs may stand in any order.
        patches.all.sort_by_key(|patch| patch.from);
        let mut done = 0;
        let mut whole = Vec::with_capacity(pose.data.len());
        for patch in &patches.all {
            whole.extend_from_slice(pose.data.get(done..patch.from).unwrap_or(&[]));
            whole.extend_from_slice(&patch.bytes);
            done = patch.to;
        }
        whole.extend_from_slice(pose.data.get(done..).unwrap_or(&[]));
        // What could not be told before need not be told now: somebody said in which encoding it is.
        let (flavour, magic) = (pose.flavour(), pose.index.magic);
        if pose.encoding() == Encoding::Cp932 && reads_as_cp932(pose.data, flavour, magic).is_ok() {
            reads_as_cp932(&whole, flavour, magic)?;
        }
        to.write_all(&whole)?;
        Ok(to.flush()?)
    }
    /// The changed pose, in memory.
    ///
    /// # Errors
    ///
    /// As [`write_to`](PoseEdit::write_to), but for those of a writer.
    pub fn to_bytes(&mut self) -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }
    /// Writes the changed pose into a file, which may be the one it came from, mapped or not: a new file is written
    /// beside it, flushed, given its permissions and put in its place. If anything fails, the old one is left as it was.
    ///
    /// # Errors
    ///
    /// As [`write_to`](PoseEdit::write_to), and those of the file system.
    pub fn save(&mut self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(io::BufWriter::new(to)))
    }
}

impl fmt::Debug for PoseEdit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoseEdit").field("pose", &self.pose).finish_non_exhaustive()
    }
}

/// Other bytes in the place of some.
struct Patch {
    from: usize,
    to: usize,
    bytes: Vec<u8>,
}

struct Patches {
    all: Vec<Patch>,
}

impl Patches {
    fn put(&mut self, (from, to): (usize, usize), bytes: Vec<u8>) {
        self.all.push(Patch { from, to, bytes });
    }
}

/// Where the name of a block lies, and each of its numbers.
type PartPlaces = ((usize, usize), Vec<(usize, usize)>);

/// A block whose parts can be found in the file.
trait Parts<'a>: Block<'a> + Copy {
    fn numbers(&self) -> Vec<f32>;
    fn places(at: At<'a>) -> Option<PartPlaces>;
}

impl<'a> Parts<'a> for Bone<'a> {
    fn numbers(&self) -> Vec<f32> {
        [&self.translation[..], &self.rotation].concat()
    }
    fn places(at: At<'a>) -> Option<PartPlaces> {
        let At { source, hybrid, start } = at;
        if hybrid {
            return Some(((start, start.saturating_add(hybrid::NAME)), hybrid::number_places(source, start)));
        }
        let (name, first) = name_and_first(at)?;
        let (_, next) = source.numbers::<3>(first, "translation", &mut seen).ok()?;
        let second = source.next_text(next, &mut seen).ok()?;
        Some((name, source.number_places(first).chain(source.number_places(second)).collect()))
    }
}

impl<'a> Parts<'a> for Morph<'a> {
    fn numbers(&self) -> Vec<f32> {
        vec![self.weight]
    }
    fn places(at: At<'a>) -> Option<PartPlaces> {
        let (name, first) = name_and_first(at)?;
        Some((name, at.source.number_places(first).collect()))
    }
}

/// Where the name of a block in text lies, and where its first line of numbers begins.
fn name_and_first(at: At<'_>) -> Option<((usize, usize), usize)> {
    let (source, head) = (at.source, at.head()?);
    let end = source.line_end(head.name);
    let first = source.next_text(source.next_line(end, &mut seen).ok()?, &mut seen).ok()?;
    Some(((head.name, end), first))
}

/// Notes what is to be written in the place of what, of every block that is changed.
fn changed<'a, T: Parts<'a>>(
    section: &'static str,
    pose: Vpd<'a>,
    blocks: Blocks<'a, T>,
    change: Option<&mut Change<'a, T>>,
    patches: &mut Patches,
) -> Result<(), WriteError> {
    let Some(change) = change else { return Ok(()) };
    for (i, old) in blocks.iter().enumerate() {
        let new = change(i, old);
        let misfit = |what| WriteError::Misfit { section, record: Some(i), what };
        let Some((name, places)) = blocks.offset(i).and_then(|start| T::places(blocks.at(start))) else { continue };
        if old.name().raw() != new.name().raw() {
            patches.put(name, name_bytes(new.name(), pose).map_err(misfit)?);
        }
        for ((old, new), place) in old.numbers().into_iter().zip(new.numbers()).zip(places) {
            if old.to_bits() != new.to_bits() {
                let mut bytes = Vec::new();
                put_numbers(&[new], &mut bytes).map_err(misfit)?;
                patches.put(place, bytes);
            }
        }
    }
    Ok(())
}

fn name_bytes(name: PoseName<'_>, pose: Vpd<'_>) -> Result<Vec<u8>, Misfit> {
    let mut bytes = Vec::new();
    put_name(name.raw(), pose.encoding(), &mut bytes)?;
    if pose.flavour() == Flavour::Hybrid {
        let text = core::mem::take(&mut bytes);
        put_fixed::<{ hybrid::NAME }>(&text, &mut bytes)?;
    }
    Ok(bytes)
}
