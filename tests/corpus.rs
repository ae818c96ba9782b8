//! Every real file: counts, places of the sections, digests and the way back, against an independent reader.
//!
//! Runs where `MMDMAP_CORPUS` names a folder of `files/` and `oracle/`, or where one lies beside the project.
mod common;
use common::folders::{Corpus, Real, corpus};
use common::layout::Layout;
use common::{MODES, SECTIONS, whole};
use mmdmap::pmx::{CANONICAL, Pmx, PmxIndex, SectionSpan};
use mmdmap::{Field, Mode, Records, ScanOptions, Visit};
use sha2::{Digest, Sha256};
use std::fmt::Debug;

/// Our name of a section, the oracle's, and the oracle's name of its count.
const NAMES: [(&str, &str, &str); 12] = [
    ("header", "header", ""),
    ("info", "info", ""),
    ("vertices", "vertices", "vertices"),
    ("faces", "faces", "face_indices"),
    ("textures", "textures", "textures"),
    ("materials", "materials", "materials"),
    ("bones", "bones", "bones"),
    ("morphs", "morphs", "morphs"),
    ("display-frames", "frames", "frames"),
    ("rigid-bodies", "rigids", "rigids"),
    ("joints", "joints", "joints"),
    ("soft-bodies", "soft_bodies", "soft_bodies"),
];

/// Looks at each file; whatever it says against one is gathered and fails the test.
fn each_file(corpus: &Corpus, mut look: impl FnMut(&Real, &mut Vec<String>)) -> usize {
    let (mut files, mut wrong) = (0, Vec::new());
    for real in corpus.files("pmx") {
        let mut against = Vec::new();
        look(&real, &mut against);
        wrong.extend(against.into_iter().map(|what| format!("{}: {what}", real.name)));
        files += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    files
}

fn scan(bytes: &[u8], mode: Mode) -> mmdmap::Result<PmxIndex> {
    PmxIndex::scan_with(bytes, &ScanOptions::from(mode))
}

fn digest(model: Pmx<'_>, of: &str) -> String {
    let mut hash = Sha256::new();
    model.canonical_dump(of, &mut |piece| hash.update(piece));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn real_files_agree_with_the_oracle_in_every_mode_that_opens_them() {
    let Some(corpus) = corpus() else { return };
    let (mut digests, mut strict, mut lenient_only, mut broken) = (0, 0, 0, 0);
    let files = each_file(&corpus, |real, against| {
        if real.oracle["ok"] != true {
            broken += 1;
            return refused_where_the_oracle_says(real, against);
        }
        match scan(&real.bytes, Mode::Strict) {
            Ok(_) => strict += 1,
            Err(_) => lenient_only += 1,
        }
        let lenient = match scan(&real.bytes, Mode::Lenient) {
            Ok(index) => index,
            Err(e) => return against.push(format!("refused: {e}")),
        };
        agrees(real, &lenient, against);
        // Equal content, equal digests: the other modes have only to find the same places.
        for mode in [Mode::Strict, Mode::Salvage] {
            if scan(&real.bytes, mode).is_ok_and(|index| index.sections() != lenient.sections()) {
                against.push(format!("{mode:?} finds other sections"));
            }
        }
        for of in CANONICAL {
            let hashes = real.oracle["hashes"].as_object().expect("hashes");
            let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
            let want = match hashes.get(of) {
                Some(hash) => hash.as_str().expect("a hash"),
                None if of == "soft_bodies" => nothing,
                None => return against.push(format!("the oracle has no digest of {of}")),
            };
            if digest(lenient.view(&real.bytes), of) != want {
                against.push(format!("digest of {of} differs"));
            }
            digests += 1;
        }
        let unknown =
            real.oracle["hashes"].as_object().expect("hashes").keys().find(|key| !CANONICAL.contains(&&***key));
        against.extend(unknown.map(|key| format!("the oracle's digest of {key} is not ours")));
    });
    println!(
        "{files} files: {strict} opened by strict, {lenient_only} by lenient only, {broken} refused; {digests} digests"
    );
    for ending in ["pmd", "vmd", "vpd"] {
        println!("{} {ending} files are not covered", corpus.short(ending, u64::MAX).len());
    }
    assert!(files > 0 && digests == CANONICAL.len() * (files - broken));
}

/// Counts and places.
fn agrees(real: &Real, index: &PmxIndex, against: &mut Vec<String>) {
    let oracle = &real.oracle;
    let spans = index.sections();
    for (span, (ours, theirs, count)) in spans.iter().zip(NAMES) {
        assert_eq!(span.name, ours);
        let SectionSpan { len, declared, range, .. } = span;
        let want: Option<Vec<u64>> =
            oracle["sections"][theirs].as_array().map(|ends| ends.iter().filter_map(|n| n.as_u64()).collect());
        match want {
            Some(want) if want == [range.start as u64, range.end as u64] => {}
            None if range.is_empty() && len.is_none() => {}
            want => against.push(format!("{ours} at {range:?}, not {want:?}")),
        }
        let want = oracle["counts"][count].as_u64().map(|n| n as usize);
        if (*len, *declared) != (want, want) && !(want == Some(0) && len.is_none()) {
            against.push(format!("{len:?} of {declared:?} {ours}, not {want:?}"));
        }
    }
    let model = index.view(&real.bytes);
    let trailing = real.bytes.len() - spans.iter().map(|span| span.range.end).max().unwrap_or(0);
    if oracle["trailing"] != trailing || model.trailing().len() != trailing || !model.behind_cut().is_empty() {
        against.push(format!("{trailing} bytes trail, not {}", oracle["trailing"]));
    }
    let header = &oracle["header"];
    if header["version_bits"] != model.version().get().to_bits() {
        against.push(format!("version {:?}", model.version()));
    }
    if header["globals"] != serde_json::json!(model.header().settings.bytes()) {
        against.push(format!("settings {:?}", model.header().settings));
    }
    // The oracle's names are decoded with replacement characters, as ours are.
    for (name, want) in [(model.info().name.local, &header["name"]), (model.info().name.universal, &header["name_en"])]
    {
        if name.is_valid() && want != &*name.decode() {
            against.push(format!("named {name:?}, not {want}"));
        }
    }
}

fn refused_where_the_oracle_says(real: &Real, against: &mut Vec<String>) {
    let section = real.oracle["error"]["section"].as_str().expect("a section");
    let (ours, ..) = NAMES.into_iter().find(|(_, theirs, _)| *theirs == section).expect("a section we know");
    let offset = real.oracle["error"]["offset"].as_u64();
    for mode in MODES {
        match scan(&real.bytes, mode) {
            Ok(_) => against.push(format!("{mode:?} accepts it, but {}", real.oracle["error"])),
            Err(e) => {
                if mode == Mode::Strict {
                    println!("{}: {e} (oracle: {})", real.name, real.oracle["error"]);
                }
                if e.place().section() != ours || offset.is_some_and(|offset| offset != e.offset()) {
                    against.push(format!("{e}, but {}", real.oracle["error"]));
                }
            }
        }
    }
}

/// The corpus has been read twice, by readers that know nothing of each other; here by a third.
#[test]
fn real_files_have_the_layout_that_a_plain_reader_finds() {
    let Some(corpus) = corpus() else { return };
    each_file(&corpus, |real, against| {
        let Ok(index) = scan(&real.bytes, Mode::Lenient) else { return };
        let layout = Layout::of(&real.bytes);
        for span in index.sections() {
            let Some(part) = layout.parts.iter().find(|part| part.name == span.name) else { continue };
            if part.range != span.range || span.len.is_some_and(|len| len != part.count()) {
                against.push(format!("{span:?}, not {:?} with {} records", part.range, part.count()));
            }
        }
    });
}

/// Without optimisation long files take long: what is said of each of them in any case is said once.
fn is_long(real: &Real) -> bool {
    cfg!(debug_assertions) && real.bytes.len() > 256 * 1024
}

#[test]
fn real_files_go_back_byte_for_byte_in_every_mode_that_opens_them() {
    let Some(corpus) = corpus() else { return };
    let (mut opened, mut walked, mut leaves) = (0, 0, 0);
    let files = each_file(&corpus, |real, against| {
        let mut before = None;
        for mode in MODES {
            let index = scan(&real.bytes, mode);
            let says = said(index.as_ref().map_err(Clone::clone));
            let Ok(index) = index else { continue };
            opened += 1;
            // The same index writes the same file.
            if is_long(real) && before.replace(says.clone()) == Some(says) {
                continue;
            }
            if !whole::comes_back(&index, &real.bytes) {
                against.push(format!("{mode:?}: comes back with other bytes"));
            }
        }
        let Ok(index) = scan(&real.bytes, Mode::Lenient) else { return };
        if !is_long(real) {
            if index.view(&real.bytes).to_bytes() != real.bytes {
                against.push("to_bytes gives other bytes".into());
            }
            leaves += whole::walk(&index, &real.bytes);
            walked += 1;
        }
    });
    println!("{files} files, opened {opened} times; {walked} walked to {leaves} leaves");
}

/// All that an index says of its file.
fn said(index: mmdmap::Result<&PmxIndex, mmdmap::Error>) -> Result<String, mmdmap::Error> {
    index.map(|index| {
        format!("{:?}", (index.sections(), index.globals(), index.version(), index.repairs(), index.heap_bytes()))
    })
}

#[cfg(feature = "mmap")]
#[test]
fn a_map_a_read_and_an_unaligned_slice_give_the_same_answer() {
    use mmdmap::{Backing, PmxFile};
    let Some(corpus) = corpus() else { return };
    let files = each_file(&corpus, |real, against| {
        let mut moved = vec![0; real.bytes.len() + 1];
        moved[1..].copy_from_slice(&real.bytes);
        let unaligned = &moved[1..];
        for mode in MODES {
            let options = ScanOptions::from(mode);
            let want = scan(&real.bytes, mode);
            let index = scan(unaligned, mode);
            let mut same = said(want.as_ref().map_err(Clone::clone)) == said(index.as_ref().map_err(Clone::clone));
            let read = PmxFile::open_with(&real.path, &options);
            // SAFETY: nobody changes the corpus.
            let mapped = unsafe { PmxFile::map_with(&real.path, &options) };
            for (opened, backing) in [(&read, Backing::Read), (&mapped, Backing::Mapped)] {
                let (index, backed) = match opened {
                    Ok(file) => (Ok(file.index()), file.backing() == backing),
                    Err(e) => (Err(e.format().expect("a fault of the file").clone()), true),
                };
                same &= backed && said(index) == said(want.as_ref().map_err(Clone::clone));
            }
            if !same {
                against.push(format!("{mode:?}: other answers"));
            }
            // The views over them show the same: dumps are made of every field.
            let (Ok(index), Ok(mapped), Ok(read), Mode::Lenient) = (&index, &mapped, &read, mode) else { continue };
            if mapped.bytes() != real.bytes || read.bytes() != real.bytes {
                against.push("other bytes".into());
            }
            let unaligned = index.view(unaligned);
            let differ = |a, b| !is_long(real) && dump(a) != dump(b);
            if !whole::comes_back(index, unaligned.bytes())
                || differ(unaligned, mapped.model())
                || differ(unaligned, read.model())
            {
                against.push("views differ".into());
            }
        }
    });
    println!("{files} files in three modes from three kinds of memory");
}

#[cfg(feature = "mmap")]
fn dump(model: Pmx<'_>) -> Vec<Vec<u8>> {
    let of = |of| {
        let mut bytes = Vec::new();
        model.canonical_dump(of, &mut |piece| bytes.extend_from_slice(piece));
        bytes
    };
    CANONICAL.map(of).into()
}

#[test]
fn records_looked_up_and_walked_are_the_same() {
    let Some(corpus) = corpus() else { return };
    let mut records = 0;
    each_file(&corpus, |real, against| {
        let Ok(index) = scan(&real.bytes, Mode::Lenient) else { return };
        let model = index.view(&real.bytes);
        let mut differ = Vec::new();
        differ.extend(first_difference(model.vertices(), &mut records));
        differ.extend(first_difference(model.faces(), &mut records));
        differ.extend(first_difference(model.textures(), &mut records));
        differ.extend(first_difference(model.materials(), &mut records));
        differ.extend(first_difference(model.bones(), &mut records));
        differ.extend(first_difference(model.morphs(), &mut records));
        differ.extend(first_difference(model.display_frames(), &mut records));
        differ.extend(first_difference(model.rigid_bodies(), &mut records));
        differ.extend(first_difference(model.joints(), &mut records));
        differ.extend(first_difference(model.soft_bodies(), &mut records));
        against.extend(differ.into_iter().map(|i| format!("record {i} differs")));
        let vertices = model.vertices();
        let bases = vertices.bases().enumerate();
        if bases.zip(vertices).any(|((i, base), vertex)| {
            !std::ptr::eq(base, vertex.base) || vertices.base(i).is_none_or(|found| !std::ptr::eq(base, found))
        }) {
            against.push("bases differ".into());
        }
    });
    println!("{records} records of {} sections", SECTIONS.len());
}

/// The first record that `get`, `nth` or walking from the back finds otherwise than walking does.
fn first_difference<'a, T: Field<'a> + PartialEq + Debug + Visit>(
    records: Records<'a, T>,
    seen: &mut usize,
) -> Option<usize> {
    *seen += records.len();
    // A NaN is not equal to itself, but it looks the same.
    let same = |a: &T, b: Option<T>| b.is_some_and(|b| *a == b || format!("{a:?}") == format!("{b:?}"));
    let front = records.iter().enumerate();
    let found = front.filter(|(i, walked)| {
        let jumped = if i % 16 == 0 || records.len() < 1000 { records.iter().nth(*i) } else { records.get(*i) };
        !(same(walked, records.get(*i)) && same(walked, jumped))
    });
    let wrong = found.map(|(i, _)| i).next();
    let from_the_back = || {
        let some = if cfg!(debug_assertions) { 10_000 } else { usize::MAX };
        let back = (0..records.len()).rev().zip(records.iter().rev()).take(some);
        back.filter(|(i, walked)| !same(walked, records.get(*i))).map(|(i, _)| i).next()
    };
    wrong.or_else(from_the_back)
}

/// Files that came as PMD are refused by name, not opened.
#[test]
fn pmd_files_are_refused_by_name() {
    let Some(corpus) = corpus() else { return };
    for real in corpus.files("pmd") {
        let e = scan(&real.bytes, Mode::Salvage).expect_err("no PMX");
        assert!(e.to_string().ends_with("not a PMX model, but a PMD model"), "{}: {e}", real.name);
    }
}
