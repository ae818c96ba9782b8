//! Each attribute in a buffer of its own (struct of arrays), in one walk.
use super::fill::{Fold, walk};
use super::layout::SkinVertex;
use super::vertices::GpuVertices;

/// A buffer for each attribute; one that is left empty is not filled.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::{PmxFile, pmx::gpu::{SkinVertex, Streams}};
/// let file = PmxFile::open("examples/model/figure.pmx")?;
/// let vertices = file.model().gpu().vertices::<SkinVertex>();
/// let (mut positions, mut uvs) = (vec![[0.0; 3]; vertices.len()], vec![[0.0; 2]; vertices.len()]);
/// vertices.fill_streams(Streams { positions: &mut positions, uvs: &mut uvs, ..Streams::default() });
/// # assert_ne!(positions[0], [0.0; 3]);
/// # Ok(()) }
/// ```
#[derive(Debug, Default)]
pub struct Streams<'o> {
    /// In model space.
    pub positions: &'o mut [[f32; 3]],
    /// As a rule of unit length.
    pub normals: &'o mut [[f32; 3]],
    /// The first UV.
    pub uvs: &'o mut [[f32; 2]],
    /// Numbers of bones.
    pub joints: &'o mut [[u16; 4]],
    /// How much each of them moves the vertex.
    pub weights: &'o mut [[f32; 4]],
    /// Outline width multiplier.
    pub edge_scales: &'o mut [f32],
}

impl GpuVertices<'_, SkinVertex> {
    /// Fills a buffer for each attribute, in one walk. Each takes as many vertices as fit into it.
    ///
    /// Additional UVs are streams by themselves: [`ExtraUvVertex`](super::layout::ExtraUvVertex).
    pub fn fill_streams(self, out: Streams<'_>) {
        let (vertices, changes) = self.parts();
        let Streams { positions, normals, uvs, joints, weights, edge_scales } = out;
        let most = [positions.len(), normals.len(), uvs.len(), joints.len(), weights.len(), edge_scales.len()];
        let vertices = vertices.range(..most.into_iter().max().unwrap_or(0));
        let mut positions = positions.iter_mut();
        let mut normals = normals.iter_mut();
        let mut uvs = uvs.iter_mut();
        let mut joints = joints.iter_mut();
        let mut weights = weights.iter_mut();
        let mut edge_scales = edge_scales.iter_mut();
        let scatter = |(), vertex: SkinVertex| {
            put(&mut positions, vertex.position);
            put(&mut normals, vertex.normal);
            put(&mut uvs, vertex.uv);
            put(&mut joints, vertex.joints);
            put(&mut weights, vertex.weights);
            put(&mut edge_scales, vertex.edge_scale);
        };
        walk(vertices, changes, Fold { all: (), f: scatter });
    }
}

#[inline(always)]
fn put<T>(room: &mut core::slice::IterMut<'_, T>, value: T) {
    if let Some(to) = room.next() {
        *to = value;
    }
}
