//! Findings about a model: what [`Report`] and [`Here`] are in this checker, and indices that point nowhere.
use super::code::Code;
use crate::check::report::{self, Value, Way};
use crate::index::{Index, Target};

/// Where the findings about a model gather.
pub(super) type Report = report::Report<Code>;

/// One record, or a section as a whole: findings are about it.
pub(super) type Here<'r> = report::Here<'r, Code>;

/// Looks at indices into the tables of the model.
pub(super) trait Points {
    /// An index into a table of so many: it may be none, but not point beyond them.
    fn optional<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
    ) -> Option<usize>;
    /// An index into a table of so many, where something must be.
    fn required<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
        none: Code,
    ) -> Option<usize>;
}

impl Points for Here<'_> {
    #[inline]
    fn optional<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
    ) -> Option<usize> {
        match index.get() {
            Some(i) if i < len => Some(i),
            None if index == Index::NONE && T::SIGNED => None,
            _ => {
                points_nowhere(self, index, len, field, dangling);
                None
            }
        }
    }
    #[inline]
    fn required<T: Target>(
        &mut self,
        index: Index<T>,
        len: usize,
        field: impl Into<Way>,
        dangling: Code,
        none: Code,
    ) -> Option<usize> {
        if index == Index::NONE && T::SIGNED {
            self.find(none, field, index, Value::Below(len as u64));
            return None;
        }
        self.optional(index, len, field, dangling)
    }
}

#[cold]
fn points_nowhere<T: Target>(here: &mut Here<'_>, index: Index<T>, len: usize, field: impl Into<Way>, dangling: Code) {
    let expected = Value::Below(len as u64);
    match index.raw() {
        // Vertex indices have no sign.
        raw if !T::SIGNED => here.find(dangling, field, u32::from_ne_bytes(raw.to_ne_bytes()), expected),
        raw if raw < 0 => here.find(Code::IndexBelowNone, field, raw, expected),
        raw => here.find(dangling, field, raw, expected),
    }
}
