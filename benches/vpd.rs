//! What it costs to read a pose, beside what it costs to touch it.
//!
//! * `touch64`: one byte of every cache line. Nothing that looks at the file is faster;
//! * `std`: the plain way: the file decoded, split into lines, every number by `str::parse`; keeps a list of bones;
//! * `scan`: ours, every number checked, index and all;
//! * `read`: the scan, then every name and number of every bone.
//!
//! The poses are as MikuMikuDance writes them, and as Python prints its floats.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::Encoding;
use mmdmap::vpd::{Bone, Flavour, Pose, VpdIndex};
use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

/// A number that looks random, below 1.
fn random(state: &mut u64) -> f32 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 40) as f32 / (1u64 << 24) as f32
}

fn bones(n: usize) -> Vec<(String, [f32; 3], [f32; 4])> {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let names = ["センター", "上半身", "右ひじ", "左足ＩＫ", "右人指１", "頭"];
    let mut number = |rests: bool| if rests { 0.0 } else { random(&mut state) * 2.0 - 1.0 };
    // Most bones of a pose are turned and not moved.
    let bone = |i: usize| {
        let rests = i % 8 != 0;
        let moved = [number(rests), number(rests), number(rests)];
        (format!("{}{i}", names[i % names.len()]), moved, [0, 1, 2, 3].map(|_| number(i % 3 == 0)))
    };
    (0..n).map(bone).collect()
}

fn as_mikumikudance(n: usize) -> Vec<u8> {
    let bones = bones(n);
    let mut pose = Pose::new("miku.osm");
    pose.bones.extend(bones.iter().map(|(name, moved, turned)| Bone::new(name, *moved, *turned)));
    pose.to_bytes(Flavour::Text, Encoding::Cp932).expect("it fits")
}

fn as_python(n: usize) -> Vec<u8> {
    let mut text = format!("Vocaloid Pose Data file\n\nmiku.osm;\n{n};\n\n");
    for (i, (_, moved, turned)) in bones(n).iter().enumerate() {
        let list = |all: &[f32]| all.iter().map(|&x| format!("{:?}", f64::from(x))).collect::<Vec<_>>().join(",");
        let _ = write!(text, "Bone{i}{{bone{i}\n  {};\n  {};\n}}\n\n", list(moved), list(turned));
    }
    text.into_bytes()
}

/// The plain way: for files without quirks.
fn plain(bytes: &[u8]) -> Vec<(String, Vec<f32>)> {
    let text = decoded(bytes);
    let mut bones: Vec<(String, Vec<f32>)> = Vec::new();
    for line in text.lines() {
        if let Some((_, name)) = line.strip_prefix("Bone").and_then(|rest| rest.split_once('{')) {
            bones.push((name.to_owned(), Vec::new()));
        } else if let (Some((numbers, _)), Some(bone)) = (line.split_once(';'), bones.last_mut()) {
            bone.1.extend(numbers.split(',').map(|number| number.trim().parse::<f32>().expect("a number")));
        }
    }
    bones
}

fn decoded(bytes: &[u8]) -> String {
    encoding_rs::SHIFT_JIS.decode(bytes).0.into_owned()
}

fn read(bytes: &[u8]) -> f32 {
    let index = VpdIndex::scan(bytes).expect("a pose");
    let pose = index.view(bytes);
    let bones = pose.bones().iter();
    bones.map(|bone| bone.translation[0] + bone.rotation[3] + bone.name.text().decode().len() as f32).sum()
}

fn poses(c: &mut Criterion) {
    let mut group = c.benchmark_group("vpd");
    for (kind, make) in [("mmd", as_mikumikudance as fn(usize) -> Vec<u8>), ("python", as_python)] {
        for (size, n) in [("200_bones", 200), ("200k_bones", 200_000)] {
            let bytes = make(n);
            assert_eq!(VpdIndex::scan(&bytes).expect("a pose").view(&bytes).bones().len(), plain(&bytes).len());
            let id = |way: &str| BenchmarkId::new(way, format!("{kind}_{size}"));
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            group.bench_function(id("touch64"), |b| {
                b.iter(|| black_box(&bytes).chunks(64).fold(0u8, |sum, line| sum.wrapping_add(line[0])));
            });
            group.bench_function(id("std"), |b| b.iter(|| plain(black_box(&bytes))));
            group.bench_function(id("scan"), |b| b.iter(|| VpdIndex::scan(black_box(&bytes)).expect("a pose")));
            group.bench_function(id("read"), |b| b.iter(|| read(black_box(&bytes))));
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = poses
}
criterion_main!(benches);
