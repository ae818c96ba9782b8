//! What is told of two models: each kind of difference, in every section, and nothing where there is none.
mod common;

use common::build::{File, Put, Shape, Value as PutValue};
use common::{MODES, folders, model, shown, verdict};
use mmdmap::pmx::*;
use mmdmap::{Encoding, Globals, Index, Many, Mode, Name, Text, Vec2, Vec3, Width};
use std::time::{Duration, Instant};

/// All differences as text.
fn told(old: &[u8], new: &[u8], options: &DiffOptions) -> Vec<String> {
    let (old_index, new_index) = (PmxIndex::scan(old).unwrap(), PmxIndex::scan(new).unwrap());
    diff(old_index.view(old), new_index.view(new), options).map(|difference| difference.to_string()).collect()
}
fn differences(old: &[u8], new: &[u8]) -> Vec<Difference> {
    let (old_index, new_index) = (PmxIndex::scan(old).unwrap(), PmxIndex::scan(new).unwrap());
    let options = DiffOptions::new().max_per_section(usize::MAX);
    diff(old_index.view(old), new_index.view(new), &options).collect()
}
fn exactly(old: &[u8], new: &[u8]) -> Vec<String> {
    told(old, new, &DiffOptions::new())
}

// ---- every field of every section

/// The way inside a record that a difference tells, as the builder names it: without kinds and the numbers of items.
fn way(field: &str) -> String {
    let names = field.split('.').filter(|name| !name.starts_with(char::is_uppercase));
    shown::plain(&names.collect::<Vec<_>>().join("."))
}

/// Another value in the place of the one that was put; `None` where that would change what follows it.
fn other_value(file: &File, put: &Put) -> Option<Vec<u8>> {
    let mut bytes = file.bytes[put.range.clone()].to_vec();
    match put.value {
        PutValue::Float(bits) => return Some((f32::from_bits(bits) + 1000.0).to_le_bytes().to_vec()),
        PutValue::Int(_) if put.path.ends_with(".flags") && put.section == "bones" => return None,
        PutValue::Int(_) => *bytes.first_mut()? ^= 1,
        PutValue::Text(ref text) if !text.is_empty() => *bytes.last_mut()? ^= 1,
        _ => return None,
    }
    Some(bytes)
}

#[test]
fn a_change_of_any_field_is_told_as_that_and_nothing_else() {
    let shape = Shape { widths: [4, 2, 2, 2, 2, 2], ..Shape::USUAL };
    let file = model::build(shape, 30);
    let mut sections = std::collections::BTreeMap::<&str, usize>::new();
    for put in file.puts.iter().filter(|put| put.record.is_some() || put.section == "info") {
        let Some(bytes) = other_value(&file, put) else { continue };
        let changed = file.with_at(put.range.start, bytes);
        let found = differences(&file.bytes, &changed);
        let [one] = found.as_slice() else { panic!("{}: {found:#?}", put.path) };
        assert_eq!((one.section, one.old, one.new), (put.section, put.record, put.record), "{}", put.path);
        let inside = put.path.strip_prefix(put.section).expect("a path begins with its section");
        let inside = match put.record {
            Some(_) => inside.split_once(']').expect("a record has a number").1,
            None => inside,
        };
        let inside = shown::plain(inside.trim_start_matches('.'));
        match &one.change {
            Change::Renamed { old, new } => {
                assert!(inside == "name.local" || put.section == "textures", "{}: {one}", put.path);
                assert_ne!(old, new);
            }
            Change::Changed { field, old, new } => {
                // An item that points elsewhere may stand for itself, so that its reference is what changed.
                assert!(way(field) == inside, "{}: {one}", put.path);
                assert!(old.is_some() && new.is_some() && old != new, "{}: {one}", put.path);
            }
            other => panic!("{}: {other:?}", put.path),
        }
        *sections.entry(put.section).or_default() += 1;
    }
    println!("{sections:?}");
    assert_eq!(sections.len(), 11, "{sections:?}");
    assert!(sections.values().sum::<usize>() > 900);
}

#[test]
fn header_and_info_are_compared() {
    let file = model::build(Shape { version: 2.1, ..Shape::USUAL }, 0);
    let plain = model::empty(Shape { version: 2.0, ..Shape::USUAL });
    let with_uvs = model::empty(Shape { version: 2.1, extra_uvs: 3, ..Shape::USUAL });
    let empty = model::empty(Shape { version: 2.1, ..Shape::USUAL });
    assert_eq!(exactly(&plain.bytes, &empty.bytes), ["header: version: 2.0 -> 2.1"]);
    assert_eq!(exactly(&empty.bytes, &with_uvs.bytes), ["header: settings.additional_uvs: 1 -> 3"]);
    let named = file.with("info.name.universal", [5, 0, 0, 0, b'M']);
    assert_eq!(exactly(&file.bytes, &named), [r#"info: name.universal: "model" -> "Model""#]);
}

// ---- a rig whose references are right in whatever order its bones come

const BONES: [(&str, &str); 5] = [("腰", ""), ("胸", "腰"), ("首", "胸"), ("頭", "首"), ("目", "頭")];

const NARROW: Globals = Globals {
    encoding: Encoding::Utf8,
    extra_uvs: 0,
    vertex: Width::One,
    texture: Width::One,
    material: Width::One,
    bone: Width::One,
    morph: Width::One,
    rigid_body: Width::One,
};

fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
fn many<T: Copy>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}
fn write(parts: &Parts<'_>, globals: Globals) -> Vec<u8> {
    let mut bytes = Vec::new();
    parts.write_to(Version::V2_0, globals, &mut bytes).unwrap();
    bytes
}
fn narrow(parts: &Parts<'_>) -> Vec<u8> {
    write(parts, NARROW)
}

fn bone(name: &'static str, height: f32, parent: i32) -> Bone<'static> {
    Bone {
        name: Name::new(name, ""),
        position: [0.0, height, 0.0],
        parent: Index::new(parent),
        layer: 0,
        flags: BoneFlags::ROTATES,
        tail_bone: None,
        tail_offset: Some([0.0, height / 2.0, 1.0]),
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    }
}

fn vertex(bone: i32, edge_scale: f32) -> Vertex<'static> {
    let base =
        VertexBase { position: Vec3::new([0.0; 3]), normal: Vec3::new([0.0, 0.0, -1.0]), uv: Vec2::new([0.5; 2]) };
    let deform = Deform::Bdef1(Bdef1 { bone: Index::new(bone) });
    Vertex { base: keep(base), extra_uvs: ExtraUvs(&[]), deform, edge_scale }
}

fn material(name: &'static str, texture: i32) -> Material<'static> {
    Material {
        name: Name::new(name, ""),
        diffuse: [1.0; 4],
        specular: [0.0; 3],
        specular_power: 5.0,
        ambient: [0.5; 3],
        flags: MaterialFlags::EDGE,
        edge_color: [0.0; 4],
        edge_size: 1.0,
        texture: Index::new(texture),
        sphere: Index::NONE,
        sphere_mode: SphereMode::NONE,
        toon: Toon::Shared(SharedToon(0)),
        memo: Text::new(""),
        index_count: 0,
    }
}

/// Bones by name and parent's name, in this order; a vertex, a morph offset, an item of a frame and a body for each of
/// [`BONES`] that is there.
fn rig(bones: &[(&'static str, &'static str)]) -> Parts<'static> {
    let number = |name: &str| bones.iter().position(|(other, _)| *other == name).map_or(-1, |i| i as i32);
    let height = |name: &str| BONES.iter().position(|(other, _)| *other == name).map_or(50.0, |i| i as f32);
    let known = || BONES.iter().map(|(name, _)| number(name)).filter(|i| *i >= 0);
    let offsets = known().map(|i| BoneOffset { bone: Index::new(i), translation: [1.0; 3], rotation: [0.5; 4] });
    let body = |i: i32| RigidBody {
        name: Name::new(["体一", "体二", "体三", "体四", "体五"][i as usize % 5], ""),
        bone: Index::new(i),
        group: 0,
        mask: GroupMask::ALL,
        shape: BodyShape::BOX,
        size: [1.0; 3],
        position: [0.0; 3],
        rotation: [0.0; 3],
        mass: 1.0,
        linear_damping: 0.5,
        angular_damping: 0.5,
        restitution: 0.0,
        friction: 0.5,
        mode: BodyMode::FOLLOWS_BONE,
    };
    let head = bones.iter().find(|(name, _)| *name == "首").map_or(-1, |(name, _)| number(name));
    Parts {
        vertices: known().map(|i| vertex(i, 1.0)).collect(),
        bones: bones.iter().map(|(name, parent)| bone(name, height(name), number(parent))).collect(),
        morphs: vec![Morph {
            name: Name::new("のび", ""),
            panel: Panel::OTHER,
            offsets: MorphOffsets::Bone(Many::new(many(offsets.collect()))),
        }],
        display_frames: vec![DisplayFrame {
            name: Name::new("Root", ""),
            special: 1,
            items: Many::new(many(known().map(|i| FrameItem::Bone(Index::new(i))).collect())),
        }],
        rigid_bodies: vec![body(head.max(0))],
        ..Parts::new(Info { name: Name::new("人", ""), comment: Name::new("", "") })
    }
}

#[test]
fn what_is_the_same_says_nothing() {
    assert_eq!(exactly(&narrow(&rig(&BONES)), &narrow(&rig(&BONES))), [""; 0]);
}

#[test]
fn a_bone_inserted_changes_no_reference_to_the_others() {
    let mut bones = BONES.to_vec();
    bones.insert(0, ("全ての親", ""));
    bones.insert(3, ("胸2", ""));
    let (old, new) = (narrow(&rig(&BONES)), narrow(&rig(&bones)));
    // The body is named after its bone's number, and so renamed.
    let bodies = r#"rigid-bodies[0] "体三": renamed to "体五""#;
    assert_eq!(exactly(&old, &new), [r#"bones[0] "全ての親": added"#, r#"bones[3] "胸2": added"#, bodies]);
    let bodies = r#"rigid-bodies[0] "体五": renamed to "体三""#;
    assert_eq!(exactly(&new, &old), [r#"bones[0] "全ての親": removed"#, r#"bones[3] "胸2": removed"#, bodies]);
}

#[test]
fn a_bone_moved_is_told_alone() {
    let mut bones = BONES.to_vec();
    let last = bones.pop().unwrap();
    bones.insert(0, last);
    bones.swap(2, 3); // 目 腰 首 胸 頭
    let mut new = rig(&bones);
    new.rigid_bodies[0].name = Name::new("体三", "");
    let found = exactly(&narrow(&rig(&BONES)), &narrow(&new));
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1], r#"bones[4 -> 0] "目": moved"#);
    assert!([r#"bones[1 -> 3] "胸": moved"#, r#"bones[2] "首": moved"#].contains(&found[0].as_str()), "{found:?}");
}

#[test]
fn a_reference_to_another_record_shows_what_both_are_called() {
    let (mut old, mut new) = (rig(&BONES), rig(&BONES));
    new.bones[4].parent = Index::new(2);
    new.vertices[0] = vertex(-1, 1.0);
    new.vertices[1] = vertex(99, 1.0);
    (old.textures, new.textures) = (vec![Text::new("a.png")], vec![Text::new("b.png"), Text::new("a.png")]);
    (old.materials, new.materials) = (vec![material("肌", 0)], vec![material("肌", 1)]);
    assert_eq!(
        exactly(&narrow(&old), &narrow(&new)),
        [
            r#"vertices[0]: deform.Bdef1.bone: 0 "腰" -> none"#,
            r#"vertices[1]: deform.Bdef1.bone: 1 "胸" -> 99"#,
            r#"textures[0] "b.png": added"#,
            r#"bones[4] "目": parent: 3 "頭" -> 2 "首""#,
        ]
    );
    // The same number behind the end of both is the same; behind the end of one only, it is not.
    let mut longer = new.clone();
    longer.bones.resize(100, bone("指", 1.0, -1));
    let found = differences(&narrow(&new), &narrow(&longer));
    assert_eq!(found.iter().filter(|one| one.section == "vertices").count(), 1);
    assert_eq!(exactly(&narrow(&new), &write(&new, Globals::WIDE)), [""; 0]);
}

#[test]
fn renamed_is_not_removed_and_added() {
    // All of them at once, with references to each other, and one inserted between.
    let english = [("hip", ""), ("chest", "hip"), ("new", ""), ("neck", "chest"), ("head", "neck"), ("eye", "head")];
    let mut new = rig(&english);
    let number = |name: &str| english.iter().position(|(other, _)| *other == name).unwrap() as i32;
    let renamed = ["hip", "chest", "neck", "head", "eye"];
    for (i, name) in renamed.iter().enumerate() {
        let at = number(name) as usize;
        (new.bones[at].position, new.bones[at].tail_offset) = ([0.0, i as f32, 0.0], Some([0.0, i as f32 / 2.0, 1.0]));
    }
    let old = rig(&BONES);
    new.vertices = renamed.map(|name| vertex(number(name), 1.0)).to_vec();
    (new.morphs, new.display_frames, new.rigid_bodies) = (vec![], vec![], vec![]);
    let bare = Parts { morphs: vec![], display_frames: vec![], rigid_bodies: vec![], ..old };
    assert_eq!(
        exactly(&narrow(&bare), &narrow(&new)),
        [
            r#"bones[2] "new": added"#,
            r#"bones[0] "腰": renamed to "hip""#,
            r#"bones[1] "胸": renamed to "chest""#,
            r#"bones[2 -> 3] "首": renamed to "neck""#,
            r#"bones[3 -> 4] "頭": renamed to "head""#,
            r#"bones[4 -> 5] "目": renamed to "eye""#,
        ]
    );
}

#[test]
fn renamed_and_changed_a_little_is_still_itself() {
    let (old, mut new) = (rig(&BONES), rig(&BONES));
    new.bones[2] = Bone { name: Name::new("neck", "Neck"), layer: 3, ..new.bones[2] };
    assert_eq!(
        exactly(&narrow(&old), &narrow(&new)),
        [
            r#"bones[2] "首": renamed to "neck""#,
            r#"bones[2] "首": name.universal: "" -> "Neck""#,
            r#"bones[2] "首": layer: 0 -> 3"#,
        ]
    );
    // Changed in everything, it is another.
    new.bones[2] = Bone { flags: BoneFlags::MOVES, position: [7.0; 3], tail_offset: Some([7.0; 3]), ..new.bones[2] };
    let found = exactly(&narrow(&old), &narrow(&new));
    assert!(found.contains(&r#"bones[2] "首": removed"#.into()) && found.contains(&r#"bones[2] "neck": added"#.into()));
}

#[test]
fn of_one_name_those_that_are_the_same_belong_together() {
    let bones = [1.0, 2.0, 3.0].map(|height| bone("骨", height, -1)).to_vec();
    let old = Parts { bones, rigid_bodies: vec![], ..rig(&[]) };
    let first_renamed = Parts { bones: vec![bone("x", 1.0, -1), old.bones[1], old.bones[2]], ..old.clone() };
    assert_eq!(exactly(&narrow(&old), &narrow(&first_renamed)), [r#"bones[0] "骨": renamed to "x""#]);
    let first_gone = Parts { bones: old.bones[1..].to_vec(), ..old.clone() };
    assert_eq!(exactly(&narrow(&old), &narrow(&first_gone)), [r#"bones[0] "骨": removed"#]);
    // Those that are not are taken in their order.
    let changed = Parts { bones: [1.5, 2.0, 3.5].map(|height| bone("骨", height, -1)).to_vec(), ..old.clone() };
    let found = exactly(&narrow(&old), &narrow(&changed));
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], r#"bones[0] "骨": position: [0.0, 1.0, 0.0] -> [0.0, 1.5, 0.0]"#);
    assert_eq!(found[2], r#"bones[2] "骨": position: [0.0, 3.0, 0.0] -> [0.0, 3.5, 0.0]"#);
    let swapped = Parts { bones: vec![old.bones[1], old.bones[0], old.bones[2]], ..old.clone() };
    let found = exactly(&narrow(&old), &narrow(&swapped));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("moved"), "{found:?}");
}

#[test]
fn textures_are_known_by_their_paths() {
    let with = |paths: &[&'static str], used: &'static str| {
        let used = paths.iter().position(|path| *path == used).map_or(-1, |i| i as i32);
        let textures = paths.iter().map(|path| Text::new(path)).collect();
        narrow(&Parts { textures, materials: vec![material("肌", used)], ..rig(&[]) })
    };
    let old = with(&["a", "b", "c", "d"], "d");
    assert_eq!(exactly(&old, &with(&["n", "a", "b", "c", "d"], "d")), [r#"textures[0] "n": added"#]);
    assert_eq!(exactly(&old, &with(&["a", "c", "d"], "d")), [r#"textures[1] "b": removed"#]);
    assert_eq!(exactly(&old, &with(&["a", "B", "c", "d"], "d")), [r#"textures[1] "b": renamed to "B""#]);
    assert_eq!(exactly(&old, &with(&["a", "b", "c", "e"], "e")), [r#"textures[3] "d": renamed to "e""#]);
    let same = with(&["a", "a", "b", "a"], "a");
    assert_eq!(exactly(&same, &with(&["a", "x", "b", "a"], "a")), [r#"textures[1] "a": renamed to "x""#]);
    assert_eq!(exactly(&old, &with(&["d", "a", "b", "c"], "d")), [r#"textures[3 -> 0] "d": moved"#]);
    assert_eq!(exactly(&old, &with(&["a", "b", "c", "d"], "a")), [r#"materials[0] "肌": texture: 3 "d" -> 0 "a""#]);
}

#[test]
fn vertices_and_faces_are_known_by_their_numbers() {
    let old = Parts { faces: [0, 1, 2].map(Index::new).to_vec(), ..rig(&BONES) };
    let mut new = old.clone();
    new.vertices.pop();
    new.faces = [0, 2, 1, 3].map(Index::new).to_vec();
    assert_eq!(
        exactly(&narrow(&old), &narrow(&new)),
        ["vertices[4]: removed", "faces[1]: 1 -> 2", "faces[2]: 2 -> 1", "faces[3]: added"]
    );
}

#[test]
fn items_of_lists_are_known_by_what_they_point_at() {
    let morph = |offsets: &[(i32, f32)]| Morph {
        name: Name::new("笑い", ""),
        panel: Panel::EYE,
        offsets: MorphOffsets::Vertex(Many::new(many(
            offsets
                .iter()
                .map(|&(vertex, x)| VertexOffset { vertex: Index::new(vertex), translation: [x, 0.0, 0.0] })
                .collect(),
        ))),
    };
    let with = |offsets: &[(i32, f32)]| narrow(&Parts { morphs: vec![morph(offsets)], ..rig(&BONES) });
    let old = with(&[(1, 1.0), (3, 3.0), (5, 5.0), (7, 7.0)]);
    let one = |new: &[(i32, f32)]| exactly(&old, &with(new));
    assert_eq!(
        one(&[(0, 1.0), (1, 1.0), (3, 3.0), (5, 5.5), (7, 7.0)]),
        [
            r#"morphs[0] "笑い": offsets.Vertex[0]: (not there) -> {vertex 0, translation [1.0, 0.0, 0.0]}"#,
            r#"morphs[0] "笑い": offsets.Vertex[3].translation: [5.0, 0.0, 0.0] -> [5.5, 0.0, 0.0]"#,
        ]
    );
    assert_eq!(
        one(&[(1, 1.0), (5, 5.0), (6, 7.0)]),
        [
            r#"morphs[0] "笑い": offsets.Vertex[1]: {vertex 3, translation [3.0, 0.0, 0.0]} -> (not there)"#,
            r#"morphs[0] "笑い": offsets.Vertex[2].vertex: 7 -> 6"#,
        ]
    );
    // A kind in the place of another, with all it held.
    let uv = MorphOffsets::Uv(Many::new(many(vec![UvOffset { vertex: Index::new(2), offset: [0.0; 4] }; 20])));
    let new = narrow(&Parts { morphs: vec![Morph { offsets: uv, ..morph(&[]) }], ..rig(&BONES) });
    assert_eq!(
        exactly(&with(&[(1, 1.0)]), &new),
        [r#"morphs[0] "笑い": offsets: Vertex [{vertex 1, translation [1.0, 0.0, 0.0]}] -> Uv [20 items]"#]
    );
}

#[test]
fn ways_lead_into_the_depth_of_a_record() {
    let ik = |max: f32, limited: bool| {
        let within = IkLimits::Within(AngleLimits { min: [0.0; 3], max: [max, 0.0, 0.0] });
        let limits = if limited { within } else { IkLimits::Free(()) };
        let links = [(1, IkLimits::Free(())), (2, limits)].map(|(i, limits)| IkLink { bone: Index::new(i), limits });
        Ik { target: Index::new(3), iterations: 4, limit_angle: 1.0, links: Many::new(keep(links)) }
    };
    let with = |ik: Option<Ik<'static>>| {
        let mut parts = rig(&BONES);
        let flags = if ik.is_some() { BoneFlags::ROTATES | BoneFlags::IK } else { BoneFlags::ROTATES };
        parts.bones[4] = Bone { flags, ik, ..parts.bones[4] };
        narrow(&parts)
    };
    let old = with(Some(ik(1.0, true)));
    assert_eq!(
        exactly(&old, &with(Some(ik(2.0, true)))),
        [r#"bones[4] "目": ik.links[1].limits.Within.max: [1.0, 0.0, 0.0] -> [2.0, 0.0, 0.0]"#]
    );
    assert_eq!(
        exactly(&with(Some(ik(1.0, false))), &old),
        [r#"bones[4] "目": ik.links[1].limits: Free -> Within {min [0.0, 0.0, 0.0], max [1.0, 0.0, 0.0]}"#]
    );
    let found = exactly(&with(None), &old);
    assert_eq!(found[0], r#"bones[4] "目": flags: 2 -> 34"#);
    assert!(found[1].starts_with(r#"bones[4] "目": ik: (not there) -> {target 3 "頭", iterations 4"#), "{found:?}");
    assert_eq!(found.len(), 2);
}

// ---- what is no difference

#[test]
fn floats_that_are_near_enough_are_the_same() {
    let with = |scale: f32| narrow(&Parts { vertices: vec![vertex(0, scale)], ..rig(&BONES) });
    let within = |a: f32, b: f32, options: DiffOptions| told(&with(a), &with(b), &options).is_empty();
    let exact = DiffOptions::new();
    assert!(within(0.0, -0.0, exact) && within(f32::NAN, f32::NAN, exact));
    assert!(!within(1.0, 1.0 + f32::EPSILON, exact) && !within(f32::NAN, -f32::NAN, exact));
    assert!(within(1.0, 1.01, exact.tolerance(0.02)) && !within(1.0, 1.03, exact.tolerance(0.02)));
    assert!(within(100.0, 101.0, exact.relative_tolerance(0.02)) && !within(1.0, 1.03, exact.relative_tolerance(0.02)));
    assert_eq!(exactly(&with(1.0), &with(f32::NAN)), ["vertices[0]: edge_scale: 1.0 -> f32:0x7fc00000"]);
}

#[test]
fn texts_compare_by_their_characters_and_where_there_are_none_by_their_bytes() {
    let file = model::model();
    let comment = file.at("bones[3].name.universal") + 4;
    let (one, other) = (file.with_at(comment, [0xff]), file.with_at(comment, [0xfe]));
    assert_eq!(exactly(&one, &one.clone()), [""; 0]);
    let found = differences(&one, &other);
    let [Difference { change: Change::Changed { field, old, .. }, .. }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(field, "name.universal");
    assert!(matches!(old, Some(Value::Text { decoded, stored: Some(stored) })
        if decoded.contains('\u{fffd}') && stored.starts_with(&[0xff])));
}

#[test]
fn widths_and_encoding_make_no_difference_unless_asked_for() {
    let mut written = 0;
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let index = PmxIndex::scan(&file.bytes).unwrap();
        let model = index.view(&file.bytes);
        for (encoding, widths) in [
            (Encoding::Utf8, Widths::Widest),
            (Encoding::Utf16Le, Widths::Widest),
            (
                Encoding::Utf16Le,
                Widths::Given([Width::Four, Width::Four, Width::Two, Width::Two, Width::Four, Width::Two]),
            ),
        ] {
            let mut bytes = Vec::new();
            model.edit().encoding(encoding).widths(widths).write_to(&mut bytes).unwrap();
            assert_eq!(exactly(&file.bytes, &bytes), [""; 0], "{shape:?} as {encoding:?}, {widths:?}");
            assert_eq!(exactly(&bytes, &file.bytes), [""; 0]);
            let layout = told(&file.bytes, &bytes, &DiffOptions::new().layout(true));
            assert_eq!(layout.is_empty(), file.bytes == bytes, "{layout:?}");
            assert!(layout.iter().all(|line| line.starts_with("header: settings.")), "{layout:?}");
            written += 1;
        }
    }
    assert!(written > 80);
}

#[test]
fn the_smallest_widths_say_the_same() {
    let parts = rig(&BONES);
    let wide = write(&parts, Globals::WIDE);
    let index = verdict::opens(&wide);
    let mut small = Vec::new();
    index.view(&wide).edit().widths(Widths::Minimal).write_to(&mut small).unwrap();
    assert!(small.len() < wide.len());
    assert_eq!(exactly(&wide, &small), [""; 0]);
    assert_eq!(told(&wide, &small, &DiffOptions::new().layout(true))[0], "header: settings.vertex_index_width: 4 -> 1");
}

/// Two encoding bytes may mean the same, and a 2.1 file without a last section has no soft bodies either.
#[test]
fn what_means_the_same_may_be_laid_out_otherwise() {
    let file = model::empty(Shape { encoding: 0, version: 2.1, ..Shape::USUAL });
    let odd = file.with_at(9, [0x80]);
    let short = file.up_to(file.bytes.len() - 4);
    let layout = DiffOptions::new().layout(true);
    for (other, line) in [(odd, "header: settings.encoding: 0 -> 128"), (short, "soft-bodies: present: 1 -> 0")] {
        assert_eq!(told(&file.bytes, &other, &DiffOptions::new()), [""; 0]);
        assert_eq!(told(&file.bytes, &other, &layout), [line]);
    }
}

#[test]
fn what_lies_behind_the_last_section_is_layout() {
    let file = model::model();
    let longer = [&file.bytes[..], b"ab"].concat();
    let index = PmxIndex::scan(&longer).unwrap();
    let old = verdict::opens(&file.bytes);
    let of = |options: DiffOptions| {
        diff(old.view(&file.bytes), index.view(&longer), &options).map(|one| one.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(of(DiffOptions::new()), [""; 0]);
    assert_eq!(of(DiffOptions::new().layout(true)), ["end: trailing: [] -> [97, 98]"]);
}

// ---- how many

#[test]
fn only_so_many_of_each_section_are_told_and_then_how_many_more() {
    let old = Parts { faces: [0; 30].map(Index::new).to_vec(), ..rig(&BONES) };
    let mut new = Parts { faces: [1; 30].map(Index::new).to_vec(), ..old.clone() };
    new.bones.remove(4);
    new.bones.iter_mut().for_each(|bone| bone.layer = 9);
    let (old, new) = (narrow(&old), narrow(&new));
    let all = told(&old, &new, &DiffOptions::new());
    let of = |all: &[String], section: &str| all.iter().filter(|line| line.starts_with(section)).count();
    assert_eq!((of(&all, "faces"), of(&all, "bones")), (30, 5));
    let some = told(&old, &new, &DiffOptions::new().max_per_section(2));
    assert_eq!((of(&some, "faces"), of(&some, "bones")), (3, 3));
    assert!(some.contains(&"faces: 28 more differences".into()) && some.contains(&"bones: 3 more differences".into()));
    // What became of records comes first.
    assert!(some.contains(&r#"bones[4] "目": removed"#.into()));
    let none = told(&old, &new, &DiffOptions::new().max_per_section(0));
    assert_eq!(none.iter().filter(|line| line.contains("more difference")).count(), none.len());
    assert_eq!(none.len(), 5, "{none:?}");
}

/// How long two models take that have so many vertices and bones, all of them different and in another order.
fn time(count: usize) -> Duration {
    let names = |i: usize| Text::new(keep(format!("骨{i}")).as_str());
    let base = keep(VertexBase { position: Vec3::new([0.0; 3]), normal: Vec3::new([0.0; 3]), uv: Vec2::new([0.0; 2]) });
    let one = |i: usize, edge_scale: f32| {
        let deform = Deform::Bdef1(Bdef1 { bone: Index::new(i as i32) });
        Vertex { base, extra_uvs: ExtraUvs(&[]), deform, edge_scale }
    };
    let bones: Vec<_> = (0..count / 10)
        .map(|i| Bone { name: Name { local: names(i), universal: Text::new("") }, ..bone("", 1.0, i as i32 - 1) })
        .collect();
    let old = Parts { vertices: (0..count).map(|i| one(i, 1.0)).collect(), bones, ..rig(&[]) };
    let mut new = Parts { vertices: (0..count).map(|i| one(i, 2.0)).collect(), ..old.clone() };
    new.bones.reverse();
    let (old, new) = (write(&old, Globals::WIDE), write(&new, Globals::WIDE));
    let start = Instant::now();
    let found = told(&old, &new, &DiffOptions::new());
    assert!(found.iter().any(|line| line.starts_with("vertices: ")), "{}", found.len());
    start.elapsed()
}
#[test]
fn a_million_vertices_take_ten_times_as_long_as_a_tenth_of_them() {
    // Where nothing is optimised, a hundred thousand take long enough.
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let (tenth, whole) = (time(count / 10), time(count));
    println!("{tenth:?} for a tenth of {count} vertices, {whole:?} for all");
    // Were it quadratic, it would be a hundred times as long; machines that run tests have other work, too.
    assert!(whole < tenth * 40, "{tenth:?}, then {whole:?}");
}

// ---- whatever opens

#[test]
fn real_files_say_the_same_as_themselves_in_other_widths_and_encoding() {
    let Some(corpus) = folders::corpus() else { return };
    let (mut covered, mut transcoded, mut not_opened) = (0, 0, 0);
    for (name, bytes) in corpus.short("pmx", u64::MAX) {
        let Ok(index) = PmxIndex::scan(&bytes) else {
            not_opened += 1;
            continue;
        };
        let model = index.view(&bytes);
        assert_eq!(diff(model, model, &DiffOptions::new().layout(true)).next(), None, "{name}");
        let other = match model.globals().encoding {
            Encoding::Utf8 => Encoding::Utf16Le,
            Encoding::Utf16Le | Encoding::Cp932 => Encoding::Utf8,
        };
        let mut wide = Vec::new();
        model.edit().widths(Widths::Widest).write_to(&mut wide).unwrap();
        let mut versions = vec![wide];
        let mut coded = Vec::new();
        // What is not valid in one encoding cannot be said in the other.
        if model.edit().widths(Widths::Widest).encoding(other).write_to(&mut coded).is_ok() {
            transcoded += 1;
            versions.push(coded);
        }
        for version in versions {
            let index = PmxIndex::scan(&version).unwrap();
            let found = diff(model, index.view(&version), &DiffOptions::new()).next();
            assert!(found.is_none(), "{name}: {}", found.unwrap());
        }
        covered += 1;
    }
    println!("{covered} files covered, {transcoded} of them in the other encoding, {not_opened} do not open");
    assert!(covered > 0);
}

#[test]
fn any_two_files_can_be_compared_in_either_direction() {
    let mut files: Vec<Vec<u8>> =
        Shape::many().into_iter().step_by(8).map(|shape| model::build(shape, 6).bytes).collect();
    files.push(model::empty(Shape::USUAL).bytes);
    files.push(model::model().bytes);
    let whole = files.last().unwrap().clone();
    files.extend((1..8).map(|part| whole[..whole.len() * part / 8].to_vec()));
    if let Some(corpus) = folders::corpus() {
        files.extend(corpus.short("pmx", 4096).into_iter().map(|(_, bytes)| bytes).take(12));
    }
    let opened: Vec<(PmxIndex, &[u8])> =
        files.iter().filter_map(|bytes| Some((verdict::scan(bytes, Mode::Salvage).ok()?, bytes.as_slice()))).collect();
    assert!(opened.len() > 10 && MODES.contains(&Mode::Salvage));
    let options = DiffOptions::new().layout(true).max_per_section(5);
    for (a, a_bytes) in &opened {
        for (b, b_bytes) in &opened {
            let there = diff(a.view(a_bytes), b.view(b_bytes), &options).collect::<Vec<_>>();
            let back = diff(b.view(b_bytes), a.view(a_bytes), &options).collect::<Vec<_>>();
            assert_eq!(there.is_empty(), back.is_empty());
            assert!(there.iter().all(|one| !one.to_string().is_empty()));
        }
    }
}

#[test]
fn values_can_be_taken_apart() {
    let (old, mut new) = (rig(&BONES), rig(&BONES));
    new.bones[1].position = [5.0; 3];
    let found = differences(&narrow(&old), &narrow(&new));
    assert_eq!(found.len(), 1);
    let Difference { section: "bones", old: Some(1), new: Some(1), name, change, .. } = &found[0] else { panic!() };
    assert_eq!(name.as_deref(), Some("胸"));
    let vector = |values: [f32; 3]| Some(Value::List(values.map(Value::Float).to_vec()));
    let want = Change::Changed { field: "position".into(), old: vector([0.0, 1.0, 0.0]), new: vector([5.0; 3]) };
    assert_eq!(*change, want);
}

// ---- values in words

#[test]
fn a_value_is_said_in_words() {
    let text = |decoded: &str, stored: Option<&[u8]>| Value::Text {
        decoded: decoded.to_owned(),
        stored: stored.map(<[u8]>::to_vec),
    };
    let bone =
        |number, name: Option<&str>| Value::Reference { section: "bones", number, name: name.map(ToOwned::to_owned) };
    for (value, words) in [
        (Value::Nothing, "nothing"),
        (Value::Integer(-3), "-3"),
        (Value::Float(0.1), "0.1"),
        (Value::Float(f32::from_bits(0x7fc0_0000)), "f32:0x7fc00000"),
        (text("a\"\n", None), r#""a\"\n""#),
        (text("\u{fffd}", Some(&[0x83, 0xff])), "\"\u{fffd}\" (bytes 83ff)"),
        (bone(4, Some("頭")), "4 \"頭\""),
        (bone(4, None), "4"),
        (bone(-1, None), "none"),
        (Value::Items(20), "[20 items]"),
        (Value::List(vec![Value::Integer(1), Value::Nothing]), "[1, nothing]"),
        (Value::Record(vec![("Free", Value::Nothing)]), "Free"),
        (Value::Record(vec![("Within", Value::Integer(2))]), "Within 2"),
        (Value::Record(vec![("a", Value::Integer(1)), ("b", Value::Integer(2))]), "{a 1, b 2}"),
    ] {
        assert_eq!(value.to_string(), words);
    }
}
