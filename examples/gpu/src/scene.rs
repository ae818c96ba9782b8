//! A model on the GPU, and how it is drawn.
use crate::camera::Camera;
use crate::gpu::Gpu;
use crate::materials::{Look, looks};
use crate::mesh::Mesh;
use crate::morphs::{self, Morphs};
use crate::picture::{Target, read_back};
use crate::pipelines::Pipelines;
use crate::report::Report;
use crate::staging::Staging;
use crate::textures::Textures;
use bytemuck::{Pod, Zeroable, bytes_of};
use image::RgbaImage;
use mmdmap::pmx::Pmx;
use mmdmap::pmx::gpu::Space;
use std::path::Path;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, Buffer, BufferUsages, Color, CommandEncoderDescriptor, LoadOp, Operations,
    RenderPass, RenderPassColorAttachment, RenderPassDepthStencilAttachment, RenderPassDescriptor, StoreOp,
};

/// Behind the model.
const BACKGROUND: Color = Color { r: 0.93, g: 0.94, b: 0.96, a: 1.0 };
/// Pixels of a side at which an outline of size 1 is a pixel wide.
const OUTLINE_AT: f32 = 640.0;

/// Everything of a model that is drawn.
#[derive(Debug)]
pub struct Scene {
    mesh: Mesh,
    looks: Vec<Look>,
    pipelines: Pipelines,
    space: Space,
}

/// As `draw.wgsl` has it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Values {
    clip: [[f32; 4]; 4],
    right: [f32; 3],
    pixel: f32,
    up: [f32; 3],
    padding: u32,
    eye: [f32; 3],
    padding_2: u32,
    to_light: [f32; 3],
    padding_3: u32,
}

impl Scene {
    /// Streams a model whose textures lie in `folder`, in this space, and adds these morphs.
    pub fn stream(
        staging: &mut Staging<'_>,
        model: Pmx<'_>,
        folder: &Path,
        space: Space,
        wanted: &[(String, f32)],
        report: &mut Report,
    ) -> Self {
        let gpu = staging.gpu();
        let outgoing = model.gpu().space(space);
        let mesh = Mesh::stream(staging, outgoing, report);
        let morphs = report.stage("morphs", staging, |staging| Morphs::stream(staging, outgoing));
        let (textures, notes) = report.stage("textures", staging, |staging| Textures::stream(staging, model, folder));
        report.note(notes);
        let (chosen, notes) = morphs::choose(model, wanted);
        report.note(notes);
        if !chosen.is_empty() {
            morphs::apply(gpu, &mesh.vertices, &morphs, &chosen);
        }
        let pipelines = Pipelines::new(&gpu.device, space.front());
        let looks = looks(&gpu.device, &pipelines.material, model, &textures);
        Scene { mesh, looks, pipelines, space }
    }

    /// The vertices, as the morphs have left them.
    pub fn vertices(&self) -> &Buffer {
        &self.mesh.vertices
    }

    /// As it is seen from there, so many pixels wide and high.
    pub fn draw(&self, gpu: &Gpu, camera: &Camera, size: u32) -> RgbaImage {
        let target = Target::new(&gpu.device, size);
        let bound = self.bind(gpu, camera, size);
        let mut encoder = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: None,
                color_attachments: &[Some(RenderPassColorAttachment {
                    view: &target.samples,
                    resolve_target: Some(&target.view),
                    depth_slice: None,
                    ops: Operations { load: LoadOp::Clear(BACKGROUND), store: StoreOp::Discard },
                })],
                depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                    view: &target.depth,
                    depth_ops: Some(Operations { load: LoadOp::Clear(1.0), store: StoreOp::Discard }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            pass.set_bind_group(0, &bound, &[]);
            pass.set_vertex_buffer(0, self.mesh.vertices.slice(..));
            pass.set_index_buffer(self.mesh.indices.slice(..), self.mesh.format);
            self.draw_all(&mut pass);
        }
        read_back(gpu, encoder, &target)
    }

    fn bind(&self, gpu: &Gpu, camera: &Camera, size: u32) -> wgpu::BindGroup {
        let pixels = (size as f32 / OUTLINE_AT).max(0.75);
        let values = Values {
            clip: camera.clip(),
            right: camera.right,
            pixel: pixels * 2.0 / size as f32,
            up: camera.up,
            eye: camera.eye,
            to_light: self.space.direction(normalized([-0.5, 1.0, -0.8])),
            ..Values::zeroed()
        };
        let values = gpu.device.create_buffer_init(&BufferInitDescriptor {
            label: None,
            contents: bytes_of(&values),
            usage: BufferUsages::UNIFORM,
        });
        let entries = [BindGroupEntry { binding: 0, resource: values.as_entire_binding() }];
        let layout = &self.pipelines.scene;
        gpu.device.create_bind_group(&BindGroupDescriptor { label: None, layout, entries: &entries })
    }

    /// The materials in their order, then their outlines.
    fn draw_all(&self, pass: &mut RenderPass<'_>) {
        let seen = || self.mesh.draws.iter().zip(&self.looks).filter(|(draw, look)| !draw.is_empty() && look.visible);
        for (draw, look) in seen() {
            let pipeline = if look.both_sides { &self.pipelines.both_sides } else { &self.pipelines.front_only };
            pass.set_pipeline(pipeline);
            pass.set_bind_group(1, &look.bound, &[]);
            pass.draw_indexed(draw.range(), 0, 0..1);
        }
        pass.set_pipeline(&self.pipelines.outline);
        for (draw, look) in seen().filter(|(_, look)| look.outline) {
            pass.set_bind_group(1, &look.bound, &[]);
            pass.draw_indexed(draw.range(), 0, 0..1);
        }
    }
}

fn normalized(v: [f32; 3]) -> [f32; 3] {
    let length = crate::camera::dot(v, v).sqrt();
    v.map(|x| x / length)
}
