//! What every rule of every checker says about itself, and the one way to declare them.
use core::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing: allowed, and most programs take it well.
    Info,
    /// Some programs show something else than the author saw, or refuse it.
    Warning,
    /// What the file says cannot be meant: programs crash, or each guesses differently.
    Error,
}

impl Severity {
    /// In lower case, as every output spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A code of findings: what it is called, how much it weighs, what it means. Each checker has its own enum of them.
pub trait Rule: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// All there are; each stands at its own [`number`](Rule::number).
    const ALL: &'static [Self];

    /// Its place among all.
    fn number(self) -> usize;
    /// In kebab case, for lists, for machines, for `--allow`. Stable.
    fn name(self) -> &'static str;
    /// How much it weighs.
    fn severity(self) -> Severity;
    /// What is wrong.
    fn what(self) -> &'static str;
    /// Why it matters: which programs break on it, where that is known.
    fn why(self) -> &'static str;
    /// How to mend it, in one line.
    fn advice(self) -> &'static str;
}

/// Declares the codes of one checker: name, severity; what is wrong; why it matters; how to mend it.
///
/// ```text
/// rules! {
///     FaceDegenerate = "face-degenerate", Info,
///         "a triangle has the same corner twice",
///         "it is never seen and only costs time",
///         "leave the triangle out";
/// }
/// ```
macro_rules! rules {
    ($( $code:ident = $name:literal, $severity:ident, $what:literal, $why:literal, $advice:literal; )*) => {
        /// Which finding. Its [`name`](Code::name) is stable; what it says is not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $(
            #[doc = concat!("`", $name, "`: ", $what, ".")]
            #[doc = ""]
            #[doc = concat!("Why it matters: ", $why, ".")]
            #[doc = ""]
            #[doc = concat!("To mend it: ", $advice, ".")]
            $code,
        )* }

        impl Code {
            /// All there are, by section.
            pub const ALL: &'static [Code] = &[ $( Code::$code ),* ];

            /// In kebab case, for lists, for machines, for `--allow`.
            pub const fn name(self) -> &'static str {
                match self { $( Code::$code => $name, )* }
            }
            /// How much it weighs.
            pub const fn severity(self) -> $crate::check::rule::Severity {
                match self { $( Code::$code => $crate::check::rule::Severity::$severity, )* }
            }
            /// What is wrong.
            pub const fn what(self) -> &'static str {
                match self { $( Code::$code => $what, )* }
            }
            /// Why it matters: which programs break on it, where that is known.
            pub const fn why(self) -> &'static str {
                match self { $( Code::$code => $why, )* }
            }
            /// How to mend it, in one line.
            pub const fn advice(self) -> &'static str {
                match self { $( Code::$code => $advice, )* }
            }
            /// The code of this name, if there is one.
            pub fn named(name: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.name() == name)
            }
        }

        /// The same, for what is generic over checkers.
        impl $crate::check::rule::Rule for Code {
            const ALL: &'static [Code] = Code::ALL;

            fn number(self) -> usize {
                self as usize
            }
            fn name(self) -> &'static str {
                self.name()
            }
            fn severity(self) -> $crate::check::rule::Severity {
                self.severity()
            }
            fn what(self) -> &'static str {
                self.what()
            }
            fn why(self) -> &'static str {
                self.why()
            }
            fn advice(self) -> &'static str {
                self.advice()
            }
        }

        impl core::fmt::Display for Code {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub(crate) use rules;
