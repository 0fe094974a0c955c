use super::*;
use crate::Severity;

#[test]
fn a_file_that_is_not_a_deck_gives_one_flaw() {
    let noise = (0..50_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8);
    let noise: Vec<u8> = noise.collect();
    for bytes in [&*noise, b"Infantry 1\nwildcard\n; end\n", b""] {
        let mut flaws = Flaws::default();
        let text = Text::decode(bytes);
        assert!(parse("a.cards", &text, &(1..=4).collect(), &mut flaws).is_empty());
        let flaws = flaws.into_vec();
        let lines: Vec<_> = flaws.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["a.cards: error: there is no section `[cards]`"]);
    }
}

#[test]
fn partial_decks_and_missions() {
    let text = Text::decode(
        b"; deck\r\n[cards]\r\nInfantry 1\r\n\r\nCannon 3\r\nCavalry 1\r\ninfantry 2\r\n\
          Cannon 9\r\nwildcard\r\n[missions]\r\n0\t0 0\t1 2 0\tConquer.\r\n",
    );
    let mut flaws = Flaws::default();
    let deck = parse("a.cards", &text, &(1..=4).collect(), &mut flaws);
    assert_eq!(
        deck,
        Deck::from([(1, Card::Infantry), (3, Card::Artillery)])
    );
    let flaws = flaws.into_vec();
    let lines: Vec<_> = flaws.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "a.cards:6: warning: a second card of country 1; the first counts",
            "a.cards:7: error: `infantry` is not a card; expected Infantry, Cavalry, Cannon or wildcard",
            "a.cards:8: error: there is no country 9",
            "a.cards:1: warning: comments (1) are not kept; those on top of the map file become its description",
            "a.cards:11: warning: the missions (1) are not kept: a game here is won by conquest",
            "a.cards:9: warning: wild cards: 1; a deck here has two",
            "a.cards: info: countries without a card of their own: 2 of 4; they get one by number",
        ]
    );
    assert!(flaws.iter().any(|r| r.severity == Severity::Error));
}
