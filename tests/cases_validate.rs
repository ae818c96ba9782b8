//! The `validate` lists of the cases: what the checker must report, and what it must not.
//!
//! `MMDMAP_CASES` names the folder; without it `../shared/cases` beside the project is taken, if it is there.
use mmdmap::pmx::PmxIndex;
use mmdmap::pmx::check::{Code, Finding, Severity, Value};
use mmdmap::{Mode, ScanOptions};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    let folder = std::env::var_os("MMDMAP_CASES").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Which codes answer to a lead word; `None` for a word we do not know.
fn kind(lead: &str) -> Option<fn(Code) -> bool> {
    fn ends(code: Code, endings: &[&str]) -> bool {
        endings.iter().any(|ending| code.name().ends_with(ending))
    }
    Some(match lead {
        "cycle" => |code| ends(code, &["-cycle"]),
        "index-out-of-range" => |code| ends(code, &["-dangling", "-idle"]) || code == Code::IndexBelowNone,
        "unresolved" => |code| ends(code, &["-none", "-dangling"]) || code == Code::IndexBelowNone,
        "non-finite" => |code| code == Code::NonFinite,
        "bad value" | "bad-enum" | "bad-value" => {
            |code| ends(code, &["-unknown", "-range", "-negative", "-zero", "-iterations", "-angle", "-unit", "-sum"])
        }
        "count-mismatch" => |code| {
            matches!(code, Code::MaterialsShort | Code::MaterialsLong | Code::FaceCountOdd | Code::MaterialCountOdd)
        },
        "duplicate" => |code| ends(code, &["-duplicate", "-twice", "-same"]),
        "empty" => |code| ends(code, &["-empty"]),
        "bad text" | "bad-text" => |code| code.name().starts_with("text-"),
        "version" => |code| ends(code, &["-in-2-0", "version-2-1"]),
        "limits" => |code| ends(code, &["-limits-reversed"]),
        "path" => |code| code.name().starts_with("texture-"),
        _ => return None,
    })
}

/// A place as the cases spell it, in our words: `bodies[0].grant` is `rigid-bodies[0]` and `append`.
#[derive(Debug)]
struct Spot {
    section: String,
    /// `None` for any.
    record: Option<usize>,
    /// Names that the way to the field holds.
    fields: Vec<String>,
}

impl Spot {
    /// From `materials[0].texture`, `vertices[*].bones`, `morph 1`.
    fn parse(text: &str) -> Option<Spot> {
        let (head, rest) = match text.split_once('[') {
            Some((section, rest)) => (section, rest),
            None => text.split_once(' ')?,
        };
        let section = match head.trim_end_matches('s') {
            "bodie" | "body" | "rigid" => "rigid-bodies",
            "frame" => "display-frames",
            "soft_bodie" | "soft_body" => "soft-bodies",
            "vertice" | "vertex" => "vertices",
            "face" => "faces",
            "texture" => "textures",
            "material" => "materials",
            "bone" => "bones",
            "morph" => "morphs",
            "joint" => "joints",
            _ => return None,
        };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let fields = rest.split_once("].").map_or("", |(_, fields)| fields);
        let end = fields.find([' ', ',']).unwrap_or(fields.len());
        Some(Spot {
            section: section.into(),
            record: rest[..digits].parse().ok(),
            fields: fields[..end].split('.').filter(|name| !name.is_empty()).map(field).collect(),
        })
    }
    fn is_of(&self, finding: &Finding) -> bool {
        let place = finding.place();
        let way = place.field().to_string();
        let record = self.record.is_none() || self.record == place.record();
        self.section == place.section() && record && self.fields.iter().all(|field| way.contains(field.as_str()))
    }
}

/// The cases' name of a field in ours.
fn field(name: &str) -> String {
    let (name, item) = name.find('[').map_or((name, ""), |at| name.split_at(at));
    let ours = match name {
        "grant" => "append",
        "bones" | "weights" => "deform",
        "add_uv" => "extra_uvs",
        "face_vertices" => "index_count",
        "shared_toon" => "toon",
        "tail_index" => "tail_bone",
        "loops" => "iterations",
        "limit" => "limit_angle",
        "elements" => "items",
        "move_lo" | "move_hi" => "move_min",
        other => other,
    };
    // A list of ours may have another shape, but not a link of an IK chain.
    if ours == name { format!("{ours}{item}") } else { ours.into() }
}

/// Every place that a line names: `materials[0].texture, .sphere, .toon` names three.
fn spots(text: &str) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let mut base = "";
    for part in text.split(", ") {
        let part = part.trim();
        match part.strip_prefix('.') {
            Some(more) => spots.extend(Spot::parse(&format!("{base}.{more}"))),
            None => {
                base = part.split_once('.').map_or(part, |(base, _)| base);
                spots.extend(Spot::parse(part));
            }
        }
    }
    spots
}

/// What a line of the list asks for; says what is missing.
fn check(line: &str, findings: &[Finding]) -> Result<(), String> {
    if line.starts_with("may note") || line.starts_with("either") {
        return Ok(());
    }
    if let Some(what) = line.strip_prefix("must not ") {
        // No error at all, and nothing about the value it names.
        let value = what.split(|c: char| !(c.is_ascii_digit() || c == '-')).find_map(|word| word.parse::<i64>().ok());
        let wrong = findings.iter().find(|f| {
            f.severity() == Severity::Error || value.is_some_and(|value| *f.found() == Value::Integer(value))
        });
        return wrong.map_or(Ok(()), |finding| Err(format!("but found: {finding}")));
    }
    let (lead, what) = line.split_once(": ").ok_or("no lead word")?;
    let answers = kind(lead).ok_or_else(|| format!("no codes answer to the lead word {lead:?}"))?;
    let of_kind: Vec<&Finding> = findings.iter().filter(|f| answers(f.code())).collect();
    let spots = spots(what);
    if spots.is_empty() {
        // `panel 5`, `shared toon 255, only …`: the last word before the number is the field.
        let words: Vec<&str> = what.split([' ', ',']).collect();
        let number = words.iter().position(|word| word.parse::<f64>().is_ok()).ok_or("neither place nor value")?;
        let name = words.get(number.wrapping_sub(1)).map(|name| field(name)).ok_or("a value without a field")?;
        let value: f64 = words[number].parse().map_err(|_| "no number")?;
        let shows = |found: &Value| match *found {
            Value::Integer(n) => n as f64 == value,
            Value::Float(x) => f64::from(x) == value,
            _ => false,
        };
        let is_there = of_kind.iter().any(|f| f.place().field().to_string().contains(&name) && shows(f.found()));
        return if is_there { Ok(()) } else { Err(format!("no {lead} at a field {name:?} with the value {value}")) };
    }
    match spots.iter().find(|spot| !of_kind.iter().any(|finding| spot.is_of(finding))) {
        None => Ok(()),
        Some(spot) => Err(format!("no {lead} at {spot:?}")),
    }
}

#[test]
fn every_line_of_the_lists_holds() {
    let Some(folder) = folder() else { return println!("skipped: no cases (MMDMAP_CASES names their folder)") };
    let (mut models, mut lines, mut wrong) = (0, 0, Vec::new());
    let mut sidecars: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sidecars.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    sidecars.sort();
    for sidecar in sidecars {
        let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&sidecar).unwrap()).unwrap();
        let Ok(bytes) = std::fs::read(sidecar.with_extension("pmx")) else { continue };
        let Ok(index) = PmxIndex::scan_with(&bytes, &ScanOptions::from(Mode::Salvage)) else { continue };
        models += 1;
        let findings: Vec<Finding> = index.view(&bytes).check().collect();
        for line in json["validate"].as_array().into_iter().flatten() {
            let line = line.as_str().expect("a line of text");
            lines += 1;
            if let Err(why) = check(line, &findings) {
                let all: String = findings.iter().map(|f| format!("\n    {f}")).collect();
                wrong.push(format!("{}: {line:?}: {why}{all}", sidecar.display()));
            }
        }
    }
    println!("{models} models checked, {lines} lines of their lists");
    assert!(models > 0, "no case could be read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A test that would pass whatever is found is none.
#[test]
fn lines_that_do_not_hold_are_seen() {
    assert!(check("cycle: morph 1 contains itself", &[]).is_err());
    assert!(check("bad value: panel 5", &[]).is_err());
    assert!(check("unheard-of: bones[0]", &[]).unwrap_err().contains("lead word"));
    assert!(check("may note: anything", &[]).is_ok());
    assert!(check("must not report -1: it means all materials", &[]).is_ok());
    let three = spots("materials[0].texture, .sphere, .toon of 1");
    assert_eq!(three.len(), 3);
    assert_eq!((three[2].record, three[2].fields.as_slice()), (Some(0), &["toon".to_owned()][..]));
    assert_eq!(spots("vertices[*].bones = 0 of 0")[0].record, None);
    assert_eq!(spots("bones[1].ik.links[0] = -1")[0].fields, ["ik", "links[0]"]);
}
