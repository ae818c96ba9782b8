//! What the tests share.
#![allow(dead_code)] // no test needs all of it

pub mod answer;

use mmdmap::pmx::{
    Bdef1, Bone, BoneFlags, Deform, ExtraUvs, Info, Material, MaterialFlags, Parts, SharedToon, SphereMode, Toon,
};
use mmdmap::pmx::{Vertex, VertexBase};
use mmdmap::{Globals, Index, Name, Text, TextureIndex, Vec2, Vec3, Width};
use mmdmap_gpu_example::gpu::Gpu;
use std::path::{Path, PathBuf};

/// What draws; where there is nothing, says so.
pub fn card() -> Option<Gpu> {
    match Gpu::open() {
        Ok(gpu) => {
            println!("adapter: {}", gpu.name);
            Some(gpu)
        }
        Err(why) => {
            println!("SKIPPED, there is no adapter: {why}");
            None
        }
    }
}

/// What maps and copies: always wgpu's noop, and a card where there is one.
pub fn cards() -> Vec<Gpu> {
    std::iter::once(Gpu::noop()).chain(card()).collect()
}

/// The model that lies beside the library's examples.
pub fn figure() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/figure.pmx")
}

/// Every PMX of the corpus, or, where there is none, our own models; and which of the two.
pub fn models() -> (Vec<PathBuf>, &'static str) {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("MMDMAP_CORPUS").map_or(beside, PathBuf::from).join("files");
    if corpus.is_dir() {
        return (sorted(&corpus), "of the corpus");
    }
    println!("SKIPPED the corpus: MMDMAP_CORPUS names no folder, and there is none beside the project");
    (sorted(figure().parent().unwrap()), "of our own")
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|has| has.eq_ignore_ascii_case("pmx")));
    paths.sort();
    paths
}

/// A model without anything.
pub fn nobody<'a>() -> Parts<'a> {
    Parts::new(Info { name: Name::new("test", ""), comment: Name::new("", "") })
}

pub fn base(position: [f32; 3], normal: [f32; 3], uv: [f32; 2]) -> VertexBase {
    VertexBase { position: Vec3::new(position), normal: Vec3::new(normal), uv: Vec2::new(uv) }
}

/// Hangs on bone 0.
pub fn vertex(base: &VertexBase) -> Vertex<'_> {
    let deform = Deform::Bdef1(Bdef1 { bone: Index::new(0) });
    Vertex { base, extra_uvs: ExtraUvs(&[]), deform, edge_scale: 1.0 }
}

/// Shows its colour wherever light falls, and covers so many indices.
pub fn material<'a>(color: [f32; 3], flags: MaterialFlags, texture: i32, index_count: i32) -> Material<'a> {
    let [r, g, b] = color;
    Material {
        name: Name::new("m", ""),
        diffuse: [r, g, b, 1.0],
        specular: [0.0; 3],
        specular_power: 0.0,
        ambient: color.map(|x| x * 0.5),
        flags,
        edge_color: [0.0, 0.0, 0.0, 1.0],
        edge_size: 1.0,
        texture: TextureIndex::new(texture),
        sphere: TextureIndex::NONE,
        sphere_mode: SphereMode::NONE,
        toon: Toon::Shared(SharedToon(0)),
        memo: Text::new(""),
        index_count,
    }
}

/// Does nothing and hangs on nothing.
pub fn bone() -> Bone<'static> {
    Bone {
        name: Name::new("b", ""),
        position: [0.0; 3],
        parent: Index::NONE,
        layer: 0,
        flags: BoneFlags::empty(),
        tail_bone: None,
        tail_offset: Some([0.0; 3]),
        append: None,
        fixed_axis: None,
        local_axes: None,
        external_parent: None,
        ik: None,
    }
}

/// As a file, with the widths that are usual.
pub fn file(parts: &Parts<'_>) -> Vec<u8> {
    file_as(parts, Globals { vertex: Width::Two, ..usual() })
}

pub fn usual() -> Globals {
    Globals {
        encoding: mmdmap::Encoding::Utf8,
        extra_uvs: 0,
        vertex: Width::One,
        texture: Width::One,
        material: Width::One,
        bone: Width::One,
        morph: Width::One,
        rigid_body: Width::One,
    }
}

pub fn file_as(parts: &Parts<'_>, globals: Globals) -> Vec<u8> {
    let mut bytes = Vec::new();
    parts.write_to(mmdmap::pmx::Version::V2_1, globals, &mut bytes).expect("everything fits");
    bytes
}
