//! How triangles are drawn: shaded, with their backs or without, and outlined.
use crate::mesh::STRIDE;
use mmdmap::pmx::gpu::{Front, SkinVertex};
use std::mem::offset_of;
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BlendState, BufferBindingType,
    ColorTargetState, ColorWrites, CompareFunction, DepthStencilState, Device, Face, FragmentState, FrontFace,
    MultisampleState, PipelineLayoutDescriptor, PrimitiveState, RenderPipeline, RenderPipelineDescriptor,
    SamplerBindingType, ShaderStages, TextureFormat, TextureSampleType, TextureViewDimension, VertexAttribute,
    VertexBufferLayout, VertexFormat, VertexState, VertexStepMode, include_wgsl,
};

/// Of the picture.
pub const COLOR: TextureFormat = TextureFormat::Rgba8Unorm;
pub const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// Of each pixel.
pub const SAMPLES: u32 = 4;

#[derive(Debug)]
pub struct Pipelines {
    pub front_only: RenderPipeline,
    pub both_sides: RenderPipeline,
    pub outline: RenderPipeline,
    /// What all draw calls share.
    pub scene: BindGroupLayout,
    /// What each brings.
    pub material: BindGroupLayout,
}

/// What of a vertex is drawn with; joints and weights lie beside it.
const ATTRIBUTES: [VertexAttribute; 4] = [
    attribute(0, offset_of!(SkinVertex, position), VertexFormat::Float32x3),
    attribute(1, offset_of!(SkinVertex, normal), VertexFormat::Float32x3),
    attribute(2, offset_of!(SkinVertex, uv), VertexFormat::Float32x2),
    attribute(3, offset_of!(SkinVertex, edge_scale), VertexFormat::Float32),
];

const fn attribute(shader_location: u32, offset: usize, format: VertexFormat) -> VertexAttribute {
    VertexAttribute { format, offset: offset as u64, shader_location }
}

impl Pipelines {
    /// For triangles whose fronts run this way.
    pub fn new(device: &Device, front: Front) -> Self {
        let uniform =
            BindingType::Buffer { ty: BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None };
        let picture = BindingType::Texture {
            sample_type: TextureSampleType::Float { filterable: true },
            view_dimension: TextureViewDimension::D2,
            multisampled: false,
        };
        let scene = group(device, &[uniform]);
        let material = group(device, &[uniform, picture, picture, BindingType::Sampler(SamplerBindingType::Filtering)]);
        let front_face = match front {
            Front::Clockwise => FrontFace::Cw,
            Front::Counterclockwise => FrontFace::Ccw,
        };
        let module = device.create_shader_module(include_wgsl!("draw.wgsl"));
        let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&scene), Some(&material)],
            immediate_size: 0,
        });
        let pipeline = |cull_mode: Option<Face>, vertex: &str, fragment: &str| {
            device.create_render_pipeline(&RenderPipelineDescriptor {
                label: Some(fragment),
                layout: Some(&layout),
                vertex: VertexState {
                    module: &module,
                    entry_point: Some(vertex),
                    compilation_options: Default::default(),
                    buffers: &[Some(VertexBufferLayout {
                        array_stride: STRIDE as u64,
                        step_mode: VertexStepMode::Vertex,
                        attributes: &ATTRIBUTES,
                    })],
                },
                primitive: PrimitiveState { front_face, cull_mode, ..Default::default() },
                // As MMD does it: in the order of the materials, each in front of what is behind it.
                depth_stencil: Some(DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(CompareFunction::LessEqual),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: MultisampleState { count: SAMPLES, ..Default::default() },
                fragment: Some(FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: Default::default(),
                    targets: &[Some(ColorTargetState {
                        format: COLOR,
                        blend: Some(BlendState::ALPHA_BLENDING),
                        write_mask: ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        Pipelines {
            front_only: pipeline(Some(Face::Back), "shaded", "shade"),
            both_sides: pipeline(None, "shaded", "shade"),
            outline: pipeline(Some(Face::Front), "outlined", "outline"),
            scene,
            material,
        }
    }
}

fn group(device: &Device, bindings: &[BindingType]) -> BindGroupLayout {
    let entry = |(binding, &ty): (u32, &BindingType)| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    };
    let entries: Vec<BindGroupLayoutEntry> = (0..).zip(bindings).map(entry).collect();
    device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}
