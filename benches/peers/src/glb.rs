//! What a user would ship instead: the same mesh as binary glTF, mapped, and read through the
//! accessor views of the `gltf` crate. Only mesh data is in the file (no bones, morphs, physics).

use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, mini::Mini, peers::map, run as timed};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub fn twin(pmx: &Path) -> PathBuf {
    pmx.with_extension("glb")
}

pub fn convert(pmx: &Path, out: &Path) -> Result<()> {
    let map = map(pmx)?;
    let m = Mini::open(&map)?;
    let (nv, ni) = (m.counts.vertices, m.counts.indices);
    let sizes = [nv * 12, nv * 12, nv * 8, nv * 8, nv * 16, ni * 4];
    let mut at = [0; 7];
    for i in 0..6 {
        at[i + 1] = at[i] + sizes[i];
    }
    let (mut lo, mut hi) = ([f32::MAX; 3], [f32::MIN; 3]);
    for i in 0..nv {
        let p = m.position(i);
        for k in 0..3 {
            lo[k] = lo[k].min(p[k]);
            hi[k] = hi[k].max(p[k]);
        }
    }
    let views: Vec<String> =
        (0..6).map(|i| format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, at[i], sizes[i])).collect();
    let acc = |view: usize, comp: u32, n: usize, ty: &str, extra: &str| {
        format!(r#"{{"bufferView":{view},"componentType":{comp},"count":{n},"type":"{ty}"{extra}}}"#)
    };
    let accessors = [
        acc(0, 5126, nv, "VEC3", &format!(r#","min":{lo:?},"max":{hi:?}"#)),
        acc(1, 5126, nv, "VEC3", ""),
        acc(2, 5126, nv, "VEC2", ""),
        acc(3, 5123, nv, "VEC4", ""),
        acc(4, 5126, nv, "VEC4", ""),
        acc(5, 5125, ni, "SCALAR", ""),
    ];
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{}}}],"bufferViews":[{}],"accessors":[{}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":4}},"indices":5}}]}}],"nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}}"#,
        at[6],
        views.join(","),
        accessors.join(",")
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let mut w = BufWriter::with_capacity(1 << 20, File::create(out)?);
    w.write_all(b"glTF")?;
    w.write_all(&2u32.to_le_bytes())?;
    w.write_all(&((12 + 8 + json.len() + 8 + at[6]) as u32).to_le_bytes())?;
    w.write_all(&(json.len() as u32).to_le_bytes())?;
    w.write_all(b"JSON")?;
    w.write_all(json.as_bytes())?;
    w.write_all(&(at[6] as u32).to_le_bytes())?;
    w.write_all(b"BIN\0")?;
    for part in 0..5 {
        for i in 0..nv {
            let v = m.gpu(i);
            match part {
                0 => v.pos.iter().try_for_each(|x| w.write_all(&x.to_le_bytes()))?,
                1 => v.normal.iter().try_for_each(|x| w.write_all(&x.to_le_bytes()))?,
                2 => v.uv.iter().try_for_each(|x| w.write_all(&x.to_le_bytes()))?,
                3 => v.joints.iter().try_for_each(|x| w.write_all(&x.to_le_bytes()))?,
                _ => v.weights.iter().try_for_each(|x| w.write_all(&x.to_le_bytes()))?,
            }
        }
    }
    for i in 0..ni {
        w.write_all(&m.index(i).to_le_bytes())?;
    }
    w.flush()?;
    Ok(())
}

struct Glb {
    doc: gltf::Document,
    map: memmap2::Mmap,
    bin: (usize, usize),
    pos: (usize, usize),
}

impl Glb {
    fn open(path: &Path) -> Result<Self> {
        let map = map(path)?;
        let glb = gltf::binary::Glb::from_slice(&map)?;
        let bin = glb.bin.as_deref().ok_or("no BIN chunk")?;
        let bin = (bin.as_ptr() as usize - map.as_ptr() as usize, bin.len());
        let doc = gltf::Document::from_json(gltf::json::Root::from_slice(&glb.json)?)?;
        let a = doc.accessors().next().ok_or("no accessor")?;
        let pos = (bin.0 + a.view().ok_or("sparse")?.offset() + a.offset(), a.count());
        Ok(Glb { doc, map, bin, pos })
    }
    fn bin(&self) -> &[u8] {
        &self.map[self.bin.0..self.bin.0 + self.bin.1]
    }
}

impl Loaded for Glb {
    fn counts(&self) -> Counts {
        Counts {
            vertices: self.pos.1,
            indices: self.doc.accessors().nth(5).map_or(0, |a| a.count()),
            ..Default::default()
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        let o = self.pos.0 + 12 * i;
        [0, 4, 8].map(|k| crate::mini::f32_at(&self.map, o + k))
    }
    fn sum(&self) -> (f64, u64) {
        let p = self.doc.meshes().next().unwrap().primitives().next().unwrap();
        let r = p.reader(|_| Some(self.bin()));
        let s = r.read_positions().unwrap().map(|p| p.iter().map(|&x| x as f64).sum::<f64>()).sum();
        (s, r.read_indices().unwrap().into_u32().map(|i| i as u64).sum())
    }
    fn fill(&self, out: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        let p = self.doc.meshes().next().unwrap().primitives().next().unwrap();
        let r = p.reader(|_| Some(self.bin()));
        let parts = r
            .read_positions()
            .unwrap()
            .zip(r.read_normals().unwrap())
            .zip(r.read_tex_coords(0).unwrap().into_f32())
            .zip(r.read_joints(0).unwrap().into_u16())
            .zip(r.read_weights(0).unwrap().into_f32());
        for (o, ((((pos, normal), uv), joints), weights)) in out.iter_mut().zip(parts) {
            *o = GpuVertex { pos, normal, uv, joints, weights };
        }
        for (o, i) in ix.iter_mut().zip(r.read_indices().unwrap().into_u32()) {
            *o = i;
        }
        true
    }
}

pub fn run_glb(task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    let path = twin(file);
    if !path.exists() {
        return Err(format!("no {}: make it with `peer-bench glb`", path.display()).into());
    }
    timed(task, dest, inner, || Glb::open(&path))
}
pub use run_glb as run;
