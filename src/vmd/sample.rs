//! Values between keys.
//!
//! Before the first key and after the last one a value stays as it is there. At the frame of a key it is the key's, to
//! the last bit. Between two keys it goes from the one to the other along the curves of the later one: numbers
//! straight, rotations the shorter way at even speed (slerp).
use super::bone::BoneFrame;
use super::camera::{CameraFrame, Perspective};
use super::curve::Curve;
use super::morph::MorphFrame;
use super::track::{CameraTrack, Key, Track};
use crate::rotation;

/// Where a bone is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneSample {
    /// How far it has moved from its place.
    pub translation: [f32; 3],
    /// How it has turned: a quaternion x, y, z, w. Of length 1 between keys, as the file has it at a key; one that is no
    /// rotation (zero, infinite, not a number) is none: 0, 0, 0, 1.
    pub rotation: [f32; 4],
}

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraSample {
    /// How far from the target it stands; as a rule negative, that is in front.
    pub distance: f32,
    /// What it looks at.
    pub target: [f32; 3],
    /// Angles about X, Y and Z, in radians.
    pub rotation: [f32; 3],
    /// How wide it sees, in degrees.
    pub view_angle: f32,
    /// Whether what is far looks smaller.
    pub perspective: Perspective,
}

impl BoneSample {
    /// A bone that nothing has moved.
    pub const REST: BoneSample = BoneSample { translation: [0.0; 3], rotation: rotation::NONE };

    fn at(key: BoneFrame) -> Self {
        let rotation = rotation::unit(key.rotation).map_or(BoneSample::REST.rotation, |_| key.rotation);
        BoneSample { translation: key.translation, rotation }
    }
}
impl CameraSample {
    fn at(key: CameraFrame) -> Self {
        let CameraFrame { distance, target, rotation, view_angle, perspective, .. } = key;
        CameraSample { distance, target, rotation, view_angle: view_angle as f32, perspective }
    }
}

impl Track<'_, '_, BoneFrame> {
    /// Where the bone is at this frame, whole or not.
    pub fn sample(&self, frame: impl Into<f64>) -> BoneSample {
        let Some(stretch) = Stretch::around(self.keys(), frame.into()) else { return BoneSample::REST };
        let Some(before) = self.record(stretch.before) else { return BoneSample::REST };
        let Some((after, time)) = stretch.after.and_then(|(after, time)| Some((self.record(after)?, time))) else {
            return BoneSample::at(before);
        };
        let curves = &after.interpolation;
        let [x, y, z, turn] = values([curves.x(), curves.y(), curves.z(), curves.rotation()], time);
        BoneSample {
            translation: between3(before.translation, after.translation, [x, y, z]),
            rotation: slerp(before.rotation, after.rotation, turn),
        }
    }
}

impl Track<'_, '_, MorphFrame> {
    /// How far the morph has gone at this frame, whole or not.
    pub fn sample(&self, frame: impl Into<f64>) -> f32 {
        let Some(stretch) = Stretch::around(self.keys(), frame.into()) else { return 0.0 };
        let Some(before) = self.record(stretch.before) else { return 0.0 };
        match stretch.after.and_then(|(after, time)| Some((self.record(after)?, time))) {
            Some((after, time)) => between(before.weight, after.weight, time),
            None => before.weight,
        }
    }
}

impl CameraTrack<'_> {
    /// Where the camera is at this frame, whole or not; `None` where no key says it.
    ///
    /// Two keys one frame apart are a cut: between them the camera stays with the earlier one, as in MikuMikuDance.
    pub fn sample(&self, frame: impl Into<f64>) -> Option<CameraSample> {
        let stretch = Stretch::around(self.keys(), frame.into())?;
        let before = self.record(stretch.before)?;
        let after = stretch.after.filter(|(after, _)| after.frame.saturating_sub(stretch.before.frame) > 1);
        let Some((after, time)) = after.and_then(|(after, time)| Some((self.record(after)?, time))) else {
            return Some(CameraSample::at(before));
        };
        let [x, y, z, turn, distance, angle] = values(after.interpolation.curves(), time);
        Some(CameraSample {
            distance: between(before.distance, after.distance, distance),
            target: between3(before.target, after.target, [x, y, z]),
            rotation: between3(before.rotation, after.rotation, [turn; 3]),
            view_angle: between(before.view_angle as f32, after.view_angle as f32, angle),
            perspective: before.perspective,
        })
    }
}

/// The keys around a frame.
struct Stretch {
    before: Key,
    /// The next key, and which part of the way to it is over: only where it matters.
    after: Option<(Key, f64)>,
}

impl Stretch {
    fn around(keys: &[Key], frame: f64) -> Option<Self> {
        let next = keys.partition_point(|key| f64::from(key.frame) <= frame);
        let Some(before) = next.checked_sub(1).and_then(|i| keys.get(i)) else {
            return keys.first().map(|&first| Stretch { before: first, after: None });
        };
        let start = f64::from(before.frame);
        let after = keys.get(next).filter(|_| frame > start);
        let after = after.map(|&after| (after, (frame - start) / (f64::from(after.frame) - start)));
        Some(Stretch { before: *before, after })
    }
}

/// What each curve says at this time. Curves that are alike, as most are, are solved once.
fn values<const N: usize>(curves: [Curve; N], time: f64) -> [f64; N] {
    let mut last = (Curve::LINEAR, time);
    curves.map(|curve| {
        if last.0 != curve {
            last = (curve, curve.value_f64(time));
        }
        last.1
    })
}

fn between(from: f32, to: f32, part: f64) -> f32 {
    let (from, to) = (f64::from(from), f64::from(to));
    (from + (to - from) * part) as f32
}

fn between3(from: [f32; 3], to: [f32; 3], parts: [f64; 3]) -> [f32; 3] {
    let ([a, b, c], [d, e, f], [x, y, z]) = (from, to, parts);
    [between(a, d, x), between(b, e, y), between(c, f, z)]
}

/// From one rotation to another, the shorter way, at even speed.
fn slerp(from: [f32; 4], to: [f32; 4], part: f64) -> [f32; 4] {
    /// So near that the arc is a straight line.
    const NEAR: f64 = 1.0 - 1e-10;
    let unit = |rotation| rotation::unit(rotation).unwrap_or(rotation::NONE.map(f64::from));
    let (from, to) = (unit(from), unit(to));
    let cosine = rotation::dot(from, to);
    // −q turns as q does.
    let (cosine, sign) = if cosine < 0.0 { (-cosine, -1.0) } else { (cosine, 1.0) };
    let (share, other) = if cosine > NEAR {
        (1.0 - part, part)
    } else {
        let angle = cosine.acos();
        let whole = angle.sin();
        (((1.0 - part) * angle).sin() / whole, (part * angle).sin() / whole)
    };
    let ([a, b, c, d], [e, f, g, h]) = (from, to);
    let mixed = |from: f64, to: f64| from * share + to * other * sign;
    let mixed = [mixed(a, e), mixed(b, f), mixed(c, g), mixed(d, h)];
    let length = rotation::dot(mixed, mixed).sqrt();
    if length > 0.0 { mixed.map(|part| (part / length) as f32) } else { BoneSample::REST.rotation }
}
