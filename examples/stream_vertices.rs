//! Streams a model's vertices through a small buffer, as an engine uploads them: `cargo run --example stream_vertices
//! [FILE]`. However large the model, no more than a chunk of it is decoded at a time.
use mmdmap::PmxFile;
use mmdmap::pmx::SkinVertex;

/// Vertices in a chunk: 229 KB.
const CHUNK: usize = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or("examples/model/figure.pmx".into());
    let file = PmxFile::open(path)?;
    let model = file.model();
    let (vertices, bones) = (model.vertices(), model.bones().len());

    let mut buffer = vec![SkinVertex::default(); CHUNK.min(vertices.len())];
    for start in (0..vertices.len()).step_by(CHUNK) {
        // Found at once, wherever it begins: chunks can be filled in any order, by several threads, too.
        let chunk = vertices.range(start..start + CHUNK);
        let mut filled = 0;
        for (to, vertex) in buffer.iter_mut().zip(chunk) {
            *to = SkinVertex::new(&vertex, bones);
            filled += 1;
        }
        upload(start, &buffer[..filled]);
    }
    println!("{} vertices of {} bytes each", vertices.len(), size_of::<SkinVertex>());
    Ok(())
}

/// Stands for the engine: `bytemuck::cast_slice(vertices)` is what a graphics card takes.
fn upload(first: usize, vertices: &[SkinVertex]) {
    let highest = vertices.iter().map(|vertex| vertex.position[1]).fold(f32::NEG_INFINITY, f32::max);
    println!("vertices {first}..{}: up to {highest} units above the ground", first + vertices.len());
}
