//! Files of an overwritten map that do not belong to the new one.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use marchland_maps::files::plain_path;
use marchland_maps::folder::{Folder, original_of, with_ending};

use super::words::note;

/// The pictures of a map that is about to be overwritten.
pub(super) struct Leftovers {
    root: PathBuf,
    pictures: Vec<String>,
}

impl Leftovers {
    /// The pictures that the map in this folder names, if there is one.
    pub(super) fn of(folder: &Folder) -> Self {
        let reading = folder.clone().reload().ok();
        let draft = reading.map(|reading| reading.draft).unwrap_or_default();
        let mask = draft.mask.map(|mask| mask.file);
        Self {
            root: folder.path().to_owned(),
            pictures: mask.into_iter().chain(draft.image).collect(),
        }
    }

    /// To be called when a map with the pictures `written` has replaced it. An original beside one of
    /// them is the old map's and gets another name, so that the new picture's original can be kept
    /// as well. Reports that, and which pictures of the old map are left.
    pub(super) fn set_aside(&self, written: &[&str]) -> anyhow::Result<()> {
        for picture in written {
            let kept = original_of(picture);
            let (new, old) = (self.root.join(picture), self.root.join(&kept));
            // The author may have made the map again from the original.
            if !old.is_file() || fs::read(&old).ok() == fs::read(&new).ok() {
                continue;
            }
            let numbered = (1..1_000).map(|n| with_ending(picture, &format!("original-{n}")));
            let mut free = numbered.filter(|name| !self.root.join(name).exists());
            let free = free.next().context("there are too many originals")?;
            fs::rename(&old, self.root.join(&free))
                .with_context(|| format!("cannot rename {}", plain_path(&old)))?;
            note(&format!(
                "note: {kept} belonged to the map that was overwritten, and is now {free}"
            ));
        }
        for picture in &self.pictures {
            if !written.contains(&&**picture) && self.root.join(picture).is_file() {
                note(&format!(
                    "note: {picture} belonged to the map that was overwritten, and was left there"
                ));
            }
        }
        Ok(())
    }
}
