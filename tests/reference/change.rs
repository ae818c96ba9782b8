//! Every small change of a file.

/// One change.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    Byte { at: usize, to: u8 },
    Count { at: usize, to: u32 },
    Cut { at: usize },
    Removed { at: usize },
    Inserted { at: usize, byte: u8 },
}

/// Where a count or a length lies, and the least that one of what it counts takes.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub at: usize,
    pub least: usize,
}

impl Change {
    pub fn made(self, bytes: &[u8]) -> Vec<u8> {
        let mut all = bytes.to_vec();
        match self {
            // A change before this one may have cut its place off.
            Change::Byte { at, .. } | Change::Removed { at } if at >= all.len() => {}
            Change::Count { at, .. } if at + 4 > all.len() => {}
            Change::Byte { at, to } => all[at] = to,
            Change::Count { at, to } => all[at..at + 4].copy_from_slice(&to.to_le_bytes()),
            Change::Cut { at } => all.truncate(at),
            Change::Removed { at } => drop(all.remove(at)),
            Change::Inserted { at, byte } => all.insert(at.min(bytes.len()), byte),
        }
        all
    }
}

/// Each byte made another, taken away, and another put before it; each length of the file; each count made others, around
/// what the file holds and what no file holds.
pub fn all(bytes: &[u8], counted: &[Counted]) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, &byte) in bytes.iter().enumerate() {
        let others = [0, 0xff, byte.wrapping_add(1), byte ^ 0x80].into_iter().filter(|&to| to != byte);
        all.extend(others.map(|to| Change::Byte { at, to }));
        all.extend([Change::Cut { at }, Change::Removed { at }, Change::Inserted { at, byte: !byte }]);
    }
    for &Counted { at, least } in counted {
        let now = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let fits = ((bytes.len() - at - 4) / least) as u32;
        let forged = (16 * bytes.len() / least) as u32;
        let around = [now, fits, forged].into_iter().flat_map(|n| [n.wrapping_sub(1), n, n + 1]);
        let others = [0, 1, 2 * now, 0xff, 0xffff, i32::MAX as u32, i32::MIN as u32, u32::MAX];
        all.extend(around.chain(others).filter(|&to| to != now).map(|to| Change::Count { at, to }));
    }
    all
}
