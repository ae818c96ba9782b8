//! [`PoseName`]: a name as the line holds it, and as it is meant.
use super::line::{Source, comment_in};
use crate::text::Text;
use crate::visit::{Visit, Visitor};
use core::fmt;

/// The name of a bone or morph in a pose: all of its line behind the `{`.
///
/// Compares and prints without the blanks at its end, which no program means:
///
/// ```
/// use mmdmap::vpd::PoseName;
/// let name = PoseName::new(" 頭 // head ");
/// assert_eq!(name.raw(), " 頭 // head ");
/// assert_eq!(name, " 頭 // head");
/// assert_eq!(name.trimmed(), "頭 // head");
/// assert_eq!(name.without_comment(), "頭");
/// ```
#[derive(Clone, Copy)]
pub struct PoseName<'a>(Text<'a>);

impl<'a> PoseName<'a> {
    /// A name of one's own.
    pub const fn new(name: &'a str) -> Self {
        PoseName(Text::new(name))
    }
    pub(crate) const fn of(raw: Text<'a>) -> Self {
        PoseName(raw)
    }

    /// All of it, blanks and all.
    pub fn raw(self) -> Text<'a> {
        self.0
    }
    /// Without the blanks at its end: spaces and tabs.
    pub fn text(self) -> Text<'a> {
        let bytes = self.0.bytes();
        let end =
            bytes.iter().rposition(|&byte| byte != b' ' && byte != b'\t').map_or(0, |last| last.saturating_add(1));
        Text::of(bytes.get(..end).unwrap_or(&[]), self.0.encoding())
    }
    /// Without the blanks at both ends, full-width spaces among them.
    pub fn trimmed(self) -> Text<'a> {
        trim(self.0)
    }
    /// Without what looks like a comment, and trimmed. MikuMikuDance writes no comment there, and `//` may belong to a
    /// name: this is a guess, for where nothing else is found.
    pub fn without_comment(self) -> Text<'a> {
        let bytes = self.0.bytes();
        let end = comment_in(bytes).unwrap_or(bytes.len());
        trim(Text::of(bytes.get(..end).unwrap_or(&[]), self.0.encoding()))
    }
    /// Whether there is nothing but blanks.
    pub fn is_empty(self) -> bool {
        self.trimmed().is_empty()
    }
}

fn trim(text: Text<'_>) -> Text<'_> {
    let source = Source { data: text.bytes(), encoding: text.encoding() };
    let start = source.blanks(0);
    Text::of(source.get(start, source.blanks_before(start, source.len())), text.encoding())
}

impl<'a> From<&'a str> for PoseName<'a> {
    fn from(name: &'a str) -> Self {
        PoseName::new(name)
    }
}
impl PartialEq for PoseName<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}
impl PartialEq<str> for PoseName<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text() == *other
    }
}
impl PartialEq<&str> for PoseName<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.text() == **other
    }
}
impl fmt::Display for PoseName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}
impl fmt::Debug for PoseName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.raw(), f)
    }
}
impl Visit for PoseName<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        self.text().visit(visitor);
    }
}
