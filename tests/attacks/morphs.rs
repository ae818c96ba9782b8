//! 96 to 112: morphs that hold each other, and display frames.
use super::common::hostile::groups;
use super::common::model::model;
use super::common::verdict::{error, findings, opens, scan, warns};
use super::mesh::as_2_0;
use super::sound::{sound, spoil, spoil_one};
use mmdmap::ErrorKind::UnknownTag;
use mmdmap::pmx::check::{Code, Totals, Value};
use mmdmap::pmx::{FrameItem, MaterialOperation, MorphOffsets, Panel};
use mmdmap::{MaterialIndex, Mode};

fn le(x: f32) -> [u8; 4] {
    x.to_le_bytes()
}

fn totals(bytes: &[u8]) -> Totals {
    scan(bytes, Mode::Strict).expect("a whole file").view(bytes).check().into_totals()
}

/// How often groups in circles, groups in groups, flips in flips are found.
fn found(bytes: &[u8]) -> [u64; 3] {
    opens(bytes);
    [Code::MorphGroupCycle, Code::MorphGroupNested, Code::MorphFlipNested].map(|code| totals(bytes).count(code))
}

#[test]
fn a096_a_morph_of_a_kind_that_nobody_knows() {
    let file = model();
    for (morph, kind) in [(0, 11), (8, 255), (12, 128)] {
        let place = format!("morphs[{morph}].offsets");
        error(&file.with(&place, [kind]), UnknownTag(kind), &place, file.at(&place));
    }
}

#[test]
fn a097_flip_and_impulse_in_2_0() {
    let file = as_2_0();
    let index = opens(&file.bytes);
    let said = findings(&file.bytes);
    for (i, code) in [(6, Code::FlipMorphIn20), (7, Code::ImpulseMorphIn20)] {
        assert!(said.contains(&(code, format!("morphs[{i}].offsets"))));
        assert!(!findings(&sound().bytes).iter().any(|(found, _)| *found == code));
    }
    let morphs = index.view(&file.bytes).morphs();
    assert!(matches!(morphs.get(6).unwrap().offsets, MorphOffsets::Flip(all) if all.get(0).unwrap().ratio == 1.0));
    assert!(
        matches!(morphs.get(7).unwrap().offsets, MorphOffsets::Impulse(all) if all.get(0).unwrap().torque == [0.5; 3])
    );
}

#[test]
fn a098_a_group_that_holds_itself() {
    let found = [(Code::MorphGroupCycle, "morphs[0].offsets"), (Code::MorphGroupNested, "morphs[0].offsets[0].morph")];
    spoil("morphs[0].offsets[0].morph", 0, [0], &found);
}

#[test]
fn a099_groups_in_a_circle() {
    assert_eq!(found(&groups(0, &[vec![1], vec![2], vec![0]])), [1, 3, 0]);
    assert_eq!(found(&groups(0, &[vec![1], vec![2], vec![0, 3], vec![]])), [1, 3, 0]);
    assert_eq!(found(&groups(0, &[vec![1], vec![], vec![0]])), [0, 1, 0]);
}

#[test]
fn a100_a_chain_of_ten_thousand_groups() {
    const GROUPS: i32 = 10_000;
    let chain = |last: Vec<i32>| {
        let mut chain: Vec<Vec<i32>> = (1..GROUPS).map(|next| vec![next]).collect();
        chain.push(last);
        groups(0, &chain)
    };
    let (open, closed) = (chain(vec![]), chain(vec![0]));
    let size = if cfg!(debug_assertions) { 256 } else { 64 } * 1024;
    let thread = std::thread::Builder::new().stack_size(size).spawn(move || {
        let of = |bytes: &[u8]| {
            let totals = totals(bytes);
            [Code::MorphGroupCycle, Code::MorphGroupNested].map(|code| totals.count(code))
        };
        assert_eq!((of(&open), of(&closed)), ([0, 9_998], [1, 10_000]));
    });
    thread.unwrap().join().unwrap();
}

/// 64 groups, each twice the next: 2^64 if resolved. They are summed up, each once.
#[test]
fn a101_groups_that_fan_out() {
    let mut fan: Vec<Vec<i32>> = (1..=64).map(|next| vec![next, next]).collect();
    fan.push(vec![]);
    let bytes = groups(0, &fan);
    let index = opens(&bytes);
    let said: Vec<_> =
        index.view(&bytes).check().filter(|finding| finding.code() == Code::MorphGroupExplodes).collect();
    // The last 19 come to half a million at most.
    assert_eq!(said.len(), 64 - 19);
    assert_eq!((said[0].place().to_string(), said[0].found()), ("morphs[0].offsets".into(), &Value::Integer(i64::MAX)));
    assert_eq!(said[44].found(), &Value::Integer(1 << 20));
}

#[test]
fn a102_a_flip_of_a_flip() {
    let found_there =
        [(Code::MorphGroupCycle, "morphs[6].offsets"), (Code::MorphFlipNested, "morphs[6].offsets[0].morph")];
    spoil("morphs[6].offsets[0].morph", 0, [6], &found_there);
    assert_eq!(found(&groups(9, &[vec![1], vec![2], vec![]])), [0, 0, 1]);
}

#[test]
fn a103_offsets_to_what_is_not_there() {
    for (path, value, code) in [
        ("morphs[0].offsets[0].morph", &[8][..], Code::MorphGroupDangling),
        ("morphs[0].offsets[0].morph", &[0xff], Code::MorphOffsetNone),
        ("morphs[1].offsets[0].vertex", &[6, 0], Code::MorphVertexDangling),
        ("morphs[1].offsets[0].vertex", &[0xff, 0xff], Code::MorphVertexDangling),
        ("morphs[3].offsets[0].vertex", &[6, 0], Code::MorphVertexDangling),
        ("morphs[2].offsets[0].bone", &[7, 0], Code::MorphBoneDangling),
        ("morphs[2].offsets[0].bone", &[0xff, 0xff], Code::MorphOffsetNone),
        ("morphs[5].offsets[0].material", &[2], Code::MorphMaterialDangling),
        ("morphs[5].offsets[0].material", &[0xfe], Code::IndexBelowNone),
        ("morphs[6].offsets[0].morph", &[8], Code::MorphGroupDangling),
        ("morphs[7].offsets[0].body", &[2], Code::MorphBodyDangling),
        ("morphs[7].offsets[0].body", &[0xff], Code::MorphOffsetNone),
    ] {
        spoil_one(path, value, code);
    }
    // −1 is every material, as in the sound model.
    let file = sound();
    let index = opens(&file.bytes);
    let MorphOffsets::Material(all) = index.view(&file.bytes).morphs().get(5).unwrap().offsets else {
        panic!("colours")
    };
    assert_eq!(all.get(0).map(|offset| offset.material), Some(MaterialIndex::NONE));
}

#[test]
fn a104_an_operation_that_nobody_knows() {
    for operation in [2, 255] {
        let (odd, index) = spoil_one("morphs[5].offsets[0].operation", [operation], Code::MorphOperationUnknown);
        let MorphOffsets::Material(all) = index.view(&odd).morphs().get(5).unwrap().offsets else { panic!("colours") };
        assert_eq!(all.get(0).map(|offset| offset.operation), Some(MaterialOperation(operation)));
    }
}

#[test]
fn a105_quaternions_that_are_no_rotation() {
    let path = "morphs[2].offsets[0].rotation";
    spoil_one(path, [0; 16], Code::QuaternionZero);
    spoil_one(path, le(1.0), Code::QuaternionNotUnit);
    spoil(path, 4, le(f32::NAN), &[(Code::NonFinite, "morphs[2].offsets[0].rotation[1]")]);
}

#[test]
fn a106_a_panel_that_nobody_has() {
    for panel in [5, 99, 255] {
        let (odd, index) = spoil_one("morphs[1].panel", [panel], Code::MorphPanelUnknown);
        assert_eq!(index.view(&odd).morphs().get(1).map(|morph| morph.panel), Some(Panel(panel)));
    }
}

#[test]
fn a107_one_vertex_twice_in_a_morph() {
    let file = sound();
    let at = file.put("morphs[1].offsets[0].translation").range.start - 2;
    let again = file.bytes[at..at + 14].to_vec();
    let mut odd = file.inserted(at + 14, &again);
    odd[at + 14 + 2] = 1; // a bit, to tell them apart
    odd[file.count_at("morphs[1].offsets")] = 2;
    let index = warns(&file.bytes, &odd, &[]);
    let MorphOffsets::Vertex(all) = index.view(&odd).morphs().get(1).unwrap().offsets else { panic!("vertices") };
    let offsets: Vec<_> = all.iter().map(|offset| (offset.vertex.raw(), offset.translation[0] == 0.0)).collect();
    assert_eq!(offsets, [(2, true), (2, false)]);
}

/// The model has one additional UV.
#[test]
fn a108_a_morph_of_a_uv_that_the_model_lacks() {
    for kind in [5, 6, 7] {
        spoil_one("morphs[4].offsets", [kind], Code::MorphUvMissing);
    }
}

#[test]
fn a109_five_thousand_morphs() {
    let bytes = groups(1, &vec![vec![]; 5000]);
    let index = opens(&bytes);
    assert_eq!(index.view(&bytes).morphs().len(), 5000);
    assert!(findings(&bytes).contains(&(Code::ManyMorphs, "morphs".to_owned())));
    assert_eq!(index.view(&bytes).morphs().position("4999"), Some(4999));
}

#[test]
fn a110_a_frame_that_is_special_in_no_way_known() {
    for special in [2, 255] {
        let (odd, index) = spoil_one("display-frames[2].special", [special], Code::FrameSpecialUnknown);
        assert_eq!(index.view(&odd).display_frames().get(2).map(|frame| frame.special), Some(special));
    }
}

#[test]
fn a111_an_item_of_neither_kind() {
    let file = model();
    let place = "display-frames[1].items[2]";
    for kind in [2, 3, 128, 255] {
        error(&file.with(place, [kind]), UnknownTag(kind), place, file.at(place));
    }
    // Of the kinds that are known, nothing need be there.
    let found = [(Code::FrameItemDangling, "display-frames[0].items[0]"), (Code::BoneInNoFrame, "bones[0]")];
    let (odd, index) = spoil("display-frames[0].items[0].index", 0, [7, 0], &found);
    let item = index.view(&odd).display_frames().get(0).and_then(|frame| frame.items.get(0));
    assert!(matches!(item, Some(FrameItem::Bone(bone)) if bone.raw() == 7));
}

#[test]
fn a112_frames_of_the_system_that_are_missing_or_not_special() {
    spoil_one("display-frames[0].special", [0], Code::FrameNotSpecial);
    spoil_one("display-frames[1].special", [0], Code::FrameNotSpecial);
    let file = sound();
    for (frame, code) in [(0, Code::FrameRootMissing), (1, Code::FrameFacialMissing)] {
        let odd = file.with_text(&format!("display-frames[{frame}].name.local"), "other");
        let other = format!("display-frames[{frame}].special");
        warns(&file.bytes, &odd, &[(code, "display-frames"), (Code::FrameSpecialOther, &other)]);
    }
}
