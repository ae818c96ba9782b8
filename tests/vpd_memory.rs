//! How much memory the index of a pose takes, and that views take none: counted by the allocator of this test, thread by
//! thread. Huge files end in one pass: a pass that is not linear would never end here.
use mmdmap::vpd::{Flavour, Pose, VpdIndex};
use mmdmap::{Encoding, Mode, ScanOptions};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The system's allocator, counting.
struct Counting;

thread_local! {
    /// Calls, bytes held now, the most that were held at once.
    static COUNTS: Cell<(usize, isize, isize)> = const { Cell::new((0, 0, 0)) };
}

fn note(calls: usize, bytes: isize) {
    // A thread that is going away has no counts any more.
    let _ = COUNTS.try_with(|counts| {
        let (before, live, peak) = counts.get();
        let live = live + bytes;
        counts.set((before + calls, live, peak.max(live)));
    });
}

// SAFETY: whatever is asked of it, it asks of the system's allocator; counting touches no memory that it hands out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Layout) -> *mut u8 {
        note(1, memory.size() as isize);
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(memory) }
    }
    unsafe fn dealloc(&self, at: *mut u8, memory: Layout) {
        note(0, -(memory.size() as isize));
        // SAFETY: the caller's promise is the same.
        unsafe { System.dealloc(at, memory) }
    }
    unsafe fn realloc(&self, at: *mut u8, memory: Layout, size: usize) -> *mut u8 {
        // Old and new may be held at once.
        note(1, size as isize);
        note(0, -(memory.size() as isize));
        // SAFETY: the caller's promise is the same.
        unsafe { System.realloc(at, memory, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, in how many calls, and the most that it held.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    COUNTS.set((0, 0, 0));
    let result = work();
    let (calls, _, peak) = COUNTS.get();
    (result, calls, peak as usize)
}

fn header(count: &str) -> Vec<u8> {
    format!("Vocaloid Pose Data file\r\n\r\nmiku.osm;\r\n{count};\r\n\r\n").into_bytes()
}

fn scan(bytes: &[u8], mode: Mode) -> mmdmap::Result<VpdIndex> {
    VpdIndex::scan_with(bytes, &ScanOptions::from(mode))
}

/// Without optimisation a tenth of it says the same.
const SIZE: usize = if cfg!(miri) {
    1 << 12
} else if cfg!(debug_assertions) {
    10 << 20
} else {
    100 << 20
};
const BONES: usize = if cfg!(miri) {
    100
} else if cfg!(debug_assertions) {
    1_000_000
} else {
    10_000_000
};

#[test]
fn millions_of_bones_cost_eight_bytes_each_and_views_nothing() {
    const SHORTEST: &str = "Bone{\n0,0,0;\n0,0,0,1;\n}\n";
    let bytes = [header(&BONES.to_string()), SHORTEST.repeat(BONES).into_bytes()].concat();
    let (index, calls, peak) = counted(|| scan(&bytes, Mode::Strict).expect("a pose"));
    assert_eq!(index.view(&bytes).bones().len(), BONES);
    // A vector grows by doubling, and holds old and new for a moment.
    assert!(peak <= 8 * BONES * 3 + 4096, "{peak} bytes for {BONES} bones");
    assert!(calls <= 64, "{calls} allocations");
    assert!(index.heap_bytes() >= 8 * BONES && index.heap_bytes() <= peak);
    let (turned, calls, _) = counted(|| {
        let bones = index.view(&bytes).bones();
        let turned = bones.iter().filter(|bone| bone.normalized_rotation()[3] == 1.0).count();
        black_box((bones.get(BONES / 2), bones.last(), bones.find("x"), index.view(&bytes).model_name()));
        turned
    });
    assert_eq!((turned, calls), (BONES, 0));
}

/// Ten times the file is ten times the work, counted in what is noted and what is held: never more.
#[test]
fn ten_times_as_much_costs_ten_times_as_much() {
    type Made = fn(usize) -> Vec<u8>;
    let shapes: [(&str, Made, usize); 5] = [
        (
            "a name",
            |n| [header("1"), b"Bone0{".to_vec(), vec![b'a'; n], b"\n0,0,0;\n0,0,0,1;\n}\n".to_vec()].concat(),
            0,
        ),
        ("braces", |n| [header("0"), vec![b'{'; n], b"\n}\n".to_vec()].concat(), 0),
        ("lines of braces", |n| [header("0"), b"{\n".repeat(n / 2), b"}\n".to_vec()].concat(), 0),
        (
            "plain bones",
            |n| [header(&n.to_string()), "Bone{\n0,0,0;\n0,0,0,1;\n}\n".repeat(n).into_bytes()].concat(),
            8,
        ),
        (
            "odd bones",
            |n| [header(&n.to_string()), "Bone {\n0, 0,0;\n0,0,0,1;\n}\n".repeat(n).into_bytes()].concat(),
            8,
        ),
    ];
    let n = if cfg!(miri) { 100 } else { 10_000 };
    for (shape, made, each) in shapes {
        let cost = |n: usize| {
            let bytes = made(n);
            let (index, calls, peak) = counted(|| scan(&bytes, Mode::Lenient).expect("opens"));
            let pose = index.view(&bytes);
            assert_eq!(pose.bones().len(), if each > 0 { n } else { pose.bones().len().min(1) }, "{shape}");
            (calls, peak)
        };
        let (once, ten) = (cost(n), cost(10 * n));
        println!("{shape}: {once:?} calls and bytes, ten times as much {ten:?}");
        // A vector grows by doubling: four calls more, old and new at once.
        assert!(ten.0 <= once.0 + 5 && ten.1 <= 10 * n * each * 3 + 4096, "{shape}: {once:?}, {ten:?}");
    }
}

#[test]
fn what_a_real_pose_costs() {
    let mut pose = Pose::new("miku.osm");
    let names: Vec<_> = (0..200).map(|i| format!("ボーン{i}")).collect();
    pose.bones.extend(names.iter().map(|name| mmdmap::vpd::Bone::new(name, [0.5; 3], [0.0, 0.0, 0.0, 1.0])));
    let bytes = pose.to_bytes(Flavour::Text, Encoding::Cp932).unwrap();
    let (index, calls, peak) = counted(|| scan(&bytes, Mode::Lenient).unwrap());
    println!("200 bones: {calls} allocations, {peak} bytes at most, {} held", index.heap_bytes());
    assert!(peak <= 200 * 8 * 3 && calls <= 8, "{calls} allocations, {peak} bytes");
    let (_, calls, _) = counted(|| index.view(&bytes).bones().find("ボーン7").expect("is there"));
    assert_eq!(calls, 0);
}

#[test]
fn a_count_allocates_nothing() {
    let bytes = header("4294967295");
    let (result, _, peak) = counted(|| scan(&bytes, Mode::Lenient));
    assert!(result.is_ok() && peak < 4096, "{peak} bytes");
    let mut hybrid = Pose::new("a").to_bytes(Flavour::Hybrid, Encoding::Cp932).unwrap();
    hybrid.extend([b'x'; 6]);
    hybrid[50..54].fill(0xff);
    for mode in [Mode::Strict, Mode::Lenient, Mode::Salvage] {
        let (result, _, peak) = counted(|| scan(&hybrid, mode));
        assert!(result.is_err() && peak < 4096, "{peak} bytes");
    }
}

/// Whatever one byte fills a file, in one line or in many, as a name or as anything else.
#[test]
fn huge_files_of_one_thing_take_one_pass_and_no_memory() {
    let numbers = b"Bone0{a\n0,0,0;\n0,0,0,1;\n";
    let befores: [&[u8]; 6] = [b"", b"Bone0{", b"Bone0{a\n", numbers, b"Foo{", b"Bone0"];
    for unit in [
        &b"{"[..],
        b"}",
        b"a",
        b"9",
        b",",
        b";",
        b"-",
        b"/",
        b"\x83",
        b"\xe3\x80\x80",
        b"\r",
        b"\n",
        b"{\n",
        b"}\n",
        b"a\r",
        b"0,",
        b"\0",
        b" ",
    ] {
        let fill = unit.repeat(SIZE / 8 / unit.len());
        for before in befores {
            let bytes = [&header("1"), before, &fill].concat();
            for mode in [Mode::Strict, Mode::Salvage] {
                let (index, _, peak) = counted(|| scan(&bytes, mode));
                // A copy of what may be half a number, at most.
                assert!(peak <= 64 * 1024 + bytes.len(), "{unit:?} behind {before:?}: {peak} bytes");
                let (_, _, peak) = counted(|| index.map(|index| index.view(&bytes).check().count()));
                assert!(peak <= 64 * 1024, "{unit:?} behind {before:?}: {peak} bytes");
            }
        }
    }
    // The two of the list, in full.
    for fill in [vec![b'a'; SIZE], vec![b'{'; SIZE]] {
        let bytes = [&header("1"), &b"Bone0{"[..], &fill, b"\n0,0,0;\n0,0,0,1;\n}"].concat();
        let (index, _, peak) = counted(|| scan(&bytes, Mode::Strict).expect("a long name"));
        assert_eq!(index.view(&bytes).bones().first().unwrap().name.raw().bytes().len(), SIZE);
        assert!(peak < 4096, "{peak} bytes");
        let bytes = [&header("1"), &fill[..]].concat();
        let (result, _, peak) = counted(|| scan(&bytes, Mode::Lenient));
        assert!(result.is_err_and(|e| e.is_cut()) && peak < 4096, "{peak} bytes");
    }
}
