//! [`Visit`]: shows a value's parts by name, in file order. Dumps are made of this, so that no field is listed twice.
use crate::vector::{F32, I32, U16, U32, Vec2, Vec3, Vec4};
use core::fmt;

/// Receives the parts of a value.
///
/// A record comes as [`begin_record`](Visitor::begin_record), then for each field [`field`](Visitor::field) and its
/// value, then [`end_record`](Visitor::end_record). One of several possibilities comes as a record with one field.
pub trait Visitor {
    /// A whole number: a count, a code, flags.
    fn integer(&mut self, value: i64);
    /// A number that refers to a record of this section, as stored: −1 for none. An [`integer`](Visitor::integer) for
    /// whoever does not care.
    fn index(&mut self, number: i32, section: &'static str) {
        let _ = section;
        self.integer(number.into());
    }
    /// A code or flags, and its name or theirs, where there are any. An [`integer`](Visitor::integer) for whoever does
    /// not care.
    fn code(&mut self, value: i64, name: Option<&dyn fmt::Debug>) {
        let _ = name;
        self.integer(value);
    }
    /// A float, finite or not.
    fn float(&mut self, value: f32);
    /// A text: decoded, and as it lies in the file; `exact` unless bytes had to be replaced by U+FFFD or left out.
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool);
    /// Nothing there.
    fn none(&mut self);
    /// A record begins.
    fn begin_record(&mut self);
    /// Its next field.
    fn field(&mut self, name: &'static str);
    /// It ends.
    fn end_record(&mut self);
    /// A list of so many items begins.
    fn begin_list(&mut self, len: usize);
    /// It ends.
    fn end_list(&mut self);
}

/// A value that shows its parts.
pub trait Visit {
    /// Tells the visitor all there is, in file order.
    fn visit(&self, visitor: &mut dyn Visitor);
}

macro_rules! integers {
    ($($ty:ty => |$value:ident| $native:expr),* $(,)?) => {$(
        impl Visit for $ty {
            fn visit(&self, visitor: &mut dyn Visitor) {
                let $value = *self;
                visitor.integer($native.into());
            }
        }
    )*};
}
integers! {
    u8 => |v| v, u16 => |v| v, u32 => |v| v, i32 => |v| v, U16 => |v| v.get(), U32 => |v| v.get(), I32 => |v| v.get()
}

impl Visit for () {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.none();
    }
}
impl Visit for f32 {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.float(*self);
    }
}
impl Visit for F32 {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.float(self.get());
    }
}
impl<T: Visit> Visit for [T] {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_list(self.len());
        self.iter().for_each(|item| item.visit(visitor));
        visitor.end_list();
    }
}
impl<T: Visit, const N: usize> Visit for [T; N] {
    fn visit(&self, visitor: &mut dyn Visitor) {
        self.as_slice().visit(visitor);
    }
}
impl<T: Visit + ?Sized> Visit for &T {
    fn visit(&self, visitor: &mut dyn Visitor) {
        (**self).visit(visitor);
    }
}
macro_rules! vectors {
    ($($ty:ty),*) => {$(
        impl Visit for $ty {
            fn visit(&self, visitor: &mut dyn Visitor) {
                self.0.visit(visitor);
            }
        }
    )*};
}
vectors! { Vec2, Vec3, Vec4 }
