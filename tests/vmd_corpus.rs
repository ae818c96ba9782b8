//! Every real motion: counts, places, digests and the way back, against an independent reader; and every case of a
//! public bug report.
//!
//! Runs where `MMDMAP_CORPUS` and `MMDMAP_CASES` name folders, or where some lie beside the project.
mod common;
use common::MODES;
use common::folders::{Corpus, Real, cases, corpus, read, sorted};
use common::shown::Leaves;
use mmdmap::vmd::{CANONICAL, NamedKey, Track, Tracks, Version, Vmd, VmdIndex};
use mmdmap::{Error, ErrorKind, Field, Mode, Records, ScanOptions};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn scan(bytes: &[u8], mode: Mode) -> Result<VmdIndex, Error> {
    VmdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Our name of a section, and the oracle's.
const NAMES: [(&str, &str); 7] = [
    ("header", "header"),
    ("bones", "bones"),
    ("morphs", "morphs"),
    ("cameras", "cameras"),
    ("lights", "lights"),
    ("shadows", "shadows"),
    ("properties", "ik"),
];

/// Looks at each file; whatever it says against one is gathered and fails the test.
fn each_file(corpus: &Corpus, mut look: impl FnMut(&Real, &mut Vec<String>)) -> usize {
    let (mut files, mut wrong) = (0, Vec::new());
    for real in corpus.files("vmd") {
        let mut against = Vec::new();
        look(&real, &mut against);
        wrong.extend(against.into_iter().map(|what| format!("{}: {what}", real.name)));
        files += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(files > 0);
    files
}

#[test]
fn real_motions_agree_with_the_oracle() {
    let Some(corpus) = corpus() else { return };
    let (mut strict, mut lenient_only, mut digests) = (0, 0, 0);
    let files = each_file(&corpus, |real, against| {
        // The oracle refuses what lenient reading lets pass: signatures that say of no version.
        let odd = real.oracle["ok"] != true;
        match scan(&real.bytes, Mode::Strict) {
            Ok(_) if odd => return against.push(format!("strict accepts it, but {}", real.oracle["error"])),
            Ok(_) => strict += 1,
            Err(e) => {
                lenient_only += 1;
                if odd && e.place().section() != real.oracle["error"]["section"] {
                    against.push(format!("{e}, but {}", real.oracle["error"]));
                }
                let trailing = real.oracle["trailing"].as_u64().is_some_and(|n| n > 0);
                let trails = trailing && matches!(e.kind(), ErrorKind::TrailingBytes(_));
                if !odd && !trails {
                    against.push(format!("strict refuses it: {e}"));
                }
            }
        }
        let index = match scan(&real.bytes, Mode::Lenient) {
            Ok(index) => index,
            Err(e) => return against.push(format!("refused: {e}")),
        };
        if !odd {
            agrees(real, &index, against);
            for of in CANONICAL {
                let mut hash = Sha256::new();
                index.view(&real.bytes).canonical_dump(of, &mut |piece| hash.update(piece));
                let ours: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
                match real.oracle["hashes"].get(of) {
                    Some(want) if *want == *ours => digests += 1,
                    None if real.oracle["counts"].get(of).is_none() => {}
                    other => against.push(format!("digest of {of} is {ours}, not {other:?}")),
                }
            }
            let hashes = real.oracle["hashes"].as_object().expect("hashes").keys();
            against.extend(hashes.filter(|key| !CANONICAL.contains(&&***key)).map(|key| format!("{key} is not ours")));
        }
    });
    println!("{files} motions: {strict} opened by strict, {lenient_only} by lenient only; {digests} digests");
    assert!(strict > 0 && digests > strict);
}

/// Counts, places, names, the last frame.
fn agrees(real: &Real, index: &VmdIndex, against: &mut Vec<String>) {
    let oracle = &real.oracle;
    for (span, (ours, theirs)) in index.sections().iter().zip(NAMES) {
        assert_eq!(span.name, ours);
        match oracle["sections"][theirs].as_array() {
            Some(want) if **want == [json!(span.range.start), json!(span.range.end)] => {}
            None if span.range.is_empty() && span.len.is_none() => {}
            want => against.push(format!("{span:?}, not {want:?}")),
        }
        let count = oracle["counts"][theirs].as_u64().map(|n| n as usize);
        if span.len != count || span.declared != count {
            against.push(format!("{span:?}, not {count:?} of them"));
        }
    }
    let motion = index.view(&real.bytes);
    if oracle["trailing"] != motion.trailing().len() {
        against.push(format!("{} bytes trail, not {}", motion.trailing().len(), oracle["trailing"]));
    }
    let header = motion.header();
    if oracle["header"]["version"] != if motion.version() == Version::V1 { 1 } else { 2 } {
        against.push(format!("version {:?}", motion.version()));
    }
    let stored: Vec<u8> = match (header.name, header.short_name) {
        (Some(name), _) => name.stored().to_vec(),
        (_, name) => name.expect("a name").stored().to_vec(),
    };
    let hex: String = stored.iter().map(|byte| format!("{byte:02x}")).collect();
    if oracle["header"]["model_raw"] != *hex || oracle["header"]["model"] != *motion.model_name() {
        against.push(format!("the model is {:?} ({hex}), not {}", motion.model_name(), oracle["header"]));
    }
    // The oracle looks at bones only.
    let last = motion.bones().iter().map(|bone| bone.frame).max();
    if oracle["max_frame"].as_u64() != last.map(u64::from) || motion.last_frame() < last {
        against.push(format!("the last frame is {last:?}, not {}", oracle["max_frame"]));
    }
    let names: BTreeSet<String> = motion.bones().iter().map(|bone| bone.name.to_string()).collect();
    let want: BTreeSet<String> = serde_json::from_value(oracle["names"]["bones"].clone()).expect("names");
    let tell =
        |names: &BTreeSet<String>| names.iter().map(|name| name.replace('\u{fffd}', "")).collect::<BTreeSet<_>>();
    if tell(&names) != tell(&want) {
        against.push(format!("names {:?}", names.symmetric_difference(&want).collect::<Vec<_>>()));
    }
}

#[test]
fn real_motions_go_back_byte_for_byte_and_can_be_walked() {
    let Some(corpus) = corpus() else { return };
    let (mut leaves, mut keys) = (0, 0);
    let files = each_file(&corpus, |real, against| {
        for mode in MODES {
            let Ok(index) = scan(&real.bytes, mode) else { continue };
            let motion = index.view(&real.bytes);
            if motion.to_bytes() != real.bytes {
                against.push(format!("{mode:?}: comes back with other bytes"));
            }
            leaves += walk(motion);
            keys += tracks(motion, against);
            let copy = motion.to_motion().to_bytes().expect("can be written");
            let again = scan(&copy, Mode::Strict).expect("opens again");
            for of in CANONICAL {
                if dump(again.view(&copy), of) != dump(motion, of) {
                    against.push(format!("{of} of a copy differ"));
                }
            }
        }
    });
    println!("{files} motions, {leaves} leaves, {keys} keys sampled");
}

fn dump(motion: Vmd<'_>, of: &str) -> Vec<u8> {
    let mut all = Vec::new();
    motion.canonical_dump(of, &mut |piece| all.extend_from_slice(piece));
    all
}

fn walk(motion: Vmd<'_>) -> usize {
    let mut leaves = Leaves::default();
    for span in motion.index().sections() {
        let mut seen = 0;
        motion.visit_section(span.name, 0..usize::MAX, &mut |i, record| {
            assert_eq!(i, seen);
            seen += 1;
            record.visit(&mut leaves);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, span.len.unwrap_or(usize::from(span.name == "header")), "{span:?}");
    }
    both_ways(motion.bones());
    both_ways(motion.morphs());
    both_ways(motion.cameras());
    both_ways(motion.lights());
    both_ways(motion.shadows());
    both_ways(motion.properties());
    leaves.0
}

fn both_ways<'a, T: Field<'a> + std::fmt::Debug>(records: Records<'a, T>) {
    let front: Vec<_> = records.iter().map(|one| format!("{one:?}")).collect();
    let mut back: Vec<_> = records.iter().rev().map(|one| format!("{one:?}")).collect();
    back.reverse();
    assert!(front.len() == records.len() && front == back);
    assert!((0..front.len()).all(|i| format!("{:?}", records.get(i).unwrap()) == front[i]));
}

/// Sampled at a key, a track gives the key; every record is a key that counts or one that does not.
fn tracks(motion: Vmd<'_>, against: &mut Vec<String>) -> usize {
    let bones = motion.bone_tracks();
    for track in &bones {
        for key in track.iter() {
            let pose = track.sample(key.frame as f32);
            if pose.translation != key.translation || pose.rotation != key.rotation && key.rotation != [0.0; 4] {
                against.push(format!("{pose:?} at {key:?}"));
            }
        }
    }
    for track in &motion.morph_tracks() {
        let wrong = track.iter().filter(|key| track.sample(key.frame as f32) != key.weight).count();
        against.extend((wrong > 0).then(|| format!("{wrong} keys of {:?}", track.name())));
    }
    complete(&bones, motion.bones().len()) + complete(&motion.morph_tracks(), motion.morphs().len())
}

fn complete<'a, T: Field<'a> + NamedKey>(tracks: &Tracks<'a, T>, len: usize) -> usize {
    let count = |track: Track<'_, 'a, T>| {
        assert!(track.keys().windows(2).all(|two| two[0].frame < two[1].frame) && !track.is_empty());
        assert!(track.iter().all(|key| key.name().bytes() == track.name().bytes()));
        track.len() + track.overridden().len()
    };
    assert_eq!(tracks.iter().map(count).sum::<usize>(), len);
    len
}

#[cfg(feature = "mmap")]
#[test]
fn a_map_a_read_and_an_unaligned_slice_give_the_same_answer() {
    let Some(corpus) = corpus() else { return };
    each_file(&corpus, |real, against| {
        let mut moved = vec![0; real.bytes.len() + 1];
        moved[1..].copy_from_slice(&real.bytes);
        let index = scan(&moved[1..], Mode::Lenient).expect("opens");
        let read = mmdmap::VmdFile::open(&real.path).expect("opens");
        // SAFETY: nobody changes the corpus.
        let mapped = unsafe { mmdmap::VmdFile::map(&real.path) }.expect("opens");
        for of in CANONICAL {
            let want = dump(index.view(&moved[1..]), of);
            if dump(read.motion(), of) != want || dump(mapped.motion(), of) != want {
                against.push(format!("{of} differ"));
            }
        }
        if read.index().sections() != index.sections() || mapped.index().sections() != index.sections() {
            against.push("other sections".into());
        }
    });
}

/// Every byte truncation of the small ones: calm, and a place inside the file.
#[test]
fn every_cut_of_the_small_real_motions_is_taken_or_refused_calmly() {
    let Some(corpus) = corpus() else { return };
    let mut cuts = 0;
    let files = corpus.short("vmd", 4096);
    for (name, bytes) in &files {
        for len in 0..bytes.len() {
            for mode in MODES {
                match scan(&bytes[..len], mode) {
                    Ok(index) => assert_eq!(index.view(&bytes[..len]).to_bytes(), bytes[..len], "{name} {len}"),
                    Err(e) => {
                        assert!(e.offset() <= len as u64 && (mode != Mode::Salvage || !e.is_cut()), "{name}: {e}")
                    }
                }
                cuts += 1;
            }
        }
    }
    println!("{cuts} cuts of {} motions", files.len());
}

/// What a path of a case leads to.
fn value(motion: Vmd<'_>, path: &str) -> Option<Value> {
    let bones = motion.bones();
    let hex = |bytes: &[u8]| json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let present = |name: &str| motion.index().sections().iter().any(|span| span.name == name && span.len.is_some());
    let list = |name: &str, len: usize| if present(name) { json!(vec![json!({}); len]) } else { Value::Null };
    let header = motion.header();
    Some(match path {
        "name" => json!(motion.model_name()),
        "name_hex" => hex(header.model_name().bytes()),
        "bones.len" => json!(bones.len()),
        "cameras" => list(path, motion.cameras().len()),
        "lights" => list(path, motion.lights().len()),
        "shadows" => list(path, motion.shadows().len()),
        "properties" => list(path, motion.properties().len()),
        _ => {
            let (section, rest) = path.split_once('[')?;
            let (number, field) = rest.split_once("].")?;
            let i = number.parse::<usize>().ok()?;
            match (section, field) {
                ("bones", "name") => json!(bones.get(i)?.name.decode()),
                ("bones", "name_hex") => hex(bones.get(i)?.name.bytes()),
                ("bones", "frame") => json!(bones.get(i)?.frame),
                ("morphs", "weight") => json!(motion.morphs().get(i)?.weight),
                ("properties", "ik") => {
                    let ik = motion.properties().get(i)?.ik;
                    json!(ik.iter().map(|one| (one.bone.to_string(), one.enabled.is_on())).collect::<Vec<_>>())
                }
                _ => return None,
            }
        }
    })
}

/// The log's name of each kind of error.
fn class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::EmptyFile | ErrorKind::Truncated { .. } | ErrorKind::MissingSection => "truncated",
        ErrorKind::CountTooLarge { .. } => "count-too-large",
        ErrorKind::NotVmd(_) | ErrorKind::OddMotionSignature(_) => "bad-signature",
        ErrorKind::TrailingBytes(_) => "trailing-data",
        other => panic!("{other:?} is in no class"),
    }
}

fn answer(says: &Value, bytes: &[u8], mode: Mode) -> Result<Option<VmdIndex>, String> {
    match (says["result"].as_str(), scan(bytes, mode)) {
        (Some("ok"), Ok(index)) => Ok(Some(index)),
        (Some("error"), Err(e)) => {
            let right = says["class"] == "any" || says["class"] == class(e.kind());
            let there = says["section"].as_str().is_none_or(|want| want == e.place().section());
            if right && there { Ok(None) } else { Err(format!("{mode:?}: {e}, not {says}")) }
        }
        (_, Ok(_)) => Err(format!("{mode:?} accepts it, not {says}")),
        (_, Err(e)) => Err(format!("{mode:?} refuses it: {e}")),
    }
}

#[test]
fn every_case_is_refused_for_its_reason_or_shows_its_values() {
    let Some(folder) = cases() else { return };
    let (mut files, mut values, mut wrong) = (0, 0, Vec::new());
    for path in sorted(&folder, "vmd") {
        let (bytes, sidecar) = (read(&path), read(&path.with_extension("json")));
        let sidecar: Value = serde_json::from_slice(&sidecar).expect("JSON");
        let mut against = |what: String| wrong.push(format!("{}: {what}", path.display()));
        files += 1;
        let lenient = if sidecar["lenient"].is_null() { &sidecar["strict"] } else { &sidecar["lenient"] };
        if let Err(what) = answer(&sidecar["strict"], &bytes, Mode::Strict) {
            against(what);
        }
        if sidecar["cut"] == true && scan(&bytes, Mode::Lenient).is_ok() {
            against("is cut, and yet lenient opens it".into());
        }
        let index = match answer(lenient, &bytes, Mode::Salvage) {
            Ok(Some(index)) => index,
            Ok(None) => continue,
            Err(what) => {
                against(what);
                continue;
            }
        };
        assert_eq!(index.view(&bytes).to_bytes(), bytes);
        for (path, want) in sidecar["expect"].as_object().expect("expectations") {
            values += 1;
            let got = value(index.view(&bytes), path);
            if got.as_ref() != Some(want) {
                against(format!("{path}: {got:?}, not {want}"));
            }
        }
    }
    println!("{files} cases, {values} values");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(files > 0 && values > 0);
}
