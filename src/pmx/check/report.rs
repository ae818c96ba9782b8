//! [`Finding`], and where findings gather: so many of each code are kept, then they are only counted.
use super::code::{Code, Severity};
use crate::error::{FieldPath, Place};
use crate::index::{Index, Target};
use crate::text::Text;
use core::fmt;

/// One thing that is odd about a model: what, where, and the value that is.
///
/// `Display` says it in one line:
///
/// ```text
/// error[bone-parent-dangling] bones[12].parent at byte 0x1f3a: the parent of a bone is not there: 57, expected below 40
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    code: Code,
    place: Place,
    pub(super) offset: u64,
    found: Value,
    expected: Value,
}

impl Finding {
    /// Which finding.
    pub fn code(&self) -> Code {
        self.code
    }
    /// How much it weighs.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
    /// Section, record and field.
    pub fn place(&self) -> Place {
        self.place
    }
    /// The byte of the file at which the record begins, or the section where no record is meant.
    pub fn offset(&self) -> u64 {
        self.offset
    }
    /// What is there.
    pub fn found(&self) -> &Value {
        &self.found
    }
    /// What should be.
    pub fn expected(&self) -> &Value {
        &self.expected
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { code, place, offset, found, expected } = self;
        write!(f, "{}[{code}] {place} at byte {offset:#x}: {}", code.severity(), code.what())?;
        if *found != Value::Nothing {
            write!(f, ": {found}")?;
        }
        if *expected != Value::Nothing {
            write!(f, ", expected {expected}")?;
        }
        Ok(())
    }
}

/// A value of the file, or what one should be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// There is nothing to say.
    Nothing,
    /// A whole number: an index, a count, a code.
    Integer(i64),
    /// A number.
    Float(f32),
    /// A text of the file, its beginning at least.
    Text(String),
    /// Words of ours.
    Words(&'static str),
    /// Anything below this.
    Below(u64),
    /// Anything up to this.
    AtMost(u64),
    /// Anything from the one to the other.
    Between(f32, f32),
}

impl Value {
    /// Characters of a text that are kept.
    const SHOWN: usize = 80;
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nothing => Ok(()),
            Value::Integer(n) => n.fmt(f),
            Value::Float(x) => fmt::Debug::fmt(x, f),
            Value::Text(text) => fmt::Debug::fmt(text, f),
            Value::Words(words) => f.write_str(words),
            Value::Below(end) => write!(f, "below {end}"),
            Value::AtMost(last) => write!(f, "at most {last}"),
            Value::Between(f32::NEG_INFINITY, to) => write!(f, "at most {to}"),
            Value::Between(from, to) => write!(f, "{from} to {to}"),
        }
    }
}

macro_rules! values {
    ($($ty:ty: |$value:pat_param| $as:expr),* $(,)?) => {$(
        impl From<$ty> for Value {
            fn from($value: $ty) -> Self { $as }
        }
    )*};
}
values! {
    (): |()| Value::Nothing,
    u8: |n| Value::Integer(n.into()),
    u16: |n| Value::Integer(n.into()),
    u32: |n| Value::Integer(n.into()),
    i32: |n| Value::Integer(n.into()),
    i64: |n| Value::Integer(n),
    usize: |n| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX)),
    f32: |x| Value::Float(x),
    &'static str: |words| Value::Words(words),
    [u32; 3]: |[a, b, c]| Value::Text(format!("{a} {b} {c}")),
    Text<'_>: |text| Value::Text(text.chars().take(Value::SHOWN).collect()),
}
impl<T> From<Index<T>> for Value {
    fn from(index: Index<T>) -> Self {
        index.raw().into()
    }
}

/// How many findings there were, kept or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    counts: [u64; Code::ALL.len()],
}

impl Totals {
    /// How many of this code.
    pub fn count(&self, code: Code) -> u64 {
        self.counts.get(code as usize).copied().unwrap_or(0)
    }
    /// How many of this severity.
    pub fn of(&self, severity: Severity) -> u64 {
        self.iter().filter(|(code, _)| code.severity() == severity).fold(0, |all, (_, n)| all.saturating_add(n))
    }
    /// How many in all.
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |all, &n| all.saturating_add(n))
    }
    /// Each code that was found, and how often.
    pub fn iter(&self) -> impl Iterator<Item = (Code, u64)> {
        Code::ALL.iter().copied().zip(self.counts).filter(|&(_, n)| n > 0)
    }
}

/// Where findings gather.
#[derive(Debug)]
pub(super) struct Report {
    found: Vec<Finding>,
    totals: Totals,
    max_per_code: usize,
}

impl Report {
    pub(super) fn new(max_per_code: usize) -> Self {
        Report { found: Vec::new(), totals: Totals { counts: [0; Code::ALL.len()] }, max_per_code }
    }
    pub(super) fn totals(&self) -> &Totals {
        &self.totals
    }
    /// The findings since it was last asked.
    pub(super) fn take(&mut self) -> Vec<Finding> {
        core::mem::take(&mut self.found)
    }
    /// For findings about a section as a whole.
    pub(super) fn section(&mut self, section: &'static str) -> Here<'_> {
        Here { report: self, section, record: None }
    }
    /// For findings about one record.
    pub(super) fn record(&mut self, section: &'static str, record: usize) -> Here<'_> {
        Here { report: self, section, record: Some(record) }
    }
    /// Whether one more is kept. Counts it, kept or not.
    fn counts(&mut self, code: Code) -> bool {
        let Some(count) = self.totals.counts.get_mut(code as usize) else { return false };
        *count = count.saturating_add(1);
        usize::try_from(*count).is_ok_and(|n| n <= self.max_per_code)
    }
}

/// The way to a field: `"parent"`, or with numbers `("ik.links[].bone", 0)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way(FieldPath);

impl From<&'static str> for Way {
    fn from(fields: &'static str) -> Self {
        Way(FieldPath::of(fields, &[]))
    }
}
impl From<(&'static str, usize)> for Way {
    fn from((fields, item): (&'static str, usize)) -> Self {
        Way(FieldPath::of(fields, &[item]))
    }
}
impl From<FieldPath> for Way {
    fn from(path: FieldPath) -> Self {
        Way(path)
    }
}

/// One record, or a section as a whole: findings are about it.
#[derive(Debug)]
pub(super) struct Here<'r> {
    report: &'r mut Report,
    section: &'static str,
    record: Option<usize>,
}

impl Here<'_> {
    /// Notes a finding: what is there, and what should be. Neither is looked at when enough of the code are kept.
    #[cold]
    pub(super) fn find(
        &mut self,
        code: Code,
        field: impl Into<Way>,
        found: impl Into<Value>,
        expected: impl Into<Value>,
    ) {
        if self.report.counts(code) {
            let Way(field) = field.into();
            let place = Place::of(self.section, self.record, field);
            let (found, expected) = (found.into(), expected.into());
            self.report.found.push(Finding { code, place, offset: 0, found, expected });
        }
    }

    /// An index into a table of so many: it may be none, but not point beyond them.
    #[inline]
    pub(super) fn optional<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
    ) -> Option<usize> {
        match index.get() {
            Some(i) if i < len => Some(i),
            None if index == Index::NONE && T::SIGNED => None,
            _ => {
                self.points_nowhere(index, len, field, dangling);
                None
            }
        }
    }
    /// An index into a table of so many, where something must be.
    #[inline]
    pub(super) fn required<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
        none: Code,
    ) -> Option<usize> {
        if index == Index::NONE && T::SIGNED {
            self.find(none, field, index, Value::Below(len as u64));
            return None;
        }
        self.optional(index, len, field, dangling)
    }
    #[cold]
    fn points_nowhere<T: Target>(&mut self, index: Index<T>, len: usize, field: impl Into<Way>, dangling: Code) {
        let expected = Value::Below(len as u64);
        match index.raw() {
            // Vertex indices have no sign.
            raw if !T::SIGNED => self.find(dangling, field, u32::from_ne_bytes(raw.to_ne_bytes()), expected),
            raw if raw < 0 => self.find(Code::IndexBelowNone, field, raw, expected),
            raw => self.find(dangling, field, raw, expected),
        }
    }
}
