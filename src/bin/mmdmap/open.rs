//! How one file is opened: how strictly, and whether it is mapped. The command line's only `unsafe`.
use crate::any::AnyFile;
use crate::excerpt::excerpt;
use crate::failure::Failure;
use crate::inputs::Input;
use clap::ValueEnum;
use mmdmap::pmx::PmxIndex;
use mmdmap::{Encoding, FileBytes, FileIndex, Format, IndexedFile, Mode, OpenError, ScanOptions};
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

/// How files of any format are read.
#[derive(clap::Args)]
pub struct ReadingAny {
    #[command(flatten)]
    reading: Reading,
    /// The encoding of the names in poses, which do not say it; unless given, it is found out
    #[arg(long, value_enum, value_name = "ENCODING")]
    pose_encoding: Option<PoseEncoding>,
}

/// What names in poses can be written in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PoseEncoding {
    /// Shift_JIS as Windows has it: what MikuMikuDance reads
    Cp932,
    /// What some other programs read and write
    Utf8,
}

impl From<PoseEncoding> for Encoding {
    fn from(encoding: PoseEncoding) -> Self {
        match encoding {
            PoseEncoding::Cp932 => Encoding::Cp932,
            PoseEncoding::Utf8 => Encoding::Utf8,
        }
    }
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

    /// Maps the file or reads it, then scans it as a file of this format.
    pub fn open<I: FileIndex>(&self, input: &Input) -> Result<Opened<IndexedFile<I>>, Failure> {
        self.mapping.open(input, &self.options(), |error| self.hint(error))
    }

    fn hint(&self, error: &mmdmap::Error) -> Option<&'static str> {
        let cut = !self.salvage && error.is_cut();
        cut.then_some("the file seems to have been cut short; --salvage opens what lies before the cut")
    }
}

impl ReadingAny {
    fn options(&self) -> ScanOptions {
        let options = self.reading.options();
        self.pose_encoding.map_or(options, |encoding| options.encoding(encoding.into()))
    }

    /// Maps the file or reads it, then scans it as what its content says it is.
    pub fn open(&self, input: &Input) -> Result<Opened<AnyFile>, Failure> {
        let (options, mapping) = (self.options(), &self.reading.mapping);
        let (bytes, bytes_there) = mapping.timed_bytes(input, &options)?;
        timed(bytes_there, || AnyFile::scan(bytes, input, &options, |error| self.reading.hint(error)))
    }

    /// The same, of a file that must be of this format.
    pub fn open_as<I: FileIndex>(&self, input: &Input) -> Result<Opened<IndexedFile<I>>, Failure> {
        self.reading.mapping.open(input, &self.options(), |error| self.reading.hint(error))
    }
}

impl Mapping {
    /// As [`Reading::open`], as strictly as the options say; with a hint for whoever meets an error.
    pub fn open<I: FileIndex>(
        &self,
        input: &Input,
        options: &ScanOptions,
        hint: impl FnOnce(&mmdmap::Error) -> Option<&'static str>,
    ) -> Result<Opened<IndexedFile<I>>, Failure> {
        let (bytes, bytes_there) = self.timed_bytes(input, options)?;
        timed(bytes_there, || scan(bytes, input, options, hint))
    }

    /// The bytes of a file, and how long it took until they were there.
    fn timed_bytes(&self, input: &Input, options: &ScanOptions) -> Result<(FileBytes, Duration), Failure> {
        let start = Instant::now();
        let bytes = match input {
            Input::Stdin => stdin().map_err(|error| Failure::new(format!("{input}: {error}"))),
            Input::Path(path) => {
                self.bytes(path, options.max_file_len).map_err(|error| Failure::new(error.to_string()))
            }
        }?;
        Ok((bytes, start.elapsed()))
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

/// Scans the bytes of a file; says what is wrong with it, and of a text shows the line.
pub fn scan<I: FileIndex>(
    bytes: FileBytes,
    input: &Input,
    options: &ScanOptions,
    hint: impl FnOnce(&mmdmap::Error) -> Option<&'static str>,
) -> Result<IndexedFile<I>, Failure> {
    match I::scan_file(&bytes, options) {
        Ok(index) => Ok(IndexedFile::from_parts(bytes, index)),
        Err(error) => Err(Failure::new(format!("{input}: {error}"))
            .with_excerpt(excerpt(&bytes, &error, options.encoding))
            .with_hint(hint(&error))),
    }
}

fn timed<F>(bytes_there: Duration, scan: impl FnOnce() -> Result<F, Failure>) -> Result<Opened<F>, Failure> {
    let start = Instant::now();
    let file = scan()?;
    Ok(Opened { file, bytes_there, scanned: start.elapsed() })
}

/// A file, open, and what that cost.
pub struct Opened<F> {
    pub file: F,
    /// Until its bytes were there: mapped, or read.
    pub bytes_there: Duration,
    /// From then on, until it was scanned.
    pub scanned: Duration,
}

/// All of it, if it begins as a file of ours does: a pipe may never end, and what it is not is told from its start.
fn stdin() -> io::Result<FileBytes> {
    /// More than any signature that is known, also of a pose that has bytes before it.
    const START: u64 = 256;
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(START).read_to_end(&mut bytes)?;
    if matches!(Format::of(&bytes), Some(Format::Pmx | Format::Vpd | Format::Vmd)) {
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
