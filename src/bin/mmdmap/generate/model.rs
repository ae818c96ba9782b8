//! A generated model, section by section: nothing of it is held in memory but a record.
use super::pattern::Kinds;
use super::random::Random;
use super::recipe::Recipe;
use mmdmap::pmx::{
    Aerodynamics, Anchor, AngleLimits, Append, Bdef1, Bdef2, Bdef4, BodyMode, BodyShape, Bone, BoneFlags, BoneOffset,
    Composer, Deform, DisplayFrame, ExtraUvs, FrameItem, GroupMask, Ik, IkLimits, IkLink, ImpulseOffset, Info, Joint,
    JointKind, LocalAxes, Material, MaterialFlags, MaterialOffset, MaterialOperation, Morph, MorphOffset, MorphOffsets,
    Panel, RigidBody, Sdef, SharedToon, SoftBody, SoftBodyCluster, SoftBodyConfig, SoftBodyFlags, SoftBodyIterations,
    SoftBodyShape, SoftBodyStiffness, SphereMode, Toon, UvOffset, Version, Vertex, VertexBase, VertexOffset,
};
use mmdmap::{Index, Many, Name, Text, Vec4, WriteError};

pub fn info() -> Info<'static> {
    Info {
        name: Name::new("合成モデル", "Synthetic model"),
        comment: Name::new(
            "ベンチマーク用に生成されたモデル\r\nすべての値は乱数です",
            "Generated for benchmarks; every value is pseudo-random.",
        ),
    }
}

/// Writes all sections.
pub fn compose(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let mut random = Random::new(recipe.seed);
    vertices(recipe, &mut random, model)?;
    faces(recipe, &mut random, model)?;
    model.textures(recipe.textures, |i, put| put(Text::new(&format!("tex\\テクスチャ_{i:03}.png"))))?;
    materials(recipe, model)?;
    bones(recipe, &mut random, model)?;
    morphs(recipe, &mut random, model)?;
    display_frames(recipe, model)?;
    rigid_bodies(recipe, model)?;
    joints(recipe, model)?;
    if recipe.version == Version::V2_1 { soft_bodies(recipe, model) } else { Ok(()) }
}

/// The number of a thing; none where there are none of them.
fn index<T>(i: usize, of: usize) -> Index<T> {
    i.checked_rem(of).and_then(|i| i32::try_from(i).ok()).map_or(Index::NONE, Index::new)
}

/// A wide cylinder: neighbours are near each other and hang on bones near each other, normals have unit length.
fn vertices(recipe: &Recipe, random: &mut Random, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let mut kinds = Kinds::new(recipe.pattern, if recipe.version == Version::V2_1 { 5 } else { 4 });
    model.vertices(recipe.vertices, |i, put| {
        let (sin, cos) = (i as f32 * 0.013).sin_cos();
        let height = i as f32 / recipe.vertices as f32 * 20.0;
        let (dx, dz) = (random.between(-0.1, 0.1), random.between(-0.1, 0.1));
        let uv = [random.unit(), random.unit()];
        let base = VertexBase::new([cos * 5.0 + dx, height, sin * 5.0 + dz], [cos, 0.0, sin], uv);
        let extra_uvs: [_; 4] = numbers(|_| Vec4::new(numbers(|_| random.unit())));
        let kind = kinds.next(random);
        let near = i * recipe.bones / recipe.vertices + random.below(6);
        // Each another bone, as far as there are enough.
        let bone = |k: usize| index(near + k, recipe.bones);
        let deform = match kind {
            0 => Deform::Bdef1(Bdef1 { bone: bone(0) }),
            1 => Deform::Bdef2(Bdef2 { bones: [bone(0), bone(1)], weight: random.unit() }),
            3 => Deform::Sdef(Sdef {
                bones: [bone(0), bone(1)],
                weight: random.unit(),
                c: random.place(),
                r0: random.place(),
                r1: random.place(),
            }),
            four => {
                let first = random.between(0.1, 0.6);
                let second = random.between(0.1, 0.9 - first);
                let third = (1.0 - first - second) * 0.5;
                let weights = [first, second, third, 1.0 - first - second - third];
                let four_bones = Bdef4 { bones: [bone(0), bone(1), bone(2), bone(3)], weights };
                if four == 4 { Deform::Qdef(four_bones) } else { Deform::Bdef4(four_bones) }
            }
        };
        let extra_uvs = ExtraUvs(extra_uvs.get(..recipe.extra_uvs.into()).unwrap_or(&[]));
        put(Vertex { base: &base, extra_uvs, deform, edge_scale: 1.0 });
    })
}

/// Triangles of three vertices near each other, sweeping over the whole model.
fn faces(recipe: &Recipe, random: &mut Random, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let (triangles, vertices) = (recipe.triangles(), recipe.vertices);
    let span = vertices.min(64);
    let mut corners = [0; 3];
    model.faces(triangles * 3, |i, put| {
        if i % 3 == 0 {
            let base = (i / 3) * (vertices - span + 1) / triangles;
            let a = random.below(span);
            let b = (a + 1 + random.below(span - 2)) % span;
            let c = if (b + 1) % span == a { (a + 1) % span } else { (b + 1) % span };
            corners = [base + a, base + b, base + c];
        }
        put(index(corners[i % 3], vertices));
    })
}

fn materials(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let (triangles, materials) = (recipe.triangles(), recipe.materials);
    model.materials(materials, |i, put| {
        let share = triangles * (i + 1) / materials - triangles * i / materials;
        let texture = index(i, recipe.textures);
        put(Material {
            name: Name::new(&format!("材質{i}"), &format!("material {i}")),
            diffuse: [0.8, 0.7, 0.6, 1.0],
            specular: [0.1; 3],
            specular_power: 5.0,
            ambient: [0.4; 3],
            flags: MaterialFlags::from_bits_retain(0x1f),
            edge_color: [0.0, 0.0, 0.0, 1.0],
            edge_size: 0.5,
            texture,
            sphere: Index::NONE,
            sphere_mode: SphereMode::NONE,
            toon: if i % 2 == 0 { Toon::Shared(SharedToon((i % 10) as u8)) } else { Toon::Texture(texture) },
            memo: Text::new("メモ"),
            index_count: (share * 3) as i32,
        });
    })
}

fn bones(recipe: &Recipe, random: &mut Random, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let bones = recipe.bones;
    model.bones(bones, |i, put| {
        let flag = |when: bool, flag: BoneFlags| if when { flag } else { BoneFlags::empty() };
        let (ik, external) = (recipe.odd_bones && i % 29 == 28, recipe.odd_bones && i % 101 == 100);
        let (appends, fixed, axes) = (i % 7 == 3, i % 11 == 5, i % 13 == 6);
        let tail_is_bone = i % 2 == 0;
        let flags = BoneFlags::from_bits_retain(0x1e)
            | flag(tail_is_bone, BoneFlags::TAIL_IS_BONE)
            | flag(appends, BoneFlags::APPENDS_ROTATION)
            | flag(fixed, BoneFlags::FIXED_AXIS)
            | flag(axes, BoneFlags::LOCAL_AXES)
            | flag(external, BoneFlags::EXTERNAL_PARENT)
            | flag(ik, BoneFlags::IK);
        let back = |n: usize| i.checked_sub(n).map_or(Index::NONE, |i| index(i, bones));
        let limits = AngleLimits { min: [-3.1, 0.0, 0.0], max: [-0.01, 0.0, 0.0] };
        let links = [
            IkLink { bone: back(4), limits: IkLimits::Within(limits) },
            IkLink { bone: back(5), limits: IkLimits::Free(()) },
        ];
        let next = if i + 1 < bones { index(i + 1, bones) } else { Index::NONE };
        put(Bone {
            name: Name::new(&format!("ボーン{i}"), &format!("bone_{i}")),
            position: random.place(),
            parent: back(1 + random.below(i.min(16))),
            layer: 0,
            flags,
            tail_bone: tail_is_bone.then_some(next),
            tail_offset: (!tail_is_bone).then_some([0.0, 1.0, 0.0]),
            append: appends.then(|| Append { parent: back(2), ratio: 0.5 }),
            fixed_axis: fixed.then_some([1.0, 0.0, 0.0]),
            local_axes: axes.then_some(LocalAxes { x: [1.0, 0.0, 0.0], z: [0.0, 0.0, 1.0] }),
            external_parent: external.then_some(1),
            ik: ik.then(|| Ik { target: back(3), iterations: 40, limit_angle: 0.03, links: Many::new(&links) }),
        });
    })
}

/// Vertex morphs first, large ones; then a few offsets of each kind in turn.
fn morphs(recipe: &Recipe, random: &mut Random, model: &mut Composer<'_>) -> Result<(), WriteError> {
    const FEW: usize = 8;
    let Recipe { vertices, vertex_morphs, .. } = *recipe;
    let panels = [Panel::EYEBROW, Panel::EYE, Panel::MOUTH, Panel::OTHER];
    let mut offsets = Vec::new();
    model.morphs(recipe.morphs(), |i, put| {
        let names = (format!("表情{i}"), format!("morph_{i}"));
        let mut put = |offsets| put(Morph { name: Name::new(&names.0, &names.1), panel: panels[i % 4], offsets });
        let Some(other) = i.checked_sub(vertex_morphs) else {
            let stride = (vertices / recipe.offsets.max(1)).max(1);
            offsets.clear();
            offsets.extend((0..recipe.offsets).map(|k| VertexOffset {
                vertex: index(k * stride + i, vertices),
                translation: [random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-0.1, 0.1)],
            }));
            return put(MorphOffsets::Vertex(Many::new(&offsets)));
        };
        let groups: [_; FEW] = numbers(|k| MorphOffset { morph: index(k, vertex_morphs), ratio: 0.5 });
        let uvs: [_; FEW] = numbers(|k| UvOffset { vertex: index(k, vertices), offset: [0.1, 0.0, 0.0, 0.0] });
        let kind = match other % if recipe.version == Version::V2_1 { 11 } else { 9 } {
            uv @ 4..=7 if uv > 3 + usize::from(recipe.extra_uvs) => 3,
            10 if recipe.rigid_bodies == 0 => 0,
            kind => kind,
        };
        match kind {
            // Of the first vertex morphs only, so that there is no circle.
            0 => put(MorphOffsets::Group(Many::new(&groups))),
            1 => {
                let few: [_; FEW] =
                    numbers(|k| VertexOffset { vertex: index(k, vertices), translation: [0.0, 0.1, 0.0] });
                put(MorphOffsets::Vertex(Many::new(&few)));
            }
            2 => {
                let few: [_; FEW] = numbers(|k| BoneOffset {
                    bone: index(k, recipe.bones),
                    translation: [0.0, 0.1, 0.0],
                    rotation: [0.0, 0.0, 0.0, 1.0],
                });
                put(MorphOffsets::Bone(Many::new(&few)));
            }
            3 => put(MorphOffsets::Uv(Many::new(&uvs))),
            4 => put(MorphOffsets::ExtraUv1(Many::new(&uvs))),
            5 => put(MorphOffsets::ExtraUv2(Many::new(&uvs))),
            6 => put(MorphOffsets::ExtraUv3(Many::new(&uvs))),
            7 => put(MorphOffsets::ExtraUv4(Many::new(&uvs))),
            8 => {
                let few: [_; FEW] = numbers(|k| MaterialOffset {
                    // The first is of all materials.
                    material: if k == 0 { Index::NONE } else { index(k, recipe.materials) },
                    operation: if k % 2 == 0 { MaterialOperation::MULTIPLY } else { MaterialOperation::ADD },
                    diffuse: [0.5; 4],
                    specular: [0.5; 3],
                    specular_power: 0.5,
                    ambient: [0.5; 3],
                    edge_color: [0.5; 4],
                    edge_size: 0.5,
                    texture_tint: [0.5; 4],
                    sphere_tint: [0.5; 4],
                    toon_tint: [0.5; 4],
                });
                put(MorphOffsets::Material(Many::new(&few)));
            }
            9 => put(MorphOffsets::Flip(Many::new(&groups))),
            _ => {
                let few: [_; FEW] = numbers(|k| ImpulseOffset {
                    body: index(k, recipe.rigid_bodies),
                    local: 0,
                    velocity: [0.0, 1.0, 0.0],
                    torque: [0.0; 3],
                });
                put(MorphOffsets::Impulse(Many::new(&few)));
            }
        }
    })
}

/// One of each number.
fn numbers<T, const N: usize>(of: impl FnMut(usize) -> T) -> [T; N] {
    core::array::from_fn(of)
}

/// The two that every model has, and bones shared out among the others.
fn display_frames(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let Recipe { bones, display_frames: frames, .. } = *recipe;
    let morphs = recipe.morphs();
    let mut items = Vec::new();
    model.display_frames(frames, |i, put| {
        let names = match i {
            0 => ("Root".to_owned(), "Root".to_owned()),
            1 => ("表情".to_owned(), "Exp".to_owned()),
            _ => (format!("枠{i}"), format!("frame {i}")),
        };
        items.clear();
        match i {
            0 => items.extend((0..bones.min(1)).map(|k| FrameItem::Bone(index(k, bones)))),
            1 => items.extend((0..morphs).map(|k| FrameItem::Morph(index(k, morphs)))),
            _ => {
                let share = |i: usize| bones.saturating_sub(1) * i / (frames - 2) + 1;
                items.extend((share(i - 2)..share(i - 1)).map(|k| FrameItem::Bone(index(k, bones))));
            }
        }
        let special = u8::from(i < 2);
        put(DisplayFrame { name: Name::new(&names.0, &names.1), special, items: Many::new(&items) });
    })
}

fn rigid_bodies(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let shapes = [BodyShape::SPHERE, BodyShape::BOX, BodyShape::CAPSULE];
    let modes = [BodyMode::FOLLOWS_BONE, BodyMode::PHYSICS, BodyMode::PHYSICS_AT_BONE];
    model.rigid_bodies(recipe.rigid_bodies, |i, put| {
        put(RigidBody {
            name: Name::new(&format!("剛体{i}"), &format!("body_{i}")),
            bone: index(i, recipe.bones),
            group: (i % 16) as u8,
            mask: GroupMask::ALL,
            shape: shapes[i % 3],
            size: [0.5; 3],
            position: [0.0, 10.0, 0.0],
            rotation: [0.0; 3],
            mass: 1.0,
            linear_damping: 0.5,
            angular_damping: 0.5,
            restitution: 0.0,
            friction: 0.5,
            mode: modes[i % 3],
        });
    })
}

fn joints(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    model.joints(recipe.joints, |i, put| {
        put(Joint {
            name: Name::new(&format!("ジョイント{i}"), &format!("joint_{i}")),
            kind: JointKind::SPRING,
            a: index(i, recipe.rigid_bodies),
            b: index(i + 1, recipe.rigid_bodies),
            position: [0.1; 3],
            rotation: [0.1; 3],
            move_min: [0.1; 3],
            move_max: [0.1; 3],
            rotation_min: [0.1; 3],
            rotation_max: [0.1; 3],
            move_spring: [0.1; 3],
            rotation_spring: [0.1; 3],
        });
    })
}

fn soft_bodies(recipe: &Recipe, model: &mut Composer<'_>) -> Result<(), WriteError> {
    let anchors: [_; 5] =
        numbers(|k| Anchor { body: index(k, recipe.rigid_bodies), vertex: index(k, recipe.vertices), near: 0 });
    let anchors = if recipe.rigid_bodies == 0 { &[] } else { &anchors[..recipe.vertices.min(5)] };
    let pins: [_; 7] = numbers(|k| index(k, recipe.vertices));
    let pins = &pins[..recipe.vertices.min(7)];
    model.soft_bodies(recipe.soft_bodies, |i, put| {
        put(SoftBody {
            name: Name::new(&format!("ソフト{i}"), &format!("soft_{i}")),
            shape: if i % 2 == 0 { SoftBodyShape::TRIANGLES } else { SoftBodyShape::ROPE },
            material: index(i, recipe.materials),
            group: 1,
            mask: 0xffff,
            flags: SoftBodyFlags::empty(),
            bending_distance: 2,
            clusters: 4,
            mass: 1.0,
            margin: 0.05,
            aerodynamics: Aerodynamics::VERTEX_POINT,
            config: SoftBodyConfig {
                velocity_correction: 0.5,
                damping: 0.5,
                drag: 0.5,
                lift: 0.5,
                pressure: 0.5,
                volume_conservation: 0.5,
                dynamic_friction: 0.5,
                pose_matching: 0.5,
                rigid_contact: 0.5,
                kinetic_contact: 0.5,
                soft_contact: 0.5,
                anchor: 0.5,
            },
            cluster: SoftBodyCluster {
                rigid: 0.5,
                kinetic: 0.5,
                soft: 0.5,
                rigid_split: 0.5,
                kinetic_split: 0.5,
                soft_split: 0.5,
            },
            iterations: SoftBodyIterations { velocity: 1, position: 1, drift: 1, cluster: 1 },
            stiffness: SoftBodyStiffness { linear: 0.5, area: 0.5, volume: 0.5 },
            anchors: Many::new(anchors),
            pins: Many::new(pins),
        });
    })
}
