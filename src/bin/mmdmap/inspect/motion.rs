//! What is in a motion.
use super::head::{Head, json_line, odd_text, several, visit_odd};
use crate::json::{list, maybe, number, record};
use crate::table::{Align, Table, grouped};
use mmdmap::vmd::check::Totals;
use mmdmap::vmd::{Header, Key, Tracks, Version, Vmd};
use mmdmap::{FixedName, SectionSpan, Visit, Visitor, VmdFile};

pub fn show(file: &VmdFile, head: &Head<'_>, json: bool) -> String {
    let motion = file.motion();
    let report = Report {
        head,
        motion,
        header: motion.header(),
        sections: motion.index().sections(),
        first: motion.first_frame(),
        last: motion.last_frame(),
        bones: tracks(&motion.bone_tracks()),
        morphs: tracks(&motion.morph_tracks()),
        odd: motion.check().into_totals(),
    };
    if json { json_line(&report) } else { report.to_text() }
}

struct Report<'a> {
    head: &'a Head<'a>,
    motion: Vmd<'a>,
    header: Header,
    sections: Vec<SectionSpan>,
    /// Of all keys.
    first: Option<u32>,
    last: Option<u32>,
    bones: Vec<Track>,
    morphs: Vec<Track>,
    odd: Totals,
}

/// The keys of one bone or morph, in short.
struct Track {
    name: FixedName<15>,
    keys: usize,
    first: u32,
    last: u32,
    /// Keys for a frame that has a later one.
    overridden: usize,
}

fn tracks<T>(all: &Tracks<'_, T>) -> Vec<Track> {
    let frame = |key: Option<&Key>| key.map_or(0, |key| key.frame);
    all.iter()
        .map(|track| Track {
            name: track.name(),
            keys: track.len(),
            first: frame(track.keys().first()),
            last: frame(track.keys().last()),
            overridden: track.overridden().len(),
        })
        .collect()
}

impl Report<'_> {
    fn version(&self) -> usize {
        if self.motion.version() == Version::V1 { 1 } else { 2 }
    }

    fn to_text(&self) -> String {
        let mut lines = self.head.title();
        lines.line("model", &self.header.model_name().decode());
        lines.line("format", &format!("VMD, version {}, {} bytes", self.version(), grouped(self.head.file_len)));
        lines.line("frames", &self.frames());
        let (bones, morphs) = (self.bones.len(), self.morphs.len());
        lines.line("tracks", &format!("{}, {}", several(bones, "bone", "bones"), several(morphs, "morph", "morphs")));
        lines.line("odd", &odd_text(&self.odd));
        self.head.opening(&mut lines);
        lines.table(&self.head.sections_table(&self.sections, self.motion.trailing(), self.motion.behind_cut()));
        lines.table(&self.tracks_table());
        lines.end()
    }

    fn frames(&self) -> String {
        match (self.first, self.last) {
            (Some(first), Some(last)) => {
                let seconds = f64::from(last) / 30.0;
                format!("{first} to {last} ({seconds:.1} s at 30 a second)")
            }
            _ => "none: no key".into(),
        }
    }

    fn tracks_table(&self) -> Table {
        let mut table = Table::new([
            ("track", Align::Left),
            ("of", Align::Left),
            ("keys", Align::Right),
            ("from", Align::Right),
            ("to", Align::Right),
            ("overridden", Align::Right),
        ]);
        for (of, tracks) in [("bone", &self.bones), ("morph", &self.morphs)] {
            for track in tracks {
                let overridden = if track.overridden > 0 { grouped(track.overridden) } else { String::new() };
                let (first, last) = (track.first.to_string(), track.last.to_string());
                table.row([track.name.to_string(), of.into(), grouped(track.keys), first, last, overridden]);
            }
        }
        table
    }
}

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        to.begin_record();
        self.head.visit_start(to);
        number(to, "version", self.version());
        to.field("model_name");
        self.header.model_name().visit(to);
        maybe(to, "first_frame", self.first.and_then(|frame| usize::try_from(frame).ok()));
        maybe(to, "last_frame", self.last.and_then(|frame| usize::try_from(frame).ok()));
        to.field("sections");
        list(to, self.sections.iter(), |to, section| self.head.visit_section(to, section));
        number(to, "trailing", self.motion.trailing().len());
        number(to, "behind_cut", self.motion.behind_cut().len());
        for (name, tracks) in [("bone_tracks", &self.bones), ("morph_tracks", &self.morphs)] {
            to.field(name);
            list(to, tracks.iter(), |to, track| visit_track(to, track));
        }
        visit_odd(to, &self.odd);
        self.head.visit_end(to);
        to.end_record();
    }
}

fn visit_track(to: &mut dyn Visitor, track: &Track) {
    record(to, |to| {
        to.field("name");
        to.text(&track.name.decode(), track.name.bytes(), track.name.is_valid());
        number(to, "keys", track.keys);
        number(to, "first_frame", usize::try_from(track.first).unwrap_or(usize::MAX));
        number(to, "last_frame", usize::try_from(track.last).unwrap_or(usize::MAX));
        number(to, "overridden", track.overridden);
    });
}
