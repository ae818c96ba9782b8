//! Neck, arms and legs, and what is worn on them.
use super::materials::Look;
use super::mesh::{Level, Mesh, Ring, Sheet, lathe, level, tube};
use super::skeleton::{ANKLE, ELBOW, HIP, KNEE, SHOULDER, Skeleton, TOE, WRIST};
use super::space::{V3, v};

const NECK: [Level; 2] = [level(8.9, 0.5, 0.5, 0.1), level(7.7, 0.55, 0.52, 0.08)];

fn neck(skeleton: &Skeleton) -> Sheet {
    lathe(8, &NECK, |row, _| if row == 0 { skeleton.one("頭") } else { skeleton.two("首", "上半身", 0.5) })
}

/// From a puff at the shoulder to a bell at the wrist.
fn sleeve(skeleton: &Skeleton) -> Sheet {
    let (upper, lower) = ((ELBOW - SHOULDER).unit(), (WRIST - ELBOW).unit());
    let round = |at: V3, radius, deform| Ring::round(at, radius, deform);
    let bend = |weight| skeleton.bend("左腕捩", "左ひじ", weight);
    tube(
        8,
        V3::FRONT,
        &[
            round(SHOULDER - upper * 0.3, 0.4, skeleton.two("左肩", "左腕", 0.6)),
            round(SHOULDER + upper * 0.25, 0.62, skeleton.one("左腕")),
            round(SHOULDER.mix(ELBOW, 0.5), 0.52, skeleton.two("左腕", "左腕捩", 0.5)),
            round(ELBOW - upper * 0.3, 0.36, bend(0.8)),
            round(ELBOW, 0.36, bend(0.5)),
            round(ELBOW + lower * 0.3, 0.38, bend(0.2)),
            round(ELBOW.mix(WRIST, 0.75), 0.46, skeleton.two("左ひじ", "左手捩", 0.4)),
            round(WRIST, 0.58, skeleton.one("左手捩")),
            round(WRIST + lower * 0.02, 0.26, skeleton.one("左手捩")),
        ],
    )
}

/// A mitten, flat from palm to back.
fn hand(skeleton: &Skeleton) -> Sheet {
    let along = (WRIST - ELBOW).unit();
    let deform = skeleton.one("左手首");
    let ring = |far: f32, wide, deep| Ring { at: WRIST + along * far, wide, deep, deform };
    tube(
        6,
        V3::FRONT,
        &[
            ring(-0.1, 0.22, 0.22),
            ring(0.25, 0.27, 0.34),
            ring(0.55, 0.25, 0.36),
            ring(0.8, 0.14, 0.22),
            ring(0.86, 0.0, 0.0),
        ],
    )
}

fn thumb(skeleton: &Skeleton) -> Sheet {
    let along = (WRIST - ELBOW).unit();
    let (root, tip) = (WRIST + along * 0.2 + v(0.0, 0.0, -0.25), WRIST + along * 0.5 + v(0.06, 0.06, -0.58));
    let deform = skeleton.one("左手首");
    tube(
        4,
        V3::UP,
        &[
            Ring::round(root, 0.15, deform),
            Ring::round(root.mix(tip, 0.7), 0.13, deform),
            Ring::round(tip, 0.0, deform),
        ],
    )
}

fn leg(skeleton: &Skeleton) -> Sheet {
    let bend = |weight| skeleton.bend("左足", "左ひざ", weight);
    let below = |at: V3, y: f32| v(at.x(), y, at.z());
    tube(
        8,
        V3::FRONT,
        &[
            Ring::round(below(HIP, 4.4), 0.66, skeleton.two("左足", "下半身", 0.7)),
            Ring::round(below(HIP, 3.5), 0.58, skeleton.one("左足")),
            Ring::round(below(KNEE, 3.0), 0.5, bend(0.8)),
            Ring::round(KNEE, 0.48, bend(0.5)),
            Ring::round(below(KNEE, 2.5), 0.46, bend(0.2)),
            Ring::round(below(ANKLE, 1.7), 0.46, skeleton.one("左ひざ")),
        ],
    )
}

/// The shaft of a boot, turned down at its top.
fn shaft(skeleton: &Skeleton) -> Sheet {
    let at = |y: f32| v(ANKLE.x(), y, 0.02);
    let shin = skeleton.one("左ひざ");
    tube(
        8,
        V3::FRONT,
        &[
            Ring::round(at(2.17), 0.45, shin),
            Ring::round(at(2.15), 0.66, shin),
            Ring::round(at(1.65), 0.68, shin),
            Ring::round(at(1.62), 0.54, shin),
            Ring::round(at(1.0), 0.52, skeleton.bend("左ひざ", "左足首", 0.6)),
            Ring::round(at(0.45), 0.55, skeleton.one("左足首")),
        ],
    )
}

/// The foot of a boot, from heel to toe.
fn foot(skeleton: &Skeleton) -> Sheet {
    let deform = |z: f32| {
        let toe = skeleton.two("左足首", "左つま先", 0.5);
        if z < TOE.z() { toe } else { skeleton.one("左足首") }
    };
    let ring = |z: f32, wide: f32, deep: f32| Ring { at: v(ANKLE.x(), deep, z), wide, deep, deform: deform(z) };
    let rings = [
        ring(0.63, 0.0, 0.0),
        ring(0.6, 0.38, 0.3),
        ring(0.3, 0.56, 0.42),
        ring(-0.4, 0.6, 0.45),
        ring(-1.0, 0.62, 0.4),
        ring(-1.4, 0.4, 0.28),
        ring(-1.45, 0.0, 0.0),
    ];
    // Ends are drawn in to the middle of the ring beside them.
    let drawn_in = |end: Ring, beside: Ring| Ring { at: v(end.at.x(), beside.at.y(), end.at.z()), ..end };
    let [heel, a, b, c, d, e, tip] = rings;
    tube(6, V3::UP, &[drawn_in(heel, a), a, b, c, d, e, drawn_in(tip, e)])
}

pub fn sewn_onto(mesh: &mut Mesh, skeleton: &Skeleton) {
    mesh.add(Look::Skin, &neck(skeleton));
    mesh.add_pair(Look::Dress, skeleton, &sleeve(skeleton));
    mesh.add_pair(Look::Skin, skeleton, &hand(skeleton));
    mesh.add_pair(Look::Skin, skeleton, &thumb(skeleton));
    mesh.add_pair(Look::Skin, skeleton, &leg(skeleton));
    mesh.add_pair(Look::Leather, skeleton, &shaft(skeleton));
    mesh.add_pair(Look::Leather, skeleton, &foot(skeleton));
}
