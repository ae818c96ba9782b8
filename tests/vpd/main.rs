//! VPD poses: what is read, refused, repaired, written and found odd.
#[path = "../common/folders.rs"]
#[allow(dead_code)]
mod folders;
#[path = "../common/kept.rs"]
mod kept;

mod agree;
mod cases;
mod check;
mod corpus;
mod damage;
mod edit;
mod generate;
mod open;
mod posing;
mod quirks;
mod reference;
mod seeds;
mod text;
mod walk;
mod write;
