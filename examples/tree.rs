//! Prints the tree of a model's bones: `cargo run --example tree [FILE]`.
//!
//! Without recursion, so that no chain of bones is too long; and a bone is shown once, so that a circle, which broken
//! models have, ends.
use mmdmap::PmxFile;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or("examples/model/figure.pmx".into());
    let file = PmxFile::open(path)?;
    let bones = file.model().bones();

    // A parent may come after its child in the file: sort out first who hangs on whom.
    let mut children = vec![Vec::new(); bones.len()];
    let mut roots = Vec::new();
    for (i, bone) in bones.iter().enumerate() {
        match bone.parent.get().and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(i),
            None => roots.push(i),
        }
    }

    let mut shown = vec![false; bones.len()];
    // Bones in a circle hang on no root: after all others, each that was not shown begins a tree of its own.
    for start in roots.into_iter().chain(0..bones.len()) {
        let mut todo = vec![(start, 0)];
        while let Some((i, depth)) = todo.pop() {
            if std::mem::replace(&mut shown[i], true) {
                continue;
            }
            if let Some(bone) = bones.get(i) {
                println!("{:indent$}{} ({})", "", bone.name.local, bone.name.universal, indent = 2 * depth);
            }
            todo.extend(children[i].iter().rev().map(|&child| (child, depth + 1)));
        }
    }
    Ok(())
}
