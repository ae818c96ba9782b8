//! What was measured, as a table for people.
use super::Report;
use super::as_json::Earlier;
use super::timing::Phase;
use crate::escape::escaped;
use crate::output::paint;
use crate::table::{Align, Table, grouped};
use anstyle::Style;
use std::fmt::Write;
use std::time::Duration;

/// From here on copying the same bytes took too different times for the others to be trusted.
const NOISY: f64 = 0.1;

impl Report {
    pub fn to_text(&self, earlier: &Earlier) -> String {
        let mut out = String::new();
        let bold = Style::new().bold();
        let path = escaped(&self.path.display().to_string()).into_owned();
        let cache = if self.cold { "from the disk" } else { "in the page cache" };
        let _ = writeln!(
            out,
            "{}: {} bytes, {cache}, {} rounds",
            paint(bold, path),
            grouped(self.bytes as usize),
            self.rounds
        );
        let before = earlier.of(&self.path);
        let mut heads = vec![
            ("phase", Align::Left),
            ("median", Align::Right),
            ("fastest", Align::Right),
            ("spread", Align::Right),
            ("GB/s", Align::Right),
            ("ns/record", Align::Right),
            ("page faults", Align::Right),
            ("peak heap", Align::Right),
        ];
        if before.is_some() {
            heads.push(("before", Align::Right));
        }
        let mut table = Table::new(heads);
        for phase in &self.phases {
            let mut cells = row(phase);
            if let Some(before) = &before {
                cells.push(before.get(&phase.name).map_or(String::new(), |before| ratio(phase, *before)));
            }
            table.row(cells);
        }
        out += &table.render(2, bold);
        let copies = self.phases.iter().filter(|phase| !phase.ours && phase.name.starts_with("copy"));
        let worst = copies.map(Phase::spread).fold(0.0, f64::max);
        if worst > NOISY {
            let percent = worst * 100.0;
            let _ = writeln!(
                out,
                "  copying the same bytes varies by {percent:.0} %: this machine is busy, take the times as rough"
            );
        }
        out
    }
}

fn row(phase: &Phase) -> Vec<String> {
    vec![
        phase.name.clone(),
        time(phase.median()),
        time(phase.fastest()),
        format!("{:.0} %", phase.spread() * 100.0),
        phase.speed().map_or(String::new(), |speed| format!("{:.2}", speed / 1e9)),
        phase.per_record().map_or(String::new(), |ns| format!("{ns:.1}")),
        phase.page_faults().map_or(String::new(), |faults| faults.to_string()),
        bytes(phase.peak_heap),
    ]
}

/// Three figures that say something.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    let decimals = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {unit}")
}

fn bytes(n: usize) -> String {
    match n {
        0 => "0".to_owned(),
        n if n < 10_000 => format!("{n} B"),
        n if n < 10_000_000 => format!("{} kB", n / 1000),
        n => format!("{} MB", n / 1_000_000),
    }
}

/// How the median stands to the one before; within the spread of the rounds it says nothing.
fn ratio(phase: &Phase, before: f64) -> String {
    let now = phase.median().as_secs_f64() * 1e9;
    if before <= 0.0 || now <= 0.0 {
        return String::new();
    }
    let ratio = now / before;
    if (ratio - 1.0).abs() <= phase.spread() { format!("{ratio:.2}x ~") } else { format!("{ratio:.2}x") }
}
