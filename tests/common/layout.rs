//! A second reader, plain and slow, that knows nothing of a PMX file but sizes. It reads whole files only, and panics on
//! others: what a cut or forged file should give is worked out from the layout of the whole one.
use super::build::{Shape, To};
use std::ops::Range;

/// Where everything lies.
#[derive(Debug)]
pub struct Layout {
    pub shape: Shape,
    /// Header, model info and the sections that the file's version has.
    pub parts: Vec<Part>,
}

/// One section.
#[derive(Debug)]
pub struct Part {
    pub name: &'static str,
    pub range: Range<usize>,
    /// The smallest record there can be.
    pub least: usize,
    /// Where each record begins.
    pub records: Vec<usize>,
    /// Texts and lists in the records.
    pub inner: Vec<Inner>,
}

/// A length or count inside a record: what of it may be forged.
#[derive(Clone, Copy, Debug)]
pub struct Inner {
    pub at: usize,
    pub count: usize,
    /// The smallest item there can be; of a text a byte.
    pub least: usize,
    pub is_text: bool,
}

impl Layout {
    pub fn of(bytes: &[u8]) -> Layout {
        let version = f32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
        let widths = bytes[11..17].try_into().expect("six bytes");
        let shape = Shape { version, encoding: bytes[9], extra_uvs: bytes[10], widths };
        let header = 9 + usize::from(bytes[8]);
        let mut walk = Walk { bytes, shape, at: header, parts: vec![part("header", 0, 0)] };
        walk.begin("info", 0);
        walk.texts(4);
        walk.sections();
        walk.close();
        Layout { shape, parts: walk.parts }
    }
    pub fn part(&self, name: &str) -> &Part {
        self.parts.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("no section {name}"))
    }
    /// Where the last section ends.
    pub fn end(&self) -> usize {
        self.parts.last().map_or(0, |part| part.range.end)
    }
    /// In which section a file that is cut here was cut: at its very beginning it is missing.
    pub fn cut_in(&self, end: usize) -> &Part {
        self.parts.iter().find(|part| end < part.range.end).expect("a place before the end")
    }
}

impl Part {
    pub fn count(&self) -> usize {
        self.records.len()
    }
    /// How many records lie wholly before this place.
    pub fn whole_before(&self, end: usize) -> usize {
        let ends = self.records.iter().skip(1).copied().chain([self.range.end]);
        ends.take(self.count()).take_while(|&record_end| record_end <= end).count()
    }
}

fn part(name: &'static str, at: usize, least: usize) -> Part {
    Part { name, range: at..at, least, records: Vec::new(), inner: Vec::new() }
}

struct Walk<'a> {
    bytes: &'a [u8],
    shape: Shape,
    at: usize,
    parts: Vec<Part>,
}

impl Walk<'_> {
    fn w(&self, to: To) -> usize {
        self.shape.width(to)
    }
    fn close(&mut self) {
        let at = self.at;
        assert!(at <= self.bytes.len(), "a whole file");
        if let Some(part) = self.parts.last_mut() {
            part.range.end = at;
        }
    }
    fn begin(&mut self, name: &'static str, least: usize) {
        self.close();
        self.parts.push(part(name, self.at, least));
    }
    fn last(&mut self) -> &mut Part {
        self.parts.last_mut().expect("a section has begun")
    }

    fn u8(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }
    fn u16(&mut self) -> u16 {
        self.at += 2;
        u16::from_le_bytes([self.bytes[self.at - 2], self.bytes[self.at - 1]])
    }
    fn count(&mut self) -> usize {
        self.at += 4;
        let count = i32::from_le_bytes(self.bytes[self.at - 4..self.at].try_into().expect("four bytes"));
        usize::try_from(count).expect("a count")
    }
    fn texts(&mut self, n: usize) {
        for _ in 0..n {
            let at = self.at;
            let count = self.count();
            self.last().inner.push(Inner { at, count, least: 1, is_text: true });
            self.at += count;
        }
    }
    fn list(&mut self, least: usize) -> usize {
        let at = self.at;
        let count = self.count();
        self.last().inner.push(Inner { at, count, least, is_text: false });
        count
    }
    fn records(&mut self, name: &'static str, least: usize, mut one: impl FnMut(&mut Self)) {
        self.begin(name, least);
        for _ in 0..self.count() {
            let at = self.at;
            self.last().records.push(at);
            one(self);
        }
    }

    fn sections(&mut self) {
        let [v, t, m, b, o, r] =
            [To::Vertex, To::Texture, To::Material, To::Bone, To::Morph, To::RigidBody].map(|to| self.w(to));
        let uvs = usize::from(self.shape.extra_uvs) * 16;
        self.records("vertices", 37 + uvs + b, |w| {
            w.at += 32 + uvs;
            let kind = w.u8();
            w.at += [b, 2 * b + 4, 4 * b + 16, 2 * b + 40, 4 * b + 16][usize::from(kind)] + 4;
        });
        self.records("faces", v, |w| w.at += v);
        self.records("textures", 4, |w| w.texts(1));
        self.records("materials", 84 + 2 * t, |w| {
            w.texts(2);
            w.at += 16 + 12 + 4 + 12 + 1 + 16 + 4 + 2 * t + 1;
            w.at += if w.u8() == 0 { t } else { 1 };
            w.texts(1);
            w.at += 4;
        });
        self.records("bones", 26 + 2 * b, |w| {
            w.texts(2);
            w.at += 12 + b + 4;
            let flags = w.u16();
            w.at += if flags & 1 != 0 { b } else { 12 };
            w.at += if flags & 0x0300 != 0 { b + 4 } else { 0 };
            w.at += if flags & 0x0400 != 0 { 12 } else { 0 };
            w.at += if flags & 0x0800 != 0 { 24 } else { 0 };
            w.at += if flags & 0x2000 != 0 { 4 } else { 0 };
            if flags & 0x0020 != 0 {
                w.at += b + 8;
                for _ in 0..w.list(b + 1) {
                    w.at += b;
                    w.at += if w.u8() != 0 { 24 } else { 0 };
                }
            }
        });
        self.records("morphs", 14, |w| {
            w.texts(2);
            w.at += 1;
            let kind = usize::from(w.u8());
            let uv = v + 16;
            let size = [o + 4, v + 12, b + 28, uv, uv, uv, uv, uv, m + 113, o + 4, r + 25][kind];
            w.at += size * w.list(size);
        });
        self.records("display-frames", 13, |w| {
            w.texts(2);
            w.at += 1;
            for _ in 0..w.list(1 + b.min(o)) {
                w.at += if w.u8() == 0 { b } else { o };
            }
        });
        self.records("rigid-bodies", 69 + b, |w| {
            w.texts(2);
            w.at += b + 61;
        });
        self.records("joints", 105 + 2 * r, |w| {
            w.texts(2);
            w.at += 1 + 2 * r + 96;
        });
        if self.shape.version == 2.1 && self.at < self.bytes.len() {
            self.records("soft-bodies", 141 + m, |w| {
                w.texts(2);
                w.at += 125 + m;
                w.at += (r + v + 1) * w.list(r + v + 1);
                w.at += v * w.list(v);
            });
        }
    }
}
