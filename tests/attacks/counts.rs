//! 21 to 27: counts, of every section and of every list inside a record, that promise what is not there.
use super::common::build::{Builder, File, Shape, To};
use super::common::layout::Layout;
use super::common::memory::counted;
use super::common::model::{self, model};
use super::common::verdict::{Fault, cut, cut_found_later, error, held, open, opens, scan, warns};
use super::common::{MODES, SECTIONS};
use mmdmap::ErrorKind::*;
use mmdmap::pmx::check::Code;
use mmdmap::{Mode, RepairCode};

/// A count: its place in messages, where it lies, and the smallest record or item there can be.
struct Count {
    place: &'static str,
    at: usize,
    least: usize,
}

/// A model in every shape: widths, encodings, additional UVs, versions.
fn models() -> impl Iterator<Item = File> {
    Shape::many().into_iter().map(|shape| model::build(shape, 6))
}

/// Every section, and in the records every kind of list.
fn counts(file: &File) -> Vec<Count> {
    let places = [
        "bones[9].ik.links",
        "bones[13].ik.links",
        "morphs[0].offsets",
        "morphs[1].offsets",
        "morphs[2].offsets",
        "morphs[3].offsets",
        "morphs[4].offsets",
        "morphs[5].offsets",
        "morphs[6].offsets",
        "morphs[7].offsets",
        "morphs[8].offsets",
        "morphs[9].offsets",
        "morphs[10].offsets",
        "display-frames[1].items",
        "soft-bodies[0].anchors",
        "soft-bodies[1].pins",
    ];
    let layout = Layout::of(&file.bytes);
    let of = |place: &'static str| {
        let at = file.count_at(place);
        let part = layout.parts.iter().rfind(|part| part.range.start <= at).expect("a section");
        let list = part.inner.iter().find(|inner| inner.at == at).map(|inner| inner.least);
        Count { place, at, least: list.unwrap_or(part.least) }
    };
    let there = |place: &&str| file.shape.version == 2.1 || !place.starts_with("soft-bodies");
    SECTIONS.into_iter().chain(places).filter(there).map(of).collect()
}

#[test]
fn a021_a_negative_count() {
    for file in models() {
        for Count { place, at, .. } in counts(&file) {
            for n in [-1, -2, i32::MIN, i32::MIN + 1] {
                error(&file.with_at(at, n.to_le_bytes()), NegativeCount(n), place, at);
            }
        }
    }
}

/// A model without a record takes a hundred bytes, and what it says of its records nothing.
#[test]
fn a022_a_count_of_two_billion_in_a_hundred_bytes() {
    let file = model::empty(Shape { widths: [1; 6], extra_uvs: 0, ..Shape::USUAL });
    assert!(file.bytes.len() < 150);
    let layout = Layout::of(&file.bytes);
    for section in SECTIONS {
        let at = file.at(section);
        for count in [i32::MAX, i32::MAX - 1, 0x4000_0000, 0x0100_0000] {
            let odd = file.with_at(at, count.to_le_bytes());
            let (count, remaining) = (count as u64, (odd.len() - at - 4) as u64);
            let kind = CountTooLarge { count, needed: count * layout.part(section).least as u64, remaining };
            error(&odd, kind, section, at);
            for mode in MODES {
                let (refused, counts) = counted(|| scan(&odd, mode));
                assert!(refused.is_err() && counts.peak <= 1024, "{section}, {count}, {mode:?}: {counts:?}");
            }
        }
    }
}

#[test]
fn a022_a_count_of_two_billion_in_a_record() {
    for file in models() {
        for Count { place, at, least } in counts(&file) {
            let odd = file.with_at(at, i32::MAX.to_le_bytes());
            let count = i32::MAX as u64;
            let kind = CountTooLarge { count, needed: count * least as u64, remaining: (odd.len() - at - 4) as u64 };
            error(&odd, kind, place, at);
        }
    }
}

/// By the smallest records that there can be. What follows is taken for more of the same, and may be no such thing.
#[test]
fn a023_one_more_than_fits() {
    for file in models() {
        for Count { place, at, least } in counts(&file) {
            let remaining = (file.bytes.len() - at - 4) as u64;
            let count = remaining / least as u64 + 1;
            let odd = file.with_at(at, (count as i32).to_le_bytes());
            for mode in [Mode::Strict, Mode::Lenient] {
                let e = scan(&odd, mode).expect_err("too many");
                assert_eq!(e.kind(), CountTooLarge { count, needed: count * least as u64, remaining }, "{e}");
                assert_eq!((&*e.place().to_string(), e.offset(), e.is_cut()), (place, at as u64, true), "{e}");
            }
            match scan(&odd, Mode::Salvage) {
                Ok(_) => assert_eq!(open(&odd, Mode::Salvage).repairs().count(RepairCode::Cut), 1, "{place}"),
                Err(e) => assert!(!e.is_cut() && place.starts_with(e.place().section()), "{place}: {e}"),
            }
        }
    }
}

#[test]
fn a023_one_item_more_than_fits_drops_its_record() {
    let file = model();
    for (place, section, record) in [
        ("bones[9].ik.links", "bones", 9),
        ("morphs[0].offsets", "morphs", 0),
        ("morphs[1].offsets", "morphs", 1),
        ("morphs[2].offsets", "morphs", 2),
        ("morphs[3].offsets", "morphs", 3),
        ("morphs[7].offsets", "morphs", 7),
        ("morphs[8].offsets", "morphs", 8),
        ("morphs[9].offsets", "morphs", 9),
        ("morphs[10].offsets", "morphs", 10),
        ("display-frames[1].items", "display-frames", 1),
        ("soft-bodies[0].anchors", "soft-bodies", 0),
        ("soft-bodies[1].pins", "soft-bodies", 1),
    ] {
        let Count { at, least, .. } = counts(&file).into_iter().find(|count| count.place == place).expect("a list");
        let remaining = (file.bytes.len() - at - 4) as u64;
        let count = remaining / least as u64 + 1;
        let odd = file.with_at(at, (count as i32).to_le_bytes());
        let index = cut(&odd, CountTooLarge { count, needed: count * least as u64, remaining }, place, at);
        let declared = file.part(section).records.len();
        assert_eq!(held(&index, section), (record > 0).then_some((record, declared)), "{place}");
    }
}

/// The last section, so that nothing that follows is taken for its records.
#[test]
fn a023_one_record_more_than_fits_at_the_end() {
    let file = model();
    let at = file.at("soft-bodies");
    let remaining = (file.bytes.len() - at - 4) as u64;
    let count = remaining / 142 + 1;
    let kind = CountTooLarge { count, needed: count * 142, remaining };
    let odd = file.with_at(at, (count as i32).to_le_bytes());
    // Both bodies are there; the third is not.
    let place = "soft-bodies[2].name.local";
    let later = Fault { kind: Truncated { missing: 4 }, place, offset: file.bytes.len() };
    let index = cut_found_later(&odd, Fault { kind, place: "soft-bodies", offset: at }, later);
    assert_eq!(held(&index, "soft-bodies"), Some((2, count as usize)));
    assert!(index.view(&odd).behind_cut().is_empty());
}

/// In 32 bits each of these products is small, or what fits: they are never made there.
#[test]
fn a024_a_count_whose_bytes_overflow_32_bits() {
    for file in models() {
        for Count { place, at, least } in counts(&file) {
            for bytes in [1u64 << 32, (1 << 32) + 4, (1 << 32) + least as u64] {
                let count = bytes.div_ceil(least as u64);
                let Ok(stored) = i32::try_from(count) else { continue };
                let odd = file.with_at(at, stored.to_le_bytes());
                let needed = count * least as u64;
                assert!(needed >= 1 << 32);
                let kind = CountTooLarge { count, needed, remaining: (odd.len() - at - 4) as u64 };
                error(&odd, kind, place, at);
            }
        }
    }
}

#[test]
fn a025_nothing_of_anything() {
    for shape in Shape::many() {
        let file = model::empty(shape);
        let index = opens(&file.bytes);
        assert!(SECTIONS.iter().all(|section| held(&index, section).is_none_or(|held| held == (0, 0))));
    }
    let shape = Shape { version: 2.0, ..Shape::USUAL };
    let mut one = Builder::new(shape);
    model::info(&mut one);
    one.section("vertices", 1);
    model::vertex(&mut one, 0);
    for section in &SECTIONS[1..9] {
        one.section(section, 0);
    }
    let vertexless = super::common::verdict::findings(&model::empty(shape).bytes);
    assert!(vertexless.contains(&(Code::NoVertices, "vertices".to_owned())), "{vertexless:?}");
    let found = super::common::verdict::findings(&one.end().bytes);
    assert!(found.iter().all(|(code, _)| *code != Code::NoVertices), "{found:?}");
}

/// Enough bytes for so many of the smallest records; but these are longer.
#[test]
fn a026_a_count_that_fits_until_records_are_longer() {
    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    model::info(&mut b);
    for section in &SECTIONS[..2] {
        b.section(section, 0);
    }
    // A texture takes four bytes at least. These take five, and there are two records more than said.
    b.section("textures", 12);
    for _ in 0..10 {
        b.record();
        b.text("", "t");
    }
    let file = b.end();
    let place = "textures[10]";
    let index = cut(&file.bytes, Truncated { missing: 4 }, place, file.bytes.len());
    assert_eq!(held(&index, "textures"), Some((10, 12)));

    let mut b = Builder::new(Shape { version: 2.0, ..Shape::USUAL });
    model::info(&mut b);
    // A vertex is 55 bytes here at least; of SDEF it takes 97.
    b.section("vertices", 8);
    for _ in 0..5 {
        model::vertex(&mut b, 3);
    }
    let file = b.end();
    assert!(file.bytes.len() - file.at("vertices") - 4 >= 8 * (37 + 16 + 2));
    let index = cut(&file.bytes, Truncated { missing: 32 }, "vertices[5].base", file.bytes.len());
    assert_eq!(held(&index, "vertices"), Some((5, 8)));
}

/// Each is a value like any other; the sum is not made in 32 bits.
#[test]
fn a027_materials_that_cover_more_than_32_bits_can_count() {
    let file = model();
    let mut odd = file.bytes.clone();
    for material in 0..5 {
        let at = file.at(&format!("materials[{material}].index_count"));
        odd[at..at + 4].copy_from_slice(&2_147_483_646i32.to_le_bytes());
    }
    // Before, one was empty and one below zero; the sum was that of the faces.
    let index = warns(&file.bytes, &odd, &[(Code::MaterialsLong, "materials")]);
    let model = index.view(&odd);
    assert!(model.materials().iter().all(|material| material.index_count == 2_147_483_646));
    let covered: Vec<usize> = model.material_faces().map(|(_, faces)| faces.len()).collect();
    assert_eq!(covered, [9, 0, 0, 0, 0]);
    let said = index.view(&odd).check().find(|finding| finding.code() == Code::MaterialsLong).expect("a finding");
    assert!(said.to_string().ends_with("10737418230, expected 9"), "{said}");
}

/// The smallest legal record of each section: so many as are there open, and one more does not.
#[test]
fn a023_one_more_than_there_are_of_the_smallest_records() {
    for shape in [
        Shape { version: 2.1, encoding: 1, extra_uvs: 0, widths: [1; 6] },
        Shape { version: 2.1, encoding: 0, extra_uvs: 3, widths: [4, 2, 1, 2, 4, 1] },
    ] {
        let [v, t, m, b, _, r] = shape.widths.map(usize::from);
        let uvs = 16 * usize::from(shape.extra_uvs);
        let sizes = [37 + uvs + b, v, 4, 84 + 2 * t, 26 + 2 * b, 14, 13, 69 + b, 105 + 2 * r, 141 + m];
        for (section, size) in SECTIONS.into_iter().zip(sizes) {
            let mut b = Builder::new(shape);
            model::info(&mut b);
            for name in SECTIONS {
                b.section(name, if name == section { 3 } else { 0 });
                for _ in (0..3).take_while(|_| name == section) {
                    b.record();
                    smallest(&mut b, section);
                }
            }
            let file = b.end();
            assert_eq!(file.end(section) - file.start(section), 4 + 3 * size, "{section}");
            assert_eq!(held(&opens(&file.bytes), section), Some((3, 3)));

            let mut odd = file.with(section, 4i32.to_le_bytes());
            odd.truncate(file.end(section));
            for mode in [Mode::Strict, Mode::Lenient] {
                let e = scan(&odd, mode).expect_err("three, not four");
                assert!(matches!(e.kind(), CountTooLarge { count: 4, .. }), "{e}");
                assert_eq!((&*e.place().to_string(), e.offset(), e.is_cut()), (section, file.at(section) as u64, true));
            }
            assert_eq!(held(&open(&odd, Mode::Salvage), section), Some((3, 4)));
        }
    }
}

fn smallest(b: &mut Builder, section: &str) {
    let names = |b: &mut Builder| ["name.local", "name.universal"].map(|name| b.text(name, ""));
    match section {
        "vertices" => {
            b.raw("base", &[0; 32]);
            b.raw("extra_uvs", &vec![0; 16 * usize::from(b.shape().extra_uvs)]);
            b.kind("deform", 0, "Bdef1");
            b.index("deform.bone", To::Bone, -1);
            b.float("edge_scale", 1.0);
        }
        "faces" => b.index("", To::Vertex, 0),
        "textures" => b.text("", ""),
        "materials" => {
            names(b);
            b.raw("diffuse, specular, specular_power, ambient, flags, edge_color, edge_size", &[0; 65]);
            b.index("texture", To::Texture, -1);
            b.index("sphere", To::Texture, -1);
            b.u8("sphere_mode", 0);
            b.kind("toon", 1, "Shared");
            b.u8("toon", 0);
            b.text("memo", "");
            b.i32("index_count", 0);
        }
        "bones" => {
            names(b);
            b.raw("position", &[0; 12]);
            b.index("parent", To::Bone, -1);
            b.i32("layer", 0);
            b.u16("flags", 1);
            b.index("tail_bone", To::Bone, -1);
        }
        "morphs" => {
            names(b);
            b.u8("panel", 0);
            b.kind("offsets", 0, "Group");
            b.list("offsets", 0);
        }
        "display-frames" => {
            names(b);
            b.u8("special", 0);
            b.list("items", 0);
        }
        "rigid-bodies" => {
            names(b);
            b.index("bone", To::Bone, -1);
            b.raw("group, mask, shape, size, position, rotation, five floats, mode", &[0; 61]);
        }
        "joints" => {
            names(b);
            b.u8("kind", 0);
            b.index("a", To::RigidBody, -1);
            b.index("b", To::RigidBody, -1);
            b.raw("eight vectors", &[0; 96]);
        }
        _ => {
            names(b);
            b.u8("shape", 0);
            b.index("material", To::Material, -1);
            b.raw("group to stiffness", &[0; 124]);
            b.list("anchors", 0);
            b.list("pins", 0);
        }
    }
}
