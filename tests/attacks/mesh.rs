//! 42 to 57: vertices and faces.
use super::common::SECTIONS;
use super::common::build::{Builder, File, Shape, To};
use super::common::model::{self, model};
use super::common::verdict::{error, findings, opens, warns};
use super::sound::{self, sound, spoil, spoil_one};
use mmdmap::ErrorKind::UnknownTag;
use mmdmap::pmx::check::Code;
use mmdmap::pmx::gpu::{SkinVertex, Weights};
use mmdmap::pmx::{Deform, PmxIndex, Version};

fn le(x: f32) -> [u8; 4] {
    x.to_le_bytes()
}

/// The vertex as it leaves for a GPU: joints and weights.
fn leaves(index: &PmxIndex, bytes: &[u8], vertex: usize, weights: Weights) -> ([u16; 4], [f32; 4]) {
    let mut skin = vec![SkinVertex::default(); 6];
    assert_eq!(index.view(bytes).gpu().weights(weights).vertices().fill(&mut skin), 6);
    (skin[vertex].joints, skin[vertex].weights)
}

#[test]
fn a042_a_deformation_that_nobody_knows() {
    let file = model();
    for (vertex, kind) in [(0, 5), (17, 63), (69, 255), (64, 8)] {
        let place = format!("vertices[{vertex}].deform");
        error(&file.with(&place, [kind]), UnknownTag(kind), &place, file.at(&place));
    }
}

/// The sound model as 2.0: without its soft body, and QDEF, flip and impulse where they do not belong.
pub fn as_2_0() -> File {
    let file = sound();
    let bytes = file.with("header.version", le(2.0));
    File { bytes: bytes[..file.start("soft-bodies")].to_vec(), ..file }
}

#[test]
fn a043_qdef_in_2_0() {
    let file = as_2_0();
    let bdef4 = file.with("vertices[4].deform", [2]);
    let index = warns(&bdef4, &file.bytes, &[(Code::QdefIn20, "vertices[4].deform")]);
    assert_eq!(index.version(), Version::V2_0);
    let deform = index.view(&file.bytes).vertices().get(4).map(|vertex| vertex.deform);
    assert!(matches!(deform, Some(Deform::Qdef(_))), "{deform:?}");
}

#[test]
fn a044_a_weight_for_no_bone() {
    let (odd, index) = spoil_one("vertices[0].deform.bone", (-1i16).to_le_bytes(), Code::VertexBoneNone);
    assert_eq!(leaves(&index, &odd, 0, Weights::Stored), ([0; 4], [0.0; 4]));
    let place = "vertices[2].deform.bones[1]";
    let (odd, index) = spoil("vertices[2].deform.bones", 2, (-1i16).to_le_bytes(), &[(Code::VertexBoneNone, place)]);
    assert_eq!(leaves(&index, &odd, 2, Weights::Stored), ([0, 0, 2, 3], [0.5, 0.0, 0.125, 0.125]));
    let (joints, weights) = leaves(&index, &odd, 2, Weights::Normalized);
    assert_eq!((joints, weights.iter().sum::<f32>()), ([0, 0, 2, 3], 1.0));
}

#[test]
fn a045_a_bone_that_is_not_there() {
    for bone in [7i16, 8, i16::MAX] {
        let (odd, index) = spoil_one("vertices[0].deform.bone", bone.to_le_bytes(), Code::VertexBoneDangling);
        let Some(Deform::Bdef1(deform)) = index.view(&odd).vertices().deform(0) else { panic!("BDEF1") };
        assert_eq!((deform.bone.raw(), index.view(&odd).bone(deform.bone)), (bone.into(), None));
        assert_eq!(leaves(&index, &odd, 0, Weights::Stored), ([0; 4], [0.0; 4]));
    }
}

/// A model of three vertices, one face and four bones, its indices of this width.
fn narrow(width: u8, corners: [i32; 3]) -> File {
    let mut b = Builder::new(Shape { version: 2.0, encoding: 1, extra_uvs: 0, widths: [width; 6] });
    model::info(&mut b);
    b.section("vertices", 3);
    [0.0, 1.0, 2.0].iter().for_each(|&x| sound::vertex(&mut b, [x, 0.0, 0.0], 0));
    b.section("faces", 3);
    for corner in corners {
        b.record();
        b.index("", To::Vertex, corner);
    }
    b.section("textures", 0);
    b.section("materials", 0);
    b.section("bones", 4);
    ["a", "b", "c", "d"].iter().for_each(|name| sound::plain(&mut b, name, -1));
    SECTIONS[5..9].iter().for_each(|section| b.section(section, 0));
    b.end()
}

#[test]
fn a046_bones_of_one_byte_have_a_sign() {
    let file = narrow(1, [0, 1, 2]);
    for (byte, raw, code) in [
        (0xff, -1, Code::VertexBoneNone),
        (0x80, -128, Code::IndexBelowNone),
        (0xfe, -2, Code::IndexBelowNone),
        (0x7f, 127, Code::VertexBoneDangling),
    ] {
        let odd = file.with("vertices[1].deform.bone", [byte]);
        let index = warns(&file.bytes, &odd, &[(code, "vertices[1].deform.bone")]);
        let Some(Deform::Bdef1(deform)) = index.view(&odd).vertices().deform(1) else { panic!("BDEF1") };
        assert_eq!((deform.bone.raw(), deform.bone.get()), (raw, usize::try_from(raw).ok()));
    }
}

#[test]
fn a047_corners_have_no_sign() {
    for (width, all_bits) in [(1, 0xff), (2, 0xffff), (4, u32::MAX)] {
        let file = narrow(width, [0, 1, 2]);
        let odd = file.with("faces[1]", &u32::MAX.to_le_bytes()[..width.into()]);
        let found = [(Code::FaceVertexDangling, "faces[1]"), (Code::VertexUnused, "vertices[1]")];
        let index = warns(&file.bytes, &odd, &found);
        let faces = index.view(&odd).faces();
        assert_eq!(faces.triangles().collect::<Vec<_>>(), [[0, all_bits, 2]]);
        assert!(faces.get(1).is_some_and(|corner| index.view(&odd).vertex(corner).is_none()));
    }
}

#[test]
fn a048_weights_that_do_not_sum_to_one() {
    let nan = f32::NAN;
    for (weights, code, place, normalized) in [
        ([0.0; 4], Code::WeightSum, "vertices[2].deform.weights", [1.0, 0.0, 0.0, 0.0]),
        ([0.25, 0.25, 0.0, 0.0], Code::WeightSum, "vertices[2].deform.weights", [0.5, 0.5, 0.0, 0.0]),
        ([0.5; 4], Code::WeightSum, "vertices[2].deform.weights", [0.25; 4]),
        (
            [0.5, 0.5, 0.5, -0.5],
            Code::WeightRange,
            "vertices[2].deform.weights[3]",
            [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0],
        ),
        ([0.5, nan, 0.25, 0.25], Code::NonFinite, "vertices[2].deform.weights[1]", [0.5, 0.0, 0.25, 0.25]),
    ] {
        let bytes: Vec<u8> = weights.iter().flat_map(|&weight| le(weight)).collect();
        let (odd, index) = spoil("vertices[2].deform.weights", 0, bytes, &[(code, place)]);
        assert_eq!(leaves(&index, &odd, 2, Weights::Normalized), ([0, 1, 2, 3], normalized), "{weights:?}");
        let (_, stored) = leaves(&index, &odd, 2, Weights::Stored);
        assert_eq!(stored.map(f32::to_bits), weights.map(f32::to_bits));
    }
    // Of two, the second has the rest.
    for (weight, code, normalized) in [
        (nan, Code::NonFinite, [1.0, 0.0, 0.0, 0.0]),
        (2.0, Code::WeightRange, [1.0, 0.0, 0.0, 0.0]),
        (-1.0, Code::WeightRange, [0.0, 1.0, 0.0, 0.0]),
    ] {
        for vertex in [1, 3] {
            let (odd, index) = spoil_one(&format!("vertices[{vertex}].deform.weight"), le(weight), code);
            assert_eq!(leaves(&index, &odd, vertex, Weights::Normalized), ([0, 1, 0, 0], normalized));
        }
    }
}

#[test]
fn a049_sdef_about_nothing() {
    for field in ["c", "r0", "r1"] {
        let path = format!("vertices[3].deform.{field}");
        spoil_one(&path, [0; 12], Code::SdefZero);
        spoil(&path, 4, le(f32::NAN), &[(Code::NonFinite, &format!("{path}[1]"))]);
    }
}

#[test]
fn a050_normals_that_are_none() {
    let path = "vertices[0].base.normal";
    spoil_one(path, [0; 12], Code::NormalZero);
    spoil_one(path, [le(0.0), le(0.0), le(0.5)].concat(), Code::NormalNotUnit);
    spoil(path, 0, le(f32::NAN), &[(Code::NonFinite, "vertices[0].base.normal[0]")]);
}

#[test]
fn a051_positions_that_are_nowhere() {
    let path = "vertices[4].base.position";
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let (odd, index) = spoil(path, 4, le(x), &[(Code::NonFinite, "vertices[4].base.position[1]")]);
        let bounds = index.view(&odd).vertices().bounds().expect("five others");
        assert_eq!((bounds.min, bounds.max, bounds.skipped), ([0.0, 0.0, 1.0], [5.0, 25.0, 1.0], 1));
    }
    for (x, code) in [(1e38, Code::CoordinateHuge), (1e-40, Code::CoordinateTiny)] {
        let (odd, index) = spoil(path, 4, le(x), &[(code, path)]);
        let bounds = index.view(&odd).vertices().bounds().expect("all six");
        assert_eq!((bounds.max[1], bounds.skipped), (if x > 1.0 { x } else { 25.0 }, 0));
    }
    // None is anywhere.
    let file = sound();
    let mut odd = file.bytes.clone();
    for i in 0..6 {
        let at = file.at(&format!("vertices[{i}].base.position"));
        odd[at..at + 4].copy_from_slice(&le(f32::NAN));
    }
    assert!(opens(&odd).view(&odd).vertices().bounds().is_none());
}

#[test]
fn a052_uvs_that_are_none() {
    spoil("vertices[5].base.uv", 4, le(f32::NAN), &[(Code::NonFinite, "vertices[5].base.uv[1]")]);
    spoil("vertices[5].extra_uvs", 8, le(f32::INFINITY), &[(Code::NonFinite, "vertices[5].extra_uvs[0]")]);
}

#[test]
fn a053_a_triangle_that_is_not_whole() {
    let file = sound();
    for more in [1, 2] {
        let corners = [5u8, 0, 4, 0];
        let mut odd = file.inserted(file.end("faces"), &corners[..2 * more]);
        odd[file.at("faces")] = 6 + more as u8;
        let found = [(Code::FaceCountOdd, "faces"), (Code::MaterialsShort, "materials")];
        let index = warns(&file.bytes, &odd, &found);
        let faces = index.view(&odd).faces();
        assert_eq!(faces.triangles().collect::<Vec<_>>(), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!((faces.len(), faces.get(6).map(|corner| corner.raw())), (6 + more, Some(5)));
    }
}

#[test]
fn a054_triangles_that_are_none_or_there_twice() {
    let corners = |corners: [u16; 3]| corners.map(u16::to_le_bytes).concat();
    let unused = |vertices: [usize; 3]| vertices.map(|i| format!("vertices[{i}]"));
    for (triangle, code) in [([3, 3, 5], Code::FaceDegenerate), ([5, 5, 5], Code::FaceDegenerate)] {
        let file = sound();
        let odd = file.with("faces[3]", corners(triangle));
        opens(&odd);
        assert!(findings(&odd).contains(&(code, "faces[3]".to_owned())));
    }
    for triangle in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let [a, b, c] = unused([3, 4, 5]);
        let found = [
            (Code::FaceDuplicate, "faces[3]"),
            (Code::VertexUnused, &*a),
            (Code::VertexUnused, &*b),
            (Code::VertexUnused, &*c),
        ];
        let (odd, index) = spoil("faces[3]", 0, corners(triangle), &found);
        assert_eq!(index.view(&odd).faces().triangles().count(), 2);
    }
}

#[test]
fn a055_vertices_that_no_face_uses() {
    let (odd, index) =
        spoil("faces[4]", 0, [3, 0], &[(Code::FaceDegenerate, "faces[3]"), (Code::VertexUnused, "vertices[4]")]);
    assert_eq!(index.view(&odd).vertices().len(), 6);
}

#[test]
fn a056_faces_without_a_vertex() {
    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    model::info(&mut b);
    for section in &SECTIONS[..9] {
        b.section(section, if *section == "faces" { 3 } else { 0 });
        for corner in (0..3).take_while(|_| *section == "faces") {
            b.record();
            b.index("", To::Vertex, corner);
        }
    }
    let file = b.end();
    let index = opens(&file.bytes);
    let found = findings(&file.bytes);
    for place in ["faces[0]", "faces[1]", "faces[2]"] {
        assert!(found.contains(&(Code::FaceVertexDangling, place.to_owned())), "{place}");
    }
    let model = index.view(&file.bytes);
    assert!(model.faces().iter().all(|corner| model.vertex(corner).is_none()));
    assert_eq!((model.faces().triangles().count(), model.vertices().bounds()), (1, None));
}

#[test]
fn a057_more_vertices_than_two_bytes_count() {
    for (vertices, code) in
        [(65_535, None), (65_536, Some(Code::VertexIndexBorder)), (65_537, Some(Code::IndexWidthTooSmall))]
    {
        let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
        model::info(&mut b);
        b.section("vertices", vertices);
        let mut one = Builder::new(b.shape());
        one.part("vertices");
        sound::vertex(&mut one, [0.0; 3], 0);
        let one = one.end();
        b.raw("all of them", &one.bytes[one.start("vertices")..].repeat(vertices));
        for section in &SECTIONS[1..9] {
            b.section(section, 0);
        }
        let file = b.end();
        assert_eq!(opens(&file.bytes).view(&file.bytes).vertices().len(), vertices);
        let place = "header.settings.vertex_index_width";
        let said: Vec<_> =
            findings(&file.bytes).into_iter().filter(|(_, at)| at == place).map(|(code, _)| code).collect();
        assert_eq!(said, code.into_iter().collect::<Vec<_>>());
    }
}
