//! Every length of every file: poses, motions, and the models of bug reports. (What salvage keeps of other models:
//! `pmx`.)
use super::common::{MODES, folders, random};
use super::{Ending, SHORT, thorough};
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;
use mmdmap::{Mode, RepairCode, ScanOptions};

/// Where to cut a file of this length, which begins a section at these places.
fn cuts(len: usize, sections: &[usize]) -> Vec<usize> {
    let near = sections.iter().flat_map(|&at| at.saturating_sub(16)..at + 17);
    let mut cuts: Vec<usize> = match (thorough(), len) {
        (true, ..=SHORT) => (0..len).collect(),
        (true, _) => near.chain(random(1000).map(|n| (n % len as u64) as usize)).collect(),
        (false, ..=400) => (0..len).collect(),
        (false, _) => near.chain(random(100).map(|n| (n % len as u64) as usize)).collect(),
    };
    cuts.retain(|&cut| cut < len);
    cuts
}

fn scan<I: mmdmap::FileIndex>(bytes: &[u8], mode: Mode) -> mmdmap::Result<I> {
    I::scan(bytes, &ScanOptions::from(mode))
}

/// Strict never opens half a model.
#[test]
fn of_models_of_bug_reports() {
    let Some(folder) = folders::cases() else { return };
    let (mut files, mut tried) = (0, 0);
    for path in folders::sorted(&folder, "pmx") {
        let (name, bytes) = (path.display(), folders::read(&path));
        // Where its last section ends: a cut behind that is none. Some are broken as they are.
        let end = match scan::<PmxIndex>(&bytes, Mode::Salvage) {
            Ok(index) => bytes.len() - index.view(&bytes).trailing().len(),
            Err(_) => bytes.len(),
        };
        files += 1;
        for len in cuts(end, &[]) {
            let cut = &bytes[..len];
            tried += 1;
            let e = scan::<PmxIndex>(cut, Mode::Strict).map(drop).expect_err("half a model");
            assert!(e.offset() <= len as u64, "{name}, {len} bytes: {e}");
            if let Ok(index) = scan::<PmxIndex>(cut, Mode::Salvage) {
                assert!(index.repairs().total() > 0, "{name}, {len} bytes");
                assert_eq!(index.view(cut).to_bytes(), cut, "{name}, {len} bytes");
            }
        }
    }
    assert!(files > 0, "{} has models", folder.display());
    println!("{files} files, {tried} cuts");
}

/// Two tests, so that two cores share them.
fn of_poses(half: usize) {
    let (mut files, mut tried) = (0, 0);
    let all = Ending::Vpd.files(usize::MAX);
    for (name, bytes) in all.iter().skip(half).step_by(2) {
        let Ok(whole) = scan::<VpdIndex>(bytes, Mode::Salvage) else { continue };
        files += 1;
        for len in cuts(bytes.len(), &[whole.view(bytes).bones().offset(0).unwrap_or(0)]) {
            pose(&format!("{name}, {len} bytes"), &bytes[..len], &whole, bytes);
            tried += 1;
        }
    }
    assert!(files > 0 || all.len() <= half); // the published package has one
    println!("{files} poses, {tried} cuts");
}

/// The blocks before the cut are those of the whole file; and strict opens none that lacks a bone it counts.
fn pose(name: &str, cut: &[u8], whole: &VpdIndex, bytes: &[u8]) {
    // A file that says UTF-8 by its last byte alone is another one without it.
    let all = |mode| VpdIndex::scan_with(cut, &ScanOptions::from(mode).encoding(whole.encoding()));
    let [strict, lenient, salvage] = MODES.map(all);
    for e in [&strict, &lenient, &salvage].into_iter().filter_map(|scanned| scanned.as_ref().err()) {
        assert!(e.offset() <= cut.len() as u64, "{name}: {e}");
    }
    if let Ok(index) = &strict {
        let bones = index.view(cut).bones().len();
        assert_eq!(index.declared_bones().map(|n| n as usize), Some(bones), "{name}: strict opens half a pose");
    }
    if let (Ok(lenient), Err(_)) = (&lenient, &strict) {
        assert!(lenient.repairs().total() > 0 && !lenient.is_cut(), "{name}: half a pose unawares");
    }
    let Ok(index) = &salvage else { return };
    let (kept, all) = (index.view(cut), whole.view(bytes));
    assert!(kept.bones().len() <= all.bones().len() && kept.morphs().len() <= all.morphs().len(), "{name}");
    // The last are enough: those before were there in a shorter cut.
    let same = |n: usize| kept.bones().get(n) == all.bones().get(n) && kept.bones().offset(n) == all.bones().offset(n);
    assert!((kept.bones().len().saturating_sub(3)..kept.bones().len()).all(same), "{name}: other bones");
    assert!(kept.morphs().last() == kept.morphs().len().checked_sub(1).and_then(|n| all.morphs().get(n)), "{name}");
    assert!(kept.to_bytes() == cut, "{name}: other bytes come back");
}

#[test]
fn of_poses_1() {
    of_poses(0);
}

#[test]
fn of_poses_2() {
    of_poses(1);
}

/// Strict opens a cut motion only where it ends with a section: the later ones need not be there.
#[test]
fn of_motions() {
    let (mut files, mut tried, mut at_ends) = (0, 0, 0);
    for (name, bytes) in Ending::Vmd.files(usize::MAX) {
        let Ok(whole) = scan::<VmdIndex>(&bytes, Mode::Lenient) else { continue };
        let spans = whole.sections();
        let starts: Vec<usize> = spans.iter().map(|span| span.range.start).collect();
        let may_end = |len: usize| spans.iter().skip(3).any(|span| span.range.start == len);
        let end = bytes.len() - whole.view(&bytes).trailing().len();
        files += 1;
        for len in cuts(end, &starts) {
            let cut = &bytes[..len];
            tried += 1;
            match scan::<VmdIndex>(cut, Mode::Strict) {
                Ok(_) => {
                    assert!(may_end(len), "{name}, {len} bytes: half a motion");
                    at_ends += 1;
                }
                Err(e) => assert!(e.offset() <= len as u64, "{name}, {len} bytes: {e}"),
            }
            match scan::<VmdIndex>(cut, Mode::Lenient) {
                Ok(index) => {
                    assert!(may_end(len) || index.repairs().count(RepairCode::NoSection) == 1, "{name}, {len}")
                }
                Err(e) => assert!(e.offset() <= len as u64, "{name}, {len} bytes: {e}"),
            }
            let Ok(index) = scan::<VmdIndex>(cut, Mode::Salvage) else { continue };
            let (kept, all) = (index.view(cut), whole.view(&bytes));
            assert!(
                kept.bones().last() == kept.bones().len().checked_sub(1).and_then(|n| all.bones().get(n)),
                "{name}"
            );
            let morphs = kept.morphs();
            assert!(morphs.last() == morphs.len().checked_sub(1).and_then(|n| all.morphs().get(n)), "{name}, {len}");
            if tried % 16 == 0 {
                assert!(kept.to_bytes() == cut, "{name}, {len}: other bytes come back");
            }
        }
    }
    assert!(files > 0);
    println!("{files} motions, {tried} cuts, {at_ends} of them where a section ends");
}
