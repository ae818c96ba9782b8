//! Files cut and changed: refused or opened calmly, and never half a file unawares.
use super::folders::corpus;
use super::text::*;
use mmdmap::vpd::{Bone, Flavour, Pose};
use mmdmap::{Encoding, Mode, RepairCode};

/// Every mode, what it opens walked; the stricter opens no more than the next.
fn every_mode(bytes: &[u8], what: &str) {
    let [strict, lenient, salvage] = MODES.map(|mode| scan(bytes, mode));
    if let Ok(strict) = &strict {
        assert!(strict.repairs().is_empty() && lenient.as_ref().is_ok_and(|l| l.repairs().is_empty()), "{what}");
    }
    match (&lenient, &salvage) {
        (Ok(lenient), Ok(salvage)) => assert_eq!(codes(lenient.repairs()), codes(salvage.repairs()), "{what}"),
        (Err(e), Ok(salvage)) => {
            assert!(e.is_cut(), "{what}: {e}: salvage opened what was not cut");
            assert_eq!(salvage.repairs().count(RepairCode::Cut), 1);
        }
        (Err(e), Err(worse)) => assert!(e == worse || e.is_cut(), "{what}: {e}; {worse}"),
        (Ok(_), Err(e)) => panic!("{what}: {e}: salvage refuses what lenient opens"),
    }
    for error in [&strict, &lenient, &salvage].into_iter().filter_map(|result| result.as_ref().err()) {
        assert!(error.offset() <= bytes.len() as u64 && !error.to_string().is_empty(), "{what}");
    }
    if salvage.is_ok() {
        let index = open(bytes, Mode::Salvage);
        index.view(bytes).check().for_each(drop);
        index.view(bytes).unknown_blocks().for_each(drop);
        // Over other bytes views show anything, but end.
        for other in [&bytes[..bytes.len() / 2], &bytes[bytes.len() / 3..]] {
            let pose = index.view(other);
            let _ = (pose.bones().iter().count(), pose.morphs().iter().count(), format!("{pose:?}"));
            pose.check().for_each(drop);
            let _ = pose.edit().bones(|_, bone| Bone { translation: [1.0; 3], ..bone }).to_bytes();
        }
    }
}

#[test]
fn every_cut_of_a_pose_is_an_error_that_names_its_place_or_loses_no_block() {
    let bytes = whole();
    let ends: Vec<_> = (0..bytes.len()).filter(|&at| bytes[at] == b'}').collect();
    let start = bytes.windows(5).position(|five| five == b"Bone0").unwrap();
    for len in 0..bytes.len() {
        let cut = &bytes[..len];
        every_mode(cut, &format!("{len} bytes"));
        let whole_blocks = ends.iter().filter(|&&end| end < len).count();
        match scan(cut, Mode::Lenient) {
            // Between two blocks a cut cannot be told from an odd file.
            Ok(index) => {
                let pose = index.view(cut);
                assert_eq!(pose.bones().len() + pose.morphs().len(), whole_blocks, "{len}");
                assert!(len > start || whole_blocks == 0);
                let said = index.repairs().count(RepairCode::CountMismatch) + index.repairs().count(RepairCode::LoneCr);
                assert!(said > 0 || whole_blocks >= 2, "{len}: {:?}", index.repairs());
            }
            Err(e) => {
                assert!(e.line().is_some() || len < 23, "{e}");
                if len > start {
                    assert!(e.is_cut(), "{len}: {e}");
                    let salvaged = open(cut, Mode::Salvage);
                    let pose = salvaged.view(cut);
                    assert_eq!(pose.bones().len() + pose.morphs().len(), whole_blocks, "{len}");
                    assert_eq!(pose.behind_cut(), &cut[cut.len() - pose.behind_cut().len()..]);
                }
            }
        }
    }
}

#[test]
fn every_cut_and_every_changed_byte_of_small_poses_is_taken_calmly() {
    let mut pose = Pose::new("a.osm");
    pose.bones.push(Bone::new("頭ソ", [0.5; 3], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("a", [-1e6; 3], [0.0, 0.0, 0.0, 1.0]));
    let hybrid = pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    let odd = sjis("x Vocaloid Pose Data file//\rmiku.osm\r\n2\nfoo{ボ\n}\nbone-1 {ソ//\n1e-5 , .5,1\n\n0,0,0,1;x\n}}\nマ\nMorph{a\n1;\n");
    for (name, bytes) in [("whole", whole()), ("hybrid", hybrid), ("odd", odd)] {
        for len in 0..=bytes.len() {
            every_mode(&bytes[..len], &format!("{name}, {len} bytes"));
        }
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for value in [0, b'\r', b'\n', b'{', b'}', b';', b',', b'/', b'B', b'-', 0x81, 0xe3, 0xff, !bytes[at]] {
                changed[at] = value;
                every_mode(&changed, &format!("{name}, byte {at} is {value:#x}"));
            }
            changed[at] = bytes[at];
        }
    }
}

#[test]
fn cuts_of_real_poses_are_taken_calmly() {
    let Some(corpus) = corpus() else { return };
    let mut cuts = 0;
    for (name, bytes) in corpus.short("vpd", 2048) {
        for len in 0..bytes.len() {
            every_mode(&bytes[..len], &format!("{name}, {len} bytes"));
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
}
