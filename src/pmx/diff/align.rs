//! Two sequences laid side by side: by keys, and in an order that both keep.

/// What something is known by, and its number.
pub(crate) type Key = (u64, usize);

/// Pairs what has equal keys, the first of each key with the first, the second with the second; in the order of the
/// old sequence.
pub(crate) fn by_key(mut old: Vec<Key>, mut new: Vec<Key>) -> Vec<(usize, usize)> {
    old.sort_unstable();
    new.sort_unstable();
    let mut pairs = Vec::with_capacity(old.len().min(new.len()));
    let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
    while let (Some(&(old_key, i)), Some(&(new_key, j))) = (old.peek(), new.peek()) {
        if old_key == new_key {
            pairs.push((i, j));
        }
        if old_key <= new_key {
            old.next();
        }
        if new_key <= old_key {
            new.next();
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Pairs what has equal keys from the start of both on, and from their ends.
pub(crate) fn both_ends(old: &[Key], new: &[Key]) -> Vec<(usize, usize)> {
    let (start, end) = ends(old, new);
    let pair = |((_, i), (_, j)): (&Key, &Key)| (*i, *j);
    let starts = old.iter().zip(new).take(start).map(pair);
    starts.chain(old.iter().rev().zip(new.iter().rev()).take(end).map(pair)).collect()
}

/// How much is alike from the start of both on; and of the rest, from their ends.
fn ends(old: &[Key], new: &[Key]) -> (usize, usize) {
    let alike = |((one, _), (other, _)): &(&Key, &Key)| one == other;
    let start = old.iter().zip(new).take_while(alike).count();
    let left = old.len().min(new.len()).saturating_sub(start);
    (start, old.iter().rev().zip(new.iter().rev()).take(left).take_while(alike).count())
}

/// Pairs what has equal keys, as far as that leaves both sequences in their order: first from both ends, so that a
/// change in the middle stays there.
pub(crate) fn in_order(old: &[Key], new: &[Key]) -> Vec<(usize, usize)> {
    let (start, end) = ends(old, new);
    let middle = |keys: &[Key]| keys.get(start..keys.len().saturating_sub(end)).unwrap_or(&[]).to_vec();
    let pairs = by_key(middle(old), middle(new));
    let kept = growing(&pairs.iter().map(|(_, j)| *j).collect::<Vec<_>>());
    let mut all = both_ends(old, new);
    all.extend(pairs.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(pair, _)| pair));
    all.sort_unstable();
    all
}

/// Which of these numbers, all different, make one of the longest sequences that only grow: those that keep their order
/// when as few as possible are moved.
pub(crate) fn growing(numbers: &[usize]) -> Vec<bool> {
    let mut kept = vec![true; numbers.len()];
    if numbers.is_sorted() {
        return kept;
    }
    kept.fill(false);
    // The place where the best sequence of each length ends, and for each place the one before it in its sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (place, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers.get(end).is_some_and(|last| last < number));
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter)).copied());
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut next = ends.last().copied();
    while let Some(place) = next {
        if let Some(kept) = kept.get_mut(place) {
            *kept = true;
        }
        next = before.get(place).copied().flatten();
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Key> {
        text.bytes().map(u64::from).zip(0..).collect()
    }

    #[test]
    fn equal_keys_are_paired_in_their_order() {
        assert_eq!(by_key(keys("abc"), keys("cab")), [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(by_key(keys("aaxa"), keys("aya")), [(0, 0), (1, 2)]);
        assert_eq!(by_key(keys("abc"), keys("xyz")), []);
        assert_eq!(by_key(keys(""), keys("xyz")), []);
    }

    #[test]
    fn a_change_in_the_middle_stays_there() {
        assert_eq!(in_order(&keys("abc"), &keys("acc")), [(0, 0), (2, 2)]);
        assert_eq!(in_order(&keys("aab"), &keys("ab")), [(0, 0), (2, 1)]);
        assert_eq!(in_order(&keys("ab"), &keys("aab")), [(0, 0), (1, 2)]);
        assert_eq!(in_order(&keys("xabcy"), &keys("xcaby")), [(0, 0), (1, 2), (2, 3), (4, 4)]);
        assert_eq!(in_order(&keys("aa"), &keys("aa")), [(0, 0), (1, 1)]);
        assert_eq!(both_ends(&keys("abcd"), &keys("abxd")), [(0, 0), (1, 1), (3, 3)]);
        assert_eq!(both_ends(&keys("aaa"), &keys("aa")), [(0, 0), (1, 1)]);
    }

    #[test]
    fn as_few_as_possible_are_moved() {
        let moved = |numbers: &[usize]| growing(numbers).iter().filter(|kept| !**kept).count();
        assert_eq!(moved(&[0, 1, 2, 3]), 0);
        assert_eq!(growing(&[3, 0, 1, 2]), [false, true, true, true]);
        assert_eq!(growing(&[1, 2, 3, 0]), [true, true, true, false]);
        assert_eq!(moved(&[3, 2, 1, 0]), 3);
        assert_eq!(moved(&[10, 40, 20, 30, 5]), 2);
        assert_eq!(moved(&[]), 0);
    }
}
