//! Two records laid side by side, value by value.
use super::align::{Key, in_order};
use super::difference::{Value, is_kind};
use super::options::DiffOptions;
use super::tokens::{FieldNames, PAIRED, Token, Tokens};
use crate::pmx::model::Pmx;
use crate::visit::Visit;
use core::fmt::Write;
use core::hash::Hasher;
use std::collections::hash_map::DefaultHasher;

/// Which of the two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Old,
    New,
}

/// Which record of the new model is which of the old one.
#[derive(Debug)]
pub(crate) struct Pairing {
    /// For each old one the number of the new one.
    pub(crate) to: Vec<Option<usize>>,
    pub(crate) new_len: usize,
}

impl Pairing {
    pub(crate) fn of(&self, old: usize) -> Option<usize> {
        self.to.get(old).copied().flatten()
    }
    fn changes_nothing(&self) -> bool {
        self.to.len() == self.new_len && self.to.iter().enumerate().all(|(old, new)| *new == Some(old))
    }
}

/// Two models, which of their records belong together as far as that is known, and the records that are compared.
pub(crate) struct Comparison<'a> {
    pub(crate) models: [Pmx<'a>; 2],
    pub(crate) options: DiffOptions,
    /// By the place of the section in [`PAIRED`].
    pairings: [Option<Pairing>; PAIRED.len()],
    names: FieldNames,
    old: Tokens,
    new: Tokens,
}

/// Receives the values of two records, pair by pair.
pub(crate) trait Leaves {
    /// A value and where it begins in either; `None` where it is not there.
    fn leaf(&mut self, of: &Comparison<'_>, path: &str, old: Option<usize>, new: Option<usize>, same: bool);
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(old: Pmx<'a>, new: Pmx<'a>, options: DiffOptions) -> Self {
        Comparison {
            models: [old, new],
            options,
            pairings: Default::default(),
            names: FieldNames::default(),
            old: Tokens::default(),
            new: Tokens::default(),
        }
    }

    pub(crate) fn model(&self, side: Side) -> Pmx<'a> {
        let [old, new] = self.models;
        match side {
            Side::Old => old,
            Side::New => new,
        }
    }
    fn tokens(&self, side: Side) -> &Tokens {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    pub(crate) fn keep(&mut self, section: &str, pairing: Pairing) {
        let place = PAIRED.iter().position(|paired| *paired == section);
        if let Some(kept) = place.and_then(|place| self.pairings.get_mut(place)) {
            *kept = Some(pairing);
        }
    }
    pub(crate) fn pairing(&self, section: &str) -> Option<&Pairing> {
        let place = PAIRED.iter().position(|paired| *paired == section)?;
        self.pairings.get(place)?.as_ref()
    }
    /// Whether equal bytes mean equal things: every number points at what it pointed at.
    pub(crate) fn bytes_mean_the_same(&self) -> bool {
        let [old, new] = self.models;
        old.globals() == new.globals() && self.pairings.iter().flatten().all(Pairing::changes_nothing)
    }

    /// Takes these two for those that are compared.
    pub(crate) fn lay_out(&mut self, old: &dyn Visit, new: &dyn Visit) {
        self.old.fill(old, &mut self.names);
        self.new.fill(new, &mut self.names);
    }
    /// Whether there is no difference between them.
    pub(crate) fn is_same(&self) -> bool {
        self.same(self.old.all(), self.new.all())
    }
    /// Shows each pair of values.
    pub(crate) fn each_leaf(&self, leaves: &mut dyn Leaves) {
        self.values(0, 0, &mut String::new(), leaves);
    }

    fn values(&self, old: usize, new: usize, path: &mut String, leaves: &mut dyn Leaves) {
        match (self.old.get(old), self.new.get(new)) {
            (Some(Token::Record), Some(Token::Record)) => self.records(old, new, path, leaves),
            (Some(Token::List(_)), Some(Token::List(_))) => self.lists(old, new, path, leaves),
            _ => {
                let same = self.same(self.old.value(old), self.new.value(new));
                leaves.leaf(self, path, Some(old), Some(new), same);
            }
        }
    }

    fn records(&self, old: usize, new: usize, path: &mut String, leaves: &mut dyn Leaves) {
        let (old_fields, new_fields) = (self.old.fields(old), self.new.fields(new));
        if let ([(was, _)], [(is, _)]) = (old_fields.as_slice(), new_fields.as_slice()) {
            if was != is && is_kind(self.names.name(*is)) {
                // Another kind: what it holds has nothing to do with what the other one held.
                return leaves.leaf(self, path, Some(old), Some(new), false);
            }
        }
        let end = path.len();
        let mut field = |id: u16, old: Option<usize>, new: Option<usize>| {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.names.name(id));
            match (old, new) {
                (Some(old), Some(new)) => self.values(old, new, path, leaves),
                _ => leaves.leaf(self, path, old, new, false),
            }
            path.truncate(end);
        };
        let find = |fields: &[(u16, usize)], id: u16| fields.iter().find(|(other, _)| *other == id).map(|(_, at)| *at);
        for &(id, at) in &old_fields {
            field(id, Some(at), find(&new_fields, id));
        }
        for &(id, at) in &new_fields {
            if find(&old_fields, id).is_none() {
                field(id, None, Some(at));
            }
        }
    }

    fn lists(&self, old: usize, new: usize, path: &mut String, leaves: &mut dyn Leaves) {
        let same = self.same(self.old.value(old), self.new.value(new));
        let is_vector =
            |side: Side, list: usize| matches!(self.tokens(side).get(list.saturating_add(1)), Some(Token::Float(_)));
        // A vector is one value.
        if same || (is_vector(Side::Old, old) && is_vector(Side::New, new)) {
            return leaves.leaf(self, path, Some(old), Some(new), same);
        }
        let (old, new) = (self.old.items(old), self.new.items(new));
        let pairs = self.aligned(&old, &new);
        let end = path.len();
        let mut item = |number: usize, old: Option<usize>, new: Option<usize>| {
            // Writing to a string cannot fail.
            let _ = write!(path, "[{number}]");
            match (old, new) {
                (Some(old), Some(new)) => self.values(old, new, path, leaves),
                _ => leaves.leaf(self, path, old, new, false),
            }
            path.truncate(end);
        };
        let mut old = old.iter().copied().enumerate().peekable();
        let mut new = new.iter().copied().enumerate().peekable();
        for (i, j) in pairs {
            // What lies before a pair on both sides was put in the other's place.
            loop {
                let before = (old.next_if(|(n, _)| *n < i), new.next_if(|(n, _)| *n < j));
                match before {
                    (Some((_, old)), Some((number, new))) => item(number, Some(old), Some(new)),
                    (Some((number, old)), None) => item(number, Some(old), None),
                    (None, Some((number, new))) => item(number, None, Some(new)),
                    (None, None) => break,
                }
            }
            if let (Some((_, old)), Some((number, new))) = (old.next(), new.next()) {
                item(number, Some(old), Some(new));
            }
        }
    }

    /// Items that belong together, as far as that leaves both lists in their order; then the end of both. What items
    /// point at says which is which: the vertex of an offset, the bone of a link. Where they point at nothing, it is
    /// their number; and so it is where as many are nothing but an index, for the bones of a vertex go with its weights.
    fn aligned(&self, old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
        let is_index = |at: &usize| matches!(self.old.get(*at), Some(Token::Index(..)));
        let by_number = old.len() == new.len() && old.iter().all(is_index);
        let keys = |side: Side, items: &[usize]| -> Vec<Key> {
            let key = |at: &usize| if by_number { 0 } else { self.key(side, *at) };
            items.iter().map(key).zip(0..).collect()
        };
        let mut pairs = in_order(&keys(Side::Old, old), &keys(Side::New, new));
        pairs.push((old.len(), new.len()));
        pairs
    }

    /// What an item points at.
    fn key(&self, side: Side, item: usize) -> u64 {
        let mut hash = DefaultHasher::new();
        for &token in self.tokens(side).value(item) {
            if let Token::Index(..) = token {
                self.hash(side, token, &mut hash);
            }
        }
        hash.finish()
    }

    /// Equal where the seeds are equal and all of a record is the same but its names. References into sections that are
    /// not paired yet are left out of it; floats must be equal.
    pub(crate) fn content(&mut self, side: Side, record: &dyn Visit, seed: u64) -> u64 {
        match side {
            Side::Old => self.old.fill(record, &mut self.names),
            Side::New => self.new.fill(record, &mut self.names),
        }
        let mut hash = DefaultHasher::new();
        hash.write_u64(seed);
        for (id, at) in self.tokens(side).fields(0) {
            if self.names.name(id) != "name" {
                hash.write_u16(id);
                self.tokens(side).value(at).iter().for_each(|&token| self.hash(side, token, &mut hash));
            }
        }
        hash.finish()
    }

    fn hash(&self, side: Side, token: Token, hash: &mut DefaultHasher) {
        let mut put = |kind: u8, value: i64| {
            hash.write_u8(kind);
            hash.write_i64(value);
        };
        match token {
            Token::Integer(value) => put(0, value.into()),
            Token::Float(value) => put(1, if value == 0.0 { 0 } else { value.to_bits().into() }),
            Token::Index(section, number) => {
                put(2, section.into());
                put(2, self.referent(side, section, number));
            }
            Token::Text(text) => {
                put(3, 0);
                hash.write(self.tokens(side).text(text).0.as_bytes());
                hash.write_u8(0xff);
            }
            Token::Nothing => put(4, 0),
            Token::Record => put(5, 0),
            Token::Field(id) => put(6, id.into()),
            Token::EndRecord => put(7, 0),
            Token::List(len) => put(8, len.into()),
            Token::EndList => put(9, 0),
        }
    }

    /// Whether nothing is known of what this value points at.
    pub(crate) fn is_open(&self, old: usize) -> bool {
        match self.old.get(old) {
            Some(Token::Index(section, _)) => {
                section != 0 && self.pairings.get(usize::from(section)).is_some_and(Option::is_none)
            }
            _ => false,
        }
    }

    /// A number that is the same for references to the same thing. What points at nothing keeps its number, but is
    /// never the same as what points at something.
    fn referent(&self, side: Side, section: u8, number: i32) -> i64 {
        /// Beyond every number of a file: what points behind the end; what is gone, on the other side of zero.
        const BEYOND: i64 = 1 << 33;
        let raw = i64::from(number);
        let pairing = match self.pairings.get(usize::from(section)) {
            Some(Some(pairing)) => pairing,
            _ if section == 0 => return raw, // a vertex is its number
            _ => return 0,
        };
        let Ok(record) = usize::try_from(number) else { return raw };
        match side {
            Side::New if record < pairing.new_len => raw,
            Side::Old if record < pairing.to.len() => match pairing.of(record) {
                Some(new) => i64::try_from(new).unwrap_or(raw),
                None => raw.saturating_neg().saturating_sub(BEYOND),
            },
            _ => raw.saturating_add(BEYOND),
        }
    }

    fn same(&self, old: &[Token], new: &[Token]) -> bool {
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| self.same_token(*old, *new))
    }

    fn same_token(&self, old: Token, new: Token) -> bool {
        match (old, new) {
            (Token::Integer(old), Token::Integer(new)) => old == new,
            (Token::Float(old), Token::Float(new)) => self.options.same_float(old, new),
            (Token::Index(old_section, old), Token::Index(new_section, new)) => {
                old_section == new_section
                    && self.referent(Side::Old, old_section, old) == self.referent(Side::New, new_section, new)
            }
            (Token::Text(old), Token::Text(new)) => match (self.old.text(old), self.new.text(new)) {
                ((old, None), (new, None)) => old == new,
                ((_, Some(old)), (_, Some(new))) => {
                    let [old_model, new_model] = self.models;
                    old == new && old_model.globals().encoding == new_model.globals().encoding
                }
                _ => false,
            },
            (Token::Field(old), Token::Field(new)) => old == new,
            (Token::List(old), Token::List(new)) => old == new,
            (Token::Nothing, Token::Nothing)
            | (Token::Record, Token::Record)
            | (Token::EndRecord, Token::EndRecord)
            | (Token::EndList, Token::EndList) => true,
            _ => false,
        }
    }

    /// The value that begins here, taken out.
    pub(crate) fn value(&self, side: Side, at: usize) -> Value {
        let tokens = self.tokens(side);
        match tokens.get(at) {
            Some(Token::Integer(value)) => Value::Integer(value.into()),
            Some(Token::Float(value)) => Value::Float(value),
            Some(Token::Index(section, number)) => {
                let section = PAIRED.get(usize::from(section)).copied().unwrap_or("");
                Value::Reference { section, number, name: self.name(side, section, number) }
            }
            Some(Token::Text(text)) => {
                let (decoded, stored) = tokens.text(text);
                Value::Text { decoded: decoded.to_owned(), stored: stored.map(<[u8]>::to_vec) }
            }
            Some(Token::Record) => Value::Record(
                tokens.fields(at).into_iter().map(|(id, at)| (self.names.name(id), self.value(side, at))).collect(),
            ),
            Some(Token::List(len)) => match usize::try_from(len) {
                Ok(len) if len <= Value::LONGEST => {
                    Value::List(tokens.items(at).into_iter().map(|at| self.value(side, at)).collect())
                }
                Ok(len) => Value::Items(len),
                Err(_) => Value::Items(usize::MAX),
            },
            _ => Value::Nothing,
        }
    }

    /// The name of what a reference points at.
    fn name(&self, side: Side, section: &str, number: i32) -> Option<String> {
        let model = self.model(side);
        let number = usize::try_from(number).ok()?;
        let name = match section {
            "textures" => model.textures().get(number)?,
            "materials" => model.materials().get(number)?.name.local,
            "bones" => model.bones().get(number)?.name.local,
            "morphs" => model.morphs().get(number)?.name.local,
            "rigid-bodies" => model.rigid_bodies().get(number)?.name.local,
            _ => return None,
        };
        Some(name.to_string())
    }
}
