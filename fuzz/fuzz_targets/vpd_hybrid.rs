//! The same behind the magic of the hybrid flavour, which chance would hardly find.
#![no_main]
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/vpd/walk.rs"]
mod walk;

use memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let magic = b"Vocaloid Pose Data file\0\0\0\0\0\0\0";
    let bytes = [magic, bytes.strip_prefix(magic).unwrap_or(bytes)].concat();
    if let Some(index) = walk::scanned(&bytes, memory::scanned_within_bounds("the input", &bytes)) {
        walk::goes_back(&index, &bytes);
    }
});
