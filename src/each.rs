//! Something to be done with every section of a file, whatever its records are.
use crate::field::Field;
use crate::records::Records;
use crate::visit::Visit;
use core::ops::{ControlFlow, Range};

/// Something to be done with every section of a file.
pub(crate) trait EachSection<'a> {
    /// Why it may stop.
    type Error;
    /// Does it with one section.
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), Self::Error>;
}

/// Receives one record at a time, with its number.
pub type EachRecord<'f> = dyn FnMut(usize, &dyn Visit) -> ControlFlow<()> + 'f;

/// Shows the records of one section, as far as they lie in the range.
pub(crate) struct Show<'f, 'g> {
    pub(crate) section: &'f str,
    pub(crate) range: Range<usize>,
    pub(crate) each: &'f mut EachRecord<'g>,
}

/// There was such a section: there is nothing more to do.
pub(crate) struct Shown;

impl<'a> EachSection<'a> for Show<'_, '_> {
    type Error = Shown;
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), Shown> {
        if name != self.section {
            return Ok(());
        }
        for (i, record) in records.range(self.range.clone()).iter().enumerate() {
            if (self.each)(self.range.start.saturating_add(i), &record).is_break() {
                break;
            }
        }
        Err(Shown)
    }
}

/// Shows what is there only once.
pub(crate) fn show_one(one: &dyn Visit, range: &Range<usize>, each: &mut EachRecord<'_>) {
    if range.contains(&0) {
        // Stopped or not, there is nothing more.
        let _ = each(0, one);
    }
}

/// Finds the byte at which one record of one section begins.
pub(crate) struct Find<'s> {
    pub(crate) section: &'s str,
    pub(crate) record: usize,
}

impl<'a> EachSection<'a> for Find<'_> {
    /// Where it begins, if it is there.
    type Error = Option<usize>;
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), Option<usize>> {
        if name == self.section { Err(records.offset(self.record)) } else { Ok(()) }
    }
}
