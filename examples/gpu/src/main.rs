//! `cargo run --release --manifest-path examples/gpu/Cargo.toml -- MODEL.pmx OUT.png`
use mmdmap::PmxFile;
use mmdmap::pmx::gpu::Space;
use mmdmap_gpu_example::camera::Camera;
use mmdmap_gpu_example::gpu::Gpu;
use mmdmap_gpu_example::mesh::fits;
use mmdmap_gpu_example::options::{Options, USAGE};
use mmdmap_gpu_example::picture::{numbered, save};
use mmdmap_gpu_example::report::Report;
use mmdmap_gpu_example::scene::Scene;
use mmdmap_gpu_example::staging::Staging;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Options::parse(lexopt::Parser::from_env()) {
        Ok(Some(options)) => match run(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("error: {why}");
                ExitCode::FAILURE
            }
        },
        Ok(None) => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprint!("error: {why}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut report = Report::default();
    let gpu = report.time("device", Gpu::open)?;
    println!("adapter: {}", gpu.name);
    // SAFETY: whoever runs this does not rewrite the model meanwhile.
    let file = report.time("open", || unsafe { PmxFile::map(&options.model) })?;
    let model = file.model();
    let folder = options.model.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));

    fits(&gpu, model, !options.morphs.is_empty())?;

    let space = Space::RIGHT_HANDED;
    let mut staging = Staging::new(&gpu, options.staging);
    let scene = Scene::stream(&mut staging, model, folder, space, &options.morphs, &mut report);
    let angles: Vec<f32> = match options.turntable {
        0 => vec![options.view.angle()],
        n => (0..n).map(|i| options.view.angle() + std::f32::consts::TAU * i as f32 / n as f32).collect(),
    };
    let cameras = Camera::around(model, &angles, space);
    let pictures: Vec<_> =
        report.time("draw", || cameras.iter().map(|camera| scene.draw(&gpu, camera, options.size)).collect());
    report.time("save", || {
        pictures.iter().enumerate().try_for_each(|(i, picture)| {
            let path = numbered(&options.out, i, pictures.len());
            save(picture, &path).map_err(|why| format!("{}: {why}", path.display()))
        })
    })?;
    if model.vertices().is_empty() {
        println!("the model has no vertices: there is nothing to be seen");
    }
    report.notes().iter().for_each(|note| println!("{note}"));
    print!("{report}");
    Ok(())
}
