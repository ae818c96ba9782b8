//! Everything in a file, record by record: for people, and for hashes.
use super::model::Pmx;
use super::vertex::Vertex;
use crate::bytes::Sink;
use crate::each::{EachRecord, Show, show_one};
use crate::field::Field;
use crate::records::Records;
use core::ops::Range;
use std::io;

/// What a canonical dump can be made of, in the order in which digests are printed.
pub const CANONICAL: [&str; 15] = [
    "positions",
    "normals",
    "uvs",
    "add_uvs",
    "weights",
    "edge_scales",
    "faces",
    "textures",
    "materials",
    "bones",
    "morphs",
    "frames",
    "rigids",
    "joints",
    "soft_bodies",
];

impl<'a> Pmx<'a> {
    /// Shows the records of one section, named as [`PmxIndex::sections`](super::PmxIndex::sections) names it, as far as
    /// they lie in the range. `header` and `info` have one record each. Says whether the file has such a section.
    pub fn visit_section(self, section: &str, range: Range<usize>, each: &mut EachRecord<'_>) -> bool {
        match section {
            "header" => show_one(&self.header(), &range, each),
            "info" => show_one(&self.info(), &range, each),
            _ => return self.each_section(&mut Show { section, range, each }).is_err(),
        }
        true
    }

    /// The canonical dump of one of [`CANONICAL`], piece by piece: equal content gives equal bytes, whatever the index
    /// widths of the file. Every index takes four bytes, every other field what it takes in the file. Says whether there
    /// is such a part: every model has all of them but `soft_bodies`.
    pub fn canonical_dump(self, of: &str, to: &mut dyn FnMut(&[u8])) -> bool {
        let vertices = self.vertices();
        match of {
            "positions" => self.dump(vertices, to, |v: &Vertex, out| (&v.base.position).write(out)),
            "normals" => self.dump(vertices, to, |v, out| (&v.base.normal).write(out)),
            "uvs" => self.dump(vertices, to, |v, out| (&v.base.uv).write(out)),
            "add_uvs" => self.dump(vertices, to, |v, out| v.extra_uvs.write(out)),
            "weights" => self.dump(vertices, to, |v, out| v.deform.write(out)),
            "edge_scales" => self.dump(vertices, to, |v, out| v.edge_scale.write(out)),
            "faces" => self.dump(self.faces(), to, Field::write),
            "textures" => self.dump(self.textures(), to, Field::write),
            "materials" => self.dump(self.materials(), to, Field::write),
            "bones" => self.dump(self.bones(), to, Field::write),
            "morphs" => self.dump(self.morphs(), to, Field::write),
            "frames" => self.dump(self.display_frames(), to, Field::write),
            "rigids" => self.dump(self.rigid_bodies(), to, Field::write),
            "joints" => self.dump(self.joints(), to, Field::write),
            "soft_bodies" if self.has_soft_bodies() => self.dump(self.soft_bodies(), to, Field::write),
            _ => return false,
        }
        true
    }
    fn has_soft_bodies(self) -> bool {
        self.index().sections().iter().any(|section| section.name == "soft-bodies" && section.len.is_some())
    }

    fn dump<T: Field<'a>>(self, all: Records<'a, T>, to: &mut dyn FnMut(&[u8]), put: impl Fn(&T, &mut Sink)) {
        let mut to = HandOn(to);
        let mut out = Sink::canonical(self.globals().encoding).to(&mut to);
        out.at_hand(|out| all.iter().for_each(|one| put(&one, out)));
        // Whoever is handed bytes has no way to fail.
        let _ = out.flush();
    }
}

/// Whoever is handed the bytes, as a writer.
struct HandOn<'f>(&'f mut dyn FnMut(&[u8]));

impl io::Write for HandOn<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
