//! Characters that cannot be seen, and what to show in their place.
//!
//! A name is a stranger's word. Control characters would work the terminal, bidirectional ones would turn the rest of
//! the line around, and others make two names look the same that are not.
use std::borrow::Cow;
use std::fmt::Write;

/// Whether a terminal shows nothing for it, or does something else instead: control characters, line and paragraph
/// separators, and what Unicode calls default ignorable (bidirectional controls, joiners, variation selectors, tags,
/// fillers …).
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// For a terminal: `\u{202e}` in place of what cannot be seen. Backslashes stay as they are: texture paths are full of
/// them.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(is_invisible) {
        Cow::Owned(text.chars().fold(String::new(), escape_into))
    } else {
        Cow::Borrowed(text)
    }
}

/// For a terminal, between quotation marks: as [`escaped`], but unambiguous.
pub fn quoted(text: &str) -> String {
    let inner = text.chars().fold(String::with_capacity(text.len()), |out, c| match c {
        '\\' => out + "\\\\",
        '"' => out + "\\\"",
        '\n' => out + "\\n",
        '\r' => out + "\\r",
        '\t' => out + "\\t",
        other => escape_into(out, other),
    });
    format!("\"{inner}\"")
}

/// The same beside a text that it differs from: what is composed with the letter before is told by number, so that が does
/// not look like か with a mark.
pub fn decomposed(quoted: &str) -> String {
    let joins = |c: char| {
        matches!(c,
            '\u{300}'..='\u{36f}' | '\u{1160}'..='\u{11ff}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{3099}'..='\u{309a}' | '\u{fe20}'..='\u{fe2f}')
    };
    quoted.chars().fold(String::with_capacity(quoted.len()), |mut out, c| {
        if joins(c) {
            out.extend(c.escape_unicode())
        } else {
            out.push(c)
        }
        out
    })
}

fn escape_into(mut out: String, c: char) -> String {
    if is_invisible(c) {
        out.extend(c.escape_unicode());
    } else {
        out.push(c);
    }
    out
}

/// In hexadecimal, two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A float that no number format has: by its bits, so that every one of them survives.
pub fn float_bits(value: f32) -> String {
    format!("f32:{:#010x}", value.to_bits())
}
