//! Changed files: what is changed is other, and nothing else.
use super::text::*;
use mmdmap::vpd::{Bone, Flavour, Morph, Pose, PoseName, Vpd};
use mmdmap::{Encoding, Misfit, Mode, WriteError};

/// A file with all that must stay.
fn odd() -> Vec<u8> {
    let text = "[Vocaloid Pose Data file\nmiku.osm \t;// ボ\n2;\n// ソ\nBone7{センター \n 1.0 ,\t-2e0,3;// {\n\n0,0,0,1\n\
        }\rstray\nMorph3{笑い\n.5;\n}\nbone{右腕\r\n0,0,0;\n1,2,3,4;\n}\n\n\0\x1a";
    sjis(text)
}

fn changed(bytes: &[u8], edit: impl for<'a> FnOnce(&mut mmdmap::vpd::PoseEdit<'a>)) -> Vec<u8> {
    let index = open(bytes, Mode::Lenient);
    let mut editing = index.view(bytes).edit();
    edit(&mut editing);
    editing.to_bytes().unwrap()
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let from = sjis(from);
    let at = bytes.windows(from.len()).position(|window| window == from).expect("what is to be replaced");
    [&bytes[..at], &sjis(to), &bytes[at + from.len()..]].concat()
}

#[test]
fn changing_one_number_changes_only_that() {
    let bytes = odd();
    let after = changed(&bytes, |edit| {
        edit.bones(|i, bone| {
            let [x, _, z] = bone.translation;
            if i == 0 { Bone { translation: [x, 7.5, z], ..bone } } else { bone }
        });
    });
    assert_eq!(after, replaced(&bytes, "-2e0", "7.500000"));
    let after = changed(&bytes, |edit| {
        edit.morphs(|_, morph| Morph { weight: 1.0, ..morph });
    });
    assert_eq!(after, replaced(&bytes, ".5;", "1.000000;"));
    let after = changed(&bytes, |edit| {
        edit.bones(|_, bone| Bone { rotation: bone.rotation.map(|x| x * 2.0), ..bone });
    });
    let want =
        replaced(&replaced(&bytes, "0,0,0,1\n", "0,0,0,2.000000\n"), "1,2,3,4", "2.000000,4.000000,6.000000,8.000000");
    assert_eq!(after, want);
}

#[test]
fn names_and_the_model_can_be_changed_in_the_encoding_of_the_file() {
    let bytes = odd();
    let after = changed(&bytes, |edit| {
        edit.model_name("初音.osm");
        edit.bones(|i, bone| if i == 1 { Bone { name: PoseName::new("左腕"), label: None, ..bone } } else { bone });
    });
    assert_eq!(after, replaced(&replaced(&bytes, "miku.osm", "初音.osm"), "{右腕", "{左腕"));
    let index = open(&bytes, Mode::Lenient);
    let no = index.view(&bytes).edit().bones(|_, bone| Bone { name: PoseName::new("🦴"), ..bone }).to_bytes();
    assert!(matches!(no, Err(WriteError::Misfit { section: "bones", record: Some(0), .. })));
}

#[test]
fn a_models_name_that_would_end_before_a_comment_is_refused_where_no_semicolon_ends_it() {
    for (line, fits) in [
        ("miku.osm;", true),
        ("miku.osm \t; // x", true),
        ("miku.osm", false),
        ("miku.osm // x;", true),
        ("miku.osm // x", false),
    ] {
        let bytes = sjis(&format!("Vocaloid Pose Data file\n{line}\n0;\n"));
        let index = open(&bytes, Mode::Lenient);
        let name = |name: &'static str| index.view(&bytes).edit().model_name(name).to_bytes();
        let after = name("a.osm").unwrap();
        assert_eq!(open(&after, Mode::Lenient).view(&after).model_name(), "a.osm", "{line}");
        match name("a//b") {
            Ok(after) => {
                assert!(fits, "{line}");
                assert_eq!(open(&after, Mode::Lenient).view(&after).model_name(), "a//b", "{line}");
            }
            Err(WriteError::Misfit { section: "header", record: None, what: Misfit::ModelName }) => {
                assert!(!fits, "{line}")
            }
            Err(e) => panic!("{line}: {e}"),
        }
    }
}

#[test]
fn a_hybrid_is_changed_in_place() {
    let mut pose = Pose::new("a.osm");
    pose.bones.push(Bone::new("頭", [0.0, 1.0, 2.0], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("右腕", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let write = |pose: &Pose<'_>| pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    let bytes = write(&pose);
    assert_eq!(
        changed(&bytes, |edit| {
            edit.bones(|_, bone| bone);
        }),
        bytes
    );
    pose.model_name = "b.osm".into();
    pose.bones[1] = Bone::new("左腕", [5.0, 0.0, -6.0], [0.0, 1.0, 0.0, 0.0]);
    let new = pose.bones[1];
    let after = changed(&bytes, |edit| {
        edit.model_name("b.osm").bones(move |i, bone| if i == 1 { new } else { bone });
    });
    assert_eq!(after, write(&pose));
}

#[test]
fn what_was_cut_stays_behind_the_changes() {
    let whole = whole();
    let bytes = &whole[..whole.len() - 40];
    let index = open(bytes, Mode::Salvage);
    let after = index.view(bytes).edit().bones(|_, bone| Bone { translation: [0.5; 3], ..bone }).to_bytes().unwrap();
    let again = open(&after, Mode::Salvage);
    let pose: Vpd<'_> = again.view(&after);
    assert!(again.is_cut() && pose.bones().iter().all(|bone| bone.translation == [0.5; 3]));
    assert_eq!(pose.behind_cut(), index.view(bytes).behind_cut());
}
