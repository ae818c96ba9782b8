//! Rules about materials: what they name, what they mean, which faces they cover.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::name;
use super::values::{self, finite};
use crate::check::report::Value;
use crate::pmx::header::Version;
use crate::pmx::material::{Material, MaterialFlags, SphereMode, Toon};
use crate::pmx::model::Pmx;

/// The highest number of a shared toon.
const LAST_TOON: u8 = 9;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    for (i, material) in model.materials().iter().enumerate() {
        let here = &mut report.record("materials", i);
        values::check(here, &[], &material);
        textures(&material, model.textures().len(), here);
        flags(&material, model, here);
        look(&material, here);
        count(&material, here);
    }
    sum(model, report);
    name::check("materials", model.materials(), name::Rules::OTHERS, report);
}

fn textures(material: &Material<'_>, textures: usize, here: &mut Here<'_>) {
    here.optional(material.texture, textures, "texture", Code::MaterialTextureDangling);
    here.optional(material.sphere, textures, "sphere", Code::MaterialTextureDangling);
    match material.toon {
        Toon::Texture(toon) => drop(here.optional(toon, textures, "toon", Code::MaterialTextureDangling)),
        Toon::Shared(toon) if toon.0 > LAST_TOON => {
            here.find(Code::SharedToonUnknown, "toon", toon.0, Value::AtMost(LAST_TOON.into()));
        }
        Toon::Shared(_) => {}
    }
    if material.sphere_mode.name().is_none() {
        here.find(Code::SphereModeUnknown, "sphere_mode", material.sphere_mode.0, Value::AtMost(3));
    } else if material.sphere_mode != SphereMode::NONE && material.sphere.get().is_none() {
        here.find(Code::SphereWithoutTexture, "sphere_mode", material.sphere_mode.0, 0u8);
    }
}

fn flags(material: &Material<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    let of_2_1 = MaterialFlags::VERTEX_COLOR | MaterialFlags::POINTS | MaterialFlags::LINES;
    if material.flags.intersects(of_2_1) && model.version() != Version::V2_1 {
        here.find(Code::MaterialFlagsIn20, "flags", material.flags.bits(), "no flags above 16");
    }
    let uses_uv =
        material.flags.contains(MaterialFlags::VERTEX_COLOR) || material.sphere_mode == SphereMode::SUB_TEXTURE;
    if uses_uv && model.globals().extra_uvs == 0 {
        here.find(Code::MaterialNeedsUv, "", 0u8, "an additional UV");
    }
}

fn look(material: &Material<'_>, here: &mut Here<'_>) {
    color(material.diffuse, "diffuse", here);
    color(material.specular, "specular", here);
    color(material.ambient, "ambient", here);
    color(material.edge_color, "edge_color", here);
    if material.edge_size < 0.0 {
        here.find(Code::EdgeSizeNegative, "edge_size", material.edge_size, "0 or more");
    }
}

fn color<const N: usize>(color: [f32; N], field: &'static str, here: &mut Here<'_>) {
    if let Some(&odd) = color.iter().find(|x| !(0.0..=1.0).contains(*x)).filter(|_| finite(color)) {
        here.find(Code::ColorRange, field, odd, Value::Between(0.0, 1.0));
    }
}

fn count(material: &Material<'_>, here: &mut Here<'_>) {
    match material.index_count {
        0 => here.find(Code::MaterialEmpty, "index_count", 0u8, ()),
        n if n < 0 => here.find(Code::MaterialCountNegative, "index_count", n, "0 or more"),
        n if n % 3 != 0 => here.find(Code::MaterialCountOdd, "index_count", n, "a multiple of 3"),
        _ => {}
    }
}

/// What the materials cover together, a negative count as nothing.
fn sum(model: Pmx<'_>, report: &mut Report) {
    let counts = model.materials().iter().filter_map(|material| u64::try_from(material.index_count).ok());
    let sum = counts.fold(0u64, u64::saturating_add);
    let faces = model.faces().len();
    let code = match sum.cmp(&(faces as u64)) {
        core::cmp::Ordering::Less => Code::MaterialsShort,
        core::cmp::Ordering::Equal => return,
        core::cmp::Ordering::Greater => Code::MaterialsLong,
    };
    report.section("materials").find(code, "", i64::try_from(sum).unwrap_or(i64::MAX), faces);
}
