//! Where readers differ: each quirk, and what this one does about it.
use super::text::*;
use mmdmap::vpd::PoseName;
use mmdmap::{Encoding, ErrorKind, Mode, RepairCode, vpd::VpdIndex};

#[test]
fn a_file_as_mikumikudance_writes_it_opens_in_every_mode() {
    let bytes = whole();
    let index = ok(&bytes);
    is_whole(&index, &bytes);
    let pose = index.view(&bytes);
    assert_eq!((pose.declared_bones(), pose.encoding().name(), pose.flavour().name()), (Some(2), "cp932", "text"));
    assert_eq!(format!("{pose:?}").matches("2 x Bone").count(), 1);
}

#[test]
fn what_looks_like_a_comment_in_a_name_is_kept_and_left_out_on_request() {
    let bytes = file(1, &CENTER.replace("センター", "髪//先"));
    let index = ok(&bytes);
    let name = index.view(&bytes).bones().first().unwrap().name;
    assert_eq!(name, "髪//先");
    assert_eq!(name.raw(), "髪//先");
    assert_eq!(name.without_comment(), "髪");
}

#[test]
fn blanks_at_the_end_of_a_name_are_kept_raw_and_left_out_trimmed() {
    let bytes = file(1, &CENTER.replace("センター", "　頭 ソ \t"));
    let index = ok(&bytes);
    let pose = index.view(&bytes);
    let name = pose.bones().first().unwrap().name;
    assert_eq!(name.raw(), "　頭 ソ \t");
    assert_eq!(name, "　頭 ソ");
    assert_eq!(name.text(), "　頭 ソ");
    assert_eq!(name.trimmed(), "頭 ソ");
    assert_eq!(name, PoseName::new("　頭 ソ\t\t"));
    assert!(pose.bones().find("　頭 ソ").is_some() && pose.bones().find("頭 ソ").is_none());
    assert_eq!(format!("{name} {name:?}"), "　頭 ソ \"\\u{3000}頭 ソ \\t\"");
}

#[test]
fn a_brace_on_a_line_of_numbers_is_no_brace() {
    let bytes = lines(&["  1,2,3; }", "  0,0,0,1; // }"]);
    let index = repaired(&bytes, &[RepairCode::TextAfter]);
    assert_eq!(index.view(&bytes).bones().first().unwrap().translation, [1.0, 2.0, 3.0]);
}

#[test]
fn utf8_that_is_cut_within_a_character_is_still_utf8() {
    let text = format!("{HEADER}2;\r\n{CENTER}Bone1{{右腕").into_bytes();
    for cut in 1..3 {
        let bytes = &text[..text.len() - cut];
        let index = open(bytes, Mode::Salvage);
        assert_eq!((index.encoding(), names(index.view(bytes))), (Encoding::Utf8, vec!["センター".to_owned()]));
        assert!(index.view(bytes).behind_cut().starts_with(b"Bone1{"));
        // Its place is counted in UTF-8, too: behind `Bone1{右` and what is left of the last one.
        let error = scan(bytes, Mode::Lenient).unwrap_err();
        assert!(error.is_cut());
        assert_eq!((error.line(), error.column()), (Some(10), Some(9)));
        let open_to_the_end = [HEADER.as_bytes(), b"1;\r\n", CENTER.as_bytes(), "// 右腕".as_bytes()].concat();
        for mode in [Mode::Strict, Mode::Lenient, Mode::Salvage] {
            let bytes = &open_to_the_end[..open_to_the_end.len() - cut];
            assert_eq!(open(bytes, mode).encoding(), Encoding::Utf8, "{mode:?}");
        }
    }
    // In the count, too, which the fuzzer found: a column is counted alike in each mode.
    let count = b"Vocaloid Pose Data file\n\n\xe8\xa6\xaa;\n\xe8\xa6\xaa\xe3\x83";
    let errors = [Mode::Strict, Mode::Lenient, Mode::Salvage].map(|mode| scan(count, mode).unwrap_err());
    assert!(errors.iter().all(|error| (error.line(), error.column()) == (Some(4), Some(3))), "{errors:?}");
    // A byte that belongs to no character of UTF-8, or nothing before the cut that says UTF-8: cp932.
    let other = [&text[..], b"\x83\x5c"].concat();
    assert_eq!(open(&other, Mode::Salvage).encoding(), Encoding::Cp932);
    let ascii = b"Vocaloid Pose Data file\r\na;\r\n1;\r\nBone0{\xe3\x81";
    assert_eq!(open(ascii, Mode::Salvage).encoding(), Encoding::Cp932);
}

#[test]
fn the_model_line_is_any_text_before_the_semicolon() {
    for model in ["", "my model v2.pmx", "髪//先.osm", "2", "ソ.osm", "miku.osm // old"] {
        let bytes = sjis(&format!("Vocaloid Pose Data file\n\n {model} ;\t// a\n0;\n"));
        let index = ok(&bytes);
        assert_eq!(index.view(&bytes).model_name(), model);
    }
    // Without a semicolon it ends where its line or a comment does.
    let bytes = sjis("Vocaloid Pose Data file\r\n\r\nmiku.osm\t// ソ\r\n0;\r\n");
    let index = repaired(&bytes, &[RepairCode::MissingSemicolon]);
    assert_eq!(index.view(&bytes).model_name(), "miku.osm");
}

/// A comment may hold anything, also what a number ends with.
#[test]
fn a_semicolon_in_the_comment_behind_a_count_ends_no_number() {
    let bytes = sjis(&format!("Vocaloid Pose Data file\r\n\r\nm.osm;\r\n1 // bones; all\r\n\r\n{CENTER}"));
    let index = repaired(&bytes, &[RepairCode::MissingSemicolon]);
    assert_eq!(index.declared_bones(), Some(1));
}

/// A file need not end in a line end: what is wrong there is on its last line.
#[test]
fn what_is_wrong_at_the_end_of_a_file_is_on_its_last_line() {
    let header = "Vocaloid Pose Data file\nm;\n1";
    for (text, line, column) in [(header.to_owned(), 3, 2), (format!("{header};\nBone0{{a\n0,0"), 5, 4)] {
        let refused = VpdIndex::scan_with(&sjis(&text), &Mode::Strict.into()).unwrap_err();
        assert_eq!((refused.line(), refused.column()), (Some(line), Some(column)), "{refused}");
    }
}

#[test]
fn a_missing_model_line_is_an_error() {
    let text = format!("Vocaloid Pose Data file\r\n\r\n2;\r\n\r\n{CENTER}{ARM}");
    error(&sjis(&text), ErrorKind::MissingModel, "header.model", (3, 1));
    error(&sjis(&text.replace("2;\r\n", "")), ErrorKind::MissingModel, "header.model", (4, 1));
}

#[test]
fn a_block_begins_a_line_or_is_none() {
    let bytes = file(1, &[CENTER, "x Bone1{右腕\r\n}\r\n", SMILE].concat());
    let index = repaired(&bytes, &[RepairCode::UnknownBlock]);
    assert_eq!(names(index.view(&bytes)), ["センター"]);
    // Behind a brace it is only text.
    let bytes = file(1, &CENTER.replace("}\r\n", "}Bone1{右腕\r\n"));
    repaired(&bytes, &[RepairCode::TextAfter]);
}

#[test]
fn a_brace_may_be_missing_before_another_block() {
    for next in [ARM, SMILE, "Foo{\r\n}\r\n"] {
        let bytes = file(1 + usize::from(next == ARM), &[&CENTER.replace("}\r\n", ""), next].concat());
        let mut want = vec![RepairCode::MissingBrace];
        want.extend((next.starts_with("Foo")).then_some(RepairCode::UnknownBlock));
        let index = repaired(&bytes, &want);
        assert_eq!(names(index.view(&bytes))[0], "センター");
    }
}

#[test]
fn blank_lines_may_stand_anywhere_or_nowhere() {
    let text = format!("{HEADER}2;\r\n{CENTER}{ARM}{SMILE}");
    let none = sjis(&text.replace("\r\n\r\n", "\r\n"));
    is_whole(&ok(&none), &none);
    let many = sjis(&text.replace("\r\n", "\r\n\r\n \t\r\n"));
    is_whole(&ok(&many), &many);
}

#[test]
fn blocks_in_other_case_are_read_as_the_block() {
    let bytes = file(2, &[&CENTER.replace("Bone", "bone"), ARM, &SMILE.replace("Morph", "MORPH")].concat());
    is_whole(&repaired(&bytes, &[RepairCode::BlockCase, RepairCode::BlockCase]), &bytes);
}

#[test]
fn what_follows_a_semicolon_is_left_aside() {
    let bytes = file(2, &[CENTER, ARM, SMILE].concat().replace("// trans", "; trans"));
    is_whole(&repaired(&bytes, &[RepairCode::TextAfter, RepairCode::TextAfter]), &bytes);
    let bytes = sjis(&format!("{HEADER}2; bones\r\n{CENTER}{ARM}{SMILE}"));
    is_whole(&repaired(&bytes, &[RepairCode::TextAfter]), &bytes);
}

#[test]
fn unknown_blocks_stray_lines_and_stray_braces_are_skipped() {
    let foo = "Foo{ソ\r\n 1,2;\r\n x{\r\n}\r\n";
    let bytes = file(2, &[foo, CENTER, "}\r\n", "hello ソ\r\n", ARM, SMILE].concat());
    let index = repaired(&bytes, &[RepairCode::UnknownBlock, RepairCode::StrayBrace, RepairCode::StrayLine]);
    is_whole(&index, &bytes);
    let unknown: Vec<_> = index.view(&bytes).unknown_blocks().map(|block| block.decode().into_owned()).collect();
    assert_eq!(unknown, [foo]);
    let places: Vec<_> =
        index.repairs().iter().map(|repair| (repair.place().to_string(), repair.error().line())).collect();
    let blocks = || "blocks".to_owned();
    assert_eq!(places, [("blocks[0]".to_owned(), Some(6)), (blocks(), Some(15)), (blocks(), Some(16))]);
    // A brace that is the second half of a character opens nothing.
    let bytes = file(2, &[CENTER, "ボ\r\n", ARM, "マ\r\n", SMILE].concat());
    is_whole(&repaired(&bytes, &[RepairCode::StrayLine, RepairCode::StrayLine]), &bytes);
    // Inside a block, behind its numbers.
    let bytes = file(2, &[&CENTER.replace("}\r\n", "hello\r\n}\r\n"), ARM, SMILE].concat());
    is_whole(&repaired(&bytes, &[RepairCode::StrayLine]), &bytes);
    // A block that is not closed ends where a known one begins.
    let bytes = file(2, &["Foo{\r\n", CENTER, ARM, SMILE].concat());
    is_whole(&repaired(&bytes, &[RepairCode::UnknownBlock, RepairCode::MissingBrace]), &bytes);
}

#[test]
fn a_stray_last_line_is_a_cut() {
    for last in ["Bon", "Bone1", "hello\r\n", "Bone1{右腕", "Bone1{右腕\r\n", "Foo{", "Foo{\r\n a\r\n"] {
        let bytes = file(1, &[CENTER, last].concat());
        let e = scan(&bytes, Mode::Lenient).unwrap_err();
        assert!(e.is_cut(), "{last:?}: {e}");
        let index = cut(&bytes, &e.place().to_string());
        assert_eq!(index.view(&bytes).behind_cut(), sjis(last));
    }
}

#[test]
fn morphs_stand_behind_the_bones_or_alone_and_are_not_counted() {
    let bytes = file(0, SMILE);
    assert_eq!(morphs(ok(&bytes).view(&bytes)).len(), 1);
    for (text, weight) in [("0.2", 0.2), ("1E-05", 1e-5), ("0", 0.0), (" 1.5 ", 1.5), ("-1", -1.0)] {
        let bytes = file(0, &SMILE.replace("0.750000", text));
        assert_eq!(morphs(ok(&bytes).view(&bytes))[0].weight, weight);
    }
}

#[test]
fn so_many_repairs_of_a_kind_are_kept_and_the_others_counted() {
    let bytes = file(2, &[&"}\r\n".repeat(250), CENTER, ARM, SMILE].concat());
    let index = open(&bytes, Mode::Lenient);
    is_whole(&index, &bytes);
    assert_eq!((index.repairs().iter().len(), index.repairs().count(RepairCode::StrayBrace)), (100, 250));
    assert_eq!(
        index.repairs().iter().map(|r| r.error().line().unwrap()).collect::<Vec<_>>(),
        (6..106).collect::<Vec<_>>()
    );
}
