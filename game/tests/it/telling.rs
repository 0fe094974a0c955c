//! Who is told what: chat, spectators.

use std::time::Duration;

use marchland_game::conquest::bots::StrategyKind;

use crate::crowd::{Hand, crowd, dealt, lobby, run};
use crate::sketch;

#[test]
fn chat_reaches_its_addressees() {
    let lobby = lobby(&sketch::ring(6), 3, dealt(), 1);
    let mut hands: Vec<_> = (0..3).map(|_| Hand::new()).collect();
    for (at, hand) in hands.iter_mut().enumerate() {
        hand.say(&lobby, &format!("LOGIN p{at}"));
    }
    for hand in &hands {
        hand.mail.take_all();
    }
    hands[0].say(
        &lobby,
        "CHAT PUBLIC 0 hello  all\nCHAT PRIVATE 0 2 just you",
    );
    let heard: Vec<_> = hands.iter().map(|hand| hand.mail.take_all()).collect();
    assert_eq!(heard[0], [""; 0]);
    assert_eq!(heard[1], ["CHAT PUBLIC 0 hello  all"]);
    assert_eq!(
        heard[2],
        ["CHAT PUBLIC 0 hello  all", "CHAT PRIVATE 0 2 just you"]
    );
}

#[test]
fn spectators_see_all_but_cards_and_cannot_act() {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), 5);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    let mut watcher = Hand::new();
    assert!(watcher.say(&lobby, "HELLO 0.3 w\nSPECTATE")[1].starts_with("MAP a-sketch 12 "));
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    run(&lobby, &mut bots, Duration::ZERO, |_| {});
    let lines = watcher.mail.take_all();
    let cards: Vec<_> = lines
        .iter()
        .filter(|l| l.starts_with("CARDS-ACQUIRED"))
        .collect();
    assert!(!cards.is_empty());
    for line in cards {
        assert_eq!(line.split(' ').count(), 3, "{line}");
    }
    assert!(lines.iter().any(|l| l.starts_with("GAME-OVER")));
    let said = watcher.say(&lobby, "END-ROUND 0");
    assert_eq!(said, ["ERROR 3 spectators only watch"]);
}
