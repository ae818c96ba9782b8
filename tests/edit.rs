//! Changed models on their way out: what is changed is changed, what is not stays as it was to the byte.
mod common;

use common::build::{Builder, Shape};
use common::{MODES, SECTIONS, folders, model, verdict};
use mmdmap::pmx::{
    BoneFlags, Composer, Deform, Edit, ExtraUvs, Info, MorphOffsets, Parts, Pmx, PmxIndex, Version, Vertex, VertexBase,
    Widths,
};
use mmdmap::{
    Encoding, Globals, Index, LossCode, Losses, Misfit, Mode, Name, PmxFile, RepairCode, Text, Width, WriteError,
};
use std::io::{self, Write};

/// What an edit writes, and what is lost by it.
fn written<'a>(model: Pmx<'a>, say: impl for<'e> FnOnce(&'e mut Edit<'a>) -> &'e mut Edit<'a>) -> (Vec<u8>, Losses) {
    let (mut edit, mut out) = (model.edit(), Vec::new());
    say(&mut edit);
    let losses = edit.write_to(&mut out).unwrap();
    (out, losses)
}

/// Why an edit is refused.
fn refused<'a>(model: Pmx<'a>, say: impl for<'e> FnOnce(&'e mut Edit<'a>) -> &'e mut Edit<'a>) -> String {
    let mut edit = model.edit();
    say(&mut edit);
    edit.write_to(Vec::new()).unwrap_err().to_string()
}

fn digest_of(model: Pmx<'_>, of: &str) -> Vec<u8> {
    let mut all = Vec::new();
    model.canonical_dump(of, &mut |piece| all.extend_from_slice(piece));
    all
}

/// Files of every shape, and what is in the corpus up to 64 KiB.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> =
        Shape::many().into_iter().map(|shape| (format!("{shape:?}"), model::build(shape, 70).bytes)).collect();
    match folders::corpus() {
        Some(corpus) => files.extend(corpus.short("pmx", 64 * 1024)),
        None => println!("corpus: skipped, no folder of it is there"),
    }
    files
}

#[test]
fn without_a_change_a_file_goes_back_as_it_was_copied_or_through_its_records() {
    let (mut opened, files) = (0, files());
    for (name, bytes) in &files {
        // Cut as well, so that there are half records.
        for end in [bytes.len(), bytes.len() * 2 / 3] {
            for mode in MODES {
                let bytes = &bytes[..end];
                let Ok(index) = verdict::scan(bytes, mode) else { continue };
                opened += 1;
                assert!(written(index.view(bytes), |edit| edit).0 == bytes, "{name}, copied");
                assert!(written(index.view(bytes), |edit| edit.through_records()).0 == bytes, "{name}");
            }
        }
    }
    println!("{opened} times opened, of {} files", files.len());
    assert!(opened >= 3 * 30);
}

#[test]
fn a_texture_renamed_changes_that_texture_and_nothing_else() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    let (out, losses) = written(index.view(&file.bytes), |edit| {
        edit.textures(|i, path| if i == 1 { Text::new("ほか/new.png") } else { path })
    });
    assert!(losses.is_empty());
    let changed = verdict::opens(&out);
    let (before, after) = (index.view(&file.bytes), changed.view(&out));
    assert_eq!(after.textures().get(1).unwrap(), "ほか/new.png");
    assert_eq!(after.textures().get(0), before.textures().get(0));
    let textures = file.part("textures").range.clone();
    assert_eq!(out[..textures.start], file.bytes[..textures.start]);
    let behind = file.bytes.len() - textures.end;
    assert_eq!(out[out.len() - behind..], file.bytes[textures.end..]);
}

#[test]
fn every_section_can_be_changed_record_by_record() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    let (out, _) = written(index.view(&file.bytes), |edit| {
        edit.vertices(|_, v| Vertex { edge_scale: 7.0, ..v })
            .materials(|_, m| mmdmap::pmx::Material { edge_size: 7.0, ..m })
            .bones(|i, b| mmdmap::pmx::Bone { layer: i as i32, ..b })
            .morphs(|_, m| mmdmap::pmx::Morph { panel: mmdmap::pmx::Panel(7), ..m })
            .display_frames(|_, f| mmdmap::pmx::DisplayFrame { special: 7, ..f })
            .rigid_bodies(|_, b| mmdmap::pmx::RigidBody { mass: 7.0, ..b })
            .joints(|_, j| mmdmap::pmx::Joint { kind: mmdmap::pmx::JointKind(7), ..j })
            .soft_bodies(|_, s| mmdmap::pmx::SoftBody { mass: 7.0, ..s })
            .faces(|_, _| mmdmap::VertexIndex::new(7))
    });
    assert_eq!(out.len(), file.bytes.len());
    let index = verdict::opens(&out);
    let model = index.view(&out);
    assert!(model.vertices().iter().all(|v| v.edge_scale == 7.0));
    assert!(model.materials().iter().all(|m| m.edge_size == 7.0));
    assert!(model.bones().iter().enumerate().all(|(i, b)| b.layer == i as i32));
    assert!(model.morphs().iter().all(|m| m.panel.0 == 7));
    assert!(model.display_frames().iter().all(|f| f.special == 7));
    assert!(model.rigid_bodies().iter().all(|b| b.mass == 7.0));
    assert!(model.joints().iter().all(|j| j.kind.0 == 7));
    assert!(model.soft_bodies().iter().all(|s| s.mass == 7.0));
    assert!(model.faces().iter().all(|v| v.raw() == 7));
}

#[test]
fn other_widths_hold_the_same_model() {
    for (name, bytes) in files() {
        let Ok(index) = verdict::scan(&bytes, Mode::Strict) else { continue };
        let before = index.view(&bytes);
        let (wide, _) = written(before, |edit| edit.widths(Widths::Widest));
        let wide_index = verdict::opens(&wide);
        let after = wide_index.view(&wide);
        for of in mmdmap::pmx::CANONICAL {
            assert_eq!(digest_of(before, of), digest_of(after, of), "{of} of {name}");
        }
        let globals = before.globals();
        let own = [globals.vertex, globals.texture, globals.material, globals.bone, globals.morph, globals.rigid_body];
        assert!(written(after, |edit| edit.widths(Widths::Given(own))).0 == bytes, "{name}, there and back");
    }
}

#[test]
fn the_smallest_widths_are_those_of_pmxeditor() {
    let shape = Shape { widths: [4; 6], ..Shape::USUAL };
    for (vertices, width) in [(70, Width::One), (255, Width::One), (256, Width::Two), (300, Width::Two)] {
        let file = model::build(shape, vertices);
        let index = verdict::opens(&file.bytes);
        let mut edit = index.view(&file.bytes).edit();
        // Offsets of the model that is built point anywhere: they need not fit.
        match edit.widths(Widths::Minimal).write_to(Vec::new()) {
            Ok(_) | Err(WriteError::Misfit { .. }) => {}
            Err(other) => panic!("{other}"),
        }
        let shown = format!("{edit:?}");
        assert!(shown.contains(&format!("vertex: {width:?}")) && shown.contains("bone: One"), "{shown}");
    }
}

#[test]
fn an_index_that_does_not_fit_is_an_error_that_names_its_record() {
    let file = model::build(Shape { widths: [4; 6], ..Shape::USUAL }, 70);
    let bytes = file.with("bones[3].parent", 200i32.to_le_bytes());
    let index = verdict::opens(&bytes);
    let message = refused(index.view(&bytes), |edit| {
        edit.widths(Widths::Given([Width::Four, Width::Four, Width::Four, Width::One, Width::Four, Width::Four]))
    });
    assert_eq!(message, "bones[3]: index 200 does not fit into 1 byte");
}

#[test]
fn text_goes_from_one_encoding_to_the_other_and_back() {
    let mut texts = 0;
    for (name, bytes) in files() {
        let Ok(index) = verdict::scan(&bytes, Mode::Strict) else { continue };
        let before = index.view(&bytes);
        let other = if before.globals().encoding == Encoding::Utf8 { Encoding::Utf16Le } else { Encoding::Utf8 };
        let (mut edit, mut out) = (before.edit(), Vec::new());
        if let Err(e) = edit.encoding(other).write_to(&mut out) {
            assert!(e.to_string().ends_with("not valid in its encoding and cannot be put into another"), "{name}: {e}");
            continue;
        }
        let other_index = verdict::opens(&out);
        let after = other_index.view(&out);
        assert_eq!(after.globals().encoding, other);
        for (a, b) in before.bones().iter().zip(after.bones()) {
            assert_eq!(a.name.local.decode(), b.name.local.decode());
            texts += 1;
        }
        assert!(written(after, |edit| edit.encoding(before.globals().encoding)).0 == bytes, "{name}");
    }
    assert!(texts > 100, "{texts}");
}

#[test]
fn a_text_that_is_not_valid_is_an_error_or_a_listed_loss() {
    let file = model::build(Shape { encoding: 1, ..Shape::USUAL }, 70);
    let at = file.at("bones[2].name.local") + 4;
    let bytes = file.with_at(at, [0xff]);
    let index = verdict::opens(&bytes);
    let message = refused(index.view(&bytes), |edit| edit.encoding(Encoding::Utf16Le));
    assert_eq!(message, "bones[2]: a text is not valid in its encoding and cannot be put into another");
    let (out, losses) = written(index.view(&bytes), |edit| edit.encoding(Encoding::Utf16Le).allow_losses());
    let found: Vec<_> = losses.iter().map(|loss| (loss.code, loss.section, loss.record)).collect();
    assert_eq!(found, [(LossCode::Text, "bones", Some(2))]);
    let index = verdict::opens(&out);
    assert!(index.view(&out).bones().get(2).unwrap().name.local.contains("\u{fffd}"));
}

#[test]
fn what_2_0_cannot_say_is_an_error_or_a_listed_loss() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    let before = index.view(&file.bytes);
    assert!(refused(before, |edit| edit.version(Version::V2_0)).contains("QDEF becomes BDEF4"));
    let (out, losses) = written(before, |edit| edit.version(Version::V2_0).allow_losses());
    let qdef = before.vertices().iter().filter(|v| matches!(v.deform, Deform::Qdef(_))).count();
    assert!(qdef > 0 && losses.count(LossCode::Qdef) == qdef);
    for code in [LossCode::Flip, LossCode::Impulse, LossCode::Joint, LossCode::SoftBodies] {
        assert!(losses.count(code) >= 1, "{code:?}");
    }
    let index = verdict::opens(&out);
    let after = index.view(&out);
    assert_eq!((after.version(), after.soft_bodies().len()), (Version::V2_0, 0));
    assert!(!after.vertices().iter().any(|v| matches!(v.deform, Deform::Qdef(_))));
    // Morphs keep their places, so that whatever points at one still does.
    assert_eq!(after.morphs().len(), before.morphs().len());
    for (a, b) in before.morphs().iter().zip(after.morphs()) {
        assert_eq!(a.name, b.name);
        match (a.offsets, b.offsets) {
            (MorphOffsets::Flip(all), MorphOffsets::Group(kept)) => assert_eq!(all, kept),
            (MorphOffsets::Impulse(_), MorphOffsets::Group(none)) => assert!(none.is_empty()),
            (a, b) => assert_eq!(a.tag(), b.tag()),
        }
    }
    // And on to 2.1 again: a file without soft bodies.
    let (again, losses) = written(after, |edit| edit.version(Version::V2_1));
    assert!(losses.is_empty());
    assert_eq!(verdict::opens(&again).view(&again).soft_bodies().len(), 0);
}

#[test]
fn what_is_mended_is_taken_by_strict_and_what_was_right_stays() {
    let file = model::build(Shape { encoding: 0, ..Shape::USUAL }, 70);
    let mended = |bytes: &[u8]| {
        let index = verdict::scan(bytes, Mode::Salvage).unwrap();
        let (out, losses) = written(index.view(bytes), |edit| edit.mend());
        assert!(losses.is_empty());
        verdict::scan(&out, Mode::Strict).unwrap_or_else(|e| panic!("{e}"));
        out
    };
    assert!(mended(&file.bytes) == file.bytes, "nothing to mend, nothing changed");
    // A signature, an encoding byte, trailing bytes.
    assert!(mended(&file.with_at(3, [0xa0])) == file.bytes);
    assert!(mended(&file.with_at(9, [5])) == file.bytes);
    assert!(mended(&[&file.bytes[..], &[1, 2, 3]].concat()) == file.bytes);
    // A file cut anywhere behind its info: whole records stay.
    let info_end = file.end("info");
    let whole = verdict::opens(&file.bytes);
    let mut opened = 0;
    for end in (info_end..file.bytes.len()).step_by(7) {
        let bytes = file.up_to(end);
        let Ok(index) = verdict::scan(&bytes, Mode::Salvage) else { continue }; // half a count
        opened += 1;
        let out = mended(&bytes);
        let out_index = verdict::opens(&out);
        let lens = |index: &PmxIndex| index.sections().map(|span| span.len.unwrap_or(0));
        assert_eq!(lens(&out_index), lens(&index));
        let (all, some) = (whole.view(&file.bytes), out_index.view(&out));
        assert!(some.bones().iter().zip(all.bones()).all(|(a, b)| a.name == b.name));
    }
    assert!(opened > 100, "{opened}");
}

#[test]
fn odd_and_negative_texts_are_mended() {
    let file = model::build(Shape { encoding: 0, ..Shape::USUAL }, 70);
    let at = file.at("textures[0]");
    let odd =
        [&file.bytes[..at], &5i32.to_le_bytes(), b"a\0b\0c", &file.bytes[file.put("textures[0]").range.end..]].concat();
    let index = verdict::scan(&odd, Mode::Lenient).unwrap();
    assert_eq!(index.repairs().count(RepairCode::OddLength), 1);
    let (out, _) = written(index.view(&odd), |edit| edit.mend());
    let index = verdict::opens(&out);
    assert_eq!(index.view(&out).textures().get(0).unwrap(), "ab");
}

/// Takes so many bytes, then no more.
struct Full(usize);
impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_is_an_error_wherever_it_fails() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    for room in (0..file.bytes.len()).step_by(97) {
        let model = index.view(&file.bytes);
        assert!(matches!(model.write_to(Full(room)), Err(WriteError::Io(_))));
        assert!(matches!(model.edit().write_to(Full(room)), Err(WriteError::Io(_))));
    }
    assert!(index.view(&file.bytes).write_to(Full(file.bytes.len())).is_ok());
}

/// The flags of a record say which of its fields are there; readers go by them.
#[test]
fn a_field_that_its_flags_contradict_is_refused() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    let model = index.view(&file.bytes);
    let conditional = [
        (BoneFlags::TAIL_IS_BONE, "tail_bone"),
        (BoneFlags::APPENDS_ROTATION | BoneFlags::APPENDS_TRANSLATION, "append"),
        (BoneFlags::FIXED_AXIS, "fixed_axis"),
        (BoneFlags::LOCAL_AXES, "local_axes"),
        (BoneFlags::EXTERNAL_PARENT, "external_parent"),
        (BoneFlags::IK, "ik"),
    ];
    for (flag, field) in conditional {
        let with = model.bones().iter().position(|bone| bone.flags.intersects(flag)).unwrap();
        let without = model.bones().iter().position(|bone| !bone.flags.intersects(flag)).unwrap();
        for bone in [with, without] {
            let message = refused(model, |edit| {
                edit.bones(move |i, mut b| {
                    if i == bone {
                        b.flags = if i == with { b.flags - flag } else { b.flags | flag };
                    }
                    b
                })
            });
            // The first field in the file that disagrees: with another tail, that may be the other tail.
            let said =
                message == format!("bones[{bone}]: the flags do not go with the field {field} being there, or not");
            assert!(said || field == "tail_bone", "{message}");
        }
    }
}

#[test]
fn more_additional_uvs_than_there_can_be_are_refused() {
    let name = Name::new("", "");
    let parts = Parts::new(Info { name, comment: name });
    let globals = Globals { extra_uvs: 5, ..Globals::WIDE };
    let refused = parts.write_to(Version::V2_0, globals, Vec::new()).unwrap_err();
    assert_eq!(refused.to_string(), "header: 5 additional UVs, there are at most 4");
}

#[test]
fn other_names_and_comments_take_the_place_of_the_old_ones() {
    let file = model::model();
    let index = verdict::opens(&file.bytes);
    let info = Info { name: Name::new("名", "name"), comment: Name::new("", "said\r\nin two lines") };
    let (out, losses) = written(index.view(&file.bytes), |edit| edit.info(info));
    assert!(losses.is_empty());
    let changed = verdict::opens(&out);
    assert_eq!(changed.view(&out).info(), info);
    assert!(written(changed.view(&out), |edit| edit.info(index.view(&file.bytes).info())).0 == file.bytes);
}

#[test]
fn what_does_not_fit_is_said_in_words() {
    for (misfit, words) in [
        (Misfit::Index { index: 200, width: Width::One }, "index 200 does not fit into 1 byte"),
        (Misfit::Index { index: 70_000, width: Width::Two }, "index 70000 does not fit into 2 bytes"),
        (Misfit::Encoding(Encoding::Cp932), "no file of this format is written in cp932"),
        (Misfit::ReadsAsUtf8, "in cp932 its names would be read as UTF-8, that is as others"),
        (Misfit::Len(1 << 40), "1099511627776 is more than a count can say"),
        (Misfit::ExtraUvs(2), "a vertex with 2 additional UVs, the header says otherwise"),
        (Misfit::ExtraUvs(5), "5 additional UVs, there are at most 4"),
        (Misfit::Changed, "no longer there: the file has been changed since it was opened"),
    ] {
        assert_eq!(misfit.to_string(), words);
    }
}

#[test]
fn half_a_record_has_no_place_in_another_version() {
    let file = model::model();
    // In the midst of the first soft body, and behind it.
    let part = file.part("soft-bodies");
    for end in [part.range.start + 20, part.range.end - 1] {
        let bytes = file.up_to(end);
        let index = verdict::scan(&bytes, Mode::Salvage).unwrap();
        let model = index.view(&bytes);
        assert!(refused(model, |edit| edit.version(Version::V2_0)).contains("something would be lost"));
        let (out, losses) = written(model, |edit| edit.version(Version::V2_0).allow_losses());
        assert_eq!(losses.count(LossCode::BehindCut), 1);
        verdict::opens(&out);
    }
}

/// Wherever the file was cut: what is written in another version holds the records that there are, and says so.
#[test]
fn a_cut_model_in_another_version_counts_what_is_there() {
    for version in [Version::V2_0, Version::V2_1] {
        let file = model::build(Shape { version: version.get(), ..Shape::USUAL }, 12);
        let other = if version == Version::V2_0 { Version::V2_1 } else { Version::V2_0 };
        let mut tried = 0;
        for end in file.at("vertices") + 4..file.bytes.len() {
            let bytes = file.up_to(end);
            let Ok(index) = verdict::scan(&bytes, Mode::Salvage) else { continue };
            let model = index.view(&bytes);
            let (out, _) = written(model, |edit| edit.version(other).allow_losses());
            let index = verdict::scan(&out, Mode::Strict).unwrap_or_else(|e| panic!("cut at {end}: {e}"));
            let after = index.view(&out);
            assert_eq!(after.version(), other);
            let counts = |model: Pmx<'_>| {
                [model.vertices().len(), model.faces().len(), model.textures().len(), model.materials().len()]
            };
            assert_eq!(counts(after), counts(model), "cut at {end}");
            assert_eq!((after.bones().len(), after.joints().len()), (model.bones().len(), model.joints().len()));
            let (again, _) = written(model, |edit| edit.version(other).allow_losses().through_records());
            assert_eq!(out, again, "cut at {end}");
            tried += 1;
        }
        assert!(tried > 1000, "{tried}");
    }
}

/// A 2.0 file may hold QDEF, though it should not: it keeps it until 2.0 is asked for, and gets none anew.
#[test]
fn what_2_0_cannot_say_comes_into_no_2_0_file() {
    let qdef = |vertex: Vertex<'_>| matches!(vertex.deform, Deform::Qdef(_));
    let mut bytes = model::model().bytes;
    let index = verdict::opens(&bytes);
    let four = index.view(&bytes).vertices().iter().find(|&vertex| qdef(vertex)).expect("one is there").deform;
    let Deform::Qdef(four) = four else { panic!("it is one") };
    // The same file, now called 2.0: its soft bodies are bytes behind the end.
    bytes[4..8].copy_from_slice(&2.0f32.to_le_bytes());
    let index = verdict::scan(&bytes, Mode::Lenient).expect("trailing bytes are let pass");
    let odd = index.view(&bytes);
    let held = odd.vertices().iter().filter(|&vertex| qdef(vertex)).count();
    assert!(held > 0);

    let (same, losses) = written(odd, |edit| edit.vertices(|_, vertex| vertex));
    assert_eq!((same, losses.total()), (bytes.clone(), 0));
    assert!(refused(odd, |edit| edit.version(Version::V2_0)).contains("QDEF becomes BDEF4"));
    let (out, losses) = written(odd, |edit| edit.version(Version::V2_0).allow_losses());
    assert_eq!(losses.count(LossCode::Qdef), held);
    assert!(!verdict::scan(&out, Mode::Lenient).expect("it opens").view(&out).vertices().iter().any(qdef));

    let more =
        |edit: &mut Edit<'_>| _ = edit.vertices(move |_, vertex| Vertex { deform: Deform::Qdef(four), ..vertex });
    assert!(
        refused(odd, |edit| {
            more(edit);
            edit
        })
        .contains("QDEF becomes BDEF4")
    );
    let others = odd.vertices().len() - held;
    let (_, losses) = written(odd, |edit| {
        more(edit);
        edit.allow_losses()
    });
    assert_eq!(losses.count(LossCode::Qdef), others);

    let composed = composed(Version::V2_0, |model| {
        let base = VertexBase::new([0.0; 3], [0.0; 3], [0.0; 2]);
        let vertex = Vertex { base: &base, extra_uvs: ExtraUvs(&[]), deform: Deform::Qdef(four), edge_scale: 1.0 };
        model.vertices(1, |_, put| put(vertex))
    });
    let Err(WriteError::Loss { section: "vertices", record: Some(0), code: LossCode::Qdef }) = composed else {
        panic!("{composed:?}")
    };
}

/// A negative length says nothing about the encoding: it comes back from another one as it was.
#[test]
fn an_empty_text_of_negative_length_survives_both_encodings() {
    let mut b = Builder::new(Shape { version: 2.0, encoding: 1, ..Shape::USUAL });
    model::info(&mut b);
    b.section("vertices", 0);
    b.section("faces", 0);
    b.section("textures", 2);
    for length in [-1, -7] {
        b.record();
        b.i32("", length);
    }
    for name in &SECTIONS[3..9] {
        b.section(name, 0);
    }
    let bytes = b.end().bytes;
    let index = verdict::scan(&bytes, Mode::Lenient).expect("negative lengths are let pass");
    let (there, losses) = written(index.view(&bytes), |edit| edit.encoding(Encoding::Utf16Le));
    assert!(losses.is_empty());
    let index = verdict::scan(&there, Mode::Lenient).expect("negative lengths are let pass");
    let (back, losses) = written(index.view(&there), |edit| edit.encoding(Encoding::Utf8));
    assert!(losses.is_empty());
    assert_eq!(back, bytes);
}

// Models made record by record.

fn composed(
    version: Version,
    compose: impl FnOnce(&mut Composer<'_>) -> Result<(), WriteError>,
) -> Result<Vec<u8>, WriteError> {
    let mut bytes = Vec::new();
    let globals = Globals { encoding: Encoding::Utf8, ..Globals::WIDE };
    let info = Info { name: Name::new("名", "name"), comment: Name::new("", "") };
    let mut model = Composer::new(version, globals, info, &mut bytes)?;
    compose(&mut model)?;
    model.finish()?;
    Ok(bytes)
}

#[test]
fn sections_left_out_are_empty_and_those_written_hold_what_was_put() {
    for version in [Version::V2_0, Version::V2_1] {
        let bytes = composed(version, |model| {
            model.faces(3, |i, put| put(Index::new(7 - i as i32)))?;
            model.textures(2, |i, put| put(Text::new(["a.png", "b.png"][i])))
        });
        let file = PmxFile::from_bytes_with(bytes.expect("fits"), &Mode::Strict.into()).expect("strict takes it");
        let model = file.model();
        assert_eq!(model.version(), version);
        assert_eq!(model.faces().widened().collect::<Vec<_>>(), [7, 6, 5]);
        assert!(model.textures().iter().eq([Text::new("a.png"), Text::new("b.png")]));
        let rest = model.vertices().len() + model.materials().len() + model.bones().len() + model.soft_bodies().len();
        assert_eq!(rest, 0);
    }
}

/// The whole of another model, put record by record, is that model.
#[test]
fn a_model_composed_of_all_records_of_another_has_its_bytes() {
    let file = model::model();
    let index = verdict::scan(&file.bytes, Mode::Strict).expect("a whole file");
    let old = index.view(&file.bytes);
    let mut bytes = Vec::new();
    let mut new = Composer::new(old.version(), old.globals(), old.info(), &mut bytes).expect("memory takes it");
    macro_rules! all {
        ($($section:ident),*) => { $(
            let records = old.$section();
            new.$section(records.len(), |i, put| put(records.get(i).expect("it is there"))).expect(stringify!($section));
        )* };
    }
    all!(vertices, faces, textures, materials, bones, morphs, display_frames, rigid_bodies, joints, soft_bodies);
    new.finish().expect("memory takes it");
    assert_eq!(bytes, old.to_bytes());
}

#[test]
fn a_section_out_of_order_or_unknown_to_the_version_is_refused() {
    let twice = composed(Version::V2_1, |model| {
        model.textures(0, |_, _| {})?;
        model.textures(0, |_, _| {})
    });
    assert!(matches!(twice, Err(WriteError::OutOfOrder("textures"))), "{twice:?}");
    let back = composed(Version::V2_1, |model| {
        model.joints(0, |_, _| {})?;
        model.vertices(0, |_, _| {})
    });
    assert!(matches!(back, Err(WriteError::OutOfOrder("vertices"))), "{back:?}");
    let soft = composed(Version::V2_0, |model| model.soft_bodies(0, |_, _| {}));
    assert!(matches!(soft, Err(WriteError::NoSuchSection("soft-bodies"))), "{soft:?}");
}

#[test]
fn a_record_that_is_not_put_or_put_twice_is_refused() {
    for (times, wanted) in [(0, 0), (2, 2)] {
        let result = composed(Version::V2_0, |model| {
            model.faces(3, |i, put| (0..if i == 1 { times } else { 1 }).for_each(|_| put(Index::new(0))))
        });
        let found = result.expect_err("one was asked for");
        let WriteError::NotOne { section, record, given } = found else { panic!("{found:?}") };
        assert_eq!((section, record, given), ("faces", 1, wanted));
    }
}
