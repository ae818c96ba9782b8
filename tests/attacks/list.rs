//! The list is whole.
use std::collections::BTreeSet;
use std::path::Path;

/// The last number of the list.
const LAST: usize = 163;

#[test]
fn every_number_of_the_list_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut numbers = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the sources of this test") {
        let source = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        // The name of a test follows its attribute.
        for (_, after) in source.split("#[test]").skip(1).filter_map(|test| test.split_once("fn a")) {
            numbers
                .extend(after.get(..3).filter(|_| after[3..].starts_with('_')).and_then(|n| n.parse::<usize>().ok()));
        }
    }
    let missing: Vec<usize> = (1..=LAST).filter(|number| !numbers.contains(number)).collect();
    assert!(missing.is_empty(), "no test for {missing:?}");
    assert_eq!(numbers.last(), Some(&LAST), "a number that is not in the list");
}
