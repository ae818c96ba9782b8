//! What the checker says: each code of a model that breaks just that rule, nothing of one that breaks none.
use mmdmap::pmx::check::{CheckOptions, Code, Finding, Severity, Value};
use mmdmap::pmx::*;
use mmdmap::{
    BoneIndex, Encoding, Globals, Many, MaterialIndex, MorphIndex, Name, RigidBodyIndex, Text, TextureIndex, Vec2,
    Vec3, Vec4, VertexIndex, Width,
};
use std::collections::BTreeSet;

/// A model to be spoilt, and how it is written.
struct Model {
    parts: Parts<'static>,
    version: Version,
    globals: Globals,
    /// Bytes put in place of others of the same number, once written.
    patches: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Kept to the end of the test program: the views of a model of one's own borrow.
fn keep<T>(one: T) -> &'static T {
    Box::leak(Box::new(one))
}
fn list<T: Copy>(items: &[T]) -> &'static [T] {
    items.to_vec().leak()
}

fn base(position: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> &'static VertexBase {
    keep(VertexBase { position: Vec3::new(position), normal: Vec3::new(normal), uv: Vec2::new(uv) })
}
fn vertex(x: f32, y: f32) -> Vertex<'static> {
    Vertex {
        base: base([x, y, 0.0], [0.0, 0.0, -1.0], [x, y]),
        extra_uvs: ExtraUvs(&[]),
        deform: Deform::Bdef1(Bdef1 { bone: BoneIndex::new(0) }),
        edge_scale: 1.0,
    }
}
fn material(name: &'static str, index_count: i32) -> Material<'static> {
    Material {
        name: Name::new(name, ""),
        diffuse: [0.5, 0.5, 0.5, 1.0],
        specular: [0.0; 3],
        specular_power: 5.0,
        ambient: [0.25; 3],
        flags: MaterialFlags::EDGE,
        edge_color: [0.0, 0.0, 0.0, 1.0],
        edge_size: 1.0,
        texture: TextureIndex::new(0),
        sphere: TextureIndex::NONE,
        sphere_mode: SphereMode::NONE,
        toon: Toon::Shared(SharedToon(0)),
        memo: Text::new(""),
        index_count,
    }
}
fn bone(name: &'static str, parent: i32) -> Bone<'static> {
    Bone {
        name: Name::new(name, ""),
        position: [0.0, 1.0, 0.0],
        parent: BoneIndex::new(parent),
        layer: 0,
        flags: BoneFlags::ROTATES | BoneFlags::SHOWN | BoneFlags::OPERATES,
        tail_bone: None,
        tail_offset: Some([0.0, 1.0, 0.0]),
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    }
}
fn link(bone: i32) -> IkLink {
    IkLink { bone: BoneIndex::new(bone), limits: IkLimits::Free(()) }
}
fn ik(target: i32, links: &[IkLink]) -> Ik<'static> {
    Ik { target: BoneIndex::new(target), iterations: 40, limit_angle: 1.0, links: Many::new(list(links)) }
}
fn morph(name: &'static str, offsets: MorphOffsets<'static>) -> Morph<'static> {
    Morph { name: Name::new(name, ""), panel: Panel::OTHER, offsets }
}
fn group(members: &[i32]) -> MorphOffsets<'static> {
    MorphOffsets::Group(members_of(members))
}
fn members_of(members: &[i32]) -> Many<'static, MorphOffset> {
    let offset = |&morph: &i32| MorphOffset { morph: MorphIndex::new(morph), ratio: 1.0 };
    Many::new(members.iter().map(offset).collect::<Vec<_>>().leak())
}
fn moved(vertex: i32) -> VertexOffset {
    VertexOffset { vertex: VertexIndex::new(vertex), translation: [0.0, 0.5, 0.0] }
}
fn turned(bone: i32, rotation: [f32; 4]) -> MorphOffsets<'static> {
    MorphOffsets::Bone(Many::new(list(&[BoneOffset { bone: BoneIndex::new(bone), translation: [0.0; 3], rotation }])))
}
fn changed(material: i32, operation: MaterialOperation) -> MorphOffsets<'static> {
    MorphOffsets::Material(Many::new(list(&[MaterialOffset {
        material: MaterialIndex::new(material),
        operation,
        diffuse: [1.0; 4],
        specular: [1.0; 3],
        specular_power: 1.0,
        ambient: [1.0; 3],
        edge_color: [1.0; 4],
        edge_size: 1.0,
        texture_tint: [1.0; 4],
        sphere_tint: [1.0; 4],
        toon_tint: [1.0; 4],
    }])))
}
fn pushed(body: i32, local: u8) -> MorphOffsets<'static> {
    let body = RigidBodyIndex::new(body);
    MorphOffsets::Impulse(Many::new(list(&[ImpulseOffset { body, local, velocity: [0.0; 3], torque: [0.0; 3] }])))
}
fn frame(name: &'static str, special: u8, items: &[FrameItem]) -> DisplayFrame<'static> {
    DisplayFrame { name: Name::new(name, ""), special, items: Many::new(list(items)) }
}
fn bone_item(bone: i32) -> FrameItem {
    FrameItem::Bone(BoneIndex::new(bone))
}
fn morph_item(morph: i32) -> FrameItem {
    FrameItem::Morph(MorphIndex::new(morph))
}
fn body(name: &'static str, mode: BodyMode) -> RigidBody<'static> {
    RigidBody {
        name: Name::new(name, ""),
        bone: BoneIndex::new(0),
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
        mode,
    }
}
fn soft_body() -> SoftBody<'static> {
    SoftBody {
        name: Name::new("布", ""),
        shape: SoftBodyShape::TRIANGLES,
        material: MaterialIndex::new(0),
        group: 0,
        mask: 0xffff,
        flags: SoftBodyFlags::BENDING_LINKS,
        bending_distance: 2,
        clusters: 0,
        mass: 1.0,
        margin: 0.05,
        aerodynamics: Aerodynamics::VERTEX_POINT,
        config: SoftBodyConfig {
            velocity_correction: 1.0,
            damping: 0.0,
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
        anchors: Many::new(&[]),
        pins: Many::new(&[]),
    }
}

impl Model {
    /// Breaks no rule.
    fn clean() -> Model {
        let name = Name::new("模型", "model");
        let mut parts = Parts::new(Info { name, comment: Name::new("注\r\n釈\t", "") });
        parts.vertices = vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0)];
        parts.faces = [0, 1, 2].map(VertexIndex::new).to_vec();
        parts.textures = vec![Text::new(r"tex\肌.png")];
        parts.materials = vec![material("肌", 3)];
        let mut goal = bone("左足ＩＫ", 0);
        goal.flags |= BoneFlags::IK;
        goal.ik = Some(ik(3, &[link(2), link(1)]));
        parts.bones =
            vec![bone("センター", -1), bone("左足", 0), bone("左ひざ", 1), bone("左足首", 2), goal, bone("先", 0)];
        parts.morphs = vec![
            morph("あ", MorphOffsets::Vertex(Many::new(list(&[moved(0), moved(2)])))),
            morph("まとめ", group(&[0])),
            morph("曲げ", turned(1, [0.0, 0.0, 0.0, 1.0])),
            morph("色", changed(-1, MaterialOperation::ADD)),
        ];
        parts.display_frames = vec![
            frame("Root", 1, &[bone_item(0)]),
            frame("表情", 1, &[0, 1, 2, 3].map(morph_item)),
            frame("足", 0, &[1, 2, 3, 4, 5].map(bone_item)),
        ];
        parts.rigid_bodies = vec![body("頭", BodyMode::FOLLOWS_BONE), body("髪", BodyMode::PHYSICS)];
        parts.joints = vec![Joint {
            name: Name::new("髪", ""),
            kind: JointKind::SPRING,
            a: RigidBodyIndex::new(0),
            b: RigidBodyIndex::new(1),
            position: [0.0; 3],
            rotation: [0.0; 3],
            move_min: [0.0; 3],
            move_max: [0.0; 3],
            rotation_min: [-1.0; 3],
            rotation_max: [1.0; 3],
            move_spring: [0.0; 3],
            rotation_spring: [0.0; 3],
        }];
        let globals = Globals { encoding: Encoding::Utf8, ..Globals::WIDE };
        Model { parts, version: Version::V2_0, globals, patches: Vec::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.parts.write_to(Version::V2_1, self.globals, &mut bytes).unwrap();
        if self.version == Version::V2_0 {
            // Nobody writes what 2.1 alone can say into a 2.0 file, not even for a test: it is called one afterwards.
            bytes[4..8].copy_from_slice(&2.0f32.to_le_bytes());
            let count = bytes.len() - 4;
            assert_eq!(bytes[count..], [0; 4], "2.0 has no soft bodies");
            bytes.truncate(count);
        }
        for (from, to) in &self.patches {
            let at = bytes.windows(from.len()).position(|window| window == from).expect("the bytes to patch are there");
            bytes.splice(at..at + from.len(), to.iter().copied());
        }
        bytes
    }

    fn patch(&mut self, from: impl AsRef<[u8]>, to: impl AsRef<[u8]>) {
        self.patches.push((from.as_ref().to_vec(), to.as_ref().to_vec()));
    }

    /// Every vertex is moved so.
    fn deform(&mut self, deform: Deform) {
        self.parts.vertices[1].deform = deform;
    }
    fn bdef2(&mut self, bones: [i32; 2], weight: f32) {
        self.deform(Deform::Bdef2(Bdef2 { bones: bones.map(BoneIndex::new), weight }));
    }
    fn bdef4(&mut self, bones: [i32; 4], weights: [f32; 4]) {
        self.deform(Deform::Bdef4(Bdef4 { bones: bones.map(BoneIndex::new), weights }));
    }
    fn face(&mut self, corners: [i32; 3]) {
        self.parts.faces.extend(corners.map(VertexIndex::new));
        self.parts.materials[0].index_count += 3;
    }
    fn texture(&mut self, path: &'static str) {
        self.parts.textures[0] = Text::new(path);
    }
    fn ik(&mut self) -> &mut Ik<'static> {
        self.parts.bones[4].ik.as_mut().unwrap()
    }
    fn append(&mut self, bone: usize, parent: i32) {
        self.parts.bones[bone].flags |= BoneFlags::APPENDS_ROTATION;
        self.parts.bones[bone].append = Some(Append { parent: BoneIndex::new(parent), ratio: 0.5 });
    }
    /// In a frame, too, so that it is not missed there.
    fn morph(&mut self, morph: Morph<'static>) {
        self.parts.morphs.push(morph);
        let items: Vec<_> = (0..self.parts.morphs.len() as i32).map(morph_item).collect();
        self.parts.display_frames[1].items = Many::new(items.leak());
    }
    fn soft_body(&mut self, spoil: impl FnOnce(&mut SoftBody<'static>)) {
        let mut body = soft_body();
        spoil(&mut body);
        self.parts.soft_bodies.push(body);
        self.version = Version::V2_1;
    }
    fn anchor(&mut self, body: i32, vertex: i32, near: u8) {
        let anchor = Anchor { body: RigidBodyIndex::new(body), vertex: VertexIndex::new(vertex), near };
        self.soft_body(|soft| soft.anchors = Many::new(list(&[anchor])));
    }
}

fn findings(bytes: &[u8]) -> Vec<Finding> {
    let index = PmxIndex::scan(bytes).expect("a model that can be read");
    let findings: Vec<_> = index.view(bytes).check().collect();
    for finding in &findings {
        let place = finding.place();
        let section = index.sections().into_iter().find(|s| s.name == place.section()).expect("a section of the file");
        let (range, at) = (section.range, finding.offset() as usize);
        assert!(range.contains(&at), "{finding}: {at} is not in {range:?}");
        assert!(place.record().is_none() || at > range.start, "{finding}: a record begins behind the count");
    }
    findings
}

/// A model spoilt, the code that says so, the place it names, and what else is found there of necessity.
struct Case {
    code: Code,
    place: &'static str,
    also: &'static [Code],
    spoil: fn(&mut Model),
}

fn case(code: Code, place: &'static str, spoil: fn(&mut Model)) -> Case {
    Case { code, place, also: &[], spoil }
}
fn case_also(code: Code, place: &'static str, also: &'static [Code], spoil: fn(&mut Model)) -> Case {
    Case { code, place, also, spoil }
}

const SDEF: Sdef =
    Sdef { bones: [BoneIndex::new(0), BoneIndex::new(1)], weight: 0.5, c: [1.0; 3], r0: [1.0; 3], r1: [1.0; 3] };

/// For every code at least one model that breaks just this rule.
#[rustfmt::skip]
fn cases() -> Vec<Case> {
    use Code::*;
    vec![
        // Anywhere.
        case(NonFinite, "vertices[0].base.position[1]", |m| m.parts.vertices[0].base = base([0.0, f32::NAN, f32::NAN], [0.0, 1.0, 0.0], [0.0; 2])),
        case(NonFinite, "vertices[1].base.normal[2]", |m| m.parts.vertices[1].base = base([0.0; 3], [0.0, 1.0, f32::INFINITY], [0.0; 2])),
        case(NonFinite, "vertices[2].base.uv[0]", |m| m.parts.vertices[2].base = base([0.0; 3], [0.0, 1.0, 0.0], [f32::NEG_INFINITY, 0.0])),
        case(NonFinite, "vertices[1].edge_scale", |m| m.parts.vertices[1].edge_scale = f32::NAN),
        case(NonFinite, "vertices[1].deform.weight", |m| m.bdef2([0, 1], f32::NAN)),
        case(NonFinite, "vertices[1].deform.weights[3]", |m| m.bdef4([0, 1, 2, 3], [0.25, 0.25, 0.5, f32::NAN])),
        case(NonFinite, "vertices[1].deform.r1[0]", |m| m.deform(Deform::Sdef(Sdef { r1: [f32::NAN, 0.0, 0.0], ..SDEF }))),
        case(NonFinite, "vertices[1].extra_uvs[0]", |m| {
            m.globals.extra_uvs = 1;
            m.parts.vertices.iter_mut().for_each(|v| v.extra_uvs = ExtraUvs(keep([Vec4::new([0.0; 4])])));
            m.parts.vertices[1].extra_uvs = ExtraUvs(keep([Vec4::new([0.0, f32::NAN, 0.0, 0.0])]));
        }),
        case(NonFinite, "materials[0].diffuse[3]", |m| m.parts.materials[0].diffuse[3] = f32::NAN),
        case(NonFinite, "bones[0].position[0]", |m| m.parts.bones[0].position[0] = f32::INFINITY),
        case(NonFinite, "bones[4].ik.limit_angle", |m| m.ik().limit_angle = f32::NAN),
        case(NonFinite, "bones[4].ik.links[1].limits.max[2]", |m| {
            let limits = AngleLimits { min: [0.0; 3], max: [0.0, 0.0, f32::NAN] };
            m.ik().links = Many::new(list(&[link(2), IkLink { limits: IkLimits::Within(limits), ..link(1) }]));
        }),
        case(NonFinite, "morphs[0].offsets[1].translation[0]", |m| {
            let offset = VertexOffset { translation: [f32::NAN, 0.0, 0.0], ..moved(1) };
            m.parts.morphs[0].offsets = MorphOffsets::Vertex(Many::new(list(&[moved(0), offset])));
        }),
        case(NonFinite, "morphs[1].offsets[0].ratio", |m| {
            let offset = MorphOffset { morph: MorphIndex::new(0), ratio: f32::NAN };
            m.parts.morphs[1].offsets = MorphOffsets::Group(Many::new(list(&[offset])));
        }),
        case(NonFinite, "rigid-bodies[0].mass", |m| m.parts.rigid_bodies[0].mass = f32::NAN),
        case(NonFinite, "joints[0].rotation_spring[2]", |m| m.parts.joints[0].rotation_spring[2] = f32::NAN),
        case_also(NonFinite, "soft-bodies[0].config.lift", &[Version21], |m| m.soft_body(|b| b.config.lift = f32::NAN)),
        case(IndexBelowNone, "bones[1].parent", |m| m.parts.bones[1].parent = BoneIndex::new(-2)),
        case(IndexBelowNone, "materials[0].sphere", |m| m.parts.materials[0].sphere = TextureIndex::new(-128)),
        case(IndexBelowNone, "morphs[3].offsets[0].material", |m| m.parts.morphs[3].offsets = changed(-2, MaterialOperation::ADD)),
        case(TextInvalid, "bones[5].name.universal", |m| {
            m.parts.bones[5].name = Name::new("先", "tail!");
            m.patch("tail!", b"t\xffil!");
        }),
        case(TextInvalid, "info.comment.universal", |m| {
            m.parts.info.comment = Name::new("", "comment!");
            m.patch("comment!", b"comm\xffnt!");
        }),
        case_also(TextOtherEncoding, "bones[5].name.local", &[TextInvalid], |m| {
            m.parts.bones[5].name = Name::new("cp932!", "");
            m.patch("cp932!", [0x93, 0xaa, 0x82, 0xa0, 0x82, 0xa2]); // 頭あい
        }),
        case_also(TextOtherEncoding, "textures[0]", &[TextNul, TextureCharacter], |m| {
            m.texture("wide!!");
            m.patch("wide!!", b"a\0.\0b\0");
        }),
        case(TextNul, "bones[5].name.universal", |m| m.parts.bones[5].name = Name::new("先", "tail\0tail")),
        case(TextBom, "bones[5].name.universal", |m| m.parts.bones[5].name = Name::new("先", "\u{feff}tail")),
        case(TextControl, "bones[5].name.universal", |m| m.parts.bones[5].name = Name::new("先", "\u{202e}liat")),
        case(TextControl, "morphs[0].name.universal", |m| m.parts.morphs[0].name = Name::new("あ", "\u{1b}[31m")),

        // Header and model info.
        case(ExtraGlobals, "header.settings.globals_count", |m| {
            m.patch([0, 0, 0, 0x40, 8, 1, 0, 4, 4, 4, 4, 4, 4], [0, 0, 0, 0x40, 9, 1, 0, 4, 4, 4, 4, 4, 4, 7]);
        }),
        case(Version21, "header.version", |m| m.version = Version::V2_1),
        case(IndexWidthTooSmall, "header.settings.morph_index_width", |m| {
            m.globals.morph = Width::One;
            let names: Vec<&'static str> = (0..129).map(|i| &*format!("m{i}").leak()).collect();
            let mut hidden = |name| Morph { panel: Panel::SYSTEM, ..morph(name, turned(0, [0.0, 0.0, 0.0, 1.0])) };
            m.parts.morphs.extend(names.into_iter().skip(4).map(&mut hidden));
        }),
        case_also(IndexWidthTooSmall, "header.settings.vertex_index_width", &[VertexUnused], |m| {
            m.globals.vertex = Width::One;
            m.parts.vertices.resize(257, vertex(0.0, 0.0));
        }),
        case_also(VertexIndexBorder, "header.settings.vertex_index_width", &[VertexUnused], |m| {
            m.globals.vertex = Width::Two;
            m.parts.vertices.resize(65536, vertex(0.0, 0.0));
        }),
        case_also(NoVertices, "vertices", &[SectionEmpty], |m| {
            m.parts.vertices.clear();
            m.parts.faces.clear();
            m.parts.materials.clear();
            m.parts.textures.clear();
            m.parts.morphs[0].offsets = turned(0, [0.0, 0.0, 0.0, 1.0]);
        }),
        case_also(SectionEmpty, "faces", &[VertexUnused, MaterialEmpty], |m| {
            m.parts.faces.clear();
            m.parts.materials[0].index_count = 0;
        }),
        case(ModelNameEmpty, "info.name.local", |m| m.parts.info.name = Name::new("", "model")),
        case(ModelNameTooLong, "info.name.local", |m| m.parts.info.name = Name::new("とても長い名前の模型！", "")),
        case(ModelNameTooLong, "info.name.local", |m| m.parts.info.name = Name::new("模型🦴", "")),

        // Names.
        case(BoneNameEmpty, "bones[5].name.local", |m| m.parts.bones[5].name = Name::new("", "tail")),
        case(MorphNameEmpty, "morphs[1].name.local", |m| m.parts.morphs[1].name = Name::new("", "group")),
        case(NameEmpty, "materials[0].name.local", |m| m.parts.materials[0].name = Name::new("", "skin")),
        case(NameEmpty, "joints[0].name.local", |m| m.parts.joints[0].name = Name::new("", "hair")),
        case(BoneNameDuplicate, "bones[5].name.local", |m| m.parts.bones[5].name = Name::new("左足", "")),
        case(MorphNameDuplicate, "morphs[1].name.local", |m| m.parts.morphs[1].name = Name::new("あ", "")),
        case(NameDuplicate, "rigid-bodies[1].name.local", |m| m.parts.rigid_bodies[1].name = Name::new("頭", "")),
        case(NameTooLong, "bones[5].name.local", |m| m.parts.bones[5].name = Name::new("右手人差し指先", "").longer()),
        case(NameTooLong, "morphs[1].name.local", |m| m.parts.morphs[1].name = Name::new("sixteen letters!", "")),
        case(NameNotCp932, "bones[5].name.local", |m| m.parts.bones[5].name = Name::new("顶", "")),

        // Vertices.
        case(VertexBoneDangling, "vertices[1].deform.bone", |m| m.deform(Deform::Bdef1(Bdef1 { bone: BoneIndex::new(6) }))),
        case(VertexBoneDangling, "vertices[1].deform.bones[1]", |m| m.bdef2([0, 99], 0.5)),
        case(VertexBoneNone, "vertices[1].deform.bone", |m| m.deform(Deform::Bdef1(Bdef1 { bone: BoneIndex::NONE }))),
        case(VertexBoneNone, "vertices[1].deform.bones[2]", |m| m.bdef4([0, 1, -1, 2], [0.25; 4])),
        case(VertexBoneIdle, "vertices[1].deform.bones[1]", |m| m.bdef2([0, -1], 1.0)),
        case(VertexBoneIdle, "vertices[1].deform.bones[3]", |m| m.bdef4([0, 1, 2, 77], [0.5, 0.25, 0.25, 0.0])),
        case(WeightSum, "vertices[1].deform.weights", |m| m.bdef4([0, 1, 2, 3], [0.5, 0.0, 0.0, 0.0])),
        case(WeightSum, "vertices[1].deform.weights", |m| m.bdef4([0, 1, 2, 3], [0.5; 4])),
        case(WeightSum, "vertices[1].deform.weights", |m| m.bdef4([0, 1, 2, 3], [0.0; 4])),
        case(WeightRange, "vertices[1].deform.weight", |m| m.bdef2([0, 1], 1.5)),
        case(WeightRange, "vertices[1].deform.weights[3]", |m| m.bdef4([0, 1, 2, 3], [0.5, 0.5, 0.5, -0.5])),
        case(WeightBoneTwice, "vertices[1].deform.bones[1]", |m| m.bdef2([2, 2], 0.5)),
        case(WeightBoneTwice, "vertices[1].deform.bones[3]", |m| m.bdef4([1, 2, 3, 2], [0.25; 4])),
        case(QdefIn20, "vertices[1].deform", |m| m.deform(Deform::Qdef(Bdef4 { bones: [0, 1, 2, 3].map(BoneIndex::new), weights: [0.25; 4] }))),
        case(SdefZero, "vertices[1].deform.r0", |m| m.deform(Deform::Sdef(Sdef { r0: [0.0; 3], ..SDEF }))),
        case(NormalZero, "vertices[1].base.normal", |m| m.parts.vertices[1].base = base([0.0; 3], [0.0; 3], [0.0; 2])),
        case(NormalNotUnit, "vertices[1].base.normal", |m| m.parts.vertices[1].base = base([0.0; 3], [0.0, 0.5, 0.0], [0.0; 2])),
        case(CoordinateHuge, "vertices[1].base.position", |m| m.parts.vertices[1].base = base([0.0, 1e38, 0.0], [0.0, 1.0, 0.0], [0.0; 2])),
        case(CoordinateTiny, "vertices[1].base.position", |m| m.parts.vertices[1].base = base([0.0, 1e-40, 0.0], [0.0, 1.0, 0.0], [0.0; 2])),
        case(EdgeScaleNegative, "vertices[1].edge_scale", |m| m.parts.vertices[1].edge_scale = -1.0),
        case(VertexUnused, "vertices[3]", |m| m.parts.vertices.push(vertex(2.0, 2.0))),

        // Faces.
        case(FaceCountOdd, "faces", |m| {
            m.parts.vertices.push(vertex(2.0, 2.0));
            m.face([1, 2, 3]);
            m.parts.faces.push(VertexIndex::new(0));
            m.parts.materials.push(material("残り", 1));
        }).with(&[MaterialCountOdd]),
        case(FaceVertexDangling, "faces[4]", |m| m.face([0, 3, 1])),
        case(FaceVertexDangling, "faces[3]", |m| m.face([-1, 0, 1])),
        case(FaceDegenerate, "faces[3]", |m| m.face([2, 2, 1])),
        case(FaceDuplicate, "faces[3]", |m| m.face([1, 2, 0])),

        // Textures.
        case(TextureEmpty, "textures[0]", |m| m.texture("")),
        case(TextureAbsolute, "textures[0]", |m| m.texture("/etc/passwd")),
        case(TextureAbsolute, "textures[0]", |m| m.texture(r"C:\x.png")),
        case(TextureAbsolute, "textures[0]", |m| m.texture("C:x.png")),
        case(TextureAbsolute, "textures[0]", |m| m.texture(r"\\server\share\x")),
        case_also(TextureAbsolute, "textures[0]", &[TextureCharacter], |m| m.texture(r"\\?\C:\x")),
        case(TextureAbsolute, "textures[0]", |m| m.texture("//server/x")),
        case(TextureEscapes, "textures[0]", |m| m.texture(r"..\..\..\etc\passwd")),
        case(TextureEscapes, "textures[0]", |m| m.texture(r"tex\..\..\x")),
        case(TextureUrl, "textures[0]", |m| m.texture("http://example.com/x.png")),
        case(TextureUrl, "textures[0]", |m| m.texture("file://x.png")),
        case(TextureReserved, "textures[0]", |m| m.texture(r"tex\CON")),
        case(TextureReserved, "textures[0]", |m| m.texture("nul.png")),
        case(TextureReserved, "textures[0]", |m| m.texture("com1.tga")),
        case(TextureCharacter, "textures[0]", |m| m.texture("a.png:stream")),
        case_also(TextureCharacter, "textures[0]", &[TextNul], |m| m.texture("a\0.png")),
        case(TextureTrailing, "textures[0]", |m| m.texture(r"tex.\a.png")),
        case(TextureTrailing, "textures[0]", |m| m.texture("a.png ")),
        case(TextureLong, "textures[0]", |m| m.texture("x".repeat(65536).leak())),
        case(TextureDuplicate, "textures[1]", |m| {
            m.parts.textures.push(Text::new("./TEX/肌.PNG"));
            m.parts.materials[0].toon = Toon::Texture(TextureIndex::new(1));
        }),
        case(TextureUnused, "textures[1]", |m| m.parts.textures.push(Text::new("other.png"))),

        // Materials.
        case_also(MaterialTextureDangling, "materials[0].texture", &[TextureUnused], |m| m.parts.materials[0].texture = TextureIndex::new(1)),
        case(MaterialTextureDangling, "materials[0].sphere", |m| m.parts.materials[0].sphere = TextureIndex::new(77)),
        case(MaterialTextureDangling, "materials[0].toon", |m| m.parts.materials[0].toon = Toon::Texture(TextureIndex::new(1))),
        case(SharedToonUnknown, "materials[0].toon", |m| m.parts.materials[0].toon = Toon::Shared(SharedToon(10))),
        case(SphereModeUnknown, "materials[0].sphere_mode", |m| m.parts.materials[0].sphere_mode = SphereMode(4)),
        case(SphereWithoutTexture, "materials[0].sphere_mode", |m| m.parts.materials[0].sphere_mode = SphereMode::ADD),
        case(MaterialNeedsUv, "materials[0]", |m| {
            m.parts.materials[0].sphere = TextureIndex::new(0);
            m.parts.materials[0].sphere_mode = SphereMode::SUB_TEXTURE;
        }),
        case(MaterialFlagsIn20, "materials[0].flags", |m| m.parts.materials[0].flags |= MaterialFlags::LINES),
        case(ColorRange, "materials[0].ambient", |m| m.parts.materials[0].ambient[1] = 1.5),
        case(ColorRange, "materials[0].edge_color", |m| m.parts.materials[0].edge_color[1] = -0.5),
        case(EdgeSizeNegative, "materials[0].edge_size", |m| m.parts.materials[0].edge_size = -1.0),
        case(MaterialCountNegative, "materials[1].index_count", |m| m.parts.materials.push(material("負", -3))),
        case(MaterialCountOdd, "materials[0].index_count", |m| {
            m.parts.materials[0].index_count = 1;
            m.parts.materials.push(material("残り", 2));
        }),
        case(MaterialEmpty, "materials[1].index_count", |m| m.parts.materials.push(material("空", 0))),
        case(MaterialsShort, "materials", |m| {
            m.parts.vertices.push(vertex(2.0, 2.0));
            m.face([1, 2, 3]);
            m.parts.materials[0].index_count = 3;
        }),
        case(MaterialsLong, "materials", |m| m.parts.materials[0].index_count = 2_147_483_646),
        case(MaterialsLong, "materials", |m| m.parts.materials = ["一", "二", "三"].map(|name| material(name, 2_147_483_646)).to_vec()),

        // Bones.
        case(BoneParentDangling, "bones[1].parent", |m| m.parts.bones[1].parent = BoneIndex::new(6)),
        case(BoneParentCycle, "bones[5].parent", |m| m.parts.bones[5].parent = BoneIndex::new(5)),
        case_also(BoneParentCycle, "bones[5].parent", &[BoneBeforeParent], |m| {
            m.parts.bones[5].parent = BoneIndex::new(6);
            m.parts.bones.push(bone("先先", 5));
            m.parts.display_frames[2].items = Many::new(list(&[1, 2, 3, 4, 5, 6].map(bone_item)));
        }),
        case(BoneBeforeParent, "bones[2].parent", |m| m.parts.bones[1].layer = 1),
        case(BoneBeforeParent, "bones[1].parent", |m| {
            m.parts.bones[1].parent = BoneIndex::new(5);
        }),
        case(BoneTailDangling, "bones[5].tail_bone", |m| {
            m.parts.bones[5].flags |= BoneFlags::TAIL_IS_BONE;
            m.parts.bones[5].tail_offset = None;
            m.parts.bones[5].tail_bone = Some(BoneIndex::new(6));
        }),
        case(BoneFlagsUnknown, "bones[5].flags", |m| m.parts.bones[5].flags |= BoneFlags::from_bits_retain(0x4040)),
        case(AppendDangling, "bones[5].append.parent", |m| m.append(5, 6)),
        case(AppendNone, "bones[5].append.parent", |m| m.append(5, -1)),
        case(AppendCycle, "bones[5].append.parent", |m| m.append(5, 5)),
        case_also(AppendCycle, "bones[3].append.parent", &[AppendBeforeSource], |m| {
            m.append(3, 5);
            m.append(5, 3);
        }),
        case(AppendBeforeSource, "bones[3].append.parent", |m| m.append(3, 5)),
        case(FixedAxisZero, "bones[5].fixed_axis", |m| {
            m.parts.bones[5].flags |= BoneFlags::FIXED_AXIS;
            m.parts.bones[5].fixed_axis = Some([0.0; 3]);
        }),
        case(LocalAxesDegenerate, "bones[5].local_axes", |m| {
            m.parts.bones[5].flags |= BoneFlags::LOCAL_AXES;
            m.parts.bones[5].local_axes = Some(LocalAxes { x: [0.5, 0.5, 0.0], z: [-1.0, -1.0, 0.0] });
        }),
        case(LocalAxesDegenerate, "bones[5].local_axes", |m| {
            m.parts.bones[5].flags |= BoneFlags::LOCAL_AXES;
            m.parts.bones[5].local_axes = Some(LocalAxes { x: [0.0; 3], z: [0.0, 0.0, 1.0] });
        }),

        // IK.
        case(IkTargetNone, "bones[4].ik.target", |m| m.ik().target = BoneIndex::NONE),
        case(IkTargetDangling, "bones[4].ik.target", |m| m.ik().target = BoneIndex::new(6)),
        case(IkTargetSelf, "bones[4].ik.target", |m| m.ik().target = BoneIndex::new(4)),
        case(IkLinkNone, "bones[4].ik.links[1].bone", |m| *m.ik() = ik(3, &[link(2), link(-1)])),
        case(IkLinkDangling, "bones[4].ik.links[0].bone", |m| *m.ik() = ik(3, &[link(6)])),
        case(IkLinkSelf, "bones[4].ik.links[1].bone", |m| *m.ik() = ik(3, &[link(2), link(4)])),
        case(IkLinkTarget, "bones[4].ik.links[0].bone", |m| *m.ik() = ik(3, &[link(3), link(2)])),
        case(IkLinkDuplicate, "bones[4].ik.links[2].bone", |m| *m.ik() = ik(3, &[link(2), link(1), link(2)])),
        case(IkNoLinks, "bones[4].ik.links", |m| *m.ik() = ik(3, &[])),
        case(IkCycle, "bones[4].ik.links[1].bone", |m| m.parts.bones[4].parent = BoneIndex::new(1)),
        case(IkIterations, "bones[4].ik.iterations", |m| m.ik().iterations = -1),
        case(IkIterations, "bones[4].ik.iterations", |m| m.ik().iterations = i32::MAX),
        case(IkStill, "bones[4].ik.iterations", |m| m.ik().iterations = 0),
        case(IkStill, "bones[4].ik.limit_angle", |m| m.ik().limit_angle = 0.0),
        case(IkAngle, "bones[4].ik.limit_angle", |m| m.ik().limit_angle = -1.0),
        case(IkLimitsReversed, "bones[4].ik.links[0].limits", |m| {
            let limits = IkLimits::Within(AngleLimits { min: [0.0, 1.0, 0.0], max: [0.0, -1.0, 0.0] });
            *m.ik() = ik(3, &[IkLink { limits, ..link(2) }]);
        }),

        // Morphs.
        case(MorphPanelUnknown, "morphs[0].panel", |m| m.parts.morphs[0].panel = Panel(5)),
        case(MorphEmpty, "morphs[1].offsets", |m| m.parts.morphs[1].offsets = group(&[])),
        case(MorphVertexDangling, "morphs[0].offsets[1].vertex", |m| m.parts.morphs[0].offsets = MorphOffsets::Vertex(Many::new(list(&[moved(0), moved(3)])))),
        case(MorphVertexDangling, "morphs[4].offsets[0].vertex", |m| {
            let offset = UvOffset { vertex: VertexIndex::new(-1), offset: [0.0; 4] };
            m.morph(morph("UV", MorphOffsets::Uv(Many::new(list(&[offset])))));
        }),
        case(MorphBoneDangling, "morphs[2].offsets[0].bone", |m| m.parts.morphs[2].offsets = turned(6, [0.0, 0.0, 0.0, 1.0])),
        case(MorphMaterialDangling, "morphs[3].offsets[0].material", |m| m.parts.morphs[3].offsets = changed(1, MaterialOperation::ADD)),
        case_also(MorphBodyDangling, "morphs[4].offsets[0].body", &[Version21], |m| {
            m.morph(morph("力", pushed(2, 0)));
            m.version = Version::V2_1;
        }),
        case(MorphGroupDangling, "morphs[1].offsets[1].morph", |m| m.parts.morphs[1].offsets = group(&[0, 4])),
        case(MorphOffsetNone, "morphs[1].offsets[0].morph", |m| m.parts.morphs[1].offsets = group(&[-1])),
        case(MorphOffsetNone, "morphs[2].offsets[0].bone", |m| m.parts.morphs[2].offsets = turned(-1, [0.0, 0.0, 0.0, 1.0])),
        case_also(MorphGroupCycle, "morphs[1].offsets", &[MorphGroupNested], |m| m.parts.morphs[1].offsets = group(&[0, 1])),
        case_also(MorphGroupCycle, "morphs[1].offsets", &[MorphGroupNested], |m| {
            m.parts.morphs[1].offsets = group(&[4]);
            m.morph(morph("輪", group(&[1])));
        }),
        case(MorphGroupNested, "morphs[4].offsets[0].morph", |m| m.morph(morph("外", group(&[1])))),
        case_also(MorphFlipNested, "morphs[5].offsets[0].morph", &[Version21], |m| {
            m.morph(morph("内", MorphOffsets::Flip(members_of(&[0]))));
            m.morph(morph("外", MorphOffsets::Flip(members_of(&[4]))));
            m.version = Version::V2_1;
        }),
        case_also(MorphFlipNested, "morphs[5].offsets[0].morph", &[Version21, MorphGroupNested], |m| {
            m.morph(morph("内", MorphOffsets::Flip(members_of(&[0]))));
            m.morph(morph("外", MorphOffsets::Flip(members_of(&[6]))));
            m.morph(morph("中", group(&[4])));
            m.version = Version::V2_1;
        }),
        case_also(MorphGroupExplodes, "morphs[24].offsets", &[MorphGroupNested], |m| {
            m.morph(morph("0", group(&[0, 0])));
            for i in 5..25 {
                m.morph(morph(i.to_string().leak(), group(&[i - 1, i - 1])));
            }
        }),
        case(FlipMorphIn20, "morphs[4].offsets", |m| m.morph(morph("裏", MorphOffsets::Flip(members_of(&[0]))))),
        case(ImpulseMorphIn20, "morphs[4].offsets", |m| m.morph(morph("力", pushed(1, 1)))),
        case_also(ImpulseLocalUnknown, "morphs[4].offsets[0].local", &[Version21], |m| {
            m.morph(morph("力", pushed(1, 2)));
            m.version = Version::V2_1;
        }),
        case(MorphOperationUnknown, "morphs[3].offsets[0].operation", |m| m.parts.morphs[3].offsets = changed(0, MaterialOperation(2))),
        case(MorphUvMissing, "morphs[4].offsets", |m| {
            let offset = UvOffset { vertex: VertexIndex::new(0), offset: [0.0; 4] };
            m.morph(morph("UV1", MorphOffsets::ExtraUv1(Many::new(list(&[offset])))));
        }),
        case(QuaternionZero, "morphs[2].offsets[0].rotation", |m| m.parts.morphs[2].offsets = turned(1, [0.0; 4])),
        case(QuaternionNotUnit, "morphs[2].offsets[0].rotation", |m| m.parts.morphs[2].offsets = turned(1, [0.0, 0.0, 1.0, 1.0])),
        case(ManyMorphs, "morphs", |m| {
            for i in 4..257 {
                m.morph(morph(i.to_string().leak(), turned(0, [0.0, 0.0, 0.0, 1.0])));
            }
        }),

        // Display frames.
        case_also(FrameRootMissing, "display-frames", &[FrameSpecialOther], |m| m.parts.display_frames[0].name = Name::new("root", "")),
        case_also(FrameFacialMissing, "display-frames", &[MorphInNoFrame], |m| m.parts.display_frames.retain(|f| f.name.local == "Root" || f.special == 0)),
        case(FrameNotSpecial, "display-frames[1].special", |m| m.parts.display_frames[1].special = 0),
        case(FrameSpecialUnknown, "display-frames[2].special", |m| m.parts.display_frames[2].special = 2),
        case(FrameSpecialOther, "display-frames[2].special", |m| m.parts.display_frames[2].special = 1),
        case(FrameItemDangling, "display-frames[0].items[1]", |m| m.parts.display_frames[0].items = Many::new(list(&[bone_item(0), bone_item(6)]))),
        case(FrameItemDangling, "display-frames[0].items[1]", |m| m.parts.display_frames[0].items = Many::new(list(&[bone_item(0), morph_item(4)]))),
        case(FrameItemNone, "display-frames[0].items[0]", |m| m.parts.display_frames[0].items = Many::new(list(&[morph_item(-1), bone_item(0)]))),
        case(FrameItemDuplicate, "display-frames[0].items[1]", |m| m.parts.display_frames[0].items = Many::new(list(&[bone_item(0), bone_item(0)]))),
        case(BoneInNoFrame, "bones[5]", |m| m.parts.display_frames[2].items = Many::new(list(&[1, 2, 3, 4].map(bone_item)))),
        case(MorphInNoFrame, "morphs[3]", |m| m.parts.display_frames[1].items = Many::new(list(&[0, 1, 2].map(morph_item)))),

        // Rigid bodies and joints.
        case(BodyBoneDangling, "rigid-bodies[1].bone", |m| m.parts.rigid_bodies[1].bone = BoneIndex::new(6)),
        case(BodyShapeUnknown, "rigid-bodies[1].shape", |m| m.parts.rigid_bodies[1].shape = BodyShape(3)),
        case(BodyModeUnknown, "rigid-bodies[1].mode", |m| m.parts.rigid_bodies[1].mode = BodyMode(3)),
        case(BodyGroupRange, "rigid-bodies[1].group", |m| m.parts.rigid_bodies[1].group = 16),
        case(BodySizeNegative, "rigid-bodies[1].size[2]", |m| m.parts.rigid_bodies[1].size[2] = -1.0),
        case(BodySizeZero, "rigid-bodies[1].size[0]", |m| m.parts.rigid_bodies[1].size[0] = 0.0),
        case(BodyMassNegative, "rigid-bodies[0].mass", |m| m.parts.rigid_bodies[0].mass = -1.0),
        case(BodyMassZero, "rigid-bodies[1].mass", |m| m.parts.rigid_bodies[1].mass = 0.0),
        case(BodyCoefficientRange, "rigid-bodies[1].linear_damping", |m| m.parts.rigid_bodies[1].linear_damping = 1.5),
        case(BodyCoefficientRange, "rigid-bodies[1].friction", |m| m.parts.rigid_bodies[1].friction = -0.5),
        case(JointBodyNone, "joints[0].b", |m| m.parts.joints[0].b = RigidBodyIndex::NONE),
        case(JointBodyDangling, "joints[0].a", |m| m.parts.joints[0].a = RigidBodyIndex::new(2)),
        case(JointBodySame, "joints[0].b", |m| m.parts.joints[0].a = RigidBodyIndex::new(1)),
        case(JointKindUnknown, "joints[0].kind", |m| m.parts.joints[0].kind = JointKind(6)),
        case(JointKindIn20, "joints[0].kind", |m| m.parts.joints[0].kind = JointKind::HINGE),
        case(JointLimitsReversed, "joints[0].move_min[1]", |m| m.parts.joints[0].move_min[1] = 1.0),
        case(JointLimitsReversed, "joints[0].rotation_min[2]", |m| m.parts.joints[0].rotation_max[2] = -2.0),
        case(JointStill, "joints[0]", |m| m.parts.rigid_bodies[1].mode = BodyMode::FOLLOWS_BONE),

        // Soft bodies.
        case_also(SoftBodyMaterialNone, "soft-bodies[0].material", &[Version21], |m| m.soft_body(|b| b.material = MaterialIndex::NONE)),
        case_also(SoftBodyMaterialDangling, "soft-bodies[0].material", &[Version21], |m| m.soft_body(|b| b.material = MaterialIndex::new(1))),
        case_also(SoftBodyShapeUnknown, "soft-bodies[0].shape", &[Version21], |m| m.soft_body(|b| b.shape = SoftBodyShape(2))),
        case_also(AerodynamicsUnknown, "soft-bodies[0].aerodynamics", &[Version21], |m| m.soft_body(|b| b.aerodynamics = Aerodynamics(-1))),
        case_also(SoftBodyFlagsUnknown, "soft-bodies[0].flags", &[Version21], |m| m.soft_body(|b| b.flags |= SoftBodyFlags::from_bits_retain(0x80))),
        case_also(BodyGroupRange, "soft-bodies[0].group", &[Version21], |m| m.soft_body(|b| b.group = 16)),
        case_also(SoftBodyRange, "soft-bodies[0].mass", &[Version21], |m| m.soft_body(|b| b.mass = 0.0)),
        case_also(SoftBodyRange, "soft-bodies[0].iterations.drift", &[Version21], |m| m.soft_body(|b| b.iterations.drift = -1)),
        case_also(AnchorBodyNone, "soft-bodies[0].anchors[0].body", &[Version21], |m| m.anchor(-1, 0, 0)),
        case_also(AnchorBodyDangling, "soft-bodies[0].anchors[0].body", &[Version21], |m| m.anchor(2, 0, 0)),
        case_also(AnchorVertexDangling, "soft-bodies[0].anchors[0].vertex", &[Version21], |m| m.anchor(0, 3, 0)),
        case_also(AnchorNearUnknown, "soft-bodies[0].anchors[0].near", &[Version21], |m| m.anchor(0, 0, 2)),
        case_also(PinVertexDangling, "soft-bodies[0].pins[1]", &[Version21], |m| m.soft_body(|b| b.pins = Many::new(list(&[0, 3].map(VertexIndex::new))))),
    ]
}

impl Case {
    fn with(self, also: &'static [Code]) -> Case {
        Case { also, ..self }
    }
}
/// Two letters more.
trait Longer {
    fn longer(self) -> Self;
}
impl Longer for Name<'static> {
    fn longer(self) -> Self {
        Name::new(format!("{}先先", self.local).leak(), "")
    }
}

#[test]
fn each_rule_is_broken_by_a_model_that_breaks_just_this_one() {
    for Case { code, place, also, spoil } in cases() {
        let mut model = Model::clean();
        spoil(&mut model);
        let found = findings(&model.bytes());
        let listed = || found.iter().map(|f| format!("\n  {f}")).collect::<String>();
        let at_place = |f: &&Finding| f.code() == code && f.place().to_string() == place;
        assert!(found.iter().any(|f| at_place(&f)), "{code} at {place}:{}", listed());
        let codes: BTreeSet<Code> = found.iter().map(Finding::code).collect();
        assert_eq!(codes, also.iter().copied().chain([code]).collect(), "{code} at {place}, and no more:{}", listed());
    }
}

#[test]
fn every_code_is_produced_by_some_model() {
    let mut produced: BTreeSet<Code> = cases().into_iter().map(|case| case.code).collect();
    // These take files beside the model: `textures_on_disk_…`, with the feature that looks for them.
    produced.extend([Code::TextureMissing, Code::TextureSpelling]);
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !produced.contains(code)).collect();
    assert!(missing.is_empty(), "no model breaks {missing:?}");
    assert!(Code::ALL.len() >= 50);
}

#[test]
fn a_clean_model_gives_no_finding_in_either_encoding_and_version() {
    for encoding in [Encoding::Utf8, Encoding::Utf16Le] {
        for width in [Width::One, Width::Two, Width::Four] {
            let mut model = Model::clean();
            model.globals = Globals { encoding, vertex: width, texture: width, material: width, ..model.globals };
            model.globals = Globals { bone: width, morph: width, rigid_body: width, ..model.globals };
            assert_eq!(findings(&model.bytes()), []);
        }
    }
    let mut model = Model::clean();
    model.soft_body(|_| {});
    model.anchor(1, 2, 1);
    model.parts.soft_bodies.truncate(1);
    assert_eq!(findings(&model.bytes()).iter().map(Finding::code).collect::<Vec<_>>(), [Code::Version21]);
}

/// What is odd to look at, and right all the same.
#[test]
fn what_is_allowed_is_not_found() {
    let allowed: [fn(&mut Model); 14] = [
        |m| m.bdef4([0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0]),
        |m| m.bdef2([0, 1], 0.0),
        |m| m.deform(Deform::Sdef(SDEF)),
        |m| m.bdef4([0, 1, 2, 3], [0.998, 0.0, 0.0, 0.0]),
        |m| m.texture(r"tex\..\肌.png"),
        |m| m.texture("tex/console/nullable.png"),
        |m| m.parts.bones[0].name = Name::new("右手人差指先あ", ""), // 14 bytes
        |m| m.parts.bones[5].parent = BoneIndex::NONE,
        |m| m.parts.rigid_bodies[1].bone = BoneIndex::NONE,
        |m| m.parts.rigid_bodies[0].mass = 0.0,
        |m| {
            m.parts.rigid_bodies[1].shape = BodyShape::CAPSULE;
            m.parts.rigid_bodies[1].size = [1.0, 0.0, 0.0];
        },
        |m| m.append(5, 3),
        |m| {
            m.parts.bones[5].flags |= BoneFlags::TAIL_IS_BONE;
            m.parts.bones[5].tail_offset = None;
            m.parts.bones[5].tail_bone = Some(BoneIndex::NONE);
        },
        |m| {
            m.parts.vertices.push(vertex(0.5, 0.5));
            m.face([0, 2, 1]); // the other side
            m.face([0, 1, 3]);
        },
    ];
    for (i, spoil) in allowed.into_iter().enumerate() {
        let mut model = Model::clean();
        spoil(&mut model);
        assert_eq!(findings(&model.bytes()), [], "number {i}");
    }
}

/// One step further, and a rule would be broken.
#[test]
fn at_the_border_nothing_is_found() {
    let allowed: [fn(&mut Model); 24] = [
        |m| m.parts.info.name = Name::new("初音ミクと歌う人の服", ""), // 20 bytes
        |m| m.parts.bones[0].name = Name::new("右手人差指先あa", ""),  // 15 bytes
        |m| m.bdef2([0, 1], 1.0),
        |m| m.parts.vertices[0].base = base([-999_999.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0; 2]),
        |m| m.parts.vertices[0].base = base([f32::MIN_POSITIVE, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0; 2]),
        |m| m.parts.vertices[0].base = base([0.0; 3], [0.0, 0.999, 0.0], [0.0; 2]),
        |m| m.parts.vertices[0].edge_scale = 0.0,
        |m| m.texture("x".repeat(259).leak()),
        |m| m.parts.materials[0].toon = Toon::Shared(SharedToon(9)),
        |m| m.parts.materials[0].toon = Toon::Texture(TextureIndex::NONE),
        |m| m.parts.materials[0].edge_size = 0.0,
        |m| m.parts.materials[0].diffuse = [0.0, 1.0, 0.0, 1.0],
        |m| m.ik().iterations = 255,
        |m| m.ik().iterations = 1,
        |m| m.ik().limit_angle = f32::MIN_POSITIVE,
        |m| (0..=4).for_each(|panel| m.parts.morphs[panel as usize % 4].panel = Panel(panel)),
        |m| {
            (4..256).for_each(|i| {
                m.morph(morph(format!("m{i}").leak(), MorphOffsets::Vertex(Many::new(list(&[moved(2)])))))
            })
        },
        |m| m.parts.rigid_bodies[1].group = 15,
        |m| m.parts.rigid_bodies[1].mass = f32::MIN_POSITIVE,
        |m| (m.parts.rigid_bodies[1].linear_damping, m.parts.rigid_bodies[1].angular_damping) = (0.0, 1.0),
        |m| (m.parts.rigid_bodies[1].restitution, m.parts.rigid_bodies[1].friction) = (0.0, 9.0),
        |m| (m.parts.joints[0].rotation_min, m.parts.joints[0].rotation_max) = ([0.0; 3], [0.0; 3]),
        |m| m.parts.display_frames[2].special = 0,
        |m| m.parts.materials[0].flags = MaterialFlags::from_bits_retain(0x1f),
    ];
    for (i, spoil) in allowed.into_iter().enumerate() {
        let mut model = Model::clean();
        spoil(&mut model);
        assert_eq!(findings(&model.bytes()), [], "number {i}");
    }
    // What 2.1 alone has.
    let soft: [fn(&mut SoftBody<'static>); 5] = [
        |b| b.shape = SoftBodyShape(1),
        |b| b.aerodynamics = Aerodynamics(4),
        |b| b.group = 15,
        |b| b.flags = SoftBodyFlags::from_bits_retain(7),
        |b| (b.mass, b.iterations.drift) = (f32::MIN_POSITIVE, 0),
    ];
    for (i, spoil) in soft.into_iter().enumerate() {
        let mut model = Model::clean();
        model.soft_body(spoil);
        assert_eq!(
            findings(&model.bytes()).iter().map(Finding::code).collect::<Vec<_>>(),
            [Code::Version21],
            "soft {i}"
        );
    }
}

#[test]
fn a_finding_says_all_in_one_line() {
    let mut model = Model::clean();
    model.parts.bones[2].parent = BoneIndex::new(57);
    let bytes = model.bytes();
    let found = findings(&bytes);
    let index = PmxIndex::scan(&bytes).unwrap();
    let offset = index.view(&bytes).bones().offset(2).unwrap();
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        finding.to_string(),
        format!(
            "error[bone-parent-dangling] bones[2].parent at byte {offset:#x}: the parent of a bone is not there: 57, \
             expected below 6"
        )
    );
    assert_eq!((finding.severity(), finding.offset()), (Severity::Error, offset as u64));
    assert_eq!((finding.found(), finding.expected()), (&Value::Integer(57), &Value::Below(6)));
    assert_eq!(finding.place().field(), "parent");
}

#[test]
fn names_are_stable_in_kebab_case_and_found_again() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), Code::ALL.len(), "two codes share a name");
    for &code in Code::ALL {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(code.name().chars().all(plain), "{code}");
        assert_eq!(Code::named(code.name()), Some(code));
        for text in [code.what(), code.why(), code.advice()] {
            assert!(!text.is_empty() && !text.ends_with('.') && !text.contains('\n'), "{code}: {text}");
        }
    }
}

#[test]
fn many_findings_of_one_code_are_counted_and_few_kept() {
    let mut model = Model::clean();
    model.parts.vertices.resize(10_003, vertex(0.0, 0.0));
    let bytes = model.bytes();
    let index = PmxIndex::scan(&bytes).unwrap();
    let view = index.view(&bytes);
    let mut findings = view.check();
    assert_eq!(findings.by_ref().count(), 100);
    assert_eq!((findings.totals().count(Code::VertexUnused), findings.totals().total()), (10_000, 10_000));
    assert_eq!(findings.totals().iter().collect::<Vec<_>>(), [(Code::VertexUnused, 10_000)]);
    for max in [0, 7, 20_000] {
        let mut findings = view.check_with(&CheckOptions::new().max_per_code(max));
        assert_eq!(findings.by_ref().count(), max.min(10_000));
        assert_eq!(findings.totals().of(Severity::Info), 10_000);
    }
    let totals = view.check().into_totals();
    assert_eq!((totals.of(Severity::Info), totals.of(Severity::Error)), (10_000, 0));
}

#[test]
fn findings_come_section_by_section_as_they_are_asked_for() {
    let mut model = Model::clean();
    model.parts.info.name = Name::new("", "");
    model.parts.bones[1].parent = BoneIndex::new(99);
    model.parts.joints[0].a = RigidBodyIndex::NONE;
    let bytes = model.bytes();
    let index = PmxIndex::scan(&bytes).unwrap();
    let mut findings = index.view(&bytes).check();
    for (code, so_far) in [(Code::ModelNameEmpty, 1), (Code::BoneParentDangling, 2), (Code::JointBodyNone, 3)] {
        assert_eq!(findings.next().map(|f| f.code()), Some(code));
        assert_eq!(findings.totals().total(), so_far, "what lies behind {code} was looked at too early");
    }
    assert_eq!(findings.next(), None);
    assert_eq!(findings.next(), None);
}

// ---------------------------------------------------------------------------------------------
// Large and hostile models.

/// The file with another section in place of its own: a count, then so many records of these bytes.
fn with_section(bytes: &[u8], name: &str, records: &[Vec<u8>]) -> Vec<u8> {
    let index = PmxIndex::scan(bytes).unwrap();
    let range = index.sections().into_iter().find(|section| section.name == name).unwrap().range;
    let mut all = bytes[..range.start].to_vec();
    all.extend((records.len() as i32).to_le_bytes());
    records.iter().for_each(|record| all.extend(record));
    all.extend(&bytes[range.end..]);
    all
}
fn bone_bytes(number: usize, parent: i32) -> Vec<u8> {
    let name = number.to_string();
    let mut bone = (name.len() as i32).to_le_bytes().to_vec();
    bone.extend(name.as_bytes());
    bone.extend([0; 4 + 12]); // universal name, position
    bone.extend(parent.to_le_bytes());
    bone.extend([0; 4 + 2 + 12]); // layer, flags, tail offset
    bone
}
/// In a thread whose stack would not bear recursion.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    // Without optimisation the frames of reading alone take more than the smaller one.
    let size = if cfg!(debug_assertions) { 256 } else { 128 } * 1024;
    std::thread::Builder::new().stack_size(size).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_million_bones_in_a_circle_are_checked_on_a_small_stack() {
    const BONES: i32 = 1_000_000;
    let circle: Vec<_> = (0..BONES).map(|i| bone_bytes(i as usize, (i + BONES - 1) % BONES)).collect();
    let circle = with_section(&Model::clean().bytes(), "bones", &circle);
    on_a_small_stack(move || {
        let index = PmxIndex::scan(&circle).unwrap();
        let mut findings = index.view(&circle).check();
        let finding = findings.find(|f| f.code() == Code::BoneParentCycle).unwrap();
        assert_eq!(finding.place().to_string(), "bones[0].parent");
        assert_eq!(finding.found(), &Value::Integer(1_000_000));
        let totals = findings.into_totals();
        assert_eq!((totals.count(Code::BoneParentCycle), totals.count(Code::BoneBeforeParent)), (1, 1));
    });
}

/// Each takes over the movement of the one before, and its IK turns the one behind.
#[test]
fn a_million_bones_that_append_and_reach_in_a_circle_are_checked_on_a_small_stack() {
    const BONES: i32 = 1_000_000;
    let bone = |i: i32| {
        let name = i.to_string();
        let mut bone = (name.len() as i32).to_le_bytes().to_vec();
        bone.extend(name.as_bytes());
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
    let circle = with_section(&Model::clean().bytes(), "bones", &(0..BONES).map(bone).collect::<Vec<_>>());
    on_a_small_stack(move || {
        let totals = PmxIndex::scan(&circle).unwrap().view(&circle).check().into_totals();
        assert_eq!((totals.count(Code::AppendCycle), totals.count(Code::AppendBeforeSource)), (1, 1));
        assert_eq!((totals.count(Code::IkCycle), totals.total()), (1_000_000, 1_000_002));
    });
}

#[test]
fn a_hundred_thousand_bones_in_a_chain_are_no_circle() {
    let chain: Vec<_> = (0..100_000).map(|i| bone_bytes(i as usize, i - 1)).collect();
    let chain = with_section(&Model::clean().bytes(), "bones", &chain);
    on_a_small_stack(move || {
        assert_eq!(PmxIndex::scan(&chain).unwrap().view(&chain).check().into_totals().total(), 0);
    });
}

#[test]
fn a_chain_of_ten_thousand_groups_is_checked_on_a_small_stack() {
    let mut model = Model::clean();
    let chain =
        |last: i32| move |i: i32| morph(format!("g{i}").leak(), group(&[if i == 10_003 { last } else { i + 1 }]));
    model.parts.morphs.extend((4..10_004).map(chain(0)));
    let open = model.bytes();
    model.parts.morphs.truncate(4);
    model.parts.morphs.extend((4..10_004).map(chain(4)));
    let closed = model.bytes();
    on_a_small_stack(move || {
        let of = |bytes: &[u8]| PmxIndex::scan(bytes).unwrap().view(bytes).check().into_totals();
        assert_eq!((of(&open).count(Code::MorphGroupNested), of(&open).count(Code::MorphGroupCycle)), (9_999, 0));
        assert_eq!((of(&closed).count(Code::MorphGroupNested), of(&closed).count(Code::MorphGroupCycle)), (10_000, 1));
    });
}

/// 64 groups, each twice the next: 2^64 if resolved.
#[test]
fn groups_that_fan_out_are_summed_up_not_resolved() {
    let mut model = Model::clean();
    for i in 4..68 {
        let next = if i == 67 { 0 } else { i + 1 };
        model.morph(morph(format!("g{i}").leak(), group(&[next, next])));
    }
    let bytes = model.bytes();
    let found = findings(&bytes);
    let explodes: Vec<_> = found.iter().filter(|f| f.code() == Code::MorphGroupExplodes).collect();
    assert_eq!(explodes.len(), 64 - 19);
    assert_eq!(explodes[0].found(), &Value::Integer(i64::MAX));
}

/// Fans around one corner would make a checker that compares all with all stand still.
#[test]
fn many_triangles_of_one_corner_are_no_burden() {
    let mut model = Model::clean();
    for i in 1..60_000 {
        model.parts.vertices.push(vertex(i as f32, 0.0));
        model.face([0, i, i + 1]);
    }
    let totals = |model: &Model| {
        let bytes = model.bytes();
        PmxIndex::scan(&bytes).unwrap().view(&bytes).check().into_totals()
    };
    let once = totals(&model).count(Code::FaceDuplicate);
    model.face([0, 59_999, 60_000]);
    assert_eq!((once, totals(&model).count(Code::FaceDuplicate)), (1, 2)); // the clean model's own face, and the last
}

/// However many other triangles of the same corner lie between a triangle and its repetition.
#[test]
fn every_repeated_triangle_is_found_however_far_from_the_first() {
    for size in 1..40 {
        let mut model = Model::clean();
        for i in 1..=size + 1 {
            model.parts.vertices.push(vertex(i as f32, 0.0));
        }
        let fan = |model: &mut Model| (1..=size).for_each(|i| model.face([i, i + 1, 0].map(|corner| corner + 1)));
        fan(&mut model);
        let duplicates = |model: &Model| {
            let bytes = model.bytes();
            PmxIndex::scan(&bytes).unwrap().view(&bytes).check().into_totals().count(Code::FaceDuplicate)
        };
        let before = duplicates(&model);
        fan(&mut model);
        assert_eq!(duplicates(&model) - before, size as u64, "{size}");
    }
}

#[cfg(feature = "textures")]
#[test]
fn textures_on_disk_are_missed_or_found_under_another_spelling() {
    let folder = std::env::temp_dir().join(format!("mmdmap-check-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("Tex")).unwrap();
    std::fs::write(folder.join("Tex/Face.png"), b"a picture").unwrap();
    let mut model = Model::clean();
    for path in ["tex\\face.png", "Tex/Face.png", "tex/gone.png", "../out.png"] {
        model.parts.textures.push(Text::new(path));
    }
    let bytes = model.bytes();
    let index = PmxIndex::scan(&bytes).unwrap();
    let before = index.view(&bytes).textures().len() - 4;
    let options = CheckOptions::new().textures_in(&folder);
    let on_disk = [Code::TextureMissing, Code::TextureSpelling];
    let found: Vec<_> = index
        .view(&bytes)
        .check_with(&options)
        .filter(|f| on_disk.contains(&f.code()) && f.place().record().is_some_and(|i| i >= before))
        .map(|f| (f.code(), f.place().record().map(|i| i - before), f.expected().to_string()))
        .collect();
    std::fs::remove_dir_all(&folder).unwrap();
    // The path that leads out was found guilty by its letters: it is not looked for.
    let spelled = format!("{:?}", std::path::Path::new("Tex").join("Face.png").display().to_string());
    assert_eq!(found, [(Code::TextureSpelling, Some(0), spelled), (Code::TextureMissing, Some(2), String::new())]);
    assert!(index.view(&bytes).check().all(|f| !on_disk.contains(&f.code())), "without a folder nothing is looked for");
}
