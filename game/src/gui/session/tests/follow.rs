//! How many units follow a conquest.

use super::*;
use crate::conquest::rules::Step;

/// Persons who are asked how many units follow a conquest.
fn conquests() -> impl Iterator<Item = Person> {
    (0..30).filter_map(|seed| {
        let mut person = at_turn(seed);
        for command in [Command::Next, Command::ClickAll, Command::Confirm] {
            person.press(command);
        }
        person.until_asked();
        for command in [Command::Attack, Command::Until] {
            person.press(command);
        }
        person.until("the battle", |s| s.is_asked() && s.running_attack.is_none());
        proposed(&person).map(|_| person)
    })
}

/// How many units are proposed to follow a conquest; `None` if that is not asked.
fn proposed(person: &Person) -> Option<u32> {
    match person.session.prompt() {
        Some(Prompt::Move {
            units,
            follows: true,
            ..
        }) => Some(*units),
        _ => None,
    }
}

#[test]
fn all_units_are_proposed_to_follow_if_the_player_prefers() {
    let mut threatened = conquests().filter(|person| proposed(person) == Some(0));
    let mut person = threatened.next().expect("an origin beside an enemy");
    let Step::Occupy { from, .. } = person.state().step() else {
        panic!("{:?}", person.state().step());
    };
    let most = person.state().holding(from).units - 1;
    person.say(Message::AllFollow(true));
    assert_eq!(proposed(&person), Some(most));
    person.say(Message::AllFollow(false));
    assert_eq!(proposed(&person), Some(0));
}

#[test]
fn the_board_shows_what_would_move() {
    let mut person = conquests().next().expect("a conquest");
    let Step::Occupy { from, to } = person.state().step() else {
        panic!("{:?}", person.state().step());
    };
    let units = |person: &Person| [from, to].map(|at| person.state().holding(at).units);
    let shown = |person: &Person| {
        let at = person.session.map().ids().zip(person.state().holdings());
        let shown = at.map(|(at, holding)| person.session.shown_units(at, holding.units).0);
        shown.collect::<Vec<u32>>()
    };
    let before = units(&person);
    let all = before[0] - 1;
    person.say(Message::Units(all));
    let would_be = shown(&person);
    assert_eq!(units(&person), before, "nothing has moved yet");
    assert_eq!(would_be[from.index()], 1);
    assert_eq!(would_be[to.index()], before[1] + all);
    person.press(Command::Confirm);
    person.until("the move", |s| s.prompt().is_none() && s.stage.is_current());
    person.until_asked();
    assert_eq!(shown(&person)[to.index()], before[1] + all);
}

/// A click that misses answers nothing, and a closed dialog can be opened again.
#[test]
fn how_many_follow_is_not_answered_by_chance() {
    let mut person = conquests().next().expect("a conquest");
    let Step::Occupy { from, to } = person.state().step() else {
        panic!("{:?}", person.state().step());
    };
    let pointer = pointer(false);
    person.say(Message::Map(BoardEvent::Pressed(pointer, 1), None));
    person.say(Message::Map(BoardEvent::Released(pointer), None));
    assert!(proposed(&person).is_some());
    assert_eq!(person.session.refusal(), Some(texts::SAY_HOW_MANY));
    person.session.click_second(None);
    assert!(proposed(&person).is_some());
    person.press(Command::Cancel);
    assert!(person.session.prompt().is_none());
    assert!(
        person
            .session
            .refusal()
            .is_some_and(|said| said.contains("drag from"))
    );
    person.drag(from, to, false);
    assert!(
        proposed(&person).is_some(),
        "{:?}",
        person.session.refusal()
    );
}

/// A chosen number is not lost by another action: not by ending the turn, which is final.
#[test]
fn other_actions_wait_until_it_is_said_how_many_follow() {
    let mut person = conquests().next().expect("a conquest");
    let own = person.own();
    person.say(Message::Units(1));
    for command in [
        Command::EndTurn,
        Command::Attack,
        Command::Transfer,
        Command::Next,
        Command::Click,
    ] {
        person.session.refusal = None;
        person.press(command);
        assert_eq!(person.session.refusal(), Some(texts::SAY_HOW_MANY));
        assert_eq!(proposed(&person), Some(1), "{command:?}");
    }
    person.session.refusal = None;
    person.click(own[0], false);
    assert_eq!(person.session.refusal(), Some(texts::SAY_HOW_MANY));
    assert_eq!(proposed(&person), Some(1));
    for action in [
        TurnAction::EndTurn,
        TurnAction::Attack,
        TurnAction::Transfer,
    ] {
        let why = person.session.why_not(action);
        assert_eq!(why.as_deref(), Some(texts::SAY_HOW_MANY), "{action:?}");
    }
    assert!(person.session.is_asked(), "nothing was sent");
}

#[test]
fn a_number_typed_for_units_that_follow_is_not_kept_for_the_next_action() {
    for answer in [Command::Confirm, Command::Cancel] {
        let mut person = conquests().next().expect("a conquest");
        person.press(Command::Digit(1));
        assert_eq!(proposed(&person), Some(1));
        assert_eq!(person.session.typed(), "1");
        person.press(answer);
        assert_eq!(person.session.typed(), "", "{answer:?}");
    }
}
