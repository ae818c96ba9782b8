//! Every finding there is about a motion, declared once: its name, how much it weighs, what is wrong, why it matters,
//! how to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // The file as a whole.
    OldVersion = "old-version", Info,
        "the motion is of version 1",
        "few programs read it: its camera has other frames, the model's name other bytes",
        "write it again as version 2";
    SectionMissing = "section-missing", Info,
        "the file ends before this section",
        "readers that expect all six fail (babylon-mmd did); files of older programs are so",
        "write the section, without keys";
    MotionEmpty = "motion-empty", Warning,
        "the motion has no keys at all",
        "nothing moves, and nobody is told why",
        "use another file, or export it again";
    TooManyKeys = "too-many-keys", Warning,
        "a section has more than 20 000 keys",
        "users report that MikuMikuDance imports no more",
        "thin the keys out, or split the motion";
    CameraMixed = "camera-mixed", Warning,
        "the name of the model does not go with what the motion moves",
        "MikuMikuDance takes a motion named カメラ・照明 for camera and light, any other for a model, and leaves the rest out",
        "put the camera into a file of its own, and name that カメラ・照明";

    // Names.
    ModelNameEmpty = "model-name-empty", Info,
        "the motion does not say of which model it is",
        "MikuMikuDance compares the name with that of the model, and asks where they differ",
        "write the model's name";
    NameEmpty = "name-empty", Warning,
        "a key has no name",
        "it moves nothing",
        "give it the name of a bone or morph, or leave it out";
    NameNotEncoded = "name-not-encoded", Warning,
        "a name begins with a NUL, and other bytes follow",
        "so MikuMikuDance writes a name that cp932 does not have: no bone is found by it",
        "rename the bone or morph in the model, and make the motion again";
    NameInvalid = "name-invalid", Warning,
        "bytes of a name are not valid in cp932",
        "no bone or morph is found by it; often it was written in another encoding (GBK, UTF-8)",
        "write the name again in cp932";
    NameCut = "name-cut", Info,
        "a name fills its field and ends in the midst of a character",
        "programs that match the decoded name do not find it, those that match its bytes do",
        "shorten the name in the model, and make the motion again";

    // Order.
    FramesUnsorted = "frames-unsorted", Info,
        "the keys of one bone or morph, or of a section without names, are not in the order of their frames",
        "players that do not sort jump back and forth",
        "sort them by frame";
    KeyDuplicate = "key-duplicate", Warning,
        "a later key is for the same frame of the same thing",
        "most players take the last, some the first, some divide by the time between them: zero",
        "leave one of them";
    FrameFar = "frame-far", Warning,
        "the frame of a key is beyond a million, nine hours from the start",
        "players that make room for every frame run out of memory; it is hardly meant",
        "look at what exported the motion";

    // Values.
    NonFinite = "non-finite", Error,
        "a number is infinite or not a number (NaN)",
        "it spreads: a bone and all that hangs on it vanish, or the camera does",
        "put a number there; look at what exported the motion, often a division by zero";
    RotationZero = "rotation-zero", Warning,
        "a rotation is a quaternion of length 0",
        "it turns nothing: programs that make its length 1 get NaN",
        "write 0, 0, 0, 1 for no rotation";
    RotationNotUnit = "rotation-not-unit", Info,
        "the length of a rotation's quaternion is not 1",
        "programs that take it as it is scale or shear what they turn",
        "make its length 1";
    CurveOdd = "curve-odd", Warning,
        "a control point of a curve lies beyond 127",
        "time would run back: every program makes something else of it",
        "keep all numbers of a curve within 0 to 127";
    CurveRowsDiffer = "curve-rows-differ", Info,
        "the four rows of a bone's interpolation do not repeat the same curves",
        "programs that read the first row see other curves than those that read all",
        "write the rows again from one set of curves";
    CodeUnknown = "code-unknown", Info,
        "a switch or mode has a number without a meaning",
        "each program makes something else of it",
        "use one of the known numbers";
    ViewAngleOdd = "view-angle-odd", Warning,
        "the camera's view angle is 0, or 180 degrees and more",
        "there is no such projection: the picture is empty or turned inside out",
        "use an angle between 1 and 125 degrees, as MikuMikuDance does";
}
