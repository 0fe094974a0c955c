//! Watches a file for changes.

use std::path::Path;
use std::time::{Duration, SystemTime};

use iced::futures::channel::mpsc::{self, Sender};
use iced::futures::{SinkExt, Stream, StreamExt};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use serde::{Deserialize, Serialize};

/// Identifies a state of a file without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        metadata.is_file().then(|| Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}

/// Yields whenever a file may have changed, and once at the start.
///
/// Watches the folder, since many programs write a new file and rename it; after each change anew,
/// since it may now be another folder of the same name. Polls every other second where that fails.
pub fn changes(path: &Path) -> impl Stream<Item = ()> + use<> {
    let path = path.to_owned();
    iced::stream::channel(1, async move |mut out: Sender<()>| {
        loop {
            let (sender, mut events) = mpsc::channel(8);
            let watcher = watch(&path, sender);
            let last = Stamp::of(&path);
            // Ends with its listener.
            if out.send(()).await.is_err() {
                return;
            }
            if watcher.is_ok() {
                events.next().await;
                continue;
            }
            while Stamp::of(&path) == last {
                tokio::time::sleep(POLL).await;
            }
        }
    })
}

const POLL: Duration = Duration::from_secs(2);

fn watch(path: &Path, mut sender: Sender<()>) -> notify::Result<RecommendedWatcher> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let own = folder.to_owned();
    let name = path.file_name().map(std::ffi::OsStr::to_owned);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let concerns = event.is_ok_and(|event| {
            let named = event
                .paths
                .iter()
                .any(|path| path.file_name() == name.as_deref() || *path == own);
            !event.kind.is_access() && (named || event.need_rescan())
        });
        if concerns {
            // A full channel already signals a change.
            let _ = sender.try_send(());
        }
    })?;
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renames_and_deletions_are_noticed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("map");
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("mask.png");
        std::fs::write(&path, "one").unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let mut stream = Box::pin(changes(&path));
        let mut wait = |time: Duration| {
            runtime.block_on(async { tokio::time::timeout(time, stream.next()).await })
        };
        let long = Duration::from_secs(20);
        assert_eq!(wait(long), Ok(Some(())), "once at the beginning");
        let before = Stamp::of(&path);
        std::fs::write(&path, "four").unwrap();
        assert_eq!(wait(long), Ok(Some(())));
        assert_ne!(Stamp::of(&path), before);
        let beside = folder.join("beside");
        std::fs::write(&beside, "fifth").unwrap();
        std::fs::rename(&beside, &path).unwrap();
        assert_eq!(wait(long), Ok(Some(())));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(wait(long), Ok(Some(())));
        assert_eq!(Stamp::of(&path), None);
        // One change may give several events.
        while wait(Duration::from_millis(200)).is_ok() {}
        std::fs::rename(&folder, place.path().join("moved")).unwrap();
        assert_eq!(wait(long), Ok(Some(())));
        // A folder that is made again is watched again.
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&path, "six").unwrap();
        assert_eq!(wait(long), Ok(Some(())));
        while wait(Duration::from_millis(200)).is_ok() {}
        std::fs::write(&path, "seven").unwrap();
        assert_eq!(wait(long), Ok(Some(())));
    }
}
