//! Opened as every file is: mapped, read, or from memory.
use super::text::*;
use mmdmap::vpd::{CANONICAL, SECTIONS, VpdIndex};
use mmdmap::{Backing, ErrorKind, Mode, ScanOptions, Visit, Visitor, VpdFile};
use std::ops::ControlFlow;

#[test]
fn a_pose_opens_from_a_file_and_from_memory_alike() {
    let path = std::env::temp_dir().join(format!("mmdmap-vpd-open-{}.vpd", std::process::id()));
    std::fs::write(&path, whole()).unwrap();
    let read = VpdFile::open(&path).unwrap();
    is_whole(read.index(), read.bytes());
    assert_eq!((read.backing(), read.pose().bones().len()), (Backing::Read, 2));
    #[cfg(feature = "mmap")]
    {
        // SAFETY: nobody else knows this file; it is removed after the map is dropped.
        let mapped = unsafe { VpdFile::map(&path) }.unwrap();
        is_whole(mapped.index(), mapped.bytes());
        assert_eq!(mapped.backing(), Backing::Mapped);
    }
    let memory = VpdFile::from_bytes(whole()).unwrap();
    is_whole(memory.index(), memory.bytes());
    assert!(format!("{memory:?}").contains("2 x Bone"));
    let limited = VpdFile::open_with(&path, &ScanOptions::new().max_file_len(10)).unwrap_err();
    assert!(limited.to_string().contains("limit"));
    std::fs::write(&path, b"PMX ").unwrap();
    let e = VpdFile::open(&path).unwrap_err();
    assert!(matches!(e.format().unwrap().kind(), ErrorKind::NotVpd(Some(mmdmap::Format::Pmx))));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn records_are_found_by_number_from_both_ends_and_by_name() {
    let bytes = whole();
    let index = open(&bytes, Mode::Strict);
    let all = index.view(&bytes).bones();
    assert_eq!((all.len(), all.iter().len(), all.is_empty()), (2, 2, false));
    assert_eq!(all.get(1), all.last());
    assert_eq!(all.get(0), all.first());
    assert_eq!(all.get(2), None);
    assert!(all.iter().rev().eq([all.get(1).unwrap(), all.get(0).unwrap()]));
    assert_eq!((all.iter().nth(1), all.iter().nth(2)), (all.last(), None));
    assert!(bytes[all.offset(1).unwrap()..].starts_with(b"Bone1{"));
    assert_eq!(all.find("右腕"), all.get(1));
    assert_eq!(all.find("左腕"), None);
    // The same over a copy at an odd address.
    let moved = [b"x", &bytes[..]].concat();
    assert!(VpdIndex::scan(&moved[1..]).unwrap().view(&moved[1..]).bones().iter().eq(all));
}

/// Notes all it is told.
#[derive(Default)]
struct Told(String);

impl Visitor for Told {
    fn integer(&mut self, value: i64) {
        self.0 += &format!("{value} ");
    }
    fn float(&mut self, value: f32) {
        self.0 += &format!("{value:?} ");
    }
    fn text(&mut self, decoded: &str, _: &[u8], exact: bool) {
        assert!(exact);
        self.0 += &format!("{decoded:?} ");
    }
    fn none(&mut self) {
        self.0 += "none ";
    }
    fn begin_record(&mut self) {
        self.0 += "{ ";
    }
    fn field(&mut self, name: &'static str) {
        self.0 += &format!("{name}: ");
    }
    fn end_record(&mut self) {
        self.0 += "} ";
    }
    fn begin_list(&mut self, len: usize) {
        self.0 += &format!("[{len}| ");
    }
    fn end_list(&mut self) {
        self.0 += "] ";
    }
}

#[test]
fn everything_is_shown_by_name() {
    let bytes = whole();
    let index = open(&bytes, Mode::Strict);
    let pose = index.view(&bytes);
    let show = |section: &str, range| {
        let mut told = Told::default();
        pose.visit_section(section, range, &mut |i, record: &dyn Visit| {
            told.0 += &format!("{i} ");
            record.visit(&mut told);
            ControlFlow::Continue(())
        });
        told.0
    };
    assert_eq!(
        show("header", 0..9),
        "0 { flavour: \"text\" encoding: \"cp932\" model_name: \"miku.osm\" declared_bones: 2 } "
    );
    assert_eq!(
        show("bones", 1..9),
        "1 { label: 1 name: \"右腕\" translation: [3| 0.0 -0.5 0.25 ] rotation: [4| 0.5 0.5 -0.5 0.5 ] } "
    );
    assert_eq!(show("morphs", 0..usize::MAX), "0 { label: 0 name: \"笑い\" weight: 0.75 } ");
    assert_eq!(show("morphs", 1..2) + &show("header", 1..2) + &show("other", 0..9), "");
    assert!(SECTIONS.iter().all(|section| pose.visit_section(section, 0..0, &mut |_, _| ControlFlow::Break(()))));
    assert!(!pose.visit_section("other", 0..9, &mut |_, _| ControlFlow::Break(())));
    assert!(!pose.canonical_dump("blocks", &mut |_| {}));
    assert_eq!(SECTIONS.map(|section| pose.section_len(section)), [Some(1), Some(2), Some(1), Some(0)]);
    let mut seen = 0;
    pose.visit_section("bones", 0..9, &mut |_, _| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!(seen, 1);
    let mut dumped = Vec::new();
    for of in CANONICAL {
        assert!(pose.canonical_dump(of, &mut |piece| dumped.extend_from_slice(piece)));
    }
    assert_eq!(dumped.len(), 2 * (4 + 4 + 28) + 8 + 4 + (4 + 4 + 4 + 4));
}
