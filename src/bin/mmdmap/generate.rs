//! `mmdmap generate`: models of any size, for benchmarks and tests.
// Numbers here are ours, or were bounded when they were asked for.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
mod model;
mod pattern;
mod random;
mod recipe;

use crate::failure::{self, Outcome};
use crate::target::Target;
use clap::{CommandFactory, error::ErrorKind, value_parser};
use mmdmap::Encoding;
use mmdmap::pmx::{Composer, Version};
use pattern::Pattern;
use recipe::{Preset, Recipe};
use std::io;
use std::path::PathBuf;

/// Writes a model of any size that holds something of everything, for benchmarks
///
/// The same arguments give the same bytes. Every value is pseudo-random, every index is in range; checkers find little
/// to say of it. Nothing is held in memory, whatever the size.
#[derive(clap::Args)]
pub struct Args {
    /// Where to: a file, or `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// How much there is of everything, unless said otherwise
    #[arg(long, value_enum, value_name = "SIZE", default_value = "small")]
    preset: Preset,
    /// In which order kinds of deform follow each other
    #[arg(long, value_enum, value_name = "PATTERN", default_value = "real")]
    pattern: Pattern,
    /// How many vertices
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=400_000_000))]
    vertices: Option<u32>,
    /// How many bones
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=10_000_000))]
    bones: Option<u32>,
    /// Additional UVs of each vertex
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=4), default_value = "0")]
    extra_uvs: u8,
    /// The version of the format
    #[arg(long, value_enum, value_name = "VERSION", default_value = "2.1")]
    format: Format,
    /// The encoding of its text
    #[arg(long, value_enum, value_name = "ENCODING", default_value = "utf16")]
    encoding: Text,
    /// Leaves out what other readers stumble over: IK, external parents, other morphs than of vertices, soft bodies
    #[arg(long)]
    plain: bool,
    /// Other random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// What MikuMikuDance reads
    #[value(name = "2.0")]
    V2_0,
    /// With QDEF, flip and impulse morphs and soft bodies
    #[value(name = "2.1")]
    V2_1,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Text {
    /// UTF-16LE
    Utf16,
    /// UTF-8
    Utf8,
}

impl Args {
    fn recipe(&self) -> Recipe {
        let mut usual = Recipe::new(self.preset);
        if self.plain {
            usual = usual.plain();
        }
        Recipe {
            version: match self.format {
                Format::V2_0 => Version::V2_0,
                Format::V2_1 => Version::V2_1,
            },
            encoding: match self.encoding {
                Text::Utf16 => Encoding::Utf16Le,
                Text::Utf8 => Encoding::Utf8,
            },
            pattern: self.pattern,
            seed: self.seed,
            extra_uvs: self.extra_uvs,
            vertices: self.vertices.map_or(usual.vertices, |n| n as usize),
            bones: self.bones.map_or(usual.bones, |n| n as usize),
            ..usual
        }
    }
}

pub fn run(args: &Args) -> io::Result<Outcome> {
    if matches!((args.pattern, args.format), (Pattern::Qdef, Format::V2_0)) {
        let message = "--pattern qdef needs --format 2.1";
        crate::Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    let recipe = args.recipe();
    let (version, globals, info) = (recipe.version, recipe.globals(), model::info());
    let written = Target::new(args.output.clone())
        .compose(version, globals, info, |model: &mut Composer<'_>| model::compose(&recipe, model))?;
    Ok(match written {
        Ok(()) => Outcome::Done,
        Err(failure) => {
            failure::print(&failure.lines());
            Outcome::Failed
        }
    })
}
