//! The blocks of a pose: [`Bone`] and [`Morph`], read from a text or a hybrid file.
//!
//! | line | holds |
//! |---|---|
//! | `Bone0{センター` | the word, a number that means nothing, the name up to the end of the line |
//! | `  0.0,0.0,0.0;` | translation x, y, z |
//! | `  0.0,0.0,0.0,1.0;` | rotation x, y, z, w |
//! | `}` | |
//!
//! A morph has one line with one number, its weight. MikuMikuDance neither writes nor reads morphs; MikuMikuMoving,
//! PMXEditor and mmd_tools do.
use super::hybrid;
use super::line::{Head, Kind, Odd, Oddity, Source, label, seen};
use super::name::PoseName;
use super::plain;
use crate::error::{Error, ErrorKind, Result};
use crate::rotation;
use crate::text::Text;
use crate::visit::{Visit, Visitor};

/// Where a bone is put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone<'a> {
    /// The number behind the word `Bone`. It means nothing; `None` where there is none that a whole number can be.
    pub label: Option<i32>,
    /// Its name.
    pub name: PoseName<'a>,
    /// How far it is moved from where it rests, in MikuMikuDance's units (8 cm, by custom), left-handed.
    pub translation: [f32; 3],
    /// How it is turned: a quaternion x, y, z, w, as the file has it. It need not be of length 1.
    pub rotation: [f32; 4],
}

/// How far a morph is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Morph<'a> {
    /// The number behind the word `Morph`. It means nothing.
    pub label: Option<i32>,
    /// Its name.
    pub name: PoseName<'a>,
    /// From 0 to 1 as a rule; not clamped.
    pub weight: f32,
}

impl<'a> Bone<'a> {
    /// A bone of one's own.
    pub const fn new(name: &'a str, translation: [f32; 3], rotation: [f32; 4]) -> Self {
        Bone { label: None, name: PoseName::new(name), translation, rotation }
    }
    /// The rotation with length 1. Zero, or what is not finite, becomes no rotation at all.
    pub fn normalized_rotation(&self) -> [f32; 4] {
        rotation::unit(self.rotation).map_or(rotation::NONE, |unit| unit.map(|part| part as f32))
    }
    /// The length of the quaternion: 1, or nearly, if it is a rotation.
    pub fn rotation_length(&self) -> f64 {
        rotation::length(self.rotation)
    }
}

impl<'a> Morph<'a> {
    /// A morph of one's own.
    pub const fn new(name: &'a str, weight: f32) -> Self {
        Morph { label: None, name: PoseName::new(name), weight }
    }
}

/// What a block of the file can be read as: a [`Bone`] or a [`Morph`].
pub trait Block<'a>: Sized {
    /// Reads the block that begins here.
    #[doc(hidden)]
    fn read(place: At<'a>) -> Option<Self>;
    /// Its name.
    fn name(&self) -> PoseName<'a>;
}

/// Where a block begins, in a file of which flavour.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    pub(super) source: Source<'a>,
    pub(super) hybrid: bool,
    pub(super) start: usize,
}

impl<'a> At<'a> {
    #[inline(always)]
    pub(super) fn head(self) -> Option<Head> {
        self.source.head(self.start)
    }
    fn label(self, head: Head) -> Option<i32> {
        label(self.source.get(head.label.0, head.label.1))
    }
    fn name(self, bytes: &'a [u8]) -> PoseName<'a> {
        PoseName::of(Text::of(bytes, self.source.encoding))
    }
    fn name_at(self, (from, to): (usize, usize)) -> PoseName<'a> {
        self.name(self.source.get(from, to))
    }
}

impl<'a> Block<'a> for Bone<'a> {
    fn read(place: At<'a>) -> Option<Self> {
        if place.hybrid {
            let bone = hybrid::bone(place.source, place.start, &mut seen).ok()?;
            let (translation, rotation) = (bone.translation, bone.rotation);
            return Some(Bone { label: bone.index, name: place.name_at(bone.name), translation, rotation });
        }
        if let Some(bone) = plain::bone::<true>(place.source.rest(place.start)) {
            let (translation, rotation) = (bone.translation, bone.rotation);
            return Some(Bone { label: bone.label, name: place.name(bone.name), translation, rotation });
        }
        let head = place.head().filter(|head| head.kind == Kind::Bone)?;
        let lines = bone_lines(place.source, head, &mut seen).ok()?;
        let (label, name) = (place.label(head), place.name_at(lines.name));
        Some(Bone { label, name, translation: lines.translation, rotation: lines.rotation })
    }
    fn name(&self) -> PoseName<'a> {
        self.name
    }
}

impl<'a> Block<'a> for Morph<'a> {
    fn read(place: At<'a>) -> Option<Self> {
        if let Some(morph) = plain::morph::<true>(place.source.rest(place.start)) {
            return Some(Morph { label: morph.label, name: place.name(morph.name), weight: morph.weight });
        }
        let head = place.head().filter(|head| head.kind == Kind::Morph)?;
        let lines = morph_lines(place.source, head, &mut seen).ok()?;
        Some(Morph { label: place.label(head), name: place.name_at(lines.name), weight: lines.weight })
    }
    fn name(&self) -> PoseName<'a> {
        self.name
    }
}

/// The lines of a bone, up to its brace.
pub(super) struct BoneLines {
    name: (usize, usize),
    translation: [f32; 3],
    rotation: [f32; 4],
    /// Behind the last line of numbers.
    pub(super) end: usize,
}

pub(super) fn bone_lines(source: Source<'_>, head: Head, odd: &mut Odd<'_>) -> Result<BoneLines> {
    let (name, next) = name_line(source, head, odd)?;
    let first = source.numbers(next, "translation", odd);
    let (translation, next) = first.map_err(|e| on_one_line(source, name, e))?;
    let (rotation, end) = source.numbers(next, "rotation", odd)?;
    Ok(BoneLines { name, translation, rotation, end })
}

/// The lines of a morph, up to its brace.
pub(super) struct MorphLines {
    name: (usize, usize),
    weight: f32,
    /// Behind the last line of numbers.
    pub(super) end: usize,
}

pub(super) fn morph_lines(source: Source<'_>, head: Head, odd: &mut Odd<'_>) -> Result<MorphLines> {
    let (name, next) = name_line(source, head, odd)?;
    let line = source.numbers(next, "weight", odd);
    let ([weight], end) = line.map_err(|e| on_one_line(source, name, e))?;
    Ok(MorphLines { name, weight, end })
}

#[inline(always)]
fn name_line(source: Source<'_>, head: Head, odd: &mut Odd<'_>) -> Result<((usize, usize), usize)> {
    let end = source.line_end(head.name);
    Ok(((head.name, end), source.next_line(end, odd)?))
}

/// A name that ends in numbers and a brace, without numbers below it, is a block on one line.
#[cold]
fn on_one_line(source: Source<'_>, (from, to): (usize, usize), e: Error) -> Error {
    let end = source.blanks_before(from, to);
    let is_block = source.get(from, end).contains(&b';') && source.last_character(from, end) == b"}";
    let none = || match e.kind() {
        ErrorKind::NumberCount { found: 0, .. } => true,
        // Half the beginning of a comment is nothing, either.
        ErrorKind::EndsInBlock => source.next_text(to, &mut seen).is_ok_and(|at| matches!(source.rest(at), b"" | b"/")),
        ErrorKind::BadNumber(_) => source.brace(e.offset() as usize).is_some(),
        _ => false,
    };
    match is_block && none() {
        true => Error::new(ErrorKind::OneLineBlock, from).in_field("name"),
        false => e,
    }
}

/// What comes behind the numbers: gives where the line behind the brace begins. Anything but a brace is odd.
pub(super) fn close(source: Source<'_>, from: usize, odd: &mut Odd<'_>) -> Result<usize> {
    let at = source.next_text(from, odd)?;
    match source.byte(at) {
        Some(b'}') => source.rest_of_line(at.wrapping_add(1), odd),
        _ => close_oddly(source, at, odd),
    }
}
#[cold]
#[inline(never)]
fn close_oddly(source: Source<'_>, from: usize, odd: &mut Odd<'_>) -> Result<usize> {
    let mut at = from;
    loop {
        match source.byte(at) {
            Some(b'}') => return source.rest_of_line(at.saturating_add(1), odd),
            None => return Err(Error::cut(ErrorKind::EndsInBlock, at)),
            Some(_) if source.head(at).is_some() || source.brace(at).is_some() => {
                odd(Oddity::new(ErrorKind::MissingBrace, at))?;
                return Ok(at);
            }
            Some(_) => {}
        }
        let end = source.line_end(at);
        // A last line that belongs to nothing may be half of one that does.
        if end < source.len() {
            odd(Oddity::new(ErrorKind::StrayLine, at))?;
        }
        at = source.next_line(end, odd)?;
        at = source.next_text(at, odd)?;
    }
}

impl Visit for Bone<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_record();
        visit_label(self.label, visitor);
        visitor.field("name");
        self.name.visit(visitor);
        visitor.field("translation");
        self.translation.visit(visitor);
        visitor.field("rotation");
        self.rotation.visit(visitor);
        visitor.end_record();
    }
}
impl Visit for Morph<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_record();
        visit_label(self.label, visitor);
        visitor.field("name");
        self.name.visit(visitor);
        visitor.field("weight");
        self.weight.visit(visitor);
        visitor.end_record();
    }
}
fn visit_label(label: Option<i32>, visitor: &mut dyn Visitor) {
    visitor.field("label");
    match label {
        Some(label) => label.visit(visitor),
        None => visitor.none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::globals::Encoding;

    /// What the plain way says of a block.
    struct Said<'a> {
        label: Option<i32>,
        name: &'a [u8],
        bits: Vec<u32>,
        /// Where it ends, if it ends plainly.
        end: Option<usize>,
    }

    fn bits(numbers: &[f32]) -> Vec<u32> {
        numbers.iter().map(|x| x.to_bits()).collect()
    }

    /// The plain block that a text begins with. Whether its numbers are asked for makes no difference to where it ends.
    fn plainly(text: &[u8]) -> Option<Said<'_>> {
        let (bone, morph) = (plain::bone::<true>(text), plain::morph::<true>(text));
        let (stepped_bone, stepped_morph) = (plain::bone::<false>(text), plain::morph::<false>(text));
        assert_eq!((bone.is_some(), morph.is_some()), (stepped_bone.is_some(), stepped_morph.is_some()));
        let (label, name, numbers, end, stepped) = match (bone, morph) {
            (Some(one), None) => {
                let numbers = [&one.translation[..], &one.rotation].concat();
                (one.label, one.name, numbers, one.end(), stepped_bone.and_then(plain::PlainBone::end))
            }
            (None, Some(one)) => {
                (one.label, one.name, vec![one.weight], one.end(), stepped_morph.and_then(plain::PlainMorph::end))
            }
            _ => return None,
        };
        let end = end.map(|rest| text.len() - rest.len());
        assert_eq!(stepped.map(|rest| text.len() - rest.len()), end);
        Some(Said { label, name, bits: bits(&numbers), end })
    }

    /// Whatever the plain way takes, the thorough way reads to the same effect; and finds nothing odd about what ends
    /// plainly. Gives whether it does.
    fn both_agree(text: &[u8], encoding: Encoding) -> bool {
        let Some(said) = plainly(text) else { return false };
        let shown = String::from_utf8_lossy(text);
        let source = Source { data: text, encoding };
        let mut odd = |one: Oddity| match said.end {
            Some(_) => panic!("{}: {shown:?}", one.error()),
            None => Ok(()),
        };
        let head = source.head(0).unwrap_or_else(|| panic!("{shown:?}"));
        let (lines, numbers, end_of_lines) = match head.kind {
            Kind::Bone => {
                let lines = bone_lines(source, head, &mut odd).unwrap_or_else(|e| panic!("{e}: {shown:?}"));
                (lines.name, [&lines.translation[..], &lines.rotation].concat(), lines.end)
            }
            Kind::Morph => {
                let lines = morph_lines(source, head, &mut odd).unwrap_or_else(|e| panic!("{e}: {shown:?}"));
                (lines.name, vec![lines.weight], lines.end)
            }
        };
        let place = At { source, hybrid: false, start: 0 };
        assert!(head.exact, "{shown:?}");
        assert_eq!((place.label(head), source.get(lines.0, lines.1)), (said.label, said.name), "{shown:?}");
        assert_eq!(bits(&numbers), said.bits, "{shown:?}");
        let Some(end) = said.end else { return false };
        let thorough = close(source, end_of_lines, &mut odd).unwrap_or_else(|e| panic!("{e}: {shown:?}"));
        // It may have stepped over an empty line.
        assert!(["", "\n", "\r\n"].map(str::as_bytes).contains(&source.get(thorough, end)), "{shown:?}");
        true
    }

    #[test]
    fn the_plain_way_and_the_thorough_one_agree_on_all_that_differs_by_one_byte() {
        let behind = "Bone9{behind all of this there is more to come, as there always is\r\n";
        let blocks = [
            "Bone12{左手\r\n  -0.137500,12.5,0.000000;\t\t\t\t// trans x,y,z\r\n  0.024996,-1E-05,0.13954520225524902,1;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n",
            "Bone0{a\n  0,0.0,-0.5;\n\t.5,+1.0,2.,-0.998438;// w\n}\n\n",
            "Bone{\u{ff76}\n  0.0,0.0,0.0;\t\t\t\t// trans x,y,z\n  0.0,0.0,0.0,1.0;\t\t// Quaternion x,y,z,w\n}\n\n",
            "Bone123456789{頭\r\n  0.000000,0.000000,0.000000;\r\n  0.000000,0.000000,0.000000,1.000000;\r\n}\r\n\r\n",
            "Bone3{首\n  0.000000,-0.000000,0.000000;\n  -0.006542,0.008713,-0.130526,0.991445;\n}\n",
            "Morph3{まばたき\r\n  0.500000;\t\t\t\t// weight\r\n}\r\n\r\n",
            "Morph{//{}\n 1e-3; // }\n}\n",
            "Bone1{a\n // c\n\n  // d\r\n  0 ,\t0,12 ; \n\t// e\n 0,-1,0,1e5;\n // f\n } // g\n",
        ];
        let bytes = b"\0\t\n\r +,-./059;BEMeo{|}~\x81\x40\x83\xe3\xff";
        let (mut agreed, mut left) = (0, 0);
        for block in blocks {
            for (whole, encoding) in [(block.as_bytes().to_vec(), Encoding::Utf8), (in_cp932(block), Encoding::Cp932)] {
                let mut check = |mut text: Vec<u8>| {
                    text.extend_from_slice(behind.as_bytes());
                    *if both_agree(&text, encoding) { &mut agreed } else { &mut left } += 1;
                };
                check(whole.clone());
                for at in (0..whole.len()).step_by(if cfg!(miri) { 97 } else { 1 }) {
                    let (before, rest) = whole.split_at(at);
                    check([before, &rest[1..]].concat());
                    for byte in bytes {
                        check([before, &[*byte], rest].concat());
                        check([before, &[*byte], &rest[1..]].concat());
                    }
                    // Cut, with nothing behind it.
                    both_agree(before, encoding);
                }
            }
        }
        let many = if cfg!(miri) { 20 } else { 5_000 };
        assert!(agreed > many && left > many, "{agreed} agreed, {left} were left to the thorough way");
    }

    fn in_cp932(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        crate::text::put_cp932(text, &mut bytes).expect("it fits");
        bytes
    }
}
