//! How much memory the scan of a model takes, and that views take none.
use super::common::build::{Builder, File, Shape};
use super::common::layout::Layout;
use super::common::memory::{counted, free_of_charge};
use super::common::model::{self, build, model};
use super::common::verdict::scan;
use super::common::{MODES, SECTIONS, folders, random};
use mmdmap::pmx::gpu::{
    GpuMesh, NO_SLOT, PackedVertex, PositionDelta, SdefCentres, SkinVertex, Space, Streams, UvDelta, Weights,
};
use mmdmap::pmx::{Edit, Info, Morph, MorphOffsets, Panel, Parts, PmxIndex, Version, Vertex, VertexOffset, Widths};
use mmdmap::{Encoding, Globals, Index, Many, Mode, Name, ScanOptions, Text, WriteError};
use std::hint::black_box;

/// What the heap may hold of a model: 24 bytes per 64 vertices, 8 per other record, 1 per texture, 4 KiB besides. Faces
/// cost nothing.
fn bound(index: &PmxIndex) -> usize {
    let per_section = index.sections().map(|span| match (span.name, span.len.unwrap_or(0)) {
        ("vertices", n) => 24 * n.div_ceil(64),
        ("faces", _) => 0,
        ("textures", n) => n,
        (_, n) => 8 * n,
    });
    per_section.iter().sum::<usize>() + 4096
}

#[track_caller]
fn within_bounds(name: &str, bytes: &[u8], options: &ScanOptions) -> usize {
    let (index, counts) = counted(|| PmxIndex::scan_with(bytes, options));
    let index = index.unwrap_or_else(|e| panic!("{name}: {e}"));
    let bound = bound(&index);
    assert!(counts.peak as usize <= bound, "{name}: {counts:?}, {bound} allowed");
    assert!(counts.calls <= 32, "{name}: {counts:?}");
    assert_eq!(index.heap_bytes(), counts.live as usize, "{name}: what the index says of itself");
    counts.peak as usize
}

/// Vertices of these kinds and nothing else: bytes by the hundred thousand, built by hand.
fn vertices(kinds: &[u8]) -> Vec<u8> {
    let sizes = [2, 8, 24, 44, 24].map(|deform: usize| 32 + 1 + deform + 4);
    let template = model::empty(Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4, 1, 1, 2, 1, 1] });
    let at = template.at("vertices");
    let mut bytes = template.up_to(at);
    bytes.extend((kinds.len() as i32).to_le_bytes());
    for &kind in kinds {
        let start = bytes.len();
        bytes.resize(start + sizes[usize::from(kind)], 0);
        bytes[start + 32] = kind;
    }
    bytes.extend_from_slice(&template.bytes[at + 4..]);
    bytes
}

#[test]
fn the_index_of_any_pattern_of_vertices_stays_within_its_bounds() {
    const N: usize = 200_000;
    let uniform = (0..5).map(|kind| (format!("uniform {kind}"), vec![kind; N]));
    let mut patterns: Vec<(String, Vec<u8>)> = uniform.collect();
    patterns.push(("alternate".into(), (0..N).map(|i| (i % 2) as u8).collect()));
    patterns.push(("all in turn".into(), (0..N).map(|i| (i % 5) as u8).collect()));
    patterns.push(("random".into(), random(N).map(|n| (n % 5) as u8).collect()));
    patterns.push(("runs".into(), random(N / 100).flat_map(|n| vec![(n % 5) as u8; 100]).collect()));
    // Just when eight alike have been seen comes another.
    patterns.push(("spoiler".into(), (0..N).map(|i| if i % 8 == 7 { 3 } else { 0 }).collect()));
    patterns.push(("one too many for a block".into(), vec![0; 64 * 1000 + 1]));
    patterns.push(("none".into(), Vec::new()));
    for (name, kinds) in patterns {
        let bytes = vertices(&kinds);
        for mode in MODES {
            let peak = within_bounds(&name, &bytes, &mode.into());
            assert!(peak <= 24 * kinds.len().div_ceil(64) + 1024, "{name}: {peak}");
        }
        let index = scan(&bytes, Mode::Strict).expect("a whole file");
        assert_eq!(index.view(&bytes).vertices().len(), kinds.len());
        let tags = index.view(&bytes).vertices().iter().map(|vertex| vertex.deform.tag());
        assert!(tags.eq(kinds.iter().copied()), "{name}");
    }
}

/// A file of many records in one section: `put` puts one.
fn many(section: &'static str, n: usize, put: impl Fn(&mut Builder, usize)) -> File {
    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    model::info(&mut b);
    for name in &SECTIONS[..9] {
        b.section(name, if *name == section { n } else { 0 });
        if *name == section {
            (0..n).for_each(|i| put(&mut b, i));
        }
    }
    b.end()
}

#[test]
fn many_textures_without_a_letter_stay_within_a_byte_each() {
    let file = many("textures", 50_000, |b, _| {
        b.record();
        b.text("", "");
    });
    let peak = within_bounds("textures", &file.bytes, &Mode::Strict.into());
    assert!(peak <= 50_000 + 1024, "{peak}");
}

#[test]
fn many_small_records_stay_within_eight_bytes_each() {
    let frames = many("display-frames", 10_000, |b, _| {
        b.record();
        b.text("name.local", "");
        b.text("name.universal", "");
        b.u8("special", 0);
        b.list("items", 0);
    });
    let peak = within_bounds("frames", &frames.bytes, &Mode::Lenient.into());
    assert!(peak <= 8 * 10_000 + 1024, "{peak}");
}

#[test]
fn models_with_everything_stay_within_their_bounds() {
    for shape in Shape::many() {
        within_bounds("ours", &build(shape, 700).bytes, &ScanOptions::new());
    }
    let Some(corpus) = folders::corpus() else { return };
    let mut files = 0;
    for real in corpus.files("pmx") {
        if scan(&real.bytes, Mode::Strict).is_ok() {
            within_bounds(&real.name, &real.bytes, &Mode::Strict.into());
            files += 1;
        }
    }
    println!("{files} real files within their bounds");
}

#[test]
fn an_index_says_what_it_holds_repairs_included() {
    let file = build(Shape { encoding: 0, ..Shape::USUAL }, 70);
    let mut odd = file.with_at(3, b"!");
    odd[9] = 3;
    odd.extend_from_slice(b"rest");
    for bytes in [odd.clone(), file.up_to(file.end("bones") + 100)] {
        let (index, counts) = counted(|| scan(&bytes, Mode::Salvage));
        let index = index.expect("salvaged");
        assert!(!index.repairs().is_empty());
        assert_eq!(index.heap_bytes(), counts.live as usize);
    }
}

// Views.

#[test]
fn walking_and_looking_up_allocate_nothing() {
    for shape in [Shape::USUAL, Shape { encoding: 0, ..Shape::USUAL }] {
        let file = build(shape, 700);
        let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
        let model = free_of_charge(|| index.view(&file.bytes));
        let (vertices, faces) = (model.vertices(), model.faces());
        free_of_charge(|| {
            black_box(vertices.iter().map(|v| v.position()[0] + v.edge_scale).sum::<f32>());
            black_box(vertices.iter().rev().map(|v| v.uv()[0]).sum::<f32>());
            black_box(vertices.bases().map(|base| base.position.get()[1]).sum::<f32>());
            black_box((vertices.bounds(), vertices.first(), vertices.last()));
        });
        free_of_charge(|| {
            for i in 0..vertices.len() {
                black_box((vertices.get(i), vertices.base(i), vertices.deform(i), vertices.iter().nth(i)));
            }
        });
        let mut widened = vec![0; faces.len()];
        free_of_charge(|| {
            black_box((faces.iter().count(), faces.widened().sum::<u32>(), faces.triangles().count(), faces.bytes()));
            black_box(faces.as_stored().fill(&mut widened));
            black_box(model.material_faces().map(|(_, faces)| faces.len()).sum::<usize>());
        });
        free_of_charge(|| {
            for bone in model.bones() {
                black_box((
                    bone.name.local == "頭",
                    bone.name.universal.contains("en"),
                    bone.name.local.starts_with("右"),
                ));
                black_box((
                    bone.name.local.chars().count(),
                    bone.name.local.is_valid(),
                    bone.name.local == bone.name.universal,
                ));
                black_box((model.bone(bone.parent), bone.evaluation_key(3)));
                black_box(bone.ik.map_or(0, |ik| ik.links.iter().filter(|link| link.bone.get().is_some()).count()));
            }
            black_box((
                model.bones().find("右ひじ"),
                model.bones().position("none"),
                model.bones().find_all("頭").count(),
            ));
            black_box((model.morphs().find("あ"), model.materials().find(""), model.joints().position("x")));
        });
        free_of_charge(|| {
            for morph in model.morphs() {
                black_box(match morph.offsets {
                    MorphOffsets::Vertex(all) => all.iter().map(|offset| offset.translation[0]).sum(),
                    MorphOffsets::Material(all) => all.iter().map(|offset| offset.edge_size).sum(),
                    MorphOffsets::Group(all) | MorphOffsets::Flip(all) => all.get(1).map_or(0.0, |offset| offset.ratio),
                    MorphOffsets::Bone(all) => all.iter().nth(1).map_or(0.0, |offset| offset.rotation[3]),
                    MorphOffsets::Impulse(all) => all.iter().map(|offset| offset.torque[2]).sum(),
                    other => other.len() as f32,
                });
            }
            black_box(model.display_frames().iter().flat_map(|frame| frame.items).count());
            black_box(
                model
                    .soft_bodies()
                    .iter()
                    .map(|body| body.anchors.iter().count() + body.pins.iter().count())
                    .sum::<usize>(),
            );
            black_box(model.rigid_bodies().iter().map(|body| body.mass).sum::<f32>());
            black_box((model.header(), model.info(), index.sections(), model.trailing(), model.behind_cut()));
        });
        if shape.encoding == 1 {
            free_of_charge(|| {
                black_box(model.bones().iter().map(|bone| bone.name.local.decode().len()).sum::<usize>())
            });
        }
    }
}

/// A chunk on its way, whatever is written.
const CHUNK: isize = 256 * 1024;

/// By a saved index a model opens with as much memory, whatever its size: one byte per 64 KiB of the index besides.
#[test]
fn a_saved_index_stays_where_it_lies() {
    for len in [0, 1_000, 1_000_000] {
        let bytes = vertices(&vec![1; len]);
        let scanned = scan(&bytes, Mode::Strict).expect("a whole model");
        let mut saved = Vec::new();
        scanned.view(&bytes).save_index(None, &mut saved).expect("memory takes all of it");
        let saved: &'static [u8] = saved.leak();
        let (index, counts) = counted(|| PmxIndex::from_saved(saved, &bytes, None, &ScanOptions::new()));
        let index = index.expect("it is fresh");
        assert!(counts.peak <= 1024, "{len} vertices: {counts:?}");
        assert!(counts.calls <= 32, "{len} vertices: {counts:?}");
        assert_eq!(index.heap_bytes(), counts.live as usize, "{len} vertices: what the index says of itself");
        free_of_charge(|| {
            let vertices = index.view(&bytes).vertices();
            assert_eq!(vertices.bases().count(), len);
            assert!((0..len).step_by(997).all(|i| vertices.get(i).is_some()));
        });
    }
}

#[test]
fn what_leaves_for_a_gpu_allocates_nothing() {
    let file = build(Shape::USUAL, 700);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let model = index.view(&file.bytes);
    let n = model.vertices().len();
    let mut skin = vec![SkinVertex::default(); n];
    let mut packed = vec![PackedVertex::default(); n];
    let mut positions = vec![[0.0; 3]; n];
    let mut unwritten = Vec::with_capacity(n);
    let mut indices = vec![0u32; model.faces().len()];
    let mut slots = vec![NO_SLOT; n];
    let mut centres = vec![SdefCentres::default(); n];
    let mut offsets = vec![0; n.max(model.morphs().len()) + 1];
    let mut deltas = vec![PositionDelta::default(); 100];
    let mut uv_deltas = vec![UvDelta::default(); 100];
    let mut staging = vec![0; 1000];
    for gpu in [model.gpu(), model.gpu().space(Space::RIGHT_HANDED.flip_v()).weights(Weights::Normalized)] {
        free_of_charge(|| {
            black_box((gpu.vertices().fill(&mut skin), gpu.vertices().fill(&mut packed)));
            black_box(gpu.vertices::<SkinVertex>().range(3..77).iter().map(|vertex| vertex.uv[0]).sum::<f32>());
            black_box(gpu.vertices::<SkinVertex>().fill_uninit(unwritten.spare_capacity_mut()));
            gpu.vertices().fill_streams(Streams { positions: &mut positions, ..Streams::default() });
            black_box((gpu.indices().fill(&mut indices), gpu.indices::<u16>().iter().count(), gpu.draws().count()));
            black_box((gpu.sdef::<SdefCentres>().fill_slots(&mut slots), gpu.sdef().fill(&mut centres)));
            black_box((gpu.vertex_morphs().fill_offsets(&mut offsets), gpu.vertex_morphs().fill(&mut deltas)));
            black_box(gpu.vertex_morphs().fill_by_vertex(&mut offsets, &mut deltas));
            black_box((gpu.uv_morphs(1).fill(&mut uv_deltas), gpu.vertex_morphs().range(1..).iter().count()));
            black_box((gpu.survey(), gpu.index_report(), gpu.vertex_morphs().report()));
            let uploaded = gpu.upload::<SkinVertex>().run(&mut staging, |chunk| {
                black_box(chunk.bytes);
                Ok::<(), ()>(())
            });
            assert!(uploaded.is_ok());
        });
    }
    // One pass notes nothing of a vertex; but these name a bone that is not there, so the model is opened after all.
    let bytes = vertices(&random(200_000).map(|n| (n % 5) as u8).collect::<Vec<_>>());
    let mesh = GpuMesh::open(&bytes).expect("a whole file");
    let mut skin = vec![SkinVertex::default(); mesh.len()];
    let (filled, counts) = counted(|| mesh.fill(&mut skin).map(|filled| filled.vertices()));
    assert_eq!(filled.expect("a whole file"), 200_000);
    assert!(counts.peak <= 24 * 200_000 / 64 && counts.calls <= 8, "{counts:?}");
}

#[test]
fn writing_holds_no_more_than_a_chunk() {
    let bytes = vertices(&vec![3; 50_000]);
    let index = scan(&bytes, Mode::Strict).expect("a whole file");
    let (written, counts) = counted(|| index.view(&bytes).write_to(std::io::sink()));
    written.expect("a sink takes all");
    assert!(counts.peak <= CHUNK, "{counts:?}");
}

#[test]
fn an_edit_holds_no_more_than_a_chunk_whatever_it_changes() {
    let bytes = vertices(&vec![3; 50_000]);
    let index = scan(&bytes, Mode::Strict).expect("a whole file");
    let model = index.view(&bytes);
    let holds = |say: &dyn Fn(&mut Edit<'_>)| {
        let (written, counts) = counted(|| {
            let mut edit = model.edit();
            say(&mut edit);
            edit.write_to(std::io::sink())
        });
        assert!(written.expect("a sink takes all").is_empty());
        assert!(counts.peak <= CHUNK, "{counts:?}");
    };
    holds(&|edit| _ = edit.textures(|_, _| Text::new("other.png")));
    holds(&|edit| _ = edit.vertices(|_, vertex| Vertex { edge_scale: 2.0, ..vertex }));
    holds(&|edit| _ = edit.encoding(Encoding::Utf16Le).widths(Widths::Widest));
    holds(&|edit| _ = edit.through_records());
}

/// A record may be as long as the file: a text, or the offsets of a morph.
#[test]
fn a_single_record_of_megabytes_is_written_by_the_chunk() {
    let text = "a".repeat(4 << 20);
    let offsets = vec![VertexOffset { vertex: Index::new(0), translation: [1.0; 3] }; 300_000];
    let name = Name::new("m", "m");
    let mut parts = Parts::new(Info { name, comment: Name::new(&text, &text) });
    parts.morphs.push(Morph { name, panel: Panel::EYE, offsets: MorphOffsets::Vertex(Many::new(&offsets)) });
    let mut bytes = Vec::new();
    parts.write_to(Version::V2_0, Globals { encoding: Encoding::Utf8, ..Globals::WIDE }, &mut bytes).expect("fits");
    assert!(bytes.len() > 12 << 20);
    let index = scan(&bytes, Mode::Strict).expect("a whole file");
    let model = index.view(&bytes);
    for write in
        [&|| model.write_to(std::io::sink()), &|| model.edit().through_records().write_to(std::io::sink()).map(drop)]
            as [&dyn Fn() -> Result<(), WriteError>; 2]
    {
        let (written, counts) = counted(write);
        written.expect("a sink takes all");
        assert!(counts.peak <= CHUNK, "{counts:?}");
    }
    assert_eq!(model.to_bytes(), bytes);
}

// Hostile files.

/// Refusing costs an error and nothing else: about a hundred bytes.
#[test]
fn a_short_file_with_huge_counts_allocates_nothing_by_them() {
    let shape = Shape { widths: [1; 6], encoding: 1, extra_uvs: 0, version: 2.1 };
    let file = model::empty(shape);
    assert!(file.bytes.len() < 150);
    let mut most = 0;
    for section in SECTIONS {
        let at = file.at(section);
        for end in [at + 4, file.bytes.len()] {
            for count in [i32::MAX, i32::MAX / 2, 0x0100_0000, 1600, 100, 2, 1] {
                let mut bytes = file.with_at(at, count.to_le_bytes());
                bytes.truncate(end);
                for mode in MODES {
                    let (scanned, counts) = counted(|| scan(&bytes, mode));
                    let opened = scanned.is_ok();
                    drop(scanned);
                    assert!(counts.peak <= 1024, "{section}, {count}, {mode:?}, {opened}: {counts:?}");
                    most = most.max(counts.peak);
                }
            }
        }
    }
    println!("{most} bytes at most");
}

#[test]
fn huge_counts_and_lengths_inside_records_allocate_nothing_by_them() {
    let file = model();
    let layout = Layout::of(&file.bytes);
    let mut tried = 0;
    for inner in layout.parts.iter().flat_map(|part| &part.inner) {
        for count in [i32::MAX, 1_000_000, 50_000] {
            let bytes = file.with_at(inner.at, count.to_le_bytes());
            for mode in MODES {
                let (scanned, counts) = counted(|| scan(&bytes, mode));
                drop(scanned);
                assert!(counts.peak <= 2048, "{inner:?}, {mode:?}: {counts:?}");
                tried += 1;
            }
        }
    }
    println!("{tried} tried");
}
