//! Weights: what becomes of those that are odd, and how they fit into a byte each.

/// Whether weights leave as they are stored, and what becomes of those that are odd.
///
/// | what is stored | [`Stored`](Weights::Stored) | [`Normalized`](Weights::Normalized), packed vertices |
/// |---|---|---|
/// | sum not 1 | as it is | each divided by the sum |
/// | below 0, infinite or not a number | as it is | counts as 0 |
/// | of a bone that is not there | 0, joint 0 | 0, joint 0; the others share what it had |
/// | nothing above 0 left | as it is | the first place takes all: 1, 0, 0, 0 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// As stored; only the weight of a bone that is not there becomes 0.
    #[default]
    Stored,
    /// None below 0, and their sum is 1 (within rounding).
    Normalized,
}

/// Weights that sum to 1, whatever they were: see the table of [`Weights`].
#[inline(always)]
pub(crate) fn normalized(weights: [f32; 4]) -> [f32; 4] {
    let [a, b, c, d] = shares(weights);
    [a as f32, b as f32, c as f32, d as f32]
}

/// Weights in steps of 1/255, whose sum is exactly 255. What rounding down leaves over goes to those that lost most by
/// it, of equals to the first.
#[inline(always)]
pub(crate) fn unorm8(weights: [f32; 4]) -> [u8; 4] {
    let [a, b, c, d] = shares(weights);
    let cut = |share: f64| {
        let exact = share * 255.0;
        let step = exact as u8; // rounds down
        (step, exact - f64::from(step))
    };
    let ((a, of_a), (b, of_b), (c, of_c), (d, of_d)) = (cut(a), cut(b), cut(c), cut(d));
    let left = [a, b, c, d].iter().fold(255usize, |left, &step| left.saturating_sub(step.into()));
    // One more where fewer than are left come first. No branch: which weight is the larger nobody can foresee.
    let one_more = |step: u8, lost: f64, earlier: &[f64], later: &[f64]| {
        let first = earlier.iter().filter(|&&other| other >= lost).count();
        let first = first.saturating_add(later.iter().filter(|&&other| other > lost).count());
        step.saturating_add(u8::from(first < left))
    };
    [
        one_more(a, of_a, &[], &[of_b, of_c, of_d]),
        one_more(b, of_b, &[of_a], &[of_c, of_d]),
        one_more(c, of_c, &[of_a, of_b], &[of_d]),
        one_more(d, of_d, &[of_a, of_b, of_c], &[]),
    ]
}

/// In double precision: no sum of four floats is infinite there, and a share is off by less than any step.
#[inline(always)]
fn shares([a, b, c, d]: [f32; 4]) -> [f64; 4] {
    /// The bits of floats above 0 that are finite are the numbers from 1 up to this one: one comparison finds them.
    const LARGEST: u32 = f32::MAX.to_bits();
    let counts = |weight: f32| {
        let bits = weight.to_bits();
        f64::from(f32::from_bits(if bits.wrapping_sub(1) < LARGEST { bits } else { 0 }))
    };
    let (a, b, c, d) = (counts(a), counts(b), counts(c), counts(d));
    let sum = a + b + c + d;
    if sum > 0.0 { [a / sum, b / sum, c / sum, d / sum] } else { [1.0, 0.0, 0.0, 0.0] }
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
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        };
        for i in 0..if cfg!(miri) { 60 } else { 30_000u32 } {
            let weights = [(); 4].map(|()| match i % 3 {
                0 => f32::from_bits(random()), // anything a float can be
                1 => (random() >> 8) as f32,   // of one size
                _ => (random() >> 30) as f32,  // so few that many lose the same
            });
            let bytes = unorm8(weights);
            assert_eq!(bytes.iter().map(|&w| u32::from(w)).sum::<u32>(), 255, "{weights:?}");
            assert_eq!(bytes, handed_out(weights), "{weights:?}");
        }
    }

    /// The rule as it is said, one step after the other.
    fn handed_out(weights: [f32; 4]) -> [u8; 4] {
        let exact = shares(weights).map(|share| share * 255.0);
        let mut steps = exact.map(|exact| exact.floor() as u8);
        let mut lost = exact.map(|exact| exact - exact.floor());
        while steps.iter().map(|&step| u32::from(step)).sum::<u32>() < 255 {
            let most = lost.into_iter().fold(f64::MIN, f64::max);
            let first = lost.iter().position(|&lost| lost == most).unwrap();
            steps[first] += 1;
            lost[first] = -1.0;
        }
        steps
    }
}
