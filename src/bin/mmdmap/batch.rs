//! Many files: worked on at once, printed in the order they were given in.
use crate::failure::{self, Failure, Outcome};
use crate::inputs::{Input, Inputs};
use crate::output;
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What one file came to.
pub struct Done {
    /// For standard output.
    pub data: String,
    /// For standard error.
    pub messages: String,
    /// What the whole command comes to by it, at least.
    pub outcome: Outcome,
}

/// Does the work for each input, on every core, and prints what comes of it. An input that fails keeps no other from
/// being done.
///
/// # Errors
///
/// Those of standard output. No further work is begun then.
pub fn run(inputs: &Inputs, work: impl Fn(&Input) -> Result<Done, Failure> + Sync) -> io::Result<Outcome> {
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..cores.min(inputs.list.len()) {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.list.get(i) else { return };
                    let done =
                        input.as_ref().map_err(Failure::lines).and_then(|input| work(input).map_err(|f| f.lines()));
                    // Whoever prints may have stopped listening.
                    if send.send((i, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        print_in_order(results, Progress::of(inputs.list.len(), "files"))
    })
}

/// Results that come early wait for those before them.
fn print_in_order(results: Receiver<(usize, Result<Done, String>)>, mut progress: Progress) -> io::Result<Outcome> {
    let mut waiting = BTreeMap::new();
    let mut outcome = Outcome::Done;
    for due in 0.. {
        let result = loop {
            if let Some(result) = waiting.remove(&due) {
                break result;
            }
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok((i, result)) => {
                    waiting.insert(i, result);
                    progress.advance(1);
                }
                Err(RecvTimeoutError::Timeout) => progress.advance(0),
                Err(RecvTimeoutError::Disconnected) => return Ok(outcome),
            }
        };
        match result {
            Ok(done) => {
                progress.aside(|| print(&done))?;
                outcome = outcome.max(done.outcome);
            }
            Err(lines) => {
                progress.aside(|| failure::print(&lines));
                outcome = Outcome::Failed;
            }
        }
    }
    Ok(outcome)
}

fn print(done: &Done) -> io::Result<()> {
    let mut out = output::styled();
    out.write_all(done.data.as_bytes())?;
    out.flush()?;
    failure::print(&done.messages);
    Ok(())
}
