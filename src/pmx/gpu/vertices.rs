//! Vertices on their way to the GPU: the ways out.
use super::fill::{Fold, Room, step, walk};
use super::influence::Changes;
use super::layout::GpuVertex;
use super::model::GpuModel;
use crate::pmx::vertex::Vertex;
use crate::records::Records;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::RangeBounds;

/// The vertices of a model as `V`, or a range of them. `Copy`, and nothing is decoded until it is asked for; nothing is
/// ever allocated.
///
/// | way out | for |
/// |---|---|
/// | [`fill`](GpuVertices::fill) | memory that you have: a `Vec` that is reused, a staging buffer |
/// | [`fill_uninit`](GpuVertices::fill_uninit) | memory that nobody has written yet |
/// | [`iter`](GpuVertices::iter) | memory that may only be written: mapped GPU buffers |
/// | [`par_fill`](GpuVertices::par_fill) (feature `rayon`) | several cores |
/// | [`range`](GpuVertices::range) | a part of any of these: ring buffers, threads of your own |
///
/// Each writes every slot once, in ascending order, and never reads it back. Reuse the destination: the first write to
/// freshly allocated memory costs several times as much as the decoding.
pub struct GpuVertices<'a, V> {
    vertices: Records<'a, Vertex<'a>>,
    changes: Changes,
    layout: PhantomData<fn() -> V>,
}

impl<'a> GpuModel<'a> {
    /// The vertices as `V`.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use mmdmap::{PmxFile, pmx::gpu::SkinVertex};
    /// let file = PmxFile::open("examples/model/figure.pmx")?;
    /// let vertices = file.model().gpu().vertices::<SkinVertex>();
    /// let mut buffer = vec![SkinVertex::default(); vertices.len()];
    /// vertices.fill(&mut buffer);
    /// # assert_ne!(buffer[0], SkinVertex::default());
    /// # Ok(()) }
    /// ```
    pub fn vertices<V: GpuVertex>(self) -> GpuVertices<'a, V> {
        GpuVertices { vertices: self.model.vertices(), changes: self.changes, layout: PhantomData }
    }
}

impl<'a, V: GpuVertex> GpuVertices<'a, V> {
    /// What is encoded, and how it changes.
    pub(crate) fn parts(&self) -> (Records<'a, Vertex<'a>>, &Changes) {
        (self.vertices, &self.changes)
    }
    /// How many vertices.
    pub fn len(self) -> usize {
        self.vertices.len()
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// How many bytes they take.
    pub fn byte_len(self) -> usize {
        self.len().saturating_mul(size_of::<V>())
    }
    /// Those from `a` up to `b` only, found at once; what lies outside is left out.
    pub fn range(self, range: impl RangeBounds<usize>) -> Self {
        GpuVertices { vertices: self.vertices.range(range), ..self }
    }

    /// Fills `out` from the front; says how many were written: all, or as many as fit.
    pub fn fill(self, out: &mut [V]) -> usize {
        let n = self.len().min(out.len());
        walk::<V, _>(self.vertices.range(..n), &self.changes, Room(out));
        n
    }
    /// The same into memory that nobody has written yet: so many slots from the front are then initialised.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use mmdmap::{PmxFile, pmx::gpu::PositionVertex};
    /// # let file = PmxFile::open("examples/model/figure.pmx")?;
    /// let vertices = file.model().gpu().vertices::<PositionVertex>();
    /// let mut buffer = Vec::with_capacity(vertices.len());
    /// let filled = vertices.fill_uninit(buffer.spare_capacity_mut());
    /// // SAFETY: so many have just been written.
    /// unsafe { buffer.set_len(filled) };
    /// # assert_eq!(buffer.len(), vertices.len());
    /// # Ok(()) }
    /// ```
    pub fn fill_uninit(self, out: &mut [MaybeUninit<V>]) -> usize {
        let n = self.len().min(out.len());
        walk::<V, _>(self.vertices.range(..n), &self.changes, Room(out));
        n
    }
    /// One by one, exactly [`len`](GpuVertices::len), whatever happens to the file meanwhile. `for_each`, and all that is built
    /// on it, runs as fast as [`fill`](GpuVertices::fill); a `for` loop takes about twice as long.
    pub fn iter(self) -> GpuVerticesIter<'a, V> {
        GpuVerticesIter { place: self.vertices.offset(0).unwrap_or(0), left: self }
    }
    /// Fills `out` on all threads of the current rayon pool; the same bytes as [`fill`](GpuVertices::fill). (Feature `rayon`.)
    #[cfg(feature = "rayon")]
    pub fn par_fill(self, out: &mut [V]) -> usize {
        use rayon::iter::{IndexedParallelIterator, ParallelIterator};
        use rayon::slice::ParallelSliceMut;
        /// Vertices of one piece: whole blocks, enough of them that handing them out costs nothing.
        const PIECE: usize = 16 * 1024;
        let n = self.len().min(out.len());
        let (out, _) = out.split_at_mut(n);
        out.par_chunks_mut(PIECE).enumerate().for_each(|(i, piece)| {
            self.range(i.saturating_mul(PIECE)..).fill(piece);
        });
        n
    }
}

/// Walks encoded vertices: see [`GpuVertices::iter`].
#[derive(Clone, Debug)]
pub struct GpuVerticesIter<'a, V> {
    /// Those still to come.
    left: GpuVertices<'a, V>,
    /// Where the first of them begins.
    place: usize,
}

impl<'a, V: GpuVertex> Iterator for GpuVerticesIter<'a, V> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let vertex = step(self.left.vertices, &self.left.changes, &mut self.place)?;
        self.left.vertices = self.left.vertices.range(1..);
        Some(vertex)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
    fn nth(&mut self, n: usize) -> Option<V> {
        *self = self.left.range(n..).iter();
        self.next()
    }
    #[inline(always)]
    fn fold<B, F: FnMut(B, V) -> B>(self, init: B, f: F) -> B {
        walk(self.left.vertices, &self.left.changes, Fold { all: init, f }).all
    }
}
impl<V: GpuVertex> ExactSizeIterator for GpuVerticesIter<'_, V> {}
impl<V: GpuVertex> core::iter::FusedIterator for GpuVerticesIter<'_, V> {}

impl<'a, V: GpuVertex> IntoIterator for GpuVertices<'a, V> {
    type Item = V;
    type IntoIter = GpuVerticesIter<'a, V>;
    fn into_iter(self) -> GpuVerticesIter<'a, V> {
        self.iter()
    }
}
impl<V> Clone for GpuVertices<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V> Copy for GpuVertices<'_, V> {}
impl<V> fmt::Debug for GpuVertices<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuVertices({:?} as {})", self.vertices, core::any::type_name::<V>())
    }
}
