//! What opens leaves for a GPU as its views show it, into buffers of exactly the right size; over other bytes as many come.
#![no_main]
#[path = "../../tests/fuzz_corpus/gpu.rs"]
mod gpu;

use mmdmap::pmx::PmxIndex;
use mmdmap::{Mode, ScanOptions};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Lenient opens what it does to the same index: see `walk.rs`.
    if let Ok(index) = PmxIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) {
        gpu::everything(index.view(bytes), &[1, 7, 64]);
        gpu::changed(index.view(&bytes[bytes.len() / 3..]));
    }
    let _ = gpu::one_pass(bytes);
});
