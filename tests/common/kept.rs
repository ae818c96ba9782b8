//! Of all that was let pass or found, what is listed: a hundred of a code, and four where two hundred are listed already.
use mmdmap::Repairs;
use std::collections::HashMap;
use std::hash::Hash;

/// What is listed of these, in file order; and how many there are of each code.
pub fn kept<T, C: Eq + Hash>(all: impl IntoIterator<Item = T>, code: impl Fn(&T) -> C) -> (Vec<T>, HashMap<C, usize>) {
    let (mut kept, mut counts) = (Vec::new(), HashMap::new());
    for one in all {
        let count = counts.entry(code(&one)).or_insert(0);
        *count += 1;
        if *count <= if kept.len() < Repairs::MANY { Repairs::KEPT } else { Repairs::FEW } {
            kept.push(one);
        }
    }
    (kept, counts)
}
