//! Every finding there is about a motion, declared once: its name, how much it weighs, what is wrong, why it matters,
//! how to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // The file as a whole.
    OldVersion = "old-version", Info,
        "the motion is of version 1",
        "a key of its camera is 36 bytes to PMXEditor's library and 61 to nanoem, so that one of the two misreads it",
        "write it again as version 2";
    SectionMissing = "section-missing", Info,
        "the file ends before this section",
        "babylon-mmd crashed where the last one is missing (#80), as it is in 63 of 206 real motions",
        "write the section, without keys";
    MotionEmpty = "motion-empty", Warning,
        "the motion has no keys at all",
        "nothing moves, and no player says why",
        "use another file, or export it again";
    TooManyKeys = "too-many-keys", Warning,
        "a section has more than 20 000 keys",
        "users report that MikuMikuDance imports no more (ButzYung/SystemAnimatorOnline #6)",
        "thin the keys out, or split the motion";
    CameraMixed = "camera-mixed", Warning,
        "the name of the model does not go with what the motion moves",
        "by the name カメラ・照明 MikuMikuDance marks a motion of camera and light: without it, one was not recognised \
         (OpenMLTD/MLTDTools #31)",
        "put the camera into a file of its own, and name that カメラ・照明";

    // Names.
    ModelNameEmpty = "model-name-empty", Info,
        "the motion does not say of which model it is",
        "nobody can tell for which model it was made, and a program that compares the names finds another",
        "write the model's name";
    NameEmpty = "name-empty", Warning,
        "a key has no name",
        "bones and morphs are found by their names: the key moves nothing",
        "give the key the name of a bone or morph, or leave it out";
    NameNotEncoded = "name-not-encoded", Warning,
        "a name begins with a NUL, and other bytes follow",
        "so MikuMikuDance writes a name that cp932 does not have: mmd_tools shows the rest, no bone is found by it \
         (MMD-Blender/blender_mmd_tools #234)",
        "rename the bone or morph in the model, and make the motion again";
    NameInvalid = "name-invalid", Warning,
        "bytes of a name are not valid in cp932",
        "no bone or morph is found by it; often it was written in GBK (nuekaze/VMD-motion-extract #1) or UTF-8",
        "write the name again in cp932";
    NameCut = "name-cut", Info,
        "a name fills its field and ends in the midst of a character",
        "programs that compare decoded names do not find it (sugiany/blender_mmd_tools #2), those that compare bytes \
         do",
        "shorten the name in the model, and make the motion again";

    // Order.
    FramesUnsorted = "frames-unsorted", Info,
        "the keys of one bone or morph, or of a section without names, are not in the order of their frames",
        "MikuMikuDance writes bone after bone, editors frame after frame: a player that does not sort jumps back and \
         forth",
        "sort the keys by frame";
    KeyDuplicate = "key-duplicate", Warning,
        "a later key is for the same frame of the same thing",
        "in most players the last wins; one that divides by the time between two keys divides by 0",
        "leave one of the keys";
    FrameFar = "frame-far", Warning,
        "the frame of a key is beyond a million, nine hours from the start",
        "a player that makes room for every frame runs out of memory; it is hardly meant",
        "look at what exported the motion, often a frame number read as something else";

    // Values.
    NonFinite = "non-finite", Error,
        "a number of a key is infinite or not a number (NaN)",
        "the bone vanishes with all that hangs on it, or the camera does; converted motions hold such numbers",
        "put a number there; look at what exported the motion, often a division by zero";
    RotationZero = "rotation-zero", Warning,
        "a rotation is a quaternion of length 0",
        "it turns nothing: programs that make its length 1 get NaN; converted motions hold it",
        "write 0, 0, 0, 1 in its place";
    RotationNotUnit = "rotation-not-unit", Info,
        "the length of a rotation's quaternion is not 1",
        "programs that take it as it is scale or shear what they turn",
        "make its length 1";
    CurveOdd = "curve-odd", Warning,
        "a control point of a curve lies beyond 127",
        "time would run back, and each program makes something else of it; babylon-mmd read these bytes as signed \
         numbers once (commit 3273f3f)",
        "keep all numbers of a curve within 0 to 127";
    CurveRowsDiffer = "curve-rows-differ", Info,
        "the four rows of a bone's interpolation do not repeat the same curves",
        "saba and nanoem read the first row, PMXEditor and mmd_tools one byte of each four: they see different curves",
        "write the rows again from one set of curves";
    CodeUnknown = "code-unknown", Info,
        "a switch or mode has a number without a meaning",
        "nothing says what it switches: each program decides for itself",
        "use one of the known numbers";
    ViewAngleOdd = "view-angle-odd", Warning,
        "the camera's view angle is 0, or 180 degrees and more",
        "there is no such projection: the tangent of half the angle is 0, negative or without bound, and the picture \
         empty or turned inside out",
        "use an angle above 0 and below 180 degrees";
}
