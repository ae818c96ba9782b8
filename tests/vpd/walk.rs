//! What an honest caller does with a pose, and what must hold of it. Run by `cargo test` on cuts, changed bytes and the
//! seeds, and by the fuzz targets on everything else.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::{Block, Blocks, Bone, CANONICAL, Flavour, Morph, SECTIONS, Vpd, VpdIndex, line_at};
use mmdmap::{ConvertOptions, Encoding, Error, ErrorKind, Mode, RepairCode, ScanOptions};
use std::fmt::Debug;
use std::ops::ControlFlow;

fn scan(bytes: &[u8], mode: Mode) -> Result<VpdIndex, Error> {
    VpdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Strict, lenient and salvage; what opens is walked to the leaves, what does not says where. Each mode opens what the
/// one before it does, to the same effect.
pub fn every_mode(bytes: &[u8]) {
    scanned(bytes, [Mode::Strict, Mode::Lenient, Mode::Salvage].map(|mode| scan(bytes, mode)));
}

/// The same, of what the three modes made of the bytes. Gives back what salvage did, if it opens.
pub fn scanned(bytes: &[u8], [strict, lenient, salvage]: [Result<VpdIndex, Error>; 3]) -> Option<VpdIndex> {
    let mut last = None;
    for error in [&strict, &lenient, &salvage].into_iter().filter_map(|result| result.as_ref().err()) {
        if last.replace(error) == Some(error) {
            continue; // most are the same in every mode
        }
        assert!(error.offset() <= bytes.len() as u64, "{error} lies outside");
        assert!(!error.place().section().is_empty());
        shown(bytes, error);
    }
    if let Ok(strict) = &strict {
        assert!(strict.repairs().is_empty());
        assert!(lenient.as_ref().is_ok_and(|lenient| lenient.repairs().is_empty()), "lenient opens what strict does");
    }
    match (&lenient, &salvage) {
        (Ok(lenient), Ok(salvage)) => {
            assert!(lenient.repairs().iter().eq(salvage.repairs()));
            assert!(marks(lenient.view(bytes)) == marks(salvage.view(bytes)), "salvage opens otherwise than lenient");
        }
        (Err(error), Ok(salvage)) => {
            assert!(error.is_cut(), "{error}: salvage opened what was not cut");
            assert_eq!(salvage.repairs().count(RepairCode::Cut), 1);
        }
        // What seems cut may turn out to be worse.
        (Err(error), Err(worse)) => assert!(error == worse || error.is_cut() && !worse.is_cut(), "{error}; {worse}"),
        (Ok(_), Err(error)) => panic!("{error}: salvage refuses what lenient opens"),
    }
    let index = salvage.ok()?;
    check(index.view(bytes));
    // A mapped file may change under an index: views then show other values or fewer blocks, no more.
    let flipped: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    for other in [&bytes[..bytes.len() / 2], &bytes[bytes.len() / 3..], &flipped] {
        touch(index.view(other));
    }
    // As in another encoding.
    for encoding in [Encoding::Cp932, Encoding::Utf8] {
        let options = ScanOptions::from(Mode::Salvage).encoding(encoding);
        match VpdIndex::scan_with(bytes, &options) {
            // As it was taken for: that has been walked.
            Ok(same) if encoding == index.encoding() => assert!(marks(same.view(bytes)) == marks(index.view(bytes))),
            Ok(other) => touch(other.view(bytes)),
            Err(_) => {}
        }
    }
    Some(index)
}

/// All that an index notes, as its views show it: two that agree here give the same views of everything.
fn marks(pose: Vpd<'_>) -> impl PartialEq {
    let bones: Vec<_> = (0..pose.bones().len()).map(|i| pose.bones().offset(i)).collect();
    let morphs: Vec<_> = (0..pose.morphs().len()).map(|i| pose.morphs().offset(i)).collect();
    let unknown: Vec<_> = pose.unknown_blocks().map(|block| block.bytes().to_vec()).collect();
    let told = format!("{:?} {pose:?} {:?}", pose.index(), pose.model_name().bytes());
    (told, bones, morphs, unknown, pose.trailing().len(), pose.behind_cut().len())
}

/// What opens goes back byte for byte; and what is written anew reads back as it was printed.
pub fn round_trip(bytes: &[u8]) {
    if let Ok(index) = scan(bytes, Mode::Salvage) {
        goes_back(&index, bytes);
    }
}

/// The same, of what salvage made of the bytes: what lenient opens it opens to the same marks.
pub fn goes_back(index: &VpdIndex, bytes: &[u8]) {
    let pose = index.view(bytes);
    assert!(pose.to_bytes() == bytes);
    let same = pose.edit().bones(|_, bone| bone).morphs(|_, morph| morph).to_bytes();
    assert!(same.expect("what was read can be written") == bytes);
    let mut parts = pose.to_pose();
    for flavour in [Flavour::Text, Flavour::Hybrid] {
        if flavour == Flavour::Hybrid {
            parts.morphs.clear();
        }
        // Names of one flavour need not fit the other.
        let Ok(written) = parts.to_bytes(flavour, pose.encoding()) else { continue };
        let options = ScanOptions::from(Mode::Strict).encoding(pose.encoding());
        let index = VpdIndex::scan_with(&written, &options).expect("what is written is right");
        let again = index.view(&written).to_pose();
        assert_eq!((again.bones.len(), again.morphs.len()), (parts.bones.len(), parts.morphs.len()));
        assert!(again.model_name == parts.model_name);
        assert!(again.to_bytes(flavour, pose.encoding()).expect("once more") == written);
    }
}

/// Everything there is, with everything that must hold.
fn check(pose: Vpd<'_>) {
    let bytes = pose.bytes();
    both_ways(pose.bones());
    both_ways(pose.morphs());
    for section in SECTIONS {
        let mut seen = 0;
        pose.visit_section(section, 0..usize::MAX, &mut |_, _| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(Some(seen), pose.section_len(section));
    }
    for block in pose.unknown_blocks() {
        assert!(!block.is_empty());
    }
    assert!(bytes.ends_with(pose.behind_cut()) && bytes.ends_with(pose.trailing()));
    let repairs = pose.index().repairs();
    assert!(repairs.iter().all(|repair| repair.offset() <= bytes.len() as u64 && !repair.to_string().is_empty()));
    repairs.iter().for_each(|repair| shown(bytes, repair.error()));
    moved(pose);
    assert!(pose.index().heap_bytes() <= bytes.len() + 64 * 1024);
    for finding in pose.check() {
        assert!(finding.offset() <= bytes.len() as u64 && !finding.to_string().is_empty());
    }
    // A changed number is found where it was.
    let turn = |_, bone| Bone { rotation: [0.5; 4], ..bone };
    if let Ok(changed) = pose.edit().bones(turn).morphs(|_, morph| Morph { weight: 0.5, ..morph }).to_bytes() {
        let options = ScanOptions::from(Mode::Salvage).encoding(pose.encoding());
        let index = match VpdIndex::scan_with(&changed, &options) {
            // So little may be left of a cut one that its count looks forged, once it is even shorter.
            Err(e) if pose.index().is_cut() && changed.len() < bytes.len() && is_forged(&e, changed.len()) => {
                return touch(pose);
            }
            index => index.expect("a changed pose is one"),
        };
        let changed = index.view(&changed);
        assert_eq!((changed.bones().len(), changed.morphs().len()), (pose.bones().len(), pose.morphs().len()));
        assert!(changed.bones().iter().all(|bone| bone.rotation == [0.5; 4]));
        assert!(changed.bones().iter().zip(pose.bones()).all(|(new, old)| new.name.raw() == old.name.raw()));
        assert!(changed.morphs().iter().all(|morph| morph.weight == 0.5));
    }
    touch(pose);
}

/// Whether sixteen files of this length could not hold what the count says.
fn is_forged(e: &Error, len: usize) -> bool {
    matches!(e.kind(), ErrorKind::CountTooLarge { needed, .. } if needed > 16 * len as u64) && !e.is_cut()
}

/// The line that an error shows holds its column, or ends just before it.
fn shown(bytes: &[u8], error: &Error) {
    let line = line_at(bytes, error.offset(), None);
    assert!(!line.bytes().iter().any(|byte| matches!(byte, b'\r' | b'\n')));
    assert_eq!(error.line().is_some(), error.column().is_some());
    assert!(error.column().is_none_or(|column| 0 < column && column <= line.bytes().len() as u64 + 1), "{error}");
}

/// As a motion, which can be written, and holds a key for each bone and morph but for those that are listed.
fn moved(pose: Vpd<'_>) {
    let (motion, losses) = pose.to_motion(&ConvertOptions::new());
    let written = motion.to_bytes().expect("so few keys can be counted");
    let index = VmdIndex::scan_with(&written, &Mode::Strict.into()).expect("what is written is right");
    let (bones, morphs) = (index.view(&written).bones().len(), index.view(&written).morphs().len());
    let all = pose.bones().len() + pose.morphs().len();
    assert!(bones + morphs <= all && all <= bones + morphs + losses.total(), "{losses:?}");
    assert!(pose.unwritten_losses().iter().all(|loss| !loss.to_string().is_empty()));
}

/// From the front, from the back and by number it is the same.
fn both_ways<'a, T: Block<'a> + Debug + PartialEq>(blocks: Blocks<'a, T>) {
    let len = blocks.len();
    assert_eq!((blocks.iter().count(), blocks.iter().len(), blocks.iter().rev().count()), (len, len, len));
    assert!(blocks.get(len).is_none());
    for (i, block) in blocks.iter().enumerate().take(64) {
        assert_eq!(Some(&block), blocks.get(i).as_ref());
        assert!(blocks.offset(i).is_some());
        let name = block.name();
        assert!(name.raw().bytes().starts_with(name.text().bytes()));
        if name.raw().is_valid() {
            assert!(blocks.find(&name.text().decode()).is_some());
        }
    }
}

/// Everything there is; nothing need hold but that it ends and does not panic.
fn touch(pose: Vpd<'_>) {
    let _ = (format!("{pose:?}"), pose.trailing(), pose.behind_cut(), pose.unknown_blocks().count());
    assert!(CANONICAL.iter().all(|of| pose.canonical_dump(of, &mut |_| {})));
    pose.bones().iter().for_each(|bone| drop((bone.normalized_rotation(), bone.name.to_string())));
    pose.check().for_each(drop);
    let _ = pose.edit().bones(|_, bone| Bone { translation: [1.0; 3], ..bone }).to_bytes();
}
