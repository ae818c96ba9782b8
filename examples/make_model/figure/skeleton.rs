//! The bones, and how they move the skin.
use super::Edition;
use super::space::{V3, v};
use mmdmap::pmx::{
    AngleLimits, Append, Bdef1, Bdef2, Bdef4, Bone, BoneFlags, Deform, Ik, IkLimits, IkLink, LocalAxes, Sdef,
};
use mmdmap::{BoneIndex, Many, Name};

/// Where a bone points.
#[derive(Clone, Debug)]
enum Tail {
    To(String),
    By(V3),
}

/// The chain of an IK bone.
#[derive(Clone, Debug)]
struct Chain {
    target: String,
    iterations: i32,
    limit_angle: f32,
    links: Vec<(String, IkLimits)>,
}

/// A bone as it is thought of: other bones by their names. What begins with 左 is of the left side and has a like on
/// the right.
#[derive(Clone, Debug)]
struct Plan {
    name: String,
    english: String,
    at: V3,
    parent: String,
    tail: Tail,
    layer: i32,
    flags: BoneFlags,
    append: Option<(String, f32)>,
    fixed_axis: Option<V3>,
    local_axes: Option<[V3; 2]>,
    external_parent: Option<i32>,
    ik: Option<Chain>,
}

/// A bone that is shown and can be turned. A parent without a name is none.
fn bone(name: &str, english: &str, at: V3, parent: &str, tail: Tail) -> Plan {
    Plan {
        name: name.into(),
        english: english.into(),
        at,
        parent: parent.into(),
        tail,
        layer: 0,
        flags: BoneFlags::ROTATES | BoneFlags::SHOWN | BoneFlags::OPERATES,
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    }
}
fn to(bone: &str) -> Tail {
    Tail::To(bone.into())
}
const fn by(x: f32, y: f32, z: f32) -> Tail {
    Tail::By(v(x, y, z))
}

impl Plan {
    fn with(mut self, flags: BoneFlags) -> Self {
        self.flags |= flags;
        self
    }
    fn moves(self) -> Self {
        self.with(BoneFlags::MOVES)
    }
    fn hidden(mut self) -> Self {
        self.flags -= BoneFlags::SHOWN | BoneFlags::OPERATES;
        self
    }
    fn layer(mut self, layer: i32) -> Self {
        self.layer = layer;
        self
    }
    fn follows(mut self, other: &str, ratio: f32) -> Self {
        self.append = Some((other.into(), ratio));
        self.with(BoneFlags::APPENDS_ROTATION)
    }
    fn twists(mut self, axis: V3) -> Self {
        self.fixed_axis = Some(axis.unit());
        self.with(BoneFlags::FIXED_AXIS)
    }
    fn along(mut self, x: V3) -> Self {
        self.local_axes = Some([x.unit(), V3::FRONT]);
        self.with(BoneFlags::LOCAL_AXES)
    }
    fn held_by(mut self, key: i32) -> Self {
        self.external_parent = Some(key);
        self.with(BoneFlags::EXTERNAL_PARENT)
    }
    fn pulls(mut self, target: &str, iterations: i32, limit_angle: f32, links: &[(&str, IkLimits)]) -> Self {
        let links = links.iter().map(|&(name, limits)| (name.into(), limits)).collect();
        self.ik = Some(Chain { target: target.into(), iterations, limit_angle, links });
        self.moves().with(BoneFlags::IK)
    }

    /// Itself, and its like on the right if it is of the left.
    fn both_sides(self) -> Vec<Plan> {
        let right = self.name.starts_with('左').then(|| self.mirrored());
        [Some(self), right].into_iter().flatten().collect()
    }
    fn mirrored(&self) -> Plan {
        let chain = |chain: &Chain| Chain {
            target: right(&chain.target),
            links: chain.links.iter().map(|(name, limits)| (right(name), *limits)).collect(),
            ..*chain
        };
        Plan {
            name: right(&self.name),
            english: right(&self.english),
            at: self.at.mirrored(),
            parent: right(&self.parent),
            tail: match &self.tail {
                Tail::To(name) => to(&right(name)),
                Tail::By(offset) => Tail::By(offset.mirrored()),
            },
            append: self.append.as_ref().map(|(name, ratio)| (right(name), *ratio)),
            fixed_axis: self.fixed_axis.map(V3::mirrored),
            local_axes: self.local_axes.map(|axes| axes.map(V3::mirrored)),
            ik: self.ik.as_ref().map(chain),
            ..*self
        }
    }
}

/// The name of the like on the right side; names of the middle stay.
pub fn right(name: &str) -> String {
    name.replace('左', "右").replace("left", "right")
}

pub const ELBOW: V3 = v(2.3, 6.3, 0.1);
pub const SHOULDER: V3 = v(1.1, 7.35, 0.1);
pub const WRIST: V3 = v(3.3, 5.425, 0.1);
pub const HIP: V3 = v(0.78, 4.6, 0.0);
pub const KNEE: V3 = v(0.8, 2.75, -0.06);
pub const ANKLE: V3 = v(0.82, 0.85, 0.06);
pub const TOE: V3 = v(0.82, 0.2, -0.95);
pub const BRAID: [V3; 3] = [v(2.6, 9.6, -0.5), v(2.4, 8.0, -1.2), v(2.05, 6.5, -1.4)];
pub const NEEDLE: V3 = v(0.2, 13.95, -3.2);
pub const BAG: V3 = v(-1.5, 5.5, -0.35);
pub const EYE: V3 = v(1.18, 10.65, -1.6);

/// A knee bends backwards only: half a degree to half a turn.
const BACKWARDS: IkLimits =
    IkLimits::Within(AngleLimits { min: [-std::f32::consts::PI, 0.0, 0.0], max: [-0.008_726_646, 0.0, 0.0] });
const FREE: IkLimits = IkLimits::Free(());

fn trunk() -> Vec<Plan> {
    vec![
        bone("全ての親", "root", V3::ZERO, "", to("センター")).moves(),
        bone("センター", "center", v(0.0, 3.6, 0.0), "全ての親", by(0.0, 1.6, 0.0)).moves(),
        bone("上半身", "upper body", v(0.0, 5.5, 0.0), "センター", to("首")),
        bone("下半身", "lower body", v(0.0, 5.5, 0.0), "センター", by(0.0, -1.4, 0.0)),
        bone("首", "neck", v(0.0, 7.9, 0.1), "上半身", to("頭")),
        bone("頭", "head", v(0.0, 8.6, 0.1), "首", by(0.0, 2.4, 0.0)),
        bone("両目", "eyes", v(0.0, 17.0, 0.0), "頭", by(0.0, 0.0, -1.0)),
        bone("左目", "left eye", EYE, "頭", by(0.0, 0.0, -1.0)).follows("両目", 1.0).layer(1),
    ]
}

fn arms() -> Vec<Plan> {
    let (upper, lower) = (ELBOW - SHOULDER, WRIST - ELBOW);
    vec![
        bone("左肩", "left shoulder", v(0.3, 7.55, 0.1), "上半身", to("左腕")),
        bone("左腕", "left arm", SHOULDER, "左肩", to("左ひじ")).along(upper),
        bone("左腕捩", "left arm twist", SHOULDER.mix(ELBOW, 0.6), "左腕", Tail::By(upper * 0.3)).twists(upper),
        bone("左ひじ", "left elbow", ELBOW, "左腕捩", to("左手首")).along(lower),
        bone("左手捩", "left wrist twist", ELBOW.mix(WRIST, 0.6), "左ひじ", Tail::By(lower * 0.3)).twists(lower),
        bone("左手首", "left wrist", WRIST, "左手捩", Tail::By(lower * 0.5)).along(lower),
    ]
}

fn legs() -> Vec<Plan> {
    vec![
        bone("左足", "left leg", HIP, "下半身", to("左ひざ")),
        bone("左ひざ", "left knee", KNEE, "左足", to("左足首")),
        bone("左足首", "left ankle", ANKLE, "左ひざ", to("左つま先")),
        bone("左つま先", "left toe", TOE, "左足首", by(0.0, 0.0, -0.4)).hidden(),
        bone("左足ＩＫ", "left leg IK", ANKLE, "全ての親", by(0.0, 0.0, 1.0)).pulls(
            "左足首",
            40,
            2.0,
            &[("左ひざ", BACKWARDS), ("左足", FREE)],
        ),
        bone("左つま先ＩＫ", "left toe IK", TOE, "左足ＩＫ", by(0.0, -0.6, 0.0)).pulls(
            "左つま先",
            3,
            4.0,
            &[("左足首", FREE)],
        ),
    ]
}

fn hair() -> Vec<Plan> {
    let [top, middle, end] = BRAID;
    let physics = BoneFlags::AFTER_PHYSICS;
    vec![
        bone("左髪１", "left braid 1", top, "頭", to("左髪２")),
        bone("左髪２", "left braid 2", middle, "左髪１", to("左髪飾り")),
        // Hangs straighter than the braid it is tied to, wherever physics swings that.
        bone("左髪飾り", "left hair tie", end, "左髪２", by(0.0, -0.6, 0.0)).follows("左髪２", -0.5).with(physics),
    ]
}

/// Six bones of the skirt, from the front round to the left.
pub const SKIRT: [&str; 6] =
    ["スカート前", "左スカート前", "左スカート後", "スカート後", "右スカート後", "右スカート前"];
/// Three pairs of bones of the cape, from the left to the right.
pub const CAPE: [[&str; 2]; 3] = [["左マント１", "左マント２"], ["マント１", "マント２"], ["右マント１", "右マント２"]];

fn clothes() -> Vec<Plan> {
    vec![
        bone("スカート前", "skirt front", v(0.0, 5.1, -1.05), "下半身", by(0.0, -1.7, -1.05)),
        bone("左スカート前", "left skirt front", v(1.05, 5.1, -0.53), "下半身", by(1.0, -1.7, -0.52)),
        bone("左スカート後", "left skirt back", v(1.05, 5.1, 0.53), "下半身", by(1.0, -1.7, 0.52)),
        bone("スカート後", "skirt back", v(0.0, 5.1, 1.05), "下半身", by(0.0, -1.7, 1.05)),
        bone("マント１", "cape 1", v(0.0, 7.3, 1.15), "上半身", to("マント２")),
        bone("マント２", "cape 2", v(0.0, 5.0, 1.9), "マント１", by(0.0, -2.1, 0.45)),
        bone("左マント１", "left cape 1", v(0.95, 7.3, 0.95), "上半身", to("左マント２")),
        bone("左マント２", "left cape 2", v(1.7, 5.0, 1.45), "左マント１", by(0.5, -2.1, 0.35)),
        bone("鞄", "bag", BAG, "下半身", by(0.0, -0.9, 0.0)),
        bone("地図", "map roll", BAG + v(0.0, 0.1, 0.0), "鞄", by(0.0, 0.9, 0.0)).moves(),
        bone("磁針", "compass needle", NEEDLE, "頭", by(0.0, 0.5, 0.0)).twists(V3::FRONT),
    ]
}

/// What only 2.1 has: something to be put into her hand from another model.
fn held() -> Vec<Plan> {
    vec![bone("左手持ち", "left hand holds", WRIST + v(0.35, -0.35, -0.3), "左手首", by(0.0, 0.0, -0.8)).held_by(1)]
}

/// The bones, with the chains that IK bones borrow.
#[derive(Debug)]
pub struct Skeleton {
    plans: Vec<Plan>,
    links: Vec<Vec<IkLink>>,
    edition: Edition,
}

impl Skeleton {
    pub fn new(edition: Edition) -> Self {
        let held = if edition == Edition::Extended { held() } else { Vec::new() };
        let rooms = [trunk(), arms(), legs(), hair(), clothes(), held];
        let plans = rooms.into_iter().flatten().flat_map(Plan::both_sides).collect();
        let mut skeleton = Skeleton { plans, links: Vec::new(), edition };
        skeleton.links = skeleton.plans.iter().map(|plan| skeleton.links_of(plan)).collect();
        skeleton
    }
    fn links_of(&self, plan: &Plan) -> Vec<IkLink> {
        let links = plan.ik.iter().flat_map(|chain| &chain.links);
        links.map(|(name, limits)| IkLink { bone: self.find(name), limits: *limits }).collect()
    }

    /// The bone of this name; the figure has no others.
    pub fn find(&self, name: &str) -> BoneIndex {
        BoneIndex::new(self.position(name) as i32)
    }
    fn position(&self, name: &str) -> usize {
        self.plans.iter().position(|plan| plan.name == name).unwrap_or_else(|| panic!("there is no bone {name}"))
    }
    pub fn place(&self, name: &str) -> V3 {
        self.plans[self.position(name)].at
    }
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.plans.iter().map(|plan| plan.name.as_str())
    }

    pub fn records(&self) -> Vec<Bone<'_>> {
        self.plans.iter().zip(&self.links).map(|(plan, links)| self.record(plan, links)).collect()
    }
    fn record<'a>(&self, plan: &'a Plan, links: &'a [IkLink]) -> Bone<'a> {
        let (tail_bone, tail_offset) = match &plan.tail {
            Tail::To(name) => (Some(self.find(name)), None),
            Tail::By(offset) => (None, Some(offset.0)),
        };
        let points_at_bone = if tail_bone.is_some() { BoneFlags::TAIL_IS_BONE } else { BoneFlags::empty() };
        Bone {
            name: Name::new(&plan.name, &plan.english),
            position: plan.at.0,
            parent: if plan.parent.is_empty() { BoneIndex::NONE } else { self.find(&plan.parent) },
            layer: plan.layer,
            flags: plan.flags | points_at_bone,
            tail_bone,
            tail_offset,
            append: plan.append.as_ref().map(|(name, ratio)| Append { parent: self.find(name), ratio: *ratio }),
            fixed_axis: plan.fixed_axis.map(|axis| axis.0),
            local_axes: plan.local_axes.map(|[x, z]| LocalAxes { x: x.0, z: z.0 }),
            external_parent: plan.external_parent,
            ik: plan.ik.as_ref().map(|chain| Ik {
                target: self.find(&chain.target),
                iterations: chain.iterations,
                limit_angle: chain.limit_angle,
                links: Many::new(links),
            }),
        }
    }
}

/// How bones move the skin.
impl Skeleton {
    /// One bone alone.
    pub fn one(&self, bone: &str) -> Deform {
        Deform::Bdef1(Bdef1 { bone: self.find(bone) })
    }
    /// Two bones; so much by the first.
    pub fn two(&self, first: &str, second: &str, weight: f32) -> Deform {
        Deform::Bdef2(Bdef2 { bones: [self.find(first), self.find(second)], weight })
    }
    /// Two bones about the joint between them, where the second begins: the skin keeps its girth when it bends.
    pub fn bend(&self, first: &str, second: &str, weight: f32) -> Deform {
        /// How far from the joint the two centres lie.
        const REACH: f32 = 0.25;
        let [c, before] = [self.place(second), self.place(first)];
        let back = (before - c).unit() * REACH;
        Deform::Sdef(Sdef {
            bones: [self.find(first), self.find(second)],
            weight,
            c: c.0,
            r0: (c + back).0,
            r1: (c - back).0,
        })
    }
    /// Four bones. The first has what the others leave.
    pub fn four(&self, bones: [&str; 4], others: [f32; 3]) -> Deform {
        let [b, c, d] = others;
        Deform::Bdef4(Bdef4 { bones: bones.map(|bone| self.find(bone)), weights: [1.0 - b - c - d, b, c, d] })
    }
    /// Four bones, by dual quaternions where the version has them.
    pub fn four_smoothly(&self, bones: [&str; 4], others: [f32; 3]) -> Deform {
        match (self.edition, self.four(bones, others)) {
            (Edition::Extended, Deform::Bdef4(four)) => Deform::Qdef(four),
            (_, deform) => deform,
        }
    }

    /// The same, by the bones of the other side.
    pub fn mirrored(&self, deform: Deform) -> Deform {
        let other = |bone: BoneIndex| match bone.get() {
            Some(number) => self.find(&right(&self.plans[number].name)),
            None => bone,
        };
        let flip = |at: [f32; 3]| V3(at).mirrored().0;
        match deform {
            Deform::Bdef1(Bdef1 { bone }) => Deform::Bdef1(Bdef1 { bone: other(bone) }),
            Deform::Bdef2(two) => Deform::Bdef2(Bdef2 { bones: two.bones.map(other), ..two }),
            Deform::Bdef4(four) => Deform::Bdef4(Bdef4 { bones: four.bones.map(other), ..four }),
            Deform::Qdef(four) => Deform::Qdef(Bdef4 { bones: four.bones.map(other), ..four }),
            Deform::Sdef(Sdef { bones, weight, c, r0, r1 }) => {
                Deform::Sdef(Sdef { bones: bones.map(other), weight, c: flip(c), r0: flip(r0), r1: flip(r1) })
            }
        }
    }
}
