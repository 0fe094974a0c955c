//! Domination maps with faults in the file or in the files beside it: each fault is reported
//! once, with its place, and the rest is read.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Output};

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use marchland_maps::Severity;
use marchland_maps::formats::DiskFiles;
use marchland_maps::formats::domination::{Import, ImportError, read};

use crate::domination::{InMemory, files, gif, squares, told};
use crate::domination_cases::{DECK, MAP, import};

fn plain_files() -> InMemory {
    files(MAP.as_bytes(), DECK.as_bytes())
}

/// The report on a map that cannot be read.
fn told_of_error(error: &ImportError) -> Vec<String> {
    error.flaws().iter().map(ToString::to_string).collect()
}

fn ids(import: &Import) -> Vec<u16> {
    let territories = import.draft.territories.iter();
    territories.map(|t| t.id.unwrap().0).collect()
}

fn assert_same(odd: &Import, plain: &Import) {
    assert_eq!(odd.draft, plain.draft);
    assert!(odd.mask.runs().eq(plain.mask.runs()));
    for ((_, odd), (_, plain)) in odd.mask.iter().zip(plain.mask.iter()) {
        assert_eq!(odd.colour, plain.colour);
    }
}

#[test]
fn blanks_beyond_ascii_are_part_of_names() {
    for blank in ['\u{a0}', '\u{85}', '\u{3000}'] {
        let text = MAP
            .replace("1 A 1", &format!("1 Eng{blank}land 1"))
            .replace("North", &format!("Far{blank}North"));
        let marked = format!("\u{feff}{text}").into_bytes();
        let latin: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        for bytes in [Some(marked), latin].into_iter().flatten() {
            let odd = read(&files(&bytes, DECK.as_bytes()), "odd.map").unwrap();
            assert_eq!(told(&odd), [""; 0], "{blank:?}");
            let name = odd.draft.territories[0].name.text.as_deref();
            assert_eq!(name, Some("Eng land"), "{blank:?}");
            let name = odd.draft.continents[0].name.text.as_deref();
            assert_eq!(name, Some("Far North"), "{blank:?}");
        }
    }
}

#[test]
fn the_ending_of_a_map_may_be_in_capitals() {
    let mut files = plain_files();
    files.remove("odd.map");
    let text = MAP.replace("name Eight\n", "");
    files.insert("EUROPE.MAP".to_owned(), text.into_bytes());
    files.insert("EUROPE_fr.properties".to_owned(), b"A=Angleterre".to_vec());
    files.insert("europe_cs.properties".to_owned(), b"A=Anglie".to_vec());
    let odd = read(&files, "EUROPE.MAP").unwrap();
    assert_eq!(odd.draft.name.text.as_deref(), Some("EUROPE"));
    assert_eq!(odd.draft.id.as_deref(), Some("europe"));
    let name = &odd.draft.territories[0].name;
    assert_eq!(name.in_language("fr"), Some("Angleterre"));
    assert_eq!(name.in_language("cs"), Some("Anglie"));
    assert_eq!(
        told(&odd),
        ["europe_cs.properties: info: `EUROPE_cs.properties` was found as `europe_cs.properties`"]
    );
}

/// The map with all countries from 3 on numbered one higher, in the mask too.
fn with_a_gap() -> InMemory {
    let moved = |word: &str| match word.parse::<u8>() {
        Ok(number) if number > 2 => (number + 1).to_string(),
        _ => word.to_owned(),
    };
    let (head, rest) = MAP.split_once("[countries]\n").unwrap();
    let (countries, borders) = rest.split_once("[borders]\n").unwrap();
    let mut text = format!("{head}[countries]\n");
    for line in countries.lines() {
        let (number, rest) = line.split_once(' ').unwrap();
        writeln!(text, "{} {rest}", moved(number)).unwrap();
    }
    text += "[borders]\n";
    for line in borders.lines() {
        let words: Vec<String> = line.split(' ').map(moved).collect();
        writeln!(text, "{}", words.join(" ")).unwrap();
    }
    // A number stands between a blank and the end of its line.
    let deck = DECK.split(' ').map(|word| match word.split_once('\n') {
        Some((number, kind)) => format!("{}\n{kind}", moved(number)),
        None => word.to_owned(),
    });
    let deck: Vec<String> = deck.collect();
    let mut files = files(text.as_bytes(), deck.join(" ").as_bytes());
    let mut mask = squares();
    for pixel in mask
        .pixels_mut()
        .filter(|pixel| (3..=8).contains(&pixel.0[0]))
    {
        pixel.0[0] += 1;
    }
    let mask = DynamicImage::ImageLuma8(mask).into_rgba8();
    files.insert("odd_map.gif".to_owned(), gif(&mask));
    files
}

#[test]
fn ids_have_no_gaps() {
    let plain = import(MAP, DECK);
    let odd = read(&with_a_gap(), "odd.map").unwrap();
    assert_eq!(
        told(&odd),
        [
            "odd.map:13: error: countries are numbered in order; expected 3, found 4: the numbers given count",
            "odd.map:13: info: ids have no gaps, so country 4 gets the id 2; renumbered so: 6",
        ]
    );
    // Links, cards, badges and key colours go with the countries.
    assert_same(&odd, &plain);

    let zero = import(&MAP.replace("\n1 A 1", "\n0 A 1"), DECK);
    assert_eq!(ids(&zero), [0, 1, 2, 3, 4, 5, 6]);
    let expected =
        "odd.map:11: error: a country's number should be a whole number from 1 to 254, not `0`";
    assert!(
        told(&zero).iter().any(|line| line == expected),
        "{:#?}",
        told(&zero)
    );
}

#[test]
fn countries_upside_down_are_one_fault() {
    let (head, rest) = MAP.split_once("[countries]\n").unwrap();
    let (countries, borders) = rest.split_once("[borders]\n").unwrap();
    let reversed: Vec<&str> = countries.lines().rev().collect();
    let text = format!(
        "{head}[countries]\n{}\n[borders]\n{borders}",
        reversed.join("\n")
    );
    let odd = import(&text, DECK);
    assert_same(&odd, &import(MAP, DECK));
    assert_eq!(
        told(&odd),
        [
            "odd.map:11: error: countries are numbered in order; expected 1, found 8: the numbers given count"
        ]
    );
}

#[test]
fn colours_of_continents_are_chosen_apart() {
    // The first of the palette is taken; this many more go beyond it.
    let mut lines = "North 5 #E69F00\n".to_owned();
    for n in 1..=20 {
        writeln!(lines, "C{n} 1 col{n}").unwrap();
    }
    let odd = import(&MAP.replace("North 5 red\n", &lines), DECK);
    let continents = &odd.draft.continents;
    let colours: BTreeSet<_> = continents.iter().map(|c| c.colour.unwrap()).collect();
    assert_eq!((continents.len(), colours.len()), (22, 22));
    let told_of = told(&odd);
    assert_eq!(told_of.len(), 20, "{told_of:#?}");
    assert_eq!(
        told_of[0],
        "odd.map:9: info: the colour `col1` is unknown; the continent becomes #56B4E9"
    );

    let none = import(&MAP.replace("North 5 red", "North 5"), DECK);
    assert_eq!(
        told(&none),
        [
            "odd.map:8: error: a continent has a name, a bonus and a colour; here are 2 words",
            "odd.map:8: info: has no colour; the continent becomes #E69F00",
        ]
    );
}

#[test]
fn transparent_pixels_have_a_blue_too() {
    let plain = import(MAP, DECK);
    let grey = squares();
    let mask = RgbaImage::from_fn(160, 90, |x, y| match grey.get_pixel(x, y).0[0] {
        5 => Rgba([5, 5, 5, 0]),
        value => Rgba([value, value, value, 255]),
    });
    let mut as_png = Cursor::new(Vec::new());
    let image = DynamicImage::ImageRgba8(mask.clone());
    image.write_to(&mut as_png, ImageFormat::Png).unwrap();
    for bytes in [gif(&mask), as_png.into_inner()] {
        let mut files = plain_files();
        files.insert("odd_map.gif".to_owned(), bytes);
        let odd = read(&files, "odd.map").unwrap();
        assert_same(&odd, &plain);
        assert_eq!(
            told(&odd),
            ["odd_map.gif: info: 400 pixels are transparent; their blue counts all the same"]
        );
    }
}

#[test]
fn a_file_that_is_too_long_is_named() {
    let mut files = plain_files();
    let long = vec![b'\n'; (1 << 20) + 1];
    files.insert("odd.cards".to_owned(), long.clone());
    let odd = read(&files, "odd.map").unwrap();
    assert_eq!(
        told(&odd),
        ["odd.cards: error: is longer than the 1048576 bytes that are read"]
    );
    files.insert("odd.map".to_owned(), long);
    assert_eq!(
        read(&files, "odd.map").unwrap_err().to_string(),
        "cannot read `odd.map`: it is longer than the 1048576 bytes that are read"
    );
}

#[test]
fn no_badge_serves_as_pivot_where_there_is_none() {
    let mut mask = DynamicImage::ImageLuma8(squares()).into_rgba8();
    for pixel in mask.pixels_mut().filter(|pixel| pixel.0[0] == 5) {
        *pixel = Rgba([255; 4]);
    }
    for (country, flaw) in [
        (
            "5 E 2 30 500",
            "warning: the badge at (30, 500) lies outside the picture and is left out; without one the pivot serves",
        ),
        (
            "5 E 2",
            "error: a country has a number, a name, a continent, x and y; here are 3 words",
        ),
    ] {
        let text = MAP.replace("5 E 2 30 50", country);
        let mut files = files(text.as_bytes(), DECK.as_bytes());
        files.insert("odd_map.gif".to_owned(), gif(&mask));
        let odd = read(&files, "odd.map").unwrap();
        assert!(odd.draft.territories[4].pivots.is_empty());
        assert_eq!(
            told(&odd),
            [
                format!("odd.map:15: {flaw}"),
                "odd.map:15: error: country 5 (E) has no pixel in the mask; as it has no badge \
                 either, it has no pivot"
                    .to_owned(),
            ]
        );
    }
}

#[test]
fn of_two_translations_into_one_language_one_counts() {
    let mut files = plain_files();
    for (lang, name) in [("DE", "b"), ("de", "a"), ("pt-BR", "d"), ("pt_BR", "c")] {
        files.insert(
            format!("odd_{lang}.properties"),
            format!("A={name}").into_bytes(),
        );
    }
    let odd = read(&files, "odd.map").unwrap();
    let translations = &odd.draft.territories[0].name.translations;
    let translations: Vec<_> = translations.iter().map(|t| (&*t.lang, &*t.text)).collect();
    assert_eq!(translations, [("de", "a"), ("pt-BR", "c")]);
    assert_eq!(
        told(&odd),
        [
            "odd_DE.properties: warning: a second translation into `de`; `odd_de.properties` counts",
            "odd_pt-BR.properties: warning: a second translation into `pt-BR`; `odd_pt_BR.properties` counts",
        ]
    );
    // If the file with the usual name is missing, the other is used.
    files.remove("odd_de.properties");
    let odd = read(&files, "odd.map").unwrap();
    assert_eq!(odd.draft.territories[0].name.in_language("de"), Some("b"));
}

#[test]
fn comments_behind_the_words_of_a_line_are_faults() {
    let plain = import(MAP, DECK);
    let (map, deck) = ("odd.map", "odd.cards");
    for (file, line, whole, cut) in [
        (map, 8, "North 5 red\n", "North 5 red ;cold 9\n"),
        (map, 10, "[countries]\n", "[countries] ; all of them\n"),
        (map, 18, "8 H 2 105 55\n", "8 H 2 105 55 ; far\n"),
        (map, 26, "\n7 6 3 8\n", "\n7 6 3 8 ; not 5 yet\n"),
        (deck, 1, "[cards]\n", "[cards];\n"),
        (deck, 4, "Cannon 3\n", "Cannon 3\t; three\n"),
        (deck, 10, "8\nwildcard\n", "8\nwildcard ; any\n"),
    ] {
        let odd = if file == map {
            import(&MAP.replace(whole, cut), DECK)
        } else {
            import(MAP, &DECK.replace(whole, cut))
        };
        assert_eq!(odd.draft, plain.draft, "{cut}");
        let flaw = "error: a comment has a line of its own; the program takes this one for \
                      words; passed over from the `;` on";
        assert_eq!(told(&odd), [format!("{file}:{line}: {flaw}")], "{cut}");
    }
    // A name may begin like this.
    let named = import(&MAP.replace("1 A 1", "1 ;A 1"), DECK);
    assert_eq!(told(&named), [""; 0]);
    let name = named.draft.territories[0].name.text.as_deref();
    assert_eq!(name, Some(";A"));
}

#[test]
fn many_errors_of_one_kind_are_summarised() {
    // Two borders in each line, but one error.
    let text = format!("{MAP}{}", "99 1 2\n".repeat(100));
    let odd = import(&text, DECK);
    let told = told(&odd);
    assert_eq!(told.len(), 21, "{told:#?}");
    assert_eq!(told[0], "odd.map:28: error: there is no country 99");
    assert_eq!(told[19], "odd.map:47: error: there is no country 99");
    assert_eq!(
        told[20],
        "odd.map:48: error: and 80 more like the one before"
    );
}

#[test]
fn a_file_that_is_not_a_map_gives_one_error() {
    let refused = |text: &str| read(&files(text.as_bytes(), b""), "odd.map").unwrap_err();
    let alone = refused("mood sunny\n[weather]\n[files]\nsnd a.wav\n");
    assert_eq!(told_of_error(&alone), [""; 0]);
    assert!(alone.to_string().contains("defines no country"), "{alone}");
    // In this case the lines give the reason.
    let lines = refused("[files]\n[continents]\n[countries]\none A 1 30 30\n[borders]\n");
    assert_eq!(
        told_of_error(&lines),
        ["odd.map:4: error: a country's number should be a whole number from 1 to 254, not `one`"]
    );
}

#[test]
fn names_in_flaws_are_escaped() {
    let long = "N".repeat(70);
    let odd = import(&MAP.replace("Eight", &long), DECK);
    let (shown, kept) = ("N".repeat(40), "N".repeat(64));
    assert_eq!(
        told(&odd),
        [format!(
            "odd.map:2: warning: the name `{shown}…` becomes `{kept}`"
        )]
    );
    let text = MAP.replace("map odd_map.gif", "map a\u{7}\u{9b}.gif");
    let error = read(&files(text.as_bytes(), DECK.as_bytes()), "odd.map").unwrap_err();
    let expected = "odd.map:5: error: `map` names `a\\u{7}Â\\u{9b}.gif`, which is not a plain file \
                    name; only files beside the map are read";
    let told = told_of_error(&error);
    assert!(told.iter().any(|line| line == expected), "{told:#?}");
    let error = read(&InMemory::new(), "a\u{1b}[2J.map")
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot read `a\\u{1b}[2J.map`: "),
        "{error}"
    );
}

fn to_disk(folder: &Path, files: &InMemory) {
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

fn maps(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The mask and the image of the new map have the same names as those of the source.
#[test]
fn an_import_never_writes_over_its_source() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let text = MAP
        .replace("odd pic.png", "image.png")
        .replace("odd_map.gif", "mask.png");
    let mut files = plain_files();
    for (old, new) in [("odd pic.png", "image.png"), ("odd_map.gif", "mask.png")] {
        let bytes = files.remove(old).unwrap();
        files.insert(new.to_owned(), bytes);
    }
    files.insert("odd.map".to_owned(), text.into_bytes());
    to_disk(folder, &files);
    let import = |output: &Path| {
        let file = folder.join("odd.map");
        maps(&[
            "import".as_ref(),
            &file,
            "-o".as_ref(),
            output,
            "--force".as_ref(),
        ])
    };
    for (output, refusal) in [
        (folder.to_owned(), "mask.png is an input file"),
        (folder.join("odd.map"), "odd.map is not a map file"),
    ] {
        let refused = import(&output);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(refusal), "{said}");
        for (name, bytes) in &files {
            assert_eq!(&fs::read(folder.join(name)).unwrap(), bytes, "{name}");
        }
        assert_eq!(fs::read_dir(folder).unwrap().count(), files.len());
    }
    let done = import(&folder.join("new"));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(0), "{said}");
    // A second time it overwrites the map, which is not one of the sources.
    assert_eq!(import(&folder.join("new")).status.code(), Some(0));
}

#[test]
fn a_file_named_like_a_translation_may_be_none() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    to_disk(folder, &plain_files());
    fs::create_dir(folder.join("odd_de.properties")).unwrap();
    let odd = read(&DiskFiles::new(folder), "odd.map").unwrap();
    assert_same(&odd, &import(MAP, DECK));
    assert!(odd.flaws.iter().all(|r| r.severity < Severity::Error));
    assert_eq!(
        told(&odd),
        ["odd_de.properties: warning: no translation can be read from it: it is a folder"]
    );
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::symlink;

    use super::*;

    const A_PIPE: &str = "it is a pipe or a device, not a file";
    const A_LINK: &str =
        "it is a link out of its folder, which is not followed; use the file that it leads to";

    fn pipe(path: &Path) {
        let _ = fs::remove_file(path);
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    }

    /// The report on the mask if the map cannot be read because of it.
    fn told_of_mask(folder: &Path) -> Vec<String> {
        let error = read(&DiskFiles::new(folder), "odd.map").unwrap_err();
        assert!(matches!(error, ImportError::NoMask { .. }), "{error}");
        told_of_error(&error)
    }

    #[test]
    fn pipes_are_not_waited_for() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        to_disk(folder, &plain_files());
        pipe(&folder.join("odd_de.properties"));
        symlink("nowhere", folder.join("odd_fr.properties")).unwrap();
        let odd = read(&DiskFiles::new(folder), "odd.map").unwrap();
        let no_translation = "warning: no translation can be read from it";
        assert_eq!(
            told(&odd),
            [
                format!("odd_de.properties: {no_translation}: {A_PIPE}"),
                format!("odd_fr.properties: {no_translation}: it is a link that leads nowhere"),
            ]
        );
        assert!(odd.flaws.iter().all(|r| r.severity < Severity::Error));

        pipe(&folder.join("odd.cards"));
        let odd = read(&DiskFiles::new(folder), "odd.map").unwrap();
        let expected = format!("odd.cards: error: cannot be read: {A_PIPE}");
        assert_eq!(told(&odd)[0], expected);

        pipe(&folder.join("odd_map.gif"));
        let expected = format!("odd_map.gif: error: cannot be read: {A_PIPE}");
        assert_eq!(told_of_mask(folder), [expected]);

        pipe(&folder.join("odd.map"));
        let [file, output] = ["odd.map", "new"].map(|name| folder.join(name));
        let refused = maps(&["import".as_ref(), &file, "-o".as_ref(), &output]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(A_PIPE), "{said}");
    }

    #[test]
    fn links_are_followed_within_the_folder_alone() {
        let temporary = tempfile::tempdir().unwrap();
        let [folder, outside] = ["in", "out"].map(|name| temporary.path().join(name));
        for folder in [&folder, &outside] {
            fs::create_dir(folder).unwrap();
            to_disk(folder, &plain_files());
        }
        let mask = folder.join("odd_map.gif");
        fs::rename(&mask, folder.join("other.gif")).unwrap();
        symlink("other.gif", &mask).unwrap();
        let odd = read(&DiskFiles::new(&folder), "odd.map").unwrap();
        assert_same(&odd, &import(MAP, DECK));

        fs::remove_file(&mask).unwrap();
        symlink(outside.join("odd_map.gif"), &mask).unwrap();
        let expected = format!("odd_map.gif: error: cannot be read: {A_LINK}");
        assert_eq!(told_of_mask(&folder), [expected]);

        fs::remove_file(folder.join("odd.map")).unwrap();
        symlink(outside.join("odd.map"), folder.join("odd.map")).unwrap();
        let error = read(&DiskFiles::new(&folder), "odd.map").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("cannot read `odd.map`: {A_LINK}")
        );
    }
}
