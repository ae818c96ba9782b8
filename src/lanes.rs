//! The pass over tagged records: three chains at a time, and always the result of one.
//!
//! One chain waits for each load before it knows the next address, and leaves most of the memory's speed unused. So two
//! more chains start further on, at places that *look* like the start of a record. What they find counts only if the
//! chain before them lands exactly where they began: then it is what the one chain would have found. A wrong guess
//! costs time and nothing else, and after a few of them no more are made.
use crate::blocks::{Block, Blocks, Eight, Kinds};

/// Bytes from one guessed start to the next.
const STRETCH: usize = 96 * 1024;
/// Records that must look right in a row before their first is taken for a start.
const CONVINCING: usize = 4;
/// So many wrong guesses and no more are made.
const PATIENCE: u32 = 8;
/// Smaller records than these are scanned by one chain.
const SMALLEST: usize = 16;
/// Bytes within which a start is looked for.
const WINDOW: usize = 1024;
/// Groups of eight that one chain can note: as many as a stretch can hold.
const GROUPS: usize = (STRETCH + WINDOW) / (8 * SMALLEST);

/// Whether the bytes of a record's start look as such a record should: a guess.
pub(crate) type Resembles = fn(&[u8]) -> bool;

/// Notes `len` records from `pos` on, and where they end: `None` where a tag of the last block is unknown or the file
/// too short for it. Then the blocks before the last are full and right.
pub(crate) fn scan(
    kinds: &Kinds,
    data: &[u8],
    pos: usize,
    len: usize,
    resembles: Option<Resembles>,
) -> (Vec<Block>, Option<usize>) {
    let mut pass = Pass::new(kinds, data, pos, len);
    let mut guesses = Guesses::new(kinds, resembles);
    while pass.three_stretches(&mut guesses) {}
    let end = pass.one_chain().and_then(|()| pass.end());
    (pass.blocks.finish(), end)
}

/// The pass, under way.
struct Pass<'k, 'd> {
    kinds: &'k Kinds,
    data: &'d [u8],
    blocks: Blocks<'k>,
    /// Where the next record's tag lies.
    tag: usize,
    /// Records still to come.
    left: usize,
}

impl<'k, 'd> Pass<'k, 'd> {
    /// `len` records from `pos` on.
    fn new(kinds: &'k Kinds, data: &'d [u8], pos: usize, len: usize) -> Self {
        Pass { kinds, data, blocks: Blocks::new(kinds, pos, len), tag: pos.wrapping_add(kinds.tag_at), left: len }
    }
    /// Where the records end, if that lies in the file.
    fn end(&self) -> Option<usize> {
        Some(self.tag.wrapping_sub(self.kinds.tag_at)).filter(|&end| end <= self.data.len())
    }

    /// What is left by one chain. `None` where it breaks: all before that place is noted.
    fn one_chain(&mut self) -> Option<()> {
        let (mut tag, mut left) = (self.tag, self.left); // local ones stay in registers
        while left >= 8 {
            let Some(eight) = next_eight(self.kinds, self.data, &mut tag) else { break };
            self.blocks.push_eight(eight, Some(tag.wrapping_sub(self.kinds.tag_at)));
            left = left.wrapping_sub(8);
        }
        (self.tag, self.left) = (tag, left);
        while self.left > 0 {
            self.one()?;
        }
        Some(())
    }

    /// One record.
    #[inline(always)]
    fn one(&mut self) -> Option<()> {
        let class = self.kinds.one(self.data, &mut self.tag)?;
        self.blocks.push(class, Some(self.tag.wrapping_sub(self.kinds.tag_at)));
        self.left = self.left.saturating_sub(1);
        Some(())
    }

    /// Eight records.
    #[inline(always)]
    fn eight(&mut self, eight: Eight) {
        self.blocks.push_eight(eight, Some(self.tag.wrapping_sub(self.kinds.tag_at)));
        self.left = self.left.saturating_sub(8);
    }

    /// Three stretches at a time, as long as there are certainly more than three left, and guesses do not fail too often.
    /// False where not, or where the first chain breaks: what is noted before that place is right.
    fn three_stretches(&mut self, guesses: &mut Guesses) -> bool {
        let left = self.left.saturating_mul(self.kinds.shortest());
        guesses.wrong < PATIENCE && left > STRETCH.saturating_mul(4) && self.three_chains(guesses).is_some()
    }

    fn three_chains(&mut self, guesses: &mut Guesses) -> Option<()> {
        let (kinds, data) = (self.kinds, self.data);
        let near = |stretches: usize| self.tag.saturating_add(STRETCH.saturating_mul(stretches));
        let (second, third) = (guesses.tag(kinds, data, near(1)), guesses.tag(kinds, data, near(2)));
        let mut second = Lane::new(second.unwrap_or(near(1)), third.unwrap_or(near(2)));
        let mut third = Lane::new(second.stop, second.stop.saturating_add(STRETCH));
        // So many bytes before its stop a chain steps record by record, so as not to run over it.
        let margin = kinds.longest().saturating_mul(8);
        let limits = [second.from, second.stop, third.stop].map(|stop| stop.saturating_sub(margin));
        let mut tags = [self.tag, second.tag, third.tag];
        while tags.iter().zip(&limits).all(|(tag, limit)| tag <= limit) {
            let Some([a, b, c]) = kinds.eight_in_three(data, &mut tags) else { break };
            [self.tag, second.tag, third.tag] = tags;
            self.eight(a);
            second.note(b);
            third.note(c);
        }
        // The first chain up to where the second began; then what the others found, if each one was met.
        while self.tag <= second.from.saturating_sub(margin) {
            let Some(eight) = next_eight(kinds, data, &mut self.tag) else { break };
            self.eight(eight);
        }
        while self.tag < second.from {
            self.one()?;
        }
        for lane in [&mut second, &mut third] {
            if self.tag != lane.from || lane.finish(kinds, data, margin).is_none() {
                guesses.wrong = guesses.wrong.saturating_add(1);
                return Some(());
            }
            self.take(lane);
        }
        guesses.wrong = guesses.wrong.saturating_sub(1);
        Some(())
    }

    /// What a lane has found is what this chain would have found.
    fn take(&mut self, lane: &Lane) {
        for &eight in lane.groups() {
            self.blocks.push_eight(eight, None);
        }
        let (mut low, mut high) = (lane.low, lane.high);
        for _ in 0..lane.singles {
            self.blocks.push(low & 1 | (high & 1) << 1, None);
            (low, high) = (low >> 1, high >> 1);
        }
        let taken = lane.len.saturating_mul(8).saturating_add(lane.singles);
        self.left = self.left.saturating_sub(taken);
        self.tag = lane.tag;
    }
}

/// The next eight records of one chain.
#[inline(always)]
fn next_eight(kinds: &Kinds, data: &[u8], tag: &mut usize) -> Option<Eight> {
    kinds.eight_alike(data, tag).or_else(|| kinds.eight(data, tag))
}

/// Guesses at where records begin.
struct Guesses {
    resembles: Resembles,
    wrong: u32,
}

impl Guesses {
    fn new(kinds: &Kinds, resembles: Option<Resembles>) -> Self {
        match resembles {
            Some(resembles) if kinds.shortest() >= SMALLEST => Guesses { resembles, wrong: 0 },
            _ => Guesses { resembles: |_| false, wrong: PATIENCE },
        }
    }
    /// The tag of a record that seems to begin near there.
    fn tag(&self, kinds: &Kinds, data: &[u8], near: usize) -> Option<usize> {
        (near..near.saturating_add(WINDOW)).find(|&tag| {
            let mut tag = tag;
            (0..CONVINCING).all(|_| {
                let start = data.get(tag.wrapping_sub(kinds.tag_at)..tag);
                start.is_some_and(self.resembles) && kinds.one(data, &mut tag).is_some()
            })
        })
    }
}

/// A chain from a guessed start, and what it has found.
struct Lane {
    /// The tag it began with.
    from: usize,
    /// The next tag.
    tag: usize,
    /// It stops at the first tag that is not before this one.
    stop: usize,
    found: [Eight; GROUPS],
    /// Groups of eight found.
    len: usize,
    /// Classes of the records after them, and how many.
    low: u64,
    high: u64,
    singles: usize,
}

impl Lane {
    fn new(from: usize, stop: usize) -> Self {
        Lane { from, tag: from, stop, found: [(0, 0); GROUPS], len: 0, low: 0, high: 0, singles: 0 }
    }
    #[inline(always)]
    fn note(&mut self, eight: Eight) {
        if let Some(free) = self.found.get_mut(self.len) {
            *free = eight;
        }
        self.len = self.len.wrapping_add(1);
    }
    fn groups(&self) -> &[Eight] {
        self.found.get(..self.len).unwrap_or(&[])
    }
    /// Up to its stop. `None` where it breaks, or found more than it can hold.
    fn finish(&mut self, kinds: &Kinds, data: &[u8], margin: usize) -> Option<()> {
        while self.tag <= self.stop.saturating_sub(margin) {
            let eight = next_eight(kinds, data, &mut self.tag)?;
            self.note(eight);
        }
        while self.tag < self.stop {
            let class = kinds.one(data, &mut self.tag)?;
            self.low |= (class & 1).checked_shl(self.singles as u32)?;
            self.high |= (class >> 1).checked_shl(self.singles as u32)?;
            self.singles = self.singles.wrapping_add(1);
        }
        (self.len <= GROUPS).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::ByTag;

    /// Records of 16 to 79 bytes: four bytes that begin each, then the tag.
    const KINDS: ByTag = ByTag { at: 4, sizes: [17, 26, 53, 79, 53, 0, 0, 0] };
    const START: [u8; 4] = *b"\xa5rec";

    fn starts_as_a_record(start: &[u8]) -> bool {
        start == START
    }

    /// Records with these tags; what follows the tag is filled by `fill`.
    fn records(tags: impl IntoIterator<Item = u8>, fill: impl Fn(usize) -> u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        for tag in tags {
            bytes.extend(START);
            bytes.push(tag);
            let size = usize::from(KINDS.sizes[usize::from(tag)]);
            let at = bytes.len();
            bytes.extend((at..at + size - 5).map(&fill));
        }
        bytes
    }
    fn noise(i: usize) -> usize {
        let x = (i as u64).wrapping_add(0x9e37_79b9).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((x ^ x >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33) as usize
    }

    #[test]
    fn three_chains_find_what_one_does() {
        let kinds = Kinds::new(KINDS);
        let patterns: [fn(usize) -> u8; 6] = [
            |_| 0,
            |_| 3,
            |i| (noise(i) % 5) as u8,
            |i| u8::from(i % 64 == 63),
            |i| (noise(i / 700) % 5) as u8,
            |i| (i % 4) as u8,
        ];
        // What lies behind the tags must not matter: also where all of it looks like starts of records.
        let fills: [fn(usize) -> u8; 3] = [|_| 0, |i| (noise(i) % 7) as u8, |i| START[i % 4]];
        for pattern in patterns {
            for fill in fills {
                let len = 70_001;
                let mut bytes = records((0..len).map(pattern), fill);
                let end = bytes.len();
                // What follows looks the same, and is none of them.
                bytes.extend(records((len..len + 9_000).map(pattern), fill));
                let one = scan(&kinds, &bytes, 0, len, None);
                assert_eq!(one.1, Some(end));
                assert_eq!(scan(&kinds, &bytes, 0, len, Some(starts_as_a_record)), one);
                assert_eq!(scan(&kinds, &bytes, 0, len, Some(|_| true)), one, "guesses that are hardly ever right");
                assert_eq!(scan(&kinds, &bytes, 0, len, Some(|_| false)), one, "no guess at all");
            }
        }
    }

    #[test]
    fn no_more_records_are_taken_than_there_should_be() {
        let kinds = Kinds::new(KINDS);
        let bytes = records((0..40).map(|i| i % 5), |_| 0);
        for len in 0..24 {
            let end = records((0..len as u8).map(|i| i % 5), |_| 0).len();
            assert_eq!(scan(&kinds, &bytes, 0, len, Some(starts_as_a_record)).1, Some(end), "{len}");
        }
    }

    #[test]
    fn three_chains_break_where_one_does() {
        let kinds = Kinds::new(KINDS);
        let len = 60_000;
        let whole = records((0..len).map(|i| (noise(i) % 5) as u8), |i| noise(i) as u8);
        for i in 0..60 {
            let mut bytes = whole.clone();
            // Any byte may be damaged, tags among them; and the file may be cut.
            for k in 0..4 {
                let at = noise(i * 31 + k) % bytes.len();
                bytes[at] = 200;
            }
            if i % 3 == 0 {
                bytes.truncate(noise(i) % whole.len());
            }
            assert_eq!(scan(&kinds, &bytes, 0, len, Some(starts_as_a_record)), scan(&kinds, &bytes, 0, len, None));
        }
    }
}
