//! Whatever the bytes, in every mode: no panic, no hang, and everything that opens can be walked to the leaves.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

use memory::Counting;
use mmdmap::pmx::PmxIndex;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    memory::within_bounds::<PmxIndex>("the input", bytes);
    walk::every_mode(bytes);
});
