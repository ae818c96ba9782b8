//! Rules about names: such that something is found by them. Each name is looked at once.
use super::code::Code;
use crate::check::report::{Here, Report, Way};
use crate::fixed_name::FixedName;
use crate::vmd::motion::Vmd;
use crate::vmd::track::Tracks;
use std::collections::HashSet;

pub(super) fn check(motion: Vmd<'_>, report: &mut Report<Code>) {
    let header = motion.header();
    header.name.iter().for_each(|name| encoded(&mut report.section("header"), "name", name));
    header.short_name.iter().for_each(|name| encoded(&mut report.section("header"), "short_name", name));
    let mut seen = HashSet::new();
    for (i, frame) in motion.properties().iter().enumerate() {
        for (n, switch) in frame.ik.iter().enumerate() {
            if seen.insert(switch.bone.resized::<20>()) {
                name(&mut report.record("properties", i), ("ik[].bone", n), &switch.bone);
            }
        }
    }
}

pub(super) fn tracks<T>(section: &'static str, tracks: &Tracks<'_, T>, report: &mut Report<Code>) {
    for track in tracks {
        name(&mut report.record(section, track.first_record()), "name", &track.name());
    }
}

fn name<const N: usize>(here: &mut Here<'_, Code>, field: impl Into<Way>, name: &FixedName<N>) {
    if !name.is_empty() {
        encoded(here, field, name);
    } else if name.filler().iter().any(|&byte| byte != 0) {
        let rest = name.filler().split(|&byte| byte == 0).next().unwrap_or(&[]);
        here.find(Code::NameNotEncoded, field, rest.escape_ascii().to_string(), "a name");
    } else {
        here.find(Code::NameEmpty, field, (), "a name");
    }
}

/// What is there is valid.
fn encoded<const N: usize>(here: &mut Here<'_, Code>, field: impl Into<Way>, name: &FixedName<N>) {
    if name.is_cut() {
        here.find(Code::NameCut, field, name.text(), "whole characters");
    } else if !name.is_valid() {
        here.find(Code::NameInvalid, field, name.text(), "bytes that are valid in cp932");
    }
}
