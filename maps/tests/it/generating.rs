//! `marchland-maps generate`.

use std::fs;

use marchland_maps::folder::load;

use crate::command_line::{maps, stderr, text};

#[test]
fn generation_is_reproducible_and_never_overwrites_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let generate = |path, more: &[&str]| {
        let size = [
            "--territories",
            "20",
            "--continents",
            "4",
            "--size",
            "768x432",
        ];
        maps(
            &[
                &["generate", "--seed", "5", "-o", text(path)],
                &size[..],
                more,
            ]
            .concat(),
        )
    };
    let output = generate(&one, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("20 territories, 4 continents"), "{told}");
    let (_, draft, map) = load(&one).unwrap();
    assert_eq!((map.len(), draft.continents.len()), (20, 4));
    // The command in the description generates it again.
    let description = draft.description.unwrap();
    let words: Vec<&str> = description.split(' ').skip(1).collect();
    let again = maps(&[&words[..], &["-o", text(&two)]].concat());
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    for file in ["map.xml", "mask.png", "image.png"] {
        let [a, b] = [&one, &two].map(|path| fs::read(path.join(file)).unwrap());
        assert!(a == b, "{file}");
    }
    let refused = generate(&one, &["--name", "Mine"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
    let output = generate(&one, &["--name", "Mine", "--author", "Ada", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (_, draft, _) = load(&one).unwrap();
    assert_eq!(draft.name.text.as_deref(), Some("Mine"));
    assert_eq!(draft.author.as_deref(), Some("Ada"));
    let description = draft.description.unwrap();
    assert!(
        description.ends_with(" --name=Mine --author=Ada"),
        "{description}"
    );
    let words: Vec<&str> = description.split(' ').skip(1).collect();
    let again = maps(&[&words[..], &["-o", text(&two), "--force"]].concat());
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    let [one, two] = [&one, &two].map(|path| fs::read(path.join("map.xml")).unwrap());
    assert!(one == two);
}

#[test]
fn impossible_plans_are_refused_up_front() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    for (arguments, expected) in [
        (&["--territories", "5"][..], "12..=500"),
        (
            &["--territories", "20", "--continents", "6"],
            "20 territories make 2 to 5 continents",
        ),
        (&["--land", "80%"], "give 25 to 50 per cent"),
        (
            &["--size", "200x100"],
            "200x100 pixels are too few for 42 territories",
        ),
        (&["--size", "99999x80000"], "a side has at most 8192"),
        (&["--size", "big"], "give width and height in pixels"),
    ] {
        let output = maps(&[&["generate", "-o", text(&path)], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(!path.exists());
    }
}
