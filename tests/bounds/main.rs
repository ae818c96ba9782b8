//! What a file from a stranger can cost: memory, stack, open files. Time: `linear.rs`.
//!
//! | module | what |
//! |---|---|
//! | `any` | whatever the bytes: never more than their length and 64 KiB |
//! | `pmx`, `vpd`, `vmd` | what real files of each format cost, which is far less |
//! | `stack` | 64 KiB are enough for everything |
//! | `leaks` | ten thousand opens leave nothing behind |
#[path = "../common/mod.rs"]
mod common;

use common::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

mod any;
#[cfg(feature = "mmap")]
mod leaks;
mod pmx;
mod stack;
mod vmd;
mod vpd;
