//! What it costs to write a model, beside what it costs to copy its bytes.
//!
//! Throughput counts the bytes of the whole file. Into memory that was used before:
//!
//! * `memcpy`: the bytes of the file, copied. Nothing that writes them is faster;
//! * `through_records`: every record decoded and encoded again ([`Pmx::write_to`](mmdmap::pmx::Pmx::write_to));
//! * `one_texture_renamed`: the texture section through its records, the others copied
//!   ([`Pmx::edit`](mmdmap::pmx::Pmx::edit)).
//!
//! And from one file into another, both in the page cache, neither flushed to the disk:
//!
//! * `file/copy`: [`std::fs::copy`];
//! * `file/one_texture_renamed`: the file mapped and scanned, changed as above, written.
mod common;

use common::{Pattern, Recipe};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mmdmap::pmx::{Pmx, PmxIndex};
use mmdmap::{PmxFile, Text};
use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::time::Duration;

fn through_records(model: Pmx<'_>, to: &mut [u8]) {
    model.write_to(to).expect("memory takes it");
}

fn rename_one_texture(model: Pmx<'_>, to: impl Write) {
    let mut edit = model.edit();
    edit.textures(|i, path| if i == 0 { Text::new("other.png") } else { path });
    edit.write_to(to).expect("there is room for it");
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
    group.bench_function("one_texture_renamed", |b| b.iter(|| rename_one_texture(black_box(model), &mut out[..])));
    group.finish();
    files(c, pattern, &bytes);
}

fn files(c: &mut Criterion, pattern: Pattern, bytes: &[u8]) {
    let folder = std::env::temp_dir().join(format!("mmdmap-bench-write-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for files");
    let (from, to) = (folder.join("from.pmx"), folder.join("to.pmx"));
    std::fs::write(&from, bytes).expect("there is room for files");

    let mut group = c.benchmark_group(format!("write/{}/1m_vertices/file", pattern.name()));
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("copy", |b| b.iter(|| std::fs::copy(&from, &to).expect("a file can be copied")));
    group.bench_function("one_texture_renamed", |b| {
        b.iter(|| {
            // SAFETY: the folder is this bench's own.
            let file = unsafe { PmxFile::map(&from) }.expect("the model of the bench opens");
            let to = File::create(&to).expect("a file can be made");
            rename_one_texture(file.model(), to);
        })
    });
    group.finish();
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
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
