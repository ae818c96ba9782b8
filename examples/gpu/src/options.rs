//! The command line.
use crate::camera::View;
use std::path::PathBuf;

pub const USAGE: &str = "\
Streams a PMX model to the GPU, draws it and writes a PNG.

usage: mmdmap-gpu-example MODEL.pmx OUT.png [options]

  --size N           pixels of a side (default 512)
  --view VIEW        front, back or side (default front)
  --morph NAME=W     a morph and its weight; may be given again
  --turntable N      N pictures from all around: OUT-01.png, OUT-02.png ...
  --staging KIB      size of each of the two mapped buffers (default 1024)
  --help             this text
";

/// What is asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    pub model: PathBuf,
    pub out: PathBuf,
    pub size: u32,
    pub view: View,
    pub morphs: Vec<(String, f32)>,
    /// How many pictures from all around; 0 for the view alone.
    pub turntable: u32,
    /// Bytes of a mapped buffer.
    pub staging: usize,
}

impl Options {
    /// From the command line; `None` where help is asked for.
    pub fn parse(mut args: lexopt::Parser) -> Result<Option<Self>, lexopt::Error> {
        use lexopt::prelude::*;
        let mut files = Vec::new();
        let mut options = Options {
            model: PathBuf::new(),
            out: PathBuf::new(),
            size: 512,
            view: View::Front,
            morphs: Vec::new(),
            turntable: 0,
            staging: 1024 * 1024,
        };
        while let Some(arg) = args.next()? {
            match arg {
                Long("size") => options.size = within("--size", args.value()?.parse()?, 1..=4096)?,
                Long("view") => options.view = args.value()?.parse_with(View::named)?,
                Long("morph") => options.morphs.push(args.value()?.parse_with(weighted)?),
                Long("turntable") => options.turntable = within("--turntable", args.value()?.parse()?, 1..=999)?,
                Long("staging") => {
                    options.staging = within("--staging", args.value()?.parse()?, 1..=65_536)? as usize * 1024
                }
                Long("help") | Short('h') => return Ok(None),
                Value(file) if files.len() < 2 => files.push(PathBuf::from(file)),
                _ => return Err(arg.unexpected()),
            }
        }
        let [model, out] = <[PathBuf; 2]>::try_from(files).map_err(|_| "a model and a picture are to be named")?;
        Ok(Some(Options { model, out, ..options }))
    }
}

fn within(what: &str, n: u32, range: core::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let (least, most) = (*range.start(), *range.end());
    if range.contains(&n) { Ok(n) } else { Err(format!("{what} is from {least} to {most}, not {n}")) }
}

/// `NAME=W`; names may hold `=`.
fn weighted(text: &str) -> Result<(String, f32), String> {
    let (name, weight) = text.rsplit_once('=').ok_or_else(|| format!("{text:?} is not NAME=WEIGHT"))?;
    let weight: f32 = weight.parse().map_err(|_| format!("{weight:?} is no weight"))?;
    if weight.is_finite() { Ok((name.to_owned(), weight)) } else { Err(format!("{weight} is no weight")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Option<Options>, String> {
        Options::parse(lexopt::Parser::from_args(args)).map_err(|e| e.to_string())
    }

    #[test]
    fn a_whole_command_line() {
        let args = "m.pmx o.png --size 64 --view side --morph あ=0.5 --morph a=b=-1 --turntable 8 --staging 4";
        let options = parse(&args.split(' ').collect::<Vec<_>>()).unwrap().unwrap();
        let expected = Options {
            model: "m.pmx".into(),
            out: "o.png".into(),
            size: 64,
            view: View::Side,
            morphs: vec![("あ".into(), 0.5), ("a=b".into(), -1.0)],
            turntable: 8,
            staging: 4096,
        };
        assert_eq!(options, expected);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for args in [
            "m.pmx",
            "m.pmx o.png x",
            "m.pmx o.png --size 0",
            "m.pmx o.png --view top",
            "m.pmx o.png --morph a",
            "m.pmx o.png --morph a=nan",
            "m.pmx o.png --turn 3",
        ] {
            assert!(parse(&args.split(' ').collect::<Vec<_>>()).is_err(), "{args}");
        }
        assert_eq!(parse(&["--help"]), Ok(None));
    }
}
