//! The library and the plain [`reference`](super::reference) say the same of every pose, in every mode: what it holds, to
//! the bit; what is wrong with it, and where; what was let pass; and where each number stands, to be changed.
use super::folders::{cases, corpus, read, sorted};
use super::generate;
use super::kept::kept;
use super::reference::{self, Block, Fault, Pose};
use super::text::*;
use mmdmap::vpd::{self, Bone, Flavour, Morph, PoseName, VpdIndex};
use mmdmap::{Encoding, Error, LossCode, Mode, RepairCode, ScanOptions};
use std::collections::BTreeMap;

fn fault(e: &Error) -> Fault {
    let kind = format!("{:?}", e.kind());
    // What else a file is that is no pose is the matter of other tests.
    let kind = if kind.starts_with("NotVpd") { "NotVpd".into() } else { kind };
    let line_and_column = e.line().zip(e.column());
    Fault { kind, at: usize::try_from(e.offset()).unwrap(), line_and_column, cut: e.is_cut() }
}

fn found(bytes: &[u8], mode: Mode, told: Option<Encoding>) -> Result<(Pose, Vec<usize>), Fault> {
    let options = ScanOptions::from(mode);
    let options = told.map_or(options, |encoding| options.encoding(encoding));
    let index = VpdIndex::scan_with(bytes, &options).map_err(|e| fault(&e))?;
    let pose = index.view(bytes);
    let block = |label, name: PoseName<'_>, numbers: &[f32]| {
        let [name, trimmed] = [name.raw(), name.trimmed()].map(|text| text.bytes().to_vec());
        Block { label, name, trimmed, bits: numbers.iter().map(|number| number.to_bits()).collect() }
    };
    let bones = pose
        .bones()
        .iter()
        .map(|Bone { label, name, translation, rotation }| block(label, name, &[&translation[..], &rotation].concat()));
    let morphs = pose.morphs().iter().map(|Morph { label, name, weight }| block(label, name, &[weight]));
    let (other, _) = reference::OTHER;
    let mut edit = pose.edit();
    edit.bones(|_, bone| Bone { translation: [other; 3], rotation: [other; 4], ..bone });
    edit.morphs(|_, morph| Morph { weight: other, ..morph });
    let found = Pose {
        bones: bones.collect(),
        morphs: morphs.collect(),
        unknown: pose.unknown_blocks().map(|block| block.bytes().to_vec()).collect(),
        model: pose.model_name().bytes().to_vec(),
        declared: pose.declared_bones(),
        has_comments: pose.unwritten_losses().count(LossCode::Comments) > 0,
        repairs: index.repairs().iter().map(|repair| fault(repair.error())).collect(),
        cut: index.is_cut(),
        behind: [pose.trailing(), pose.behind_cut()].concat(),
        changed: edit.to_bytes().expect("numbers fit"),
    };
    let codes: Vec<_> = index.repairs().iter().map(|repair| format!("{:?}", repair.code())).collect();
    assert_eq!(codes, found.repairs.iter().map(code).collect::<Vec<_>>());
    assert_eq!((pose.bones().len(), pose.morphs().len()), (found.bones.len(), found.morphs.len()));
    Ok((found, RepairCode::ALL.iter().map(|&code| index.repairs().count(code)).collect()))
}

/// What was let pass is called as what was wrong, but for a cut.
fn code(repair: &Fault) -> String {
    let kind = if repair.cut { "Cut" } else { &repair.kind };
    kind.split([' ', '(']).next().unwrap().to_owned()
}

/// How many poses of each kind were met, of which mode says what, and that have what.
#[derive(Default)]
struct Met(BTreeMap<String, usize>);

impl Met {
    #[track_caller]
    fn agree(&mut self, bytes: &[u8]) {
        self.agree_if_told(bytes, None);
    }
    #[track_caller]
    fn agree_if_told(&mut self, bytes: &[u8], told: Option<Encoding>) {
        self.one("poses");
        for mode in MODES {
            let want = reference::read(bytes, mode, told).map(|mut pose| {
                let (kept, counts) = kept(std::mem::take(&mut pose.repairs), code);
                let counts = RepairCode::ALL.iter().map(|code| counts.get(&format!("{code:?}")).copied().unwrap_or(0));
                let counts: Vec<_> = counts.collect();
                pose.repairs = kept;
                (pose, counts)
            });
            let found = found(bytes, mode, told);
            assert!(found == want, "{mode:?}, {told:?}: {found:#?}, not {want:#?}: {}", bytes.escape_ascii());
            if let Ok((pose, _)) = &found {
                let has = [pose.bones.is_empty(), pose.morphs.is_empty(), pose.unknown.is_empty(), !pose.has_comments];
                for (what, lacks) in ["bones", "morphs", "unknown blocks", "comments of its own"].into_iter().zip(has) {
                    self.one(&format!("{}{what}", if lacks { "no " } else { "" }));
                }
            }
            match found {
                Ok((pose, _)) if pose.repairs.is_empty() => self.one(&format!("{mode:?}: opened")),
                Ok((pose, _)) => {
                    pose.repairs.iter().for_each(|repair| self.one(&format!("repaired: {}", code(repair))))
                }
                Err(fault) => {
                    let cut = if fault.cut { "cut, " } else { "" };
                    let kind = match fault.kind.starts_with("BadNumber") {
                        true => &fault.kind,
                        false => fault.kind.split([' ', '(']).next().unwrap(),
                    };
                    self.one(&format!("{mode:?}: {cut}{kind}"));
                }
            }
        }
    }
    fn one(&mut self, what: &str) {
        match self.0.get_mut(what) {
            Some(count) => *count += 1,
            None => drop(self.0.insert(what.to_owned(), 1)),
        }
    }
    fn of(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }
    #[track_caller]
    fn assert_met(&self, at_least: usize, all: &[&str]) {
        println!("{:#?}", self.0);
        let rare: Vec<_> = all.iter().filter(|what| self.of(what) < at_least).collect();
        assert!(rare.is_empty(), "less than {at_least} of {rare:?}");
    }
}

/// All that the text of a pose can have, by what strict or salvage say.
const VERDICTS: [&str; 53] = [
    "bones",
    "no bones",
    "morphs",
    "no morphs",
    "unknown blocks",
    "no unknown blocks",
    "comments of its own",
    "no comments of its own",
    "Strict: opened",
    "Lenient: opened",
    "Salvage: opened",
    "repaired: BytesBeforeMagic",
    "repaired: MissingCount",
    "repaired: CountMismatch",
    "repaired: LoneCr",
    "repaired: MissingSemicolon",
    "repaired: MissingBrace",
    "repaired: BlockCase",
    "repaired: UnknownBlock",
    "repaired: StrayLine",
    "repaired: StrayBrace",
    "repaired: TextAfter",
    "repaired: Cut",
    "Strict: BytesBeforeMagic",
    "Strict: MissingCount",
    "Strict: CountMismatch",
    "Strict: LoneCr",
    "Strict: MissingSemicolon",
    "Strict: MissingBrace",
    "Strict: BlockCase",
    "Strict: UnknownBlock",
    "Strict: StrayLine",
    "Strict: StrayBrace",
    "Strict: TextAfter",
    "Strict: cut, EndsInBlock",
    "Strict: cut, StrayLine",
    "Lenient: cut, EndsInBlock",
    "Lenient: cut, StrayLine",
    "Salvage: MagicCase",
    "Salvage: MagicPadding",
    "Salvage: EndsInHeader",
    "Salvage: MissingModel",
    "Salvage: BadCount",
    "Salvage: NegativeCount",
    "Salvage: OneLineBlock",
    "Salvage: NumberCount",
    "Salvage: DecimalComma",
    "Salvage: BadNumber(Missing)",
    "Salvage: BadNumber(NotFinite)",
    "Salvage: BadNumber(Hex)",
    "Salvage: BadNumber(FullWidth)",
    "Salvage: BadNumber(OutOfRange)",
    "Salvage: BadNumber(Malformed)",
];

/// So many; and ten times as many where `MMDMAP_THOROUGH` is set.
fn many(n: u64) -> u64 {
    if std::env::var_os("MMDMAP_THOROUGH").is_some() { 10 * n } else { n }
}

#[test]
fn generated_poses_are_read_alike() {
    let mut met = Met::default();
    for seed in 0..many(12_000) {
        met.agree(&generate::text(seed));
        met.agree_if_told(&generate::text(seed), Some([Encoding::Cp932, Encoding::Utf8][seed as usize % 2]));
        met.agree(&generate::changed(generate::text(seed), seed));
    }
    met.assert_met(20, &VERDICTS);
}

#[test]
fn generated_hybrid_poses_are_read_alike() {
    let mut met = Met::default();
    for seed in 0..many(6_000) {
        met.agree(&generate::hybrid(seed));
        met.agree(&generate::changed(generate::hybrid(seed), seed));
    }
    let verdicts = [
        "Strict: opened",
        "repaired: BytesBeforeMagic",
        "repaired: TrailingBytes",
        "repaired: TextAfter",
        "repaired: MissingSemicolon",
        "repaired: LoneCr",
        "repaired: Cut",
        "Lenient: cut, EndsInBlock",
        "Lenient: cut, CountTooLarge",
        "Salvage: CountTooLarge",
        "Salvage: Truncated",
        "Salvage: MagicPadding",
        "Salvage: NumberCount",
        "Salvage: DecimalComma",
        "Salvage: BadNumber(Missing)",
        "Salvage: BadNumber(NotFinite)",
        "Salvage: BadNumber(Malformed)",
    ];
    met.assert_met(20, &verdicts);
}

/// Every cut, and every byte taken out, changed and put in that could mean something.
#[test]
fn whatever_differs_by_one_byte_is_read_alike() {
    let small = "Vocaloid Pose Data file\r\n\r\nm.osm;\t// a\r\n2;\r\n\r\nBone0{頭ソ\r\n  -0.5,1e-3,0;\t// x\r\n  0,0,0.0,1;\r\n}\r\n\r\n\
        Morph1{ボ\r\n .5;\r\n}\r\nBone1{a\r\n+1,2,3;\r\n0,0,0,1;\r\n}\r\n";
    let odd = "\u{feff}Vocaloid Pose Data file\nm\n1 // n\nbone {//\n\u{3000}1 , 2,3\n// ;\r0,0,0,1 ; x\nf{\n}\nMorph{a;}\n1\n\0";
    let mut pose = vpd::Pose::new("m");
    pose.bones.push(Bone::new("頭", [0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("a", [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let hybrid = pose.to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    let mut met = Met::default();
    for whole in [sjis(small), odd.as_bytes().to_vec(), hybrid] {
        for at in 0..=whole.len() {
            let (before, behind) = whole.split_at(at);
            met.agree(before);
            let rest = behind.get(1..).unwrap_or(&[]);
            met.agree(&[before, rest].concat());
            for byte in b"\n\r;,{}/ \t+-.e09\x81\x40BMb\0\x1a" {
                met.agree(&[before, &[*byte], rest].concat());
                met.agree(&[before, &[*byte], behind].concat());
            }
        }
    }
    // No one byte makes a magic in other case, nor a number that is not finite.
    let some = VERDICTS
        .iter()
        .copied()
        .filter(|verdict| !["MagicCase", "Hex", "FullWidth", "NotFinite"].iter().any(|more| verdict.contains(more)));
    met.assert_met(1, &some.collect::<Vec<_>>());
}

/// Whoever looks at many bytes at a time has to find each mark wherever it stands among them, and at the end of the file.
#[test]
fn lines_of_every_length_are_read_alike() {
    let mut met = Met::default();
    let parts = [
        "Bone0{", "", "\r\n", "", "1", ".5", ",", "", "2,3", "", ";", "", "// x", "", "\r\n", "0,0,0,", "1", "", ";",
        "", "\r\n}", "", "\n",
    ];
    for put in [" ", "\t", "\u{3000}", "0", "/", "ソ", "ボ", "-", ";", "\n", "\r"] {
        for at in (0..parts.len()).filter(|&at| parts[at].is_empty() || parts[at].ends_with(['1', '5', 'x'])) {
            for len in 0..40 {
                let long = format!("{}{}", parts[at], put.repeat(len));
                let block = [parts[..at].concat(), long, parts[at + 1..].concat()].concat();
                let text = format!("{HEADER}1;\r\n{block}");
                met.agree(&sjis(&text));
                met.agree(text.as_bytes());
                let cut = sjis(&text);
                met.agree(&cut[..cut.len() - len.min(30)]);
            }
        }
    }
    met.assert_met(100, &["Strict: opened", "repaired: LoneCr", "repaired: Cut", "Salvage: BadNumber(Malformed)"]);
}

/// Of very many repairs only some are kept, and all are counted.
#[test]
fn hundreds_of_odd_things_are_read_alike() {
    let odd = ["}\n", "stray\r", "Foo{\r\n", "bone{a\r\n1,2,3\r\n0,0,0,1;\r\n", "Morph{b\n1; x\n}y\n", "\r\r\n"];
    let mut met = Met::default();
    for seed in 0..100 {
        let mut dice = generate::Dice::new(seed);
        let some: Vec<_> = (0..=dice.below(5)).map(|_| dice.pick(&odd)).collect();
        let blocks: String = (0..dice.below(400)).map(|_| dice.pick(&some)).collect();
        met.agree(&file(1, &[&blocks, CENTER].concat()));
    }
    met.assert_met(1000, &["repaired: LoneCr", "repaired: StrayLine", "repaired: MissingBrace", "repaired: TextAfter"]);
}

#[test]
fn what_is_no_pose_is_refused_alike() {
    let mut met = Met::default();
    for seed in 0..100 {
        let text = String::from_utf8_lossy(&generate::text(seed)).into_owned();
        for utf16 in [text.clone(), format!("\u{feff}{text}")] {
            met.agree(&utf16.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
            met.agree(&utf16.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>());
        }
    }
    // The magic begins within the first 64 bytes, or never.
    for len in 0..70 {
        for before in [" ", "\r\n", "V"] {
            met.agree(&[&before.as_bytes().repeat(len)[..len], &whole()].concat());
            met.agree(&[&before.as_bytes().repeat(len)[..len], &whole().to_ascii_lowercase()].concat());
        }
    }
    met.agree(b"");
    met.agree(b"Vocaloid Motion Data 0002");
    met.assert_met(1, &["Salvage: Utf16", "Salvage: NotVpd", "Salvage: EmptyFile", "Salvage: MagicCase"]);
}

#[test]
fn the_seeds_of_the_fuzzer_are_read_alike() {
    let mut met = Met::default();
    for (_, bytes) in super::seeds::all() {
        for told in [None, Some(Encoding::Cp932), Some(Encoding::Utf8)] {
            met.agree_if_told(&bytes, told);
        }
    }
    // What a fuzzer found once, where the package holds it.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds_vpd");
    if folder.exists() {
        sorted(&folder, "vpd").iter().for_each(|path| met.agree(&read(path)));
    }
    met.assert_met(1, &["Strict: opened", "repaired: Cut", "repaired: BytesBeforeMagic"]);
}

#[test]
fn cases_are_read_alike() {
    let Some(folder) = cases() else { return };
    let mut met = Met::default();
    sorted(&folder, "vpd").iter().for_each(|path| met.agree(&read(path)));
    met.assert_met(1, &["poses", "Strict: opened"]);
}

#[test]
fn real_poses_are_read_alike() {
    let Some(corpus) = corpus() else { return };
    let mut met = Met::default();
    corpus.files("vpd").for_each(|real| met.agree(&real.bytes));
    match met.0.is_empty() {
        true => println!("SKIPPED: there is no pose"),
        false => met.assert_met(1, &["poses", "Strict: opened"]),
    }
}
