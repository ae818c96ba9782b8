//! The crates.io readers, each loaded the fastest way its public API allows: readers that take
//! bytes or `Read` get a mapped slice, readers that only take a path get the path.

use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, mini, run};
use std::fs::File;
use std::path::Path;

pub const NAMES: &[&str] = &["mini", "PMXUtil", "pmx_parser", "mmd", "mmd-rs", "mmd-anim-format", "nanoem"];

pub fn map(path: &Path) -> Result<memmap2::Mmap> {
    Ok(unsafe { memmap2::Mmap::map(&File::open(path)?)? })
}

pub fn run_peer(name: &str, task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    match name {
        "mini" => run(task, dest, inner, || {
            // Leaked so that the borrow can be 'static; a child process lives for one task only.
            let map = Box::leak(Box::new(map(file)?));
            mini::Mini::open(&map[..])
        }),
        "PMXUtil" => run(task, dest, inner, || pmxutil(file)),
        "pmx_parser" => run(task, dest, inner, || {
            let map = map(file)?;
            let (_, m) = pmx_parser::pmx_read(&mut &map[..]).map_err(|e| format!("{e:?}"))?;
            Ok(PmxParser(m))
        }),
        "mmd" => run(task, dest, inner, || mmd_crate(file)),
        "mmd-rs" => run(task, dest, inner, || Ok(MmdRs::new(mmd_rs::pmx::Pmx::open(file)?))),
        "mmd-anim-format" => run(task, dest, inner, || {
            let map = map(file)?;
            Ok(Anim(mmd_anim_format::parse_pmx_model(&map).map_err(|e| format!("{e:?}"))?))
        }),
        "nanoem" => run(task, dest, inner, || {
            let map = map(file)?;
            let mut b = nanoem::common::Buffer::create(&map);
            Ok(Nanoem(nanoem::model::Model::load_from_buffer(&mut b).map_err(|e| format!("{e:?}"))?))
        }),
        _ => Err(format!("unknown reader {name}").into()),
    }
}

fn sum3<'a>(it: impl Iterator<Item = &'a [f32; 3]>) -> f64 {
    it.map(|p| p.iter().map(|&x| x as f64).sum::<f64>()).sum()
}

fn one(b: i32) -> ([u16; 4], [f32; 4]) {
    ([b as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
}
fn two(a: i32, b: i32, w: f32) -> ([u16; 4], [f32; 4]) {
    ([a as u16, b as u16, 0, 0], [w, 1.0 - w, 0.0, 0.0])
}
fn four(b: [i32; 4], w: [f32; 4]) -> ([u16; 4], [f32; 4]) {
    (b.map(|b| b as u16), w)
}

// ---------------------------------------------------------------------------------------------

struct PmxUtil {
    counts: Counts,
    vertices: Vec<PMXUtil::types::Vertex>,
    faces: Vec<PMXUtil::types::Face>,
    _rest: Box<dyn std::any::Any>,
}

fn pmxutil(file: &Path) -> Result<PmxUtil> {
    let s = PMXUtil::reader::ModelInfoStage::open(file).ok_or("header rejected")?;
    let (info, s) = s.read();
    let (vertices, s) = s.read();
    let (faces, s) = s.read();
    let (textures, s) = s.read();
    let (materials, s) = s.read();
    let (bones, s) = s.read();
    let (morphs, s) = s.read();
    let (frames, s) = s.read();
    let (bodies, s) = s.read();
    let (joints, s) = s.read();
    let soft = s.map(|s| s.read()).unwrap_or_default();
    let counts = Counts {
        vertices: vertices.len(),
        indices: faces.len() * 3,
        textures: textures.len(),
        materials: materials.len(),
        bones: bones.len(),
        morphs: morphs.len(),
        frames: frames.len(),
        bodies: bodies.len(),
        joints: joints.len(),
        soft_bodies: soft.len(),
    };
    let rest = Box::new((info, textures, materials, bones, morphs, frames, bodies, joints, soft));
    Ok(PmxUtil { counts, vertices, faces, _rest: rest })
}

impl Loaded for PmxUtil {
    fn counts(&self) -> Counts {
        self.counts
    }
    fn position(&self, i: usize) -> [f32; 3] {
        self.vertices[i].position
    }
    fn sum(&self) -> (f64, u64) {
        (
            sum3(self.vertices.iter().map(|v| &v.position)),
            self.faces.iter().flat_map(|f| f.vertices).map(|i| i as u32 as u64).sum(),
        )
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        use PMXUtil::types::VertexWeight as W;
        for (o, v) in out.iter_mut().zip(&self.vertices) {
            let (joints, weights) = match v.weight_type {
                W::BDEF1(b) => one(b),
                W::BDEF2 { bone_index_1, bone_index_2, bone_weight_1 }
                | W::SDEF { bone_index_1, bone_index_2, bone_weight_1, .. } => {
                    two(bone_index_1, bone_index_2, bone_weight_1)
                }
                W::BDEF4 {
                    bone_index_1,
                    bone_index_2,
                    bone_index_3,
                    bone_index_4,
                    bone_weight_1,
                    bone_weight_2,
                    bone_weight_3,
                    bone_weight_4,
                }
                | W::QDEF {
                    bone_index_1,
                    bone_index_2,
                    bone_index_3,
                    bone_index_4,
                    bone_weight_1,
                    bone_weight_2,
                    bone_weight_3,
                    bone_weight_4,
                } => four(
                    [bone_index_1, bone_index_2, bone_index_3, bone_index_4],
                    [bone_weight_1, bone_weight_2, bone_weight_3, bone_weight_4],
                ),
            };
            *o = GpuVertex { pos: v.position, normal: v.norm, uv: v.uv, joints, weights };
        }
        for (o, f) in ix.chunks_exact_mut(3).zip(&self.faces) {
            o.copy_from_slice(&f.vertices.map(|i| i as u32));
        }
        true
    }
}

// ---------------------------------------------------------------------------------------------

struct PmxParser(pmx_parser::pmx::Pmx);

impl Loaded for PmxParser {
    fn counts(&self) -> Counts {
        let m = &self.0;
        Counts {
            vertices: m.vertices.count() as usize,
            indices: m.elements.count() as usize,
            textures: m.textures.textures.len(),
            materials: m.materials.materials.len(),
            bones: m.bones.bones.len(),
            morphs: m.morphs.morphs.len(),
            frames: m.display_frames.display_frames.len(),
            bodies: m.rigid_bodies.rigid_bodies.len(),
            joints: m.joints.joints.len(),
            soft_bodies: m.soft_bodies.soft_bodies.len(),
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        self.0.vertices.position3s[3 * i..3 * i + 3].try_into().unwrap()
    }
    fn sum(&self) -> (f64, u64) {
        (
            self.0.vertices.position3s.iter().map(|&x| x as f64).sum(),
            self.0.elements.element_indices.iter().map(|&i| i as u64).sum(),
        )
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        use pmx_parser::vertex::Skin as S;
        let v = &self.0.vertices;
        for (i, o) in out.iter_mut().enumerate() {
            let (joints, weights) = match v.skins[i] {
                S::BDEF1 { bone_index } => one(bone_index),
                S::BDEF2 { bone_index_1, bone_index_2, bone_weight_1 }
                | S::SDEF { bone_index_1, bone_index_2, bone_weight_1, .. } => {
                    two(bone_index_1, bone_index_2, bone_weight_1)
                }
                S::BDEF4 {
                    bone_index_1,
                    bone_index_2,
                    bone_index_3,
                    bone_index_4,
                    bone_weight_1,
                    bone_weight_2,
                    bone_weight_3,
                    bone_weight_4,
                }
                | S::QDEF {
                    bone_index_1,
                    bone_index_2,
                    bone_index_3,
                    bone_index_4,
                    bone_weight_1,
                    bone_weight_2,
                    bone_weight_3,
                    bone_weight_4,
                } => four(
                    [bone_index_1, bone_index_2, bone_index_3, bone_index_4],
                    [bone_weight_1, bone_weight_2, bone_weight_3, bone_weight_4],
                ),
            };
            *o = GpuVertex {
                pos: v.position3s[3 * i..3 * i + 3].try_into().unwrap(),
                normal: v.normal3s[3 * i..3 * i + 3].try_into().unwrap(),
                uv: v.uv2s[2 * i..2 * i + 2].try_into().unwrap(),
                joints,
                weights,
            };
        }
        ix.copy_from_slice(&self.0.elements.element_indices);
        true
    }
}

// ---------------------------------------------------------------------------------------------

type Cfg = mmd::DefaultConfig;

struct Mmd {
    counts: Counts,
    vertices: Vec<mmd::Vertex<Cfg>>,
    faces: Vec<[i32; 3]>,
    _rest: Box<dyn std::any::Any>,
}

fn mmd_crate(file: &Path) -> Result<Mmd> {
    use mmd::reader::*;
    fn e(e: mmd::Error) -> String {
        format!("{e:?}")
    }
    let map = map(file)?;
    let header = HeaderReader::new(&map[..]).map_err(e)?;
    let mut r = VertexReader::new(header).map_err(e)?;
    let mut vertices = Vec::with_capacity(r.count as usize);
    while let Some(v) = r.next::<Cfg>().map_err(e)? {
        vertices.push(v);
    }
    let mut r = SurfaceReader::new(r).map_err(e)?;
    let mut faces = Vec::with_capacity(r.count as usize / 3);
    while let Some(f) = r.next::<Cfg>().map_err(e)? {
        faces.push(f);
    }
    let mut r = TextureReader::new(r).map_err(e)?;
    let mut textures = vec![];
    while let Some(t) = r.next().map_err(e)? {
        textures.push(t);
    }
    let mut r = MaterialReader::new(r).map_err(e)?;
    let mut materials = vec![];
    while let Some(t) = r.next::<Cfg>().map_err(e)? {
        materials.push(t);
    }
    let mut r = BoneReader::new(r).map_err(e)?;
    let mut bones = vec![];
    while let Some(t) = r.next::<Cfg>().map_err(e)? {
        bones.push(t);
    }
    let mut r = MorphReader::new(r).map_err(e)?;
    let mut morphs = vec![];
    while let Some(t) = r.next::<Cfg>().map_err(e)? {
        morphs.push(t);
    }
    let counts = Counts {
        vertices: vertices.len(),
        indices: faces.len() * 3,
        textures: textures.len(),
        materials: materials.len(),
        bones: bones.len(),
        morphs: morphs.len(),
        ..Default::default()
    };
    Ok(Mmd { counts, vertices, faces, _rest: Box::new((textures, materials, bones, morphs)) })
}

impl Loaded for Mmd {
    fn counts(&self) -> Counts {
        self.counts
    }
    fn position(&self, i: usize) -> [f32; 3] {
        let p = self.vertices[i].position;
        [p.x, p.y, p.z]
    }
    fn sum(&self) -> (f64, u64) {
        let s = self.vertices.iter().map(|v| v.position.x as f64 + v.position.y as f64 + v.position.z as f64).sum();
        (s, self.faces.iter().flatten().map(|&i| i as u32 as u64).sum())
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        use mmd::WeightDeform as W;
        for (o, v) in out.iter_mut().zip(&self.vertices) {
            let (joints, weights) = match &v.weight_deform {
                W::Bdef1(w) => one(w.bone_index),
                W::Bdef2(w) => two(w.bone_1_index, w.bone_2_index, w.bone_1_weight),
                W::Sdef(w) => two(w.bone_1_index, w.bone_2_index, w.bone_1_weight),
                W::Bdef4(w) => four(
                    [w.bone_1_index, w.bone_2_index, w.bone_3_index, w.bone_4_index],
                    [w.bone_1_weight, w.bone_2_weight, w.bone_3_weight, w.bone_4_weight],
                ),
                W::Qdef(w) => four(
                    [w.bone_1_index, w.bone_2_index, w.bone_3_index, w.bone_4_index],
                    [w.bone_1_weight, w.bone_2_weight, w.bone_3_weight, w.bone_4_weight],
                ),
            };
            *o = GpuVertex {
                pos: [v.position.x, v.position.y, v.position.z],
                normal: [v.normal.x, v.normal.y, v.normal.z],
                uv: [v.uv.x, v.uv.y],
                joints,
                weights,
            };
        }
        for (o, f) in ix.chunks_exact_mut(3).zip(&self.faces) {
            o.copy_from_slice(&f.map(|i| i as u32));
        }
        true
    }
}

// ---------------------------------------------------------------------------------------------

/// The crate offers iterators only; random access by index needs the slice behind them.
struct MmdRs(mmd_rs::pmx::Pmx);

impl MmdRs {
    fn new(m: mmd_rs::pmx::Pmx) -> Self {
        MmdRs(m)
    }
}

impl Loaded for MmdRs {
    fn counts(&self) -> Counts {
        let m = &self.0;
        Counts {
            vertices: m.vertices().len(),
            indices: m.surfaces().len(),
            textures: m.textures().len(),
            materials: m.materials().len(),
            bones: m.bones().len(),
            morphs: m.morphs().len(),
            frames: m.frames().len(),
            bodies: m.rigid_bodies().len(),
            joints: m.joints().len(),
            soft_bodies: m.soft_bodies().map_or(0, |s| s.len()),
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        self.0.vertices().iter().as_slice()[i].pos().to_array()
    }
    fn sum(&self) -> (f64, u64) {
        let s = self.0.vertices().iter().map(|v| v.pos().to_array().iter().map(|&x| x as f64).sum::<f64>()).sum();
        (s, self.0.surfaces().iter().map(|s| s.as_index() as u32 as u64).sum())
    }
    /// `WeightDeform` lives in a private module: its variants cannot be named from outside.
    fn fill(&self, _: &mut [GpuVertex], _: &mut [u32]) -> bool {
        false
    }
}

// ---------------------------------------------------------------------------------------------

struct Anim(mmd_anim_format::PmxParsedModel);

impl Loaded for Anim {
    fn counts(&self) -> Counts {
        let m = &self.0;
        Counts {
            vertices: m.metadata.counts.vertices,
            indices: m.geometry.indices.len(),
            // Texture paths are kept per material only.
            textures: 0,
            materials: m.materials.len(),
            bones: m.skeleton.bones.len(),
            morphs: m.morphs.len(),
            frames: m.display_frames.len(),
            bodies: m.rigid_bodies.len(),
            joints: m.joints.len(),
            soft_bodies: m.soft_bodies.len(),
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        self.0.geometry.positions[3 * i..3 * i + 3].try_into().unwrap()
    }
    fn sum(&self) -> (f64, u64) {
        (
            self.0.geometry.positions.iter().map(|&x| x as f64).sum(),
            self.0.geometry.indices.iter().map(|&i| i as u64).sum(),
        )
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        let g = &self.0.geometry;
        for (i, o) in out.iter_mut().enumerate() {
            let j: [u32; 4] = g.skin_indices[4 * i..4 * i + 4].try_into().unwrap();
            *o = GpuVertex {
                pos: g.positions[3 * i..3 * i + 3].try_into().unwrap(),
                normal: g.normals[3 * i..3 * i + 3].try_into().unwrap(),
                uv: g.uvs[2 * i..2 * i + 2].try_into().unwrap(),
                joints: j.map(|j| j as u16),
                weights: g.skin_weights[4 * i..4 * i + 4].try_into().unwrap(),
            };
        }
        ix.copy_from_slice(&g.indices);
        true
    }
}

// ---------------------------------------------------------------------------------------------

struct Nanoem(nanoem::model::Model);

impl Loaded for Nanoem {
    fn counts(&self) -> Counts {
        let m = &self.0;
        Counts {
            vertices: m.vertices.len(),
            indices: m.vertex_indices.len(),
            textures: m.textures.len(),
            materials: m.materials.len(),
            bones: m.bones.len(),
            morphs: m.morphs.len(),
            frames: m.labels.len(),
            bodies: m.rigid_bodies.len(),
            joints: m.joints.len(),
            soft_bodies: m.soft_bodies.len(),
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        let [x, y, z, _] = self.0.vertices[i].origin;
        [x, y, z]
    }
    fn sum(&self) -> (f64, u64) {
        let s = self.0.vertices.iter().map(|v| v.origin[..3].iter().map(|&x| x as f64).sum::<f64>()).sum();
        (s, self.0.vertex_indices.iter().map(|&i| i as u64).sum())
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        for (o, v) in out.iter_mut().zip(&self.0.vertices) {
            let mut joints = [0u16; 4];
            let mut weights = [0.0; 4];
            for k in 0..v.num_bone_indices.min(4) {
                joints[k] = v.bone_indices[k] as u16;
                weights[k] = v.bone_weights[k];
            }
            *o = GpuVertex {
                pos: [v.origin[0], v.origin[1], v.origin[2]],
                normal: [v.normal[0], v.normal[1], v.normal[2]],
                uv: [v.uv[0], v.uv[1]],
                joints,
                weights,
            };
        }
        ix.copy_from_slice(&self.0.vertex_indices);
        true
    }
}
