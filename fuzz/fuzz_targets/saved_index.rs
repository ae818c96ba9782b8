//! A hostile saved index on an honest model, and the reverse: views stay within the model, nothing panics or loops.
#![no_main]
#[path = "../../tests/fuzz_corpus/saved.rs"]
mod saved;
#[path = "../../tests/fuzz_corpus/seeds.rs"]
mod seeds;
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| saved::hostile(bytes));
