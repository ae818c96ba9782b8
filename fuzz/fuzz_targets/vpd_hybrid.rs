//! The same behind the magic of the hybrid flavour, which chance would hardly find.
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
    let magic = b"Vocaloid Pose Data file\0\0\0\0\0\0\0";
    let bytes = [magic, bytes.strip_prefix(magic).unwrap_or(bytes)].concat();
    memory::within_bounds::<VpdIndex>("the input", &bytes);
    walk::every_mode(&bytes);
    walk::round_trip(&bytes);
});
