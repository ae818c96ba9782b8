//! A pose on a model: whose bones and morphs it means, and what finds nothing on either side.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mmdmap::{PmxFile, VpdFile};
//! let (model, pose) = (PmxFile::open("miku.pmx")?, VpdFile::open("stand.vpd")?);
//! let posing = pose.pose().on(model.model());
//! for bone in &posing.bones {
//!     println!("{:?} moves by {:?}, turns by {:?}", bone.index, bone.translation, bone.rotation);
//! }
//! println!("{} names are not the model's", posing.bone_names.unmatched.len());
//! # Ok(()) }
//! ```
use crate::fixed_name::MOTION_NAME;
use crate::index::{BoneIndex, MorphIndex};
use crate::name::Named;
use crate::pmx::Pmx;
use crate::text::Text;
use crate::vpd::{Bone, Morph, Pose, PoseName, Vpd};
use std::collections::HashMap;

/// A pose, put on a model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Posing {
    /// The model's bones that are moved, each once, in the order of the pose.
    pub bones: Vec<PosedBone>,
    /// The model's morphs that are applied, each once, in the order of the pose.
    pub morphs: Vec<PosedMorph>,
    /// Which names of bones found nothing, and which bones no name.
    pub bone_names: Unmatched,
    /// Which names of morphs found nothing, and which morphs no name.
    pub morph_names: Unmatched,
}

/// A bone of the model, and what the pose makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedBone {
    /// The bone of the model.
    pub index: BoneIndex,
    /// The number of the bone in the pose.
    pub entry: usize,
    /// How it was found.
    pub found_by: NameMatch,
    /// How far it is moved from where it rests.
    pub translation: [f32; 3],
    /// How it is turned: x, y, z, w, of length 1.
    pub rotation: [f32; 4],
}

/// A morph of the model, and how far the pose applies it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedMorph {
    /// The morph of the model.
    pub index: MorphIndex,
    /// The number of the morph in the pose.
    pub entry: usize,
    /// How it was found.
    pub found_by: NameMatch,
    /// How far it is applied, as the pose says it.
    pub weight: f32,
}

/// By which form of a name something was found. The first that finds something counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NameMatch {
    /// The name as it stands in the pose, blanks and all.
    Exact,
    /// Without the blanks around it.
    Trimmed,
    /// Without what looks like a comment.
    WithoutComment,
    /// By what a motion would keep of it: its first 15 bytes in cp932.
    Start,
}

impl NameMatch {
    /// All of them, the closest first.
    pub const ALL: [NameMatch; 4] = [NameMatch::Exact, NameMatch::Trimmed, NameMatch::WithoutComment, NameMatch::Start];

    /// As every output spells it.
    pub const fn name(self) -> &'static str {
        match self {
            NameMatch::Exact => "exact",
            NameMatch::Trimmed => "trimmed",
            NameMatch::WithoutComment => "without-comment",
            NameMatch::Start => "first-15-bytes",
        }
    }
    /// How much of a guess it is. Blanks around a name make it no other.
    fn doubt(self) -> u8 {
        match self {
            NameMatch::Exact | NameMatch::Trimmed => 0,
            NameMatch::WithoutComment => 1,
            NameMatch::Start => 2,
        }
    }
}

/// What is left over on either side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmatched {
    /// Numbers in the pose: names that the model does not have.
    pub unmatched: Vec<usize>,
    /// Numbers in the pose: a later name means the same, and the last wins.
    pub overridden: Vec<usize>,
    /// Numbers in the model: what the pose does not mention, and leaves as it is.
    pub untouched: Vec<usize>,
}

impl Vpd<'_> {
    /// Looks for the bones and morphs of this pose in a model.
    pub fn on(self, model: Pmx<'_>) -> Posing {
        Posing::of(self.bones().iter(), self.morphs().iter(), model)
    }
}

impl Pose<'_> {
    /// Looks for the bones and morphs of this pose in a model.
    pub fn on(&self, model: Pmx<'_>) -> Posing {
        Posing::of(self.bones.iter().copied(), self.morphs.iter().copied(), model)
    }
}

impl Posing {
    fn of<'p>(
        bones: impl Iterator<Item = Bone<'p>> + Clone,
        morphs: impl Iterator<Item = Morph<'p>> + Clone,
        model: Pmx<'_>,
    ) -> Self {
        let names = model.bones().iter().map(|bone| bone.name().local);
        let (found, bone_names) = match_names(bones.clone().map(|bone| bone.name), names);
        let bones = winners(bones, found).map(|(entry, bone, (target, found_by))| PosedBone {
            index: BoneIndex::new(target),
            entry,
            found_by,
            translation: bone.translation,
            rotation: bone.normalized_rotation(),
        });
        let names = model.morphs().iter().map(|morph| morph.name().local);
        let (found, morph_names) = match_names(morphs.clone().map(|morph| morph.name), names);
        let morphs = winners(morphs, found).map(|(entry, morph, (target, found_by))| PosedMorph {
            index: MorphIndex::new(target),
            entry,
            found_by,
            weight: morph.weight,
        });
        Posing { bones: bones.collect(), morphs: morphs.collect(), bone_names, morph_names }
    }
}

/// What an entry means, if it means something and no later entry means the same.
type Found = Option<(i32, NameMatch)>;

/// The entries that mean something, with their numbers.
fn winners<T>(
    entries: impl Iterator<Item = T>,
    found: Vec<Found>,
) -> impl Iterator<Item = (usize, T, (i32, NameMatch))> {
    let entries = entries.zip(found).enumerate();
    entries.filter_map(|(entry, (one, found))| found.map(|found| (entry, one, found)))
}

/// Finds each name among those of the model, where the first of several has it.
fn match_names<'p, 'm>(
    entries: impl Iterator<Item = PoseName<'p>>,
    model: impl Iterator<Item = Text<'m>> + Clone,
) -> (Vec<Found>, Unmatched) {
    let mut whole: HashMap<String, usize> = HashMap::new();
    let mut starts: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut len = 0usize;
    for (i, name) in model.enumerate() {
        len = i.saturating_add(1);
        if name.is_valid() && !name.is_empty() {
            whole.entry(name.decode().into_owned()).or_insert(i);
        }
        if let Some(start) = start(name) {
            starts.entry(start).or_insert(i);
        }
    }
    let find = |name: PoseName<'_>| {
        let by = |text: Text<'_>| text.is_valid().then(|| whole.get(&*text.decode()).copied()).flatten();
        let forms = [
            (NameMatch::Exact, name.raw()),
            (NameMatch::Trimmed, name.trimmed()),
            (NameMatch::WithoutComment, name.without_comment()),
        ];
        let found = forms.into_iter().find_map(|(how, text)| Some((by(text)?, how)));
        found.or_else(|| Some((*starts.get(&start(name.trimmed())?)?, NameMatch::Start)))
    };

    let mut names = Unmatched::default();
    let mut found: Vec<Found> = Vec::new();
    // By the number in the model: the entry that means it, and by which form of its name.
    let mut meant: Vec<Option<(usize, NameMatch)>> = vec![None; len];
    for (entry, name) in entries.enumerate() {
        let target = find(name);
        found.push(target.and_then(|(target, how)| Some((i32::try_from(target).ok()?, how))));
        let Some((slot, how)) = target.and_then(|(target, how)| Some((meant.get_mut(target)?, how))) else {
            names.unmatched.push(entry);
            continue;
        };
        // A guess gives way to what is surer, before it or behind it; among equals the last wins.
        let loser = match *slot {
            Some((_, earlier)) if earlier.doubt() < how.doubt() => Some(entry),
            earlier => {
                *slot = Some((entry, how));
                earlier.map(|(earlier, _)| earlier)
            }
        };
        if let Some(loser) = loser {
            let doubt = |entry: usize| found.get(entry).copied().flatten().map(|(_, how)| how.doubt());
            let equals = doubt(loser) == slot.map(|(_, how)| how.doubt());
            if equals { &mut names.overridden } else { &mut names.unmatched }.push(loser);
            if let Some(lost) = found.get_mut(loser) {
                *lost = None;
            }
        }
    }
    names.unmatched.sort_unstable();
    names.untouched = meant.iter().enumerate().filter(|(_, entry)| entry.is_none()).map(|(i, _)| i).collect();
    (found, names)
}

/// What a motion keeps of a name, and a pose that was made of one; none of an empty name, and none where cp932 cannot say it.
fn start(name: Text<'_>) -> Option<Vec<u8>> {
    let bytes = name.cp932_start(MOTION_NAME)?;
    (!bytes.is_empty()).then_some(bytes)
}
