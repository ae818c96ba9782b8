//! The cursor, the one place that steps over file bytes; the sink they go back to; and structs seen in place.
use crate::error::{Error, ErrorKind, Result};
use crate::globals::{Encoding, Globals, Width};
use std::io;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A count or length above so many times the whole file was not cut, but forged.
const FORGED: u64 = 16;

/// A struct that may be looked at in place: no padding, alignment 1, any bits valid.
pub trait Fixed: FromBytes + IntoBytes + KnownLayout + Immutable + Unaligned + 'static {}
impl<T: FromBytes + IntoBytes + KnownLayout + Immutable + Unaligned + 'static> Fixed for T {}

/// Bytes seen as so many fixed structs; none where they are not a whole number of them.
#[inline(always)]
pub(crate) fn as_fixed<T: Fixed>(bytes: &[u8]) -> &[T] {
    <[T]>::ref_from_bytes(bytes).unwrap_or(&[])
}

/// The fixed struct that bytes begin with.
#[inline(always)]
pub(crate) fn prefix_as_fixed<T: Fixed>(bytes: &[u8]) -> Option<&T> {
    T::ref_from_prefix(bytes).ok().map(|(fixed, _)| fixed)
}

/// Fixed structs seen as the bytes that they are.
#[inline(always)]
pub(crate) fn as_bytes<T: Fixed>(all: &[T]) -> &[u8] {
    all.as_bytes()
}

/// Declares a [`Fixed`] struct: a run of fields that every such record holds, borrowed where it lies.
///
/// ```text
/// fixed! {
///     /// Local axes.
///     pub struct LocalAxes { x: Vec3, z: Vec3 }
/// }
/// ```
macro_rules! fixed {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident : $ty:ty),* $(,)? }) => {
        $crate::vector::in_place! {
            $(#[$meta])*
            pub struct $name { $($(#[$doc])* pub $field: $ty),* }
        }

        impl $crate::visit::Visit for $name {
            fn visit(&self, visitor: &mut dyn $crate::visit::Visitor) {
                visitor.begin_record();
                $( visitor.field(stringify!($field)); self.$field.visit(visitor); )*
                visitor.end_record();
            }
        }
    };
}
pub(crate) use fixed;

/// A position in the file, and the settings that say how wide things are.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    data: &'a [u8],
    pos: usize,
    /// What the header says.
    pub(crate) globals: Globals,
    /// Texts that begin before this byte may have odd and negative lengths.
    tolerant_below: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of the file; strict.
    pub(crate) fn new(data: &'a [u8], globals: Globals) -> Self {
        Cursor { data, pos: 0, globals, tolerant_below: 0 }
    }
    /// The same file and settings, elsewhere.
    #[inline(always)]
    pub(crate) fn moved_to(self, pos: usize) -> Self {
        Cursor { pos, ..self }
    }
    /// The same place; odd and negative text lengths before this byte are let pass.
    pub(crate) fn tolerant_below(self, tolerant_below: usize) -> Self {
        Cursor { tolerant_below, ..self }
    }
    /// Whether an odd or negative text length is let pass here.
    #[inline(always)]
    pub(crate) fn is_tolerant(&self) -> bool {
        self.pos < self.tolerant_below
    }
    /// Where it stands.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        self.pos
    }
    /// The whole file.
    #[inline(always)]
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }
    /// How many bytes are left.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.pos)
    }

    /// Steps over `n` bytes. May step past the end: the next read, or [`Cursor::check`], says so.
    #[inline(always)]
    pub(crate) fn skip(&mut self, n: usize) {
        self.pos = self.pos.saturating_add(n);
    }

    /// Fails if an earlier [`skip`](Cursor::skip) went past the end.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<()> {
        if self.pos <= self.data.len() { Ok(()) } else { Err(self.too_short(0)) }
    }

    /// The next `n` bytes.
    #[inline(always)]
    pub(crate) fn bytes(&mut self, n: usize) -> Result<&'a [u8]> {
        let end = self.pos.saturating_add(n);
        match self.data.get(self.pos..end) {
            Some(bytes) => {
                self.pos = end;
                Ok(bytes)
            }
            None => Err(self.too_short(n)),
        }
    }

    /// The next fixed struct, where it lies.
    #[inline(always)]
    pub(crate) fn fixed<T: Fixed>(&mut self) -> Result<&'a T> {
        // One look at what is left, and no sum that could overflow: this is where reading spends its time.
        let rest = self.data.get(self.pos..).and_then(|rest| T::ref_from_prefix(rest).ok());
        let Some((one, _)) = rest else { return Err(self.too_short(size_of::<T>())) };
        self.pos = self.pos.wrapping_add(size_of::<T>());
        Ok(one)
    }

    /// The file ends before the next `n` bytes do.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_short(self, n: usize) -> Error {
        let missing = self.pos.saturating_add(n).saturating_sub(self.data.len());
        Error::cut(ErrorKind::Truncated { missing: missing as u64 }, self.pos.min(self.data.len()))
    }

    /// `count` things of at least `least` bytes each do not fit into what is left; the count lies at `at`.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_many(self, count: usize, least: usize, at: usize) -> Error {
        let needed = (count as u64).saturating_mul(least as u64);
        let kind = ErrorKind::CountTooLarge { count: count as u64, needed, remaining: self.remaining() as u64 };
        if self.is_forged(needed) { Error::new(kind, at) } else { Error::cut(kind, at) }
    }

    /// A text of `length` bytes does not fit into what is left; its length lies at `at`.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_long(self, length: usize, at: usize) -> Error {
        if self.is_forged(length as u64) {
            let remaining = self.remaining() as u64;
            return Error::new(ErrorKind::LengthTooLarge { length: length as u64, remaining }, at);
        }
        self.too_short(length)
    }

    fn is_forged(&self, bytes: u64) -> bool {
        bytes > (self.data.len() as u64).saturating_mul(FORGED)
    }
}

/// Bytes gathered before they are handed on.
const CHUNK: usize = 64 * 1024;

/// Where bytes go back to: into memory, or through it to a writer, a chunk at a time.
pub struct Sink<'w> {
    /// What was gathered, and room for more.
    chunk: Vec<u8>,
    /// How much of it was gathered.
    filled: usize,
    /// Where they are handed on to.
    to: Option<&'w mut dyn io::Write>,
    /// Why they could not be; nothing more is handed on then.
    failed: Option<io::Error>,
    /// How wide things are to be written.
    pub(crate) globals: Globals,
    /// Whether a canonical dump is meant, in which every index and toon takes four bytes.
    canonical: bool,
    /// Whether texts of odd or negative length are put right.
    mends: bool,
    /// Whether what is not valid in a text may become U+FFFD in another encoding; and whether that has happened.
    lossy: bool,
    took_loss: bool,
    /// The number of the record that is being written.
    record: usize,
    /// The first value that could not be written, and in which record.
    misfit: Option<(Misfit, usize)>,
}

/// A value that the chosen widths or encoding cannot hold, or that contradicts another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// An index too large for its width.
    Index {
        /// The index.
        index: i32,
        /// The width it was to be written with.
        width: Width,
    },
    /// A text that is not valid in its own encoding cannot be put into another.
    Text,
    /// An encoding that this format does not have.
    Encoding(Encoding),
    /// A character that is not in cp932, or would come back from it as another one.
    Character(char),
    /// A character that ends a name.
    Control(char),
    /// A name of a model that would be read as something else.
    ModelName,
    /// Names in cp932, all of whose bytes could be UTF-8: readers would take them for that.
    ReadsAsUtf8,
    /// A number that is infinite or none, which cannot be said in text.
    NotFinite,
    /// A text of more bytes than there is room for.
    TooLong {
        /// Its bytes.
        len: usize,
        /// The most there may be.
        most: usize,
    },
    /// A list or text with more items than its count can say.
    Len(usize),
    /// A vertex that does not hold as many additional UVs as the header says; or a header that says more than four.
    ExtraUvs(usize),
    /// A field that is there although the flags beside it say that it is not, or the other way round.
    Presence(&'static str),
    /// What was there when the file was opened no longer is: the file has been changed meanwhile.
    Changed,
}

impl core::fmt::Display for Misfit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Misfit::Index { index, width: Width::One } => write!(f, "index {index} does not fit into 1 byte"),
            Misfit::Index { index, width } => write!(f, "index {index} does not fit into {} bytes", width.bytes()),
            Misfit::Text => f.write_str("a text is not valid in its encoding and cannot be put into another"),
            Misfit::Encoding(encoding) => write!(f, "no file of this format is written in {}", encoding.name()),
            Misfit::Character(c) => write!(f, "{c:?} (U+{:04X}) is not in cp932", u32::from(*c)),
            Misfit::Control(c) => write!(f, "a name cannot hold {c:?}"),
            Misfit::ModelName => f.write_str("the name of the model would be read as something else"),
            Misfit::ReadsAsUtf8 => f.write_str("in cp932 its names would be read as UTF-8, that is as others"),
            Misfit::NotFinite => f.write_str("a number that is not finite cannot be written"),
            Misfit::TooLong { len, most } => write!(f, "a text of {len} bytes, there is room for {most}"),
            Misfit::Len(len) => write!(f, "{len} is more than a count can say"),
            Misfit::ExtraUvs(len @ ..=4) => write!(f, "a vertex with {len} additional UVs, the header says otherwise"),
            Misfit::ExtraUvs(len) => write!(f, "{len} additional UVs, there are at most 4"),
            Misfit::Presence(field) => {
                write!(f, "the flags do not go with the field {field} being there, or not")
            }
            Misfit::Changed => f.write_str("no longer there: the file has been changed since it was opened"),
        }
    }
}

impl<'w> Sink<'w> {
    /// Writes with these settings, into memory.
    pub(crate) fn new(globals: Globals) -> Self {
        Sink {
            chunk: Vec::new(),
            filled: 0,
            to: None,
            failed: None,
            globals,
            canonical: false,
            mends: false,
            lossy: false,
            took_loss: false,
            record: 0,
            misfit: None,
        }
    }
    /// Hands what it is given on to a writer.
    pub(crate) fn to(self, to: &'w mut dyn io::Write) -> Self {
        Sink { to: Some(to), ..self }
    }
    /// Writes canonical dumps of a file with this encoding: equal content gives equal bytes, whatever the widths.
    pub(crate) fn canonical(encoding: Encoding) -> Self {
        Sink { canonical: true, ..Sink::new(Globals { encoding, ..Globals::WIDE }) }
    }
    /// Texts of odd or negative length are put right.
    pub(crate) fn mending(self, mends: bool) -> Self {
        Sink { mends, ..self }
    }
    /// What is not valid in a text may become U+FFFD in another encoding.
    pub(crate) fn lossy(self, lossy: bool) -> Self {
        Sink { lossy, ..self }
    }
    pub(crate) fn mends(&self) -> bool {
        self.mends
    }
    /// Notes that a text loses something; false where it must not.
    pub(crate) fn lose(&mut self) -> bool {
        self.took_loss |= self.lossy;
        self.lossy
    }
    /// Whether a text lost something since this was last asked.
    pub(crate) fn took_loss(&mut self) -> bool {
        core::mem::take(&mut self.took_loss)
    }
    #[inline]
    pub(crate) fn is_canonical(&self) -> bool {
        self.canonical
    }
    /// What was not handed on.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.chunk.get(..self.filled).unwrap_or(&[])
    }
    /// Puts many small values. While a loop has the sink to itself, how far it is filled stays in a register instead of
    /// going to memory and back with every value; that is why nothing that is called from here may be handed the sink by
    /// reference, not even to drop what is empty.
    #[inline(always)]
    pub(crate) fn at_hand<R>(&mut self, put: impl FnOnce(&mut Self) -> R) -> R {
        let mut own = self.take();
        let done = put(&mut own);
        core::mem::forget(core::mem::replace(self, own));
        done
    }
    #[inline(always)]
    fn take(&mut self) -> Self {
        core::mem::replace(self, Sink::new(self.globals))
    }
    /// What is written from now on belongs to this record.
    #[inline(always)]
    pub(crate) fn begin(&mut self, record: usize) {
        self.record = record;
    }
    /// What is written from now on belongs to the `n`th record after this one.
    #[inline(always)]
    pub(crate) fn next(&mut self, n: usize) {
        self.record = self.record.wrapping_add(n);
    }
    /// The first value that could not be written, if any, and the number of its record.
    #[inline]
    pub(crate) fn misfit(&self) -> Option<(Misfit, usize)> {
        self.misfit
    }

    /// Hands on what was gathered.
    fn drain(&mut self) {
        let Some(to) = &mut self.to else { return };
        if self.failed.is_none() {
            self.failed = to.write_all(self.chunk.get(..self.filled).unwrap_or(&[])).err();
        }
        self.filled = 0;
    }
    /// Hands on all there is; says whether that and all before went well.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.drain();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.to.as_mut().map_or(Ok(()), |to| to.flush()),
        }
    }
    /// Whether all that was handed on arrived.
    #[inline]
    pub(crate) fn arrived(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Bytes as they are, however many.
    #[inline(always)]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        let room = self.chunk.get_mut(self.filled..).and_then(|room| room.get_mut(..bytes.len()));
        if let Some(room) = room {
            room.copy_from_slice(bytes);
            self.filled = self.filled.wrapping_add(bytes.len());
        } else {
            let after = self.take().put_elsewhere(bytes); // by value, so that nobody else holds on to it
            core::mem::forget(core::mem::replace(self, after));
        }
    }
    /// There is no room for the bytes: hands on what was gathered, and them, too, if they are many.
    #[cold]
    #[inline(never)]
    fn put_elsewhere(mut self, bytes: &[u8]) -> Self {
        self.drain();
        match &mut self.to {
            Some(to) if bytes.len() >= CHUNK => {
                if self.failed.is_none() {
                    self.failed = to.write_all(bytes).err();
                }
            }
            _ => {
                self.chunk.truncate(self.filled);
                self.chunk.extend_from_slice(bytes);
                self.filled = self.chunk.len();
                self.chunk.resize(self.filled.next_multiple_of(CHUNK), 0);
            }
        }
        self
    }
    /// A fixed struct.
    #[inline(always)]
    pub(crate) fn put_fixed<T: Fixed>(&mut self, fixed: &T) {
        self.put(fixed.as_bytes());
    }
    #[inline(always)]
    pub(crate) fn refuse(&mut self, misfit: Misfit) {
        self.misfit = self.misfit.or(Some((misfit, self.record)));
    }
    /// A count or length.
    pub(crate) fn len(&mut self, len: usize) {
        match i32::try_from(len) {
            Ok(len) => self.put(&len.to_le_bytes()),
            Err(_) => self.refuse(Misfit::Len(len)),
        }
    }
    /// Indices; `signed` decides what fits.
    #[inline(always)]
    pub(crate) fn indices<const N: usize>(&mut self, indices: [i32; N], width: Width, signed: bool) {
        if let Some(index) = indices.into_iter().find(|&index| !width.holds(index, signed)) {
            self.refuse(Misfit::Index { index, width });
        }
        match width {
            Width::One => self.put(&indices.map(|index| {
                let [a, ..] = index.to_le_bytes();
                a
            })),
            Width::Two => self.put_fixed(&indices.map(|index| {
                let [a, b, ..] = index.to_le_bytes();
                [a, b]
            })),
            Width::Four => self.put_fixed(&indices.map(i32::to_le_bytes)),
        }
    }
}
