use proptest::prelude::*;

use super::*;
use crate::protocol::samples::{Sample, sample};
use crate::protocol::{ClientMessage, MAX_LINE, Token};

sample! {
    TerritoryId => any::<u16>().prop_map(TerritoryId);
    Set => prop::sample::select(Set::all().collect::<Vec<_>>());
    Roll => (dice(), dice()).prop_filter_map("a roll", |(a, [d, e, _])| Roll::new(a, [d, e]).ok());
    Cards => prop_oneof![open(), (0..=255u16).prop_map(Cards::hidden)];
    Open => open().prop_map(Open);
    Request => (Player::sample(), Action::sample())
        .prop_map(|(player, action)| Request { player, action });
}

/// Three dice, the highest first.
fn dice() -> impl Strategy<Value = [u8; 3]> {
    (1..=6u8, 0..=6u8, 0..=6u8).prop_map(|(a, b, c)| {
        let mut dice = [a, b, c];
        dice.sort_unstable_by(|a, b| b.cmp(a));
        dice
    })
}

/// Open cards that fit into a line.
fn open() -> impl Strategy<Value = Cards> {
    prop::collection::vec(Card::sample(), 0..=MOST_CARDS)
        .prop_map(|cards| cards.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn requests_survive_the_wire(request in Request::sample()) {
        let line = request.to_string();
        prop_assert!(line.len() <= MAX_LINE, "{}: {line}", line.len());
        prop_assert_eq!(Request::parse(&line), Ok(request));
        let spaced = format!("  {}   ", line.replacen(' ', "    ", 1));
        prop_assert_eq!(Request::parse(&spaced), Ok(request));
    }

    #[test]
    fn what_is_asked_survives_the_wire(ask in ClientMessage::sample()) {
        let line = ask.to_string();
        prop_assert!(line.len() <= MAX_LINE, "{}: {line}", line.len());
        prop_assert_eq!(ClientMessage::parse(&line), Ok(ask));
    }

    #[test]
    fn replies_survive_the_wire(reply in Reply::sample()) {
        let line = reply.to_string();
        prop_assert!(line.len() <= MAX_LINE, "{}: {line}", line.len());
        prop_assert_eq!(Reply::parse(&line), Ok(reply));
    }

    #[test]
    fn garbage_is_refused_or_understood(line in "[ -~]{0,127}") {
        if let Ok(request) = Request::parse(&line) {
            prop_assert_eq!(Request::parse(&request.to_string()), Ok(request));
        }
        if let Ok(ask) = ClientMessage::parse(&line) {
            prop_assert_eq!(ClientMessage::parse(&ask.to_string()), Ok(ask));
        }
        if let Ok(reply) = Reply::parse(&line) {
            prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
        }
    }

    #[test]
    fn near_misses_are_refused_or_understood(
        reply in Reply::sample(),
        at in 0..127usize,
        with in "[ -~]{0,3}",
    ) {
        let mut line = reply.to_string();
        let at = at.min(line.len());
        line.replace_range(at..(at + 1).min(line.len()), &with);
        if let Ok(reply) = Reply::parse(&line) {
            prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
        }
    }
}

#[test]
fn refusals() {
    let refused = |line, error| assert_eq!(Request::parse(line), Err(error), "{line}");
    refused("", ParseError::Empty);
    refused("FLY 1", ParseError::UnknownCommand);
    refused("START-ROUND 1", ParseError::UnknownCommand);
    refused("ATTACK", ParseError::Missing("a player id, 0 to 6"));
    refused("END-ROUND 1 2", ParseError::TooMany);
    refused(
        "CARDS-EXCHANGE 1 0 0 1",
        ParseError::bad("0 0 1", "a set: three alike or three different"),
    );
}

#[test]
fn lines_common_to_all_tables() {
    let refused = |line, error| assert_eq!(ClientMessage::parse(line), Err(error), "{line}");
    refused("", ParseError::Empty);
    refused("   ", ParseError::Empty);
    refused("FLY 1", ParseError::UnknownCommand);
    refused("ready 1", ParseError::UnknownCommand);
    refused("READY", ParseError::Missing("a player id, 0 to 6"));
    refused("READY one", ParseError::bad("one", "a player id, 0 to 6"));
    refused("READY 1 2", ParseError::TooMany);
    refused("SPECTATE 1", ParseError::TooMany);
    refused("CHAT PUBLIC 1", ParseError::Missing("the message"));
    refused("START-ROUND 1", ParseError::UnknownCommand);
}

#[test]
fn the_manual_has_every_command() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let manual = std::fs::read_to_string(manual).unwrap();
    let names = [
        ClientMessage::NAMES,
        ServerMessage::NAMES,
        Action::NAMES,
        Event::NAMES,
        Reply::NAMES,
    ];
    for name in names.into_iter().chain([StateLine::NAMES]).flatten() {
        let found = [' ', '`'].map(|end| format!("`{name}{end}"));
        assert!(found.iter().any(|word| manual.contains(word)), "{name}");
    }
}

#[test]
fn there_are_four_kinds_of_cards() {
    assert_eq!(Card::read("3"), Some(Card::Wild));
    assert_eq!(Card::read("4"), None);
}
