// Adds the deltas of one morph to the vertices. A morph may name a vertex twice, and both count: so additions are atomic,
// each the exchange of a value that has not changed meanwhile.

struct Row {
    first: u32,
    count: u32,
    weight: f32,
    delta_words: u32,   // of a delta: the vertex, then what is added
    vertex_words: u32,  // of a vertex
    first_word: u32,    // what is added to
    components: u32,
}

@group(0) @binding(0) var<storage, read_write> vertices: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> deltas: array<u32>;
@group(0) @binding(2) var<uniform> row: Row;

fn add(word: u32, x: f32) {
    var seen = atomicLoad(&vertices[word]);
    loop {
        let sum = bitcast<u32>(bitcast<f32>(seen) + x);
        let tried = atomicCompareExchangeWeak(&vertices[word], seen, sum);
        if tried.exchanged {
            break;
        }
        seen = tried.old_value;
    }
}

@compute @workgroup_size(64)
fn morph(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var i = id.x; i < row.count; i += groups.x * 64) {
        let delta = (row.first + i) * row.delta_words;
        let to = deltas[delta] * row.vertex_words + row.first_word;
        for (var k = 0u; k < row.components; k += 1) {
            add(to + k, bitcast<f32>(deltas[delta + 1 + k]) * row.weight);
        }
    }
}
