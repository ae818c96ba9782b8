//! `mmdmap inspect`: what is in a model, at a glance.
use crate::batch::{self, Done};
use crate::escape::escaped;
use crate::failure::{self, Failure, Outcome};
use crate::inputs::{Files, Input};
use crate::json::Json;
use crate::open::Reading;
use crate::output::paint;
use crate::table::{Align, Table, bar, grouped};
use anstyle::{AnsiColor, Style};
use mmdmap::pmx::{Bounds, Material, Pmx, PmxIndex, SectionSpan, SharedToon, Toon};
use mmdmap::{Backing, Index, Name, PmxFile, RepairCode, TextureIndex, Visit, Visitor};
use std::io;
use std::time::{Duration, Instant};

/// Names, versions, widths; how large each section is; materials; what encloses the model; which kinds of deform and
/// morph occur; what the index costs; what was repaired.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// As JSON: one object a line for each file, with `schema` and `schema_version`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    batch::run(&args.files.find(), |input| one(input, args))
}

fn one(input: &Input, args: &Args) -> Result<Done, Failure> {
    let start = Instant::now();
    let file = args.reading.open(input)?;
    let report = Report::new(input, &file, start.elapsed(), args);
    let data = if args.json { report.to_json() } else { report.to_text() };
    Ok(Done { data, messages: failure::repairs(&input.to_string(), file.index().repairs()) })
}

/// What is shown, in either form.
struct Report<'a> {
    input: &'a Input,
    file: &'a PmxFile,
    model: Pmx<'a>,
    bounds: Option<Bounds>,
    deforms: Vec<Kind>,
    morphs: Vec<Kind>,
    /// Face indices that no material covers.
    uncovered: usize,
    /// To map the file, or to read it; with what the system did for that when its bytes were first touched.
    load: Duration,
    scan: Duration,
}

/// One of several possibilities, and how often it occurs.
struct Kind {
    tag: u8,
    name: &'static str,
    count: usize,
}

impl Kind {
    fn count(all: impl Iterator<Item = (u8, &'static str)>) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (tag, name) in all {
            match kinds.iter_mut().find(|kind| kind.tag == tag) {
                Some(kind) => kind.count = kind.count.saturating_add(1),
                None => kinds.push(Kind { tag, name, count: 1 }),
            }
        }
        kinds.sort_by_key(|kind| kind.tag);
        kinds
    }
}

impl<'a> Report<'a> {
    fn new(input: &'a Input, file: &'a PmxFile, opened: Duration, args: &Args) -> Self {
        let model = file.model();
        // The library maps and scans in one go. A second scan tells the two apart.
        let start = Instant::now();
        let _ = PmxIndex::scan_with(file.bytes(), &args.reading.options());
        let scan = start.elapsed();
        let covered = model.material_faces().fold(0usize, |all, (_, faces)| all.saturating_add(faces.len()));
        Report {
            input,
            file,
            model,
            bounds: model.vertices().bounds(),
            deforms: Kind::count(model.vertices().iter().map(|vertex| (vertex.deform.tag(), vertex.deform.kind()))),
            morphs: Kind::count(model.morphs().iter().map(|morph| (morph.offsets.tag(), morph.offsets.kind()))),
            uncovered: model.faces().len().saturating_sub(covered),
            load: opened.saturating_sub(scan),
            scan,
        }
    }

    fn backing(&self) -> &'static str {
        match self.file.backing() {
            Backing::Mapped => "mapped",
            Backing::MappedPrivately => "mapped-privately",
            Backing::Read => "read",
            Backing::Memory => "memory",
            _ => "opened",
        }
    }
    fn index_bytes(&self) -> usize {
        size_of::<PmxIndex>().saturating_add(self.file.index().heap_bytes())
    }
    /// Name and width of each kind of index.
    fn widths(&self) -> [(&'static str, usize); 6] {
        let globals = self.model.globals();
        [
            ("vertex", globals.vertex),
            ("texture", globals.texture),
            ("material", globals.material),
            ("bone", globals.bone),
            ("morph", globals.morph),
            ("rigid_body", globals.rigid_body),
        ]
        .map(|(name, width)| (name, width.bytes()))
    }
}

/// As JSON.
impl Report<'_> {
    fn to_json(&self) -> String {
        let mut line = Vec::new();
        // Writing to memory cannot fail; and JSON is UTF-8.
        let _ = Json::new(&mut line).line(self);
        String::from_utf8(line).unwrap_or_default()
    }
}

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        let path = self.input.path();
        to.begin_record();
        text(to, "schema", "mmdmap.inspect");
        number(to, "schema_version", 1);
        to.field("file");
        to.text(&path.to_string_lossy(), path.as_os_str().as_encoded_bytes(), path.to_str().is_some());
        number(to, "file_len", self.file.bytes().len());
        to.field("version");
        self.model.version().visit(to);
        text(to, "encoding", self.model.globals().encoding.name());
        number(to, "extra_uvs", self.model.globals().extra_uvs.into());
        to.field("widths");
        record(to, |to| self.widths().iter().for_each(|(name, bytes)| number(to, name, *bytes)));
        to.field("extra_settings");
        self.model.header().settings.extra().visit(to);
        to.field("name");
        self.model.info().name.visit(to);
        to.field("comment");
        self.model.info().comment.visit(to);
        to.field("sections");
        list(to, self.model.index().sections().iter(), |to, section| self.visit_section(to, section));
        number(to, "trailing", self.model.trailing().len());
        number(to, "behind_cut", self.model.behind_cut().len());
        to.field("materials");
        list(to, self.model.material_faces(), |to, (material, faces)| self.visit_material(to, &material, faces.len()));
        number(to, "indices_without_material", self.uncovered);
        to.field("bounds");
        match &self.bounds {
            Some(bounds) => record(to, |to| {
                to.field("min");
                bounds.min.visit(to);
                to.field("max");
                bounds.max.visit(to);
                number(to, "vertices_left_out", bounds.skipped);
            }),
            None => to.none(),
        }
        to.field("deforms");
        record(to, |to| self.deforms.iter().for_each(|kind| number(to, kind.name, kind.count)));
        to.field("morphs");
        record(to, |to| self.morphs.iter().for_each(|kind| number(to, kind.name, kind.count)));
        text(to, "backing", self.backing());
        number(to, "index_bytes", self.index_bytes());
        number(to, "load_ns", usize::try_from(self.load.as_nanos()).unwrap_or(usize::MAX));
        number(to, "scan_ns", usize::try_from(self.scan.as_nanos()).unwrap_or(usize::MAX));
        self.visit_repairs(to);
        to.end_record();
    }
}

impl Report<'_> {
    fn visit_section(&self, to: &mut dyn Visitor, section: &SectionSpan) {
        record(to, |to| {
            text(to, "name", section.name);
            maybe(to, "count", section.len);
            maybe(to, "declared", section.declared);
            number(to, "start", section.range.start);
            number(to, "end", section.range.end);
            to.field("share");
            to.float(share(section.range.len(), self.file.bytes().len()));
        });
    }

    fn visit_material(&self, to: &mut dyn Visitor, material: &Material<'_>, indices: usize) {
        record(to, |to| {
            to.field("name");
            material.name.visit(to);
            to.field("texture");
            self.visit_picture(to, material.texture);
            to.field("sphere");
            self.visit_picture(to, material.sphere);
            to.field("toon");
            match material.toon {
                Toon::Shared(toon) => record(to, |to| number(to, "shared", toon.0.into())),
                Toon::Texture(texture) => self.visit_picture(to, texture),
            }
            to.field("index_count");
            material.index_count.visit(to);
            number(to, "triangles", indices / 3);
        });
    }

    /// Null for none; a path of null where the index points at no texture.
    fn visit_picture(&self, to: &mut dyn Visitor, index: TextureIndex) {
        if index == Index::NONE {
            return to.none();
        }
        record(to, |to| {
            to.field("index");
            index.visit(to);
            to.field("path");
            match self.model.texture(index) {
                Some(path) => path.visit(to),
                None => to.none(),
            }
        });
    }

    fn visit_repairs(&self, to: &mut dyn Visitor) {
        let repairs = self.file.index().repairs();
        number(to, "repair_count", repairs.total());
        to.field("repairs");
        list(to, repairs.iter(), |to, repair| {
            record(to, |to| {
                text(to, "code", repair.code().name());
                text(to, "section", repair.place().section());
                maybe(to, "record", repair.place().record());
                text(to, "field", &repair.place().field().to_string());
                number(to, "offset", usize::try_from(repair.offset()).unwrap_or(usize::MAX));
                text(to, "problem", &repair.error().kind().to_string());
                text(to, "done", repair.code().done());
            });
        });
    }
}

fn text(to: &mut dyn Visitor, name: &'static str, value: &str) {
    to.field(name);
    to.text(value, value.as_bytes(), true);
}
fn number(to: &mut dyn Visitor, name: &'static str, value: usize) {
    to.field(name);
    to.integer(i64::try_from(value).unwrap_or(i64::MAX));
}
fn maybe(to: &mut dyn Visitor, name: &'static str, value: Option<usize>) {
    match value {
        Some(value) => number(to, name, value),
        None => {
            to.field(name);
            to.none();
        }
    }
}
fn record(to: &mut dyn Visitor, fields: impl FnOnce(&mut dyn Visitor)) {
    to.begin_record();
    fields(to);
    to.end_record();
}
fn list<T>(to: &mut dyn Visitor, items: impl ExactSizeIterator<Item = T>, each: impl Fn(&mut dyn Visitor, T)) {
    to.begin_list(items.len());
    items.for_each(|item| each(to, item));
    to.end_list();
}

/// A part of a whole, between 0 and 1.
fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64) as f32 }
}

const TITLE: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();

/// As text.
impl Report<'_> {
    fn to_text(&self) -> String {
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
        format!("{how} in {:.1?}, scanned in {:.1?}", self.load, self.scan)
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
    let all: Vec<String> = kinds.iter().map(|kind| format!("{} {}", spelt(kind.name), grouped(kind.count))).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}
