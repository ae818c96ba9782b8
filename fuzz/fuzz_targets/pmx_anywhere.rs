//! Mapped, read, taken from memory and at an odd address: the same answers.
#![no_main]
#[path = "../../tests/fuzz_corpus/same.rs"]
mod same;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// One for each process: they may run side by side. In memory where the system offers that: a disk is written to, and
/// waited for, at each input.
static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("mmdmap-fuzz-{}.pmx", std::process::id()))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| same::everywhere(&PATH, bytes));
