//! Lists the tracks of a motion and where each stands at one frame: `cargo run --example motion [FILE [FRAME]]`.
//!
//! Without a file it makes a motion of its own: a nod.
use mmdmap::vmd::{BoneFrame, BoneInterpolation, Curve, Motion};
use mmdmap::{FixedName, VmdFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let file = match arguments.next() {
        Some(path) => VmdFile::open(path)?,
        None => VmdFile::from_bytes(nod()?)?,
    };
    let frame = arguments.next().map_or(Ok(7.5), |frame| frame.to_string_lossy().parse::<f32>())?;
    let motion = file.motion();
    println!("made with {:?}; last key at {:?}", motion.model_name(), motion.last_frame());

    // Keys lie in the file in any order: sort them once, then ask for any frame, whole or not.
    for track in &motion.bone_tracks() {
        let pose = track.sample(frame);
        let [x, y, z] = pose.translation;
        let (name, keys, turned) = (track.name(), track.len(), pose.rotation);
        println!("{name:16} {keys:5} keys: moved by {x:.3} {y:.3} {z:.3}, turned by {turned:.3?}");
    }
    for track in &motion.morph_tracks() {
        println!("{:16} {:5} keys: {:.3}", track.name(), track.len(), track.sample(frame));
    }
    if let Some(camera) = motion.camera_track().sample(frame) {
        println!("camera looks at {:?} from {} with {} degrees", camera.target, camera.distance, camera.view_angle);
    }
    Ok(())
}

/// The head bows within half a second and comes up again, slowly at the ends.
fn nod() -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut motion = Motion::new(FixedName::new("figure")?);
    let ease = Curve { x1: 64, y1: 0, x2: 64, y2: 127 };
    for (frame, angle) in [(0, 0.0f32), (15, 0.4), (30, 0.0)] {
        motion.bones.push(BoneFrame {
            name: FixedName::new("頭")?,
            frame,
            translation: [0.0; 3],
            rotation: [(angle / 2.0).sin(), 0.0, 0.0, (angle / 2.0).cos()],
            interpolation: BoneInterpolation::new(ease, ease, ease, ease, None),
        });
    }
    Ok(motion.to_bytes()?)
}
