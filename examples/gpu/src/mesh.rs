//! Vertices and indices, through mapped memory.
use crate::gpu::Gpu;
use crate::report::Report;
use crate::staging::Staging;
use bytemuck::{cast, cast_slice};
use mmdmap::pmx::Pmx;
use mmdmap::pmx::gpu::{Draw, GpuIndex, GpuIndices, GpuModel, GpuVertex, GpuVertices, IndexFormat, SkinVertex};
use wgpu::{Buffer, BufferDescriptor, BufferUsages, WriteOnly};

/// Bytes of a vertex.
pub const STRIDE: usize = size_of::<SkinVertex>();

/// Triangles on the GPU.
#[derive(Debug)]
pub struct Mesh {
    /// Of [`SkinVertex`].
    pub vertices: Buffer,
    pub indices: Buffer,
    pub format: wgpu::IndexFormat,
    /// What each material draws.
    pub draws: Vec<Draw>,
}

impl Mesh {
    /// Vertices, then indices.
    pub fn stream(staging: &mut Staging<'_>, model: GpuModel<'_>, report: &mut Report) -> Self {
        let vertices = model.vertices::<SkinVertex>();
        let usage = BufferUsages::VERTEX | BufferUsages::STORAGE;
        let to = buffer(staging, "vertices", vertices.byte_len(), usage);
        report.stage("vertices", staging, |staging| send_vertices::<_, STRIDE>(staging, vertices, &to));
        let (indices, format) = report.stage("indices", staging, |staging| match model.index_format() {
            IndexFormat::U16 => (index_buffer::<u16>(staging, model.indices()), wgpu::IndexFormat::Uint16),
            IndexFormat::U32 => (index_buffer::<u32>(staging, model.indices()), wgpu::IndexFormat::Uint32),
        });
        Mesh { vertices: to, indices, format, draws: model.draws().collect() }
    }
}

/// Whether the vertices fit into one buffer, and into one that a shader changes, as morphs do.
///
/// # Errors
///
/// That they do not, in words.
pub fn fits(gpu: &Gpu, model: Pmx<'_>, has_morphs: bool) -> Result<(), String> {
    let limits = gpu.device.limits();
    let changed = if has_morphs { limits.max_storage_buffer_binding_size } else { u64::MAX };
    let (bytes, most) = (model.gpu().vertices::<SkinVertex>().byte_len() as u64, limits.max_buffer_size.min(changed));
    if bytes > most {
        return Err(format!("the vertices take {bytes} bytes, more than the {most} that this adapter gives a buffer"));
    }
    Ok(())
}

/// A buffer that can be copied to, and from. Never empty: an empty model is drawn, too.
pub fn buffer(staging: &Staging<'_>, label: &str, bytes: usize, usage: BufferUsages) -> Buffer {
    staging.gpu().device.create_buffer(&BufferDescriptor {
        label: Some(label),
        size: (bytes as u64).next_multiple_of(4).max(64),
        usage: usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    })
}

/// Vertices of any layout whose size is a multiple of four, `N` bytes each.
pub fn send_vertices<V: GpuVertex, const N: usize>(
    staging: &mut Staging<'_>,
    vertices: GpuVertices<'_, V>,
    to: &Buffer,
) {
    let most = staging.size() / N;
    assert!(most > 0, "a chunk holds a vertex");
    for first in (0..vertices.len()).step_by(most) {
        let some = vertices.range(first..first.saturating_add(most));
        let (at, bytes) = ((first * N) as u64, some.byte_len());
        staging.chunk(
            bytes,
            |room| room.into_chunks().0.write_iter(some.iter().map(cast::<V, [u8; N]>)),
            |encoder, from| encoder.copy_buffer_to_buffer(from, 0, to, at, bytes as u64),
        );
    }
}

fn index_buffer<I: GpuIndex>(staging: &mut Staging<'_>, indices: GpuIndices<'_, I>) -> Buffer {
    let to = buffer(staging, "indices", indices.padded_len() * size_of::<I>(), BufferUsages::INDEX);
    send_indices(staging, indices, &to);
    to
}

/// Indices; a zero after the last where two bytes each do not fill whole groups of four.
///
/// Block by block, each so small that it never leaves the first cache: so whole triangles are checked and turned round
/// at a time.
pub fn send_indices<I: GpuIndex>(staging: &mut Staging<'_>, indices: GpuIndices<'_, I>, to: &Buffer) {
    const BLOCK: usize = 3 * 512;
    // The size of a chunk is a multiple of four: so are all places.
    let most = staging.size() / size_of::<I>();
    for first in (0..indices.len()).step_by(most) {
        let some = indices.range(first..first.saturating_add(most));
        let (at, bytes) = ((first * size_of::<I>()) as u64, some.padded_len() * size_of::<I>());
        let write = |mut room: WriteOnly<'_, [u8]>| {
            let mut block = [I::zeroed(); BLOCK];
            for first in (0..some.len()).step_by(BLOCK) {
                let n = some.range(first..).fill_padded(&mut block);
                let block = cast_slice(&block[..n]);
                room.slice(first * size_of::<I>()..).slice(..block.len()).copy_from_slice(block);
            }
        };
        staging.chunk(bytes, write, |encoder, from| encoder.copy_buffer_to_buffer(from, 0, to, at, bytes as u64));
    }
}
