//! Packed vertices: half the bytes of [`SkinVertex`](super::layout::SkinVertex), for meshes that have to be small.
//!
//! What does not fit is never wrong by a wrap: it stops at the end of the range, and
//! [`survey`](super::model::GpuModel::survey) says beforehand whether that will happen.
use super::layout::{GpuVertex, VertexValues};
use super::weights::unorm8;
use bytemuck::{Pod, Zeroable};

macro_rules! packed {
    ($($(#[$doc:meta])* $name:ident: $bytes:literal, $joint:ty, $uv:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
        #[repr(C)]
        pub struct $name {
            /// In model space.
            pub position: [f32; 3],
            /// 4 x snorm8: x, y, z and 0.
            pub normal: [i8; 4],
            #[doc = concat!("2 x ", stringify!($uv), ", as bits.")]
            pub uv: [u16; 2],
            /// Numbers of bones; unused places, and numbers too large for them, hold 0.
            pub joints: [$joint; 4],
            /// 4 x unorm8, whose sum is exactly 255.
            pub weights: [u8; 4],
            /// Outline width multiplier.
            pub edge_scale: f32,
        }

        const _: () = assert!(size_of::<$name>() == $bytes);

        impl GpuVertex for $name {
            #[inline(always)]
            fn encode(vertex: &VertexValues<'_>) -> Self {
                let (mut joints, mut weights) = ([0; 4], vertex.weights);
                for ((to, weight), joint) in joints.iter_mut().zip(&mut weights).zip(vertex.joints) {
                    match <$joint>::try_from(joint) {
                        Ok(joint) => *to = joint,
                        Err(_) => *weight = 0.0,
                    }
                }
                let [x, y, z] = vertex.normal.map(snorm8);
                $name {
                    position: vertex.position,
                    normal: [x, y, z, 0],
                    uv: vertex.uv.map($uv),
                    joints,
                    weights: unorm8(weights),
                    edge_scale: vertex.edge_scale,
                }
            }
        }
    )*};
}

packed! {
    /// 36 bytes: joints of two bytes, UVs as f16. Fits every model.
    ///
    /// | bytes | attribute |
    /// |---|---|
    /// | 0 | position, 3 x f32 |
    /// | 12 | normal, 4 x snorm8 |
    /// | 16 | UV, 2 x f16: steps of 1/2048 near 1, finer near 0 |
    /// | 20 | joints, 4 x u16 |
    /// | 28 | weights, 4 x unorm8, sum exactly 255 |
    /// | 32 | edge scale, f32 |
    PackedVertex: 36, u16, f16;
    /// 36 bytes: as [`PackedVertex`], with UVs as unorm16: steps of 1/65535, for UVs from 0 to 1 only.
    PackedVertexUnormUv: 36, u16, unorm16;
    /// 32 bytes: joints of one byte, UVs as f16. For models where
    /// [`u8_joints_suffice`](super::survey::VertexSurvey::u8_joints_suffice).
    ///
    /// | bytes | attribute |
    /// |---|---|
    /// | 0 | position, 3 x f32 |
    /// | 12 | normal, 4 x snorm8 |
    /// | 16 | UV, 2 x f16 |
    /// | 20 | joints, 4 x u8 |
    /// | 24 | weights, 4 x unorm8, sum exactly 255 |
    /// | 28 | edge scale, f32 |
    PackedVertexU8: 32, u8, f16;
    /// 32 bytes: as [`PackedVertexU8`], with UVs as unorm16, for UVs from 0 to 1 only.
    PackedVertexU8UnormUv: 32, u8, unorm16;
}

/// The largest number that an f16 holds.
pub(crate) const F16_MAX: f32 = 65504.0;

/// From −1 to 1 in steps of 1/127; what is not a number becomes 0.
#[inline(always)]
fn snorm8(x: f32) -> i8 {
    let steps = x.clamp(-1.0, 1.0) * 127.0;
    (steps + 0.5f32.copysign(steps)) as i8 // rounds to nearest: casting cuts
}

/// From 0 to 1 in steps of 1/65535; what is not a number becomes 0.
#[inline(always)]
fn unorm16(x: f32) -> u16 {
    (x.clamp(0.0, 1.0) * 65535.0 + 0.5) as u16
}

/// The nearest f16, of two the even one, as bits. What is too large becomes the largest, what is not a number 0.
#[inline(always)]
fn f16(x: f32) -> u16 {
    /// The smallest f16 that is not subnormal, and how many subnormal steps make 1.
    const NORMAL: f32 = 6.103_515_6e-5;
    const STEPS: f32 = 16_777_216.0;
    /// Adding this rounds to a whole number, as floats this large have no fraction.
    const WHOLE: f32 = 8_388_608.0;
    let size = x.abs().min(F16_MAX);
    let bits = if size >= NORMAL {
        // Half a step up, less a trifle where the step below is even; then the exponent's other bias.
        let bits = size.to_bits();
        let odd = (bits >> 13) & 1;
        bits.wrapping_add(0xfff).wrapping_add(odd).wrapping_sub(112 << 23) >> 13
    } else {
        (size * STEPS + WHOLE).to_bits().wrapping_sub(WHOLE.to_bits())
    };
    let sign = (x.to_bits() >> 16) & 0x8000;
    if x.is_nan() { 0 } else { (bits | sign) as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of an f16, from its definition.
    fn value(bits: u16) -> f64 {
        let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
        let size = match exponent {
            0 => fraction * 2f64.powi(-24),
            _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
        };
        if bits & 0x8000 == 0 { size } else { -size }
    }

    /// Miri takes a minute for what others do in no time: it gets some of them.
    const STEP: usize = if cfg!(miri) { 97 } else { 1 };

    #[test]
    fn every_f16_comes_back() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00).step_by(STEP) {
            assert_eq!(f16(value(bits) as f32), bits, "{bits:#x}");
        }
    }

    #[test]
    fn between_two_the_nearer_one_and_in_the_middle_the_even_one() {
        for bits in (0..0x7bff).step_by(STEP) {
            let (low, high) = (value(bits), value(bits + 1));
            let at = |share: f64| f16((low + (high - low) * share) as f32);
            assert_eq!((at(0.25), at(0.75)), (bits, bits + 1));
            assert_eq!(at(0.5), bits + (bits & 1), "{bits:#x}");
        }
    }

    #[test]
    fn what_does_not_fit_stops_at_the_end() {
        assert_eq!([f32::INFINITY, 1e9, F16_MAX].map(f16), [0x7bff; 3]);
        assert_eq!([-1e9, f32::NEG_INFINITY].map(f16), [0xfbff; 2]);
        assert_eq!([f32::NAN, 1e-30, 0.0, -0.0].map(f16), [0, 0, 0, 0x8000]);
        assert_eq!([-1.0, -0.0, 0.0, 0.5, 1.0, 2.0, f32::NAN].map(unorm16), [0, 0, 0, 32768, 65535, 65535, 0]);
        assert_eq!([-9.0, -1.0, 0.0, 0.5, 1.0, 9.0, f32::NAN].map(snorm8), [-127, -127, 0, 64, 127, 127, 0]);
    }
}
