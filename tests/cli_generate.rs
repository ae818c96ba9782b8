//! `mmdmap generate`, run as a user runs it.
#![cfg(feature = "cli")]
mod common;

use common::tool::{Run, mmdmap};
use mmdmap::pmx::check::Severity;
use mmdmap::pmx::{Deform, MorphOffsets, Version};
use mmdmap::{Encoding, Mode, PmxFile};

fn generate(args: &[&str]) -> Run {
    mmdmap([&["generate"], args].concat())
}

/// A model on standard output.
fn model(args: &[&str]) -> PmxFile {
    let output = generate(&[&["-"], args].concat());
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{args:?}");
    PmxFile::from_bytes_with(output.bytes, &Mode::Strict.into()).expect("strict reading takes it")
}

#[test]
fn every_section_holds_something_and_no_index_dangles() {
    for args in [
        &["--preset", "tiny"][..],
        &["--preset", "tiny", "--format", "2.0", "--encoding", "utf8"],
        &["--preset", "small", "--extra-uvs", "4", "--pattern", "random"],
        &["--vertices", "300", "--bones", "1"],
        &["--vertices", "1", "--bones", "0"],
    ] {
        let file = model(args);
        let model = file.model();
        let empty: Vec<_> = model.index().sections().into_iter().filter(|s| s.len == Some(0)).map(|s| s.name).collect();
        match args {
            ["--vertices", "1", ..] => assert_eq!(empty, ["faces", "bones"]),
            _ => assert!(empty.is_empty(), "{args:?}: {empty:?}"),
        }
        let errors: Vec<_> = model.check().filter(|finding| finding.severity() == Severity::Error).collect();
        assert!(errors.is_empty() || args[1] == "1", "{args:?}: {errors:?}");
        assert_eq!(model.to_bytes(), file.bytes());
    }
}

#[test]
fn what_was_asked_for_is_there() {
    let file = model(&[
        "--vertices",
        "70000",
        "--bones",
        "40000",
        "--extra-uvs",
        "3",
        "--format",
        "2.0",
        "--encoding",
        "utf8",
    ]);
    let model = file.model();
    assert_eq!((model.vertices().len(), model.bones().len()), (70_000, 40_000));
    assert_eq!(model.version(), Version::V2_0);
    let globals = model.globals();
    assert_eq!((globals.encoding, globals.extra_uvs), (Encoding::Utf8, 3));
    assert_eq!((globals.vertex.bytes(), globals.bone.bytes(), globals.texture.bytes()), (4, 4, 1));
    assert_eq!(model.faces().len(), 70_000 / 2 * 3 * 3);
    let covered: i32 = model.materials().iter().map(|material| material.index_count).sum();
    assert_eq!(covered as usize, model.faces().len());
}

#[test]
fn patterns_are_what_they_are_called() {
    let kinds = |pattern| -> Vec<u8> {
        let file = model(&["--preset", "tiny", "--vertices", "640", "--pattern", pattern]);
        file.model().vertices().iter().map(|vertex| vertex.deform.tag()).collect()
    };
    for (kind, pattern) in ["bdef1", "bdef2", "bdef4", "sdef", "qdef"].into_iter().enumerate() {
        assert!(kinds(pattern).iter().all(|&one| usize::from(one) == kind), "{pattern}");
    }
    assert!(kinds("alternate").windows(2).all(|two| two[0] != two[1]));
    assert_eq!(kinds("spoiler").iter().filter(|&&kind| kind != 0).count(), 10);
    assert_eq!(kinds("long").windows(2).filter(|two| two[0] != two[1]).count(), 0);
    let random = kinds("random");
    assert!((0..5).all(|kind| random.iter().filter(|&&one| one == kind).count() > 80));
}

#[test]
fn two_one_has_what_only_two_one_has() {
    let file = model(&["--preset", "tiny"]);
    let model = file.model();
    assert!(model.morphs().iter().any(|morph| matches!(morph.offsets, MorphOffsets::Flip(_))));
    assert!(model.morphs().iter().any(|morph| matches!(morph.offsets, MorphOffsets::Impulse(_))));
    assert_eq!(model.soft_bodies().len(), 2);
    let old = self::model(&["--preset", "tiny", "--format", "2.0", "--pattern", "random"]);
    assert!(old.model().vertices().iter().all(|vertex| !matches!(vertex.deform, Deform::Qdef(_))));
    assert!(old.model().morphs().iter().all(|morph| morph.offsets.tag() <= 8));
}

#[test]
fn a_plain_one_has_nothing_that_other_readers_stumble_over() {
    let file = model(&["--preset", "small", "--plain"]);
    let model = file.model();
    assert!(model.bones().iter().all(|bone| bone.ik.is_none() && bone.external_parent.is_none()));
    assert!(model.morphs().iter().all(|morph| matches!(morph.offsets, MorphOffsets::Vertex(_))));
    assert_eq!((model.morphs().len(), model.soft_bodies().len()), (40, 0));
}

#[test]
fn the_same_arguments_give_the_same_bytes_and_another_seed_others() {
    let (one, same) = (model(&["--preset", "tiny"]), model(&["--preset", "tiny"]));
    assert_eq!(one.bytes(), same.bytes());
    assert_ne!(one.bytes(), model(&["--preset", "tiny", "--seed", "2"]).bytes());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_arguments_without_sense_are_refused() {
    let nowhere = generate(&["/nowhere/at/all/model.pmx"]);
    assert_eq!(nowhere.code, Some(3));
    assert!(nowhere.err.contains("/nowhere/at/all/model.pmx"));
    for args in [
        &["-", "--format", "2.0", "--pattern", "qdef"][..],
        &["-", "--extra-uvs", "5"],
        &["-", "--vertices", "0"],
        &["-", "--pattern", "mixed"],
        &[],
    ] {
        assert_eq!(generate(args).code, Some(2), "{args:?}");
    }
}
