//! What each mode says of a file, in the marks of the table of modes: E, C, S, W.
use super::{MODES, whole};
use mmdmap::pmx::PmxIndex;
use mmdmap::pmx::check::{CheckOptions, Code};
use mmdmap::{Error, ErrorKind, Mode, RepairCode, Repairs, Result, ScanOptions};

/// A fault: what, where (`bones[1].ik.links`), at which byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault<'p> {
    pub kind: ErrorKind,
    pub place: &'p str,
    pub offset: usize,
}

pub fn scan(bytes: &[u8], mode: Mode) -> Result<PmxIndex> {
    PmxIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Opens it, or says why not.
#[track_caller]
pub fn open(bytes: &[u8], mode: Mode) -> PmxIndex {
    let index = scan(bytes, mode).unwrap_or_else(|e| panic!("{mode:?} refuses it: {e}"));
    assert!(whole::comes_back(&index, bytes), "{mode:?}: other bytes come back");
    whole::walk(&index, bytes);
    index
}

/// Refused by this mode, for this.
#[track_caller]
pub fn refuses(bytes: &[u8], mode: Mode, fault: Fault<'_>) -> Error {
    let e = scan(bytes, mode).map(|index| index.repairs().clone()).expect_err("a fault");
    is(&e, fault);
    e
}

#[track_caller]
fn is(e: &Error, fault: Fault<'_>) {
    let Fault { kind, place, offset } = fault;
    assert_eq!((e.kind(), &*e.place().to_string(), e.offset()), (kind, place, offset as u64), "{e}");
}

/// The repairs are these, and in this order.
#[track_caller]
pub fn repaired(repairs: &Repairs, faults: &[(RepairCode, Fault<'_>)]) {
    let codes: Vec<_> = repairs.iter().map(|repair| repair.code()).collect();
    assert_eq!(codes, faults.iter().map(|(code, _)| *code).collect::<Vec<_>>(), "{repairs:#?}");
    for (repair, (_, fault)) in repairs.iter().zip(faults) {
        is(repair.error(), *fault);
        assert_eq!((repair.place(), repair.offset()), (repair.error().place(), fault.offset as u64));
    }
    for &code in RepairCode::ALL {
        assert_eq!(repairs.count(code), codes.iter().filter(|&&has| has == code).count(), "{code:?}");
    }
    assert_eq!((repairs.total(), repairs.is_empty()), (faults.len(), faults.is_empty()));
}

/// E: an error in every mode.
#[track_caller]
pub fn error(bytes: &[u8], kind: ErrorKind, place: &str, offset: usize) {
    for mode in MODES {
        assert!(!refuses(bytes, mode, Fault { kind, place, offset }).is_cut(), "{mode:?}: this is no cut");
    }
}

/// S: strict refuses it, the others open it and list one repair.
#[track_caller]
pub fn repair(bytes: &[u8], code: RepairCode, kind: ErrorKind, place: &str, offset: usize) -> PmxIndex {
    let fault = Fault { kind, place, offset };
    assert!(!refuses(bytes, Mode::Strict, fault).is_cut(), "this is no cut");
    repaired(open(bytes, Mode::Salvage).repairs(), &[(code, fault)]);
    let index = open(bytes, Mode::Lenient);
    repaired(index.repairs(), &[(code, fault)]);
    index
}

/// C: strict and lenient refuse it, salvage opens it and lists one repair.
#[track_caller]
pub fn cut(bytes: &[u8], kind: ErrorKind, place: &str, offset: usize) -> PmxIndex {
    let fault = Fault { kind, place, offset };
    cut_found_later(bytes, fault, fault)
}

/// C, where salvage goes on from a count that promises too much to the record that is cut.
#[track_caller]
pub fn cut_found_later(bytes: &[u8], fault: Fault<'_>, later: Fault<'_>) -> PmxIndex {
    assert!(refuses(bytes, Mode::Strict, fault).is_cut() && refuses(bytes, Mode::Lenient, fault).is_cut());
    let index = open(bytes, Mode::Salvage);
    repaired(index.repairs(), &[(RepairCode::Cut, later)]);
    assert!(index.view(bytes).trailing().is_empty(), "what lies behind a cut does not trail");
    index
}

/// W and OK: opens in every mode, and there is nothing to repair.
#[track_caller]
pub fn opens(bytes: &[u8]) -> PmxIndex {
    for mode in MODES {
        repaired(open(bytes, mode).repairs(), &[]);
    }
    open(bytes, Mode::Strict)
}

/// How many records a section holds, and how many it was to hold; `None` where it is not there.
pub fn held(index: &PmxIndex, section: &str) -> Option<(usize, usize)> {
    let span = index.sections().into_iter().find(|span| span.name == section).expect("a section");
    Some((span.len?, span.declared?))
}

/// What the checker says of a file that opens, all of it: code and place. Each offset lies where the record begins, or
/// the section.
#[track_caller]
pub fn findings(bytes: &[u8]) -> Vec<(Code, String)> {
    let index = open(bytes, Mode::Lenient);
    let found = index.view(bytes).check_with(&CheckOptions::new().max_per_code(usize::MAX));
    let inside = |section: &str, offset: u64| {
        let spans = index.sections();
        let span = spans.iter().find(|span| span.name == section).expect("a section of the file");
        span.range.start as u64 <= offset && offset <= span.range.end as u64
    };
    let checked = found.inspect(|one| assert!(inside(one.place().section(), one.offset()), "{one}"));
    checked.map(|one| (one.code(), one.place().to_string())).collect()
}

/// W: opens in every mode, and there is nothing to repair; the checker says of the spoilt file just this more than of
/// the whole one.
#[track_caller]
pub fn warns(whole: &[u8], spoilt: &[u8], expected: &[(Code, &str)]) -> PmxIndex {
    let index = opens(spoilt);
    let mut more = findings(spoilt);
    for known in findings(whole) {
        if let Some(at) = more.iter().position(|one| *one == known) {
            more.swap_remove(at);
        }
    }
    more.sort();
    let mut expected: Vec<_> = expected.iter().map(|&(code, place)| (code, place.to_owned())).collect();
    expected.sort();
    assert_eq!(more, expected);
    index
}
