//! mmdmap as one more column: maps and scans, then goes through public views only. `ours-2` is the same with vertices
//! filled on two threads; all else is done by one.

use crate::peers::map;
use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, run as timed};
use mmdmap::PmxFile;
use mmdmap::pmx::gpu::{GpuMesh, VertexValues};
use std::path::Path;

struct Ours {
    file: PmxFile,
    /// Whether all threads fill vertices.
    parallel: bool,
}

impl Loaded for Ours {
    fn counts(&self) -> Counts {
        let model = self.file.model();
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
        self.file.model().vertices().base(i).map_or([0.0; 3], |base| base.position.get())
    }
    fn sum(&self) -> (f64, u64) {
        let model = self.file.model();
        let positions = model.vertices().bases().fold(0.0, |sum, base| {
            let [x, y, z] = base.position.get();
            sum + f64::from(x) + f64::from(y) + f64::from(z)
        });
        (positions, model.faces().widened().map(u64::from).sum())
    }
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool {
        let gpu = self.file.model().gpu();
        match self.parallel {
            true => gpu.vertices().par_fill(vertices),
            false => gpu.vertices().fill(vertices),
        };
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
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool {
        let Ok(filled) = GpuMesh::open(&self.0).and_then(|mesh| mesh.fill(vertices)) else { return false };
        filled.indices().fill(indices);
        true
    }
}

pub const NAMES: &[&str] = &["ours", "ours-2"];

pub fn run(name: &str, task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    let parallel = name == "ours-2";
    match task {
        Task::Fused if parallel => return Err("one pass is made by one thread".into()),
        Task::Fused => return timed(task, dest, inner, || Ok(OnePass(map(file)?))),
        Task::Reopen => {
            let index = PmxFile::index_path(file);
            // SAFETY: the files are made for this and nobody writes to them meanwhile.
            let open = || Ok(Ours { file: unsafe { PmxFile::map_with_index(file, &index)? }, parallel });
            let first = open()?.file;
            if !first.index().is_saved() {
                first.save_index(&index)?;
            }
            return timed(task, dest, inner, open);
        }
        _ => {}
    }
    if parallel {
        // Started before the clock, as an engine's are.
        rayon::ThreadPoolBuilder::new().num_threads(2).build_global()?;
    }
    // SAFETY: the files are made for this and nobody writes to them meanwhile.
    timed(task, dest, inner, || Ok(Ours { file: unsafe { PmxFile::map(file)? }, parallel }))
}
