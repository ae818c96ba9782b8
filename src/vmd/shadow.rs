//! Keys of the shadows that models cast on themselves.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | frame | u32 | 30 to a second |
//! | mode | u8 | see [`ShadowMode`] |
//! | distance | f32 | MikuMikuDance shows 10000 − 100000 × this |
//!
//! Older versions of MikuMikuDance write no such section.
use crate::code::code;
use crate::record::record;

record! {
    /// How self-shadow is at one frame.
    pub struct ShadowFrame {
        /// When: 30 frames to a second.
        frame: u32,
        /// Which kind.
        mode: ShadowMode,
        /// How far it reaches, as stored.
        distance: f32,
    }
}

code! {
    /// Which kind of self-shadow.
    pub struct ShadowMode(u8) {
        /// None.
        OFF = 0,
        /// Mode 1.
        MODE_1 = 1,
        /// Mode 2.
        MODE_2 = 2,
    }
}

impl ShadowFrame {
    /// How far it reaches, as MikuMikuDance shows it.
    pub fn shown_distance(&self) -> f32 {
        10_000.0 - self.distance * 100_000.0
    }
}
