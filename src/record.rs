//! [`record!`]: a record of the file, declared once.

/// Declares a record: its struct, and how to step over it, read it, measure it, put it back and show it.
///
/// The fields stand in file order. Two words say what a plain struct cannot:
///
/// * `as name`: keep this value at hand, for conditions further down;
/// * `where condition`: the field is there only when the condition holds (an [`Option`]).
///
/// ```text
/// record! {
///     /// A bone.
///     pub struct Bone<'a> {
///         name: Name<'a>,
///         flags: BoneFlags as flags,
///         fixed_axis: [f32; 3] where flags.contains(BoneFlags::FIXED_AXIS),
///     }
/// }
/// ```
///
/// After the fields, `resembles guess` names a function that guesses whether bytes begin such a record.
///
/// Sizes are sums, in which a field that need not be there counts as nothing. `one of (A, B)` says that of two such fields,
/// `where x` and then `where !x`, one is there always.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(<$lt:lifetime>)? {
            $( $(#[$doc:meta])* $field:ident : $ty:ty $(as $key:ident)? $(where $when:expr)? ),* $(,)?
        }
        $(one of ($one:ty, $other:ty))?
        $(resembles $resembles:expr)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name $(<$lt>)? {
            $( $(#[$doc])* pub $field: record!(@type $ty $(, $when)?), )*
        }

        impl<'a> $crate::field::Field<'a> for $name $(<$lt>)? {
            #[cfg_attr(not(debug_assertions), inline(always))] // frames stay small where nothing is optimised
            fn read(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<Self> {
                $(
                    let $field = record!(@read $ty, cur $(, $when)?)
                        .map_err(|e| e.in_field(stringify!($field)))?;
                    $( let $key = $field; )?
                )*
                Ok($name { $($field),* })
            }

            #[cfg_attr(not(debug_assertions), inline(always))] // frames stay small where nothing is optimised
            fn skip(cur: &mut $crate::bytes::Cursor<'a>) -> $crate::error::Result<()> {
                $( record!(@skip $ty, cur $(, as $key)? $(, where $when)?); )*
                Ok(())
            }

            #[inline(always)]
            fn size(globals: &$crate::globals::Globals) -> $crate::size::Size {
                $crate::size::Size::ZERO
                    $( .then(record!(@size $ty, globals $(, $when)?)) )*
                    $( .then(record!(@size $one, globals).or(record!(@size $other, globals))) )?
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn carry(cur: &mut $crate::bytes::Cursor<'a>, out: &mut $crate::bytes::Sink) -> $crate::error::Result<()> {
                $( record!(@carry $ty, cur, out $(, as $key)? $(, where $when)?); )*
                Ok(())
            }

            #[inline(always)]
            fn write(&self, out: &mut $crate::bytes::Sink) {
                $( record!(@write self.$field, out, $field $(, as $key)? $(, where $when)?); )*
            }
            $(
                #[inline(always)]
                fn resembles() -> Option<fn(&[u8]) -> bool> {
                    Some($resembles)
                }
            )?
        }

        impl $(<$lt>)? $crate::visit::Visit for $name $(<$lt>)? {
            fn visit(&self, visitor: &mut dyn $crate::visit::Visitor) {
                visitor.begin_record();
                $( record!(@visit self.$field, visitor, $field $(, $when)?); )*
                visitor.end_record();
            }
        }
    };

    (@type $ty:ty) => { $ty };
    (@type $ty:ty, $when:expr) => { Option<$ty> };

    (@size $ty:ty, $g:ident) => { <$ty as $crate::field::Field>::size($g) };
    (@size $ty:ty, $g:ident, $when:expr) => { <$ty as $crate::field::Field>::size($g).or_nothing() };

    (@read $ty:ty, $cur:ident) => { <$ty as $crate::field::Field>::read($cur) };
    (@read $ty:ty, $cur:ident, $when:expr) => {
        if $when { <$ty as $crate::field::Field>::read($cur).map(Some) } else { Ok(None) }
    };

    (@skip $ty:ty, $cur:ident) => { <$ty as $crate::field::Field>::skip($cur)? };
    (@skip $ty:ty, $cur:ident, as $key:ident) => { let $key = <$ty as $crate::field::Field>::read($cur)?; };
    (@skip $ty:ty, $cur:ident, where $when:expr) => { if $when { record!(@skip $ty, $cur); } };

    (@carry $ty:ty, $cur:ident, $out:ident) => { <$ty as $crate::field::Field>::carry($cur, $out)? };
    (@carry $ty:ty, $cur:ident, $out:ident, as $key:ident) => {
        let $key = <$ty as $crate::field::Field>::read($cur)?;
        $crate::field::Field::write(&$key, $out)
    };
    (@carry $ty:ty, $cur:ident, $out:ident, where $when:expr) => { if $when { record!(@carry $ty, $cur, $out); } };

    (@write $self:ident . $field:ident, $out:ident, $name:ident) => {
        $crate::field::Field::write(&$self.$field, $out)
    };
    (@write $self:ident . $field:ident, $out:ident, $name:ident, as $key:ident) => {
        let $key = $self.$field;
        $crate::field::Field::write(&$key, $out)
    };
    // Whoever reads goes by the condition, so whoever writes does, too.
    (@write $self:ident . $field:ident, $out:ident, $name:ident, where $when:expr) => {
        match &$self.$field {
            Some(value) if $when => $crate::field::Field::write(value, $out),
            None if !$when => {}
            _ => $out.refuse($crate::bytes::Misfit::Presence(stringify!($name))),
        }
    };

    (@visit $self:ident . $field:ident, $visitor:ident, $name:ident) => {
        $visitor.field(stringify!($name));
        $crate::visit::Visit::visit(&$self.$field, $visitor);
    };
    (@visit $self:ident . $field:ident, $visitor:ident, $name:ident, $when:expr) => {
        if let Some(value) = &$self.$field {
            $visitor.field(stringify!($name));
            $crate::visit::Visit::visit(value, $visitor);
        }
    };
}
pub(crate) use record;
