//! Rules about the paths of textures; and whether the pictures are there, where a folder is given.
use super::code::Code;
use super::here::{Here, Report};
use super::name;
use super::values;
use crate::check::report::Value;
use crate::index::TextureIndex;
use crate::pmx::material::Toon;
use crate::pmx::model::Pmx;
#[cfg(feature = "textures")]
use crate::pmx::resolve::{Match, NotFound, Resolver};
use crate::pmx::texture::{TexturePath, UnsafePath};
use crate::text::Text;
use std::collections::HashSet;
#[cfg(feature = "textures")]
use std::path::Path;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let used = used(model);
    let mut seen = HashSet::new();
    for (i, (texture, used)) in model.textures().iter().zip(used).enumerate() {
        let here = &mut report.record("textures", i);
        values::check(here, &[], &texture);
        name::makes_sense(here, "", texture);
        let path = texture.path();
        // A colon, a control character and the others that no name may hold: one finding for all of them.
        let mut characters = false;
        for fault in path.faults() {
            let odd = matches!(fault, UnsafePath::Control(_) | UnsafePath::Stream | UnsafePath::Character(_));
            if !(odd && core::mem::replace(&mut characters, true)) {
                unsafe_path(here, texture, fault);
            }
        }
        if !path.as_str().is_empty() && !seen.insert(file_of(&path)) {
            here.find(Code::TextureDuplicate, "", texture, "another picture than an earlier one names");
        }
        if !used {
            here.find(Code::TextureUnused, "", texture, ());
        }
    }
}

/// Which textures some material uses.
fn used(model: Pmx<'_>) -> Vec<bool> {
    let mut used = vec![false; model.textures().len()];
    let mut mark = |texture: TextureIndex| {
        if let Some(used) = texture.get().and_then(|i| used.get_mut(i)) {
            *used = true;
        }
    };
    for material in model.materials() {
        mark(material.texture);
        mark(material.sphere);
        if let Toon::Texture(toon) = material.toon {
            mark(toon);
        }
    }
    used
}

/// The path by which Windows finds the file: one letter case, no steps that lead nowhere.
fn file_of(path: &TexturePath<'_>) -> String {
    let lower = path.as_str().to_lowercase();
    let parts: Vec<&str> = lower.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    parts.join("/")
}

/// What a path that is judged by its letters was found guilty of.
fn unsafe_path(here: &mut Here<'_>, texture: Text<'_>, fault: UnsafePath) {
    let (code, expected) = match fault {
        UnsafePath::Empty => (Code::TextureEmpty, Value::Words("a path")),
        UnsafePath::Url => (Code::TextureUrl, Value::Words("a path from the model's folder")),
        UnsafePath::Drive | UnsafePath::Network | UnsafePath::Absolute => {
            (Code::TextureAbsolute, Value::Words("a path from the model's folder"))
        }
        UnsafePath::Escapes => (Code::TextureEscapes, Value::Words("a path inside the model's folder")),
        UnsafePath::Control(_) | UnsafePath::Stream | UnsafePath::Character(_) => {
            (Code::TextureCharacter, Value::Words("no control character and none of <>:\"|?*"))
        }
        UnsafePath::Reserved => (Code::TextureReserved, Value::Words("another name")),
        UnsafePath::Trailing => (Code::TextureTrailing, Value::Words("no dot or blank at an end")),
        UnsafePath::TooLong(_) => (Code::TextureLong, Value::AtMost(TexturePath::LONGEST as u64)),
    };
    here.find(code, "", texture, expected);
}

/// Whether each picture is in the model's folder, and under the same spelling. Paths that lead out of it were found
/// guilty already; a link that does is one more way out.
#[cfg(feature = "textures")]
pub(super) fn check_on_disk(model: Pmx<'_>, folder: &Path, report: &mut Report) {
    let mut resolver = Resolver::new(folder).ok();
    for (i, texture) in model.textures().iter().enumerate() {
        let here = &mut report.record("textures", i);
        let path = texture.path();
        match resolver.as_mut().map_or_else(|| path.resolve(folder), |resolver| resolver.resolve(&path)) {
            Ok(found) if found.how() == Match::Exact => {}
            Ok(found) => {
                let there = found.path().strip_prefix(folder).unwrap_or(found.path());
                here.find(Code::TextureSpelling, "", texture, Value::Text(there.display().to_string()));
            }
            Err(NotFound::Unsafe(_)) => {}
            Err(NotFound::Outside(_)) => {
                here.find(Code::TextureEscapes, "", texture, "no link out of the model's folder")
            }
            Err(_) => here.find(Code::TextureMissing, "", texture, ()),
        }
    }
}
