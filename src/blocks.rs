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
    /// The sizes of the four classes, which are the first four tags.
    strides: [usize; 4],
    /// The class of a fifth tag.
    fifth: u8,
}

/// The tags of eight records, that of the first in the lowest byte.
pub(crate) type Eight = u64;

/// So many bytes from the first tag of eight all eight lie, whatever they are.
const AHEAD: usize = 7 * u8::MAX as usize + 1;

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
        // Never more than five tags, nor a fifth of a size of its own: no record of the format has them (a test holds it).
        let [first @ .., fifth, _, _, _] = sizes;
        Kinds {
            tag_at: at,
            known: sizes.iter().take(5).take_while(|&&size| size != 0).count() as u8,
            sizes: u64::from_le_bytes(sizes),
            strides: first.map(usize::from),
            fifth: first.iter().position(|&size| size == fifth).unwrap_or(0) as u8,
        }
    }

    /// The class of a tag: its own number, but for a fifth.
    #[inline(always)]
    pub(crate) fn class(&self, tag: u8) -> u8 {
        if tag < 4 { tag } else { self.fifth }
    }
    /// A bit for each record of a block that has this tag, or another of its class.
    pub(crate) fn marks(&self, block: &Block, tag: u8) -> u64 {
        let class = self.class(tag);
        let of = |bits: u64, class: u8| if class & 1 != 0 { bits } else { !bits };
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

    /// The size of a record with this tag; of one that is not known, anything up to 255.
    #[inline(always)]
    fn size_of(&self, tag: u8) -> usize {
        (self.sizes.wrapping_shr(u32::from(tag).wrapping_mul(8)) & 0xff) as usize
    }

    /// Steps over eight records if all have the first one's tag: eight independent loads, not a chain of eight.
    #[inline(always)]
    pub(crate) fn eight_alike(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let tags = ahead(data, *tag)?;
        let [kind, ..] = *tags;
        let size = self.size_of(kind);
        let at = |i: usize| tags.get(size.wrapping_mul(i)).copied().unwrap_or(0);
        if kind >= self.known || (1..8).fold(0, |seen, i| seen | (at(i) ^ kind)) != 0 {
            return None;
        }
        *tag = tag.wrapping_add(size.wrapping_mul(8));
        Some(Eight::from_le_bytes([kind; 8]))
    }

    /// Steps over eight records, one after the other.
    #[inline(always)]
    pub(crate) fn eight(&self, data: &[u8], tag: &mut usize) -> Option<Eight> {
        let from = ahead(data, *tag)?;
        let (mut at, mut tags) = (0, [0; 8]);
        for tag in &mut tags {
            *tag = self.any(from, &mut at)?;
        }
        let tags = Eight::from_le_bytes(tags);
        if !self.know(core::iter::once(tags)) {
            return None;
        }
        *tag = tag.wrapping_add(at);
        Some(tags)
    }

    /// Steps over as many records as there are notes in each of three places, and notes their tags: three chains at a time.
    /// Nobody asks here whether tags are known: see [`Kinds::know`]. What follows one that is not means nothing.
    ///
    /// A loop of three loads, not unrolled: processors learn from each load where the next one of its chain will be.
    #[inline(always)]
    pub(crate) fn three(&self, data: &[u8], tags: [usize; 3], notes: [&mut [u8]; 3]) -> Option<[usize; 3]> {
        let ([mut a, mut b, mut c], [notes_a, notes_b, notes_c]) = (tags, notes);
        for ((note_a, note_b), note_c) in notes_a.iter_mut().zip(notes_b).zip(notes_c) {
            *note_a = self.any(data, &mut a)?;
            *note_b = self.any(data, &mut b)?;
            *note_c = self.any(data, &mut c)?;
        }
        Some([a, b, c])
    }

    /// Steps over one record; its tag, known or not.
    #[inline(always)]
    pub(crate) fn any(&self, data: &[u8], at: &mut usize) -> Option<u8> {
        let tag = *data.get(*at)?;
        *at = at.wrapping_add(self.size_of(tag));
        Some(tag)
    }
    /// Whether all tags are known.
    #[inline(always)]
    pub(crate) fn know(&self, eights: impl Iterator<Item = Eight>) -> bool {
        const HIGHEST: u64 = 0x8080_8080_8080_8080;
        // What is not negative gets the highest bit of its byte by adding up to the first that is not known.
        let up = u64::from(0x80u8.wrapping_sub(self.known)).wrapping_mul(EACH);
        eights.fold(0, |seen, tags| seen | tags | (tags & !HIGHEST).wrapping_add(up)) & HIGHEST == 0
    }
    /// The classes of eight records whose tags are known: the low bits, the high bits.
    #[inline(always)]
    fn classes(&self, tags: Eight) -> (u64, u64) {
        let classes = tags | (tags >> 2 & EACH).wrapping_mul(self.fifth.into());
        // The lowest bit of each byte, gathered in one.
        let gathered = |bytes: u64| (bytes & EACH).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (gathered(classes), gathered(classes >> 1))
    }

    /// Steps over one record; its class.
    #[inline(always)]
    pub(crate) fn one(&self, data: &[u8], tag: &mut usize) -> Option<u64> {
        let kind = *data.get(*tag)?;
        if kind >= self.known {
            return None;
        }
        *tag = tag.wrapping_add(self.size_of(kind));
        Some(self.class(kind).into())
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

/// Where the tags of eight records lie, if the file goes on for that long. One look at its end is enough for all eight: the
/// compiler sees that no sum of seven sizes leads further.
#[inline(always)]
fn ahead(data: &[u8], tag: usize) -> Option<&[u8; AHEAD]> {
    data.get(tag..)?.first_chunk()
}

/// 1 in each of eight bytes.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Blocks being built, from classes as they come.
#[derive(Debug)]
pub(crate) struct Blocks<'k> {
    kinds: &'k Kinds,
    done: Vec<Block>,
    open: Open,
}

/// A block that is not full yet. Apart from the others, so that loops keep it in registers.
#[derive(Clone, Copy, Debug)]
struct Open {
    block: Block,
    /// Records in it: always below 64.
    filled: u32,
}

impl<'k> Blocks<'k> {
    /// With room for so many records, the first of which begins at `place`.
    pub(crate) fn new(kinds: &'k Kinds, place: usize, len: usize) -> Self {
        let open = Open { block: Block::at(place, 0, 0), filled: 0 };
        Blocks { kinds, done: Vec::with_capacity(len.div_ceil(Block::LEN)), open }
    }

    /// Eights of records, whose tags are known, and where each ends, if that is, too.
    #[inline(always)]
    pub(crate) fn push_eights(&mut self, eights: impl Iterator<Item = (Eight, Option<usize>)>) {
        let mut open = self.open;
        for (tags, end) in eights {
            if let Some(full) = open.push_eight(self.kinds, tags, end) {
                self.done.push(full);
            }
        }
        self.open = open;
    }

    /// One more record; where it ends, if that is known.
    #[inline(always)]
    pub(crate) fn push(&mut self, class: u64, end: Option<usize>) {
        if let Some(full) = self.open.push(self.kinds, class, end) {
            self.done.push(full);
        }
    }

    /// All blocks, the last perhaps not full.
    pub(crate) fn finish(mut self) -> Vec<Block> {
        if self.open.filled > 0 {
            self.done.push(self.open.block);
        }
        self.done
    }
}

/// Each gives the block if that is full.
impl Open {
    #[inline(always)]
    fn push_eight(&mut self, kinds: &Kinds, tags: Eight, end: Option<usize>) -> Option<Block> {
        let (low, high) = kinds.classes(tags);
        self.block.low |= low.wrapping_shl(self.filled);
        self.block.high |= high.wrapping_shl(self.filled);
        self.filled = self.filled.wrapping_add(8);
        if self.filled < 64 {
            return None;
        }
        self.filled = self.filled.wrapping_sub(64);
        // What did not fit, if anything, opens the next block.
        let over = |bits: u64| bits.checked_shr(8u32.wrapping_sub(self.filled)).unwrap_or(0);
        let (low, high) = if self.filled == 0 { (0, 0) } else { (over(low), over(high)) };
        Some(self.turn(kinds, end.filter(|_| self.filled == 0), low, high))
    }

    #[inline(always)]
    fn push(&mut self, kinds: &Kinds, class: u64, end: Option<usize>) -> Option<Block> {
        self.block.low |= (class & 1).wrapping_shl(self.filled);
        self.block.high |= (class >> 1).wrapping_shl(self.filled);
        self.filled = self.filled.wrapping_add(1);
        if self.filled < 64 {
            return None;
        }
        self.filled = 0;
        Some(self.turn(kinds, end, 0, 0))
    }

    /// The block is full: the next one begins at `place`.
    #[inline(always)]
    fn turn(&mut self, kinds: &Kinds, place: Option<usize>, low: u64, high: u64) -> Block {
        let place = place.unwrap_or_else(|| kinds.place(&self.block, Block::LEN));
        core::mem::replace(&mut self.block, Block::at(place, low, high))
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
    /// With as much behind them as is looked at ahead.
    fn followed(bytes: &[u8]) -> Vec<u8> {
        [bytes, &[0xee; AHEAD]].concat()
    }

    /// The blocks of `len` records, pushed by ones and eights as `eights` says, and where they end.
    fn blocks(kinds: &Kinds, bytes: &[u8], len: usize, eights: fn(usize) -> bool) -> (Vec<Block>, usize) {
        let (mut blocks, mut tag, mut i) = (Blocks::new(kinds, 0, len), kinds.tag_at, 0);
        while i < len {
            if i + 8 <= len && eights(i) {
                let eight = kinds.eight_alike(bytes, &mut tag).or_else(|| kinds.eight(bytes, &mut tag)).unwrap();
                blocks.push_eights([(eight, (i % 2 == 0).then_some(tag - kinds.tag_at))].into_iter());
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
            for len in if cfg!(miri) { &[9, 65][..] } else { &[0, 1, 7, 8, 9, 63, 64, 65, 200] }.iter().copied() {
                let (bytes, places) = records(&(0..len).map(pattern).collect::<Vec<_>>());
                let ways: [fn(usize) -> bool; 3] = [|_| true, |_| false, |i| i % 3 != 1];
                for eights in ways {
                    let (blocks, end) = blocks(&kinds, &followed(&bytes), len, eights);
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
        let bytes = followed(&bytes);
        let starts = [places[0], places[9], places[40]].map(|place| place + kinds.tag_at);
        let mut notes = [[0; 8]; 3];
        let ends = kinds.three(&bytes, starts, notes.each_mut().map(|notes| &mut notes[..])).unwrap();
        for (i, mut tag) in starts.into_iter().enumerate() {
            assert_eq!(kinds.eight(&bytes, &mut tag).unwrap(), Eight::from_le_bytes(notes[i]));
            assert_eq!(tag, ends[i]);
        }
    }

    #[test]
    fn an_unknown_tag_and_the_end_of_the_file_stop_every_step() {
        let kinds = Kinds::new(KINDS);
        let (bytes, places) = records(&[1; 8]);
        for odd in [5, 7, 8, 63, 255] {
            let mut bytes = bytes.clone();
            bytes[places[7] + 1] = odd;
            let (bytes, mut tag) = (followed(&bytes), 1);
            assert!(kinds.eight_alike(&bytes, &mut tag).is_none() && kinds.eight(&bytes, &mut tag).is_none());
            assert_eq!(tag, 1, "stays where it is");
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
