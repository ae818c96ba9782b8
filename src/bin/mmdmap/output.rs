//! Standard output: the only place for data. Coloured or plain; errors are kept until asked for.
use anstream::{AutoStream, ColorChoice, StripStream};
use anstyle::Style;
use clap::ValueEnum;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// When to use colour.
#[derive(Clone, Copy, ValueEnum)]
pub enum Color {
    /// In a terminal that wants it
    Auto,
    /// Even in a pipe
    Always,
    /// Not at all
    Never,
}

impl Color {
    /// Decides for both standard streams, until the process ends.
    pub fn apply(self) {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// A text in a style. The stream it goes to takes the style out where colour is not wanted.
pub fn paint(style: Style, text: impl fmt::Display) -> impl fmt::Display {
    struct Painted<T>(Style, T);
    impl<T: fmt::Display> fmt::Display for Painted<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}{}{}", self.0.render(), self.1, self.0.render_reset())
        }
    }
    Painted(style, text)
}

/// Standard output for text with styles.
pub fn styled() -> Box<dyn Write> {
    let stdout = io::stdout();
    match AutoStream::choice(&stdout) {
        // Between two buffers: what takes the styles out passes on a piece for each, and standard output is flushed at
        // the end of each line.
        ColorChoice::Never => {
            let below: Box<dyn Write> = Box::new(raw());
            Box::new(BufWriter::new(StripStream::new(below)))
        }
        _ => Box::new(BufWriter::new(AutoStream::auto(stdout.lock()))),
    }
}

/// Standard output for data that no terminal dresses up.
pub fn raw() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Keeps the first error until [`result`](Sticky::result) is called: a visitor has no way to return one.
pub struct Sticky<W> {
    to: W,
    failed: Option<io::Error>,
}

impl<W: Write> Sticky<W> {
    pub fn new(to: W) -> Self {
        Sticky { to, failed: None }
    }
    /// What became of all that was written so far.
    pub fn result(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
    /// Writes, unless that has failed before.
    pub fn put(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.to.write_all(bytes).err();
        }
    }
}

impl<W: Write> Write for Sticky<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.result()?;
        self.to.flush()
    }
}
