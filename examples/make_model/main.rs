//! Makes the model that this crate shows itself with: a little map maker, as `figure.pmx` (2.0) and
//! `figure-2.1.pmx` (its twin with soft bodies and all else that 2.1 adds), and the textures of both.
//!
//! ```text
//! cargo run --example make_model [FOLDER]      # examples/model unless said otherwise
//! ```
mod figure;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let committed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/model");
    let folder = std::env::args_os().nth(1).map_or_else(committed, PathBuf::from);
    for file in figure::files()? {
        let path = folder.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(&path, &file.bytes)?;
        writeln!(io::stdout(), "{:>7} bytes  {}", file.bytes.len(), path.display())?;
    }
    Ok(())
}
