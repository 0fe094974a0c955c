//! What a save is about to do, in a file that says so until it is done.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::digest::{digest_of_hex, hex};

/// What the journal of a folder is called. Whoever saves there holds its lock.
pub(super) const JOURNAL: &str = ".marchland-save";
/// More than any journal takes.
const MOST_BYTES: u64 = 64 << 10;
/// Files that are saved together at most.
pub(super) const MOST_FILES: usize = 16;
const HEAD: &str = "marchland-save 1";

/// SHA-256.
pub(super) type Digest = [u8; 32];

/// A file on its way to its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its place, from the folder, `/` between names.
    pub(super) name: String,
    /// What is there before; `None` if nothing is.
    pub(super) old: Option<Digest>,
    /// What is to be there.
    pub(super) new: Digest,
}

/// Where the new content of the `index`th file lies until it is in its place.
pub(super) fn new_path(root: &Path, index: usize) -> PathBuf {
    root.join(format!("{JOURNAL}-{index}.new"))
}

/// Where a copy of its old content lies until all are in their places.
pub(super) fn old_path(root: &Path, index: usize) -> PathBuf {
    root.join(format!("{JOURNAL}-{index}.old"))
}

/// The text of a journal. It counts only when it is whole: its last line is a digest of the
/// others.
pub(super) fn write(entries: &[Entry]) -> String {
    let mut text = format!("{HEAD}\n");
    for Entry { name, old, new } in entries {
        let old = old.as_ref().map_or_else(|| "-".to_owned(), |old| hex(old));
        text.extend([&*old, " ", &*hex(new), " ", &**name, "\n"]);
    }
    let end = hex(&Sha256::digest(text.as_bytes()));
    text + &format!("end {end}\n")
}

/// Reads a journal; `None` if it is not whole, so that nothing was put in its place yet.
///
/// # Errors
/// What the system says; [`io::ErrorKind::InvalidData`] if it is whole and speaks of files
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
        let what = "it speaks of files that no save would write";
        io::Error::new(io::ErrorKind::InvalidData, what)
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

/// Whether a name leads nowhere but into the folder, and to no file of a save.
pub(super) fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let plain = parts.all(|part| matches!(part, Component::Normal(_)));
    plain && !name.is_empty() && !name.contains('\n') && !name.starts_with(JOURNAL)
}

/// The digest of a file; `None` if there is none.
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
