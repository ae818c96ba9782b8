//! Every bit of every small file.
use super::common::MODES;
use super::{Ending, thorough};
use mmdmap::Mode;

/// Files up to this length have every bit turned.
const SMALL: usize = 4 * 1024;

/// What opens goes back byte for byte, what does not says where: of so many in a hundred it names the section in which
/// the bit is.
fn every_bit_of(ending: Ending, right_at_least: usize) {
    let (mut files, mut tried, mut opened) = (0, 0, 0);
    let (mut errors, mut right) = (0, 0);
    for (name, mut bytes) in ending.files(SMALL) {
        files += 1;
        let sections = ending.sections(&bytes).unwrap_or_default();
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
                            if let (Mode::Strict, Some(section)) = (mode, section_at(&sections, at)) {
                                errors += 1;
                                // A block of a pose may be neither a bone nor a morph any more.
                                let named = e.place().section();
                                right += usize::from(named == section || named == "blocks" && section != "header");
                            }
                        }
                    }
                }
                bytes[at] ^= 1 << bit;
            }
        }
    }
    println!("{ending:?}: {files} files, {tried} tried, {opened} opened");
    println!("{ending:?}: {right} of {errors} errors name the section of the bit");
    assert!(files > 0 && errors > 0 && 100 * right >= right_at_least * errors, "{right} of {errors}");
}

/// The section that begins last before this byte; none of a file that is broken as it is.
fn section_at(sections: &[(&'static str, usize)], at: usize) -> Option<&'static str> {
    sections.iter().rfind(|(_, start)| *start <= at).map(|(name, _)| *name)
}

#[test]
fn of_models() {
    every_bit_of(Ending::Pmx, 90);
}

#[test]
fn of_poses() {
    every_bit_of(Ending::Vpd, 90);
}

#[test]
fn of_motions() {
    every_bit_of(Ending::Vmd, 90);
}
