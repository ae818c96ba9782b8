//! Small models for the fuzzer to start from, written by the crate's own writer, and such as it makes itself.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::pmx::*;
use mmdmap::{BoneIndex, Encoding, Globals, Many, MaterialIndex, MorphIndex, Name, RigidBodyIndex, Text, TextureIndex};
use mmdmap::{Vec2, Vec3, Vec4, VertexIndex, Width};

/// Name and bytes of each.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let narrow = Globals {
        encoding: Encoding::Utf16Le,
        extra_uvs: 0,
        vertex: Width::One,
        texture: Width::One,
        material: Width::One,
        bone: Width::One,
        morph: Width::One,
        rigid_body: Width::One,
    };
    let mixed = Globals { encoding: Encoding::Utf8, extra_uvs: 1, vertex: Width::Two, bone: Width::Two, ..narrow };
    let wide = Globals { extra_uvs: 4, ..Globals::WIDE };
    let empty = Parts::new(info());
    let v2_0 = |globals: Globals| write(&model(globals.extra_uvs, false), Version::V2_0, globals);
    let v2_1 = |globals: Globals| write(&model(globals.extra_uvs, true), Version::V2_1, globals);

    let whole = v2_0(narrow);
    let mut trailing = whole.clone();
    trailing.extend_from_slice(b"behind the end");
    let mut odd_signature = write(&empty, Version::V2_0, narrow);
    odd_signature[3] = b'?';
    let mut odd_encoding = write(&empty, Version::V2_1, mixed);
    odd_encoding[9] = 7;
    let mut negative_length = write(&empty, Version::V2_0, narrow);
    negative_length[17..21].copy_from_slice(&(-1i32).to_le_bytes());
    let mut block_and_a_half = Parts::new(info());
    block_and_a_half.vertices = (0..100u32).map(|i| vertex(0, deforms(true)[(i * i % 7 % 5) as usize])).collect();
    vec![
        ("empty_2_0", write(&empty, Version::V2_0, narrow)),
        ("empty_2_1", write(&empty, Version::V2_1, wide)),
        ("narrow_2_0", whole.clone()),
        ("mixed_2_0", v2_0(mixed)),
        ("mixed_2_1", v2_1(mixed)),
        ("wide_2_1", v2_1(wide)),
        ("vertices", write(&block_and_a_half, Version::V2_1, narrow)[..3900].to_vec()),
        ("cut_in_bones", whole[..whole.len() / 2].to_vec()),
        ("trailing", trailing),
        ("odd_signature", odd_signature),
        ("odd_encoding", odd_encoding),
        ("negative_length", negative_length),
    ]
}

/// A valid model that the bytes decide on: its version, encoding, widths and additional UVs, and how many of everything
/// there are. It takes as many of them as it needs, and zeros where there are none left.
pub fn made(input: &mut &[u8]) -> Vec<u8> {
    let mut below = |n: u8| {
        let (first, rest) = input.split_first().unwrap_or((&0, &[]));
        *input = rest;
        first % n
    };
    let v2_1 = below(2) == 1;
    let encoding = [Encoding::Utf16Le, Encoding::Utf8][usize::from(below(2))];
    let extra_uvs = below(5);
    let [vertex, texture, material, bone, morph, rigid_body] =
        [(); 6].map(|()| [Width::One, Width::Two, Width::Four][usize::from(below(3))]);
    let mut parts = model(extra_uvs, v2_1);
    // More than a block and a half of vertices; faces may be no triangle.
    again(&mut parts.vertices, below(100));
    again(&mut parts.faces, below(20));
    again(&mut parts.textures, below(4));
    again(&mut parts.materials, below(4));
    again(&mut parts.bones, below(6));
    again(&mut parts.morphs, below(12));
    again(&mut parts.display_frames, below(4));
    again(&mut parts.rigid_bodies, below(4));
    again(&mut parts.joints, below(4));
    again(&mut parts.soft_bodies, below(4));
    let globals = Globals { encoding, extra_uvs, vertex, texture, material, bone, morph, rigid_body };
    write(&parts, if v2_1 { Version::V2_1 } else { Version::V2_0 }, globals)
}

/// So many, one after the other again and again.
fn again<T: Clone>(records: &mut Vec<T>, n: u8) {
    *records = records.iter().cycle().take(n.into()).cloned().collect();
}

fn write(parts: &Parts, version: Version, globals: Globals) -> Vec<u8> {
    let mut bytes = Vec::new();
    parts.write_to(version, globals, &mut bytes).expect("the seeds fit their widths");
    bytes
}

fn info() -> Info<'static> {
    Info { name: Name::new("種", "seed"), comment: Name::new("一\r\n二", "") }
}

static BASE: VertexBase = VertexBase {
    position: Vec3::new([1.0, -2.0, 0.5]),
    normal: Vec3::new([0.0, 1.0, 0.0]),
    uv: Vec2::new([0.25, 0.75]),
};
static EXTRA: [Vec4; 4] = [Vec4::new([0.1, 0.2, 0.3, 0.4]); 4];

fn vertex(extra_uvs: u8, deform: Deform) -> Vertex<'static> {
    Vertex { base: &BASE, extra_uvs: ExtraUvs(&EXTRA[..extra_uvs.into()]), deform, edge_scale: 1.0 }
}

/// Every kind; the last belongs to 2.1.
fn deforms(qdef: bool) -> Vec<Deform> {
    let (bones, weight, unit) = ([BoneIndex::new(0), BoneIndex::new(1)], 0.75, [1.0; 3]);
    let four = Bdef4 { bones: [0, 1, 2, -1].map(BoneIndex::new), weights: [0.5, 0.25, 0.25, 0.0] };
    let mut all = vec![
        Deform::Bdef1(Bdef1 { bone: bones[0] }),
        Deform::Bdef2(Bdef2 { bones, weight }),
        Deform::Bdef4(four),
        Deform::Sdef(Sdef { bones, weight, c: unit, r0: unit, r1: unit }),
    ];
    all.extend(qdef.then_some(Deform::Qdef(four)));
    all
}

/// One or two of everything there is.
fn model(extra_uvs: u8, v2_1: bool) -> Parts<'static> {
    let mut parts = Parts::new(info());
    parts.vertices = deforms(v2_1).into_iter().map(|deform| vertex(extra_uvs, deform)).collect();
    parts.faces = [0, 1, 2, 2, 1, 3].map(VertexIndex::new).to_vec();
    parts.textures = vec![Text::new("tex\\肌.png"), Text::new("")];
    parts.materials = materials();
    parts.bones = bones();
    parts.morphs = morphs(v2_1);
    const LISTED: &[FrameItem] = &[FrameItem::Bone(BoneIndex::new(0)), FrameItem::Morph(MorphIndex::new(1))];
    parts.display_frames = vec![
        DisplayFrame { name: Name::new("表情", "Exp"), special: 1, items: Many::new(LISTED) },
        DisplayFrame { name: Name::new("空", "none"), special: 0, items: Many::new(&[]) },
    ];
    parts.rigid_bodies = vec![body(0, BodyMode::FOLLOWS_BONE), body(-1, BodyMode(9))];
    parts.joints = vec![joint()];
    if v2_1 {
        parts.soft_bodies = vec![soft_body()];
    }
    parts
}

fn materials() -> Vec<Material<'static>> {
    let one = |toon, index_count| Material {
        name: Name::new("材質", "material"),
        diffuse: [1.0, 0.5, 0.25, 1.0],
        specular: [0.1; 3],
        specular_power: 5.0,
        ambient: [0.4; 3],
        flags: MaterialFlags::all(),
        edge_color: [0.0, 0.0, 0.0, 1.0],
        edge_size: 1.0,
        texture: TextureIndex::new(0),
        sphere: TextureIndex::NONE,
        sphere_mode: SphereMode::ADD,
        toon,
        memo: Text::new("メモ"),
        index_count,
    };
    vec![one(Toon::Shared(SharedToon(3)), 3), one(Toon::Texture(TextureIndex::new(1)), 300)]
}

fn bones() -> Vec<Bone<'static>> {
    const LINKS: &[IkLink] = &[
        IkLink {
            bone: BoneIndex::new(1),
            limits: IkLimits::Within(AngleLimits { min: [-3.0, 0.0, 0.0], max: [-0.1, 0.0, 0.0] }),
        },
        IkLink { bone: BoneIndex::new(0), limits: IkLimits::Free(()) },
    ];
    let plain = Bone {
        name: Name::new("左足ＩＫ", "leg IK_L"),
        position: [0.0, 10.0, 0.0],
        parent: BoneIndex::NONE,
        layer: 0,
        flags: BoneFlags::ROTATES,
        tail_bone: None,
        tail_offset: Some([0.0, 1.0, 0.0]),
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    };
    let tail = Bone {
        parent: BoneIndex::new(0),
        layer: 1,
        flags: BoneFlags::TAIL_IS_BONE | BoneFlags::AFTER_PHYSICS,
        tail_bone: Some(BoneIndex::new(0)),
        tail_offset: None,
        ..plain
    };
    let everything = Bone {
        flags: BoneFlags::all(),
        append: Some(Append { parent: BoneIndex::new(1), ratio: 0.5 }),
        fixed_axis: Some([0.0, 0.0, 1.0]),
        local_axes: Some(LocalAxes { x: [1.0, 0.0, 0.0], z: [0.0, 0.0, 1.0] }),
        external_parent: Some(3),
        ik: Some(Ik { target: BoneIndex::new(1), iterations: 40, limit_angle: 2.0, links: Many::new(LINKS) }),
        ..tail
    };
    vec![plain, tail, everything]
}

fn morphs(v2_1: bool) -> Vec<Morph<'static>> {
    const RATIO: &[MorphOffset] = &[MorphOffset { morph: MorphIndex::new(1), ratio: 0.5 }];
    const VERTEX: &[VertexOffset] = &[
        VertexOffset { vertex: VertexIndex::new(0), translation: [0.0, 0.1, 0.0] },
        VertexOffset { vertex: VertexIndex::new(3), translation: [0.1, 0.0, 0.0] },
    ];
    const BONE: &[BoneOffset] =
        &[BoneOffset { bone: BoneIndex::new(0), translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] }];
    const UV: &[UvOffset] = &[UvOffset { vertex: VertexIndex::new(1), offset: [0.1, 0.0, 0.0, 0.0] }];
    const MATERIAL: &[MaterialOffset] = &[MaterialOffset {
        material: MaterialIndex::NONE,
        operation: MaterialOperation::ADD,
        diffuse: [0.1; 4],
        specular: [0.1; 3],
        specular_power: 1.0,
        ambient: [0.1; 3],
        edge_color: [0.1; 4],
        edge_size: 1.0,
        texture_tint: [1.0; 4],
        sphere_tint: [1.0; 4],
        toon_tint: [1.0; 4],
    }];
    const IMPULSE: &[ImpulseOffset] =
        &[ImpulseOffset { body: RigidBodyIndex::new(0), local: 1, velocity: [0.0, 1.0, 0.0], torque: [0.0; 3] }];
    let mut kinds = vec![
        MorphOffsets::Group(Many::new(RATIO)),
        MorphOffsets::Vertex(Many::new(VERTEX)),
        MorphOffsets::Bone(Many::new(BONE)),
        MorphOffsets::Uv(Many::new(UV)),
        MorphOffsets::ExtraUv1(Many::new(UV)),
        MorphOffsets::ExtraUv4(Many::new(&[])),
        MorphOffsets::Material(Many::new(MATERIAL)),
    ];
    if v2_1 {
        kinds.extend([MorphOffsets::Flip(Many::new(RATIO)), MorphOffsets::Impulse(Many::new(IMPULSE))]);
    }
    let morph = |offsets| Morph { name: Name::new("笑い", "smile"), panel: Panel::EYE, offsets };
    kinds.into_iter().map(morph).collect()
}

fn body(bone: i32, mode: BodyMode) -> RigidBody<'static> {
    RigidBody {
        name: Name::new("頭", "head"),
        bone: BoneIndex::new(bone),
        group: 1,
        mask: GroupMask::ALL,
        shape: BodyShape::CAPSULE,
        size: [0.5, 1.0, 0.0],
        position: [0.0, 10.0, 0.0],
        rotation: [0.0; 3],
        mass: 1.0,
        linear_damping: 0.5,
        angular_damping: 0.5,
        restitution: 0.0,
        friction: 0.5,
        mode,
    }
}

fn joint() -> Joint<'static> {
    Joint {
        name: Name::new("髪", "hair"),
        kind: JointKind::SPRING,
        a: RigidBodyIndex::new(0),
        b: RigidBodyIndex::new(1),
        position: [0.0, 10.0, 0.0],
        rotation: [0.0; 3],
        move_min: [0.0; 3],
        move_max: [0.0; 3],
        rotation_min: [-0.1; 3],
        rotation_max: [0.1; 3],
        move_spring: [0.0; 3],
        rotation_spring: [10.0; 3],
    }
}

fn soft_body() -> SoftBody<'static> {
    const ANCHORS: &[Anchor] = &[Anchor { body: RigidBodyIndex::new(0), vertex: VertexIndex::new(2), near: 1 }];
    const PINS: &[VertexIndex] = &[VertexIndex::new(0), VertexIndex::new(1)];
    SoftBody {
        name: Name::new("布", "cloth"),
        shape: SoftBodyShape::TRIANGLES,
        material: MaterialIndex::new(0),
        group: 2,
        mask: 0xfffe,
        flags: SoftBodyFlags::all(),
        bending_distance: 2,
        clusters: 4,
        mass: 1.0,
        margin: 0.05,
        aerodynamics: Aerodynamics::FACE_TWO_SIDED,
        config: SoftBodyConfig {
            velocity_correction: 1.0,
            damping: 0.1,
            drag: 0.0,
            lift: 0.0,
            pressure: 0.0,
            volume_conservation: 0.0,
            dynamic_friction: 0.2,
            pose_matching: 0.0,
            rigid_contact: 1.0,
            kinetic_contact: 0.1,
            soft_contact: 1.0,
            anchor: 0.7,
        },
        cluster: SoftBodyCluster {
            rigid: 0.1,
            kinetic: 1.0,
            soft: 0.5,
            rigid_split: 0.5,
            kinetic_split: 0.5,
            soft_split: 0.5,
        },
        iterations: SoftBodyIterations { velocity: 0, position: 1, drift: 0, cluster: 4 },
        stiffness: SoftBodyStiffness { linear: 1.0, area: 1.0, volume: 1.0 },
        anchors: Many::new(ANCHORS),
        pins: Many::new(PINS),
    }
}
