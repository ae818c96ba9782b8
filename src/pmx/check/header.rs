//! Rules about the header, the model info and the sections as such.
use super::code::Code;
use super::here::Report;
use super::name;
use super::values;
use crate::check::report::Value;
use crate::globals::{Globals, Width};
use crate::pmx::header::Version;
use crate::pmx::model::Pmx;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let here = &mut report.section("header");
    let header = model.header();
    if !header.settings.extra().is_empty() {
        here.find(Code::ExtraGlobals, "settings.globals_count", header.settings.bytes().len(), Value::AtMost(8));
    }
    if model.version() == Version::V2_1 {
        here.find(Code::Version21, "version", model.version().get(), 2.0);
    }
    for (field, width, signed, records) in widths(model) {
        let room = room(width, signed);
        if records as u64 > room {
            here.find(Code::IndexWidthTooSmall, field, records, Value::AtMost(room));
        } else if !signed && records as u64 == room {
            here.find(Code::VertexIndexBorder, field, records, Value::Below(room));
        }
    }
    info(model, report);
    sections(model, report);
}

fn info(model: Pmx<'_>, report: &mut Report) {
    let here = &mut report.section("info");
    let info = model.info();
    values::check(here, &[], &info);
    name::makes_sense(here, "name.local", info.name.local);
    name::makes_sense(here, "comment.local", info.comment.local);
    name::model(here, info.name.local);
}

fn sections(model: Pmx<'_>, report: &mut Report) {
    if model.vertices().is_empty() {
        report.section("vertices").find(Code::NoVertices, "", 0u32, ());
    }
    let empty = [
        ("faces", model.faces().is_empty()),
        ("materials", model.materials().is_empty()),
        ("bones", model.bones().is_empty()),
    ];
    for (section, _) in empty.into_iter().filter(|&(_, empty)| empty) {
        report.section(section).find(Code::SectionEmpty, "", 0u32, ());
    }
}

/// The field of each width, the width, whether −1 is among its values, and how many records it is to tell apart.
fn widths(model: Pmx<'_>) -> [(&'static str, Width, bool, usize); 6] {
    let Globals { vertex, texture, material, bone, morph, rigid_body, .. } = model.globals();
    [
        ("settings.vertex_index_width", vertex, false, model.vertices().len()),
        ("settings.texture_index_width", texture, true, model.textures().len()),
        ("settings.material_index_width", material, true, model.materials().len()),
        ("settings.bone_index_width", bone, true, model.bones().len()),
        ("settings.morph_index_width", morph, true, model.morphs().len()),
        ("settings.rigid_body_index_width", rigid_body, true, model.rigid_bodies().len()),
    ]
}

/// How many records an index of this width tells apart.
const fn room(width: Width, signed: bool) -> u64 {
    match (width, signed) {
        (Width::One, true) => 1 << 7,
        (Width::One, false) => 1 << 8,
        (Width::Two, true) => 1 << 15,
        (Width::Two, false) => 1 << 16,
        (Width::Four, _) => 1 << 31,
    }
}
