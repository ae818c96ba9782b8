//! What went wrong, and where in the file.
use crate::decimal::NumberFault;
use crate::format::Format;
use core::fmt;

/// What reading gives, or why not.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// A reading failure: what happened, at which byte, in which field of which record.
///
/// `Display` says it in one line:
///
/// ```
/// let error = mmdmap::pmx::PmxIndex::scan(b"PMX \x00\x00\x40\x40").unwrap_err();
/// assert_eq!(error.to_string(), "header.version at byte 0x4: unsupported version 3 (2.0 and 2.1 are known)");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq)]
struct Inner {
    kind: ErrorKind,
    offset: u64,
    place: Place,
    cut: bool,
    /// In a text file: line and column, both from 1 on.
    line: Option<(u64, u64)>,
}

/// Where in the file: section, record and field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    section: &'static str,
    record: Option<usize>,
    field: FieldPath,
}

/// The way to a field: `ik.links[1].limits`. Prints as that, and compares with such a string.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct FieldPath {
    /// The innermost first; each a name, then the number of an item in it.
    steps: [Option<(&'static str, Option<u32>)>; FieldPath::DEPTH],
    /// The number of the item that the next name outwards holds. Four bytes count the items of any list.
    item: Option<u32>,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no byte at all.
    EmptyFile,
    /// The file ends before the value does.
    Truncated {
        /// Bytes that are not there.
        missing: u64,
    },
    /// The file ends where a section should begin.
    MissingSection,
    /// So many records or items, even the smallest, do not fit into the rest of the file.
    CountTooLarge {
        /// The count as stored.
        count: u64,
        /// The fewest bytes that so many can take.
        needed: u64,
        /// The bytes that are left.
        remaining: u64,
    },
    /// A text claims to be many times longer than the whole file.
    LengthTooLarge {
        /// The length as stored.
        length: u64,
        /// The bytes that are left.
        remaining: u64,
    },
    /// A count of records or items is negative.
    NegativeCount(i32),
    /// The length of a text is negative.
    NegativeLength(i32),
    /// A UTF-16 text has an odd number of bytes.
    OddLength(i32),
    /// A byte that decides what follows has a value nobody knows.
    UnknownTag(u8),
    /// The file is not a PMX model; what it is, where its first bytes say so.
    NotPmx(Option<Format>),
    /// It begins with `PMX`, but not with `PMX` and a space.
    OddSignature(u8),
    /// The version, as the bits of a float, is neither 2.0 nor 2.1.
    UnknownVersion(u32),
    /// The header holds fewer than the eight settings that every reader needs.
    TooFewGlobals(usize),
    /// A setting of the header has a value that leaves the width of fields unknown.
    BadGlobal(u8),
    /// The text encoding is neither 0 (UTF-16LE) nor 1 (UTF-8).
    UnknownEncoding(u8),
    /// The file is not a VMD motion; what it is, where its first bytes say so.
    NotVmd(Option<Format>),
    /// It begins with `Vocaloid Motion Data`, but then says of no version that is known.
    OddMotionSignature([u8; 5]),
    /// Bytes follow the last section.
    TrailingBytes(u64),
    /// The file is not a VPD pose; what it is, where its first bytes say so.
    NotVpd(Option<Format>),
    /// A text in UTF-16, which no program reads as a pose.
    Utf16,
    /// The magic of a pose, in other case.
    MagicCase,
    /// So many bytes stand before the magic.
    BytesBeforeMagic(u64),
    /// The magic is filled up with something else than NUL.
    MagicPadding,
    /// The file ends before the number of bones and its semicolon.
    EndsInHeader,
    /// The line with the model's name is not there.
    MissingModel,
    /// The line with the number of bones is not there.
    MissingCount,
    /// The number of bones is no number, or too large a one.
    BadCount,
    /// The file says that it holds another number of bones than it does.
    CountMismatch {
        /// What it says.
        declared: u64,
        /// What it holds.
        found: u64,
    },
    /// A carriage return without a line feed behind it.
    LoneCr,
    /// A line of numbers ends without a semicolon.
    MissingSemicolon,
    /// Something else begins before a block has its closing brace.
    MissingBrace,
    /// The file ends before a block does.
    EndsInBlock,
    /// `Bone` or `Morph`, in other case.
    BlockCase,
    /// A block that is neither a bone nor a morph.
    UnknownBlock,
    /// A line that belongs to nothing.
    StrayLine,
    /// A closing brace that closes nothing.
    StrayBrace,
    /// Text stands behind the end of a line or block, and is no comment.
    TextAfter,
    /// A whole block stands on one line, so that all of it is the name.
    OneLineBlock,
    /// A line holds more or fewer numbers than it should.
    NumberCount {
        /// As many as it holds.
        found: usize,
        /// As many as it should.
        expected: usize,
    },
    /// A line holds more numbers than it should and no decimal point: written with decimal commas, it seems.
    DecimalComma {
        /// As many as it holds.
        found: usize,
        /// As many as it should.
        expected: usize,
    },
    /// What should be a number is none.
    BadNumber(NumberFault),
}

impl Error {
    /// Bytes that each holds on the heap.
    pub(crate) const HEAP_BYTES: usize = size_of::<Inner>();

    /// Of a kind, at a byte; the place comes as the error travels outwards.
    #[cold]
    pub(crate) fn new(kind: ErrorKind, offset: usize) -> Self {
        Error(Box::new(Inner { kind, offset: offset as u64, place: Place::default(), cut: false, line: None }))
    }
    /// The same, where the file may have been cut short.
    #[cold]
    pub(crate) fn cut(kind: ErrorKind, offset: usize) -> Self {
        let mut error = Error::new(kind, offset);
        error.0.cut = true;
        error
    }
    /// The same, where no cut is thought of.
    #[cold]
    pub(crate) fn uncut(mut self) -> Self {
        self.0.cut = false;
        self
    }
    /// Names the field it happened in; called from the innermost outwards.
    #[cold]
    pub(crate) fn in_field(mut self, name: &'static str) -> Self {
        self.0.place.field.push(name);
        self
    }
    /// Says which item of the list the next field outwards holds.
    #[cold]
    pub(crate) fn in_item(mut self, i: usize) -> Self {
        self.0.place.field.push_item(i);
        self
    }
    /// Names section and record (`None`: the section itself, its count).
    #[cold]
    pub(crate) fn in_section(mut self, section: &'static str, record: Option<usize>) -> Self {
        self.0.place = Place { section, record, ..self.0.place };
        self
    }

    /// Says which line and column it is, of a text file.
    #[cold]
    pub(crate) fn at_line(mut self, line: u64, column: u64) -> Self {
        self.0.line = Some((line, column));
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
    /// The byte of the file at which it did: never beyond its end.
    pub fn offset(&self) -> u64 {
        self.0.offset
    }
    /// Section, record and field.
    pub fn place(&self) -> Place {
        self.0.place
    }
    /// The line at which it did, from 1 on; `None` for files that have no lines.
    pub fn line(&self) -> Option<u64> {
        self.0.line.map(|(line, _)| line)
    }
    /// The character of the line at which it did, from 1 on; `None` for files that have no lines.
    pub fn column(&self) -> Option<u64> {
        self.0.line.map(|(_, column)| column)
    }
    /// Whether the file seems to have been cut short, so that
    /// [`Mode::Salvage`](crate::Mode::Salvage) may open what lies before this place: it does unless something else is
    /// broken there.
    pub fn is_cut(&self) -> bool {
        self.0.cut
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, offset, place, line, .. } = &*self.0;
        match line {
            Some((line, column)) => write!(f, "{place} at line {line}, column {column} (byte {offset:#x}): {kind}"),
            None => write!(f, "{place} at byte {offset:#x}: {kind}"),
        }
    }
}
impl core::error::Error for Error {}

impl Place {
    pub(crate) fn of(section: &'static str, record: Option<usize>, field: FieldPath) -> Self {
        Place { section, record, field }
    }
    /// The section's name, as every output spells it: `vertices`, `display-frames` …; `end` for what follows the last.
    pub fn section(&self) -> &'static str {
        self.section
    }
    /// The number of the record; `None` where the section as a whole is meant: its count, its absence.
    pub fn record(&self) -> Option<usize> {
        self.record
    }
    /// The field, and the way to it; empty where the record as a whole is meant.
    pub fn field(&self) -> FieldPath {
        self.field
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section)?;
        if let Some(record) = self.record {
            write!(f, "[{record}]")?;
        }
        if !self.field.is_empty() {
            write!(f, ".{}", self.field)?;
        }
        Ok(())
    }
}

impl FieldPath {
    /// No record of the format nests deeper (`ik.links[0].limits`).
    const DEPTH: usize = 4;

    /// Whether no field is named.
    pub fn is_empty(&self) -> bool {
        self.steps.iter().all(Option::is_none)
    }

    /// Written from the outside in, `[]` for each number: `ik.links[].bone` and `[0]`.
    pub(crate) fn of(fields: &'static str, items: &[usize]) -> Self {
        let mut path = FieldPath::default();
        let mut items = items.iter().rev();
        for field in fields.rsplit('.').filter(|field| !field.is_empty()) {
            let name = field.strip_suffix("[]").unwrap_or(field);
            if name.len() < field.len() {
                path.item = items.next().and_then(|&i| u32::try_from(i).ok());
            }
            path.push(name);
        }
        path
    }
    /// One name further outwards.
    pub(crate) fn push(&mut self, name: &'static str) {
        if let Some(free) = self.steps.iter_mut().find(|step| step.is_none()) {
            *free = Some((name, self.item.take()));
        }
    }
    /// The next name outwards holds this item.
    pub(crate) fn push_item(&mut self, i: usize) {
        self.item = u32::try_from(i).ok();
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (name, item)) in self.steps.iter().rev().flatten().enumerate() {
            write!(f, "{}{name}", if n == 0 { "" } else { "." })?;
            if let Some(item) = item {
                write!(f, "[{item}]")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl PartialEq<str> for FieldPath {
    fn eq(&self, other: &str) -> bool {
        /// Takes what is written off the front of what is expected.
        struct Rest<'a>(&'a str);
        impl fmt::Write for Rest<'_> {
            fn write_str(&mut self, part: &str) -> fmt::Result {
                self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
                Ok(())
            }
        }
        let mut rest = Rest(other);
        fmt::write(&mut rest, format_args!("{self}")).is_ok() && rest.0.is_empty()
    }
}
impl PartialEq<&str> for FieldPath {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        match *self {
            ErrorKind::EmptyFile => f.write_str("the file is empty"),
            ErrorKind::Truncated { missing } => write!(f, "file ends {missing} byte{} too early", plural(missing)),
            ErrorKind::MissingSection => f.write_str("file ends before this section"),
            ErrorKind::CountTooLarge { count, needed, remaining } => {
                write!(f, "count {count} needs at least {needed} bytes, but {remaining} remain")
            }
            ErrorKind::LengthTooLarge { length, remaining } => {
                write!(f, "a text of {length} bytes cannot be, {remaining} remain")
            }
            ErrorKind::NegativeCount(n) => write!(f, "count {n} is negative"),
            ErrorKind::NegativeLength(n) => write!(f, "text length {n} is negative"),
            ErrorKind::OddLength(n) => write!(f, "a UTF-16 text cannot have {n} bytes, an odd number"),
            ErrorKind::UnknownTag(tag) => write!(f, "unknown kind {tag}, so that the size of what follows is unknown"),
            ErrorKind::NotPmx(None) => f.write_str("not a PMX model: it does not begin with \"PMX \""),
            ErrorKind::NotPmx(Some(format)) => write!(f, "not a PMX model, but {format}"),
            ErrorKind::OddSignature(byte) => {
                write!(f, "the signature is \"PMX{}\", expected \"PMX \"", byte.escape_ascii())
            }
            ErrorKind::UnknownVersion(bits) => {
                write!(f, "unsupported version {}", f32::from_bits(bits))?;
                let swapped = f32::from_bits(bits.swap_bytes());
                f.write_str(if f32::from_bits(bits) == 1.0 {
                    " (PMX 1.0 is a pre-release format)"
                } else if swapped == 2.0 || swapped == 2.1 {
                    " (the bytes look reversed: a big-endian file?)"
                } else {
                    " (2.0 and 2.1 are known)"
                })
            }
            ErrorKind::TooFewGlobals(n) => write!(f, "{n} settings, expected at least 8"),
            ErrorKind::BadGlobal(value) => write!(f, "value {value} is out of range, so that sizes are unknown"),
            ErrorKind::UnknownEncoding(value) => {
                write!(f, "unknown text encoding {value} (0 is UTF-16LE, 1 is UTF-8)")
            }
            ErrorKind::NotVmd(None) => f.write_str("not a VMD motion: it does not begin with \"Vocaloid Motion Data\""),
            ErrorKind::NotVmd(Some(format)) => write!(f, "not a VMD motion, but {format}"),
            ErrorKind::OddMotionSignature(version) => write!(
                f,
                "the signature is \"Vocaloid Motion Data{}\", expected \" 0002\" or \" file\" at its end",
                version.escape_ascii()
            ),
            ErrorKind::TrailingBytes(n) => write!(f, "{n} byte{} after the last section", plural(n)),
            ErrorKind::NotVpd(None) => {
                f.write_str("not a VPD pose: \"Vocaloid Pose Data file\" does not stand at its beginning")
            }
            ErrorKind::NotVpd(Some(format)) => write!(f, "not a VPD pose, but {format}"),
            ErrorKind::Utf16 => f.write_str("a text in UTF-16, which is no pose: save it as Shift_JIS or UTF-8"),
            ErrorKind::MagicCase => f.write_str("\"Vocaloid Pose Data file\" is written in other case"),
            ErrorKind::BytesBeforeMagic(n) => write!(f, "{n} byte{} before \"Vocaloid Pose Data file\"", plural(n)),
            ErrorKind::MagicPadding => {
                f.write_str("\"Vocaloid Pose Data file\" is filled up with something else than NUL")
            }
            ErrorKind::EndsInHeader => f.write_str("the file ends before the number of bones and its \";\""),
            ErrorKind::MissingModel => f.write_str("the line with the model's name is missing"),
            ErrorKind::MissingCount => f.write_str("the line with the number of bones is missing"),
            ErrorKind::BadCount => f.write_str("the number of bones is no number"),
            ErrorKind::CountMismatch { declared, found } => {
                write!(f, "the file says {declared} bone{}, but holds {found}", plural(declared))
            }
            ErrorKind::LoneCr => f.write_str("a carriage return without a line feed"),
            ErrorKind::MissingSemicolon => f.write_str("\";\" is missing at the end of the line"),
            ErrorKind::MissingBrace => f.write_str("the block before has no \"}\""),
            ErrorKind::EndsInBlock => f.write_str("the file ends before this block does"),
            ErrorKind::BlockCase => f.write_str("\"Bone\" or \"Morph\" is written in other case"),
            ErrorKind::UnknownBlock => f.write_str("a block that is neither a bone nor a morph"),
            ErrorKind::StrayLine => f.write_str("a line that belongs to nothing"),
            ErrorKind::StrayBrace => f.write_str("\"}\" closes nothing"),
            ErrorKind::TextAfter => f.write_str("text that belongs to nothing, and is no comment"),
            ErrorKind::OneLineBlock => {
                f.write_str("a whole block on one line; the name goes to the end of the line, the numbers stand below")
            }
            ErrorKind::NumberCount { found, expected } => {
                write!(f, "{found} number{}, expected {expected}", plural(found as u64))
            }
            ErrorKind::DecimalComma { found, expected } => {
                write!(f, "{found} numbers, expected {expected} (decimal commas? write points)")
            }
            ErrorKind::BadNumber(fault) => fault.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_from_the_outside_in() {
        let error = Error::cut(ErrorKind::Truncated { missing: 3 }, 0x1f3a)
            .in_field("limits")
            .in_item(1)
            .in_field("links")
            .in_field("ik")
            .in_section("bones", Some(12));
        assert_eq!(error.to_string(), "bones[12].ik.links[1].limits at byte 0x1f3a: file ends 3 bytes too early");
        assert_eq!(error.place().field(), "ik.links[1].limits");
        assert_ne!(error.place().field(), "ik.links[1]");
        assert_ne!(error.place().field(), "ik.links[1].limits.min");
        assert!(error.is_cut());
        assert_eq!(FieldPath::of("ik.links[].limits", &[1]), error.place().field());
        assert_eq!(FieldPath::of("", &[]), FieldPath::default());
    }
}
