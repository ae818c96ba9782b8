//! What spherical deformation (SDEF) needs beyond bones and weights: few vertices have it, so it leaves apart.
//!
//! Sources: the format's reference; the centres are those of saba and babylon-mmd (`RW = w0·R0 + w1·R1`, then
//! `C + (R0 − RW) / 2` and `C + (R1 − RW) / 2`).
use super::influence::{Changes, Influence};
use super::model::GpuModel;
use crate::blocks::Block;
use crate::pmx::vertex::{Deform, Vertex};
use crate::records::Records;
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::marker::PhantomData;

/// The three points as stored: 48 bytes, laid out as WGSL's `struct { c: vec3f, vertex: u32, r0: vec3f, w0: f32, r1: vec3f,
/// w1: f32 }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SdefStored {
    /// The centre.
    pub c: [f32; 3],
    /// The vertex that this slot belongs to.
    pub vertex: u32,
    /// Of the first bone.
    pub r0: [f32; 3],
    /// Weight of the first bone, as the vertex has it.
    pub w0: f32,
    /// Of the second bone.
    pub r1: [f32; 3],
    /// Weight of the second bone, as the vertex has it.
    pub w1: f32,
}

/// The centre, and a centre for each bone, as renderers use them: 48 bytes, laid out as [`SdefStored`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SdefCentres {
    /// The centre.
    pub c: [f32; 3],
    /// The vertex that this slot belongs to.
    pub vertex: u32,
    /// `C + (R0 − RW) / 2`.
    pub c0: [f32; 3],
    /// Weight of the first bone, as the vertex has it.
    pub w0: f32,
    /// `C + (R1 − RW) / 2`.
    pub c1: [f32; 3],
    /// Weight of the second bone, as the vertex has it.
    pub w1: f32,
}

/// What is in a slot: [`SdefStored`] or [`SdefCentres`].
pub trait SdefPoints: Pod + Sealed {
    #[doc(hidden)]
    fn of(stored: SdefStored) -> Self;
}

/// Named nowhere outside: so nobody else can implement what asks for it.
pub trait Sealed {}
impl Sealed for SdefStored {}
impl Sealed for SdefCentres {}

impl SdefPoints for SdefStored {
    fn of(stored: SdefStored) -> Self {
        stored
    }
}
impl SdefPoints for SdefCentres {
    fn of(SdefStored { c, vertex, r0, w0, r1, w1 }: SdefStored) -> Self {
        let centre = |of_bone: [f32; 3]| {
            let mut centre = c;
            for ((centre, own), (a, b)) in centre.iter_mut().zip(of_bone).zip(r0.into_iter().zip(r1)) {
                *centre += (own - (w0 * a + w1 * b)) * 0.5;
            }
            centre
        };
        SdefCentres { c, vertex, c0: centre(r0), w0, c1: centre(r1), w1 }
    }
}

/// The SDEF vertices of a model, as `S`: what they need beyond bones and weights. `Copy`; nothing is allocated.
///
/// Few vertices have it, so it leaves apart. Each SDEF vertex has a *slot*: the first the first, and so on.
/// [`fill_slots`](GpuSdef::fill_slots) says the slot of every vertex, for the vertex shader to look up;
/// [`fill`](GpuSdef::fill) writes what is in the slots, as stored ([`SdefStored`]) or combined as renderers use it
/// ([`SdefCentres`]).
pub struct GpuSdef<'a, S> {
    vertices: Records<'a, Vertex<'a>>,
    changes: Changes,
    points: PhantomData<fn() -> S>,
}

/// The kind that a vertex deformed so says.
const SDEF: u8 = 3;

/// The slot of a vertex that has none: see [`GpuSdef::fill_slots`].
pub const NO_SLOT: u32 = u32::MAX;

impl<'a> GpuModel<'a> {
    /// The SDEF vertices.
    pub fn sdef<S: SdefPoints>(self) -> GpuSdef<'a, S> {
        GpuSdef { vertices: self.model.vertices(), changes: self.changes, points: PhantomData }
    }
}

impl<'a, S: SdefPoints> GpuSdef<'a, S> {
    /// How many slots there are. The index knows: the file is not looked at.
    pub fn len(self) -> usize {
        let counts = self.marks().map(|(n, marks)| (marks & ones(n)).count_ones() as usize);
        counts.fold(0, usize::saturating_add)
    }
    /// Whether no vertex is deformed so.
    pub fn is_empty(self) -> bool {
        self.marks().all(|(n, marks)| marks & ones(n) == 0)
    }
    /// The slot of every vertex, [`NO_SLOT`] where it has none; says how many were written: all, or as many as fit.
    pub fn fill_slots(self, out: &mut [u32]) -> usize {
        let filled = self.vertices.len().min(out.len());
        let (mut slot, mut out) = (0u32, out.iter_mut());
        for (n, mut marks) in self.marks() {
            for _ in 0..n {
                let Some(to) = out.next() else { return filled };
                *to = if marks & 1 != 0 { slot } else { NO_SLOT };
                slot = slot.saturating_add((marks & 1) as u32);
                marks >>= 1;
            }
        }
        filled
    }
    /// What is in the slots; says how many were written: all, or as many as fit.
    pub fn fill(self, out: &mut [S]) -> usize {
        out.iter_mut().zip(self.iter()).map(|(to, points)| *to = points).count()
    }
    /// Slot by slot, exactly [`len`](GpuSdef::len), whatever happens to the file meanwhile.
    pub fn iter(self) -> GpuSdefIter<'a, S> {
        GpuSdefIter { of: self, next: 0, left: self.len() }
    }

    /// Per block how many vertices it holds, and a bit for each that is deformed so.
    fn marks(self) -> impl Iterator<Item = (usize, u64)> {
        let len = self.vertices.len();
        self.vertices.blocks().into_iter().flat_map(move |(kinds, blocks)| {
            blocks.iter().enumerate().map(move |(i, block)| {
                let n = len.saturating_sub(i.saturating_mul(Block::LEN)).min(Block::LEN);
                (n, kinds.marks(block, SDEF))
            })
        })
    }
    /// The number of the first marked vertex from `from` on.
    fn next_marked(self, from: usize) -> Option<usize> {
        let (kinds, blocks) = self.vertices.blocks()?;
        let mut skip = from % Block::LEN;
        for (i, block) in blocks.iter().enumerate().skip(from / Block::LEN) {
            let marks = kinds.marks(block, SDEF) & u64::MAX.checked_shl(skip as u32).unwrap_or(0);
            if marks != 0 {
                let vertex = i.saturating_mul(Block::LEN).saturating_add(marks.trailing_zeros() as usize);
                return Some(vertex).filter(|&vertex| vertex < self.vertices.len());
            }
            skip = 0;
        }
        None
    }
    /// The points of a vertex; all 0 where it is no longer there, or no longer deformed so.
    fn points(self, vertex: usize) -> S {
        let number = u32::try_from(vertex).unwrap_or(u32::MAX);
        let Some(Deform::Sdef(sdef)) = self.vertices.deform(vertex) else {
            return S::of(SdefStored { vertex: number, ..SdefStored::default() });
        };
        let ([w0, w1, ..], space) = (self.changes.influence(sdef.influence()).1, self.changes.space);
        let [c, r0, r1] = [sdef.c, sdef.r0, sdef.r1].map(|point| space.position(point));
        S::of(SdefStored { c, vertex: number, r0, w0, r1, w1 })
    }
}

/// The lowest `n` bits.
fn ones(n: usize) -> u64 {
    1u64.checked_shl(n as u32).unwrap_or(0).wrapping_sub(1)
}

/// Walks SDEF slots: see [`GpuSdef::iter`].
#[derive(Clone, Debug)]
pub struct GpuSdefIter<'a, S> {
    of: GpuSdef<'a, S>,
    next: usize,
    left: usize,
}

impl<S: SdefPoints> Iterator for GpuSdefIter<'_, S> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        self.left = self.left.checked_sub(1)?;
        let vertex = self.of.next_marked(self.next)?;
        self.next = vertex.saturating_add(1);
        Some(self.of.points(vertex))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<S: SdefPoints> ExactSizeIterator for GpuSdefIter<'_, S> {}

impl<'a, S: SdefPoints> IntoIterator for GpuSdef<'a, S> {
    type Item = S;
    type IntoIter = GpuSdefIter<'a, S>;
    fn into_iter(self) -> GpuSdefIter<'a, S> {
        self.iter()
    }
}
impl<S> Clone for GpuSdef<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for GpuSdef<'_, S> {}
impl<S> fmt::Debug for GpuSdef<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuSdef({:?} as {})", self.vertices, core::any::type_name::<S>())
    }
}
