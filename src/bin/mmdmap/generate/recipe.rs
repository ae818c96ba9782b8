//! What a generated model is to hold.
use super::pattern::Pattern;
use mmdmap::pmx::Version;
use mmdmap::{Encoding, Globals, Width};

/// A size that people compare readers at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// 100 vertices
    Tiny,
    /// 14 000 vertices, about 1 MB
    Small,
    /// 268 000 vertices, about 20 MB: a large character
    Medium,
    /// 2 680 000 vertices, about 206 MB
    Large,
    /// 26 800 000 vertices, about 2 GB
    Huge,
}

#[derive(Clone, Debug)]
pub struct Recipe {
    pub version: Version,
    pub encoding: Encoding,
    pub pattern: Pattern,
    pub seed: u64,
    pub vertices: usize,
    pub extra_uvs: u8,
    pub textures: usize,
    pub materials: usize,
    pub bones: usize,
    pub vertex_morphs: usize,
    /// Of each vertex morph.
    pub offsets: usize,
    /// Of each of the other kinds, as far as the version has them.
    pub other_morphs: usize,
    pub display_frames: usize,
    pub rigid_bodies: usize,
    pub joints: usize,
    pub soft_bodies: usize,
    /// Whether bones have IK and external parents.
    pub odd_bones: bool,
}

impl Recipe {
    pub fn new(preset: Preset) -> Self {
        let (vertices, bones, vertex_morphs, offsets) = match preset {
            Preset::Tiny => (100, 20, 4, 10),
            Preset::Small => (14_000, 200, 40, 300),
            Preset::Medium => (268_000, 400, 100, 2_300),
            Preset::Large => (2_680_000, 800, 200, 11_500),
            Preset::Huge => (26_800_000, 1_200, 400, 57_500),
        };
        Recipe {
            version: Version::V2_1,
            encoding: Encoding::Utf16Le,
            pattern: Pattern::Real,
            seed: 1,
            vertices,
            extra_uvs: 0,
            textures: 24,
            materials: 32,
            bones,
            vertex_morphs,
            offsets,
            other_morphs: 33,
            display_frames: 12,
            rigid_bodies: bones / 3,
            joints: bones / 4,
            soft_bodies: 2,
            odd_bones: true,
        }
    }
    /// The same without what other readers stumble over.
    pub fn plain(self) -> Self {
        Recipe { other_morphs: 0, soft_bodies: 0, odd_bones: false, ..self }
    }

    /// Three corners and a half for two vertices, as models have.
    pub fn triangles(&self) -> usize {
        if self.vertices < 3 { 0 } else { self.vertices * 3 / 2 }
    }
    pub fn morphs(&self) -> usize {
        self.vertex_morphs + self.other_morphs
    }
    /// The smallest widths that hold every number.
    pub fn globals(&self) -> Globals {
        let width = |n: usize, one: usize, two: usize| match n {
            n if n <= one => Width::One,
            n if n <= two => Width::Two,
            _ => Width::Four,
        };
        let signed = |n: usize| width(n, 127, 32_767);
        Globals {
            encoding: self.encoding,
            extra_uvs: self.extra_uvs,
            vertex: width(self.vertices, 255, 65_535),
            texture: signed(self.textures),
            material: signed(self.materials),
            bone: signed(self.bones),
            morph: signed(self.morphs()),
            rigid_body: signed(self.rigid_bodies),
        }
    }
}
