//! A form that the records of a section are shown in.
use mmdmap::Visit;
use std::io;

pub trait Form {
    /// Shows one record; `index` is its number in the section.
    fn record(&mut self, index: usize, record: &dyn Visit) -> io::Result<()>;
    /// Everything was shown.
    fn finish(&mut self) -> io::Result<()>;
}
