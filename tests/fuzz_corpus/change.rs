//! What checking, mending and re-encoding promise of any model that opens. Run by `cargo test` on the seeds and by the fuzz
//! targets on everything else.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::pmx::check::{CheckOptions, Code};
use mmdmap::pmx::{DiffOptions, Pmx, PmxIndex, Version, Widths, diff};
use mmdmap::{Encoding, Mode, ScanOptions, WriteError};

/// Of these bytes, as salvage opens them: it opens what the other modes do to the same index, see `walk.rs`.
pub fn every_way(bytes: &[u8]) {
    let Ok(index) = PmxIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) else { return };
    let model = index.view(bytes);
    checked(model);
    compared(model);
    same_through_records(model);
    mended(model);
    for encoding in [Encoding::Utf8, Encoding::Utf16Le] {
        for version in [Version::V2_0, Version::V2_1] {
            otherwise(model, encoding, version);
        }
    }
}

/// Every finding lies in the file and says something; as many are given as are counted, but for those above the cap.
fn checked(model: Pmx<'_>) {
    const CAP: usize = 3;
    let mut findings = model.check_with(&CheckOptions::new().max_per_code(CAP));
    let mut given = 0;
    for finding in findings.by_ref() {
        assert!(finding.offset() <= model.bytes().len() as u64, "{finding}");
        assert!(!finding.place().to_string().is_empty(), "{finding}");
        given += 1;
    }
    let totals = findings.into_totals();
    let capped = |code: &Code| totals.count(*code).min(CAP as u64);
    assert_eq!(given, Code::ALL.iter().map(capped).sum::<u64>());
}

/// There is no difference between a model and itself; and whatever there is to one that holds other bytes is told.
fn compared(model: Pmx<'_>) {
    let options = DiffOptions::new().layout(true);
    assert_eq!(diff(model, model, &options).map(|one| one.to_string()).collect::<Vec<_>>(), [""; 0]);
    let bytes = model.bytes();
    let flipped: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    for other in [&bytes[..bytes.len() / 2], &bytes[bytes.len() / 3..], &flipped] {
        let other = model.index().view(other);
        for (old, new) in [(model, other), (other, model)] {
            assert!(diff(old, new, &options).all(|difference| !difference.to_string().is_empty()));
        }
    }
}

/// Each record decoded and encoded again: the same bytes.
fn same_through_records(model: Pmx<'_>) {
    let mut bytes = Vec::new();
    let losses = model.edit().through_records().write_to(&mut bytes).expect("what was read can be written");
    assert!(losses.is_empty() && bytes == model.bytes(), "through its records it is another model");
}

/// What is mended opens strictly, and mending it again changes nothing.
fn mended(model: Pmx<'_>) {
    let mut bytes = Vec::new();
    match model.edit().mend().write_to(&mut bytes) {
        Ok(losses) => assert_eq!(losses.total(), 0),
        Err(WriteError::Io(error)) => panic!("memory takes everything: {error}"),
        Err(_) => return,
    }
    let index = PmxIndex::scan_with(&bytes, &Mode::Strict.into()).expect("what is mended opens strictly");
    let mut again = Vec::new();
    index.view(&bytes).edit().mend().write_to(&mut again).expect("what was mended can be written");
    assert!(again == bytes, "mended twice is not mended once");
}

/// In another encoding, version and other widths, whatever is lost: it opens, and holds as many of everything.
fn otherwise(model: Pmx<'_>, encoding: Encoding, version: Version) {
    for widths in [Widths::Minimal, Widths::Widest] {
        let mut bytes = Vec::new();
        let mut edit = model.edit();
        edit.encoding(encoding).widths(widths).version(version).allow_losses().mend();
        match edit.write_to(&mut bytes) {
            Ok(_) => {}
            Err(WriteError::Io(error)) => panic!("memory takes everything: {error}"),
            Err(_) => continue, // an index that no width holds
        }
        let index = PmxIndex::scan_with(&bytes, &Mode::Strict.into()).expect("what is written anew opens strictly");
        assert_eq!((index.version(), index.globals().encoding), (version, encoding));
        for (new, old) in index.sections().iter().zip(model.index().sections()) {
            let lost = old.name == "soft-bodies" && version == Version::V2_0;
            assert_eq!(new.len.unwrap_or(0), if lost { 0 } else { old.len.unwrap_or(0) }, "{}", new.name);
        }
    }
}

/// What follows in the input changes some bytes of a valid model: it is still nearly one, so that what lies deep is
/// reached.
pub fn changed(mut model: Vec<u8>, input: &[u8]) -> Vec<u8> {
    for change in input.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % model.len();
        model[at] = change[2];
    }
    model
}
