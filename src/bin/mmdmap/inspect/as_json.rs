//! What is in a model, as one JSON object. A new field keeps `schema_version`; a field that goes or changes does not.
use super::{Report, share};
use crate::json::{Json, list, maybe, number, record, text};
use mmdmap::pmx::{Material, SectionSpan, Toon};
use mmdmap::{Index, TextureIndex, Visit, Visitor};
use std::time::Duration;

impl Report<'_> {
    pub(super) fn to_json(&self) -> String {
        let mut line = Vec::new();
        // Writing to memory cannot fail; and JSON is UTF-8.
        let _ = Json::new(&mut line).line(self);
        String::from_utf8(line).unwrap_or_default()
    }
}

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        let path = self.input.path();
        to.begin_record();
        text(to, "schema", "mmdmap.inspect");
        number(to, "schema_version", 1);
        to.field("file");
        to.text(&path.to_string_lossy(), path.as_os_str().as_encoded_bytes(), path.to_str().is_some());
        number(to, "file_len", self.file.bytes().len());
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
        list(to, self.model.index().sections().iter(), |to, section| self.visit_section(to, section));
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
        text(to, "backing", self.backing());
        number(to, "index_bytes", self.index_bytes());
        number(to, "open_ns", nanoseconds(self.bytes_there));
        number(to, "scan_ns", nanoseconds(self.scanned));
        self.visit_repairs(to);
        to.end_record();
    }
}

impl Report<'_> {
    fn visit_section(&self, to: &mut dyn Visitor, section: &SectionSpan) {
        record(to, |to| {
            text(to, "name", section.name);
            maybe(to, "count", section.len);
            maybe(to, "declared", section.declared);
            number(to, "start", section.range.start);
            number(to, "end", section.range.end);
            to.field("share");
            to.float(share(section.range.len(), self.file.bytes().len()));
        });
    }

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

    /// Null for none; a path of null where the index points at no texture.
    fn visit_picture(&self, to: &mut dyn Visitor, index: TextureIndex) {
        if index == Index::NONE {
            return to.none();
        }
        record(to, |to| {
            to.field("index");
            index.visit(to);
            to.field("path");
            match self.model.texture(index) {
                Some(path) => path.visit(to),
                None => to.none(),
            }
        });
    }

    fn visit_repairs(&self, to: &mut dyn Visitor) {
        let repairs = self.file.index().repairs();
        number(to, "repair_count", repairs.total());
        to.field("repairs");
        list(to, repairs.iter(), |to, repair| {
            record(to, |to| {
                text(to, "code", repair.code().name());
                text(to, "section", repair.place().section());
                maybe(to, "record", repair.place().record());
                text(to, "field", &repair.place().field().to_string());
                number(to, "offset", usize::try_from(repair.offset()).unwrap_or(usize::MAX));
                text(to, "problem", &repair.error().kind().to_string());
                text(to, "done", repair.code().done());
            });
        });
    }
}

fn nanoseconds(time: Duration) -> usize {
    usize::try_from(time.as_nanos()).unwrap_or(usize::MAX)
}
