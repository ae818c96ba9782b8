//! The line that something is wrong on, for messages.
use super::scan::encoding_of;
use crate::globals::Encoding;
use crate::text::Text;

/// The line of a text pose that a byte lies on, without its end: for messages that show what is wrong with it. The byte
/// is that of an [`Error`](crate::Error::offset) or [`Repair`](crate::Repair::offset), whose
/// [column](crate::Error::column) counts the characters of this line; the encoding is that which the scan was told, if
/// it was told one.
///
/// ```
/// use mmdmap::vpd::{VpdIndex, line_at};
/// let file = b"Vocaloid Pose Data file\r\n\r\nmiku.osm;\r\nmany;\r\n";
/// let error = VpdIndex::scan(file).unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(4), Some(1)));
/// assert_eq!(line_at(file, error.offset(), None), "many;");
/// ```
pub fn line_at(data: &[u8], offset: u64, encoding: Option<Encoding>) -> Text<'_> {
    let at = usize::try_from(offset).unwrap_or(usize::MAX).min(data.len());
    let (before, behind) = data.split_at_checked(at).unwrap_or((data, &[]));
    let ends = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let start = before.iter().rposition(ends).map_or(0, |end| end.saturating_add(1));
    let end = at.saturating_add(behind.iter().position(ends).unwrap_or(behind.len()));
    Text::of(data.get(start..end).unwrap_or(&[]), encoding.unwrap_or_else(|| encoding_of(data)))
}
