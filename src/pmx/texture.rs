//! Textures: a table of paths, relative to the folder of the model.
//!
//! Each is one [`Text`](crate::Text). The separator is a backslash as a rule, the letter case need not be that of the
//! file on disk, and duplicates and unused entries are kept: materials refer to this table by number. The ten shared
//! toons (`toon01.bmp` …) are not in it.
//!
//! A path is a stranger's word: do not open it without a look at where it leads.
use super::downgrade::Downgrade;
use crate::text::Text;

impl Downgrade for Text<'_> {}
