//! How one file is opened: how strictly, and whether it is mapped. The command line's only `unsafe`.
use crate::failure::Failure;
use crate::inputs::Input;
use clap::ValueEnum;
use mmdmap::{Mode, PmxFile, ScanOptions};
use std::io::{self, Read};
use std::path::Path;

/// How files are read.
#[derive(clap::Args)]
pub struct Reading {
    /// Refuse whatever the format does not allow
    #[arg(long, conflicts_with = "salvage")]
    strict: bool,
    /// Open files that were cut short, too: the whole records before the cut
    #[arg(long)]
    salvage: bool,
    /// Whether files are mapped. Mapping is your promise that nobody changes them meanwhile
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    mmap: Mmap,
}

/// When files are mapped.
#[derive(Clone, Copy, ValueEnum)]
enum Mmap {
    /// Files of 16 MiB and more
    Auto,
    /// Whatever can be
    Always,
    /// Only what the system itself holds unchangeable
    Never,
}

impl Mmap {
    /// Reading a smaller file costs less than is worth a promise.
    const LARGE: u64 = 16 << 20;

    fn wants(self, path: &Path) -> bool {
        match self {
            Mmap::Auto => std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() >= Mmap::LARGE),
            Mmap::Always => true,
            Mmap::Never => false,
        }
    }
}

impl Reading {
    pub fn options(&self) -> ScanOptions {
        ScanOptions::new().mode(match (self.strict, self.salvage) {
            (true, _) => Mode::Strict,
            (_, true) => Mode::Salvage,
            _ => Mode::Lenient,
        })
    }

    /// Reads or maps the file, and scans it.
    pub fn open(&self, input: &Input) -> Result<PmxFile, Failure> {
        match input {
            Input::Stdin => self.take_stdin(),
            Input::Path(path) => self.open_path(path),
        }
    }

    fn open_path(&self, path: &Path) -> Result<PmxFile, Failure> {
        let opened =
            if self.mmap.wants(path) { map(path, &self.options()) } else { PmxFile::open_with(path, &self.options()) };
        opened.map_err(|error| Failure::new(error.to_string()).with_hint(self.hint(error.format())))
    }

    fn take_stdin(&self) -> Result<PmxFile, Failure> {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("-: {error}")))?;
        PmxFile::from_bytes_with(bytes, &self.options())
            .map_err(|error| Failure::new(format!("-: {error}")).with_hint(self.hint(Some(&error))))
    }

    fn hint(&self, error: Option<&mmdmap::Error>) -> Option<&'static str> {
        let cut = !self.salvage && error.is_some_and(mmdmap::Error::is_cut);
        cut.then_some("the file seems to have been cut short; --salvage opens what lies before the cut")
    }
}

#[allow(unsafe_code)]
fn map(path: &Path, options: &ScanOptions) -> Result<PmxFile, mmdmap::OpenError> {
    // SAFETY: nobody writes to the file or shortens it while we read: that is the user's promise, asked for by the help
    // of `--mmap` and taken back by `--mmap never`. We ourselves only read.
    unsafe { PmxFile::map_with(path, options) }
}
