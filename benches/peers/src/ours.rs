//! mmdmap as one more column: maps and scans, then goes through public views only.

use crate::peers::map;
use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, run as timed};
use mmdmap::PmxFile;
use mmdmap::pmx::gpu::{GpuMesh, VertexValues};
use std::path::Path;

struct Ours(PmxFile);

impl Loaded for Ours {
    fn counts(&self) -> Counts {
        let model = self.0.model();
        Counts {
            vertices: model.vertices().len(),
            indices: model.faces().len(),
            textures: model.textures().len(),
            materials: model.materials().len(),
            bones: model.bones().len(),
            morphs: model.morphs().len(),
            frames: model.display_frames().len(),
            bodies: model.rigid_bodies().len(),
            joints: model.joints().len(),
            soft_bodies: model.soft_bodies().len(),
        }
    }
    fn position(&self, i: usize) -> [f32; 3] {
        self.0.model().vertices().base(i).map_or([0.0; 3], |base| base.position.get())
    }
    fn sum(&self) -> (f64, u64) {
        let model = self.0.model();
        let positions = model.vertices().bases().fold(0.0, |sum, base| {
            let [x, y, z] = base.position.get();
            sum + f64::from(x) + f64::from(y) + f64::from(z)
        });
        (positions, model.faces().widened().map(u64::from).sum())
    }
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool {
        let gpu = self.0.model().gpu();
        gpu.vertices().fill(vertices);
        gpu.indices().fill(indices);
        true
    }
}

impl mmdmap::pmx::gpu::GpuVertex for GpuVertex {
    #[inline(always)]
    fn encode(vertex: &VertexValues) -> Self {
        let VertexValues { position, normal, uv, joints, weights, .. } = *vertex;
        GpuVertex { pos: position, normal, uv, joints, weights }
    }
}

/// Scans and fills in one pass; knows nothing else of the file.
struct OnePass(memmap2::Mmap);

impl Loaded for OnePass {
    fn counts(&self) -> Counts {
        Counts::default()
    }
    fn position(&self, _: usize) -> [f32; 3] {
        [0.0; 3]
    }
    fn sum(&self) -> (f64, u64) {
        (0.0, 0)
    }
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool {
        let Ok(filled) = GpuMesh::open(&self.0).and_then(|mesh| mesh.fill(vertices)) else { return false };
        filled.indices().fill(indices);
        true
    }
}

pub fn run(task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    match task {
        Task::Fused => return timed(task, dest, inner, || Ok(OnePass(map(file)?))),
        Task::Reopen => {
            let index = PmxFile::index_path(file);
            // SAFETY: the files are made for this and nobody writes to them meanwhile.
            let open = || Ok(Ours(unsafe { PmxFile::map_with_index(file, &index)? }));
            let Ours(first) = open()?;
            if !first.index().is_saved() {
                first.save_index(&index)?;
            }
            return timed(task, dest, inner, open);
        }
        _ => {}
    }
    // SAFETY: the files are made for this and nobody writes to them meanwhile.
    timed(task, dest, inner, || Ok(Ours(unsafe { PmxFile::map(file)? })))
}
