//! What has to arrive on the GPU: worked out once more, plainly, from the views of the records.
use bytemuck::{Pod, Zeroable};
use mmdmap::pmx::gpu::{
    ExtraUvVertex, GpuVertex, PackedVertex, PackedVertexU8, PackedVertexU8UnormUv, PackedVertexUnormUv, PositionVertex,
    SkinVertex, VertexValues,
};
use mmdmap::pmx::{Deform, MorphOffsets, Pmx, Vertex};

/// A layout, and its plain answer.
pub trait Answer: GpuVertex {
    fn answer(vertex: &Plain) -> Self;
}

/// The values of a vertex.
pub struct Plain {
    position: [f32; 3],
    normal: [f32; 3],
    uv: [f32; 2],
    joints: [u16; 4],
    weights: [f32; 4],
    edge_scale: f32,
    extra_uvs: Vec<[f32; 4]>,
}

impl Plain {
    fn of(vertex: &Vertex<'_>, bones: usize) -> Self {
        let of_two = |bones: [mmdmap::BoneIndex; 2], weight: f32| {
            (vec![bones[0].raw(), bones[1].raw()], vec![weight, 1.0 - weight])
        };
        let (stored, of) = match vertex.deform {
            Deform::Bdef1(one) => (vec![one.bone.raw()], vec![1.0]),
            Deform::Bdef2(two) => of_two(two.bones, two.weight),
            Deform::Sdef(two) => of_two(two.bones, two.weight),
            Deform::Bdef4(four) | Deform::Qdef(four) => {
                (four.bones.map(|bone| bone.raw()).to_vec(), four.weights.to_vec())
            }
        };
        let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
        for (i, (bone, weight)) in stored.into_iter().zip(of).enumerate() {
            if bone >= 0 && (bone as usize) < bones.min(1 << 16) {
                (joints[i], weights[i]) = (bone as u16, weight);
            }
        }
        Plain {
            position: vertex.position(),
            normal: vertex.normal(),
            uv: vertex.uv(),
            joints,
            weights,
            edge_scale: vertex.edge_scale,
            extra_uvs: vertex.extra_uvs.0.iter().map(|uv| uv.get()).collect(),
        }
    }
}

/// All vertices of a model.
pub fn vertices<V: Answer>(model: Pmx<'_>) -> Vec<V> {
    let bones = model.bones().len();
    model.vertices().into_iter().map(|vertex| V::answer(&Plain::of(&vertex, bones))).collect()
}

impl Answer for SkinVertex {
    fn answer(v: &Plain) -> Self {
        let (joints, weights) = (v.joints, v.weights);
        SkinVertex { position: v.position, normal: v.normal, uv: v.uv, joints, weights, edge_scale: v.edge_scale }
    }
}
impl Answer for PositionVertex {
    fn answer(v: &Plain) -> Self {
        PositionVertex { position: v.position }
    }
}
impl<const N: usize> Answer for ExtraUvVertex<N> {
    fn answer(v: &Plain) -> Self {
        ExtraUvVertex { uv: v.extra_uvs.get(N).copied().unwrap_or([0.0; 4]) }
    }
}

/// A layout of our own.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Ink {
    normal: [f32; 3],
    edge: f32,
    joints: [u16; 2],
    last_weight: f32,
}
impl GpuVertex for Ink {
    fn encode(v: &VertexValues<'_>) -> Self {
        let (joints, last_weight) = ([v.joints[0], v.joints[1]], v.weights[3]);
        Ink { normal: v.normal, edge: v.edge_scale, joints, last_weight }
    }
}
impl Answer for Ink {
    fn answer(v: &Plain) -> Self {
        let (joints, last_weight) = ([v.joints[0], v.joints[1]], v.weights[3]);
        Ink { normal: v.normal, edge: v.edge_scale, joints, last_weight }
    }
}

macro_rules! packed {
    ($($name:ident: $joint:ty, $uv:ident;)*) => {$(
        impl Answer for $name {
            fn answer(v: &Plain) -> Self {
                let (mut joints, mut weights) = ([0; 4], v.weights);
                for i in 0..4 {
                    match <$joint>::try_from(v.joints[i]) {
                        Ok(joint) => joints[i] = joint,
                        Err(_) => weights[i] = 0.0,
                    }
                }
                let [x, y, z] = v.normal.map(|x| (x.clamp(-1.0, 1.0) * 127.0).round() as i8);
                $name {
                    position: v.position,
                    normal: [x, y, z, 0],
                    uv: v.uv.map($uv),
                    joints,
                    weights: largest_remainder(weights),
                    edge_scale: v.edge_scale,
                }
            }
        }
    )*};
}
packed! {
    PackedVertex: u16, nearest_f16;
    PackedVertexUnormUv: u16, unorm16;
    PackedVertexU8: u8, nearest_f16;
    PackedVertexU8UnormUv: u8, unorm16;
}

fn unorm16(x: f32) -> u16 {
    (x.clamp(0.0, 1.0) * 65535.0).round() as u16
}

/// By looking for it among all there are.
fn nearest_f16(x: f32) -> u16 {
    let value = |bits: u16| match (bits >> 10, f64::from(bits & 0x3ff)) {
        (0, fraction) => fraction * 2f64.powi(-24),
        (exponent, fraction) => (1024.0 + fraction) * 2f64.powi(i32::from(exponent) - 25),
    };
    if x.is_nan() {
        return 0;
    }
    let size = f64::from(x.abs()).min(65504.0);
    let (mut low, mut high) = (0u16, 0x7bff);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if value(middle) <= size { low = middle } else { high = middle - 1 }
    }
    let up = (low + 1).min(0x7bff);
    let (below, above) = (size - value(low), value(up) - size);
    let bits = if above < below || (above == below && low % 2 == 1) { up } else { low };
    bits | if x.is_sign_negative() { 0x8000 } else { 0 }
}

fn largest_remainder(weights: [f32; 4]) -> [u8; 4] {
    let counts = weights.map(|w| if w > 0.0 && w.is_finite() { f64::from(w) } else { 0.0 });
    let sum: f64 = counts.iter().sum();
    if sum == 0.0 {
        return [255, 0, 0, 0];
    }
    let exact = counts.map(|w| w / sum * 255.0);
    let mut steps = exact.map(|x| x.floor() as u8);
    let mut order = [0, 1, 2, 3];
    order.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    let left = 255 - steps.iter().map(|&x| usize::from(x)).sum::<usize>();
    order.iter().take(left).for_each(|&i| steps[i] += 1);
    steps
}

/// All indices: a triangle with a corner that is not there has no area. `flip` swaps two corners.
pub fn indices(model: Pmx<'_>, flip: bool) -> Vec<u32> {
    let vertices = model.vertices().len();
    let stored: Vec<usize> = model.faces().into_iter().map(|index| index.raw() as u32 as usize).collect();
    let mut all = Vec::new();
    for corners in stored.chunks(3) {
        let there = corners.iter().all(|&corner| corner < vertices);
        match *corners {
            [a, b, c] if there && flip => all.extend([a, c, b]),
            [a, b, c] if there => all.extend([a, b, c]),
            [_, _, _] => all.extend([0; 3]),
            // No whole triangle.
            _ => all.extend(corners.iter().map(|&corner| if corner < vertices { corner } else { 0 })),
        }
    }
    if vertices == 0 { Vec::new() } else { all.into_iter().map(|index| index as u32).collect() }
}

/// The deltas of all vertex morphs, as words.
pub fn position_deltas(model: Pmx<'_>) -> Vec<u32> {
    let mut words = Vec::new();
    for morph in model.morphs() {
        let MorphOffsets::Vertex(offsets) = morph.offsets else { continue };
        for offset in offsets.iter() {
            push(&mut words, model, offset.vertex.raw(), &offset.translation);
        }
    }
    words
}

/// The deltas of all UV morphs of a set, as words.
pub fn uv_deltas(model: Pmx<'_>, set: usize) -> Vec<u32> {
    let mut words = Vec::new();
    for morph in model.morphs() {
        let (offsets, of) = match morph.offsets {
            MorphOffsets::Uv(offsets) => (offsets, 0),
            MorphOffsets::ExtraUv1(offsets) => (offsets, 1),
            MorphOffsets::ExtraUv2(offsets) => (offsets, 2),
            MorphOffsets::ExtraUv3(offsets) => (offsets, 3),
            MorphOffsets::ExtraUv4(offsets) => (offsets, 4),
            _ => continue,
        };
        if of == set {
            offsets.iter().for_each(|offset| push(&mut words, model, offset.vertex.raw(), &offset.offset));
        }
    }
    words
}

fn push(words: &mut Vec<u32>, model: Pmx<'_>, vertex: i32, delta: &[f32]) {
    if (vertex as u32 as usize) < model.vertices().len() {
        words.push(vertex as u32);
        words.extend(delta.iter().map(|x| x.to_bits()));
    }
}
