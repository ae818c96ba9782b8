//! Where readers differ: each quirk, and what this one does about it.
use super::text::*;
use mmdmap::vpd::{Bone, PoseName};
use mmdmap::{Encoding, ErrorKind, Mode, NumberFault, RepairCode, ScanOptions, vpd::VpdIndex};

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
fn the_magic_may_stand_behind_a_few_bytes_but_not_in_other_case() {
    for before in ["[", " \t", "\u{3000}", "0123456789012345678901234567890123456789012345678901234567890123"] {
        let bytes = [sjis(before), whole()].concat();
        let before = before.len() <= 64;
        if bytes.windows(8).position(|eight| eight == b"Vocaloid").unwrap() < 64 {
            assert!(before);
            is_whole(&repaired(&bytes, &[RepairCode::BytesBeforeMagic]), &bytes);
        }
    }
    let far = [&[b'x'; 64][..], &whole()].concat();
    let near = &far[1..];
    is_whole(&repaired(near, &[RepairCode::BytesBeforeMagic]), near);
    for (bytes, kind) in [
        (far, ErrorKind::NotVpd(None)),
        (b"vocaloid pose data file\r\n\r\na.osm;\r\n0;\r\n".to_vec(), ErrorKind::MagicCase),
    ] {
        for mode in MODES {
            let e = scan(&bytes, mode).unwrap_err();
            assert_eq!((e.kind(), e.place().to_string().as_str()), (kind, "header.magic"));
        }
    }
    // What follows on its line is a comment at most.
    let with = |rest: &str| {
        sjis(&String::from_utf8_lossy(b"Vocaloid Pose Data file").replace("file", &format!("file{rest}")))
            .into_iter()
            .chain(whole()[23..].iter().copied())
            .collect::<Vec<_>>()
    };
    ok(&with("  // hello"));
    repaired(&with(" 2.0"), &[RepairCode::TextAfter]);
}

#[test]
fn a_missing_count_is_repaired_and_an_unreadable_one_is_an_error() {
    let header = |count: &str| sjis(&format!("{HEADER}{count}{CENTER}{ARM}{SMILE}"));
    let bytes = header("");
    let index = repaired(&bytes, &[RepairCode::MissingCount]);
    is_whole(&index, &bytes);
    assert_eq!(index.declared_bones(), None);
    for (count, kind) in [
        ("3.5;\r\n", ErrorKind::BadCount),
        ("two;\r\n", ErrorKind::BadCount),
        ("99999999999;\r\n", ErrorKind::BadCount),
        ("２;\r\n", ErrorKind::BadCount),
        (";\r\n", ErrorKind::BadCount),
        ("-1;\r\n", ErrorKind::NegativeCount(-1)),
    ] {
        error(&header(count), kind, "header.count", (4, 1));
    }
}

#[test]
fn the_blocks_decide_and_not_the_count() {
    for count in [0, 1, 3, 2_000_000_000] {
        let bytes = file(count, &[CENTER, ARM, SMILE].concat());
        let index = repaired(&bytes, &[RepairCode::CountMismatch]);
        is_whole(&index, &bytes);
        assert_eq!(index.declared_bones(), Some(count as u32));
        let repair = index.repairs().iter().next().unwrap();
        assert_eq!(repair.error().kind(), ErrorKind::CountMismatch { declared: count as u64, found: 2 });
        assert_eq!((repair.place().section(), repair.error().line()), ("bones", Some(4)));
    }
}

#[test]
fn comments_blanks_and_tabs_stand_anywhere_outside_names() {
    let bytes = sjis(
        "Vocaloid Pose Data file // magic\r\n// { } ; ソ\r\n\t // more\r\n \t miku.osm \t; // ボ\r\n//\r\n 2 ; // }\r\n\
         \t Bone0{センター\r\n// between\r\n\r\n\t 1.000000 ,\t2.000000, 3.000000 \t;// {\r\n \t \r\n　0,　0,0,1　;\r\n\
         // before the brace\r\n \t} // done\r\n   \r\n  Bone 1 {右腕\r\n0.0,-.5,.25;\r\n.5,.5,-.5,.5;\r\n}//\r\n\
         Morph0\t{笑い\r\n 0.75 ; // 0.5;\r\n}",
    );
    is_whole(&ok(&bytes), &bytes);
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
fn braces_belong_to_a_name_from_the_second_on() {
    for name in ["{", "a{b", "}", "a}b", "{{}}", "x;y,z", "ボ", "マ", "ソ", "左 腕 IK", "//"] {
        let bytes = file(2, &[&CENTER.replace("センター", name), ARM].concat());
        let index = ok(&bytes);
        assert_eq!(names(index.view(&bytes)), [name, "右腕"]);
    }
}

#[test]
fn a_brace_on_a_line_of_numbers_is_no_brace() {
    let bytes = lines(&["  1,2,3; }", "  0,0,0,1; // }"]);
    let index = repaired(&bytes, &[RepairCode::TextAfter]);
    assert_eq!(index.view(&bytes).bones().first().unwrap().translation, [1.0, 2.0, 3.0]);
}

#[test]
fn lines_end_in_lf_crlf_or_both() {
    let text = String::from_utf8(encoding_rs::SHIFT_JIS.decode(&whole()).0.into_owned().into()).unwrap();
    let mut mixed = text.replace("\r\n", "\n");
    is_whole(&ok(&sjis(&mixed)), &sjis(&mixed));
    mixed = mixed.replacen('\n', "\r\n", 9);
    is_whole(&ok(&sjis(&mixed)), &sjis(&mixed));
    for line_end in ["\r", "\r\r\n", "\n\r"] {
        let odd = sjis(&text.replace("\r\n", line_end));
        let index = open(&odd, Mode::Lenient);
        is_whole(&index, &odd);
        assert_eq!(
            codes(index.repairs()),
            vec![
                RepairCode::LoneCr;
                odd.windows(2).filter(|two| two[0] == b'\r' && two[1] != b'\n').count()
                    + usize::from(odd.ends_with(b"\r"))
            ]
        );
        assert!(scan(&odd, Mode::Strict).is_err());
    }
}

#[test]
fn whole_numbers_exponents_signs_and_bare_points_are_numbers() {
    let bytes = lines(&["  1,-2,+3.5;", "  1e-05,-2.5E-3,.5,1.;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.translation, bone.rotation));
    assert_eq!(bone, Some(([1.0, -2.0, 3.5], [1e-5, -2.5e-3, 0.5, 1.0])));
    let bytes = lines(&["  123456.789012345678,-0.000000,0.1;", "  0.13954520225524902,1e-50,16777217,0;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.translation, bone.rotation)).unwrap();
    assert_eq!(bone.0.map(f32::to_bits), [123_456.79_f32, -0.0, 0.1].map(f32::to_bits));
    assert_eq!(bone.1, [0.139_545_2, 0.0, 16_777_216.0, 0.0]);
}

#[test]
fn decimal_commas_are_refused_with_a_hint() {
    let kind = |found, expected| ErrorKind::DecimalComma { found, expected };
    error(&lines(&["  0,5,1,2;", "  0,0,0,1;"]), kind(4, 3), "bones[0].translation", (7, 3));
    error(&lines(&["  0,500000,1,000000,2,000000;", "  0,0,0,1;"]), kind(6, 3), "bones[0].translation", (7, 3));
    error(&lines(&["  0,0,0;", "0,0,0,0,0,0,1,0;"]), kind(8, 4), "bones[0].rotation", (8, 1));
    assert!(scan(&lines(&["  0,5,1,2;", ""]), Mode::Lenient).unwrap_err().to_string().contains("commas"));
    error(&file(0, "Morph0{a\r\n  0,2;\r\n}\r\n"), kind(2, 1), "morphs[0].weight", (7, 3));
}

#[test]
fn what_is_no_number_is_an_error_in_every_mode_with_line_and_column() {
    for (text, fault) in [
        ("nan", NumberFault::NotFinite),
        ("-inf", NumberFault::NotFinite),
        ("1.#QNAN", NumberFault::NotFinite),
        ("0x1p3", NumberFault::Hex),
        ("１", NumberFault::FullWidth),
        ("1e999", NumberFault::OutOfRange),
        ("-1e999", NumberFault::OutOfRange),
        ("", NumberFault::Missing),
        ("1.0f", NumberFault::Malformed),
        ("1 2", NumberFault::Malformed),
        ("ソ", NumberFault::Malformed),
    ] {
        let bytes = lines(&["  0,0,0;", &format!("  0,0, {text},1;")]);
        error(&bytes, ErrorKind::BadNumber(fault), "bones[0].rotation", (8, 8));
    }
    // The column counts characters, not bytes.
    let bytes = lines(&["　0,0,0;", "　0,　0,nan,1;"]);
    error(&bytes, ErrorKind::BadNumber(NumberFault::NotFinite), "bones[0].rotation", (8, 7));
}

#[test]
fn too_few_and_too_many_numbers_are_errors() {
    let kind = |found, expected| ErrorKind::NumberCount { found, expected };
    let at = "bones[0].translation";
    error(&lines(&["  0.5,0.5;", "  0,0,0,1;"]), kind(2, 3), at, (7, 3));
    error(&lines(&["  0.5,0.5,0.5,0.5;", "  0,0,0,1;"]), kind(4, 3), at, (7, 3));
    error(&lines(&["  ;", "  0,0,0,1;"]), kind(0, 3), at, (7, 3));
    error(&lines(&["  0,0,0;", "  0.5,0,1;"]), kind(3, 4), "bones[0].rotation", (8, 3));
    error(&lines(&["  0,0,0;", "  0.5,0,1,0,1;"]), kind(5, 4), "bones[0].rotation", (8, 3));
    error(&lines(&["  0,0,0;"]), kind(0, 4), "bones[0].rotation", (8, 1));
    error(&lines(&[]), kind(0, 3), at, (8, 1));
    error(&file(2, &format!("Bone0{{頭\r\n{ARM}")), kind(0, 3), at, (7, 1));
}

#[test]
fn utf8_is_read_with_and_without_a_mark() {
    let text = String::from_utf8_lossy(&whole()).into_owned();
    assert!(text.contains('\u{fffd}'));
    let utf8 = format!("{HEADER}2;\t\t\t\t// 総ポーズボーン数\r\n\r\n{CENTER}{ARM}{SMILE}").into_bytes();
    let index = ok(&utf8);
    is_whole(&index, &utf8);
    assert_eq!(index.encoding(), Encoding::Utf8);
    let marked = [b"\xef\xbb\xbf", &utf8[..]].concat();
    let index = repaired(&marked, &[RepairCode::BytesBeforeMagic]);
    is_whole(&index, &marked);
    assert_eq!(index.encoding(), Encoding::Utf8);
    // Full-width blanks are blanks here, too.
    let wide = String::from_utf8(utf8).unwrap().replace("  1.000000", "\u{3000}1.000000").into_bytes();
    is_whole(&ok(&wide), &wide);
}

#[test]
fn utf8_that_is_cut_within_a_character_is_still_utf8_where_it_is_salvaged() {
    let text = format!("{HEADER}2;\r\n{CENTER}Bone1{{右腕").into_bytes();
    for cut in 1..3 {
        let bytes = &text[..text.len() - cut];
        let index = open(bytes, Mode::Salvage);
        assert_eq!((index.encoding(), names(index.view(bytes))), (Encoding::Utf8, vec!["センター".to_owned()]));
        assert!(index.view(bytes).behind_cut().starts_with(b"Bone1{"));
        assert!(scan(bytes, Mode::Lenient).is_err_and(|e| e.is_cut()));
    }
    // A byte that belongs to no character of UTF-8, or nothing before the cut that says UTF-8: cp932.
    let other = [&text[..], b"\x83\x5c"].concat();
    assert_eq!(open(&other, Mode::Salvage).encoding(), Encoding::Cp932);
    let ascii = b"Vocaloid Pose Data file\r\na;\r\n1;\r\nBone0{\xe3\x81";
    assert_eq!(open(ascii, Mode::Salvage).encoding(), Encoding::Cp932);
}

#[test]
fn an_encoding_that_is_asked_for_overrides_what_the_bytes_look_like() {
    // ﾂ｡: half-width kana that look like UTF-8.
    let kana = b"Vocaloid Pose Data file\r\n\r\na.osm;\r\n1;\r\nBone0{\xc2\xa1\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\n";
    let read = |options: ScanOptions| {
        let index = VpdIndex::scan_with(kana, &options).unwrap();
        names(index.view(kana)).remove(0)
    };
    assert_eq!(read(ScanOptions::new()), "¡");
    assert_eq!(read(ScanOptions::new().encoding(Encoding::Utf8)), "¡");
    assert_eq!(read(ScanOptions::new().encoding(Encoding::Cp932)), "ﾂ｡");
    let utf16 = VpdIndex::scan_with(kana, &ScanOptions::new().encoding(Encoding::Utf16Le));
    assert_eq!(utf16.unwrap_err().kind(), ErrorKind::Utf16);
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
fn a_final_line_end_may_be_missing_and_a_final_brace_is_a_cut() {
    let whole = whole();
    let trimmed = &whole[..whole.len() - 4];
    assert!(trimmed.ends_with(b"}"));
    is_whole(&ok(trimmed), trimmed);
    let cut_off = &trimmed[..trimmed.len() - 1];
    let index = cut(cut_off, "morphs[0]");
    let pose = index.view(cut_off);
    assert_eq!((names(pose).len(), pose.morphs().len()), (2, 0));
    assert!(pose.behind_cut().starts_with(b"Morph0{"));
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
fn a_zero_rotation_is_read_as_it_is_and_used_as_none() {
    let bytes = lines(&["0,0,0;", "0,0,0,0;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.rotation, bone.normalized_rotation()));
    assert_eq!(bone, Some(([0.0; 4], [0.0, 0.0, 0.0, 1.0])));
}

#[test]
fn a_rotation_is_read_raw_and_normalised_on_request() {
    let bytes = lines(&["0,0,0;", "0,0,3,-4;"]);
    let bone = ok(&bytes).view(&bytes).bones().first().map(|bone| (bone.rotation, bone.normalized_rotation()));
    assert_eq!(bone, Some(([0.0, 0.0, 3.0, -4.0], [0.0, 0.0, 0.6, -0.8])));
    let huge = Bone::new("a", [0.0; 3], [0.0, f32::MAX, 0.0, 0.0]);
    assert_eq!(huge.normalized_rotation(), [0.0, 1.0, 0.0, 0.0]);
    let tiny = Bone::new("a", [0.0; 3], [1e-30, 0.0, 0.0, 0.0]);
    assert_eq!(tiny.normalized_rotation(), [1.0, 0.0, 0.0, 0.0]);
    let nan = Bone::new("a", [0.0; 3], [f32::NAN, 0.0, 0.0, 1.0]);
    assert_eq!(nan.normalized_rotation(), [0.0, 0.0, 0.0, 1.0]);
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
fn a_semicolon_may_be_missing_where_the_line_ends() {
    for (from, to) in [("3.000000;", "3.000000"), ("1.000000;", "1.000000"), ("0.750000;", "0.750000")] {
        let bytes = file(2, &[CENTER, ARM, SMILE].concat().replacen(from, to, 1));
        is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
        let bytes = file(2, &[CENTER, ARM, SMILE].concat().replace("\t", "").replacen(from, to, 1));
        is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
    }
    let bytes = sjis(&format!("{HEADER}2\r\n{CENTER}{ARM}{SMILE}"));
    is_whole(&repaired(&bytes, &[RepairCode::MissingSemicolon]), &bytes);
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
fn labels_mean_nothing() {
    for (label, want) in [("", None), ("7", Some(7)), ("-1", Some(-1)), ("99999999999", None), ("007", Some(7))] {
        let bytes = file(1, &CENTER.replace("Bone0", &format!("Bone{label}")));
        assert_eq!(bones(ok(&bytes).view(&bytes))[0].label, want);
    }
    let bytes = file(0, &CENTER.replace("Bone0", "Bonex"));
    repaired(&bytes, &[RepairCode::UnknownBlock]);
}
