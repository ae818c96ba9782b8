//! Cut, forged and odd files: an error with the right place or an index that loses no byte, and never a panic.
//!
//! Every length of every file up to 64 KiB, around every section and at a thousand places of larger ones; every bit of
//! every file up to 4 KiB: our own, those of bug reports, real ones. That takes minutes: without optimisation every
//! place of short files is tried and some of longer ones; with it, or where `MMDMAP_THOROUGH` is set, all of it.
//!
//! | module | what |
//! |---|---|
//! | `pmx` | models, cut and changed; any bytes at all |
//! | `cuts` | poses and motions, cut; models of bug reports, too |
//! | `bits` | files of every format, one bit turned |
#[path = "../common/mod.rs"]
mod common;

mod bits;
mod cuts;
mod pmx;

use common::build::Shape;
use common::{folders, model, vmd};
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::vpd::VpdIndex;
use mmdmap::{Error, Mode, ScanOptions, SectionSpan};
use std::path::Path;

/// Files up to this length are cut everywhere.
const SHORT: usize = 64 * 1024;

/// What is there in any case, also in the published package: of any length.
const OURS: &str = "ours";

fn thorough() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("MMDMAP_THOROUGH").is_some()
}

/// One of the three formats, as the ending of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Pmx,
    Vpd,
    Vmd,
}

impl Ending {
    fn name(self) -> &'static str {
        match self {
            Ending::Pmx => "pmx",
            Ending::Vpd => "vpd",
            Ending::Vmd => "vmd",
        }
    }
    /// Reads and writes back what it is given.
    fn there_and_back(self, bytes: &[u8], mode: Mode) -> Result<Vec<u8>, Error> {
        let options = ScanOptions::from(mode);
        Ok(match self {
            Ending::Pmx => PmxIndex::scan_with(bytes, &options)?.view(bytes).to_bytes(),
            Ending::Vpd => VpdIndex::scan_with(bytes, &options)?.view(bytes).to_bytes(),
            Ending::Vmd => VmdIndex::scan_with(bytes, &options)?.view(bytes).to_bytes(),
        })
    }
    /// Where each section begins, in order, of a file that strict reading opens. (In a pose each block begins one.)
    fn sections(self, bytes: &[u8]) -> Option<Vec<(&'static str, usize)>> {
        let strict = ScanOptions::from(Mode::Strict);
        let of_spans = |spans: &[SectionSpan]| spans.iter().map(|span| (span.name, span.range.start)).collect();
        match self {
            Ending::Pmx => PmxIndex::scan_with(bytes, &strict).ok().map(|index| of_spans(&index.sections())),
            Ending::Vmd => VmdIndex::scan_with(bytes, &strict).ok().map(|index| of_spans(&index.sections())),
            Ending::Vpd => {
                let index = VpdIndex::scan_with(bytes, &strict).ok()?;
                let pose = index.view(bytes);
                let (bones, morphs) = (pose.bones(), pose.morphs());
                let bones = (0..bones.len()).filter_map(|i| Some(("bones", bones.offset(i)?)));
                let morphs = (0..morphs.len()).filter_map(|i| Some(("morphs", morphs.offset(i)?)));
                let mut starts: Vec<_> = bones.chain(morphs).chain([("header", 0)]).collect();
                starts.sort_by_key(|(_, start)| *start);
                Some(starts)
            }
        }
    }
    /// Files up to this length: ours, those that the fuzzers begin with, those of bug reports, real ones.
    fn files(self, longest: usize) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        match self {
            Ending::Pmx => files.push((OURS.to_owned(), model::build(Shape::USUAL, 3).bytes)),
            Ending::Vpd => {}
            Ending::Vmd => files.push((OURS.to_owned(), vmd::whole().bytes)),
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = ["fuzz/seeds", "fuzz/seeds_vpd", "examples/model"].map(|name| root.join(name)).to_vec();
        all.extend(folders::cases());
        for folder in all.iter().filter(|folder| folder.is_dir()) {
            let paths = folders::sorted(folder, self.name()).into_iter();
            files.extend(paths.map(|path| (path.display().to_string(), folders::read(&path))));
        }
        if let Some(corpus) = folders::corpus() {
            files.extend(corpus.short(self.name(), longest as u64));
        }
        files.retain(|(name, bytes)| name == OURS || bytes.len() <= longest);
        files
    }
}
