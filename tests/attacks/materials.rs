//! 70 to 78: materials.
use super::common::model::model;
use super::common::verdict::{error, warns};
use super::sound::{sound, spoil, spoil_one};
use mmdmap::ErrorKind::UnknownTag;
use mmdmap::pmx::check::Code;
use mmdmap::pmx::{MaterialFlags, SharedToon, SphereMode, Toon};

fn le(x: f32) -> [u8; 4] {
    x.to_le_bytes()
}

#[test]
fn a070_shared_toons_that_nobody_has() {
    let file = sound();
    for toon in [10, 11, 128, 255] {
        let odd = file.with_at(file.at("materials[0].toon") + 1, [toon]);
        let index = warns(&file.bytes, &odd, &[(Code::SharedToonUnknown, "materials[0].toon")]);
        let kept = index.view(&odd).materials().get(0).map(|material| material.toon);
        assert_eq!(kept, Some(Toon::Shared(SharedToon(toon))));
    }
}

#[test]
fn a071_a_toon_of_neither_kind() {
    let file = model();
    for place in ["materials[0].toon", "materials[4].toon"] {
        for kind in [2, 3, 128, 255] {
            error(&file.with(place, [kind]), UnknownTag(kind), place, file.at(place));
        }
    }
}

#[test]
fn a072_a_sphere_mode_that_nobody_knows() {
    for mode in [4, 5, 255] {
        let (odd, index) = spoil_one("materials[0].sphere_mode", [mode], Code::SphereModeUnknown);
        let kept = index.view(&odd).materials().get(0).map(|material| material.sphere_mode);
        assert_eq!(kept, Some(SphereMode(mode)));
    }
}

#[test]
fn a073_flags_of_2_1_in_2_0() {
    let whole = super::mesh::as_2_0();
    for bit in [0x20, 0x40, 0x80] {
        let odd = whole.with_at(whole.at("materials[0].flags"), [0x10 | bit]);
        let index = warns(&whole.bytes, &odd, &[(Code::MaterialFlagsIn20, "materials[0].flags")]);
        let kept = index.view(&odd).materials().get(0).map(|material| material.flags);
        assert_eq!(kept, Some(MaterialFlags::from_bits_retain(0x10 | bit)));
    }
}

/// Other counts of the two materials, over two triangles: the findings, and which corners each covers.
#[track_caller]
fn counts(counts: [i32; 2], found: &[(Code, &str)], covered: [&[i32]; 2]) {
    let file = sound();
    let mut odd = file.with("materials[0].index_count", counts[0].to_le_bytes());
    let at = file.at("materials[1].index_count");
    odd[at..at + 4].copy_from_slice(&counts[1].to_le_bytes());
    let index = warns(&file.bytes, &odd, found);
    let faces = index.view(&odd).material_faces();
    let have: Vec<Vec<i32>> = faces.map(|(_, faces)| faces.iter().map(|corner| corner.raw()).collect()).collect();
    assert_eq!(have, covered);
    let raw: Vec<i32> = index.view(&odd).materials().iter().map(|material| material.index_count).collect();
    assert_eq!(raw, counts);
}

const FIRST: &str = "materials[0].index_count";
const SECOND: &str = "materials[1].index_count";

#[test]
fn a074_a_count_that_is_no_multiple_of_three() {
    let odd = [(Code::MaterialCountOdd, FIRST), (Code::MaterialCountOdd, SECOND)];
    counts([4, 2], &odd, [&[0, 1, 2, 3], &[4, 5]]);
}

#[test]
fn a075_a_count_below_zero() {
    let short = (Code::MaterialsShort, "materials");
    counts([-3, 3], &[(Code::MaterialCountNegative, FIRST), short], [&[], &[0, 1, 2]]);
    counts([i32::MIN, 6], &[(Code::MaterialCountNegative, FIRST)], [&[], &[0, 1, 2, 3, 4, 5]]);
}

#[test]
fn a076_counts_of_fewer_than_there_are() {
    let short = (Code::MaterialsShort, "materials");
    counts([3, 0], &[(Code::MaterialEmpty, SECOND), short], [&[0, 1, 2], &[]]);
}

#[test]
fn a077_counts_of_more_than_there_are() {
    let long = (Code::MaterialsLong, "materials");
    counts([3, 6], &[long], [&[0, 1, 2], &[3, 4, 5]]);
    counts([9, 3], &[long], [&[0, 1, 2, 3, 4, 5], &[]]);
    counts([2_147_483_646; 2], &[long], [&[0, 1, 2, 3, 4, 5], &[]]);
}

#[test]
fn a078_colours_that_are_none() {
    for field in ["diffuse", "specular", "ambient", "edge_color"] {
        let path = format!("materials[1].{field}");
        spoil_one(&path, le(-0.25), Code::ColorRange);
        spoil(&path, 4, le(1.5), &[(Code::ColorRange, &path)]);
        spoil(&path, 4, le(f32::NAN), &[(Code::NonFinite, &format!("{path}[1]"))]);
    }
}
