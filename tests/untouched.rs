//! A scan steps over what has a known size: no byte of the faces and none of the offsets of a morph is looked at. Shown in
//! processes of their own, in which those pages cannot be read: whoever touches one is killed.
#![cfg(all(target_os = "linux", feature = "mmap"))]
mod common;

use common::build::{Builder, Put, Shape};
use common::{SECTIONS, model};
use memmap2::MmapMut;
use mmdmap::pmx::{MorphOffsets, PmxIndex};
use mmdmap::{MorphIndex, VertexIndex};
use rustix::mm::{MprotectFlags, mprotect};
use std::ops::Range;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

const PAGE: usize = 4096;
const SIGSEGV: i32 = 11;

/// 40 pages of faces and 40 of the offsets of one morph; where they lie.
fn file() -> (Vec<u8>, [Range<usize>; 2]) {
    let mut b = Builder::new(Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4; 6] });
    model::info(&mut b);
    b.section("vertices", 10);
    b.raw("all of them", &[0u8; 41].repeat(10));
    b.section("faces", 40 * 1024);
    b.raw("all of them", &7u32.to_le_bytes().repeat(40 * 1024));
    SECTIONS[2..5].iter().for_each(|name| b.section(name, 0));
    b.section("morphs", 1);
    let head = [&[0; 8][..], &[4, 1], &(40 * 256i32).to_le_bytes()].concat();
    b.raw("two empty names, panel, kind, count", &head);
    b.raw("all of them", &9u32.to_le_bytes().repeat(40 * 1024));
    SECTIONS[6..9].iter().for_each(|name| b.section(name, 0));
    let file = b.end();
    let [faces, offsets] = ["faces", "morphs"].map(|section| {
        let large = |put: &&Put| put.section == section && put.range.len() > 10 * PAGE;
        file.puts.iter().find(large).map(|put| put.range.clone()).expect("it was put")
    });
    (file.bytes, [faces, offsets])
}

/// The whole pages in a range: what lies beside it may be looked at.
fn pages(range: &Range<usize>) -> Range<usize> {
    range.start.next_multiple_of(PAGE)..range.end / PAGE * PAGE
}

type Deed = (&'static str, fn(&[u8]));

/// What the processes do once those pages cannot be read.
const DEEDS: [Deed; 3] = [
    ("scan", |bytes| {
        let index = PmxIndex::scan(bytes).expect("a whole file");
        let model = index.view(bytes);
        assert_eq!((model.faces().len(), model.morphs().len(), model.vertices().len()), (40 * 1024, 1, 10));
        let Some(MorphOffsets::Vertex(offsets)) = model.morphs().get(0).map(|morph| morph.offsets) else { panic!() };
        assert_eq!(offsets.len(), 40 * 256);
    }),
    ("face", |bytes| {
        let index = PmxIndex::scan(bytes).expect("a whole file");
        assert_eq!(index.view(bytes).faces().get(20 * 1024), Some(VertexIndex::new(7)));
    }),
    ("offset", |bytes| {
        let index = PmxIndex::scan(bytes).expect("a whole file");
        let morph = index.view(bytes).morph(MorphIndex::new(0)).expect("there is one");
        let MorphOffsets::Vertex(offsets) = morph.offsets else { panic!() };
        assert_eq!(offsets.get(20 * 256).map(|offset| offset.vertex), Some(VertexIndex::new(9)));
    }),
];
const DEED: &str = "MMDMAP_TEST_DEED";

#[test]
fn a_scan_touches_no_face_and_no_offset_of_a_morph() {
    if let Ok(deed) = std::env::var(DEED) {
        let (bytes, ranges) = file();
        let mut map = MmapMut::map_anon(bytes.len()).expect("memory");
        map.copy_from_slice(&bytes);
        for range in ranges.iter().map(pages) {
            assert!(range.len() >= 38 * PAGE);
            // SAFETY: whole pages of our own map, which nobody reads but to be killed for it.
            unsafe { mprotect(map[range.clone()].as_mut_ptr().cast(), range.len(), MprotectFlags::empty()) }
                .expect("pages can be protected");
        }
        let (_, work) = DEEDS.iter().find(|(name, _)| *name == deed).expect("one of ours");
        work(&map);
        return;
    }
    for (name, work) in &DEEDS {
        work(&file().0); // where the pages can be read all of them are fine
        let run = Command::new(std::env::current_exe().expect("this test"))
            .args(["a_scan_touches", "--nocapture"])
            .env(DEED, name)
            .output()
            .expect("this test can be run again");
        let killed = run.status.signal() == Some(SIGSEGV);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.status.success(), killed), (*name == "scan", *name != "scan"), "{name}: {said}");
    }
}
