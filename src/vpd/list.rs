//! [`Blocks`]: the bones or morphs of a pose, looked up and walked.
use super::block::{At, Block};
use super::line::Source;
use super::places::Places;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

/// The bones or morphs of a pose. `Copy`: pass it by value. Nothing is decoded until it is asked for.
///
/// Should another process change a mapped file meanwhile, blocks may be missing or odd, never out of bounds.
pub struct Blocks<'a, T> {
    pub(super) source: Source<'a>,
    pub(super) hybrid: bool,
    pub(super) places: &'a Places,
    pub(super) what: PhantomData<T>,
}

impl<T> Clone for Blocks<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Blocks<'_, T> {}

impl<'a, T> Blocks<'a, T> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.places.len()
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.places.len() == 0
    }
    /// The byte of the file at which the `i`th begins.
    pub fn offset(self, i: usize) -> Option<usize> {
        self.places.get(i)
    }
    pub(super) fn at(self, start: usize) -> At<'a> {
        At { source: self.source, hybrid: self.hybrid, start }
    }
}

impl<'a, T: Block<'a>> Blocks<'a, T> {
    /// The `i`th; `None` where there is none.
    pub fn get(self, i: usize) -> Option<T> {
        T::read(self.at(self.places.get(i)?))
    }
    /// The first.
    pub fn first(self) -> Option<T> {
        self.get(0)
    }
    /// The last.
    pub fn last(self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }
    /// Front to back, or back to front.
    pub fn iter(self) -> BlocksIter<'a, T> {
        BlocksIter { left: 0..self.len(), blocks: self }
    }
    /// The last of this name: where several have one name, programs let the last win.
    pub fn find(self, name: &str) -> Option<T> {
        self.iter().rev().find(|one| one.name() == *name)
    }
    /// All of this name, with their numbers.
    pub fn find_all(self, name: &str) -> impl Iterator<Item = (usize, T)> {
        self.iter().enumerate().filter(move |(_, one)| one.name() == *name)
    }
}

impl<'a, T: Block<'a>> IntoIterator for Blocks<'a, T> {
    type Item = T;
    type IntoIter = BlocksIter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
impl<T> fmt::Debug for Blocks<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<T>();
        let name = name.split('<').next().unwrap_or(name);
        write!(f, "[{} x {}]", self.len(), name.rsplit("::").next().unwrap_or(name))
    }
}

/// Walks the bones or morphs of a pose.
pub struct BlocksIter<'a, T> {
    blocks: Blocks<'a, T>,
    left: Range<usize>,
}

impl<'a, T: Block<'a>> Iterator for BlocksIter<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.blocks.get(self.left.next()?)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        self.blocks.get(self.left.nth(n)?)
    }
}
impl<'a, T: Block<'a>> DoubleEndedIterator for BlocksIter<'a, T> {
    fn next_back(&mut self) -> Option<T> {
        self.blocks.get(self.left.next_back()?)
    }
}
/// Exact, unless the mapped file is changed meanwhile: then fewer may come.
impl<'a, T: Block<'a>> ExactSizeIterator for BlocksIter<'a, T> {}
impl<T> Clone for BlocksIter<'_, T> {
    fn clone(&self) -> Self {
        BlocksIter { blocks: self.blocks, left: self.left.clone() }
    }
}
impl<T> fmt::Debug for BlocksIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlocksIter({} left)", self.left.len())
    }
}
