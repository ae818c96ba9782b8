//! Files cut and changed: refused or opened calmly, and never half a file unawares.
use super::folders::corpus;
use super::text::*;
use super::walk::every_mode;
use super::{seeds, walk};
use mmdmap::vpd::{Bone, Flavour, Pose};
use mmdmap::{Encoding, ErrorKind, Mode, NumberFault, RepairCode};

#[test]
fn every_cut_of_a_pose_is_an_error_that_names_its_place_or_loses_no_block() {
    let bytes = whole();
    let ends: Vec<_> = (0..bytes.len()).filter(|&at| bytes[at] == b'}').collect();
    let start = bytes.windows(5).position(|five| five == b"Bone0").unwrap();
    for len in 0..bytes.len() {
        let cut = &bytes[..len];
        every_mode(cut);
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
    let odd = sjis(
        "x Vocaloid Pose Data file//\rmiku.osm\r\n2\nfoo{ボ\n}\nbone-1 {ソ//\n1e-5 , .5,1\n\n0,0,0,1;x\n}}\nマ\nMorph{a\n1;\n",
    );
    for bytes in [whole(), hybrid, odd] {
        for len in 0..=bytes.len() {
            every_mode(&bytes[..len]);
        }
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for value in [0, b'\r', b'\n', b'{', b'}', b';', b',', b'/', b'B', b'-', 0x81, 0xe3, 0xff, !bytes[at]] {
                changed[at] = value;
                every_mode(&changed);
            }
            changed[at] = bytes[at];
        }
    }
}

/// Of a count that sixteen files of this length could hold, salvage takes what is there; a change that makes the file shorter
/// makes it one that they could not. Found by the fuzzer.
#[test]
fn a_cut_pose_that_becomes_shorter_may_look_forged() {
    const SHORTEST_BONE: usize = 30;
    let mut pose = Pose::new("a.osm");
    pose.bones.push(Bone::new("a", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let mut bytes = pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    let rotation = bytes.windows(8).rposition(|eight| eight == b"1.000000").expect("w of the rotation");
    bytes.splice(rotation..rotation, [b'0'; 20]);
    let most = 16 * bytes.len() / SHORTEST_BONE;
    bytes[50..54].copy_from_slice(&(most as u32).to_le_bytes());
    every_mode(&bytes);
    let index = open(&bytes, Mode::Salvage);
    assert_eq!((index.is_cut(), index.view(&bytes).bones().len()), (true, 1));
    let shorter = index.view(&bytes).edit().bones(|_, bone| Bone { rotation: [0.5; 4], ..bone }).to_bytes().unwrap();
    assert!(shorter.len() < bytes.len());
    let forged = scan(&shorter, Mode::Salvage).expect_err("too few bytes for it");
    assert!(matches!(forged.kind(), ErrorKind::CountTooLarge { count, .. } if count == most as u64), "{forged}");
    assert!(!forged.is_cut());
}

/// What the fuzzer does, on its seeds. `MMDMAP_WRITE_SEEDS=1` writes them anew.
#[test]
fn every_seed_of_the_fuzzer_walks_to_the_leaves() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds_vpd");
    let write = std::env::var_os("MMDMAP_WRITE_SEEDS").is_some();
    if !write && !folder.exists() {
        return println!("SKIPPED: there is no fuzz folder in the published package");
    }
    for (name, bytes) in seeds::all() {
        let path = folder.join(format!("{name}.vpd"));
        if write {
            std::fs::write(&path, &bytes).expect("a seed can be written");
        }
        let stored = std::fs::read(&path).unwrap_or_default();
        assert!(stored == bytes, "{name}.vpd is not what seeds.rs makes: run this test with MMDMAP_WRITE_SEEDS=1");
    }
    // What a fuzzer found once lies there, too.
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).expect("the seeds can be listed") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a seed can be read");
        every_mode(&bytes);
        walk::round_trip(&bytes);
        seen += 1;
    }
    assert!(seen >= seeds::all().len());
}

#[test]
fn cuts_of_real_poses_are_taken_calmly() {
    let Some(corpus) = corpus() else { return };
    let mut cuts = 0;
    for (_, bytes) in corpus.short("vpd", 2048) {
        for len in 0..bytes.len() {
            every_mode(&bytes[..len]);
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
}

#[test]
fn a_number_out_of_range_is_no_half_of_one() {
    for number in ["1e999", "3.5e38", "-1e39", &"9".repeat(60)] {
        let bytes = file(1, &format!("Bone0{{a\n0,0,{number}"));
        let at = bytes.len() - number.len();
        for mode in [Mode::Strict, Mode::Lenient, Mode::Salvage] {
            let e = scan(&bytes, mode).unwrap_err();
            assert_eq!((e.kind(), e.offset()), (ErrorKind::BadNumber(NumberFault::OutOfRange), at as u64), "{number}");
            assert!(!e.is_cut(), "{number}");
        }
    }
}

#[test]
fn a_name_that_ends_in_a_brace_is_a_whole_block_only_if_nothing_stands_below() {
    // `マ` ends in the byte of a brace.
    for (block, one_line) in [
        (&b"Bone0{a 0,0,0;0,0,0,1;}"[..], true),
        (b"Bone0{a 0,0,0;0,0,0,1;} \n\n// \n", true),
        (b"Bone0{a 0,0,0;0,0,0,1;}\n/", true),
        (b"Bone0{a;}\n1,2", false),
        (b"Bone0{a;}\n1,2,3;\n0,0", false),
        (b"Bone0{a;\x83\x7d\n", false),
    ] {
        let bytes = [&file(1, "")[..], block].concat();
        let salvaged = scan(&bytes, Mode::Salvage);
        let shown = block.escape_ascii();
        match scan(&bytes, Mode::Lenient).unwrap_err() {
            e if one_line => {
                assert_eq!((e.kind(), e.is_cut(), salvaged.is_err()), (ErrorKind::OneLineBlock, false, true), "{shown}")
            }
            e => assert_eq!((e.kind(), e.is_cut(), salvaged.is_ok()), (ErrorKind::EndsInBlock, true, true), "{shown}"),
        }
    }
}
