//! The columns of models.
use super::Shape::{Items, Kind, More, One, Parts, Text, Times};
use super::{FOUR, Field, RGB, RGBA, Shape, XY, XYZ, XYZW};

pub fn of(section: &str) -> &'static [Field] {
    match section {
        "header" => HEADER,
        "info" => INFO,
        "vertices" => VERTICES,
        "faces" => FACES,
        "textures" => TEXTURES,
        "materials" => MATERIALS,
        "bones" => BONES,
        "morphs" => MORPHS,
        "display-frames" => DISPLAY_FRAMES,
        "rigid-bodies" => RIGID_BODIES,
        "joints" => JOINTS,
        "soft-bodies" => SOFT_BODIES,
        _ => &[],
    }
}

const SETTINGS: Shape = Parts(&[
    "encoding",
    "extra_uvs",
    "vertex_width",
    "texture_width",
    "material_width",
    "bone_width",
    "morph_width",
    "rigid_body_width",
]);

const HEADER: &[Field] =
    &[Field("signature", FOUR), Field("version", One), Field("settings", SETTINGS), Field("settings", More)];

const INFO: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("comment.local", Text),
    Field("comment.universal", Text),
];

const VERTICES: &[Field] = &[
    Field("base.position", XYZ),
    Field("base.normal", XYZ),
    Field("base.uv", XY),
    Field("extra_uvs", Times(4, &["x", "y", "z", "w"])),
    Field("deform", Kind),
    Field("deform.bones", FOUR),
    Field("deform.weights", FOUR),
    Field("deform.c", XYZ),
    Field("deform.r0", XYZ),
    Field("deform.r1", XYZ),
    Field("edge_scale", One),
];

const FACES: &[Field] = &[Field("", One)];

const TEXTURES: &[Field] = &[Field("", Text)];

const MATERIALS: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("diffuse", RGBA),
    Field("specular", RGB),
    Field("specular_power", One),
    Field("ambient", RGB),
    Field("flags", One),
    Field("edge_color", RGBA),
    Field("edge_size", One),
    Field("texture", One),
    Field("sphere", One),
    Field("sphere_mode", One),
    Field("toon", Kind),
    Field("toon", One),
    Field("memo", Text),
    Field("index_count", One),
];

const BONES: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("position", XYZ),
    Field("parent", One),
    Field("layer", One),
    Field("flags", One),
    Field("tail_bone", One),
    Field("tail_offset", XYZ),
    Field("append.parent", One),
    Field("append.ratio", One),
    Field("fixed_axis", XYZ),
    Field("local_axes.x", XYZ),
    Field("local_axes.z", XYZ),
    Field("external_parent", One),
    Field("ik.target", One),
    Field("ik.iterations", One),
    Field("ik.limit_angle", One),
    Field("ik.links", Items),
    Field("ik.links.bone", One),
    Field("ik.links.limits", Kind),
    Field("ik.links.limits.min", XYZ),
    Field("ik.links.limits.max", XYZ),
];

const MORPHS: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("panel", One),
    Field("offsets", Kind),
    Field("offsets", Items),
    Field("offsets.morph", One),
    Field("offsets.ratio", One),
    Field("offsets.vertex", One),
    Field("offsets.bone", One),
    Field("offsets.translation", XYZ),
    Field("offsets.rotation", XYZW),
    Field("offsets.offset", XYZW),
    Field("offsets.material", One),
    Field("offsets.operation", One),
    Field("offsets.diffuse", RGBA),
    Field("offsets.specular", RGB),
    Field("offsets.specular_power", One),
    Field("offsets.ambient", RGB),
    Field("offsets.edge_color", RGBA),
    Field("offsets.edge_size", One),
    Field("offsets.texture_tint", RGBA),
    Field("offsets.sphere_tint", RGBA),
    Field("offsets.toon_tint", RGBA),
    Field("offsets.body", One),
    Field("offsets.local", One),
    Field("offsets.velocity", XYZ),
    Field("offsets.torque", XYZ),
];

const DISPLAY_FRAMES: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("special", One),
    Field("items", Items),
    Field("items", Kind),
    Field("items", One),
];

const RIGID_BODIES: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("bone", One),
    Field("group", One),
    Field("mask", One),
    Field("shape", One),
    Field("size", XYZ),
    Field("position", XYZ),
    Field("rotation", XYZ),
    Field("mass", One),
    Field("linear_damping", One),
    Field("angular_damping", One),
    Field("restitution", One),
    Field("friction", One),
    Field("mode", One),
];

const JOINTS: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("kind", One),
    Field("a", One),
    Field("b", One),
    Field("position", XYZ),
    Field("rotation", XYZ),
    Field("move_min", XYZ),
    Field("move_max", XYZ),
    Field("rotation_min", XYZ),
    Field("rotation_max", XYZ),
    Field("move_spring", XYZ),
    Field("rotation_spring", XYZ),
];

const SOFT_BODIES: &[Field] = &[
    Field("name.local", Text),
    Field("name.universal", Text),
    Field("shape", One),
    Field("material", One),
    Field("group", One),
    Field("mask", One),
    Field("flags", One),
    Field("bending_distance", One),
    Field("clusters", One),
    Field("mass", One),
    Field("margin", One),
    Field("aerodynamics", One),
    Field("config.velocity_correction", One),
    Field("config.damping", One),
    Field("config.drag", One),
    Field("config.lift", One),
    Field("config.pressure", One),
    Field("config.volume_conservation", One),
    Field("config.dynamic_friction", One),
    Field("config.pose_matching", One),
    Field("config.rigid_contact", One),
    Field("config.kinetic_contact", One),
    Field("config.soft_contact", One),
    Field("config.anchor", One),
    Field("cluster.rigid", One),
    Field("cluster.kinetic", One),
    Field("cluster.soft", One),
    Field("cluster.rigid_split", One),
    Field("cluster.kinetic_split", One),
    Field("cluster.soft_split", One),
    Field("iterations.velocity", One),
    Field("iterations.position", One),
    Field("iterations.drift", One),
    Field("iterations.cluster", One),
    Field("stiffness.linear", One),
    Field("stiffness.area", One),
    Field("stiffness.volume", One),
    Field("anchors", Items),
    Field("anchors.body", One),
    Field("anchors.vertex", One),
    Field("anchors.near", One),
    Field("pins", Items),
    Field("pins", One),
];
