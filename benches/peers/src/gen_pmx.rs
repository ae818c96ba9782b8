//! Deterministic generator of synthetic PMX 2.0 / 2.1 models for benchmarks.
//!
//! No dependencies: `rustc -O gen_pmx.rs` builds it, or `cargo run --release --bin gen_pmx`.
//! The same arguments always give the same bytes. Run without arguments for the options.
//!
//! The `real` weight-type pattern follows run lengths and type transitions measured over 15
//! published character models (heavy-tailed runs: half are 1-2 vertices long, yet half of all
//! vertices lie in runs of 20 to 5000); see performance.md section 2 for the measured table.

use std::fs::File;
use std::io::{self, BufWriter, Write};

// ---------------------------------------------------------------------------------------------
// Random numbers: splitmix64, enough for filler data and stable forever.

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        if n == 0 { 0 } else { ((self.next() >> 32) * n) >> 32 }
    }
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
    fn range(&mut self, lo: f32, hi: f32) -> f32 {
        lo + self.unit() * (hi - lo)
    }
}

// ---------------------------------------------------------------------------------------------
// Options

#[derive(Clone, Debug)]
struct Opts {
    version: f32,
    utf8: bool,
    vertices: usize,
    pattern: String,
    add_uv: u8,
    /// Index sizes: vertex, texture, material, bone, morph, rigid body. 0 = smallest that fits.
    sizes: [u8; 6],
    /// Face indices (not triangles) per vertex, in hundredths.
    indices_per_100: usize,
    textures: usize,
    materials: usize,
    bones: usize,
    vertex_morphs: usize,
    vertex_morph_offsets: usize,
    other_morphs: usize,
    frames: usize,
    bodies: usize,
    joints: usize,
    soft_bodies: usize,
    ik: bool,
    external_parents: bool,
    seed: u64,
}

impl Opts {
    fn preset(name: &str) -> Option<Opts> {
        // (vertices, bones, vertex morphs, offsets each)
        let (vertices, bones, vm, vo) = match name {
            "tiny" => (100, 20, 4, 10),
            "small" => (14_000, 200, 40, 300),
            "medium" => (268_000, 400, 100, 2_300),
            "large" => (2_680_000, 800, 200, 11_500),
            "huge" => (26_800_000, 1_200, 400, 57_500),
            _ => return None,
        };
        Some(Opts {
            version: 2.1,
            utf8: false,
            vertices,
            pattern: "real".into(),
            add_uv: 0,
            sizes: [0; 6],
            indices_per_100: 450,
            textures: 24,
            materials: 32,
            bones,
            vertex_morphs: vm,
            vertex_morph_offsets: vo,
            other_morphs: 33,
            frames: 12,
            bodies: bones / 3,
            joints: bones / 4,
            soft_bodies: 2,
            ik: true,
            external_parents: true,
            seed: 1,
        })
    }

    /// Resolves every 0 index size to the smallest that holds the count.
    fn resolve(&mut self) {
        let signed = |n: usize| {
            if n <= 127 {
                1
            } else if n <= 32_767 {
                2
            } else {
                4
            }
        };
        let unsigned = |n: usize| {
            if n <= 255 {
                1
            } else if n <= 65_535 {
                2
            } else {
                4
            }
        };
        let auto = [
            unsigned(self.vertices),
            signed(self.textures),
            signed(self.materials),
            signed(self.bones),
            signed(self.vertex_morphs + self.other_morphs),
            signed(self.bodies),
        ];
        for (size, auto) in self.sizes.iter_mut().zip(auto) {
            if *size == 0 {
                *size = auto;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Writer

struct Out {
    w: BufWriter<File>,
    pos: u64,
    utf8: bool,
    sizes: [u8; 6],
}

const VERTEX: usize = 0;
const TEXTURE: usize = 1;
const MATERIAL: usize = 2;
const BONE: usize = 3;
const MORPH: usize = 4;
const BODY: usize = 5;

impl Out {
    fn raw(&mut self, b: &[u8]) -> io::Result<()> {
        self.pos += b.len() as u64;
        self.w.write_all(b)
    }
    fn u8(&mut self, v: u8) -> io::Result<()> {
        self.raw(&[v])
    }
    fn u16(&mut self, v: u16) -> io::Result<()> {
        self.raw(&v.to_le_bytes())
    }
    fn i32(&mut self, v: i32) -> io::Result<()> {
        self.raw(&v.to_le_bytes())
    }
    fn f32s(&mut self, v: &[f32]) -> io::Result<()> {
        for x in v {
            self.raw(&x.to_le_bytes())?;
        }
        Ok(())
    }
    fn text(&mut self, s: &str) -> io::Result<()> {
        if self.utf8 {
            self.i32(s.len() as i32)?;
            self.raw(s.as_bytes())
        } else {
            let units: Vec<u8> = s.encode_utf16().flat_map(u16::to_le_bytes).collect();
            self.i32(units.len() as i32)?;
            self.raw(&units)
        }
    }
    fn index(&mut self, kind: usize, v: i64) -> io::Result<()> {
        match self.sizes[kind] {
            1 => self.raw(&(v as u8).to_le_bytes()),
            2 => self.raw(&(v as u16).to_le_bytes()),
            _ => self.raw(&(v as u32).to_le_bytes()),
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Weight-type patterns

/// Inverse cumulative run lengths per type (BDEF1, BDEF2, BDEF4, SDEF) as (quantile, length).
const RUNS: [&[(f32, f32)]; 4] = [
    &[
        (0.0, 1.0),
        (0.40, 1.0),
        (0.5, 2.0),
        (0.65, 2.4),
        (0.7, 3.0),
        (0.8, 6.0),
        (0.9, 15.0),
        (0.95, 29.0),
        (0.98, 65.0),
        (0.99, 156.0),
        (0.995, 358.0),
        (0.999, 1769.0),
        (1.0, 9000.0),
    ],
    &[
        (0.0, 1.0),
        (0.40, 1.0),
        (0.5, 2.0),
        (0.65, 2.4),
        (0.7, 4.0),
        (0.8, 5.0),
        (0.9, 11.0),
        (0.95, 16.0),
        (0.98, 33.0),
        (0.99, 53.0),
        (0.995, 82.0),
        (0.999, 199.0),
        (1.0, 374.0),
    ],
    &[
        (0.0, 1.0),
        (0.40, 1.0),
        (0.5, 2.0),
        (0.75, 2.4),
        (0.8, 4.0),
        (0.9, 8.0),
        (0.95, 13.0),
        (0.98, 25.0),
        (0.99, 41.0),
        (0.995, 71.0),
        (0.999, 204.0),
        (1.0, 290.0),
    ],
    &[
        (0.0, 1.0),
        (0.50, 1.0),
        (0.6, 2.0),
        (0.75, 2.4),
        (0.8, 4.0),
        (0.9, 11.0),
        (0.95, 20.0),
        (0.98, 40.0),
        (0.99, 60.0),
        (0.995, 120.0),
        (0.999, 282.0),
        (1.0, 708.0),
    ],
];
/// Cumulative probability of the next run's type, per current type.
const NEXT: [[f32; 4]; 4] =
    [[0.0, 0.570, 0.604, 1.0], [0.808, 0.808, 0.994, 1.0], [0.185, 1.0, 1.0, 1.0], [0.981, 1.0, 1.0, 1.0]];

fn real_run(rng: &mut Rng, ty: u8) -> usize {
    let table = RUNS[ty as usize];
    let q = rng.unit();
    let i = table.iter().position(|p| p.0 > q).unwrap_or(table.len() - 1).max(1);
    let ((q0, l0), (q1, l1)) = (table[i - 1], table[i]);
    let t = (q - q0) / (q1 - q0);
    (l0 * (l1 / l0).powf(t)).floor().max(1.0) as usize
}

struct Types {
    pattern: String,
    qdef: bool,
    ty: u8,
    left: usize,
    n: usize,
}

impl Types {
    fn next(&mut self, rng: &mut Rng) -> u8 {
        self.n += 1;
        match self.pattern.as_str() {
            "bdef1" => 0,
            "bdef2" => 1,
            "bdef4" => 2,
            "sdef" => 3,
            "qdef" => 4,
            // Every vertex independent and uniform over all types.
            "random" => rng.below(if self.qdef { 5 } else { 4 }) as u8,
            // Predictable but never the same type twice.
            "alternate" => [0, 1, 2, 3][self.n % 4],
            // One vertex in 64 breaks an otherwise uniform section: spoils every long run.
            "spoiler" => (self.n % 64 == 0) as u8,
            // Long runs of every type, one per material in the extreme.
            "long" => {
                if self.left == 0 {
                    self.ty = (self.ty + 1) % 4;
                    self.left = 2_000 + rng.below(20_000) as usize;
                }
                self.left -= 1;
                self.ty
            }
            _ => {
                if self.left == 0 {
                    let q = rng.unit();
                    self.ty = NEXT[self.ty as usize].iter().position(|&p| q < p).unwrap_or(0) as u8;
                    self.left = real_run(rng, self.ty);
                }
                self.left -= 1;
                self.ty
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Sections

fn write_model(path: &str, o: &Opts) -> io::Result<()> {
    let mut rng = Rng(o.seed.wrapping_mul(0x1234_5678_9abc_def1));
    let mut w = Out { w: BufWriter::with_capacity(1 << 20, File::create(path)?), pos: 0, utf8: o.utf8, sizes: o.sizes };
    let v21 = o.version > 2.05;
    let mut marks: Vec<(&str, u64)> = vec![];

    w.raw(b"PMX ")?;
    w.f32s(&[o.version])?;
    w.u8(8)?;
    w.u8(o.utf8 as u8)?;
    w.u8(o.add_uv)?;
    w.raw(&o.sizes)?;
    w.text("合成モデル")?;
    w.text("Synthetic model")?;
    w.text("ベンチマーク用に生成されたモデル\r\nすべての値は乱数です")?;
    w.text("Generated for benchmarks; every value is pseudo-random.")?;

    marks.push(("vertices", w.pos));
    w.i32(o.vertices as i32)?;
    let mut types = Types { pattern: o.pattern.clone(), qdef: v21, ty: 0, left: 0, n: 0 };
    let bones = o.bones.max(1) as u64;
    for i in 0..o.vertices {
        // A wide cylinder: neighbouring vertices are near each other, normals have unit length.
        let angle = i as f32 * 0.013;
        let (s, c) = angle.sin_cos();
        let h = i as f32 / o.vertices as f32 * 20.0;
        w.f32s(&[c * 5.0 + rng.range(-0.1, 0.1), h, s * 5.0 + rng.range(-0.1, 0.1)])?;
        w.f32s(&[c, 0.0, s])?;
        w.f32s(&[rng.unit(), rng.unit()])?;
        for _ in 0..o.add_uv {
            let v = [rng.unit(), rng.unit(), rng.unit(), rng.unit()];
            w.f32s(&v)?;
        }
        let ty = types.next(&mut rng);
        w.u8(ty)?;
        let near = i as u64 * bones / o.vertices.max(1) as u64;
        let bone = |rng: &mut Rng| ((near + rng.below(6)) % bones) as i64;
        match ty {
            0 => {
                let b = bone(&mut rng);
                w.index(BONE, b)?;
            }
            1 | 3 => {
                for _ in 0..2 {
                    let b = bone(&mut rng);
                    w.index(BONE, b)?;
                }
                w.f32s(&[rng.unit()])?;
                if ty == 3 {
                    for _ in 0..3 {
                        let v = [rng.range(-5., 5.), rng.range(0., 20.), rng.range(-5., 5.)];
                        w.f32s(&v)?;
                    }
                }
            }
            _ => {
                for _ in 0..4 {
                    let b = bone(&mut rng);
                    w.index(BONE, b)?;
                }
                let a = rng.range(0.1, 0.6);
                let b = rng.range(0.1, 0.9 - a);
                let c = (1.0 - a - b) * 0.5;
                w.f32s(&[a, b, c, 1.0 - a - b - c])?;
            }
        }
        w.f32s(&[1.0])?;
    }

    marks.push(("faces", w.pos));
    let index_count = if o.vertices < 3 { 0 } else { o.vertices * o.indices_per_100 / 100 / 3 * 3 };
    w.i32(index_count as i32)?;
    for i in 0..index_count / 3 {
        // Three different vertices close together, sweeping over the whole model.
        let span = 64.min(o.vertices) as u64;
        let base = (i * (o.vertices - span as usize + 1) / (index_count / 3).max(1)) as u64;
        let a = rng.below(span);
        let b = (a + 1 + rng.below(span - 2)) % span;
        let mut c = (b + 1) % span;
        if c == a {
            c = (c + 1) % span;
        }
        for k in [a, b, c] {
            w.index(VERTEX, (base + k) as i64)?;
        }
    }

    marks.push(("textures", w.pos));
    w.i32(o.textures as i32)?;
    for i in 0..o.textures {
        w.text(&format!("tex\\テクスチャ_{i:03}.png"))?;
    }

    marks.push(("materials", w.pos));
    w.i32(o.materials as i32)?;
    let triangles = index_count / 3;
    for i in 0..o.materials {
        w.text(&format!("材質{i}"))?;
        w.text(&format!("material {i}"))?;
        w.f32s(&[0.8, 0.7, 0.6, 1.0, 0.1, 0.1, 0.1, 5.0, 0.4, 0.4, 0.4])?;
        w.u8(0x1f)?;
        w.f32s(&[0.0, 0.0, 0.0, 1.0, 0.5])?;
        let texture = if o.textures == 0 { -1 } else { (i % o.textures) as i64 };
        w.index(TEXTURE, texture)?;
        w.index(TEXTURE, -1)?;
        w.u8(0)?;
        if i % 2 == 0 {
            w.u8(1)?;
            w.u8((i % 10) as u8)?;
        } else {
            w.u8(0)?;
            w.index(TEXTURE, texture)?;
        }
        w.text("メモ")?;
        let share = triangles * (i + 1) / o.materials - triangles * i / o.materials;
        w.i32((share * 3) as i32)?;
    }

    marks.push(("bones", w.pos));
    w.i32(o.bones as i32)?;
    for i in 0..o.bones {
        w.text(&format!("ボーン{i}"))?;
        w.text(&format!("bone_{i}"))?;
        w.f32s(&[rng.range(-5., 5.), rng.range(0., 20.), rng.range(-5., 5.)])?;
        let parent = if i == 0 { -1 } else { rng.below(i.min(16) as u64) as i64 + i as i64 - i.min(16) as i64 };
        w.index(BONE, parent)?;
        w.i32(0)?;
        let ik = o.ik && i % 29 == 28;
        let mut flags: u16 = 0x001e;
        flags |= (i % 2 == 0) as u16;
        flags |= if i % 7 == 3 && i > 2 { 0x0100 } else { 0 };
        flags |= if i % 11 == 5 { 0x0400 } else { 0 };
        flags |= if i % 13 == 6 { 0x0800 } else { 0 };
        flags |= if o.external_parents && i % 101 == 100 { 0x2000 } else { 0 };
        flags |= if ik { 0x0020 } else { 0 };
        w.u16(flags)?;
        if flags & 1 != 0 {
            w.index(BONE, if i + 1 < o.bones { i as i64 + 1 } else { -1 })?;
        } else {
            w.f32s(&[0.0, 1.0, 0.0])?;
        }
        if flags & 0x0300 != 0 {
            w.index(BONE, i as i64 - 2)?;
            w.f32s(&[0.5])?;
        }
        if flags & 0x0400 != 0 {
            w.f32s(&[1.0, 0.0, 0.0])?;
        }
        if flags & 0x0800 != 0 {
            w.f32s(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0])?;
        }
        if flags & 0x2000 != 0 {
            w.i32(1)?;
        }
        if ik {
            w.index(BONE, i as i64 - 3)?;
            w.i32(40)?;
            w.f32s(&[0.03])?;
            w.i32(2)?;
            w.index(BONE, i as i64 - 4)?;
            w.u8(1)?;
            w.f32s(&[-3.1, 0.0, 0.0, -0.01, 0.0, 0.0])?;
            w.index(BONE, i as i64 - 5)?;
            w.u8(0)?;
        }
    }

    marks.push(("morphs", w.pos));
    let morphs = o.vertex_morphs + o.other_morphs;
    w.i32(morphs as i32)?;
    for i in 0..morphs {
        w.text(&format!("表情{i}"))?;
        w.text(&format!("morph_{i}"))?;
        w.u8((i % 4 + 1) as u8)?;
        if i < o.vertex_morphs {
            w.u8(1)?;
            w.i32(o.vertex_morph_offsets as i32)?;
            let stride = (o.vertices / o.vertex_morph_offsets.max(1)).max(1);
            for k in 0..o.vertex_morph_offsets {
                w.index(VERTEX, ((k * stride + i) % o.vertices.max(1)) as i64)?;
                w.f32s(&[rng.range(-0.1, 0.1), rng.range(-0.1, 0.1), rng.range(-0.1, 0.1)])?;
            }
            continue;
        }
        let ty = ((i - o.vertex_morphs) % if v21 { 11 } else { 9 }) as u8;
        let ty = if (4..=7).contains(&ty) && ty - 4 >= o.add_uv { 3 } else { ty };
        let ty = if ty == 10 && o.bodies == 0 { 0 } else { ty };
        w.u8(ty)?;
        let count = 8;
        w.i32(count)?;
        for k in 0..count as i64 {
            match ty {
                // Group and flip morphs point at the first vertex morphs only, so no cycles.
                0 | 9 => {
                    w.index(MORPH, k % o.vertex_morphs.max(1) as i64)?;
                    w.f32s(&[0.5])?;
                }
                1 => {
                    w.index(VERTEX, k % o.vertices.max(1) as i64)?;
                    w.f32s(&[0.0, 0.1, 0.0])?;
                }
                2 => {
                    w.index(BONE, k % bones as i64)?;
                    w.f32s(&[0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 1.0])?;
                }
                3..=7 => {
                    w.index(VERTEX, k % o.vertices.max(1) as i64)?;
                    w.f32s(&[0.1, 0.0, 0.0, 0.0])?;
                }
                8 => {
                    w.index(MATERIAL, if k == 0 { -1 } else { k % o.materials.max(1) as i64 })?;
                    w.u8((k % 2) as u8)?;
                    w.f32s(&[0.5; 28])?;
                }
                _ => {
                    w.index(BODY, k % o.bodies as i64)?;
                    w.u8(0)?;
                    w.f32s(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0])?;
                }
            }
        }
    }

    marks.push(("frames", w.pos));
    w.i32(o.frames as i32)?;
    for i in 0..o.frames {
        w.text(&if i == 0 {
            "Root".to_string()
        } else if i == 1 {
            "表情".to_string()
        } else {
            format!("枠{i}")
        })?;
        w.text(&if i == 0 {
            "Root".to_string()
        } else if i == 1 {
            "Exp".to_string()
        } else {
            format!("frame {i}")
        })?;
        w.u8((i < 2) as u8)?;
        if i == 1 {
            w.i32(morphs as i32)?;
            for k in 0..morphs {
                w.u8(1)?;
                w.index(MORPH, k as i64)?;
            }
        } else {
            let n = if i == 0 { o.bones.min(1) } else { o.bones / o.frames };
            w.i32(n as i32)?;
            for k in 0..n {
                w.u8(0)?;
                w.index(BONE, ((i * n + k) % o.bones) as i64)?;
            }
        }
    }

    marks.push(("bodies", w.pos));
    w.i32(o.bodies as i32)?;
    for i in 0..o.bodies {
        w.text(&format!("剛体{i}"))?;
        w.text(&format!("body_{i}"))?;
        w.index(BONE, (i % o.bones.max(1)) as i64)?;
        w.u8((i % 16) as u8)?;
        w.u16(0xffff)?;
        w.u8((i % 3) as u8)?;
        w.f32s(&[0.5, 0.5, 0.5, 0.0, 10.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.5, 0.0, 0.5])?;
        w.u8((i % 3) as u8)?;
    }

    marks.push(("joints", w.pos));
    w.i32(o.joints as i32)?;
    for i in 0..o.joints {
        w.text(&format!("ジョイント{i}"))?;
        w.text(&format!("joint_{i}"))?;
        w.u8(0)?;
        w.index(BODY, (i % o.bodies.max(1)) as i64)?;
        w.index(BODY, ((i + 1) % o.bodies.max(1)) as i64)?;
        w.f32s(&[0.1; 24])?;
    }

    if v21 {
        marks.push(("soft_bodies", w.pos));
        w.i32(o.soft_bodies as i32)?;
        for i in 0..o.soft_bodies {
            w.text(&format!("ソフト{i}"))?;
            w.text(&format!("soft_{i}"))?;
            w.u8((i % 2) as u8)?;
            w.index(MATERIAL, (i % o.materials.max(1)) as i64)?;
            w.u8(1)?;
            w.u16(0xffff)?;
            w.u8(0)?;
            w.i32(2)?; // b-link distance
            w.i32(4)?; // clusters
            w.f32s(&[1.0, 0.05])?; // total mass, collision margin
            w.i32(0)?; // aero model
            w.f32s(&[0.5; 12])?; // config
            w.f32s(&[0.5; 6])?; // cluster
            for _ in 0..4 {
                w.i32(1)?; // iterations
            }
            w.f32s(&[0.5; 3])?; // material
            let anchors = if o.bodies == 0 { 0 } else { 5.min(o.vertices) };
            w.i32(anchors as i32)?;
            for k in 0..anchors {
                w.index(BODY, (k % o.bodies) as i64)?;
                w.index(VERTEX, k as i64)?;
                w.u8(0)?;
            }
            let pins = 7.min(o.vertices);
            w.i32(pins as i32)?;
            for k in 0..pins {
                w.index(VERTEX, k as i64)?;
            }
        }
    }
    marks.push(("end", w.pos));
    w.w.flush()?;

    print!(
        "{{\"file\":{path:?},\"bytes\":{},\"vertices\":{},\"indices\":{index_count},\"morphs\":{morphs},\"sizes\":{:?},\"sections\":{{",
        w.pos, o.vertices, o.sizes
    );
    for (i, (name, at)) in marks.iter().enumerate() {
        print!("{}\"{name}\":{at}", if i == 0 { "" } else { "," });
    }
    println!("}}}}");
    Ok(())
}

// ---------------------------------------------------------------------------------------------

const USAGE: &str = "usage: gen_pmx OUT [PRESET] [KEY=VALUE ...]
presets: tiny, small (1 MB), medium (20 MB), large (200 MB), huge (2 GB); default small
keys:
  pattern   real | long | random | alternate | spoiler | bdef1 | bdef2 | bdef4 | sdef | qdef
  version   2.0 | 2.1          encoding   utf16 | utf8        adduv  0..4
  vertices textures materials bones vmorphs voffsets omorphs frames bodies joints soft   counts
  ipv       face indices per 100 vertices (default 450)
  vi ti mi bi oi ri            index sizes of vertex, texture, material, bone, morph, body (0 = fit)
  ik extparent   0 leaves IK bones, external-parent bones out (some readers mishandle them)
  seed";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.is_empty() || args[0].starts_with('-') {
        eprintln!("{USAGE}");
        std::process::exit(2);
    }
    let mut rest = &args[1..];
    let mut o = Opts::preset("small").unwrap();
    if let Some(p) = rest.first().and_then(|a| Opts::preset(a)) {
        o = p;
        rest = &rest[1..];
    }
    for a in rest {
        let Some((key, value)) = a.split_once('=') else {
            eprintln!("not KEY=VALUE: {a}\n{USAGE}");
            std::process::exit(2);
        };
        let n = || value.parse::<usize>().unwrap_or_else(|_| panic!("not a number: {a}"));
        match key {
            "pattern" => o.pattern = value.into(),
            "version" => o.version = if value == "2.0" { 2.0 } else { 2.1 },
            "encoding" => o.utf8 = value == "utf8",
            "adduv" => o.add_uv = n().min(4) as u8,
            "vertices" => o.vertices = n(),
            "textures" => o.textures = n(),
            "materials" => o.materials = n().max(1),
            "bones" => o.bones = n(),
            "vmorphs" => o.vertex_morphs = n(),
            "voffsets" => o.vertex_morph_offsets = n(),
            "omorphs" => o.other_morphs = n(),
            "frames" => o.frames = n(),
            "bodies" => o.bodies = n(),
            "joints" => o.joints = n(),
            "soft" => o.soft_bodies = n(),
            "ipv" => o.indices_per_100 = n(),
            "vi" => o.sizes[VERTEX] = n() as u8,
            "ti" => o.sizes[TEXTURE] = n() as u8,
            "mi" => o.sizes[MATERIAL] = n() as u8,
            "bi" => o.sizes[BONE] = n() as u8,
            "oi" => o.sizes[MORPH] = n() as u8,
            "ri" => o.sizes[BODY] = n() as u8,
            "ik" => o.ik = n() != 0,
            "extparent" => o.external_parents = n() != 0,
            "seed" => o.seed = n() as u64,
            _ => {
                eprintln!("unknown key {key}\n{USAGE}");
                std::process::exit(2);
            }
        }
    }
    o.resolve();
    if let Err(e) = write_model(&args[0], &o) {
        eprintln!("{}: {e}", args[0]);
        std::process::exit(1);
    }
}
