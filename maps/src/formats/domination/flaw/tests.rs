use super::*;

fn told(flaws: Flaws) -> Vec<String> {
    let flaws = flaws.into_vec();
    flaws.iter().map(ToString::to_string).collect()
}

#[test]
fn flaws_of_one_kind_are_summed_up() {
    let mut flaws = Flaws::default();
    for line in 1..=30 {
        flaws.add("a.map", line, Cause::SelfBorder(7));
        flaws.add("a.cards", line, Cause::CardTwice(8));
        if line < 4 {
            flaws.add("b.map", line, Cause::SelfBorder(9));
        }
    }
    let told = told(flaws);
    assert_eq!(told.len(), 20 + 20 + 3 + 2);
    let sums: Vec<_> = told
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
fn there_is_an_end_to_flaws_of_many_kinds() {
    let mut flaws = Flaws::default();
    for file in 0..60 {
        for line in 1..=10 {
            flaws.add(&format!("{file}.map"), line, Cause::SelfBorder(1));
        }
    }
    let told = told(flaws);
    assert_eq!(told.len(), 501);
    assert_eq!(told[500], "49.map: info: and 100 more flaws");
}

#[test]
fn no_name_steers_a_terminal() {
    let flaw = Flaw {
        file: "a\u{1b}[2J.map".to_owned(),
        line: None,
        severity: Severity::Info,
        text: Cause::StandardDeck("b\n\u{202e}c".to_owned()).to_string(),
    };
    let told = flaw.to_string();
    assert!(
        told.starts_with("a\\u{1b}[2J.map: info: `b\\n\\u{202e}c` comes"),
        "{told}"
    );
}
