//! Rules about morphs: what they move, and what groups hold.
use super::code::Code;
use super::cycle::{Circles, Graph};
use super::here::{Here, Points, Report};
use super::name;
use super::values::{self, finite};
use crate::check::report::Value;
use crate::field::Field;
use crate::index::{Index, MaterialIndex, MorphIndex, Target};
use crate::list::Many;
use crate::pmx::header::Version;
use crate::pmx::model::Pmx;
use crate::pmx::morph::{
    BoneOffset, ImpulseOffset, MaterialOffset, Morph, MorphOffset, MorphOffsets, UvOffset, VertexOffset,
};

/// More morphs than some engines take.
const MANY: usize = 256;
/// More morphs than a group should move in the end.
const EXPLOSION: u64 = 1_000_000;
/// How far from 1 the length of a quaternion may be, squared.
const UNIT: core::ops::RangeInclusive<f32> = 0.98..=1.02;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    for (i, morph) in model.morphs().iter().enumerate() {
        let here = &mut report.record("morphs", i);
        values::check(here, &["name"], &morph.name);
        head(&morph, model, here);
        offsets(&morph, model, here);
    }
    if model.morphs().len() > MANY {
        report.section("morphs").find(Code::ManyMorphs, "", model.morphs().len(), Value::AtMost(MANY as u64));
    }
    groups(model, report);
    name::check("morphs", model.morphs(), name::Rules::MORPHS, report);
}

fn head(morph: &Morph<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    if morph.panel.name().is_none() {
        here.find(Code::MorphPanelUnknown, "panel", morph.panel.0, Value::AtMost(4));
    }
    if morph.offsets.is_empty() {
        here.find(Code::MorphEmpty, "offsets", 0u8, ());
    }
    if model.version() != Version::V2_1 {
        match morph.offsets {
            MorphOffsets::Flip(_) => here.find(Code::FlipMorphIn20, "offsets", "flip", "a kind of 2.0"),
            MorphOffsets::Impulse(_) => here.find(Code::ImpulseMorphIn20, "offsets", "impulse", "a kind of 2.0"),
            _ => {}
        }
    }
    let uv = match morph.offsets {
        MorphOffsets::ExtraUv1(_) => 1,
        MorphOffsets::ExtraUv2(_) => 2,
        MorphOffsets::ExtraUv3(_) => 3,
        MorphOffsets::ExtraUv4(_) => 4,
        _ => 0,
    };
    if uv > model.globals().extra_uvs {
        here.find(Code::MorphUvMissing, "offsets", uv, Value::AtMost(model.globals().extra_uvs.into()));
    }
}

fn offsets(morph: &Morph<'_>, model: Pmx<'_>, here: &mut Here<'_>) {
    let vertices = model.vertices().len();
    let are_numbers = match morph.offsets {
        MorphOffsets::Group(all) | MorphOffsets::Flip(all) => {
            let len = model.morphs().len();
            each(all, here, |k, offset: MorphOffset, here| {
                points(offset.morph, len, ("offsets[].morph", k), Code::MorphGroupDangling, here);
                offset.ratio.is_finite()
            })
        }
        MorphOffsets::Vertex(all) => each(all, here, |k, offset: VertexOffset, here| {
            here.optional(offset.vertex, vertices, ("offsets[].vertex", k), Code::MorphVertexDangling);
            finite(offset.translation)
        }),
        MorphOffsets::Bone(all) => {
            let len = model.bones().len();
            each(all, here, |k, offset: BoneOffset, here| {
                points(offset.bone, len, ("offsets[].bone", k), Code::MorphBoneDangling, here);
                rotation(k, offset.rotation, here);
                finite(offset.translation) && finite(offset.rotation)
            })
        }
        MorphOffsets::Uv(all)
        | MorphOffsets::ExtraUv1(all)
        | MorphOffsets::ExtraUv2(all)
        | MorphOffsets::ExtraUv3(all)
        | MorphOffsets::ExtraUv4(all) => each(all, here, |k, offset: UvOffset, here| {
            here.optional(offset.vertex, vertices, ("offsets[].vertex", k), Code::MorphVertexDangling);
            finite(offset.offset)
        }),
        MorphOffsets::Material(all) => {
            let len = model.materials().len();
            each(all, here, |k, offset: MaterialOffset, here| {
                material(k, &offset, len, here);
                false // few, and of many numbers: looked at one by one
            })
        }
        MorphOffsets::Impulse(all) => {
            let len = model.rigid_bodies().len();
            each(all, here, |k, offset: ImpulseOffset, here| {
                points(offset.body, len, ("offsets[].body", k), Code::MorphBodyDangling, here);
                if offset.local > 1 {
                    here.find(Code::ImpulseLocalUnknown, ("offsets[].local", k), offset.local, Value::AtMost(1));
                }
                finite(offset.velocity) && finite(offset.torque)
            })
        }
    };
    if !are_numbers {
        values::check(here, &["offsets"], &morph.offsets);
    }
}

/// Looks at every offset; says whether all were said to hold nothing but numbers.
#[inline(always)]
fn each<'a, T: Field<'a> + Copy>(
    all: Many<'a, T>,
    here: &mut Here<'_>,
    rule: impl Fn(usize, T, &mut Here<'_>) -> bool,
) -> bool {
    let (_, numbers) = all.iter().fold((0usize, true), |(k, numbers), offset| {
        let number = rule(k, offset, here);
        (k.saturating_add(1), numbers & number)
    });
    numbers
}

fn points<T: Target>(index: Index<T>, len: usize, field: (&'static str, usize), dangling: Code, here: &mut Here<'_>) {
    here.required(index, len, field, dangling, Code::MorphOffsetNone);
}

/// −1 means every material.
fn material(k: usize, offset: &MaterialOffset, len: usize, here: &mut Here<'_>) {
    let material: MaterialIndex = offset.material;
    here.optional(material, len, ("offsets[].material", k), Code::MorphMaterialDangling);
    if offset.operation.name().is_none() {
        here.find(Code::MorphOperationUnknown, ("offsets[].operation", k), offset.operation.0, Value::AtMost(1));
    }
}

fn rotation(k: usize, rotation: [f32; 4], here: &mut Here<'_>) {
    let squared: f32 = rotation.iter().map(|x| x * x).sum();
    if rotation == [0.0; 4] {
        here.find(Code::QuaternionZero, ("offsets[].rotation", k), 0.0, 1.0);
    } else if finite(rotation) && !UNIT.contains(&squared) {
        here.find(Code::QuaternionNotUnit, ("offsets[].rotation", k), squared.sqrt(), 1.0);
    }
}

/// What a group or flip morph holds.
fn members<'a>(morph: &Morph<'a>) -> Option<Many<'a, MorphOffset>> {
    match morph.offsets {
        MorphOffsets::Group(all) | MorphOffsets::Flip(all) => Some(all),
        _ => None,
    }
}

/// Groups in groups. Nothing is resolved: each offset is followed once.
fn groups(model: Pmx<'_>, report: &mut Report) {
    let morphs = model.morphs().len();
    let number = |index: MorphIndex| index.get().filter(|&i| i < morphs).and_then(|i| u32::try_from(i).ok());
    let mut kinds = vec![Kind::Plain; morphs];
    let mut pairs = Vec::new();
    for ((i, morph), kind) in (0u32..).zip(model.morphs()).zip(&mut kinds) {
        *kind = Kind::of(&morph);
        let members = members(&morph).into_iter().flatten();
        pairs.extend(members.filter_map(|offset| number(offset.morph)).map(|member| (i, member)));
    }
    if pairs.is_empty() {
        return;
    }
    let graph = Graph::new(morphs, &pairs);
    let circles = graph.circles();
    for (first, len) in circles.list(|i| graph.others(i).iter().any(|&other| other as usize == i)) {
        report.record("morphs", first).find(Code::MorphGroupCycle, "offsets", len, "no circle");
    }
    let sums = Sums::of(&graph, &circles, &kinds);
    for (i, morph) in model.morphs().iter().enumerate() {
        let Some(members) = members(&morph) else { continue };
        let here = &mut report.record("morphs", i);
        let flips = matches!(morph.offsets, MorphOffsets::Flip(_));
        for (k, offset) in members.iter().enumerate() {
            let Some(member) = number(offset.morph) else { continue };
            let kind = kinds.get(member as usize).copied().unwrap_or(Kind::Plain);
            if flips && sums.flips(member) {
                here.find(Code::MorphFlipNested, ("offsets[].morph", k), offset.morph, "a plain morph");
            } else if kind != Kind::Plain {
                here.find(Code::MorphGroupNested, ("offsets[].morph", k), offset.morph, "a plain morph");
            }
        }
        let moved = sums.moved.get(i).copied().unwrap_or(0);
        if moved > EXPLOSION {
            here.find(
                Code::MorphGroupExplodes,
                "offsets",
                i64::try_from(moved).unwrap_or(i64::MAX),
                Value::AtMost(EXPLOSION),
            );
        }
    }
}

/// What a morph is to a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Group,
    Flip,
}

impl Kind {
    fn of(morph: &Morph<'_>) -> Self {
        match morph.offsets {
            MorphOffsets::Group(_) => Kind::Group,
            MorphOffsets::Flip(_) => Kind::Flip,
            _ => Kind::Plain,
        }
    }
}

/// What each morph comes to through all groups, each summed up once.
struct Sums {
    /// How many plain morphs it moves.
    moved: Vec<u64>,
    /// Whether it is a flip, or leads to one.
    flips: Vec<bool>,
}

impl Sums {
    fn of(graph: &Graph, circles: &Circles, kinds: &[Kind]) -> Self {
        let mut sums = Sums { moved: vec![0; kinds.len()], flips: vec![false; kinds.len()] };
        // What a morph holds comes before it; what is in a circle with it counts once.
        for &morph in &circles.order {
            let kind = kinds.get(morph as usize).copied().unwrap_or(Kind::Plain);
            let members = graph.others(morph as usize);
            let moved = |&member: &u32| sums.moved.get(member as usize).copied().unwrap_or(0).max(1);
            let moved = members.iter().map(moved).fold(0, u64::saturating_add);
            let flips = kind == Kind::Flip || members.iter().any(|&member| sums.flips(member));
            if let Some(slot) = sums.moved.get_mut(morph as usize) {
                *slot = moved;
            }
            if let Some(slot) = sums.flips.get_mut(morph as usize) {
                *slot = flips;
            }
        }
        sums
    }
    fn flips(&self, morph: u32) -> bool {
        self.flips.get(morph as usize).copied().unwrap_or(false)
    }
}
