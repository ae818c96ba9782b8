//! What is on the heap: counted by the allocator, thread by thread. A test that counts says
//! `#[global_allocator] static ALLOCATOR: Counting = Counting;`, and so do some fuzz targets.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::{Error, FileIndex, Mode, ScanOptions};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting.
pub struct Counting;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Allocations and growths since the count began.
    pub calls: usize,
    /// Bytes held now.
    pub live: isize,
    /// The most that were held at once.
    pub peak: isize,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { calls: 0, live: 0, peak: 0 }) };
}

fn note(calls: usize, bytes: isize) {
    // A thread that is going away has no counts any more.
    let _ = COUNTS.try_with(|counts| {
        let before = counts.get();
        let live = before.live + bytes;
        counts.set(Counts { calls: before.calls + calls, live, peak: before.peak.max(live) });
    });
}

// SAFETY: whatever is asked of it, it asks of the system's allocator; counting touches no memory that it hands out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Layout) -> *mut u8 {
        note(1, memory.size() as isize);
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(memory) }
    }
    unsafe fn dealloc(&self, at: *mut u8, memory: Layout) {
        note(0, -(memory.size() as isize));
        // SAFETY: the caller's promise is the same.
        unsafe { System.dealloc(at, memory) }
    }
    unsafe fn realloc(&self, at: *mut u8, memory: Layout, size: usize) -> *mut u8 {
        // Old and new may be held at once.
        note(1, size as isize);
        note(0, -(memory.size() as isize));
        // SAFETY: the caller's promise is the same.
        unsafe { System.realloc(at, memory, size) }
    }
}

/// What `work` gives, and what it cost. `live` is what its result holds on the heap.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    COUNTS.set(Counts::default());
    let result = work();
    (result, COUNTS.get())
}

/// Nothing is allocated, not even for a moment.
#[track_caller]
pub fn free_of_charge<T>(work: impl FnOnce() -> T) -> T {
    let (result, counts) = counted(work);
    assert_eq!(counts, Counts::default());
    result
}

/// Whatever the bytes, and whether it is meant for them or not: a scan holds no more than their length and 64 KiB.
#[track_caller]
pub fn within_bounds<I: FileIndex>(name: &str, bytes: &[u8]) {
    drop(scanned_within_bounds::<I>(name, bytes));
}

/// The same, for whoever goes on with what strict, lenient and salvage make of the bytes.
#[track_caller]
pub fn scanned_within_bounds<I: FileIndex>(name: &str, bytes: &[u8]) -> [Result<I, Error>; 3] {
    let most = bytes.len() + 64 * 1024;
    let scan = |mode: Mode| counted(|| I::scan(bytes, &ScanOptions::from(mode)));
    let scans = [Mode::Strict, Mode::Lenient, Mode::Salvage].map(|mode| (mode, scan(mode)));
    for (mode, (scanned, counts)) in &scans {
        let error = scanned.as_ref().err();
        assert!(counts.peak as usize <= most, "{name}, {mode:?}: {counts:?}, {} bytes: {error:?}", bytes.len());
        assert!(error.is_none() || counts.live < 1024, "{name}, {mode:?}: an error holds {counts:?}");
    }
    scans.map(|(_, (scanned, _))| scanned)
}
