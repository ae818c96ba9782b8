//! Signature, version and settings; then the model's names and comments.
//!
//! | field | type | meaning |
//! |---|---|---|
//! | signature | 4 bytes | `PMX` and a space |
//! | version | f32 | 2.0 or 2.1, compared as bits |
//! | globals count | u8 | 8; more are kept and mean nothing |
//! | text encoding | u8 | 0 UTF-16LE, 1 UTF-8 |
//! | additional UVs | u8 | 0 to 4 |
//! | six index widths | u8 each | 1, 2 or 4: vertex, texture, material, bone, morph, rigid body |
//!
//! The model info behind it is four texts: the name, local and universal, then the comment, local and universal.
//!
//! **Folklore.** Some models have their fourth byte altered so that PMXEditor refuses them while MikuMikuDance does not
//! look; lenient reading lets that pass. `Pmx ` with small letters is the pre-release 1.0, another layout.
use crate::bytes::{Cursor, Sink};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::format::Format;
use crate::globals::Globals;
use crate::name::Name;
use crate::record::record;
use crate::size::Size;
use crate::visit::{Visit, Visitor};
use core::fmt;

record! {
    /// What a PMX file begins with, as it stands there.
    pub struct Header<'a> {
        /// `PMX` and a space.
        signature: &'a [u8; 4],
        /// 2.0 or 2.1.
        version: Version,
        /// What decides how wide every other field is.
        settings: Settings<'a>,
    }
}

record! {
    /// The model's names, and what its author has to say.
    pub struct Info<'a> {
        /// The model's names.
        name: Name<'a>,
        /// Comments: credits, terms of use. Lines end in CR LF, as a rule.
        comment: Name<'a>,
    }
}

/// The version of the format, as the bits of a float: 2.1 has no exact one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Version(u32);

impl Version {
    /// What MikuMikuDance reads.
    pub const V2_0: Version = Version(2.0f32.to_bits());
    /// PMXEditor's extension: QDEF, flip and impulse morphs, more kinds of joint, soft bodies.
    pub const V2_1: Version = Version(2.1f32.to_bits());

    /// The float that the file holds.
    pub const fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.get())
    }
}
impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl Visit for Version {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.float(self.get());
    }
}
impl<'a> Field<'a> for Version {
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        f32::read(cur).map(|version| Version(version.to_bits()))
    }
    fn size(globals: &Globals) -> Size {
        f32::size(globals)
    }
    fn write(&self, out: &mut Sink) {
        self.get().write(out);
    }
}

/// The settings as they stand: eight we know, and what else the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<'a>(&'a [u8]);

impl<'a> Settings<'a> {
    /// Settings of one's own: those of [`Globals::to_bytes`], and perhaps more. At most 255 bytes are kept.
    pub fn new(bytes: &'a [u8]) -> Self {
        Settings(bytes.get(..usize::from(u8::MAX)).unwrap_or(bytes))
    }
    /// All bytes, known or not.
    pub const fn bytes(self) -> &'a [u8] {
        self.0
    }
    /// Those behind the eight we know. They mean nothing to us and are written back.
    pub fn extra(self) -> &'a [u8] {
        self.0.get(Globals::COUNT..).unwrap_or(&[])
    }
}

impl<'a> Field<'a> for Settings<'a> {
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        let len = u8::read(cur)?;
        cur.bytes(len.into()).map(Settings)
    }
    fn size(_: &Globals) -> Size {
        Size::AtLeast(1)
    }
    fn write(&self, out: &mut Sink) {
        u8::try_from(self.0.len()).unwrap_or(u8::MAX).write(out);
        out.put(self.0);
    }
}
impl Visit for Settings<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        self.0.visit(visitor);
    }
}

impl<'a> Header<'a> {
    /// Where the first setting lies.
    const SETTINGS_AT: usize = 9;

    /// A header of one's own, with settings from [`Globals::to_bytes`].
    pub fn new(version: Version, settings: &'a [u8]) -> Self {
        Header { signature: b"PMX ", version, settings: Settings::new(settings) }
    }

    /// Reads it as far as its kind and version, so that the first thing wrong is the first thing said.
    pub(crate) fn scan(cur: &mut Cursor<'a>) -> Result<Self> {
        let start = cur.data();
        if start.is_empty() {
            return Err(Error::new(ErrorKind::EmptyFile, 0).in_field("signature"));
        }
        let signature: &[u8; 4] = start.first_chunk().ok_or_else(|| cur.too_short(4).uncut().in_field("signature"))?;
        if !signature.starts_with(b"PMX") {
            return Err(Error::new(ErrorKind::NotPmx(Format::of(start)), 0).in_field("signature"));
        }
        match Version::read(&mut cur.moved_to(signature.len())) {
            Ok(odd) if !odd.is_known() => {
                Err(Error::new(ErrorKind::UnknownVersion(odd.0), signature.len()).in_field("version"))
            }
            _ => Header::read(cur).map_err(Error::uncut),
        }
    }
    /// What strict reading says of the signature.
    pub(crate) fn check_signature(&self) -> Result<()> {
        match self.signature {
            b"PMX " => Ok(()),
            [.., odd] => Err(Error::new(ErrorKind::OddSignature(*odd), 3).in_field("signature")),
        }
    }
    /// The settings by name; with any encoding, or only with one we know.
    pub(crate) fn globals(&self, any_encoding: bool) -> Result<Globals> {
        Globals::parse(self.settings.0, Header::SETTINGS_AT, any_encoding).map_err(|e| e.in_field("settings"))
    }
}

impl Version {
    fn is_known(self) -> bool {
        self == Version::V2_0 || self == Version::V2_1
    }
}
