//! [`Many`]: a count inside a record, then so many of one thing.
use crate::bytes::{Cursor, Misfit, Sink};
use crate::error::Result;
use crate::field::{Count, Field, exact};
use crate::globals::Globals;
use crate::size::Size;
use crate::visit::{Visit, Visitor};
use core::fmt;
use core::marker::PhantomData;

/// A counted list inside a record, decoded item by item when asked. Items of one size are found without walking. `C` is
/// how they are counted: models do so by `i32`, motions by `u32`.
///
/// `Debug` shows the first few items.
pub struct Many<'a, T, C = i32> {
    len: usize,
    items: Items<'a, T>,
    count: PhantomData<C>,
}

/// Where the items are.
enum Items<'a, T> {
    /// In the file: the cursor stands at the first; where they end.
    File(Cursor<'a>, usize, PhantomData<T>),
    /// In memory.
    Slice(&'a [T]),
}

impl<'a, T: Field<'a> + Copy> Many<'a, T> {
    /// A list of one's own.
    pub const fn new(items: &'a [T]) -> Self {
        Many::of(items)
    }
}

impl<'a, T: Field<'a> + Copy, C: Count> Many<'a, T, C> {
    /// A list of one's own, whatever it is counted by.
    pub const fn of(items: &'a [T]) -> Self {
        Many { len: items.len(), items: Items::Slice(items), count: PhantomData }
    }
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The `i`th item. Found at once where all items have one size, else by stepping over those before it.
    pub fn get(&self, i: usize) -> Option<T> {
        let mut iter = self.iter();
        iter.nth(i)
    }
    /// All items, front to back.
    pub fn iter(&self) -> ManyIter<'a, T> {
        ManyIter { left: self.len, items: self.items }
    }
    /// The items as the file holds them, without the count; empty for a list of one's own.
    pub fn bytes(&self) -> &'a [u8] {
        match self.items {
            Items::File(start, end, _) => start.data().get(start.position()..end).unwrap_or(&[]),
            Items::Slice(_) => &[],
        }
    }

    /// The count, checked against what is left.
    #[inline(always)]
    fn count(cur: &mut Cursor<'a>) -> Result<usize> {
        let at = cur.position();
        let len = C::read_count(cur)?;
        let least = T::size(&cur.globals).least();
        match least.checked_mul(len) {
            Some(n) if n <= cur.remaining() => Ok(len),
            _ => Err(cur.too_many(len, least, at)),
        }
    }

    #[inline(always)]
    fn walk(cur: &mut Cursor<'a>, len: usize) -> Result<()> {
        if let Size::Exactly(size) = T::size(&cur.globals) {
            cur.skip(size.saturating_mul(len));
            return Ok(());
        }
        for i in 0..len {
            let start = *cur;
            T::skip(cur).and_then(|()| cur.check()).map_err(|skipped| exact::<T>(start, skipped).in_item(i))?;
        }
        Ok(())
    }
}

impl<'a, T: Field<'a> + Copy, C: Count> Field<'a> for Many<'a, T, C> {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        let len = Self::count(cur)?;
        let start = *cur;
        Self::walk(cur, len)?;
        cur.check()?;
        Ok(Many { len, items: Items::File(start, cur.position(), PhantomData), count: PhantomData })
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        let len = Self::count(cur)?;
        Self::walk(cur, len)
    }
    #[inline(always)]
    fn size(_: &Globals) -> Size {
        Size::AtLeast(4)
    }
    #[inline]
    fn write(&self, out: &mut Sink) {
        C::write_count(self.len, out);
        out.at_hand(|out| match self.items {
            Items::File(mut cur, ..) => {
                if (0..self.len).try_for_each(|_| T::carry(&mut cur, out)).is_err() {
                    out.refuse(Misfit::Changed); // they were walked once already
                }
            }
            Items::Slice(items) => items.iter().for_each(|item| item.write(out)),
        });
    }
}

/// Walks a [`Many`].
pub struct ManyIter<'a, T> {
    left: usize,
    items: Items<'a, T>,
}

impl<'a, T: Field<'a> + Copy> Iterator for ManyIter<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.items {
            Items::File(cur, ..) => T::read(cur).ok(),
            Items::Slice(items) => {
                let (first, rest) = items.split_first()?;
                *items = rest;
                Some(*first)
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        let n = n.min(self.left);
        self.left = self.left.saturating_sub(n);
        match &mut self.items {
            Items::File(cur, ..) => match T::size(&cur.globals) {
                Size::Exactly(size) => cur.skip(size.saturating_mul(n)),
                _ if self.left == 0 => {}
                _ => (0..n).try_for_each(|_| T::skip(cur)).ok()?,
            },
            Items::Slice(items) => *items = items.get(n..)?,
        }
        self.next()
    }
    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        let mut all = init;
        match self.items {
            Items::File(mut cur, ..) => {
                // A local cursor stays in registers.
                for _ in 0..self.left {
                    match T::read(&mut cur) {
                        Ok(item) => all = f(all, item),
                        Err(_) => break,
                    }
                }
                all
            }
            Items::Slice(items) => items.iter().take(self.left).fold(all, |all, item| f(all, *item)),
        }
    }
}
/// Exact, unless the mapped file is changed meanwhile: then fewer may come.
impl<'a, T: Field<'a> + Copy> ExactSizeIterator for ManyIter<'a, T> {}

impl<'a, T: Field<'a> + Copy, C: Count> IntoIterator for Many<'a, T, C> {
    type Item = T;
    type IntoIter = ManyIter<'a, T>;
    fn into_iter(self) -> ManyIter<'a, T> {
        self.iter()
    }
}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Items<'_, T> {}
impl<T, C> Clone for Many<'_, T, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, C> Copy for Many<'_, T, C> {}
impl<T> Clone for ManyIter<'_, T> {
    fn clone(&self) -> Self {
        ManyIter { left: self.left, items: self.items }
    }
}

/// Equal where all items are.
impl<'a, T: Field<'a> + Copy + PartialEq, C: Count> PartialEq for Many<'a, T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<'a, T: Field<'a> + Copy + fmt::Debug, C: Count> fmt::Debug for Many<'a, T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Items shown before the rest is only counted.
        const SHOWN: usize = 4;
        let mut list = f.debug_list();
        list.entries(self.iter().take(SHOWN));
        match self.len.saturating_sub(SHOWN) {
            0 => list.finish(),
            more => list.entry(&format_args!("… {more} more")).finish(),
        }
    }
}
impl<T> fmt::Debug for ManyIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ManyIter({} left)", self.left)
    }
}

impl<'a, T: Field<'a> + Copy, C: Count> Visit for Many<'a, T, C> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_list(self.len);
        self.iter().for_each(|item| item.visit(visitor));
        visitor.end_list();
    }
}
