//! What all checkers share: findings, where they gather, and what a rule says about itself.
//!
//! The rules themselves stand with their format: [`pmx::check`](crate::pmx::check), [`vmd::check`](crate::vmd::check).
pub(crate) mod findings;
pub(crate) mod report;
pub(crate) mod rule;

pub use findings::Findings;
pub use report::{Finding, Totals, Value};
pub use rule::{Rule, Severity};
