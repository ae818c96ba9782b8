//! In which space everything leaves: one option, and every stream keeps to it.
//!
//! Sources: the format's reference (handedness, V), importers that mirror (mmd_tools, saba, babylon-mmd).

/// The space in which vertices, morphs, SDEF points and triangles leave: one option, and every stream keeps to it.
///
/// | what | as stored | [`RIGHT_HANDED`](Space::RIGHT_HANDED), [`scaled`](Space::scaled), [`flip_v`](Space::flip_v) |
/// |---|---|---|
/// | positions, morph deltas, SDEF points | left-handed, +Y up, the model faces −Z | Z negated, times the scale |
/// | normals | | Z negated |
/// | triangles | clockwise is the front | two corners swapped: counterclockwise is the front |
/// | UV | V down | 1 − V where flipped; of a delta −V |
/// | additional UVs and their morphs | the shader's own | untouched |
///
/// A point whose Z is negated and that is shown by a right-handed renderer is seen at the same place on the screen. So a
/// triangle still runs clockwise there; two of its corners are swapped, since such renderers expect the front to run
/// counterclockwise. [`front`](Space::front) says which way it runs, [`flip_winding`](Space::flip_winding) turns it round.
///
/// ```
/// use mmdmap::pmx::gpu::{Front, Space};
/// assert_eq!(Space::STORED.position([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
/// let gltf = Space::RIGHT_HANDED.scaled(0.08);            // metres
/// assert_eq!(gltf.direction([0.0, 0.0, 1.0]), [0.0, 0.0, -1.0]);
/// assert_eq!(gltf.front(), Front::Counterclockwise);
/// assert_eq!(Space::STORED.front(), Front::Clockwise);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    mirror: bool,
    flip_v: bool,
    flip_winding: bool,
    scale: f32,
}

/// Which way the corners of a triangle run, seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// As Direct3D has it.
    Clockwise,
    /// As OpenGL and glTF have it.
    Counterclockwise,
}

impl Default for Space {
    fn default() -> Self {
        Space::STORED
    }
}

impl Space {
    /// As the file has it: left-handed, +Y up, V down, clockwise fronts, one unit about 8 cm.
    pub const STORED: Space = Space { mirror: false, flip_v: false, flip_winding: false, scale: 1.0 };
    /// Right-handed, +Y up, the model faces +Z: Z negated. V still points down, as glTF and every API but OpenGL want it.
    pub const RIGHT_HANDED: Space = Space { mirror: true, ..Space::STORED };

    /// V points up: 1 − V. For OpenGL's custom of storing pictures bottom row first.
    pub const fn flip_v(self) -> Self {
        Space { flip_v: true, ..self }
    }
    /// The front of every triangle runs the other way.
    pub const fn flip_winding(self) -> Self {
        Space { flip_winding: !self.flip_winding, ..self }
    }
    /// All lengths times this, which is to be above 0: 0.08 makes metres. The sign is ignored; mirroring has its own switch.
    pub const fn scaled(self, scale: f32) -> Self {
        Space { scale: scale.abs(), ..self }
    }

    /// Whether nothing is changed.
    pub fn is_stored(self) -> bool {
        self == Space::STORED
    }
    /// Whether the corners of a triangle change places.
    pub const fn flips_winding(self) -> bool {
        self.mirror != self.flip_winding
    }
    /// Which way fronts run in what leaves.
    pub const fn front(self) -> Front {
        if self.flips_winding() { Front::Counterclockwise } else { Front::Clockwise }
    }
    /// The determinant of what is done to positions: below 0 where it mirrors.
    pub fn determinant(self) -> f32 {
        let cube = self.scale * self.scale * self.scale;
        if self.mirror { -cube } else { cube }
    }

    /// A position, or the difference of two.
    #[inline(always)]
    pub fn position(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        // Times 1 is not nothing: it changes the bits of some that are not numbers.
        let scale = self.scale;
        let scaled = if scale == 1.0 { [x, y, z] } else { [x * scale, y * scale, z * scale] };
        self.direction(scaled)
    }
    /// A direction, such as a normal: its length stays.
    #[inline(always)]
    pub fn direction(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        [x, y, if self.mirror { -z } else { z }]
    }
    /// A texture coordinate.
    #[inline(always)]
    pub fn uv(self, [u, v]: [f32; 2]) -> [f32; 2] {
        [u, if self.flip_v { 1.0 - v } else { v }]
    }
    /// The difference of two texture coordinates, as UV morphs hold it; what follows U and V is nobody's.
    #[inline(always)]
    pub fn uv_delta(self, [u, v, rest @ ..]: [f32; 4]) -> [f32; 4] {
        let [z, w] = rest;
        [u, if self.flip_v { -v } else { v }, z, w]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cross([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
        [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
    }
    fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    fn spaces() -> impl Iterator<Item = Space> {
        let scales = [1.0, 0.08, -2.0];
        let all = [Space::STORED, Space::RIGHT_HANDED].into_iter();
        let all = all.flat_map(|space| [space, space.flip_winding(), space.flip_v()]);
        all.flat_map(move |space| scales.map(|scale| space.scaled(scale)))
    }

    #[test]
    fn the_determinant_is_that_of_the_axes() {
        for space in spaces() {
            let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| space.position(axis));
            let of_axes = dot(cross(x, y), z);
            assert!((of_axes - space.determinant()).abs() < 1e-6, "{space:?}");
            assert_eq!(space.determinant() < 0.0, space.mirror);
        }
    }

    /// As long as nobody turns it round himself, the triangle's own normal looks where the vertices' normals look.
    #[test]
    fn a_triangle_faces_where_its_normals_point() {
        let corners = [[0.0, 0.0, 1.0], [0.0, 2.0, 1.5], [3.0, 0.0, -1.0]];
        let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        for space in spaces() {
            let [a, mut b, mut c] = corners.map(|corner| space.position(corner));
            if space.flips_winding() {
                (b, c) = (c, b);
            }
            let faces = dot(cross(minus(b, a), minus(c, a)), space.direction(normal));
            assert_eq!(faces > 0.0, !space.flip_winding, "{space:?}");
            assert_eq!(space.front() == Front::Counterclockwise, space.mirror != space.flip_winding);
        }
    }

    #[test]
    fn deltas_change_as_the_values_they_are_added_to() {
        for space in spaces() {
            let (p, d, uv, duv) = ([1.0, -2.0, 3.0], [0.5, 0.25, -0.125], [0.25, 0.75], [0.5, 0.125, 7.0, 8.0]);
            let sum = |a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
            let (apart, whole) = (sum(space.position(p), space.position(d)), space.position(sum(p, d)));
            assert!(minus(apart, whole).iter().all(|off| off.abs() < 1e-6));
            let [u, v, z, w] = space.uv_delta(duv);
            assert_eq!([space.uv(uv)[0] + u, space.uv(uv)[1] + v], space.uv([0.75, 0.875]));
            assert_eq!([z, w], [7.0, 8.0], "not ours to change");
        }
    }

    #[test]
    fn stored_changes_not_a_bit() {
        let odd = [f32::NAN, -0.0, f32::MIN_POSITIVE / 2.0].map(f32::to_bits);
        assert_eq!(Space::STORED.position(odd.map(f32::from_bits)).map(f32::to_bits), odd);
        assert!(Space::STORED.is_stored() && !Space::RIGHT_HANDED.is_stored());
    }
}
