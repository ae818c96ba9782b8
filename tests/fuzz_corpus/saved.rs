//! A saved index and a model, either of them hostile: whatever is forged, views stay within the model, and nothing
//! panics, loops or grows. Run by `cargo test` on the seeds and by the fuzz target on everything else.
#![allow(dead_code)] // each user runs a part of it
use super::walk;
use mmdmap::ScanOptions;
use mmdmap::pmx::PmxIndex;
use std::sync::OnceLock;

/// The honest model, and what is made of it: once, not for each input.
struct Honest {
    model: Vec<u8>,
    index: PmxIndex,
    saved: Vec<u8>,
    tables: Vec<usize>,
}

fn honest() -> &'static Honest {
    static HONEST: OnceLock<Honest> = OnceLock::new();
    HONEST.get_or_init(|| {
        let seed = super::seeds::all().into_iter().find(|(name, _)| *name == "mixed_2_1");
        let model = seed.expect("it is one of them").1;
        let index = PmxIndex::scan(&model).expect("the honest model opens");
        Honest { saved: saved(&index, &model), tables: tables(&index), index, model }
    })
}
/// Where the head says how much follows it, and where it ends.
const COUNTS: usize = 36;
const HEAD: usize = 52;
/// Bytes of a table that have a checksum.
const CHUNK: usize = 65536;

/// The saved index of an index over these bytes, which need not be those that were scanned.
pub fn saved(index: &PmxIndex, bytes: &[u8]) -> Vec<u8> {
    let mut saved = Vec::new();
    index.view(bytes).save_index(None, &mut saved).expect("memory takes all of it, and nothing was repaired");
    saved
}

pub fn open(saved: Vec<u8>, bytes: &[u8]) -> Option<PmxIndex> {
    PmxIndex::from_saved(saved, bytes, None, &ScanOptions::new()).ok()
}

/// Bytes of each table of an index.
pub fn tables(index: &PmxIndex) -> Vec<usize> {
    let sections = index.sections();
    let counted = sections.iter().filter_map(|span| Some((span.name, span.len?)));
    let table = |(name, len): (&str, usize)| match name {
        "vertices" => len.div_ceil(64) * 24,
        "faces" => 0,
        "textures" => len.div_ceil(16) * 8,
        _ => len.div_ceil(4) * 8,
    };
    counted.map(table).collect()
}

/// The same index with checksums that are right, as long as its head does not say that it is longer than it is.
pub fn sealed(mut index: Vec<u8>, tables: &[usize]) -> Vec<u8> {
    let u32_at = |index: &[u8], at: usize| {
        index.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize)
    };
    let sums = HEAD + 8 * u32_at(&index, COUNTS);
    let mut place = sums + 4 * u32_at(&index, COUNTS + 4);
    let end_of_head = place.min(index.len());
    let mut sum_at = sums;
    for len in tables {
        for from in (0..*len).step_by(CHUNK) {
            let chunk = place + from..place + CHUNK.min(len - from) + from;
            let Some(sum) = index.get(chunk).map(crc32fast::hash) else { break };
            if let Some(to) = index.get_mut(sum_at..sum_at + 4) {
                to.copy_from_slice(&sum.to_le_bytes());
            }
            sum_at += 4;
        }
        place += len;
    }
    if let Some(sum) = index.get(16..end_of_head).map(crc32fast::hash) {
        index[12..16].copy_from_slice(&sum.to_le_bytes());
    }
    index
}

/// What fuzzers do.
pub fn hostile(input: &[u8]) {
    let Honest { model, index: honest, saved: index, tables } = honest();

    // A hostile index on an honest model: bytes as they come; the honest ones with some changed; and these with right sums.
    let mut changed = index.clone();
    for change in input.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[at] = change[2];
    }
    for forged in [input.to_vec(), changed.clone(), sealed(changed, tables)] {
        if let Some(index) = open(forged, model) {
            assert!(index.is_saved() && index.heap_bytes() < 8192);
            walk::touch(index.view(model));
            walk::touch(index.view(&model[..model.len() / 2]));
        }
    }

    // An honest index, stamped for a hostile model.
    if let Some(index) = open(saved(honest, input), input) {
        walk::touch(index.view(input));
    }
    // And its own index: the same as a scan.
    let Ok(scanned) = PmxIndex::scan(input) else { return };
    let mut bytes = Vec::new();
    if scanned.view(input).save_index(None, &mut bytes).is_ok() {
        let index = open(bytes, input).expect("what was saved fits");
        assert_eq!(index.sections(), scanned.sections());
        assert!(index.repairs().iter().eq(scanned.repairs()));
        walk::check(index.view(input));
    }
}
