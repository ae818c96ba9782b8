//! Ranges of numbers, as the user gives them.
use std::ops::Range;

/// `A..B`, `A..=B`, `A..`, `..B`, `A`.
pub fn range(text: &str) -> Result<Range<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().map_err(|error| format!("`{text}`: {error}"));
    let (start, end) = match text.split_once("..") {
        None => (number(text)?, number(text)?.saturating_add(1)),
        Some((start, end)) => (
            if start.is_empty() { 0 } else { number(start)? },
            match end.strip_prefix('=') {
                Some(last) => number(last)?.saturating_add(1),
                None if end.is_empty() => usize::MAX,
                None => number(end)?,
            },
        ),
    };
    if start > end { Err(format!("{start} comes after {end}")) } else { Ok(start..end) }
}
