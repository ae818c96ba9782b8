//! Keys of bones.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | name | 15 | of the bone |
//! | frame | u32 | 30 to a second |
//! | translation | 3 x f32 | from where the bone rests |
//! | rotation | 4 x f32 | quaternion: x, y, z, w |
//! | interpolation | 64 | see [`BoneInterpolation`] |
use super::curve::Curve;
use crate::code::stored;
use crate::fixed_name::FixedName;
use crate::record::record;
use crate::visit::{Visit, Visitor};
use core::fmt;

record! {
    /// Where a bone is at one frame.
    pub struct BoneFrame {
        /// The bone's name: the first 15 bytes of it.
        name: FixedName<15>,
        /// When: 30 frames to a second.
        frame: u32,
        /// How far the bone has moved from its place.
        translation: [f32; 3],
        /// How it has turned: a quaternion x, y, z, w. As stored: of any length.
        rotation: [f32; 4],
        /// How it comes here from the key before.
        interpolation: BoneInterpolation,
    }
}

/// The curves along which a bone comes to a key: one for each axis of the translation, one for the rotation; and whether
/// physics moves the bone from here on.
///
/// Of the 64 bytes the first row of 16 holds the curves crosswise (`Xx1 Yx1 Zx1 Rx1, Xy1 …, Xx2 …, Xy2 …`); three more
/// rows repeat it, each one byte further on, so that every fourth byte of row 0 is a number of the X curve, of row 1 of
/// the Y curve and so on. That is how they are read here. Later versions of MikuMikuDance keep the switch of physics in
/// bytes 2 and 3: who reads row 0 alone takes it for a part of the curves of Z and rotation.
///
/// What the rows leave free at their ends is kept, whatever it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BoneInterpolation([u8; 64]);

/// Whether physics moves a bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Physics {
    /// It does; also what an old file with a certain curve seems to say.
    On,
    /// The motion does, even if a rigid body hangs on the bone.
    Off,
}

/// Bytes in a row.
const ROW: usize = 16;
/// Where the switch of physics lies.
const SWITCH: usize = 2;

impl BoneInterpolation {
    /// Straight lines, physics on: what MikuMikuDance writes unless told otherwise.
    pub fn linear() -> Self {
        let line = Curve::LINEAR;
        Self::new(line, line, line, line, Some(Physics::On))
    }
    /// Curves of one's own. Without a switch of physics the file is one of the older kind.
    pub fn new(x: Curve, y: Curve, z: Curve, rotation: Curve, physics: Option<Physics>) -> Self {
        let r = rotation;
        #[rustfmt::skip]
        let row = [
            x.x1, y.x1, z.x1, r.x1,
            x.y1, y.y1, z.y1, r.y1,
            x.x2, y.x2, z.x2, r.x2,
            x.y2, y.y2, z.y2, r.y2,
        ];
        let mut bytes = [0; 64];
        for (n, to) in bytes.chunks_exact_mut(ROW).enumerate() {
            // What the shift leaves free begins with a 1 in files of MikuMikuDance.
            let shifted = row.iter().copied().skip(n).chain([1, 0, 0]);
            to.iter_mut().zip(shifted).for_each(|(to, byte)| *to = byte);
        }
        let switch = match physics {
            Some(Physics::On) => Some(ON),
            Some(Physics::Off) => Some(OFF),
            None => None,
        };
        if let (Some(switch), Some(at)) = (switch, bytes.get_mut(SWITCH..).and_then(<[u8]>::first_chunk_mut)) {
            *at = switch;
        }
        BoneInterpolation(bytes)
    }
    /// Bytes as a file holds them.
    pub const fn from_stored(stored: [u8; 64]) -> Self {
        BoneInterpolation(stored)
    }
    /// All bytes, filler included.
    pub const fn stored(&self) -> &[u8; 64] {
        &self.0
    }

    /// The curve of the translation along X.
    pub fn x(&self) -> Curve {
        self.curve(0)
    }
    /// The curve of the translation along Y.
    pub fn y(&self) -> Curve {
        self.curve(1)
    }
    /// The curve of the translation along Z.
    pub fn z(&self) -> Curve {
        self.curve(2)
    }
    /// The curve of the rotation.
    pub fn rotation(&self) -> Curve {
        self.curve(3)
    }
    /// Whether physics moves the bone from this key on; `None` in older files, which do not say.
    pub fn physics(&self) -> Option<Physics> {
        match self.0.get(SWITCH..).and_then(<[u8]>::first_chunk) {
            Some(&ON) => Some(Physics::On),
            Some(&OFF) => Some(Physics::Off),
            _ => None,
        }
    }
    /// Whether the rows say the same, so that it does not matter who reads which.
    pub fn rows_agree(&self) -> bool {
        let canonical = Self::new(self.x(), self.y(), self.z(), self.rotation(), None);
        let rows = self.0.chunks_exact(ROW).zip(canonical.0.chunks_exact(ROW)).enumerate();
        // What the shift leaves free is filler; the switch lies in the first row.
        let mut bytes = rows.flat_map(|(n, (row, canonical))| {
            let repeated = row.iter().zip(canonical).take(ROW.saturating_sub(n)).enumerate();
            repeated.filter(move |(i, _)| n > 0 || ![SWITCH, SWITCH.saturating_add(1)].contains(i))
        });
        bytes.all(|(_, (byte, canonical))| byte == canonical)
    }

    fn curve(&self, n: usize) -> Curve {
        let row = self.0.get(n.saturating_mul(ROW)..).and_then(<[u8]>::first_chunk::<ROW>);
        let [x1, _, _, _, y1, _, _, _, x2, _, _, _, y2, _, _, _] = *row.unwrap_or(&[0; ROW]);
        Curve { x1, y1, x2, y2 }
    }
}

/// The switch in bytes 2 and 3.
const ON: [u8; 2] = [0, 0];
const OFF: [u8; 2] = [0x63, 0x0f];

stored! { BoneInterpolation([u8; 64]): |curves| curves.0, |bytes| BoneInterpolation(bytes) }

impl Visit for BoneInterpolation {
    /// The curves as x1, y1, x2, y2, and the switch; all bytes, where the rows do not agree.
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.begin_record();
        for (name, curve) in [("x", self.x()), ("y", self.y()), ("z", self.z()), ("rotation", self.rotation())] {
            visitor.field(name);
            curve.visit(visitor);
        }
        visitor.field("physics");
        match self.physics() {
            Some(switch) => visitor.code((switch == Physics::On).into(), Some(&switch)),
            None => visitor.none(),
        }
        if !self.rows_agree() {
            visitor.field("stored");
            self.0.visit(visitor);
        }
        visitor.end_record();
    }
}

/// The curves, not the bytes.
impl fmt::Debug for BoneInterpolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoneInterpolation")
            .field("x", &self.x())
            .field("y", &self.y())
            .field("z", &self.z())
            .field("rotation", &self.rotation())
            .field("physics", &self.physics())
            .finish()
    }
}
