//! Files with a byte changed, put in or taken out, a count or length made another, or their end cut off; and with two of
//! such changes.
use super::change::{self, Change, Counted};
use super::common::build::Shape;
use super::common::layout::Layout;
use super::common::vmd::{self, Build};
use super::common::{folders, model, random};
use super::verdict::Agreed;
use super::{FORMATS, agree, thorough};
use mmdmap::Mode;
use mmdmap::pmx::PmxIndex;

/// All changes of a file, or one in so many; then pairs of changes, one made after the other.
fn changes<'a>(bytes: &'a [u8], counted: &[Counted], step: usize) -> impl Iterator<Item = (String, Vec<u8>)> + use<'a> {
    let all = change::all(bytes, counted);
    let made = |change: Change| (format!("{change:?}"), change.made(bytes));
    let any = |n: u64| all[(n % all.len() as u64) as usize];
    let pairs = random(if thorough() { 200_000 } else { 2000 }).map(|n| (any(n), any(n >> 32)));
    let pairs: Vec<(Change, Change)> = pairs.collect();
    let two = pairs.into_iter().map(|(a, b)| (format!("{a:?}, {b:?}"), b.made(&a.made(bytes))));
    let step = if thorough() { 1 } else { step };
    all.into_iter().step_by(step).map(made).chain(two)
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

/// Of so many changes one is tried where all take too long; it is not the same change of every byte.
fn model(name: &str, shape: Shape, vertices: usize, step: usize) {
    let file = model::build(shape, vertices);
    let files = changes(&file.bytes, &counted(&file.bytes), step);
    both_happen(&agree(&format!("changed {name}"), Agreed::on_pmx, files));
}

/// With more vertices than a block of the index holds, and a run of one kind.
#[test]
fn changed_models_are_read_or_refused_as_the_reference_does() {
    model("2.1", Shape::USUAL, 70, 3);
}

#[test]
fn changed_models_of_2_0_are_read_or_refused_as_the_reference_does() {
    let shape = Shape { version: 2.0, encoding: 0, extra_uvs: 0, widths: [1, 2, 2, 1, 2, 2] };
    model("2.0, UTF-16", shape, 6, 3);
}

#[test]
fn changed_models_with_wide_indices_are_read_or_refused_as_the_reference_does() {
    model("2.1, UTF-16, wide", Shape { encoding: 0, extra_uvs: 4, widths: [4; 6], ..Shape::USUAL }, 6, 3);
}

/// Without any record every byte is a count or a length.
#[test]
fn changed_empty_models_are_read_or_refused_as_the_reference_does() {
    for shape in [Shape::USUAL, Shape { version: 2.0, encoding: 0, ..Shape::USUAL }] {
        let file = model::empty(shape);
        let files = changes(&file.bytes, &counted(&file.bytes), 1);
        both_happen(&agree(&format!("changed empty {}", shape.version), Agreed::on_pmx, files));
    }
}

/// Of version 1, with cameras of 36 bytes or of 61.
fn of_version_1(is_old: bool) -> Build {
    let mut m = Build::version_1(b"m");
    m.section("bones", 1, |m, _| m.bone(vmd::HEAD, 1, [0.0; 3], [0.0, 0.0, 0.0, 1.0], vmd::linear()));
    m.empty(&["morphs"]);
    m.section("cameras", 2, |m, i| {
        m.u32(i as u32).floats(&[-30.0, 1.0, 2.0, 3.0, 0.5, 0.25, 0.125]).raw(&[10, 20, 30, 40]);
        if !is_old {
            m.raw(&[20, 107, 20, 107].repeat(5)).u32(45).u8(0);
        }
    });
    m.section("lights", 1, |m, _| {
        m.u32(7).floats(&[0.5, 0.25, 0.75, -1.0, -2.0, -3.0]);
    });
    m.empty(&["shadows", "properties"]);
    m
}

#[test]
fn changed_motions_are_read_or_refused_as_the_reference_does() {
    let motions = [
        ("whole", vmd::whole(), 61),
        ("empty", vmd::empty(), 61),
        ("old", of_version_1(true), 36),
        ("1", of_version_1(false), 61),
    ];
    for (name, file, camera) in motions {
        let sizes = vmd::SECTIONS.into_iter().zip([111, 23, camera, 28, 9, 9]);
        let sections = sizes.map(|(section, least)| Counted { at: file.range(section).start, least });
        let properties = file.records.iter().filter(|(section, ..)| *section == "properties");
        let switches = properties.map(|(.., at)| Counted { at: at + 5, least: 21 });
        let counted: Vec<Counted> = sections.chain(switches).collect();
        let files = changes(&file.bytes, &counted, 1);
        both_happen(&agree(&format!("changed motion, {name}"), Agreed::on_vmd, files));
    }
}

/// Small ones, each with the changes that fall to it.
#[test]
fn changed_real_files_are_read_or_refused_as_the_reference_does() {
    let Some(corpus) = folders::corpus() else { return println!("SKIPPED: no real files") };
    for ((ending, on), step) in FORMATS.into_iter().zip([101, 13]) {
        let step = if thorough() { 1 } else { step };
        let files = corpus.short(ending, 4096);
        let small = files.len();
        if small < 10 {
            println!("SKIPPED: {small} small {ending}");
            continue;
        }
        let changed = files.into_iter().flat_map(|(name, bytes)| {
            let all = change::all(&bytes, &[]).into_iter().step_by(step);
            all.map(move |change| (format!("{name}: {change:?}"), change.made(&bytes)))
        });
        both_happen(&agree(&format!("changed, {small} real {ending}"), on, changed));
    }
}

/// The page on the modes refuses a count whose smallest records would fill sixteen times the file. A bone has a tail, an
/// index at least: with indices of two bytes it takes 30.
#[test]
fn a_count_of_bones_is_forged_by_the_smallest_bone_with_its_tail() {
    let file = model::empty(Shape { widths: [2; 6], ..Shape::USUAL });
    let count = |size: usize| (16 * file.bytes.len() / size) as i32;
    let scan = |count: i32| PmxIndex::scan_with(&file.with("bones", count.to_le_bytes()), &Mode::Salvage.into());
    assert!(count(30) + 1 < count(28), "a count between the two bounds");
    assert!(scan(count(30)).is_ok() && scan(count(28) + 1).is_err());
    assert!(scan(count(30) + 1).is_err());
}
