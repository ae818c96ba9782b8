//! Keys of the camera.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | frame | u32 | 30 to a second |
//! | distance | f32 | negative: in front of the target |
//! | target | 3 x f32 | what it looks at |
//! | rotation | 3 x f32 | radians |
//! | interpolation | 24 | six curves: X, Y, Z, rotation, distance, view angle; each x1, x2, y1, y2 |
//! | view angle | u32 | degrees |
//! | perspective | u8 | 0 on, 1 off |
//!
//! The curves' numbers stand in another order than those of bones.
//!
//! **Version 1** ends behind the rotation with one curve (x1, y1, x2, y2): 36 bytes. Some readers take 61 bytes there,
//! too; which it is shows by whether the rest of the file then fits.
use super::curve::Curve;
use crate::code::{code, stored};
use crate::record::record;
use crate::visit::{Visit, Visitor};
use core::fmt;

record! {
    /// Where the camera is at one frame.
    pub struct CameraFrame {
        /// When: 30 frames to a second.
        frame: u32,
        /// How far from the target it stands; as a rule negative, that is in front.
        distance: f32,
        /// What it looks at.
        target: [f32; 3],
        /// Angles about X, Y and Z, in radians.
        rotation: [f32; 3],
        /// How it comes here from the key before.
        interpolation: CameraInterpolation,
        /// How wide it sees, in degrees.
        view_angle: u32,
        /// Whether what is far looks smaller.
        perspective: Perspective,
    }
}

record! {
    /// Where the camera is at one frame, as version 1 says it.
    pub struct OldCameraFrame {
        /// When: 30 frames to a second.
        frame: u32,
        /// How far from the target it stands.
        distance: f32,
        /// What it looks at.
        target: [f32; 3],
        /// Angles about X, Y and Z, in radians.
        rotation: [f32; 3],
        /// How all of it comes here from the key before: x1, y1, x2, y2.
        curve: [u8; 4],
    }
}

code! {
    /// Whether what is far looks smaller.
    pub struct Perspective(u8) {
        /// It does.
        ON = 0,
        /// It does not.
        OFF = 1,
    }
}

impl From<OldCameraFrame> for CameraFrame {
    /// The view angle is 45 degrees, and perspective is on: version 1 has nothing else.
    fn from(old: OldCameraFrame) -> Self {
        let [x1, y1, x2, y2] = old.curve;
        CameraFrame {
            frame: old.frame,
            distance: old.distance,
            target: old.target,
            rotation: old.rotation,
            interpolation: CameraInterpolation::new([Curve { x1, y1, x2, y2 }; 6]),
            view_angle: 45,
            perspective: Perspective::ON,
        }
    }
}

/// The curves along which the camera comes to a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CameraInterpolation([u8; 24]);

impl CameraInterpolation {
    /// What each curve is for, in the order of the file.
    const NAMES: [&'static str; 6] = ["x", "y", "z", "rotation", "distance", "view_angle"];

    /// Straight lines.
    pub fn linear() -> Self {
        Self::new([Curve::LINEAR; 6])
    }
    /// Curves of one's own: X, Y, Z, rotation, distance, view angle.
    pub fn new(curves: [Curve; 6]) -> Self {
        let mut bytes = [0; 24];
        for (to, Curve { x1, y1, x2, y2 }) in bytes.chunks_exact_mut(4).zip(curves) {
            to.copy_from_slice(&[x1, x2, y1, y2]);
        }
        CameraInterpolation(bytes)
    }
    /// Bytes as a file holds them.
    pub const fn from_stored(stored: [u8; 24]) -> Self {
        CameraInterpolation(stored)
    }
    /// All bytes.
    pub const fn stored(&self) -> &[u8; 24] {
        &self.0
    }
    /// X, Y, Z, rotation, distance, view angle.
    pub fn curves(&self) -> [Curve; 6] {
        [0usize, 1, 2, 3, 4, 5].map(|n| {
            let [x1, x2, y1, y2] = *self.0.get(n.saturating_mul(4)..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 4]);
            Curve { x1, y1, x2, y2 }
        })
    }
}

stored! { CameraInterpolation([u8; 24]): |curves| curves.0, |bytes| CameraInterpolation(bytes) }

impl Visit for CameraInterpolation {
    /// The curves as x1, y1, x2, y2.
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_record();
        for (name, curve) in Self::NAMES.into_iter().zip(self.curves()) {
            visitor.field(name);
            curve.visit(visitor);
        }
        visitor.end_record();
    }
}

/// The curves, not the bytes.
impl fmt::Debug for CameraInterpolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Self::NAMES.into_iter().zip(self.curves())).finish()
    }
}
