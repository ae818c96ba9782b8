//! How many bytes a value takes, as far as that can be said without looking at all of it.
//!
//! `record!` and `tagged!` fold these from a declaration; the result decides how large a count may be, how a section is
//! scanned and what its index keeps.

/// What a declaration says of the size of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Always so many bytes.
    Exactly(usize),
    /// One byte decides.
    ByTag(ByTag),
    /// It has to be walked; never less than so many bytes.
    AtLeast(usize),
}

/// Where the deciding byte lies, and the size of the whole value for each tag (0: no such tag).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByTag {
    /// Bytes before the deciding byte.
    pub at: usize,
    /// Size of the whole value, by tag.
    pub sizes: [u8; 8],
}

impl Size {
    /// Nothing.
    pub const ZERO: Size = Size::Exactly(0);

    /// The fewest bytes such a value can take.
    #[inline(always)]
    pub const fn least(self) -> usize {
        match self {
            Size::Exactly(n) | Size::AtLeast(n) => n,
            Size::ByTag(ByTag { sizes, .. }) => {
                let mut least = 0;
                let mut rest: &[u8] = &sizes;
                while let [size, others @ ..] = rest {
                    let size = *size as usize;
                    if size != 0 && (least == 0 || size < least) {
                        least = size;
                    }
                    rest = others;
                }
                least
            }
        }
    }

    /// One value, then another.
    #[inline(always)]
    pub const fn then(self, next: Size) -> Size {
        let both = Size::AtLeast(self.least().saturating_add(next.least()));
        match (self, next) {
            (Size::Exactly(a), Size::Exactly(b)) => Size::Exactly(a.saturating_add(b)),
            (Size::Exactly(n), Size::ByTag(tag)) => match tag.longer(n) {
                Some(sizes) => Size::ByTag(ByTag { at: tag.at.saturating_add(n), sizes }),
                None => both,
            },
            (Size::ByTag(tag), Size::Exactly(n)) => match tag.longer(n) {
                Some(sizes) => Size::ByTag(ByTag { at: tag.at, sizes }),
                None => both,
            },
            _ => both,
        }
    }

    /// `n` values in a row.
    #[inline(always)]
    pub const fn times(self, n: usize) -> Size {
        match self {
            Size::Exactly(size) => Size::Exactly(size.saturating_mul(n)),
            other => Size::AtLeast(other.least().saturating_mul(n)),
        }
    }

    /// A value that need not be there.
    #[inline(always)]
    pub const fn or_nothing(self) -> Size {
        Size::AtLeast(0)
    }

    /// This value, or another in its place.
    #[inline(always)]
    pub const fn or(self, other: Size) -> Size {
        match (self, other) {
            (Size::Exactly(a), Size::Exactly(b)) if a == b => self,
            _ if self.least() < other.least() => Size::AtLeast(self.least()),
            _ => Size::AtLeast(other.least()),
        }
    }

    /// A tag byte, and what follows it for each tag.
    #[inline(always)]
    pub const fn tagged(arms: &[(u8, Size)]) -> Size {
        let mut sizes = [0; 8];
        let mut least = usize::MAX;
        let mut exact = true;
        let mut rest = arms;
        while let [(tag, size), others @ ..] = rest {
            exact = exact && ByTag::note(&mut sizes, *tag, *size);
            if size.least() < least {
                least = size.least();
            }
            rest = others;
        }
        if exact { Size::ByTag(ByTag { at: 0, sizes }) } else { Size::AtLeast(least.saturating_add(1)) }
    }
}

impl ByTag {
    /// Enters tag byte and value; false where the table cannot say it.
    const fn note(sizes: &mut [u8; 8], tag: u8, size: Size) -> bool {
        let Size::Exactly(n) = size else { return false };
        let (Some((_, slots)), true) = (sizes.split_at_mut_checked(tag as usize), n < 255) else { return false };
        let [slot, ..] = slots else { return false };
        *slot = (n as u8).saturating_add(1);
        true
    }

    /// Every size `n` longer; `None` where one no longer fits.
    #[inline(always)]
    const fn longer(self, n: usize) -> Option<[u8; 8]> {
        let mut sizes = self.sizes;
        let mut rest: &mut [u8] = &mut sizes;
        while let [size, others @ ..] = rest {
            if *size != 0 {
                if n > u8::MAX as usize {
                    return None;
                }
                match size.checked_add(n as u8) {
                    Some(longer) => *size = longer,
                    None => return None,
                }
            }
            rest = others;
        }
        Some(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_between_fixed_fields_keeps_its_table() {
        let union = Size::tagged(&[(0, Size::Exactly(2)), (1, Size::Exactly(8))]);
        let all = Size::Exactly(32).then(union).then(Size::Exactly(4));
        assert_eq!(all, Size::ByTag(ByTag { at: 32, sizes: [39, 45, 0, 0, 0, 0, 0, 0] }));
        assert_eq!(all.least(), 39);
        assert_eq!(all.then(Size::AtLeast(4)), Size::AtLeast(43));
        assert_eq!(all.then(all), Size::AtLeast(78));
    }

    #[test]
    fn a_table_that_cannot_say_it_gives_way_to_the_least() {
        assert_eq!(Size::tagged(&[(0, Size::Exactly(2)), (9, Size::Exactly(1))]), Size::AtLeast(2));
        assert_eq!(Size::tagged(&[(0, Size::AtLeast(4)), (1, Size::Exactly(9))]), Size::AtLeast(5));
        assert_eq!(Size::tagged(&[(0, Size::Exactly(255))]), Size::AtLeast(256));
        let union = Size::tagged(&[(0, Size::Exactly(250))]);
        assert_eq!(Size::Exactly(9).then(union), Size::AtLeast(260));
        assert_eq!(Size::Exactly(300).then(union), Size::AtLeast(551));
    }

    #[test]
    fn a_value_in_place_of_another_counts_as_the_smaller() {
        assert_eq!(Size::Exactly(12).or(Size::Exactly(2)), Size::AtLeast(2));
        assert_eq!(Size::Exactly(2).or(Size::AtLeast(12)), Size::AtLeast(2));
        assert_eq!(Size::Exactly(2).or(Size::Exactly(2)), Size::Exactly(2));
    }
}
