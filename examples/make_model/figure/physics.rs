//! Rigid bodies and the joints between them: what moves by itself, and what it bumps into.
use super::Edition;
use super::skeleton::{ANKLE, BAG, BRAID, ELBOW, HIP, KNEE, NEEDLE, SHOULDER, SKIRT, Skeleton, WRIST, right};
use super::space::{TURN, V3, cosine, sine, v};
use mmdmap::pmx::{BodyMode, BodyShape, GroupMask, Joint, JointKind, RigidBody};
use mmdmap::{BoneIndex, Name, RigidBodyIndex};

/// Who bumps into whom: nothing into its own kind.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Body = 0,
    Hair = 1,
    Skirt = 2,
    Cape = 3,
    Gear = 4,
}

/// A rigid body as it is thought of. It has the name of the bone that it follows or moves.
#[derive(Clone, Debug)]
struct Solid {
    name: String,
    english: String,
    kind: Kind,
    shape: BodyShape,
    size: V3,
    at: V3,
    rotation: V3,
    mass: f32,
    mode: BodyMode,
}

/// What follows a bone.
fn solid(bone: &str, english: &str, shape: BodyShape, size: V3, at: V3) -> Solid {
    Solid {
        name: bone.into(),
        english: english.into(),
        kind: Kind::Body,
        shape,
        size,
        at,
        rotation: V3::ZERO,
        mass: 1.0,
        mode: BodyMode::FOLLOWS_BONE,
    }
}
fn ball(bone: &str, english: &str, radius: f32, at: V3) -> Solid {
    solid(bone, english, BodyShape::SPHERE, v(radius, 0.0, 0.0), at)
}
fn capsule(bone: &str, english: &str, radius: f32, from: V3, to: V3) -> Solid {
    let length = (to - from).length();
    solid(bone, english, BodyShape::CAPSULE, v(radius, length, 0.0), from.mix(to, 0.5))
}
fn slab(bone: &str, english: &str, half: V3, at: V3) -> Solid {
    solid(bone, english, BodyShape::BOX, half, at)
}

impl Solid {
    fn turned(mut self, x: f32, y: f32, z: f32) -> Self {
        self.rotation = v(x, y, z);
        self
    }
    /// Swings by itself.
    fn swings(mut self, kind: Kind, mode: BodyMode, mass: f32) -> Self {
        (self.kind, self.mode, self.mass) = (kind, mode, mass);
        self
    }
    fn both_sides(self) -> Vec<Solid> {
        let mirrored = self.name.starts_with('左').then(|| {
            let [x, y, z] = self.rotation.0;
            Solid {
                name: right(&self.name),
                english: right(&self.english),
                at: self.at.mirrored(),
                rotation: v(x, 0.0 - y, 0.0 - z),
                ..self
            }
        });
        [Some(self), mirrored].into_iter().flatten().collect()
    }
    fn record(&self, bone: BoneIndex) -> RigidBody<'_> {
        let group = self.kind as u8;
        RigidBody {
            name: Name::new(&self.name, &self.english),
            bone,
            group,
            mask: GroupMask::ALL.difference(GroupMask::from_bits_retain(1 << group)),
            shape: self.shape,
            size: self.size.0,
            position: self.at.0,
            rotation: self.rotation.0,
            mass: self.mass,
            linear_damping: 0.5,
            angular_damping: 0.9,
            restitution: 0.0,
            friction: 0.5,
            mode: self.mode,
        }
    }
}

/// How far arms hang from straight down, about Z.
const ARM_TURN: f32 = 0.85;

fn limbs() -> Vec<Solid> {
    vec![
        ball("頭", "head", 3.2, v(0.0, 11.4, 0.1)),
        capsule("上半身", "upper body", 0.85, v(0.0, 7.2, 0.0), v(0.0, 6.2, 0.0)),
        slab("下半身", "lower body", v(0.95, 0.5, 0.7), v(0.0, 5.0, 0.0)),
        capsule("左腕", "left arm", 0.45, SHOULDER, ELBOW).turned(0.0, 0.0, ARM_TURN),
        capsule("左ひじ", "left elbow", 0.45, ELBOW, WRIST).turned(0.0, 0.0, ARM_TURN),
        capsule("左足", "left leg", 0.55, HIP, KNEE),
        capsule("左ひざ", "left knee", 0.5, KNEE, ANKLE),
    ]
}

fn braids() -> Vec<Solid> {
    let [top, middle, end] = BRAID;
    let swings = |solid: Solid, mass| solid.swings(Kind::Hair, BodyMode::PHYSICS, mass);
    vec![
        swings(capsule("左髪１", "left braid 1", 0.35, top, middle).turned(0.4, 0.0, -0.13), 0.4),
        swings(capsule("左髪２", "left braid 2", 0.33, middle, end).turned(0.13, 0.0, -0.22), 0.3),
    ]
}

/// How far the skirt's boards lean outwards.
const SKIRT_LEAN: f32 = 0.56;

fn skirt() -> Vec<Solid> {
    let english = ["skirt front", "left skirt front", "left skirt back", "skirt back"];
    let board = |i: usize| {
        let steps = (i * TURN / SKIRT.len()) as i32;
        let at = v(sine(steps) * 1.75, 4.25, 0.07 - cosine(steps) * 1.65);
        let around = -(i as f32) * std::f32::consts::FRAC_PI_3;
        slab(SKIRT[i], english[i], v(0.75, 1.1, 0.1), at).turned(SKIRT_LEAN, around, 0.0).swings(
            Kind::Skirt,
            BodyMode::PHYSICS,
            0.3,
        )
    };
    (0..english.len()).map(board).collect()
}

fn cape() -> Vec<Solid> {
    let panel = |bone, english, half, at, lean: f32| {
        slab(bone, english, half, at).turned(-lean, 0.0, 0.0).swings(Kind::Cape, BodyMode::PHYSICS, 0.3)
    };
    vec![
        panel("マント１", "cape 1", v(0.6, 1.1, 0.08), v(0.0, 6.2, 1.5), 0.32),
        panel("マント２", "cape 2", v(0.8, 1.1, 0.08), v(0.0, 3.9, 2.35), 0.3),
        panel("左マント１", "left cape 1", v(0.5, 1.1, 0.08), v(1.3, 6.2, 1.2), 0.3),
        panel("左マント２", "left cape 2", v(0.7, 1.1, 0.08), v(1.9, 3.9, 1.75), 0.25),
    ]
}

fn gear() -> Vec<Solid> {
    vec![
        slab("鞄", "bag", v(0.7, 0.55, 0.35), BAG + v(-0.2, -0.75, -0.45)).turned(0.0, 0.5, 0.0).swings(
            Kind::Gear,
            BodyMode::PHYSICS_AT_BONE,
            0.6,
        ),
        capsule("地図", "map roll", 0.22, BAG + v(-0.95, 1.0, -0.1), BAG + v(-0.2, -0.6, -0.3))
            .turned(0.0, 0.0, 0.44)
            .swings(Kind::Gear, BodyMode::PHYSICS_AT_BONE, 0.1),
        ball("磁針", "compass needle", 0.5, NEEDLE).swings(Kind::Gear, BodyMode::PHYSICS_AT_BONE, 0.05),
    ]
}

/// A joint as it is thought of: what holds, what hangs on it, how far that turns about X, Y and Z, and how strongly
/// it is turned back.
struct Hinge {
    kind: JointKind,
    holder: &'static str,
    hanging: &'static str,
    turns: V3,
    spring: f32,
}

const fn hinge(kind: JointKind, holder: &'static str, hanging: &'static str, turns: V3, spring: f32) -> Hinge {
    Hinge { kind, holder, hanging, turns, spring }
}

/// The kinds besides the first are those that 2.1 has; 2.0 makes springs of all.
const HINGES: [Hinge; 13] = [
    hinge(JointKind::CONE_TWIST, "頭", "左髪１", v(0.5, 0.2, 0.5), 20.0),
    hinge(JointKind::SIX_DOF, "左髪１", "左髪２", v(0.5, 0.2, 0.5), 10.0),
    hinge(JointKind::SPRING, "下半身", "スカート前", v(0.5, 0.1, 0.2), 40.0),
    hinge(JointKind::SPRING, "下半身", "左スカート前", v(0.4, 0.1, 0.2), 40.0),
    hinge(JointKind::SPRING, "下半身", "左スカート後", v(0.4, 0.1, 0.2), 40.0),
    hinge(JointKind::SPRING, "下半身", "スカート後", v(0.5, 0.1, 0.2), 40.0),
    hinge(JointKind::SPRING, "上半身", "マント１", v(0.6, 0.1, 0.2), 20.0),
    hinge(JointKind::SPRING, "マント１", "マント２", v(0.5, 0.1, 0.2), 10.0),
    hinge(JointKind::SPRING, "上半身", "左マント１", v(0.6, 0.1, 0.2), 20.0),
    hinge(JointKind::SPRING, "左マント１", "左マント２", v(0.5, 0.1, 0.2), 10.0),
    hinge(JointKind::HINGE, "下半身", "鞄", v(0.3, 0.0, 0.0), 10.0),
    hinge(JointKind::SLIDER, "鞄", "地図", v(0.1, 0.0, 0.0), 10.0),
    hinge(JointKind::POINT_TO_POINT, "頭", "磁針", v(0.0, 0.0, 1.5), 1.0),
];

/// A joint, with its names, its bodies by number, and where it is.
#[derive(Debug)]
struct Link {
    name: String,
    english: String,
    kind: JointKind,
    bodies: [RigidBodyIndex; 2],
    at: V3,
    turns: V3,
    spring: f32,
}

impl Link {
    /// Two kinds keep neither springs nor limits where the others do.
    fn record(&self) -> Joint<'_> {
        let limited = Joint {
            name: Name::new(&self.name, &self.english),
            kind: self.kind,
            a: self.bodies[0],
            b: self.bodies[1],
            position: self.at.0,
            rotation: [0.0; 3],
            move_min: [0.0; 3],
            move_max: [0.0; 3],
            rotation_min: (V3::ZERO - self.turns).0,
            rotation_max: self.turns.0,
            move_spring: [0.0; 3],
            rotation_spring: [0.0; 3],
        };
        /// Softness, bias and relaxation, as Bullet has them.
        const SOFTNESS: [f32; 3] = [0.9, 0.3, 1.0];
        match self.kind {
            // Spans instead of limits.
            JointKind::CONE_TWIST => Joint { rotation_min: self.turns.0, move_spring: SOFTNESS, ..limited },
            JointKind::HINGE => Joint { move_spring: SOFTNESS, ..limited },
            // Along the map roll, which is where X is turned to.
            JointKind::SLIDER => Joint { rotation: [0.0, 0.0, 2.0], move_max: [0.3, 0.0, 0.0], ..limited },
            JointKind::POINT_TO_POINT => limited,
            _ => Joint { rotation_spring: [self.spring; 3], ..limited },
        }
    }
}

/// All bodies and joints.
#[derive(Debug)]
pub struct Physics {
    solids: Vec<Solid>,
    bones: Vec<BoneIndex>,
    links: Vec<Link>,
}

impl Physics {
    pub fn new(skeleton: &Skeleton, edition: Edition) -> Self {
        let rooms = [limbs(), braids(), skirt(), cape(), gear()];
        let solids: Vec<_> = rooms.into_iter().flatten().flat_map(Solid::both_sides).collect();
        let bones = solids.iter().map(|solid| skeleton.find(&solid.name)).collect();
        let mut physics = Physics { solids, bones, links: Vec::new() };
        physics.links = HINGES.iter().flat_map(|hinge| physics.links_of(hinge, skeleton, edition)).collect();
        physics
    }

    /// The joint, and its like on the right if it holds something of the left.
    fn links_of(&self, hinge: &Hinge, skeleton: &Skeleton, edition: Edition) -> Vec<Link> {
        let kind = if edition == Edition::Extended { hinge.kind } else { JointKind::SPRING };
        let link = |holder: &str, hanging: &str| Link {
            name: hanging.into(),
            english: self.solids[self.position(hanging)].english.clone(),
            kind,
            bodies: [self.find(holder), self.find(hanging)],
            at: skeleton.place(hanging),
            turns: hinge.turns,
            spring: hinge.spring,
        };
        let mut links = vec![link(hinge.holder, hinge.hanging)];
        if hinge.hanging.starts_with('左') {
            links.push(link(&right(hinge.holder), &right(hinge.hanging)));
        }
        links
    }

    fn position(&self, name: &str) -> usize {
        self.solids.iter().position(|solid| solid.name == name).unwrap_or_else(|| panic!("there is no body {name}"))
    }
    /// The body of this name; the figure has no others.
    pub fn find(&self, name: &str) -> RigidBodyIndex {
        RigidBodyIndex::new(self.position(name) as i32)
    }
    pub fn bodies(&self) -> Vec<RigidBody<'_>> {
        self.solids.iter().zip(&self.bones).map(|(solid, &bone)| solid.record(bone)).collect()
    }
    pub fn joints(&self) -> Vec<Joint<'_>> {
        self.links.iter().map(Link::record).collect()
    }
}
