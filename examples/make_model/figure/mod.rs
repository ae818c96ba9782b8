//! Chizu (チズ, "map"), a map maker of 2 700 triangles: each room makes one thing of her, and here they come together.
//!
//! | room | what |
//! |---|---|
//! | `space`, `mesh` | points and the circle; sheets of quads, tubes and lathes, sewn into one mesh |
//! | `skeleton` | bones, and how they move the skin |
//! | `head`, `hair`, `body`, `clothes`, `gear` | what there is to see |
//! | `materials`, `textures` | how it looks |
//! | `expressions`, `frames` | morphs; where an editor lists them and the bones |
//! | `physics`, `soft` | rigid bodies and joints; the cape as cloth |
mod body;
mod clothes;
mod expressions;
mod frames;
mod gear;
mod hair;
mod head;
mod materials;
mod mesh;
mod physics;
mod skeleton;
mod soft;
mod space;
pub mod textures;

use expressions::Expressions;
use frames::Frames;
use head::Face;
use mesh::Mesh;
use mmdmap::pmx::{Info, Parts, Version};
use mmdmap::{Encoding, Globals, Name, Text, Width};
use physics::Physics;
use skeleton::Skeleton;
use soft::Cloth;
use std::error::Error;
use textures::Picture;

/// Which of the two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// PMX 2.0, as MikuMikuDance reads it.
    Classic,
    /// PMX 2.1, with what only that has.
    Extended,
}

impl Edition {
    pub const ALL: [Edition; 2] = [Edition::Classic, Edition::Extended];

    pub const fn file_name(self) -> &'static str {
        match self {
            Edition::Classic => "figure.pmx",
            Edition::Extended => "figure-2.1.pmx",
        }
    }
    const fn version(self) -> Version {
        match self {
            Edition::Classic => Version::V2_0,
            Edition::Extended => Version::V2_1,
        }
    }
    const fn encoding(self) -> Encoding {
        match self {
            Edition::Classic => Encoding::Utf16Le,
            Edition::Extended => Encoding::Utf8,
        }
    }
    const fn extra_uvs(self) -> u8 {
        match self {
            Edition::Classic => 1,
            Edition::Extended => 4,
        }
    }
    const fn info(self) -> Info<'static> {
        let name = match self {
            Edition::Classic => Name::new("地図っ子チズ", "Chizu the map maker"),
            Edition::Extended => Name::new("地図っ子チズ 2.1", "Chizu the map maker 2.1"),
        };
        Info { name, comment: Name::new(COMMENT, COMMENT_IN_ENGLISH) }
    }
}

const COMMENT: &str = "地図っ子チズ\r\n\
    mmdmap の見本モデルです。形も絵も examples/make_model が作ります。\r\n\
    ライセンス: MIT または Apache-2.0 (mmdmap と同じ)\r\n";
const COMMENT_IN_ENGLISH: &str = "Chizu the map maker\r\n\
    The example model of mmdmap. Shape and pictures are made by examples/make_model.\r\n\
    Licence: MIT OR Apache-2.0, as mmdmap itself.\r\n";

/// The figure, before it is a file.
#[derive(Debug)]
struct Figure {
    edition: Edition,
    skeleton: Skeleton,
    mesh: Mesh,
    expressions: Expressions,
    frames: Frames,
    physics: Physics,
    cloth: Cloth,
}

impl Figure {
    fn new(edition: Edition) -> Self {
        let skeleton = Skeleton::new(edition);
        let mut mesh = Mesh::default();
        let face = Face::sewn_onto(&mut mesh, &skeleton);
        body::sewn_onto(&mut mesh, &skeleton);
        hair::sewn_onto(&mut mesh, &skeleton);
        clothes::sewn_onto(&mut mesh, &skeleton);
        gear::sewn_onto(&mut mesh, &skeleton);
        let physics = Physics::new(&skeleton, edition);
        let expressions = Expressions::new(&face, &mesh, &skeleton, &physics, edition);
        let frames = Frames::new(&skeleton, &expressions);
        let cloth = Cloth::new(&mesh, &physics);
        Figure { edition, skeleton, mesh, expressions, frames, physics, cloth }
    }

    fn parts(&self) -> Parts<'_> {
        let looks = || materials::looks(self.edition);
        let extra_uvs = usize::from(self.edition.extra_uvs());
        Parts {
            vertices: self.mesh.points.iter().map(|point| point.record(extra_uvs)).collect(),
            faces: looks().flat_map(|look| self.mesh.faces_of(look)).collect(),
            textures: Picture::ALL.map(|picture| Text::new(picture.path())).to_vec(),
            materials: materials::records(&self.mesh, self.edition),
            bones: self.skeleton.records(),
            morphs: self.expressions.records(),
            display_frames: self.frames.records(),
            rigid_bodies: self.physics.bodies(),
            joints: self.physics.joints(),
            soft_bodies: if self.edition == Edition::Extended { vec![self.cloth.record()] } else { Vec::new() },
            ..Parts::new(self.edition.info())
        }
    }

    /// The narrowest widths that hold every index.
    fn globals(&self, parts: &Parts) -> Globals {
        let signed = |len: usize| if len < 128 { Width::One } else { Width::Two };
        Globals {
            encoding: self.edition.encoding(),
            extra_uvs: self.edition.extra_uvs(),
            vertex: if parts.vertices.len() < 256 { Width::One } else { Width::Two },
            texture: signed(parts.textures.len()),
            material: signed(parts.materials.len()),
            bone: signed(parts.bones.len()),
            morph: signed(parts.morphs.len()),
            rigid_body: signed(parts.rigid_bodies.len()),
        }
    }
}

/// The model as a file.
fn pmx(edition: Edition) -> Result<Vec<u8>, mmdmap::WriteError> {
    let figure = Figure::new(edition);
    let parts = figure.parts();
    let mut bytes = Vec::new();
    parts.write_to(edition.version(), figure.globals(&parts), &mut bytes)?;
    Ok(bytes)
}

/// A file to be written.
pub struct File {
    /// Relative, with slashes.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Both models and their textures.
pub fn files() -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    for edition in Edition::ALL {
        files.push(File { path: edition.file_name().into(), bytes: pmx(edition)? });
    }
    for picture in Picture::ALL {
        files.push(File { path: picture.path().replace('\\', "/"), bytes: picture.png()? });
    }
    Ok(files)
}
