//! In which order kinds of deform follow each other: what the scan of vertices lives on.
use super::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Pattern {
    /// Runs and transitions as measured over 15 published character models
    Real,
    /// BDEF1 only
    Bdef1,
    /// BDEF2 only
    Bdef2,
    /// BDEF4 only
    Bdef4,
    /// SDEF only
    Sdef,
    /// QDEF only (2.1)
    Qdef,
    /// Runs of thousands
    Long,
    /// Every vertex independent of the one before
    Random,
    /// Never the same kind twice
    Alternate,
    /// Alike, but for one in 64
    Spoiler,
}

/// Length of a run, by kind, at some points of its distribution: (share of runs that are shorter, length). Half of all
/// runs are one or two vertices long, yet half of all vertices lie in runs of 20 to 5 000.
#[rustfmt::skip]
const RUNS: [&[(f32, f32)]; 4] = [
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.65, 2.4), (0.7, 3.0), (0.8, 6.0), (0.9, 15.0), (0.95, 29.0),
      (0.98, 65.0), (0.99, 156.0), (0.995, 358.0), (0.999, 1769.0), (1.0, 9000.0)],
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.65, 2.4), (0.7, 4.0), (0.8, 5.0), (0.9, 11.0), (0.95, 16.0),
      (0.98, 33.0), (0.99, 53.0), (0.995, 82.0), (0.999, 199.0), (1.0, 374.0)],
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.75, 2.4), (0.8, 4.0), (0.9, 8.0), (0.95, 13.0), (0.98, 25.0),
      (0.99, 41.0), (0.995, 71.0), (0.999, 204.0), (1.0, 290.0)],
    &[(0.0, 1.0), (0.5, 1.0), (0.6, 2.0), (0.75, 2.4), (0.8, 4.0), (0.9, 11.0), (0.95, 20.0), (0.98, 40.0),
      (0.99, 60.0), (0.995, 120.0), (0.999, 282.0), (1.0, 708.0)],
];
/// Kind of the next run, by kind of this one: shares, summed up.
const NEXT: [[f32; 4]; 4] =
    [[0.0, 0.570, 0.604, 1.0], [0.808, 0.808, 0.994, 1.0], [0.185, 1.0, 1.0, 1.0], [0.981, 1.0, 1.0, 1.0]];

/// The kinds of deform, vertex by vertex, as the file says them: 0 BDEF1 to 4 QDEF.
pub struct Kinds {
    pattern: Pattern,
    /// How many kinds the version has.
    kinds: usize,
    kind: usize,
    /// Left of this run.
    left: usize,
    vertex: usize,
}

impl Kinds {
    pub fn new(pattern: Pattern, kinds: usize) -> Self {
        Kinds { pattern, kinds, kind: 0, left: 0, vertex: 0 }
    }
    pub fn next(&mut self, random: &mut Random) -> usize {
        self.vertex += 1;
        match self.pattern {
            Pattern::Bdef1 => return 0,
            Pattern::Bdef2 => return 1,
            Pattern::Bdef4 => return 2,
            Pattern::Sdef => return 3,
            Pattern::Qdef => return 4,
            Pattern::Random => return random.below(self.kinds),
            Pattern::Alternate => return self.vertex % 4,
            Pattern::Spoiler => return usize::from(self.vertex % 64 == 0),
            Pattern::Long if self.left == 0 => {
                self.kind = (self.kind + 1) % 4;
                self.left = 2_000 + random.below(20_000);
            }
            Pattern::Real if self.left == 0 => {
                let share = random.unit();
                self.kind = NEXT[self.kind].iter().position(|&sum| share < sum).unwrap_or(0);
                self.left = run(RUNS[self.kind], random.unit());
            }
            Pattern::Long | Pattern::Real => {}
        }
        self.left -= 1;
        self.kind
    }
}

/// The length at this point of a distribution.
fn run(lengths: &[(f32, f32)], at: f32) -> usize {
    let upper = lengths.iter().position(|&(share, _)| share > at).unwrap_or(lengths.len() - 1).max(1);
    let ((from, shorter), (to, longer)) = (lengths[upper - 1], lengths[upper]);
    let length = shorter * (longer / shorter).powf((at - from) / (to - from));
    length.max(1.0) as usize
}
