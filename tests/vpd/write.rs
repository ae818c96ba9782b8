//! Poses of one's own, written as MikuMikuDance writes them.
use super::text::*;
use mmdmap::vpd::{Bone, Flavour, Morph, Pose, PoseName, VpdIndex};
use mmdmap::{Encoding, Misfit, Mode, ScanOptions, Text, VpdFile, WriteError};
use proptest::prelude::*;

fn pose() -> Pose<'static> {
    let mut pose = Pose::new("miku.osm");
    pose.bones.push(Bone::new("センター", [1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("右腕", [0.0, -0.5, 0.25], [0.5, 0.5, -0.5, 0.5]));
    pose.morphs.push(Morph::new("笑い", 0.75));
    pose
}

#[test]
fn a_new_pose_has_the_bytes_that_mikumikudance_writes() {
    let bytes = pose().to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    let by_hand = "Vocaloid Pose Data file\r\n\r\nmiku.osm;\t\t// 親ファイル名\r\n2;\t\t\t\t// 総ポーズボーン数\r\n\r\n\
        Bone0{センター\r\n  1.000000,2.000000,3.000000;\t\t\t\t// trans x,y,z\r\n  \
        0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n\
        Bone1{右腕\r\n  0.000000,-0.500000,0.250000;\t\t\t\t// trans x,y,z\r\n  \
        0.500000,0.500000,-0.500000,0.500000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n\
        Morph0{笑い\r\n  0.750000;\t\t\t\t// weight\r\n}\r\n\r\n";
    assert_eq!(bytes, sjis(by_hand));
    is_whole(&ok(&bytes), &bytes);
    assert_eq!(ok(&bytes).view(&bytes).to_pose().to_bytes(Flavour::Text, Encoding::Cp932).unwrap(), bytes);
}

#[test]
fn utf8_is_written_on_request() {
    let bytes = pose().to_bytes(Flavour::Text, Encoding::Utf8).unwrap();
    let index = ok(&bytes);
    is_whole(&index, &bytes);
    assert_eq!(index.encoding(), Encoding::Utf8);
    assert_eq!(encoding_rs::SHIFT_JIS.encode(std::str::from_utf8(&bytes).unwrap()).0, whole());
}

#[test]
fn a_hybrid_is_written_on_request_and_read_back() {
    let mut pose = pose();
    assert!(matches!(pose.to_bytes(Flavour::Hybrid, Encoding::Cp932), Err(WriteError::NoSuchSection("morphs"))));
    pose.morphs.clear();
    pose.bones.push(Bone::new("0123456789abcde", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    for encoding in [Encoding::Cp932, Encoding::Utf8] {
        let bytes = pose.to_bytes(Flavour::Hybrid, encoding).unwrap();
        let index = ok(&bytes);
        assert_eq!((index.flavour(), index.encoding()), (Flavour::Hybrid, encoding));
        let again = index.view(&bytes).to_pose();
        assert_eq!(again.bones[2].label, Some(2));
        let plain = again.bones.iter().map(|bone| Bone { label: None, ..*bone });
        assert_eq!(plain.collect::<Vec<_>>(), pose.bones);
        // The name is as long as names can be; one byte more is refused.
        assert_eq!(again.model_name, "miku.osm");
        let last = bytes.iter().rposition(|&byte| byte == b';').unwrap();
        for len in 0..=last {
            assert!(scan(&bytes[..len], Mode::Lenient).is_err() && scan(&bytes[..len], Mode::Strict).is_err());
        }
    }
    pose.bones[2] = Bone::new("0123456789abcdef", [0.0; 3], [0.0; 4]);
    misfit(&pose, Flavour::Hybrid, "bones[2]: a text of 16 bytes, there is room for 15");
    pose.bones.clear();
    pose.model_name = Text::new("twenty-one-letters.osm");
    misfit(&pose, Flavour::Hybrid, "header: a text of 22 bytes, there is room for 20");
    pose.model_name = Text::new("just-twenty-lett.osm");
    let bytes = pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    assert_eq!((bytes.len(), ok(&bytes).view(&bytes).model_name()), (54, Text::new("just-twenty-lett.osm")));
}

#[track_caller]
fn misfit(pose: &Pose<'_>, flavour: Flavour, what: &str) {
    let e = pose.to_bytes(flavour, Encoding::Cp932).expect_err("something that does not fit");
    assert_eq!(e.to_string(), what);
}

#[test]
fn what_cannot_be_said_is_an_error_that_names_it() {
    for (name, what) in [
        ("骨🦴", "bones[1]: '🦴' (U+1F9B4) is not in cp932"),
        ("a¥", "bones[1]: '¥' (U+00A5) is not in cp932"),
        ("a\nb", "bones[1]: a name cannot hold '\\n'"),
        ("a\r", "bones[1]: a name cannot hold '\\r'"),
    ] {
        let mut pose = pose();
        pose.bones[1] = Bone::new(name, [0.0; 3], [0.0; 4]);
        misfit(&pose, Flavour::Text, what);
    }
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut pose = pose();
        pose.morphs[0].weight = number;
        misfit(&pose, Flavour::Text, "morphs[0]: a number that is not finite cannot be written");
    }
    for model in ["a;b", " a", "a\t", "//", "Bone0{a"] {
        misfit(&Pose::new(model), Flavour::Text, "header: the name of the model would be read as something else");
    }
    let utf16 = pose().to_bytes(Flavour::Text, Encoding::Utf16Le);
    assert!(matches!(utf16, Err(WriteError::Misfit { what: Misfit::Encoding(Encoding::Utf16Le), .. })));
    // UTF-8 has every character.
    let mut pose = pose();
    pose.bones[1] = Bone::new("骨🦴", [0.0; 3], [0.0; 4]);
    let bytes = pose.to_bytes(Flavour::Text, Encoding::Utf8).unwrap();
    assert_eq!(names(ok(&bytes).view(&bytes))[1], "骨🦴");
}

#[test]
fn bytes_that_are_not_valid_go_back_as_they_are_but_into_no_other_encoding() {
    let bytes = [&file(1, "")[..], b"Bone0{\x94\xaf\x83\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\n"].concat();
    let index = ok(&bytes);
    let pose = index.view(&bytes).to_pose();
    let again = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    assert!(again.windows(6).any(|six| six == b"\x94\xaf\x83\r\n "));
    let utf8 = pose.to_bytes(Flavour::Text, Encoding::Utf8).unwrap_err();
    assert!(matches!(utf8, WriteError::Misfit { section: "bones", record: Some(0), what: Misfit::Text }));
}

/// One byte that is no UTF-8, and the file would be read as cp932: other names, all of them.
#[test]
fn bytes_that_are_no_utf_8_are_refused_in_utf_8() {
    const BLOCK: &str = "Bone0{頭\n0,0,0;\n0,0,0,1;\n}\n";
    let start = format!("\u{feff}Vocaloid Pose Data file\n\na.osm;\n2;\n{BLOCK}Bone1{{").into_bytes();
    let bytes = [&start[..], b"\xe9\xa0\n0,0,0;\n0,0,0,1;\n}\n"].concat();
    let index = open(&bytes, Mode::Lenient);
    assert_eq!((index.encoding(), names(index.view(&bytes))[0].as_str()), (Encoding::Utf8, "頭"));
    let pose = index.view(&bytes).to_pose();
    for flavour in [Flavour::Text, Flavour::Hybrid] {
        for encoding in [Encoding::Utf8, Encoding::Cp932] {
            let refused = pose.to_bytes(flavour, encoding).unwrap_err();
            assert!(matches!(refused, WriteError::Misfit { section: "bones", record: Some(1), what: Misfit::Text }));
        }
    }
    // The mark stays where it is: so may they.
    let turned = |_, bone| Bone { rotation: [0.5; 4], ..bone };
    let edited = index.view(&bytes).edit().bones(turned).to_bytes().unwrap();
    assert_eq!(names(open(&edited, Mode::Lenient).view(&edited)), names(index.view(&bytes)));
}

#[test]
fn numbers_are_printed_as_c_prints_them() {
    let mut pose = Pose::new("");
    pose.bones.push(Bone::new("a", [-0.0, 1e-9, -1e-9], [0.000_000_5, 1_234_567.9, 0.1, -2.5]));
    let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("  -0.000000,0.000000,-0.000000;"), "{text}");
    assert!(text.contains("  0.000000,1234567.875000,0.100000,-2.500000;"), "{text}");
}

#[test]
fn saving_puts_a_new_file_in_place_of_the_old() {
    let path = std::env::temp_dir().join(format!("mmdmap-vpd-save-{}.vpd", std::process::id()));
    pose().save(&path, Flavour::Text, Encoding::Cp932).unwrap();
    let file = VpdFile::open(&path).unwrap();
    file.pose().edit().bones(|_, bone| Bone { translation: [9.0; 3], ..bone }).save(&path).unwrap();
    file.pose().save(path.with_extension("old.vpd")).unwrap();
    assert_eq!(std::fs::read(path.with_extension("old.vpd")).unwrap(), whole());
    let changed = VpdFile::open(&path).unwrap();
    assert_eq!(changed.pose().bones().first().unwrap().translation, [9.0; 3]);
    assert!(file.is_stale() && !changed.is_stale());
    // What cannot be written leaves the file as it was.
    let before = std::fs::read(&path).unwrap();
    assert!(Pose::new("a;b").save(&path, Flavour::Text, Encoding::Cp932).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(path.with_extension("old.vpd")).unwrap();
}

/// Names of characters that cp932 has, and those that look like structure.
fn name() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[a-zA-Z0-9{};,/. \\t\\\\ソボマ左右足腕ＩＫｱｲﾂ｡①～髙　~]{0,20}").unwrap()
}
/// Numbers as MikuMikuDance prints them.
fn number() -> impl Strategy<Value = f32> {
    (-9_999_999i32..=9_999_999).prop_map(|millionths| millionths as f32 / 1e6)
}
/// The model's name; bones and morphs, each a name and its numbers.
type Made = (String, Vec<(String, [f32; 7])>, Vec<(String, f32)>);

fn any_pose() -> impl Strategy<Value = Made> {
    let model = proptest::string::string_regex("[a-z{}左ソ][a-z .]{0,8}[a-zソ]|[0-9]|").unwrap();
    let bones = proptest::collection::vec((name(), proptest::array::uniform7(number())), 0..6);
    (model, bones, proptest::collection::vec((name(), number()), 0..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 512 }))]
    /// To the bit, for numbers of six decimals; names to the last blank.
    #[test]
    fn any_pose_written_canonically_reads_back_equal((model, bones, morphs) in any_pose(), utf8: bool) {
        let mut pose = Pose::new(&model);
        for (i, (name, [x, y, z, a, b, c, d])) in bones.iter().enumerate() {
            pose.bones.push(Bone { label: Some(i as i32), ..Bone::new(name, [*x, *y, *z], [*a, *b, *c, *d]) });
        }
        for (i, (name, weight)) in morphs.iter().enumerate() {
            pose.morphs.push(Morph { label: Some(i as i32), ..Morph::new(name, *weight) });
        }
        let encoding = if utf8 { Encoding::Utf8 } else { Encoding::Cp932 };
        let bytes = pose.to_bytes(Flavour::Text, encoding).unwrap();
        let index = VpdIndex::scan_with(&bytes, &Mode::Strict.into()).unwrap();
        prop_assert_eq!(index.encoding(), encoding);
        let again = index.view(&bytes).to_pose();
        prop_assert_eq!(&again, &pose);
        for (ours, theirs) in again.bones.iter().zip(&pose.bones) {
            prop_assert_eq!(ours.name.raw(), theirs.name.raw());
            prop_assert_eq!(ours.translation.map(f32::to_bits), theirs.translation.map(f32::to_bits));
            prop_assert_eq!(ours.rotation.map(f32::to_bits), theirs.rotation.map(f32::to_bits));
        }
        prop_assert_eq!(again.to_bytes(Flavour::Text, encoding).unwrap(), bytes);
    }

    /// Any other number comes back as it was printed.
    #[test]
    fn any_finite_number_reads_back_as_printed(bits: [u32; 3]) {
        let numbers = bits.map(f32::from_bits);
        prop_assume!(numbers.iter().all(|x| x.is_finite()));
        let mut pose = Pose::new("a.osm");
        pose.bones.push(Bone::new("a", numbers, [0.0, 0.0, 0.0, 1.0]));
        let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
        let index = VpdIndex::scan_with(&bytes, &Mode::Strict.into()).unwrap();
        let read = index.view(&bytes).bones().first().unwrap().translation;
        let printed = numbers.map(|x| format!("{x:.6}").parse::<f32>().unwrap());
        prop_assert_eq!(read.map(f32::to_bits), printed.map(f32::to_bits));
    }
}

/// `ﾂ｡` in cp932 is `C2 A1`, and so is `¡` in UTF-8. Where nothing else tells, readers take it for that.
#[test]
fn names_that_would_be_read_as_utf_8_are_refused_in_cp932() {
    let mut pose = Pose::new("m.osm");
    pose.bones.push(Bone::new("ﾂ｡", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let refused = pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap_err();
    assert!(matches!(refused, WriteError::Misfit { section: "header", what: Misfit::ReadsAsUtf8, .. }), "{refused:?}");
    // In UTF-8, or beside a name that is no UTF-8, or with the comments of a text, they can be told.
    let back = |bytes: Vec<u8>| VpdIndex::scan(&bytes).unwrap().view(&bytes).bones().get(0).unwrap().name == "ﾂ｡";
    assert!(back(pose.to_bytes(Flavour::Hybrid, Encoding::Utf8).unwrap()));
    assert!(back(pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap()));
    pose.bones.push(Bone::new("頭", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    assert!(back(pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap()));
}

#[test]
fn an_edit_leaves_no_file_that_would_be_read_as_utf_8() {
    let bytes = b"Vocaloid Pose Data file\n\nm.osm;\n1;\n\nBone0{a\n0,0,0;\n0,0,0,1;\n}\n".to_vec();
    let renamed = |options: &ScanOptions, name: &'static str| {
        let index = VpdIndex::scan_with(&bytes, options).unwrap();
        index.view(&bytes).edit().bones(move |_, bone| Bone { name: PoseName::new(name), ..bone }).to_bytes()
    };
    let usual = ScanOptions::new();
    let refused = renamed(&usual, "ﾂ｡").unwrap_err();
    assert!(matches!(refused, WriteError::Misfit { what: Misfit::ReadsAsUtf8, .. }), "{refused:?}");
    assert!(renamed(&usual, "頭").is_ok() && renamed(&usual, "b").is_ok());
    assert!(renamed(&usual.encoding(Encoding::Utf8), "頭").is_ok());
}
