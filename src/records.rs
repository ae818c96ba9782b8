//! [`Records`]: the records of one section, looked up and walked.
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, Misfit};
use crate::field::Field;
use crate::name::Named;
use crate::section::Section;
use crate::write::{WriteError, Writer};
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

/// The records of one section, or a range of them. `Copy`: pass it by value. Nothing is decoded until it is asked for.
///
/// Should another process change a mapped file meanwhile, records may be missing or odd, never out of bounds.
pub struct Records<'a, T> {
    /// At no particular place.
    start: Cursor<'a>,
    section: &'a Section,
    /// The first of the range, and the one after the last.
    from: usize,
    to: usize,
    what: PhantomData<T>,
}

impl<T> Clone for Records<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Records<'_, T> {}

/// A range within a range: what lies outside is left out.
pub(crate) fn within(from: usize, to: usize, range: impl RangeBounds<usize>) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(&n) => n,
        Bound::Excluded(&n) => n.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&n) => n.saturating_add(1),
        Bound::Excluded(&n) => n,
        Bound::Unbounded => usize::MAX,
    };
    let end = from.saturating_add(end).min(to);
    (from.saturating_add(start).min(end), end)
}

impl<'a, T> Records<'a, T> {
    pub(crate) fn new(start: Cursor<'a>, section: &'a Section) -> Self {
        Records { start, section, from: 0, to: section.len(), what: PhantomData }
    }
    /// How many there are.
    pub fn len(self) -> usize {
        self.to.saturating_sub(self.from)
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// Those from `a` up to `b` only; what lies outside is left out, as an empty range is.
    pub fn range(self, range: impl RangeBounds<usize>) -> Self {
        let (from, to) = within(self.from, self.to, range);
        Records { from, to, ..self }
    }

    pub(crate) fn cursor(self) -> Cursor<'a> {
        self.start
    }
    pub(crate) fn section(self) -> &'a Section {
        self.section
    }
    /// The number in the section of this range's `i`th record.
    #[inline(always)]
    pub(crate) fn number(self, i: usize) -> Option<usize> {
        self.from.checked_add(i).filter(|&i| i < self.to)
    }
}

impl<'a, T: Field<'a>> Records<'a, T> {
    /// At the range's `i`th record.
    #[inline(always)]
    pub(crate) fn seek(self, i: usize) -> Option<Cursor<'a>> {
        self.section.seek::<T>(self.start, self.number(i)?)
    }
    /// The blocks of the whole section, where it is kept in blocks.
    #[inline(always)]
    pub(crate) fn blocks(self) -> Option<(&'a Kinds, &'a [Block])> {
        self.section.blocks::<T>(self.start)
    }
    /// The block of the section's record of this number.
    #[inline(always)]
    pub(crate) fn block(self, number: usize) -> Option<(&'a Kinds, &'a Block)> {
        self.section.block::<T>(self.start, number)
    }
    /// The byte of the file at which the `i`th record begins.
    pub fn offset(self, i: usize) -> Option<usize> {
        Some(self.seek(i)?.position())
    }
    /// The `i`th record; `None` where there is none.
    #[inline]
    pub fn get(self, i: usize) -> Option<T> {
        T::read(&mut self.seek(i)?).ok()
    }
    /// The first.
    pub fn first(self) -> Option<T> {
        self.get(0)
    }
    /// The last.
    pub fn last(self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }
    /// Front to back, without looking places up; from the back at the price of [`get`](Records::get).
    #[inline]
    pub fn iter(self) -> Iter<'a, T> {
        let cur = self.seek(0).unwrap_or(self.start);
        Iter { cur, records: self }
    }
}

impl<'a, T: Field<'a>> Records<'a, T> {
    /// Decodes and encodes them all.
    pub(crate) fn write(self, section: &'static str, writer: &mut Writer<'_>) -> Result<(), WriteError> {
        /// Between two looks at whether all went well.
        const BATCH: usize = 1024;
        // Each batch where the one before it ended: should a forged index lead all of them to one place, a little file
        // would become a huge one.
        let mut next = self.seek(0);
        for from in (0..self.len()).step_by(BATCH) {
            let batch = self.range(from..from.saturating_add(BATCH));
            writer.put_all(section, batch.from, |out| {
                next = next.and_then(|cur| T::carry_all(cur, batch.len(), out).ok());
                if next.is_none() {
                    out.refuse(Misfit::Changed);
                }
            })?;
        }
        match next {
            // What follows would be written from where it was: bytes would come twice, or not at all.
            Some(cur) if !self.is_end(&cur) => Err(WriteError::Misfit { section, record: None, what: Misfit::Changed }),
            _ => Ok(()),
        }
    }
    /// Whether the section ends there, where all of its records have been walked.
    fn is_end(self, cur: &Cursor<'a>) -> bool {
        self.to < self.section.len() || cur.position() == self.section.range().end
    }
}

impl<'a, T: Field<'a> + Named<'a>> Records<'a, T> {
    /// The first of this local name. Compares in the file's encoding, allocates nothing.
    pub fn find(self, name: &str) -> Option<T> {
        self.iter().find(|one| one.name().local == *name)
    }
    /// The number of the first of this local name.
    pub fn position(self, name: &str) -> Option<usize> {
        self.iter().position(|one| one.name().local == *name)
    }
    /// All of this local name, with their numbers: names need not be unique.
    pub fn find_all(self, name: &str) -> impl Iterator<Item = (usize, T)> {
        self.iter().enumerate().filter(move |(_, one)| one.name().local == *name)
    }
}

impl<'a, T: Field<'a>> IntoIterator for Records<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<T> fmt::Debug for Records<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<T>();
        let name = name.split('<').next().unwrap_or(name);
        write!(f, "[{} x {}]", self.len(), name.rsplit("::").next().unwrap_or(name))
    }
}

/// Walks the records of a section.
pub struct Iter<'a, T> {
    /// At the first of those left.
    cur: Cursor<'a>,
    /// Those left.
    records: Records<'a, T>,
}

impl<'a, T: Field<'a>> Iter<'a, T> {
    /// Whether all came, and ended where the section does: else the file is not what it was when it was opened.
    pub(crate) fn is_done(&self) -> bool {
        self.records.is_empty() && (self.records.section.len() == 0 || self.records.is_end(&self.cur))
    }
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { cur: self.cur, records: self.records }
    }
}
impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iter({:?} left)", self.records)
    }
}

impl<'a, T: Field<'a>> Iterator for Iter<'a, T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.records.from >= self.records.to {
            return None;
        }
        let mut cur = self.cur; // a local one stays in registers
        let one = T::read(&mut cur).ok()?;
        self.cur = cur;
        self.records.from = self.records.from.saturating_add(1);
        Some(one)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.records.len(), Some(self.records.len()))
    }
    fn count(self) -> usize {
        self.records.len()
    }
    fn last(self) -> Option<T> {
        self.records.last()
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        *self = self.records.range(n..).iter();
        self.next()
    }
    #[inline(always)]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        let (mut cur, mut all) = (self.cur, init);
        for _ in self.records.from..self.records.to {
            match T::read(&mut cur) {
                Ok(one) => all = f(all, one),
                Err(_) => break,
            }
        }
        all
    }
}
impl<'a, T: Field<'a>> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<T> {
        let last = self.records.last()?;
        self.records.to = self.records.to.saturating_sub(1);
        Some(last)
    }
    fn nth_back(&mut self, n: usize) -> Option<T> {
        self.records.to = self.records.to.saturating_sub(n).max(self.records.from);
        self.next_back()
    }
}
/// Exact, unless the mapped file is changed meanwhile: then fewer may come.
impl<'a, T: Field<'a>> ExactSizeIterator for Iter<'a, T> {}
impl<'a, T: Field<'a>> core::iter::FusedIterator for Iter<'a, T> {}
