//! Play-testing by keys and clicks.

use std::time::{Duration, Instant};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::playtest::{self, PlayTest};
use marchland_game::conquest::rules::AreaVariant;
use marchland_game::gui::{keys, table};

use crate::desk::{Desk, all_bundled, square};

/// Finishes the map: names, two continents with their bonuses, its own name.
fn finish(desk: &mut Desk) {
    desk.click_map(square(0));
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        desk.fill("name", name, true);
    }
    desk.key("c", Modifiers::empty());
    for (name, at) in [("North", 0), ("South", 3)] {
        desk.click_map(square(at));
        desk.fill("name", name, true);
        desk.drag(&[square(at), square(at + 1), square(at + 2)]);
        desk.fill("bonus", "2", false);
        desk.named(key::Named::Escape);
    }
    desk.click("Name the map");
    desk.fill("name", "Six woods", false);
}

fn over(play: &PlayTest) -> bool {
    play.table().session.ending().is_some()
}

#[test]
fn the_unsaved_draft_is_played_and_nothing_of_it_changes() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    // Not yet: errors block, and are shown.
    desk.named(key::Named::F5);
    assert!(desk.app.play_test().is_none());
    let said = desk.app.toasts().last().unwrap();
    assert!(said.starts_with("The map cannot be played yet: "), "{said}");
    assert!(desk.bench().view.issues_open);
    assert!(desk.bench().findings().chosen().is_some());

    finish(&mut desk);
    let before = {
        let document = &desk.bench().document;
        let steps = document.steps();
        let steps = (steps.0.map(str::to_owned), steps.1.map(str::to_owned));
        (document.draft().clone(), document.revision(), steps)
    };
    let framing = desk.bench().view.framing;
    let selection = desk.bench().document.selection().clone();
    desk.click("Play-test");
    assert!(desk.shows("Six woods") && desk.shows("Back to editing"));
    assert_eq!(desk.app.title(), "Play-test of Six woods – Marchland");
    desk.watch(|play| play.table().session.stage.roll().is_some());
    assert!(desk.shows("Ada") && desk.shows("Next game"));
    // Keys of the workbench do nothing to it now.
    for letter in ["z", "n", "c"] {
        desk.key(letter, Modifiers::empty());
    }
    desk.key("z", Modifiers::CTRL);
    desk.named(key::Named::Delete);
    desk.named(key::Named::ArrowUp);
    desk.key("5", Modifiers::empty());
    desk.watch(over);
    let log = |desk: &Desk| -> Vec<String> {
        let stage = &desk.app.play_test().unwrap().table().session.stage;
        let entries = stage.log.entries();
        entries.map(|entry| entry.text.clone()).collect()
    };
    let told = log(&desk);
    // Somebody wins, or all stand fast for ever on a map that small.
    let drawn = desk.shows("Nobody has won after 2,000 turns");
    let won = told.last().unwrap().ends_with(" has won.");
    assert!(drawn != won, "{:?}", told.last());

    // The same seed is the same game.
    let again = Message::Command(Command::PlayAgain);
    let _ = desk.app.update(again.clone());
    desk.watch(over);
    assert_eq!(log(&desk), told);
    let seed = desk.app.play_test().unwrap().playing().seed;

    // Back as it was; saved it never was.
    desk.named(key::Named::F5);
    assert!(desk.app.play_test().is_none());
    let document = &desk.bench().document;
    let (undo, redo) = document.steps();
    let steps = (undo.map(str::to_owned), redo.map(str::to_owned));
    assert_eq!(
        (document.draft().clone(), document.revision(), steps),
        before
    );
    assert_eq!(desk.bench().view.framing, framing);
    assert_eq!(desk.bench().document.selection(), &selection);
    assert!(!desk.bench().document.is_saved());

    // Shift+F5 plays the same seed after an edit; F5 another one.
    let _ = desk.app.update(again);
    assert_eq!(desk.app.play_test().unwrap().playing().seed, seed);
    desk.named(key::Named::F5);
    assert!(desk.app.play_test().is_none());
}

#[test]
fn the_map_is_moved_by_the_left_button() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    finish(&mut desk);
    desk.play_seed(1);
    desk.press(keys::Command::Click);
    // Several moves in one view, as a slow screen has them.
    desk.drag_on_screen(&[
        (300.0, 300.0),
        (310.0, 300.0),
        (340.0, 320.0),
        (400.0, 350.0),
    ]);
    let sight = &desk.app.play_test().unwrap().table().sight;
    let (width, height) = sight.scene().size();
    // It lay as on the workbench.
    let before = desk.bench().view.framing.camera(width, height, sight.size);
    let now = sight.framing.camera(width, height, sight.size);
    let moved = (
        (before.left - now.left) * now.scale,
        (before.top - now.top) * now.scale,
    );
    assert!(
        (moved.0 - 100.0).abs() < 1e-6 && (moved.1 - 50.0).abs() < 1e-6,
        "{moved:?}"
    );
}

#[test]
fn many_games_are_counted_by_a_click() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    finish(&mut desk);
    desk.play_seed(1);
    desk.press(keys::Command::Click);
    desk.click("Next game");
    for seat in 0..4 {
        let kind = marchland_game::conquest::bots::StrategyKind::Random;
        desk.play(playtest::Message::Seat(seat, Some(kind)));
    }
    desk.click("Play 100 games");
    while desk
        .app
        .play_test()
        .and_then(|play| play.series())
        .is_some_and(playtest::Series::is_running)
    {
        desk.play(playtest::Message::Tick);
        std::thread::yield_now();
    }
    assert!(desk.shows("95 % interval"));
    let tally = desk.app.play_test().unwrap().series().unwrap().tally();
    assert_eq!(tally.wins.iter().sum::<u32>() + tally.drawn, 100);
}

#[test]
fn a_slow_screen_gets_no_queue_of_ticks() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    finish(&mut desk);
    let work = |desk: &mut Desk, message| desk.app.update(message).units();
    assert_eq!(work(&mut desk, Message::Command(Command::PlayTest)), 1);
    // The tick is on its way: whatever else happens asks for no other.
    let press = |command| {
        let command = table::Message::Command(command);
        Message::PlayTest(playtest::Message::Table(command))
    };
    let names = || press(keys::Command::Names);
    assert_eq!(work(&mut desk, names()), 0);
    assert_eq!(work(&mut desk, Message::Tick), 1, "it came: the next");
    let pause = press(keys::Command::Click);
    assert_eq!(work(&mut desk, pause), 0);
    // What follows a sight comes once that was looked at; then there is nothing to show.
    let end = Instant::now() + Duration::from_secs(20);
    while work(&mut desk, Message::Tick) > 0 {
        assert!(
            Instant::now() < end,
            "a game that stands still asks for ticks"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    // Back on the workbench, what is late does no harm.
    let back = Message::Command(Command::PlayTest);
    assert_eq!(work(&mut desk, back), 0);
    assert_eq!(work(&mut desk, Message::Tick), 0);
}

#[test]
fn the_next_game_is_set_up_by_hand() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    finish(&mut desk);
    desk.named(key::Named::F5);
    desk.named(key::Named::Space);
    let paused = |desk: &Desk| desk.app.play_test().unwrap().table().session.stage.paused;
    assert!(paused(&desk));
    desk.click("Next game");
    assert_eq!(desk.app.play_test().unwrap().setup().players.len(), 4);
    desk.play(playtest::Message::Players(3));
    desk.fill("seed", "42", false);
    desk.click("Deal the territories");
    desk.click("Start game");
    let playing = desk.app.play_test().unwrap().playing();
    assert_eq!((playing.players.len(), playing.seed), (3, 42));
    assert_eq!(playing.variants.areas, AreaVariant::Chosen);
    // Step by step: the first territory is chosen.
    desk.named(key::Named::Space);
    desk.named(key::Named::ArrowRight);
    desk.watch(|play| {
        let state = play.table().session.stage.state();
        state.is_some_and(|state| state.holdings().iter().any(|h| h.owner.is_some()))
    });
    // The set-up stays for the next time.
    desk.named(key::Named::F5);
    desk.named(key::Named::F5);
    let playing = desk.app.play_test().unwrap().playing();
    let variants = playing.variants;
    assert_eq!(
        (playing.players.len(), variants.areas),
        (3, AreaVariant::Chosen)
    );
}

#[test]
fn bots_play_on_every_bundled_map() {
    for path in all_bundled() {
        let mut desk = Desk::new(Some(&path));
        desk.play_seed(5);
        desk.watch(|play| play.table().session.stage.log.turns() > 8);
        let play = desk.app.play_test().unwrap();
        let state = play.table().session.stage.state().unwrap();
        assert!(state.holdings().iter().all(|holding| holding.units > 0));
        assert_eq!(play.table().ground.flaw(), None, "{}", path.display());
    }
}

#[test]
fn the_author_plays_on_the_draft_and_goes_back_by_one_key() {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::of_squares(place.path());
    finish(&mut desk);
    desk.play_seed(3);
    desk.play(playtest::Message::Seat(0, None));
    desk.play(playtest::Message::Start);
    let asked = |desk: &Desk| desk.app.play_test().unwrap().table().session.is_asked();
    while !asked(&desk) {
        desk.play(playtest::Message::Tick);
        std::thread::yield_now();
    }
    let units = |desk: &Desk| desk.app.play_test().unwrap().table().session.pencil();
    // N and Space are keys of the game now.
    desk.key("n", Modifiers::empty());
    desk.named(key::Named::Space);
    assert_eq!(units(&desk), 1);
    desk.key("u", Modifiers::empty());
    assert_eq!(units(&desk), 0);
    desk.named(key::Named::Escape);
    assert!(desk.app.play_test().is_some(), "Esc never ends a game");
    desk.named(key::Named::F5);
    assert!(desk.app.play_test().is_none());
    // After an edit the same seat and the same seed are there again.
    desk.click_map(square(2));
    desk.fill("name", "Chestnut", true);
    let _ = desk.app.update(Message::Command(Command::PlayAgain));
    let playing = desk.app.play_test().unwrap().playing();
    assert_eq!((playing.you, playing.seed), (Some(0), 3));
}
