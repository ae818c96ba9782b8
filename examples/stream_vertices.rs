//! Fills a plain buffer with vertices of a type of one's own: `cargo run --example stream_vertices [FILE]`. The buffer holds
//! bytes, as the memory of a graphics card does; nothing stands between it and the mapped file.
use bytemuck::{Pod, Zeroable};
use mmdmap::PmxFile;
use mmdmap::pmx::gpu::{GpuVertex, Space, VertexValues, Weights};

/// What our shader wants: no UV, one strength of the outline, the two strongest bones.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct InkVertex {
    position: [f32; 3],
    edge: f32,
    joints: [u16; 2],
    weight: f32,
}

impl GpuVertex for InkVertex {
    #[inline]
    fn encode(vertex: &VertexValues) -> Self {
        let mut strongest = [0, 1, 2, 3];
        strongest.sort_by(|&a, &b| vertex.weights[b].total_cmp(&vertex.weights[a]));
        let [a, b, ..] = strongest;
        let weight = vertex.weights[a] / (vertex.weights[a] + vertex.weights[b]);
        let joints = [vertex.joints[a], vertex.joints[b]];
        InkVertex { position: vertex.position, edge: vertex.edge_scale, joints, weight }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or("examples/model/figure.pmx".into());
    let file = PmxFile::open(path)?;
    let metres = Space::RIGHT_HANDED.scaled(0.08);
    let vertices = file.model().gpu().space(metres).weights(Weights::Normalized).vertices::<InkVertex>();

    let mut buffer = vec![0; vertices.byte_len()];
    let mut slots = buffer.chunks_exact_mut(size_of::<InkVertex>());
    vertices.iter().zip(&mut slots).for_each(|(vertex, slot)| slot.copy_from_slice(bytemuck::bytes_of(&vertex)));
    println!("{} vertices, {} bytes; the first:", vertices.len(), buffer.len());
    println!("{:02x?}", &buffer[..size_of::<InkVertex>().min(buffer.len())]);
    Ok(())
}
