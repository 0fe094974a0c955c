mod follow;
pub(in crate::gui) mod person;
mod remote;

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use marchland_board::{Event as BoardEvent, Modifiers, Pointer};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use self::person::{Person, opening, opening_kept, pointer};
use super::*;
use crate::client::net::{Dialled, Stream};
use crate::conquest::bots::{Bot, StrategyKind};
use crate::conquest::rules::{AreaVariant, Phase, Variants};
use crate::conquest::{Conquest, rules};
use crate::gui::ground::Ground;
use crate::gui::keys::Command;
use crate::gui::link::{self, Link};
use crate::gui::place::{LocalGame, Opening, Place};
use crate::gui::seat::sit_down;
use crate::gui::stage::Pace;
use crate::local::{Opponent, OwnGame, OwnTable};
use crate::play::{OPPONENTS, SeededDice};
use crate::protocol::ServerMessage;
use crate::protocol::command::{Chat, To};
use crate::replay;
use crate::server::{JournalFolder, Lobby, LobbyOptions, SyncMode, Syncer, TimeLimits};

const EASY: [StrategyKind; 2] = [StrategyKind::Random; 2];

#[test]
fn the_computer_plays_a_whole_game_for_the_person() {
    let mut person = Person::sit_down("czechia", &EASY, AreaVariant::Chosen, 3);
    person.press(Command::Autoplay);
    person.until("the end", |session| session.ending().is_some());
    let ending = person.session.ending().unwrap().as_ref().unwrap();
    assert!(ending.over && !ending.kept);
    assert!(person.state().winner().is_some());
    assert_eq!(person.session.primary_action(), PrimaryAction::Over);
    assert!(person.session.stage.log.turns() > 3);
}

#[test]
fn nobody_is_on_turn_once_all_others_have_resigned() {
    let mut person = at_turn(3);
    let me = person.session.me();
    assert!(person.state().turn() == me && !person.session.is_finished());
    let won = Ending {
        over: true,
        winner: me,
        kept: false,
    };
    let told = vec![News::Ended(Ok(won))];
    person.session.hear(told, Instant::now());
    // The rules know no winner, and somebody on turn.
    assert!(person.state().winner().is_none() && person.state().turn() == me);
    assert!(person.session.is_finished());
    assert_eq!(person.session.winner(), me);
}

#[test]
fn a_game_that_is_continued_keeps_its_log_its_turns_and_its_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let sit_down = || {
        let (areas, folder) = (AreaVariant::Chosen, Some(folder.path().to_owned()));
        Person::at(opening_kept("czechia", &EASY, areas, 3, folder))
    };
    let mut person = sit_down();
    person.press(Command::Autoplay);
    person.until("some turns", |s| s.stage.log.turns() >= 5);
    person.press(Command::Autoplay);
    person.until_asked();
    person.leave();
    person.until("the end", |s| s.ending().is_some());
    assert!(person.session.ending().unwrap().as_ref().unwrap().kept);
    let mut again = sit_down();
    again.until_asked();
    let (before, after) = (&person.session.stage, &again.session.stage);
    assert_eq!(after.log.turns(), before.log.turns());
    assert_eq!([person.session.seed, again.session.seed], [Some(3); 2]);
    let shares = |stage: &Stage| -> Vec<_> {
        let turns = stage.history.turns().iter();
        turns.map(|turn| turn.shares).collect()
    };
    assert_eq!(shares(after), shares(before));
    for player in person.state().players() {
        assert_eq!(after.history.tally(player), before.history.tally(player));
    }
    let told = |stage: &Stage| -> Vec<String> {
        let entries = stage.log.entries().skip_while(|entry| !entry.is_turn);
        entries.map(|entry| entry.text.clone()).collect()
    };
    let (before, after) = (told(before), told(after));
    assert_eq!(after[..before.len()], before, "in the same words");
    let here = again.session.stage.log.entries();
    let here = here.filter(|entry| entry.text.contains("is here (player"));
    assert_eq!(here.count(), 3, "nobody comes again");
    again.press(Command::Autoplay);
    let turns = again.session.stage.log.turns();
    again.until("the next turn", |s| {
        s.stage.log.turns() > turns || s.ending().is_some_and(Result::is_ok)
    });
}

#[test]
fn a_server_without_clock_gets_units_left_untouched() {
    let mut person = Person::sit_down("czechia", &EASY, AreaVariant::Dealt, 3);
    person.until_asked();
    let start = Instant::now();
    let later = |seconds| start + Duration::from_secs(seconds);
    let own = person.own();
    person.click(own[0], false);
    person.session.tick(start);
    person.session.tick(later(3600));
    assert_eq!(person.session.pencil(), 1, "there is no hurry");
    person.session.room.extended = false;
    person.session.tick(start);
    assert_eq!(person.session.wants(start), Some(Duration::from_secs(20)));
    person.session.tick(later(19));
    assert!(person.session.take_orders().is_empty());
    person.click(own[0], false);
    person.session.tick(later(19));
    person.session.tick(later(38));
    assert_eq!(person.session.pencil(), 2, "it was touched meanwhile");
    person.session.tick(later(39));
    assert!(matches!(person.session.take_orders()[..], [Order::Act(_)]));
}

/// Plays as a person would who only clicks, drags and presses the filled button.
fn play_a_moment(person: &mut Person) {
    match person.session.primary_action() {
        PrimaryAction::Claim(_) => {
            let ids = person.session.map().ids();
            let free = ids
                .into_iter()
                .find(|&t| person.state().holding(t).owner.is_none());
            person.click(free.unwrap(), false);
        }
        PrimaryAction::Place { .. } => {
            let front = person.front().map(|(from, _)| from);
            let at = front.unwrap_or_else(|| person.own()[0]);
            person.click(at, true);
            assert_eq!(
                person.session.pencil(),
                person.state().seat(person.me()).unplaced
            );
        }
        PrimaryAction::EndTurn => {
            let strong = person.front().filter(|&(from, to)| {
                person.state().holding(from).units > person.state().holding(to).units + 2
            });
            match strong {
                Some((from, to)) => {
                    person.drag(from, to, false);
                    assert!(matches!(
                        person.session.prompt(),
                        Some(Prompt::Fight { .. })
                    ));
                    person.press(Command::Until);
                }
                None => person.press(Command::Confirm),
            }
        }
        PrimaryAction::Move(_) => {
            let most = person.session.most_moving();
            person.say(Message::Units(most));
            person.press(Command::Confirm);
        }
        PrimaryAction::Fight(_) => person.press(Command::Cancel),
        _ => person.press(Command::Confirm),
    }
}

#[test]
fn a_person_plays_a_whole_game_by_the_pointer_and_one_button() {
    for areas in [AreaVariant::Dealt, AreaVariant::Chosen] {
        let mut person = Person::sit_down("czechia", &EASY, areas, 7);
        for _ in 0..3_000 {
            person.until_asked();
            if person.session.ending().is_some() {
                break;
            }
            let refused = person.session.refusal().map(str::to_owned);
            assert_eq!(refused, None, "{:?}", person.session.primary_action());
            play_a_moment(&mut person);
        }
        assert!(person.session.ending().is_some(), "{areas:?}");
        assert_eq!(
            person.state().winner(),
            Some(person.me()),
            "{areas:?}: against dice alone"
        );
    }
}

/// At the first turn of the game proper, with units to place.
fn at_turn(seed: u64) -> Person {
    up_to_turn(Person::sit_down("czechia", &EASY, AreaVariant::Dealt, seed))
}

fn up_to_turn(mut person: Person) -> Person {
    while {
        person.until_asked();
        person.state().phase() != Some(Phase::Playing)
    } {
        let at = person.own()[0];
        person.click(at, true);
        person.press(Command::Confirm);
    }
    person
}

#[test]
fn pencilled_units_can_be_taken_back_until_they_are_sent() {
    let mut person = at_turn(5);
    let (at, unplaced) = (person.own()[0], person.state().seat(person.me()).unplaced);
    let there = person.state().holding(at).units;
    assert!(
        person.session.why_not(TurnAction::EndTurn).is_some(),
        "units are to be placed first"
    );
    person.click(at, false);
    for digit in [2, 7] {
        person.press(Command::Digit(digit));
    }
    assert_eq!(person.session.typed(), "27");
    person.press(Command::Undo);
    assert_eq!(person.session.typed(), "2", "only the last digit");
    person.click(at, false);
    assert_eq!(person.session.pencilled(at), 3);
    assert_eq!(person.session.typed(), "");
    let pointer = pointer(false);
    person.say(Message::Map(
        BoardEvent::Secondary(pointer, iced::Point::ORIGIN),
        Some(at),
    ));
    assert_eq!(person.session.pencilled(at), 2);
    person.say(Message::Map(BoardEvent::Turned(pointer, 1.0), Some(at)));
    person.say(Message::Map(BoardEvent::Turned(pointer, -1.0), Some(at)));
    assert_eq!(person.session.pencilled(at), 2);
    for _ in 0..3 {
        person.press(Command::Undo);
    }
    assert_eq!(person.session.pencil(), 0);
    assert!(
        person.session.refusal().is_some(),
        "there was nothing left to take back"
    );
    assert_eq!(person.state().holding(at).units, there, "nothing was sent");
    person.click(at, true);
    assert_eq!(
        person.session.primary_action(),
        PrimaryAction::Send(unplaced)
    );
    person.press(Command::Confirm);
    person.until("the units", |s| {
        s.stage.state().is_some_and(|s| s.holding(at).units > there)
    });
    assert_eq!(person.state().holding(at).units, there + unplaced);
}

/// Units that are only pencilled in may move on.
#[test]
fn a_move_of_pencilled_units_shows_what_stays() {
    let mut person = at_turn(5);
    let (own, map) = (person.own(), Arc::clone(person.state().map()));
    let pairs = own.iter().flat_map(|&from| {
        let links = map.neighbours(from).iter();
        links.map(move |link| (from, link.to))
    });
    let (from, to) = pairs.into_iter().find(|(_, to)| own.contains(to)).unwrap();
    let there = [from, to].map(|at| person.state().holding(at).units);
    person.click(from, true);
    person.drag(from, to, false);
    let Some(&Prompt::Move { units, .. }) = person.session.prompt() else {
        panic!("{:?}", person.session.prompt());
    };
    assert!(units > there[0], "{units} of {}", there[0]);
    assert_eq!(person.session.shown_units(from, there[0]), (1, 0));
    let gathered = there[1] + units;
    assert_eq!(person.session.shown_units(to, there[1]), (gathered, 0));
}

#[test]
fn units_are_still_pencilled_in_when_autoplay_is_switched_off_at_once() {
    let mut person = at_turn(5);
    let at = person.own()[0];
    person.click(at, false);
    person.session.update(Message::Autoplay(true));
    person.session.update(Message::Autoplay(false));
    assert_eq!(person.session.pencilled(at), 1);
}

#[test]
fn a_battle_is_broken_off_within_one_throw() {
    let mut person = at_turn(11);
    let (from, target) = person.front().unwrap();
    person.click(from, true);
    person.drag(from, target, false);
    let (_, _, forecast) = person.session.weighed().unwrap();
    assert!(forecast.win > 0.0 && forecast.losses.is_some());
    let planned = person.session.planned();
    let before = planned.state().unwrap().holding(from).units;
    drop(planned);
    person.press(Command::Until);
    assert!(person.session.running_attack.is_some());
    assert_eq!(person.session.primary_action(), PrimaryAction::Stop);
    assert_eq!(person.session.pencil(), 0, "it was sent with the attack");
    person.press(Command::Cancel);
    assert!(person.session.running_attack.is_none());
    person.until_asked();
    // Two may be lost in a throw, or three have moved in.
    let left = person.state().holding(from).units;
    assert!(
        left < before || person.session.stage.roll().is_some(),
        "there was a throw"
    );
    assert!(before - left <= 3, "{before} {left}");
}

#[test]
fn impossible_actions_say_why() {
    let mut person = at_turn(2);
    let own = person.own()[0];
    let far = person.session.map().ids().find(|&t| {
        !person.state().owns(person.me(), t) && person.session.map().link(own, t).is_none()
    });
    person.click(own, true);
    person.drag(own, far.unwrap(), false);
    assert!(person.session.prompt().is_none());
    let said = person.session.refusal().unwrap().to_owned();
    assert!(said.contains("no link to"), "{said}");
    person.press(Command::Trade);
    assert_eq!(person.session.refusal(), Some(texts::NO_SET));
    person.press(Command::Cancel);
    assert_eq!(person.session.refusal(), None);
}

#[test]
fn units_are_not_offered_to_land_of_others() {
    for (areas, others) in [
        (AreaVariant::Dealt, "is not yours"),
        (AreaVariant::Chosen, "is taken"),
    ] {
        let mut person = Person::sit_down("czechia", &EASY, areas, 2);
        person.until_asked();
        let offer = |person: &Person| person.session.why_not(TurnAction::Reinforce);
        assert_eq!(offer(&person), None, "{areas:?}: nothing is selected");
        if areas == AreaVariant::Chosen {
            play_a_moment(&mut person);
            person.until("to claim again", Session::is_asked);
        }
        let held = |t: &TerritoryId| person.state().holding(*t).owner.is_some();
        let foreign = |t: &TerritoryId| held(t) && !person.state().owns(person.me(), *t);
        let there = person.session.map().ids().find(foreign).unwrap();
        person.session.pick_out(there);
        let why = offer(&person).unwrap();
        assert!(why.contains(others), "{areas:?}: {why}");
    }
}

#[test]
fn a_set_is_offered_before_the_moment_to_trade_it_passes() {
    let mut person = at_turn(7);
    while person.session.sets().is_empty() || person.state().step() != rules::Step::Place {
        play_a_moment(&mut person);
        person.until_asked();
        assert!(person.session.ending().is_none());
    }
    let offers =
        |person: &Person| matches!(person.session.primary_action(), PrimaryAction::Trade(..));
    let (at, before) = (person.own()[0], person.state().seat(person.me()));
    let (unplaced, cards) = (before.unplaced, before.cards.len());
    assert!(offers(&person), "{:?}", person.session.primary_action());
    person.click(at, true);
    let send = PrimaryAction::Send(unplaced);
    assert_eq!(person.session.primary_action(), send, "it can be declined");
    person.press(Command::Confirm);
    person.until_asked();
    assert_eq!(person.session.primary_action(), PrimaryAction::EndTurn);
    person.press(Command::Trade);
    person.until("the units", |s| {
        let seat = |state: &State| *state.seat(s.me().unwrap());
        let seat = s.stage.state().map(seat).unwrap();
        s.is_asked() && seat.unplaced > 0 && seat.cards.len() == cards - 3
    });
    assert!(!offers(&person));
}

#[test]
fn the_label_of_the_open_log_closes_it() {
    let mut person = Person::sit_down("czechia", &EASY, AreaVariant::Dealt, 2);
    let mut shown = Vec::new();
    for below in [Below::Log, Below::Log, Below::Chat, Below::Log] {
        person.press(Command::Below(below));
        shown.push((person.session.below, person.session.log_is_open));
    }
    assert_eq!(
        shown,
        [
            (Below::Log, true),
            (Below::Log, false),
            (Below::Chat, false),
            (Below::Log, true)
        ]
    );
}

#[test]
fn claims_are_called_so() {
    let mut person = Person::sit_down("czechia", &EASY, AreaVariant::Chosen, 3);
    for _ in 0..2 {
        person.until("to claim", |s| {
            s.is_asked() && matches!(s.primary_action(), PrimaryAction::Claim(_))
        });
        play_a_moment(&mut person);
    }
    person.until("to claim again", Session::is_asked);
    let entries = person.session.stage.log.entries();
    let claims = entries
        .filter(|entry| entry.text.contains(" claim"))
        .count();
    assert!(claims >= 4, "{claims}");
    let placed = |person: &Person| {
        let mut entries = person.session.stage.log.entries();
        entries.any(|entry| entry.text.contains("1 unit on"))
    };
    assert!(!placed(&person));
    let own = person.own()[0];
    person.click(own, false);
    let told = texts::already_yours(person.session.map(), own);
    assert_eq!(person.session.refusal(), Some(&*told));
}

#[test]
fn own_chat_is_shown() {
    let mut person = at_turn(2);
    person.say(Message::Draft("Well met".to_owned()));
    person.say(Message::Say);
    let said = person.session.stage.log.chat().next_back().unwrap();
    assert!(said.text.ends_with("Well met"), "{}", said.text);
    assert_eq!(said.player, Some(person.me()));
    assert_eq!(person.session.stage.log.unread(), 0);
    // Others read it in ASCII, and so does the player.
    person.say(Message::Draft("Dobr\u{fd} den".to_owned()));
    person.say(Message::Say);
    let said = person.session.stage.log.chat().next_back().unwrap();
    assert!(said.text.ends_with("Dobry den"), "{}", said.text);
    // What cannot be sent stays where it is, and nobody seems to have heard it.
    let count = |person: &Person| person.session.stage.log.chat().len();
    let long = "x".repeat(101);
    for unsayable in [&*long, "  "] {
        person.say(Message::Draft(unsayable.to_owned()));
        let before = count(&person);
        person.say(Message::Say);
        assert_eq!(
            (count(&person), &*person.session.draft),
            (before, unsayable)
        );
    }
}

#[test]
fn chat_that_is_on_screen_counts_as_read() {
    let mut person = at_turn(2);
    let other = person
        .state()
        .order()
        .iter()
        .find(|&other| other != person.me());
    let hears = |person: &mut Person| {
        let line = Reply::ServerMessage(ServerMessage::Chat(Chat {
            player: other.unwrap(),
            to: To::All,
            message: "hello".to_owned(),
        }));
        let model = Arc::new(person.session.model().clone());
        let (before, after) = (Arc::clone(&model), model);
        let step = link::Step {
            line,
            before,
            after,
        };
        person.session.stage.log.tell(&step);
    };
    hears(&mut person);
    assert_eq!(person.session.stage.log.unread(), 1);
    person.press(Command::Below(Below::Chat));
    hears(&mut person);
    person.press(Command::Below(Below::Log));
    assert_eq!(person.session.stage.log.unread(), 0);
}

#[test]
fn units_moved_at_the_end_of_a_turn_end_it() {
    let mut person = at_turn(9);
    let map = person.session.map().clone();
    let pairs = person.own().into_iter().flat_map(|from| {
        let near = map.neighbours(from).iter();
        near.map(move |near| (from, near.to))
    });
    let state = person.state();
    let mut inner =
        pairs.filter(|&(from, to)| state.owns(person.me(), to) && state.holding(from).units > 1);
    let (from, to) = inner.next().unwrap();
    drop(inner);
    person.press(Command::Next);
    person.press(Command::ClickAll);
    person.click(from, false);
    person.press(Command::Transfer);
    person.click(to, false);
    let sensible = person.session.primary_action();
    assert!(
        matches!(sensible, PrimaryAction::Transfer(1..)),
        "{sensible:?} {:?}",
        person.session.refusal()
    );
    // To move nobody takes it back.
    person.say(Message::Units(0));
    assert_eq!(person.session.primary_action(), PrimaryAction::Move(0));
    person.say(Message::Units(1));
    let turns = person.session.stage.log.turns();
    person.press(Command::Confirm);
    person.until("the turn to end", |s| s.stage.log.turns() > turns);
}

#[test]
fn a_turn_can_be_played_by_keys_alone() {
    let mut person = at_turn(9);
    let turns = person.session.stage.log.turns();
    person.press(Command::Next);
    let chosen = person.session.selected();
    person.press(Command::Attack);
    assert!(
        person.session.refusal().is_some(),
        "units have to be placed first"
    );
    assert_eq!(person.session.selected(), chosen);
    person.press(Command::ClickAll);
    assert!(person.session.pencil() > 0);
    person.press(Command::Attack);
    assert!(
        matches!(person.session.prompt(), Some(Prompt::Fight { .. })),
        "{:?}",
        person.session.refusal()
    );
    person.press(Command::Digit(1));
    person.until_asked();
    assert!(
        person.session.stage.roll().is_some(),
        "the dice have fallen"
    );
    while person.session.prompt().is_some() {
        person.press(Command::Cancel);
    }
    let mut seen = vec![person.session.selected().unwrap()];
    for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        person.press(Command::Step(across, down));
        seen.extend(person.session.selected());
    }
    seen.dedup();
    assert!(
        seen.len() > 2,
        "there are neighbours on two sides: {seen:?}"
    );
    while person.session.is_asked() {
        person.press(Command::Cancel);
        person.press(Command::Confirm);
        person.until("something", |s| {
            s.stage.is_current() && (s.can_act() || !s.model().can_act())
        });
    }
    person.until("the next turn", |s| s.stage.log.turns() > turns);
}
