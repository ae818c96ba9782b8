//! Lists the tracks of a motion and where each stands at one frame: `cargo run --example motion FILE [FRAME]`.
use mmdmap::VmdFile;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().ok_or("which motion?")?;
    let frame = arguments.next().map_or(Ok(0.0), |frame| frame.to_string_lossy().parse::<f32>())?;
    let file = VmdFile::open(path)?;
    let motion = file.motion();
    println!("made with {:?}; last key at {:?}", motion.model_name(), motion.last_frame());

    // Keys lie in the file in any order: sort them once, then ask for any frame, whole or not.
    for track in &motion.bone_tracks() {
        let pose = track.sample(frame);
        let [x, y, z] = pose.translation;
        println!(
            "{:16} {:5} keys: moved by {x:.3} {y:.3} {z:.3}, turned by {:.3?}",
            track.name(),
            track.len(),
            pose.rotation
        );
    }
    for track in &motion.morph_tracks() {
        println!("{:16} {:5} keys: {:.3}", track.name(), track.len(), track.sample(frame));
    }
    if let Some(camera) = motion.camera_track().sample(frame) {
        println!("camera looks at {:?} from {} with {} degrees", camera.target, camera.distance, camera.view_angle);
    }
    Ok(())
}
