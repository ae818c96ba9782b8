//! `golden.txt`: what the readers found, as `read.mjs` wrote it.
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What one reader found in one model.
#[derive(Debug)]
pub enum Found {
    /// The hash of each section's text; none of a section that this reader does not know.
    Sections(Vec<Option<String>>),
    /// It gave up, saying this.
    Refused(String),
}

/// One line for each model and reader.
pub struct Golden {
    /// The hash of each model: which file the readers read.
    pub files: HashMap<String, String>,
    found: HashMap<(String, String), Found>,
}

impl Golden {
    pub fn read() -> Golden {
        let mut golden = Golden { files: HashMap::new(), found: HashMap::new() };
        for line in include_str!("golden.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.splitn(3, ' ').map(str::to_owned);
            let (Some(model), Some(reader), Some(rest)) = (words.next(), words.next(), words.next()) else {
                panic!("not three words: {line}")
            };
            if reader == "file" {
                golden.files.insert(model, rest);
                continue;
            }
            let found = match rest.strip_prefix("refuses ") {
                Some(why) => Found::Refused(why.to_owned()),
                None => Found::Sections(rest.split(' ').map(|word| (word != "-").then(|| word.to_owned())).collect()),
            };
            golden.found.insert((model, reader), found);
        }
        golden
    }
    pub fn found(&self, model: &str, reader: &str) -> &Found {
        let found = self.found.get(&(model.to_owned(), reader.to_owned()));
        found.unwrap_or_else(|| panic!("golden.txt has no line for {reader} and {model}"))
    }
}

/// The first 16 hexadecimal digits of the SHA-256.
pub fn hash(data: impl AsRef<[u8]>) -> String {
    Sha256::digest(data).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
