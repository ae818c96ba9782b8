//! From a pose to a motion of one frame, and from any frame of a motion to a pose.
//!
//! Translations and rotations are the same numbers in both. What the one can say and the other cannot is listed.
//!
//! ```
//! use mmdmap::vpd::{Bone, Pose};
//! use mmdmap::{ConvertOptions, vmd::VmdIndex};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut pose = Pose::new("miku.osm");
//! pose.bones.push(Bone::new("右腕", [0.0; 3], [0.0, 0.0, 0.5, 0.866025]));
//! let (motion, losses) = pose.to_motion(&ConvertOptions::new());
//! assert!(losses.is_empty() && motion.name == "miku");
//!
//! let bytes = motion.to_bytes()?;
//! let index = VmdIndex::scan(&bytes)?;
//! let (again, _) = index.view(&bytes).poses(&ConvertOptions::new()).at(0.0, "miku.osm");
//! assert_eq!(again.bones, pose.bones);
//! # Ok(()) }
//! ```
use crate::field::Field;
use crate::fixed_name::{FixedName, MOTION_NAME};
use crate::globals::Encoding;
use crate::loss::{Loss, LossCode, Losses};
use crate::pmx::{BodyMode, Pmx};
use crate::text::Text;
use crate::vmd::{BoneFrame, BoneInterpolation, BoneSample, MorphFrame, Motion, Track, Tracks, Vmd};
use crate::vpd::{Bone, Flavour, Morph, Pose, PoseName, Vpd};
use core::fmt;
use std::collections::HashSet;

/// What a pose's file of a model is called behind the model's name.
const ENDING: &[u8] = b".osm";

/// How to convert.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ConvertOptions<'m> {
    /// The model that is moved. Bones that its physics moves are left out then: whatever a pose says of them, the
    /// simulation has its way.
    pub model: Option<Pmx<'m>>,
    /// From a motion to a pose: only what has a key at the very frame, nothing in between.
    pub keys_only: bool,
    /// From a pose to a motion: the frame of its keys.
    pub frame: u32,
}

impl<'m> ConvertOptions<'m> {
    /// No model, values between keys, frame 0.
    pub fn new() -> Self {
        Self::default()
    }
    /// For this model.
    pub fn model(self, model: Pmx<'m>) -> Self {
        ConvertOptions { model: Some(model), ..self }
    }
    /// Only what has a key at the very frame.
    pub fn keys_only(self, keys_only: bool) -> Self {
        ConvertOptions { keys_only, ..self }
    }
    /// With keys at this frame.
    pub fn frame(self, frame: u32) -> Self {
        ConvertOptions { frame, ..self }
    }
    /// Names of the bones that physics moves, as motions have them.
    fn moved_by_physics(&self) -> HashSet<FixedName<15>> {
        let Some(model) = self.model else { return HashSet::new() };
        let moved = model.rigid_bodies().iter().filter(|body| body.mode != BodyMode::FOLLOWS_BONE);
        let names = moved.filter_map(|body| model.bone(body.bone)).map(|bone| bone.name.local);
        names.filter_map(|name| Some(FixedName::filled(&name.cp932_start(MOTION_NAME)?))).collect()
    }
}

/// Puts a loss on the list.
fn lose(losses: &mut Losses, code: LossCode, section: &'static str, record: impl Into<Option<usize>>) {
    losses.push(Loss { code, section, record: record.into() });
}

impl Pose<'_> {
    /// A motion with one key for each bone and morph of the pose, their curves straight lines; and what of the pose it
    /// cannot say. Several bones of one name get a key each, of which the last counts.
    ///
    /// The model's name is that of the pose without `.osm`. A name with more bytes than a motion has room for is cut, as
    /// MikuMikuDance does: its first bytes still find the bone.
    pub fn to_motion(&self, options: &ConvertOptions<'_>) -> (Motion<'static>, Losses) {
        let mut losses = Losses::default();
        let physics = options.moved_by_physics();
        let mut motion = Motion::new(self.motion_name(&mut losses));
        let mut names = Names { section: "bones", seen: Vec::new(), losses: &mut losses };
        for (i, bone) in self.bones.iter().enumerate() {
            let Some(name) = names.of(i, bone.name) else { continue };
            if physics.contains(&name) {
                lose(names.losses, LossCode::Physics, "bones", i);
                continue;
            }
            names.seen.push((name, i));
            motion.bones.push(BoneFrame {
                name,
                frame: options.frame,
                translation: bone.translation,
                rotation: bone.rotation,
                interpolation: BoneInterpolation::linear(),
            });
        }
        names.overridden();
        let mut names = Names { section: "morphs", seen: Vec::new(), losses: &mut losses };
        for (i, morph) in self.morphs.iter().enumerate() {
            let Some(name) = names.of(i, morph.name) else { continue };
            names.seen.push((name, i));
            motion.morphs.push(MorphFrame { name, frame: options.frame, weight: morph.weight });
        }
        names.overridden();
        (motion, losses)
    }

    fn motion_name(&self, losses: &mut Losses) -> FixedName<20> {
        let Some(name) = self.model_name.to_cp932() else {
            lose(losses, LossCode::UnmappableName, "header", None);
            return FixedName::default();
        };
        // A small letter or a capital: half of no character of cp932 is a point.
        let stem = name.split_last_chunk().filter(|(_, end): &(_, &[u8; 4])| end.eq_ignore_ascii_case(ENDING));
        let stem = stem.map_or(&*name, |(stem, _)| stem);
        let kept = FixedName::filled(stem);
        if kept.bytes() != stem {
            lose(losses, LossCode::LongName, "header", None);
        }
        kept
    }
}

impl Pose<'_> {
    /// Leaves out what it could not be [written](Pose::write_to) with in this flavour, the morphs of a hybrid file; and
    /// lists that.
    pub fn fit(&mut self, flavour: Flavour, losses: &mut Losses) {
        if flavour == Flavour::Hybrid && !self.morphs.is_empty() {
            self.morphs.clear();
            lose(losses, LossCode::Morphs, "morphs", None);
        }
    }
}

impl Vpd<'_> {
    /// As [`Pose::to_motion`]; blocks that are neither bones nor morphs are among what is lost.
    pub fn to_motion(self, options: &ConvertOptions<'_>) -> (Motion<'static>, Losses) {
        let (motion, mut losses) = self.to_pose().to_motion(options);
        self.lose_blocks(&mut losses);
        (motion, losses)
    }
    /// What [`to_pose`](Vpd::to_pose) leaves behind: blocks that are neither bones nor morphs, and comments.
    pub fn unwritten_losses(self) -> Losses {
        let mut losses = Losses::default();
        self.lose_blocks(&mut losses);
        if self.has_comments_of_its_own() {
            lose(&mut losses, LossCode::Comments, "blocks", None);
        }
        losses
    }
    fn lose_blocks(self, losses: &mut Losses) {
        (0..self.unknown_blocks().len()).for_each(|i| lose(losses, LossCode::UnknownBlock, "blocks", i));
    }
}

/// The names of one section on their way into a motion.
struct Names<'l> {
    section: &'static str,
    /// Those that were taken over, with their numbers.
    seen: Vec<(FixedName<15>, usize)>,
    losses: &'l mut Losses,
}

impl Names<'_> {
    fn of(&mut self, i: usize, name: PoseName<'_>) -> Option<FixedName<15>> {
        let Some(bytes) = name.text().to_cp932() else {
            lose(self.losses, LossCode::UnmappableName, self.section, i);
            return None;
        };
        let kept = FixedName::filled(&bytes);
        if kept.bytes() != &*bytes {
            lose(self.losses, LossCode::LongName, self.section, i);
        }
        Some(kept)
    }
    /// All but the last of each name do not count.
    fn overridden(mut self) {
        self.seen.sort_unstable();
        for same in self.seen.chunk_by(|(a, _), (b, _)| a == b) {
            let overridden = same.split_last().map_or(&[][..], |(_, others)| others);
            overridden.iter().for_each(|&(_, i)| lose(self.losses, LossCode::Overridden, self.section, i));
        }
    }
}

/// The poses of a motion, one for every frame that is asked for: its keys, sorted once.
pub struct Poses<'a> {
    motion: Vmd<'a>,
    bones: Tracks<'a, BoneFrame>,
    morphs: Tracks<'a, MorphFrame>,
    physics: HashSet<FixedName<15>>,
    keys_only: bool,
}

impl fmt::Debug for Poses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Poses({:?}, {:?})", self.bones, self.morphs)
    }
}

impl<'a> Vmd<'a> {
    /// The poses of this motion. Sorts its keys: keep the result.
    pub fn poses(self, options: &ConvertOptions<'_>) -> Poses<'a> {
        Poses {
            motion: self,
            bones: self.bone_tracks(),
            morphs: self.morph_tracks(),
            physics: options.moved_by_physics(),
            keys_only: options.keys_only,
        }
    }
}

impl<'a> Poses<'a> {
    /// The pose at this frame, whole or not: of every bone and morph that the motion moves, in the order in which it
    /// first names them; and what of the motion a pose cannot say. At the frame of a key the numbers are the key's, to
    /// the last bit.
    ///
    /// `model_name` is the name of the model's file, as poses have it: with `.osm` behind it, as a rule.
    pub fn at<'p>(&self, frame: impl Into<f64>, model_name: &'p str) -> (Pose<'p>, Losses)
    where
        'a: 'p,
    {
        let frame = frame.into();
        let mut losses = Losses::default();
        let mut pose = Pose::new(model_name);
        for track in &self.bones {
            if self.physics.contains(&track.name().resized()) {
                self.lost(track, LossCode::Physics, "bones", &mut losses);
                continue;
            }
            let (translation, rotation) = match self.key(track, frame, "bones", &mut losses) {
                Found::Key(key) if key.rotation.iter().all(|part| part.is_finite()) => (key.translation, key.rotation),
                Found::Key(key) => {
                    self.lost(track, LossCode::Rotation, "bones", &mut losses);
                    (key.translation, BoneSample::REST.rotation)
                }
                Found::Between => {
                    let sample = track.sample(frame);
                    (sample.translation, sample.rotation)
                }
                Found::Nothing => continue,
            };
            match self.name(self.motion.bones().offset(track.first_record())) {
                Some(name) => pose.bones.push(Bone { label: None, name, translation, rotation }),
                None => self.lost(track, LossCode::LineInName, "bones", &mut losses),
            }
        }
        for track in &self.morphs {
            let weight = match self.key(track, frame, "morphs", &mut losses) {
                Found::Key(key) => key.weight,
                Found::Between => track.sample(frame),
                Found::Nothing => continue,
            };
            match self.name(self.motion.morphs().offset(track.first_record())) {
                Some(name) => pose.morphs.push(Morph { label: None, name, weight }),
                None => self.lost(track, LossCode::LineInName, "morphs", &mut losses),
            }
        }
        self.sections(&mut losses);
        (pose, losses)
    }

    /// What a track has at this frame.
    fn key<T>(&self, track: Track<'_, 'a, T>, frame: f64, section: &'static str, losses: &mut Losses) -> Found<T>
    where
        T: Field<'a>,
    {
        // They lie by frame, as the keys do.
        let overridden = track.overridden();
        let start = overridden.partition_point(|key| f64::from(key.frame) < frame);
        for key in overridden.iter().skip(start).take_while(|key| f64::from(key.frame) == frame) {
            lose(losses, LossCode::Overridden, section, key.number());
        }
        // Whole and large enough, or there is no key.
        let whole = Some(frame as u32).filter(|&whole| f64::from(whole) == frame);
        match whole.and_then(|whole| track.at(whole)) {
            Some(key) => Found::Key(key),
            None if self.keys_only => {
                self.lost(track, LossCode::NoKey, section, losses);
                Found::Nothing
            }
            None => Found::Between,
        }
    }
    /// A whole track is left out: said at its first key.
    fn lost<T>(&self, track: Track<'_, 'a, T>, code: LossCode, section: &'static str, losses: &mut Losses) {
        lose(losses, code, section, track.first_record());
    }
    fn sections(&self, losses: &mut Losses) {
        let motion = self.motion;
        let cameras = motion.cameras().len().max(motion.old_cameras().len());
        for (code, section, len) in [
            (LossCode::Camera, "cameras", cameras),
            (LossCode::Light, "lights", motion.lights().len()),
            (LossCode::Shadow, "shadows", motion.shadows().len()),
            (LossCode::Switches, "properties", motion.properties().len()),
        ] {
            if len > 0 {
                lose(losses, code, section, None);
            }
        }
    }
    /// The name that lies here in the file; none where a pose cannot hold it, as it would end its line.
    fn name(&self, at: Option<usize>) -> Option<PoseName<'a>> {
        let stored = self.motion.bytes().get(at?..)?.first_chunk::<15>()?;
        let name = stored.split(|&byte| byte == 0).next().unwrap_or(&[]);
        // Neither is ever half of a character.
        let ends_line = name.iter().any(|byte| matches!(byte, b'\r' | b'\n'));
        (!ends_line).then(|| PoseName::of(Text::of(name, Encoding::Cp932)))
    }
}

/// What a track has at a frame.
enum Found<T> {
    /// This.
    Key(T),
    /// Something between two keys, before the first or after the last.
    Between,
    /// Nothing that is wanted.
    Nothing,
}
