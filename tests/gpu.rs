//! What leaves for a GPU is what the record views show, byte for byte: in every layout, by every way out, in pieces of every
//! size, in every space, of generated models and of real ones.
mod common;
#[path = "fuzz_corpus/gpu.rs"]
mod slow;

use common::build::{Builder, Shape, To};
use common::model::{self, build};
use common::verdict::scan;
use common::{MODES, SECTIONS, folders};
use mmdmap::Mode;
use mmdmap::pmx::gpu::*;

/// Vertices of a piece: one, odd, a block, many, all.
const PIECES: [usize; 5] = [1, 7, 64, 4096, usize::MAX / 2];

#[track_caller]
fn holds(bytes: &[u8], pieces: &[usize]) {
    let index = scan(bytes, Mode::Lenient).expect("a whole file");
    slow::everything(index.view(bytes), pieces);
}

#[test]
fn every_shape_leaves_as_its_views_show_it() {
    for shape in Shape::many() {
        holds(&build(shape, 70).bytes, &PIECES);
    }
    holds(&build(Shape::USUAL, 700).bytes, &PIECES);
    for vertices in [0, 1, 63, 64, 65] {
        holds(&build(Shape::USUAL, vertices).bytes, &PIECES);
    }
    for version in [2.0, 2.1] {
        holds(&model::empty(Shape { version, ..Shape::USUAL }).bytes, &PIECES);
    }
}

/// Vertices of these kinds, by other numbers each; `bones` bones, and indices from −2 up to above them.
fn mesh(shape: Shape, kinds: &[u8], bones: usize) -> Vec<u8> {
    let mut b = Builder::new(shape);
    model::info(&mut b);
    b.section("vertices", kinds.len());
    let most = [0, 127, 32_767, 0, 70_000][usize::from(shape.widths[To::Bone as usize])];
    let mut state = 7u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    for &kind in kinds {
        b.record();
        b.floats("base", 8);
        b.floats("extra_uvs", usize::from(shape.extra_uvs) * 4);
        b.u8("deform", kind);
        for _ in 0..[1, 2, 4, 2, 4][usize::from(kind)] {
            let index = (random() % (bones as u32 + 4)) as i32 - 2;
            b.index("bone", To::Bone, index.min(most));
        }
        for _ in 0..[0, 1, 4, 1, 4][usize::from(kind)] {
            let odd = [0.0, 1.0, -0.5, 1.5, f32::NAN, f32::INFINITY, 1e-40, 3e38];
            let weight = if random() % 4 == 0 { odd[random() as usize % 8] } else { random() as f32 / 2f32.powi(24) };
            b.float("weight", weight);
        }
        b.floats("sdef", if kind == 3 { 9 } else { 0 });
        b.f32("edge_scale");
    }
    b.section("faces", 100);
    for _ in 0..100 {
        let most = [0, 255, 65_535, 0, i32::MAX as u32][usize::from(shape.widths[To::Vertex as usize])];
        let index = if random() % 20 == 0 { random() } else { random() % (kinds.len() as u32 + 1) };
        b.record();
        b.index("", To::Vertex, index.min(most) as i32);
    }
    b.section("textures", 0);
    b.section("materials", 0);
    b.section("bones", bones);
    for _ in 0..bones {
        b.record();
        b.text("name", "");
        b.text("name", "");
        b.floats("position", 3);
        b.index("parent", To::Bone, -1);
        b.i32("layer", 0);
        b.u16("flags", 0);
        b.floats("tail_offset", 3);
    }
    let sections = if shape.version == 2.1 { 10 } else { 9 };
    SECTIONS[5..sections].iter().for_each(|section| b.section(section, 0));
    b.end().bytes
}

/// Runs, mixtures, and what goes from one to the other within a block.
fn patterns(n: usize) -> Vec<Vec<u8>> {
    let noise = |i: usize| (i.wrapping_mul(0x9e37_79b9) >> 13) % 5;
    let mut all: Vec<Vec<u8>> = (0..5).map(|kind| vec![kind; n]).collect();
    all.push((0..n).map(|i| noise(i) as u8).collect());
    all.push((0..n).map(|i| (i % 5) as u8).collect());
    all.push((0..n).map(|i| noise(i / 13) as u8).collect());
    all.push((0..n).map(|i| if i % 64 == 63 { 3 } else { 0 }).collect());
    all.push((0..n).map(|i| if i / 64 % 2 == 0 { 1 } else { noise(i) as u8 }).collect());
    all
}

#[test]
fn every_pattern_of_kinds_and_odd_bones_and_weights_leaves_as_its_views_show_it() {
    for bone in [1, 2, 4] {
        for (extra_uvs, vertex) in [(0, 1), (1, 2), (4, 4)] {
            let shape = Shape { version: 2.1, encoding: 1, extra_uvs, widths: [vertex, 1, 1, bone, 1, 1] };
            for kinds in patterns(200) {
                holds(&mesh(shape, &kinds, 90), &[7, 64]);
            }
        }
    }
}

/// Enough for several chains at a time, several pieces for several threads, and bones beyond a byte and beyond a joint.
#[test]
fn large_meshes_leave_as_their_views_show_them() {
    let shape = Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [4, 1, 1, 4, 1, 1] };
    for (kinds, bones) in [(patterns(40_000).swap_remove(7), 300), (patterns(3_000).swap_remove(5), 66_000)] {
        holds(&mesh(shape, &kinds, bones), &[4096]);
    }
}

#[test]
fn a_model_without_bones_has_joint_0_and_no_weight() {
    let shape = Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [1, 1, 1, 1, 1, 1] };
    let bytes = mesh(shape, &[0, 1, 2, 3, 0, 0, 0], 0);
    holds(&bytes, &PIECES);
    let index = scan(&bytes, Mode::Strict).expect("a whole file");
    let gpu = index.view(&bytes).gpu();
    for vertex in gpu.vertices::<SkinVertex>() {
        assert_eq!((vertex.joints, vertex.weights), ([0; 4], [0.0; 4]));
    }
    for vertex in gpu.weights(Weights::Normalized).vertices::<SkinVertex>() {
        assert_eq!((vertex.joints, vertex.weights), ([0; 4], [1.0, 0.0, 0.0, 0.0]));
    }
}

#[test]
fn a_corner_that_no_vertex_has_makes_its_triangle_a_point() {
    let file = build(Shape::USUAL, 70); // 0 1 2, 2 1 3, 4 200 255
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let gpu = index.view(&file.bytes).gpu();
    assert_eq!(gpu.indices::<u16>().iter().collect::<Vec<_>>(), [0, 1, 2, 2, 1, 3, 0, 0, 0]);
    let right_handed = gpu.space(Space::RIGHT_HANDED).indices::<u32>();
    assert_eq!(right_handed.iter().collect::<Vec<_>>(), [0, 2, 1, 2, 3, 1, 0, 0, 0]);
    let report = gpu.index_report();
    assert_eq!((report.out_of_range, report.degenerated, report.left_over), (2, 1, 0));
    // Materials of 3, 0, 3, 3 and −3 indices.
    let draws: Vec<_> = gpu.draws().map(|draw| (draw.material, draw.range(), draw.is_empty())).collect();
    let expected = [(0, 0..3, false), (1, 3..3, true), (2, 3..6, false), (3, 6..9, false), (4, 9..9, true)];
    assert_eq!(draws, expected);
    assert_eq!((report.empty_materials, report.cut_materials, report.uncovered), (2, 1, 0));
    assert!(gpu.indices::<u16>().as_stored_bytes().is_some_and(|bytes| bytes[14..16] == 200u16.to_le_bytes()));
    assert!(gpu.indices::<u32>().as_stored_bytes().is_none(), "the file has two bytes an index");
}

/// A draw call for indices that are in no buffer is an error, or reads beyond its end.
#[test]
fn without_vertices_no_index_leaves_and_no_material_draws() {
    let file = build(Shape::USUAL, 0); // 9 corners; materials of 3, 0, 3, 3 and −3 indices
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let gpu = index.view(&file.bytes).gpu();
    assert_eq!((gpu.indices::<u16>().len(), gpu.indices::<u32>().as_stored_bytes()), (0, None));
    let draws: Vec<_> = gpu.draws().map(|draw| (draw.range(), draw.declared)).collect();
    assert_eq!(draws, [(0..0, 3), (0..0, 0), (0..0, 3), (0..0, 3), (0..0, -3)]);
    let report = gpu.index_report();
    assert_eq!((report.out_of_range, report.degenerated, report.uncovered), (9, 3, 0));
    assert_eq!((report.empty_materials, report.cut_materials), (5, 4));
}

#[test]
fn targets_that_are_not_there_are_skipped_and_counted() {
    let file = build(Shape::USUAL, 70); // vertex morphs move 200 and 201, UV morphs 254 and 255
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let report = index.view(&file.bytes).gpu().vertex_morphs().report();
    assert_eq!((report.morphs, report.deltas, report.skipped), (2, 0, 2));
    let file = build(Shape::USUAL, 255);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let report = index.view(&file.bytes).gpu().uv_morphs(2).report();
    assert_eq!((report.morphs, report.deltas, report.skipped), (1, 1, 1));
}

#[test]
fn mirroring_is_seen_in_every_stream() {
    let file = build(Shape::USUAL, 255);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let stored = index.view(&file.bytes).gpu();
    let mirrored = stored.space(Space::RIGHT_HANDED);
    for (a, b) in stored.vertices::<SkinVertex>().iter().zip(mirrored.vertices::<SkinVertex>()) {
        assert_eq!([a.position[2], a.normal[2]], [-b.position[2], -b.normal[2]]);
        assert_eq!((&a.position[..2], a.uv), (&b.position[..2], b.uv));
    }
    for (a, b) in stored.sdef::<SdefCentres>().iter().zip(mirrored.sdef::<SdefCentres>()) {
        assert_eq!([a.c[2], a.c0[2], a.c1[2]], [-b.c[2], -b.c0[2], -b.c1[2]]);
    }
    let deltas = |gpu: GpuModel| {
        let mut deltas = vec![PositionDelta::default(); gpu.vertex_morphs().report().deltas];
        gpu.vertex_morphs().fill(&mut deltas);
        deltas.iter().map(|delta| delta.delta[2]).collect::<Vec<_>>()
    };
    assert_eq!(deltas(stored), deltas(mirrored).iter().map(|z| -z).collect::<Vec<_>>());
    assert!(!deltas(stored).is_empty() && stored.sdef::<SdefStored>().len() > 10);
}

#[test]
fn one_pass_says_what_is_broken_as_opening_does() {
    let file = build(Shape::USUAL, 70);
    let whole = file.bytes.len();
    let mut refused = 0;
    for end in (0..whole).step_by(3) {
        let cut = &file.bytes[..end];
        let opened = scan(cut, Mode::Lenient);
        let filled = GpuMesh::open(cut).and_then(|mesh| mesh.fill(&mut vec![SkinVertex::default(); mesh.len()]));
        if let Err(why) = &filled {
            assert_eq!(Some(why), opened.as_ref().err());
            refused += 1;
        }
        assert!(filled.is_err() || end > file.start("bones"));
    }
    assert!(refused > 100);
    let tag = file.at("vertices[5].deform");
    let odd = file.with_at(tag, [9]);
    let mesh = GpuMesh::open(&odd).expect("the header is fine");
    let why = mesh.fill(&mut vec![SkinVertex::default(); 70]).expect_err("no such kind");
    assert_eq!(Some(why), scan(&odd, Mode::Lenient).err());
}

#[test]
fn a_file_that_changes_gives_as_many_as_before() {
    let mut file = build(Shape::USUAL, 200).bytes;
    let index = scan(&file, Mode::Strict).expect("a whole file");
    for end in (0..file.len()).step_by(61) {
        slow::changed(index.view(&file[..end]));
    }
    file.iter_mut().for_each(|byte| *byte = !*byte);
    slow::changed(index.view(&file));
}

#[test]
fn real_models_leave_as_their_views_show_them() {
    let Some(corpus) = folders::corpus() else { return };
    let (mut files, mut vertices) = (0, 0);
    for real in corpus.files("pmx") {
        let Ok(index) = scan(&real.bytes, Mode::Lenient) else { continue };
        println!("{}", real.name);
        let model = index.view(&real.bytes);
        let pieces: &[usize] = if model.vertices().len() > 5_000 { &[4096] } else { &[7, 64, 4096] };
        slow::everything(model, pieces);
        files += 1;
        vertices += model.vertices().len();
    }
    println!("{files} real files, {vertices} vertices");
    assert!(files > 0);
}

#[test]
fn odd_files_from_bug_reports_leave_calmly() {
    let Some(folder) = folders::cases() else { return };
    let mut files = 0;
    for path in folders::sorted(&folder, "pmx") {
        let bytes = folders::read(&path);
        for mode in MODES {
            let Ok(index) = scan(&bytes, mode) else { continue };
            slow::everything(index.view(&bytes), &[7, 64]);
            slow::changed(index.view(&bytes[..bytes.len() / 2]));
            files += 1;
        }
    }
    println!("{files} odd files");
}

#[test]
fn a_position_alone_is_that_of_the_whole_vertex() {
    let file = build(Shape::USUAL, 70);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    for space in [Space::default(), Space::RIGHT_HANDED] {
        let gpu = index.view(&file.bytes).gpu().space(space);
        let alone: Vec<_> = gpu.vertices::<PositionVertex>().iter().map(|vertex| vertex.position).collect();
        let whole: Vec<_> = gpu.vertices::<SkinVertex>().iter().map(|vertex| vertex.position).collect();
        assert_eq!((alone.len(), alone), (70, whole));
    }
    assert_eq!(Space::default(), Space::STORED);
}

#[test]
fn an_empty_model_gives_empty_buffers() {
    let file = model::empty(Shape::USUAL);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    assert!(index.view(&file.bytes).gpu().vertices::<SkinVertex>().is_empty());
    assert!(GpuMesh::open(&file.bytes).expect("a whole file").is_empty());
    let file = build(Shape::USUAL, 1);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    assert!(!index.view(&file.bytes).gpu().vertices::<SkinVertex>().is_empty());
    assert!(!GpuMesh::open(&file.bytes).expect("a whole file").is_empty());
}

/// One vertex, of these texture coordinates.
#[test]
fn a_survey_says_which_formats_hold_the_texture_coordinates() {
    let shape = Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [1; 6] };
    let file = model::of_kinds(shape, &[0], &[], &[]);
    for (uv, unorm, f16) in [
        ([0.0, 1.0], true, true),
        ([-0.25, 0.5], false, true),
        ([0.5, 1.5], false, true),
        ([65_504.0, -65_504.0], false, true),
        ([65_505.0, 0.0], false, false),
        ([0.0, f32::NAN], false, false),
    ] {
        // Behind position and normal.
        let at = file.start("vertices") + 4 + 24;
        let bytes = file.with_at(at, [uv[0].to_le_bytes(), uv[1].to_le_bytes()].concat());
        let index = scan(&bytes, Mode::Strict).expect("a whole file");
        let survey = index.view(&bytes).gpu().survey();
        assert_eq!((survey.uvs_fit_unorm(), survey.uvs_fit_f16()), (unorm, f16), "{uv:?}");
    }
}

#[test]
fn what_leaves_for_a_gpu_shows_itself_shortly() {
    let file = build(Shape::USUAL, 70);
    let index = scan(&file.bytes, Mode::Strict).expect("a whole file");
    let gpu = index.view(&file.bytes).gpu();
    let mesh = GpuMesh::open(&file.bytes).expect("a whole file");
    for (shown, starts) in [
        (format!("{gpu:?}"), "GpuModel("),
        (format!("{:?}", gpu.vertices::<SkinVertex>()), "GpuVertices([70 x Vertex] as "),
        (format!("{:?}", gpu.indices::<u16>()), "GpuIndices(0..9 as u16)"),
        (format!("{:?}", gpu.vertex_morphs()), "GpuMorphs([13 x Morph] as "),
        (format!("{:?}", gpu.sdef::<SdefStored>()), "GpuSdef([70 x Vertex] as "),
        (format!("{mesh:?}"), "GpuMesh(70 vertices, "),
    ] {
        assert!(shown.starts_with(starts) && shown.len() < 200, "{shown}");
    }
    assert_eq!(UploadError::<u8>::StagingTooSmall(40).to_string(), "the staging buffer has to hold 40 bytes at least");
    assert_eq!(UploadError::Refused("no memory").to_string(), "no memory");
}
