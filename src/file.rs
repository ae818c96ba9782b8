//! Opens files: maps or reads them, then scans. The library's only `unsafe`, and the only door to memmap2.
//!
//! | way | safe | what happens |
//! |---|---|---|
//! | [`PmxFile::open`] | yes | maps what the kernel proves immutable (a sealed memfd, fs-verity), else reads |
//! | [`PmxFile::map`] | `unsafe` | maps; where the file system cannot, maps privately (Unix), else reads |
//! | [`PmxFile::from_bytes`] | yes | takes bytes you have: from an archive, an asset server, a browser |
//!
//! With a saved index beside the model [`PmxFile::map_with_index`] and [`PmxFile::with_index`] spare the scan.
//!
//! [`FileBytes`] is the same without the scan: for looking at a file before it is known what it is.
//!
//! An empty file is read, not mapped: some files of the kernel say they are empty and are not. What is no regular file
//! (a folder, a pipe, a device) is refused before it is opened.
#![cfg_attr(feature = "mmap", allow(unsafe_code))]
use crate::error::{Error, Result};
use crate::mode::ScanOptions;
use crate::pmx::{Pmx, PmxIndex};
use crate::save::save;
use crate::saved;
use crate::vmd::{Vmd, VmdIndex};
use crate::vpd::{Vpd, VpdIndex};
use crate::write::WriteError;
use core::cell::Cell;
use core::fmt;
use core::ops::Deref;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A PMX model, open: its bytes, mapped or in memory, and the index of one pass over them.
pub type PmxFile = IndexedFile<PmxIndex>;

/// A file, open: its bytes, mapped or in memory, and the index of one pass over them. One way in for every format; see
/// [`PmxFile`].
pub struct IndexedFile<I> {
    bytes: FileBytes,
    index: I,
}

/// What one pass over the bytes of a file notes, and the views that it gives over them.
pub trait FileIndex: Sized {
    /// The views.
    type View<'a>: fmt::Debug
    where
        Self: 'a;

    /// Passes over a file once.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn scan(bytes: &[u8], options: &ScanOptions) -> Result<Self>;
    /// The same, of bytes that may be mapped: then the system is told what the pass will leave out.
    ///
    /// # Errors
    ///
    /// As [`scan`](FileIndex::scan).
    fn scan_file(bytes: &FileBytes, options: &ScanOptions) -> Result<Self> {
        Self::scan(bytes, options)
    }
    /// Views over the same bytes.
    fn view<'a>(&'a self, bytes: &'a [u8]) -> Self::View<'a>;
}

impl FileIndex for PmxIndex {
    type View<'a> = Pmx<'a>;
    fn scan(bytes: &[u8], options: &ScanOptions) -> Result<Self> {
        PmxIndex::scan_with(bytes, options)
    }
    fn scan_file(bytes: &FileBytes, options: &ScanOptions) -> Result<Self> {
        let behind_vertices = Cell::new(bytes.len());
        let index = PmxIndex::scan_telling(bytes, options, &|section, place| {
            if section == "faces" {
                behind_vertices.set(place);
                bytes.expect_leaps(true, place); // over faces and the offsets of morphs
            }
        });
        // Whoever looks at them later reads them from end to end.
        bytes.expect_leaps(false, behind_vertices.get());
        index
    }
    fn view<'a>(&'a self, bytes: &'a [u8]) -> Pmx<'a> {
        PmxIndex::view(self, bytes)
    }
}

/// A VMD motion, open: its bytes, mapped or in memory, and the index of one pass over them.
pub type VmdFile = IndexedFile<VmdIndex>;

impl FileIndex for VmdIndex {
    type View<'a> = Vmd<'a>;
    fn scan(bytes: &[u8], options: &ScanOptions) -> Result<Self> {
        VmdIndex::scan_with(bytes, options)
    }
    fn view<'a>(&'a self, bytes: &'a [u8]) -> Vmd<'a> {
        VmdIndex::view(self, bytes)
    }
}

impl VmdFile {
    /// The motion: views over the file.
    pub fn motion(&self) -> Vmd<'_> {
        self.view()
    }
}

impl PmxFile {
    /// The model: views over the file.
    pub fn model(&self) -> Pmx<'_> {
        self.view()
    }

    /// Saves the index of this model in a file of its own, so that [`map_with_index`](PmxFile::map_with_index) opens the
    /// model without a scan. It takes the place of an earlier one or of an empty file, once all of it is there; any other
    /// file stays, such as a model that was named by mistake.
    ///
    /// # Errors
    ///
    /// What the system said; a file there that is no saved index; a model that was [repaired](WriteError::Repaired).
    pub fn save_index(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        gives_way_to_an_index(path.as_ref())?;
        save(path.as_ref(), |file| self.model().save_index(self.bytes.modified(), file))
    }

    /// Where the tool looks for the saved index of a model: beside it, `.index` behind its name.
    pub fn index_path(model: impl AsRef<Path>) -> PathBuf {
        let mut path = model.as_ref().as_os_str().to_owned();
        path.push(".index");
        path.into()
    }

    /// Opens a model by its saved index, or scans it where that one does not fit; [`PmxIndex::is_saved`] tells which.
    ///
    /// # Errors
    ///
    /// What the scan said.
    pub fn with_index(bytes: FileBytes, saved: FileBytes, options: &ScanOptions) -> Result<Self> {
        match PmxIndex::from_saved(saved, &bytes, bytes.modified(), options) {
            Ok(index) => Ok(Self::from_parts(bytes, index)),
            Err(_) => Self::scan(bytes, options),
        }
    }

    /// Maps a model and its saved index. A model of gigabytes is there at once: of either only a few pages are looked at.
    /// Where the index is missing or does not fit (of another file, of an older state of this one, damaged), the model is
    /// scanned as [`map`](PmxFile::map) does; [`PmxIndex::is_saved`] tells which.
    ///
    /// # Safety
    ///
    /// As [`map`](PmxFile::map), of both files.
    ///
    /// # Errors
    ///
    /// The model's file, and what the system or the scan said.
    #[cfg(feature = "mmap")]
    pub unsafe fn map_with_index(path: impl AsRef<Path>, index: impl AsRef<Path>) -> Result<Self, OpenError> {
        let (path, options) = (path.as_ref(), ScanOptions::new());
        let failed = |cause| OpenError { path: path.to_owned(), cause };
        let bytes = FileBytes::map_as_promised(path, options.max_file_len).map_err(failed)?;
        let scanned = match FileBytes::map_as_promised(index.as_ref(), options.max_file_len) {
            Ok(saved) => Self::with_index(bytes, saved, &options),
            Err(_) => Self::scan(bytes, &options),
        };
        scanned.map_err(Cause::Format).map_err(failed)
    }
}

/// A VPD pose, open: its bytes, mapped or in memory, and the index of one pass over them.
pub type VpdFile = IndexedFile<VpdIndex>;

impl FileIndex for VpdIndex {
    type View<'a> = Vpd<'a>;
    fn scan(bytes: &[u8], options: &ScanOptions) -> Result<Self> {
        VpdIndex::scan_with(bytes, options)
    }
    fn view<'a>(&'a self, bytes: &'a [u8]) -> Vpd<'a> {
        VpdIndex::view(self, bytes)
    }
}

impl VpdFile {
    /// The pose: views over the file.
    pub fn pose(&self) -> Vpd<'_> {
        self.view()
    }
}

/// A file's bytes, mapped or in memory; not yet looked at.
///
/// ```no_run
/// use mmdmap::{FileBytes, Format, PmxFile, ScanOptions};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let bytes = FileBytes::open("unknown.bin", u64::MAX)?;
/// if Format::of(&bytes) == Some(Format::Pmx) {
///     let file = PmxFile::scan(bytes, &ScanOptions::new())?;
/// }
/// # Ok(()) }
/// ```
pub struct FileBytes {
    bytes: Bytes,
    backing: Backing,
    origin: Option<Origin>,
}

/// Where a file's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backing {
    /// Mapped, shared with whoever else has the file open.
    Mapped,
    /// Mapped privately, since the file system has no shared maps. Changes by others show all the same.
    MappedPrivately,
    /// Read into memory from a file.
    Read,
    /// Handed over in memory.
    Memory,
}

/// Why a file could not be opened: which, and what is wrong.
#[derive(Debug)]
pub struct OpenError {
    path: PathBuf,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Io(io::Error),
    Format(Error),
    NotAFile(&'static str),
    TooLarge { len: u64, limit: u64 },
}

impl OpenError {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// What is wrong inside the file, if it could be read at all.
    pub fn format(&self) -> Option<&Error> {
        match &self.cause {
            Cause::Format(error) => Some(error),
            _ => None,
        }
    }
    /// What the system said, if it was the system.
    pub fn io(&self) -> Option<&io::Error> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.cause {
            Cause::Io(error) => error.fmt(f),
            Cause::Format(error) => error.fmt(f),
            Cause::NotAFile(what) => write!(f, "{what}, not a file"),
            Cause::TooLarge { len, limit } => write!(f, "{len} bytes, more than the limit of {limit}"),
        }
    }
}
impl core::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            Cause::Format(error) => Some(error),
            Cause::NotAFile(_) | Cause::TooLarge { .. } => None,
        }
    }
}

impl<I: FileIndex> IndexedFile<I> {
    /// Opens a file, safely: nobody can change what it shows.
    ///
    /// Maps where the kernel proves the file immutable and reads it into memory otherwise, which costs about fifteen
    /// times what [`map`](PmxFile::map) does.
    ///
    /// # Errors
    ///
    /// The file, and what the system or the scan said.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::open_with(path, &ScanOptions::new())
    }

    /// As [`open`](PmxFile::open), as strictly and up to the length that the options say.
    ///
    /// # Errors
    ///
    /// As [`open`](PmxFile::open).
    pub fn open_with(path: impl AsRef<Path>, options: &ScanOptions) -> Result<Self, OpenError> {
        Self::of(path.as_ref(), options, FileBytes::open_what_is_safe)
    }

    /// Maps a file and scans it once: the fast path, whatever the size.
    ///
    /// # Safety
    ///
    /// Until this value is dropped nobody writes to the file or shortens it.
    ///
    /// What happens if they do: a process that touches a page beyond a new end is killed (SIGBUS on Unix); the rest of
    /// the last page reads as zeros; other bytes change under the views, which then show other values or fewer records.
    /// A private map is no snapshot. So do not map what is being downloaded, what lies on a network share, what other
    /// users can write to, or assets that are reloaded when they change: [`open`](PmxFile::open) those.
    ///
    /// # Errors
    ///
    /// The file, and what the system or the scan said.
    #[cfg(feature = "mmap")]
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::of(path.as_ref(), &ScanOptions::new(), FileBytes::map_as_promised)
    }

    /// As [`map`](PmxFile::map), as strictly and up to the length that the options say.
    ///
    /// # Safety
    ///
    /// As [`map`](PmxFile::map).
    ///
    /// # Errors
    ///
    /// As [`map`](PmxFile::map).
    #[cfg(feature = "mmap")]
    pub unsafe fn map_with(path: impl AsRef<Path>, options: &ScanOptions) -> Result<Self, OpenError> {
        Self::of(path.as_ref(), options, FileBytes::map_as_promised)
    }

    /// Takes the bytes of a file, without a copy of a `Vec`.
    ///
    /// # Errors
    ///
    /// What the scan said.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::from_bytes_with(bytes, &ScanOptions::new())
    }

    /// As [`from_bytes`](PmxFile::from_bytes), as strictly as the options say.
    ///
    /// # Errors
    ///
    /// As [`from_bytes`](PmxFile::from_bytes).
    pub fn from_bytes_with(bytes: impl Into<Vec<u8>>, options: &ScanOptions) -> Result<Self> {
        Self::scan(FileBytes::from(bytes.into()), options)
    }

    /// Scans a file whose bytes are there already.
    ///
    /// # Errors
    ///
    /// What the scan said.
    pub fn scan(bytes: FileBytes, options: &ScanOptions) -> Result<Self> {
        let index = I::scan_file(&bytes, options)?;
        Ok(Self::from_parts(bytes, index))
    }

    /// Puts together the bytes of a file and the index that a scan of them has left: for whoever needs the bytes also
    /// where the scan refuses them. Over other bytes the views show nonsense or nothing.
    pub fn from_parts(bytes: FileBytes, index: I) -> Self {
        IndexedFile { bytes, index }
    }

    fn of(
        path: &Path,
        options: &ScanOptions,
        bytes: impl FnOnce(&Path, u64) -> Result<FileBytes, Cause>,
    ) -> Result<Self, OpenError> {
        let failed = |cause| OpenError { path: path.to_owned(), cause };
        let bytes = bytes(path, options.max_file_len).map_err(failed)?;
        Self::scan(bytes, options).map_err(Cause::Format).map_err(failed)
    }

    /// Views over the file.
    pub fn view(&self) -> I::View<'_> {
        self.index.view(&self.bytes)
    }
    /// The index of the file.
    pub fn index(&self) -> &I {
        &self.index
    }
    /// All bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// Where they are.
    pub fn backing(&self) -> Backing {
        self.bytes.backing
    }
    /// When the file was changed last before it was opened; see [`FileBytes::modified`].
    pub fn modified(&self) -> Option<SystemTime> {
        self.bytes.modified()
    }
    /// Whether the file on disk is no longer the one that was opened, by its length and time of change. Detects a
    /// change after it happened; prevents none. Bytes handed over in memory do not grow stale.
    pub fn is_stale(&self) -> bool {
        self.bytes.is_stale()
    }
}

impl<I: FileIndex> fmt::Debug for IndexedFile<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedFile").field("backing", &self.backing()).field("view", &self.view()).finish()
    }
}

enum Bytes {
    #[cfg(feature = "mmap")]
    Map(memmap2::Mmap),
    Memory(Vec<u8>),
}

/// Which file it was, and when.
struct Origin {
    path: PathBuf,
    len: u64,
    modified: Option<SystemTime>,
}

impl Origin {
    fn of(path: &Path, metadata: &Metadata) -> Self {
        Origin { path: path.to_owned(), len: metadata.len(), modified: metadata.modified().ok() }
    }
    fn has_changed(&self) -> bool {
        std::fs::metadata(&self.path).map_or(true, |now| now.len() != self.len || now.modified().ok() != self.modified)
    }
}

impl FileBytes {
    /// As [`PmxFile::open`], of a file no longer than the limit.
    ///
    /// # Errors
    ///
    /// The file, and what the system said.
    pub fn open(path: impl AsRef<Path>, limit: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::open_what_is_safe(path, limit).map_err(|cause| OpenError { path: path.to_owned(), cause })
    }

    /// As [`PmxFile::map`], of a file no longer than the limit.
    ///
    /// # Safety
    ///
    /// As [`PmxFile::map`].
    ///
    /// # Errors
    ///
    /// The file, and what the system said.
    #[cfg(feature = "mmap")]
    pub unsafe fn map(path: impl AsRef<Path>, limit: u64) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::map_as_promised(path, limit).map_err(|cause| OpenError { path: path.to_owned(), cause })
    }

    /// Where the bytes are.
    pub fn backing(&self) -> Backing {
        self.backing
    }
    /// When the file was changed last before it was opened, where the system says so; `None` of bytes handed over.
    pub fn modified(&self) -> Option<SystemTime> {
        self.origin.as_ref()?.modified
    }
    /// As [`PmxFile::is_stale`].
    pub fn is_stale(&self) -> bool {
        self.origin.as_ref().is_some_and(Origin::has_changed)
    }

    /// Tells the system whether what lies behind a place will be leapt through, so that reading ahead there is of no use.
    /// It reads megabytes around each place that is looked at, where a model whose faces and morphs are large needs a
    /// page: opening one for the first time takes half as long again.
    fn expect_leaps(&self, leaps: bool, from: usize) {
        /// Less is not worth the calls.
        const MUCH: usize = 16 << 20;
        let much = self.len().checked_sub(from).filter(|&len| len >= MUCH);
        #[cfg(all(unix, feature = "mmap"))]
        if let (Bytes::Map(map), Some(len)) = (&self.bytes, much) {
            let advice = if leaps { memmap2::Advice::Random } else { memmap2::Advice::Normal };
            let _ = map.advise_range(advice, from, len); // nothing depends on it
        }
        #[cfg(not(all(unix, feature = "mmap")))]
        let _ = (leaps, much);
    }

    /// Maps what nobody can change, reads the rest.
    fn open_what_is_safe(path: &Path, limit: u64) -> Result<Self, Cause> {
        let (file, origin) = regular(path, limit)?;
        #[cfg(feature = "mmap")]
        if origin.len > 0 {
            if let Ok(map) = memmap2::Mmap::map_if_safe(&file) {
                return Ok(FileBytes { bytes: Bytes::Map(map), backing: Backing::Mapped, origin: Some(origin) });
            }
        }
        FileBytes::read(file, origin, limit)
    }

    /// Maps what can be mapped, reads the rest. Only for callers who promise that nobody changes the file.
    #[cfg(feature = "mmap")]
    fn map_as_promised(path: &Path, limit: u64) -> Result<Self, Cause> {
        let (file, origin) = regular(path, limit)?;
        if origin.len == 0 {
            return FileBytes::read(file, origin, limit);
        }
        // SAFETY: whoever calls `map`, `map_with` or `map_with_index` of this file, the only ways here, promises that
        // nobody writes to the file or shortens it until the map is dropped; the map is owned by the same value as every
        // view's bytes.
        let (shared, private) = unsafe {
            match memmap2::Mmap::map(&file) {
                Ok(map) => (Some(map), None),
                // Some file systems have private maps only. Never on Windows, where such a map is charged in full.
                Err(_) if cfg!(unix) => (None, memmap2::MmapOptions::new().map_copy_read_only(&file).ok()),
                Err(_) => (None, None),
            }
        };
        let (map, backing) = match (shared, private) {
            (Some(map), _) => (map, Backing::Mapped),
            (None, Some(map)) => (map, Backing::MappedPrivately),
            (None, None) => return FileBytes::read(file, origin, limit),
        };
        Ok(FileBytes { bytes: Bytes::Map(map), backing, origin: Some(origin) })
    }

    fn read(file: File, origin: Origin, limit: u64) -> Result<Self, Cause> {
        let mut bytes = Vec::new();
        let len = usize::try_from(origin.len).map_err(|_| too_large(origin.len, isize::MAX as u64))?;
        bytes.try_reserve_exact(len).map_err(|_| Cause::Io(io::ErrorKind::OutOfMemory.into()))?;
        // A file that grows meanwhile is still held to the limit.
        let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(Cause::Io)? as u64;
        if read > limit {
            return Err(too_large(read, limit));
        }
        Ok(FileBytes { bytes: Bytes::Memory(bytes), backing: Backing::Read, origin: Some(origin) })
    }
}

/// Bytes that were never in a file, or are no longer.
impl From<Vec<u8>> for FileBytes {
    fn from(bytes: Vec<u8>) -> Self {
        FileBytes { bytes: Bytes::Memory(bytes), backing: Backing::Memory, origin: None }
    }
}
impl Deref for FileBytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match &self.bytes {
            #[cfg(feature = "mmap")]
            Bytes::Map(map) => map,
            Bytes::Memory(bytes) => bytes,
        }
    }
}
impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
impl fmt::Debug for FileBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes ({:?})", self.len(), self.backing)
    }
}

/// Opens what is a regular file and no longer than that.
fn regular(path: &Path, limit: u64) -> Result<(File, Origin), Cause> {
    // Before it is opened: opening a pipe waits for its other end.
    no_special(&std::fs::metadata(path).map_err(Cause::Io)?)?;
    let file = File::open(path).map_err(Cause::Io)?;
    let metadata = file.metadata().map_err(Cause::Io)?;
    no_special(&metadata)?;
    // What a slice can hold, on any machine.
    let limit = limit.min(isize::MAX as u64);
    if metadata.len() > limit {
        return Err(too_large(metadata.len(), limit));
    }
    Ok((file, Origin::of(path, &metadata)))
}

/// Only a saved index gives way to one, or what is empty or not there.
fn gives_way_to_an_index(path: &Path) -> io::Result<()> {
    // Of what is no regular file, `save` says that it stays; opening a pipe would wait for its other end.
    if !std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let mut start = Vec::new();
    File::open(path)?.take(saved::MAGIC.len() as u64).read_to_end(&mut start)?;
    match start.is_empty() || saved::is_one(&start) {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "no saved index, and so not replaced by one")),
    }
}

fn no_special(metadata: &Metadata) -> Result<(), Cause> {
    match metadata.is_file() {
        true => Ok(()),
        false if metadata.is_dir() => Err(Cause::NotAFile("a folder")),
        false => Err(Cause::NotAFile("a device, pipe or socket")),
    }
}

fn too_large(len: u64, limit: u64) -> Cause {
    Cause::TooLarge { len, limit }
}

#[cfg(test)]
mod tests {
    /// On 64 bits no file is so long: Miri runs this on 32.
    #[cfg(target_pointer_width = "32")]
    #[test]
    fn a_file_longer_than_a_slice_can_be_is_refused_before_it_is_read() {
        let path = std::env::temp_dir().join(format!("mmdmap-long-{}.pmx", std::process::id()));
        let made = std::fs::File::create(&path).and_then(|file| file.set_len(1 << 31));
        let refused = super::FileBytes::open(&path, u64::MAX).map(|bytes| bytes.len());
        std::fs::remove_file(&path).unwrap();
        made.unwrap();
        let said = refused.unwrap_err().to_string();
        assert!(said.ends_with(": 2147483648 bytes, more than the limit of 2147483647"), "{said}");
    }
}
