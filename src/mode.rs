//! How much is let pass: the three modes, and limits a caller can set.
use crate::globals::Encoding;

/// How strictly a file is read.
///
/// | mode | for whom | opens |
/// |---|---|---|
/// | strict | writers' tests, checkers | what the format allows, to the last byte |
/// | lenient | engines and tools | also deviations that lose and invent nothing, each listed as a repair |
/// | salvage | people with a broken file | also a file cut short: the whole records before the cut |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// What the format allows, to the last byte.
    Strict,
    /// Also what loses and invents nothing; never half a file.
    #[default]
    Lenient,
    /// Also what is left of a file that was cut short.
    Salvage,
}

/// How to read, and how much at most.
///
/// ```
/// use mmdmap::{Mode, ScanOptions};
/// let options = ScanOptions::new().mode(Mode::Strict).max_file_len(64 << 20);
/// # assert_eq!(options.mode, Mode::Strict);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScanOptions {
    /// How strictly. Lenient, unless said otherwise.
    pub mode: Mode,
    /// Files longer than this are refused before a byte of them is read. No limit, unless said otherwise.
    pub max_file_len: u64,
    /// The encoding of a file that does not say it: of a pose. Found out, unless said otherwise.
    pub encoding: Option<Encoding>,
}

impl Default for ScanOptions {
    fn default() -> Self {
        ScanOptions { mode: Mode::Lenient, max_file_len: u64::MAX, encoding: None }
    }
}

impl ScanOptions {
    /// Lenient, and without a limit.
    pub fn new() -> Self {
        Self::default()
    }
    /// With this mode.
    pub fn mode(self, mode: Mode) -> Self {
        ScanOptions { mode, ..self }
    }
    /// With this limit on the length of a file that is opened by its path.
    pub fn max_file_len(self, bytes: u64) -> Self {
        ScanOptions { max_file_len: bytes, ..self }
    }
    /// With this encoding for files that do not say theirs, whatever their bytes look like.
    pub fn encoding(self, encoding: Encoding) -> Self {
        ScanOptions { encoding: Some(encoding), ..self }
    }
}

impl From<Mode> for ScanOptions {
    fn from(mode: Mode) -> Self {
        ScanOptions::new().mode(mode)
    }
}
