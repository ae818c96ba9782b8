//! Where the reference and a view differ: the first place, in words.
use mmdmap::{Field, Records};
use std::fmt::Debug;

/// How many records were compared; or the first that differs.
pub type Compared = Result<usize, String>;

#[derive(Default)]
pub struct Differ {
    records: usize,
}

impl Differ {
    pub fn one<R: PartialEq + Debug + ?Sized>(&mut self, what: &str, want: &R, seen: &R) -> Result<(), String> {
        self.records += 1;
        if want == seen { Ok(()) } else { Err(format!("{what}: {seen:?}, not {want:?}")) }
    }
    /// Every record, walked to and found by its number.
    pub fn all<'a, T: Field<'a>, R: PartialEq + Debug>(
        &mut self,
        section: &str,
        want: &[R],
        seen: Records<'a, T>,
        show: fn(T) -> R,
    ) -> Result<(), String> {
        if seen.len() != want.len() || seen.get(want.len()).is_some() {
            return Err(format!("{} {section}, not {}", seen.len(), want.len()));
        }
        let mut walked = seen.iter();
        for (i, want) in want.iter().enumerate() {
            for seen in [walked.next(), seen.get(i)] {
                let seen = seen.map(show);
                if seen.as_ref() != Some(want) {
                    return Err(format!("{section}[{i}]: {seen:?}, not {want:?}"));
                }
            }
            self.records += 1;
        }
        if walked.next().is_some() { Err(format!("more {section} than there are")) } else { Ok(()) }
    }
    pub fn end(self) -> Compared {
        Ok(self.records)
    }
}
