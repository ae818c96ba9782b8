//! What the machine itself allows, run as further columns:
//!
//! * `touch`  - map the file, load one byte of every page that holds vertices: no reader that must
//!   look at every weight-type byte can open faster through fresh page mappings.
//! * `stride64` - the same, one byte per 64-byte cache line.
//! * `fs::read` - the file copied into a new buffer and nothing else.
//! * `read` - the vertex section alone, by one call, into a buffer that was touched before: what a cold open waits for.
//! * `memcpy` - for `fill`: an already loaded buffer as large as the output copied onto it (fresh
//!   cache lines on both sides), and for `sum`/`open`: nothing.

use crate::{Counts, Dest, GpuVertex, Loaded, Result, Task, mini, peers::map, run};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

pub const NAMES: &[&str] = &["touch", "stride64", "fs::read", "read", "memcpy"];

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

pub fn run_limit(name: &str, task: &Task, file: &Path, dest: &mut Dest, inner: usize) -> Result<()> {
    let mut nothing = Nothing { from: vec![], from_ix: vec![], sink: 0 };
    let (start, end) = {
        let map = map(file)?;
        let m = mini::Mini::open(&map)?;
        (m.vertices_at, m.vertices_end)
    };
    if std::env::var_os("PEER_BENCH_COLD").is_some() {
        drop_cache(file); // finding the section has just read it
    }
    match name {
        "touch" | "stride64" => {
            let step = if name == "touch" { 4096 } else { 64 };
            run(task, dest, inner, || {
                let map = map(file)?;
                let mut s = 0u64;
                for at in (start & !4095..end).step_by(step) {
                    s = s.wrapping_add(map[at] as u64);
                }
                std::hint::black_box(s);
                Ok(&nothing)
            })
        }
        "fs::read" => run(task, dest, inner, || {
            std::hint::black_box(std::fs::read(file)?.len());
            Ok(&nothing)
        }),
        "read" => {
            let buffer = std::cell::RefCell::new(vec![1u8; end - start]);
            run(task, dest, inner, || {
                File::open(file)?.read_exact_at(&mut buffer.borrow_mut(), start as u64)?;
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
