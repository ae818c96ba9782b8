//! Sheets of quads, sewn into one mesh: every surface of the figure is a grid of corners.
use super::materials::{self, Look};
use super::skeleton::Skeleton;
use super::space::{TURN, V3, cosine, mix, sine, v};
use mmdmap::pmx::{Deform, ExtraUvs, Vertex, VertexBase};
use mmdmap::{Vec2, Vec3, Vec4, VertexIndex};
use std::ops::Range;

/// A vertex before it has a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub at: V3,
    pub uv: [f32; 2],
    pub deform: Deform,
}

/// Corners row by row. Seen from outside, rows go from top to bottom and each from left to right: clockwise triangles,
/// which are the front in a left-handed space, follow.
#[derive(Clone, Debug)]
pub struct Sheet {
    columns: usize,
    corners: Vec<Corner>,
}

impl Sheet {
    /// Of so many quads down and across; `corner` is asked for a row and a column.
    pub fn new(rows: usize, columns: usize, mut corner: impl FnMut(usize, usize) -> Corner) -> Self {
        let corners = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)));
        Sheet { columns: columns + 1, corners: corners.map(|(row, column)| corner(row, column)).collect() }
    }

    /// Its like on the other side of the figure.
    pub fn mirrored(&self, skeleton: &Skeleton) -> Self {
        let turned =
            |corner: &Corner| Corner { at: corner.at.mirrored(), deform: skeleton.mirrored(corner.deform), ..*corner };
        let rows = self.corners.chunks(self.columns);
        Sheet { corners: rows.flat_map(|row| row.iter().rev().map(turned)).collect(), ..*self }
    }

    /// The same with its picture laid on otherwise.
    pub fn projected(mut self, uv: impl Fn(V3) -> [f32; 2]) -> Self {
        self.corners.iter_mut().for_each(|corner| corner.uv = uv(corner.at));
        self
    }

    /// Three corners each, by number; without those that a pole shrinks to a line.
    fn triangles(&self) -> Vec<[usize; 3]> {
        let rows = self.corners.len() / self.columns;
        let quads = (1..rows).flat_map(|row| (1..self.columns).map(move |column| (row, column)));
        let both = quads.flat_map(|(row, column)| {
            let right = (row - 1) * self.columns + column;
            let (left, below) = (right - 1, right + self.columns);
            [[left, right, below], [left, below, below - 1]]
        });
        both.filter(|&triangle| self.face_normal(triangle).length() > 1e-5).collect()
    }

    /// Towards whoever sees the corners go clockwise; as long as the triangle is large.
    fn face_normal(&self, [a, b, c]: [usize; 3]) -> V3 {
        let origin = self.corners[a].at;
        (self.corners[b].at - origin).cross(self.corners[c].at - origin)
    }

    /// The normal of each corner: the mean over all faces that meet at its place, across seams, too.
    fn normals(&self, triangles: &[[usize; 3]]) -> Vec<V3> {
        let mut sums = vec![V3::ZERO; self.corners.len()];
        for &triangle in triangles {
            let normal = self.face_normal(triangle);
            triangle.iter().for_each(|&corner| sums[corner] = sums[corner] + normal);
        }
        let meeting = |at: V3| {
            let same = self.corners.iter().zip(&sums).filter(move |(other, _)| other.at == at);
            same.fold(V3::ZERO, |all, (_, &one)| all + one)
        };
        self.corners.iter().map(|corner| meeting(corner.at)).collect()
    }
}

/// One ring of a round thing: its middle, how wide and how deep it is, and what moves it.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub at: V3,
    pub wide: f32,
    pub deep: f32,
    pub deform: Deform,
}

impl Ring {
    /// As wide as deep.
    pub fn round(at: V3, radius: f32, deform: Deform) -> Self {
        Ring { at, wide: radius, deep: radius, deform }
    }
}

/// How far across its picture a column of something round lies: there and back, so that no seam shows.
pub fn around(column: usize, sides: usize) -> f32 {
    2.0 * column.min(sides - column) as f32 / sides as f32
}

/// A tube with so many sides, through rings that go down. Its seam lies towards `front`.
pub fn tube(sides: usize, front: V3, rings: &[Ring]) -> Sheet {
    let last = rings.len() - 1;
    Sheet::new(last, sides, |row, column| {
        let ring = rings[row];
        let along = (rings[(row + 1).min(last)].at - rings[row.saturating_sub(1)].at).unit();
        let steps = (column * TURN / sides) as i32;
        let side = along.cross(front).unit();
        let out = side * (sine(steps) * ring.wide) + side.cross(along) * (cosine(steps) * ring.deep);
        let uv = [around(column, sides), row as f32 / last as f32];
        Corner { at: ring.at + out, uv, deform: ring.deform }
    })
}

/// How wide and deep an upright round thing is at one height, and how far back its middle lies.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    pub y: f32,
    pub wide: f32,
    pub deep: f32,
    pub back: f32,
}

pub const fn level(y: f32, wide: f32, deep: f32, back: f32) -> Level {
    Level { y, wide, deep, back }
}

impl Level {
    /// A point of its rim; 0 steps are in front, a quarter turn is at the figure's left.
    pub fn rim(self, steps: i32) -> V3 {
        v(sine(steps) * self.wide, self.y, self.back - cosine(steps) * self.deep)
    }
    /// What lies at this height between levels that go down.
    pub fn between(levels: &[Level], y: f32) -> Level {
        let below = levels.iter().position(|level| level.y <= y).unwrap_or(levels.len() - 1).max(1);
        let (above, below) = (levels[below - 1], levels[below]);
        let share = ((above.y - y) / (above.y - below.y)).clamp(0.0, 1.0);
        Level {
            y,
            wide: mix(above.wide, below.wide, share),
            deep: mix(above.deep, below.deep, share),
            back: mix(above.back, below.back, share),
        }
    }
}

/// An upright round thing, level by level downwards; its seam is behind.
pub fn lathe(sides: usize, levels: &[Level], deform: impl Fn(usize, V3) -> Deform) -> Sheet {
    let last = levels.len() - 1;
    Sheet::new(last, sides, |row, column| {
        let at = levels[row].rim((column * TURN / sides) as i32 - TURN as i32 / 2);
        let uv = [around(column, sides), row as f32 / last as f32];
        Corner { at, uv, deform: deform(row, at) }
    })
}

/// The six sides of a box; axes from its middle to its left, upper and back side.
pub fn block(at: V3, [left, up, back]: [V3; 3], deform: Deform) -> [Sheet; 6] {
    let side = |out: V3, right: V3, top: V3| {
        Sheet::new(1, 1, |row, column| {
            let (across, down) = (column as f32, row as f32);
            let at = at + out + right * (2.0 * across - 1.0) + top * (1.0 - 2.0 * down);
            Corner { at, uv: [across, down], deform }
        })
    };
    let opposite = |axis: V3| axis * -1.0;
    [
        side(opposite(back), left, up),
        side(back, opposite(left), up),
        side(left, back, up),
        side(opposite(left), opposite(back), up),
        side(up, left, back),
        side(opposite(up), left, opposite(back)),
    ]
}

/// A vertex of the model; the additional UVs mean what [`extra_uvs`] says.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    base: VertexBase,
    extra_uvs: [Vec4; 4],
    deform: Deform,
    edge_scale: f32,
}

impl Point {
    fn new(look: Look, corner: Corner, normal: V3) -> Self {
        // Adding zero makes a zero of what is minus zero.
        let stored = |vector: V3| Vec3::new((vector + V3::ZERO).0);
        Point {
            base: VertexBase { position: stored(corner.at), normal: stored(normal.unit()), uv: Vec2::new(corner.uv) },
            extra_uvs: materials::extra_uvs(look, corner.at, corner.uv).map(Vec4::new),
            deform: corner.deform,
            edge_scale: materials::edge_scale(look),
        }
    }
    pub fn at(&self) -> V3 {
        V3(self.base.position.get())
    }
    pub fn uv(&self) -> [f32; 2] {
        self.base.uv.get()
    }
    pub fn normal(&self) -> V3 {
        V3(self.base.normal.get())
    }
    /// As the file wants it, with so many additional UVs.
    pub fn record(&self, extra_uvs: usize) -> Vertex<'_> {
        Vertex {
            base: &self.base,
            extra_uvs: ExtraUvs(&self.extra_uvs[..extra_uvs]),
            deform: self.deform,
            edge_scale: self.edge_scale,
        }
    }
}

/// All that is seen of the figure.
#[derive(Debug, Default)]
pub struct Mesh {
    pub points: Vec<Point>,
    /// Triangles, each with what it looks like, in the order in which they were sewn on.
    triangles: Vec<(Look, [usize; 3])>,
    /// What was sewn on where.
    pieces: Vec<(Look, Range<usize>)>,
}

impl Mesh {
    /// Sews a sheet on: each triangle, and each corner that one needs, corners that are alike only once. Says which
    /// points are its own.
    pub fn add(&mut self, look: Look, sheet: &Sheet) -> Range<usize> {
        let triangles = sheet.triangles();
        let normals = sheet.normals(&triangles);
        let first = self.points.len();
        let mut sewn: Vec<(Corner, usize)> = Vec::new();
        let mut point_of = |corner: usize| {
            let (corner, normal) = (look.dressed(sheet.corners[corner]), normals[corner]);
            let alike = sewn.iter().find(|(other, _)| *other == corner).map(|(_, point)| *point);
            alike.unwrap_or_else(|| {
                sewn.push((corner, self.points.len()));
                self.points.push(Point::new(look, corner, normal));
                self.points.len() - 1
            })
        };
        let mut used: Vec<usize> = triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        for corner in used {
            point_of(corner);
        }
        self.triangles.extend(triangles.iter().map(|triangle| (look, triangle.map(&mut point_of))));
        self.pieces.push((look, first..self.points.len()));
        first..self.points.len()
    }

    /// Sews a sheet on, and its like on the other side.
    pub fn add_pair(&mut self, look: Look, skeleton: &Skeleton, sheet: &Sheet) {
        self.add(look, sheet);
        self.add(look, &sheet.mirrored(skeleton));
    }

    /// Sews several sheets on.
    pub fn add_all(&mut self, look: Look, sheets: &[Sheet]) {
        for sheet in sheets {
            self.add(look, sheet);
        }
    }

    /// The numbers of all points that look so.
    pub fn points_of(&self, look: Look) -> impl Iterator<Item = usize> + '_ {
        self.pieces.iter().filter(move |piece| piece.0 == look).flat_map(|piece| piece.1.clone())
    }

    /// The corners of all triangles that look so.
    pub fn faces_of(&self, look: Look) -> impl Iterator<Item = VertexIndex> + '_ {
        let own = self.triangles.iter().filter(move |triangle| triangle.0 == look);
        own.flat_map(|triangle| triangle.1).map(number)
    }
}

/// The number of a vertex, as the file wants it.
pub fn number(point: usize) -> VertexIndex {
    VertexIndex::new(point as i32)
}
