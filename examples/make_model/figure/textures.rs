//! The textures: painted point by point, packed as PNG.
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};

/// The pictures of the model, in the order of its texture table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Face,
    Eyes,
    Hair,
    Cloth,
    Map,
    Compass,
    Sheen,
    Polish,
    Toon,
}

impl Picture {
    pub const ALL: [Picture; 9] = [
        Picture::Face,
        Picture::Eyes,
        Picture::Hair,
        Picture::Cloth,
        Picture::Map,
        Picture::Compass,
        Picture::Sheen,
        Picture::Polish,
        Picture::Toon,
    ];
    pub fn index(self) -> mmdmap::TextureIndex {
        mmdmap::TextureIndex::new(self as i32)
    }
    /// As the model names it, which is as editors do: with a backslash.
    pub const fn path(self) -> &'static str {
        match self {
            Picture::Face => "tex\\face.png",
            Picture::Eyes => "tex\\eyes.png",
            Picture::Hair => "tex\\hair.png",
            Picture::Cloth => "tex\\cloth.png",
            Picture::Map => "tex\\map.png",
            Picture::Compass => "tex\\compass.png",
            Picture::Sheen => "tex\\sheen.png",
            Picture::Polish => "tex\\polish.png",
            Picture::Toon => "tex\\toon.png",
        }
    }
    /// Its width and height in pixels.
    const fn size(self) -> [usize; 2] {
        match self {
            Picture::Face => [128, 128],
            Picture::Map => [96, 96],
            Picture::Eyes => [64 * Cell::COLUMNS, 64 * Cell::ROWS],
            Picture::Hair => [32, 64],
            Picture::Cloth => [64, 128],
            Picture::Compass | Picture::Sheen | Picture::Polish => [64, 64],
            Picture::Toon => [8, 32],
        }
    }
    /// The colour at a place from −1 to 1, right and down.
    fn color(self, at: At) -> Rgba {
        match self {
            Picture::Face => face(at),
            Picture::Eyes => eyes(at),
            Picture::Hair => hair(at),
            Picture::Cloth => cloth(at),
            Picture::Map => map(at),
            Picture::Compass => compass(at),
            Picture::Sheen => sheen(at),
            Picture::Polish => polish(at),
            Picture::Toon => toon(at),
        }
    }

    /// The file.
    pub fn png(self) -> Result<Vec<u8>, EncodingError> {
        let ([width, height], pixels) = (self.size(), self.pixels());
        let see_through = pixels.chunks_exact(4).any(|pixel| pixel[3] < u8::MAX);
        let colors = if see_through { ColorType::Rgba } else { ColorType::Rgb };
        let data = if see_through { pixels } else { pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect() };
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(colors);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&data)?;
        writer.finish()?;
        Ok(file)
    }

    /// Red, green, blue and opacity of each pixel, row by row.
    pub fn pixels(self) -> Vec<u8> {
        let [width, height] = self.size();
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places.flat_map(|(x, y)| self.pixel(x, y)).collect()
    }

    /// The mean of four by four places in a pixel; what is clear has no say in its colour.
    fn pixel(self, x: usize, y: usize) -> [u8; 4] {
        const FINE: usize = 4;
        let [width, height] = self.size();
        let place = |pixel: usize, part: usize, of: usize| {
            2.0 * (pixel as f32 + (part as f32 + 0.5) / FINE as f32) / of as f32 - 1.0
        };
        let mut sum = [0.0f32; 4];
        for part in 0..FINE * FINE {
            let at = At { x: place(x, part % FINE, width), y: place(y, part / FINE, height) };
            let Rgba([red, green, blue, opacity]) = self.color(at);
            for (sum, part) in sum.iter_mut().zip([red * opacity, green * opacity, blue * opacity, opacity]) {
                *sum += part;
            }
        }
        let [red, green, blue, opacity] = sum;
        let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        // Clear pixels are dark, so that no light fringe shows where a picture ends.
        let of_seen = |sum: f32| if opacity > 0.0 { byte(sum / opacity) } else { 60 };
        [of_seen(red), of_seen(green), of_seen(blue), byte(opacity / (FINE * FINE) as f32)]
    }
}

/// A part of [`Picture::Eyes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    White,
    Iris,
    Star,
    Lash,
    Brow,
    Mouth,
}

impl Cell {
    const ALL: [Cell; 6] = [Cell::White, Cell::Iris, Cell::Star, Cell::Lash, Cell::Brow, Cell::Mouth];
    const COLUMNS: usize = 3;
    const ROWS: usize = 2;

    const fn corner(self) -> [f32; 2] {
        let cell = self as usize;
        [(cell % Cell::COLUMNS) as f32, (cell / Cell::COLUMNS) as f32]
    }
    /// The texture coordinate of a place from −1 to 1 in this part, a little inside its rim.
    pub fn uv(self, x: f32, y: f32) -> [f32; 2] {
        let [column, row] = self.corner();
        let share = |at: f32| 0.5 + at * 0.48;
        [(column + share(x)) / Cell::COLUMNS as f32, (row + share(y)) / Cell::ROWS as f32]
    }
    /// What is added to texture coordinates of this part to get to the same place in another.
    pub fn way_to(self, other: Cell) -> [f32; 2] {
        let ([a, b], [c, d]) = (self.corner(), other.corner());
        [(c - a) / Cell::COLUMNS as f32, (d - b) / Cell::ROWS as f32]
    }
}

/// A place in a picture, from −1 to 1, right and down.
#[derive(Clone, Copy, Debug)]
struct At {
    x: f32,
    y: f32,
}

impl At {
    /// Seen from a point, in units of a width and a height.
    fn from(self, x: f32, y: f32, wide: f32, high: f32) -> At {
        At { x: (self.x - x) / wide, y: (self.y - y) / high }
    }
    /// The square of the distance from the middle.
    fn square(self) -> f32 {
        self.x * self.x + self.y * self.y
    }
    fn distance(self) -> f32 {
        self.square().sqrt()
    }
    /// Whether an ellipse covers it.
    fn within(self, x: f32, y: f32, wide: f32, high: f32) -> bool {
        self.from(x, y, wide, high).square() < 1.0
    }
}

/// Red, green, blue, opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rgba([f32; 4]);

const CLEAR: Rgba = Rgba([0.0; 4]);
const fn rgb(hex: u32) -> Rgba {
    let [_, red, green, blue] = hex.to_be_bytes();
    Rgba([red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0])
}

impl Rgba {
    fn mix(self, other: Rgba, share: f32) -> Rgba {
        let share = share.clamp(0.0, 1.0);
        let mut all = self.0;
        all.iter_mut().zip(other.0).for_each(|(one, two)| *one += (two - *one) * share);
        Rgba(all)
    }
}

const SKIN: Rgba = rgb(0xfee0c8);
const INK: Rgba = rgb(0x4a2418);

/// Skin with a blush on both cheeks and the shade of a nose.
fn face(at: At) -> Rgba {
    let cheek = At { x: at.x.abs(), y: at.y }.from(0.55, 0.36, 0.2, 0.12).square();
    let blushed = SKIN.mix(rgb(0xf79a86), 0.75 * (1.0 - cheek));
    if at.within(0.0, 0.27, 0.03, 0.016) { rgb(0xe8a78c) } else { blushed }
}

fn eyes(at: At) -> Rgba {
    let (x, y) = ((at.x + 1.0) / 2.0 * Cell::COLUMNS as f32, (at.y + 1.0) / 2.0 * Cell::ROWS as f32);
    let cell = (y as usize).min(Cell::ROWS - 1) * Cell::COLUMNS + (x as usize).min(Cell::COLUMNS - 1);
    let at = At { x: (x - x.floor()) * 2.0 - 1.0, y: (y - y.floor()) * 2.0 - 1.0 };
    match Cell::ALL[cell] {
        Cell::White => white(at),
        Cell::Iris => iris(at, pupil),
        Cell::Star => iris(at, star),
        Cell::Lash => lash(at),
        Cell::Brow => brow(at),
        Cell::Mouth => mouth(at),
    }
}

/// An egg that fills the part; shaded by the lid.
fn white(at: At) -> Rgba {
    let (x, y) = (at.x / 0.94, at.y / 0.94);
    if x * x * (0.6 + 0.4 * x * x) + y * y < 1.0 { rgb(0xffffff).mix(rgb(0xb9c6d8), -0.2 - at.y) } else { CLEAR }
}

/// A green iris, light below and dark above, around whatever it looks with.
fn iris(at: At, middle: fn(At) -> Option<Rgba>) -> Rgba {
    let from_rim = at.distance();
    if at.within(-0.36, -0.42, 0.24, 0.22) || at.within(0.34, 0.46, 0.12, 0.11) {
        return rgb(0xffffff);
    }
    match from_rim {
        r if r > 0.94 => CLEAR,
        r if r > 0.84 => rgb(0x12372f),
        _ => middle(at).unwrap_or_else(|| rgb(0x1c5a4c).mix(rgb(0x8fe3a8), 0.35 + 0.75 * at.y)),
    }
}
fn pupil(at: At) -> Option<Rgba> {
    at.within(0.0, 0.02, 0.34, 0.4).then_some(rgb(0x0c241f))
}
/// The four points of a compass rose.
fn star(at: At) -> Option<Rgba> {
    let (x, y) = (at.x.abs(), at.y.abs());
    let long = x.min(y) * 4.0 + x.max(y) < 0.78;
    long.then_some(if (at.x > 0.0) == (at.y > 0.0) && x.min(y) > 0.0 { rgb(0xffd84d) } else { rgb(0xfff3b0) })
}

/// The upper lid, thicker towards its outer (right) end and drawn out there.
fn lash(at: At) -> Rgba {
    const BEND: f32 = 0.6;
    let lid = if at.x < BEND { -0.92 + 0.7 * at.x * at.x } else { -0.668 + 0.4 * (at.x - BEND) };
    let thick = if at.x < BEND { 0.19 + 0.2 * at.x } else { 0.31 - 0.8 * (at.x - BEND) };
    if at.x > -0.95 && at.y > lid && at.y < lid + thick { INK } else { CLEAR }
}

/// A bar, round at its inner end and tapered to its outer (right) one.
fn brow(at: At) -> Rgba {
    let thick = 0.9 - 0.4 * (at.x + 1.0);
    let inner = at.from(-0.55, 0.0, 0.4, 0.72);
    let bar = at.x > -0.55 && at.x < 0.94 && at.y.abs() < thick;
    if bar || inner.square() < 1.0 { rgb(0x8a3d1c) } else { CLEAR }
}

/// An open mouth: straight above, round below, with a tongue.
fn mouth(at: At) -> Rgba {
    let inside = |grow: f32| {
        let (x, y) = (at.x / grow, at.y / grow);
        let bottom = 1.0 - x * x;
        y > -0.6 - 0.35 * bottom && y < -0.6 + 1.55 * bottom
    };
    match at {
        _ if !inside(0.97) => CLEAR,
        _ if !inside(0.84) => rgb(0x6e2a20),
        at if at.within(0.0, 0.75, 0.6, 0.55) => rgb(0xf08a80),
        _ => rgb(0xa23a34),
    }
}

/// Copper, with a ring of light around the head.
fn hair(at: At) -> Rgba {
    let strands = ((at.x * 8.0).floor() as i32).rem_euclid(2) as f32;
    let shaded = rgb(0xd9793a).mix(rgb(0xa84a22), (at.y + 0.2) * 0.7 + 0.12 * strands);
    let ring = (at.y + 0.38 + 0.05 * strands).abs();
    shaded.mix(rgb(0xffc98a), 0.85 - ring * 9.0)
}

/// Cream; along the hem the frame of a map, two bars and squares between.
fn cloth(at: At) -> Rgba {
    let cream = rgb(0xfaf0d8).mix(rgb(0xeedcb8), at.y * 0.6);
    let brown = rgb(0x7a5636);
    let line = |y: f32| (at.y - y).abs() < 0.02;
    match () {
        () if line(0.62) || line(0.86) => brown,
        () if at.y > 0.62 && at.y < 0.86 && (at.x > 0.0) == (at.y < 0.74) => rgb(0x2f7f80),
        () => cream,
    }
}

/// How high the land lies: three hills, round as a rational function is.
fn height(at: At) -> f32 {
    let hill = |x: f32, y: f32, wide: f32, high: f32| high / (1.0 + at.from(x, y, wide, wide).square());
    hill(-0.35, -0.1, 0.45, 1.0) + hill(0.5, 0.45, 0.35, 0.8) + hill(0.35, -0.65, 0.25, 0.5)
}

/// A map: contour lines, water, a grid, and a dotted way to a cross.
fn map(at: At) -> Rgba {
    let high = height(at);
    let paper = if high < 0.42 { rgb(0xb5dcec) } else { if high < 0.75 { rgb(0xfff6dd) } else { rgb(0xf8e6bb) } };
    let contour = (high * 9.0 - (high * 9.0).floor() - 0.5).abs() < 0.1 && high > 0.42;
    let coast = (high - 0.42).abs() < 0.015;
    let near_grid = |at: f32| (at * 2.0 - (at * 2.0).round()).abs() < 0.02;
    let (dx, dy) = (at.x - 0.5, at.y - 0.45);
    let cross = ((dx - dy).abs() < 0.06 || (dx + dy).abs() < 0.06) && dx.abs().max(dy.abs()) < 0.14;
    // The way is a parabola from the west to the cross, drawn in dots.
    let way = (at.y - 0.45 + 0.9 * (at.x - 0.5) * (at.x + 0.6)).abs() < 0.03;
    let dot = (at.x * 9.0 - (at.x * 9.0).floor()) < 0.55 && at.x > -0.6 && at.x < 0.36;
    match () {
        () if cross || (way && dot) => rgb(0xd8402f),
        () if coast => rgb(0x2f6f86),
        () if contour => rgb(0xc08a55),
        () if near_grid(at.x) || near_grid(at.y) => paper.mix(rgb(0x6f93a8), 0.35),
        () => paper,
    }
}

/// A compass rose on ivory in a brass ring; the rest is plain brass.
fn compass(at: At) -> Rgba {
    let (x, y, r) = (at.x.abs(), at.y.abs(), at.distance());
    let brass = rgb(0xd9a441);
    let ivory = rgb(0xfff4d6);
    let long = x.min(y) * 3.2 + x.max(y) < 0.6;
    let short = (x - y).abs() * 2.4 + (x + y) < 0.62;
    match r {
        r if r > 0.8 => brass,
        r if r > 0.7 => rgb(0x9c6d22),
        _ if long => rgb(0x2f6f78),
        _ if short => rgb(0xc9a25e),
        r if (r - 0.62).abs() < 0.02 => rgb(0xb98b45),
        _ => ivory,
    }
}

/// Added by where a surface faces: light from above and before.
fn sheen(at: At) -> Rgba {
    let spot = 1.0 - at.from(-0.25, -0.4, 0.75, 0.55).square();
    let rim = (at.distance() - 0.75) * 0.5;
    rgb(0x000000).mix(rgb(0x5a4632), spot.max(0.0) * spot.max(0.0)).mix(rgb(0x302820), rim)
}

/// Multiplied by where a surface faces: light where it is polished, darker to the rim.
fn polish(at: At) -> Rgba {
    let spot = 1.0 - at.from(-0.2, -0.35, 0.9, 0.8).square();
    rgb(0xc8b8b0).mix(rgb(0xffffff), spot)
}

/// How skin falls into shadow: warm.
fn toon(at: At) -> Rgba {
    rgb(0xffffff).mix(rgb(0xf8d2c2), at.y * 6.0 + 0.5)
}
