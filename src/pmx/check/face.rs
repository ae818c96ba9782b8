//! Rules about faces: corners that are there, triangles that are triangles, vertices that are used.
use super::code::Code;
use super::here::Report;
use crate::check::report::Value;
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
    let triangles = || {
        all.chunks_exact(3).map(|corners| match corners {
            [a, b, c] => [widen(a), widen(b), widen(c)],
            _ => [0; 3], // never: the chunks are exact
        })
    };
    let mut suspects = Suspects::none(vertices);
    for (i, [a, b, c]) in triangles().enumerate() {
        // Put together anew where they are handed on: corners without an address stay in registers.
        if !(use_vertex(used, a) & use_vertex(used, b) & use_vertex(used, c)) {
            dangling(i.saturating_mul(3), &[a, b, c], vertices, report);
        } else if !suspects.note([a, b, c]) && !is_triangle([a, b, c]) {
            report.record("faces", i.saturating_mul(3)).find(Code::FaceDegenerate, "", [a, b, c], "three corners");
        }
    }
    suspects.repeated(triangles(), |i| {
        report.record("faces", i.saturating_mul(3)).find(Code::FaceDuplicate, "", (), "another triangle");
    });
    let rest: Vec<u32> = all.chunks_exact(3).remainder().iter().map(widen).collect();
    for &corner in &rest {
        use_vertex(used, corner);
    }
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

/// Marks of the triangles of each smallest corner, eight to a corner: a repeated triangle is suspected where its mark is
/// among them, and so are all of a corner that has more. Where none is suspected, none is repeated.
struct Suspects {
    /// Eight marks of 8 bits, the latest lowest; 0 is none.
    marks: Vec<u64>,
    /// The mark of which triangles are suspected, by their smallest corner. Empty as long as there are none.
    suspected: Vec<u8>,
}

impl Suspects {
    fn none(vertices: usize) -> Self {
        Suspects { marks: vec![0; vertices], suspected: Vec::new() }
    }

    /// Notes a triangle; false for what is none, and for few others.
    #[inline(always)]
    fn note(&mut self, triangle: [u32; 3]) -> bool {
        const EACH: u64 = 0x0101_0101_0101_0101;
        let (corner, edges) = (smallest(triangle), edges(triangle));
        let Some(marks) = self.marks.get_mut(corner) else { return false };
        let mark = mark(edges);
        // All eight compared at once: where one is equal, its 8 bits are 0, and taking 1 from each lends to the highest.
        let differ = *marks ^ mark.wrapping_mul(EACH);
        let equal = differ.wrapping_sub(EACH) & !differ & EACH.wrapping_mul(0x80);
        let full = *marks >> 56;
        *marks = *marks << 8 | mark;
        if equal | full != 0 {
            self.suspect(corner, if full == 0 { mark as u8 } else { Suspects::ALL });
        }
        edges != 0
    }
    #[cold]
    fn suspect(&mut self, corner: usize, mark: u8) {
        if self.suspected.is_empty() {
            self.suspected = vec![0; self.marks.len()];
        }
        if let Some(suspected) = self.suspected.get_mut(corner) {
            *suspected = if matches!(*suspected, 0) || *suspected == mark { mark } else { Suspects::ALL };
        }
    }
    /// Every triangle of a corner. Itself it is no mark.
    const ALL: u8 = 1;

    /// The triangles that are there twice, of those that are suspected: each looked at, none guessed.
    fn repeated(self, triangles: impl Iterator<Item = [u32; 3]>, found: impl FnMut(usize)) {
        if self.suspected.is_empty() {
            return;
        }
        let mut all: Vec<([u32; 3], usize)> = Vec::new();
        for (i, triangle) in triangles.enumerate() {
            let suspected = match self.suspected.get(smallest(triangle)) {
                None | Some(0) => false,
                Some(&Suspects::ALL) => true,
                Some(&suspected) => u64::from(suspected) == mark(edges(triangle)),
            };
            if suspected && is_triangle(triangle) {
                all.push((turned(triangle), i));
            }
        }
        all.sort_unstable();
        let pairs = all.iter().zip(all.iter().skip(1));
        let mut repeated: Vec<usize> =
            pairs.filter(|((one, _), (next, _))| one == next).map(|(_, (_, i))| *i).collect();
        repeated.sort_unstable();
        repeated.into_iter().for_each(found);
    }
}

#[inline(always)]
fn smallest([a, b, c]: [u32; 3]) -> usize {
    a.min(b).min(c) as usize
}
/// The same for a triangle however it is turned, and hardly ever for another one of its smallest corner; 0 where two
/// corners are the same, and hardly ever where they are not.
#[inline(always)]
fn edges([a, b, c]: [u32; 3]) -> u32 {
    a.wrapping_sub(b).wrapping_mul(b.wrapping_sub(c)).wrapping_mul(c.wrapping_sub(a))
}
/// 8 bits of that, 2 at least.
#[inline(always)]
fn mark(edges: u32) -> u64 {
    u64::from(edges.wrapping_mul(0x9e37_79b1) >> 24).max(2)
}
/// The same triangle, its smallest corner first.
fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a <= b && a <= c {
        [a, b, c]
    } else if b <= c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
#[inline(always)]
fn is_triangle([a, b, c]: [u32; 3]) -> bool {
    (a != b) & (b != c) & (c != a)
}
