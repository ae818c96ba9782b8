//! Textures under other names: `OLD=NEW`.
use mmdmap::Text;
use mmdmap::pmx::Pmx;
use std::str::FromStr;

/// One wish. What is old is found in the model whether it has `/` or `\` between names, but in no other letter case:
/// what a model says twice in two ways, it may mean to be two files. What is new is written as it is given.
#[derive(Clone)]
pub struct Rename {
    pub old: String,
    pub new: String,
}

impl FromStr for Rename {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((old, new)) => Ok(Rename { old: old.to_owned(), new: new.to_owned() }),
            None => Err("expected OLD=NEW".to_owned()),
        }
    }
}

impl Rename {
    /// Whether this path is meant.
    fn means(&self, path: Text<'_>) -> bool {
        path.chars().map(slash).eq(self.old.chars().map(slash))
    }
}

fn slash(c: char) -> char {
    if c == '\\' { '/' } else { c }
}

/// The first wish that means a path says its new name: paths are compared as they were, so that two can change places.
pub fn renamed<'a>(renames: &'a [Rename], path: Text<'a>) -> Text<'a> {
    let wish = renames.iter().find(|rename| rename.means(path));
    wish.map_or(path, |rename| Text::new(&rename.new))
}

/// A path that two wishes mean, and so neither.
pub fn ambiguous(renames: &[Rename]) -> Option<&str> {
    let doubled = renames.iter().enumerate().find(|(i, rename)| {
        let earlier = renames.iter().take(*i);
        earlier.into_iter().any(|other| other.means(Text::new(&rename.old)))
    });
    doubled.map(|(_, rename)| rename.old.as_str())
}

/// A path that no texture of the model has.
pub fn unmatched<'r>(renames: &'r [Rename], model: Pmx<'_>) -> Option<&'r str> {
    let missing = renames.iter().find(|rename| !model.textures().iter().any(|path| rename.means(path)));
    missing.map(|rename| rename.old.as_str())
}
