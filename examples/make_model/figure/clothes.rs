//! Cap, dress and cape.
use super::materials::Look;
use super::mesh::{Corner, Level, Mesh, Ring, Sheet, around, lathe, level, tube};
use super::skeleton::{CAPE, SKIRT, Skeleton};
use super::space::{TURN, V3, mix, sine, v};
use mmdmap::pmx::Deform;

/// A beret, pushed back and a little to the left.
fn cap(skeleton: &Skeleton) -> Sheet {
    let (top, down) = (v(0.35, 15.55, 0.75), v(-0.09, -1.0, -0.2).unit());
    let rings = [(0.0, 0.0), (0.1, 1.5), (0.5, 2.9), (1.1, 3.5), (1.6, 3.45), (1.85, 2.95), (2.35, 3.0), (2.4, 2.3)];
    let rings = rings.map(|(far, radius)| Ring::round(top + down * far, radius, skeleton.one("頭")));
    tube(16, V3::FRONT, &rings)
}

fn cap_stalk(skeleton: &Skeleton) -> Sheet {
    let head = skeleton.one("頭");
    let at = v(0.35, 15.4, 0.75);
    let rings = [(0.55, 0.0), (0.5, 0.17), (0.0, 0.12)];
    tube(6, V3::FRONT, &rings.map(|(up, radius)| Ring::round(at + V3::UP * up, radius, head)))
}

const BODICE: [Level; 6] = [
    level(7.95, 0.5, 0.46, 0.08),
    level(7.7, 0.95, 0.68, 0.08),
    level(7.2, 1.18, 0.82, 0.06),
    level(6.5, 1.14, 0.84, 0.02),
    level(5.9, 1.0, 0.78, 0.0),
    level(5.4, 1.02, 0.82, 0.0),
];

fn bodice(skeleton: &Skeleton) -> Sheet {
    let sheet = lathe(12, &BODICE, |row, _| match row {
        0 => skeleton.two("上半身", "首", 0.7),
        1..=3 => skeleton.one("上半身"),
        4 => skeleton.two("上半身", "下半身", 0.7),
        _ => skeleton.two("上半身", "下半身", 0.3),
    });
    sheet.projected(|at| [0.5 + at.x() / 8.0, (8.0 - at.y()) / 12.0])
}

const SKIRT_LEVELS: [Level; 5] = [
    level(5.6, 0.98, 0.8, 0.0),
    level(5.2, 1.3, 1.15, 0.02),
    level(4.5, 1.85, 1.7, 0.05),
    level(3.7, 2.3, 2.15, 0.1),
    level(3.1, 2.55, 2.4, 0.12),
];

/// The skirt swings with the two nearest of its six bones, the more the lower, and a little with the leg beneath.
fn skirt_deform(skeleton: &Skeleton, row: usize, steps: i32) -> Deform {
    /// Steps from one bone of the skirt to the next.
    const SECTOR: i32 = TURN as i32 / 6;
    let steps = steps.rem_euclid(TURN as i32);
    let swing = [0.0, 0.3, 0.7, 0.85, 0.85][row];
    if swing == 0.0 {
        return skeleton.one("下半身");
    }
    let [near, far] = [steps / SECTOR, steps / SECTOR + 1].map(|bone| SKIRT[bone as usize % SKIRT.len()]);
    let share = (steps % SECTOR) as f32 / SECTOR as f32;
    let side = sine(steps);
    let leg = if side < 0.0 { "右足" } else { "左足" };
    let others = [swing * (1.0 - share), swing * share, 0.15 * swing * side.abs()];
    skeleton.four_smoothly(["下半身", near, far, leg], others)
}

fn skirt(skeleton: &Skeleton) -> Sheet {
    const SIDES: usize = 24;
    let last = SKIRT_LEVELS.len() - 1;
    Sheet::new(last, SIDES, |row, column| {
        let steps = (column * TURN / SIDES) as i32 - TURN as i32 / 2;
        // Pleats: every other corner of the lower rows lies a little deeper.
        let pleat = if column % 2 == 1 { 1.0 - 0.035 * row as f32 } else { 1.0 };
        let Level { y, wide, deep, back } = SKIRT_LEVELS[row];
        let at = level(y, wide * pleat, deep * pleat, back).rim(steps);
        let uv = [around(column, SIDES) * 3.0, mix(0.25, 1.0, (5.6 - y) / 2.5)];
        Corner { at, uv, deform: skirt_deform(skeleton, row, steps) }
    })
}

const BLOOMERS: [Level; 4] =
    [level(5.4, 0.9, 0.72, 0.0), level(4.7, 1.36, 0.95, 0.0), level(4.1, 1.2, 0.82, 0.0), level(3.95, 0.0, 0.0, 0.0)];

fn bloomers(skeleton: &Skeleton) -> Sheet {
    let sheet = lathe(12, &BLOOMERS, |_, _| skeleton.one("下半身"));
    sheet.projected(|_| [0.1, 0.1])
}

const PELERINE: [Level; 5] = [
    level(8.32, 0.66, 0.64, 0.1),
    level(8.0, 0.76, 0.7, 0.08),
    level(7.75, 1.15, 0.95, 0.1),
    level(7.3, 1.5, 1.15, 0.12),
    level(6.95, 1.7, 1.3, 0.12),
];

/// The short cape over the shoulders.
fn pelerine(skeleton: &Skeleton) -> Sheet {
    lathe(12, &PELERINE, |row, at| match row {
        0 => skeleton.two("上半身", "首", 0.5),
        3.. if at.x() > 0.9 => skeleton.two("上半身", "左肩", 0.6),
        3.. if at.x() < -0.9 => skeleton.two("上半身", "右肩", 0.6),
        _ => skeleton.one("上半身"),
    })
}

/// The long cape, row by row: height, half the width, how far behind its middle hangs, how far its sides come forward.
const CAPE_ROWS: [[f32; 4]; 6] = [
    [7.45, 1.1, 1.05, 0.35],
    [6.7, 1.5, 1.45, 0.5],
    [5.8, 1.8, 1.85, 0.7],
    [4.8, 2.15, 2.25, 0.85],
    [3.8, 2.5, 2.6, 1.0],
    [2.6, 2.75, 2.9, 1.1],
];

/// The upper edge is held by the body; what is below hangs on the two nearest of three chains of two bones.
fn cape_deform(skeleton: &Skeleton, row: usize, across: f32) -> Deform {
    if row == 0 {
        return skeleton.one("上半身");
    }
    let lower = [0.0, 0.0, 0.25, 0.6, 0.9, 1.0][row];
    let [a, b] = if across < 0.0 { [CAPE[1], CAPE[2]] } else { [CAPE[0], CAPE[1]] };
    let share = if across < 0.0 { -across } else { 1.0 - across };
    let others = [share * (1.0 - lower), (1.0 - share) * lower, share * lower];
    skeleton.four([a[0], b[0], a[1], b[1]], others)
}

fn cape(skeleton: &Skeleton) -> Sheet {
    const COLUMNS: usize = 8;
    Sheet::new(CAPE_ROWS.len() - 1, COLUMNS, |row, column| {
        // From behind, its left edge is the figure's left.
        let across = 1.0 - 2.0 * column as f32 / COLUMNS as f32;
        let [y, wide, behind, wrap] = CAPE_ROWS[row];
        let fold = if column % 2 == 1 { 0.06 * row as f32 } else { 0.0 };
        let at = v(across * wide, y, behind - wrap * across * across - fold);
        let uv = [column as f32 / COLUMNS as f32, (7.45 - y) / 4.85];
        Corner { at, uv, deform: cape_deform(skeleton, row, across) }
    })
}

/// How many of the cape's points are its upper edge.
pub const CAPE_EDGE: usize = 9;

/// One loop of the bow at her collar.
fn bow(skeleton: &Skeleton) -> Sheet {
    let knot = v(0.0, 7.25, -1.22);
    let rows = [
        [v(0.1, 0.13, -0.04), v(0.55, 0.36, -0.12), v(0.95, 0.3, 0.08)],
        [v(0.1, -0.13, -0.04), v(0.5, -0.2, -0.1), v(0.9, -0.3, 0.06)],
    ];
    Sheet::new(1, 2, |row, column| Corner {
        at: knot + rows[row][column],
        uv: [0.5, 0.5],
        deform: skeleton.one("上半身"),
    })
}

/// One end of the bow.
fn bow_end(skeleton: &Skeleton) -> Sheet {
    let rows = [[v(0.02, 7.2, -1.2), v(0.18, 7.2, -1.18)], [v(0.12, 6.45, -1.12), v(0.45, 6.55, -1.02)]];
    Sheet::new(1, 1, |row, column| Corner { at: rows[row][column], uv: [0.5, 0.5], deform: skeleton.one("上半身") })
}

fn knot(skeleton: &Skeleton) -> Sheet {
    let rings = [(0.2, 0.0), (0.15, 0.17), (-0.15, 0.17), (-0.2, 0.0)];
    let at = v(0.0, 7.25, -1.26);
    tube(6, V3::FRONT, &rings.map(|(up, radius)| Ring::round(at + V3::UP * up, radius, skeleton.one("上半身"))))
}

pub fn sewn_onto(mesh: &mut Mesh, skeleton: &Skeleton) {
    mesh.add(Look::Cap, &cap(skeleton));
    mesh.add(Look::Cap, &cap_stalk(skeleton));
    mesh.add(Look::Dress, &bodice(skeleton));
    mesh.add(Look::Dress, &skirt(skeleton));
    mesh.add(Look::Dress, &bloomers(skeleton));
    mesh.add(Look::Pelerine, &pelerine(skeleton));
    mesh.add(Look::Cape, &cape(skeleton));
    mesh.add_pair(Look::Ribbon, skeleton, &bow(skeleton));
    mesh.add_pair(Look::Ribbon, skeleton, &bow_end(skeleton));
    mesh.add(Look::Ribbon, &knot(skeleton));
}
