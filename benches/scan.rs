//! What it costs to open a model, beside what it costs to touch it.
//!
//! For every pattern of deform kinds, three ways over the same bytes; throughput counts the bytes of the vertex section:
//!
//! * `touch64`: one byte of every cache line of the vertex section. Nothing that looks at the section is faster;
//! * `serial`: the plain way, one tag after the other, each load waiting for the one before; keeps no index;
//! * `scan`: ours, the whole file, index and all.
//!
//! And `reopen`: the same file on disk, mapped and scanned, beside mapped with its saved index.
mod common;

use common::{Model, Pattern, Recipe, TAG_AT};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::PmxFile;
use mmdmap::pmx::PmxIndex;
use std::hint::black_box;
use std::time::Duration;

/// One byte of every cache line.
fn touch64(section: &[u8]) -> u8 {
    section.chunks(64).fold(0, |sum, line| sum.wrapping_add(line[0]))
}

/// From tag to tag, the sizes packed into one word: the fastest plain loop there is. Gives where the section ends.
fn serial(model: &Model) -> usize {
    let [a, b, c, d, e] = model.sizes;
    let sizes = u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]);
    let data = &model.bytes[..];
    let mut tag = model.vertex_bytes.start + TAG_AT;
    for _ in 0..model.vertices {
        tag += (sizes >> (u32::from(data[tag]) * 8) & 0xff) as usize;
    }
    tag - TAG_AT
}

fn pattern(c: &mut Criterion, pattern: Pattern, size: &str, vertices: usize) {
    let model = common::model(Recipe::new(pattern, vertices));
    assert_eq!(serial(&model), model.vertex_bytes.end);
    let scan = |bytes: &[u8]| PmxIndex::scan(bytes).expect("the model of the bench opens");
    assert!(scan(&model.bytes).repairs().is_empty());

    let mut group = c.benchmark_group(format!("scan/{}/{size}_vertices", pattern.name()));
    group.throughput(Throughput::Bytes(model.vertex_bytes.len() as u64));
    group.bench_function("touch64", |b| b.iter(|| touch64(black_box(model.vertex_section()))));
    group.bench_function("serial", |b| b.iter(|| serial(black_box(&model))));
    group.bench_function("scan", |b| b.iter(|| scan(black_box(&model.bytes))));
    group.finish();
}

/// Lies in the last cache of most machines.
fn small(c: &mut Criterion) {
    Pattern::ALL.into_iter().for_each(|one| pattern(c, one, "300k", 300_000));
}

/// Larger than the last cache of most machines.
fn large(c: &mut Criterion) {
    [Pattern::Real, Pattern::Bdef1, Pattern::Random].into_iter().for_each(|one| pattern(c, one, "3m", 3_000_000));
}

/// A model on disk, mapped: scanned, or opened by its saved index, whatever its size.
fn reopen(c: &mut Criterion) {
    for vertices in [1_000, 300_000, 3_000_000] {
        let path = std::env::temp_dir().join(format!("mmdmap-reopen-{}.pmx", std::process::id()));
        let index = PmxFile::index_path(&path);
        std::fs::write(&path, common::model(Recipe::new(Pattern::Real, vertices)).bytes).expect("a temporary file");
        PmxFile::open(&path).expect("it opens").save_index(&index).expect("a temporary file");
        // SAFETY: nobody else knows these files; they are removed when all maps are gone.
        let scan = || unsafe { PmxFile::map(&path) };
        // SAFETY: as above.
        let reopen = || unsafe { PmxFile::map_with_index(&path, &index) };
        assert!(reopen().is_ok_and(|file| file.index().is_saved()));

        let mut group = c.benchmark_group(format!("reopen/{vertices}_vertices"));
        group.bench_function("map", |b| b.iter(scan));
        group.bench_function("map_with_index", |b| b.iter(reopen));
        group.finish();
        std::fs::remove_file(&path).and_then(|()| std::fs::remove_file(&index)).expect("they were there");
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30);
    targets = small, large, reopen
}
criterion_main!(benches);
