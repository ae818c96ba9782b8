//! Soft bodies, since 2.1.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | shape | u8 | see [`SoftBodyShape`] |
//! | material | material index | what is soft |
//! | group, mask | u8, u16 | as for rigid bodies |
//! | flags | u8 | see [`SoftBodyFlags`] |
//! | bending distance, clusters | i32 each | |
//! | mass, margin | f32 each | |
//! | aerodynamics | i32 | see [`Aerodynamics`] |
//! | config, cluster | 12 and 6 x f32 | see [`SoftBodyConfig`], [`SoftBodyCluster`] |
//! | iterations | 4 x i32 | see [`SoftBodyIterations`] |
//! | stiffness | 3 x **f32** | see [`SoftBodyStiffness`] (some readers take them for integers) |
//! | anchors | i32 count, then each | rigid body index, vertex index, u8 |
//! | pins | i32 count, then each | vertex index |
//!
//! The values are those of Bullet's soft body; the abbreviations in the docs are its own.
use super::downgrade::Downgrade;
use crate::code::{code, flags};
use crate::index::{MaterialIndex, RigidBodyIndex, VertexIndex};
use crate::list::Many;
use crate::name::{Name, Named};
use crate::record::record;

record! {
    /// A soft body.
    pub struct SoftBody<'a> {
        /// Names.
        name: Name<'a>,
        /// Mesh or rope.
        shape: SoftBodyShape,
        /// The material whose faces are soft.
        material: MaterialIndex,
        /// Its collision group, 0 to 15.
        group: u8,
        /// Groups it collides with: bit i set means group i.
        mask: u16,
        /// How it is built.
        flags: SoftBodyFlags,
        /// Over how many links a bending link reaches.
        bending_distance: i32,
        /// How many clusters are made.
        clusters: i32,
        /// Of the whole body.
        mass: f32,
        /// How near a collision begins.
        margin: f32,
        /// How air acts on it.
        aerodynamics: Aerodynamics,
        /// Coefficients.
        config: SoftBodyConfig,
        /// Coefficients of clusters.
        cluster: SoftBodyCluster,
        /// How often each solver goes round.
        iterations: SoftBodyIterations,
        /// Of the material.
        stiffness: SoftBodyStiffness,
        /// Vertices tied to rigid bodies.
        anchors: Many<'a, Anchor>,
        /// Vertices that stay where they are.
        pins: Many<'a, VertexIndex>,
    }
}

code! {
    /// What a soft body is.
    pub struct SoftBodyShape(u8) {
        /// A mesh of triangles.
        TRIANGLES = 0,
        /// A rope.
        ROPE = 1,
    }
    /// How air acts on a soft body.
    pub struct Aerodynamics(i32) {
        /// By vertex, along its velocity.
        VERTEX_POINT = 0,
        /// By vertex, on both sides.
        VERTEX_TWO_SIDED = 1,
        /// By vertex, on one side.
        VERTEX_ONE_SIDED = 2,
        /// By face, on both sides.
        FACE_TWO_SIDED = 3,
        /// By face, on one side.
        FACE_ONE_SIDED = 4,
    }
}
flags! {
    /// How a soft body is built. Unknown bits are kept.
    pub struct SoftBodyFlags(u8) {
        /// With bending links.
        BENDING_LINKS = 0x01,
        /// With clusters.
        CLUSTERS = 0x02,
        /// With its constraints in random order.
        RANDOM_CONSTRAINTS = 0x04,
    }
}

record! {
    /// Coefficients of a soft body.
    pub struct SoftBodyConfig {
        /// VCF.
        velocity_correction: f32,
        /// DP.
        damping: f32,
        /// DG.
        drag: f32,
        /// LF.
        lift: f32,
        /// PR.
        pressure: f32,
        /// VC.
        volume_conservation: f32,
        /// DF.
        dynamic_friction: f32,
        /// MT.
        pose_matching: f32,
        /// CHR: hardness of contacts with rigid bodies.
        rigid_contact: f32,
        /// KHR: with kinetic bodies.
        kinetic_contact: f32,
        /// SHR: with soft bodies.
        soft_contact: f32,
        /// AHR: of anchors.
        anchor: f32,
    }
}
record! {
    /// Coefficients of a soft body's clusters.
    pub struct SoftBodyCluster {
        /// SRHR_CL: hardness against rigid bodies.
        rigid: f32,
        /// SKHR_CL: against kinetic bodies.
        kinetic: f32,
        /// SSHR_CL: against soft bodies.
        soft: f32,
        /// SR_SPLT_CL: how the impulse is split with rigid bodies.
        rigid_split: f32,
        /// SK_SPLT_CL: with kinetic bodies.
        kinetic_split: f32,
        /// SS_SPLT_CL: with soft bodies.
        soft_split: f32,
    }
}
record! {
    /// How often each solver of a soft body goes round.
    pub struct SoftBodyIterations {
        /// V_IT.
        velocity: i32,
        /// P_IT.
        position: i32,
        /// D_IT.
        drift: i32,
        /// C_IT.
        cluster: i32,
    }
}
record! {
    /// Stiffness of a soft body's material.
    pub struct SoftBodyStiffness {
        /// LST.
        linear: f32,
        /// AST.
        area: f32,
        /// VST.
        volume: f32,
    }
}
record! {
    /// A vertex tied to a rigid body.
    pub struct Anchor {
        /// The rigid body.
        body: RigidBodyIndex,
        /// The vertex.
        vertex: VertexIndex,
        /// Not 0: near mode.
        near: u8,
    }
}

impl Downgrade for SoftBody<'_> {}
impl<'a> Named<'a> for SoftBody<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
