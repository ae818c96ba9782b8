//! A thread of 64 KiB is enough to open a file, walk it to the leaves, check it, and write it: as it is, and record by
//! record. Nothing recurses.
use super::common::build::Shape;
#[cfg(feature = "mmap")]
use super::common::disk::{Folder, both};
use super::common::hostile::{groups, hanging};
use super::common::model::build;
use super::common::verdict::scan;
use super::common::{MODES, folders, vmd, whole};
use mmdmap::pmx::{DiffOptions, diff};
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::{Flavour, VpdIndex};
use mmdmap::{ConvertOptions, Encoding, ScanOptions};
#[cfg(feature = "mmap")]
use mmdmap::{FileIndex, IndexedFile};

const STACK: usize = 64 * 1024;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("enough stack");
}

/// In every mode, whole and cut by a third.
fn everything_with_a_model(bytes: &[u8]) {
    for bytes in [bytes, &bytes[..bytes.len() - bytes.len() / 3]] {
        for mode in MODES {
            let Ok(index) = scan(bytes, mode) else { continue };
            assert!(whole::walk(&index, bytes) > 0 && whole::comes_back(&index, bytes));
            let model = index.view(bytes);
            model.check().for_each(drop);
            let again = model.edit().through_records().write_to(std::io::sink());
            assert!(again.expect("what was read can be written").is_empty());
            // Mended, if it can be; and nothing is other than in itself.
            let _ = model.edit().mend().write_to(std::io::sink());
            assert_eq!(diff(model, model, &DiffOptions::new()).count(), 0);
        }
    }
}

#[test]
fn of_models_of_every_shape_and_of_real_ones() {
    let mut files: Vec<_> = Shape::many().into_iter().map(|shape| build(shape, 70).bytes).collect();
    files.extend(
        folders::corpus().into_iter().flat_map(|corpus| corpus.short("pmx", 32 * 1024)).map(|(_, bytes)| bytes),
    );
    let n = files.len();
    on_a_small_stack(move || files.iter().for_each(|bytes| everything_with_a_model(bytes)));
    println!("{n} files");
}

/// Sections of a million bytes are passed over in another way than short ones.
#[test]
fn of_long_models() {
    let mut files = vec![build(Shape::USUAL, 30_000).bytes];
    let long = folders::corpus().map(|corpus| corpus.short("pmx", u64::MAX)).unwrap_or_default().into_iter();
    files.extend(long.max_by_key(|(_, bytes)| bytes.len()).map(|(_, bytes)| bytes));
    println!("{} files", files.len());
    on_a_small_stack(move || files.iter().for_each(|bytes| everything_with_a_model(bytes)));
}

#[cfg(feature = "mmap")]
#[test]
fn of_models_on_disk() {
    let folder = Folder::new("stack");
    let path = folder.file("a.pmx", &build(Shape::USUAL, 70).bytes);
    on_a_small_stack(move || {
        for opened in both(&path) {
            let file = opened.expect("a whole file");
            assert!(whole::walk(file.index(), file.bytes()) > 0);
        }
        drop(folder);
    });
}

#[cfg(feature = "mmap")]
#[test]
fn of_poses_and_motions_on_disk() {
    fn opens<I: FileIndex>(path: &std::path::Path) {
        let read = IndexedFile::<I>::open(path).expect("a whole file");
        // SAFETY: nobody changes the files of this test.
        let mapped = unsafe { IndexedFile::<I>::map(path) }.expect("a whole file");
        assert!(read.bytes() == mapped.bytes());
    }
    let folder = Folder::new("stack-others");
    let pose = folder.file("a.vpd", b"Vocaloid Pose Data file\na.osm;\n1;\nBone0{a\n0,0,0;\n0,0,0,1;\n}\n");
    let motion = folder.file("a.vmd", &vmd::whole().bytes);
    on_a_small_stack(move || {
        opens::<VpdIndex>(&pose);
        opens::<VmdIndex>(&motion);
        drop(folder);
    });
}

#[test]
fn of_hostile_models() {
    let circle = hanging(10_000, |i| ((i + 1) % 10_000) as i32);
    let chain = groups(0, &(1..=10_000).map(|next| vec![next % 10_000]).collect::<Vec<_>>());
    on_a_small_stack(move || [circle, chain].iter().for_each(|bytes| everything_with_a_model(bytes)));
}

#[test]
fn of_poses_and_motions() {
    let mut poses = vec![b"Vocaloid Pose Data file\na.osm;\n1;\nBone0{a\n0,0,0;\n0,0,0,1;\n}\nFoo{\n".to_vec()];
    let pose = |blocks: String| format!("Vocaloid Pose Data file\na.osm;\n1;\n{blocks}").into_bytes();
    for block in
        ["Foo{\n", "Foo{\n}\n", "}\n", "Bone{\n0,0,0\n0,0,0,1\n", "Bone0{a\n0,0,0;\n0,0,0,1;\n}\n", "{", "9", "\r"]
    {
        poses.push(pose(block.repeat(10_000)));
        poses.push(pose(["Bone0{a\n", &block.repeat(10_000)].concat()));
    }
    let mut motions = vec![vmd::whole().bytes, vmd::empty().bytes];
    let mut keys = vmd::Build::new(b"m");
    keys.section("bones", 10_000, |m, i| {
        m.bone(b"a", (i as u32).wrapping_mul(0x9e37_79b9), [0.0; 3], [0.0, 0.0, 0.0, 1.0], vmd::linear());
    });
    keys.empty(&vmd::SECTIONS[1..]);
    motions.push(keys.bytes);
    if let Some(corpus) = folders::corpus() {
        poses.extend(corpus.short("vpd", 32 * 1024).into_iter().map(|(_, bytes)| bytes));
        motions.extend(corpus.short("vmd", 32 * 1024).into_iter().map(|(_, bytes)| bytes));
    }
    println!("{} poses, {} motions", poses.len(), motions.len());
    on_a_small_stack(move || {
        for mode in MODES.map(ScanOptions::from) {
            for bytes in &poses {
                let Ok(index) = VpdIndex::scan_with(bytes, &mode) else { continue };
                let pose = index.view(bytes);
                assert_eq!(pose.to_bytes(), *bytes);
                let same = pose.edit().bones(|_, bone| bone).morphs(|_, morph| morph).to_bytes();
                assert_eq!(same.expect("what was read can be written"), *bytes);
                pose.check().for_each(drop);
                pose.to_motion(&ConvertOptions::new()).0.to_bytes().expect("a pose fits a motion");
                // Names in bytes of no encoding, or numbers of too many digits, may stand in its way.
                let _ = pose.to_pose().to_bytes(Flavour::Text, Encoding::Cp932);
            }
            for bytes in &motions {
                let Ok(index) = VmdIndex::scan_with(bytes, &mode) else { continue };
                let motion = index.view(bytes);
                assert_eq!(motion.to_bytes(), *bytes);
                motion.check().for_each(drop);
                motion.bone_tracks().iter().for_each(|track| _ = track.sample(1.5));
                let _ =
                    motion.poses(&ConvertOptions::new()).at(1.5, "a.osm").0.to_bytes(Flavour::Text, Encoding::Cp932);
                motion.to_motion().to_bytes().expect("what was read can be written");
            }
        }
    });
}
