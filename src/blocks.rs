//! Records of few sizes, one byte saying which: 64 of them to a block, found without looking at the file again.
//!
//! The pass over them is a chain: only the tag of one record tells where the next one begins. Two things shorten it.
//! Eight records in a row are taken at once if the tags found at the first one's size all equal the first; and
//! [`lanes`](crate::lanes) runs several chains at a time.
use crate::size::ByTag;
use crate::vector::{U64, in_place};

in_place! {
    /// 64 records: where the first begins, and the class of each in two bits. As a saved index holds it, so that one that
    /// was mapped is looked up like one that was built.
    pub(crate) struct Block {
        place: U64,
        low: U64,
        high: U64,
    }
}

/// The sizes of a tagged record, as the scan wants them: eight to a word, and tags of one size in one class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// Bytes before the tag.
    pub(crate) tag_at: usize,
    /// Tags below this one are known.
    known: u8,
    /// Byte `tag` is the size of such a record.
    sizes: u64,
    /// Byte `tag` is its class, 0 to 3.
    classes: u64,
    /// The sizes of the four classes.
    strides: [usize; 4],
}

/// The classes of eight records: their low bits in one byte, their high bits in another.
pub(crate) type Eight = (u8, u8);

impl Block {
    /// Records in a block.
    pub(crate) const LEN: usize = 64;

    #[inline(always)]
    fn at(place: usize, low: u64, high: u64) -> Self {
        Block { place: U64::new(place as u64), low: U64::new(low), high: U64::new(high) }
    }
    /// Where its first record begins.
    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        // Came from a `usize`; saturates rather than wraps all the same.
        usize::try_from(self.place.get()).unwrap_or(usize::MAX)
    }
    /// The class of each of its records: the low bits, the high bits.
    #[inline(always)]
    pub(crate) fn classes(&self) -> (u64, u64) {
        (self.low.get(), self.high.get())
    }
}

// Positions wrap rather than overflow: a wrapped one is outside the file, and found out by the next look at it.
impl Kinds {
    pub(crate) fn new(ByTag { at, sizes }: ByTag) -> Self {
        let mut strides = [0; 4];
        let classes = sizes.map(|size| {
            if size == 0 {
                return 0;
            }
            let size = usize::from(size);
            match strides.iter().position(|&stride| stride == size || stride == 0) {
                Some(class) => {
                    strides.iter_mut().skip(class).take(1).for_each(|stride| *stride = size);
                    class as u8
                }
                None => 0, // never: no record of the format has more than four sizes (a test holds it)
            }
        });
        Kinds {
            tag_at: at,
            known: sizes.iter().take_while(|&&size| size != 0).count() as u8,
            sizes: u64::from_le_bytes(sizes),
            classes: u64::from_le_bytes(classes),
            strides,
        }
    }

    /// A bit for each record of a block that has this tag, or another of the same size.
    pub(crate) fn marks(&self, block: &Block, tag: u8) -> u64 {
        let class = self.classes.wrapping_shr(u32::from(tag).wrapping_mul(8));
        let of = |bits: u64, class: u64| if class & 1 != 0 { bits } else { !bits };
        let (low, high) = block.classes();
        of(low, class) & of(high, class >> 1)
    }
    /// The size of the records of a class.
    #[inline(always)]
    pub(crate) fn size(&self, class: usize) -> usize {
        self.strides.get(class).copied().unwrap_or(0)
    }
    /// The largest of the sizes.
    pub(crate) fn longest(&self) -> usize {
        self.strides.iter().copied().max().unwrap_or(0)
    }
    /// The smallest of the sizes.
    pub(crate) fn shortest(&self) -> usize {
        self.strides.iter().copied().filter(|&size| size != 0).min().unwrap_or(0)
    }

    /// Steps over eight records if all have the first one's tag: eight independent loads, not a chain of eight.
    #[inline(always)]
    pub(crate) fn eight_alike(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let kind = *data.get(*tag)?;
        if kind >= self.known {
            return None;
        }
        let shift = u32::from(kind).wrapping_mul(8);
        let size = (self.sizes.wrapping_shr(shift) & 0xff) as usize;
        let tags = data.get(*tag..tag.wrapping_add(size.wrapping_mul(7)).wrapping_add(1))?;
        // Never out of range (i < 8): the compiler sees it and drops the check.
        let at = |i: usize| tags.get(size.wrapping_mul(i)).map_or(!kind, |&tag| tag);
        if (0..8).fold(0, |seen, i| seen | (at(i) ^ kind)) != 0 {
            return None;
        }
        *tag = tag.wrapping_add(size.wrapping_mul(8));
        let class = self.classes.wrapping_shr(shift);
        let bits = |bit: u64| if bit & 1 == 0 { 0 } else { 0xff };
        Some((bits(class), bits(class >> 1)))
    }

    /// Steps over eight records, one after the other.
    #[inline(always)]
    pub(crate) fn eight(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let (mut at, mut classes) = (*tag, 0);
        for _ in 0..8 {
            classes = classes >> 8 | self.one(data, &mut at)? << 56;
        }
        *tag = at;
        Some(gather(classes))
    }

    /// Steps over eight records in each of three places, one after the other: three chains at a time.
    #[inline(always)]
    pub(crate) fn eight_in_three(&self, data: &[u8], tags: &mut [usize; 3]) -> Option<[Eight; 3]> {
        let [mut a, mut b, mut c] = *tags;
        let (mut of_a, mut of_b, mut of_c) = (0, 0, 0);
        for _ in 0..8 {
            of_a = of_a >> 8 | self.one(data, &mut a)? << 56;
            of_b = of_b >> 8 | self.one(data, &mut b)? << 56;
            of_c = of_c >> 8 | self.one(data, &mut c)? << 56;
        }
        *tags = [a, b, c];
        Some([gather(of_a), gather(of_b), gather(of_c)])
    }

    /// Steps over one record; its class.
    #[inline(always)]
    pub(crate) fn one(&self, data: &[u8], tag: &mut usize) -> Option<u64> {
        let kind = *data.get(*tag)?;
        if kind >= self.known {
            return None;
        }
        let shift = u32::from(kind).wrapping_mul(8);
        *tag = tag.wrapping_add((self.sizes.wrapping_shr(shift) & 0xff) as usize);
        Some(self.classes.wrapping_shr(shift) & 0xff)
    }

    /// Where record `k` of a block begins (for 64: where the block ends): no loop, and no byte of the file looked at.
    #[inline(always)]
    pub(crate) fn place(&self, block: &Block, k: usize) -> usize {
        let before = 1u64.checked_shl(k as u32).unwrap_or(0).wrapping_sub(1);
        let count = |class: u64| (class & before).count_ones() as usize;
        let [s0, s1, s2, s3] = self.strides;
        let (low, high) = block.classes();
        // Wrapping, since a class may be smaller than the first.
        block
            .place()
            .wrapping_add(s0.wrapping_mul(k))
            .wrapping_add(count(low & !high).wrapping_mul(s1.wrapping_sub(s0)))
            .wrapping_add(count(high & !low).wrapping_mul(s2.wrapping_sub(s0)))
            .wrapping_add(count(low & high).wrapping_mul(s3.wrapping_sub(s0)))
    }

    /// Steps over record `k` of a block, knowing where it begins.
    #[inline(always)]
    pub(crate) fn after(&self, block: &Block, k: usize, place: usize) -> usize {
        let bit = |mask: u64| mask.checked_shr(k as u32).unwrap_or(0) & 1;
        let (low, high) = block.classes();
        let class = (bit(low) | bit(high) << 1) as usize;
        place.wrapping_add(self.strides.get(class).copied().unwrap_or(0))
    }
}

/// The lowest two bits of each of eight bytes.
#[inline(always)]
fn gather(classes: u64) -> Eight {
    let bits = |bytes: u64| ((bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    (bits(classes), bits(classes >> 1))
}

/// Blocks being built, from classes as they come.
#[derive(Debug)]
pub(crate) struct Blocks<'k> {
    kinds: &'k Kinds,
    done: Vec<Block>,
    next: Block,
    /// Records in `next`: always below 64.
    filled: u32,
}

impl<'k> Blocks<'k> {
    /// With room for so many records, the first of which begins at `place`.
    pub(crate) fn new(kinds: &'k Kinds, place: usize, len: usize) -> Self {
        let next = Block::at(place, 0, 0);
        Blocks { kinds, done: Vec::with_capacity(len.div_ceil(Block::LEN)), next, filled: 0 }
    }

    /// Eight more records; where they end, if that is known.
    #[inline(always)]
    pub(crate) fn push_eight(&mut self, (low, high): Eight, end: Option<usize>) {
        let (low, high) = (u64::from(low), u64::from(high));
        self.next.low |= low.wrapping_shl(self.filled);
        self.next.high |= high.wrapping_shl(self.filled);
        self.filled = self.filled.wrapping_add(8);
        if self.filled >= 64 {
            self.filled = self.filled.wrapping_sub(64);
            // What did not fit, if anything, opens the next block.
            let over = |bits: u64| bits.checked_shr(8u32.wrapping_sub(self.filled)).unwrap_or(0);
            let (low, high) = if self.filled == 0 { (0, 0) } else { (over(low), over(high)) };
            self.turn(end.filter(|_| self.filled == 0), low, high);
        }
    }

    /// One more record; where it ends, if that is known.
    #[inline(always)]
    pub(crate) fn push(&mut self, class: u64, end: Option<usize>) {
        self.next.low |= (class & 1).wrapping_shl(self.filled);
        self.next.high |= (class >> 1).wrapping_shl(self.filled);
        self.filled = self.filled.wrapping_add(1);
        if self.filled == 64 {
            self.filled = 0;
            self.turn(end, 0, 0);
        }
    }

    /// The block at hand is full: the next one begins at `place`.
    #[inline(always)]
    fn turn(&mut self, place: Option<usize>, low: u64, high: u64) {
        let place = place.unwrap_or_else(|| self.kinds.place(&self.next, Block::LEN));
        self.done.push(core::mem::replace(&mut self.next, Block::at(place, low, high)));
    }

    /// All blocks, the last perhaps not full.
    pub(crate) fn finish(mut self) -> Vec<Block> {
        if self.filled > 0 {
            self.done.push(self.next);
        }
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of 3, 5, 9 and 14 bytes, the tag their second byte; tags 2 and 4 share a size.
    const KINDS: ByTag = ByTag { at: 1, sizes: [3, 5, 9, 14, 9, 0, 0, 0] };

    fn records(tags: &[u8]) -> (Vec<u8>, Vec<usize>) {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for &tag in tags {
            places.push(bytes.len());
            let mut record = vec![0xee; KINDS.sizes[tag as usize].into()];
            record[1] = tag;
            bytes.extend(record);
        }
        (bytes, places)
    }

    /// The blocks of `len` records, pushed by ones and eights as `eights` says, and where they end.
    fn blocks(kinds: &Kinds, bytes: &[u8], len: usize, eights: fn(usize) -> bool) -> (Vec<Block>, usize) {
        let (mut blocks, mut tag, mut i) = (Blocks::new(kinds, 0, len), kinds.tag_at, 0);
        while i < len {
            if i + 8 <= len && eights(i) {
                let eight = kinds.eight_alike(bytes, &mut tag).or_else(|| kinds.eight(bytes, &mut tag)).unwrap();
                blocks.push_eight(eight, (i % 2 == 0).then_some(tag - kinds.tag_at));
                i += 8;
            } else {
                let class = kinds.one(bytes, &mut tag).unwrap();
                blocks.push(class, (i % 2 == 0).then_some(tag - kinds.tag_at));
                i += 1;
            }
        }
        (blocks.finish(), tag - kinds.tag_at)
    }

    #[test]
    fn every_record_is_found_whatever_the_pattern() {
        let patterns: [fn(usize) -> u8; 6] = [
            |_| 0,
            |_| 3,
            |i| (i % 5) as u8,
            |i| u8::from(i % 64 == 63),
            |i| (i / 8 % 5) as u8,
            |i| ((i.wrapping_mul(2_654_435_761) >> 7) % 5) as u8,
        ];
        let kinds = Kinds::new(KINDS);
        for pattern in patterns {
            for len in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
                let (bytes, places) = records(&(0..len).map(pattern).collect::<Vec<_>>());
                let ways: [fn(usize) -> bool; 3] = [|_| true, |_| false, |i| i % 3 != 1];
                for eights in ways {
                    let (blocks, end) = blocks(&kinds, &bytes, len, eights);
                    assert_eq!((end, blocks.len()), (bytes.len(), len.div_ceil(64)));
                    for (i, place) in places.iter().enumerate() {
                        let block = &blocks[i / 64];
                        assert_eq!(kinds.place(block, i % 64), *place);
                        assert_eq!(kinds.after(block, i % 64, *place), *places.get(i + 1).unwrap_or(&end));
                    }
                }
            }
        }
    }

    #[test]
    fn three_chains_step_as_one_does() {
        let kinds = Kinds::new(KINDS);
        let (bytes, places) = records(&(0..60).map(|i| (i * i % 5) as u8).collect::<Vec<_>>());
        let starts = [places[0], places[9], places[40]].map(|place| place + kinds.tag_at);
        let mut three = starts;
        let eights = kinds.eight_in_three(&bytes, &mut three).unwrap();
        for (i, mut tag) in starts.into_iter().enumerate() {
            assert_eq!(kinds.eight(&bytes, &mut tag).unwrap(), eights[i]);
            assert_eq!(tag, three[i]);
        }
    }

    #[test]
    fn an_unknown_tag_and_the_end_of_the_file_stop_every_step() {
        let kinds = Kinds::new(KINDS);
        let (bytes, places) = records(&[1; 8]);
        for odd in [5, 7, 8, 63, 255] {
            let mut bytes = bytes.clone();
            bytes[places[7] + 1] = odd;
            assert!(kinds.eight_alike(&bytes, &mut 1).is_none() && kinds.eight(&bytes, &mut 1).is_none());
            assert!(kinds.one(&bytes, &mut (places[7] + 1)).is_none());
            let all = [odd; 64];
            assert!(kinds.eight_alike(&all, &mut 1).is_none() && kinds.eight(&all, &mut 1).is_none());
            assert!(kinds.one(&all, &mut 1).is_none());
        }
        let cut = &bytes[..=places[7]];
        assert!(kinds.eight_alike(cut, &mut 1).is_none() && kinds.eight(cut, &mut 1).is_none());
        let mut beyond = usize::MAX;
        assert!(kinds.one(cut, &mut beyond).is_none());
    }
}
