//! Models on their way to the GPU, straight from the mapped bytes: at the speed of memory, without a `Vec` in between, in
//! the layout that your shaders want.
//!
//! ```no_run
//! use mmdmap::PmxFile;
//! use mmdmap::pmx::gpu::{SkinVertex, Space};
//!
//! # fn mapped_buffer<T: bytemuck::Zeroable + Copy>(n: usize) -> Vec<T> { vec![T::zeroed(); n] }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = PmxFile::open("miku.pmx")?;
//! let gpu = file.model().gpu().space(Space::RIGHT_HANDED);   // one option for all streams
//! let (vertices, indices) = (gpu.vertices::<SkinVertex>(), gpu.indices::<u32>());
//! let mut buffer = mapped_buffer(vertices.len());
//! vertices.fill(&mut buffer);
//! let mut buffer = mapped_buffer(indices.len());
//! indices.fill(&mut buffer);
//! # Ok(()) }
//! ```
//!
//! | to | see |
//! |---|---|
//! | ask for a space, weights, joints | [`GpuModel`], [`Space`], [`Weights`], [`Joints`] |
//! | use a layout of ours | [`SkinVertex`], [`PackedVertex`], [`PackedVertexU8`], [`PositionVertex`], [`ExtraUvVertex`], [`Streams`] |
//! | use a layout of your own | [`GpuVertex`] |
//! | choose a layout by what is in the model | [`VertexSurvey`] |
//! | fill slices, unwritten memory, write-only maps; parts of them; on several threads | [`GpuVertices`] |
//! | draw triangles, material by material | [`GpuIndices`], [`Draw`] |
//! | morph | [`GpuMorphs`] |
//! | deform spherically | [`GpuSdef`] |
//! | upload through a small buffer, something to see first | [`Upload`]; morphs and SDEF by [`GpuMorphs::iter`] and [`GpuSdef::iter`], a buffer at a time |
//! | have the buffers and nothing else of the file | [`GpuMesh`] |
//!
//! # What is promised
//!
//! * What leaves is what the record views show, to the bit, changed only by what was asked for.
//! * Unless asked for, no joint is beyond the bones of the model, no index beyond its vertices, no morph's target either.
//!   What was out of range has a rule ([joints](Joints::Checked), [triangles](GpuIndices), [morphs](GpuMorphs)) and is
//!   counted ([`VertexSurvey`], [`IndexReport`], [`MorphReport`]).
//! * Each slot is written once, in ascending order, and never read back (indices by [`fill`](GpuIndices::fill): twice near a
//!   corner that is missing).
//! * Nothing is allocated ([`GpuMesh`] notes for a moment where textures and materials begin, or opens the model).
//! * Should a mapped file change meanwhile as many items come as before: other ones, or zeros.
//!
//! # Speed
//!
//! The loops are compiled into your program. Where a development build optimises dependencies little, let this crate and
//! zerocopy be optimised fully (`[profile.dev.package.zerocopy] opt-level = 3`): with level 1, filling was seen to take 2.6
//! times as long.
//!
//! # Deformations
//!
//! | what the file says | joints and weights |
//! |---|---|
//! | BDEF1 | that bone, weight 1 |
//! | BDEF2, SDEF | both bones, weights w and 1 − w |
//! | BDEF4, QDEF | four bones, weights as stored |
mod fill;
mod indices;
mod influence;
mod layout;
mod mesh;
mod model;
mod morphs;
mod packed;
mod sdef;
mod space;
mod streams;
mod survey;
mod upload;
mod vertices;
mod weights;

pub use indices::{Draw, GpuIndex, GpuIndices, GpuIndicesIter, IndexFormat, IndexReport};
pub use influence::Joints;
pub use layout::{ExtraUvVertex, GpuVertex, PositionVertex, SkinVertex, VertexValues};
pub use mesh::{FilledMesh, GpuMesh};
pub use model::GpuModel;
pub use morphs::{GpuMorphs, MorphDelta, MorphReport, PositionDelta, UvDelta};
pub use packed::{PackedVertex, PackedVertexU8, PackedVertexU8UnormUv, PackedVertexUnormUv};
pub use sdef::{GpuSdef, GpuSdefIter, NO_SLOT, SdefCentres, SdefPoints, SdefStored};
pub use space::{Front, Space};
pub use streams::Streams;
pub use survey::VertexSurvey;
pub use upload::{Chunk, Part, Upload, UploadError};
pub use vertices::{GpuVertices, GpuVerticesIter};
pub use weights::Weights;
