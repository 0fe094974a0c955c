//! Oddities of Domination maps, one by one: what is kept, and what is reported about what
//! is not.

use std::fmt::Write as _;
use std::io::{self, Cursor};
use std::ops::ControlFlow;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use marchland_maps::formats::Files;
use marchland_maps::formats::domination::{Import, ImportError, read, read_watched};
use marchland_maps::propose::Survey;
use marchland_maps::{By, Card, Way};

use crate::domination::{BORDERS, CARDS, HEAD, InMemory, files, gif, png, squares, told};

/// A map without an oddity: eight countries in two continents.
pub(super) const MAP: &str = "; by an author\nname Eight\n[files]\npic odd pic.png\nmap odd_map.gif\n\
    crd odd.cards\n[continents]\nNorth 5 red\nSouth 2 blue\n[countries]\n1 A 1 30 30\n2 B 1 50 30\n\
    3 C 1 70 30\n4 D 1 90 30\n5 E 2 30 50\n6 F 2 50 50\n7 G 2 70 50\n8 H 2 105 55\n[borders]\n\
    1 2 5\n2 1 3 6\n3 2 4 7\n4 3 8\n5 1 6\n6 5 2 7\n7 6 3 8\n8 7 4\n";

pub(super) const DECK: &str = "[cards]\nInfantry 1\nCavalry 2\nCannon 3\nInfantry 4\nCavalry 5\nCannon 6\n\
    Infantry 7\nCavalry 8\nwildcard\nwildcard\n";

pub(super) fn import(map: &str, deck: &str) -> Import {
    read(&files(map.as_bytes(), deck.as_bytes()), "odd.map").unwrap()
}

/// Links as numbers of the source, once in each direction.
fn borders(import: &Import) -> Vec<(u16, u16)> {
    let mut all = Vec::new();
    for (from, link) in import.draft.links() {
        let (from, to) = (from.id.unwrap().0 + 1, link.to.0 + 1);
        all.push((from, to));
        if link.way == Way::Both {
            all.push((to, from));
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn a_map_that_is_kept_completely_gives_no_flaws() {
    let plain = import(MAP, DECK);
    assert_eq!(told(&plain), [""; 0]);
    let draft = &plain.draft;
    assert_eq!(draft.territories.len(), 8);
    assert_eq!(borders(&plain).len(), 20);
    let cards: Vec<Card> = draft.territories.iter().filter_map(|t| t.card).collect();
    assert_eq!(cards[..3], [Card::Infantry, Card::Cavalry, Card::Artillery]);
    assert_eq!(cards.len(), 8);
}

#[test]
fn a_folder_that_cannot_be_listed_is_reported() {
    struct Unlisted(InMemory);
    impl Files for Unlisted {
        fn names(&self) -> io::Result<Vec<String>> {
            Err(io::ErrorKind::PermissionDenied.into())
        }

        fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
            self.0.read(name, limit)
        }
    }
    let folder = Unlisted(files(MAP.as_bytes(), DECK.as_bytes()));
    assert_eq!(
        told(&read(&folder, "odd.map").unwrap()),
        [
            "odd.map: warning: its folder cannot be listed, so translations are not read: permission \
             denied"
        ]
    );
}

#[test]
fn spacing_and_line_ends_do_not_matter() {
    let plain = import(MAP, DECK);
    let spaced = |between: &str, end: &str| -> String {
        let lines = MAP.lines().map(|line| {
            // Names of files hold spaces of their own.
            let line = if line.starts_with("pic") {
                line.to_owned()
            } else {
                line.replace(' ', between)
            };
            format!("{line}{end}")
        });
        lines.collect()
    };
    for (between, end) in [
        ("\t", "\n"),
        ("  \t ", "\r\n"),
        (" ", " \t\r\n"),
        (" ", "\r"),
        (" ", "\n\n  \n\t\n"),
    ] {
        // The name of the map and the author's comment are text, not words.
        let text =
            spaced(between, end).replace(&format!("by{between}an{between}author"), "by an author");
        let odd = import(&text, DECK);
        assert_eq!(told(&odd), [""; 0], "{between:?} {end:?}");
        assert_eq!(odd.draft, plain.draft, "{between:?} {end:?}");
    }
    let indented = format!("  {}", MAP.replace('\n', "\n  "));
    assert_eq!(import(&indented, DECK).draft, plain.draft);
    let without_end = MAP.trim_end();
    assert_eq!(import(without_end, DECK.trim_end()).draft, plain.draft);
}

#[test]
fn numbers_out_of_order_keep_their_countries() {
    let plain = import(MAP, DECK);
    // 3 before 1 and 2, and the borders before the countries.
    let (head, rest) = MAP.split_once("[countries]\n").unwrap();
    let (countries, links) = rest.split_once("[borders]\n").unwrap();
    let mut numbered: Vec<&str> = countries.lines().collect();
    numbered.swap(0, 2);
    let text = format!(
        "{head}[borders]\n{links}[countries]\n{}\n",
        numbered.join("\n")
    );
    let odd = import(&text, DECK);
    assert_eq!(odd.draft, plain.draft);
    assert_eq!(
        told(&odd),
        [
            "odd.map:20: error: countries are numbered in order; expected 1, found 3: the numbers given count"
        ]
    );
    // A number left out stays left out.
    let gap = MAP.replace("8 H 2 105 55", "9 H 2 105 55");
    let told = told(&import(&gap, DECK));
    let expected = "odd.map:18: error: countries are numbered in order; expected 8, found 9: the numbers given count";
    assert!(told.iter().any(|line| line == expected), "{told:#?}");
}

#[test]
fn borders_add_up_and_may_go_one_way() {
    let plain = import(MAP, DECK);
    let apart = MAP.replace("2 1 3 6\n", "2 1\n2 3\n2 6\n");
    assert_eq!(import(&apart, DECK).draft, plain.draft);
    let one_way = import(&MAP.replace("\n5 1 6\n", "\n5 6\n"), DECK);
    let all: Vec<(u16, u16)> = borders(&plain)
        .into_iter()
        .filter(|&pair| pair != (5, 1))
        .collect();
    assert_eq!(borders(&one_way), all);
    assert_eq!(
        told(&one_way),
        ["odd.map:20: info: E can be reached from A, but not the other way: a one-way link"]
    );
}

#[test]
fn bonuses_and_colours_of_continents() {
    for (word, kept, flaw) in [
        ("0 red", 0, None),
        ("-3 red", 0, Some("warning: the bonus -3 becomes 0")),
        (
            "1001 red",
            1000,
            Some("warning: the bonus 1001 becomes 1000"),
        ),
        ("5 0x12aB34", 5, None),
        ("5 DarkGray", 5, None),
        (
            "5 mauve",
            5,
            Some("info: the colour `mauve` is unknown; the continent becomes #E69F00"),
        ),
    ] {
        let odd = import(&MAP.replace("5 red", word), DECK);
        assert_eq!(odd.draft.continents[0].bonus, Some(kept), "{word}");
        let expected: Vec<String> = flaw.iter().map(|r| format!("odd.map:8: {r}")).collect();
        assert_eq!(told(&odd), expected, "{word}");
    }
    let odd = import(&MAP.replace("5 red", "many red"), DECK);
    assert_eq!(
        told(&odd),
        [
            "odd.map:8: error: the bonus should be a whole number from -2147483648 to 2147483647, not `many`"
        ]
    );
    // Two continents of one colour are two continents.
    let alike = import(&MAP.replace("blue", "red"), DECK);
    assert_eq!((alike.draft.continents.len(), told(&alike).len()), (2, 0));
}

#[test]
fn comments_are_kept_on_top_and_counted_elsewhere() {
    let text = MAP
        .replace("[countries]\n", "[countries]\n; the north\n;\n")
        .replace("5 E", "  ; the south\n5 E");
    let deck = format!("; ours\n{}", DECK.replace("wildcard", "; wild\nwildcard"));
    let odd = import(&text, &deck);
    assert_eq!(odd.draft, import(MAP, DECK).draft);
    assert_eq!(odd.draft.description.as_deref(), Some("by an author"));
    let rest = "are not kept; those on top of the map file become its description";
    assert_eq!(
        told(&odd),
        [
            format!("odd.map:11: warning: comments (2) {rest}"),
            format!("odd.cards:1: warning: comments (3) {rest}"),
        ]
    );
    let endless = "; words without end".repeat(2_000);
    let long = import(&format!("{endless}\n{MAP}"), DECK);
    assert_eq!(
        long.draft.description.map(|text| text.chars().count()),
        Some(16_384)
    );
    assert_eq!(
        told(&import(&format!("{endless}\n{MAP}"), DECK)),
        [
            "odd.map: warning: the comments are longer than the 16384 characters that a description may have"
        ]
    );
}

#[test]
fn unsupported_settings_are_reported_by_line() {
    let text = MAP
        .replace("name Eight\n", "name Eight\nver 3\nmood sunny\n")
        .replace(
            "[continents]",
            "prv odd.jpg\nsnd odd.wav\n[weather]\nrain\n[continents]",
        );
    let odd = import(&text, &format!("title Deck\n{DECK}"));
    assert_eq!(odd.draft, import(MAP, DECK).draft);
    assert_eq!(
        told(&odd),
        [
            "odd.map:3: warning: the setting `ver 3` is not kept",
            "odd.map:4: warning: the setting `mood sunny` is not kept",
            "odd.map:9: info: `odd.jpg`, the small picture for lists of maps, is not kept",
            "odd.map:10: error: `snd` is not an entry of `[files]`; known are `pic`, `map`, `crd` and `prv`",
            "odd.map:11: error: the section `[weather]` is unknown; its lines are passed over",
            "odd.cards:1: warning: the setting `title Deck` is not kept",
        ]
    );
}

#[test]
fn decks_with_missions_and_any_number_of_wild_cards() {
    let missions = "[missions]\n0\t0 0\t1 2 0\tConquer the North and the South.\n\
        1\t8 1\t0 0 0\tDestroy PLAYER1, or hold eight countries.\n0\t4 2\t0 0 *\tHold four.\n";
    let with_missions = import(MAP, &format!("{DECK}{missions}"));
    assert_eq!(with_missions.draft, import(MAP, DECK).draft);
    assert_eq!(
        told(&with_missions),
        ["odd.cards:13: warning: the missions (3) are not kept: a game here is won by conquest"]
    );
    for (count, expected) in [
        (0, "odd.cards: "),
        (1, "odd.cards:10: "),
        (66, "odd.cards:10: "),
    ] {
        let deck = DECK.replace("wildcard\n", "") + &"wildcard\n".repeat(count);
        let odd = import(MAP, &deck);
        assert_eq!(
            told(&odd),
            [format!(
                "{expected}warning: wild cards: {count}; a deck here has two"
            )]
        );
    }
    let partial = import(
        MAP,
        "[cards]\nCannon 8\nwildcard\nwildcard\nCannon 8 9\nCannon\nCannon x\n",
    );
    assert_eq!(partial.draft.territories[7].card, Some(Card::Artillery));
    assert_eq!(
        told(&partial),
        [
            "odd.cards:5: error: a card has a kind and a country; here are 3 words",
            "odd.cards:6: error: a card has a kind and a country; here are 1 words",
            "odd.cards:7: error: a card's country should be a whole number from 1 to 8, not `x`",
            "odd.cards: info: countries without a card of their own: 7 of 8; they get one by number",
        ]
    );
}

#[test]
fn badges_stay_or_are_reported() {
    // In the sea, in another country, on the edge: all are valid places.
    let moved = MAP
        .replace("1 A 1 30 30", "1 A 1 0 0")
        .replace("2 B 1 50 30", "2 B 1 30 30")
        .replace("3 C 1 70 30", "3 C 1 159 89");
    let odd = import(&moved, DECK);
    let first = odd.draft.territories.iter().take(3);
    let badges = first.map(|t| t.badge.map(|at| (at.x, at.y)));
    assert_eq!(
        badges.collect::<Vec<_>>(),
        [Some((0, 0)), Some((30, 30)), Some((159, 89))]
    );
    assert_eq!(told(&odd), [""; 0]);
    for (place, flaw) in [
        (
            "-1 30",
            "warning: the badge at (-1, 30) lies outside the picture and is left out; without one the pivot serves",
        ),
        (
            "30 90",
            "warning: the badge at (30, 90) lies outside the picture and is left out; without one the pivot serves",
        ),
        (
            "30 3.5",
            "error: y should be a whole number from -2147483648 to 2147483647, not `3.5`",
        ),
        (
            "30",
            "error: a country has a number, a name, a continent, x and y; here are 4 words",
        ),
        (
            "30 30 9",
            "error: a country has a number, a name, a continent, x and y; here are 6 words",
        ),
    ] {
        let odd = import(&MAP.replace("1 A 1 30 30", &format!("1 A 1 {place}")), DECK);
        assert_eq!(told(&odd), [format!("odd.map:11: {flaw}")], "{place}");
        assert_eq!(odd.draft.territories.len(), 8);
        // Six words: the usual five and one more.
        assert_eq!(odd.draft.territories[0].badge.is_some(), place == "30 30 9");
    }
}

#[test]
fn names_in_either_encoding() {
    let named = MAP
        .replace("1 A", "1 Ostrov_Rohlíků")
        .replace("North", "Žluť_島");
    let marked = format!("\u{feff}; 1.1.0.7+ (UTF-8)\n{named}");
    let odd = import(&marked, DECK);
    assert_eq!(told(&odd), [""; 0]);
    let name = |names: &marchland_maps::Names| names.text.clone().unwrap();
    assert_eq!(name(&odd.draft.territories[0].name), "Ostrov Rohlíků");
    assert_eq!(name(&odd.draft.continents[0].name), "Žluť 島");
    // The line of the program that wrote the file is not part of the author's comment.
    assert_eq!(odd.draft.description.as_deref(), Some("by an author"));

    let latin: Vec<u8> = MAP
        .replace("1 A", "1 Île_d'Été")
        .chars()
        .map(|c| c as u8)
        .collect();
    let odd = read(&files(&latin, DECK.as_bytes()), "odd.map").unwrap();
    assert_eq!(told(&odd), [""; 0]);
    assert_eq!(name(&odd.draft.territories[0].name), "Île d'Été");

    let mut broken = b"\xEF\xBB\xBF".to_vec();
    broken.extend(&latin);
    let odd = read(&files(&broken, DECK.as_bytes()), "odd.map").unwrap();
    assert_eq!(
        told(&odd),
        ["odd.map: warning: not all bytes are UTF-8, though it begins with a byte order mark"]
    );

    let long = "N".repeat(70);
    let odd = import(&MAP.replace("1 A", &format!("1 {long}")), DECK);
    let (shown, kept) = ("N".repeat(40), "N".repeat(64));
    assert_eq!(
        told(&odd),
        [format!(
            "odd.map:11: warning: the name `{shown}…` becomes `{kept}`"
        )]
    );
}

#[test]
fn invalid_translations_are_reported() {
    let mut files = files(MAP.as_bytes(), DECK.as_bytes());
    let long = "Ž".repeat(70);
    let text = format!(
        "\u{feff}A={long}\nB=  Bé_tè \nEight=Osm\nNorth=Sever\\\n  n\\u00ed\nnobody=nikdo\n"
    );
    files.insert("odd_cs.properties".to_owned(), text.into_bytes());
    let odd = read(&files, "odd.map").unwrap();
    let (shown, kept) = ("Ž".repeat(40), "Ž".repeat(64));
    assert_eq!(
        told(&odd),
        [
            format!("odd_cs.properties: warning: the name `{shown}…` becomes `{kept}`"),
            "odd_cs.properties: info: translations of nothing on this map: 1".to_owned(),
        ]
    );
    let draft = &odd.draft;
    assert_eq!(draft.territories[0].name.in_language("cs"), Some(&*kept));
    assert_eq!(draft.territories[1].name.in_language("cs"), Some("Bé tè"));
    assert_eq!(draft.continents[0].name.in_language("cs"), Some("Severní"));
    assert_eq!(draft.name.in_language("cs"), Some("Osm"));
}

#[test]
fn every_kind_of_mask_gives_the_same_map() {
    let plain = import(MAP, DECK);
    let grey = squares();
    let colour = RgbImage::from_fn(160, 90, |x, y| Rgb([grey.get_pixel(x, y).0[0]; 3]));
    let clear = RgbaImage::from_fn(160, 90, |x, y| match grey.get_pixel(x, y).0[0] {
        255 => Rgba([7, 8, 9, 0]),
        value => Rgba([value, value, value, 255]),
    });
    let wide = DynamicImage::ImageLuma8(grey.clone()).into_luma16();
    let images = [
        DynamicImage::ImageLuma8(grey),
        DynamicImage::ImageRgb8(colour),
        DynamicImage::ImageRgba8(clear),
        DynamicImage::ImageLuma16(wide),
    ];
    for image in images {
        for format in [ImageFormat::Png, ImageFormat::Tiff] {
            let mut mask = Cursor::new(Vec::new());
            image.write_to(&mut mask, format).unwrap();
            let mut files = files(MAP.as_bytes(), DECK.as_bytes());
            files.insert("odd_map.gif".to_owned(), mask.into_inner());
            let odd = read(&files, "odd.map").unwrap();
            assert_eq!(told(&odd), [""; 0], "{format:?}");
            assert_eq!(odd.draft, plain.draft, "{format:?}");
            assert!(odd.mask.runs().eq(plain.mask.runs()), "{format:?}");
        }
    }
}

#[test]
fn a_mask_that_contradicts_the_map_is_reported() {
    let mut mask = DynamicImage::ImageLuma8(squares()).into_rgba8();
    for (x, y, value) in [(0, 0, 0), (1, 0, 9), (2, 0, 9)] {
        mask.put_pixel(x, y, Rgba([value, value, value, 255]));
    }
    for pixel in mask.pixels_mut().filter(|pixel| pixel.0[0] == 5) {
        *pixel = Rgba([255; 4]);
    }
    let mut files = files(MAP.as_bytes(), DECK.as_bytes());
    files.insert("odd_map.gif".to_owned(), gif(&mask));
    files.insert("odd pic.png".to_owned(), png(&RgbImage::new(80, 45)));
    let odd = read(&files, "odd.map").unwrap();
    assert_eq!(
        told(&odd),
        [
            "odd pic.png: error: is 80×45 pixels, the mask 160×90",
            "odd_map.gif: error: 1 pixels have the value 0, which is not a country; they count as sea",
            "odd_map.gif: error: 2 pixels have the value 9, which is not a country; they count as sea",
            "odd.map:15: error: country 5 (E) has no pixel in the mask; its badge serves as pivot",
        ]
    );
    assert_eq!(odd.draft.territories.len(), 8);
}

#[test]
fn missing_and_truncated_files_are_reported() {
    let whole = files(MAP.as_bytes(), DECK.as_bytes());
    let without = |name: &str| -> InMemory {
        let mut files = whole.clone();
        files.remove(name);
        files
    };
    let lone = read(&without("odd pic.png"), "odd.map").unwrap();
    assert!(lone.image.is_none() && lone.draft.image.is_none());
    assert_eq!(
        told(&lone),
        ["odd.map:4: error: `pic` names `odd pic.png`, which is not in the folder"]
    );
    let no_deck = read(&without("odd.cards"), "odd.map").unwrap();
    assert_eq!(
        told(&no_deck),
        ["odd.map:6: error: `crd` names `odd.cards`, which is not in the folder"]
    );
    let standard = without("odd.cards");
    let text = MAP.replace("crd odd.cards", "crd risk.cards");
    let mut standard_deck = standard.clone();
    standard_deck.insert("odd.map".to_owned(), text.into_bytes());
    assert_eq!(
        told(&read(&standard_deck, "odd.map").unwrap()),
        [
            "odd.map:6: info: `risk.cards` comes with the program, not with the map; cards go by number"
        ]
    );
    let error = read(&without("odd_map.gif"), "odd.map").unwrap_err();
    assert!(matches!(error, ImportError::NoMask { .. }), "{error}");
    let flaws: Vec<String> = error.flaws().iter().map(ToString::to_string).collect();
    assert_eq!(
        flaws,
        ["odd.map:5: error: `map` names `odd_map.gif`, which is not in the folder"]
    );

    // Cut off in the middle: the mask is refused, the picture is left out.
    let drawn = RgbImage::from_fn(160, 90, |x, y| Rgb([x as u8, y as u8, (x * y) as u8]));
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif] {
        let mut picture = Cursor::new(Vec::new());
        match format {
            ImageFormat::Gif => {
                picture = Cursor::new(gif(&DynamicImage::ImageRgb8(drawn.clone()).into_rgba8()));
            }
            _ => drawn.write_to(&mut picture, format).unwrap(),
        }
        let picture = picture.into_inner();
        let half = picture[..picture.len() / 2].to_vec();
        let name = format!("{format:?}").to_uppercase();
        let cut_off = format!("the {name} file is truncated: it ends before its picture does");

        let mut files = whole.clone();
        files.insert("odd pic.png".to_owned(), half.clone());
        let odd = read(&files, "odd.map").unwrap();
        assert!(odd.image.is_none(), "{format:?}");
        let told = told(&odd);
        assert_eq!(told.len(), 1, "{told:#?}");
        assert!(
            told[0].starts_with(&format!("odd pic.png: error: {cut_off}")),
            "{told:#?}"
        );

        let mut files = whole.clone();
        files.insert("odd_map.gif".to_owned(), half);
        let error = read(&files, "odd.map").unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("`odd_map.gif`: {cut_off}")),
            "{error}"
        );
    }
}

#[test]
fn as_many_countries_as_a_mask_can_number() {
    let countries = 254_u16;
    let mut mask = RgbImage::from_pixel(160, 160, Rgb([255; 3]));
    let mut map =
        "name Many\n[files]\nmap m.png\n[continents]\nAll 5 red\n[countries]\n".to_owned();
    for n in 0..u32::from(countries) {
        let (left, top) = (n % 16 * 10, n / 16 * 10);
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (left + x, top + y))) {
            mask.put_pixel(x, y, Rgb([n as u8 + 1; 3]));
        }
        writeln!(map, "{} C{} 1 {} {}", n + 1, n + 1, left + 4, top + 4).unwrap();
    }
    map += "255 Over 1 5 5\n[borders]\n";
    for n in 1..countries {
        writeln!(map, "{n} {}\n{} {n}", n + 1, n + 1).unwrap();
    }
    let files = InMemory::from([
        ("many.map".to_owned(), map.into_bytes()),
        ("m.png".to_owned(), png(&mask)),
    ]);
    let many = read(&files, "many.map").unwrap();
    assert_eq!(many.draft.territories.len(), 254);
    assert_eq!(borders(&many).len(), 2 * 253);
    let expected =
        "many.map:261: error: a country's number should be a whole number from 1 to 254, not `255`";
    assert!(
        told(&many).iter().any(|line| line == expected),
        "{:#?}",
        told(&many)
    );
}

#[test]
fn an_import_reports_progress_and_can_be_cancelled() {
    let text = format!("{HEAD}{BORDERS}");
    let files = files(text.as_bytes(), CARDS.as_bytes());
    let mut shares = Vec::new();
    let whole = read_watched(&files, "odd.map", &mut |share| {
        shares.push(share);
        ControlFlow::Continue(())
    });
    assert_eq!(whole.unwrap().draft, read(&files, "odd.map").unwrap().draft);
    assert!(shares.is_sorted() && shares.len() > 6, "{shares:?}");
    assert_eq!((shares[0], shares[shares.len() - 1]), (0.0, 1.0));
    for limit in shares {
        let cancelled = read_watched(&files, "odd.map", &mut |share| {
            if share >= limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(matches!(cancelled, Err(ImportError::Cancelled)), "{limit}");
    }
}

#[test]
fn links_across_a_single_pixel_are_contacts_of_the_map() {
    let mut mask = squares();
    // A tongue of 1 ends a pixel before 2; their other borders are ten pixels apart.
    for (x, y) in (30..40).flat_map(|x| (20..40).map(move |y| (x, y))) {
        let value = if y == 30 && x < 39 { 1 } else { 255 };
        mask.put_pixel(x, y, image::Luma([value]));
    }
    let mut odd = files(MAP.as_bytes(), DECK.as_bytes());
    let gif = gif(&DynamicImage::ImageLuma8(mask).into_rgba8());
    odd.insert("odd_map.gif".to_owned(), gif);
    let odd = read(&odd, "odd.map").unwrap();
    let mut links = odd.draft.links().map(|(_, link)| (link.to.0, link.by));
    assert!(links.any(|link| link == (1, By::Land)));
    assert_eq!(odd.draft.mask.as_ref().and_then(|mask| mask.gap), Some(1));
    let mut told = odd.flaws.iter().map(|flaw| &flaw.text);
    assert!(told.any(|text| text.contains("a pixel apart")));
    assert!(Survey::new(&odd.mask, &odd.draft).contact(0, 1) > 0);
}
