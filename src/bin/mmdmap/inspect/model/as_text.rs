//! What is in a model, as text and tables.
use super::super::head::several;
use super::{Kind, Report};
use crate::table::{Align, Table, cell, grouped};
use mmdmap::pmx::{Bounds, SharedToon, Toon};
use mmdmap::{Index, Name, TextureIndex};

impl Report<'_> {
    pub(super) fn to_text(&self) -> String {
        let mut lines = self.head.title();
        lines.line("name", &both(self.model.info().name));
        lines.line("format", &self.format());
        lines.line("indices", &self.widths_text());
        lines.line("mesh", &self.mesh());
        lines.line("bounds", &self.bounds_text());
        lines.line("deforms", &kinds(&self.deforms, str::to_uppercase));
        lines.line("morphs", &kinds(&self.morphs, morph_kind));
        self.head.opening(&mut lines);
        if let Some(saved) = &self.saved {
            lines.line("saved", &saved.text());
        }
        let (sections, model) = (self.model.index().sections(), self.model);
        lines.table(&self.head.sections_table(&sections, model.trailing(), model.behind_cut()));
        if !self.model.materials().is_empty() {
            lines.table(&self.materials_table());
        }
        lines.end()
    }

    fn format(&self) -> String {
        let globals = self.model.globals();
        let mut format =
            format!("PMX {}, {}, {} bytes", self.model.version(), globals.encoding.name(), grouped(self.head.file_len));
        let extra_settings = self.model.header().settings.extra().len();
        if globals.extra_uvs > 0 {
            format += &format!(", {}", several(globals.extra_uvs.into(), "additional UV", "additional UVs"));
        }
        if extra_settings > 0 {
            format += &format!(", {}", several(extra_settings, "unknown setting", "unknown settings"));
        }
        format
    }

    fn widths_text(&self) -> String {
        let widths = self.widths().map(|(name, bytes)| format!("{} {bytes}", name.replace('_', " ")));
        format!("{} (bytes each)", widths.join(", "))
    }

    fn mesh(&self) -> String {
        let (vertices, indices) = (self.model.vertices().len(), self.model.faces().len());
        let mesh =
            format!("{}, {}", several(vertices, "vertex", "vertices"), several(indices / 3, "triangle", "triangles"));
        match indices % 3 {
            0 => mesh,
            left => format!("{mesh} and {} left over", several(left, "corner", "corners")),
        }
    }

    fn bounds_text(&self) -> String {
        let Some(Bounds { min, max, skipped }) = self.bounds else { return "none".into() };
        let corner = |c: [f32; 3]| c.map(|x| format!("{x:?}")).join(", ");
        let left_out = match skipped {
            0 => String::new(),
            n => format!("; without {}, not finite", several(n, "vertex", "vertices")),
        };
        format!("({}) to ({}){left_out}", corner(min), corner(max))
    }

    fn materials_table(&self) -> Table {
        let mut table = Table::new([
            ("#", Align::Right),
            ("material", Align::Left),
            ("triangles", Align::Right),
            ("texture", Align::Left),
            ("sphere", Align::Left),
            ("toon", Align::Left),
        ]);
        for (i, (material, faces)) in self.model.material_faces().enumerate() {
            let whole = usize::try_from(material.index_count) == Ok(faces.len()) && faces.len() % 3 == 0;
            let odd = if whole { String::new() } else { format!(" (index count {})", material.index_count) };
            let toon = match material.toon {
                Toon::Shared(toon @ SharedToon(0..=9)) => format!("toon{:02}.bmp", toon.0.saturating_add(1)),
                Toon::Shared(toon) => format!("(no shared toon {})", toon.0),
                Toon::Texture(texture) => self.picture(texture),
            };
            table.row([
                i.to_string(),
                cell(material.name.local),
                format!("{}{odd}", grouped(faces.len() / 3)),
                self.picture(material.texture),
                self.picture(material.sphere),
                toon,
            ]);
        }
        if self.uncovered > 0 {
            table.row(["-".into(), "(no material)".into(), grouped(self.uncovered / 3)]);
        }
        table
    }

    fn picture(&self, index: TextureIndex) -> String {
        match self.model.texture(index) {
            Some(path) => cell(path),
            None if index == Index::NONE => "-".into(),
            None => format!("(no texture {})", index.raw()),
        }
    }
}

/// Both names, unless one says it all.
fn both(name: Name<'_>) -> String {
    let (local, universal) = (name.local.decode(), name.universal.decode());
    if universal.is_empty() || local == universal { local.into_owned() } else { format!("{local} / {universal}") }
}

/// As people write it.
fn morph_kind(name: &str) -> String {
    match name.strip_prefix("ExtraUv") {
        Some(n) => format!("additional UV {n}"),
        None if name == "Uv" => "UV".into(),
        None => name.to_lowercase(),
    }
}

fn kinds(kinds: &[Kind], spelt: fn(&str) -> String) -> String {
    let all: Vec<String> = kinds.iter().map(|kind| format!("{} {}", grouped(kind.count), spelt(kind.name))).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}
