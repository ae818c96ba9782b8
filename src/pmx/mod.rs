//! PMX 2.0 and 2.1, the model format of MikuMikuDance.
//!
//! A file is a chain of sections, each but the first two a count and then so many records. Nothing says where a section
//! or a record begins: to reach one, all before it are stepped over. [`PmxIndex`] does that once.
//!
//! | section | records | where |
//! |---|---|---|
//! | `header` | [`Header`]: signature, version, settings | [`Pmx::header`], [`Pmx::globals`] |
//! | `info` | [`Info`]: names and comments | [`Pmx::info`] |
//! | `vertices` | [`Vertex`] | [`Pmx::vertices`] |
//! | `faces` | [`VertexIndex`](crate::VertexIndex), three to a triangle | [`Pmx::faces`], [`Pmx::material_faces`] |
//! | `textures` | [`Text`](crate::Text), a [path](TexturePath) each | [`Pmx::textures`], [`Pmx::texture_path`] |
//! | `materials` | [`Material`] | [`Pmx::materials`] |
//! | `bones` | [`Bone`] | [`Pmx::bones`] |
//! | `morphs` | [`Morph`] | [`Pmx::morphs`] |
//! | `display-frames` | [`DisplayFrame`] | [`Pmx::display_frames`] |
//! | `rigid-bodies` | [`RigidBody`] | [`Pmx::rigid_bodies`] |
//! | `joints` | [`Joint`] | [`Pmx::joints`] |
//! | `soft-bodies` | [`SoftBody`], since 2.1 | [`Pmx::soft_bodies`] |
//!
//! Numbers are little-endian and packed; text is a length in bytes, then so many bytes in the header's encoding; index
//! widths are the header's, too, unsigned for vertices, signed with −1 for none for all others.
mod bone;
pub mod check;
mod compose;
mod diff;
mod display_frame;
mod downgrade;
mod dump;
mod edit;
mod face;
pub mod gpu;
mod header;
mod joint;
mod material;
mod model;
mod morph;
#[cfg(test)]
mod properties;
mod reopen;
#[cfg(feature = "textures")]
mod resolve;
mod rigid_body;
mod soft_body;
mod texture;
mod vertex;
mod write;

pub use bone::{AngleLimits, Append, Bone, BoneFlags, EvaluationKey, Ik, IkLimits, IkLink, LocalAxes};
pub use compose::Composer;
pub use diff::{Change, DiffOptions, Difference, Differences, Value, diff};
pub use display_frame::{DisplayFrame, FrameItem};
pub use dump::CANONICAL;
pub use edit::Widths;
pub use face::Indices;
pub use header::{Header, Info, Settings, Version};
pub use joint::{Joint, JointKind};
pub use material::{Material, MaterialFlags, SharedToon, SphereMode, Toon};
pub use model::{Edit, Parts, Pmx, PmxIndex};
pub use morph::{
    BoneOffset, ImpulseOffset, MaterialOffset, MaterialOperation, Morph, MorphOffset, MorphOffsets, Panel, UvOffset,
    VertexOffset,
};
#[cfg(feature = "textures")]
pub use resolve::{Found, Match, NotFound, Resolver};
pub use rigid_body::{BodyMode, BodyShape, GroupMask, RigidBody};
pub use soft_body::{
    Aerodynamics, Anchor, SoftBody, SoftBodyCluster, SoftBodyConfig, SoftBodyFlags, SoftBodyIterations, SoftBodyShape,
    SoftBodyStiffness,
};
pub use texture::{TexturePath, UnsafePath};
pub use vertex::{Bases, Bdef1, Bdef2, Bdef4, Bounds, Deform, ExtraUvs, Sdef, Vertex, VertexBase};

pub use crate::section::SectionSpan;
