//! What was measured of one reader at one task: a line of the table, of the JSON, and of the tables in mmdmap's README.

use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

#[derive(Clone, Debug)]
pub struct Row {
    pub file: String,
    /// Length of the file.
    pub bytes: u64,
    pub task: String,
    pub reader: String,
    /// Or why there are none.
    pub figures: Result<Figures, String>,
    /// What it misses or has otherwise than the reference scanner.
    pub notes: String,
}

#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub median_ns: u64,
    pub min_ns: u64,
    /// Time beside that of the baseline: of the fastest other reader, unless another was asked for.
    pub ratio: Option<f64>,
    // Bytes, calls and kB; none of a reader that does not count them.
    pub heap: Option<u64>,
    pub live: Option<u64>,
    pub allocs: Option<u64>,
    pub rss_kb: Option<u64>,
}

impl Row {
    pub fn heads(task: &str) -> String {
        format!(
            "\n  {task:<5} {:<16} {:>10} {:>10} {:>9} {:>8} {:>11} {:>11} {:>9} {:>9}  notes",
            "reader", "median ms", "min ms", "GB/s", "vs best", "heap peak", "heap live", "allocs", "RSS MB"
        )
    }
    pub fn to_text(&self) -> String {
        let figures = match &self.figures {
            Ok(figures) => figures,
            Err(why) => return format!("        {:<16} {why}", self.reader),
        };
        format!(
            "        {:<16} {:>10.3} {:>10.3} {:>9.2} {:>8} {:>11} {:>11} {:>9} {:>9}  {}",
            self.reader,
            figures.median_ns as f64 / 1e6,
            figures.min_ns as f64 / 1e6,
            self.bytes as f64 / figures.median_ns as f64,
            figures.ratio.map(|ratio| format!("{ratio:.2}x")).unwrap_or_default(),
            figures.heap.map_or("-".into(), size),
            figures.live.map_or("-".into(), size),
            figures.allocs.map(|n| n.to_string()).unwrap_or_default(),
            figures.rss_kb.map(|kb| format!("{:.1}", kb as f64 / 1024.0)).unwrap_or_default(),
            self.notes
        )
    }
    pub fn to_json(&self) -> Value {
        let figures = self.figures.as_ref();
        let number = |of: fn(&Figures) -> Option<u64>| figures.ok().and_then(of);
        json!({
            "file": self.file,
            "bytes": self.bytes,
            "task": self.task,
            "reader": self.reader,
            "problem": figures.err(),
            "median_ns": number(|f| Some(f.median_ns)),
            "min_ns": number(|f| Some(f.min_ns)),
            "ratio": figures.ok().and_then(|f| f.ratio),
            "heap": number(|f| f.heap),
            "heap_live": number(|f| f.live),
            "allocs": number(|f| f.allocs),
            "rss_kb": number(|f| f.rss_kb),
            "notes": self.notes,
        })
    }
}

fn size(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e4 => format!("{b:.0} B"),
        b if b < 1e7 => format!("{:.1} kB", b / 1e3),
        b => format!("{:.1} MB", b / 1e6),
    }
}

/// What the tables of the README show: the tasks, and the readers that go through them.
pub const README: [(&[&str], &[&str]); 4] = [
    (&["open"], &["ours", "mmd-anim-format", "stride64"]),
    (&["vertices", "fill"], &["ours", "ours-2", "memcpy", "gather"]),
    (&["indices"], &["ours", "memcpy"]),
    (&["fused"], &["ours", "memcpy", "gather"]),
];

/// Those tables, in Markdown. A cell is empty where a reader failed.
pub fn readme(rows: &[Row]) -> String {
    let mut files: Vec<(&str, u64)> = rows.iter().map(|row| (row.file.as_str(), row.bytes)).collect();
    files.dedup();
    let figures = |file: &str, task: &str, reader: &str| {
        let row = rows.iter().find(|row| (&*row.file, &*row.task, &*row.reader) == (file, task, reader));
        row.and_then(|row| row.figures.clone().ok())
    };
    let ns = |file: &str, task: &str, reader: &str| figures(file, task, reader).map(|f| f.median_ns as f64);
    let name = |file: &str, bytes: u64| {
        let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
        format!("{name}, {:.0} MB", bytes as f64 / 1e6)
    };
    let cell = |value: Option<String>| value.unwrap_or_default();

    let mut out = String::from(
        "| file | open | `stride64` | ratio | mmd-anim-format | ratio | heap of ours |\n|---|---|---|---|---|---|---|\n",
    );
    for &(file, bytes) in &files {
        let [ours, limit, peer] = ["ours", "stride64", "mmd-anim-format"].map(|reader| ns(file, "open", reader));
        let ms = |ns: Option<f64>| cell(ns.map(|ns| format!("{} ms", short(ns / 1e6))));
        let over = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a / b);
        let heap = figures(file, "open", "ours").and_then(|f| f.heap.zip(f.allocs));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            name(file, bytes),
            ms(ours),
            ms(limit),
            cell(over(ours, limit).map(|ratio| format!("{ratio:.2}"))),
            ms(peer),
            cell(over(peer, ours).map(|ratio| format!("{ratio:.0}x"))),
            cell(heap.map(|(heap, allocs)| format!("{} in {allocs} allocations", size(heap)))),
        );
    }
    // Beside a copy of as many bytes: of one buffer the speed, of a whole the time.
    let time = |file: &str, task: &str, reader: &str| {
        ns(file, task, reader).zip(ns(file, task, "memcpy")).map(|(ours, copy)| ours / copy)
    };
    let two = |ratio: Option<f64>| cell(ratio.map(|ratio| format!("{ratio:.2}")));
    out += "\n| file | vertices: speed | on two threads | `gather` | indices: speed |\n|---|---|---|---|---|\n";
    for &(file, bytes) in &files {
        let speed = |task: &str, reader: &str| two(time(file, task, reader).map(f64::recip));
        let [one, both, limit] = ["ours", "ours-2", "gather"].map(|reader| speed("vertices", reader));
        let indices = speed("indices", "ours");
        let _ = writeln!(out, "| {} | {one} | {both} | {limit} | {indices} |", name(file, bytes));
    }
    out += "\n| file | open + vertices + indices: time | on two threads | `gather` | in one pass (`GpuMesh`): time | `gather` |\n\
            |---|---|---|---|---|---|\n";
    for &(file, bytes) in &files {
        let [one, both, limit] = ["ours", "ours-2", "gather"].map(|reader| two(time(file, "fill", reader)));
        let [fused, fused_limit] = ["ours", "gather"].map(|reader| two(time(file, "fused", reader)));
        let _ = writeln!(out, "| {} | {one} | {both} | {limit} | {fused} | {fused_limit} |", name(file, bytes));
    }
    out
}

/// A number of about two figures.
fn short(x: f64) -> String {
    if x < 1.0 {
        format!("{x:.2}")
    } else if x < 100.0 {
        format!("{x:.1}")
    } else {
        format!("{x:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, reader: &str, median_ns: u64) -> Row {
        let figures = Figures { median_ns, min_ns: 1, heap: Some(1_005_000), allocs: Some(11), ..Figures::default() };
        let [file, task, reader] = ["in/a.pmx", task, reader].map(str::to_owned);
        Row { file, bytes: 206_400_000, task, reader, figures: Ok(figures), notes: String::new() }
    }

    #[test]
    fn the_tables_of_the_readme() {
        let mut rows = vec![
            row("open", "ours", 8_500_000),
            row("open", "stride64", 6_800_000),
            row("open", "mmd-anim-format", 474_000_000),
            row("vertices", "ours", 10),
            row("vertices", "memcpy", 11),
            row("indices", "ours", 10),
            row("indices", "memcpy", 12),
            row("fill", "ours", 119),
            row("fill", "memcpy", 100),
            row("fused", "ours", 133),
            row("vertices", "ours-2", 8),
            row("vertices", "gather", 9),
            row("fill", "ours-2", 100),
            row("fill", "gather", 115),
            row("fused", "gather", 104),
            row("fused", "memcpy", 100),
        ];
        let last = |rows: &[Row], table: usize| {
            let tables = readme(rows);
            tables.split("\n\n").nth(table).and_then(|table| table.lines().last()).map(str::to_owned)
        };
        let open = "| a.pmx, 206 MB | 8.5 ms | 6.8 ms | 1.25 | 474 ms | 56x | 1005.0 kB in 11 allocations |";
        assert_eq!(last(&rows, 0).as_deref(), Some(open));
        assert_eq!(last(&rows, 1).as_deref(), Some("| a.pmx, 206 MB | 1.10 | 1.38 | 1.22 | 1.20 |"));
        assert_eq!(last(&rows, 2).as_deref(), Some("| a.pmx, 206 MB | 1.19 | 1.00 | 1.15 | 1.33 | 1.04 |"));

        rows[2].figures = Err("failed: no".to_owned());
        rows.pop();
        let open = "| a.pmx, 206 MB | 8.5 ms | 6.8 ms | 1.25 |  |  | 1005.0 kB in 11 allocations |";
        assert_eq!(last(&rows, 0).as_deref(), Some(open));
        assert_eq!(last(&rows, 2).as_deref(), Some("| a.pmx, 206 MB | 1.19 | 1.00 | 1.15 |  |  |"));
    }

    #[test]
    fn a_row_as_json_has_what_was_measured_or_why_not() {
        let mut row = row("open", "ours", 5);
        let json = row.to_json();
        let said = ["file", "task", "reader", "median_ns", "min_ns", "heap", "allocs", "problem"].map(|key| &json[key]);
        let expected =
            [json!("in/a.pmx"), json!("open"), json!("ours"), json!(5), json!(1), json!(1_005_000), json!(11)];
        assert_eq!(said[..7], expected.each_ref()[..]);
        assert_eq!(*said[7], Value::Null);
        row.figures = Err("failed: no".to_owned());
        assert_eq!((&row.to_json()["problem"], &row.to_json()["median_ns"]), (&json!("failed: no"), &Value::Null));
    }
}
