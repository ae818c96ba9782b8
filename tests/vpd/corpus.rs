//! Every real pose, against an independent reader.
//!
//! Runs where `MMDMAP_CORPUS` names a folder of `files/` and `oracle/`, or where one lies beside the project.
use super::folders::{Real, corpus};
use super::text::*;
use mmdmap::vpd::{CANONICAL, Flavour, Vpd};
use mmdmap::{Encoding, Mode, VpdFile};
use sha2::{Digest, Sha256};

fn digest(pose: Vpd<'_>, of: &str) -> String {
    let mut hash = Sha256::new();
    pose.canonical_dump(of, &mut |piece| hash.update(piece));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn real_poses_agree_with_the_oracle() {
    let Some(corpus) = corpus() else { return };
    let (mut opened, mut refused, mut digests, mut wrong) = (0, 0, 0, Vec::new());
    for real in corpus.files("vpd") {
        if real.oracle["ok"] != true {
            refused += 1;
            for mode in MODES {
                let e = scan(&real.bytes, mode).map(|_| ()).expect_err("the oracle refuses it");
                assert_eq!(Some(e.offset()), real.oracle["error"]["offset"].as_u64(), "{}: {e}", real.name);
            }
            continue;
        }
        opened += 1;
        let against = against(&real, &mut digests);
        wrong.extend(against.into_iter().map(|what| format!("{}: {what}", real.name)));
    }
    println!("{opened} poses open, {refused} refused; {digests} digests");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(opened > 0 && digests == opened * CANONICAL.len());
}

fn against(real: &Real, digests: &mut usize) -> Vec<String> {
    let mut against = Vec::new();
    let index = match scan(&real.bytes, Mode::Strict) {
        Ok(index) => index,
        Err(e) => return vec![format!("strict refuses it: {e}")],
    };
    let pose = index.view(&real.bytes);
    let oracle = &real.oracle;
    let header = &oracle["header"];
    if header["parent_file"] != *pose.model_name().decode()
        || header["declared_bones"] != pose.declared_bones().unwrap()
    {
        against.push(format!("{:?} and {:?}, not {header}", pose.model_name(), pose.declared_bones()));
    }
    let counts = (pose.bones().len(), pose.morphs().len());
    if oracle["counts"]["bones"] != counts.0 || oracle["counts"]["morphs"] != counts.1 {
        against.push(format!("{counts:?}, not {}", oracle["counts"]));
    }
    if oracle["names"]["bones"] != serde_json::json!(names(pose)) {
        against.push("other names".into());
    }
    if (oracle["encoding"] == "shift_jis") != (pose.encoding() == Encoding::Cp932) {
        against.push(format!("{:?}, not {}", pose.encoding(), oracle["encoding"]));
    }
    let hashes = oracle["hashes"].as_object().expect("hashes");
    for of in CANONICAL {
        if hashes[of] != digest(pose, of) {
            against.push(format!("digest of {of} differs"));
        }
        *digests += 1;
    }
    if hashes.len() != CANONICAL.len() || pose.flavour() != Flavour::Text {
        against.push("the oracle has digests that are not ours".into());
    }
    against
}

#[test]
fn real_poses_go_back_byte_for_byte_in_every_mode() {
    let Some(corpus) = corpus() else { return };
    let mut opened = 0;
    for real in corpus.files("vpd") {
        for mode in MODES {
            let Ok(file) = VpdFile::open_with(&real.path, &mode.into()) else { continue };
            opened += 1;
            let mut bytes = Vec::new();
            file.pose().write_to(&mut bytes).unwrap();
            assert!(bytes == real.bytes, "{}: {mode:?}: comes back with other bytes", real.name);
            open(&real.bytes, mode);
        }
    }
    println!("{opened} openings, 0 bytes differ");
    assert!(opened > 0);
}

/// Those that MikuMikuDance's own layout can say come back to the bit; the others to the printed digit.
#[test]
fn real_poses_written_anew_read_back_as_printed() {
    let Some(corpus) = corpus() else { return };
    let (mut poses, mut exact) = (0, 0);
    for real in corpus.files("vpd") {
        let Ok(index) = scan(&real.bytes, Mode::Lenient) else { continue };
        let old = index.view(&real.bytes).to_pose();
        for encoding in [Encoding::Cp932, Encoding::Utf8] {
            let bytes = old.to_bytes(Flavour::Text, encoding).unwrap();
            let index = open(&bytes, Mode::Strict);
            let new = index.view(&bytes).to_pose();
            assert_eq!(new.model_name, old.model_name);
            for (new, old) in new.bones.iter().zip(&old.bones) {
                assert_eq!(new.name, old.name);
                let numbers = |bone: &mmdmap::vpd::Bone<'_>| [&bone.translation[..], &bone.rotation].concat();
                for (new, old) in numbers(new).into_iter().zip(numbers(old)) {
                    assert!((new - old).abs() <= 5e-7, "{}: {old} became {new}", real.name);
                }
            }
            let same = |a: &mmdmap::vpd::Pose<'_>, b: &mmdmap::vpd::Pose<'_>| {
                a.bones.iter().zip(&b.bones).all(|(a, b)| a.translation == b.translation && a.rotation == b.rotation)
            };
            poses += 1;
            exact += usize::from(same(&new, &old));
        }
    }
    println!("{poses} poses written anew, {exact} of them equal to the bit");
    assert!(poses > 0 && exact > 0);
}
