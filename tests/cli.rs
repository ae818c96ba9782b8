//! The command line tool, run as a user runs it, on models made here.
#![cfg(feature = "cli")]
mod common;

use common::tool::{Run, folder, mmdmap, tool};
use mmdmap::pmx::*;
use mmdmap::{
    BoneIndex, Encoding, Globals, Index, Many, Name, Text, TextureIndex, Vec2, Vec3, Vec4, VertexIndex, Width,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;

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

fn write(parts: &Parts<'_>, version: Version, globals: Globals) -> Vec<u8> {
    let mut bytes = Vec::new();
    parts.write_to(version, globals, &mut bytes).unwrap();
    bytes
}

/// For the life of the test: what the parts of a model borrow.
fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
fn many<T: Copy>(items: &[T]) -> &'static [T] {
    Box::leak(items.to_vec().into_boxed_slice())
}

fn named(local: &'static str) -> Parts<'static> {
    Parts::new(Info { name: Name::new(local, ""), comment: Name::new("", "") })
}

fn vertex(position: [f32; 3], deform: Deform) -> Vertex<'static> {
    let base =
        VertexBase { position: position.into(), normal: Vec3::new([0.0, 0.0, -1.0]), uv: Vec2::new([0.25, 0.75]) };
    Vertex { base: keep(base), extra_uvs: ExtraUvs(&[]), deform, edge_scale: 1.0 }
}

fn bone(name: &'static str, parent: i32) -> Bone<'static> {
    Bone {
        name: Name::new(name, ""),
        position: [0.0, 8.0, 0.0],
        parent: Index::new(parent),
        layer: 0,
        flags: BoneFlags::ROTATES,
        tail_bone: None,
        tail_offset: Some([0.0, 1.0, 0.0]),
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    }
}

fn material(name: &'static str, texture: i32, index_count: i32) -> Material<'static> {
    Material {
        name: Name::new(name, ""),
        diffuse: [1.0, 1.0, 1.0, 1.0],
        specular: [0.0; 3],
        specular_power: 5.0,
        ambient: [0.5; 3],
        flags: MaterialFlags::EDGE,
        edge_color: [0.0, 0.0, 0.0, 1.0],
        edge_size: 1.0,
        texture: Index::new(texture),
        sphere: TextureIndex::NONE,
        sphere_mode: SphereMode::NONE,
        toon: Toon::Shared(SharedToon(2)),
        memo: Text::new(""),
        index_count,
    }
}

/// A triangle on two bones.
fn triangle() -> Parts<'static> {
    let bdef1 = |bone| Deform::Bdef1(Bdef1 { bone: Index::new(bone) });
    let bdef2 = Deform::Bdef2(Bdef2 { bones: [0, 1].map(Index::new), weight: 0.1 });
    Parts {
        vertices: vec![
            vertex([0.0, 0.0, 0.0], bdef1(0)),
            vertex([1.0, 0.0, 0.0], bdef2),
            vertex([0.0, 2.5, -0.5], bdef1(-1)),
        ],
        faces: [0, 1, 2].map(Index::new).to_vec(),
        textures: vec![Text::new("tex\\髪.png")],
        materials: vec![material("髪", 0, 3)],
        bones: vec![bone("全ての親", -1), bone("センター", 0)],
        ..named("三角")
    }
}

fn triangle_bytes() -> Vec<u8> {
    write(&triangle(), Version::V2_0, NARROW)
}

/// Floats that occur nowhere else.
struct Floats(f32);
impl Floats {
    fn some<const N: usize>(&mut self) -> [f32; N] {
        [(); N].map(|()| self.one())
    }
    fn one(&mut self) -> f32 {
        self.0 += 1.0;
        self.0 + 0.125
    }
}

/// Every section, every variant, every field that need not be there.
fn everything() -> Parts<'static> {
    let f = &mut Floats(1000.0);
    let bones = |numbers: [i32; 4]| numbers.map(BoneIndex::new);
    let deforms = [
        Deform::Bdef1(Bdef1 { bone: Index::new(1) }),
        Deform::Bdef2(Bdef2 { bones: [2, 3].map(Index::new), weight: f.one() }),
        Deform::Bdef4(Bdef4 { bones: bones([4, 5, 6, 7]), weights: f.some() }),
        Deform::Sdef(Sdef { bones: [8, 9].map(Index::new), weight: f.one(), c: f.some(), r0: f.some(), r1: f.some() }),
        Deform::Qdef(Bdef4 { bones: bones([10, 11, 12, 13]), weights: f.some() }),
    ];
    let vertices = deforms.map(|deform| Vertex {
        base: keep(VertexBase { position: f.some().into(), normal: f.some().into(), uv: f.some().into() }),
        extra_uvs: ExtraUvs(keep([(); 4].map(|()| Vec4::from(f.some())))),
        deform,
        edge_scale: f.one(),
    });

    let mut materials = [material("材質", 3, 3), material("二", 4, 0)];
    materials[0] = Material {
        name: Name::new("材質", "material"),
        diffuse: f.some(),
        specular: f.some(),
        specular_power: f.one(),
        ambient: f.some(),
        flags: MaterialFlags::all(),
        edge_color: f.some(),
        edge_size: f.one(),
        sphere: Index::new(5),
        sphere_mode: SphereMode::ADD,
        toon: Toon::Texture(Index::new(6)),
        memo: Text::new("覚え, \"書き\"\r\n二行目"),
        ..materials[0]
    };

    let links = many(&[
        IkLink { bone: Index::new(21), limits: IkLimits::Free(()) },
        IkLink { bone: Index::new(22), limits: IkLimits::Within(AngleLimits { min: f.some(), max: f.some() }) },
    ]);
    let full = Bone {
        name: Name::new("足ＩＫ", "leg IK"),
        position: f.some(),
        parent: Index::new(14),
        layer: 15,
        flags: BoneFlags::all(),
        tail_bone: Some(Index::new(16)),
        tail_offset: None,
        append: Some(Append { parent: Index::new(17), ratio: f.one() }),
        fixed_axis: Some(f.some()),
        local_axes: Some(LocalAxes { x: f.some(), z: f.some() }),
        external_parent: Some(18),
        ik: Some(Ik { target: Index::new(19), iterations: 20, limit_angle: f.one(), links: Many::new(links) }),
    };

    let others = |f: &mut Floats| many(&[MorphOffset { morph: Index::new(3), ratio: f.one() }]);
    let uvs = |f: &mut Floats| Many::new(many(&[UvOffset { vertex: Index::new(4), offset: f.some() }]));
    let moved = [0, 1, 2].map(|n| VertexOffset { vertex: Index::new(n), translation: f.some() });
    let turned = BoneOffset { bone: Index::new(30), translation: f.some(), rotation: f.some() };
    let changed = MaterialOffset {
        material: Index::new(31),
        operation: MaterialOperation::ADD,
        diffuse: f.some(),
        specular: f.some(),
        specular_power: f.one(),
        ambient: f.some(),
        edge_color: f.some(),
        edge_size: f.one(),
        texture_tint: f.some(),
        sphere_tint: f.some(),
        toon_tint: f.some(),
    };
    let pushed = ImpulseOffset { body: Index::new(32), local: 1, velocity: f.some(), torque: f.some() };
    let offsets = [
        MorphOffsets::Group(Many::new(others(f))),
        MorphOffsets::Vertex(Many::new(many(&moved))),
        MorphOffsets::Bone(Many::new(many(&[turned]))),
        MorphOffsets::Uv(uvs(f)),
        MorphOffsets::ExtraUv1(uvs(f)),
        MorphOffsets::ExtraUv2(uvs(f)),
        MorphOffsets::ExtraUv3(uvs(f)),
        MorphOffsets::ExtraUv4(uvs(f)),
        MorphOffsets::Material(Many::new(many(&[changed]))),
        MorphOffsets::Flip(Many::new(others(f))),
        MorphOffsets::Impulse(Many::new(many(&[pushed]))),
        MorphOffsets::Vertex(Many::new(&[])),
    ];
    let morphs = offsets.map(|offsets| Morph { name: Name::new("笑い", "smile"), panel: Panel::MOUTH, offsets });

    let items = many(&[FrameItem::Bone(Index::new(40)), FrameItem::Morph(Index::new(41))]);
    let body = RigidBody {
        name: Name::new("頭", "head"),
        bone: Index::new(50),
        group: 11,
        mask: GroupMask::ALL,
        shape: BodyShape::CAPSULE,
        size: f.some(),
        position: f.some(),
        rotation: f.some(),
        mass: f.one(),
        linear_damping: f.one(),
        angular_damping: f.one(),
        restitution: f.one(),
        friction: f.one(),
        mode: BodyMode::PHYSICS,
    };
    let joint = Joint {
        name: Name::new("首", "neck"),
        kind: JointKind::HINGE,
        a: Index::new(60),
        b: Index::new(61),
        position: f.some(),
        rotation: f.some(),
        move_min: f.some(),
        move_max: f.some(),
        rotation_min: f.some(),
        rotation_max: f.some(),
        move_spring: f.some(),
        rotation_spring: f.some(),
    };
    let [velocity_correction, damping, drag, lift, pressure, volume_conservation, dynamic_friction] = f.some();
    let [pose_matching, rigid_contact, kinetic_contact, soft_contact, anchor] = f.some();
    let [rigid, kinetic, soft, rigid_split, kinetic_split, soft_split] = f.some();
    let [linear, area, volume] = f.some();
    let soft_body = SoftBody {
        name: Name::new("布", "cloth"),
        shape: SoftBodyShape::ROPE,
        material: Index::new(70),
        group: 12,
        mask: 4321,
        flags: SoftBodyFlags::all(),
        bending_distance: 71,
        clusters: 72,
        mass: f.one(),
        margin: f.one(),
        aerodynamics: Aerodynamics::FACE_ONE_SIDED,
        config: SoftBodyConfig {
            velocity_correction,
            damping,
            drag,
            lift,
            pressure,
            volume_conservation,
            dynamic_friction,
            pose_matching,
            rigid_contact,
            kinetic_contact,
            soft_contact,
            anchor,
        },
        cluster: SoftBodyCluster { rigid, kinetic, soft, rigid_split, kinetic_split, soft_split },
        iterations: SoftBodyIterations { velocity: 73, position: 74, drift: 75, cluster: 76 },
        stiffness: SoftBodyStiffness { linear, area, volume },
        anchors: Many::new(many(&[80, 81].map(|n| Anchor { body: Index::new(n), vertex: Index::new(82), near: 1 }))),
        pins: Many::new(many(&[83, 84, 85].map(VertexIndex::new))),
    };
    Parts {
        info: Info { name: Name::new("全部", "everything"), comment: Name::new("一行目\r\n二行目", "terms") },
        vertices: vertices.to_vec(),
        faces: [4, 3, 2].map(Index::new).to_vec(),
        textures: vec![Text::new("a.png"), Text::new("b.png")],
        materials: materials.to_vec(),
        bones: vec![full, bone("頭", 0)],
        morphs: morphs.to_vec(),
        display_frames: vec![DisplayFrame { name: Name::new("表情", "Exp"), special: 1, items: Many::new(items) }],
        rigid_bodies: vec![body],
        joints: vec![joint],
        soft_bodies: vec![soft_body],
    }
}

fn everything_bytes() -> Vec<u8> {
    write(&everything(), Version::V2_1, Globals { extra_uvs: 4, ..Globals::WIDE })
}

const SECTIONS: [&str; 12] = [
    "header",
    "info",
    "vertices",
    "faces",
    "textures",
    "materials",
    "bones",
    "morphs",
    "display-frames",
    "rigid-bodies",
    "joints",
    "soft-bodies",
];

// ---- inspect

#[test]
fn inspect_says_in_json_what_is_there() {
    let bytes = triangle_bytes();
    let path = folder("inspect_json").put("三角.pmx", &bytes);
    let lines = mmdmap(["inspect", "--json", &path]).json_lines();
    let [one] = lines.as_slice() else { panic!("one file, one line: {lines:?}") };
    assert_eq!((&one["schema"], &one["schema_version"]), (&json!("mmdmap.inspect"), &json!(1)));
    assert_eq!((&one["file"], &one["file_len"]), (&json!(path), &json!(bytes.len())));
    assert_eq!((&one["version"], &one["encoding"]), (&json!(2.0), &json!("UTF-8")));
    assert_eq!(
        one["widths"],
        json!({"vertex": 1, "texture": 1, "material": 1, "bone": 1, "morph": 1, "rigid_body": 1})
    );
    assert_eq!(one["name"], json!({"local": "三角", "universal": ""}));
    assert_eq!(one["bounds"], json!({"min": [0.0, 0.0, -0.5], "max": [1.0, 2.5, 0.0], "vertices_left_out": 0}));
    assert_eq!((&one["deforms"], &one["morphs"]), (&json!({"Bdef1": 2, "Bdef2": 1}), &json!({})));
    assert_eq!(
        one["materials"],
        json!([{
            "name": {"local": "髪", "universal": ""},
            "texture": {"index": 0, "path": "tex\\髪.png"},
            "sphere": null,
            "toon": {"shared": 2},
            "index_count": 3,
            "triangles": 1,
        }])
    );
    assert_eq!((&one["repair_count"], &one["repairs"]), (&json!(0), &json!([])));
    assert!(
        one["index_bytes"].as_u64().unwrap() > 0
            && one["open_ns"].as_u64() > Some(0)
            && one["scan_ns"].as_u64() > Some(0)
    );

    let sections = one["sections"].as_array().unwrap();
    let names: Vec<&str> = sections.iter().map(|section| section["name"].as_str().unwrap()).collect();
    assert_eq!(names, SECTIONS);
    assert_eq!(
        sections[0],
        json!({"name": "header", "count": null, "declared": null, "start": 0, "end": 17,
        "share": serde_json::from_str::<Value>(&format!("{:?}", 17.0 / bytes.len() as f32)).unwrap()})
    );
    assert_eq!((&sections[3]["count"], &sections[11]["count"]), (&json!(3), &json!(null)));
    // Each begins where the one before it ends, the last at the end.
    let mut end = 0;
    for section in sections {
        assert_eq!(section["start"], json!(end));
        end = section["end"].as_u64().unwrap() as usize;
    }
    assert_eq!(end, bytes.len());
}

/// Many materials may point at one texture: were a long path told whole for each, a small file would come to gigabytes.
#[test]
fn what_inspect_says_of_a_texture_does_not_outgrow_the_file() {
    let path = "あ/".repeat(100_000);
    let mut parts = triangle();
    parts.textures = vec![Text::new(&path)];
    let all = Material { sphere: Index::new(0), toon: Toon::Texture(Index::new(0)), ..material("", 0, 0) };
    parts.materials = vec![all; 1000];
    let bytes = write(&parts, Version::V2_0, NARROW);
    let file = folder("inspect_long_path").put("a.pmx", &bytes);
    let text = mmdmap(["inspect", &file]).data();
    assert!(text.len() < bytes.len() && text.contains("あ/あ/あ") && text.contains('…'), "{} bytes", text.len());
    let one = &mmdmap(["inspect", "--json", &file]).json_lines()[0];
    let picture = json!({"index": 0, "path": path.chars().take(259).collect::<String>(), "path_bytes": 400_000});
    for field in ["texture", "sphere", "toon"] {
        assert_eq!(one["materials"][999][field], picture);
    }
}

#[test]
fn inspect_says_in_text_what_is_there_and_aligns_it_by_what_is_seen() {
    let parts = Parts {
        materials: vec![material("髪", 0, 2), material("body", 7, 1), material("\u{202e}\u{1b}[31m", -1, 300)],
        ..triangle()
    };
    let path = folder("inspect_text").put("a.pmx", &write(&parts, Version::V2_0, NARROW));
    let out = mmdmap(["inspect", &path]).data();
    for line in [
        "  name      三角",
        "  mesh      3 vertices, 1 triangle",
        "  bounds    (0.0, 0.0, -0.5) to (1.0, 2.5, 0.0)",
        "  deforms   2 BDEF1, 1 BDEF2",
        "  #  material             triangles             texture         sphere  toon",
        "  0  髪                   0 (index count 2)     tex\\髪.png      -       toon03.bmp",
        "  1  body                 0 (index count 1)     (no texture 7)  -       toon03.bmp",
        "  2  \\u{202e}\\u{1b}[31m  0 (index count 300)   -               -       toon03.bmp",
    ] {
        let seen = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(out.lines().any(|got| seen(got) == seen(line)), "{line:?} is missing in\n{out}");
    }
    // In columns: the Japanese name takes four columns of the table, and two characters.
    let column = |line: &str, of: &str| {
        let before = &out.lines().find(|got| got.contains(line)).unwrap();
        let before = &before[..before.find(of).unwrap()];
        before.chars().map(|c| if c >= '\u{1100}' && c != '█' { 2 } else { 1 }).sum::<usize>()
    };
    assert_eq!(column("  0  髪", "tex\\"), column("  1  body", "(no texture"));
    assert!(!out.contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn every_section_of_the_inspection_is_a_section_of_the_dump() {
    let path = folder("sections").put("a.pmx", &everything_bytes());
    for section in SECTIONS {
        assert!(!mmdmap(["dump", section, &path]).data().is_empty(), "{section}");
    }
    let inspected = mmdmap(["inspect", "--json", &path]).json_lines();
    for section in inspected[0]["sections"].as_array().unwrap() {
        let dumped = mmdmap(["dump", section["name"].as_str().unwrap(), &path, "--json"]).json_lines();
        assert_eq!(dumped.len() as u64, section["count"].as_u64().unwrap_or(1));
    }
    let all = json!({"Group": 1, "Vertex": 2, "Bone": 1, "Uv": 1, "ExtraUv1": 1, "ExtraUv2": 1, "ExtraUv3": 1,
        "ExtraUv4": 1, "Material": 1, "Flip": 1, "Impulse": 1});
    assert_eq!(inspected[0]["morphs"], all);
    assert_eq!(inspected[0]["deforms"], json!({"Bdef1": 1, "Bdef2": 1, "Bdef4": 1, "Sdef": 1, "Qdef": 1}));
}

// ---- dump

#[test]
fn dump_gives_every_field_as_json() {
    let path = folder("dump_json").put("a.pmx", &triangle_bytes());
    assert_eq!(
        mmdmap(["dump", "vertices", &path, "--json"]).data().lines().nth(1).unwrap(),
        concat!(
            r#"{"index":1,"base":{"position":[1.0,0.0,0.0],"normal":[0.0,0.0,-1.0],"uv":[0.25,0.75]},"#,
            r#""extra_uvs":[],"deform":{"Bdef2":{"bones":[0,1],"weight":0.1}},"edge_scale":1.0}"#
        )
    );
    assert_eq!(
        mmdmap(["dump", "bones", &path, "--json", "--range", "1"]).data(),
        concat!(
            r#"{"index":1,"name":{"local":"センター","universal":""},"position":[0.0,8.0,0.0],"parent":0,"layer":0,"#,
            r#""flags":2,"tail_offset":[0.0,1.0,0.0]}"#,
            "\n"
        )
    );
    assert_eq!(
        mmdmap(["dump", "faces", &path, "--json"]).data(),
        "{\"index\":0,\"value\":0}\n{\"index\":1,\"value\":1}\n{\"index\":2,\"value\":2}\n"
    );
    assert_eq!(mmdmap(["dump", "textures", &path, "--json"]).data(), "{\"index\":0,\"value\":\"tex\\\\髪.png\"}\n");
    assert_eq!(
        mmdmap(["dump", "header", &path, "--json"]).data(),
        "{\"index\":0,\"signature\":[80,77,88,32],\"version\":2.0,\"settings\":[1,0,1,1,1,1,1,1]}\n"
    );
}

#[test]
fn dump_shows_text_to_people() {
    let path = folder("dump_text").put("a.pmx", &everything_bytes());
    assert_eq!(
        mmdmap(["dump", "display-frames", &path]).data(),
        "display-frames[0]\n  name: {local \"表情\", universal \"Exp\"}\n  special: 1\n  items: [\n    Bone 40\n    \
         Morph 41\n  ]\n"
    );
    assert_eq!(mmdmap(["dump", "faces", &path, "--range", "..1"]).data(), "faces[0] 4\n");
    let materials = mmdmap(["dump", "materials", &path]).data();
    assert!(materials.contains(r#"memo: "覚え, \"書き\"\r\n二行目""#), "{materials}");
}

#[test]
fn floats_that_json_cannot_say_survive_as_their_bits() {
    let odd = [f32::from_bits(0x7fc0_0001), f32::NEG_INFINITY, -0.0];
    let parts = Parts { bones: vec![Bone { position: odd, ..bone("x", -1) }], ..named("") };
    let path = folder("floats").put("a.pmx", &write(&parts, Version::V2_0, NARROW));
    let out = mmdmap(["dump", "bones", &path, "--json"]).data();
    assert!(out.contains(r#""position":["f32:0x7fc00001","f32:0xff800000",-0.0]"#), "{out}");
    let csv = mmdmap(["dump", "bones", &path, "--csv"]).data();
    assert!(csv.contains(",f32:0x7fc00001,f32:0xff800000,-0.0,"), "{csv}");
    assert!(mmdmap(["dump", "bones", &path]).data().contains("[f32:0x7fc00001, f32:0xff800000, -0.0]"));
}

#[test]
fn every_float_comes_back_exactly() {
    let floats = [0.1, 16_777_216.0, 1e-45, f32::MAX, 1.0 / 3.0, 1e21, 123_456.79, f32::MIN_POSITIVE, 1e-7];
    let bones = floats.iter().map(|&x| Bone { position: [x, -x, 0.0], ..bone("", -1) }).collect();
    let path = folder("exact").put("a.pmx", &write(&Parts { bones, ..named("") }, Version::V2_0, NARROW));
    let json = mmdmap(["dump", "bones", &path, "--json"]).data();
    let csv = mmdmap(["dump", "bones", &path, "--csv"]).data();
    for ((line, row), x) in json.lines().zip(csv.lines().skip(1)).zip(floats) {
        let (_, position) = line.split_once("\"position\":[").unwrap();
        let first = position.split(',').next().unwrap();
        assert_eq!(first.parse::<f32>().unwrap().to_bits(), x.to_bits(), "{line}");
        assert!(first.len() <= format!("{x:?}").len() + 1, "{first} is longer than it needs to be");
        assert_eq!(row.split(',').nth(3).unwrap().parse::<f32>().unwrap().to_bits(), x.to_bits(), "{row}");
    }
}

#[test]
fn bytes_that_are_no_text_survive_beside_it() {
    let parts = Parts { textures: vec![Text::new("a?b"), Text::new("ok")], ..named("n?") };
    let mut bytes = write(&parts, Version::V2_0, NARROW);
    bytes.iter_mut().filter(|byte| **byte == b'?').for_each(|byte| *byte = 0xff);
    let path = folder("hex").put("a.pmx", &bytes);
    assert_eq!(
        mmdmap(["dump", "textures", &path, "--json"]).data(),
        "{\"index\":0,\"value\":\"a\u{fffd}b\",\"value_hex\":\"61ff62\"}\n{\"index\":1,\"value\":\"ok\"}\n"
    );
    assert_eq!(
        mmdmap(["dump", "textures", &path, "--csv"]).data(),
        "index,value,value_hex\n0,a\u{fffd}b,61ff62\n1,ok,\n"
    );
    let info = mmdmap(["dump", "info", &path, "--json"]).data();
    assert!(info.contains("\"name\":{\"local\":\"n\u{fffd}\",\"local_hex\":\"6eff\",\"universal\":\"\"}"), "{info}");
    assert!(mmdmap(["dump", "textures", &path]).data().contains("\"a\u{fffd}b\" (bytes 61ff62)"));
}

#[test]
fn a_range_is_as_it_is_written() {
    let parts = Parts { faces: (10..20).map(Index::new).collect(), ..named("") };
    let path = folder("range").put("a.pmx", &write(&parts, Version::V2_0, NARROW));
    let indices = |range: &str| -> Vec<u64> {
        let lines = mmdmap(["dump", "faces", &path, "--json", "--range", range]).json_lines();
        lines.iter().for_each(|line| assert_eq!(line["value"], json!(line["index"].as_u64().unwrap() + 10)));
        lines.iter().map(|line| line["index"].as_u64().unwrap()).collect()
    };
    assert_eq!(indices("3..5"), [3, 4]);
    assert_eq!(indices("3..=5"), [3, 4, 5]);
    assert_eq!(indices("8.."), [8, 9]);
    assert_eq!(indices("..2"), [0, 1]);
    assert_eq!(indices("7"), [7]);
    assert_eq!(indices("9..1000"), [9]);
    assert_eq!(indices("4..4"), [0; 0]);
    let beyond = mmdmap(["dump", "faces", &path, "--range", "10..12"]);
    assert_eq!((beyond.code, beyond.out.as_str()), (Some(0), ""));
    assert!(beyond.err.contains("10 records"), "{}", beyond.err);
    for wrong in ["5..3", "a..b", "-1..2", ""] {
        let range = format!("--range={wrong}");
        assert_eq!(mmdmap(["dump", "faces", &path, range.as_str()]).code, Some(2), "{wrong:?}");
    }
}

/// A reader of CSV as RFC 4180 has it.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.push(chars.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    assert!(!quoted && cell.is_empty() && row.is_empty(), "the last line has its end");
    rows
}

/// What a JSON record holds, as cells would hold it.
fn leaves(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            // A variant.
            if name.starts_with(char::is_uppercase) {
                into.push(name.clone());
            }
            leaves(value, into);
        }),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        Value::String(text) => into.push(text.clone()),
        Value::Number(number) => into.push(number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

#[test]
fn csv_has_a_place_for_everything_that_json_shows() {
    let mut all = everything_bytes();
    all[8] = 9; // one setting more than we know,
    all.insert(17, 99); // the last of them
    let path = folder("csv_all").put("a.pmx", &all);
    let nothing = folder("csv_none").put("a.pmx", &triangle_bytes());
    for section in SECTIONS {
        let rows = csv(&mmdmap(["dump", section, &path, "--csv"]).data());
        let (titles, rows) = rows.split_first().unwrap();
        let other = mmdmap(["dump", section, &nothing, "--csv"]);
        assert_eq!(csv(&other.out)[0], *titles, "{section}: the same columns for every file");

        let mut by_index: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for row in rows {
            assert_eq!(row.len(), titles.len(), "{section}: {row:?}");
            by_index.entry(&row[0]).or_default().extend(row.iter().map(String::as_str));
        }
        let records = mmdmap(["dump", section, &path, "--json"]).json_lines();
        assert_eq!(records.len(), by_index.len(), "{section}");
        for record in records {
            let cells = &by_index[record["index"].to_string().as_str()];
            let mut expected = Vec::new();
            leaves(&record, &mut expected);
            for leaf in expected {
                assert!(cells.contains(&leaf.as_str()), "{section}[{}]: {leaf} has no place", record["index"]);
            }
        }
        let used = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
        let unused: Vec<&String> = (0..titles.len()).filter(|i| !used(i)).map(|i| &titles[i]).collect();
        let expected = |title: &str| title.ends_with("_hex");
        assert!(unused.iter().all(|title| expected(title)), "{section}: never filled: {unused:?}");
    }
}

#[test]
fn csv_gives_each_item_a_row_and_variants_their_columns() {
    let path = folder("csv").put("a.pmx", &everything_bytes());
    let table = |section: &str| {
        let rows = csv(&mmdmap(["dump", section, &path, "--csv"]).data());
        let titles = rows[0].clone();
        let cell = move |row: &[String], title: &str| {
            row[titles.iter().position(|t| t == title).unwrap_or_else(|| panic!("no column {title}"))].clone()
        };
        (rows[1..].to_vec(), cell)
    };

    let (vertices, cell) = table("vertices");
    assert_eq!(vertices.len(), 5);
    let kinds: Vec<String> = vertices.iter().map(|row| cell(row, "deform.kind")).collect();
    assert_eq!(kinds, ["Bdef1", "Bdef2", "Bdef4", "Sdef", "Qdef"]);
    let first: Vec<String> = vertices.iter().map(|row| cell(row, "deform.bones.0")).collect();
    assert_eq!(first, ["1", "2", "4", "8", "10"], "whatever the kind, in one column");
    assert_eq!(cell(&vertices[0], "deform.weights.0"), "");

    let (bones, cell) = table("bones");
    let links: Vec<[String; 4]> = bones
        .iter()
        .map(|row| ["index", "ik.links.number", "ik.links.bone", "ik.links.limits.kind"].map(|title| cell(row, title)))
        .collect();
    assert_eq!(links, [["0", "0", "21", "Free"], ["0", "1", "22", "Within"], ["1", "", "", ""]]);
    assert_eq!(cell(&bones[0], "name.local"), cell(&bones[1], "name.local"), "repeated, to be filtered by");
    assert_eq!((cell(&bones[0], "tail_bone"), cell(&bones[2], "tail_offset.y")), ("16".into(), "1.0".into()));

    let (morphs, cell) = table("morphs");
    assert_eq!(morphs.len(), 11 + 2 + 1, "one of three offsets, one of none");
    assert_eq!(cell(morphs.last().unwrap(), "offsets.kind"), "Vertex");
    assert_eq!(cell(morphs.last().unwrap(), "offsets.number"), "");

    let (soft, cell) = table("soft-bodies");
    let items: Vec<[String; 4]> = soft
        .iter()
        .map(|row| ["anchors.number", "anchors.body", "pins.number", "pins"].map(|title| cell(row, title)))
        .collect();
    assert_eq!(
        items,
        [["0", "80", "", ""], ["1", "81", "", ""], ["", "", "0", "83"], ["", "", "1", "84"], ["", "", "2", "85"]]
    );

    let (materials, cell) = table("materials");
    assert_eq!(cell(&materials[0], "memo"), "覚え, \"書き\"\r\n二行目");
    let toons: Vec<[String; 2]> =
        materials.iter().map(|row| ["toon.kind", "toon"].map(|title| cell(row, title))).collect();
    assert_eq!(toons, [["Texture", "6"], ["Shared", "2"]]);
}

#[test]
fn csv_holds_no_formula_and_begins_with_a_mark_if_told_so() {
    let names = ["=1+1", "+首", "-", "@x", "'quoted", "首"];
    let parts = Parts { textures: names.map(Text::new).to_vec(), ..named("") };
    let path = folder("formula").put("a.pmx", &write(&parts, Version::V2_0, NARROW));
    let plain = mmdmap(["dump", "textures", &path, "--csv"]).data();
    let cells: Vec<String> = csv(&plain).iter().skip(1).map(|row| row[1].clone()).collect();
    assert_eq!(cells, ["'=1+1", "'+首", "'-", "'@x", "''quoted", "首"]);
    let marked = mmdmap(["dump", "textures", &path, "--csv", "--bom"]).data();
    assert_eq!(marked, format!("\u{feff}{plain}"));
    assert_eq!(mmdmap(["dump", "textures", &path, "--bom"]).code, Some(2));
    assert_eq!(mmdmap(["dump", "textures", &path, "--csv", "--json"]).code, Some(2));
}

#[test]
fn a_section_that_is_not_there_is_no_error() {
    let path = folder("absent").put("a.pmx", &triangle_bytes());
    let run = mmdmap(["dump", "soft-bodies", &path, "--json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert!(run.err.contains("no section soft-bodies"), "{}", run.err);
    assert_eq!(mmdmap(["dump", "hair", &path]).code, Some(2));
    // Words of other tools are understood.
    assert_eq!(mmdmap(["dump", "rigids", &path]).data(), "");
}

// ---- digest

fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The canonical dumps of [`triangle`], by hand.
fn triangle_dumps() -> Vec<(&'static str, Vec<u8>)> {
    let f = |floats: &[f32]| floats.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let i = |numbers: &[i32]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let text = |text: &str| [i(&[text.len() as i32]), text.as_bytes().to_vec()].concat();
    let bone = |name: &str, parent: i32| {
        [
            text(name),
            text(""),
            f(&[0.0, 8.0, 0.0]),
            i(&[parent]),
            i(&[0]),             // layer
            vec![0x02, 0x00],    // flags
            f(&[0.0, 1.0, 0.0]), // tail
        ]
        .concat()
    };
    let material = [
        text("髪"),
        text(""),
        f(&[1.0, 1.0, 1.0, 1.0]),
        f(&[0.0, 0.0, 0.0]),
        f(&[5.0]),
        f(&[0.5, 0.5, 0.5]),
        vec![0x10],
        f(&[0.0, 0.0, 0.0, 1.0]),
        f(&[1.0]),
        i(&[0]),  // texture
        i(&[-1]), // sphere
        vec![0],  // sphere mode
        vec![1],  // shared toon
        i(&[2]),
        text(""),
        i(&[3]),
    ]
    .concat();
    vec![
        ("positions", f(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.5, -0.5])),
        ("normals", f(&[0.0, 0.0, -1.0].repeat(3))),
        ("uvs", f(&[0.25, 0.75].repeat(3))),
        ("add_uvs", vec![]),
        ("weights", [vec![0], i(&[0]), vec![1], i(&[0, 1]), f(&[0.1]), vec![0], i(&[-1])].concat()),
        ("edge_scales", f(&[1.0; 3])),
        ("faces", i(&[0, 1, 2])),
        ("textures", text("tex\\髪.png")),
        ("materials", material),
        ("bones", [bone("全ての親", -1), bone("センター", 0)].concat()),
        ("morphs", vec![]),
        ("frames", vec![]),
        ("rigids", vec![]),
        ("joints", vec![]),
    ]
}

#[test]
fn digests_are_those_of_the_canonical_dumps_whatever_the_widths() {
    let expected: String = triangle_dumps().iter().map(|(part, bytes)| format!("{part} {}\n", sha256(bytes))).collect();
    let folder = folder("digest");
    let narrow = folder.put("narrow.pmx", &triangle_bytes());
    let wide = Globals { encoding: Encoding::Utf8, ..Globals::WIDE };
    let wide = folder.put("wide.pmx", &write(&triangle(), Version::V2_0, wide));
    assert_eq!(mmdmap(["digest", &narrow]).data(), expected);
    assert_eq!(mmdmap(["digest", &wide]).data(), expected);
    let both = format!("# {narrow}\n{expected}# {wide}\n{expected}");
    assert_eq!(mmdmap(["digest", &narrow, &wide]).data(), both);
    assert_eq!(mmdmap(["digest", folder.to_str().unwrap()]).data(), both);
}

#[test]
fn only_files_with_soft_bodies_have_a_digest_of_them() {
    let folder = folder("digest_soft");
    let with = folder.put("with.pmx", &write(&triangle(), Version::V2_1, NARROW));
    let without = folder.put("without.pmx", &triangle_bytes());
    let soft = format!("soft_bodies {}\n", sha256([]));
    assert!(mmdmap(["digest", &with]).data().ends_with(&soft));
    assert!(!mmdmap(["digest", &without]).data().contains("soft_bodies"));
}

/// A folder of real models and what an independent reader found in them: `files/` and `oracle/`.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("MMDMAP_CORPUS").map_or_else(beside, PathBuf::from);
    folder.join("oracle").is_dir().then_some(folder)
}

#[test]
fn digests_of_real_models_are_those_of_the_oracle() {
    let Some(corpus) = corpus() else { return println!("SKIPPED: no corpus (MMDMAP_CORPUS)") };
    let mut expected = BTreeMap::new();
    for oracle in fs::read_dir(corpus.join("oracle")).unwrap() {
        let oracle: Value = serde_json::from_slice(&fs::read(oracle.unwrap().path()).unwrap()).unwrap();
        if oracle["format"] == "pmx" && oracle["ok"] == true {
            let hashes = oracle["hashes"].as_object().unwrap();
            let hashes: BTreeMap<_, _> =
                hashes.iter().map(|(part, hash)| (part.clone(), hash.as_str().unwrap().to_owned())).collect();
            expected.insert(oracle["file"].as_str().unwrap().to_owned(), hashes);
        }
    }
    assert!(!expected.is_empty());
    let run = mmdmap([OsStr::new("digest"), corpus.join("files").as_os_str()]);
    let mut got: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let mut name = String::new();
    for line in run.out.lines() {
        match line.strip_prefix("# ") {
            Some(path) => name = Path::new(path).file_name().unwrap().to_str().unwrap().to_owned(),
            None => {
                let (part, hash) = line.split_once(' ').unwrap();
                got.entry(name.clone()).or_default().insert(part.to_owned(), hash.to_owned());
            }
        }
    }
    for (name, hashes) in &expected {
        assert_eq!(got.get(name), Some(hashes), "{name}");
    }
    println!("digests of {} files agree with the oracle", expected.len());
}

// ---- what all commands share

#[test]
fn a_broken_file_keeps_no_other_from_being_done() {
    let folder = folder("broken");
    let good = folder.put("a.pmx", &triangle_bytes());
    let broken = folder.put("b.pmx", b"PMX nonsense");
    let missing = folder.join("c.pmx").to_str().unwrap().to_owned();
    let run = mmdmap(["inspect", "--json", &broken, &good, &missing, &good]);
    assert_eq!(run.code, Some(3));
    let files: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone()).collect();
    assert_eq!(files, [json!(good), json!(good)]);
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with(&format!("error: {broken}: header.version at byte 0x4: ")), "{}", errors[0]);
    assert!(errors[1].starts_with(&format!("error: {missing}: ")), "{}", errors[1]);

    for args in [["digest", &broken], ["inspect", &missing], ["inspect", &broken]] {
        let run = mmdmap(args);
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    }
    let dump = mmdmap(["dump", "bones", &broken, "--csv"]);
    assert_eq!((dump.code, dump.out.as_str()), (Some(3), ""));
}

#[test]
fn a_cut_file_is_refused_with_a_hint_and_opened_when_asked_to() {
    let bytes = triangle_bytes();
    // Inside the last bone.
    let path = folder("cut").put("a.pmx", &bytes[..bytes.len() - 4 * 4 - 5]);
    let refused = mmdmap(["dump", "bones", &path, "--json"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""));
    assert!(refused.err.contains("bones") && refused.err.contains("--salvage"), "{}", refused.err);
    let salvaged = mmdmap(["dump", "bones", &path, "--json", "--salvage"]);
    assert_eq!(salvaged.code, Some(0));
    assert_eq!(salvaged.out.lines().count(), 1);
    assert!(salvaged.err.starts_with(&format!("repair: {path}: cut: bones")), "{}", salvaged.err);
    let inspected = mmdmap(["inspect", "--salvage", &path]);
    assert!(inspected.out.contains("1 of 2") && inspected.out.contains("(behind the cut)"), "{}", inspected.out);
}

#[test]
fn repairs_are_listed_on_standard_error_and_refused_by_strict() {
    let bytes = [triangle_bytes(), vec![0; 4]].concat();
    let path = folder("repairs").put("a.pmx", &bytes);
    let end = bytes.len() - 4;
    for command in ["digest", "inspect"] {
        let run = mmdmap([command, &path]);
        assert_eq!(run.code, Some(0));
        let expected = format!(
            "repair: {path}: trailing-bytes: end at byte {end:#x}: 4 bytes after the last section; kept as they are\n"
        );
        assert_eq!(run.err, expected);
    }
    let run = mmdmap(["inspect", "--json", &path]);
    let one: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&one["repair_count"], &one["trailing"]), (&json!(1), &json!(4)));
    assert_eq!(
        one["repairs"],
        json!([{"code": "trailing-bytes", "section": "end", "record": null, "field": "", "offset": end, "line": null, "column": null,
            "problem": "4 bytes after the last section", "done": "kept as they are"}])
    );
    let strict = mmdmap(["inspect", "--strict", &path]);
    assert_eq!((strict.code, strict.out.as_str()), (Some(3), ""));
    assert_eq!(mmdmap(["inspect", "--strict", "--salvage", &path]).code, Some(2));
}

#[test]
fn repairs_are_counted_where_they_are_too_many_to_list() {
    let mut bytes = Vec::from(&b"PMX \x00\x00\x00\x40\x08\x00\x00\x01\x01\x01\x01\x01\x01"[..]);
    bytes.extend([0; 16]); // info
    bytes.extend([0; 8]); // vertices, faces
    bytes.extend(150i32.to_le_bytes()); // textures
    (0..150).for_each(|_| bytes.extend((-1i32).to_le_bytes()));
    bytes.extend([0; 6 * 4]);
    let run = mmdmap(["digest", &folder("many_repairs").put("a.pmx", &bytes)]);
    assert_eq!((run.code, run.err.lines().count()), (Some(0), 101));
    assert!(run.err.lines().last().unwrap().ends_with("negative-text-length: 50 more"), "{}", run.err);
}

#[test]
fn standard_input_is_a_file_too() {
    let path = folder("stdin").put("a.pmx", &triangle_bytes());
    let from_stdin = |args: &[&str]| {
        let output = tool(args).stdin(fs::File::open(&path).unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(from_stdin(&["digest", "-"]), mmdmap(["digest", &path]).data());
    assert_eq!(from_stdin(&["dump", "bones", "-", "--json"]), mmdmap(["dump", "bones", &path, "--json"]).data());
    let one: Value = serde_json::from_str(&from_stdin(&["inspect", "--json", "-"])).unwrap();
    assert_eq!((&one["file"], &one["backing"]), (&json!("-"), &json!("memory")));
    let empty = mmdmap(["inspect", "-"]);
    assert_eq!(empty.code, Some(3));
    assert!(empty.err.starts_with("error: -: header.signature at byte 0x0: the file is empty"), "{}", empty.err);
}

#[test]
fn folders_stand_for_the_models_in_them() {
    let folder = folder("folders");
    let bytes = triangle_bytes();
    for name in ["b/2.pmx", "b/1.PMX", "a.pmx", "c/d/e.pmx", "b/readme.txt", "pmx"] {
        folder.put(name, &bytes);
    }
    let files = |run: Run| -> Vec<String> {
        run.json_lines().iter().map(|one| one["file"].as_str().unwrap().replace('\\', "/")).collect()
    };
    let root = folder.to_str().unwrap().replace('\\', "/");
    let found = files(mmdmap(["inspect".as_ref(), "--json".as_ref(), folder.as_os_str()]));
    assert_eq!(found, ["a.pmx", "b/1.PMX", "b/2.pmx", "c/d/e.pmx"].map(|name| format!("{root}/{name}")));
    let empty = folder.join("empty");
    fs::create_dir(&empty).unwrap();
    let run = mmdmap(["digest".as_ref(), empty.as_os_str()]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.contains("a folder without a .pmx or .vpd or .vmd file"), "{}", run.err);
    assert_eq!(mmdmap(["dump".as_ref(), "bones".as_ref(), folder.as_os_str()]).code, Some(3));
}

#[test]
fn many_files_are_printed_in_order() {
    let folder = folder("order");
    let mut expected = Vec::new();
    for i in 0..60 {
        // The first take longest.
        let faces = vec![Index::new(0); 3 * (60 - i) * 500];
        let bytes = write(&Parts { faces, ..triangle() }, Version::V2_0, NARROW);
        expected.push(format!("# {}", folder.put(&format!("{i:02}.pmx"), &bytes)));
    }
    let out = mmdmap(["digest".as_ref(), folder.as_os_str()]).data();
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(heads, expected);
}

#[test]
fn files_are_mapped_when_the_user_says_so() {
    let path = folder("mmap").put("a.pmx", &triangle_bytes());
    let backing = |args: &[&str]| mmdmap(args).json_lines()[0]["backing"].clone();
    assert_eq!(backing(&["inspect", "--json", &path]), "read");
    assert_eq!(backing(&["inspect", "--json", "--mmap", "never", &path]), "read");
    if cfg!(unix) {
        assert_eq!(backing(&["inspect", "--json", "--mmap", "always", &path]), "mapped");
        let comment = Name::new(keep("x".repeat(16 << 20)), "");
        let large = Parts::new(Info { name: Name::new("", ""), comment });
        let large = write(&large, Version::V2_0, NARROW);
        let large = folder("mmap_large").put("a.pmx", &large);
        assert_eq!(backing(&["inspect", "--json", &large]), "mapped");
        assert_eq!(backing(&["inspect", "--json", "--mmap=never", &large]), "read");
        fs::remove_file(large).unwrap();
    }
    assert_eq!(mmdmap(["inspect", "--mmap", "perhaps", &path]).code, Some(2));
}

#[test]
fn names_cannot_work_the_terminal() {
    let evil = "\u{202e}a\u{1b}]0;x\u{7}\u{9b}b\u{200b}\r";
    let parts = Parts { textures: vec![Text::new(evil)], bones: vec![bone(evil, -1)], ..named(evil) };
    let folder = folder("escape");
    let path = folder.put("a.pmx", &write(&parts, Version::V2_0, NARROW));
    let bad = ['\u{202e}', '\u{1b}', '\u{7}', '\u{9b}', '\u{200b}', '\r'];
    for args in [
        &["inspect", &path][..],
        &["inspect", "--json", &path],
        &["dump", "bones", &path],
        &["dump", "bones", &path, "--json"],
        &["dump", "textures", &path],
    ] {
        assert!(!mmdmap(args).data().contains(bad), "{args:?}");
    }
    let name = r"  name      \u{202e}a\u{1b}]0;x\u{7}\u{9b}b\u{200b}\u{d}";
    assert!(mmdmap(["inspect", &path]).data().lines().any(|line| line == name));
    // JSON loses nothing by it.
    assert_eq!(mmdmap(["dump", "textures", &path, "--json"]).json_lines()[0]["value"], evil);
    // Nor do names of files get through.
    if cfg!(unix) {
        let path = folder.put("\u{1b}[31m\n.pmx", b"PMX");
        let run = mmdmap(["digest", &path, &path]);
        assert_eq!((run.code, run.err.lines().count()), (Some(3), 2));
        assert!(run.err.contains(r"\u{1b}[31m\u{a}.pmx"), "{}", run.err);
    }
}

#[test]
fn colour_is_for_terminals_and_those_who_ask_for_it() {
    let path = folder("colour").put("a.pmx", &triangle_bytes());
    assert!(!mmdmap(["inspect", &path]).data().contains('\u{1b}'));
    assert!(!mmdmap(["inspect", "--color=never", &path]).data().contains('\u{1b}'));
    assert!(mmdmap(["inspect", "--color", "always", &path]).data().contains("\u{1b}[1m"));
    assert!(mmdmap(["--color", "always", "dump", "bones", &path]).data().contains("\u{1b}["));
    assert!(!mmdmap(["--color", "always", "dump", "bones", &path, "--json"]).data().contains('\u{1b}'));
    assert!(mmdmap(["digest", "--color", "always", "nowhere.pmx"]).err.contains("\u{1b}["));
    let forced = tool(["inspect", &path]).env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!forced.stdout.contains(&0x1b), "NO_COLOR has the last word");
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let faces = vec![Index::new(0); 300_000];
    let folder = folder("pipe");
    let path = folder.put("a.pmx", &write(&Parts { faces, ..named("") }, Version::V2_0, NARROW));
    let many = vec![path.clone(); 2000];
    let dumps = [
        ["dump", "faces", &path, "--json"],
        ["dump", "faces", &path, "--csv"],
        ["--color=auto", "dump", "faces", &path],
    ];
    let inspect = [&["inspect".to_owned()][..], &many].concat();
    let all = dumps.map(|args| args.map(str::to_owned).to_vec()).into_iter().chain([inspect]);
    for args in all {
        let mut child = tool(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let rest = child.wait_with_output().unwrap();
        let said = String::from_utf8(rest.stderr).unwrap();
        assert_eq!((rest.status.code(), said.as_str()), (Some(0), ""), "{:?}", &args[..2]);
    }
}

#[test]
fn a_full_disk_is_an_error() {
    if !Path::new("/dev/full").exists() {
        return println!("SKIPPED: no /dev/full");
    }
    let path = folder("full").put("a.pmx", &triangle_bytes());
    for args in [&["digest", &path][..], &["dump", "faces", &path], &["dump", "faces", &path, "--json"]] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = tool(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(said.starts_with("error: standard output: "), "{said}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = mmdmap(["completions", shell]).data();
        assert!(["mmdmap", "inspect", "salvage"].iter().all(|word| script.contains(word)), "{shell}");
    }
    assert_eq!(mmdmap(["completions", "tcsh"]).code, Some(2));
}

#[test]
fn a_command_line_that_makes_no_sense_is_told_so() {
    for args in [&[][..], &["inspect"], &["dump"], &["dump", "bones"], &["frobnicate"], &["digest", "--wat", "a.pmx"]] {
        let run = mmdmap(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!run.err.is_empty());
    }
    assert!(mmdmap(["--help"]).data().contains("Exit codes"));
    assert_eq!(mmdmap(["--version"]).data(), format!("mmdmap {}\n", env!("CARGO_PKG_VERSION")));
}

/// As text codes and flags say their names; as JSON they stay the numbers of the file.
#[test]
fn codes_and_flags_are_named_for_people() {
    let path = "examples/model/figure.pmx";
    let text = mmdmap(["dump", "joints", path, "--range", "0"]);
    assert!(text.out.contains("  kind: 0 (SPRING)\n"), "{}", text.out);
    let bones = mmdmap(["dump", "bones", path, "--range", "0"]);
    assert!(bones.out.contains("  flags: 31 (TAIL_IS_BONE | ROTATES | MOVES | SHOWN | OPERATES)\n"), "{}", bones.out);
    let json = mmdmap(["dump", "joints", path, "--range", "0", "--json"]);
    assert!(json.out.contains("\"kind\":0"), "{}", json.out);
}
