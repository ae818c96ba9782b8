//! Textures: a table of paths, relative to the folder of the model.
//!
//! Each is one [`Text`]. The separator is a backslash as a rule, the letter case need not be that of the file on disk,
//! and duplicates and unused entries are kept: materials refer to this table by number. The ten shared toons
//! (`toon01.bmp` …) are not in it.
//!
//! **A path is a stranger's word.** Whoever joins it to a folder and opens what comes out lets a model read any file
//! there is. So a text becomes a [`TexturePath`] first, which says what is wrong with it by its letters alone, by the
//! rules of Windows wherever we run: a model that is refused on one machine is refused on all.
//!
//! | path | [`UnsafePath`] |
//! |---|---|
//! | nothing, `.`, `tex/..` | `Empty` |
//! | `a\0.png` | `Control` |
//! | `file:///a.png`, `http://host/a.png` | `Url` |
//! | `C:\a.png`, `C:a.png` | `Drive` |
//! | `\\server\share\a.png`, `//server/a.png`, `\\?\C:\a.png` | `Network` |
//! | `\a.png`, `/a.png` | `Absolute` |
//! | `..\a.png`, `tex\..\..\a.png`, `..\model\a.png` | `Escapes` |
//! | `CON`, `tex\NUL.png`, `com1 .bmp` | `Reserved` |
//! | `a.png:stream` | `Stream` |
//! | `a?.png` | `Character` |
//! | `a.png.`, `tex \a.png` | `Trailing` |
//! | more than 259 units of UTF-16 | `TooLong` |
use super::downgrade::Downgrade;
use crate::text::Text;
use core::fmt;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

impl Downgrade for Text<'_> {}

/// Where a texture lies, by the word of the model: decoded, its names divided by `/`.
///
/// ```
/// use mmdmap::{Text, pmx::UnsafePath};
/// use std::path::Path;
/// let path = Text::new(r"tex\顔.png").path();
/// assert_eq!(path.as_str(), "tex/顔.png");
/// assert_eq!(path.safe_join("models/miku").unwrap(), Path::new("models/miku/tex/顔.png"));
/// assert_eq!(Text::new(r"tex\..\..\..\.ssh\id_rsa").path().safe_join("models/miku"), Err(UnsafePath::Escapes));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TexturePath<'a>(Cow<'a, str>);

/// What is wrong with a path: why a file is not to be opened by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnsafePath {
    /// It names no file: it is empty, or leads to the folder itself.
    Empty,
    /// It holds a control character: a NUL ends it early for whoever passes it on to C.
    Control(char),
    /// It is a URL.
    Url,
    /// It begins with a drive, `C:`, and so leads there.
    Drive,
    /// It begins with two separators, and so leads to another machine (`\\server`) or past all rules (`\\?\`).
    Network,
    /// It begins with a separator, and so at the root.
    Absolute,
    /// It leads out of the folder at some place, be it to come back later.
    Escapes,
    /// A name in it is one that Windows keeps for devices, with any extension.
    Reserved,
    /// A name in it holds a colon: on Windows, a stream hidden behind a file.
    Stream,
    /// A name in it holds a character that Windows has no files with: `<`, `>`, `"`, `|`, `?` or `*`.
    Character(char),
    /// A name in it ends in a dot or blank, which Windows takes off: it is another name there.
    Trailing,
    /// It is so many units of UTF-16 long, more than the 259 that Windows takes.
    TooLong(usize),
}

/// What Windows keeps for devices.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// What it keeps together with a digit.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

impl<'a> TexturePath<'a> {
    /// The longest path that Windows takes, in units of UTF-16, without its NUL.
    pub const LONGEST: usize = 259;

    /// The path that a text holds. What is not valid in its encoding becomes U+FFFD.
    pub fn new(text: Text<'a>) -> Self {
        let path = text.decode();
        TexturePath(if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { path })
    }
    /// With `/` between names, else as the model has it: upwards steps are still in it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it names something inside the model's folder, on every system, by its letters alone: nothing on disk is
    /// looked at. A step upwards is fine as long as it comes after one down.
    ///
    /// # Errors
    ///
    /// The first of its [`faults`](TexturePath::faults).
    pub fn check(&self) -> Result<(), UnsafePath> {
        self.faults().next().map_or(Ok(()), Err)
    }

    /// Everything that is wrong with it, the gravest first; of each kind at most one. Allocates nothing.
    pub fn faults(&self) -> impl Iterator<Item = UnsafePath> + use<> {
        let path = self.as_str();
        let when = |is_wrong: bool, fault: UnsafePath| is_wrong.then_some(fault);
        let units = path.encode_utf16().count();
        let url = is_url(path);
        // What follows a drive or the start of a URL may hold colons; once is enough.
        let names = if has_drive(path) { path.get(2..).unwrap_or(path) } else { path };
        let names = if url { "" } else { names };
        let steps = Steps::of(path);
        [
            when(steps == Steps::End(0) && !path.starts_with('/'), UnsafePath::Empty),
            path.chars().find(|c| c.is_control()).map(UnsafePath::Control),
            when(url, UnsafePath::Url),
            when(has_drive(path), UnsafePath::Drive),
            when(path.starts_with("//"), UnsafePath::Network),
            when(path.starts_with('/') && !path.starts_with("//"), UnsafePath::Absolute),
            when(steps == Steps::Outside, UnsafePath::Escapes),
            when(path.split('/').any(is_device), UnsafePath::Reserved),
            when(names.contains(':'), UnsafePath::Stream),
            names.chars().find(|c| "<>\"|?*".contains(*c)).map(UnsafePath::Character),
            when(path.split('/').any(ends_in_dot_or_blank), UnsafePath::Trailing),
            when(units > TexturePath::LONGEST, UnsafePath::TooLong(units)),
        ]
        .into_iter()
        .flatten()
    }

    /// The path of the file below the model's folder: never outside it by its letters. Whether there is such a file, and
    /// whether a link on the way leads elsewhere, is not looked at; with the feature `textures` there is
    /// [`resolve`](TexturePath::resolve), which does.
    ///
    /// Steps upwards are gone from what comes out, those down that they undo, too.
    ///
    /// # Errors
    ///
    /// What is wrong with the path: see [`check`](TexturePath::check).
    pub fn safe_join(&self, base: impl AsRef<Path>) -> Result<PathBuf, UnsafePath> {
        let mut path = base.as_ref().to_owned();
        path.extend(self.names()?);
        Ok(path)
    }

    /// The names of the folders on the way, then that of the file: none is empty, `.` or `..`.
    pub(crate) fn names(&self) -> Result<Vec<&str>, UnsafePath> {
        self.check()?;
        let mut names = Vec::new();
        for step in self.as_str().split('/') {
            match step {
                "" | "." => {}
                ".." => drop(names.pop()),
                name => names.push(name),
            }
        }
        Ok(names)
    }
}

impl<'a> Text<'a> {
    /// As the path of a texture: normalised, and judged before it is used.
    pub fn path(self) -> TexturePath<'a> {
        TexturePath::new(self)
    }
}

impl<'a> From<Text<'a>> for TexturePath<'a> {
    fn from(text: Text<'a>) -> Self {
        TexturePath::new(text)
    }
}
impl AsRef<str> for TexturePath<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
impl fmt::Display for TexturePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for UnsafePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UnsafePath::Empty => f.write_str("the path names no file"),
            UnsafePath::Control(c) => write!(f, "the path holds the control character U+{:04X}", u32::from(c)),
            UnsafePath::Url => f.write_str("the path is a URL"),
            UnsafePath::Drive => f.write_str("the path begins with a drive"),
            UnsafePath::Network => f.write_str("the path leads to another machine"),
            UnsafePath::Absolute => f.write_str("the path is absolute"),
            UnsafePath::Escapes => f.write_str("the path leads out of the model's folder"),
            UnsafePath::Reserved => f.write_str("a name in the path is one that Windows keeps for a device"),
            UnsafePath::Stream => f.write_str("a name in the path holds a colon"),
            UnsafePath::Character(c) => write!(f, "a name in the path holds {c}, which no file on Windows can"),
            UnsafePath::Trailing => f.write_str("a name in the path ends in a dot or blank, which Windows takes off"),
            UnsafePath::TooLong(units) => {
                write!(f, "the path is {units} units long, more than {}", TexturePath::LONGEST)
            }
        }
    }
}
impl core::error::Error for UnsafePath {}

/// Where the steps of a path lead, seen from where it starts.
#[derive(PartialEq)]
enum Steps {
    /// So far down.
    End(usize),
    /// Above the start, at some place.
    Outside,
}

impl Steps {
    fn of(path: &str) -> Self {
        let mut depth = 0usize;
        for step in path.split('/') {
            match step {
                "" | "." => {}
                ".." => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Steps::Outside,
                },
                _ => depth = depth.saturating_add(1),
            }
        }
        Steps::End(depth)
    }
}

/// `C:`, whatever follows.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// `scheme://`; a file's URL also without the slashes. What has one letter is no scheme but a drive.
fn is_url(path: &str) -> bool {
    let is_file = path.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:"));
    is_file || (path.contains("://") && !has_drive(path))
}

/// Whether Windows takes a name for a device: up to its first dot or colon, blanks before that left off.
fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or(name).trim_end();
    let numbered = |device: &&str| {
        let start = stem.get(..device.len()).is_some_and(|start| start.eq_ignore_ascii_case(device));
        let mut digit = stem.get(device.len()..).unwrap_or("").chars();
        // To Windows, raised digits are digits.
        let is_digit = digit.next().is_some_and(|c| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³'));
        start && is_digit && digit.next().is_none()
    };
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device)) || NUMBERED_DEVICES.iter().any(numbered)
}

fn ends_in_dot_or_blank(name: &str) -> bool {
    !matches!(name, "." | "..") && name.ends_with(['.', ' '])
}
