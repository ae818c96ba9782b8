//! The index of one section, and the pass that builds it.
//!
//! What is kept follows from what the declaration says of a record's size:
//!
//! | size of a record | kept | bytes |
//! |---|---|---|
//! | exact (face indices) | nothing | 0 |
//! | one byte decides (vertices) | a `Block` per 64 records | 0.375 per record |
//! | to be walked (all others) | the place of every 4th | 2 per record |
//! | to be walked, and perhaps tiny (textures) | the place of every 16th | 0.5 per record |
//!
//! The same can lie in a [saved index](crate::saved) instead of on the heap.
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, Fixed, as_bytes, as_fixed};
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Count, Field, exact};
use crate::lanes;
use crate::mode::Mode;
use crate::repair::{Repair, RepairCode, Repairs};
use crate::saved::{SavedSection, SavedSections, SavedTable};
use crate::size::Size;
use crate::vector::U64;
use core::fmt;
use core::ops::Range;
use std::sync::OnceLock;

/// Where the records of one section lie.
#[derive(Clone)]
pub struct Section {
    /// Whether the file holds the count.
    present: bool,
    start: usize,
    first: usize,
    end: usize,
    len: usize,
    declared: usize,
    places: Places,
    saved: Option<Box<SavedPlaces>>,
}

#[derive(Clone)]
enum Places {
    /// Every record has this size.
    Stride(usize),
    /// One byte says which of few sizes a record has.
    Blocks(Kinds, Vec<Block>),
    /// The place of every so manieth record is noted.
    Steps { every: usize, places: Vec<U64> },
}

/// Blocks or places that lie in a saved index: then those on the heap are none. They are looked for only where those are
/// not, and so cost nothing where they are.
#[derive(Clone)]
struct SavedPlaces {
    table: SavedTable,
    /// The section as a scan finds it, should the table be damaged.
    scanned: OnceLock<Box<Section>>,
}

impl SavedPlaces {
    /// The table, unless it is known to be damaged.
    fn table(&self) -> Option<&SavedTable> {
        self.scanned.get().is_none().then_some(&self.table)
    }
}

/// The pass over a file, under way: its mode, and what it has let pass.
#[derive(Debug, Default)]
pub(crate) struct Pass {
    pub(crate) mode: Mode,
    pub(crate) repairs: Repairs,
}

impl Pass {
    /// What follows the last section is kept, but not strictly right.
    pub(crate) fn end(&mut self, cur: &Cursor<'_>) -> Result<()> {
        match cur.remaining() {
            0 => Ok(()),
            left => {
                let kind = ErrorKind::TrailingBytes(left as u64);
                self.allow(Error::new(kind, cur.position()).in_section("end", None))
            }
        }
    }
    /// Notes what is let pass; refuses what is not.
    pub(crate) fn allow(&mut self, error: Error) -> Result<()> {
        match RepairCode::of(error.kind()) {
            Some(code) if self.mode != Mode::Strict => {
                self.repairs.push(Repair::new(code, error));
                Ok(())
            }
            _ => Err(error),
        }
    }
}

/// Where one section lies in the file, and how much it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionSpan {
    /// As every output spells it.
    pub name: &'static str,
    /// Records that can be read; `None` for what has none (header, model info), and for a section that the file does
    /// not hold.
    pub len: Option<usize>,
    /// The count as the file states it: larger than `len` where the file was cut.
    pub declared: Option<usize>,
    /// Its bytes, count and all.
    pub range: Range<usize>,
}

impl SectionSpan {
    /// Of a part without records.
    pub(crate) fn head(name: &'static str, range: Range<usize>) -> Self {
        SectionSpan { name, len: None, declared: None, range }
    }
    pub(crate) fn of(name: &'static str, section: &Section) -> Self {
        SectionSpan {
            name,
            len: section.is_present().then(|| section.len()),
            declared: section.is_present().then(|| section.declared()),
            range: section.range(),
        }
    }
}

impl Section {
    /// A section that the file does not hold.
    pub(crate) fn absent(at: usize) -> Self {
        let places = Places::Stride(0);
        Section { present: false, start: at, first: at, end: at, len: 0, declared: 0, places, saved: None }
    }

    /// Steps over one section. On failure it holds the whole records before the place that failed, and `outer` stands
    /// at that place.
    pub(crate) fn scan<'a, T: Field<'a>, C: Count>(
        name: &'static str,
        outer: &mut Cursor<'a>,
        pass: &mut Pass,
    ) -> (Self, Result<()>) {
        let mut section = Section { present: true, ..Section::absent(outer.position()) };
        let mut cur = *outer; // a local one stays in registers
        let result = section.walk::<T, C>(name, &mut cur, pass);
        if result.is_err() && section.len == 0 {
            // Without a whole record its count is behind the cut.
            cur = *outer;
            section = Section::absent(outer.position());
        }
        section.end = cur.position();
        *outer = cur;
        (section, result)
    }

    #[inline(always)]
    fn walk<'a, T: Field<'a>, C: Count>(
        &mut self,
        name: &'static str,
        cur: &mut Cursor<'a>,
        pass: &mut Pass,
    ) -> Result<()> {
        let size = T::size(&cur.globals);
        let least = size.least();
        let at = cur.position();
        self.declared = declared::<C>(cur).map_err(|e| e.in_section(name, None))?;
        self.first = cur.position();
        // Never more than can be there: nothing is allocated by the count alone.
        let room = cur.remaining().checked_div(least).unwrap_or(0);
        let missing = (self.declared > room).then(|| cur.too_many(self.declared, least, at).in_section(name, None));
        match missing {
            Some(ref e) if pass.mode != Mode::Salvage || !e.is_cut() => return Err(e.clone()),
            _ => {}
        }
        let len = self.declared.min(room);
        match size {
            Size::Exactly(size) => {
                cur.skip(size.saturating_mul(len));
                self.places = Places::Stride(size);
                self.len = len;
            }
            Size::ByTag(tag) => {
                let kinds = Kinds::new(tag);
                let (blocks, end) = lanes::scan(&kinds, cur.data(), self.first, len, T::resembles());
                // Where it failed, it did so in the last block: walk up to there.
                let (whole, place) = match (end, blocks.split_last()) {
                    (Some(end), _) => (len, end),
                    (None, Some((last, before))) => (before.len().saturating_mul(Block::LEN), last.place()),
                    (None, None) => (0, self.first),
                };
                self.len = whole;
                self.places = Places::Blocks(kinds, blocks);
                *cur = cur.moved_to(place);
                self.rest::<T>(name, cur, len, pass)?;
            }
            Size::AtLeast(least) => {
                let every = Section::every(least);
                let mut places = Vec::with_capacity(len.div_ceil(every));
                let result = self.steps::<T>(name, cur, len, pass, |i, place| {
                    if i.checked_rem(every) == Some(0) {
                        places.push(U64::new(place as u64));
                    }
                });
                self.places = Places::Steps { every, places };
                result?;
            }
        }
        match missing {
            None => Ok(()),
            // The record that is not whole says where the file was cut.
            Some(e) => self.rest::<T>(name, cur, len.saturating_add(1), pass).and(Err(e)),
        }
    }

    /// Of records that have at least so many bytes the place of every so manieth is noted: of what may be tiny more rarely,
    /// so that no index outgrows its file.
    fn every(least: usize) -> usize {
        if least < 8 { 16 } else { 4 }
    }

    /// The section as a saved index says it is; `None` where it cannot be so. `outer` ends behind it.
    pub(crate) fn saved<'a, T: Field<'a>, C: Count>(outer: &mut Cursor<'a>, index: &mut SavedSections) -> Option<Self> {
        let size = T::size(&outer.globals);
        let mut cur = *outer;
        let len = declared::<C>(&mut cur).ok()?;
        let (start, first, end) = (outer.position(), cur.position(), index.end()?);
        let bytes = cur.data().get(first..end)?.len();
        if len > bytes.checked_div(size.least()).unwrap_or(0) {
            return None; // more than can be there
        }
        let (places, table) = match size {
            Size::Exactly(size) if bytes != size.saturating_mul(len) => return None,
            Size::Exactly(size) => (Places::Stride(size), None),
            Size::ByTag(tag) => {
                let table = index.table::<Block>(len.div_ceil(Block::LEN))?;
                (Places::Blocks(Kinds::new(tag), Vec::new()), Some(table))
            }
            Size::AtLeast(least) => {
                let every = Section::every(least);
                (Places::Steps { every, places: Vec::new() }, Some(index.table::<U64>(len.div_ceil(every))?))
            }
        };
        *outer = cur.moved_to(end);
        let saved = table.map(|table| Box::new(SavedPlaces { table, scanned: OnceLock::new() }));
        Some(Section { present: true, start, first, end, len, declared: len, places, saved })
    }

    /// What a saved index has to say of it.
    pub(crate) fn to_save<'a, T: Field<'a>>(&self, cur: Cursor<'a>) -> SavedSection<'_> {
        let table = match (&self.saved, &self.places) {
            (Some(_), _) => self.saved_table::<T>(cur),
            (None, Places::Stride(_)) => &[],
            (None, Places::Blocks(_, blocks)) => as_bytes(blocks),
            (None, Places::Steps { places, .. }) => as_bytes(places),
        };
        SavedSection { end: self.end, table }
    }

    /// Steps from record `self.len` up to record `len`, telling where each begins.
    #[inline(always)]
    fn steps<'a, T: Field<'a>>(
        &mut self,
        name: &'static str,
        cur: &mut Cursor<'a>,
        len: usize,
        pass: &mut Pass,
        mut note: impl FnMut(usize, usize),
    ) -> Result<()> {
        while self.len < len {
            note(self.len, cur.position());
            if let Err(skipped) = skip::<T>(cur) {
                if !one_more::<T>(cur, &skipped, pass) {
                    let e = exact::<T>(*cur, skipped);
                    mend::<T>(cur, e, pass, |e| e.in_section(name, Some(self.len)))?;
                }
            }
            self.len = self.len.saturating_add(1);
        }
        Ok(())
    }

    /// Steps up to a record that fails, to say what broke.
    #[cold]
    #[inline(never)]
    fn rest<'a, T: Field<'a>>(
        &mut self,
        name: &'static str,
        cur: &mut Cursor<'a>,
        len: usize,
        pass: &mut Pass,
    ) -> Result<()> {
        self.steps::<T>(name, cur, len, pass, |_, _| {})
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.len
    }
    /// The count that the file states: more than [`len`](Section::len) where the file was cut.
    pub fn declared(&self) -> usize {
        self.declared
    }
    /// Whether the file holds this section at all.
    pub fn is_present(&self) -> bool {
        self.present
    }
    /// Its bytes, count and all; empty where the file has no such section.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
    /// Where the first record begins.
    pub(crate) fn first(&self) -> usize {
        self.first
    }
    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        let built = match &self.places {
            Places::Stride(_) => 0,
            Places::Blocks(_, blocks) => blocks.capacity().saturating_mul(size_of::<Block>()),
            Places::Steps { places, .. } => places.capacity().saturating_mul(size_of::<U64>()),
        };
        let saved = |saved: &SavedPlaces| {
            size_of::<SavedPlaces>().saturating_add(saved.scanned.get().map_or(0, |section| section.heap_bytes()))
        };
        built.saturating_add(self.saved.as_deref().map_or(0, saved))
    }
    /// All blocks, where the section is kept in blocks.
    #[inline(always)]
    pub(crate) fn blocks<'a, T: Field<'a>>(&self, cur: Cursor<'a>) -> Option<(&Kinds, &[Block])> {
        match &self.places {
            Places::Blocks(kinds, blocks) if blocks.is_empty() => Some((kinds, as_fixed(self.saved_table::<T>(cur)))),
            Places::Blocks(kinds, blocks) => Some((kinds, blocks)),
            _ => None,
        }
    }
    /// The block of record `i`.
    #[inline(always)]
    pub(crate) fn block<'a, T: Field<'a>>(&self, cur: Cursor<'a>, i: usize) -> Option<(&Kinds, &Block)> {
        let Places::Blocks(kinds, blocks) = &self.places else { return None };
        let at = i / Block::LEN;
        Some((kinds, blocks.get(at).or_else(|| self.saved_entry::<T, _>(cur, at))?))
    }

    /// The same cursor, at record `i`.
    #[inline(always)]
    pub(crate) fn seek<'a, T: Field<'a>>(&self, cur: Cursor<'a>, i: usize) -> Option<Cursor<'a>> {
        if i >= self.len {
            return None;
        }
        match &self.places {
            Places::Stride(size) => Some(cur.moved_to(self.first.saturating_add(size.saturating_mul(i)))),
            Places::Blocks(kinds, blocks) => {
                let at = i / Block::LEN;
                let block = blocks.get(at).or_else(|| self.saved_entry::<T, _>(cur, at))?;
                Some(cur.moved_to(kinds.place(block, i % Block::LEN)))
            }
            Places::Steps { every, places } => {
                let at = i.checked_div(*every)?;
                let place = places.get(at).or_else(|| self.saved_entry::<T, _>(cur, at))?;
                let mut cur = cur.moved_to(usize::try_from(place.get()).ok()?);
                (0..i.checked_rem(*every)?).try_for_each(|_| T::skip(&mut cur)).ok()?;
                Some(cur)
            }
        }
    }

    /// A block or place, if it lies in a saved index.
    #[cold]
    #[inline(never)]
    fn saved_entry<'a, T: Field<'a>, E: Fixed>(&self, cur: Cursor<'a>, at: usize) -> Option<&E> {
        let saved = self.saved.as_ref()?;
        saved.table().and_then(|table| table.get(at)).or_else(|| as_fixed(self.scanned::<T>(saved, cur)).get(at))
    }
    /// All blocks or places, if they lie in a saved index.
    #[cold]
    #[inline(never)]
    fn saved_table<'a, T: Field<'a>>(&self, cur: Cursor<'a>) -> &[u8] {
        let Some(saved) = &self.saved else { return &[] };
        saved.table().and_then(SavedTable::bytes).unwrap_or_else(|| self.scanned::<T>(saved, cur))
    }
    /// What the saved table should be. It is damaged, so the section is scanned after all, once.
    fn scanned<'s, 'a, T: Field<'a>>(&self, saved: &'s SavedPlaces, cur: Cursor<'a>) -> &'s [u8] {
        let scan = || {
            let mut pass = Pass { mode: Mode::Salvage, repairs: Repairs::default() };
            Box::new(Section::scan::<T, i32>("", &mut cur.moved_to(self.start), &mut pass).0)
        };
        saved.scanned.get_or_init(scan).to_save::<T>(cur).table
    }
}

/// How many records and where, not the thousands of places.
impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.present {
            true => write!(f, "{} records in bytes {:?}", self.len, self.range()),
            false => f.write_str("absent"),
        }
    }
}

/// The count that opens a section. Half a count is never a cut, a missing one is.
pub(crate) fn declared<C: Count>(cur: &mut Cursor<'_>) -> Result<usize> {
    if cur.remaining() == 0 {
        return Err(Error::cut(ErrorKind::MissingSection, cur.position()));
    }
    C::read_count(cur).map_err(Error::uncut)
}

/// Steps over one record, which has to end inside the file; else stays. A skip that fails is read again, field by
/// field, to say what broke: exact errors cost nothing as long as all is well.
#[inline(always)]
pub(crate) fn step<'a, T: Field<'a>>(cur: &mut Cursor<'a>) -> Result<()> {
    skip::<T>(cur).map_err(|skipped| exact::<T>(*cur, skipped))
}
#[inline(always)]
fn skip<'a, T: Field<'a>>(cur: &mut Cursor<'a>) -> Result<()> {
    let start = cur.position();
    T::skip(cur).and_then(|()| cur.check()).inspect_err(|_| *cur = cur.moved_to(start))
}

/// Steps over a record in which only one kind of thing has to be let pass, of which there were so many that no more are
/// listed: then nothing need be found out about it. Otherwise stays.
#[cold]
#[inline(never)]
fn one_more<'a, T: Field<'a>>(cur: &mut Cursor<'a>, skipped: &Error, pass: &mut Pass) -> bool {
    let Some(code) = RepairCode::of(skipped.kind()) else { return false };
    if pass.mode == Mode::Strict || pass.repairs.keeps(code) {
        return false;
    }
    let behind = |e: &Error| usize::try_from(e.offset()).unwrap_or(usize::MAX).saturating_add(1);
    let (mut found, mut again) = (1usize, cur.tolerant_below(behind(skipped)));
    loop {
        match skip::<T>(&mut again) {
            Ok(()) => break,
            Err(e) if RepairCode::of(e.kind()) != Some(code) => return false,
            Err(e) => (found, again) = (found.saturating_add(1), cur.tolerant_below(behind(&e))),
        }
    }
    *cur = cur.moved_to(again.position());
    (0..found).for_each(|_| pass.repairs.count_one(code));
    true
}

/// Tries a record that strict reading refused again, each time a little more tolerant; the repairs are the errors that
/// strict reading would have given. The cursor ends behind the record, or stays where it is.
#[cold]
#[inline(never)]
pub(crate) fn mend<'a, T: Field<'a>>(
    cur: &mut Cursor<'a>,
    mut refused: Error,
    pass: &mut Pass,
    place: impl Fn(Error) -> Error,
) -> Result<()> {
    let mut mended = Vec::new(); // counts only if the record as a whole can be read
    loop {
        let code = match RepairCode::of(refused.kind()) {
            Some(code) if pass.mode != Mode::Strict => code,
            _ => return Err(place(refused)),
        };
        let beyond = usize::try_from(refused.offset()).unwrap_or(usize::MAX).saturating_add(1);
        mended.push(Repair::new(code, place(refused)));
        let mut again = cur.tolerant_below(beyond);
        match step::<T>(&mut again) {
            Ok(()) => {
                mended.into_iter().for_each(|repair| pass.repairs.push(repair));
                *cur = cur.moved_to(again.position());
                return Ok(());
            }
            Err(next) => refused = next,
        }
    }
}
