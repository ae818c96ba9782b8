//! 58 to 69: paths of textures. The string is as good as any; joined to a folder it never leads out, and the checker says
//! why. What finds files on disk, however they are spelt: `textures.rs`.
use super::common::verdict::{findings, opens, warns};
use super::sound::{sound, spoil_one};
use mmdmap::pmx::UnsafePath::{self, *};
use mmdmap::pmx::check::Code;
use mmdmap::{Text, TextureIndex};
use std::path::Path;

/// What is wrong with a path, by every way of asking.
#[track_caller]
fn refused(path: &str) -> UnsafePath {
    let path = Text::new(path).path();
    let fault = path.check().expect_err("a fault");
    assert_eq!(path.safe_join("base"), Err(fault), "{path}");
    assert!(path.faults().any(|one| one == fault));
    fault
}

/// Each as a path alone, and as a texture of a model, which opens in every mode.
#[track_caller]
fn all_refused(fault: UnsafePath, paths: &[&str]) {
    let code = match fault {
        Escapes => Code::TextureEscapes,
        Absolute | Drive | Network => Code::TextureAbsolute,
        Control(_) | Stream | Character(_) => Code::TextureCharacter,
        Reserved => Code::TextureReserved,
        Trailing => Code::TextureTrailing,
        Empty => Code::TextureEmpty,
        TooLong(_) => Code::TextureLong,
        Url => Code::TextureUrl,
        other => panic!("{other:?} is in no attack"),
    };
    let file = sound();
    for path in paths {
        assert_eq!(refused(path), fault, "{path:?}");
        let bytes = file.with_text("textures[0]", path);
        let index = opens(&bytes);
        assert_eq!(index.view(&bytes).textures().get(0), Some(Text::new(path)));
        assert!(findings(&bytes).contains(&(code, "textures[0]".to_owned())), "{path:?}");
    }
}

#[track_caller]
fn joins(path: &str, expected: &str) {
    let joined = Text::new(path).path().safe_join("base").unwrap_or_else(|e| panic!("{path:?}: {e}"));
    assert_eq!(joined, Path::new(expected), "{path:?}");
}

#[test]
fn a058_steps_up() {
    all_refused(Escapes, &[r"..\..\..\etc\passwd", "../a.png", "..", "../", r".\..\a.png"]);
}

#[test]
fn a059_absolute() {
    all_refused(Absolute, &["/etc/passwd", r"\a.png", "/", "/../etc/passwd"]);
}

#[test]
fn a060_drives() {
    all_refused(Drive, &[r"C:\x.png", "C:x.png", "c:/x.png", "Z:", r"C:\\x.png", "C:..\\x.png"]);
}

#[test]
fn a061_other_machines_and_past_all_rules() {
    all_refused(
        Network,
        &[r"\\server\share\x", "//server/x", r"\\?\C:\", r"\\.\PhysicalDrive0", r"\/server/x", r"\\?\UNC\server\x"],
    );
}

#[test]
fn a062_out_again_behind_a_step_down() {
    all_refused(Escapes, &[r"tex\..\..\x", "tex/../../base/x.png", "a/b/../../../c", r"a\.\..\.\..\x"]);
}

#[test]
fn a063_nul() {
    all_refused(Control('\0'), &["a\0.png", "a.png\0", "\0", "../a\0"]);
    all_refused(Control('\n'), &["a\nb.png"]);
    all_refused(Control('\u{1b}'), &["tex/\u{1b}[2J.png"]);
    all_refused(Control('\u{9b}'), &["\u{9b}31m.png"]);
}

#[test]
fn a064_names_that_windows_reads_otherwise() {
    let devices =
        ["CON", "NUL.png", "nul", "tex/Aux.tar.gz", "com1 .bmp", "LPT9", "COM0", "COM²", "conin$", "CON/../a"];
    all_refused(Reserved, &devices);
    all_refused(Reserved, &["prn:x"]);
    all_refused(Stream, &["a.png:stream", "a.png::$DATA", "tex/C:/a.png", ":"]);
    all_refused(Trailing, &["a.png.", "a.png ", r"tex.\a.png", "tex /a.png", "...", ".. /a.png", " "]);
    all_refused(Character('?'), &["a?.png"]);
    all_refused(Character('*'), &["*"]);
    all_refused(Character('<'), &["<a>.png"]);
    for fine in ["CONSOLE.png", "COM.png", "COM10.png", "COMA", "nulls/a.png", " a.png", ".hidden", "a..b", "..a"] {
        joins(fine, &format!("base/{fine}"));
    }
}

#[test]
fn a065_empty() {
    all_refused(Empty, &["", ".", "./", "tex/..", r"a\b\..\.."]);
}

#[test]
fn a066_longer_than_windows_takes() {
    all_refused(TooLong(65_536), &[&"a".repeat(65_536)]);
    all_refused(TooLong(260), &[&"髪".repeat(260), &"𠮷".repeat(130)]);
    joins(&"髪".repeat(259), &format!("base/{}", "髪".repeat(259)));
    // And it is not slow about it.
    let many: Vec<_> = Text::new(&"../".repeat(1_000_000)).path().faults().collect();
    assert_eq!(many, [Escapes, TooLong(3_000_000)]);
}

#[test]
fn a067_urls() {
    all_refused(
        Url,
        &["file:///a.png", "file://server/a.png", "FILE:a.png", "http://host/a.png", r"https:\\host\a.png"],
    );
}

#[test]
fn a068_separators_of_every_kind_lead_to_one_path() {
    for path in [r"tex\顔.png", "tex/顔.png", r"tex\/顔.png", r".\tex\.\顔.png", "tex//顔.png", r"tex\..\tex\顔.png"]
    {
        joins(path, "base/tex/顔.png");
    }
    assert_eq!(Text::new(r"tex\..\tex/顔.png").path().as_str(), "tex/../tex/顔.png");
}

/// −1 is none, and nothing to warn of.
#[test]
fn a069_textures_that_are_not_there() {
    for (field, index) in [("texture", 2i8), ("texture", 127), ("sphere", 2)] {
        let path = format!("materials[1].{field}");
        let file = sound();
        let mut found = vec![(Code::MaterialTextureDangling, &*path)];
        found.extend((field == "texture").then_some((Code::TextureUnused, "textures[1]")));
        let odd = file.with(&path, index.to_le_bytes());
        let model = warns(&file.bytes, &odd, &found);
        assert_eq!(model.view(&odd).texture(TextureIndex::new(index.into())), None);
    }
    for below in [-2i8, -128] {
        let (odd, index) = spoil_one("materials[1].sphere", below.to_le_bytes(), Code::IndexBelowNone);
        let sphere = index.view(&odd).materials().get(1).expect("a material").sphere;
        assert_eq!((sphere.raw(), sphere.get(), index.view(&odd).texture(sphere)), (below.into(), None, None));
    }
    let file = sound();
    let index = opens(&file.bytes);
    let none = index.view(&file.bytes).materials().get(0).expect("a material").sphere;
    assert_eq!((none, none.get(), index.view(&file.bytes).texture(none)), (TextureIndex::NONE, None, None));
}
