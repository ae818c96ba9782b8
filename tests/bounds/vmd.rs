//! How much memory a motion takes.
use super::common::MODES;
use super::common::memory::{Counts, counted};
use super::common::vmd::{Build, whole};
use mmdmap::vmd::VmdIndex;
use mmdmap::{Mode, ScanOptions};

/// A motion of so many keys of bones and morphs, made without the crate.
fn large(bones: u32, morphs: u32) -> Vec<u8> {
    let mut m = Build::new(b"large");
    m.u32(bones);
    m.bytes.reserve(bones as usize * 111 + morphs as usize * 23);
    for i in 0..bones {
        let name = format!("bone{}", i % 200);
        m.bone(name.as_bytes(), i / 200, [1.0; 3], [0.0, 0.0, 0.0, 1.0], [20; 64]);
    }
    m.u32(morphs);
    for i in 0..morphs {
        m.morph(b"morph", i, 0.5);
    }
    m.u32(0).u32(0).u32(0).u32(0);
    m.bytes
}

#[test]
fn a_motion_of_100_mb_takes_under_4_kb() {
    let bytes = large(880_000, 110_000);
    assert!(bytes.len() > 100_000_000);
    for mode in MODES {
        let (index, counts) = counted(|| VmdIndex::scan_with(&bytes, &ScanOptions::from(mode)).expect("opens"));
        assert!(counts.peak < 4096, "{counts:?}");
        assert_eq!(counts, Counts::default(), "in fact nothing at all");
        assert_eq!((index.heap_bytes(), index.view(&bytes).bones().len()), (0, 880_000));
        let (found, counts) = counted(|| {
            let motion = index.view(&bytes);
            let last = motion.bones().last().map(|bone| (bone.frame, bone.interpolation.x()));
            (motion.bones().iter().map(|bone| u64::from(bone.frame)).sum::<u64>(), last, motion.morphs().get(7))
        });
        assert_eq!((counts.calls, found.1.map(|last| last.0)), (0, Some(4399)));
    }
}

#[test]
fn sampling_allocates_nothing() {
    let file = whole();
    let index = VmdIndex::scan(&file.bytes).unwrap();
    let motion = index.view(&file.bytes);
    let (bones, morphs, camera) = (motion.bone_tracks(), motion.morph_tracks(), motion.camera_track());
    let ((), counts) = counted(|| {
        for frame in 0..40 {
            let frame = frame as f32 / 3.0;
            bones.iter().for_each(|track| assert!(track.sample(frame).rotation[3].is_finite()));
            morphs.iter().for_each(|track| assert!(track.sample(frame).is_finite()));
            assert!(camera.sample(frame).is_some());
        }
    });
    assert_eq!(counts, Counts::default());
}

#[test]
fn tracks_take_twenty_bytes_a_key_while_they_are_sorted_and_eight_then() {
    let bytes = large(100_000, 0);
    let index = VmdIndex::scan(&bytes).unwrap();
    let (tracks, counts) = counted(|| index.view(&bytes).bone_tracks());
    assert_eq!(tracks.len(), 200);
    assert!(counts.peak < 20 * 100_000 + 65_536, "{counts:?}");
    assert!(counts.live < 8 * 100_000 + 65_536, "{counts:?}");
}

/// Whatever a count says, memory goes by what is there.
#[test]
fn no_count_allocates_more_than_the_file_is_long() {
    let file = whole();
    for at in 50..file.bytes.len() - 4 {
        for count in [u32::MAX, 1 << 30, 1 << 16, 300] {
            let bytes = file.with(at, &count.to_le_bytes());
            for mode in [Mode::Strict, Mode::Lenient, Mode::Salvage] {
                let (_, counts) = counted(|| VmdIndex::scan_with(&bytes, &ScanOptions::from(mode)));
                assert!(counts.peak as usize <= bytes.len() + 65_536 && counts.calls < 40, "{at} {count}: {counts:?}");
            }
        }
    }
}
