//! The whole file: its sections, declared once; the pass over them, the index it leaves, the view over both; and motions
//! of one's own.
use super::bone::BoneFrame;
use super::camera::{CameraFrame, OldCameraFrame};
use super::header::{Header, Version};
use super::light::LightFrame;
use super::morph::MorphFrame;
use super::property::PropertyFrame;
use super::shadow::ShadowFrame;
use crate::bytes::Cursor;
use crate::each::EachSection;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::fixed_name::FixedName;
use crate::globals::Globals;
use crate::mode::{Mode, ScanOptions};
use crate::records::Records;
use crate::repair::{Repair, RepairCode, Repairs};
use crate::section::{Pass, Section, SectionSpan};
use core::fmt;
use core::ops::Range;
use std::borrow::Cow;

/// Declares the sections of the file, in file order: the index, the pass, the accessors, the way back. Before its name
/// stands what is to be made of one that is not there ([`Scan`] has a method for each).
macro_rules! sections {
    ($( $(#[$doc:meta])* $label:literal $rule:ident $name:ident : $ty:ty ),* $(,)?) => {
        /// What one pass over the file leaves behind. Holds no file bytes and no lifetime.
        #[derive(Clone, Debug)]
        pub struct VmdIndex {
            version: Version,
            $( $name: Section, )*
            /// Where the last section ends, or the last whole record before the cut.
            end: usize,
            cut: bool,
            file_len: usize,
            repairs: Repairs,
        }

        impl VmdIndex {
            fn scan_sections<'a>(mut scan: Scan<'a>, version: Version) -> Result<Self> {
                $( let $name = scan.$rule::<$ty>($label)?; )*
                scan.end()?;
                let Scan { cur, pass, state, .. } = scan;
                Ok(VmdIndex {
                    version,
                    $( $name, )*
                    end: cur.position(),
                    cut: state == State::Cut,
                    file_len: cur.data().len(),
                    repairs: pass.repairs,
                })
            }
            fn spans(&self) -> impl Iterator<Item = SectionSpan> {
                [$( ($label, &self.$name) ),*].into_iter().map(|(name, section)| SectionSpan::of(name, section))
            }
            fn sections_heap_bytes(&self) -> usize {
                0usize $( .saturating_add(self.$name.heap_bytes()) )*
            }
        }

        impl<'a> Vmd<'a> {
            $( $(#[$doc])* pub fn $name(self) -> Records<'a, $ty> { self.records(&self.index.$name) } )*

            /// Hands every section that the file holds to `each`, in file order.
            pub(crate) fn each_section<E: EachSection<'a>>(self, each: &mut E) -> Result<(), E::Error> {
                $( if self.index.$name.is_present() { each.section($label, self.$name())?; } )*
                Ok(())
            }
        }
    };
}
sections! {
    /// Keys of bones, in no particular order.
    "bones" needed bones: BoneFrame,
    /// Keys of morphs, in no particular order.
    "morphs" needed morphs: MorphFrame,
    /// Keys of the camera.
    "cameras" cameras cameras: CameraFrame,
    /// Keys of the camera in the layout of version 1: then [`cameras`](Vmd::cameras) is empty, as this is otherwise.
    "cameras" old_cameras old_cameras: OldCameraFrame,
    /// Keys of the light.
    "lights" optional lights: LightFrame,
    /// Keys of self-shadow.
    "shadows" tail shadows: ShadowFrame,
    /// Keys of what can be switched: whether the model is seen, and its IK chains.
    "properties" tail properties: PropertyFrame<'a>,
}

/// The pass, under way.
struct Scan<'a> {
    cur: Cursor<'a>,
    pass: Pass,
    state: State,
    /// Whether camera frames may be those of version 1.
    may_be_old: bool,
}

/// Whether more sections can come.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// They can.
    Open,
    /// What lies here is no section.
    Trailing,
    /// The file was cut short.
    Cut,
}

impl<'a> Scan<'a> {
    /// A section without which a file is no motion.
    fn needed<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        if self.state == State::Open && self.cur.remaining() == 0 {
            return Err(Error::new(ErrorKind::MissingSection, self.cur.position()).in_section(name, None));
        }
        self.optional::<T>(name)
    }

    /// A section before which a file may end.
    fn optional<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        if self.state != State::Open || self.cur.remaining() == 0 {
            return Ok(Section::absent(self.cur.position()));
        }
        let (section, result) = Section::scan::<T, u32>(name, &mut self.cur, &mut self.pass);
        result.or_else(|e| self.cut(e)).map(|()| section)
    }

    /// A section behind which there may be anything: one whose count does not fit is none.
    fn tail<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        if self.state != State::Open || self.cur.remaining() == 0 {
            return Ok(Section::absent(self.cur.position()));
        }
        // Salvage would go on from a count that promises too much.
        let mode = if self.pass.mode == Mode::Salvage { Mode::Lenient } else { self.pass.mode };
        let mut pass = Pass { mode, repairs: Repairs::default() };
        let mut cur = self.cur;
        let (section, result) = Section::scan::<T, u32>(name, &mut cur, &mut pass);
        match result {
            Err(e) if e.place().record().is_none() => {
                self.state = State::Trailing;
                if self.pass.mode == Mode::Strict {
                    return Err(e.uncut());
                }
                self.pass.repairs.push(Repair::new(RepairCode::NoSection, e.uncut()));
                Ok(Section::absent(self.cur.position()))
            }
            result => {
                self.cur = cur;
                result.or_else(|e| self.cut(e)).map(|()| section)
            }
        }
    }

    /// Camera frames of 61 bytes.
    fn cameras<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        self.may_be_old = self.may_be_old && self.state == State::Open && self.has_old_cameras();
        if self.may_be_old { Ok(Section::absent(self.cur.position())) } else { self.optional::<T>(name) }
    }
    /// Camera frames of 36 bytes.
    fn old_cameras<T: Field<'a>>(&mut self, name: &'static str) -> Result<Section> {
        if self.may_be_old { self.optional::<T>(name) } else { Ok(Section::absent(self.cur.position())) }
    }
    /// Whether the rest of a file of version 1 fits camera frames of 36 bytes rather than 61. The stricter that shows, the
    /// better; if all fails, 36.
    fn has_old_cameras(&self) -> bool {
        [Mode::Strict, Mode::Lenient, Mode::Salvage].into_iter().find_map(|mode| {
            let old = self.rest_fits::<OldCameraFrame>(mode);
            (old || self.rest_fits::<CameraFrame>(mode)).then_some(old)
        }) != Some(false)
    }
    fn rest_fits<T: Field<'a>>(&self, mode: Mode) -> bool {
        let pass = Pass { mode, repairs: Repairs::default() };
        let mut scan = Scan { cur: self.cur, pass, state: State::Open, may_be_old: false };
        let mut rest = || {
            scan.optional::<T>("cameras")?;
            scan.optional::<LightFrame>("lights")?;
            scan.tail::<ShadowFrame>("shadows")?;
            scan.tail::<PropertyFrame<'_>>("properties")?;
            scan.end()
        };
        rest().is_ok()
    }

    /// What lies before the place where a file was cut short is kept by salvage.
    fn cut(&mut self, e: Error) -> Result<()> {
        if self.pass.mode != Mode::Salvage || !e.is_cut() {
            return Err(e);
        }
        self.pass.repairs.push(Repair::new(RepairCode::Cut, e));
        self.state = State::Cut;
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if self.state == State::Open { self.pass.end(&self.cur) } else { Ok(()) }
    }
}

impl VmdIndex {
    /// Scans a file held in memory, in one pass: [lenient](Mode::Lenient).
    ///
    /// Slices may lie at any address. For files on disk there is [`VmdFile`](crate::VmdFile).
    ///
    /// # Errors
    ///
    /// What and where, if it is no VMD file, or a broken one.
    pub fn scan(data: &[u8]) -> Result<Self> {
        Self::scan_with(data, &ScanOptions::new())
    }

    /// Scans a file held in memory, as strictly as the options say.
    ///
    /// # Errors
    ///
    /// As [`scan`](VmdIndex::scan).
    pub fn scan_with(data: &[u8], options: &ScanOptions) -> Result<Self> {
        let mut pass = Pass { mode: options.mode, repairs: Repairs::default() };
        let mut cur = Cursor::new(data, Globals::WIDE);
        let in_header = |e: Error| e.in_section("header", None);
        let header = Header::scan(&mut cur).map_err(in_header)?;
        header.check_signature().map_err(in_header).or_else(|e| pass.allow(e))?;
        let version = header.version();
        let may_be_old = version == Version::V1;
        VmdIndex::scan_sections(Scan { cur, pass, state: State::Open, may_be_old }, version)
    }

    /// The motion: this index over the bytes that were scanned.
    ///
    /// Over other bytes the views show nonsense or nothing, but stay within the slice.
    pub fn view<'a>(&'a self, data: &'a [u8]) -> Vmd<'a> {
        Vmd { data, index: self }
    }
    /// What was let pass, each with its place.
    pub fn repairs(&self) -> &Repairs {
        &self.repairs
    }
    /// Which layout the file has.
    pub fn version(&self) -> Version {
        self.version
    }
    /// Name, count and place of each section, in file order: `header`, `bones`, `morphs`, `cameras`, `lights`, `shadows`,
    /// `properties`.
    pub fn sections(&self) -> Vec<SectionSpan> {
        let header = SectionSpan::head("header", self.header());
        let of_one_kind =
            |span: &SectionSpan, old: bool| span.name != "cameras" || self.old_cameras.is_present() == old;
        // The two kinds of camera stand side by side, the old one second.
        let mut cameras = 0usize;
        let spans = self.spans().filter(|span| {
            cameras = cameras.saturating_add(usize::from(span.name == "cameras"));
            of_one_kind(span, cameras == 2)
        });
        core::iter::once(header).chain(spans).collect()
    }
    fn header(&self) -> Range<usize> {
        0..self.bones.range().start
    }
    /// Whether the file was cut short, so that only the whole records before the cut are there.
    pub fn is_cut(&self) -> bool {
        self.cut
    }
    /// The length of the file that was scanned.
    pub fn file_len(&self) -> usize {
        self.file_len
    }
    /// Bytes that this index holds on the heap: nothing, but for property frames and repairs.
    pub fn heap_bytes(&self) -> usize {
        self.sections_heap_bytes().saturating_add(self.repairs.heap_bytes())
    }
}

/// A motion, seen in place. `Copy`, three words wide: pass it by value.
#[derive(Clone, Copy)]
pub struct Vmd<'a> {
    data: &'a [u8],
    index: &'a VmdIndex,
}

impl<'a> Vmd<'a> {
    /// What the file begins with, as it stands there.
    pub fn header(self) -> Header {
        // The scan has read it; other bytes now are no reason to fail.
        Header::read(&mut Cursor::new(self.data, Globals::WIDE)).unwrap_or(Header::new(FixedName::default()))
    }
    /// Name of the model that the motion was made with, decoded; what is not valid as U+FFFD.
    pub fn model_name(self) -> Cow<'a, str> {
        self.header().model_name().decode().into_owned().into()
    }
    /// Which layout the file has.
    pub fn version(self) -> Version {
        self.index.version
    }
    /// The index behind this view.
    pub fn index(self) -> &'a VmdIndex {
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
    /// All keys of the camera, whichever version the file is of.
    pub fn camera_frames(self) -> impl Iterator<Item = CameraFrame> {
        self.cameras().iter().chain(self.old_cameras().iter().map(CameraFrame::from))
    }
    /// The first frame for which there is a key of any kind. Looks at all of them.
    pub fn first_frame(self) -> Option<u32> {
        self.frames().min()
    }
    /// The last frame for which there is a key of any kind. Looks at all of them.
    pub fn last_frame(self) -> Option<u32> {
        self.frames().max()
    }
    /// The frames of all keys.
    fn frames(self) -> impl Iterator<Item = u32> {
        let bones = self.bones().iter().map(|key| key.frame);
        let morphs = self.morphs().iter().map(|key| key.frame);
        let cameras = self.camera_frames().map(|key| key.frame);
        let lights = self.lights().iter().map(|key| key.frame);
        let shadows = self.shadows().iter().map(|key| key.frame);
        let properties = self.properties().iter().map(|key| key.frame);
        bones.chain(morphs).chain(cameras).chain(lights).chain(shadows).chain(properties)
    }

    fn records<T>(self, section: &'a Section) -> Records<'a, T> {
        Records::new(Cursor::new(self.data, Globals::WIDE).moved_to(section.first()), section)
    }
}

impl fmt::Debug for Vmd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vmd")
            .field("version", &self.version())
            .field("model_name", &self.model_name())
            .field("bones", &self.bones())
            .field("morphs", &self.morphs())
            .field("cameras", &self.cameras())
            .field("old_cameras", &self.old_cameras())
            .field("lights", &self.lights())
            .field("shadows", &self.shadows())
            .field("properties", &self.properties())
            .finish()
    }
}
