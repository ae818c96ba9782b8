//! What an error says: every kind of it, word by word.
mod common;
use common::build::Shape;
use common::model::{build, model, small};
use common::verdict::scan;
use common::vmd as motion;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;
use mmdmap::{Error, ErrorKind, Format, Mode, PmxFile, Repair, RepairCode, Repairs, Result, ScanOptions};
use std::collections::BTreeSet;
use std::error::Error as _;
use std::path::Path;

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };

/// Damaged files, and what strict reading says of each.
fn told() -> Vec<(Vec<u8>, String)> {
    let (file, wide) = (small(), build(UTF16, 6));
    let whole = &file.bytes;
    let end = whole.len();
    let with = |place, bytes: &[u8]| file.with(place, bytes);
    let cut = |end| file.up_to(end);
    let says = |place: &str, at: usize, what: &str| format!("{place} at byte {at:#x}: {what}");
    let of_size = |tag| format!("unknown kind {tag}, so that the size of what follows is unknown");
    // A kind and the count behind it have one name.
    let count = |path: &str| file.puts.iter().rfind(|put| put.path == path).expect("a count").range.start;
    vec![
        (vec![], says("header.signature", 0, "the file is empty")),
        (b"PM".to_vec(), says("header.signature", 0, "file ends 2 bytes too early")),
        (b"nothing".to_vec(), says("header.signature", 0, r#"not a PMX model: it does not begin with "PMX ""#)),
        (with("header.signature", b"Pmd\0"), says("header.signature", 0, "not a PMX model, but a PMD model")),
        (
            with("header.signature", b"PMX\n"),
            says("header.signature", 3, r#"the signature is "PMX\n", expected "PMX ""#),
        ),
        (
            with("header.signature", b"PMX\xa0"),
            says("header.signature", 3, r#"the signature is "PMX\xa0", expected "PMX ""#),
        ),
        (cut(6), says("header.version", 4, "file ends 2 bytes too early")),
        (
            with("header.version", &1f32.to_le_bytes()),
            says("header.version", 4, "unsupported version 1 (PMX 1.0 is a pre-release format)"),
        ),
        (
            with("header.version", &2.2f32.to_le_bytes()),
            says("header.version", 4, "unsupported version 2.2 (2.0 and 2.1 are known)"),
        ),
        (
            with("header.version", &f32::NAN.to_le_bytes()),
            says("header.version", 4, "unsupported version NaN (2.0 and 2.1 are known)"),
        ),
        (
            with("header.version", &2.1f32.to_be_bytes()),
            says(
                "header.version",
                4,
                "unsupported version 271564900000000000000000 (the bytes look reversed: a big-endian file?)",
            ),
        ),
        (
            with("header.settings.globals_count", &[7]),
            says("header.settings.globals_count", 8, "7 settings, expected at least 8"),
        ),
        (
            with("header.settings.encoding", &[2]),
            says("header.settings.encoding", 9, "unknown text encoding 2 (0 is UTF-16LE, 1 is UTF-8)"),
        ),
        (
            with("header.settings.additional_uvs", &[5]),
            says("header.settings.additional_uvs", 10, "value 5 is out of range, so that sizes are unknown"),
        ),
        (
            with("header.settings.morph_index_width", &[3]),
            says("header.settings.morph_index_width", 15, "value 3 is out of range, so that sizes are unknown"),
        ),
        (cut(20), says("info.name.local", 17, "file ends 1 byte too early")),
        (
            with("info.name.local", &i32::MAX.to_le_bytes()),
            says("info.name.local", 17, &format!("a text of 2147483647 bytes cannot be, {} remain", end - 21)),
        ),
        (
            with("info.comment.universal", &(-1i32).to_le_bytes()),
            says("info.comment.universal", file.at("info.comment.universal"), "text length -1 is negative"),
        ),
        (
            wide.with("bones[0].name.local", 7i32.to_le_bytes()),
            says(
                "bones[0].name.local",
                wide.at("bones[0].name.local"),
                "a UTF-16 text cannot have 7 bytes, an odd number",
            ),
        ),
        (with("vertices", &(-3i32).to_le_bytes()), says("vertices", file.at("vertices"), "count -3 is negative")),
        (
            with("faces", &i32::MAX.to_le_bytes()),
            says(
                "faces",
                file.at("faces"),
                &format!("count 2147483647 needs at least 4294967294 bytes, but {} remain", end - file.at("faces") - 4),
            ),
        ),
        (with("vertices[4].deform", &[7]), says("vertices[4].deform", file.at("vertices[4].deform"), &of_size(7))),
        (with("materials[1].toon", &[9]), says("materials[1].toon", file.at("materials[1].toon"), &of_size(9))),
        (with("morphs[2].offsets", &[99]), says("morphs[2].offsets", file.at("morphs[2].offsets"), &of_size(99))),
        (
            file.with_at(count("bones[9].ik.links"), 5000i32.to_le_bytes()),
            says(
                "bones[9].ik.links",
                count("bones[9].ik.links"),
                &format!("count 5000 needs at least 15000 bytes, but {} remain", end - count("bones[9].ik.links") - 4),
            ),
        ),
        (
            with("bones[9].ik.links[1].limits", &[2]),
            says("bones[9].ik.links[1].limits", file.at("bones[9].ik.links[1].limits"), &of_size(2)),
        ),
        (
            cut(file.at("bones[13].ik.limit_angle") + 1),
            says("bones[13].ik.limit_angle", file.at("bones[13].ik.limit_angle"), "file ends 3 bytes too early"),
        ),
        (cut(file.start("joints")), says("joints", file.start("joints"), "file ends before this section")),
        (cut(file.start("joints") + 1), says("joints", file.start("joints"), "file ends 3 bytes too early")),
        (
            cut(file.start("soft-bodies")),
            says("soft-bodies", file.start("soft-bodies"), "file ends before this section"),
        ),
        (cut(end - 1), says("soft-bodies[1].pins", end - 4, "file ends 1 byte too early")),
        ([whole, &b"."[..]].concat(), says("end", end, "1 byte after the last section")),
        ([whole, &b"..."[..]].concat(), says("end", end, "3 bytes after the last section")),
    ]
}

#[test]
fn an_error_reads_like_this() {
    let file = small();
    let cut = file.up_to(file.at("bones[13].ik.limit_angle") + 1);
    let e = scan(&cut, Mode::Strict).map(drop).expect_err("half a bone");
    let text = e.to_string();
    let (before, after) = text.split_once("0x").expect("a byte");
    assert_eq!(before, "bones[13].ik.limit_angle at byte ");
    let (byte, after) = after.split_once(':').expect("a byte");
    assert_eq!(u64::from_str_radix(byte, 16), Ok(e.offset()));
    assert_eq!(after, " file ends 3 bytes too early");
}

/// A pose of one bone.
const POSE: &str = "Vocaloid Pose Data file\n\na.osm;\n1;\n\nBone0{a\n1,2,3;\n0,0,0,1;\n}\n";

/// Poses, and what strict reading says of each.
fn told_of_poses() -> Vec<(Vec<u8>, &'static str)> {
    let with = |from: &str, to: &str| {
        assert_eq!(POSE.matches(from).count(), 1, "{from:?}");
        POSE.replace(from, to).into_bytes()
    };
    let before = |end: &str| POSE.as_bytes()[..POSE.find(end).expect("it is there")].to_vec();
    let then = |more: &str| [POSE, more].concat().into_bytes();
    vec![
        (vec![], "header at byte 0x0: the file is empty"),
        (
            b"hello".to_vec(),
            r#"header.magic at byte 0x0: not a VPD pose: "Vocaloid Pose Data file" does not stand at its beginning"#,
        ),
        (b"Pmd\0".to_vec(), "header.magic at byte 0x0: not a VPD pose, but a PMD model"),
        (
            POSE.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "header.magic at byte 0x0: a text in UTF-16, which is no pose: save it as Shift_JIS or UTF-8",
        ),
        (
            with("Vocaloid", "vocaloid"),
            r#"header.magic at byte 0x0: "Vocaloid Pose Data file" is written in other case"#,
        ),
        (
            with("Vocaloid", "\u{feff}Vocaloid"),
            r#"header.magic at line 1, column 1 (byte 0x0): 3 bytes before "Vocaloid Pose Data file""#,
        ),
        (
            [&b"Vocaloid Pose Data file\0      "[..], &[0; 24]].concat(),
            r#"header.magic at byte 0x18: "Vocaloid Pose Data file" is filled up with something else than NUL"#,
        ),
        (
            before(";\n\nBone"),
            r#"header.count at line 4, column 2 (byte 0x21): the file ends before the number of bones and its ";""#,
        ),
        (
            with("a.osm;\n", ""),
            "header.model at line 3, column 1 (byte 0x19): the line with the model's name is missing",
        ),
        (
            with("1;\n\n", ""),
            "header.count at line 4, column 1 (byte 0x20): the line with the number of bones is missing",
        ),
        (with("1;\n\n", "3.5;\n"), "header.count at line 4, column 1 (byte 0x20): the number of bones is no number"),
        (with("1;\n\n", "2;\n"), "bones at line 4, column 1 (byte 0x20): the file says 2 bones, but holds 1"),
        (
            with("osm;\n", "osm;\r"),
            "header.model at line 3, column 7 (byte 0x1f): a carriage return without a line feed",
        ),
        (
            with("1,2,3;", "1,2,3"),
            r#"bones[0].translation at line 7, column 6 (byte 0x31): ";" is missing at the end of the line"#,
        ),
        (
            with("}\n", "Morph0{b\n0.5;\n}\n"),
            r#"bones[0] at line 9, column 1 (byte 0x3c): the block before has no "}""#,
        ),
        (before("}"), "bones[0] at line 9, column 1 (byte 0x3c): the file ends before this block does"),
        (
            with("Bone", "bone"),
            r#"bones[0] at line 6, column 1 (byte 0x24): "Bone" or "Morph" is written in other case"#,
        ),
        (
            then("Light{b\n1;\n}\n"),
            "blocks[0] at line 10, column 1 (byte 0x3e): a block that is neither a bone nor a morph",
        ),
        (with("Bone", "hello\nBone"), "blocks at line 6, column 1 (byte 0x24): a line that belongs to nothing"),
        (then("}\n"), r#"blocks at line 10, column 1 (byte 0x3e): "}" closes nothing"#),
        (
            with("1,2,3;", "1,2,3; hello"),
            "bones[0].translation at line 7, column 8 (byte 0x33): text that belongs to nothing, and is no comment",
        ),
        (
            with("{a\n1,2,3;\n0,0,0,1;\n}", "{a 1,2,3;0,0,0,1;}"),
            "bones[0].name at line 6, column 7 (byte 0x2a): a whole block on one line; the name goes to the end of the line, the numbers stand below",
        ),
        (with("1,2,3;", "1,2;"), "bones[0].translation at line 7, column 1 (byte 0x2c): 2 numbers, expected 3"),
        (
            with("1,2,3;", "0,5,1,2,0,0;"),
            "bones[0].translation at line 7, column 1 (byte 0x2c): 6 numbers, expected 3 (decimal commas? write points)",
        ),
        (with("1,2,3;", "1,,3;"), "bones[0].translation at line 7, column 3 (byte 0x2e): a number is missing"),
        (
            with("1,2,3;", "1,-inf,3;"),
            "bones[0].translation at line 7, column 3 (byte 0x2e): infinite, or not a number",
        ),
        (
            with("1,2,3;", "1,0x1p3,3;"),
            "bones[0].translation at line 7, column 3 (byte 0x2e): a hexadecimal number, where a decimal one is expected",
        ),
        (
            with("1,2,3;", "1,２,3;"),
            "bones[0].translation at line 7, column 3 (byte 0x2e): full-width digits, where plain ones are expected",
        ),
        (
            with("1,2,3;", "1,1e999,3;"),
            "bones[0].translation at line 7, column 3 (byte 0x2e): the number is out of range",
        ),
        (with("1,2,3;", "1,two,3;"), "bones[0].translation at line 7, column 3 (byte 0x2e): not a number"),
    ]
}

/// Motions, and what strict reading says of each.
fn told_of_motions() -> Vec<(Vec<u8>, String)> {
    let file = motion::whole();
    let end = file.bytes.len();
    let shadows = file.range("shadows").start;
    let then = |more: &[u8]| [&file.bytes[..], more].concat();
    let says = |place: &str, at: usize, what: &str| format!("{place} at byte {at:#x}: {what}");
    vec![
        (vec![], says("header.signature", 0, "the file is empty")),
        (
            b"hello".to_vec(),
            says("header.signature", 0, r#"not a VMD motion: it does not begin with "Vocaloid Motion Data""#),
        ),
        (b"Pmd\0".to_vec(), says("header.signature", 0, "not a VMD motion, but a PMD model")),
        (
            file.with(20, b" 0003"),
            says(
                "header.signature",
                20,
                r#"the signature is "Vocaloid Motion Data 0003", expected " 0002" or " file" at its end"#,
            ),
        ),
        (
            file.bytes[..file.range("morphs").start].to_vec(),
            says("morphs", file.range("morphs").start, "file ends before this section"),
        ),
        (
            [&file.bytes[..shadows], &[0xff; 4]].concat(),
            says("shadows", shadows, "count 4294967295 needs at least 38654705655 bytes, but 0 remain"),
        ),
        (then(b"."), says("end", end, "1 byte after the last section")),
    ]
}

/// Everything above: strict reading's error, and what salvage repairs.
fn all_told() -> Vec<(Error, Vec<RepairCode>)> {
    fn one<I>(
        bytes: &[u8],
        text: &str,
        scan: impl Fn(&[u8], &ScanOptions) -> Result<I>,
        repairs: impl Fn(&I) -> &Repairs,
    ) -> (Error, Vec<RepairCode>) {
        let e = scan(bytes, &ScanOptions::from(Mode::Strict)).map(drop).expect_err(text);
        assert_eq!((&*e.to_string(), text.lines().count()), (text, 1));
        let salvaged = scan(bytes, &ScanOptions::from(Mode::Salvage)).ok();
        (e, salvaged.iter().flat_map(repairs).map(Repair::code).collect())
    }
    let models = told().into_iter().map(|(bytes, text)| one(&bytes, &text, PmxIndex::scan_with, PmxIndex::repairs));
    let poses =
        told_of_poses().into_iter().map(|(bytes, text)| one(&bytes, text, VpdIndex::scan_with, VpdIndex::repairs));
    let motions =
        told_of_motions().into_iter().map(|(bytes, text)| one(&bytes, &text, VmdIndex::scan_with, VmdIndex::repairs));
    models.chain(poses).chain(motions).collect()
}

/// The names of all kinds there are.
fn every_kind() -> BTreeSet<&'static str> {
    let source = include_str!("../src/error.rs");
    let (_, after) = source.split_once("pub enum ErrorKind {").expect("the enum");
    let (body, _) = after.split_once("\n}").expect("its end");
    let names =
        body.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().expect("a name")).collect()
}

#[test]
fn every_error_says_where_and_what_in_one_line_and_every_kind_and_repair_is_met() {
    let all = all_told();
    let names: Vec<String> = all.iter().map(|(e, _)| format!("{:?}", e.kind())).collect();
    let seen: BTreeSet<&str> =
        names.iter().filter_map(|name| name.split(|c: char| !c.is_alphanumeric()).next()).collect();
    assert_eq!(seen, every_kind());
    let missing: Vec<_> =
        RepairCode::ALL.iter().filter(|code| !all.iter().any(|(_, repairs)| repairs.contains(code))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_place_is_taken_apart() {
    let odd = small().with("bones[9].ik.links[1].limits", [2]);
    let e = PmxIndex::scan(&odd).expect_err("a fault");
    let place = e.place();
    assert_eq!((place.section(), place.record()), ("bones", Some(9)));
    assert_eq!(place.field(), "ik.links[1].limits");
    assert_eq!(format!("{:?}", place.field()), r#""ik.links[1].limits""#);
    assert!(!place.field().is_empty());
    let e = PmxIndex::scan(&small().with("bones", [0xff; 4])).expect_err("a fault");
    assert_eq!((e.place().section(), e.place().record()), ("bones", None));
    assert!(e.place().field().is_empty() && e.place().field() == "");
    assert_eq!(e.clone(), e);
}

/// An error is as large as a pointer, and can be sent and kept.
#[test]
fn an_error_is_small_and_goes_anywhere() {
    fn anywhere<T: std::error::Error + Send + Sync + 'static>() -> usize {
        size_of::<T>()
    }
    assert_eq!(anywhere::<Error>(), size_of::<usize>());
    assert!(anywhere::<mmdmap::OpenError>() <= 64);
}

// Other files.

#[test]
fn what_is_no_pmx_is_called_by_its_name() {
    for (start, format, name) in [
        (&b"PMX "[..], Format::Pmx, "a PMX model"),
        (b"Pmx \0\0\x80\x3f", Format::Pmx1, "a PMX 1.0 model (a pre-release format that only PMXEditor reads)"),
        (b"Pmd\0\0\x80\x3f", Format::Pmd, "a PMD model"),
        (b"Vocaloid Motion Data 0002\0\0", Format::Vmd, "a VMD motion"),
        (b"Vocaloid Motion Data file\0", Format::Vmd, "a VMD motion"),
        (b"Vocaloid Pose Data file\r\n", Format::Vpd, "a VPD pose"),
        (b"xof 0302txt 0064", Format::X, "a DirectX .x accessory"),
        (b"glTF\x02\0\0\0", Format::Glb, "a glTF binary"),
        (b"PK\x03\x04\x14\0", Format::Zip, "a ZIP archive (unpack it first)"),
        (b"PK\x05\x06\0\0", Format::Zip, "a ZIP archive (unpack it first)"),
        (b"Rar!\x1a\x07\0", Format::Rar, "a RAR archive (unpack it first)"),
        (b"7z\xbc\xaf\x27\x1c", Format::SevenZip, "a 7z archive (unpack it first)"),
        (b"\x1f\x8b\x08\0", Format::Gzip, "gzip-compressed data (unpack it first)"),
        (b"\x89PNG\r\n\x1a\n", Format::Png, "a PNG picture"),
        (b"\xff\xd8\xff\xe0", Format::Jpeg, "a JPEG picture"),
        (b"BM\x36\0\0\0", Format::Bmp, "a BMP picture"),
        (b"DDS \x7c\0\0\0", Format::Dds, "a DDS texture"),
        (
            b"version https://git-lfs.github.com/spec/v1\n",
            Format::GitLfsPointer,
            "a Git LFS pointer (the file itself was not downloaded)",
        ),
        (
            b"\xef\xbb\xbfPMX ",
            Format::ByteOrderMark,
            "a file that begins with a byte-order mark (a text tool has changed it)",
        ),
        (
            b"\xff\xfeP\0M\0X\0",
            Format::ByteOrderMark,
            "a file that begins with a byte-order mark (a text tool has changed it)",
        ),
        (
            b"\xfe\xff\0P\0M\0X",
            Format::ByteOrderMark,
            "a file that begins with a byte-order mark (a text tool has changed it)",
        ),
    ] {
        assert_eq!(Format::of(start), Some(format));
        assert_eq!(format.to_string(), name);
        if format != Format::Pmx {
            for mode in common::MODES {
                let e = scan(start, mode).map(drop).expect_err(name);
                assert_eq!(e.kind(), ErrorKind::NotPmx(Some(format)));
                assert_eq!(e.to_string(), format!("header.signature at byte 0x0: not a PMX model, but {name}"));
            }
        }
    }
    for nothing in [&b""[..], b"P", b"PM", b"pmx ", b"hello", b"BN", b"\xff\xd8", b"Vocaloid Motion", b"\0\0\0\0"] {
        assert_eq!(Format::of(nothing), None);
    }
}

// Files on disk.

#[test]
fn an_error_of_a_file_names_the_file_and_what_is_wrong() {
    let folder = std::env::temp_dir().join(format!("mmdmap-errors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (odd, long, none) = (folder.join("odd.pmx"), folder.join("long.pmx"), folder.join("none.pmx"));
    let file = model();
    std::fs::write(&odd, file.with("header.version", 3f32.to_le_bytes())).expect("a file");
    std::fs::write(&long, &file.bytes).expect("a file");
    let limited = ScanOptions::new().max_file_len(100);

    let e = PmxFile::open(&odd).expect_err("an odd version");
    assert_eq!(
        e.to_string(),
        format!("{}: header.version at byte 0x4: unsupported version 3 (2.0 and 2.1 are known)", odd.display())
    );
    assert_eq!((e.path(), e.format().map(|e| e.offset()), e.io().is_none()), (odd.as_path(), Some(4), true));
    assert_eq!(e.source().map(ToString::to_string), e.format().map(ToString::to_string));

    let e = PmxFile::open(&none).expect_err("no file");
    assert!(e.to_string().starts_with(&format!("{}: ", none.display())), "{e}");
    assert_eq!(e.io().map(std::io::Error::kind), Some(std::io::ErrorKind::NotFound));
    assert!(e.format().is_none() && e.source().is_some() && e.path() == none);

    let e = PmxFile::open(&folder).expect_err("a folder");
    assert_eq!(e.to_string(), format!("{}: a folder, not a file", folder.display()));
    assert!(e.format().is_none() && e.io().is_none() && e.source().is_none());

    let e = PmxFile::open_with(&long, &limited).expect_err("too long");
    assert_eq!(e.to_string(), format!("{}: {} bytes, more than the limit of 100", long.display(), file.bytes.len()));
    if cfg!(unix) {
        let e = PmxFile::open(Path::new("/dev/null")).expect_err("a device");
        assert_eq!(e.to_string(), "/dev/null: a device, pipe or socket, not a file");
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}
