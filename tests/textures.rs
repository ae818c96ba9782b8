//! Texture paths: a stranger's word never leads out of the model's folder, and finds its file however it is spelt. Each
//! way out has a test under its number in the list of attacks: `attacks/textures.rs`.
mod common;

use common::{folders, model, verdict};
use mmdmap::pmx::TexturePath;
use mmdmap::pmx::UnsafePath::*;
use mmdmap::{Encoding, Mode, Text, TextureIndex};
use proptest::prelude::*;
use std::path::{Component, Path};

#[test]
fn every_fault_is_said_once_and_in_words() {
    let path = Text::new("/CON/../../a?:\0*. /x").path();
    let faults: Vec<_> = path.faults().collect();
    assert_eq!(faults, [Control('\0'), Absolute, Escapes, Reserved, Stream, Character('?'), Trailing]);
    let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(words[0], "the path holds the control character U+0000");
    assert_eq!(words[5], "a name in the path holds ?, which no file on Windows can");
    assert!(words.iter().all(|words| words.starts_with(char::is_lowercase) && !words.ends_with('.')));
    for (path, words) in [
        ("", "the path names no file"),
        ("http://a.b/c.png", "the path is a URL"),
        ("C:a.png", "the path begins with a drive"),
        (r"\\server\share\a.png", "the path leads to another machine"),
        ("/a.png", "the path is absolute"),
        ("../a.png", "the path leads out of the model's folder"),
        ("NUL.png", "a name in the path is one that Windows keeps for a device"),
        ("a.png:x", "a name in the path holds a colon"),
        ("a. /b", "a name in the path ends in a dot or blank, which Windows takes off"),
        (&*"a".repeat(TexturePath::LONGEST + 1), "the path is 260 units long, more than 259"),
    ] {
        let path = Text::new(path).path();
        let said: Vec<_> = path.faults().map(|fault| fault.to_string()).collect();
        assert!(said.iter().any(|said| said == words), "{path}: {said:?}");
        assert_eq!(AsRef::<str>::as_ref(&path), path.as_str());
    }
}

#[test]
fn a_model_hands_out_the_paths_of_its_textures() {
    for encoding in [0, 1] {
        let file = model::build(common::build::Shape { encoding, ..common::build::Shape::USUAL }, 6);
        let index = verdict::opens(&file.bytes);
        let model = index.view(&file.bytes);
        let path = |i: i32| model.texture_path(TextureIndex::new(i));
        assert_eq!(path(1).unwrap().as_str(), "tex/肌.png");
        assert_eq!(path(1).unwrap().to_string(), "tex/肌.png");
        assert_eq!(path(0).unwrap().check(), Err(Empty));
        assert_eq!((path(-1), path(18)), (None, None));
        assert!(model.textures().iter().map(TexturePath::from).all(|path| !path.as_str().contains('\\')));
    }
    // A separator stays one in UTF-16, and what is not valid is no separator.
    let file = model::build(common::build::Shape { encoding: 0, ..common::build::Shape::USUAL }, 6);
    let bytes = file.with_at(file.at("textures[1]") + 4, [0x00, 0xd8]);
    let index = verdict::opens(&bytes);
    let text = index.view(&bytes).textures().get(1).unwrap();
    assert_eq!((text.encoding(), text.path().as_str()), (Encoding::Utf16Le, "\u{fffd}ex/肌.png"));
}

#[test]
fn what_real_models_name_is_judged_without_a_crash() {
    let Some(corpus) = folders::corpus() else { return };
    let (mut fine, mut refused) = (0, Vec::new());
    for (name, bytes) in corpus.short("pmx", u64::MAX) {
        let Ok(index) = verdict::scan(&bytes, Mode::Salvage) else { continue };
        for texture in index.view(&bytes).textures() {
            match texture.path().safe_join("base") {
                Ok(path) => {
                    stays_below(&path);
                    fine += 1;
                }
                Err(why) => refused.push(format!("{name}: {texture:?}: {why}")),
            }
        }
    }
    println!("{fine} fine; refused:\n{}", refused.join("\n"));
}

/// By its letters alone.
fn stays_below(path: &Path) {
    let rest = path.strip_prefix("base").unwrap_or_else(|_| panic!("{path:?} is not below the base"));
    assert!(rest.components().count() >= 1, "{path:?}");
    assert!(rest.components().all(|part| matches!(part, Component::Normal(_))), "{path:?}");
    // And not by those of Windows either, wherever this runs.
    let text = rest.to_str().unwrap();
    assert!(!text.contains([':', '\0']) && !text.contains("..\\") && !text.contains("\\.."), "{text:?}");
}

proptest! {
    // What fails is shown, and not written beside the sources.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_joined_leads_out(path in r"([./\\:~ a-cA-CNnUuLlOo1？髪\x00]|\.\.|\.\./|\\\\|C:|con|file:){0,24}") {
        if let Ok(path) = Text::new(&path).path().safe_join("base") {
            stays_below(&path);
        }
    }

    #[test]
    fn nothing_at_all_leads_out(path in any::<String>()) {
        if let Ok(path) = Text::new(&path).path().safe_join("base") {
            stays_below(&path);
        }
    }
}

#[cfg(feature = "textures")]
mod on_disk {
    use super::*;
    use mmdmap::pmx::{Found, Match, NotFound};
    use std::fs;
    use std::path::PathBuf;

    /// が, composed and decomposed.
    const COMPOSED: &str = "\u{304c}";
    const DECOMPOSED: &str = "\u{304b}\u{3099}";

    /// A folder with these files in it, alone in another one; both gone when dropped.
    struct Folder(PathBuf);
    impl Folder {
        fn new(name: &str, files: &[&str]) -> Self {
            let around = Path::new(env!("CARGO_TARGET_TMPDIR")).join("textures").join(name);
            let _ = fs::remove_dir_all(&around);
            let folder = Folder(around.join("base"));
            fs::create_dir_all(&folder.0).unwrap();
            for file in files {
                folder.put(file);
            }
            folder
        }
        fn put(&self, file: &str) {
            let path = self.0.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        fn resolve(&self, path: &str) -> Result<Found, NotFound> {
            Text::new(path).path().resolve(&self.0)
        }
        #[track_caller]
        fn finds(&self, path: &str, file: &str, how: Match) {
            let found = self.resolve(path).unwrap_or_else(|e| panic!("{path}: {e}"));
            assert_eq!((found.path(), found.how()), (&*self.0.join(file), how), "{path}");
            assert_eq!(found.clone().into_path(), found.path());
            assert!(found.path().is_file());
        }
        /// Whether names that differ so name different files here.
        fn keeps_apart(&self, a: &str, b: &str) -> bool {
            self.put(a);
            let apart = !self.0.join(b).exists();
            fs::remove_file(self.0.join(a)).unwrap();
            if !apart {
                println!("skipped: to this file system {a:?} and {b:?} are one");
            }
            apart
        }
    }
    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(self.0.parent().unwrap());
        }
    }

    #[test]
    fn backslashes_and_steps_lead_to_the_same_file() {
        let folder = Folder::new("separators", &["tex/sub/顔.png", "a.png"]);
        for path in [r"tex\sub\顔.png", "tex/sub/顔.png", r"tex\\sub/./顔.png", r"tex\..\tex\sub\顔.png"] {
            folder.finds(path, "tex/sub/顔.png", Match::Exact);
        }
        folder.finds(r"no such folder\..\a.png", "a.png", Match::Exact);
    }

    #[test]
    fn other_letter_case_is_found_and_said() {
        let folder = Folder::new("case", &["Tex/Face.PNG", "tex2/Ａé.png", "straße.png"]);
        folder.finds(r"tex\face.png", "Tex/Face.PNG", Match::Case);
        folder.finds(r"TEX\Face.PNG", "Tex/Face.PNG", Match::Case);
        folder.finds("Tex/Face.PNG", "Tex/Face.PNG", Match::Exact);
        folder.finds("TEX2/ａÉ.PNG", "tex2/Ａé.png", Match::Case);
        assert!(matches!(folder.resolve("STRASSE.png"), Err(NotFound::Missing(name)) if name == "STRASSE.png"));
    }

    #[test]
    fn other_normalization_is_found_and_said() {
        let folder = Folder::new("normal", &[&format!("{DECOMPOSED}/{DECOMPOSED}a.png"), &format!("{COMPOSED}.bmp")]);
        if !folder.keeps_apart(&format!("x{COMPOSED}"), &format!("x{DECOMPOSED}")) {
            return;
        }
        let there = format!("{DECOMPOSED}/{DECOMPOSED}a.png");
        folder.finds(&format!(r"{COMPOSED}\{COMPOSED}a.png"), &there, Match::Normalization);
        folder.finds(&format!(r"{DECOMPOSED}\{COMPOSED}A.png"), &there, Match::CaseAndNormalization);
        folder.finds(&format!(r"{COMPOSED}\{DECOMPOSED}A.png"), &there, Match::CaseAndNormalization);
        folder.finds(&format!("{DECOMPOSED}.bmp"), &format!("{COMPOSED}.bmp"), Match::Normalization);
        folder.finds(&format!("{DECOMPOSED}.BMP"), &format!("{COMPOSED}.bmp"), Match::CaseAndNormalization);
    }

    #[test]
    fn of_several_the_best_is_taken() {
        let folder = Folder::new("several", &[]);
        let (composed, decomposed) = (format!("{COMPOSED}.png"), format!("{DECOMPOSED}.png"));
        if !folder.keeps_apart("x", "X") || !folder.keeps_apart(&composed, &decomposed) {
            return;
        }
        // The exact one; then one that is equal once composed; then one in other case, the first by its bytes.
        folder.put("A.png");
        folder.put("a.PNG");
        folder.finds("a.png", "A.png", Match::Case);
        folder.put("a.png");
        folder.finds("a.png", "a.png", Match::Exact);
        let shouted = format!("{COMPOSED}.PNG");
        folder.put(&shouted);
        folder.finds(&composed, &shouted, Match::Case);
        folder.put(&decomposed);
        folder.finds(&composed, &decomposed, Match::Normalization);
        folder.put(&composed);
        folder.finds(&composed, &composed, Match::Exact);
        // A folder of the very name does not hide the file in another.
        folder.put("tex/other.png");
        folder.put("TEX/skin.png");
        folder.finds("tex/skin.png", "TEX/skin.png", Match::Case);
        folder.put("Tex/skin.png");
        folder.finds("tex/skin.png", "TEX/skin.png", Match::Case);
        folder.put("tex/skin.png");
        folder.finds("tex/skin.png", "tex/skin.png", Match::Exact);
        // Nor is a file taken for a folder, or a folder for a file.
        folder.put("Map/a.png");
        folder.put("map");
        folder.finds("map/a.png", "Map/a.png", Match::Case);
        folder.finds("MAP", "map", Match::Case);
    }

    #[test]
    fn what_is_not_there_is_said_by_its_name() {
        let folder = Folder::new("missing", &["tex/a.png"]);
        for (path, missing) in
            [("tex/b.png", "b.png"), ("tex2/a.png", "tex2"), ("tex", "tex"), ("tex/a.png/b", "a.png")]
        {
            match folder.resolve(path) {
                Err(NotFound::Missing(name)) => assert_eq!(name, missing, "{path}"),
                other => panic!("{path}: {other:?}"),
            }
        }
        let none = folder.resolve("tex/b.png").unwrap_err();
        assert_eq!(none.to_string(), r#"there is no "b.png", however it is spelt"#);
        let nowhere = Text::new("a.png").path().resolve(folder.0.join("nowhere")).unwrap_err();
        assert!(matches!(&nowhere, NotFound::Io { path, .. } if path.ends_with("nowhere")), "{nowhere}");
        let why = std::error::Error::source(&nowhere).expect("what the system said").to_string();
        assert_eq!(nowhere.to_string(), format!("{}: {why}", folder.0.join("nowhere").display()));
        assert!(std::error::Error::source(&none).is_none());
    }

    #[test]
    fn an_unsafe_path_is_not_looked_for() {
        let folder = Folder::new("unsafe", &["../secret.png", "tex/a.png"]);
        let secret = folder.0.join("../secret.png").canonicalize().unwrap();
        let absolute = secret.to_str().unwrap();
        for path in [r"..\secret.png", "tex/../../secret.png", absolute, "", "C:a.png", "tex/a.png:x"] {
            let e = folder.resolve(path).expect_err(path);
            let NotFound::Unsafe(why) = &e else { panic!("{path}: {e}") };
            assert_eq!(e.to_string(), why.to_string());
            assert_eq!(std::error::Error::source(&e).map(ToString::to_string), Some(why.to_string()));
        }
    }

    #[cfg(unix)]
    mod links {
        use super::*;
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::symlink;

        #[test]
        fn a_link_out_of_the_folder_is_not_followed() {
            let folder = Folder::new("escape", &["../secret/key.png", "tex/a.png"]);
            symlink("../secret/key.png", folder.0.join("file.png")).unwrap();
            symlink("../secret", folder.0.join("folder")).unwrap();
            symlink("/", folder.0.join("root")).unwrap();
            // A folder whose name begins as that of the base does is not below it.
            folder.put("../base2/a.png");
            symlink("../base2", folder.0.join("beside")).unwrap();
            for path in ["file.png", "FILE.PNG", "folder/key.png", "Folder/key.png", "root/etc/passwd", "beside/a.png"]
            {
                let error = folder.resolve(path).unwrap_err();
                assert!(matches!(error, NotFound::Outside(_)), "{path}: {error}");
                assert!(error.to_string().ends_with(": a link that leads out of the model's folder"), "{error}");
            }
            // But one that stays inside is, and what leads in from outside as well.
            symlink("tex", folder.0.join("inside")).unwrap();
            folder.finds("inside/A.png", "inside/a.png", Match::Case);
            symlink("base", folder.0.join("../door")).unwrap();
            let found = Text::new("tex/a.png").path().resolve(folder.0.join("../door")).unwrap();
            assert_eq!(found.path(), folder.0.join("../door/tex/a.png"));
        }

        #[test]
        fn a_link_out_does_not_hide_a_file_inside() {
            let folder = Folder::new("hidden", &["../secret.png", "a.PNG"]);
            symlink("../secret.png", folder.0.join("a.png")).unwrap();
            folder.finds("a.png", "a.PNG", Match::Case);
        }

        #[test]
        fn links_in_circles_and_into_nothing_end() {
            let folder = Folder::new("circles", &["b"]);
            for name in ["aaaa", "aaaA", "aaAa", "aAaa", "Aaaa", "AAaa", "AAAa", "AAAA"] {
                symlink(".", folder.0.join(name)).unwrap();
            }
            // Eight ways at each of thirty steps, and one folder. (Systems stop following at 32 links or more.)
            let path = "aaaa/".repeat(30) + "b";
            assert_eq!(folder.resolve(&path).unwrap().how(), Match::Exact);
            symlink("nothing", folder.0.join("dangling")).unwrap();
            assert!(matches!(folder.resolve("dangling"), Err(NotFound::Missing(_))));
            symlink("loop", folder.0.join("loop")).unwrap();
            assert!(matches!(folder.resolve("loop"), Err(NotFound::Io { .. })));
        }

        #[test]
        fn what_is_no_file_or_has_no_name_is_not_found() {
            let folder = Folder::new("special", &["a.png"]);
            let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe.png")).status();
            if made.is_ok_and(|status| status.success()) {
                assert!(matches!(folder.resolve("pipe.png"), Err(NotFound::Missing(_))));
            }
            let _ = fs::write(folder.0.join(OsStr::from_bytes(b"\x8a\xe7.png")), "no Unicode");
            folder.finds("A.png", "a.png", Match::Case);
        }
    }
}
