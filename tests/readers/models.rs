//! The models that are read: the same ones on every machine.
use crate::common::SECTIONS;
use crate::common::build::{Builder, File, Shape, Value};
use crate::common::model::{self, of_kinds};
use mmdmap::Mode;
use sha2::{Digest, Sha256};

/// A model, and what opens it.
pub struct Model {
    pub name: String,
    pub bytes: Vec<u8>,
    pub mode: Mode,
}

/// So many shapes there are of models with everything.
pub const SHAPES: usize = 180;

/// Triangles, some with corners that no model has.
const CORNERS: [i32; 9] = [0, 1, 2, 2, 1, 3, 4, 200, 255];

/// All of them:
///
/// * `all-…`: every kind of everything in every combination of version, encoding and additional UVs, each with nine
///   combinations of widths;
/// * `plain-…`: what both readers say they read, in more shapes;
/// * `deform-…`, `morph-…`: one kind alone, so that one kind which a reader cannot read hides no other;
/// * `text-…`, `odd-…`: one oddity each.
pub fn all() -> Vec<Model> {
    let mut all: Vec<Model> = (0..SHAPES).map(|n| drawn(format!("all-{n:03}"), everything(shape(n)))).collect();
    all.extend((0..60).map(|n| drawn(format!("plain-{n:03}"), plain(old_shape(n)))));
    for (kind, name) in ["Bdef1", "Bdef2", "Bdef4", "Sdef", "Qdef"].into_iter().enumerate() {
        let file = of_kinds(old_shape(kind), &[kind as u8; 20], &CORNERS, &[]);
        all.push(drawn(format!("deform-{kind}-{name}"), file));
    }
    for (kind, name) in model::MORPH_KINDS.into_iter().enumerate() {
        let file = of_kinds(old_shape(kind), &[0, 1], &CORNERS, &[(kind as u8, 3), (kind as u8, 0)]);
        all.push(drawn(format!("morph-{kind:02}-{name}"), file));
    }
    all.extend(texts());
    all.extend(odd());
    all
}

/// Settings that differ from model to model. The widths are the digits of a number to the base 3: the step is large
/// enough, and has no divisor in common with 3⁶, so that few models show every pair of widths.
pub fn shape(n: usize) -> Shape {
    let widths = [0u32, 1, 2, 3, 4, 5].map(|place| [1, 2, 4][n * 271 / 3usize.pow(place) % 3]);
    let version = if n % 2 == 0 { 2.0 } else { 2.1 };
    Shape { version, encoding: (n / 2 % 2) as u8, extra_uvs: (n / 4 % 5) as u8, widths }
}

/// Of 2.0, in UTF-16: what both readers open.
fn old_shape(n: usize) -> Shape {
    Shape { version: 2.0, encoding: 0, extra_uvs: (n % 5) as u8, ..shape(n) }
}

fn everything(shape: Shape) -> File {
    model::build(shape, 20)
}

/// Without QDEF, flip and impulse morphs, and without offsets to additional UVs: that leaves what `mmd-parser` reads.
fn plain(shape: Shape) -> File {
    let morphs: Vec<(u8, usize)> = (0..9).map(|kind| (kind, if (4..8).contains(&kind) { 0 } else { 2 })).collect();
    of_kinds(shape, &[0, 1, 2, 3, 3, 2, 1, 0, 0, 2, 1, 3], &CORNERS, &morphs)
}

/// The same file with every number in it drawn anew: floats of any size, infinite ones included, and integers with any
/// bits, so that a wrong sign, width or order shows. What a number is follows from the model's name and the number's
/// place. Left alone is what decides where the next field lies.
fn drawn(name: String, mut file: File) -> Model {
    for put in &file.puts {
        let decides = put.section == "bones" && put.path.ends_with(".flags");
        let bits = || {
            let hash = Sha256::digest(format!("{name} {} {}", put.path, put.range.start));
            u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
        };
        let bytes = match put.value {
            Value::Float(_) => float(bits()).to_le_bytes(),
            Value::Int(_) if put.record.is_some() && !decides => bits().to_le_bytes(),
            _ => continue,
        };
        let width = put.range.len();
        file.bytes[put.range.clone()].copy_from_slice(&bytes[..width]);
    }
    Model { name, bytes: file.bytes, mode: Mode::Strict }
}

/// Any but NaN: which bits a NaN has left in JavaScript is the engine's choice.
fn float(bits: u32) -> u32 {
    const ODD: [u32; 5] = [0x8000_0000, 0x0000_0001, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000];
    match bits {
        _ if bits % 16 == 0 => ODD[bits as usize / 16 % ODD.len()],
        _ if f32::from_bits(bits).is_nan() => bits & 0xff80_0000,
        _ => bits,
    }
}

/// Nothing but texts, in names, comments and the table of textures.
fn of_texts(shape: Shape, texts: &[&str]) -> File {
    let mut b = Builder::new(shape);
    b.part("info");
    for field in ["name.local", "name.universal", "comment.local", "comment.universal"] {
        b.text(field, texts[0]);
    }
    for section in &SECTIONS[..9] {
        b.section(section, if *section == "textures" { texts.len() } else { 0 });
        for text in texts.iter().filter(|_| *section == "textures") {
            b.record();
            b.text("", text);
        }
    }
    b.end()
}

fn texts() -> Vec<Model> {
    let broad = [
        "名前",
        "",
        "\r\n\t\u{1}\u{7f}\u{85}\u{2028}",
        "か\u{3099}が",
        "👩\u{200d}👩\u{200d}👧𠮷\u{10ffff}",
        "ﾊﾝｶｸ～〜￥\\",
        "\u{fffd}\u{fffe}\u{ffff}",
        "שלום 안녕",
        "\"quoted\"",
    ];
    let cases: [(&str, u8, &[&str]); 6] = [
        ("utf-16", 0, &broad),
        ("utf-8", 1, &broad),
        ("bom-utf-16", 0, &["\u{feff}名前", "a\u{feff}", "\u{feff}"]),
        ("bom-utf-8", 1, &["\u{feff}名前", "a\u{feff}", "\u{feff}"]),
        ("nul", 0, &["a\0b", "\0", "a\0"]),
        ("even-utf-8", 1, &["even", "頭.", "\0\0\0\0", ""]),
    ];
    cases
        .into_iter()
        .map(|(name, encoding, texts)| {
            let file = of_texts(Shape { encoding, ..old_shape(0) }, texts);
            Model { name: format!("text-{name}"), bytes: file.bytes, mode: Mode::Strict }
        })
        .collect()
}

/// Files that something is odd about.
fn odd() -> Vec<Model> {
    let file = plain(old_shape(3));
    let with = |path: &str, bytes: &[u8]| file.with(path, bytes);
    let mut nine_settings = with("header.settings.globals_count", &[9]);
    nine_settings.insert(17, 7);
    let no_soft_bodies = {
        let file = everything(Shape { encoding: 0, ..Shape::USUAL });
        file.up_to(file.start("soft-bodies"))
    };
    let cases = [
        ("signature", with("header.signature", b"PMX\xa0")),
        ("encoding-2", with("header.settings.encoding", &[2])),
        ("nine-settings", nine_settings),
        ("negative-length", with("info.comment.universal", &[0xff; 4])),
        ("half-a-triangle", of_kinds(old_shape(1), &[0; 5], &CORNERS[..8], &[]).bytes),
        ("no-soft-bodies", no_soft_bodies),
        ("four-bytes-more", [&*file.bytes, &[0; 4]].concat()),
    ];
    cases.into_iter().map(|(name, bytes)| Model { name: format!("odd-{name}"), bytes, mode: Mode::Lenient }).collect()
}
