//! Keys of what can be switched: whether the model is seen, and each of its IK chains.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | frame | u32 | 30 to a second |
//! | visible | u8 | 0 or 1 |
//! | IK | u32, then 21 each | name of the IK bone (20), 0 or 1 |
//!
//! Older versions of MikuMikuDance and many exporters write no such section.
use crate::code::code;
use crate::fixed_name::FixedName;
use crate::list::Many;
use crate::record::record;

record! {
    /// What is on and what is off from one frame on.
    pub struct PropertyFrame<'a> {
        /// When: 30 frames to a second.
        frame: u32,
        /// Whether the model is seen.
        visible: Switch,
        /// The IK chains, each by its bone.
        ik: Many<'a, IkSwitch, u32>,
    }
}

record! {
    /// Whether one IK chain is at work.
    pub struct IkSwitch {
        /// The IK bone. MikuMikuDance fills 15 bytes of the 20; see [`matching_name`](IkSwitch::matching_name).
        bone: FixedName<20>,
        /// Whether it is at work.
        enabled: Switch,
    }
}

code! {
    /// On or off.
    pub struct Switch(u8) {
        /// Off.
        OFF = 0,
        /// On.
        ON = 1,
    }
}

impl Switch {
    /// Whether it is on: anything but 0.
    pub const fn is_on(self) -> bool {
        self.0 != 0
    }
}
impl From<bool> for Switch {
    fn from(on: bool) -> Self {
        if on { Switch::ON } else { Switch::OFF }
    }
}

impl IkSwitch {
    /// The name to look the bone up by: the first 15 bytes, as in [`BoneFrame`](super::BoneFrame).
    pub fn matching_name(&self) -> FixedName<15> {
        self.bone.resized()
    }
}
