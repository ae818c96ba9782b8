//! What whole sections cost, decoded one record after the other; each beside the plain way, or the limit.
//!
//! | group | ours | beside it |
//! |---|---|---|
//! | `faces` | indices widened to 32 bits, triangles | a plain copy of as many bytes |
//! | `bones` | walked, by number | a `Vec` of them, decoded before |
//! | `morphs` | vertex offsets walked, by number | a loop over the raw bytes |
//! | `own_model` | every record of every section of our own model | one byte of every cache line |
mod common;

use common::{LOOKS, Pattern, Recipe, numbers, open};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::Many;
use mmdmap::pmx::{MorphOffsets, Pmx, PmxIndex, VertexOffset};
use std::hint::black_box;
use std::time::Duration;

fn faces(c: &mut Criterion) {
    for (size, vertices) in [("60k", 60_000), ("300k", 300_000)] {
        let model = common::model(Recipe::new(Pattern::Real, vertices));
        let index = open(&model);
        let faces = index.view(&model.bytes).faces();
        let mut out = vec![0u32; faces.len()];
        let source = vec![1u32; faces.len()];
        let mut group = c.benchmark_group(format!("faces/{size}_vertices"));
        group.throughput(Throughput::Bytes(out.len() as u64 * 4));
        group.bench_function("widened", |b| b.iter(|| faces.as_stored().fill(black_box(&mut out))));
        group.bench_function("widened_one_by_one", |b| {
            b.iter(|| out.iter_mut().zip(faces.widened()).for_each(|(to, from)| *to = from));
        });
        group.bench_function("memcpy", |b| b.iter(|| black_box(&mut out).copy_from_slice(black_box(&source))));
        group.bench_function("triangles", |b| b.iter(|| faces.triangles().map(|[a, ..]| u64::from(a)).sum::<u64>()));
        group.finish();
    }
}

fn bones(c: &mut Criterion) {
    const BONES: usize = 1000;
    let model = common::model(Recipe::new(Pattern::Bdef1, 1000).bones(BONES));
    let index = open(&model);
    let bones = index.view(&model.bytes).bones();
    let (decoded, numbers) = (Vec::from_iter(bones), numbers(BONES));
    let mut group = c.benchmark_group("bones/1k_bones");
    group.throughput(Throughput::Elements(BONES as u64));
    group.bench_function("iter", |b| b.iter(|| bones.iter().map(|bone| i64::from(bone.parent.raw())).sum::<i64>()));
    group.bench_function("iter_of_a_vec", |b| {
        b.iter(|| black_box(&decoded).iter().map(|bone| i64::from(bone.parent.raw())).sum::<i64>());
    });
    group.bench_function("decode_into_a_vec", |b| b.iter(|| Vec::from_iter(bones)));
    group.throughput(Throughput::Elements(LOOKS as u64));
    group.bench_function("get", |b| b.iter(|| numbers.iter().filter_map(|&i| bones.get(i)).count()));
    group.bench_function("get_of_a_vec", |b| {
        b.iter(|| numbers.iter().map(|&i| i64::from(decoded[i].parent.raw())).sum::<i64>());
    });
    group.finish();
}

/// The offsets of every vertex morph.
fn vertex_morphs<'a>(model: Pmx<'a>) -> Vec<Many<'a, VertexOffset>> {
    let all = model.morphs().iter().filter_map(|morph| match morph.offsets {
        MorphOffsets::Vertex(all) => Some(all),
        _ => None,
    });
    all.collect()
}

fn morphs(c: &mut Criterion) {
    let model = common::model(Recipe::new(Pattern::Real, 300_000));
    let index = open(&model);
    let morphs = vertex_morphs(index.view(&model.bytes));
    let offsets = morphs.iter().map(Many::len).sum::<usize>();
    let first = morphs[0];
    let numbers = numbers(first.len());
    let mut group = c.benchmark_group("morphs/100_morphs");
    group.throughput(Throughput::Elements(offsets as u64));
    group.bench_function("iter", |b| {
        b.iter(|| morphs.iter().flat_map(|all| all.iter()).map(|offset| offset.translation[1]).sum::<f32>());
    });
    group.bench_function("by_hand", |b| {
        // Four bytes of index, twelve of offset.
        let y = |one: &[u8]| f32::from_le_bytes([one[8], one[9], one[10], one[11]]);
        let walk = |all: &Many<VertexOffset>| all.bytes().chunks_exact(16).map(y).sum::<f32>();
        b.iter(|| morphs.iter().map(walk).sum::<f32>());
    });
    group.throughput(Throughput::Elements(LOOKS as u64));
    group.bench_function("get", |b| b.iter(|| numbers.iter().filter_map(|&i| first.get(i)).count()));
    group.finish();
}

/// All of a small model, whose records are of all kinds.
fn own_model(c: &mut Criterion) {
    let bytes = include_bytes!("../examples/model/figure-2.1.pmx");
    let index = PmxIndex::scan(bytes).expect("our own model opens");
    let model = index.view(bytes);
    let mut group = c.benchmark_group("own_model");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("touch64", |b| b.iter(|| black_box(bytes).iter().step_by(64).fold(0u8, |sum, x| sum ^ x)));
    group.bench_function("every_record", |b| b.iter(|| every_record(black_box(model))));
    group.bench_function("scan_and_every_record", |b| {
        b.iter(|| every_record(PmxIndex::scan(black_box(bytes)).expect("our own model opens").view(bytes)));
    });
    group.finish();
}

fn every_record(model: Pmx<'_>) {
    macro_rules! walk {
        ($($section:ident)*) => { $( model.$section().iter().for_each(|one| { black_box(&one); }); )* };
    }
    walk!(vertices faces textures materials bones morphs display_frames rigid_bodies joints soft_bodies);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = faces, bones, morphs, own_model
}
criterion_main!(benches);
