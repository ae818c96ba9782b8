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

/// The number before a mark, and what is behind the mark; `None` where there is none, or one that is out of range.
/// Without `VALUE` the number given is of no use: what is only to be stepped over costs less. With `GUESS` the sign is
/// taken to be mostly the same, and the next number is under way before this one is looked at.
#[inline(always)]
pub(crate) fn before<const VALUE: bool, const MARK: u8, const GUESS: bool>(bytes: &[u8]) -> Option<(f32, &[u8])> {
    let negative = bytes.first() == Some(&b'-');
    let found = match GUESS && !negative {
        true => unsigned::<VALUE, MARK>(bytes),
        false => unsigned::<VALUE, MARK>(bytes.get(usize::from(negative)..)?),
    };
    if let Some((number, rest)) = found {
        return Some((if negative { -number } else { number }, rest));
    }
    let (number, len) = any::<VALUE>(bytes)?;
    match bytes.get(len..)? {
        [mark, rest @ ..] if *mark == MARK => Some((number, rest)),
        _ => None,
    }
}

/// `d.dddddd`, with more decimals or not, `d.d` and `d`: what nearly all numbers are. Branches say how long they are, not
/// sums, as long as that can be guessed.
#[inline(always)]
fn unsigned<const VALUE: bool, const MARK: u8>(bytes: &[u8]) -> Option<(f32, &[u8])> {
    const SHAPE: u64 = u64::from_le_bytes(*b"0.000000");
    const POINT: u64 = 0xff00;
    let &[a, b, c, d, e, f, g, h, next] = bytes.first_chunk()?;
    let digits = u64::from_le_bytes([a, b, c, d, e, f, g, h]) ^ SHAPE;
    let marks = above_nine(digits) | digits & POINT;
    if marks == 0 {
        // Eight digits without the point, the first of them 0.
        let millionths = eight((digits & 0xff) << 8 | digits & !0xffff);
        if next == MARK {
            // Below 2^24 over 10^6, both exact: one rounding.
            return Some((millionths as f32 / 1e6, bytes.get(9..)?));
        }
        let more = bytes.get(8..)?;
        let (more, behind) = more.split_at_checked(run(more))?;
        let [mark, rest @ ..] = behind else { return None };
        return match *mark == MARK {
            true if VALUE => Some((nearest(append(millionths, more)?, more.len().wrapping_add(6))?, rest)),
            true => Some((0.0, rest)),
            false => None,
        };
    }
    if marks & 0xff_ffff == 0 && d == MARK {
        let tenths = (digits & 0xff).wrapping_mul(10).wrapping_add(digits >> 16 & 0xff);
        return Some((tenths as f32 / 10.0, bytes.get(4..)?));
    }
    (marks & 0xff == 0 && b == MARK).then(|| Some(((digits & 0xff) as f32, bytes.get(2..)?)))?
}

/// The number that eight digits make, each in a byte, the first in the lowest.
#[inline(always)]
fn eight(digits: u64) -> u64 {
    // Two and two, four and four become one.
    const MASK: u64 = 0x0000_00ff_0000_00ff;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first = (pairs & MASK).wrapping_mul(100 + (1_000_000 << 32));
    let second = (pairs >> 16 & MASK).wrapping_mul(1 + (10_000 << 32));
    first.wrapping_add(second) >> 32
}

const ZEROS: u64 = u64::from_le_bytes(*b"00000000");

/// Marks the bytes above 9. Carries run upwards only: the lowest mark is exact.
#[inline(always)]
fn above_nine(bytes: u64) -> u64 {
    (bytes.wrapping_add(0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
}

/// How many digits bytes begin with.
#[inline(always)]
fn run(bytes: &[u8]) -> usize {
    let mut len = 0usize;
    while let Some(&eight) = bytes.get(len..).and_then(<[u8]>::first_chunk::<8>) {
        let marks = above_nine(u64::from_le_bytes(eight) ^ ZEROS);
        if marks != 0 {
            return len.wrapping_add((marks.trailing_zeros() >> 3) as usize);
        }
        len = len.wrapping_add(8);
    }
    let rest = bytes.get(len..).unwrap_or(&[]);
    len.wrapping_add(rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// How the bytes of a number are made up.
struct Shape<'a> {
    len: usize,
    negative: bool,
    /// The digits before the point, and behind it.
    whole: &'a [u8],
    decimals: &'a [u8],
    /// The digits of the exponent, and whether it is negative.
    exponent: &'a [u8],
    shrinks: bool,
}

fn any<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, usize)> {
    /// Digits before the point with which a number is in range, whatever they are.
    const SAFE: usize = 38;
    let shape = shape(bytes)?;
    if !VALUE && (shape.exponent.is_empty() || shape.shrinks) && shape.whole.len() <= SAFE {
        return Some((0.0, shape.len));
    }
    let number = match shape.nearest() {
        Some(number) => number,
        None => core::str::from_utf8(bytes.get(..shape.len)?).ok()?.parse().ok()?,
    };
    number.is_finite().then_some((number, shape.len))
}

fn shape(bytes: &[u8]) -> Option<Shape<'_>> {
    let behind = |at: usize| bytes.get(at..).unwrap_or(&[]);
    let digits = |at: usize| bytes.get(at..at.saturating_add(run(behind(at)))).unwrap_or(&[]);
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut len = sign(0);
    let whole = digits(len);
    len = len.wrapping_add(whole.len());
    let mut decimals: &[u8] = &[];
    if bytes.get(len) == Some(&b'.') {
        decimals = digits(len.wrapping_add(1));
        len = len.wrapping_add(1).wrapping_add(decimals.len());
    }
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    let (mut exponent, mut shrinks): (&[u8], _) = (&[], false);
    if let Some(b'e' | b'E') = bytes.get(len) {
        let start = len.wrapping_add(1);
        let signed = sign(start);
        let power = digits(start.wrapping_add(signed));
        if !power.is_empty() {
            shrinks = bytes.get(start) == Some(&b'-');
            (len, exponent) = (start.wrapping_add(signed).wrapping_add(power.len()), power);
        }
    }
    Some(Shape { len, negative: bytes.first() == Some(&b'-'), whole, decimals, exponent, shrinks })
}

impl Shape<'_> {
    /// The nearest `f32`, ties to even; `None` where that is not plain to see.
    fn nearest(&self) -> Option<f32> {
        let exponent = match (self.exponent, self.shrinks) {
            ([], _) => 0,
            (digits, true) if digits.len() <= 2 => append(0, digits)? as usize,
            _ => return None,
        };
        let number =
            nearest(append(append(0, self.whole)?, self.decimals)?, self.decimals.len().wrapping_add(exponent))?;
        Some(if self.negative { -number } else { number })
    }
}

/// The `f32` nearest to a number of so many decimals, ties to even; `None` where that is not plain to see.
#[inline(always)]
fn nearest(digits: u64, decimals: usize) -> Option<f32> {
    /// All powers of ten that are exact.
    const POWERS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];
    let most = decimals.min(22);
    // Three roundings at most, each by half a unit of the last place.
    let number = digits as f64 / POWERS.get(most)? / POWERS.get(decimals.wrapping_sub(most))?;
    // They cannot matter but near the middle between two `f32`; of those that are not too small to be of full precision.
    const MIDDLE: u64 = 1 << 28;
    let is_clear = (number.to_bits() & (2 * MIDDLE - 1)).abs_diff(MIDDLE) > 8 && number > 1e-30 || digits == 0;
    is_clear.then_some(number as f32)
}

/// The number that digits make behind others; `None` where it is too large.
#[inline(always)]
fn append(before: u64, digits: &[u8]) -> Option<u64> {
    const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    let mut number = before;
    let mut rest = digits;
    while let Some((first, behind)) = rest.split_first_chunk::<8>() {
        let part = eight(u64::from_le_bytes(*first) ^ ZEROS);
        number = number.checked_mul(100_000_000)?.checked_add(part)?;
        rest = behind;
    }
    let part = match digits.last_chunk::<8>() {
        // Those that are not in yet stand at the end of these.
        Some(last) if !rest.is_empty() => {
            let done = 8usize.wrapping_sub(rest.len()).wrapping_mul(8) as u32;
            let left = (u64::from_le_bytes(*last) ^ ZEROS).wrapping_shr(done).wrapping_shl(done);
            eight(left)
        }
        _ => rest.iter().fold(0, |sum: u64, digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit & 0xf))),
    };
    number.checked_mul(*POWERS.get(rest.len())?)?.checked_add(part)
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

    /// The number before a comma, and the bytes that it takes; by every way that there is.
    fn number(text: impl AsRef<[u8]>) -> Option<(f32, usize)> {
        let bytes = text.as_ref();
        let text = bytes.escape_ascii();
        let len = |found: Option<(f32, &[u8])>| found.map(|(number, rest)| (number, bytes.len() - rest.len() - 1));
        let value = len(before::<true, b',', false>(bytes));
        let guessed = len(before::<true, b',', true>(bytes));
        assert_eq!(value.map(|(n, len)| (n.to_bits(), len)), guessed.map(|(n, len)| (n.to_bits(), len)), "{text}");
        let stepped = len(before::<false, b',', true>(bytes));
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
            "1.1839816579595208e-05",
            "-5.7954760990241994e-18",
            "7.0064923216240862e-46",
            "1.1754943508222875e-38",
            "0.00027287425473332405",
            "123456789012345678901.5",
            "0.99999999999999999999999999",
            // In the middle of two, just above it and just below: exact, or as close as 17 digits go.
            "1.00000005960464477539",
            "1.00000005960464477540",
            "1.00000017881393432617",
            "1.000000178813934",
            "0.500000029802322387695",
            "0.50000002980232239",
            "0.50000002980232238",
        ]
        .map(String::from)
        .into();
        for n in (0..10_000_000u32).step_by(if cfg!(miri) { 99_991 } else { 997 }) {
            texts.push(format!("{}.{:06}", n / 1_000_000, n % 1_000_000));
            texts.push(format!("-{}.{:07}", n / 10_000_000 + 1, n));
            texts.push(format!("{}", n as f32 / 3.0));
            // As Python prints an `f32`, and the number in the middle between it and the next, to 17 digits and to all.
            let (one, next) = (n as f32 / 7e6, f32::from_bits((n as f32 / 7e6).to_bits() + 1));
            let middle = (f64::from(one) + f64::from(next)) / 2.0;
            texts.extend([
                format!("{}", f64::from(one)),
                format!("{middle}"),
                format!("{middle:.40}"),
                format!("{:e}", one),
            ]);
        }
        for text in texts {
            let theirs: f32 = text.parse().unwrap();
            for behind in [",", ",1", ", of no use to anyone"] {
                let (ours, len) = number(&format!("{text}{behind}")).unwrap_or_else(|| panic!("{text}"));
                assert_eq!((ours.to_bits(), len), (theirs.to_bits(), text.len()), "{text}{behind}");
            }
            for behind in ["", ";", " ,", "x,", "-,", "e,"] {
                assert_eq!(number(&format!("{text}{behind}")), None, "{text}{behind}");
            }
            assert_eq!(whole(text.as_bytes()).map(f32::to_bits), Ok(theirs.to_bits()));
        }
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
        assert_eq!((number("1e999,"), number("nan,"), number(",")), (None, None, None));
        // However long, it takes one pass.
        let long = "1".repeat(100_000);
        assert_eq!(whole(long.as_bytes()), Err(NumberFault::OutOfRange));
        assert_eq!(whole(format!("0.{long}").as_bytes()), Ok(0.111_111_11));
    }

    #[test]
    fn any_byte_in_any_place_makes_a_number_or_none() {
        for text in [&b"0.123456,"[..], b"12.345678901234567,"] {
            for at in 0..text.len() - 1 {
                for byte in (0..=255).filter(|&byte| byte != b',') {
                    let mut bytes = text.to_vec();
                    bytes[at] = byte;
                    let len = bytes.len() - 1;
                    let theirs = core::str::from_utf8(&bytes[..len]).ok().and_then(|text| text.parse().ok());
                    let theirs = theirs.filter(|number: &f32| number.is_finite());
                    assert_eq!(number(&bytes), theirs.map(|number| (number, len)), "{}", bytes.escape_ascii());
                }
            }
        }
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
