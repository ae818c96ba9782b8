//! [`tagged!`]: one byte that says which of several fields follows, declared once.

/// Declares a tagged union: `tag => Variant(what follows)`. Any other tag is refused in every mode: what follows it has
/// no known size.
///
/// ```text
/// tagged! {
///     /// A toon: a texture of the model's own, or one of the ten that all share.
///     pub enum Toon { 0 => Texture(TextureIndex), 1 => Shared(SharedToon) }
/// }
/// ```
macro_rules! tagged {
    (
        $(#[$meta:meta])*
        pub enum $name:ident $(<$lt:lifetime>)? {
            $( $(#[$doc:meta])* $tag:literal => $variant:ident($ty:ty) ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $name $(<$lt>)? {
            $( $(#[$doc])* $variant($ty), )*
        }

        impl $(<$lt>)? $name $(<$lt>)? {
            /// The byte that says which it is.
            #[inline(always)]
            pub const fn tag(&self) -> u8 {
                match self { $( $name::$variant(_) => $tag, )* }
            }
            /// The variant's name.
            pub const fn kind(&self) -> &'static str {
                match self { $( $name::$variant(_) => stringify!($variant), )* }
            }
        }

        impl<'a> $crate::field::Field<'a> for $name $(<$lt>)? {
            #[cfg_attr(not(debug_assertions), inline(always))] // frames stay small where nothing is optimised
            fn read(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<Self> {
                let at = cur.position();
                match <u8 as $crate::field::Field>::read(cur)? {
                    $( $tag => <$ty as $crate::field::Field>::read(cur).map($name::$variant), )*
                    tag => Err($crate::error::Error::new($crate::error::ErrorKind::UnknownTag(tag), at)),
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))] // frames stay small where nothing is optimised
            fn skip(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<()> {
                let at = cur.position();
                match <u8 as $crate::field::Field>::read(cur)? {
                    $( $tag => <$ty as $crate::field::Field>::skip(cur), )*
                    tag => Err($crate::error::Error::new($crate::error::ErrorKind::UnknownTag(tag), at)),
                }
            }

            #[inline(always)]
            fn size(globals: &$crate::globals::Globals) -> $crate::size::Size {
                $crate::size::Size::tagged(&[ $( ($tag, <$ty as $crate::field::Field>::size(globals)) ),* ])
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn carry(cur: &mut $crate::bytes::Cursor<'a>, out: &mut $crate::bytes::Sink) -> $crate::error::Result<()> {
                let at = cur.position();
                match <u8 as $crate::field::Field>::read(cur)? {
                    $( $tag => {
                        $crate::field::Field::write(&($tag as u8), out);
                        <$ty as $crate::field::Field>::carry(cur, out)
                    } )*
                    tag => Err($crate::error::Error::new($crate::error::ErrorKind::UnknownTag(tag), at)),
                }
            }

            #[inline(always)]
            fn write(&self, out: &mut $crate::bytes::Sink) {
                $crate::field::Field::write(&self.tag(), out);
                match self {
                    $( $name::$variant(value) => $crate::field::Field::write(value, out), )*
                }
            }
        }

        impl $(<$lt>)? $crate::visit::Visit for $name $(<$lt>)? {
            /// A record of one field: the variant and what it holds.
            fn visit(&self, visitor: &mut dyn $crate::visit::Visitor) {
                visitor.begin_record();
                match self {
                    $( $name::$variant(value) => {
                        visitor.field(stringify!($variant));
                        $crate::visit::Visit::visit(value, visitor);
                    } )*
                }
                visitor.end_record();
            }
        }
    };
}
pub(crate) use tagged;
