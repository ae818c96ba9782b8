//! Decimal numbers in a text: what counts as one, and the `f32` nearest to it. No locale has a say.
//!
//! A number is `[+-] digits [. digits] [e [+-] digits]`, with digits on one side of the point at least: what every
//! program writes, MikuMikuDance (`-0.137500`) as well as Python (`1e-05`) and .NET (`1E-05`).
use core::fmt;

/// Why something is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberFault {
    /// There is nothing.
    Missing,
    /// Infinite or not a number: `nan`, `inf`, `1.#QNAN`.
    NotFinite,
    /// Hexadecimal: `0x1p3`.
    Hex,
    /// Digits of full width: `１`.
    FullWidth,
    /// A number that no `f32` comes near: `1e999`.
    OutOfRange,
    /// Anything else.
    Malformed,
}

impl fmt::Display for NumberFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NumberFault::Missing => "a number is missing",
            NumberFault::NotFinite => "infinite, or not a number",
            NumberFault::Hex => "a hexadecimal number, where a decimal one is expected",
            NumberFault::FullWidth => "full-width digits, where plain ones are expected",
            NumberFault::OutOfRange => "the number is out of range",
            NumberFault::Malformed => "not a number",
        })
    }
}

/// The number that bytes begin with, and the bytes that it takes; `None` where they begin with none, or with one that
/// is out of range. Without `VALUE` the number given is of no use: what is only to be stepped over costs less.
#[inline(always)]
pub(crate) fn leading<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, usize)> {
    match bytes {
        [b'-', rest @ ..] => match plain(rest) {
            Some((number, len)) => Some((-number, len.wrapping_add(1))),
            None => any::<VALUE>(bytes),
        },
        _ => plain(bytes).or_else(|| any::<VALUE>(bytes)),
    }
}

/// `d.dddddd` and `d.d`: what nearly all numbers are. Branches say how long they are, not sums: the next number is
/// guessed at and under way before this one is done.
#[inline(always)]
fn plain(bytes: &[u8]) -> Option<(f32, usize)> {
    const SHAPE: u64 = u64::from_le_bytes(*b"0.000000");
    const POINT: u64 = 0xff00;
    let digits = u64::from_le_bytes(*bytes.first_chunk()?) ^ SHAPE;
    let marks = above_nine(digits) | digits & POINT;
    let ends = |len: usize| matches!(bytes.get(len), Some(b',' | b';'));
    if marks == 0 && ends(8) {
        // Eight digits, the first of them 0; then two and two, four and four become one.
        let digits = (digits & 0xff) << 8 | digits & !0xffff;
        let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
        const MASK: u64 = 0x0000_00ff_0000_00ff;
        let first = (pairs & MASK).wrapping_mul(100 + (1_000_000 << 32));
        let second = (pairs >> 16 & MASK).wrapping_mul(1 + (10_000 << 32));
        let millionths = first.wrapping_add(second) >> 32;
        // Below 2^24 over 10^6, both exact: one rounding.
        return Some((millionths as f32 / 1e6, 8));
    }
    if marks & 0xff_ffff == 0 && ends(3) {
        let tenths = (digits & 0xff).wrapping_mul(10).wrapping_add(digits >> 16 & 0xff);
        return Some((tenths as f32 / 10.0, 3));
    }
    None
}

/// Marks the bytes above 9. Carries run upwards only: the lowest mark is exact.
#[inline(always)]
fn above_nine(bytes: u64) -> u64 {
    (bytes.wrapping_add(0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
}

/// How many digits bytes begin with.
#[inline(always)]
fn digits(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((eight, behind)) = rest.split_first_chunk::<8>() {
        let marks = above_nine(u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*b"00000000"));
        if marks != 0 {
            let run = (marks.trailing_zeros() >> 3) as usize;
            return bytes.len().wrapping_sub(rest.len()).wrapping_add(run);
        }
        rest = behind;
    }
    let run = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.len().wrapping_sub(rest.len()).wrapping_add(run)
}

/// How the bytes of a number are made up.
struct Shape {
    len: usize,
    whole_digits: usize,
    digits: usize,
    exponent: bool,
    /// Whether the exponent is positive.
    grows: bool,
}

fn any<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, usize)> {
    /// Whole digits with which a number is in range, whatever they are.
    const SAFE: usize = 38;
    let shape = shape(bytes)?;
    if !VALUE && !shape.grows && shape.whole_digits <= SAFE {
        return Some((0.0, shape.len));
    }
    let number = match bytes.get(..shape.len)? {
        text if !shape.exponent && shape.digits <= 7 => {
            few_digits(text, shape.digits.wrapping_sub(shape.whole_digits))?
        }
        // Nearest, ties to even, however many digits.
        text => core::str::from_utf8(text).ok()?.parse().ok()?,
    };
    number.is_finite().then_some((number, shape.len))
}

/// A number of at most seven digits, so many of them decimals: below 2^24, over a power that is exact.
fn few_digits(text: &[u8], decimals: usize) -> Option<f32> {
    const POWERS: [f32; 8] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
    let digits = text.iter().filter(|byte| byte.is_ascii_digit());
    let whole = digits.fold(0u32, |sum, digit| sum.wrapping_mul(10).wrapping_add(u32::from(digit & 0xf)));
    let number = whole as f32 / POWERS.get(decimals)?;
    Some(if text.first() == Some(&b'-') { -number } else { number })
}

fn shape(bytes: &[u8]) -> Option<Shape> {
    let behind = |at: usize| bytes.get(at..).unwrap_or(&[]);
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut len = sign(0);
    let whole_digits = digits(behind(len));
    len = len.wrapping_add(whole_digits);
    let mut all = whole_digits;
    if bytes.get(len) == Some(&b'.') {
        let decimals = digits(behind(len.wrapping_add(1)));
        len = len.wrapping_add(1).wrapping_add(decimals);
        all = all.wrapping_add(decimals);
    }
    if all == 0 {
        return None;
    }
    let (mut exponent, mut grows) = (false, false);
    if let Some(b'e' | b'E') = bytes.get(len) {
        let start = len.wrapping_add(1);
        let start = start.wrapping_add(sign(start));
        let run = digits(behind(start));
        if run > 0 {
            grows = bytes.get(start.wrapping_sub(1)) != Some(&b'-');
            (len, exponent) = (start.wrapping_add(run), true);
        }
    }
    Some(Shape { len, whole_digits, digits: all, exponent, grows })
}

/// The number that these bytes are, as a whole; or why they are none.
pub(crate) fn whole(bytes: &[u8]) -> Result<f32, NumberFault> {
    match any::<true>(bytes) {
        Some((number, len)) if len == bytes.len() => Ok(number),
        _ => Err(fault(bytes)),
    }
}

fn fault(bytes: &[u8]) -> NumberFault {
    let unsigned = match bytes {
        [b'+' | b'-', rest @ ..] => rest,
        _ => bytes,
    };
    let begins = |word: &[u8]| unsigned.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    // As cp932 and as UTF-8 write them.
    let wide = |pair: &[u8]| matches!(pair, [0x82, 0x4f..=0x58]);
    let wide_utf8 = |three: &[u8]| matches!(three, [0xef, 0xbc, 0x90..=0x99]);
    match shape(bytes) {
        _ if bytes.is_empty() => NumberFault::Missing,
        Some(shape) if shape.len == bytes.len() => NumberFault::OutOfRange,
        _ if begins(b"nan") || begins(b"inf") || unsigned.contains(&b'#') => NumberFault::NotFinite,
        _ if begins(b"0x") => NumberFault::Hex,
        _ if bytes.windows(2).any(wide) || bytes.windows(3).any(wide_utf8) => NumberFault::FullWidth,
        _ => NumberFault::Malformed,
    }
}

/// Whether a number could begin with these bytes: all that a cut left of it.
pub(crate) fn is_beginning(bytes: &[u8]) -> bool {
    // Whatever is missing, one digit more makes a number of it; or one digit in place of `e` alone.
    let with = |more: &[u8]| {
        let longer = [bytes, more].concat();
        shape(&longer).is_some_and(|shape| shape.len == longer.len())
    };
    with(b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<(f32, usize)> {
        let value = leading::<true>(text.as_bytes());
        let stepped = leading::<false>(text.as_bytes());
        assert_eq!(value.map(|(_, len)| len), stepped.map(|(_, len)| len), "{text}");
        value
    }

    #[test]
    fn every_number_is_the_nearest_f32() {
        let mut texts: Vec<String> = [
            "0",
            "-0",
            "1",
            "+1",
            ".5",
            "+.5",
            "1.",
            "-1.",
            "1e-3",
            "1E+3",
            "1e05",
            "0.1",
            "-0.000000",
            "9.999999",
            "16777216",
            "16777217",
            "1.6777217",
            "123456.789012345678",
            "0.13954520225524902",
            "3.4028235e38",
            "1e-50",
            "340282346638528859811704183484516925440",
            "0.00000000001",
            "7.038531e-26",
            "8.5",
            "00000000000000000000001.5",
        ]
        .map(String::from)
        .into();
        for n in (0..10_000_000u32).step_by(997) {
            texts.push(format!("{}.{:06}", n / 1_000_000, n % 1_000_000));
            texts.push(format!("-{}.{:07}", n / 10_000_000 + 1, n));
            texts.push(format!("{}", n as f32 / 3.0));
        }
        for text in texts {
            for behind in ["", ",", ";", " ", "x"] {
                let (ours, len) = number(&format!("{text}{behind}")).unwrap_or_else(|| panic!("{text}"));
                let theirs: f32 = text.parse().unwrap();
                assert_eq!((ours.to_bits(), len), (theirs.to_bits(), text.len()), "{text}{behind}");
            }
            assert_eq!(whole(text.as_bytes()).map(f32::to_bits), Ok(text.parse::<f32>().unwrap().to_bits()));
        }
        // What is no exponent stands behind the number.
        assert_eq!(number("1e"), Some((1.0, 1)));
        assert_eq!(number("1e+;"), Some((1.0, 1)));
        assert_eq!(number("1.000000e2,"), Some((100.0, 10)));
    }

    #[test]
    fn what_is_no_number_is_said_why() {
        for (text, why) in [
            ("", NumberFault::Missing),
            ("nan", NumberFault::NotFinite),
            ("-NaN(ind)", NumberFault::NotFinite),
            ("+Infinity", NumberFault::NotFinite),
            ("-1.#IND00", NumberFault::NotFinite),
            ("0x1p3", NumberFault::Hex),
            ("-0X10", NumberFault::Hex),
            ("１", NumberFault::FullWidth),
            ("1e999", NumberFault::OutOfRange),
            ("-1e999", NumberFault::OutOfRange),
            ("340282366920938463463374607431768211456", NumberFault::OutOfRange),
            ("-", NumberFault::Malformed),
            (".", NumberFault::Malformed),
            ("e5", NumberFault::Malformed),
            ("1e", NumberFault::Malformed),
            ("1.2.3", NumberFault::Malformed),
            ("1 2", NumberFault::Malformed),
            ("--1", NumberFault::Malformed),
            ("1f", NumberFault::Malformed),
            ("1_000", NumberFault::Malformed),
        ] {
            assert_eq!(whole(text.as_bytes()), Err(why), "{text}");
        }
        assert_eq!(whole(b"\x82\x50"), Err(NumberFault::FullWidth));
        assert_eq!((number("1e999,"), number("nan"), number("")), (None, None, None));
        // However long, it takes one pass.
        let long = "1".repeat(100_000);
        assert_eq!(whole(long.as_bytes()), Err(NumberFault::OutOfRange));
        assert_eq!(whole(format!("0.{long}").as_bytes()), Ok(0.111_111_11));
    }

    #[test]
    fn every_beginning_of_a_number_is_one() {
        for text in ["-12.5e-3", "+.5", "1E+10", "0."] {
            for len in 0..text.len() {
                assert!(is_beginning(&text.as_bytes()[..len]), "{}", &text[..len]);
            }
        }
        for text in ["n", "1x", "1..", "--", "1e5.", "1e--", "0x"] {
            assert!(!is_beginning(text.as_bytes()), "{text}");
        }
    }
}
