//! The quick way over blocks that stand as nearly all programs write them, line for line:
//!
//! ```text
//! Bone12{センター
//!   1.000000,2.000000,3.000000;
//!   0.000000,0.000000,0.000000,1.000000;
//! }
//! ```
//!
//! No blanks but before numbers, nothing behind a `;` but a comment, LF or CRLF. Whatever is otherwise, right or wrong, is
//! left to the thorough way in [`block`](super::block), which reads what is read here to the same effect.
//!
//! Speed comes from branches that can be guessed: the next line is under way before this one is done. Where no guess is
//! good, at the sign of a rotation and the end of a name, there is no branch.
use super::places::Places;
use crate::decimal::before;

/// What MikuMikuDance writes behind the numbers of a bone; and others, behind those of a morph.
pub(super) const TRANSLATION: &str = "\t\t\t\t// trans x,y,z";
pub(super) const ROTATION: &str = "\t\t// Quaternion x,y,z,w";
pub(super) const WEIGHT: &str = "\t\t\t\t// weight";

/// A bone, and what is behind it.
pub(super) struct PlainBone<'a> {
    pub(super) label: &'a [u8],
    pub(super) name: &'a [u8],
    pub(super) translation: [f32; 3],
    pub(super) rotation: [f32; 4],
    pub(super) rest: &'a [u8],
}

/// A morph, and what is behind it.
pub(super) struct PlainMorph<'a> {
    pub(super) label: &'a [u8],
    pub(super) name: &'a [u8],
    pub(super) weight: f32,
    pub(super) rest: &'a [u8],
}

/// Notes where blocks begin, as long as they are plain; gives where they end.
pub(super) fn blocks(text: &[u8], from: usize, bones: &mut Places, morphs: &mut Places) -> usize {
    let mut rest = text.get(from..).unwrap_or(&[]);
    loop {
        let start = text.len().wrapping_sub(rest.len());
        if let Some(bone) = bone::<false>(rest) {
            bones.push(start);
            rest = bone.rest;
        } else if let Some(morph) = morph::<false>(rest) {
            morphs.push(start);
            rest = morph.rest;
        } else {
            return start;
        }
    }
}

/// The bone that a text begins with. Without `VALUE` its numbers are of no use.
#[inline(always)]
pub(super) fn bone<const VALUE: bool>(text: &[u8]) -> Option<PlainBone<'_>> {
    let (label, rest) = label(text.strip_prefix(b"Bone")?)?;
    let (name, rest) = name(rest)?;
    let (x, rest) = before::<VALUE, b',', true>(indented(rest))?;
    let (y, rest) = before::<VALUE, b',', true>(rest)?;
    let (z, rest) = before::<VALUE, b';', true>(rest)?;
    let translation = [x, y, z];
    let (x, rest) = before::<VALUE, b',', false>(indented(comment(rest, TRANSLATION)?))?;
    let (y, rest) = before::<VALUE, b',', false>(rest)?;
    let (z, rest) = before::<VALUE, b',', false>(rest)?;
    let (w, rest) = before::<VALUE, b';', true>(rest)?;
    let rest = brace(comment(rest, ROTATION)?)?;
    Some(PlainBone { label, name, translation, rotation: [x, y, z, w], rest })
}

/// The morph that a text begins with.
#[inline(always)]
pub(super) fn morph<const VALUE: bool>(text: &[u8]) -> Option<PlainMorph<'_>> {
    let (label, rest) = label(text.strip_prefix(b"Morph")?)?;
    let (name, rest) = name(rest)?;
    let (weight, rest) = before::<VALUE, b';', true>(indented(rest))?;
    let rest = brace(comment(rest, WEIGHT)?)?;
    Some(PlainMorph { label, name, weight, rest })
}

/// Digits, and what is behind the `{`.
#[inline(always)]
fn label(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = text;
    while let [b'0'..=b'9', behind @ ..] = rest {
        rest = behind;
    }
    let label = text.get(..text.len().wrapping_sub(rest.len()))?;
    Some((label, rest.strip_prefix(b"{")?))
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
        [b' ', b' ', rest @ ..] if matches!(rest.first(), Some(b'-' | b'0'..=b'9')) => rest,
        _ => behind_blanks(text),
    }
}
#[cold]
#[inline(never)]
fn behind_blanks(text: &[u8]) -> &[u8] {
    let len = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    text.get(len..).unwrap_or(&[])
}

/// What is on the next line, if nothing but a comment is on this one.
#[inline(always)]
fn comment<'a>(text: &'a [u8], usual: &str) -> Option<&'a [u8]> {
    match text {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        [b'\t', ..] if text.starts_with(usual.as_bytes()) => next_line(text.get(usual.len()..)?),
        _ => unusual(text),
    }
}

#[cold]
#[inline(never)]
fn unusual(text: &[u8]) -> Option<&[u8]> {
    Some(name(behind_blanks(text).strip_prefix(b"//")?)?.1)
}

/// What is on the line behind that of the brace; or behind an empty one there.
#[inline(always)]
fn brace(text: &[u8]) -> Option<&[u8]> {
    let rest = next_line(text.strip_prefix(b"}")?)?;
    match rest {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        rest => Some(rest),
    }
}

#[inline(always)]
fn next_line(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        _ => None,
    }
}
