//! What it costs to open a motion, to sort its keys and to ask for a pose.
//!
//! * `open`: the scan of 100 MB; six multiplications, whatever the size;
//! * `walk`: every frame number read, in file order: what a reader has to do at least who looks at each key;
//! * `tracks`: all keys sorted by name and frame;
//! * `sample`: every track at one frame, per track.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::vmd::VmdIndex;
use std::hint::black_box;
use std::time::Duration;

/// Bytes of a key.
const KEY: usize = 111;

/// A motion of so many bones and keys for each, written byte by byte. As in a recorded motion, every bone has its own
/// curves now and then.
fn motion(bones: u32, keys: u32) -> Vec<u8> {
    let mut bytes = b"Vocaloid Motion Data 0002\0\0\0\0\0bench\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.reserve((bones * keys) as usize * KEY);
    bytes.extend((bones * keys).to_le_bytes());
    for bone in 0..bones {
        for key in 0..keys {
            let mut name = format!("bone{bone}").into_bytes();
            name.resize(15, 0);
            bytes.extend(name);
            bytes.extend((key * 3).to_le_bytes());
            let angle = (key as f32 * 0.01).sin() / 2.0;
            let values = [angle, 1.0, -angle, 0.0, angle.sin(), 0.0, angle.cos()];
            values.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
            let curve = if key % 4 == 0 { [64, 0, 64, 127] } else { [20, 20, 107, 107] };
            // Every fourth byte counts; row by row x1, y1, x2, y2.
            (0..64).for_each(|i| bytes.push(curve[i / 4 % 4]));
        }
    }
    bytes.extend([0; 20]);
    bytes
}

fn large(c: &mut Criterion) {
    let bytes = motion(300, 3_010);
    assert!(bytes.len() > 100_000_000);
    let index = VmdIndex::scan(&bytes).expect("the motion of the bench opens");
    let mut group = c.benchmark_group("vmd/100mb");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("open", |b| b.iter(|| VmdIndex::scan(black_box(&bytes)).unwrap()));
    group.bench_function("walk", |b| {
        b.iter(|| index.view(black_box(&bytes)).bones().iter().map(|key| u64::from(key.frame)).sum::<u64>())
    });
    group.bench_function("write", |b| b.iter(|| index.view(black_box(&bytes)).write_to(std::io::sink())));
    group.bench_function("tracks", |b| b.iter(|| index.view(black_box(&bytes)).bone_tracks()));
    group.finish();
}

fn sample(c: &mut Criterion) {
    for (size, bones, keys) in [("300_tracks_of_3010_keys", 300, 3_010), ("150_tracks_of_300_keys", 150, 300)] {
        let bytes = motion(bones, keys);
        let index = VmdIndex::scan(&bytes).expect("the motion of the bench opens");
        let tracks = index.view(&bytes).bone_tracks();
        let mut group = c.benchmark_group("vmd/sample");
        group.throughput(Throughput::Elements(tracks.len() as u64));
        let all = |frame: f32| tracks.iter().map(|track| black_box(track.sample(frame)).translation[0]).sum::<f32>();
        let middle = (keys * 3 / 2) as f32;
        // Between keys whose curve is a straight line, and where it is none.
        group.bench_function(format!("{size}/straight"), |b| b.iter(|| all(black_box(middle - middle % 12.0 + 1.5))));
        group.bench_function(format!("{size}/curved"), |b| b.iter(|| all(black_box(middle - middle % 12.0 + 10.5))));
        group.bench_function(format!("{size}/at_keys"), |b| b.iter(|| all(black_box(middle - middle % 12.0))));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    targets = large, sample
}
criterion_main!(benches);
