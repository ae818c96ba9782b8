//! Motions put together field by field; the file remembers where each section and record lies.
use std::ops::Range;

/// A motion put together.
#[derive(Clone, Debug, Default)]
pub struct Build {
    pub bytes: Vec<u8>,
    /// Each section from its count on, `header` first.
    pub sections: Vec<(&'static str, Range<usize>)>,
    /// Where each record begins: section, number, place.
    pub records: Vec<(&'static str, usize, usize)>,
}

/// Straight lines as the interpolation of a bone, in a file without the switch of physics.
pub fn linear() -> [u8; 64] {
    let row = [20, 20, 20, 20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107];
    rows(row)
}

/// The four rows that follow from the first.
pub fn rows(first: [u8; 16]) -> [u8; 64] {
    let mut all = [0; 64];
    for n in 0..4 {
        all[16 * n..16 * n + 16 - n].copy_from_slice(&first[n..]);
        all[16 * n + 16 - n..16 * n + 16].copy_from_slice(&[1, 0, 0][..n]);
    }
    all
}

impl Build {
    /// Version 2, with this in the 20 bytes of the model's name.
    pub fn new(name: &[u8]) -> Self {
        Build::signed(b"Vocaloid Motion Data 0002\0\0\0\0\0", name, 20)
    }
    /// Version 1, with this in the ten bytes of the model's name.
    pub fn version_1(name: &[u8]) -> Self {
        Build::signed(b"Vocaloid Motion Data file\0\0\0\0\0", name, 10)
    }
    pub fn signed(signature: &[u8; 30], name: &[u8], len: usize) -> Self {
        let mut build = Build::default();
        build.bytes.extend(signature);
        build.text(name, len);
        build.sections.push(("header", 0..build.bytes.len()));
        build
    }

    pub fn text(&mut self, text: &[u8], len: usize) -> &mut Self {
        assert!(text.len() <= len);
        self.bytes.extend(text);
        self.bytes.resize(self.bytes.len() + len - text.len(), 0);
        self
    }
    pub fn u8(&mut self, n: u8) -> &mut Self {
        self.bytes.push(n);
        self
    }
    pub fn u32(&mut self, n: u32) -> &mut Self {
        self.bytes.extend(n.to_le_bytes());
        self
    }
    pub fn floats(&mut self, floats: &[f32]) -> &mut Self {
        floats.iter().for_each(|x| self.bytes.extend(x.to_le_bytes()));
        self
    }
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend(bytes);
        self
    }

    /// A section: its count, then so many records, each put by `put`.
    pub fn section(&mut self, name: &'static str, len: usize, mut put: impl FnMut(&mut Build, usize)) -> &mut Self {
        let start = self.bytes.len();
        self.u32(len as u32);
        for i in 0..len {
            self.records.push((name, i, self.bytes.len()));
            put(self, i);
        }
        self.sections.push((name, start..self.bytes.len()));
        self
    }
    /// The sections of these names, empty.
    pub fn empty(&mut self, names: &[&'static str]) -> &mut Self {
        for name in names {
            self.section(name, 0, |_, _| {});
        }
        self
    }

    pub fn bone(&mut self, name: &[u8], frame: u32, translation: [f32; 3], rotation: [f32; 4], curves: [u8; 64]) {
        self.text(name, 15).u32(frame).floats(&translation).floats(&rotation).raw(&curves);
    }
    pub fn morph(&mut self, name: &[u8], frame: u32, weight: f32) {
        self.text(name, 15).u32(frame).floats(&[weight]);
    }

    pub fn range(&self, section: &str) -> Range<usize> {
        self.sections.iter().find(|(name, _)| *name == section).expect("a section").1.clone()
    }
    pub fn record(&self, section: &str, i: usize) -> usize {
        self.records.iter().find(|(name, n, _)| *name == section && *n == i).expect("a record").2
    }
    /// The same file with other bytes at a place.
    pub fn with(&self, at: usize, bytes: &[u8]) -> Vec<u8> {
        let mut all = self.bytes.clone();
        all[at..at + bytes.len()].copy_from_slice(bytes);
        all
    }
}

pub const SECTIONS: [&str; 6] = ["bones", "morphs", "cameras", "lights", "shadows", "properties"];

/// センター.
pub const CENTER: &[u8] = b"\x83\x5a\x83\x93\x83\x5e\x81\x5b";
/// 頭.
pub const HEAD: &[u8] = b"\x93\xaa";
/// あ.
pub const A: &[u8] = b"\x82\xa0";
/// 左足ＩＫ.
pub const LEFT_IK: &[u8] = b"\x8d\xb6\x91\xab\x82\x68\x82\x6a";

/// A motion with something in every section.
pub fn whole() -> Build {
    let mut m = Build::new(b"\x83\x7e\x83\x4e\0left over");
    m.section("bones", 3, |m, i| match i {
        0 => {
            // Every number its own; physics off.
            let mut curves = rows([1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104, 105, 106, 107, 108]);
            curves[2..4].copy_from_slice(&[0x63, 0x0f]);
            curves[61..].copy_from_slice(&[0xcd, 0xcc, 0xcc]);
            m.bone(CENTER, 30, [1.0, -2.0, 3.5], [0.0, 0.6, 0.0, 0.8], curves);
        }
        1 => m.bone(b"\x93\xaa\0\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd", 7, [0.0; 3], [0.5; 4], linear()),
        _ => m.bone(CENTER, 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0], linear()),
    });
    m.section("morphs", 2, |m, i| m.morph(A, 10 * i as u32, i as f32 * 0.75));
    m.section("cameras", 1, |m, _| {
        m.u32(5).floats(&[-45.5]).floats(&[0.0, 10.0, 1.0]).floats(&[0.1, 0.2, 0.3]);
        m.raw(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]).u32(30).u8(1);
    });
    m.section("lights", 1, |m, _| {
        m.u32(2).floats(&[0.6, 0.5, 0.4]).floats(&[-0.5, -1.0, 0.5]);
    });
    m.section("shadows", 1, |m, _| {
        m.u32(3).u8(2).floats(&[0.08875]);
    });
    m.section("properties", 2, |m, i| match i {
        0 => {
            m.u32(0).u8(1).u32(0);
        }
        _ => {
            m.u32(9).u8(0).u32(2);
            m.text(LEFT_IK, 20).u8(0);
            m.text(b"\x89\x45\x91\xab\x82\x68\x82\x6a\0garbage", 20).u8(1);
        }
    });
    m
}

/// A motion with a model's name and six empty sections.
pub fn empty() -> Build {
    let mut m = Build::new(b"m");
    m.empty(&SECTIONS);
    m
}
