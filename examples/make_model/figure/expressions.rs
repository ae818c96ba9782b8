//! The morphs: moods of the face, what changes the looks, and what pushes the hair about.
use super::Edition;
use super::head::{Face, Feature, Panel as Part};
use super::materials::Look;
use super::mesh::{Mesh, number};
use super::physics::Physics;
use super::skeleton::Skeleton;
use super::space::{V3, v};
use super::textures::Cell;
use mmdmap::pmx::{
    BoneOffset, ImpulseOffset, MaterialOffset, MaterialOperation, Morph, MorphOffset, MorphOffsets, Panel, UvOffset,
    VertexOffset,
};
use mmdmap::{Many, MaterialIndex, MorphIndex, Name};

/// What a morph moves; the lists that the file's record borrows.
#[derive(Debug)]
enum Change {
    Group(Vec<MorphOffset>),
    Vertex(Vec<VertexOffset>),
    Bone(Vec<BoneOffset>),
    Uv(Vec<UvOffset>),
    /// Additional UV 1 to 4.
    ExtraUv(u8, Vec<UvOffset>),
    Material(Vec<MaterialOffset>),
    Flip(Vec<MorphOffset>),
    Impulse(Vec<ImpulseOffset>),
}

impl Change {
    fn record(&self) -> MorphOffsets<'_> {
        match self {
            Change::Group(all) => MorphOffsets::Group(Many::new(all)),
            Change::Vertex(all) => MorphOffsets::Vertex(Many::new(all)),
            Change::Bone(all) => MorphOffsets::Bone(Many::new(all)),
            Change::Uv(all) => MorphOffsets::Uv(Many::new(all)),
            Change::ExtraUv(1, all) => MorphOffsets::ExtraUv1(Many::new(all)),
            Change::ExtraUv(2, all) => MorphOffsets::ExtraUv2(Many::new(all)),
            Change::ExtraUv(3, all) => MorphOffsets::ExtraUv3(Many::new(all)),
            Change::ExtraUv(_, all) => MorphOffsets::ExtraUv4(Many::new(all)),
            Change::Material(all) => MorphOffsets::Material(Many::new(all)),
            Change::Flip(all) => MorphOffsets::Flip(Many::new(all)),
            Change::Impulse(all) => MorphOffsets::Impulse(Many::new(all)),
        }
    }
}

/// A mood: what becomes of each part of the face.
type Mood = fn(Part) -> Part;

/// Nothing is left of an eye but its lashes; what lies behind them must not look out.
fn eyes_closed(part: Part, arch: f32, y: f32) -> Part {
    const LASHES: f32 = 0.4;
    match part.feature {
        Feature::White | Feature::Iris => Part { y: part.y + y + 0.82 * LASHES, high: 0.01, wide: 0.25, arch, ..part },
        Feature::Lash => Part { y: part.y + y, high: LASHES, arch, ..part },
        Feature::Brow | Feature::Mouth => part,
    }
}
fn blink(part: Part) -> Part {
    eyes_closed(part, -0.64, -0.03)
}
fn laugh(part: Part) -> Part {
    match part.feature {
        Feature::Brow => Part { y: part.y + 0.12, ..part },
        _ => eyes_closed(part, 0.2, -0.5),
    }
}
fn wink(part: Part) -> Part {
    if part.side > 0.0 { laugh(part) } else { part }
}
fn wink_right(part: Part) -> Part {
    if part.side < 0.0 { laugh(part) } else { part }
}
fn surprise(part: Part) -> Part {
    match part.feature {
        Feature::White | Feature::Lash => Part { high: part.high * 1.1, wide: part.wide * 1.04, ..part },
        Feature::Iris => Part { high: part.high * 0.66, wide: part.wide * 0.66, ..part },
        Feature::Brow => Part { y: part.y + 0.22, ..part },
        Feature::Mouth => part,
    }
}
fn brows(part: Part, y: f32, slant: f32) -> Part {
    match part.feature {
        Feature::Brow => Part { y: part.y + y, slant: part.slant + slant, ..part },
        _ => part,
    }
}
fn sad(part: Part) -> Part {
    brows(part, 0.02, -0.35)
}
fn angry(part: Part) -> Part {
    brows(part, -0.12, 0.4)
}
fn brows_up(part: Part) -> Part {
    brows(part, 0.22, 0.0)
}
fn lips(part: Part, wide: f32, high: f32, arch: f32) -> Part {
    match part.feature {
        Feature::Mouth => Part { wide, high, arch, y: part.y + high * 0.1, ..part },
        _ => part,
    }
}
fn lips_a(part: Part) -> Part {
    lips(part, 0.44, 0.42, 0.0)
}
fn lips_i(part: Part) -> Part {
    lips(part, 0.56, 0.17, -0.3)
}
fn lips_u(part: Part) -> Part {
    lips(part, 0.2, 0.2, 0.0)
}
fn lips_e(part: Part) -> Part {
    lips(part, 0.46, 0.26, -0.2)
}
fn lips_o(part: Part) -> Part {
    lips(part, 0.3, 0.38, 0.0)
}
fn grin(part: Part) -> Part {
    lips(part, 0.62, 0.06, -0.65)
}

const MOODS: [(&str, &str, Panel, Mood); 14] = [
    ("困る", "sad", Panel::EYEBROW, sad),
    ("怒り", "angry", Panel::EYEBROW, angry),
    ("上", "brows up", Panel::EYEBROW, brows_up),
    ("まばたき", "blink", Panel::EYE, blink),
    ("笑い", "laugh", Panel::EYE, laugh),
    ("ウィンク", "wink", Panel::EYE, wink),
    ("ウィンク右", "wink right", Panel::EYE, wink_right),
    ("びっくり", "surprise", Panel::EYE, surprise),
    ("あ", "a", Panel::MOUTH, lips_a),
    ("い", "i", Panel::MOUTH, lips_i),
    ("う", "u", Panel::MOUTH, lips_u),
    ("え", "e", Panel::MOUTH, lips_e),
    ("お", "o", Panel::MOUTH, lips_o),
    ("にっこり", "grin", Panel::MOUTH, grin),
];

/// A mood as the points of the face that it moves.
fn mood(face: &Face, mood: Mood) -> Change {
    let changed = face.features.iter().map(|(part, points)| (part, mood(*part), points));
    let moves = changed.filter(|(part, other, _)| *part != other).flat_map(|(part, other, points)| {
        let moves = part.moves(&other).collect::<Vec<_>>();
        points.clone().zip(moves)
    });
    Change::Vertex(moves.map(|(point, translation)| VertexOffset { vertex: number(point), translation }).collect())
}

/// Stars in her eyes: another part of the same picture.
fn stars(face: &Face) -> Change {
    let [right, down] = Cell::Iris.way_to(Cell::Star);
    let irises = face.features.iter().filter(|(part, _)| part.feature == Feature::Iris);
    let points = irises.flat_map(|(_, points)| points.clone());
    Change::Uv(points.map(|point| UvOffset { vertex: number(point), offset: [right, down, 0.0, 0.0] }).collect())
}

/// An additional UV changed on all points that look so, unless by nothing.
fn extra_uv(set: u8, mesh: &Mesh, looks: &[Look], offset: impl Fn(usize) -> [f32; 4]) -> Change {
    let points = looks.iter().flat_map(|&look| mesh.points_of(look));
    let offsets = points.map(|point| UvOffset { vertex: number(point), offset: offset(point) });
    Change::ExtraUv(set, offsets.filter(|one| one.offset != [0.0; 4]).collect())
}

/// Half a map to the left, on the cape.
fn map_slides(mesh: &Mesh) -> Change {
    extra_uv(1, mesh, &[Look::Cape], |_| [0.5, 0.0, 0.0, 0.0])
}
/// Snow lies on what looks up.
fn snow(mesh: &Mesh) -> Change {
    let lies = |point: usize| [mesh.points[point].normal().y().max(0.0), 0.0, 0.0, 0.0];
    extra_uv(2, mesh, &[Look::Cap, Look::Pelerine], lies)
}
/// Wind carries the cape the farther, the lower a point hangs.
fn wind(mesh: &Mesh) -> Change {
    extra_uv(3, mesh, &[Look::Cape], |point| [mesh.points[point].uv()[1], 0.0, 0.0, 0.0])
}
/// The compass shines.
fn glow(mesh: &Mesh) -> Change {
    let near_needle = |point: usize| mesh.points[point].at().y() > 12.0;
    extra_uv(4, mesh, &[Look::Brass], |point| if near_needle(point) { [1.0, 0.85, 0.4, 1.0] } else { [0.0; 4] })
}

/// A material left as it is.
const fn unchanged(material: MaterialIndex, operation: MaterialOperation) -> MaterialOffset {
    let all = if operation.0 == MaterialOperation::MULTIPLY.0 { 1.0 } else { 0.0 };
    MaterialOffset {
        material,
        operation,
        diffuse: [all; 4],
        specular: [all; 3],
        specular_power: all,
        ambient: [all; 3],
        edge_color: [all; 4],
        edge_size: all,
        texture_tint: [all; 4],
        sphere_tint: [all; 4],
        toon_tint: [all; 4],
    }
}
/// Cap and compass vanish, outline and all.
fn bareheaded() -> Change {
    let clear = [1.0, 1.0, 1.0, 0.0];
    let vanished = |look: Look| MaterialOffset {
        diffuse: clear,
        edge_color: clear,
        edge_size: 0.0,
        ..unchanged(look.index(), MaterialOperation::MULTIPLY)
    };
    Change::Material([Look::Cap, Look::Brass, Look::Needle].map(vanished).to_vec())
}
/// A touch of red on all skin.
fn flush() -> Change {
    let red = |look: Look| MaterialOffset {
        diffuse: [0.0, -0.06, -0.05, 0.0],
        ambient: [0.0, -0.03, -0.03],
        ..unchanged(look.index(), MaterialOperation::ADD)
    };
    Change::Material([Look::Face, Look::Skin].map(red).to_vec())
}
/// Evening light on everything.
fn dusk() -> Change {
    let all = unchanged(MaterialIndex::NONE, MaterialOperation::MULTIPLY);
    Change::Material(vec![MaterialOffset { diffuse: [1.0, 0.8, 0.7, 1.0], ambient: [0.9, 0.65, 0.6], ..all }])
}

/// A bow: 20° at the waist, 10° at the neck, down into the hips.
fn bow(skeleton: &Skeleton) -> Change {
    let turned = |bone: &str, sine: f32, cosine: f32, translation: V3| BoneOffset {
        bone: skeleton.find(bone),
        translation: translation.0,
        rotation: [-sine, 0.0, 0.0, cosine],
    };
    Change::Bone(vec![
        turned("上半身", 0.173_648_18, 0.984_807_8, V3::ZERO),
        turned("首", 0.087_155_74, 0.996_194_7, V3::ZERO),
        turned("センター", 0.0, 1.0, v(0.0, 0.0, 0.2)),
    ])
}

/// Other morphs, in the order in which they stand before.
fn others(plans: &[Plan], names: &[(&str, f32)]) -> Vec<MorphOffset> {
    let index =
        |name: &str| plans.iter().position(|plan| plan.name == name).unwrap_or_else(|| panic!("no morph {name}"));
    names.iter().map(|&(name, ratio)| MorphOffset { morph: MorphIndex::new(index(name) as i32), ratio }).collect()
}

/// A push for some bodies; all zero is the sign to stop.
fn push(physics: &Physics, bodies: &[&str], local: bool, velocity: V3, torque: V3) -> Change {
    let push = |body: &&str| ImpulseOffset {
        body: physics.find(body),
        local: local.into(),
        velocity: velocity.0,
        torque: torque.0,
    };
    Change::Impulse(bodies.iter().map(push).collect())
}

#[derive(Debug)]
struct Plan {
    name: &'static str,
    english: &'static str,
    panel: Panel,
    change: Change,
}

impl Plan {
    fn record(&self) -> Morph<'_> {
        Morph { name: Name::new(self.name, self.english), panel: self.panel, offsets: self.change.record() }
    }
}

/// All morphs.
#[derive(Debug)]
pub struct Expressions {
    plans: Vec<Plan>,
}

impl Expressions {
    pub fn new(face: &Face, mesh: &Mesh, skeleton: &Skeleton, physics: &Physics, edition: Edition) -> Self {
        let moods =
            MOODS.map(|(name, english, panel, change)| Plan { name, english, panel, change: mood(face, change) });
        let mut all = Expressions { plans: moods.into() };
        all.add("星目", "starry eyes", Panel::EYE, stars(face));
        all.add("照れ", "flush", Panel::OTHER, flush());
        all.add("おじぎ", "bow", Panel::OTHER, bow(skeleton));
        all.add("帽子なし", "without cap", Panel::OTHER, bareheaded());
        all.add("夕暮れ", "dusk", Panel::OTHER, dusk());
        all.add("地図流し", "map slides", Panel::OTHER, map_slides(mesh));
        all.add_group("にこにこ", "beaming", &[("笑い", 1.0), ("にっこり", 0.8), ("照れ", 0.5)]);
        if edition == Edition::Extended {
            all.add_extended(mesh, physics);
        }
        all
    }

    /// What only 2.1 has, or only a model with four additional UVs.
    fn add_extended(&mut self, mesh: &Mesh, physics: &Physics) {
        self.add("雪", "snow", Panel::OTHER, snow(mesh));
        self.add("風", "wind", Panel::OTHER, wind(mesh));
        self.add("光", "glow", Panel::OTHER, glow(mesh));
        let vowels = ["あ", "い", "う", "え", "お"].map(|vowel| (vowel, 1.0));
        self.add("母音", "vowels", Panel::MOUTH, Change::Flip(others(&self.plans, &vowels)));
        let (braids, ends) = (["左髪１", "右髪１"], ["左髪２", "右髪２"]);
        self.add("突風", "gust", Panel::OTHER, push(physics, &braids, false, v(6.0, 2.0, 8.0), V3::ZERO));
        self.add("髪ひねり", "braids twist", Panel::OTHER, push(physics, &ends, true, V3::ZERO, v(0.0, 3.0, 0.0)));
        self.add("凪", "calm", Panel::OTHER, push(physics, &[braids, ends].concat(), false, V3::ZERO, V3::ZERO));
    }

    fn add(&mut self, name: &'static str, english: &'static str, panel: Panel, change: Change) {
        self.plans.push(Plan { name, english, panel, change });
    }
    fn add_group(&mut self, name: &'static str, english: &'static str, of: &[(&str, f32)]) {
        self.add(name, english, Panel::OTHER, Change::Group(others(&self.plans, of)));
    }

    pub fn len(&self) -> usize {
        self.plans.len()
    }
    pub fn records(&self) -> Vec<Morph<'_>> {
        self.plans.iter().map(Plan::record).collect()
    }
}
