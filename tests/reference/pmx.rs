//! A model as structs that own what they hold, in the words of the page on the format. (How they are read: `pmx_reader`.)
use super::bytes::Float;

/// What strict reading refuses and the others let pass (S).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    Signature,
    Encoding,
    NegativeLength,
    /// A length in UTF-16 that is odd.
    HalfUnit,
    NoSoftBodies,
    TrailingBytes,
}

#[derive(Debug, Default)]
pub struct Model {
    pub header: Header,
    pub info: Info,
    pub vertices: Vec<Vertex>,
    pub faces: Vec<i32>,
    pub textures: Vec<Text>,
    pub materials: Vec<Material>,
    pub bones: Vec<Bone>,
    pub morphs: Vec<Morph>,
    pub frames: Vec<Frame>,
    pub rigid_bodies: Vec<RigidBody>,
    pub joints: Vec<Joint>,
    pub soft_bodies: Vec<SoftBody>,
}

#[derive(Debug, Default, PartialEq)]
pub struct Header {
    pub magic: [u8; 4],
    pub version: u32,
    pub globals: Vec<u8>,
}

#[derive(Debug, Default, PartialEq)]
pub struct Info {
    pub name: Names,
    pub comment: Names,
}

#[derive(Debug, Default, PartialEq)]
pub struct Text {
    pub length: i32,
    pub raw: Vec<u8>,
    pub decoded: String,
}

/// Local, universal.
pub type Names = [Text; 2];

pub type Vec2 = [Float; 2];
pub type Vec3 = [Float; 3];
pub type Vec4 = [Float; 4];

#[derive(Debug, PartialEq)]
pub struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    pub uv: Vec2,
    pub extra_uvs: Vec<Vec4>,
    pub weight: Weight,
    pub edge_scale: Float,
}

#[derive(Debug, PartialEq)]
pub enum Weight {
    Bdef1([i32; 1]),
    Bdef2([i32; 2], Float),
    Bdef4([i32; 4], Vec4),
    /// C, R0, R1.
    Sdef([i32; 2], Float, [Vec3; 3]),
    Qdef([i32; 4], Vec4),
}

#[derive(Debug, PartialEq)]
pub struct Material {
    pub names: Names,
    pub diffuse: Vec4,
    pub specular: Vec3,
    pub power: Float,
    pub ambient: Vec3,
    pub flags: u8,
    pub edge_color: Vec4,
    pub edge_size: Float,
    pub texture: i32,
    pub sphere: i32,
    pub sphere_mode: u8,
    pub toon: Toon,
    pub memo: Text,
    pub index_count: i32,
}

#[derive(Debug, PartialEq)]
pub enum Toon {
    Texture(i32),
    Shared(u8),
}

#[derive(Debug, PartialEq)]
pub struct Bone {
    pub names: Names,
    pub position: Vec3,
    pub parent: i32,
    pub layer: i32,
    pub flags: u16,
    pub tail: Tail,
    pub append: Option<(i32, Float)>,
    pub fixed_axis: Option<Vec3>,
    pub local_axes: Option<[Vec3; 2]>,
    pub external_parent: Option<i32>,
    pub ik: Option<Ik>,
}

#[derive(Debug, PartialEq)]
pub enum Tail {
    Bone(i32),
    Offset(Vec3),
}

#[derive(Debug, PartialEq)]
pub struct Ik {
    pub target: i32,
    pub loops: i32,
    pub angle: Float,
    /// Each with its lower and upper limits.
    pub links: Vec<(i32, Option<[Vec3; 2]>)>,
}

#[derive(Debug, PartialEq)]
pub struct Morph {
    pub names: Names,
    pub panel: u8,
    pub kind: u8,
    pub offsets: Vec<Offset>,
}

#[derive(Debug, PartialEq)]
pub enum Offset {
    /// Also of a flip.
    Group(i32, Float),
    Vertex(i32, Vec3),
    Bone(i32, Vec3, Vec4),
    /// Also of an additional UV.
    Uv(i32, Vec4),
    Material(Box<MaterialOffset>),
    /// Local, velocity, torque.
    Impulse(i32, u8, Vec3, Vec3),
}

#[derive(Debug, PartialEq)]
pub struct MaterialOffset {
    pub material: i32,
    pub operation: u8,
    pub diffuse: Vec4,
    pub specular: Vec3,
    pub power: Float,
    pub ambient: Vec3,
    pub edge_color: Vec4,
    pub edge_size: Float,
    /// Of texture, sphere, toon.
    pub tints: [Vec4; 3],
}

#[derive(Debug, PartialEq)]
pub struct Frame {
    pub names: Names,
    pub special: u8,
    pub items: Vec<Item>,
}

#[derive(Debug, PartialEq)]
pub enum Item {
    Bone(i32),
    Morph(i32),
}

#[derive(Debug, PartialEq)]
pub struct RigidBody {
    pub names: Names,
    pub bone: i32,
    pub group: u8,
    pub mask: u16,
    pub shape: u8,
    /// Size, position, rotation.
    pub vectors: [Vec3; 3],
    /// Mass, linear damping, angular damping, restitution, friction.
    pub numbers: [Float; 5],
    pub mode: u8,
}

#[derive(Debug, PartialEq)]
pub struct Joint {
    pub names: Names,
    pub kind: u8,
    pub bodies: [i32; 2],
    /// Position, rotation, move lower and upper, rotation lower and upper, move spring, rotation spring.
    pub vectors: [Vec3; 8],
}

#[derive(Debug, PartialEq)]
pub struct SoftBody {
    pub names: Names,
    pub shape: u8,
    pub material: i32,
    pub group: u8,
    pub mask: u16,
    pub flags: u8,
    pub bending_distance: i32,
    pub clusters: i32,
    pub mass: Float,
    pub margin: Float,
    pub aerodynamics: i32,
    pub config: [Float; 12],
    pub cluster: [Float; 6],
    pub iterations: [i32; 4],
    pub stiffness: [Float; 3],
    /// Rigid body, vertex, near.
    pub anchors: Vec<(i32, i32, u8)>,
    pub pins: Vec<i32>,
}
