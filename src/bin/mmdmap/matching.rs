//! `mmdmap match`: which bones and morphs of a model a pose means, and what finds nothing on either side.
mod as_json;
mod as_text;

use crate::failure::{self, Failure, Outcome};
use crate::inputs::Input;
use crate::open::ReadingAny;
use crate::output;
use mmdmap::pmx::PmxIndex;
use mmdmap::vpd::{PoseName, VpdIndex};
use mmdmap::{NameMatch, Named, PmxFile, Text, Unmatched, VpdFile};
use std::io::{self, Write};
use std::path::PathBuf;

/// Tells which bones and morphs of a model a pose means, and how they were found
///
/// A name is looked for as it stands (exact), without the blanks around it (trimmed), without what looks like a comment
/// (without-comment), and at last by its first 15 bytes in cp932, which is all that a motion keeps (first-15-bytes).
/// Told are also names that the model does not have, those that a later one of the same bone overrides, and what of the
/// model the pose leaves as it is.
#[derive(clap::Args)]
pub struct Args {
    /// A pose, or `-` for standard input
    #[arg(value_name = "POSE")]
    pose: PathBuf,
    /// A model
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// As JSON: one object, with `schema` and `schema_version`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingAny,
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let (pose, model) = (Input::new(args.pose.clone()), Input::new(args.model.clone()));
    let (pose_file, model_file) = match opened(args, &pose, &model) {
        Ok(files) => files,
        Err(failure) => {
            failure.print();
            return Ok(Outcome::Failed);
        }
    };
    failure::print(&failure::pose_repairs(&pose.to_string(), &pose_file));
    failure::print(&failure::repairs(&model.to_string(), model_file.index().repairs()));
    let report = Report::new(&pose, &model, &pose_file, &model_file);
    let mut out = output::styled();
    out.write_all(if args.json { report.to_json() } else { report.to_text() }.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Done)
}

fn opened(args: &Args, pose: &Input, model: &Input) -> Result<(VpdFile, PmxFile), Failure> {
    if let (Input::Stdin, Input::Stdin) = (pose, model) {
        return Err(Failure::new("-: standard input is at its end already".into()));
    }
    let pose = args.reading.open_as::<VpdIndex>(pose)?.file;
    Ok((pose, args.reading.open_as::<PmxIndex>(model)?.file))
}

/// What is shown, in either form.
struct Report<'a> {
    pose: &'a Input,
    model: &'a Input,
    kinds: [Kind<'a>; 2],
}

/// Bones, or morphs.
struct Kind<'a> {
    /// As both sections are called.
    name: &'static str,
    /// One of them.
    one: &'static str,
    found: Vec<Found<'a>>,
    /// Names that the model does not have.
    unmatched: Vec<(usize, PoseName<'a>)>,
    /// Names of what a later one means, too.
    overridden: Vec<(usize, PoseName<'a>)>,
    /// What the pose does not mention.
    untouched: Vec<(usize, Text<'a>)>,
}

/// A name of the pose, and what it means in the model.
struct Found<'a> {
    entry: usize,
    name: PoseName<'a>,
    index: usize,
    model_name: Text<'a>,
    by: NameMatch,
}

impl<'a> Report<'a> {
    fn new(pose_input: &'a Input, model_input: &'a Input, pose: &'a VpdFile, model: &'a PmxFile) -> Self {
        let (pose, model) = (pose.pose(), model.model());
        let posing = pose.on(model);
        let bones = posing.bones.iter().map(|bone| (bone.entry, bone.index.raw(), bone.found_by));
        let morphs = posing.morphs.iter().map(|morph| (morph.entry, morph.index.raw(), morph.found_by));
        let bone_names: Vec<_> = pose.bones().iter().map(|bone| bone.name).collect();
        let morph_names: Vec<_> = pose.morphs().iter().map(|morph| morph.name).collect();
        let model_bones: Vec<_> = model.bones().iter().map(|bone| bone.name().local).collect();
        let model_morphs: Vec<_> = model.morphs().iter().map(|morph| morph.name().local).collect();
        let bones = Kind::new(["bones", "bone"], bones, &posing.bone_names, &bone_names, &model_bones);
        let morphs = Kind::new(["morphs", "morph"], morphs, &posing.morph_names, &morph_names, &model_morphs);
        Report { pose: pose_input, model: model_input, kinds: [bones, morphs] }
    }
}

impl<'a> Kind<'a> {
    fn new(
        [name, one]: [&'static str; 2],
        found: impl Iterator<Item = (usize, i32, NameMatch)>,
        rest: &Unmatched,
        of_pose: &[PoseName<'a>],
        of_model: &[Text<'a>],
    ) -> Self {
        let named = |numbers: &[usize]| -> Vec<(usize, PoseName<'a>)> {
            numbers.iter().filter_map(|&entry| Some((entry, *of_pose.get(entry)?))).collect()
        };
        let found = found.filter_map(|(entry, index, by)| {
            let index = usize::try_from(index).ok()?;
            Some(Found { entry, name: *of_pose.get(entry)?, index, model_name: *of_model.get(index)?, by })
        });
        Kind {
            name,
            one,
            found: found.collect(),
            unmatched: named(&rest.unmatched),
            overridden: named(&rest.overridden),
            untouched: rest.untouched.iter().filter_map(|&index| Some((index, *of_model.get(index)?))).collect(),
        }
    }
    /// How many names the pose has.
    fn names(&self) -> usize {
        self.found.len().saturating_add(self.unmatched.len()).saturating_add(self.overridden.len())
    }
}
