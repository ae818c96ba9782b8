//! Rules about the order of keys: which count, and whether players have to sort them.
use super::code::Code;
use crate::check::report::{Report, Value};
use crate::vmd::motion::Vmd;
use crate::vmd::track::{Key, Tracks};

/// Nine hours.
const FAR: u32 = 1_000_000;

/// Of what has one track only, without a name.
pub(super) fn check(motion: Vmd<'_>, report: &mut Report<Code>) {
    nameless("cameras", motion.camera_frames().map(|key| key.frame), report);
    nameless("lights", motion.lights().iter().map(|key| key.frame), report);
    nameless("shadows", motion.shadows().iter().map(|key| key.frame), report);
    nameless("properties", motion.properties().iter().map(|key| key.frame), report);
}

pub(super) fn tracks<T>(section: &'static str, tracks: &Tracks<'_, T>, report: &mut Report<Code>) {
    for track in tracks {
        for key in track.overridden() {
            report.record(section, key.number()).find(Code::KeyDuplicate, "frame", key.frame, "one key for a frame");
        }
        order(section, track.keys(), report);
    }
}

fn nameless(section: &'static str, frames: impl Iterator<Item = u32>, report: &mut Report<Code>) {
    let mut keys: Vec<Key> = frames.zip(0u32..).map(|(frame, record)| Key { frame, record }).collect();
    keys.sort_unstable();
    for twice in keys.chunk_by(|a, b| a.frame == b.frame) {
        let overridden = twice.split_last().map_or(&[][..], |(_, others)| others);
        for key in overridden {
            report.record(section, key.number()).find(Code::KeyDuplicate, "frame", key.frame, "one key for a frame");
        }
    }
    keys.dedup_by_key(|key| key.frame);
    order(section, &keys, report);
}

/// Keys by frame: whether the file has them so, too, and how far they go.
fn order(section: &'static str, keys: &[Key], report: &mut Report<Code>) {
    // Once for each track: the first that comes too early in the file.
    let early = keys.iter().zip(keys.iter().skip(1)).find(|(before, after)| after.record < before.record);
    if let Some((before, after)) = early {
        report.record(section, before.number()).find(
            Code::FramesUnsorted,
            "frame",
            before.frame,
            Value::Below(after.frame.into()),
        );
    }
    if let Some(last) = keys.last().filter(|last| last.frame > FAR) {
        report.record(section, last.number()).find(Code::FrameFar, "frame", last.frame, Value::AtMost(FAR.into()));
    }
}
