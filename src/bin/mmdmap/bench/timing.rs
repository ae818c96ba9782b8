//! Rounds of one phase, and what they come to.
use super::system;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One phase, round by round.
#[derive(Clone, Debug)]
pub struct Phase {
    /// As every output spells it.
    pub name: String,
    /// Whether it belongs to opening and using the file; the others are there to compare with.
    pub ours: bool,
    /// How many bytes it goes through or makes.
    pub bytes: u64,
    /// How many records.
    pub records: u64,
    times: Vec<Duration>,
    faults: Vec<u64>,
    /// The most that one round held.
    pub peak_heap: usize,
}

impl Phase {
    pub fn new(name: impl Into<String>, bytes: u64, records: u64) -> Self {
        Phase { name: name.into(), ours: true, bytes, records, times: Vec::new(), faults: Vec::new(), peak_heap: 0 }
    }
    /// One that is there to compare with.
    pub fn beside(self) -> Self {
        Phase { ours: false, ..self }
    }

    /// One more round.
    pub fn round<T>(&mut self, work: impl FnOnce() -> T) -> T {
        // The system is asked outside of what is measured: its answers take memory, too.
        let faults = system::page_faults();
        let heap = system::Heap::now();
        let start = Instant::now();
        let result = black_box(work());
        let time = start.elapsed();
        self.peak_heap = self.peak_heap.max(heap.peak_since());
        self.times.push(time);
        self.faults.extend(system::page_faults().zip(faults).map(|(after, before)| after.saturating_sub(before)));
        result
    }

    fn at(&self, quarter: usize) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        times.get(last.saturating_mul(quarter) / 4).copied().unwrap_or_default()
    }
    pub fn median(&self) -> Duration {
        self.at(2)
    }
    pub fn fastest(&self) -> Duration {
        self.at(0)
    }
    /// How far the middle half of the rounds lies apart, as a part of the median.
    pub fn spread(&self) -> f64 {
        let median = self.median().as_secs_f64();
        if median > 0.0 { (self.at(3).as_secs_f64() - self.at(1).as_secs_f64()) / median } else { 0.0 }
    }
    /// Page faults of the round in the middle; `None` where the system does not say.
    pub fn page_faults(&self) -> Option<u64> {
        let mut faults = self.faults.clone();
        faults.sort_unstable();
        faults.get(faults.len() / 2).copied()
    }
    /// Bytes a second; `None` where nothing was gone through.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.median().as_secs_f64();
        (self.bytes > 0 && seconds > 0.0).then(|| self.bytes as f64 / seconds)
    }
    /// Nanoseconds a record.
    pub fn per_record(&self) -> Option<f64> {
        (self.records > 0).then(|| self.median().as_secs_f64() * 1e9 / self.records as f64)
    }
}
