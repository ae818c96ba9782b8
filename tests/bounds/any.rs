//! Whatever the bytes: the length of the file and 64 KiB are the most that a scan holds.
use super::common::build::{Builder, Shape};
use super::common::hostile::{bones, groups, hanging, only, text};
use super::common::memory::within_bounds;
use super::common::model::{self, model};
use super::common::{SECTIONS, folders, vmd};
use mmdmap::RepairCode;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;

/// Read by every reader.
#[track_caller]
fn holds_all(name: &str, bytes: &[u8]) {
    within_bounds::<PmxIndex>(name, bytes);
    within_bounds::<VpdIndex>(name, bytes);
    within_bounds::<VmdIndex>(name, bytes);
}

#[test]
fn a_model_cut_or_changed_anywhere() {
    let file = model();
    for at in (0..file.bytes.len()).step_by(7) {
        within_bounds::<PmxIndex>("cut", &file.bytes[..at]);
        within_bounds::<PmxIndex>("odd", &file.with_at(at, [0xff]));
    }
}

/// Each is counted, a hundred of a kind are kept.
#[test]
fn as_many_repairs_as_there_can_be() {
    for length in [-1, 1] {
        let mut b = Builder::new(Shape { version: 2.0, encoding: 0, ..Shape::USUAL });
        model::info(&mut b);
        b.section("vertices", 0);
        b.section("faces", 0);
        b.section("textures", 10_000);
        for _ in 0..10_000 {
            b.record();
            b.i32("", length);
            b.raw("", if length == 1 { b"x" } else { b"" });
        }
        for name in &SECTIONS[3..9] {
            b.section(name, 0);
        }
        within_bounds::<PmxIndex>("repairs", &b.end().bytes);
    }
}

/// A short pose that needs repairs of every kind, a hundred of each: few are kept of those that come late, but some.
#[test]
fn as_many_repairs_of_as_many_kinds_as_there_can_be() {
    const MESS: &str = "bone{a\n0,0,0\n0,0,0,1;x\n";
    let parts = ["\r", "}\n", "x\n", "F{\n}\n", MESS].map(|part| part.repeat(150));
    let bytes = format!("?Vocaloid Pose Data file\na.osm;\n1;\n{}}}\n", parts.concat()).into_bytes();
    within_bounds::<VpdIndex>("every repair", &bytes);
    let index = VpdIndex::scan(&bytes).expect("odd, not broken");
    let repairs = index.repairs();
    for code in [
        RepairCode::LoneCr,
        RepairCode::StrayBrace,
        RepairCode::StrayLine,
        RepairCode::UnknownBlock,
        RepairCode::BlockCase,
        RepairCode::MissingSemicolon,
        RepairCode::TextAfter,
        RepairCode::MissingBrace,
    ] {
        let kept = repairs.iter().filter(|repair| repair.code() == code).count();
        assert!(repairs.count(code) >= 149 && (4..=100).contains(&kept), "{code:?}: {kept} kept");
    }
    assert_eq!(repairs.iter().filter(|repair| repair.code() == RepairCode::CountMismatch).count(), 1);
}

/// The shortest records of each section, so many that their index is all that there is: the worst that a file can do.
#[test]
fn models_of_the_shortest_records() {
    const N: usize = 200_000;
    let frame = [0u8; 13];
    let morph: Vec<u8> = [[0u8; 8].as_slice(), &[4, 1, 0, 0, 0, 0]].concat();
    let bone = {
        let mut bone = vec![0; 8 + 12];
        bone.extend([0xff; 4]);
        bone.extend([0, 0, 0, 0, 1, 0]);
        bone.extend([0xff; 4]);
        bone
    };
    for (section, record) in [
        ("vertices", vec![0; 32 + 1 + 4 + 4]),
        ("faces", vec![0; 4]),
        ("textures", vec![0; 4]),
        ("bones", bone),
        ("morphs", morph),
        ("display-frames", frame.to_vec()),
    ] {
        let bytes = only(section, N, &record.repeat(N));
        assert!(PmxIndex::scan(&bytes).is_ok_and(|index| index.repairs().is_empty()), "{section}");
        within_bounds::<PmxIndex>(section, &bytes);
        // And one more than there are.
        let cut = bytes.len() - SECTIONS.iter().rev().take_while(|name| **name != section).count() * 4;
        within_bounds::<PmxIndex>(section, &bytes[..cut - 1]);
    }
}

#[test]
fn hostile_models() {
    let many = |n: usize| (0..n).map(|_| ("頭".to_owned(), -1));
    within_bounds::<PmxIndex>("circle", &hanging(100_000, |i| ((i + 1) % 100_000) as i32));
    within_bounds::<PmxIndex>("one name", &bones(many(100_000)));
    within_bounds::<PmxIndex>("groups", &groups(0, &(1..50_000).map(|next| vec![next, next]).collect::<Vec<_>>()));
    let mut names = Vec::new();
    (0..100_000).for_each(|_| text(&mut names, ""));
    within_bounds::<PmxIndex>("no texture", &only("textures", 100_000, &names));
}

/// As short as blocks can be, whole and such that need a repair: some are shorter than the place of one, three times.
#[test]
fn poses_of_the_shortest_blocks() {
    const N: usize = 300_000;
    for block in [
        "Bone{\n0,0,0;\n0,0,0,1;\n}\n",
        "Bone{\n0,0,0\n0,0,0,1\n",
        "Morph{\n0;\n}\n",
        "Morph{\n0\n",
        "Foo{\n}\n",
        "Foo{\n",
        "F{}\n",
        "}\n",
        "x\n",
        "\r",
    ] {
        // Just where a list that doubles has doubled, too.
        for n in [N, 1 << 18, (1 << 18) + 1] {
            let bytes = format!("Vocaloid Pose Data file\na.osm;\n{n};\n{}", block.repeat(n)).into_bytes();
            within_bounds::<VpdIndex>(block, &bytes);
            within_bounds::<VpdIndex>(block, &[&bytes[..], b"}\n"].concat());
        }
    }
}

#[test]
fn half_binary_poses_of_the_shortest_bones() {
    const N: u32 = 300_000;
    let mut bytes = b"Vocaloid Pose Data file\0\0\0\0\0\0\0".to_vec();
    bytes.resize(50, 0);
    bytes.extend(N.to_le_bytes());
    let bone = [[0u8; 15].as_slice(), b"0;0,0,0;0,0,0,1;\n"].concat();
    bytes.extend(bone.repeat(N as usize));
    within_bounds::<VpdIndex>("hybrid", &bytes);
    within_bounds::<VpdIndex>("hybrid, cut", &bytes[..bytes.len() - 1]);
}

#[test]
fn motions_of_the_shortest_frames() {
    const N: u32 = 300_000;
    for ik in [0, 1] {
        let mut m = vmd::Build::new(b"m");
        m.empty(&vmd::SECTIONS[..5]).u32(N);
        for frame in 0..N {
            m.u32(frame).u8(1).u32(ik);
            m.raw(&[0; 21][..21 * ik as usize]);
        }
        assert!(VmdIndex::scan(&m.bytes).is_ok_and(|index| index.view(&m.bytes).properties().len() == N as usize));
        within_bounds::<VmdIndex>("properties", &m.bytes);
        within_bounds::<VmdIndex>("properties, cut", &m.bytes[..m.bytes.len() - 1]);
    }
}

/// One byte again and again, behind the beginning of each format.
#[test]
fn nonsense_behind_every_beginning() {
    let beginnings: [&[u8]; 6] = [
        b"",
        b"PMX \0\0\0\x40\x08\x01\x00\x01\x01\x01\x01\x01\x01",
        b"PMX \x66\x66\x06\x40\x08\x00\x04\x04\x04\x04\x04\x04\x04",
        b"Vocaloid Pose Data file\n",
        b"Vocaloid Pose Data file\0\0\0\0\0\0\0",
        b"Vocaloid Motion Data 0002\0\0\0\0\0",
    ];
    for beginning in beginnings {
        for byte in 0..=255 {
            holds_all("one byte", &[beginning, &[byte; 3000]].concat());
        }
    }
}

#[test]
fn real_files_whole_and_cut() {
    let Some(corpus) = folders::corpus() else { return };
    let mut tried = 0;
    for ending in ["pmx", "vpd", "vmd"] {
        for (name, bytes) in corpus.short(ending, u64::MAX) {
            for end in [bytes.len(), bytes.len() / 2, bytes.len().saturating_sub(1)] {
                match ending {
                    "pmx" => within_bounds::<PmxIndex>(&name, &bytes[..end]),
                    "vpd" => within_bounds::<VpdIndex>(&name, &bytes[..end]),
                    _ => within_bounds::<VmdIndex>(&name, &bytes[..end]),
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 0);
    println!("{tried} files and cuts");
}
