//! A model about which there is nothing to say but that it is a PMX 2.1: what is found once a field of it is spoilt, is
//! found for that field.
use super::common::build::{Builder, File, Shape, To};
use super::common::verdict::{findings, warns};
use mmdmap::pmx::PmxIndex;
use mmdmap::pmx::check::Code;

/// Every section, every kind of deformation and of morphs, every optional field of a bone.
pub fn sound() -> File {
    let mut b = Builder::new(Shape::USUAL);
    b.part("info");
    b.text("name.local", "模型");
    b.text("name.universal", "model");
    b.text("comment.local", "行1\r\n行2");
    b.text("comment.universal", "");
    b.section("vertices", 6);
    for (i, kind) in [0, 1, 2, 3, 4, 0].into_iter().enumerate() {
        vertex(&mut b, [i as f32, (i * i) as f32, 1.0], kind);
    }
    b.section("faces", 6);
    for corner in [0, 1, 2, 3, 4, 5] {
        b.record();
        b.index("", To::Vertex, corner);
    }
    b.section("textures", 2);
    for path in ["tex\\肌.png", "tex\\髪.png"] {
        b.record();
        b.text("", path);
    }
    b.section("materials", 2);
    material(&mut b, "肌", 0, 3);
    material(&mut b, "髪", 1, 3);
    b.section("bones", 7);
    plain(&mut b, "センター", -1);
    plain(&mut b, "左足", 0);
    plain(&mut b, "左ひざ", 1);
    plain(&mut b, "左足首", 2);
    goal(&mut b, "左足ＩＫ", 0, 3, &[2, 1]);
    plain(&mut b, "先", 0);
    everything(&mut b, "全部", 0);
    b.section("morphs", 8);
    morphs(&mut b);
    b.section("display-frames", 3);
    frame(&mut b, "Root", 1, &[(0, 0)]);
    frame(&mut b, "表情", 1, &[0, 1, 2, 3, 4, 5, 6, 7].map(|morph| (1, morph)));
    frame(&mut b, "足", 0, &[1, 2, 3, 4, 5, 6].map(|bone| (0, bone)));
    b.section("rigid-bodies", 2);
    body(&mut b, "頭", 0);
    body(&mut b, "髪", 1);
    b.section("joints", 1);
    joint(&mut b, "髪");
    b.section("soft-bodies", 1);
    soft_body(&mut b, "布");
    b.end()
}

#[test]
fn about_the_sound_model_there_is_nothing_to_say() {
    assert_eq!(findings(&sound().bytes), [(Code::Version21, "header.version".to_owned())]);
}

/// Puts these bytes into a field of the sound model, so many bytes from its beginning: W, with just these findings.
#[track_caller]
pub fn spoil(path: &str, skip: usize, bytes: impl AsRef<[u8]>, expected: &[(Code, &str)]) -> (Vec<u8>, PmxIndex) {
    let file = sound();
    let odd = file.with_at(file.at(path) + skip, bytes);
    let index = warns(&file.bytes, &odd, expected);
    (odd, index)
}

/// The same, of what takes one code at the field itself.
#[track_caller]
pub fn spoil_one(path: &str, bytes: impl AsRef<[u8]>, code: Code) -> (Vec<u8>, PmxIndex) {
    spoil(path, 0, bytes, &[(code, path)])
}

fn floats(b: &mut Builder, field: &str, values: &[f32]) {
    values.iter().for_each(|&value| b.float(field, value));
}

pub fn vertex(b: &mut Builder, position: [f32; 3], kind: u8) {
    b.record();
    floats(b, "base.position", &position);
    floats(b, "base.normal", &[0.0, 0.0, -1.0]);
    floats(b, "base.uv", &[0.25, 0.5]);
    for _ in 0..b.shape().extra_uvs {
        floats(b, "extra_uvs", &[0.0; 4]);
    }
    match kind {
        0 => {
            b.kind("deform", 0, "Bdef1");
            b.index("deform.bone", To::Bone, 0);
        }
        1 => {
            b.kind("deform", 1, "Bdef2");
            b.indices("deform.bones", To::Bone, &[0, 1]);
            b.float("deform.weight", 0.25);
        }
        2 | 4 => {
            b.kind("deform", kind, if kind == 2 { "Bdef4" } else { "Qdef" });
            b.indices("deform.bones", To::Bone, &[0, 1, 2, 3]);
            floats(b, "deform.weights", &[0.5, 0.25, 0.125, 0.125]);
        }
        _ => {
            b.kind("deform", 3, "Sdef");
            b.indices("deform.bones", To::Bone, &[0, 1]);
            b.float("deform.weight", 0.25);
            floats(b, "deform.c", &[1.0; 3]);
            floats(b, "deform.r0", &[1.0; 3]);
            floats(b, "deform.r1", &[1.0; 3]);
        }
    }
    b.float("edge_scale", 1.0);
}

pub fn material(b: &mut Builder, name: &str, texture: i32, index_count: i32) {
    b.record();
    b.names(name);
    floats(b, "diffuse", &[0.5, 0.5, 0.5, 1.0]);
    floats(b, "specular", &[0.0; 3]);
    b.float("specular_power", 5.0);
    floats(b, "ambient", &[0.25; 3]);
    b.u8("flags", 0x10);
    floats(b, "edge_color", &[0.0, 0.0, 0.0, 1.0]);
    b.float("edge_size", 1.0);
    b.index("texture", To::Texture, texture);
    b.index("sphere", To::Texture, -1);
    b.u8("sphere_mode", 0);
    b.kind("toon", 1, "Shared");
    b.u8("toon", 9);
    b.text("memo", "");
    b.i32("index_count", index_count);
}

/// A bone up to its tail.
fn bone(b: &mut Builder, name: &str, parent: i32, layer: i32, flags: u16) {
    b.record();
    b.names(name);
    floats(b, "position", &[0.0, 1.0, 0.0]);
    b.index("parent", To::Bone, parent);
    b.i32("layer", layer);
    b.u16("flags", flags);
}
const USED: u16 = 0x001a; // turns, is shown, is operated

pub fn plain(b: &mut Builder, name: &str, parent: i32) {
    bone(b, name, parent, 0, USED);
    floats(b, "tail_offset", &[0.0, 1.0, 0.0]);
}

/// The goal of an IK chain; its first link has limits.
fn goal(b: &mut Builder, name: &str, parent: i32, target: i32, links: &[i32]) {
    bone(b, name, parent, 0, USED | 0x0020);
    floats(b, "tail_offset", &[0.0, 1.0, 0.0]);
    b.index("ik.target", To::Bone, target);
    b.i32("ik.iterations", 40);
    b.float("ik.limit_angle", 1.0);
    b.list("ik.links", links.len());
    for (i, &link) in links.iter().enumerate() {
        b.index(&format!("ik.links[{i}].bone"), To::Bone, link);
        if i > 0 {
            b.kind(&format!("ik.links[{i}].limits"), 0, "Free");
            continue;
        }
        b.kind(&format!("ik.links[{i}].limits"), 1, "Within");
        floats(b, &format!("ik.links[{i}].limits.min"), &[-1.0; 3]);
        floats(b, &format!("ik.links[{i}].limits.max"), &[1.0; 3]);
    }
}

/// Everything else that a bone may have.
pub fn everything(b: &mut Builder, name: &str, parent: i32) {
    bone(b, name, parent, 1, USED | 0x0001 | 0x0100 | 0x0400 | 0x0800 | 0x2000);
    b.index("tail_bone", To::Bone, 1);
    b.index("append.parent", To::Bone, 1);
    b.float("append.ratio", 0.5);
    floats(b, "fixed_axis", &[1.0, 0.0, 0.0]);
    floats(b, "local_axes.x", &[1.0, 0.0, 0.0]);
    floats(b, "local_axes.z", &[0.0, 0.0, 1.0]);
    b.i32("external_parent", 0);
}

fn morphs(b: &mut Builder) {
    fn begin(b: &mut Builder, name: &str, kind: u8) {
        b.record();
        b.names(name);
        b.u8("panel", 4);
        b.kind("offsets", kind, super::common::model::MORPH_KINDS[usize::from(kind)]);
        b.list("offsets", 1);
    }
    begin(b, "まとめ", 0);
    b.index("offsets[0].morph", To::Morph, 1);
    b.float("offsets[0].ratio", 1.0);
    begin(b, "あ", 1);
    b.index("offsets[0].vertex", To::Vertex, 2);
    floats(b, "offsets[0].translation", &[0.0, 0.5, 0.0]);
    begin(b, "曲げ", 2);
    b.index("offsets[0].bone", To::Bone, 1);
    floats(b, "offsets[0].translation", &[0.0; 3]);
    floats(b, "offsets[0].rotation", &[0.0, 0.0, 0.0, 1.0]);
    begin(b, "ＵＶ", 3);
    b.index("offsets[0].vertex", To::Vertex, 2);
    floats(b, "offsets[0].offset", &[0.5; 4]);
    begin(b, "ＵＶ１", 4);
    b.index("offsets[0].vertex", To::Vertex, 2);
    floats(b, "offsets[0].offset", &[0.5; 4]);
    begin(b, "色", 8);
    b.index("offsets[0].material", To::Material, -1);
    b.u8("offsets[0].operation", 1);
    floats(b, "offsets[0].colours and edges", &[0.5; 28]);
    begin(b, "裏", 9);
    b.index("offsets[0].morph", To::Morph, 1);
    b.float("offsets[0].ratio", 1.0);
    begin(b, "力", 10);
    b.index("offsets[0].body", To::RigidBody, 1);
    b.u8("offsets[0].local", 0);
    floats(b, "offsets[0].velocity", &[0.5; 3]);
    floats(b, "offsets[0].torque", &[0.5; 3]);
}

pub fn frame(b: &mut Builder, name: &str, special: u8, items: &[(u8, i32)]) {
    b.record();
    b.names(name);
    b.u8("special", special);
    b.list("items", items.len());
    for (i, &(kind, index)) in items.iter().enumerate() {
        b.kind(&format!("items[{i}]"), kind, if kind == 0 { "Bone" } else { "Morph" });
        b.index(&format!("items[{i}].index"), if kind == 0 { To::Bone } else { To::Morph }, index);
    }
}

fn body(b: &mut Builder, name: &str, mode: u8) {
    b.record();
    b.names(name);
    b.index("bone", To::Bone, 0);
    b.u8("group", 0);
    b.u16("mask", 0xffff);
    b.u8("shape", 1);
    floats(b, "size", &[1.0; 3]);
    floats(b, "position", &[0.0; 3]);
    floats(b, "rotation", &[0.0; 3]);
    b.float("mass", 1.0);
    b.float("linear_damping", 0.5);
    b.float("angular_damping", 0.5);
    b.float("restitution", 0.0);
    b.float("friction", 0.5);
    b.u8("mode", mode);
}

fn joint(b: &mut Builder, name: &str) {
    b.record();
    b.names(name);
    b.u8("kind", 0);
    b.index("a", To::RigidBody, 0);
    b.index("b", To::RigidBody, 1);
    floats(b, "position", &[0.0; 3]);
    floats(b, "rotation", &[0.0; 3]);
    floats(b, "move_min", &[0.0; 3]);
    floats(b, "move_max", &[0.0; 3]);
    floats(b, "rotation_min", &[-1.0; 3]);
    floats(b, "rotation_max", &[1.0; 3]);
    floats(b, "move_spring", &[0.0; 3]);
    floats(b, "rotation_spring", &[0.0; 3]);
}

fn soft_body(b: &mut Builder, name: &str) {
    b.record();
    b.names(name);
    b.u8("shape", 0);
    b.index("material", To::Material, 0);
    b.u8("group", 0);
    b.u16("mask", 0xffff);
    b.u8("flags", 1);
    b.i32("bending_distance", 2);
    b.i32("clusters", 0);
    b.float("mass", 1.0);
    b.float("margin", 0.05);
    b.i32("aerodynamics", 0);
    floats(b, "config", &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.2, 0.0, 1.0, 0.1, 1.0, 0.7]);
    floats(b, "cluster", &[0.1, 1.0, 0.5, 0.5, 0.5, 0.5]);
    for (field, rounds) in [("velocity", 0), ("position", 1), ("drift", 0), ("cluster", 4)] {
        b.i32(&format!("iterations.{field}"), rounds);
    }
    floats(b, "stiffness", &[1.0; 3]);
    b.list("anchors", 1);
    b.index("anchors[0].body", To::RigidBody, 1);
    b.index("anchors[0].vertex", To::Vertex, 2);
    b.u8("anchors[0].near", 1);
    b.list("pins", 1);
    b.index("pins[0]", To::Vertex, 3);
}
