//! VPD, the pose format of MikuMikuDance.
mod block;
mod hybrid;
mod line;
mod list;
mod name;
mod scan;
mod view;

pub use block::{Block, Bone, Morph};
pub use list::{Blocks, BlocksIter};
pub use name::PoseName;
pub use scan::{Flavour, VpdIndex};
pub use view::Vpd;
