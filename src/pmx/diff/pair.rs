//! Which record of the new model is which of the old one.
use super::align::{Key, both_ends, by_key};
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

/// Pairs the records of a section: by their labels; what is left over by all that they hold but their names; what is
/// still left by its place behind a pair, if most of it is the same. Of several with one label, those that are all the
/// same are paired first (those that are all label by what is the same before and behind them), then the first of the
/// others with the first.
///
/// References are taken for what they point at, if that section is paired already.
pub(crate) fn pair<'a, T: Field<'a>>(
    comparison: &mut Comparison<'a>,
    old: Records<'a, T>,
    new: Records<'a, T>,
    label: impl Fn(&T) -> Text<'a>,
    rest: Rest,
) -> Pairing {
    let labels =
        |records: Records<'a, T>| -> Vec<Key> { records.iter().map(|one| key(label(&one))).zip(0..).collect() };
    let (mut old_keys, mut new_keys) = (labels(old), labels(new));
    let mut pairs = Pairs { to: vec![None; old.len()], free: vec![true; new.len()] };
    let mut contents = |side: Side, records: Records<'a, T>, keys: &mut dyn Iterator<Item = Key>| -> Vec<Key> {
        keys.filter_map(|(seed, number)| Some((comparison.content(side, &records.get(number)?, seed), number)))
            .collect()
    };
    if rest == Rest::Nothing {
        // Which of several with one label is which, only their neighbours can say.
        pairs.enter(both_ends(&old_keys, &new_keys));
    } else {
        let repeated = repeated(&[&old_keys, &new_keys]);
        let mut often = |side, records, keys: &[Key]| {
            let is_one = |(key, _): &Key| repeated.binary_search(key).is_ok();
            contents(side, records, &mut keys.iter().copied().filter(is_one))
        };
        pairs.enter(by_key(often(Side::Old, old, &old_keys), often(Side::New, new, &new_keys)));
    }
    pairs.leave_left(&mut old_keys, &mut new_keys);
    pairs.enter(by_key(old_keys.clone(), new_keys.clone()));
    pairs.leave_left(&mut old_keys, &mut new_keys);
    if old_keys.is_empty() || new_keys.is_empty() {
        return pairs.end();
    }
    if rest == Rest::Content {
        // Whatever they are called.
        let mut whole =
            |side, records, keys: &[Key]| contents(side, records, &mut keys.iter().map(|(_, number)| (0, *number)));
        pairs.enter(by_key(whole(Side::Old, old, &old_keys), whole(Side::New, new, &new_keys)));
        pairs.leave_left(&mut old_keys, &mut new_keys);
    }
    for (_, i) in old_keys {
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

/// Keys that occur more than once in one list, in order.
fn repeated(lists: &[&[Key]]) -> Vec<u64> {
    let mut repeated = Vec::new();
    for list in lists {
        let mut keys: Vec<u64> = list.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        repeated.extend(keys.iter().zip(keys.iter().skip(1)).filter(|(one, next)| one == next).map(|(one, _)| *one));
    }
    repeated.sort_unstable();
    repeated
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
    /// Keeps only what has no partner.
    fn leave_left(&self, old: &mut Vec<Key>, new: &mut Vec<Key>) {
        old.retain(|(_, i)| self.to.get(*i) == Some(&None));
        new.retain(|(_, j)| self.free.get(*j) == Some(&true));
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
