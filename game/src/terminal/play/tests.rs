use super::*;

#[test]
fn places_are_pairs() {
    let words: Vec<&str> = "great britain 3 12 2 ural all siam".split(' ').collect();
    let expected = [
        ("great britain".to_owned(), Some("3")),
        ("12".to_owned(), Some("2")),
        ("ural".to_owned(), Some("all")),
        ("siam".to_owned(), None),
    ];
    assert_eq!(places(&words, &|_| false), expected);
}

#[test]
fn a_number_may_belong_to_a_name() {
    let words: Vec<&str> = "zone 5 3 zone 12 ural 2".split(' ').collect();
    let expected = [("zone 5", "3"), ("zone", "12"), ("ural", "2")];
    let expected = expected.map(|(name, units)| (name.to_owned(), Some(units)));
    assert_eq!(places(&words, &|name| name == "zone 5"), expected);
}

#[test]
fn the_last_words_say_how_to_fight() {
    let split = |text: &'static str| {
        let words: Vec<&str> = text.split(' ').collect();
        let (names, mode) = split_mode(&words).unwrap();
        (names.join(" "), mode)
    };
    assert_eq!(split("ukr ural"), ("ukr ural".to_owned(), None));
    assert_eq!(split("12 3"), ("12 3".to_owned(), None));
    assert_eq!(
        split("12 3 2"),
        ("12 3".to_owned(), Some(Mode::Once(Some(2))))
    );
    assert_eq!(split("12 3 all"), ("12 3".to_owned(), Some(Mode::Until(1))));
    assert_eq!(
        split("12 3 stop 4"),
        ("12 3".to_owned(), Some(Mode::Until(4)))
    );
}
