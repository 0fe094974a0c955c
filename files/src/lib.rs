//! Opens and writes files safely, and escapes text from untrusted files.
//!
//! [`replace`] writes a file completely or not at all; [`Transaction`] does so for several files of
//! a folder. [`Output`] guards the file that a command was told to write: it never overwrites
//! anything the command has read, nor, even with `--force`, a file of another kind. [`plain`]
//! escapes text from untrusted files for terminals and logs.
//!
//! ```
//! use marchland_files::{Output, OutputError, PICTURE, plain};
//!
//! let folder = tempfile::tempdir()?;
//! let notes = folder.path().join("notes.txt");
//! std::fs::write(&notes, "mine")?;
//!
//! // 1. Before the work: may this file be written?
//! let refused = Output::at(&notes, &PICTURE, true);
//! assert!(matches!(refused, Err(OutputError::OtherKind { .. })));
//!
//! // 2. After the work: write, but never over an input.
//! let output = Output::at(&folder.path().join("map.png"), &PICTURE, false)?;
//! output.spare([&notes])?;
//! output.write(|out| out.write_all(b"\x89PNG..."))?;
//!
//! // 3. Report it, whatever the name contains.
//! assert_eq!(plain("a\u{1b}[2Jb"), r"a\u{1b}[2Jb");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digest;
mod disk;
mod folders;
mod open;
mod output;
mod plain;
mod replace;
mod transaction;

pub use digest::{digest_of_hex, hex};
pub use disk::{Disk, Fault, FaultyDisk, RealDisk};
pub use folders::NewFolders;
pub use open::{open, read_at_most, read_text_at_most, same_bytes};
pub use output::{Kind, Output, OutputError, PICTURE, root_element};
pub use plain::{is_steering, plain, plain_json, plain_lines, plain_path};
pub use replace::{Replacements, create, replace, replace_with};
pub use transaction::{Settled, Transaction, is_interrupted, settle};
