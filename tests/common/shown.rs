//! What a view tells a visitor, as a list: to be compared with what was put.
use super::build::Value;
use mmdmap::{Visit, Visitor};

/// All a record tells: the way to each value, and the value. Numbers of items are left out of the ways.
pub fn shown(record: &dyn Visit) -> Vec<(String, Value)> {
    let mut teller = Teller::default();
    record.visit(&mut teller);
    assert!(teller.open.is_empty(), "what begins also ends");
    teller.told
}

/// The way without the numbers of items.
pub fn plain(path: &str) -> String {
    let mut depth = 0;
    path.chars()
        .filter(|&c| {
            depth += i32::from(c == '[');
            let keep = depth == 0;
            depth -= i32::from(c == ']');
            keep
        })
        .collect()
}

#[derive(Default)]
struct Teller {
    told: Vec<(String, Value)>,
    /// The names of the fields that led here, one for each record that has begun.
    open: Vec<Option<&'static str>>,
    /// Items still to come, for each list that has begun, and how many records were open then.
    lists: Vec<usize>,
}

impl Teller {
    fn tell(&mut self, value: Value) {
        let names: Vec<&str> = self.open.iter().flatten().copied().filter(|name| !is_kind(name)).collect();
        self.told.push((names.join("."), value));
    }
}

/// Possibilities are named in capitals, fields are not.
fn is_kind(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl Visitor for Teller {
    fn integer(&mut self, value: i64) {
        self.tell(Value::Int(value));
    }
    fn float(&mut self, value: f32) {
        self.tell(Value::Float(value.to_bits()));
    }
    fn text(&mut self, decoded: &str, stored: &[u8], exact: bool) {
        assert!(exact, "{decoded:?} from {stored:?}");
        self.tell(Value::Text(decoded.to_owned()));
    }
    fn none(&mut self) {
        self.tell(Value::Nothing);
    }
    fn begin_record(&mut self) {
        self.open.push(None);
    }
    fn field(&mut self, name: &'static str) {
        *self.open.last_mut().expect("a field is inside a record") = Some(name);
        if is_kind(name) {
            self.tell(Value::Kind(name));
        }
    }
    fn end_record(&mut self) {
        self.open.pop().expect("what ends has begun");
    }
    fn begin_list(&mut self, len: usize) {
        self.lists.push(len);
        self.tell(Value::List(len));
    }
    fn end_list(&mut self) {
        self.lists.pop().expect("what ends has begun");
    }
}

/// Counts the values of a record, and looks at each.
#[derive(Default)]
pub struct Leaves(pub usize);

impl Visitor for Leaves {
    fn integer(&mut self, _: i64) {
        self.0 += 1;
    }
    fn float(&mut self, _: f32) {
        self.0 += 1;
    }
    fn text(&mut self, _: &str, _: &[u8], _: bool) {
        self.0 += 1;
    }
    fn none(&mut self) {
        self.0 += 1;
    }
    fn begin_record(&mut self) {}
    fn field(&mut self, _: &'static str) {}
    fn end_record(&mut self) {}
    fn begin_list(&mut self, _: usize) {}
    fn end_list(&mut self) {}
}
