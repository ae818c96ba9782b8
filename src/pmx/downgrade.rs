//! What 2.1 can say and 2.0 cannot, and what is left of it there.
use crate::loss::LossCode;

/// A record that 2.1 may hold and 2.0 may not.
pub(crate) trait Downgrade: Copy {
    /// As 2.0 can say it, and what is lost by that.
    fn downgrade(self) -> (Self, Option<LossCode>) {
        (self, None)
    }
}
