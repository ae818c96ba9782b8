//! Bytes on their way out, a chunk at a time.
use crate::bytes::{Misfit, Sink};
use std::io;

/// Bytes gathered before they are written.
const CHUNK: usize = 64 * 1024;

/// Where records are written to.
pub(crate) struct Writer<W> {
    out: Sink,
    to: W,
}

/// Why it went no further.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// Writing itself failed.
    Io(io::Error),
    /// A value does not fit; of a record, or of a section as a whole.
    Misfit { section: &'static str, record: Option<usize>, what: Misfit },
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Io(error)
    }
}

impl<W: io::Write> Writer<W> {
    pub(crate) fn new(out: Sink, to: W) -> Self {
        Writer { out, to }
    }
    /// One record, or a count.
    pub(crate) fn put(
        &mut self,
        section: &'static str,
        record: Option<usize>,
        put: impl FnOnce(&mut Sink),
    ) -> Result<(), Stopped> {
        put(&mut self.out);
        match self.out.misfit() {
            Some(what) => return Err(Stopped::Misfit { section, record, what }),
            None if self.out.bytes().len() >= CHUNK => self.flush()?,
            None => {}
        }
        Ok(())
    }
    /// Bytes as they are.
    pub(crate) fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.flush()?;
        self.to.write_all(bytes)
    }
    /// Whether a text had to lose something since this was last asked.
    pub(crate) fn took_loss(&mut self) -> bool {
        self.out.took_loss()
    }
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.to.flush()
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(self.out.bytes())?;
        self.out.clear();
        Ok(())
    }
}
