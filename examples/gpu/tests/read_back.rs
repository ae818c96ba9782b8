//! What arrives on the GPU is, byte for byte, what the views of the records say; however small the chunks.
mod common;

use common::answer::{self, Answer, Ink};
use common::{base, cards, file_as, models, nobody, usual, vertex};
use mmdmap::pmx::gpu::{
    ExtraUvVertex, GpuModel, GpuMorphs, IndexFormat, MorphDelta, PackedVertex, PackedVertexU8, PackedVertexU8UnormUv,
    PackedVertexUnormUv, Part, PositionVertex, SkinVertex, Space,
};
use mmdmap::pmx::{
    Bdef1, Bdef2, Bdef4, Deform, ExtraUvs, MaterialFlags, Morph, MorphOffsets, Panel, Pmx, Sdef, UvOffset, Vertex,
    VertexOffset,
};
use mmdmap::{Index, Many, Name, PmxFile, Vec4, Width};
use mmdmap_gpu_example::gpu::Gpu;
use mmdmap_gpu_example::mesh::{buffer, send_indices, send_vertices};
use mmdmap_gpu_example::morphs::send_deltas;
use mmdmap_gpu_example::picture::read_buffer;
use mmdmap_gpu_example::staging::Staging;
use wgpu::{Buffer, BufferUsages};

/// Items of a chunk; the last stands for all.
const CHUNKS: [usize; 5] = [1, 7, 64, 4096, usize::MAX];
/// Models with more vertices than this are not sent in chunks of 1 and 7: each chunk is a copy of its own.
const LARGE: usize = 2000;

fn chunks(len: usize) -> impl Iterator<Item = usize> {
    CHUNKS.into_iter().filter(move |&chunk| len <= LARGE || chunk > 7).map(move |chunk| chunk.min(len.max(1)))
}

/// Sends it through chunks of so many bytes and compares what is then in the buffer.
fn arrives(gpu: &Gpu, what: &str, chunk_bytes: usize, expected: &[u8], send: impl FnOnce(&mut Staging<'_>, &Buffer)) {
    let mut staging = Staging::new(gpu, chunk_bytes);
    let to = buffer(&staging, what, expected.len(), BufferUsages::empty());
    send(&mut staging, &to);
    let got = read_buffer(gpu, &to);
    let differs = got.iter().zip(expected).position(|(got, expected)| got != expected);
    assert_eq!(differs, None, "{what}, {}, chunks of {chunk_bytes} bytes: the first byte that differs", gpu.name);
    assert_eq!(staging.take_sent().bytes, expected.len() as u64, "{what}: each byte once");
}

fn layout_arrives<V: Answer, const N: usize>(gpu: &Gpu, model: Pmx<'_>, what: &str, sizes: &[usize]) {
    let answer: Vec<V> = answer::vertices(model);
    let what = format!("{what} as {}", std::any::type_name::<V>());
    for chunk in sizes {
        arrives(gpu, &what, chunk * N, bytemuck::cast_slice(&answer), |staging, to| {
            send_vertices::<V, N>(staging, model.gpu().vertices(), to);
        });
    }
}

fn indices_arrive(gpu: &Gpu, model: GpuModel<'_>, answer: &[u32], what: &str) {
    let mut wide = answer.to_vec();
    for chunk in chunks(answer.len()) {
        arrives(gpu, what, chunk.saturating_mul(4), bytemuck::cast_slice(&wide), |staging, to| {
            send_indices::<u32>(staging, model.indices(), to);
        });
    }
    if model.index_format() == IndexFormat::U16 {
        wide.extend((wide.len() % 2 == 1).then_some(0)); // whole groups of four bytes
        let narrow: Vec<u16> = wide.iter().map(|&index| index as u16).collect();
        for chunk in chunks(answer.len()) {
            arrives(gpu, what, chunk.saturating_mul(2), bytemuck::cast_slice(&narrow), |staging, to| {
                send_indices::<u16>(staging, model.indices(), to);
            });
        }
    }
}

fn morphs_arrive<D: MorphDelta>(gpu: &Gpu, morphs: GpuMorphs<'_, D>, answer: &[u32], what: &str) {
    let count = answer.len() * 4 / size_of::<D>();
    assert_eq!(morphs.report().deltas, count, "{what}");
    for chunk in chunks(count) {
        arrives(gpu, what, chunk * size_of::<D>(), bytemuck::cast_slice(answer), |staging, to| {
            send_deltas(staging, morphs, count, to);
        });
    }
}

/// Every stream of a model.
fn model_arrives(gpu: &Gpu, model: Pmx<'_>, what: &str) {
    let all: Vec<usize> = chunks(model.vertices().len()).collect();
    let one = [model.vertices().len().clamp(1, 4096)];
    layout_arrives::<SkinVertex, 60>(gpu, model, what, &all);
    layout_arrives::<Ink, 24>(gpu, model, what, &all);
    layout_arrives::<PositionVertex, 12>(gpu, model, what, &all);
    // The same walk with another layout: one size of chunks says it all, unless they are few.
    let some = if model.vertices().len() <= 300 { &all[..] } else { &one };
    layout_arrives::<PackedVertex, 36>(gpu, model, what, some);
    layout_arrives::<PackedVertexUnormUv, 36>(gpu, model, what, some);
    layout_arrives::<PackedVertexU8, 32>(gpu, model, what, some);
    layout_arrives::<PackedVertexU8UnormUv, 32>(gpu, model, what, some);
    layout_arrives::<ExtraUvVertex<0>, 16>(gpu, model, what, some);
    layout_arrives::<ExtraUvVertex<3>, 16>(gpu, model, what, some);
    indices_arrive(gpu, model.gpu(), &answer::indices(model, false), what);
    let mirrored = model.gpu().space(Space::RIGHT_HANDED);
    indices_arrive(gpu, mirrored, &answer::indices(model, true), what);
    morphs_arrive(gpu, model.gpu().vertex_morphs(), &answer::position_deltas(model), what);
    for set in 0..5 {
        morphs_arrive(gpu, model.gpu().uv_morphs(set), &answer::uv_deltas(model, set), what);
    }
}

/// All kinds of deformation, in runs and mixed, with bones that are not there and weights that make no sense.
fn deform(i: usize) -> Deform {
    let bone = |k: usize| Index::new([3, 0, 99, -1, 100, 127, 42][(i + k) % 7]);
    let weight = |k: usize| [0.25, 1.0, 0.0, -0.5, f32::NAN, 0.7, 3.0, 0.3][(i * 3 + k) % 8];
    let (two, four) = ([bone(0), bone(1)], Bdef4 { bones: [0, 1, 2, 3].map(bone), weights: [0, 1, 2, 3].map(weight) });
    let kind = if (64..200).contains(&i) { i / 20 % 5 } else { i % 5 };
    match kind {
        0 => Deform::Bdef1(Bdef1 { bone: bone(0) }),
        1 => Deform::Bdef2(Bdef2 { bones: two, weight: weight(0) }),
        2 => Deform::Bdef4(four),
        3 => Deform::Sdef(Sdef { bones: two, weight: weight(0), c: [1.0; 3], r0: [2.0; 3], r1: [3.0; 3] }),
        _ => Deform::Qdef(four),
    }
}

/// A model of this shape, in every respect odd.
fn odd_model(extra_uvs: u8, bone: Width, width: Width) -> Vec<u8> {
    let len = if width == Width::One { 251 } else { 600 };
    let at = |i: usize| i as f32 * 0.37 - 20.0;
    let bases: Vec<_> = (0..len)
        .map(|i| base([at(i), -at(i), at(i) * 0.1], [at(i).sin(), at(i).cos(), 0.0], [at(i), at(i) * 1e-5]))
        .collect();
    let uvs: Vec<Vec<Vec4>> =
        (0..len).map(|i| (0..extra_uvs).map(|k| Vec4::new([at(i), f32::from(k), 0.5, -1.0])).collect()).collect();
    let vertices: Vec<Vertex<'_>> = (0..len)
        .map(|i| Vertex { extra_uvs: ExtraUvs(&uvs[i]), deform: deform(i), edge_scale: at(i), ..vertex(&bases[i]) })
        .collect();
    // An odd number of indices, and corners that no vertex has.
    let faces: Vec<_> =
        (0..333).map(|i| Index::new(if i % 50 == 7 { 254 + len as i32 % 2 } else { i * 7 % 251 })).collect();
    let translations: Vec<VertexOffset> =
        (0..40).map(|i| VertexOffset { vertex: Index::new(i * 9 % 255), translation: [at(i as usize); 3] }).collect();
    let shifts: Vec<UvOffset> =
        (0..40).map(|i| UvOffset { vertex: Index::new(254 - i * 5), offset: [at(i as usize); 4] }).collect();
    let morph = |offsets| Morph { name: Name::new("m", ""), panel: Panel::OTHER, offsets };
    let parts = mmdmap::pmx::Parts {
        vertices,
        faces,
        materials: vec![common::material([1.0; 3], MaterialFlags::empty(), -1, 333)],
        bones: vec![common::bone(); 100],
        morphs: vec![
            morph(MorphOffsets::Vertex(Many::new(&translations))),
            morph(MorphOffsets::Group(Many::new(&[]))),
            morph(MorphOffsets::Uv(Many::new(&shifts))),
            morph(MorphOffsets::Vertex(Many::new(&translations[..3]))),
            morph(MorphOffsets::ExtraUv2(Many::new(&shifts[5..]))),
        ],
        ..nobody()
    };
    file_as(&parts, mmdmap::Globals { extra_uvs, bone, vertex: width, ..usual() })
}

#[test]
fn every_kind_width_and_number_of_uvs_arrives() {
    let cards = cards();
    for extra_uvs in 0..=4 {
        for (bone, width) in [(Width::One, Width::Two), (Width::Two, Width::Four), (Width::Four, Width::One)] {
            let file = PmxFile::from_bytes(odd_model(extra_uvs, bone, width)).unwrap();
            let what = format!("{extra_uvs} additional UVs, bones {bone:?}, vertices {width:?}");
            for gpu in &cards {
                model_arrives(gpu, file.model(), &what);
            }
        }
    }
}

#[test]
fn every_model_arrives() {
    let cards = cards();
    let (paths, whose) = models();
    let mut sent = 0;
    for path in &paths {
        // Some of the corpus are no models at all.
        let Ok(file) = PmxFile::open(path) else { continue };
        sent += 1;
        for gpu in &cards {
            model_arrives(gpu, file.model(), &path.display().to_string());
        }
    }
    let names: Vec<&str> = cards.iter().map(|gpu| gpu.name.as_str()).collect();
    println!("{sent} of {} PMX {whose}, each on {}", paths.len(), names.join(" and "));
    assert!(sent > 0);
}

/// The converted space: positions, normals and deltas, as the vertices that arrive have them.
#[test]
fn what_arrives_is_in_the_space_that_was_asked_for() {
    let space = Space::RIGHT_HANDED.scaled(0.08);
    let file = PmxFile::open(common::figure()).unwrap();
    let mut answer: Vec<SkinVertex> = answer::vertices(file.model());
    for vertex in &mut answer {
        let ([x, y, z], [nx, ny, nz]) = (vertex.position, vertex.normal);
        (vertex.position, vertex.normal) = ([x * 0.08, y * 0.08, z * -0.08], [nx, ny, -nz]);
    }
    for gpu in &cards() {
        arrives(gpu, "mirrored", 4096, bytemuck::cast_slice(&answer), |staging, to| {
            send_vertices::<SkinVertex, 60>(staging, file.model().gpu().space(space).vertices(), to);
        });
    }
}

/// The other way: the library's own chunks, copied by the queue.
#[test]
fn chunks_through_a_slice_arrive() {
    let file = PmxFile::open(common::figure()).unwrap();
    let model = file.model();
    let upload = model.gpu().upload::<SkinVertex>();
    let positions: Vec<PositionVertex> = answer::vertices(model);
    let vertices: Vec<SkinVertex> = answer::vertices(model);
    let mut indices: Vec<u16> = answer::indices(model, false).into_iter().map(|index| index as u16).collect();
    indices.resize(upload.bytes(Part::Indices) / 2, 0);
    let expected: [&[u8]; 3] =
        [bytemuck::cast_slice(&positions), bytemuck::cast_slice(&indices), bytemuck::cast_slice(&vertices)];
    for gpu in &cards() {
        for size in [upload.least_staging(), 1000, 64 * 1024, 1 << 22] {
            let staging = Staging::new(gpu, 8);
            let parts = [Part::Positions, Part::Indices, Part::Vertices];
            let buffers = parts.map(|part| buffer(&staging, "part", upload.bytes(part), BufferUsages::empty()));
            let mut last = (0, 0);
            let mut memory = vec![0; size];
            let sent = upload.run(&mut memory, |chunk| {
                let part = parts.iter().position(|&part| part == chunk.part).unwrap();
                gpu.queue.write_buffer(&buffers[part], chunk.offset as u64, chunk.bytes);
                last = (chunk.done, chunk.total);
                Ok::<(), ()>(())
            });
            assert_eq!((sent, last.0), (Ok(()), last.1));
            for (buffer, expected) in buffers.iter().zip(expected) {
                assert!(read_buffer(gpu, buffer).starts_with(expected), "{}, {size} bytes", gpu.name);
            }
        }
    }
}
