//! Points, directions and the circle. Only what IEEE 754 rounds alike everywhere: sums, products, quotients, roots.
use std::ops::{Add, Mul, Sub};

/// A point or a direction. Left-handed: +X to the figure's left, +Y up, +Z behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct V3(pub [f32; 3]);

pub const fn v(x: f32, y: f32, z: f32) -> V3 {
    V3([x, y, z])
}

impl V3 {
    pub const ZERO: V3 = v(0.0, 0.0, 0.0);
    pub const LEFT: V3 = v(1.0, 0.0, 0.0);
    pub const UP: V3 = v(0.0, 1.0, 0.0);
    pub const DOWN: V3 = v(0.0, -1.0, 0.0);
    pub const BACK: V3 = v(0.0, 0.0, 1.0);
    pub const FRONT: V3 = v(0.0, 0.0, -1.0);

    pub const fn x(self) -> f32 {
        self.0[0]
    }
    pub const fn y(self) -> f32 {
        self.0[1]
    }
    pub const fn z(self) -> f32 {
        self.0[2]
    }
    pub fn dot(self, other: V3) -> f32 {
        self.x() * other.x() + self.y() * other.y() + self.z() * other.z()
    }
    pub fn cross(self, other: V3) -> V3 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        v(b * z - c * y, c * x - a * z, a * y - b * x)
    }
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }
    /// The same direction, one unit long.
    pub fn unit(self) -> V3 {
        self * (1.0 / self.length())
    }
    /// From here (0) to there (1).
    pub fn mix(self, there: V3, share: f32) -> V3 {
        self * (1.0 - share) + there * share
    }
    /// On the other side of the figure.
    pub const fn mirrored(self) -> V3 {
        v(0.0 - self.x(), self.y(), self.z())
    }
}
impl Add for V3 {
    type Output = V3;
    fn add(self, other: V3) -> V3 {
        v(self.x() + other.x(), self.y() + other.y(), self.z() + other.z())
    }
}
impl Sub for V3 {
    type Output = V3;
    fn sub(self, other: V3) -> V3 {
        self + other * -1.0
    }
}
impl Mul<f32> for V3 {
    type Output = V3;
    fn mul(self, by: f32) -> V3 {
        v(self.x() * by, self.y() * by, self.z() * by)
    }
}

/// From `a` (0) to `b` (1).
pub fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

/// A full turn, in the steps in which everything round is made.
pub const TURN: usize = 48;

/// The sines of the steps in a quarter of a turn. A table, since `f32::sin` may differ from one system to another.
const QUARTER: [f32; 13] = [
    0.0,
    0.130_526_19,
    0.258_819_05,
    0.382_683_43,
    0.5,
    0.608_761_4,
    0.707_106_77,
    0.793_353_3,
    0.866_025_4,
    0.923_879_5,
    0.965_925_8,
    0.991_444_9,
    1.0,
];

/// The sine of so many steps.
pub fn sine(steps: i32) -> f32 {
    match steps.rem_euclid(48) as usize {
        n @ 0..=12 => QUARTER[n],
        n @ 13..=24 => QUARTER[24 - n],
        n @ 25..=36 => -QUARTER[n - 24],
        n => -QUARTER[48 - n],
    }
}
/// The cosine of so many steps.
pub fn cosine(steps: i32) -> f32 {
    sine(steps + 12)
}
