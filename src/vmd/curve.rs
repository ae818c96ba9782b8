//! The curve between two keys: a cubic Bézier curve from (0, 0) to (1, 1), by its two control points.
use crate::visit::{Visit, Visitor};

/// How a value goes from one key to the next: along a Bézier curve from (0, 0) by way of two control points to (1, 1),
/// where x is time and y is progress. Coordinates count 127ths, so that 127 is 1.
///
/// A curve belongs to the stretch that *ends* at its key.
///
/// ```
/// use mmdmap::vmd::Curve;
/// assert_eq!(Curve::LINEAR.value(0.25), 0.25);
/// let ease = Curve { x1: 64, y1: 0, x2: 63, y2: 127 };
/// assert!(ease.value(0.25) < 0.25 && (ease.value(0.5) - 0.5).abs() < 1e-6 && ease.value(0.75) > 0.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Curve {
    /// Time of the first control point.
    pub x1: u8,
    /// Progress at the first control point.
    pub y1: u8,
    /// Time of the second control point.
    pub x2: u8,
    /// Progress at the second control point.
    pub y2: u8,
}

impl Curve {
    /// A straight line, as MikuMikuDance writes it.
    pub const LINEAR: Curve = Curve { x1: 20, y1: 20, x2: 107, y2: 107 };
    /// The largest coordinate: 1.
    pub const MOST: u8 = 127;

    /// Whether it is a straight line.
    pub const fn is_linear(self) -> bool {
        self.x1 == self.y1 && self.x2 == self.y2
    }
    /// Whether a coordinate is larger than 127. Such a time is taken for 127, since time does not run back; such a
    /// progress is taken as it is, and overshoots.
    pub const fn is_odd(self) -> bool {
        self.x1 > Curve::MOST || self.y1 > Curve::MOST || self.x2 > Curve::MOST || self.y2 > Curve::MOST
    }

    /// How far it has come at this part of the time: 0 at 0, 1 at 1. Times outside are taken for the nearer end.
    pub fn value(self, time: f32) -> f32 {
        self.value_f64(time.into()) as f32
    }

    pub(super) fn value_f64(self, time: f64) -> f64 {
        /// Steps after which the place is near enough, also where time all but stands still along the curve and a step
        /// gains no more than a third.
        const STEPS: usize = 64;
        /// Nearer than numbers can tell apart.
        const NEAR: f64 = 1e-15;
        let time = time.clamp(0.0, 1.0);
        if self.is_linear() || time == 0.0 || time == 1.0 {
            return time;
        }
        let part = |n: u8| f64::from(n) / f64::from(Curve::MOST);
        let (x1, x2) = (part(self.x1.min(Curve::MOST)), part(self.x2.min(Curve::MOST)));
        // Newton's step, where it stays between the bounds; else halfway between them. x(s) never falls.
        let (mut low, mut high, mut s) = (0.0, 1.0, time);
        for _ in 0..STEPS {
            let off = bezier(x1, x2, s) - time;
            if off.abs() < NEAR {
                break;
            }
            if off > 0.0 {
                high = s
            } else {
                low = s
            }
            let step = s - off / slope(x1, x2, s);
            s = if step > low && step < high { step } else { (low + high) / 2.0 };
        }
        bezier(part(self.y1), part(self.y2), s)
    }
}

/// x1, y1, x2, y2.
impl Visit for Curve {
    fn visit(&self, visitor: &mut dyn Visitor) {
        [self.x1, self.y1, self.x2, self.y2].visit(visitor);
    }
}

/// One coordinate at `s`.
fn bezier(first: f64, second: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * r * r * s * first + 3.0 * r * s * s * second + s * s * s
}

/// How fast it grows there.
fn slope(first: f64, second: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * r * r * first + 6.0 * r * s * (second - first) + 3.0 * s * s * (1.0 - second)
}
