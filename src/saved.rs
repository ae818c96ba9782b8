//! A saved index: what a scan has noted, in a file of its own, so that the model opens again without a scan.
//!
//! | bytes | what |
//! |---|---|
//! | 52 | what it is, which model it is of, how much follows |
//! | 8 per section that the model holds | where the section ends |
//! | 4 per chunk | its CRC-32 |
//! | the rest | the table of each section, one after the other: what [`Section`](crate::section) keeps of it |
//!
//! A chunk is 64 KiB of one table; the last of a table is what is left. All numbers are little-endian, at any address: a
//! mapped index is used where it lies. Counts, widths and texts are not in it, they are read from the model itself.
//!
//! | checked | when |
//! |---|---|
//! | kind and version of the index, its length, the CRC-32 of all before the tables | when it is opened |
//! | length and time of change of the model, the CRC-32 of 8 samples of it | when it is opened |
//! | the CRC-32 of a chunk | when it is first used; where it is wrong, the section is scanned after all |
//!
//! None of that is trusted, since all of it can be forged: a section has to end inside the model, and to be long enough for
//! as many records as the model says it holds; a place that comes out of a table is looked up in the model's bytes as
//! carefully as in a file that has changed. A forged index shows other bytes of the same model, or none.
use crate::bytes::{Fixed, as_bytes, prefix_as_fixed};
use crate::error::Error;
use crate::vector::{U32, U64, in_place};
use core::fmt;
use core::ops::Range;
use core::slice::from_ref;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a saved index begins with.
pub(crate) const MAGIC: [u8; 8] = *b"mmdmapix";
/// The version of its format.
const VERSION: u32 = 1;
/// Bytes of a table that are checked at once.
const CHUNK: usize = 64 * 1024;

in_place! {
    struct Head {
        magic: [u8; 8],
        version: U32,
        /// CRC-32 of all between here and the tables.
        sum: U32,
        stamp: Stamp,
        sections: U32,
        chunks: U32,
        /// Bytes of all tables.
        tables: U64,
    }
}

in_place! {
    /// Which model an index is of.
    pub(crate) struct Stamp {
        len: U64,
        /// Nanoseconds since 1970; 0 where it is not known, as of bytes that are in no file.
        modified: U64,
        /// CRC-32 of samples of its content.
        samples: U32,
    }
}

/// Why a saved index is not used for a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum UnfitIndex {
    /// It does not begin as a saved index does.
    NoIndex,
    /// It has another version of the format.
    Version(u32),
    /// It is shorter or longer than it says.
    Len,
    /// It does not match its checksum.
    Damaged,
    /// The model has another length now.
    OtherLen,
    /// The model was written to, or replaced, since.
    OtherTime,
    /// Samples of the model's content are others.
    OtherContent,
    /// The model's sections are not as it says.
    OtherSections,
    /// The model itself is refused.
    Model(Error),
}

impl fmt::Display for UnfitIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnfitIndex::NoIndex => f.write_str("no saved index"),
            UnfitIndex::Version(version) => write!(f, "version {version} of saved indices, {VERSION} is known"),
            UnfitIndex::Len => f.write_str("the saved index is shorter or longer than it says"),
            UnfitIndex::Damaged => f.write_str("the saved index does not match its checksum"),
            UnfitIndex::OtherLen => f.write_str("the model has another length than when its index was saved"),
            UnfitIndex::OtherTime => f.write_str("the model was changed after its index was saved"),
            UnfitIndex::OtherContent => f.write_str("the model has another content than when its index was saved"),
            UnfitIndex::OtherSections => f.write_str("the model's sections are not as the saved index says"),
            UnfitIndex::Model(error) => error.fmt(f),
        }
    }
}
impl core::error::Error for UnfitIndex {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UnfitIndex::Model(error) => Some(error),
            _ => None,
        }
    }
}

impl Stamp {
    /// Of a model, and the time at which its file was changed, if it has one.
    pub(crate) fn of(model: &[u8], modified: Option<SystemTime>) -> Self {
        let since_1970 = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since_1970.and_then(|time| u64::try_from(time.as_nanos()).ok()).unwrap_or(0);
        Stamp { len: U64::new(model.len() as u64), modified: U64::new(modified), samples: U32::new(samples(model)) }
    }

    /// What tells a model from the one that was stamped.
    fn difference(&self, now: &Stamp) -> Option<UnfitIndex> {
        let timed = self.modified != 0 && now.modified != 0;
        if self.len != now.len {
            Some(UnfitIndex::OtherLen)
        } else if timed && self.modified != now.modified {
            Some(UnfitIndex::OtherTime)
        } else if self.samples != now.samples {
            Some(UnfitIndex::OtherContent)
        } else {
            None
        }
    }
}

/// CRC-32 of 8 samples, evenly spread from the first byte to the last.
fn samples(model: &[u8]) -> u32 {
    const SAMPLE: usize = 64;
    const LAST: usize = 7;
    let room = model.len().saturating_sub(SAMPLE);
    let at = |i: usize| (room / LAST).saturating_mul(i).saturating_add((room % LAST).saturating_mul(i) / LAST);
    sum((0..=LAST).map(|i| model.get(at(i)..).map_or(&[][..], |rest| rest.get(..SAMPLE).unwrap_or(rest))))
}

/// The CRC-32 of pieces that follow each other.
fn sum<'p>(pieces: impl IntoIterator<Item = &'p [u8]>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    pieces.into_iter().for_each(|piece| hasher.update(piece));
    hasher.finalize()
}

/// Whether a file that begins so is a saved index, as far as its kind tells.
pub(crate) fn is_one(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// What an index says of one section.
pub(crate) struct SavedSection<'t> {
    /// Where it ends.
    pub(crate) end: usize,
    /// What is kept of it.
    pub(crate) table: &'t [u8],
}

/// Writes an index.
pub(crate) fn write(stamp: Stamp, sections: &[SavedSection<'_>], to: &mut dyn io::Write) -> io::Result<()> {
    let tables = || sections.iter().map(|section| section.table);
    let ends: Vec<U64> = sections.iter().map(|section| U64::new(section.end as u64)).collect();
    let sums: Vec<U32> = tables().flat_map(|table| table.chunks(CHUNK)).map(|chunk| U32::new(sum([chunk]))).collect();
    let count = |n: usize| u32::try_from(n).map(U32::new).map_err(|_| io::ErrorKind::FileTooLarge);
    let mut head = Head {
        magic: MAGIC,
        version: U32::new(VERSION),
        sum: U32::ZERO,
        stamp,
        sections: count(ends.len())?,
        chunks: count(sums.len())?,
        tables: U64::new(tables().fold(0, |all, table| all.saturating_add(table.len() as u64))),
    };
    head.sum = U32::new(sum([head.summed(), as_bytes(&ends), as_bytes(&sums)]));
    [as_bytes(from_ref(&head)), as_bytes(&ends), as_bytes(&sums)]
        .into_iter()
        .chain(tables())
        .try_for_each(|part| to.write_all(part))
}

impl Head {
    /// What its sum covers of itself.
    fn summed(&self) -> &[u8] {
        const UNSUMMED: usize = core::mem::offset_of!(Head, stamp);
        as_bytes(from_ref(self)).get(UNSUMMED..).unwrap_or(&[])
    }
    /// Where the sums and the tables begin, and where all ends; `None` where no file is as long.
    fn parts(&self) -> Option<(usize, usize, usize)> {
        let part = |size: usize, n: u64| size.checked_mul(usize::try_from(n).ok()?);
        let sums = size_of::<Head>().checked_add(part(size_of::<U64>(), self.sections.get().into())?)?;
        let tables = sums.checked_add(part(size_of::<U32>(), self.chunks.get().into())?)?;
        Some((sums, tables, tables.checked_add(part(1, self.tables.get())?)?))
    }
    /// Whether so many sections can need so many chunks: what is summed and held at once is never more than they do.
    fn is_plausible(&self, most_sections: usize) -> bool {
        let sections = u64::from(self.sections.get());
        // Of each table only the last chunk may not be full.
        let chunks = self.tables.get().div_ceil(CHUNK as u64).saturating_add(sections);
        sections <= most_sections as u64 && u64::from(self.chunks.get()) <= chunks
    }
}

/// An open index: its bytes, mapped or in memory.
struct Saved {
    bytes: Box<dyn AsRef<[u8]> + Send + Sync>,
    /// Where the sums begin.
    sums: usize,
    /// Which chunks were found to match theirs.
    right: Box<[AtomicBool]>,
}

impl Saved {
    fn len(&self) -> usize {
        (*self.bytes).as_ref().len()
    }
    fn get(&self, range: Range<usize>) -> Option<&[u8]> {
        (*self.bytes).as_ref().get(range)
    }
    /// Number `i` of those that begin at `from`.
    fn nth<T: Fixed>(&self, from: usize, i: usize) -> Option<&T> {
        let start = from.checked_add(i.checked_mul(size_of::<T>())?)?;
        prefix_as_fixed(self.get(start..start.checked_add(size_of::<T>())?)?)
    }
    /// Whether a chunk matches its sum.
    fn is_right(&self, chunk: usize, bytes: &[u8]) -> bool {
        let Some(right) = self.right.get(chunk) else { return false };
        if !right.load(Ordering::Relaxed) {
            let matches = self.nth::<U32>(self.sums, chunk).is_some_and(|expected| *expected == sum([bytes]));
            right.store(matches, Ordering::Relaxed);
            return matches;
        }
        true
    }
}

/// The sections of an index, taken one after the other.
#[derive(Clone)]
pub(crate) struct SavedSections {
    saved: Arc<Saved>,
    /// Sections and chunks taken, and where the next table begins.
    sections: usize,
    chunks: usize,
    table: usize,
}

impl SavedSections {
    /// Of an index that is that of the stamped model, which has no more sections than this.
    pub(crate) fn open(
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
        model: &Stamp,
        most: usize,
    ) -> Result<Self, UnfitIndex> {
        let all = bytes.as_ref();
        let head = *prefix_as_fixed::<Head>(all).filter(|head| head.magic == MAGIC).ok_or(UnfitIndex::NoIndex)?;
        if head.version != VERSION {
            return Err(UnfitIndex::Version(head.version.get()));
        }
        let (sums, tables, _) = head.parts().filter(|(.., end)| *end == all.len()).ok_or(UnfitIndex::Len)?;
        if !head.is_plausible(most) {
            return Err(UnfitIndex::OtherSections);
        }
        if head.sum != sum([head.summed(), all.get(size_of::<Head>()..tables).unwrap_or(&[])]) {
            return Err(UnfitIndex::Damaged);
        }
        match head.stamp.difference(model) {
            Some(difference) => Err(difference),
            None => {
                let right = (0..head.chunks.get()).map(|_| AtomicBool::new(false)).collect();
                let saved = Arc::new(Saved { bytes: Box::new(bytes), sums, right });
                Ok(SavedSections { saved, sections: 0, chunks: 0, table: tables })
            }
        }
    }

    /// Where the next section ends.
    pub(crate) fn end(&mut self) -> Option<usize> {
        let end = self.saved.nth::<U64>(size_of::<Head>(), self.sections)?;
        self.sections = self.sections.checked_add(1)?;
        usize::try_from(end.get()).ok()
    }
    /// Its table, of so many `T`.
    pub(crate) fn table<T: Fixed>(&mut self, len: usize) -> Option<SavedTable> {
        let len = len.checked_mul(size_of::<T>())?;
        let table = SavedTable { saved: Arc::clone(&self.saved), start: self.table, len, chunk: self.chunks };
        self.table = self.table.checked_add(len)?;
        self.chunks = self.chunks.checked_add(len.div_ceil(CHUNK))?;
        Some(table)
    }
    /// Bytes on the heap; those of the file, wherever they are, do not count.
    pub(crate) fn heap_bytes(&self) -> usize {
        let counts = size_of::<[usize; 2]>(); // an `Arc` has two
        let saved = size_of::<Saved>().saturating_add(size_of_val(&*self.saved.bytes));
        counts.saturating_add(saved).saturating_add(self.saved.right.len())
    }
    /// Whether that was all: exactly so many sections, with exactly such tables.
    pub(crate) fn is_used_up(&self) -> bool {
        let ends = self.sections.saturating_mul(size_of::<U64>()).saturating_add(size_of::<Head>());
        ends == self.saved.sums && self.chunks == self.saved.right.len() && self.table == self.saved.len()
    }
}

impl fmt::Debug for SavedSections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a saved index of {} bytes", self.saved.len())
    }
}

/// A table of an open index.
#[derive(Clone)]
pub(crate) struct SavedTable {
    saved: Arc<Saved>,
    /// Where it begins in the file, and how many bytes it has.
    start: usize,
    len: usize,
    /// The number of its first chunk.
    chunk: usize,
}

impl SavedTable {
    /// Its `i`th `T`; `None` where there is none, or it is damaged.
    pub(crate) fn get<T: Fixed>(&self, i: usize) -> Option<&T> {
        let start = i.checked_mul(size_of::<T>())?;
        self.right(start..start.checked_add(size_of::<T>())?).and_then(prefix_as_fixed)
    }
    /// All of it; `None` where any of it is damaged.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.right(0..self.len)
    }

    /// Some of its bytes, if all chunks that they lie in are right.
    fn right(&self, range: Range<usize>) -> Option<&[u8]> {
        let table = self.saved.get(self.start..self.start.checked_add(self.len)?)?;
        let mut chunks = range.start / CHUNK..range.end.div_ceil(CHUNK);
        let all_right = chunks.all(|i| match table.chunks(CHUNK).nth(i) {
            Some(chunk) => self.saved.is_right(self.chunk.saturating_add(i), chunk),
            None => false,
        });
        table.get(range).filter(|_| all_right)
    }
}
