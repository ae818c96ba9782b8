//! What is in a pose.
use super::head::{Head, json_line, odd_text, several, visit_odd};
use crate::json::{maybe, number, text};
use crate::table::grouped;
use mmdmap::vpd::Vpd;
use mmdmap::vpd::check::Totals;
use mmdmap::{Visit, Visitor, VpdFile};

pub fn show(file: &VpdFile, head: &Head<'_>, json: bool) -> String {
    let pose = file.pose();
    let report = Report { head, pose, odd: pose.check().into_totals() };
    if json { json_line(&report) } else { report.to_text() }
}

struct Report<'a> {
    head: &'a Head<'a>,
    pose: Vpd<'a>,
    odd: Totals,
}

impl Report<'_> {
    fn to_text(&self) -> String {
        let pose = self.pose;
        let mut lines = self.head.title();
        lines.line("model", &pose.model_name().decode());
        let (flavour, encoding, len) = (pose.flavour().name(), pose.encoding().name(), grouped(self.head.file_len));
        lines.line("format", &format!("VPD, {flavour}, {encoding}, {len} bytes"));
        let bones = pose.bones().len();
        let declared = match pose.declared_bones() {
            Some(declared) if usize::try_from(declared) == Ok(bones) => String::new(),
            Some(declared) => format!(" (the file says {declared})"),
            None => " (the file does not say how many)".into(),
        };
        lines.line("bones", &format!("{}{declared}", grouped(bones)));
        lines.line("morphs", &grouped(pose.morphs().len()));
        if pose.unknown_blocks().len() > 0 {
            lines.line("blocks", &several(pose.unknown_blocks().len(), "unknown block", "unknown blocks"));
        }
        for (label, bytes) in [("trailing", pose.trailing()), ("cut off", pose.behind_cut())] {
            if !bytes.is_empty() {
                lines.line(label, &several(bytes.len(), "byte", "bytes"));
            }
        }
        lines.line("odd", &odd_text(&self.odd));
        self.head.opening(&mut lines);
        lines.end()
    }
}

impl Visit for Report<'_> {
    fn visit(&self, to: &mut dyn Visitor) {
        let pose = self.pose;
        to.begin_record();
        self.head.visit_start(to);
        text(to, "flavour", pose.flavour().name());
        text(to, "encoding", pose.encoding().name());
        to.field("model_name");
        pose.model_name().visit(to);
        number(to, "bones", pose.bones().len());
        maybe(to, "declared_bones", pose.declared_bones().and_then(|n| usize::try_from(n).ok()));
        number(to, "morphs", pose.morphs().len());
        number(to, "blocks", pose.unknown_blocks().len());
        number(to, "trailing", pose.trailing().len());
        number(to, "behind_cut", pose.behind_cut().len());
        visit_odd(to, &self.odd);
        self.head.visit_end(to);
        to.end_record();
    }
}
