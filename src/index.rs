//! Typed indices: width and sign come from what they point at.
use crate::bytes::{Cursor, Sink};
use crate::error::Result;
use crate::field::Field;
use crate::globals::{Globals, Width};
use crate::size::Size;
use crate::vector::{I16, I32, U16};
use crate::visit::{Visit, Visitor};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// What an index points at: decides its width and its sign.
pub trait Target: Copy + 'static {
    /// Whether the file can say −1, none.
    const SIGNED: bool;
    /// The section that it points into, as every output spells it.
    const SECTION: &'static str;
    /// How many bytes such an index takes.
    fn width(globals: &Globals) -> Width;
}

macro_rules! targets {
    ($($(#[$doc:meta])* $alias:ident = $name:ident($width:ident, signed: $signed:literal, $section:literal);)*) => {
        /// What an [`Index`] can point at.
        pub mod to {
            $(
                #[doc = concat!("Marks a [`", stringify!($alias), "`](super::", stringify!($alias), ").")]
                #[derive(Clone, Copy, Debug)]
                pub enum $name {}
            )*
        }
        $(
            $(#[$doc])*
            pub type $alias = Index<to::$name>;
            impl Target for to::$name {
                const SIGNED: bool = $signed;
                const SECTION: &'static str = $section;
                #[inline(always)]
                fn width(globals: &Globals) -> Width { globals.$width }
            }
        )*
    };
}
targets! {
    /// The number of a vertex. Unsigned: a vertex is always there.
    VertexIndex = Vertex(vertex, signed: false, "vertices");
    /// The number of a texture, or none.
    TextureIndex = Texture(texture, signed: true, "textures");
    /// The number of a material, or none.
    MaterialIndex = Material(material, signed: true, "materials");
    /// The number of a bone, or none.
    BoneIndex = Bone(bone, signed: true, "bones");
    /// The number of a morph, or none.
    MorphIndex = Morph(morph, signed: true, "morphs");
    /// The number of a rigid body, or none.
    RigidBodyIndex = RigidBody(rigid_body, signed: true, "rigid-bodies");
}

/// A typed index: one of a bone cannot be looked up among morphs.
///
/// ```compile_fail
/// use mmdmap::{BoneIndex, MorphIndex};
/// let morph: MorphIndex = BoneIndex::new(3);
/// ```
pub struct Index<T>(i32, PhantomData<T>);

impl<T> Index<T> {
    /// Points at nothing: −1.
    pub const NONE: Self = Index(-1, PhantomData);

    /// Of the number as the file would hold it.
    pub const fn new(raw: i32) -> Self {
        Index(raw, PhantomData)
    }
    /// The number as the file holds it, widened: −1 is none, other negative numbers are odd.
    ///
    /// A vertex index stored in four bytes counts to 2³¹−1; what lies above reads as negative.
    pub const fn raw(self) -> i32 {
        self.0
    }
    /// The number of the thing; `None` where the file says −1 (or something else below 0).
    #[inline(always)]
    pub fn get(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

impl<T> Clone for Index<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Index<T> {}
impl<T> PartialEq for Index<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Index<T> {}
impl<T> PartialOrd for Index<T> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Index<T> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> Hash for Index<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> Default for Index<T> {
    fn default() -> Self {
        Self::NONE
    }
}
impl<T> fmt::Debug for Index<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl<T: Target> Visit for Index<T> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.index(self.0, T::SECTION);
    }
}

impl<'a, T: Target> Field<'a> for Index<T> {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        Ok(Index::new(match (T::width(&cur.globals), T::SIGNED) {
            (Width::One, false) => (*cur.fixed::<u8>()?).into(),
            (Width::One, true) => (*cur.fixed::<i8>()?).into(),
            (Width::Two, false) => cur.fixed::<U16>()?.get().into(),
            (Width::Two, true) => cur.fixed::<I16>()?.get().into(),
            (Width::Four, _) => cur.fixed::<I32>()?.get(),
        }))
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        cur.skip(T::width(&cur.globals).bytes());
        Ok(())
    }
    #[inline(always)]
    fn size(globals: &Globals) -> Size {
        Size::Exactly(T::width(globals).bytes())
    }
    #[inline(always)]
    fn write(&self, out: &mut Sink) {
        [*self].write(out);
    }
    /// By the armful, so that the width is looked at once for many.
    #[inline]
    fn carry_all(mut cur: Cursor<'a>, count: usize, out: &mut Sink) -> Result<Cursor<'a>> {
        const ARMFUL: usize = 64;
        let width = T::width(&out.globals);
        out.at_hand(|out| {
            let mut left = count;
            while left >= ARMFUL {
                let mut after = cur;
                let armful = <[Self; ARMFUL]>::read(&mut after)?;
                if !armful.iter().all(|one| width.holds(one.0, T::SIGNED)) {
                    break; // one by one they say which of them does not fit
                }
                armful.write(out);
                out.next(ARMFUL);
                left = left.saturating_sub(ARMFUL);
                cur = after;
            }
            for _ in 0..left {
                Self::carry(&mut cur, out)?;
                out.next(1);
            }
            Ok(cur)
        })
    }
}

impl<'a, T: Target, const N: usize> Field<'a> for [Index<T>; N] {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        // One look at the width for all of them.
        Ok(match (T::width(&cur.globals), T::SIGNED) {
            (Width::One, false) => cur.fixed::<[u8; N]>()?.map(|n| Index::new(n.into())),
            (Width::One, true) => cur.fixed::<[i8; N]>()?.map(|n| Index::new(n.into())),
            (Width::Two, false) => cur.fixed::<[U16; N]>()?.map(|n| Index::new(n.get().into())),
            (Width::Two, true) => cur.fixed::<[I16; N]>()?.map(|n| Index::new(n.get().into())),
            (Width::Four, _) => cur.fixed::<[I32; N]>()?.map(|n| Index::new(n.get())),
        })
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        cur.skip(T::width(&cur.globals).bytes().saturating_mul(N));
        Ok(())
    }
    #[inline(always)]
    fn size(globals: &Globals) -> Size {
        Index::<T>::size(globals).times(N)
    }
    #[inline(always)]
    fn write(&self, out: &mut Sink) {
        out.indices(self.map(Index::raw), T::width(&out.globals), T::SIGNED);
    }
}
