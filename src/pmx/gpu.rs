//! Vertices as a graphics card wants them: the only door to bytemuck.
//!
//! | what the file says | what is written |
//! |---|---|
//! | BDEF1 | that bone, weight 1 |
//! | BDEF2, SDEF | both bones, weights w and 1 − w |
//! | BDEF4, QDEF | four bones, weights as stored |
//! | a bone that is −1, not there, or beyond the 65 536 that a joint can say | joint 0, weight 0 |
use super::model::Pmx;
use super::vertex::{Deform, Vertex};
use crate::index::BoneIndex;
use bytemuck::{Pod, Zeroable};

/// One vertex, aligned and in the machine's byte order: a slice of these can be cast straight into a buffer.
///
/// Space, winding and V are as stored: left-handed, +Y up, V down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SkinVertex {
    /// In model space.
    pub position: [f32; 3],
    /// As stored.
    pub normal: [f32; 3],
    /// V down.
    pub uv: [f32; 2],
    /// Numbers of bones; unused places hold 0.
    pub joints: [u16; 4],
    /// How much each of them moves the vertex; unused places hold 0.
    pub weights: [f32; 4],
}

impl SkinVertex {
    /// Of a vertex of a model with so many bones.
    #[inline]
    pub fn new(vertex: &Vertex, bones: usize) -> Self {
        let (joints, weights) = influences(&vertex.deform, bones);
        SkinVertex { position: vertex.position(), normal: vertex.normal(), uv: vertex.uv(), joints, weights }
    }
}

/// Four bones and their weights.
#[inline(always)]
fn influences(deform: &Deform, bones: usize) -> ([u16; 4], [f32; 4]) {
    let none = BoneIndex::NONE;
    let (indices, mut weights) = match *deform {
        Deform::Bdef1(d) => ([d.bone, none, none, none], [1.0, 0.0, 0.0, 0.0]),
        Deform::Bdef2(d) => ([d.bones[0], d.bones[1], none, none], [d.weight, 1.0 - d.weight, 0.0, 0.0]),
        Deform::Sdef(d) => ([d.bones[0], d.bones[1], none, none], [d.weight, 1.0 - d.weight, 0.0, 0.0]),
        Deform::Bdef4(d) | Deform::Qdef(d) => (d.bones, d.weights),
    };
    let mut joints = [0; 4];
    for ((joint, weight), index) in joints.iter_mut().zip(&mut weights).zip(indices) {
        match index.get().filter(|&i| i < bones).and_then(|i| u16::try_from(i).ok()) {
            Some(there) => *joint = there,
            None => *weight = 0.0,
        }
    }
    (joints, weights)
}

impl Pmx<'_> {
    /// Fills `out` from the first vertex on; says how many were written. Allocates nothing.
    ///
    /// Reuse the buffer: filling freshly allocated memory costs several times as much as the decoding.
    pub fn fill_skin_vertices(self, out: &mut [SkinVertex]) -> usize {
        let bones = self.bones().len();
        let mut room = out.iter_mut();
        let mut filled = 0usize;
        self.vertices().range(..room.len()).iter().for_each(|vertex| {
            if let Some(to) = room.next() {
                *to = SkinVertex::new(&vertex, bones);
                filled = filled.saturating_add(1);
            }
        });
        filled
    }
}
