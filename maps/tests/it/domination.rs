//! Maps of Domination: real ones, if they are available, and our own, which have the same
//! features.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use image::codecs::gif::GifEncoder;
use image::{GrayImage, Rgb, RgbImage, RgbaImage};
use marchland_maps::formats::DiskFiles;
use marchland_maps::formats::domination::{Import, ImportError, read};
use marchland_maps::{By, Card, Map, Point, Severity, TerritoryId, Way, Wrap};

use crate::corpus;

pub(super) type InMemory = BTreeMap<String, Vec<u8>>;

/// The words of one section, line by line, read in the simplest way.
fn section(text: &str, name: &str) -> Vec<Vec<String>> {
    let header = format!("[{name}]");
    let lines = text.lines().map(str::trim);
    let lines = lines.skip_while(|&line| line != header).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with(';'))
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn latin1(path: &Path) -> String {
    fs::read(path)
        .unwrap()
        .into_iter()
        .map(char::from)
        .collect()
}

/// Compares everything in the source with the import.
fn check_against_source(folder: &Path, name: &str, import: &Import) {
    let text = latin1(&folder.join(name));
    let draft = &import.draft;
    let map = Map::try_from(draft).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));

    let continents = section(&text, "continents");
    assert_eq!(map.continents().len(), continents.len(), "{name}");
    for (line, continent) in continents.iter().zip(map.continents()) {
        assert_eq!(continent.name.text, Some(line[0].replace('_', " ")));
        assert_eq!(continent.bonus.to_string(), line[1]);
        assert!(continent.colour.is_some());
    }
    let countries = section(&text, "countries");
    assert_eq!(map.len(), countries.len(), "{name}");
    for (line, territory) in countries.iter().zip(map.territories()) {
        assert_eq!(territory.name.text, Some(line[1].replace('_', " ")));
        assert_eq!((territory.continent.0 + 1).to_string(), line[2]);
        let badge = Point::new(line[3].parse().unwrap(), line[4].parse().unwrap());
        assert_eq!(territory.badge, badge);
    }
    let declared: BTreeSet<(usize, usize)> = section(&text, "borders")
        .iter()
        .flat_map(|line| {
            let number = |word: &String| word.parse::<usize>().unwrap() - 1;
            let from = number(&line[0]);
            line[1..]
                .iter()
                .map(move |to| (from, number(to)))
                .collect::<Vec<_>>()
        })
        .collect();
    let imported: BTreeSet<(usize, usize)> = map
        .ids()
        .flat_map(|id| {
            map.neighbours(id)
                .iter()
                .map(move |link| (id.index(), link.to.index()))
        })
        .collect();
    assert_eq!(declared, imported, "{name}");

    let file = |key: &str| {
        let files = section(&text, "files");
        files.iter().find(|line| line[0] == key).unwrap()[1].clone()
    };
    let deck = section(&latin1(&folder.join(file("crd"))), "cards");
    for line in deck.iter().filter(|line| line.len() == 2) {
        let card = match &*line[0] {
            "Infantry" => Card::Infantry,
            "Cavalry" => Card::Cavalry,
            _ => Card::Artillery,
        };
        let number: usize = line[1].parse().unwrap();
        if let Some(territory) = draft.territories.get(number - 1) {
            assert_eq!(territory.card, Some(card), "{name}");
        }
    }
    let picture = fs::read(folder.join(file("pic"))).unwrap();
    assert_eq!(import.image.as_ref().unwrap().1, picture);

    // Pixel by pixel: the new key colour is of the country of the old grey.
    let old = image::open(folder.join(file("map"))).unwrap().into_rgb8();
    assert_eq!(
        (old.width(), old.height()),
        (import.mask.width(), import.mask.height())
    );
    for run in import.mask.runs() {
        let key = import.mask.get(run.region).colour.rgb();
        let id = draft.territory_by_colour(key).and_then(|t| t.id);
        let expected = id.map_or(255, |id| id.0 as u8 + 1);
        for x in run.start..run.end {
            assert_eq!(
                old.get_pixel(x, run.y).0,
                [expected; 3],
                "{name} ({x}, {})",
                run.y
            );
        }
    }
    for (at, territory) in draft.territories.iter().enumerate() {
        for pivot in &territory.pivots {
            let region = import.mask.region_at(pivot.x, pivot.y).unwrap();
            assert_eq!(
                import.mask.get(region).colour.rgb(),
                territory.colour.unwrap(),
                "{at}"
            );
        }
    }
}

#[test]
fn real_maps_lose_nothing() {
    let Some(root) = corpus::folder("domination") else {
        return;
    };
    let mut maps = 0;
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        for file in fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|ext| ext == "map") {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                let import = read(&DiskFiles::new(&folder), &name).unwrap();
                for flaw in &import.flaws {
                    println!("{flaw}");
                    assert!(flaw.severity < Severity::Error, "{flaw}");
                }
                check_against_source(&folder, &name, &import);
                maps += 1;
            }
        }
    }
    assert!(maps > 0, "the folder has maps");
}

/// A mask of two rows of four squares of 20 pixels, numbered from 1, in a
/// margin of 20; the lower right one, 8, lies 10 pixels off and has a speck.
pub(super) fn squares() -> GrayImage {
    let mut mask = GrayImage::from_pixel(160, 90, image::Luma([255]));
    let mut fill = |left: u32, top: u32, side: u32, value: u8| {
        for y in top..top + side {
            for x in left..left + side {
                mask.put_pixel(x, y, image::Luma([value]));
            }
        }
    };
    for n in 0..8_u32 {
        let off = if n == 7 { 10 } else { 0 };
        fill(20 + n % 4 * 20 + off, 20 + n / 4 * 20, 20, n as u8 + 1);
    }
    fill(150, 5, 2, 8);
    mask
}

pub(super) fn gif(image: &RgbaImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    let (width, height) = image.dimensions();
    encoder
        .encode(
            image.as_raw(),
            width,
            height,
            image::ExtendedColorType::Rgba8,
        )
        .unwrap();
    drop(encoder);
    bytes
}

pub(super) fn png(image: &RgbImage) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A whole map in memory; `map` is the text of its map file.
pub(super) fn files(map: &[u8], cards: &[u8]) -> InMemory {
    let mask = image::DynamicImage::ImageLuma8(squares()).into_rgba8();
    let picture = RgbImage::from_pixel(160, 90, Rgb([90, 120, 160]));
    BTreeMap::from([
        ("odd.map".to_owned(), map.to_vec()),
        ("odd_map.gif".to_owned(), gif(&mask)),
        ("odd pic.png".to_owned(), png(&picture)),
        ("odd.cards".to_owned(), cards.to_vec()),
    ])
}

/// The eight countries: blank lines, odd colours, a badge off its own country,
/// one country per continent order upside down.
pub(super) const HEAD: &str = "; made by hand\r\n;by nobody\r\n\r\nname Odd_Isles of Men\r\nver 3\r\ncircle 14\r\n\
    test\r\nmood sunny\r\n\r\n[files]\r\npic odd pic.png\r\nmap odd_map.gif\r\ncrd odd.cards\r\nprv odd.jpg\r\n\r\n\
    [continents]\r\nNorth_Land 5 #12aB34\r\nSouth_Land 2000 col7\r\n\r\n[countries]\r\n\
    1 Old_Town 1 30 30\r\n2 Isle-of-Elm 1 50 30\r\n   \r\n3 Fen 2 70 30\r\n4 Moor 2 90 30\r\n\
    5 Heath 1 30 50\r\n6 fen 1 500 50\r\n7 Dale 2 70 50\r\n8 Far_Isle 2 20 20\r\n\r\n";

pub(super) const BORDERS: &str = "[borders]\r\n1 2 5\r\n2 1 3 2 6\r\n3 2 4 7 4\r\n4 3 8\r\n5 1 6\r\n6 5 2 7\r\n\
    7 6 8\r\n8 4 7 99\r\n";

pub(super) const CARDS: &str = "[cards]\nInfantry 1\nCavalry 2\nCannon 8\nwildcard\n";

pub(super) fn told(import: &Import) -> Vec<String> {
    import.flaws.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_odd_at_once() {
    let text = format!("{HEAD}{BORDERS}");
    let import = read(&files(text.as_bytes(), CARDS.as_bytes()), "odd.map").unwrap();
    assert_eq!(
        told(&import),
        [
            "odd.map:5: warning: the setting `ver 3` is not kept",
            "odd.map:8: warning: the setting `mood sunny` is not kept",
            "odd.map:14: info: `odd.jpg`, the small picture for lists of maps, is not kept",
            "odd.map:33: error: country 2 borders itself; left out",
            "odd.map:34: info: the border from 3 to 4 is given twice",
            "odd.map:39: error: there is no country 99",
            "odd.cards:5: warning: wild cards: 1; a deck here has two",
            "odd.cards: info: countries without a card of their own: 5 of 8; they get one by number",
            "odd.map:18: warning: the bonus 2000 becomes 1000",
            "odd.map:18: info: the colour `col7` is unknown; the continent becomes #E69F00",
            "odd.map:27: warning: the name `fen` becomes `fen (2)`",
            "odd.map:27: warning: the badge at (500, 50) lies outside the picture and is left out; without one the pivot serves",
            "odd.map:34: info: Dale can be reached from Fen, but not the other way: a one-way link",
            "odd.map:7: info: the map asks for a test of its borders; one-way ones: 1",
        ]
    );
    let draft = &import.draft;
    assert_eq!(draft.id.as_deref(), Some("odd"));
    assert_eq!(draft.name.text.as_deref(), Some("Odd Isles of Men"));
    assert_eq!(
        draft.description.as_deref(),
        Some("made by hand\nby nobody")
    );
    assert_eq!(draft.badge_diameter, Some(14));
    assert_eq!(draft.image.as_deref(), Some("image.png"));
    let map = Map::try_from(draft).unwrap();
    assert_eq!(map.continents()[0].colour.unwrap().to_string(), "#12AB34");
    assert_eq!(map.territory(TerritoryId(7)).badge, Point::new(20, 20));
    assert_eq!(map.territory(TerritoryId(7)).card, Card::Artillery);
    // The speck of four pixels is too small to matter.
    assert_eq!(map.territory(TerritoryId(7)).pivots.len(), 1);
    let by = |a, b| map.link(TerritoryId(a), TerritoryId(b)).map(|link| link.by);
    assert_eq!((by(0, 1), by(6, 7)), (Some(By::Land), Some(By::Sea)));
    assert_eq!((by(2, 6), by(6, 2)), (Some(By::Land), None));
    let one_way = draft.links().filter(|(_, link)| link.way == Way::One);
    assert_eq!(one_way.count(), 1);
}

#[test]
fn touching_without_a_border_is_closed() {
    let text = format!(
        "{HEAD}{}",
        BORDERS
            .replace("2 1 3 2 6", "2 1 3")
            .replace("6 5 2 7", "6 5 7")
    );
    let import = read(&files(text.as_bytes(), CARDS.as_bytes()), "odd.map").unwrap();
    let told = told(&import);
    let closed = "odd.map: info: pairs of countries that touch without a border: 1, such as \
        Isle-of-Elm and fen (2); they are closed to each other";
    assert!(told.iter().any(|line| line == closed), "{told:#?}");
    assert!(import.draft.is_closed(TerritoryId(1), TerritoryId(5)));
}

/// A file that ends too early says nothing about the borders that are missing.
#[test]
fn borders_of_countries_without_a_line_are_not_closed() {
    let text = format!("{HEAD}{}", BORDERS.replace("6 5 2 7\r\n", ""));
    let text = text.replace("2 1 3 2 6", "2 1 3");
    let import = read(&files(text.as_bytes(), CARDS.as_bytes()), "odd.map").unwrap();
    assert!(!import.draft.is_closed(TerritoryId(1), TerritoryId(5)));
}

#[test]
fn palettes_line_ends_and_encodings() {
    let borders = BORDERS
        .replace("2 1 3 2 6", "2 1 3 6")
        .replace("7 4\r", "7\r")
        .replace(" 99", "");
    let text = format!("{HEAD}{borders}").replace("Moor", "Mal\u{f6}");
    let plain = read(&files(text.as_bytes(), CARDS.as_bytes()), "odd.map").unwrap();
    // As UTF-8 without a mark it is Latin-1, however odd that looks.
    assert_eq!(
        plain.draft.territories[3].name.text.as_deref(),
        Some("MalÃ¶")
    );
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let marked = format!("\u{feff}{text}").into_bytes();
    let macintosh: Vec<u8> = text
        .replace("\r\n", "\r")
        .chars()
        .map(|c| c as u8)
        .collect();
    let unix: Vec<u8> = text
        .replace("\r\n", "\n")
        .chars()
        .map(|c| c as u8)
        .collect();
    let imports: Vec<Import> = [latin, marked, macintosh, unix]
        .iter()
        .map(|map| read(&files(map, CARDS.as_bytes()), "odd.map").unwrap())
        .collect();
    for import in &imports {
        assert_eq!(
            import.draft.territories[3].name.text.as_deref(),
            Some("Malö")
        );
        assert_eq!(import.draft, imports[0].draft);
        assert_eq!(told(import), told(&imports[0]));
    }

    // The same mask with a palette in which no index is its own value, and
    // colours whose blue alone is the number.
    let mut inverted = RgbaImage::new(160, 90);
    for (x, y, pixel) in squares().enumerate_pixels() {
        let value = pixel.0[0];
        let colour = if value == 255 {
            [255; 3]
        } else {
            [200 - value, 3, value]
        };
        inverted.put_pixel(x, y, image::Rgba([colour[0], colour[1], colour[2], 255]));
    }
    let mut files = files(
        &text.chars().map(|c| c as u8).collect::<Vec<_>>(),
        CARDS.as_bytes(),
    );
    files.insert("odd_map.gif".to_owned(), gif(&inverted));
    let palette = read(&files, "odd.map").unwrap();
    assert!(palette.mask.runs().eq(imports[0].mask.runs()));
    assert_eq!(palette.draft, imports[0].draft);
}

#[test]
fn translations_stand_beside_the_map() {
    let mut files = files(format!("{HEAD}{BORDERS}").as_bytes(), CARDS.as_bytes());
    let cs = "# \u{10d}esky\nOld_Town=Star\u{e9}_M\\u011bsto\nNorth_Land : Sever\nNowhere=Nikde\n0-1-2=mise\n";
    let latin: Vec<u8> = cs
        .replace('\u{10d}', "c")
        .chars()
        .map(|c| c as u8)
        .collect();
    files.insert("odd_cs.properties".to_owned(), latin);
    files.insert(
        "odd_pt_BR.properties".to_owned(),
        b"Fen=P\xe2ntano".to_vec(),
    );
    files.insert("even_cs.properties".to_owned(), b"Fen=nic".to_vec());
    let import = read(&files, "odd.map").unwrap();
    let draft = &import.draft;
    assert_eq!(
        draft.territories[0].name.in_language("cs"),
        Some("Staré Město")
    );
    assert_eq!(
        draft.territories[2].name.in_language("pt-BR"),
        Some("Pântano")
    );
    assert_eq!(draft.continents[0].name.in_language("cs"), Some("Sever"));
    let idle = "odd_cs.properties: info: translations of nothing on this map: 1";
    assert!(
        told(&import).iter().any(|line| line == idle),
        "{:#?}",
        told(&import)
    );
}

#[test]
fn links_across_the_edge_join_it() {
    let text = "name Round\n[files]\nmap m.gif\n[continents]\nA 1 red\n[countries]\n\
        1 West 1 5 20\n2 Middle 1 80 20\n3 East 1 155 20\n[borders]\n1 2 3\n2 1 3\n3 2 1\n";
    let mut mask = RgbaImage::from_pixel(160, 40, image::Rgba([255; 4]));
    for (left, value) in [(2, 1), (60, 2), (148, 3)] {
        for y in 10..30 {
            for x in left..left + 10 {
                mask.put_pixel(x, y, image::Rgba([value, value, value, 255]));
            }
        }
    }
    let files = InMemory::from([
        ("round.map".to_owned(), text.as_bytes().to_vec()),
        ("M.GIF".to_owned(), gif(&mask)),
    ]);
    let import = read(&files, "round.map").unwrap();
    assert!(import.draft.wrap.horizontal && !import.draft.wrap.vertical);
    let told = told(&import);
    for expected in [
        "round.map:3: info: `m.gif` was found as `M.GIF`",
        "round.map: error: `[files]` has no `crd`",
        "round.map: error: `[files]` has no `pic`",
        "round.map: info: West and East are linked across the edge of the map, which is taken \
         to go on at the opposite one",
    ] {
        assert!(
            told.iter().any(|line| line == expected),
            "{expected}\n{told:#?}"
        );
    }
}

/// The way across the edge is a little shorter, and nobody meant it.
#[test]
fn a_strait_in_the_middle_joins_no_edges() {
    let text = "[files]\nmap m.gif\n[continents]\nA 1 red\n[countries]\n1 West 1 300 150\n\
        2 East 1 900 150\n[borders]\n1 2\n2 1\n";
    let mask = RgbaImage::from_fn(1200, 300, |x, y| {
        let value = match x {
            90..500 if (90..210).contains(&y) => 1,
            700..1110 if (90..210).contains(&y) => 2,
            _ => 255,
        };
        image::Rgba([value, value, value, 255])
    });
    let files = InMemory::from([
        ("strait.map".to_owned(), text.as_bytes().to_vec()),
        ("m.gif".to_owned(), gif(&mask)),
    ]);
    let import = read(&files, "strait.map").unwrap();
    assert_eq!(import.draft.wrap, Wrap::default(), "{:#?}", told(&import));
}

/// No water between them, at the edge alone.
#[test]
fn land_that_touches_across_the_edge_joins_it() {
    let text = "[files]\nmap m.gif\n[continents]\nA 1 red\n[countries]\n1 West 1 5 20\n\
        2 Middle 1 80 20\n3 East 1 155 20\n[borders]\n1 2 3\n2 1 3\n3 2 1\n";
    let mask = RgbaImage::from_fn(160, 40, |x, y| {
        let value = if y < 10 { 255 } else { 1 + (x / 54) as u8 };
        image::Rgba([value, value, value, 255])
    });
    let files = InMemory::from([
        ("round.map".to_owned(), text.as_bytes().to_vec()),
        ("m.gif".to_owned(), gif(&mask)),
    ]);
    let import = read(&files, "round.map").unwrap();
    assert!(import.draft.wrap.horizontal && !import.draft.wrap.vertical);
    assert!(import.draft.links().all(|(_, link)| link.by == By::Land));
    // Without the link, no edges are joined.
    let apart = text.replace("1 2 3\n", "1 2\n").replace("3 2 1\n", "3 2\n");
    let files = InMemory::from([
        ("round.map".to_owned(), apart.into_bytes()),
        ("m.gif".to_owned(), gif(&mask)),
    ]);
    assert!(!read(&files, "round.map").unwrap().draft.wrap.horizontal);
}

/// Two lines of squares with lines of four pixels between all, and a strait.
#[test]
fn land_across_thick_lines_is_no_sea() {
    let mut text = "[files]\nmap m.gif\n[continents]\nA 1 red\n[countries]\n".to_owned();
    text.extend((1..=6).map(|n| format!("{n} C{n} 1 {} 20\n", n * 24)));
    text += "[borders]\n1 2\n2 1 3\n3 2 4\n4 3 5\n5 4 6\n6 5\n";
    let mask = RgbaImage::from_fn(180, 40, |x, _| {
        // The sixth lies off a rugged coast.
        let value = match (x % 24, x / 24) {
            (0..20, at @ 0..5) => at as u8 + 1,
            _ if x > 130 => 6,
            _ => 255,
        };
        image::Rgba([value, value, value, 255])
    });
    let files = InMemory::from([
        ("thick.map".to_owned(), text.into_bytes()),
        ("m.gif".to_owned(), gif(&mask)),
    ]);
    let import = read(&files, "thick.map").unwrap();
    let by: Vec<By> = import.draft.links().map(|(_, link)| link.by).collect();
    assert_eq!(by, [By::Land, By::Land, By::Land, By::Land, By::Sea]);
    assert_eq!(import.draft.mask.unwrap().gap, Some(4));
}

/// Judged by their pictures: Scottish isles, the Channel and the like; no rivers or lines.
#[test]
fn real_straits_are_told_from_lines() {
    let Some(root) = corpus::folder("domination") else {
        return;
    };
    for (map, by_sea) in [("uk", 11), ("sersom", 1)] {
        let folder = root.join(map);
        let import = read(&DiskFiles::new(&folder), &format!("{map}.map")).unwrap();
        let sea = import.draft.links().filter(|(_, link)| link.by == By::Sea);
        let sea: Vec<_> = sea.map(|(from, link)| (from.id, link.to)).collect();
        assert_eq!(sea.len(), by_sea, "{map}: {sea:?}");
    }
}

#[test]
fn translations_of_missions_are_reported() {
    let mut files = files(HEAD.as_bytes(), CARDS.as_bytes());
    let missions = b"Nowhere=A\n0-2-3-0-0-0=Take two\n1-0-0-0-0-0=Beat PLAYER1\n";
    files.insert("odd_cs.properties".to_owned(), missions.to_vec());
    let text = HEAD.replace("crd odd.cards", "crd other.cards");
    let deck = files["odd.cards"].clone();
    files.insert("other.cards".to_owned(), deck);
    files.insert("other_de.properties".to_owned(), missions.to_vec());
    let text = format!("{text}{BORDERS}");
    files.insert("odd.map".to_owned(), text.into_bytes());
    let told = told(&read(&files, "odd.map").unwrap());
    for expected in [
        "odd_cs.properties: warning: translations of missions, which a map does not have: 2",
        "other_de.properties: warning: translates the missions of the deck, which a map does \
         not have; not read",
    ] {
        assert!(
            told.iter().any(|line| line == expected),
            "{expected}\n{told:#?}"
        );
    }
}

#[test]
fn untrusted_names_cannot_leave_the_folder() {
    for name in [
        "../odd_map.gif",
        "/etc/passwd",
        "..\\odd_map.gif",
        "C:odd_map.gif",
        ".",
    ] {
        let text = HEAD.replace("map odd_map.gif", &format!("map {name}"));
        let error = read(&files(text.as_bytes(), b""), "odd.map").unwrap_err();
        let ImportError::NoMask { flaws, .. } = error else {
            panic!("{error}");
        };
        let told = flaws.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(
            told.iter()
                .any(|line| line.contains("not a plain file name")),
            "{told:#?}"
        );
    }
}

#[test]
fn files_that_are_not_maps_are_refused() {
    let refused = |map: &[u8]| read(&files(map, b""), "odd.map").unwrap_err().to_string();
    assert_eq!(
        refused(b"GIF89a\0\0\xff"),
        "`odd.map` defines no country; in a Domination map the section `[countries]` has a line for each"
    );
    assert!(read(&InMemory::new(), "odd.map").is_err());
    let mut broken = files(format!("{HEAD}{BORDERS}").as_bytes(), b"");
    broken.insert("odd_map.gif".to_owned(), b"GIF89a\x01".to_vec());
    let error = read(&broken, "odd.map").unwrap_err();
    assert!(error.to_string().starts_with("`odd_map.gif`: "), "{error}");
}
