//! Whether a saved index lies beside a model, and whether it fits.
use crate::inputs::Input;
use crate::json::{number, record, text};
use crate::table::grouped;
use mmdmap::pmx::PmxIndex;
use mmdmap::{FileBytes, PmxFile, ScanOptions, Visitor};
use std::fs::Metadata;
use std::path::PathBuf;

pub(super) struct SavedIndex {
    path: PathBuf,
    len: usize,
    /// Why it is not used, unless it is.
    unfit: Option<String>,
}

impl SavedIndex {
    /// The one that lies beside the model; none beside standard input.
    pub(super) fn beside(input: &Input, file: &PmxFile) -> Option<Self> {
        let Input::Path(model) = input else { return None };
        let path = PmxFile::index_path(model);
        if !path.exists() {
            return None;
        }
        // No index is longer than its model, but for a head: what is, is not even read.
        let limit = (file.bytes().len() as u64).saturating_add(4096);
        let (len, unfit) = match FileBytes::open(&path, limit) {
            Ok(bytes) => {
                let len = bytes.len();
                let fits = PmxIndex::from_saved(bytes, file.bytes(), file.modified(), &ScanOptions::new());
                (len, fits.err().map(|unfit| unfit.to_string()))
            }
            Err(error) => {
                let len = path.metadata().ok().filter(Metadata::is_file).map_or(0, |metadata| metadata.len() as usize);
                // Our line names the file already.
                let said = error.to_string();
                let why = said.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&said);
                (len, Some(why.to_owned()))
            }
        };
        Some(SavedIndex { path, len, unfit })
    }

    pub(super) fn text(&self) -> String {
        match &self.unfit {
            None => format!("{} bytes, fresh: {}", grouped(self.len), self.path.display()),
            Some(why) => format!("{} bytes, not used: {}: {why}", grouped(self.len), self.path.display()),
        }
    }
    pub(super) fn visit(&self, to: &mut dyn Visitor) {
        record(to, |to| {
            text(to, "path", &self.path.to_string_lossy());
            number(to, "bytes", self.len);
            to.field("problem");
            match &self.unfit {
                None => to.none(),
                Some(why) => to.text(why, why.as_bytes(), true),
            }
        });
    }
}
