//! Vertex and UV morphs on their way to the GPU: only what they move, one morph after the other.
use super::model::GpuModel;
use super::space::Space;
use crate::field::Field;
use crate::index::VertexIndex;
use crate::list::Many;
use crate::pmx::morph::{Morph, MorphOffsets, UvOffset, VertexOffset};
use crate::records::Records;
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeBounds;

/// A vertex moved: 16 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PositionDelta {
    /// Which, or, by vertex, which morph moves it.
    pub index: u32,
    /// Added to its position, times the morph's weight.
    pub delta: [f32; 3],
}

/// A UV moved: 20 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct UvDelta {
    /// Which vertex, or, by vertex, which morph moves it.
    pub index: u32,
    /// Added to its UV, times the morph's weight. Of the first UV only x and y count.
    pub delta: [f32; 4],
}

/// What a morph adds to a vertex: [`PositionDelta`] or [`UvDelta`].
pub trait MorphDelta: Pod + Delta {}
impl MorphDelta for PositionDelta {}
impl MorphDelta for UvDelta {}

/// A delta as the file has it. Named nowhere outside: so nobody else can implement what asks for it.
pub trait Delta {
    type Offset: for<'a> Field<'a> + Copy;
    fn vertex(offset: &Self::Offset) -> VertexIndex;
    /// With this number, in this space; `first_uv` if it belongs to the first UV.
    fn encode(offset: &Self::Offset, index: u32, space: Space, first_uv: bool) -> Self;
    /// The offsets of a morph, if it is of kind `set`: additional UV 1 to 4, or 0.
    fn offsets<'a>(offsets: &MorphOffsets<'a>, set: usize) -> Option<Many<'a, Self::Offset>>;
}
impl Delta for PositionDelta {
    type Offset = VertexOffset;
    #[inline(always)]
    fn vertex(offset: &VertexOffset) -> VertexIndex {
        offset.vertex
    }
    #[inline(always)]
    fn encode(offset: &VertexOffset, index: u32, space: Space, _: bool) -> Self {
        PositionDelta { index, delta: space.position(offset.translation) }
    }
    fn offsets<'a>(offsets: &MorphOffsets<'a>, _: usize) -> Option<Many<'a, VertexOffset>> {
        match offsets {
            MorphOffsets::Vertex(all) => Some(*all),
            _ => None,
        }
    }
}
impl Delta for UvDelta {
    type Offset = UvOffset;
    #[inline(always)]
    fn vertex(offset: &UvOffset) -> VertexIndex {
        offset.vertex
    }
    #[inline(always)]
    fn encode(offset: &UvOffset, index: u32, space: Space, first_uv: bool) -> Self {
        let delta = if first_uv { space.uv_delta(offset.offset) } else { offset.offset };
        UvDelta { index, delta }
    }
    fn offsets<'a>(offsets: &MorphOffsets<'a>, set: usize) -> Option<Many<'a, UvOffset>> {
        match (offsets, set) {
            (MorphOffsets::Uv(all), 0)
            | (MorphOffsets::ExtraUv1(all), 1)
            | (MorphOffsets::ExtraUv2(all), 2)
            | (MorphOffsets::ExtraUv3(all), 3)
            | (MorphOffsets::ExtraUv4(all), 4) => Some(*all),
            _ => None,
        }
    }
}

/// The morphs of one kind, sparse. `Copy`; nothing is allocated.
///
/// A model's morphs move few vertices each, so a dense table would be nearly all zeros. Sparse, in the usual compressed
/// rows (CSR): one array of deltas, and for each morph where its deltas begin.
///
/// ```text
/// offsets  0      3  3        7            one more than there are morphs
///          [a a a ][ ][b b b b]            deltas: vertex, and what is added
/// ```
///
/// Rows are numbered as the model's morphs are; one of another kind is empty. A vertex that does not exist is skipped and
/// [reported](MorphReport). One that a morph names twice stays twice: the deltas add up.
///
/// The other way round, [`fill_by_vertex`](GpuMorphs::fill_by_vertex): for each vertex the morphs that move it, for
/// shaders that gather.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::{PmxFile, pmx::gpu::PositionDelta};
/// let file = PmxFile::open("examples/model/figure.pmx")?;
/// let morphs = file.model().gpu().vertex_morphs();
/// let mut offsets = vec![0; morphs.rows() + 1];
/// let mut deltas = vec![PositionDelta::default(); morphs.fill_offsets(&mut offsets)];
/// morphs.fill(&mut deltas);
/// # assert!(!deltas.is_empty());
/// # Ok(()) }
/// ```
pub struct GpuMorphs<'a, D> {
    morphs: Records<'a, Morph<'a>>,
    vertices: usize,
    space: Space,
    /// 0, or the additional UV that is moved.
    set: usize,
    delta: PhantomData<fn() -> D>,
}

/// What the morphs of one kind hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MorphReport {
    /// Morphs of this kind.
    pub morphs: usize,
    /// Deltas that leave.
    pub deltas: usize,
    /// Deltas skipped, as there is no such vertex.
    pub skipped: usize,
}

impl<'a> GpuModel<'a> {
    /// The vertex morphs.
    pub fn vertex_morphs(self) -> GpuMorphs<'a, PositionDelta> {
        self.morphs(0)
    }
    /// The UV morphs of the first UV (0), or of additional UV 1 to 4, which leave as stored in every space.
    pub fn uv_morphs(self, set: usize) -> GpuMorphs<'a, UvDelta> {
        self.morphs(set)
    }
    fn morphs<D>(self, set: usize) -> GpuMorphs<'a, D> {
        let (morphs, vertices) = (self.model.morphs(), self.model.vertices().len());
        GpuMorphs { morphs, vertices, space: self.changes.space, set, delta: PhantomData }
    }
}

/// Rows, and the ways out.
impl<D: MorphDelta> GpuMorphs<'_, D> {
    /// How many rows: as many as the model, or the range, has morphs.
    pub fn rows(self) -> usize {
        self.morphs.len()
    }
    /// The rows from `a` up to `b` only, found at once; what lies outside is left out.
    pub fn range(self, range: impl RangeBounds<usize>) -> Self {
        GpuMorphs { morphs: self.morphs.range(range), ..self }
    }
    /// How many morphs, deltas, and deltas without a vertex. Looks at every delta.
    pub fn report(self) -> MorphReport {
        let mut report = MorphReport::default();
        for (_, offsets) in self.lists() {
            report.morphs = report.morphs.saturating_add(1);
            let there = offsets.iter().filter(|offset| self.there(offset).is_some()).count();
            report.deltas = report.deltas.saturating_add(there);
            report.skipped = report.skipped.saturating_add(offsets.len().saturating_sub(there));
        }
        report
    }
    /// Where each row begins among the deltas, and, last, how many there are in all: `rows() + 1` numbers. Says how many
    /// deltas there are, whatever fits into `out`.
    pub fn fill_offsets(self, out: &mut [u32]) -> usize {
        let mut total = 0usize;
        let mut out = out.iter_mut();
        for morph in self.morphs {
            put(&mut out, total);
            if let Some(offsets) = D::offsets(&morph.offsets, self.set) {
                let there = offsets.iter().filter(|offset| self.there(offset).is_some()).count();
                total = total.saturating_add(there);
            }
        }
        put(&mut out, total);
        out.for_each(|rest| *rest = u32::try_from(total).unwrap_or(u32::MAX));
        total
    }
    /// The deltas, row after row; says how many were written: all, or as many as fit.
    pub fn fill(self, out: &mut [D]) -> usize {
        out.iter_mut().zip(self.iter()).map(|(to, (_, delta))| *to = delta).count()
    }
    /// The deltas sorted by vertex, those of one vertex in the order of the morphs; the index of each is that of its
    /// morph. `offsets` takes where each vertex begins and, last, how many deltas there are: one number more than the model
    /// has vertices. Says how many deltas there are; where `offsets` or `out` is too short for them, nothing is written.
    ///
    /// Reads the morphs twice, and writes here and there: not for mapped GPU memory.
    pub fn fill_by_vertex(self, offsets: &mut [u32], out: &mut [D]) -> usize {
        let total = self.report().deltas;
        let Some(offsets) = offsets.get_mut(..=self.vertices).filter(|_| out.len() >= total) else { return total };
        offsets.fill(0);
        // How many each vertex has, noted two places on: then sums of them are where each begins, one place on; then
        // filling moves each of these to where the next begins, which is where it belongs.
        self.targets().for_each(|(_, vertex, _)| {
            if let Some(count) = offsets.get_mut((vertex as usize).saturating_add(2)) {
                *count = count.saturating_add(1);
            }
        });
        let mut sum = 0u32;
        for offset in offsets.iter_mut() {
            sum = sum.saturating_add(*offset);
            *offset = sum;
        }
        self.targets().for_each(|(row, vertex, offset)| {
            let Some(next) = offsets.get_mut((vertex as usize).saturating_add(1)) else { return };
            if let Some(to) = out.get_mut(*next as usize) {
                let row = u32::try_from(row).unwrap_or(u32::MAX);
                *to = D::encode(&offset, row, self.space, self.set == 0);
            }
            *next = next.saturating_add(1);
        });
        total
    }
}

impl<'a, D: MorphDelta> GpuMorphs<'a, D> {
    /// The deltas, row after row, each with the number of its morph in the model: for memory that may only be written, and
    /// for buffers that hold a part of them.
    pub fn iter(self) -> impl Iterator<Item = (usize, D)> + use<'a, D> {
        self.targets().map(move |(row, vertex, offset)| (row, D::encode(&offset, vertex, self.space, self.set == 0)))
    }

    /// Every offset whose vertex is there, with the number of its morph.
    fn targets(self) -> impl Iterator<Item = (usize, u32, D::Offset)> + use<'a, D> {
        self.lists().flat_map(move |(row, offsets)| {
            offsets.iter().filter_map(move |offset| Some((row, self.there(&offset)?, offset)))
        })
    }
    /// The morphs of this kind, with their numbers.
    fn lists(self) -> impl Iterator<Item = (usize, Many<'a, D::Offset>)> + use<'a, D> {
        let first = self.morphs.number(0).unwrap_or(0);
        let numbered = (first..).zip(self.morphs);
        numbered.filter_map(move |(row, morph)| Some((row, D::offsets(&morph.offsets, self.set)?)))
    }
    /// The vertex that it moves, if there is one.
    #[inline(always)]
    fn there(self, offset: &D::Offset) -> Option<u32> {
        let vertex = D::vertex(offset).get().filter(|&vertex| vertex < self.vertices)?;
        u32::try_from(vertex).ok()
    }
}

fn put(out: &mut core::slice::IterMut<'_, u32>, n: usize) {
    if let Some(to) = out.next() {
        *to = u32::try_from(n).unwrap_or(u32::MAX);
    }
}

impl<D> Clone for GpuMorphs<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<D> Copy for GpuMorphs<'_, D> {}
impl<D> fmt::Debug for GpuMorphs<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuMorphs({:?} as {})", self.morphs, core::any::type_name::<D>())
    }
}
