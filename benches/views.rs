//! What looking costs, once a model is open; each beside the way one would go without this crate, or the limit.
//!
//! | group | ours | beside it |
//! |---|---|---|
//! | `place` | vertices by number, independent of each other or each known by the one before | an 8-byte offset per vertex |
//! | `positions` | a walk over all positions | a hand-written loop from tag to tag; one byte of every cache line |
//! | `text` | names decoded, found | std's decoding into a `String` |
mod common;

use common::{LOOKS, Model, Pattern, Recipe, TAG_AT, numbers, open};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::Encoding;
use std::hint::black_box;
use std::time::Duration;

const VERTICES: usize = 300_000;
/// The three floats at a place.
fn floats(bytes: &[u8], at: usize) -> [f32; 3] {
    let all: &[u8; 12] = bytes[at..].first_chunk().expect("a position lies there");
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *all;
    [[a, b, c, d], [e, f, g, h], [i, j, k, l]].map(f32::from_le_bytes)
}

fn place(c: &mut Criterion) {
    for pattern in [Pattern::Real, Pattern::Random] {
        let model = common::model(Recipe::new(pattern, VERTICES));
        let (index, offsets, numbers) = (open(&model), model.offsets(), numbers(VERTICES));
        let bytes = &model.bytes[..];
        let vertices = index.view(bytes).vertices();
        // The next number comes out of what was just read: nothing can be looked up ahead.
        let next = |x: f32, i: usize| (x.to_bits() as usize ^ i.wrapping_mul(0x9e37_79b9)) % VERTICES;

        let mut group = c.benchmark_group(format!("place/{}/300k_vertices", pattern.name()));
        group.throughput(Throughput::Elements(LOOKS as u64));
        group.bench_function("base", |b| {
            b.iter(|| numbers.iter().filter_map(|&i| vertices.base(i)).map(|base| base.position.get()[0]).sum::<f32>());
        });
        group.bench_function("base_by_offsets", |b| {
            b.iter(|| numbers.iter().map(|&i| floats(bytes, offsets[i] as usize)[0]).sum::<f32>());
        });
        group.bench_function("base_chain", |b| {
            b.iter(|| (0..LOOKS).fold(0, |at, i| next(vertices.base(at).map_or(0.0, |v| v.position.get()[0]), i)));
        });
        group.bench_function("base_chain_by_offsets", |b| {
            b.iter(|| (0..LOOKS).fold(0, |at, i| next(floats(bytes, offsets[at] as usize)[0], i)));
        });
        group.bench_function("whole_vertex", |b| {
            b.iter(|| numbers.iter().filter_map(|&i| vertices.get(i)).map(|v| v.edge_scale).sum::<f32>());
        });
        group.bench_function("deform", |b| {
            b.iter(|| numbers.iter().filter_map(|&i| vertices.deform(i)).map(|deform| deform.tag()).max());
        });
        group.finish();
    }
}

/// From vertex to vertex by hand: what an engine's own loader would do.
fn walk_by_hand(model: &Model) -> f32 {
    let mut place = model.vertex_bytes.start;
    let mut sum = 0.0;
    for _ in 0..model.vertices {
        sum += floats(&model.bytes, place)[1];
        place += usize::from(model.sizes[usize::from(model.bytes[place + TAG_AT])]);
    }
    sum
}

fn positions(c: &mut Criterion) {
    for pattern in [Pattern::Real, Pattern::Bdef1, Pattern::Random] {
        let model = common::model(Recipe::new(pattern, VERTICES));
        let index = open(&model);
        let vertices = index.view(&model.bytes).vertices();
        let mut group = c.benchmark_group(format!("positions/{}/300k_vertices", pattern.name()));
        group.throughput(Throughput::Elements(VERTICES as u64));
        group.bench_function("iter", |b| b.iter(|| vertices.iter().map(|v| v.position()[1]).sum::<f32>()));
        group.bench_function("bases", |b| b.iter(|| vertices.bases().map(|v| v.position.get()[1]).sum::<f32>()));
        group.bench_function("by_hand", |b| b.iter(|| walk_by_hand(black_box(&model))));
        group.bench_function("touch64", |b| {
            let section = model.vertex_section();
            b.iter(|| black_box(section).chunks(64).fold(0u8, |sum, line| sum.wrapping_add(line[0])));
        });
        group.bench_function("bounds", |b| b.iter(|| vertices.bounds()));
        group.finish();
    }
}

/// What one writes without a decoder at hand.
fn decode_by_hand(bytes: &[u8], encoding: Encoding) -> String {
    match encoding {
        Encoding::Cp932 => unreachable!("no model is in cp932"),
        Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Encoding::Utf16Le => {
            let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
    }
}

fn text(c: &mut Criterion) {
    const BONES: usize = 1000;
    let recipe = Recipe::new(Pattern::Bdef1, 1000).bones(BONES);
    for (name, recipe) in [("utf16", recipe), ("utf8", recipe.utf8())] {
        let model = common::model(recipe);
        let index = open(&model);
        let view = index.view(&model.bytes);
        let names: Vec<_> = view.bones().iter().map(|bone| bone.name.local).collect();
        let mut group = c.benchmark_group(format!("text/{name}/1k_bones"));
        group.throughput(Throughput::Elements(BONES as u64));
        group.bench_function("decode", |b| b.iter(|| names.iter().map(|name| name.decode().len()).sum::<usize>()));
        group.bench_function("decode_by_hand", |b| {
            let by_hand = |name: &mmdmap::Text| decode_by_hand(name.bytes(), name.encoding()).len();
            b.iter(|| names.iter().map(by_hand).sum::<usize>());
        });
        group.bench_function("find_last", |b| b.iter(|| view.bones().position(black_box("ボーン999"))));
        group.bench_function("find_last_decoding", |b| {
            b.iter(|| view.bones().iter().position(|bone| bone.name.local.decode() == black_box("ボーン999")));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = place, positions, text
}
criterion_main!(benches);
