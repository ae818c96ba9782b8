//! The walk over vertices that are to be encoded: the loops that have to run at the speed of memory.
//!
//! No vertex branches: what follows its kind is read as two bones and as four, and the kind says which bits count.
//!
//! | vertices | how |
//! |---|---|
//! | of a block whose kind changes 8 times at most | a loop for each run of one kind: which bits count is settled before it |
//! | of other blocks | a loop that looks up for each vertex which bits count |
//! | that nobody has scanned | the same loops, for eight of one kind and for others; the kind of each tells where the next begins |
//! | with bone indices of 4 bytes, or so near the end of the file that there is nothing to read past | one by one, as their view shows them |
//!
//! The index knows the kind of each of the 64 vertices of a block, so for the first two nothing of the file decides where
//! to go next. For the third it does; but the next place is known long before the vertex at hand is written.
//!
//! The loops are compiled for bone indices of 1 and of 2 bytes, for values that change and those that do not, and for each
//! vertex type: whatever is written here users compile a dozen times for each type they have. All read the declared types
//! of [`vertex`](crate::pmx::vertex): the layout of a vertex is written down there and nowhere else.
//!
//! What is measured, not obvious: a loop may leave early but never choose between two vertices, since those would go
//! through memory; and every closure below is called from one place, or it would become a function.
use super::influence::{Change, Changes, Influence, Influences, Plain, lanes, pair};
use super::layout::{GpuVertex, VertexValues};
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, as_fixed, prefix_as_fixed};
use crate::field::Field;
use crate::globals::{Globals, Width};
use crate::pmx::vertex::{Bdef2, Bdef4, Sdef, Vertex, VertexBase};
use crate::records::Records;

/// Takes encoded vertices, run by run.
pub(crate) trait Take<V>: Sized {
    /// The next vertices, in order, until there are no more.
    fn take(self, next: impl FnMut() -> Option<V>) -> Self;
}

/// Hands each vertex to a function, with what it made of those before.
pub(crate) struct Fold<B, F> {
    pub(crate) all: B,
    pub(crate) f: F,
}

impl<V, B, F: FnMut(B, V) -> B> Take<V> for Fold<B, F> {
    #[inline(always)]
    fn take(mut self, mut next: impl FnMut() -> Option<V>) -> Self {
        let mut all = self.all;
        while let Some(vertex) = next() {
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
    fn take(self, mut next: impl FnMut() -> Option<V>) -> Self {
        let mut room = self.0.iter_mut();
        while let Some(vertex) = next() {
            match room.next() {
                Some(slot) => slot.put(vertex),
                None => break,
            }
        }
        Room(room.into_slice())
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
        true => Walk::new(cur, kinds, changes, Plain::of(changes)).blocks(blocks, k, n, take),
        false => Walk::new(cur, kinds, changes, changes).blocks(blocks, k, n, take),
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
    let walk = Walk::new(vertices.cursor(), kinds, changes, changes);
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

    /// Leaves out the first `n`, each so many bytes long.
    #[inline(always)]
    fn skip(&mut self, n: usize, size: usize) {
        let shifted = |classes: u64| classes.checked_shr(n as u32).unwrap_or(0);
        self.place = self.place.wrapping_add(size.wrapping_mul(n));
        self.len = self.len.saturating_sub(n);
        (self.low, self.high) = (shifted(self.low), shifted(self.high));
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
        Self::OF_CLASS.get(class & 3).unwrap_or(first) // there is one for each class, the compiler sees it
    }
}

/// What every step of the walk needs.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a, 'k, C> {
    cur: Cursor<'a>,
    kinds: &'k Kinds,
    changes: &'k Changes,
    /// The same, compiled into the loops.
    change: C,
    /// Bytes from the start of a vertex to the bones and weights, which follow its kind.
    payload_at: usize,
}

impl<'a, 'k, C: Change> Walk<'a, 'k, C> {
    #[inline(always)]
    pub(crate) fn new(cur: Cursor<'a>, kinds: &'k Kinds, changes: &'k Changes, change: C) -> Self {
        Walk { cur, kinds, changes, change, payload_at: kinds.tag_at.saturating_add(1) }
    }

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

    /// Encodes `len` vertices from `place` on, of which nobody knows yet where each begins: one look at the kind of each
    /// tells. Where they end; `None` where one is of an unknown kind, or the file too short.
    #[inline(always)]
    pub(crate) fn chain<V: GpuVertex, T: Take<V>>(&self, place: usize, len: usize, take: T) -> Option<usize> {
        match self.cur.globals.bone {
            Width::One => self.each_vertex::<1, V, T>(place, len, take),
            Width::Two => self.each_vertex::<2, V, T>(place, len, take),
            Width::Four => self.each_vertex::<4, V, T>(place, len, take),
        }
    }

    #[inline(always)]
    fn each_vertex<const BONE: u8, V: GpuVertex, T: Take<V>>(
        &self,
        mut place: usize,
        mut left: usize,
        mut take: T,
    ) -> Option<usize> {
        /// Vertices after which another look is worth while whether eight in a row are alike; twice as many each time that
        /// they are not, up to the most.
        const MIXED: usize = 16;
        const MOST: usize = 128;
        let mut mixed = MIXED;
        let data = self.cur.data();
        let after = |place: usize| place.wrapping_add(self.kinds.tag_at);
        while BONE < 4 && left >= Self::EIGHT {
            let mut tag = after(place);
            let left_before = left;
            if let Some(tags) = self.kinds.eight_alike(data, &mut tag) {
                let class = usize::from(self.kinds.class(tags as u8));
                let size = self.kinds.size(class);
                let not_done;
                (not_done, take) = match class {
                    0 => self.run::<BONE, true, V, T>(place, size, Self::EIGHT, Mask::of(0), take),
                    _ => self.run::<BONE, false, V, T>(place, size, Self::EIGHT, Mask::of(class), take),
                };
                mixed = MIXED;
                let done = Self::EIGHT.saturating_sub(not_done);
                left = left.saturating_sub(done);
                place = place.wrapping_add(size.wrapping_mul(done));
            } else {
                let mut n = mixed.min(left);
                mixed = mixed.saturating_mul(2).min(MOST);
                left = left.saturating_sub(n);
                take = take.take(|| {
                    if n == 0 {
                        return None;
                    }
                    let mut tag = after(place);
                    let class = self.kinds.one(data, &mut tag)? as usize;
                    let next = tag.wrapping_sub(self.kinds.tag_at);
                    let vertex = self.vertex::<BONE, V>(place, next.wrapping_sub(place), Mask::of(class))?;
                    place = next;
                    n = n.wrapping_sub(1);
                    Some(vertex)
                });
                left = left.saturating_add(n);
            }
            if left == left_before {
                break; // near the end of the file, or broken
            }
        }
        self.one_after_the_other(place, left, take)
    }
    const EIGHT: usize = 8;

    /// The same, each vertex as its view shows it.
    #[cold]
    #[inline(never)]
    fn one_after_the_other<V: GpuVertex, T: Take<V>>(
        &self,
        mut place: usize,
        left: usize,
        mut take: T,
    ) -> Option<usize> {
        for _ in 0..left {
            let mut tag = place.wrapping_add(self.kinds.tag_at);
            self.kinds.one(self.cur.data(), &mut tag)?;
            let mut vertex = Some(V::encode(&self.change.seen(self.changes.values_at(self.cur.moved_to(place)))));
            take = take.take(|| vertex.take());
            place = tag.wrapping_sub(self.kinds.tag_at);
        }
        Some(place).filter(|&end| end <= self.cur.data().len())
    }

    #[inline(always)]
    fn each_block<const BONE: u8, V: GpuVertex, T: Take<V>>(
        &self,
        blocks: &[Block],
        mut k: usize,
        mut left: usize,
        mut take: T,
    ) -> T {
        for block in blocks {
            if left == 0 {
                break; // the blocks go on, the range does not
            }
            let n = left.min(Block::LEN.saturating_sub(k));
            let mut piece = Piece::of(self.kinds, block, k, n);
            if BONE < 4 {
                take = match piece.is_busy() {
                    true => self.mixed::<BONE, V, T>(&mut piece, take),
                    false => self.runs::<BONE, V, T>(&mut piece, take),
                };
            }
            if piece.len > 0 {
                take = self.one_by_one(piece, take);
            }
            left = left.saturating_sub(n);
            k = 0;
        }
        take
    }

    /// A loop for each run of one kind.
    #[inline(always)]
    fn runs<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: &mut Piece, mut take: T) -> T {
        while piece.len > 0 {
            let (l, h) = (piece.low & 1, piece.high & 1);
            let differ = (piece.low ^ l.wrapping_neg()) | (piece.high ^ h.wrapping_neg());
            let n = (differ.trailing_zeros() as usize).min(piece.len);
            let class = (l | h << 1) as usize;
            let (place, size) = (piece.place, self.kinds.size(class));
            let left;
            (left, take) = match class {
                // Most vertices of most models: what does not count is not even read.
                0 => self.run::<BONE, true, V, T>(place, size, n, Mask::of(0), take),
                _ => self.run::<BONE, false, V, T>(place, size, n, Mask::of(class), take),
            };
            piece.skip(n.saturating_sub(left), size);
            if left > 0 {
                break;
            }
        }
        take
    }

    /// So many vertices of one kind; how many of them are left to be read in another way. `ONE`: of a kind of one bone.
    #[inline(always)]
    fn run<const BONE: u8, const ONE: bool, V: GpuVertex, T: Take<V>>(
        &self,
        mut place: usize,
        size: usize,
        n: usize,
        mask: &Mask,
        take: T,
    ) -> (usize, T) {
        let mut left = n;
        let take = take.take(|| {
            if left == 0 {
                return None;
            }
            let vertex = self.vertex::<BONE, V>(place, size, mask)?;
            place = place.wrapping_add(size);
            left = left.wrapping_sub(1);
            Some(vertex)
        });
        (left, take)
    }

    /// One loop for all kinds.
    #[inline(always)]
    fn mixed<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: &mut Piece, take: T) -> T {
        let Piece { mut place, mut len, mut low, mut high } = *piece;
        let take = take.take(|| {
            if len == 0 {
                return None;
            }
            let class = (low & 1 | (high & 1) << 1) as usize;
            let size = self.kinds.size(class);
            let vertex = self.vertex::<BONE, V>(place, size, Mask::of(class))?;
            (low, high) = (low >> 1, high >> 1);
            place = place.wrapping_add(size);
            len = len.wrapping_sub(1);
            Some(vertex)
        });
        *piece = Piece { place, len, low, high };
        take
    }

    /// The vertex at a place, so many bytes long; `None` where there is not enough to be read past it.
    #[inline(always)]
    fn vertex<const BONE: u8, V: GpuVertex>(&self, place: usize, size: usize, mask: &Mask) -> Option<V> {
        let globals = Globals { bone: if BONE == 1 { Width::One } else { Width::Two }, ..self.cur.globals };
        // As much as the longest kind takes: one look at the end of the file is enough for all.
        let (len, longest) = (Bdef4::size(&globals).least(), Sdef::size(&globals).least());
        let longest = self.payload_at.saturating_add(longest.saturating_add(size_of::<f32>()));
        let record = self.cur.data().get(place..)?.get(..longest)?;
        let payload = record.get(self.payload_at..)?.get(..len)?;
        let (_, [v, w, ..]) = influence::<Bdef2>(payload, &globals);
        let (bones, _) = influence::<Bdef4>(payload, &globals);
        let [a, b] = words(payload)?;
        let first = a & mask.four[0] | pair(v, w) & mask.two | mask.one;
        let last = b & mask.four[1];
        let (joints, weights) = self.change.influence(lanes(bones) & mask.bones, [first, last]);
        let base: &VertexBase = prefix_as_fixed(record)?;
        // Both are there; a layout that does without them is not to ask.
        let edge = record.get(size.wrapping_sub(size_of::<f32>())..).and_then(<[u8]>::first_chunk);
        let edge_scale = edge.map_or(0.0, |edge| f32::from_le_bytes(*edge));
        let extra_uvs = as_fixed(record.get(size_of::<VertexBase>()..self.kinds.tag_at).unwrap_or(&[]));
        let (position, normal, uv) = (base.position.get(), base.normal.get(), base.uv.get());
        let values = VertexValues { position, normal, uv, joints, weights, edge_scale, extra_uvs };
        Some(V::encode(&self.change.rest(values)))
    }

    /// The vertex at a place, number `k` of a block; then the place is that of the next. Changes are not compiled in: what
    /// is asked for one by one is not worth so many copies of this.
    #[inline(always)]
    fn step<V: GpuVertex>(&self, block: &Block, k: usize, place: &mut usize) -> V {
        let Piece { low, high, .. } = Piece::of(self.kinds, block, k, 1);
        let class = (low & 1 | (high & 1) << 1) as usize;
        let (size, at) = (self.kinds.size(class), *place);
        *place = at.wrapping_add(size);
        let vertex = match self.cur.globals.bone {
            Width::One => self.vertex::<1, V>(at, size, Mask::of(class)),
            Width::Two => self.vertex::<2, V>(at, size, Mask::of(class)),
            Width::Four => None,
        };
        vertex.unwrap_or_else(|| V::encode(&self.changes.values_at(self.cur.moved_to(at))))
    }

    /// As their views show them.
    #[cold]
    #[inline(never)]
    fn one_by_one<V: GpuVertex, T: Take<V>>(&self, piece: Piece, take: T) -> T {
        let Piece { mut place, mut len, mut low, mut high } = piece;
        take.take(|| {
            len = len.checked_sub(1)?;
            let class = (low & 1 | (high & 1) << 1) as usize;
            (low, high) = (low >> 1, high >> 1);
            let values = self.changes.values_at(self.cur.moved_to(place));
            place = place.wrapping_add(self.kinds.size(class));
            Some(V::encode(&self.change.seen(values)))
        })
    }
}

/// The two words that the payload of four bones ends with: its weights. As floats they would be paired up in memory.
#[inline(always)]
fn words(payload: &[u8]) -> Option<[u64; 2]> {
    let weights = u128::from_le_bytes(*payload.last_chunk()?);
    Some([weights as u64, (weights >> 64) as u64])
}

/// Bones and weights of one deformation. Where it is known how many bytes there are it is known that they suffice.
#[inline(always)]
fn influence<'p, D: Field<'p> + Influence>(payload: &'p [u8], globals: &Globals) -> Influences {
    D::read(&mut Cursor::new(payload, *globals)).map_or(([0; 4], [0.0; 4]), |deform| deform.influence())
}
