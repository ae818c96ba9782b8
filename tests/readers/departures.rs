//! What the readers get wrong, or say with less than the file does: all of it, in one table. Where a reader shows another
//! value, that value is worked out here from the right one, and its hash in the golden file is the proof that it does.
use super::told::{Record, records};
use crate::common::build::Value;
use mmdmap::pmx::{Deform, MorphOffsets, Pmx};
use mmdmap::{Encoding, RepairCode};

pub const BABYLON: &str = "babylon-mmd";
pub const PARSER: &str = "mmd-parser";

pub struct Departure {
    pub reader: &'static str,
    /// Where it shows first; of `Shows`, the only one, or `ANY`.
    pub section: &'static str,
    pub field: &'static str,
    /// What the reader makes of it.
    pub gives: &'static str,
    /// What the format says.
    pub says: &'static str,
    /// The line of the reader's source, and bytes to see it by.
    pub proof: &'static str,
    pub how: How,
}

pub enum How {
    /// It shows other values: those that this makes of the right ones, record by record.
    Shows(fn(&mut Record, Pmx<'_>)),
    /// In models like this it loses its way, and reads from the section on what is not there, or gives up.
    Loses(fn(Pmx<'_>) -> bool),
    /// It gives up on models like this, in these words.
    Refuses(fn(Pmx<'_>) -> bool, &'static str),
}
use How::{Loses, Refuses, Shows};

/// Of any section.
pub const ANY: &str = "any section:";

pub const DEPARTURES: [Departure; 26] = [
    Departure {
        reader: BABYLON,
        section: "header",
        field: "signature",
        gives: "\"PMX\", whatever the fourth byte is",
        says: "`PMX` and a space",
        proof: "pmxReader.js:120,124 `getSignatureString(3)`, `getInt8(); // skip byte alignment`; \
                odd-signature has 50 4d 58 a0 and is read like any other",
        how: Shows(|header, _| header.retain(|(field, _)| field != "signature")),
    },
    Departure {
        reader: BABYLON,
        section: "header",
        field: "settings",
        gives: "the eight that have a name, and a warning if there are more",
        says: "a count, then so many; those behind the eighth have no meaning yet",
        proof: "pmxReader.js `for (let i = 8; i < globalsCount; ++i)`; odd-nine-settings has a ninth, 07",
        how: Shows(|header, _| {
            let eight = header.iter().position(|(field, _)| field == "settings").expect("settings");
            header.truncate(eight + 1 + 8);
            header[eight].1 = Value::List(8);
        }),
    },
    Departure {
        reader: BABYLON,
        section: ANY,
        field: "every text",
        gives: "a text without the U+FEFF it begins with",
        says: "so many bytes of UTF-16LE or UTF-8: the header has said which, no mark is needed, and U+FEFF is a letter",
        proof: "mmdDataDeserializer.js:120 `new TextDecoder(encoding)` without `ignoreBOM: true`; \
                text-bom-utf-16 has ff fe 0d 54 4d 52, text-bom-utf-8 ef bb bf e5 90 8d e5 89 8d: U+FEFF and 名前",
        how: Shows(|record, _| each_text(record, |text| text.strip_prefix('\u{feff}').unwrap_or(text).to_owned())),
    },
    Departure {
        reader: BABYLON,
        section: "morphs",
        field: "panel",
        gives: "numbers below zero from 128 on",
        says: "u8",
        proof: "pmxReader.js:429 `const category = dataDeserializer.getInt8()`; ed is 237, and comes as -19",
        how: Shows(|morph, _| each(morph, "panel", |panel| i64::from(panel as i8))),
    },
    Departure {
        reader: BABYLON,
        section: "morphs",
        field: "offsets.local",
        gives: "whether it is 1",
        says: "u8; 1: along the body's own axes, 0: along those of the world",
        proof: "pmxReader.js:575 `isLocals[i] = dataDeserializer.getUint8() === 1`: less than is stored",
        how: Shows(|morph, _| each(morph, "offsets.local", |local| i64::from(local == 1))),
    },
    Departure {
        reader: BABYLON,
        section: "display-frames",
        field: "special",
        gives: "whether it is 1",
        says: "u8; 1 for the frames of the system",
        proof: "pmxReader.js:605 `const isSpecialFrame = dataDeserializer.getUint8() === 1`: less than is stored",
        how: Shows(|frame, _| each(frame, "special", |special| i64::from(special == 1))),
    },
    Departure {
        reader: BABYLON,
        section: "soft-bodies",
        field: "stiffness",
        gives: "the bits of the three floats as an integer: 1065353216 for 1.0",
        says: "three f32, LST, AST and VST of Bullet: a stiffness of 1 is 00 00 80 3f",
        proof: "pmxReader.js:750 `lst: dataDeserializer.getInt32()`, and the same for `ast` and `vst`",
        how: Shows(|body, _| {
            for (_, value) in body.iter_mut().filter(|(field, _)| field.starts_with("stiffness.")) {
                if let Value::Float(bits) = value {
                    *bits = (*bits as i32 as f32).to_bits();
                }
            }
        }),
    },
    Departure {
        reader: BABYLON,
        section: "soft-bodies",
        field: "anchors.near",
        gives: "whether it is not 0",
        says: "u8; not 0: near mode",
        proof: "pmxReader.js:759 `const isNearMode = dataDeserializer.getUint8() !== 0`: less than is stored",
        how: Shows(|body, _| each(body, "anchors.near", |near| i64::from(near != 0))),
    },
    Departure {
        reader: BABYLON,
        section: "info",
        field: "every text",
        gives: "RangeError where the length is negative",
        says: "a length below zero is no text; PMXEditor reads it as an empty one",
        proof: "mmdDataDeserializer.js `new Uint8Array(this._dataView.buffer, this._offset, length)`; \
                odd-negative-length has ff ff ff ff",
        how: Refuses(|model| repaired(model, RepairCode::NegativeLength), "Invalid typed array length: -1"),
    },
    Departure {
        reader: BABYLON,
        section: "soft-bodies",
        field: "the count",
        gives: "RangeError where a 2.1 file ends after its joints",
        says: "2.1 has the section; files without it are found, and have no soft bodies",
        proof: "pmxReader.js `header.version <= 2.0 ? [] : this._ParseSoftBodies(…)`; odd-no-soft-bodies ends there",
        how: Refuses(|model| repaired(model, RepairCode::NoSoftBodies), "Offset is outside the bounds of the DataView"),
    },
    Departure {
        reader: PARSER,
        section: "header",
        field: "signature",
        gives: "up where the fourth byte is not a space",
        says: "`PMX` and a space; MikuMikuDance does not look at the fourth byte, and models use that",
        proof: "mmdparser.js:10557 `metadata.magic !== 'PMX '`; odd-signature has 50 4d 58 a0",
        how: Refuses(|model| repaired(model, RepairCode::OddSignature), "PMX file magic is not PMX , but PMX\u{a0}"),
    },
    Departure {
        reader: PARSER,
        section: "header",
        field: "version",
        gives: "up on every 2.1 file, though it means to read them",
        says: "the float 2.1, 66 66 06 40: as a double it is 2.0999999046325684",
        proof: "mmdparser.js:10565 `metadata.version !== 2.0 && metadata.version !== 2.1`",
        how: Refuses(
            |model| model.header().version != mmdmap::pmx::Version::V2_0,
            "PMX version 2.0999999046325684 is not supported.",
        ),
    },
    Departure {
        reader: PARSER,
        section: "info",
        field: "settings behind the eighth",
        gives: "them as the length of the model's name: all that follows is off by a byte",
        says: "a count, then so many",
        proof: "mmdparser.js:10571 `metadata.headerSize = dv.getUint8()`, never looked at; odd-nine-settings",
        how: Loses(|model| !model.header().settings.extra().is_empty()),
    },
    Departure {
        reader: PARSER,
        section: "info",
        field: "texts of UTF-8 with an odd number of bytes",
        gives: "one byte of what follows as half a letter: all behind it is off by a byte",
        says: "so many bytes of what the header says, UTF-16LE or UTF-8",
        proof: "mmdparser.js:9941 `getUnicodeStrings` takes two bytes at a time, and no look at `metadata.encoding`; \
                モデル𠮷 has 13 bytes",
        how: Loses(|model| model.globals().encoding == Encoding::Utf8 && has_odd_text(model)),
    },
    Departure {
        reader: PARSER,
        section: "info",
        field: "the length of a text",
        gives: "4294967295 letters where it is −1, and so nothing",
        says: "i32; PMXEditor reads a negative one as an empty text",
        proof: "mmdparser.js:9973 `var size = this.getUint32()`; odd-negative-length has ff ff ff ff",
        how: Refuses(
            |model| repaired(model, RepairCode::NegativeLength),
            "Offset is outside the bounds of the DataView",
        ),
    },
    Departure {
        reader: PARSER,
        section: ANY,
        field: "every text",
        gives: "bytes of UTF-8 as UTF-16LE",
        says: "so many bytes of what the header says",
        proof: "mmdparser.js:9973, as above; text-even-utf-8 has 65 76 65 6e, \"even\", and it comes as 癥湥",
        how: Shows(|record, model| {
            if model.globals().encoding == Encoding::Utf8 {
                each_text(record, |text| {
                    let units = text.as_bytes().chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
                    String::from_utf16(&units.collect::<Vec<_>>()).expect("no model has such bytes")
                });
            }
        }),
    },
    Departure {
        reader: PARSER,
        section: ANY,
        field: "every text",
        gives: "a text up to its first NUL",
        says: "so many bytes: a NUL is a letter",
        proof: "mmdparser.js:9950 `if ( value === 0 ) break`; text-nul has 61 00 00 00 62 00",
        how: Shows(|record, _| each_text(record, |text| text.split('\0').next().unwrap_or_default().to_owned())),
    },
    Departure {
        reader: PARSER,
        section: "vertices",
        field: "deform",
        gives: "up on QDEF",
        says: "kind 4, QDEF; since 2.1, and found in 2.0",
        proof: "mmdparser.js:10640; deform-4-Qdef",
        how: Refuses(
            |model| model.vertices().iter().any(|vertex| matches!(vertex.deform, Deform::Qdef(_))),
            "unsupport bone type 4 exception.",
        ),
    },
    Departure {
        reader: PARSER,
        section: "vertices",
        field: "deform",
        gives: "BDEF2 for SDEF, with SDEF's three vectors beside it",
        says: "kind 3, SDEF",
        proof: "mmdparser.js:10636 `// TODO: SDEF support`, `p.type = 1`; deform-3-Sdef",
        how: Shows(|vertex, _| {
            for (_, value) in vertex.iter_mut().filter(|(_, value)| *value == Value::Kind("Sdef")) {
                *value = Value::Kind("Bdef2");
            }
        }),
    },
    Departure {
        reader: PARSER,
        section: "faces",
        field: "corners of no whole triangle",
        gives: "a whole triangle, its last corners from the bytes of the next section",
        says: "so many corners",
        proof: "mmdparser.js:10673 `getUint32() / 3`, then `i < metadata.faceCount`; odd-half-a-triangle has eight",
        how: Loses(|model| model.faces().len() % 3 != 0),
    },
    Departure {
        reader: PARSER,
        section: "materials",
        field: "toon",
        gives: "shared toons from 128 on as numbers below zero",
        says: "u8 where the toon is shared",
        proof: "mmdparser.js:10731 `p.toonIndex = dv.getInt8()`; ff comes as -1, like no texture",
        how: Shows(|material, _| {
            if material.iter().any(|(_, value)| *value == Value::Kind("Shared")) {
                each(material, "toon", |number| i64::from(number as i8));
            }
        }),
    },
    Departure {
        reader: PARSER,
        section: "materials",
        field: "index_count",
        gives: "numbers below zero as numbers above 2³¹",
        says: "i32",
        proof: "mmdparser.js:10740 `dv.getUint32() / 3`; ff ff ff ff comes as 1431655765 triangles",
        how: Shows(|material, _| each(material, "index_count", |number| i64::from(number as u32))),
    },
    Departure {
        reader: PARSER,
        section: "bones",
        field: "layer",
        gives: "numbers below zero as numbers above 2³¹",
        says: "i32; layers below zero come first",
        proof: "mmdparser.js:10767 `dv.getUint32()`; ff ff ff ff comes as 4294967295",
        how: Shows(|bone, _| each(bone, "layer", |number| i64::from(number as u32))),
    },
    Departure {
        reader: PARSER,
        section: "bones",
        field: "external_parent",
        gives: "numbers below zero as numbers above 2³¹",
        says: "i32",
        proof: "mmdparser.js:10813 `dv.getUint32()`; ff ff ff ff comes as 4294967295",
        how: Shows(|bone, _| each(bone, "external_parent", |number| i64::from(number as u32))),
    },
    Departure {
        reader: PARSER,
        section: "bones",
        field: "ik.iterations",
        gives: "numbers below zero as numbers above 2³¹",
        says: "i32",
        proof: "mmdparser.js:10823 `dv.getUint32()`; ff ff ff ff comes as 4294967295",
        how: Shows(|bone, _| each(bone, "ik.iterations", |number| i64::from(number as u32))),
    },
    Departure {
        reader: PARSER,
        section: "morphs",
        field: "offsets",
        gives: "nothing of offsets to additional UVs, of flips and impulses, and does not step over them",
        says: "a vertex and four floats; a morph and a float; a body, a byte and six floats",
        proof: "mmdparser.js:10910 to :10922 `// TODO: implement`, and no branch for 9 and 10; morph-04-ExtraUv1 and on",
        how: Loses(|model| model.morphs().iter().any(|morph| !morph.offsets.is_empty() && is_beyond(&morph.offsets))),
    },
];

/// Other integers in a field.
fn each(record: &mut Record, field: &str, gives: fn(i64) -> i64) {
    for (_, value) in record.iter_mut().filter(|(name, _)| name == field) {
        if let Value::Int(number) = value {
            *number = gives(*number);
        }
    }
}

/// Other texts.
fn each_text(record: &mut Record, gives: impl Fn(&str) -> String) {
    for (_, value) in record {
        if let Value::Text(text) = value {
            *text = gives(text);
        }
    }
}

fn repaired(model: Pmx<'_>, code: RepairCode) -> bool {
    model.index().repairs().count(code) > 0
}

/// Whether a text has an odd number of bytes in UTF-8.
fn has_odd_text(model: Pmx<'_>) -> bool {
    super::told::SECTIONS.iter().flat_map(|section| records(model, section)).flatten().any(|(_, value)| match value {
        Value::Text(text) => text.len() % 2 == 1,
        _ => false,
    })
}

fn is_beyond(offsets: &MorphOffsets<'_>) -> bool {
    use MorphOffsets as M;
    matches!(offsets, M::ExtraUv1(_) | M::ExtraUv2(_) | M::ExtraUv3(_) | M::ExtraUv4(_) | M::Flip(_) | M::Impulse(_))
}
