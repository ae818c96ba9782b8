//! Triangles on their way to the GPU.
use super::model::GpuModel;
use crate::bytes::as_bytes;
use crate::pmx::face::Indices;
use crate::records::within;
use crate::vector::{U16, U32};
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Range, RangeBounds};

/// What a GPU takes for an index: `u16` or `u32`.
pub trait GpuIndex: bytemuck::Pod + Ord + Sealed {
    /// Which of the two.
    const FORMAT: IndexFormat;
    /// Cut to this size; never asked of what does not fit.
    #[doc(hidden)]
    fn cut(index: u32) -> Self;
}

/// Named nowhere outside: so nobody else can implement what asks for it.
pub trait Sealed {}
impl Sealed for u16 {}
impl Sealed for u32 {}

/// How wide the indices of a buffer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexFormat {
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
}

impl IndexFormat {
    /// Bytes of one.
    pub const fn bytes(self) -> usize {
        match self {
            IndexFormat::U16 => 2,
            IndexFormat::U32 => 4,
        }
    }
}

impl GpuIndex for u16 {
    const FORMAT: IndexFormat = IndexFormat::U16;
    #[inline(always)]
    fn cut(index: u32) -> Self {
        index as u16
    }
}
impl GpuIndex for u32 {
    const FORMAT: IndexFormat = IndexFormat::U32;
    #[inline(always)]
    fn cut(index: u32) -> Self {
        index
    }
}

/// The indices of a model as `I`, or a range of them. `Copy`; nothing is allocated.
///
/// | the file holds | leaves as | how |
/// |---|---|---|
/// | 2 or 4 bytes an index, in this machine's byte order | the same | copied and checked in one go; or [borrowed](GpuIndices::as_stored_bytes), unchecked |
/// | 1 byte: few APIs take that | `u16` | widened |
/// | any width | `u32`, or `u16` where asked for | widened or narrowed |
///
/// A triangle with a corner that no vertex has becomes `0, 0, 0`: it has no area and is not drawn. To clamp such a corner
/// would draw a spike across the model, to leave the triangle out would move the ranges of the materials. As `u16`, the same
/// happens to triangles with a corner beyond vertex 65 535: ask [`index_format`](GpuModel::index_format) first.
///
/// Vertex 65 535 in `u16` is what restarts strips on some APIs; in lists of triangles, which these are, it does not.
pub struct GpuIndices<'a, I> {
    stored: Indices<'a>,
    /// Indices from this one on are not there.
    vertices: u32,
    flip: bool,
    from: usize,
    to: usize,
    format: PhantomData<fn() -> I>,
}

/// What a material draws: a range of the indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Draw {
    /// The number of the material.
    pub material: usize,
    /// Its first index.
    pub first: u32,
    /// How many indices; 0 for a material that draws nothing.
    pub count: u32,
    /// The count as stored: more than there is, or less than nothing, where it differs.
    pub declared: i32,
}

impl Draw {
    /// Whether it draws nothing.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// The range, as draw calls take it.
    pub const fn range(&self) -> Range<u32> {
        self.first..self.first.saturating_add(self.count)
    }
}

/// What is odd about the triangles of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexReport {
    /// Indices that no vertex has.
    pub out_of_range: usize,
    /// Triangles that become `0, 0, 0` for that.
    pub degenerated: usize,
    /// Indices after the last whole triangle: 0, 1 or 2.
    pub left_over: usize,
    /// Indices that no material covers.
    pub uncovered: usize,
    /// Materials that draw nothing.
    pub empty_materials: usize,
    /// Materials whose count is not what they draw: it says more than there is, or less than nothing.
    pub cut_materials: usize,
}

impl<'a> GpuModel<'a> {
    /// The narrowest format that says every vertex: `u16` for up to 65 536 of them.
    pub fn index_format(self) -> IndexFormat {
        if self.model.vertices().len() <= 1 << u16::BITS { IndexFormat::U16 } else { IndexFormat::U32 }
    }
    /// The indices of all triangles as `I`, whatever their width in the file.
    ///
    /// A model without vertices has no triangle either.
    pub fn indices<I: GpuIndex>(self) -> GpuIndices<'a, I> {
        let flip = self.changes.space.flips_winding();
        GpuIndices::new(self.model.faces().as_stored(), self.model.vertices().len(), flip)
    }
    /// What each material draws, in their order. Ranges never overlap, and never leave the indices.
    pub fn draws(self) -> impl ExactSizeIterator<Item = Draw> + use<'a> {
        let mut first = 0u32;
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let all = short(self.indices::<u32>().len());
        self.model.material_faces().enumerate().map(move |(material, (record, faces))| {
            let count = short(faces.len()).min(all.saturating_sub(first));
            let draw = Draw { material, first, count, declared: record.index_count };
            first = first.saturating_add(draw.count);
            draw
        })
    }
    /// What is odd about the triangles. Looks at every index.
    pub fn index_report(self) -> IndexReport {
        let mut report = IndexReport::default();
        let all = self.indices::<u32>();
        for i in 0..all.stored.len() / 3 {
            let bad = all.corners(i).iter().filter(|&&index| index >= all.vertices).count();
            report.out_of_range = report.out_of_range.saturating_add(bad);
            report.degenerated = report.degenerated.saturating_add(usize::from(bad > 0));
        }
        report.left_over = all.stored.len() % 3;
        let rest = all.stored.len().saturating_sub(report.left_over)..all.stored.len();
        let bad = rest.filter(|&i| all.stored.get(i).is_some_and(|index| index >= all.vertices)).count();
        report.out_of_range = report.out_of_range.saturating_add(bad);
        report.uncovered = all.len();
        for draw in self.draws() {
            report.uncovered = report.uncovered.saturating_sub(draw.count as usize);
            report.empty_materials = report.empty_materials.saturating_add(usize::from(draw.is_empty()));
            let cut = i64::from(draw.declared) != i64::from(draw.count);
            report.cut_materials = report.cut_materials.saturating_add(usize::from(cut));
        }
        report
    }
}

impl<'a, I: GpuIndex> GpuIndices<'a, I> {
    /// All of them, of a mesh with so many vertices.
    pub(crate) fn new(stored: Indices<'a>, vertices: usize, flip: bool) -> Self {
        let widest = match I::FORMAT {
            IndexFormat::U16 => 1 << u16::BITS,
            IndexFormat::U32 => u32::MAX,
        };
        let vertices = u32::try_from(vertices).unwrap_or(u32::MAX).min(widest);
        let to = if vertices == 0 { 0 } else { stored.len() };
        GpuIndices { stored, vertices, flip, from: 0, to, format: PhantomData }
    }
    /// How many indices.
    pub fn len(self) -> usize {
        self.to.saturating_sub(self.from)
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// How many bytes they take.
    pub fn byte_len(self) -> usize {
        self.len().saturating_mul(size_of::<I>())
    }
    /// How many indices fill whole groups of four bytes, as copies to a GPU want: one more where `u16` are odd in number.
    pub fn padded_len(self) -> usize {
        let more = (self.byte_len() % 4).min(1);
        self.len().saturating_add(more)
    }
    /// Those from `a` up to `b` only. Triangles are counted from the start of the model's, wherever a range begins.
    pub fn range(self, range: impl RangeBounds<usize>) -> Self {
        let (from, to) = within(self.from, self.to, range);
        GpuIndices { from, to, ..self }
    }
    /// The bytes of the file themselves, where they are already what [`fill`](GpuIndices::fill) would give were every
    /// corner there: the same width, byte order and winding. **Not checked**: see
    /// [`index_report`](GpuModel::index_report).
    pub fn as_stored_bytes(self) -> Option<&'a [u8]> {
        let (bytes, width) = match self.stored {
            Indices::U8(_) => return None,
            Indices::U16(all) => (as_bytes(all), IndexFormat::U16),
            Indices::U32(all) => (as_bytes(all), IndexFormat::U32),
        };
        let as_it_is = width == I::FORMAT && !self.flip && cfg!(target_endian = "little");
        let size = size_of::<I>();
        bytes.get(self.from.saturating_mul(size)..self.to.saturating_mul(size)).filter(|_| as_it_is)
    }

    /// Fills `out` from the front; says how many were written: all, or as many as fit.
    ///
    /// Where a corner is missing some thousand indices around it are written twice: memory that must be written once only
    /// is for [`iter`](GpuIndices::iter).
    pub fn fill(self, out: &mut [I]) -> usize {
        let n = self.len().min(out.len());
        // Up to the first whole triangle, the whole ones, and what is left of the last.
        let head = (3usize.saturating_sub(self.from % 3) % 3).min(n);
        let whole = self.range(head..n);
        let whole = whole.range(..whole.len().saturating_sub(whole.len() % 3));
        let (first, out) = out.split_at_mut(head.min(out.len()));
        let (triangles, last) = out.split_at_mut(whole.len().min(out.len()));
        let (vertices, flip) = (self.vertices, self.flip);
        match self.stored {
            Indices::U8(all) => pieces(all.get(whole.from..whole.to).unwrap_or(&[]), vertices, flip, triangles),
            Indices::U16(all) => pieces(all.get(whole.from..whole.to).unwrap_or(&[]), vertices, flip, triangles),
            Indices::U32(all) => pieces(all.get(whole.from..whole.to).unwrap_or(&[]), vertices, flip, triangles),
        }
        first.iter_mut().zip(self).for_each(|(to, index)| *to = index);
        let rest = self.range(head.saturating_add(whole.len())..);
        last.iter_mut().zip(rest).for_each(|(to, index)| *to = index);
        n
    }
    /// The same, and 0 in what `out` has beyond, up to [`padded_len`](GpuIndices::padded_len); says how many were
    /// written, padding and all.
    pub fn fill_padded(self, out: &mut [I]) -> usize {
        let n = self.fill(out);
        let padded = self.padded_len().min(out.len());
        if let Some(padding) = out.get_mut(n..padded) {
            padding.fill(I::cut(0));
        }
        padded.max(n)
    }
    /// One by one, exactly [`len`](GpuIndices::len), whatever happens to the file meanwhile. `for_each`, and all that is
    /// built on it, is several times as fast as a `for` loop.
    pub fn iter(self) -> GpuIndicesIter<'a, I> {
        GpuIndicesIter { left: self }
    }

    /// The corners of triangle `i`, as stored.
    #[inline(always)]
    fn corners(self, i: usize) -> [u32; 3] {
        let first = i.saturating_mul(3);
        let corner = |k: usize| self.stored.get(first.saturating_add(k)).unwrap_or(0);
        [corner(0), corner(1), corner(2)]
    }
    /// Index `i` of the model, as it leaves.
    #[inline(always)]
    fn at(self, i: usize) -> I {
        if i / 3 >= self.stored.len() / 3 {
            // No whole triangle.
            return I::cut(self.stored.get(i).filter(|&index| index < self.vertices).unwrap_or(0));
        }
        let [a, b, c] = self.triangle(i / 3);
        match i % 3 {
            0 => a,
            1 => b,
            _ => c,
        }
    }
    /// Triangle `i`, as it leaves.
    #[inline(always)]
    fn triangle(self, i: usize) -> [I; 3] {
        triangle(self.corners(i), self.vertices, self.flip)
    }
}

/// A triangle as it leaves. The first corner stays the first, as flat shading goes by it.
#[inline(always)]
fn triangle<I: GpuIndex>([a, b, c]: [u32; 3], vertices: u32, flip: bool) -> [I; 3] {
    if a.max(b).max(c) >= vertices {
        return [I::cut(0); 3];
    }
    let (b, c) = if flip { (c, b) } else { (b, c) };
    [I::cut(a), I::cut(b), I::cut(c)]
}

/// An index as the file holds it.
trait Stored: Copy {
    /// A number of the same width: comparing these is what compilers do many at a time.
    type Native: Copy + Ord + TryFrom<u32> + Into<u32>;
    fn native(self) -> Self::Native;
    /// The largest number of this width.
    const LARGEST: Self::Native;
}
impl Stored for u8 {
    type Native = u8;
    const LARGEST: u8 = u8::MAX;
    #[inline(always)]
    fn native(self) -> u8 {
        self
    }
}
impl Stored for U16 {
    type Native = u16;
    const LARGEST: u16 = u16::MAX;
    #[inline(always)]
    fn native(self) -> u16 {
        self.get()
    }
}
impl Stored for U32 {
    type Native = u32;
    const LARGEST: u32 = u32::MAX;
    #[inline(always)]
    fn native(self) -> u32 {
        self.get()
    }
}

/// Whole triangles, piece by piece: each is copied and looked at in one go, and done once more in the rare case that it
/// holds an index that is not there.
fn pieces<S: Stored, I: GpuIndex>(from: &[S], vertices: u32, flip: bool, out: &mut [I]) {
    const PIECE: usize = 3 * 1024;
    // All are there where even the largest number of this width is a vertex.
    let last = S::Native::try_from(vertices.saturating_sub(1)).unwrap_or(S::LARGEST);
    for (from, out) in from.chunks(PIECE).zip(out.chunks_mut(PIECE)) {
        if !flip {
            let mut bad = false;
            for (to, index) in out.iter_mut().zip(from) {
                let index = index.native();
                bad |= index > last;
                // Were it stored whatever it is the compiler would make two loops of this, and they are slower.
                *to = if index > last { I::cut(0) } else { I::cut(index.into()) };
            }
            if !bad {
                continue;
            }
        }
        for (to, corners) in out.chunks_exact_mut(3).zip(from.chunks_exact(3)) {
            if let (Some(to), Some(corners)) = (to.first_chunk_mut(), corners.first_chunk::<3>()) {
                let [a, b, c] = *corners;
                *to = triangle([a.native().into(), b.native().into(), c.native().into()], vertices, flip);
            }
        }
    }
}

/// Walks encoded indices: see [`GpuIndices::iter`].
#[derive(Clone, Debug)]
pub struct GpuIndicesIter<'a, I> {
    /// Those still to come.
    left: GpuIndices<'a, I>,
}

impl<I: GpuIndex> Iterator for GpuIndicesIter<'_, I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        if self.left.from >= self.left.to {
            return None;
        }
        let index = self.left.at(self.left.from);
        self.left.from = self.left.from.saturating_add(1);
        Some(index)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
    fn nth(&mut self, n: usize) -> Option<I> {
        self.left = self.left.range(n..);
        self.next()
    }
    #[inline]
    fn fold<B, F: FnMut(B, I) -> B>(self, init: B, mut f: F) -> B {
        // By way of the stack: whole pieces are checked many indices at a time.
        let mut piece = [I::cut(0); 3 * 256];
        let (mut all, mut left) = (init, self.left);
        while !left.is_empty() {
            let n = left.fill(&mut piece);
            all = piece.iter().take(n).copied().fold(all, &mut f);
            left = left.range(n..);
        }
        all
    }
}
impl<I: GpuIndex> ExactSizeIterator for GpuIndicesIter<'_, I> {}
impl<I: GpuIndex> core::iter::FusedIterator for GpuIndicesIter<'_, I> {}

impl<'a, I: GpuIndex> IntoIterator for GpuIndices<'a, I> {
    type Item = I;
    type IntoIter = GpuIndicesIter<'a, I>;
    fn into_iter(self) -> GpuIndicesIter<'a, I> {
        self.iter()
    }
}
impl<I> Clone for GpuIndices<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I> Copy for GpuIndices<'_, I> {}
impl<I> fmt::Debug for GpuIndices<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuIndices({}..{} as {})", self.from, self.to, core::any::type_name::<I>())
    }
}
