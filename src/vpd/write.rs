//! Poses on their way out: as they were read, or new ones as MikuMikuDance writes them.
use super::block::{Bone, Morph};
use super::hybrid;
use super::line::{Source, seen};
use super::plain::{ROTATION, TRANSLATION, WEIGHT};
use super::scan::{self, Flavour};
use super::view::Vpd;
use crate::bytes::Misfit;
use crate::format::POSE;
use crate::globals::Encoding;
use crate::save::save;
use crate::text::{Text, put_cp932};
use crate::write::WriteError;
use std::io::Write;
use std::path::Path;

/// Bytes gathered before they are written.
const CHUNK: usize = 64 * 1024;

/// What MikuMikuDance writes behind the model and the count.
const MODEL: &str = "\t\t// 親ファイル名";
const COUNT: &str = "\t\t\t\t// 総ポーズボーン数";
/// All comments of a new pose.
const COMMENTS: [&str; 5] = [
    MODEL.trim_ascii_start(),
    COUNT.trim_ascii_start(),
    TRANSLATION.trim_ascii_start(),
    ROTATION.trim_ascii_start(),
    WEIGHT.trim_ascii_start(),
];

impl Vpd<'_> {
    /// Writes the file as it was read, byte for byte.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(self, mut to: impl Write) -> Result<(), WriteError> {
        to.write_all(self.data)?;
        Ok(to.flush()?)
    }
    /// The file as it was read, byte for byte.
    pub fn to_bytes(self) -> Vec<u8> {
        self.data.to_vec()
    }
    /// Writes the file as it was read into a file, which may be the one it came from: see [`PoseEdit::save`].
    ///
    /// [`PoseEdit::save`]: super::PoseEdit::save
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(to))
    }
}

/// A pose of one's own.
///
/// It is written as MikuMikuDance writes poses, to the byte: carriage returns, tabs, Japanese comments (one reader needs
/// them), numbers with six decimals. Numbers that need more lose them there; blocks are numbered from 0 on, whatever
/// their labels.
///
/// ```
/// use mmdmap::vpd::{Bone, Flavour, Pose, VpdIndex};
/// use mmdmap::Encoding;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut pose = Pose::new("miku.osm");
/// pose.bones.push(Bone::new("右腕", [0.0; 3], [0.0, 0.0, 0.5, 0.866025]));
/// let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932)?;
/// let index = VpdIndex::scan(&bytes)?;
/// assert_eq!(index.view(&bytes).bones().first().map(|bone| bone.rotation), Some([0.0, 0.0, 0.5, 0.866025]));
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pose<'a> {
    /// The file name of the model it is made for. Programs expect one that ends in `.osm`, even for a PMX.
    pub model_name: Text<'a>,
    /// The bones. Those that are not listed stay as they are.
    pub bones: Vec<Bone<'a>>,
    /// The morphs, which MikuMikuDance leaves aside.
    pub morphs: Vec<Morph<'a>>,
}

impl<'a> Pose<'a> {
    /// A pose that changes nothing yet.
    pub const fn new(model_name: &'a str) -> Self {
        Pose { model_name: Text::new(model_name), bones: Vec::new(), morphs: Vec::new() }
    }

    /// Writes it. MikuMikuDance reads [`Flavour::Text`] in [`Encoding::Cp932`] only; some programs prefer UTF-8. A hybrid
    /// file is for whoever asks for one.
    ///
    /// # Errors
    ///
    /// Those of the writer; or the first bone or morph that cannot be written so, and why: a character that is not in
    /// cp932, a line break in a name, bytes of a name that are not valid in the encoding it was read in (but from cp932 to
    /// cp932 they go as they are), a number that is not finite; in a hybrid file, a name of more than 15 bytes, or
    /// any morph. UTF-16 is no encoding of a pose.
    pub fn write_to(&self, flavour: Flavour, encoding: Encoding, to: impl Write) -> Result<(), WriteError> {
        let mut out = Out { bytes: Vec::new(), encoding, whole: flavour == Flavour::Hybrid, to };
        match flavour {
            Flavour::Text => self.text(&mut out)?,
            Flavour::Hybrid => self.hybrid(&mut out)?,
        }
        // Of a text the comments tell. A hybrid file has none: it is looked at before any of it goes out.
        if flavour == Flavour::Hybrid && encoding == Encoding::Cp932 {
            reads_as_cp932(&out.bytes, flavour, 0)?;
        }
        out.finish()
    }
    /// The same, in memory.
    ///
    /// # Errors
    ///
    /// As [`write_to`](Pose::write_to), but for those of a writer.
    pub fn to_bytes(&self, flavour: Flavour, encoding: Encoding) -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        self.write_to(flavour, encoding, &mut bytes)?;
        Ok(bytes)
    }
    /// Writes it into a file: a new one is written beside it, flushed, and put in its place. If anything fails, an old
    /// file is left as it was.
    ///
    /// # Errors
    ///
    /// As [`write_to`](Pose::write_to), and those of the file system.
    pub fn save(&self, path: impl AsRef<Path>, flavour: Flavour, encoding: Encoding) -> Result<(), WriteError> {
        save(path.as_ref(), |to| self.write_to(flavour, encoding, to))
    }

    fn text<W: Write>(&self, out: &mut Out<W>) -> Result<(), WriteError> {
        let mut model = Vec::new();
        put_model(self.model_name, out.encoding, &mut model)?;
        out.bytes.extend_from_slice(POSE);
        out.plain("\r\n\r\n");
        out.bytes.extend_from_slice(&model);
        out.plain(&format!(";{MODEL}\r\n"));
        out.ascii(format_args!("{};", self.bones.len()));
        out.plain(&format!("{COUNT}\r\n\r\n"));
        for (i, bone) in self.bones.iter().enumerate() {
            out.record("bones", i, |out| {
                out.ascii(format_args!("Bone{i}{{"));
                put_name(bone.name.raw(), out.encoding, &mut out.bytes)?;
                out.plain("\r\n  ");
                out.numbers(&bone.translation)?;
                out.ascii(format_args!(";{TRANSLATION}\r\n  "));
                out.numbers(&bone.rotation)?;
                out.ascii(format_args!(";{ROTATION}\r\n}}\r\n\r\n"));
                Ok(())
            })?;
        }
        for (i, morph) in self.morphs.iter().enumerate() {
            out.record("morphs", i, |out| {
                out.ascii(format_args!("Morph{i}{{"));
                put_name(morph.name.raw(), out.encoding, &mut out.bytes)?;
                out.plain("\r\n  ");
                out.numbers(&[morph.weight])?;
                out.ascii(format_args!(";{WEIGHT}\r\n}}\r\n\r\n"));
                Ok(())
            })?;
        }
        Ok(())
    }

    fn hybrid<W: Write>(&self, out: &mut Out<W>) -> Result<(), WriteError> {
        let of_header = |what| WriteError::Misfit { section: "header", record: None, what };
        if !self.morphs.is_empty() {
            return Err(WriteError::NoSuchSection("morphs"));
        }
        let count = u32::try_from(self.bones.len()).map_err(|_| of_header(Misfit::Len(self.bones.len())))?;
        out.bytes.extend_from_slice(POSE);
        out.bytes.resize(hybrid::MODEL, 0);
        out.bytes.extend_from_slice(&fixed_model(self.model_name, out.encoding)?);
        out.bytes.extend_from_slice(&count.to_le_bytes());
        for (i, bone) in self.bones.iter().enumerate() {
            out.record("bones", i, |out| {
                let mut name = Vec::new();
                put_name(bone.name.raw(), out.encoding, &mut name)?;
                put_fixed::<{ hybrid::NAME }>(&name, &mut out.bytes)?;
                out.ascii(format_args!("{i};"));
                out.numbers(&bone.translation)?;
                out.plain(";");
                out.numbers(&bone.rotation)?;
                out.plain(";\n");
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl<'a> Vpd<'a> {
    /// The same pose, to be changed at will; it is [written](Pose::write_to) as new ones are. To change a file and keep
    /// all the rest of it, see [`edit`](Vpd::edit).
    pub fn to_pose(self) -> Pose<'a> {
        Pose {
            model_name: self.model_name(),
            bones: self.bones().iter().collect(),
            morphs: self.morphs().iter().collect(),
        }
    }

    /// Whether it has comments that a new pose would not have.
    pub(crate) fn has_comments_of_its_own(self) -> bool {
        let source = self.source();
        let mut at = if self.flavour() == Flavour::Text { 0 } else { source.len() };
        while at < source.len() {
            let end = source.line_end(at);
            let comment = source.comment(at, end);
            if !comment.is_empty() && !COMMENTS.iter().any(|usual| Text::of(comment, source.encoding) == *usual) {
                return true;
            }
            at = source.next_line(end, &mut seen).unwrap_or(source.len());
        }
        false
    }
}

/// Bytes on their way out.
struct Out<W> {
    bytes: Vec<u8>,
    encoding: Encoding,
    /// Whether nothing goes out before all of it is there.
    whole: bool,
    to: W,
}

impl<W: Write> Out<W> {
    /// One block.
    fn record(
        &mut self,
        section: &'static str,
        record: usize,
        put: impl FnOnce(&mut Self) -> Result<(), Misfit>,
    ) -> Result<(), WriteError> {
        put(self).map_err(|what| WriteError::Misfit { section, record: Some(record), what })?;
        if self.bytes.len() >= CHUNK && !self.whole {
            self.to.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }
    /// What is ours, and fits any encoding.
    fn plain(&mut self, text: &str) {
        // Nothing of ours is not in it.
        let _ = put(Text::new(text), self.encoding, &mut self.bytes);
    }
    fn ascii(&mut self, text: core::fmt::Arguments<'_>) {
        // A vector takes all that is written to it.
        let _ = self.bytes.write_fmt(text);
    }
    fn numbers(&mut self, numbers: &[f32]) -> Result<(), Misfit> {
        put_numbers(numbers, &mut self.bytes)
    }
    fn finish(mut self) -> Result<(), WriteError> {
        self.to.write_all(&self.bytes)?;
        Ok(self.to.flush()?)
    }
}

/// Whether readers take a file for cp932, as it is; see [`scan::encoding`].
pub(super) fn reads_as_cp932(data: &[u8], flavour: Flavour, magic: usize) -> Result<(), WriteError> {
    match scan::encoding(data, flavour, magic) {
        Encoding::Cp932 => Ok(()),
        _ => Err(WriteError::Misfit { section: "header", record: None, what: Misfit::ReadsAsUtf8 }),
    }
}

/// Numbers as C's `%f` prints them, with commas between them.
pub(super) fn put_numbers(numbers: &[f32], out: &mut Vec<u8>) -> Result<(), Misfit> {
    for (i, number) in numbers.iter().enumerate() {
        if !number.is_finite() {
            return Err(Misfit::NotFinite);
        }
        let comma = if i == 0 { "" } else { "," };
        // A vector takes all that is written to it.
        let _ = write!(out, "{comma}{number:.6}");
    }
    Ok(())
}

/// A text in the encoding of the file.
fn put(text: Text<'_>, encoding: Encoding, out: &mut Vec<u8>) -> Result<(), Misfit> {
    match encoding {
        Encoding::Utf16Le => Err(Misfit::Encoding(encoding)),
        // For one byte that is no UTF-8, readers take the whole file for cp932.
        Encoding::Utf8 if !text.is_valid() => Err(Misfit::Text),
        _ if text.encoding() == encoding => {
            out.extend_from_slice(text.bytes());
            Ok(())
        }
        _ if !text.is_valid() => Err(Misfit::Text),
        Encoding::Utf8 => {
            out.extend_from_slice(text.decode().as_bytes());
            Ok(())
        }
        Encoding::Cp932 => put_cp932(&text.decode(), out).map_err(Misfit::Character),
    }
}

/// A name, which ends where its line does.
pub(super) fn put_name(name: Text<'_>, encoding: Encoding, out: &mut Vec<u8>) -> Result<(), Misfit> {
    if encoding == Encoding::Utf16Le {
        return Err(Misfit::Encoding(encoding));
    }
    match name.chars().find(|c| ['\r', '\n', '\0'].contains(c)) {
        Some(c) => Err(Misfit::Control(c)),
        None => put(name, encoding, out),
    }
}

/// The name of a model, which ends at its semicolon.
pub(super) fn put_model(name: Text<'_>, encoding: Encoding, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let start = out.len();
    let of_header = |what| WriteError::Misfit { section: "header", record: None, what };
    put_name(name, encoding, out).map_err(of_header)?;
    // It has to come back as it is.
    let source = Source { data: out.get(start..).unwrap_or(&[]), encoding };
    let first = source.blanks(0);
    let is_bare = first == 0 && source.blanks_before(0, source.len()) == source.len();
    let means_other = source.data.contains(&b';') || source.is_comment(0) || source.head(0).is_some();
    if is_bare && !means_other { Ok(()) } else { Err(of_header(Misfit::ModelName)) }
}

/// The name of a model in a hybrid file: with a semicolon behind it, if there is room.
pub(super) fn fixed_model(name: Text<'_>, encoding: Encoding) -> Result<Vec<u8>, WriteError> {
    let (mut text, mut fixed) = (Vec::new(), Vec::new());
    put_model(name, encoding, &mut text)?;
    if text.len() < hybrid::MODEL_LEN {
        text.push(b';');
    }
    let misfit = |what| WriteError::Misfit { section: "header", record: None, what };
    put_fixed::<{ hybrid::MODEL_LEN }>(&text, &mut fixed).map_err(misfit)?;
    Ok(fixed)
}

/// A text of fixed length, filled up with NUL.
pub(super) fn put_fixed<const LEN: usize>(text: &[u8], out: &mut Vec<u8>) -> Result<(), Misfit> {
    if text.len() > LEN {
        return Err(Misfit::TooLong { len: text.len(), most: LEN });
    }
    let end = out.len().saturating_add(LEN);
    out.extend_from_slice(text);
    out.resize(end, 0);
    Ok(())
}
