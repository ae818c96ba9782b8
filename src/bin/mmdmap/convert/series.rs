//! Many poses of one motion, in a folder.
use super::{Args, why_not};
use crate::failure::{self, Failure};
use crate::inputs::Input;
use crate::progress::Progress;
use mmdmap::vmd::Vmd;
use mmdmap::{ConvertOptions, Losses};
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

/// More poses than this are not meant: a stray key may lie at frame four billion.
const MOST: usize = 100_000;

/// Saves the pose of each frame as `<name of the motion>-<frame>.vpd`; tells what was lost.
pub fn save(
    args: &Args,
    input: &Input,
    motion: Vmd<'_>,
    frames: Range<usize>,
    options: &ConvertOptions<'_>,
) -> io::Result<Result<String, Failure>> {
    let folder = &args.output;
    let last = motion.last_frame().and_then(|frame| usize::try_from(frame).ok()).unwrap_or(0);
    let end = if frames.end == usize::MAX { last.saturating_add(1) } else { frames.end };
    let step = usize::try_from(args.every).unwrap_or(usize::MAX);
    let count = end.saturating_sub(frames.start).div_ceil(step);
    if folder.as_os_str() == "-" {
        return Ok(Err(Failure::new("-: several poses need a folder".into())));
    }
    if frames.is_empty() {
        return Ok(Err(Failure::new(format!("{input}: {}..{} holds no frame", frames.start, frames.end))));
    }
    if count == 0 {
        return Ok(Err(Failure::new(format!(
            "{input}: the last key is at frame {last}: there is no frame in the range"
        ))));
    }
    if count > MOST {
        return Ok(Err(Failure::new(format!("{input}: {count} poses, more than {MOST}"))
            .with_hint(Some("a smaller range for --frames, or a larger step for --every, makes them fewer"))));
    }
    if let Err(error) = std::fs::create_dir_all(folder) {
        let in_the_way = matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotADirectory);
        let hint = in_the_way.then_some("several poses need a folder: OUT is its name, and a file has it");
        return Ok(Err(Failure::new(format!("{}: {error}", folder.display())).with_hint(hint)));
    }

    let ((name, remark), poses) = (args.model_name_of(motion), motion.poses(options));
    let digits = end.saturating_sub(1).to_string().len();
    let (flavour, encoding) = args.form();
    let mut lost = Lost::default();
    let mut progress = Progress::of(count, "poses");
    for frame in (frames.start..end).step_by(step) {
        let path = folder.join(format!("{}-{frame:0digits$}.vpd", stem(input)));
        let (mut pose, mut losses) = poses.at(frame as f64, &name);
        pose.fit(flavour, &mut losses);
        if let Err(error) = pose.save(&path, flavour, encoding) {
            return Ok(Err(why_not(&path.display().to_string(), &error)));
        }
        lost.add(&losses);
        progress.advance(1);
    }
    drop(progress);
    let poses = if count == 1 { "pose" } else { "poses" };
    let written = failure::remark(&format!("{}: {count} {poses}", folder.display()));
    Ok(Ok(remark + &lost.lines(&folder.display().to_string(), count) + &written))
}

/// What the motion's file is called, without its ending.
fn stem(input: &Input) -> String {
    match input {
        Input::Stdin => "pose".into(),
        Input::Path(path) => path.file_stem().unwrap_or(Path::new("pose").as_os_str()).to_string_lossy().into_owned(),
    }
}

/// What was lost in all poses: what is lost in each is said once.
#[derive(Default)]
struct Lost {
    /// What, in the order in which it was first met, and in how many poses. Each pose may have lost something else.
    all: HashMap<String, (usize, usize)>,
}

impl Lost {
    fn add(&mut self, losses: &Losses) {
        for text in failure::loss_texts(losses) {
            let order = self.all.len();
            let (_, poses) = self.all.entry(text).or_insert((order, 0));
            *poses = poses.saturating_add(1);
        }
    }
    fn lines(self, label: &str, count: usize) -> String {
        let mut all: Vec<_> = self.all.into_iter().map(|(text, (order, poses))| (order, text, poses)).collect();
        all.sort_unstable();
        let line = |(_, text, poses): &(usize, String, usize)| match *poses {
            poses if poses == count => failure::loss(&format!("{label}: {text}")),
            poses => failure::loss(&format!("{label}: {text} (in {poses} of {count} poses)")),
        };
        all.iter().map(line).collect()
    }
}
