//! Reads one large pose with mmdmap and with mmd-anim-format, in turns, and prints what each took.
//!
//! The pose is made of the blocks of all `.vpd` files of the folders named on the command line, over and over up to a
//! useful size. `touch` reads one byte of every cache line: nothing that looks at the file is faster. Time is that of the
//! processor: what others do on the machine does not count against whoever takes longer.
use mmdmap::vpd::VpdIndex;
use std::hint::black_box;
use std::time::Duration;

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

/// How long this thread has been at work.
fn worked() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is ours to be written.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "no clock");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    let bytes = pose(&folders);
    let index = VpdIndex::scan(&bytes).expect("a pose");
    let (bones, morphs) = (index.view(&bytes).bones().len(), index.view(&bytes).morphs().len());
    println!("{} bytes, {bones} bones, {morphs} morphs", bytes.len());

    type Task<'b> = (&'static str, Box<dyn Fn() -> usize + 'b>);
    let tasks: [Task; 7] = [
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
            "mmdmap scan, every number, every name decoded",
            Box::new(|| {
                let index = VpdIndex::scan(&bytes).expect("a pose");
                let pose = index.view(&bytes);
                let (mut name, mut letters) = (String::new(), 0);
                for bone in pose.bones() {
                    name.clear();
                    bone.name.text().decode_into(&mut name);
                    letters += black_box((&name, bone.translation, bone.rotation)).0.len();
                }
                for morph in pose.morphs() {
                    name.clear();
                    morph.name.text().decode_into(&mut name);
                    letters += black_box((&name, morph.weight)).0.len();
                }
                letters
            }),
        ),
        (
            "mmdmap the same, a String for each name",
            Box::new(|| {
                let index = VpdIndex::scan(&bytes).expect("a pose");
                let pose = index.view(&bytes);
                let bones = pose.bones().iter();
                let morphs = pose.morphs().iter();
                bones.map(|bone| black_box((bone.name.text().decode(), bone.translation, bone.rotation)).0.len()).sum::<usize>()
                    + morphs.map(|morph| black_box((morph.name.text().decode(), morph.weight)).0.len()).sum::<usize>()
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
    let mut times = tasks.each_ref().map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((_, task), times) in tasks.iter().zip(&mut times) {
            let start = worked();
            black_box(task());
            times.push(worked() - start);
        }
    }
    times.iter_mut().for_each(|times| times.sort());
    let of = |task: usize, rank: usize| times[task][rank].as_secs_f64();
    println!("{:48} {:>9} {:>9} {:>12} {:>8} {:>8}", "", "best ms", "median ms", "MB/s (best)", "x best", "x median");
    for (i, (name, _)) in tasks.iter().enumerate() {
        let (best, median, theirs) = (of(i, 0), of(i, ROUNDS / 2), tasks.len() - 1);
        let speed = bytes.len() as f64 / 1e6 / best;
        let ratios = [of(theirs, 0) / best, of(theirs, ROUNDS / 2) / median];
        println!("{name:48} {:9.3} {:9.3} {speed:12.0} {:8.1} {:8.1}", best * 1e3, median * 1e3, ratios[0], ratios[1]);
    }
}
