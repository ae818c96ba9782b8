//! A map maker's gear: compass, belt, bag and map.
use super::materials::Look;
use super::mesh::{Corner, Level, Mesh, Ring, Sheet, block, lathe, level, tube};
use super::skeleton::{BAG, NEEDLE, Skeleton};
use super::space::{V3, v};

/// The compass on the cap: its picture is projected from the front.
fn compass(skeleton: &Skeleton) -> Sheet {
    let rings = [(0.08, 0.0), (0.09, 0.6), (0.12, 0.74), (0.5, 0.74)];
    let rings = rings.map(|(far, radius)| Ring::round(NEEDLE + V3::BACK * far, radius, skeleton.one("頭")));
    let disc = tube(12, V3::UP, &rings);
    disc.projected(|at| [0.5 + (at.x() - NEEDLE.x()) / 1.5, 0.5 - (at.y() - NEEDLE.y()) / 1.5])
}

/// One arm of the compass needle, the longer one to the north.
fn needle(skeleton: &Skeleton, tip: V3) -> Sheet {
    let deform = skeleton.one("磁針");
    let side = tip.cross(V3::BACK).unit() * 0.12;
    let corner = |offset: V3| Corner { at: NEEDLE + offset, uv: [0.5, 0.5], deform };
    Sheet::new(1, 2, |row, column| match (row, column) {
        (0, _) => corner(tip),
        (_, 0) => corner(side * -1.0),
        (_, 1) => corner(V3::FRONT * 0.06),
        _ => corner(side),
    })
}

const BELT: [Level; 4] = [
    level(5.72, 0.96, 0.78, 0.0),
    level(5.72, 1.09, 0.9, 0.0),
    level(5.38, 1.14, 0.96, 0.0),
    level(5.38, 1.0, 0.8, 0.0),
];

fn belt(skeleton: &Skeleton) -> Sheet {
    lathe(12, &BELT, |_, _| skeleton.two("上半身", "下半身", 0.4))
}

/// Where the picture of the compass is nothing but brass.
fn in_brass(sheet: Sheet) -> Sheet {
    sheet.projected(|_| [0.5, 0.06])
}

fn buckle(skeleton: &Skeleton) -> [Sheet; 6] {
    let axes = [V3::LEFT * 0.26, V3::UP * 0.24, V3::BACK * 0.06];
    block(v(0.0, 5.55, -0.97), axes, skeleton.two("上半身", "下半身", 0.4)).map(in_brass)
}

/// The bag hangs at her right side, turned outwards.
const BAG_AXES: [V3; 3] = [v(0.66, -0.08, -0.38), v(0.06, 0.55, 0.0), v(0.17, 0.0, 0.3)];

fn bag(skeleton: &Skeleton) -> [Sheet; 6] {
    block(BAG + v(-0.2, -0.75, -0.45), BAG_AXES, skeleton.one("鞄"))
}

fn flap(skeleton: &Skeleton) -> [Sheet; 6] {
    let [left, up, back] = BAG_AXES;
    block(BAG + v(-0.22, -0.5, -0.5), [left * 1.06, up * 0.6, back * 1.1], skeleton.one("鞄"))
}

fn clasp(skeleton: &Skeleton) -> [Sheet; 6] {
    let [left, up, back] = BAG_AXES;
    let at = BAG + v(-0.22, -0.8, -0.5) - back * 1.15;
    block(at, [left * 0.16, up * 0.2, back * 0.12], skeleton.one("鞄")).map(in_brass)
}

/// Where the bag's strap crosses her breast, from the left shoulder down; behind, the cape hides it.
const STRAP: [V3; 5] =
    [v(0.95, 7.35, -0.9), v(0.45, 6.75, -0.93), v(-0.1, 6.2, -0.9), v(-0.7, 5.7, -0.85), v(-1.45, 5.3, -0.75)];

fn strap(skeleton: &Skeleton) -> Sheet {
    Sheet::new(STRAP.len() - 1, 1, |row, column| {
        let edge = v(0.12, -0.12, 0.0) * (2.0 * column as f32 - 1.0);
        let weight = 1.0 - row as f32 / (STRAP.len() - 1) as f32;
        Corner { at: STRAP[row] + edge, uv: [0.0; 2], deform: skeleton.two("上半身", "下半身", weight) }
    })
}

/// A rolled map that looks out of the bag.
fn roll(skeleton: &Skeleton) -> Sheet {
    let (bottom, top) = (BAG + v(-0.2, -0.6, -0.3), BAG + v(-0.95, 1.0, -0.1));
    let deform = skeleton.one("地図");
    tube(
        8,
        V3::FRONT,
        &[
            Ring::round(top.mix(bottom, -0.02), 0.0, deform),
            Ring::round(top, 0.24, deform),
            Ring::round(bottom, 0.24, deform),
        ],
    )
}

pub fn sewn_onto(mesh: &mut Mesh, skeleton: &Skeleton) {
    mesh.add(Look::Brass, &compass(skeleton));
    mesh.add(Look::Needle, &needle(skeleton, V3::UP * 0.55));
    mesh.add(Look::Needle, &needle(skeleton, V3::DOWN * 0.4));
    mesh.add(Look::Leather, &belt(skeleton));
    mesh.add_all(Look::Brass, &buckle(skeleton));
    mesh.add(Look::Leather, &strap(skeleton));
    mesh.add_all(Look::Leather, &bag(skeleton));
    mesh.add_all(Look::Leather, &flap(skeleton));
    mesh.add_all(Look::Brass, &clasp(skeleton));
    mesh.add(Look::Paper, &roll(skeleton));
}
