//! Bones.
//!
//! | field | type | there if |
//! |---|---|---|
//! | names | 2 texts | always |
//! | position | 3 x f32, model space | always |
//! | parent | bone index, −1 none | always |
//! | layer | i32 | always |
//! | flags | u16 | always |
//! | tail | bone index; or 3 x f32 from the bone | flag 0x0001 set; clear |
//! | append parent and ratio | bone index, f32 | flag 0x0100 or 0x0200, once for both |
//! | fixed axis | 3 x f32 | 0x0400 |
//! | local x, local z | 3 x f32 each | 0x0800 |
//! | external parent | i32, a key | 0x2000 |
//! | IK | see [`Ik`] | 0x0020: last, although its bit is low |
//!
//! A parent may come after its child in the file. Deformation goes by [`EvaluationKey`].
use super::downgrade::Downgrade;
use crate::code::flags;
use crate::index::BoneIndex;
use crate::list::Many;
use crate::name::{Name, Named};
use crate::record::record;
use crate::tagged::tagged;

record! {
    /// A bone.
    pub struct Bone<'a> {
        /// Names.
        name: Name<'a>,
        /// In model space.
        position: [f32; 3],
        /// The bone it hangs on.
        parent: BoneIndex,
        /// Lower layers are evaluated first.
        layer: i32,
        /// What it can do, and which of the fields below are there.
        flags: BoneFlags as flags,
        /// The bone it points at (its connection).
        tail_bone: BoneIndex        where flags.contains(BoneFlags::TAIL_IS_BONE),
        /// Where it points, from its own position.
        tail_offset: [f32; 3]       where !flags.contains(BoneFlags::TAIL_IS_BONE),
        /// What it takes over from another bone.
        append: Append              where flags.intersects(BoneFlags::APPENDS),
        /// The only axis it turns about.
        fixed_axis: [f32; 3]        where flags.contains(BoneFlags::FIXED_AXIS),
        /// Axes of its own, for the hand that poses it.
        local_axes: LocalAxes       where flags.contains(BoneFlags::LOCAL_AXES),
        /// The key of the bone of another model that it follows.
        external_parent: i32        where flags.contains(BoneFlags::EXTERNAL_PARENT),
        /// Its chain, if it is an IK bone.
        ik: Ik<'a>                  where flags.contains(BoneFlags::IK),
    }
    one of (BoneIndex, [f32; 3])
}

flags! {
    /// What a bone can do, and which fields it has. Bits without a meaning are kept.
    pub struct BoneFlags(u16) {
        /// Its tail is a bone, not an offset.
        TAIL_IS_BONE = 0x0001,
        /// May be turned.
        ROTATES = 0x0002,
        /// May be moved.
        MOVES = 0x0004,
        /// Is shown.
        SHOWN = 0x0008,
        /// May be operated.
        OPERATES = 0x0010,
        /// Is the goal of an IK chain.
        IK = 0x0020,
        /// Takes over the other bone's local deformation, not only what the user set.
        APPENDS_LOCAL = 0x0080,
        /// Takes over rotation.
        APPENDS_ROTATION = 0x0100,
        /// Takes over translation.
        APPENDS_TRANSLATION = 0x0200,
        /// Takes over rotation, translation or both: the [`Append`] is there.
        APPENDS = 0x0100 | 0x0200,
        /// Turns about one axis only.
        FIXED_AXIS = 0x0400,
        /// Has axes of its own.
        LOCAL_AXES = 0x0800,
        /// Is evaluated after physics.
        AFTER_PHYSICS = 0x1000,
        /// Follows a bone of another model.
        EXTERNAL_PARENT = 0x2000,
    }
}

record! {
    /// Rotation or translation taken over from another bone (付与, "grant").
    #[doc(alias = "grant")]
    #[doc(alias = "付与")]
    #[doc(alias = "inherit")]
    pub struct Append {
        /// The other bone.
        parent: BoneIndex,
        /// How much of it; may be negative or above 1.
        ratio: f32,
    }
}

record! {
    /// Axes of a bone's own.
    pub struct LocalAxes {
        /// Its X axis.
        x: [f32; 3],
        /// Its Z axis, before it is made perpendicular to X.
        z: [f32; 3],
    }
}

record! {
    /// An inverse kinematics chain.
    pub struct Ik<'a> {
        /// The bone that is to reach the IK bone.
        target: BoneIndex,
        /// How often the chain is gone through. As stored: cap it.
        iterations: i32,
        /// Largest turn in one step, in radians.
        limit_angle: f32,
        /// The bones that turn, nearest to the target first.
        links: Many<'a, IkLink>,
    }
}

record! {
    /// A bone of an IK chain.
    pub struct IkLink {
        /// The bone that turns.
        bone: BoneIndex,
        /// How far it may turn.
        limits: IkLimits,
    }
}

tagged! {
    /// How far a bone of an IK chain may turn.
    pub enum IkLimits {
        /// As far as it likes.
        0 => Free(()),
        /// Within angles about each axis.
        1 => Within(AngleLimits),
    }
}

record! {
    /// Angles about X, Y and Z, in radians.
    pub struct AngleLimits {
        /// The smallest.
        min: [f32; 3],
        /// The largest.
        max: [f32; 3],
    }
}

/// The order in which bones are evaluated: those before physics first, then by layer, then by number.
///
/// ```
/// # fn order(model: mmdmap::pmx::Pmx) {
/// let mut order: Vec<_> = model.bones().iter().enumerate().map(|(i, bone)| bone.evaluation_key(i)).collect();
/// order.sort_unstable(); // order[n].index is the bone to evaluate as the nth
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvaluationKey {
    /// Whether it waits for physics.
    pub after_physics: bool,
    /// Its layer.
    pub layer: i32,
    /// Its number among the bones.
    pub index: usize,
}

impl<'a> Bone<'a> {
    /// Where this bone, the `index`th of the model, comes in the order of evaluation.
    pub fn evaluation_key(&self, index: usize) -> EvaluationKey {
        EvaluationKey { after_physics: self.flags.contains(BoneFlags::AFTER_PHYSICS), layer: self.layer, index }
    }
}
impl Downgrade for Bone<'_> {}
impl<'a> Named<'a> for Bone<'a> {
    fn name(&self) -> Name<'a> {
        self.name
    }
}
