//! Two readers that have nothing to do with this crate, and what they find in the same models: `babylon-mmd` 1.3.0
//! (its `PmxReader`) and `mmd-parser` 1.0.4, both from the npm registry.
//!
//! [`models`] makes the models, the same ones on every machine. `read.mjs` has read them with both readers and written a
//! text of each section of each, a line for every value: floats by their bits, indices as numbers, texts as they decode.
//! `golden.txt` holds the hashes of those texts. [`told`] writes the same text of what our views tell, and the hashes
//! must be equal, section by section; so no test needs node. What the readers get wrong, and why we say so, is the table
//! in [`departures`]: each entry must be seen at work, and nothing else may differ.
//!
//! Where a section differs, the test leaves the model and our text of it in a folder, and says how to see the reader's.
//!
//! To have the models read again, in this folder, with node 20.6 or newer:
//!
//! ```sh
//! MMDMAP_READERS=/somewhere/models cargo test --test readers -- --ignored
//! npm ci && node read.mjs /somewhere/models > golden.txt
//! ```
//!
//! Not compared: floats that are not a number, as JavaScript may change their bits, and texts that are not valid in their
//! encoding.
#[path = "../common/mod.rs"]
mod common;

mod departures;
mod golden;
mod models;
mod told;

use common::build::{Shape, Value};
use common::{model, verdict};
use departures::{ANY, BABYLON, DEPARTURES, Departure, How, PARSER};
use golden::{Found, Golden, hash};
use mmdmap::Mode;
use mmdmap::pmx::{Pmx, Version};
use models::Model;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use told::SECTIONS;

/// What a reader is bound to make of a model.
struct Bound {
    /// The text of each section that it reads before it loses its way, if it does.
    texts: Vec<String>,
    /// Why it goes no further.
    end: Option<&'static How>,
    /// The departures that show, by number.
    shown: BTreeSet<usize>,
}

fn bound(model: Pmx<'_>, reader: &str) -> Bound {
    let departures = || DEPARTURES.iter().enumerate().filter(|(_, departure)| departure.reader == reader);
    let ends = departures().filter(|(_, departure)| match departure.how {
        How::Shows(_) => false,
        How::Loses(when) | How::Refuses(when, _) => when(model),
    });
    let place = |section| SECTIONS.iter().position(|&name| name == section).expect("a section");
    let end = ends.min_by_key(|(_, departure)| place(departure.section));
    let mut shown = BTreeSet::from_iter(end.map(|(number, _)| number));
    let sections = &SECTIONS[..end.map_or(SECTIONS.len(), |(_, departure)| place(departure.section))];
    let texts = sections.iter().map(|section| {
        let mut records = told::records(model, section);
        for (number, departure) in departures().filter(|(_, departure)| [ANY, section].contains(&departure.section)) {
            let How::Shows(shows) = departure.how else { continue };
            let right = records.clone();
            records.iter_mut().for_each(|record| shows(record, model));
            if records != right {
                shown.insert(number);
            }
        }
        told::text(section, &records)
    });
    Bound { texts: texts.collect(), end: end.map(|(_, departure)| &departure.how), shown }
}

/// The sections compared, and how to look into those that differ.
#[derive(Default)]
struct Compared {
    sections: usize,
    faults: String,
}

impl Compared {
    /// What a reader has found in a model beside what it is bound to.
    fn add(&mut self, model: &Model, view: Pmx<'_>, reader: &str, bound: &Bound, found: &Found) {
        let name = &model.name;
        let hashes = match (found, bound.end) {
            (Found::Sections(hashes), None | Some(How::Loses(_))) => hashes,
            (Found::Refused(why), Some(How::Refuses(_, words))) => return assert_eq!(why, words, "{name}, {reader}"),
            (Found::Refused(_), Some(How::Loses(_))) => return,
            _ => panic!("{name}, {reader}: {found:?}"),
        };
        for ((section, text), found) in SECTIONS.iter().zip(&bound.texts).zip(hashes) {
            match found {
                Some(found) if *found == hash(text) => self.sections += 1,
                Some(_) => self.faults += &leave(model, reader, section, text),
                // A reader that knows no soft bodies, and a model that has none.
                None => assert_eq!((*section, &**text), ("soft-bodies", "records 0\n"), "{name}, {reader}"),
            }
        }
        let mut lost = SECTIONS.iter().zip(hashes).skip(bound.texts.len());
        let right = |section: &str| hash(told::text(section, &told::records(view, section)));
        assert!(
            bound.end.is_none() || lost.any(|(section, found)| found.as_ref() != Some(&right(section))),
            "{name}: {reader} has not lost its way"
        );
    }
}

/// Leaves what is needed to look into a difference, and says where.
fn leave(model: &Model, reader: &str, section: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers");
    let file = folder.join(format!("{}.pmx", model.name));
    let ours = folder.join(format!("{}.{section}.{reader}", model.name));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&file, &model.bytes).expect("a file");
    std::fs::write(&ours, text).expect("a file");
    format!("diff <(node read.mjs --text {} {reader} {section}) {}\n", file.display(), ours.display())
}

#[test]
fn every_field_of_every_model_is_what_the_other_readers_find() {
    let golden = Golden::read();
    let models = models::all();
    assert_eq!(golden.files.len(), models.len());
    let mut compared = [Compared::default(), Compared::default()];
    let mut showing = [0; DEPARTURES.len()];
    for model in &models {
        assert_eq!(golden.files[&model.name], hash(&model.bytes), "{}: not the model that was read", model.name);
        let index = verdict::scan(&model.bytes, model.mode).unwrap_or_else(|e| panic!("{}: {e}", model.name));
        let view = index.view(&model.bytes);
        for (reader, compared) in [BABYLON, PARSER].into_iter().zip(&mut compared) {
            let bound = bound(view, reader);
            compared.add(model, view, reader, &bound, golden.found(&model.name, reader));
            bound.shown.iter().for_each(|&number| showing[number] += 1);
        }
    }
    for (Departure { reader, section, field, gives, says, proof, .. }, models) in DEPARTURES.iter().zip(showing) {
        println!("{reader} gives {gives}\n  {section} {field}: {says}\n  {proof}\n  models that show it: {models}");
        assert!(models > 0, "no model shows it");
    }
    let [babylon, parser] = compared;
    println!("{} models; sections equal: {BABYLON} {}, {PARSER} {}", models.len(), babylon.sections, parser.sections);
    assert!(babylon.faults.is_empty() && parser.faults.is_empty(), "\n{}{}", babylon.faults, parser.faults);
    assert!(babylon.sections >= 200 * SECTIONS.len() && parser.sections >= 60 * (SECTIONS.len() - 1));
}

#[test]
fn the_models_show_every_pair_of_settings_and_each_every_kind() {
    // Version, encoding, additional UVs, six widths: so many values each.
    const CHOICES: [usize; 9] = [2, 2, 5, 3, 3, 3, 3, 3, 3];
    let mut pairs = HashSet::new();
    for shape in (0..models::SHAPES).map(models::shape) {
        let [a, b, c, d, e, f] = shape.widths;
        let settings = [u8::from(shape.version == 2.1), shape.encoding, shape.extra_uvs, a, b, c, d, e, f];
        for one in 0..settings.len() {
            pairs.extend((0..one).map(|other| (other, settings[other], one, settings[one])));
        }
    }
    let all = (0..CHOICES.len()).map(|one| CHOICES[..one].iter().sum::<usize>() * CHOICES[one]).sum::<usize>();
    assert_eq!(pairs.len(), all);

    for model in models::all().iter().filter(|model| model.name.starts_with("all-")) {
        let index = verdict::scan(&model.bytes, model.mode).unwrap();
        let view = index.view(&model.bytes);
        let kinds = |section: &str, field: &str| {
            let values = told::records(view, section).into_iter().flatten();
            let kinds = values.filter(|(name, value)| name == field && matches!(value, Value::Kind(_)));
            kinds.map(|(_, value)| format!("{value:?}")).collect::<HashSet<_>>().len()
        };
        assert_eq!((kinds("vertices", "deform"), kinds("morphs", "offsets")), (5, 11), "{}", model.name);
        assert_eq!(view.soft_bodies().is_empty(), view.header().version == Version::V2_0, "{}", model.name);
    }
}

/// The comparison can fail: nothing in a model can be another number or text without a change in the text of its section,
/// except where a reader gives less than the file has.
#[test]
fn no_other_value_goes_unseen() {
    let file = model::build(Shape::USUAL, 10);
    let texts = |bytes: &[u8]| bound(verdict::scan(bytes, Mode::Strict).unwrap().view(bytes), BABYLON).texts;
    let before = texts(&file.bytes);
    let mut values = 0;
    for put in &file.puts {
        let other = match &put.value {
            Value::Int(_) | Value::Float(_) => 0x40,
            Value::Text(text) if !text.is_empty() => 0x01, // still a letter
            _ => continue,
        };
        let is_count = put.record.is_none() && put.section != "info";
        let is_less = ["near", "local", "special"].iter().any(|field| put.path.ends_with(field));
        if is_count || is_less && other == 0x40 || put.section == "bones" && put.path.ends_with(".flags") {
            continue;
        }
        let mut bytes = file.bytes.clone();
        bytes[put.range.end - 1] ^= other;
        let after = texts(&bytes);
        let changed: Vec<&str> = (0..12).filter(|&i| before[i] != after[i]).map(|i| SECTIONS[i]).collect();
        assert_eq!(changed, [put.section], "{}", put.path);
        values += 1;
    }
    println!("{values} values");
    assert!(values > 1000, "{values}");
}

/// Writes the models to the folder that `MMDMAP_READERS` names, for `read.mjs`.
#[test]
#[ignore = "writes files"]
fn write_the_models() {
    let folder = PathBuf::from(std::env::var_os("MMDMAP_READERS").expect("MMDMAP_READERS names a folder"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for model in models::all() {
        std::fs::write(folder.join(format!("{}.pmx", model.name)), &model.bytes).expect("a file");
    }
}
