//! Whatever the bytes, in every mode: no panic, no hang, everything that opens walked to the leaves and written back.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/vpd/walk.rs"]
mod walk;

use memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(index) = walk::scanned(bytes, memory::scanned_within_bounds("the input", bytes)) {
        walk::goes_back(&index, bytes);
    }
});
