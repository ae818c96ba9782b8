//! The quick way over blocks in which nothing is odd, above all over those that stand as nearly all programs write them,
//! line for line:
//!
//! ```text
//! Bone12{センター
//!   1.000000,2.000000,3.000000;
//!   0.000000,0.000000,0.000000,1.000000;
//! }
//! ```
//!
//! Blanks, empty lines and comments may stand between the lines, and blanks around numbers; lines end in LF or CRLF. Whatever
//! is otherwise, full-width blanks or a tab in a comment, is left to the thorough way in [`block`](super::block), which reads
//! what is read here to the same effect.
//!
//! Speed comes from branches that can be guessed: the next line is under way before this one is done. Where no guess is
//! good, at the sign of a rotation and the end of a name, there is no branch.
use super::places::Places;
use crate::decimal::{behind_blanks, list};
use crate::rotation::NONE;

/// What MikuMikuDance writes behind the numbers of a bone; and others, behind those of a morph.
pub(super) const TRANSLATION: &str = "\t\t\t\t// trans x,y,z";
pub(super) const ROTATION: &str = "\t\t// Quaternion x,y,z,w";
pub(super) const WEIGHT: &str = "\t\t\t\t// weight";

/// A bone, and what is behind its numbers.
pub(super) struct PlainBone<'a> {
    pub(super) label: Option<i32>,
    pub(super) name: &'a [u8],
    pub(super) translation: [f32; 3],
    pub(super) rotation: [f32; 4],
    rest: &'a [u8],
}

/// A morph, and what is behind its number.
pub(super) struct PlainMorph<'a> {
    pub(super) label: Option<i32>,
    pub(super) name: &'a [u8],
    pub(super) weight: f32,
    rest: &'a [u8],
}

/// Notes where blocks begin, as long as they are plain; gives where they end.
pub(super) fn blocks(text: &[u8], from: usize, bones: &mut Places, morphs: &mut Places) -> usize {
    let mut rest = text.get(from..).unwrap_or(&[]);
    loop {
        let start = text.len().wrapping_sub(rest.len());
        if let Some(behind) = bone::<false>(rest).and_then(PlainBone::end) {
            bones.push(start);
            rest = behind;
        } else if let Some(behind) = morph::<false>(rest).and_then(PlainMorph::end) {
            morphs.push(start);
            rest = behind;
        } else {
            return start;
        }
    }
}

impl<'a> PlainBone<'a> {
    /// What is behind the block, if it ends plainly.
    #[inline(always)]
    pub(super) fn end(self) -> Option<&'a [u8]> {
        brace(comment(self.rest, ROTATION)?)
    }
}
impl<'a> PlainMorph<'a> {
    /// What is behind the block, if it ends plainly.
    #[inline(always)]
    pub(super) fn end(self) -> Option<&'a [u8]> {
        brace(comment(self.rest, WEIGHT)?)
    }
}

/// The bone that a text begins with, up to its numbers. Without `VALUE` these are of no use.
#[inline(always)]
pub(super) fn bone<const VALUE: bool>(text: &[u8]) -> Option<PlainBone<'_>> {
    let (label, rest) = label(text.strip_prefix(b"Bone")?)?;
    let (name, rest) = name(rest)?;
    let (translation, rest) = translation::<VALUE>(rest)?;
    let (rotation, rest) = rotation::<VALUE>(comment(rest, TRANSLATION)?)?;
    Some(PlainBone { label, name, translation, rotation, rest })
}

/// The morph that a text begins with, up to its number.
#[inline(always)]
pub(super) fn morph<const VALUE: bool>(text: &[u8]) -> Option<PlainMorph<'_>> {
    let (label, rest) = label(text.strip_prefix(b"Morph")?)?;
    let (name, rest) = name(rest)?;
    let ([weight], rest) = list::<VALUE, 1>(indented(rest))?;
    Some(PlainMorph { label, name, weight, rest })
}

/// Nearly all bones are not moved, half of them not turned either: such lines are known as a whole, as MikuMikuDance
/// prints them and as Python does.
#[inline(always)]
fn translation<const VALUE: bool>(line: &[u8]) -> Option<([f32; 3], &[u8])> {
    let none = line.strip_prefix(b"  0.000000,0.000000,0.000000;").or_else(|| line.strip_prefix(b"  0.0,0.0,0.0;"));
    none.map(|rest| ([0.0; 3], rest)).or_else(|| list::<VALUE, 3>(indented(line)))
}
#[inline(always)]
fn rotation<const VALUE: bool>(line: &[u8]) -> Option<([f32; 4], &[u8])> {
    let millionths = line.strip_prefix(b"  0.000000,0.000000,0.000000,");
    let none = millionths.and_then(|rest| rest.strip_prefix(b"1.000000;"));
    let none = none.or_else(|| line.strip_prefix(b"  0.0,0.0,0.0,1.0;"));
    none.map(|rest| (NONE, rest)).or_else(|| list::<VALUE, 4>(indented(line)))
}

/// The number that at most nine digits make, if there are any, and what is behind the `{`.
#[inline(always)]
fn label(text: &[u8]) -> Option<(Option<i32>, &[u8])> {
    let (mut label, mut rest) = (0i32, text);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        label = label.wrapping_mul(10).wrapping_add(i32::from(digit & 0xf));
        rest = behind;
    }
    let rest = rest.strip_prefix(b"{")?;
    match text.len().wrapping_sub(rest.len()) {
        1 => Some((None, rest)),
        2..=10 => Some((Some(label), rest)),
        _ => None,
    }
}

/// A name, and what is on the next line.
#[inline(always)]
fn name(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut len = 0usize;
    loop {
        let &[a, b, c, d, e, f, g, h, ref second @ ..] = text.get(len..)?.first_chunk::<16>()?;
        let found = u128::from(controls(*second)) << 64 | u128::from(controls([a, b, c, d, e, f, g, h]));
        if found != 0 {
            let (name, rest) = text.split_at_checked(len.wrapping_add(found.trailing_zeros() as usize >> 3))?;
            return Some((name, next_line(rest)?));
        }
        len = len.wrapping_add(16);
    }
}

/// Marks line ends, and whatever else is not above them; the lowest mark is exact.
#[inline(always)]
fn controls(bytes: [u8; 8]) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const ABOVE: u64 = LOW * (b'\r' as u64 + 1);
    const HIGH: u64 = LOW << 7;
    let word = u64::from_le_bytes(bytes);
    word.wrapping_sub(ABOVE) & !word & HIGH
}

/// What is behind blanks: two of them, as a rule. What is not the rule is out of the way, here and below: as a value to
/// choose from it would have to be waited for.
#[inline(always)]
fn indented(text: &[u8]) -> &[u8] {
    match text {
        [b' ', b' ', rest @ ..] if rest.first().is_some_and(|&byte| byte > b' ' && byte != b'/') => rest,
        [b'-' | b'0'..=b'9', ..] => text,
        _ => next_text(text),
    }
}
/// What is behind blanks, empty lines and comments.
#[cold]
#[inline(never)]
fn next_text(text: &[u8]) -> &[u8] {
    let mut rest = text;
    loop {
        rest = match rest {
            [b' ' | b'\t' | b'\n', next @ ..] | [b'\r', b'\n', next @ ..] => next,
            [b'/', b'/', ..] => match name(rest) {
                Some((_, next)) => next,
                None => return rest,
            },
            _ => return rest,
        };
    }
}

/// What is on the next line, if nothing but a comment is on this one.
#[inline(always)]
fn comment<'a>(text: &'a [u8], usual: &str) -> Option<&'a [u8]> {
    if let Some(rest) = next_line(text) {
        return Some(rest);
    }
    match text.strip_prefix(usual.as_bytes()) {
        Some(rest) => next_line(rest),
        None => unusual(text),
    }
}

#[cold]
#[inline(never)]
fn unusual(text: &[u8]) -> Option<&[u8]> {
    let rest = behind_blanks(text);
    next_line(rest).or_else(|| Some(name(rest.strip_prefix(b"//")?)?.1))
}

/// What is on the line behind that of the brace; or behind an empty one there.
#[inline(always)]
fn brace(text: &[u8]) -> Option<&[u8]> {
    let usual = text.strip_prefix(b"}\r\n\r\n").or_else(|| text.strip_prefix(b"}\n\n"));
    usual.or_else(|| next_line(text.strip_prefix(b"}")?)).or_else(|| unusual(next_text(text).strip_prefix(b"}")?))
}

#[inline(always)]
fn next_line(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"\r\n").or_else(|| text.strip_prefix(b"\n"))
}
