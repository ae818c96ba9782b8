//! `mmdmap index`, and what `inspect` says of what it wrote.
#![cfg(feature = "cli")]
mod common;

use common::model::model;
use common::tool::{Folder, folder, mmdmap, piped};
use mmdmap::pmx::PmxIndex;
use mmdmap::{FileBytes, PmxFile, ScanOptions};
use serde_json::{Value, json};
use std::fs::File;
use std::time::{Duration, SystemTime};

/// Whether the model in the folder opens by the index of this name.
fn opens_by(folder: &Folder, index: &str) -> bool {
    let bytes = |name: &str| FileBytes::open(folder.at(name), u64::MAX).expect("it is there");
    let file = PmxFile::with_index(bytes("a.pmx"), bytes(index), &ScanOptions::new()).expect("the model opens");
    assert_eq!(file.index().sections(), PmxIndex::scan(file.bytes()).unwrap().sections());
    file.index().is_saved()
}

fn inspected(path: &str) -> Value {
    mmdmap(["inspect", "--json", path]).json_lines()[0]["saved_index"].clone()
}

#[test]
fn an_index_is_written_beside_the_model_or_where_it_is_asked_for() {
    let folder = folder("beside");
    let path = folder.put("a.pmx", &model().bytes);
    mmdmap(["index", &path]).quiet();
    mmdmap(["index", &path, "-o", &folder.at("other")]).quiet();
    assert_eq!(folder.names(), ["a.pmx", "a.pmx.index", "other"]);
    assert!(opens_by(&folder, "a.pmx.index") && opens_by(&folder, "other"));
    let out = mmdmap(["index", &path, "--output", "-"]).done();
    assert_eq!(out.bytes, folder.get("a.pmx.index"));
    // Of standard input no time is known.
    let piped = piped(&["index", "-", "-o", "-"], &model().bytes).done();
    assert_eq!((piped.bytes.len(), piped.bytes == out.bytes), (out.bytes.len(), false));
}

#[test]
fn inspect_says_whether_there_is_one_how_large_and_whether_it_fits() {
    let folder = folder("inspect");
    let path = folder.put("a.pmx", &model().bytes);
    assert_eq!(inspected(&path), Value::Null);
    assert!(!mmdmap(["inspect", &path]).data().contains("\n  saved "));

    mmdmap(["index", &path]).quiet();
    let (index, len) = (format!("{path}.index"), folder.get("a.pmx.index").len());
    assert_eq!(inspected(&path), json!({ "path": index, "bytes": len, "problem": null }));
    let text = mmdmap(["inspect", &path]).data();
    assert!(text.contains(&format!("\n  saved     {len} bytes, fresh: {index}\n")), "{text}");

    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    File::options().write(true).open(&path).unwrap().set_modified(hour_ago).unwrap();
    let problem = "the model was changed after its index was saved";
    assert_eq!(inspected(&path), json!({ "path": index, "bytes": len, "problem": problem }));
    let text = mmdmap(["inspect", &path]).data();
    assert!(text.contains(&format!("\n  saved     {len} bytes, not used: {index}: {problem}\n")), "{text}");
}

#[test]
fn what_cannot_be_saved_is_said() {
    let folder = folder("refused");
    let model = model();
    let odd = folder.put("odd.pmx", &model.with("textures[0]", (-1i32).to_le_bytes()));
    let refused = mmdmap(["index", &odd]).refused(3, "the index of a repaired model is not saved: textures[0]");
    assert!(refused.err.contains("`mmdmap repair` writes a model that needs no repairs"), "{}", refused.err);
    let missing = folder.at("missing.pmx");
    mmdmap(["index", &missing]).refused(3, &missing);
    let nowhere = piped(&["index", "-"], &model.bytes).refused(3, "no file to put the index beside");
    assert!(nowhere.err.contains("--output"), "{}", nowhere.err);
    assert_eq!(folder.names(), ["odd.pmx"]);
}

/// A mistyped name, or that of the model itself, costs nobody a model.
#[test]
fn only_an_index_gives_way_to_one() {
    let folder = folder("gives_way");
    let model = model().bytes;
    let path = folder.put("a.pmx", &model);
    let others = [("a.pmx", &model[..]), ("other.pmx", &model), ("notes.txt", b"a"), ("almost", b"mmdmapi")];
    for (name, bytes) in others {
        let other = folder.put(name, bytes);
        mmdmap(["index", &path, "-o", &other]).refused(3, "no saved index, and so not replaced by one");
        assert_eq!(folder.get(name), bytes);
    }
    folder.put("a.pmx.index", b"mmdmapix of another day");
    folder.put("empty", b"");
    for (name, at) in ["a.pmx.index", "empty"].map(|name| (name, folder.at(name))) {
        mmdmap(["index", &path, "-o", &at]).quiet();
        assert!(opens_by(&folder, name));
    }
}

#[test]
fn what_lies_there_and_is_no_index_is_named_once_and_not_read() {
    let folder = folder("no_index");
    let bytes = model().bytes;
    let path = folder.put("a.pmx", &bytes);
    let index = folder.put("a.pmx.index", b"");
    let [len, limit] = [1 << 24, bytes.len() + 4096];
    File::options().write(true).open(&index).unwrap().set_len(len as u64).unwrap();
    let problem = format!("{len} bytes, more than the limit of {limit}");
    assert_eq!(inspected(&path), json!({ "path": index, "bytes": len, "problem": problem }));
    std::fs::remove_file(&index).unwrap();
    std::fs::create_dir(&index).unwrap();
    assert_eq!(inspected(&path), json!({ "path": index, "bytes": 0, "problem": "a folder, not a file" }));
}
