//! Every finding there is, declared once: its name, how much it weighs, what is wrong, why it matters, how to mend it.
//!
//! The same words are the docs of each [`Code`] and what `mmdmap explain` prints.
use crate::check::rule::rules;

rules! {
    // Anywhere.
    NonFinite = "non-finite", Error,
        "a number is infinite or not a number (NaN)",
        "it spreads: one NaN hides a mesh, throws the camera out, or stops physics altogether",
        "put a number there; look at what exported the model, often a division by zero";
    IndexBelowNone = "index-below-none", Warning,
        "an index is negative, but not -1",
        "only -1 means none; readers take the others as none, as an index from the end, or crash",
        "say -1 for none, or the number that was meant";
    TextInvalid = "text-invalid", Warning,
        "bytes of a text are not valid in the encoding of the file",
        "programs show other characters, each its own; Unity and Blender importers stop with an exception",
        "write the text again; often it is of another encoding, or was cut in the middle of a character";
    TextOtherEncoding = "text-other-encoding", Warning,
        "a text looks like one of another encoding than the header says",
        "it shows as rubbish, and bones or morphs of that name are found by no motion",
        "convert the text, or the encoding in the header if all texts are so";
    TextNul = "text-nul", Warning,
        "a NUL character stands inside a text",
        "programs written in C end the text there, others keep all of it: names no longer agree",
        "cut the text before the NUL";
    TextBom = "text-bom", Warning,
        "a text begins with a byte-order mark",
        "most readers keep it as a character that is not seen, so that the name equals no other",
        "take the mark out";
    TextControl = "text-control", Info,
        "a name holds control characters, or some that turn the direction of writing",
        "what is shown is not what is there; terminals and logs can be misled",
        "take them out";

    // Header and model info.
    ExtraGlobals = "extra-globals", Warning,
        "the header holds more than eight settings",
        "several readers (mmd_tools, PMXUtil) forget to step over the others and read all that follows askew",
        "write the header with eight settings";
    Version21 = "version-2-1", Warning,
        "the file is a PMX 2.1",
        "MikuMikuDance reads 2.0 only; 2.1 is for PMXEditor and few others",
        "save as 2.0 unless 2.1 is needed: QDEF, flip and impulse morphs, other joints, soft bodies";
    IndexWidthTooSmall = "index-width-too-small", Warning,
        "there are more records than an index of this width can tell apart",
        "nothing can refer to the last ones, and programs that try write other indices than they mean",
        "write the file with wider indices";
    VertexIndexBorder = "vertex-index-border", Warning,
        "the highest vertex index has all bits set (255 or 65535)",
        "it is an ordinary index, but saba, assimp and others take it for none",
        "write the file with the next width";
    NoVertices = "no-vertices", Warning,
        "the model has no vertices",
        "there is nothing to be seen; engines that upload an empty buffer fail",
        "use another file, or give it a mesh";
    SectionEmpty = "section-empty", Info,
        "the model has no faces, no materials or no bones",
        "nothing is drawn, or no motion can move it; MikuMikuDance wants at least one bone",
        "give it what is missing, unless it is meant so";
    ModelNameEmpty = "model-name-empty", Warning,
        "the model has no name",
        "MikuMikuDance lists models by their name, and motions say for which one they are",
        "give it a name";
    ModelNameTooLong = "model-name-too-long", Info,
        "the model's name takes more than 20 bytes in cp932, or cannot be written in it",
        "motions keep 20 bytes of it: MikuMikuDance warns that a motion is for another model",
        "shorten the name, if motions are to be saved for this model";

    // Names.
    BoneNameEmpty = "bone-name-empty", Warning,
        "a bone has no name",
        "motions find bones by their names: nothing can move this one",
        "give it a name of its own";
    MorphNameEmpty = "morph-name-empty", Warning,
        "a morph has no name",
        "motions find morphs by their names: nothing can move this one",
        "give it a name of its own";
    NameEmpty = "name-empty", Info,
        "a material, frame, body or joint has no name",
        "editors show an empty line; exporters that make file or object names of it fail (mmd_tools #17)",
        "give it a name";
    BoneNameDuplicate = "bone-name-duplicate", Warning,
        "several bones have one name",
        "a motion moves only the first of them; Blender and Unity rename the others",
        "give each a name of its own";
    MorphNameDuplicate = "morph-name-duplicate", Warning,
        "several morphs have one name",
        "a motion moves only the first of them; exporters to other formats drop the others",
        "give each a name of its own";
    NameDuplicate = "name-duplicate", Info,
        "several materials, frames, bodies or joints have one name",
        "importers that look things up by name mix them up, or rename them",
        "give each a name of its own";
    NameTooLong = "name-too-long", Warning,
        "the name of a bone or morph takes more than 15 bytes in cp932",
        "motions and poses keep 15 bytes: the rest is cut off, and the name no longer found",
        "shorten the name to 15 bytes: seven kana or kanji";
    NameNotCp932 = "name-not-cp932", Warning,
        "the name of a bone or morph cannot be written in cp932",
        "motions and poses are written in it, so that none can be made for this bone or morph",
        "use only characters of Japanese Windows in local names";

    // Vertices.
    VertexBoneDangling = "vertex-bone-dangling", Error,
        "a vertex is moved by a bone that is not there",
        "MikuMikuDance and renderers read beyond their table of bones: crash, or a vertex that flies off",
        "point it at a bone that exists";
    VertexBoneNone = "vertex-bone-none", Warning,
        "a vertex gives weight to no bone (-1)",
        "some readers take -1 for bone 0, some drop the weight, some crash",
        "point it at a bone, or give the weight to the others";
    VertexBoneIdle = "vertex-bone-idle", Info,
        "a bone without weight in a vertex is not there",
        "nothing moves by it, but readers that do not look at weights first still look it up",
        "put bone 0 there";
    WeightSum = "weight-sum", Warning,
        "the weights of a vertex do not sum to 1",
        "MikuMikuDance uses them as they are, other programs make them sum to 1: the mesh differs",
        "divide each by their sum; where that is 0, give the first bone 1";
    WeightRange = "weight-range", Warning,
        "a weight is below 0 or above 1",
        "the vertex moves away from its bones; nanoem clamps, others do not",
        "keep weights between 0 and 1";
    WeightBoneTwice = "weight-bone-twice", Info,
        "a vertex gives weight to the same bone twice",
        "it costs time, and tools that keep one weight for each bone lose one of the two",
        "add the two weights up";
    QdefIn20 = "qdef-in-2-0", Warning,
        "a vertex of a 2.0 file is of kind QDEF",
        "QDEF belongs to 2.1: mmd_tools and other readers of 2.0 refuse the file",
        "save as 2.1, or turn it into BDEF4";
    SdefZero = "sdef-zero", Warning,
        "C, R0 or R1 of an SDEF vertex is zero",
        "the vertex turns about the origin of the model, not about its joint",
        "calculate them anew (PMXEditor does), or turn the vertex into BDEF2";
    NormalZero = "normal-zero", Warning,
        "a normal is zero",
        "lighting divides by its length: the vertex is black, or flickers",
        "calculate the normal from the faces around";
    NormalNotUnit = "normal-not-unit", Info,
        "a normal is not of unit length",
        "shaders that do not normalise it show the place too dark or too bright, and a wider outline",
        "divide it by its length";
    CoordinateHuge = "coordinate-huge", Warning,
        "a vertex is a million units away or more",
        "the bounding box, the shadow map and the camera lose all precision; half floats overflow",
        "move the vertex back; often it is a stray one";
    CoordinateTiny = "coordinate-tiny", Info,
        "a coordinate is a denormal number: next to nothing, but not 0",
        "some processors calculate with these many times more slowly, some take them for 0",
        "put 0 there";
    EdgeScaleNegative = "edge-scale-negative", Warning,
        "the outline of a vertex has a negative width",
        "the outline is drawn inside the body, in front of the mesh",
        "put 0 there to hide the outline";
    VertexUnused = "vertex-unused", Info,
        "no face uses this vertex",
        "it costs memory; tools that drop unused vertices renumber the others",
        "leave it out, unless a morph or a soft body wants it";

    // Faces.
    FaceCountOdd = "face-count-odd", Warning,
        "the number of face indices is not a multiple of 3",
        "nanoem refuses the file; others drop the last corners, or read beyond the end",
        "drop the corners that make no triangle";
    FaceVertexDangling = "face-vertex-dangling", Error,
        "a face has a vertex that is not there as its corner",
        "graphics drivers read beyond the buffer: crash, or a spike through the picture",
        "point it at a vertex that exists, or leave the triangle out";
    FaceDegenerate = "face-degenerate", Info,
        "a triangle has the same corner twice",
        "it is never seen and only costs time; soft bodies and normals divide by its area",
        "leave the triangle out";
    FaceDuplicate = "face-duplicate", Info,
        "a triangle is there twice, with the same winding",
        "it is drawn twice: a transparent material looks thicker there",
        "leave one of the two out";

    // Textures.
    TextureEmpty = "texture-empty", Warning,
        "the path of a texture is empty",
        "readers try to open the folder of the model as a picture",
        "give the path, or say -1 in the materials that use it";
    TextureAbsolute = "texture-absolute", Warning,
        "the path of a texture is absolute: it begins with a separator, a drive or a server",
        "it is found on the author's machine only; a reader that follows it leaves the folder of the model",
        "put the picture beside the model and name it from there";
    TextureEscapes = "texture-escapes", Warning,
        "the path of a texture leads out of the folder of the model",
        "the picture is lost when the folder is moved; a reader that follows it can be made to open any file",
        "put the picture beside or below the model";
    TextureUrl = "texture-url", Warning,
        "the path of a texture is an address on the web, or a file URL",
        "no reader fetches it; one that did would tell a stranger who opens the model",
        "put the picture beside the model and name it from there";
    TextureReserved = "texture-reserved", Warning,
        "the path of a texture has a name that Windows keeps for devices (CON, NUL, COM1 ...)",
        "opening it reads from the device, and may wait for ever",
        "rename the picture";
    TextureCharacter = "texture-character", Warning,
        "the path of a texture holds a character that no file name of Windows may hold",
        "the picture cannot be opened there; behind a colon a hidden stream of the file is meant",
        "rename the picture";
    TextureTrailing = "texture-trailing", Warning,
        "a part of a texture's path ends in a dot or a blank",
        "Windows leaves it off without a word, other systems do not find the picture",
        "rename the picture";
    TextureLong = "texture-long", Warning,
        "the path of a texture is longer than Windows takes (259 characters)",
        "MikuMikuDance keeps such paths in fixed buffers",
        "shorten the path";
    TextureDuplicate = "texture-duplicate", Info,
        "two textures name the same picture",
        "it is loaded twice by readers that do not look; letter case and separators do not tell files apart on Windows",
        "let the materials share one of the two";
    TextureMissing = "texture-missing", Warning,
        "the picture that a path names is not there",
        "programs draw the material white, pink or not at all",
        "put the picture into the model's folder, or mend the path";
    TextureSpelling = "texture-spelling", Warning,
        "a picture is there under another spelling",
        "where letter case or composed characters count (Linux, the web), it is not found",
        "spell the path as the file is spelled, or the other way round";
    TextureUnused = "texture-unused", Info,
        "no material uses this texture",
        "it is loaded all the same; tools that drop it renumber the others",
        "leave it out, unless a shader names it in a memo";

    // Materials.
    MaterialTextureDangling = "material-texture-dangling", Error,
        "a material names a texture, sphere texture or toon that is not there",
        "mmd_tools takes it for none, others read beyond their table of textures",
        "say -1, or point it at a texture that exists";
    SharedToonUnknown = "shared-toon-unknown", Warning,
        "a shared toon is numbered above 9",
        "there are ten, toon01.bmp to toon10.bmp; readers look for a file that is nowhere, or read beyond a table",
        "choose one from 0 to 9, or a texture of the model's own";
    SphereModeUnknown = "sphere-mode-unknown", Warning,
        "the sphere mode is not 0, 1, 2 or 3",
        "strict readers refuse the file, others take it for none",
        "say 0 for none, 1 to multiply, 2 to add, 3 for a second texture";
    SphereWithoutTexture = "sphere-without-texture", Info,
        "a sphere mode is set, but no sphere texture",
        "nothing is mixed in, though an editor says so",
        "set the mode to 0";
    MaterialNeedsUv = "material-needs-uv", Warning,
        "a material uses additional UV 1, which the vertices do not have",
        "a second texture or vertex colours are drawn from nothing",
        "give the vertices an additional UV, or choose another sphere mode and flags";
    MaterialFlagsIn20 = "material-flags-in-2-0", Warning,
        "a material of a 2.0 file has flags of 2.1: vertex colour, points or lines",
        "MikuMikuDance does not know them, mmd_tools drops them",
        "save as 2.1, or take the flags out";
    ColorRange = "color-range", Info,
        "a colour is below 0 or above 1",
        "programs clamp it at different times, so that the light on it differs",
        "keep colours between 0 and 1, unless a shader reads the value as something else";
    EdgeSizeNegative = "edge-size-negative", Warning,
        "the outline of a material has a negative width",
        "the outline is drawn inside the body, in front of the mesh",
        "take the outline's flag out";
    MaterialCountNegative = "material-count-negative", Error,
        "a material covers a negative number of face indices",
        "what the materials behind it cover is anybody's guess",
        "count the faces of each material anew";
    MaterialCountOdd = "material-count-odd", Warning,
        "a material covers a number of face indices that is not a multiple of 3",
        "all materials behind it begin in the middle of a triangle",
        "count the faces of each material anew";
    MaterialEmpty = "material-empty", Info,
        "a material covers no faces",
        "some engines fail on an empty draw call (ArmorStand #22)",
        "leave it out, unless something names it by its number";
    MaterialsShort = "materials-short", Warning,
        "the materials cover fewer face indices than there are",
        "the last faces have no material: they are not drawn, or drawn in white",
        "count the faces of each material anew";
    MaterialsLong = "materials-long", Error,
        "the materials cover more face indices than there are",
        "renderers draw beyond the end of the index buffer: crash, or stray triangles",
        "count the faces of each material anew";

    // Bones.
    BoneParentDangling = "bone-parent-dangling", Error,
        "the parent of a bone is not there",
        "readers look beyond their table of bones, or hang the bone on nothing",
        "say -1, or point it at a bone that exists";
    BoneParentCycle = "bone-parent-cycle", Error,
        "bones are each other's parents in a circle",
        "programs that walk up to the root never arrive: a hang, or a stack overflow (saba #33)",
        "hang one of them on a bone outside the circle";
    BoneBeforeParent = "bone-before-parent", Warning,
        "a bone is evaluated before its parent",
        "it lags a frame behind, or stays where its parent was; MikuMikuDance goes by layer, then by number",
        "give the parent a lower layer or number, or the bone a higher one";
    BoneTailDangling = "bone-tail-dangling", Warning,
        "the bone that a bone points at is not there",
        "it is only drawn differently, but readers look beyond their table of bones",
        "say -1, or use an offset";
    BoneFlagsUnknown = "bone-flags-unknown", Info,
        "a bone has flags without a meaning",
        "nanoem and others drop them on saving",
        "take them out, unless a tool of yours wants them";
    AppendDangling = "append-dangling", Error,
        "the bone from which a bone takes over movement is not there",
        "readers look beyond their table of bones",
        "say -1, or point it at a bone that exists";
    AppendNone = "append-none", Warning,
        "a bone takes over movement from no bone (-1)",
        "nothing is taken over; readers that do not look crash",
        "take the flags out, or say from which bone";
    AppendCycle = "append-cycle", Error,
        "bones take over movement from each other in a circle",
        "programs that follow it never arrive, others show what depends on the order",
        "let one of them stand on its own";
    AppendBeforeSource = "append-before-source", Warning,
        "a bone is evaluated before the one from which it takes over movement",
        "it takes over what that bone did a frame before",
        "give it a higher layer or number";
    FixedAxisZero = "fixed-axis-zero", Warning,
        "the only axis about which a bone turns is zero",
        "programs divide by its length: the bone vanishes, with all that hangs on it",
        "give the axis, or take the flag out";
    LocalAxesDegenerate = "local-axes-degenerate", Warning,
        "the local axes of a bone are zero, or X and Z are parallel",
        "the third axis is their cross product, which then is zero: the bone cannot be posed",
        "give two axes at a right angle";

    // IK.
    IkTargetNone = "ik-target-none", Warning,
        "an IK chain has no target (-1)",
        "nothing is to reach anything; saba crashed on it (#33)",
        "name the bone at the end of the chain";
    IkTargetDangling = "ik-target-dangling", Error,
        "the target of an IK chain is not there",
        "readers look beyond their table of bones (saba #33 crashed)",
        "name the bone at the end of the chain";
    IkTargetSelf = "ik-target-self", Warning,
        "an IK bone is its own target",
        "it is always where it is to go: the chain never moves",
        "name the bone at the end of the chain";
    IkLinkNone = "ik-link-none", Warning,
        "a link of an IK chain is no bone (-1)",
        "mmd_tools skips it, others crash",
        "take the link out";
    IkLinkDangling = "ik-link-dangling", Error,
        "a link of an IK chain is not there",
        "readers look beyond their table of bones",
        "point it at a bone that exists, or take the link out";
    IkLinkSelf = "ik-link-self", Warning,
        "an IK bone is a link of its own chain",
        "it runs away from itself: the chain trembles or spins",
        "take the link out";
    IkLinkTarget = "ik-link-target", Info,
        "the target of an IK chain is one of its links",
        "turning it does not bring it nearer; some controllers do so on purpose, and some solvers divide by zero",
        "take the link out, unless it is meant so";
    IkLinkDuplicate = "ik-link-duplicate", Warning,
        "a bone is in an IK chain twice",
        "it is turned twice in each round: the chain bends otherwise than elsewhere",
        "take one of the two out";
    IkNoLinks = "ik-no-links", Info,
        "an IK chain has no links",
        "nothing ever moves",
        "take the IK flag out, or name the links";
    IkCycle = "ik-cycle", Warning,
        "an IK bone hangs on a bone that its own chain turns",
        "the goal moves with the chain that is to reach it: it never settles",
        "hang the IK bone on a bone that the chain does not turn";
    IkIterations = "ik-iterations", Warning,
        "the number of rounds of an IK chain is negative, or above 255",
        "a reader that believes it runs for ever, or not at all; MikuMikuDance stops at 255",
        "choose between 1 and 255";
    IkStill = "ik-still", Info,
        "an IK chain has no rounds, or an angle of 0 in each",
        "it never moves",
        "give it rounds and an angle, or take the IK flag out";
    IkAngle = "ik-angle", Warning,
        "the angle of an IK chain is negative",
        "solvers that clamp between minus and plus that angle have no room, or turn away",
        "give a positive angle";
    IkLimitsReversed = "ik-limits-reversed", Warning,
        "the smallest angle of an IK link is above its largest",
        "each solver clamps in its own order: knees bend backwards (mmd_tools #16, #123)",
        "exchange the two";

    // Morphs.
    MorphPanelUnknown = "morph-panel-unknown", Warning,
        "the panel of a morph is not 0 to 4",
        "strict readers refuse the file, others show the morph nowhere",
        "choose 1 eyebrow, 2 eye, 3 mouth, 4 other, or 0 to hide it";
    MorphEmpty = "morph-empty", Info,
        "a morph has no offsets",
        "its slider does nothing",
        "leave it out, unless a motion or a shader wants its name";
    MorphVertexDangling = "morph-vertex-dangling", Error,
        "a morph moves a vertex that is not there",
        "engines write beyond their buffers (ArmorStand #21)",
        "take the offset out; often the mesh was reduced after the morph was made";
    MorphBoneDangling = "morph-bone-dangling", Error,
        "a morph moves a bone that is not there",
        "readers look beyond their table of bones",
        "take the offset out";
    MorphMaterialDangling = "morph-material-dangling", Error,
        "a morph changes a material that is not there",
        "readers look beyond their table of materials",
        "take the offset out, or say -1 for all materials";
    MorphBodyDangling = "morph-body-dangling", Error,
        "a morph pushes a rigid body that is not there",
        "readers look beyond their table of bodies",
        "take the offset out";
    MorphGroupDangling = "morph-group-dangling", Error,
        "a group or flip morph holds a morph that is not there",
        "readers look beyond their table of morphs",
        "take the offset out";
    MorphOffsetNone = "morph-offset-none", Warning,
        "an offset of a morph is of no morph, bone or body (-1)",
        "nothing is moved; readers that do not look crash",
        "take the offset out";
    MorphGroupCycle = "morph-group-cycle", Error,
        "group morphs hold each other in a circle",
        "programs that resolve groups never end",
        "take one of them out of the circle";
    MorphGroupNested = "morph-group-nested", Info,
        "a group morph holds a group morph",
        "MikuMikuDance does not resolve it: the inner group does nothing",
        "put the morphs of the inner group into the outer one";
    MorphFlipNested = "morph-flip-nested", Warning,
        "a flip morph holds a flip morph or a group that leads to one",
        "no program agrees with another on what that shows",
        "let it hold plain morphs only";
    MorphGroupExplodes = "morph-group-explodes", Warning,
        "a group morph, resolved through all inner groups, moves more than a million morphs",
        "a program that resolves it one by one stands still",
        "hold each morph once";
    FlipMorphIn20 = "flip-morph-in-2-0", Warning,
        "a 2.0 file has a flip morph",
        "flip morphs belong to 2.1: readers of 2.0 refuse the file, or lose their way in it",
        "save as 2.1, or turn it into a group";
    ImpulseMorphIn20 = "impulse-morph-in-2-0", Warning,
        "a 2.0 file has an impulse morph",
        "impulse morphs belong to 2.1: readers of 2.0 refuse the file, or lose their way in it",
        "save as 2.1, or leave it out";
    ImpulseLocalUnknown = "impulse-local-unknown", Info,
        "the byte that says along which axes an impulse goes is not 0 or 1",
        "readers that compare with 1 take other axes than those that compare with 0",
        "say 0 for the axes of the world, 1 for the body's own";
    MorphOperationUnknown = "morph-operation-unknown", Warning,
        "a material morph neither multiplies nor adds",
        "programs guess which of the two is meant",
        "say 0 to multiply, 1 to add";
    MorphUvMissing = "morph-uv-missing", Warning,
        "a morph moves an additional UV that the vertices do not have",
        "nothing is moved; engines that do not look write beyond their buffers",
        "give the vertices that UV, or leave the morph out";
    QuaternionZero = "quaternion-zero", Warning,
        "the rotation of a bone morph is a quaternion of zeros",
        "it turns nothing; normalising divides by zero and the bone vanishes",
        "say 0, 0, 0, 1 for no rotation";
    QuaternionNotUnit = "quaternion-not-unit", Warning,
        "the rotation of a bone morph is not of unit length",
        "programs that do not normalise it stretch what hangs on the bone",
        "divide it by its length";
    ManyMorphs = "many-morphs", Info,
        "the model has more than 256 morphs",
        "some engines stop there (Bevy takes 256 on one mesh)",
        "split the mesh, if such an engine is to show it";

    // Display frames.
    FrameRootMissing = "frame-root-missing", Warning,
        "there is no display frame \"Root\"",
        "MikuMikuDance expects it as the first; users miss it (mmd_tools #254)",
        "add the special frame \"Root\", with the first bone in it";
    FrameFacialMissing = "frame-facial-missing", Warning,
        "there is no display frame \"表情\"",
        "MikuMikuDance expects it as the second and lists the morphs by it (mmd_tools #254)",
        "add the special frame \"表情\", with the morphs in it";
    FrameNotSpecial = "frame-not-special", Warning,
        "the display frame \"Root\" or \"表情\" is not marked as special",
        "editors let it be renamed and deleted, and add another",
        "mark it as special (1)";
    FrameSpecialUnknown = "frame-special-unknown", Warning,
        "the mark of a display frame is not 0 or 1",
        "readers that compare with 1 take it for an ordinary frame, others for a special one",
        "say 0 or 1";
    FrameSpecialOther = "frame-special-other", Info,
        "a display frame is marked as special, but is neither \"Root\" nor \"表情\"",
        "editors let it neither be renamed nor deleted",
        "mark it as ordinary (0)";
    FrameItemDangling = "frame-item-dangling", Error,
        "a display frame lists a bone or morph that is not there",
        "readers look beyond their tables",
        "take the item out";
    FrameItemNone = "frame-item-none", Warning,
        "a display frame lists no bone or morph (-1)",
        "editors show an empty line; readers that do not look crash",
        "take the item out";
    FrameItemDuplicate = "frame-item-duplicate", Info,
        "a bone or morph is listed twice in display frames",
        "the timeline shows it twice",
        "take one of the two out";
    BoneInNoFrame = "bone-in-no-frame", Info,
        "a bone that can be seen and operated is in no display frame",
        "MikuMikuDance shows no line for it in the timeline: it cannot be keyed there",
        "list it in a frame";
    MorphInNoFrame = "morph-in-no-frame", Info,
        "a morph that has a panel is in no display frame",
        "MikuMikuDance does not list it among the expressions",
        "list it in the frame \"表情\"";

    // Rigid bodies and joints.
    BodyBoneDangling = "body-bone-dangling", Error,
        "the bone of a rigid body is not there",
        "readers look beyond their table of bones",
        "say -1, or point it at a bone that exists";
    BodyShapeUnknown = "body-shape-unknown", Warning,
        "the shape of a rigid body is not 0, 1 or 2",
        "readers refuse the file, leave the body out, or make a sphere of it",
        "choose 0 sphere, 1 box or 2 capsule";
    BodyModeUnknown = "body-mode-unknown", Warning,
        "the mode of a rigid body is not 0, 1 or 2",
        "readers refuse the file, or take it for one that follows its bone",
        "choose 0 follows its bone, 1 physics or 2 physics at its bone";
    BodyGroupRange = "body-group-range", Warning,
        "the collision group of a rigid or soft body is above 15",
        "there are 16 groups; a shift by more is undefined and collides with nothing, or with all",
        "choose a group from 0 to 15";
    BodySizeNegative = "body-size-negative", Warning,
        "a size of a rigid body is negative",
        "Bullet makes a shape that is inside out: bodies stick or fly off",
        "give a positive size";
    BodySizeZero = "body-size-zero", Warning,
        "a size that a rigid body's shape uses is 0",
        "a body without extent collides with nothing, and its inertia divides by zero",
        "give it an extent";
    BodyMassNegative = "body-mass-negative", Warning,
        "the mass of a rigid body is negative",
        "it accelerates against every force and throws the simulation out",
        "give a positive mass";
    BodyMassZero = "body-mass-zero", Warning,
        "a rigid body that physics moves has no mass",
        "Bullet takes mass 0 for one that never moves: the bone hangs in the air",
        "give a positive mass, or let the body follow its bone";
    BodyCoefficientRange = "body-coefficient-range", Info,
        "a damping is not between 0 and 1, or restitution or friction is negative",
        "Bullet clamps the damping; a negative friction drives the body",
        "keep them in their range";
    JointBodyNone = "joint-body-none", Warning,
        "a joint has no body (-1) on one side",
        "MikuMikuDance drops it or crashes, as do readers that do not look",
        "name both bodies, or leave the joint out";
    JointBodyDangling = "joint-body-dangling", Error,
        "a body of a joint is not there",
        "readers look beyond their table of bodies",
        "name both bodies, or leave the joint out";
    JointBodySame = "joint-body-same", Warning,
        "a joint ties a body to itself",
        "Bullet makes of it a constraint that never rests",
        "name two bodies, or leave the joint out";
    JointKindUnknown = "joint-kind-unknown", Warning,
        "the kind of a joint is above 5",
        "readers refuse the file, or take it for a spring",
        "choose 0, a spring with six degrees of freedom";
    JointKindIn20 = "joint-kind-in-2-0", Warning,
        "a joint of a 2.0 file is of a kind of 2.1",
        "MikuMikuDance knows springs only; readers of 2.0 refuse the file",
        "save as 2.1, or choose kind 0";
    JointLimitsReversed = "joint-limits-reversed", Warning,
        "a lower limit of a joint is above its upper one",
        "Bullet takes such an axis for one that is free: parts fall off",
        "exchange the two";
    JointStill = "joint-still", Info,
        "a joint ties two bodies that both follow their bones",
        "neither can be moved by it: it only costs time",
        "leave it out, or let physics move one of the two";

    // Soft bodies.
    SoftBodyMaterialNone = "soft-body-material-none", Warning,
        "a soft body has no material (-1)",
        "nothing of the model is soft by it",
        "name the material, or leave the soft body out";
    SoftBodyMaterialDangling = "soft-body-material-dangling", Error,
        "the material of a soft body is not there",
        "readers look beyond their table of materials",
        "name a material that exists";
    SoftBodyShapeUnknown = "soft-body-shape-unknown", Warning,
        "the shape of a soft body is not 0 or 1",
        "readers leave the soft body out",
        "choose 0 for a mesh, 1 for a rope";
    AerodynamicsUnknown = "aerodynamics-unknown", Warning,
        "the aerodynamics of a soft body are not 0 to 4",
        "Bullet knows five models; a sixth leaves the body without air",
        "choose one from 0 to 4";
    SoftBodyFlagsUnknown = "soft-body-flags-unknown", Info,
        "a soft body has flags without a meaning",
        "readers drop them",
        "take them out";
    SoftBodyRange = "soft-body-range", Warning,
        "the mass of a soft body is not positive, or a margin or count is negative",
        "Bullet divides by the mass, and runs loops by the counts",
        "give a mass above 0, and counts of 0 or more";
    AnchorBodyNone = "anchor-body-none", Warning,
        "an anchor of a soft body has no rigid body (-1)",
        "the vertex is tied to nothing; readers that do not look crash",
        "name the body, or take the anchor out";
    AnchorBodyDangling = "anchor-body-dangling", Error,
        "an anchor of a soft body names a rigid body that is not there",
        "readers look beyond their table of bodies",
        "name a body that exists, or take the anchor out";
    AnchorVertexDangling = "anchor-vertex-dangling", Error,
        "an anchor of a soft body names a vertex that is not there",
        "readers look beyond their table of vertices",
        "name a vertex that exists, or take the anchor out";
    AnchorNearUnknown = "anchor-near-unknown", Info,
        "the byte that says whether an anchor is near is not 0 or 1",
        "readers that compare with 1 take it otherwise than those that compare with 0",
        "say 0 or 1";
    PinVertexDangling = "pin-vertex-dangling", Error,
        "a pin of a soft body names a vertex that is not there",
        "readers look beyond their table of vertices",
        "name a vertex that exists, or take the pin out";
}
