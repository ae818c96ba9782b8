//! Text, undecoded until asked for: the only door to encoding_rs.
use crate::bytes::{Cursor, Misfit, Sink};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::globals::{Encoding, Globals};
use crate::size::Size;
use crate::visit::{Visit, Visitor};
use core::fmt;
use std::borrow::Cow;

/// A text as it lies in the file: a length, then so many bytes in the file's encoding.
///
/// Comparing and searching decode on the way and allocate nothing:
///
/// ```
/// use mmdmap::Text;
/// let text = Text::new("左足ＩＫ");
/// assert!(text == "左足ＩＫ" && text.contains("ＩＫ") && text.starts_with("左"));
/// assert!(matches!(text.decode(), std::borrow::Cow::Borrowed("左足ＩＫ")));
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// The length as stored: negative where a repaired file says so.
    len: i32,
}

impl<'a> Text<'a> {
    /// A text of one's own. It is put into the file's encoding when it is written.
    pub const fn new(text: &'a str) -> Self {
        // A longer text cannot be written; its bytes say so when that is tried.
        let len = if text.len() > i32::MAX as usize { i32::MAX } else { text.len() as i32 };
        Text { bytes: text.as_bytes(), encoding: Encoding::Utf8, len }
    }

    /// Bytes of a file, in its encoding.
    pub(crate) const fn of(bytes: &'a [u8], encoding: Encoding) -> Self {
        let len = if bytes.len() > i32::MAX as usize { i32::MAX } else { bytes.len() as i32 };
        Text { bytes, encoding, len }
    }

    /// The bytes as the file holds them, valid or not.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }
    /// The encoding of [`bytes`](Text::bytes).
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }
    /// The length that the file states: that of [`bytes`](Text::bytes), or a negative number that was read as 0.
    pub const fn stored_len(self) -> i32 {
        self.len
    }
    /// Whether there are no bytes.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that make whole units: all but the last of an odd UTF-16 text.
    fn whole(self) -> &'a [u8] {
        match (self.encoding, self.bytes) {
            (Encoding::Utf16Le, [whole @ .., _]) if self.bytes.len() % 2 == 1 => whole,
            _ => self.bytes,
        }
    }

    /// Decoded; without a copy where the bytes are UTF-8. What is not valid becomes U+FFFD; a byte-order mark stays.
    pub fn decode(self) -> Cow<'a, str> {
        self.encoding.of().decode_without_bom_handling(self.whole()).0
    }

    /// Decoded, behind what the string holds already: the way to go through many names without an allocation for each.
    ///
    /// ```
    /// use mmdmap::Text;
    /// let mut name = String::new();
    /// for text in [Text::new("左足"), Text::new("右足")] {
    ///     name.clear();
    ///     text.decode_into(&mut name);
    ///     println!("{name}");
    /// }
    /// # assert_eq!(name, "右足");
    /// ```
    pub fn decode_into(self, out: &mut String) {
        let mut decoder = self.encoding.of().new_decoder_without_bom_handling();
        let mut rest = self.whole();
        loop {
            // More than it takes, so that one turn is enough.
            out.reserve(decoder.max_utf8_buffer_length(rest.len()).unwrap_or(rest.len()));
            let (result, read, _) = decoder.decode_to_string(rest, out, true);
            match result {
                encoding_rs::CoderResult::InputEmpty => return,
                encoding_rs::CoderResult::OutputFull => rest = rest.get(read..).unwrap_or(&[]),
            }
        }
    }

    /// Character by character, what is not valid as U+FFFD. Allocates nothing, and looks at no more of the text than what
    /// it has come to.
    pub fn chars(self) -> impl Iterator<Item = char> + use<'a> {
        let (utf16, utf8, cp932) = match self.encoding {
            Encoding::Utf16Le => (self.whole(), &[][..], &[][..]),
            Encoding::Utf8 => (&[][..], self.bytes, &[][..]),
            Encoding::Cp932 => (&[][..], &[][..], self.bytes),
        };
        let wide = char::decode_utf16(units(utf16)).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        let narrow = utf8_pieces(utf8).flat_map(|piece| piece.utf8_chunks()).flat_map(|chunk| {
            let broken = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            chunk.valid().chars().chain(broken)
        });
        wide.chain(narrow).chain(Cp932(cp932))
    }

    /// Whether every byte is valid in the encoding, so that [`decode`](Text::decode) loses nothing. Allocates nothing.
    pub fn is_valid(self) -> bool {
        match self.encoding {
            Encoding::Utf8 => core::str::from_utf8(self.bytes).is_ok(),
            // No bytes of cp932 mean the replacement character.
            Encoding::Cp932 => Cp932(self.bytes).all(|c| c != char::REPLACEMENT_CHARACTER),
            Encoding::Utf16Le => {
                self.bytes.len() % 2 == 0 && char::decode_utf16(units(self.bytes)).all(|unit| unit.is_ok())
            }
        }
    }

    /// How many bytes it takes in cp932, the encoding of motions and poses; `None` where it cannot be written in it.
    pub fn cp932_len(self) -> Option<usize> {
        match self.encoding {
            Encoding::Utf8 if self.bytes.is_ascii() => return Some(self.bytes.len()),
            Encoding::Cp932 => return self.is_valid().then_some(self.bytes.len()),
            _ => {}
        }
        let decoded = self.decode();
        let (mut rest, mut len) = (&*decoded, 0usize);
        let mut encoder = encoding_rs::SHIFT_JIS.new_encoder();
        let mut some = [0; 64];
        loop {
            let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut some, true);
            len = len.saturating_add(written);
            rest = rest.get(read..)?;
            match result {
                encoding_rs::EncoderResult::InputEmpty => return Some(len),
                encoding_rs::EncoderResult::OutputFull => {}
                encoding_rs::EncoderResult::Unmappable(_) => return None,
            }
        }
    }

    /// Its bytes in cp932: as they are if that is its encoding, valid or not; `None` where it cannot be written in it.
    pub(crate) fn to_cp932(self) -> Option<Cow<'a, [u8]>> {
        if self.encoding == Encoding::Cp932 {
            return Some(Cow::Borrowed(self.bytes));
        }
        let mut bytes = Vec::new();
        (self.is_valid() && put_cp932(&self.decode(), &mut bytes).is_ok()).then_some(Cow::Owned(bytes))
    }

    /// Its first bytes in cp932, the last character perhaps cut; `None` where one of these characters cannot be written
    /// in it. What comes behind does not matter.
    pub(crate) fn cp932_start(self, most: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        if self.encoding == Encoding::Cp932 {
            bytes.extend(self.bytes.iter().take(most));
            return Some(bytes);
        }
        for c in self.chars() {
            if bytes.len() >= most {
                break;
            }
            put_cp932(c.encode_utf8(&mut [0; 4]), &mut bytes).ok()?;
        }
        bytes.truncate(most);
        Some(bytes)
    }

    /// Another encoding in which the bytes make sense, for bytes that make none in their own: UTF-16LE, UTF-8 or cp932.
    pub fn other_encoding(self) -> Option<&'static str> {
        let valid = self.is_valid();
        if valid && !self.bytes.contains(&0) {
            return None;
        }
        let odd = |c: char| c.is_control() && !c.is_whitespace() || ('\u{e000}'..='\u{f8ff}').contains(&c);
        let makes_sense = |encoding: &'static encoding_rs::Encoding| {
            let (decoded, broken) = encoding.decode_without_bom_handling(self.bytes);
            !broken && !decoded.contains(odd)
        };
        // Letters of 16 bits are valid UTF-8, with a NUL behind each.
        let letters = self.bytes.len() % 2 == 0 && self.bytes.iter().skip(1).step_by(2).all(|&high| high == 0);
        // Most bytes make some sense in UTF-16: it comes last.
        match self.encoding {
            Encoding::Utf8 if letters && makes_sense(encoding_rs::UTF_16LE) => Some("UTF-16LE"),
            Encoding::Utf16Le if !valid && makes_sense(encoding_rs::UTF_8) => Some("UTF-8"),
            Encoding::Cp932 if !valid && makes_sense(encoding_rs::UTF_8) => Some("UTF-8"),
            Encoding::Cp932 => None,
            _ if !valid && makes_sense(encoding_rs::SHIFT_JIS) => Some("cp932"),
            Encoding::Utf8 if !valid && makes_sense(encoding_rs::UTF_16LE) => Some("UTF-16LE"),
            _ => None,
        }
    }

    /// Whether it begins so. What is not valid in it equals nothing, here as in every comparison.
    pub fn starts_with(self, start: &str) -> bool {
        match self.encoding {
            Encoding::Utf8 => self.bytes.starts_with(start.as_bytes()),
            Encoding::Utf16Le => begins_with(self.whole(), start),
            Encoding::Cp932 => Cp932(self.bytes).begins_with(start),
        }
    }

    /// Whether it holds this somewhere. Linear in practice; allocates nothing.
    pub fn contains(self, part: &str) -> bool {
        match self.encoding {
            Encoding::Utf8 if part.is_empty() => true,
            Encoding::Utf8 => self.bytes.windows(part.len()).any(|window| window == part.as_bytes()),
            Encoding::Utf16Le => {
                let mut rest = self.whole();
                loop {
                    if begins_with(rest, part) {
                        return true;
                    }
                    match rest {
                        [_, _, later @ ..] => rest = later,
                        _ => return false,
                    }
                }
            }
            Encoding::Cp932 => {
                let mut rest = Cp932(self.bytes);
                loop {
                    if rest.begins_with(part) {
                        return true;
                    }
                    if rest.next().is_none() {
                        return false;
                    }
                }
            }
        }
    }

    /// The length as stored, let pass or refused.
    #[inline(always)]
    fn len(cur: &mut Cursor<'a>) -> Result<(usize, i32)> {
        let tolerant = cur.is_tolerant();
        let at = cur.position();
        let stored = i32::read(cur)?;
        match usize::try_from(stored) {
            Ok(len) if len % 2 == 0 || cur.globals.encoding != Encoding::Utf16Le || tolerant => Ok((len, stored)),
            Err(_) if tolerant => Ok((0, stored)),
            Ok(_) => Err(odd_length(cur, stored, at)),
            Err(_) => Err(Error::new(ErrorKind::NegativeLength(stored), at)),
        }
    }
}

impl Encoding {
    /// As encoding_rs knows it.
    fn of(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Cp932 => encoding_rs::SHIFT_JIS,
        }
    }
}

/// The characters of cp932 bytes, as the WHATWG's decoder gives them.
#[derive(Clone, Debug)]
struct Cp932<'a>(&'a [u8]);

impl Cp932<'_> {
    fn begins_with(&self, part: &str) -> bool {
        let mut own = self.clone();
        part.chars().all(|c| own.next() == Some(c))
    }
}

impl Iterator for Cp932<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        match (first, rest) {
            (0..=0x80, _) => Some(char::from(first)),
            // Half-width katakana.
            (0xa1..=0xdf, _) => char::from_u32(u32::from(first).saturating_add(0xff61 - 0xa1)),
            (0x81..=0x9f | 0xe0..=0xfc, &[second, ref after @ ..]) => {
                let mut utf8 = [0; 8];
                let mut decoder = encoding_rs::SHIFT_JIS.new_decoder_without_bom_handling();
                let (_, _, written, broken) = decoder.decode_to_utf8(&[first, second], &mut utf8, true);
                // A letter that is no second half stands for itself.
                if !broken || !second.is_ascii() {
                    self.0 = after;
                }
                let decoded = utf8.get(..written).and_then(|utf8| core::str::from_utf8(utf8).ok());
                decoded.and_then(|decoded| decoded.chars().next())
            }
            _ => Some(char::REPLACEMENT_CHARACTER),
        }
    }
}

/// Puts a text into cp932; or says which character is not in it.
///
/// A character that would come back as another one counts as not in it: ¥, ‾ and − look like `\`, `~` and `－` there.
pub(crate) fn put_cp932(text: &str, out: &mut Vec<u8>) -> Result<(), char> {
    if let Some(other) = text.chars().find(|c| ['\u{a5}', '\u{203e}', '\u{2212}'].contains(c)) {
        return Err(other);
    }
    let mut encoder = encoding_rs::SHIFT_JIS.new_encoder();
    let mut rest = text;
    let mut some = [0; 64];
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut some, true);
        out.extend_from_slice(some.get(..written).unwrap_or(&[]));
        rest = rest.get(read..).unwrap_or("");
        match result {
            encoding_rs::EncoderResult::InputEmpty => return Ok(()),
            encoding_rs::EncoderResult::OutputFull => {}
            encoding_rs::EncoderResult::Unmappable(c) => return Err(c),
        }
    }
}

/// A length that is odd; or, where it is too long besides, that.
#[cold]
fn odd_length(cur: &Cursor<'_>, stored: i32, at: usize) -> Error {
    let len = stored.unsigned_abs() as usize;
    if len > cur.remaining() { cur.too_long(len, at) } else { Error::new(ErrorKind::OddLength(stored), at) }
}

/// The units of UTF-16 bytes.
fn units(utf16: &[u8]) -> impl Iterator<Item = u16> {
    utf16.chunks_exact(2).map(|unit| match *unit {
        [low, high] => u16::from_le_bytes([low, high]),
        _ => 0, // never: the chunks are exact
    })
}

/// Bytes of UTF-8 in pieces that can be decoded each by itself: so that who wants the beginning does not pay for the end.
fn utf8_pieces(mut utf8: &[u8]) -> impl Iterator<Item = &[u8]> {
    /// As many as most names have not.
    const PIECE: usize = 256;
    core::iter::from_fn(move || {
        // No character, and nothing that one U+FFFD stands for, goes on behind a byte that continues none; nor do more
        // than three bytes continue one.
        let continues = |&at: &usize| utf8.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let whole = (0..=3).map(|back| PIECE.saturating_sub(back)).find(|at| !continues(at)).unwrap_or(PIECE);
        let (piece, rest) = utf8.split_at_checked(whole).unwrap_or((utf8, &[]));
        utf8 = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Whether UTF-16 bytes begin with this text.
fn begins_with(mut bytes: &[u8], part: &str) -> bool {
    for unit in part.encode_utf16() {
        match bytes {
            [low, high, rest @ ..] if u16::from_le_bytes([*low, *high]) == unit => bytes = rest,
            _ => return false,
        }
    }
    true
}

impl<'a> Field<'a> for Text<'a> {
    #[inline(always)]
    fn read(cur: &mut Cursor<'a>) -> Result<Self> {
        let at = cur.position();
        let (len, stored) = Text::len(cur)?;
        if len > cur.remaining() {
            return Err(cur.too_long(len, at));
        }
        Ok(Text { bytes: cur.bytes(len)?, encoding: cur.globals.encoding, len: stored })
    }
    #[inline(always)]
    fn skip(cur: &mut Cursor<'a>) -> Result<()> {
        let (len, _) = Text::len(cur)?;
        cur.skip(len);
        Ok(())
    }
    #[inline(always)]
    fn size(_: &Globals) -> Size {
        Size::AtLeast(4)
    }
    fn write(&self, out: &mut Sink) {
        if out.globals.encoding == Encoding::Cp932 {
            return out.refuse(Misfit::Encoding(Encoding::Cp932));
        }
        // An empty text of negative length is that in any encoding.
        if self.encoding != out.globals.encoding && self.len >= 0 {
            return self.transcode(out);
        }
        let bytes = if out.mends() { self.whole() } else { self.bytes };
        match usize::try_from(self.len) {
            Err(_) if !out.is_canonical() && !out.mends() => self.len.write(out),
            _ => out.len(bytes.len()),
        }
        out.put(bytes);
    }
}

impl Text<'_> {
    #[cold]
    fn transcode(&self, out: &mut Sink) {
        if !self.is_valid() && !out.lose() {
            return out.refuse(Misfit::Text);
        }
        match out.globals.encoding {
            Encoding::Utf8 => {
                out.len(self.chars().map(char::len_utf8).sum());
                self.chars().for_each(|c| out.put(c.encode_utf8(&mut [0; 4]).as_bytes()));
            }
            Encoding::Utf16Le => {
                out.len(self.chars().map(|c| c.len_utf16().saturating_mul(2)).sum());
                for c in self.chars() {
                    c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.put(&unit.to_le_bytes()));
                }
            }
            // Refused before.
            Encoding::Cp932 => {}
        }
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text::new(text)
    }
}
impl Default for Text<'_> {
    fn default() -> Self {
        Text::new("")
    }
}

/// Compares what is written, whatever the encoding.
impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        match self.encoding {
            Encoding::Utf8 => self.bytes == other.as_bytes(),
            Encoding::Utf16Le => {
                begins_with(self.bytes, other)
                    && self.bytes.len() / 2 == other.encode_utf16().count()
                    && self.bytes.len() % 2 == 0
            }
            Encoding::Cp932 => Cp932(self.bytes).eq(other.chars()),
        }
    }
}
impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}
/// Equal where both hold the same characters; where bytes are not valid, the same bytes in the same encoding.
impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.encoding == other.encoding {
            return self.bytes == other.bytes;
        }
        self.is_valid() && other.is_valid() && self.chars().eq(other.chars())
    }
}

/// The decoded text.
impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.decode())
    }
}
/// Quoted, with what cannot be shown escaped.
impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.decode(), f)
    }
}
impl Visit for Text<'_> {
    fn visit(&self, visitor: &mut dyn Visitor) {
        visitor.text(&self.decode(), self.bytes, self.is_valid());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }
    fn text(bytes: &[u8], encoding: Encoding) -> Text<'_> {
        Text { bytes, encoding, len: bytes.len() as i32 }
    }

    /// However long it is, and wherever something in it is broken.
    #[test]
    fn characters_are_those_of_the_whole_text() {
        let parts: [&[u8]; 8] = [
            b"a",
            "\u{e9}".as_bytes(),
            "右".as_bytes(),
            "𠮷".as_bytes(),
            b"\x80",
            b"\xe3\x81",
            b"\xf0\x9f\x98",
            b"\xff",
        ];
        let mut state = 1u32;
        for len in 0..if cfg!(miri) { 3 } else { 900 } {
            let mut bytes = Vec::new();
            while bytes.len() < len {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                bytes.extend_from_slice(parts[(state >> 29) as usize]);
            }
            for bytes in [bytes, vec![0x80; len], vec![0xf0; len]] {
                assert_eq!(text(&bytes, Encoding::Utf8).chars().collect::<String>(), String::from_utf8_lossy(&bytes));
                assert!(utf8_pieces(&bytes).all(|piece| (1..=256).contains(&piece.len())));
            }
        }
    }

    #[test]
    fn both_encodings_compare_and_search_alike() {
        let bytes = utf16("右ひじ𠮷");
        let (wide, narrow) = (text(&bytes, Encoding::Utf16Le), Text::new("右ひじ𠮷"));
        for t in [wide, narrow] {
            assert!(t == "右ひじ𠮷" && t != "右ひじ" && t != "右ひじ𠮷x");
            assert!(t.contains("ひじ") && t.contains("") && t.contains("𠮷") && !t.contains("左"));
            assert!(t.starts_with("右ひ") && t.starts_with("") && !t.starts_with("ひ"));
            assert_eq!(t.chars().collect::<String>(), "右ひじ𠮷");
            assert!(t.is_valid());
        }
        assert_eq!(wide, narrow);
        assert!(!wide.contains(&"右ひじ𠮷".repeat(2)));
    }

    #[test]
    fn what_is_not_valid_becomes_a_replacement_character_and_stays_reachable() {
        for (bytes, encoding, decoded) in [
            (&b"a\xffb"[..], Encoding::Utf8, "a\u{fffd}b"),
            (b"\xe3\x81", Encoding::Utf8, "\u{fffd}"),
            (b"\x00\xd8a\x00", Encoding::Utf16Le, "\u{fffd}a"), // a high surrogate alone
            (b"\x00\xdc\x00\xd8", Encoding::Utf16Le, "\u{fffd}\u{fffd}"), // a pair reversed
            (b"a\x00b", Encoding::Utf16Le, "a"),                // an odd byte at the end
        ] {
            let t = text(bytes, encoding);
            assert_eq!(t.decode(), decoded);
            assert_eq!(t.chars().collect::<String>(), decoded);
            assert_eq!(t.bytes(), bytes);
            assert!(!t.is_valid());
        }
        assert_eq!(text(b"\xef\xbb\xbfa", Encoding::Utf8).decode(), "\u{feff}a");
        assert_eq!(text(b"\xff\xfea\x00", Encoding::Utf16Le).decode(), "\u{feff}a");
        assert_eq!(text(b"a\0b", Encoding::Utf8).decode(), "a\0b");
    }

    #[test]
    fn the_length_in_cp932_is_that_which_motions_count() {
        for (name, len) in [("", Some(0)), ("左足ＩＫ", Some(8)), ("ｶﾅ①～", Some(6)), ("a", Some(1)), ("骨🦴", None)]
        {
            assert_eq!(Text::new(name).cp932_len(), len, "{name}");
            assert_eq!(text(&utf16(name), Encoding::Utf16Le).cp932_len(), len, "{name}");
        }
        assert_eq!(Text::new(&"左".repeat(1000)).cp932_len(), Some(2000));
    }

    #[test]
    fn bytes_that_make_no_sense_may_make_some_elsewhere() {
        let sjis = [0x93, 0xaa, 0x82, 0xa0]; // 頭あ
        assert_eq!(text(&sjis, Encoding::Utf8).other_encoding(), Some("cp932"));
        for wide in ["bone", "右手の親指"] {
            assert_eq!(text(&utf16(wide), Encoding::Utf8).other_encoding(), Some("UTF-16LE"), "{wide}");
        }
        for own in [
            Text::new("頭"),
            Text::new(""),
            Text::new("a\0.png"),
            Text::new("a\r\nb"),
            text(b"\xff\xff\0", Encoding::Utf8),
        ] {
            assert_eq!(own.other_encoding(), None, "{own:?}");
        }
    }

    /// Our walk over the characters and the decoder's agree about every pair of bytes, and about what follows.
    #[test]
    fn cp932_is_walked_as_it_is_decoded() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                let t = [first, second, b'}'];
                let t = text(&t, Encoding::Cp932);
                let decoded = t.decode();
                assert_eq!(t.chars().collect::<String>(), decoded);
                let lossless = !encoding_rs::SHIFT_JIS.decode_without_bom_handling(t.bytes()).1;
                assert_eq!(t.is_valid(), lossless, "{first:x} {second:x}");
                assert!(!lossless || t == *decoded && t.contains(&decoded) && t.starts_with(""));
            }
        }
        assert_eq!(text(b"\x83\x7d\x83\x5c", Encoding::Cp932), Text::new("マソ"));
        assert!(!text(b"\x83\x7d\x83\x5c", Encoding::Cp932).contains("}"));
        assert_eq!(text(b"\x83", Encoding::Cp932).chars().collect::<String>(), "\u{fffd}");
    }

    #[test]
    fn what_is_put_into_cp932_comes_back() {
        let put = |s: &str| {
            let mut out = Vec::new();
            put_cp932(s, &mut out).map(|()| out)
        };
        for name in ["", "センター", "ｶﾅ①～髙", &"左".repeat(1000)] {
            let bytes = put(name).unwrap();
            assert_eq!(text(&bytes, Encoding::Cp932), *name);
        }
        for (name, c) in [("a骨🦴b", '🦴'), ("¥", '¥'), ("−", '−'), ("‾", '‾'), ("é", 'é')] {
            assert_eq!(put(name), Err(c));
        }
    }

    #[test]
    fn an_empty_text_and_an_odd_one_differ() {
        assert!(text(b"a\0b", Encoding::Utf16Le) != "a");
        assert_eq!(text(b"", Encoding::Utf16Le), "");
        assert!(text(b"", Encoding::Utf16Le).contains(""));
    }
}
