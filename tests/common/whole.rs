//! What is true of anything that opens, in whatever mode.
use super::shown::Leaves;
use mmdmap::pmx::gpu::SkinVertex;
use mmdmap::pmx::{CANONICAL, Pmx, PmxIndex};
use mmdmap::{Field, Records, Visit};
use std::ops::ControlFlow;

/// Walks every view to its leaves, by every way there is; says how many there were.
pub fn walk(index: &PmxIndex, bytes: &[u8]) -> usize {
    let model = index.view(bytes);
    let mut leaves = Leaves::default();
    for span in index.sections() {
        assert!(span.range.start <= span.range.end && span.range.end <= bytes.len(), "{span:?}");
        assert!(span.len.unwrap_or(0) <= span.declared.unwrap_or(0), "{span:?}");
        let mut records = 0;
        model.visit_section(span.name, 0..usize::MAX, &mut |i, record| {
            assert_eq!(i, records);
            records += 1;
            record.visit(&mut leaves);
            ControlFlow::Continue(())
        });
        assert_eq!(records, span.len.unwrap_or(usize::from(matches!(span.name, "header" | "info"))), "{span:?}");
    }
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
    by_name(model);
    meshes(model);
    for of in CANONICAL {
        model.canonical_dump(of, &mut |piece| leaves.0 += usize::from(!piece.is_empty()));
    }
    let shown = format!("{model:?}");
    assert!(shown.len() < 1000 + 8 * model.info().name.local.bytes().len(), "{}", shown.len());
    leaves.0
}

/// Every record there is can be had from the front, from the back, by number and out of a range.
fn both_ways<'a, T: Field<'a> + Visit>(records: Records<'a, T>) {
    let n = records.len();
    assert_eq!(records.iter().count(), n);
    assert_eq!(records.iter().map(drop).count(), n);
    assert_eq!(records.iter().rev().map(drop).count(), n);
    assert_eq!((records.first().is_some(), records.last().is_some()), (n > 0, n > 0));
    assert!(records.get(n).is_none() && records.get(usize::MAX).is_none());
    assert_eq!(records.range(n / 3..n - n / 3).iter().map(drop).count(), n - 2 * (n / 3));
    assert!((0..n).step_by(n / 7 + 1).all(|i| records.get(i).is_some()));
}

fn by_name(model: Pmx<'_>) {
    let name = "頭";
    let bones = model.bones();
    assert_eq!(bones.find(name).is_some(), bones.position(name).is_some());
    assert_eq!(bones.position(name), bones.find_all(name).next().map(|(i, _)| i));
    let _ = (model.morphs().find(name), model.materials().position(name), model.joints().find(name));
    for bone in bones {
        let _ = (model.bone(bone.parent), bone.tail_bone.map(|tail| model.bone(tail)));
        for link in bone.ik.iter().flat_map(|ik| ik.links) {
            let _ = model.bone(link.bone);
        }
    }
    for texture in model.textures() {
        assert!(texture.chars().eq(texture.decode().chars()), "{texture:?}");
        let _ = (texture.contains("e"), texture.starts_with("t"), texture == "a");
    }
}

fn meshes(model: Pmx<'_>) {
    let (vertices, faces) = (model.vertices(), model.faces());
    assert_eq!(vertices.bases().count(), vertices.len());
    let skipped = vertices.bounds().map_or(vertices.len(), |bounds| bounds.skipped);
    assert!(skipped <= vertices.len());
    let mut filled = vec![SkinVertex::default(); vertices.len()];
    assert_eq!(model.gpu().vertices().fill(&mut filled), vertices.len());
    assert_eq!(faces.as_stored().len(), faces.len());
    assert_eq!(faces.bytes().len(), faces.len() * model.globals().vertex.bytes());
    assert!(faces.widened().map(|i| i as i32).eq(faces.iter().map(|i| i.raw())));
    assert_eq!(faces.triangles().count(), faces.len() / 3);
    let covered: usize = model.material_faces().map(|(_, faces)| faces.len()).sum();
    assert!(covered <= faces.len());
}

/// It goes back byte for byte.
pub fn comes_back(index: &PmxIndex, bytes: &[u8]) -> bool {
    let mut written = Vec::with_capacity(bytes.len());
    index.view(bytes).write_to(&mut written).is_ok() && written == bytes
}
