//! Models for the benches, made in memory: the same settings always give the same bytes.
//!
//! Written byte by byte rather than through the crate, so that a bench measures reading alone.
#![allow(dead_code)] // each bench uses a part of it
use mmdmap::pmx::PmxIndex;
use std::ops::Range;

/// Which kinds of deform follow each other: what the scan of vertices lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Runs and transitions as measured over 15 published character models: half of all runs are one or two vertices
    /// long, yet half of all vertices lie in runs of 20 to 5 000.
    Real,
    /// All alike.
    Bdef1,
    /// Runs of thousands.
    Long,
    /// Every vertex independent of the one before: nothing can be foreseen.
    Random,
    /// Never the same kind twice.
    Alternate,
    /// Alike, but for one in 64: spoils every long run.
    Spoiler,
}

impl Pattern {
    pub const ALL: [Pattern; 6] =
        [Pattern::Real, Pattern::Bdef1, Pattern::Long, Pattern::Random, Pattern::Alternate, Pattern::Spoiler];

    pub fn name(self) -> &'static str {
        match self {
            Pattern::Real => "real",
            Pattern::Bdef1 => "bdef1",
            Pattern::Long => "long",
            Pattern::Random => "random",
            Pattern::Alternate => "alternate",
            Pattern::Spoiler => "spoiler",
        }
    }
}

/// Random numbers (splitmix64): enough for filler, and the same forever.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
    /// From 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// Length of a run, by kind, at some points of its distribution: (share of runs that are shorter, length).
#[rustfmt::skip]
const RUNS: [&[(f32, f32)]; 4] = [
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.7, 3.0), (0.8, 6.0), (0.9, 15.0), (0.95, 29.0), (0.98, 65.0),
      (0.99, 156.0), (0.995, 358.0), (0.999, 1769.0), (1.0, 9000.0)],
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.65, 2.4), (0.7, 4.0), (0.8, 5.0), (0.9, 11.0), (0.95, 16.0),
      (0.98, 33.0), (0.99, 53.0), (0.995, 82.0), (0.999, 199.0), (1.0, 374.0)],
    &[(0.0, 1.0), (0.4, 1.0), (0.5, 2.0), (0.75, 2.4), (0.8, 4.0), (0.9, 8.0), (0.95, 13.0), (0.98, 25.0),
      (0.99, 41.0), (0.995, 71.0), (0.999, 204.0), (1.0, 290.0)],
    &[(0.0, 1.0), (0.5, 1.0), (0.6, 2.0), (0.75, 2.4), (0.8, 4.0), (0.9, 11.0), (0.95, 20.0), (0.98, 40.0),
      (0.99, 60.0), (0.995, 120.0), (0.999, 282.0), (1.0, 708.0)],
];
/// Kind of the next run, by kind of this one: shares, summed up.
const NEXT: [[f32; 4]; 4] =
    [[0.0, 0.570, 0.604, 1.0], [0.808, 0.808, 0.994, 1.0], [0.185, 1.0, 1.0, 1.0], [0.981, 1.0, 1.0, 1.0]];

/// The kinds of deform, vertex by vertex.
struct Kinds {
    pattern: Pattern,
    kind: u8,
    /// Left of this run.
    left: usize,
    vertex: usize,
}

impl Kinds {
    fn next(&mut self, rng: &mut Rng) -> u8 {
        self.vertex += 1;
        match self.pattern {
            Pattern::Bdef1 => return 0,
            Pattern::Random => return rng.below(5) as u8,
            Pattern::Alternate => return (self.vertex % 4) as u8,
            Pattern::Spoiler => return u8::from(self.vertex % 64 == 0),
            Pattern::Long if self.left == 0 => {
                self.kind = (self.kind + 1) % 4;
                self.left = 2_000 + rng.below(20_000);
            }
            Pattern::Real if self.left == 0 => {
                let share = rng.unit();
                let next = NEXT[usize::from(self.kind)].iter().position(|&sum| share < sum);
                self.kind = next.unwrap_or(0) as u8;
                self.left = run(RUNS[usize::from(self.kind)], rng.unit());
            }
            Pattern::Long | Pattern::Real => {}
        }
        self.left -= 1;
        self.kind
    }
}

/// The length at this point of a distribution.
fn run(lengths: &[(f32, f32)], at: f32) -> usize {
    let upper = lengths.iter().position(|&(share, _)| share > at).unwrap_or(lengths.len() - 1).max(1);
    let ((from, shorter), (to, longer)) = (lengths[upper - 1], lengths[upper]);
    let length = shorter * (longer / shorter).powf((at - from) / (to - from));
    length.max(1.0) as usize
}

/// What a model is to hold.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub pattern: Pattern,
    pub utf8: bool,
    pub vertices: usize,
    pub bones: usize,
    /// Vertex morphs.
    pub morphs: usize,
    /// Offsets of each.
    pub offsets: usize,
}

impl Recipe {
    /// A model of so many vertices, otherwise like the ones people make.
    pub fn new(pattern: Pattern, vertices: usize) -> Self {
        Recipe { pattern, utf8: false, vertices, bones: 400, morphs: 100, offsets: (vertices / 100).max(8) }
    }
    pub fn bones(self, bones: usize) -> Self {
        Recipe { bones, ..self }
    }
    pub fn utf8(self) -> Self {
        Recipe { utf8: true, ..self }
    }
}

/// A model in memory, and what a bench needs to know of it without the crate's help.
pub struct Model {
    pub bytes: Vec<u8>,
    pub vertices: usize,
    /// The vertex records, without their count.
    pub vertex_bytes: Range<usize>,
    /// Size of a vertex by its kind.
    pub sizes: [u8; 5],
}

/// Where a vertex says its kind: no additional UVs here.
pub const TAG_AT: usize = 32;

impl Model {
    pub fn vertex_section(&self) -> &[u8] {
        &self.bytes[self.vertex_bytes.clone()]
    }
    /// Where each vertex begins, in the file: the index everybody would write first, 8 bytes per vertex.
    pub fn offsets(&self) -> Vec<u64> {
        let mut place = self.vertex_bytes.start;
        let mut offsets = Vec::with_capacity(self.vertices);
        for _ in 0..self.vertices {
            offsets.push(place as u64);
            place += usize::from(self.sizes[usize::from(self.bytes[place + TAG_AT])]);
        }
        offsets
    }
}

struct Out {
    bytes: Vec<u8>,
    recipe: Recipe,
    vertex_width: usize,
}

/// Bone indices are two bytes wide, as in nearly every model; those of textures, materials, morphs and bodies one.
const BONE_WIDTH: usize = 2;

impl Out {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
    fn count(&mut self, n: usize) {
        self.put(&(n as i32).to_le_bytes());
    }
    fn floats(&mut self, all: &[f32]) {
        all.iter().for_each(|x| self.put(&x.to_le_bytes()));
    }
    fn index(&mut self, width: usize, index: i32) {
        self.put(&index.to_le_bytes()[..width]);
    }
    fn text(&mut self, text: &str) {
        if self.recipe.utf8 {
            self.count(text.len());
            self.put(text.as_bytes());
        } else {
            self.count(text.encode_utf16().count() * 2);
            text.encode_utf16().for_each(|unit| self.put(&unit.to_le_bytes()));
        }
    }
    fn names(&mut self, local: &str, universal: &str) {
        self.text(local);
        self.text(universal);
    }
}

/// The index of a model of a bench.
pub fn open(model: &Model) -> PmxIndex {
    PmxIndex::scan(&model.bytes).expect("the model of the bench opens")
}

/// Look-ups of one measurement.
pub const LOOKS: usize = 4096;

/// Numbers below `n`, in no order.
pub fn numbers(n: usize) -> Vec<usize> {
    let mut rng = Rng(7);
    (0..LOOKS).map(|_| rng.below(n)).collect()
}

/// Makes the model of a recipe.
pub fn model(recipe: Recipe) -> Model {
    let vertex_width = match recipe.vertices {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let mut rng = Rng(1);
    let mut out = Out { bytes: Vec::new(), recipe, vertex_width };
    out.put(b"PMX ");
    out.floats(&[2.1]);
    out.put(&[8, recipe.utf8.into(), 0, vertex_width as u8, 1, 1, BONE_WIDTH as u8, 1, 1]);
    out.names("合成モデル", "Synthetic model");
    out.names("計測用\r\nすべての値は乱数です", "For benches; every value is random.");

    out.count(recipe.vertices);
    let start = out.bytes.len();
    vertices(&mut out, &mut rng);
    let vertex_bytes = start..out.bytes.len();
    faces(&mut out, &mut rng);
    textures_and_materials(&mut out);
    bones(&mut out, &mut rng);
    morphs(&mut out, &mut rng);
    frames(&mut out);
    (0..3).for_each(|_| out.count(0)); // bodies, joints, soft bodies

    let size = |bones: usize, rest: usize| (TAG_AT + 1 + BONE_WIDTH * bones + rest + 4) as u8;
    let sizes = [size(1, 0), size(2, 4), size(4, 16), size(2, 40), size(4, 16)];
    Model { bytes: out.bytes, vertices: recipe.vertices, vertex_bytes, sizes }
}

/// A wide cylinder: neighbours are near each other, normals have unit length.
fn vertices(out: &mut Out, rng: &mut Rng) {
    let Recipe { pattern, vertices, bones, .. } = out.recipe;
    let mut kinds = Kinds { pattern, kind: 0, left: 0, vertex: 0 };
    for i in 0..vertices {
        let (sin, cos) = (i as f32 * 0.013).sin_cos();
        out.floats(&[cos * 5.0 + rng.unit() * 0.2, i as f32 / vertices as f32 * 20.0, sin * 5.0 + rng.unit() * 0.2]);
        out.floats(&[cos, 0.0, sin, rng.unit(), rng.unit()]);
        let kind = kinds.next(rng);
        out.put(&[kind]);
        let near = i * bones / vertices;
        let mut bone = |out: &mut Out, n: usize| {
            let first = near + rng.below(6);
            (first..first + n).for_each(|index| out.index(BONE_WIDTH, (index % bones) as i32));
        };
        match kind {
            0 => bone(out, 1),
            1 | 3 => {
                bone(out, 2);
                out.floats(&[rng.unit()]);
                if kind == 3 {
                    (0..9).for_each(|_| out.floats(&[rng.unit() * 10.0]));
                }
            }
            _ => {
                bone(out, 4);
                out.floats(&[0.4, 0.3, 0.2, 0.1]);
            }
        }
        out.floats(&[1.0]);
    }
}

/// As many triangles as vertices, each of three vertices near each other, sweeping over the model.
fn faces(out: &mut Out, rng: &mut Rng) {
    let span = out.recipe.vertices.min(64);
    let triangles = if span < 3 { 0 } else { out.recipe.vertices };
    out.count(triangles * 3);
    for i in 0..triangles {
        let base = i.min(out.recipe.vertices - span);
        for _ in 0..3 {
            let index = base + rng.below(span);
            out.index(out.vertex_width, index as i32);
        }
    }
}

fn textures_and_materials(out: &mut Out) {
    const MATERIALS: usize = 32;
    out.count(MATERIALS);
    (0..MATERIALS).for_each(|i| out.text(&format!("tex\\テクスチャ_{i:03}.png")));
    out.count(MATERIALS);
    for i in 0..MATERIALS {
        out.names(&format!("材質{i}"), &format!("material {i}"));
        out.floats(&[0.8; 11]);
        out.put(&[0x1f]);
        out.floats(&[0.0, 0.0, 0.0, 1.0, 0.5]);
        out.put(&[i as u8, 0xff, 0, 1, (i % 10) as u8]); // texture, no sphere, a shared toon
        out.text("メモ");
        out.count(out.recipe.vertices / MATERIALS * 3);
    }
}

fn bones(out: &mut Out, rng: &mut Rng) {
    let bones = out.recipe.bones;
    out.count(bones);
    for i in 0..bones as i32 {
        out.names(&format!("ボーン{i}"), &format!("bone_{i}"));
        out.floats(&[rng.unit(), rng.unit(), rng.unit()]);
        out.index(BONE_WIDTH, i - 1);
        out.count(0);
        let flag = |when: bool, bit: u16| if when { bit } else { 0 };
        let (tail, ik) = (i % 2 == 0, i % 29 == 28);
        let (append, axis, axes) = (i % 7 == 3, i % 11 == 5, i % 13 == 6);
        let flags = flag(append, 0x100) | flag(axis, 0x400) | flag(axes, 0x800) | flag(ik, 0x20) | flag(tail, 1);
        out.put(&(0x1e | flags).to_le_bytes());
        if tail {
            out.index(BONE_WIDTH, i + 1)
        } else {
            out.floats(&[0.0, 1.0, 0.0])
        }
        if append {
            out.index(BONE_WIDTH, i - 2);
            out.floats(&[0.5]);
        }
        if axis {
            out.floats(&[1.0, 0.0, 0.0]);
        }
        if axes {
            out.floats(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        }
        if ik {
            out.index(BONE_WIDTH, i - 3);
            out.count(40);
            out.floats(&[0.03]);
            out.count(2);
            out.index(BONE_WIDTH, i - 4);
            out.put(&[1]);
            out.floats(&[-3.1, 0.0, 0.0, -0.01, 0.0, 0.0]);
            out.index(BONE_WIDTH, i - 5);
            out.put(&[0]);
        }
    }
}

fn morphs(out: &mut Out, rng: &mut Rng) {
    let Recipe { vertices, morphs, offsets, .. } = out.recipe;
    out.count(morphs);
    for i in 0..morphs {
        out.names(&format!("表情{i}"), &format!("morph_{i}"));
        out.put(&[(i % 4 + 1) as u8, 1]);
        out.count(offsets);
        for k in 0..offsets {
            out.index(out.vertex_width, ((k * (vertices / offsets).max(1) + i) % vertices) as i32);
            out.floats(&[rng.unit() * 0.1, rng.unit() * 0.1, rng.unit() * 0.1]);
        }
    }
}

fn frames(out: &mut Out) {
    out.count(1);
    out.names("Root", "Root");
    out.put(&[1]);
    out.count(1);
    out.put(&[0]);
    out.index(BONE_WIDTH, 0);
}
