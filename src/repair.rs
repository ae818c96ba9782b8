//! What was let pass, and where: the list that comes with a file that strict reading would have refused.
use crate::error::{Error, ErrorKind, Place};
use crate::tally::{Tallied, Tally, codes};
use core::fmt;

/// A deviation that was let pass.
///
/// `Display` says what strict reading would have said, then what was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    code: RepairCode,
    error: Error,
}

codes! {
    /// Which deviation. Its [`name`](RepairCode::name) is stable.
    pub enum RepairCode: RepairWords;
    OddSignature = "odd-signature" {
        what: "the fourth byte of the signature is not a space",
        why: "MikuMikuDance, mmd_tools and babylon-mmd look at three bytes; PMXEditor, saba and PMXUtil refuse the \
            file, which is why people alter the byte (powroupi/blender_mmd_tools #244)",
        advice: "put the space back, if the author allows it",
        done: "read as PMX",
        mended: Some("made \"PMX \""),
    };
    UnknownEncoding = "unknown-encoding" {
        what: "the encoding is neither 0 nor 1",
        why: "PMXEditor reads all but 1 as UTF-16LE; a program that takes it for UTF-8, or refuses it, has no name \
            right",
        advice: "say 0 for UTF-16LE or 1 for UTF-8, whichever the texts are in",
        done: "read as UTF-16LE",
        mended: Some("made 0, UTF-16LE"),
    };
    NegativeLength = "negative-text-length" {
        what: "the length of a text is negative",
        why: "PMXEditor and mmd-anim read an empty text, PMXUtil panics, and the crate mmd asks for as much memory \
            as the number says without its sign",
        advice: "write 0 for an empty text",
        done: "read as an empty text",
        mended: Some("made 0"),
    };
    OddLength = "odd-text-length" {
        what: "a UTF-16 text has an odd number of bytes",
        why: "saba loses its place in the file and misreads all that follows, mmd-rs refuses it, others show a wrong \
            last character",
        advice: "write the text again: a byte of its last character is missing, or one too many",
        done: "the last byte is kept, but not decoded",
        mended: Some("the last byte is dropped"),
    };
    NoSoftBodies = "no-soft-bodies" {
        what: "a 2.1 file ends after the joints",
        why: "babylon-mmd, PMXUtil, pmx_parser, mmd-rs and PMXParser fail where the count of soft bodies is not \
            there; nanoem, saba and mmd-anim read on",
        advice: "add a count of 0 soft bodies, or save as 2.0",
        done: "read as having no soft bodies",
        mended: Some("a section without records is added"),
    };
    OddMotionSignature = "odd-motion-signature" {
        what: "the signature of a motion says of no version that is known",
        why: "one real motion says 0003 and one test has NULs: saba takes the latter, a program that wants 0002 refuses \
            both",
        advice: "write \"Vocaloid Motion Data 0002\"",
        done: "read as version 2",
        mended: None,
    };
    NoSection = "no-section" {
        what: "what follows the sections of a motion is no section: its count is cut in two, or more than the file \
            holds",
        why: "yagokoro.vmd, a real motion, has 57 bytes that read as 3 255 566 336 keys of self-shadow: a program \
            that makes room for them runs out of memory",
        advice: "cut the bytes off, and see whether the motion has lost its self-shadow or its IK switches",
        done: "kept as bytes after the last section",
        mended: None,
    };
    TrailingBytes = "trailing-bytes" {
        what: "bytes follow the last section",
        why: "mmd-rs refuses the file, babylon-mmd and mmd-anim warn, and saba takes four zero bytes for a table of \
            soft bodies; PMX-VMD-Scripting-Tools signs motions there",
        advice: "cut them off, unless they are another file that was meant to be here",
        done: "kept as they are",
        mended: Some("they are dropped"),
    };
    BytesBeforeMagic = "bytes-before-magic" {
        what: "bytes stand before the magic of a pose",
        why: "PMXEditor looks for the magic, mmd_tools, saba, mmd-anim and three-mmd-loader want it first: they \
            refuse the file, even for a byte-order mark",
        advice: "save the pose without a byte-order mark, the magic on the first line",
        done: "skipped",
        mended: None,
    };
    MissingCount = "missing-count" {
        what: "a pose does not say how many bones it holds",
        why: "saba, mmd_tools and three-mmd-loader refuse it, babylon-mmd and PMXEditor count for themselves; \
            MikuMikuDance reads as many as are said",
        advice: "write the number of bones and a semicolon on the line after the model's, as `mmdmap convert` does",
        done: "the bones are counted",
        mended: None,
    };
    CountMismatch = "count-mismatch" {
        what: "a pose holds another number of bones than it says",
        why: "mmd_tools, saba and pymeshio refuse it, and MikuMikuDance stops after as many as it says; PMXEditor \
            and babylon-mmd read all",
        advice: "write how many Bone blocks there are, as `mmdmap convert` does; Morph blocks do not count",
        done: "all bones that are there are read",
        mended: None,
    };
    LoneCr = "lone-carriage-return" {
        what: "a carriage return without a line feed",
        why: "mmd_tools wrote CR CR LF once (powroupi/blender_mmd_tools commit b4985ed): readers that count lines \
            find every other one empty",
        advice: "save the pose with CR LF at the end of each line, as `mmdmap convert` does",
        done: "read as the end of a line",
        mended: None,
    };
    MissingSemicolon = "missing-semicolon" {
        what: "a line lacks its semicolon",
        why: "mmd_tools and PMXEditor look for a comment behind the semicolon only: without it the comment belongs \
            to the value",
        advice: "end the line with a semicolon, before any comment, as `mmdmap convert` does",
        done: "read as if it were there",
        mended: None,
    };
    MissingBrace = "missing-brace" {
        what: "a block lacks its closing brace",
        why: "PMXEditor misses the block, PMX-VMD-Scripting-Tools fails on the pose",
        advice: "close the block with a brace on a line of its own",
        done: "read as if it were there",
        mended: None,
    };
    BlockCase = "block-in-other-case" {
        what: "`bone` or `morph` before a number and a brace, in other letters than `Bone` and `Morph`",
        why: "PMXEditor alone reads it: in all others the bone does not move",
        advice: "write Bone or Morph, with a capital first",
        done: "read as the block",
        mended: None,
    };
    UnknownBlock = "unknown-block" {
        what: "a block that is neither a bone nor a morph",
        why: "saba refuses the pose, other readers step over the block",
        advice: "take it out, or write Bone or Morph if that was meant",
        done: "skipped",
        mended: None,
    };
    StrayLine = "stray-line" {
        what: "a line that belongs to nothing",
        why: "mmd_tools, MMDSceneKit and libmmd-for-unity go by the number of the line and take it for values",
        advice: "take the line out, or write it behind //",
        done: "skipped",
        mended: None,
    };
    StrayBrace = "stray-brace" {
        what: "a closing brace that closes nothing",
        why: "nothing says where it belongs: a reader that counts braces is one block ahead from here on",
        advice: "take the brace out, unless a block above lost its first line",
        done: "skipped",
        mended: None,
    };
    TextAfter = "text-after-end" {
        what: "text behind the end of a line or block",
        why: "one converter comments so, without //: saba, babylon-mmd and mmd-anim, which know comments by //, take \
            it for part of the value",
        advice: "put // before it, or take it out",
        done: "skipped",
        mended: None,
    };
    Cut = "cut" {
        what: "the file was cut short",
        why: "strict and lenient reading refuse it, as nobody wants half a model unawares; PMXEditor takes sections \
            that are not there for empty ones, and MikuMikuDance opens some such files (powroupi/blender_mmd_tools \
            #86)",
        advice: "fetch the file once more; if there is no other, `mmdmap repair` makes a whole one of the records \
            before the cut",
        done: "the whole records before this place are kept, the bytes behind it too",
        mended: Some("the whole records before this place are kept, the bytes behind it are dropped"),
    };
}

struct RepairWords {
    what: &'static str,
    why: &'static str,
    advice: &'static str,
    done: &'static str,
    mended: Option<&'static str>,
}

impl RepairCode {
    /// What was done about it.
    pub const fn done(self) -> &'static str {
        self.words().done
    }
    /// What is done about it in a model that [`mend`](crate::pmx::Edit::mend) writes; `None` of what no model has.
    pub const fn mended(self) -> Option<&'static str> {
        self.words().mended
    }
    /// What is let pass without losing or inventing anything.
    pub(crate) fn of(kind: ErrorKind) -> Option<Self> {
        match kind {
            ErrorKind::OddSignature(_) => Some(RepairCode::OddSignature),
            ErrorKind::UnknownEncoding(_) => Some(RepairCode::UnknownEncoding),
            ErrorKind::NegativeLength(_) => Some(RepairCode::NegativeLength),
            ErrorKind::OddLength(_) => Some(RepairCode::OddLength),
            ErrorKind::OddMotionSignature(_) => Some(RepairCode::OddMotionSignature),
            ErrorKind::TrailingBytes(_) => Some(RepairCode::TrailingBytes),
            ErrorKind::BytesBeforeMagic(_) => Some(RepairCode::BytesBeforeMagic),
            ErrorKind::MissingCount => Some(RepairCode::MissingCount),
            ErrorKind::CountMismatch { .. } => Some(RepairCode::CountMismatch),
            ErrorKind::LoneCr => Some(RepairCode::LoneCr),
            ErrorKind::MissingSemicolon => Some(RepairCode::MissingSemicolon),
            ErrorKind::MissingBrace => Some(RepairCode::MissingBrace),
            ErrorKind::BlockCase => Some(RepairCode::BlockCase),
            ErrorKind::UnknownBlock => Some(RepairCode::UnknownBlock),
            ErrorKind::StrayLine => Some(RepairCode::StrayLine),
            ErrorKind::StrayBrace => Some(RepairCode::StrayBrace),
            ErrorKind::TextAfter => Some(RepairCode::TextAfter),
            _ => None,
        }
    }
}

impl Repair {
    pub(crate) fn new(code: RepairCode, error: Error) -> Self {
        Repair { code, error }
    }
    /// Which deviation.
    pub fn code(&self) -> RepairCode {
        self.code
    }
    /// What strict reading would have said; of a cut, what is said at the record that was cut (strict reading may have
    /// stopped before, at the count that the rest of the file cannot hold).
    pub fn error(&self) -> &Error {
        &self.error
    }
    /// Section, record and field.
    pub fn place(&self) -> Place {
        self.error.place()
    }
    /// The byte of the file.
    pub fn offset(&self) -> u64 {
        self.error.offset()
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.error, self.code.done())
    }
}

/// All repairs of one file. Empty where strict reading would have taken the file as it is.
pub type Repairs = Tally<Repair>;

impl Tallied for Repair {
    type Code = RepairCode;
    const HEAP_BYTES: usize = Error::HEAP_BYTES;
    fn code(&self) -> RepairCode {
        self.code
    }
}
