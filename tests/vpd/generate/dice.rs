//! Chance that is the same each time; and changes by chance.

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed)
    }
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.roll() % n
    }
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A pose, changed in one to four places: bytes put in, taken out and moved about.
pub fn changed(mut pose: Vec<u8>, seed: u64) -> Vec<u8> {
    const MEANING: &[u8] = b"\n\r;,{}/ \t+-.e09\x81\x40BM\0\x1a\x83\xe3";
    let mut dice = Dice(!seed);
    for _ in 0..=dice.below(4) {
        // The magic is left alone, mostly.
        let from = if dice.below(16) == 0 { 0 } else { pose.len().min(30) as u64 };
        let at = (from + dice.below(pose.len() as u64 + 1 - from)) as usize;
        let end = (at + dice.below(12) as usize).min(pose.len());
        let some = match dice.below(4) {
            0 => vec![dice.pick(MEANING)],
            1 => vec![dice.pick(MEANING); dice.below(20) as usize],
            2 => vec![],
            _ => {
                let at = dice.below(pose.len() as u64 + 1) as usize;
                pose[at..(at + dice.below(40) as usize).min(pose.len())].to_vec()
            }
        };
        let end = if dice.below(2) == 0 { at } else { end };
        pose.splice(at..end, some);
    }
    pose
}
