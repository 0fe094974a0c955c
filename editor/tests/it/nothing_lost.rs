//! Drawn maps whose save fails: the files are all old or all new, and the message says what to
//! do.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_editor::files::{self, Held, Home, KeepError, Loaded};
use marchland_maps::files::{Fault, FaultyDisk, Settled};
use marchland_maps::mask::{self, Regions};
use marchland_maps::{Draft, Edit, MapField};

use crate::driver::{Driver, six_squares};

/// A saved map and a change to it: another name, and a mask with one more island.
struct Scene {
    _place: tempfile::TempDir,
    root: PathBuf,
    home: Home,
    draft: Draft,
    held: Held,
}

fn open(root: &Path) -> Loaded {
    files::open(root, &mut |_| ControlFlow::Continue(())).expect("a map")
}

fn scene(of: &Path) -> Scene {
    let place = tempfile::tempdir().expect("a folder");
    let root = place.path().join("map");
    fs::create_dir(&root).expect("it works");
    for entry in fs::read_dir(of).expect("it works") {
        let entry = entry.expect("it works");
        fs::copy(entry.path(), root.join(entry.file_name())).expect("it works");
    }
    let Loaded { home, document, .. } = open(&root);
    let filed = Arc::clone(document.land().expect("a mask").regions());
    let mut draft = document.draft().clone();
    let name = Some("Drawn".to_owned());
    draft
        .apply(Edit::Map(MapField::Name(name)))
        .expect("it works");
    let held = Held {
        regions: Arc::new(with_an_island(&root.join("squares.png"))),
        filed: Some(filed),
        draw_picture: false,
    };
    Scene {
        _place: place,
        root,
        home,
        draft,
        held,
    }
}

fn with_an_island(mask: &Path) -> Regions {
    let mut image = image::open(mask).expect("it works").into_rgb8();
    for (x, y) in (400..440).flat_map(|x| (20..40).map(move |y| (x, y))) {
        image.put_pixel(x, y, image::Rgb([10, 20, 30]));
    }
    let mut png = std::io::Cursor::new(Vec::new());
    image
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("it works");
    png.set_position(0);
    mask::read_from(png).expect("it works")
}

/// What a reader finds: whether map and mask are the new ones.
fn found(root: &Path) -> (Settled, bool, bool) {
    let loaded = open(root);
    let regions = loaded.document.land().expect("a mask").regions();
    let has_island = regions.colours().len() == 8;
    let is_new = loaded.document.draft().name.text.as_deref() == Some("Drawn");
    (loaded.settled, is_new, has_island)
}

fn original() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder");
    let (_, home) = Driver::saved(place.path());
    six_squares(&home.join("squares.png"));
    (place, home)
}

#[test]
fn killed_at_any_call_a_drawn_map_is_all_old_or_all_new() {
    let (_place, original) = original();
    let author = fs::read(original.join("squares.png")).unwrap();
    let (mut back, mut finished) = (0, 0);
    for at in 0.. {
        let mut scene = scene(&original);
        let disk = Arc::new(FaultyDisk::new(at, Fault::Killed));
        let folder = scene
            .home
            .folder
            .take()
            .map(|folder| folder.on(disk.clone()));
        scene.home.folder = folder;
        let saved = scene.home.save(&scene.draft, false, Some(&scene.held));
        let (settled, is_new, has_island) = found(&scene.root);
        assert_eq!(is_new, has_island, "{at}: {settled:?}");
        assert!(saved.is_err() || is_new, "{at}");
        let kept = fs::read(scene.root.join("squares.original.png")).ok();
        assert_eq!(kept.is_some(), is_new, "{at}");
        assert!(kept.is_none_or(|kept| kept == author), "{at}");
        match settled {
            Settled::Nothing => {}
            Settled::Undone { kept } => back += usize::from(kept.is_empty()),
            Settled::Finished { kept, .. } => finished += usize::from(kept.is_empty()),
        }
        // Reported once.
        assert_eq!(found(&scene.root).0, Settled::Nothing);
        if !disk.has_failed() {
            break;
        }
    }
    assert!(back > 5 && finished > 5, "{back} {finished}");
}

#[test]
fn failed_saves_lose_nothing() {
    let (_place, original) = original();
    for at in 0.. {
        let mut scene = scene(&original);
        let disk = Arc::new(FaultyDisk::new(at, Fault::Full));
        let folder = scene
            .home
            .folder
            .take()
            .map(|folder| folder.on(disk.clone()));
        scene.home.folder = folder;
        let saved = scene.home.save(&scene.draft, false, Some(&scene.held));
        let Err(error) = saved else {
            // Renaming and removing need no space.
            assert_eq!(found(&scene.root), (Settled::Nothing, true, true), "{at}");
            if disk.has_failed() {
                continue;
            }
            break;
        };
        let said = error.to_string();
        assert!(
            said.contains("make room on the disk, or save in another folder"),
            "{said}"
        );
        assert_eq!(found(&scene.root), (Settled::Nothing, false, false), "{at}");
        // With space again.
        scene.home.folder = open(&scene.root).home.folder;
        scene
            .home
            .save(&scene.draft, false, Some(&scene.held))
            .unwrap();
        assert_eq!(found(&scene.root), (Settled::Nothing, true, true), "{at}");
    }

    let mut protected = scene(&original);
    let mask = protected.root.join("squares.png");
    let protect = |is: bool| {
        let mut permissions = fs::metadata(&mask).unwrap().permissions();
        permissions.set_readonly(is);
        fs::set_permissions(&mask, permissions).unwrap();
    };
    protect(true);
    let saved = protected
        .home
        .save(&protected.draft, false, Some(&protected.held));
    let said = saved.unwrap_err().to_string();
    assert!(
        said.contains("and its files; change the permissions, or save in another folder"),
        "{said}"
    );
    assert_eq!(found(&protected.root), (Settled::Nothing, false, false));
    protect(false);

    let mut painted = scene(&original);
    let mask = painted.root.join("squares.png");
    image::RgbImage::from_pixel(50, 30, image::Rgb([1; 3]))
        .save(&mask)
        .unwrap();
    let theirs = fs::read(&mask).unwrap();
    let saved = painted
        .home
        .save(&painted.draft, false, Some(&painted.held));
    let error = saved.unwrap_err();
    assert!(matches!(&error, KeepError::Painted(name) if name == "squares.png"));
    assert!(
        error
            .to_string()
            .contains("choose in the notice at the top")
    );
    assert_eq!(fs::read(&mask).unwrap(), theirs);
    let elsewhere = painted.root.with_file_name("elsewhere");
    painted
        .home
        .save_as(&painted.draft, &elsewhere, Some(&painted.held))
        .unwrap();
    assert_eq!(found(&elsewhere), (Settled::Nothing, true, true));
    assert_eq!(fs::read(&mask).unwrap(), theirs);
}

#[test]
fn opening_reports_an_interrupted_save() {
    let (_place, original) = original();
    for at in 0..100 {
        let mut scene = scene(&original);
        let disk = Arc::new(FaultyDisk::new(at, Fault::Killed));
        let folder = scene
            .home
            .folder
            .take()
            .map(|folder| folder.on(disk.clone()));
        scene.home.folder = folder;
        let _ = scene.home.save(&scene.draft, false, Some(&scene.held));
        if marchland_maps::files::is_interrupted(&scene.root) {
            let shown = Driver::new(Some(&scene.root));
            let said: Vec<_> = shown.app.toasts().collect();
            assert!(
                said.iter()
                    .any(|text| text.contains("has been finished: squares.original.png")),
                "{said:?}"
            );
            return;
        }
    }
    panic!("no save was interrupted");
}
