//! What counts as a difference, and how many of them are told.

/// What counts as a difference, and how many of them are told.
///
/// ```
/// use mmdmap::pmx::DiffOptions;
/// let options = DiffOptions::new().tolerance(0.001).max_per_section(20);
/// # assert_eq!((options.tolerance, options.max_per_section), (0.001, 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DiffOptions {
    /// Floats that are no further apart than this are the same. 0, unless said otherwise.
    pub tolerance: f32,
    /// Floats that are no further apart than this part of the larger one are the same. 0, unless said otherwise.
    pub relative_tolerance: f32,
    /// So many differences of each section are told, then only [their number](super::Change::More).
    /// [`KEPT`](DiffOptions::KEPT), unless said otherwise.
    pub max_per_section: usize,
    /// Whether it is a difference how the files are laid out: signature, text encoding, index widths, settings without
    /// a meaning, bytes behind the last section. It is not, unless said otherwise.
    pub layout: bool,
}

impl Default for DiffOptions {
    fn default() -> Self {
        DiffOptions { tolerance: 0.0, relative_tolerance: 0.0, max_per_section: DiffOptions::KEPT, layout: false }
    }
}

impl DiffOptions {
    /// So many differences of each section are told, unless said otherwise.
    pub const KEPT: usize = 100;

    /// Exact, and without the layout.
    pub fn new() -> Self {
        Self::default()
    }
    /// With this tolerance for floats.
    pub fn tolerance(self, tolerance: f32) -> Self {
        DiffOptions { tolerance, ..self }
    }
    /// With this tolerance for floats, as a part of the larger one.
    pub fn relative_tolerance(self, relative_tolerance: f32) -> Self {
        DiffOptions { relative_tolerance, ..self }
    }
    /// With so many differences of each section told.
    pub fn max_per_section(self, max_per_section: usize) -> Self {
        DiffOptions { max_per_section, ..self }
    }
    /// With the layout of the files, or without.
    pub fn layout(self, layout: bool) -> Self {
        DiffOptions { layout, ..self }
    }

    /// Equal as numbers (so that −0 is 0) or near enough; a NaN is itself only, bit for bit.
    pub(crate) fn same_float(&self, old: f32, new: f32) -> bool {
        if old == new || old.to_bits() == new.to_bits() {
            return true;
        }
        if !(old.is_finite() && new.is_finite()) {
            return false; // infinity is near to nothing
        }
        let (old, new) = (f64::from(old), f64::from(new));
        let relative = f64::from(self.relative_tolerance) * old.abs().max(new.abs());
        (old - new).abs() <= relative.max(self.tolerance.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_the_same_when_they_are_near_enough() {
        let exact = DiffOptions::new();
        assert!(exact.same_float(0.0, -0.0) && exact.same_float(f32::INFINITY, f32::INFINITY));
        assert!(exact.same_float(f32::NAN, f32::NAN));
        assert!(
            !exact.same_float(f32::NAN, f32::from_bits(f32::NAN.to_bits() ^ 1)) && !exact.same_float(f32::NAN, 0.0)
        );
        assert!(!exact.same_float(1.0, 1.0 + f32::EPSILON));

        let absolute = exact.tolerance(0.25);
        assert!(absolute.same_float(1.0, 1.25) && absolute.same_float(-0.125, 0.125));
        assert!(!absolute.same_float(1.0, 1.250_000_1));
        let relative = exact.relative_tolerance(0.25);
        assert!(
            relative.same_float(100.0, 75.0) && !relative.same_float(100.0, 74.9) && !relative.same_float(0.0, 0.1)
        );
        for loose in [absolute, relative, exact.tolerance(f32::INFINITY)] {
            assert!(!loose.same_float(f32::INFINITY, f32::MAX) && !loose.same_float(f32::INFINITY, f32::NEG_INFINITY));
            assert!(!loose.same_float(f32::NAN, 1.0));
        }
        for senseless in [-1.0, f32::NAN] {
            let options = exact.tolerance(senseless).relative_tolerance(senseless);
            assert!(options.same_float(1.0, 1.0) && !options.same_float(1.0, 1.1));
        }
    }
}
