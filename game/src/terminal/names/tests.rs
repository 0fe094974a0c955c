use super::*;

const NAMES: [&str; 10] = [
    "Western United States",
    "Eastern United States",
    "Western Europe",
    "Ústí nad Labem Region",
    "Great Britain",
    "Iceland",
    "India",
    "Indonesia",
    "Zone 5",
    "Zone 50",
];

fn find(text: &str) -> Vec<&'static str> {
    let atlas = Atlas {
        names: NAMES.iter().map(|name| vec![fold(name)]).collect(),
    };
    match atlas.find(text, &|_| true) {
        Found::One(id) => vec![NAMES[id.index()]],
        Found::Many(ids) => ids.iter().map(|id| NAMES[id.index()]).collect(),
        Found::None => Vec::new(),
    }
}

#[test]
fn a_few_letters_are_enough() {
    assert_eq!(find("4"), ["Great Britain"]);
    assert_eq!(find("usti"), ["Ústí nad Labem Region"]);
    assert_eq!(find("ÚSTÍ  nad"), ["Ústí nad Labem Region"]);
    // An accent of its own, and another script.
    assert_eq!(find("u\u{301}sti"), ["Ústí nad Labem Region"]);
    assert_eq!(find("Индия"), ["India"]);
    assert_eq!(find("gb"), ["Great Britain"]);
    assert_eq!(find("w us"), ["Western United States"]);
    assert_eq!(find("west eu"), ["Western Europe"]);
    assert_eq!(find("wus"), ["Western United States"]);
    assert_eq!(find("brit"), ["Great Britain"]);
    assert_eq!(find("eu"), ["Western Europe"]);
    assert_eq!(find("Icelnad"), ["Iceland"]);
    assert_eq!(find("usit"), ["Ústí nad Labem Region"]);
    assert_eq!(find("india"), ["India"]);
}

/// Each way to take letters from the words is looked at once.
#[test]
fn many_words_that_begin_alike() {
    let name = "a ".repeat(32);
    let atlas = Atlas {
        names: vec![vec![fold(&name)]],
    };
    let all = |_| true;
    let text = "a".repeat(20);
    assert_eq!(atlas.find(&text, &all), Found::One(TerritoryId(0)));
    assert_eq!(atlas.find(&format!("{text}b"), &all), Found::None);
    assert!(made_of_starts("ab abc c", "ababcc"));
    assert!(made_of_starts("ab abc c", "aabc"));
    assert!(!made_of_starts("ab abc c", "abcc c"));
    assert!(!made_of_starts("ab abc", "abcab"));
    assert!(!made_of_starts("ab", ""));
}

#[test]
fn ambiguous_names_are_listed() {
    assert_eq!(find("ind"), ["India", "Indonesia"]);
    assert_eq!(find("west"), ["Western United States", "Western Europe"]);
    assert_eq!(
        find("united"),
        ["Western United States", "Eastern United States"]
    );
    assert_eq!(find("atlantis"), [""; 0]);
    assert_eq!(find("10"), [""; 0]);
    assert_eq!(find(""), [""; 0]);
}

#[test]
fn numbers_of_names_are_not_guessed() {
    assert_eq!(find("zone"), ["Zone 5", "Zone 50"]);
    assert_eq!(find("zo 5"), ["Zone 5"]);
    assert_eq!(find("zome 50"), ["Zone 50"]);
    for text in ["zone 6", "zone 5 5 0", "5 zone 6", "iceland 2"] {
        assert_eq!(find(text), [""; 0], "{text}");
    }
}
