//! Numbers: `[+-] digits [. digits] [e [+-] digits]`, with a digit on one side of the point at least.
use super::{Fault, Number, Reader};

fn is_digits(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
}
fn without_sign(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text)
}
fn split(text: &[u8], marks: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    match text.iter().position(|byte| marks.contains(byte)) {
        Some(at) => (text[..at].to_vec(), Some(text[at + 1..].to_vec())),
        None => (text.to_vec(), None),
    }
}

fn is_number(text: &[u8]) -> bool {
    let (mantissa, exponent) = split(without_sign(text), b"eE");
    let (whole, decimals) = split(&mantissa, b".");
    let decimals = decimals.unwrap_or_default();
    let is_exponent = |text: Vec<u8>| !without_sign(&text).is_empty() && is_digits(without_sign(&text));
    is_digits(&whole) && is_digits(&decimals) && whole.len() + decimals.len() > 0 && exponent.is_none_or(is_exponent)
}

/// The number, or which fault it has. The pages say which are faults, not in which order they are looked for.
fn number(text: &[u8]) -> Result<f32, &'static str> {
    if text.is_empty() {
        return Err("Missing");
    }
    if is_number(text) {
        let number: f32 = std::str::from_utf8(text).unwrap().parse().unwrap();
        return if number.is_finite() { Ok(number) } else { Err("OutOfRange") };
    }
    let lower = without_sign(text).to_ascii_lowercase();
    let wide_digits = |text: &[u8]| {
        text.windows(2).any(|two| two[0] == 0x82 && (0x4f..=0x58).contains(&two[1]))
            || text.windows(3).any(|three| three[..2] == [0xef, 0xbc] && (0x90..=0x99).contains(&three[2]))
    };
    Err(match &lower[..] {
        text if text.starts_with(b"nan") || text.starts_with(b"inf") || text.contains(&b'#') => "NotFinite",
        text if text.starts_with(b"0x") => "Hex",
        _ if wide_digits(text) => "FullWidth",
        _ => "Malformed",
    })
}

impl Reader<'_> {
    /// So many numbers between commas. Where the end of the file may have cut them, fewer are a cut, and so is half a last
    /// one: that is what one more digit makes a number of; or half a comment. One out of range is wrong however it goes on.
    pub(super) fn list(&self, from: usize, to: usize, n: usize, may_be_cut: bool) -> Result<Vec<Number>, Fault> {
        let cut = || Err(self.cut("EndsInBlock", self.bytes.len()));
        let (mut numbers, mut start) = (Vec::new(), from);
        let mut is_last = self.behind_blanks(from, to) == to;
        while !is_last {
            let end = self.find(b',', start, to);
            is_last = end.is_none();
            let end = end.unwrap_or(to);
            let at = self.behind_blanks(start, end);
            let behind = self.before_blanks(at, end);
            let text = &self.bytes[at..behind];
            start = end + 1;
            match number(text) {
                Ok(number) => numbers.push(Number { bits: number.to_bits(), from: at, to: behind }),
                Err(_) if may_be_cut && is_last && numbers.len() < n => {
                    let is_half = !is_number(text) && is_number(&[text, b"0"].concat()) || text == b"/";
                    return if is_half { cut() } else { Err(self.bad_number(text, at)) };
                }
                Err(_) => return Err(self.bad_number(text, at)),
            }
        }
        if numbers.len() == n {
            return Ok(numbers);
        }
        if numbers.len() < n && may_be_cut {
            return cut();
        }
        let has_point = self.find(b'.', from, to).is_some();
        let kind = if numbers.len() > n && !has_point { "DecimalComma" } else { "NumberCount" };
        Err(self.fault(format!("{kind} {{ found: {}, expected: {n} }}", numbers.len()), from))
    }
    fn bad_number(&self, text: &[u8], at: usize) -> Fault {
        let fault = number(text).expect_err("it is none");
        self.fault(format!("BadNumber({fault})"), at)
    }
}
