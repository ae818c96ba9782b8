//! Records of few sizes, one byte saying which: 64 of them to a block, found without looking at the file again.
use crate::size::ByTag;

/// 64 records: where the first begins, and the class of each in two bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    place: u64,
    low: u64,
    high: u64,
}

/// The sizes of a tagged record, as the scan wants them: eight to a word, and tags of one size in one class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    tag_at: usize,
    /// Byte `tag` is the size of such a record, 0 where there is none.
    sizes: u64,
    /// Byte `tag` is its class, 0 to 3.
    classes: u64,
    /// The sizes of the four classes.
    strides: [usize; 4],
}

/// Eight classes found at once: the low and the high bit of each.
type Eight = (u64, u64);

impl Block {
    /// Records in a block.
    pub(crate) const LEN: usize = 64;

    /// Where its first record begins.
    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        // Came from a `usize`; saturates rather than wraps all the same.
        usize::try_from(self.place).unwrap_or(usize::MAX)
    }
}

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
        Kinds { tag_at: at, sizes: u64::from_le_bytes(sizes), classes: u64::from_le_bytes(classes), strides }
    }

    /// Notes `len` records from `pos` on, and where they end: `None` where a tag of the last block is unknown or the
    /// file too short for it.
    pub(crate) fn scan(&self, data: &[u8], mut pos: usize, len: usize) -> (Vec<Block>, Option<usize>) {
        let mut blocks = Vec::with_capacity(len.div_ceil(Block::LEN));
        let mut left = len;
        while left > 0 {
            let n = left.min(Block::LEN);
            let (block, end) = self.block(data, pos, n);
            blocks.push(block);
            match end {
                Some(end) => pos = end,
                None => return (blocks, None),
            }
            left = left.saturating_sub(n);
        }
        (blocks, Some(pos))
    }

    /// Up to 64 records from `pos` on, and where they end.
    ///
    /// Positions wrap rather than overflow; a wrapped one is outside the file and found out by the next look at it.
    #[inline(always)]
    fn block(&self, data: &[u8], pos: usize, n: usize) -> (Block, Option<usize>) {
        let mut block = Block { place: pos as u64, low: 0, high: 0 };
        let mut tag = pos.wrapping_add(self.tag_at);
        let mut k = 0usize;
        while k.wrapping_add(8) <= n {
            let Some((low, high)) = self.eight_alike(data, &mut tag).or_else(|| self.eight(data, &mut tag)) else {
                break;
            };
            block.low |= low << k;
            block.high |= high << k;
            k = k.wrapping_add(8);
        }
        while k < n {
            let Some(class) = self.one(data, &mut tag) else { break };
            block.low |= (class & 1) << k;
            block.high |= (class >> 1) << k;
            k = k.wrapping_add(1);
        }
        let end = tag.wrapping_sub(self.tag_at);
        (block, (k == n && end <= data.len()).then_some(end))
    }

    /// Steps over eight records if all have the first one's tag: eight independent loads, not a chain of eight.
    #[inline(always)]
    fn eight_alike(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let kind = *data.get(*tag)?;
        let shift = u32::from(kind).wrapping_mul(8);
        let size = (self.sizes.checked_shr(shift)? & 0xff) as usize;
        let last = size.wrapping_mul(7);
        let tags = data.get(*tag..tag.wrapping_add(last).wrapping_add(1))?;
        // Never out of range (i < 8): the compiler sees it and drops the check.
        let at = |i: usize| tags.get(size.wrapping_mul(i)).map_or(!kind, |&tag| tag);
        let differ = (0..8).fold(0, |seen, i| seen | (at(i) ^ kind));
        if differ != 0 || size == 0 {
            return None;
        }
        *tag = tag.wrapping_add(size.wrapping_mul(8));
        let class = self.classes.checked_shr(shift)?;
        Some(((class & 1).wrapping_mul(0xff), (class >> 1 & 1).wrapping_mul(0xff)))
    }

    /// Steps over eight records, one after the other.
    #[inline(always)]
    fn eight(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let mut at = *tag;
        let mut classes = [0; 8];
        for class in &mut classes {
            *class = self.one(data, &mut at)? as u8;
        }
        *tag = at;
        let classes = u64::from_le_bytes(classes);
        Some((gather(classes), gather(classes >> 1)))
    }

    /// Steps over one record; its class.
    #[inline(always)]
    fn one(&self, data: &[u8], tag: &mut usize) -> Option<u64> {
        let shift = u32::from(*data.get(*tag)?).wrapping_mul(8);
        let size = self.sizes.checked_shr(shift)? & 0xff;
        if size == 0 {
            return None;
        }
        *tag = tag.wrapping_add(size as usize);
        Some(self.classes.checked_shr(shift)? & 0xff)
    }

    /// Where record `k` of a block begins: no loop, and no byte of the file looked at.
    #[inline(always)]
    pub(crate) fn place(&self, block: &Block, k: usize) -> usize {
        let before = 1u64.checked_shl(k as u32).unwrap_or(0).wrapping_sub(1);
        let count = |class: u64| (class & before).count_ones() as usize;
        let [s0, s1, s2, s3] = self.strides;
        let Block { low, high, .. } = *block;
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
        let class = (bit(block.low) | bit(block.high) << 1) as usize;
        place.wrapping_add(self.strides.get(class).copied().unwrap_or(0))
    }
}

/// The lowest bit of each of eight bytes, in one byte.
#[inline(always)]
fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
                let (blocks, end) = kinds.scan(&bytes, 0, len);
                assert_eq!(end, Some(bytes.len()));
                assert_eq!(blocks.len(), len.div_ceil(64));
                for (i, place) in places.iter().enumerate() {
                    let block = &blocks[i / 64];
                    assert_eq!(kinds.place(block, i % 64), *place);
                    assert_eq!(kinds.after(block, i % 64, *place), places.get(i + 1).copied().unwrap_or(bytes.len()));
                }
            }
        }
    }

    #[test]
    fn an_unknown_tag_and_a_short_file_end_the_scan_in_their_block() {
        let kinds = Kinds::new(KINDS);
        let (bytes, places) = records(&[1; 100]);
        for odd in [5, 7, 8, 63, 255] {
            let mut bytes = bytes.clone();
            bytes[places[70] + 1] = odd;
            let (blocks, end) = kinds.scan(&bytes, 0, 100);
            assert_eq!((blocks.len(), end), (2, None), "{odd}");
        }
        for cut in [bytes.len() - 1, places[99], places[99] + 1, places[80]] {
            assert_eq!(kinds.scan(&bytes[..cut], 0, 100).1, None);
        }
    }
}
