//! What each draw call needs of its material.
use crate::textures::Textures;
use bytemuck::{Pod, Zeroable, bytes_of};
use mmdmap::pmx::{Material, MaterialFlags, Pmx, SphereMode};
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    AddressMode, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, BufferUsages,
    Device, FilterMode, MipmapFilterMode, Sampler, SamplerDescriptor,
};

/// A material on the GPU.
#[derive(Debug)]
pub struct Look {
    pub bound: BindGroup,
    pub both_sides: bool,
    pub outline: bool,
    /// Whether anything of it is seen.
    pub visible: bool,
}

/// As `draw.wgsl` has it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Values {
    diffuse: [f32; 4],
    specular: [f32; 3],
    power: f32,
    ambient: [f32; 3],
    sphere_mode: u32,
    edge_color: [f32; 4],
    edge_size: f32,
    padding: [u32; 3],
}

/// The materials of a model, in their order.
pub fn looks(device: &Device, layout: &BindGroupLayout, model: Pmx<'_>, textures: &Textures) -> Vec<Look> {
    let sampler = device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::Repeat,
        address_mode_v: AddressMode::Repeat,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        mipmap_filter: MipmapFilterMode::Linear,
        ..Default::default()
    });
    model.materials().into_iter().map(|material| look(device, layout, &material, textures, &sampler)).collect()
}

fn look(
    device: &Device,
    layout: &BindGroupLayout,
    material: &Material<'_>,
    textures: &Textures,
    sampler: &Sampler,
) -> Look {
    // What cannot be had reflects nothing.
    let mode = match material.sphere_mode {
        SphereMode::MULTIPLY => 1,
        SphereMode::ADD => 2,
        _ => 0, // none; or a second texture with a UV of its own, which is not shown
    };
    let (sphere, sphere_mode) = match textures.loaded(material.sphere) {
        Some(sphere) => (sphere, mode),
        None => (textures.white(), 0),
    };
    let values = Values {
        diffuse: material.diffuse,
        specular: material.specular,
        power: material.specular_power,
        ambient: material.ambient,
        sphere_mode,
        edge_color: material.edge_color,
        edge_size: material.edge_size,
        padding: [0; 3],
    };
    let values = device.create_buffer_init(&BufferInitDescriptor {
        label: None,
        contents: bytes_of(&values),
        usage: BufferUsages::UNIFORM,
    });
    let resources = [
        values.as_entire_binding(),
        BindingResource::TextureView(textures.of(material.texture)),
        BindingResource::TextureView(sphere),
        BindingResource::Sampler(sampler),
    ];
    let entries: Vec<BindGroupEntry<'_>> =
        (0..).zip(resources).map(|(binding, resource)| BindGroupEntry { binding, resource }).collect();
    Look {
        bound: device.create_bind_group(&BindGroupDescriptor { label: None, layout, entries: &entries }),
        both_sides: material.flags.contains(MaterialFlags::BOTH_SIDES),
        outline: material.flags.contains(MaterialFlags::EDGE),
        visible: material.diffuse[3] > 0.0,
    }
}
