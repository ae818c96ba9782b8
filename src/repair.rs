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
    /// The fourth byte of the signature is not a space.
    OddSignature = "odd-signature" {
        done: "read as PMX",
        mended: "made \"PMX \""
    };
    /// The encoding is neither 0 nor 1.
    UnknownEncoding = "unknown-encoding" {
        done: "read as UTF-16LE",
        mended: "made 0, UTF-16LE"
    };
    /// The length of a text is negative.
    NegativeLength = "negative-text-length" {
        done: "read as an empty text",
        mended: "made 0"
    };
    /// A UTF-16 text has an odd number of bytes.
    OddLength = "odd-text-length" {
        done: "the last byte is kept, but not decoded",
        mended: "the last byte is dropped"
    };
    /// A 2.1 file ends after the joints.
    NoSoftBodies = "no-soft-bodies" {
        done: "read as having no soft bodies",
        mended: "a section without records is added"
    };
    /// The signature of a motion says of no version that is known.
    OddMotionSignature = "odd-motion-signature" {
        done: "read as version 2",
        mended: "made \"Vocaloid Motion Data 0002\""
    };
    /// What follows the sections of a motion is no section: its count is cut in two, or more than the file holds.
    NoSection = "no-section" {
        done: "kept as bytes after the last section",
        mended: "they are dropped"
    };
    /// Bytes follow the last section.
    TrailingBytes = "trailing-bytes" {
        done: "kept as they are",
        mended: "they are dropped"
    };
    /// Bytes stand before the magic of a pose.
    BytesBeforeMagic = "bytes-before-magic" {
        done: "skipped",
        mended: "they are dropped"
    };
    /// A pose does not say how many bones it holds.
    MissingCount = "missing-count" {
        done: "the bones are counted",
        mended: "the number of bones is written"
    };
    /// A pose holds another number of bones than it says.
    CountMismatch = "count-mismatch" {
        done: "all bones that are there are read",
        mended: "made the number of bones that are there"
    };
    /// A carriage return without a line feed.
    LoneCr = "lone-carriage-return" {
        done: "read as the end of a line",
        mended: "made the end of a line"
    };
    /// A line lacks its semicolon.
    MissingSemicolon = "missing-semicolon" {
        done: "read as if it were there",
        mended: "it is added"
    };
    /// A block lacks its closing brace.
    MissingBrace = "missing-brace" {
        done: "read as if it were there",
        mended: "it is added"
    };
    /// `bone0{` or `MORPH0{`.
    BlockCase = "block-in-other-case" {
        done: "read as the block",
        mended: "made \"Bone\" or \"Morph\""
    };
    /// A block that is neither a bone nor a morph.
    UnknownBlock = "unknown-block" {
        done: "skipped",
        mended: "it is dropped"
    };
    /// A line that belongs to nothing.
    StrayLine = "stray-line" {
        done: "skipped",
        mended: "it is dropped"
    };
    /// A closing brace that closes nothing.
    StrayBrace = "stray-brace" {
        done: "skipped",
        mended: "it is dropped"
    };
    /// Text behind the end of a line or block.
    TextAfter = "text-after-end" {
        done: "skipped",
        mended: "it is dropped"
    };
    /// The file was cut short.
    Cut = "cut" {
        done: "the whole records before this place are kept, the bytes behind it too",
        mended: "the whole records before this place are kept, the bytes behind it are dropped"
    };
}

struct RepairWords {
    done: &'static str,
    mended: &'static str,
}

impl RepairCode {
    /// What was done about it.
    pub const fn done(self) -> &'static str {
        self.words().done
    }
    /// What is done about it in a file that [`mend`](crate::pmx::Edit::mend) writes.
    pub const fn mended(self) -> &'static str {
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
