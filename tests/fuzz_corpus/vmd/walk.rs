//! What an honest caller does with a motion, and what must hold of it: scans, walks, sorts, samples, checks, writes back.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::vmd::{Track, Vmd, VmdIndex};
use mmdmap::vpd::{Flavour, Pose, VpdIndex};
use mmdmap::{ConvertOptions, Encoding, Error, Field, Mode, Records, RepairCode, ScanOptions};
use std::ops::ControlFlow;

fn scan(bytes: &[u8], mode: Mode) -> Result<VmdIndex, Error> {
    VmdIndex::scan_with(bytes, &ScanOptions::new().mode(mode))
}

/// Strict, lenient and salvage; what opens is walked to the leaves, what does not says where.
pub fn every_mode(bytes: &[u8]) {
    scanned(bytes, [Mode::Strict, Mode::Lenient, Mode::Salvage].map(|mode| scan(bytes, mode)));
}

/// The same, of what the three modes made of the bytes.
pub fn scanned(bytes: &[u8], [strict, lenient, salvage]: [Result<VmdIndex, Error>; 3]) {
    let mut last = None;
    for error in [&strict, &lenient, &salvage].into_iter().filter_map(|result| result.as_ref().err()) {
        if last.replace(error) == Some(error) {
            continue; // most are the same in every mode
        }
        assert!(error.offset() <= bytes.len() as u64, "{error} lies outside");
        assert!(!error.to_string().is_empty() && !error.place().section().is_empty());
    }
    // The index of salvage is that of the stricter modes, where they have one: see below.
    if let Ok(index) = &salvage {
        whole(index.view(bytes));
        over_other_bytes(index, bytes);
    }
    // Each mode opens what the one before it does, to the same effect.
    if let Ok(strict) = &strict {
        assert!(strict.repairs().is_empty());
        assert_eq!(lenient.as_ref().expect("lenient opens what strict does").sections(), strict.sections());
    }
    match (&lenient, &salvage) {
        (Ok(lenient), Ok(salvage)) => {
            assert!(lenient.repairs().iter().eq(salvage.repairs()));
            assert_eq!(lenient.sections(), salvage.sections());
        }
        (Err(error), Ok(salvage)) => {
            assert!(error.is_cut(), "{error}: salvage opened what was not cut");
            assert_eq!(salvage.repairs().count(RepairCode::Cut), 1);
        }
        // What seems cut may turn out to be worse.
        (Err(error), Err(worse)) if error.is_cut() => assert!(!worse.is_cut(), "{error}; {worse}"),
        (Err(error), Err(same)) => assert_eq!(error, same),
        (Ok(_), Err(error)) => panic!("{error}: salvage refuses what lenient opens"),
    }
}

/// Everything there is, with everything that must hold.
fn whole(motion: Vmd<'_>) {
    let bytes = motion.bytes();
    let mut end = 0;
    for section in motion.index().sections() {
        assert_eq!(section.range.start, end, "{} does not follow the section before it", section.name);
        end = section.range.end;
        let mut seen = 0;
        motion.visit_section(section.name, 0..usize::MAX, &mut |_, _| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(seen, section.len.unwrap_or(seen.min(1)), "{}: fewer records than said", section.name);
        assert!(section.len <= section.declared);
    }
    assert_eq!(end + motion.trailing().len() + motion.behind_cut().len(), bytes.len());
    assert!(motion.to_bytes() == bytes, "written back otherwise than read");
    both_ways(motion.bones());
    both_ways(motion.morphs());
    both_ways(motion.cameras());
    both_ways(motion.old_cameras());
    both_ways(motion.lights());
    both_ways(motion.shadows());
    both_ways(motion.properties());
    tracks(motion);
    poses(motion);
    for finding in motion.check_with(2) {
        assert!(finding.offset() <= bytes.len() as u64 && !finding.to_string().is_empty());
    }
    // A copy of it is a motion again, with the same keys.
    let copy = motion.to_motion().to_bytes().expect("a count holds what a file held");
    let again = scan(&copy, Mode::Strict).expect("what is written is right");
    assert_eq!(again.view(&copy).bones().len(), motion.bones().len());
    assert_eq!(again.view(&copy).last_frame(), motion.last_frame());
}

/// What a motion makes of a frame is a pose, which reads back; where it is none, it is for a number that text cannot say
/// or for names that it would read otherwise.
fn poses(motion: Vmd<'_>) {
    let mut last = None;
    for options in [ConvertOptions::new(), ConvertOptions::new().keys_only(true)] {
        let poses = motion.poses(&options);
        for frame in [f64::NAN, -1.0, 0.0, 7.25, motion.last_frame().unwrap_or(0).into()] {
            let (pose, losses) = poses.at(frame, "model.osm");
            assert!(losses.iter().all(|loss| !loss.to_string().is_empty()));
            if last.as_ref().is_some_and(|last| *last == pose && signs(last) == signs(&pose)) {
                continue; // that has just been written and read back
            }
            let Ok(written) = pose.to_bytes(Flavour::Text, Encoding::Cp932) else { continue };
            let index = VpdIndex::scan_with(&written, &Mode::Strict.into()).expect("what is written is right");
            let again = index.view(&written);
            assert_eq!((again.bones().len(), again.morphs().len()), (pose.bones.len(), pose.morphs.len()));
            assert!(again.bones().iter().zip(&pose.bones).all(|(new, old)| new.name.raw() == old.name.raw()));
            last = Some(pose);
        }
    }
}

/// What `==` does not see: 0 and -0 are the same to it.
fn signs(pose: &Pose<'_>) -> Vec<bool> {
    let bones = pose.bones.iter().flat_map(|bone| bone.translation.into_iter().chain(bone.rotation));
    bones.chain(pose.morphs.iter().map(|morph| morph.weight)).map(f32::is_sign_negative).collect()
}

fn both_ways<'a, T: Field<'a> + std::fmt::Debug>(records: Records<'a, T>) {
    let len = records.len();
    assert_eq!(
        (records.iter().count(), records.iter().map(drop).count(), records.iter().rev().count()),
        (len, len, len)
    );
    assert!(records.get(len).is_none() && records.range(len..).is_empty());
    assert_eq!((records.first().is_some(), records.last().is_some()), (len > 0, len > 0));
}

fn tracks(motion: Vmd<'_>) {
    let (bones, morphs, camera) = (motion.bone_tracks(), motion.morph_tracks(), motion.camera_track());
    let in_all = |len: usize, overridden: usize| len + overridden;
    assert_eq!(bones.iter().map(|t| in_all(t.len(), t.overridden().len())).sum::<usize>(), motion.bones().len());
    assert_eq!(morphs.iter().map(|t| in_all(t.len(), t.overridden().len())).sum::<usize>(), motion.morphs().len());
    assert_eq!(in_all(camera.len(), camera.overridden().len()), motion.camera_frames().count());
    for track in &bones {
        for frame in frames(track) {
            let pose = track.sample(frame);
            assert!(pose.rotation.iter().all(|x| x.is_finite()), "{pose:?}");
        }
        for key in track.iter().filter(|key| key.frame < 1 << 24).take(8) {
            let pose = track.sample(key.frame as f32);
            assert_eq!(pose.translation.map(f32::to_bits), key.translation.map(f32::to_bits));
        }
    }
    for track in &morphs {
        let weights = frames(track).into_iter().map(|frame| track.sample(frame));
        assert_eq!(weights.count(), 2 * track.len().min(8) + 5);
    }
    for frame in [f32::NAN, -1.0, 0.0, 7.25, f32::INFINITY] {
        assert_eq!(camera.sample(frame).is_some(), !camera.is_empty());
    }
}

/// On, between, before and after the keys.
fn frames<T>(track: Track<'_, '_, T>) -> Vec<f32> {
    // Some of them: the fuzzer has many files to try.
    let on = track.keys().iter().take(8).flat_map(|key| [key.frame as f32, key.frame as f32 + 0.3]);
    on.chain([f32::NAN, f32::NEG_INFINITY, -1.0, 1e9, f32::INFINITY]).collect()
}

/// As when a mapped file changes: anything but a panic.
fn over_other_bytes(index: &VmdIndex, bytes: &[u8]) {
    let flipped: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    for other in [&bytes[..bytes.len() / 2], &flipped] {
        let motion = index.view(other);
        let _ = (motion.to_bytes(), motion.last_frame(), motion.check_with(0).count());
        let _ = motion.bone_tracks().iter().map(|track| track.sample(1.5)).collect::<Vec<_>>();
        let _ = format!("{motion:?}");
    }
}
