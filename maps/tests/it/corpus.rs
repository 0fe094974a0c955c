//! Where real maps of other programs lie, if they do.

use std::path::{Path, PathBuf};

/// The folder of a program's maps: `$MARCHLAND_CORPUS`, else `../shared/corpus`
/// seen from the repository. The files are not ours to ship, so whoever asks
/// must do without; a note says so.
pub(crate) fn folder(program: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let root = std::env::var_os("MARCHLAND_CORPUS").map_or(beside, PathBuf::from);
    let folder = root.join(program);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("note: SKIPPED, no maps in {}", folder.display());
    None
}
