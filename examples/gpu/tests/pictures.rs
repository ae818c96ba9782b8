//! What is drawn is what was meant: nothing mirrored, upside down or inside out, and morphs move what they should.
mod common;

use common::answer;
use common::{base, bone, card, figure, file, material, nobody, vertex};
use image::{Rgba, RgbaImage};
use mmdmap::pmx::gpu::{SkinVertex, Space};
use mmdmap::pmx::{MaterialFlags, Morph, MorphOffsets, Panel, Parts, Pmx, VertexOffset};
use mmdmap::{Index, Many, Name, PmxFile, Text};
use mmdmap_gpu_example::camera::{Camera, View};
use mmdmap_gpu_example::gpu::Gpu;
use mmdmap_gpu_example::picture::{read_buffer, save};
use mmdmap_gpu_example::report::Report;
use mmdmap_gpu_example::scene::Scene;
use mmdmap_gpu_example::staging::Staging;
use mmdmap_gpu_example::textures::send;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const VIEWS: [(View, &str); 3] = [(View::Front, "front"), (View::Back, "back"), (View::Side, "side")];
/// As stored, and as glTF has it: both have to give the same picture.
const SPACES: [Space; 2] = [Space::STORED, Space::RIGHT_HANDED.scaled(0.08)];

fn scene(gpu: &Gpu, model: Pmx<'_>, folder: &Path, space: Space, morphs: &[(&str, f32)]) -> (Scene, Vec<String>) {
    let morphs: Vec<(String, f32)> = morphs.iter().map(|&(name, weight)| (name.to_owned(), weight)).collect();
    let (mut staging, mut report) = (Staging::new(gpu, 10_000), Report::default());
    let scene = Scene::stream(&mut staging, model, folder, space, &morphs, &mut report);
    (scene, report.notes().to_vec())
}

fn seen(gpu: &Gpu, model: Pmx<'_>, folder: &Path, space: Space, view: View, size: u32) -> RgbaImage {
    let camera = Camera::around(model, &[view.angle()], space)[0];
    scene(gpu, model, folder, space, &[]).0.draw(gpu, &camera, size)
}

fn difference(a: &Rgba<u8>, b: &Rgba<u8>) -> u8 {
    a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap()
}

/// Equal but for a few pixels: drivers round the edges of triangles each in its own way.
fn assert_alike(got: &RgbaImage, expected: &RgbaImage, what: &str) {
    assert_eq!(got.dimensions(), expected.dimensions(), "{what}");
    let differences: Vec<u8> = got.pixels().zip(expected.pixels()).map(|(a, b)| difference(a, b)).collect();
    let off = differences.iter().filter(|&&off| off > 24).count();
    let all: u32 = differences.iter().map(|&off| u32::from(off)).sum();
    let mean = f64::from(all) / differences.len() as f64;
    if off * 200 > differences.len() || mean > 1.0 {
        let path = std::env::temp_dir().join(format!("mmdmap-{}.png", what.replace(' ', "-")));
        save(got, &path).unwrap();
        panic!("{what}: {off} pixels differ, all by {mean:.2} on average; the picture is {}", path.display());
    }
}

#[test]
fn our_own_model_looks_as_it_should() {
    let Some(gpu) = card() else { return };
    let file = PmxFile::open(figure()).unwrap();
    for (view, name) in VIEWS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("png");
        let golden = image::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).into_rgba8();
        for space in SPACES {
            let picture = seen(&gpu, file.model(), figure().parent().unwrap(), space, view, golden.width());
            assert_alike(&picture, &golden, &format!("{name} {}", space.determinant()));
        }
    }
}

/// A folder for the pictures of a test, gone afterwards.
struct Folder(PathBuf);
impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mmdmap-gpu-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const RED: [f32; 3] = [1.0, 0.0, 0.0];
const GREEN: [f32; 3] = [0.0, 1.0, 0.0];
const BLUE: [f32; 3] = [0.0, 0.0, 1.0];
const YELLOW: [f32; 3] = [1.0, 1.0, 0.0];
const WHITE: [f32; 3] = [1.0; 3];

/// A square that faces −Z (or +Z), its middle at x, y, z: clockwise, seen from where it faces.
fn square(x: f32, y: f32, z: f32, facing: f32, half: f32) -> [mmdmap::pmx::VertexBase; 4] {
    // Left and right of who looks at it.
    let (left, right) = (x + half * facing, x - half * facing);
    let corner = |x, y, uv| base([x, y, z], [0.0, 0.0, facing], uv);
    [
        corner(left, y + half, [0.0, 0.0]),
        corner(right, y + half, [1.0, 0.0]),
        corner(right, y - half, [1.0, 1.0]),
        corner(left, y - half, [0.0, 1.0]),
    ]
}

/// Where something is in the picture, in pixels: x and y from −3 to 3 fill it, but for a margin.
fn at(picture: &RgbaImage, x: f32, y: f32) -> [u8; 3] {
    let pixel = |k: f32| ((k / 3.0 / 1.06 + 1.0) * picture.width() as f32 / 2.0) as u32;
    let [r, g, b, _] = picture.get_pixel(pixel(x), pixel(-y)).0;
    [r, g, b]
}
fn is(seen: [u8; 3], color: [f32; 3]) -> bool {
    seen.iter().zip(color).all(|(&seen, wanted)| if wanted > 0.5 { seen > 150 } else { seen < 60 })
}
fn is_background([r, g, b]: [u8; 3]) -> bool {
    [r, g, b].iter().all(|&x| x > 225) && r < 250
}

/// Seen from the front:
///
/// ```text
/// green                red         one-sided, facing −Z
///            yellow                both sides
/// (blue)               picture     blue is one-sided and faces +Z; the picture is four colours, and faces −Z
/// ```
#[test]
fn nothing_is_mirrored_or_inside_out_in_either_space() {
    let Some(gpu) = card() else { return };
    let folder = Folder::new("asymmetry");
    let picture = RgbaImage::from_fn(64, 64, |x, y| {
        let color = [[RED, GREEN], [BLUE, YELLOW]][usize::from(y >= 32)][usize::from(x >= 32)];
        let [r, g, b] = color.map(|x| (x * 255.0) as u8);
        Rgba([r, g, b, 255])
    });
    save(&picture, &folder.0.join("Four.PNG")).unwrap();
    let squares = [
        square(2.0, 2.0, 0.0, -1.0, 1.0),
        square(-2.0, 2.0, 0.0, -1.0, 1.0),
        square(-2.0, -2.0, 0.0, 1.0, 1.0),
        square(2.0, -2.0, 0.0, -1.0, 1.0),
        square(0.0, 0.0, 0.0, -1.0, 0.5),
    ];
    let one_sided = MaterialFlags::empty();
    let parts = Parts {
        vertices: squares.iter().flatten().map(vertex).collect(),
        faces: (0..5).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|k| Index::new(i * 4 + k))).collect(),
        textures: vec![Text::new(r".\four.png")],
        materials: vec![
            material(RED, one_sided, -1, 6),
            material(GREEN, one_sided, -1, 6),
            material(BLUE, one_sided, -1, 6),
            material(WHITE, one_sided, 0, 6),
            material(YELLOW, MaterialFlags::BOTH_SIDES, -1, 6),
        ],
        bones: vec![bone()],
        ..nobody()
    };
    let bytes = file(&parts);
    let file = PmxFile::from_bytes(bytes).unwrap();
    // Who turns the winding round is told that fronts now run the other way: the same picture.
    for space in SPACES.into_iter().flat_map(|space| [space, space.flip_winding()]) {
        let front = seen(&gpu, file.model(), &folder.0, space, View::Front, 256);
        let back = seen(&gpu, file.model(), &folder.0, space, View::Back, 256);
        assert!(is(at(&front, 2.0, 2.0), RED), "{space:?}");
        assert!(is(at(&front, -2.0, 2.0), GREEN));
        assert!(is_background(at(&front, -2.0, -2.0)), "blue shows its back");
        assert!(is(at(&front, 0.0, 0.0), YELLOW));
        assert!(is(at(&front, 1.5, -1.5), RED), "the picture's upper left");
        assert!(is(at(&front, 2.5, -1.5), GREEN));
        assert!(is(at(&front, 1.5, -2.5), BLUE));
        assert!(is(at(&front, 2.5, -2.5), YELLOW));
        assert!(is(at(&back, 2.0, -2.0), BLUE));
        assert!(is(at(&back, 0.0, 0.0), YELLOW));
        for (x, y) in [(2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0)] {
            assert!(is_background(at(&back, x, y)), "{space:?}: at {x}, {y} only backs are seen");
        }
    }
}

/// What is seen through, and what is cut out.
#[test]
fn alpha_lets_through_what_is_behind() {
    let Some(gpu) = card() else { return };
    let folder = Folder::new("alpha");
    // Its left half is not there, its right half is half there.
    let picture = RgbaImage::from_fn(64, 64, |x, _| Rgba([255, 255, 255, if x < 32 { 0 } else { 128 }]));
    picture.save(folder.0.join("alpha.png")).unwrap();
    let squares =
        [square(0.0, 0.0, 0.0, -1.0, 2.0), square(0.0, 0.0, -0.1, -1.0, 1.0), square(0.0, 0.0, -0.05, -1.0, 3.0)];
    let parts = Parts {
        vertices: squares.iter().flatten().map(vertex).collect(),
        faces: (0..3).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|k| Index::new(i * 4 + k))).collect(),
        textures: vec![Text::new("alpha.png")],
        materials: vec![
            material(BLUE, MaterialFlags::empty(), -1, 6),
            material(RED, MaterialFlags::empty(), 0, 6),
            // Drawn last, behind red and before blue: seen wherever red left no depth.
            material(GREEN, MaterialFlags::empty(), -1, 6),
        ],
        bones: vec![bone()],
        ..nobody()
    };
    let bytes = file(&parts);
    let file = PmxFile::from_bytes(bytes).unwrap();
    let seen = seen(&gpu, file.model(), &folder.0, Space::STORED, View::Front, 256);
    let [r, g, b] = at(&seen, 0.5, 0.0);
    assert!((90..170).contains(&r) && g < 40 && (90..170).contains(&b), "half red over blue, not {r}, {g}, {b}");
    assert!(is(at(&seen, -0.5, 0.0), GREEN), "what is cut out hides nothing");
    assert!(is(at(&seen, 2.5, 0.0), GREEN));
}

/// A flat box whose normals point outwards: an outline round it where the material has one, as wide as it says, and none
/// where a vertex says 0.
#[test]
fn outlines_go_round() {
    let Some(gpu) = card() else { return };
    let outwards = |base: mmdmap::pmx::VertexBase| {
        let [x, y, z] = base.position.get();
        let side = 1.0 / 3f32.sqrt();
        common::base([x, y, z], [x.signum() * side, y.signum() * side, z.signum() * side], [0.0; 2])
    };
    let frame = [square(0.0, 0.0, -0.2, -1.0, 3.0)].concat();
    let sides: Vec<_> = [square(0.0, 0.0, -0.1, -1.0, 2.0), square(0.0, 0.0, 0.1, 1.0, 2.0)].concat();
    let bases: Vec<_> = frame.into_iter().chain(sides.into_iter().map(outwards)).collect();
    let shown = |flags, edge_scale| {
        let of_edge = |base| mmdmap::pmx::Vertex { edge_scale, ..vertex(base) };
        let parts = Parts {
            vertices: bases.iter().map(of_edge).collect(),
            faces: (1..3).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|k| Index::new(i * 4 + k))).collect(),
            materials: vec![mmdmap::pmx::Material { edge_size: 8.0, ..material(YELLOW, flags, -1, 12) }],
            bones: vec![bone()],
            ..nobody()
        };
        let bytes = file(&parts);
        let file = PmxFile::from_bytes(bytes).unwrap();
        seen(&gpu, file.model(), Path::new("."), Space::RIGHT_HANDED, View::Front, 256)
    };
    let dark = |picture: &RgbaImage| picture.pixels().filter(|pixel| pixel.0[..3].iter().all(|&x| x < 60)).count();
    let outlined = shown(MaterialFlags::EDGE, 1.0);
    assert!(is(at(&outlined, 0.0, 0.0), YELLOW) && is(at(&outlined, 1.9, 1.9), YELLOW));
    assert!(is(at(&outlined, 2.06, 0.0), [0.0; 3]) && is(at(&outlined, 0.0, -2.06), [0.0; 3]));
    assert!(is_background(at(&outlined, 2.4, 0.0)));
    assert!(dark(&outlined) > 1000);
    assert_eq!(dark(&shown(MaterialFlags::empty(), 1.0)), 0);
    assert_eq!(dark(&shown(MaterialFlags::EDGE, 0.0)), 0);
}

/// Skirts and hair are sheets without thickness: seen from behind, what is drawn on both sides shows its colour.
#[test]
fn a_sheet_seen_from_behind_is_not_covered_by_its_outline() {
    let Some(gpu) = card() else { return };
    let straight = square(0.0, 0.0, 0.0, -1.0, 3.0);
    let tilted = straight.map(|base| {
        let [x, y, _] = base.position.get();
        common::base([x, y, y * 0.5], [0.0, 0.447, -0.894], [0.0; 2])
    });
    for sheet in [straight, tilted] {
        let parts = Parts {
            vertices: sheet.iter().map(vertex).collect(),
            faces: [0, 1, 2, 0, 2, 3].map(Index::new).to_vec(),
            materials: vec![material(YELLOW, MaterialFlags::EDGE | MaterialFlags::BOTH_SIDES, -1, 6)],
            bones: vec![bone()],
            ..nobody()
        };
        let bytes = file(&parts);
        let file = PmxFile::from_bytes(bytes).unwrap();
        for view in [View::Front, View::Back] {
            let seen = seen(&gpu, file.model(), Path::new("."), Space::RIGHT_HANDED, view, 256);
            for place in [-2.0, -1.0, 0.0, 1.0, 2.0] {
                assert!(is(at(&seen, place, place / 2.0), YELLOW), "{view:?} at {place}");
            }
        }
    }
}

/// Each morph that moves vertices or UVs: the vertices that it names and no others; in the picture, what lies within the
/// triangles of these.
#[test]
fn a_morph_moves_what_it_should_and_nothing_else() {
    const SIZE: u32 = 384;
    let Some(gpu) = card() else { return };
    let file = PmxFile::open(figure()).unwrap();
    let (model, folder) = (file.model(), figure());
    let folder = folder.parent().unwrap();
    let camera = Camera::around(model, &[0.0], Space::STORED)[0];
    let still = scene(&gpu, model, folder, Space::STORED, &[]).0.draw(&gpu, &camera, SIZE);
    let vertices: Vec<SkinVertex> = answer::vertices(model);
    let indices = answer::indices(model, false);
    let mut shown = 0;
    for morph in model.morphs() {
        let name = morph.name.local.decode();
        let mut moved = vertices.clone();
        let mut named = BTreeSet::new();
        match morph.offsets {
            MorphOffsets::Vertex(offsets) => offsets.iter().for_each(|offset| {
                let vertex = offset.vertex.get().unwrap();
                named.insert(vertex as u32);
                (0..3).for_each(|k| moved[vertex].position[k] += offset.translation[k] * 0.75);
            }),
            MorphOffsets::Uv(offsets) => offsets.iter().for_each(|offset| {
                let vertex = offset.vertex.get().unwrap();
                named.insert(vertex as u32);
                (0..2).for_each(|k| moved[vertex].uv[k] += offset.offset[k] * 0.75);
            }),
            _ => continue,
        }
        let (scene, notes) = scene(&gpu, model, folder, Space::STORED, &[(&name, 0.75)]);
        assert_eq!(notes, [""; 0]);
        let bytes = read_buffer(&gpu, scene.vertices());
        for (i, (got, expected)) in bytemuck::cast_slice::<u8, SkinVertex>(&bytes).iter().zip(&moved).enumerate() {
            if !named.contains(&(i as u32)) {
                assert_eq!(bytemuck::bytes_of(got), bytemuck::bytes_of(expected), "{name}: vertex {i} stays");
            }
            let off = got.position.iter().zip(expected.position).map(|(a, b)| (a - b).abs());
            let off = off.chain(got.uv.iter().zip(expected.uv).map(|(a, b)| (a - b).abs())).fold(0.0, f32::max);
            assert!(off < 1e-5, "{name}: vertex {i} is off by {off}");
        }
        // Before and after.
        let touched = indices.chunks(3).filter(|corners| corners.iter().any(|corner| named.contains(corner)));
        let corners = touched.flatten().flat_map(|&i| [vertices[i as usize], moved[i as usize]]);
        let pixels = corners.map(|corner| pixel(&camera, corner.position, SIZE));
        let (mut min, mut max) = ([f32::MAX; 2], [f32::MIN; 2]);
        pixels.for_each(|p| (0..2).for_each(|k| (min[k], max[k]) = (min[k].min(p[k]), max[k].max(p[k]))));
        let picture = scene.draw(&gpu, &camera, SIZE);
        let mut changed = 0;
        for (x, y, now) in picture.enumerate_pixels() {
            let inside = [x, y].into_iter().zip(min.into_iter().zip(max));
            // Outlines and samples reach a little further.
            let inside = inside.into_iter().all(|(p, (min, max))| (min - 3.0..=max + 3.0).contains(&(p as f32)));
            let differs = difference(now, still.get_pixel(x, y)) > 8;
            assert!(inside || !differs, "{name}: the pixel {x}, {y} is not its business");
            changed += u32::from(differs);
        }
        println!("{name}: {} vertices, {changed} pixels", named.len());
        shown += u32::from(changed > 10);
    }
    assert!(shown > 10, "only {shown} morphs are seen");
}

fn pixel(camera: &Camera, [x, y, z]: [f32; 3], size: u32) -> [f32; 2] {
    let [a, b, c, d] = camera.clip();
    let row = |i: usize| a[i] * x + b[i] * y + c[i] * z + d[i];
    let half = size as f32 / 2.0;
    [(row(0) / row(3) + 1.0) * half, (1.0 - row(1) / row(3)) * half]
}

#[test]
fn groups_are_unfolded_and_what_is_not_shown_is_named() {
    let Some(gpu) = card() else { return };
    let file = PmxFile::open(figure()).unwrap();
    let (model, folder) = (file.model(), figure());
    let folder = folder.parent().unwrap();
    let at_rest = read_buffer(&gpu, scene(&gpu, model, folder, Space::STORED, &[]).0.vertices());
    for morph in model.morphs() {
        let name = morph.name.local.decode();
        let MorphOffsets::Group(members) = morph.offsets else { continue };
        let moves = members.iter().any(|member| {
            let member = model.morph(member.morph).unwrap().offsets;
            matches!(member, MorphOffsets::Vertex(_) | MorphOffsets::Uv(_))
        });
        let now = read_buffer(&gpu, scene(&gpu, model, folder, Space::STORED, &[(&name, 1.0)]).0.vertices());
        assert_eq!(now != at_rest, moves, "{name}");
    }
    let (_, notes) = scene(&gpu, model, folder, Space::STORED, &[("no such", 1.0)]);
    assert_eq!(notes, ["morph no such: there is none of this name"]);
}

/// Pictures arrive as they were, however small the chunks.
#[test]
fn pictures_arrive() {
    let Some(gpu) = card() else { return };
    let picture = RgbaImage::from_fn(77, 13, |x, y| Rgba([x as u8, y as u8, (x * y) as u8, (x + y) as u8]));
    for bytes in [8, 100, 256, 1000, 1 << 20] {
        let view = send(&mut Staging::new(&gpu, bytes), picture.clone());
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 512 * 13,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(512), rows_per_image: None };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            view.texture().as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            view.texture().size(),
        );
        gpu.queue.submit([encoder.finish()]);
        let rows = read_buffer(&gpu, &buffer);
        for (row, expected) in rows.chunks(512).zip(picture.as_raw().chunks(77 * 4)) {
            assert_eq!(&row[..77 * 4], expected, "chunks of {bytes} bytes");
        }
    }
}

/// More deltas than threads, and many of each vertex: none is lost.
#[test]
fn deltas_of_one_vertex_add_up() {
    const VERTICES: i32 = 1000;
    const TIMES: i32 = 300;
    let Some(gpu) = card() else { return };
    let one = base([0.5; 3], [0.0, 1.0, 0.0], [0.0; 2]);
    let offsets: Vec<VertexOffset> = (0..VERTICES * TIMES)
        .map(|i| VertexOffset { vertex: Index::new(i % VERTICES), translation: [1.0, -2.0, 0.0] })
        .collect();
    let name = Name::new("many", "");
    let offsets = MorphOffsets::Vertex(Many::new(&offsets));
    let parts = Parts {
        vertices: vec![vertex(&one); VERTICES as usize],
        morphs: vec![Morph { name, panel: Panel::OTHER, offsets }],
        bones: vec![bone()],
        ..nobody()
    };
    let bytes = file(&parts);
    let file = PmxFile::from_bytes(bytes).unwrap();
    let (scene, _) = scene(&gpu, file.model(), Path::new("."), Space::STORED, &[("many", 0.5)]);
    let bytes = read_buffer(&gpu, scene.vertices());
    let moved: &[SkinVertex] = bytemuck::cast_slice(&bytes);
    let expected = [0.5 + 0.5 * TIMES as f32, 0.5 - TIMES as f32, 0.5];
    assert!(moved.iter().all(|vertex| vertex.position == expected), "{:?}", moved[0]);
}
