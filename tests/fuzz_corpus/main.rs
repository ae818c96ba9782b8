//! What the fuzzer does, done by `cargo test`: on its seeds, on cuts of them, and on copies with a byte changed.
//!
//! The seeds lie in `fuzz/seeds/`; `MMDMAP_WRITE_SEEDS=1 cargo test --test fuzz_corpus` writes them anew. What a fuzzer
//! found once is put there, too, under a name that says what it was.
mod change;
mod gpu;
mod same;
mod saved;
mod seeds;
mod stored;
mod vmd;
mod walk;

use mmdmap::pmx::PmxIndex;
use mmdmap::{Mode, ScanOptions};
use std::fs;

/// Every so manieth cut and byte: walking every one to the leaves takes a minute, and the fuzzer does it anyway.
const STEP: usize = 41;

/// So many bytes of its input the target `pmx_changed` makes a model of; the others change it.
const MADE: usize = 19;

/// The seeds, and whatever lies beside them: motions are hostile models, too.
fn corpus() -> Vec<(String, Vec<u8>)> {
    stored::corpus(seeds::all(), ".pmx", "", &["mixed_2_1.pmx", "cut_in_bones.pmx"])
}

#[test]
fn the_seeds_on_disk_are_those_of_the_source() {
    stored::are(seeds::all(), ".pmx");
}

#[test]
fn every_seed_walks_to_the_leaves() {
    for (name, bytes) in corpus() {
        println!("{name}");
        walk::every_mode(&bytes);
    }
}

/// Quick enough for Miri, which shows what other kinds of machine make of the seeds.
#[test]
fn every_seed_goes_back_as_it_was() {
    for (name, bytes) in corpus() {
        println!("{name}");
        walk::round_trip(&bytes);
    }
}

#[test]
fn cuts_of_every_seed_are_taken_or_refused_calmly() {
    for (name, bytes) in corpus() {
        println!("{name}");
        for len in (0..bytes.len()).step_by(STEP) {
            walk::every_mode(&bytes[..len]);
            walk::round_trip(&bytes[..len]);
        }
    }
}

#[test]
fn bytes_of_every_seed_may_change() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let mut changed = bytes.clone();
        for at in (0..bytes.len()).step_by(STEP) {
            for value in [0, 0xff, !bytes[at]] {
                changed[at] = value;
                walk::every_mode(&changed);
            }
            changed[at] = bytes[at];
        }
    }
}

/// What the target `gpu_encode` does.
fn streams(bytes: &[u8]) {
    // Lenient opens what it does to the same index: see `walk.rs`.
    if let Ok(index) = PmxIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) {
        gpu::everything(index.view(bytes), &[1, 7, 64]);
        gpu::changed(index.view(&bytes[bytes.len() / 3..]));
    }
    let _ = gpu::one_pass(bytes);
}

#[test]
fn every_seed_leaves_for_a_gpu_as_its_views_show_it() {
    for (name, bytes) in corpus() {
        println!("{name}");
        streams(&bytes);
    }
}

#[test]
fn cuts_and_changes_of_every_seed_leave_for_a_gpu_calmly() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let mut changed = bytes.clone();
        for at in (0..bytes.len()).step_by(STEP) {
            streams(&bytes[..at]);
            changed[at] = !bytes[at];
            streams(&changed);
            changed[at] = bytes[at];
        }
    }
}

/// What the target `saved_index` does. What it takes for changes of an index are, of a seed, any bytes at all.
#[test]
fn saved_indices_and_models_may_be_hostile() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let mut changed = bytes.clone();
        for at in (0..bytes.len()).step_by(STEP) {
            saved::hostile(&bytes[..at]);
            saved::hostile(&bytes[at..]);
            changed[at] = !bytes[at];
            saved::hostile(&changed);
            changed[at] = bytes[at];
        }
        saved::hostile(&bytes);
    }
}

#[test]
fn every_seed_and_cuts_of_it_are_checked_mended_and_written_otherwise() {
    for (name, bytes) in corpus() {
        println!("{name}");
        change::every_way(&bytes);
        (0..bytes.len()).step_by(STEP).for_each(|len| change::every_way(&bytes[..len]));
    }
}

/// What the target `pmx_changed` does, with bytes that look random. It is no use where most of what it makes is refused
/// at the door: at least three in ten get past the header, and as many are opened.
#[test]
fn made_models_with_some_bytes_changed_keep_every_promise() {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let (mut tried, mut past, mut opened) = (0, 0, 0);
    for changes in 0..if cfg!(miri) { 2 } else { 240 } {
        let input: Vec<u8> = (0..MADE + 3 * (changes % 12)).map(|_| random()).collect();
        let mut rest = &input[..];
        let model = seeds::made(&mut rest);
        assert_eq!(rest.len(), input.len() - MADE, "what a model is made of, and its changes");
        PmxIndex::scan_with(&model, &Mode::Strict.into()).expect("what is made opens strictly");
        let bytes = change::changed(model, rest);
        tried += 1;
        match PmxIndex::scan_with(&bytes, &Mode::Salvage.into()) {
            Ok(_) => (past, opened) = (past + 1, opened + 1),
            Err(e) => past += usize::from(!["header", "info"].contains(&e.place().section())),
        }
        walk::every_mode(&bytes);
        walk::round_trip(&bytes);
        change::every_way(&bytes);
        streams(&bytes);
    }
    println!("{tried} models, {past} past the header and the names, {opened} opened");
    assert!(10 * past >= 3 * tried && 10 * opened >= 3 * tried, "{past} of {tried}, {opened} opened");
}

#[test]
fn it_does_not_matter_where_the_bytes_are() {
    let path = std::env::temp_dir().join(format!("mmdmap-fuzz-corpus-{}.pmx", std::process::id()));
    for (name, bytes) in corpus().into_iter().chain(stored::poses()) {
        println!("{name}");
        same::everywhere(&path, &bytes);
        same::everywhere(&path, &bytes[..bytes.len() / 2]);
    }
    let _ = fs::remove_file(&path);
}
