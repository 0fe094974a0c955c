//! Atomic creation of new files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Creates a file with these bytes: written beside its place, synced, then renamed.
///
/// # Errors
/// I/O errors; [`io::ErrorKind::AlreadyExists`] if the name is taken. Nothing is left behind.
pub(super) fn create(to: &Path, bytes: &mut dyn Read) -> io::Result<()> {
    let folder = match to.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".copy-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file, before the umask.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut beside = builder.tempfile_in(folder)?;
    io::copy(bytes, &mut beside)?;
    beside.as_file().sync_all()?;
    beside.persist_noclobber(to)?;
    // Makes the new name survive a power cut, where the system supports it.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
