//! What an honest caller does with a model, and what must hold of it. Run by `cargo test` on the seeds and by the fuzz
//! targets on everything else.
#![allow(dead_code)] // each user runs a part of it
use mmdmap::pmx::gpu::SkinVertex;
use mmdmap::pmx::{CANONICAL, Pmx, PmxIndex};
use mmdmap::vpd::{Bone, Pose};
use mmdmap::{BoneIndex, Error, Field, Mode, Named, Records, RepairCode, ScanOptions, Text, Visit, Visitor};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::Component;

fn scan(bytes: &[u8], mode: Mode) -> Result<PmxIndex, Error> {
    PmxIndex::scan_with(bytes, &ScanOptions::new().mode(mode))
}

/// Strict, lenient and salvage; what opens is walked to the leaves, what does not says where.
pub fn every_mode(bytes: &[u8]) {
    scanned(bytes, [Mode::Strict, Mode::Lenient, Mode::Salvage].map(|mode| scan(bytes, mode)));
}

/// The same, of what the three modes made of the bytes.
pub fn scanned(bytes: &[u8], [strict, lenient, salvage]: [Result<PmxIndex, Error>; 3]) {
    let mut last = None;
    for error in [&strict, &lenient, &salvage].into_iter().filter_map(|result| result.as_ref().err()) {
        if last.replace(error) == Some(error) {
            continue; // most are the same in every mode
        }
        assert!(error.offset() <= bytes.len() as u64, "{error} lies outside");
        assert!(!error.to_string().is_empty() && !error.place().section().is_empty());
    }
    // The index of salvage is that of the stricter modes, where they have one: see below.
    if let Ok(index) = &salvage {
        check(index.view(bytes));
        touch_changed(index, bytes);
    }
    // Each mode opens what the one before it does, to the same effect.
    if let Ok(strict) = &strict {
        assert!(strict.repairs().is_empty());
        let lenient = lenient.as_ref().expect("lenient opens what strict does");
        assert!(lenient.repairs().is_empty());
        assert_eq!(lenient.sections(), strict.sections());
    }
    match (&lenient, &salvage) {
        (Ok(lenient), Ok(salvage)) => {
            assert!(lenient.repairs().iter().eq(salvage.repairs()));
            assert_eq!(lenient.sections(), salvage.sections());
            assert!(noted(lenient, bytes) == noted(salvage, bytes), "salvage notes otherwise than lenient");
        }
        (Err(error), Ok(salvage)) => {
            assert!(error.is_cut(), "{error}: salvage opened what was not cut");
            assert_eq!(salvage.repairs().count(RepairCode::Cut), 1);
        }
        // What seems cut may turn out to be worse.
        (Err(error), Err(worse)) if error.is_cut() => assert!(!worse.is_cut(), "{error}; {worse}"),
        (Err(error), Err(same)) => assert_eq!(error, same),
        (Ok(_), Err(error)) => panic!("{error}: salvage refuses what lenient opens"),
    }
}

/// What opens goes back byte for byte, and the index answers the same over a copy at an odd address.
pub fn round_trip(bytes: &[u8]) {
    let Ok(index) = scan(bytes, Mode::Salvage) else { return };
    let mut moved = vec![0; 1 + bytes.len()];
    moved[1..].copy_from_slice(bytes);
    let moved = &moved[1..];
    let again = scan(moved, Mode::Salvage).expect("opens at any address");
    assert_eq!(again.sections(), index.sections());
    goes_back(&index, bytes);
    let here = dumped(&index, bytes);
    assert!(here == dumped(&again, moved), "dumps differ at another address");
    // Miri takes a minute for one, and for what is the same again.
    if cfg!(miri) {
        return;
    }
    assert!(here == dumped(&index, moved), "dumps differ over a copy");
    // What lenient opens salvage opens to the same effect: all that was dumped of the one is all that there is of the other.
    let Ok(lenient) = scan(bytes, Mode::Lenient) else { return };
    let again = scan(moved, Mode::Lenient).expect("opens at any address");
    assert_eq!([again.sections(), lenient.sections()], [index.sections(), index.sections()]);
    goes_back(&lenient, bytes);
    assert!(here == dumped(&lenient, bytes), "lenient and salvage differ");
}

fn goes_back(index: &PmxIndex, bytes: &[u8]) {
    let mut written = Vec::new();
    index.view(bytes).write_to(&mut written).expect("what was read can be written");
    assert!(written == bytes, "written back otherwise than read");
}

/// All that an index notes, byte for byte; of one that is not saved, since records had to be repaired, what it shows.
fn noted(index: &PmxIndex, bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    match index.view(bytes).save_index(None, &mut all) {
        Ok(()) => all,
        Err(_) => dumped(index, bytes),
    }
}

/// Every canonical dump, each behind its name.
fn dumped(index: &PmxIndex, bytes: &[u8]) -> Vec<u8> {
    let (model, mut all) = (index.view(bytes), Vec::with_capacity(4 * bytes.len()));
    for dump in CANONICAL {
        all.extend_from_slice(dump.as_bytes());
        model.canonical_dump(dump, &mut |bytes| all.extend_from_slice(bytes));
    }
    all
}

/// Everything there is, with everything that must hold.
pub fn check(model: Pmx) {
    let bytes = model.bytes();
    let mut end = 0;
    for section in model.index().sections() {
        assert_eq!(section.range.start, end, "{} does not follow the section before it", section.name);
        end = section.range.end;
        let mut seen = 0;
        model.visit_section(section.name, 0..usize::MAX, &mut |_, record| {
            let mut leaves = Leaves::default();
            record.visit(&mut leaves);
            assert!(leaves.open.is_empty());
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(seen, section.len.unwrap_or(seen.min(1)), "{}: fewer records than said", section.name);
        assert!(section.len <= section.declared);
    }
    assert_eq!(end + model.trailing().len() + model.behind_cut().len(), bytes.len());
    // What the index may take: the vertices' blocks and the places of the others are smaller than what they stand for.
    let (index, repairs) = (model.index(), model.index().repairs());
    let of_sections = if index.is_saved() { 512 } else { bytes.len() * 2 };
    assert!(index.heap_bytes() <= of_sections + 256 * (1 + repairs.iter().len()).next_power_of_two());
    repairs.iter().for_each(|repair| assert!(repair.offset() <= bytes.len() as u64 && !repair.to_string().is_empty()));

    both_ways(model.vertices());
    both_ways(model.faces());
    both_ways(model.textures());
    both_ways(model.materials());
    both_ways(model.bones());
    both_ways(model.morphs());
    both_ways(model.display_frames());
    both_ways(model.rigid_bodies());
    both_ways(model.joints());
    both_ways(model.soft_bodies());

    by_name(model.materials());
    by_name(model.bones());
    by_name(model.morphs());
    by_name(model.display_frames());
    by_name(model.rigid_bodies());
    by_name(model.joints());
    by_name(model.soft_bodies());

    model.textures().iter().for_each(text);
    model.textures().iter().for_each(stays_inside);
    posed(model);
    text(model.info().name.local);
    text(model.info().comment.universal);
    vertices(model);
    faces(model);
    besides_records(model); // each was visited above
}

/// From the front, from the back, by number and by range it is the same.
fn both_ways<'a, T: Field<'a> + Debug>(records: Records<'a, T>) {
    let len = records.len();
    assert_eq!(records.iter().fold(0, |n, _| n + 1), len);
    assert_eq!(records.iter().len(), len);
    assert!(records.get(len).is_none() && records.range(len..).is_empty());
    let told = |record: Option<T>| told(&record.expect("a record below the length"));
    let last = len.saturating_sub(1);
    for i in [0, 3, 4, 16, 64].into_iter().filter(|&i| i < last).chain((len > 0).then_some(last)) {
        let record = records.get(i);
        let _ = format!("{record:?}");
        let one = told(record);
        assert_eq!(one, told(records.iter().nth(i)));
        assert_eq!(one, told(records.iter().rev().nth(len - 1 - i)));
        assert_eq!(one, told(records.range(i..).first()));
        assert_eq!(one, told(records.range(..=i).last()));
    }
    let mut ends = records.iter();
    while let (Some(_), Some(_)) = (ends.next(), ends.next_back()) {
        assert!(ends.len() < len);
    }
    assert_eq!(ends.len(), 0);
}

fn by_name<'a, T: Field<'a> + Named<'a>>(records: Records<'a, T>) {
    for (i, record) in records.iter().enumerate().take(6) {
        let name = record.name();
        text(name.local);
        text(name.universal);
        if name.local.is_valid() {
            let decoded = name.local.decode();
            assert!(records.position(&decoded).is_some_and(|first| first <= i));
            assert!(records.find(&decoded).is_some());
            assert!(records.find_all(&decoded).any(|(n, _)| n == i));
        }
    }
}

fn text(text: Text) {
    let decoded = text.decode();
    assert!(text.chars().eq(decoded.chars()) && text == Text::clone(&text));
    if text.is_valid() {
        assert!(text == *decoded && text.starts_with(&decoded) && text.contains(&decoded));
        assert_eq!(text.is_empty(), decoded.is_empty());
    } else {
        assert!(!text.is_empty());
    }
    let mut behind = String::from("x");
    text.decode_into(&mut behind);
    assert_eq!(behind.strip_prefix('x'), Some(&*decoded));
    let _ = format!("{text:?}");
}

/// By its letters a path of a texture is refused, or leads to something below the folder.
fn stays_inside(texture: Text) {
    let path = texture.path();
    match path.safe_join("folder") {
        Ok(joined) => {
            assert!(path.check().is_ok() && path.faults().next().is_none());
            let below = joined.strip_prefix("folder").expect("the folder");
            assert!(below.components().next().is_some());
            assert!(below.components().all(|step| matches!(step, Component::Normal(_))), "{joined:?}");
        }
        Err(fault) => assert_eq!((path.check(), path.faults().next()), (Err(fault), Some(fault))),
    }
}

/// A pose that names the first bones: each of them is found, or said not to be, and each bone of the model moved or not.
fn posed(model: Pmx) {
    let names: Vec<_> = model.bones().iter().take(20).map(|bone| bone.name.local.decode()).collect();
    let mut pose = Pose::new("model.osm");
    pose.bones.extend(names.iter().map(|name| Bone::new(name, [1.0; 3], [0.0; 4])));
    let posing = pose.on(model);
    let of_bones = &posing.bone_names;
    assert_eq!(posing.bones.len() + of_bones.untouched.len(), model.bones().len());
    assert_eq!(posing.bones.len() + of_bones.unmatched.len() + of_bones.overridden.len(), pose.bones.len());
    assert_eq!(posing.morph_names.untouched.len(), model.morphs().len());
    assert!(posing.bones.iter().all(|bone| model.bone(bone.index).is_some() && bone.rotation == [0.0, 0.0, 0.0, 1.0]));
}

fn vertices(model: Pmx) {
    let vertices = model.vertices();
    let mut bases = 0;
    for (i, base) in vertices.bases().enumerate() {
        bases += 1;
        assert!(std::ptr::eq(base, vertices.base(i).expect("a vertex below the length")));
    }
    assert_eq!(bases, vertices.len());
    assert_eq!(vertices.bases().fold(0, |n, _| n + 1), bases);
    for i in (0..bases).take(130) {
        let whole = vertices.get(i).expect("a vertex below the length");
        assert!(std::ptr::eq(whole.base, vertices.base(i).expect("the same")));
        let deform = vertices.deform(i).expect("the same");
        assert_eq!(told(&whole.deform), told(&deform));
        let _ = (i == 0).then(|| format!("{deform:?}"));
    }
    let bounds = vertices.bounds();
    assert!(bounds.is_none_or(|bounds| (0..3).all(|axis| bounds.min[axis] <= bounds.max[axis])));
    let mut buffer = [SkinVertex::default(); 70];
    assert_eq!(model.gpu().vertices().fill(&mut buffer), bases.min(70));
}

fn faces(model: Pmx) {
    let faces = model.faces();
    assert_eq!(faces.as_stored().len(), faces.len());
    assert_eq!(faces.bytes().len(), faces.len() * model.globals().vertex.bytes());
    assert!(faces.widened().eq(faces.iter().map(|index| index.raw() as u32)));
    assert_eq!(faces.triangles().count(), faces.len() / 3);
    let mut next = 0;
    for (_, covered) in model.material_faces() {
        assert_eq!(covered.as_stored().len(), covered.len());
        next += covered.len();
    }
    assert!(next <= faces.len());
}

/// Everything there is; nothing need hold but that it ends and does not panic.
pub fn touch(model: Pmx) {
    for section in model.index().sections() {
        let mut nothing = Nothing;
        model.visit_section(section.name, 0..usize::MAX, &mut |_, record| {
            record.visit(&mut nothing);
            ControlFlow::Continue(())
        });
    }
    besides_records(model);
}

/// What there is of it besides visiting each record.
fn besides_records(model: Pmx) {
    let _ = format!("{model:?} {:?} {:?} {:?}", model.header(), model.info(), model.globals());
    for dump in CANONICAL {
        model.canonical_dump(dump, &mut |_| {});
    }
    model.vertices().bases().for_each(drop);
    let _ = (
        model.vertices().bounds(),
        model.material_faces().map(|(_, covered)| covered.triangles().count()).sum::<usize>(),
    );
    for bone in model.bones() {
        let _ = (model.bone(bone.parent), bone.evaluation_key(0));
    }
    let bones = model.bones().len();
    for bone in [0, 1, bones / 2, bones].map(|bone| BoneIndex::new(i32::try_from(bone).expect("few bones"))) {
        assert!(model.ancestors(bone).count() <= bones);
    }
    for (i, morph) in model.morphs().iter().enumerate().take(4) {
        let _ = (morph.offsets.len(), model.morphs().find(&morph.name.local.decode()), i);
    }
    for face in model.faces().iter().take(16) {
        let _ = model.vertex(face);
    }
}

/// A mapped file may change under an index: views then show other values or fewer records, no more.
fn touch_changed(index: &PmxIndex, bytes: &[u8]) {
    touch(index.view(&bytes[..bytes.len() / 2]));
    touch(index.view(&bytes[bytes.len() / 3..]));
    let flipped: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    touch(index.view(&flipped));
}

/// A visitor that does nothing.
struct Nothing;

impl Visitor for Nothing {
    fn integer(&mut self, _: i64) {}
    fn float(&mut self, _: f32) {}
    fn text(&mut self, _: &str, _: &[u8], _: bool) {}
    fn none(&mut self) {}
    fn begin_record(&mut self) {}
    fn field(&mut self, _: &'static str) {}
    fn end_record(&mut self) {}
    fn begin_list(&mut self, _: usize) {}
    fn end_list(&mut self) {}
}

/// All that a record tells, bit for bit: what is not a number equals itself. A tenth of what its text costs.
fn told(record: &impl Visit) -> Vec<u8> {
    let mut told = Told(Vec::with_capacity(1024)); // as much as most tell
    record.visit(&mut told);
    told.0
}

struct Told(Vec<u8>);

impl Told {
    fn note(&mut self, kind: u8, bits: &[u8]) {
        self.0.push(kind);
        self.0.extend_from_slice(bits);
    }
}

impl Visitor for Told {
    fn integer(&mut self, value: i64) {
        self.note(0, &value.to_le_bytes());
    }
    fn float(&mut self, value: f32) {
        self.note(1, &value.to_bits().to_le_bytes());
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        self.note(2, &decoded.len().to_le_bytes());
        self.0.extend_from_slice(decoded.as_bytes());
        self.note(if exact { 9 } else { 10 }, &stored.len().to_le_bytes());
        self.0.extend_from_slice(stored);
    }
    fn none(&mut self) {
        self.note(3, &[]);
    }
    fn begin_record(&mut self) {
        self.note(4, &[]);
    }
    fn field(&mut self, name: &'static str) {
        self.note(5, name.as_bytes());
    }
    fn end_record(&mut self) {
        self.note(6, &[]);
    }
    fn begin_list(&mut self, len: usize) {
        self.note(7, &len.to_le_bytes());
    }
    fn end_list(&mut self) {
        self.note(8, &[]);
    }
}

/// A visitor that counts: lists hold as many items as they say, fields one value each.
#[derive(Default)]
struct Leaves {
    /// What is open: items of a list that are still to come; for a record, 1 between a field's name and its value.
    open: Vec<usize>,
}

impl Leaves {
    fn value(&mut self) {
        if let Some(expected) = self.open.last_mut() {
            *expected = expected.checked_sub(1).expect("a list holds as many items as it says, a field one value");
        }
    }
    fn end(&mut self) {
        assert_eq!(self.open.pop(), Some(0), "a list holds as many items as it says");
    }
}

impl Visitor for Leaves {
    fn integer(&mut self, _: i64) {
        self.value();
    }
    fn float(&mut self, _: f32) {
        self.value();
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        assert!(exact || !stored.is_empty() || decoded.is_empty());
        self.value();
    }
    fn none(&mut self) {
        self.value();
    }
    fn begin_record(&mut self) {
        self.value();
        self.open.push(0);
    }
    fn field(&mut self, name: &'static str) {
        assert!(!name.is_empty());
        *self.open.last_mut().expect("a field belongs to a record") += 1;
    }
    fn end_record(&mut self) {
        self.end();
    }
    fn begin_list(&mut self, len: usize) {
        self.value();
        self.open.push(len);
    }
    fn end_list(&mut self) {
        self.end();
    }
}
