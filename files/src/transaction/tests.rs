use super::*;
use crate::disk::{Fault, FaultyDisk, RealDisk};

const NAMES: [&str; 3] = ["mask.original.png", "pictures/mask.png", "map.xml"];
const OLD: [Option<&str>; 3] = [None, Some("old mask"), Some("old map")];
const NEW: [Option<&str>; 3] = [Some("kept"), Some("a new mask, longer"), Some("map")];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("pictures")).unwrap();
    for (name, content) in NAMES.iter().zip(OLD) {
        if let Some(content) = content {
            fs::write(folder.path().join(name), content).unwrap();
        }
    }
    folder
}

fn save(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    let mut files = Transaction::begin(disk, root)?;
    for (name, content) in NAMES.iter().zip(NEW) {
        files.add(name, &mut content.unwrap().as_bytes())?;
    }
    files.commit()
}

fn contents(root: &Path) -> Vec<Option<String>> {
    let read = |name: &&str| fs::read_to_string(root.join(name)).ok();
    NAMES.iter().map(read).collect()
}

fn is(root: &Path, what: [Option<&str>; 3]) -> bool {
    contents(root) == what.map(|text| text.map(str::to_owned))
}

fn names(root: &Path) -> Vec<String> {
    let names = fs::read_dir(root).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

fn kept(settled: &Settled) -> usize {
    match settled {
        Settled::Nothing => 0,
        Settled::Finished { kept, .. } | Settled::Undone { kept } => kept.len(),
    }
}

#[test]
fn a_save_killed_at_any_call_leaves_all_files_old_or_all_new() {
    for fault in [Fault::Killed, Fault::KilledInPlace] {
        let (mut finished, mut back) = (0, 0);
        for at in 0.. {
            let folder = folder();
            let root = folder.path();
            let disk = FaultyDisk::new(at, fault);
            let saved = save(&disk, root);
            let mixed = !is(root, OLD) && !is(root, NEW);
            assert!(
                !mixed || is_interrupted(root),
                "{fault:?} {at}: not reported"
            );
            // Settling may be interrupted as well; over all iterations, at each of its calls.
            for again in (at % 4..40).step_by(4) {
                let _ = settle(&FaultyDisk::new(again, fault), root);
            }
            let settled = settle(&RealDisk, root).unwrap();
            assert!(
                is(root, OLD) || is(root, NEW),
                "{fault:?} {at}: {:?}",
                contents(root)
            );
            assert!(saved.is_err() || is(root, NEW));
            assert!(!is_interrupted(root));
            let is_new = is(root, NEW);
            save(&RealDisk, root).unwrap();
            if fault == Fault::Killed {
                assert_eq!(kept(&settled), 0);
                assert_eq!(names(root), ["map.xml", "mask.original.png", "pictures"]);
            }
            if !disk.has_failed() {
                assert!(saved.is_ok());
                break;
            }
            finished += usize::from(is_new);
            back += usize::from(!is_new);
        }
        assert!(finished > 5 && back > 5, "{fault:?}: {finished} {back}");
    }
}

#[test]
fn a_killed_save_is_finished_or_undone_and_reported() {
    let (mut finished, mut back) = (0, 0);
    for at in 0.. {
        let folder = folder();
        let disk = FaultyDisk::new(at, Fault::Killed);
        let _ = save(&disk, folder.path());
        if !disk.has_failed() {
            break;
        }
        match settle(&RealDisk, folder.path()).unwrap() {
            Settled::Nothing => {}
            Settled::Undone { .. } => {
                assert!(is(folder.path(), OLD), "{at}");
                back += 1;
            }
            Settled::Finished { files, .. } => {
                assert!(is(folder.path(), NEW), "{at}");
                assert_eq!(files, NAMES);
                finished += 1;
            }
        }
        assert!(
            names(folder.path())
                .iter()
                .all(|name| !name.starts_with(JOURNAL))
        );
    }
    assert!(finished > 5 && back > 5, "{finished} {back}");
}

#[test]
fn a_failing_call_and_a_full_disk_leave_the_old_files() {
    for fault in [Fault::Fails, Fault::Full] {
        for at in 0.. {
            let folder = folder();
            let root = folder.path();
            let disk = FaultyDisk::new(at, fault);
            match save(&disk, root) {
                Ok(()) => assert!(is(root, NEW), "{fault:?} {at}"),
                Err(_) => assert!(is(root, OLD), "{fault:?} {at}: {:?}", contents(root)),
            }
            if !disk.has_failed() {
                break;
            }
            settle(&RealDisk, root).unwrap();
            assert!(is(root, OLD) || is(root, NEW));
            save(&RealDisk, root).unwrap();
            assert!(is(root, NEW));
            assert!(
                names(root).iter().all(|name| !name.starts_with(JOURNAL)),
                "{at}"
            );
        }
    }
}

/// A folder with a complete transaction of which no file is in place yet.
fn interrupted() -> tempfile::TempDir {
    for at in 0.. {
        let folder = folder();
        let _ = save(&FaultyDisk::new(at, Fault::Killed), folder.path());
        if is_interrupted(folder.path()) {
            assert!(is(folder.path(), OLD));
            return folder;
        }
    }
    unreachable!("some call leaves it interrupted")
}

#[test]
fn changes_by_another_program_are_kept() {
    let folder = interrupted();
    fs::write(folder.path().join("map.xml"), "by another").unwrap();
    let settled = settle(&RealDisk, folder.path()).unwrap();
    assert!(is(folder.path(), NEW));
    let text = settled.to_string();
    assert!(text.ends_with("are kept in map.kept-1.xml."), "{text}");
    let kept = fs::read_to_string(folder.path().join("map.kept-1.xml")).unwrap();
    assert_eq!(kept, "by another");
}

#[test]
fn a_save_with_missing_files_is_undone_or_reported() {
    // Nothing was replaced yet.
    let folder = interrupted();
    fs::write(new_path(folder.path(), 1), "damaged").unwrap();
    let settled = settle(&RealDisk, folder.path()).unwrap();
    assert!(matches!(settled, Settled::Undone { .. }));
    assert!(is(folder.path(), OLD));
    // One file was replaced, and its old content exists.
    let folder = interrupted();
    fs::rename(new_path(folder.path(), 1), folder.path().join(NAMES[1])).unwrap();
    fs::remove_file(new_path(folder.path(), 2)).unwrap();
    let settled = settle(&RealDisk, folder.path()).unwrap();
    assert!(matches!(settled, Settled::Undone { .. }));
    assert!(is(folder.path(), OLD));
    // One file was replaced, and its old content is gone.
    let folder = interrupted();
    fs::rename(new_path(folder.path(), 1), folder.path().join(NAMES[1])).unwrap();
    fs::remove_file(new_path(folder.path(), 2)).unwrap();
    fs::remove_file(old_path(folder.path(), 1)).unwrap();
    let before = names(folder.path());
    let error = settle(&RealDisk, folder.path()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert!(error.to_string().contains("(map.xml)"), "{error}");
    assert_eq!(names(folder.path()), before);
    assert!(is_interrupted(folder.path()));
}

#[test]
fn a_foreign_journal_cannot_touch_files_outside() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("notes.txt");
    fs::write(&target, "mine").unwrap();
    for name in [
        "../notes.txt",
        "/etc/notes.txt",
        ".marchland-save-1.new",
        "map.xml\r.png",
        "",
    ] {
        let folder = folder();
        let entry = Entry {
            name: name.to_owned(),
            old: None,
            new: Sha256::digest("theirs").into(),
        };
        fs::write(new_path(folder.path(), 0), "theirs").unwrap();
        fs::write(folder.path().join(JOURNAL), journal::write(&[entry])).unwrap();
        let error = settle(&RealDisk, folder.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{name}");
    }
    #[cfg(unix)]
    {
        let folder = folder();
        std::os::unix::fs::symlink(&target, folder.path().join("link")).unwrap();
        let entry = Entry {
            name: "link".to_owned(),
            old: None,
            new: Sha256::digest("theirs").into(),
        };
        fs::write(new_path(folder.path(), 0), "theirs").unwrap();
        fs::write(folder.path().join(JOURNAL), journal::write(&[entry])).unwrap();
        assert!(settle(&RealDisk, folder.path()).is_err());
        assert!(!Transaction::holds(folder.path(), "link"));
    }
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    // An incomplete journal means that nothing was done.
    let folder = folder();
    for text in ["", "marchland-save 1\n", "end \u{0}\n", "\n\n\n"] {
        fs::write(folder.path().join(JOURNAL), text).unwrap();
        assert!(!is_interrupted(folder.path()));
        let settled = settle(&RealDisk, folder.path()).unwrap();
        assert_eq!(settled, Settled::Undone { kept: Vec::new() });
        assert!(is(folder.path(), OLD));
    }
}

#[test]
fn two_programs_cannot_save_at_once() {
    let folder = folder();
    let mut first = Transaction::begin(&RealDisk, folder.path()).unwrap();
    first.add("map.xml", &mut "first".as_bytes()).unwrap();
    let error = save(&RealDisk, folder.path()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
    assert!(!is_interrupted(folder.path()));
    first.commit().unwrap();
    save(&RealDisk, folder.path()).unwrap();
    assert!(is(folder.path(), NEW));
}

#[test]
fn a_save_that_has_just_ended_is_no_obstacle() {
    let folder = folder();
    save(&FaultyDisk::new(0, Fault::Overtaken), folder.path()).unwrap();
    assert!(is(folder.path(), NEW));
}

#[test]
fn a_journal_that_cannot_be_removed_is_reported() {
    let folder = folder();
    fs::write(folder.path().join(JOURNAL), "marchland-save 1\n").unwrap();
    fs::create_dir(new_path(folder.path(), 0)).unwrap();
    let error = save(&RealDisk, folder.path()).unwrap_err();
    assert!(error.to_string().contains("cannot be removed"), "{error}");
}
