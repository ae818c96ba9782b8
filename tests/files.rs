//! Files on disk: which way each is opened, and what happens when one is changed or cut off while it is open. What is no
//! file, or cannot be read: `attacks/files.rs`.
#![cfg(feature = "mmap")]
mod common;
use common::disk::{Folder, both, map};
use common::model::{build, model};
use mmdmap::{Backing, Mode, PmxFile, ScanOptions};
use std::fs;
use std::path::Path;

#[test]
fn a_plain_file_is_read_by_open_and_mapped_by_map() {
    let folder = Folder::new("plain");
    let file = model();
    let path = folder.file("モデル 1.pmx", &file.bytes);
    let [read, mapped] = both(&path).map(|opened| opened.expect("a whole file"));
    assert_eq!((read.backing(), mapped.backing()), (Backing::Read, Backing::Mapped));
    for opened in [&read, &mapped] {
        assert_eq!(opened.bytes(), file.bytes);
        assert_eq!(opened.model().bones().len(), file.part("bones").records.len());
        assert_eq!(opened.index().file_len(), file.bytes.len());
        assert!(!opened.is_stale());
        assert!(format!("{opened:?}").contains("モデル𠮷"));
    }
    let taken = PmxFile::from_bytes(file.bytes.clone()).expect("a whole file");
    assert_eq!((taken.backing(), taken.bytes()), (Backing::Memory, &*file.bytes));
    assert!(!taken.is_stale());
}

#[test]
fn a_file_can_be_sent_to_another_thread() {
    fn anywhere<T: Send + Sync + 'static>(_: &T) {}
    let folder = Folder::new("thread");
    let mapped = map(&folder.file("a.pmx", &model().bytes)).expect("a whole file");
    anywhere(&mapped);
    let bones = std::thread::spawn(move || mapped.model().bones().len()).join().expect("no panic");
    assert_eq!(bones, 14);
}

#[test]
fn options_hold_for_every_way_in() {
    let folder = Folder::new("options");
    let mut bytes = model().bytes;
    bytes.push(0);
    let path = folder.file("trailing.pmx", &bytes);
    let strict = ScanOptions::from(Mode::Strict);
    assert!(PmxFile::open_with(&path, &strict).is_err());
    // SAFETY: nobody changes the file.
    assert!(unsafe { PmxFile::map_with(&path, &strict) }.is_err());
    assert!(PmxFile::from_bytes_with(bytes.clone(), &strict).is_err());
    for opened in both(&path) {
        let opened = opened.expect("lenient unless said otherwise");
        assert_eq!((opened.index().repairs().total(), opened.model().trailing()), (1, &[0][..]));
    }
}

#[test]
fn a_file_longer_than_the_limit_is_refused_before_it_is_read() {
    let folder = Folder::new("limit");
    let file = model();
    let path = folder.file("a.pmx", &file.bytes);
    let len = file.bytes.len() as u64;
    for (limit, fits) in [(len, true), (len + 1, true), (u64::MAX, true), (len - 1, false), (0, false)] {
        let options = ScanOptions::new().max_file_len(limit);
        let read = PmxFile::open_with(&path, &options);
        // SAFETY: nobody changes the file.
        let mapped = unsafe { PmxFile::map_with(&path, &options) };
        for opened in [read, mapped] {
            assert_eq!(opened.is_ok(), fits, "{limit}");
            if let Err(e) = opened {
                assert!(e.to_string().ends_with(&format!("{len} bytes, more than the limit of {limit}")), "{e}");
            }
        }
    }
    // A hole of a terabyte: where it would be read, it would be seen.
    let sparse = folder.file("sparse.pmx", b"PMX ");
    let made = fs::File::options().write(true).open(&sparse).and_then(|file| file.set_len(1 << 40));
    if made.is_ok() {
        let e = PmxFile::open_with(&sparse, &ScanOptions::new().max_file_len(1 << 30)).expect_err("too long");
        assert!(e.to_string().contains("more than the limit"), "{e}");
    }
}

/// While a large model is scanned the system is told not to read ahead where the scan leaps. Whoever uploads its faces
/// afterwards wants just that.
#[cfg(target_os = "linux")]
#[test]
fn behind_a_scan_a_map_is_read_ahead_of_again() {
    const FACES: u32 = 9_000_000;
    let file = model();
    let mut bytes = file.up_to(file.start("faces"));
    bytes.extend(FACES.to_le_bytes());
    // Zeros all the way, which take no room on disk: indices of two bytes, and eight empty sections.
    let len = bytes.len() as u64 + u64::from(FACES) * 2 + 8 * 4;
    let folder = Folder::new("ahead");
    let path = folder.file("faces.pmx", &bytes);
    fs::File::options().write(true).open(&path).and_then(|disk| disk.set_len(len)).expect("room for nothing");

    let mapped = map(&path).expect("a model of faces");
    assert_eq!((mapped.backing(), mapped.model().faces().len()), (Backing::Mapped, FACES as usize));
    let maps = fs::read_to_string("/proc/self/smaps").expect("what is mapped");
    let flags: Vec<&str> = maps
        .split("VmFlags:")
        .zip(maps.split("VmFlags:").skip(1))
        .filter(|(of, _)| of.contains("faces.pmx"))
        .map(|(_, flags)| flags.lines().next().unwrap_or_default())
        .collect();
    assert!(!flags.is_empty(), "the map is not listed");
    for flags in flags {
        assert!(!flags.split(' ').any(|flag| ["rr", "sr"].contains(&flag)), "{flags}");
    }
}

/// What a mapped file shows after another has written into it: other values or fewer records, no fault. (The length
/// stays: shortened, it would kill the process.)
#[cfg(unix)]
#[test]
fn a_mapped_file_written_over_shows_other_values() {
    use std::os::unix::fs::FileExt;
    let folder = Folder::new("over");
    let file = model();
    let path = folder.file("a.pmx", &file.bytes);
    let mapped = map(&path).expect("a whole file");
    let writer = fs::File::options().write(true).open(&path).expect("our own file");
    writer.write_all_at(&[0xff; 64], file.start("bones") as u64 + 4).expect("written");
    let names: Vec<_> = mapped.model().bones().iter().map(|bone| bone.name.local.decode().into_owned()).collect();
    assert!(names.len() < file.part("bones").records.len());
    assert!(mapped.model().bones().get(0).is_none());
    assert_eq!(mapped.model().vertices().iter().count(), 70);
    let _ = mapped.model().write_to(std::io::sink());
}

/// A memory file that its maker has sealed: nobody can write to it or shorten it, the kernel sees to that.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(miri)))]
mod sealed {
    use super::{Backing, PmxFile, model};
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::{AsRawFd, FromRawFd};

    const MEMFD_CREATE: usize = 319;
    const FCNTL: usize = 72;
    const ALLOW_SEALING: usize = 2;
    const ADD_SEALS: usize = 1033;
    const SHRINK: usize = 2;
    const WRITE: usize = 8;

    /// The standard library has neither call, and a crate for two is not worth it.
    fn call(number: usize, a: usize, b: usize, c: usize) -> isize {
        let result;
        // SAFETY: the kernel's calling convention; the two calls above take numbers, and the address of a C string that
        // lives throughout.
        unsafe {
            core::arch::asm!(
                "syscall",
                inlateout("rax") number as isize => result,
                in("rdi") a, in("rsi") b, in("rdx") c,
                lateout("rcx") _, lateout("r11") _,
                options(nostack),
            );
        }
        result
    }

    fn memory_file(bytes: &[u8], seals: usize) -> Option<File> {
        let fd = call(MEMFD_CREATE, c"model".as_ptr() as usize, ALLOW_SEALING, 0);
        let fd = i32::try_from(fd).ok().filter(|fd| *fd >= 0)?;
        // SAFETY: the kernel has just made it for us.
        let mut file = unsafe { File::from_raw_fd(fd) };
        file.write_all(bytes).ok()?;
        (seals == 0 || call(FCNTL, fd as usize, ADD_SEALS, seals) == 0).then_some(file)
    }

    #[test]
    fn what_the_kernel_proves_immutable_is_mapped_by_open_too() {
        let bytes = model().bytes;
        for (seals, backing) in
            [(SHRINK | WRITE, Backing::Mapped), (SHRINK, Backing::Read), (WRITE, Backing::Read), (0, Backing::Read)]
        {
            let Some(file) = memory_file(&bytes, seals) else { return println!("skipped: no memory files here") };
            let path = format!("/proc/self/fd/{}", file.as_raw_fd());
            let opened = PmxFile::open(&path).expect("a whole file");
            assert_eq!((opened.backing(), opened.bytes()), (backing, &*bytes));
            assert!(!opened.is_stale());
            drop(file); // the map holds it
            assert_eq!(opened.model().vertices().iter().count(), 70);
        }
    }
}

// A file cut off under us.

#[cfg(unix)]
const CHILD: &str = "MMDMAP_TEST_CHILD";

/// Runs the test of this name again, in a process of its own that may die.
#[cfg(unix)]
fn child(test: &str, path: &Path) -> std::process::ExitStatus {
    let mut command = std::process::Command::new(std::env::current_exe().expect("this test"));
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, path);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command.status().expect("a process")
}

/// Cuts the file off after it has been opened, then looks at all of it.
#[cfg(unix)]
fn touch_what_is_gone(file: &PmxFile, path: &Path) {
    fs::File::options().write(true).open(path).and_then(|file| file.set_len(0)).expect("our own file");
    let sum: u64 = file.bytes().iter().map(|&byte| u64::from(byte)).sum();
    assert!(sum > 0);
    assert_eq!(file.model().vertices().iter().count(), 5000);
    assert!(file.is_stale());
}

/// The promise that `map` asks for, broken: the system kills the process. No library can help that.
#[cfg(target_os = "linux")]
#[test]
fn touching_a_mapped_file_that_was_cut_off_kills_the_process() {
    use std::os::unix::process::ExitStatusExt;
    if let Some(path) = std::env::var_os(CHILD) {
        let path = Path::new(&path);
        let file = map(path).expect("a whole file");
        assert_eq!(file.backing(), Backing::Mapped);
        return touch_what_is_gone(&file, path);
    }
    let folder = Folder::new("sigbus");
    let path = folder.file("a.pmx", &build(common::build::Shape::USUAL, 5000).bytes);
    let status = child("touching_a_mapped_file_that_was_cut_off_kills_the_process", &path);
    const SIGBUS: i32 = 7;
    assert_eq!(status.signal(), Some(SIGBUS), "{status}");
}

/// The promise that `open` makes, kept.
#[cfg(unix)]
#[test]
fn touching_an_opened_file_that_was_cut_off_shows_what_it_was() {
    if let Some(path) = std::env::var_os(CHILD) {
        let path = Path::new(&path);
        return touch_what_is_gone(&PmxFile::open(path).expect("a whole file"), path);
    }
    let folder = Folder::new("no-sigbus");
    let path = folder.file("a.pmx", &build(common::build::Shape::USUAL, 5000).bytes);
    let status = child("touching_an_opened_file_that_was_cut_off_shows_what_it_was", &path);
    assert!(status.success(), "{status}");
    assert_eq!(path.metadata().map(|meta| meta.len()).expect("cut off by the child"), 0);
}
