//! The lines of a text pose: where they end, what is blank, where a block begins, the numbers of one.
//!
//! Structure is looked for in bytes. That is safe in cp932, although the second byte of a character may look like `{`,
//! `}` or `\`: a name goes to the end of its line whatever it holds, and line ends, `,`, `;` and `/` are never second
//! bytes. Only where a `{` is looked for in unknown text, the text is walked character by character.
use crate::decimal::{NumberFault, before_commas, first, is_beginning, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::globals::Encoding;

/// What is odd, but does not hinder reading, and where. There may be one for every byte, and few are kept: an [`Error`] is
/// made of those alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oddity {
    pub(super) kind: ErrorKind,
    pub(super) at: usize,
    field: Option<&'static str>,
}

impl Oddity {
    pub(super) fn new(kind: ErrorKind, at: usize) -> Self {
        Oddity { kind, at, field: None }
    }
    pub(super) fn in_field(self, name: &'static str) -> Self {
        Oddity { field: Some(name), ..self }
    }
    /// What strict reading says.
    pub(super) fn error(self) -> Error {
        let error = Error::new(self.kind, self.at);
        match self.field {
            Some(field) => error.in_field(field),
            None => error,
        }
    }
}

/// Is told what is odd: the answer says whether to go on.
pub(super) type Odd<'f> = dyn FnMut(Oddity) -> Result<()> + 'f;

/// Nothing is odd any more: the scan has said it.
pub(super) fn seen(_: Oddity) -> Result<()> {
    Ok(())
}

/// The text of a pose, without what fills up its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(super) data: &'a [u8],
    pub(super) encoding: Encoding,
}

/// The beginning of a block: `Bone12{`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) kind: Kind,
    /// Where its number begins and ends; often that is all there is between the word and the brace.
    pub(super) label: (usize, usize),
    /// Where the name begins.
    pub(super) name: usize,
    /// Whether the word is in the case in which it should be.
    pub(super) exact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bone,
    Morph,
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

impl<'a> Source<'a> {
    #[inline(always)]
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }
    #[inline(always)]
    pub(super) fn rest(self, at: usize) -> &'a [u8] {
        self.data.get(at..).unwrap_or(&[])
    }
    pub(super) fn get(self, from: usize, to: usize) -> &'a [u8] {
        self.data.get(from..to).unwrap_or(&[])
    }
    pub(super) fn len(self) -> usize {
        self.data.len()
    }

    /// Where the line ends that goes on here: at a line feed, a carriage return, or the end of the file.
    #[inline(always)]
    pub(super) fn line_end(self, from: usize) -> usize {
        let has = |word: u64, byte: u8| {
            let zero = word ^ LOW.wrapping_mul(u64::from(byte));
            zero.wrapping_sub(LOW) & !zero & HIGH
        };
        let marks = |eight: &[u8; 8]| {
            let word = u64::from_le_bytes(*eight);
            has(word, b'\n') | has(word, b'\r')
        };
        let mut at = from;
        // Sixteen at a time: most names and comments are shorter than that.
        while let Some(&[a, b, c, d, e, f, g, h, ref second @ ..]) = self.rest(at).first_chunk::<16>() {
            let (first, second) = (marks(&[a, b, c, d, e, f, g, h]), marks(second));
            // The lowest mark is exact, and only that one is asked for.
            let found = u128::from(second) << 64 | u128::from(first);
            if found != 0 {
                return at.wrapping_add((found.trailing_zeros() >> 3) as usize);
            }
            at = at.wrapping_add(16);
        }
        let left = self.rest(at);
        at.wrapping_add(left.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(left.len()))
    }

    /// Where the next line begins, from the end of one. A carriage return alone is odd.
    #[inline(always)]
    pub(super) fn next_line(self, end: usize, odd: &mut Odd<'_>) -> Result<usize> {
        match (self.byte(end), self.byte(end.wrapping_add(1))) {
            (Some(b'\n'), _) => Ok(end.wrapping_add(1)),
            (Some(b'\r'), Some(b'\n')) => Ok(end.wrapping_add(2)),
            (Some(_), _) => {
                odd(Oddity::new(ErrorKind::LoneCr, end))?;
                Ok(end.wrapping_add(1))
            }
            (None, _) => Ok(end),
        }
    }

    /// Steps over spaces and tabs, full-width spaces, too.
    #[inline(always)]
    pub(super) fn blanks(self, from: usize) -> usize {
        let mut at = from;
        loop {
            match self.byte(at) {
                Some(b' ' | b'\t') => at = at.wrapping_add(1),
                Some(0x81 | 0xe3) if self.wide_blank(at) > 0 => at = at.wrapping_add(self.wide_blank(at)),
                _ => return at,
            }
        }
    }
    fn wide_blank(self, at: usize) -> usize {
        let rest = self.rest(at);
        match self.encoding {
            Encoding::Cp932 if rest.starts_with(b"\x81\x40") => 2,
            Encoding::Utf8 if rest.starts_with("\u{3000}".as_bytes()) => 3,
            _ => 0,
        }
    }
    /// The same from the other end: where the last character that is not blank ends.
    pub(super) fn blanks_before(self, from: usize, to: usize) -> usize {
        let text = self.get(from, to);
        let narrow = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let to = to.saturating_sub(narrow);
        match text.len().checked_sub(narrow.saturating_add(1)).and_then(|last| text.get(last)) {
            // The second half of a wide blank; or of something else, which only its beginning tells.
            Some(0x40 | 0x80) => self.wide_blanks_before(from, to),
            _ => to,
        }
    }
    #[cold]
    fn wide_blanks_before(self, from: usize, to: usize) -> usize {
        let mut end = from;
        let mut at = from;
        while at < to {
            let behind = self.blanks(at).min(to);
            if behind > at {
                at = behind;
                continue;
            }
            at = at.wrapping_add(self.character(at)).min(to);
            end = at;
        }
        end
    }
    /// The bytes of the character that begins here; never 0.
    fn character(self, at: usize) -> usize {
        match (self.encoding, self.byte(at), self.byte(at.wrapping_add(1))) {
            (Encoding::Cp932, Some(0x81..=0x9f | 0xe0..=0xfc), Some(0x40..=0x7e | 0x80..=0xfc)) => 2,
            _ => 1,
        }
    }
    /// The last character of a text; `from` begins one.
    pub(super) fn last_character(self, from: usize, to: usize) -> &'a [u8] {
        let (mut last, mut at) = (from, from);
        while at < to {
            (last, at) = (at, at.wrapping_add(self.character(at)));
        }
        self.get(last, to)
    }
    /// Lead and trail bytes are stepped over together; `from` begins a character.
    pub(super) fn characters(self, from: usize, to: usize) -> u64 {
        let (mut at, mut n) = (from, 0u64);
        while at < to {
            // Of UTF-8, all but the first byte of each.
            let continues = self.encoding == Encoding::Utf8 && matches!(self.byte(at), Some(0x80..=0xbf));
            n = n.wrapping_add(u64::from(!continues));
            at = at.wrapping_add(self.character(at));
        }
        n
    }

    #[inline(always)]
    pub(super) fn is_comment(self, at: usize) -> bool {
        self.rest(at).starts_with(b"//")
    }

    /// The comment of a line, alone on it or behind its first `;` or `}`; empty if there is none. The line of a name has
    /// none, for a name goes up to the end of it.
    pub(super) fn comment(self, from: usize, end: usize) -> &'a [u8] {
        let start = self.blanks(from);
        let mark = self.get(start, end).iter().position(|byte| matches!(byte, b';' | b'}'));
        let at = match mark {
            _ if self.is_comment(start) => start,
            Some(mark) if self.head(start).is_none() => self.blanks(start.saturating_add(mark).saturating_add(1)),
            _ => end,
        };
        if self.is_comment(at) { self.get(at, self.blanks_before(at, end)) } else { &[] }
    }

    /// The block that begins here, if one does.
    pub(super) fn head(self, at: usize) -> Option<Head> {
        let rest = self.rest(at);
        let is = |word: &[u8]| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let (kind, len, exact) = match rest.first()? {
            b'B' if rest.starts_with(b"Bone") => (Kind::Bone, 4, true),
            b'M' if rest.starts_with(b"Morph") => (Kind::Morph, 5, true),
            b'B' | b'b' if is(b"Bone") => (Kind::Bone, 4, false),
            b'M' | b'm' if is(b"Morph") => (Kind::Morph, 5, false),
            _ => return None,
        };
        let start = self.blanks(at.wrapping_add(len));
        let mut end = start.wrapping_add(usize::from(matches!(self.byte(start), Some(b'-' | b'+'))));
        while let Some(b'0'..=b'9') = self.byte(end) {
            end = end.wrapping_add(1);
        }
        let brace = self.blanks(end);
        (self.byte(brace) == Some(b'{')).then(|| Head { kind, label: (start, end), name: brace.wrapping_add(1), exact })
    }
    /// Where a `{` stands in a line of which nothing is known; not in a comment.
    pub(super) fn brace(self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.byte(at)? {
                b'{' => return Some(at),
                b'\n' | b'\r' => return None,
                b'/' if self.is_comment(at) => return None,
                0..=0x80 => at = at.wrapping_add(1),
                _ => at = at.wrapping_add(self.character(at)),
            }
        }
    }

    /// The first line from here on that is neither blank nor a comment: where its text begins. The end of the file, if
    /// there is none.
    #[inline(always)]
    pub(super) fn next_text(self, from: usize, odd: &mut Odd<'_>) -> Result<usize> {
        let mut at = from;
        loop {
            at = match self.byte(at) {
                Some(b'\n') => at.wrapping_add(1),
                Some(b'\r') => self.next_line(at, odd)?,
                Some(b'/') if self.is_comment(at) => self.next_line(self.line_end(at), odd)?,
                _ => match self.blanks(at) {
                    behind if behind == at => return Ok(at),
                    behind => behind,
                },
            };
        }
    }

    /// What stands behind a `;` or `}`: blanks and a comment at most. Gives where the next line begins.
    #[inline(always)]
    pub(super) fn rest_of_line(self, from: usize, odd: &mut Odd<'_>) -> Result<usize> {
        let at = self.blanks(from);
        match self.byte(at) {
            Some(b'\n' | b'\r') => return self.next_line(at, odd),
            None => return Ok(at),
            Some(_) if self.is_comment(at) => {}
            Some(_) => odd(Oddity::new(ErrorKind::TextAfter, at))?,
        }
        self.next_line(self.line_end(at), odd)
    }

    /// The next line that holds something, which has to be so many numbers; and where the line behind it begins.
    pub(super) fn numbers<const N: usize>(
        self,
        from: usize,
        field: &'static str,
        odd: &mut Odd<'_>,
    ) -> Result<([f32; N], usize)> {
        let from = self.next_text(from, odd)?;
        let Some((numbers, last, behind)) = self.all_right(from) else { return Err(self.why_not::<N>(from, field)) };
        let end = match self.byte(behind) {
            Some(b';') => {
                let next = self.rest_of_line(behind.wrapping_add(1), &mut |one| odd(one.in_field(field)))?;
                return Ok((numbers, next));
            }
            Some(b'\r' | b'\n') => behind,
            Some(b'/') if self.is_comment(behind) => self.line_end(behind),
            _ => return Err(self.why_not::<N>(from, field)),
        };
        odd(Oddity::new(ErrorKind::MissingSemicolon, last).in_field(field))?;
        Ok((numbers, self.next_line(end, odd)?))
    }

    /// So many numbers with commas between them; where the last ends, and the blanks behind it.
    #[inline(always)]
    fn all_right<const N: usize>(self, from: usize) -> Option<([f32; N], usize, usize)> {
        let mut numbers = [0.0; N];
        let mut rest = self.rest(from);
        let mut last = rest;
        for (i, number) in numbers.iter_mut().enumerate() {
            if i > 0 {
                rest = rest.strip_prefix(b",")?;
            }
            // A single digit is known at a glance.
            (*number, last, rest) = match rest {
                [digit @ b'0'..=b'9', behind @ ..] if matches!(behind, [b',' | b';' | b'\n', ..]) => {
                    (f32::from(digit & 0xf), behind, behind)
                }
                _ => {
                    let (value, last) = first(self.behind_blanks(rest))?;
                    (value, last, self.behind_blanks(last))
                }
            };
        }
        let place = |rest: &[u8]| self.len().wrapping_sub(rest.len());
        Some((numbers, place(last), place(rest)))
    }
    #[inline(always)]
    fn behind_blanks(self, rest: &'a [u8]) -> &'a [u8] {
        match rest.first() {
            Some(b' ' | b'\t' | 0x81 | 0xe3) => self.rest(self.blanks(self.len().wrapping_sub(rest.len()))),
            _ => rest,
        }
    }

    /// Why a line does not hold so many numbers, as far as can be told.
    #[cold]
    fn why_not<const N: usize>(self, from: usize, field: &'static str) -> Error {
        let end = self.line_end(from);
        let ends_here = end == self.len();
        let text = self.get(from, end);
        let semicolon = text.iter().position(|&byte| byte == b';').map(|n| from.saturating_add(n));
        let comment = comment_in(text).map(|n| from.saturating_add(n));
        let behind = semicolon.unwrap_or(end).min(comment.unwrap_or(end));
        let begins_other = self.byte(from) == Some(b'}') || self.head(from).is_some();
        // A cut line has neither.
        let may_be_cut = ends_here && behind == end && !begins_other;
        let error = match begins_other {
            false => self.what_is_wrong::<N>(from, behind, may_be_cut),
            true => Error::new(ErrorKind::NumberCount { found: 0, expected: N }, from),
        };
        error.in_field(field)
    }

    /// So many numbers with commas between them, and nothing else. Where the file may have been cut at the end of them,
    /// a part of them is no fault but a cut.
    pub(super) fn list<const N: usize>(self, from: usize, to: usize, may_be_cut: bool) -> Result<[f32; N]> {
        match self.all_right(from) {
            Some((numbers, _, behind)) if behind == to => Ok(numbers),
            _ => Err(self.what_is_wrong::<N>(from, to, may_be_cut)),
        }
    }
    #[cold]
    fn what_is_wrong<const N: usize>(self, from: usize, to: usize, may_be_cut: bool) -> Error {
        let cut = Error::cut(ErrorKind::EndsInBlock, self.len());
        // Where there is nothing at all, there is no part either.
        let (mut found, rest) = before_commas(self.get(from, to));
        let parts = (found > 0 || self.blanks(from) < to).then(|| self.parts(to.saturating_sub(rest.len()), to));
        for part in parts.into_iter().flatten() {
            let bytes = self.get(part.from, part.to);
            match whole(bytes) {
                Ok(_) => found = found.saturating_add(1),
                Err(fault @ NumberFault::OutOfRange) => return Error::new(ErrorKind::BadNumber(fault), part.from),
                // Half a number, or half the beginning of a comment.
                Err(_) if may_be_cut && part.last && found < N && (is_beginning(bytes) || bytes == b"/") => return cut,
                Err(fault) => return Error::new(ErrorKind::BadNumber(fault), part.from),
            }
        }
        let no_point = !self.get(from, to).contains(&b'.');
        let kind = match found {
            // Nothing is, but that what follows may be missing.
            _ if found == N || found < N && may_be_cut => return cut,
            _ if found > N && no_point => ErrorKind::DecimalComma { found, expected: N },
            _ => ErrorKind::NumberCount { found, expected: N },
        };
        Error::new(kind, from)
    }

    /// The parts between commas, without the blanks around them.
    fn parts(self, from: usize, to: usize) -> impl Iterator<Item = Part> + use<'a> {
        let mut at = Some(from);
        core::iter::from_fn(move || {
            let start = at?;
            let comma = self.get(start, to).iter().position(|&byte| byte == b',');
            let end = comma.map_or(to, |n| start.saturating_add(n));
            at = comma.map(|_| end.saturating_add(1));
            let start = self.blanks(start).min(end);
            Some(Part { from: start, to: self.blanks_before(start, end), last: comma.is_none() })
        })
    }
    /// Where each number of a line lies that is known to be right.
    pub(super) fn number_places(self, from: usize) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let text = self.get(from, self.line_end(from));
        let mark = text.iter().position(|&byte| byte == b';').unwrap_or(text.len());
        let comment = comment_in(text).unwrap_or(text.len());
        self.places(from, from.saturating_add(mark.min(comment)))
    }
    /// Where each part between commas lies.
    pub(super) fn places(self, from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        self.parts(from, to).map(|part| (part.from, part.to))
    }
}

/// What stands between two commas.
struct Part {
    from: usize,
    to: usize,
    last: bool,
}

/// Where a comment begins in a line.
pub(super) fn comment_in(text: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    loop {
        at = at.saturating_add(text.get(at..)?.iter().position(|&byte| byte == b'/')?);
        if text.get(at.saturating_add(1)) == Some(&b'/') {
            return Some(at);
        }
        at = at.saturating_add(1);
    }
}

/// The number of a block, if it has one that makes sense.
#[inline(always)]
pub(super) fn label(bytes: &[u8]) -> Option<i32> {
    if bytes.len() <= 9 && !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit) {
        return Some(bytes.iter().fold(0, |sum: i32, digit| sum.wrapping_mul(10).wrapping_add(i32::from(digit & 0xf))));
    }
    core::str::from_utf8(bytes).ok()?.parse().ok()
}

/// The whole number before the semicolon of the count; a negative one is of another kind of wrong.
pub(super) fn count(bytes: &[u8], at: usize) -> Result<u32> {
    let text = core::str::from_utf8(bytes).unwrap_or("");
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let kind = match text.parse::<u32>() {
        Ok(count) if is_number => return Ok(count),
        _ if is_number && digits.len() < text.len() => ErrorKind::NegativeCount(text.parse().unwrap_or(i32::MIN)),
        _ => ErrorKind::BadCount,
    };
    Err(Error::new(kind, at).in_field("count"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_its_first_line_end_wherever_that_stands() {
        for len in (0..70).step_by(if cfg!(miri) { 7 } else { 1 }) {
            for at in 0..=len {
                for end in [b'\n', b'\r'] {
                    let mut data = vec![b'\t'; len];
                    data.extend([end, b'\n']);
                    data[at] = if at == len { end } else { b'\x8d' };
                    let source = Source { data: &data, encoding: Encoding::Cp932 };
                    assert_eq!((source.line_end(at), source.line_end(0)), (len, len));
                    assert_eq!(Source { data: &data[..len], ..source }.line_end(at), len);
                }
            }
        }
    }
}
