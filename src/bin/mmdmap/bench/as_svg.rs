//! A chart: for each file a bar, in which each phase of ours is as wide as it is long.
use super::Report;
use super::timing::Phase;
use crate::escape::is_invisible;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const BAR: f64 = 28.0;
const LINE: f64 = 18.0;
const COLORS: [&str; 8] = ["#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#76b7b2", "#edc948", "#9c755f"];

/// What every chart begins with.
pub const START: &str = "<svg ";

pub fn chart(reports: &[Report]) -> String {
    let all = reports.iter().map(height).sum::<f64>() + LINE;
    let mut svg = format!(
        "{START}xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {all}\" font-family=\"sans-serif\" font-size=\"12\">\n",
        WIDTH + 40.0
    );
    let mut top = LINE;
    for report in reports {
        file(&mut svg, report, top);
        top += height(report);
    }
    svg += "</svg>\n";
    svg
}

/// Title, bar, and a line for each phase.
fn height(report: &Report) -> f64 {
    2.5 * LINE + BAR + ours(report).count() as f64 * LINE
}

fn ours(report: &Report) -> impl Iterator<Item = &Phase> {
    report.phases.iter().filter(|phase| phase.ours)
}

fn file(svg: &mut String, report: &Report, top: f64) {
    let all: f64 = ours(report).map(seconds).sum();
    let title = escaped(&report.path.display().to_string());
    let _ = writeln!(svg, "<text x=\"20\" y=\"{top}\" font-weight=\"bold\">{title} ({:.2} ms)</text>", all * 1e3);
    let (mut left, mut y) = (20.0, top + BAR + 1.5 * LINE);
    for (phase, color) in ours(report).zip(COLORS.iter().cycle()) {
        let width = if all > 0.0 { seconds(phase) / all * WIDTH } else { 0.0 };
        let name = escaped(&phase.name);
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{BAR}\" fill=\"{color}\"><title>{name}</title></rect>",
            top + LINE / 2.0
        );
        let _ = writeln!(svg, "<rect x=\"20\" y=\"{:.2}\" width=\"10\" height=\"10\" fill=\"{color}\"/>", y - 9.0);
        let _ = writeln!(svg, "<text x=\"36\" y=\"{y:.2}\">{name}: {:.3} ms</text>", seconds(phase) * 1e3);
        left += width;
        y += LINE;
    }
}

fn seconds(phase: &Phase) -> f64 {
    phase.median().as_secs_f64()
}

fn escaped(text: &str) -> String {
    text.chars()
        .filter(|&c| !is_invisible(c))
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
