//! Rigid bodies.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | bone | bone index | −1: none |
//! | group | u8 | 0 to 15 |
//! | mask | u16 | bit set: **does** collide with that group |
//! | shape | u8 | see [`BodyShape`] |
//! | size | 3 x f32 | sphere: radius; box: half extents; capsule: radius, height |
//! | position, rotation | 3 x f32 each | model space; radians |
//! | mass, linear damping, angular damping, restitution, friction | f32 each | |
//! | mode | u8 | see [`BodyMode`] |
use super::downgrade::Downgrade;
use crate::code::{code, flags};
use crate::index::BoneIndex;
use crate::name::{Name, Named};
use crate::record::record;

record! {
    /// A rigid body.
    pub struct RigidBody<'a> {
        /// Names.
        name: Name<'a>,
        /// The bone it follows or moves.
        bone: BoneIndex,
        /// Its collision group, 0 to 15.
        group: u8,
        /// The groups it collides with.
        mask: GroupMask,
        /// Sphere, box or capsule.
        shape: BodyShape,
        /// By shape: radius; half extents; radius and height.
        size: [f32; 3],
        /// In model space.
        position: [f32; 3],
        /// Euler angles, in radians.
        rotation: [f32; 3],
        /// Its mass.
        mass: f32,
        /// How movement dies down.
        linear_damping: f32,
        /// How spin dies down.
        angular_damping: f32,
        /// How it bounces.
        restitution: f32,
        /// How it sticks.
        friction: f32,
        /// Who moves whom.
        mode: BodyMode,
    }
}

flags! {
    /// Collision groups: bit i set means that it collides with group i. (Editors show the inverse.)
    pub struct GroupMask(u16) {
        /// Every group.
        ALL = 0xffff,
    }
}

code! {
    /// The shape of a rigid body.
    pub struct BodyShape(u8) {
        /// A sphere.
        SPHERE = 0,
        /// A box.
        BOX = 1,
        /// A capsule.
        CAPSULE = 2,
    }
    /// Who moves whom.
    pub struct BodyMode(u8) {
        /// The bone moves the body.
        FOLLOWS_BONE = 0,
        /// Physics moves the body, the body moves the bone.
        PHYSICS = 1,
        /// As physics, but the bone keeps its place.
        PHYSICS_AT_BONE = 2,
    }
}

impl Downgrade for RigidBody<'_> {}
impl<'a> Named<'a> for RigidBody<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
