//! The walk over vertices that are to be encoded: the loops that have to run at the speed of memory.
//!
//! The index knows the kind of each of the 64 vertices of a block, so nothing of the file decides where to go next.
//!
//! | block | how |
//! |---|---|
//! | calm: the kind changes 8 times at most | a loop for each run of one kind |
//! | busy | one loop without a branch: what follows the kind is read as two bones and as four, and the kind says which bits count |
//!
//! Each loop is compiled for each width of bone indices and each vertex type. All of them read the declared types of
//! [`vertex`](super::super::vertex): the layout of a vertex is written down there and nowhere else.
use super::super::vertex::{Bdef1, Bdef2, Bdef4, Sdef, Vertex, VertexBase};
use super::influence::{Changes, Influence};
use super::layout::{GpuVertex, VertexValues};
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, as_fixed};
use crate::field::Field;
use crate::globals::{Globals, Width};
use crate::records::Records;
use crate::vector::Vec4;
use core::array::from_fn;

/// Takes encoded vertices, run by run.
pub(crate) trait Take<V>: Sized {
    /// The next vertices, in order.
    fn take(self, run: impl ExactSizeIterator<Item = V>) -> Self;
}

/// Hands each vertex to a function, with what it made of those before.
pub(crate) struct Fold<B, F> {
    pub(crate) all: B,
    pub(crate) f: F,
}

impl<V, B, F: FnMut(B, V) -> B> Take<V> for Fold<B, F> {
    #[inline(always)]
    fn take(mut self, run: impl ExactSizeIterator<Item = V>) -> Self {
        let all = run.fold(self.all, &mut self.f);
        Fold { all, f: self.f }
    }
}

/// Where a vertex may be put.
pub(crate) trait Slot<V> {
    fn put(&mut self, vertex: V);
}
impl<V> Slot<V> for V {
    #[inline(always)]
    fn put(&mut self, vertex: V) {
        *self = vertex;
    }
}
impl<V> Slot<V> for core::mem::MaybeUninit<V> {
    #[inline(always)]
    fn put(&mut self, vertex: V) {
        self.write(vertex);
    }
}

/// The slots that are still to be filled.
pub(crate) struct Room<'o, S>(pub(crate) &'o mut [S]);

impl<V, S: Slot<V>> Take<V> for Room<'_, S> {
    #[inline(always)]
    fn take(self, run: impl ExactSizeIterator<Item = V>) -> Self {
        let Room(room) = self;
        let (now, later) = room.split_at_mut(run.len().min(room.len()));
        now.iter_mut().zip(run).for_each(|(slot, vertex)| slot.put(vertex));
        Room(later)
    }
}

/// Encodes all vertices of a range, front to back. There are always as many as the range says: should the mapped file have
/// become too short meanwhile, the rest is all 0.
#[inline(always)]
pub(crate) fn walk<'a, V: GpuVertex, T: Take<V>>(
    vertices: Records<'a, Vertex<'a>>,
    changes: &Changes,
    mut take: T,
) -> T {
    let plain = changes.is_plain();
    let Some((kinds, blocks)) = vertices.section().blocks() else { return take };
    let mut left = vertices.len();
    let Some(first) = vertices.number(0) else { return take };
    let mut k = first % Block::LEN;
    let walk = Walk { cur: vertices.cursor(), kinds, changes };
    for block in blocks.iter().skip(first / Block::LEN) {
        if left == 0 {
            break; // the blocks go on, the range does not
        }
        let n = left.min(Block::LEN.saturating_sub(k));
        take = walk.part(plain, Piece::of(kinds, block, k, n), take);
        left = left.saturating_sub(n);
        k = 0;
    }
    take
}

/// Vertices of one block, or a part of them.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// Where the first begins.
    place: usize,
    len: usize,
    /// The class of each in two bits.
    low: u64,
    high: u64,
}

impl Piece {
    /// `n` vertices of a block from number `k` on.
    #[inline(always)]
    pub(crate) fn of(kinds: &Kinds, block: &Block, k: usize, n: usize) -> Self {
        let (low, high) = block.classes();
        let shifted = |classes: u64| classes.checked_shr(k as u32).unwrap_or(0);
        let place = if k == 0 { block.place() } else { kinds.place(block, k) };
        Piece { place, len: n, low: shifted(low), high: shifted(high) }
    }

    /// Whether the kind changes often.
    #[inline(always)]
    fn is_busy(&self) -> bool {
        let changes = (self.low ^ (self.low >> 1)) | (self.high ^ (self.high >> 1));
        changes.count_ones() > 8
    }
}

/// What every step of the walk needs.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a, 'k> {
    pub(crate) cur: Cursor<'a>,
    pub(crate) kinds: &'k Kinds,
    pub(crate) changes: &'k Changes,
}

impl<'a> Walk<'a, '_> {
    /// Encodes a part; `plain` if nothing changes but that bones are checked.
    #[inline(always)]
    pub(crate) fn part<V: GpuVertex, T: Take<V>>(&self, plain: bool, part: Piece, take: T) -> T {
        // A width known to the compiler makes a loop of its own.
        match (self.cur.globals.bone, plain) {
            (Width::One, true) => self.with_width::<true, V, T>(Width::One, part, take),
            (Width::Two, true) => self.with_width::<true, V, T>(Width::Two, part, take),
            (Width::Four, true) => self.with_width::<true, V, T>(Width::Four, part, take),
            (Width::One, false) => self.with_width::<false, V, T>(Width::One, part, take),
            (Width::Two, false) => self.with_width::<false, V, T>(Width::Two, part, take),
            (Width::Four, false) => self.with_width::<false, V, T>(Width::Four, part, take),
        }
    }

    #[inline(always)]
    fn with_width<const PLAIN: bool, V: GpuVertex, T: Take<V>>(&self, bone: Width, part: Piece, take: T) -> T {
        let globals = Globals { bone, ..self.cur.globals };
        let here = Walk { cur: Cursor::new(self.cur.data(), globals), ..*self };
        if part.is_busy() { here.blend::<PLAIN, V, T>(part, take) } else { here.runs::<PLAIN, V, T>(part, take) }
    }

    /// A loop for each run of one kind.
    #[inline(always)]
    fn runs<const PLAIN: bool, V: GpuVertex, T: Take<V>>(&self, part: Piece, mut take: T) -> T {
        let Piece { mut place, len: mut left, mut low, mut high } = part;
        while left > 0 {
            let (l, h) = (low & 1, high & 1);
            let differ = (low ^ l.wrapping_neg()) | (high ^ h.wrapping_neg());
            let n = (differ.trailing_zeros() as usize).min(left);
            let class = (l | h << 1) as usize;
            let size = self.kinds.size(class);
            take = match class {
                0 => self.run::<Bdef1, PLAIN, V, T>(place, size, n, take),
                1 => self.run::<Bdef2, PLAIN, V, T>(place, size, n, take),
                2 => self.run::<Bdef4, PLAIN, V, T>(place, size, n, take),
                _ => self.run::<Sdef, PLAIN, V, T>(place, size, n, take),
            };
            place = place.wrapping_add(size.wrapping_mul(n));
            left = left.saturating_sub(n);
            let shifted = |classes: u64| classes.checked_shr(n as u32).unwrap_or(0);
            (low, high) = (shifted(low), shifted(high));
        }
        take
    }

    /// Vertices of one kind.
    #[inline(always)]
    fn run<D: Field<'a> + Influence, const PLAIN: bool, V: GpuVertex, T: Take<V>>(
        &self,
        place: usize,
        size: usize,
        n: usize,
        take: T,
    ) -> T {
        let bytes = self.cur.data().get(place..place.wrapping_add(size.wrapping_mul(n)));
        match bytes {
            Some(bytes) if size > 0 => take.take(bytes.chunks_exact(size).map(|record| {
                let values = self.one::<D, PLAIN>(record);
                V::encode(&values.unwrap_or(VertexValues::NOTHING))
            })),
            // The file has become shorter: what is still there, one by one.
            _ => take.take((0..n).map(|i| {
                let start = place.wrapping_add(size.wrapping_mul(i));
                let record = self.cur.data().get(start..start.wrapping_add(size));
                let values = record.and_then(|record| self.one::<D, PLAIN>(record));
                V::encode(&values.unwrap_or(VertexValues::NOTHING))
            })),
        }
    }

    /// The values of one record of known kind.
    #[inline(always)]
    fn one<D: Field<'a> + Influence, const PLAIN: bool>(&self, record: &'a [u8]) -> Option<VertexValues<'a>> {
        let mut at = Cursor::new(record, self.cur.globals);
        let base: &VertexBase = at.fixed().ok()?;
        let mut at = at.moved_to(self.kinds.tag_at.wrapping_add(1));
        let (bones, weights) = D::read(&mut at).ok()?.influence();
        let edge_scale = f32::read(&mut at).ok()?;
        Some(self.values::<PLAIN>(base, self.extra_uvs(record), bones, weights, edge_scale))
    }

    #[inline(always)]
    fn extra_uvs(&self, record: &'a [u8]) -> &'a [Vec4] {
        as_fixed(record.get(size_of::<VertexBase>()..self.kinds.tag_at).unwrap_or(&[]))
    }

    /// A block of many kinds. Reads past short records; where the file ends too soon for that, run by run.
    #[inline(always)]
    fn blend<const PLAIN: bool, V: GpuVertex, T: Take<V>>(&self, part: Piece, take: T) -> T {
        /// For each class: bits of four bones and of their weights; of the two weights of two bones; of the weight of
        /// one.
        const BONES: [[u32; 4]; 4] = [[!0, 0, 0, 0], [!0, !0, 0, 0], [!0; 4], [!0, !0, 0, 0]];
        const FOUR: [u32; 4] = [0, 0, !0, 0];
        const TWO: [u32; 4] = [0, !0, 0, !0];
        const ONE: [u32; 4] = [1f32.to_bits(), 0, 0, 0];
        /// As many bytes as four bones and their weights can take: a known number, so that nothing below is checked twice.
        const WINDOW: usize = 32;
        let longest = self.kinds.longest().max(self.kinds.tag_at.wrapping_add(1).wrapping_add(WINDOW));
        let reach = part.place.saturating_add(longest.saturating_mul(part.len));
        if reach > self.cur.data().len() {
            return self.runs::<PLAIN, V, T>(part, take);
        }
        let Piece { mut place, len, mut low, mut high } = part;
        take.take((0..len).map(|_| {
            let class = (low & 1 | (high & 1) << 1) as usize;
            (low, high) = (low >> 1, high >> 1);
            let start = place;
            place = place.wrapping_add(self.kinds.size(class));
            let values = || {
                let record = self.cur.data().get(start..)?;
                let mut at = Cursor::new(record, self.cur.globals);
                let base: &VertexBase = at.fixed().ok()?;
                let payload: &[u8; WINDOW] = at.moved_to(self.kinds.tag_at.wrapping_add(1)).fixed().ok()?;
                let payload = Cursor::new(payload, self.cur.globals);
                let (_, two) = Bdef2::read(&mut { payload }).ok()?.influence();
                let (bones, four) = Bdef4::read(&mut { payload }).ok()?.influence();
                let edge = self.kinds.size(class).wrapping_sub(size_of::<f32>());
                let edge_scale = f32::read(&mut at.moved_to(edge)).ok()?;
                let class = class & 3;
                let bits = |all: [u32; 4]| all.get(class).copied().unwrap_or(0);
                let keep = BONES.get(class).copied().unwrap_or([0; 4]);
                let mut weights: [u32; 4] = from_fn(|i| {
                    let of = |all: [f32; 4]| all.get(i).map_or(0, |weight| weight.to_bits());
                    of(four) & bits(FOUR) | of(two) & bits(TWO)
                });
                if let Some(first) = weights.first_mut() {
                    *first |= bits(ONE);
                }
                let bones = from_fn(|i| bones.get(i).copied().unwrap_or(0) & keep.get(i).copied().unwrap_or(0) as i32);
                let weights = weights.map(f32::from_bits);
                Some(self.values::<PLAIN>(base, self.extra_uvs(record), bones, weights, edge_scale))
            };
            V::encode(&values().unwrap_or(VertexValues::NOTHING))
        }))
    }

    /// What leaves, from what is stored.
    #[inline(always)]
    fn values<'v, const PLAIN: bool>(
        &self,
        base: &VertexBase,
        extra_uvs: &'v [Vec4],
        bones: [i32; 4],
        weights: [f32; 4],
        edge_scale: f32,
    ) -> VertexValues<'v> {
        let (joints, weights) = self.changes.checked::<PLAIN>(bones, weights);
        let (position, normal, uv) = (base.position.get(), base.normal.get(), base.uv.get());
        if PLAIN {
            return VertexValues { position, normal, uv, joints, weights, edge_scale, extra_uvs };
        }
        let space = self.changes.space;
        VertexValues {
            position: space.position(position),
            normal: space.direction(normal),
            uv: space.uv(uv),
            joints,
            weights,
            edge_scale,
            extra_uvs,
        }
    }
}
