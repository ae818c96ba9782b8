//! What the machine itself allows, run as further columns:
//!
//! * `touch`  - map the file, load one byte of every page that holds vertices: no reader that must
//!   look at every weight-type byte can open faster through fresh page mappings.
//! * `stride64` - the same, one byte per 64-byte cache line.
//! * `fs::read` - the file copied into a new buffer and nothing else.
//! * `read` - the vertex section alone, by one call, into a buffer that was touched before: what a cold open waits for.
//! * `memcpy` - for `fill`: an already loaded buffer as large as the output copied onto it (fresh
//!   cache lines on both sides), and for `sum`/`open`: nothing.
//! * `gather` - what is left of filling when nothing has to be understood: 56 bytes from the start of each vertex, whatever
//!   they are, moved to the buffer in a plain loop; indices copied as they lie in the file. How long each vertex is was
//!   noted before the clock started. For `fill` every cache line of the vertices is touched first, through the fresh map,
//!   as opening has to; for `fused` it is not. Unlike `memcpy` it reads the records where they lie, with what is not
//!   wanted of them: no program that fills the buffer from the file can be expected to be faster on one core.

use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, mini, peers::map, run};
use memmap2::Mmap;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

pub const NAMES: &[&str] = &["touch", "stride64", "fs::read", "read", "memcpy", "gather"];

pub fn drop_cache(path: &Path) {
    let Ok(f) = File::open(path) else { return };
    unsafe {
        libc::fsync(f.as_raw_fd());
        libc::posix_fadvise(f.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED);
    }
}

/// Brings the file into the page cache the way a reader would: through readahead. A file just
/// written sits there in 4 KiB pieces, and mapping those costs about eight times as much per page
/// as the large folios readahead builds; comparing readers on such a file measures the kernel.
pub fn recache(path: &Path) {
    use std::io::Read;
    drop_cache(path);
    let Ok(mut f) = File::open(path) else { return };
    let mut buf = vec![0u8; 1 << 20];
    while f.read(&mut buf).is_ok_and(|n| n > 0) {}
}

struct Nothing {
    from: Vec<GpuVertex>,
    from_ix: Vec<u32>,
    sink: u64,
}

impl Loaded for &Nothing {
    fn counts(&self) -> Counts {
        Counts::default()
    }
    fn position(&self, _: usize) -> [f32; 3] {
        [0.0; 3]
    }
    fn sum(&self) -> (f64, u64) {
        (0.0, self.sink)
    }
    fn fill(&self, v: &mut [GpuVertex], ix: &mut [u32]) -> bool {
        if !self.from.is_empty() || !self.from_ix.is_empty() {
            v.copy_from_slice(&self.from);
            ix.copy_from_slice(&self.from_ix);
        }
        true
    }
}

/// What `gather` knows before the clock starts.
struct Known {
    vertices_at: usize,
    /// Bytes of each vertex: one byte each, so that they take no memory bandwidth to speak of.
    sizes: Vec<u8>,
    faces_at: usize,
    width: usize,
}

impl Known {
    fn new(model: &mini::Mini) -> Self {
        let ends = model.offsets.iter().skip(1).copied().chain([model.vertices_end as u64]);
        let sizes = model.offsets.iter().zip(ends).map(|(start, end)| (end - start) as u8).collect();
        Known { vertices_at: model.vertices_at, sizes, faces_at: model.faces_at, width: model.vi }
    }
}

struct Gather<'k> {
    map: Mmap,
    known: &'k Known,
}

impl Loaded for Gather<'_> {
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool {
        const LEN: usize = size_of::<GpuVertex>();
        let mut at = self.known.vertices_at;
        for (vertex, size) in vertices.iter_mut().zip(&self.known.sizes) {
            *vertex = bytemuck::pod_read_unaligned(&self.map[at..at + LEN]);
            at += usize::from(*size);
        }
        let from = &self.map[self.known.faces_at..][..indices.len() * self.known.width];
        match self.known.width {
            4 => bytemuck::cast_slice_mut(indices).copy_from_slice(from),
            width => indices.iter_mut().enumerate().for_each(|(i, to)| *to = mini::uint_at(from, i * width, width)),
        }
        true
    }
}

/// Loads one byte of so many, through a map that nobody has looked at yet.
fn touch(map: &Mmap, (start, end): (usize, usize), step: usize) -> u64 {
    let bytes = (start & !4095..end).step_by(step);
    std::hint::black_box(bytes.fold(0u64, |sum, at| sum.wrapping_add(map[at] as u64)))
}

pub fn run_limit(name: &str, task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    let mut nothing = Nothing { from: vec![], from_ix: vec![], sink: 0 };
    let (section, known) = {
        let map = map(file)?;
        let m = mini::Mini::open(&map)?;
        ((m.vertices_at, m.vertices_end), Known::new(&m))
    };
    if std::env::var_os("PEER_BENCH_COLD").is_some() {
        drop_cache(file); // finding the section has just read it
    }
    match name {
        "touch" | "stride64" => {
            let step = if name == "touch" { 4096 } else { 64 };
            run(task, dest, inner, || {
                touch(&map(file)?, section, step);
                Ok(&nothing)
            })
        }
        "gather" => run(task, dest, inner, || {
            let map = map(file)?;
            if !matches!(task, Task::Fused) {
                touch(&map, section, 64);
            }
            Ok(Gather { map, known: &known })
        }),
        "fs::read" => run(task, dest, inner, || {
            std::hint::black_box(std::fs::read(file)?.len());
            Ok(&nothing)
        }),
        "read" => {
            let buffer = std::cell::RefCell::new(vec![1u8; section.1 - section.0]);
            run(task, dest, inner, || {
                File::open(file)?.read_exact_at(&mut buffer.borrow_mut(), section.0 as u64)?;
                std::hint::black_box(&buffer);
                Ok(&nothing)
            })
        }
        _ => {
            nothing.from = dest.vertices.clone();
            nothing.from_ix = dest.indices.clone();
            run(task, dest, inner, || Ok(&nothing))
        }
    }
}
