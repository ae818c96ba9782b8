//! `mmdmap rewrite` and `mmdmap repair`, run as a user runs them.
#![cfg(feature = "cli")]
mod common;

use common::build::{Builder, File, Shape};
use common::layout::Layout;
use common::tool::{Folder, folder, mmdmap, piped, tool};
use common::{SECTIONS, folders, model, verdict};
use mmdmap::pmx::{CANONICAL, MorphOffsets, Pmx, PmxIndex, Version};
use mmdmap::{Mode, Width};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

fn digests(model: Pmx<'_>) -> Vec<Vec<u8>> {
    let one = |of: &&str| {
        let mut all = Vec::new();
        model.canonical_dump(of, &mut |piece| all.extend_from_slice(piece));
        all
    };
    CANONICAL.iter().map(one).collect()
}

// ---- rewrite

#[test]
fn rewrite_gives_the_same_bytes_to_a_file_over_itself_and_through_pipes() {
    let folder = folder("same");
    let file = model::model();
    let path = folder.put("モデル.pmx", &file.bytes);
    mmdmap(["rewrite", &path, &folder.at("out.pmx")]).quiet();
    assert!(folder.get("out.pmx") == file.bytes);
    for mmap in ["auto", "always", "never"] {
        mmdmap(["rewrite", &path, &path, "--mmap", mmap]).quiet();
        assert!(folder.get("モデル.pmx") == file.bytes);
    }
    assert!(mmdmap(["rewrite", &path, "-"]).done().bytes == file.bytes);
    assert!(piped(&["rewrite", "-", "-"], &file.bytes).done().bytes == file.bytes);
    assert_eq!(folder.names(), ["out.pmx", "モデル.pmx"]);
}

#[test]
fn rewrite_keeps_what_the_modes_let_pass_and_lists_it() {
    let folder = folder("odd");
    let file = model::model();
    let trailing = [&file.bytes[..], b"extra"].concat();
    let path = folder.put("a.pmx", &trailing);
    let run = mmdmap(["rewrite", &path, &folder.at("out.pmx")]).done();
    assert!(run.err.starts_with("repair: ") && run.err.contains("trailing-bytes"), "{}", run.err);
    assert!(folder.get("out.pmx") == trailing);
    mmdmap(["rewrite", &path, &folder.at("strict.pmx"), "--strict"]).refused(3, "5 bytes after the last section");

    let path = folder.put("cut.pmx", &file.up_to(file.start("morphs") + 40));
    let out = folder.at("cut_out.pmx");
    mmdmap(["rewrite", &path, &out]).refused(3, "--salvage opens");
    mmdmap(["rewrite", &path, &out, "--salvage"]).done();
    assert!(folder.get("cut_out.pmx") == folder.get("cut.pmx"));
    // Half a record means nothing in other widths.
    let wide = ["rewrite", &path, &out, "--salvage", "--widths=widest"];
    mmdmap(wide).refused(3, "the bytes behind the cut are left out");
    let run = mmdmap(wide.into_iter().chain(["--allow-losses"])).done();
    assert!(run.err.contains("loss: ") && run.err.contains("behind-cut"), "{}", run.err);
    assert_eq!(folder.names(), ["a.pmx", "cut.pmx", "cut_out.pmx", "out.pmx"]);
}

#[test]
fn every_file_of_the_corpus_that_opens_comes_back() {
    let Some(corpus) = folders::corpus() else { return };
    let folder = folder("corpus");
    let (mut opened, mut all) = (0, 0);
    for path in corpus.files("pmx").map(|real| real.path) {
        let input = path.to_str().unwrap();
        all += 1;
        let run = mmdmap(["rewrite", "--salvage", input, &folder.at("out.pmx")]);
        match run.code {
            Some(0) => {
                opened += 1;
                assert!(folder.get("out.pmx") == folders::read(&path), "{input}");
            }
            _ => assert_eq!(run.code, Some(3), "{}", run.err),
        }
    }
    println!("{opened} of {all} open, and come back");
    assert!(opened * 4 > all * 3);
}

#[test]
fn encodings_go_there_and_back() {
    let folder = folder("encoding");
    let [utf16, utf8] = [0, 1].map(|encoding| model::build(Shape { encoding, ..Shape::USUAL }, 70).bytes);
    for (from, to, name) in [(&utf16, &utf8, "utf8"), (&utf8, &utf16, "utf16")] {
        let path = folder.put("a.pmx", from);
        mmdmap(["rewrite", &path, &folder.at("b.pmx"), "--encoding", name]).quiet();
        assert!(folder.get("b.pmx") == *to, "to {name}");
        mmdmap(["rewrite", &path, &path, "--encoding", name]).quiet();
        assert!(folder.get("a.pmx") == *to, "to {name}, over itself");
        mmdmap(["rewrite", &path, &path, "--encoding", name]).quiet();
        assert!(folder.get("a.pmx") == *to, "to {name}, which it was already");
    }
}

#[test]
fn a_text_that_cannot_be_encoded_is_an_error_or_a_listed_loss() {
    let folder = folder("text_loss");
    let file = model::model();
    let path = folder.put("a.pmx", &file.with_at(file.at("bones[2].name.local") + 4, [0xff]));
    let args = ["rewrite", &path, &folder.at("out.pmx"), "--encoding", "utf16"];
    mmdmap(args).refused(3, "bones[2]: a text is not valid in its encoding");
    assert_eq!(folder.names(), ["a.pmx"]);
    let run = mmdmap(args.into_iter().chain(["--allow-losses"])).done();
    let expected =
        format!("loss: {}: invalid-text: bones[2]: what is not valid in the text becomes U+FFFD", folder.at("out.pmx"));
    assert_eq!(run.lines(), [expected]);
}

#[test]
fn widths_are_kept_minimal_widest_or_given() {
    let folder = folder("widths");
    let bytes = model::model().bytes;
    let before = verdict::opens(&bytes);
    let path = folder.put("a.pmx", &bytes);
    let written = |widths: &str| {
        mmdmap(["rewrite", &path, &folder.at("out.pmx"), "--widths", widths]).quiet();
        let out = folder.get("out.pmx");
        let index = verdict::opens(&out);
        assert!(digests(index.view(&out)) == digests(before.view(&bytes)), "{widths}");
        let g = index.view(&out).globals();
        [g.vertex, g.texture, g.material, g.bone, g.morph, g.rigid_body].map(Width::bytes)
    };
    assert_eq!(written("keep"), [2, 1, 1, 2, 1, 1]);
    assert!(folder.get("out.pmx") == bytes);
    assert_eq!(written("widest"), [4; 6]);
    assert_eq!(written("2,1,2,4,1,4"), [2, 1, 2, 4, 1, 4]);
    // The model points at bones that are not there: those numbers have to fit, too.
    assert_eq!(written("minimal"), [1; 6]);
    for wrong in ["1", "1,2", "1,2,4,1,2,4,1", "1,2,3,1,2,4", "narrow", ""] {
        mmdmap(["rewrite", &path, &folder.at("no.pmx"), "--widths", wrong]).refused(2, "--widths");
    }
    assert_eq!(folder.names(), ["a.pmx", "out.pmx"]);
}

#[test]
fn an_index_that_does_not_fit_is_an_error_whatever_losses_are_allowed() {
    let folder = folder("misfit");
    let file = model::build(Shape { widths: [4; 6], ..Shape::USUAL }, 70);
    let path = folder.put("a.pmx", &file.with("bones[3].parent", 200i32.to_le_bytes()));
    for more in [&[][..], &["--allow-losses"]] {
        let args = ["rewrite", &path, &path, "--widths", "4,4,4,1,4,4"];
        mmdmap(args.iter().chain(more)).refused(3, "bones[3]: index 200 does not fit into 1 byte");
    }
    assert!(folder.get("a.pmx") == file.with("bones[3].parent", 200i32.to_le_bytes()));
    assert_eq!(folder.names(), ["a.pmx"]);
}

#[test]
fn versions_go_down_with_listed_losses_and_up_again() {
    let folder = folder("version");
    let path = folder.put("a.pmx", &model::model().bytes);
    let down = ["rewrite", &path, &folder.at("2.0.pmx"), "--to-version", "2.0"];
    let run = mmdmap(down).refused(3, "something would be lost");
    assert!(run.err.contains("hint: --allow-losses"), "{}", run.err);
    let run = mmdmap(down.into_iter().chain(["--allow-losses"])).done();
    for code in ["qdef: vertices[", "flip-morph: morphs[", "impulse-morph", "joint-kind: joints[", "soft-bodies: soft-"]
    {
        assert!(run.err.contains(code), "{code}: {}", run.err);
    }
    assert!(run.lines().iter().all(|line| line.starts_with("loss: ")), "{}", run.err);
    let out = folder.get("2.0.pmx");
    let index = verdict::opens(&out);
    let old = index.view(&out);
    assert_eq!(old.version(), Version::V2_0);
    assert!(!old.morphs().iter().any(|m| matches!(m.offsets, MorphOffsets::Flip(_) | MorphOffsets::Impulse(_))));
    mmdmap(["rewrite", &folder.at("2.0.pmx"), &folder.at("2.1.pmx"), "--to-version", "2.1"]).quiet();
    let up = folder.get("2.1.pmx");
    assert_eq!(verdict::opens(&up).view(&up).version(), Version::V2_1);
    mmdmap(["rewrite", &path, "-", "--to-version", "3.0"]).refused(2, "--to-version");
}

#[test]
fn losses_beyond_a_hundred_are_counted() {
    let folder = folder("many_losses");
    let mut b = Builder::new(Shape::USUAL);
    model::info(&mut b);
    b.section("vertices", 150);
    (0..150).for_each(|_| model::vertex(&mut b, 4));
    SECTIONS[1..].iter().for_each(|name| b.section(name, 0));
    let path = folder.put("a.pmx", &b.end().bytes);
    let run = mmdmap(["rewrite", &path, &path, "--to-version=2.0", "--allow-losses"]).done();
    assert_eq!(run.lines().len(), 101);
    assert!(run.lines()[100].ends_with("qdef: 50 more"), "{}", run.lines()[100]);
}

/// A model with these textures and nothing else.
fn with_textures(encoding: u8, textures: &[&str]) -> File {
    let mut b = Builder::new(Shape { version: 2.0, encoding, ..Shape::USUAL });
    model::info(&mut b);
    for name in &SECTIONS[..9] {
        let textures = if *name == "textures" { textures } else { &[] };
        b.section(name, textures.len());
        for texture in textures {
            b.record();
            b.text("", texture);
        }
    }
    b.end()
}

#[test]
fn textures_are_renamed_and_nothing_else_changes() {
    let folder = folder("rename");
    for encoding in [0, 1] {
        let before = with_textures(encoding, &[r"tex\顔.png", "tex/顔.png", "Tex/顔.png", "a.bmp", "b.bmp", "c=d.png"]);
        let path = folder.put("a.pmx", &before.bytes);
        let rename = |wishes: &[&str]| {
            let out = folder.at("out.pmx");
            let wishes = wishes.iter().flat_map(|wish| ["--rename-texture", wish]);
            mmdmap(["rewrite", &path, &out].into_iter().chain(wishes)).quiet();
            folder.get("out.pmx")
        };
        // Whichever separator, but not another letter case; written as given.
        let after = with_textures(encoding, &[r"new\髪.png", r"new\髪.png", "Tex/顔.png", "a.bmp", "b.bmp", "c=d.png"]);
        assert!(rename(&[r"tex/顔.png=new\髪.png"]) == after.bytes);
        assert!(rename(&[r"tex\顔.png=new\髪.png"]) == after.bytes);
        // Two change places.
        let after = with_textures(encoding, &[r"tex\顔.png", "tex/顔.png", "Tex/顔.png", "b.bmp", "a.bmp", "c=d.png"]);
        assert!(rename(&["a.bmp=b.bmp", "b.bmp=a.bmp"]) == after.bytes);
        let after =
            with_textures(encoding, &[r"tex\顔.png", "tex/顔.png", "Tex/顔.png", "x=y.bmp", "b.bmp", "c=d.png"]);
        assert!(rename(&["a.bmp=x=y.bmp"]) == after.bytes);
    }
}

#[test]
fn a_rename_that_means_nothing_or_two_things_is_an_error() {
    let folder = folder("rename_errors");
    let bytes = with_textures(1, &["tex/a.png", "b.png"]).bytes;
    let path = folder.put("a.pmx", &bytes);
    let rename = |wishes: &[&str]| {
        let wishes = wishes.iter().flat_map(|wish| ["--rename-texture", wish]);
        mmdmap(["rewrite", &path, &path].into_iter().chain(wishes))
    };
    rename(&["TEX/a.png=c.png"]).refused(3, "no texture has the path TEX/a.png");
    rename(&["b.png=c.png", "c.png=d.png"]).refused(3, "no texture has the path c.png");
    rename(&["b.png"]).refused(2, "OLD=NEW");
    rename(&[r"tex\a.png=c.png", "tex/a.png=d.png"]).refused(2, "two new names for the texture tex/a.png");
    assert!(folder.get("a.pmx") == bytes);
    // The user's word is not a stranger's: it is done, but not without a word.
    let run = rename(&["b.png=../b.png"]).done();
    assert_eq!(run.lines(), [r#"note: "../b.png": the path leads out of the model's folder"#]);
    assert!(folder.get("a.pmx") == with_textures(1, &["tex/a.png", "../b.png"]).bytes);
}

// ---- repair

/// What is mended, line by line, without the name of the file; all of it, to a file and through pipes alike.
#[track_caller]
fn repaired(folder: &Folder, broken: &[u8], expected: &[u8]) -> Vec<String> {
    let (path, out) = (folder.put("in.pmx", broken), folder.at("out.pmx"));
    let run = mmdmap(["repair", &path, &out]).done();
    assert!(run.bytes.is_empty());
    assert!(folder.get("out.pmx") == expected, "{}", run.err);
    assert!(folder.get("in.pmx") == broken);
    verdict::scan(expected, Mode::Strict).unwrap_or_else(|e| panic!("{e}"));
    let piped = piped(&["repair", "-", "-"], broken).done();
    assert!(piped.bytes == expected);
    let lines = |err: &str, name: &str| err.lines().map(|line| line.replace(&format!("{name}: "), "")).collect();
    let all: Vec<String> = lines(&run.err, &path);
    assert_eq!(lines(&piped.err, "-"), all);
    assert_eq!(folder.names(), ["in.pmx", "out.pmx"]);
    all
}

#[test]
fn what_is_whole_stays_as_it_is() {
    let folder = folder("whole");
    for shape in Shape::many() {
        let bytes = model::build(shape, 20).bytes;
        let path = folder.put("a.pmx", &bytes);
        let run = mmdmap(["repair", &path, &path]).done();
        assert_eq!(run.lines(), [format!("note: {path}: nothing to mend; the same bytes were written")]);
        assert!(folder.get("a.pmx") == bytes);
    }
}

#[test]
fn each_deviation_is_mended_and_said() {
    let folder = folder("each");
    let file = model::build(Shape { encoding: 0, ..Shape::USUAL }, 20);
    assert_eq!(
        repaired(&folder, &file.with_at(3, [0xa0]), &file.bytes),
        [
            "mended: odd-signature: header.signature at byte 0x3: the signature is \"PMX\\xa0\", expected \"PMX \"; \
             made \"PMX \"",
            "note: 1 place mended, 0 bytes dropped",
        ]
    );
    assert_eq!(
        repaired(&folder, &file.with_at(9, [5]), &file.bytes),
        [
            "mended: unknown-encoding: header.settings.encoding at byte 0x9: unknown text encoding 5 (0 is UTF-16LE, \
             1 is UTF-8); made 0, UTF-16LE",
            "note: 1 place mended, 0 bytes dropped",
        ]
    );
    let end = file.bytes.len();
    assert_eq!(
        repaired(&folder, &[&file.bytes[..], b"extra"].concat(), &file.bytes),
        [
            format!(
                "mended: trailing-bytes: end at byte {end:#x}: 5 bytes after the last section; they are dropped (5 bytes)"
            ),
            "note: 1 place mended, 5 bytes dropped".into(),
        ]
    );

    let texture = file.put("textures[0]").range.clone(); // an empty text
    let at = texture.start;
    let with_text = |text: &[u8]| [&file.bytes[..at], text, &file.bytes[texture.end..]].concat();
    assert_eq!(
        repaired(&folder, &with_text(&(-7i32).to_le_bytes()), &file.bytes),
        [
            format!("mended: negative-text-length: textures[0] at byte {at:#x}: text length -7 is negative; made 0"),
            "note: 1 place mended, 0 bytes dropped".into(),
        ]
    );
    assert_eq!(
        repaired(&folder, &with_text(b"\x05\0\0\0a\0b\0c"), &with_text(b"\x04\0\0\0a\0b\0")),
        [
            format!(
                "mended: odd-text-length: textures[0] at byte {at:#x}: a UTF-16 text cannot have 5 bytes, an odd \
                 number; the last byte is dropped (1 byte)"
            ),
            "note: 1 place mended, 1 byte dropped".into(),
        ]
    );
    let soft = file.start("soft-bodies");
    assert_eq!(
        repaired(&folder, &file.up_to(soft), &[&file.up_to(soft)[..], &[0; 4]].concat()),
        [
            format!(
                "mended: no-soft-bodies: soft-bodies at byte {soft:#x}: file ends before this section; a section \
                 without records is added"
            ),
            "note: 1 place mended, 0 bytes dropped".into(),
        ]
    );
}

#[test]
fn of_a_cut_file_the_whole_records_are_kept_and_the_rest_is_said() {
    let folder = folder("cut");
    let file = model::model();
    // In the third rigid body of four.
    let (start, third) = (file.start("rigid-bodies"), file.part("rigid-bodies").records[2]);
    let expected = [&file.bytes[..start], &2i32.to_le_bytes(), &file.bytes[start + 4..third], &[0; 8]].concat();
    let lines = repaired(&folder, &file.up_to(third + 20), &expected);
    assert!(lines[0].starts_with("mended: cut: rigid-bodies[2].name.universal at byte "), "{lines:#?}");
    assert!(lines[0].ends_with("the bytes behind it are dropped (20 bytes)"), "{lines:#?}");
    assert_eq!(
        lines[1..],
        [
            "mended: cut: rigid-bodies: the count was 4 and is now 2",
            "mended: cut: joints: nothing is left of it; written without records",
            "mended: cut: soft-bodies: nothing is left of it; written without records",
            "note: 1 place mended, 20 bytes dropped",
        ]
    );
    // Over itself, too.
    for mmap in ["auto", "always", "never"] {
        let path = folder.put("in.pmx", &file.up_to(third + 20));
        mmdmap(["repair", &path, &path, "--mmap", mmap]).done();
        assert!(folder.get("in.pmx") == expected, "{mmap}");
    }
    let path = folder.at("in.pmx");
    assert_eq!(mmdmap(["repair", &path, &path]).done().lines().len(), 1);
}

#[test]
fn several_faults_are_mended_together_and_many_are_counted() {
    let folder = folder("several");
    let names = vec!["x"; 150];
    let file = with_textures(0, &names);
    // Every text loses half its unit.
    let (start, end) = (file.part("textures").records[0], file.end("textures"));
    let texts = |text: &[u8]| [&file.bytes[..start], &text.repeat(150), &file.bytes[end..]].concat();
    let mut broken = texts(b"\x01\0\0\0x");
    broken[3] = b'!';
    broken.extend(b"\0\0\0\0");
    let lines = repaired(&folder, &broken, &texts(b"\0\0\0\0"));
    assert_eq!(lines.len(), 1 + 100 + 1 + 1 + 1);
    assert!(lines[0].starts_with("mended: odd-signature"));
    assert_eq!(lines[102], "mended: odd-text-length: 50 more; the last byte is dropped");
    assert_eq!(lines[103], "note: 152 places mended, 154 bytes dropped");
}

#[test]
fn where_data_would_have_to_be_invented_it_refuses_and_says_why() {
    let folder = folder("refused");
    let file = model::model();
    let why = "hint: to go on from here, data would have to be invented";
    let version = 3.0f32.to_le_bytes();
    for (broken, words) in [
        (file.with_at(4, version), "unsupported version 3"),
        (file.with_at(12, [3]), "header.settings.texture_index_width"),
        (file.with("vertices[3].deform", [9]), "vertices[3].deform"),
        (file.with("bones", (-1i32).to_le_bytes()), "bones"),
        (file.with("vertices", i32::MAX.to_le_bytes()), "vertices"),
        (file.up_to(file.start("bones") + 2), "bones"),
        (file.up_to(file.start("info") + 9), "info"),
    ] {
        let path = folder.put("in.pmx", &broken);
        let run = mmdmap(["repair", &path, &folder.at("out.pmx")]).refused(3, words);
        assert!(run.lines().len() == 2 && run.lines()[1].starts_with(why), "{}", run.err);
        mmdmap(["repair", &path, &path]).refused(3, words);
        assert!(folder.get("in.pmx") == broken);
    }
    for other in [&b""[..], b"Pmd\0", b"\x89PNG\r\n\x1a\n"] {
        let path = folder.put("in.pmx", other);
        assert_eq!(mmdmap(["repair", &path, "-"]).refused(3, "header.signature").lines().len(), 1);
    }
    assert_eq!(folder.names(), ["in.pmx"]);
}

/// A file with something in every section, and no more than that.
fn tiny() -> File {
    let mut b = Builder::new(Shape { widths: [1; 6], extra_uvs: 0, ..Shape::USUAL });
    b.part("info");
    ["a", "", "b", ""]
        .iter()
        .zip(["name.local", "name.universal", "comment.local", "comment.universal"])
        .for_each(|(text, field)| b.text(field, text));
    b.section("vertices", 2);
    (0..2).for_each(|_| model::vertex(&mut b, 0));
    b.section("faces", 3);
    for corner in [0, 1, 0] {
        b.record();
        b.index("", common::build::To::Vertex, corner);
    }
    b.section("textures", 2);
    for path in ["a.png", ""] {
        b.record();
        b.text("", path);
    }
    for name in &SECTIONS[3..6] {
        b.section(name, 0);
    }
    b.section("display-frames", 2);
    for special in [1, 0] {
        b.record();
        b.names("f");
        b.u8("special", special);
        b.list("items", 0);
    }
    for name in &SECTIONS[7..] {
        b.section(name, 0);
    }
    b.end()
}

/// What a repaired cut should hold, by the plain reader's word: whole records, counts that say so, empty sections.
fn mended_by_hand(whole: &[u8], layout: &Layout, end: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for part in &layout.parts {
        if matches!(part.name, "header" | "info") {
            out.extend(&whole[part.range.clone()]);
            continue;
        }
        let kept = if end < part.range.start + 4 { 0 } else { part.whole_before(end) };
        out.extend((kept as i32).to_le_bytes());
        if kept > 0 {
            let kept_end = part.records.get(kept).copied().unwrap_or(part.range.end);
            out.extend(&whole[part.range.start + 4..kept_end]);
        }
    }
    out
}

#[test]
fn every_cut_of_a_file_is_mended_or_refused() {
    let folder = folder("every_cut");
    let file = tiny();
    let layout = Layout::of(&file.bytes);
    let (mut mended, mut refused) = (0, 0);
    for end in 0..file.bytes.len() {
        let bytes = file.up_to(end);
        let path = folder.put("in.pmx", &bytes);
        let run = mmdmap(["repair", &path, &folder.at("out.pmx")]);
        match run.code {
            Some(0) => {
                mended += 1;
                let out = folder.get("out.pmx");
                assert!(out == mended_by_hand(&file.bytes, &layout, end), "cut at {end}: {}", run.err);
                assert_eq!(verdict::open(&out, Mode::Strict).repairs().total(), 0);
                assert!(run.err.starts_with("mended: "), "{}", run.err);
                fs::remove_file(folder.at("out.pmx")).unwrap();
            }
            Some(3) => {
                refused += 1;
                let half_a_count = layout.parts.iter().any(|part| (1..4).contains(&end.wrapping_sub(part.range.start)));
                assert!(end < file.end("info") || half_a_count, "cut at {end}: {}", run.err);
                assert_eq!(folder.names(), ["in.pmx"]);
            }
            other => panic!("cut at {end}: {other:?}: {}", run.err),
        }
    }
    println!("{mended} mended, {refused} refused");
    assert!(mended > 100 && refused > 30);
}

#[test]
fn what_salvage_opens_of_the_corpus_is_mended_so_that_strict_takes_it() {
    let Some(corpus) = folders::corpus() else { return };
    let folder = folder("corpus_repair");
    let (mut mended, mut same, mut refused) = (0, 0, 0);
    for (name, bytes) in corpus.short("pmx", 1 << 20) {
        let path = folder.put("in.pmx", &bytes);
        let run = mmdmap(["repair", &path, &folder.at("out.pmx")]);
        let salvaged = verdict::scan(&bytes, Mode::Salvage);
        match (run.code, &salvaged) {
            (Some(0), Ok(index)) => {
                let out = folder.get("out.pmx");
                let strict = PmxIndex::scan_with(&out, &Mode::Strict.into()).unwrap_or_else(|e| panic!("{name}: {e}"));
                let lens = |index: &PmxIndex| index.sections().map(|span| span.len.unwrap_or(0));
                assert_eq!(lens(&strict), lens(index), "{name}");
                if index.repairs().is_empty() {
                    same += 1;
                    assert!(out == bytes, "{name}");
                } else {
                    mended += 1;
                    assert!(out != bytes, "{name}");
                }
            }
            (Some(3), Err(_)) => refused += 1,
            other => panic!("{name}: {other:?}: {}", run.err),
        }
    }
    println!("{mended} mended, {same} whole, {refused} refused");
    assert!(mended > 0 && same > 0);
}

// ---- both

#[test]
fn what_cannot_be_written_is_an_error_and_leaves_nothing_behind() {
    let folder = folder("unwritable");
    let bytes = model::small().bytes;
    let path = folder.put("a.pmx", &bytes);
    for command in ["rewrite", "repair"] {
        mmdmap([command, &path, &folder.at("no/such/out.pmx")]).refused(3, "error: ");
        mmdmap([command, &path, folder.to_str().unwrap()]).refused(3, "no regular file");
        mmdmap([command, &folder.at("nowhere.pmx"), "-"]).refused(3, "nowhere.pmx");
        mmdmap([command, &path]).refused(2, "OUT");
        if Path::new("/dev/full").exists() {
            let full = fs::File::create("/dev/full").unwrap();
            let output = tool([command, &path, "-"]).stdout(full).output().unwrap();
            assert_eq!(output.status.code(), Some(3));
            assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: standard output: "));
            // Nor is a device replaced by a file.
            mmdmap([command, &path, "/dev/full"]).refused(3, "no regular file");
        }
    }
    assert_eq!(folder.names(), ["a.pmx"]);
    assert!(folder.get("a.pmx") == bytes);
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let folder = folder("pipe");
    let path = folder.put("a.pmx", &model::build(Shape::USUAL, 40_000).bytes);
    for name in ["rewrite", "repair"] {
        let mut child = tool([name, &path, "-"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let rest = child.wait_with_output().unwrap();
        assert_eq!((rest.status.code(), String::from_utf8(rest.stderr).unwrap().as_str()), (Some(0), ""), "{name}");
    }
}

#[test]
fn the_help_says_what_is_kept_and_what_is_refused() {
    let said = |args: &[&str]| {
        let said = String::from_utf8(mmdmap(args).done().bytes).unwrap();
        said.split_whitespace().collect::<Vec<_>>().join(" ") // however wide the terminal
    };
    assert!(said(&["rewrite", "--help"]).contains("An index that does not fit its width"));
    assert!(said(&["repair", "--help"]).contains("data would have to be invented"));
    let all = said(&["--help"]);
    assert!(all.contains("Writes a model through its records") && all.contains("Mends what is broken"), "{all}");
}

#[test]
fn a_name_cannot_work_the_terminal() {
    let folder = folder("escape");
    let path = folder.put("a.pmx", &with_textures(1, &["a.png"]).bytes);
    let evil = "\u{1b}]0;x\u{7}\u{202e}.png";
    for wish in [format!("{evil}=a.png"), format!("a.png={evil}")] {
        let run = mmdmap(["rewrite", &path, &path, "--rename-texture", &wish]);
        assert!(!run.err.is_empty() && !run.err.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{:?}", run.err);
    }
    let run = mmdmap([
        "rewrite",
        &path,
        &path,
        "--rename-texture",
        &format!("{evil}=a"),
        "--rename-texture",
        &format!("{evil}=b"),
    ]);
    assert_eq!(run.code, Some(2));
    assert!(!run.err.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{:?}", run.err);
}

/// Standard output is often a pipe: half a model in it would be taken for one.
#[test]
fn what_cannot_be_written_leaves_nothing_on_standard_output() {
    let run = mmdmap(["rewrite", "examples/model/figure.pmx", "-", "--widths", "1,1,1,1,1,1"]);
    assert_eq!((run.code, run.bytes.len()), (Some(3), 0));
    assert!(run.err.contains("does not fit into 1 byte"), "{}", run.err);
}
