//! Instructions, counted by valgrind: they are the same on a busy machine and on a quiet one.
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set for the process that valgrind watches.
const WATCHED: &str = "MMDMAP_WATCHED_BY_VALGRIND";

/// Whether this is the process that valgrind watches.
pub fn watches() -> bool {
    std::env::var_os(WATCHED).is_some()
}

/// Valgrind counts what happens in here, each time anew. It looks for the plain name.
#[inline(never)]
#[unsafe(no_mangle)]
pub fn mmdmap_counted(work: &mut dyn FnMut()) {
    work();
}

/// Runs this program again, with these arguments, under valgrind; gives the instructions of each call of
/// [`mmdmap_counted`], or why there are none. The folder is for what valgrind writes, and is emptied.
pub fn counts(arguments: &[&str], folder: &Path) -> Result<Vec<u64>, String> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let out = folder.join("calls");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet", "--dump-after=mmdmap_counted", "--toggle-collect=mmdmap_counted"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(std::env::current_exe().map_err(|e| e.to_string())?).args(arguments).env(WATCHED, "1");
    let run = command.output().map_err(|e| format!("valgrind cannot be run: {e}"))?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let total = |path: PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
        line.and_then(|count| count.trim().parse().ok())
    };
    let counts: Vec<u64> = (1..).map_while(|n| total(folder.join(format!("calls.{n}")))).collect();
    let _ = std::fs::remove_dir_all(folder);
    assert!(!counts.contains(&0), "valgrind has not seen what it was to count");
    Ok(counts)
}
