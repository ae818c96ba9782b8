//! What is drawn on, and how it comes back.
use crate::gpu::Gpu;
use crate::pipelines::{COLOR, DEPTH, SAMPLES};
use image::RgbaImage;
use std::path::{Path, PathBuf};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandEncoder, Device, Extent3d, MapMode, TexelCopyBufferInfo,
    TexelCopyBufferLayout, Texture, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView,
};

/// A square to draw on.
#[derive(Debug)]
pub struct Target {
    size: u32,
    picture: Texture,
    pub view: TextureView,
    /// Several of each pixel, before they are one.
    pub samples: TextureView,
    pub depth: TextureView,
}

impl Target {
    pub fn new(device: &Device, size: u32) -> Self {
        let texture = |format: TextureFormat, sample_count: u32, usage: TextureUsages| {
            device.create_texture(&TextureDescriptor {
                label: None,
                size: Extent3d { width: size, height: size, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: TextureDimension::D2,
                format,
                usage: usage | TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            })
        };
        let picture = texture(COLOR, 1, TextureUsages::COPY_SRC);
        let view = |texture: &Texture| texture.create_view(&Default::default());
        Target {
            size,
            view: view(&picture),
            samples: view(&texture(COLOR, SAMPLES, TextureUsages::empty())),
            depth: view(&texture(DEPTH, SAMPLES, TextureUsages::empty())),
            picture,
        }
    }
}

/// Runs what has been encoded, and gives the picture.
pub fn read_back(gpu: &Gpu, mut encoder: CommandEncoder, target: &Target) -> RgbaImage {
    let row = target.size * 4;
    let pitch = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = readable(gpu, u64::from(pitch) * u64::from(target.size));
    let layout = TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(pitch), rows_per_image: None };
    let to = TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(target.picture.as_image_copy(), to, target.picture.size());
    gpu.queue.submit([encoder.finish()]);
    let bytes = mapped(gpu, &buffer);
    let pixels = bytes.chunks(pitch as usize).flat_map(|padded| &padded[..row as usize]).copied().collect();
    RgbaImage::from_raw(target.size, target.size, pixels).expect("so many bytes have been read")
}

/// The bytes of a buffer.
pub fn read_buffer(gpu: &Gpu, from: &Buffer) -> Vec<u8> {
    let to = readable(gpu, from.size());
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(from, 0, &to, 0, from.size());
    gpu.queue.submit([encoder.finish()]);
    mapped(gpu, &to)
}

fn readable(gpu: &Gpu, size: u64) -> Buffer {
    let usage = BufferUsages::COPY_DST | BufferUsages::MAP_READ;
    gpu.device.create_buffer(&BufferDescriptor { label: Some("back"), size, usage, mapped_at_creation: false })
}

fn mapped(gpu: &Gpu, buffer: &Buffer) -> Vec<u8> {
    buffer.map_async(MapMode::Read, .., |done| done.expect("what can be read can be mapped"));
    gpu.wait(None);
    buffer.get_mapped_range(..).expect("it is mapped").to_vec()
}

/// `out.png`; of several, number `i` (from 0) `out-01.png`.
pub fn numbered(out: &Path, i: usize, of: usize) -> PathBuf {
    if of <= 1 {
        return out.to_owned();
    }
    let digits = of.to_string().len().max(2);
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out.extension().map_or("png".into(), |ending| ending.to_string_lossy());
    out.with_file_name(format!("{stem}-{:0digits$}.{ending}", i + 1))
}

/// As PNG, whatever the file is called, as small as can be.
pub fn save(picture: &RgbaImage, path: &Path) -> image::ImageResult<()> {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    let file = std::io::BufWriter::new(std::fs::File::create(path)?);
    // Opaque: three bytes a pixel say it all.
    let opaque = image::DynamicImage::from(picture.clone()).into_rgb8();
    opaque.write_with_encoder(PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive))
}
