//! The display frames: every bone and every morph is listed once.
use super::expressions::Expressions;
use super::skeleton::Skeleton;
use mmdmap::pmx::{DisplayFrame, FrameItem};
use mmdmap::{BoneIndex, Many, MorphIndex, Name};

/// The frames behind the two of the system, and by which words in their names bones find theirs; the first that fits.
const FRAMES: [(&str, &str, &[&str]); 7] = [
    ("ＩＫ", "IK", &["ＩＫ"]),
    ("髪", "hair", &["髪"]),
    ("服", "clothes", &["スカート", "マント"]),
    ("小物", "gear", &["鞄", "地図", "磁針", "持ち"]),
    ("足", "legs", &["足", "ひざ", "つま先"]),
    ("腕", "arms", &["肩", "腕", "ひじ", "手"]),
    ("体", "trunk", &[""]),
];

/// The bone that alone stands in the first frame.
const ROOT: &str = "全ての親";

/// What the frames list; the lists that the file's records borrow.
#[derive(Debug)]
pub struct Frames {
    frames: Vec<(Name<'static>, Vec<FrameItem>)>,
}

impl Frames {
    pub fn new(skeleton: &Skeleton, expressions: &Expressions) -> Self {
        let morphs = (0..expressions.len()).map(|morph| FrameItem::Morph(MorphIndex::new(morph as i32)));
        let mut frames = vec![
            (Name::new("Root", "Root"), vec![FrameItem::Bone(skeleton.find(ROOT))]),
            (Name::new("表情", "Exp"), morphs.collect()),
        ];
        let special = frames.len();
        frames.extend(FRAMES.map(|(name, english, _)| (Name::new(name, english), Vec::new())));
        for (i, bone) in skeleton.names().enumerate().filter(|&(_, bone)| bone != ROOT) {
            let fits = |&(_, _, words): &(_, _, &[&str])| words.iter().any(|word| bone.contains(word));
            let frame = FRAMES.iter().position(fits).unwrap_or_default();
            frames[special + frame].1.push(FrameItem::Bone(BoneIndex::new(i as i32)));
        }
        Frames { frames }
    }

    pub fn records(&self) -> Vec<DisplayFrame<'_>> {
        self.frames
            .iter()
            .enumerate()
            .map(|(i, (name, items))| DisplayFrame { name: *name, special: (i < 2).into(), items: Many::new(items) })
            .collect()
    }
}
