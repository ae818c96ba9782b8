//! Rules about display frames: the two of the system, and what is listed where.
use super::code::Code;
use super::here::{Here, Points, Report};
use super::name;
use super::values;
use crate::pmx::bone::BoneFlags;
use crate::pmx::display_frame::{DisplayFrame, FrameItem};
use crate::pmx::model::Pmx;
use crate::pmx::morph::Panel;

const ROOT: &str = "Root";
const FACIAL: &str = "表情";

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let mut listed = Listed::none(model);
    for (i, frame) in model.display_frames().iter().enumerate() {
        let here = &mut report.record("display-frames", i);
        values::check(here, &["name"], &frame.name);
        special(&frame, here);
        for (k, item) in frame.items.iter().enumerate() {
            listed.item(k, item, here);
        }
    }
    for (name, code) in [(ROOT, Code::FrameRootMissing), (FACIAL, Code::FrameFacialMissing)] {
        if model.display_frames().find(name).is_none() {
            report.section("display-frames").find(code, "", (), name);
        }
    }
    listed.not_at_all(model, report);
    name::check("display-frames", model.display_frames(), name::Rules::OTHERS, report);
}

fn special(frame: &DisplayFrame<'_>, here: &mut Here<'_>) {
    let of_the_system = frame.name.local == ROOT || frame.name.local == FACIAL;
    match frame.special {
        0 if of_the_system => here.find(Code::FrameNotSpecial, "special", 0u8, 1u8),
        1 if !of_the_system => here.find(Code::FrameSpecialOther, "special", 1u8, 0u8),
        0 | 1 => {}
        odd => here.find(Code::FrameSpecialUnknown, "special", odd, "0 or 1"),
    }
}

/// Which bones and morphs are listed so far.
struct Listed {
    bones: Vec<bool>,
    morphs: Vec<bool>,
}

impl Listed {
    fn none(model: Pmx<'_>) -> Self {
        Listed { bones: vec![false; model.bones().len()], morphs: vec![false; model.morphs().len()] }
    }

    fn item(&mut self, k: usize, item: FrameItem, here: &mut Here<'_>) {
        let field = ("items[]", k);
        let (bones, morphs) = (self.bones.len(), self.morphs.len());
        let (seen, number) = match item {
            FrameItem::Bone(bone) => {
                let there = here.required(bone, bones, field, Code::FrameItemDangling, Code::FrameItemNone);
                (there.and_then(|i| self.bones.get_mut(i)), bone.raw())
            }
            FrameItem::Morph(morph) => {
                let there = here.required(morph, morphs, field, Code::FrameItemDangling, Code::FrameItemNone);
                (there.and_then(|i| self.morphs.get_mut(i)), morph.raw())
            }
        };
        if seen.is_some_and(|seen| core::mem::replace(seen, true)) {
            here.find(Code::FrameItemDuplicate, field, number, "one that is not listed yet");
        }
    }

    /// What a person would look for and not find.
    fn not_at_all(&self, model: Pmx<'_>, report: &mut Report) {
        for (i, (bone, listed)) in model.bones().iter().zip(&self.bones).enumerate() {
            if !listed && bone.flags.contains(BoneFlags::SHOWN | BoneFlags::OPERATES) {
                report.record("bones", i).find(Code::BoneInNoFrame, "", bone.name.local, ());
            }
        }
        for (i, (morph, listed)) in model.morphs().iter().zip(&self.morphs).enumerate() {
            if !listed && morph.panel != Panel::SYSTEM {
                report.record("morphs", i).find(Code::MorphInNoFrame, "", morph.name.local, ());
            }
        }
    }
}
