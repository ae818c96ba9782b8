//! Reads one large pose with mmdmap and with mmd-anim-format, in turns, and prints what each took.
//!
//! The pose is made of the blocks of all `.vpd` files of the folders named on the command line, over and over up to a
//! useful size. `touch` reads one byte of every cache line: nothing that looks at the file is faster.
use mmdmap::vpd::VpdIndex;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZE: usize = 4 << 20;
const ROUNDS: usize = 40;

/// The blocks of every pose, those in Shift_JIS only, behind one header.
fn pose(folders: &[String]) -> Vec<u8> {
    let mut blocks = Vec::new();
    for folder in folders {
        let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "vpd")) {
            let bytes = std::fs::read(&path).expect("a file");
            let Ok(index) = VpdIndex::scan(&bytes) else { continue };
            let pose = index.view(&bytes);
            let firsts = [pose.bones().offset(0), pose.morphs().offset(0)];
            if let (Some(first), mmdmap::Encoding::Cp932) = (firsts.into_iter().flatten().min(), pose.encoding()) {
                blocks.extend_from_slice(&bytes[first..]);
                blocks.extend_from_slice(b"\r\n");
            }
        }
    }
    assert!(!blocks.is_empty(), "no poses there");
    let times = SIZE / blocks.len() + 1;
    let body = blocks.repeat(times);
    let index = |count: usize| [format!("Vocaloid Pose Data file\r\n\r\nmiku.osm;\r\n{count};\r\n\r\n").as_bytes(), &body].concat();
    let count = VpdIndex::scan(&index(0)).expect("a pose").view(&index(0)).bones().len();
    index(count)
}

fn main() {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    let bytes = pose(&folders);
    let index = VpdIndex::scan(&bytes).expect("a pose");
    let (bones, morphs) = (index.view(&bytes).bones().len(), index.view(&bytes).morphs().len());
    println!("{} bytes, {bones} bones, {morphs} morphs", bytes.len());

    type Task<'b> = (&'static str, Box<dyn Fn() -> usize + 'b>);
    let tasks: [Task; 5] = [
        ("touch", Box::new(|| bytes.chunks(64).fold(0usize, |sum, line| sum.wrapping_add(line[0].into())))),
        ("mmdmap scan", Box::new(|| VpdIndex::scan(&bytes).expect("a pose").view(&bytes).bones().len())),
        (
            "mmdmap scan, every number",
            Box::new(|| {
                let index = VpdIndex::scan(&bytes).expect("a pose");
                let pose = index.view(&bytes);
                pose.bones().iter().map(|bone| black_box((bone.translation, bone.rotation))).count()
                    + pose.morphs().iter().map(|morph| black_box(morph.weight)).count()
            }),
        ),
        (
            "mmdmap scan, all to a Vec with names decoded",
            Box::new(|| {
                let index = VpdIndex::scan(&bytes).expect("a pose");
                let pose = index.view(&bytes);
                let bones: Vec<_> = pose
                    .bones()
                    .iter()
                    .map(|bone| (bone.name.text().decode().into_owned(), bone.translation, bone.rotation))
                    .collect();
                let morphs: Vec<_> = pose
                    .morphs()
                    .iter()
                    .map(|morph| (morph.name.text().decode().into_owned(), morph.weight))
                    .collect();
                bones.len() + black_box(morphs).len()
            }),
        ),
        (
            "mmd-anim-format parse",
            Box::new(|| mmd_anim_format::parse_vpd_pose(&bytes).expect("a pose").bones.len()),
        ),
    ];
    let mut best = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        for ((_, task), best) in tasks.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(task());
            *best = start.elapsed().min(*best);
        }
    }
    let theirs = best[4].as_secs_f64();
    for ((name, _), best) in tasks.iter().zip(best) {
        let seconds = best.as_secs_f64();
        let speed = bytes.len() as f64 / 1e6 / seconds;
        println!("{name:48} {:9.3} ms {speed:9.0} MB/s {:7.1} x", seconds * 1e3, theirs / seconds);
    }
}
