//! What was put into a file is what its views show: every field of every record, in every shape.
mod common;
use common::MODES;
use common::build::{File, Shape};
use common::layout::Layout;
use common::model::{self, model};
use common::shown::{plain, shown};
use mmdmap::pmx::*;
use mmdmap::{
    BoneIndex, Encoding, Many, MaterialIndex, Mode, MorphIndex, Records, RigidBodyIndex, ScanOptions, Text,
    TextureIndex, VertexIndex, Width,
};
use std::borrow::Cow;
use std::ops::ControlFlow;

fn scan(file: &File) -> PmxIndex {
    PmxIndex::scan_with(&file.bytes, &ScanOptions::from(Mode::Strict))
        .unwrap_or_else(|e| panic!("{:?}: {e}", file.shape))
}

/// Numbers below 0 come first.
#[test]
fn indices_are_ordered_by_their_numbers_and_lead_nowhere_at_first() {
    let mut indices = [5, -1, 0, -2].map(BoneIndex::new);
    indices.sort();
    assert_eq!(indices.map(BoneIndex::raw), [-2, -1, 0, 5]);
    assert!(BoneIndex::new(3) < BoneIndex::new(4) && BoneIndex::default() == BoneIndex::NONE);
}

#[test]
fn a_part_of_a_vertex_is_that_of_the_whole() {
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let index = scan(&file);
        let vertices = index.view(&file.bytes).vertices();
        for (i, vertex) in vertices.iter().enumerate() {
            assert_eq!(vertices.base(i), Some(vertex.base));
            assert_eq!(vertices.extra_uvs(i), Some(vertex.extra_uvs));
            assert_eq!(vertices.deform(i), Some(vertex.deform));
            assert_eq!(vertices.edge_scale(i), Some(vertex.edge_scale));
        }
        let none = (vertices.base(70), vertices.extra_uvs(70), vertices.deform(70), vertices.edge_scale(70));
        assert_eq!(none, (None, None, None, None));
        assert_eq!(format!("{:?}", vertices.bases()), "Bases(70 left)");
    }
}

/// The builder and the plain reader agree on where everything is: neither knows of the other, or of the crate.
#[test]
fn two_descriptions_of_the_same_file_agree() {
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let layout = Layout::of(&file.bytes);
        assert_eq!(layout.end(), file.bytes.len());
        let ours: Vec<_> =
            file.parts.iter().map(|part| (part.name, part.range.clone(), part.records.clone())).collect();
        let theirs: Vec<_> =
            layout.parts.iter().map(|part| (part.name, part.range.clone(), part.records.clone())).collect();
        assert_eq!(ours, theirs);
    }
}

#[test]
fn every_field_of_every_record_is_what_was_put_there_in_every_shape() {
    let mut fields = 0;
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let index = scan(&file);
        for part in file.parts.iter().filter(|part| !matches!(part.name, "header" | "info")) {
            let (put, mut seen) = (file.records(part.name), 0);
            index.view(&file.bytes).visit_section(part.name, 0..usize::MAX, &mut |i, record| {
                let put: Vec<_> = put[i].iter().map(|(way, value)| (plain(way), value.clone())).collect();
                let shown = shown(record);
                assert_eq!(shown, put, "{shape:?} {}[{i}]", part.name);
                fields += shown.len();
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(seen, part.records.len());
        }
    }
    println!("{} shapes, {fields} values", Shape::many().len());
}

// The same, by name: what an engine author writes.

const UTF16: Shape = Shape { encoding: 0, ..Shape::USUAL };

#[test]
fn the_header_and_the_info_are_what_was_put_there() {
    for shape in Shape::many() {
        let file = model::build(shape, 0);
        let index = scan(&file);
        let model = index.view(&file.bytes);
        let header = model.header();
        assert_eq!((header.signature, header.version, header.settings.bytes().len()), (b"PMX ", index.version(), 8));
        assert_eq!(model.version(), if shape.version == 2.1 { Version::V2_1 } else { Version::V2_0 });
        assert_eq!(model.version().to_string(), if shape.version == 2.1 { "2.1" } else { "2.0" });
        let g = model.globals();
        assert_eq!(g.encoding, if shape.encoding == 0 { Encoding::Utf16Le } else { Encoding::Utf8 });
        assert_eq!(g.extra_uvs, shape.extra_uvs);
        let widths = [g.vertex, g.texture, g.material, g.bone, g.morph, g.rigid_body];
        assert_eq!(widths.map(|width| width.bytes() as u8), shape.widths);
        assert_eq!(g.to_bytes()[..], file.bytes[9..17]);
        let info = model.info();
        assert_eq!((&*info.name.local.decode(), &*info.name.universal.decode()), ("モデル𠮷", "model"));
        assert_eq!((&*info.comment.local.decode(), &*info.comment.universal.decode()), ("行1\r\n行2", ""));
        assert_eq!((index.file_len(), model.bytes().len()), (file.bytes.len(), file.bytes.len()));
    }
}

#[test]
fn sections_say_where_they_lie_and_how_many_they_hold() {
    for shape in Shape::many() {
        let file = model::build(shape, 70);
        let spans = scan(&file).sections();
        assert_eq!(spans.len(), 12);
        for span in &spans {
            let Some(part) = file.parts.iter().find(|part| part.name == span.name) else {
                let end = file.bytes.len();
                assert_eq!((span.name, span.len, &span.range), ("soft-bodies", None, &(end..end)));
                continue;
            };
            assert_eq!(span.range, part.range);
            let counted = !matches!(span.name, "header" | "info");
            assert_eq!((span.len, span.declared), (counted.then_some(part.records.len()), span.len));
        }
    }
}

#[test]
fn a_vertex_of_each_kind() {
    let file = model();
    let index = scan(&file);
    let vertices = index.view(&file.bytes).vertices();
    for i in 0..vertices.len() {
        let at = |field: &str| format!("vertices[{i}].{field}");
        let vertex = vertices.get(i).expect("a vertex");
        assert_eq!(vertex.position(), file.floats(&at("base.position")));
        assert_eq!(vertex.normal(), file.floats(&at("base.normal")));
        assert_eq!(vertex.uv(), file.floats(&at("base.uv")));
        assert_eq!(vertex.extra_uvs.0.iter().map(|uv| uv.get()).collect::<Vec<_>>(), [file.floats(&at("extra_uvs"))]);
        assert_eq!(vertex.edge_scale, file.float(&at("edge_scale")));
        assert_eq!(vertex.deform.tag(), model::deform_kind(i));
        match vertex.deform {
            Deform::Bdef1(d) => assert_eq!(d.bone, BoneIndex::new(3)),
            Deform::Bdef2(d) => {
                assert_eq!(d.bones, [1, -1].map(BoneIndex::new));
                assert_eq!(d.weight, file.float(&at("deform.weight")));
            }
            Deform::Bdef4(d) => {
                assert_eq!(d.bones, [1, 2, 3, 4].map(BoneIndex::new));
                assert_eq!(d.weights, file.floats(&at("deform.weights")));
            }
            Deform::Sdef(d) => {
                assert_eq!(d.bones, [5, 4].map(BoneIndex::new));
                assert_eq!(d.weight, file.float(&at("deform.weight")));
                assert_eq!(d.c, file.floats(&at("deform.c")));
                assert_eq!(d.r0, file.floats(&at("deform.r0")));
                assert_eq!(d.r1, file.floats(&at("deform.r1")));
            }
            Deform::Qdef(d) => {
                assert_eq!(d.bones, [-1, 7, -128, 127].map(BoneIndex::new));
                assert_eq!(d.weights, file.floats(&at("deform.weights")));
            }
        }
        // By field, without the rest.
        assert_eq!(vertices.base(i), Some(vertex.base));
        assert_eq!(vertices.deform(i), Some(vertex.deform));
        assert_eq!(vertices.extra_uvs(i), Some(vertex.extra_uvs));
        assert_eq!(vertices.edge_scale(i), Some(vertex.edge_scale));
    }
    let kinds: Vec<_> = vertices.iter().take(5).map(|vertex| vertex.deform.kind()).collect();
    assert_eq!(kinds, ["Bdef1", "Bdef2", "Bdef4", "Sdef", "Qdef"]);
    assert!(vertices.base(70).is_none() && vertices.deform(70).is_none() && vertices.edge_scale(70).is_none());
}

#[test]
fn positions_are_walked_over_any_range_of_vertices() {
    let file = model();
    let index = scan(&file);
    let vertices = index.view(&file.bytes).vertices();
    let positions = |range: std::ops::Range<usize>| -> Vec<_> {
        vertices.iter().skip(range.start).take(range.len()).map(|vertex| vertex.position()).collect()
    };
    for range in [0..70, 0..0, 0..1, 5..70, 63..65, 64..70, 69..70, 17..41] {
        let bases = vertices.range(range.clone()).bases();
        assert_eq!(bases.len(), range.len());
        let want = positions(range.clone());
        // One at a time, folded, and with a jump.
        let mut one_by_one = Vec::new();
        for base in bases.clone() {
            one_by_one.push(base.position.get());
        }
        assert_eq!(one_by_one, want);
        assert_eq!(bases.clone().map(|base| base.position.get()).collect::<Vec<_>>(), want);
        for n in 0..=range.len() {
            let mut jumped = bases.clone();
            assert_eq!(jumped.nth(n).map(|base| base.position.get()), want.get(n).copied());
            assert!(jumped.map(|base| base.position.get()).eq(want.iter().skip(n + 1).copied()));
        }
    }
}

#[test]
fn bounds_enclose_what_is_finite_and_count_the_rest() {
    let file = model();
    let mut bytes = file.with("vertices[0].base.position", f32::NAN.to_le_bytes());
    for (vertex, value) in [(1, f32::INFINITY), (2, f32::NEG_INFINITY)] {
        let at = file.put(&format!("vertices[{vertex}].base.position")).range.start;
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    let index = PmxIndex::scan(&bytes).expect("a whole file");
    let bounds = index.view(&bytes).vertices().bounds().expect("finite vertices");
    assert_eq!(bounds.skipped, 3);
    // Every float of the file is larger than those before it.
    assert_eq!(bounds.min, file.floats("vertices[3].base.position"));
    assert_eq!(bounds.max, file.floats("vertices[69].base.position"));
    let vertices = index.view(&bytes).vertices();
    assert!(vertices.range(..3).bounds().is_none() && vertices.range(..0).bounds().is_none());
}

#[test]
fn a_graphics_card_gets_four_bones_and_weights_of_each_vertex() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    let mut filled = vec![gpu::SkinVertex::default(); 71];
    assert_eq!(model.gpu().vertices().fill(&mut filled[..3]), 3);
    assert_eq!(model.gpu().vertices().fill(&mut filled), 70);
    for (vertex, filled) in model.vertices().iter().zip(&filled) {
        assert_eq!(filled.edge_scale, vertex.edge_scale);
        assert_eq!((filled.position, filled.normal, filled.uv), (vertex.position(), vertex.normal(), vertex.uv()));
    }
    let weight = file.float("vertices[3].deform.weight");
    assert_eq!((filled[0].joints, filled[0].weights), ([3, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
    assert_eq!((filled[3].joints, filled[3].weights), ([5, 4, 0, 0], [weight, 1.0 - weight, 0.0, 0.0]));
    // A bone that is not there: joint 0, weight 0.
    let [_, there, ..] = file.floats::<4>("vertices[4].deform.weights");
    assert_eq!((filled[4].joints, filled[4].weights), ([0, 7, 0, 0], [0.0, there, 0.0, 0.0]));
    let [weight] = file.floats("vertices[1].deform.weight");
    assert_eq!((filled[1].joints, filled[1].weights), ([1, 0, 0, 0], [weight, 0.0, 0.0, 0.0]));
}

#[test]
fn faces_are_seen_as_stored_widened_and_as_bytes_in_each_width() {
    let corners = [0, 1, 2, 2, 1, 3, 4, 200, 255];
    for (width, to) in [(1, Width::One), (2, Width::Two), (4, Width::Four)] {
        let file = model::build(Shape { widths: [width, 1, 1, 1, 1, 1], ..Shape::USUAL }, 6);
        let index = scan(&file);
        let faces = index.view(&file.bytes).faces();
        assert_eq!(index.globals().vertex, to);
        assert_eq!(faces.bytes(), &file.bytes[file.start("faces") + 4..file.end("faces")]);
        assert!(faces.widened().eq(corners) && faces.widened().rev().eq(corners.into_iter().rev()));
        assert!(faces.iter().map(|corner| corner.raw() as u32).eq(corners));
        assert_eq!(faces.triangles().collect::<Vec<_>>(), [[0, 1, 2], [2, 1, 3], [4, 200, 255]]);
        let mut filled = [7; 10];
        assert_eq!(faces.as_stored().fill(&mut filled), 9);
        assert_eq!((&filled[..9], filled[9]), (&corners[..], 7));
        match (faces.as_stored(), width) {
            (Indices::U8(all), 1) => assert_eq!(all, corners.map(|corner| corner as u8)),
            (Indices::U16(all), 2) => assert!(all.iter().map(|i| u32::from(i.get())).eq(corners)),
            (Indices::U32(all), 4) => assert!(all.iter().map(|i| i.get()).eq(corners)),
            other => panic!("{other:?}"),
        }
        // A range of them; one or two left over make no triangle.
        let some = faces.range(1..6);
        assert_eq!((some.len(), some.triangles().collect::<Vec<_>>()), (5, vec![[1, 2, 2]]));
        assert_eq!(some.bytes(), &faces.bytes()[usize::from(width)..6 * usize::from(width)]);
        assert_eq!((some.as_stored().len(), some.as_stored().get(4), some.as_stored().get(5)), (5, Some(3), None));
        assert!(faces.range(9..).as_stored().is_empty() && faces.range(9..).bytes().is_empty());
    }
}

#[test]
fn a_vertex_index_counts_from_zero_and_all_others_from_minus_one() {
    for (width, all_bits) in [(1u8, 255), (2, 65535), (4, -1)] {
        let file = model::build(Shape { widths: [width; 6], ..Shape::USUAL }, 6);
        let ones = vec![0xff; width.into()];
        let mut bytes = file.with("faces[0]", &ones);
        for place in ["bones[0].parent", "materials[0].texture", "rigid-bodies[1].bone", "joints[0].a"] {
            let at = file.at(place);
            bytes[at..at + ones.len()].copy_from_slice(&ones);
        }
        let index = PmxIndex::scan(&bytes).expect("a whole file");
        let model = index.view(&bytes);
        assert_eq!(model.faces().first().map(|corner| corner.raw()), Some(all_bits));
        assert_eq!(model.faces().widened().next(), Some(all_bits as u32));
        let none = (model.bones().first().expect("a bone").parent, model.materials().first().expect("one").texture);
        assert_eq!((none.0.raw(), none.0.get(), none.1.raw(), none.1.get()), (-1, None, -1, None));
        assert_eq!(none.0, BoneIndex::NONE);
        assert_eq!(model.rigid_bodies().get(1).expect("a body").bone, BoneIndex::NONE);
        assert_eq!(model.joints().first().expect("a joint").a, RigidBodyIndex::NONE);
    }
}

#[test]
fn an_index_leads_to_its_own_kind_of_thing_or_nowhere() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    assert_eq!(model.vertex(VertexIndex::new(69)), model.vertices().last());
    assert_eq!(model.texture(TextureIndex::new(1)).map(|path| path.decode()), Some("tex\\肌.png".into()));
    assert_eq!(model.material(MaterialIndex::new(1)).map(|m| m.name.local == "材質2"), Some(true));
    assert_eq!(model.bone(BoneIndex::new(1)).map(|bone| bone.name.local == "頭"), Some(true));
    assert_eq!(model.morph(MorphIndex::new(10)).map(|morph| morph.offsets.tag()), Some(10));
    assert_eq!(model.rigid_body(RigidBodyIndex::new(1)).map(|body| body.group), Some(15));
    for nowhere in [-1, -2, i32::MIN, 70, i32::MAX] {
        assert!(model.vertex(VertexIndex::new(nowhere)).is_none() && model.bone(BoneIndex::new(nowhere)).is_none());
        assert!(model.texture(TextureIndex::new(nowhere)).is_none() && model.morph(MorphIndex::new(nowhere)).is_none());
        assert!(model.material(MaterialIndex::new(nowhere)).is_none());
        assert!(model.rigid_body(RigidBodyIndex::new(nowhere)).is_none());
    }
}

#[test]
fn a_material_field_by_field() {
    let file = model();
    let index = scan(&file);
    let materials = index.view(&file.bytes).materials();
    let m = materials.first().expect("a material");
    let at = |field: &str| format!("materials[0].{field}");
    assert!(m.name.local == "材質1" && m.name.universal == "材質1.en" && m.memo == "key=value");
    assert_eq!(m.diffuse, file.floats(&at("diffuse")));
    assert_eq!(m.specular, file.floats(&at("specular")));
    assert_eq!(m.specular_power, file.float(&at("specular_power")));
    assert_eq!(m.ambient, file.floats(&at("ambient")));
    assert_eq!(m.flags, MaterialFlags::BOTH_SIDES);
    assert_eq!(m.edge_color, file.floats(&at("edge_color")));
    assert_eq!(m.edge_size, file.float(&at("edge_size")));
    assert_eq!((m.texture.get(), m.sphere.get(), m.index_count), (Some(1), None, 3));
    let flags: Vec<_> = materials.iter().map(|m| m.flags.bits()).collect();
    assert_eq!(flags, [0x01, 0x1e, 0xe0, 0xff, 0x00]);
    let lines = MaterialFlags::VERTEX_COLOR | MaterialFlags::POINTS | MaterialFlags::LINES;
    assert_eq!(materials.get(2).map(|m| m.flags), Some(lines));
    let modes: Vec<_> = materials.iter().map(|m| m.sphere_mode).collect();
    use SphereMode as S;
    assert_eq!(modes, [S::NONE, S::MULTIPLY, S::ADD, S::SUB_TEXTURE, S(255)]);
    assert_eq!(
        (S::ADD.name(), S(255).name(), format!("{modes:?}")),
        (Some("ADD"), None, "[NONE, MULTIPLY, ADD, SUB_TEXTURE, SphereMode(255)]".into())
    );
    let toons: Vec<_> = materials.iter().map(|m| m.toon).collect();
    assert_eq!(
        toons,
        [
            Toon::Texture(TextureIndex::new(2)),
            Toon::Shared(SharedToon(9)),
            Toon::Texture(TextureIndex::NONE),
            Toon::Shared(SharedToon(255)),
            Toon::Shared(SharedToon(0)),
        ]
    );
}

#[test]
fn the_faces_of_materials_follow_each_other_and_never_overlap() {
    let file = model();
    for (counts, covered) in [
        ([3, 0, 3, 3, -3], [0..3, 3..3, 3..6, 6..9, 9..9]),  // as it is
        ([3, -3, 3, -1, 3], [0..3, 3..3, 3..6, 6..6, 6..9]), // less than nothing is nothing
        ([6, 6, 3, 3, 3], [0..6, 6..9, 9..9, 9..9, 9..9]),   // more than there is
        ([i32::MAX; 5], [0..9, 9..9, 9..9, 9..9, 9..9]),     // far more
        ([i32::MIN; 5], [0..0, 0..0, 0..0, 0..0, 0..0]),
        ([1, 1, 1, 0, 0], [0..1, 1..2, 2..3, 3..3, 3..3]), // fewer, and no triangles
    ] {
        let mut bytes = file.bytes.clone();
        for (i, count) in counts.into_iter().enumerate() {
            let at = file.at(&format!("materials[{i}].index_count"));
            bytes[at..at + 4].copy_from_slice(&count.to_le_bytes());
        }
        let index = PmxIndex::scan(&bytes).expect("a whole file");
        let model = index.view(&bytes);
        assert_eq!(model.material_faces().len(), 5);
        let all: Vec<u32> = model.faces().widened().collect();
        for ((material, faces), (count, range)) in model.material_faces().zip(counts.into_iter().zip(covered)) {
            assert_eq!(material.index_count, count);
            assert!(faces.widened().eq(all[range.clone()].iter().copied()), "{counts:?} {range:?}");
        }
    }
}

#[test]
fn a_bone_with_each_option() {
    let file = model();
    let index = scan(&file);
    let bones = index.view(&file.bytes).bones();
    assert!(bones.iter().map(|bone| bone.flags.bits()).eq(model::BONE_FLAGS));
    for (i, bone) in bones.iter().enumerate() {
        let at = |field: &str| format!("bones[{i}].{field}");
        assert_eq!(bone.position, file.floats(&at("position")));
        assert_eq!((bone.parent.raw(), bone.layer), (i as i32 - 1, [0, 1, -1][i % 3]));
        // An option is there where its flag is set, and nowhere else.
        let has = |flag| bone.flags.contains(flag);
        assert_eq!(bone.tail_bone, has(BoneFlags::TAIL_IS_BONE).then(|| BoneIndex::new(2)));
        assert_eq!(bone.tail_offset, (!has(BoneFlags::TAIL_IS_BONE)).then(|| file.floats(&at("tail_offset"))));
        let appends = has(BoneFlags::APPENDS_ROTATION) || has(BoneFlags::APPENDS_TRANSLATION);
        let append = appends.then(|| Append { parent: BoneIndex::new(1), ratio: file.float(&at("append.ratio")) });
        assert_eq!(bone.append, append);
        assert_eq!(bone.fixed_axis, has(BoneFlags::FIXED_AXIS).then(|| file.floats(&at("fixed_axis"))));
        let axes = || LocalAxes { x: file.floats(&at("local_axes.x")), z: file.floats(&at("local_axes.z")) };
        assert_eq!(bone.local_axes, has(BoneFlags::LOCAL_AXES).then(axes));
        assert_eq!(bone.external_parent, has(BoneFlags::EXTERNAL_PARENT).then_some(7));
        assert_eq!(bone.ik.is_some(), has(BoneFlags::IK));
    }
    assert_eq!(bones.get(12).map(|bone| bone.flags.bits()), Some(0xd040)); // bits without a meaning
}

#[test]
fn an_ik_chain_with_free_and_limited_links() {
    let file = model();
    let index = scan(&file);
    let bones = index.view(&file.bytes).bones();
    let ik = bones.get(9).and_then(|bone| bone.ik).expect("IK");
    assert_eq!((ik.target.get(), ik.iterations), (Some(4), 40));
    assert_eq!(ik.limit_angle, file.float("bones[9].ik.limit_angle"));
    let links: Vec<IkLink> = ik.links.iter().collect();
    assert_eq!(links.iter().map(|link| link.bone.raw()).collect::<Vec<_>>(), [-1, 0, 1]);
    let limits = AngleLimits {
        min: file.floats("bones[9].ik.links[1].limits.min"),
        max: file.floats("bones[9].ik.links[1].limits.max"),
    };
    assert_eq!(
        links.iter().map(|link| link.limits).collect::<Vec<_>>(),
        [IkLimits::Free(()), IkLimits::Within(limits), IkLimits::Free(())]
    );
    // Found by number, too, though they are of two sizes.
    assert!((0..3).all(|i| ik.links.get(i) == Some(links[i])) && ik.links.get(3).is_none());
    assert!(bones.get(13).and_then(|bone| bone.ik).is_some_and(|ik| ik.links.is_empty()));
}

#[test]
fn bones_are_evaluated_before_physics_first_then_by_layer_then_by_number() {
    let file = model();
    let index = scan(&file);
    let bones = index.view(&file.bytes).bones();
    let mut order: Vec<_> = bones.iter().enumerate().map(|(i, bone)| bone.evaluation_key(i)).collect();
    order.sort_unstable();
    let numbers: Vec<_> = order.iter().map(|key| key.index).collect();
    // Layers go 0, 1, −1, 0, 1, −1 …; bones 7, 10, 11 and 12 wait for physics.
    assert_eq!(numbers, [2, 5, 8, 0, 3, 6, 9, 1, 4, 13, 11, 12, 7, 10]);
    assert_eq!(order[0], EvaluationKey { after_physics: false, layer: -1, index: 2 });
}

#[test]
fn morphs_of_each_kind() {
    let file = model();
    let index = scan(&file);
    let morphs = index.view(&file.bytes).morphs();
    let panels: Vec<_> = morphs.iter().take(6).map(|morph| morph.panel).collect();
    assert_eq!(panels, [Panel::SYSTEM, Panel::EYEBROW, Panel::EYE, Panel::MOUTH, Panel::OTHER, Panel(7)]);
    let counts: Vec<_> = morphs.iter().map(|morph| (morph.offsets.tag(), morph.offsets.len())).collect();
    let mut want: Vec<_> = (0..11).map(|kind| (kind, 2)).collect();
    want.extend([(0, 0), (1, 0)]);
    assert_eq!(counts, want);
    assert!(morphs.last().is_some_and(|morph| morph.offsets.is_empty()));
    for (i, morph) in morphs.iter().take(11).enumerate() {
        assert_eq!(morph.offsets.kind(), model::MORPH_KINDS[i]);
        let at = |field: &str| format!("morphs[{i}].offsets[1].{field}");
        match morph.offsets {
            MorphOffsets::Group(all) | MorphOffsets::Flip(all) => {
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.morph.raw(), offset.ratio), (0, file.float(&at("ratio"))));
            }
            MorphOffsets::Vertex(all) => {
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.vertex.get(), offset.translation), (Some(201), file.floats(&at("translation"))));
            }
            MorphOffsets::Bone(all) => {
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.bone.get(), offset.translation), (Some(1), file.floats(&at("translation"))));
                assert_eq!(offset.rotation, file.floats(&at("rotation")));
            }
            MorphOffsets::Uv(all)
            | MorphOffsets::ExtraUv1(all)
            | MorphOffsets::ExtraUv2(all)
            | MorphOffsets::ExtraUv3(all)
            | MorphOffsets::ExtraUv4(all) => {
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.vertex.get(), offset.offset), (Some(255), file.floats(&at("offset"))));
            }
            MorphOffsets::Material(all) => {
                assert_eq!(all.get(0).map(|offset| offset.material), Some(MaterialIndex::NONE)); // every material
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.material.get(), offset.operation), (Some(0), MaterialOperation::ADD));
                assert_eq!(offset.diffuse, file.floats(&at("diffuse")));
                assert_eq!(offset.specular, file.floats(&at("specular")));
                assert_eq!(offset.specular_power, file.float(&at("specular_power")));
                assert_eq!(offset.ambient, file.floats(&at("ambient")));
                assert_eq!(offset.edge_color, file.floats(&at("edge_color")));
                assert_eq!(offset.edge_size, file.float(&at("edge_size")));
                assert_eq!(offset.texture_tint, file.floats(&at("texture_tint")));
                assert_eq!(offset.sphere_tint, file.floats(&at("sphere_tint")));
                assert_eq!(offset.toon_tint, file.floats(&at("toon_tint")));
            }
            MorphOffsets::Impulse(all) => {
                let offset = all.get(1).expect("an offset");
                assert_eq!((offset.body.get(), offset.local), (Some(1), 0));
                assert_eq!(offset.velocity, file.floats(&at("velocity")));
                assert_eq!(offset.torque, file.floats(&at("torque")));
            }
        }
    }
}

#[test]
fn frames_bodies_joints_and_soft_bodies_field_by_field() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    let frame = model.display_frames().get(1).expect("a frame");
    assert!(frame.name.local == "表情" && frame.special == 1);
    assert_eq!(
        frame.items.iter().collect::<Vec<_>>(),
        [FrameItem::Morph(MorphIndex::new(3)), FrameItem::Morph(MorphIndex::NONE), FrameItem::Bone(BoneIndex::new(2)),]
    );

    let body = model.rigid_bodies().get(1).expect("a body");
    let at = |field: &str| format!("rigid-bodies[1].{field}");
    assert_eq!((body.bone.get(), body.group, body.mask), (Some(0), 15, GroupMask::from_bits_retain(0x8001)));
    assert_eq!((body.shape, body.mode), (BodyShape::BOX, BodyMode::PHYSICS));
    assert_eq!(body.size, file.floats(&at("size")));
    assert_eq!(body.position, file.floats(&at("position")));
    assert_eq!(body.rotation, file.floats(&at("rotation")));
    assert_eq!(body.mass, file.float(&at("mass")));
    assert_eq!(body.linear_damping, file.float(&at("linear_damping")));
    assert_eq!(body.angular_damping, file.float(&at("angular_damping")));
    assert_eq!(body.restitution, file.float(&at("restitution")));
    assert_eq!(body.friction, file.float(&at("friction")));

    let joint = model.joints().get(5).expect("a joint");
    let at = |field: &str| format!("joints[5].{field}");
    assert_eq!((joint.kind, joint.a.get(), joint.b.get()), (JointKind::HINGE, Some(0), None));
    assert_eq!(joint.position, file.floats(&at("position")));
    assert_eq!(joint.rotation, file.floats(&at("rotation")));
    assert_eq!(joint.move_min, file.floats(&at("move_min")));
    assert_eq!(joint.move_max, file.floats(&at("move_max")));
    assert_eq!(joint.rotation_min, file.floats(&at("rotation_min")));
    assert_eq!(joint.rotation_max, file.floats(&at("rotation_max")));
    assert_eq!(joint.move_spring, file.floats(&at("move_spring")));
    assert_eq!(joint.rotation_spring, file.floats(&at("rotation_spring")));

    let soft = model.soft_bodies().first().expect("a soft body");
    let float = |field: &str| file.float(&format!("soft-bodies[0].{field}"));
    assert_eq!(
        (soft.shape, soft.material.get(), soft.group, soft.mask),
        (SoftBodyShape::TRIANGLES, Some(1), 3, 0x7fff)
    );
    assert_eq!((soft.flags.bits(), soft.bending_distance, soft.clusters), (0x85, 2, 5));
    assert_eq!(
        (soft.mass, soft.margin, soft.aerodynamics),
        (float("mass"), float("margin"), Aerodynamics::FACE_ONE_SIDED)
    );
    assert_eq!(soft.config.velocity_correction, float("config.velocity_correction"));
    assert_eq!(soft.config.anchor, float("config.anchor"));
    assert_eq!(soft.cluster.rigid, float("cluster.rigid"));
    assert_eq!(soft.cluster.soft_split, float("cluster.soft_split"));
    assert_eq!((soft.iterations.velocity, soft.iterations.cluster), (1, 4));
    assert_eq!((soft.stiffness.linear, soft.stiffness.volume), (float("stiffness.linear"), float("stiffness.volume")));
    let anchors: Vec<_> = soft.anchors.iter().map(|a| (a.body.raw(), a.vertex.raw(), a.near)).collect();
    assert_eq!(anchors, [(0, 3, 1), (-1, 255, 0)]);
    assert!(soft.pins.iter().map(|pin| pin.raw()).eq([0, 200, 255]));
    let rope = model.soft_bodies().get(1).expect("a soft body");
    assert!(rope.shape == SoftBodyShape::ROPE && rope.anchors.is_empty() && rope.pins.is_empty());
}

// Walking.

#[test]
fn iterators_are_exact_double_ended_and_jump() {
    let file = model();
    let index = scan(&file);
    let bones = index.view(&file.bytes).bones();
    let numbers =
        |bones: &mut dyn Iterator<Item = Bone<'_>>| -> Vec<i32> { bones.map(|bone| bone.parent.raw() + 1).collect() };
    assert_eq!(bones.iter().len(), 14);
    assert_eq!(numbers(&mut bones.iter()), (0..14).collect::<Vec<_>>());
    assert_eq!(numbers(&mut bones.iter().rev()), (0..14).rev().collect::<Vec<_>>());
    assert_eq!(numbers(&mut bones.into_iter().step_by(5)), [0, 5, 10]);
    assert_eq!(numbers(&mut bones.iter().skip(12)), [12, 13]);
    // From both ends, meeting in the middle.
    let mut both = bones.iter();
    for i in 0..7 {
        assert_eq!(both.len(), 14 - 2 * i);
        assert_eq!(both.next(), bones.get(i));
        assert_eq!(both.next_back(), bones.get(13 - i));
    }
    assert_eq!((both.len(), both.next(), both.next_back(), both.next()), (0, None, None, None));
    // Jumps land where steps do, and past the end there is nothing.
    for n in 0..16 {
        let (mut front, mut back) = (bones.iter(), bones.iter());
        assert_eq!(front.nth(n), bones.get(n));
        assert_eq!(front.len(), 14usize.saturating_sub(n + 1));
        assert_eq!(front.next(), bones.get(n + 1));
        assert_eq!(back.nth_back(n), 13usize.checked_sub(n).and_then(|i| bones.get(i)));
        assert_eq!(back.len(), 14usize.saturating_sub(n + 1));
    }
    assert_eq!(bones.iter().nth(usize::MAX), None);
    let mut part = bones.iter();
    part.next();
    assert_eq!((part.clone().count(), part.clone().last(), part.size_hint()), (13, bones.get(13), (13, Some(13))));
}

#[test]
fn ranges_are_cut_to_what_is_there() {
    let file = model();
    let index = scan(&file);
    let bones = index.view(&file.bytes).bones();
    let first = |bones: Records<'_, Bone<'_>>| (bones.len(), bones.first().map(|bone| bone.parent.raw() + 1));
    assert_eq!(first(bones.range(..)), (14, Some(0)));
    assert_eq!(first(bones.range(3..7)), (4, Some(3)));
    assert_eq!(first(bones.range(3..=7)), (5, Some(3)));
    assert_eq!(first(bones.range(12..99)), (2, Some(12)));
    assert_eq!(first(bones.range(14..)), (0, None));
    assert_eq!(first(bones.range(usize::MAX..)), (0, None));
    assert_eq!(first(bones.range(..=usize::MAX)), (14, Some(0)));
    #[allow(clippy::reversed_empty_ranges)] // that is the point
    let reversed = bones.range(7..3);
    assert_eq!(first(reversed), (0, None));
    assert!(reversed.is_empty() && reversed.last().is_none() && reversed.iter().next().is_none());
    // A range of a range.
    let some = bones.range(3..10).range(2..5);
    assert_eq!((first(some), some.get(2), some.get(3)), ((3, Some(5)), bones.get(7), None));
    assert_eq!((some.last(), some.iter().next_back()), (bones.get(7), bones.get(7)));
    assert!(some.iter().eq(bones.iter().skip(5).take(3)));
}

#[test]
fn lists_in_records_are_walked_and_looked_up() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    let items = model.display_frames().get(1).expect("a frame").items;
    let all: Vec<_> = items.iter().collect();
    assert_eq!((items.len(), items.iter().len(), items.is_empty()), (3, 3, false));
    for n in 0..5 {
        let mut rest = items.iter();
        assert_eq!((items.get(n), rest.nth(n)), (all.get(n).copied(), all.get(n).copied()));
        assert_eq!(rest.len(), 3usize.saturating_sub(n + 1));
        assert!(rest.eq(all.iter().skip(n + 1).copied()));
    }
    assert_eq!((items.get(usize::MAX), items.iter().nth(usize::MAX)), (None, None));
    let first = file.put("display-frames[1].items").range.end;
    let sizes = [1 + 1, 1 + 1, 1 + 2]; // two morphs, a bone
    assert_eq!(items.bytes(), &file.bytes[first..first + sizes.iter().sum::<usize>()]);
    // One's own.
    let own = [FrameItem::Bone(BoneIndex::new(1)), FrameItem::Morph(MorphIndex::NONE)];
    let list = Many::new(&own);
    assert_eq!((list.len(), list.get(1), list.get(2), list.bytes()), (2, Some(own[1]), None, &[][..]));
    assert!(list.iter().eq(own) && list == Many::new(&own) && list != items);
}

// Text.

#[test]
fn utf_8_is_decoded_without_a_copy_and_everything_else_into_one() {
    for shape in [Shape::USUAL, UTF16] {
        let file = model::build(shape, 6);
        let index = scan(&file);
        let name = index.view(&file.bytes).info().name.local;
        let decoded = name.decode();
        assert_eq!(decoded, "モデル𠮷");
        assert_eq!(matches!(decoded, Cow::Borrowed(_)), shape.encoding == 1);
        let put = file.put("info.name.local");
        assert_eq!(name.bytes(), &file.bytes[put.range.start + 4..put.range.end]);
        assert_eq!(name.bytes().as_ptr(), file.bytes[put.range.start + 4..].as_ptr());
        assert_eq!(name.stored_len() as usize, name.bytes().len());
        assert!(name == "モデル𠮷" && name != "モデル" && name != "モデル𠮷 " && name == Text::new("モデル𠮷"));
        assert!(name.contains("デル") && name.contains("𠮷") && !name.contains("ルデ") && name.starts_with("モ"));
        assert!(name.is_valid() && !name.is_empty() && name.chars().count() == 4);
        assert_eq!(
            (name.to_string(), format!("{name:?}"), format!("{name:>6}|")),
            ("モデル𠮷".into(), r#""モデル𠮷""#.into(), "  モデル𠮷|".into())
        );
    }
}

#[test]
fn things_are_found_by_their_local_name() {
    for shape in [Shape::USUAL, UTF16] {
        let file = model::build(shape, 6);
        let index = scan(&file);
        let model = index.view(&file.bytes);
        let bones = model.bones();
        assert_eq!(bones.find("頭"), bones.get(1)); // the first of several
        assert_eq!(bones.position("頭"), Some(1));
        assert_eq!(bones.find_all("頭").map(|(i, _)| i).collect::<Vec<_>>(), [1, 4, 7, 10, 13]);
        assert!(bones.find_all("頭").all(|(i, bone)| bones.get(i) == Some(bone)));
        assert_eq!((bones.find("頭.en"), bones.position(""), bones.find_all("右").count()), (None, None, 0));
        assert_eq!(bones.range(2..).position("頭"), Some(2));
        assert_eq!(model.morphs().position("あ"), Some(1));
        assert_eq!(model.materials().position(""), Some(3));
        assert_eq!(model.display_frames().position("表情"), Some(1));
        assert_eq!(model.rigid_bodies().find_all("剛体").count(), 4);
        assert_eq!(model.joints().position("ジョイント"), Some(0));
        assert_eq!(model.soft_bodies().position("布"), (shape.version == 2.1).then_some(0));
    }
}

// Showing.

#[test]
fn everything_shows_itself_and_shortly() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    assert_eq!(
        format!("{model:?}"),
        "Pmx { version: 2.1, name: \"モデル𠮷\", vertices: [70 x Vertex], faces: [9 x Index], textures: [18 x Text], \
         materials: [5 x Material], bones: [14 x Bone], morphs: [13 x Morph], display_frames: [3 x DisplayFrame], \
         rigid_bodies: [4 x RigidBody], joints: [7 x Joint], soft_bodies: [2 x SoftBody] }"
    );
    assert_eq!(format!("{:?}", model.bones().iter()), "Iter([14 x Bone] left)");
    let bone = format!("{:?}", model.bones().get(9).expect("a bone"));
    for part in
        [r#"local: "センター""#, "parent: 8", "flags: IK,", "tail_bone: None", "iterations: 40", "bone: -1", "Free(())"]
    {
        assert!(bone.contains(part), "{part} in {bone}");
    }
    assert_eq!(format!("{:?}", model.faces().get(7)), "Some(200)");
    assert_eq!(format!("{:?}", model.joints().get(6).expect("a joint").kind), "JointKind(6)");
    let frame = model.display_frames().get(1).expect("a frame");
    assert_eq!(format!("{:?}", frame.items), "[Morph(3), Morph(-1), Bone(2)]");
    assert_eq!(format!("{:?}", frame.items.iter()), "ManyIter(3 left)");
    for mode in MODES {
        assert!(format!("{:?}", common::verdict::scan(&file.bytes, mode)).len() > 100);
    }
}

#[test]
fn a_long_list_shows_its_first_items_and_counts_the_rest() {
    let items = vec![FrameItem::Bone(BoneIndex::new(5)); 1000];
    assert_eq!(format!("{:?}", Many::new(&items)), "[Bone(5), Bone(5), Bone(5), Bone(5), … 996 more]");
    assert_eq!(format!("{:?}", Many::new(&items[..4])), "[Bone(5), Bone(5), Bone(5), Bone(5)]");
    assert_eq!(format!("{:?}", Many::new(&items[..5])), "[Bone(5), Bone(5), Bone(5), Bone(5), … 1 more]");
}

#[test]
fn a_section_is_shown_as_far_as_one_asks() {
    let file = model();
    let index = scan(&file);
    let model = index.view(&file.bytes);
    let seen = |section: &str, range: std::ops::Range<usize>, most: usize| {
        let mut numbers = Vec::new();
        model.visit_section(section, range, &mut |i, _| {
            numbers.push(i);
            if numbers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        numbers
    };
    assert_eq!(seen("bones", 3..6, 99), [3, 4, 5]);
    assert_eq!(seen("bones", 12..99, 99), [12, 13]);
    assert_eq!(seen("bones", 0..usize::MAX, 2), [0, 1]);
    assert_eq!((seen("header", 0..1, 9), seen("info", 0..9, 9)), (vec![0], vec![0]));
    for (section, range) in [("bones", 14..20), ("header", 1..9), ("info", 0..0), ("nothing", 0..9)] {
        assert!(seen(section, range, 99).is_empty(), "{section}");
    }
}
