//! What it costs to check a model, beside what it costs to open it and what it costs to look at each of its bytes.
//!
//! Throughput counts the bytes of the whole file:
//!
//! * `scan`: opening it. Looks at one byte in many;
//! * `sum`: all bytes added up. Nothing that looks at all of them is faster;
//! * `check`: all rules over all records, every finding dropped.
mod common;

use common::{Pattern, Recipe};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::pmx::PmxIndex;
use std::hint::black_box;
use std::time::Duration;

fn sum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().expect("eight of them")));
    words.fold(0, u64::wrapping_add)
}

fn pattern(c: &mut Criterion, pattern: Pattern) {
    let bytes = common::model(Recipe::new(pattern, 3_000_000)).bytes;
    let scan = |bytes: &[u8]| PmxIndex::scan(bytes).expect("the model of the bench opens");
    let index = scan(&bytes);
    let model = index.view(&bytes);

    let mut group = c.benchmark_group(format!("check/{}/3m_vertices", pattern.name()));
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("scan", |b| b.iter(|| scan(black_box(&bytes))));
    group.bench_function("sum", |b| b.iter(|| sum(black_box(&bytes))));
    group.bench_function("check", |b| b.iter(|| black_box(model).check().into_totals()));
    group.finish();
}

fn patterns(c: &mut Criterion) {
    [Pattern::Real, Pattern::Bdef1, Pattern::Random].into_iter().for_each(|one| pattern(c, one));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(10);
    targets = patterns
}
criterion_main!(benches);
