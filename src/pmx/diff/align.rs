//! Two sequences laid side by side: by keys, and in an order that both keep.

/// Pairs what has equal keys, the first of each key with the first, the second with the second; in the order of the
/// old sequence. Keys come with the numbers that they are the keys of.
pub(crate) fn by_key(mut old: Vec<(u64, usize)>, mut new: Vec<(u64, usize)>) -> Vec<(usize, usize)> {
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

    fn keys(text: &str) -> Vec<(u64, usize)> {
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
