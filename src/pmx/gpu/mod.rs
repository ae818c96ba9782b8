//! Models as a graphics card wants them.
mod fill;
mod indices;
mod influence;
mod layout;
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
