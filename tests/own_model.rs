//! The model under `examples/model`: that it is what its example makes, that it is right, and that it has one of
//! everything.
#[path = "../examples/make_model/figure/mod.rs"]
mod figure;

use figure::Edition;
use figure::textures::Picture;
use mmdmap::pmx::{BodyMode, BodyShape, BoneFlags, Deform, FrameItem, IkLimits, JointKind, MaterialFlags};
use mmdmap::pmx::{MorphOffsets, Pmx, SphereMode, Toon, Version};
use mmdmap::{Index, Mode, Named, PmxFile, Target, Text};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/model")
}
fn open(edition: Edition) -> PmxFile {
    PmxFile::open_with(folder().join(edition.file_name()), &Mode::Strict.into()).unwrap()
}
fn both() -> [PmxFile; 2] {
    Edition::ALL.map(open)
}
/// Where a texture lies, whose path in a model has a backslash.
fn on_disk(texture: Text) -> PathBuf {
    folder().join(texture.decode().replace('\\', "/"))
}

struct Decoded {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}
fn decode(path: &Path) -> Decoded {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let rgba = match info.color_type {
        png::ColorType::Rgba => bytes,
        png::ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], u8::MAX]).collect(),
        other => panic!("{}: {other:?}", path.display()),
    };
    Decoded { width: info.width as usize, height: info.height as usize, rgba }
}

#[test]
fn the_models_are_byte_for_byte_what_the_example_makes() {
    let models = figure::files().unwrap().into_iter().filter(|file| file.path.ends_with(".pmx"));
    for (file, edition) in models.zip(Edition::ALL) {
        assert_eq!(file.path, edition.file_name());
        let committed = fs::read(folder().join(&file.path)).unwrap();
        assert!(committed == file.bytes, "{}: run `cargo run --example make_model`", file.path);
    }
}

/// Pixel for pixel: how well they are packed is the png crate's affair.
#[test]
fn the_textures_are_pixel_for_pixel_what_the_example_paints() {
    for picture in Picture::ALL {
        let path = on_disk(Text::new(picture.path()));
        let decoded = decode(&path);
        assert_eq!(decoded.rgba.len(), decoded.width * decoded.height * 4);
        assert!(decoded.rgba == picture.pixels(), "{}", path.display());
    }
}

#[test]
fn the_folder_holds_nothing_else() {
    let mut made: BTreeSet<_> = figure::files().unwrap().into_iter().map(|file| folder().join(file.path)).collect();
    made.insert(folder().join("wave.vpd")); // a pose for it, written by hand
    assert_eq!(files_in(&folder()).into_iter().collect::<BTreeSet<_>>(), made);
}
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

#[test]
fn either_model_with_its_textures_is_small() {
    let textures: u64 = Picture::ALL.iter().map(|p| fs::metadata(on_disk(Text::new(p.path()))).unwrap().len()).sum();
    for edition in Edition::ALL {
        let model = fs::metadata(folder().join(edition.file_name())).unwrap().len();
        assert!(model + textures < 300_000, "{}: {model} + {textures} bytes", edition.file_name());
    }
}

#[test]
fn nothing_needs_repair_and_every_byte_comes_back() {
    for file in both() {
        assert_eq!(file.index().repairs().iter().count(), 0);
        assert!(file.model().trailing().is_empty());
        assert!(file.model().to_bytes() == file.bytes());
    }
}

#[test]
fn the_classic_model_has_nothing_that_belongs_to_2_1() {
    let file = open(Edition::Classic);
    let model = file.model();
    assert_eq!(model.version(), Version::V2_0);
    assert!(model.vertices().iter().all(|vertex| !matches!(vertex.deform, Deform::Qdef(_))));
    let of_2_1 = MaterialFlags::VERTEX_COLOR | MaterialFlags::POINTS | MaterialFlags::LINES;
    assert!(model.materials().iter().all(|material| !material.flags.intersects(of_2_1)));
    assert!(model.morphs().iter().all(|m| !matches!(m.offsets, MorphOffsets::Flip(_) | MorphOffsets::Impulse(_))));
    assert!(model.joints().iter().all(|joint| joint.kind == JointKind::SPRING));
    assert!(model.soft_bodies().is_empty());
    assert_eq!(open(Edition::Extended).model().version(), Version::V2_1);
}

#[test]
fn every_kind_of_everything_occurs() {
    let files = both();
    let models = || files.iter().map(PmxFile::model);
    let kinds = |of: &dyn Fn(Pmx) -> Vec<u8>| models().flat_map(of).collect::<BTreeSet<u8>>();
    let all = |to: u8| (0..=to).collect::<BTreeSet<u8>>();

    assert_eq!(kinds(&|m| m.vertices().iter().map(|v| v.deform.tag()).collect()), all(4));
    assert_eq!(kinds(&|m| m.morphs().iter().map(|m| m.offsets.tag()).collect()), all(10));
    assert_eq!(kinds(&|m| m.morphs().iter().map(|m| m.panel.0).collect()), (1..=4).collect());
    assert_eq!(kinds(&|m| m.materials().iter().map(|m| m.sphere_mode.0).collect()), all(SphereMode::SUB_TEXTURE.0));
    assert_eq!(kinds(&|m| m.materials().iter().map(|m| m.toon.tag()).collect()), all(1));
    assert_eq!(kinds(&|m| m.rigid_bodies().iter().map(|b| b.shape.0).collect()), all(BodyShape::CAPSULE.0));
    assert_eq!(kinds(&|m| m.rigid_bodies().iter().map(|b| b.mode.0).collect()), all(BodyMode::PHYSICS_AT_BONE.0));
    assert_eq!(kinds(&|m| m.joints().iter().map(|j| j.kind.0).collect()), all(JointKind::HINGE.0));
    assert!(models().flat_map(Pmx::morphs).all(|morph| !morph.offsets.is_empty()));

    let twin = files[1].model();
    let cape = twin.soft_bodies().first().unwrap();
    assert!(!cape.anchors.is_empty() && !cape.pins.is_empty());
    assert_eq!(twin.globals().extra_uvs, 4);
}

#[test]
fn bones_do_all_that_bones_can() {
    for (file, edition) in both().iter().zip(Edition::ALL) {
        let bones = file.model().bones();
        assert!(bones.len() >= 20);
        let flags = bones.iter().fold(BoneFlags::empty(), |all, bone| all | bone.flags);
        let mut expected = BoneFlags::TAIL_IS_BONE
            | BoneFlags::ROTATES
            | BoneFlags::MOVES
            | BoneFlags::SHOWN
            | BoneFlags::OPERATES
            | BoneFlags::IK
            | BoneFlags::APPENDS_ROTATION
            | BoneFlags::FIXED_AXIS
            | BoneFlags::LOCAL_AXES
            | BoneFlags::AFTER_PHYSICS;
        if edition == Edition::Extended {
            expected |= BoneFlags::EXTERNAL_PARENT;
        }
        assert_eq!(flags, expected);
        assert!(bones.iter().any(|bone| bone.tail_offset.is_some()));

        let knee = bones.find("左足ＩＫ").and_then(|bone| bone.ik).and_then(|ik| ik.links.get(0)).unwrap();
        assert_eq!(knee.bone.get(), bones.position("左ひざ"));
        assert!(matches!(knee.limits, IkLimits::Within(limits) if limits.min[0] < limits.max[0]));
        for eye in ["左目", "右目"] {
            assert_eq!(bones.find(eye).unwrap().append.unwrap().parent.get(), bones.position("両目"));
        }
        // Left is where X grows.
        for (i, bone) in bones.iter().enumerate() {
            let name = bone.name.local.decode();
            if let Some(other) = name.strip_prefix('左') {
                let right = bones.find(&format!("右{other}")).unwrap();
                assert!(bone.position[0] > 0.0 && right.position[0] == -bone.position[0], "{name}");
            }
            // Parents come first, and are done first.
            if let Some(parent) = bone.parent.get() {
                let parent = bones.get(parent).unwrap().evaluation_key(parent);
                assert!(parent < bone.evaluation_key(i), "{name}");
            }
        }
    }
}

/// Collects what points outside.
struct Range {
    wrong: Vec<String>,
}
impl Range {
    fn within<T: Target>(&mut self, what: &str, index: Index<T>, len: usize) {
        if index.get().is_none_or(|i| i >= len) {
            self.wrong.push(format!("{what} {index:?} of {len}"));
        }
    }
    fn within_or_none<T: Target>(&mut self, what: &str, index: Index<T>, len: usize) {
        if index != Index::NONE {
            self.within(what, index, len);
        }
    }
}

#[test]
fn every_index_points_at_something() {
    for file in both() {
        let mut range = Range { wrong: Vec::new() };
        let model = file.model();
        let (vertices, bones, textures) = (model.vertices().len(), model.bones().len(), model.textures().len());
        let (materials, morphs, bodies) = (model.materials().len(), model.morphs().len(), model.rigid_bodies().len());
        for vertex in model.vertices() {
            let bones_of: &[_] = match &vertex.deform {
                Deform::Bdef1(one) => &[one.bone],
                Deform::Bdef2(two) => &two.bones,
                Deform::Sdef(two) => &two.bones,
                Deform::Bdef4(four) | Deform::Qdef(four) => &four.bones,
            };
            bones_of.iter().for_each(|&bone| range.within("vertex", bone, bones));
        }
        model.faces().iter().for_each(|vertex| range.within("face", vertex, vertices));
        for material in model.materials() {
            range.within_or_none("texture", material.texture, textures);
            range.within_or_none("sphere", material.sphere, textures);
            match material.toon {
                Toon::Texture(toon) => range.within("toon", toon, textures),
                Toon::Shared(toon) => assert!(toon.0 < 10),
            }
        }
        for bone in model.bones() {
            range.within_or_none("parent", bone.parent, bones);
            bone.tail_bone.iter().for_each(|&tail| range.within("tail", tail, bones));
            bone.append.iter().for_each(|append| range.within("append", append.parent, bones));
            if let Some(ik) = bone.ik {
                range.within("target", ik.target, bones);
                ik.links.iter().for_each(|link| range.within("link", link.bone, bones));
            }
        }
        for (i, morph) in model.morphs().iter().enumerate() {
            match morph.offsets {
                MorphOffsets::Group(all) | MorphOffsets::Flip(all) => {
                    all.iter().for_each(|one| range.within("morph", one.morph, i));
                }
                MorphOffsets::Vertex(all) => all.iter().for_each(|one| range.within("moved", one.vertex, vertices)),
                MorphOffsets::Bone(all) => all.iter().for_each(|one| range.within("turned", one.bone, bones)),
                MorphOffsets::Uv(all) => all.iter().for_each(|one| range.within("uv", one.vertex, vertices)),
                MorphOffsets::ExtraUv1(all)
                | MorphOffsets::ExtraUv2(all)
                | MorphOffsets::ExtraUv3(all)
                | MorphOffsets::ExtraUv4(all) => {
                    assert!(morph.offsets.tag() - 3 <= model.globals().extra_uvs);
                    all.iter().for_each(|one| range.within("additional uv", one.vertex, vertices));
                }
                MorphOffsets::Material(all) => {
                    all.iter().for_each(|one| range.within_or_none("looks", one.material, materials));
                }
                MorphOffsets::Impulse(all) => all.iter().for_each(|one| range.within("pushed", one.body, bodies)),
            }
        }
        for item in model.display_frames().iter().flat_map(|frame| frame.items) {
            match item {
                FrameItem::Bone(bone) => range.within("frame", bone, bones),
                FrameItem::Morph(morph) => range.within("frame", morph, morphs),
            }
        }
        model.rigid_bodies().iter().for_each(|body| range.within("body", body.bone, bones));
        for joint in model.joints() {
            range.within("joint", joint.a, bodies);
            range.within("joint", joint.b, bodies);
        }
        for soft in model.soft_bodies() {
            range.within("soft", soft.material, materials);
            for anchor in soft.anchors {
                range.within("anchor", anchor.body, bodies);
                range.within("anchor", anchor.vertex, vertices);
            }
            soft.pins.iter().for_each(|pin| range.within("pin", pin, vertices));
        }
        assert_eq!(range.wrong, Vec::<String>::new());
    }
}

#[test]
fn triangles_go_clockwise_as_their_normals_say_and_use_every_vertex() {
    for file in both() {
        let model = file.model();
        let corner = |i: u32| model.vertices().get(i as usize).unwrap();
        let mut used = BTreeSet::new();
        for triangle in model.faces().triangles() {
            let corners = triangle.map(corner);
            let [a, b, c] = corners.map(|corner| corner.position());
            let (u, v) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
            let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            for corner in corners {
                let normal = corner.normal();
                let along = normal[0] * cross[0] + normal[1] * cross[1] + normal[2] * cross[2];
                assert!(along > 0.0, "{triangle:?}: {normal:?} against {cross:?}");
                let length: f32 = normal.iter().map(|x| x * x).sum();
                assert!((length - 1.0).abs() < 1e-5, "{normal:?}");
            }
            used.extend(triangle);
        }
        assert_eq!(used.len(), model.vertices().len());
    }
}

#[test]
fn weights_sum_to_one() {
    for vertex in both().iter().flat_map(|file| file.model().vertices()) {
        let weights: &[f32] = match &vertex.deform {
            Deform::Bdef1(_) => &[1.0],
            Deform::Bdef2(two) => &[two.weight, 1.0 - two.weight],
            Deform::Sdef(two) => &[two.weight, 1.0 - two.weight],
            Deform::Bdef4(four) | Deform::Qdef(four) => &four.weights,
        };
        assert!(weights.iter().all(|weight| (-1e-6..=1.0).contains(weight)), "{weights:?}");
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{weights:?}");
    }
}

#[test]
fn materials_cover_every_face() {
    for file in both() {
        let model = file.model();
        assert!(model.materials().iter().all(|material| material.index_count > 0 && material.index_count % 3 == 0));
        let covered: i32 = model.materials().iter().map(|material| material.index_count).sum();
        assert_eq!(covered as usize, model.faces().len());
    }
}

#[test]
fn textures_are_there_and_used() {
    for file in both() {
        let model = file.model();
        for texture in model.textures() {
            assert!(decode(&on_disk(texture)).rgba.len() >= 4);
        }
        let toon = |toon| if let Toon::Texture(index) = toon { index.get() } else { None };
        let used = model.materials().iter().flat_map(|m| [m.texture.get(), m.sphere.get(), toon(m.toon)]);
        assert_eq!(used.flatten().collect::<BTreeSet<_>>().len(), model.textures().len());
    }
}

#[test]
fn frames_list_every_bone_and_morph_once() {
    for file in both() {
        let model = file.model();
        let frames: Vec<_> = model.display_frames().iter().collect();
        assert!(frames[0].name.local == "Root" && frames[1].name.local == "表情");
        assert!(frames.iter().enumerate().all(|(i, frame)| frame.special == u8::from(i < 2)));
        let mut bones = vec![0; model.bones().len()];
        let mut morphs = vec![0; model.morphs().len()];
        for item in frames.iter().flat_map(|frame| frame.items) {
            match item {
                FrameItem::Bone(bone) => bones[bone.get().unwrap()] += 1,
                FrameItem::Morph(morph) => morphs[morph.get().unwrap()] += 1,
            }
        }
        assert!(bones.iter().chain(&morphs).all(|&listed| listed == 1));
    }
}

/// Motions name bones and morphs in 15 bytes of cp932.
#[test]
fn local_names_fit_into_a_motion() {
    fn names<'a, T: Named<'a>>(all: impl Iterator<Item = T>) -> Vec<String> {
        all.map(|one| one.name().local.decode().into_owned()).collect()
    }
    for file in both() {
        let model = file.model();
        let sections = [names(model.bones().iter()), names(model.morphs().iter()), names(model.rigid_bodies().iter())];
        for all in sections {
            for name in &all {
                let (bytes, _, unknown) = encoding_rs::SHIFT_JIS.encode(name);
                assert!(!unknown && !bytes.is_empty() && bytes.len() <= 15, "{name}");
            }
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        }
    }
}

/// The pose beside the model is made for it: every name is one of its bones.
#[test]
fn the_pose_beside_it_moves_its_bones() {
    let pose = mmdmap::VpdFile::open(folder().join("wave.vpd")).unwrap();
    let model = PmxFile::open(folder().join("figure.pmx")).unwrap();
    assert!(pose.index().repairs().is_empty() && pose.pose().check().next().is_none());
    let posing = pose.pose().on(model.model());
    assert_eq!((posing.bones.len(), posing.bone_names.unmatched.len()), (5, 0));
}
