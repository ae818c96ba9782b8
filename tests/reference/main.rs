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
//!
//! `common::layout` knows where things lie in whole files, and the readers of other projects (`tests/readers`) know
//! neither broken files nor all that the format says. This one knows values, and what is to be refused.
//!
//! All changes of a file take long: without optimisation some of them are tried; with it, or where `MMDMAP_THOROUGH` is
//! set, all, and many pairs of them.
#[path = "../common/mod.rs"]
mod common;
#[path = "../readers/models.rs"]
mod models;

mod bytes;
mod change;
mod differ;
mod pmx;
mod pmx_reader;
mod pmx_seen;
mod verdict;
mod vmd;
mod vmd_seen;

use bytes::Stop;
use change::{Change, Counted};
use common::build::{Shape, Value};
use common::layout::Layout;
use common::{folders, model, random, vmd as build};
use mmdmap::Mode;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use std::path::Path;
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
    assert!(wrong.is_empty(), "{} of them: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    agreed
}

#[test]
fn models_put_together_are_read_as_the_reference_reads_them() {
    let models = models::all();
    let odd = models.iter().filter(|model| model.mode != Mode::Strict).count();
    let mut files: Vec<_> = models.into_iter().map(|model| (model.name, model.bytes)).collect();
    for shape in Shape::many() {
        files.push((format!("{shape:?}"), model::build(shape, 70).bytes));
        files.push((format!("{shape:?}, empty"), model::empty(shape).bytes));
    }
    let count = files.len();
    let agreed = agree("put together", Agreed::on_pmx, files);
    let [strict, lenient, _] = agreed.opened;
    assert!(
        count > 300 && lenient == count && (count - odd..count).contains(&strict),
        "{count}, {odd} odd: {agreed:?}"
    );
    assert!(agreed.records > 80 * count, "{agreed:?}");
}

/// Not there in the published package, or not there at all.
#[test]
fn seeds_cases_and_real_files_are_read_as_the_reference_reads_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = ["fuzz/seeds", "examples/model"].map(|name| Some(root.join(name)).filter(|folder| folder.is_dir()));
    let real = folders::corpus();
    for (ending, on) in FORMATS {
        for folder in beside.iter().flatten().chain(&folders::cases()) {
            let name = format!("{} ({ending})", folder.display());
            let files = folders::sorted(folder, ending).into_iter();
            let agreed = agree(&name, on, files.map(|path| (path.display().to_string(), folders::read(&path))));
            assert!(agreed.opened[2] > 0 || folder.ends_with("model"), "{name}: {agreed:?}");
        }
        let Some(corpus) = &real else { continue };
        let agreed = agree(&format!("real files ({ending})"), on, corpus.short(ending, u64::MAX));
        let [strict, lenient, _] = agreed.opened;
        assert!(strict > 0 && lenient > strict && agreed.records > 10_000, "{agreed:?}");
    }
}

/// All changes of a file; then pairs of changes, one made after the other.
fn changes<'a>(bytes: &'a [u8], counted: &[Counted]) -> impl Iterator<Item = (String, Vec<u8>)> + use<'a> {
    let all = change::all(bytes, counted);
    let made = |change: Change| (format!("{change:?}"), change.made(bytes));
    let any = |n: u64| all[(n % all.len() as u64) as usize];
    let pairs = random(if thorough() { 200_000 } else { 2000 }).map(|n| (any(n), any(n >> 32)));
    let pairs: Vec<(Change, Change)> = pairs.collect();
    let two = pairs.into_iter().map(|(a, b)| (format!("{a:?}, {b:?}"), b.made(&a.made(bytes))));
    all.into_iter().map(made).chain(two)
}

/// Most changes of a float, a name or an index are no fault, and most of a count or a length are.
#[track_caller]
fn both_happen(agreed: &Agreed) {
    let tried = agreed.opened[0] + agreed.refused[0];
    assert!(tried > 2000 && agreed.opened.iter().zip(&agreed.refused).all(|(a, b)| a + b == tried), "{agreed:?}");
    assert!(agreed.opened.is_sorted() && agreed.opened[0] < agreed.opened[1], "{agreed:?}");
    assert!(agreed.opened[0] > tried / 50 && agreed.refused[2] > tried / 50, "{agreed:?}");
}

fn counted(bytes: &[u8]) -> Vec<Counted> {
    let layout = Layout::of(bytes);
    let sections = layout.parts.iter().skip(2).map(|part| Counted { at: part.range.start, least: part.least });
    let inner = layout.parts.iter().flat_map(|part| &part.inner);
    sections.chain(inner.map(|inner| Counted { at: inner.at, least: inner.least })).collect()
}

/// The first has more vertices than a block of the index holds, and a run of one kind.
#[test]
fn changed_models_are_read_or_refused_as_the_reference_does() {
    let usual = Shape::USUAL;
    let shapes = [
        ("2.1", 70, usual),
        ("2.0, UTF-16", 6, Shape { version: 2.0, encoding: 0, extra_uvs: 0, widths: [1, 2, 2, 1, 2, 2] }),
        ("2.1, UTF-16, wide", 6, Shape { encoding: 0, extra_uvs: 4, widths: [4; 6], ..usual }),
    ];
    for (name, vertices, shape) in shapes {
        let file = model::build(shape, vertices);
        let files = changes(&file.bytes, &counted(&file.bytes));
        both_happen(&agree(&format!("changed {name}"), Agreed::on_pmx, files));
    }
}

/// Without any record every byte is a count or a length.
#[test]
fn changed_empty_models_are_read_or_refused_as_the_reference_does() {
    for shape in [Shape::USUAL, Shape { version: 2.0, encoding: 0, ..Shape::USUAL }] {
        let file = model::empty(shape);
        let files = changes(&file.bytes, &counted(&file.bytes));
        both_happen(&agree(&format!("changed empty {}", shape.version), Agreed::on_pmx, files));
    }
}

#[test]
fn changed_motions_are_read_or_refused_as_the_reference_does() {
    let whole = build::whole();
    let mut old = build::Build::version_1(b"m");
    old.empty(&["bones", "morphs"]);
    old.section("cameras", 2, |m, i| {
        m.u32(i as u32).floats(&[-30.0, 1.0, 2.0, 3.0, 0.5, 0.25, 0.125]).raw(&[10, 20, 30, 40]);
    });
    old.section("lights", 1, |m, _| {
        m.u32(7).floats(&[0.5, 0.25, 0.75, -1.0, -2.0, -3.0]);
    });
    old.empty(&["shadows", "properties"]);
    for (name, file, ik) in [("version 2", &whole, true), ("version 1", &old, false), ("empty", &build::empty(), false)]
    {
        let sizes = [111, 23, if name == "version 1" { 36 } else { 61 }, 28, 9, 9];
        let mut counted: Vec<_> = build::SECTIONS
            .iter()
            .zip(sizes)
            .map(|(section, least)| Counted { at: file.range(section).start, least })
            .collect();
        if ik {
            counted.extend([0, 1].map(|i| Counted { at: file.record("properties", i) + 5, least: 21 }));
        }
        let files = changes(&file.bytes, &counted);
        both_happen(&agree(&format!("changed motion, {name}"), Agreed::on_vmd, files));
    }
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
    let whole = build::whole();
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
