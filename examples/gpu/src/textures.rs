//! Pictures: found beside the model, decoded, and sent through mapped memory.
//!
//! A path in a model is a stranger's word. The library judges it, and finds the file in spite of its spelling; what leads
//! out of the model's folder is refused. A picture that cannot be had is named, and a plain colour stands for it.
use crate::staging::Staging;
use image::{ImageReader, Limits, RgbaImage, imageops};
use mmdmap::TextureIndex;
use mmdmap::pmx::{NotFound, Pmx, SphereMode, TexturePath};
use std::collections::BTreeSet;
use std::path::Path;
use wgpu::{
    Extent3d, Origin3d, TexelCopyBufferInfo, TexelCopyBufferLayout, TexelCopyTextureInfo, Texture, TextureAspect,
    TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView,
};

/// What stands for a picture that cannot be had.
const PLAIN: [u8; 4] = [205, 200, 196, 255];
const WHITE: [u8; 4] = [255; 4];

/// The pictures of a model, on the GPU.
#[derive(Debug)]
pub struct Textures {
    /// As the model numbers them; `None` where there is none to be had, or no material wants it.
    loaded: Vec<Option<TextureView>>,
    plain: TextureView,
    white: TextureView,
}

impl Textures {
    /// Those that materials of the model want; and, in words, which cannot be had, and why.
    pub fn stream(staging: &mut Staging<'_>, model: Pmx<'_>, folder: &Path) -> (Self, Vec<String>) {
        let wanted: BTreeSet<usize> = model
            .materials()
            .into_iter()
            .flat_map(|material| {
                let has_sphere = matches!(material.sphere_mode, SphereMode::MULTIPLY | SphereMode::ADD);
                [Some(material.texture), has_sphere.then_some(material.sphere)].into_iter().flatten()
            })
            .filter_map(TextureIndex::get)
            .collect();
        let mut notes = Vec::new();
        let mut loaded = Vec::new();
        for (number, text) in model.textures().into_iter().enumerate() {
            let picture = wanted.contains(&number).then(|| picture(text.path(), folder));
            loaded.push(match picture {
                None => None,
                Some(Ok(picture)) => Some(send(staging, picture)),
                Some(Err(why)) => {
                    notes.push(format!("texture {:?}: {why}; a plain colour stands for it", text.path().as_str()));
                    None
                }
            });
        }
        let [plain, white] = [PLAIN, WHITE].map(|colour| send(staging, RgbaImage::from_pixel(1, 1, colour.into())));
        (Textures { loaded, plain, white }, notes)
    }

    /// The picture on a material: white where it asks for none.
    pub fn of(&self, index: TextureIndex) -> &TextureView {
        match index.get() {
            None => &self.white,
            Some(_) => self.loaded(index).unwrap_or(&self.plain),
        }
    }
    /// The same, if it is there.
    pub fn loaded(&self, index: TextureIndex) -> Option<&TextureView> {
        self.loaded.get(index.get()?)?.as_ref()
    }
    /// What stands for no picture.
    pub fn white(&self) -> &TextureView {
        &self.white
    }
}

/// From disk; or, in words, why not.
fn picture(path: TexturePath<'_>, folder: &Path) -> Result<RgbaImage, String> {
    let found = path.resolve(folder).map_err(|why| match why {
        NotFound::Unsafe(_) | NotFound::Outside(_) => format!("refused, {why}"),
        _ => format!("missing, {why}"),
    })?;
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(16_384), Some(16_384));
    // By what is in it, as sphere maps are bitmaps that are called .sph and .spa.
    let read = || {
        let mut reader = ImageReader::open(found.path())?.with_guessed_format()?;
        reader.limits(limits);
        reader.decode()
    };
    let picture = read().map_err(|why| format!("cannot be decoded, {why}"))?.into_rgba8();
    // Bitmaps may say so, and no texture is that small.
    if picture.is_empty() { Err("empty, it has no pixels".into()) } else { Ok(picture) }
}

/// To the GPU, with smaller and smaller versions of it.
pub fn send(staging: &mut Staging<'_>, mut picture: RgbaImage) -> TextureView {
    let device = &staging.gpu().device;
    let most = device.limits().max_texture_dimension_2d;
    if picture.width().max(picture.height()) > most {
        picture = imageops::thumbnail(&picture, picture.width().min(most), picture.height().min(most));
    }
    let levels = picture.width().max(picture.height()).ilog2() + 1;
    let texture = device.create_texture(&TextureDescriptor {
        label: None,
        size: Extent3d { width: picture.width(), height: picture.height(), depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: TextureDimension::D2,
        // MMD calculates with colours as they are stored.
        format: TextureFormat::Rgba8Unorm,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST | TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    for level in 0..levels {
        if level > 0 {
            let half = |n: u32| (n / 2).max(1);
            picture = imageops::thumbnail(&picture, half(picture.width()), half(picture.height()));
        }
        send_level(staging, &picture, &texture, level);
    }
    texture.create_view(&Default::default())
}

/// Tile by tile: as many rows as a chunk holds; where it does not hold one, parts of rows.
fn send_level(staging: &mut Staging<'_>, picture: &RgbaImage, texture: &Texture, level: u32) {
    const PIXEL: usize = 4;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let columns = width.min(staging.size() / PIXEL);
    let pitch = (columns * PIXEL).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
    let rows = if columns < width { 1 } else { (staging.size() / pitch).max(1) };
    for y in (0..height).step_by(rows) {
        for x in (0..width).step_by(columns) {
            let (wide, high) = (columns.min(width - x), rows.min(height - y));
            let row = |k: usize| {
                let start = ((y + k) * width + x) * PIXEL;
                &picture.as_raw()[start..start + wide * PIXEL]
            };
            staging.chunk(
                (high - 1) * pitch + wide * PIXEL,
                |mut room| {
                    (0..high).for_each(|k| room.slice(k * pitch..).slice(..wide * PIXEL).copy_from_slice(row(k)))
                },
                |encoder, buffer| {
                    let bytes_per_row = (high > 1).then_some(pitch as u32);
                    let layout = TexelCopyBufferLayout { offset: 0, bytes_per_row, rows_per_image: None };
                    let origin = Origin3d { x: x as u32, y: y as u32, z: 0 };
                    let to = TexelCopyTextureInfo { texture, mip_level: level, origin, aspect: TextureAspect::All };
                    let size = Extent3d { width: wide as u32, height: high as u32, depth_or_array_layers: 1 };
                    encoder.copy_buffer_to_texture(TexelCopyBufferInfo { buffer, layout }, to, size);
                },
            );
        }
    }
}
