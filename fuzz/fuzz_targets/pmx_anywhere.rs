//! Mapped, read, taken from memory and at an odd address: the same answers.
#![no_main]
#[path = "../../tests/fuzz_corpus/same.rs"]
mod same;

use std::path::PathBuf;
use std::sync::LazyLock;

/// One for each process: they may run side by side.
static PATH: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("mmdmap-fuzz-{}.pmx", std::process::id())));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| same::everywhere(&PATH, bytes));
