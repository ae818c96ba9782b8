//! A pose on a model.
use mmdmap::pmx::{
    Bone as ModelBone, BoneFlags, Info, Morph as ModelMorph, MorphOffsets, Panel, Parts, PmxIndex, Version,
};
use mmdmap::vpd::{Bone, Flavour, Morph, Pose, VpdIndex};
use mmdmap::{BoneIndex, Encoding, Globals, Many, MorphIndex, Name, NameMatch, PosedBone, PosedMorph};

/// A model of these bones and morphs.
fn model(bones: &[&str], morphs: &[&str], encoding: Encoding) -> Vec<u8> {
    let mut parts = Parts::new(Info { name: Name::new("模", "model"), comment: Name::new("", "") });
    parts.bones = bones
        .iter()
        .map(|name| ModelBone {
            name: Name::new(name, ""),
            position: [0.0; 3],
            parent: BoneIndex::NONE,
            layer: 0,
            flags: BoneFlags::empty(),
            tail_bone: None,
            tail_offset: Some([0.0; 3]),
            append: None,
            fixed_axis: None,
            local_axes: None,
            external_parent: None,
            ik: None,
        })
        .collect();
    parts.morphs = morphs
        .iter()
        .map(|name| ModelMorph {
            name: Name::new(name, ""),
            panel: Panel(4),
            offsets: MorphOffsets::Group(Many::new(&[])),
        })
        .collect();
    let mut bytes = Vec::new();
    parts.write_to(Version::V2_0, Globals { encoding, ..Globals::WIDE }, &mut bytes).unwrap();
    bytes
}

const NONE: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

#[test]
fn names_are_found_exactly_then_trimmed_then_without_comment_then_by_their_start() {
    let model_names = ["センター", "頭 ", "頭", "髪//先", "髪", "左足ＩＫ先の先のもの", "センター", "other", "🦴"];
    for encoding in [Encoding::Utf8, Encoding::Utf16Le] {
        let bytes = model(&model_names, &["笑い", "あ"], encoding);
        let index = PmxIndex::scan(&bytes).unwrap();
        let mut pose = Pose::new("a.osm");
        for name in ["センター", "頭 ", "　頭　", "髪//先", "髪 // x", "左足ＩＫ先の先", "nobody", "", "othe"]
        {
            pose.bones.push(Bone::new(name, [1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 2.0]));
        }
        pose.morphs.push(Morph::new("あ", 0.5));
        pose.morphs.push(Morph::new("い", 0.5));
        let posing = pose.on(index.view(&bytes));
        let found: Vec<_> = posing.bones.iter().map(|bone| (bone.entry, bone.index.raw(), bone.found_by)).collect();
        assert_eq!(
            found,
            [
                (0, 0, NameMatch::Exact), // the first of two in the model
                (1, 1, NameMatch::Exact),
                (2, 2, NameMatch::Trimmed),
                (3, 3, NameMatch::Exact),
                (4, 4, NameMatch::WithoutComment),
            ]
        );
        assert_eq!(posing.bone_names.unmatched, [5, 6, 7, 8]);
        assert_eq!(posing.bone_names.untouched, [5, 6, 7, 8]);
        let first = PosedBone {
            index: BoneIndex::new(0),
            entry: 0,
            found_by: NameMatch::Exact,
            translation: [1.0, 2.0, 3.0],
            rotation: NONE,
        };
        assert_eq!(posing.bones[0], first);
        let morph = PosedMorph { index: MorphIndex::new(1), entry: 0, found_by: NameMatch::Exact, weight: 0.5 };
        assert_eq!(
            (posing.morphs, posing.morph_names.unmatched, posing.morph_names.untouched),
            (vec![morph], vec![1], vec![0])
        );
    }
}

#[test]
fn a_name_that_a_motion_cut_is_found_by_its_first_fifteen_bytes() {
    // 16 bytes, of which a motion keeps 15: the last character in halves.
    let bytes = model(&["左足ＩＫ先の先の", "0123456789abcdefgh"], &[], Encoding::Utf8);
    let index = PmxIndex::scan(&bytes).unwrap();
    let cut = [
        &b"Vocaloid Pose Data file\r\n\r\na.osm;\r\n2;\r\nBone0{"[..],
        &super::text::sjis("左足ＩＫ先の先の")[..15],
        b"\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\nBone1{0123456789abcde\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\n",
    ]
    .concat();
    let pose = VpdIndex::scan(&cut).unwrap();
    let posing = pose.view(&cut).on(index.view(&bytes));
    let found: Vec<_> = posing.bones.iter().map(|bone| (bone.index.raw(), bone.found_by)).collect();
    assert_eq!(found, [(0, NameMatch::Start), (1, NameMatch::Start)]);
}

#[test]
fn of_several_that_mean_the_same_the_last_wins_and_the_others_are_said() {
    let bytes = model(&["頭"], &["あ"], Encoding::Utf8);
    let index = PmxIndex::scan(&bytes).unwrap();
    let mut pose = Pose::new("a.osm");
    for (i, name) in ["頭", "頭 ", "頭"].into_iter().enumerate() {
        pose.bones.push(Bone::new(name, [i as f32; 3], [0.0; 4]));
    }
    pose.morphs.extend([Morph::new("あ", 0.1), Morph::new("あ", 0.2)]);
    let written = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    let read = VpdIndex::scan(&written).unwrap();
    for posing in [pose.on(index.view(&bytes)), read.view(&written).on(index.view(&bytes))] {
        assert_eq!(posing.bones.len(), 1);
        assert_eq!((posing.bones[0].entry, posing.bones[0].translation, posing.bones[0].rotation), (2, [2.0; 3], NONE));
        assert_eq!(posing.bone_names.overridden, [0, 1]);
        assert_eq!((posing.morphs[0].weight, posing.morph_names.overridden.as_slice()), (0.2, &[0][..]));
        assert!(posing.bone_names.unmatched.is_empty() && posing.bone_names.untouched.is_empty());
    }
}

/// A name that is the model's own is surer than one that only begins like it, or has a comment behind it: wherever the
/// guess stands, it moves nothing.
#[test]
fn a_guess_gives_way_to_the_name_itself() {
    let names = ["スカート前中央上", "右目"];
    let bytes = model(&names, &[], Encoding::Utf8);
    let index = PmxIndex::scan(&bytes).unwrap();
    for order in [[0, 1, 2, 3], [1, 0, 3, 2]] {
        let entries = ["スカート前中央上", "スカート前中央小", "右目", "右目 // x"];
        let mut pose = Pose::new("a.osm");
        for i in order {
            pose.bones.push(Bone::new(entries[i], [i as f32; 3], NONE));
        }
        let posing = pose.on(index.view(&bytes));
        let found: Vec<_> = posing.bones.iter().map(|bone| (bone.translation[0], bone.found_by)).collect();
        assert_eq!(found, [(0.0, NameMatch::Exact), (2.0, NameMatch::Exact)]);
        let guesses: Vec<usize> = (0..4).filter(|&at| order[at] % 2 == 1).collect();
        assert_eq!((posing.bone_names.unmatched, posing.bone_names.overridden), (guesses, vec![]));
    }
}

/// What a motion keeps of a name is looked for although cp932 cannot say what comes behind.
#[test]
fn what_cp932_cannot_say_behind_fifteen_bytes_does_not_matter() {
    let bytes = model(&["左中指先のとても長い名前🦴"], &[], Encoding::Utf8);
    let index = PmxIndex::scan(&bytes).unwrap();
    let mut pose = Pose::new("a.osm");
    pose.bones.push(Bone::new("左中指先のとても", [1.0; 3], NONE));
    let posing = pose.on(index.view(&bytes));
    assert_eq!(posing.bones.iter().map(|bone| bone.found_by).collect::<Vec<_>>(), [NameMatch::Start]);
}
