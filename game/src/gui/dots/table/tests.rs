use tokio::sync::mpsc;

use super::*;
use crate::client::net::Recorder;
use crate::dots::{Dots, Size};
use crate::gui::dots::unknown;
use crate::gui::place::{LocalGame, Place};
use crate::gui::seat::sit_down;
use crate::local::{Opponent, OwnGame};
use crate::play::{RuleSet, SeededDice};
use crate::replay::{self, Entry, Record};
use crate::server::{Lobby, LobbyOptions, TimeLimits};

/// A game against the computer, without a window.
fn table(recorder: Option<Recorder>) -> (DotsTable, mpsc::Receiver<Vec<NewsOf<Follower>>>) {
    let size = Size::new(3, 2).unwrap();
    let known = unknown(size, 2).unwrap();
    let game = known.clone();
    let opening = move || {
        let options = LobbyOptions {
            games: vec![Arc::new(Dots)],
            setup: Some(size.to_string()),
            players: 2,
            limits: TimeLimits::patient(),
            most_tables: 0,
            most_tables_each: 0,
            journals: None,
        };
        let own = OwnGame {
            lobby: Lobby::new(options, SeededDice::new(4)).unwrap(),
            game,
            opponents: vec![Opponent {
                name: "Ben".parse().unwrap(),
                strategy: Dots.bot("greedy", 4).unwrap(),
                seat: None,
            }],
            you: "You".parse().unwrap(),
            seat: None,
        };
        Ok(Place::local(LocalGame {
            own,
            past: None,
            recorder,
            seed: 4,
            close: Box::new(|_| false),
        }))
    };
    let (link, heard) = sit_down(Box::new(opening));
    let mut dots_table = DotsTable::new(link, known, false);
    dots_table.pace = Pace::None;
    (dots_table, heard)
}

fn until(
    dots_table: &mut DotsTable,
    heard: &mut mpsc::Receiver<Vec<NewsOf<Follower>>>,
    holds: impl Fn(&DotsTable) -> bool,
) {
    let started = Instant::now();
    while !holds(dots_table) {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "{dots_table:?}"
        );
        if let Ok(news) = heard.try_recv() {
            dots_table.hear(news, Instant::now());
        } else {
            std::thread::sleep(Duration::from_micros(200));
        }
        dots_table.settle();
    }
}

fn press(dots_table: &mut DotsTable, command: Command) {
    dots_table.update(&Message::Command(command));
    dots_table.settle();
}

#[test]
fn a_game_is_played_by_keys_and_by_clicks_and_played_back() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::new(folder.path()).unwrap();
    let (mut dots_table, mut heard) = table(Some(recorder));
    let mut clicks = false;
    loop {
        until(&mut dots_table, &mut heard, |d| {
            d.is_asked() || d.ending().is_some()
        });
        if dots_table.ending().is_some() {
            break;
        }
        // By turns a key and a click.
        clicks = !clicks;
        if clicks {
            let side = dots_table.board().unwrap().free().next().unwrap();
            dots_table.update(&Message::Draw(side));
            dots_table.settle();
        } else {
            press(&mut dots_table, Command::Next);
            assert!(dots_table.next().1);
            press(&mut dots_table, Command::Click);
        }
        assert!(dots_table.refusal().is_none(), "{:?}", dots_table.refusal());
    }
    assert!(dots_table.ending().unwrap().is_ok() && dots_table.board().unwrap().is_full());
    let boxes: u32 = dots_table.scores().iter().map(|(_, boxes)| boxes).sum();
    assert_eq!(boxes, 6);
    let (last, scores) = (dots_table.board().unwrap().clone(), dots_table.scores());
    // The record is the same game, at every place of it.
    let file = dots_table.record().unwrap().clone();
    let replay = DotsReplay::new(replay::read(&file).unwrap()).unwrap();
    assert_eq!((replay.lines(), replay.end()), (17, None));
    let mut dots_table = DotsTable::of_record(replay);
    let drawn = |dots_table: &DotsTable| 17 - dots_table.board().unwrap().free().count();
    assert_eq!(drawn(&dots_table), 0);
    for to in [9, 3, 17, 1] {
        dots_table.update(&Message::Seek(to));
        assert_eq!(drawn(&dots_table), usize::from(to));
    }
    press(&mut dots_table, Command::Step(1, 0));
    assert_eq!(drawn(&dots_table), 2);
    press(&mut dots_table, Command::Step(-1, 0));
    assert_eq!(drawn(&dots_table), 1);
    press(&mut dots_table, Command::Ends(true));
    assert_eq!(dots_table.board().unwrap(), &last);
    assert_eq!(dots_table.scores(), scores);
    press(&mut dots_table, Command::Ends(false));
    (dots_table.paused, dots_table.pace) = (false, Pace::None);
    let now = Instant::now() + Duration::from_secs(1);
    dots_table.tick(now);
    assert_eq!(drawn(&dots_table), 17, "all at once");
    assert_eq!(dots_table.wants(now), None, "nothing more comes");
    press(&mut dots_table, Command::Ends(false));
    (dots_table.paused, dots_table.pace) = (false, Pace::FiveHundred);
    let now = Instant::now();
    dots_table.tick(now);
    let first = drawn(&dots_table);
    dots_table.tick(now + Duration::from_millis(16));
    assert_eq!(drawn(&dots_table), first + 8, "one each two milliseconds");
    press(&mut dots_table, Command::Ends(true));
    (dots_table.paused, dots_table.pace) = (false, Pace::Two);
    press(&mut dots_table, Command::Click);
    assert!(
        drawn(&dots_table) <= 1 && !dots_table.paused,
        "again from the start"
    );
}

#[test]
fn a_record_that_ends_before_the_first_line_shows_the_game_that_began() {
    let header = unknown(Size::new(3, 2).unwrap(), 2).unwrap().header(2);
    let lines = [
        "REGISTERED-PLAYER 0 Ann",
        "REGISTERED-PLAYER 1 Ben",
        "ORDER 0 1",
    ];
    let entries = lines.map(|line| Entry {
        at: Duration::ZERO,
        line: line.to_owned(),
    });
    let record = Record {
        header,
        entries: entries.into(),
        cut_off: false,
    };
    let dots_table = DotsTable::of_record(DotsReplay::new(record).unwrap());
    assert!(dots_table.known.has_begun());
    assert_eq!(dots_table.scores().len(), 2);
    assert_eq!(dots_table.replay().unwrap().end(), Some(texts::UNFINISHED));
}

#[test]
fn impossible_lines_say_why_and_the_computer_takes_over() {
    let (mut dots_table, mut heard) = table(None);
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    let side = dots_table.board().unwrap().free().next().unwrap();
    dots_table.update(&Message::Draw(side));
    dots_table.settle();
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    dots_table.update(&Message::Draw(side));
    assert_eq!(dots_table.refusal(), Some(words::DRAWN_ALREADY));
    press(&mut dots_table, Command::Cancel);
    assert_eq!(dots_table.refusal(), None);
    press(&mut dots_table, Command::Autoplay);
    until(&mut dots_table, &mut heard, |d| d.ending().is_some());
    assert!(dots_table.board().unwrap().is_full());
    assert!(!dots_table.title().contains("Your turn"));
}

#[test]
fn whose_turn_it_was_is_not_said_in_the_next_turn() {
    let (mut dots_table, mut heard) = table(None);
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    // The first line completes no box.
    let side = dots_table.board().unwrap().free().next().unwrap();
    dots_table.update(&Message::Draw(side));
    dots_table.settle();
    dots_table.refusal = Some(texts::turn_of("Ben"));
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    assert_eq!(dots_table.refusal(), None);
}

#[test]
fn a_spectator_has_the_keys_of_watching_alone() {
    let known = unknown(Size::new(3, 2).unwrap(), 2).unwrap();
    let mut watched = DotsTable::new(Link::new(|_| true), known, true);
    press(&mut watched, Command::Click);
    assert!(watched.paused);
    press(&mut watched, Command::Digit(5));
    assert_eq!((watched.paused, watched.pace), (false, Pace::None));
    press(&mut watched, Command::Slower);
    assert_eq!(watched.pace, Pace::FiveHundred);
    press(&mut watched, Command::Autoplay);
    press(&mut watched, Command::Next);
    watched.update(&Message::Draw(Side { x: 1, y: 0 }));
    assert!(!watched.autoplay && watched.aimed().is_none());
    assert!(watched.orders.is_empty() && watched.refusal().is_none());
}

#[test]
fn nobody_is_on_turn_once_all_others_have_resigned() {
    let (mut dots_table, mut heard) = table(None);
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    let me = dots_table.known.me();
    assert!(me.is_some() && dots_table.on_turn() == me);
    let won = Ending {
        over: true,
        winner: me,
        kept: false,
    };
    dots_table.hear(vec![News::Ended(Ok(won))], Instant::now());
    assert_eq!(dots_table.on_turn(), None);
}

#[test]
fn the_clock_of_the_player_on_turn_is_shown() {
    let (mut dots_table, mut heard) = table(None);
    until(&mut dots_table, &mut heard, DotsTable::is_asked);
    let now = Instant::now();
    assert_eq!(dots_table.time(now), None, "no clock runs in an own game");
    let me = dots_table.known.me().unwrap();
    let line = format!("CLOCK {} 30 60", me.index());
    let step = Step {
        line: Follower::parse(&line).unwrap(),
        before: Arc::clone(&dots_table.known),
        after: Arc::clone(&dots_table.known),
    };
    dots_table.hear(vec![News::Step(step)], now);
    let left = dots_table.time(now + Duration::from_secs(10)).unwrap();
    assert_eq!((left.player, left.all().as_secs()), (me, 80));
    assert!(left.changes_in() <= Duration::from_millis(1_020));
    // At the server it stands still, or counts no more.
    dots_table.hear(vec![News::Away], now);
    assert_eq!(dots_table.time(now), None);
}

#[test]
fn the_log_writes_names_as_the_players_do() {
    let mut known = unknown(Size::new(3, 2).unwrap(), 2).unwrap();
    known.introduce(Player::new(0).unwrap(), "ann".parse().unwrap());
    let mut watched = DotsTable::new(Link::new(|_| true), known, true);
    for line in ["LOST 0 60", "BACK 0"] {
        let step = Step {
            line: Follower::parse(line).unwrap(),
            before: Arc::clone(&watched.known),
            after: Arc::clone(&watched.known),
        };
        watched.hear(vec![News::Step(step)], Instant::now());
    }
    let told: Vec<&str> = watched.told.iter().map(|(_, text)| text.as_str()).collect();
    let lost = "ann has lost the connection; 60 seconds to come back.";
    assert_eq!(told, [lost, "ann is back."]);
}
