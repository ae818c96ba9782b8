//! Valid models of every make with some bytes changed, which reach what lies deep: every promise that the other targets hold.
#![no_main]
#[path = "../../tests/fuzz_corpus/change.rs"]
mod change;
#[path = "../../tests/common/memory.rs"]
mod memory;
#[path = "../../tests/fuzz_corpus/seeds.rs"]
mod seeds;
#[path = "../../tests/fuzz_corpus/walk.rs"]
mod walk;

use memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let mut input = input;
    let model = seeds::made(&mut input);
    let bytes = change::changed(model, input);
    walk::scanned(&bytes, memory::scanned_within_bounds("the model", &bytes));
    walk::round_trip(&bytes);
    change::every_way(&bytes);
});
