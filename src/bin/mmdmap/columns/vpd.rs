//! The columns of poses.
use super::Shape::{One, Text};
use super::{Field, XYZ, XYZW};

pub fn of(section: &str) -> &'static [Field] {
    match section {
        "header" => HEADER,
        "bones" => BONES,
        "morphs" => MORPHS,
        "blocks" => BLOCKS,
        _ => &[],
    }
}

const HEADER: &[Field] =
    &[Field("flavour", One), Field("encoding", One), Field("model_name", Text), Field("declared_bones", One)];

const BONES: &[Field] = &[Field("label", One), Field("name", Text), Field("translation", XYZ), Field("rotation", XYZW)];

const MORPHS: &[Field] = &[Field("label", One), Field("name", Text), Field("weight", One)];

const BLOCKS: &[Field] = &[Field("", Text)];
