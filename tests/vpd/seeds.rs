//! Small poses for the fuzzer to start from.
use super::text::*;
use mmdmap::Encoding;
use mmdmap::vpd::{Bone, Flavour, Morph, Pose};

/// Name and bytes of each.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let mut pose = Pose::new("miku.osm");
    pose.bones.push(Bone::new("頭ソ", [0.5, -1e6, 0.0], [0.0, 0.0, 0.0, 1.0]));
    pose.bones.push(Bone::new("右腕", [0.0; 3], [0.5, 0.5, -0.5, 0.5]));
    let hybrid = |encoding| pose.to_bytes(Flavour::Hybrid, encoding).expect("the seeds fit");
    let mut with_morph = pose.clone();
    with_morph.morphs.push(Morph::new("笑い", 0.75));
    let odd = "x Vocaloid Pose Data file//\rmiku.osm\r\n2\nfoo{ボ\n}\nbone-1 {ソ//\n1e-5 , .5,1\n\n　0,0,0,1;x\n}}\nマ\nMorph{a\n1;\n\
        }\nBone{b\n0.12345678901234567,+1.,1E3;\n0,0,0,1; // }\n}\n\0\x1a";
    vec![
        ("whole", whole()),
        ("utf8", with_morph.to_bytes(Flavour::Text, Encoding::Utf8).expect("UTF-8 has all")),
        ("odd", sjis(odd)),
        ("cut", whole()[..whole().len() - 30].to_vec()),
        ("hybrid", hybrid(Encoding::Cp932)),
        ("hybrid_utf8", hybrid(Encoding::Utf8)),
        ("hybrid_cut", hybrid(Encoding::Cp932)[..100].to_vec()),
    ]
}
