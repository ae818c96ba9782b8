//! What is in a model, as one JSON object. A new field keeps `schema_version`; a field that goes or changes does not.
use super::Report;
use crate::json::{list, number, record, text};
use mmdmap::pmx::{Material, TexturePath, Toon};
use mmdmap::{Index, TextureIndex, Visit, Visitor};

/// Bytes of the longest path that is shown whole, in any encoding.
const LONGEST: usize = TexturePath::LONGEST * 4;

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        to.begin_record();
        self.head.visit_start(to);
        to.field("version");
        self.model.version().visit(to);
        text(to, "encoding", self.model.globals().encoding.name());
        number(to, "extra_uvs", self.model.globals().extra_uvs.into());
        to.field("widths");
        record(to, |to| self.widths().iter().for_each(|(name, bytes)| number(to, name, *bytes)));
        to.field("extra_settings");
        self.model.header().settings.extra().visit(to);
        to.field("name");
        self.model.info().name.visit(to);
        to.field("comment");
        self.model.info().comment.visit(to);
        to.field("sections");
        list(to, self.model.index().sections().iter(), |to, section| self.head.visit_section(to, section));
        number(to, "trailing", self.model.trailing().len());
        number(to, "behind_cut", self.model.behind_cut().len());
        to.field("materials");
        list(to, self.model.material_faces(), |to, (material, faces)| self.visit_material(to, &material, faces.len()));
        number(to, "indices_without_material", self.uncovered);
        to.field("bounds");
        match &self.bounds {
            Some(bounds) => record(to, |to| {
                to.field("min");
                bounds.min.visit(to);
                to.field("max");
                bounds.max.visit(to);
                number(to, "vertices_left_out", bounds.skipped);
            }),
            None => to.none(),
        }
        to.field("deforms");
        record(to, |to| self.deforms.iter().for_each(|kind| number(to, kind.name, kind.count)));
        to.field("morphs");
        record(to, |to| self.morphs.iter().for_each(|kind| number(to, kind.name, kind.count)));
        to.field("saved_index");
        match &self.saved {
            Some(saved) => saved.visit(to),
            None => to.none(),
        }
        self.head.visit_end(to);
        to.end_record();
    }
}

impl Report<'_> {
    fn visit_material(&self, to: &mut dyn Visitor, material: &Material<'_>, indices: usize) {
        record(to, |to| {
            to.field("name");
            material.name.visit(to);
            to.field("texture");
            self.visit_picture(to, material.texture);
            to.field("sphere");
            self.visit_picture(to, material.sphere);
            to.field("toon");
            match material.toon {
                Toon::Shared(toon) => record(to, |to| number(to, "shared", toon.0.into())),
                Toon::Texture(texture) => self.visit_picture(to, texture),
            }
            to.field("index_count");
            material.index_count.visit(to);
            number(to, "triangles", indices / 3);
        });
    }

    /// Null for none; a path of null where the index points at no texture. Of one that no system opens the beginning, and
    /// how many bytes it has: many materials may point at it, and what is said of them is not to outgrow the file.
    fn visit_picture(&self, to: &mut dyn Visitor, index: TextureIndex) {
        if index == Index::NONE {
            return to.none();
        }
        record(to, |to| {
            to.field("index");
            index.visit(to);
            to.field("path");
            match self.model.texture(index) {
                Some(path) if path.bytes().len() > LONGEST => {
                    let beginning: String = path.chars().take(TexturePath::LONGEST).collect();
                    to.text(&beginning, beginning.as_bytes(), true);
                    number(to, "path_bytes", path.bytes().len());
                }
                Some(path) => path.visit(to),
                None => to.none(),
            }
        });
    }
}
