//! `marchland-maps import` and `repair` on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use image::codecs::jpeg::JpegEncoder;
use marchland_maps::mask::{self, Regions, Rgba};

use crate::command_line::{self, four, text};

fn maps(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_imported_map_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["a.map", "new"].map(|name| folder.path().join(name));
    let map = "name Two Isles\n[files]\nmap a.png\n[continents]\nAll 2 red\n[countries]\n\
        1 West 1 5 5\n2 East 1 15 5\n[borders]\n1 2\n2 1\n";
    fs::write(&source, map).unwrap();
    let isles = image::GrayImage::from_fn(20, 10, |x, _| match x {
        1..9 => image::Luma([1]),
        12..19 => image::Luma([2]),
        _ => image::Luma([255]),
    });
    isles.save(folder.path().join("a.png")).unwrap();

    let import = ["import".as_ref(), &*source, "-o".as_ref(), &*target];
    let output = maps(&import);
    // The deck and the picture are missing: a look is needed.
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("a.map: error: `[files]` has no `crd`"));
    let (_, draft, map) = marchland_maps::folder::load(&target).unwrap();
    assert_eq!(
        (map.len(), draft.name.text.as_deref()),
        (2, Some("Two Isles"))
    );

    let output = maps(&import);
    assert_eq!(
        output.status.code(),
        Some(2),
        "an existing folder is left alone"
    );
    assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
}

/// If a file is not a Domination map, the error says what it is and refers to `new`.
#[test]
fn formats_of_other_programs_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let utf16 = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    for (name, bytes, seen) in [
        ("world.desktop", b"[onu]\nname=World\n".to_vec(), "KsirK"),
        (
            "teg.xml",
            b"<?xml version='1.0'?><teg_theme/>".to_vec(),
            "TEG",
        ),
        ("all.map", b"PK\x03\x04abc".to_vec(), "zip archive"),
        (
            "c.map",
            b"[Map]\n[Territories]\nA,1,1,B\n".to_vec(),
            "Conquest",
        ),
        ("map.xml", b"<map/>".to_vec(), "already a Marchland map"),
        (
            "club.xml",
            b"<?xml version='1.0'?>\n<map><territory><name>A</name><borders>\
              <border>B</border></borders></territory></map>"
                .to_vec(),
            "is a map of Conquer Club",
        ),
        (
            "alone.xml",
            b"<map><territory><name>A</name><borders/></territory></map>".to_vec(),
            "is a map of Conquer Club",
        ),
        (
            "ours.xml",
            b"<map format='1'><borders></borders></map>".to_vec(),
            "already a Marchland map",
        ),
        ("mask.png", b"\x89PNG\r\n\x1a\n".to_vec(), "is a picture"),
        ("land.svg", b"<svg/>".to_vec(), "marchland-maps new"),
        ("land.geojson", b"{}".to_vec(), "marchland-maps new"),
        ("notes.txt", b"notes".to_vec(), "of an unknown format"),
        // Read, but not a map.
        (
            "wide.map",
            utf16("[files]\nmap a.png\n"),
            "defines no country",
        ),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let target = folder.path().join("new");
        let output = maps(&["import".as_ref(), &*file, "-o".as_ref(), &*target]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(seen), "{}", stderr(&output));
        assert!(!target.exists());
    }
}

/// A map may lie in a folder of its own, which has no other.
#[test]
fn the_only_map_file_of_a_folder_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["uk", "new"].map(|name| folder.path().join(name));
    let import = || {
        let output = maps(&["import".as_ref(), &*source, "-o".as_ref(), &*target]);
        (output.status.code(), stderr(&output))
    };
    fs::create_dir(&source).unwrap();
    let (code, told) = import();
    assert!(
        code == Some(2) && told.contains("without a .map file"),
        "{told}"
    );
    let map = "[files]\nmap a.png\nprv a.jpg\n[continents]\nAll 2 red\n[countries]\n\
        1 West 1 5 5\n2 East 1 9 5\n[borders]\n1 2\n2 1\n";
    fs::write(source.join("a.map"), map).unwrap();
    let isles = image::GrayImage::from_fn(20, 10, |x, _| image::Luma([1 + u8::from(x > 9)]));
    isles.save(source.join("a.png")).unwrap();
    let (code, told) = import();
    assert_eq!(code, Some(1), "{told}");
    assert!(target.join("map.xml").is_file());
    // The worst first; that a small picture is not kept is no loss.
    assert!(
        told.starts_with("a.map: error: `[files]` has no `crd`"),
        "{told}"
    );
    assert!(
        told.contains("a.map:3: info: `a.jpg`, the small picture"),
        "{told}"
    );
    fs::write(source.join("b.map"), map).unwrap();
    let (code, told) = import();
    assert!(
        code == Some(2) && told.contains("already exists") || told.contains("--force"),
        "{told}"
    );
    fs::remove_dir_all(&target).unwrap();
    let (code, told) = import();
    let named = told.contains("holds 2 .map files") && told.contains("such as");
    assert!(code == Some(2) && named && told.contains("a.map"), "{told}");
}

/// Files that `import` reads or knows are not merely of an unknown type for `new`.
#[test]
fn new_refers_to_import() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, seen) in [
        ("uk.map", &b"[files]\n"[..], "marchland-maps import"),
        (
            "club.xml",
            b"<map><territory><name>A</name><borders/></territory></map>",
            "is a map of Conquer Club",
        ),
        ("map.xml", b"<map format='1'/>", "already a Marchland map"),
        ("notes.txt", b"notes", "unknown file type"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let output = maps(&[
            "new".as_ref(),
            &*file,
            "-o".as_ref(),
            &folder.path().join("new"),
        ]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(seen), "{}", stderr(&output));
    }
}

/// A map that somebody has sent is often still packed.
#[test]
fn a_zip_archive_is_called_one_wherever_a_file_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0\xFF\xD8";
    let world = command_line::bundled("world");
    let mask = world.clone() + "/mask.png";
    let target = folder.path().join("new");
    let of = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, zip).unwrap();
        text(&path).to_owned()
    };
    let [packed, map, png] = ["a.zip", "map.xml", "a.png"].map(of);
    let target = text(&target);
    for arguments in [
        &["info", &packed][..],
        &["info", &map],
        &["info", &png],
        &["new", &packed, "-o", target],
        &["new", &png, "-o", target],
        &["new", &of("a.svg"), "-o", target],
        &["new", &mask, "--image", &packed, "-o", target],
        &["import", &packed, "-o", target],
        &["repair", &packed, "-o", target],
        &["render", &packed, "-o", target],
        &["diff", &packed, &world],
    ] {
        let output = command_line::maps(arguments);
        let told = stderr(&output);
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        assert!(told.contains("zip archive"), "{arguments:?}: {told}");
        assert!(told.contains("unpack it first"), "{arguments:?}: {told}");
    }
}

/// Four territories photographed: shadow towards the corners, grain and JPEG.
fn photograph(path: &Path) {
    let picture = image::RgbImage::from_fn(600, 400, |x, y| {
        let colour: [u8; 3] = match (x / 150, y / 100) {
            (1, 1) => [200, 40, 40],
            (2, 1) => [40, 160, 60],
            (1, 2) => [50, 90, 210],
            (2, 2) => [210, 190, 40],
            _ => [235; 3],
        };
        let [right, down] =
            [(x, 300), (y, 200)].map(|(at, half)| f64::from(at) / f64::from(half) - 1.0);
        let light = 1.0 - 0.1 * (right * right + down * down);
        // Grain of any regularity would be even somewhere.
        let noise =
            (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)).wrapping_mul(0xC2B2_AE3D);
        let grain = f64::from((noise >> 16) % 25) - 12.0;
        image::Rgb(colour.map(|channel| (f64::from(channel) * light + grain) as u8))
    });
    let file = fs::File::create(path).unwrap();
    let mut jpeg = JpegEncoder::new_with_quality(file, 90);
    jpeg.encode_image(&picture).unwrap();
}

#[test]
fn options_that_help_a_photograph_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let [photo, clean] = ["photo.jpg", "clean.png"].map(|name| folder.path().join(name));
    photograph(&photo);
    let (photo, clean) = (text(&photo), text(&clean));
    let output = command_line::maps(&["repair", photo, "-o", clean]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(!told.contains("as it is"), "`new` refuses it: {told}");
    let (_, options) = told.split_once("try ").expect(&told);
    let mut options: Vec<&str> = options.split_whitespace().take(4).collect();
    let helps = ["12", "20", "30", "40"].into_iter().any(|tolerance| {
        options[1] = tolerance;
        let again = [&["repair", photo, "-o", clean, "--force"], &options[..]].concat();
        !stderr(&command_line::maps(&again)).contains("photograph")
    });
    assert!(helps && told.contains("--tolerance 12 --speck"), "{told}");
    let mask = mask::read(&fs::read(clean).unwrap()).unwrap();
    let colours = mask.colours();
    let areas = colours.iter().filter(|colour| colour.area > 10_000);
    assert!(areas.count() >= 5, "{options:?}");
}

/// The share of pixels that have the same colour once each colour of `repaired`
/// stands for the nearest of `original`.
fn share_equal(original: &Regions, repaired: &Regions) -> f64 {
    let keys: Vec<Rgba> = original.colours().iter().map(|c| c.colour).collect();
    let distance = |a: Rgba, b: Rgba| a.rgb().distance_squared(b.rgb());
    let nearest = |colour| {
        *keys
            .iter()
            .min_by_key(|&&key| distance(key, colour))
            .unwrap()
    };
    let repaired = repaired
        .recoloured(|_, region| nearest(region.colour))
        .unwrap();
    let mut same = 0;
    for y in 0..original.height() {
        for run in original.row(y) {
            let key = original.get(run.region).colour;
            let equal = |&x: &u32| {
                let region = repaired.region_at(x, y).unwrap();
                repaired.get(region).colour == key
            };
            same += (run.start..run.end).filter(equal).count();
        }
    }
    same as f64 / (f64::from(original.width()) * f64::from(original.height()))
}

/// The areas of those regions none of whose pixels has about the same colour in
/// another mask.
fn lost_islands(original: &Regions, repaired: &Regions) -> Vec<u32> {
    let is_lost = |id| {
        let colour = original.get(id).colour.rgb();
        original.runs_of(id).all(|run| {
            (run.start..run.end).all(|x| {
                let there = repaired
                    .region_at(x, run.y)
                    .map(|id| repaired.get(id).colour);
                there.is_none_or(|there| there.rgb().distance_squared(colour) > 40 * 40)
            })
        })
    };
    let lost = original.iter().filter(|&(id, _)| is_lost(id));
    lost.map(|(_, region)| region.area).collect()
}

#[test]
fn a_picture_that_is_not_a_mask_gives_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let [picture, clean] = ["picture.png", "clean.png"].map(|name| folder.path().join(name));
    let repair = || {
        maps(&[
            "repair".as_ref(),
            &picture,
            "-o".as_ref(),
            &clean,
            "--force".as_ref(),
        ])
    };
    // Colours that run into each other with grain, as a photograph has them.
    image::RgbImage::from_fn(300, 200, |x, y| {
        let grain = (x * 7919 + y * 104_729) % 23;
        let channel = |by: u32| ((x * by + y * (5 - by)) / 4 + grain) as u8;
        image::Rgb([channel(1), channel(3), channel(4)])
    })
    .save(&picture)
    .unwrap();
    let output = repair();
    let told = stderr(&output);
    assert!(
        output.status.code() == Some(2)
            || output.status.code() == Some(1) && told.contains("photograph"),
        "{told}"
    );

    // Four countries and an island, blurred.
    let plain = image::RgbImage::from_fn(300, 200, |x, y| match (x / 60, y / 40) {
        (1..=2, 1..=2) => image::Rgb([200, 40, 40]),
        (3, 1..=2) => image::Rgb([40, 160, 60]),
        _ if x.abs_diff(270) < 4 && y.abs_diff(180) < 3 => image::Rgb([40, 160, 60]),
        _ => image::Rgb([255; 3]),
    });
    image::imageops::blur(&plain, 2.0).save(&picture).unwrap();
    let output = repair();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("blurred"), "{}", stderr(&output));
}

#[test]
fn a_third_of_the_bundled_world_survives_being_a_jpeg() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["part.png", "spoilt.jpg", "clean.png"];
    let [part, spoilt, clean] = names.map(|name| folder.path().join(name));
    let world = Path::new(env!("CARGO_MANIFEST_DIR")).join("world/mask.png");
    let picture = image::open(&world)
        .unwrap()
        .crop_imm(1_050, 100, 800, 1_000);
    let picture = picture.into_rgb8();
    picture.save(&part).unwrap();
    let original = mask::read(&fs::read(part).unwrap()).unwrap();
    // The edge of the part cuts small pieces off, which may be lost as specks.
    for (quality, most_lost, most_guesses) in [(90, 1, 1), (75, 5, 4)] {
        let file = fs::File::create(&spoilt).unwrap();
        JpegEncoder::new_with_quality(file, quality)
            .encode_image(&picture)
            .unwrap();
        let before = fs::read(&spoilt).unwrap();

        let output = maps(&[
            "repair".as_ref(),
            &spoilt,
            "-o".as_ref(),
            &clean,
            "--force".as_ref(),
        ]);
        // A shade of noise may be taken for a separate colour, which is reported.
        let guesses = stderr(&output)
            .split("warning: ")
            .find(|warning| warning.contains("merged with another"))
            .map_or(0, |warning| {
                warning.split(' ').next().unwrap().parse::<i32>().unwrap()
            });
        assert!(guesses <= most_guesses, "{}", stderr(&output));
        assert_eq!(output.status.code(), Some((guesses > 0).into()));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let colours = original.colours().len();
        assert!(report.contains(&format!("-> {colours}")), "{report}");
        assert_eq!(
            fs::read(&spoilt).unwrap(),
            before,
            "the source is left alone"
        );
        let repaired = mask::read(&fs::read(&clean).unwrap()).unwrap();
        let share = share_equal(&original, &repaired);
        println!("quality {quality}: {share:.5} equal\n{report}");
        assert!(share > 0.995, "quality {quality}: {share}");
        // Dozens of islands, of 20 pixels and more, of which none may be even anywhere.
        let lost = lost_islands(&original, &repaired);
        assert!(lost.len() <= most_lost, "quality {quality}: {lost:?}");
        let invented = lost_islands(&repaired, &original);
        assert!(invented.len() <= 4, "quality {quality}: {invented:?}");
    }
    let over = maps(&[
        "repair".as_ref(),
        &spoilt,
        "-o".as_ref(),
        &spoilt,
        "--force".as_ref(),
    ]);
    assert_eq!(over.status.code(), Some(2), "never over the source itself");
}

#[test]
fn a_repair_lists_merges_that_can_be_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = four(folder.path());
    let mut picture = image::open(&mask).expect("a picture").into_rgb8();
    for (x, y) in (0..15).flat_map(|x| (45..55).map(move |y| (x, y))) {
        picture.put_pixel(x, y, image::Rgb([252, 253, 255]));
    }
    picture.save(&mask).expect("a picture");
    let clean = folder.path().join("clean.png");
    let repair = |more: &[&str]| {
        let output =
            command_line::maps(&[&["repair", &mask, "-o", text(&clean), "--force"], more].concat());
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), told, stderr(&output))
    };
    let (code, told, warned) = repair(&[]);
    assert_eq!(code, Some(1), "{told}{warned}");
    assert!(
        told.contains("#FCFDFF became #FFFFFF: 150 px, at 0,45"),
        "{told}"
    );
    assert!(warned.contains("--keep-apart"), "{warned}");
    for more in [
        &["--keep-apart", "#FCFDFF,#FFFFFF"][..],
        &["--tolerance", "0"],
    ] {
        let (code, told, warned) = repair(more);
        assert_eq!(code, Some(0), "{told}{warned}");
        assert!(
            !told.contains("became") && told.contains("6 -> 6"),
            "{told}"
        );
    }
    let (code, told, _) = repair(&["--tolerance", "5"]);
    assert_eq!((code, told.contains("6 -> 5")), (Some(0), true), "{told}");
    let (code, _, warned) = repair(&["--keep-apart", "#123456,#FFFFFF"]);
    assert_eq!(code, Some(2));
    assert!(
        warned.contains("no pixel of the picture is #123456"),
        "{warned}"
    );
}

/// Greys of a photograph buried two territories that had become one.
#[test]
fn merges_of_the_most_different_colours_are_listed_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = four(folder.path());
    let mut picture = image::open(&mask).expect("a picture").into_rgb8();
    for (top, width, colour) in [(0, 16, [254, 255, 254]), (30, 12, [252, 253, 255])] {
        for (x, y) in (0..width).flat_map(|x| (top..top + 12).map(move |y| (x, y))) {
            picture.put_pixel(x, y, image::Rgb(colour));
        }
    }
    picture.save(&mask).expect("a picture");
    let clean = folder.path().join("clean.png");
    let output = command_line::maps(&["repair", &mask, "-o", text(&clean)]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = told.lines().filter(|line| line.starts_with("made one"));
    let merged: Vec<_> = lines
        .filter_map(|line| line.split_whitespace().nth(2))
        .collect();
    assert_eq!(merged, ["#FCFDFF", "#FEFFFE"], "{told}");
}

/// The programs alone suffice to get the files of a bundled map.
#[test]
fn a_bundled_map_is_copied_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    // The folder of this crate has one named `czechia`.
    let copy = || {
        Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
            .args(["import", "czechia", "-o", "mine"])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let output = copy();
    assert!(output.status.success(), "{output:?}");
    let target = folder.path().join("mine");
    let bundled = marchland_maps::bundled::find("czechia").unwrap();
    for (name, bytes) in [
        ("map.xml", bundled.xml),
        ("mask.png", bundled.mask),
        ("image.png", bundled.image),
    ] {
        assert!(std::fs::read(target.join(name)).unwrap() == bytes, "{name}");
    }
    assert_eq!(copy().status.code(), Some(2), "it is not overwritten");
    let output = Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(["import", "Czechia", "-o", "other"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("world, czechia, europe, usa"), "{told}");
}

/// Between the territories of a smoothed mask lies what it calls for repair of: neither a wider gap
/// nor links by sea would help.
#[test]
fn a_smoothed_mask_gives_no_advice_but_to_repair_it() {
    let folder = tempfile::tempdir().unwrap();
    let [mask, map] = ["mask.png", "map"].map(|name| folder.path().join(name));
    let sharp = image::RgbImage::from_fn(300, 200, |x, y| {
        image::Rgb(match (x, y) {
            (30..146, 30..171) => [208, 48, 48],
            (150..271, 30..96) => [48, 48, 208],
            (150..271, 100..171) => [48, 160, 48],
            _ => [255; 3],
        })
    });
    image::imageops::blur(&sharp, 1.0).save(&mask).unwrap();
    for gap in ["0", "4", "12"] {
        let (mask, map) = (text(&mask), text(&map));
        let output = command_line::maps(&["new", mask, "-o", map, "--force", "--gap", gap]);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(told.contains("marchland-maps repair"), "{told}");
        assert!(!told.contains("--gap") && !told.contains("--sea"), "{told}");
    }
}
