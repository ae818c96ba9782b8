//! What it costs to write a model, beside what it costs to copy its bytes.
//!
//! All go into the same memory, used before; throughput counts the bytes of the whole file:
//!
//! * `memcpy`: the bytes of the file, copied. Nothing that writes them is faster;
//! * `through_records`: every record decoded and encoded again ([`Pmx::write_to`](mmdmap::pmx::Pmx::write_to));
//! * `one_texture_renamed`: the texture section through its records, the others copied
//!   ([`Pmx::edit`](mmdmap::pmx::Pmx::edit)).
mod common;

use common::{Pattern, Recipe};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::Text;
use mmdmap::pmx::{Pmx, PmxIndex};
use std::hint::black_box;
use std::time::Duration;

fn through_records(model: Pmx<'_>, to: &mut [u8]) {
    model.write_to(to).expect("memory takes it");
}

fn one_texture_renamed(model: Pmx<'_>, mut to: &mut [u8]) {
    let mut edit = model.edit();
    edit.textures(|i, path| if i == 0 { Text::new("other.png") } else { path });
    edit.write_to(&mut to).expect("memory takes it");
}

fn pattern(c: &mut Criterion, pattern: Pattern) {
    let bytes = common::model(Recipe::new(pattern, 1_000_000)).bytes;
    let index = PmxIndex::scan(&bytes).expect("the model of the bench opens");
    let model = index.view(&bytes);
    let mut out = vec![0u8; bytes.len() + 64];
    through_records(model, &mut out);
    assert_eq!(&out[..bytes.len()], &bytes[..]);

    let mut group = c.benchmark_group(format!("write/{}/1m_vertices", pattern.name()));
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("memcpy", |b| b.iter(|| out[..bytes.len()].copy_from_slice(black_box(&bytes))));
    group.bench_function("through_records", |b| b.iter(|| through_records(black_box(model), &mut out)));
    group.bench_function("one_texture_renamed", |b| b.iter(|| one_texture_renamed(black_box(model), &mut out)));
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
        .sample_size(20);
    targets = patterns
}
criterion_main!(benches);
