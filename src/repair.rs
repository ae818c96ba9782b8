//! What was let pass, and where: the list that comes with a file that strict reading would have refused.
use crate::error::{Error, ErrorKind, Place};
use core::fmt;

/// A deviation that was let pass.
///
/// `Display` says what strict reading would have said, then what was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    code: RepairCode,
    error: Error,
}

macro_rules! codes {
    ($( $(#[$doc:meta])* $name:ident = $code:literal, $done:literal, $mended:literal; )*) => {
        /// Which deviation. Its [`name`](RepairCode::name) is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RepairCode { $( $(#[$doc])* $name ),* }

        impl RepairCode {
            /// All there are.
            pub const ALL: &'static [RepairCode] = &[ $( RepairCode::$name ),* ];
            /// In kebab case, for lists and for machines.
            pub const fn name(self) -> &'static str {
                match self { $( RepairCode::$name => $code ),* }
            }
            /// What was done about it.
            pub const fn done(self) -> &'static str {
                match self { $( RepairCode::$name => $done ),* }
            }
            /// What is done about it in a file that [`mend`](crate::pmx::Edit::mend) writes.
            pub const fn mended(self) -> &'static str {
                match self { $( RepairCode::$name => $mended ),* }
            }
        }
    };
}
codes! {
    /// The fourth byte of the signature is not a space.
    OddSignature = "odd-signature", "read as PMX", "made \"PMX \"";
    /// The encoding is neither 0 nor 1.
    UnknownEncoding = "unknown-encoding", "read as UTF-16LE", "made 0, UTF-16LE";
    /// The length of a text is negative.
    NegativeLength = "negative-text-length", "read as an empty text", "made 0";
    /// A UTF-16 text has an odd number of bytes.
    OddLength = "odd-text-length", "the last byte is kept, but not decoded", "the last byte is dropped";
    /// A 2.1 file ends after the joints.
    NoSoftBodies = "no-soft-bodies", "read as having no soft bodies", "a section without records is added";
    /// The signature of a motion says of no version that is known.
    OddMotionSignature = "odd-motion-signature", "read as version 2", "made \"Vocaloid Motion Data 0002\"";
    /// What follows the sections is no section: its count is cut in two, or more than the file holds.
    NoSection = "no-section", "kept as bytes after the last section", "they are dropped";
    /// Bytes follow the last section.
    TrailingBytes = "trailing-bytes", "kept as they are", "they are dropped";
    /// The file was cut short.
    Cut = "cut", "the whole records before this place are kept, the bytes behind it too",
        "the whole records before this place are kept, the bytes behind it are dropped";
}

impl RepairCode {
    /// What is let pass without losing or inventing anything.
    pub(crate) fn of(kind: ErrorKind) -> Option<Self> {
        match kind {
            ErrorKind::OddSignature(_) => Some(RepairCode::OddSignature),
            ErrorKind::UnknownEncoding(_) => Some(RepairCode::UnknownEncoding),
            ErrorKind::NegativeLength(_) => Some(RepairCode::NegativeLength),
            ErrorKind::OddLength(_) => Some(RepairCode::OddLength),
            ErrorKind::OddMotionSignature(_) => Some(RepairCode::OddMotionSignature),
            ErrorKind::TrailingBytes(_) => Some(RepairCode::TrailingBytes),
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

/// All repairs of one file: at most [`KEPT`](Repairs::KEPT) of each code, then only their number.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    list: Vec<Repair>,
    counts: [usize; RepairCode::ALL.len()],
}

impl Repairs {
    /// So many of each code are kept with their place.
    pub const KEPT: usize = 100;

    pub(crate) fn push(&mut self, repair: Repair) {
        if let Some(count) = self.counts.get_mut(repair.code as usize) {
            *count = count.saturating_add(1);
            if *count <= Repairs::KEPT {
                self.list.push(repair);
            }
        }
    }
    /// Those that are kept, in file order.
    pub fn iter(&self) -> core::slice::Iter<'_, Repair> {
        self.list.iter()
    }
    /// How many there were of this code, kept or not.
    pub fn count(&self, code: RepairCode) -> usize {
        self.counts.get(code as usize).copied().unwrap_or(0)
    }
    /// How many there were in all.
    pub fn total(&self) -> usize {
        self.counts.iter().fold(0, |all, &n| all.saturating_add(n))
    }
    /// Whether strict reading would have taken the file as it is.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    pub(crate) fn heap_bytes(&self) -> usize {
        let errors = self.list.len().saturating_mul(Error::HEAP_BYTES);
        self.list.capacity().saturating_mul(size_of::<Repair>()).saturating_add(errors)
    }
}

impl<'a> IntoIterator for &'a Repairs {
    type Item = &'a Repair;
    type IntoIter = core::slice::Iter<'a, Repair>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
