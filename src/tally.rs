//! What is noted once for every place where it happened: so many of each code are kept, then they are only counted.
use core::fmt;

/// A code that can be counted.
pub trait Coded: Copy + Eq + fmt::Debug + 'static {
    /// All there are; each stands at its own [`number`](Coded::number).
    const ALL: &'static [Self];
    /// Its place among all.
    fn number(self) -> usize;
}

/// Something with a code.
pub trait Tallied {
    /// Its codes.
    type Code: Coded;
    /// Bytes that each holds on the heap.
    const HEAP_BYTES: usize = 0;
    /// Which it is.
    fn code(&self) -> Self::Code;
}

/// All of one file: at most [`KEPT`](Tally::KEPT) of each code, then only their number; and fewer of codes that come when
/// there are [`MANY`](Tally::MANY) already, so that the list stays small whatever the file.
///
/// ```
/// # fn show(losses: &mmdmap::Losses) {
/// for loss in losses {
///     println!("{loss}");
/// }
/// println!("{} in all", losses.total());
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Tally<T> {
    list: Vec<T>,
    /// By the number of the code; as many as were needed.
    counts: Vec<usize>,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Tally { list: Vec::new(), counts: Vec::new() }
    }
}

impl<T: Tallied> Tally<T> {
    /// So many of each code are kept with their place.
    pub const KEPT: usize = 100;
    /// So many in all; of what comes behind them, the first [`FEW`](Tally::FEW) of each code.
    pub const MANY: usize = 200;
    /// So many of each code are kept in any case.
    pub const FEW: usize = 4;

    /// Whether the next of this code is kept with its place. Otherwise it need not be made at all.
    #[inline]
    pub(crate) fn keeps(&self, code: T::Code) -> bool {
        let most = if self.list.len() < Self::MANY { Self::KEPT } else { Self::FEW };
        self.count(code) < most
    }
    pub(crate) fn push(&mut self, one: T) {
        let (keep, code) = (self.keeps(one.code()), one.code());
        self.count_one(code);
        if keep {
            self.list.push(one);
        }
    }
    /// One more that is not kept.
    #[inline]
    pub(crate) fn count_one(&mut self, code: T::Code) {
        match self.counts.get_mut(code.number()) {
            Some(count) => *count = count.saturating_add(1),
            None => self.count_first(code),
        }
    }
    #[cold]
    fn count_first(&mut self, code: T::Code) {
        self.counts.resize(T::Code::ALL.len(), 0);
        if let Some(count) = self.counts.get_mut(code.number()) {
            *count = 1;
        }
    }
    /// Those that are kept, in file order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.list.iter()
    }
    /// How many there were of this code, kept or not.
    pub fn count(&self, code: T::Code) -> usize {
        self.counts.get(code.number()).copied().unwrap_or(0)
    }
    /// How many of this code are only counted: their places were not kept.
    pub fn more(&self, code: T::Code) -> usize {
        let kept = self.list.iter().filter(|one| one.code() == code).count();
        self.count(code).saturating_sub(kept)
    }
    /// How many there were in all.
    pub fn total(&self) -> usize {
        self.counts.iter().fold(0, |all, &n| all.saturating_add(n))
    }
    /// Whether there was none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    pub(crate) fn heap_bytes(&self) -> usize {
        let list = self.list.capacity().saturating_mul(size_of::<T>());
        let counts = self.counts.capacity().saturating_mul(size_of::<usize>());
        list.saturating_add(counts).saturating_add(self.list.len().saturating_mul(T::HEAP_BYTES))
    }
}

impl<'a, T> IntoIterator for &'a Tally<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// Declares the codes of a tally: the name; what it is, why it matters, how to mend it; whatever else is said about each.
///
/// ```text
/// codes! {
///     /// What is lost.
///     pub enum LossCode: LossWords;
///     Qdef = "qdef" {
///         what: "QDEF becomes BDEF4",
///         why: "QDEF belongs to 2.1",
///         advice: "write 2.1",
///     };
/// }
/// ```
macro_rules! codes {
    (
        $(#[$about:meta])*
        pub enum $Code:ident: $Words:ident;
        $( $name:ident = $code:literal {
            what: $what:literal, why: $why:literal, advice: $advice:literal, $($column:ident: $words:expr,)*
        }; )*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Code { $(
            #[doc = concat!("`", $code, "`: ", $what, ".")]
            #[doc = ""]
            #[doc = concat!("Why it matters: ", $why, ".")]
            #[doc = ""]
            #[doc = concat!("To mend it: ", $advice, ".")]
            $name,
        )* }

        impl $Code {
            /// All there are.
            pub const ALL: &'static [$Code] = &[ $( $Code::$name ),* ];

            /// In kebab case, for lists and for machines. Stable.
            pub const fn name(self) -> &'static str {
                match self { $( $Code::$name => $code, )* }
            }
            /// What it is.
            pub const fn what(self) -> &'static str {
                self.words().what
            }
            /// Why it matters: which programs break on it, where that is known.
            pub const fn why(self) -> &'static str {
                self.words().why
            }
            /// How to mend it, in one line.
            pub const fn advice(self) -> &'static str {
                self.words().advice
            }
            const fn words(self) -> $Words {
                match self { $(
                    $Code::$name => $Words { what: $what, why: $why, advice: $advice, $($column: $words,)* },
                )* }
            }
        }

        impl $crate::tally::Coded for $Code {
            const ALL: &'static [$Code] = $Code::ALL;
            fn number(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use codes;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Odd {
        One,
        Two,
        Three,
    }
    impl Coded for Odd {
        const ALL: &'static [Odd] = &[Odd::One, Odd::Two, Odd::Three];
        fn number(self) -> usize {
            self as usize
        }
    }
    impl Tallied for Odd {
        type Code = Odd;
        fn code(&self) -> Odd {
            *self
        }
    }

    #[test]
    fn a_hundred_of_each_are_kept_and_few_of_what_comes_behind_two_hundred() {
        let mut all = Tally::default();
        for &code in Odd::ALL {
            (0..150).for_each(|_| all.push(code));
        }
        assert!(Odd::ALL.iter().all(|&code| all.count(code) == 150));
        assert_eq!([Odd::One, Odd::Two, Odd::Three].map(|code| all.more(code)), [50, 50, 146]);
        assert_eq!((all.iter().len(), all.total()), (204, 450));
    }
}
