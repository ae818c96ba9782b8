//! What was measured, as one JSON object a line; and read again, to be compared with.
use super::Report;
use super::timing::Phase;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

const SCHEMA: &str = "mmdmap.bench";
const SCHEMA_VERSION: u64 = 1;

impl Report {
    pub fn to_json(&self) -> Value {
        json!({
            "schema": SCHEMA,
            "schema_version": SCHEMA_VERSION,
            "uri": self.path.to_string_lossy(),
            "version": env!("CARGO_PKG_VERSION"),
            "bytes": self.bytes,
            "rounds": self.rounds,
            "cold": self.cold,
            "phases": self.phases.iter().map(phase).collect::<Vec<_>>(),
        })
    }
}

fn phase(phase: &Phase) -> Value {
    let nanoseconds = |time: std::time::Duration| time.as_secs_f64() * 1e9;
    json!({
        "name": phase.name,
        "ours": phase.ours,
        "bytes": phase.bytes,
        "records": phase.records,
        "median_ns": nanoseconds(phase.median()),
        "min_ns": nanoseconds(phase.fastest()),
        "spread": phase.spread(),
        "bytes_per_second": phase.speed(),
        "ns_per_record": phase.per_record(),
        "page_faults": phase.page_faults(),
        "peak_heap_bytes": phase.peak_heap,
    })
}

/// Bytes of an earlier run's file that are read.
const MOST: u64 = 16 << 20;

/// What is said of a file that this version has not written.
const FOREIGN: &str = "not written by `mmdmap bench --json` of this version";

/// The file of one object, and the median of each phase; `None` unless all of it is as [`Report::to_json`] writes it.
fn medians(report: &Value) -> Option<(String, HashMap<String, f64>)> {
    let is_ours = report.get("schema")? == SCHEMA && report.get("schema_version")? == SCHEMA_VERSION;
    let phases = report.get("phases").filter(|_| is_ours)?.as_array()?;
    let median = |phase: &Value| {
        let ns = phase.get("median_ns")?.as_f64().filter(|ns| *ns >= 0.0)?;
        Some((phase.get("name")?.as_str()?.to_owned(), ns))
    };
    Some((report.get("uri")?.as_str()?.to_owned(), phases.iter().map(median).collect::<Option<_>>()?))
}

/// What an earlier run measured: medians in nanoseconds by phase, by file.
#[derive(Debug, Default)]
pub struct Earlier(HashMap<String, HashMap<String, f64>>);

impl Earlier {
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |what: &dyn std::fmt::Display| Failure::new(format!("{}: {what}", path.display()));
        // What was written of thousands of files is shorter. A device may never end.
        let mut text = String::new();
        let file = File::open(path).map_err(|error| failed(&error))?;
        file.take(MOST.saturating_add(1)).read_to_string(&mut text).map_err(|error| failed(&error))?;
        if text.len() as u64 > MOST {
            return Err(failed(&FOREIGN));
        }
        let mut files = HashMap::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line).map_err(|error| failed(&error))?;
            let (uri, medians) = medians(&value).ok_or_else(|| failed(&FOREIGN))?;
            files.insert(uri, medians);
        }
        // Compared with nothing, a table would look as if nothing had been asked.
        if files.is_empty() { Err(failed(&FOREIGN)) } else { Ok(Earlier(files)) }
    }
    /// The medians of the same file; or of the only one there is.
    pub fn of(&self, path: &Path) -> Option<&HashMap<String, f64>> {
        let only = if self.0.len() == 1 { self.0.values().next() } else { None };
        self.0.get(path.to_string_lossy().as_ref()).or(only)
    }
}
