//! A record, flattened into what it tells a visitor: to be laid beside another one.
use crate::visit::{Visit, Visitor};
use core::ops::Range;

/// The sections whose records are paired, and so those that references can point into. Vertices come by their number.
pub(crate) const PAIRED: [&str; 9] =
    ["vertices", "textures", "materials", "bones", "morphs", "rigid-bodies", "display-frames", "joints", "soft-bodies"];

/// One thing told. Eight bytes: a morph can have a million offsets, and each tells ten things.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    /// No number in a file is wider.
    Integer(i32),
    Float(f32),
    /// Into which section, by its place in [`PAIRED`]; and the number.
    Index(u8, i32),
    /// By its place among the texts.
    Text(u32),
    Nothing,
    Record,
    /// By its place among the names of fields.
    Field(u16),
    EndRecord,
    List(u32),
    EndList,
}

/// The names of fields met so far: one table for everything that is compared.
#[derive(Debug, Default)]
pub(crate) struct FieldNames {
    known: Vec<&'static str>,
    /// Where the next one is likely to be: records tell their fields in one order.
    likely: usize,
}

impl FieldNames {
    pub(crate) fn name(&self, id: u16) -> &'static str {
        self.known.get(usize::from(id)).copied().unwrap_or("")
    }
    fn id(&mut self, name: &'static str) -> u16 {
        let place = match self.known.get(self.likely) {
            Some(known) if *known == name => self.likely,
            _ => self.known.iter().position(|known| *known == name).unwrap_or_else(|| {
                self.known.push(name);
                self.known.len().saturating_sub(1)
            }),
        };
        self.likely = place.saturating_add(1);
        u16::try_from(place).unwrap_or(u16::MAX) // a format has not so many fields
    }
}

/// A record, flattened. Emptied and filled again for each.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    list: Vec<Token>,
    texts: Vec<Text>,
    /// Of all texts.
    bytes: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Text {
    decoded: Range<usize>,
    /// As it lies in the file; `None` where the decoded text says it all.
    stored: Option<Range<usize>>,
}

impl Tokens {
    pub(crate) fn fill(&mut self, record: &dyn Visit, names: &mut FieldNames) {
        self.list.clear();
        self.texts.clear();
        self.bytes.clear();
        record.visit(&mut Flatten { tokens: self, names });
    }

    pub(crate) fn all(&self) -> &[Token] {
        &self.list
    }
    pub(crate) fn get(&self, at: usize) -> Option<Token> {
        self.list.get(at).copied()
    }
    /// Those of the value that begins here.
    pub(crate) fn value(&self, at: usize) -> &[Token] {
        self.list.get(at..self.end(at)).unwrap_or(&[])
    }
    /// Where the value ends that begins here.
    fn end(&self, at: usize) -> usize {
        let mut depth = 0usize;
        let rest = self.list.get(at..).unwrap_or(&[]);
        let len = rest.iter().position(|token| {
            match token {
                Token::Record | Token::List(_) => depth = depth.saturating_add(1),
                Token::EndRecord | Token::EndList => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        len.map_or(self.list.len(), |len| at.saturating_add(len).saturating_add(1))
    }
    /// The fields of the record that begins here, and where their values begin.
    pub(crate) fn fields(&self, record: usize) -> Vec<(u16, usize)> {
        let mut fields = Vec::new();
        let mut at = record.saturating_add(1);
        while let Some(Token::Field(id)) = self.get(at) {
            let value = at.saturating_add(1);
            fields.push((id, value));
            at = self.end(value);
        }
        fields
    }
    /// Where the items begin of the list that begins here.
    pub(crate) fn items(&self, list: usize) -> Vec<usize> {
        let mut items = Vec::new();
        let mut at = list.saturating_add(1);
        while let Some(token) = self.get(at) {
            if let Token::EndList = token {
                break;
            }
            items.push(at);
            at = self.end(at);
        }
        items
    }
    /// A text, decoded; and as it lies in the file, where that is more.
    pub(crate) fn text(&self, text: u32) -> (&str, Option<&[u8]>) {
        let Some(Text { decoded, stored }) = self.texts.get(text as usize) else { return ("", None) };
        let bytes = |range: &Range<usize>| self.bytes.get(range.clone()).unwrap_or(&[]);
        // It came as a string; if it were none, nothing would be lost but what is shown.
        (core::str::from_utf8(bytes(decoded)).unwrap_or(""), stored.as_ref().map(bytes))
    }

    fn keep(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}

/// Fills tokens.
struct Flatten<'t> {
    tokens: &'t mut Tokens,
    names: &'t mut FieldNames,
}

impl Flatten<'_> {
    fn push(&mut self, token: Token) {
        self.tokens.list.push(token);
    }
}

impl Visitor for Flatten<'_> {
    fn integer(&mut self, value: i64) {
        self.push(Token::Integer(i32::try_from(value).unwrap_or(i32::MAX)));
    }
    fn index(&mut self, number: i32, section: &'static str) {
        match PAIRED.iter().zip(0..).find(|(paired, _)| **paired == section) {
            Some((_, place)) => self.push(Token::Index(place, number)),
            None => self.push(Token::Integer(number)),
        }
    }
    fn float(&mut self, value: f32) {
        self.push(Token::Float(value));
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        let decoded = self.tokens.keep(decoded.as_bytes());
        let stored = (!exact).then(|| self.tokens.keep(stored));
        self.push(Token::Text(u32::try_from(self.tokens.texts.len()).unwrap_or(u32::MAX)));
        self.tokens.texts.push(Text { decoded, stored });
    }
    fn none(&mut self) {
        self.push(Token::Nothing);
    }
    fn begin_record(&mut self) {
        self.push(Token::Record);
    }
    fn field(&mut self, name: &'static str) {
        let id = self.names.id(name);
        self.push(Token::Field(id));
    }
    fn end_record(&mut self) {
        self.push(Token::EndRecord);
    }
    fn begin_list(&mut self, len: usize) {
        self.push(Token::List(u32::try_from(len).unwrap_or(u32::MAX)));
    }
    fn end_list(&mut self) {
        self.push(Token::EndList);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_stays_small() {
        assert_eq!(size_of::<Token>(), 8);
    }
}
