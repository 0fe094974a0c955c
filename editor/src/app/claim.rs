//! Warns if a map is open in two windows: the last save would win.

use std::fs::File;
use std::path::{Path, PathBuf};

use marchland_maps::folder::Folder;

use super::{App, Screen};
use crate::notices::{Notice, Subject};
use crate::state_folder::{FNV1A, fnv1a, try_lock};
use crate::texts;

/// Marks a map as open here until it is dropped or the process ends.
#[derive(Debug)]
pub(super) struct Claim {
    /// The map file.
    of: PathBuf,
    lock: Option<(PathBuf, File)>,
}

impl Claim {
    /// Claims a map file; `None` if another window holds it.
    fn on(state: &Path, file: &Path) -> Option<Self> {
        let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let name = fnv1a(FNV1A, real.as_os_str().as_encoded_bytes());
        let folder = state.join("open");
        let path = folder.join(format!("{name:016x}"));
        let made = std::fs::create_dir_all(&folder);
        let lock = match made.and_then(|()| try_lock(&path)) {
            Ok(None) => return None,
            Ok(Some(lock)) => Some((path, lock)),
            // Unknown, so no warning.
            Err(_) => None,
        };
        Some(Self {
            of: file.to_owned(),
            lock,
        })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some((path, _lock)) = self.lock.take() {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl App {
    /// Withdraws the warning once the other window has closed the map.
    pub(super) fn claim_again(&mut self) {
        if let Screen::Workspace(open) = &self.screen
            && let mut told = open.notices.list().iter()
            && told.any(|notice| notice.about == Subject::Twice)
        {
            self.claim();
        }
    }

    /// Claims the open map, and warns if another window has it open.
    pub(super) fn claim(&mut self) {
        let (Some(state), Screen::Workspace(open)) = (&self.state, &mut self.screen) else {
            return;
        };
        let file = open.home.folder.as_ref().map(Folder::file);
        if open.claim.as_ref().map(|claim| &*claim.of) == file {
            return;
        }
        open.claim = None;
        open.notices.take(Subject::Twice);
        if let Some(file) = file {
            open.claim = Claim::on(state, file);
            if open.claim.is_none() {
                let text = texts::OPEN_TWICE;
                open.notices.tell(Notice::new(Subject::Twice, text));
            }
        }
    }
}
