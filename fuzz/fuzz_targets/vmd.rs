//! Whatever the bytes, in every mode: no panic, no hang; every motion that opens is walked, sorted, sampled, checked and
//! goes back byte for byte.
#![no_main]
#[path = "../../tests/fuzz_corpus/vmd/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| walk::every_mode(bytes));
