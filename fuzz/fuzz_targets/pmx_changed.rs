//! Valid models with some bytes changed, which reach what lies deep: every promise that the other targets hold.
#![no_main]
#[path = "../../tests/fuzz_corpus/change.rs"]
mod change;
#[path = "../../tests/fuzz_corpus/seeds.rs"]
mod seeds;
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

use std::sync::LazyLock;

static SEEDS: LazyLock<Vec<(&'static str, Vec<u8>)>> = LazyLock::new(seeds::all);

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let bytes = change::changed_seed(&SEEDS, input);
    walk::every_mode(&bytes);
    walk::round_trip(&bytes);
    change::every_way(&bytes);
});
