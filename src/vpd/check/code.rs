//! Every finding there is about a pose, declared once: its name, how much it weighs, what is wrong, why it matters, how
//! to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // The file as a whole.
    Hybrid = "hybrid", Warning,
        "the pose is of the half-binary flavour",
        "no program but this one is known to read it: of sixteen readers that were looked at, none does",
        "write it as text: `mmdmap convert IN.vpd OUT.vpd`";
    Utf8 = "utf-8", Warning,
        "the names are in UTF-8",
        "MikuMikuDance, mmd_tools, mmd-anim and others read Shift_JIS only and find no bone of such a name; three.js \
         had to learn of it (#23292)",
        "write the pose in cp932: `mmdmap convert IN.vpd OUT.vpd`";
    BoneCountMismatch = "bone-count-mismatch", Warning,
        "the pose holds another number of bones than it says",
        "MikuMikuDance reads as many as it says and stops; mmd_tools, saba and pymeshio refuse the file",
        "write the number of bones that are there";
    UnknownBlock = "unknown-block", Warning,
        "a block is neither a bone nor a morph",
        "saba refuses the file, others skip the block",
        "take the block out";
    Filler = "filler", Info,
        "NUL or Ctrl-Z fill up the end of the file",
        "a reader that goes on to the end of the file takes them for a block, or for text",
        "cut them off";
    MorphsIgnored = "morphs-ignored", Info,
        "the pose holds morphs",
        "MikuMikuDance reads the bones and stops; MikuMikuMoving, PMXEditor, mmd_tools and PMX-VMD-Scripting-Tools \
         write morphs",
        "put the morphs into a motion, if MikuMikuDance is to show them";

    // The model's name.
    ModelNameEnding = "model-name-ending", Info,
        "the model's file name does not end in .osm",
        "MikuMikuDance writes .osm for every model, and PMX-VMD-Scripting-Tools and libmmd-for-unity look for it",
        "end it in .osm";

    // Names of bones and morphs.
    TextInvalid = "text-invalid", Warning,
        "bytes of a name are not valid in the encoding of the file",
        "each program finds another name there; one that decodes before it splits the lines can lose the line's end \
         too (powroupi/blender_mmd_tools commit 323b6c7)",
        "write the name again; often it is of another encoding, or was cut in the middle of a character";
    NameEmpty = "name-empty", Warning,
        "a bone or morph has no name",
        "bones and morphs are found by their names: it moves nothing",
        "give it the name of a bone or morph, or leave the block out";
    NameDuplicate = "name-duplicate", Warning,
        "a name is there twice",
        "in babylon-mmd the last wins; mmd_tools, PMXEditor and PMX-VMD-Scripting-Tools keep all, one after the other",
        "leave one of them out";
    NameTooLong = "name-too-long", Warning,
        "a name takes more than 15 bytes in cp932",
        "a motion holds only 15: made into one, the pose finds each bone that begins with these bytes",
        "give the bone a shorter name, in the model too";
    NameNotCp932 = "name-not-cp932", Warning,
        "a name has characters that are not in cp932",
        "MikuMikuDance reads poses in cp932, mmd_tools and mmd-anim too, and no motion can hold the name",
        "give the bone another name, in the model too";
    NameBlanks = "name-blanks", Warning,
        "blanks stand around a name",
        "mmd_tools, mmd-anim and three-mmd-loader cut them off, PMXEditor and babylon-mmd keep them: the name is \
         found by one half only",
        "take the blanks out";
    NameComment = "name-comment", Info,
        "a name holds //",
        "saba and PMX-VMD-Scripting-Tools take what follows for a comment; PMXEditor, mmd_tools and babylon-mmd for \
         the name",
        "take the comment out, or give the bone a name without //";

    // Values.
    RotationZero = "rotation-zero", Warning,
        "a rotation is zero in all four numbers",
        "mmd_tools takes it for no rotation; what makes its length 1 divides by 0",
        "write 0,0,0,1 for no rotation";
    RotationLength = "rotation-length", Info,
        "a rotation is not of length 1",
        "readers hand it on as it is: what does not normalise it shears or scales all that hangs on the bone",
        "divide its four numbers by its length";
    WeightRange = "weight-range", Info,
        "a morph is applied by less than 0 or more than 1",
        "readers do not clamp it: the morph goes further than its author saw, or backwards",
        "write a weight from 0 to 1";
    LabelGap = "label-gap", Info,
        "blocks are not numbered 0, 1, 2 and so on",
        "saba refuses a number that is not below the number of bones; other readers leave it aside",
        "number the blocks from 0";
}
