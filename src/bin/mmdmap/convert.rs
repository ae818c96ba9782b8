//! `mmdmap convert`: a pose to a motion, a motion to poses, a pose to another kind of pose.
mod series;

use crate::any::AnyFile;
use crate::failure::{self, Failure, Outcome};
use crate::inputs::Input;
use crate::open::{Opened, PoseEncoding, ReadingAny};
use crate::range::range;
use crate::target::Target;
use clap::ValueEnum;
use mmdmap::pmx::PmxIndex;
use mmdmap::vmd::Vmd;
use mmdmap::vpd::{Flavour, Vpd};
use mmdmap::{ConvertOptions, Encoding, Losses, Misfit, PmxFile, WriteError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Makes a motion of a pose, or poses of a motion
///
/// A pose becomes a motion with one key for each bone and morph. Any frame of a motion becomes a pose: of every bone and
/// morph that the motion moves, between keys along their curves. A pose can become a pose, too, in another encoding or
/// flavour. New poses are written as MikuMikuDance writes them, numbers with six decimals.
///
/// What IN is, its content says. What OUT is to be, --to says; else its ending; else a pose becomes a motion and a motion
/// a pose. What the new file cannot say is left out, and listed on standard error. An option that means nothing to what is
/// made is an error.
#[derive(clap::Args)]
pub struct Args {
    /// A pose or a motion, or `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where to: a file, `-` for standard output; with --frames, a folder. A file is replaced once the new one is whole
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// What OUT is to be
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<To>,
    /// Of a motion: the pose at this frame, which need not be whole. Of a pose: the frame of the keys. 0 unless given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    frame: Option<Frame>,
    /// Of a motion: a pose for each of these frames, in the folder OUT: `A..B` (without B), `A..=B`, `A..` up to the last
    /// key
    #[arg(long, value_parser = range, value_name = "A..B", conflicts_with = "frame")]
    frames: Option<Range<usize>>,
    /// Of those frames, the first and then each so many further on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), requires = "frames")]
    every: u32,
    /// Of a motion: only what has a key at the very frame, nothing in between
    #[arg(long)]
    keys_only: bool,
    /// Between a pose and a motion: the model that is moved; what its physics moves is left out
    #[arg(long, value_name = "MODEL")]
    model: Option<PathBuf>,
    /// The model's name in a new pose. Unless given, the pose's own, or the motion's with `.osm` behind it
    #[arg(long, value_name = "NAME")]
    model_name: Option<String>,
    /// The encoding of a new pose: cp932 unless given. MikuMikuDance reads no other
    #[arg(long, value_enum)]
    encoding: Option<PoseEncoding>,
    /// The flavour of a new pose: text unless given. No program but this one is known to read hybrid ones, which have no
    /// morphs
    #[arg(long, value_enum)]
    flavour: Option<PoseFlavour>,
    #[command(flatten)]
    reading: ReadingAny,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// A pose
    Vpd,
    /// A motion
    Vmd,
}

#[derive(Clone, Copy, ValueEnum)]
enum PoseFlavour {
    /// What every program reads and writes
    Text,
    /// Half binary
    Hybrid,
}

/// A frame of a motion: not below 0, and a number. Wide enough to tell any frame that can have a key from the next.
#[derive(Clone, Copy, Default)]
struct Frame(f64);

impl FromStr for Frame {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let frame = text.parse().ok().filter(|frame: &f64| *frame >= 0.0 && frame.is_finite());
        frame.map(Frame).ok_or_else(|| "a frame is a number from 0 on".into())
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    let input = Input::new(args.input.clone());
    let result = convert(args, &input)?;
    failure::print(&result.as_ref().map_or_else(Failure::lines, String::clone));
    Ok(if result.is_ok() { Outcome::Done } else { Outcome::Failed })
}

/// What is to be told of it.
fn convert(args: &Args, input: &Input) -> io::Result<Result<String, Failure>> {
    let (file, model) = match opened(args, input) {
        Ok(opened) => opened,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut options = ConvertOptions::new().keys_only(args.keys_only);
    if let Some(model) = &model {
        options = options.model(model.model());
    }
    let repairs = file.told_repairs(&input.to_string());
    let to = args.to_what(&file);
    if let Some(why) = args.nonsense(&file, to) {
        return Ok(Err(Failure::new(format!("{input}: {why}"))));
    }
    let done = match (&file, to) {
        (AnyFile::Model(_), _) => Ok(Err(Failure::new(format!("{input}: a model is no pose and no motion")))),
        (AnyFile::Motion(_), To::Vmd) => {
            let failure = Failure::new(format!("{input}: it is a motion already"));
            Ok(Err(failure.with_hint(Some("an OUT that ends in .vpd, or --to vpd, makes a pose of it"))))
        }
        (AnyFile::Pose(file), To::Vmd) => args.pose_to_motion(file.pose(), input, &options),
        (AnyFile::Pose(file), To::Vpd) => args.pose_to_pose(file.pose()),
        (AnyFile::Motion(file), To::Vpd) => match &args.frames {
            Some(frames) => series::save(args, input, file.motion(), frames.clone(), &options),
            None => args.motion_to_pose(file.motion(), &options),
        },
    }?;
    Ok(done.map(|told| repairs + &told))
}

/// What is to be converted, and the model that is moved.
fn opened(args: &Args, input: &Input) -> Result<(AnyFile, Option<PmxFile>), Failure> {
    let model = args.model.clone().map(Input::new);
    if let (Input::Stdin, Some(Input::Stdin)) = (input, &model) {
        return Err(Failure::new("-: standard input is at its end already".into()));
    }
    let file = args.reading.open(input)?.file;
    let model = match &model {
        Some(input) => {
            let Opened { file, .. } = args.reading.open_as::<PmxIndex>(input)?;
            failure::print(&failure::repairs(&input.to_string(), file.index().repairs()));
            Some(file)
        }
        None => None,
    };
    Ok((file, model))
}

impl Args {
    fn to_what(&self, file: &AnyFile) -> To {
        match (self.to, file) {
            (Some(to), _) => to,
            _ if self.frames.is_some() || self.is_named("vpd") => To::Vpd,
            _ if self.is_named("vmd") => To::Vmd,
            (None, AnyFile::Motion(_)) => To::Vpd,
            (None, _) => To::Vmd,
        }
    }
    /// Whether OUT has this ending.
    fn is_named(&self, ending: &str) -> bool {
        self.output.extension().is_some_and(|has| has.eq_ignore_ascii_case(ending))
    }
    /// Why this is not to be made of that with these options: one of them would be passed over, or a model overwritten.
    fn nonsense(&self, file: &AnyFile, to: To) -> Option<&'static str> {
        let (of_pose, to_motion) = match file {
            AnyFile::Model(_) => return None, // whatever the options say
            AnyFile::Pose(_) => (true, to == To::Vmd),
            AnyFile::Motion(_) => (false, to == To::Vmd),
        };
        let onto_model = self.to.is_none() && self.frames.is_none() && (self.is_named("pmx") || self.is_named("pmd"));
        let rules = [
            (onto_model, "OUT is named as a model is; --to vpd or --to vmd says that it is none"),
            (of_pose && self.frames.is_some(), "a pose has one frame; --frames is for motions"),
            (of_pose && self.keys_only, "a pose has one frame; --keys-only is for motions"),
            (of_pose && !to_motion && self.frame.is_some(), "a pose of a pose has no frames; --frame is for motions"),
            (of_pose && !to_motion && self.model.is_some(), "a pose of a pose keeps its bones; --model is for motions"),
            (to_motion && self.encoding.is_some(), "names in motions are in cp932; --encoding is for poses"),
            (to_motion && self.flavour.is_some(), "motions have no flavours; --flavour is for poses"),
            (to_motion && self.model_name.is_some(), "the name is that in the pose; --model-name is for new poses"),
        ];
        rules.into_iter().find_map(|(applies, why)| applies.then_some(why))
    }
    /// In which layout and encoding new poses are written.
    fn form(&self) -> (Flavour, Encoding) {
        let flavour = match self.flavour {
            None | Some(PoseFlavour::Text) => Flavour::Text,
            Some(PoseFlavour::Hybrid) => Flavour::Hybrid,
        };
        (flavour, self.encoding.map_or(Encoding::Cp932, Encoding::from))
    }
    /// The name of the model for poses that are made of this motion; and a remark, if it is not all that the motion says. A
    /// motion has room for so many bytes, and MikuMikuDance cuts there, whatever character that halves.
    fn model_name_of(&self, motion: Vmd<'_>) -> (String, String) {
        if let Some(name) = &self.model_name {
            return (name.clone(), String::new());
        }
        let header = motion.header();
        let is_cut =
            header.name.is_some_and(|name| name.is_cut()) || header.short_name.is_some_and(|name| name.is_cut());
        let stored = header.model_name().decode();
        let whole = if is_cut { stored.trim_end_matches(char::REPLACEMENT_CHARACTER) } else { &stored };
        let name = format!("{whole}.osm");
        let remark = format!("{}: the model is {name}: the motion holds half a character more", self.output.display());
        (name, if is_cut { failure::remark(&remark) } else { String::new() })
    }

    fn pose_to_motion(
        &self,
        pose: Vpd<'_>,
        input: &Input,
        options: &ConvertOptions<'_>,
    ) -> io::Result<Result<String, Failure>> {
        let Frame(frame) = self.frame.unwrap_or_default();
        // Saturates; what is no u32 does not come back the same.
        let whole = frame as u32;
        if f64::from(whole) != frame {
            return Ok(Err(Failure::new(format!(
                "{input}: keys lie at whole frames up to {}, not at {frame}",
                u32::MAX
            ))));
        }
        let (motion, losses) = pose.to_motion(&options.frame(whole));
        self.written(losses, |path| motion.save(path), || motion.to_bytes())
    }
    fn pose_to_pose(&self, pose: Vpd<'_>) -> io::Result<Result<String, Failure>> {
        let mut new = pose.to_pose();
        if let Some(name) = &self.model_name {
            new.model_name = name.as_str().into();
        }
        let (flavour, encoding) = self.form();
        let mut losses = pose.unwritten_losses();
        new.fit(flavour, &mut losses);
        self.written(losses, |path| new.save(path, flavour, encoding), || new.to_bytes(flavour, encoding))
    }
    fn motion_to_pose(&self, motion: Vmd<'_>, options: &ConvertOptions<'_>) -> io::Result<Result<String, Failure>> {
        let Frame(frame) = self.frame.unwrap_or_default();
        let (name, remark) = self.model_name_of(motion);
        let poses = motion.poses(options);
        let (mut pose, mut losses) = poses.at(frame, &name);
        let (flavour, encoding) = self.form();
        pose.fit(flavour, &mut losses);
        let written =
            self.written(losses, |path| pose.save(path, flavour, encoding), || pose.to_bytes(flavour, encoding))?;
        Ok(written.map(|said| remark + &said))
    }

    /// Writes the new file; tells what was lost.
    fn written(
        &self,
        losses: Losses,
        save: impl FnOnce(&Path) -> Result<(), WriteError>,
        to_bytes: impl FnOnce() -> Result<Vec<u8>, WriteError>,
    ) -> io::Result<Result<String, Failure>> {
        let target = Target::new(self.output.clone());
        let written = target.put(save, to_bytes)?;
        Ok(match written {
            Ok(()) => Ok(failure::losses(&target.to_string(), &losses)),
            Err(error) => Err(why_not(&target.to_string(), &error)),
        })
    }
}

/// Why a new file could not be written, and what else might be tried.
fn why_not(label: &str, error: &WriteError) -> Failure {
    let hint = match error {
        WriteError::Misfit { what: Misfit::Text, .. } => {
            Some("--pose-encoding says in which encoding a pose is; in cp932 the names of a motion stay as they are")
        }
        WriteError::Misfit { section: "header", record: None, .. } => Some("--model-name gives another name"),
        WriteError::Misfit { what: Misfit::Character(_), .. } => {
            Some("--encoding utf8 takes every character; MikuMikuDance does not read it")
        }
        WriteError::Misfit { what: Misfit::NotFinite, .. } => {
            Some("`mmdmap check` of the motion says which keys hold such numbers; --frame gives another frame")
        }
        _ => None,
    };
    Failure::new(format!("{label}: {error}")).with_hint(hint)
}
