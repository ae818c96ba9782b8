//! Loads the same PMX files with every reader and prints one table; or writes JSON, or the tables of mmdmap's README.
//!
//! One child process per (reader, task, file, round); readers take turns within a round, so a slow
//! spell of the machine hits all of them. See README.md.

mod glb;
mod limits;
mod mini;
mod ours;
mod peers;
mod row;

use row::{Figures, Row};
use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

// ---------------------------------------------------------------------------------------------
// Heap accounting

struct Counting;
static LIVE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);
static CALLS: AtomicU64 = AtomicU64::new(0);

fn grew(n: u64) {
    TOTAL.fetch_add(n, Relaxed);
    CALLS.fetch_add(1, Relaxed);
    let live = LIVE.fetch_add(n, Relaxed) + n;
    if live > PEAK.load(Relaxed) {
        PEAK.store(live, Relaxed);
    }
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        grew(l.size() as u64);
        unsafe { System.alloc(l) }
    }
    unsafe fn alloc_zeroed(&self, l: Layout) -> *mut u8 {
        grew(l.size() as u64);
        unsafe { System.alloc_zeroed(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        LIVE.fetch_sub(l.size() as u64, Relaxed);
        unsafe { System.dealloc(p, l) }
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, n: usize) -> *mut u8 {
        LIVE.fetch_sub(l.size() as u64, Relaxed);
        grew(n as u64);
        unsafe { System.realloc(p, l, n) }
    }
}

#[global_allocator]
static ALLOC: Counting = Counting;

// ---------------------------------------------------------------------------------------------
// What a reader must offer

#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Counts {
    pub vertices: usize,
    pub indices: usize,
    pub textures: usize,
    pub materials: usize,
    pub bones: usize,
    pub morphs: usize,
    pub frames: usize,
    pub bodies: usize,
    pub joints: usize,
    pub soft_bodies: usize,
}

impl Counts {
    fn list(&self) -> [usize; 10] {
        [
            self.vertices,
            self.indices,
            self.textures,
            self.materials,
            self.bones,
            self.morphs,
            self.frames,
            self.bodies,
            self.joints,
            self.soft_bodies,
        ]
    }
}

/// The interleaved vertex every `fill` writes: 56 bytes, as a GPU vertex buffer would hold it.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct GpuVertex {
    pub pos: [f32; 3],
    pub normal: [f32; 3],
    pub uv: [f32; 2],
    pub joints: [u16; 4],
    pub weights: [f32; 4],
}

/// What knows nothing of a file but how to fill needs to say no more than that.
pub trait Loaded {
    fn counts(&self) -> Counts {
        Counts::default()
    }
    fn position(&self, _: usize) -> [f32; 3] {
        [0.0; 3]
    }
    /// Sum of all position components, and of all face indices.
    fn sum(&self) -> (f64, u64) {
        (0.0, 0)
    }
    /// Writes every vertex and index; false where the reader does not expose what is needed.
    fn fill(&self, vertices: &mut [GpuVertex], indices: &mut [u32]) -> bool;
}

// ---------------------------------------------------------------------------------------------
// One timed task, inside a child

pub enum Task {
    Open,
    /// Open, when what a reader keeps beside a file has been written: the same as `Open` for those that keep nothing.
    Reopen,
    Sum,
    Fill,
    /// The same buffers, by a reader's way to them in one pass, if it has one.
    Fused,
    /// Vertices alone, of a file already open and filled from once.
    Vertices,
    /// Indices alone, of a file already open and filled from once.
    Indices,
}

impl Task {
    fn fills(&self) -> bool {
        !matches!(self, Task::Open | Task::Reopen | Task::Sum)
    }
    /// Whether the clock starts only when the file is open and its pages are mapped.
    fn is_warm(&self) -> bool {
        matches!(self, Task::Vertices | Task::Indices)
    }
}

pub struct Dest {
    pub vertices: Vec<GpuVertex>,
    pub indices: Vec<u32>,
}

fn status_kb(key: &str) -> u64 {
    let s = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    s.lines()
        .find_map(|l| l.strip_prefix(key))
        .and_then(|l| l.trim_start_matches(':').trim().split(' ').next()?.parse().ok())
        .unwrap_or(0)
}

/// Runs `open` and the task once, times both together and prints one line of key=value.
pub fn run<L: Loaded>(task: &Task, dest: &mut Dest, inner: usize, open: impl Fn() -> Result<L>) -> Result<()> {
    let mut best = u64::MAX;
    let mut all = vec![];
    let mut line = String::new();
    if task.is_warm() {
        let m = open()?;
        m.fill(&mut dest.vertices, &mut dest.indices);
        for _ in 0..inner.max(5) {
            let t = Instant::now();
            m.fill(&mut dest.vertices, &mut dest.indices);
            black_box(&dest.vertices);
            all.push(t.elapsed().as_nanos() as u64);
        }
        all.sort();
        println!("ok ns={} min={} filled=true fill={:x}", all[all.len() / 2], all[0], checksum(dest));
        return Ok(());
    }
    for _ in 0..inner.max(1) {
        let live0 = LIVE.load(Relaxed);
        PEAK.store(live0, Relaxed);
        let (total0, calls0) = (TOTAL.load(Relaxed), CALLS.load(Relaxed));
        let t = Instant::now();
        let m = open()?;
        let c = m.counts();
        // A few vertices spread over the model, so that lazy readers do resolve them.
        let mut probe = 0.0f64;
        if c.vertices > 0 {
            for k in 0..16usize {
                let i = k.wrapping_mul(0x9e37_79b9) % c.vertices;
                probe += m.position(i).iter().map(|&x| x as f64).sum::<f64>();
            }
        }
        let mut sums = (0.0, 0);
        let mut filled = true;
        match task {
            Task::Open | Task::Reopen => {}
            Task::Sum => sums = m.sum(),
            _ => filled = m.fill(&mut dest.vertices, &mut dest.indices),
        }
        black_box((&probe, &sums, &dest.vertices, &dest.indices));
        let ns = t.elapsed().as_nanos() as u64;
        best = best.min(ns);
        all.push(ns);
        if line.is_empty() {
            let heap = PEAK.load(Relaxed) - live0;
            let live = LIVE.load(Relaxed) - live0;
            let total = TOTAL.load(Relaxed) - total0;
            let calls = CALLS.load(Relaxed) - calls0;
            let mut check = 0u64;
            if task.fills() && filled {
                check = checksum(dest);
            }
            line = format!(
                "heap={heap} live={live} total={total} allocs={calls} rss={} counts={} probe={probe:.3} sum={:.1} isum={} fill={check:x} filled={filled}",
                status_kb("VmHWM"),
                c.list().map(|n| n.to_string()).join(","),
                sums.0,
                sums.1,
            );
        }
    }
    all.sort();
    println!("ok ns={} min={best} {line}", all[all.len() / 2]);
    Ok(())
}

fn checksum(d: &Dest) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    let mut mix = |x: u64| h = (h ^ x).wrapping_mul(0x100_0000_01b3).rotate_left(7);
    for v in &d.vertices {
        for f in v.pos.iter().chain(&v.normal).chain(&v.uv).chain(&v.weights) {
            mix(f.to_bits() as u64);
        }
        for &j in &v.joints {
            mix(j as u64);
        }
    }
    for &i in &d.indices {
        mix(i as u64);
    }
    h
}

fn child(args: &[String]) -> Result<()> {
    let [reader, task, file, inner, nv, ni] = args else { return Err("child arguments".into()) };
    let task = match task.as_str() {
        "open" => Task::Open,
        "reopen" => Task::Reopen,
        "sum" => Task::Sum,
        "fill" => Task::Fill,
        "fused" => Task::Fused,
        "vertices" => Task::Vertices,
        "indices" => Task::Indices,
        _ => return Err("unknown task".into()),
    };
    let (nv, ni): (usize, usize) = (nv.parse()?, ni.parse()?);
    let mut dest = Dest { vertices: vec![], indices: vec![] };
    if task.fills() {
        // Written once before the clock starts: the destination's own page faults are not measured.
        dest.vertices = vec![GpuVertex { uv: [1.0; 2], ..Default::default() }; nv];
        dest.indices = vec![1; ni];
        match task {
            Task::Vertices => dest.indices = vec![],
            Task::Indices => dest.vertices = vec![],
            _ => {}
        }
    }
    let file = Path::new(file);
    let inner = inner.parse()?;
    match reader.as_str() {
        _ if ours::NAMES.contains(&reader.as_str()) => ours::run(reader, &task, file, &mut dest, inner),
        "glb" => glb::run(&task, file, &mut dest, inner),
        _ if limits::NAMES.contains(&reader.as_str()) => limits::run_limit(reader, &task, file, &mut dest, inner),
        _ => peers::run_peer(reader, &task, file, &mut dest, inner),
    }
}

// ---------------------------------------------------------------------------------------------
// The parent: rounds, medians, the table

#[derive(Default)]
struct Cell {
    ns: Vec<u64>,
    keys: BTreeMap<String, String>,
    error: Option<String>,
}

fn median(v: &[u64]) -> u64 {
    let mut v = v.to_vec();
    v.sort();
    v[v.len() / 2]
}

fn run_child(cmd: &mut Command, cell: &mut Cell) {
    match cmd.output() {
        Err(e) => cell.error = Some(e.to_string()),
        Ok(out) => {
            let text = String::from_utf8_lossy(&out.stdout);
            match text.lines().find(|l| l.starts_with("ok ")) {
                None => {
                    let err = String::from_utf8_lossy(&out.stderr);
                    let msg = err.lines().find(|l| !l.trim().is_empty()).unwrap_or("no output");
                    cell.error = Some(format!("{} ({})", msg.chars().take(110).collect::<String>(), out.status));
                }
                Some(l) => {
                    for kv in l[3..].split(' ') {
                        if let Some((k, v)) = kv.split_once('=') {
                            cell.keys.insert(k.into(), v.into());
                        }
                    }
                    if let Some(ns) = cell.keys.get("ns").and_then(|n| n.parse().ok()) {
                        cell.ns.push(ns);
                    }
                }
            }
        }
    }
}

const USAGE: &str = "usage: peers [readme] [OPTIONS] FILE.pmx ...
  readme                    prints the tables of mmdmap's README in Markdown, instead of all readers and tasks
  --tasks open,sum,fill     which tasks (default these three); also reopen, fused, vertices, indices: see README
  --only NAME,...           which readers (default all)
  --skip NAME,...           readers to leave out
  --rounds N                rounds (default 5); the median counts
  --inner N                 repeats inside one child, median of them (default 1; use 20 under 5 MB)
  --extern NAME=COMMAND     one more column: COMMAND TASK FILE prints the same `ok ns=...` line
  --cold                    drop the file from the page cache before each child (posix_fadvise)
  --as-cached               leave the page cache as it is (default: drop, then read the file once)
  --baseline NAME           ratios against this reader (default: fastest other than limits)
  --json FILE               also writes all rows as JSON
  peers glb FILE.pmx OUT.glb    writes the GLB twin used by the `glb` column";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|a| a == "child") {
        if let Err(e) = child(&args[1..]) {
            eprintln!("{e}");
            std::process::exit(1);
        }
        return;
    }
    if args.first().is_some_and(|a| a == "glb") && args.len() == 3 {
        glb::convert(Path::new(&args[1]), Path::new(&args[2])).unwrap();
        return;
    }
    let readme = args.first().is_some_and(|a| a == "readme");
    let mut json: Option<String> = None;
    let mut tasks = vec!["open".to_string(), "sum".into(), "fill".into()];
    let mut only: Option<Vec<String>> = None;
    let mut skip: Vec<String> = vec![];
    let (mut rounds, mut inner, mut cold, mut recache) = (5, 1usize, false, true);
    let mut baseline: Option<String> = None;
    let mut externs: Vec<(String, Vec<String>)> = vec![];
    let mut files = vec![];
    let mut it = args.into_iter().skip(usize::from(readme));
    while let Some(a) = it.next() {
        let mut val = || it.next().unwrap_or_else(|| panic!("{a} needs a value"));
        let list = |s: String| s.split(',').map(str::to_string).collect::<Vec<_>>();
        match a.as_str() {
            "--tasks" => tasks = list(val()),
            "--only" => only = Some(list(val())),
            "--skip" => skip = list(val()),
            "--rounds" => rounds = val().parse().unwrap(),
            "--inner" => inner = val().parse().unwrap(),
            "--baseline" => baseline = Some(val()),
            "--json" => json = Some(val()),
            "--cold" => cold = true,
            "--as-cached" => recache = false,
            "--extern" => {
                let v = val();
                let (name, cmd) = v.split_once('=').expect("NAME=COMMAND");
                externs.push((name.into(), cmd.split_whitespace().map(str::to_string).collect()));
            }
            "-h" | "--help" => return println!("{USAGE}"),
            _ => files.push(a),
        }
    }
    if files.is_empty() {
        eprintln!("{USAGE}");
        std::process::exit(2);
    }
    let mut names: Vec<String> = ours::NAMES.iter().map(|s| s.to_string()).collect();
    names.extend(peers::NAMES.iter().map(|s| s.to_string()));
    names.push("glb".into());
    names.extend(limits::NAMES.iter().map(|s| s.to_string()));
    names.extend(externs.iter().map(|(n, _)| n.clone()));
    names.retain(|n| only.as_ref().is_none_or(|o| o.contains(n)) && !skip.contains(n));

    let strings = |all: &[&str]| all.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    let groups: Vec<(Vec<String>, Vec<String>)> = match readme {
        true => row::README.iter().map(|(tasks, names)| (strings(tasks), strings(names))).collect(),
        false => vec![(tasks, names)],
    };

    let exe = std::env::current_exe().unwrap();
    let mut rows: Vec<Row> = vec![];
    for file in &files {
        let bytes = match std::fs::read(file) {
            Ok(b) => b,
            Err(e) => {
                eprintln!("{file}: {e}");
                continue;
            }
        };
        let truth = match mini::Mini::open(&bytes) {
            Ok(m) => m.counts,
            Err(e) => {
                eprintln!("{file}: the reference scanner says: {e}");
                continue;
            }
        };
        let size = bytes.len() as u64;
        drop(bytes);
        if recache {
            limits::recache(Path::new(file));
            limits::recache(&glb::twin(Path::new(file)));
        }
        if !readme {
            println!("\n{file}  {:.2} MB  counts {:?}", size as f64 / 1e6, truth.list());
        }
        for (task, names) in groups.iter().flat_map(|(tasks, names)| tasks.iter().map(move |task| (task, names))) {
            let mut cells: BTreeMap<String, Cell> = BTreeMap::new();
            for _ in 0..rounds {
                for name in names {
                    let cell = cells.entry(name.clone()).or_default();
                    if cell.error.is_some() {
                        continue;
                    }
                    if cold {
                        limits::drop_cache(Path::new(file));
                        limits::drop_cache(&glb::twin(Path::new(file)));
                    }
                    let mut cmd = match externs.iter().find(|(n, _)| n == name) {
                        Some((_, c)) => {
                            let mut cmd = Command::new(&c[0]);
                            cmd.args(&c[1..]).arg(task).arg(file);
                            cmd
                        }
                        None => {
                            let mut cmd = Command::new(&exe);
                            cmd.args([
                                "child",
                                name,
                                task,
                                file,
                                &inner.to_string(),
                                &truth.vertices.to_string(),
                                &truth.indices.to_string(),
                            ]);
                            cmd
                        }
                    };
                    if cold {
                        cmd.env("PEER_BENCH_COLD", "1");
                    }
                    run_child(&mut cmd, cell);
                }
            }
            let measured = figures(names, &cells, &truth, baseline.as_deref());
            let table: Vec<Row> = measured
                .into_iter()
                .map(|(reader, figures, notes)| Row {
                    file: file.clone(),
                    bytes: size,
                    task: task.clone(),
                    reader,
                    figures,
                    notes,
                })
                .collect();
            if !readme {
                println!("{}", Row::heads(task));
                table.iter().for_each(|row| println!("{}", row.to_text()));
            }
            rows.extend(table);
        }
    }
    if readme {
        print!("{}", row::readme(&rows));
    }
    if let Some(path) = json {
        let all = serde_json::Value::from_iter(rows.iter().map(Row::to_json));
        if let Err(e) = std::fs::write(&path, format!("{all:#}\n")) {
            eprintln!("{path}: {e}");
            std::process::exit(1);
        }
    }
}

/// Reader, figures or why there are none, and notes.
type Measured = (String, std::result::Result<Figures, String>, String);

fn figures(names: &[String], cells: &BTreeMap<String, Cell>, truth: &Counts, baseline: Option<&str>) -> Vec<Measured> {
    let med = |n: &str| cells.get(n).filter(|c| !c.ns.is_empty()).map(|c| median(&c.ns));
    let usable = |n: &str| cells[n].keys.get("filled").is_none_or(|f| f != "false");
    let base = match baseline {
        Some(b) => med(b),
        None => names
            .iter()
            .filter(|n| ![limits::NAMES, ours::NAMES, &["glb", "mini"]].concat().contains(&n.as_str()))
            .filter(|n| usable(n))
            .filter_map(|n| med(n))
            .min(),
    };
    let kinds = [
        "vertices",
        "indices",
        "textures",
        "materials",
        "bones",
        "morphs",
        "frames",
        "bodies",
        "joints",
        "soft bodies",
    ];
    let limit = |n: &str| limits::NAMES.contains(&n);
    // The checksum most readers agree on is the reference scanner's.
    let reference = |key: &str| cells.get("mini").and_then(|c| c.keys.get(key)).cloned();
    let mut all = vec![];
    for name in names {
        let c = &cells[name];
        if let Some(e) = &c.error {
            all.push((name.clone(), Err(format!("failed: {e}")), String::new()));
            continue;
        }
        if c.ns.is_empty() {
            continue;
        }
        let key = |k: &str| c.keys.get(k).cloned().unwrap_or_default();
        if !usable(name) {
            let why = "n/a: weights are not reachable through its public API";
            all.push((name.clone(), Err(why.to_string()), String::new()));
            continue;
        }
        let num = |k: &str| key(k).parse::<u64>().ok();
        let mut notes = vec![];
        let counts = key("counts");
        if !counts.is_empty() && !limit(name) {
            let got: Vec<usize> = counts.split(',').filter_map(|s| s.parse().ok()).collect();
            let bad: Vec<&str> =
                got.iter().zip(truth.list()).zip(kinds).filter(|((a, b), _)| **a != *b).map(|(_, k)| k).collect();
            if !bad.is_empty() {
                notes.push(format!("differs or missing: {}", bad.join(", ")));
            }
        }
        for k in ["probe", "sum", "isum", "fill"] {
            if let (Some(r), v) = (reference(k), key(k)) {
                if !v.is_empty() && v != r && !limit(name) {
                    let near = r
                        .parse::<f64>()
                        .ok()
                        .zip(v.parse::<f64>().ok())
                        .is_some_and(|(a, b)| (a - b).abs() <= 1e-5 * a.abs().max(1.0));
                    if !near {
                        notes.push(format!("{k} {v} is not {r}"));
                    }
                }
            }
        }
        let median_ns = median(&c.ns);
        let figures = Figures {
            median_ns,
            min_ns: *c.ns.iter().min().unwrap(),
            ratio: base.map(|b| median_ns as f64 / b as f64),
            heap: num("heap"),
            live: num("live"),
            allocs: num("allocs"),
            rss_kb: num("rss"),
        };
        all.push((name.clone(), Ok(figures), notes.join("; ")));
    }
    all
}
