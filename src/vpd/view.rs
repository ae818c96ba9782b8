//! [`Vpd`]: the pose, seen in place.
use super::block::{Bone, Morph};
use super::line::Source;
use super::list::Blocks;
use super::places::Places;
use super::scan::{Flavour, VpdIndex};
use crate::globals::Encoding;
use crate::text::Text;
use core::fmt;
use core::marker::PhantomData;

impl VpdIndex {
    /// The pose: this index over the bytes that were scanned.
    ///
    /// Over other bytes the views show nonsense or nothing, but stay within the slice.
    pub fn view<'a>(&'a self, data: &'a [u8]) -> Vpd<'a> {
        Vpd { data, index: self }
    }
}

/// A pose, seen in place. `Copy`, three words wide: pass it by value.
#[derive(Clone, Copy)]
pub struct Vpd<'a> {
    pub(super) data: &'a [u8],
    pub(super) index: &'a VpdIndex,
}

impl<'a> Vpd<'a> {
    /// The file name of the model that the pose was made with, `miku.osm` as a rule. No program applies a pose by it.
    pub fn model_name(self) -> Text<'a> {
        Text::of(self.data.get(self.index.model.clone()).unwrap_or(&[]), self.index.encoding)
    }
    /// How many bones the file says that it holds; `None` where it does not say it.
    pub fn declared_bones(self) -> Option<u32> {
        self.index.declared
    }
    /// The bones.
    pub fn bones(self) -> Blocks<'a, Bone<'a>> {
        self.blocks(&self.index.bones)
    }
    /// The morphs.
    pub fn morphs(self) -> Blocks<'a, Morph<'a>> {
        self.blocks(&self.index.morphs)
    }
    /// Blocks that are neither bones nor morphs, each as it stands in the file.
    pub fn unknown_blocks(self) -> impl ExactSizeIterator<Item = Text<'a>> {
        let source = self.source();
        self.index.unknown.iter(source).map(move |block| Text::of(source.get(block.start, block.end), source.encoding))
    }
    /// Which layout the file has.
    pub fn flavour(self) -> Flavour {
        self.index.flavour
    }
    /// The encoding of its names.
    pub fn encoding(self) -> Encoding {
        self.index.encoding
    }
    /// The index behind this view.
    pub fn index(self) -> &'a VpdIndex {
        self.index
    }
    /// The whole file.
    pub fn bytes(self) -> &'a [u8] {
        self.data
    }
    /// What follows the pose: what fills up the end of a text (NUL, Ctrl-Z), or anything behind the last bone of a
    /// hybrid file. It is written back.
    pub fn trailing(self) -> &'a [u8] {
        if self.index.cut { &[] } else { self.behind() }
    }
    /// What lies behind the place where a [salvaged](crate::Mode::Salvage) file was cut: half a block, as a rule. It is
    /// written back. Empty for a whole file.
    pub fn behind_cut(self) -> &'a [u8] {
        if self.index.cut { self.behind() } else { &[] }
    }
    fn behind(self) -> &'a [u8] {
        self.data.get(self.index.end..).unwrap_or(&[])
    }

    pub(super) fn source(self) -> Source<'a> {
        Source { data: self.data.get(..self.index.end).unwrap_or(self.data), encoding: self.index.encoding }
    }
    fn blocks<T>(self, places: &'a Places) -> Blocks<'a, T> {
        Blocks { source: self.source(), hybrid: self.index.flavour == Flavour::Hybrid, places, what: PhantomData }
    }
}

impl fmt::Debug for Vpd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vpd")
            .field("flavour", &self.flavour())
            .field("model_name", &self.model_name())
            .field("bones", &self.bones())
            .field("morphs", &self.morphs())
            .finish()
    }
}
