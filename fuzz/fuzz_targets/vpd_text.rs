//! Whatever the bytes, in every mode: no panic, no hang, everything that opens walked to the leaves and written back.
#![no_main]
#[path = "../../tests/vpd/walk.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    walk::every_mode(bytes);
    walk::round_trip(bytes);
});
