//! [`Field`]: one thing on disk that can be stepped over, read, measured and put back.
use crate::bytes::{Cursor, Fixed, Misfit, Sink};
use crate::error::{Error, ErrorKind, Result};
use crate::globals::Globals;
use crate::size::Size;
use crate::vector::{F32, I32, U16, U32, Vec2, Vec3, Vec4};
use crate::visit::Visit;

/// One thing on disk.
///
/// `record!` and `tagged!` implement it from a declaration, so that the answers cannot disagree.
pub trait Field<'a>: Sized + Visit {
    /// Takes it from the cursor.
    fn read(cur: &mut Cursor<'a>) -> Result<Self>;
    /// Must stop exactly where [`read`](Field::read) does; may leave the end of the file to a later check.
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        Self::read(cur).map(drop)
    }
    /// What can be said of its size by the settings alone.
    fn size(globals: &Globals) -> Size;
    /// Puts it back.
    fn write(&self, out: &mut Sink);
    /// Takes it from the cursor and puts it back at once: [`read`](Field::read) and then [`write`](Field::write), with no
    /// more than a field of it held at a time.
    #[inline(always)]
    fn carry(cur: &mut Cursor<'a>, out: &mut Sink) -> Result<()> {
        Self::read(cur)?.write(out);
        Ok(())
    }
    /// Carries so many, one after the other, as so many records; where they end.
    #[inline(always)]
    fn carry_all(mut cur: Cursor<'a>, count: usize, out: &mut Sink) -> Result<Cursor<'a>> {
        out.at_hand(|out| {
            for _ in 0..count {
                Self::carry(&mut cur, out)?;
                out.next(1);
            }
            Ok(cur)
        })
    }
    /// A guess at whether bytes begin such a value: helps to find a start in the midst of a section, decides nothing.
    #[inline(always)]
    fn resembles() -> Option<fn(&[u8]) -> bool> {
        None
    }
}

/// A fixed struct is borrowed where it lies.
impl<'a, T: Fixed + Visit> Field<'a> for &'a T {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        cur.fixed()
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        cur.skip(size_of::<T>());
        Ok(())
    }
    #[inline(always)]
    fn size(_: &Globals) -> Size {
        Size::Exactly(size_of::<T>())
    }
    #[inline(always)]
    fn write(&self, out: &mut Sink) {
        out.put_fixed(*self);
    }
}

/// Nothing at all, for a tag that nothing follows.
impl<'a> Field<'a> for () {
    #[inline(always)]
    fn read(_: &mut Cursor<'a>) -> Result<Self> {
        Ok(())
    }
    #[inline(always)]
    fn size(_: &Globals) -> Size {
        Size::ZERO
    }
    fn write(&self, _: &mut Sink) {}
}

macro_rules! copied {
    ($($native:ty => $wire:ty, $self:ident $out:ident $write:expr;)*) => {$(
        /// Copied out in the machine's own form.
        impl<'a> Field<'a> for $native {
            #[inline(always)]
            fn read(cur: &mut Cursor<'a>) -> Result<Self> { Ok((*cur.fixed::<$wire>()?).into()) }
            #[inline(always)]
            fn skip(cur: &mut Cursor<'a>) -> Result<()> { cur.skip(size_of::<$wire>()); Ok(()) }
            #[inline(always)]
            fn size(_: &Globals) -> Size { Size::Exactly(size_of::<$wire>()) }
            #[inline(always)]
            fn carry(cur: &mut Cursor<'a>, out: &mut Sink) -> Result<()> {
                out.put_fixed(cur.fixed::<$wire>()?);
                Ok(())
            }
            #[inline(always)]
            fn write(&$self, $out: &mut Sink) { $write }
        }
    )*};
}
copied! {
    u8 => u8, self out out.put(&[*self]);
    u16 => U16, self out out.put(&self.to_le_bytes());
    u32 => U32, self out out.put(&self.to_le_bytes());
    i32 => I32, self out out.put(&self.to_le_bytes());
    f32 => F32, self out out.put(&self.to_le_bytes());
    [f32; 2] => Vec2, self out for part in self { part.write(out) };
    [f32; 3] => Vec3, self out for part in self { part.write(out) };
    [f32; 4] => Vec4, self out for part in self { part.write(out) };
}

/// Bytes as they are.
impl<'a, const N: usize> Field<'a> for [u8; N] {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        cur.fixed::<[u8; N]>().copied()
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        cur.skip(N);
        Ok(())
    }
    #[inline(always)]
    fn size(_: &Globals) -> Size {
        Size::Exactly(N)
    }
    fn write(&self, out: &mut Sink) {
        out.put(self);
    }
}

/// The number that says how many records or items follow.
pub trait Count {
    /// Takes it from the cursor.
    fn read_count(cur: &mut Cursor<'_>) -> Result<usize>;
    /// Puts it back.
    fn write_count(count: usize, out: &mut Sink);
}

/// As models count: never negative.
impl Count for i32 {
    #[inline(always)]
    fn read_count(cur: &mut Cursor<'_>) -> Result<usize> {
        let at = cur.position();
        let n = i32::read(cur)?;
        usize::try_from(n).map_err(|_| Error::new(ErrorKind::NegativeCount(n), at))
    }
    fn write_count(count: usize, out: &mut Sink) {
        match i32::try_from(count) {
            Ok(n) => n.write(out),
            Err(_) => out.refuse(Misfit::Len(count)),
        }
    }
}

/// As motions count.
impl Count for u32 {
    #[inline(always)]
    fn read_count(cur: &mut Cursor<'_>) -> Result<usize> {
        // More than this machine can address is refused like any other count that does not fit.
        u32::read(cur).map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    }
    fn write_count(count: usize, out: &mut Sink) {
        match u32::try_from(count) {
            Ok(n) => n.write(out),
            Err(_) => out.refuse(Misfit::Len(count)),
        }
    }
}

/// Where a skip failed, the value is read again, field by field, to say what broke: exact errors cost nothing as long as
/// all is well.
#[cold]
#[inline(never)]
pub(crate) fn exact<'a, T: Field<'a>>(mut start: Cursor<'a>, skipped: Error) -> Error {
    T::read(&mut start).err().unwrap_or(skipped)
}
