use super::*;

fn lines(flaws: Flaws) -> Vec<String> {
    let flaws = flaws.into_vec();
    flaws.iter().map(ToString::to_string).collect()
}

#[test]
fn flaws_of_one_kind_are_summarised() {
    let mut flaws = Flaws::default();
    for line in 1..=30 {
        flaws.add("a.map", line, Cause::SelfBorder(7));
        flaws.add("a.cards", line, Cause::CardTwice(8));
        if line < 4 {
            flaws.add("b.map", line, Cause::SelfBorder(9));
        }
    }
    let lines = lines(flaws);
    assert_eq!(lines.len(), 20 + 20 + 3 + 2);
    let sums: Vec<_> = lines
        .windows(2)
        .filter(|two| two[1].contains("more"))
        .collect();
    assert_eq!(
        sums,
        [
            [
                "a.map:20: error: country 7 borders itself; left out",
                "a.map:21: error: and 10 more like the one before",
            ],
            [
                "a.cards:20: warning: a second card of country 8; the first counts",
                "a.cards:21: warning: and 10 more like the one before",
            ],
        ]
    );
}

#[test]
fn the_total_number_of_flaws_is_limited() {
    let mut flaws = Flaws::default();
    for file in 0..60 {
        for line in 1..=10 {
            flaws.add(&format!("{file}.map"), line, Cause::SelfBorder(1));
        }
    }
    let lines = lines(flaws);
    assert_eq!(lines.len(), 501);
    assert_eq!(lines[500], "49.map: info: and 100 more flaws");
}

#[test]
fn control_characters_in_names_are_escaped() {
    let flaw = Flaw {
        file: "a\u{1b}[2J.map".to_owned(),
        line: None,
        severity: Severity::Info,
        text: Cause::StandardDeck("b\n\u{202e}c".to_owned()).to_string(),
    };
    let lines = flaw.to_string();
    assert!(
        lines.starts_with("a\\u{1b}[2J.map: info: `b\\n\\u{202e}c` comes"),
        "{lines}"
    );
}
