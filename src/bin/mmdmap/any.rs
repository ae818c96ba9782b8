//! A file of any format: which it is, its content says.
use crate::failure::{self, Failure};
use crate::inputs::Input;
use crate::open::scan;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::{self, VpdIndex};
use mmdmap::{
    Backing, EachRecord, Error, FileBytes, FileIndex, Format, IndexedFile, PmxFile, Repairs, ScanOptions, VmdFile,
    VpdFile,
};
use std::ops::Range;

/// A file, open.
#[expect(clippy::large_enum_variant, reason = "there is one at a time for each core")]
pub enum AnyFile {
    Model(PmxFile),
    Pose(VpdFile),
    Motion(VmdFile),
}

impl AnyFile {
    /// Scans the bytes of a file as what they say they are.
    pub fn scan(
        bytes: FileBytes,
        input: &Input,
        options: &ScanOptions,
        hint: impl FnOnce(&Error) -> Option<&'static str>,
    ) -> Result<Self, Failure> {
        match Format::of(&bytes) {
            // Of an empty file they all say the same.
            None if bytes.is_empty() => scan(bytes, input, options, hint).map(AnyFile::Model),
            Some(Format::Pmx) => scan(bytes, input, options, hint).map(AnyFile::Model),
            Some(Format::Vpd) => scan(bytes, input, options, hint).map(AnyFile::Pose),
            Some(Format::Vmd) => scan(bytes, input, options, hint).map(AnyFile::Motion),
            None => Err(Failure::new(format!("{input}: no PMX model, no VPD pose and no VMD motion"))),
            Some(other) => Err(Failure::new(format!("{input}: {other}, and no PMX model, VPD pose or VMD motion"))),
        }
    }

    /// Which format it has.
    pub fn format(&self) -> Format {
        match self {
            AnyFile::Model(_) => Format::Pmx,
            AnyFile::Pose(_) => Format::Vpd,
            AnyFile::Motion(_) => Format::Vmd,
        }
    }
    /// All of it.
    pub fn bytes(&self) -> &[u8] {
        match self {
            AnyFile::Model(file) => file.bytes(),
            AnyFile::Pose(file) => file.bytes(),
            AnyFile::Motion(file) => file.bytes(),
        }
    }
    /// What was let pass.
    pub fn repairs(&self) -> &Repairs {
        match self {
            AnyFile::Model(file) => file.index().repairs(),
            AnyFile::Pose(file) => file.index().repairs(),
            AnyFile::Motion(file) => file.index().repairs(),
        }
    }
    /// The same, as standard error tells it.
    pub fn told_repairs(&self, label: &str) -> String {
        match self {
            AnyFile::Pose(file) => failure::pose_repairs(label, file),
            _ => failure::repairs(label, self.repairs()),
        }
    }

    /// The sections of its format, as every output spells them.
    pub fn sections(&self) -> Vec<&'static str> {
        match self {
            AnyFile::Model(file) => file.index().sections().iter().map(|section| section.name).collect(),
            AnyFile::Pose(_) => vpd::SECTIONS.to_vec(),
            AnyFile::Motion(file) => file.index().sections().iter().map(|section| section.name).collect(),
        }
    }
    /// How many records a section has; `None` where the file does not have it.
    pub fn section_len(&self, section: &str) -> Option<usize> {
        let spans = match self {
            AnyFile::Pose(file) => return file.pose().section_len(section),
            _ if matches!(section, "header" | "info") && self.sections().contains(&section) => return Some(1),
            AnyFile::Model(file) => file.index().sections().to_vec(),
            AnyFile::Motion(file) => file.index().sections(),
        };
        spans.iter().find(|span| span.name == section)?.len
    }
    /// Shows the records of one section, as far as they lie in the range.
    pub fn visit_section(&self, section: &str, range: Range<usize>, each: &mut EachRecord<'_>) {
        match self {
            AnyFile::Model(file) => file.model().visit_section(section, range, each),
            AnyFile::Pose(file) => file.pose().visit_section(section, range, each),
            AnyFile::Motion(file) => file.motion().visit_section(section, range, each),
        };
    }

    /// The parts that digests are made of, in the order in which they are printed.
    pub fn canonical(&self) -> &'static [&'static str] {
        match self {
            AnyFile::Model(_) => &mmdmap::pmx::CANONICAL,
            AnyFile::Pose(_) => &vpd::CANONICAL,
            AnyFile::Motion(_) => &mmdmap::vmd::CANONICAL,
        }
    }
    /// The bytes of one of them; says whether it is there.
    pub fn canonical_dump(&self, of: &str, to: &mut dyn FnMut(&[u8])) -> bool {
        match self {
            AnyFile::Model(file) => file.model().canonical_dump(of, to),
            AnyFile::Pose(file) => file.pose().canonical_dump(of, to),
            AnyFile::Motion(file) => file.motion().canonical_dump(of, to),
        }
    }
}

/// In lower case, as every output spells it.
pub fn format_name(format: Format) -> &'static str {
    match format {
        Format::Pmx => "pmx",
        Format::Vpd => "vpd",
        Format::Vmd => "vmd",
        _ => "unknown",
    }
}

/// What the index of one format costs.
pub trait Cost: FileIndex {
    /// Bytes that it holds, on the heap or not.
    fn bytes(&self) -> usize;
}
macro_rules! costs {
    ($($index:ty),*) => {$(
        impl Cost for $index {
            fn bytes(&self) -> usize {
                size_of::<Self>().saturating_add(self.heap_bytes())
            }
        }
    )*};
}
costs! { PmxIndex, VpdIndex, VmdIndex }

/// Where the bytes of a file are, in a word.
pub fn backing<I: FileIndex>(file: &IndexedFile<I>) -> &'static str {
    match file.backing() {
        Backing::Mapped => "mapped",
        Backing::MappedPrivately => "mapped-privately",
        Backing::Read => "read",
        Backing::Memory => "memory",
        _ => "opened",
    }
}
