//! Mapped, read, taken from memory, at an odd address: the same answers, of every format.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;
use mmdmap::{Error, FileIndex, IndexedFile, OpenError, ScanOptions, pmx, vmd, vpd};
use std::fs;
use std::path::Path;

/// All that an index and its views show of a file; or what is wrong with it.
type Answer = Result<Vec<u8>, Option<Error>>;

/// The file is written, opened in every way as a file of each format, and left there.
pub fn everywhere(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a temporary file can be written");
    let mut moved = vec![0; 1 + bytes.len()];
    moved[1..].copy_from_slice(bytes);
    let moved = &moved[1..];
    same::<PmxIndex>(path, moved, |index, bytes| {
        let model = index.view(bytes);
        let mut all = format!("{:?} {:?}", index.sections(), index.repairs()).into_bytes();
        all.extend(model.to_bytes());
        pmx::CANONICAL.iter().for_each(|of| _ = model.canonical_dump(of, &mut |bytes| all.extend_from_slice(bytes)));
        all
    });
    same::<VmdIndex>(path, moved, |index, bytes| {
        let motion = index.view(bytes);
        let mut all = format!("{:?} {:?}", index.sections(), index.repairs()).into_bytes();
        all.extend(motion.to_bytes());
        vmd::CANONICAL.iter().for_each(|of| _ = motion.canonical_dump(of, &mut |bytes| all.extend_from_slice(bytes)));
        all
    });
    same::<VpdIndex>(path, moved, |index, bytes| {
        let pose = index.view(bytes);
        let mut all = format!("{index:?} {:?} {pose:?}", index.repairs()).into_bytes();
        all.extend(pose.to_bytes());
        vpd::CANONICAL.iter().for_each(|of| _ = pose.canonical_dump(of, &mut |bytes| all.extend_from_slice(bytes)));
        all
    });
}

fn same<I: FileIndex>(path: &Path, moved: &[u8], show: impl Fn(&I, &[u8]) -> Vec<u8>) {
    let unaligned: Answer = I::scan(moved, &ScanOptions::new()).map(|index| show(&index, moved)).map_err(Some);
    let shown = |file: IndexedFile<I>| show(file.index(), file.bytes());
    let opened = |file: Result<IndexedFile<I>, OpenError>| file.map(shown).map_err(|e| e.format().cloned());
    let answers: [Answer; if cfg!(feature = "mmap") { 3 } else { 2 }] = [
        opened(IndexedFile::open(path)),
        // SAFETY: nobody else knows this file, and it is not written again before the map is dropped.
        #[cfg(feature = "mmap")]
        opened(unsafe { IndexedFile::map(path) }),
        IndexedFile::from_bytes(moved).map(shown).map_err(Some),
    ];
    for other in answers {
        assert!(other == unaligned, "opens otherwise from elsewhere");
    }
}
