//! What could not be said in a file that was written, and where.
use crate::tally::{Tallied, Tally, codes};
use core::fmt;

codes! {
    /// What is lost when something is written in another version, encoding or width. Its [`name`](LossCode::name) is
    /// stable.
    pub enum LossCode: LossWords;
    /// A vertex deforms by dual quaternions.
    Qdef = "qdef" { what: "QDEF becomes BDEF4" };
    /// A morph flips through others.
    Flip = "flip-morph" { what: "the flip morph becomes a group morph" };
    /// A morph pushes bodies. It keeps its place, so that no reference to a morph moves.
    Impulse = "impulse-morph" { what: "the impulse morph becomes an empty group morph" };
    /// A joint is no spring.
    Joint = "joint-kind" { what: "the joint becomes a spring" };
    /// There are soft bodies.
    SoftBodies = "soft-bodies" { what: "the soft bodies are left out" };
    /// A text is not valid in its encoding.
    Text = "invalid-text" { what: "what is not valid in the text becomes U+FFFD" };
    /// Half a record, which means nothing in other widths.
    BehindCut = "behind-cut" { what: "the bytes behind the cut are left out" };
    /// A pose has no camera.
    Camera = "camera" { what: "the camera is left out" };
    /// A pose has no light.
    Light = "light" { what: "the light is left out" };
    /// A pose has no shadow.
    Shadow = "self-shadow" { what: "self-shadow is left out" };
    /// A pose has no switches.
    Switches = "switches" { what: "what is switched, the model and its IK, is left out" };
    /// A motion has room for 15 bytes of a name, and for 20 of a model's.
    LongName = "long-name" { what: "the name is cut to the bytes that a motion keeps of it" };
    /// A motion's names are in cp932.
    UnmappableName = "unmappable-name" { what: "cp932 cannot say the name: it is left out with all that it names" };
    /// Physics moves the bone, whatever else says so.
    Physics = "physics-bone" { what: "physics moves the bone: it is left out" };
    /// A name with a line end in it.
    LineInName = "line-in-name" { what: "a pose cannot hold the name: it is left out with all that it names" };
    /// A rotation that is infinite or not a number.
    Rotation = "no-rotation" { what: "the rotation is not a number: the bone is not turned" };
    /// Only keys were asked for, and there is none.
    NoKey = "no-key" { what: "it has no key at this frame, and is left out" };
    /// One name twice.
    Overridden = "overridden" { what: "a later one of the same name counts in its stead" };
    /// A block of a pose that is neither bone nor morph.
    UnknownBlock = "unknown-block" { what: "the block is left out, as nobody knows what it means" };
}

struct LossWords {
    what: &'static str,
}

impl LossCode {
    /// What happens to it.
    pub const fn what(self) -> &'static str {
        self.words().what
    }
}

impl fmt::Display for LossCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what())
    }
}

/// Something that could not be said in the file that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What was lost.
    pub code: LossCode,
    /// Where.
    pub section: &'static str,
    /// In which record; `None` for the section as a whole.
    pub record: Option<usize>,
}

/// All losses of one file.
pub type Losses = Tally<Loss>;

impl Tallied for Loss {
    type Code = LossCode;
    fn code(&self) -> LossCode {
        self.code
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section)?;
        if let Some(record) = self.record {
            write!(f, "[{record}]")?;
        }
        write!(f, ": {}", self.code)
    }
}
