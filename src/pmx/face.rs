//! Faces: vertex indices, three to a triangle.
//!
//! The count that opens the section is of **indices**, not of triangles. All have the width that the header says,
//! unsigned: the bytes can go to a graphics card as they are, where it takes that width. The winding is that of a
//! left-handed renderer (clockwise is the front).
use super::downgrade::Downgrade;
use crate::bytes::as_fixed;
use crate::globals::Width;
use crate::index::VertexIndex;
use crate::records::Records;
use crate::vector::{U16, U32};

impl Downgrade for VertexIndex {}

/// Vertex indices as the file stores them.
#[derive(Clone, Copy, Debug)]
pub enum Indices<'a> {
    /// One byte each.
    U8(&'a [u8]),
    /// Two bytes each, low byte first, at any address.
    U16(&'a [U16]),
    /// Four bytes each, low byte first, at any address.
    U32(&'a [U32]),
}

impl<'a> Indices<'a> {
    /// Bytes as indices of this width.
    pub(crate) fn of(bytes: &'a [u8], width: Width) -> Self {
        match width {
            Width::One => Indices::U8(bytes),
            Width::Two => Indices::U16(as_fixed(bytes)),
            Width::Four => Indices::U32(as_fixed(bytes)),
        }
    }
    /// How many there are.
    pub const fn len(self) -> usize {
        match self {
            Indices::U8(all) => all.len(),
            Indices::U16(all) => all.len(),
            Indices::U32(all) => all.len(),
        }
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// One by one, widened.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator + use<'a> {
        (0..self.len()).map(move |i| self.get(i).unwrap_or(0))
    }
    /// One of them, widened.
    #[inline(always)]
    pub fn get(self, i: usize) -> Option<u32> {
        match self {
            Indices::U8(all) => all.get(i).map(|&n| n.into()),
            Indices::U16(all) => all.get(i).map(|n| n.get().into()),
            Indices::U32(all) => all.get(i).map(|n| n.get()),
        }
    }
    /// Widens as many as fit into `out`; says how many that were.
    pub fn fill(self, out: &mut [u32]) -> usize {
        match self {
            Indices::U8(from) => out.iter_mut().zip(from).map(|(to, &from)| *to = from.into()).count(),
            Indices::U16(from) => out.iter_mut().zip(from).map(|(to, from)| *to = from.get().into()).count(),
            Indices::U32(from) => out.iter_mut().zip(from).map(|(to, from)| *to = from.get()).count(),
        }
    }
}

impl<'a> Records<'a, VertexIndex> {
    /// The indices as raw bytes: for a graphics card that takes their width.
    pub fn bytes(self) -> &'a [u8] {
        let cursor = self.cursor();
        let width = cursor.globals.vertex.bytes();
        let start = self.seek(0).map_or(cursor.data().len(), |first| first.position());
        let end = start.saturating_add(width.saturating_mul(self.len()));
        cursor.data().get(start..end).unwrap_or(&[])
    }
    /// The indices as the file stores them.
    pub fn as_stored(self) -> Indices<'a> {
        Indices::of(self.bytes(), self.cursor().globals.vertex)
    }
    /// The indices widened, one by one.
    pub fn widened(self) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator + use<'a> {
        self.as_stored().iter()
    }
    /// Three by three; one or two left over at the end make no triangle.
    pub fn triangles(self) -> impl ExactSizeIterator<Item = [u32; 3]> + use<'a> {
        let all = self.as_stored();
        let corner = move |i: usize| all.get(i).unwrap_or(0);
        (0..all.len() / 3).map(move |i| {
            let first = i.saturating_mul(3);
            [corner(first), corner(first.saturating_add(1)), corner(first.saturating_add(2))]
        })
    }
}
