//! Every bit of every small file.
use super::common::MODES;
use super::{Ending, thorough};

/// Files up to this length have every bit turned.
const SMALL: usize = 4 * 1024;

/// What opens goes back byte for byte, what does not says where.
fn every_bit_of(ending: Ending) {
    let (mut files, mut tried, mut opened) = (0, 0, 0);
    for (name, mut bytes) in ending.files(SMALL) {
        files += 1;
        for at in (0..bytes.len()).step_by(if thorough() { 1 } else { 29 }) {
            for bit in (0..8).filter(|&bit| thorough() || bit == at % 8) {
                bytes[at] ^= 1 << bit;
                for mode in MODES {
                    tried += 1;
                    match ending.there_and_back(&bytes, mode) {
                        Ok(written) => {
                            assert!(written == bytes, "{name}: byte {at}, bit {bit}, {mode:?}");
                            opened += 1;
                        }
                        Err(e) => {
                            let inside = e.offset() <= bytes.len() as u64 && !e.place().section().is_empty();
                            assert!(inside, "{name}: byte {at}, bit {bit}, {mode:?}: {e}");
                        }
                    }
                }
                bytes[at] ^= 1 << bit;
            }
        }
    }
    assert!(files > 0);
    println!("{ending:?}: {files} files, {tried} tried, {opened} opened");
}

#[test]
fn of_models() {
    every_bit_of(Ending::Pmx);
}

#[test]
fn of_poses() {
    every_bit_of(Ending::Vpd);
}

#[test]
fn of_motions() {
    every_bit_of(Ending::Vmd);
}
