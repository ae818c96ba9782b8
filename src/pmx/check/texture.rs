//! Rules about the paths of textures. What is on disk is not looked at.
use super::code::Code;
use super::name;
use super::report::{Here, Report, Value};
use super::values;
use crate::index::TextureIndex;
use crate::pmx::material::Toon;
use crate::pmx::model::Pmx;
use std::collections::HashSet;

/// The longest path that Windows takes, without its NUL.
const LONGEST: usize = 259;
/// What Windows keeps for devices, with any extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// What it keeps together with a digit.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let used = used(model);
    let mut seen = HashSet::new();
    for (i, (texture, used)) in model.textures().iter().zip(used).enumerate() {
        let here = &mut report.record("textures", i);
        values::check(here, &[], &texture);
        name::makes_sense(here, "", texture);
        let path = texture.decode();
        path_rules(&path, here);
        if !path.is_empty() && !seen.insert(file_of(&path)) {
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

/// The path by which Windows finds the file: one separator, one letter case, no steps that lead nowhere.
fn file_of(path: &str) -> String {
    let lower = path.to_lowercase();
    let parts: Vec<&str> = lower.split(is_separator).filter(|part| !matches!(*part, "" | ".")).collect();
    parts.join("/")
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | '\\')
}

fn path_rules(path: &str, here: &mut Here<'_>) {
    let shown = || Value::Text(path.chars().take(80).collect());
    let mut find = |code: Code, expected: Value| here.find(code, "", shown(), expected);
    if path.is_empty() {
        return find(Code::TextureEmpty, Value::Words("a path"));
    }
    if path.chars().count() > LONGEST {
        find(Code::TextureLong, Value::AtMost(LONGEST as u64));
    }
    let is_url = path.contains("://") || path.to_ascii_lowercase().starts_with("file:");
    if is_url {
        find(Code::TextureUrl, Value::Words("a path from the model's folder"));
    } else if path.starts_with(is_separator) || has_drive(path) {
        find(Code::TextureAbsolute, Value::Words("a path from the model's folder"));
    }
    if escapes(path) {
        find(Code::TextureEscapes, Value::Words("a path inside the model's folder"));
    }
    let behind_drive = if has_drive(path) { path.get(2..).unwrap_or(path) } else { path };
    if !is_url && behind_drive.contains(|c: char| c.is_control() || "<>:\"|?*".contains(c)) {
        find(Code::TextureCharacter, Value::Words("no control character and none of <>:\"|?*"));
    }
    if path.split(is_separator).any(is_device) {
        find(Code::TextureReserved, Value::Words("another name"));
    }
    if path.split(is_separator).any(|part| !matches!(part, "." | "..") && part.ends_with(['.', ' '])) {
        find(Code::TextureTrailing, Value::Words("no dot or blank at an end"));
    }
}

/// `C:` at the start, whatever follows.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Whether its steps up are more than those down, at any place.
fn escapes(path: &str) -> bool {
    let mut depth = 0usize;
    path.split(is_separator).any(|part| match part {
        "" | "." => false,
        ".." => match depth.checked_sub(1) {
            Some(less) => {
                depth = less;
                false
            }
            None => true,
        },
        _ => {
            depth = depth.saturating_add(1);
            false
        }
    })
}

/// Whether Windows takes the name for a device: up to its first dot, blanks at the end left off.
fn is_device(part: &str) -> bool {
    let stem = part.split(['.', ':']).next().unwrap_or(part).trim_end();
    let numbered = |device: &&str| {
        let digit = stem.get(..device.len()).filter(|start| start.eq_ignore_ascii_case(device));
        digit.is_some() && matches!(stem.get(device.len()..), Some("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"))
    };
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device)) || NUMBERED_DEVICES.iter().any(numbered)
}
