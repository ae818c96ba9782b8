//! 79 to 95: bones that hang on themselves, chains of a million, IK of nothing.
use super::common::SECTIONS;
use super::common::build::{Builder, File, Shape};
use super::common::hostile::{hanging, only, text};
use super::common::model::{self, model};
use super::common::verdict::{error, findings, opens, scan, warns};
use super::sound::{self, sound, spoil, spoil_one};
use mmdmap::ErrorKind::UnknownTag;
use mmdmap::pmx::check::{Code, Totals, Value};
use mmdmap::pmx::{BoneFlags, Ik, PmxIndex};
use mmdmap::{BoneIndex, Mode};

fn le(x: f32) -> [u8; 4] {
    x.to_le_bytes()
}

/// How many bones a bone hangs on, as far as one can go.
fn ancestors(index: &PmxIndex, bytes: &[u8], bone: i32) -> usize {
    index.view(bytes).ancestors(BoneIndex::new(bone)).count()
}

#[test]
fn a079_a_bone_that_hangs_on_itself() {
    let (odd, index) = spoil_one("bones[5].parent", 5i16.to_le_bytes(), Code::BoneParentCycle);
    let met: Vec<usize> = index.view(&odd).ancestors(BoneIndex::new(5)).map(|(i, _)| i).collect();
    assert_eq!(met, [5]);
}

#[test]
fn a080_two_bones_that_hang_on_each_other() {
    let file = sound();
    let mut odd = file.with("bones[2].parent", 3i16.to_le_bytes());
    odd[file.at("bones[3].parent")] = 2;
    let found = [(Code::BoneParentCycle, "bones[2].parent"), (Code::BoneBeforeParent, "bones[2].parent")];
    let index = warns(&file.bytes, &odd, &found);
    let met: Vec<usize> = index.view(&odd).ancestors(BoneIndex::new(2)).map(|(i, _)| i).collect();
    assert_eq!(met, [3, 2, 3]);
    assert_eq!(ancestors(&opens(&file.bytes), &file.bytes, 3), 3);
}

/// In a thread whose stack would not bear recursion. Without optimisation the frames of reading alone take more than
/// the smaller one.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let size = if cfg!(debug_assertions) { 256 } else { 64 } * 1024;
    std::thread::Builder::new().stack_size(size).spawn(work).unwrap().join().unwrap()
}

fn totals(bytes: &[u8]) -> Totals {
    scan(bytes, Mode::Strict).expect("a whole file").view(bytes).check().into_totals()
}

#[test]
fn a081_a_circle_of_a_hundred_thousand_and_of_a_million() {
    for bones in [100_000, 1_000_000] {
        let circle = hanging(bones, |i| ((i + bones - 1) % bones) as i32);
        on_a_small_stack(move || {
            let index = scan(&circle, Mode::Strict).unwrap();
            let mut found = index.view(&circle).check();
            let finding = found.find(|f| f.code() == Code::BoneParentCycle).unwrap();
            assert_eq!(finding.place().to_string(), "bones[0].parent");
            assert_eq!(finding.found(), &Value::Integer(bones as i64));
            let totals = found.into_totals();
            assert_eq!((totals.count(Code::BoneParentCycle), totals.count(Code::BoneBeforeParent)), (1, 1));
            assert_eq!(ancestors(&index, &circle, 7), bones);
        });
    }
}

#[test]
fn a082_a_chain_of_a_million() {
    const BONES: usize = 1_000_000;
    let chain = hanging(BONES, |i| i as i32 - 1);
    on_a_small_stack(move || {
        let totals = totals(&chain);
        for code in [Code::BoneParentCycle, Code::BoneParentDangling, Code::BoneBeforeParent] {
            assert_eq!(totals.count(code), 0, "{code}");
        }
        let index = scan(&chain, Mode::Strict).unwrap();
        assert_eq!(ancestors(&index, &chain, BONES as i32 - 1), BONES - 1);
    });
}

/// Each takes over the movement of the one before, and its IK turns the one behind.
#[test]
fn a_million_bones_that_append_and_reach_in_a_circle_are_checked_on_a_small_stack() {
    const BONES: i32 = 1_000_000;
    let bone = |i: i32| {
        let mut bone = Vec::new();
        text(&mut bone, &i.to_string());
        bone.extend([0; 4 + 12]); // universal name, position
        bone.extend((-1i32).to_le_bytes());
        bone.extend([0; 4]); // layer
        bone.extend((BoneFlags::APPENDS_ROTATION | BoneFlags::IK).bits().to_le_bytes());
        bone.extend([0; 12]); // tail offset
        bone.extend(((i + BONES - 1) % BONES).to_le_bytes());
        bone.extend(1.0f32.to_le_bytes());
        let next = (i + 1) % BONES;
        for number in [(next + 1) % BONES, 40] {
            bone.extend(number.to_le_bytes()); // target, iterations
        }
        bone.extend(1.0f32.to_le_bytes());
        bone.extend(1i32.to_le_bytes());
        bone.extend(next.to_le_bytes());
        bone.push(0);
        bone
    };
    let circle = only("bones", BONES as usize, &(0..BONES).flat_map(bone).collect::<Vec<_>>());
    on_a_small_stack(move || {
        let totals = totals(&circle);
        assert_eq!((totals.count(Code::AppendCycle), totals.count(Code::AppendBeforeSource)), (1, 1));
        assert_eq!(totals.count(Code::IkCycle), 1_000_000);
    });
}

#[test]
fn a083_a_parent_that_is_not_there() {
    for (parent, code) in [
        (-2i16, Code::IndexBelowNone),
        (i16::MIN, Code::IndexBelowNone),
        (7, Code::BoneParentDangling),
        (i16::MAX, Code::BoneParentDangling),
    ] {
        let (odd, index) = spoil_one("bones[5].parent", parent.to_le_bytes(), code);
        let kept = index.view(&odd).bones().get(5).expect("a bone").parent;
        assert_eq!((kept.raw(), index.view(&odd).bone(kept)), (parent.into(), None));
        assert_eq!(ancestors(&index, &odd, 5), 0);
    }
}

#[test]
fn a084_a_bone_before_its_parent() {
    // By number, and by layer.
    spoil_one("bones[3].parent", 5i16.to_le_bytes(), Code::BoneBeforeParent);
    let (odd, index) = spoil("bones[2].layer", 0, 1i32.to_le_bytes(), &[(Code::BoneBeforeParent, "bones[3].parent")]);
    let order = index.view(&odd).bones().iter().enumerate().map(|(i, bone)| bone.evaluation_key(i)).max();
    assert_eq!(order.map(|last| (last.layer, last.index)), Some((1, 6)));
}

#[test]
fn a085_a_bone_that_takes_over_from_itself() {
    spoil_one("bones[6].append.parent", 6i16.to_le_bytes(), Code::AppendCycle);
    spoil_one("bones[6].append.parent", 7i16.to_le_bytes(), Code::AppendDangling);
    spoil_one("bones[6].append.parent", (-1i16).to_le_bytes(), Code::AppendNone);
    spoil_one("bones[6].append.parent", (-2i16).to_le_bytes(), Code::IndexBelowNone);
    // Two that take over from each other.
    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    model::info(&mut b);
    for section in &SECTIONS[..9] {
        b.section(section, if *section == "bones" { 2 } else { 0 });
        for i in (0..2).take_while(|_| *section == "bones") {
            sound::everything(&mut b, &i.to_string(), -1);
        }
    }
    let file = b.end();
    let bytes = file.with("bones[1].append.parent", 0i16.to_le_bytes());
    let found = [(Code::AppendCycle, "bones[0].append.parent"), (Code::AppendBeforeSource, "bones[0].append.parent")];
    let alone = file.with("bones[0].append.parent", (-1i16).to_le_bytes());
    opens(&bytes);
    for (code, place) in found {
        assert!(findings(&bytes).contains(&(code, place.to_owned())), "{code}");
        assert!(!findings(&alone).contains(&(code, place.to_owned())), "{code}");
    }
}

#[test]
fn a086_a_tail_that_is_not_there() {
    let (odd, index) = spoil_one("bones[6].tail_bone", 7i16.to_le_bytes(), Code::BoneTailDangling);
    let tail = index.view(&odd).bones().get(6).expect("a bone").tail_bone.expect("a tail that is a bone");
    assert_eq!((tail.raw(), index.view(&odd).bone(tail)), (7, None));
    spoil_one("bones[6].tail_bone", (-2i16).to_le_bytes(), Code::IndexBelowNone);
}

#[test]
fn a087_axes_of_nothing() {
    spoil_one("bones[6].fixed_axis", [0; 12], Code::FixedAxisZero);
    spoil("bones[6].fixed_axis", 8, le(f32::NAN), &[(Code::NonFinite, "bones[6].fixed_axis[2]")]);
    let degenerate = [(Code::LocalAxesDegenerate, "bones[6].local_axes")];
    spoil("bones[6].local_axes.x", 0, [0; 12], &degenerate);
    spoil("bones[6].local_axes.x", 0, [le(0.0), le(0.0), le(-2.0)].concat(), &degenerate);
    spoil("bones[6].local_axes.z", 4, le(f32::NAN), &[(Code::NonFinite, "bones[6].local_axes.z[1]")]);
}

fn ik_of(index: &PmxIndex, bytes: &[u8]) -> (i32, i32, Vec<i32>) {
    let Ik { target, iterations, links, .. } =
        index.view(bytes).bones().get(4).expect("a bone").ik.expect("an IK bone");
    (target.raw(), iterations, links.iter().map(|link| link.bone.raw()).collect())
}

#[test]
fn a088_an_ik_target_that_is_not_there_or_the_bone_itself() {
    for (target, code) in [
        (-1i16, Code::IkTargetNone),
        (-2, Code::IndexBelowNone),
        (4, Code::IkTargetSelf),
        (7, Code::IkTargetDangling),
        (i16::MAX, Code::IkTargetDangling),
    ] {
        let (odd, index) = spoil_one("bones[4].ik.target", target.to_le_bytes(), code);
        assert_eq!(ik_of(&index, &odd), (target.into(), 40, vec![2, 1]));
    }
}

#[test]
fn a089_ik_links_to_themselves_or_twice() {
    for (link, code) in [
        (-1i16, Code::IkLinkNone),
        (-2, Code::IndexBelowNone),
        (4, Code::IkLinkSelf),
        (3, Code::IkLinkTarget),
        (2, Code::IkLinkDuplicate),
        (7, Code::IkLinkDangling),
    ] {
        let (odd, index) = spoil_one("bones[4].ik.links[1].bone", link.to_le_bytes(), code);
        assert_eq!(ik_of(&index, &odd), (3, 40, vec![2, link.into()]));
    }
    // The IK bone hangs on a bone that it turns.
    spoil("bones[4].parent", 0, 1i16.to_le_bytes(), &[(Code::IkCycle, "bones[4].ik.links[1].bone")]);
}

#[test]
fn a090_rounds_of_ik_below_zero_and_two_billion() {
    for (rounds, code) in [
        (-1, Code::IkIterations),
        (i32::MIN, Code::IkIterations),
        (i32::MAX, Code::IkIterations),
        (256, Code::IkIterations),
        (0, Code::IkStill),
    ] {
        let (odd, index) = spoil_one("bones[4].ik.iterations", rounds.to_le_bytes(), code);
        assert_eq!(ik_of(&index, &odd).1, rounds);
    }
}

#[test]
fn a091_ik_angles_that_are_none() {
    for (angle, code) in [(f32::NAN, Code::NonFinite), (-1.0, Code::IkAngle), (0.0, Code::IkStill)] {
        spoil_one("bones[4].ik.limit_angle", le(angle), code);
    }
}

#[test]
fn a092_limits_of_neither_kind() {
    let file = model();
    for place in ["bones[9].ik.links[0].limits", "bones[9].ik.links[1].limits"] {
        for kind in [2, 3, 128, 255] {
            error(&file.with(place, [kind]), UnknownTag(kind), place, file.at(place));
        }
    }
}

#[test]
fn a093_limits_the_wrong_way_around() {
    let place = "bones[4].ik.links[0].limits";
    spoil(&format!("{place}.min"), 4, le(1.5), &[(Code::IkLimitsReversed, place)]);
    spoil(&format!("{place}.max"), 8, le(f32::NAN), &[(Code::NonFinite, &format!("{place}.max[2]"))]);
}

#[test]
fn a094_flags_that_mean_nothing() {
    for bit in [0x0040, 0x4000, 0x8000] {
        let (odd, index) = spoil_one("bones[5].flags", (0x001a | bit as u16).to_le_bytes(), Code::BoneFlagsUnknown);
        let kept = index.view(&odd).bones().get(5).map(|bone| bone.flags);
        assert_eq!(kept, Some(BoneFlags::from_bits_retain(0x001a | bit as u16)));
    }
}

#[test]
fn a095_names_that_are_empty_or_there_twice() {
    let file: File = sound();
    let twice = file.with_text("bones[5].name.local", "左足");
    let index = warns(&file.bytes, &twice, &[(Code::BoneNameDuplicate, "bones[5].name.local")]);
    let bones = index.view(&twice).bones();
    assert_eq!((bones.position("左足"), bones.find("左足").map(|bone| bone.parent.raw())), (Some(1), Some(0)));
    assert_eq!(bones.find_all("左足").map(|(i, _)| i).collect::<Vec<_>>(), [1, 5]);

    let empty = file.with_text("bones[5].name.local", "");
    let index = warns(&file.bytes, &empty, &[(Code::BoneNameEmpty, "bones[5].name.local")]);
    assert_eq!(index.view(&empty).bones().position(""), Some(5));
    for (path, name, code) in [
        ("morphs[3].name.local", "あ", Code::MorphNameDuplicate),
        ("materials[1].name.local", "肌", Code::NameDuplicate),
        ("rigid-bodies[1].name.local", "頭", Code::NameDuplicate),
    ] {
        warns(&file.bytes, &file.with_text(path, name), &[(code, path)]);
    }
}
