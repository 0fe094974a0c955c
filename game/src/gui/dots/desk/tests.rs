use tokio::sync::mpsc;

use super::*;
use crate::client::net::Recorder;
use crate::dots::{Dots, Size};
use crate::gui::dots::unknown;
use crate::gui::place::{LocalGame, Place};
use crate::gui::seat::sit_down;
use crate::local::Opponent;
use crate::play::{RuleSet, SeededDice};
use crate::server::{Lobby, LobbyOptions, TimeLimits};

/// A game against the computer, without a window.
fn table(recorder: Option<Recorder>) -> (Desk, mpsc::Receiver<Vec<NewsOf<Follower>>>) {
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
        Ok(Place::Local(Box::new(LocalGame {
            lobby: Lobby::new(options, SeededDice::new(4)).unwrap(),
            game,
            opponents: vec![Opponent {
                name: "Ben".parse().unwrap(),
                strategy: Dots.bot("greedy", 4).unwrap(),
                seat: None,
            }],
            you: "You".parse().unwrap(),
            seat: None,
            past: None,
            recorder,
            seed: 4,
            close: Box::new(|_| false),
        })))
    };
    let (link, heard) = sit_down(Box::new(opening));
    let mut desk = Desk::new(link, known);
    desk.pace = Pace::None;
    (desk, heard)
}

fn until(
    desk: &mut Desk,
    heard: &mut mpsc::Receiver<Vec<NewsOf<Follower>>>,
    holds: impl Fn(&Desk) -> bool,
) {
    let started = Instant::now();
    while !holds(desk) {
        assert!(started.elapsed() < Duration::from_secs(60), "{desk:?}");
        if let Ok(news) = heard.try_recv() {
            desk.hear(news, Instant::now());
        } else {
            std::thread::sleep(Duration::from_micros(200));
        }
        desk.settle();
    }
}

fn press(desk: &mut Desk, command: Command) {
    desk.update(&Message::Command(command));
    desk.settle();
}

#[test]
fn a_game_is_played_by_keys_and_by_clicks_and_played_back() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::new(folder.path()).unwrap();
    let (mut desk, mut heard) = table(Some(recorder));
    let mut clicks = false;
    loop {
        until(&mut desk, &mut heard, |d| {
            d.is_asked() || d.ending().is_some()
        });
        if desk.ending().is_some() {
            break;
        }
        // By turns a key and a click.
        clicks = !clicks;
        if clicks {
            let side = desk.board().unwrap().free().next().unwrap();
            desk.update(&Message::Draw(side));
            desk.settle();
        } else {
            press(&mut desk, Command::Next);
            assert!(desk.next().1);
            press(&mut desk, Command::Click);
        }
        assert!(desk.refusal().is_none(), "{:?}", desk.refusal());
    }
    assert!(desk.ending().unwrap().is_ok() && desk.board().unwrap().is_full());
    let boxes: u32 = desk.scores().iter().map(|(_, boxes)| boxes).sum();
    assert_eq!(boxes, 6);
    let (last, scores) = (desk.board().unwrap().clone(), desk.scores());
    // The record is the same game, at every place of it.
    let file = desk.record().unwrap().clone();
    let replay = DotsReplay::read(&file).unwrap();
    assert_eq!((replay.len(), replay.end()), (17, None));
    let mut desk = Desk::of_record(replay);
    let drawn = |desk: &Desk| 17 - desk.board().unwrap().free().count();
    assert_eq!(drawn(&desk), 0);
    for to in [9, 3, 17, 1] {
        desk.update(&Message::Seek(to));
        assert_eq!(drawn(&desk), usize::from(to));
    }
    press(&mut desk, Command::Step(1, 0));
    assert_eq!(drawn(&desk), 2);
    press(&mut desk, Command::Step(-1, 0));
    assert_eq!(drawn(&desk), 1);
    press(&mut desk, Command::Ends(true));
    assert_eq!(desk.board().unwrap(), &last);
    assert_eq!(desk.scores(), scores);
    press(&mut desk, Command::Ends(false));
    (desk.paused, desk.pace) = (false, Pace::None);
    let mut now = Instant::now();
    while drawn(&desk) < 17 {
        now += Duration::from_millis(1);
        desk.tick(now);
    }
    assert_eq!(desk.wants(now), None, "nothing more comes");
}

#[test]
fn what_cannot_be_drawn_says_why_and_the_computer_takes_over() {
    let (mut desk, mut heard) = table(None);
    until(&mut desk, &mut heard, Desk::is_asked);
    let side = desk.board().unwrap().free().next().unwrap();
    desk.update(&Message::Draw(side));
    desk.settle();
    until(&mut desk, &mut heard, Desk::is_asked);
    desk.update(&Message::Draw(side));
    assert_eq!(desk.refusal(), Some(words::DRAWN_ALREADY));
    press(&mut desk, Command::Cancel);
    assert_eq!(desk.refusal(), None);
    press(&mut desk, Command::Autoplay);
    until(&mut desk, &mut heard, |d| d.ending().is_some());
    assert!(desk.board().unwrap().is_full());
    assert!(!desk.title().contains('●'));
}
