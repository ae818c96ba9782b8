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
/// Records that one chain can note: as many as a stretch can hold.
const NOTES: usize = (STRETCH + WINDOW) / SMALLEST;

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
    let (mut guesses, mut lanes) = (Guesses::new(kinds, resembles), [const { Lane::new() }; 3]);
    while pass.three_stretches(&mut guesses, &mut lanes) {}
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
        self.blocks.push_eights(core::iter::from_fn(|| {
            let eight = (left >= 8).then(|| next_eight(self.kinds, self.data, &mut tag))??;
            left = left.wrapping_sub(8);
            Some((eight, Some(tag.wrapping_sub(self.kinds.tag_at))))
        }));
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

    /// Three stretches at a time, as long as there are certainly more than three left, and guesses do not fail too often.
    /// False where not, or where the first chain breaks.
    fn three_stretches(&mut self, guesses: &mut Guesses, lanes: &mut [Lane; 3]) -> bool {
        let (kinds, data, left) = (self.kinds, self.data, self.left);
        if guesses.wrong >= PATIENCE || left.saturating_mul(kinds.shortest()) <= STRETCH.saturating_mul(4) {
            return false;
        }
        let near = |stretches: usize| self.tag.saturating_add(STRETCH.saturating_mul(stretches));
        let [second, third] = [near(1), near(2)].map(|near| guesses.tag(kinds, data, near).unwrap_or(near));
        let stops = [second, third, third.saturating_add(STRETCH)];
        together(kinds, data, lanes, [self.tag, second, third], stops);
        let mut right = true;
        for (lane, stop) in lanes.iter_mut().zip(stops) {
            right = right && lane.from == self.tag && lane.finish(kinds, data, stop).is_some();
            if right {
                self.take(lane);
            }
        }
        guesses.wrong = if right { guesses.wrong.saturating_sub(1) } else { guesses.wrong.saturating_add(1) };
        self.left < left
    }

    /// What a lane has found is what one chain would have found.
    fn take(&mut self, lane: &Lane) {
        let (eights, rest) = lane.found();
        self.blocks.push_eights(eights.map(|tags| (tags, None)));
        for &tag in rest {
            self.blocks.push(self.kinds.class(tag).into(), None);
        }
        self.left = self.left.saturating_sub(lane.len);
        self.tag = lane.tag;
    }
}

/// Runs three chains from these tags until one is about to reach its stop, or the end of the file.
fn together(kinds: &Kinds, data: &[u8], lanes: &mut [Lane; 3], from: [usize; 3], stops: [usize; 3]) {
    let (mut tags, mut len) = (from, 0usize);
    loop {
        // So many records certainly begin before the stops.
        let sure = tags.iter().zip(stops).map(|(tag, stop)| stop.saturating_sub(*tag).checked_div(kinds.longest()));
        let steps = sure.min().flatten().unwrap_or(0);
        let [a, b, c] = lanes.each_mut().map(|lane| lane.found.get_mut(len..len.saturating_add(steps)));
        let (8.., Some(a), Some(b), Some(c)) = (steps, a, b, c) else { break };
        let Some(after) = kinds.three(data, tags, [a, b, c]) else { break };
        (tags, len) = (after, len.saturating_add(steps));
    }
    for ((lane, from), tag) in lanes.iter_mut().zip(from).zip(tags) {
        (lane.from, lane.tag, lane.len) = (from, tag, len);
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

/// A chain, and what it has found.
struct Lane {
    /// The tag it began with.
    from: usize,
    /// The next tag.
    tag: usize,
    /// The tags of the records between, known or not.
    found: [u8; NOTES],
    len: usize,
}

impl Lane {
    const fn new() -> Self {
        Lane { from: 0, tag: 0, found: [0; NOTES], len: 0 }
    }
    /// Eight by eight, and what is left.
    fn found(&self) -> (impl Iterator<Item = Eight>, &[u8]) {
        let found = self.found.get(..self.len).unwrap_or(&[]).chunks_exact(8);
        let rest = found.remainder();
        (found.map(|tags| tags.first_chunk().map_or(0, |tags| Eight::from_le_bytes(*tags))), rest)
    }
    /// Goes on alone, up to the first tag that is not before the stop. `None` where it broke or breaks, or finds more than
    /// it can hold.
    fn finish(&mut self, kinds: &Kinds, data: &[u8], stop: usize) -> Option<()> {
        while self.tag.saturating_add(kinds.longest().saturating_mul(8)) <= stop {
            let note = self.found.get_mut(self.len..)?.first_chunk_mut()?;
            *note = next_eight(kinds, data, &mut self.tag)?.to_le_bytes();
            self.len = self.len.saturating_add(8);
        }
        while self.tag < stop {
            *self.found.get_mut(self.len)? = kinds.any(data, &mut self.tag)?;
            self.len = self.len.saturating_add(1);
        }
        let (eights, rest) = self.found();
        let rest = rest.iter().map(|&tag| tag.into());
        kinds.know(eights.chain(rest)).then_some(())
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
