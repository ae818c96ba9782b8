//! The walk over vertices that are to be encoded: the loops that have to run at the speed of memory.
//!
//! The index knows the kind of each of the 64 vertices of a block, so nothing of the file decides where to go next.
//!
//! No vertex branches: what follows its kind is read as two bones and as four, and the kind says which bits count.
//!
//! | vertices | how |
//! |---|---|
//! | of a block whose kind changes 8 times at most | a loop for each run of one kind: which bits count is settled before it |
//! | of other blocks | a loop that looks up for each vertex which bits count |
//! | with bone indices of 4 bytes, or so near the end of the file that there is nothing to read past | one by one, as their view shows them |
//!
//! The first two loops are compiled for bone indices of 1 and of 2 bytes, for values that change and those that do not,
//! and for each vertex type: whatever is written here users compile eight times for each type they have. All read the
//! declared types of [`vertex`](crate::pmx::vertex): the layout of a vertex is written down there and nowhere else.
use super::influence::{Change, Changes, Influence, Influences, Plain, lanes, pair};
use super::layout::{GpuVertex, VertexValues};
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, as_fixed, prefix_as_fixed};
use crate::field::Field;
use crate::globals::{Globals, Width};
use crate::pmx::vertex::{Bdef2, Bdef4, Vertex, VertexBase};
use crate::records::Records;
use crate::vector::{Vec2, Vec3};

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
        let mut all = self.all;
        for vertex in run {
            all = (self.f)(all, vertex);
        }
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
        // `for_each` would make a function of the loop, and forget what is known of widths and sizes.
        for (slot, vertex) in now.iter_mut().zip(run) {
            slot.put(vertex);
        }
        Room(later)
    }
}

/// Encodes all vertices of a range, front to back. There are always as many as the range says: should the mapped file have
/// become too short meanwhile, what is missing is all 0.
#[inline(always)]
pub(crate) fn walk<'a, V: GpuVertex, T: Take<V>>(vertices: Records<'a, Vertex<'a>>, changes: &Changes, take: T) -> T {
    let Some((kinds, blocks)) = vertices.blocks() else { return take };
    let Some(first) = vertices.number(0) else { return take };
    let blocks = blocks.get(first / Block::LEN..).unwrap_or(&[]);
    let (cur, k, n) = (vertices.cursor(), first % Block::LEN, vertices.len());
    match changes.is_plain() {
        true => Walk { cur, kinds, changes, change: Plain::of(changes) }.blocks(blocks, k, n, take),
        false => Walk { cur, kinds, changes, change: changes }.blocks(blocks, k, n, take),
    }
}

/// The first vertex of a range, which begins at `place`; then the place is that of the next.
#[inline(always)]
pub(crate) fn step<'a, V: GpuVertex>(
    vertices: Records<'a, Vertex<'a>>,
    changes: &Changes,
    place: &mut usize,
) -> Option<V> {
    let first = vertices.number(0)?;
    let ((kinds, block), k) = (vertices.block(first)?, first % Block::LEN);
    let walk = Walk { cur: vertices.cursor(), kinds, changes, change: changes };
    Some(walk.step(block, k, place))
}

/// Vertices of one block, or a part of them.
#[derive(Clone, Copy)]
struct Piece {
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
    fn of(kinds: &Kinds, block: &Block, k: usize, n: usize) -> Self {
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

/// Which bits count, of a vertex of some class.
struct Mask {
    /// Of the bones.
    bones: u64,
    /// Of the weights of four bones: the first two, the last two.
    four: [u64; 2],
    /// Of the weights of two bones.
    two: u64,
    /// The weight that one bone has.
    one: u64,
}

impl Mask {
    /// BDEF1; BDEF2; BDEF4 and QDEF; SDEF.
    const OF_CLASS: [Mask; 4] = [
        Mask { bones: 0xffff, four: [0; 2], two: 0, one: 1f32.to_bits() as u64 },
        Mask { bones: 0xffff_ffff, four: [0; 2], two: !0, one: 0 },
        Mask { bones: !0, four: [!0; 2], two: 0, one: 0 },
        Mask { bones: 0xffff_ffff, four: [0; 2], two: !0, one: 0 },
    ];

    #[inline(always)]
    fn of(class: usize) -> &'static Mask {
        let [first, ..] = &Self::OF_CLASS;
        Self::OF_CLASS.get(class).unwrap_or(first) // there is one for each class
    }
}

/// What every step of the walk needs.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a, 'k, C> {
    pub(crate) cur: Cursor<'a>,
    pub(crate) kinds: &'k Kinds,
    pub(crate) changes: &'k Changes,
    /// The same, compiled into the loops.
    pub(crate) change: C,
}

/// More zeros than the longest vertex has bytes: they stand for what is no longer there.
const ZEROS: [u8; 256] = [0; 256];

impl<'a, C: Change> Walk<'a, '_, C> {
    /// Encodes `left` vertices from number `k` of the first block on.
    #[inline(always)]
    pub(crate) fn blocks<V: GpuVertex, T: Take<V>>(&self, blocks: &[Block], k: usize, left: usize, take: T) -> T {
        // A width known to the compiler makes loops of its own.
        match self.cur.globals.bone {
            Width::One => self.each_block::<1, V, T>(blocks, k, left, take),
            Width::Two => self.each_block::<2, V, T>(blocks, k, left, take),
            Width::Four => self.each_block::<4, V, T>(blocks, k, left, take),
        }
    }

    #[inline(always)]
    fn each_block<const BONE: u8, V: GpuVertex, T: Take<V>>(
        &self,
        blocks: &[Block],
        mut k: usize,
        mut left: usize,
        mut take: T,
    ) -> T {
        let longest = self.kinds.longest();
        for block in blocks {
            if left == 0 {
                break; // the blocks go on, the range does not
            }
            let n = left.min(Block::LEN.saturating_sub(k));
            let piece = Piece::of(self.kinds, block, k, n);
            // As many bytes as the longest vertex has are read of each.
            let end = piece.place.saturating_add(longest.saturating_mul(n));
            take = match ZEROS.get(..longest) {
                Some(zeros) if BONE < 4 && end <= self.cur.data().len() => {
                    if piece.is_busy() {
                        self.mixed::<BONE, V, T>(piece, zeros, take)
                    } else {
                        self.runs::<BONE, V, T>(piece, zeros, take)
                    }
                }
                _ => self.one_by_one(piece, take),
            };
            left = left.saturating_sub(n);
            k = 0;
        }
        take
    }

    /// A loop for each run of one kind.
    #[inline(always)]
    fn runs<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: Piece, zeros: &'static [u8], mut take: T) -> T {
        let Piece { mut place, len: mut left, mut low, mut high } = piece;
        while left > 0 {
            let (l, h) = (low & 1, high & 1);
            let differ = (low ^ l.wrapping_neg()) | (high ^ h.wrapping_neg());
            let n = (differ.trailing_zeros() as usize).min(left);
            let class = (l | h << 1) as usize;
            let size = self.kinds.size(class);
            take = match class {
                // Most vertices of most models: what does not count is not even read.
                0 => self.run::<BONE, V, T>(place, size, n, Mask::of(0), zeros, take),
                _ => self.run::<BONE, V, T>(place, size, n, Mask::of(class), zeros, take),
            };
            place = place.wrapping_add(size.wrapping_mul(n));
            left = left.saturating_sub(n);
            let shifted = |classes: u64| classes.checked_shr(n as u32).unwrap_or(0);
            (low, high) = (shifted(low), shifted(high));
        }
        take
    }

    /// So many vertices of one kind.
    #[inline(always)]
    fn run<const BONE: u8, V: GpuVertex, T: Take<V>>(
        &self,
        mut place: usize,
        size: usize,
        n: usize,
        mask: &Mask,
        zeros: &'static [u8],
        take: T,
    ) -> T {
        take.take((0..n).map(|_| {
            let vertex = self.vertex::<BONE, V>(place, size, mask, zeros);
            place = place.wrapping_add(size);
            vertex
        }))
    }

    /// One loop for all kinds.
    #[inline(always)]
    fn mixed<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: Piece, zeros: &'static [u8], take: T) -> T {
        let Piece { mut place, len, mut low, mut high } = piece;
        take.take((0..len).map(|_| {
            let class = (low & 1 | (high & 1) << 1) as usize;
            (low, high) = (low >> 1, high >> 1);
            let size = self.kinds.size(class);
            let vertex = self.vertex::<BONE, V>(place, size, Mask::of(class), zeros);
            place = place.wrapping_add(size);
            vertex
        }))
    }

    /// A vertex of which it is known that as many bytes are there as the longest one has: as many as `zeros`, which stand
    /// for them should it be known wrongly.
    #[inline(always)]
    fn vertex<const BONE: u8, V: GpuVertex>(&self, place: usize, size: usize, mask: &Mask, zeros: &'static [u8]) -> V {
        const NO_BASE: VertexBase =
            VertexBase { position: Vec3::new([0.0; 3]), normal: Vec3::new([0.0; 3]), uv: Vec2::new([0.0; 2]) };
        let bone = if BONE == 1 { Width::One } else { Width::Two };
        let globals = Globals { bone, ..self.cur.globals };
        let data = self.cur.data();
        // One look whether all of it is there, and every other look goes by the length of `zeros`.
        let record = data.get(place..).and_then(|rest| rest.get(..zeros.len())).unwrap_or(zeros);
        let (start, len) = (self.kinds.tag_at.wrapping_add(1), Bdef4::size(&globals).least());
        let payload = record.get(start..).and_then(|rest| rest.get(..len)).or(ZEROS.get(..len)).unwrap_or(&[]);
        let (_, [v, w, ..]) = influence::<Bdef2>(payload, &globals);
        let (bones, [a, b, c, d]) = influence::<Bdef4>(payload, &globals);
        let first = pair(a, b) & mask.four[0] | pair(v, w) & mask.two | mask.one;
        let last = pair(c, d) & mask.four[1];
        let (joints, weights) = self.change.influence(lanes(bones) & mask.bones, [first, last]);
        let base = prefix_as_fixed(record).unwrap_or(&NO_BASE);
        let end = place.wrapping_add(size);
        let edge = data.get(end.wrapping_sub(size_of::<f32>())..).and_then(|edge| edge.first_chunk());
        let edge_scale = f32::from_le_bytes(*edge.unwrap_or(&[0; 4]));
        let extra_uvs = as_fixed(record.get(size_of::<VertexBase>()..self.kinds.tag_at).unwrap_or(&[]));
        let (position, normal, uv) = (base.position.get(), base.normal.get(), base.uv.get());
        let values = VertexValues { position, normal, uv, joints, weights, edge_scale, extra_uvs };
        V::encode(&self.change.rest(values))
    }

    /// The vertex at a place, number `k` of a block; then the place is that of the next. Changes are not compiled in: what
    /// is asked for one by one is not worth so many copies of this.
    #[inline(always)]
    fn step<V: GpuVertex>(&self, block: &Block, k: usize, place: &mut usize) -> V {
        let Piece { low, high, .. } = Piece::of(self.kinds, block, k, 1);
        let class = (low & 1 | (high & 1) << 1) as usize;
        let (size, at) = (self.kinds.size(class), *place);
        *place = at.wrapping_add(size);
        let longest = self.kinds.longest();
        let zeros = ZEROS.get(..longest).filter(|_| at.saturating_add(longest) <= self.cur.data().len());
        match (self.cur.globals.bone, zeros) {
            (Width::One, Some(zeros)) => self.vertex::<1, V>(at, size, Mask::of(class), zeros),
            (Width::Two, Some(zeros)) => self.vertex::<2, V>(at, size, Mask::of(class), zeros),
            _ => V::encode(&self.changes.values_at(self.cur.moved_to(at))),
        }
    }

    /// One by one.
    #[cold]
    #[inline(never)]
    fn one_by_one<V: GpuVertex, T: Take<V>>(&self, piece: Piece, take: T) -> T {
        let Piece { mut place, len, mut low, mut high } = piece;
        take.take((0..len).map(|_| {
            let class = (low & 1 | (high & 1) << 1) as usize;
            (low, high) = (low >> 1, high >> 1);
            let values = self.changes.values_at(self.cur.moved_to(place));
            place = place.wrapping_add(self.kinds.size(class));
            V::encode(&self.change.seen(values))
        }))
    }
}

/// Bones and weights of one deformation. Where it is known how many bytes there are it is known that they suffice.
#[inline(always)]
fn influence<'p, D: Field<'p> + Influence>(payload: &'p [u8], globals: &Globals) -> Influences {
    D::read(&mut Cursor::new(payload, *globals)).map_or(([0; 4], [0.0; 4]), |deform| deform.influence())
}
