//! The same for motions.
mod seeds;
mod walk;

use std::fs;
use std::path::PathBuf;

/// The folder of the seeds; not there in the published package.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds")
}

/// The seeds, and what else of the kind lies beside them.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = seeds::all().into_iter().map(|(name, bytes)| (format!("{name}.vmd"), bytes)).collect();
    for entry in fs::read_dir(folder()).into_iter().flatten() {
        let path = entry.expect("the seeds can be listed").path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".vmd") && all.iter().all(|(seed, _)| *seed != name) {
            all.push((name, fs::read(&path).expect("a seed can be read")));
        }
    }
    if cfg!(miri) {
        all.retain(|(name, _)| name == "motion.vmd");
    }
    all
}

#[test]
fn the_seeds_on_disk_are_those_of_the_source() {
    let write = std::env::var_os("MMDMAP_WRITE_SEEDS").is_some();
    if !write && !folder().exists() {
        println!("SKIPPED: there is no fuzz folder in the published package");
        return;
    }
    for (name, bytes) in seeds::all() {
        assert!(bytes.len() < 4096, "{name} is no small file: {} bytes", bytes.len());
        let path = folder().join(format!("{name}.vmd"));
        if write {
            fs::write(&path, &bytes).expect("a seed can be written");
        }
        let stored = fs::read(&path).expect("the seed is there");
        assert!(stored == bytes, "{name}.vmd is not what seeds.rs makes: run this test with MMDMAP_WRITE_SEEDS=1");
    }
}

#[test]
fn every_seed_and_every_cut_of_it_is_taken_or_refused_calmly() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let step = if cfg!(miri) { 61 } else { 1 };
        (0..=bytes.len()).rev().step_by(step).for_each(|len| walk::every_mode(&bytes[..len]));
    }
}

#[test]
fn bytes_of_every_seed_may_change() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let mut changed = bytes.clone();
        let step = if cfg!(miri) { 61 } else { 1 };
        for at in (0..bytes.len()).step_by(step) {
            for value in [0, 0xff, !bytes[at]] {
                changed[at] = value;
                walk::every_mode(&changed);
            }
            changed[at] = bytes[at];
        }
    }
}
