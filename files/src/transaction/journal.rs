//! The journal of a save: a file that lists what is about to be replaced.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::digest::{digest_of_hex, hex};

/// The name of a folder's journal. A program that saves there holds its lock.
pub(super) const JOURNAL: &str = ".marchland-save";
/// More than any journal takes.
const MOST_BYTES: u64 = 128 << 10;
/// The most files in one transaction.
pub(super) const MOST_FILES: usize = 16;
const HEAD: &str = "marchland-save 1";

/// SHA-256.
pub(super) type Digest = [u8; 32];

/// A file to be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Path relative to the folder, with `/` as the separator.
    pub(super) name: String,
    /// Digest of the old content; `None` if there is no old file.
    pub(super) old: Option<Digest>,
    /// Digest of the new content.
    pub(super) new: Digest,
}

/// Where the new content of file number `index` waits until it is in place.
pub(super) fn new_path(root: &Path, index: usize) -> PathBuf {
    root.join(format!("{JOURNAL}-{index}.new"))
}

/// Where a copy of its old content is kept until all files are in place.
pub(super) fn old_path(root: &Path, index: usize) -> PathBuf {
    root.join(format!("{JOURNAL}-{index}.old"))
}

/// The text of a journal. It counts only when complete: its last line is a digest of the others.
pub(super) fn write(entries: &[Entry]) -> String {
    let mut text = format!("{HEAD}\n");
    for Entry { name, old, new } in entries {
        let old = old.as_ref().map_or_else(|| "-".to_owned(), |old| hex(old));
        text.extend([&*old, " ", &*hex(new), " ", &**name, "\n"]);
    }
    let end = hex(&Sha256::digest(text.as_bytes()));
    text + &format!("end {end}\n")
}

/// Reads a journal; `None` if it is incomplete, in which case no file has been replaced yet.
///
/// # Errors
/// As reported by the system; [`io::ErrorKind::InvalidData`] if it is complete but lists files
/// that no save would.
pub(super) fn read(file: &mut File) -> io::Result<Option<Vec<Entry>>> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    let Some(lines) = std::str::from_utf8(&bytes).ok().and_then(whole) else {
        return Ok(None);
    };
    let entries: Option<Vec<Entry>> = lines.lines().skip(1).map(entry).collect();
    let known = entries.filter(|entries| entries.len() <= MOST_FILES);
    known.map(Some).ok_or_else(|| {
        let reason = "it lists files that no save would write";
        io::Error::new(io::ErrorKind::InvalidData, reason)
    })
}

/// All but the last line, if that is the digest of the others.
fn whole(text: &str) -> Option<&str> {
    let at = text.strip_suffix('\n')?.rfind('\n')? + 1;
    let (lines, end) = text.split_at(at);
    let is_whole = end.trim_end() == format!("end {}", hex(&Sha256::digest(lines)));
    (is_whole && lines.lines().next() == Some(HEAD)).then_some(lines)
}

fn entry(line: &str) -> Option<Entry> {
    let (old, rest) = line.split_once(' ')?;
    let (new, name) = rest.split_once(' ')?;
    let old = match old {
        "-" => None,
        old => Some(digest_of_hex(old)?),
    };
    is_inside(name).then_some(Entry {
        name: name.to_owned(),
        old,
        new: digest_of_hex(new)?,
    })
}

/// Whether a path stays within the folder and names none of a transaction's own files.
pub(super) fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let plain = parts.all(|part| matches!(part, Component::Normal(_)));
    plain && !name.is_empty() && !name.contains(['\n', '\r']) && !name.starts_with(JOURNAL)
}

/// The digest of a file; `None` if it does not exist.
pub(super) fn digest_of(path: &Path) -> io::Result<Option<Digest>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut sum = Sha256::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(Some(sum.finalize().into())),
            read => sum.update(&buffer[..read]),
        }
    }
}
