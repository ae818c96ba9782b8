//! The keys of one bone, one morph or the camera, sorted: motions hold them in no particular order.
use super::bone::BoneFrame;
use super::camera::{CameraFrame, OldCameraFrame};
use super::morph::MorphFrame;
use super::motion::Vmd;
use crate::field::Field;
use crate::fixed_name::{FixedName, MOTION_NAME};
use crate::records::Records;
use crate::text::Text;
use core::fmt;
use core::ops::Range;
use std::collections::HashMap;

/// A key of one of several things, told apart by name.
pub trait NamedKey {
    /// When.
    fn frame(&self) -> u32;
    /// Of what.
    fn name(&self) -> FixedName<15>;
}

macro_rules! named_keys {
    ($($ty:ty),*) => {$(
        impl NamedKey for $ty {
            #[inline(always)]
            fn frame(&self) -> u32 {
                self.frame
            }
            #[inline(always)]
            fn name(&self) -> FixedName<15> {
                self.name
            }
        }
    )*};
}
named_keys! { BoneFrame, MorphFrame }

/// One key of a track: when, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// When.
    pub frame: u32,
    /// The number of its record in the section.
    pub record: u32,
}

impl Key {
    /// The number as records are looked up by it.
    pub(crate) fn number(self) -> usize {
        usize::try_from(self.record).unwrap_or(usize::MAX)
    }
}

/// Sorted keys: of each frame the last in the file, which is the one that counts; the others apart.
#[derive(Clone, Debug, Default)]
struct Sorted {
    keys: Vec<Key>,
    overridden: Vec<Key>,
}

impl Sorted {
    /// Takes one more key of a track whose keys begin at `start`. They come in order.
    fn push(&mut self, start: usize, key: Key) {
        let last = if self.keys.len() > start { self.keys.last_mut() } else { None };
        match last {
            Some(last) if last.frame == key.frame => self.overridden.push(core::mem::replace(last, key)),
            _ => self.keys.push(key),
        }
    }
}

/// The keys of a section, sorted by name and frame. Holds eight bytes for each key, and a little for each name.
///
/// ```
/// # fn show(motion: mmdmap::vmd::Vmd) -> Option<()> {
/// let tracks = motion.bone_tracks();
/// for track in &tracks {
///     println!("{}: {} keys, {} twice", track.name(), track.len(), track.overridden().len());
/// }
/// let pose = tracks.find("センター")?.sample(12.5);
/// # Some(()) }
/// ```
pub struct Tracks<'a, T> {
    records: Records<'a, T>,
    /// In the order in which the file first names them.
    entries: Vec<Entry>,
    /// Their numbers, by name with zeros behind it.
    numbers: HashMap<FixedName<15>, u32>,
    sorted: Sorted,
}

#[derive(Clone)]
struct Entry {
    name: FixedName<15>,
    /// The number of the record that first names it.
    first: u32,
    keys: Range<usize>,
    overridden: Range<usize>,
}

impl<'a, T: Field<'a> + NamedKey> Tracks<'a, T> {
    fn new(records: Records<'a, T>) -> Self {
        let mut names: Vec<(FixedName<15>, u32)> = Vec::new();
        let mut numbers = HashMap::new();
        let mut all: Vec<(u32, Key)> = Vec::with_capacity(records.len());
        // Most keys follow one of the same name.
        let mut last = None;
        for (key, record) in records.iter().zip(0u32..) {
            let stored = key.name();
            let number = match last {
                Some((name, number)) if name == stored => number,
                // What lies behind the NUL makes no other name.
                _ => *numbers.entry(stored.resized::<15>()).or_insert_with(|| {
                    names.push((stored, record));
                    u32::try_from(names.len().saturating_sub(1)).unwrap_or(u32::MAX)
                }),
            };
            last = Some((stored, number));
            all.push((number, Key { frame: key.frame(), record }));
        }
        all.sort_unstable();

        let mut sorted = Sorted { keys: Vec::with_capacity(all.len()), overridden: Vec::new() };
        let mut entries = Vec::with_capacity(names.len());
        for (track, (name, first)) in all.chunk_by(|(a, _), (b, _)| a == b).zip(names) {
            let start = (sorted.keys.len(), sorted.overridden.len());
            track.iter().for_each(|&(_, key)| sorted.push(start.0, key));
            let (keys, overridden) = (start.0..sorted.keys.len(), start.1..sorted.overridden.len());
            entries.push(Entry { name, first, keys, overridden });
        }
        Tracks { records, entries, numbers, sorted }
    }
}

impl<'a, T> Tracks<'a, T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// The `i`th, in the order in which the file first names them.
    pub fn get(&self, i: usize) -> Option<Track<'_, 'a, T>> {
        self.entries.get(i).map(|entry| self.track(entry))
    }
    /// All of them, in that order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Track<'_, 'a, T>> + DoubleEndedIterator {
        self.entries.iter().map(|entry| self.track(entry))
    }
    /// The track that moves the bone or morph of this name: by the first 15 bytes of it in cp932.
    pub fn find<'t>(&self, name: impl Into<Text<'t>>) -> Option<Track<'_, 'a, T>> {
        let start = name.into().cp932_start(MOTION_NAME)?;
        // A NUL is no part of a name: behind it anything may stand.
        let name = Some(FixedName::filled(&start)).filter(|name| name.bytes() == start)?;
        self.get(usize::try_from(*self.numbers.get(&name)?).ok()?)
    }

    fn track(&self, entry: &Entry) -> Track<'_, 'a, T> {
        Track {
            name: entry.name,
            first: entry.first,
            records: self.records,
            keys: self.sorted.keys.get(entry.keys.clone()).unwrap_or(&[]),
            overridden: self.sorted.overridden.get(entry.overridden.clone()).unwrap_or(&[]),
        }
    }
}

impl<T> fmt::Debug for Tracks<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tracks of {:?}", self.len(), self.records)
    }
}

impl<'t, 'a, T> IntoIterator for &'t Tracks<'a, T> {
    type Item = Track<'t, 'a, T>;
    type IntoIter = TracksIter<'t, 'a, T>;
    fn into_iter(self) -> TracksIter<'t, 'a, T> {
        TracksIter { tracks: self, left: 0..self.len() }
    }
}

/// Walks [`Tracks`].
#[derive(Debug)]
pub struct TracksIter<'t, 'a, T> {
    tracks: &'t Tracks<'a, T>,
    left: Range<usize>,
}

impl<'t, 'a, T> Iterator for TracksIter<'t, 'a, T> {
    type Item = Track<'t, 'a, T>;
    fn next(&mut self) -> Option<Track<'t, 'a, T>> {
        self.tracks.get(self.left.next()?)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}
impl<T> ExactSizeIterator for TracksIter<'_, '_, T> {}

/// The keys of one bone or morph, sorted by frame. Never without a key.
pub struct Track<'t, 'a, T> {
    name: FixedName<15>,
    first: u32,
    records: Records<'a, T>,
    keys: &'t [Key],
    overridden: &'t [Key],
}

impl<T> Clone for Track<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Track<'_, '_, T> {}
impl<T> fmt::Debug for Track<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Track({:?}, {} keys)", self.name, self.len())
    }
}

impl<'t, 'a, T> Track<'t, 'a, T> {
    /// The name, as the first key has it.
    pub fn name(&self) -> FixedName<15> {
        self.name
    }
    /// The number of the record that names it first in the file.
    pub fn first_record(&self) -> usize {
        usize::try_from(self.first).unwrap_or(usize::MAX)
    }
    /// How many frames have a key.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
    /// Whether there is no key: never.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
    /// The keys by frame, one for each: where the file has several, the last of them.
    pub fn keys(&self) -> &'t [Key] {
        self.keys
    }
    /// The keys that do not count, since a later one in the file is for the same frame.
    pub fn overridden(&self) -> &'t [Key] {
        self.overridden
    }
}

impl<'a, T: Field<'a>> Track<'_, 'a, T> {
    /// The record of a key.
    pub fn record(&self, key: Key) -> Option<T> {
        self.records.get(key.number())
    }
    /// The records of the keys, by frame.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.keys.iter().filter_map(|key| self.record(*key))
    }
    /// The record for exactly this frame.
    pub fn at(&self, frame: u32) -> Option<T> {
        let i = self.keys.binary_search_by_key(&frame, |key| key.frame).ok()?;
        self.record(*self.keys.get(i)?)
    }
}

/// The keys of the camera, sorted by frame. Holds eight bytes for each key.
pub struct CameraTrack<'a> {
    new: Records<'a, CameraFrame>,
    old: Records<'a, OldCameraFrame>,
    sorted: Sorted,
}

impl fmt::Debug for CameraTrack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CameraTrack({} keys)", self.len())
    }
}

impl CameraTrack<'_> {
    /// How many frames have a key.
    pub fn len(&self) -> usize {
        self.sorted.keys.len()
    }
    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.sorted.keys.is_empty()
    }
    /// The keys by frame, one for each: where the file has several, the last of them.
    pub fn keys(&self) -> &[Key] {
        &self.sorted.keys
    }
    /// The keys that do not count, since a later one in the file is for the same frame.
    pub fn overridden(&self) -> &[Key] {
        &self.sorted.overridden
    }
    /// The record of a key.
    pub fn record(&self, key: Key) -> Option<CameraFrame> {
        self.new.get(key.number()).or_else(|| self.old.get(key.number()).map(CameraFrame::from))
    }
}

impl<'a> Vmd<'a> {
    /// The keys of bones by bone and frame. Sorts all of them: keep the result.
    pub fn bone_tracks(self) -> Tracks<'a, BoneFrame> {
        Tracks::new(self.bones())
    }
    /// The keys of morphs by morph and frame. Sorts all of them: keep the result.
    pub fn morph_tracks(self) -> Tracks<'a, MorphFrame> {
        Tracks::new(self.morphs())
    }
    /// The keys of the camera by frame. Sorts all of them: keep the result.
    pub fn camera_track(self) -> CameraTrack<'a> {
        let mut all: Vec<Key> =
            self.camera_frames().zip(0u32..).map(|(key, record)| Key { frame: key.frame, record }).collect();
        all.sort_unstable();
        let mut sorted = Sorted::default();
        all.into_iter().for_each(|key| sorted.push(0, key));
        CameraTrack { new: self.cameras(), old: self.old_cameras(), sorted }
    }
}
