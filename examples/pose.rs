//! Prints the bones of a pose, then turns one to its rest and writes the pose: `cargo run --example pose FILE BONE OUT`.
//! Without any, the bones of a pose of ours.
//!
//! Nothing else of the file changes: comments, line ends and all other numbers stay as they are.
use mmdmap::VpdFile;
use mmdmap::vpd::Bone;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or("examples/model/wave.vpd".to_owned());
    let file = VpdFile::open(&path)?;
    let pose = file.pose();
    for repair in file.index().repairs() {
        eprintln!("{path}: {repair}");
    }

    println!("made with {}, {} bones", pose.model_name(), pose.bones().len());
    for bone in pose.bones() {
        println!("{}: moved by {:?}, turned by {:?}", bone.name, bone.translation, bone.normalized_rotation());
    }
    for morph in pose.morphs() {
        println!("{}: {}", morph.name, morph.weight);
    }

    if let (Some(name), Some(out)) = (arguments.next(), arguments.next()) {
        let at_rest = |bone: Bone<'_>| if bone.name == *name { [0.0, 0.0, 0.0, 1.0] } else { bone.rotation };
        pose.edit().bones(move |_, bone| Bone { rotation: at_rest(bone), ..bone }).save(out)?;
    }
    Ok(())
}
