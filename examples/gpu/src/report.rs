//! What went to the GPU, how long it took, and memcpy of as many bytes beside it.
use crate::staging::{Sent, Staging};
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Stage by stage.
#[derive(Debug, Default)]
pub struct Report {
    stages: Vec<Stage>,
    notes: Vec<String>,
}

#[derive(Debug)]
struct Stage {
    name: &'static str,
    took: Duration,
    sent: Sent,
}

impl Report {
    /// Times a stage that streams.
    pub fn stage<'g, T>(
        &mut self,
        name: &'static str,
        staging: &mut Staging<'g>,
        run: impl FnOnce(&mut Staging<'g>) -> T,
    ) -> T {
        staging.take_sent();
        let start = Instant::now();
        let done = run(staging);
        self.stages.push(Stage { name, took: start.elapsed(), sent: staging.take_sent() });
        done
    }
    /// Times a stage that sends nothing.
    pub fn time<T>(&mut self, name: &'static str, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = run();
        self.stages.push(Stage { name, took: start.elapsed(), sent: Sent::default() });
        done
    }
    /// What its user should know.
    pub fn note(&mut self, notes: Vec<String>) {
        self.notes.extend(notes);
    }
    /// What has been noted.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// How long it takes to copy so many bytes, both sides warm.
fn memcpy(bytes: u64) -> Duration {
    let from = vec![1u8; bytes as usize];
    let mut to = vec![2u8; bytes as usize];
    let copies = (0..5).map(|_| {
        let start = Instant::now();
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
        start.elapsed()
    });
    copies.min().unwrap_or_default()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10} {:>9} {:>13} {:>7} {:>11} {:>9} {:>9}",
            "stage", "ms", "bytes", "chunks", "writing ms", "GB/s", "memcpy"
        )?;
        for Stage { name, took, sent } in &self.stages {
            write!(f, "{name:<10} {:>9.2}", ms(*took))?;
            if sent.bytes > 0 {
                let speed = |time: Duration| sent.bytes as f64 / time.as_secs_f64().max(1e-9) / 1e9;
                let (writing, copying) = (speed(sent.writing), speed(memcpy(sent.bytes)));
                write!(f, " {:>13} {:>7} {:>11.2}", sent.bytes, sent.chunks, ms(sent.writing))?;
                write!(f, " {writing:>9.2} {copying:>9.2}")?;
            }
            writeln!(f)?;
        }
        let bytes: u64 = self.stages.iter().map(|stage| stage.sent.bytes).sum();
        writeln!(f, "streamed {bytes} bytes; memcpy: as many bytes from memory to memory, both warm")
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
