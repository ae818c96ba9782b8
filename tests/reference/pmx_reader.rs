//! Models, read the plainest way: a field after the other, a record after the other, into vectors.
//!
//! Written from the pages on the format and on the modes alone: nothing of the crate is used in here. What only strict
//! reading refuses is noted as odd and read on, as the page on the modes says; where a file is cut, what came before
//! stays. So one reading says what each of the three modes has to do.
use super::bytes::{Bytes, Float, Place, Read, Stop, Told};
use super::pmx::*;

/// Which global says how wide an index is.
const VERTEX: usize = 2;
const TEXTURE: usize = 3;
const MATERIAL: usize = 4;
const BONE: usize = 5;
const MORPH: usize = 6;
const RIGID: usize = 7;

/// As far as the file can be read.
pub fn read(bytes: &[u8]) -> (Model, Told<Odd>) {
    let mut model = Model::default();
    let mut reader =
        Reader { bytes: Bytes::new(bytes), globals: Vec::new(), place: ("header", None), odd: Vec::new(), end: 0 };
    let stop = reader.model(&mut model).err().map(|stop| (stop, reader.place, reader.bytes.last));
    (model, Told { odd: reader.odd, stop, end: reader.end })
}

struct Reader<'a> {
    bytes: Bytes<'a>,
    globals: Vec<u8>,
    place: Place,
    odd: Vec<(Odd, Place)>,
    end: usize,
}

impl Reader<'_> {
    fn model(&mut self, to: &mut Model) -> Read<()> {
        // Without the whole of these there is nothing to keep.
        to.header = self.header().map_err(|_| Stop::Error)?;
        self.place = ("info", None);
        to.info = self.info().map_err(|_| Stop::Error)?;
        self.sections(to)?;
        self.place = ("end", None);
        self.is_odd(self.bytes.left() > 0, Odd::TrailingBytes);
        Ok(())
    }
    fn is_odd(&mut self, is: bool, odd: Odd) {
        self.odd.extend(is.then_some((odd, self.place)));
    }

    fn header(&mut self) -> Read<Header> {
        let magic: [u8; 4] = self.bytes.array()?;
        if &magic[..3] != b"PMX" {
            return Err(Stop::Error);
        }
        self.is_odd(magic[3] != b' ', Odd::Signature);
        let version = self.bytes.u32()?;
        if ![2.0f32.to_bits(), 2.1f32.to_bits()].contains(&version) {
            return Err(Stop::Error);
        }
        let count = self.bytes.u8()?;
        let globals = self.bytes.take(count.into())?.to_vec();
        if count < 8 {
            self.bytes.last -= 1;
            return Err(Stop::Error);
        }
        let wrong = |i: usize| if i == 1 { globals[i] > 4 } else { ![1, 2, 4].contains(&globals[i]) };
        if let Some(i) = (1..8).find(|&i| wrong(i)) {
            self.bytes.last += i;
            return Err(Stop::Error);
        }
        self.is_odd(globals[0] > 1, Odd::Encoding);
        self.globals = globals.clone();
        Ok(Header { magic, version, globals })
    }
    fn info(&mut self) -> Read<Info> {
        Ok(Info { name: self.names()?, comment: self.names()? })
    }

    fn text(&mut self) -> Read<Text> {
        let length = self.bytes.i32()?;
        self.is_odd(length < 0, Odd::NegativeLength);
        let held = length.max(0) as usize;
        if self.bytes.is_forged(held, 1) {
            return Err(Stop::Error);
        }
        let raw = self.bytes.take(held)?.to_vec();
        let decoded = if self.globals[0] == 1 {
            String::from_utf8_lossy(&raw).into_owned()
        } else {
            self.is_odd(held % 2 == 1, Odd::HalfUnit);
            let units: Vec<u16> = raw.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
            String::from_utf16_lossy(&units)
        };
        Ok(Text { length, raw, decoded })
    }
    fn names(&mut self) -> Read<Names> {
        Ok([self.text()?, self.text()?])
    }

    fn width(&self, global: usize) -> usize {
        self.globals[global].into()
    }
    fn vertex_index(&mut self) -> Read<i32> {
        match self.globals[VERTEX] {
            1 => Ok(self.bytes.u8()?.into()),
            2 => Ok(self.bytes.u16()?.into()),
            _ => self.bytes.i32(),
        }
    }
    /// Of anything but a vertex.
    fn index(&mut self, global: usize) -> Read<i32> {
        match self.globals[global] {
            1 => Ok((self.bytes.u8()? as i8).into()),
            2 => Ok((self.bytes.u16()? as i16).into()),
            _ => self.bytes.i32(),
        }
    }
    fn indices<const N: usize>(&mut self, global: usize) -> Read<[i32; N]> {
        let mut all = [0; N];
        for one in &mut all {
            *one = self.index(global)?;
        }
        Ok(all)
    }
    fn vectors<const N: usize>(&mut self) -> Read<[Vec3; N]> {
        let mut all = [[Float(0); 3]; N];
        for one in &mut all {
            *one = self.bytes.floats()?;
        }
        Ok(all)
    }

    fn count(&mut self, least: usize) -> Read<usize> {
        let count = usize::try_from(self.bytes.i32()?).map_err(|_| Stop::Error)?;
        if self.bytes.is_forged(count, least) { Err(Stop::Error) } else { Ok(count) }
    }
    /// Of a record that is cut nothing is kept, so nothing is read of a list that the file does not hold.
    fn list<T>(&mut self, least: usize, one: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut all = Vec::new();
        let count = self.count(least)?;
        if count * least > self.bytes.left() {
            return Err(Stop::Cut);
        }
        for _ in 0..count {
            all.push(one(self)?);
        }
        Ok(all)
    }
    /// Each record is kept as soon as it is whole.
    fn section<T>(
        &mut self,
        name: &'static str,
        to: &mut Vec<T>,
        least: usize,
        one: fn(&mut Self) -> Read<T>,
    ) -> Read<()> {
        (self.place, self.end, self.bytes.last) = ((name, None), self.bytes.at, self.bytes.at);
        match self.bytes.left() {
            0 => return Err(Stop::Cut),
            1..4 => return Err(Stop::Error),
            _ => {}
        }
        for i in 0..self.count(least)? {
            self.place = (name, Some(i));
            to.push(one(self)?);
            self.end = self.bytes.at;
        }
        self.end = self.bytes.at;
        Ok(())
    }

    /// With the smallest sizes that section 17 of the page gives.
    fn sections(&mut self, to: &mut Model) -> Read<()> {
        let [v, t, m, b, r] = [VERTEX, TEXTURE, MATERIAL, BONE, RIGID].map(|global| self.width(global));
        self.section("vertices", &mut to.vertices, 37 + 16 * self.width(1) + b, Self::vertex)?;
        self.section("faces", &mut to.faces, v, Self::vertex_index)?;
        self.section("textures", &mut to.textures, 4, Self::text)?;
        self.section("materials", &mut to.materials, 84 + 2 * t, Self::material)?;
        self.section("bones", &mut to.bones, 26 + 2 * b, Self::bone)?;
        self.section("morphs", &mut to.morphs, 14, Self::morph)?;
        self.section("display-frames", &mut to.frames, 13, Self::frame)?;
        self.section("rigid-bodies", &mut to.rigid_bodies, 69 + b, Self::rigid_body)?;
        self.section("joints", &mut to.joints, 105 + 2 * r, Self::joint)?;
        if to.header.version == 2.0f32.to_bits() {
            return Ok(());
        }
        if self.bytes.left() == 0 {
            self.place = ("soft-bodies", None);
            self.is_odd(true, Odd::NoSoftBodies);
            return Ok(());
        }
        self.section("soft-bodies", &mut to.soft_bodies, 141 + m, Self::soft_body)
    }

    fn vertex(&mut self) -> Read<Vertex> {
        Ok(Vertex {
            position: self.bytes.floats()?,
            normal: self.bytes.floats()?,
            uv: self.bytes.floats()?,
            extra_uvs: (0..self.globals[1]).map(|_| self.bytes.floats()).collect::<Read<_>>()?,
            weight: self.weight()?,
            edge_scale: self.bytes.float()?,
        })
    }
    fn weight(&mut self) -> Read<Weight> {
        match self.bytes.u8()? {
            0 => Ok(Weight::Bdef1(self.indices(BONE)?)),
            1 => Ok(Weight::Bdef2(self.indices(BONE)?, self.bytes.float()?)),
            2 => Ok(Weight::Bdef4(self.indices(BONE)?, self.bytes.floats()?)),
            3 => Ok(Weight::Sdef(self.indices(BONE)?, self.bytes.float()?, self.vectors()?)),
            4 => Ok(Weight::Qdef(self.indices(BONE)?, self.bytes.floats()?)),
            _ => Err(Stop::Error),
        }
    }
    fn material(&mut self) -> Read<Material> {
        Ok(Material {
            names: self.names()?,
            diffuse: self.bytes.floats()?,
            specular: self.bytes.floats()?,
            power: self.bytes.float()?,
            ambient: self.bytes.floats()?,
            flags: self.bytes.u8()?,
            edge_color: self.bytes.floats()?,
            edge_size: self.bytes.float()?,
            texture: self.index(TEXTURE)?,
            sphere: self.index(TEXTURE)?,
            sphere_mode: self.bytes.u8()?,
            toon: match self.bytes.u8()? {
                0 => Toon::Texture(self.index(TEXTURE)?),
                1 => Toon::Shared(self.bytes.u8()?),
                _ => return Err(Stop::Error),
            },
            memo: self.text()?,
            index_count: self.bytes.i32()?,
        })
    }
    fn bone(&mut self) -> Read<Bone> {
        let names = self.names()?;
        let position = self.bytes.floats()?;
        let parent = self.index(BONE)?;
        let layer = self.bytes.i32()?;
        let flags = self.bytes.u16()?;
        let has = |bits: u16| flags & bits != 0;
        Ok(Bone {
            names,
            position,
            parent,
            layer,
            flags,
            tail: if has(0x0001) { Tail::Bone(self.index(BONE)?) } else { Tail::Offset(self.bytes.floats()?) },
            append: if has(0x0100 | 0x0200) { Some((self.index(BONE)?, self.bytes.float()?)) } else { None },
            fixed_axis: if has(0x0400) { Some(self.bytes.floats()?) } else { None },
            local_axes: if has(0x0800) { Some(self.vectors()?) } else { None },
            external_parent: if has(0x2000) { Some(self.bytes.i32()?) } else { None },
            ik: if has(0x0020) { Some(self.ik()?) } else { None },
        })
    }
    fn ik(&mut self) -> Read<Ik> {
        let (target, loops, angle) = (self.index(BONE)?, self.bytes.i32()?, self.bytes.float()?);
        let links = self.list(self.width(BONE) + 1, |r| {
            let bone = r.index(BONE)?;
            match r.bytes.u8()? {
                0 => Ok((bone, None)),
                1 => Ok((bone, Some(r.vectors()?))),
                _ => Err(Stop::Error),
            }
        })?;
        Ok(Ik { target, loops, angle, links })
    }
    fn morph(&mut self) -> Read<Morph> {
        let names = self.names()?;
        let (panel, kind) = (self.bytes.u8()?, self.bytes.u8()?);
        let [v, m, b, o, r] = [VERTEX, MATERIAL, BONE, MORPH, RIGID].map(|global| self.width(global));
        let offsets = match kind {
            0 | 9 => self.list(o + 4, |r| Ok(Offset::Group(r.index(MORPH)?, r.bytes.float()?)))?,
            1 => self.list(v + 12, |r| Ok(Offset::Vertex(r.vertex_index()?, r.bytes.floats()?)))?,
            2 => self.list(b + 28, |r| Ok(Offset::Bone(r.index(BONE)?, r.bytes.floats()?, r.bytes.floats()?)))?,
            3..=7 => self.list(v + 16, |r| Ok(Offset::Uv(r.vertex_index()?, r.bytes.floats()?)))?,
            8 => self.list(m + 113, |r| Ok(Offset::Material(Box::new(r.material_offset()?))))?,
            10 => self.list(r + 25, |r| {
                Ok(Offset::Impulse(r.index(RIGID)?, r.bytes.u8()?, r.bytes.floats()?, r.bytes.floats()?))
            })?,
            _ => return Err(Stop::Error),
        };
        Ok(Morph { names, panel, kind, offsets })
    }
    fn material_offset(&mut self) -> Read<MaterialOffset> {
        Ok(MaterialOffset {
            material: self.index(MATERIAL)?,
            operation: self.bytes.u8()?,
            diffuse: self.bytes.floats()?,
            specular: self.bytes.floats()?,
            power: self.bytes.float()?,
            ambient: self.bytes.floats()?,
            edge_color: self.bytes.floats()?,
            edge_size: self.bytes.float()?,
            tints: [self.bytes.floats()?, self.bytes.floats()?, self.bytes.floats()?],
        })
    }
    fn frame(&mut self) -> Read<Frame> {
        let (names, special) = (self.names()?, self.bytes.u8()?);
        let least = 1 + self.width(BONE).min(self.width(MORPH));
        let items = self.list(least, |r| match r.bytes.u8()? {
            0 => Ok(Item::Bone(r.index(BONE)?)),
            1 => Ok(Item::Morph(r.index(MORPH)?)),
            _ => Err(Stop::Error),
        })?;
        Ok(Frame { names, special, items })
    }
    fn rigid_body(&mut self) -> Read<RigidBody> {
        Ok(RigidBody {
            names: self.names()?,
            bone: self.index(BONE)?,
            group: self.bytes.u8()?,
            mask: self.bytes.u16()?,
            shape: self.bytes.u8()?,
            vectors: self.vectors()?,
            numbers: self.bytes.floats()?,
            mode: self.bytes.u8()?,
        })
    }
    fn joint(&mut self) -> Read<Joint> {
        Ok(Joint {
            names: self.names()?,
            kind: self.bytes.u8()?,
            bodies: self.indices(RIGID)?,
            vectors: self.vectors()?,
        })
    }
    fn soft_body(&mut self) -> Read<SoftBody> {
        let [v, r] = [VERTEX, RIGID].map(|global| self.width(global));
        Ok(SoftBody {
            names: self.names()?,
            shape: self.bytes.u8()?,
            material: self.index(MATERIAL)?,
            group: self.bytes.u8()?,
            mask: self.bytes.u16()?,
            flags: self.bytes.u8()?,
            bending_distance: self.bytes.i32()?,
            clusters: self.bytes.i32()?,
            mass: self.bytes.float()?,
            margin: self.bytes.float()?,
            aerodynamics: self.bytes.i32()?,
            config: self.bytes.floats()?,
            cluster: self.bytes.floats()?,
            iterations: [self.bytes.i32()?, self.bytes.i32()?, self.bytes.i32()?, self.bytes.i32()?],
            stiffness: self.bytes.floats()?,
            anchors: self.list(r + v + 1, |r| Ok((r.index(RIGID)?, r.vertex_index()?, r.bytes.u8()?)))?,
            pins: self.list(v, Self::vertex_index)?,
        })
    }
}
