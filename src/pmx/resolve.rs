//! The file that a texture's path means: found in spite of how its name is spelt. The only door to
//! unicode-normalization.
//!
//! Models are made on Windows, where `TEX\Face.PNG` finds `tex/face.png`. Elsewhere it does not; and an archive packed
//! on a Mac holds names in decomposed form (か and a combining mark where the model says が). So each name of the path is
//! looked for among those that are there; how far they may differ, and which is preferred, [`Match`] says.
use super::texture::{TexturePath, UnsafePath};
use core::fmt;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

/// A texture's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    path: PathBuf,
    how: Match,
}

/// How the names on disk differ from those in the model, the best first.
///
/// Where several files fit, the one is taken whose worst name is the best of these; among equals the one whose earlier
/// names are better, then the one whose names come first, byte by byte. So the answer does not depend on the order in
/// which the system lists a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// Not at all.
    Exact,
    /// In Unicode normalisation: they are equal once composed (NFC).
    Normalization,
    /// In letter case.
    Case,
    /// In both.
    CaseAndNormalization,
}

/// Why a texture's file was not found.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotFound {
    /// The path is not one to look for.
    Unsafe(UnsafePath),
    /// Nothing on disk has this name of the path, however it is spelt; or what has it is no file (for the last name) or
    /// no folder (for the others).
    Missing(String),
    /// What has this name is a link out of the model's folder.
    Outside(PathBuf),
    /// The system said no.
    Io {
        /// When asked about this.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
}

impl Found {
    /// Below the folder that was given, with the names as they are on disk.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// The same, owned.
    pub fn into_path(self) -> PathBuf {
        self.path
    }
    /// How its names differ from those in the model, all taken together.
    pub fn how(&self) -> Match {
        self.how
    }
}

impl TexturePath<'_> {
    /// The file that this path means, below the model's folder, in spite of letter case and Unicode normalisation: see
    /// [`Match`] for what is preferred.
    ///
    /// Never leaves the folder. The path itself must be [safe](TexturePath::check); and whatever is found is resolved,
    /// links and all, and must then lie below the folder as it is resolved itself. Links that stay inside are followed.
    /// What no look beforehand can promise: whoever can write to the folder can put a link in a file's place between
    /// this answer and the moment the file is opened.
    ///
    /// Only regular files are found: no folder, and no pipe that would have its reader wait. Names that are not Unicode
    /// cannot be compared and are passed over.
    ///
    /// # Errors
    ///
    /// Why there is none.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = mmdmap::PmxFile::open("models/miku/miku.pmx")?;
    /// for texture in file.model().textures() {
    ///     let found = texture.path().resolve("models/miku")?; // `TEX\Face.PNG` finds `tex/face.png`
    ///     println!("{} ({:?})", found.path().display(), found.how());
    /// }
    /// # Ok(()) }
    /// ```
    /// For many textures of one folder a [`Resolver`] looks at each folder once.
    pub fn resolve(&self, base: impl AsRef<Path>) -> Result<Found, NotFound> {
        let base = base.as_ref();
        self.check().map_err(NotFound::Unsafe)?;
        let io = |error| NotFound::Io { path: base.to_owned(), error };
        Resolver::new(base).map_err(io)?.resolve(self)
    }
}

/// Finds the files of many textures of one model, as [`TexturePath::resolve`] does: each folder is listed once, when a
/// texture is first looked for in it. What is put into folders later is not seen.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = mmdmap::PmxFile::open("models/miku/miku.pmx")?;
/// let mut resolver = mmdmap::pmx::Resolver::new("models/miku")?;
/// for texture in file.model().textures() {
///     match resolver.resolve(&texture.path()) {
///         Ok(found) => println!("{}", found.path().display()),
///         Err(why) => println!("{texture}: {why}"),
///     }
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Resolver {
    base: PathBuf,
    /// The folder that is not to be left, resolved.
    root: PathBuf,
    /// The folders that were listed.
    listed: HashMap<PathBuf, Names>,
}

impl Resolver {
    /// Of the model's folder.
    ///
    /// # Errors
    ///
    /// What the system says of the folder.
    pub fn new(base: impl Into<PathBuf>) -> io::Result<Self> {
        let base = base.into();
        let root = fs::canonicalize(&base)?;
        Ok(Resolver { base, root, listed: HashMap::new() })
    }

    /// The file that a path means.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn resolve(&mut self, path: &TexturePath<'_>) -> Result<Found, NotFound> {
        let names = path.names().map_err(NotFound::Unsafe)?;
        let mut here = vec![Found { path: self.base.clone(), how: Match::Exact }];
        let mut names = names.into_iter().peekable();
        while let Some(name) = names.next() {
            let wanted = if names.peek().is_some() { fs::Metadata::is_dir } else { fs::Metadata::is_file };
            here = Step { root: &self.root, name, wanted }.from(&here, &mut self.listed)?;
        }
        here.into_iter().next().ok_or(NotFound::Unsafe(UnsafePath::Empty))
    }
}

/// The names in one folder, by what is left of them without letter case and normalisation.
#[derive(Debug, Default)]
struct Names(HashMap<String, Vec<OsString>>);

impl Names {
    /// Names that are not Unicode cannot be compared, and are left out.
    fn list(folder: &Path) -> io::Result<Self> {
        let mut names = Names::default();
        for entry in fs::read_dir(folder)? {
            let entry = entry?.file_name();
            if let Some(name) = entry.to_str() {
                names.0.entry(Names::key(name)).or_default().push(entry);
            }
        }
        Ok(names)
    }
    fn key(name: &str) -> String {
        if name.is_ascii() { name.to_ascii_uppercase() } else { name.nfd().map(caseless).collect() }
    }
    /// Those that mean the same as a name, the best first.
    fn like(&self, name: &str) -> Vec<(Match, &OsString)> {
        let alike = self.0.get(&Names::key(name)).into_iter().flatten();
        let mut alike: Vec<_> = alike.filter_map(|entry| Some((Match::of(name, entry.to_str()?)?, entry))).collect();
        alike.sort();
        alike
    }
}

/// One name of a path, looked for in folders.
struct Step<'a> {
    /// The folder that is not to be left, resolved.
    root: &'a Path,
    name: &'a str,
    wanted: fn(&fs::Metadata) -> bool,
}

impl Step<'_> {
    /// Everything of this name in these folders, the best first. Each file or folder once, however many links lead to
    /// it: so there are never more than there are on disk, even where links go in circles.
    fn from(&self, folders: &[Found], listed: &mut HashMap<PathBuf, Names>) -> Result<Vec<Found>, NotFound> {
        let mut found = Vec::new();
        let mut why_not = None;
        for folder in folders {
            match self.list(folder, listed) {
                Ok(named) => found.extend(named),
                Err(error) => why_not = Some(NotFound::Io { path: folder.path.clone(), error }),
            }
        }
        // Stable: among equals, those of the better folder, then of the earlier name, stay first.
        found.sort_by_key(|one: &Found| one.how);
        let mut seen = HashSet::new();
        let mut kept = Vec::new();
        for one in found {
            match self.real(&one.path) {
                Ok(Some(real)) if seen.insert(real.clone()) => kept.push(one),
                Ok(_) => {}
                Err(reason) => why_not = Some(reason),
            }
        }
        if kept.is_empty() { Err(why_not.unwrap_or(NotFound::Missing(self.name.to_owned()))) } else { Ok(kept) }
    }

    /// What in one folder has the name, the best first.
    fn list(&self, folder: &Found, listed: &mut HashMap<PathBuf, Names>) -> io::Result<Vec<Found>> {
        let names = match listed.entry(folder.path.clone()) {
            Entry::Occupied(listed) => listed.into_mut(),
            Entry::Vacant(new) => new.insert(Names::list(&folder.path)?),
        };
        let found = names.like(self.name).into_iter();
        Ok(found.map(|(how, entry)| Found { path: folder.path.join(entry), how: folder.how.and(how) }).collect())
    }

    /// Where it really is, if it is of the wanted kind.
    fn real(&self, path: &Path) -> Result<Option<PathBuf>, NotFound> {
        let io = |error| NotFound::Io { path: path.to_owned(), error };
        let real = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None), // a link that leads nowhere
            real => real.map_err(io)?,
        };
        if !real.starts_with(self.root) {
            return Err(NotFound::Outside(path.to_owned()));
        }
        let metadata = fs::metadata(&real).map_err(io)?;
        Ok((self.wanted)(&metadata).then_some(real))
    }
}

impl Match {
    fn new(case: bool, normalization: bool) -> Self {
        match (case, normalization) {
            (false, false) => Match::Exact,
            (false, true) => Match::Normalization,
            (true, false) => Match::Case,
            (true, true) => Match::CaseAndNormalization,
        }
    }
    /// How a name on disk differs from one in the model, if they mean the same.
    fn of(name: &str, entry: &str) -> Option<Self> {
        if name == entry {
            return Some(Match::Exact);
        }
        if name.is_ascii() && entry.is_ascii() {
            return name.eq_ignore_ascii_case(entry).then_some(Match::Case);
        }
        if name.nfc().eq(entry.nfc()) {
            Some(Match::Normalization)
        } else if name.chars().map(caseless).eq(entry.chars().map(caseless)) {
            Some(Match::Case)
        } else if name.nfc().map(caseless).eq(entry.nfc().map(caseless)) {
            Some(Match::CaseAndNormalization)
        } else {
            None
        }
    }
    /// Both, one after the other.
    fn and(self, other: Self) -> Self {
        let case = |one| matches!(one, Match::Case | Match::CaseAndNormalization);
        let normalization = |one| matches!(one, Match::Normalization | Match::CaseAndNormalization);
        Match::new(case(self) || case(other), normalization(self) || normalization(other))
    }
}

/// The same for a letter in either case: as file systems do it, one character for one. (ß stays, it is no SS.)
fn caseless(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => upper,
        _ => c,
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Unsafe(why) => why.fmt(f),
            NotFound::Missing(name) => write!(f, "there is no {name:?}, however it is spelt"),
            NotFound::Outside(path) => write!(f, "{}: a link that leads out of the model's folder", path.display()),
            NotFound::Io { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}
impl core::error::Error for NotFound {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            NotFound::Unsafe(why) => Some(why),
            NotFound::Io { error, .. } => Some(error),
            NotFound::Missing(_) | NotFound::Outside(_) => None,
        }
    }
}
