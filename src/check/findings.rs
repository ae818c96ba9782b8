//! [`Findings`]: one finding after the other, as they are asked for.
use super::report::{Finding, Report, Totals};
use super::rule::Rule;
use core::fmt;
use core::iter::FusedIterator;
use std::collections::VecDeque;

/// What can be looked at, one subject after the other.
pub trait Checked {
    /// What can be found.
    type Code: Rule;
    /// Looks at one subject, by its number; false where there is none of that number.
    fn look(&self, subject: usize, report: &mut Report<Self::Code>) -> bool;
    /// Where the record of a finding begins, or its section.
    fn offset(&self, finding: &Finding<Self::Code>) -> u64;
}

/// The findings about a file. A subject is looked at when the findings before it have been taken.
pub struct Findings<F: Checked> {
    file: F,
    /// The next subject.
    next: usize,
    /// Findings of the last one.
    ready: VecDeque<Finding<F::Code>>,
    report: Report<F::Code>,
}

impl<F: Checked> Findings<F> {
    pub(crate) fn new(file: F, max_per_code: usize) -> Self {
        Findings { file, next: 0, ready: VecDeque::new(), report: Report::new(max_per_code) }
    }
    /// How many there were so far, given or not; after the last has been taken, in all.
    pub fn totals(&self) -> &Totals<F::Code> {
        self.report.totals()
    }
    /// How many there are in all. Looks at what is left.
    pub fn into_totals(mut self) -> Totals<F::Code> {
        self.by_ref().for_each(drop);
        self.report.totals().clone()
    }
}

impl<F: Checked> Iterator for Findings<F> {
    type Item = Finding<F::Code>;

    fn next(&mut self) -> Option<Finding<F::Code>> {
        while self.ready.is_empty() {
            if !self.file.look(self.next, &mut self.report) {
                return None;
            }
            self.next = self.next.saturating_add(1);
            self.ready = self.report.take().into();
        }
        let finding = self.ready.pop_front()?;
        let offset = self.file.offset(&finding);
        Some(finding.at(offset))
    }
}
impl<F: Checked> FusedIterator for Findings<F> {}

impl<F: Checked> fmt::Debug for Findings<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Findings({} so far)", self.totals().total())
    }
}
