//! Poses on the command line, run as a user runs it: looked at, checked, matched, converted.
#![cfg(feature = "cli")]
mod common;

use common::folders::{corpus, read, sorted};
use common::tool::{Folder, Run, folder, json_lines, mmdmap, piped};
use mmdmap::vpd::{Flavour, VpdIndex};
use mmdmap::{Encoding, ScanOptions};
use serde_json::{Value, json};

/// センター and 右腕, as Shift_JIS writes them: the second byte of ー is `[`, that of ン `\x93`.
const CENTER: &[u8] = b"\x83Z\x83\x93\x83^\x81[";
const RIGHT_ARM: &[u8] = b"\x89E\x98r";

/// A pose of two bones and a morph, with what a program may write between.
fn pose() -> Vec<u8> {
    let mut file = b"Vocaloid Pose Data file\r\n\r\nmiku.osm;\t\t// \x83\x82\x83f\x83\x8b\r\n2;\r\n\r\nBone0{".to_vec();
    file.extend(
        [CENTER, b"\r\n  0.100000,-0.200000,0.300000;\r\n  0.000000,0.000000,0.000000,1.000000;\r\n}\r\n\r\nBone1{"]
            .concat(),
    );
    file.extend([RIGHT_ARM, b"\r\n  0,0,0;\r\n  0.5,0.5,-0.5,0.5;\r\n}\r\n\r\nMorph0{a\r\n  0.75;\r\n}\r\n"].concat());
    file
}
fn with(pose: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = pose.windows(from.len()).position(|some| some == from.as_bytes()).expect("it is there");
    [&pose[..at], to.as_bytes(), &pose[at + from.len()..]].concat()
}
fn one(run: Run) -> Value {
    let mut lines = run.json_lines();
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}
/// The model that lies here.
fn figure() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure.pmx").to_owned()
}

#[test]
fn inspect_tells_flavour_encoding_counts_and_what_is_odd() {
    let folder = folder("inspect");
    let path = folder.put("a.vpd", &with(&pose(), "2;\r", "3;\r"));
    let run = mmdmap(["inspect", &path]).done();
    assert_eq!(
        run.err,
        format!(
            "repair: {path}: count-mismatch: bones at line 4, column 1 (byte 0x31): the file says 3 bones, but holds 2; all bones that are there are read\n  4 | 3;\n    | ^\n"
        )
    );
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], path);
    assert_eq!(lines[1], "  model     miku.osm");
    assert_eq!(lines[2], format!("  format    VPD, text, cp932, {} bytes", pose().len()));
    assert_eq!(lines[3], "  bones     2 (the file says 3)");
    assert_eq!(lines[4], "  morphs    1");
    assert_eq!(lines[5], "  odd       bone-count-mismatch, morphs-ignored; `mmdmap check` says where");
    assert!(
        lines[6].starts_with("  index     ")
            && lines[7].starts_with("  repaired  count-mismatch: bones at line 4, column 1 ")
    );

    let told = json_lines(&mmdmap(["inspect", "--json", &path]).done().out).remove(0);
    assert_eq!(
        told["repairs"],
        json!([{
            "code": "count-mismatch", "section": "bones", "record": null, "field": "", "offset": 0x31, "line": 4, "column": 1,
            "problem": "the file says 3 bones, but holds 2", "done": "all bones that are there are read",
        }])
    );

    let path = folder.put("b.vpd", &pose());
    let told = one(mmdmap(["inspect", "--json", &path]));
    let expected = json!({
        "schema": "mmdmap.inspect", "schema_version": 1, "format": "vpd", "file": path, "file_len": pose().len(),
        "flavour": "text", "encoding": "cp932", "model_name": "miku.osm", "bones": 2, "declared_bones": 2, "morphs": 1,
        "blocks": 0, "trailing": 0, "behind_cut": 0, "backing": "read", "repair_count": 0, "repairs": [],
        "findings": {"errors": 0, "warnings": 0, "infos": 1, "codes": {"morphs-ignored": 1}},
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(told[name], *value, "{name}");
    }
    assert_eq!(
        told.as_object().unwrap().len(),
        expected.as_object().unwrap().len() + 3,
        "and three figures of its cost"
    );
}

#[test]
fn what_a_file_is_its_content_says_not_its_name() {
    let folder = folder("content");
    let as_model = folder.put("pose.pmx", &pose());
    assert_eq!(one(mmdmap(["inspect", "--json", &as_model]))["format"], "vpd");
    assert_eq!(one(piped(&["inspect", "--json", "-"], &pose()))["format"], "vpd");
    // Behind a byte-order mark, too; in UTF-16 it is known, and refused by name.
    let marked = [b"\xef\xbb\xbf", &pose()[..]].concat();
    let run = piped(&["inspect", "--json", "-"], &marked).done();
    assert!(run.err.contains("bytes-before-magic") && json_lines(&run.out)[0]["format"] == "vpd", "{}", run.err);
    let wide: Vec<u8> = String::from_utf8_lossy(&pose()).encode_utf16().flat_map(u16::to_le_bytes).collect();
    piped(&["inspect", "-"], &[b"\xff\xfe", &wide[..]].concat()).refused(3, "a text in UTF-16, which is no pose");
    piped(&["inspect", "-"], b"\x89PNG").refused(3, "-: a PNG picture, and no PMX model, VPD pose or VMD motion");
    piped(&["check", "-"], b"hello").refused(3, "-: no PMX model, no VPD pose and no VMD motion");
    mmdmap(["rewrite", &as_model, "-"]).refused(3, "not a PMX model, but a VPD pose");
    mmdmap(["diff", &as_model, &as_model]).refused(3, "not a PMX model, but a VPD pose");
}

#[test]
fn a_folder_stands_for_its_models_poses_and_motions() {
    let folder = folder("folder");
    folder.put("b.VPD", &pose());
    folder.put("c/a.vmd", &common::vmd::whole().bytes);
    folder.put("d.txt", &pose());
    std::fs::copy(figure(), folder.join("a.pmx")).unwrap();
    let lines = mmdmap(["inspect", "--json", folder.to_str().unwrap()]).json_lines();
    assert_eq!(lines.iter().map(|line| line["format"].as_str().unwrap()).collect::<Vec<_>>(), ["pmx", "vpd", "vmd"]);
}

#[test]
fn an_error_shows_its_line_and_the_place_in_it() {
    let folder = folder("caret");
    let told = |bytes: &[u8]| {
        let path = folder.put("a.vpd", bytes);
        let err = mmdmap(["check", &path]).refused(3, "").err;
        err.replace(&path, "a.vpd")
    };
    assert_eq!(
        told(&with(&pose(), "0,0,0;", "0,5,0,0;")),
        "error: a.vpd: bones[1].translation at line 12, column 3 (byte 0xa2): 4 numbers, expected 3 (decimal commas? write points)\n  \
         12 |   0,5,0,0;\n     \
         |   ^\n"
    );
    // Japanese characters are two columns wide, a tab is shown as one.
    let wide = [b"0.100000,\t", CENTER].concat();
    let at = pose().windows(9).position(|some| some == b"0.100000,").unwrap();
    let broken = [&pose()[..at], &wide[..], &pose()[at + 9..]].concat();
    let lines = told(&broken);
    assert!(lines.ends_with("  7 |   0.100000, センター-0.200000,0.300000;\n    |             ^\n"), "{lines}");
    // A line as long as the file is shown around the place.
    let long = with(&pose(), "0,0,0;", &format!("{}x,0,0;", " ".repeat(100_000)));
    let lines = told(&long);
    assert!(lines.ends_with(&format!("  12 | …{}x,0,0;\n     |  {}^\n", " ".repeat(40), " ".repeat(40))), "{lines}");
    // What cannot be seen is escaped, also there.
    let hostile = told(&with(&pose(), "0,0,0;", "0,\u{1b}[2J,0;"));
    assert!(!hostile.contains('\u{1b}') && hostile.contains("0,\\u{1b}[2J,0;"), "{hostile}");
}

#[test]
fn a_repair_shows_its_line_too_the_first_three_of_each_kind() {
    let folder = folder("repair_lines");
    let path = folder.put("a.vpd", &with(&pose(), "0,0,0;", "0,0,0;\tjunk"));
    let told = mmdmap(["digest", &path]).done().err.replace(&path, "a.vpd");
    assert_eq!(
        told,
        "repair: a.vpd: text-after-end: bones[1].translation at line 12, column 10 (byte 0xa9): \
         text that belongs to nothing, and is no comment; skipped\n  \
         12 |   0,0,0; junk\n     \
         |          ^\n"
    );
    let commands: [&[&str]; 5] = [
        &["inspect", &path],
        &["check", &path],
        &["dump", "header", &path],
        &["convert", &path, "-"],
        &["match", &path, &figure()],
    ];
    for command in commands {
        assert_eq!(mmdmap(command).done().err.replace(&path, "a.vpd"), told, "{command:?}");
    }

    let many = folder.put("b.vpd", &[&pose()[..], "}\r\n".repeat(5).as_bytes()].concat());
    let run = mmdmap(["digest", &many]).done();
    let lines = run.lines();
    assert_eq!(lines.iter().filter(|line| line.starts_with("repair: ")).count(), 5);
    assert_eq!(lines.iter().filter(|line| line.ends_with(" | }")).count(), 3, "{}", run.err);
}

#[test]
fn a_cut_pose_is_opened_by_salvage_only() {
    let folder = folder("cut");
    let cut = &pose()[..pose().len() - 30];
    let path = folder.put("a.vpd", cut);
    mmdmap(["digest", &path])
        .refused(3, "hint: the file seems to have been cut short; --salvage opens what lies before");
    mmdmap(["digest", "--strict", &path]).refused(3, "error: ");
    let run = mmdmap(["inspect", "--salvage", "--json", &path]).done();
    assert!(run.err.starts_with("repair: ") && run.err.contains(": cut: "), "{}", run.err);
    let told = json_lines(&run.out).remove(0);
    assert!(told["behind_cut"].as_u64().unwrap() > 0 && told["bones"].as_u64().unwrap() < 3);
}

#[test]
fn check_finds_by_code_and_says_by_its_exit_code_what_is_denied() {
    let folder = folder("check");
    let zero = with(&pose(), "0.5,0.5,-0.5,0.5", "0,0,0,0");
    let path = folder.put("a.vpd", &zero);
    let run = mmdmap(["check", &path]).done();
    assert!(run.out.contains("  warning[rotation-zero] once: a rotation is zero in all four numbers\n    bones[1].rotation \"右腕\": expected 0, 0, 0, 1\n"), "{}", run.out);
    assert_eq!(mmdmap(["check", "--deny", "warnings", &path]).code, Some(1));
    assert_eq!(mmdmap(["check", "--deny", "warnings", "--allow", "rotation-zero", &path]).code, Some(0));
    assert_eq!(mmdmap(["check", "--deny", "infos", "--allow", "rotation-zero,morphs-ignored", &path]).code, Some(0));
    assert_eq!(mmdmap(["check", "--allow", "rotation-zeroo", &path]).code, Some(2));

    let told = one(mmdmap(["check", "--json", &path]));
    assert_eq!(
        told["info"],
        json!({"format": "vpd", "flavour": "text", "encoding": "cp932", "file_len": zero.len(), "repair_count": 0,
            "bones": 2, "morphs": 1, "blocks": 0})
    );
    assert_eq!((&told["schema"], &told["issues"]["numWarnings"]), (&json!("mmdmap.check"), &json!(1)));
    let message = &told["issues"]["messages"][0];
    assert_eq!((&message["code"], &message["pointer"]), (&json!("rotation-zero"), &json!("bones[1].rotation")));
    assert_eq!((&message["name"], &message["expected"]), (&json!("右腕"), &json!("0, 0, 0, 1")));
    let offset = message["offset"].as_u64().unwrap() as usize;
    assert!(zero[offset..].starts_with(b"Bone1{"));
}

#[test]
fn a_code_that_several_checkers_have_is_explained_for_each() {
    let out = mmdmap(["explain", "name-duplicate"]).data();
    assert!(out.starts_with("name-duplicate  ") && out.contains("\n\nname-duplicate  warning  in poses\n"), "{out}");
    for &code in mmdmap::vpd::check::Code::ALL {
        let out = mmdmap(["explain", code.name()]).data();
        let head = format!("{code}  {}  in poses\n  what        {}\n", code.severity(), code.what());
        assert!(out.contains(&head) && out.contains(code.advice()), "{out}");
    }
}

#[test]
fn dump_shows_every_section_of_a_pose_in_each_form() {
    let folder = folder("dump");
    let path = folder.put("a.vpd", &[&pose()[..], b"\r\nLight0{x\r\n  1;\r\n}\r\n"].concat());
    let dump = |section: &str, form: &str| mmdmap(["dump", section, &path, form]).done().out;
    assert_eq!(
        json_lines(&dump("header", "--json")),
        [json!({"index": 0, "flavour": "text", "encoding": "cp932", "model_name": "miku.osm", "declared_bones": 2})]
    );
    assert_eq!(
        json_lines(&dump("bones", "--json"))[0],
        json!({"index": 0, "label": 0, "name": "センター", "translation": [0.1, -0.2, 0.3], "rotation": [0.0, 0.0, 0.0, 1.0]})
    );
    assert_eq!(dump("morphs", "--csv"), "index,label,name,weight,name_hex\n0,0,a,0.75,\n");
    assert!(dump("bones", "--csv").starts_with(
        "index,label,name,translation.x,translation.y,translation.z,rotation.x,rotation.y,rotation.z,rotation.w,name_hex\n0,0,センター,0.1,-0.2,0.3,"
    ));
    assert!(json_lines(&dump("blocks", "--json"))[0]["value"].as_str().unwrap().starts_with("Light0{x"));
    let run = mmdmap(["dump", "bones", &path, "--range", "1.."]).done();
    assert!(run.out.starts_with("bones[1]\n  label: 1\n  name: \"右腕\"\n"), "{}", run.out);
    mmdmap(["dump", "cameras", &path])
        .refused(3, "a VPD pose has no section cameras; it has header, bones, morphs, blocks");
    mmdmap(["dump", "cameras", &figure()])
        .refused(3, "a PMX model has no section cameras; it has header, info, vertices");
}

#[test]
fn the_encoding_of_a_pose_can_be_said() {
    let folder = folder("encoding");
    // Valid UTF-8 that a program wrote as Shift_JIS: half-width kana.
    let path = folder.put("a.vpd", &with(&pose(), "Morph0{a", "Morph0{ñ"));
    let name = |args: &[&str]| {
        json_lines(&mmdmap([&["dump", "morphs", "--json", &path], args].concat()).done().out)[0]["name"].clone()
    };
    assert_eq!(name(&["--pose-encoding", "utf8"]), "ñ");
    assert_eq!(name(&["--pose-encoding", "cp932"]), "ﾃｱ");
}

#[test]
fn match_tells_how_each_name_was_found_and_what_was_not() {
    let folder = folder("match");
    // 頭 exactly, 首 behind a blank, 両目 before a comment, and one that the model does not have; 頭 twice.
    let names: [&[u8]; 5] = [b"\x93\xaa", b" \x8e\xf1", b"\x97\xbc\x96\xda // eyes", b"no such", b"\x93\xaa"];
    let mut file = b"Vocaloid Pose Data file\n\nmiku.osm;\n5;\n\n".to_vec();
    for (i, name) in names.iter().enumerate() {
        file.extend([format!("Bone{i}{{").as_bytes(), name, b"\n0,0,0;\n0,0,0,1;\n}\n"].concat());
    }
    let path = folder.put("a.vpd", &file);
    let told = one(mmdmap(["match", &path, &figure(), "--json"]));
    assert_eq!((&told["schema"], &told["schema_version"]), (&json!("mmdmap.match"), &json!(1)));
    let bones = &told["bones"];
    let found: Vec<_> = bones["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["entry"].as_u64().unwrap(), one["found_by"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [(1, "trimmed"), (2, "without-comment"), (4, "exact")]);
    assert_eq!((&bones["found"][0]["name"], &bones["found"][0]["model_name"]), (&json!(" 首"), &json!("首")));
    assert_eq!(bones["unmatched"], json!([{"entry": 3, "name": "no such"}]));
    assert_eq!(bones["overridden"], json!([{"entry": 0, "name": "頭"}]));
    assert_eq!(bones["untouched"].as_array().unwrap().len(), 54 - 3);
    assert_eq!((&told["morphs"]["found"], told["morphs"]["untouched"].as_array().unwrap().len()), (&json!([]), 21));

    let text = mmdmap(["match", &path, &figure()]).data();
    assert!(text.contains("  bones     3 of 5 found: 1 exact, 1 trimmed, 1 without-comment\n"), "{text}");
    assert!(text.contains("  the model has no such bone: 1\n  \"no such\"\n"), "{text}");
    assert!(text.contains("  a later one is of the same bone: 1\n  \"頭\"\n"), "{text}");
    assert!(text.contains("  bones that the pose leaves as they are: 51\n"), "{text}");

    mmdmap(["match", &figure(), &path]).refused(3, "not a VPD pose, but a PMX model");
    mmdmap(["match", "-", "-"]).refused(3, "standard input is at its end already");
    let piped = piped(&["match", "-", &figure(), "--json"], &file).done();
    assert_eq!(json_lines(&piped.out)[0]["bones"], *bones);
}

#[test]
fn a_pose_goes_to_a_motion_and_comes_back_the_same() {
    let folder = folder("there_and_back");
    let path = folder.put("a.vpd", &pose());
    let (motion, back) = (folder.at("a.vmd"), folder.at("b.vpd"));
    mmdmap(["convert", &path, &motion]).quiet();
    let frames = json_lines(&mmdmap(["dump", "bones", &motion, "--json"]).data());
    assert_eq!(
        (&frames[0]["name"], &frames[0]["frame"], &frames[1]["rotation"]),
        (&json!("センター"), &json!(0), &json!([0.5, 0.5, -0.5, 0.5]))
    );
    mmdmap(["convert", &motion, &back]).quiet();
    assert_eq!(mmdmap(["digest", &path]).data(), mmdmap(["digest", &back]).data());
    assert_eq!(json_lines(&mmdmap(["dump", "header", &back, "--json"]).data())[0]["model_name"], "miku.osm");

    // The same through pipes, where the endings are not there to say what is meant.
    let piped_motion = piped(&["convert", "-", "-"], &pose()).done();
    assert_eq!(piped_motion.bytes, folder.get("a.vmd"));
    assert_eq!(piped(&["convert", "-", "-"], &piped_motion.bytes).done().bytes, folder.get("b.vpd"));
    // At another frame.
    mmdmap(["convert", &path, &motion, "--frame", "30"]).quiet();
    assert_eq!(json_lines(&mmdmap(["dump", "morphs", &motion, "--json"]).data())[0]["frame"], 30);
    mmdmap(["convert", &path, &motion, "--frame", "1.5"]).refused(3, "keys lie at whole frames");
    for odd in ["-1", "x", "nan", "inf"] {
        mmdmap(["convert", &path, &motion, "--frame", odd]).refused(2, "a frame is a number from 0 on");
    }
    mmdmap(["convert", &motion, &motion]).refused(3, "hint: an OUT that ends in .vpd, or --to vpd, makes a pose of it");
    mmdmap(["convert", &figure(), &motion]).refused(3, "a model is no pose and no motion");
}

#[test]
fn what_would_be_passed_over_in_a_conversion_is_refused() {
    let folder = folder("nonsense");
    let path = folder.put("a.vpd", &pose());
    let (motion, other) = (folder.at("a.vmd"), folder.at("b.vpd"));
    let refused = |out: &str, options: &[&str], words: &str| {
        mmdmap([&["convert", path.as_str(), out], options].concat()).refused(3, words);
    };
    refused(&motion, &["--frames", "0..3"], "a pose has one frame; --frames is for motions");
    refused(&motion, &["--keys-only"], "a pose has one frame; --keys-only is for motions");
    refused(&motion, &["--encoding", "utf8"], "names in motions are in cp932; --encoding is for poses");
    refused(&motion, &["--flavour", "text"], "motions have no flavours; --flavour is for poses");
    refused(&motion, &["--model-name", "x"], "--model-name is for new poses");
    refused(&other, &["--frame", "1"], "a pose of a pose has no frames; --frame is for motions");
    refused(&other, &["--model", &figure()], "a pose of a pose keeps its bones; --model is for motions");
    // The arguments of `match`, and a model that would be no more.
    let model = folder.put("a.pmx", b"precious");
    refused(&model, &[], "OUT is named as a model is");
    assert_eq!((folder.get("a.pmx"), folder.names()), (b"precious".to_vec(), vec!["a.pmx".into(), "a.vpd".into()]));
    mmdmap(["convert", &path, &model, "--to", "vmd"]).quiet();
    assert!(folder.get("a.pmx").starts_with(b"Vocaloid Motion Data 0002"));
}

#[test]
fn what_a_motion_cannot_say_is_listed_and_left_out() {
    let folder = folder("losses");
    let mut bytes = [&pose()[..], b"Light0{x\r\n  1;\r\n}\r\n"].concat();
    let long = "a".repeat(16);
    bytes = with(&bytes, "Morph0{a", &format!("Morph0{{{long}"));
    let path = folder.put("a.vpd", &bytes);
    let motion = folder.at("a.vmd");
    let run = mmdmap(["convert", &path, &motion]).done();
    let losses: Vec<&str> = run.lines().into_iter().filter(|line| line.starts_with("loss: ")).collect();
    assert_eq!(
        losses,
        [
            format!("loss: {motion}: long-name: morphs[0]: the name is cut to the bytes that a motion keeps of it"),
            format!("loss: {motion}: unknown-block: blocks[0]: the block is left out"),
        ]
    );
    assert!(run.err.starts_with(&format!("repair: {path}: unknown-block: ")), "{}", run.err);
}

#[test]
fn a_pose_is_written_in_another_encoding_and_flavour() {
    let folder = folder("encodings");
    let plain = with(&pose(), "Morph0{a\r\n  0.75;\r\n}\r\n", "");
    let path = folder.put("a.vpd", &plain);
    let losses = |run: Run| run.lines().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let comments = |name: &str| format!("loss: {}: comments: blocks: the comments are left out", folder.at(name));
    let read_back = |name: &str| {
        let bytes = folder.get(name);
        let index = VpdIndex::scan_with(&bytes, &ScanOptions::new()).unwrap();
        let names: Vec<String> = index.view(&bytes).bones().iter().map(|bone| bone.name.to_string()).collect();
        (index.flavour(), index.encoding(), names)
    };
    let names = vec!["センター".to_owned(), "右腕".to_owned()];
    let utf8 = mmdmap(["convert", &path, &folder.at("u.vpd"), "--encoding", "utf8"]).done();
    assert_eq!(losses(utf8), [comments("u.vpd")]);
    assert_eq!(read_back("u.vpd"), (Flavour::Text, Encoding::Utf8, names.clone()));
    mmdmap(["convert", &folder.at("u.vpd"), &folder.at("h.vpd"), "--flavour", "hybrid"]).quiet();
    assert_eq!(read_back("h.vpd"), (Flavour::Hybrid, Encoding::Cp932, names.clone()));
    mmdmap(["convert", &folder.at("h.vpd"), &folder.at("t.vpd")]).quiet();
    assert_eq!(read_back("t.vpd"), (Flavour::Text, Encoding::Cp932, names));
    // A hybrid has no morphs, whatever it is made of.
    let (with_morph, motion, n) = (folder.put("m.vpd", &pose()), folder.at("m.vmd"), folder.at("n.vpd"));
    let morphs = format!("loss: {n}: morphs: morphs: the morphs are left out");
    let hybrid = mmdmap(["convert", &with_morph, &n, "--flavour", "hybrid"]).done();
    assert_eq!(losses(hybrid), [comments("n.vpd"), morphs.clone()]);
    assert_eq!(read_back("n.vpd").0, Flavour::Hybrid);
    mmdmap(["convert", &with_morph, &motion]).done();
    assert_eq!(losses(mmdmap(["convert", &motion, &n, "--flavour", "hybrid"]).done()), [morphs]);
    std::fs::remove_file(&n).unwrap();
    // Nothing is written where something cannot be.
    let emoji = folder.put(
        "e.vpd",
        &with(
            &[
                b"\xef\xbb\xbf".as_slice(),
                String::from("Vocaloid Pose Data file\n\nmiku.osm;\n1;\n\nBone0{骨X\n0,0,0;\n0,0,0,1;\n}\n").as_bytes(),
            ]
            .concat(),
            "X",
            "🦴",
        ),
    );
    let refused = mmdmap(["convert", &emoji, &folder.at("n.vpd")]);
    assert!(refused.code == Some(3) && refused.err.contains("hint: --encoding utf8"), "{}", refused.err);
    assert!(!folder.names().contains(&"n.vpd".to_owned()), "{:?}", folder.names());
}

#[test]
fn names_cannot_work_the_terminal() {
    let folder = folder("hostile");
    let name = "\u{1b}[2J\u{202e}x";
    let bytes = format!(
        "Vocaloid Pose Data file\n\n{name};\n2;\n\nBone0{{{name}\n0,0,0;\n0,0,0,1;\n}}\nBone1{{{name}\n0,0,0;\n0,0,0,1;\n}}\n"
    );
    let path = folder.put("a.vpd", bytes.as_bytes());
    for args in [
        vec!["inspect", &path],
        vec!["inspect", "--json", &path],
        vec!["check", &path],
        vec!["check", "--json", &path],
        vec!["dump", "bones", &path],
        vec!["match", &path, &figure()],
        vec!["match", "--json", &path, &figure()],
        vec!["convert", &path, &folder.at("a.vmd")],
    ] {
        let run = mmdmap(&args).done();
        assert!(!run.out.contains(['\u{1b}', '\u{202e}']) && !run.err.contains(['\u{1b}', '\u{202e}']), "{args:?}");
    }
}

#[test]
fn every_pose_of_the_corpus_goes_through_every_command() {
    let Some(corpus) = corpus() else { return };
    let folder = folder("corpus");
    let (mut opened, mut refused, mut converted) = (0, 0, 0);
    for real in corpus.files("vpd") {
        let path = real.path.to_str().unwrap();
        let run = mmdmap(["digest", path]);
        if run.code == Some(3) {
            assert!(run.err.starts_with("error: ") && real.oracle["ok"] != true, "{}: {}", real.name, run.err);
            refused += 1;
            continue;
        }
        opened += 1;
        for line in run.done().out.lines() {
            let (part, hex) = line.split_once(' ').unwrap();
            if let Some(want) = real.oracle["hashes"].get(part) {
                assert_eq!(want, hex, "{}: {part}", real.name);
            }
        }
        assert!(
            mmdmap(["check", path, "--deny", "none", "--json"]).done().out.starts_with("{\"schema\":\"mmdmap.check\"")
        );
        mmdmap(["inspect", path]).done();
        mmdmap(["match", path, &figure()]).done();
        converted += usize::from(there_and_back(&folder, path));
    }
    println!("{opened} poses digested, checked, inspected, matched; {converted} converted and back; {refused} refused");
    assert!(opened > 0 && converted > 0);
}

/// To a motion and back: the names that a motion can hold, and what belongs to each.
fn there_and_back(folder: &Folder, path: &str) -> bool {
    let (motion, first, second) = (folder.at("a.vmd"), folder.at("b.vpd"), folder.at("c.vpd"));
    mmdmap(["convert", path, &motion]).done();
    if mmdmap(["convert", &motion, &first]).code != Some(0) {
        return false; // a model's name that no pose can have
    }
    mmdmap(["convert", &first, &motion]).done();
    mmdmap(["convert", &motion, &second]).done();
    assert_eq!(folder.get("b.vpd"), folder.get("c.vpd"), "{path}: what was once printed stays as it is");
    !sorted(folder, "vpd").is_empty() && !read(first.as_ref()).is_empty()
}
