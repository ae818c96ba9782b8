//! Quaternions x, y, z, w as files hold them: of any length, or none at all.

/// No rotation.
pub(crate) const NONE: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The length of a quaternion: 1, or nearly, if it is a rotation.
pub(crate) fn length(rotation: [f32; 4]) -> f64 {
    let wide = rotation.map(f64::from);
    dot(wide, wide).sqrt()
}

/// The quaternion of length 1 that turns alike; `None` where it is zero, infinite or not a number.
pub(crate) fn unit(rotation: [f32; 4]) -> Option<[f64; 4]> {
    let length = length(rotation);
    (length > 0.0 && length.is_finite()).then(|| rotation.map(|part| f64::from(part) / length))
}

pub(crate) fn dot([a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]) -> f64 {
    a * e + b * f + c * g + d * h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rotation_has_no_unit() {
        assert_eq!((length([0.0, 3.0, 0.0, -4.0]), unit([0.0, 3.0, 0.0, -4.0])), (5.0, Some([0.0, 0.6, 0.0, -0.8])));
        // Squares of such numbers are no f32.
        assert_eq!(unit([f32::MAX, 0.0, 0.0, 0.0]), Some([1.0, 0.0, 0.0, 0.0]));
        assert_eq!(unit([0.0, 0.0, f32::from_bits(1), 0.0]), Some([0.0, 0.0, 1.0, 0.0]));
        assert_eq!(unit(NONE), Some([0.0, 0.0, 0.0, 1.0]));
        for none in [[0.0; 4], [f32::NAN, 0.0, 0.0, 1.0], [0.0, f32::INFINITY, 0.0, 1.0]] {
            assert_eq!(unit(none), None);
        }
    }
}
