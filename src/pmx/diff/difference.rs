//! One difference, and the values it tells of.
use crate::visit::{Visit, Visitor};
use core::fmt;

/// One difference between two models. As text it is one line: `bones[3] "頭": position: [0.0, 1.0] -> [0.0, 2.0]`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The section, as every output spells it; `end` for what follows the last.
    pub section: &'static str,
    /// The number of the record in the old model; `None` where it was not there, and where no record is meant.
    pub old: Option<usize>,
    /// Its number in the new model.
    pub new: Option<usize>,
    /// Its local name, or the path of a texture, in the old model if it was there.
    pub name: Option<String>,
    /// What became of it.
    pub change: Change,
}

/// What became of a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Change {
    /// It is gone.
    Removed,
    /// It is new.
    Added,
    /// Its local name is another, or the path of a texture.
    Renamed {
        /// It was called so.
        old: Value,
        /// It is called so.
        new: Value,
    },
    /// It comes earlier or later among the others. Those that only make way for it are not told.
    Moved,
    /// A value in it is another.
    Changed {
        /// The way to the value: `ik.links[1].limits.Within.min`. The number of an item is that in the new model, if it
        /// is there. Empty where the record is a single value.
        field: String,
        /// `None` where it was not there.
        old: Option<Value>,
        /// `None` where it is not there any more.
        new: Option<Value>,
    },
    /// So many more differences of this section are not told.
    More(usize),
}

impl Change {
    /// In one word, as outputs spell it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Change::Removed => "removed",
            Change::Added => "added",
            Change::Renamed { .. } => "renamed",
            Change::Moved => "moved",
            Change::Changed { .. } => "changed",
            Change::More(_) => "more",
        }
    }
}

/// What a field holds, taken out of the model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Nothing follows: a kind that holds no value.
    Nothing,
    /// A whole number: a count, a code, flags.
    Integer(i64),
    /// A float.
    Float(f32),
    /// A text.
    Text {
        /// Decoded.
        decoded: String,
        /// Its bytes, where not all of them are valid in their encoding.
        stored: Option<Vec<u8>>,
    },
    /// A record pointed at.
    Reference {
        /// Its section.
        section: &'static str,
        /// Its number as stored: −1 for none.
        number: i32,
        /// Its local name, or the path of a texture; `None` where there is no such record, and for vertices.
        name: Option<String>,
    },
    /// A list.
    List(Vec<Value>),
    /// A list too long to be shown: the number of its items.
    Items(usize),
    /// Fields by name; one of several possibilities comes as one field.
    Record(Vec<(&'static str, Value)>),
}

impl Value {
    /// Longer lists are not shown.
    pub const LONGEST: usize = 16;

    pub(crate) fn bytes(bytes: &[u8]) -> Value {
        if bytes.len() > Value::LONGEST {
            return Value::Items(bytes.len());
        }
        Value::List(bytes.iter().map(|&byte| Value::Integer(byte.into())).collect())
    }
}

/// A reference shows its number and the name of what it points at; a list that is too long, the number of its items.
impl Visit for Value {
    fn visit(&self, visitor: &mut dyn Visitor) {
        match self {
            Value::Nothing => visitor.none(),
            Value::Integer(value) => visitor.integer(*value),
            Value::Float(value) => visitor.float(*value),
            Value::Text { decoded, stored: None } => visitor.text(decoded, decoded.as_bytes(), true),
            Value::Text { decoded, stored: Some(stored) } => visitor.text(decoded, stored, false),
            Value::Reference { number, name, .. } => {
                visitor.begin_record();
                visitor.field("index");
                visitor.integer((*number).into());
                visitor.field("name");
                match name {
                    Some(name) => visitor.text(name, name.as_bytes(), true),
                    None => visitor.none(),
                }
                visitor.end_record();
            }
            Value::List(items) => items.as_slice().visit(visitor),
            Value::Items(len) => {
                visitor.begin_record();
                visitor.field("items");
                visitor.integer(i64::try_from(*len).unwrap_or(i64::MAX));
                visitor.end_record();
            }
            Value::Record(fields) => {
                visitor.begin_record();
                for (name, value) in fields {
                    visitor.field(name);
                    value.visit(visitor);
                }
                visitor.end_record();
            }
        }
    }
}

/// Texts quoted, with what cannot be shown escaped; floats that are not finite by their bits, `f32:0x7fc00000`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nothing => f.write_str("nothing"),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Float(value) if value.is_finite() => write!(f, "{value:?}"),
            Value::Float(value) => write!(f, "f32:{:#010x}", value.to_bits()),
            Value::Text { decoded, stored } => {
                write!(f, "{decoded:?}")?;
                let Some(stored) = stored else { return Ok(()) };
                f.write_str(" (bytes ")?;
                stored.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_str(")")
            }
            Value::Reference { number, name: Some(name), .. } => write!(f, "{number} {name:?}"),
            Value::Reference { number: -1, .. } => f.write_str("none"),
            Value::Reference { number, .. } => write!(f, "{number}"),
            Value::Items(len) => write!(f, "[{len} items]"),
            Value::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Value::Record(fields) => match fields.as_slice() {
                [(kind, Value::Nothing)] => f.write_str(kind),
                [(kind, value)] if is_kind(kind) => write!(f, "{kind} {value}"),
                fields => {
                    f.write_str("{")?;
                    for (i, (name, value)) in fields.iter().enumerate() {
                        write!(f, "{}{name} {value}", if i == 0 { "" } else { ", " })?;
                    }
                    f.write_str("}")
                }
            },
        }
    }
}

/// Rust writes fields small and variants large.
pub(crate) fn is_kind(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section)?;
        match (self.old, self.new) {
            (Some(old), Some(new)) if old != new => write!(f, "[{old} -> {new}]")?,
            (Some(number), _) | (None, Some(number)) => write!(f, "[{number}]")?,
            (None, None) => {}
        }
        if let Some(name) = &self.name {
            write!(f, " {name:?}")?;
        }
        f.write_str(": ")?;
        match &self.change {
            Change::Renamed { new, .. } => write!(f, "renamed to {new}"),
            Change::Changed { field, old, new } => {
                if !field.is_empty() {
                    write!(f, "{field}: ")?;
                }
                let value = |f: &mut fmt::Formatter<'_>, value: &Option<Value>| match value {
                    Some(value) => value.fmt(f),
                    None => f.write_str("(not there)"),
                };
                value(f, old)?;
                f.write_str(" -> ")?;
                value(f, new)
            }
            Change::More(1) => f.write_str("1 more difference"),
            Change::More(n) => write!(f, "{n} more differences"),
            other => f.write_str(other.kind()),
        }
    }
}
