//! The half-binary layout: 30 bytes of magic, 20 of model name, a count; for each bone 15 bytes of name and a line.
use super::{Block, Fault, MAGIC, Reader, label};
use mmdmap::Mode;

/// Gives where the last bone ends.
pub(super) fn read(reader: &mut Reader<'_>, magic: usize) -> Result<usize, Fault> {
    let (bytes, len) = (reader.bytes, reader.bytes.len());
    let file = &bytes[magic..];
    if file.len() < 54 {
        return Err(reader.fault(format!("Truncated {{ missing: {} }}", 54 - file.len()), len));
    }
    if let Some(at) = (MAGIC.len()..30).find(|&at| file[at] != 0) {
        return Err(reader.fault("MagicPadding", magic + at));
    }
    let model = file[30..50].iter().take_while(|byte| !b"\0;".contains(byte));
    reader.pose.model = model.copied().collect();
    let count = u32::from_le_bytes(file[50..54].try_into().unwrap());
    reader.pose.declared = Some(count);

    let (needed, remaining) = (u64::from(count) * 30, file.len() as u64 - 54);
    let kind = format!("CountTooLarge {{ count: {count}, needed: {needed}, remaining: {remaining} }}");
    if needed > 16 * len as u64 {
        return Err(reader.fault(kind, magic + 50));
    }
    if needed > remaining && reader.mode != Mode::Salvage {
        return Err(reader.cut(kind, magic + 50));
    }
    let mut at = magic + 54;
    for _ in 0..count {
        match bone(reader, at) {
            Ok((bone, end)) => {
                reader.pose.bones.push(bone);
                at = end;
            }
            Err(fault) => return reader.salvage(fault).map(|()| at),
        }
    }
    let trailing = &bytes[at..];
    if !trailing.iter().all(|byte| b"\0\x1a \t\r\n".contains(byte)) {
        reader.odd(format!("TrailingBytes({})", trailing.len()), at)?;
    }
    Ok(at)
}

/// `index;x,y,z;x,y,z,w;` behind the name; and where the next one begins.
fn bone(reader: &mut Reader<'_>, start: usize) -> Result<(Block, usize), Fault> {
    let (bytes, len) = (reader.bytes, reader.bytes.len());
    let cut = |reader: &Reader<'_>| reader.cut("EndsInBlock", len);
    let from = start + 15;
    if from > len {
        return Err(cut(reader));
    }
    let name = bytes[start..from].iter().position(|&byte| byte == 0).map_or(from, |len| start + len);
    let line_feed = reader.find(b'\n', from, len);
    let (ends, end) = (line_feed.is_some(), line_feed.unwrap_or(len));

    // A part that no semicolon ends, but the file, is cut.
    let semicolon = reader.find(b';', from, end);
    if semicolon.is_none() && !ends {
        return Err(cut(reader));
    }
    let to = semicolon.unwrap_or(end);
    let at = reader.behind_blanks(from, to);
    let index = &bytes[at..reader.before_blanks(at, to)];
    let digits = index.strip_prefix(b"-").unwrap_or(index);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(reader.fault("BadNumber(Malformed)", at));
    }

    let from = (to + 1).min(end);
    let semicolon = reader.find(b';', from, end);
    let to = semicolon.unwrap_or(end);
    let mut numbers = reader.list(from, to, 3, semicolon.is_none() && !ends)?;

    let from = (to + 1).min(end);
    let returns = bytes[from..end].iter().rev().take_while(|byte| **byte == b'\r').count();
    let end_of_text = end - returns;
    let semicolon = reader.find(b';', from, end);
    let to = semicolon.unwrap_or(end_of_text);
    numbers.extend(reader.list(from, to, 4, semicolon.is_none() && !ends)?);
    match semicolon {
        Some(semicolon) => {
            let at = reader.behind_blanks(semicolon + 1, end_of_text);
            if at < end_of_text && !reader.is_comment(at, end_of_text) {
                reader.odd("TextAfter", at)?;
            }
        }
        // Other than in a text, blanks before the end of the line are not left out of its place.
        None if ends => reader.odd("MissingSemicolon", to)?,
        None => return Err(cut(reader)),
    }
    // One before the line feed is no fault. Others of the line are part of a number or of a comment.
    if returns > 1 {
        reader.odd("LoneCr", end_of_text)?;
    }
    Ok((reader.block(label(index), start, name, numbers), end + usize::from(ends)))
}
