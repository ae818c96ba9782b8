//! Whatever the bytes, in every mode: no panic, no hang, and everything that opens can be walked to the leaves.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

use memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| walk::scanned(bytes, memory::scanned_within_bounds("the input", bytes)));
