//! The names of findings, repairs and losses, as the user gives them. The only door to strsim.
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use mmdmap::check::Severity;
use mmdmap::{LossCode, RepairCode, pmx, vmd, vpd};
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// The code of a finding, whichever checker has it. They share some names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FindingCode {
    Model(pmx::check::Code),
    Pose(vpd::check::Code),
    Motion(vmd::check::Code),
}

macro_rules! said_by_each {
    ($Codes:ident: $($Kind:ident),*; $what:ident -> $ty:ty) => {
        impl $Codes {
            pub fn $what(self) -> $ty {
                match self { $( $Codes::$Kind(code) => code.$what(), )* }
            }
        }
    };
    ($Codes:ident: $($Kind:ident),*; $what:ident -> $ty:ty, $($more:tt)+) => {
        said_by_each! { $Codes: $($Kind),*; $what -> $ty }
        said_by_each! { $Codes: $($Kind),*; $($more)+ }
    };
}
said_by_each! {
    FindingCode: Model, Pose, Motion;
    name -> &'static str, severity -> Severity, what -> &'static str, why -> &'static str, advice -> &'static str
}

impl FindingCode {
    pub fn all() -> impl Iterator<Item = Self> {
        let models = pmx::check::Code::ALL.iter().copied().map(FindingCode::Model);
        let poses = vpd::check::Code::ALL.iter().copied().map(FindingCode::Pose);
        models.chain(poses).chain(vmd::check::Code::ALL.iter().copied().map(FindingCode::Motion))
    }
    /// In what it is found.
    pub fn found_in(self) -> &'static str {
        match self {
            FindingCode::Model(_) => "models",
            FindingCode::Pose(_) => "poses",
            FindingCode::Motion(_) => "motions",
        }
    }
}
impl From<pmx::check::Code> for FindingCode {
    fn from(code: pmx::check::Code) -> Self {
        FindingCode::Model(code)
    }
}
impl From<vpd::check::Code> for FindingCode {
    fn from(code: vpd::check::Code) -> Self {
        FindingCode::Pose(code)
    }
}
impl From<vmd::check::Code> for FindingCode {
    fn from(code: vmd::check::Code) -> Self {
        FindingCode::Motion(code)
    }
}

/// Whatever can be explained.
#[derive(Clone, Copy)]
pub enum Explained {
    Finding(FindingCode),
    Repair(RepairCode),
    Loss(LossCode),
}

impl Explained {
    pub fn all() -> impl Iterator<Item = Self> {
        let findings = FindingCode::all().map(Explained::Finding);
        let repairs = RepairCode::ALL.iter().copied().map(Explained::Repair);
        findings.chain(repairs).chain(LossCode::ALL.iter().copied().map(Explained::Loss))
    }
}
said_by_each! {
    Explained: Finding, Repair, Loss;
    name -> &'static str, what -> &'static str, why -> &'static str, advice -> &'static str
}

/// Takes a name that something has; of one that nothing has, it says which are near.
#[derive(Clone, Copy)]
pub struct ByName(fn() -> Vec<&'static str>);

impl ByName {
    /// Names of findings.
    pub const FINDING: ByName = ByName(|| FindingCode::all().map(FindingCode::name).collect());
    /// Names of whatever can be explained.
    pub const EXPLAINED: ByName = ByName(|| Explained::all().map(Explained::name).collect());

    /// Each once, in the order of the lists.
    fn names(self) -> Vec<&'static str> {
        let mut seen = BTreeSet::new();
        let mut names = (self.0)();
        names.retain(|name| seen.insert(*name));
        names
    }
}

impl TypedValueParser for ByName {
    type Value = &'static str;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<&'static str, clap::Error> {
        let given = value.to_string_lossy();
        let names = self.names();
        names.iter().copied().find(|name| *name == given).ok_or_else(|| {
            let arg = arg.map(Arg::to_string).unwrap_or_default();
            let shown = crate::escape::escaped(&given);
            let near = near(&given, names.into_iter());
            let hint = if near.is_empty() {
                "`mmdmap explain --list` lists all codes".to_owned()
            } else {
                format!("did you mean {}?", near.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", "))
            };
            let message = format!("unknown code '{shown}' for '{arg}'\n\n  tip: {hint}\n");
            clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names().into_iter().map(PossibleValue::new)))
    }
}

/// The names most like this one, the nearest first.
fn near(given: &str, names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    const SHOWN: usize = 5;
    /// As clap has it for names of options.
    const ALIKE: f64 = 0.7;
    let given = given.to_lowercase().replace(['_', ' '], "-");
    let likeness = |name: &str| {
        let part = given.len() >= 3 && name.contains(given.as_str());
        let alike = strsim::jaro_winkler(&given, name);
        if part { alike.max(ALIKE) } else { alike }
    };
    let mut near: Vec<(f64, &str)> =
        names.map(|name| (likeness(name), name)).filter(|&(alike, _)| alike >= ALIKE).collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    near.into_iter().take(SHOWN).map(|(_, name)| name).collect()
}
