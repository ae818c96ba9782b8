//! What each mode has to make of a file, by the reference, and what it makes of it.
use super::bytes::{Place, Stop, Told};
use super::common::{MODES, kept::kept};
use super::differ::Compared;
use super::{pmx, pmx_reader, pmx_seen, vmd, vmd_seen};
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::{Error, FileIndex, Mode, RepairCode, Repairs, SectionSpan};

/// Files on which both agree: how many each mode opens and refuses, and the records that were compared.
#[derive(Debug, Default)]
pub struct Agreed {
    pub opened: [usize; 3],
    pub refused: [usize; 3],
    pub records: usize,
}

impl Agreed {
    /// On a model; or what they do not agree on.
    pub fn on_pmx(&mut self, bytes: &[u8]) -> Result<(), String> {
        let want = pmx_reader::read(bytes);
        let listed = |index: &PmxIndex| (index.sections().to_vec(), index.repairs().clone());
        self.on(bytes, &want.1, pmx_code, listed, |index| pmx_seen::compare(&want, index.view(bytes)))
    }
    /// On a motion; or what they do not agree on.
    pub fn on_vmd(&mut self, bytes: &[u8]) -> Result<(), String> {
        let want = vmd::read(bytes);
        let listed = |index: &VmdIndex| (index.sections(), index.repairs().clone());
        self.on(bytes, &want.1, vmd_code, listed, |index| vmd_seen::compare(&want, index.view(bytes)))
    }

    fn on<I: FileIndex, O>(
        &mut self,
        bytes: &[u8],
        told: &Told<O>,
        code: fn(&O) -> RepairCode,
        listed: impl Fn(&I) -> (Vec<SectionSpan>, Repairs),
        compare: impl Fn(&I) -> Compared,
    ) -> Result<(), String> {
        let odd: Vec<(RepairCode, Place)> = told.odd.iter().map(|(odd, place)| (code(odd), *place)).collect();
        let wrong = |mode: Mode, what: String| format!("{mode:?} {what}; the reference: {odd:?}, {:?}", told.stop);
        let mut before = None;
        for (i, mode) in MODES.into_iter().enumerate() {
            match (I::scan(bytes, &mode.into()), opens(mode, told)) {
                (Ok(index), true) => {
                    self.opened[i] += 1;
                    let (sections, repairs) = listed(&index);
                    if !are(&repairs, &odd, told.stop) {
                        return Err(wrong(mode, format!("lists {repairs:?}")));
                    }
                    // The strictest mode that opens it is compared to the last field, the others find the same places.
                    match &before {
                        None => self.records += compare(&index).map_err(|what| wrong(mode, what))?,
                        Some(before) if *before == sections => {}
                        Some(_) => return Err(wrong(mode, "finds other sections".into())),
                    }
                    before = Some(sections);
                }
                (Err(e), false) => {
                    self.refused[i] += 1;
                    if !names(mode, &e, told) {
                        return Err(wrong(mode, format!("refuses it elsewhere: {e}")));
                    }
                }
                (Ok(_), false) => return Err(wrong(mode, "opens it".into())),
                (Err(e), true) => return Err(wrong(mode, format!("refuses it: {e}"))),
            }
        }
        Ok(())
    }
}

fn opens<O>(mode: Mode, told: &Told<O>) -> bool {
    match mode {
        Mode::Strict => told.odd.is_empty() && told.stop.is_none(),
        Mode::Lenient => told.stop.is_none(),
        Mode::Salvage => told.stop.is_none() || told.is_cut(),
    }
}

/// What is odd is listed, in order. (Of a record that is cut nothing is kept, so nothing is odd.)
fn are(repairs: &Repairs, odd: &[(RepairCode, Place)], stop: Option<(Stop, Place, usize)>) -> bool {
    let listed = repairs.iter().map(|repair| (repair.code(), (repair.place().section(), repair.place().record())));
    let mut all = odd.to_vec();
    if let Some((_, place, _)) = stop {
        // What is odd in the record that is cut does not matter any more.
        all.retain(|&(_, at)| at != place);
        all.push((RepairCode::Cut, place));
    }
    let (kept, counts) = kept(all, |&(code, _)| code);
    let count = |code| counts.get(code).copied().unwrap_or(0);
    RepairCode::ALL.iter().all(|code| repairs.count(*code) == count(code)) && listed.eq(kept)
}

/// Whether an error is the first there is: of its section. The record and the byte of one that every mode finds are those
/// of the field; those of a cut, and of what lies behind it, may be those of a count that promised more.
fn names<O>(mode: Mode, e: &Error, told: &Told<O>) -> bool {
    let (section, record) = (e.place().section(), e.place().record());
    match (told.odd.first(), told.stop) {
        (Some((_, first)), _) if mode == Mode::Strict => section == first.0,
        (_, Some((Stop::Error, place, at))) if mode == Mode::Salvage && section != "info" => {
            ((section, record), e.offset(), e.is_cut()) == (place, at as u64, false)
        }
        (_, Some((stop, place, at))) => {
            section == place.0 && e.offset() <= at as u64 && (e.is_cut() || stop == Stop::Error)
        }
        (_, None) => false,
    }
}

fn pmx_code(odd: &pmx::Odd) -> RepairCode {
    match odd {
        pmx::Odd::Signature => RepairCode::OddSignature,
        pmx::Odd::Encoding => RepairCode::UnknownEncoding,
        pmx::Odd::NegativeLength => RepairCode::NegativeLength,
        pmx::Odd::HalfUnit => RepairCode::OddLength,
        pmx::Odd::NoSoftBodies => RepairCode::NoSoftBodies,
        pmx::Odd::TrailingBytes => RepairCode::TrailingBytes,
    }
}
fn vmd_code(odd: &vmd::Odd) -> RepairCode {
    match odd {
        vmd::Odd::Signature => RepairCode::OddMotionSignature,
        vmd::Odd::NoSection => RepairCode::NoSection,
        vmd::Odd::TrailingBytes => RepairCode::TrailingBytes,
    }
}
