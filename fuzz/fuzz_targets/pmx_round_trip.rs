//! What opens goes back byte for byte; and an index answers the same over a copy at any address.
#![no_main]
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| walk::round_trip(bytes));
