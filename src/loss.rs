//! What could not be said in a file that was written, and where.
use crate::tally::{Tallied, Tally, codes};
use core::fmt;

codes! {
    /// What is lost when something is written in another version, encoding or width. Its [`name`](LossCode::name) is
    /// stable.
    pub enum LossCode: LossWords;
    Qdef = "qdef" {
        what: "QDEF becomes BDEF4",
        why: "QDEF belongs to 2.1: the joint bends as by straight weights and grows thinner; PMXEditor makes the \
            same of it",
        advice: "write 2.1, or look at the joints where the vertices are",
    };
    Flip = "flip-morph" {
        what: "the flip morph becomes a group morph",
        why: "flip morphs belong to 2.1: as a group it shows all its morphs at once; PMXEditor makes the same of it",
        advice: "write 2.1, or make a morph of each that the flip shows",
    };
    Impulse = "impulse-morph" {
        what: "the impulse morph becomes an empty group morph",
        why: "impulse morphs belong to 2.1: nothing pushes the bodies any more; it keeps its place, so that no \
            reference to a morph moves",
        advice: "write 2.1, or take the empty morph out of its frame",
    };
    Joint = "joint-kind" {
        what: "the joint becomes a spring",
        why: "kinds 1 to 5 belong to 2.1: the eight vectors stay, but a spring reads other things out of them than a \
            hinge or a slider",
        advice: "write 2.1, or set the limits and springs of the joint anew",
    };
    SoftBodies = "soft-bodies" {
        what: "the soft bodies are left out",
        why: "soft bodies belong to 2.1: a 2.0 file ends after the joints, and what was soft follows its bones only",
        advice: "write 2.1, or move the material by rigid bodies and joints",
    };
    Text = "invalid-text" {
        what: "what is not valid in the text becomes U+FFFD",
        why: "bytes that are no character in one encoding cannot be said in another: the way back does not restore \
            them",
        advice: "keep the encoding, or write the text again first; `mmdmap check` finds it as text-invalid",
    };
    BehindCut = "behind-cut" {
        what: "the bytes behind the cut are left out",
        why: "half a record means nothing once encoding, widths or version change around it",
        advice: "`mmdmap repair` the model first, or change nothing but records",
    };
    Camera = "camera" {
        what: "the camera is left out",
        why: "a pose holds bones and morphs: there is no block for a camera",
        advice: "keep the motion beside the pose for its camera",
    };
    Light = "light" {
        what: "the light is left out",
        why: "a pose holds bones and morphs: the light stays as it is where the pose is loaded",
        advice: "keep the motion beside the pose for its light",
    };
    Shadow = "self-shadow" {
        what: "self-shadow is left out",
        why: "a pose holds bones and morphs: shadows stay as they are where the pose is loaded",
        advice: "keep the motion beside the pose for its shadows",
    };
    Switches = "switches" {
        what: "what is switched, the model and its IK, is left out",
        why: "a pose cannot say that IK is off: where it is on, the IK turns the legs away from what the pose says",
        advice: "switch the IK off by hand where the pose is loaded, if the motion does so",
    };
    LongName = "long-name" {
        what: "the name is cut to the bytes that a motion keeps of it",
        why: "a motion keeps 15 bytes of a name and 20 of a model's: names that begin with the same bytes become one \
            (powroupi/blender_mmd_tools #160)",
        advice: "give the bone or morph a shorter name in the model, then make the pose again",
    };
    UnmappableName = "unmappable-name" {
        what: "cp932 cannot say the name: it is left out with all that it names",
        why: "the names of a motion are in cp932; MikuMikuDance would put a NUL for the first byte, and nothing \
            would be found by that",
        advice: "give it a name of cp932, in the model too; a pose can be kept as a pose, with `--encoding utf8`",
    };
    Physics = "physics-bone" {
        what: "physics moves the bone: it is left out",
        why: "the simulation overrides what a motion or a pose says of such a bone",
        advice: "leave `--model` out to keep it",
    };
    LineInName = "line-in-name" {
        what: "a pose cannot hold the name: it is left out with all that it names",
        why: "the name in a pose ends with its line: of a name with a line end in it the rest would be taken for \
            values",
        advice: "rename the bone or morph in the motion, and in the model",
    };
    Rotation = "no-rotation" {
        what: "the rotation is not a number: the bone is not turned",
        why: "no pose can say so: three-mmd-loader refuses NaN, PMXEditor reads 0, mmd-anim lets it in",
        advice: "give the key of the motion a rotation, 0, 0, 0, 1 for none",
    };
    NoKey = "no-key" {
        what: "it has no key at this frame, and is left out",
        why: "with `--keys-only` nothing is taken from between two keys: where the pose is loaded the bone stays as \
            it was",
        advice: "leave `--keys-only` out for what lies between the keys",
    };
    Overridden = "overridden" {
        what: "a later one of the same name counts in its stead",
        why: "a pose has one value for each name, and a motion one key for each frame: what is there twice is lost \
            once",
        advice: "take out the one that is not meant, before",
    };
    UnknownBlock = "unknown-block" {
        what: "the block is left out",
        why: "nobody knows what it means, so that neither a motion nor another pose can say it",
        advice: "keep the old pose, if a program of yours reads the block",
    };
    Morphs = "morphs" {
        what: "the morphs are left out",
        why: "the hybrid flavour of a pose has room for bones only",
        advice: "write the text flavour",
    };
    Comments = "comments" {
        what: "the comments are left out",
        why: "a new pose has those that MikuMikuDance writes, and no others: nobody knows which bone a comment is about",
        advice: "keep the old pose, or change it where it lies: `Vpd::edit` keeps every comment",
    };
}

struct LossWords {
    what: &'static str,
    why: &'static str,
    advice: &'static str,
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
