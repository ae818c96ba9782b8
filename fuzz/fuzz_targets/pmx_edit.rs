//! What opens is checked, mended, and written in other encodings, widths and versions.
#![no_main]
#[path = "../../tests/fuzz_corpus/change.rs"]
mod change;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| change::every_way(bytes));
