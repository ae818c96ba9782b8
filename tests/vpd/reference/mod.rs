//! A second reader of poses, the plainest that the pages allow, to hold the quick one against.
//!
//! Written from the pages about the format and the modes; nothing of it is shared with the library but the names of the
//! modes, of kinds of errors and of repairs. It splits a text into lines first, steps through each character by character
//! and copies whatever it finds. Where the pages leave a place open, what the library says is the rule: such places say so.
mod hybrid;
mod number;
mod text;

use mmdmap::{Encoding, Mode};

/// A block, its numbers by their bits.
#[derive(Debug, PartialEq)]
pub struct Block {
    pub label: Option<i32>,
    pub name: Vec<u8>,
    /// The name without the blanks around it.
    pub trimmed: Vec<u8>,
    pub bits: Vec<u32>,
}

/// A number, and from where to where it stands.
struct Number {
    bits: u32,
    from: usize,
    to: usize,
}

/// What is wrong, in the words of `ErrorKind`: `NumberCount { found: 2, expected: 3 }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub kind: String,
    pub at: usize,
    /// Both from 1 on; none in a hybrid file, and none before a magic is found.
    pub line_and_column: Option<(u64, u64)>,
    pub cut: bool,
}

#[derive(Debug, Default, PartialEq)]
pub struct Pose {
    pub bones: Vec<Block>,
    pub morphs: Vec<Block>,
    pub unknown: Vec<Vec<u8>>,
    pub model: Vec<u8>,
    pub declared: Option<u32>,
    /// Such as a new pose would not have.
    pub has_comments: bool,
    /// What was let pass, in order.
    pub repairs: Vec<Fault>,
    pub cut: bool,
    /// What follows the pose or the cut.
    pub behind: Vec<u8>,
    /// The file with [`OTHER`] in the place of each number that is another.
    pub changed: Vec<u8>,
}

/// A number, and how it is written.
pub const OTHER: (f32, &str) = (0.625, "0.625000");

const MAGIC: &[u8] = b"Vocaloid Pose Data file";

pub fn read(file: &[u8], mode: Mode, told: Option<Encoding>) -> Result<Pose, Fault> {
    let fault = |kind: &str, at| Fault { kind: kind.into(), at, line_and_column: None, cut: false };
    if file.is_empty() {
        return Err(fault("EmptyFile", 0));
    }
    let magic = magic(file).map_err(|(kind, at)| fault(kind, at))?;
    let behind = magic + MAGIC.len();
    let is_hybrid = file.get(behind) == Some(&0);
    let (text, count) = match is_hybrid {
        true => (file, Some(magic + 50)),
        false => (&file[..filler(file)], None),
    };
    let is_utf8 = told.map_or_else(|| is_utf8(file, count), |encoding| encoding == Encoding::Utf8);
    let mut reader = Reader { bytes: text, is_utf8, is_hybrid, mode, pose: Pose::default(), numbers: Vec::new() };
    if magic > 0 {
        reader.odd(format!("BytesBeforeMagic({magic})"), 0)?;
    }
    let end = match is_hybrid {
        true => hybrid::read(&mut reader, magic)?,
        false => text::read(&mut reader, behind)?,
    };
    let Reader { mut pose, numbers, .. } = reader;
    pose.behind = file[end..].to_vec();
    let mut done = 0;
    for Number { from, to, .. } in numbers.into_iter().filter(|number| number.bits != OTHER.0.to_bits()) {
        pose.changed.extend_from_slice(&file[done..from]);
        pose.changed.extend_from_slice(OTHER.1.as_bytes());
        done = to;
    }
    pose.changed.extend_from_slice(&file[done..]);
    Ok(pose)
}

/// Where the magic begins, within the first 64 bytes.
fn magic(file: &[u8]) -> Result<usize, (&'static str, usize)> {
    let near = &file[..file.len().min(63 + MAGIC.len())];
    let find = |is: &dyn Fn(&[u8]) -> bool| near.windows(MAGIC.len()).position(is);
    if let Some(at) = find(&|some| some == MAGIC) {
        return Ok(at);
    }
    if let Some(at) = find(&|some| some.eq_ignore_ascii_case(MAGIC)) {
        return Err(("MagicCase", at));
    }
    let wide: [&[u8]; 2] = [b"V\0o\0c\0", b"\0V\0o\0c"];
    let is_wide = wide.iter().any(|wide| near.windows(6).any(|some| some == *wide));
    let has_mark = file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff");
    Err((if is_wide || has_mark { "Utf16" } else { "NotVpd" }, 0))
}

/// A mark, or bytes above 0x7F that are all valid; a last character may be cut. The count of a hybrid file is no text.
fn is_utf8(file: &[u8], count: Option<usize>) -> bool {
    let texts = match count {
        Some(count) => vec![&file[..count.min(file.len())], &file[(count + 4).min(file.len())..]],
        None => vec![file],
    };
    let valid = |text: &[u8]| match std::str::from_utf8(text) {
        Ok(text) => Some(text.is_ascii()),
        Err(e) if e.error_len().is_none() => Some(text[..e.valid_up_to()].is_ascii()),
        Err(_) => None,
    };
    let found: Option<Vec<bool>> = texts.into_iter().map(valid).collect();
    file.starts_with(b"\xef\xbb\xbf") || found.is_some_and(|ascii| ascii.contains(&false))
}

/// NUL and Ctrl-Z at the end, blanks and line ends among them, begin at the first NUL or Ctrl-Z.
fn filler(file: &[u8]) -> usize {
    let is_text = |byte: &u8| !b"\0\x1a \t\r\n".contains(byte);
    let text = file.iter().rposition(is_text).map_or(0, |last| last + 1);
    let first = file[text..].iter().position(|byte| b"\0\x1a".contains(byte));
    first.map_or(file.len(), |first| text + first)
}

/// What both layouts need.
struct Reader<'a> {
    /// Without what fills up its end.
    bytes: &'a [u8],
    is_utf8: bool,
    is_hybrid: bool,
    mode: Mode,
    pose: Pose,
    /// Those of all blocks.
    numbers: Vec<Number>,
}

impl Reader<'_> {
    fn fault(&self, kind: impl Into<String>, at: usize) -> Fault {
        let line_and_column = (!self.is_hybrid).then(|| self.line_and_column(at));
        Fault { kind: kind.into(), at, line_and_column, cut: false }
    }
    /// The file ends too early.
    fn cut(&self, kind: impl Into<String>, at: usize) -> Fault {
        Fault { cut: true, ..self.fault(kind, at) }
    }
    /// What strict refuses, and the other modes list.
    fn odd(&mut self, kind: impl Into<String>, at: usize) -> Result<(), Fault> {
        let fault = self.fault(kind, at);
        if self.mode == Mode::Strict {
            return Err(fault);
        }
        self.pose.repairs.push(fault);
        Ok(())
    }
    /// A cut that salvage lists, and the other modes refuse. Other faults all of them refuse.
    fn salvage(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.mode != Mode::Salvage || !fault.cut {
            return Err(fault);
        }
        self.pose.repairs.push(fault);
        self.pose.cut = true;
        Ok(())
    }

    /// A block whose name stands from here to there.
    fn block(&mut self, label: Option<i32>, from: usize, to: usize, numbers: Vec<Number>) -> Block {
        let start = self.behind_blanks(from, to);
        let trimmed = self.bytes[start..self.before_blanks(start, to)].to_vec();
        let bits = numbers.iter().map(|number| number.bits).collect();
        self.numbers.extend(numbers);
        Block { label, name: self.bytes[from..to].to_vec(), trimmed, bits }
    }

    /// Lines end at LF, at CRLF, and at a CR alone.
    fn line_and_column(&self, at: usize) -> (u64, u64) {
        let (mut line, mut start) = (1, 0);
        for (i, byte) in self.bytes[..at].iter().enumerate() {
            if *byte == b'\n' || *byte == b'\r' && self.bytes.get(i + 1) != Some(&b'\n') {
                (line, start) = (line + 1, i + 1);
            }
        }
        let column = match self.is_utf8 {
            true => self.bytes[start..at].iter().filter(|byte| !(0x80..=0xbf).contains(*byte)).count(),
            false => self.characters(start, at).count(),
        };
        (line, column as u64 + 1)
    }

    /// The characters, each with its place. Lead and trail byte belong together in cp932; of UTF-8 the full-width space is
    /// one, whatever else a byte is.
    fn characters(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let mut at = from;
        std::iter::from_fn(move || {
            let rest = &self.bytes[at..to];
            let len = match rest {
                [] => return None,
                [0x81..=0x9f | 0xe0..=0xfc, 0x40..=0x7e | 0x80..=0xfc, ..] if !self.is_utf8 => 2,
                [0xe3, 0x80, 0x80, ..] if self.is_utf8 => 3,
                _ => 1,
            };
            at += len;
            Some((at - len, &rest[..len]))
        })
    }
    fn is_blank(&self, character: &[u8]) -> bool {
        match character {
            b" " | b"\t" => true,
            [0x81, 0x40] => !self.is_utf8,
            [0xe3, 0x80, 0x80] => self.is_utf8,
            _ => false,
        }
    }
    /// Where the first character is that is not blank; the end, if all are.
    fn behind_blanks(&self, from: usize, to: usize) -> usize {
        let mut characters = self.characters(from, to);
        characters.find(|(_, character)| !self.is_blank(character)).map_or(to, |(at, _)| at)
    }
    /// Where the last character ends that is not blank; the beginning, if all are.
    fn before_blanks(&self, from: usize, to: usize) -> usize {
        let last = self.characters(from, to).filter(|(_, character)| !self.is_blank(character)).last();
        last.map_or(from, |(at, character)| at + character.len())
    }
    /// Where this byte stands, which is second in no character.
    fn find(&self, byte: u8, from: usize, to: usize) -> Option<usize> {
        self.bytes[from..to].iter().position(|&some| some == byte).map(|n| from + n)
    }
    fn find_comment(&self, from: usize, to: usize) -> Option<usize> {
        self.bytes[from..to].windows(2).position(|two| two == b"//").map(|n| from + n)
    }
    fn is_comment(&self, from: usize, to: usize) -> bool {
        self.bytes[from..to].starts_with(b"//")
    }
}

/// The number of a block. `None` where there is none, or one that no `i32` holds.
fn label(text: &[u8]) -> Option<i32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
