//! What streaming to a GPU must give: the slow answer, worked out from the record views one by one, and everything that the
//! library offers held against it, byte for byte. Run by `tests/gpu.rs` and by the fuzzer.
#![allow(dead_code)] // each user runs a part of it
use bytemuck::{Pod, Zeroable, bytes_of, cast_slice};
use mmdmap::BoneIndex;
use mmdmap::pmx::gpu::*;
use mmdmap::pmx::{Deform, MorphOffsets, Pmx, Vertex};
use std::mem::MaybeUninit;

/// A vertex of a user's own: unlike ours in everything, and with all that there is.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Own {
    edge: f32,
    weights: [f32; 4],
    joints: [u32; 4],
    uv: [f32; 2],
    extra: [[f32; 4]; 4],
    normal: [f32; 3],
    position: [f32; 3],
    extras: u16,
    odd: [u8; 2],
}

impl GpuVertex for Own {
    fn encode(v: &VertexValues) -> Self {
        Own {
            edge: v.edge_scale,
            weights: v.weights,
            joints: v.joints.map(u32::from),
            uv: v.uv,
            extra: [0, 1, 2, 3].map(|i| v.extra_uv(i)),
            normal: v.normal,
            position: v.position,
            extras: v.extra_uvs.len() as u16,
            odd: [7; 2],
        }
    }
}

/// Every way of asking.
pub fn ways(model: Pmx) -> Vec<GpuModel> {
    let gpu = model.gpu();
    vec![
        gpu,
        gpu.space(Space::RIGHT_HANDED.scaled(0.08).flip_v()),
        gpu.weights(Weights::Normalized).space(Space::STORED.flip_winding()),
        gpu.joints(Joints::Stored),
    ]
}

/// What was asked for, once more: the library does not tell.
#[derive(Clone, Copy)]
struct Asked {
    mirror: bool,
    scale: f32,
    flip_v: bool,
    flip_winding: bool,
    normalize: bool,
    unchecked: bool,
}

const ASKED: [Asked; 4] = {
    let plain =
        Asked { mirror: false, scale: 1.0, flip_v: false, flip_winding: false, normalize: false, unchecked: false };
    [
        plain,
        Asked { mirror: true, scale: 0.08, flip_v: true, flip_winding: true, ..plain },
        Asked { normalize: true, flip_winding: true, ..plain },
        Asked { unchecked: true, ..plain },
    ]
};

impl Asked {
    fn position(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Asked { mirror: false, scale: 1.0, .. } => [x, y, z],
            Asked { mirror: false, .. } => [x * self.scale, y * self.scale, z * self.scale],
            _ => [x * self.scale, y * self.scale, -(z * self.scale)],
        }
    }
    fn influence(self, deform: &Deform, bones: usize) -> ([u16; 4], [f32; 4]) {
        let (indices, mut weights): (&[BoneIndex], _) = match deform {
            Deform::Bdef1(d) => (std::slice::from_ref(&d.bone), [1.0, 0.0, 0.0, 0.0]),
            Deform::Bdef2(d) => (&d.bones, [d.weight, 1.0 - d.weight, 0.0, 0.0]),
            Deform::Sdef(d) => (&d.bones, [d.weight, 1.0 - d.weight, 0.0, 0.0]),
            Deform::Bdef4(d) | Deform::Qdef(d) => (&d.bones, d.weights),
        };
        let mut joints = [0; 4];
        for (i, index) in indices.iter().enumerate() {
            match index.get() {
                _ if self.unchecked => joints[i] = index.raw() as u16,
                Some(bone) if bone < bones && bone < 65_536 => joints[i] = bone as u16,
                _ => weights[i] = 0.0,
            }
        }
        if self.normalize {
            let counts = weights.map(|w: f32| if w > 0.0 && w.is_finite() { f64::from(w) } else { 0.0 });
            let sum = counts[0] + counts[1] + counts[2] + counts[3];
            weights = counts.map(|w| (w / sum) as f32);
            if sum == 0.0 {
                weights = [1.0, 0.0, 0.0, 0.0];
            }
        }
        (joints, weights)
    }
    fn vertex<'v>(self, vertex: &Vertex<'v>, bones: usize) -> VertexValues<'v> {
        let (joints, weights) = self.influence(&vertex.deform, bones);
        let ([x, y, z], [u, v]) = (vertex.normal(), vertex.uv());
        VertexValues {
            position: self.position(vertex.position()),
            normal: [x, y, if self.mirror { -z } else { z }],
            uv: [u, if self.flip_v { 1.0 - v } else { v }],
            joints,
            weights,
            edge_scale: vertex.edge_scale,
            extra_uvs: vertex.extra_uvs.0,
        }
    }
}

/// Everything that leaves a model, however it is asked for; pieces of so many vertices.
pub fn everything(model: Pmx, pieces: &[usize]) {
    for (gpu, asked) in ways(model).into_iter().zip(ASKED) {
        // The vertices, one by one from the views; each layout encodes them anew.
        let bones = model.bones().len();
        let slow: Vec<VertexValues> = model.vertices().iter().map(|vertex| asked.vertex(&vertex, bones)).collect();
        vertices::<SkinVertex>(&slow, gpu, pieces);
        vertices::<Own>(&slow, gpu, pieces);
        vertices::<PositionVertex>(&slow, gpu, pieces);
        vertices::<PackedVertex>(&slow, gpu, pieces);
        vertices::<PackedVertexU8>(&slow, gpu, pieces);
        vertices::<PackedVertexUnormUv>(&slow, gpu, pieces);
        vertices::<PackedVertexU8UnormUv>(&slow, gpu, pieces);
        vertices::<ExtraUvVertex<0>>(&slow, gpu, pieces);
        vertices::<ExtraUvVertex<3>>(&slow, gpu, pieces);
        other_ways::<SkinVertex>(gpu);
        other_ways::<Own>(gpu);
        streams(gpu);
        indices::<u16>(model, gpu, asked, pieces);
        indices::<u32>(model, gpu, asked, pieces);
        morphs(model, gpu, asked);
        sdef(model, gpu, asked);
        upload(gpu, pieces);
        mesh(model, gpu, asked);
    }
    reports(model);
}

/// All at once, by the same function everywhere: each other way makes a dozen loops for the compiler.
fn all<V: GpuVertex>(gpu: GpuModel) -> Vec<V> {
    let mut all = vec![V::zeroed(); gpu.vertices::<V>().len()];
    gpu.vertices().fill(&mut all);
    all
}

/// The same bytes; but what arithmetic makes of the sign of what is not a number, and whether it is quiet, is up to the
/// compiler, in each place anew.
fn alike<V: Pod>(ours: &V, slow: &V) -> bool {
    let (ours, slow) = (bytes_of(ours), bytes_of(slow));
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
    ours.chunks(4).zip(slow.chunks(4)).all(|(a, b)| {
        let both_nan = f32::from_bits(word(a)).is_nan() && f32::from_bits(word(b)).is_nan();
        a == b || both_nan && (word(a) ^ word(b)) & !0x8040_0000 == 0
    })
}

#[track_caller]
fn same<V: Pod>(ours: &[V], slow: &[V]) {
    // Nearly always they are the same bytes, and one comparison says so.
    if cast_slice::<V, u8>(ours) == cast_slice::<V, u8>(slow) && ours.len() == slow.len() {
        return;
    }
    if ours.len() != slow.len() || !ours.iter().zip(slow).all(|(ours, slow)| alike(ours, slow)) {
        let differs = ours.iter().zip(slow).position(|(ours, slow)| !alike(ours, slow));
        panic!("{} of {}, {} of them; item {differs:?} differs", ours.len(), slow.len(), std::any::type_name::<V>());
    }
}

fn vertices<V: GpuVertex>(slow: &[VertexValues], gpu: GpuModel, pieces: &[usize]) {
    let (slow, ours): (Vec<V>, _) = (slow.iter().map(V::encode).collect(), gpu.vertices::<V>());
    assert_eq!((ours.len(), ours.byte_len()), (slow.len(), size_of_val(&slow[..])));
    let dirty: V = *bytemuck::from_bytes(&cast_slice::<u128, u8>(&[0xa5a5; 16])[..size_of::<V>()]);
    // One more than there are: it stays as it is.
    let mut out = vec![dirty; slow.len() + 1];
    assert_eq!(ours.fill(&mut out), slow.len());
    same(&out[..slow.len()], &slow);
    assert_eq!(bytes_of(&out[slow.len()]), bytes_of(&dirty));
    for &piece in pieces {
        let mut whole = vec![dirty; slow.len()];
        for (i, out) in whole.chunks_mut(piece).enumerate() {
            let range = ours.range(i * piece..(i + 1) * piece);
            assert_eq!(range.len(), out.len());
            range.fill(out);
            if piece == 7 {
                let mut iter = range.iter();
                assert!(out.iter().all(|one| bytes_of(one) == bytes_of(&iter.next().expect("as many"))));
                assert!(iter.len() == 0 && iter.next().is_none());
                assert_eq!(range.iter().nth(3).as_ref().map(bytes_of), out.get(3).map(bytes_of));
            }
        }
        same(&whole, &slow);
    }
}

/// The ways out other than filling a slice. Apart, since each makes a dozen loops for the compiler, for every layout.
fn other_ways<V: GpuVertex>(gpu: GpuModel) {
    let (slow, ours) = (all::<V>(gpu), gpu.vertices::<V>());
    let mut walked = Vec::new();
    ours.iter().for_each(|vertex| walked.push(vertex));
    same(&walked, &slow);
    let mut uninit = vec![MaybeUninit::uninit(); slow.len()];
    assert_eq!(ours.fill_uninit(&mut uninit), slow.len());
    // SAFETY: `fill_uninit` says that so many are written, and they are as many as there are.
    let written: Vec<V> = uninit.iter().map(|one| unsafe { one.assume_init() }).collect();
    same(&written, &slow);
    #[cfg(feature = "rayon")]
    {
        let mut out = slow.clone();
        out.fill(V::zeroed());
        assert_eq!(ours.par_fill(&mut out), slow.len());
        same(&out[..slow.len()], &slow);
    }
}

fn streams(gpu: GpuModel) {
    let all = all::<SkinVertex>(gpu);
    let n = all.len();
    let (mut positions, mut normals, mut uvs) = (vec![[9.0; 3]; n], vec![[9.0; 3]; n], vec![[9.0; 2]; n]);
    let (mut joints, mut weights, mut edge_scales) = (vec![[9; 4]; n], vec![[9.0; 4]; n], vec![9.0; n / 2]);
    gpu.vertices().fill_streams(Streams {
        positions: &mut positions,
        normals: &mut normals,
        uvs: &mut uvs,
        joints: &mut joints,
        weights: &mut weights,
        edge_scales: &mut edge_scales,
    });
    same(&positions, &all.iter().map(|v| v.position).collect::<Vec<_>>());
    same(&normals, &all.iter().map(|v| v.normal).collect::<Vec<_>>());
    same(&uvs, &all.iter().map(|v| v.uv).collect::<Vec<_>>());
    same(&joints, &all.iter().map(|v| v.joints).collect::<Vec<_>>());
    same(&weights, &all.iter().map(|v| v.weights).collect::<Vec<_>>());
    same(&edge_scales, &all.iter().take(n / 2).map(|v| v.edge_scale).collect::<Vec<_>>());
    gpu.vertices().fill_streams(Streams::default());
}

fn slow_indices<I: GpuIndex + TryFrom<u32>>(model: Pmx, asked: Asked) -> Vec<I> {
    let vertices = model.vertices().len();
    let most = if size_of::<I>() == 2 { vertices.min(65_536) } else { vertices };
    let stored: Vec<u32> = model.faces().iter().map(|index| index.raw() as u32).collect();
    let there = |index: u32| (index as usize) < most;
    let cut = |index: u32| I::try_from(index).unwrap_or_else(|_| panic!("{index} does not fit"));
    if vertices == 0 {
        return Vec::new();
    }
    let mut all = Vec::new();
    for corners in stored.chunks(3) {
        match *corners {
            [a, b, c] if there(a) && there(b) && there(c) => {
                all.extend(if asked.flip_winding { [a, c, b] } else { [a, b, c] }.map(cut))
            }
            [_, _, _] => all.extend([0; 3].map(cut)),
            _ => all.extend(corners.iter().map(|&index| cut(if there(index) { index } else { 0 }))),
        }
    }
    all
}

fn indices<I: GpuIndex + TryFrom<u32>>(model: Pmx, gpu: GpuModel, asked: Asked, pieces: &[usize]) {
    let (slow, ours) = (slow_indices::<I>(model, asked), gpu.indices::<I>());
    assert_eq!((ours.len(), ours.is_empty()), (slow.len(), slow.is_empty()));
    let mut out = vec![I::zeroed(); slow.len()];
    assert_eq!(ours.fill(&mut out), slow.len());
    same(&out, &slow);
    same(&ours.iter().collect::<Vec<_>>(), &slow);
    for begun in [0, 1, 5] {
        let mut rest = ours.iter();
        rest.by_ref().take(begun).for_each(drop);
        let folded = rest.fold(Vec::new(), |mut all, index| {
            all.push(index);
            all
        });
        same(&folded, &slow[begun.min(slow.len())..]);
    }
    let mut padded = vec![!0u32; slow.len() + 1];
    let padded: &mut [I] = &mut bytemuck::cast_slice_mut(&mut padded)[..ours.padded_len()];
    assert_eq!(ours.fill_padded(padded), ours.padded_len());
    assert!(size_of_val(padded) % 4 == 0 && ours.padded_len() - slow.len() <= 1);
    same(&padded[..slow.len()], &slow);
    assert!(padded[slow.len()..].iter().all(|&index| index == I::zeroed()));
    for &piece in pieces {
        let mut whole = vec![I::zeroed(); slow.len()];
        for (i, out) in whole.chunks_mut(piece).enumerate() {
            assert_eq!(ours.range(i * piece..(i + 1) * piece).fill(out), out.len());
        }
        same(&whole, &slow);
    }
    if let Some(bytes) = ours.as_stored_bytes() {
        assert!(!asked.flip_winding && bytes == &model.faces().bytes()[..bytes.len()]);
        if gpu.index_report().out_of_range == 0 {
            assert_eq!(bytes, cast_slice::<I, u8>(&slow));
        }
    }
    let mut next = 0;
    for draw in gpu.draws() {
        assert_eq!((draw.first, draw.is_empty()), (next, draw.range().is_empty()));
        next = draw.range().end;
    }
    assert!(next as usize <= slow.len(), "draw calls stay within the indices");
}

fn morphs(model: Pmx, gpu: GpuModel, asked: Asked) {
    let there = |vertex: mmdmap::VertexIndex| vertex.get().filter(|&v| v < model.vertices().len()).map(|v| v as u32);
    let mut rows: Vec<Vec<PositionDelta>> = Vec::new();
    for morph in model.morphs() {
        let MorphOffsets::Vertex(offsets) = morph.offsets else {
            rows.push(Vec::new());
            continue;
        };
        let deltas = offsets.iter().filter_map(|offset| {
            Some(PositionDelta { index: there(offset.vertex)?, delta: asked.position(offset.translation) })
        });
        rows.push(deltas.collect());
    }
    sparse(&rows, gpu.vertex_morphs(), model.vertices().len(), |delta| &mut delta.index);
    for set in 0..=5 {
        let mut rows: Vec<Vec<UvDelta>> = Vec::new();
        for morph in model.morphs() {
            let (kind, offsets) = match morph.offsets {
                MorphOffsets::Uv(offsets) => (0, offsets),
                MorphOffsets::ExtraUv1(offsets) => (1, offsets),
                MorphOffsets::ExtraUv2(offsets) => (2, offsets),
                MorphOffsets::ExtraUv3(offsets) => (3, offsets),
                MorphOffsets::ExtraUv4(offsets) => (4, offsets),
                _ => {
                    rows.push(Vec::new());
                    continue;
                }
            };
            let deltas = offsets.iter().filter(|_| kind == set).filter_map(|offset| {
                let [u, v, z, w] = offset.offset;
                let v = if set == 0 && asked.flip_v { -v } else { v };
                Some(UvDelta { index: there(offset.vertex)?, delta: [u, v, z, w] })
            });
            rows.push(deltas.collect());
        }
        sparse(&rows, gpu.uv_morphs(set), model.vertices().len(), |delta| &mut delta.index);
    }
}

fn sparse<D: MorphDelta>(slow: &[Vec<D>], ours: GpuMorphs<D>, vertices: usize, index: fn(&mut D) -> &mut u32) {
    let mut offsets = vec![9; slow.len() + 1];
    let total: usize = slow.iter().map(Vec::len).sum();
    assert_eq!((ours.rows(), ours.fill_offsets(&mut offsets)), (slow.len(), total));
    let mut deltas = vec![D::zeroed(); total];
    assert_eq!(ours.fill(&mut deltas), total);
    assert_eq!((offsets[0], offsets[slow.len()] as usize), (0, total));
    for (row, range) in slow.iter().zip(offsets.windows(2)) {
        same(&deltas[range[0] as usize..range[1] as usize], row);
    }
    let report = ours.report();
    assert_eq!(report.deltas, total);
    let numbered = slow.iter().enumerate().flat_map(|(row, deltas)| deltas.iter().map(move |&delta| (row, delta)));
    let (rows, of_rows): (Vec<_>, Vec<_>) = numbered.unzip();
    let (our_rows, of_our_rows): (Vec<_>, Vec<_>) = ours.iter().unzip();
    assert_eq!(our_rows, rows);
    same(&of_our_rows, &of_rows);
    // Row by row, and in two parts.
    for at in [1, slow.len() / 2] {
        let at = at.min(slow.len());
        let [head, rest] = [ours.range(..at), ours.range(at..)];
        assert_eq!((head.rows(), rest.rows()), (at, slow.len() - at));
        let (mut a, mut b) = (head.iter().collect::<Vec<_>>(), rest.iter().collect::<Vec<_>>());
        a.append(&mut b);
        assert!(a.iter().map(|(row, _)| *row).eq(rows.iter().copied()));
        same(&a.iter().map(|(_, delta)| *delta).collect::<Vec<_>>(), &of_rows);
        let mut offsets = vec![9; rest.rows() + 1];
        let of_rest: Vec<D> = slow[at..].concat();
        assert_eq!((rest.fill_offsets(&mut offsets), offsets[0]), (of_rest.len(), 0));
        let mut deltas = vec![D::zeroed(); of_rest.len()];
        assert_eq!(rest.fill(&mut deltas), of_rest.len());
        same(&deltas, &of_rest);
    }

    let mut by_vertex = vec![Vec::new(); vertices];
    for (row, deltas) in slow.iter().enumerate() {
        for &delta in deltas {
            let mut turned = delta;
            let vertex = std::mem::replace(index(&mut turned), row as u32);
            by_vertex[vertex as usize].push(turned);
        }
    }
    let mut offsets = vec![9; vertices + 1];
    let mut turned = vec![D::zeroed(); total];
    assert_eq!(ours.fill_by_vertex(&mut offsets, &mut turned), total);
    assert_eq!((offsets[0], offsets[vertices] as usize), (0, total));
    for (of_vertex, range) in by_vertex.iter().zip(offsets.windows(2)) {
        same(&turned[range[0] as usize..range[1] as usize], of_vertex);
    }
}

fn sdef(model: Pmx, gpu: GpuModel, asked: Asked) {
    let (mut slots, mut stored, mut centres) = (Vec::new(), Vec::new(), Vec::new());
    for (i, vertex) in model.vertices().iter().enumerate() {
        let Deform::Sdef(d) = vertex.deform else {
            slots.push(NO_SLOT);
            continue;
        };
        slots.push(stored.len() as u32);
        let (_, [w0, w1, ..]) = asked.influence(&vertex.deform, model.bones().len());
        let [c, r0, r1] = [d.c, d.r0, d.r1].map(|point| asked.position(point));
        stored.push(SdefStored { c, vertex: i as u32, r0, w0, r1, w1 });
        let centre = |of: [f32; 3]| [0, 1, 2].map(|k| c[k] + (of[k] - (w0 * r0[k] + w1 * r1[k])) * 0.5);
        centres.push(SdefCentres { c, vertex: i as u32, c0: centre(r0), w0, c1: centre(r1), w1 });
    }
    let ours = gpu.sdef::<SdefStored>();
    assert_eq!((ours.len(), ours.is_empty()), (stored.len(), stored.is_empty()));
    let mut out = vec![9; slots.len()];
    assert_eq!(ours.fill_slots(&mut out), slots.len());
    same(&out, &slots);
    same(&ours.iter().collect::<Vec<_>>(), &stored);
    let mut out = vec![SdefCentres::default(); centres.len()];
    assert_eq!(gpu.sdef().fill(&mut out), centres.len());
    // What is not a number may be another one that is not.
    let number = |all: &[SdefCentres]| {
        let floats: Vec<f32> = all.iter().flat_map(|one| [one.c, one.c0, one.c1].concat()).collect();
        floats.iter().map(|x| if x.is_nan() { 0 } else { x.to_bits() }).collect::<Vec<_>>()
    };
    assert_eq!(number(&out), number(&centres));
}

fn upload(gpu: GpuModel, pieces: &[usize]) {
    let upload = gpu.upload::<SkinVertex>();
    let parts = [Part::Positions, Part::Indices, Part::Vertices];
    let mut expected = parts.map(|part| Vec::with_capacity(upload.bytes(part)));
    expected[0].extend_from_slice(cast_slice(&all::<PositionVertex>(gpu)));
    match upload.index_format() {
        IndexFormat::U16 => expected[1].extend(gpu.indices::<u16>().iter().flat_map(u16::to_ne_bytes)),
        IndexFormat::U32 => expected[1].extend(gpu.indices::<u32>().iter().flat_map(u32::to_ne_bytes)),
    }
    expected[1].resize(upload.bytes(Part::Indices), 0);
    expected[2].extend_from_slice(cast_slice(&all::<SkinVertex>(gpu)));
    for &piece in pieces {
        let mut staging = vec![0xa5; upload.least_staging() + (piece - 1).min(1 << 20) * 60];
        let mut sent = parts.map(|_| Vec::new());
        let (mut last, mut at) = (0, 0);
        let result = upload.run(&mut staging, |chunk| {
            let which = parts.iter().position(|&part| part == chunk.part).expect("one of three");
            assert!(which >= last, "positions, then indices, then vertices");
            last = which;
            assert_eq!((chunk.offset, chunk.offset % 4), (sent[which].len(), 0));
            sent[which].extend_from_slice(chunk.bytes);
            at += chunk.bytes.len();
            assert_eq!((chunk.done, chunk.total), (at, expected.iter().map(Vec::len).sum()));
            Ok::<(), ()>(())
        });
        assert!(result.is_ok() && sent == expected, "{result:?}");
    }
    let has_any = expected.iter().any(|part| !part.is_empty());
    let refused = upload.run(&mut vec![0; 4096], |_| Err("enough"));
    assert_eq!(refused, if has_any { Err(UploadError::Refused("enough")) } else { Ok(()) });
    let none = upload.run::<()>(&mut [], |_| Ok(()));
    assert_eq!(none.is_err(), has_any);
}

/// In one pass the same comes out.
fn mesh(model: Pmx, gpu: GpuModel, asked: Asked) {
    if model.index().is_cut() {
        return; // one pass is for whole files
    }
    let mut mesh = GpuMesh::open(model.bytes()).expect("what opens has a mesh");
    if asked.mirror {
        mesh = mesh.space(Space::RIGHT_HANDED.scaled(0.08).flip_v());
    } else if asked.flip_winding {
        mesh = mesh.space(Space::STORED.flip_winding());
    }
    if asked.normalize {
        mesh = mesh.weights(Weights::Normalized);
    }
    if asked.unchecked {
        mesh = mesh.joints(Joints::Stored);
    }
    assert_eq!(mesh.len(), model.vertices().len());
    let mut out = vec![SkinVertex::default(); mesh.len()];
    let filled = mesh.fill(&mut out).expect("what opens fills");
    same(&out, &all::<SkinVertex>(gpu));
    same(&filled.indices().iter().collect::<Vec<u32>>(), &gpu.indices().iter().collect::<Vec<u32>>());
    assert_eq!((filled.vertices(), filled.joints()), (mesh.len(), model.bones().len()));
    let mut half = vec![SkinVertex::default(); mesh.len() / 2];
    mesh.fill(&mut half).expect("as many as fit");
    same(&half, &out[..half.len()]);
}

fn reports(model: Pmx) {
    let (gpu, bones) = (model.gpu(), model.bones().len());
    let survey = gpu.survey();
    assert_eq!((survey.vertices, survey.joints), (model.vertices().len(), bones));
    assert_eq!(survey.sdef, gpu.sdef::<SdefStored>().len());
    let highest = all::<SkinVertex>(gpu).iter().flat_map(|vertex| vertex.joints).max();
    assert_eq!(survey.highest_joint.unwrap_or(0), highest.unwrap_or(0));
    if survey.u8_joints_suffice() {
        let (wide, small) = (all::<PackedVertex>(gpu), all::<PackedVertexU8>(gpu));
        let wide = wide.iter().map(|one| (one.joints, one.weights));
        let small = small.iter().map(|one| (one.joints.map(u16::from), one.weights));
        assert!(wide.eq(small));
    }
    if bones > 0 {
        let there = |joints: [u16; 4]| joints.iter().all(|&joint| usize::from(joint) < bones);
        assert!(all::<SkinVertex>(gpu).iter().all(|vertex| there(vertex.joints)));
    }
    for packed in all::<PackedVertex>(gpu) {
        assert_eq!(packed.weights.iter().map(|&w| u32::from(w)).sum::<u32>(), 255);
    }
    let vertices = model.vertices().len() as u32;
    assert!(gpu.indices::<u32>().iter().all(|index| index < vertices));
    let odd = gpu.index_report();
    let stored = model.faces().widened().filter(|&index| index >= vertices).count();
    assert_eq!((odd.out_of_range, odd.left_over), (stored, model.faces().len() % 3));
}

/// Over other bytes than those that were scanned, as when a mapped file changes: as many items come, and nothing else is
/// promised.
pub fn changed(model: Pmx) {
    let (n, gpu) = (model.vertices().len(), model.gpu());
    let mut iter = gpu.vertices::<Own>().iter();
    assert!((0..n).all(|_| iter.next().is_some()) && iter.next().is_none());
    let mut out = vec![SkinVertex { edge_scale: f32::NAN, ..SkinVertex::default() }; n];
    assert_eq!(gpu.vertices().fill(&mut out), n);
    let bones = model.bones().len().max(1);
    assert!(out.iter().all(|vertex| vertex.joints.iter().all(|&joint| usize::from(joint) < bones)));
    let indices = gpu.indices::<u32>();
    assert_eq!(indices.iter().count(), indices.len());
    assert!(indices.iter().all(|index| (index as usize) < n));
    let sdef = gpu.sdef::<SdefCentres>();
    assert_eq!(sdef.iter().count(), sdef.len());
    let morphs = gpu.vertex_morphs();
    let mut offsets = vec![0; morphs.rows() + 1];
    let mut deltas = vec![PositionDelta::default(); morphs.fill_offsets(&mut offsets)];
    morphs.fill(&mut deltas);
    let mut by_vertex = vec![0; n + 1];
    morphs.fill_by_vertex(&mut by_vertex, &mut deltas);
    let _ = (gpu.survey(), gpu.index_report(), gpu.uv_morphs(0).report());
}

/// One pass over anything: it fills, or says why not.
pub fn one_pass(bytes: &[u8]) -> bool {
    let Ok(mesh) = GpuMesh::open(bytes) else { return false };
    assert!(mesh.len() <= bytes.len());
    mesh.fill(&mut vec![SkinVertex::default(); mesh.len()]).is_ok()
}
