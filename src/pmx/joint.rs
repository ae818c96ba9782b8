//! Joints between rigid bodies.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | kind | u8 | see [`JointKind`]; 1 to 5 belong to 2.1 |
//! | a, b | rigid body index | −1: none |
//! | position, rotation | 3 x f32 each | model space; radians |
//! | move limits | 3 x f32 lower, 3 x f32 upper | |
//! | rotation limits | 3 x f32 lower, 3 x f32 upper | radians |
//! | move spring, rotation spring | 3 x f32 each | |
//!
//! Every kind stores the same eight vectors. What a kind other than 0 and 1 keeps in which is that kind's own matter:
//! cone-twist has its softness, bias and relaxation in the move spring, a slider its motors in both springs.
use super::downgrade::Downgrade;
use crate::code::code;
use crate::index::RigidBodyIndex;
use crate::loss::LossCode;
use crate::name::{Name, Named};
use crate::record::record;

record! {
    /// A joint.
    #[doc(alias = "constraint")]
    pub struct Joint<'a> {
        /// Names.
        name: Name<'a>,
        /// What it allows.
        kind: JointKind,
        /// One of the two bodies.
        a: RigidBodyIndex,
        /// The other.
        b: RigidBodyIndex,
        /// In model space.
        position: [f32; 3],
        /// Euler angles, in radians.
        rotation: [f32; 3],
        /// How far it moves at least.
        move_min: [f32; 3],
        /// How far it moves at most.
        move_max: [f32; 3],
        /// How far it turns at least, in radians.
        rotation_min: [f32; 3],
        /// How far it turns at most, in radians.
        rotation_max: [f32; 3],
        /// How strongly it is pulled back.
        move_spring: [f32; 3],
        /// How strongly it is turned back.
        rotation_spring: [f32; 3],
    }
}

code! {
    /// What a joint allows.
    pub struct JointKind(u8) {
        /// Six degrees of freedom, with springs.
        SPRING = 0,
        /// Six degrees of freedom (2.1).
        SIX_DOF = 1,
        /// A point of one stays at a point of the other (2.1).
        POINT_TO_POINT = 2,
        /// A cone and a twist (2.1).
        CONE_TWIST = 3,
        /// Along one axis (2.1).
        SLIDER = 4,
        /// About one axis (2.1).
        HINGE = 5,
    }
}

impl Downgrade for Joint<'_> {
    fn downgrade(self) -> (Self, Option<LossCode>) {
        match self.kind {
            JointKind::SPRING => (self, None),
            _ => (Joint { kind: JointKind::SPRING, ..self }, Some(LossCode::Joint)),
        }
    }
}
impl<'a> Named<'a> for Joint<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
