//! Keys of the light.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | frame | u32 | 30 to a second |
//! | colour | 3 x f32 | red, green, blue: 0 to 1 |
//! | direction | 3 x f32 | not normalised |
use crate::record::record;

record! {
    /// How the light is at one frame.
    pub struct LightFrame {
        /// When: 30 frames to a second.
        frame: u32,
        /// Red, green and blue: 0 to 1.
        color: [f32; 3],
        /// Where it shines to; of any length.
        direction: [f32; 3],
    }
}
