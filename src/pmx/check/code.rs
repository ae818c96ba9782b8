//! Every finding there is, declared once: its name, how much it weighs, what is wrong, why it matters, how to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // Anywhere.
    NonFinite = "non-finite", Error,
        "a number is infinite or not a number (NaN)",
        "it spreads through all that is calculated from it: one NaN in a position, a weight or a rotation takes the \
         mesh with it; editors do write such numbers",
        "put a number there; look at what exported the model, often a division by zero";
    IndexBelowNone = "index-below-none", Warning,
        "an index is negative, but not -1",
        "only -1 means none: mmd-anim turns a negative bone of a vertex into bone 0, a program that tests for -1 \
         alone looks in front of its table; real models hold material -2 in morphs",
        "say -1 for none, or the number that was meant";
    TextInvalid = "text-invalid", Warning,
        "bytes of a text are not valid in the encoding of the file",
        "each program shows other characters in its place, and no motion or look-up finds the name (reported of \
         KKPMX, #16)",
        "write the text again; often it is of another encoding, or was cut in the middle of a character";
    TextOtherEncoding = "text-other-encoding", Warning,
        "a text looks like one of another encoding than the header says",
        "the header says how every text is encoded: this one shows as rubbish, and a bone or morph of that name is \
         found by no motion",
        "convert the text, or the encoding in the header if all texts are so";
    TextNul = "text-nul", Warning,
        "a NUL character stands inside a text",
        "mmd-anim ends the text at the NUL, other readers keep all of it: one name becomes two",
        "cut the text before the NUL";
    TextBom = "text-bom", Warning,
        "a text begins with a byte-order mark",
        "PMXUtil decodes the text by the mark instead of the header; others keep it as a character that nobody sees, \
         so that the name equals no other",
        "take the mark out";
    TextControl = "text-control", Info,
        "a name holds control characters, or some that turn the direction of writing",
        "what is shown is not what is there: escapes work the terminal or log that they are printed to, overrides \
         turn letters around",
        "take the characters out";

    // Header and model info.
    ExtraGlobals = "extra-globals", Warning,
        "the header holds more than eight settings",
        "mmd_tools and PMXUtil do not step over them and read all that follows askew; nanoem gives an empty model \
         and calls it a success",
        "save the model with PMXEditor, which always writes eight";
    Version21 = "version-2-1", Warning,
        "the file is a PMX 2.1",
        "MikuMikuDance and mmd_tools load 2.0 only; three.js's mmd-parser refuses every 2.1 file by a rounding error",
        "write it with `mmdmap rewrite --to-version 2.0`, unless 2.1 is needed: QDEF, flip and impulse morphs, other \
         joints, soft bodies";
    IndexWidthTooSmall = "index-width-too-small", Warning,
        "there are more records than an index of this width can tell apart",
        "nothing can refer to the last ones: an index that does not fit turns into a lower or a negative one when it \
         is written",
        "write the file with wider indices, as `mmdmap rewrite --widths minimal` does";
    VertexIndexBorder = "vertex-index-border", Warning,
        "the highest vertex index has all bits set (255 or 65535)",
        "it is an ordinary vertex, but saba, assimp, MMDFormats and PMXParser take 255 and 65535 for none: its faces \
         break",
        "write the file with the next width of vertex indices, by `mmdmap rewrite --widths`";
    NoVertices = "no-vertices", Warning,
        "the model has no vertices",
        "there is nothing to be seen, and an engine that makes a buffer of the vertices asks its graphics driver for \
         0 bytes",
        "use another file, or give it a mesh";
    SectionEmpty = "section-empty", Info,
        "the model has no faces, no materials or no bones",
        "nothing is drawn, or no motion can move it; MikuMikuDance dislikes models without a bone, which circulate \
         as hair (powroupi/blender_mmd_tools #213)",
        "give it what is missing, unless it is meant so";
    ModelNameEmpty = "model-name-empty", Warning,
        "the model has no name",
        "a list of loaded models shows an empty line, and a motion made with it cannot say for which model it is",
        "give the model a name";
    ModelNameTooLong = "model-name-too-long", Info,
        "the model's name takes more than 20 bytes in cp932, or cannot be written in it",
        "a motion keeps 20 bytes of the name: a program that compares the two takes the motion for another model's",
        "shorten the name, if motions are to be saved for this model";

    // Names.
    BoneNameEmpty = "bone-name-empty", Warning,
        "a bone has no name",
        "motions and poses say by its name which bone they move: nothing moves this one",
        "give the bone a name of its own";
    MorphNameEmpty = "morph-name-empty", Warning,
        "a morph has no name",
        "motions say by its name which morph they move: this one stays where it is",
        "give the morph a name of its own";
    NameEmpty = "name-empty", Info,
        "a material, frame, body or joint has no name",
        "a list shows an empty line, and an exporter that names objects or files after it has nothing to go by",
        "give it a name, if only its number";
    BoneNameDuplicate = "bone-name-duplicate", Warning,
        "several bones have one name",
        "a motion moves one of them, and programs do not agree on which; what keeps bones by name loses the others \
         (MMD-Blender/blender_mmd_tools #17)",
        "rename all but one of the bones";
    MorphNameDuplicate = "morph-name-duplicate", Warning,
        "several morphs have one name",
        "a motion moves one of them only; what keeps morphs by name drops the others",
        "rename all but one of the morphs";
    NameDuplicate = "name-duplicate", Info,
        "several materials, frames, bodies or joints have one name",
        "what looks things up by name mixes them up: MMD for Unity did so with materials (mmd-for-unity #47)",
        "rename all but one of them";
    NameTooLong = "name-too-long", Warning,
        "the name of a bone or morph takes more than 15 bytes in cp932",
        "a motion holds 15 bytes of it, so that two names that begin alike become one (powroupi/blender_mmd_tools \
         #160); nanoem and PMXEditor warn of it",
        "shorten the name to 15 bytes: seven kana or kanji";
    NameNotCp932 = "name-not-cp932", Warning,
        "the name of a bone or morph cannot be written in cp932",
        "motions are written in cp932: MikuMikuDance puts a NUL for the first byte of such a name, and nothing is \
         found by it again (MMD-Blender/blender_mmd_tools #234)",
        "use only characters of Japanese Windows in local names";

    // Vertices.
    VertexBoneDangling = "vertex-bone-dangling", Error,
        "a vertex is moved by a bone that is not there",
        "what skins the mesh reads beyond its table of bones: a crash, or a vertex that flies off; hair without any \
         bone is so (powroupi/blender_mmd_tools #213)",
        "point the vertex at a bone that exists";
    VertexBoneNone = "vertex-bone-none", Warning,
        "a vertex gives weight to no bone (-1)",
        "mmd-anim makes bone 0 of it, nanoem keeps the -1, and what takes -1 for a number looks in front of its \
         table of bones",
        "point the vertex at a bone, or give the weight to its other bones";
    VertexBoneIdle = "vertex-bone-idle", Info,
        "a bone without weight in a vertex is not there",
        "nothing moves by it, but a program that looks up all four bones before it looks at their weights reads \
         beyond its table",
        "put bone 0 there";
    WeightSum = "weight-sum", Warning,
        "the weights of a vertex do not sum to 1",
        "programs that make the weights sum to 1 and those that take them as they are show different meshes: users \
         of mmd_tools complained of both (powroupi/blender_mmd_tools #25, #71)",
        "divide each by their sum; where that is 0, give the first bone 1";
    WeightRange = "weight-range", Warning,
        "a weight is below 0 or above 1",
        "nanoem clamps the weights of BDEF2 and SDEF as it reads, others do not: the vertex lies in one place or \
         another, away from its bones",
        "keep weights between 0 and 1";
    WeightBoneTwice = "weight-bone-twice", Info,
        "a vertex gives weight to the same bone twice",
        "a tool that keeps one weight for each bone of a vertex loses one of the two, and the vertex is moved by too \
         little",
        "add the two weights up";
    QdefIn20 = "qdef-in-2-0", Warning,
        "a vertex of a 2.0 file is of kind QDEF",
        "QDEF belongs to 2.1: mmd_tools does not know the kind, PMXParser refuses it in a 2.0 file",
        "save as 2.1 (`mmdmap rewrite --to-version 2.1`), or as BDEF4 (`--to-version 2.0 --allow-losses`)";
    SdefZero = "sdef-zero", Warning,
        "C, R0 or R1 of an SDEF vertex is zero",
        "renderers turn the vertex about C, moved by half of what R0 and R1 differ: of zeros that is the origin of \
         the model, not the joint",
        "calculate C, R0 and R1 anew, or turn the vertex into BDEF2";
    NormalZero = "normal-zero", Warning,
        "a normal is zero",
        "it has no direction: lighting divides by its length and is NaN there (reported of mmd_tools, \
         powroupi/blender_mmd_tools #181)",
        "calculate the normal from the faces around";
    NormalNotUnit = "normal-not-unit", Info,
        "a normal is not of unit length",
        "a shader that does not normalise it shows the place too dark or too bright, and an outline along it is too \
         thin or too wide",
        "divide the normal by its length";
    CoordinateHuge = "coordinate-huge", Warning,
        "a vertex is a million units away or more",
        "the bounding box grows with it, so that camera and shadow map lose their precision; half floats end at 65504",
        "move the vertex back; often it is a stray one";
    CoordinateTiny = "coordinate-tiny", Info,
        "a coordinate is a denormal number: next to nothing, but not 0",
        "some processors calculate with denormal numbers many times more slowly, some take them for 0",
        "put 0 in its place";
    EdgeScaleNegative = "edge-scale-negative", Warning,
        "the outline of a vertex has a negative width",
        "0 hides the outline and 1 is its usual width: below 0 it is drawn inside the body",
        "put 0 there to hide the outline, or 1";
    VertexUnused = "vertex-unused", Info,
        "no face uses this vertex",
        "it is loaded, skinned and uploaded for nothing; a tool that drops it renumbers all behind it, which faces \
         and morphs refer to",
        "leave the vertex out, unless a morph or a soft body wants it";

    // Faces.
    FaceCountOdd = "face-count-odd", Warning,
        "the number of face indices is not a multiple of 3",
        "nanoem refuses the file; others drop the last corners, or do not look and read one triangle beyond the end",
        "drop the corners that make no triangle";
    FaceVertexDangling = "face-vertex-dangling", Error,
        "a face has a vertex that is not there as its corner",
        "nanoem makes vertex 0 of it, others do not look: the graphics driver reads beyond the buffer, and a spike \
         goes through the picture",
        "point the corner at a vertex that exists, or leave the triangle out";
    FaceDegenerate = "face-degenerate", Info,
        "a triangle has the same corner twice",
        "it has no area: it is never seen and costs time, and a normal calculated from it is 0 / 0",
        "leave the triangle out";
    FaceDuplicate = "face-duplicate", Info,
        "a triangle is there twice, with the same winding",
        "it is drawn twice in the same place, so that a transparent material covers more there than beside it",
        "leave one of the two triangles out";

    // Textures.
    TextureEmpty = "texture-empty", Warning,
        "the path of a texture is empty",
        "joined to the folder of the model it names that folder, which cannot be opened as a picture",
        "give the path, or say -1 in the materials that use it";
    TextureAbsolute = "texture-absolute", Warning,
        "the path of a texture is absolute: it begins with a separator, a drive or a server",
        "3 of 443 real models name a place on the author's machine: nobody else has the picture there, and a reader \
         that follows it leaves the model's folder",
        "put the picture beside the model and name it from there";
    TextureEscapes = "texture-escapes", Warning,
        "the path of a texture leads out of the folder of the model",
        "it is lost when the folder is moved; a reader that follows it can be made to open any file, the hole that \
         one 3D importer had (signex #112)",
        "put the picture beside or below the model";
    TextureUrl = "texture-url", Warning,
        "the path of a texture is an address on the web, or a file URL",
        "a reader looks for a file of that name and finds none; one that fetched it would tell a stranger who opens \
         the model",
        "save the picture beside the model and name that file";
    TextureReserved = "texture-reserved", Warning,
        "the path of a texture has a name that Windows keeps for devices (CON, NUL, COM1 ...)",
        "Windows opens the device of that name, whatever its ending: reading fails, or waits for ever",
        "rename the picture, in the path and on disk";
    TextureCharacter = "texture-character", Warning,
        "the path of a texture holds a character that no file name of Windows may hold",
        "Windows can hold no file of that name; behind a colon it opens a hidden stream of another file",
        "rename the picture without that character";
    TextureTrailing = "texture-trailing", Warning,
        "a part of a texture's path ends in a dot or a blank",
        "Windows leaves it off without a word, other systems look for the very name and do not find it",
        "rename the picture without the dot or blank";
    TextureLong = "texture-long", Warning,
        "the path of a texture is longer than Windows takes (259 characters)",
        "most programs of Windows cannot open a path of more characters, the folder of the model not yet counted",
        "shorten the path";
    TextureDuplicate = "texture-duplicate", Info,
        "two textures name the same picture",
        "the picture is loaded twice by readers that go by the number; nanoem met \"./name\" beside \"name\", and \
         letter case and separators tell no files apart on Windows",
        "let the materials share one of the two";
    TextureMissing = "texture-missing", Warning,
        "the picture that a path names is not there",
        "the material is drawn without it; in dvvr one such picture hid the whole model (alloystorm/dvvr #60)",
        "put the picture into the model's folder, or mend the path";
    TextureSpelling = "texture-spelling", Warning,
        "a picture is there under another spelling",
        "Windows finds it, others do not: reported of babylon-mmd (#12) and three.js (#8588) on the web, and of \
         godot-pmx (#12)",
        "spell the path as the file is spelled, or the other way round";
    TextureUnused = "texture-unused", Info,
        "no material uses this texture",
        "it is loaded and kept for nothing; a tool that drops it must renumber all behind it",
        "leave it out, unless a shader names it in a memo";

    // Materials.
    MaterialTextureDangling = "material-texture-dangling", Error,
        "a material names a texture, sphere texture or toon that is not there",
        "mmd_tools takes it for none; what does not look reads beyond its table of textures",
        "say -1, or point it at a texture that exists";
    SharedToonUnknown = "shared-toon-unknown", Warning,
        "a shared toon is numbered above 9",
        "there are ten, toon01.bmp to toon10.bmp: PMXEditor does not check the number, and babylon-mmd had to be \
         mended for 255, which some take for none",
        "choose one from 0 to 9, or a texture of the model's own";
    SphereModeUnknown = "sphere-mode-unknown", Warning,
        "the sphere mode is not 0, 1, 2 or 3",
        "strict readers refuse the file, the rest take it for none; a test model of nanoem's has 255",
        "say 0 for none, 1 to multiply, 2 to add, 3 for a second texture";
    SphereWithoutTexture = "sphere-without-texture", Info,
        "a sphere mode is set, but no sphere texture",
        "nothing is mixed in, though the mode says so; what binds a texture by its number binds none",
        "set the mode to 0, or name the texture";
    MaterialNeedsUv = "material-needs-uv", Warning,
        "a material uses additional UV 1, which the vertices do not have",
        "the second texture and vertex colours take their numbers from additional UV 1: without it they are drawn \
         from nothing",
        "give the vertices an additional UV, or choose another sphere mode and flags";
    MaterialFlagsIn20 = "material-flags-in-2-0", Warning,
        "a material of a 2.0 file has flags of 2.1: vertex colour, points or lines",
        "they belong to 2.1: mmd_tools drops them as it writes (MMD-Blender/blender_mmd_tools #35), nanoem takes \
         points to mean no shadow and lines to mean no outline",
        "save as 2.1, or take the flags out";
    ColorRange = "color-range", Info,
        "a colour is below 0 or above 1",
        "programs clamp it before the light is added, after it, or not at all: the material is brighter in one than \
         in another",
        "keep colours between 0 and 1, unless a shader reads the value as something else";
    EdgeSizeNegative = "edge-size-negative", Warning,
        "the outline of a material has a negative width",
        "the outline is the mesh, pushed out by this width: below 0 it is pushed in and shows through the mesh",
        "take the outline's flag out, or give a width above 0";
    MaterialCountNegative = "material-count-negative", Error,
        "a material covers a negative number of face indices",
        "each material begins where the one before it ends: nobody can say where those behind it begin",
        "write how many indices it covers, three for each triangle";
    MaterialCountOdd = "material-count-odd", Warning,
        "a material covers a number of face indices that is not a multiple of 3",
        "each material begins where the one before it ends: all behind it begin in the middle of a triangle",
        "round it to whole triangles, and see that all counts sum to the number of face indices";
    MaterialEmpty = "material-empty", Info,
        "a material covers no faces",
        "an engine that makes a buffer or a draw call for it may fail: ArmorStand crashed (#22)",
        "leave it out, unless something names it by its number";
    MaterialsShort = "materials-short", Warning,
        "the materials cover fewer face indices than there are",
        "the last faces have no material: programs that draw by material leave them out",
        "give the last faces to a material, or leave them out";
    MaterialsLong = "materials-long", Error,
        "the materials cover more face indices than there are",
        "what draws the last material and does not clip its count reads beyond the end of the index buffer",
        "lower the count of the last material to the faces that are left";

    // Bones.
    BoneParentDangling = "bone-parent-dangling", Error,
        "the parent of a bone is not there",
        "what works out where the bone is looks beyond its table of bones, or hangs the bone on nothing",
        "say -1 for no parent, or point it at a bone that exists";
    BoneParentCycle = "bone-parent-cycle", Error,
        "bones are each other's parents in a circle",
        "a program that walks up to the root never arrives: a hang, or a stack that overflows; saba was asked to \
         look for it (#33)",
        "hang one of them on a bone outside the circle";
    BoneBeforeParent = "bone-before-parent", Warning,
        "a bone is evaluated before its parent",
        "bones are evaluated by physics, layer, then number: this one follows where its parent was, and lags a frame \
         behind with all that hangs on it",
        "give the parent a lower layer or number, or the bone a higher one";
    BoneTailDangling = "bone-tail-dangling", Warning,
        "the bone that a bone points at is not there",
        "what draws the bone, or makes it as long as its tail says, looks beyond its table of bones",
        "say -1 for no tail, or use an offset";
    BoneFlagsUnknown = "bone-flags-unknown", Info,
        "a bone has flags without a meaning",
        "nobody knows what they say, and not every tool keeps them: PMX-VMD-Scripting-Tools drops 0x0040 as it writes",
        "take them out, unless a tool of yours wants them";
    AppendDangling = "append-dangling", Error,
        "the bone from which a bone takes over movement is not there",
        "what follows the bone looks beyond its table of bones, or takes nothing over",
        "point it at a bone that exists, or take the two append flags out";
    AppendNone = "append-none", Warning,
        "a bone takes over movement from no bone (-1)",
        "nothing is taken over, though the flags say so; what takes -1 for a number looks in front of its table",
        "take the flags out, or say from which bone";
    AppendCycle = "append-cycle", Error,
        "bones take over movement from each other in a circle",
        "each waits for the other: a program that follows them never arrives, one that goes by number shows a pose \
         that depends on the order",
        "let one of them stand on its own";
    AppendBeforeSource = "append-before-source", Warning,
        "a bone is evaluated before the one from which it takes over movement",
        "it takes over what that bone did a frame before, and lags behind it",
        "give it a higher layer or number than that bone";
    FixedAxisZero = "fixed-axis-zero", Warning,
        "the only axis about which a bone turns is zero",
        "what makes the axis 1 long divides by 0: the bone is NaN, with all that hangs on it",
        "give the axis, or take the flag out";
    LocalAxesDegenerate = "local-axes-degenerate", Warning,
        "the local axes of a bone are zero, or X and Z are parallel",
        "the Y axis is the cross product of the two, here zero: the bone has nothing to be turned along",
        "give two axes at a right angle";

    // IK.
    IkTargetNone = "ik-target-none", Warning,
        "an IK chain has no target (-1)",
        "the chain has nothing to bring to its goal; saba crashed on a target that it did not find (#33)",
        "name the bone at the end of the chain, or take the IK flag out";
    IkTargetDangling = "ik-target-dangling", Error,
        "the target of an IK chain is not there",
        "saba crashed on it (#33), as does whatever looks it up beyond its table of bones",
        "point it at the bone that is to reach the goal";
    IkTargetSelf = "ik-target-self", Warning,
        "an IK bone is its own target",
        "the target is always where it is to go: the chain never moves",
        "name the bone at the end of the chain";
    IkLinkNone = "ik-link-none", Warning,
        "a link of an IK chain is no bone (-1)",
        "mmd_tools had to learn to skip it (powroupi/blender_mmd_tools #40); what takes -1 for a number crashes",
        "take the empty link out";
    IkLinkDangling = "ik-link-dangling", Error,
        "a link of an IK chain is not there",
        "a solver that turns the link reads and writes beyond its table of bones",
        "point the link at a bone that exists, or take it out";
    IkLinkSelf = "ik-link-self", Warning,
        "an IK bone is a link of its own chain",
        "the solver turns the goal along with the chain: it runs away from itself, and the chain trembles",
        "take the IK bone out of its own chain";
    IkLinkTarget = "ik-link-target", Info,
        "the target of an IK chain is one of its links",
        "to turn the target brings it no nearer, as it lies 0 away from itself; a solver that divides by that \
         distance gets NaN",
        "take the link out, unless it is meant so";
    IkLinkDuplicate = "ik-link-duplicate", Warning,
        "a bone is in an IK chain twice",
        "it is turned and limited twice in each round: the chain bends otherwise than in a program that keeps each \
         link once",
        "take one of the two links out";
    IkNoLinks = "ik-no-links", Info,
        "an IK chain has no links",
        "there is nothing to turn: the target never reaches its goal",
        "take the IK flag out, or name the links";
    IkCycle = "ik-cycle", Warning,
        "an IK bone hangs on a bone that its own chain turns",
        "the goal moves with the chain that is to reach it: it never settles",
        "hang the IK bone on a bone that the chain does not turn";
    IkIterations = "ik-iterations", Warning,
        "the number of rounds of an IK chain is negative, or above 255",
        "the solver goes so many rounds in each frame: it stands still if the number is huge, and does nothing if it \
         is negative",
        "choose between 1 and 255";
    IkStill = "ik-still", Info,
        "an IK chain has no rounds, or an angle of 0 in each",
        "the chain is dead in programs that go by these numbers; pymeshio wrote such models (ousttrue/pymeshio #6)",
        "give it rounds and an angle, or take the IK flag out";
    IkAngle = "ik-angle", Warning,
        "the angle of an IK chain is negative",
        "a solver that keeps each turn between minus and plus that angle has no room, and turns away or not at all",
        "give a positive angle";
    IkLimitsReversed = "ik-limits-reversed", Warning,
        "the smallest angle of an IK link is above its largest",
        "no angle lies between the two, and each solver clamps in its own order; converted models have it \
         (powroupi/blender_mmd_tools #16, #123)",
        "exchange the smallest and the largest angle";

    // Morphs.
    MorphPanelUnknown = "morph-panel-unknown", Warning,
        "the panel of a morph is not 0 to 4",
        "pmx_parser refuses the file, nanoem calls the panel unknown, and mmd_tools had to be mended for it",
        "choose 1 eyebrow, 2 eye, 3 mouth, 4 other, or 0 to hide it";
    MorphEmpty = "morph-empty", Info,
        "a morph has no offsets",
        "its slider moves nothing, which looks like a fault of the program",
        "leave it out, unless a motion or a shader wants its name";
    MorphVertexDangling = "morph-vertex-dangling", Error,
        "a morph moves a vertex that is not there",
        "what applies it writes beyond its buffer; ArmorStand stopped at vertex 1 580 964 of 1 502 160 (#21)",
        "take the offset out; often the mesh was reduced after the morph was made";
    MorphBoneDangling = "morph-bone-dangling", Error,
        "a morph moves a bone that is not there",
        "what turns the bone looks beyond its table of bones",
        "take the offset of that bone out";
    MorphMaterialDangling = "morph-material-dangling", Error,
        "a morph changes a material that is not there",
        "-1 stands for all materials, any other number for one: what changes it looks beyond its table of materials",
        "take the offset out, or say -1 for all materials";
    MorphBodyDangling = "morph-body-dangling", Error,
        "a morph pushes a rigid body that is not there",
        "what pushes the body looks beyond its table of bodies",
        "take the impulse of that body out";
    MorphGroupDangling = "morph-group-dangling", Error,
        "a group or flip morph holds a morph that is not there",
        "what resolves the group looks beyond its table of morphs",
        "take that morph out of the group";
    MorphOffsetNone = "morph-offset-none", Warning,
        "an offset of a morph is of no morph, bone or body (-1)",
        "nothing is moved; -1 has a meaning for materials only, where it stands for all, so that no program expects \
         it here",
        "take the offset of -1 out";
    MorphGroupCycle = "morph-group-cycle", Error,
        "group morphs hold each other in a circle",
        "a program that resolves groups one within the other never ends (powroupi/blender_mmd_tools #38)",
        "take one of them out of the circle";
    MorphGroupNested = "morph-group-nested", Info,
        "a group morph holds a group morph",
        "the specification does not allow for it, and MikuMikuDance does not follow it: the inner group does nothing",
        "put the morphs of the inner group into the outer one";
    MorphFlipNested = "morph-flip-nested", Warning,
        "a flip morph holds a flip morph or a group that leads to one",
        "the format does not say what a flip within a flip shows: each program decides for itself",
        "let it hold plain morphs only";
    MorphGroupExplodes = "morph-group-explodes", Warning,
        "a group morph, resolved through all inner groups, moves more than a million morphs",
        "a program that resolves it step by step stands still: 64 groups that hold the next one twice are 2^64 steps",
        "hold each morph once";
    FlipMorphIn20 = "flip-morph-in-2-0", Warning,
        "a 2.0 file has a flip morph",
        "it belongs to 2.1: assimp throws on it, PMXParser refuses it in a 2.0 file, and PMXEditor makes a group of \
         it when it saves as 2.0",
        "save as 2.1, or as a group: `mmdmap rewrite --to-version 2.0 --allow-losses`";
    ImpulseMorphIn20 = "impulse-morph-in-2-0", Warning,
        "a 2.0 file has an impulse morph",
        "it belongs to 2.1: PMXParser refuses it in a 2.0 file, and PMXEditor drops it when it saves as 2.0",
        "save as 2.1, or leave the impulse out";
    ImpulseLocalUnknown = "impulse-local-unknown", Info,
        "the byte that says along which axes an impulse goes is not 0 or 1",
        "a reader that compares it with 1 pushes along other axes than one that compares it with 0",
        "say 0 for the axes of the world, 1 for the body's own";
    MorphOperationUnknown = "morph-operation-unknown", Warning,
        "a material morph neither multiplies nor adds",
        "a reader that tests for one of the two takes this for the other",
        "say 0 to multiply, 1 to add";
    MorphUvMissing = "morph-uv-missing", Warning,
        "a morph moves an additional UV that the vertices do not have",
        "there is nothing to move; what does not look writes beyond the UVs of the vertex",
        "give the vertices that UV, or leave the morph out";
    QuaternionZero = "quaternion-zero", Warning,
        "the rotation of a bone morph is a quaternion of zeros",
        "mmd_tools takes it for no rotation; what makes its length 1 divides by 0, and the bone is NaN",
        "say 0, 0, 0, 1 for no rotation";
    QuaternionNotUnit = "quaternion-not-unit", Warning,
        "the rotation of a bone morph is not of unit length",
        "a program that does not normalise it stretches what hangs on the bone",
        "divide the rotation by its length";
    ManyMorphs = "many-morphs", Info,
        "the model has more than 256 morphs",
        "an engine may have a border below that: Bevy takes 256 targets on one mesh",
        "split the mesh, if such an engine is to show it";

    // Display frames.
    FrameRootMissing = "frame-root-missing", Warning,
        "there is no display frame \"Root\"",
        "it is the first frame of nearly every model: PMXEditor reports it, users of mmd_tools miss it \
         (MMD-Blender/blender_mmd_tools #254)",
        "add the special frame \"Root\", with the first bone in it";
    FrameFacialMissing = "frame-facial-missing", Warning,
        "there is no display frame \"表情\"",
        "it lists the morphs, second in 179 of 190 real models: PMXEditor reports it, and what lists expressions by \
         it has none",
        "add the special frame \"表情\", with the morphs in it";
    FrameNotSpecial = "frame-not-special", Warning,
        "the display frame \"Root\" or \"表情\" is not marked as special",
        "PMXEditor reports it: the mark is what tells the two frames of every model from those that its author made",
        "mark it as special (1)";
    FrameSpecialUnknown = "frame-special-unknown", Warning,
        "the mark of a display frame is not 0 or 1",
        "readers that compare with 1 take it for an ordinary frame, those that compare with 0 for a special one",
        "say 0 for an ordinary frame, 1 for a special one";
    FrameSpecialOther = "frame-special-other", Info,
        "a display frame is marked as special, but is neither \"Root\" nor \"表情\"",
        "only \"Root\" and \"表情\" are known as special: what takes the first two special ones for these takes another",
        "mark it as ordinary (0)";
    FrameItemDangling = "frame-item-dangling", Error,
        "a display frame lists a bone or morph that is not there",
        "a timeline that lists the frame looks beyond its table of bones or morphs",
        "take the item out, or point it at what was meant";
    FrameItemNone = "frame-item-none", Warning,
        "a display frame lists no bone or morph (-1)",
        "there is nothing to list: an empty line, or a look in front of the table",
        "take the empty item out";
    FrameItemDuplicate = "frame-item-duplicate", Info,
        "a bone or morph is listed twice in display frames",
        "a timeline shows two lines with the same keys",
        "take one of the two items out";
    BoneInNoFrame = "bone-in-no-frame", Info,
        "a bone that can be seen and operated is in no display frame",
        "display frames are the lines of a timeline: the bone can be turned, but has no line for its keys",
        "list the bone in a frame";
    MorphInNoFrame = "morph-in-no-frame", Info,
        "a morph that has a panel is in no display frame",
        "what lists expressions by the frame \"表情\" does not offer it",
        "list the morph in the frame \"表情\"";

    // Rigid bodies and joints.
    BodyBoneDangling = "body-bone-dangling", Error,
        "the bone of a rigid body is not there",
        "what moves the body with its bone looks beyond its table of bones",
        "say -1 for a body of the world, or point it at a bone that exists";
    BodyShapeUnknown = "body-shape-unknown", Warning,
        "the shape of a rigid body is not 0, 1 or 2",
        "three shapes are defined: each program decides for itself what to make of another",
        "choose 0 sphere, 1 box or 2 capsule";
    BodyModeUnknown = "body-mode-unknown", Warning,
        "the mode of a rigid body is not 0, 1 or 2",
        "three modes are defined: mmd_tools had to be mended for another, and nothing says whether the bone or \
         physics moves it",
        "choose 0 follows its bone, 1 physics or 2 physics at its bone";
    BodyGroupRange = "body-group-range", Warning,
        "the collision group of a rigid or soft body is above 15",
        "a mask has 16 bits: in C a shift by more is undefined, so that the body collides with nothing, or with all",
        "choose a group from 0 to 15";
    BodySizeNegative = "body-size-negative", Warning,
        "a size of a rigid body is negative",
        "a shape of negative extent is inside out: bodies stick to it or fly off",
        "give a positive size";
    BodySizeZero = "body-size-zero", Warning,
        "a size that a rigid body's shape uses is 0",
        "a body without extent touches nothing, and its inertia is 0",
        "give the body an extent";
    BodyMassNegative = "body-mass-negative", Warning,
        "the mass of a rigid body is negative",
        "it accelerates against every force, and throws the simulation out",
        "give a mass above 0";
    BodyMassZero = "body-mass-zero", Warning,
        "a rigid body that physics moves has no mass",
        "to Bullet mass 0 means a body that never moves: the bone hangs in the air",
        "give the body a mass, or let it follow its bone";
    BodyCoefficientRange = "body-coefficient-range", Info,
        "a damping is not between 0 and 1, or restitution or friction is negative",
        "Bullet clamps dampings, other engines need not; a negative friction drives what slides",
        "keep dampings within 0 and 1, the others at 0 or above";
    JointBodyNone = "joint-body-none", Warning,
        "a joint has no body (-1) on one side",
        "it ties a body to nothing, and what takes -1 for a number looks in front of its table of bodies",
        "name both bodies, or leave the joint out";
    JointBodyDangling = "joint-body-dangling", Error,
        "a body of a joint is not there",
        "what makes the joint looks beyond its table of bodies",
        "point it at bodies that exist, or leave the joint out";
    JointBodySame = "joint-body-same", Warning,
        "a joint ties a body to itself",
        "a body cannot move against itself: the joint holds nothing, and the solver works on it in vain",
        "name two bodies, or leave the joint out";
    JointKindUnknown = "joint-kind-unknown", Warning,
        "the kind of a joint is above 5",
        "six kinds are defined: nothing says what the eight vectors of another mean",
        "choose 0, a spring with six degrees of freedom";
    JointKindIn20 = "joint-kind-in-2-0", Warning,
        "a joint of a 2.0 file is of a kind of 2.1",
        "kinds 1 to 5 belong to 2.1: PMXParser refuses them in a 2.0 file, PMXEditor makes springs of them when it \
         saves as 2.0",
        "save as 2.1, or choose kind 0";
    JointLimitsReversed = "joint-limits-reversed", Warning,
        "a lower limit of a joint is above its upper one",
        "Bullet takes such an axis for one without limits: what the joint is to hold falls off",
        "exchange the lower limit and the upper one, unless the axis is meant to be free";
    JointStill = "joint-still", Info,
        "a joint ties two bodies that both follow their bones",
        "neither can be moved by it: it only costs time",
        "leave the joint out, or let physics move one of the two";

    // Soft bodies.
    SoftBodyMaterialNone = "soft-body-material-none", Warning,
        "a soft body has no material (-1)",
        "a soft body is made of the faces of its material: here nothing is soft",
        "name the material, or leave the soft body out";
    SoftBodyMaterialDangling = "soft-body-material-dangling", Error,
        "the material of a soft body is not there",
        "what takes the faces of the material looks beyond its table of materials",
        "name a material that exists";
    SoftBodyShapeUnknown = "soft-body-shape-unknown", Warning,
        "the shape of a soft body is not 0 or 1",
        "only a mesh and a rope are defined: nothing says how to make another shape",
        "choose 0 for a mesh, 1 for a rope";
    AerodynamicsUnknown = "aerodynamics-unknown", Warning,
        "the aerodynamics of a soft body are not 0 to 4",
        "the number is Bullet's, which has five models: no wind or drag is defined for a sixth",
        "choose one from 0 to 4";
    SoftBodyFlagsUnknown = "soft-body-flags-unknown", Info,
        "a soft body has flags without a meaning",
        "three flags are defined: nothing says what the others switch, and a tool that knows three writes back three",
        "take the other flags out";
    SoftBodyRange = "soft-body-range", Warning,
        "the mass of a soft body is not positive, or a margin or count is negative",
        "the mass is shared out among the vertices, and loops run by the counts: below 0 both go the wrong way",
        "give a mass above 0, and counts of 0 or more";
    AnchorBodyNone = "anchor-body-none", Warning,
        "an anchor of a soft body has no rigid body (-1)",
        "the vertex is tied to nothing; what takes -1 for a number looks in front of its table of bodies",
        "name the body, or take the anchor out";
    AnchorBodyDangling = "anchor-body-dangling", Error,
        "an anchor of a soft body names a rigid body that is not there",
        "what ties the vertex looks beyond its table of bodies",
        "name a body that exists, or take the anchor out";
    AnchorVertexDangling = "anchor-vertex-dangling", Error,
        "an anchor of a soft body names a vertex that is not there",
        "saba takes 255 and 65535 for none here, nanoem any negative number; others look beyond their table of \
         vertices",
        "name a vertex that exists, or take the anchor out";
    AnchorNearUnknown = "anchor-near-unknown", Info,
        "the byte that says whether an anchor is near is not 0 or 1",
        "most readers take all but 0 for near, one that compares with 1 does not, and PMXUtil has it the other way \
         round",
        "say 0 for far, 1 for near";
    PinVertexDangling = "pin-vertex-dangling", Error,
        "a pin of a soft body names a vertex that is not there",
        "what holds the vertex in its place looks beyond its table of vertices",
        "name a vertex that exists, or take the pin out";
}
