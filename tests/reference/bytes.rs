//! The plainest way through bytes: what is not there is not read.
use std::fmt;

/// Why reading stops, as the page on the modes marks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// E: going on would be guessing.
    Error,
    /// C: the file ends too early. What was read before is still there.
    Cut,
}

pub type Read<T> = Result<T, Stop>;

/// A section, and the number of a record in it, if it is one.
pub type Place = (&'static str, Option<usize>);

/// What the reader of a file has to say beside what the file holds.
#[derive(Debug)]
pub struct Told<O> {
    /// What strict reading refuses and the others let pass (S), each with its place.
    pub odd: Vec<(O, Place)>,
    /// Why reading has stopped before the file's end, in which place, and at which byte.
    pub stop: Option<(Stop, Place, usize)>,
    /// The end of the last whole record, or of the last whole section: what follows trails, or lies behind a cut.
    pub end: usize,
}

impl<O> Told<O> {
    pub fn is_cut(&self) -> bool {
        matches!(self.stop, Some((Stop::Cut, ..)))
    }
    /// What trails, and what lies behind the cut.
    pub fn rest<'a>(&self, bytes: &'a [u8]) -> [&'a [u8]; 2] {
        let rest = &bytes[self.end..];
        if self.is_cut() { [&[], rest] } else { [rest, &[]] }
    }
}

/// A float by its bits: a NaN is equal to itself here, and 0 is not −0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Float(pub u32);

impl From<f32> for Float {
    fn from(value: f32) -> Self {
        Float(value.to_bits())
    }
}
impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({:#010x})", f32::from_bits(self.0), self.0)
    }
}

pub struct Bytes<'a> {
    all: &'a [u8],
    pub at: usize,
    /// Where what was taken last begins, or what could not be taken.
    pub last: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(all: &'a [u8]) -> Self {
        Bytes { all, at: 0, last: 0 }
    }
    pub fn left(&self) -> usize {
        self.all.len() - self.at
    }
    /// Whether so many of such a size could not come from this file, or from one sixteen times as long.
    pub fn is_forged(&self, count: usize, size: usize) -> bool {
        count as u128 * size as u128 > 16 * self.all.len() as u128
    }

    pub fn take(&mut self, n: usize) -> Read<&'a [u8]> {
        self.last = self.at;
        if n > self.left() {
            return Err(Stop::Cut);
        }
        self.at += n;
        Ok(&self.all[self.at - n..self.at])
    }
    pub fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        Ok(self.take(N)?.try_into().expect("as many as were taken"))
    }
    pub fn u8(&mut self) -> Read<u8> {
        Ok(self.array::<1>()?[0])
    }
    pub fn u16(&mut self) -> Read<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }
    pub fn u32(&mut self) -> Read<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    pub fn i32(&mut self) -> Read<i32> {
        Ok(i32::from_le_bytes(self.array()?))
    }
    pub fn float(&mut self) -> Read<Float> {
        Ok(Float(self.u32()?))
    }
    pub fn floats<const N: usize>(&mut self) -> Read<[Float; N]> {
        let mut all = [Float(0); N];
        for one in &mut all {
            *one = self.float()?;
        }
        Ok(all)
    }
}
