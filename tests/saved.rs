//! A saved index: its bytes as they are described, answers that are those of a scan, and what becomes of one that is
//! stale, damaged, cut or forged.
mod common;
#[path = "fuzz_corpus/saved.rs"]
mod saved;
#[path = "fuzz_corpus/seeds.rs"]
mod seeds;
#[path = "fuzz_corpus/walk.rs"]
mod walk;

use common::build::{File, Shape};
use common::layout::Layout;
use common::model::{self, deform_kind, model, small};
use common::shown::shown;
use common::{MODES, SECTIONS};
use mmdmap::pmx::gpu::SkinVertex;
use mmdmap::pmx::{Info, Parts, PmxIndex, Version};
use mmdmap::{
    Encoding, Field, Globals, Mode, Name, Records, RepairCode, ScanOptions, Text, UnfitIndex, Visit, WriteError,
};
use std::error::Error as _;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn scan(bytes: &[u8]) -> PmxIndex {
    PmxIndex::scan(bytes).expect("the model opens")
}
fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}
/// The saved index of a model that was changed at this time.
fn save(bytes: &[u8], modified: Option<SystemTime>) -> Vec<u8> {
    let mut saved = Vec::new();
    scan(bytes).view(bytes).save_index(modified, &mut saved).expect("memory takes all of it");
    saved
}
fn open(saved: &[u8], bytes: &[u8], modified: Option<SystemTime>) -> Result<PmxIndex, UnfitIndex> {
    PmxIndex::from_saved(saved.to_vec(), bytes, modified, &ScanOptions::new())
}
fn unfit(saved: &[u8], bytes: &[u8]) -> UnfitIndex {
    open(saved, bytes, None).expect_err("it does not fit")
}

/// All that an index and its views say of a model: where every record lies, from the front and by its number, and every
/// field of it.
#[track_caller]
fn same_answers(index: &PmxIndex, scanned: &PmxIndex, bytes: &[u8]) {
    assert_eq!(index.sections(), scanned.sections());
    assert_eq!((index.version(), index.globals(), index.is_cut()), (scanned.version(), scanned.globals(), false));
    assert_eq!(index.file_len(), bytes.len());
    assert!(index.repairs().iter().eq(scanned.repairs()));
    let [ours, theirs] = [index.view(bytes), scanned.view(bytes)];
    assert_eq!((ours.header(), ours.info(), ours.trailing()), (theirs.header(), theirs.info(), theirs.trailing()));
    for span in scanned.sections().iter().filter(|span| span.len.is_some()) {
        let mut records = Vec::new();
        theirs.visit_section(span.name, 0..usize::MAX, &mut |_, record| {
            records.push(shown(record));
            ControlFlow::Continue(())
        });
        assert_eq!(records.len(), span.len.unwrap());
        ours.visit_section(span.name, 0..usize::MAX, &mut |i, record| {
            assert_eq!(shown(record), records[i], "{}[{i}]", span.name);
            ControlFlow::Continue(())
        });
    }
    by_number(ours.vertices(), theirs.vertices());
    by_number(ours.faces(), theirs.faces());
    by_number(ours.textures(), theirs.textures());
    by_number(ours.materials(), theirs.materials());
    by_number(ours.bones(), theirs.bones());
    by_number(ours.morphs(), theirs.morphs());
    by_number(ours.display_frames(), theirs.display_frames());
    by_number(ours.rigid_bodies(), theirs.rigid_bodies());
    by_number(ours.joints(), theirs.joints());
    by_number(ours.soft_bodies(), theirs.soft_bodies());
    let filled = |index: &PmxIndex| {
        let vertices = index.view(bytes).gpu().vertices();
        let mut all = vec![SkinVertex::default(); vertices.len()];
        assert_eq!(vertices.fill(&mut all), all.len());
        bytemuck::cast_slice::<_, u8>(&all).to_vec() // a NaN is not equal to itself
    };
    assert!(filled(index) == filled(scanned));
    assert!(ours.vertices().bases().eq(theirs.vertices().bases()));
    assert!(ours.to_bytes() == bytes);
}

/// The last first.
#[track_caller]
fn by_number<'a, T: Field<'a> + Visit>(ours: Records<'a, T>, theirs: Records<'a, T>) {
    for i in (0..theirs.len()).rev() {
        assert_eq!(ours.offset(i), theirs.offset(i), "{ours:?} {i}");
        let [one, other] = [ours, theirs].map(|records| records.get(i).expect("it is there"));
        assert_eq!(shown(&one), shown(&other), "{ours:?} {i}");
    }
    assert_eq!(ours.offset(theirs.len()), None);
}

// The file.

/// As the page of `saved.rs` describes it, put together from a second reader's view of the model.
fn described(bytes: &[u8], modified: u64) -> Vec<u8> {
    let layout = Layout::of(bytes);
    let u64s = |places: &[u64]| places.iter().flat_map(|place| place.to_le_bytes()).collect::<Vec<u8>>();
    let (mut ends, mut tables) = (Vec::new(), Vec::new());
    for part in layout.parts.iter().filter(|part| SECTIONS.contains(&part.name)) {
        ends.push(part.range.end as u64);
        let every = |n: usize| u64s(&part.records.iter().step_by(n).map(|&place| place as u64).collect::<Vec<_>>());
        tables.push(match part.name {
            "vertices" => part.records.chunks(64).flat_map(|block| u64s(&self::block(bytes, &layout, block))).collect(),
            "faces" => Vec::new(),
            "textures" => every(16),
            _ => every(4),
        });
    }
    let sums: Vec<u32> = tables.iter().flat_map(|table| table.chunks(65536)).map(crc32fast::hash).collect();

    let mut head = Vec::new();
    head.extend((bytes.len() as u64).to_le_bytes());
    head.extend(modified.to_le_bytes());
    let samples: Vec<u8> = (0..8).flat_map(|i| &bytes[(bytes.len() - 64) * i / 7..][..64]).copied().collect();
    head.extend(crc32fast::hash(&samples).to_le_bytes());
    head.extend((ends.len() as u32).to_le_bytes());
    head.extend((sums.len() as u32).to_le_bytes());
    head.extend((tables.iter().map(Vec::len).sum::<usize>() as u64).to_le_bytes());
    head.extend(u64s(&ends));
    head.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));

    let mut all = b"mmdmapix".to_vec();
    all.extend(1u32.to_le_bytes());
    all.extend(crc32fast::hash(&head).to_le_bytes());
    all.extend(head);
    all.extend(tables.concat());
    all
}

/// Where a block of vertices begins, then the low and the high bit of the class of each: BDEF1, BDEF2, BDEF4 and QDEF, SDEF.
fn block(bytes: &[u8], layout: &Layout, places: &[usize]) -> [u64; 3] {
    let kind_at = 32 + 16 * usize::from(layout.shape.extra_uvs);
    let class = |place: &usize| [0, 1, 2, 3, 2][usize::from(bytes[place + kind_at])];
    let bits = |bit: u64| places.iter().map(class).enumerate().fold(0, |all, (k, class)| all | (class >> bit & 1) << k);
    [places[0] as u64, bits(0), bits(1)]
}

#[test]
fn the_checksum_is_the_usual_one() {
    assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
}

#[test]
fn a_saved_index_is_as_it_is_described() {
    for shape in Shape::many() {
        let bytes = model::build(shape, 70).bytes;
        assert_eq!(save(&bytes, None), described(&bytes, 0), "{shape:?}");
    }
    let bytes = model().bytes;
    assert_eq!(save(&bytes, Some(at(1_700_000_000))), described(&bytes, 1_700_000_000_000_000_000));
    assert_eq!(
        save(&bytes, Some(UNIX_EPOCH - Duration::from_secs(1))),
        described(&bytes, 0),
        "a time that cannot be said"
    );
}

// The same answers.

#[test]
fn a_fresh_one_answers_as_a_scan_does_in_every_shape() {
    for shape in Shape::many() {
        for bytes in [model::build(shape, 70).bytes, model::empty(shape).bytes] {
            for mode in MODES {
                let index = PmxIndex::from_saved(save(&bytes, None), &bytes, None, &mode.into()).expect("it is fresh");
                assert!(index.is_saved() && !scan(&bytes).is_saved());
                same_answers(&index, &scan(&bytes), &bytes);
                walk::check(index.view(&bytes));
            }
        }
    }
}

#[test]
fn a_fresh_one_answers_as_a_scan_does_of_our_own_model_and_its_twin() {
    for name in ["figure.pmx", "figure-2.1.pmx"] {
        let bytes = std::fs::read(format!("{}/examples/model/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        same_answers(&open(&save(&bytes, None), &bytes, None).expect("it is fresh"), &scan(&bytes), &bytes);
    }
}

/// Vertices of these kinds and nothing else.
fn vertices(kinds: impl Iterator<Item = u8>) -> Vec<u8> {
    let shape = Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4, 1, 1, 2, 1, 1] };
    let template = model::empty(shape);
    let first = template.at("vertices");
    let (mut bytes, mut count) = (template.up_to(first), 0i32);
    bytes.extend([0; 4]);
    for kind in kinds {
        let start = bytes.len();
        bytes.resize(start + 32 + 1 + [2, 8, 24, 44, 24][usize::from(kind)] + 4, count as u8);
        bytes[start + 32] = kind;
        count += 1;
    }
    bytes[first..first + 4].copy_from_slice(&count.to_le_bytes());
    bytes.extend_from_slice(&template.bytes[first + 4..]);
    bytes
}

/// More than one chunk of 64 KiB: 180 000 vertices.
fn large() -> Vec<u8> {
    vertices((0..180_000u64).map(|i| (i * i / 7 % 5) as u8))
}

#[test]
fn a_fresh_one_answers_as_a_scan_does_whatever_the_pattern() {
    let patterns: [fn(usize) -> u8; 5] =
        [|_| 0, |_| 3, |i| (i % 5) as u8, |i| u8::from(i % 64 == 63), |i| (i / 500 % 4) as u8];
    for pattern in patterns {
        for len in [1, 63, 64, 65, 1000] {
            let bytes = vertices((0..len).map(pattern));
            same_answers(&open(&save(&bytes, None), &bytes, None).expect("it is fresh"), &scan(&bytes), &bytes);
        }
    }
    let bytes = large();
    let (index, scanned) = (open(&save(&bytes, None), &bytes, None).expect("it is fresh"), scan(&bytes));
    let [ours, theirs] = [index.view(&bytes).vertices(), scanned.view(&bytes).vertices()];
    // From the back, so that the last chunk is looked at first; then all at once.
    assert!((0..180_000).rev().all(|i| ours.offset(i) == theirs.offset(i)));
    assert!(ours.bases().eq(theirs.bases()));
}

#[test]
fn saved_again_it_is_the_same() {
    let bytes = model().bytes;
    let saved = save(&bytes, None);
    let (index, mut again) = (open(&saved, &bytes, None).unwrap(), Vec::new());
    index.view(&bytes).save_index(None, &mut again).unwrap();
    assert_eq!(again, saved);
}

// Repairs and modes.

#[test]
fn repairs_that_need_no_look_at_records_are_found_again() {
    let file = small();
    let mut odd = file.with_at(3, b"_");
    let comment = file.at("info.comment.universal"); // it is empty as it is
    odd[comment..comment + 4].copy_from_slice(&(-1i32).to_le_bytes());
    odd.extend(b"more");
    let index = open(&save(&odd, None), &odd, None).expect("it is fresh");
    let codes: Vec<RepairCode> = index.repairs().iter().map(|repair| repair.code()).collect();
    assert_eq!(codes, [RepairCode::OddSignature, RepairCode::NegativeLength, RepairCode::TrailingBytes]);
    same_answers(&index, &scan(&odd), &odd);
    // As strict as a scan, too.
    let strict = PmxIndex::from_saved(save(&odd, None), &odd, None, &Mode::Strict.into());
    let refused = PmxIndex::scan_with(&odd, &Mode::Strict.into()).expect_err("not strictly right");
    assert_eq!(strict.expect_err("nor now"), UnfitIndex::Model(refused));
}

#[test]
fn where_records_were_repaired_no_index_is_saved() {
    let file = small();
    // It is empty as it is.
    let negative = file.with("textures[0]", (-1i32).to_le_bytes());
    let cut = &file.bytes[..file.bytes.len() - 1];
    for (bytes, code) in [(&negative[..], RepairCode::NegativeLength), (cut, RepairCode::Cut)] {
        let index = PmxIndex::scan_with(bytes, &Mode::Salvage.into()).expect("salvage opens it");
        let mut saved = Vec::new();
        match index.view(bytes).save_index(None, &mut saved) {
            Err(WriteError::Repaired(repair)) => assert_eq!(repair.code(), code),
            other => panic!("{code:?}: {other:?}"),
        }
        assert!(saved.is_empty());
    }
}

// Stale, or of another model.

#[test]
fn a_model_that_has_changed_is_told_by_length_time_and_content() {
    let bytes = model().bytes;
    let saved = save(&bytes, Some(at(1000)));
    assert!(open(&saved, &bytes, Some(at(1000))).is_ok());
    assert_eq!(open(&saved, &bytes, Some(at(1001))).err(), Some(UnfitIndex::OtherTime));
    assert_eq!(open(&saved, &bytes, Some(at(1000) + Duration::from_nanos(100))).err(), Some(UnfitIndex::OtherTime));
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(open(&saved, &longer, Some(at(1000))).err(), Some(UnfitIndex::OtherLen));
    assert_eq!(open(&saved, &bytes[..bytes.len() - 1], Some(at(1000))).err(), Some(UnfitIndex::OtherLen));
    // Where a time is not known, on either side, the content has to tell.
    assert!(open(&saved, &bytes, None).is_ok() && open(&save(&bytes, None), &bytes, Some(at(1))).is_ok());
    for sample in 0..8 {
        let mut changed = bytes.clone();
        changed[(bytes.len() - 64) * sample / 7 + 63] ^= 1;
        assert_eq!(open(&saved, &changed, Some(at(1000))).err(), Some(UnfitIndex::OtherContent), "sample {sample}");
    }
}

#[test]
fn an_index_of_another_model_is_refused() {
    let [one, other] = [5, 6].map(|n| vertices((0..64).map(|i| u8::from(i % n == 0)))).map(|mut bytes| {
        bytes.resize(4096, 0); // of one length
        bytes
    });
    assert_eq!(unfit(&save(&one, None), &other), UnfitIndex::OtherContent);
    assert_eq!(unfit(&save(&model().bytes, None), &other), UnfitIndex::OtherLen);
    // Even if it says that it is this one's: here sections end elsewhere, so what lies there is no count.
    let (large, small) = (model().bytes, small().bytes);
    let stamped = saved::saved(&scan(&large), &small);
    assert_eq!(unfit(&stamped, &small), UnfitIndex::OtherSections);
}

#[test]
fn a_model_that_no_scan_would_take_is_refused_with_what_the_scan_says() {
    let file = small();
    let honest = scan(&file.bytes);
    let bad = file.with_at(0, b"XMP ");
    let error = PmxIndex::scan(&bad).expect_err("no model");
    assert_eq!(unfit(&saved::saved(&honest, &bad), &bad), UnfitIndex::Model(error));
}

// Damaged.

#[test]
fn a_truncated_or_longer_one_is_refused_at_every_byte() {
    let bytes = small().bytes;
    let saved = save(&bytes, None);
    for len in 0..saved.len() {
        let expected = if len < 52 { UnfitIndex::NoIndex } else { UnfitIndex::Len };
        assert_eq!(unfit(&saved[..len], &bytes), expected, "{len}");
    }
    assert_eq!(unfit(&[&saved[..], &[0]].concat(), &bytes), UnfitIndex::Len);
}

#[test]
fn no_flipped_bit_changes_an_answer() {
    let bytes = small().bytes;
    let (saved, scanned) = (save(&bytes, None), scan(&bytes));
    let tables: usize = saved::tables(&scanned).iter().sum();
    let mut flipped = saved.clone();
    for bit in 0..8 * saved.len() {
        flipped[bit / 8] ^= 1 << (bit % 8);
        let opened = open(&flipped, &bytes, None);
        // In the head it is told when the index is opened, in the tables when they are used: then the section is scanned.
        assert_eq!(opened.is_ok(), bit / 8 >= saved.len() - tables, "bit {bit}");
        if let Ok(index) = opened {
            let empty = index.heap_bytes();
            same_answers(&index, &scanned, &bytes);
            assert!(index.heap_bytes() > empty, "bit {bit} was not told");
        }
        flipped[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Damage in one chunk of several, met by number and by a walk.
#[test]
fn a_damaged_chunk_is_told_when_it_is_first_used() {
    let bytes = large();
    let (mut saved, scanned) = (save(&bytes, None), scan(&bytes));
    *saved.last_mut().unwrap() ^= 1;
    let theirs = scanned.view(&bytes);
    let index = open(&saved, &bytes, None).expect("the head is right");
    let empty = index.heap_bytes();
    let ours = index.view(&bytes);
    assert_eq!(ours.vertices().offset(1), theirs.vertices().offset(1));
    assert_eq!(index.heap_bytes(), empty, "the first chunk is right");
    assert_eq!(ours.vertices().offset(179_999), theirs.vertices().offset(179_999));
    assert_eq!(index.heap_bytes(), empty + 24 * 180_000usize.div_ceil(64), "the section was scanned");

    let index = open(&saved, &bytes, None).expect("the head is right");
    assert!(index.view(&bytes).vertices().bases().eq(theirs.vertices().bases()));
    let (index, mut again) = (open(&saved, &bytes, None).expect("the head is right"), Vec::new());
    index.view(&bytes).save_index(None, &mut again).unwrap();
    assert_eq!(again, save(&bytes, None), "saved again it is whole");
}

// Forged.

/// Where each field of the head lies.
const MAGIC: Range<usize> = 0..8;
const VERSION: usize = 8;
const SUM: usize = 12;
const LEN: usize = 16;
const MODIFIED: usize = 24;
const SAMPLES: usize = 32;
const COUNT: usize = 36;
const CHUNKS: usize = 40;
const TABLES: usize = 44;
const ENDS: usize = 52;

/// The index with other bytes at a place, and checksums that are right.
fn forged(saved: &[u8], at: usize, with: &[u8], tables: &[usize]) -> Vec<u8> {
    let mut forged = saved.to_vec();
    forged[at..at + with.len()].copy_from_slice(with);
    saved::sealed(forged, tables)
}

#[test]
fn every_field_of_the_head_is_looked_at() {
    let File { bytes, parts, .. } = small();
    let (saved, tables) = (save(&bytes, Some(at(1))), saved::tables(&scan(&bytes)));
    let forged = |at: usize, with: &[u8]| {
        open(&forged(&saved, at, with, &tables), &bytes, Some(self::at(1))).expect_err("it is forged")
    };
    assert_eq!(saved::sealed(saved.clone(), &tables), saved, "sealing changes nothing that is right");
    for i in MAGIC {
        assert_eq!(forged(i, b"_"), UnfitIndex::NoIndex);
    }
    assert_eq!(forged(VERSION, &2u32.to_le_bytes()), UnfitIndex::Version(2));
    assert_eq!(forged(VERSION, &0u32.to_le_bytes()), UnfitIndex::Version(0));
    assert_eq!(forged(LEN, &(bytes.len() as u64 + 1).to_le_bytes()), UnfitIndex::OtherLen);
    assert_eq!(forged(LEN, &u64::MAX.to_le_bytes()), UnfitIndex::OtherLen);
    assert_eq!(forged(MODIFIED, &1u64.to_le_bytes()), UnfitIndex::OtherTime);
    assert_eq!(forged(SAMPLES, &0u32.to_le_bytes()), UnfitIndex::OtherContent);
    for count in [0, 9, 11, u32::MAX] {
        assert_eq!(forged(COUNT, &count.to_le_bytes()), UnfitIndex::Len, "{count} sections");
        assert_eq!(forged(CHUNKS, &count.wrapping_mul(2).to_le_bytes()), UnfitIndex::Len, "{count} chunks");
    }
    for len in [0, 1, u64::MAX, 1 << 63] {
        assert_eq!(forged(TABLES, &len.to_le_bytes()), UnfitIndex::Len, "{len} bytes of tables");
    }
    let mut unsealed = saved.clone();
    unsealed[SUM] ^= 1;
    assert_eq!(unfit(&unsealed, &bytes), UnfitIndex::Damaged);

    // Where sections end: what lies there is no count, or one that does not go with the tables, or outside.
    let ends = parts.iter().filter(|part| SECTIONS.contains(&part.name)).map(|part| part.range.end as u64);
    for (i, end) in ends.enumerate() {
        for other in [0, 1, bytes.len() as u64 + 1, u64::MAX, i64::MAX as u64] {
            assert_eq!(forged(ENDS + 8 * i, &other.to_le_bytes()), UnfitIndex::OtherSections, "section {i} to {other}");
        }
        // A byte more or less may happen to pass; then it only shows other records of the same model.
        for other in [end - 1, end + 1] {
            let forged = self::forged(&saved, ENDS + 8 * i, &other.to_le_bytes(), &tables);
            if let Ok(index) = open(&forged, &bytes, Some(at(1))) {
                walk::touch(index.view(&bytes));
            }
        }
    }
}

/// Sections and chunks that pay for each other's length, so that the whole file is as long as it says.
#[test]
fn a_head_that_only_adds_up_is_refused() {
    let bytes = small().bytes;
    let (saved, tables) = (save(&bytes, None), saved::tables(&scan(&bytes)));
    let (chunks, all) = (tables.iter().filter(|len| **len > 0).count() as u32, tables.iter().sum::<usize>() as u64);
    for (sections, chunks, tables_len) in [(9u32, chunks + 2, all), (11, chunks, all - 8), (10, chunks + 2, all - 8)] {
        let mut forged = saved.clone();
        forged[COUNT..COUNT + 4].copy_from_slice(&sections.to_le_bytes());
        forged[CHUNKS..CHUNKS + 4].copy_from_slice(&chunks.to_le_bytes());
        forged[TABLES..TABLES + 8].copy_from_slice(&tables_len.to_le_bytes());
        assert_eq!(unfit(&saved::sealed(forged, &tables), &bytes), UnfitIndex::OtherSections);
    }
}

/// What is looked at and held when an index is opened is what its model's sections can need, however much is declared.
#[test]
fn more_sections_and_sums_than_a_model_needs_are_not_even_summed() {
    let bytes = small().bytes;
    let saved = save(&bytes, None);
    let [sections, chunks] = [COUNT, CHUNKS].map(|at| u32::from_le_bytes(saved[at..at + 4].try_into().unwrap()));
    for (at, count, more, each) in [(COUNT, sections, 1 << 17, 8), (CHUNKS, chunks, 1 << 18, 4)] {
        let mut forged = saved.clone();
        forged[at..at + 4].copy_from_slice(&(count + more).to_le_bytes());
        forged.extend(vec![0; more as usize * each]);
        assert_eq!(unfit(&forged, &bytes), UnfitIndex::OtherSections, "its sum is wrong as well");
    }
}

/// Every step into the table leads to the one large record: read by number it is shown again and again, but no walk and no
/// file that is written gets longer than the model.
#[test]
fn forged_places_do_not_make_a_large_file_of_a_small_one() {
    const LARGE: usize = 100_000;
    let name = Name::new("", "");
    let large = "a".repeat(LARGE);
    let textures = (0..3000).map(|i| Text::new(if i == 0 { &large } else { "" })).collect();
    let parts = Parts { textures, ..Parts::new(Info { name, comment: name }) };
    let mut bytes = Vec::new();
    parts.write_to(Version::V2_0, Globals::WIDE, &mut bytes).unwrap();
    let (saved, scanned) = (save(&bytes, None), scan(&bytes));
    let tables = saved::tables(&scanned);
    let start = saved.len() - 8 * 3000usize.div_ceil(16);
    let first = saved[start..start + 8].repeat(3000usize.div_ceil(16));
    let index = open(&forged(&saved, start, &first, &tables), &bytes, None).expect("sums are right");
    let model = index.view(&bytes);
    assert!(model.textures().get(1024).is_some_and(|path| path.chars().count() == LARGE), "shown again");
    assert!(model.to_bytes() == bytes);
}

/// A model that was changed without becoming longer, between the samples, at a time that nobody knows: a record takes
/// another's bytes, so that its section would end elsewhere. What is written is then the whole file, or an error.
#[test]
fn a_section_that_ends_elsewhere_is_not_written() {
    let name = Name::new("", "");
    let textures = (0..100).map(|_| Text::new("0123456789")).collect();
    let parts = Parts { textures, ..Parts::new(Info { name, comment: name }) };
    let mut bytes = Vec::new();
    let globals = Globals { encoding: Encoding::Utf8, ..Globals::WIDE };
    parts.write_to(Version::V2_0, globals, &mut bytes).unwrap();
    let saved = save(&bytes, None);
    let scanned = scan(&bytes);
    let last = scanned.view(&bytes).textures().offset(97).unwrap();
    for len in [9u32, 11, 24] {
        bytes[last..last + 4].copy_from_slice(&len.to_le_bytes());
        let index = open(&saved, &bytes, None).expect("no sample is another");
        let model = index.view(&bytes);
        let mut written = Vec::new();
        let refused = [
            model.write_to(&mut written).err(),
            model.edit().through_records().write_to(&mut written).err(),
            model.edit().textures(|_, path| path).write_to(&mut written).err(),
            model.edit().version(Version::V2_0).write_to(&mut written).err(),
        ];
        for refused in refused {
            let why = refused.expect("it is changed").to_string();
            assert!(why.starts_with("textures") && why.contains("the file has been changed since"), "{why}");
        }
    }
}

#[test]
fn forged_tables_show_other_bytes_of_the_model_or_none() {
    let bytes = model().bytes;
    let (saved, scanned) = (save(&bytes, None), scan(&bytes));
    let tables = saved::tables(&scanned);
    let start = saved.len() - tables.iter().sum::<usize>();
    let mut opened = 0;
    for at in (start..saved.len()).step_by(8) {
        for value in [0, 1, u64::MAX, bytes.len() as u64, bytes.len() as u64 - 1, i64::MAX as u64] {
            let index = open(&forged(&saved, at, &value.to_le_bytes(), &tables), &bytes, None).expect("sums are right");
            assert_eq!(index.sections(), scanned.sections(), "counts are the model's own");
            walk::touch(index.view(&bytes));
            opened += 1;
        }
    }
    assert_eq!(opened, tables.iter().sum::<usize>() / 8 * 6);
    // For one: the first block begins at the second vertex.
    let second = scanned.view(&bytes).vertices().offset(1).unwrap();
    let index = open(&forged(&saved, start, &(second as u64).to_le_bytes(), &tables), &bytes, None).unwrap();
    assert_eq!(index.view(&bytes).vertices().offset(0), Some(second));
    assert_eq!((deform_kind(0), deform_kind(1)), (0, 1), "they differ");
}

#[test]
fn no_count_of_the_model_is_believed_beyond_what_fits() {
    let file = small();
    let honest = scan(&file.bytes);
    for section in SECTIONS {
        for count in [i32::MAX, 1 << 24, -1] {
            let bytes = file.with(section, count.to_le_bytes());
            assert_eq!(unfit(&saved::saved(&honest, &bytes), &bytes), UnfitIndex::OtherSections, "{section}: {count}");
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let said = [
        (UnfitIndex::NoIndex, "no saved index"),
        (UnfitIndex::Version(7), "version 7 of saved indices, 1 is known"),
        (UnfitIndex::Len, "the saved index is shorter or longer than it says"),
        (UnfitIndex::Damaged, "the saved index does not match its checksum"),
        (UnfitIndex::OtherLen, "the model has another length than when its index was saved"),
        (UnfitIndex::OtherTime, "the model was changed after its index was saved"),
        (UnfitIndex::OtherContent, "the model has another content than when its index was saved"),
        (UnfitIndex::OtherSections, "the model's sections are not as the saved index says"),
    ];
    for (unfit, words) in said {
        assert_eq!(unfit.to_string(), words);
        assert!(unfit.source().is_none());
    }
    let empty = Parts::new(Info { name: Name::new("", ""), comment: Name::new("", "") });
    let mut bytes = Vec::new();
    empty.write_to(Version::V2_0, Globals::WIDE, &mut bytes).unwrap();
    let refused = PmxIndex::scan(&bytes[..4]).expect_err("a model cut short");
    let unfit = UnfitIndex::Model(refused.clone());
    assert_eq!(unfit.to_string(), refused.to_string());
    assert_eq!(unfit.source().map(ToString::to_string), Some(refused.to_string()));
}

// On disk.

mod files {
    use super::*;
    use mmdmap::{FileBytes, PmxFile};
    use std::fs;
    use std::path::PathBuf;

    /// A model in a folder of its own, gone when the test is done.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> (Self, PathBuf) {
            let folder = std::env::temp_dir().join(format!("mmdmap-saved-{test}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            let path = folder.join("モデル.pmx");
            fs::write(&path, model().bytes).expect("a file");
            (Folder(folder), path)
        }
    }
    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn bytes_of(path: &std::path::Path) -> FileBytes {
        FileBytes::open(path, u64::MAX).expect("the file is there")
    }
    fn reopened(path: &std::path::Path) -> PmxFile {
        let index = PmxFile::index_path(path);
        PmxFile::with_index(bytes_of(path), bytes_of(&index), &ScanOptions::new()).expect("the model opens")
    }

    #[test]
    fn a_model_opens_by_the_index_beside_it_until_it_changes() {
        let (_folder, path) = Folder::new("beside");
        let index = PmxFile::index_path(&path);
        assert_eq!(index.file_name().unwrap(), "モデル.pmx.index");
        PmxFile::open(&path).unwrap().save_index(&index).unwrap();
        let (file, bytes) = (reopened(&path), model().bytes);
        assert!(file.index().is_saved());
        same_answers(file.index(), &scan(&bytes), &bytes);

        // The same bytes, written again at another time.
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        fs::File::options().write(true).open(&path).unwrap().set_modified(hour_ago).unwrap();
        let file = reopened(&path);
        assert!(!file.index().is_saved());
        same_answers(file.index(), &scan(&bytes), &bytes);
        file.save_index(&index).unwrap();
        assert!(reopened(&path).index().is_saved(), "saved anew it is fresh");

        fs::write(&index, b"mmdmapix").unwrap();
        assert!(!reopened(&path).index().is_saved());
        fs::write(&path, &bytes[..100]).unwrap();
        let refused = PmxFile::with_index(bytes_of(&path), bytes_of(&index), &ScanOptions::new());
        assert_eq!(refused.expect_err("a model cut short"), PmxIndex::scan(&bytes[..100]).unwrap_err());
    }

    #[cfg(feature = "mmap")]
    #[test]
    fn mapped_it_is_used_where_it_lies_and_may_be_missing() {
        let (_folder, path) = Folder::new("mapped");
        let index = PmxFile::index_path(&path);
        // SAFETY: nobody else knows these files; they are changed while nothing maps them.
        let map = || unsafe { PmxFile::map_with_index(&path, &index) }.expect("the model opens");
        let bytes = model().bytes;
        let file = map();
        assert!(!file.index().is_saved(), "there is none yet");
        file.save_index(&index).unwrap();
        drop(file);
        let file = map();
        assert!(file.index().is_saved());
        assert_eq!(file.backing(), mmdmap::Backing::Mapped);
        same_answers(file.index(), &scan(&bytes), &bytes);
        drop(file);
        fs::remove_file(&path).unwrap();
        // SAFETY: as above.
        let missing = unsafe { PmxFile::map_with_index(&path, &index) }.expect_err("no model");
        assert_eq!(missing.path(), path);
    }
}
