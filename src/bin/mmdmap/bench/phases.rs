//! What is measured, in which order.
use super::system;
use super::timing::Phase;
use crate::failure::Failure;
use crate::open;
use mmdmap::pmx::gpu::SkinVertex;
use mmdmap::pmx::{Bone, DisplayFrame, Morph, MorphOffsets, Pmx, SoftBody};
use mmdmap::{FileBytes, Many, Named, OpenError, PmxFile, Records, ScanOptions, Text};
use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;

/// All phases of one model, so many rounds of each in turn; and the length of the file.
pub fn measure(path: &Path, rounds: u16, cold: bool) -> Result<(u64, Vec<Phase>), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let bytes = open::map(path, u64::MAX).map_err(|error| Failure::new(error.to_string()))?;
    let first = PmxFile::scan(bytes, &ScanOptions::new()).map_err(|error| failed(&error))?;
    let model = first.model();
    let len = first.bytes().len() as u64;

    let mut read = Phase::new("read the whole file", len, 0).beside();
    let mut copy = Phase::new("copy the whole file in memory", len, 0).beside();
    let mut map = Phase::new("map", len, 0);
    let mut scan = Phase::new("scan", len, records(model));
    let mut reopen = Reopen::new(&first);
    let mut sections = Sections::new(model);
    let mut text = Phase::new("decode all names and paths", 0, texts(model).0);
    let vertices = model.vertices().len();
    let size = size_of::<SkinVertex>() as u64;
    let mut skin = Phase::new("vertices to a buffer", size.saturating_mul(vertices as u64), vertices as u64);
    let mut skin_copy = Phase::new("copy as many bytes as those vertices", skin.bytes, 0).beside();
    let corners = model.faces().len();
    let mut indices = Phase::new("indices to a buffer", 4u64.saturating_mul(corners as u64), corners as u64);
    let mut indices_copy = Phase::new("copy as many bytes as those indices", indices.bytes, 0).beside();

    // Buffers that were used before: those of an engine are, too.
    let mut vertex_buffer = vec![SkinVertex::default(); vertices];
    let mut vertex_source = vertex_buffer.clone();
    let mut index_buffer = vec![0u32; corners];
    let mut index_source = index_buffer.clone();
    model.gpu().vertices().fill(&mut vertex_source);
    model.gpu().indices().fill(&mut index_source);
    let whole = first.bytes().to_vec();
    let mut copied = whole.clone();
    drop(first);

    for _ in 0..rounds {
        let forget = || match cold {
            true => File::open(path).and_then(|file| system::forget(&file)).map_err(|error| failed(&error)),
            false => Ok(()),
        };
        forget()?;
        read.round(|| fs::read(path)).map_err(|error| failed(&error))?;
        copy.round(|| copied.copy_from_slice(black_box(&whole)));
        if let Some(reopen) = &mut reopen {
            forget()?;
            reopen.round(path)?;
        }
        forget()?;
        let bytes = map.round(|| open::map(path, u64::MAX)).map_err(|error| Failure::new(error.to_string()))?;
        let file = scan.round(|| PmxFile::scan(bytes, &ScanOptions::new())).map_err(|error| failed(&error))?;
        let model = file.model();
        sections.round(model);
        text.round(|| texts(model));
        skin.round(|| model.gpu().vertices().fill(&mut vertex_buffer));
        skin_copy.round(|| vertex_buffer.copy_from_slice(black_box(&vertex_source)));
        indices.round(|| model.gpu().indices().fill(&mut index_buffer));
        indices_copy.round(|| index_buffer.copy_from_slice(black_box(&index_source)));
    }
    let mut phases = vec![read, copy, map, scan];
    phases.extend(reopen.map(|reopen| reopen.phase));
    phases.extend(sections.0);
    phases.extend([text, skin, skin_copy, indices, indices_copy]);
    Ok((len, phases))
}

/// Opening the model by its saved index, which is held in memory: instead of mapping and scanning it.
struct Reopen {
    phase: Phase,
    saved: Vec<u8>,
}

impl Reopen {
    /// `None` where no index can be saved, since the model was repaired.
    fn new(file: &PmxFile) -> Option<Self> {
        let mut saved = Vec::new();
        file.model().save_index(file.modified(), &mut saved).ok()?;
        Some(Reopen { phase: Phase::new("map, and open by a saved index", 0, 0).beside(), saved })
    }
    fn round(&mut self, path: &Path) -> Result<(), Failure> {
        let saved = FileBytes::from(self.saved.clone());
        let open = || Ok(PmxFile::with_index(open::map(path, u64::MAX)?, saved, &ScanOptions::new()));
        let file = self.phase.round(open).map_err(|error: OpenError| Failure::new(error.to_string()))?;
        match file.is_ok_and(|file| file.index().is_saved()) {
            true => Ok(()),
            false => Err(Failure::new(format!("{}: changed while it was measured", path.display()))),
        }
    }
}

fn records(model: Pmx<'_>) -> u64 {
    model.index().sections().iter().filter_map(|section| section.len).fold(0, |all, n| all.saturating_add(n as u64))
}

/// Every record of each section, decoded one after the other.
struct Sections(Vec<Phase>);

macro_rules! sections {
    ($($section:ident $(with $walk:path)?),* $(,)?) => {
        impl Sections {
            fn new(model: Pmx<'_>) -> Self {
                let spans = model.index().sections();
                let mut phases = Vec::new();
                $({
                    let name = stringify!($section).replace('_', "-");
                    let span = spans.iter().find(|span| span.name == name);
                    let bytes = span.map_or(0, |span| span.range.len() as u64);
                    phases.push(Phase::new(format!("decode {name}"), bytes, model.$section().len() as u64));
                })*
                Sections(phases)
            }
            fn round(&mut self, model: Pmx<'_>) {
                let mut phases = self.0.iter_mut();
                $( if let Some(phase) = phases.next() {
                    phase.round(|| model.$section().iter().for_each(|record| {
                        black_box(&record);
                        $( $walk(&record); )?
                    }));
                } )*
            }
        }
    };
}
sections! {
    vertices, faces, textures, materials, bones with links, morphs with offsets, display_frames with items,
    rigid_bodies, joints, soft_bodies with ties,
}

// The lists inside records are decoded, too.
fn each<'a, T: mmdmap::Field<'a> + Copy>(list: Many<'a, T>) {
    list.iter().for_each(|item| {
        black_box(item);
    });
}
fn links(bone: &Bone<'_>) {
    if let Some(ik) = bone.ik {
        each(ik.links);
    }
}
fn offsets(morph: &Morph<'_>) {
    match morph.offsets {
        MorphOffsets::Group(all) | MorphOffsets::Flip(all) => each(all),
        MorphOffsets::Vertex(all) => each(all),
        MorphOffsets::Bone(all) => each(all),
        MorphOffsets::Uv(all)
        | MorphOffsets::ExtraUv1(all)
        | MorphOffsets::ExtraUv2(all)
        | MorphOffsets::ExtraUv3(all)
        | MorphOffsets::ExtraUv4(all) => each(all),
        MorphOffsets::Material(all) => each(all),
        MorphOffsets::Impulse(all) => each(all),
    }
}
fn items(frame: &DisplayFrame<'_>) {
    each(frame.items);
}
fn ties(body: &SoftBody<'_>) {
    each(body.anchors);
    each(body.pins);
}

/// How many texts there are, and how many characters in them, each decoded.
fn texts(model: Pmx<'_>) -> (u64, u64) {
    let mut sum = (0u64, 0u64);
    let mut add = |text: Text<'_>| {
        sum = (sum.0.saturating_add(1), sum.1.saturating_add(text.chars().count() as u64));
    };
    fn names<'a, T: mmdmap::Field<'a> + Named<'a>>(all: Records<'a, T>, add: &mut impl FnMut(Text<'a>)) {
        for one in all {
            add(one.name().local);
            add(one.name().universal);
        }
    }
    model.textures().iter().for_each(&mut add);
    names(model.materials(), &mut add);
    names(model.bones(), &mut add);
    names(model.morphs(), &mut add);
    names(model.display_frames(), &mut add);
    names(model.rigid_bodies(), &mut add);
    names(model.joints(), &mut add);
    names(model.soft_bodies(), &mut add);
    sum
}
