//! The half-binary flavour that one specification page describes, and that no program is known to write.
//!
//! | byte | type | meaning |
//! |---|---|---|
//! | 0 | 30 bytes | `Vocaloid Pose Data file`, filled up with NUL |
//! | 30 | 20 bytes | the model's file name, `;` and NUL behind it |
//! | 50 | `u32` | number of bones |
//! | 54 | | for each bone: 15 bytes name, then a line of text `index;x,y,z;x,y,z,w;` |
//!
//! A name may be cut in the middle of a character, and hold a line feed as well as the count can: lines are looked for
//! behind names only.
use super::line::{Odd, Oddity, Source, label};
use crate::bytes::prefix_as_fixed;
use crate::decimal::NumberFault;
use crate::error::{Error, ErrorKind, Result};
use crate::vector::U32;

crate::bytes::fixed! {
    /// What a hybrid file begins with.
    pub struct Start {
        /// `Vocaloid Pose Data file`, and NUL.
        magic: [u8; 30],
        /// The model's file name.
        model: [u8; 20],
        /// Number of bones.
        count: U32,
    }
}

/// Bytes before the first bone.
pub(super) const START: usize = size_of::<Start>();
/// Bytes of a name.
pub(super) const NAME: usize = 15;
/// Bytes of the shortest bone: its name, and `0;0,0,0;0,0,0,1`.
pub(super) const SHORTEST: usize = NAME + 15;
/// Where the fields lie.
pub(super) const MODEL: usize = core::mem::offset_of!(Start, model);
pub(super) const COUNT: usize = core::mem::offset_of!(Start, count);
/// Bytes of the model's name.
pub(super) const MODEL_LEN: usize = COUNT - MODEL;

/// The beginning, where it is whole.
pub(super) fn start(bytes: &[u8]) -> Option<&Start> {
    prefix_as_fixed(bytes)
}

/// Where a text of fixed length ends: before its first NUL.
pub(super) fn end_of_text(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len())
}

/// One bone.
pub(super) struct HybridBone {
    pub(super) name: (usize, usize),
    pub(super) index: Option<i32>,
    pub(super) translation: [f32; 3],
    pub(super) rotation: [f32; 4],
    /// Behind its line.
    pub(super) end: usize,
}

/// The bone that begins here.
pub(super) fn bone(source: Source<'_>, at: usize, odd: &mut Odd<'_>) -> Result<HybridBone> {
    let text = at.saturating_add(NAME);
    if text > source.len() {
        return Err(Error::cut(ErrorKind::EndsInBlock, source.len()).in_field("name"));
    }
    let name = (at, at.saturating_add(end_of_text(source.get(at, text))));
    let left = source.get(text, source.len());
    let line_feed = left.iter().position(|&byte| byte == b'\n').map(|len| text.saturating_add(len));
    // A line that ends cannot have been cut.
    let line = Line { source, end: line_feed.unwrap_or(source.len()), ends: line_feed.is_some() };

    let (from, to, behind) = line.part(text);
    let index = line.index(from, to).map_err(|e| e.in_field("index"))?;
    let (from, to, behind) = line.part(behind);
    let translation = source.list(from, to, !line.ends && to == line.end).map_err(|e| e.in_field("translation"))?;
    let rotation = line.rotation(behind, odd)?;
    Ok(HybridBone { name, index, translation, rotation, end: line.end.saturating_add(usize::from(line.ends)) })
}

/// The line behind a name.
#[derive(Clone, Copy)]
struct Line<'a> {
    source: Source<'a>,
    end: usize,
    /// Whether a line feed ends it, and not the file.
    ends: bool,
}

impl Line<'_> {
    /// What stands before the next semicolon, from where to where; and what is behind it.
    fn part(self, from: usize) -> (usize, usize, usize) {
        let text = self.source.get(from, self.end);
        let to = text.iter().position(|&byte| byte == b';').map_or(self.end, |len| from.saturating_add(len));
        (from, to, to.saturating_add(1).min(self.end))
    }

    fn index(self, from: usize, to: usize) -> Result<Option<i32>> {
        if to == self.end && !self.ends {
            return Err(Error::cut(ErrorKind::EndsInBlock, self.end));
        }
        let start = self.source.blanks(from).min(to);
        let digits = self.source.get(start, self.source.blanks_before(start, to));
        let unsigned = digits.strip_prefix(b"-").unwrap_or(digits);
        if unsigned.is_empty() || !unsigned.iter().all(u8::is_ascii_digit) {
            return Err(Error::new(ErrorKind::BadNumber(NumberFault::Malformed), start));
        }
        Ok(label(digits))
    }

    /// The last part; a semicolon that is missing before a line feed is odd, and so is what stands behind one.
    fn rotation(self, from: usize, odd: &mut Odd<'_>) -> Result<[f32; 4]> {
        let source = self.source;
        let text = source.get(from, self.end);
        let returns = text.iter().rev().take_while(|&&byte| byte == b'\r').count();
        let end = self.end.saturating_sub(returns);
        let semicolon = text.iter().position(|&byte| byte == b';').map(|len| from.saturating_add(len));
        let to = semicolon.unwrap_or(end);
        let here = |e: Error| e.in_field("rotation");
        let there = |kind, at| Oddity::new(kind, at).in_field("rotation");
        let rotation = source.list(from, to, !self.ends && semicolon.is_none()).map_err(here)?;
        match semicolon.map(|at| source.blanks(at.saturating_add(1))) {
            Some(at) if at < end && !source.is_comment(at) => odd(there(ErrorKind::TextAfter, at))?,
            None if self.ends => odd(there(ErrorKind::MissingSemicolon, to))?,
            None => return Err(here(Error::cut(ErrorKind::EndsInBlock, self.end))),
            Some(_) => {}
        }
        if returns > 1 {
            odd(there(ErrorKind::LoneCr, end))?;
        }
        Ok(rotation)
    }
}

/// Where each number of a bone lies that is known to be right.
pub(super) fn number_places(source: Source<'_>, at: usize) -> Vec<(usize, usize)> {
    let text = at.saturating_add(NAME);
    let line = Line { source, end: source.line_end(text), ends: false };
    let (_, _, behind) = line.part(text);
    let (first, first_end, behind) = line.part(behind);
    let (second, second_end, _) = line.part(behind);
    source.places(first, first_end).chain(source.places(second, second_end)).collect()
}
