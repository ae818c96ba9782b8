//! The source keeps to the floors that the crate page draws ("How the source is laid out" in `src/lib.rs`): every file
//! stands on one, imports run downwards only, and each outside crate has its door.
//!
//! Read are `use` declarations and paths in code that begin with `crate::`, `$crate::` (macros, too) or `super::`.
//! Comments, strings and `#[cfg(test)]` modules at the end of a file are left out. Where every import runs strictly
//! downwards there is no cycle.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What the crate page says.
#[derive(Debug, Default)]
struct Layout {
    /// Floor of each file, by its path below `src/`.
    floors: BTreeMap<String, u32>,
    /// Files in which an outside crate may be named.
    doors: BTreeMap<String, Vec<String>>,
}

impl Layout {
    /// From the tables under "How the source is laid out".
    fn of(docs: &str) -> Layout {
        let mut layout = Layout::default();
        let rows = docs.lines().skip_while(|line| *line != "//! # How the source is laid out");
        let rows = rows.take_while(|line| line.starts_with("//!")).filter_map(|line| line.strip_prefix("//! | "));
        for row in rows {
            let mut cells = row.split(" | ");
            let (Some(key), Some(names)) = (cells.next(), cells.next()) else { continue };
            let files = names.split('`').skip(1).step_by(2).map(str::to_owned);
            match key.trim_matches('`') {
                "floor" | "crate" | "---" => {}
                key if key.starts_with(|c: char| c.is_ascii_digit()) => {
                    let floor = key.parse().expect("a floor is a number");
                    for file in files {
                        let before = layout.floors.insert(file.clone(), floor);
                        assert_eq!(before, None, "src/lib.rs: `{file}` stands on two floors: take one of them out");
                    }
                }
                name => drop(layout.doors.insert(name.to_owned(), files.collect())),
            }
        }
        layout
    }
}

/// Every source file of the library but `lib.rs`, by its path below `src/`, and its code.
fn sources() -> BTreeMap<String, String> {
    fn walk(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_str().expect("plain names"));
            if path.is_dir() && name != "bin" {
                walk(&path, &format!("{name}/"), all);
            } else if name.ends_with(".rs") && name != "lib.rs" {
                all.insert(name, code(&fs::read_to_string(&path).expect("source can be read")));
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(&root().join("src"), "", &mut all);
    all
}

/// The code alone: without comments, strings, and the tests at the end.
fn code(source: &str) -> String {
    let source = source.split("\n#[cfg(test)]\nmod ").next().unwrap_or(source);
    let mut code = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skip = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '\'' if rest.starts_with("'\"'") || rest.starts_with("'\\''") => rest[1..].find('\'').unwrap_or(0) + 2,
            '"' => string(rest),
            _ => {
                code.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(skip..).unwrap_or("");
    }
    code
}

/// The length of the string that begins here, quotes and all.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every path that begins with this word, group imports unfolded: `crate::a::{b, c::d}` gives `[a, b]` and `[a, c, d]`.
fn paths(code: &str, word: &str) -> Vec<Vec<String>> {
    let start = format!("{word}::");
    let mut all = Vec::new();
    for (at, _) in code.match_indices(&start) {
        let inside = code[..at].ends_with(|c: char| is_name(c) || c == ':');
        if !inside {
            unfold(&code[at + start.len()..], &[], &mut all);
        }
    }
    all
}

/// One use tree, from behind its first `::`; gives what follows it.
fn unfold<'a>(tree: &'a str, before: &[String], all: &mut Vec<Vec<String>>) -> &'a str {
    let tree = tree.trim_start();
    if let Some(mut items) = tree.strip_prefix('{') {
        loop {
            items = unfold(items, before, all).trim_start();
            match items.strip_prefix(',') {
                Some(more) if !more.trim_start().starts_with('}') => items = more,
                Some(end) => return end.trim_start().strip_prefix('}').unwrap_or(end),
                None => return items.strip_prefix('}').unwrap_or(items),
            }
        }
    }
    let end = tree.find(|c| !is_name(c)).unwrap_or(tree.len());
    let mut path = before.to_vec();
    path.push(tree[..end].to_owned());
    match tree[end..].strip_prefix("::") {
        Some(deeper) if deeper.starts_with(|c| is_name(c) || c == '{') => unfold(deeper, &path, all),
        _ => {
            all.push(path);
            tree[end..].strip_prefix(" as ").map_or(&tree[end..], |name| name.trim_start_matches(is_name))
        }
    }
}

/// The files that a file's code names, or why a path of it is no import from a file.
fn imports(file: &str, code: &str, is_file: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let resolve = |folder: &str, path: &[String]| -> Result<String, String> {
        let first = path.first().map_or("", String::as_str);
        let (plain, module) = (format!("{folder}{first}.rs"), format!("{folder}{first}/mod.rs"));
        let below = path.get(1).map(|second| format!("{folder}{first}/{second}.rs"));
        if is_file(&plain) {
            Ok(plain)
        } else if is_file(&module) {
            Ok(below.filter(|below| is_file(below)).unwrap_or(module))
        } else {
            Err(format!(
                "src/{file} names `{first}`, which is no module but something that another one re-exports: import it \
                 from the module that defines it"
            ))
        }
    };
    let folder = file.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let mut all = Vec::new();
    for path in paths(code, "crate") {
        all.push(resolve("", &path)?);
    }
    if file.ends_with("/mod.rs") {
        for child in code.lines().filter_map(|line| line.trim().split_once("mod ")?.1.strip_suffix(';')) {
            all.push(resolve(&folder, &[child.to_owned()])?);
        }
    } else {
        for path in paths(code, "super") {
            all.push(resolve(&folder, &path)?);
        }
    }
    all.retain(|other| other != file);
    Ok(all)
}

#[test]
fn every_file_stands_on_one_floor() {
    let layout = Layout::of(&fs::read_to_string(root().join("src/lib.rs")).unwrap());
    let sources = sources();
    assert!(layout.floors.len() > 20, "the table of floors in src/lib.rs could not be read: {layout:?}");
    for file in sources.keys() {
        assert!(
            layout.floors.contains_key(file),
            "src/{file} stands on no floor: enter `{file}` in the table under \"How the source is laid out\" in \
             src/lib.rs, on the floor above the highest one it imports from"
        );
    }
    for file in layout.floors.keys() {
        assert!(sources.contains_key(file), "src/lib.rs names `{file}`, which is not there: take it out of the table");
    }
}

#[test]
fn imports_run_downwards_only() {
    let layout = Layout::of(&fs::read_to_string(root().join("src/lib.rs")).unwrap());
    let sources = sources();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, code) in &sources {
        let own = layout.floors.get(file).copied().unwrap_or(0);
        match imports(file, code, |name| sources.contains_key(name)) {
            Err(why) => wrong.push(why),
            Ok(others) => {
                for other in others {
                    seen += 1;
                    let floor = layout.floors.get(&other).copied().unwrap_or(0);
                    if floor >= own {
                        wrong.push(format!(
                            "src/{file} (floor {own}) imports from src/{other} (floor {floor}): move what it needs \
                             to a lower floor, or `{file}` to a higher one in the table of src/lib.rs"
                        ));
                    }
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} imports found: the test no longer understands the source");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_outside_crate_has_its_door() {
    let layout = Layout::of(&fs::read_to_string(root().join("src/lib.rs")).unwrap());
    // Cargo writes the manifest of a package anew, and puts ours beside it.
    let ours = ["Cargo.toml.orig", "Cargo.toml"].map(|name| root().join(name)).into_iter().find(|path| path.exists());
    let manifest = fs::read_to_string(ours.unwrap()).unwrap();
    let dependencies = manifest.split("\n[dependencies]\n").nth(1).expect("Cargo.toml has dependencies");
    let dependencies = dependencies.split("\n[").next().unwrap_or("");
    let of_the_tool = manifest.split("\ncli = [").nth(1).and_then(|list| list.split(']').next()).unwrap_or("");
    let outside = dependencies.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
    let outside: Vec<&str> = outside.filter(|name| !of_the_tool.contains(&format!("\"dep:{name}\""))).collect();
    let doors: Vec<&str> = layout.doors.keys().map(String::as_str).collect();
    assert_eq!(outside, doors, "Cargo.toml (left) and the table of doors in src/lib.rs (right) differ: mend one");

    for (file, code) in sources() {
        for (name, doors) in &layout.doors {
            let in_code = name.replace('-', "_");
            let named = code.match_indices(&in_code).any(|(at, _)| {
                let before = code[..at].ends_with(is_name);
                !before && !code[at + in_code.len()..].starts_with(is_name)
            });
            let is_door = doors.contains(&file);
            assert!(
                !named || is_door,
                "src/{file} names {name}, whose door is {doors:?}: let that file offer what is needed, or enter \
                 `{file}` in the table of doors in src/lib.rs"
            );
            assert!(named || !is_door, "src/{file} is said to be the door to {name}, but does not name it");
        }
    }
}

/// A checker that sees nothing is no checker.
#[test]
fn planted_faults_are_seen() {
    let is_file = |name: &str| ["low.rs", "high.rs", "pmx/mod.rs", "pmx/bone.rs", "pmx/model.rs"].contains(&name);
    let of = |file: &str, source: &str| imports(file, &code(source), is_file);
    let found = |file: &str, source: &str| of(file, source).unwrap();

    assert_eq!(
        found("low.rs", "use crate::{high::{A, b::C}, pmx::bone::Bone};"),
        ["high.rs", "high.rs", "pmx/bone.rs"]
    );
    assert_eq!(found("low.rs", "fn f() -> crate::high::A { $crate::pmx::Pmx }"), ["high.rs", "pmx/mod.rs"]);
    assert_eq!(found("pmx/bone.rs", "use super::{\n    model::Pmx as P,\n};"), ["pmx/model.rs"]);
    assert_eq!(found("pmx/mod.rs", "mod bone;\npub mod model;\npub use bone::Bone;"), ["pmx/bone.rs", "pmx/model.rs"]);
    assert_eq!(found("high.rs", "use super::low::A;"), ["low.rs"]);
    let nothing = "// crate::high\n/* crate::high */ \"crate::high \\\" \" 'x' '\"' crate::low::own!()";
    assert_eq!(found("low.rs", &format!("{nothing}\n#[cfg(test)]\nmod tests {{ use crate::high; }}")), [""; 0]);
    assert!(of("high.rs", "use crate::Name;").unwrap_err().contains("defines it"));
    assert!(of("pmx/bone.rs", "use super::Pmx;").is_err());
}

/// One in the library, where it maps; one on the command line, where the user's `--mmap` is the promise.
#[test]
fn there_is_one_unsafe_block_in_the_library_and_one_on_the_command_line() {
    fn blocks(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                blocks(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                found.extend(code.filter(|line| line.contains("unsafe {")).map(|_| name.clone()));
            }
        }
    }
    let mut found = Vec::new();
    blocks(&root().join("src"), &mut found);
    found.sort();
    assert_eq!(found, ["file.rs", "open.rs"]);
}

/// The compiler sees to it, as long as it is told to: without the feature `mmap` in the whole crate, with it in all but
/// one file. And nothing safe is done unchecked.
#[test]
fn the_compiler_is_told_that_nothing_else_may_be_unsafe() {
    let page = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for told in [
        "#![cfg_attr(not(feature = \"mmap\"), forbid(unsafe_code))]",
        "#![cfg_attr(feature = \"mmap\", deny(unsafe_code))]",
    ] {
        assert!(page.lines().any(|line| line == told), "{told}");
    }
    for (file, code) in sources() {
        assert_eq!(code.contains("allow(unsafe_code)"), file == "file.rs", "src/{file}");
        assert!(!code.contains("_unchecked"), "src/{file} leaves out a check");
    }
}
