//! How every program opens and writes its files, and shows what came from others.
//!
//! [`replace`] writes a file whole or not at all, [`Together`] several of a folder. [`Output`] stands between a command
//! and the file that it was told to write: nothing that the command has read is ever
//! overwritten, and nothing of another kind, `--force` or not. [`plain`] makes text
//! from a stranger's file fit for a terminal and a log.
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
//! // 2. After it: write, but not over what was read.
//! let output = Output::at(&folder.path().join("map.png"), &PICTURE, false)?;
//! output.spare([&notes])?;
//! output.write(|out| out.write_all(b"\x89PNG..."))?;
//!
//! // 3. Say so, whatever the name holds.
//! assert_eq!(plain("a\u{1b}[2Jb"), r"a\u{1b}[2Jb");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digest;
mod disk;
mod open;
mod output;
mod plain;
mod replace;
mod together;

pub use digest::{digest_of_hex, hex};
pub use disk::{Disk, Fault, FaultyDisk, RealDisk};
pub use open::open;
pub use output::{Kind, Output, OutputError, PICTURE, root_element};
pub use plain::{is_steering, plain, plain_lines, plain_path};
pub use replace::{Replacements, replace, replace_with};
pub use together::{Settled, Together, is_cut_off, settle};
