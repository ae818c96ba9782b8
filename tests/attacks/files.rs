//! 125 to 128: files on disk. The one cut off while it is mapped: `files.rs`.
use super::common::SECTIONS;
use super::common::build::{Builder, Shape};
use super::common::disk::{Folder, both, map};
use super::common::model::{self, model};
use mmdmap::{Backing, FileBytes, OpenError, PmxFile, ScanOptions};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// A hole of five billion zeros as corners, then a bone: nothing of the hole is touched. (On 32 bits: too large.)
#[cfg(target_os = "linux")]
#[test]
fn a125_a_file_of_more_than_four_gib() {
    use std::os::unix::fs::FileExt;
    const CORNERS: u32 = 1_250_000_000;
    let mut b = Builder::new(Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4; 6] });
    model::info(&mut b);
    for section in &SECTIONS[..9] {
        b.section(section, usize::from(*section == "bones"));
        if *section == "bones" {
            super::sound::plain(&mut b, "far", -1);
        }
    }
    let file = b.end();
    let start = file.with("faces", CORNERS.to_le_bytes());
    let (front, back) = start.split_at(file.end("faces"));
    let folder = Folder::new("four-gib");
    let path = folder.file("large.pmx", front);
    let far = front.len() as u64 + 4 * u64::from(CORNERS);
    let large = fs::File::options().write(true).open(&path).expect("our own file");
    if large.set_len(far + back.len() as u64).and_then(|()| large.write_all_at(back, far)).is_err() {
        return println!("SKIPPED: no file of five gigabytes here");
    }
    let opened = map(&path);
    if usize::BITS < 64 {
        let e = opened.expect_err("more than a slice can hold");
        return assert!(e.to_string().contains("more than the limit"), "{e}");
    }
    let opened = opened.expect("a large file");
    assert!(opened.bytes().len() as u64 > 1 << 32);
    let model = opened.model();
    assert_eq!((model.faces().len(), model.bones().len()), (CORNERS as usize, 1));
    assert!(model.bones().offset(0).is_some_and(|at| at as u64 > far));
    assert_eq!(model.bones().position("far"), Some(0));
    assert_eq!(model.faces().get(CORNERS as usize - 1).map(|corner| corner.raw()), Some(0));
}

#[test]
fn a126_a_file_that_changed_on_disk_is_stale() {
    let folder = Folder::new("stale");
    let bytes = model().bytes;
    let path = folder.file("a.pmx", &bytes);
    let opened = PmxFile::open(&path).expect("a whole file");
    assert!(!opened.is_stale());
    // As long as before, but changed later.
    let modified = path.metadata().and_then(|meta| meta.modified()).expect("a time");
    let file = fs::File::options().write(true).open(&path).expect("our own file");
    file.set_modified(modified + std::time::Duration::from_secs(2)).expect("a time");
    assert!(opened.is_stale());
    file.set_modified(modified).expect("a time");
    assert!(!opened.is_stale());
    // Longer.
    file.set_len(bytes.len() as u64 + 1).expect("a longer file");
    file.set_modified(modified).expect("a time");
    assert!(opened.is_stale());
    fs::remove_file(&path).expect("our own file");
    assert!(opened.is_stale());
    // What was read is still there.
    assert_eq!(opened.bytes(), bytes);
}

/// Another process writes it anew again and again: each time it is whole, or an error says what is wrong with it.
#[test]
fn a126_a_file_that_grows_and_shrinks_while_it_is_opened() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let folder = Folder::new("shrinks");
    let bytes = model().bytes;
    let path = folder.file("a.pmx", &bytes);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let file = fs::File::options().write(true).open(&path).expect("our own file");
                file.set_len(bytes.len() as u64 / 2).expect("shorter");
                fs::write(&path, &bytes).expect("written");
            }
        });
        let (mut whole, mut refused) = (0, 0);
        for _ in 0..2_000 {
            match PmxFile::open(&path) {
                // What was read stays what it was, and whole, whatever becomes of the file.
                Ok(opened) if opened.bytes() == bytes => {
                    assert_eq!(opened.model().vertices().iter().count(), 70);
                    whole += 1;
                }
                // It may end where the soft bodies would begin.
                Ok(opened) => assert!(bytes.starts_with(opened.bytes()) && !opened.index().repairs().is_empty()),
                Err(e) => {
                    let e = e.format().expect("it can always be read");
                    assert!(e.offset() <= bytes.len() as u64, "{e}");
                    refused += 1;
                }
            }
        }
        done.store(true, Ordering::Relaxed);
        println!("{whole} whole, {refused} refused");
    });
    // Nobody writes to it any more.
    assert_eq!(PmxFile::open(&path).expect("a whole file").bytes(), bytes);
}

#[test]
fn a127_an_empty_file() {
    let folder = Folder::new("empty");
    for opened in both(&folder.file("empty.pmx", b"")) {
        let e = opened.expect_err("nothing there");
        assert_eq!(e.format().map(|e| e.kind()), Some(mmdmap::ErrorKind::EmptyFile));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a127_devices_pipes_and_sockets() {
    let folder = Folder::new("special");
    let pipe = folder.at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success());
    if !made {
        println!("skipped: no mkfifo");
    }
    let socket = folder.at("socket");
    let listening = std::os::unix::net::UnixListener::bind(&socket);
    for (path, there) in [
        ("/dev/null", true),
        ("/dev/zero", true),
        ("/dev/full", true),
        ("/dev/urandom", true),
        (pipe.to_str().expect("UTF-8"), made), // nobody writes: opening it would wait for ever
        (socket.to_str().expect("UTF-8"), listening.is_ok()),
    ] {
        for opened in both(Path::new(path)).into_iter().take(if there { 2 } else { 0 }) {
            let e = opened.expect_err("no file");
            assert!(e.to_string().ends_with("a device, pipe or socket, not a file"), "{e}");
        }
    }
    // Through a link it is the same thing.
    let link = folder.at("link.pmx");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
    assert!(both(&link).into_iter().all(|opened| opened.is_err()));
    // And a link to a file is the file.
    let real = folder.file("real.pmx", &model().bytes);
    let link = folder.at("another.pmx");
    std::os::unix::fs::symlink(real, &link).expect("a link");
    assert!(both(&link).into_iter().all(|opened| opened.is_ok()));
}

/// They are files, and say that they are empty: mapped, they would be.
#[cfg(target_os = "linux")]
#[test]
fn a127_files_of_the_kernel_are_longer_than_they_say() {
    for path in ["/proc/self/status", "/proc/cpuinfo", "/proc/self/maps"] {
        for opened in both(Path::new(path)) {
            let e = opened.expect_err("no model");
            let kind = e.format().expect("it was read").kind();
            assert_eq!(kind, mmdmap::ErrorKind::NotPmx(None), "{e}");
        }
    }
    // This one says that it has a page, holds less, and cannot be mapped.
    let sys = Path::new("/sys/devices/system/cpu/online");
    let [read, mapped] = [FileBytes::open(sys, 10_000), map_bytes(sys)].map(|bytes| bytes.expect("Linux"));
    assert_eq!((read.backing(), mapped.backing()), (Backing::Read, Backing::Read));
    assert!(*read == *mapped && read.starts_with(b"0") && read.ends_with(b"\n"), "{read:?}, {mapped:?}");
    for opened in both(sys) {
        let e = opened.expect_err("no model");
        assert!(e.format().is_some_and(|e| e.place().section() == "header"), "{e}");
    }
    let limited = ScanOptions::new().max_file_len(10);
    let e = PmxFile::open_with("/proc/self/status", &limited).expect_err("longer than it says");
    assert!(e.to_string().contains("more than the limit of 10"), "{e}");
}

#[cfg(target_os = "linux")]
fn map_bytes(path: &Path) -> Result<FileBytes, OpenError> {
    // SAFETY: the kernel answers each read anew; nothing of it stays mapped.
    unsafe { FileBytes::map(path, 10_000) }
}

#[test]
fn a127_a_folder() {
    let folder = Folder::new("folder");
    for opened in both(folder.path()) {
        let e = opened.expect_err("a folder");
        assert_eq!((e.path(), e.to_string().ends_with("a folder, not a file")), (folder.path(), true));
    }
}

#[test]
fn a128_what_is_not_there() {
    let folder = Folder::new("none");
    let none = folder.at("none.pmx");
    for opened in both(&none) {
        let e = opened.expect_err("nothing");
        assert_eq!((e.path(), e.io().map(std::io::Error::kind)), (&*none, Some(ErrorKind::NotFound)));
    }
}

#[cfg(unix)]
#[test]
fn a128_links_to_nothing_and_to_themselves() {
    let folder = Folder::new("links");
    let (dangling, circle) = (folder.at("dangling.pmx"), folder.at("circle.pmx"));
    std::os::unix::fs::symlink("nothing", &dangling).expect("a link");
    std::os::unix::fs::symlink("circle.pmx", &circle).expect("a link");
    for opened in both(&dangling) {
        let e = opened.expect_err("a link to nothing");
        assert_eq!((e.path(), e.io().map(std::io::Error::kind)), (&*dangling, Some(ErrorKind::NotFound)));
    }
    for opened in both(&circle) {
        let e = opened.expect_err("a link to itself");
        assert_eq!((e.path(), e.io().is_some()), (&*circle, true));
    }
}

/// A file that even the administrator cannot read: the memory of this process, which has nothing at address 0.
#[cfg(target_os = "linux")]
#[test]
fn a128_what_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;
    for opened in both(Path::new("/proc/self/mem")) {
        let e = opened.expect_err("no such memory");
        assert_eq!((e.path(), e.io().is_some(), e.format().is_none()), (Path::new("/proc/self/mem"), true, true));
    }
    let folder = Folder::new("unreadable");
    let path = folder.file("a.pmx", &model().bytes);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).expect("our own file");
    if fs::File::open(&path).is_ok() {
        return println!("SKIPPED: whoever runs this may read everything");
    }
    for opened in both(&path) {
        let e = opened.expect_err("not for us");
        assert_eq!((e.path(), e.io().map(std::io::Error::kind)), (&*path, Some(ErrorKind::PermissionDenied)));
    }
}

/// A name like any other to the library. (To the command line it is standard input: `cli.rs`.)
#[test]
fn a128_a_dash() {
    for opened in both(Path::new("-")) {
        assert_eq!(opened.expect_err("no such file").io().map(std::io::Error::kind), Some(ErrorKind::NotFound));
    }
}
