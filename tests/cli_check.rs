//! `mmdmap check` and `mmdmap explain`, run as a user runs them, on the model that lies here, broken in known places.
#![cfg(feature = "cli")]
mod common;

use common::tool::{Run, folder, mmdmap, tool};
use mmdmap::pmx::check::{Code, Severity};
use mmdmap::pmx::*;
use mmdmap::{BoneIndex, Index, LossCode, Name, PmxFile, RepairCode, Text, vmd, vpd};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn check(args: &[&str], path: &str) -> Run {
    mmdmap([&["check"], args, &[path]].concat())
}

/// The one line, whatever the exit code.
fn json_of(run: &Run) -> Value {
    assert_eq!((run.err.as_str(), run.out.lines().count()), ("", 1));
    serde_json::from_str(&run.out).unwrap()
}

/// A model that nothing is wrong with.
fn clean() -> PmxFile {
    PmxFile::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/model/figure.pmx")).unwrap()
}

fn changed<'a>(model: &'a PmxFile, change: impl FnOnce(&mut Edit<'a>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut edit = model.model().edit();
    change(&mut edit);
    edit.write_to(&mut bytes).unwrap();
    bytes
}

/// Bones that are not there in vertices 0 to 4.
fn dangling(i: usize, vertex: Vertex<'_>) -> Vertex<'_> {
    if i < 5 { Vertex { deform: Deform::Bdef1(Bdef1 { bone: BoneIndex::new(100) }), ..vertex } } else { vertex }
}
/// An outline inside the body, in vertex 9.
fn thin(i: usize, vertex: Vertex<'_>) -> Vertex<'_> {
    if i == 9 { Vertex { edge_scale: -1.0, ..vertex } } else { vertex }
}
/// A name that turns the direction of writing, in bone 3.
fn turned(i: usize, bone: Bone<'_>) -> Bone<'_> {
    if i == 3 { Bone { name: Name::new(EVIL, "lower body"), ..bone } } else { bone }
}
/// A number that is none, in bone 5.
fn nowhere(i: usize, bone: Bone<'_>) -> Bone<'_> {
    let [x, _, z] = bone.position;
    if i == 5 { Bone { position: [x, f32::from_bits(0xffc0_0001), z], ..bone } } else { bone }
}
const EVIL: &str = "\u{202e}下半身";

/// Six errors of two codes, two warnings, one info.
fn broken() -> Vec<u8> {
    changed(&clean(), |edit| {
        edit.vertices(|i, vertex| thin(i, dangling(i, vertex))).bones(|i, bone| turned(i, nowhere(i, bone)));
    })
}
/// One warning, nothing else.
fn warned() -> Vec<u8> {
    changed(&clean(), |edit| {
        edit.vertices(thin);
    })
}
/// One info, nothing else: its display frames list a bone twice.
fn informed() -> Vec<u8> {
    let twice: &[FrameItem] = &[FrameItem::Bone(Index::new(0)), FrameItem::Bone(Index::new(0))];
    changed(&clean(), |edit| {
        edit.display_frames(
            move |i, frame| {
                if i == 0 { DisplayFrame { items: mmdmap::Many::new(twice), ..frame } } else { frame }
            },
        );
    })
}

#[test]
fn a_clean_model_takes_one_line() {
    let path = folder("clean").put("a.pmx", clean().bytes());
    for deny in ["errors", "warnings", "infos", "none"] {
        let run = check(&["--deny", deny], &path);
        assert_eq!((run.code, run.out, run.err.as_str()), (Some(0), format!("{path}: nothing found\n"), ""));
    }
    let report = json_of(&check(&["--json"], &path));
    let none = json!({"numErrors": 0, "numWarnings": 0, "numInfos": 0, "truncated": false, "messages": []});
    assert_eq!(report["issues"], none);
}

#[test]
fn findings_are_grouped_by_code_the_gravest_first() {
    let path = folder("grouped").put("a.pmx", &broken());
    let run = check(&[], &path);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let expected = format!(
        "{path}
  error[non-finite] once: {}
    bones[5].position[1] \"頭\": NaN, expected a number
    to mend it: {}
  error[vertex-bone-dangling] 5 times: {}
    vertices[0].deform.bone: 100, expected below 54
    vertices[1].deform.bone: 100, expected below 54
    vertices[2].deform.bone: 100, expected below 54
    and 2 more
    to mend it: {}
  warning[name-not-cp932] once: {}
    bones[3].name.local: \"\\u{{202e}}下半身\", expected characters of cp932
    to mend it: {}
  warning[edge-scale-negative] once: {}
    vertices[9].edge_scale: -1.0, expected 0 or more
    to mend it: {}
  info[text-control] once: {}
    bones[3].name.local: \"\\u{{202e}}下半身\", expected characters that can be seen
    to mend it: {}
  6 errors, 2 warnings, 1 info

",
        Code::NonFinite.what(),
        Code::NonFinite.advice(),
        Code::VertexBoneDangling.what(),
        Code::VertexBoneDangling.advice(),
        Code::NameNotCp932.what(),
        Code::NameNotCp932.advice(),
        Code::EdgeScaleNegative.what(),
        Code::EdgeScaleNegative.advice(),
        Code::TextControl.what(),
        Code::TextControl.advice(),
    );
    assert_eq!(run.out, expected);
}

#[test]
fn the_exit_code_says_whether_something_is_denied() {
    let folder = folder("deny");
    let names = ["clean", "informed", "warned", "broken"];
    let files = [clean().bytes().to_vec(), informed(), warned(), broken()];
    let paths: Vec<String> =
        names.iter().zip(files).map(|(name, bytes)| folder.put(&format!("{name}.pmx"), &bytes)).collect();
    for (deny, expected) in [
        (&[][..], [0, 0, 0, 1]),
        (&["--deny", "errors"], [0, 0, 0, 1]),
        (&["--deny=warnings"], [0, 0, 1, 1]),
        (&["--deny", "infos"], [0, 1, 1, 1]),
        (&["--deny", "none"], [0, 0, 0, 0]),
    ] {
        for form in [&[][..], &["--json"]] {
            let codes = paths.iter().map(|path| check(&[deny, form].concat(), path).code.unwrap());
            assert_eq!(codes.collect::<Vec<_>>(), expected, "{deny:?}");
        }
    }
    assert_eq!(check(&["--deny", "everything"], &paths[0]).code, Some(2));
}

#[test]
fn what_is_allowed_is_neither_shown_nor_counted() {
    let path = folder("allow").put("a.pmx", &broken());
    let errors = ["--allow", "non-finite", "--allow", "vertex-bone-dangling"];
    let run = check(&errors, &path);
    assert_eq!(run.code, Some(0));
    assert!(run.out.ends_with("\n  0 errors, 2 warnings, 1 info\n\n"), "{}", run.out);
    assert!(!run.out.contains("non-finite") && !run.out.contains("vertex-bone-dangling"));
    assert_eq!(check(&[&errors[..], &["--deny", "warnings"]].concat(), &path).code, Some(1));
    let issues = json_of(&check(&["--json", "--allow=non-finite"], &path))["issues"].clone();
    assert_eq!((&issues["numErrors"], &issues["truncated"]), (&json!(5), &json!(false)));
    assert_eq!(issues["messages"].as_array().unwrap().len(), 8);

    let all: Vec<String> = Code::ALL.iter().map(|code| format!("--allow={code}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(check(&all, &path).out, format!("{path}: nothing found\n"));

    let run = check(&["--allow", "non-finit"], &path);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("unknown code 'non-finit' for '--allow <CODE>'"), "{}", run.err);
    assert!(run.err.contains("did you mean 'non-finite'"), "{}", run.err);
    // Nothing that is found has the name of a repair.
    assert_eq!(check(&["--allow", "trailing-bytes"], &path).code, Some(2));
}

#[test]
fn so_many_places_are_shown_but_all_are_counted() {
    let path = folder("max").put("a.pmx", &broken());
    let places = |out: &str| out.lines().filter(|line| line.starts_with("    ") && line.contains('[')).count();
    for (max, expected) in [("0", 0), ("1", 1), ("4", 4), ("7", 7), ("9", 9), ("100000", 9)] {
        let text = check(&["--max-issues", max], &path);
        assert_eq!((text.code, places(&text.out)), (Some(1), expected), "{max}");
        assert!(text.out.contains("] 5 times: "));
        assert!(text.out.ends_with("\n  6 errors, 2 warnings, 1 info\n\n"), "{}", text.out);
        let issues = json_of(&check(&["--json", "--max-issues", max], &path))["issues"].clone();
        assert_eq!(issues["messages"].as_array().unwrap().len(), expected);
        assert_eq!(issues["truncated"], json!(expected < 9));
        assert_eq!(
            [&issues["numErrors"], &issues["numWarnings"], &issues["numInfos"]],
            [&json!(6), &json!(2), &json!(1)]
        );
    }
    let four = json_of(&check(&["--json", "--max-issues", "4"], &path));
    let codes: Vec<&Value> = four["issues"]["messages"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    let dangling = "vertex-bone-dangling";
    assert_eq!(codes, ["non-finite", dangling, dangling, dangling]);
    assert_eq!(check(&["--max-issues", "many"], &path).code, Some(2));
}

#[test]
fn json_tells_each_value() {
    let bytes = broken();
    let path = folder("json").put("a.pmx", &bytes);
    let run = check(&["--json"], &path);
    assert_eq!(run.code, Some(1));
    // No value is lost, but none of them works the terminal.
    assert!(!run.out.contains('\u{202e}') && run.out.contains("\\u202e"), "{}", run.out);
    let report = json_of(&run);
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 6, "{keys:?}");
    assert_eq!((&report["schema"], &report["schema_version"]), (&json!("mmdmap.check"), &json!(1)));
    assert_eq!(report["uri"], json!(path));
    assert_eq!(report["validator"], json!(concat!("mmdmap ", env!("CARGO_PKG_VERSION"))));
    assert_eq!(
        report["info"],
        json!({"version": 2.0, "format": "pmx", "encoding": "UTF-16LE", "file_len": bytes.len(), "repair_count": 0, "vertices": 1791,
            "faces": 8202, "textures": 9, "materials": 15, "bones": 54, "morphs": 21, "display-frames": 9,
            "rigid-bodies": 30, "joints": 19, "soft-bodies": null})
    );

    let index = PmxIndex::scan(&bytes).unwrap();
    let model = index.view(&bytes);
    let (bone, vertex) = (|i| model.bones().offset(i).unwrap(), |i| model.vertices().offset(i).unwrap());
    let message = |code: Code, pointer: &str, name: Value, offset: usize, found: Value, expected: Value| {
        json!({"code": code.name(), "severity": code.severity().name(), "message": code.what(), "pointer": pointer,
            "name": name, "offset": offset, "found": found, "expected": expected})
    };
    let below = |i: usize| {
        let pointer = format!("vertices[{i}].deform.bone");
        message(Code::VertexBoneDangling, &pointer, Value::Null, vertex(i), json!(100), json!("below 54"))
    };
    let nan = json!("f32:0xffc00001");
    let messages = [
        message(Code::NonFinite, "bones[5].position[1]", json!("頭"), bone(5), nan, json!("a number")),
        below(0),
        below(1),
        below(2),
        below(3),
        below(4),
        message(
            Code::NameNotCp932,
            "bones[3].name.local",
            json!(EVIL),
            bone(3),
            json!(EVIL),
            json!("characters of cp932"),
        ),
        message(
            Code::EdgeScaleNegative,
            "vertices[9].edge_scale",
            Value::Null,
            vertex(9),
            json!(-1.0),
            json!("0 or more"),
        ),
        message(
            Code::TextControl,
            "bones[3].name.local",
            json!(EVIL),
            bone(3),
            json!(EVIL),
            json!("characters that can be seen"),
        ),
    ];
    assert_eq!(
        report["issues"],
        json!({"numErrors": 6, "numWarnings": 2, "numInfos": 1, "truncated": false, "messages": messages})
    );
}

#[test]
fn a_broken_file_keeps_no_other_from_being_checked() {
    let folder = folder("several");
    folder.put("a.pmx", clean().bytes());
    folder.put("b.pmx", &warned());
    let nonsense = folder.put("c.pmx", b"PMX nonsense");
    folder.put("d.pmx", &broken());
    let dir = folder.to_str().unwrap();
    let run = check(&[], dir);
    // What could not be read weighs more than what was found.
    assert_eq!(run.code, Some(3));
    assert_eq!(run.err.lines().count(), 1);
    assert!(run.err.starts_with(&format!("error: {nonsense}: header.version at byte 0x4: ")), "{}", run.err);
    let last = run.out.lines().last().unwrap();
    assert_eq!(last, "3 files, 1 clean: 6 errors, 3 warnings, 1 info");
    let titles = run.out.lines().filter(|line| line.contains(".pmx"));
    let titles: Vec<&str> = titles.map(|line| line.rsplit(['/', '\\']).next().unwrap()).collect();
    assert_eq!(titles, ["a.pmx: nothing found", "b.pmx", "d.pmx"]);

    let json = check(&["--json", "--deny=none"], dir);
    assert_eq!((json.code, json.out.lines().count()), (Some(3), 4));
    fs::remove_file(nonsense).unwrap();
    assert_eq!(check(&[], dir).code, Some(1));
    assert_eq!(check(&["--deny=none"], dir).code, Some(0));
    assert_eq!(check(&[], folder.join("none.pmx").to_str().unwrap()).code, Some(3));
    assert_eq!(mmdmap(["check"]).code, Some(2));
}

#[test]
fn repairs_are_listed_on_standard_error_and_are_no_findings() {
    let path = folder("repairs").put("a.pmx", &[clean().bytes(), &[0; 4]].concat());
    let run = check(&["--deny", "infos"], &path);
    assert_eq!((run.code, run.out), (Some(0), format!("{path}: nothing found\n")));
    assert!(run.err.starts_with(&format!("repair: {path}: trailing-bytes: ")), "{}", run.err);
    assert_eq!(check(&["--strict"], &path).code, Some(3));
    let json = check(&["--json"], &path);
    assert_eq!(serde_json::from_str::<Value>(&json.out).unwrap()["info"]["repair_count"], json!(1));
}

#[test]
fn colour_is_for_those_who_ask_for_it() {
    let path = folder("colour").put("a.pmx", &broken());
    assert!(!check(&[], &path).out.contains('\u{1b}'));
    assert!(check(&["--color=always"], &path).out.contains("\u{1b}[1m\u{1b}[31merror[non-finite]\u{1b}[0m"));
    assert!(!check(&["--color=always", "--json"], &path).out.contains('\u{1b}'));
    assert!(mmdmap(["explain", "non-finite", "--color=always"]).out.contains('\u{1b}'));
}

#[test]
fn a_full_disk_is_an_error() {
    if !Path::new("/dev/full").exists() {
        return println!("SKIPPED: no /dev/full");
    }
    let path = folder("full").put("a.pmx", &broken());
    for args in [&["check", &path][..], &["check", "--json", &path], &["explain", "--list"], &["explain", "cut"]] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = tool(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(said.starts_with("error: standard output: "), "{said}");
    }
}

/// On a Mac names are taken apart; what was が in the model is か and a mark on disk, and looks the same.
#[cfg(all(unix, feature = "textures"))]
#[test]
fn two_spellings_that_look_alike_are_told_apart() {
    let folder = folder("alike");
    folder.put("\u{304b}\u{3099}.png", b"a picture");
    let path = folder.put(
        "a.pmx",
        &changed(&clean(), |edit| {
            edit.textures(|i, text| if i == 0 { Text::new("\u{304c}.png") } else { text });
        }),
    );
    let run = check(&["--textures"], &path);
    let expected = "    textures[0]: \"\u{304c}.png\", expected \"\u{304b}\\u{3099}.png\"\n";
    assert!(run.out.contains(expected), "{}", run.out);
    let messages = json_of(&check(&["--textures", "--json"], &path))["issues"]["messages"].clone();
    let spelling = messages.as_array().unwrap().iter().find(|one| one["code"] == "texture-spelling").unwrap();
    assert_eq!((&spelling["found"], &spelling["expected"]), (&json!("\u{304c}.png"), &json!("\u{304b}\u{3099}.png")));
}

// ---- explain

/// All that is said about one code.
struct Explained {
    name: &'static str,
    kind: &'static str,
    found_in: &'static str,
    /// What, why, and how to mend it.
    words: [&'static str; 3],
    /// Of a repair: what reading does, and what `mmdmap repair` does.
    done: Option<(&'static str, Option<&'static str>)>,
}

/// The checkers' codes in the order of the list, then those of repairs and losses.
fn explained() -> Vec<Explained> {
    let mut all = Vec::new();
    macro_rules! findings {
        ($($Code:ty, $found_in:literal;)*) => {$(
            all.extend(<$Code>::ALL.iter().map(|code| Explained {
                name: code.name(),
                kind: code.severity().name(),
                found_in: $found_in,
                words: [code.what(), code.why(), code.advice()],
                done: None,
            }));
        )*};
    }
    findings! { Code, "models"; vpd::check::Code, "poses"; vmd::check::Code, "motions"; }
    all.extend(RepairCode::ALL.iter().map(|code| Explained {
        name: code.name(),
        kind: "repair",
        found_in: "",
        words: [code.what(), code.why(), code.advice()],
        done: Some((code.done(), code.mended())),
    }));
    all.extend(LossCode::ALL.iter().map(|code| Explained {
        name: code.name(),
        kind: "loss",
        found_in: "",
        words: [code.what(), code.why(), code.advice()],
        done: None,
    }));
    all
}

#[test]
fn every_code_says_in_words_of_its_own_what_it_means_why_it_matters_and_how_to_mend_it() {
    let mut told = [const { BTreeSet::new() }; 3];
    for code in explained() {
        for (words, told) in code.words.into_iter().zip(&mut told) {
            assert!(words.len() > 10 && words.trim() == words && !words.ends_with('.'), "{}: {words:?}", code.name);
            assert!(!words.contains("  ") && !words.contains(char::is_control), "{}: {words:?}", code.name);
            assert!(told.insert(words), "{}: said of another: {words:?}", code.name);
        }
        let [what, why, advice] = code.words;
        assert!(what != why && why != advice && advice != what, "{}", code.name);
    }
}

impl Explained {
    /// As it is printed.
    fn block(&self) -> String {
        let [what, why, advice] = self.words;
        let found_in = if self.found_in.is_empty() { String::new() } else { format!("  in {}", self.found_in) };
        let line =
            |label: &str, words: Option<&str>| words.map_or(String::new(), |words| format!("  {label:12}{words}\n"));
        let done = self.done.map(|(read, mended)| line("reading", Some(read)) + &line("repair", mended));
        format!(
            "{}  {}{found_in}\n  what        {what}\n  why         {why}\n  to mend it  {advice}\n{}",
            self.name,
            self.kind,
            done.unwrap_or_default()
        )
    }
}

#[test]
fn every_code_is_explained_by_these_words() {
    let all = explained();
    let names: BTreeSet<&str> = all.iter().map(|code| code.name).collect();
    for name in names {
        // A name that several have is explained for each.
        let blocks: Vec<String> = all.iter().filter(|code| code.name == name).map(Explained::block).collect();
        let run = mmdmap(["explain", name]);
        assert_eq!((run.code, run.out, run.err.as_str()), (Some(0), blocks.join("\n"), ""));
    }
    let two = mmdmap(["explain", "cut", "face-degenerate"]).out;
    assert!(two.starts_with("cut  repair\n") && two.contains("\n\nface-degenerate  info  in models\n"), "{two}");
}

#[test]
fn all_codes_are_listed_one_a_line() {
    let run = mmdmap(["explain", "--list"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let all = explained();
    assert_eq!(run.out.lines().count(), all.len());
    let mut seen = BTreeSet::new();
    for (line, code) in run.out.lines().zip(&all) {
        let [what, ..] = code.words;
        let words: Vec<&str> = line.split_whitespace().collect();
        let expected = format!("{} {} {} {what}", code.name, code.kind, code.found_in);
        assert_eq!(words, expected.split_whitespace().collect::<Vec<_>>());
        // A name stands for one thing in one kind of file.
        let of = if code.found_in.is_empty() { code.kind } else { code.found_in };
        assert!(seen.insert((code.name, of)), "{line}");
    }
    assert!(Code::ALL.iter().any(|code| code.severity() == Severity::Error));
}

#[test]
fn an_unknown_code_is_told_which_are_near() {
    for (given, near) in [
        ("bone-parent-cycel", "'bone-parent-cycle'"),
        ("Face_Degenerate", "'face-degenerate'"),
        ("cycle", "'ik-cycle'"),
        ("trailing", "'trailing-bytes'"),
        ("xqz", "explain --list"),
        ("", "explain --list"),
    ] {
        let run = mmdmap(["explain", "non-finite", given]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{given}");
        assert!(run.err.starts_with(&format!("error: unknown code '{given}' for '[CODE]...'")), "{}", run.err);
        assert!(run.err.contains(near), "{given}: {}", run.err);
    }
    assert!(!mmdmap(["explain", "\u{202e}x"]).err.contains('\u{202e}'));
    assert_eq!(mmdmap(["explain"]).code, Some(2));
    assert_eq!(mmdmap(["explain", "--list", "non-finite"]).code, Some(2));
}

#[test]
fn completions_know_the_codes() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = mmdmap(["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(["check", "explain", "max-issues", "deny"].iter().all(|word| run.out.contains(word)), "{shell}");
    }
    assert!(mmdmap(["completions", "bash"]).out.contains("bone-parent-cycle"));
}

#[test]
fn a_file_that_cannot_be_read_has_its_line_of_json_too() {
    let run = mmdmap(["check", "--json", "no/such/file.pmx", "examples/model/figure.pmx"]);
    assert_eq!(run.code, Some(3));
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["uri"], "no/such/file.pmx");
    assert!(lines[0]["error"].as_str().expect("why").contains("no/such/file.pmx"), "{}", lines[0]);
    assert!(lines[0].get("issues").is_none() && lines[1].get("error").is_none());
    assert_eq!(lines[1]["issues"]["numErrors"], 0);
}

#[test]
fn several_codes_may_be_allowed_at_once() {
    let all = mmdmap(["check", "--json", "examples/model/figure-2.1.pmx"]);
    let first: Value = serde_json::from_str(&all.out).expect("JSON");
    let codes: BTreeSet<String> = first["issues"]["messages"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["code"].as_str().unwrap().to_owned())
        .collect();
    assert!(!codes.is_empty());
    let list = codes.into_iter().collect::<Vec<_>>().join(",");
    let none = mmdmap(["check", "--json", "--allow", &list, "examples/model/figure-2.1.pmx"]);
    let none: Value = serde_json::from_str(&none.out).expect("JSON");
    assert_eq!(none["issues"]["messages"], json!([]));
}
