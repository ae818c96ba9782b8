//! A small ring of mapped buffers: all that ever lies between a model and the GPU.
//!
//! Mapped memory may be write-combined: each byte is written once, in ascending order, and none is read back. wgpu hands
//! it out as [`WriteOnly`], and the library's iterators write into that.
use crate::gpu::Gpu;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, BufferViewMut, CommandEncoder, CommandEncoderDescriptor, MapMode,
    SubmissionIndex, WriteOnly,
};

/// Two mapped buffers: one is written while the GPU copies from the other.
#[derive(Debug)]
pub struct Staging<'g> {
    gpu: &'g Gpu,
    slots: [Slot; 2],
    now: usize,
    size: usize,
    sent: Sent,
}

/// What went through.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sent {
    pub bytes: u64,
    pub chunks: u64,
    /// In which mapped memory was written: decoding the model included, waiting for the GPU not.
    pub writing: Duration,
}

#[derive(Debug)]
struct Slot {
    buffer: Buffer,
    mapped: Arc<AtomicBool>,
    /// What copies from it.
    copy: Option<SubmissionIndex>,
}

/// A chunk that is written piece by piece.
#[derive(Debug)]
pub struct Chunk {
    view: BufferViewMut,
    used: usize,
    opened: Instant,
}

impl Chunk {
    /// How many bytes have been written.
    pub fn used(&self) -> usize {
        self.used
    }
    /// Puts these after those before.
    pub fn push(&mut self, bytes: &[u8]) {
        self.view.slice(self.used..self.used + bytes.len()).copy_from_slice(bytes);
        self.used += bytes.len();
    }
}

impl<'g> Staging<'g> {
    /// Buffers of so many bytes each, rounded up to what copies ask for.
    pub fn new(gpu: &'g Gpu, size: usize) -> Self {
        let size = size.max(1).next_multiple_of(wgpu::MAP_ALIGNMENT as usize);
        let slots = [(); 2].map(|()| {
            let buffer = gpu.device.create_buffer(&BufferDescriptor {
                label: Some("staging"),
                size: size as u64,
                usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            });
            Slot { buffer, mapped: Arc::new(AtomicBool::new(true)), copy: None }
        });
        Staging { gpu, slots, now: 0, size, sent: Sent::default() }
    }

    /// The GPU behind it.
    pub fn gpu(&self) -> &'g Gpu {
        self.gpu
    }
    /// How many bytes a chunk holds.
    pub fn size(&self) -> usize {
        self.size
    }
    /// What went through since this was last asked.
    pub fn take_sent(&mut self) -> Sent {
        std::mem::take(&mut self.sent)
    }

    /// A chunk of `len` bytes, all of which `write` writes; `copy` then says where they go.
    pub fn chunk(
        &mut self,
        len: usize,
        write: impl FnOnce(WriteOnly<'_, [u8]>),
        copy: impl FnOnce(&mut CommandEncoder, &Buffer),
    ) {
        let mut chunk = self.open();
        write(chunk.view.slice(..len));
        chunk.used = len;
        self.close(chunk, copy);
    }

    /// The next chunk, as soon as the GPU has copied what it held.
    pub fn open(&mut self) -> Chunk {
        let slot = &mut self.slots[self.now];
        if let Some(copy) = slot.copy.take() {
            self.gpu.wait(Some(copy));
        }
        assert!(slot.mapped.load(Ordering::Acquire), "what the GPU no longer uses can be mapped");
        let view = slot.buffer.get_mapped_range_mut(..).expect("it is mapped, and once");
        Chunk { view, used: 0, opened: Instant::now() }
    }

    /// Sends it off.
    pub fn close(&mut self, chunk: Chunk, copy: impl FnOnce(&mut CommandEncoder, &Buffer)) {
        self.sent.bytes += chunk.used as u64;
        self.sent.chunks += 1;
        self.sent.writing += chunk.opened.elapsed();
        drop(chunk);
        let now = self.now;
        self.now = (now + 1) % self.slots.len();
        let slot = &mut self.slots[now];
        slot.buffer.unmap();
        let mut encoder = self.gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
        copy(&mut encoder, &slot.buffer);
        slot.copy = Some(self.gpu.queue.submit([encoder.finish()]));
        slot.mapped.store(false, Ordering::Release);
        let mapped = slot.mapped.clone();
        slot.buffer.map_async(MapMode::Write, .., move |done| mapped.store(done.is_ok(), Ordering::Release));
    }
}
