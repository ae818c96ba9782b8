//! The lines of a text pose: where they end, what is blank, where a block begins, the numbers of one.
//!
//! Structure is looked for in bytes. That is safe in cp932, although the second byte of a character may look like `{`,
//! `}` or `\`: a name goes to the end of its line whatever it holds, and line ends, `,`, `;` and `/` are never second
//! bytes. Only where a `{` is looked for in unknown text, the text is walked character by character.
use crate::decimal::{is_beginning, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::globals::Encoding;

/// Hands on what is odd, but does not hinder reading: the answer says whether to go on.
pub(super) type Odd<'f> = dyn FnMut(Error) -> Result<()> + 'f;

/// Nothing is odd any more: the scan has said it.
pub(super) fn seen(_: Error) -> Result<()> {
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
                odd(Error::new(ErrorKind::LoneCr, end))?;
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
        let (kind, word) = match () {
            () if is(b"Bone") => (Kind::Bone, &b"Bone"[..]),
            () if is(b"Morph") => (Kind::Morph, &b"Morph"[..]),
            () => return None,
        };
        let start = self.blanks(at.wrapping_add(word.len()));
        let mut end = start.wrapping_add(usize::from(matches!(self.byte(start), Some(b'-' | b'+'))));
        while let Some(b'0'..=b'9') = self.byte(end) {
            end = end.wrapping_add(1);
        }
        let brace = self.blanks(end);
        let exact = rest.starts_with(word);
        (self.byte(brace) == Some(b'{')).then(|| Head { kind, label: (start, end), name: brace.wrapping_add(1), exact })
    }
    /// Where a `{` stands in a line of which nothing is known; not in a comment.
    pub(super) fn brace(self, from: usize) -> Option<usize> {
        let end = self.line_end(from);
        let mut at = from;
        while at < end && !self.is_comment(at) {
            if self.byte(at) == Some(b'{') {
                return Some(at);
            }
            at = at.wrapping_add(self.character(at));
        }
        None
    }

    /// The first line from here on that is neither blank nor a comment: where its text begins. The end of the file, if
    /// there is none.
    #[inline(always)]
    pub(super) fn next_text(self, from: usize, odd: &mut Odd<'_>) -> Result<usize> {
        let mut at = from;
        loop {
            at = self.blanks(at);
            at = match self.byte(at) {
                None => return Ok(at),
                Some(b'\n') => at.wrapping_add(1),
                Some(b'\r') => self.next_line(at, odd)?,
                Some(b'/') if self.is_comment(at) => self.next_line(self.line_end(at), odd)?,
                Some(_) => return Ok(at),
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
            Some(_) => odd(Error::new(ErrorKind::TextAfter, at))?,
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
        let end = self.line_end(from);
        let ends_here = end == self.len();
        let text = self.get(from, end);
        let semicolon = text.iter().position(|&byte| byte == b';').map(|n| from.saturating_add(n));
        let comment = text.windows(2).position(|two| two == b"//").map(|n| from.saturating_add(n));
        let behind = semicolon.unwrap_or(end).min(comment.unwrap_or(end));
        let begins_other = self.byte(from) == Some(b'}') || self.head(from).is_some();
        // A cut line has neither.
        let may_be_cut = ends_here && behind == end && !begins_other;
        let numbers = match begins_other {
            false => self.list::<N>(from, behind, may_be_cut),
            true => Err(Error::new(ErrorKind::NumberCount { found: 0, expected: N }, from)),
        };
        let numbers = numbers.map_err(|e| e.in_field(field))?;
        match semicolon {
            Some(at) if at == behind => {
                let next = self.rest_of_line(at.saturating_add(1), &mut |e| odd(e.in_field(field)))?;
                return Ok((numbers, next));
            }
            _ if may_be_cut => return Err(Error::cut(ErrorKind::EndsInBlock, self.len()).in_field(field)),
            _ => odd(Error::new(ErrorKind::MissingSemicolon, self.blanks_before(from, behind)).in_field(field))?,
        }
        Ok((numbers, self.next_line(end, odd)?))
    }

    /// So many numbers with commas between them, and nothing else. Where the file may have been cut at the end of them,
    /// a part of them is no fault but a cut.
    pub(super) fn list<const N: usize>(self, from: usize, to: usize, may_be_cut: bool) -> Result<[f32; N]> {
        let cut = || Err(Error::cut(ErrorKind::EndsInBlock, self.len()));
        let mut numbers = [0.0; N];
        let mut found = 0usize;
        let parts = (self.blanks(from) < to).then(|| self.parts(from, to));
        for part in parts.into_iter().flatten() {
            let bytes = self.get(part.from, part.to);
            match whole(bytes) {
                Ok(number) => {
                    if let Some(slot) = numbers.get_mut(found) {
                        *slot = number;
                    }
                }
                // Half a number, or half the beginning of a comment.
                Err(_) if may_be_cut && part.last && found < N && (is_beginning(bytes) || bytes == b"/") => {
                    return cut();
                }
                Err(fault) => return Err(Error::new(ErrorKind::BadNumber(fault), part.from)),
            }
            found = found.saturating_add(1);
        }
        let no_point = !self.get(from, to).contains(&b'.');
        match found {
            _ if found == N => Ok(numbers),
            _ if found < N && may_be_cut => cut(),
            _ if found > N && no_point => Err(Error::new(ErrorKind::DecimalComma { found, expected: N }, from)),
            _ => Err(Error::new(ErrorKind::NumberCount { found, expected: N }, from)),
        }
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
        let comment = text.windows(2).position(|two| two == b"//").unwrap_or(text.len());
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
