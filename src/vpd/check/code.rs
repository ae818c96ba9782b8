//! Every finding there is about a pose, declared once: its name, how much it weighs, what is wrong, why it matters, how
//! to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // The file as a whole.
    Hybrid = "hybrid", Warning,
        "the pose is of the half-binary flavour",
        "no program but this one is known to read it",
        "write it as text";
    Utf8 = "utf-8", Warning,
        "the names are in UTF-8",
        "MikuMikuDance and most readers take them for Shift_JIS: no bone of such a name is found",
        "write the pose in cp932";
    BoneCountMismatch = "bone-count-mismatch", Warning,
        "the pose holds another number of bones than it says",
        "MikuMikuDance reads as many as it says; mmd_tools and saba refuse the file",
        "write the number of bones that are there";
    UnknownBlock = "unknown-block", Warning,
        "a block is neither a bone nor a morph",
        "saba refuses the file, others skip the block",
        "take the block out";
    Filler = "filler", Info,
        "NUL or Ctrl-Z fill up the end of the file",
        "readers that go to the end of the file take them for a block",
        "cut them off";
    MorphsIgnored = "morphs-ignored", Info,
        "the pose holds morphs",
        "MikuMikuDance ignores them; MikuMikuMoving, PMXEditor and mmd_tools read them",
        "put them into a motion, if MikuMikuDance is to show them";

    // The model's name.
    ModelNameEnding = "model-name-ending", Info,
        "the model's file name does not end in .osm",
        "MikuMikuDance writes .osm for every model, and some scripts look for it",
        "end it in .osm";

    // Names of bones and morphs.
    TextInvalid = "text-invalid", Warning,
        "bytes of a name are not valid in the encoding of the file",
        "programs show other characters, each its own, and find no bone of that name",
        "write the name again; often it is of another encoding, or was cut in the middle of a character";
    NameEmpty = "name-empty", Warning,
        "a bone or morph has no name",
        "it moves nothing",
        "give it the name of a bone or morph, or leave it out";
    NameDuplicate = "name-duplicate", Warning,
        "a name is there twice",
        "in some programs the first wins, in most the last",
        "leave one of them out";
    NameTooLong = "name-too-long", Warning,
        "a name takes more than 15 bytes in cp932",
        "a motion holds only 15: made into one, the pose no longer finds the bone",
        "give the bone a shorter name, in the model too";
    NameNotCp932 = "name-not-cp932", Warning,
        "a name has characters that are not in cp932",
        "MikuMikuDance cannot read it, and no motion can hold it",
        "give the bone another name, in the model too";
    NameBlanks = "name-blanks", Warning,
        "blanks stand around a name",
        "some programs drop them and some do not: the name is found by one half of them only",
        "take the blanks out";
    NameComment = "name-comment", Info,
        "a name holds //",
        "some programs take what follows for a comment",
        "take the comment out, or give the bone another name";

    // Values.
    RotationZero = "rotation-zero", Warning,
        "a rotation is zero in all four numbers",
        "it is no rotation; programs divide by its length",
        "write 0,0,0,1 for no rotation";
    RotationLength = "rotation-length", Info,
        "a rotation is not of length 1",
        "programs that do not normalise it shear or scale what hangs on the bone",
        "divide it by its length";
    WeightRange = "weight-range", Info,
        "a morph is applied by less than 0 or more than 1",
        "some programs clamp it, others do not",
        "write a weight from 0 to 1";
    LabelGap = "label-gap", Info,
        "blocks are not numbered 0, 1, 2 and so on",
        "saba refuses a number that is not below the number of bones; all others leave it aside",
        "number the blocks";
}
