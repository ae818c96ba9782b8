//! Mapped, read, taken from memory, at an odd address: the same answers.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::pmx::{PmxIndex, SectionSpan};
use mmdmap::{Error, OpenError, PmxFile};
use std::fs;
use std::path::Path;

type Answer = Result<(Vec<SectionSpan>, Vec<u8>), Option<Error>>;

fn answer(file: Result<PmxFile, OpenError>) -> Answer {
    let file = file.map_err(|e| e.format().cloned())?;
    Ok((file.index().sections().to_vec(), file.model().to_bytes()))
}

/// The file is written, opened in every way, and left there.
pub fn everywhere(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a temporary file can be written");
    let mut moved = vec![0; 1 + bytes.len()];
    moved[1..].copy_from_slice(bytes);
    let unaligned = PmxIndex::scan(&moved[1..])
        .map(|index| (index.sections().to_vec(), index.view(&moved[1..]).to_bytes()))
        .map_err(Some);
    let answers = [
        answer(PmxFile::open(path)),
        // SAFETY: nobody else knows this file, and it is not written again before the map is dropped.
        #[cfg(feature = "mmap")]
        answer(unsafe { PmxFile::map(path) }),
        PmxFile::from_bytes(bytes.to_vec())
            .map(|file| (file.index().sections().to_vec(), file.model().to_bytes()))
            .map_err(Some),
    ];
    for other in answers {
        assert!(other == unaligned, "opens otherwise from elsewhere");
    }
}
