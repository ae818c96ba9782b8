//! Work is linear in the size of the file, whatever it holds: ten times as much takes at most twelve times as many
//! instructions, as valgrind counts them; and to open it and walk all of it takes at most fifty a byte, or so many as are
//! said beside the shape, with the reason. The shapes are those that make naive readers stand still: circles, deep chains,
//! one name for all, groups that fan out, lines without an end.
//!
//! No time is measured. Where valgrind is missing, says SKIPPED.
#![cfg(target_os = "linux")]
mod common;
#[path = "common/valgrind.rs"]
mod valgrind;

use common::build::{Builder, Shape};
use common::hostile::{bones, groups, hanging, only, text};
use common::model;
use common::shown::Leaves;
use common::vmd;
use mmdmap::pmx::{DiffOptions, MorphOffsets, PmxIndex, diff};
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::{Bone, Pose, VpdIndex};
use mmdmap::{ConvertOptions, Mode, ScanOptions};
use std::hint::black_box;
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// How many times as large, and how many times as many instructions at most.
const LARGER: usize = 10;
const MOST: f64 = 12.0;

/// Instructions a byte, at most, to open a file and walk it: optimised, as users build it. Without that it is several
/// times as many, and how many says little.
const A_BYTE: f64 = 50.0;

/// A file of `n` of something, and what is done with it.
struct Shaped {
    name: &'static str,
    /// So many of it are enough to measure, and few enough to wait for.
    n: usize,
    make: fn(usize) -> Vec<u8>,
    work: Work,
    /// What opening and walking it may take.
    a_byte: f64,
}

/// What is done with a file of one format.
#[derive(Clone, Copy)]
struct Work {
    /// All that can be.
    everything: fn(&[u8]),
    /// It is opened, and every record and every item of every list in it is read once.
    walk: fn(&[u8]),
}

const fn shaped(name: &'static str, n: usize, make: fn(usize) -> Vec<u8>, work: Work) -> Shaped {
    Shaped { name, n, make, work, a_byte: A_BYTE }
}

impl Shaped {
    /// For a reason that is given where it is said.
    const fn up_to(self, a_byte: f64) -> Self {
        Shaped { a_byte, ..self }
    }
}

const MODEL: Work = Work { everything: all_of_a_model, walk: walk_a_model };
const POSE: Work = Work { everything: all_of_a_pose, walk: walk_a_pose };
const MOTION: Work = Work { everything: all_of_a_motion, walk: walk_a_motion };

const SHAPES: &[Shaped] = &[
    shaped("bones in a circle", 500, |n| hanging(n, |i| ((i + 1) % n) as i32), MODEL),
    shaped("bones in a chain", 500, |n| hanging(n, |i| i as i32 - 1), MODEL),
    shaped("bones in a chain, the last first", 500, |n| hanging(n, |i| ((i + 1) % n) as i32 - 1), MODEL),
    shaped("bones on one bone", 500, |n| hanging(n, |_| 0), MODEL),
    shaped("bones of one name", 500, |n| bones((0..n).map(|i| ("頭".into(), i as i32 - 1))), MODEL),
    shaped("IK links", 1000, |n| ik(2, n), MODEL),
    shaped("a circle behind IK links", 500, |n| ik(n, n), MODEL),
    shaped(
        "groups, each twice the next",
        500,
        |n| groups(0, &(1..=n).map(|next| twice(next % n)).collect::<Vec<_>>()),
        MODEL,
    ),
    shaped(
        "groups that fan out",
        500,
        |n| groups(0, &(1..=n).map(|i| twice(if i < n { i } else { 0 })).collect::<Vec<_>>()),
        MODEL,
    ),
    shaped("groups in a chain", 500, |n| groups(0, &(1..=n).map(|next| vec![next as i32]).collect::<Vec<_>>()), MODEL),
    shaped(
        "flips in a circle",
        500,
        |n| groups(9, &(1..=n).map(|next| vec![(next % n) as i32]).collect::<Vec<_>>()),
        MODEL,
    ),
    shaped(
        "a group of everything",
        1000,
        |n| groups(0, &[(0..n as i32).map(|i| i % 7).collect(), vec![], vec![0]]),
        MODEL,
    ),
    shaped("one triangle again and again", 1000, |n| faces(n, |_| [0, 1, 2]), MODEL),
    shaped("triangles around one corner", 1000, |n| faces(n, |i| [0, i + 1, i + 2]), MODEL),
    shaped("one texture again and again", 200, |n| textures(n, |_| "tex/a.png".into()), MODEL),
    shaped("textures that climb", 1, |n| textures(1, |_| "../".repeat(4_000 * n)), MODEL),
    shaped("a comment of no letters", 1, |n| comment(&vec![0xff; 10_000 * n]), MODEL),
    shaped("a comment of CR", 1, |n| comment(&vec![b'\r'; 10_000 * n]), MODEL),
    // Each is refused before it is let pass, and there is one for every four bytes.
    shaped("texts of no length", 500, negative_lengths, MODEL).up_to(100.0),
    // As above, twice in every fourteen bytes, and of two kinds.
    shaped("names odd in two ways", 500, odd_names, MODEL).up_to(200.0),
    shaped("one frame of everything", 1000, frame, MODEL),
    shaped("one line", 1, |n| pose(&["Bone0{".into(), "a".repeat(20_000 * n), "\n0,0,0;\n0,0,0,1;\n}".into()]), POSE),
    shaped("one line that is no block", 1, |n| pose(&["a".repeat(20_000 * n)]), POSE),
    shaped("braces", 1, |n| pose(&["{".repeat(20_000 * n)]), POSE),
    shaped("closing braces", 1, |n| pose(&["}".repeat(20_000 * n)]), POSE),
    shaped("blocks without an end", 2000, |n| pose(&["Foo{\n".repeat(n)]), POSE),
    shaped("a line for each brace", 2000, |n| pose(&["}\n".repeat(n)]), POSE),
    // Seven bytes that are looked for when the file is opened, and again when they are walked.
    shaped("unknown blocks", 1000, |n| pose(&["Foo{\n}\n".repeat(n)]), POSE).up_to(115.0),
    // Three things to let pass in 20 bytes.
    shaped("bones without an end", 200, |n| pose(&["Bone{\n0,0,0\n0,0,0,1\n".repeat(n)]), POSE).up_to(160.0),
    shaped("pose bones of one name", 200, |n| pose(&["Bone0{a\n0,0,0;\n0,0,0,1;\n}\n".repeat(n)]), POSE),
    shaped("a pose as MikuMikuDance writes it", 100, |n| pose(&[AS_WRITTEN.repeat(n)]), POSE),
    // Right, but nobody writes it: a number of few bytes is as much work as one of many.
    shaped("signs", 200, |n| pose(&["Bone0{a\n+1,+1,+1;\n+1,+1,+1,+1;\n}\n".repeat(n)]), POSE),
    shaped("exponents", 200, |n| pose(&["Bone0{a\n1e-5,1e-5,1e-5;\n1e-5,0,0,1e0;\n}\n".repeat(n)]), POSE).up_to(65.0),
    shaped(
        "exponents of two digits",
        200,
        |n| pose(&["Bone0{a\n1e10,1e10,1e10;\n1e10,0,0,1e10;\n}\n".repeat(n)]),
        POSE,
    )
    .up_to(180.0),
    shaped("numbers of two digits", 200, |n| pose(&["Bone0{a\n12,12,12;\n12,12,12,12;\n}\n".repeat(n)]), POSE),
    shaped("blanks", 200, |n| pose(&["Bone0{a\n 0 , 0 , 0 ;\n 0 , 0 , 0 , 1 ;\n }\n".repeat(n)]), POSE).up_to(75.0),
    shaped("tabs", 200, |n| pose(&["Bone{a\n0\t,0,0;\n0,0,0,1;\n}\n".repeat(n)]), POSE),
    shaped("blank lines", 200, |n| pose(&["Bone0{a\n\n0,0,0;\n\n0,0,0,1;\n\n}\n\n".repeat(n)]), POSE),
    shaped("comments in blocks", 200, |n| pose(&["Bone{\n//\n0,0,0;\n//\n0,0,0,1;\n//\n}\n".repeat(n)]), POSE),
    shaped("indented comments", 200, |n| pose(&["Bone{\n  //\n0,0,0;\n  //\n0,0,0,1;\n  //\n}\n".repeat(n)]), POSE),
    shaped("morphs of one digit and a tab", 200, |n| pose(&["Morph{\n0\t;\n}\n".repeat(n)]), POSE).up_to(60.0),
    shaped("a half-binary pose", 2000, half_binary, POSE).up_to(70.0),
    shaped("digits", 1, |n| pose(&["Bone0{a\n".into(), "9".repeat(5_000 * n), ",0,0;\n0,0,0,1;\n}\n".into()]), POSE),
    shaped(
        "digits behind the point",
        1,
        |n| pose(&["Bone0{a\n0.".into(), "3".repeat(5_000 * n), ",0,0;\n0,0,0,1;\n}\n".into()]),
        POSE,
    ),
    shaped("carriage returns", 4000, |n| pose(&["\r".repeat(n), "Bone0{a\r0,0,0;\r0,0,0,1;\r}\r".into()]), POSE),
    shaped("commas", 4000, |n| pose(&["Bone0{a\n".into(), "0,".repeat(n), "0;\n0,0,0,1;\n}\n".into()]), POSE),
    shaped(
        "commas and blanks",
        4000,
        |n| pose(&["Bone0{a\n".into(), " 0 ,".repeat(n), "0;\n0,0,0,1;\n}\n".into()]),
        POSE,
    )
    .up_to(60.0),
    shaped("comments", 2000, |n| pose(&["//\n".repeat(n)]), POSE),
    shaped("filler", 1, |n| pose(&["\x1a\n".repeat(10_000 * n)]), POSE),
    shaped("keys of one name at one frame", 500, |n| motion(n, |_| (b"a".to_vec(), 7)), MOTION),
    shaped("keys of one name, the last first", 500, |n| motion(n, |i| (b"a".to_vec(), (1_000_000 - i) as u32)), MOTION),
    shaped("keys of names of their own", 500, |n| motion(n, |i| (format!("{i}").into_bytes(), 0)), MOTION),
];

/// What is not linear, to be sure that it would be seen: each byte is compared with each.
const CONTROL: Shaped =
    shaped("all with all", 1, |n| vec![7; 1_000 * n], Work { everything: all_with_all, walk: all_with_all });

/// A small file, of which every bit is turned, one at a time.
struct Turned {
    name: String,
    bytes: Vec<u8>,
    work: Work,
    /// What opening and walking it may take on average, in instructions a byte; nothing is said of files of few bytes.
    average: Option<f64>,
}

/// Instructions, at most, that are the same however long the file is: a small one is hardly more than these.
const A_FILE: f64 = 27_000.0;

/// So many bytes' bits are counted together: few enough that one bit of them that is dear would show.
const TOGETHER: usize = 16;

/// Three of our own, and what fuzzing starts from.
fn turned() -> Vec<Turned> {
    let block = "Bone0{頭\n0.5,-1e6,0;\n0,0,0,1;\n}\nMorph0{あ\n1;\n}\n";
    let mut all = vec![
        ("a model".to_owned(), model::small().bytes, MODEL, Some(A_BYTE)),
        // A number is read where it is scanned and where it is looked at; and once more by a slower way if it is spoilt.
        ("a pose".to_owned(), pose(&[block.repeat(10)]), POSE, Some(80.0)),
        ("a motion".to_owned(), vmd::whole().bytes, MOTION, Some(A_BYTE)),
    ];
    for folder in ["seeds", "seeds_vpd"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder);
        let mut files: Vec<_> = folder.read_dir().expect("seeds").map(|entry| entry.expect("a seed").path()).collect();
        files.sort();
        for file in files {
            let work = match file.extension().and_then(|end| end.to_str()) {
                Some("pmx") => MODEL,
                Some("vmd") => MOTION,
                _ => POSE,
            };
            let name = file.file_name().expect("a file").to_string_lossy().into_owned();
            let bytes = std::fs::read(file).expect("a seed");
            assert!(bytes.len() <= 4096, "{name}");
            all.push((name, bytes, work, None));
        }
    }
    let turned = |(name, bytes, work, average)| Turned { name, bytes, work, average };
    all.into_iter().map(turned).collect()
}

fn turn_every_bit(mut bytes: Vec<u8>, range: Range<usize>, work: Work) {
    for at in range {
        for bit in bits(at) {
            bytes[at] ^= 1 << bit;
            (work.walk)(&bytes);
            bytes[at] ^= 1 << bit;
        }
    }
}

/// One of each byte where nothing is optimised, for there it takes minutes.
fn bits(at: usize) -> Range<usize> {
    if cfg!(debug_assertions) { at % 8..at % 8 + 1 } else { 0..8 }
}

fn stretches(len: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(TOGETHER).map(move |at| at..len.min(at + TOGETHER))
}

fn all_with_all(bytes: &[u8]) {
    black_box(bytes.iter().map(|one| bytes.iter().filter(|other| black_box(one) == *other).count()).sum::<usize>());
}

fn twice(next: usize) -> Vec<i32> {
    vec![next as i32; 2]
}

/// So many bones, each of which hangs on the second and so does that one itself; the first is an IK bone with so many
/// links, to one bone.
fn ik(bones: usize, links: usize) -> Vec<u8> {
    let mut records = Vec::new();
    for i in 0..bones {
        text(&mut records, &i.to_string());
        records.extend([0; 4 + 12]);
        records.extend(1i32.to_le_bytes());
        records.extend([0; 4]);
        records.extend([if i == 0 { 0x20 } else { 0 }, 0]);
        records.extend([0; 12]);
        if i == 0 {
            records.extend([0; 4]); // target
            records.extend(40i32.to_le_bytes());
            records.extend(1f32.to_le_bytes());
            records.extend((links as i32).to_le_bytes());
            records.extend([0u8; 5].repeat(links));
        }
    }
    only("bones", bones, &records)
}

fn faces(triangles: usize, corners: impl Fn(u32) -> [u32; 3]) -> Vec<u8> {
    let mut b = Builder::new(Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4; 6] });
    model::info(&mut b);
    b.section("vertices", triangles + 3);
    b.raw("all of them", &[0u8; 41].repeat(triangles + 3));
    b.section("faces", 3 * triangles);
    let corners = (0..triangles as u32).flat_map(corners).flat_map(u32::to_le_bytes);
    b.raw("all of them", &corners.collect::<Vec<_>>());
    common::SECTIONS[2..9].iter().for_each(|name| b.section(name, 0));
    b.end().bytes
}

fn textures(n: usize, path: impl Fn(usize) -> String) -> Vec<u8> {
    let mut records = Vec::new();
    (0..n).for_each(|i| text(&mut records, &path(i)));
    only("textures", n, &records)
}

fn comment(bytes: &[u8]) -> Vec<u8> {
    let file = model::empty(Shape::USUAL);
    file.with_text("info.comment.local", bytes)
}

fn negative_lengths(n: usize) -> Vec<u8> {
    only("textures", n, &(-1i32).to_le_bytes().repeat(n))
}

/// Display frames in UTF-16: one name of a negative length, the other of an odd one.
fn odd_names(n: usize) -> Vec<u8> {
    let mut file = only("display-frames", n, &[255, 255, 255, 255, 1, 0, 0, 0, b'a', 0, 0, 0, 0, 0].repeat(n));
    file[9] = 0;
    file
}

fn frame(items: usize) -> Vec<u8> {
    let mut records = Vec::new();
    text(&mut records, "Root");
    text(&mut records, "");
    records.push(1);
    records.extend((items as i32).to_le_bytes());
    records.extend([0u8; 5].repeat(items));
    only("display-frames", 1, &records)
}

fn pose(parts: &[String]) -> Vec<u8> {
    format!("Vocaloid Pose Data file\na.osm;\n1;\n{}", parts.concat()).into_bytes()
}

/// One bone, to the byte.
const AS_WRITTEN: &str = "Bone0{a\r\n  0.000000,12.345678,-0.500000;\t\t\t\t// trans x,y,z\r\n  \
    0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n";

fn half_binary(bones: usize) -> Vec<u8> {
    let mut bytes = b"Vocaloid Pose Data file".to_vec();
    bytes.resize(50, 0);
    bytes.extend((bones as u32).to_le_bytes());
    bytes.extend([&[b'a'; 15][..], b"0;0,0,0;0,0,0,1;\n"].concat().repeat(bones));
    bytes
}

fn motion(keys: usize, key: impl Fn(usize) -> (Vec<u8>, u32)) -> Vec<u8> {
    let mut m = vmd::Build::new(b"m");
    m.section("bones", keys, |m, i| {
        let (name, frame) = key(i);
        m.bone(&name, frame, [0.0; 3], [0.0, 0.0, 0.0, 1.0], vmd::linear());
    });
    m.empty(&vmd::SECTIONS[1..]);
    m.bytes
}

/// Scanned in every mode, walked, looked up, checked, written twice, compared, posed.
fn all_of_a_model(bytes: &[u8]) {
    for mode in common::MODES {
        black_box(PmxIndex::scan_with(bytes, &mode.into())).map(drop).unwrap_or_default();
    }
    let index = PmxIndex::scan_with(bytes, &Mode::Salvage.into()).expect("at least salvaged");
    let model = index.view(bytes);
    let mut leaves = Leaves::default();
    for span in index.sections() {
        model.visit_section(span.name, 0..usize::MAX, &mut |_, record| {
            record.visit(&mut leaves);
            ControlFlow::Continue(())
        });
    }
    black_box((leaves.0, model.bones().find("none").is_some(), model.bones().find_all("頭").count()));
    black_box(model.ancestors(mmdmap::BoneIndex::new(0)).count());
    black_box(model.check().into_totals().total());
    black_box((model.gpu().indices::<u32>().iter().count(), model.gpu().survey()));
    model.write_to(std::io::sink()).expect("what was read can be written");
    let again = model.edit().through_records().write_to(std::io::sink());
    black_box(again).expect("what was read can be written");
    black_box(compare_and_pose(bytes, &index));
}

/// The model beside itself, and beside one with the last byte of each section changed; a pose of all of its names.
fn compare_and_pose(bytes: &[u8], index: &PmxIndex) -> (usize, usize) {
    let model = index.view(bytes);
    let mut other = bytes.to_vec();
    for span in index.sections() {
        if span.len.is_some_and(|len| len > 0) {
            other[span.range.end - 1] ^= 1;
        }
    }
    let differences = diff(model, index.view(&other), &DiffOptions::new()).count();
    let names: Vec<_> = model.bones().iter().map(|bone| bone.name.local.decode()).collect();
    let mut pose = Pose::new("a.osm");
    pose.bones.extend(names.iter().map(|name| Bone::new(name, [0.0; 3], [0.0, 0.0, 0.0, 1.0])));
    (differences, pose.on(model).bones.len())
}

fn all_of_a_pose(bytes: &[u8]) {
    for mode in common::MODES {
        let _ = black_box(VpdIndex::scan_with(bytes, &ScanOptions::from(mode)));
    }
    let Ok(index) = VpdIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) else { return };
    let pose = index.view(bytes);
    black_box((pose.bones().iter().count(), pose.morphs().iter().count(), pose.bones().find("none").is_some()));
    black_box(pose.unknown_blocks().map(|block| block.bytes().len()).sum::<usize>());
    black_box((pose.check().count(), pose.to_bytes().len()));
    black_box(pose.to_motion(&ConvertOptions::new()).0.bones.len());
    let same = pose.edit().bones(|_, bone| bone).to_bytes();
    black_box(same.expect("what was read can be written"));
}

fn all_of_a_motion(bytes: &[u8]) {
    let index = VmdIndex::scan(bytes).expect("a whole motion");
    let motion = index.view(bytes);
    let tracks = motion.bone_tracks();
    black_box(tracks.iter().map(|track| track.sample(3.5).rotation[3]).sum::<f32>());
    black_box((motion.check().count(), motion.to_bytes().len()));
    black_box(motion.poses(&ConvertOptions::new()).at(3.5, "a.osm").0.bones.len());
}

fn walk_a_model(bytes: &[u8]) {
    let Ok(index) = PmxIndex::scan_with(bytes, &Mode::Salvage.into()) else { return };
    let model = index.view(bytes);
    model.vertices().iter().for_each(seen);
    model.faces().iter().for_each(seen);
    model.textures().iter().for_each(seen);
    model.materials().iter().for_each(seen);
    for bone in model.bones() {
        seen(bone);
        bone.ik.iter().flat_map(|ik| ik.links).for_each(seen);
    }
    for morph in model.morphs() {
        seen(morph);
        match morph.offsets {
            MorphOffsets::Group(all) | MorphOffsets::Flip(all) => all.iter().for_each(seen),
            MorphOffsets::Vertex(all) => all.iter().for_each(seen),
            MorphOffsets::Bone(all) => all.iter().for_each(seen),
            MorphOffsets::Material(all) => all.iter().for_each(seen),
            MorphOffsets::Impulse(all) => all.iter().for_each(seen),
            MorphOffsets::Uv(all)
            | MorphOffsets::ExtraUv1(all)
            | MorphOffsets::ExtraUv2(all)
            | MorphOffsets::ExtraUv3(all)
            | MorphOffsets::ExtraUv4(all) => all.iter().for_each(seen),
        }
    }
    model.display_frames().iter().flat_map(|frame| frame.items).for_each(seen);
    model.rigid_bodies().iter().for_each(seen);
    model.joints().iter().for_each(seen);
    for body in model.soft_bodies() {
        body.anchors.iter().for_each(seen);
        body.pins.iter().for_each(seen);
    }
}

fn walk_a_pose(bytes: &[u8]) {
    let Ok(index) = VpdIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) else { return };
    let pose = index.view(bytes);
    pose.bones().iter().for_each(seen);
    pose.morphs().iter().for_each(seen);
    pose.unknown_blocks().for_each(seen);
}

fn walk_a_motion(bytes: &[u8]) {
    let Ok(index) = VmdIndex::scan_with(bytes, &ScanOptions::from(Mode::Salvage)) else { return };
    let motion = index.view(bytes);
    motion.bones().iter().for_each(seen);
    motion.morphs().iter().for_each(seen);
    motion.cameras().iter().for_each(seen);
    motion.lights().iter().for_each(seen);
    motion.shadows().iter().for_each(seen);
    motion.properties().iter().flat_map(|frame| frame.ik).for_each(seen);
}

/// The compiler must not see that nobody looks at it.
fn seen<T>(value: T) {
    black_box(value);
}

#[test]
fn ten_times_the_file_takes_no_more_than_twelve_times_the_instructions_and_fifty_a_byte_open_and_walk_it() {
    if valgrind::watches() {
        for Shaped { n, make, work, .. } in SHAPES.iter().chain([&CONTROL]) {
            let [tenth, whole] = [make(*n), make(LARGER * n)];
            valgrind::mmdmap_counted(&mut || (work.everything)(&tenth));
            valgrind::mmdmap_counted(&mut || (work.everything)(&whole));
            valgrind::mmdmap_counted(&mut || (work.walk)(&whole));
        }
        for Turned { bytes, work, .. } in turned() {
            for range in stretches(bytes.len()) {
                valgrind::mmdmap_counted(&mut || turn_every_bit(bytes.clone(), range.clone(), work));
            }
        }
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linear");
    let counts = match valgrind::counts(&["ten_times_the_file", "--nocapture", "--test-threads=1"], &folder) {
        Ok(counts) => counts,
        Err(why) => return println!("SKIPPED: {why}"),
    };
    let turned = turned();
    let of_turned: usize = turned.iter().map(|file| stretches(file.bytes.len()).count()).sum();
    assert_eq!(counts.len(), 3 * SHAPES.len() + 3 + of_turned, "one count for each call");
    let (counts, others) = counts.split_at(3 * SHAPES.len());
    let (control, mut of_turned) = others.split_at(3);
    assert!(control[1] as f64 > 4.0 * MOST * control[0] as f64, "{} would not be seen: {control:?}", CONTROL.name);
    assert!(control[2] as f64 > A_BYTE * (CONTROL.make)(LARGER).len() as f64, "nor would it here: {control:?}");
    let (mut slow, mut dear) = (Vec::new(), Vec::new());
    println!("  bytes  all of it   a byte   walk, a byte");
    for (shape, counts) in SHAPES.iter().zip(counts.chunks_exact(3)) {
        let sizes = [shape.n, LARGER * shape.n].map(|n| (shape.make)(n).len() as f64);
        // Files have a header: they are not quite ten times as long, and are held to what they are.
        let (larger, more) = (sizes[1] / sizes[0], counts[1] as f64 / counts[0] as f64);
        let [all, walk] = [counts[1], counts[2]].map(|count| count as f64 / sizes[1]);
        println!("{larger:>5.1} x {more:>8.1} x {all:>8.1} {walk:>8.1} of {:>3}   {}", shape.a_byte, shape.name);
        if more > MOST {
            slow.push(shape.name);
        }
        if walk > shape.a_byte {
            dear.push(shape.name);
        }
    }
    println!("    bytes  on average     dearest       most: instructions, a bit turned");
    for Turned { name, bytes, average: usual, .. } in &turned {
        let counts = of_turned.split_off(..stretches(bytes.len()).count()).expect("as many as stretches");
        let a_bit = |(range, count): (Range<usize>, &u64)| *count as f64 / range.flat_map(bits).count() as f64;
        let each: Vec<f64> = stretches(bytes.len()).zip(counts).map(a_bit).collect();
        let (average, dearest) =
            (each.iter().sum::<f64>() / each.len() as f64, each.iter().copied().fold(0.0, f64::max));
        let most = A_FILE + A_BYTE * bytes.len() as f64;
        println!("{:>9} {average:>11.0} {dearest:>11.0} {most:>10.0}   {name}", bytes.len());
        if dearest > most || usual.is_some_and(|a_byte| average > a_byte * bytes.len() as f64) {
            dear.push(name);
        }
    }
    assert!(slow.is_empty(), "more than {MOST} times the instructions: {slow:?}");
    assert!(cfg!(debug_assertions) || dear.is_empty(), "too many instructions a byte to open and walk: {dear:?}");
}
