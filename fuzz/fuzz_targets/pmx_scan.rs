//! Whatever the bytes, in every mode: no panic, no hang, and everything that opens can be walked to the leaves.
#![no_main]
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| walk::every_mode(bytes));
