//! A mesh in one pass, for callers who want the buffers and nothing else of the file.
//!
//! Opening a model reads all vertices to learn where each begins; filling reads them once more. Here each is encoded as soon
//! as it is found, so that vertices come from memory once. No index is left behind.
use super::fill::{Room, Walk};
use super::indices::{GpuIndex, GpuIndices};
use super::influence::{Change, Changes, Joints, Plain, of_lanes};
use super::layout::{GpuVertex, VertexValues};
use super::model::GpuModel;
use super::space::Space;
use super::weights::Weights;
use crate::blocks::Kinds;
use crate::bytes::Cursor;
use crate::error::Result;
use crate::field::Field;
use crate::index::VertexIndex;
use crate::mode::ScanOptions;
use crate::pmx::face::Indices;
use crate::pmx::material::Material;
use crate::pmx::model::{PmxIndex, Scan};
use crate::pmx::vertex::Vertex;
use crate::section::declared;
use crate::size::Size;
use crate::text::Text;
use core::cell::Cell;
use core::fmt;

/// The mesh of a file that has not been scanned.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::pmx::gpu::{GpuMesh, SkinVertex, Space};
/// let bytes = std::fs::read("examples/model/figure.pmx")?;        // or a mapped file's
/// let mesh = GpuMesh::open(&bytes)?.space(Space::RIGHT_HANDED);
/// let mut vertices = vec![SkinVertex::default(); mesh.len()];
/// let filled = mesh.fill(&mut vertices)?;
/// let mut indices = vec![0u32; filled.indices::<u32>().len()];
/// filled.indices().fill(&mut indices);
/// # assert!(indices.iter().all(|&index| (index as usize) < vertices.len()));
/// # Ok(()) }
/// ```
#[derive(Clone, Copy)]
pub struct GpuMesh<'a> {
    /// At the first vertex.
    start: Cursor<'a>,
    len: usize,
    changes: Changes,
}

/// What is known once the vertices are filled.
#[derive(Clone, Copy, Debug)]
pub struct FilledMesh<'a> {
    faces: Indices<'a>,
    vertices: usize,
    bones: usize,
    flip: bool,
}

impl<'a> GpuMesh<'a> {
    /// Reads the header and how many vertices there are; no vertex yet. Lenient, as [`PmxIndex::scan`] is.
    ///
    /// # Errors
    ///
    /// What and where, if it is no PMX file, or too short for its vertices.
    pub fn open(data: &'a [u8]) -> Result<Self> {
        let (Scan { mut cur, .. }, ..) = Scan::begin(data, &ScanOptions::new())?;
        let in_vertices = |e: crate::error::Error| e.in_section("vertices", None);
        let at = cur.position();
        let len = declared::<i32>(&mut cur).map_err(in_vertices)?;
        let least = Vertex::size(&cur.globals).least();
        if least.saturating_mul(len) > cur.remaining() {
            return Err(in_vertices(cur.too_many(len, least, at)));
        }
        let bones = 1 << u16::BITS; // as many as there can be: how many there are is said further on
        let changes = Changes { bones, joints: Joints::Checked, weights: Weights::Stored, space: Space::STORED };
        Ok(GpuMesh { start: cur, len, changes })
    }
    /// In this space.
    pub fn space(mut self, space: Space) -> Self {
        self.changes.space = space;
        self
    }
    /// With such weights.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.changes.weights = weights;
        self
    }
    /// With such joints.
    pub fn joints(mut self, joints: Joints) -> Self {
        self.changes.joints = joints;
        self
    }
    /// How many vertices the file says it holds: that many are known to fit into it.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Scans and fills in one pass: the same bytes as [`GpuVertices::fill`](super::vertices::GpuVertices::fill) of the
    /// opened model. Where `out` is shorter than the mesh only so many vertices are filled; all are scanned.
    ///
    /// How many bones there are is known only behind the vertices. Where a vertex turns out to name one that is not there
    /// the model is opened as usual and filled from again; that is rare.
    ///
    /// Of what follows faces, textures and materials nothing is looked at.
    ///
    /// # Errors
    ///
    /// Those of [`PmxIndex::scan`], as far as it goes; what `out` holds is then of no use.
    pub fn fill<V: GpuVertex>(self, out: &mut [V]) -> Result<FilledMesh<'a>> {
        let watch = Highest::default();
        let end = if self.changes.is_plain() {
            self.scan(Watch { change: Plain::of(&self.changes), highest: &watch }, out)
        } else {
            self.scan(Watch { change: &self.changes, highest: &watch }, out)
        };
        let data = self.start.data();
        let Some(end) = end else {
            // Slowly, to say what is broken.
            let broken = PmxIndex::scan(data).err();
            return Err(broken.unwrap_or_else(|| self.start.too_short(1).in_section("vertices", None)));
        };
        let (mut scan, ..) = Scan::begin(data, &ScanOptions::new())?;
        scan.cur = scan.cur.moved_to(end);
        let faces = scan.section::<VertexIndex>("faces")?;
        scan.section::<Text>("textures")?;
        scan.section::<Material>("materials")?;
        let bones = declared::<i32>(&mut scan.cur).map_err(|e| e.in_section("bones", None))?;
        let named = usize::from(watch.joint.get());
        if named >= bones && self.changes.joints == Joints::Checked && bones < self.changes.bones as usize {
            let index = PmxIndex::scan(data)?;
            let GpuModel { model, changes } = index.view(data).gpu();
            let changes = Changes { bones: changes.bones, ..self.changes };
            GpuModel { model, changes }.vertices().fill(out);
        }
        let width = self.start.globals.vertex;
        let faces_end = faces.first().saturating_add(width.bytes().saturating_mul(faces.len()));
        Ok(FilledMesh {
            faces: Indices::of(data.get(faces.first()..faces_end).unwrap_or(&[]), width),
            vertices: self.len,
            bones,
            flip: self.changes.space.flips_winding(),
        })
    }

    /// Scans all vertices and fills from each part; where they end.
    #[inline(always)]
    fn scan<V: GpuVertex>(&self, change: impl Change, out: &mut [V]) -> Option<usize> {
        let Size::ByTag(tag) = Vertex::size(&self.start.globals) else { return None };
        let kinds = Kinds::new(tag);
        let walk = Walk::new(self.start, &kinds, &self.changes, change);
        walk.chain(self.start.position(), self.len, Room(out))
    }
}

impl<'a> FilledMesh<'a> {
    /// How many vertices the mesh has.
    pub fn vertices(&self) -> usize {
        self.vertices
    }
    /// How many bones the model says it has: how many joints a skeleton has to have.
    pub fn joints(&self) -> usize {
        self.bones
    }
    /// The indices of all triangles as `I`.
    pub fn indices<I: GpuIndex>(&self) -> GpuIndices<'a, I> {
        GpuIndices::new(self.faces, self.vertices, self.flip)
    }
}

impl fmt::Debug for GpuMesh<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuMesh({} vertices, {:?})", self.len, self.changes)
    }
}

/// The highest joint seen so far.
struct Highest {
    joint: Cell<u16>,
    /// Finds four that are no higher with one look.
    known: Cell<Plain>,
}

impl Default for Highest {
    fn default() -> Self {
        Highest { joint: Cell::new(0), known: Cell::new(Plain::below(1)) }
    }
}

impl Highest {
    /// Rarely there is a higher one.
    #[cold]
    #[inline(never)]
    fn note(&self, joints: [u16; 4]) {
        let highest = joints.into_iter().fold(self.joint.get(), u16::max);
        self.joint.set(highest);
        self.known.set(Plain::below(u32::from(highest).saturating_add(1)));
    }
}

/// Changes values as another does, and notes the highest joint.
#[derive(Clone, Copy)]
struct Watch<'h, C> {
    change: C,
    highest: &'h Highest,
}

impl<C: Change> Change for Watch<'_, C> {
    /// One look in nearly every vertex: what is no higher than another that was there is there.
    #[inline(always)]
    fn there(&self, mut bones: u64, mut weights: [u64; 2]) -> (u64, [u64; 2]) {
        if self.highest.known.get().missing(bones) != 0 {
            (bones, weights) = self.change.there(bones, weights);
            if self.highest.known.get().missing(bones) != 0 {
                self.highest.note(of_lanes(bones));
            }
        }
        (bones, weights)
    }
    #[inline(always)]
    fn weights(&self, weights: [f32; 4]) -> [f32; 4] {
        self.change.weights(weights)
    }
    #[inline(always)]
    fn rest<'a>(&self, stored: VertexValues<'a>) -> VertexValues<'a> {
        self.change.rest(stored)
    }
    #[inline(always)]
    fn seen<'a>(&self, values: VertexValues<'a>) -> VertexValues<'a> {
        self.highest.note(values.joints);
        values
    }
}
