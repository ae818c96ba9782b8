//! Instructions of the hot paths, as valgrind counts them, beside those that are committed: a regression shows on the
//! busiest machine. No time is measured.
//!
//! `cargo bench --bench instructions` fails where a count is more than [`TOLERANCE`] above its baseline;
//! `cargo bench --bench instructions -- --bless` writes the baseline anew. It belongs to one compiler: counts of another
//! are shown and not judged. Where valgrind is missing, says SKIPPED.
mod common;
#[path = "../tests/common/valgrind.rs"]
mod valgrind;

use common::{Pattern, Recipe};
use mmdmap::pmx::PmxIndex;
use mmdmap::pmx::gpu::{GpuMesh, PackedVertex, SkinVertex};
use mmdmap::vpd::{Bone, Flavour, Pose, VpdIndex};
use mmdmap::{Encoding, Text};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// By how much a count may grow: allocators and hash seeds differ a little from run to run.
const TOLERANCE: f64 = 0.02;
/// Ten times the vertices may take so many times the instructions.
const TEN_TIMES: f64 = 10.5;

const VERTICES: usize = 100_000;
/// Vertices that are looked up by number.
const LOOKED_UP: usize = 10_000;

/// What is measured, in order: the name of each, and of how many things the count is.
fn measure(mut count: impl FnMut(&str, usize, &mut dyn FnMut())) {
    for pattern in [Pattern::Real, Pattern::Bdef1, Pattern::Random] {
        let mut count = |what: &str, n: usize, work: &mut dyn FnMut()| {
            count(&format!("{what}/{}", pattern.name()), n, work);
        };
        let bytes = common::model(Recipe::new(pattern, VERTICES)).bytes;
        let larger = common::model(Recipe::new(pattern, VERTICES * 10)).bytes;
        count("scan_of_ten_times", VERTICES * 10, &mut || seen(PmxIndex::scan(&larger)));
        count("scan", VERTICES, &mut || seen(PmxIndex::scan(&bytes)));

        let index = PmxIndex::scan(&bytes).expect("the model of the bench opens");
        let model = index.view(&bytes);
        let vertices = model.vertices();
        let numbers: Vec<usize> = (0..LOOKED_UP).map(|i| i.wrapping_mul(7919 * 31) % VERTICES).collect();
        count("position_by_number", LOOKED_UP, &mut || {
            numbers.iter().for_each(|&i| seen(vertices.base(i)));
        });
        count("vertex_by_number", LOOKED_UP, &mut || {
            numbers.iter().for_each(|&i| seen(vertices.get(i)));
        });
        count("walk_positions", VERTICES, &mut || vertices.bases().for_each(seen));
        count("walk_vertices", VERTICES, &mut || vertices.iter().for_each(seen));

        let mut skin = vec![SkinVertex::default(); VERTICES];
        count("fill_skin", VERTICES, &mut || seen(model.gpu().vertices().fill(&mut skin)));
        let mesh = GpuMesh::open(&bytes).expect("the model of the bench opens");
        count("fill_in_one_pass", VERTICES, &mut || seen(mesh.fill(&mut skin)));
        let mut packed = vec![PackedVertex::default(); VERTICES];
        count("fill_packed", VERTICES, &mut || seen(model.gpu().vertices().fill(&mut packed)));
        let mut indices = vec![0u32; model.faces().len()];
        count("fill_indices", indices.len(), &mut || seen(model.gpu().indices().fill(&mut indices)));

        let mut out = vec![0; bytes.len()];
        count("write", VERTICES, &mut || model.write_to(&mut out[..]).expect("memory takes it"));
        let mut edit = model.edit();
        edit.textures(|_, _| Text::new("other.png"));
        count("texture_renamed", VERTICES, &mut || drop(edit.write_to(std::io::sink()).expect("there is room")));
        count("check", VERTICES, &mut || seen(model.check().into_totals()));
    }

    let mut pose = Pose::new("miku.osm");
    let names: Vec<String> = (0..1000).map(|i| format!("右ひじ{i}")).collect();
    let turn = |i: usize| [i as f32 * 1e-3, 0.5, -0.25, 0.8];
    pose.bones.extend(names.iter().enumerate().map(|(i, name)| Bone::new(name, [0.0, i as f32 * 0.125, 0.0], turn(i))));
    let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932).expect("it fits");
    count("pose_scan", names.len(), &mut || seen(VpdIndex::scan(&bytes)));
    let index = VpdIndex::scan(&bytes).expect("the pose of the bench opens");
    count("pose_read", names.len(), &mut || index.view(&bytes).bones().iter().for_each(seen));
}

/// The compiler must not see that nobody looks at it.
fn seen<T>(value: T) {
    black_box(value);
}

fn main() -> ExitCode {
    if valgrind::watches() {
        measure(|_, _, work| valgrind::mmdmap_counted(work));
        return ExitCode::SUCCESS;
    }
    if !std::env::args().any(|arg| arg == "--bench") {
        return ExitCode::SUCCESS; // `cargo test --benches`: that it is there is enough
    }
    let counts = match valgrind::counts(&[], &Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions")) {
        Ok(counts) => counts,
        Err(why) => {
            println!("SKIPPED: {why}");
            return ExitCode::SUCCESS;
        }
    };
    let mut names = Vec::new();
    measure(|name, n, _| names.push((name.to_owned(), n)));
    assert_eq!(counts.len(), names.len(), "one count for each call");
    let counts: Vec<_> = names.into_iter().zip(counts).map(|((name, n), count)| (name, n, count)).collect();

    if std::env::args().any(|arg| arg == "--bless") {
        let lines: String = counts.iter().map(|(name, _, count)| format!("{name}\t{count}\n")).collect();
        std::fs::write(file(), format!("{}\n{lines}", compiler())).expect("the baseline can be written");
    }
    let (made_by, before) = baseline();
    let judged = made_by == compiler();
    if !judged {
        println!("SKIPPED the comparison: the baseline was made by {made_by}, this is {}", compiler());
    }
    let mut worse = Vec::new();
    for (name, n, count) in &counts {
        let change = before.get(name).map(|&before| *count as f64 / before as f64 - 1.0);
        let shown = change.map_or_else(|| "new".to_owned(), |change| format!("{:+.1} %", change * 100.0));
        println!("{name:<28} {count:>12} {:>9.1} each {shown:>9}", *count as f64 / *n as f64);
        if change.is_none_or(|change| change > TOLERANCE) && judged {
            worse.push(format!("{name}: {shown}"));
        }
        let tenth = name.replacen("scan_of_ten_times/", "scan/", 1);
        if let Some((_, _, tenth)) = counts.iter().find(|(other, ..)| *other == tenth && *other != *name) {
            let times = *count as f64 / *tenth as f64;
            println!("{:<28} {times:>12.2} times that of a tenth", "");
            if times > TEN_TIMES {
                worse.push(format!("{name}: {times:.2} times that of a tenth"));
            }
        }
    }
    if worse.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("More than {:.0} % above the baseline: {}", TOLERANCE * 100.0, worse.join(", "));
    ExitCode::FAILURE
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.tsv")
}

/// The compiler that made the baseline, and its counts by name.
fn baseline() -> (String, BTreeMap<String, u64>) {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let (made_by, lines) = text.split_once('\n').unwrap_or_default();
    let counts = lines.lines().filter_map(|line| line.split_once('\t'));
    (made_by.to_owned(), counts.filter_map(|(name, count)| Some((name.to_owned(), count.parse().ok()?))).collect())
}

fn compiler() -> String {
    let said = Command::new("rustc").arg("--version").output().map(|run| run.stdout).unwrap_or_default();
    String::from_utf8_lossy(&said).trim().to_owned()
}
