//! Vertices.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | position | 3 x f32 | model space: left-handed, +Y up, the model faces −Z; one unit is about 8 cm |
//! | normal | 3 x f32 | |
//! | uv | 2 x f32 | V points down |
//! | additional UVs | 4 x f32 each | as many as the header says, 0 to 4 |
//! | deform kind | u8 | 0 BDEF1, 1 BDEF2, 2 BDEF4, 3 SDEF, 4 QDEF |
//! | deform | by kind | see [`Deform`] |
//! | edge scale | f32 | outline width; 0 hides the outline here |
//!
//! Mixed kinds mean mixed sizes: nothing but a look at each kind byte tells where the next vertex begins.
use super::downgrade::Downgrade;
use crate::blocks::{Block, Kinds};
use crate::bytes::{Cursor, Misfit, Sink, as_fixed, fixed, prefix_as_fixed};
use crate::error::Result;
use crate::field::Field;
use crate::globals::Globals;
use crate::index::BoneIndex;
use crate::loss::LossCode;
use crate::record::record;
use crate::records::Records;
use crate::size::Size;
use crate::tagged::tagged;
use crate::vector::{Vec2, Vec3, Vec4};
use crate::visit::{Visit, Visitor};
use core::fmt;

record! {
    /// A vertex, borrowed from the file.
    pub struct Vertex<'a> {
        /// Position, normal and first UV.
        base: &'a VertexBase,
        /// Additional UVs.
        extra_uvs: ExtraUvs<'a>,
        /// How bones move it (skinning).
        deform: Deform,
        /// Outline width multiplier.
        edge_scale: f32,
    }
    resembles |start| prefix_as_fixed(start).is_some_and(VertexBase::has_unit_normal)
}

fixed! {
    /// The part of a vertex that every model shares.
    pub struct VertexBase {
        /// In model space.
        position: Vec3,
        /// Of unit length, as a rule.
        normal: Vec3,
        /// Texture coordinate, V down.
        uv: Vec2,
    }
}

impl VertexBase {
    /// Of numbers of this machine.
    pub const fn new(position: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> Self {
        VertexBase { position: Vec3::new(position), normal: Vec3::new(normal), uv: Vec2::new(uv) }
    }
    /// Nearly every real vertex has a normal of unit length; few other bytes look like one.
    fn has_unit_normal(&self) -> bool {
        let [x, y, z] = self.normal.get();
        (0.98..1.02).contains(&(x * x + y * y + z * z))
    }
}

impl Vertex<'_> {
    /// Its position, in model space.
    #[inline(always)]
    pub fn position(&self) -> [f32; 3] {
        self.base.position.get()
    }
    /// Its normal as stored.
    #[inline(always)]
    pub fn normal(&self) -> [f32; 3] {
        self.base.normal.get()
    }
    /// Its texture coordinate as stored, V down.
    #[inline(always)]
    pub fn uv(&self) -> [f32; 2] {
        self.base.uv.get()
    }
}

/// Additional UVs: as many as the header says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtraUvs<'a>(
    /// Each with four components, whose meaning is the shader's.
    pub &'a [Vec4],
);

impl<'a> Field<'a> for ExtraUvs<'a> {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        let bytes = cur.bytes(size_of::<Vec4>().saturating_mul(cur.globals.extra_uvs.into()))?;
        Ok(ExtraUvs(as_fixed(bytes)))
    }
    #[inline(always)]
    fn size(globals: &Globals) -> Size {
        Size::Exactly(size_of::<Vec4>()).times(globals.extra_uvs.into())
    }
    #[inline]
    fn write(&self, out: &mut Sink) {
        if self.0.len() != usize::from(out.globals.extra_uvs) && !out.is_canonical() {
            out.refuse(Misfit::ExtraUvs(self.0.len()));
        }
        self.0.iter().for_each(|uv| out.put_fixed(uv));
    }
}
impl Visit for ExtraUvs<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        self.0.visit(visitor);
    }
}

tagged! {
    /// How bones move a vertex.
    pub enum Deform {
        /// One bone, wholly.
        0 => Bdef1(Bdef1),
        /// Two bones, linearly.
        1 => Bdef2(Bdef2),
        /// Four bones, linearly.
        2 => Bdef4(Bdef4),
        /// Two bones, spherically.
        3 => Sdef(Sdef),
        /// Four bones by dual quaternions. Belongs to 2.1; found in 2.0 files, too.
        4 => Qdef(Bdef4),
    }
}
record! {
    /// One bone.
    pub struct Bdef1 {
        /// Moves the vertex wholly.
        bone: BoneIndex,
    }
}
record! {
    /// Two bones.
    pub struct Bdef2 {
        /// The two.
        bones: [BoneIndex; 2],
        /// Of the first; the second has the rest.
        weight: f32,
    }
}
record! {
    /// Four bones.
    pub struct Bdef4 {
        /// The four; where a weight is 0, any index may stand.
        bones: [BoneIndex; 4],
        /// As stored: they need not sum to 1.
        weights: [f32; 4],
    }
}
record! {
    /// Two bones, and what the spherical deformation turns around. All in model space.
    pub struct Sdef {
        /// The two.
        bones: [BoneIndex; 2],
        /// Of the first; the second has the rest.
        weight: f32,
        /// The centre.
        c: [f32; 3],
        /// Of the first bone.
        r0: [f32; 3],
        /// Of the second bone.
        r1: [f32; 3],
    }
}

impl Downgrade for Vertex<'_> {
    fn downgrade(self) -> (Self, Option<LossCode>) {
        match self.deform {
            Deform::Qdef(four) => (Vertex { deform: Deform::Bdef4(four), ..self }, Some(LossCode::Qdef)),
            _ => (self, None),
        }
    }
}

/// What encloses a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: [f32; 3],
    /// The largest coordinates.
    pub max: [f32; 3],
    /// Vertices left out because a coordinate is infinite or not a number.
    pub skipped: usize,
}

/// One vertex at a time, or one field of it.
impl<'a> Records<'a, Vertex<'a>> {
    /// Position, normal and first UV of one vertex, without a look at the rest of it.
    #[inline]
    pub fn base(self, i: usize) -> Option<&'a VertexBase> {
        self.seek(i)?.fixed().ok()
    }
    /// How bones move one vertex, without a look at the rest of it.
    #[inline]
    pub fn deform(self, i: usize) -> Option<Deform> {
        let mut cur = self.seek(i)?;
        <&VertexBase>::skip(&mut cur).ok()?;
        ExtraUvs::skip(&mut cur).ok()?;
        Deform::read(&mut cur).ok()
    }
    /// The additional UVs of one vertex, without a look at the rest of it.
    #[inline]
    pub fn extra_uvs(self, i: usize) -> Option<ExtraUvs<'a>> {
        let mut cur = self.seek(i)?;
        <&VertexBase>::skip(&mut cur).ok()?;
        ExtraUvs::read(&mut cur).ok()
    }
    /// The outline width of one vertex, without decoding the rest of it.
    #[inline]
    pub fn edge_scale(self, i: usize) -> Option<f32> {
        let mut cur = self.seek(i)?;
        <&VertexBase>::skip(&mut cur).ok()?;
        ExtraUvs::skip(&mut cur).ok()?;
        Deform::skip(&mut cur).ok()?;
        f32::read(&mut cur).ok()
    }
    /// Position, normal and first UV of every vertex. The index knows where each begins: faster than
    /// [`iter`](Records::iter), since nothing else of the vertex is looked at.
    #[inline]
    pub fn bases(self) -> Bases<'a> {
        Bases { vertices: self, blocks: self.blocks(), next: 0, place: self.seek(0).map_or(0, |cur| cur.position()) }
    }
    /// What encloses all vertices; `None` where no vertex has finite coordinates.
    pub fn bounds(self) -> Option<Bounds> {
        let none = Bounds { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3], skipped: 0 };
        let bounds = self.bases().fold(none, |mut bounds, base| {
            let position = base.position.get();
            if position.iter().all(|x| x.is_finite()) {
                bounds.min.iter_mut().zip(position).for_each(|(min, x)| *min = min.min(x));
                bounds.max.iter_mut().zip(position).for_each(|(max, x)| *max = max.max(x));
            } else {
                bounds.skipped = bounds.skipped.saturating_add(1);
            }
            bounds
        });
        (bounds.skipped < self.len()).then_some(bounds)
    }
}

/// Walks position, normal and first UV of each vertex; see [`bases`](Records::bases).
#[derive(Clone)]
pub struct Bases<'a> {
    vertices: Records<'a, Vertex<'a>>,
    /// Those of all vertices: looked for once, not at every step.
    blocks: Option<(&'a Kinds, &'a [Block])>,
    next: usize,
    /// Where the next vertex begins.
    place: usize,
}

impl fmt::Debug for Bases<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bases({} left)", self.len())
    }
}

impl<'a> Bases<'a> {
    /// The base at `place`, and where the vertex after it begins.
    #[inline(always)]
    fn step(cur: Cursor<'a>, kinds: &Kinds, block: &Block, k: usize, place: usize) -> Option<(&'a VertexBase, usize)> {
        Some((cur.moved_to(place).fixed().ok()?, kinds.after(block, k, place)))
    }
}

impl<'a> Iterator for Bases<'a> {
    type Item = &'a VertexBase;

    #[inline]
    fn next(&mut self) -> Option<&'a VertexBase> {
        let number = self.vertices.number(self.next)?;
        let (kinds, blocks) = self.blocks?;
        let block = blocks.get(number / Block::LEN)?;
        let (base, after) = Bases::step(self.vertices.cursor(), kinds, block, number % Block::LEN, self.place)?;
        self.place = after;
        self.next = self.next.saturating_add(1);
        Some(base)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.vertices.len().saturating_sub(self.next);
        (left, Some(left))
    }
    fn nth(&mut self, n: usize) -> Option<&'a VertexBase> {
        *self = self.vertices.range(self.next.saturating_add(n)..).bases();
        self.next()
    }
    #[inline]
    fn fold<B, F: FnMut(B, &'a VertexBase) -> B>(self, init: B, mut f: F) -> B {
        let cur = self.vertices.cursor();
        let (mut all, mut place) = (init, self.place);
        let Some((kinds, blocks)) = self.blocks else { return all };
        let Some(first) = self.vertices.number(self.next) else { return all };
        let mut left = self.len();
        let mut k = first % Block::LEN;
        for block in blocks.iter().skip(first / Block::LEN) {
            if left == 0 {
                break; // the blocks go on, the range does not
            }
            let n = left.min(Block::LEN.saturating_sub(k));
            for k in k..k.saturating_add(n) {
                let Some((base, after)) = Bases::step(cur, kinds, block, k, place) else { return all };
                all = f(all, base);
                place = after;
            }
            left = left.saturating_sub(n);
            k = 0;
        }
        all
    }
}
impl ExactSizeIterator for Bases<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::globals::Width;
    use crate::size::ByTag;

    #[test]
    fn the_five_sizes_follow_from_the_declaration() {
        let globals = Globals { extra_uvs: 4, bone: Width::Four, ..Globals::WIDE };
        let sizes = [105, 113, 133, 149, 133, 0, 0, 0];
        assert_eq!(Vertex::size(&globals), Size::ByTag(ByTag { at: 96, sizes }));
    }

    /// The block index tells the first four tags apart, and takes a fifth for one of them: no settings make more.
    #[test]
    fn no_settings_make_more_than_four_sizes() {
        for extra_uvs in 0..=4 {
            for bone in [Width::One, Width::Two, Width::Four] {
                let Size::ByTag(ByTag { sizes, .. }) = Vertex::size(&Globals { extra_uvs, bone, ..Globals::WIDE })
                else {
                    panic!("a vertex is found by its tag")
                };
                let [first @ .., fifth, a, b, c] = sizes;
                assert!(first.contains(&fifth) && [a, b, c] == [0; 3], "{sizes:?}");
            }
        }
    }
}
