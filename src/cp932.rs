//! cp932, the Shift_JIS of Windows: the encoding of motions and poses. With `text.rs` the door to encoding_rs.
use std::borrow::Cow;

/// Decoded, what is not valid as U+FFFD; and whether all was valid.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let (text, broken) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes);
    (text, !broken)
}

/// The beginning of an encoded text: as much as there is room for, and what is to be said of the whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded<const N: usize> {
    /// What there was room for, perhaps up to the midst of a character; then zeros.
    pub(crate) bytes: [u8; N],
    /// How many bytes all of the text takes, each character that cp932 does not have as one `?`.
    pub(crate) len: usize,
    /// The first character that cp932 does not have, and how many bytes lie before it.
    pub(crate) unmappable: Option<(char, usize)>,
}

/// Encodes, and keeps so many bytes.
pub(crate) fn encode<const N: usize>(text: &str) -> Encoded<N> {
    let mut encoded = Encoded { bytes: [0; N], len: 0, unmappable: None };
    let mut encoder = encoding_rs::SHIFT_JIS.new_encoder();
    let mut rest = text;
    let mut some = [0; 64];
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut some, true);
        encoded.put(some.get(..written).unwrap_or(&[]));
        rest = rest.get(read..).unwrap_or("");
        match result {
            encoding_rs::EncoderResult::InputEmpty => return encoded,
            encoding_rs::EncoderResult::OutputFull => {}
            encoding_rs::EncoderResult::Unmappable(c) => {
                encoded.unmappable = encoded.unmappable.or(Some((c, encoded.len)));
                encoded.put(b"?");
            }
        }
    }
}

impl<const N: usize> Encoded<N> {
    fn put(&mut self, more: &[u8]) {
        let room = self.bytes.get_mut(self.len..).unwrap_or(&mut []);
        room.iter_mut().zip(more).for_each(|(to, byte)| *to = *byte);
        self.len = self.len.saturating_add(more.len());
    }
}
