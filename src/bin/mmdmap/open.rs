//! How one file is opened: how strictly, and whether it is mapped. The command line's only `unsafe`.
use crate::failure::Failure;
use crate::inputs::Input;
use clap::ValueEnum;
use mmdmap::pmx::PmxIndex;
use mmdmap::{FileBytes, Format, Mode, OpenError, PmxFile, ScanOptions};
use std::error::Error;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

/// How files are read.
#[derive(clap::Args)]
pub struct Reading {
    /// Refuse whatever the format does not allow
    #[arg(long, conflicts_with = "salvage")]
    strict: bool,
    /// Open files that were cut short, too: the whole records before the cut
    #[arg(long)]
    salvage: bool,
    #[command(flatten)]
    mapping: Mapping,
}

/// How the bytes of files are had.
#[derive(clap::Args)]
pub struct Mapping {
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

    /// Maps the file or reads it, then scans it.
    pub fn open(&self, input: &Input) -> Result<Opened, Failure> {
        self.mapping.open(input, &self.options(), |error| self.hint(error))
    }

    fn hint(&self, error: &mmdmap::Error) -> Option<&'static str> {
        let cut = !self.salvage && error.is_cut();
        cut.then_some("the file seems to have been cut short; --salvage opens what lies before the cut")
    }
}

impl Mapping {
    /// As [`Reading::open`], as strictly as the options say; with a hint for whoever meets an error.
    pub fn open(
        &self,
        input: &Input,
        options: &ScanOptions,
        hint: impl FnOnce(&mmdmap::Error) -> Option<&'static str>,
    ) -> Result<Opened, Failure> {
        let start = Instant::now();
        let bytes = match input {
            Input::Stdin => stdin().map_err(|error| Failure::new(format!("{input}: {error}"))),
            Input::Path(path) => {
                self.bytes(path, options.max_file_len).map_err(|error| Failure::new(error.to_string()))
            }
        }?;
        let bytes_there = start.elapsed();
        let scan = Instant::now();
        let file = PmxFile::scan(bytes, options)
            .map_err(|error| Failure::new(format!("{input}: {error}")).with_hint(hint(&error)))?;
        Ok(Opened { file, bytes_there, scanned: scan.elapsed() })
    }

    /// Whether strict reading takes a file; if not, why.
    pub fn is_strict(&self, path: &Path) -> Result<(), Box<dyn Error + Send + Sync>> {
        let bytes = self.bytes(path, u64::MAX)?;
        PmxIndex::scan_with(&bytes, &Mode::Strict.into())?;
        Ok(())
    }

    fn bytes(&self, path: &Path, limit: u64) -> Result<FileBytes, OpenError> {
        if self.mmap.wants(path) { map(path, limit) } else { FileBytes::open(path, limit) }
    }
}

/// A file, open, and what that cost.
pub struct Opened {
    pub file: PmxFile,
    /// Until its bytes were there: mapped, or read.
    pub bytes_there: Duration,
    /// From then on, until it was scanned.
    pub scanned: Duration,
}

/// All of it, if it begins as a model does: a pipe may never end, and what it is not is told from its start.
fn stdin() -> io::Result<FileBytes> {
    /// More than any signature that is known.
    const START: u64 = 64;
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(START).read_to_end(&mut bytes)?;
    if Format::of(&bytes) == Some(Format::Pmx) {
        stdin.read_to_end(&mut bytes)?;
    }
    Ok(FileBytes::from(bytes))
}

#[allow(unsafe_code)]
pub fn map(path: &Path, limit: u64) -> Result<FileBytes, OpenError> {
    // SAFETY: nobody writes to the file or shortens it while we read: that is the user's promise, asked for by the help
    // of `--mmap` and taken back by `--mmap never`. We ourselves only read.
    unsafe { FileBytes::map(path, limit) }
}
