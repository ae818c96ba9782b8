//! `mmdmap bench`, run as a user runs it. Times are not asserted: only that they are there, and what they are of.
#![cfg(feature = "cli")]
mod common;

use mmdmap::PmxFile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FIGURE: &str = "examples/model/figure.pmx";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn bench(args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mmdmap"));
    let output = command.arg("bench").args(args).stdin(Stdio::null()).output().expect("the tool runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mmdmap-bench-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn every_phase_says_what_it_goes_through_and_how_long_that_takes() {
    let run = bench(&[FIGURE, "--rounds", "3", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!((&report["schema"], &report["schema_version"]), (&"mmdmap.bench".into(), &1.into()));
    assert_eq!((&report["uri"], &report["rounds"], &report["cold"]), (&FIGURE.into(), &3.into(), &false.into()));

    let file = PmxFile::open(FIGURE).expect("our own model");
    let model = file.model();
    let phases: BTreeMap<&str, &Value> = report["phases"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|phase| (phase["name"].as_str().expect("a name"), phase))
        .collect();
    for (name, bytes, records) in [
        ("read the whole file", file.bytes().len(), 0),
        ("copy the whole file in memory", file.bytes().len(), 0),
        ("vertices to a buffer", 60 * model.vertices().len(), model.vertices().len()),
        ("indices to a buffer", 4 * model.faces().len(), model.faces().len()),
        ("copy as many bytes as those indices", 4 * model.faces().len(), 0),
    ] {
        assert_eq!((&phases[name]["bytes"], &phases[name]["records"]), (&bytes.into(), &records.into()), "{name}");
    }
    // Instead of mapping and scanning, so no part of the whole; and it has no other heap than a head's.
    let reopen = phases["map, and open by a saved index"];
    assert_eq!((&reopen["ours"], &reopen["records"]), (&false.into(), &0.into()));
    assert!(reopen["peak_heap_bytes"].as_u64().expect("a number") < 1536, "{reopen}");
    for span in model.index().sections().iter().filter(|span| span.len.is_some()) {
        let phase = phases[format!("decode {}", span.name).as_str()];
        assert_eq!(phase["bytes"], span.range.len(), "{}", span.name);
        assert_eq!(phase["records"], span.len.expect("it is there"), "{}", span.name);
    }
    for phase in phases.values() {
        let time = |name: &str| phase[name].as_f64().expect("a number");
        assert!(0.0 < time("min_ns") && time("min_ns") <= time("median_ns"), "{phase}");
    }
    // What holds memory: the index, and the bytes of a file that is read as a whole.
    let heap = |name: &str| phases[name]["peak_heap_bytes"].as_u64().expect("a number") as usize;
    assert_eq!(heap("scan"), file.index().heap_bytes());
    assert!(heap("read the whole file") >= file.bytes().len());
    assert_eq!((heap("decode vertices"), heap("vertices to a buffer")), (0, 0));
}

#[test]
fn a_repaired_model_has_no_saved_index_to_open_by() {
    let folder = folder("repaired");
    let model = folder.join("repaired.pmx");
    let texture_length = (-1i32).to_le_bytes();
    std::fs::write(&model, common::model::model().with("textures[0]", texture_length)).expect("a file");
    let run = bench(&[path(&model), "--rounds", "1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("  scan ") && !run.out.contains("saved index"), "{}", run.out);
    std::fs::remove_dir_all(folder).expect("it goes");
}

/// The name of a file may be a stranger's, too: it does not work the terminal.
#[test]
fn json_holds_no_character_that_cannot_be_seen() {
    let folder = folder("invisible");
    let model = folder.join("a\u{202e}\u{9b}31m.pmx");
    std::fs::copy(FIGURE, &model).expect("a copy");
    let run = bench(&[path(&model), "--rounds", "1", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains(r"a\u202e\u009b31m.pmx"), "{}", run.out.escape_unicode());
    let read: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(read["uri"], path(&model));
    std::fs::remove_dir_all(folder).expect("it goes");
}

/// Else it would be read until no memory is left.
#[cfg(unix)]
#[test]
fn an_earlier_run_that_never_ends_is_refused() {
    let refused = bench(&[FIGURE, "--compare", "/dev/zero"]);
    assert_eq!(refused.code, Some(3));
    assert_eq!(refused.err, "error: /dev/zero: not written by `mmdmap bench --json` of this version\n");
}

#[test]
fn a_table_shows_the_same_and_an_earlier_run_beside_it() {
    let folder = folder("compare");
    let earlier = folder.join("earlier.json");
    std::fs::write(&earlier, bench(&[FIGURE, "--rounds", "2", "--json"]).out).expect("a file");
    let run = bench(&[FIGURE, "--rounds", "2", "--compare", path(&earlier)]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let mut lines = run.out.lines();
    assert_eq!(lines.next(), Some("examples/model/figure.pmx: 146,884 bytes, in the page cache, 2 rounds"));
    assert!(lines.next().expect("heads").trim_end().ends_with("before"), "{}", run.out);
    let scan = lines.find(|line| line.trim_start().starts_with("scan ")).expect("a line for the scan");
    assert!(scan.trim_end_matches([' ', '~']).ends_with('x'), "{scan}");

    let whole = r#"{"schema":"mmdmap.bench","schema_version":1,"uri":"a","phases":[{"name":"scan","median_ns":1}]}"#;
    let without = |part: &str| whole.replace(part, "");
    for odd in [
        String::new(),
        "{}".to_owned(),
        "[]".to_owned(),
        without(r#""uri":"a","#),
        without(r#""name":"scan","#),
        without(r#","phases":[{"name":"scan","median_ns":1}]"#),
        whole.replace(":1,", ":2,"),
        whole.replace(":1}", ":-1}"),
        format!("{whole}\n{{}}"),
    ] {
        std::fs::write(&earlier, &odd).expect("a file");
        let refused = bench(&[FIGURE, "--compare", path(&earlier)]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""), "{odd}");
        assert!(refused.err.contains("not written by `mmdmap bench --json`"), "{odd}: {}", refused.err);
    }
    std::fs::write(&earlier, whole).expect("a file");
    assert_eq!(bench(&[FIGURE, "--rounds", "1", "--compare", path(&earlier)]).code, Some(0));
    std::fs::remove_dir_all(folder).expect("it goes");
}

#[test]
fn a_chart_names_every_phase_and_is_well_formed() {
    let folder = folder("chart");
    let (svg, odd) = (folder.join("chart.svg"), folder.join("a<b&c.pmx"));
    std::fs::copy(FIGURE, &odd).expect("a copy");
    let run = bench(&[path(&folder), "--rounds", "1", "--svg", path(&svg)]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let chart = std::fs::read_to_string(&svg).expect("a chart");
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
    assert!(chart.contains("a&lt;b&amp;c.pmx") && chart.contains(">decode soft-bodies: "));
    assert_eq!(chart.matches("<text").count(), chart.matches("</text>").count());

    // Over an earlier chart it may go, over a model or standard output not; and one of nothing is not written.
    assert_eq!(bench(&[FIGURE, "--rounds", "1", "--svg", path(&svg)]).code, Some(0));
    let chart = std::fs::read(&svg).expect("a chart");
    assert_eq!(bench(&["no/such.pmx", "--svg", path(&svg)]).code, Some(3));
    assert_eq!(std::fs::read(&svg).expect("a chart"), chart);
    for other in [path(&odd), "-"] {
        let refused = bench(&[FIGURE, "--rounds", "1", "--svg", other]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""), "{other}");
    }
    assert_eq!(std::fs::read(&odd).expect("still there"), std::fs::read(FIGURE).expect("a model"));
    std::fs::remove_dir_all(folder).expect("it goes");
}

#[test]
fn from_the_disk_it_is_measured_where_the_system_can_be_asked() {
    let run = bench(&[FIGURE, "--rounds", "1", "--cold"]);
    if cfg!(target_os = "linux") {
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains("bytes, from the disk, 1 rounds"), "{}", run.out);
    } else {
        assert_eq!(run.code, Some(3));
    }
}

#[test]
fn what_cannot_be_opened_again_or_at_all_is_an_error_and_the_others_are_measured() {
    let run = bench(&["no/such.pmx", "-", FIGURE, "--rounds", "1", "--json"]);
    assert_eq!((run.code, run.out.lines().count()), (Some(3), 1));
    assert!(run.err.contains("no/such.pmx") && run.err.contains("can be opened again"), "{}", run.err);
    assert_eq!(bench(&[FIGURE, "--rounds", "0"]).code, Some(2));
    assert_eq!(bench(&[]).code, Some(2));
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
