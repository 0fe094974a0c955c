//! `marchland-maps render` on the command line.

use std::path::Path;

use crate::command_line::{bundled, maps, stderr, text};

#[test]
fn a_png_may_go_to_standard_output() {
    let map = bundled("czechia");
    let output = maps(&["render", &map, "-o", "-", "--layer", "mask"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let picture = image::load_from_memory(&output.stdout).expect("a PNG");
    let mask = image::open(map + "/mask.png").expect("the mask");
    assert!(picture.into_rgb8() == mask.into_rgb8());
}

#[test]
fn every_colour_of_the_legend_is_a_continents_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("all.png");
    let render = |layers: &str| {
        let arguments = [
            "render",
            &bundled("world"),
            "-o",
            text(&png),
            "--force",
            "--layer",
            layers,
        ];
        let output = maps(&arguments);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(told.contains(&format!("{}: ", png.display())), "{told}");
        image::open(&png).expect("a picture").into_rgb8()
    };
    // The legend alone, on white, has its own colours; with all other layers as well.
    let alone = render("legend");
    let all = render("image,links,badges,legend");
    let mut counts = std::collections::HashMap::<_, u32>::new();
    for pixel in alone.pixels() {
        *counts.entry(pixel.0).or_default() += 1;
    }
    let flat = counts
        .iter()
        .filter(|&(_, &count)| count > 300)
        .map(|(&colour, _)| colour);
    let swatches: Vec<_> = flat
        .filter(|c| c.iter().max().unwrap() - c.iter().min().unwrap() > 40)
        .collect();
    assert_eq!(swatches.len(), 6, "{swatches:?}");
    for colour in swatches {
        let count = all.pixels().filter(|pixel| pixel.0 == colour).count();
        assert!(count > 300, "{colour:?}: {count}");
    }
}

#[test]
fn layers_are_rendered() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("mask.png");
    let render = |layers: &str| {
        maps(&[
            "render",
            &bundled("czechia"),
            "-o",
            text(&png),
            "--layer",
            layers,
        ])
    };
    let output = render("mask");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pixels = |path: &Path| image::open(path).expect("a picture").into_rgb8();
    let own = Path::new(&bundled("czechia")).join("mask.png");
    assert!(pixels(&png) == pixels(&own), "the mask's layer is the mask");
    assert_eq!(render("mask").status.code(), Some(2), "it is there already");
    let other = folder.path().join("layers.png");
    let layers = "image,tint,links,pivots,badges";
    let output = maps(&[
        "render",
        &bundled("czechia"),
        "-o",
        text(&other),
        "--layer",
        layers,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(pixels(&other).dimensions(), pixels(&own).dimensions());
}

#[test]
fn names_are_written_in_the_language_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let render = |lang: &[&str], layers: &str| {
        let png = folder.path().join("names.png");
        let world = bundled("world");
        let mut arguments = vec!["render", &world, "-o", text(&png), "--force"];
        arguments.extend(["--layer", layers]);
        arguments.extend(lang);
        let output = maps(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stderr(&output);
        let note = "note: no name has a translation into `en`; there is cs\n";
        let note = if lang.contains(&"en") { note } else { "" };
        let expected = format!("{note}{}: 2400 × 1216 pixels\n", text(&png));
        assert_eq!(said, expected, "every name has its place");
        image::open(&png).expect("a picture").into_rgb8()
    };
    let plain = render(&[], "mask,labels,legend");
    assert!(plain == render(&["--lang", "en"], "mask,labels,legend"));
    assert!(plain != render(&["--lang", "cs"], "mask,labels,legend"));
    assert!(plain != render(&[], "mask,labels"));
    assert!(plain != render(&[], "mask"));
}
