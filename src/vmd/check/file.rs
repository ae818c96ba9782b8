//! Rules about the file as a whole.
use super::code::Code;
use crate::check::report::{Report, Value};
use crate::vmd::header::Version;
use crate::vmd::motion::Vmd;

/// So many keys MikuMikuDance is said to take.
const MOST_KEYS: usize = 20_000;

pub(super) fn check(motion: Vmd<'_>, report: &mut Report<Code>) {
    let header = motion.header();
    if motion.version() == Version::V1 {
        report.section("header").find(Code::OldVersion, "signature", 1u8, 2u8);
    }
    if header.model_name().is_empty() {
        report.section("header").find(Code::ModelNameEmpty, "name", (), "the name of a model");
    }
    sections(motion, report);

    let camera = motion.camera_frames().count().saturating_add(motion.lights().len());
    let model = motion.bones().len().saturating_add(motion.morphs().len());
    if header.is_of_camera() && model > 0 {
        report.section("bones").find(Code::CameraMixed, "", model, "camera and light only, by the name of the model");
    } else if !header.is_of_camera() && camera > 0 {
        report.section("cameras").find(Code::CameraMixed, "", camera, "nothing, or the name カメラ・照明");
    }
    let others = motion.shadows().len().saturating_add(motion.properties().len());
    if camera.saturating_add(model).saturating_add(others) == 0 {
        report.section("bones").find(Code::MotionEmpty, "", (), "a key");
    }
}

fn sections(motion: Vmd<'_>, report: &mut Report<Code>) {
    // Where something else lies in the place of a section, or behind a cut, that has been said.
    let ends = motion.trailing().is_empty() && !motion.index().is_cut();
    for span in motion.index().sections().into_iter().skip(1) {
        match span.len {
            None if ends => report.section(span.name).find(Code::SectionMissing, "", (), "a count"),
            Some(len) if len > MOST_KEYS => {
                report.section(span.name).find(Code::TooManyKeys, "", len, Value::AtMost(MOST_KEYS as u64));
            }
            _ => {}
        }
    }
}
