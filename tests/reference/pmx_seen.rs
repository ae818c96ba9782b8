//! What the crate's views show of a model, put into the structs of the reference: every field by name, so that one that
//! is added to a view has to be entered here.
use super::bytes::{Float, Told};
use super::differ::{Compared, Differ};
use super::pmx::*;
use mmdmap::pmx as seen;
use mmdmap::{Index, Many};

/// Section by section, record by record, field by field.
pub fn compare((model, told): &(Model, Told<Odd>), view: seen::Pmx<'_>) -> Compared {
    let mut differ = Differ::default();
    differ.one("header", &model.header, &header(view.header()))?;
    differ.one("info", &model.info, &info(view.info()))?;
    differ.all("vertices", &model.vertices, view.vertices(), vertex)?;
    differ.all("faces", &model.faces, view.faces(), Index::raw)?;
    differ.all("textures", &model.textures, view.textures(), text)?;
    differ.all("materials", &model.materials, view.materials(), material)?;
    differ.all("bones", &model.bones, view.bones(), bone)?;
    differ.all("morphs", &model.morphs, view.morphs(), morph)?;
    differ.all("display-frames", &model.frames, view.display_frames(), frame)?;
    differ.all("rigid-bodies", &model.rigid_bodies, view.rigid_bodies(), rigid_body)?;
    differ.all("joints", &model.joints, view.joints(), joint)?;
    differ.all("soft-bodies", &model.soft_bodies, view.soft_bodies(), soft_body)?;
    differ.one("the rest", &told.rest(view.bytes()), &[view.trailing(), view.behind_cut()])?;
    differ.end()
}

fn bits<const N: usize>(floats: [f32; N]) -> [Float; N] {
    floats.map(Float::from)
}
fn raws<T, const N: usize>(indices: [Index<T>; N]) -> [i32; N] {
    indices.map(Index::raw)
}
fn text(text: mmdmap::Text<'_>) -> Text {
    let decoded = text.decode().into_owned();
    assert!(text.chars().eq(decoded.chars()), "{text:?}");
    Text { length: text.stored_len(), raw: text.bytes().to_vec(), decoded }
}
fn names(mmdmap::Name { local, universal }: mmdmap::Name<'_>) -> Names {
    [text(local), text(universal)]
}

fn header(seen::Header { signature, version, settings }: seen::Header<'_>) -> Header {
    Header { magic: *signature, version: version.get().to_bits(), globals: settings.bytes().to_vec() }
}
fn info(seen::Info { name, comment }: seen::Info<'_>) -> Info {
    Info { name: names(name), comment: names(comment) }
}

fn vertex(seen::Vertex { base, extra_uvs, deform, edge_scale }: seen::Vertex<'_>) -> Vertex {
    let seen::VertexBase { position, normal, uv } = *base;
    Vertex {
        position: bits(position.get()),
        normal: bits(normal.get()),
        uv: bits(uv.get()),
        extra_uvs: extra_uvs.0.iter().map(|uv| bits(uv.get())).collect(),
        weight: weight(deform),
        edge_scale: edge_scale.into(),
    }
}
fn weight(deform: seen::Deform) -> Weight {
    use seen::{Bdef1, Bdef2, Bdef4, Deform, Sdef};
    match deform {
        Deform::Bdef1(Bdef1 { bone }) => Weight::Bdef1([bone.raw()]),
        Deform::Bdef2(Bdef2 { bones, weight }) => Weight::Bdef2(raws(bones), weight.into()),
        Deform::Bdef4(Bdef4 { bones, weights }) => Weight::Bdef4(raws(bones), bits(weights)),
        Deform::Sdef(Sdef { bones, weight, c, r0, r1 }) => {
            Weight::Sdef(raws(bones), weight.into(), [c, r0, r1].map(bits))
        }
        Deform::Qdef(Bdef4 { bones, weights }) => Weight::Qdef(raws(bones), bits(weights)),
    }
}

fn material(material: seen::Material<'_>) -> Material {
    let seen::Material {
        name,
        diffuse,
        specular,
        specular_power,
        ambient,
        flags,
        edge_color,
        edge_size,
        texture,
        sphere,
        sphere_mode,
        toon,
        memo,
        index_count,
    } = material;
    Material {
        names: names(name),
        diffuse: bits(diffuse),
        specular: bits(specular),
        power: specular_power.into(),
        ambient: bits(ambient),
        flags: flags.bits(),
        edge_color: bits(edge_color),
        edge_size: edge_size.into(),
        texture: texture.raw(),
        sphere: sphere.raw(),
        sphere_mode: sphere_mode.0,
        toon: match toon {
            seen::Toon::Texture(index) => Toon::Texture(index.raw()),
            seen::Toon::Shared(number) => Toon::Shared(number.0),
        },
        memo: text(memo),
        index_count,
    }
}

fn bone(bone: seen::Bone<'_>) -> Bone {
    let seen::Bone {
        name,
        position,
        parent,
        layer,
        flags,
        tail_bone,
        tail_offset,
        append,
        fixed_axis,
        local_axes,
        external_parent,
        ik,
    } = bone;
    Bone {
        names: names(name),
        position: bits(position),
        parent: parent.raw(),
        layer,
        flags: flags.bits(),
        tail: match (tail_bone, tail_offset) {
            (Some(bone), None) => Tail::Bone(bone.raw()),
            (None, Some(offset)) => Tail::Offset(bits(offset)),
            both => panic!("{both:?}"),
        },
        append: append.map(|seen::Append { parent, ratio }| (parent.raw(), ratio.into())),
        fixed_axis: fixed_axis.map(bits),
        local_axes: local_axes.map(|seen::LocalAxes { x, z }| [x, z].map(bits)),
        external_parent,
        ik: ik.map(|seen::Ik { target, iterations, limit_angle, links }| Ik {
            target: target.raw(),
            loops: iterations,
            angle: limit_angle.into(),
            links: list(links, |seen::IkLink { bone, limits }| match limits {
                seen::IkLimits::Free(()) => (bone.raw(), None),
                seen::IkLimits::Within(seen::AngleLimits { min, max }) => (bone.raw(), Some([min, max].map(bits))),
            }),
        }),
    }
}

/// One after the other, and as many as the list says.
fn list<'a, T: mmdmap::Field<'a> + Copy, R>(many: Many<'a, T>, one: impl Fn(T) -> R) -> Vec<R> {
    let all: Vec<R> = many.iter().map(one).collect();
    assert_eq!(all.len(), many.len());
    all
}

fn morph(seen::Morph { name, panel, offsets }: seen::Morph<'_>) -> Morph {
    use seen::{BoneOffset, ImpulseOffset, MorphOffset, MorphOffsets as M, UvOffset, VertexOffset};
    let kind = offsets.tag();
    let offsets = match offsets {
        M::Group(all) | M::Flip(all) => {
            list(all, |MorphOffset { morph, ratio }| Offset::Group(morph.raw(), ratio.into()))
        }
        M::Vertex(all) => {
            list(all, |VertexOffset { vertex, translation }| Offset::Vertex(vertex.raw(), bits(translation)))
        }
        M::Bone(all) => list(all, |BoneOffset { bone, translation, rotation }| {
            Offset::Bone(bone.raw(), bits(translation), bits(rotation))
        }),
        M::Uv(all) | M::ExtraUv1(all) | M::ExtraUv2(all) | M::ExtraUv3(all) | M::ExtraUv4(all) => {
            list(all, |UvOffset { vertex, offset }| Offset::Uv(vertex.raw(), bits(offset)))
        }
        M::Material(all) => list(all, |offset| Offset::Material(Box::new(material_offset(offset)))),
        M::Impulse(all) => list(all, |ImpulseOffset { body, local, velocity, torque }| {
            Offset::Impulse(body.raw(), local, bits(velocity), bits(torque))
        }),
    };
    Morph { names: names(name), panel: panel.0, kind, offsets }
}
fn material_offset(offset: seen::MaterialOffset) -> MaterialOffset {
    let seen::MaterialOffset {
        material,
        operation,
        diffuse,
        specular,
        specular_power,
        ambient,
        edge_color,
        edge_size,
        texture_tint,
        sphere_tint,
        toon_tint,
    } = offset;
    MaterialOffset {
        material: material.raw(),
        operation: operation.0,
        diffuse: bits(diffuse),
        specular: bits(specular),
        power: specular_power.into(),
        ambient: bits(ambient),
        edge_color: bits(edge_color),
        edge_size: edge_size.into(),
        tints: [texture_tint, sphere_tint, toon_tint].map(bits),
    }
}

fn frame(seen::DisplayFrame { name, special, items }: seen::DisplayFrame<'_>) -> Frame {
    let items = list(items, |item| match item {
        seen::FrameItem::Bone(index) => Item::Bone(index.raw()),
        seen::FrameItem::Morph(index) => Item::Morph(index.raw()),
    });
    Frame { names: names(name), special, items }
}

fn rigid_body(body: seen::RigidBody<'_>) -> RigidBody {
    let seen::RigidBody {
        name,
        bone,
        group,
        mask,
        shape,
        size,
        position,
        rotation,
        mass,
        linear_damping,
        angular_damping,
        restitution,
        friction,
        mode,
    } = body;
    RigidBody {
        names: names(name),
        bone: bone.raw(),
        group,
        mask: mask.bits(),
        shape: shape.0,
        vectors: [size, position, rotation].map(bits),
        numbers: bits([mass, linear_damping, angular_damping, restitution, friction]),
        mode: mode.0,
    }
}

fn joint(joint: seen::Joint<'_>) -> Joint {
    let seen::Joint {
        name,
        kind,
        a,
        b,
        position,
        rotation,
        move_min,
        move_max,
        rotation_min,
        rotation_max,
        move_spring,
        rotation_spring,
    } = joint;
    Joint {
        names: names(name),
        kind: kind.0,
        bodies: raws([a, b]),
        vectors: [position, rotation, move_min, move_max, rotation_min, rotation_max, move_spring, rotation_spring]
            .map(bits),
    }
}

fn soft_body(body: seen::SoftBody<'_>) -> SoftBody {
    let seen::SoftBody {
        name,
        shape,
        material,
        group,
        mask,
        flags,
        bending_distance,
        clusters,
        mass,
        margin,
        aerodynamics,
        config: numbers,
        cluster: clustered,
        iterations: times,
        stiffness: stiff,
        anchors,
        pins,
    } = body;
    SoftBody {
        names: names(name),
        shape: shape.0,
        material: material.raw(),
        group,
        mask,
        flags: flags.bits(),
        bending_distance,
        clusters,
        mass: mass.into(),
        margin: margin.into(),
        aerodynamics: aerodynamics.0,
        config: bits(config(numbers)),
        cluster: bits(cluster(clustered)),
        iterations: iterations(times),
        stiffness: bits(stiffness(stiff)),
        anchors: list(anchors, |seen::Anchor { body, vertex, near }| (body.raw(), vertex.raw(), near)),
        pins: list(pins, Index::raw),
    }
}
/// VCF, DP, DG, LF, PR, VC, DF, MT, CHR, KHR, SHR, AHR.
fn config(config: seen::SoftBodyConfig) -> [f32; 12] {
    let seen::SoftBodyConfig {
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
    } = config;
    [
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
    ]
}
/// SRHR, SKHR, SSHR, then their splits.
fn cluster(cluster: seen::SoftBodyCluster) -> [f32; 6] {
    let seen::SoftBodyCluster { rigid, kinetic, soft, rigid_split, kinetic_split, soft_split } = cluster;
    [rigid, kinetic, soft, rigid_split, kinetic_split, soft_split]
}
/// V, P, D, C.
fn iterations(of: seen::SoftBodyIterations) -> [i32; 4] {
    let seen::SoftBodyIterations { velocity, position, drift, cluster } = of;
    [velocity, position, drift, cluster]
}
/// LST, AST, VST.
fn stiffness(seen::SoftBodyStiffness { linear, area, volume }: seen::SoftBodyStiffness) -> [f32; 3] {
    [linear, area, volume]
}
