//! Whatever the bytes, in every mode: no panic, no hang; every motion that opens is walked, sorted, sampled, checked and
//! goes back byte for byte.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/fuzz_corpus/vmd/walk.rs"]
mod walk;

use memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| walk::scanned(bytes, memory::scanned_within_bounds("the input", bytes)));
