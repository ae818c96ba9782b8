//! One property for everything on disk: skip stops where read does, size agrees with both, and what was read writes the
//! same bytes. A record joins by its name in the list; a test sees to it that none is missing.
use super::bone::{AngleLimits, Append, Bone, BoneFlags, Ik, IkLimits, IkLink, LocalAxes};
use super::display_frame::{DisplayFrame, FrameItem};
use super::header::{Header, Info, Settings, Version};
use super::joint::{Joint, JointKind};
use super::material::{Material, MaterialFlags, SharedToon, SphereMode, Toon};
use super::morph::{
    BoneOffset, ImpulseOffset, MaterialOffset, MaterialOperation, Morph, MorphOffset, MorphOffsets, Panel, UvOffset,
    VertexOffset,
};
use super::rigid_body::{BodyMode, BodyShape, GroupMask, RigidBody};
use super::soft_body::{
    Aerodynamics, Anchor, SoftBody, SoftBodyCluster, SoftBodyConfig, SoftBodyFlags, SoftBodyIterations, SoftBodyShape,
    SoftBodyStiffness,
};
use super::vertex::{Bdef1, Bdef2, Bdef4, Deform, ExtraUvs, Sdef, Vertex, VertexBase};
use crate::bytes::{Cursor, Sink};
use crate::field::Field;
use crate::globals::{Encoding, Globals, Width};
use crate::index::{BoneIndex, MaterialIndex, MorphIndex, RigidBodyIndex, TextureIndex, VertexIndex};
use crate::name::Name;
use crate::size::Size;
use crate::text::Text;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What may lie in a file: mostly small numbers, so that counts, tags and lengths are often right.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = |zeros: u32| prop_oneof![zeros => Just(0u8), 3 => 0u8..=12, 1 => any::<u8>()];
    prop_oneof![proptest::collection::vec(byte(6), 0..200), proptest::collection::vec(byte(80), 100..400)]
}

fn globals() -> impl Strategy<Value = Globals> {
    let width = || prop_oneof![Just(Width::One), Just(Width::Two), Just(Width::Four)];
    let encoding = prop_oneof![Just(Encoding::Utf16Le), Just(Encoding::Utf8)];
    (encoding, 0u8..=4, [width(), width(), width(), width(), width(), width()]).prop_map(
        |(encoding, extra_uvs, [vertex, texture, material, bone, morph, rigid_body])| Globals {
            encoding,
            extra_uvs,
            vertex,
            texture,
            material,
            bone,
            morph,
            rigid_body,
        },
    )
}

/// The property, for one type at the start of some bytes. Says whether there was such a thing.
fn holds<'a, T: Field<'a>>(bytes: &'a [u8], globals: Globals, tolerant: bool) -> Result<bool, TestCaseError> {
    let start = Cursor::new(bytes, globals).tolerant_below(if tolerant { usize::MAX } else { 0 });
    let (mut read, mut skipped) = (start, start);
    let value = T::read(&mut read);
    let skip = T::skip(&mut skipped).and_then(|()| skipped.check());
    let Ok(value) = value else {
        prop_assert!(skip.is_err(), "read fails, skip does not");
        return Ok(false);
    };
    prop_assert!(skip.is_ok(), "skip fails, read does not: {:?}", skip);
    prop_assert_eq!(skipped.position(), read.position());
    let len = read.position();
    match T::size(&globals) {
        Size::Exactly(size) => prop_assert_eq!(size, len),
        Size::ByTag(tag) => prop_assert_eq!(usize::from(tag.sizes[usize::from(bytes[tag.at])]), len),
        Size::AtLeast(least) => prop_assert!(least <= len, "at least {least}, but {len}"),
    }
    let mut out = Sink::new(globals);
    value.write(&mut out);
    prop_assert_eq!(out.misfit(), None);
    prop_assert_eq!(out.bytes(), &bytes[..len]);
    let (mut carried, mut out) = (start, Sink::new(globals));
    prop_assert!(T::carry(&mut carried, &mut out).is_ok());
    prop_assert_eq!(carried.position(), len);
    prop_assert_eq!(out.misfit(), None);
    prop_assert_eq!(out.bytes(), &bytes[..len]);
    // Cut anywhere, it is no such thing.
    if let Some(cut) = len.checked_sub(1) {
        prop_assert!(T::read(&mut Cursor::new(&bytes[..cut], globals)).is_err());
        prop_assert!(T::carry(&mut Cursor::new(&bytes[..cut], globals), &mut Sink::new(globals)).is_err());
    }
    Ok(true)
}

macro_rules! every_field {
    ($($test:ident: $ty:ty),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                let seen = std::cell::Cell::new(0);
                let mut runner = TestRunner::new_with_rng(
                    Config { cases: if cfg!(miri) { 2 } else { 200 }, failure_persistence: None, ..Config::default() },
                    TestRng::deterministic_rng(RngAlgorithm::ChaCha),
                );
                runner.run(&(bytes(), globals(), any::<bool>()), |(bytes, globals, tolerant)| {
                    // From every start there is: the same bytes mean many things.
                    for from in 0..bytes.len().min(16) {
                        seen.set(seen.get() + usize::from(holds::<$ty>(&bytes[from..], globals, tolerant)?));
                    }
                    Ok(())
                }).unwrap();
                // The two cases that Miri has the time for are 32 starts at most.
                assert!(cfg!(miri) || seen.get() >= 100, "only {} of them could be read", seen.get());
            }
        )*
        const LISTED: &[&str] = &[$( stringify!($ty) ),*];
    };
}
every_field! {
    texts: Text<'_>, names: Name<'_>, headers: Header<'_>, infos: Info<'_>, settings: Settings<'_>, versions: Version,
    vertex_indices: VertexIndex, texture_indices: TextureIndex, material_indices: MaterialIndex,
    bone_indices: BoneIndex, morph_indices: MorphIndex, rigid_body_indices: RigidBodyIndex,
    vertices: Vertex<'_>, bases: &VertexBase, extra_uvs: ExtraUvs<'_>, deforms: Deform, bdef1: Bdef1, bdef2: Bdef2,
    bdef4: Bdef4, sdef: Sdef,
    materials: Material<'_>, material_flags: MaterialFlags, sphere_modes: SphereMode, toons: Toon,
    shared_toons: SharedToon,
    bones: Bone<'_>, bone_flags: BoneFlags, appends: Append, local_axes: LocalAxes, iks: Ik<'_>, ik_links: IkLink,
    ik_limits: IkLimits, angle_limits: AngleLimits,
    morphs: Morph<'_>, panels: Panel, morph_offset_lists: MorphOffsets<'_>, morph_offsets: MorphOffset,
    vertex_offsets: VertexOffset, bone_offsets: BoneOffset, uv_offsets: UvOffset, material_offsets: MaterialOffset,
    material_operations: MaterialOperation, impulse_offsets: ImpulseOffset,
    display_frames: DisplayFrame<'_>, frame_items: FrameItem,
    rigid_bodies: RigidBody<'_>, group_masks: GroupMask, body_shapes: BodyShape, body_modes: BodyMode,
    joints: Joint<'_>, joint_kinds: JointKind,
    soft_bodies: SoftBody<'_>, soft_body_shapes: SoftBodyShape, soft_body_flags: SoftBodyFlags,
    aerodynamics: Aerodynamics, soft_body_configs: SoftBodyConfig, soft_body_clusters: SoftBodyCluster,
    soft_body_iterations: SoftBodyIterations, soft_body_stiffness: SoftBodyStiffness, anchors: Anchor,
}

/// The list above names whatever the sources declare.
#[test]
fn no_declaration_is_left_out() {
    let sources = [
        include_str!("../name.rs"),
        include_str!("header.rs"),
        include_str!("vertex.rs"),
        include_str!("face.rs"),
        include_str!("texture.rs"),
        include_str!("material.rs"),
        include_str!("bone.rs"),
        include_str!("morph.rs"),
        include_str!("display_frame.rs"),
        include_str!("rigid_body.rs"),
        include_str!("joint.rs"),
        include_str!("soft_body.rs"),
    ];
    let mut declared = 0;
    for source in sources {
        let blocks = ["record! {", "tagged! {", "fixed! {", "code! {", "flags! {"];
        for block in blocks.iter().flat_map(|start| source.split(start).skip(1)) {
            let block = block.split("\n}").next().unwrap();
            for name in block.split("    pub struct ").skip(1).chain(block.split("    pub enum ").skip(1)) {
                let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
                declared += 1;
                let listed = LISTED.iter().any(|ty| ty.trim_start_matches('&').split('<').next() == Some(&name));
                assert!(listed, "{name} is declared, but not in the list of properties");
            }
        }
    }
    assert!(declared > 45, "{declared} declarations seen");
}

/// A text whose length is odd or negative is read only where that is let pass, and comes back as it was.
#[test]
fn odd_and_negative_lengths_come_back_as_they_were() {
    let globals = Globals { encoding: Encoding::Utf16Le, ..Globals::WIDE };
    for bytes in [&[3, 0, 0, 0, b'a', 0, b'b'][..], &[0xff, 0xff, 0xff, 0xff], &[0, 0, 0, 0x80]] {
        assert!(holds::<Text>(bytes, globals, true).unwrap());
        assert!(!holds::<Text>(bytes, globals, false).unwrap());
    }
}
