//! VMD, the motion format of MikuMikuDance: keys of bones, morphs, camera, light and switches over time.
//!
//! | section | records | bytes each | where |
//! |---|---|---|---|
//! | `header` | [`Header`]: signature (30), name of the model (20; 10 in version 1) | | [`Vmd::header`] |
//! | `bones` | [`BoneFrame`] | 111 | [`Vmd::bones`], [`Vmd::bone_tracks`] |
//! | `morphs` | [`MorphFrame`] | 23 | [`Vmd::morphs`], [`Vmd::morph_tracks`] |
//! | `cameras` | [`CameraFrame`] | 61 | [`Vmd::cameras`], [`Vmd::camera_track`] |
//! | `lights` | [`LightFrame`] | 28 | [`Vmd::lights`] |
//! | `shadows` | [`ShadowFrame`] | 9 | [`Vmd::shadows`] |
//! | `properties` | [`PropertyFrame`] | 9, and 21 for each IK chain | [`Vmd::properties`] |
//!
//! Each section is a count (u32), then so many records. Numbers are little-endian and packed; names are cp932 in fields
//! of fixed size ([`FixedName`](crate::FixedName)). All records but the last kind have one size, so that [`VmdIndex`]
//! keeps nothing of them: its pass is a multiplication for each section and a walk over the properties.
//!
//! Records stand in no particular order: sorted by bone, by frame or not at all, some frames twice. [`Tracks`] sorts
//! them and says which count; [`Track::sample`] gives values between them.
//!
//! A file may end before any section from `cameras` on, and bytes may follow the last one. In `shadows` and
//! `properties`, which old files do not have, a count that does not fit is taken for such bytes.
//!
//! ```
//! use mmdmap::vmd::VmdIndex;
//!
//! # fn show(bytes: &[u8]) -> mmdmap::Result<()> {
//! let index = VmdIndex::scan(bytes)?;
//! let motion = index.view(bytes);
//! for track in &motion.bone_tracks() {
//!     let pose = track.sample(12.5); // between frames 12 and 13
//!     println!("{}: {:?} {:?}", track.name(), pose.translation, pose.rotation);
//! }
//! # Ok(()) }
//! ```
mod bone;
mod camera;
pub mod check;
mod curve;
mod dump;
mod header;
mod light;
mod morph;
mod motion;
mod property;
mod sample;
mod shadow;
mod track;
mod write;

pub use bone::{BoneFrame, BoneInterpolation, Physics};
pub use camera::{CameraFrame, CameraInterpolation, OldCameraFrame, Perspective};
pub use curve::Curve;
pub use dump::CANONICAL;
pub use header::{Header, Version};
pub use light::LightFrame;
pub use morph::MorphFrame;
pub use motion::{Vmd, VmdIndex};
pub use property::{IkSwitch, PropertyFrame, Switch};
pub use sample::{BoneSample, CameraSample};
pub use shadow::{ShadowFrame, ShadowMode};
pub use track::{CameraTrack, Key, NamedKey, Track, Tracks, TracksIter};
pub use write::Motion;
