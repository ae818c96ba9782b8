//! What the three checkers find, as one kind of thing.
use crate::any::AnyFile;
use crate::codes::FindingCode;
use crate::failure::Failure;
use crate::inputs::Input;
use mmdmap::check::{Finding, Rule, Totals, Value};
use mmdmap::pmx::Pmx;
use mmdmap::pmx::check::CheckOptions;
use mmdmap::vmd::Vmd;
use mmdmap::vpd::Vpd;
use mmdmap::{Place, Text};
use std::path::Path;

/// One finding, and whom it is about.
pub struct Found {
    pub code: FindingCode,
    pub place: Place,
    pub offset: u64,
    pub found: Value,
    pub expected: Value,
    /// The name of the record, its beginning at least; a texture goes by its path.
    pub name: Option<String>,
}

/// All findings of one file: so many of each code, and how many there are of each.
pub struct All {
    pub found: Vec<Found>,
    pub totals: Vec<(FindingCode, u64)>,
}

impl All {
    pub fn of(file: &AnyFile, input: &Input, each: usize, textures: bool) -> Result<Self, Failure> {
        match file {
            AnyFile::Model(file) => {
                let model = file.model();
                let mut options = CheckOptions::new().max_per_code(each);
                if textures {
                    options = options.textures_in(folder_of(input)?);
                }
                let mut findings = model.check_with(&options);
                let found = All::found(&mut findings, |place| name_in_model(model, place));
                Ok(All::with(found, findings.totals()))
            }
            AnyFile::Pose(file) => {
                let pose = file.pose();
                let mut findings = pose.check_with(each);
                let found = All::found(&mut findings, |place| name_in_pose(pose, place));
                Ok(All::with(found, findings.totals()))
            }
            AnyFile::Motion(file) => {
                let motion = file.motion();
                let mut findings = motion.check_with(each);
                let found = All::found(&mut findings, |place| name_in_motion(motion, place));
                Ok(All::with(found, findings.totals()))
            }
        }
    }

    fn found<C: Rule + Into<FindingCode>>(
        findings: &mut dyn Iterator<Item = Finding<C>>,
        name: impl Fn(Place) -> Option<String>,
    ) -> Vec<Found> {
        findings
            .map(|finding| Found {
                code: finding.code().into(),
                place: finding.place(),
                offset: finding.offset(),
                found: finding.found().clone(),
                expected: finding.expected().clone(),
                name: name(finding.place()),
            })
            .collect()
    }
    fn with<C: Rule + Into<FindingCode>>(found: Vec<Found>, totals: &Totals<C>) -> Self {
        All { found, totals: totals.iter().map(|(code, count)| (code.into(), count)).collect() }
    }
}

/// Where a model's textures lie. Nobody knows it of what comes through a pipe.
fn folder_of(input: &Input) -> Result<&Path, Failure> {
    match input {
        Input::Stdin => Err(Failure::new(format!("{input}: --textures needs a model that lies in a folder"))),
        Input::Path(path) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Ok(folder.unwrap_or(Path::new(".")))
        }
    }
}

fn name_in_model(model: Pmx<'_>, place: Place) -> Option<String> {
    let record = place.record()?;
    let name = match place.section() {
        "textures" => model.textures().get(record)?,
        "materials" => model.materials().get(record)?.name.local,
        "bones" => model.bones().get(record)?.name.local,
        "morphs" => model.morphs().get(record)?.name.local,
        "display-frames" => model.display_frames().get(record)?.name.local,
        "rigid-bodies" => model.rigid_bodies().get(record)?.name.local,
        "joints" => model.joints().get(record)?.name.local,
        "soft-bodies" => model.soft_bodies().get(record)?.name.local,
        _ => return None,
    };
    Some(beginning(name))
}

fn name_in_pose(pose: Vpd<'_>, place: Place) -> Option<String> {
    let record = place.record()?;
    let name = match place.section() {
        "bones" => pose.bones().get(record)?.name,
        "morphs" => pose.morphs().get(record)?.name,
        _ => return None,
    };
    Some(beginning(name.text()))
}

fn name_in_motion(motion: Vmd<'_>, place: Place) -> Option<String> {
    let record = place.record()?;
    let name = match place.section() {
        "bones" => motion.bones().get(record)?.name,
        "morphs" => motion.morphs().get(record)?.name,
        _ => return None,
    };
    Some(beginning(name.text()))
}

fn beginning(name: Text<'_>) -> String {
    /// As much as findings keep of a text.
    const KEPT: usize = 80;
    name.chars().take(KEPT).collect()
}
