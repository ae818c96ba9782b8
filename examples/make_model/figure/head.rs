//! The head: a skull, and the features painted onto panels just in front of it.
use super::materials::Look;
use super::mesh::{Corner, Level, Mesh, Sheet, lathe, level};
use super::skeleton::{EYE, Skeleton};
use super::space::v;
use super::textures::Cell;
use std::ops::Range;

/// The skull from the forehead down to under the chin; hair covers the rest.
const SKULL: [Level; 8] = [
    level(13.5, 2.15, 2.0, 0.08),
    level(12.6, 2.74, 2.5, 0.04),
    level(11.6, 3.04, 2.7, 0.0),
    level(10.5, 3.04, 2.68, -0.03),
    level(9.7, 2.72, 2.42, -0.1),
    level(9.1, 2.05, 1.95, -0.2),
    level(8.65, 1.15, 1.3, -0.32),
    level(8.5, 0.5, 0.55, 0.0),
];

fn skull(skeleton: &Skeleton) -> Sheet {
    lathe(16, &SKULL, |_, _| skeleton.one("頭")).projected(|at| face_uv(at.x(), at.y()))
}

/// The face's picture is projected from the front.
fn face_uv(x: f32, y: f32) -> [f32; 2] {
    [0.5 + x / 6.4, (13.6 - y) / 5.2]
}

/// What a face shows moods with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    White,
    Iris,
    Lash,
    Brow,
    Mouth,
}

/// A painted rectangle that lies against the face. Moods are the same panel placed and bent otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    pub feature: Feature,
    /// 1 on the figure's left, −1 on its right, 0 in the middle.
    pub side: f32,
    /// The middle, left of the nose and up.
    pub x: f32,
    pub y: f32,
    /// Half its width and height.
    pub wide: f32,
    pub high: f32,
    /// How far the middle is bent up against what lies one unit beside it.
    pub arch: f32,
    /// How much the outer end is raised, a unit further out.
    pub slant: f32,
}

impl Panel {
    /// A place on it: `across` and `down` from −1 to 1.
    fn place(&self, across: f32, down: f32) -> [f32; 3] {
        let beside = across * self.wide;
        let bent = self.arch * (1.0 - beside * beside) + self.slant * beside * self.side;
        let (x, y) = (self.x + beside, self.y - down * self.high + bent);
        let skull = Level::between(&SKULL, y);
        let turn = (x / skull.wide).clamp(-1.0, 1.0);
        [x, y, skull.back - skull.deep * (1.0 - turn * turn).sqrt() - self.lift()]
    }

    /// How far before the face it lies, so that what is painted later is nearer.
    const fn lift(&self) -> f32 {
        match self.feature {
            Feature::White => 0.05,
            Feature::Iris => 0.1,
            Feature::Lash => 0.14,
            Feature::Brow | Feature::Mouth => 0.05,
        }
    }
    const fn look(&self) -> Look {
        match self.feature {
            Feature::White => Look::EyeWhite,
            Feature::Iris => Look::Iris,
            Feature::Lash | Feature::Brow | Feature::Mouth => Look::Lines,
        }
    }
    const fn cell(&self) -> Cell {
        match self.feature {
            Feature::White => Cell::White,
            Feature::Iris => Cell::Iris,
            Feature::Lash => Cell::Lash,
            Feature::Brow => Cell::Brow,
            Feature::Mouth => Cell::Mouth,
        }
    }
    /// Quads down and across.
    const fn quads(&self) -> [usize; 2] {
        match self.feature {
            Feature::White => [4, 4],
            Feature::Iris => [4, 2],
            Feature::Mouth => [2, 4],
            Feature::Lash => [2, 6],
            Feature::Brow => [1, 3],
        }
    }
    fn bone(&self) -> &'static str {
        match self.feature {
            Feature::Iris if self.side > 0.0 => "左目",
            Feature::Iris => "右目",
            _ => "頭",
        }
    }

    /// Its corners, row by row.
    fn grid(&self) -> impl Iterator<Item = [f32; 2]> {
        let [down, across] = self.quads();
        let share = |i: usize, of: usize| 2.0 * i as f32 / of as f32 - 1.0;
        (0..=down).flat_map(move |row| (0..=across).map(move |column| [share(column, across), share(row, down)]))
    }
    fn sheet(&self, skeleton: &Skeleton) -> Sheet {
        let [down, across] = self.quads();
        let mut grid = self.grid();
        Sheet::new(down, across, |_, _| {
            let [x, y] = grid.next().unwrap_or_default();
            let [a, b, c] = self.place(x, y);
            // Both eyes are painted by one picture, seen in a mirror on the right.
            let outward = if self.side < 0.0 { -x } else { x };
            Corner { at: v(a, b, c), uv: self.cell().uv(outward, y), deform: skeleton.one(self.bone()) }
        })
    }

    /// How far each corner moves when this panel becomes `other`.
    pub fn moves(&self, other: &Panel) -> impl Iterator<Item = [f32; 3]> {
        self.grid().map(move |[x, y]| {
            let (from, to) = (self.place(x, y), other.place(x, y));
            [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
        })
    }
}

const fn panel(feature: Feature, x: f32, y: f32, wide: f32, high: f32) -> Panel {
    Panel { feature, side: 0.0, x, y, wide, high, arch: 0.0, slant: 0.0 }
}

/// The features of a face at rest. The mouth is closed: its picture is open, and flattened to a line.
fn features() -> Vec<Panel> {
    let pair = [
        panel(Feature::White, EYE.x(), EYE.y(), 0.7, 0.88),
        panel(Feature::Iris, EYE.x() - 0.05, EYE.y() - 0.03, 0.56, 0.77),
        panel(Feature::Lash, EYE.x() + 0.04, EYE.y() + 0.02, 0.82, 0.94),
        Panel { arch: 0.2, slant: -0.05, ..panel(Feature::Brow, EYE.x() + 0.05, 11.82, 0.54, 0.1) },
    ];
    let left = |panel: Panel| Panel { side: 1.0, ..panel };
    let right = |panel: Panel| Panel { side: -1.0, x: -panel.x, ..panel };
    let pairs = pair.into_iter().flat_map(|panel| [left(panel), right(panel)]);
    let mouth = Panel { arch: -0.45, ..panel(Feature::Mouth, 0.0, 9.72, 0.42, 0.05) };
    pairs.chain([mouth]).collect()
}

/// The face, and which points are those of each feature.
#[derive(Debug)]
pub struct Face {
    pub features: Vec<(Panel, Range<usize>)>,
}

impl Face {
    pub fn sewn_onto(mesh: &mut Mesh, skeleton: &Skeleton) -> Self {
        mesh.add(Look::Face, &skull(skeleton));
        let features = features();
        let sewn = |panel: Panel| (panel, mesh.add(panel.look(), &panel.sheet(skeleton)));
        Face { features: features.into_iter().map(sewn).collect() }
    }
}
