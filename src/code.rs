//! Open enumerations and flags: numbers that decide nothing about sizes, so that unknown values survive.

/// Declares codes: `NAME = value`, over the number the file holds. Other values print as `Panel(7)`.
///
/// ```text
/// code! {
///     /// Where a morph is listed.
///     pub struct Panel(u8) { SYSTEM = 0, EYEBROW = 1 }
/// }
/// ```
macro_rules! code {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident($raw:ty) { $($(#[$doc:meta])* $constant:ident = $value:expr),* $(,)? }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(
            /// The number as the file holds it.
            pub $raw,
        );
        impl $name {
            $($(#[$doc])* pub const $constant: Self = $name($value);)*

            /// The constant's name; `None` for a number that has none.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $( Self::$constant => Some(stringify!($constant)), )*
                    _ => None,
                }
            }
        }
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, concat!(stringify!($name), "({})"), self.0),
                }
            }
        }
        $crate::code::stored! { $name($raw): |code| code.0, |raw| $name(raw) }
        $crate::code::shown! { $name: |code| code.0, code.name().is_some() }
    )*};
}
pub(crate) use code;

/// Declares flags; bits without a name are kept.
///
/// ```text
/// flags! {
///     /// What is drawn.
///     pub struct DrawFlags(u8) { BOTH_SIDES = 0x01, EDGE = 0x10 }
/// }
/// ```
macro_rules! flags {
    ($(
        $(#[$($meta:tt)*])*
        pub struct $name:ident($raw:ty) { $($(#[$($doc:tt)*])* $constant:ident = $value:expr),* $(,)? }
    )*) => {$(
        bitflags::bitflags! {
            $(#[$($meta)*])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash)]
            pub struct $name: $raw {
                $($(#[$($doc)*])* const $constant = $value;)*
            }
        }
        /// The names of the flags, and what has no name as a number: `BOTH_SIDES | 0x40`; `0` for none.
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                if self.is_empty() { f.write_str("0") } else { bitflags::parser::to_writer(self, f) }
            }
        }
        $crate::code::stored! { $name($raw): |flags| flags.bits(), |raw| $name::from_bits_retain(raw) }
        $crate::code::shown! { $name: |flags| flags.bits(), !flags.is_empty() }
    )*};
}
pub(crate) use flags;

/// A value in other clothes is a field like the value.
macro_rules! stored {
    ($name:ident($raw:ty): |$value:ident| $out:expr, |$number:ident| $in:expr) => {
        impl<'a> $crate::field::Field<'a> for $name {
            #[inline(always)]
            fn read(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<Self> {
                let $number = <$raw as $crate::field::Field>::read(cur)?;
                Ok($in)
            }
            #[inline(always)]
            fn skip(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<()> {
                <$raw as $crate::field::Field>::skip(cur)
            }
            #[inline(always)]
            fn size(globals: &$crate::globals::Globals) -> $crate::size::Size {
                <$raw as $crate::field::Field>::size(globals)
            }
            #[inline]
            fn write(&self, out: &mut $crate::bytes::Sink) {
                let $value = *self;
                $crate::field::Field::write(&$out, out);
            }
        }
    };
}
pub(crate) use stored;

/// A number in other clothes is shown as the number, with its name where it has one.
macro_rules! shown {
    ($name:ident: |$value:ident| $out:expr, $named:expr) => {
        impl $crate::visit::Visit for $name {
            fn visit(&self, visitor: &mut dyn $crate::visit::Visitor) {
                let $value = *self;
                visitor.code($out.into(), if $named { Some(self) } else { None });
            }
        }
    };
}
pub(crate) use shown;
