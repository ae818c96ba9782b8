//! The bar for work that takes long: the only door to indicatif.
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// How far the work has come. Invisible for the first half second, and where standard error is no terminal.
pub struct Progress {
    bar: ProgressBar,
    hidden_since: Option<Instant>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Nothing of so many things is done.
    pub fn of(total: usize, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} {msg}") {
            bar.set_style(style);
        }
        bar.set_message(what);
        Progress { bar, hidden_since: Some(Instant::now()) }
    }
    /// More of them are done, or perhaps none.
    pub fn advance(&mut self, more: usize) {
        self.bar.inc(more as u64);
        if self.hidden_since.is_some_and(|since| since.elapsed() >= Progress::PATIENCE) {
            self.hidden_since = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
    /// Does something on the terminal that the bar must not be in the way of.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
