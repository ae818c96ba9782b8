//! Everything in a file, record by record: for people, and for hashes.
use super::motion::Vmd;
use crate::each::{EachRecord, EachSection, Show, show_one};
use crate::field::Field;
use crate::records::Records;
use core::ops::Range;

/// What a canonical dump can be made of, in the order in which digests are printed.
pub const CANONICAL: [&str; 6] = ["bones", "morphs", "cameras", "lights", "shadows", "ik"];

/// Finds the bytes of the records of one section.
struct Bytes<'s>(&'s str);

impl<'a> EachSection<'a> for Bytes<'_> {
    type Error = &'a [u8];
    fn section<T: Field<'a>>(&mut self, name: &'static str, records: Records<'a, T>) -> Result<(), &'a [u8]> {
        let section = records.section();
        let bytes = records.cursor().data().get(section.first()..section.range().end);
        if name == self.0 { Err(bytes.unwrap_or(&[])) } else { Ok(()) }
    }
}

impl Vmd<'_> {
    /// Shows the records of one section, named as [`VmdIndex::sections`](super::VmdIndex::sections) names it, as far as
    /// they lie in the range. `header` has one record. Says whether the file has such a section.
    pub fn visit_section(self, section: &str, range: Range<usize>, each: &mut EachRecord<'_>) -> bool {
        if section == "header" {
            show_one(&self.header(), &range, each);
            return true;
        }
        self.each_section(&mut Show { section, range, each }).is_err()
    }

    /// The canonical dump of one of [`CANONICAL`], piece by piece: the bytes of its records as they lie in the file. `ik`
    /// are the properties. Says whether the file has such a section.
    pub fn canonical_dump(self, of: &str, to: &mut dyn FnMut(&[u8])) -> bool {
        let section = if of == "ik" { "properties" } else { of };
        self.each_section(&mut Bytes(section)).map_err(to).is_err()
    }
}
