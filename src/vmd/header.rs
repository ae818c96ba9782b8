//! Signature, version and the name of the model.
//!
//! | field | bytes | meaning |
//! |---|---|---|
//! | signature | 30 | `Vocaloid Motion Data 0002`, or `… file` for version 1; then anything |
//! | model name | 20 (10 in version 1) | of which model the motion was made |
//!
//! **Folklore.** Behind the 25 letters of the signature lies what was left in memory (`00 4A 4B 4C 4D`). Other versions
//! than those two have been seen (`0003`, nothing at all): they are laid out like version 2. The name `カメラ・照明` says
//! that the motion is one of camera and light.
use crate::bytes::Cursor;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::fixed_name::FixedName;
use crate::format::Format;
use crate::globals::Encoding;
use crate::record::record;
use crate::text::Text;

record! {
    /// What a motion begins with, as it stands there.
    pub struct Header {
        /// The signature, and what lies behind it.
        signature: FixedName<30> as signature,
        /// Name of the model, but for version 1.
        name: FixedName<20> where Version::of(signature) == Version::V2,
        /// Name of the model in version 1.
        short_name: FixedName<10> where Version::of(signature) == Version::V1,
    }
}

/// Which layout a motion has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Version {
    /// Before MikuMikuDance 3: the model's name has ten bytes, and cameras have one curve.
    V1,
    /// All others.
    V2,
}

/// What every motion begins with.
const START: &[u8; 20] = b"Vocaloid Motion Data";
/// What version 1 says then.
const FILE: &[u8; 5] = b" file";
/// What version 2 says then.
const TWO: &[u8; 5] = b" 0002";

impl Version {
    fn of(signature: FixedName<30>) -> Self {
        match signature.stored().strip_prefix(START) {
            Some(rest) if rest.starts_with(FILE) => Version::V1,
            _ => Version::V2,
        }
    }
}

impl Header {
    /// A header of one's own, of version 2.
    pub fn new(name: FixedName<20>) -> Self {
        let signature = FixedName::from_stored(*b"Vocaloid Motion Data 0002\0\0\0\0\0");
        Header { signature, name: Some(name), short_name: None }
    }
    /// Which layout the file has.
    pub fn version(&self) -> Version {
        Version::of(self.signature)
    }
    /// The model's name, in whichever version.
    pub fn model_name(&self) -> Text<'_> {
        let long = self.name.as_ref().map(FixedName::text);
        long.or(self.short_name.as_ref().map(FixedName::text)).unwrap_or(Text::of(&[], Encoding::Cp932))
    }
    /// Whether the name says that this is a motion of camera and light.
    pub fn is_of_camera(&self) -> bool {
        self.model_name() == "カメラ・照明"
    }

    /// Reads it, so that the first thing wrong is the first thing said.
    pub(super) fn scan(cur: &mut Cursor<'_>) -> Result<Self> {
        let start = cur.data();
        if start.is_empty() {
            return Err(Error::new(ErrorKind::EmptyFile, 0).in_field("signature"));
        }
        let begins = start.get(..START.len()).map_or(START.starts_with(start), |start| start == START);
        if !begins {
            return Err(Error::new(ErrorKind::NotVmd(Format::of(start)), 0).in_field("signature"));
        }
        // Without the whole of it there is nothing to salvage.
        Header::read(cur).map_err(Error::uncut)
    }
    /// What strict reading says of the signature.
    pub(super) fn check_signature(&self) -> Result<()> {
        let version = self.signature.stored().strip_prefix(START).and_then(<[u8]>::first_chunk);
        match version {
            None | Some(TWO | FILE) => Ok(()),
            Some(odd) => Err(Error::new(ErrorKind::OddMotionSignature(*odd), START.len()).in_field("signature")),
        }
    }
}
