//! What our views tell of a model, as text: a line for each value. `read.mjs` writes the same of what a reader returns.
use crate::common::build::Value;
use crate::common::shown::shown;
use mmdmap::pmx::Pmx;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Every section of a file, in order.
pub const SECTIONS: [&str; 12] = [
    "header",
    "info",
    "vertices",
    "faces",
    "textures",
    "materials",
    "bones",
    "morphs",
    "display-frames",
    "rigid-bodies",
    "joints",
    "soft-bodies",
];

/// The values of a record: how its field is called, and what it holds.
pub type Record = Vec<(String, Value)>;

/// The records of one section, all of them.
pub fn records(model: Pmx<'_>, section: &str) -> Vec<Record> {
    let mut records = Vec::new();
    model.visit_section(section, 0..usize::MAX, &mut |_, record| {
        records.push(shown(record));
        ControlFlow::Continue(())
    });
    records
}

/// Their text.
pub fn text(section: &str, records: &[Record]) -> String {
    let mut text = String::new();
    let numbered = !matches!(section, "header" | "info");
    if numbered {
        writeln!(text, "records {}", records.len()).expect("there is room");
    }
    for (i, record) in records.iter().enumerate() {
        if numbered {
            writeln!(text, "# {i}").expect("there is room");
        }
        for (field, value) in record {
            let space = if field.is_empty() { "" } else { " " };
            writeln!(text, "{field}{space}{}", written(value)).expect("there is room");
        }
    }
    text
}

fn written(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Float(bits) => format!("{bits:#010x}"),
        Value::Text(text) => serde_json::to_string(text).expect("a text"),
        Value::Kind(name) => (*name).to_owned(),
        Value::List(len) => format!("[{len}]"),
        Value::Nothing => "-".to_owned(),
    }
}
