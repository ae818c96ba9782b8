//! Little-endian numbers as they lie in the file, at any address: with [`bytes`](crate::bytes) the door to zerocopy.
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

pub use zerocopy::little_endian::{F32, I16, I32, U16, U32, U64};

/// Declares a struct as it lies in a file: no padding, alignment 1, any bits valid.
macro_rules! in_place {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$doc:meta])* $field_vis:vis $field:ident : $ty:ty),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, zerocopy::FromBytes, zerocopy::IntoBytes,
            zerocopy::KnownLayout, zerocopy::Immutable, zerocopy::Unaligned,
        )]
        #[repr(C)]
        $vis struct $name { $($(#[$doc])* $field_vis $field: $ty),* }
    };
}
pub(crate) use in_place;

macro_rules! vector {
    ($($(#[$doc:meta])* $name:ident: $n:literal ($($part:ident)*)),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
        #[repr(transparent)]
        pub struct $name(pub [F32; $n]);

        impl $name {
            /// From numbers of this machine.
            pub const fn new(native: [f32; $n]) -> Self {
                let mut all = [F32::ZERO; $n];
                let mut rest: &mut [F32] = &mut all;
                let mut from: &[f32] = &native;
                while let ([to, later @ ..], [one, others @ ..]) = (rest, from) {
                    *to = F32::new(*one);
                    rest = later;
                    from = others;
                }
                $name(all)
            }
            /// The numbers, as this machine holds them.
            #[inline(always)]
            pub fn get(self) -> [f32; $n] {
                // Part by part: of a `map` that changes nothing the compiler makes a copy through memory.
                let $name([$($part),*]) = self;
                [$($part.get()),*]
            }
        }
        impl From<$name> for [f32; $n] {
            #[inline(always)]
            fn from(v: $name) -> Self {
                v.get()
            }
        }
        impl From<[f32; $n]> for $name {
            #[inline(always)]
            fn from([$($part),*]: [f32; $n]) -> Self {
                $name([$(F32::new($part)),*])
            }
        }
    )*};
}

vector! {
    /// Two floats: a texture coordinate.
    Vec2: 2 (x y),
    /// Three floats: a position, direction, colour without alpha, or angles.
    Vec3: 3 (x y z),
    /// Four floats: a colour with alpha, a quaternion (x, y, z, w) or an additional UV.
    Vec4: 4 (x y z w),
}
