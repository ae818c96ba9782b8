//! What is in a model, as text and tables.
use super::{Kind, Report, share};
use crate::escape::escaped;
use crate::output::paint;
use crate::table::{Align, Table, bar, grouped};
use anstyle::{AnsiColor, Style};
use mmdmap::pmx::{Bounds, SharedToon, Toon};
use mmdmap::{Backing, Index, Name, RepairCode, TextureIndex};

const TITLE: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();

impl Report<'_> {
    pub(super) fn to_text(&self) -> String {
        let mut out = format!("{}\n", paint(TITLE, escaped(&self.input.to_string())));
        let mut line = |label: &str, text: String| {
            out += &format!("  {}{}\n", paint(LABEL, format_args!("{label:10}")), escaped(&text));
        };
        line("name", both(self.model.info().name));
        line("format", self.format());
        line("indices", self.widths_text());
        line("mesh", self.mesh());
        line("bounds", self.bounds_text());
        line("deforms", kinds(&self.deforms, str::to_uppercase));
        line("morphs", kinds(&self.morphs, morph_kind));
        line("index", format!("{} bytes; {}", grouped(self.index_bytes()), self.timing()));
        for repair in self.repairs_text() {
            line("repaired", repair);
        }
        out += "\n";
        out += &self.sections_table().render(2, LABEL);
        if !self.model.materials().is_empty() {
            out += "\n";
            out += &self.materials_table().render(2, LABEL);
        }
        out + "\n"
    }

    fn format(&self) -> String {
        let globals = self.model.globals();
        let mut format = format!(
            "PMX {}, {}, {} bytes",
            self.model.version(),
            globals.encoding.name(),
            grouped(self.file.bytes().len())
        );
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

    fn timing(&self) -> String {
        let how = match self.file.backing() {
            Backing::Mapped | Backing::MappedPrivately => "mapped",
            _ => "read",
        };
        format!("{how} in {:.1?}, scanned in {:.1?}", self.bytes_there, self.scanned)
    }

    /// Each code once, with the first place; standard error lists all.
    fn repairs_text(&self) -> Vec<String> {
        let repairs = self.file.index().repairs();
        let first = |code: &RepairCode| repairs.iter().find(|repair| repair.code() == *code);
        RepairCode::ALL
            .iter()
            .filter_map(first)
            .map(|repair| match repairs.count(repair.code()).saturating_sub(1) {
                0 => format!("{}: {repair}", repair.code().name()),
                more => format!("{}: {repair}; and {more} more", repair.code().name()),
            })
            .collect()
    }

    fn sections_table(&self) -> Table {
        let mut table = Table::new([
            ("section", Align::Left),
            ("count", Align::Right),
            ("bytes from", Align::Right),
            ("to", Align::Right),
            ("size", Align::Right),
            ("share", Align::Right),
            ("", Align::Left),
        ]);
        let whole = self.file.bytes().len();
        let mut row = |name: &str, count: String, start: usize, end: usize| {
            let len = end.saturating_sub(start);
            let percent = format!("{:.1} %", share(len, whole) * 100.0);
            let place = [format!("{start:#x}"), format!("{end:#x}"), grouped(len), percent, bar(len, whole, 20)];
            table.row([name.to_owned(), count].into_iter().chain(place));
        };
        for section in self.model.index().sections() {
            let count = match (section.len, section.declared) {
                (Some(len), Some(declared)) if len < declared => format!("{} of {}", grouped(len), grouped(declared)),
                (Some(len), _) => grouped(len),
                (None, _) => "-".into(),
            };
            row(section.name, count, section.range.start, section.range.end);
        }
        for (name, bytes) in [("(trailing)", self.model.trailing()), ("(behind the cut)", self.model.behind_cut())] {
            if !bytes.is_empty() {
                row(name, "-".into(), whole.saturating_sub(bytes.len()), whole);
            }
        }
        table
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
                material.name.local.to_string(),
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
            Some(path) => path.to_string(),
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

fn several(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

fn kinds(kinds: &[Kind], spelt: fn(&str) -> String) -> String {
    let all: Vec<String> = kinds.iter().map(|kind| format!("{} {}", grouped(kind.count), spelt(kind.name))).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}
