//! Says what is wrong with a file, and how much of it can be read: `cargo run --example why_not [FILE]`.
use mmdmap::{Mode, PmxFile, ScanOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or("examples/model/figure.pmx".into());
    let bytes = std::fs::read(path)?;
    for mode in [Mode::Strict, Mode::Lenient, Mode::Salvage] {
        match PmxFile::from_bytes_with(bytes.as_slice(), &ScanOptions::new().mode(mode)) {
            Err(error) => {
                println!("{mode:?} refuses it: {error}");
                if error.is_cut() && mode != Mode::Salvage {
                    println!("  It seems to have been cut short: was the download complete?");
                }
            }
            Ok(file) => {
                println!("{mode:?} opens it: {:?}", file.model());
                for repair in file.index().repairs() {
                    println!("  {} ({})", repair, repair.code().name());
                }
            }
        }
    }
    Ok(())
}
