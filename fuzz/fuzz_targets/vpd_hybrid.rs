//! The same behind the magic of the hybrid flavour, which chance would hardly find.
#![no_main]
#[path = "../../tests/vpd/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let magic = b"Vocaloid Pose Data file\0\0\0\0\0\0\0";
    let bytes = [magic, bytes.strip_prefix(magic).unwrap_or(bytes)].concat();
    walk::every_mode(&bytes);
    walk::round_trip(&bytes);
});
