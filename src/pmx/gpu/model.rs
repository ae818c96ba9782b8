//! A model on its way to the GPU: what is asked for once, so that all streams fit together.
use super::influence::{Changes, Joints};
use super::space::Space;
use super::weights::Weights;
use crate::pmx::model::Pmx;
use core::fmt;

/// A model on its way to the GPU. `Copy`: pass it by value. Nothing is decoded until it is asked for.
///
/// | stream | |
/// |---|---|
/// | [`vertices`](GpuModel::vertices) | in a layout of yours or ours |
/// | [`indices`](GpuModel::indices), [`draws`](GpuModel::draws) | triangles, and which material draws which |
/// | [`vertex_morphs`](GpuModel::vertex_morphs), [`uv_morphs`](GpuModel::uv_morphs) | sparse |
/// | [`sdef`](GpuModel::sdef) | what spherical deformation needs besides |
/// | [`upload`](GpuModel::upload) | positions, indices and vertices in chunks through a small buffer |
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::PmxFile;
/// use mmdmap::pmx::gpu::{SkinVertex, Space, Weights};
///
/// let file = PmxFile::open("examples/model/figure.pmx")?;
/// let gpu = file.model().gpu().space(Space::RIGHT_HANDED.scaled(0.08)).weights(Weights::Normalized);
/// let mut vertices = vec![SkinVertex::default(); gpu.vertices::<SkinVertex>().len()];
/// let mut indices = vec![0u32; gpu.indices::<u32>().len()];
/// gpu.vertices().fill(&mut vertices);
/// gpu.indices().fill(&mut indices);
/// # assert!(indices.iter().all(|&index| (index as usize) < vertices.len()));
/// # Ok(()) }
/// ```
#[derive(Clone, Copy)]
pub struct GpuModel<'a> {
    pub(crate) model: Pmx<'a>,
    pub(crate) changes: Changes,
}

impl<'a> Pmx<'a> {
    /// This model on its way to the GPU: in stored space, weights as stored, joints and indices checked.
    pub fn gpu(self) -> GpuModel<'a> {
        let bones = u32::try_from(self.bones().len()).unwrap_or(u32::MAX).min(1 << u16::BITS);
        let changes = Changes { bones, joints: Joints::Checked, weights: Weights::Stored, space: Space::STORED };
        GpuModel { model: self, changes }
    }
}

impl GpuModel<'_> {
    /// In this space, every stream of it.
    pub fn space(mut self, space: Space) -> Self {
        self.changes.space = space;
        self
    }
    /// With such weights.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.changes.weights = weights;
        self
    }
    /// With such joints.
    pub fn joints(mut self, joints: Joints) -> Self {
        self.changes.joints = joints;
        self
    }
}

impl fmt::Debug for GpuModel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuModel({:?})", self.changes)
    }
}
