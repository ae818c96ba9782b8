//! What streaming to a GPU costs, beside a plain copy of as many bytes.
//!
//! | group | ours | beside it |
//! |---|---|---|
//! | `fill` | vertices in our layouts and one of a user's own, slice and iterator, in another space | `memcpy` |
//! | `indices` | as stored, widened, turned round | `memcpy` |
mod common;

use bytemuck::{Pod, Zeroable};
use common::{Pattern, Recipe, open};
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use mmdmap::pmx::gpu::{
    GpuIndex, GpuModel, GpuVertex, PackedVertex, PositionVertex, SkinVertex, Space, VertexValues, Weights,
};
use std::hint::black_box;
use std::time::Duration;

/// A user's own vertex.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Own {
    position: [f32; 4],
    normal: [f32; 4],
    uv: [f32; 2],
    joints: [u32; 4],
    weights: [f32; 4],
}

impl GpuVertex for Own {
    #[inline]
    fn encode(vertex: &VertexValues) -> Self {
        let [x, y, z] = vertex.position;
        let [nx, ny, nz] = vertex.normal;
        Own {
            position: [x, y, z, 1.0],
            normal: [nx, ny, nz, vertex.edge_scale],
            uv: vertex.uv,
            joints: vertex.joints.map(u32::from),
            weights: vertex.weights,
        }
    }
}

type Group<'c> = BenchmarkGroup<'c, WallTime>;

fn vertices<V: GpuVertex>(group: &mut Group, name: &str, gpu: GpuModel) {
    let vertices = gpu.vertices::<V>();
    let mut out = vec![V::zeroed(); vertices.len()];
    let source = out.clone();
    group.throughput(Throughput::Bytes(vertices.byte_len() as u64));
    group.bench_function(format!("{name}/fill"), |b| b.iter(|| vertices.fill(black_box(&mut out))));
    group.bench_function(format!("{name}/iter"), |b| {
        b.iter(|| {
            let mut room = out.iter_mut();
            vertices.iter().for_each(|vertex| room.next().map_or((), |to| *to = vertex));
        })
    });
    #[cfg(feature = "rayon")]
    group.bench_function(format!("{name}/par_fill"), |b| b.iter(|| vertices.par_fill(black_box(&mut out))));
    group.bench_function(format!("{name}/memcpy"), |b| {
        b.iter(|| black_box(&mut out).copy_from_slice(black_box(&source)));
    });
}

fn fill(c: &mut Criterion) {
    for pattern in Pattern::ALL {
        let model = common::model(Recipe::new(pattern, 1_000_000));
        let index = open(&model);
        let gpu = index.view(&model.bytes).gpu();
        let mut group = c.benchmark_group(format!("fill/{}", pattern.name()));
        vertices::<SkinVertex>(&mut group, "skin", gpu);
        if matches!(pattern, Pattern::Real | Pattern::Random) {
            vertices::<Own>(&mut group, "own", gpu);
            vertices::<PackedVertex>(&mut group, "packed", gpu);
            vertices::<PositionVertex>(&mut group, "position", gpu);
            vertices::<SkinVertex>(&mut group, "right_handed", gpu.space(Space::RIGHT_HANDED.scaled(0.08)));
            vertices::<SkinVertex>(&mut group, "normalized", gpu.weights(Weights::Normalized));
        }
        group.finish();
    }
}

fn triangles<I: GpuIndex>(group: &mut Group, name: &str, gpu: GpuModel) {
    let indices = gpu.indices::<I>();
    let mut out = vec![I::zeroed(); indices.len()];
    let source = out.clone();
    group.throughput(Throughput::Bytes(indices.byte_len() as u64));
    group.bench_function(format!("{name}/fill"), |b| b.iter(|| indices.fill(black_box(&mut out))));
    group.bench_function(format!("{name}/memcpy"), |b| {
        b.iter(|| black_box(&mut out).copy_from_slice(black_box(&source)));
    });
}

fn indices(c: &mut Criterion) {
    for (size, vertices) in [("2_bytes", 60_000), ("4_bytes", 1_000_000)] {
        let model = common::model(Recipe::new(Pattern::Real, vertices));
        let index = open(&model);
        let gpu = index.view(&model.bytes).gpu();
        let mut group = c.benchmark_group(format!("indices/{size}"));
        if vertices <= 65_536 {
            triangles::<u16>(&mut group, "u16", gpu);
        }
        triangles::<u32>(&mut group, "u32", gpu);
        triangles::<u32>(&mut group, "u32_right_handed", gpu.space(Space::RIGHT_HANDED));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = fill, indices
}
criterion_main!(benches);
