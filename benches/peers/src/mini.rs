//! A minimal serial PMX scanner: the yardstick every column's counts and sums are checked against,
//! and the source of the GLB twin. Deliberately plain; it keeps one u64 offset per vertex.

use crate::{Counts, GpuVertex, Loaded, Result};

pub struct Cursor<'a> {
    pub d: &'a [u8],
    pub at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(n).filter(|&e| e <= self.d.len()).ok_or("truncated file")?;
        let s = &self.d[self.at..end];
        self.at = end;
        Ok(s)
    }
    fn u8(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }
    fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take(2)?.try_into().unwrap()))
    }
    fn count(&mut self) -> Result<usize> {
        let n = i32::from_le_bytes(self.take(4)?.try_into().unwrap());
        usize::try_from(n).map_err(|_| "negative count".into())
    }
    fn text(&mut self) -> Result<()> {
        let n = self.count()?;
        self.take(n).map(|_| ())
    }
}

pub struct Mini<'a> {
    d: &'a [u8],
    pub counts: Counts,
    pub offsets: Vec<u64>,
    pub faces_at: usize,
    pub vi: usize,
    pub bi: usize,
    pub add_uv: usize,
    pub vertices_at: usize,
    pub vertices_end: usize,
}

pub fn f32_at(d: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(d[at..at + 4].try_into().unwrap())
}

pub fn uint_at(d: &[u8], at: usize, size: usize) -> u32 {
    match size {
        1 => d[at] as u32,
        2 => u16::from_le_bytes(d[at..at + 2].try_into().unwrap()) as u32,
        _ => u32::from_le_bytes(d[at..at + 4].try_into().unwrap()),
    }
}

impl<'a> Mini<'a> {
    pub fn open(d: &'a [u8]) -> Result<Self> {
        let mut c = Cursor { d, at: 0 };
        if c.take(4)? != b"PMX " {
            return Err("not a PMX file".into());
        }
        let version = f32::from_le_bytes(c.take(4)?.try_into().unwrap());
        let n = c.u8()? as usize;
        let g = c.take(n)?;
        if n < 8 {
            return Err("too few globals".into());
        }
        let add_uv = g[1] as usize;
        let [vi, ti, mi, bi, oi, ri] = [2, 3, 4, 5, 6, 7].map(|i| g[i] as usize);
        for _ in 0..4 {
            c.text()?;
        }
        let mut counts = Counts::default();

        counts.vertices = c.count()?;
        let vertices_at = c.at;
        let fixed = 37 + 16 * add_uv;
        let strides = [bi, 2 * bi + 4, 4 * bi + 16, 2 * bi + 40, 4 * bi + 16].map(|w| fixed + w);
        let mut offsets = Vec::with_capacity(counts.vertices);
        let ty_at = 32 + 16 * add_uv;
        for _ in 0..counts.vertices {
            offsets.push(c.at as u64);
            let ty = *d.get(c.at + ty_at).ok_or("truncated file")? as usize;
            c.at += strides.get(ty).ok_or("unknown weight type")?;
        }
        let vertices_end = c.at;

        counts.indices = c.count()?;
        let faces_at = c.at;
        c.take(counts.indices * vi)?;
        counts.textures = c.count()?;
        for _ in 0..counts.textures {
            c.text()?;
        }
        counts.materials = c.count()?;
        for _ in 0..counts.materials {
            c.text()?;
            c.text()?;
            c.take(44 + 1 + 20 + 2 * ti + 1)?;
            let shared = c.u8()?;
            c.take(if shared == 1 { 1 } else { ti })?;
            c.text()?;
            c.take(4)?;
        }
        counts.bones = c.count()?;
        for _ in 0..counts.bones {
            c.text()?;
            c.text()?;
            c.take(12 + bi + 4)?;
            let f = c.u16()?;
            c.take(if f & 1 != 0 { bi } else { 12 })?;
            c.take(if f & 0x300 != 0 { bi + 4 } else { 0 })?;
            c.take(if f & 0x400 != 0 { 12 } else { 0 })?;
            c.take(if f & 0x800 != 0 { 24 } else { 0 })?;
            c.take(if f & 0x2000 != 0 { 4 } else { 0 })?;
            if f & 0x20 != 0 {
                c.take(bi + 8)?;
                for _ in 0..c.count()? {
                    c.take(bi)?;
                    if c.u8()? != 0 {
                        c.take(24)?;
                    }
                }
            }
        }
        counts.morphs = c.count()?;
        for _ in 0..counts.morphs {
            c.text()?;
            c.text()?;
            c.u8()?;
            let ty = c.u8()?;
            let n = c.count()?;
            let each = match ty {
                0 | 9 => oi + 4,
                1 => vi + 12,
                2 => bi + 28,
                3..=7 => vi + 16,
                8 => mi + 113,
                10 => ri + 25,
                _ => return Err("unknown morph type".into()),
            };
            c.take(n * each)?;
        }
        counts.frames = c.count()?;
        for _ in 0..counts.frames {
            c.text()?;
            c.text()?;
            c.u8()?;
            for _ in 0..c.count()? {
                let ty = c.u8()?;
                c.take(if ty == 0 { bi } else { oi })?;
            }
        }
        counts.bodies = c.count()?;
        for _ in 0..counts.bodies {
            c.text()?;
            c.text()?;
            c.take(bi + 61)?;
        }
        counts.joints = c.count()?;
        for _ in 0..counts.joints {
            c.text()?;
            c.text()?;
            c.take(1 + 2 * ri + 96)?;
        }
        if version > 2.05 && c.at < d.len() {
            counts.soft_bodies = c.count()?;
            for _ in 0..counts.soft_bodies {
                c.text()?;
                c.text()?;
                c.take(1 + mi + 1 + 2 + 1 + 4 + 4 + 8 + 4 + 48 + 24 + 16 + 12)?;
                let n = c.count()?;
                c.take(n * (ri + vi + 1))?;
                let n = c.count()?;
                c.take(n * vi)?;
            }
        }
        if c.at != d.len() {
            return Err(format!("{} bytes left over", d.len() - c.at).into());
        }
        Ok(Mini { d, counts, offsets, faces_at, vi, bi, add_uv, vertices_at, vertices_end })
    }

    pub fn gpu(&self, i: usize) -> GpuVertex {
        let (d, o) = (self.d, self.offsets[i] as usize);
        let f = |k: usize| f32_at(d, o + 4 * k);
        let mut v =
            GpuVertex { pos: [f(0), f(1), f(2)], normal: [f(3), f(4), f(5)], uv: [f(6), f(7)], ..Default::default() };
        let t = o + 32 + 16 * self.add_uv;
        let (b, bi) = (t + 1, self.bi);
        let bone = |k: usize| uint_at(d, b + k * bi, bi) as u16;
        match d[t] {
            0 => {
                v.joints[0] = bone(0);
                v.weights[0] = 1.0;
            }
            1 | 3 => {
                v.joints = [bone(0), bone(1), 0, 0];
                let w = f32_at(d, b + 2 * bi);
                v.weights = [w, 1.0 - w, 0.0, 0.0];
            }
            _ => {
                v.joints = [bone(0), bone(1), bone(2), bone(3)];
                let w = b + 4 * bi;
                v.weights = [0, 4, 8, 12].map(|k| f32_at(d, w + k));
            }
        }
        v
    }
    pub fn index(&self, i: usize) -> u32 {
        uint_at(self.d, self.faces_at + i * self.vi, self.vi)
    }
}

impl Loaded for Mini<'_> {
    fn counts(&self) -> Counts {
        self.counts
    }
    fn position(&self, i: usize) -> [f32; 3] {
        let o = self.offsets[i] as usize;
        [0, 4, 8].map(|k| f32_at(self.d, o + k))
    }
    fn sum(&self) -> (f64, u64) {
        let mut s = 0.0;
        for i in 0..self.counts.vertices {
            s += self.position(i).iter().map(|&x| x as f64).sum::<f64>();
        }
        (s, (0..self.counts.indices).map(|i| self.index(i) as u64).sum())
    }
    fn fill(&self, v: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        for (i, v) in v.iter_mut().enumerate() {
            *v = self.gpu(i);
        }
        for (i, x) in ix.iter_mut().enumerate() {
            *x = self.index(i);
        }
        true
    }
}
