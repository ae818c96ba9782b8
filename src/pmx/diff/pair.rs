//! Which record of the new model is which of the old one.
use super::align::by_key;
use super::compare::{Comparison, Leaves, Pairing, Side};
use crate::field::Field;
use crate::records::Records;
use crate::text::Text;
use core::hash::Hasher;
use std::collections::hash_map::DefaultHasher;

/// What a record has besides its label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing: only its place is left to know it by.
    Nothing,
    /// Something that it can be known by.
    Content,
}

/// Pairs the records of a section: by their labels, the first of each with the first; what is left over by all that
/// they hold but their names; what is still left by its place behind a pair, if most of it is the same.
///
/// References are taken for what they point at, if that section is paired already.
pub(crate) fn pair<'a, T: Field<'a>>(
    comparison: &mut Comparison<'a>,
    old: Records<'a, T>,
    new: Records<'a, T>,
    label: impl Fn(&T) -> Text<'a>,
    rest: Rest,
) -> Pairing {
    let keys = |records: Records<'a, T>| records.iter().map(|one| key(label(&one))).zip(0..).collect();
    let mut pairs = Pairs { to: vec![None; old.len()], free: vec![true; new.len()] };
    pairs.enter(by_key(keys(old), keys(new)));

    let left = pairs.left();
    let right: Vec<usize> = pairs.free.iter().enumerate().filter(|(_, free)| **free).map(|(j, _)| j).collect();
    if left.is_empty() || right.is_empty() {
        return pairs.end();
    }
    if rest == Rest::Content {
        let mut contents = |side: Side, records: Records<'a, T>, numbers: &[usize]| {
            let of = |&number: &usize| Some((comparison.content(side, &records.get(number)?), number));
            numbers.iter().filter_map(of).collect()
        };
        pairs.enter(by_key(contents(Side::Old, old, &left), contents(Side::New, new, &right)));
    }
    for i in pairs.left() {
        let before = i.checked_sub(1).and_then(|before| pairs.to.get(before).copied().flatten());
        let j = before.map_or(i, |before| before.saturating_add(1));
        if pairs.free.get(j) != Some(&true) {
            continue;
        }
        let (Some(one), Some(other)) = (old.get(i), new.get(j)) else { continue };
        let mut likeness = Likeness::default();
        comparison.lay_out(&one, &other);
        comparison.each_leaf(&mut likeness);
        if rest == Rest::Nothing || likeness.same > likeness.different {
            pairs.enter(vec![(i, j)]);
        }
    }
    pairs.end()
}

/// Pairs found so far.
struct Pairs {
    to: Vec<Option<usize>>,
    /// Whether a new record has no partner yet.
    free: Vec<bool>,
}

impl Pairs {
    fn enter(&mut self, pairs: Vec<(usize, usize)>) {
        for (i, j) in pairs {
            if let (Some(to), Some(free)) = (self.to.get_mut(i), self.free.get_mut(j)) {
                (*to, *free) = (Some(j), false);
            }
        }
    }
    fn left(&self) -> Vec<usize> {
        self.to.iter().enumerate().filter(|(_, to)| to.is_none()).map(|(i, _)| i).collect()
    }
    fn end(self) -> Pairing {
        Pairing { new_len: self.free.len(), to: self.to }
    }
}

/// A number for a label: the same for the same characters in any encoding; for what is not valid, for the same bytes.
fn key(label: Text<'_>) -> u64 {
    let mut hash = DefaultHasher::new();
    if label.is_valid() {
        label.chars().for_each(|c| hash.write_u32(c.into()));
    } else {
        hash.write(label.bytes());
        hash.write(label.encoding().name().as_bytes());
    }
    hash.finish()
}

/// How much of two records is the same, names aside.
#[derive(Default)]
struct Likeness {
    same: usize,
    different: usize,
}

impl Leaves for Likeness {
    fn leaf(&mut self, of: &Comparison<'_>, path: &str, old: Option<usize>, _: Option<usize>, same: bool) {
        if path.starts_with("name.") || old.is_some_and(|old| of.is_open(old)) {
            return;
        }
        let count = if same { &mut self.same } else { &mut self.different };
        *count = count.saturating_add(1);
    }
}
