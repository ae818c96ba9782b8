//! What the surfaces look like.
use super::Edition;
use super::mesh::{Corner, Mesh};
use super::space::{V3, mix};
use super::textures::Picture;
use mmdmap::pmx::{Material, MaterialFlags, SharedToon, SphereMode, Toon};
use mmdmap::{MaterialIndex, Name, Text, TextureIndex};

/// The materials, in the order in which they are drawn: what is seen through comes after what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Face,
    EyeWhite,
    Iris,
    Lines,
    Skin,
    Hair,
    Cap,
    Dress,
    Leather,
    Brass,
    Needle,
    Pelerine,
    Cape,
    Ribbon,
    Paper,
}

impl Look {
    pub fn index(self) -> MaterialIndex {
        MaterialIndex::new(self as i32)
    }
    /// A corner that looks so: where there is no picture, no place in one.
    pub fn dressed(self, corner: Corner) -> Corner {
        match self {
            Look::Skin | Look::Cap | Look::Pelerine | Look::Leather | Look::Needle | Look::Ribbon => {
                Corner { uv: [0.0; 2], ..corner }
            }
            _ => corner,
        }
    }
}

type Rgb = [f32; 3];
const WHITE: Rgb = [1.0, 1.0, 1.0];

/// A material as it is thought of.
struct Plan {
    look: Look,
    name: Name<'static>,
    color: Rgb,
    texture: Option<Picture>,
    sphere: Option<(Picture, SphereMode)>,
    toon: Toon,
    flags: MaterialFlags,
    edge_color: Rgb,
    memo: &'static str,
}

/// Solid, with shadows and a dark outline, under the first shared toon.
fn plan(look: Look, name: &'static str, english: &'static str, color: Rgb, memo: &'static str) -> Plan {
    Plan {
        look,
        name: Name::new(name, english),
        color,
        texture: None,
        sphere: None,
        toon: Toon::Shared(SharedToon(0)),
        flags: MaterialFlags::GROUND_SHADOW
            | MaterialFlags::CASTS_SHADOW
            | MaterialFlags::RECEIVES_SHADOW
            | MaterialFlags::EDGE,
        edge_color: color.map(|share| share * 0.3),
        memo,
    }
}

impl Plan {
    fn pictured(mut self, texture: Picture) -> Self {
        self.texture = Some(texture);
        self
    }
    fn reflecting(mut self, sphere: Picture, mode: SphereMode) -> Self {
        self.sphere = Some((sphere, mode));
        self
    }
    fn shaded(mut self, toon: Toon) -> Self {
        self.toon = toon;
        self
    }
    fn outlined(mut self, edge_color: Rgb) -> Self {
        self.edge_color = edge_color;
        self
    }
    /// Thin as a sheet: seen from both sides.
    fn thin(mut self) -> Self {
        self.flags |= MaterialFlags::BOTH_SIDES;
        self
    }
    /// Painted onto something else: without outline and shadow.
    fn painted(mut self) -> Self {
        self.flags = MaterialFlags::empty();
        self
    }
    fn vertex_colored(mut self, edition: Edition) -> Self {
        if edition == Edition::Extended {
            self.flags |= MaterialFlags::VERTEX_COLOR;
        }
        self
    }

    fn record(&self, mesh: &Mesh) -> Material<'static> {
        let [r, g, b] = self.color;
        let [edge_r, edge_g, edge_b] = self.edge_color;
        let shines = matches!(self.sphere, Some((_, SphereMode::ADD)));
        Material {
            name: self.name,
            diffuse: [r, g, b, 1.0],
            specular: if shines { [0.3; 3] } else { [0.0; 3] },
            specular_power: if shines { 20.0 } else { 5.0 },
            ambient: self.color.map(|share| share * 0.4),
            flags: self.flags,
            edge_color: [edge_r, edge_g, edge_b, 1.0],
            edge_size: 0.8,
            texture: self.texture.map_or(TextureIndex::NONE, Picture::index),
            sphere: self.sphere.map_or(TextureIndex::NONE, |(picture, _)| picture.index()),
            sphere_mode: self.sphere.map_or(SphereMode::NONE, |(_, mode)| mode),
            toon: self.toon,
            memo: Text::new(self.memo),
            index_count: mesh.faces_of(self.look).count() as i32,
        }
    }
}

fn plans(edition: Edition) -> [Plan; 15] {
    use Look::*;
    let skin = Toon::Texture(Picture::Toon.index());
    let soft = Toon::Shared(SharedToon(1));
    let skin_edge = [0.45, 0.22, 0.16];
    let teal = [0.13, 0.42, 0.45];
    let hair_edge = [0.33, 0.12, 0.06];
    let (add, multiply, second) = (SphereMode::ADD, SphereMode::MULTIPLY, SphereMode::SUB_TEXTURE);
    [
        plan(Face, "顔", "face", WHITE, "The blush is part of the picture.")
            .pictured(Picture::Face)
            .shaded(skin)
            .outlined(skin_edge),
        plan(EyeWhite, "白目", "eye whites", WHITE, "").pictured(Picture::Eyes).painted(),
        plan(Iris, "瞳", "irises", WHITE, "A UV morph changes them for stars.").pictured(Picture::Eyes).painted(),
        plan(Lines, "眉口", "lashes, brows and mouth", WHITE, "").pictured(Picture::Eyes).painted(),
        plan(Skin, "肌", "skin", [0.996, 0.878, 0.784], "").shaded(skin).outlined(skin_edge),
        plan(Hair, "髪", "hair", WHITE, "")
            .pictured(Picture::Hair)
            .reflecting(Picture::Sheen, add)
            .shaded(soft)
            .outlined(hair_edge)
            .thin(),
        plan(Cap, "帽子", "cap", teal, "").shaded(soft),
        plan(Dress, "服", "dress", WHITE, "The grid along the hem is that of a map.")
            .pictured(Picture::Cloth)
            .shaded(soft)
            .outlined([0.36, 0.27, 0.2])
            .thin(),
        plan(Leather, "革", "leather", [0.5, 0.3, 0.17], "2.1: additional UV 1 is the dust of the road.")
            .reflecting(Picture::Polish, multiply)
            .vertex_colored(edition),
        plan(Brass, "真鍮", "brass", WHITE, "")
            .pictured(Picture::Compass)
            .reflecting(Picture::Sheen, add)
            .outlined([0.4, 0.26, 0.06]),
        plan(Needle, "磁針", "needle", [0.86, 0.2, 0.18], "").thin(),
        plan(Pelerine, "肩マント", "pelerine", teal, "").shaded(soft),
        plan(Cape, "マント", "cape", [0.2, 0.56, 0.57], "Sub-texture: a map, by additional UV 1.")
            .reflecting(Picture::Map, second)
            .shaded(soft)
            .outlined([0.04, 0.17, 0.2])
            .thin(),
        plan(Ribbon, "リボン", "ribbons", [0.84, 0.24, 0.22], "").shaded(soft).thin(),
        plan(Paper, "紙", "paper", WHITE, "").pictured(Picture::Map).shaded(soft).outlined([0.36, 0.27, 0.2]),
    ]
}

/// The materials; the triangles in the mesh must follow the same order.
pub fn records(mesh: &Mesh, edition: Edition) -> Vec<Material<'static>> {
    plans(edition).iter().map(|plan| plan.record(mesh)).collect()
}

/// All looks, in the order of the materials.
pub fn looks(edition: Edition) -> impl Iterator<Item = Look> {
    plans(edition).into_iter().map(|plan| plan.look)
}

/// The four additional UVs of a vertex. The 2.0 model has the first only.
///
/// | | at rest | morphs |
/// |---|---|---|
/// | 1 | cape: where on the map it is; leather: its colour, dustier towards the ground | the map slides |
/// | 2 | nothing | x: snow that lies on it |
/// | 3 | nothing | x: how far wind carries it |
/// | 4 | nothing | the light it gives, RGBA |
pub fn extra_uvs(look: Look, at: V3, [u, v]: [f32; 2]) -> [[f32; 4]; 4] {
    const NONE: [f32; 4] = [0.0; 4];
    let first = match look {
        Look::Cape => [u, v, 0.0, 0.0],
        Look::Leather => {
            let clean = (at.y() / 1.5).clamp(0.0, 1.0);
            [mix(0.86, 1.0, clean), mix(0.78, 1.0, clean), mix(0.66, 1.0, clean), 1.0]
        }
        _ => NONE,
    };
    [first, NONE, NONE, NONE]
}

/// How thick the outline is at a vertex: none around what is painted, thinner on hair.
pub fn edge_scale(look: Look) -> f32 {
    match look {
        Look::EyeWhite | Look::Iris | Look::Lines => 0.0,
        Look::Hair => 0.75,
        _ => 1.0,
    }
}
