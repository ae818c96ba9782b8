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

/// So many numbers, each but the last before a comma, the last before a semicolon, with blanks around them or none; and
/// what is behind that. `None` where there is anything else, or a number that is out of range. Without `VALUE` the numbers
/// given are of no use: what is only to be stepped over costs less.
#[inline(always)]
pub(crate) fn list<const VALUE: bool, const N: usize>(bytes: &[u8]) -> Option<([f32; N], &[u8])> {
    if let Some(found) = millionths::<VALUE, N>(bytes) {
        return Some(found);
    }
    let (mut numbers, mut rest) = ([0.0; N], bytes);
    for (i, number) in numbers.iter_mut().enumerate() {
        (*number, rest) = before::<VALUE>(rest, mark::<N>(i))?;
    }
    Some((numbers, rest))
}

/// What stands behind a number of a list.
#[inline(always)]
fn mark<const N: usize>(i: usize) -> u8 {
    if i.wrapping_add(1) == N { b';' } else { b',' }
}

const SHAPE: u64 = u64::from_le_bytes(*b"0.000000");
const POINT: u64 = 0xff00;

/// A list of `d.dddddd` and `-d.dddddd`. Nothing is decided before all of it is looked at, and signs only move what is
/// behind them: they are as good as random.
#[inline(always)]
fn millionths<const VALUE: bool, const N: usize>(bytes: &[u8]) -> Option<([f32; N], &[u8])> {
    let (mut found, mut rest, mut wrong) = ([(0, 0); N], bytes, 0);
    for (i, number) in found.iter_mut().enumerate() {
        let negative = rest.first() == Some(&b'-');
        let unsigned = rest.get(usize::from(negative)..)?;
        let digits = u64::from_le_bytes(*unsigned.first_chunk()?) ^ SHAPE;
        if i == 0 && digits & POINT != 0 {
            return None; // nothing is lost by so early a look
        }
        wrong |= above_nine(digits) | digits & POINT | u64::from(unsigned.get(8)? ^ mark::<N>(i));
        *number = (digits, u32::from(negative) << 31);
        rest = unsigned.get(9..)?;
    }
    // Eight digits without the point, the first of them 0. Below 2^24 over 10^6, both exact: one rounding.
    let value = |(digits, sign)| match VALUE {
        true => f32::from_bits((eight((digits & 0xff) << 8 | digits & !0xffff) as f32 / 1e6).to_bits() | sign),
        false => 0.0,
    };
    (wrong == 0).then(|| (found.map(value), rest))
}

/// The number before a mark, and what is behind the mark.
#[inline(always)]
fn before<const VALUE: bool>(bytes: &[u8], mark: u8) -> Option<(f32, &[u8])> {
    // A single digit is known at a glance.
    match *bytes {
        [digit @ b'0'..=b'9', found, ref rest @ ..] if found == mark => Some((f32::from(digit & 0xf), rest)),
        [_, b'.', ..] | [_, _, b'.', ..] | [_, _, _, b'.', ..] => match with_point::<VALUE>(bytes, mark) {
            Some(found) => Some(found),
            None => spaced::<VALUE>(bytes, mark),
        },
        _ => without_point::<VALUE>(bytes, mark),
    }
}

/// The same, where no point stands so early.
#[inline(always)]
fn without_point<const VALUE: bool>(bytes: &[u8], mark: u8) -> Option<(f32, &[u8])> {
    // A digit is known at a glance with another one or a sign before it, too; few bytes are not worth so many at a time.
    match *bytes {
        [b'-', digit @ b'0'..=b'9', found, ref rest @ ..] if found == mark => {
            return Some((-f32::from(digit & 0xf), rest));
        }
        [ten @ (b'+' | b'0'..=b'9'), digit @ b'0'..=b'9', found, ref rest @ ..] if found == mark => {
            let tens = if ten == b'+' { 0 } else { ten & 0xf };
            return Some((f32::from(tens.wrapping_mul(10).wrapping_add(digit & 0xf)), rest));
        }
        [b' ' | b'\t', ..] | [_, b' ' | b'\t', ..] => return spaced::<VALUE>(bytes, mark),
        [_, _, _, found, ..] | [_, _, _, _, found, ..] if found == mark => {}
        _ => return late_point::<VALUE>(bytes, mark),
    }
    match any::<VALUE>(bytes)? {
        (number, [found, rest @ ..]) if *found == mark => Some((number, rest)),
        _ => spaced::<VALUE>(bytes, mark),
    }
}

/// The same, wherever the point may stand.
#[inline(never)]
fn late_point<const VALUE: bool>(bytes: &[u8], mark: u8) -> Option<(f32, &[u8])> {
    with_point::<VALUE>(bytes, mark).or_else(|| spaced::<VALUE>(bytes, mark))
}

/// Any number, and blanks around it.
#[cold]
#[inline(never)]
fn spaced<const VALUE: bool>(bytes: &[u8], mark: u8) -> Option<(f32, &[u8])> {
    let text = behind_blanks(bytes);
    let (number, rest) = match text {
        [digit @ b'0'..=b'9', rest @ ..] if matches!(rest, [b' ' | b',' | b';', ..]) => (f32::from(digit & 0xf), rest),
        _ => any::<VALUE>(text)?,
    };
    match behind_blanks(rest) {
        [found, rest @ ..] if *found == mark => Some((number, rest)),
        _ => None,
    }
}
/// What is behind spaces and tabs.
#[inline(always)]
pub(crate) fn behind_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}

/// Up to seven digits, a point and some twenty decimals, `e-dd` behind them or not, with a sign or none: what Python prints,
/// and all who print as many as they need. Nobody can guess how many those are: there are no branches on it.
#[inline(always)]
fn with_point<const VALUE: bool>(bytes: &[u8], mark: u8) -> Option<(f32, &[u8])> {
    let words = words(bytes)?;
    let [first, second, third] = words.map(|word| above_nine(word ^ ZEROS));
    // What is no digit: the point, and what ends the decimals. The first byte may be a sign, which is not waited for.
    let marks = first & !0xff;
    let point = marks.trailing_zeros() >> 3;
    let late = u128::from(second) | u128::from(third) << 64;
    let len = match marks & marks.wrapping_sub(1) {
        0 => (late.trailing_zeros() as usize >> 3).wrapping_add(8),
        early => early.trailing_zeros() as usize >> 3,
    };
    let sign = u32::from(bytes.first() == Some(&b'-'));
    let [first, ..] = words;
    // A sign is no digit, but all before the point have to be; one of them at least.
    let before = point.wrapping_sub(sign);
    let is_digit = sign == 1 || bytes.first()?.is_ascii_digit();
    if !(is_digit && before > 0 && bytes.get(point as usize) == Some(&b'.')) {
        return None;
    }
    let (exponent, rest) = match bytes.get(len..)? {
        [found, rest @ ..] if *found == mark => (0, rest),
        [b'e' | b'E', b'-', ten @ b'0'..=b'9', one @ b'0'..=b'9', found, rest @ ..] if *found == mark => {
            ((ten & 0xf).wrapping_mul(10).wrapping_add(one & 0xf), rest)
        }
        _ => return None,
    };
    if !VALUE {
        return Some((0.0, rest));
    }
    // As if with zeros before it.
    let whole =
        (first.wrapping_shr(sign.wrapping_mul(8)) ^ ZEROS).wrapping_shl(8u32.wrapping_sub(before).wrapping_mul(8));
    let start = point.wrapping_add(1) as usize;
    let decimals = len.wrapping_sub(start);
    let [first, second, third] = self::words(bytes.get(start..)?)?;
    let number = first_digits(third, decimals.saturating_sub(16)) * 1e-8;
    let number = (number + first_digits(second, decimals.saturating_sub(8))) * 1e-8;
    let number = (number + first_digits(first, decimals)) * 1e-8 + f64::from(eight(whole) as u32);
    let number = clear(if exponent == 0 { number } else { shrunk(number, exponent.into())? })?;
    Some((if sign == 1 { -number } else { number }, rest))
}

/// The 24 bytes that bytes begin with.
#[inline(always)]
fn words(bytes: &[u8]) -> Option<[u64; 3]> {
    let (first, more) = bytes.first_chunk::<24>()?.split_first_chunk()?;
    let (second, more) = more.split_first_chunk()?;
    Some([*first, *second, *more.first_chunk()?].map(u64::from_le_bytes))
}

/// The number that so many of eight bytes make, which are digits, and zeros in place of the others.
#[inline(always)]
fn first_digits(word: u64, len: usize) -> f64 {
    let kept = if len < 8 { !u64::MAX.wrapping_shl((len as u32).wrapping_mul(8)) } else { u64::MAX };
    f64::from(eight((word ^ ZEROS) & kept) as u32)
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

/// The number that bytes begin with, and what is behind it; `None` where there is none, or one out of range.
#[inline]
pub(crate) fn first(bytes: &[u8]) -> Option<(f32, &[u8])> {
    any::<true>(bytes)
}

/// How many numbers bytes begin with, each but for blanks before a comma; and what is behind the last comma.
pub(crate) fn before_commas(bytes: &[u8]) -> (usize, &[u8]) {
    let (mut found, mut rest) = (0usize, bytes);
    while let Some((_, behind)) = before::<false>(rest, b',') {
        (found, rest) = (found.saturating_add(1), behind);
    }
    (found, rest)
}

/// How the bytes of a number are made up.
struct Shape<'a> {
    len: usize,
    /// The digits before the point.
    whole: &'a [u8],
    /// Whether it has an exponent, and of which sign.
    grows: bool,
    shrinks: bool,
}

/// The number that bytes begin with, and what is behind it.
#[inline(always)]
fn any<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, &[u8])> {
    short::<VALUE>(bytes).or_else(|| long::<VALUE>(bytes))
}

/// A number of few digits, in one go. `None` where there is another one, or none.
#[inline(always)]
fn short<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, &[u8])> {
    /// So many digits fit into a `u64`, whatever they are.
    const FIT: usize = 19;
    let mut rest = match bytes {
        [b'+' | b'-', rest @ ..] => rest,
        _ => bytes,
    };
    let mut number = 0u64;
    let mut digits = |rest: &mut &[u8]| {
        let mut n = 0usize;
        while let ([digit @ b'0'..=b'9', behind @ ..], true) = (*rest, n <= FIT) {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit & 0xf));
            (n, *rest) = (n.wrapping_add(1), behind);
        }
        n
    };
    let whole = digits(&mut rest);
    let mut decimals = 0;
    if let [b'.', behind @ ..] = rest {
        rest = behind;
        decimals = digits(&mut rest);
    }
    if !(1..=FIT).contains(&whole.saturating_add(decimals)) {
        return None;
    }
    let (power, places, rest) = match rest {
        [b'e' | b'E', rest @ ..] => match exponent(rest)? {
            (exponent, true, rest) => (0, decimals.wrapping_add(exponent), rest),
            (exponent, false, rest) => (exponent, decimals, rest),
        },
        _ => (0, decimals, rest),
    };
    if !VALUE {
        return Some((0.0, rest));
    }
    let nearest = match (power, places) {
        (0, 0) if number < 1 << 24 => number as f32, // exact
        _ => clear(shrunk(number as f64 * POWERS.get(power)?, places)?)?,
    };
    Some((if bytes.first() == Some(&b'-') { -nearest } else { nearest }, rest))
}

/// An exponent of one digit, and whether it is negative.
#[inline(always)]
fn exponent(bytes: &[u8]) -> Option<(usize, bool, &[u8])> {
    let (digit, shrinks, rest) = match bytes {
        [b'-', digit @ b'0'..=b'9', rest @ ..] => (digit, true, rest),
        [b'+', digit @ b'0'..=b'9', rest @ ..] | [digit @ b'0'..=b'9', rest @ ..] => (digit, false, rest),
        _ => return None,
    };
    match rest {
        [b'0'..=b'9', ..] => None,
        _ => Some((usize::from(digit & 0xf), shrinks, rest)),
    }
}

/// Any number, step by step.
#[cold]
fn long<const VALUE: bool>(bytes: &[u8]) -> Option<(f32, &[u8])> {
    /// Digits before the point with which a number is in range, whatever they are; with more than one digit more it is
    /// not, unless they are zeros.
    const SAFE: usize = 38;
    let shape = shape(bytes)?;
    let (number, rest) = bytes.split_at_checked(shape.len)?;
    let digits = shape.whole.len().saturating_sub(shape.whole.iter().take_while(|&&digit| digit == b'0').count());
    match digits {
        0..=SAFE if !VALUE && !shape.grows => return Some((0.0, rest)),
        n if n > SAFE + 1 && !shape.shrinks => return None,
        _ => {}
    }
    let number: f32 = core::str::from_utf8(number).ok()?.parse().ok()?;
    number.is_finite().then_some((number, rest))
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
    let (mut grows, mut shrinks) = (false, false);
    if let Some(b'e' | b'E') = bytes.get(len) {
        let start = len.wrapping_add(1);
        let signed = sign(start);
        let power = digits(start.wrapping_add(signed));
        if !power.is_empty() {
            shrinks = bytes.get(start) == Some(&b'-');
            grows = !shrinks;
            len = start.wrapping_add(signed).wrapping_add(power.len());
        }
    }
    Some(Shape { len, whole, grows, shrinks })
}

/// All powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// A number with its point so many places further to the left. Two roundings at most.
#[inline(always)]
fn shrunk(number: f64, places: usize) -> Option<f64> {
    match POWERS.get(places) {
        Some(power) => Some(number / power),
        None => Some(number / 1e22 / POWERS.get(places.wrapping_sub(22))?),
    }
}

/// The `f32` nearest to a number to which a dozen roundings led, or fewer; ties to even. `None` where that is not plain to
/// see.
#[inline(always)]
fn clear(number: f64) -> Option<f32> {
    // Each is off by less than a unit of the last place, which cannot matter but near the middle between two `f32`; of those
    // that are not too small to be of full precision.
    const MIDDLE: u64 = 1 << 28;
    let is_clear = (number.to_bits() & (2 * MIDDLE - 1)).abs_diff(MIDDLE) > 16 && number > 1e-30 || number == 0.0;
    is_clear.then_some(number as f32)
}

/// The number that these bytes are, as a whole; or why they are none.
pub(crate) fn whole(bytes: &[u8]) -> Result<f32, NumberFault> {
    match any::<true>(bytes) {
        Some((number, [])) => Ok(number),
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

    /// The number before a semicolon, and the bytes that it takes. Whether it is asked for makes no difference to those.
    fn number(text: impl AsRef<[u8]>) -> Option<(f32, usize)> {
        let bytes = text.as_ref();
        let len = |rest: &[u8]| bytes.len() - rest.len() - 1;
        let value = list::<true, 1>(bytes).map(|([number], rest)| (number, len(rest)));
        let stepped = list::<false, 1>(bytes).map(|(_, rest)| len(rest));
        assert_eq!(value.map(|(_, len)| len), stepped, "{}", bytes.escape_ascii());
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
        for n in (0..10_000_000u32).step_by(if cfg!(miri) { 2_000_003 } else { 997 }) {
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
        for text in texts.into_iter().step_by(if cfg!(miri) { 7 } else { 1 }) {
            let theirs: f32 = text.parse().unwrap();
            for behind in [";", ";1", "; of no use to anyone, however much of it there is"] {
                let (ours, len) = number(format!("{text}{behind}")).unwrap_or_else(|| panic!("{text}"));
                assert_eq!((ours.to_bits(), len), (theirs.to_bits(), text.len()), "{text}{behind}");
            }
            for behind in ["", ",", "x;", "-;", "e;", "e-;", "e-1x;", ", 1; and much more than anyone looks at", " 1;"]
            {
                assert_eq!(number(format!("{text}{behind}")), None, "{text}{behind}");
            }
            for (before, behind) in [(" ", ""), ("", "\t"), ("\t\t", "  ")] {
                let (ours, len) = number(format!("{before}{text}{behind};")).unwrap_or_else(|| panic!("{text}"));
                assert_eq!((ours.to_bits(), len), (theirs.to_bits(), before.len() + text.len() + behind.len()));
            }
            assert_eq!(whole(text.as_bytes()).map(f32::to_bits), Ok(theirs.to_bits()));
        }
        assert_eq!(number("1.000000e2;"), Some((100.0, 10)));
    }

    #[test]
    fn a_list_is_its_numbers_one_by_one() {
        let texts = [
            "0.000000",
            "-0.137500",
            "9.999999",
            "0.13954520225524902",
            "-1.1839816579595208e-05",
            "-0.0",
            "2.5e-30",
            "1",
            "-1",
            "12.5",
            "-124.875000",
            "1234567.125",
            "-12345678.5",
            "-.5",
            "1E+3",
            "3.",
            "1.5e-3",
            "0.99999999999999999999999999",
        ];
        let bits = |text: &str| text.parse().map(f32::to_bits).unwrap();
        let few = if cfg!(miri) { 7 } else { 1 };
        for (a, b) in texts.iter().step_by(few).flat_map(|a| texts.into_iter().step_by(few).map(|b| (*a, b))) {
            for (c, behind) in texts
                .iter()
                .step_by(few)
                .flat_map(|c| ["", "\n}\n", " and much more than anyone looks at"].map(|e| (*c, e)))
            {
                let line = format!("{a},{b},{c},{a};{behind}");
                let (numbers, rest) = list::<true, 4>(line.as_bytes()).unwrap_or_else(|| panic!("{line}"));
                assert_eq!(numbers.map(f32::to_bits), [a, b, c, a].map(bits), "{line}");
                assert_eq!(rest, behind.as_bytes(), "{line}");
                assert_eq!(list::<false, 4>(line.as_bytes()).map(|(_, rest)| rest), Some(rest), "{line}");
                // One number too many, one that is missing, and each of the marks another one.
                assert!(
                    list::<true, 3>(line.as_bytes()).is_none() && list::<true, 5>(line.as_bytes()).is_none(),
                    "{line}"
                );
                for wrong in [
                    format!("{a},{b},{c},{a},{behind}"),
                    format!("{a};{b},{c},{a};{behind}"),
                    format!("{a},{b},{c}-{a};{behind}"),
                ] {
                    assert!(
                        list::<true, 4>(wrong.as_bytes()).is_none() && list::<false, 4>(wrong.as_bytes()).is_none(),
                        "{wrong}"
                    );
                }
            }
        }
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
        assert_eq!((number("1e999;"), number("nan;"), number(";")), (None, None, None));
        // However long, it takes one pass.
        let long = "1".repeat(if cfg!(miri) { 1_000 } else { 100_000 });
        assert_eq!(whole(long.as_bytes()), Err(NumberFault::OutOfRange));
        assert_eq!(whole(format!("0.{long}").as_bytes()), Ok(0.111_111_11));
    }

    #[test]
    fn any_byte_in_any_place_makes_a_number_or_none() {
        for text in [&b"0.123456;"[..], b"12.345678901234567;"] {
            for at in 0..text.len() - 1 {
                for byte in (0..=255).step_by(if cfg!(miri) { 37 } else { 1 }).filter(|&byte| byte != b';') {
                    let mut bytes = text.to_vec();
                    bytes[at] = byte;
                    let len = bytes.len() - 1;
                    let theirs = core::str::from_utf8(&bytes[..len]).ok();
                    let theirs = theirs.and_then(|text| text.trim_matches([' ', '\t']).parse().ok());
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
