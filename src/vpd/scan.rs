//! The pass over a pose, and the index that it leaves.
use super::block::{bone_lines, close, morph_lines};
use super::hybrid;
use super::line::{Head, Kind, Oddity, Source, comment_in, count};
use super::places::Places;
use super::plain;
use crate::error::{Error, ErrorKind, Result};
use crate::format::{Format, POSE, PoseMagic};
use crate::globals::Encoding;
use crate::mode::{Mode, ScanOptions};
use crate::repair::{Repair, RepairCode, Repairs};
use core::fmt;
use core::ops::Range;

/// Which of the two layouts a pose has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// All text: what MikuMikuDance and every other program writes.
    Text,
    /// Half binary, as one specification page describes it. No program is known to write it.
    Hybrid,
}

impl Flavour {
    /// As every output spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Flavour::Text => "text",
            Flavour::Hybrid => "hybrid",
        }
    }
}

/// What one pass over a pose leaves behind. Holds no file bytes and no lifetime.
///
/// Eight bytes for each bone and morph: the place where it begins; and half a byte for each other block.
#[derive(Clone)]
pub struct VpdIndex {
    pub(super) flavour: Flavour,
    pub(super) encoding: Encoding,
    /// Where the magic begins; the model's name; the number of bones, as text or as four bytes.
    pub(super) magic: usize,
    pub(super) model: Range<usize>,
    pub(super) count: Option<Range<usize>>,
    pub(super) declared: Option<u32>,
    pub(super) bones: Places,
    pub(super) morphs: Places,
    pub(super) unknown: Unknown,
    /// Where what fills up the end of a text begins; of a hybrid file, where the last bone ends; where a cut file has
    /// its cut.
    pub(super) end: usize,
    pub(super) cut: bool,
    file_len: usize,
    repairs: Repairs,
}

impl VpdIndex {
    /// Scans a file held in memory, in one pass: [lenient](Mode::Lenient).
    ///
    /// # Errors
    ///
    /// What and where, if it is no VPD file, or a broken one.
    pub fn scan(data: &[u8]) -> Result<Self> {
        Self::scan_with(data, &ScanOptions::new())
    }

    /// Scans a file held in memory, as strictly as the options say, in the encoding that they say.
    ///
    /// # Errors
    ///
    /// As [`scan`](VpdIndex::scan).
    pub fn scan_with(data: &[u8], options: &ScanOptions) -> Result<Self> {
        if data.is_empty() {
            return Err(Error::new(ErrorKind::EmptyFile, 0).in_section("header", None));
        }
        let magic = magic(data)?;
        let behind = magic.saturating_add(POSE.len());
        let flavour = if data.get(behind) == Some(&0) { Flavour::Hybrid } else { Flavour::Text };
        let filler = match flavour {
            Flavour::Text => filler(data),
            Flavour::Hybrid => data.len(),
        };
        let encoding = match options.encoding {
            Some(Encoding::Utf16Le) => return Err(Error::new(ErrorKind::Utf16, 0).in_section("header", None)),
            Some(encoding) => encoding,
            None => encoding(data, flavour, magic),
        };
        let source = Source { data: data.get(..filler).unwrap_or(data), encoding };
        let index = VpdIndex {
            flavour,
            encoding,
            magic,
            model: 0..0,
            count: None,
            declared: None,
            bones: Places::default(),
            morphs: Places::default(),
            unknown: Unknown::default(),
            end: filler,
            cut: false,
            file_len: data.len(),
            repairs: Repairs::default(),
        };
        let mut pass = Pass { source, mode: options.mode, index, lines: Lines::default() };
        if magic > 0 {
            let kind = ErrorKind::BytesBeforeMagic(magic as u64);
            pass.allow(Oddity::new(kind, 0).in_field("magic"), "header", None)?;
        }
        match flavour {
            Flavour::Text => pass.text(behind),
            Flavour::Hybrid => pass.hybrid(),
        }?;
        Ok(pass.index)
    }

    /// What was let pass, each with its place.
    pub fn repairs(&self) -> &Repairs {
        &self.repairs
    }
    /// Which layout the file has.
    pub fn flavour(&self) -> Flavour {
        self.flavour
    }
    /// The encoding of its names: said by the options, or found out. See [`vpd`](crate::vpd).
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
    /// How many bones the file says that it holds; `None` where it does not say it.
    pub fn declared_bones(&self) -> Option<u32> {
        self.declared
    }
    /// Whether the file was cut short, so that only the whole blocks before the cut are there.
    pub fn is_cut(&self) -> bool {
        self.cut
    }
    /// The length of the file that was scanned.
    pub fn file_len(&self) -> usize {
        self.file_len
    }
    /// Bytes that this index holds on the heap.
    pub fn heap_bytes(&self) -> usize {
        let parts = [&self.bones, &self.morphs].map(Places::heap_bytes);
        let others = [self.unknown.heap_bytes(), self.repairs.heap_bytes()];
        parts.into_iter().chain(others).fold(0, usize::saturating_add)
    }
}

/// What there is, not the thousands of places.
impl fmt::Debug for VpdIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VpdIndex")
            .field("flavour", &self.flavour)
            .field("encoding", &self.encoding)
            .field("declared", &self.declared)
            .field("bones", &self.bones.len())
            .field("morphs", &self.morphs.len())
            .field("repairs", &self.repairs.total())
            .finish_non_exhaustive()
    }
}

/// Where the magic begins.
fn magic(data: &[u8]) -> Result<usize> {
    let utf16 = data.starts_with(b"\xff\xfe") || data.starts_with(b"\xfe\xff");
    let (kind, at) = match PoseMagic::find(data) {
        Some(PoseMagic::Here(at)) => return Ok(at),
        Some(PoseMagic::OtherCase(at)) => (ErrorKind::MagicCase, at),
        Some(PoseMagic::Utf16) => (ErrorKind::Utf16, 0),
        None if utf16 => (ErrorKind::Utf16, 0),
        None => (ErrorKind::NotVpd(Format::of(data).filter(|&format| format != Format::ByteOrderMark)), 0),
    };
    Err(Error::new(kind, at).in_field("magic").in_section("header", None))
}

/// The encoding in which a scan reads a pose that it may refuse, unless it is told another.
pub(super) fn encoding_of(data: &[u8]) -> Encoding {
    encoding(data, Flavour::Text, 0)
}

/// A mark decides; else bytes above 0x7F that are valid UTF-8 all of them, but for a last character that the end of the file
/// cuts; else it is what MikuMikuDance writes.
pub(super) fn encoding(data: &[u8], flavour: Flavour, magic: usize) -> Encoding {
    let count = magic.saturating_add(hybrid::COUNT);
    // The count of a hybrid file is no text.
    let texts = match flavour {
        Flavour::Text => [data, &[]],
        Flavour::Hybrid => {
            [data.get(..count).unwrap_or(data), data.get(magic.saturating_add(hybrid::START)..).unwrap_or(&[])]
        }
    };
    let whole = texts.map(|text| match core::str::from_utf8(text) {
        Err(e) if e.error_len().is_none() => text.get(..e.valid_up_to()),
        other => other.ok().map(str::as_bytes),
    });
    match data.starts_with("\u{feff}".as_bytes()) {
        true => Encoding::Utf8,
        false if whole.iter().all(Option::is_some) && !whole.iter().flatten().all(|text| text.is_ascii()) => {
            Encoding::Utf8
        }
        false => Encoding::Cp932,
    }
}

/// Where what old editors and block devices fill up the end of a text with begins: NUL, and Ctrl-Z.
fn filler(data: &[u8]) -> usize {
    let fills = |byte: &u8| matches!(byte, 0 | 0x1a);
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let mut end = data.len();
    let mut at = data.len();
    for byte in data.iter().rev() {
        match byte {
            byte if fills(byte) => (at, end) = (at.saturating_sub(1), at.saturating_sub(1)),
            byte if blank(byte) => at = at.saturating_sub(1),
            _ => break,
        }
    }
    end
}

/// Counts lines up to places that mostly come one after the other.
#[derive(Debug)]
struct Lines {
    /// Where a line begins, and its number.
    start: usize,
    number: u64,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { start: 0, number: 1 }
    }
}

impl Lines {
    /// Line and column, both from 1 on.
    fn of(&mut self, source: Source<'_>, place: usize) -> (u64, u64) {
        if place < self.start {
            *self = Lines::default();
        }
        loop {
            let end = source.line_end(self.start);
            if end >= source.len() {
                break; // the last line has no end
            }
            let Ok(next) = source.next_line(end, &mut super::line::seen) else { break };
            if next > place || next <= self.start {
                break;
            }
            *self = Lines { start: next, number: self.number.saturating_add(1) };
        }
        (self.number, source.characters(self.start, place).saturating_add(1))
    }
}

/// The pass, under way.
struct Pass<'a> {
    source: Source<'a>,
    mode: Mode,
    index: VpdIndex,
    lines: Lines,
}

impl<'a> Pass<'a> {
    /// Notes what is let pass; refuses what is not.
    #[inline]
    fn allow(&mut self, one: Oddity, section: &'static str, record: Option<usize>) -> Result<()> {
        match RepairCode::of(one.kind).filter(|_| self.mode != Mode::Strict) {
            Some(code) if !self.index.repairs.keeps(code) => {
                self.index.repairs.count_one(code);
                Ok(())
            }
            code => self.keep(code, one, section, record),
        }
    }
    #[cold]
    #[inline(never)]
    fn keep(
        &mut self,
        code: Option<RepairCode>,
        one: Oddity,
        section: &'static str,
        record: Option<usize>,
    ) -> Result<()> {
        let error = self.located(one.error().in_section(section, record));
        match code {
            Some(code) => self.index.repairs.push(Repair::new(code, error)),
            None => return Err(error),
        }
        Ok(())
    }
    /// With line and column.
    #[cold]
    fn located(&mut self, error: Error) -> Error {
        if self.index.flavour == Flavour::Hybrid || error.line().is_some() {
            return error;
        }
        let place = usize::try_from(error.offset()).unwrap_or(usize::MAX);
        let (line, column) = self.lines.of(self.source, place);
        error.at_line(line, column)
    }
    /// The file ends too early; what begins at `start` is the first that is not whole.
    #[cold]
    fn cut(&mut self, error: Error, start: usize) -> Result<()> {
        let error = self.located(error);
        if self.mode != Mode::Salvage || !error.is_cut() {
            return Err(error);
        }
        self.index.repairs.push(Repair::new(RepairCode::Cut, error));
        self.index.end = start;
        self.index.cut = true;
        Ok(())
    }

    fn text(&mut self, behind_magic: usize) -> Result<()> {
        let header = self.header(behind_magic);
        let first = header.map_err(|e| self.located(e.in_section("header", None)))?;
        self.blocks(first)?;
        let found = self.index.bones.len() as u64;
        match (self.index.declared, &self.index.count) {
            (Some(declared), Some(place)) if u64::from(declared) != found && !self.index.cut => {
                let kind = ErrorKind::CountMismatch { declared: declared.into(), found };
                self.allow(Oddity::new(kind, place.start), "bones", None)
            }
            _ => Ok(()),
        }
    }

    /// Magic, model and count. Gives where the blocks begin.
    fn header(&mut self, behind_magic: usize) -> Result<usize> {
        let source = self.source;
        let end = source.line_end(behind_magic);
        if source.get(behind_magic, end).contains(&0) {
            return Err(Error::new(ErrorKind::MagicPadding, behind_magic).in_field("magic"));
        }
        let mut next =
            source.rest_of_line(behind_magic, &mut |one| self.allow(one.in_field("magic"), "header", None))?;

        next = source.next_text(next, &mut |one| self.allow(one, "header", None))?;
        if next == source.len() {
            return Err(Error::new(ErrorKind::EndsInHeader, next).in_field("model"));
        }
        if source.head(next).is_some() {
            return Err(Error::new(ErrorKind::MissingModel, next).in_field("model"));
        }
        let (model, behind) = self.statement(next, "model")?;
        self.index.model = model.clone();

        let at = source.next_text(behind, &mut |one| self.allow(one, "header", None))?;
        if at == source.len() {
            return Err(Error::new(ErrorKind::EndsInHeader, at).in_field("count"));
        }
        if source.head(at).is_some() || source.brace(at).is_some_and(|brace| !self.semicolon_before(at, brace)) {
            // A number and then a block: it is the other line that is missing.
            let text = source.get(model.start, model.end);
            if !text.is_empty() && text.iter().all(u8::is_ascii_digit) {
                return Err(Error::new(ErrorKind::MissingModel, model.start).in_field("model"));
            }
            self.allow(Oddity::new(ErrorKind::MissingCount, at).in_field("count"), "header", None)?;
            return Ok(at);
        }
        let (digits, behind) = self.statement(at, "count")?;
        self.index.declared = Some(count(source.get(digits.start, digits.end), digits.start)?);
        self.index.count = Some(digits);
        Ok(behind)
    }
    fn semicolon_before(&self, from: usize, to: usize) -> bool {
        self.source.get(from, to).contains(&b';')
    }
    /// A text up to its semicolon, and where the next line begins. A file that ends before the semicolon may go on
    /// otherwise than it seems.
    fn statement(&mut self, from: usize, field: &'static str) -> Result<(Range<usize>, usize)> {
        let source = self.source;
        let end = source.line_end(from);
        let text = source.get(from, end);
        let mut odd = |one: Oddity| self.allow(one.in_field(field), "header", None);
        let comment = comment_in(text).unwrap_or(text.len());
        // The name of a model is any text before a semicolon; a number ends before a comment, whatever stands in that.
        let most = if field == "count" { comment } else { text.len() };
        if let Some(len) = text.iter().take(most).position(|&byte| byte == b';') {
            let to = from.saturating_add(len);
            let next = source.rest_of_line(to.saturating_add(1), &mut odd)?;
            return Ok((from..source.blanks_before(from, to), next));
        }
        if end == source.len() {
            return Err(Error::new(ErrorKind::EndsInHeader, end).in_field(field));
        }
        let to = source.blanks_before(from, from.saturating_add(comment));
        odd(Oddity::new(ErrorKind::MissingSemicolon, to))?;
        Ok((from..to, source.next_line(end, &mut odd)?))
    }

    /// All blocks, from the first line that may hold one.
    fn blocks(&mut self, from: usize) -> Result<()> {
        let mut at = from;
        while !self.index.cut {
            let source = self.source;
            at = source.next_text(at, &mut |one| self.allow(one, "blocks", None))?;
            if at >= source.len() {
                break;
            }
            let plain = match source.byte(at) {
                Some(b'}') => {
                    self.allow(Oddity::new(ErrorKind::StrayBrace, at), "blocks", None)?;
                    at = source.rest_of_line(at.wrapping_add(1), &mut |one| self.allow(one, "blocks", None))?;
                    continue;
                }
                Some(b'B' | b'M') => plain::blocks(source.data, at, &mut self.index.bones, &mut self.index.morphs),
                _ => at,
            };
            if plain > at {
                at = plain;
                continue;
            }
            at = match source.head(at) {
                Some(head) => self.block(head, at)?,
                None => self.other(at)?,
            };
        }
        Ok(())
    }

    /// A bone or morph.
    fn block(&mut self, head: Head, start: usize) -> Result<usize> {
        let source = self.source;
        let (section, number) = match head.kind {
            Kind::Bone => ("bones", self.index.bones.len()),
            Kind::Morph => ("morphs", self.index.morphs.len()),
        };
        let mut odd = |one| self.allow(one, section, Some(number));
        let case = if head.exact { Ok(()) } else { odd(Oddity::new(ErrorKind::BlockCase, start)) };
        let end = case.and_then(|()| match head.kind {
            Kind::Bone => bone_lines(source, head, &mut odd).map(|lines| lines.end),
            Kind::Morph => morph_lines(source, head, &mut odd).map(|lines| lines.end),
        });
        match end.and_then(|end| close(source, end, &mut odd)) {
            Ok(end) => {
                match head.kind {
                    Kind::Bone => self.index.bones.push(start),
                    Kind::Morph => self.index.morphs.push(start),
                }
                Ok(end)
            }
            Err(e) => self.cut(e.in_section(section, Some(number)), start).map(|()| start),
        }
    }

    /// A line that is no block of ours.
    #[cold]
    fn other(&mut self, at: usize) -> Result<usize> {
        let source = self.source;
        let Some(_) = source.brace(at) else {
            let end = source.line_end(at);
            // Where nothing but blanks follows, it may be half of something.
            let next = source.next_line(end, &mut super::line::seen)?;
            if source.next_text(next, &mut super::line::seen)? == source.len() {
                let cut = Error::cut(ErrorKind::StrayLine, at).in_section("blocks", None);
                return self.cut(cut, at).map(|()| at);
            }
            self.allow(Oddity::new(ErrorKind::StrayLine, at), "blocks", None)?;
            return source.next_line(end, &mut |one| self.allow(one, "blocks", None));
        };
        let number = self.index.unknown.len;
        match unknown_end(source, at) {
            Some((end, closed)) => {
                self.allow(Oddity::new(ErrorKind::UnknownBlock, at), "blocks", Some(number))?;
                if !closed {
                    self.allow(Oddity::new(ErrorKind::MissingBrace, end), "blocks", Some(number))?;
                }
                self.index.unknown.push(at);
                Ok(end)
            }
            None => {
                let cut = Error::cut(ErrorKind::EndsInBlock, source.len()).in_section("blocks", Some(number));
                self.cut(cut, at).map(|()| at)
            }
        }
    }

    fn hybrid(&mut self) -> Result<()> {
        let data = self.source.data;
        let magic = self.index.magic;
        let at = |offset: usize| magic.saturating_add(offset);
        let in_header = |e: Error, field| e.in_field(field).in_section("header", None);
        let rest = data.get(magic..).unwrap_or(&[]);
        let Some(start) = hybrid::start(rest) else {
            let missing = hybrid::START.saturating_sub(rest.len()) as u64;
            return Err(in_header(Error::new(ErrorKind::Truncated { missing }, data.len()), "count"));
        };
        if let Some(padding) = start.magic.iter().skip(POSE.len()).position(|&byte| byte != 0) {
            let place = at(POSE.len().saturating_add(padding));
            return Err(in_header(Error::new(ErrorKind::MagicPadding, place), "magic"));
        }
        let name = start.model.split(|&byte| byte == b';' || byte == 0).next().unwrap_or(&[]);
        self.index.model = at(hybrid::MODEL)..at(hybrid::MODEL).saturating_add(name.len());
        let declared = start.count.get();
        self.index.declared = Some(declared);
        self.index.count = Some(at(hybrid::COUNT)..at(hybrid::START));

        let remaining = data.len().saturating_sub(at(hybrid::START)) as u64;
        let needed = u64::from(declared).saturating_mul(hybrid::SHORTEST as u64);
        // The last line need not end in a line feed; its semicolon has to be there.
        let kind = ErrorKind::CountTooLarge { count: declared.into(), needed, remaining };
        let too_many = needed > remaining;
        if needed > (data.len() as u64).saturating_mul(16) {
            return Err(Error::new(kind, at(hybrid::COUNT)).in_section("bones", None));
        }
        if too_many && self.mode != Mode::Salvage {
            return Err(Error::cut(kind, at(hybrid::COUNT)).in_section("bones", None));
        }
        let source = self.source;
        let mut place = at(hybrid::START);
        self.index.end = place;
        for number in 0..declared {
            let number = Some(number as usize);
            match hybrid::bone(source, place, &mut |one| self.allow(one, "bones", number)) {
                Ok(bone) => {
                    self.index.bones.push(place);
                    place = bone.end;
                    self.index.end = place;
                }
                Err(e) => return self.cut(e.in_section("bones", number), place),
            }
        }
        let trailing = data.get(place..).unwrap_or(&[]);
        if trailing.iter().all(|byte| matches!(byte, 0 | 0x1a | b' ' | b'\t' | b'\r' | b'\n')) {
            return Ok(());
        }
        let kind = ErrorKind::TrailingBytes(trailing.len() as u64);
        self.allow(Oddity::new(kind, place), "end", None)
    }
}

/// Where the blocks are that are neither bones nor morphs. They may be shorter than a place takes: one in sixteen is
/// noted, and the others are found from there.
#[derive(Clone, Default)]
pub(super) struct Unknown {
    pub(super) len: usize,
    noted: Vec<u64>,
}

impl Unknown {
    const EVERY: usize = 16;

    fn push(&mut self, start: usize) {
        if self.len % Unknown::EVERY == 0 {
            self.noted.push(start as u64);
        }
        self.len = self.len.saturating_add(1);
    }
    fn heap_bytes(&self) -> usize {
        self.noted.capacity().saturating_mul(size_of::<u64>())
    }
    /// Where the `i`th lies.
    pub(super) fn get(&self, i: usize, source: Source<'_>) -> Option<Range<usize>> {
        let noted = *self.noted.get(i / Unknown::EVERY)?;
        let mut block = next_unknown(source, usize::try_from(noted).ok()?)?;
        for _ in 0..i % Unknown::EVERY {
            block = next_unknown(source, block.end)?;
        }
        Some(block)
    }
    /// Where each lies.
    pub(super) fn iter<'a>(&self, source: Source<'a>) -> impl ExactSizeIterator<Item = Range<usize>> + use<'a> {
        let mut at = self.noted.first().and_then(|&first| usize::try_from(first).ok());
        (0..self.len).map(move |_| {
            let block = at.and_then(|at| next_unknown(source, at));
            at = block.as_ref().map(|block| block.end);
            block.unwrap_or_default()
        })
    }
}

/// The next unknown block from here on, the begin of a line. `None` where the file holds none, or is no longer the one
/// that was scanned.
fn next_unknown(source: Source<'_>, from: usize) -> Option<Range<usize>> {
    let seen = &mut super::line::seen;
    let mut from = from;
    loop {
        let at = source.next_text(from, seen).ok()?;
        let first = source.byte(at)?;
        let next = match source.head(at) {
            Some(head) => {
                let lines = match head.kind {
                    Kind::Bone => bone_lines(source, head, seen).map(|lines| lines.end),
                    Kind::Morph => morph_lines(source, head, seen).map(|lines| lines.end),
                };
                lines.and_then(|end| close(source, end, seen))
            }
            None if first == b'}' => source.rest_of_line(at.saturating_add(1), seen),
            // Before a cut it may lack its end.
            None if source.brace(at).is_some() => {
                return Some(at..unknown_end(source, at).map_or(source.len(), |(end, _)| end));
            }
            None => source.next_line(source.line_end(at), seen),
        };
        from = next.ok().filter(|&next| next > at)?;
    }
}

/// Where an unknown block ends: behind its brace, or before a block that is known. `None` where the file ends first.
fn unknown_end(source: Source<'_>, start: usize) -> Option<(usize, bool)> {
    let seen = &mut super::line::seen;
    let mut at = source.line_end(start);
    loop {
        at = source.next_line(at, seen).ok()?;
        at = source.next_text(at, seen).ok()?;
        match source.byte(at) {
            None => return None,
            Some(b'}') => return Some((source.rest_of_line(at.saturating_add(1), seen).ok()?, true)),
            Some(_) if source.head(at).is_some() => return Some((at, false)),
            Some(_) => at = source.line_end(at),
        }
    }
}
