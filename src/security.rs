//! What to expect of a file from a stranger: what is promised, what is not, which limits a caller can set, how to report.
//!
//! # What is promised
//!
//! Of any bytes, in all three modes, whether they are mapped, read or borrowed:
//!
//! * **An answer.** Opening them gives a file or an [`Error`](crate::Error) that says where: nothing panics, no
//!   arithmetic overflows, no loop depends on a value of the file without a bound. Chains (parents of bones, groups of
//!   morphs) are never followed by recursion: 64 KiB of stack are enough.
//! * **Memory in proportion.** No count or length of the file is believed before so many bytes are seen to be there.
//!   A scan keeps 24 bytes for 64 vertices and at most 8 for each other record that has no fixed size; it never holds more than
//!   the length of the file and 64 KiB. Face indices, keys of motions and texts cost nothing until they are asked for.
//! * **Time in proportion.** A scan touches a record once. Whatever looks for names, circles or duplicates
//!   ([`Pmx::check`](crate::pmx::Pmx::check), [`Vpd::on`](crate::vpd::Vpd::on), [`Vmd::bone_tracks`](crate::vmd::Vmd::bone_tracks))
//!   takes time in proportion to the records, but for the logarithm that sorting costs. To open a file and walk all of
//!   it takes at most fifty instructions a byte; up to two hundred where every text of a model has something to let pass,
//!   and in a pose in which a line of few bytes means much: numbers with exponents or blanks, unknown blocks that hold
//!   nothing, half-binary lines, blocks in which every line has something to let pass.
//! * **Nothing outside.** Every index is checked where it is followed: one that points nowhere gives `None`. What leaves
//!   for a GPU has no joint, vertex or morph target out of range, unless asked for as stored.
//! * **Files only.** Folders, devices, pipes and sockets are refused before they are opened; a file that grows while it is
//!   read is held to the limit below. (Files of a kernel that say they are empty, such as `/proc/kmsg`, are files: to read
//!   one may mean to wait.)
//! * **No other file.** A model names textures; nothing opens them but
//!   [`TexturePath::resolve`](crate::pmx::TexturePath), which leaves the folder it was given neither by `..` nor by a
//!   link. [`TexturePath::safe_join`](crate::pmx::TexturePath::safe_join) judges a path by its letters, for whatever
//!   system it was made.
//! * **No code of ours is `unsafe`** but the call that maps a file; without the feature `mmap` the crate forbids it. A
//!   mapped file that another process rewrites gives other values, fewer records or an error, never a read outside.
//! * **Saving replaces or does nothing.** What cannot be written whole leaves the old file as it was.
//!
//! # What is not
//!
//! * **A mapped file that is cut short** by another process: touching what is gone kills this one (`SIGBUS`). It is the
//!   promise that [`PmxFile::map`](crate::PmxFile::map) asks of its caller, and why it is `unsafe`. Where you cannot give
//!   it, [`open`](crate::PmxFile::open) reads the file into memory.
//! * **A forged index.** A saved index is bound to its model by samples, and can be forged: it shows other bytes of the
//!   same model, or none. Each record that is asked for by its number may then be the longest of its section; a walk, a
//!   file that is written, and all the above stay as promised. Keep indices where only you can write.
//! * **Sense.** Floats are any floats, names may be empty, equal or not text at all, bones may be their own parents.
//!   [`Pmx::check`](crate::pmx::Pmx::check) tells; nothing is put right unawares.
//! * **Textures themselves**: this crate reads no pictures.
//!
//! # Limits a caller can set
//!
//! [`ScanOptions`](crate::ScanOptions) has them:
//!
//! ```
//! use mmdmap::{Mode, PmxFile, ScanOptions};
//!
//! let limits = ScanOptions::new().mode(Mode::Strict).max_file_len(256 << 20);
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/model/figure.pmx");
//! let file = PmxFile::open_with(path, &limits)?;
//! # drop(file);
//! assert!(PmxFile::open_with(path, &limits.max_file_len(100)).is_err());
//! # Ok::<(), mmdmap::OpenError>(())
//! ```
//!
//! With a limit on the length of a file there is one on memory and time, since both are in proportion to it. What is
//! found by [`check`](crate::pmx::Pmx::check) is capped per code, what was let pass at 100 repairs of a kind.
//!
//! # How to report
//!
//! Something that panics, hangs, takes more memory than said above or gives a wrong answer without an error is a bug,
//! whatever the file. Report it at <https://github.com/mmdmap/mmdmap/security> if it endangers those who open files of
//! others, else as an issue; with the file, or with what `mmdmap check` and `mmdmap inspect --json` say of it where you
//! may not pass it on.
