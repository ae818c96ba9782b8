//! Display frames: the groups in which an editor lists bones and morphs.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | names | 2 texts | local, universal |
//! | special | u8 | 1 for the two frames of the system, "Root" and "表情", which come first |
//! | items | i32 count, then each | u8 kind, then a bone index (0) or morph index (1) |
use super::downgrade::Downgrade;
use crate::index::{BoneIndex, MorphIndex};
use crate::list::Many;
use crate::name::{Name, Named};
use crate::record::record;
use crate::tagged::tagged;

record! {
    /// A group of bones and morphs.
    #[doc(alias = "label")]
    pub struct DisplayFrame<'a> {
        /// Names.
        name: Name<'a>,
        /// Not 0 for the frames of the system.
        special: u8,
        /// What is listed.
        items: Many<'a, FrameItem>,
    }
}

tagged! {
    /// What a display frame lists.
    pub enum FrameItem {
        /// A bone.
        0 => Bone(BoneIndex),
        /// A morph.
        1 => Morph(MorphIndex),
    }
}

impl Downgrade for DisplayFrame<'_> {}
impl<'a> Named<'a> for DisplayFrame<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
