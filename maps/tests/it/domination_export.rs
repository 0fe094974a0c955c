//! Maps written for Domination.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use image::GrayImage;
use marchland_maps::folder::load;
use marchland_maps::formats::DiskFiles;
use marchland_maps::formats::domination::{Export, Import, read};
use marchland_maps::{Draft, Map, Severity};

use crate::command_line::{bundled, maps, stderr, text};
use crate::corpus;

fn imported(folder: &Path, file: &str) -> Import {
    read(&DiskFiles::new(folder), file).unwrap()
}

fn reached(map: &Map) -> Vec<Vec<usize>> {
    let ids = map.ids();
    ids.map(|id| {
        let links = map.neighbours(id).iter();
        links.map(|link| link.to.index()).collect()
    })
    .collect()
}

#[test]
fn a_bundled_map_is_read_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for (name, links_by_sea) in [("world", 25), ("czechia", 0)] {
        let target = folder.path().join(name);
        let output = maps(&["export", &bundled(name), "-o", text(&target)]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{told}");
        let (_, _, map) = load(bundled(name)).unwrap();
        let import = imported(&target, &format!("{name}.map"));
        let errors = import.flaws.iter();
        let errors: Vec<_> = errors
            .filter(|flaw| flaw.severity > Severity::Info)
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        let again = Map::try_from(&import.draft).unwrap();

        assert_eq!(again.id(), map.id());
        assert_eq!(again.name(), map.name());
        assert_eq!(again.badge_diameter(), map.badge_diameter());
        assert_eq!(again.continents(), map.continents());
        assert_eq!(again.len(), map.len());
        for (new, old) in again.territories().iter().zip(map.territories()) {
            assert_eq!(new.name, old.name);
            assert_eq!(new.continent, old.continent);
            assert_eq!(new.badge, old.badge);
            assert_eq!(new.card, old.card);
        }
        assert_eq!(reached(&again), reached(&map));
        assert_eq!(again.author(), map.author());
        assert_eq!(again.licence(), map.licence());
        let description = again.description().unwrap();
        assert!(description.starts_with(map.description().unwrap().lines().next().unwrap()));

        let image = fs::read(bundled(name) + "/image.png").unwrap();
        assert!(fs::read(target.join(format!("{name}_pic.png"))).unwrap() == image);
        assert!(
            told.contains("licence and description become comments"),
            "{told}"
        );
        let by_sea = format!("links by sea ({links_by_sea})");
        assert_eq!(told.contains(&by_sea), links_by_sea > 0, "{told}");
        assert_eq!(told.contains("edges of the map"), name == "world", "{told}");
    }
}

/// Everything in a draft that the format can hold or that follows from the mask.
fn essence(draft: &Draft) -> String {
    let continents = draft.continents.iter();
    let continents = continents.map(|of| (&of.name, of.bonus, of.colour));
    let continents: Vec<_> = continents.collect();
    let territories = draft.territories.iter().map(|of| {
        let land = (of.colour, &of.pivots);
        (&of.name, of.continent, land, &of.neighbours, &of.closed)
    });
    let territories: Vec<_> = territories.collect();
    let of_map = (&draft.name, &draft.description, draft.wrap);
    format!("{of_map:?} {continents:?} {territories:#?}")
}

#[test]
fn maps_by_others_are_the_same_after_export() {
    let Some(root) = corpus::folder("domination") else {
        return;
    };
    for name in ["ameroki", "eurasien", "geoscape", "sersom", "tube", "uk"] {
        let first = imported(&root.join(name), &format!("{name}.map"));
        let export = Export::new(&first.draft).unwrap();
        let (mask, missing) = export.mask(&first.mask).unwrap();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        let mut png = Vec::new();
        mask.write_png(&mut png).unwrap();
        let mut files: BTreeMap<String, Vec<u8>> = export.texts("png").into_iter().collect();
        files.insert(export.mask_file(), png);
        let second = read(&files, &export.map_file()).unwrap();
        assert!(second.mask == first.mask, "{name}");
        assert_eq!(essence(&second.draft), essence(&first.draft), "{name}");
    }
}

#[test]
fn the_mask_has_the_numbers_of_the_territories() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("new");
    maps(&["export", &bundled("czechia"), "-o", text(&target)]);
    let (_, _, map) = load(bundled("czechia")).unwrap();
    let numbers = map.territories().iter().zip(1_u8..);
    let numbers: HashMap<[u8; 3], u8> = numbers.map(|(of, number)| (of.colour.0, number)).collect();
    let old = image::open(bundled("czechia") + "/mask.png")
        .unwrap()
        .into_rgb8();
    let new = image::open(target.join("czechia_map.png"))
        .unwrap()
        .into_rgb8();
    assert_eq!(new.dimensions(), old.dimensions());
    for (new, old) in new.pixels().zip(old.pixels()) {
        let number = numbers.get(&old.0).copied().unwrap_or(255);
        assert_eq!(new.0, [number; 3]);
    }
}

/// A map of strips, ten pixels wide, each of which is a territory. `inside` are the elements of
/// territories by id, `top` those of the map before them.
fn strips(folder: &Path, names: &[&str], top: &str, inside: &BTreeMap<usize, &str>) {
    let mut xml = format!("<map format=\"1\" id=\"strips\"><name>Strips</name>{top}");
    for (id, name) in names.iter().enumerate() {
        let x = 10 * id + 4;
        let pivot = format!("<pivot x=\"{x}\" y=\"5\"/>");
        let inside = inside.get(&id).copied().unwrap_or_default();
        let pivot = if inside.contains("<pivot") {
            ""
        } else {
            &pivot
        };
        write!(
            xml,
            "<territory id=\"{id}\" name=\"{name}\" colour=\"#10{id:02X}20\" continent=\"0\">\
             {pivot}{inside}</territory>"
        )
        .unwrap();
    }
    xml += "</map>";
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("map.xml"), xml).unwrap();
    let mask = image::RgbImage::from_fn(10 * names.len() as u32, 10, |x, y| {
        let land = image::Rgb([0x10, (x / 10) as u8, 0x20]);
        if y == 0 { image::Rgb([255; 3]) } else { land }
    });
    mask.save(folder.join("mask.png")).unwrap();
}

const TOP: &str = "<mask file=\"mask.png\"><background colour=\"#FFFFFF\"/></mask>\
    <image file=\"image.bmp\"/><continent id=\"0\" name=\"All of it\" bonus=\"3\"/>";

#[test]
fn what_the_format_writes_otherwise_comes_out_well() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["old", "new"].map(|name| folder.path().join(name));
    let inside = BTreeMap::from([
        (
            0,
            "<name lang=\"cs\">Západ</name><pivot x=\"4\" y=\"5\"/>\
             <neighbour territory=\"1\" way=\"one\"/><neighbour territory=\"2\" by=\"sea\"/>",
        ),
        (1, "<neighbour territory=\"2\"/>"),
        (
            2,
            "<pivot x=\"24\" y=\"5\"/><pivot x=\"28\" y=\"5\"/><badge x=\"22\" y=\"3\"/>",
        ),
    ]);
    let names = ["Far West", ";Żar_1", "Ä"];
    strips(&source, &names, TOP, &inside);
    let image = GrayImage::from_pixel(30, 10, image::Luma([9]));
    image.save(source.join("image.bmp")).unwrap();
    let output = maps(&["export", text(&source), "-o", text(&target)]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    for loss in [
        "links by sea (1)",
        "further pivots (1)",
        "continents without a colour (1)",
        "`_` in names (1)",
        "image.bmp is neither PNG nor JPEG nor GIF",
    ] {
        assert!(told.contains(loss), "{loss}: {told}");
    }

    let map = fs::read_to_string(target.join("strips.map")).unwrap();
    let lines: Vec<&str> = map.split("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}; 1.1.0.7+ (UTF-8)");
    for line in [
        "name Strips",
        "pic strips_pic.png",
        "map strips_map.png",
        "crd strips.cards",
        "1 Far_West 1 4 5",
        "2 _;Żar_1 1 14 5",
        "3 Ä 1 22 3",
        "1 2 3",
        "2 3",
        "3 1 2",
    ] {
        assert!(lines.contains(&line), "{line}: {map}");
    }
    assert!(lines.iter().any(|line| line.starts_with("All_of_it 3 #")));
    let deck = fs::read_to_string(target.join("strips.cards")).unwrap();
    let cards = "[cards]\r\nInfantry 1\r\nCavalry 2\r\nCannon 3\r\nwildcard\r\nwildcard\r\n";
    assert_eq!(deck, cards);
    let czech = fs::read_to_string(target.join("strips_cs.properties")).unwrap();
    assert_eq!(czech, "Far_West=Z\\u00E1pad\r\n");
    let drawn = image::open(target.join("strips_pic.png")).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (30, 10));

    let import = imported(&target, "strips.map");
    let names = import.draft.territories.iter();
    let names: Vec<_> = names.filter_map(|of| of.name.text.as_deref()).collect();
    assert_eq!(names, ["Far West", ";Żar 1", "Ä"]);
    let again = Map::try_from(&import.draft).unwrap();
    assert_eq!(reached(&again), [vec![1, 2], vec![2], vec![0, 1]]);
}

#[test]
fn latin_1_needs_no_mark() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["old", "new"].map(|name| folder.path().join(name));
    let inside = BTreeMap::from([(0, "<neighbour territory=\"1\"/>")]);
    let top = TOP.replace("<image file=\"image.bmp\"/>", "");
    strips(&source, &["Ä", "B"], &top, &inside);
    let output = maps(&["export", text(&source), "-o", text(&target)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let map = fs::read(target.join("strips.map")).unwrap();
    assert!(map.starts_with(b"name Strips\r\n"));
    let line = b"1 \xC4 1 4 5\r\n";
    assert!(map.windows(line.len()).any(|bytes| bytes == line));
}

#[test]
fn a_territory_without_pixels_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["old", "new"].map(|name| folder.path().join(name));
    let inside = BTreeMap::from([(0, "<neighbour territory=\"1\"/>")]);
    let top = TOP.replace("<image file=\"image.bmp\"/>", "");
    strips(&source, &["A", "B"], &top, &inside);
    let half = image::RgbImage::from_fn(20, 10, |x, _| {
        image::Rgb(if x < 10 { [0x10, 0, 0x20] } else { [255; 3] })
    });
    half.save(source.join("mask.png")).unwrap();
    let output = maps(&["export", text(&source), "-o", text(&target)]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("warning: B has no pixel"), "{told}");
}

#[test]
fn maps_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["old", "new"].map(|name| folder.path().join(name));
    let refused = |reason: &str| {
        let output = maps(&["export", text(&source), "-o", text(&target)]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(reason), "{told}");
    };
    let top = TOP.replace("<image file=\"image.bmp\"/>", "");
    let names: Vec<String> = (0..255).map(|id| format!("T{id}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let links: Vec<String> = (1..255)
        .map(|id| format!("<neighbour territory=\"{id}\"/>"))
        .collect();
    let links = links.iter().map(String::as_str).enumerate().collect();
    strips(&source, &names, &top, &links);
    refused("the map has 255 territories; a Domination map can have 254");
    assert!(!target.exists());

    let one_more = BTreeMap::from([(0, "<neighbour territory=\"1\"/>")]);
    strips(&source, &["A", "B", "C"], &top, &one_more);
    refused("only once it can be played");
    strips(&source, &["A", "B"], "", &one_more);
    refused("the map names no mask");
    strips(
        &source,
        &["A", "B"],
        &top,
        &BTreeMap::from([(0, "<neighbour/>")]),
    );
    refused("has errors; correct them first");
    assert!(!target.exists());

    strips(&source, &["A", "B"], &top, &one_more);
    fs::create_dir(&target).unwrap();
    refused("exists already; choose a new folder");
}
