//! `marchland-maps edit` on bundled maps.

use std::fs;
use std::path::Path;

use marchland_maps::folder::{Folder, load};
use marchland_maps::mask;
use marchland_maps::picture::drawn_from;
use marchland_maps::propose::Survey;
use marchland_maps::{By, TerritoryId};

use crate::command_line::{bundled, maps, stderr, text};

fn copy(map: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(bundled(map)).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

/// A playable map whose links by land are its contacts, except closed borders.
fn sound(folder: &Path) -> usize {
    let (opened, draft, map) = load(folder).unwrap();
    let file = &draft.mask.as_ref().unwrap().file;
    let regions = mask::read(&fs::read(opened.path().join(file)).unwrap()).unwrap();
    let survey = Survey::new(&regions, &draft);
    for (a, b, length) in survey.contacts().filter(|&(_, _, length)| length > 7) {
        let [a, b] = [a, b].map(|at| draft.territories[at].id.unwrap());
        let known = draft.can_go(a, b).is_some() || draft.is_closed(a, b);
        assert!(known, "{a} and {b} touch along {length} pixels");
    }
    for at in 0..draft.territories.len() {
        assert!(!survey.parts().of(at).is_empty());
    }
    map.len()
}

#[test]
fn a_territory_is_divided_where_it_is_and_the_mask_is_kept() {
    let folder = copy("czechia");
    let path = folder.path();
    let [old_xml, old_mask, old_image] =
        ["map.xml", "mask.png", "image.png"].map(|file| fs::read(path.join(file)).unwrap());
    let before = sound(path);
    let edit = |more: &[&str]| maps(&[&["edit", text(path)], more].concat());
    let output = edit(&["--divide", "3", "--parts", "3", "--seed", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(sound(path), before + 2);
    assert_eq!(
        names(path),
        ["image.png", "map.xml", "mask.original.png", "mask.png"]
    );
    assert_eq!(fs::read(path.join("mask.original.png")).unwrap(), old_mask);
    // The lines of all other territories are unchanged.
    let new = fs::read_to_string(path.join("map.xml")).unwrap();
    let old = String::from_utf8(old_xml).unwrap();
    let kept = old.lines().filter(|line| new.contains(line)).count();
    assert!(kept * 10 > old.lines().count() * 9, "{kept}");
    // The image was drawn by Marchland, and is redrawn.
    let image = path.join("image.png");
    let drawn = |image: &Path| drawn_from(fs::File::open(image).unwrap());
    assert!(drawn(&image).is_some() && drawn(&image) != drawn_from(old_image.as_slice()));
    // The second time neither the author's mask nor their picture is touched.
    image::open(&image).unwrap().save(&image).unwrap();
    let theirs = fs::read(&image).unwrap();
    let id = before.to_string();
    let output = edit(&["--merge", &format!("3,{id}")]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("the image shows the old borders"));
    assert!(stderr(&output).contains(" is now part of "));
    assert_eq!(fs::read(&image).unwrap(), theirs);
    let output = edit(&["--divide", "5", "--parts", "2", "--draw"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read(path.join("mask.original.png")).unwrap(), old_mask);
    // Their picture stays, and the map names the new one.
    assert_eq!(fs::read(&image).unwrap(), theirs);
    let said = "the image is now image-2.png; image.png was not drawn over";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let (_, reading) = Folder::open(path).unwrap();
    assert_eq!(reading.draft.territories.len(), before + 2);
    assert_eq!(reading.draft.image.as_deref(), Some("image-2.png"));
    assert!(drawn(&path.join("image-2.png")).is_some());
    // From now on that one is redrawn.
    let output = edit(&["--divide", "6", "--parts", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(
        names(path),
        [
            "image-2.png",
            "image.png",
            "map.xml",
            "mask.original.png",
            "mask.png"
        ]
    );
}

/// Whether the picture is the land of a map, as its mask is.
fn is_mask(path: &Path, xml: &str) -> bool {
    let draft = marchland_maps::xml::read(xml.as_bytes()).draft;
    let regions = mask::read(&fs::read(path).unwrap()).unwrap();
    let survey = Survey::new(&regions, &draft);
    (0..draft.territories.len()).all(|at| !survey.parts().of(at).is_empty())
}

#[test]
fn an_image_is_never_drawn_over_the_mask() {
    for name in ["mask.png", "link.png"] {
        let folder = copy("czechia");
        let path = folder.path();
        if name != "mask.png" {
            #[cfg(unix)]
            std::os::unix::fs::symlink("mask.png", path.join(name)).unwrap();
            #[cfg(not(unix))]
            continue;
        }
        let file = path.join("map.xml");
        let xml = fs::read_to_string(&file).unwrap();
        fs::write(&file, xml.replace("image.png", name)).unwrap();
        let divide = ["--divide", "3", "--parts", "2"];
        let [draw, other] = [path.join("draw"), path.join("other")];
        // In a new folder, and where it is.
        for more in [
            &["-o", text(&other)][..],
            &["-o", text(&draw), "--draw"],
            &["--draw"],
        ] {
            let output = maps(&[&["edit", text(path)], &divide[..], more].concat());
            let told = stderr(&output);
            let is_drawn = more.contains(&"--draw");
            assert_eq!(
                output.status.code() == Some(0),
                is_drawn || name == "mask.png",
                "{told}"
            );
        }
        for (map, image) in [
            (&*other, name),
            (&draw, "image-2.png"),
            (path, "image-2.png"),
        ] {
            let xml = fs::read_to_string(map.join("map.xml")).unwrap();
            assert!(xml.contains(&format!("<image file=\"{image}\"/>")), "{xml}");
            assert!(
                is_mask(&map.join("mask.png"), &xml),
                "{name} in {}",
                map.display()
            );
        }
        assert!(drawn_from(fs::File::open(path.join("image-2.png")).unwrap()).is_some());
    }
}

#[test]
fn every_mask_of_the_author_is_kept() {
    let folder = copy("czechia");
    let path = folder.path();
    let edit = || {
        let output = maps(&["edit", text(path), "--divide", "3", "--parts", "2"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output)
    };
    let first = fs::read(path.join("mask.png")).unwrap();
    assert!(edit().contains("mask.png as it was is kept as mask.original.png"));
    // Nobody's work is kept.
    assert!(!edit().contains("is kept"));
    image::open(path.join("mask.png"))
        .unwrap()
        .save(path.join("mask.png"))
        .unwrap();
    let second = fs::read(path.join("mask.png")).unwrap();
    assert!(edit().contains("mask.png as it was is kept as mask.original-2.png"));
    assert_eq!(fs::read(path.join("mask.original.png")).unwrap(), first);
    assert_eq!(fs::read(path.join("mask.original-2.png")).unwrap(), second);
}

/// A map with elements of other programs is written as well.
#[test]
fn elements_of_other_programs_are_kept_in_another_folder() {
    let folder = copy("czechia");
    let file = folder.path().join("map.xml");
    let old = fs::read_to_string(&file).unwrap();
    fs::write(&file, old.replacen("<mask ", "<weather/>\n  <mask ", 1)).unwrap();
    let target = folder.path().join("new");
    let divide = ["--divide", "3", "--parts", "2", "--draw"];
    let to = ["edit", text(folder.path()), "-o", text(&target)];
    let output = maps(&[&to[..], &divide].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let new = fs::read_to_string(target.join("map.xml")).unwrap();
    assert!(new.contains("\n  <weather/>\n"), "{new}");
    sound(&target);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_image_is_not_waited_for() {
    let folder = copy("czechia");
    let image = folder.path().join("image.png");
    fs::remove_file(&image).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&image).status();
    assert!(made.unwrap().success());
    let divide = ["--divide", "3", "--parts", "2"];
    let output = maps(&[&["edit", text(folder.path())], &divide[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("the image shows the old borders"));
    let out = folder.path().join("out.png");
    let render = [
        "render",
        text(folder.path()),
        "-o",
        text(&out),
        "--layer",
        "image",
    ];
    let output = maps(&render);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_line_splits_into_a_folder_of_its_own() {
    let folder = copy("world");
    let path = folder.path();
    let old = fs::read(path.join("map.xml")).unwrap();
    let (_, reading) = Folder::open(path).unwrap();
    let alaska = &reading.draft.territories[0];
    let pivot = alaska.pivots[0];
    let line = format!(
        "{},{},{},{}",
        pivot.x,
        pivot.y - 100,
        pivot.x,
        pivot.y + 100
    );
    let target = path.join("new");
    let edit = |more: &[&str]| {
        let arguments = [
            "edit",
            text(path),
            "--split",
            "0",
            "--line",
            &line,
            "-o",
            text(&target),
        ];
        maps(&[&arguments, more].concat())
    };
    let output = edit(&["--draw"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(sound(&target) >= 43);
    assert_eq!(fs::read(path.join("map.xml")).unwrap(), old);
    assert!(!path.join("mask.original.png").exists());
    let (_, reading) = Folder::open(&target).unwrap();
    // The link by sea still goes by sea.
    let by_sea = reading.draft.links().filter(|(from, n)| {
        let ids = [from.id, Some(n.to)];
        n.by == By::Sea && ids.contains(&Some(TerritoryId(29)))
    });
    assert!(by_sea.count() >= 1);
    let output = edit(&[]);
    assert_eq!(output.status.code(), Some(2), "nothing is written over");
}

#[test]
fn slivers_of_a_split_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let [mask, map] = ["mask.png", "map"].map(|name| folder.path().join(name));
    let lands = image::RgbImage::from_fn(140, 44, |x, y| match (x, y) {
        (2..62, 2..42) => image::Rgb([200, 0, 0]),
        (70..130, 2..42) => image::Rgb([0, 200, 0]),
        _ => image::Rgb([255; 3]),
    });
    lands.save(&mask).unwrap();
    let made = maps(&["new", text(&mask), "-o", text(&map), "--name", "Two"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let line = "0,9,9,0,25,0,25,43";
    let output = maps(&["edit", text(&map), "--split", "0", "--line", line]);
    let told = stderr(&output);
    assert!(
        told.contains("small pieces that joined the part beside them: 1\n"),
        "{told}"
    );
    let (_, reading) = Folder::open(&map).unwrap();
    assert_eq!(reading.draft.territories.len(), 3);
}

/// When two are merged, the free id goes to the territory with the highest one.
#[test]
fn a_merge_leaves_no_gap_among_the_ids() {
    let folder = copy("world");
    let output = maps(&["edit", text(folder.path()), "--merge", "0,1"]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(
        told.contains("41 before, so that ids have no gaps"),
        "{told}"
    );
    let (_, reading) = Folder::open(folder.path()).unwrap();
    let map = marchland_maps::Map::try_from(&reading.draft).unwrap();
    assert_eq!(map.len(), 41);
}

#[test]
fn a_map_that_becomes_unplayable_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let [mask, map] = ["two.png", "map"].map(|name| folder.path().join(name));
    let two = image::RgbImage::from_fn(60, 40, |x, y| match (x, y) {
        (10..30, 10..30) => image::Rgb([200, 0, 0]),
        (30..50, 10..30) => image::Rgb([0, 200, 0]),
        _ => image::Rgb([255; 3]),
    });
    two.save(&mask).unwrap();
    let made = maps(&["new", text(&mask), "-o", text(&map), "--name", "Two"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    // What a game needs.
    let file = map.join("map.xml");
    let mut xml = fs::read_to_string(&file).unwrap();
    for (place, more) in [
        ("format=", "id=\"two\" "),
        (
            "  <territory id=\"0\"",
            "  <continent id=\"0\" name=\"All\" bonus=\"1\"/>\n",
        ),
        ("id=\"0\" colour", "name=\"A\" continent=\"0\" "),
        ("id=\"1\" colour", "name=\"B\" continent=\"0\" "),
    ] {
        xml = xml.replace(place, &format!("{more}{place}"));
    }
    fs::write(&file, xml).unwrap();
    let output = maps(&["edit", text(&map), "--merge", "0,1"]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let why = "cannot be played yet:\n- a map needs at least two territories";
    assert!(told.contains(why), "{told}");
}

#[test]
fn a_failed_edit_changes_nothing() {
    let folder = copy("world");
    let path = folder.path();
    let before: Vec<_> = names(path)
        .into_iter()
        .map(|name| fs::read(path.join(name)).unwrap())
        .collect();
    for arguments in [
        &["--split", "0", "--line", "1,1,2,2"][..],
        &["--split", "0", "--line", "4000000000,1,2,2"],
        &["--split", "0"],
        &["--merge", "3,3"],
        &["--merge", "3"],
        &["--divide", "99", "--parts", "2"],
        &["--divide", "9", "--parts", "1"],
        &["--divide", "9", "--parts", "2", "--merge", "1,2"],
        &[],
    ] {
        let output = maps(&[&["edit", text(path)], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let after: Vec<_> = names(path)
            .into_iter()
            .map(|name| fs::read(path.join(name)).unwrap())
            .collect();
        assert!(before == after, "{arguments:?}");
    }
}

#[test]
fn a_broken_map_is_not_edited() {
    let folder = copy("czechia");
    let file = folder.path().join("map.xml");
    let whole = fs::read_to_string(&file).unwrap();
    let end = whole.rfind("<neighbour").unwrap() + 12;
    fs::write(&file, &whole[..end]).unwrap();
    let divide = ["--divide", "3", "--parts", "2"];
    let old = ["map.xml", "mask.png", "image.png"].map(|file| fs::read(folder.path().join(file)));
    let output = maps(&[&["edit", text(folder.path())], &divide[..]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("map.xml is broken"), "{told}");
    for (file, old) in ["map.xml", "mask.png", "image.png"].iter().zip(old) {
        assert_eq!(fs::read(folder.path().join(file)).unwrap(), old.unwrap());
    }
    assert_eq!(names(folder.path()), ["image.png", "map.xml", "mask.png"]);
}

/// A mask of four squares that touch, with different colours for each shade.
fn four_squares(shade: u8) -> image::RgbImage {
    image::RgbImage::from_fn(80, 80, |x, y| match (x, y) {
        (10..70, 10..70) => image::Rgb([(x / 40) as u8 * 99 + 20, (y / 40) as u8 * 99 + 20, shade]),
        _ => image::Rgb([255; 3]),
    })
}

#[test]
fn the_mask_of_a_map_that_replaced_another_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, tiff, map] =
        ["a.png", "b.png", "c.tiff", "map"].map(|name| folder.path().join(name));
    four_squares(0).save(&a).unwrap();
    four_squares(200).save(&b).unwrap();
    four_squares(100).save(&tiff).unwrap();
    let new = |mask: &Path| {
        let made = maps(&["new", text(mask), "-o", text(&map), "--force"]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        stderr(&made)
    };
    let merge = || {
        let output = maps(&["edit", text(&map), "--merge", "0,1"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    let bytes = |path: &Path| fs::read(path).unwrap();
    let kept = map.join("mask.original.png");
    new(&a);
    merge();
    assert_eq!(bytes(&kept), bytes(&a));
    // Made again from the same mask; its existing copy is used.
    let told = new(&a);
    assert!(!told.contains("original"), "{told}");
    let told = new(&b);
    assert!(told.contains("is now mask.original-1.png"), "{told}");
    assert_eq!(bytes(&map.join("mask.original-1.png")), bytes(&a));
    merge();
    assert_eq!(bytes(&kept), bytes(&b));
    let told = new(&tiff);
    assert!(
        told.contains("mask.png belonged to the map that was overwritten"),
        "{told}"
    );
    assert!(map.join("mask.png").exists());
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let folder = copy("world");
    let xml = fs::read(folder.path().join("map.xml")).unwrap();
    let line = "10,10,20,20";
    for (arguments, one, other) in [
        (
            &["--merge", "0,1", "--parts", "7"][..],
            "--merge",
            "--parts",
        ),
        (&["--merge", "0,1", "--line", line], "--merge", "--line"),
        (
            &["--merge", "0,1", "--style", "hexes"],
            "--merge",
            "--style",
        ),
        (&["--merge", "0,1", "--seed", "1"], "--merge", "--seed"),
        (
            &["--split", "0", "--line", line, "--parts", "7"],
            "--split",
            "--parts",
        ),
        (
            &["--split", "0", "--line", line, "--style", "hexes"],
            "--split",
            "--style",
        ),
        (
            &["--split", "0", "--line", line, "--seed", "9"],
            "--split",
            "--seed",
        ),
        (
            &["--divide", "0", "--parts", "2", "--line", line],
            "--divide",
            "--line",
        ),
        (&["--split", "0", "--parts", "4"], "--split", "--parts"),
    ] {
        let output = maps(&[&["edit", text(folder.path())], arguments].concat());
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(
            told.contains("cannot be used with"),
            "{arguments:?}: {told}"
        );
        assert!(
            told.contains(one) && told.contains(other),
            "{arguments:?}: {told}"
        );
    }
    assert_eq!(fs::read(folder.path().join("map.xml")).unwrap(), xml);
}

#[test]
fn a_merge_of_distant_territories_is_noted() {
    let folder = copy("world");
    let (_, reading) = Folder::open(folder.path()).unwrap();
    let draft = &reading.draft;
    // Alaska and Kamchatka are linked by sea; no others on the two continents are linked.
    let continent = |id: u16| draft.territory_by_id(TerritoryId(id)).unwrap().continent;
    assert!(continent(0) != continent(29));
    let merge = |ids: &str| {
        let target = folder.path().join(ids);
        let edit = [
            "edit",
            text(folder.path()),
            "-o",
            text(&target),
            "--merge",
            ids,
        ];
        let output = maps(&edit);
        let told = stderr(&output);
        assert!(target.join("map.xml").exists(), "{told}");
        (output.status.code(), told)
    };
    let (code, told) = merge("0,29");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("the two do not touch"), "{told}");
    assert!(told.contains("in different continents"), "{told}");
    let (code, told) = merge("0,1");
    assert_eq!(code, Some(0), "{told}");
    assert!(!told.contains("the two"), "{told}");
}

#[test]
fn the_folder_of_the_map_is_not_an_output() {
    let folder = copy("world");
    let file = folder.path().join("map.xml");
    let before = fs::read(&file).unwrap();
    for output in [folder.path(), &file] {
        for force in [&[][..], &["--force"]] {
            let edit = [
                "edit",
                text(folder.path()),
                "--merge",
                "0,1",
                "-o",
                text(output),
            ];
            let output = maps(&[&edit[..], force].concat());
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.contains("leave out --output"), "{told}");
        }
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn an_empty_folder_takes_a_map() {
    let folder = copy("world");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let edit = [
        "edit",
        text(folder.path()),
        "--merge",
        "0,1",
        "-o",
        text(&empty),
    ];
    let output = maps(&edit);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(empty.join("map.xml").exists());
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("notes.txt"), "mine").unwrap();
    let edit = [
        "edit",
        text(folder.path()),
        "--merge",
        "0,1",
        "-o",
        text(&other),
    ];
    let output = maps(&edit);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(names(&other), ["notes.txt"]);
}
