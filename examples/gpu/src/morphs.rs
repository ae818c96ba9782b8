//! Morphs: sparse deltas on the GPU, of which the chosen ones are added there.
use crate::gpu::Gpu;
use crate::mesh::{STRIDE, buffer};
use crate::staging::{Chunk, Staging};
use bytemuck::{Pod, Zeroable, bytes_of};
use mmdmap::pmx::gpu::{GpuModel, GpuMorphs, MorphDelta, PositionDelta, SkinVertex, UvDelta};
use mmdmap::pmx::{MorphOffsets, Pmx};
use std::mem::offset_of;
use std::ops::Range;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, Buffer, BufferUsages, CommandEncoderDescriptor, ComputePassDescriptor,
    ComputePipelineDescriptor, include_wgsl,
};

/// Deltas of one kind, one morph after the other.
#[derive(Debug)]
pub struct Rows {
    pub deltas: Buffer,
    /// Where each morph's begin, and where the last one's end.
    pub offsets: Vec<u32>,
    kind: Kind,
}

/// What a delta is made of, and what of a vertex it changes; in words of four bytes.
#[derive(Clone, Copy, Debug)]
struct Kind {
    delta_words: u32,
    first_word: u32,
    components: u32,
}

/// All that a model has of what is shown.
#[derive(Debug)]
pub struct Morphs {
    pub positions: Rows,
    pub uvs: Rows,
}

impl Morphs {
    /// Every delta of every vertex and UV morph.
    pub fn stream(staging: &mut Staging<'_>, model: GpuModel<'_>) -> Self {
        let word = |byte: usize| (byte / 4) as u32;
        let kind = |delta, at, components| Kind { delta_words: word(delta), first_word: word(at), components };
        let position = kind(size_of::<PositionDelta>(), offset_of!(SkinVertex, position), 3);
        let uv = kind(size_of::<UvDelta>(), offset_of!(SkinVertex, uv), 2);
        Morphs {
            positions: Rows::stream(staging, model.vertex_morphs(), position),
            uvs: Rows::stream(staging, model.uv_morphs(0), uv),
        }
    }
}

impl Rows {
    fn stream<D: MorphDelta>(staging: &mut Staging<'_>, morphs: GpuMorphs<'_, D>, kind: Kind) -> Self {
        let mut offsets = vec![0; morphs.rows() + 1];
        let count = morphs.fill_offsets(&mut offsets);
        let deltas = buffer(staging, "deltas", count * size_of::<D>(), BufferUsages::STORAGE);
        send_deltas(staging, morphs, count, &deltas);
        Rows { deltas, offsets, kind }
    }

    /// Where the deltas of a morph lie.
    fn row(&self, morph: usize) -> Range<u32> {
        self.offsets[morph]..self.offsets[morph + 1]
    }
}

/// `count` deltas, which is how many there are: should the file have got more meanwhile, these do not fit.
pub fn send_deltas<D: MorphDelta>(staging: &mut Staging<'_>, morphs: GpuMorphs<'_, D>, count: usize, to: &Buffer) {
    let most = staging.size() / size_of::<D>() * size_of::<D>();
    assert!(most > 0, "a chunk holds a delta");
    let mut at = 0;
    let mut send = |staging: &mut Staging<'_>, chunk: Chunk| {
        let (place, bytes) = (at, chunk.used() as u64);
        at += bytes;
        staging.close(chunk, |encoder, from| encoder.copy_buffer_to_buffer(from, 0, to, place, bytes));
    };
    let mut started: Option<Chunk> = None;
    morphs.iter().take(count).for_each(|(_, delta)| {
        let mut chunk = started.take().unwrap_or_else(|| staging.open());
        chunk.push(bytes_of(&delta));
        if chunk.used() == most { send(staging, chunk) } else { started = Some(chunk) }
    });
    if let Some(chunk) = started {
        send(staging, chunk);
    }
}

/// What the shader is told of one row.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    first: u32,
    count: u32,
    weight: f32,
    delta_words: u32,
    vertex_words: u32,
    first_word: u32,
    components: u32,
    padding: u32,
}

/// Adds these morphs to the vertices, on the GPU.
pub fn apply(gpu: &Gpu, vertices: &Buffer, morphs: &Morphs, chosen: &[(usize, f32)]) {
    /// Groups of 64; each takes more than one delta where there are more.
    const MOST_GROUPS: u32 = 4096;
    let device = &gpu.device;
    let module = device.create_shader_module(include_wgsl!("morph.wgsl"));
    let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: Some("morph"),
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let mut encoder = device.create_command_encoder(&CommandEncoderDescriptor::default());
    for &(morph, weight) in chosen {
        for rows in [&morphs.positions, &morphs.uvs] {
            let (row, Kind { delta_words, first_word, components }) = (rows.row(morph), rows.kind);
            if row.is_empty() {
                continue;
            }
            let (first, count, vertex_words) = (row.start, row.len() as u32, (STRIDE / 4) as u32);
            let row = Row { first, count, weight, delta_words, vertex_words, first_word, components, padding: 0 };
            let row = device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                contents: bytes_of(&row),
                usage: BufferUsages::UNIFORM,
            });
            let resources = [vertices, &rows.deltas, &row];
            let mut entries = resources.iter().zip(0..);
            let entries = [(); 3].map(|()| {
                let (resource, binding) = entries.next().expect("there are three");
                BindGroupEntry { binding, resource: resource.as_entire_binding() }
            });
            let bound = device.create_bind_group(&BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &entries,
            });
            // A pass each: what one has added, the next one sees.
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bound, &[]);
            pass.dispatch_workgroups(count.div_ceil(64).min(MOST_GROUPS), 1, 1);
        }
    }
    gpu.queue.submit([encoder.finish()]);
}

/// The numbers and weights of these morphs, groups unfolded; and, in words, of what is not shown, or not there.
pub fn choose(model: Pmx<'_>, wanted: &[(String, f32)]) -> (Vec<(usize, f32)>, Vec<String>) {
    let (mut chosen, mut notes) = (Vec::new(), Vec::new());
    for (name, weight) in wanted {
        let Some(number) = model.morphs().position(name) else {
            notes.push(format!("morph {name}: there is none of this name"));
            continue;
        };
        // A group in a group is not supported by the format: so no more than one step.
        match model.morphs().get(number).map(|morph| morph.offsets) {
            Some(MorphOffsets::Group(members)) => {
                let members = members.iter().filter_map(|member| Some((member.morph.get()?, member.ratio * weight)));
                chosen.extend(members.filter(|&(member, _)| member < model.morphs().len()));
            }
            _ => chosen.push((number, *weight)),
        }
    }
    for &(number, _) in &chosen {
        let Some(morph) = model.morphs().get(number) else { continue };
        if !matches!(morph.offsets, MorphOffsets::Vertex(_) | MorphOffsets::Uv(_)) {
            notes.push(format!("morph {}: not shown, it moves neither vertices nor the first UV", morph.name.local));
        }
    }
    (chosen, notes)
}
