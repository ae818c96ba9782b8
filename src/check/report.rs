//! [`Finding`], and where findings gather: so many of each code are kept, then they are only counted.
use super::rule::{Rule, Severity};
use crate::error::{FieldPath, Place};
use crate::index::Index;
use crate::text::Text;
use core::fmt;
use core::marker::PhantomData;

/// One thing that is odd about a file: what, where, and the value that is.
///
/// `Display` says it in one line:
///
/// ```text
/// error[bone-parent-dangling] bones[12].parent at byte 0x1f3a: the parent of a bone is not there: 57, expected below 40
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<C> {
    code: C,
    place: Place,
    offset: u64,
    found: Value,
    expected: Value,
}

impl<C: Rule> Finding<C> {
    /// Which finding.
    pub fn code(&self) -> C {
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
    /// The same, its byte known.
    pub(crate) fn at(self, offset: u64) -> Self {
        Finding { offset, ..self }
    }
}

impl<C: Rule> fmt::Display for Finding<C> {
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
    String: |text| Value::Text(text),
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
pub struct Totals<C> {
    /// By the number of the code.
    counts: Box<[u64]>,
    codes: PhantomData<C>,
}

impl<C: Rule> Totals<C> {
    fn new() -> Self {
        Totals { counts: vec![0; C::ALL.len()].into(), codes: PhantomData }
    }
    /// How many of this code.
    pub fn count(&self, code: C) -> u64 {
        self.counts.get(code.number()).copied().unwrap_or(0)
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
    pub fn iter(&self) -> impl Iterator<Item = (C, u64)> {
        C::ALL.iter().copied().zip(self.counts.iter().copied()).filter(|&(_, n)| n > 0)
    }
}

/// Where findings gather.
#[derive(Debug)]
pub struct Report<C> {
    found: Vec<Finding<C>>,
    totals: Totals<C>,
    max_per_code: usize,
}

impl<C: Rule> Report<C> {
    pub(crate) fn new(max_per_code: usize) -> Self {
        Report { found: Vec::new(), totals: Totals::new(), max_per_code }
    }
    pub(crate) fn totals(&self) -> &Totals<C> {
        &self.totals
    }
    /// The findings since it was last asked.
    pub(crate) fn take(&mut self) -> Vec<Finding<C>> {
        core::mem::take(&mut self.found)
    }
    /// For findings about a section as a whole.
    pub(crate) fn section(&mut self, section: &'static str) -> Here<'_, C> {
        Here { report: self, section, record: None }
    }
    /// For findings about one record.
    pub(crate) fn record(&mut self, section: &'static str, record: usize) -> Here<'_, C> {
        Here { report: self, section, record: Some(record) }
    }
    /// Whether one more is kept. Counts it, kept or not.
    fn counts(&mut self, code: C) -> bool {
        let Some(count) = self.totals.counts.get_mut(code.number()) else { return false };
        *count = count.saturating_add(1);
        usize::try_from(*count).is_ok_and(|n| n <= self.max_per_code)
    }
}

/// The way to a field: `"parent"`, or with numbers `("ik.links[].bone", 0)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way(FieldPath);

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
pub(crate) struct Here<'r, C> {
    report: &'r mut Report<C>,
    section: &'static str,
    record: Option<usize>,
}

impl<C: Rule> Here<'_, C> {
    /// Notes a finding: what is there, and what should be. Neither is looked at when enough of the code are kept.
    #[cold]
    pub(crate) fn find(&mut self, code: C, field: impl Into<Way>, found: impl Into<Value>, expected: impl Into<Value>) {
        if self.report.counts(code) {
            let Way(field) = field.into();
            let place = Place::of(self.section, self.record, field);
            let (found, expected) = (found.into(), expected.into());
            self.report.found.push(Finding { code, place, offset: 0, found, expected });
        }
    }
}
