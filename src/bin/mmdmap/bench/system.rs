//! What the system says of this process: heap, page faults, the page cache. The only door to peak_alloc and rustix.
use peak_alloc::PeakAlloc;
use std::fs::File;
use std::io;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The heap as it is now.
pub struct Heap {
    held: usize,
}

impl Heap {
    pub fn now() -> Self {
        ALLOCATOR.reset_peak_usage();
        Heap { held: ALLOCATOR.current_usage() }
    }
    /// The most that was held since, above what was held then.
    pub fn peak_since(&self) -> usize {
        ALLOCATOR.peak_usage().saturating_sub(self.held)
    }
}

/// Page faults of this process so far, with and without the disk.
pub fn page_faults() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may hold anything, blanks and brackets too.
    let fields = stat.rsplit_once(')')?.1;
    let number = |n: usize| fields.split_ascii_whitespace().nth(n)?.parse::<u64>().ok();
    number(7)?.checked_add(number(9)?)
}

/// Takes a file out of the page cache.
#[cfg(target_os = "linux")]
pub fn forget(file: &File) -> io::Result<()> {
    // What was not yet written stays.
    file.sync_all()?;
    Ok(rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed)?)
}
#[cfg(not(target_os = "linux"))]
pub fn forget(_: &File) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system cannot be asked to forget a file"))
}
