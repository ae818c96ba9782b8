//! Whatever the bytes, in every mode: no panic, no hang; every motion that opens is walked, sorted, sampled, checked and
//! goes back byte for byte.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/fuzz_corpus/vmd/walk.rs"]
mod walk;

use memory::Counting;
use mmdmap::vmd::VmdIndex;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    memory::within_bounds::<VmdIndex>("the input", bytes);
    walk::every_mode(bytes);
});
