//! Opens one large motion with mmdmap and with mmd-anim-format, in turns, and prints what each took.
//!
//! The motion has the size named on the command line in megabytes (100, unless said otherwise). It is written to a
//! temporary file and mapped by both. `touch` reads one byte of every cache line: nothing that looks at the file is
//! faster.
use mmdmap::FixedName;
use mmdmap::vmd::{BoneFrame, BoneInterpolation, Motion, VmdIndex};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const BONES: u32 = 300;

fn main() {
    let megabytes = std::env::args().nth(1).map_or(100, |n| n.parse::<u32>().expect("a number of megabytes"));
    let keys = megabytes * 1_000_000 / 111 / BONES + 1;
    let mut motion = Motion::new(FixedName::new("large").expect("fits"));
    for bone in 0..BONES {
        let name = FixedName::new(&format!("bone{bone}")).expect("fits");
        motion.bones.extend((0..keys).map(|key| BoneFrame {
            name,
            frame: key,
            translation: [key as f32, 1.0, 2.0],
            rotation: [0.0, 0.6, 0.0, 0.8],
            interpolation: BoneInterpolation::linear(),
        }));
    }
    let path = std::env::temp_dir().join(format!("mmdmap-peers-{}.vmd", std::process::id()));
    motion.save(&path).expect("can be written");
    let map = || {
        let file = std::fs::File::open(&path).expect("is there");
        // SAFETY: nobody else knows this file.
        unsafe { memmap2::Mmap::map(&file) }.expect("can be mapped")
    };
    println!("{} bytes, {} keys", map().len(), motion.bones.len());

    type Task<'b> = (&'static str, Box<dyn Fn() -> usize + 'b>);
    let tasks: [Task; 5] = [
        ("map, touch", Box::new(|| map().chunks(64).fold(0usize, |sum, line| sum.wrapping_add(line[0].into())))),
        ("mmdmap map, scan", Box::new(|| {
            let bytes = map();
            let index = VmdIndex::scan(&bytes).expect("a motion");
            index.view(&bytes).bones().len()
        })),
        ("mmdmap map, scan, every number", Box::new(|| {
            let bytes = map();
            let index = VmdIndex::scan(&bytes).expect("a motion");
            index.view(&bytes).bones().iter().map(black_box).count()
        })),
        ("mmdmap map, scan, sorted into tracks", Box::new(|| {
            let bytes = map();
            let index = VmdIndex::scan(&bytes).expect("a motion");
            black_box(index.view(&bytes).bone_tracks()).len()
        })),
        ("mmd-anim-format map, parse", Box::new(|| {
            black_box(mmd_anim_format::parse_vmd_animation(&map()).expect("a motion")).bone_frames.len()
        })),
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
        println!("{name:40} {:10.4} ms {:9.1} x", seconds * 1e3, theirs / seconds);
    }
    let _ = std::fs::remove_file(&path);
}
