//! A third reader of models and motions, as an oracle: the plainest there can be, written from the pages on the formats
//! alone. Whatever it makes of a file, the views show the same, field by field; and each mode opens what it has to open,
//! and nothing else.
//!
//! | module | what |
//! |---|---|
//! | `bytes` | numbers out of bytes |
//! | `pmx`, `pmx_reader` | a model as plain structs, and how they are read |
//! | `vmd` | the same of a motion |
//! | `pmx_seen`, `vmd_seen` | what the crate's views show, as the same structs |
//! | `differ` | the first place where the two differ |
//! | `verdict` | what each mode has to make of a file |
//! | `change` | every small change of a file |
//! | `files` | whole files: put together, seeds, cases, real ones |
//! | `changed` | changed files |
//!
//! `common::layout` knows where things lie in whole files, and the readers of other projects (`tests/readers`) know
//! neither broken files nor all that the format says. This one knows values, and what is to be refused.
//!
//! All changes of a file take long: without optimisation some of them are tried; with it, or where `MMDMAP_THOROUGH` is
//! set, all, and a hundred times as many pairs of them.
#[path = "../common/mod.rs"]
mod common;
#[path = "../readers/models.rs"]
mod models;

mod bytes;
mod change;
mod changed;
mod differ;
mod files;
mod pmx;
mod pmx_reader;
mod pmx_seen;
mod verdict;
mod vmd;
mod vmd_seen;

use bytes::Stop;
use common::build::Value;
use common::model;
use mmdmap::Mode;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use verdict::Agreed;

fn thorough() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("MMDMAP_THOROUGH").is_some()
}

type Agree = fn(&mut Agreed, &[u8]) -> Result<(), String>;
const FORMATS: [(&str, Agree); 2] = [("pmx", Agreed::on_pmx), ("vmd", Agreed::on_vmd)];

/// Agrees on all of these, or says on which not.
#[track_caller]
fn agree(name: &str, agree: Agree, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Agreed {
    let (mut agreed, mut wrong) = (Agreed::default(), Vec::new());
    for (name, bytes) in files {
        wrong.extend(agree(&mut agreed, &bytes).err().map(|why| format!("{name}: {why}")));
    }
    println!("{name}: {agreed:?}");
    let all: Vec<usize> = agreed.opened.iter().zip(&agreed.refused).map(|(opened, refused)| opened + refused).collect();
    assert!(!wrong.is_empty() || all[0] > 0 && all.iter().all(|n| *n == all[0]), "{name}: {agreed:?}");
    assert!(wrong.is_empty(), "{} of them: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    agreed
}

/// The comparison can fail: no byte of a value can be another without a difference.
#[test]
fn no_other_value_goes_unseen() {
    let file = model::small();
    let index = PmxIndex::scan_with(&file.bytes, &Mode::Strict.into()).expect("a model");
    let view = index.view(&file.bytes);
    let mut values = 0;
    for put in file.puts.iter().filter(|put| put.record.is_some() && !put.range.is_empty()) {
        let mut bytes = file.bytes.clone();
        bytes[put.range.end - 1] ^= 0x01;
        let other = pmx_reader::read(&bytes);
        if other.1.stop.is_some_and(|(stop, ..)| stop == Stop::Error) {
            continue;
        }
        let differs = pmx_seen::compare(&other, view).expect_err(&put.path);
        assert!(other.1.is_cut() || differs.starts_with(put.section), "{}: {differs}", put.path);
        values += usize::from(matches!(put.value, Value::Int(_) | Value::Float(_) | Value::Text(_)));
    }
    let whole = common::vmd::whole();
    let index = VmdIndex::scan_with(&whole.bytes, &Mode::Strict.into()).expect("a motion");
    for at in 0..whole.bytes.len() {
        let mut bytes = whole.bytes.clone();
        bytes[at] ^= 0x01;
        // With one of the last section more than there is, the file is cut, and shows the same up to its end.
        let other = vmd::read(&bytes);
        if other.1.stop.is_some() {
            continue;
        }
        vmd_seen::compare(&other, index.view(&whole.bytes)).expect_err("another byte");
        values += 1;
    }
    println!("{values} values");
    assert!(values > 1500, "{values}");
}
