//! Rules about faces: corners that are there, triangles that are triangles, vertices that are used.
use super::code::Code;
use super::report::{Report, Value};
use crate::pmx::face::Indices;
use crate::pmx::model::Pmx;

pub(super) fn check(model: Pmx<'_>, report: &mut Report) {
    let faces = model.faces();
    // One byte for each vertex: the scan has seen that so many are there.
    let mut used = vec![false; model.vertices().len()];
    match faces.as_stored() {
        Indices::U8(all) => corners(all, |&n| n.into(), &mut used, report),
        Indices::U16(all) => corners(all, |n| n.get().into(), &mut used, report),
        Indices::U32(all) => corners(all, |n| n.get(), &mut used, report),
    }
    if faces.len() % 3 != 0 {
        report.section("faces").find(Code::FaceCountOdd, "", faces.len(), "a multiple of 3");
    }
    for (i, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        report.record("vertices", i).find(Code::VertexUnused, "", (), ());
    }
}

/// Walks the triangles, and the one or two corners left over.
fn corners<T>(all: &[T], widen: impl Fn(&T) -> u32, used: &mut [bool], report: &mut Report) {
    let vertices = used.len();
    let mut latest = Latest::new(vertices, all.len() / 3);
    let triangle = |corners: &[T]| match corners {
        [a, b, c] => [widen(a), widen(b), widen(c)],
        _ => [0; 3], // never: three are asked for
    };
    let mut triangles = all.chunks_exact(3);
    for (i, corners) in triangles.by_ref().enumerate() {
        let [a, b, c] = triangle(corners);
        let there = [a, b, c].map(|corner| use_vertex(used, corner)) == [true; 3];
        let earlier = |i: usize| triangle(all.chunks_exact(3).nth(i).unwrap_or(&[]));
        let repeats = latest.repeats([a, b, c], earlier);
        let first = i.saturating_mul(3);
        if !there {
            dangling(first, &[a, b, c], vertices, report);
        } else if a == b || b == c || c == a {
            report.record("faces", first).find(Code::FaceDegenerate, "", [a, b, c], "three corners");
        } else if repeats {
            report.record("faces", first).find(Code::FaceDuplicate, "", [a, b, c], "another triangle");
        }
    }
    let rest: Vec<u32> = triangles.remainder().iter().map(&widen).collect();
    rest.iter().for_each(|&corner| drop(use_vertex(used, corner)));
    dangling(all.len().saturating_sub(rest.len()), &rest, vertices, report);
}

/// Notes that a vertex is used; false where there is no such vertex.
#[inline(always)]
fn use_vertex(used: &mut [bool], corner: u32) -> bool {
    used.get_mut(corner as usize).map(|used| *used = true).is_some()
}

/// Corners that are not there, of those from this index on.
#[cold]
fn dangling(first: usize, corners: &[u32], vertices: usize, report: &mut Report) {
    for (k, &corner) in corners.iter().enumerate().filter(|(_, corner)| **corner as usize >= vertices) {
        let expected = Value::Below(vertices as u64);
        report.record("faces", first.saturating_add(k)).find(Code::FaceVertexDangling, "", corner, expected);
    }
}

/// The triangles met so far, by their smallest corner, the latest first.
struct Latest {
    /// The latest triangle with this smallest corner: its number and one; 0 is none.
    of: Vec<u32>,
    /// Of each triangle: the one before it, likewise, and its mark.
    before: Vec<(u32, u32)>,
}

impl Latest {
    /// Earlier triangles of a corner that are compared. A corner of a real mesh is the smallest of few.
    const COMPARED: usize = 16;

    fn new(vertices: usize, triangles: usize) -> Self {
        Latest { of: vec![0; vertices], before: Vec::with_capacity(triangles) }
    }

    /// Notes a triangle; says whether it is among the latest with its smallest corner, turned or not. `earlier` gives
    /// the corners of one met before.
    #[inline(always)]
    fn repeats(&mut self, triangle: [u32; 3], earlier: impl Fn(usize) -> [u32; 3]) -> bool {
        let [a, b, c] = triangle;
        let mark = mark(triangle);
        let mut next = 0;
        let number = (self.before.len() as u32).wrapping_add(1);
        if let Some(latest) = self.of.get_mut(a.min(b).min(c) as usize) {
            next = core::mem::replace(latest, number);
        }
        self.before.push((next, mark));
        for _ in 0..Latest::COMPARED {
            let Some(number) = (next as usize).checked_sub(1) else { return false };
            let Some(&(before, other)) = self.before.get(number) else { return false };
            if other == mark && [[a, b, c], [b, c, a], [c, a, b]].contains(&earlier(number)) {
                return true;
            }
            next = before;
        }
        false
    }
}

/// A number that is the same for a triangle however it is turned, and hardly ever for another one.
#[inline(always)]
fn mark([a, b, c]: [u32; 3]) -> u32 {
    let edge = |from: u32, to: u32| {
        let both = u64::from(from) << 32 | u64::from(to);
        (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    };
    edge(a, b).wrapping_add(edge(b, c)).wrapping_add(edge(c, a))
}
