//! The whole file: its sections, declared once; the pass over them, the index it leaves, the view over both.
use super::{
    bone::Bone,
    compose::Composer,
    display_frame::DisplayFrame,
    downgrade::Downgrade,
    header::{Header, Info, Version},
    joint::Joint,
    material::Material,
    morph::Morph,
    rigid_body::RigidBody,
    soft_body::SoftBody,
    texture::TexturePath,
    vertex::Vertex,
};
use crate::bytes::Cursor;
use crate::each::EachSection;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::globals::Globals;
use crate::index::{BoneIndex, MaterialIndex, MorphIndex, RigidBodyIndex, TextureIndex, VertexIndex};
use crate::mode::{Mode, ScanOptions};
use crate::name::{Name, Named};
use crate::records::Records;
use crate::repair::{Repair, RepairCode, Repairs};
use crate::saved::SavedSections;
use crate::section::{Pass, Section, SectionSpan, mend, step};
use crate::text::Text;
use crate::write::WriteError;
use core::fmt;

/// Declares the sections of the file, in file order: the index, the pass, the accessors, the way back, and models of
/// one's own. Before its name stands how a section's records are paired with those of another model ([`EachPair`]);
/// `where version` is a section that only some versions have.
macro_rules! sections {
    ($( $(#[$doc:meta])* $label:literal $paired:ident $name:ident : $ty:ty $(where $since:ident)? ),* $(,)?) => {
        /// What one pass over the file leaves behind. Holds no file bytes and no lifetime.
        #[derive(Clone, Debug)]
        pub struct PmxIndex {
            version: Version,
            globals: Globals,
            /// Where the model info begins.
            info: usize,
            $( $name: Section, )*
            /// Where the last section ends, or the last whole record before the cut.
            end: usize,
            cut: bool,
            /// The saved index that it comes from, if any.
            pub(crate) saved: Option<SavedSections>,
            file_len: usize,
            repairs: Repairs,
        }

        /// How many sections there are, header and model info included.
        pub(super) const SECTIONS: usize = [$( $label ),*].len() + 2;

        impl PmxIndex {
            pub(crate) fn scan_sections<'a>(scan: &mut Scan<'a>, version: Version, info: usize) -> Result<Self> {
                $( let $name = sections!(@scan scan, $label, $ty $(, version == Version::$since)?)?; )*
                scan.end()?;
                Ok(PmxIndex {
                    version,
                    globals: scan.cur.globals,
                    info,
                    $( $name, )*
                    end: scan.cur.position(),
                    cut: scan.cut,
                    saved: scan.saved.take(),
                    file_len: scan.cur.data().len(),
                    repairs: core::mem::take(&mut scan.pass.repairs),
                })
            }
            /// Name, count and place of each section, in file order.
            pub fn sections(&self) -> [SectionSpan; SECTIONS] {
                let first = [$( &self.$name ),*].first().map_or(self.end, |section| section.range().start);
                [
                    SectionSpan::head("header", 0..self.info),
                    SectionSpan::head("info", self.info..first),
                    $( SectionSpan::of($label, &self.$name), )*
                ]
            }
            fn sections_heap_bytes(&self) -> usize {
                0usize $( .saturating_add(self.$name.heap_bytes()) )*
            }
        }

        impl<'a> Pmx<'a> {
            $( $(#[$doc])* pub fn $name(self) -> Records<'a, $ty> { self.records(&self.index.$name) } )*

            /// Hands every section that the file holds to `each`, in file order.
            pub(crate) fn each_section<E: EachSection<'a>>(self, each: &mut E) -> Result<(), E::Error> {
                $( if self.index.$name.is_present() { each.section($label, self.$name())?; } )*
                Ok(())
            }
            /// Hands every section of both models to `each`, in file order; one that a file does not hold is empty.
            pub(crate) fn each_pair(self, new: Pmx<'a>, each: &mut impl EachPair<'a>) {
                $( each.$paired($label, self.$name(), new.$name()); )*
            }
        }

        /// What is to become of each section's records on their way out.
        #[derive(Default)]
        pub(crate) struct Changes<'a> {
            $( $name: Option<Change<'a, $ty>>, )*
        }

        impl<'a> Changes<'a> {
            /// Hands every section, with what is to become of it, to `each`, in file order; and whether a file of this
            /// version holds it.
            pub(crate) fn each<E: EachChange<'a>>(
                &mut self,
                model: Pmx<'a>,
                version: Version,
                each: &mut E,
            ) -> Result<(), E::Error> {
                $(
                    let wanted = true $( && version == Version::$since )?;
                    each.section($label, model.$name(), self.$name.as_mut(), wanted)?;
                )*
                Ok(())
            }
        }

        impl<'a> Edit<'a> {
            $(
                #[doc = concat!("Puts another record in the place of each one of `", $label, "`, by its number.")]
                pub fn $name(&mut self, change: impl FnMut(usize, $ty) -> $ty + 'a) -> &mut Self {
                    self.changes.$name = Some(Box::new(change));
                    self
                }
            )*
        }

        impl fmt::Debug for Pmx<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct("Pmx")
                    .field("version", &self.version())
                    .field("name", &self.info().name.local)
                    $( .field(stringify!($name), &self.$name()) )*
                    .finish()
            }
        }

        /// A model of one's own: every section as a list. [`write_to`](Parts::write_to) makes a file of it.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Parts<'a> {
            /// Names and comments.
            pub info: Info<'a>,
            $( $(#[$doc])* pub $name: Vec<$ty>, )*
        }

        impl<'a> Parts<'a> {
            /// Names and comments only.
            pub const fn new(info: Info<'a>) -> Self {
                Parts { info, $( $name: Vec::new() ),* }
            }
            /// Writes every section.
            pub(crate) fn compose(&self, model: &mut Composer<'_>) -> Result<(), WriteError> {
                $( if !self.$name.is_empty() {
                    model.$name(self.$name.len(), |i, put| self.$name.get(i).into_iter().for_each(|one| put(*one)))?;
                } )*
                Ok(())
            }
        }

        const LABELS: [&str; SECTIONS - 2] = [$( $label ),*];

        /// Each section takes its count, and a closure that is asked for one record after the other, by its number, and
        /// puts it.
        ///
        /// # Errors
        ///
        /// Those of the writer; the record that does not fit, was not put, or was put twice; a section that belongs
        /// before one that was written, or that the version does not have.
        impl Composer<'_> {
            $(
                #[doc = concat!("Writes `", $label, "`.")]
                pub fn $name(
                    &mut self,
                    count: usize,
                    mut record: impl FnMut(usize, &mut dyn for<'a> FnMut($ty)),
                ) -> Result<(), WriteError> {
                    if !(true $( && self.version() == Version::$since )?) {
                        return Err(WriteError::NoSuchSection($label));
                    }
                    self.begin(&LABELS, place($label), count)?;
                    for i in 0..count {
                        self.record($label, i, |out| {
                            let mut given = 0usize;
                            let mut loss = None;
                            record(i, &mut |one| {
                                one.write(out);
                                given = given.saturating_add(1);
                                loss = loss.or(one.downgrade().1);
                            });
                            (given, loss)
                        })?;
                    }
                    Ok(())
                }
            )*
            /// Ends the file: sections that were not written are empty.
            pub fn finish(mut self) -> Result<(), WriteError> {
                $(
                    let present = true $( && self.version() == Version::$since )?;
                    if present && !self.is_past(place($label)) { self.begin(&LABELS, place($label), 0)?; }
                )*
                self.end()
            }
        }
    };
    (@scan $scan:ident, $label:literal, $ty:ty) => { $scan.section::<$ty>($label) };
    (@scan $scan:ident, $label:literal, $ty:ty, $when:expr) => { $scan.section_where::<$ty>($label, $when) };
}
sections! {
    /// The vertices.
    "vertices" by_number vertices: Vertex<'a>,
    /// The corners of the triangles, three by three.
    "faces" by_number faces: VertexIndex,
    /// Paths of pictures, relative to the model.
    "textures" by_path textures: Text<'a>,
    /// The materials, which cover the faces one after the other.
    "materials" by_name materials: Material<'a>,
    /// The bones.
    "bones" by_name bones: Bone<'a>,
    /// The morphs.
    "morphs" by_name morphs: Morph<'a>,
    /// The groups in which an editor lists bones and morphs.
    "display-frames" by_name display_frames: DisplayFrame<'a>,
    /// The rigid bodies.
    "rigid-bodies" by_name rigid_bodies: RigidBody<'a>,
    /// The joints between rigid bodies.
    "joints" by_name joints: Joint<'a>,
    /// The soft bodies, since 2.1.
    "soft-bodies" by_name soft_bodies: SoftBody<'a> where V2_1,
}

/// Something to be done with every section of two models.
pub(crate) trait EachPair<'a> {
    /// With one whose records have nothing but their number.
    fn by_number<T: Field<'a>>(&mut self, name: &'static str, old: Records<'a, T>, new: Records<'a, T>);
    /// With the textures, which are what they say.
    fn by_path(&mut self, name: &'static str, old: Records<'a, Text<'a>>, new: Records<'a, Text<'a>>);
    /// With one whose records have names.
    fn by_name<T: Field<'a> + Named<'a>>(&mut self, name: &'static str, old: Records<'a, T>, new: Records<'a, T>);
}

/// What is to become of a record, by its number.
pub(crate) type Change<'a, T> = Box<dyn FnMut(usize, T) -> T + 'a>;

/// Something to be done with every section of a file on its way out.
pub(crate) trait EachChange<'a> {
    /// Why it may stop.
    type Error;
    /// Does it with one section; `wanted` if the file to be written holds it.
    fn section<T: Field<'a> + Downgrade>(
        &mut self,
        name: &'static str,
        records: Records<'a, T>,
        change: Option<&mut Change<'a, T>>,
        wanted: bool,
    ) -> Result<(), Self::Error>;
}

/// A model on its way out, with changes: see [`Pmx::edit`].
///
/// Nothing is held in memory but the changes. Sections that nothing changes are copied as they lie in the file.
pub struct Edit<'a> {
    pub(crate) model: Pmx<'a>,
    pub(crate) changes: Changes<'a>,
    pub(crate) settings: EditSettings<'a>,
}

/// What is to become of the file as a whole.
pub(crate) struct EditSettings<'a> {
    pub(crate) info: Info<'a>,
    /// If one was asked for.
    pub(crate) version: Option<Version>,
    pub(crate) globals: Globals,
    pub(crate) lossy: bool,
    pub(crate) mend: bool,
    /// Whether untouched sections may be copied.
    pub(crate) copy: bool,
}

/// The place of a section among all.
fn place(label: &str) -> usize {
    LABELS.iter().position(|one| *one == label).unwrap_or(LABELS.len())
}

/// The pass, under way.
pub(crate) struct Scan<'a> {
    pub(crate) cur: Cursor<'a>,
    pass: Pass,
    /// The file ended too early: what follows is not there.
    cut: bool,
    /// Says where the sections lie, instead of a walk over them.
    pub(crate) saved: Option<SavedSections>,
    begins: Begins<'a>,
}

/// Told which section begins where, before it is passed over.
pub(crate) type Begins<'a> = &'a dyn Fn(&'static str, usize);

impl<'a> Scan<'a> {
    /// Reads header and model info: the version, and where the info begins. The cursor ends at the first section.
    pub(crate) fn begin(data: &'a [u8], options: &ScanOptions) -> Result<(Self, Version, usize)> {
        let mut pass = Pass { mode: options.mode, repairs: Repairs::default() };
        let mut cur = Cursor::new(data, Globals::WIDE);
        let in_header = |e: Error| e.in_section("header", None);
        let header = Header::scan(&mut cur).map_err(in_header)?;
        header.check_signature().map_err(in_header).or_else(|e| pass.allow(e))?;
        cur.globals = match header.globals(false).map_err(in_header) {
            Ok(globals) => globals,
            Err(odd) => {
                pass.allow(odd)?;
                header.globals(true).map_err(in_header)?
            }
        };
        let info = cur.position();
        // Without the model's name there is nothing to salvage.
        let in_info = |e: Error| e.uncut().in_section("info", None);
        step::<Info>(&mut cur).or_else(|e| mend::<Info>(&mut cur, e, &mut pass, in_info))?;
        Ok((Scan { cur, pass, cut: false, saved: None, begins: &|_, _| () }, header.version, info))
    }

    pub(crate) fn section<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        if self.cut {
            return Ok(Section::absent(self.cur.position()));
        }
        if let Some(index) = &mut self.saved {
            // Where the index cannot be right it is not used up.
            let saved = Section::saved::<T, i32>(&mut self.cur, index);
            return Ok(saved.unwrap_or_else(|| Section::absent(self.cur.position())));
        }
        (self.begins)(name, self.cur.position());
        let (section, result) = Section::scan::<T, i32>(name, &mut self.cur, &mut self.pass);
        match result {
            Err(e) if self.pass.mode == Mode::Salvage && e.is_cut() => {
                self.pass.repairs.push(Repair::new(RepairCode::Cut, e));
                self.cut = true;
            }
            other => other?,
        }
        Ok(section)
    }

    /// A section that only some versions have. A file that ends where it should begin has none: that loses nothing.
    fn section_where<T: Field<'a>>(&mut self, name: &'static str, present: bool) -> Result<Section> {
        if present && !self.cut && self.cur.remaining() == 0 {
            let missing = Error::new(ErrorKind::MissingSection, self.cur.position()).in_section(name, None);
            if self.pass.mode == Mode::Strict {
                return Err(missing);
            }
            self.pass.repairs.push(Repair::new(RepairCode::NoSoftBodies, missing));
        } else if present {
            return self.section::<T>(name);
        }
        Ok(Section::absent(self.cur.position()))
    }

    fn end(&mut self) -> Result<()> {
        if self.cut { Ok(()) } else { self.pass.end(&self.cur) }
    }
}

impl PmxIndex {
    /// Scans a file held in memory, in one pass: [lenient](Mode::Lenient).
    ///
    /// Slices may lie at any address. For files on disk there is [`PmxFile`](crate::PmxFile).
    ///
    /// # Errors
    ///
    /// What and where, if it is no PMX file, or a broken one.
    pub fn scan(data: &[u8]) -> Result<Self> {
        Self::scan_with(data, &ScanOptions::new())
    }

    /// Scans a file held in memory, as strictly as the options say.
    ///
    /// # Errors
    ///
    /// As [`scan`](PmxIndex::scan).
    pub fn scan_with(data: &[u8], options: &ScanOptions) -> Result<Self> {
        let (mut scan, version, info) = Scan::begin(data, options)?;
        PmxIndex::scan_sections(&mut scan, version, info)
    }

    /// The same; meanwhile it says how far it has come.
    pub(crate) fn scan_telling<'a>(data: &'a [u8], options: &ScanOptions, begins: Begins<'a>) -> Result<Self> {
        let (mut scan, version, info) = Scan::begin(data, options)?;
        scan.begins = begins;
        PmxIndex::scan_sections(&mut scan, version, info)
    }

    /// The model: this index over the bytes that were scanned.
    ///
    /// Over other bytes the views show nonsense or nothing, but stay within the slice.
    pub fn view<'a>(&'a self, data: &'a [u8]) -> Pmx<'a> {
        Pmx { data, index: self }
    }
    /// What was let pass, each with its place.
    pub fn repairs(&self) -> &Repairs {
        &self.repairs
    }
    /// 2.0 or 2.1.
    pub fn version(&self) -> Version {
        self.version
    }
    /// What the header decides for every field.
    pub fn globals(&self) -> Globals {
        self.globals
    }
    /// Whether the file was cut short, so that only the whole records before the cut are there.
    pub fn is_cut(&self) -> bool {
        self.cut
    }
    /// Whether it is a saved one: no section was walked.
    pub fn is_saved(&self) -> bool {
        self.saved.is_some()
    }
    /// The length of the file that was scanned.
    pub fn file_len(&self) -> usize {
        self.file_len
    }
    /// Bytes that this index holds on the heap; of a saved one without its file's bytes, wherever they are.
    pub fn heap_bytes(&self) -> usize {
        let saved = self.saved.as_ref().map_or(0, SavedSections::heap_bytes);
        self.sections_heap_bytes().saturating_add(self.repairs.heap_bytes()).saturating_add(saved)
    }
}

/// A model, seen in place. `Copy`, three words wide: pass it by value.
#[derive(Clone, Copy)]
pub struct Pmx<'a> {
    data: &'a [u8],
    index: &'a PmxIndex,
}

impl<'a> Pmx<'a> {
    /// What the file begins with, as it stands there.
    pub fn header(self) -> Header<'a> {
        // The scan has read it; other bytes now are no reason to fail.
        Header::read(&mut Cursor::new(self.data, Globals::WIDE)).unwrap_or(Header::new(self.index.version, &[]))
    }
    /// The model's names and comments.
    pub fn info(self) -> Info<'a> {
        let none = Info { name: Name::new("", ""), comment: Name::new("", "") };
        Info::read(&mut self.cursor().moved_to(self.index.info)).unwrap_or(none)
    }
    /// 2.0 or 2.1.
    pub fn version(self) -> Version {
        self.index.version
    }
    /// What the header decides for every field.
    pub fn globals(self) -> Globals {
        self.index.globals
    }
    /// The index behind this view.
    pub fn index(self) -> &'a PmxIndex {
        self.index
    }
    /// The whole file.
    pub fn bytes(self) -> &'a [u8] {
        self.data
    }
    /// What lies after the last section: nothing, as a rule. It is written back.
    pub fn trailing(self) -> &'a [u8] {
        if self.index.cut { &[] } else { self.data.get(self.index.end..).unwrap_or(&[]) }
    }
    /// What lies behind the place where a [salvaged](Mode::Salvage) file was cut: half a record, as a rule. It is
    /// written back. Empty for a whole file.
    pub fn behind_cut(self) -> &'a [u8] {
        if self.index.cut { self.data.get(self.index.end..).unwrap_or(&[]) } else { &[] }
    }

    /// The vertex that an index points at.
    pub fn vertex(self, index: VertexIndex) -> Option<Vertex<'a>> {
        self.vertices().get(index.get()?)
    }
    /// The texture's path that an index points at.
    pub fn texture(self, index: TextureIndex) -> Option<Text<'a>> {
        self.textures().get(index.get()?)
    }
    /// The same, to be judged and joined to the model's folder.
    pub fn texture_path(self, index: TextureIndex) -> Option<TexturePath<'a>> {
        self.texture(index).map(TexturePath::new)
    }
    /// The material that an index points at.
    pub fn material(self, index: MaterialIndex) -> Option<Material<'a>> {
        self.materials().get(index.get()?)
    }
    /// The bone that an index points at.
    pub fn bone(self, index: BoneIndex) -> Option<Bone<'a>> {
        self.bones().get(index.get()?)
    }
    /// The bones that a bone hangs on, from its parent up: their numbers, and the bones. Should they hang in a circle, it
    /// ends after a few rounds, and after as many steps as the model has bones at the latest.
    pub fn ancestors(self, bone: BoneIndex) -> impl Iterator<Item = (usize, Bone<'a>)> {
        let mut parent = self.bone(bone).map(|bone| bone.parent);
        // Who meets the marked bone again is in a circle. The mark moves on after 1, 2, 4, 8 … steps, and so gets into any
        // circle: a long way round for each bone of the model, past large ones, would take too long.
        let mut marked = None;
        (1..=self.bones().len()).map_while(move |step| {
            let index = parent.filter(|&index| marked != Some(index))?;
            let bone = self.bone(index)?;
            if step.is_power_of_two() {
                marked = Some(index);
            }
            parent = Some(bone.parent);
            Some((index.get()?, bone))
        })
    }
    /// The morph that an index points at.
    pub fn morph(self, index: MorphIndex) -> Option<Morph<'a>> {
        self.morphs().get(index.get()?)
    }
    /// The rigid body that an index points at.
    pub fn rigid_body(self, index: RigidBodyIndex) -> Option<RigidBody<'a>> {
        self.rigid_bodies().get(index.get()?)
    }

    /// The faces of each material, in the order of the materials. Where their counts say more than there is, or less
    /// than nothing, they are cut to what is there: ranges never overlap and never leave the section.
    pub fn material_faces(self) -> impl ExactSizeIterator<Item = (Material<'a>, Records<'a, VertexIndex>)> {
        let faces = self.faces();
        let mut start = 0usize;
        self.materials().iter().map(move |material| {
            let end = start.saturating_add(usize::try_from(material.index_count).unwrap_or(0)).min(faces.len());
            let covered = faces.range(start..end);
            start = end;
            (material, covered)
        })
    }

    /// At the start of the file; the scan has said already what is odd.
    fn cursor(self) -> Cursor<'a> {
        Cursor::new(self.data, self.index.globals).tolerant_below(usize::MAX)
    }
    fn records<T>(self, section: &'a Section) -> Records<'a, T> {
        Records::new(self.cursor().moved_to(section.first()), section)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::globals::Width;

    /// What the format says of the smallest records follows from their declarations.
    #[test]
    fn smallest_records() {
        let g = Globals { extra_uvs: 2, bone: Width::Two, ..Globals::WIDE };
        assert_eq!(Vertex::size(&g).least(), 37 + 16 * 2 + 2);
        assert_eq!(VertexIndex::size(&g).least(), 4);
        assert_eq!(Text::size(&g).least(), 4);
        assert_eq!(Material::size(&g).least(), 84 + 2 * 4);
        assert_eq!(Bone::size(&g).least(), 26 + 2 * 2);
        assert_eq!(Morph::size(&g).least(), 14);
        assert_eq!(DisplayFrame::size(&g).least(), 13);
        assert_eq!(RigidBody::size(&g).least(), 69 + 2);
        assert_eq!(Joint::size(&g).least(), 8 + 97 + 2 * 4);
        assert_eq!(SoftBody::size(&g).least(), 141 + 4);
    }
}
