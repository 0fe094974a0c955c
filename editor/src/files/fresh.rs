//! Files that appear whole or not at all, and never over another one.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Makes a file with these bytes: beside its place at first, brought to the
/// disk, and only then under its name.
///
/// # Errors
/// What the system says; [`io::ErrorKind::AlreadyExists`] if a file has that
/// name. Nothing is left behind.
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
        // What a new file would have; the umask is still taken off.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut beside = builder.tempfile_in(folder)?;
    io::copy(bytes, &mut beside)?;
    beside.as_file().sync_all()?;
    beside.persist_noclobber(to)?;
    // So that the new name survives a power cut, too. Not every system can.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
