//! Small poses from public bug reports, each with its right answer beside it.
//!
//! Runs where `MMDMAP_CASES` names a folder of them, or where one lies beside the project.
use super::folders::{cases, read, sorted};
use super::text::*;
use mmdmap::vpd::Vpd;
use mmdmap::{ErrorKind, Mode};
use serde_json::Value;

/// What the cases call an error.
fn class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotVpd(_) | ErrorKind::BytesBeforeMagic(_) | ErrorKind::MagicCase | ErrorKind::Utf16 => {
            "bad-signature"
        }
        ErrorKind::CountMismatch { .. } => "count-mismatch",
        ErrorKind::BadNumber(_) | ErrorKind::BadCount => "bad-number",
        ErrorKind::EndsInBlock | ErrorKind::EndsInHeader | ErrorKind::Truncated { .. } => "truncated",
        ErrorKind::CountTooLarge { .. } => "count-too-large",
        _ => "bad-syntax",
    }
}

/// The value that a path of a sidecar leads to; `None` where the path is not known.
fn value(pose: Vpd<'_>, path: &str) -> Option<Value> {
    let floats = |numbers: &[f32]| Value::from(numbers.iter().map(|&x| f64::from(x)).collect::<Vec<_>>());
    let hex = |bytes: &[u8]| Value::from(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let number =
        first.split_once('[').map(|(_, number)| number.trim_end_matches(']').parse::<usize>().expect("a number"));
    Some(match (first.split('[').next()?, number, rest) {
        ("model", None, "") => Value::from(pose.model_name().decode().into_owned()),
        ("declared_bones", None, "") => Value::from(pose.declared_bones()),
        ("flavour", None, "") => Value::from(pose.flavour().name()),
        ("bones", None, "len") => Value::from(pose.bones().len()),
        ("morphs", None, "len") => Value::from(pose.morphs().len()),
        ("bones", Some(i), "name") => Value::from(pose.bones().get(i)?.name.to_string()),
        ("bones", Some(i), "name_hex") => hex(pose.bones().get(i)?.name.raw().bytes()),
        ("bones", Some(i), "position") => floats(&pose.bones().get(i)?.translation),
        ("bones", Some(i), "rotation") => floats(&pose.bones().get(i)?.rotation),
        ("morphs", Some(i), "name") => Value::from(pose.morphs().get(i)?.name.to_string()),
        ("morphs", Some(i), "weight") => Value::from(f64::from(pose.morphs().get(i)?.weight)),
        _ => return None,
    })
}

fn is(found: &Value, want: &Value) -> bool {
    match (found, want) {
        (Value::Array(found), Value::Array(want)) => {
            found.len() == want.len() && found.iter().zip(want).all(|(found, want)| is(found, want))
        }
        (Value::Number(found), Value::Number(want)) => {
            found.as_f64().map(|x| x as f32) == want.as_f64().map(|x| x as f32)
        }
        _ => found == want,
    }
}

#[test]
fn every_case_is_refused_for_its_reason_or_shows_its_values() {
    let Some(folder) = cases() else { return };
    let (mut files, mut values, mut wrong) = (0, 0, Vec::new());
    for path in sorted(&folder, "vpd") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let sidecar: Value = serde_json::from_slice(&read(&path.with_extension("json"))).expect("JSON");
        let bytes = read(&path);
        files += 1;
        let lenient = if sidecar["lenient"].is_null() { &sidecar["strict"] } else { &sidecar["lenient"] };
        for (mode, want) in [(Mode::Strict, &sidecar["strict"]), (Mode::Salvage, lenient)] {
            match (want["result"].as_str(), scan(&bytes, mode)) {
                (Some("ok"), Ok(_)) => {}
                (Some("error"), Err(e)) => {
                    let also = want["class_also"].as_array().into_iter().flatten().filter_map(Value::as_str);
                    let right = also.chain(want["class"].as_str()).any(|want| want == "any" || want == class(e.kind()));
                    let there = want["section"].as_str().is_none_or(|want| want == e.place().section());
                    if !right || !there {
                        wrong.push(format!("{name}: {mode:?}: {e}, not {want}"));
                    }
                }
                (_, result) => wrong.push(format!("{name}: {mode:?}: {result:?}, not {want}")),
            }
        }
        if sidecar["cut"] == true && scan(&bytes, Mode::Lenient).is_ok() {
            wrong.push(format!("{name}: is cut, and yet lenient opens it"));
        }
        let Ok(index) = scan(&bytes, Mode::Salvage) else { continue };
        open(&bytes, Mode::Salvage);
        for (path, want) in sidecar["expect"].as_object().expect("expectations") {
            let found = value(index.view(&bytes), path);
            if !found.as_ref().is_some_and(|found| is(found, want)) {
                wrong.push(format!("{name}: {path}: {found:?}, not {want}"));
            }
            values += 1;
        }
        for finding in sidecar["validate"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(finding.starts_with("may note") || finding.starts_with("either"), "{name}: {finding}");
        }
    }
    println!("{files} cases, {values} values");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(files > 0 && values > 0);
}
