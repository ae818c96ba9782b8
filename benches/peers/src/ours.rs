//! mmdmap as one more column: maps and scans, then goes through public views only.

use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, run as timed};
use mmdmap::PmxFile;
use mmdmap::pmx::Deform;
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
        let model = self.0.model();
        let short = |bone: mmdmap::BoneIndex| bone.raw() as u16;
        let two = |[a, b]: [_; 2], weight: f32| ([short(a), short(b), 0, 0], [weight, 1.0 - weight, 0.0, 0.0]);
        let mut room = vertices.iter_mut();
        model.vertices().iter().for_each(|vertex| {
            let Some(to) = room.next() else { return };
            to.pos = vertex.position();
            to.normal = vertex.normal();
            to.uv = vertex.uv();
            (to.joints, to.weights) = match vertex.deform {
                Deform::Bdef1(d) => ([short(d.bone), 0, 0, 0], [1.0, 0.0, 0.0, 0.0]),
                Deform::Bdef2(d) => two(d.bones, d.weight),
                Deform::Sdef(d) => two(d.bones, d.weight),
                Deform::Bdef4(d) | Deform::Qdef(d) => (d.bones.map(short), d.weights),
            };
        });
        model.faces().as_stored().fill(indices);
        true
    }
}

pub fn run(task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    // SAFETY: the files are made for this and nobody writes to them meanwhile.
    timed(task, dest, inner, || Ok(Ours(unsafe { PmxFile::map(file)? })))
}
