//! Saving: a new file takes the old one's place, or the old one stays as it was and nothing is left behind.
mod common;

use common::{model, verdict};
use mmdmap::pmx::{Composer, Info, Parts, Version};
use mmdmap::{Globals, Name, PmxFile, Text, WriteError};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own, gone when dropped.
struct Folder(PathBuf);
impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mmdmap-save-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(&self.0).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn put_model(path: &Path) -> Vec<u8> {
    let bytes = model::model().bytes;
    fs::write(path, &bytes).unwrap();
    bytes
}

#[cfg(feature = "mmap")]
#[test]
fn a_mapped_file_is_saved_over_and_its_views_stay_as_they_were() {
    let folder = Folder::new("mapped");
    let path = folder.0.join("model.pmx");
    let bytes = put_model(&path);
    // SAFETY: nobody writes to the file: saving puts another one in its place.
    let file = unsafe { PmxFile::map(&path).unwrap() };
    let before = file.model().textures().get(0).unwrap().decode().into_owned();
    let mut edit = file.model().edit();
    edit.textures(|_, _| Text::new("renamed.png"));
    edit.save(&path).unwrap();
    // The map still shows the old file, the path leads to the new one.
    assert_eq!(file.bytes(), bytes);
    assert_eq!(file.model().textures().get(0).unwrap(), before.as_str());
    assert!(file.is_stale());
    let saved = PmxFile::open(&path).unwrap();
    assert!(saved.model().textures().iter().all(|path| path == "renamed.png"));
    assert_eq!(folder.names(), ["model.pmx"]);
}

#[test]
fn a_model_is_saved_where_there_was_none() {
    let folder = Folder::new("new");
    let bytes = model::model().bytes;
    let index = verdict::opens(&bytes);
    index.view(&bytes).save(folder.0.join("new.pmx")).unwrap();
    assert_eq!(fs::read(folder.0.join("new.pmx")).unwrap(), bytes);
    assert_eq!(folder.names(), ["new.pmx"]);
}

#[test]
fn a_failure_in_the_middle_leaves_the_old_file_and_no_litter() {
    let folder = Folder::new("failure");
    let path = folder.0.join("model.pmx");
    let bytes = put_model(&path);
    let file = PmxFile::open(&path).unwrap();
    // The last section has a record that does not fit: everything before it has been written by then.
    let mut edit = file.model().edit();
    edit.soft_bodies(|_, body| mmdmap::pmx::SoftBody { material: mmdmap::MaterialIndex::new(1_000_000), ..body });
    assert!(matches!(edit.save(&path), Err(WriteError::Misfit { section: "soft-bodies", .. })));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(folder.names(), ["model.pmx"]);
}

#[test]
fn what_is_refused_when_looked_at_takes_nobodys_place() {
    let folder = Folder::new("checked");
    let path = folder.0.join("model.pmx");
    let bytes = put_model(&path);
    let broken = [&bytes[..], b"trailing"].concat();
    let file = PmxFile::from_bytes(broken.clone()).unwrap();
    let strict = |new: &Path| Ok(PmxFile::open_with(new, &mmdmap::Mode::Strict.into()).map(drop)?);
    let refused = file.model().edit().save_checked(&path, strict).unwrap_err();
    assert!(matches!(refused, WriteError::Refused(_)));
    let said = refused.to_string();
    assert!(
        said.starts_with("what was written was refused: ") && said.ends_with("8 bytes after the last section"),
        "{said}"
    );
    assert!(std::error::Error::source(&refused).is_some());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(folder.names(), ["model.pmx"]);
    // What is shown is the whole new file, while the old one is still in its place.
    let mut seen = Vec::new();
    file.model()
        .edit()
        .save_checked(&path, |new| {
            seen = fs::read(new)?;
            assert_eq!(fs::read(&path)?, bytes);
            Ok(())
        })
        .unwrap();
    assert_eq!((&seen, fs::read(&path).unwrap()), (&broken, broken.clone()));
    file.model().edit().mend().save_checked(&path, strict).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(folder.names(), ["model.pmx"]);
}

#[test]
fn only_a_file_gives_way_to_a_file() {
    let folder = Folder::new("special");
    let bytes = model::model().bytes;
    let index = verdict::opens(&bytes);
    let (sub, pipe) = (folder.0.join("sub"), folder.0.join("pipe"));
    fs::create_dir(&sub).unwrap();
    let refused = index.view(&bytes).save(&sub).unwrap_err();
    assert_eq!(refused.to_string(), "no regular file, and so not replaced by one");
    if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        assert!(index.view(&bytes).save(&pipe).is_err());
        assert!(!pipe.is_file() && pipe.exists());
        fs::remove_file(&pipe).unwrap();
    }
    assert_eq!(folder.names(), ["sub"]);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = Folder::new("nowhere");
    let bytes = model::model().bytes;
    let index = verdict::opens(&bytes);
    assert!(matches!(index.view(&bytes).save(folder.0.join("no/such/model.pmx")), Err(WriteError::Io(_))));
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    #[test]
    fn permissions_stay_and_a_link_stays_a_link() {
        let folder = Folder::new("permissions");
        let (path, link) = (folder.0.join("model.pmx"), folder.0.join("link.pmx"));
        let bytes = put_model(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("model.pmx", &link).unwrap();
        let file = PmxFile::open(&link).unwrap();
        file.model().save(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(folder.names(), ["link.pmx", "model.pmx"]);
    }

    #[test]
    fn a_name_may_be_as_long_as_names_can_be() {
        let folder = Folder::new("long");
        let path = folder.0.join(format!("{}.pmx", "模".repeat(83)));
        let bytes = put_model(&path);
        PmxFile::open(&path).unwrap().model().save(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(folder.names().len(), 1);
    }

    #[test]
    fn a_link_to_nothing_yet_stays_a_link() {
        let folder = Folder::new("dangling");
        let link = folder.0.join("link.pmx");
        symlink("later.pmx", &link).unwrap();
        let bytes = model::model().bytes;
        verdict::opens(&bytes).view(&bytes).save(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
        assert_eq!(fs::read(folder.0.join("later.pmx")).unwrap(), bytes);
    }

    #[test]
    fn a_file_that_others_may_not_read_is_never_readable_to_them() {
        let folder = Folder::new("private");
        let path = folder.0.join("model.pmx");
        put_model(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let file = PmxFile::open(&path).unwrap();
        let seen = std::cell::Cell::new(0);
        file.model()
            .edit()
            .save_checked(&path, |new| {
                seen.set(fs::metadata(new).unwrap().permissions().mode() & 0o777);
                Ok(())
            })
            .unwrap();
        assert_eq!(seen.get(), 0o600);
    }

    /// The folder of the model, where it may not be written to.
    const CHILD: &str = "MMDMAP_TEST_LOCKED";

    /// Nobody keeps root from writing: as root, the test runs itself again as another user.
    #[test]
    fn without_permission_the_old_file_stays_and_there_is_no_litter() {
        if let Some(folder) = std::env::var_os(CHILD) {
            return refused_in(Path::new(&folder));
        }
        let folder = Folder::new("locked");
        let path = folder.0.join("model.pmx");
        let bytes = put_model(&path);
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o555)).unwrap();
        if fs::write(folder.0.join("probe"), b"").is_err() {
            refused_in(&folder.0);
        } else {
            fs::remove_file(folder.0.join("probe")).unwrap();
            let name = "unix::without_permission_the_old_file_stays_and_there_is_no_litter";
            let mut other = Command::new(std::env::current_exe().unwrap());
            other.args([name, "--exact", "--nocapture"]).env(CHILD, &folder.0).uid(65534).gid(65534);
            match other.output() {
                Ok(output) => assert!(
                    output.status.success() && String::from_utf8_lossy(&output.stdout).contains("1 passed"),
                    "{output:?}"
                ),
                Err(error) => println!("no permission: skipped, the test cannot be run by another user: {error}"),
            }
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(folder.names(), ["model.pmx"]);
        fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn refused_in(folder: &Path) {
        let path = folder.join("model.pmx");
        let result = PmxFile::open(&path).unwrap().model().save(&path);
        assert!(
            matches!(&result, Err(WriteError::Io(error)) if error.kind() == std::io::ErrorKind::PermissionDenied),
            "{result:?}"
        );
    }

    /// On a real disk that is full: a small file system in memory, where one may be mounted.
    #[test]
    fn a_full_disk_leaves_the_old_file_and_no_litter() {
        let folder = Folder::new("full");
        let disk = folder.0.join("disk");
        fs::create_dir(&disk).unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=96k", "tmpfs"]).arg(&disk).output();
        if !mount.is_ok_and(|done| done.status.success()) {
            return println!("full disk: skipped, no file system can be mounted here");
        }
        let path = disk.join("model.pmx");
        let bytes = put_model(&path);
        fs::write(disk.join("rest"), vec![1; 40 * 1024]).unwrap();
        let file = PmxFile::open(&path).unwrap();
        // Each name grows: the new file needs more than is left.
        let long = "x".repeat(60_000);
        let mut edit = file.model().edit();
        edit.textures(|_, _| Text::new(&long));
        let result = edit.save(&path);
        let (kept, names) = (fs::read(&path), fs::read_dir(&disk).map(|all| all.count()));
        Command::new("umount").arg(&disk).status().unwrap();
        assert!(matches!(result, Err(WriteError::Io(_))), "{result:?}");
        assert_eq!(kept.unwrap(), bytes);
        assert_eq!(names.unwrap(), 2);
    }
}

/// Made anew, of parts or record by record: what is saved is what is written.
#[test]
fn a_model_of_parts_is_saved_as_it_is_written() {
    let folder = Folder::new("parts");
    let [of_parts, composed] = ["parts.pmx", "composed.pmx"].map(|name| folder.0.join(name));
    let info = Info { name: Name::new("名", "name"), comment: Name::new("", "") };
    let parts = Parts { textures: vec![Text::new("tex/a.png"), Text::new("tex/b.png")], ..Parts::new(info) };
    let mut written = Vec::new();
    parts.write_to(Version::V2_1, Globals::WIDE, &mut written).unwrap();
    parts.save(Version::V2_1, Globals::WIDE, &of_parts).unwrap();
    Composer::save(&composed, Version::V2_1, Globals::WIDE, info, |model| {
        assert_eq!(format!("{model:?}"), "Composer(0 sections written)");
        model.textures(2, |i, put| put(parts.textures[i]))
    })
    .unwrap();
    assert!(fs::read(&of_parts).unwrap() == written && fs::read(&composed).unwrap() == written);
    let saved = PmxFile::open(&of_parts).unwrap();
    assert_eq!((saved.model().info(), saved.model().textures().len()), (info, 2));
    assert_eq!(folder.names(), ["composed.pmx", "parts.pmx"]);
}
