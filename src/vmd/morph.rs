//! Keys of morphs.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | name | 15 | of the morph |
//! | frame | u32 | 30 to a second |
//! | weight | f32 | 0 to 1, as a rule; between two keys it goes straight |
use crate::fixed_name::FixedName;
use crate::record::record;

record! {
    /// How far a morph has gone at one frame.
    pub struct MorphFrame {
        /// The morph's name: the first 15 bytes of it.
        name: FixedName<15>,
        /// When: 30 frames to a second.
        frame: u32,
        /// How far: 0 not at all, 1 fully.
        weight: f32,
    }
}
