//! Values between keys, against formulae worked out slowly and otherwise than the library does.
mod common;
use common::vmd::{A, Build, CENTER, SECTIONS, rows};
use mmdmap::vmd::{BoneSample, Curve, VmdIndex};

/// Bisection: 200 halvings of the whole interval, in the Bernstein form by de Casteljau.
fn reference(curve: Curve, time: f64) -> f64 {
    let casteljau = |a: f64, b: f64, s: f64| {
        let mix = |p: f64, q: f64| p + (q - p) * s;
        let (p, q, r) = (mix(0.0, a), mix(a, b), mix(b, 1.0));
        mix(mix(p, q), mix(q, r))
    };
    let part = |n: u8| f64::from(n) / 127.0;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let s = (low + high) / 2.0;
        if casteljau(part(curve.x1), part(curve.x2), s) < time { low = s } else { high = s }
    }
    casteljau(part(curve.y1), part(curve.y2), (low + high) / 2.0)
}

/// By the angle between them, through the quaternion from one to the other: axis and angle, not two sines.
fn reference_slerp(from: [f64; 4], to: [f64; 4], part: f64) -> [f64; 4] {
    let unit = |q: [f64; 4]| {
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.map(|x| x / length)
    };
    let mul = |[a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]| {
        [
            d * e + a * h + b * g - c * f,
            d * f - a * g + b * h + c * e,
            d * g + a * f - b * e + c * h,
            d * h - a * e - b * f - c * g,
        ]
    };
    let (from, to) = (unit(from), unit(to));
    let mut turn = mul([-from[0], -from[1], -from[2], from[3]], to);
    if turn[3] < 0.0 {
        turn = turn.map(|x| -x);
    }
    let sine = turn[..3].iter().map(|x| x * x).sum::<f64>().sqrt();
    let angle = sine.atan2(turn[3]) * part;
    let axis = if sine > 0.0 { [turn[0] / sine, turn[1] / sine, turn[2] / sine] } else { [0.0; 3] };
    mul(from, [axis[0] * angle.sin(), axis[1] * angle.sin(), axis[2] * angle.sin(), angle.cos()])
}

/// A fixed sequence of numbers that look random.
struct Noise(u64);
impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
    fn byte(&mut self) -> u8 {
        (self.next() % 128) as u8
    }
    fn float(&mut self) -> f32 {
        (self.next() % 20_001) as f32 / 10_000.0 - 1.0
    }
}

#[test]
fn curves_agree_with_bisection() {
    let mut noise = Noise(1);
    let corners = [0, 1, 20, 64, 107, 126, 127];
    let mut curves = Vec::new();
    for x1 in corners {
        for y1 in corners {
            for x2 in corners {
                curves.extend(corners.map(|y2| Curve { x1, y1, x2, y2 }));
            }
        }
    }
    curves.extend((0..2000).map(|_| Curve { x1: noise.byte(), y1: noise.byte(), x2: noise.byte(), y2: noise.byte() }));
    let mut worst = 0.0f64;
    for curve in curves {
        // The ends are exact (see below), which halving is not where a curve ends level.
        for step in 1..64 {
            let time = step as f32 / 64.0;
            let off = (f64::from(curve.value(time)) - reference(curve, time.into())).abs();
            worst = worst.max(off);
            assert!(off < 1e-5, "{curve:?} at {time}: off by {off}");
        }
    }
    println!("off by at most {worst:e}");
}

#[test]
fn a_curve_begins_at_nothing_ends_at_all_and_never_leaves_its_time() {
    let mut noise = Noise(7);
    for _ in 0..500 {
        let curve = Curve { x1: noise.byte(), y1: noise.byte(), x2: noise.byte(), y2: noise.byte() };
        assert_eq!((curve.value(0.0), curve.value(1.0), curve.value(-3.0), curve.value(7.0)), (0.0, 1.0, 0.0, 1.0));
        // Where both control points rise, so does the curve.
        if curve.y1 <= curve.y2 {
            let all: Vec<f32> = (0..=100).map(|n| curve.value(n as f32 / 100.0)).collect();
            assert!(all.windows(2).all(|two| two[1] >= two[0] - 1e-6), "{curve:?}");
        }
    }
    // Coordinates beyond 127: a time is taken for 127, a progress as it is.
    let odd = Curve { x1: 255, y1: 0, x2: 255, y2: 255 };
    assert_eq!(odd.value(0.5), Curve { x1: 127, y1: 0, x2: 127, y2: 255 }.value(0.5));
    assert!((0..=100).all(|n| odd.value(n as f32 / 100.0).is_finite()));
    // As steep as can be: the time of both points is one moment.
    let step = Curve { x1: 127, y1: 0, x2: 0, y2: 127 };
    assert!((step.value(0.5) - 0.5).abs() < 1e-6 && step.value(0.49) < 0.36 && step.value(0.51) > 0.64);
}

/// The motion, and what its two keys hold.
type TwoKeys = (Build, [[f32; 3]; 2], [[f32; 4]; 2], [Curve; 4]);

/// Bones with two keys of random values and curves.
fn two_keys(noise: &mut Noise, gap: u32) -> TwoKeys {
    let mut three = || [noise.float() * 10.0, noise.float(), noise.float() * 0.1];
    let translations = [three(), three()];
    let mut four = || [noise.float(), noise.float(), noise.float(), noise.float() + 0.01];
    let rotations = [four(), four()];
    let mut row = [0; 16];
    row.iter_mut().for_each(|byte| *byte = noise.byte());
    let curves = [0, 1, 2, 3].map(|n| Curve { x1: row[n], y1: row[4 + n], x2: row[8 + n], y2: row[12 + n] });
    let mut m = Build::new(b"");
    m.section("bones", 2, |m, i| {
        // The curves of the earlier key must not matter.
        let curves = rows(if i == 0 { [3; 16] } else { row });
        m.bone(CENTER, 100 + gap * i as u32, translations[i], rotations[i], curves);
    });
    m.empty(&SECTIONS[1..]);
    (m, translations, rotations, curves)
}

#[test]
fn a_bone_between_two_keys_agrees_with_the_formulae() {
    let mut noise = Noise(42);
    for round in 0..300 {
        let gap = [1, 2, 7, 30, 1000][round % 5];
        let (m, translations, rotations, curves) = two_keys(&mut noise, gap);
        let index = VmdIndex::scan(&m.bytes).unwrap();
        let tracks = index.view(&m.bytes).bone_tracks();
        let track = tracks.get(0).unwrap();
        for step in 0..=16 {
            let frame = 100.0 + gap as f32 * step as f32 / 16.0;
            let got = track.sample(frame);
            let time = (f64::from(frame) - 100.0) / f64::from(gap);
            if step == 0 || step == 16 {
                let want = BoneSample { translation: translations[step / 16], rotation: rotations[step / 16] };
                assert_eq!(got, want, "a key is itself, to the last bit");
                continue;
            }
            for axis in 0..3 {
                let (a, b) = (f64::from(translations[0][axis]), f64::from(translations[1][axis]));
                let want = a + (b - a) * reference(curves[axis], time);
                assert!((f64::from(got.translation[axis]) - want).abs() <= 1e-5 * (1.0 + want.abs()), "{got:?} {want}");
            }
            let part = reference(curves[3], time);
            let mut want = reference_slerp(rotations[0].map(f64::from), rotations[1].map(f64::from), part);
            let same = (0..4).map(|i| want[i] * f64::from(got.rotation[i])).sum::<f64>();
            if same < 0.0 {
                want = want.map(|x| -x);
            }
            for i in 0..4 {
                assert!((f64::from(got.rotation[i]) - want[i]).abs() < 1e-5, "{got:?} {want:?}");
            }
        }
    }
}

/// One bone with these keys; straight lines.
fn sampled(keys: &[(u32, [f32; 4])], frame: f32) -> [f32; 4] {
    let mut m = Build::new(b"");
    m.section("bones", keys.len(), |m, i| {
        m.bone(CENTER, keys[i].0, [keys[i].0 as f32; 3], keys[i].1, common::vmd::linear())
    });
    m.empty(&SECTIONS[1..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let motion = index.view(&m.bytes);
    let tracks = motion.bone_tracks();
    let pose = tracks.get(0).unwrap().sample(frame);
    let last = keys.iter().map(|key| key.0).max().unwrap() as f32;
    let first = keys.iter().map(|key| key.0).min().unwrap() as f32;
    let want = if frame.is_nan() { first } else { frame.clamp(first, last) };
    assert!((pose.translation[0] - want).abs() < 1e-4 * want.max(1.0));
    pose.rotation
}

#[test]
fn before_the_first_and_after_the_last_key_nothing_moves() {
    let (a, b) = ([0.6, 0.0, 0.0, 0.8], [0.0, 1.0, 0.0, 0.0]);
    let keys = [(10, a), (20, b)];
    for frame in [-5.0, 0.0, 9.99, 10.0, f32::NEG_INFINITY] {
        assert_eq!(sampled(&keys, frame), a);
    }
    for frame in [20.0, 20.01, 1e9, f32::INFINITY] {
        assert_eq!(sampled(&keys, frame), b);
    }
    assert_eq!(sampled(&keys, f32::NAN), a);
}

#[test]
fn a_rotation_takes_the_shorter_way() {
    let half = core::f32::consts::FRAC_1_SQRT_2;
    let got = sampled(&[(0, [0.0, 0.0, 0.0, 1.0]), (2, [-half, 0.0, 0.0, -half])], 1.0);
    let want = [0.382_683_43, 0.0, 0.0, 0.923_879_5];
    assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?}");
}

#[test]
fn what_is_no_rotation_turns_nothing() {
    let none = [0.0, 0.0, 0.0, 1.0];
    for odd in [[0.0; 4], [f32::NAN, 0.0, 0.0, 1.0], [f32::INFINITY; 4]] {
        assert_eq!(sampled(&[(0, odd), (2, none)], 0.0), none);
        assert_eq!(sampled(&[(0, odd), (2, none)], 1.0), none);
    }
    // Of any length it is one: at a key as it is, between keys of length 1.
    assert_eq!(sampled(&[(0, [0.0, 0.0, 0.0, 5.0]), (2, none)], 0.0), [0.0, 0.0, 0.0, 5.0]);
    assert_eq!(sampled(&[(0, [0.0, 0.0, 0.0, 5.0]), (2, none)], 1.0), none);
    let large = [f32::MAX; 4];
    assert!(sampled(&[(0, large), (2, large)], 1.0).iter().all(|x| (x - 0.5).abs() < 1e-6));
}

#[test]
fn a_morph_goes_straight_from_key_to_key() {
    let mut m = Build::new(b"");
    m.empty(&["bones"]);
    m.section("morphs", 3, |m, i| m.morph(A, [10, 0, 30][i], [1.0, 0.25, 0.0][i]));
    m.empty(&SECTIONS[2..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let tracks = index.view(&m.bytes).morph_tracks();
    let track = tracks.find("あ").unwrap();
    for (frame, weight) in
        [(-1.0, 0.25), (0.0, 0.25), (5.0, 0.625), (10.0, 1.0), (15.0, 0.75), (30.0, 0.0), (99.0, 0.0)]
    {
        assert_eq!(track.sample(frame), weight, "{frame}");
    }
}

#[test]
fn the_camera_has_six_curves_and_cuts_between_neighbours() {
    let mut m = Build::new(b"");
    m.empty(&["bones", "morphs"]);
    let curve = |n: u8| Curve { x1: 10 + n, y1: 100 - n, x2: 90, y2: 5 * n };
    m.section("cameras", 3, |m, i| {
        let at = [0, 10, 11][i];
        m.u32(at).floats(&[-10.0 * at as f32]).floats(&[1.0, 2.0, 3.0].map(|x| x * at as f32));
        m.floats(&[0.1, 0.2, 0.3].map(|x| x * at as f32));
        for n in 0..6 {
            let Curve { x1, y1, x2, y2 } = curve(n);
            m.raw(&[x1, x2, y1, y2]);
        }
        m.u32(30 + at).u8(u8::from(i == 1));
    });
    m.empty(&SECTIONS[3..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let track = index.view(&m.bytes).camera_track();
    let got = track.sample(2.5).unwrap();
    let part = |n| reference(curve(n), 0.25);
    let close = |got: f32, want: f64| assert!((f64::from(got) - want).abs() < 1e-4, "{got} {want}");
    (0..3).for_each(|n| close(got.target[n], 10.0 * (n as f64 + 1.0) * part(n as u8)));
    (0..3).for_each(|n| close(got.rotation[n], (n as f64 + 1.0) * part(3)));
    close(got.distance, -100.0 * part(4));
    close(got.view_angle, 30.0 + 10.0 * part(5));
    // A switch has no between; neither have neighbours.
    assert_eq!((got.perspective.0, track.sample(10.0).unwrap().perspective.0), (0, 1));
    assert_eq!(track.sample(10.5), track.sample(10.0));
    assert_eq!(track.sample(11.0).unwrap().distance, -110.0);
}

/// An `f32` cannot tell neighbours apart up there: frames may be given as they are counted.
#[test]
fn at_its_key_a_value_is_the_keys_however_far_out() {
    let frames = [16_777_216, 16_777_217, 16_777_218, u32::MAX - 1, u32::MAX];
    let mut m = Build::new(b"");
    m.section("bones", frames.len(), |m, i| {
        m.bone(CENTER, frames[i], [i as f32; 3], [0.0, 0.0, 0.0, 1.0], common::vmd::linear())
    });
    m.empty(&SECTIONS[1..]);
    let index = VmdIndex::scan(&m.bytes).unwrap();
    let motion = index.view(&m.bytes);
    let tracks = motion.bone_tracks();
    let track = tracks.get(0).unwrap();
    assert_eq!(frames.map(|frame| track.sample(frame).translation[0]), [0.0, 1.0, 2.0, 3.0, 4.0]);
    let poses = motion.poses(&mmdmap::ConvertOptions::new());
    assert_eq!(frames.map(|frame| poses.at(frame, "a.osm").0.bones[0].translation[0]), [0.0, 1.0, 2.0, 3.0, 4.0]);
}
