//! From where a model is seen. Points are columns; what comes out is clip space as wgpu has it, depth from 0 to 1.
use mmdmap::pmx::Pmx;
use mmdmap::pmx::gpu::Space;

/// From where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Models face −Z: from there.
    Front,
    Back,
    /// From the model's left.
    Side,
}

impl View {
    /// By its name on the command line.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "front" => Ok(View::Front),
            "back" => Ok(View::Back),
            "side" => Ok(View::Side),
            _ => Err(format!("{name:?} is none of front, back, side")),
        }
    }
    /// How far the viewer has gone round, counterclockwise seen from above, in radians: 0 is the front.
    pub fn angle(self) -> f32 {
        use std::f32::consts::{FRAC_PI_2, PI};
        match self {
            View::Front => 0.0,
            View::Back => PI,
            View::Side => FRAC_PI_2,
        }
    }
}

/// A viewer.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    pub eye: [f32; 3],
    pub right: [f32; 3],
    pub up: [f32; 3],
    pub forward: [f32; 3],
    near: f32,
    far: f32,
}

/// Half the field of view: its tangent. 24° in all, as a portrait has it.
const TANGENT: f32 = 0.2126;
/// Room round the model.
const MARGIN: f32 = 1.06;

impl Camera {
    /// Cameras that see the whole model from these angles, all as far away as the widest view asks for, in `space`.
    pub fn around(model: Pmx<'_>, angles: &[f32], space: Space) -> Vec<Camera> {
        let (min, max) = model.vertices().bounds().map_or(([-1.0; 3], [1.0; 3]), |bounds| (bounds.min, bounds.max));
        Self::seeing(model.vertices().bases().map(|base| base.position.get()), min, max, angles, space)
    }

    /// The same, of these points, which lie between these two.
    fn seeing(
        points: impl Iterator<Item = [f32; 3]> + Clone,
        min: [f32; 3],
        max: [f32; 3],
        angles: &[f32],
        space: Space,
    ) -> Vec<Camera> {
        let centre = each(min, max, |min, max| min / 2.0 + max / 2.0);
        let half = each(min, max, |min, max| max / 2.0 - min / 2.0);
        let directions = angles.iter().map(|angle| [angle.sin(), 0.0, -angle.cos()]);
        let needed = |to_eye| {
            let right = cross([0.0, 1.0, 0.0], to_eye);
            let needed = points.clone().map(move |point| {
                let from = each(point, centre, |point, centre| point - centre);
                dot(from, right).abs().max(from[1].abs()) * MARGIN / TANGENT + dot(from, to_eye)
            });
            needed.filter(|distance| distance.is_finite()).fold(1e-3, f32::max)
        };
        let distance = directions.clone().map(needed).fold(0.0, f32::max);
        let radius = dot(half, half).sqrt() * MARGIN + 1e-4;
        let scale = space.determinant().abs().cbrt();
        let camera = |to_eye: [f32; 3]| {
            let eye = each(centre, to_eye, |centre, to_eye| centre + to_eye * distance);
            let (forward, up) = (space.direction(to_eye.map(|x| -x)), [0.0, 1.0, 0.0]);
            // To the right of who looks forward: in mirrored space the other way round.
            let right = if space.determinant() < 0.0 { cross(forward, up) } else { cross(up, forward) };
            let (near, far) = ((distance - radius).max(distance * 0.01) * scale, (distance + radius) * scale);
            Camera { eye: space.position(eye), right, up, forward, near, far }
        };
        directions.map(camera).collect()
    }

    /// From model space to clip space, column by column.
    pub fn clip(&self) -> [[f32; 4]; 4] {
        let of = |axis: [f32; 3], k: f32| {
            let [x, y, z] = axis.map(|x| x * k);
            [x, y, z, -dot(axis, self.eye) * k]
        };
        let depth = self.far / (self.far - self.near);
        let mut rows =
            [of(self.right, 1.0 / TANGENT), of(self.up, 1.0 / TANGENT), of(self.forward, depth), of(self.forward, 1.0)];
        rows[2][3] -= self.near * depth;
        [0, 1, 2, 3].map(|column| rows.map(|row| row[column]))
    }
}

pub fn dot([a, b, c]: [f32; 3], [i, j, k]: [f32; 3]) -> f32 {
    a * i + b * j + c * k
}
pub fn cross([a, b, c]: [f32; 3], [i, j, k]: [f32; 3]) -> [f32; 3] {
    [b * k - c * j, c * i - a * k, a * j - b * i]
}
fn each([a, b, c]: [f32; 3], [i, j, k]: [f32; 3], f: impl Fn(f32, f32) -> f32) -> [f32; 3] {
    [f(a, i), f(b, j), f(c, k)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a point is in the picture: x to the right, y up, both from −1 to 1; and its depth.
    fn seen(camera: &Camera, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [a, b, c, d] = camera.clip();
        let row = |i: usize| a[i] * x + b[i] * y + c[i] * z + d[i];
        [0, 1, 2].map(|i| row(i) / row(3))
    }

    /// The model's left hand is at +X: on the right of who looks at its face, on the left of who looks at its back.
    #[test]
    fn left_is_where_it_belongs_in_either_space() {
        let (min, max) = ([-3.0, 0.0, -1.0], [3.0, 20.0, 1.0]);
        let corner = |i: usize| [[min, max][i & 1][0], [min, max][i >> 1 & 1][1], [min, max][i >> 2][2]];
        for space in [Space::STORED, Space::RIGHT_HANDED, Space::RIGHT_HANDED.scaled(0.08)] {
            let angles = [View::Front, View::Back, View::Side].map(View::angle);
            let [front, back, side] =
                <[Camera; 3]>::try_from(Camera::seeing((0..8).map(corner), min, max, &angles, space)).unwrap();
            let at = |camera: &Camera, point| seen(camera, space.position(point));
            assert!(at(&front, [3.0, 10.0, 0.0])[0] > 0.1, "{space:?}");
            assert!(at(&back, [3.0, 10.0, 0.0])[0] < -0.1);
            assert!(at(&front, [0.0, 20.0, 0.0])[1] > 0.5);
            // Its face looks to the left of who stands at its left; which is −Z.
            assert!(at(&side, [0.0, 10.0, -1.0])[0] < -0.01);
            assert!(at(&front, [0.0, 10.0, -1.0])[2] < at(&front, [0.0, 10.0, 1.0])[2], "the face is nearer");
            for (corner, camera) in (0..8).flat_map(|i| [&front, &back, &side].map(|camera| (corner(i), camera))) {
                let [x, y, depth] = at(camera, corner);
                assert!(x.abs() < 1.0 && y.abs() < 1.0 && (0.0..1.0).contains(&depth), "{space:?} {corner:?}");
            }
        }
    }
}
