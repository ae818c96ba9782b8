//! Pictures that cannot be had are named; paths that lead out of the model's folder are refused. Needs no card.
mod common;

use common::{base, bone, file, material, nobody, vertex};
use mmdmap::pmx::{MaterialFlags, Parts};
use mmdmap::{Index, PmxFile, Text};
use mmdmap_gpu_example::gpu::Gpu;
use mmdmap_gpu_example::staging::Staging;
use mmdmap_gpu_example::textures::Textures;

/// Black, 24 bits a pixel, rows filled up to four bytes.
fn bitmap(width: u32, height: u32) -> Vec<u8> {
    let pixels = (width * 3).next_multiple_of(4) * height;
    let mut bytes = b"BM".to_vec();
    bytes.extend(
        [54 + pixels, 0, 54, 40, width, height, 1 | 24 << 16, 0, pixels, 0, 0, 0, 0].map(u32::to_le_bytes).concat(),
    );
    bytes.resize(54 + pixels as usize, 0);
    bytes
}

#[test]
fn what_is_hostile_is_refused_and_what_is_missing_is_named() {
    let outer = std::env::temp_dir().join(format!("mmdmap-gpu-textures-{}", std::process::id()));
    let folder = outer.join("model");
    std::fs::create_dir_all(&folder).unwrap();
    image::RgbaImage::from_pixel(2, 2, image::Rgba([9; 4])).save(outer.join("outside.png")).unwrap();
    image::RgbaImage::from_pixel(2, 2, image::Rgba([9; 4])).save(folder.join("There.png")).unwrap();
    std::fs::write(folder.join("broken.png"), b"no picture").unwrap();
    std::fs::write(folder.join("empty.bmp"), bitmap(0, 3)).unwrap();

    let absolute = outer.join("outside.png").to_string_lossy().into_owned();
    let outside = r"..\outside.png";
    let paths = ["THERE.png", outside, &absolute, "missing.png", "broken.png", r"C:\a.png", "empty.bmp", "unused.png"];
    let corners = [0.0, 1.0, 2.0].map(|x| base([x, x * x, 0.0], [0.0, 0.0, -1.0], [0.0; 2]));
    let parts = Parts {
        vertices: corners.iter().map(vertex).collect(),
        faces: (0..3).map(Index::new).collect(),
        textures: paths.map(Text::new).to_vec(),
        materials: (0..7).map(|i| material([1.0; 3], MaterialFlags::empty(), i, 3)).collect(),
        bones: vec![bone()],
        ..nobody()
    };
    let bytes = file(&parts);
    let file = PmxFile::from_bytes(bytes).unwrap();
    let gpu = Gpu::noop();
    let (textures, notes) = Textures::stream(&mut Staging::new(&gpu, 64), file.model(), &folder);
    std::fs::remove_dir_all(&outer).unwrap();

    let loaded: Vec<bool> = (0..8).map(|i| textures.loaded(Index::new(i)).is_some()).collect();
    assert_eq!(loaded, [true, false, false, false, false, false, false, false]);
    let verdicts = ["refused", "refused", "missing", "cannot be decoded", "refused", "empty"];
    assert_eq!(notes.len(), verdicts.len(), "{notes:#?}");
    for ((note, verdict), path) in notes.iter().zip(verdicts).zip(&paths[1..]) {
        assert!(note.contains(verdict), "{note}");
        assert!(note.contains(&format!("{:?}", path.replace('\\', "/"))), "{note} names {path}");
    }
}
