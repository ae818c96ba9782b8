//! Ten thousand opens leave no memory, no open file and no map behind.
use super::common::disk::{Folder, both, map};
use super::common::memory::counted;
use super::common::model::model;
use super::common::vmd;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;
use mmdmap::{FileIndex, IndexedFile};
use std::path::Path;

const ROUNDS: usize = 2_500; // of four opens each

#[test]
fn ten_thousand_opens_leave_no_memory() {
    let folder = Folder::new("memory");
    let whole = folder.file("a.pmx", &model().bytes);
    let broken = folder.file("b.pmx", &model().with_at(8, [7]));
    let ((), counts) = counted(|| {
        for _ in 0..ROUNDS {
            assert!(both(&whole).into_iter().all(|opened| opened.is_ok()));
            assert!(both(&broken).into_iter().all(|opened| opened.is_err()));
        }
    });
    assert!(counts.calls > 4 * ROUNDS, "each open allocates: {counts:?}");
    assert_eq!(counts.live, 0, "{counts:?}");
}

#[test]
fn opens_of_poses_and_motions_leave_no_memory() {
    let folder = Folder::new("memory-others");
    let pose = b"Vocaloid Pose Data file\na.osm;\n1;\nBone0{a\n0,0,0;\n0,0,0,1;\n}\n";
    leave_nothing::<VpdIndex>(&folder.file("a.vpd", pose), &folder.file("b.vpd", &pose[..50]));
    let motion = vmd::whole().bytes;
    leave_nothing::<VmdIndex>(&folder.file("a.vmd", &motion), &folder.file("b.vmd", &motion[..100]));
}

/// A whole file, and one that is refused.
fn leave_nothing<I: FileIndex>(whole: &Path, broken: &Path) {
    let ((), counts) = counted(|| {
        for _ in 0..ROUNDS {
            assert!(IndexedFile::<I>::open(whole).is_ok());
            // SAFETY: nobody changes the files of this test.
            assert!(unsafe { IndexedFile::<I>::map(whole) }.is_ok());
            assert!(IndexedFile::<I>::open(broken).is_err());
        }
    });
    assert!(counts.calls > 0);
    assert_eq!(counts.live, 0, "{counts:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_opens_leave_no_file_open_and_no_map() {
    use std::fs;
    let folder = Folder::new("leak");
    let (whole, broken) = (folder.file("a.pmx", &model().bytes), folder.file("b.pmx", b"PMX nothing"));
    // Other tests of this process open files, too: count only ours.
    let count = || {
        let open =
            fs::read_dir("/proc/self/fd").expect("Linux").filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        let open = open.filter(|path| path.starts_with(folder.path())).count();
        let maps = fs::read_to_string("/proc/self/maps").expect("Linux");
        (open, maps.lines().filter(|line| line.contains(folder.path().to_str().expect("UTF-8"))).count())
    };
    assert_eq!(count(), (0, 0));
    let held = map(&whole).expect("a whole file");
    assert_eq!(count(), (0, 1)); // a map needs no open file
    for _ in 0..ROUNDS {
        assert!(both(&whole).into_iter().all(|opened| opened.is_ok()));
        assert!(both(&broken).into_iter().all(|opened| opened.is_err()));
    }
    assert_eq!(count(), (0, 1));
    drop(held);
    assert_eq!(count(), (0, 0));
}
