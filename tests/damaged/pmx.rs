//! Models: what salvage keeps of each cut is worked out from the layout of the whole file.
use super::common::build::Shape;
use super::common::layout::{Inner, Layout, Part};
use super::common::model::{build, model, small};
use super::common::verdict::scan;
use super::common::{MODES, folders, random, whole};
use super::{SHORT, thorough};
use mmdmap::pmx::PmxIndex;
use mmdmap::{Mode, RepairCode, Result};
use proptest::prelude::*;

/// What salvage is to make of a file that ends at a place.
#[derive(Debug, PartialEq)]
enum Salvaged {
    No,
    /// Whole but for a section that need not be there.
    Whole,
    /// So many records of the section that was cut; `None` if not even its count.
    Kept(Option<usize>),
}

/// Worked out from the layout of the whole file.
fn salvaged(layout: &Layout, end: usize) -> Salvaged {
    let part = layout.cut_in(end);
    let Part { name, range, least, .. } = part;
    let forged = |count: usize, least: usize| count * least > 16 * end;
    let there = |inner: &&Inner| inner.at + 4 <= end && inner.at + 4 + inner.count * inner.least > end;
    match end - range.start {
        _ if matches!(*name, "header" | "info") => Salvaged::No,
        0 if *name == "soft-bodies" => Salvaged::Whole,
        0 => Salvaged::Kept(None),
        1..4 => Salvaged::No, // half a count
        _ if forged(part.count(), *least) => Salvaged::No,
        _ if part.inner.iter().find(there).is_some_and(|inner| forged(inner.count, inner.least)) => Salvaged::No,
        _ => Salvaged::Kept(Some(part.whole_before(end)).filter(|&kept| kept > 0)),
    }
}

/// What was tried.
#[derive(Default)]
struct Tried {
    files: usize,
    prefixes: usize,
    opened: usize,
    written: usize,
}

impl Tried {
    /// Every prefix of a file that is shorter than the end of its last section, or some.
    fn prefixes_of(&mut self, name: &str, bytes: &[u8]) {
        let Ok(whole) = scan(bytes, Mode::Lenient) else {
            // Broken as it is; strict opens no part of it either.
            self.files += 1;
            self.prefixes += bytes.len();
            return (0..bytes.len())
                .for_each(|end| assert!(scan(&bytes[..end], Mode::Strict).is_err(), "{name}, {end}"));
        };
        let layout = Layout::of(bytes);
        let every = thorough() || bytes.len() <= 8 * 1024;
        // Around each place where a section begins, and then here and there.
        let near = |end: usize| layout.parts.iter().any(|part| part.range.start.abs_diff(end) <= 8);
        let sparse = layout.end() / 400 + 1;
        self.files += 1;
        for end in 0..layout.end() {
            if every || near(end) || end % sparse == 0 {
                let write = thorough() || end % (layout.end() / 150 + 1) == 0;
                self.prefix(&format!("{name}, {end} bytes"), &bytes[..end], &layout, &whole, write);
            }
        }
    }

    /// Of a long file: around each place where a section begins or ends, and so many at random.
    fn some_prefixes_of(&mut self, name: &str, bytes: &[u8], random_cuts: usize) {
        let whole = scan(bytes, Mode::Lenient).unwrap_or_else(|e| panic!("{name}: {e}"));
        let layout = Layout::of(bytes);
        let end = layout.end();
        let borders = layout.parts.iter().map(|part| part.range.start).chain([end]);
        let near = borders.flat_map(|at| at.saturating_sub(16)..at + 17);
        let anywhere = random(random_cuts).map(|n| (n % end as u64) as usize);
        self.files += 1;
        for (i, end) in near.chain(anywhere).filter(|&at| at < end).enumerate() {
            self.prefix(&format!("{name}, {end} bytes"), &bytes[..end], &layout, &whole, i % 100 == 0);
        }
    }

    fn prefix(&mut self, name: &str, bytes: &[u8], layout: &Layout, whole: &PmxIndex, write: bool) {
        let part = layout.cut_in(bytes.len());
        let expected = salvaged(layout, bytes.len());
        self.prefixes += 1;

        let e = scan(bytes, Mode::Strict).map(drop).expect_err(name);
        assert!(e.offset() <= bytes.len() as u64, "{name}: {e}");
        // What lenient reading repairs, strict reading meets first.
        let repaired = |code| whole.repairs().count(code) > 0;
        if !repaired(RepairCode::OddLength) && !repaired(RepairCode::NegativeLength) {
            assert_eq!(e.place().section(), part.name, "{name}: {e}");
        }

        self.lenient(name, bytes, part, &expected);

        match scan(bytes, Mode::Salvage) {
            Ok(index) => self.opened(name, &index, bytes, layout, expected, write),
            Err(e) => {
                assert_eq!(expected, Salvaged::No, "{name}: {e}");
                assert!(e.place().section() == part.name && e.offset() <= bytes.len() as u64, "{name}: {e}");
            }
        }
    }

    /// Never half a file.
    fn lenient(&self, name: &str, bytes: &[u8], part: &Part, expected: &Salvaged) {
        // Much the same as strict: some are enough.
        if !thorough() && bytes.len() % 3 != 0 && bytes.len() - part.range.start > 8 {
            return;
        }
        match scan(bytes, Mode::Lenient) {
            Ok(index) => {
                assert_eq!(*expected, Salvaged::Whole, "{name}: half a file");
                assert_eq!(index.repairs().count(RepairCode::NoSoftBodies), 1);
            }
            Err(e) => {
                assert_ne!(*expected, Salvaged::Whole, "{name}: {e}");
                assert!(e.place().section() == part.name && e.offset() <= bytes.len() as u64, "{name}: {e}");
            }
        }
    }

    fn opened(&mut self, name: &str, index: &PmxIndex, bytes: &[u8], layout: &Layout, expected: Salvaged, write: bool) {
        self.opened += 1;
        let part = layout.cut_in(bytes.len());
        let kept = match expected {
            Salvaged::No => panic!("{name}: opened, half a count or a forged one"),
            Salvaged::Whole => None,
            Salvaged::Kept(kept) => kept,
        };
        let code = if expected == Salvaged::Whole { RepairCode::NoSoftBodies } else { RepairCode::Cut };
        let repair = index.repairs().iter().last().expect("a repair");
        assert_eq!((repair.code(), index.repairs().count(code)), (code, 1), "{name}");
        assert_eq!(repair.place().section(), part.name, "{name}");
        // Sections before are whole, this one holds its whole records, later ones are not there.
        for span in index.sections().iter().skip(2) {
            let Some(here) = layout.parts.iter().find(|part| part.name == span.name) else { continue };
            let whole = here.range.end <= bytes.len();
            let len = if here.name == part.name { kept } else { whole.then(|| here.count()) };
            assert_eq!((span.len, span.declared), (len, len.map(|_| here.count())), "{name}: {}", span.name);
        }
        let behind = kept.map_or(part.range.start, |kept| part.records.get(kept).copied().unwrap_or(part.range.end));
        let model = index.view(bytes);
        assert_eq!(model.behind_cut(), &bytes[behind..], "{name}");
        assert!(model.trailing().is_empty(), "{name}");
        if write {
            self.written += 1;
            assert!(whole::comes_back(index, bytes), "{name}: other bytes come back");
        }
    }

    fn say(&self, what: &str) {
        let Tried { files, prefixes, opened, written } = self;
        println!("{what}: {files} files, {prefixes} prefixes, {opened} salvaged, {written} of them written back");
    }
}

#[test]
fn every_prefix_of_our_own_models_is_an_error_that_names_its_place_and_is_salvaged_up_to_there() {
    let mut tried = Tried::default();
    let mut shapes = vec![
        Shape::USUAL,
        Shape { version: 2.0, encoding: 0, extra_uvs: 0, widths: [4; 6] },
        Shape { version: 2.1, encoding: 0, extra_uvs: 4, widths: [1; 6] },
    ];
    shapes.extend(thorough().then(Shape::many).into_iter().flatten());
    for shape in shapes {
        tried.prefixes_of(&format!("{shape:?}"), &build(shape, 6).bytes);
    }
    tried.prefixes_of("70 vertices", &model().bytes);
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/model");
    if examples.is_dir() {
        for path in folders::sorted(&examples, "pmx") {
            let (name, bytes) = (path.display().to_string(), folders::read(&path));
            match bytes.len() {
                ..=SHORT => tried.prefixes_of(&name, &bytes),
                _ => tried.some_prefixes_of(&name, &bytes, if thorough() { 1000 } else { 50 }),
            }
        }
    }
    tried.say("our own");
}

/// Two tests, so that two cores share them.
fn prefixes_of_the_corpus(half: usize) {
    let Some(corpus) = folders::corpus() else { return };
    let mut tried = Tried::default();
    for (i, (name, bytes)) in corpus.short("pmx", SHORT as u64).into_iter().enumerate() {
        if i % 2 == half {
            tried.prefixes_of(&name, &bytes);
        }
    }
    assert!(tried.files > 0, "the corpus has short models");
    tried.say("corpus");
}

#[test]
fn every_prefix_of_real_files_is_an_error_that_names_its_place_and_is_salvaged_up_to_there_1() {
    prefixes_of_the_corpus(0);
}

#[test]
fn every_prefix_of_real_files_is_an_error_that_names_its_place_and_is_salvaged_up_to_there_2() {
    prefixes_of_the_corpus(1);
}

/// Two tests again.
fn some_prefixes_of_the_corpus(half: usize) {
    let Some(corpus) = folders::corpus() else { return };
    let mut tried = Tried::default();
    // Broken as they are: the cases of the corpus say so.
    let whole = |bytes: &[u8]| scan(bytes, Mode::Lenient).is_ok();
    let long = corpus.short("pmx", u64::MAX).into_iter().filter(|(_, bytes)| bytes.len() > SHORT && whole(bytes));
    for (_, (name, bytes)) in long.enumerate().filter(|(i, _)| i % 2 == half && (thorough() || *i < 4)) {
        tried.some_prefixes_of(&name, &bytes, if thorough() { 1000 } else { 50 });
    }
    assert!(tried.files > 0, "the corpus has long models");
    tried.say("large ones of the corpus");
}

#[test]
fn a_thousand_prefixes_of_large_files_1() {
    some_prefixes_of_the_corpus(0);
}

#[test]
fn a_thousand_prefixes_of_large_files_2() {
    some_prefixes_of_the_corpus(1);
}

/// Never a panic, and what opens goes back byte for byte.
#[track_caller]
fn holds(bytes: &[u8], mode: Mode) -> Result<PmxIndex> {
    let scanned = scan(bytes, mode);
    match &scanned {
        Ok(index) => {
            assert!(whole::comes_back(index, bytes), "{mode:?}: other bytes come back");
            assert!(whole::walk(index, bytes) > 0);
        }
        Err(e) => assert!(e.offset() <= bytes.len() as u64 && !e.place().section().is_empty(), "{e}"),
    }
    scanned
}

// Single bytes and bits.

fn each_byte_of_a_small_model_is(values: impl Fn(u8) -> Vec<u8>) {
    let file = small();
    let (mut tried, mut opened) = (0, 0);
    for at in 0..file.bytes.len() {
        for value in values(file.bytes[at]) {
            let odd = file.with_at(at, [value]);
            for mode in MODES {
                tried += 1;
                let scanned = scan(&odd, mode);
                opened += usize::from(scanned.is_ok());
                match scanned {
                    // What strict opens the others open in the same way (a test of the modes holds it).
                    Ok(index) if thorough() || mode == Mode::Salvage => {
                        assert!(whole::comes_back(&index, &odd), "byte {at} = {value}");
                        if thorough() || at % 16 == usize::from(value) % 16 {
                            whole::walk(&index, &odd);
                        }
                    }
                    Err(e) => assert!(e.offset() <= odd.len() as u64, "byte {at} = {value}: {e}"),
                    _ => {}
                }
            }
        }
    }
    println!("{tried} tried, {opened} opened");
}

#[test]
fn no_byte_makes_it_panic_or_lose_one() {
    each_byte_of_a_small_model_is(
        |_| if thorough() { vec![0, 1, 2, 5, 0x7f, 0x80, 0xfe, 0xff] } else { vec![0, 0xff] },
    );
}

#[test]
fn no_byte_one_off_makes_it_panic_or_lose_one() {
    each_byte_of_a_small_model_is(|byte| vec![byte.wrapping_add(1)]);
}

/// What is wrong in one field is, as a rule, said of the section that it is in: where it is not, what follows seemed to
/// make sense for a while.
#[test]
fn nine_in_ten_spoilt_fields_are_told_by_their_section() {
    let (mut errors, mut right) = (0, 0);
    for shape in [Shape::USUAL, Shape { version: 2.0, encoding: 0, extra_uvs: 0, widths: [4; 6] }] {
        let file = build(shape, 6);
        for put in file.puts.iter().filter(|put| !put.range.is_empty()) {
            for value in [0x00, 0x01, 0x05, 0x7f, 0x80, 0xff] {
                let odd = file.with_at(put.range.start, vec![value; put.range.len().min(4)]);
                let Err(e) = scan(&odd, Mode::Strict) else { continue };
                assert!(!e.place().section().is_empty() && e.offset() <= odd.len() as u64, "{e}");
                errors += 1;
                right += usize::from(e.place().section() == put.section);
            }
        }
    }
    println!("{right} of {errors} errors name the section of the field that was spoilt");
    assert!(errors > 1000 && right * 10 >= errors * 9, "{right} of {errors}");
}

// Anything.

/// A part of the model written over, taken out, doubled or moved.
#[derive(Clone, Debug)]
enum Edit {
    Write(usize, Vec<u8>),
    Remove(usize, usize),
    Double(usize, usize),
    Count(usize, i32),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = 0..10_000usize;
    let one = prop_oneof![
        (at.clone(), prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Edit::Write(at, bytes)),
        (at.clone(), 0..300usize).prop_map(|(at, n)| Edit::Remove(at, n)),
        (at.clone(), 0..300usize).prop_map(|(at, n)| Edit::Double(at, n)),
        (at, prop_oneof![Just(-1), Just(0), Just(i32::MAX), 0..300i32]).prop_map(|(at, n)| Edit::Count(at, n)),
    ];
    prop::collection::vec(one, 1..5)
}

fn edited(mut bytes: Vec<u8>, edits: Vec<Edit>) -> Vec<u8> {
    for edit in edits {
        let len = bytes.len().max(1);
        let range = |at: usize, n: usize| at % len..(at % len + n).min(bytes.len());
        match edit {
            Edit::Write(at, new) => drop(bytes.splice(range(at, new.len()), new)),
            Edit::Remove(at, n) => drop(bytes.drain(range(at, n))),
            Edit::Double(at, n) => {
                let doubled = bytes[range(at, n)].to_vec();
                drop(bytes.splice(at % len..at % len, doubled));
            }
            Edit::Count(at, n) => drop(bytes.splice(range(at, 4), n.to_le_bytes())),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if thorough() { 4096 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_edits_make_it_panic_or_lose_a_byte(edits in edits()) {
        let bytes = edited(small().bytes, edits);
        for mode in MODES {
            let _ = holds(&bytes, mode);
        }
    }

    #[test]
    fn nothing_at_all_makes_it_panic_or_lose_a_byte(
        shape in prop::sample::select(Shape::many()),
        rest in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let header = build(shape, 0);
        for start in [0, 17, header.end("info")] {
            let bytes = [&header.bytes[..start], &rest].concat();
            for mode in MODES {
                let _ = holds(&bytes, mode);
            }
        }
    }

    /// Another slice under an index shows nonsense or nothing, and stays within.
    #[test]
    fn an_index_over_other_bytes_stays_within_them(edits in edits()) {
        let file = small();
        let index = scan(&file.bytes, Mode::Lenient).expect("a whole file");
        let other = edited(file.bytes, edits);
        let model = index.view(&other);
        let _ = (model.vertices().iter().count(), model.vertices().bases().count(), model.faces().bytes().len());
        let _ = (model.trailing().len(), model.bounds_and_names());
        let _ = model.write_to(std::io::sink());
    }
}

trait BoundsAndNames {
    fn bounds_and_names(self) -> usize;
}
impl BoundsAndNames for mmdmap::pmx::Pmx<'_> {
    fn bounds_and_names(self) -> usize {
        let names = self.bones().iter().map(|bone| bone.name.local.decode().len());
        let items = self.morphs().iter().map(|morph| format!("{morph:?}").len());
        let covered = self.material_faces().map(|(_, faces)| faces.widened().count());
        let bounded = self.vertices().bounds().map_or(0, |bounds| bounds.skipped);
        names.chain(items).chain(covered).sum::<usize>() + bounded
    }
}
