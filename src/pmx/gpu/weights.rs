//! Weights: what becomes of those that are odd, and how they fit into a byte each.
//!
//! | what is stored | [`Weights::Stored`] | [`Weights::Normalized`] |
//! |---|---|---|
//! | sum not 1 | as it is | each divided by the sum |
//! | below 0, infinite or not a number | as it is | counts as 0 |
//! | of a bone that is not there | 0, joint 0 | 0, joint 0; the others share what it had |
//! | nothing above 0 left | all 0 | the first place takes all: 1, 0, 0, 0 |

/// Whether weights leave as they are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// As stored; only the weight of a bone that is not there becomes 0.
    #[default]
    Stored,
    /// None below 0, and their sum is 1 (within rounding).
    Normalized,
}

/// Weights that sum to 1, whatever they were: see the table above.
#[inline]
pub(crate) fn normalized(weights: [f32; 4]) -> [f32; 4] {
    shares(weights).map(|share| share as f32)
}

/// Weights in steps of 1/255, whose sum is exactly 255. What rounding down leaves over goes to those that lost most by
/// it, of equals to the first.
#[inline]
pub(crate) fn unorm8(weights: [f32; 4]) -> [u8; 4] {
    let exact = shares(weights).map(|share| share * 255.0);
    let mut steps = exact.map(|exact| exact as u8); // rounds down
    let mut lost = [0.0; 4];
    for ((lost, exact), step) in lost.iter_mut().zip(exact).zip(steps) {
        *lost = exact - f64::from(step);
    }
    let mut left = steps.iter().fold(255u32, |left, &step| left.saturating_sub(step.into()));
    while left > 0 {
        let most = lost.iter().copied().fold(f64::MIN, f64::max);
        let Some((step, lost)) = steps.iter_mut().zip(&mut lost).find(|(_, lost)| **lost == most) else { break };
        (*step, *lost) = (step.saturating_add(1), -1.0);
        left = left.saturating_sub(1);
    }
    steps
}

/// In double precision: no sum of four floats is infinite there, and a share is off by less than any step.
#[inline(always)]
fn shares(weights: [f32; 4]) -> [f64; 4] {
    let counts = weights.map(|weight| if weight > 0.0 && weight.is_finite() { f64::from(weight) } else { 0.0 });
    let sum: f64 = counts.iter().sum();
    if sum > 0.0 { counts.map(|weight| weight / sum) } else { [1.0, 0.0, 0.0, 0.0] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_weights_have_a_rule_each() {
        let nan = f32::NAN;
        for (stored, becomes) in [
            ([1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
            ([2.0, 2.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]),
            ([0.25, 0.0, 0.0, 0.25], [0.5, 0.0, 0.0, 0.5]),
            ([0.0; 4], [1.0, 0.0, 0.0, 0.0]),
            ([-0.0, -1.0, nan, f32::INFINITY], [1.0, 0.0, 0.0, 0.0]),
            ([nan, 0.5, -3.0, 0.5], [0.0, 0.5, 0.0, 0.5]),
            ([f32::MAX; 4], [0.25; 4]),
            ([f32::MIN_POSITIVE, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
        ] {
            assert_eq!(normalized(stored), becomes, "{stored:?}");
        }
    }

    #[test]
    fn what_sums_to_one_stays_as_it_is() {
        for weights in [[0.1, 0.2, 0.3, 0.4], [0.7, 0.3, 0.0, 0.0], [0.333, 0.333, 0.334, 0.0]] {
            let off = normalized(weights).iter().zip(weights).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-6);
        }
    }

    #[test]
    fn bytes_sum_to_255_and_rest_goes_where_most_was_lost() {
        assert_eq!(unorm8([1.0, 0.0, 0.0, 0.0]), [255, 0, 0, 0]);
        assert_eq!(unorm8([0.5, 0.5, 0.0, 0.0]), [128, 127, 0, 0]); // 127.5 each: of equals the first
        assert_eq!(unorm8([1.0, 1.0, 1.0, 1.0]), [64, 64, 64, 63]);
        assert_eq!(unorm8([0.0; 4]), [255, 0, 0, 0]);
        assert_eq!(unorm8([f32::NAN, 0.1, 0.0, 0.9]), [0, 26, 0, 229]); // 25.5 and 229.5
        let mut state = 1u32;
        for _ in 0..10_000 {
            let weights = [(); 4].map(|()| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                f32::from_bits(state) // anything a float can be
            });
            assert_eq!(unorm8(weights).iter().map(|&w| u32::from(w)).sum::<u32>(), 255, "{weights:?}");
        }
    }
}
