//! The same for motions.
mod seeds;
mod walk;

use super::stored;

fn corpus() -> Vec<(String, Vec<u8>)> {
    stored::corpus(seeds::all(), ".vmd", ".vmd", &["motion.vmd"])
}

#[test]
fn the_seeds_on_disk_are_those_of_the_source() {
    stored::are(seeds::all(), ".vmd");
}

#[test]
fn every_seed_and_every_cut_of_it_is_taken_or_refused_calmly() {
    for (name, bytes) in corpus() {
        println!("{name}");
        let step = if cfg!(miri) { 199 } else { 1 };
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
