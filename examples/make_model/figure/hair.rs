//! The hair: a bob with a fringe, and two braids with red ties.
use super::materials::Look;
use super::mesh::{Corner, Level, Mesh, Ring, Sheet, around, level, tube};
use super::skeleton::{BRAID, Skeleton};
use super::space::{V3, mix};
use mmdmap::pmx::Deform;

/// What the hair would be if it went down all round.
const BOB: [Level; 9] = [
    level(14.6, 0.0, 0.0, 0.1),
    level(14.45, 1.1, 1.05, 0.1),
    level(14.0, 2.1, 2.0, 0.1),
    level(13.2, 2.85, 2.68, 0.1),
    level(12.3, 3.25, 3.0, 0.1),
    level(11.2, 3.42, 3.15, 0.12),
    level(10.0, 3.46, 3.2, 0.15),
    level(9.2, 3.3, 3.05, 0.15),
    level(8.0, 2.75, 2.55, 0.15),
];

/// Where each strand ends, from the front round to the back by the left; the right is alike but for the fringe.
const HEM: [f32; 13] = [12.55, 11.75, 12.4, 11.5, 12.2, 9.3, 9.9, 8.7, 9.2, 8.3, 8.8, 8.1, 8.6];

/// How far down a strand each row is.
const ROWS: [f32; 6] = [0.0, 0.06, 0.2, 0.45, 0.75, 1.0];

fn bob(skeleton: &Skeleton) -> Sheet {
    Sheet::new(ROWS.len() - 1, 24, |row, column| {
        let strand = column as i32 - 12;
        let hem = HEM[strand.unsigned_abs() as usize];
        let y = mix(BOB[0].y, hem, ROWS[row]);
        let at = Level::between(&BOB, y).rim(strand * 2);
        Corner { at, uv: [around(column, 24), (BOB[0].y - y) / 6.8], deform: skeleton.one("頭") }
    })
}

/// How thick a braid is at each of its knots, and how its end flares below the tie.
const KNOTS: [f32; 8] = [0.2, 0.46, 0.31, 0.46, 0.3, 0.42, 0.28, 0.3];
const TUFT: [f32; 3] = [0.2, 0.34, 0.0];

/// A place on the left braid: 0 at its top, 1 at its middle, 2 at its tie.
fn along(share: f32) -> V3 {
    let [top, middle, end] = BRAID;
    if share <= 1.0 { top.mix(middle, share) } else { middle.mix(end, share - 1.0) }
}

/// Braids are darker towards their ends.
fn shade(at: V3) -> [f32; 2] {
    [0.5, (11.5 - at.y()) / 6.0]
}

fn braid(skeleton: &Skeleton) -> Sheet {
    let last = (KNOTS.len() - 1) as f32;
    let deform = |share: f32| -> Deform {
        match share {
            s if s < 0.3 => skeleton.two("頭", "左髪１", 0.5),
            s if s < 0.8 => skeleton.one("左髪１"),
            s if s < 1.2 => skeleton.two("左髪１", "左髪２", 0.5),
            _ => skeleton.one("左髪２"),
        }
    };
    let knots = KNOTS.iter().enumerate().map(|(i, &radius)| {
        let share = 2.0 * i as f32 / last;
        Ring::round(along(share), radius, deform(share))
    });
    tube(6, V3::FRONT, &knots.collect::<Vec<_>>()).projected(shade)
}

fn tuft(skeleton: &Skeleton) -> Sheet {
    let rings = TUFT.iter().enumerate().map(|(i, &radius)| {
        let at = BRAID[2] + V3::DOWN * (0.3 * i as f32);
        Ring::round(at, radius, skeleton.one("左髪飾り"))
    });
    tube(6, V3::FRONT, &rings.collect::<Vec<_>>()).projected(shade)
}

fn tie(skeleton: &Skeleton) -> Sheet {
    let rings = [(0.16, 0.2), (0.1, 0.33), (-0.1, 0.33), (-0.16, 0.2)]
        .map(|(up, radius)| Ring::round(BRAID[2] + V3::UP * up, radius, skeleton.two("左髪２", "左髪飾り", 0.5)));
    tube(6, V3::FRONT, &rings)
}

pub fn sewn_onto(mesh: &mut Mesh, skeleton: &Skeleton) {
    mesh.add(Look::Hair, &bob(skeleton));
    mesh.add_pair(Look::Hair, skeleton, &braid(skeleton));
    mesh.add_pair(Look::Hair, skeleton, &tuft(skeleton));
    mesh.add_pair(Look::Ribbon, skeleton, &tie(skeleton));
}
