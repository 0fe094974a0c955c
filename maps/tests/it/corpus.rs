//! The folder with real maps of other programs, if there is one.

use std::path::{Path, PathBuf};

/// The folder of a program's maps: `$MARCHLAND_CORPUS`, else `../shared/corpus`
/// seen from the repository. The files may not be published with the project, so without the
/// folder tests are skipped with a note.
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
