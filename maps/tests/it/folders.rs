//! Maps on disk.

use std::fs;
use std::sync::Arc;

use marchland_maps::files::{Fault, FaultyDisk};
use marchland_maps::folder::{self, Folder, LoadError, OpenError, PathError, SaveError};
use marchland_maps::limits::MAX_XML_BYTES;
use marchland_maps::mask::{self, MaskError};
use marchland_maps::xml;

use crate::command_line::{maps, stderr, text};
use crate::sketch;

fn folder_with(text: &str) -> (tempfile::TempDir, Folder) {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("row");
    let mut folder = Folder::at(&path);
    folder.save(text).unwrap();
    (temporary, folder)
}

#[test]
fn saved_and_opened_again() {
    let draft = sketch::row(4);
    let text = xml::write(&draft);
    let (_temporary, folder) = folder_with(&text);
    for path in [folder.path(), folder.file()] {
        let (again, reading) = Folder::open(path).unwrap();
        assert_eq!((again.path(), again.file()), (folder.path(), folder.file()));
        assert!(reading.draft.same_content(&draft));
        assert_eq!(reading.source.text(), text);
    }
    let (_, _, map) = folder::load(folder.path()).unwrap();
    assert_eq!(map.len(), 4);
}

#[test]
fn folders_that_are_not_maps_are_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let open = |path| Folder::open(path).map(|_| ()).unwrap_err();
    let path = temporary.path();
    assert!(matches!(open(path.to_owned()), OpenError::NoMapFile(_)));
    assert!(matches!(open(path.join("x")), OpenError::NotThere(_)));
    assert!(matches!(
        open(path.join("map.xml")),
        OpenError::NoMapFile(_)
    ));
    let huge = fs::File::create(path.join("map.xml")).unwrap();
    huge.set_len(MAX_XML_BYTES + 1).unwrap();
    assert!(
        matches!(open(path.to_owned()), OpenError::TooLarge { bytes, .. } if bytes == MAX_XML_BYTES + 1)
    );
}

fn save_over(folder: &mut Folder, text: &str) -> Result<(), SaveError> {
    folder.save_with(text, &mut [] as &mut [(&str, &[u8])])
}

#[test]
fn changes_from_outside_are_noticed_and_not_overwritten() {
    let text = xml::write(&sketch::row(4));
    let (_temporary, mut folder) = folder_with(&text);
    assert!(!folder.changed_outside().unwrap());
    fs::write(folder.file(), "something else").unwrap();
    assert!(folder.changed_outside().unwrap());
    assert!(matches!(
        folder.save(&text),
        Err(SaveError::ChangedOutside(_))
    ));
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), "something else");
    save_over(&mut folder, &text).unwrap();
    assert!(!folder.changed_outside().unwrap());
    fs::remove_file(folder.file()).unwrap();
    assert!(folder.changed_outside().unwrap());
    // A new map does not overwrite an existing one.
    save_over(&mut folder, &text).unwrap();
    assert!(matches!(
        Folder::at(folder.path()).save(&text),
        Err(SaveError::ChangedOutside(_))
    ));
}

#[test]
fn all_reasons_why_it_cannot_be_played_have_lines() {
    let text = xml::write(&sketch::row(4));
    let (_temporary, mut folder) = folder_with(&text);
    folder
        .save(&text.replace("territory=\"2\"", "territory=\"9\""))
        .unwrap();
    let error = folder::load(folder.path()).unwrap_err();
    assert!(matches!(error, LoadError::Unfinished { .. }));
    let file = folder.file().display();
    assert_eq!(
        error.to_string(),
        format!("{file}:13:5: Land 1 has 9 as a neighbour, but no territory has that id")
    );
    // Of many of one kind: the first, and their number.
    let text_of_many = format!("<map format=\"1\">{}</map>", "<territory/>".repeat(99));
    folder.save(&text_of_many).unwrap();
    let error = folder::load(folder.path()).unwrap_err().to_string();
    let nameless = error.lines().filter(|line| line.ends_with("has no name"));
    assert_eq!(nameless.count(), 4, "three and the map: {error}");
    assert_eq!(
        error.matches("\n… and 96 more like these").count(),
        5,
        "{error}"
    );
    folder
        .save(&text.replace("bonus=\"2\"", "bonus=\"many\""))
        .unwrap();
    let error = folder::load(folder.path()).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 2, "{error}");
    assert!(
        error.contains(":5:40: `bonus` is a whole number from 0 to 1000"),
        "{error}"
    );
}

#[test]
fn files_stay_in_the_folder() {
    let (_temporary, folder) = folder_with(&xml::write(&sketch::row(2)));
    let path = folder.path();
    fs::create_dir(path.join("pictures")).unwrap();
    fs::write(path.join("pictures/mask.png"), "").unwrap();
    assert_eq!(
        folder.resolve("pictures/mask.png"),
        Ok(path.join("pictures/mask.png"))
    );
    assert_eq!(
        folder.resolve("not/there/yet.png"),
        Ok(path.join("not/there/yet.png"))
    );
    assert_eq!(folder.resolve("../row/map.xml"), Err(PathError::Parent));
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    use std::os::unix::fs::symlink;

    let (temporary, folder) = folder_with(&xml::write(&sketch::row(2)));
    let path = folder.path();
    fs::write(temporary.path().join("secret"), "").unwrap();
    fs::create_dir(path.join("in")).unwrap();
    symlink("../secret", path.join("mask.png")).unwrap();
    symlink("map.xml", path.join("same.xml")).unwrap();
    symlink("..", path.join("in/up")).unwrap();
    symlink("../..", path.join("in/out")).unwrap();
    symlink("/nowhere/at/all", path.join("dangling.png")).unwrap();
    assert_eq!(folder.resolve("mask.png"), Err(PathError::Link));
    assert_eq!(folder.resolve("dangling.png"), Err(PathError::Link));
    assert_eq!(folder.resolve("in/out/secret"), Err(PathError::Link));
    assert_eq!(folder.resolve("in/out/new.png"), Err(PathError::Link));
    assert!(folder.resolve("same.xml").is_ok());
    assert!(folder.resolve("in/up/map.xml").is_ok());
}

#[cfg(unix)]
#[test]
fn permissions_and_links_to_the_file_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let text = xml::write(&sketch::row(2));
    let (temporary, mut folder) = folder_with(&text);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o640)).unwrap();
    folder.save(&format!("{text}\n")).unwrap();
    assert_eq!(mode(folder.file()), 0o640);
    // Protected files are not written, although their folder could be.
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o440)).unwrap();
    assert!(matches!(folder.save(&text), Err(SaveError::Io { .. })));

    let linked = temporary.path().join("linked");
    fs::create_dir(&linked).unwrap();
    let real = temporary.path().join("real.xml");
    fs::write(&real, &text).unwrap();
    symlink("../real.xml", linked.join("map.xml")).unwrap();
    let (mut folder, _) = Folder::open(&linked).unwrap();
    folder.save("changed").unwrap();
    assert!(folder.file().is_symlink());
    assert_eq!(fs::read_to_string(real).unwrap(), "changed");
}

/// The message of the system used to be repeated in the source of the error.
#[test]
fn errors_say_everything_once() {
    use marchland_maps::create::Recipe;
    use marchland_maps::formats::{domination, geojson, svg};

    let once = |error: Box<dyn std::error::Error + Send + Sync>| {
        let error = anyhow::Error::from_boxed(error);
        assert_eq!(format!("{error:#}"), error.to_string());
    };
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path();
    fs::create_dir(path.join("map.xml")).unwrap();
    once(Folder::open(path).unwrap_err().into());
    once(save_over(&mut Folder::at(path), "").unwrap_err().into());
    let nowhere = std::collections::BTreeMap::<String, Vec<u8>>::new();
    once(domination::read(&nowhere, "a.map").unwrap_err().into());
    once(mask::read(b"").unwrap_err().into());
    once(MaskError::Io(std::io::ErrorKind::NotFound.into()).into());
    once(svg::read("<").unwrap_err().into());
    once(svg::read("<a/>").unwrap_err().into());
    let options = geojson::Options::default();
    once(geojson::read("{", &options).unwrap_err().into());
    once(Recipe::parse("[").unwrap_err().into());
}

/// A map whose save with its mask is interrupted at this call; whether the save got that far.
fn killed_at(at: usize) -> (tempfile::TempDir, Folder, bool) {
    let (temporary, folder) = folder_with(&xml::write(&sketch::row(4)));
    fs::write(folder.path().join("mask.png"), "old").unwrap();
    let disk = Arc::new(FaultyDisk::new(at, Fault::Killed));
    let mut saver = folder.clone().on(disk.clone());
    let text = xml::write(&sketch::row(5));
    let mut mask = "new".as_bytes();
    let _ = saver.save_with(&text, &mut [("mask.png", &mut mask)]);
    (temporary, folder, disk.has_failed())
}

#[test]
fn an_interrupted_save_is_reported_and_settled() {
    let (mut told, mut back, mut finished) = (0, 0, 0);
    for at in 0.. {
        let (_temporary, folder, has_failed) = killed_at(at);
        if !has_failed {
            break;
        }
        let path = folder.path();
        let opened = Folder::open(path).map(|(_, reading)| reading.draft.territories.len());
        let mask = || fs::read_to_string(path.join("mask.png")).unwrap();
        match opened {
            Ok(territories) => {
                // The files that it reads belong together.
                assert_eq!(mask() == "new", territories == 5, "{at}");
            }
            Err(error) => {
                assert!(matches!(error, OpenError::CutOff(_)));
                let said = error.to_string();
                assert!(said.contains("run `marchland-maps settle "), "{said}");
                told += 1;
            }
        }
        let output = maps(&["settle", text(path)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        back += usize::from(said.contains("has been undone"));
        finished += usize::from(said.contains("has been finished: mask.png, map.xml."));
        let (_, _, map) = folder::load(path).unwrap();
        assert!(
            [("old", 4), ("new", 5)].contains(&(&mask(), map.len())),
            "{at}: {said}"
        );
    }
    assert!(
        told > 4 && back > 4 && finished > 4,
        "{told} {back} {finished}"
    );
}

#[test]
fn nothing_is_settled_where_no_save_was_interrupted() {
    let (_temporary, folder) = folder_with(&xml::write(&sketch::row(4)));
    let path = folder.path();
    let output = maps(&["settle", text(path)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with(": No save was interrupted.\n"), "{said}");

    let picture = path.join("m.png");
    fs::write(&picture, "a picture").unwrap();
    let empty = path.join("empty");
    fs::create_dir(&empty).unwrap();
    for (other, told) in [
        (&picture, "m.png is not a map"),
        (&empty, "contains no map.xml, so it is not a map"),
    ] {
        let output = maps(&["settle", text(other)]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_failed_save_gives_reason_and_advice() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_temporary, mut folder) = folder_with(&xml::write(&sketch::row(4)));
    let mask = folder.path().join("mask.png");
    fs::write(&mask, "old").unwrap();
    let before = fs::read_to_string(folder.file()).unwrap();
    let save = |folder: &mut Folder| {
        let mut new = "new".as_bytes();
        let saved = folder.save_with("<map/>", &mut [("mask.png", &mut new)]);
        saved.unwrap_err().to_string()
    };
    // A file that its author protects.
    fs::set_permissions(&mask, fs::Permissions::from_mode(0o444)).unwrap();
    let said = save(&mut folder);
    let path = folder.path().display().to_string();
    assert!(
        said.starts_with(&path) && said.ends_with("or save in another folder"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&mask).unwrap(), "old");
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), before);
    fs::set_permissions(&mask, fs::Permissions::from_mode(0o644)).unwrap();
    // A full disk, at every call.
    for at in 0..6 {
        let mut full = folder
            .clone()
            .on(Arc::new(FaultyDisk::new(at, Fault::Full)));
        let said = save(&mut full);
        assert!(said.contains("make room on the disk"), "{said}");
        assert_eq!(fs::read_to_string(&mask).unwrap(), "old");
        assert_eq!(fs::read_to_string(folder.file()).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}

#[test]
fn a_full_disk_leaves_no_empty_folder_of_a_new_map() {
    let place = tempfile::tempdir().unwrap();
    for at in 0..6 {
        let disk = Arc::new(FaultyDisk::new(at, Fault::Full));
        let mut folder = Folder::at(place.path().join("maps/new")).on(disk);
        let mut mask = "mask".as_bytes();
        folder
            .save_with("<map/>", &mut [("mask.png", &mut mask)])
            .unwrap_err();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "{at}");
    }
}
