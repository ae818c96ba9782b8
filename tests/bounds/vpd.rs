//! How much memory the index of a pose takes, and that views take none. The hugest: attacks 158 to 160.
use super::common::memory::counted;
use mmdmap::vpd::{Flavour, Pose, VpdIndex};
use mmdmap::{Encoding, Mode, ScanOptions};

fn header(count: &str) -> Vec<u8> {
    format!("Vocaloid Pose Data file\r\n\r\nmiku.osm;\r\n{count};\r\n\r\n").into_bytes()
}

fn scan(bytes: &[u8], mode: Mode) -> mmdmap::Result<VpdIndex> {
    VpdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Without optimisation a tenth of it says the same.
const SIZE: usize = if cfg!(miri) {
    1 << 12
} else if cfg!(debug_assertions) {
    10 << 20
} else {
    100 << 20
};

#[test]
fn what_a_real_pose_costs() {
    let mut pose = Pose::new("miku.osm");
    let names: Vec<_> = (0..200).map(|i| format!("ボーン{i}")).collect();
    pose.bones.extend(names.iter().map(|name| mmdmap::vpd::Bone::new(name, [0.5; 3], [0.0, 0.0, 0.0, 1.0])));
    let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    let (index, counts) = counted(|| scan(&bytes, Mode::Lenient).unwrap());
    println!("200 bones: {counts:?}, {} held", index.heap_bytes());
    assert!(counts.peak <= 200 * 8 * 3 && counts.calls <= 9, "{counts:?}");
    let (_, counts) = counted(|| index.view(&bytes).bones().find("ボーン7").expect("is there"));
    assert_eq!(counts.calls, 0);
}

#[test]
fn a_count_allocates_nothing() {
    let bytes = header("4294967295");
    for mode in [Mode::Lenient, Mode::Salvage] {
        let (result, counts) = counted(|| scan(&bytes, mode));
        assert!(result.is_ok() && counts.peak < 4096, "{counts:?}");
    }
}

/// Whatever one byte fills a file, in one line or in many, as a name or as anything else.
#[test]
fn huge_files_of_one_thing_take_one_pass_and_no_memory() {
    let numbers = b"Bone0{a\n0,0,0;\n0,0,0,1;\n";
    let befores: [&[u8]; 6] = [b"", b"Bone0{", b"Bone0{a\n", numbers, b"Foo{", b"Bone0"];
    for unit in [
        &b"{"[..],
        b"}",
        b"a",
        b"9",
        b",",
        b";",
        b"-",
        b"/",
        b"\x83",
        b"\xe3\x80\x80",
        b"\r",
        b"\n",
        b"{\n",
        b"}\n",
        b"a\r",
        b"0,",
        b"\0",
        b" ",
    ] {
        let fill = unit.repeat(SIZE / 8 / unit.len());
        for before in befores {
            let bytes = [&header("1"), before, &fill].concat();
            for mode in [Mode::Strict, Mode::Salvage] {
                let (index, counts) = counted(|| scan(&bytes, mode));
                // A copy of what may be half a number, at most.
                assert!(counts.peak as usize <= 64 * 1024 + bytes.len(), "{unit:?} behind {before:?}: {counts:?}");
                let (_, counts) = counted(|| index.map(|index| index.view(&bytes).check().count()));
                assert!(counts.peak <= 64 * 1024, "{unit:?} behind {before:?}: {counts:?}");
            }
        }
    }
}
