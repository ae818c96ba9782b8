//! The text layout, line by line.
use super::{Fault, Number, Reader};

/// What MikuMikuDance writes, and others behind the weight of a morph.
const USUAL: [&str; 5] =
    ["// 親ファイル名", "// 総ポーズボーン数", "// trans x,y,z", "// Quaternion x,y,z,w", "// weight"];

#[derive(Clone, Copy)]
struct Line {
    from: usize,
    to: usize,
    /// Whether a line end follows, and not the end of the file.
    ends: bool,
    /// Whether that is a CR alone.
    lone: bool,
}

/// `Bone12{` at the begin of a line.
struct Head {
    is_bone: bool,
    is_exact: bool,
    label: Option<i32>,
    name: usize,
}

struct TextReader<'r, 'a> {
    reader: &'r mut Reader<'a>,
    lines: Vec<Line>,
    /// The line to read next.
    next: usize,
}

/// Gives where the text ends: where it is filled up, or where it is cut.
pub(super) fn read(reader: &mut Reader<'_>, behind_magic: usize) -> Result<usize, Fault> {
    let end = blocks(reader, behind_magic)?;
    let text = TextReader { lines: lines(&reader.bytes[..end], 0), reader, next: 0 };
    text.reader.pose.has_comments = text.has_comments_of_its_own();
    Ok(end)
}

fn blocks(reader: &mut Reader<'_>, behind_magic: usize) -> Result<usize, Fault> {
    let (lines, len) = (lines(reader.bytes, behind_magic), reader.bytes.len());
    let mut text = TextReader { reader, lines, next: 0 };
    let count = text.header(behind_magic)?;
    while let Some((line, at)) = text.next_text()? {
        match text.block(line, at) {
            Ok(()) => {}
            Err(fault) => return text.reader.salvage(fault).map(|()| at),
        }
    }
    let found = text.reader.pose.bones.len();
    if let Some((declared, at)) = count.filter(|&(declared, _)| declared as usize != found) {
        text.reader.odd(format!("CountMismatch {{ declared: {declared}, found: {found} }}"), at)?;
    }
    Ok(len)
}

fn lines(bytes: &[u8], behind_magic: usize) -> Vec<Line> {
    let (mut lines, mut from) = (Vec::new(), behind_magic);
    while from < bytes.len() {
        let to = (from..bytes.len()).find(|&at| b"\r\n".contains(&bytes[at])).unwrap_or(bytes.len());
        let end: &[u8] = match &bytes[to..] {
            [b'\r', b'\n', ..] => b"\r\n",
            [one, ..] => &[*one],
            [] => b"",
        };
        lines.push(Line { from, to, lone: end == b"\r", ends: !end.is_empty() });
        from = to + end.len();
    }
    lines
}

impl TextReader<'_, '_> {
    fn byte(&self, at: usize) -> u8 {
        self.reader.bytes[at]
    }
    fn len(&self) -> usize {
        self.reader.bytes.len()
    }
    fn ends_in_block(&self) -> Fault {
        self.reader.cut("EndsInBlock", self.len())
    }

    /// Where the text of a line begins, unless it is blank or a comment.
    fn text_of(&self, line: Line) -> Option<usize> {
        let at = self.reader.behind_blanks(line.from, line.to);
        (at < line.to && !self.reader.is_comment(at, line.to)).then_some(at)
    }
    /// The next line that holds something. It stays the next one until it is left.
    fn next_text(&mut self) -> Result<Option<(Line, usize)>, Fault> {
        while let Some(&line) = self.lines.get(self.next) {
            match self.text_of(line) {
                Some(at) => return Ok(Some((line, at))),
                None => self.leave(line)?,
            }
        }
        Ok(None)
    }
    /// To the next line. A CR alone is odd, once the rest of its line is judged.
    fn leave(&mut self, line: Line) -> Result<(), Fault> {
        self.next += 1;
        if line.lone { self.reader.odd("LoneCr", line.to) } else { Ok(()) }
    }
    /// To the next line, from behind a `;` or `}`: nothing but a comment should stand there.
    fn leave_behind(&mut self, mark: usize, line: Line) -> Result<(), Fault> {
        let at = self.reader.behind_blanks(mark, line.to);
        if at < line.to && !self.reader.is_comment(at, line.to) {
            self.reader.odd("TextAfter", at)?;
        }
        self.leave(line)
    }

    fn head(&self, at: usize, line: Line) -> Option<Head> {
        let text = &self.reader.bytes[at..line.to];
        let is = |word: &str| text.get(..word.len()).is_some_and(|some| some.eq_ignore_ascii_case(word.as_bytes()));
        let word = ["Bone", "Morph"].into_iter().find(|word| is(word))?;
        let from = self.reader.behind_blanks(at + word.len(), line.to);
        let sign = usize::from(from < line.to && b"+-".contains(&self.byte(from)));
        let digits = self.reader.bytes[from + sign..line.to].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let to = from + sign + digits;
        let brace = self.reader.behind_blanks(to, line.to);
        (brace < line.to && self.byte(brace) == b'{').then(|| Head {
            is_bone: word == "Bone",
            is_exact: text.starts_with(word.as_bytes()),
            label: super::label(&self.reader.bytes[from..to]),
            name: brace + 1,
        })
    }
    /// The first `{` that is a character of its own and stands in no comment.
    fn brace(&self, at: usize, line: Line) -> Option<usize> {
        let to = self.reader.find_comment(at, line.to).unwrap_or(line.to);
        self.reader.characters(at, to).find(|(_, character)| *character == b"{").map(|(at, _)| at)
    }

    /// Magic, model and count. Gives the count, and where it stands.
    fn header(&mut self, behind_magic: usize) -> Result<Option<(u32, usize)>, Fault> {
        let ends_in_header = |text: &Self| text.reader.fault("EndsInHeader", text.len());
        if let Some(&line) = self.lines.first() {
            if self.reader.find(0, line.from, line.to).is_some() {
                return Err(self.reader.fault("MagicPadding", behind_magic));
            }
            self.leave_behind(behind_magic, line)?;
        }
        let Some((line, model)) = self.next_text()? else { return Err(ends_in_header(self)) };
        if self.head(model, line).is_some() {
            return Err(self.reader.fault("MissingModel", model));
        }
        // The name of a model may hold `//`.
        let semicolon = self.reader.find(b';', model, line.to);
        self.reader.pose.model = self.statement(model, line, semicolon)?;

        let Some((line, at)) = self.next_text()? else { return Err(ends_in_header(self)) };
        let brace = self.brace(at, line).filter(|&brace| self.reader.find(b';', at, brace).is_none());
        if brace.is_some() || self.head(at, line).is_some() {
            // A number alone is the count: then it is the model that is missing.
            let text = &self.reader.pose.model;
            if !text.is_empty() && text.iter().all(u8::is_ascii_digit) {
                return Err(self.reader.fault("MissingModel", model));
            }
            self.reader.odd("MissingCount", at)?;
            return Ok(None);
        }
        let comment = self.reader.find_comment(at, line.to).unwrap_or(line.to);
        let semicolon = self.reader.find(b';', at, comment);
        let text = self.statement(at, line, semicolon)?;
        let text = String::from_utf8(text).unwrap_or_default();
        let digits = text.strip_prefix('-').unwrap_or(&text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let kind = match text.parse() {
            Ok(count) if is_number => {
                self.reader.pose.declared = Some(count);
                return Ok(Some((count, at)));
            }
            _ if is_number && text.starts_with('-') => format!("NegativeCount({})", text.parse().unwrap_or(i32::MIN)),
            _ => "BadCount".into(),
        };
        Err(self.reader.fault(kind, at))
    }
    /// A text before its semicolon; without one, before a comment or the end of the line.
    fn statement(&mut self, at: usize, line: Line, semicolon: Option<usize>) -> Result<Vec<u8>, Fault> {
        let comment = self.reader.find_comment(at, line.to).unwrap_or(line.to);
        let to = self.reader.before_blanks(at, semicolon.unwrap_or(comment));
        let text = self.reader.bytes[at..to].to_vec();
        match semicolon {
            Some(semicolon) => self.leave_behind(semicolon + 1, line)?,
            None if !line.ends => return Err(self.reader.fault("EndsInHeader", line.to)),
            None => {
                self.reader.odd("MissingSemicolon", to)?;
                self.leave(line)?;
            }
        }
        Ok(text)
    }

    fn block(&mut self, line: Line, at: usize) -> Result<(), Fault> {
        let Some(head) = self.head(at, line) else { return self.other(line, at) };
        if !head.is_exact {
            self.reader.odd("BlockCase", at)?;
        }
        self.leave(line)?;
        let first = self.numbers(if head.is_bone { 3 } else { 1 });
        let mut numbers = first.map_err(|fault| self.on_one_line(head.name, line, fault))?;
        if head.is_bone {
            numbers.extend(self.numbers(4)?);
        }
        self.close()?;
        let block = self.reader.block(head.label, head.name, line.to, numbers);
        if head.is_bone {
            self.reader.pose.bones.push(block)
        } else {
            self.reader.pose.morphs.push(block)
        }
        Ok(())
    }

    /// The next line that holds something, which has to be so many numbers.
    fn numbers(&mut self, n: usize) -> Result<Vec<Number>, Fault> {
        let Some((line, at)) = self.next_text()? else { return Err(self.ends_in_block()) };
        if self.byte(at) == b'}' || self.head(at, line).is_some() {
            return Err(self.reader.fault(format!("NumberCount {{ found: 0, expected: {n} }}"), at));
        }
        let comment = self.reader.find_comment(at, line.to);
        let semicolon = self.reader.find(b';', at, comment.unwrap_or(line.to));
        let to = semicolon.or(comment).unwrap_or(line.to);
        let may_be_cut = !line.ends && to == line.to;
        let numbers = self.reader.list(at, to, n, may_be_cut)?;
        match semicolon {
            Some(semicolon) => self.leave_behind(semicolon + 1, line)?,
            None if may_be_cut => return Err(self.ends_in_block()),
            None => {
                self.reader.odd("MissingSemicolon", self.reader.before_blanks(at, to))?;
                self.leave(line)?;
            }
        }
        Ok(numbers)
    }

    /// A name that ends in a brace and holds a semicolon is a whole block, if no numbers stand below it, but nothing at all up
    /// to the end of the file, or another block.
    fn on_one_line(&self, name: usize, line: Line, fault: Fault) -> Fault {
        let end = self.reader.before_blanks(name, line.to);
        let there = self.lines.iter().find(|line| (line.from..line.to).contains(&fault.at));
        let opens = there.is_some_and(|&line| self.brace(fault.at, line).is_some());
        let nothing_below = self.lines.iter().filter(|below| below.from >= line.to).all(|below| {
            let at = self.reader.behind_blanks(below.from, below.to);
            let rest = &self.reader.bytes[at..];
            at == below.to || rest.starts_with(b"//") || rest == b"/"
        });
        let none = fault.kind.starts_with("NumberCount { found: 0,")
            || fault.kind == "EndsInBlock" && nothing_below
            || fault.kind.starts_with("BadNumber") && opens;
        let last = self.reader.characters(name, end).last();
        let is_block = last.is_some_and(|(_, last)| last == b"}") && self.reader.find(b';', name, end).is_some();
        if none && is_block { self.reader.fault("OneLineBlock", name) } else { fault }
    }

    /// The brace behind the numbers.
    fn close(&mut self) -> Result<(), Fault> {
        while let Some((line, at)) = self.next_text()? {
            if self.byte(at) == b'}' {
                return self.leave_behind(at + 1, line);
            }
            if self.head(at, line).is_some() || self.brace(at, line).is_some() {
                return self.reader.odd("MissingBrace", at);
            }
            // The last line may be half of a brace's.
            if line.ends {
                self.reader.odd("StrayLine", at)?;
            }
            self.leave(line)?;
        }
        Err(self.ends_in_block())
    }

    /// What is no block of ours: skipped, but for a last line that may be half of something.
    fn other(&mut self, line: Line, at: usize) -> Result<(), Fault> {
        if self.byte(at) == b'}' {
            self.reader.odd("StrayBrace", at)?;
            return self.leave_behind(at + 1, line);
        }
        let mut below =
            (self.next + 1..self.lines.len()).filter_map(|next| Some((next, self.text_of(self.lines[next])?)));
        if self.brace(at, line).is_none() {
            if below.next().is_none() {
                return Err(self.reader.cut("StrayLine", at));
            }
            self.reader.odd("StrayLine", at)?;
            return self.leave(line);
        }
        // It ends behind a line that begins with its brace, or before one that begins a known block. What is odd within it
        // is nobody's concern.
        let ends = |&(next, at): &(usize, usize)| self.byte(at) == b'}' || self.head(at, self.lines[next]).is_some();
        let Some((next, end)) = below.find(ends) else { return Err(self.ends_in_block()) };
        self.reader.odd("UnknownBlock", at)?;
        let is_closed = self.byte(end) == b'}';
        if !is_closed {
            self.reader.odd("MissingBrace", end)?;
        }
        self.next = next + usize::from(is_closed);
        let end = if is_closed { self.lines.get(next + 1).map_or(self.len(), |line| line.from) } else { end };
        self.reader.pose.unknown.push(self.reader.bytes[at..end].to_vec());
        Ok(())
    }

    /// Whether there are comments that no program writes by itself. One stands alone on its line, or behind the first `;` or
    /// `}`, which may be half of a character; but not in the line of a name.
    fn has_comments_of_its_own(&self) -> bool {
        let comment = |line: &Line| {
            let at = self.reader.behind_blanks(line.from, line.to);
            let mark = self.reader.bytes[at..line.to].iter().position(|byte| b";}".contains(byte));
            let at = match mark {
                _ if self.reader.is_comment(at, line.to) => at,
                Some(mark) if self.head(at, *line).is_none() => self.reader.behind_blanks(at + mark + 1, line.to),
                _ => line.to,
            };
            let end = self.reader.before_blanks(at, line.to);
            self.reader.is_comment(at, line.to).then(|| self.reader.bytes[at..end].to_vec())
        };
        let encoded = |usual: &str| if self.reader.is_utf8 { usual.into() } else { super::super::text::sjis(usual) };
        let usual = USUAL.map(encoded);
        self.lines.iter().filter_map(comment).any(|comment| !usual.contains(&comment))
    }
}
