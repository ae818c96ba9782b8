//! The names of findings, repairs and losses, as the user gives them. The only door to strsim.
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use mmdmap::LossCode;
use mmdmap::RepairCode;
use mmdmap::pmx::check::Code;
use std::ffi::OsStr;

/// Something that has a name in one of the lists.
pub trait Named: Clone + Send + Sync + 'static {
    fn all() -> impl Iterator<Item = Self>;
    fn name(&self) -> &'static str;
}

impl Named for Code {
    fn all() -> impl Iterator<Item = Self> {
        Code::ALL.iter().copied()
    }
    fn name(&self) -> &'static str {
        Code::name(*self)
    }
}

/// Whatever can be explained.
#[derive(Clone, Copy)]
pub enum Explained {
    Finding(Code),
    Repair(RepairCode),
    Loss(LossCode),
}

impl Named for Explained {
    fn all() -> impl Iterator<Item = Self> {
        let findings = Code::ALL.iter().copied().map(Explained::Finding);
        let repairs = RepairCode::ALL.iter().copied().map(Explained::Repair);
        findings.chain(repairs).chain(LossCode::ALL.iter().copied().map(Explained::Loss))
    }
    fn name(&self) -> &'static str {
        match self {
            Explained::Finding(code) => code.name(),
            Explained::Repair(code) => code.name(),
            Explained::Loss(code) => code.name(),
        }
    }
}

/// Takes a name for what it names; of one that is none, it says which are near.
#[derive(Clone)]
pub struct ByName<T>(fn() -> Vec<T>);

impl<T: Named> ByName<T> {
    pub fn new() -> Self {
        ByName(|| T::all().collect())
    }
}

impl<T: Named> TypedValueParser for ByName<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let given = value.to_string_lossy();
        let named = (self.0)().into_iter().find(|one| one.name() == given);
        named.ok_or_else(|| {
            let arg = arg.map(Arg::to_string).unwrap_or_default();
            let shown = crate::escape::escaped(&given);
            let near = near(&given, T::all().map(|one| one.name()));
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
        Some(Box::new(T::all().map(|one| PossibleValue::new(one.name()))))
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
