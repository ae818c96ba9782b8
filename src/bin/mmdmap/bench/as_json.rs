//! What was measured, as one JSON object a line; and read again, to be compared with.
use super::Report;
use super::timing::Phase;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

const SCHEMA: &str = "mmdmap.bench";

impl Report {
    pub fn to_json(&self) -> Value {
        json!({
            "schema": SCHEMA,
            "schema_version": 1,
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

/// What an earlier run measured: medians in nanoseconds by phase, by file.
#[derive(Debug, Default)]
pub struct Earlier(HashMap<String, HashMap<String, f64>>);

impl Earlier {
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |what: &dyn std::fmt::Display| Failure::new(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let mut files = HashMap::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line).map_err(|error| failed(&error))?;
            if value.get("schema").and_then(Value::as_str) != Some(SCHEMA) {
                return Err(failed(&"not written by `mmdmap bench --json`"));
            }
            let uri = value.get("uri").and_then(Value::as_str).unwrap_or_default();
            let phases = value.get("phases").and_then(Value::as_array).into_iter().flatten();
            let medians = phases
                .filter_map(|phase| Some((phase.get("name")?.as_str()?.to_owned(), phase.get("median_ns")?.as_f64()?)));
            files.insert(uri.to_owned(), medians.collect());
        }
        Ok(Earlier(files))
    }
    /// The medians of the same file; or of the only one there is.
    pub fn of(&self, path: &Path) -> Option<&HashMap<String, f64>> {
        let only = if self.0.len() == 1 { self.0.values().next() } else { None };
        self.0.get(path.to_string_lossy().as_ref()).or(only)
    }
}
