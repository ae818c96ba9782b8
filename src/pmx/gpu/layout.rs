//! What a vertex of yours is made from, and how to say so.
//!
//! The file is walked once for all layouts: the walk decodes plain values, and the layout takes those that it wants.
//! Both are compiled together, so that what a layout leaves out is not decoded at all.
use crate::vector::Vec4;
use bytemuck::{Pod, Zeroable};

/// A vertex as a shader wants it.
///
/// ```
/// use bytemuck::{Pod, Zeroable};
/// use mmdmap::pmx::gpu::{GpuVertex, VertexValues};
///
/// #[derive(Clone, Copy, Pod, Zeroable)]
/// #[repr(C)]
/// struct Toon {
///     position: [f32; 3],
///     edge: f32,
///     uv: [f32; 2],
/// }
///
/// impl GpuVertex for Toon {
///     #[inline]
///     fn encode(vertex: &VertexValues) -> Self {
///         Toon { position: vertex.position, edge: vertex.edge_scale, uv: vertex.uv }
///     }
/// }
/// ```
pub trait GpuVertex: Pod + Send {
    /// From the values of one vertex. Mark it `#[inline]`: it runs in the innermost loop.
    fn encode(vertex: &VertexValues<'_>) -> Self;
}

/// The values of one vertex, in the space that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexValues<'a> {
    /// In model space.
    pub position: [f32; 3],
    /// As a rule of unit length.
    pub normal: [f32; 3],
    /// The first UV.
    pub uv: [f32; 2],
    /// Numbers of bones; 0 where there is none, and in places that the deformation does not use.
    pub joints: [u16; 4],
    /// How much each of them moves the vertex; 0 where there is none.
    pub weights: [f32; 4],
    /// Outline width multiplier.
    pub edge_scale: f32,
    /// Additional UVs, as many as the model has; as stored in every space.
    pub extra_uvs: &'a [Vec4],
}

impl VertexValues<'_> {
    /// What stands for a vertex that is no longer there.
    pub(crate) const ZERO: VertexValues<'static> = VertexValues {
        position: [0.0; 3],
        normal: [0.0; 3],
        uv: [0.0; 2],
        joints: [0; 4],
        weights: [0.0; 4],
        edge_scale: 0.0,
        extra_uvs: &[],
    };

    /// Additional UV `i`, counted from 0; zeros where the model has none.
    #[inline]
    pub fn extra_uv(&self, i: usize) -> [f32; 4] {
        self.extra_uvs.get(i).map_or([0.0; 4], |uv| uv.get())
    }
}

/// The usual vertex of a skinned mesh: 60 bytes, aligned to 4, in the machine's byte order.
///
/// | bytes | attribute |
/// |---|---|
/// | 0 | position, 3 x f32 |
/// | 12 | normal, 3 x f32 |
/// | 24 | UV, 2 x f32 |
/// | 32 | joints, 4 x u16 |
/// | 40 | weights, 4 x f32 |
/// | 56 | edge scale, f32 |
///
/// Not padded to 64: strides are multiples of 4 on every API, and what is padded has to be written, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SkinVertex {
    /// In model space.
    pub position: [f32; 3],
    /// As a rule of unit length.
    pub normal: [f32; 3],
    /// The first UV.
    pub uv: [f32; 2],
    /// Numbers of bones; unused places hold 0.
    pub joints: [u16; 4],
    /// How much each of them moves the vertex; unused places hold 0.
    pub weights: [f32; 4],
    /// Outline width multiplier.
    pub edge_scale: f32,
}

impl GpuVertex for SkinVertex {
    #[inline(always)]
    fn encode(vertex: &VertexValues<'_>) -> Self {
        let VertexValues { position, normal, uv, joints, weights, edge_scale, .. } = *vertex;
        SkinVertex { position, normal, uv, joints, weights, edge_scale }
    }
}

/// The position and nothing else, 12 bytes: for an early picture, shadows and depth, or picking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PositionVertex {
    /// In model space.
    pub position: [f32; 3],
}

impl GpuVertex for PositionVertex {
    #[inline(always)]
    fn encode(vertex: &VertexValues<'_>) -> Self {
        PositionVertex { position: vertex.position }
    }
}

/// Additional UV number `N`, counted from 0: 16 bytes; zeros where the model has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct ExtraUvVertex<const N: usize> {
    /// Its four components, as stored in every space.
    pub uv: [f32; 4],
}

impl<const N: usize> GpuVertex for ExtraUvVertex<N> {
    #[inline(always)]
    fn encode(vertex: &VertexValues<'_>) -> Self {
        ExtraUvVertex { uv: vertex.extra_uv(N) }
    }
}
