//! Every case of a public bug report: refused for the right reason, or open with the right values.
//!
//! Runs where `MMDMAP_CASES` names a folder of inputs and sidecars, or where one lies beside the project. What the
//! sidecars say of the semantic check (`validate`) is another test's matter.
mod common;
use common::folders::{cases, read, sorted};
use common::{model, whole};
use mmdmap::pmx::{Deform, IkLimits, MorphOffsets, Pmx, PmxIndex, Toon};
use mmdmap::{ErrorKind, Index, Mode, ScanOptions, Text};
use serde_json::Value;

/// The log's name of each kind of error.
fn class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::EmptyFile | ErrorKind::Truncated { .. } | ErrorKind::MissingSection => "truncated",
        ErrorKind::CountTooLarge { .. } => "count-too-large",
        ErrorKind::LengthTooLarge { .. } => "length-too-large",
        ErrorKind::NegativeCount(_) => "negative-count",
        ErrorKind::NegativeLength(_) => "negative-length",
        ErrorKind::OddLength(_) => "bad-text",
        ErrorKind::UnknownTag(_) => "bad-enum",
        ErrorKind::NotPmx(_) | ErrorKind::OddSignature(_) => "bad-signature",
        ErrorKind::UnknownVersion(_) => "unsupported-version",
        ErrorKind::TooFewGlobals(_) | ErrorKind::BadGlobal(_) | ErrorKind::UnknownEncoding(_) => "bad-header",
        ErrorKind::TrailingBytes(_) => "trailing-data",
        other => panic!("{other:?} is in no class"),
    }
}

/// The cases' name of each section.
fn section(name: &str) -> &str {
    match name {
        "display-frames" => "frames",
        "rigid-bodies" => "bodies",
        "soft-bodies" => "soft_bodies",
        other => other,
    }
}

/// What a path leads to.
#[derive(Debug)]
enum Node<'a> {
    Int(i64),
    Float(f32),
    Text(Text<'a>),
    Hex(Text<'a>),
    List(Vec<Node<'a>>),
    Record(Vec<(&'static str, Node<'a>)>),
}

fn int<'a>(value: impl Into<i64>) -> Node<'a> {
    Node::Int(value.into())
}
fn index<'a, T>(index: Index<T>) -> Node<'a> {
    int(index.raw())
}
fn floats<'a>(values: impl IntoIterator<Item = f32>) -> Node<'a> {
    list(values, Node::Float)
}
fn list<'a, T>(items: impl IntoIterator<Item = T>, node: impl FnMut(T) -> Node<'a>) -> Node<'a> {
    Node::List(items.into_iter().map(node).collect())
}

/// Everything in a model, in the cases' own words.
fn tree(m: Pmx<'_>) -> Node<'_> {
    let globals = m.globals();
    Node::Record(vec![
        (
            "header",
            Node::Record(vec![
                ("version", Node::Float(m.version().get())),
                ("globals", int(m.header().settings.bytes().len() as i64)),
                ("add_uv", int(globals.extra_uvs)),
                ("sizes", list(globals.to_bytes().into_iter().skip(2), int)),
            ]),
        ),
        (
            "info",
            Node::Record(vec![
                ("name", Node::Text(m.info().name.local)),
                ("name_hex", Node::Hex(m.info().name.local)),
                ("comment", Node::Text(m.info().comment.local)),
            ]),
        ),
        ("vertices", list(m.vertices(), vertex)),
        ("faces", list(m.faces(), index)),
        ("textures", list(m.textures(), Node::Text)),
        ("materials", list(m.materials(), material)),
        ("bones", list(m.bones(), bone)),
        ("morphs", list(m.morphs(), morph)),
        ("frames", list(m.display_frames(), frame)),
        ("bodies", list(m.rigid_bodies(), body)),
        ("joints", list(m.joints(), joint)),
        ("soft_bodies", list(m.soft_bodies(), soft_body)),
    ])
}

fn vertex(v: mmdmap::pmx::Vertex<'_>) -> Node<'_> {
    let (bones, weights, sdef) = match v.deform {
        Deform::Bdef1(d) => (vec![d.bone], vec![], None),
        Deform::Bdef2(d) => (d.bones.to_vec(), vec![d.weight], None),
        Deform::Sdef(d) => (d.bones.to_vec(), vec![d.weight], Some([d.c, d.r0, d.r1])),
        Deform::Bdef4(d) | Deform::Qdef(d) => (d.bones.to_vec(), d.weights.to_vec(), None),
    };
    let mut fields = vec![
        ("position", floats(v.position())),
        ("normal", floats(v.normal())),
        ("add_uv", list(v.extra_uvs.0, |uv| floats(uv.get()))),
        ("weight_type", int(v.deform.tag())),
        ("bones", list(bones, index)),
        ("weights", floats(weights)),
    ];
    fields.extend(sdef.map(|vectors| ("sdef", list(vectors, floats))));
    Node::Record(fields)
}

fn material(m: mmdmap::pmx::Material<'_>) -> Node<'_> {
    let toon = match m.toon {
        Toon::Texture(texture) => index(texture),
        Toon::Shared(shared) => int(shared.0),
    };
    Node::Record(vec![
        ("name", Node::Text(m.name.local)),
        ("texture", index(m.texture)),
        ("sphere", index(m.sphere)),
        ("shared_toon", int(m.toon.tag())),
        ("toon", toon),
        ("face_vertices", int(m.index_count)),
    ])
}

fn bone(b: mmdmap::pmx::Bone<'_>) -> Node<'_> {
    let mut fields =
        vec![("name", Node::Text(b.name.local)), ("name_hex", Node::Hex(b.name.local)), ("parent", index(b.parent))];
    fields.extend(b.tail_bone.map(|tail| ("tail_index", index(tail))));
    fields.extend(b.tail_offset.map(|tail| ("tail_offset", floats(tail))));
    fields.extend(b.append.map(|a| ("grant", Node::List(vec![index(a.parent), Node::Float(a.ratio)]))));
    fields.extend(b.fixed_axis.map(|axis| ("fixed_axis", floats(axis))));
    fields.extend(b.external_parent.map(|key| ("external_key", int(key))));
    fields.extend(b.ik.map(|ik| {
        let link = |link: mmdmap::pmx::IkLink| match link.limits {
            IkLimits::Free(()) => Node::List(vec![index(link.bone)]),
            IkLimits::Within(angles) => Node::List(vec![index(link.bone), floats(angles.min), floats(angles.max)]),
        };
        let ik = vec![
            ("target", index(ik.target)),
            ("loops", int(ik.iterations)),
            ("limit", Node::Float(ik.limit_angle)),
            ("links", list(ik.links, link)),
        ];
        ("ik", Node::Record(ik))
    }));
    Node::Record(fields)
}

fn morph(m: mmdmap::pmx::Morph<'_>) -> Node<'_> {
    let offsets = match m.offsets {
        MorphOffsets::Group(all) | MorphOffsets::Flip(all) => {
            list(all, |o| Node::List(vec![index(o.morph), Node::Float(o.ratio)]))
        }
        MorphOffsets::Vertex(all) => list(all, |o| Node::List(vec![index(o.vertex), floats(o.translation)])),
        MorphOffsets::Bone(all) => {
            list(all, |o| Node::List(vec![index(o.bone), floats(o.translation), floats(o.rotation)]))
        }
        MorphOffsets::Uv(all)
        | MorphOffsets::ExtraUv1(all)
        | MorphOffsets::ExtraUv2(all)
        | MorphOffsets::ExtraUv3(all)
        | MorphOffsets::ExtraUv4(all) => list(all, |o| Node::List(vec![index(o.vertex), floats(o.offset)])),
        MorphOffsets::Material(all) => list(all, |o| {
            Node::List(vec![
                index(o.material),
                int(o.operation.0),
                floats(o.diffuse),
                floats(o.specular),
                Node::Float(o.specular_power),
                floats(o.ambient),
                floats(o.edge_color),
                Node::Float(o.edge_size),
                floats(o.texture_tint),
                floats(o.sphere_tint),
                floats(o.toon_tint),
            ])
        }),
        MorphOffsets::Impulse(all) => {
            list(all, |o| Node::List(vec![index(o.body), int(o.local), floats(o.velocity), floats(o.torque)]))
        }
    };
    Node::Record(vec![("panel", int(m.panel.0)), ("kind", int(m.offsets.tag())), ("offsets", offsets)])
}

fn frame(f: mmdmap::pmx::DisplayFrame<'_>) -> Node<'_> {
    let item = |item: mmdmap::pmx::FrameItem| {
        let listed = match item {
            mmdmap::pmx::FrameItem::Bone(bone) => index(bone),
            mmdmap::pmx::FrameItem::Morph(morph) => index(morph),
        };
        Node::List(vec![int(item.tag()), listed])
    };
    Node::Record(vec![("name", Node::Text(f.name.local)), ("elements", list(f.items, item))])
}

fn body(b: mmdmap::pmx::RigidBody<'_>) -> Node<'_> {
    Node::Record(vec![
        ("bone", index(b.bone)),
        ("size", floats(b.size)),
        ("mass", Node::Float(b.mass)),
        ("mode", int(b.mode.0)),
    ])
}

fn joint(j: mmdmap::pmx::Joint<'_>) -> Node<'_> {
    Node::Record(vec![
        ("kind", int(j.kind.0)),
        ("a", index(j.a)),
        ("b", index(j.b)),
        ("move_lo", floats(j.move_min)),
        ("move_hi", floats(j.move_max)),
    ])
}

fn soft_body(s: mmdmap::pmx::SoftBody<'_>) -> Node<'_> {
    let (c, k, i, t) = (s.config, s.cluster, s.iterations, s.stiffness);
    let config = [
        c.velocity_correction,
        c.damping,
        c.drag,
        c.lift,
        c.pressure,
        c.volume_conservation,
        c.dynamic_friction,
        c.pose_matching,
        c.rigid_contact,
        c.kinetic_contact,
        c.soft_contact,
        c.anchor,
    ];
    Node::Record(vec![
        ("material", index(s.material)),
        ("mask", int(s.mask)),
        ("aero", int(s.aerodynamics.0)),
        ("config", floats(config)),
        ("cluster", floats([k.rigid, k.kinetic, k.soft, k.rigid_split, k.kinetic_split, k.soft_split])),
        ("iteration", list([i.velocity, i.position, i.drift, i.cluster], int)),
        ("stiffness", floats([t.linear, t.area, t.volume])),
        ("anchors", list(s.anchors, |a| Node::List(vec![index(a.body), index(a.vertex), int(a.near)]))),
        ("pins", list(s.pins, index)),
    ])
}

/// Follows `bones[-1].ik.links.len` and the like; `Err` says which word is not known here.
fn follow<'t, 'a>(tree: &'t Node<'a>, path: &str) -> Result<Found<'t, 'a>, String> {
    let mut node = tree;
    for step in path.split('.') {
        let (name, items) = step.split_once('[').map_or((step, ""), |(name, items)| (name, items));
        node = match node {
            Node::List(items) if name == "len" => return Ok(Found::Len(items.len())),
            Node::Record(fields) => {
                let field = fields.iter().find(|(field, _)| *field == name);
                &field.ok_or_else(|| format!("{path}: no {name} here"))?.1
            }
            _ => return Err(format!("{path}: {name} of what?")),
        };
        for item in items.split_terminator('[') {
            let number = item.strip_suffix(']').and_then(|number| number.parse::<i64>().ok());
            let (Node::List(items), Some(number)) = (node, number) else { return Err(format!("{path}: [{item}")) };
            let i = if number < 0 { items.len() as i64 + number } else { number };
            node =
                usize::try_from(i).ok().and_then(|i| items.get(i)).ok_or_else(|| format!("{path}: no [{number}]"))?;
        }
    }
    Ok(Found::Node(node))
}

#[derive(Debug)]
enum Found<'t, 'a> {
    Len(usize),
    Node(&'t Node<'a>),
}

fn is(node: &Node<'_>, want: &Value) -> bool {
    match (node, want) {
        (Node::Int(n), Value::Number(want)) => want.as_i64() == Some(*n),
        (Node::Float(x), Value::Number(want)) => want.as_f64().is_some_and(|want| want as f32 == *x),
        (Node::Float(x), Value::String(want)) => *want == format!("f32:0x{:08x}", x.to_bits()),
        (Node::Text(text), Value::String(want)) => *text == want.as_str() && text.decode() == *want,
        (Node::Hex(text), Value::String(want)) => {
            *want == text.bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        }
        (Node::List(items), Value::Array(want)) => {
            items.len() == want.len() && items.iter().zip(want).all(|(item, want)| is(item, want))
        }
        _ => false,
    }
}

/// Whether this mode gives what the sidecar says.
fn refused(result: &Value, bytes: &[u8], mode: Mode) -> Result<Option<PmxIndex>, String> {
    let scanned = PmxIndex::scan_with(bytes, &ScanOptions::from(mode));
    match (result["result"].as_str(), scanned) {
        (Some("ok"), Ok(index)) => Ok(Some(index)),
        (Some("ok"), Err(e)) => Err(format!("{mode:?} refuses it: {e}")),
        (Some("error"), Ok(_)) => Err(format!("{mode:?} accepts it, not {result}")),
        (Some("error"), Err(e)) => {
            let also = result["class_also"].as_array().into_iter().flatten();
            let mut classes = also.chain([&result["class"]]).filter_map(Value::as_str);
            let right = classes.any(|want| want == "any" || want == class(e.kind()));
            let there = result["section"].as_str().is_none_or(|want| want == section(e.place().section()));
            if right && there { Ok(None) } else { Err(format!("{mode:?}: {e}, not {result}")) }
        }
        _ => Err(format!("what is {result}?")),
    }
}

/// What the case is against, and how many values were compared.
fn look(bytes: &[u8], sidecar: &Value) -> (Vec<String>, usize) {
    let mut against = Vec::new();
    let lenient = if sidecar["lenient"].is_null() { &sidecar["strict"] } else { &sidecar["lenient"] };
    against.extend(refused(&sidecar["strict"], bytes, Mode::Strict).err());
    if sidecar["cut"] == true && PmxIndex::scan(bytes).is_ok() {
        against.push("is cut, and yet lenient opens it".into());
    }
    // What strict opens, lenient opens; what only salvage opens was cut.
    let opens = |mode| PmxIndex::scan_with(bytes, &ScanOptions::from(mode)).is_ok();
    if sidecar["cut"] != true && opens(Mode::Lenient) != opens(Mode::Salvage) {
        against.push("is not cut, and yet lenient and salvage differ".into());
    }
    let index = match refused(lenient, bytes, Mode::Salvage) {
        Ok(Some(index)) => index,
        Ok(None) => {
            let values = sidecar["expect"].as_object().map_or(0, |expect| expect.len());
            against.extend((values > 0).then(|| "values are expected of what is refused".into()));
            return (against, 0);
        }
        Err(what) => {
            against.push(what);
            return (against, 0);
        }
    };
    if !whole::comes_back(&index, bytes) {
        against.push("comes back with other bytes".into());
    }
    whole::walk(&index, bytes);
    let tree = tree(index.view(bytes));
    let expect = sidecar["expect"].as_object().expect("expectations");
    for (path, want) in expect {
        match follow(&tree, path) {
            Ok(Found::Len(len)) if *want == len => {}
            Ok(Found::Node(node)) if is(node, want) => {}
            other => against.push(format!("{path}: {other:?}, not {want}")),
        }
    }
    (against, expect.len())
}

#[test]
fn every_case_is_refused_for_its_reason_or_shows_its_values() {
    let Some(folder) = cases() else { return };
    let (mut files, mut values, mut wrong) = (0, 0, Vec::new());
    for path in sorted(&folder, "pmx") {
        let sidecar = serde_json::from_slice(&read(&path.with_extension("json"))).expect("JSON");
        let (against, compared) = look(&read(&path), &sidecar);
        wrong.extend(against.into_iter().map(|what| format!("{}: {what}", path.display())));
        files += 1;
        values += compared;
    }
    println!(
        "{files} cases, {values} values; {} pmd, {} vmd, {} vpd cases are not covered", //
        sorted(&folder, "pmd").len(),
        sorted(&folder, "vmd").len(),
        sorted(&folder, "vpd").len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(files > 0 && values > 0);
}

/// Every word that a sidecar may use leads somewhere.
const WORDS: &str = "bodies.len bodies[N].bone bodies[N].mass bodies[N].mode bodies[N].size bones.len \
    bones[N].external_key bones[N].fixed_axis bones[N].grant bones[N].ik.limit bones[N].ik.links bones[N].ik.links[N] \
    bones[N].ik.loops bones[N].ik.target bones[N].name bones[N].name_hex bones[N].parent bones[N].tail_index \
    bones[N].tail_offset faces faces.len frames.len frames[N].elements frames[N].name header.add_uv header.globals \
    header.sizes header.version info.comment info.name info.name_hex joints.len joints[N].a joints[N].b joints[N].kind \
    joints[N].move_hi joints[N].move_lo materials.len materials[N].face_vertices materials[N].name \
    materials[N].shared_toon materials[N].sphere materials[N].texture materials[N].toon morphs.len morphs[N].kind \
    morphs[N].offsets morphs[N].offsets.len morphs[N].offsets[N] morphs[N].offsets[N][N] morphs[N].panel \
    soft_bodies.len soft_bodies[N].aero soft_bodies[N].anchors soft_bodies[N].cluster soft_bodies[N].config \
    soft_bodies[N].iteration soft_bodies[N].mask soft_bodies[N].material soft_bodies[N].pins soft_bodies[N].stiffness \
    textures.len textures[N] vertices.len vertices[N].add_uv vertices[N].bones vertices[N].normal vertices[N].position \
    vertices[N].sdef vertices[N].weight_type vertices[N].weights";

#[test]
fn every_word_of_the_cases_leads_somewhere_and_others_lead_nowhere() {
    let file = model::model();
    let index = PmxIndex::scan(&file.bytes).expect("a whole file");
    let tree = tree(index.view(&file.bytes));
    for word in WORDS.split_whitespace() {
        // Some bones have no IK, some vertices no spheres: one that has is enough.
        let found = (-20..20).any(|n| follow(&tree, &word.replacen('N', &n.to_string(), 1).replace('N', "0")).is_ok());
        assert!(found, "{word}");
    }
    for nowhere in ["bone[0].name", "bones[0].nom", "bones[99].name", "bones[0].len", "bones[0].name.x", "bones[x]", ""]
    {
        assert!(follow(&tree, nowhere).is_err(), "{nowhere}");
    }
    assert!(matches!(follow(&tree, "bones[-14].name"), Ok(Found::Node(Node::Text(name))) if *name == "センター"));
    assert!(matches!(follow(&tree, "bones.len"), Ok(Found::Len(14))));
}

/// The list above is the one that the cases come with.
#[test]
fn the_words_are_those_that_the_cases_come_with() {
    let Some(folder) = cases() else { return };
    let readme = folder.join("README.md");
    if !readme.exists() {
        return println!("skipped: no README.md beside the cases");
    }
    let readme = String::from_utf8(read(&readme)).expect("UTF-8");
    let mut words = Vec::new();
    let mut rest = readme.as_str();
    while let Some((_, after)) = rest.split_once('`') {
        let Some((word, after)) = after.split_once('`') else { break };
        let formats = after.strip_prefix(" (").and_then(|formats| formats.split(')').next()).unwrap_or("");
        if formats.split('/').any(|format| format == "pmx") {
            words.push(word);
        }
        rest = after;
    }
    assert_eq!(words, WORDS.split_whitespace().collect::<Vec<_>>());
    println!("{} words", words.len());
}
