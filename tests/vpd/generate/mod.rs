//! Poses by chance, as the pages allow them and as they do not. The same seed makes the same pose.
mod dice;
mod words;

pub use dice::{Dice, changed};
use words::*;

struct Maker {
    dice: Dice,
    out: Vec<u8>,
    is_utf8: bool,
    /// One in so many things is odd: wrong, or right but rarely done.
    rarely: u64,
    line_end: &'static str,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let rarely = dice.pick(&[u64::MAX, 400, 100, 100, 30, 30, 10]);
        let is_utf8 = dice.below(3) == 0;
        let line_end = dice.pick(&["\r\n", "\r\n", "\n", "\r"]);
        let line_end = if line_end == "\r" && rarely > 30 { "\r\n" } else { line_end };
        Maker { dice, out: Vec::new(), is_utf8, rarely, line_end }
    }
    fn odd(&mut self) -> bool {
        self.dice.below(self.rarely) == 0
    }
    /// Of odd things, those that leave nothing else to be seen.
    fn odd_at_last(&mut self) -> bool {
        self.dice.below(4) == 0
    }
    fn often(&mut self) -> bool {
        self.dice.below(3) > 0
    }
    fn put(&mut self, text: &str) {
        match self.is_utf8 {
            true => self.out.extend_from_slice(text.as_bytes()),
            false => self.out.extend(super::text::sjis(text)),
        }
    }
    fn put_one(&mut self, all: &[&str]) {
        let text = self.dice.pick(all);
        self.put(text);
    }
    fn put_or(&mut self, usual: &str, others: &[&str]) {
        if self.odd() { self.put_one(others) } else { self.put(usual) }
    }

    /// Where blanks may stand but rarely do.
    fn blanks(&mut self) {
        if self.dice.below(self.rarely.clamp(2, 40)) == 0 {
            for _ in 0..self.dice.pick(&[1, 1, 1, 9, 20]) {
                self.put_one(&[" ", "\t", "  ", "\u{3000}"]);
            }
        }
        if self.odd() && self.odd_at_last() {
            let bytes = self.dice.pick(&BYTES);
            self.out.extend_from_slice(bytes);
        }
    }
    /// Up to three words of eight bytes that mean nothing.
    fn long(&mut self) {
        for _ in 0..self.dice.below(25) {
            let byte = self.dice.pick(&NEAR);
            self.out.push(byte);
        }
    }
    fn comment(&mut self) {
        self.put_one(&COMMENTS);
        if self.dice.below(4) == 0 {
            self.long();
            self.put_one(&["", "//", ";", "}", ","]);
        }
    }
    fn end_line(&mut self) {
        let usual = self.line_end;
        self.put_or(usual, &["\r", "\r\r\n", "\r\r\n", "\n", "\r\n", "\r\r"]);
    }
    /// Whatever may stand behind a `;` or `}`.
    fn end_statement(&mut self) {
        if self.dice.below(4) == 0 {
            self.put("\t\t");
            self.comment();
        }
        self.blanks();
        if self.odd() {
            self.put_one(&["x", "; y", "}", "{", "/", "Bone1{a", "1,2,3;", "/ /"]);
        }
        self.end_line();
    }
    /// Lines that hold nothing, and some that should hold nothing.
    fn between(&mut self) {
        while self.dice.below(5) == 0 {
            self.blanks();
            if self.dice.below(3) == 0 {
                self.comment();
            }
            self.end_line();
        }
        if self.odd() {
            self.put_one(&[
                "}", "}}", "stray", "マ", "ボ", "foo{", "Foo 1 {", "0,0,0;", "/", "Bone", "Bone1", "x{ // }", "x // {",
            ]);
            self.end_line();
        }
    }

    fn number(&mut self) {
        self.blanks();
        if self.odd() {
            self.put_one(&NO_NUMBERS);
        } else {
            let text = match self.dice.below(8) {
                0 => self.near_the_middle(),
                1 => self.digits(),
                2 | 3 => {
                    let decimals = self.dice.pick(&[0, 1, 2, 6, 6, 6, 7, 9, 17, 40]);
                    let number = self.dice.roll() as i32 as f64 / 2f64.powi(self.dice.below(40) as i32);
                    format!("{number:.decimals$}")
                }
                _ => self.dice.pick(&NUMBERS).to_owned(),
            };
            self.put(&text);
        }
        self.blanks();
    }
    /// Halfway between two `f32`, or a little beside it.
    fn near_the_middle(&mut self) -> String {
        let exponent = self.dice.pick(&[1, 90, 110, 126, 127, 128, 150, 200]);
        let below = exponent << 23 | self.dice.below(1 << 23) as u32;
        let middle = [below, below + 1].map(|bits| f64::from(f32::from_bits(bits)) / 2.0).iter().sum::<f64>();
        match self.dice.below(3) {
            0 => format!("{middle:.160}"),
            1 => format!("{middle:e}"),
            _ => format!("{middle}000000000000000000001"),
        }
    }
    /// Any digits, a point or none, an exponent or none; now and then out of range.
    fn digits(&mut self) -> String {
        let mut digits = |most| -> String {
            let len = self.dice.below(most);
            (0..len).map(|_| char::from(b'0' + self.dice.below(10) as u8)).collect()
        };
        let (whole, decimals, power) = (digits(12), digits(28), digits(3));
        let sign = self.dice.pick(&["", "-", "+"]);
        let exponent = self.dice.pick(&["", "e-", "E-", "e"]);
        let exponent =
            if power.is_empty() || exponent.is_empty() { String::new() } else { format!("{exponent}{power}") };
        format!("{sign}{whole}1.{decimals}{exponent}")
    }
    fn numbers(&mut self, n: usize) {
        let n = if self.odd() { self.dice.below(9) as usize } else { n };
        let comma = self.odd();
        self.put_or("  ", &["", "\t", "\u{3000}"]);
        for i in 0..n {
            if i > 0 {
                self.put(",");
            }
            match comma {
                true => self.put_one(&["0,5", "1", "-0,25", "0,500000", "-0,250000"]),
                false => self.number(),
            }
        }
    }
    fn number_line(&mut self, n: usize) {
        self.between();
        self.numbers(n);
        self.put_or(";", &["", "", "; ;", "}", " "]);
        self.end_statement();
    }
    fn name(&mut self) {
        self.put_one(&NAMES);
        if self.dice.below(8) == 0 {
            self.long();
        }
        if self.odd() {
            let bytes = self.dice.pick(&BYTES);
            self.out.extend_from_slice(bytes);
        }
    }
    fn label(&mut self, i: u64) {
        let usual = i.to_string();
        self.put_or(
            &usual,
            &["", "-1", "99999999999", "2147483647", "2147483648", "-2147483648", "+3", "007", "1234567890", "-", "1a"],
        );
    }
    fn block(&mut self, is_bone: bool, i: u64) {
        self.between();
        if self.odd() {
            self.blanks();
        }
        match is_bone {
            true => self.put_or("Bone", &["bone", "BONE", "bOne", "Bome"]),
            false => self.put_or("Morph", &["morph", "MORPH", "Morp"]),
        }
        if self.odd() {
            self.blanks();
        }
        self.label(i);
        if self.odd() {
            self.blanks();
        }
        self.put_or("{", &["", "{{", "}"]);
        self.name();
        if self.odd() {
            // A whole block on one line.
            self.put_one(&[" 0,0,0;0,0,0,1;}", "1;}\u{3000} ", " 0,0,0; 0,0,0,1;", "}"]);
            return self.end_line();
        }
        self.end_line();
        if is_bone {
            self.number_line(3);
            self.number_line(4);
        } else {
            self.number_line(1);
        }
        self.between();
        self.put_or("}", &["", "}}", " }", "\u{3000}}", "x\n}", "{"]);
        self.end_statement();
        if self.often() {
            self.end_line();
        }
    }
    /// Cut anywhere, or filled up.
    fn end(mut self) -> Vec<u8> {
        if self.dice.below(8) == 0 {
            let len = self.dice.below(self.out.len() as u64 + 1) as usize;
            self.out.truncate(len.max(self.out.len().saturating_sub(80)));
        }
        if self.odd() {
            self.put_one(&["\0", "\x1a", "\0\0\0 \n", "\n\x1a\r\n", " ", "\0x"]);
        }
        self.out
    }
}

/// A text pose.
pub fn text(seed: u64) -> Vec<u8> {
    let mut make = Maker::new(seed);
    if make.is_utf8 && make.dice.below(8) == 0 {
        make.put("\u{feff}");
    }
    make.put_or("", &[" ", "x", "\r\n", "[", "\r", "0123456789012345678901234567890123456789012345678901234567890123"]);
    make.put_or(
        "Vocaloid Pose Data file",
        &["vocaloid pose data file", "Vocaloid Pose Data", "Vocaloid Pose Data file\x1a", "Vocaloid Pose Data file \0"],
    );
    make.end_statement();
    if make.often() {
        make.end_line();
    }
    make.between();
    make.blanks();
    make.put_or("miku.osm", &["", "髪//先.osm", "2", "ソ", "my model v2.pmx", "Bone0{", "{"]);
    make.blanks();
    make.put_or(";", &["", "; ;"]);
    make.end_statement();
    make.between();
    let (bones, morphs) = (make.dice.below(4), make.dice.below(5).saturating_sub(2));
    if !make.odd() {
        make.blanks();
        let wrong = make.dice.below(40) == 0;
        let usual = (bones + u64::from(wrong)).to_string();
        make.put_or(
            &usual,
            &["-1", "-0", "99999999999", "-99999999999", "3.5", "x", "+1", "7", "", "1 2", "1{", "007"],
        );
        make.blanks();
        make.put_or(";", &["", "; ;", " // ;"]);
        make.end_statement();
    }
    for i in 0..bones {
        make.block(true, i);
    }
    for i in 0..morphs {
        make.block(false, i);
    }
    make.between();
    make.end()
}

/// A pose in the hybrid layout.
pub fn hybrid(seed: u64) -> Vec<u8> {
    let mut make = Maker::new(seed);
    make.put_or("", &[" ", "\r\n", "\u{3000}"]);
    make.out.extend_from_slice(b"Vocaloid Pose Data file\0");
    make.put_or("\0\0\0\0\0\0", &["\0\0\0 \0\0", "      ", "\0\0\0\0\0\n"]);
    let model = make.dice.pick(&[
        "miku.osm;\0\0\0\0\0\0\0\0\0\0\0",
        "0123456789abcdef.osm",
        "\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ]);
    make.out.extend_from_slice(model.as_bytes());
    let bones = make.dice.below(4) as u32;
    let count = if make.odd() { make.dice.pick(&[0, bones + 1, 10, 100, 2000, u32::MAX]) } else { bones };
    make.out.extend_from_slice(&count.to_le_bytes());
    for i in 0..bones {
        let start = make.out.len();
        make.name();
        if make.odd() {
            make.put("\0\n\r;");
        }
        make.out.resize(start + 15, 0);
        make.blanks();
        make.label(i.into());
        make.blanks();
        make.put_or(";", &["", ",", ";;", "\n"]);
        make.numbers(3);
        make.put_or(";", &["", ",", ";;", "\n"]);
        make.numbers(4);
        make.put_or(";", &["", "", "; ;"]);
        make.end_statement();
    }
    if make.odd() {
        make.put_one(&["x", "0123456789abcde0;0,0,0;0,0,0,1;\n", "\0\0", " \r\n\x1a"]);
    }
    make.end()
}
