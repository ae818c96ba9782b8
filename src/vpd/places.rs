//! [`Places`]: where the blocks of one kind begin. A list that grows without moving: one that is copied as it doubles
//! holds three times what it needs for a moment, and a block may be shorter than that.

/// Places of one chunk. The first grows as any list does, so that a usual pose takes a few hundred bytes.
const CHUNK: usize = 4096;

/// Eight bytes for each place.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// All full but the last.
    chunks: Vec<Vec<u64>>,
}

impl Places {
    #[inline]
    pub(super) fn push(&mut self, place: usize) {
        let place = place as u64;
        match self.chunks.last_mut() {
            Some(last) if last.len() < last.capacity() => last.push(place),
            _ => self.grow(place),
        }
    }
    #[cold]
    fn grow(&mut self, place: u64) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(place),
            Some(_) => {
                let mut next = Vec::with_capacity(CHUNK);
                next.push(place);
                self.chunks.push(next);
            }
            None => self.chunks.push(vec![place]),
        }
    }
    pub(super) fn len(&self) -> usize {
        let before = self.chunks.len().saturating_sub(1).saturating_mul(CHUNK);
        self.chunks.last().map_or(0, |last| before.saturating_add(last.len()))
    }
    #[inline]
    pub(super) fn get(&self, i: usize) -> Option<usize> {
        let place = self.chunks.get(i / CHUNK)?.get(i % CHUNK)?;
        usize::try_from(*place).ok()
    }
    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let places: usize = self.chunks.iter().map(Vec::capacity).fold(0, usize::saturating_add);
        let chunks = self.chunks.capacity().saturating_mul(size_of::<Vec<u64>>());
        places.saturating_mul(size_of::<u64>()).saturating_add(chunks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_across_chunks() {
        let mut places = Places::default();
        assert_eq!((places.len(), places.get(0), places.heap_bytes()), (0, None, 0));
        for n in 0..3 * CHUNK + 1 {
            places.push(7 * n);
            // Miri takes minutes to look each time.
            if cfg!(miri) && (2..CHUNK - 1).contains(&(n % CHUNK)) {
                continue;
            }
            assert_eq!((places.len(), places.get(n), places.get(n + 1)), (n + 1, Some(7 * n), None));
        }
        let step = if cfg!(miri) { 97 } else { 1 };
        assert!((0..3 * CHUNK + 1).step_by(step).all(|n| places.get(n) == Some(7 * n)));
    }
}
