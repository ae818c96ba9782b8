//! What each mode has to make of a file, by the reference, and what it makes of it.
use super::common::MODES;
use super::{pmx, pmx_reader, pmx_seen, vmd, vmd_seen};
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::VmdIndex;
use mmdmap::{Mode, RepairCode, Repairs};

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
        let want = pmx_reader::read(bytes).ok();
        let told =
            want.as_ref().map(|model| Told { odd: model.odd.iter().map(pmx_code).collect(), is_cut: model.is_cut });
        let scanned = MODES.map(|mode| PmxIndex::scan_with(bytes, &mode.into()));
        let mut sections = None;
        for (i, scanned) in scanned.iter().enumerate() {
            let index = scanned.as_ref().map_err(ToString::to_string);
            let Some(index) = self.mode(i, index, told.as_ref())? else { continue };
            told.as_ref().expect("it opens").are(MODES[i], index.repairs(), index.is_cut())?;
            // The strictest mode that opens a file is compared to the last field, the others find the same places.
            match (&sections, &want) {
                (None, Some(model)) => self.records += pmx_seen::compare(model, index.view(bytes))?,
                (Some(same), _) if *same == index.sections() => {}
                _ => return Err(format!("{:?} finds other sections", MODES[i])),
            }
            sections = Some(index.sections());
        }
        Ok(())
    }
    /// On a motion; or what they do not agree on.
    pub fn on_vmd(&mut self, bytes: &[u8]) -> Result<(), String> {
        let want = vmd::read(bytes).ok();
        let told =
            want.as_ref().map(|motion| Told { odd: motion.odd.iter().map(vmd_code).collect(), is_cut: motion.is_cut });
        let scanned = MODES.map(|mode| VmdIndex::scan_with(bytes, &mode.into()));
        let mut sections = None;
        for (i, scanned) in scanned.iter().enumerate() {
            let index = scanned.as_ref().map_err(ToString::to_string);
            let Some(index) = self.mode(i, index, told.as_ref())? else { continue };
            told.as_ref().expect("it opens").are(MODES[i], index.repairs(), index.is_cut())?;
            match (&sections, &want) {
                (None, Some(motion)) => self.records += vmd_seen::compare(motion, index.view(bytes))?,
                (Some(same), _) if *same == index.sections() => {}
                _ => return Err(format!("{:?} finds other sections", MODES[i])),
            }
            sections = Some(index.sections());
        }
        Ok(())
    }

    /// The index, where a mode has to open the file; nothing where it has not.
    fn mode<I>(&mut self, i: usize, index: Result<I, String>, told: Option<&Told>) -> Result<Option<I>, String> {
        let mode = MODES[i];
        match (index, told.is_some_and(|told| told.opens(mode))) {
            (Ok(index), true) => {
                self.opened[i] += 1;
                Ok(Some(index))
            }
            (Err(_), false) => {
                self.refused[i] += 1;
                Ok(None)
            }
            (Ok(_), false) => Err(format!("{mode:?} opens it, but the reference: {told:?}")),
            (Err(e), true) => Err(format!("{mode:?} refuses it, but the reference: {told:?}: {e}")),
        }
    }
}

/// What the reference says of a file that it reads.
#[derive(Debug)]
struct Told {
    odd: Vec<RepairCode>,
    is_cut: bool,
}

impl Told {
    fn opens(&self, mode: Mode) -> bool {
        match mode {
            Mode::Strict => self.odd.is_empty() && !self.is_cut,
            Mode::Lenient => !self.is_cut,
            Mode::Salvage => true,
        }
    }
    /// What is odd is listed, each as often as it is there. (Of a record that is cut nothing is kept, so nothing is odd.)
    fn are(&self, mode: Mode, repairs: &Repairs, is_cut: bool) -> Result<(), String> {
        let same = RepairCode::ALL.iter().all(|&code| match code {
            RepairCode::Cut => repairs.count(code) == usize::from(self.is_cut),
            _ if self.is_cut => true,
            _ => repairs.count(code) == self.odd.iter().filter(|odd| **odd == code).count(),
        });
        if same && is_cut == self.is_cut { Ok(()) } else { Err(format!("{mode:?} lists {repairs:?}, not {self:?}")) }
    }
}

fn pmx_code(odd: &pmx::Odd) -> RepairCode {
    match odd {
        pmx::Odd::Signature => RepairCode::OddSignature,
        pmx::Odd::Encoding => RepairCode::UnknownEncoding,
        pmx::Odd::NegativeLength => RepairCode::NegativeLength,
        pmx::Odd::OddLength => RepairCode::OddLength,
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
