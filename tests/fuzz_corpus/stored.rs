//! The folder of the seeds, which lies beside the fuzz targets; not there in the published package.
use std::fs;
use std::path::PathBuf;

pub type Seeds = Vec<(&'static str, Vec<u8>)>;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds")
}

/// The seeds, and what else of such a name lies beside them. Miri takes minutes for what others do in a second: it gets
/// those that it can bear.
pub fn corpus(seeds: Seeds, extension: &str, beside: &str, for_miri: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = seeds.into_iter().map(|(name, bytes)| (format!("{name}{extension}"), bytes)).collect();
    for entry in fs::read_dir(folder()).into_iter().flatten() {
        let path = entry.expect("the seeds can be listed").path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(beside) && all.iter().all(|(seed, _)| *seed != name) {
            all.push((name, fs::read(&path).expect("a seed can be read")));
        }
    }
    if cfg!(miri) {
        all.retain(|(name, _)| for_miri.contains(&name.as_str()));
    }
    all
}

/// The seeds of poses, which lie in a folder of their own, if it is there.
pub fn poses() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder().with_file_name("seeds_vpd")).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("the seeds can be listed").path());
    paths.map(|path| (path.display().to_string(), fs::read(&path).expect("a seed can be read"))).collect()
}

/// The seeds on disk are those of the source; `MMDMAP_WRITE_SEEDS=1` writes them.
pub fn are(seeds: Seeds, extension: &str) {
    let write = std::env::var_os("MMDMAP_WRITE_SEEDS").is_some();
    if !write && !folder().exists() {
        println!("SKIPPED: there is no fuzz folder in the published package");
        return;
    }
    for (name, bytes) in seeds {
        assert!(bytes.len() < 4096, "{name} is no small file: {} bytes", bytes.len());
        let path = folder().join(format!("{name}{extension}"));
        if write {
            fs::write(&path, &bytes).expect("a seed can be written");
        }
        let stored = fs::read(&path).expect("the seed is there");
        assert!(stored == bytes, "{name} is not what seeds.rs makes: run this test with MMDMAP_WRITE_SEEDS=1");
    }
}
