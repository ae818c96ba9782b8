//! Motions on the command line, run as a user runs it: looked at, checked, made into poses.
#![cfg(feature = "cli")]
mod common;

use common::folders::corpus;
use common::tool::{Folder, Run, folder, json_lines, mmdmap, piped};
use common::vmd::{Build, CENTER, HEAD, SECTIONS, linear, whole};
use mmdmap::PmxFile;
use mmdmap::pmx::BodyMode;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn one(run: Run) -> Value {
    let mut lines = run.json_lines();
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

/// Two keys of センター, at frames 0 and 10, along straight lines; a morph at 10.
fn motion() -> Build {
    let mut m = Build::new(b"miku");
    m.section("bones", 2, |m, i| {
        m.bone(CENTER, 10 * i as u32, [i as f32, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], linear());
    });
    m.section("morphs", 1, |m, _| m.morph(b"a", 10, 0.5));
    m.empty(&SECTIONS[2..]);
    m
}

#[test]
fn inspect_tells_version_frames_sections_and_tracks() {
    let folder = folder("inspect");
    let path = folder.put("a.vmd", &whole().bytes);
    let text = mmdmap(["inspect", &path]).data();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "  model     ミク");
    assert_eq!(lines[2], format!("  format    VMD, version 2, {} bytes", common_grouped(whole().bytes.len())));
    assert_eq!(lines[3], "  frames    0 to 30 (1.0 s at 30 a second)");
    assert_eq!(lines[4], "  tracks    2 bones, 1 morph");
    assert!(text.contains("  センター  bone      2     0  30\n"), "{text}");
    assert!(text.contains("  頭        bone      1     7   7\n"), "{text}");

    let told = one(mmdmap(["inspect", "--json", &path]));
    assert_eq!((&told["format"], &told["version"], &told["model_name"]), (&json!("vmd"), &json!(2), &json!("ミク")));
    assert_eq!((&told["first_frame"], &told["last_frame"]), (&json!(0), &json!(30)));
    let counts: Vec<(&str, &Value)> =
        told["sections"].as_array().unwrap().iter().map(|s| (s["name"].as_str().unwrap(), &s["count"])).collect();
    let expected = [
        ("header", Value::Null),
        ("bones", json!(3)),
        ("morphs", json!(2)),
        ("cameras", json!(1)),
        ("lights", json!(1)),
        ("shadows", json!(1)),
        ("properties", json!(2)),
    ];
    assert!(counts.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && *a.1 == b.1) && counts.len() == 7, "{counts:?}");
    assert_eq!(
        told["bone_tracks"],
        json!([
            {"name": "センター", "keys": 2, "first_frame": 0, "last_frame": 30, "overridden": 0},
            {"name": "頭", "keys": 1, "first_frame": 7, "last_frame": 7, "overridden": 0},
        ])
    );
    assert_eq!(told["findings"]["codes"]["frames-unsorted"], 1);
    let nothing = folder.put("b.vmd", &common::vmd::empty().bytes);
    assert!(mmdmap(["inspect", &nothing]).data().contains("  frames    none: no key\n"));
    // Version 1.
    let mut old = Build::version_1(b"miku");
    old.empty(&SECTIONS[..4]);
    let old = folder.put("c.vmd", &old.bytes);
    assert_eq!(one(mmdmap(["inspect", "--json", &old]))["version"], 1);
}

fn common_grouped(n: usize) -> String {
    assert!(n < 1_000_000);
    if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
}

#[test]
fn check_finds_by_code() {
    let folder = folder("check");
    let mut m = Build::new(b"miku");
    m.section("bones", 2, |m, _| m.bone(HEAD, 5, [f32::NAN, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let path = folder.put("a.vmd", &m.bytes);
    let run = mmdmap(["check", &path]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(
        run.out.contains("  error[non-finite] twice: ") && run.out.contains("    bones[0].translation"),
        "{}",
        run.out
    );
    assert!(run.out.contains("  warning[key-duplicate] once: ") && run.out.contains("\"頭\""), "{}", run.out);
    assert_eq!(mmdmap(["check", "--allow", "non-finite", &path]).code, Some(0));
    let run = mmdmap(["check", "--json", &path]);
    let told: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&told["info"]["format"], &told["info"]["version"], &told["info"]["bones"]),
        (&json!("vmd"), &json!(2), &json!(2))
    );
    assert_eq!((run.code, &told["issues"]["numErrors"]), (Some(1), &json!(2)));
    for &code in mmdmap::vmd::check::Code::ALL {
        let out = mmdmap(["explain", code.name()]).data();
        assert!(
            out.contains(&format!("{code}  {}  in motions\n  what        {}\n", code.severity(), code.what())),
            "{out}"
        );
    }
}

#[test]
fn a_cut_motion_is_opened_by_salvage_only() {
    let folder = folder("cut");
    let m = whole();
    let path = folder.put("a.vmd", &m.bytes[..m.record("bones", 2) + 4]);
    mmdmap(["inspect", &path]).refused(3, "--salvage opens what lies before the cut");
    let run = mmdmap(["inspect", "--json", "--salvage", &path]).done();
    assert!(run.err.contains(": cut: "), "{}", run.err);
    assert_eq!(json_lines(&run.out)[0]["sections"][1]["count"], 2);
}

#[test]
fn dump_shows_every_field_of_every_section_and_csv_has_a_place_for_each() {
    let folder = folder("dump");
    // Rows that do not agree show all bytes; a name with bytes behind its NUL shows them.
    let m = whole();
    let path = folder.put("a.vmd", &m.with(m.record("bones", 1) + 47 + 20, &[9]));
    for section in ["header", "bones", "morphs", "cameras", "lights", "shadows", "properties"] {
        let csv = mmdmap(["dump", section, &path, "--csv"]).done().out;
        let (titles, rows) = csv.split_once('\n').unwrap();
        let columns = titles.split(',').count();
        let cells: BTreeSet<&str> = rows.lines().flat_map(|row| row.split([',', ' '])).collect();
        assert!(rows.lines().all(|row| row.split(',').count() == columns), "{section}: {csv}");
        for record in json_lines(&mmdmap(["dump", section, &path, "--json"]).done().out) {
            let mut leaves = Vec::new();
            leaves_of(&record, &mut leaves);
            for leaf in leaves {
                let there = leaf.split([',', ' ']).all(|part| cells.contains(part));
                assert!(there, "{section}: {leaf} has no place in {csv}");
            }
        }
    }
    let rows = mmdmap(["dump", "properties", &path, "--csv"]).done().out;
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[0], "index,frame,visible,ik.number,ik.bone,ik.enabled,ik.bone_hex");
    assert_eq!((rows[1], rows[2]), ("0,0,1,,,,", "1,9,0,0,左足ＩＫ,0,"));
    let stored = "894591ab8268826a006761726261676500000000";
    assert_eq!(rows[3], format!("1,9,0,1,右足ＩＫ,1,{stored}"));
    let last = motion_with_garbage_first(&folder);
    assert!(last.ends_with(",右足ＩＫ,1,"), "{last}: bytes of the item before are not its own");
    // As the oracle calls it, too.
    assert_eq!(mmdmap(["dump", "ik", &path]).done().out, mmdmap(["dump", "properties", &path]).done().out);
    mmdmap(["dump", "vertices", &path])
        .refused(3, "a VMD motion has no section vertices; it has header, bones, morphs, cameras");
    // One that is not in this file, but might be.
    let short = folder.put("b.vmd", &m.bytes[..m.range("cameras").start]);
    let run = mmdmap(["dump", "cameras", &short]).done();
    assert!(run.out.is_empty() && run.err.contains("the file has no section cameras"), "{}", run.err);
}

/// The row of the second switch, where the first has bytes behind its name.
fn motion_with_garbage_first(folder: &Folder) -> String {
    let mut m = Build::new(b"m");
    m.empty(&SECTIONS[..5]);
    m.section("properties", 1, |m, _| {
        m.u32(0).u8(1).u32(2);
        m.text(b"\x8d\xb6\x91\xab\x82\x68\x82\x6a\0garbage", 20).u8(0);
        m.text(b"\x89\x45\x91\xab\x82\x68\x82\x6a", 20).u8(1);
    });
    let path = folder.put("garbage.vmd", &m.bytes);
    mmdmap(["dump", "properties", &path, "--csv"]).data().lines().last().unwrap().to_owned()
}

fn leaves_of(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|value| leaves_of(value, into)),
        Value::Array(items) => items.iter().for_each(|item| leaves_of(item, into)),
        Value::String(text) => into.push(text.clone()),
        Value::Number(number) => into.push(number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

#[test]
fn any_frame_becomes_a_pose_and_what_a_pose_cannot_say_is_listed() {
    let folder = folder("frame");
    let path = folder.put("a.vmd", &motion().bytes);
    let pose = folder.at("a.vpd");
    let x_at = |args: &[&str]| {
        mmdmap([&["convert", &path, &pose], args].concat()).quiet();
        json_lines(&mmdmap(["dump", "bones", &pose, "--json"]).data())[0]["translation"][0].as_f64().unwrap()
    };
    assert_eq!([x_at(&[]), x_at(&["--frame", "10"]), x_at(&["--frame", "99"])], [0.0, 1.0, 1.0]);
    assert!((x_at(&["--frame", "5"]) - 0.5).abs() < 1e-6 && (x_at(&["--frame", "2.5"]) - 0.25).abs() < 1e-6);
    assert_eq!(json_lines(&mmdmap(["dump", "header", &pose, "--json"]).data())[0]["model_name"], "miku.osm");
    mmdmap(["convert", &path, &pose, "--model-name", "x.osm"]).quiet();
    assert_eq!(json_lines(&mmdmap(["dump", "header", &pose, "--json"]).data())[0]["model_name"], "x.osm");

    // Only keys: the morph has none at 0, nothing has one at 5.
    let run = mmdmap(["convert", &path, &pose, "--keys-only"]).done();
    assert_eq!(run.err, format!("loss: {pose}: no-key: morphs[0]: it has no key at this frame, and is left out\n"));
    let run = mmdmap(["convert", &path, &pose, "--keys-only", "--frame", "5"]).done();
    assert_eq!(run.lines().len(), 2);
    assert!(mmdmap(["dump", "bones", &pose]).data().is_empty());

    let path = folder.put("b.vmd", &whole().bytes);
    let run = mmdmap(["convert", &path, &pose]).done();
    let codes: Vec<&str> = run.lines().iter().map(|line| line.split(": ").nth(2).unwrap()).collect();
    assert_eq!(codes, ["camera", "light", "self-shadow", "switches"]);
    assert!(run.lines()[0].starts_with(&format!("loss: {pose}: camera: cameras: ")));
}

#[test]
fn many_frames_become_poses_in_a_folder() {
    let folder = folder("frames");
    let path = folder.put("nod.vmd", &motion().bytes);
    let out = folder.at("poses");
    let names = || {
        let mut names: Vec<String> =
            std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let run = mmdmap(["convert", &path, &out, "--frames", "0..", "--every", "5"]).done();
    assert_eq!(run.err, format!("note: {out}: 3 poses\n"));
    assert_eq!(names(), ["nod-00.vpd", "nod-05.vpd", "nod-10.vpd"]);
    let middle = format!("{out}/nod-05.vpd");
    mmdmap(["convert", &path, &folder.at("five.vpd"), "--frame", "5"]).quiet();
    assert_eq!(std::fs::read(middle).unwrap(), folder.get("five.vpd"));
    // Losses that every pose has are said once, others with their number.
    let run = mmdmap(["convert", &path, &out, "--frames", "9..=10", "--keys-only"]).done();
    assert!(
        run.err.contains(": no-key: morphs[0]: it has no key at this frame, and is left out (in 1 of 2 poses)\n"),
        "{}",
        run.err
    );
    let rich = folder.put("rich.vmd", &whole().bytes);
    let run = mmdmap(["convert", &rich, &out, "--frames", "0..4"]).done();
    assert_eq!(run.lines().iter().filter(|line| line.contains(": camera: ")).count(), 1, "{}", run.err);

    // What each pose has lost by itself comes in the order of the frames.
    let key = |frame| mmdmap::vmd::BoneFrame {
        name: mmdmap::FixedName::new("頭").unwrap(),
        frame,
        translation: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
        interpolation: mmdmap::vmd::BoneInterpolation::linear(),
    };
    let bones = (0..12).flat_map(|frame| [key(frame); 2]).collect();
    let twice = mmdmap::vmd::Motion { bones, ..Default::default() }.to_bytes().unwrap();
    let run = mmdmap(["convert", &folder.put("twice.vmd", &twice), &out, "--frames", "0..12"]).done();
    for (frame, line) in run.lines()[..12].iter().enumerate() {
        let what = format!("overridden: bones[{}]: a later one of the same name counts in its stead", frame * 2);
        assert_eq!(*line, format!("loss: {out}: {what} (in 1 of 12 poses)"));
    }

    mmdmap(["convert", &path, "-", "--frames", "0..3"]).refused(3, "several poses need a folder");
    mmdmap(["convert", &path, &out, "--frames", "0..3", "--frame", "1"]).refused(2, "cannot be used with");
    mmdmap(["convert", &path, &out, "--every", "2"]).refused(2, "--frames");
    mmdmap(["convert", &path, &out, "--frames", "0..3", "--every", "0"]).refused(2, "");
    mmdmap(["convert", &path, &out, "--frames", "20.."]).refused(3, "the last key is at frame 10");
    mmdmap(["convert", &path, &out, "--frames", "5..5"]).refused(3, "5..5 holds no frame");
    mmdmap(["convert", &path, &path, "--frames", "0..3"]).refused(3, "hint: several poses need a folder");
    mmdmap(["convert", &path, &format!("{path}/poses"), "--frames", "0..3"])
        .refused(3, "hint: several poses need a folder");
    assert_eq!(folder.get("nod.vmd"), motion().bytes);
    // A stray key at the end of time asks for no four billion files.
    let mut far = Build::new(b"m");
    far.section("bones", 1, |m, _| m.bone(HEAD, u32::MAX, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    far.empty(&SECTIONS[1..]);
    let far = folder.put("far.vmd", &far.bytes);
    mmdmap(["convert", &far, &out, "--frames", "0.."]).refused(3, "4294967296 poses, more than 100000");
}

#[test]
fn frames_too_far_for_single_precision_are_told_from_their_neighbours() {
    let folder = folder("far");
    let first = 1 << 24;
    let mut far = Build::new(b"m");
    far.section("bones", 3, |m, i| m.bone(HEAD, first + i as u32, [i as f32; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    far.empty(&SECTIONS[1..]);
    let path = folder.put("far.vmd", &far.bytes);
    let x_of = |pose: &str| json_lines(&mmdmap(["dump", "bones", pose, "--json"]).data())[0]["translation"][0].clone();
    let pose = folder.at("a.vpd");
    mmdmap(["convert", &path, &pose, "--frame", "16777217"]).quiet();
    assert_eq!(x_of(&pose), 1.0);
    mmdmap(["convert", &path, &folder.at("all"), "--frames", "16777216.."]).done();
    let all = [first, first + 1, first + 2].map(|frame| x_of(&folder.at(&format!("all/far-{frame}.vpd"))));
    assert_eq!(all, [0.0, 1.0, 2.0]);
    // The other way, up to the last frame that a key can have.
    let motion = folder.at("a.vmd");
    for frame in [first + 1, u32::MAX] {
        mmdmap(["convert", &pose, &motion, "--frame", &frame.to_string()]).quiet();
        assert_eq!(json_lines(&mmdmap(["dump", "bones", &motion, "--json"]).data())[0]["frame"], frame);
    }
    mmdmap(["convert", &pose, &motion, "--frame", "4294967296"])
        .refused(3, "keys lie at whole frames up to 4294967295, not at 4294967296");
}

#[test]
fn bones_that_physics_moves_are_left_out_where_the_model_is_given() {
    let folder = folder("physics");
    let figure = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure.pmx");
    let file = PmxFile::open(figure).unwrap();
    let model = file.model();
    let body = model.rigid_bodies().iter().find(|body| body.mode != BodyMode::FOLLOWS_BONE).unwrap();
    let moved = model.bone(body.bone).unwrap().name.local.decode().into_owned();
    let bytes = format!(
        "Vocaloid Pose Data file\n\nfigure.osm;\n2;\n\nBone0{{{moved}\n0,0,0;\n0,0,0,1;\n}}\nBone1{{頭\n0,0,0;\n0,0,0,1;\n}}\n"
    );
    let pose = folder.put("a.vpd", bytes.as_bytes());
    let motion = folder.at("a.vmd");
    let run = mmdmap(["convert", &pose, &motion, "--model", figure]).done();
    assert_eq!(run.err, format!("loss: {motion}: physics-bone: bones[0]: physics moves the bone: it is left out\n"));
    let frames = json_lines(&mmdmap(["dump", "bones", &motion, "--json"]).data());
    assert_eq!(frames.iter().map(|frame| frame["name"].clone()).collect::<Vec<_>>(), [json!("頭")]);
    mmdmap(["convert", &pose, &motion, "--model", &pose]).refused(3, "not a PMX model, but a VPD pose");
    mmdmap(["convert", "-", &motion, "--model", "-"]).refused(3, "standard input is at its end already");
}

/// Twenty bytes are the room that a motion has for it.
#[test]
fn the_name_of_a_model_that_ends_in_half_a_character_loses_that_half() {
    let folder = folder("half");
    let mut m = Build::new(b"a\x83\x7e\x83\x4e\x83\x7e\x83\x4e\x83\x7e\x83\x4e\x83\x7e\x83\x4e\x83\x7e\x83");
    m.section("bones", 1, |m, _| m.bone(HEAD, 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let path = folder.put("a.vmd", &m.bytes);
    let (pose, poses) = (folder.at("a.vpd"), folder.at("poses"));
    let remark = |out: &str| {
        format!("note: {out}: the model is aミクミクミクミクミ.osm: the motion holds half a character more\n")
    };
    let run = mmdmap(["convert", &path, &pose]).done();
    assert_eq!(run.err, remark(&pose));
    let named = || json_lines(&mmdmap(["dump", "header", &pose, "--json"]).data())[0]["model_name"].clone();
    assert_eq!(named(), "aミクミクミクミクミ.osm");
    let run = mmdmap(["convert", &path, &poses, "--frames", "0..1"]).done();
    assert_eq!(run.err, remark(&poses) + &format!("note: {poses}: 1 pose\n"));
    mmdmap(["convert", &path, &pose, "--model-name", "x.osm"]).quiet();
    assert_eq!(named(), "x.osm");
}

#[test]
fn what_cannot_be_written_is_an_error_and_leaves_the_old_file() {
    let folder = folder("write");
    // A semicolon ends the name of the model in a pose.
    let mut m = Build::new(b"a;b");
    m.section("bones", 1, |m, _| m.bone(HEAD, 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let path = folder.put("a.vmd", &m.bytes);
    let old = folder.put("a.vpd", b"as it was");
    mmdmap(["convert", &path, &old]).refused(3, "hint: --model-name gives another name");
    assert_eq!((folder.get("a.vpd"), folder.names().len()), (b"as it was".to_vec(), 2));
    mmdmap(["convert", &path, "-"]).refused(3, "--model-name");
    mmdmap(["convert", &path, folder.at("no/such/folder.vpd").as_str(), "--model-name", "b.osm"])
        .refused(3, "No such file");
    mmdmap(["convert", &path, &old, "--model-name", "b.osm"]).quiet();
    // Half a character has no place in UTF-8.
    let mut m = Build::new(b"m");
    m.section("bones", 1, |m, _| m.bone(b"left knee IK *\x89", 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let cut = folder.put("c.vmd", &m.bytes);
    mmdmap(["convert", &cut, &old, "--encoding", "utf8"])
        .refused(3, "bones[0]: a text is not valid in its encoding")
        .refused(3, "in cp932 the names of a motion stay as they are");
    mmdmap(["convert", &cut, &old]).quiet();
    assert!(folder.get("a.vpd").windows(17).any(|some| some == b"{left knee IK *\x89\r"));
    // NaN has no digits.
    let mut m = Build::new(b"m");
    m.section("bones", 1, |m, _| m.bone(HEAD, 0, [f32::NAN; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    mmdmap(["convert", &folder.put("n.vmd", &m.bytes), &old])
        .refused(3, "bones[0]: ")
        .refused(3, "hint: `mmdmap check` of the motion says which keys");
}

#[test]
fn names_cannot_work_the_terminal() {
    let folder = folder("hostile");
    let mut m = Build::new(b"\x1b[2J");
    m.section("bones", 2, |m, _| m.bone(b"\x1b[2J\x07", 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()));
    m.empty(&SECTIONS[1..]);
    let path = folder.put("a.vmd", &m.bytes);
    for args in [
        ["inspect", &path, "--mmap=never"],
        ["inspect", &path, "--json"],
        ["check", &path, "--mmap=never"],
        ["check", &path, "--json"],
        ["dump", "bones", &path],
    ] {
        let run = mmdmap(args).done();
        assert!(!run.out.contains(['\u{1b}', '\u{7}']) && !run.err.contains('\u{1b}'), "{args:?}: {}", run.out);
    }
}

#[test]
fn every_motion_of_the_corpus_goes_through_every_command() {
    let Some(corpus) = corpus() else { return };
    let folder = folder("corpus");
    let (mut opened, mut digests, mut poses) = (0, 0, 0);
    for real in corpus.files("vmd") {
        let path = real.path.to_str().unwrap();
        let run = mmdmap(["digest", path]);
        assert_eq!(run.code, Some(0), "{}: {}", real.name, run.err);
        opened += 1;
        for line in run.out.lines() {
            let (part, hex) = line.split_once(' ').unwrap();
            if let Some(want) = real.oracle["hashes"].get(part) {
                assert_eq!(want, hex, "{}: {part}", real.name);
                digests += 1;
            }
        }
        assert!(
            mmdmap(["check", path, "--deny", "none", "--json"]).done().out.starts_with("{\"schema\":\"mmdmap.check\"")
        );
        mmdmap(["inspect", path]).done();
        // To a pose and back: one key for each track.
        let (pose, motion) = (folder.at("a.vpd"), folder.at("a.vmd"));
        if mmdmap(["convert", path, &pose, "--model-name", "m.osm"]).code == Some(0) {
            mmdmap(["convert", &pose, &motion]).done();
            let tracks = |path: &str| {
                json_lines(&mmdmap(["inspect", path, "--json"]).done().out)[0]["bone_tracks"].as_array().unwrap().len()
            };
            assert_eq!(tracks(&motion), tracks(path), "{}", real.name);
            poses += 1;
        }
    }
    println!("{opened} motions digested, checked, inspected; {digests} digests equal; {poses} made poses and back");
    assert!(opened > 0 && digests > 0 && poses > 0);
}

#[test]
fn standard_input_is_a_motion_too() {
    let bytes = motion().bytes;
    assert_eq!(json_lines(&piped(&["inspect", "--json", "-"], &bytes).data())[0]["format"], "vmd");
    assert_eq!(piped(&["digest", "-"], &bytes).data().lines().count(), 6);
}
