//! Poses built line by line, and what each mode says of them.
use mmdmap::vpd::{Bone, Morph, Vpd, VpdIndex};
use mmdmap::{Error, ErrorKind, Mode, RepairCode, Repairs, ScanOptions};

pub const MODES: [Mode; 3] = [Mode::Strict, Mode::Lenient, Mode::Salvage];

pub const HEADER: &str = "Vocaloid Pose Data file\r\n\r\nmiku.osm;\t\t// 親ファイル名\r\n";
pub const CENTER: &str = "Bone0{センター\r\n  1.000000,2.000000,3.000000;\t\t\t\t// trans x,y,z\r\n  \
    0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n";
pub const ARM: &str = "Bone1{右腕\r\n  0.000000,-0.500000,0.250000;\t\t\t\t// trans x,y,z\r\n  \
    0.500000,0.500000,-0.500000,0.500000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n";
pub const SMILE: &str = "Morph0{笑い\r\n  0.750000;\t\t\t\t// weight\r\n}\r\n\r\n";

pub fn sjis(text: &str) -> Vec<u8> {
    let (bytes, _, lossy) = encoding_rs::SHIFT_JIS.encode(text);
    assert!(!lossy, "{text} is not in cp932");
    bytes.into_owned()
}

/// A file in cp932 that says so many bones and holds this.
pub fn file(bones: usize, blocks: &str) -> Vec<u8> {
    sjis(&format!("{HEADER}{bones};\t\t\t\t// 総ポーズボーン数\r\n\r\n{blocks}"))
}

/// One bone, its lines as given, in a file that says one bone.
pub fn lines(lines: &[&str]) -> Vec<u8> {
    let lines = lines.join("\r\n");
    file(1, &format!("Bone0{{頭\r\n{lines}\r\n}}\r\n"))
}

/// Two bones and a morph, as programs write them.
pub fn whole() -> Vec<u8> {
    file(2, &[CENTER, ARM, SMILE].concat())
}

pub fn scan(bytes: &[u8], mode: Mode) -> Result<VpdIndex, Error> {
    VpdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

pub fn codes(repairs: &Repairs) -> Vec<RepairCode> {
    repairs.iter().map(|repair| repair.code()).collect()
}

/// Opens in this mode, walks and goes back as it was.
#[track_caller]
pub fn open(bytes: &[u8], mode: Mode) -> VpdIndex {
    let index = scan(bytes, mode).unwrap_or_else(|e| panic!("{mode:?} refuses it: {e}"));
    let pose = index.view(bytes);
    assert_eq!(pose.bones().iter().count(), pose.bones().len(), "as many bones as there are");
    assert_eq!(pose.morphs().iter().count(), pose.morphs().len(), "as many morphs as there are");
    assert_eq!(pose.to_bytes(), bytes);
    assert_eq!(pose.edit().bones(|_, bone| bone).morphs(|_, morph| morph).to_bytes().unwrap(), bytes);
    index
}

/// OK and W: opens in every mode, and there is nothing to repair.
#[track_caller]
pub fn ok(bytes: &[u8]) -> VpdIndex {
    for mode in MODES {
        let index = open(bytes, mode);
        assert!(index.repairs().is_empty(), "{:?}", index.repairs());
    }
    open(bytes, Mode::Strict)
}

/// S: strict refuses it, the others open it and list these repairs.
#[track_caller]
pub fn repaired(bytes: &[u8], want: &[RepairCode]) -> VpdIndex {
    let strict = scan(bytes, Mode::Strict).map(|_| ()).expect_err("strict refuses what needs a repair");
    let index = open(bytes, Mode::Lenient);
    assert_eq!(codes(index.repairs()), want);
    assert_eq!(codes(open(bytes, Mode::Salvage).repairs()), want);
    assert!(!index.is_cut() && !strict.is_cut());
    // Strict stops at the first of them.
    let said: Vec<_> = index.repairs().iter().map(|repair| repair.error().clone()).collect();
    assert!(said.contains(&strict), "{strict} is none of {said:?}");
    for repair in index.repairs() {
        assert!(repair.offset() <= bytes.len() as u64);
    }
    index
}

/// E: an error in every mode, at this place: section and field, line and column.
#[track_caller]
pub fn error(bytes: &[u8], kind: ErrorKind, place: &str, at: (u64, u64)) {
    for mode in MODES {
        let e = scan(bytes, mode).map(|index| index.repairs().clone()).expect_err("a fault");
        assert_eq!((e.kind(), e.place().to_string().as_str()), (kind, place), "{mode:?}: {e}");
        assert_eq!((e.line(), e.column()), (Some(at.0), Some(at.1)), "{mode:?}: {e}");
        assert!(!e.is_cut());
        assert!(e.to_string().contains(&format!("line {}, column {}", at.0, at.1)), "{e}");
    }
}

/// C: strict and lenient refuse it as cut, salvage opens what is whole.
#[track_caller]
pub fn cut(bytes: &[u8], place: &str) -> VpdIndex {
    for mode in [Mode::Strict, Mode::Lenient] {
        let e = scan(bytes, mode).map(|_| ()).expect_err("a cut");
        assert!(e.is_cut(), "{mode:?}: {e}");
        assert_eq!(e.place().to_string(), place, "{e}");
    }
    let index = open(bytes, Mode::Salvage);
    assert_eq!(codes(index.repairs()), [RepairCode::Cut]);
    assert!(index.is_cut());
    let pose = index.view(bytes);
    assert!(pose.trailing().is_empty(), "what lies behind a cut does not trail");
    index
}

pub fn bones(pose: Vpd<'_>) -> Vec<Bone<'_>> {
    pose.bones().iter().collect()
}
pub fn names(pose: Vpd<'_>) -> Vec<String> {
    pose.bones().iter().map(|bone| bone.name.to_string()).collect()
}
pub fn morphs(pose: Vpd<'_>) -> Vec<Morph<'_>> {
    pose.morphs().iter().collect()
}

/// The bones of a file that is as [`whole`] but for what does not matter.
#[track_caller]
pub fn is_whole(index: &VpdIndex, bytes: &[u8]) {
    let pose = index.view(bytes);
    assert_eq!(pose.model_name(), "miku.osm");
    assert_eq!(names(pose), ["センター", "右腕"]);
    let [center, arm] = bones(pose)[..] else { panic!("two bones") };
    assert_eq!((center.label, center.translation, center.rotation), (Some(0), [1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!((arm.label, arm.translation, arm.rotation), (Some(1), [0.0, -0.5, 0.25], [0.5, 0.5, -0.5, 0.5]));
    let [smile] = morphs(pose)[..] else { panic!("one morph") };
    assert_eq!((smile.label, smile.weight), (Some(0), 0.75));
    assert_eq!(smile.name, "笑い");
}
