//! What is different between two models: by section, record and field, whatever the widths and the encoding.
mod align;
mod compare;
mod difference;
mod options;
mod pair;
mod tokens;

pub use difference::{Change, Difference, Value};
pub use options::DiffOptions;

use super::model::{EachPair, Pmx};
use crate::field::Field;
use crate::globals::Globals;
use crate::name::Named;
use crate::records::Records;
use crate::text::Text;
use crate::visit::Visit;
use align::growing;
use compare::{Comparison, Leaves, Side};
use core::fmt;
use core::iter::FusedIterator;
use pair::{Rest, pair};

/// What is different between two models, section by section in file order; nothing, if they say the same.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use mmdmap::PmxFile;
/// use mmdmap::pmx::{DiffOptions, diff};
/// let (old, new) = (PmxFile::open("old.pmx")?, PmxFile::open("new.pmx")?);
/// for difference in diff(old.model(), new.model(), &DiffOptions::new()) {
///     println!("{difference}"); // bones[3] "頭": position: [0.0, 16.0, 0.0] -> [0.0, 16.5, 0.0]
/// }
/// # Ok(()) }
/// ```
///
/// # Which record is which
///
/// Vertices and faces are paired by their number; what one model has more of is added or removed. Textures are paired by
/// path, all others by local name; of several with one name, those that are the same in everything, then the first with
/// the first (of textures, those that are the same from the start of the list on and from its end). Those left over are
/// paired by what they hold: a record that is all the same but for its names was renamed. What is still left is paired by
/// its place, right behind the partner of the record before it, if more of it is the same than not; the rest is
/// [removed](Change::Removed) or [added](Change::Added). A texture is nothing but its path: one in the place of another
/// was [renamed](Change::Renamed). Records whose order among the others changed are [moved](Change::Moved), as few as can
/// be; an insertion moves nothing.
///
/// # What is the same
///
/// * Texts of the same characters; where bytes are not valid in their encoding, the same bytes in the same encoding.
/// * Floats that are equal, so that −0 is 0, or as near as the [options](DiffOptions) say; a NaN is the same as itself
///   only, bit for bit.
/// * References to the same record: where a bone was inserted, all that points at those behind it is still the same.
///   Vertices are their numbers here, too. References to nothing are the same if their numbers are.
///
/// Vectors are one value. Items of lists (IK links, morph offsets, frame items, anchors) are paired by what they point at,
/// as far as that keeps their order; others stand for each other where they lie in the same gap. As many items that are
/// nothing but an index (the bones of a vertex, pins) are paired by number.
///
/// The version is compared, and so is the number of additional UVs; all else in the header is the layout of the file and
/// makes [no difference](DiffOptions::layout), unless asked for. A section that a file does not hold is an empty one.
///
/// # What it costs
///
/// Time grows with the models (sorting: n log n). Memory holds a few numbers for each record that has a name, and the two
/// records that are being compared, flattened; of the differences, those of one section.
pub fn diff<'a>(old: Pmx<'a>, new: Pmx<'a>, options: &DiffOptions) -> Differences<'a> {
    Differences { comparison: Comparison::new(old, new, *options), next: 0, told: Vec::new().into_iter() }
}

/// Finds [differences](diff) when asked for them.
pub struct Differences<'a> {
    comparison: Comparison<'a>,
    /// The number of the section to be compared next.
    next: usize,
    /// What is left of the one before it.
    told: std::vec::IntoIter<Difference>,
}

impl Iterator for Differences<'_> {
    type Item = Difference;

    fn next(&mut self) -> Option<Difference> {
        loop {
            if let Some(difference) = self.told.next() {
                return Some(difference);
            }
            let [old, new] = self.comparison.models;
            if self.next == 0 {
                // What references mean must be known before any is compared.
                old.each_pair(new, &mut Pair { comparison: &mut self.comparison });
            }
            let sections = old.index().sections();
            let section = match sections.get(self.next) {
                Some(section) => section.name,
                None if self.next == sections.len() => "end",
                None => return None,
            };
            self.next = self.next.saturating_add(1);
            self.told = self.compare(section);
        }
    }
}
impl FusedIterator for Differences<'_> {}

impl fmt::Debug for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [old, new] = self.comparison.models;
        f.debug_struct("Differences").field("old", &old).field("new", &new).finish_non_exhaustive()
    }
}

impl Differences<'_> {
    fn compare(&mut self, section: &'static str) -> std::vec::IntoIter<Difference> {
        let comparison = &mut self.comparison;
        let [old, new] = comparison.models;
        let max = comparison.options.max_per_section;
        let mut told = Told { section, list: Vec::new(), max, more: 0 };
        match section {
            "header" => header(comparison, &mut told),
            "info" => told.fields(comparison, [None; 2], &old.info(), &new.info(), None, &|| None),
            "end" => end(comparison, &mut told),
            _ if same_bytes(comparison, section) => {}
            _ => {
                presence(comparison, section, &mut told);
                old.each_pair(new, &mut Tell { comparison, told: &mut told });
            }
        }
        told.end().into_iter()
    }
}

/// Whether a section can be seen to be the same without a look into it: most are, in two versions of one model.
fn same_bytes(comparison: &Comparison<'_>, section: &str) -> bool {
    let bytes = |model: Pmx<'_>| {
        let span = model.index().sections().into_iter().find(|one| one.name == section)?;
        Some((span.len, span.range))
    };
    let [old, new] = comparison.models;
    let (Some((old_len, old_range)), Some((new_len, new_range))) = (bytes(old), bytes(new)) else { return false };
    comparison.bytes_mean_the_same()
        && old_len == new_len
        && old_len.is_some()
        && old.bytes().get(old_range) == new.bytes().get(new_range)
}

/// The version; the number of additional UVs; and how the file is laid out, if that is asked for.
fn header(comparison: &mut Comparison<'_>, told: &mut Told) {
    let layout = comparison.options.layout;
    let [old, new] = comparison.models;
    let (was, is) = (old.header(), new.header());
    if layout && was.signature != is.signature {
        told.change("signature", || [Value::bytes(was.signature), Value::bytes(is.signature)]);
    }
    if old.version() != new.version() {
        told.change("version", || [old, new].map(|model| Value::Float(model.version().get())));
    }
    // As they stand: two encoding bytes may mean the same.
    let [was_set, is_set] = [was, is].map(|header| header.settings.bytes().iter().copied());
    let settings = was_set.zip(is_set);
    for (name, (was, is)) in Globals::NAMES.into_iter().zip(settings) {
        if was != is && (layout || name == "additional_uvs") {
            told.change(&format!("settings.{name}"), || [was, is].map(|value| Value::Integer(value.into())));
        }
    }
    if layout && was.settings.extra() != is.settings.extra() {
        told.change("settings.extra", || [was, is].map(|header| Value::bytes(header.settings.extra())));
    }
}

/// Whether the file holds a section, empty or not, if that is asked for.
fn presence(comparison: &Comparison<'_>, section: &str, told: &mut Told) {
    let present = comparison
        .models
        .map(|model| model.index().sections().into_iter().any(|one| one.name == section && one.len.is_some()));
    if let ([was, is], true) = (present, comparison.options.layout) {
        if was != is {
            told.change("present", || [was, is].map(|present| Value::Integer(present.into())));
        }
    }
}

/// What lies behind the last section, if that is asked for.
fn end(comparison: &mut Comparison<'_>, told: &mut Told) {
    let [old, new] = comparison.models;
    if comparison.options.layout {
        for (name, was, is) in
            [("trailing", old.trailing(), new.trailing()), ("behind_cut", old.behind_cut(), new.behind_cut())]
        {
            if was != is {
                told.change(name, || [was, is].map(Value::bytes));
            }
        }
    }
}

/// The differences of one section.
struct Told {
    section: &'static str,
    list: Vec<Difference>,
    max: usize,
    more: usize,
}

impl Told {
    /// Notes it, or only counts it.
    fn tell(&mut self, [old, new]: [Option<usize>; 2], say: impl FnOnce() -> (Option<String>, Change)) {
        if self.list.len() < self.max {
            let (name, change) = say();
            self.list.push(Difference { section: self.section, old, new, name, change });
        } else {
            self.more = self.more.saturating_add(1);
        }
    }
    /// A value of the section as a whole.
    fn change(&mut self, field: &str, values: impl FnOnce() -> [Value; 2]) {
        self.tell([None; 2], || {
            let [old, new] = values().map(Some);
            (None, Change::Changed { field: field.to_owned(), old, new })
        });
    }
    /// Whatever is different in two records but this field.
    fn fields(
        &mut self,
        comparison: &mut Comparison<'_>,
        numbers: [Option<usize>; 2],
        old: &dyn Visit,
        new: &dyn Visit,
        but: Option<&str>,
        name: &dyn Fn() -> Option<String>,
    ) {
        comparison.lay_out(old, new);
        if !comparison.is_same() {
            comparison.each_leaf(&mut Changes { told: self, numbers, but, name });
        }
    }
    fn end(mut self) -> Vec<Difference> {
        if self.more > 0 {
            let change = Change::More(self.more);
            self.list.push(Difference { section: self.section, old: None, new: None, name: None, change });
        }
        self.list
    }
}

/// Tells the values that are not the same.
struct Changes<'t> {
    told: &'t mut Told,
    numbers: [Option<usize>; 2],
    but: Option<&'t str>,
    name: &'t dyn Fn() -> Option<String>,
}

impl Leaves for Changes<'_> {
    fn leaf(&mut self, of: &Comparison<'_>, path: &str, old: Option<usize>, new: Option<usize>, same: bool) {
        if same || self.but == Some(path) {
            return;
        }
        self.told.tell(self.numbers, || {
            let old = old.map(|at| of.value(Side::Old, at));
            let new = new.map(|at| of.value(Side::New, at));
            ((self.name)(), Change::Changed { field: path.to_owned(), old, new })
        });
    }
}

/// Pairs the records of each section, in file order: nearly every reference points back.
struct Pair<'t, 'a> {
    comparison: &'t mut Comparison<'a>,
}

impl<'a> EachPair<'a> for Pair<'_, 'a> {
    fn by_number<T: Field<'a>>(&mut self, _: &'static str, _: Records<'a, T>, _: Records<'a, T>) {}
    fn by_path(&mut self, section: &'static str, old: Records<'a, Text<'a>>, new: Records<'a, Text<'a>>) {
        let pairing = pair(self.comparison, old, new, |path| *path, Rest::Nothing);
        self.comparison.keep(section, pairing);
    }
    fn by_name<T: Field<'a> + Named<'a>>(&mut self, section: &'static str, old: Records<'a, T>, new: Records<'a, T>) {
        let pairing = pair(self.comparison, old, new, |one| one.name().local, Rest::Content);
        self.comparison.keep(section, pairing);
    }
}

/// Tells the differences of one section.
struct Tell<'t, 'a> {
    comparison: &'t mut Comparison<'a>,
    told: &'t mut Told,
}

impl<'a> EachPair<'a> for Tell<'_, 'a> {
    fn by_number<T: Field<'a>>(&mut self, section: &'static str, old: Records<'a, T>, new: Records<'a, T>) {
        if section != self.told.section {
            return;
        }
        for (i, (old, new)) in old.iter().zip(new.iter()).enumerate() {
            self.told.fields(self.comparison, [Some(i); 2], &old, &new, None, &|| None);
        }
        for i in new.len()..old.len() {
            self.told.tell([Some(i), None], || (None, Change::Removed));
        }
        for j in old.len()..new.len() {
            self.told.tell([None, Some(j)], || (None, Change::Added));
        }
    }
    fn by_path(&mut self, section: &'static str, old: Records<'a, Text<'a>>, new: Records<'a, Text<'a>>) {
        if section == self.told.section {
            self.labelled(old, new, "", |path| *path);
        }
    }
    fn by_name<T: Field<'a> + Named<'a>>(&mut self, section: &'static str, old: Records<'a, T>, new: Records<'a, T>) {
        if section == self.told.section {
            self.labelled(old, new, "name.local", |one| one.name().local);
        }
    }
}

impl<'a> Tell<'_, 'a> {
    /// First what became of records, so that no number of changed values hides it; then the values.
    fn labelled<T: Field<'a>>(
        &mut self,
        old: Records<'a, T>,
        new: Records<'a, T>,
        label_field: &str,
        label: impl Fn(&T) -> Text<'a>,
    ) {
        let Some(pairing) = self.comparison.pairing(self.told.section) else { return };
        let name = |one: &Option<T>| one.as_ref().map(|one| label(one).to_string());
        let mut pairs = Vec::with_capacity(pairing.to.len().min(pairing.new_len));
        let mut is_added = vec![true; pairing.new_len];
        for i in 0..pairing.to.len() {
            match pairing.of(i) {
                Some(j) => {
                    pairs.push((i, j));
                    is_added.get_mut(j).into_iter().for_each(|added| *added = false);
                }
                None => self.told.tell([Some(i), None], || (name(&old.get(i)), Change::Removed)),
            }
        }
        for (j, _) in is_added.iter().enumerate().filter(|(_, added)| **added) {
            self.told.tell([None, Some(j)], || (name(&new.get(j)), Change::Added));
        }
        for &(i, j) in &pairs {
            let (Some(was), Some(is)) = (old.get(i), new.get(j)) else { continue };
            let (was, is) = (label(&was), label(&is));
            if was != is {
                let change = || Change::Renamed { old: text(was), new: text(is) };
                self.told.tell([Some(i), Some(j)], || (Some(was.to_string()), change()));
            }
        }
        let in_order = growing(&pairs.iter().map(|(_, j)| *j).collect::<Vec<_>>());
        for (&(i, j), _) in pairs.iter().zip(in_order).filter(|(_, in_order)| !in_order) {
            self.told.tell([Some(i), Some(j)], || (name(&old.get(i)), Change::Moved));
        }
        for (i, j) in pairs {
            let (Some(was), Some(is)) = (old.get(i), new.get(j)) else { continue };
            let name = || Some(label(&was).to_string());
            self.told.fields(self.comparison, [Some(i), Some(j)], &was, &is, Some(label_field), &name);
        }
    }
}

fn text(text: Text<'_>) -> Value {
    Value::Text { decoded: text.to_string(), stored: (!text.is_valid()).then(|| text.bytes().to_vec()) }
}
