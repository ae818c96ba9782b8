//! A model with everything in it: every section, every kind of everything, every optional field there and not there.
use super::build::{Builder, File, Shape, To};

/// The usual shape, 70 vertices: more than one block, and a run of eight alike.
pub fn model() -> File {
    build(Shape::USUAL, 70)
}

/// A small one: a few vertices of each kind, for tests that look at every byte.
pub fn small() -> File {
    build(Shape::USUAL, 6)
}

/// In any shape, with so many vertices.
pub fn build(shape: Shape, vertex_count: usize) -> File {
    let deforms: Vec<u8> = (0..vertex_count).map(deform_kind).collect();
    // Each kind with two offsets; then a group and a vertex morph without any.
    let morphs: Vec<(u8, usize)> = (0..11).map(|kind| (kind, 2)).chain([(0, 0), (1, 0)]).collect();
    of_kinds(shape, &deforms, &[0, 1, 2, 2, 1, 3, 4, 200, 255], &morphs)
}

/// In any shape, with a vertex for each of these kinds of deform, these corners of faces, and morphs of these kinds with
/// so many offsets each. The rest has everything in it.
pub fn of_kinds(shape: Shape, deforms: &[u8], corners: &[i32], kinds: &[(u8, usize)]) -> File {
    let mut b = Builder::new(shape);
    info(&mut b);
    vertices(&mut b, deforms);
    faces(&mut b, corners);
    textures(&mut b);
    materials(&mut b);
    bones(&mut b);
    morphs(&mut b, kinds);
    display_frames(&mut b);
    rigid_bodies(&mut b);
    joints(&mut b);
    if shape.version == 2.1 {
        soft_bodies(&mut b);
    }
    b.end()
}

/// Nothing but counts of zero.
pub fn empty(shape: Shape) -> File {
    let mut b = Builder::new(shape);
    info(&mut b);
    for section in &super::SECTIONS[..if shape.version == 2.1 { 10 } else { 9 }] {
        b.section(section, 0);
    }
    b.end()
}

pub fn info(b: &mut Builder) {
    b.part("info");
    b.text("name.local", "モデル𠮷");
    b.text("name.universal", "model");
    b.text("comment.local", "行1\r\n行2");
    b.text("comment.universal", "");
}

/// A run of one kind, then all kinds in turn.
pub fn deform_kind(i: usize) -> u8 {
    if (16..40).contains(&i) { 1 } else { (i % 5) as u8 }
}

fn vertices(b: &mut Builder, kinds: &[u8]) {
    b.section("vertices", kinds.len());
    for &kind in kinds {
        vertex(b, kind);
    }
}

pub fn vertex(b: &mut Builder, kind: u8) {
    b.record();
    b.floats("base.position", 3);
    b.floats("base.normal", 3);
    b.floats("base.uv", 2);
    b.items("extra_uvs", b.shape().extra_uvs.into());
    for _ in 0..b.shape().extra_uvs {
        b.floats("extra_uvs", 4);
    }
    deform(b, kind);
    b.f32("edge_scale");
}

fn deform(b: &mut Builder, kind: u8) {
    match kind {
        0 => {
            b.kind("deform", 0, "Bdef1");
            b.index("deform.bone", To::Bone, 3);
        }
        1 => {
            b.kind("deform", 1, "Bdef2");
            b.indices("deform.bones", To::Bone, &[1, -1]);
            b.f32("deform.weight");
        }
        2 => {
            b.kind("deform", 2, "Bdef4");
            b.indices("deform.bones", To::Bone, &[1, 2, 3, 4]);
            b.floats("deform.weights", 4);
        }
        3 => {
            b.kind("deform", 3, "Sdef");
            b.indices("deform.bones", To::Bone, &[5, 4]);
            b.f32("deform.weight");
            b.floats("deform.c", 3);
            b.floats("deform.r0", 3);
            b.floats("deform.r1", 3);
        }
        _ => {
            b.kind("deform", 4, "Qdef");
            b.indices("deform.bones", To::Bone, &[-1, 7, -128, 127]);
            b.floats("deform.weights", 4);
        }
    }
}

fn faces(b: &mut Builder, corners: &[i32]) {
    b.section("faces", corners.len());
    for &corner in corners {
        b.record();
        b.index("", To::Vertex, corner);
    }
}

/// More than sixteen: the index notes every sixteenth.
fn textures(b: &mut Builder) {
    b.section("textures", 18);
    for i in 0..18 {
        b.record();
        b.text("", ["", "tex\\肌.png", "a"][i % 3]);
    }
}

fn materials(b: &mut Builder) {
    b.section("materials", 5);
    material(b, "材質1", 0x01, 0, Toon::Texture(2), 3);
    material(b, "材質2", 0x1e, 1, Toon::Shared(9), 0);
    material(b, "材質3", 0xe0, 2, Toon::Texture(-1), 3);
    material(b, "", 0xff, 3, Toon::Shared(255), 3);
    material(b, "材質1", 0x00, 255, Toon::Shared(0), -3);
}

pub enum Toon {
    Texture(i32),
    Shared(u8),
}

fn material(b: &mut Builder, name: &str, flags: u8, sphere_mode: u8, toon: Toon, index_count: i32) {
    b.record();
    b.names(name);
    b.floats("diffuse", 4);
    b.floats("specular", 3);
    b.f32("specular_power");
    b.floats("ambient", 3);
    b.u8("flags", flags);
    b.floats("edge_color", 4);
    b.f32("edge_size");
    b.index("texture", To::Texture, 1);
    b.index("sphere", To::Texture, -1);
    b.u8("sphere_mode", sphere_mode);
    match toon {
        Toon::Texture(index) => {
            b.kind("toon", 0, "Texture");
            b.index("toon", To::Texture, index);
        }
        Toon::Shared(number) => {
            b.kind("toon", 1, "Shared");
            b.u8("toon", number);
        }
    }
    b.text("memo", "key=value");
    b.i32("index_count", index_count);
}

/// The flags of the bones: nothing, each option alone, IK of several lengths, all options, all bits.
pub const BONE_FLAGS: [u16; 14] = [
    0x001f, // tail is a bone
    0x0000, // tail is an offset
    0x0100, // appends rotation
    0x0200, // appends translation
    0x0381, // both, locally
    0x0400, // fixed axis
    0x0800, // local axes
    0x1000, // after physics
    0x2000, // external parent
    0x0020, // IK with links free and limited
    0x3fa0, // everything
    0xffff, // every bit
    0xd040, // bits that mean nothing, and after physics
    0x0021, // IK without a link
];

fn bones(b: &mut Builder) {
    b.section("bones", BONE_FLAGS.len());
    for (i, flags) in BONE_FLAGS.into_iter().enumerate() {
        bone(b, i, flags);
    }
}

fn bone(b: &mut Builder, i: usize, flags: u16) {
    let has = |bit: u16| flags & bit != 0;
    b.record();
    b.names(["センター", "頭", "右ひじ"][i % 3]);
    b.floats("position", 3);
    b.index("parent", To::Bone, i as i32 - 1);
    b.i32("layer", [0, 1, -1][i % 3]);
    b.u16("flags", flags);
    if has(0x0001) {
        b.index("tail_bone", To::Bone, 2);
    } else {
        b.floats("tail_offset", 3);
    }
    if has(0x0300) {
        b.index("append.parent", To::Bone, 1);
        b.f32("append.ratio");
    }
    if has(0x0400) {
        b.floats("fixed_axis", 3);
    }
    if has(0x0800) {
        b.floats("local_axes.x", 3);
        b.floats("local_axes.z", 3);
    }
    if has(0x2000) {
        b.i32("external_parent", 7);
    }
    if has(0x0020) {
        ik(b, if has(0x0001) && !has(0x1000) { 0 } else { 3 });
    }
}

fn ik(b: &mut Builder, links: usize) {
    b.index("ik.target", To::Bone, 4);
    b.i32("ik.iterations", 40);
    b.f32("ik.limit_angle");
    b.list("ik.links", links);
    for i in 0..links {
        b.index(&format!("ik.links[{i}].bone"), To::Bone, i as i32 - 1);
        if i == 1 {
            b.kind(&format!("ik.links[{i}].limits"), 1, "Within");
            b.floats(&format!("ik.links[{i}].limits.min"), 3);
            b.floats(&format!("ik.links[{i}].limits.max"), 3);
        } else {
            b.kind(&format!("ik.links[{i}].limits"), 0, "Free");
            b.nothing(&format!("ik.links[{i}].limits"));
        }
    }
}

/// The kinds of morphs, by number.
pub const MORPH_KINDS: [&str; 11] =
    ["Group", "Vertex", "Bone", "Uv", "ExtraUv1", "ExtraUv2", "ExtraUv3", "ExtraUv4", "Material", "Flip", "Impulse"];

fn morphs(b: &mut Builder, kinds: &[(u8, usize)]) {
    b.section("morphs", kinds.len());
    for &(kind, offsets) in kinds {
        morph(b, kind, offsets);
    }
}

fn morph(b: &mut Builder, kind: u8, offsets: usize) {
    b.record();
    b.names(["まばたき", "あ"][usize::from(kind % 2)]);
    b.u8("panel", [0, 1, 2, 3, 4, 7][usize::from(kind % 6)]);
    b.kind("offsets", kind, MORPH_KINDS[usize::from(kind)]);
    b.list("offsets", offsets);
    for i in 0..offsets {
        let field = |name: &str| format!("offsets[{i}].{name}");
        let n = i as i32;
        match kind {
            0 | 9 => {
                b.index(&field("morph"), To::Morph, n - 1);
                b.f32(&field("ratio"));
            }
            1 => {
                b.index(&field("vertex"), To::Vertex, 200 + n);
                b.floats(&field("translation"), 3);
            }
            2 => {
                b.index(&field("bone"), To::Bone, n);
                b.floats(&field("translation"), 3);
                b.floats(&field("rotation"), 4);
            }
            3..=7 => {
                b.index(&field("vertex"), To::Vertex, 254 + n);
                b.floats(&field("offset"), 4);
            }
            8 => {
                b.index(&field("material"), To::Material, n - 1);
                b.u8(&field("operation"), [0, 1][i % 2]);
                b.floats(&field("diffuse"), 4);
                b.floats(&field("specular"), 3);
                b.f32(&field("specular_power"));
                b.floats(&field("ambient"), 3);
                b.floats(&field("edge_color"), 4);
                b.f32(&field("edge_size"));
                b.floats(&field("texture_tint"), 4);
                b.floats(&field("sphere_tint"), 4);
                b.floats(&field("toon_tint"), 4);
            }
            _ => {
                b.index(&field("body"), To::RigidBody, n);
                b.u8(&field("local"), [1, 0][i % 2]);
                b.floats(&field("velocity"), 3);
                b.floats(&field("torque"), 3);
            }
        }
    }
}

fn display_frames(b: &mut Builder) {
    b.section("display-frames", 3);
    display_frame(b, "Root", 1, &[(0, 0)]);
    display_frame(b, "表情", 1, &[(1, 3), (1, -1), (0, 2)]);
    display_frame(b, "", 0, &[]);
}

fn display_frame(b: &mut Builder, name: &str, special: u8, items: &[(u8, i32)]) {
    b.record();
    b.names(name);
    b.u8("special", special);
    b.list("items", items.len());
    for (i, &(kind, index)) in items.iter().enumerate() {
        let field = format!("items[{i}]");
        match kind {
            0 => {
                b.kind(&field, 0, "Bone");
                b.index(&field, To::Bone, index);
            }
            _ => {
                b.kind(&field, 1, "Morph");
                b.index(&field, To::Morph, index);
            }
        }
    }
}

fn rigid_bodies(b: &mut Builder) {
    b.section("rigid-bodies", 4);
    for i in 0..4u8 {
        b.record();
        b.names("剛体");
        b.index("bone", To::Bone, i32::from(i) - 1);
        b.u8("group", [0, 15, 16, 1][usize::from(i)]);
        b.u16("mask", [0xffff, 0x8001, 0, 2][usize::from(i)]);
        b.u8("shape", i); // the last is none that is known
        b.floats("size", 3);
        b.floats("position", 3);
        b.floats("rotation", 3);
        b.f32("mass");
        b.f32("linear_damping");
        b.f32("angular_damping");
        b.f32("restitution");
        b.f32("friction");
        b.u8("mode", i); // the last is none that is known
    }
}

fn joints(b: &mut Builder) {
    b.section("joints", 7);
    for kind in 0..7 {
        b.record();
        b.names("ジョイント");
        b.u8("kind", kind); // the last is none that is known
        b.index("a", To::RigidBody, 0);
        b.index("b", To::RigidBody, -1);
        b.floats("position", 3);
        b.floats("rotation", 3);
        b.floats("move_min", 3);
        b.floats("move_max", 3);
        b.floats("rotation_min", 3);
        b.floats("rotation_max", 3);
        b.floats("move_spring", 3);
        b.floats("rotation_spring", 3);
    }
}

fn soft_bodies(b: &mut Builder) {
    b.section("soft-bodies", 2);
    soft_body(b, 0, &[(0, 3, 1), (-1, 255, 0)], &[0, 200, 255]);
    soft_body(b, 1, &[], &[]);
}

fn soft_body(b: &mut Builder, shape: u8, anchors: &[(i32, i32, u8)], pins: &[i32]) {
    b.record();
    b.names("布");
    b.u8("shape", shape);
    b.index("material", To::Material, 1);
    b.u8("group", 3);
    b.u16("mask", 0x7fff);
    b.u8("flags", 0x85);
    b.i32("bending_distance", 2);
    b.i32("clusters", 5);
    b.f32("mass");
    b.f32("margin");
    b.i32("aerodynamics", 4);
    b.f32("config.velocity_correction");
    b.f32("config.damping");
    b.f32("config.drag");
    b.f32("config.lift");
    b.f32("config.pressure");
    b.f32("config.volume_conservation");
    b.f32("config.dynamic_friction");
    b.f32("config.pose_matching");
    b.f32("config.rigid_contact");
    b.f32("config.kinetic_contact");
    b.f32("config.soft_contact");
    b.f32("config.anchor");
    b.f32("cluster.rigid");
    b.f32("cluster.kinetic");
    b.f32("cluster.soft");
    b.f32("cluster.rigid_split");
    b.f32("cluster.kinetic_split");
    b.f32("cluster.soft_split");
    b.i32("iterations.velocity", 1);
    b.i32("iterations.position", 2);
    b.i32("iterations.drift", 3);
    b.i32("iterations.cluster", 4);
    b.f32("stiffness.linear");
    b.f32("stiffness.area");
    b.f32("stiffness.volume");
    b.list("anchors", anchors.len());
    for (i, &(body, vertex, near)) in anchors.iter().enumerate() {
        b.index(&format!("anchors[{i}].body"), To::RigidBody, body);
        b.index(&format!("anchors[{i}].vertex"), To::Vertex, vertex);
        b.u8(&format!("anchors[{i}].near"), near);
    }
    b.list("pins", pins.len());
    for (i, &pin) in pins.iter().enumerate() {
        b.index(&format!("pins[{i}]"), To::Vertex, pin);
    }
}
