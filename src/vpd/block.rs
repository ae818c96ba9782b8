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
use super::line::{Head, Kind, Odd, Source, label, seen};
use super::name::PoseName;
use crate::error::{Error, ErrorKind, Result};
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
        let length = self.rotation_length();
        if length > 0.0 && length.is_finite() {
            self.rotation.map(|x| (f64::from(x) / length) as f32)
        } else {
            [0.0, 0.0, 0.0, 1.0]
        }
    }
    /// The length of the quaternion: 1, or nearly, if it is a rotation.
    pub fn rotation_length(&self) -> f64 {
        self.rotation.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt()
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
    pub(super) fn head(self) -> Option<Head> {
        self.source.head(self.start)
    }
    fn label(self, head: Head) -> Option<i32> {
        label(self.source.get(head.label.0, head.label.1))
    }
    fn name(self, from: usize, to: usize) -> PoseName<'a> {
        PoseName::of(Text::of(self.source.get(from, to), self.source.encoding))
    }
}

impl<'a> Block<'a> for Bone<'a> {
    fn read(place: At<'a>) -> Option<Self> {
        if place.hybrid {
            let bone = hybrid::bone(place.source, place.start, &mut seen).ok()?;
            let (from, to) = bone.name;
            let (translation, rotation) = (bone.translation, bone.rotation);
            return Some(Bone { label: bone.index, name: place.name(from, to), translation, rotation });
        }
        let head = place.head().filter(|head| head.kind == Kind::Bone)?;
        let lines = bone_lines::<true>(place.source, head, &mut seen).ok()?;
        let (from, to) = lines.name;
        let (label, name) = (place.label(head), place.name(from, to));
        Some(Bone { label, name, translation: lines.translation, rotation: lines.rotation })
    }
    fn name(&self) -> PoseName<'a> {
        self.name
    }
}

impl<'a> Block<'a> for Morph<'a> {
    fn read(place: At<'a>) -> Option<Self> {
        let head = place.head().filter(|head| head.kind == Kind::Morph)?;
        let lines = morph_lines::<true>(place.source, head, &mut seen).ok()?;
        let (from, to) = lines.name;
        Some(Morph { label: place.label(head), name: place.name(from, to), weight: lines.weight })
    }
    fn name(&self) -> PoseName<'a> {
        self.name
    }
}

/// The lines of a bone, up to its brace.
pub(super) struct BoneLines {
    pub(super) name: (usize, usize),
    pub(super) translation: [f32; 3],
    pub(super) rotation: [f32; 4],
    /// Behind the last line of numbers.
    pub(super) end: usize,
}

#[inline(always)]
pub(super) fn bone_lines<const VALUE: bool>(source: Source<'_>, head: Head, odd: &mut Odd<'_>) -> Result<BoneLines> {
    let (name, next) = name_line(source, head, odd)?;
    let first = source.numbers::<3, VALUE>(next, "translation", odd);
    let (translation, next) = first.map_err(|e| on_one_line(source, name, e))?;
    let (rotation, end) = source.numbers::<4, VALUE>(next, "rotation", odd)?;
    Ok(BoneLines { name, translation, rotation, end })
}

/// The lines of a morph, up to its brace.
pub(super) struct MorphLines {
    pub(super) name: (usize, usize),
    pub(super) weight: f32,
    /// Behind the line of numbers.
    pub(super) end: usize,
}

#[inline(always)]
pub(super) fn morph_lines<const VALUE: bool>(source: Source<'_>, head: Head, odd: &mut Odd<'_>) -> Result<MorphLines> {
    let (name, next) = name_line(source, head, odd)?;
    let line = source.numbers::<1, VALUE>(next, "weight", odd);
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
    let name = source.get(from, source.blanks_before(from, to));
    let none = matches!(e.kind(), ErrorKind::NumberCount { found: 0, .. } | ErrorKind::EndsInBlock)
        || matches!(e.kind(), ErrorKind::BadNumber(_)) && source.brace(e.offset() as usize).is_some();
    if none && name.ends_with(b"}") && name.contains(&b';') {
        return Error::new(ErrorKind::OneLineBlock, from).in_field("name");
    }
    e
}

/// What comes behind the numbers: gives where the line behind the brace begins. Anything but a brace is odd.
#[inline(always)]
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
                odd(Error::new(ErrorKind::MissingBrace, at))?;
                return Ok(at);
            }
            Some(_) => {}
        }
        let end = source.line_end(at);
        // A last line that belongs to nothing may be half of one that does.
        if end < source.len() {
            odd(Error::new(ErrorKind::StrayLine, at))?;
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
