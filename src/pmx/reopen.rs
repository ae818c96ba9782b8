//! The index of a model, saved; and a model opened again by it.
use super::model::{Pmx, PmxIndex, SECTIONS, Scan};
use crate::each::EachSection;
use crate::field::Field;
use crate::mode::ScanOptions;
use crate::records::Records;
use crate::repair::RepairCode;
use crate::saved::{self, SavedSection, SavedSections, Stamp, UnfitIndex};
use crate::write::WriteError;
use std::io;
use std::time::SystemTime;

impl PmxIndex {
    /// The index of a model whose [saved](Pmx::save_index) one is there: no section is walked. The same as a scan of the
    /// model would give.
    ///
    /// `saved` are the bytes of the saved index, such as a mapped [`FileBytes`](crate::FileBytes); they are used where they
    /// lie, a chunk of 64 KiB being checked when it is first looked at. `modified` says when the file of the model was
    /// changed, if it is in one; only where it was known for the saved index, too, the two have to be the same.
    ///
    /// A forged index makes views show other bytes of the model, or none; nothing outside it.
    ///
    /// # Errors
    ///
    /// Why the saved index does not fit: then [scan](PmxIndex::scan_with) the model.
    pub fn from_saved(
        saved: impl AsRef<[u8]> + Send + Sync + 'static,
        data: &[u8],
        modified: Option<SystemTime>,
        options: &ScanOptions,
    ) -> Result<Self, UnfitIndex> {
        let sections = SavedSections::open(saved, &Stamp::of(data, modified), SECTIONS)?;
        let (mut scan, version, info) = Scan::begin(data, options).map_err(UnfitIndex::Model)?;
        scan.saved = Some(sections);
        let index = PmxIndex::scan_sections(&mut scan, version, info).map_err(UnfitIndex::Model)?;
        let fits = index.saved.as_ref().is_some_and(SavedSections::is_used_up);
        if fits { Ok(index) } else { Err(UnfitIndex::OtherSections) }
    }
}

impl<'a> Pmx<'a> {
    /// Writes the index of this model, so that it can be opened [by it](PmxIndex::from_saved) without a scan. `modified`
    /// says when the file of the model was changed, if it is in one.
    ///
    /// # Errors
    ///
    /// Those of the writer. [`WriteError::Repaired`] where records could only be read with repairs, or the file was cut: only
    /// a scan can list those.
    pub fn save_index(self, modified: Option<SystemTime>, to: &mut dyn io::Write) -> Result<(), WriteError> {
        // Others are found again without a look at any record.
        let in_record = self.index().repairs().iter().find(|repair| match repair.code() {
            RepairCode::NegativeLength | RepairCode::OddLength => repair.place().section() != "info",
            code => code == RepairCode::Cut,
        });
        if let Some(repair) = in_record {
            return Err(WriteError::Repaired(repair.clone()));
        }
        let mut sections = ToSave(Vec::new());
        match self.each_section(&mut sections) {
            Ok(()) => {}
            Err(never) => match never {},
        }
        Ok(saved::write(Stamp::of(self.bytes(), modified), &sections.0, to)?)
    }
}

/// What is saved of each section.
struct ToSave<'a>(Vec<SavedSection<'a>>);

impl<'a> EachSection<'a> for ToSave<'a> {
    type Error = core::convert::Infallible;
    fn section<T: Field<'a>>(&mut self, _: &'static str, records: Records<'a, T>) -> Result<(), Self::Error> {
        self.0.push(records.section().to_save::<T>(records.cursor()));
        Ok(())
    }
}
