//! `mmdmap diff`, run as a user runs it: what it prints, and with which code it exits.
#![cfg(feature = "cli")]
mod common;

use common::build::Shape;
use common::model;
use common::tool::{Run, folder, json_lines, tool};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

fn command<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = tool(["diff"]);
    command.args(args);
    command
}
fn diff<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    command(args).output().unwrap().into()
}
/// The differences, where there are some and nothing else was to be said.
fn differences(run: &Run) -> Vec<Value> {
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    json_lines(&run.out)
}

/// A model, and one that has another bone name, another position and another parent.
fn two(test: &str) -> [String; 2] {
    let file_of = model::small();
    let mut new = file_of.with_at(file_of.at("bones[2].name.local") + 4, "右ひざ"); // as long as it was
    let position = file_of.at("bones[1].position");
    new[position..position + 4].copy_from_slice(&(-8.5f32).to_le_bytes());
    let parent = file_of.at("bones[3].parent");
    new[parent..parent + 2].copy_from_slice(&(-1i16).to_le_bytes());
    let folder = folder(test);
    [folder.put("old.pmx", &file_of.bytes), folder.put("new.pmx", &new)]
}

#[test]
fn models_that_say_the_same_print_nothing() {
    let folder = folder("same");
    let bytes = model::small().bytes;
    let (a, b) = (folder.put("a.pmx", &bytes), folder.put("b.pmx", &bytes));
    for args in [vec![&a, &b], vec![&a, &a]] {
        let run = diff(args);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    }
}

#[test]
fn text_groups_differences_by_section() {
    let [old, new] = two("text");
    let run = diff([&old, &new]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let position = model::small().floats::<3>("bones[1].position");
    assert_eq!(
        run.out,
        format!(
            "bones\n  ~ bones[2] \"右ひじ\": renamed to \"右ひざ\"\n  ~ bones[1] \"頭\": position: {position:?} -> \
             [-8.5, {:?}, {:?}]\n  ~ bones[3] \"センター\": parent: 2 \"右ひじ\" -> none\n",
            position[1], position[2]
        )
    );
}

#[test]
fn json_is_one_object_a_line_with_the_same_fields() {
    let [old, new] = two("json");
    let lines = differences(&diff(["--json", &old, &new]));
    assert_eq!(
        lines[0],
        json!({"schema": "mmdmap.diff", "schema_version": 1, "section": "bones", "change": "renamed", "old_index": 2,
            "new_index": 2, "name": "右ひじ", "field": null, "old": "右ひじ", "new": "右ひざ", "count": null})
    );
    assert_eq!((&lines[1]["change"], &lines[1]["field"]), (&json!("changed"), &json!("position")));
    assert_eq!(lines[1]["new"][0], json!(-8.5));
    assert_eq!(lines[2]["old"], json!({"index": 2, "name": "右ひじ"}));
    assert_eq!(lines[2]["new"], json!({"index": -1, "name": null}));
    assert_eq!(lines.len(), 3);
    let keys = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(lines.iter().all(|line| keys(line) == keys(&lines[0])));
}

#[test]
fn names_cannot_work_the_terminal() {
    let whole = model::small();
    // As many bytes as those of the name before: an escape, and one that turns the line around.
    let name = "\u{1b}[2J\u{202e}xy";
    let bytes = whole.with_at(whole.at("bones[2].name.local") + 4, name);
    let folder = folder("terminal");
    let run = diff([folder.put("a.pmx", &whole.bytes), folder.put("b.pmx", &bytes)]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains(r#"renamed to "\u{1b}[2J\u{202e}xy""#), "{}", run.out);
    assert!(!run.out.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn widths_and_encoding_are_a_remark_and_a_difference_if_asked_for() {
    let folder = folder("layout");
    let of = |name: &str, shape: Shape| folder.put(name, &model::empty(shape).bytes);
    let narrow = of("narrow.pmx", Shape { encoding: 0, widths: [1; 6], ..Shape::USUAL });
    let wide = of("wide.pmx", Shape { encoding: 1, widths: [1, 1, 1, 4, 1, 1], ..Shape::USUAL });
    let run = diff([&narrow, &wide]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert_eq!(
        run.err,
        format!(
            "note: {narrow}, {wide}: laid out differently, which is no difference: UTF-16LE -> UTF-8, bone index width \
             1 -> 4\n"
        )
    );
    let lines = differences(&diff(["--layout", "--json", &narrow, &wide]));
    assert_eq!(lines[1]["field"], json!("settings.bone_index_width"));
    assert_eq!((&lines[1]["old"], &lines[1]["new"], lines.len()), (&json!(1), &json!(4), 2));
}

#[test]
fn a_tolerance_makes_floats_the_same() {
    let whole = model::small();
    let weight = whole.float("vertices[0].edge_scale");
    let folder = folder("tolerance");
    let old = folder.put("a.pmx", &whole.bytes);
    let new = folder.put("b.pmx", &whole.with("vertices[0].edge_scale", (weight + 0.125).to_le_bytes()));
    for (args, code) in [
        (vec![], 1),
        (vec!["--tolerance", "0.2"], 0),
        (vec!["--tolerance", "0.1"], 1),
        (vec!["--relative-tolerance", "0.5"], 0),
        (vec!["--relative-tolerance", "0.0001"], 1),
    ] {
        assert_eq!(diff(args.iter().copied().chain([old.as_str(), new.as_str()])).code, Some(code), "{args:?}");
    }
}

#[test]
fn only_so_many_are_told() {
    let whole = model::small();
    let empty = model::empty(Shape::USUAL);
    let folder = folder("max");
    let (old, new) = (folder.put("a.pmx", &whole.bytes), folder.put("b.pmx", &empty.bytes));
    let lines = differences(&diff(["--json", "--max", "2", &old, &new]));
    let of = |section: &str| lines.iter().filter(|line| line["section"] == section).collect::<Vec<_>>();
    let bones = of("bones");
    assert_eq!(bones.len(), 3);
    assert_eq!((&bones[2]["change"], &bones[2]["count"]), (&json!("more"), &json!(model::BONE_FLAGS.len() - 2)));
    assert_eq!((&bones[2]["name"], &bones[2]["old_index"]), (&json!(null), &json!(null)));
    assert_eq!(of("soft-bodies").len(), 2);
    let text = diff(["--max", "0", &old, &new]).out;
    assert!(text.contains("bones\n  … bones: 14 more differences\n"), "{text}");
}

#[test]
fn standard_input_is_a_file_too_but_only_once() {
    let [old, new] = two("stdin");
    let run_of = |args: [&str; 2]| Run::from(command(args).stdin(File::open(&old).unwrap()).output().unwrap());
    assert_eq!(run_of(["-", &old]).code, Some(0));
    assert_eq!(run_of([&new, "-"]).code, Some(1));
    let both = run_of(["-", "-"]);
    assert_eq!((both.code, both.out.as_str()), (Some(3), ""));
    assert_eq!(both.err, "error: -: standard input is at its end already\n");
}

#[test]
fn what_cannot_be_read_is_an_error_and_what_was_repaired_is_listed() {
    let whole = model::small();
    let folder = folder("unreadable");
    let good = folder.put("good.pmx", &whole.bytes);
    let cut = folder.put("cut.pmx", &whole.bytes[..whole.end("bones") - 3]);
    let none = folder.join("none.pmx").to_str().unwrap().to_owned();
    let run = diff([&none, &cut]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.contains("none.pmx") && run.err.contains("cut.pmx: bones[13]"), "{}", run.err);
    assert!(run.err.contains("hint: "));
    assert_eq!(diff([&good, &cut]).code, Some(3));

    let run = diff(["--salvage", &good, &cut]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("repair: "), "{}", run.err);
    assert!(run.out.contains("  - bones[13] \"頭\": removed\n"), "{}", run.out);

    let trailing = folder.put("trailing.pmx", &[&whole.bytes[..], b"x"].concat());
    let run = diff([&good, &trailing]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert!(run.err.contains("trailing"), "{}", run.err);
    assert_eq!(diff(["--strict", &good, &trailing]).code, Some(3));
}

#[test]
fn a_command_line_that_makes_no_sense_is_told_so() {
    let [old, new] = two("usage");
    for args in [
        vec![old.as_str()],
        vec![&old, &new, &new],
        vec![&old, &new, "--tolerance", "-1"],
        vec![&old, &new, "--tolerance", "nan"],
        vec![&old, &new, "--tolerance", "much"],
        vec![&old, &new, "--max", "-1"],
        vec![&old, &new, "--strict", "--salvage"],
    ] {
        let run = diff(&args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let folder = folder("pipe");
    let shape = Shape { widths: [4; 6], ..Shape::USUAL };
    let (old, new) = (model::build(shape, 3000), model::build(Shape { extra_uvs: 2, ..shape }, 3000));
    let (old, new) = (folder.put("a.pmx", &old.bytes), folder.put("b.pmx", &new.bytes));
    for form in ["--json", "--color=never"] {
        let args = [form, "--max", "100000", &old, &new];
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap(); // and then it is closed
        let output = child.wait_with_output().unwrap();
        // That they differ it has seen.
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
    }
}
