//! [`Blocks`]: the bones or morphs of a pose, looked up and walked.
use super::block::{At, Block};
use super::line::Source;
use core::fmt;
use core::marker::PhantomData;

/// The bones or morphs of a pose. `Copy`: pass it by value. Nothing is decoded until it is asked for.
///
/// Should another process change a mapped file meanwhile, blocks may be missing or odd, never out of bounds.
pub struct Blocks<'a, T> {
    pub(super) source: Source<'a>,
    pub(super) hybrid: bool,
    pub(super) starts: &'a [u64],
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
        self.starts.len()
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.starts.is_empty()
    }
    /// The byte of the file at which the `i`th begins.
    pub fn offset(self, i: usize) -> Option<usize> {
        self.starts.get(i).and_then(|&start| usize::try_from(start).ok())
    }
    pub(super) fn at(self, start: u64) -> At<'a> {
        At { source: self.source, hybrid: self.hybrid, start: usize::try_from(start).unwrap_or(usize::MAX) }
    }
}

impl<'a, T: Block<'a>> Blocks<'a, T> {
    /// The `i`th; `None` where there is none.
    pub fn get(self, i: usize) -> Option<T> {
        T::read(self.at(*self.starts.get(i)?))
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
        BlocksIter { blocks: self }
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
}

impl<'a, T: Block<'a>> Iterator for BlocksIter<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let (&start, rest) = self.blocks.starts.split_first()?;
        self.blocks.starts = rest;
        T::read(self.blocks.at(start))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.blocks.len(), Some(self.blocks.len()))
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        self.blocks.starts = self.blocks.starts.get(n..).unwrap_or(&[]);
        self.next()
    }
}
impl<'a, T: Block<'a>> DoubleEndedIterator for BlocksIter<'a, T> {
    fn next_back(&mut self) -> Option<T> {
        let (&start, rest) = self.blocks.starts.split_last()?;
        self.blocks.starts = rest;
        T::read(self.blocks.at(start))
    }
}
/// Exact, unless the mapped file is changed meanwhile: then fewer may come.
impl<'a, T: Block<'a>> ExactSizeIterator for BlocksIter<'a, T> {}
impl<T> Clone for BlocksIter<'_, T> {
    fn clone(&self) -> Self {
        BlocksIter { blocks: self.blocks }
    }
}
impl<T> fmt::Debug for BlocksIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlocksIter({} left)", self.blocks.len())
    }
}
