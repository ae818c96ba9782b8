//! [`FixedName`]: a name in a field of fixed size, as motions keep them.
use crate::bytes::{Cursor, Sink};
use crate::error::Result;
use crate::field::Field;
use crate::globals::{Encoding, Globals};
use crate::size::Size;
use crate::text::{Text, put_cp932};
use crate::visit::{Visit, Visitor};
use core::fmt;
use std::borrow::Cow;

/// Bytes of cp932 that a motion keeps of the name of a bone or morph: longer names are found by these.
pub(crate) const MOTION_NAME: usize = 15;

/// A name in a field of `N` bytes: cp932, up to the first NUL; what follows it is left over from whatever was there
/// before, means nothing, and is kept. A name that fills the field has no NUL, and may be cut in the midst of a
/// character.
///
/// ```
/// use mmdmap::FixedName;
/// # fn main() -> Result<(), mmdmap::NameError> {
/// let name = FixedName::<15>::new("左足ＩＫ")?;
/// assert_eq!(name.bytes(), b"\x8d\xb6\x91\xab\x82\x68\x82\x6a");
/// assert!(name == "左足ＩＫ" && name.matches("左足ＩＫ"));
/// // Motions keep 15 bytes of a longer name, and are matched by those.
/// let (cut, loss) = FixedName::<15>::cut("スカート前中央右");
/// assert!(loss.is_some() && cut.matches("スカート前中央右"));
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixedName<const N: usize>([u8; N]);

/// Why a name does not fit into a field of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// It takes too many bytes in cp932.
    TooLong {
        /// How many it takes.
        len: usize,
        /// How many there is room for.
        most: usize,
    },
    /// cp932 does not have this character.
    Unmappable(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::TooLong { len, most } => write!(f, "the name takes {len} bytes in cp932, there are {most}"),
            NameError::Unmappable(c) => write!(f, "cp932 has no {c:?} (U+{:04X})", u32::from(*c)),
        }
    }
}
impl core::error::Error for NameError {}

impl<const N: usize> FixedName<N> {
    /// Bytes as a file holds them.
    pub const fn from_stored(stored: [u8; N]) -> Self {
        FixedName(stored)
    }
    /// A name of one's own, zeros behind it.
    ///
    /// # Errors
    ///
    /// It takes more than `N` bytes, or cp932 does not have a character of it.
    pub fn new(name: &str) -> Result<Self, NameError> {
        let (name, loss) = Self::cut(name);
        loss.map_or(Ok(name), Err)
    }
    /// As much of a name as there is room for, perhaps up to the midst of a character: that is how MikuMikuDance cuts.
    /// A character that cp932 does not have becomes `?`. What was lost comes with it; the character, if both happened.
    pub fn cut(name: &str) -> (Self, Option<NameError>) {
        let mut bytes = Vec::new();
        let mut unmappable = None;
        for c in name.chars() {
            if let Err(c) = put_cp932(c.encode_utf8(&mut [0; 4]), &mut bytes) {
                unmappable = unmappable.or(Some(NameError::Unmappable(c)));
                bytes.push(b'?');
            }
        }
        let too_long = (bytes.len() > N).then_some(NameError::TooLong { len: bytes.len(), most: N });
        (Self::filled(&bytes), unmappable.or(too_long))
    }
    /// As much of these bytes as there is room for, then zeros.
    pub(crate) fn filled(from: &[u8]) -> Self {
        let mut bytes = [0; N];
        bytes.iter_mut().zip(from).for_each(|(to, byte)| *to = *byte);
        FixedName(bytes)
    }

    /// All bytes of the field.
    pub const fn stored(&self) -> &[u8; N] {
        &self.0
    }
    /// The bytes of the name: those before the first NUL.
    pub fn bytes(&self) -> &[u8] {
        self.0.split(|&byte| byte == 0).next().unwrap_or(&[])
    }
    /// The bytes behind the first NUL.
    pub fn filler(&self) -> &[u8] {
        self.0.get(self.bytes().len().saturating_add(1)..).unwrap_or(&[])
    }
    /// Whether it has no bytes before the first NUL.
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }
    /// The name as a text, to be compared and searched without a copy.
    pub fn text(&self) -> Text<'_> {
        Text::of(self.bytes(), Encoding::Cp932)
    }
    /// Decoded. What is not valid becomes U+FFFD, so also the half of a character at a cut.
    pub fn decode(&self) -> Cow<'_, str> {
        self.text().decode()
    }
    /// Whether every byte of the name is valid, so that [`decode`](FixedName::decode) loses nothing.
    pub fn is_valid(&self) -> bool {
        self.text().is_valid()
    }
    /// Whether it is valid but for its last byte, the first half of a character that the field's end has cut.
    pub fn is_cut(&self) -> bool {
        match self.bytes() {
            [whole @ .., _] if whole.len().checked_add(1) == Some(N) => {
                !self.is_valid() && Text::of(whole, Encoding::Cp932).is_valid()
            }
            _ => false,
        }
    }
    /// Whether this is the name under which a motion finds that bone or morph: the first `N` bytes of the other name in
    /// cp932 are these. Two long names may match one motion name.
    pub fn matches<'t>(&self, name: impl Into<Text<'t>>) -> bool {
        let mut rest = self.bytes();
        let mut one = Vec::new();
        for c in name.into().chars() {
            one.clear();
            if rest.is_empty() {
                return self.bytes().len() == N;
            }
            if put_cp932(c.encode_utf8(&mut [0; 4]), &mut one).is_err() {
                return false;
            }
            let len = one.len().min(rest.len());
            // Half a character is right at the end of the field only.
            let fits = len == one.len() || self.bytes().len() == N;
            match rest.split_at_checked(len) {
                Some((begins, after)) if fits && one.starts_with(begins) => rest = after,
                _ => return false,
            }
        }
        rest.is_empty()
    }
    /// As much of it as another field has room for; zeros behind it.
    pub fn resized<const M: usize>(&self) -> FixedName<M> {
        FixedName::filled(self.bytes())
    }
}

impl<'a, const N: usize> Field<'a> for FixedName<N> {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        <[u8; N]>::read(cur).map(FixedName)
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        <[u8; N]>::skip(cur)
    }
    #[inline(always)]
    fn size(globals: &Globals) -> Size {
        <[u8; N]>::size(globals)
    }
    fn write(&self, out: &mut Sink) {
        self.0.write(out);
    }
}
impl<const N: usize> Visit for FixedName<N> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.text(&self.decode(), &self.0, self.is_valid() && self.filler().iter().all(|&byte| byte == 0));
    }
}

impl<const N: usize> Default for FixedName<N> {
    fn default() -> Self {
        FixedName([0; N])
    }
}
/// Compares what is written before the first NUL. What is not valid equals nothing.
impl<const N: usize> PartialEq<str> for FixedName<N> {
    fn eq(&self, other: &str) -> bool {
        self.is_valid() && self.text() == *other
    }
}
impl<const N: usize> PartialEq<&str> for FixedName<N> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}
/// The decoded name.
impl<const N: usize> fmt::Display for FixedName<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.decode())
    }
}
/// Quoted, with what cannot be shown escaped.
impl<const N: usize> fmt::Debug for FixedName<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.decode(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_the_first_nul_and_keeps_what_follows() {
        let name = FixedName::from_stored(*b"\x93\xaa\0\xfd\xfd\xfd");
        assert!(name == "頭" && name.is_valid() && !name.is_cut());
        assert_eq!((name.bytes(), name.filler()), (&b"\x93\xaa"[..], &b"\xfd\xfd\xfd"[..]));
        assert_eq!(name.stored(), b"\x93\xaa\0\xfd\xfd\xfd");
        assert_eq!(name.resized::<3>().stored(), b"\x93\xaa\0");
    }

    #[test]
    fn a_name_that_fills_its_field_may_be_cut_in_the_midst_of_a_character() {
        let whole = FixedName::from_stored(*b"\x93\xaa\x93\xaa");
        assert!(whole == "頭頭" && !whole.is_cut() && whole.filler().is_empty());
        let cut = FixedName::from_stored(*b"\x93\xaa\x93");
        assert!(cut.is_cut() && !cut.is_valid() && cut.decode() == "頭\u{fffd}" && cut != "頭\u{fffd}");
        assert!(cut.matches("頭頭") && cut.matches("頭東x") && !cut.matches("頭"), "東 is 93 8c");
        assert!(!FixedName::from_stored(*b"\x93\0\0").is_cut(), "half a character, but not at the end");
    }

    #[test]
    fn names_of_ones_own_fit_or_say_why_not() {
        assert_eq!(FixedName::<4>::new("左右").unwrap().stored(), b"\x8d\xb6\x89\x45");
        assert_eq!(FixedName::<3>::new("左右"), Err(NameError::TooLong { len: 4, most: 3 }));
        assert_eq!(FixedName::<3>::cut("左右").0.stored(), b"\x8d\xb6\x89");
        assert_eq!(FixedName::<8>::new("骨🦴"), Err(NameError::Unmappable('🦴')));
        assert_eq!(FixedName::<8>::cut("骨🦴a"), (FixedName::new("骨?a").unwrap(), Some(NameError::Unmappable('🦴'))));
        // What lies beyond the field is no matter of what fills it.
        assert!(
            FixedName::<2>::new("骨").unwrap().matches("骨🦴") && !FixedName::<4>::new("骨?").unwrap().matches("骨🦴")
        );
        assert_eq!(NameError::Unmappable('🦴').to_string(), "cp932 has no '🦴' (U+1F9B4)");
    }
}
