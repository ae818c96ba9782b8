//! What 2.1 can say and 2.0 cannot, and what is left of it there.
use core::fmt;

macro_rules! losses {
    ($( $(#[$doc:meta])* $name:ident = $code:literal, $what:literal; )*) => {
        /// What is lost when a model is written in another version, encoding or width. Its [`name`](LossCode::name) is
        /// stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LossCode { $( $(#[$doc])* $name ),* }

        impl LossCode {
            /// All there are.
            pub const ALL: &'static [LossCode] = &[ $( LossCode::$name ),* ];
            /// In kebab case.
            pub const fn name(self) -> &'static str {
                match self { $( LossCode::$name => $code ),* }
            }
            /// What happens to it.
            pub const fn what(self) -> &'static str {
                match self { $( LossCode::$name => $what ),* }
            }
        }
        impl fmt::Display for LossCode {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.what())
            }
        }
    };
}
losses! {
    /// A vertex deforms by dual quaternions.
    Qdef = "qdef", "QDEF becomes BDEF4";
    /// A morph flips through others.
    Flip = "flip-morph", "the flip morph becomes a group morph";
    /// A morph pushes bodies. It keeps its place, so that no reference to a morph moves.
    Impulse = "impulse-morph", "the impulse morph becomes an empty group morph";
    /// A joint is no spring.
    Joint = "joint-kind", "the joint becomes a spring";
    /// There are soft bodies.
    SoftBodies = "soft-bodies", "the soft bodies are left out";
    /// A text is not valid in its encoding.
    Text = "invalid-text", "what is not valid in the text becomes U+FFFD";
    /// Half a record, which means nothing in other widths.
    BehindCut = "behind-cut", "the bytes behind the cut are left out";
}

/// A record that 2.1 may hold and 2.0 may not.
pub(crate) trait Downgrade: Sized {
    /// As 2.0 can say it, and what is lost by that.
    fn downgrade(self) -> (Self, Option<LossCode>) {
        (self, None)
    }
}
