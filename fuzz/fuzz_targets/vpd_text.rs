//! Whatever the bytes, in every mode: no panic, no hang, everything that opens walked to the leaves and written back.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/vpd/walk.rs"]
mod walk;

use memory::Counting;
use mmdmap::vpd::VpdIndex;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    memory::within_bounds::<VpdIndex>("the input", bytes);
    walk::every_mode(bytes);
    walk::round_trip(bytes);
});
