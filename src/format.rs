//! Which file is this? By its first bytes, never by its name.
use core::fmt;

/// A kind of file people hand to a model reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A PMX 2.x model.
    Pmx,
    /// The pre-release PMX 1.0, which only PMXEditor reads.
    Pmx1,
    /// A PMD model, PMX's predecessor.
    Pmd,
    /// A VMD motion.
    Vmd,
    /// A VPD pose.
    Vpd,
    /// A DirectX `.x` accessory.
    X,
    /// A glTF binary.
    Glb,
    /// A ZIP archive.
    Zip,
    /// A RAR archive.
    Rar,
    /// A 7z archive.
    SevenZip,
    /// gzip-compressed data.
    Gzip,
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// A BMP picture.
    Bmp,
    /// A DDS texture.
    Dds,
    /// The small text file that Git LFS leaves in place of a large one.
    GitLfsPointer,
    /// A byte-order mark: a text tool has been at work.
    ByteOrderMark,
}

/// What every pose begins with, or has near its beginning.
pub(crate) const POSE: &[u8] = b"Vocaloid Pose Data file";

/// Where a pose has its magic, as far as it may lie from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PoseMagic {
    /// Here.
    Here(usize),
    /// Here, but in other case.
    OtherCase(usize),
    /// Somewhere, in UTF-16.
    Utf16,
}

impl PoseMagic {
    pub(crate) fn find(data: &[u8]) -> Option<Self> {
        /// It begins within so many bytes, or never.
        const NEAR: usize = 64;
        let start = data.get(..NEAR.saturating_add(POSE.len()).saturating_sub(1)).unwrap_or(data);
        let find = |is: fn(&[u8]) -> bool| start.windows(POSE.len()).position(is);
        let wide = |first: &[u8]| start.windows(first.len()).any(|some| some == first);
        let exact = find(|window| window == POSE).map(PoseMagic::Here);
        exact
            .or_else(|| find(|window| window.eq_ignore_ascii_case(POSE)).map(PoseMagic::OtherCase))
            .or_else(|| (wide(b"V\0o\0c\0") || wide(b"\0V\0o\0c")).then_some(PoseMagic::Utf16))
    }
}

/// How each begins. The first match wins.
const SIGNATURES: &[(&[u8], Format)] = &[
    (b"PMX", Format::Pmx),
    (b"Pmx ", Format::Pmx1),
    (b"Pmd", Format::Pmd),
    (b"Vocaloid Motion Data", Format::Vmd),
    (POSE, Format::Vpd),
    (b"xof ", Format::X),
    (b"glTF", Format::Glb),
    (b"PK\x03\x04", Format::Zip),
    (b"PK\x05\x06", Format::Zip),
    (b"Rar!", Format::Rar),
    (b"7z\xbc\xaf\x27\x1c", Format::SevenZip),
    (b"\x1f\x8b", Format::Gzip),
    (b"\x89PNG", Format::Png),
    (b"\xff\xd8\xff", Format::Jpeg),
    (b"DDS ", Format::Dds),
    (b"BM", Format::Bmp),
    (b"version https://git-lfs", Format::GitLfsPointer),
    (b"\xef\xbb\xbf", Format::ByteOrderMark),
    (b"\xff\xfe", Format::ByteOrderMark),
    (b"\xfe\xff", Format::ByteOrderMark),
];

impl Format {
    /// What the first bytes of a file say; `None` where they say nothing we know. A hundred are enough: a pose may have
    /// its magic behind a byte-order mark or some blanks.
    ///
    /// ```
    /// use mmdmap::Format;
    /// assert_eq!(Format::of(b"Vocaloid Motion Data 0002"), Some(Format::Vmd));
    /// assert_eq!(Format::of(b"\xef\xbb\xbfVocaloid Pose Data file"), Some(Format::Vpd));
    /// assert_eq!(Format::of(b"hello"), None);
    /// ```
    pub fn of(start: &[u8]) -> Option<Format> {
        let found = SIGNATURES.iter().find(|(signature, _)| start.starts_with(signature)).map(|&(_, format)| format);
        match found {
            None | Some(Format::ByteOrderMark) if PoseMagic::find(start).is_some() => Some(Format::Vpd),
            found => found,
        }
    }
}

/// With its article: "a PMD model".
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Pmx => "a PMX model",
            Format::Pmx1 => "a PMX 1.0 model (a pre-release format that only PMXEditor reads)",
            Format::Pmd => "a PMD model",
            Format::Vmd => "a VMD motion",
            Format::Vpd => "a VPD pose",
            Format::X => "a DirectX .x accessory",
            Format::Glb => "a glTF binary",
            Format::Zip => "a ZIP archive (unpack it first)",
            Format::Rar => "a RAR archive (unpack it first)",
            Format::SevenZip => "a 7z archive (unpack it first)",
            Format::Gzip => "gzip-compressed data (unpack it first)",
            Format::Png => "a PNG picture",
            Format::Jpeg => "a JPEG picture",
            Format::Bmp => "a BMP picture",
            Format::Dds => "a DDS texture",
            Format::GitLfsPointer => "a Git LFS pointer (the file itself was not downloaded)",
            Format::ByteOrderMark => "a file that begins with a byte-order mark (a text tool has changed it)",
        })
    }
}
