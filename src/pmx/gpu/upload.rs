//! The mesh in chunks, through a buffer of bounded size.
use super::indices::{GpuIndex, GpuIndices, IndexFormat};
use super::layout::{GpuVertex, PositionVertex};
use super::model::GpuModel;
use super::vertices::GpuVertices;
use bytemuck::{Pod, cast_slice, pod_align_to_mut};
use core::fmt;

/// The mesh of a model in chunks: positions first, then indices (a shape can now be shown), then whole vertices as `V`.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::{PmxFile, pmx::gpu::{Part, SkinVertex}};
/// let file = PmxFile::open("examples/model/figure.pmx")?;
/// let upload = file.model().gpu().upload::<SkinVertex>();
/// let mut buffer = vec![0; upload.bytes(Part::Vertices)];         // stands for three of the GPU's
/// let mut staging = vec![0; 64 * 1024];
/// upload.run(&mut staging, |chunk| {
///     if chunk.part == Part::Vertices {
///         buffer[chunk.offset..][..chunk.bytes.len()].copy_from_slice(chunk.bytes);
///     }
///     println!("{} of {} bytes", chunk.done, chunk.total);
///     Ok::<(), std::io::Error>(())
/// })?;
/// # assert!(buffer.iter().any(|&byte| byte != 0));
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Upload<'a, V> {
    positions: GpuVertices<'a, PositionVertex>,
    vertices: GpuVertices<'a, V>,
    format: IndexFormat,
    narrow: GpuIndices<'a, u16>,
    wide: GpuIndices<'a, u32>,
}

/// What a chunk is a part of: each belongs into a buffer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Positions alone, as [`PositionVertex`].
    Positions,
    /// Indices, as wide as [`Upload::index_format`] says, and 0 up to a multiple of four bytes.
    Indices,
    /// Whole vertices.
    Vertices,
}

/// Some bytes, and where they belong.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Chunk<'c> {
    /// What they are.
    pub part: Part,
    /// Where they belong in the buffer of that part. Whole items; a multiple of 4 where their size is.
    pub offset: usize,
    /// The bytes, in the staging buffer.
    pub bytes: &'c [u8],
    /// Bytes of all parts up to the end of this chunk.
    pub done: usize,
    /// Bytes of all parts.
    pub total: usize,
}

/// Why an upload stopped.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UploadError<E> {
    /// The staging buffer does not hold a single item, wherever it is aligned: it has to hold so many bytes.
    StagingTooSmall(usize),
    /// What you returned.
    Refused(E),
}

impl<E: fmt::Display> fmt::Display for UploadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UploadError::StagingTooSmall(least) => write!(f, "the staging buffer has to hold {least} bytes at least"),
            UploadError::Refused(why) => why.fmt(f),
        }
    }
}
impl<E: std::error::Error> std::error::Error for UploadError<E> {}

impl<'a> GpuModel<'a> {
    /// The mesh in chunks.
    pub fn upload<V: GpuVertex>(self) -> Upload<'a, V> {
        Upload {
            positions: self.vertices(),
            vertices: self.vertices(),
            format: self.index_format(),
            narrow: self.indices(),
            wide: self.indices(),
        }
    }
}

impl<V: GpuVertex> Upload<'_, V> {
    /// How wide the indices are: the narrowest format that says every vertex.
    pub fn index_format(&self) -> IndexFormat {
        self.format
    }
    /// How many bytes a part takes: the size of its buffer.
    pub fn bytes(&self, part: Part) -> usize {
        match (part, self.format) {
            (Part::Positions, _) => self.positions.byte_len(),
            (Part::Indices, format) => {
                let len = match format {
                    IndexFormat::U16 => self.narrow.padded_len(),
                    IndexFormat::U32 => self.wide.padded_len(),
                };
                len.saturating_mul(format.bytes())
            }
            (Part::Vertices, _) => self.vertices.byte_len(),
        }
    }
    /// The bytes that a staging buffer has to hold at least, wherever it lies.
    pub fn least_staging(&self) -> usize {
        let item = size_of::<V>().max(size_of::<PositionVertex>());
        item.saturating_add(align_of::<V>().max(align_of::<u32>()).saturating_sub(1))
    }

    /// Encodes chunk after chunk into `staging` and hands each to `each`, which copies it to where it belongs. Stops where
    /// that fails. The larger the buffer the fewer chunks; from about 64 KiB on speed no longer depends on it.
    ///
    /// # Errors
    ///
    /// What `each` returned; or that the buffer is smaller than [`least_staging`](Upload::least_staging).
    pub fn run<E>(
        &self,
        staging: &mut [u8],
        mut each: impl FnMut(Chunk<'_>) -> Result<(), E>,
    ) -> Result<(), UploadError<E>> {
        let parts = [Part::Positions, Part::Indices, Part::Vertices];
        let total = parts.iter().fold(0usize, |sum, &part| sum.saturating_add(self.bytes(part)));
        let mut done = 0usize;
        let mut send = |part, offset, bytes: &[u8]| {
            done = done.saturating_add(bytes.len());
            each(Chunk { part, offset, bytes, done, total }).map_err(UploadError::Refused)
        };
        let least = self.least_staging();
        let mut positions = |from, out: &mut [PositionVertex]| self.positions.range(from..).fill(out);
        pieces(staging, self.positions.len(), 1, least, &mut positions, &mut |at, b| send(Part::Positions, at, b))?;
        match self.format {
            IndexFormat::U16 => indices(self.narrow, staging, least, &mut |at, b| send(Part::Indices, at, b))?,
            IndexFormat::U32 => indices(self.wide, staging, least, &mut |at, b| send(Part::Indices, at, b))?,
        }
        let mut vertices = |from, out: &mut [V]| self.vertices.range(from..).fill(out);
        pieces(staging, self.vertices.len(), 1, least, &mut vertices, &mut |at, b| send(Part::Vertices, at, b))
    }
}

type Send<'s, E> = &'s mut dyn FnMut(usize, &[u8]) -> Result<(), UploadError<E>>;

fn indices<I: GpuIndex, E>(
    all: GpuIndices<'_, I>,
    staging: &mut [u8],
    least: usize,
    send: Send<'_, E>,
) -> Result<(), UploadError<E>> {
    // Whole groups of four bytes.
    let group = 4usize.checked_div(size_of::<I>()).unwrap_or(1);
    pieces(staging, all.padded_len(), group, least, &mut |from, out: &mut [I]| all.range(from..).fill_padded(out), send)
}

/// `len` items in pieces, each a multiple of `group` items: filled from number so-and-so on, then sent.
fn pieces<T: Pod, E>(
    staging: &mut [u8],
    len: usize,
    group: usize,
    least: usize,
    fill: &mut dyn FnMut(usize, &mut [T]) -> usize,
    send: Send<'_, E>,
) -> Result<(), UploadError<E>> {
    let (_, room, _) = pod_align_to_mut::<u8, T>(staging);
    let most = room.len().saturating_sub(room.len().checked_rem(group).unwrap_or(0));
    let mut from = 0usize;
    while from < len {
        let n = most.min(len.saturating_sub(from));
        let Some(piece) = room.get_mut(..n).filter(|_| n > 0) else { return Err(UploadError::StagingTooSmall(least)) };
        fill(from, piece);
        send(from.saturating_mul(size_of::<T>()), cast_slice(piece))?;
        from = from.saturating_add(n);
    }
    Ok(())
}
