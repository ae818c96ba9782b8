//! Files put together field by field. Whoever builds says the name of each field; the file remembers where it lies.
use std::ops::Range;

/// What the header decides. Everything else is as wide as it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub version: f32,
    /// 0 is UTF-16LE, 1 is UTF-8.
    pub encoding: u8,
    pub extra_uvs: u8,
    /// Of indices of vertices, textures, materials, bones, morphs, rigid bodies: 1, 2 or 4.
    pub widths: [u8; 6],
}

impl Shape {
    /// PMX 2.1, UTF-8, one additional UV, widths that differ.
    pub const USUAL: Shape = Shape { version: 2.1, encoding: 1, extra_uvs: 1, widths: [2, 1, 1, 2, 1, 1] };

    pub fn width(&self, to: To) -> usize {
        self.widths[to as usize].into()
    }

    /// Every value of every setting, each beside several values of the others.
    pub fn many() -> Vec<Shape> {
        let mut all = Vec::new();
        for (n, encoding) in [0, 1].into_iter().cycle().take(30).enumerate() {
            // Every width at every place: rows of an orthogonal array, not all 729.
            let widths = [0, 1, 2, 3, 4, 5].map(|place| [1, 2, 4][(n / 3usize.pow(place % 3) + place as usize) % 3]);
            let version = if n % 4 < 2 { 2.0 } else { 2.1 };
            all.push(Shape { version, encoding, extra_uvs: (n % 5) as u8, widths });
        }
        for width in [1, 2, 4] {
            all.push(Shape { widths: [width; 6], ..Shape::USUAL });
        }
        all
    }
}

/// What an index points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Vertex,
    Texture,
    Material,
    Bone,
    Morph,
    RigidBody,
}

/// What was put.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Int(i64),
    /// By its bits: a NaN is equal to itself here.
    Float(u32),
    Text(String),
    /// One of several possibilities, by name.
    Kind(&'static str),
    /// So many values follow.
    List(usize),
    Nothing,
}

/// One field, put.
#[derive(Clone, Debug)]
pub struct Put {
    pub section: &'static str,
    pub record: Option<usize>,
    /// `bones[3].ik.links[1].limits`: the same way that an error names. A count is its section, or its list.
    pub path: String,
    pub range: Range<usize>,
    pub value: Value,
}

/// One section, put.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: &'static str,
    pub range: Range<usize>,
    /// Where each record begins.
    pub records: Vec<usize>,
}

/// A file put together.
#[derive(Clone, Debug)]
pub struct File {
    pub shape: Shape,
    pub bytes: Vec<u8>,
    pub puts: Vec<Put>,
    pub parts: Vec<Part>,
}

impl File {
    /// The first thing put under this name.
    pub fn put(&self, path: &str) -> &Put {
        self.puts.iter().find(|put| put.path == path).unwrap_or_else(|| panic!("nothing was put at {path}"))
    }
    /// Where it lies.
    pub fn at(&self, path: &str) -> usize {
        self.put(path).range.start
    }
    /// The floats put under this name, one after the other.
    pub fn floats<const N: usize>(&self, path: &str) -> [f32; N] {
        let floats = self.puts.iter().filter(|put| put.path == path).filter_map(|put| match put.value {
            Value::Float(bits) => Some(f32::from_bits(bits)),
            _ => None,
        });
        floats.collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("not {N} floats at {path}"))
    }
    pub fn float(&self, path: &str) -> f32 {
        self.floats::<1>(path)[0]
    }
    /// The same file with other bytes at this field.
    pub fn with(&self, path: &str, bytes: impl AsRef<[u8]>) -> Vec<u8> {
        self.with_at(self.at(path), bytes)
    }
    /// The same file with other bytes at this place.
    pub fn with_at(&self, at: usize, bytes: impl AsRef<[u8]>) -> Vec<u8> {
        let (mut all, bytes) = (self.bytes.clone(), bytes.as_ref());
        all[at..at + bytes.len()].copy_from_slice(bytes);
        all
    }
    /// The same file with other bytes in the place of this field, however many.
    pub fn replaced(&self, path: &str, bytes: impl AsRef<[u8]>) -> Vec<u8> {
        let range = self.put(path).range.clone();
        [&self.bytes[..range.start], bytes.as_ref(), &self.bytes[range.end..]].concat()
    }
    /// The same file with another text at this field: its length, then these bytes.
    pub fn with_text(&self, path: &str, text: impl AsRef<[u8]>) -> Vec<u8> {
        let text = text.as_ref();
        self.replaced(path, [&(text.len() as i32).to_le_bytes(), text].concat())
    }
    /// The same file with more bytes at this place.
    pub fn inserted(&self, at: usize, bytes: &[u8]) -> Vec<u8> {
        [&self.bytes[..at], bytes, &self.bytes[at..]].concat()
    }
    /// Where the count put under this name lies. (A morph's kind has the same name.)
    pub fn count_at(&self, path: &str) -> usize {
        let named = |put: &&Put| put.path == path && put.range.len() == 4;
        self.puts.iter().find(named).unwrap_or_else(|| panic!("no count {path}")).range.start
    }
    /// The same file, ending here.
    pub fn up_to(&self, end: usize) -> Vec<u8> {
        self.bytes[..end].to_vec()
    }
    pub fn part(&self, section: &str) -> &Part {
        self.parts.iter().find(|part| part.name == section).unwrap_or_else(|| panic!("no section {section}"))
    }
    pub fn start(&self, section: &str) -> usize {
        self.part(section).range.start
    }
    pub fn end(&self, section: &str) -> usize {
        self.part(section).range.end
    }
    /// What was put into each record of a section: the way inside the record, and the value.
    pub fn records(&self, section: &str) -> Vec<Vec<(String, Value)>> {
        let mut records = vec![Vec::new(); self.part(section).records.len()];
        for put in self.puts.iter().filter(|put| put.section == section) {
            let Some(record) = put.record else { continue };
            let inside = put.path.split_once(']').expect("a record").1.trim_start_matches('.');
            records[record].push((inside.to_owned(), put.value.clone()));
        }
        records
    }
}

/// Puts a file together. Every call is one field.
pub struct Builder {
    file: File,
    section: &'static str,
    record: Option<usize>,
    next_float: f32,
}

impl Builder {
    /// A file that so far is signature, version and settings.
    pub fn new(shape: Shape) -> Self {
        let file = File { shape, bytes: Vec::new(), puts: Vec::new(), parts: Vec::new() };
        let mut b = Builder { file, section: "", record: None, next_float: 0.0 };
        b.part("header");
        b.raw("signature", b"PMX ");
        b.raw("version", &shape.version.to_le_bytes());
        b.raw("settings.globals_count", &[8]);
        b.raw("settings.encoding", &[shape.encoding]);
        b.raw("settings.additional_uvs", &[shape.extra_uvs]);
        b.raw("settings.vertex_index_width", &[shape.widths[0]]);
        b.raw("settings.texture_index_width", &[shape.widths[1]]);
        b.raw("settings.material_index_width", &[shape.widths[2]]);
        b.raw("settings.bone_index_width", &[shape.widths[3]]);
        b.raw("settings.morph_index_width", &[shape.widths[4]]);
        b.raw("settings.rigid_body_index_width", &[shape.widths[5]]);
        b
    }
    pub fn shape(&self) -> Shape {
        self.file.shape
    }
    /// The file so far.
    pub fn end(mut self) -> File {
        self.close();
        self.file
    }

    fn close(&mut self) {
        let end = self.file.bytes.len();
        if let Some(part) = self.file.parts.last_mut() {
            part.range.end = end;
        }
    }
    /// A section without a count begins.
    pub fn part(&mut self, name: &'static str) {
        self.close();
        let at = self.file.bytes.len();
        self.file.parts.push(Part { name, range: at..at, records: Vec::new() });
        (self.section, self.record) = (name, None);
    }
    /// A section begins: its count.
    pub fn section(&mut self, name: &'static str, count: usize) {
        self.part(name);
        self.push("", &(count as i32).to_le_bytes(), Value::Int(count as i64));
    }
    /// A record begins.
    pub fn record(&mut self) {
        let at = self.file.bytes.len();
        let records = &mut self.file.parts.last_mut().expect("a section has begun").records;
        self.record = Some(records.len());
        records.push(at);
    }

    fn push(&mut self, field: &str, bytes: &[u8], value: Value) {
        let at = self.file.bytes.len();
        self.file.bytes.extend_from_slice(bytes);
        let number = self.record.map_or(String::new(), |record| format!("[{record}]"));
        let dot = if field.is_empty() { "" } else { "." };
        let path = format!("{}{number}{dot}{field}", self.section);
        let (section, record) = (self.section, self.record);
        self.file.puts.push(Put { section, record, path, range: at..at + bytes.len(), value });
    }
    pub fn raw(&mut self, field: &str, bytes: &[u8]) {
        self.push(field, bytes, Value::Nothing);
    }
    pub fn u8(&mut self, field: &str, value: u8) {
        self.push(field, &[value], Value::Int(value.into()));
    }
    pub fn u16(&mut self, field: &str, value: u16) {
        self.push(field, &value.to_le_bytes(), Value::Int(value.into()));
    }
    pub fn i32(&mut self, field: &str, value: i32) {
        self.push(field, &value.to_le_bytes(), Value::Int(value.into()));
    }
    /// A float of this value.
    pub fn float(&mut self, field: &str, value: f32) {
        self.push(field, &value.to_le_bytes(), Value::Float(value.to_bits()));
    }
    /// A float that no other field of the file has.
    pub fn f32(&mut self, field: &str) {
        self.next_float += 0.25;
        self.float(field, self.next_float);
    }
    /// So many floats in a row, each unlike any other.
    pub fn floats(&mut self, field: &str, n: usize) {
        self.items(field, n);
        for _ in 0..n {
            self.f32(field);
        }
    }
    /// A list that has no count in the file.
    pub fn items(&mut self, field: &str, n: usize) {
        self.push(field, &[], Value::List(n));
    }
    /// A length, then the text in the file's encoding.
    pub fn text(&mut self, field: &str, text: &str) {
        let bytes = match self.file.shape.encoding {
            1 => text.as_bytes().to_vec(),
            _ => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        };
        let mut all = (bytes.len() as i32).to_le_bytes().to_vec();
        all.extend(bytes);
        self.push(field, &all, Value::Text(text.to_owned()));
    }
    /// Two names, told apart by their endings.
    pub fn names(&mut self, local: &str) {
        self.text("name.local", local);
        self.text("name.universal", &format!("{local}.en"));
    }
    /// An index as wide as the file says, low bytes first; a number below zero fills them all.
    pub fn index(&mut self, field: &str, to: To, value: i32) {
        let width = self.file.shape.width(to);
        self.push(field, &value.to_le_bytes()[..width], Value::Int(value.into()));
    }
    /// So many indices.
    pub fn indices(&mut self, field: &str, to: To, values: &[i32]) {
        self.items(field, values.len());
        for &value in values {
            self.index(field, to, value);
        }
    }
    /// A byte that says which possibility follows.
    pub fn kind(&mut self, field: &str, tag: u8, name: &'static str) {
        self.push(field, &[tag], Value::Kind(name));
    }
    /// Nothing at all, where a kind has nothing to follow it.
    pub fn nothing(&mut self, field: &str) {
        self.push(field, &[], Value::Nothing);
    }
    /// The count of a list inside a record.
    pub fn list(&mut self, field: &str, count: usize) {
        self.push(field, &(count as i32).to_le_bytes(), Value::List(count));
    }
}
