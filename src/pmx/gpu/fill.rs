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
//! [`vertex`](crate::pmx::vertex): the layout of a vertex is written down there and nowhere else.
use super::influence::{Change, Changes, Influence, Influences, Plain};
use super::layout::{GpuVertex, VertexValues};
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, as_fixed, prefix_as_fixed};
use crate::field::Field;
use crate::globals::{Globals, Width};
use crate::pmx::vertex::{Bdef1, Bdef2, Bdef4, Sdef, Vertex, VertexBase};
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
    match changes.is_plain() {
        true => each_block(vertices, Plain { bones: changes.bones }, take),
        false => each_block(vertices, changes, take),
    }
}

#[inline(always)]
fn each_block<'a, V: GpuVertex, T: Take<V>>(vertices: Records<'a, Vertex<'a>>, change: impl Change, take: T) -> T {
    let Some((kinds, blocks)) = vertices.section().blocks() else { return take };
    let Some(first) = vertices.number(0) else { return take };
    let blocks = blocks.get(first / Block::LEN..).unwrap_or(&[]);
    Walk { cur: vertices.cursor(), kinds, change }.blocks(blocks, first % Block::LEN, vertices.len(), take)
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
pub(crate) struct Walk<'a, 'k, C> {
    pub(crate) cur: Cursor<'a>,
    pub(crate) kinds: &'k Kinds,
    pub(crate) change: C,
}

/// As many zeros as the largest deformation has bytes: they stand for what is no longer there.
const ZEROS: [u8; 64] = [0; 64];

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

    /// The settings, with bone indices of this width.
    #[inline(always)]
    fn globals<const BONE: u8>(&self) -> Globals {
        let bone = match BONE {
            1 => Width::One,
            2 => Width::Two,
            _ => Width::Four,
        };
        Globals { bone, ..self.cur.globals }
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
            let piece = Piece::of(self.kinds, block, k, n);
            take = if piece.is_busy() {
                self.blend::<BONE, V, T>(piece, take)
            } else {
                self.runs::<BONE, V, T>(piece, take)
            };
            left = left.saturating_sub(n);
            k = 0;
        }
        take
    }

    /// A loop for each run of one kind.
    #[inline(always)]
    fn runs<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: Piece, mut take: T) -> T {
        let Piece { mut place, len: mut left, mut low, mut high } = piece;
        while left > 0 {
            let (l, h) = (low & 1, high & 1);
            let differ = (low ^ l.wrapping_neg()) | (high ^ h.wrapping_neg());
            let n = (differ.trailing_zeros() as usize).min(left);
            let class = (l | h << 1) as usize;
            let size = self.kinds.size(class);
            take = match class {
                0 => self.run::<Bdef1, BONE, V, T>(place, size, n, take),
                1 => self.run::<Bdef2, BONE, V, T>(place, size, n, take),
                2 => self.run::<Bdef4, BONE, V, T>(place, size, n, take),
                _ => self.run::<Sdef, BONE, V, T>(place, size, n, take),
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
    fn run<D: Influence + for<'p> Field<'p>, const BONE: u8, V: GpuVertex, T: Take<V>>(
        &self,
        place: usize,
        size: usize,
        n: usize,
        take: T,
    ) -> T {
        match self.cur.data().get(place..place.wrapping_add(size.wrapping_mul(n))) {
            Some(records) if size > 0 => {
                take.take(records.chunks_exact(size).map(|record| self.one::<D, BONE, V>(record)))
            }
            // The file has become shorter.
            _ => take.take((0..n).map(|_| V::encode(&VertexValues::ZERO))),
        }
    }

    /// A vertex of known kind.
    #[inline(always)]
    fn one<D: Influence + for<'p> Field<'p>, const BONE: u8, V: GpuVertex>(&self, record: &'a [u8]) -> V {
        let globals = self.globals::<BONE>();
        let payload = self.payload(record, D::size(&globals).least());
        V::encode(&self.values::<BONE>(record, influence::<D>(payload, &globals), record.last_chunk()))
    }

    /// A block of many kinds. Reads past short records.
    #[inline(always)]
    fn blend<const BONE: u8, V: GpuVertex, T: Take<V>>(&self, piece: Piece, take: T) -> T {
        /// For each class: the bits of bones; of four weights; of the weight of two bones and of the rest; of 1.
        const BONES: [[i32; 4]; 4] = [[!0, 0, 0, 0], [!0, !0, 0, 0], [!0; 4], [!0, !0, 0, 0]];
        const FOUR: [[u32; 4]; 4] = [[0; 4], [0; 4], [!0; 4], [0; 4]];
        const TWO: [[u32; 4]; 4] = [[0; 4], [!0, !0, 0, 0], [0; 4], [!0, !0, 0, 0]];
        const ONE: [[u32; 4]; 4] = [[1f32.to_bits(), 0, 0, 0], [0; 4], [0; 4], [0; 4]];
        let data = self.cur.data();
        // Near the end of the file there is nothing to read past.
        let window = self.kinds.longest().max(self.kinds.tag_at.saturating_add(ZEROS.len()));
        if piece.place.saturating_add(window.saturating_mul(piece.len)) > data.len() {
            return self.runs::<BONE, V, T>(piece, take);
        }
        let globals = self.globals::<BONE>();
        let Piece { mut place, len, mut low, mut high } = piece;
        take.take((0..len).map(|_| {
            let class = (low & 1 | (high & 1) << 1) as usize & 3;
            (low, high) = (low >> 1, high >> 1);
            let record = data.get(place..).unwrap_or(&[]);
            place = place.wrapping_add(self.kinds.size(class));
            let payload = self.payload(record, Bdef4::size(&globals).least());
            let (_, two) = influence::<Bdef2>(payload, &globals);
            let (bones, four) = influence::<Bdef4>(payload, &globals);
            let (keep, of_four) = (row(&BONES, class), row(&FOUR, class));
            let (of_two, one) = (row(&TWO, class), row(&ONE, class));
            let bones = each4(bones, keep, |bone, keep| bone & keep);
            let four = each4(four, of_four, |weight, of_four| weight.to_bits() & of_four);
            let two = each4(two, of_two, |weight, of_two| weight.to_bits() & of_two);
            let weights =
                each4(each4(four, two, |four, two| four | two), one, |weight, one| f32::from_bits(weight | one));
            let edge = place.checked_sub(size_of::<f32>()).and_then(|edge| data.get(edge..)?.first_chunk());
            V::encode(&self.values::<BONE>(record, (bones, weights), edge))
        }))
    }

    /// So many bytes behind the kind.
    #[inline(always)]
    fn payload(&self, record: &'a [u8], len: usize) -> &'a [u8] {
        let start = self.kinds.tag_at.wrapping_add(1);
        match record.get(start..start.wrapping_add(len)) {
            Some(payload) => payload,
            None => ZEROS.get(..len).unwrap_or(&[]),
        }
    }

    /// What leaves, of a record and what has been read of it. Where something is missing pointers are exchanged, not
    /// values: so the values stay in registers.
    #[inline(always)]
    fn values<const BONE: u8>(
        &self,
        record: &'a [u8],
        influence: Influences,
        edge: Option<&'a [u8; 4]>,
    ) -> VertexValues<'a> {
        const NO_BASE: VertexBase =
            VertexBase { position: Vec3::new([0.0; 3]), normal: Vec3::new([0.0; 3]), uv: Vec2::new([0.0; 2]) };
        let base = prefix_as_fixed(record).unwrap_or(&NO_BASE);
        let edge_scale = f32::from_le_bytes(*edge.unwrap_or(&[0; 4]));
        let extra_uvs = as_fixed(record.get(size_of::<VertexBase>()..self.kinds.tag_at).unwrap_or(&[]));
        let (joints, weights) = self.change.influence::<BONE>(influence);
        let (position, normal, uv) = (base.position.get(), base.normal.get(), base.uv.get());
        self.change.space(VertexValues { position, normal, uv, joints, weights, edge_scale, extra_uvs })
    }
}

/// Bones and weights of one deformation. Where it is known how many bytes there are it is known that they suffice.
#[inline(always)]
fn influence<'p, D: Field<'p> + Influence>(payload: &'p [u8], globals: &Globals) -> Influences {
    D::read(&mut Cursor::new(payload, *globals)).map_or(([0; 4], [0.0; 4]), |deform| deform.influence())
}

/// A row of a table; there is one for each class.
#[inline(always)]
fn row<T: Copy + Default>(table: &[[T; 4]; 4], class: usize) -> [T; 4] {
    table.get(class).copied().unwrap_or_default()
}

/// Lane by lane.
#[inline(always)]
fn each4<A, B, T>([a, b, c, d]: [A; 4], [i, j, k, l]: [B; 4], f: impl Fn(A, B) -> T) -> [T; 4] {
    [f(a, i), f(b, j), f(c, k), f(d, l)]
}
