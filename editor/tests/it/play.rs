//! Play-tests by keys and clicks.

use std::time::{Duration, Instant};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::playtest::{self, PlayTest};
use marchland_editor::workspace::{self, Change};
use marchland_game::conquest::rules::AreaVariant;
use marchland_game::gui::{keys, table};

use crate::driver::{Driver, all_bundled, square};

/// Completes the map: names, two continents with bonuses, its own name.
fn finish(driver: &mut Driver) {
    driver.click_map(square(0));
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"] {
        driver.fill("name", name, true);
    }
    driver.key("c", Modifiers::empty());
    for (name, at) in [("North", 0), ("South", 3)] {
        driver.click_map(square(at));
        driver.fill("name", name, true);
        driver.drag(&[square(at), square(at + 1), square(at + 2)]);
        driver.fill("bonus", "2", false);
        driver.named(key::Named::Escape);
    }
    driver.click("Name the map");
    driver.fill("name", "Six woods", false);
}

fn over(play: &PlayTest) -> bool {
    play.table.session.ending().is_some()
}

#[test]
fn the_unsaved_draft_is_played_and_nothing_of_it_changes() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    // Not yet: errors prevent it and are shown.
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
    let said = driver.app.toasts().last().unwrap();
    assert!(said.starts_with("The map cannot be played yet: "), "{said}");
    assert!(driver.workspace().view.issues_open);
    assert!(driver.workspace().findings().chosen().is_some());

    finish(&mut driver);
    let before = {
        let document = &driver.workspace().document;
        let steps = document.steps();
        let steps = (steps.0.map(str::to_owned), steps.1.map(str::to_owned));
        (document.draft().clone(), document.revision(), steps)
    };
    let framing = driver.workspace().view.framing;
    let selection = driver.workspace().document.selection().clone();
    driver.click("Play-test");
    assert!(driver.shows("Six woods") && driver.shows("Back to editing"));
    assert_eq!(driver.app.title(), "Play-test of Six woods – Marchland");
    driver.watch(|play| play.table.session.stage.roll().is_some());
    assert!(driver.shows("Ada") && driver.shows("Next game"));
    // Keys of the workspace have no effect.
    for letter in ["z", "n", "c"] {
        driver.key(letter, Modifiers::empty());
    }
    driver.key("z", Modifiers::CTRL);
    driver.named(key::Named::Delete);
    driver.named(key::Named::ArrowUp);
    driver.key("r", Modifiers::CTRL);
    let said = driver.app.toasts().last();
    assert_eq!(said, Some("Not available during a game."));
    driver.key("5", Modifiers::empty());
    driver.watch(over);
    let log = |driver: &Driver| -> Vec<String> {
        let stage = &driver.app.play_test().unwrap().table.session.stage;
        let entries = stage.log.entries();
        entries.map(|entry| entry.text.clone()).collect()
    };
    let told = log(&driver);
    // Somebody wins, or the game on such a small map never ends.
    let drawn = driver.shows("A draw after 2,000 turns");
    let won = told.last().unwrap().ends_with(" has won.");
    assert!(drawn != won, "{:?}", told.last());

    // The same seed is the same game.
    let again = Message::Command(Command::PlayAgain);
    let _ = driver.app.update(again.clone());
    driver.watch(over);
    assert_eq!(log(&driver), told);
    let seed = driver.app.play_test().unwrap().playing().seed;

    // Unchanged, and still unsaved.
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
    let document = &driver.workspace().document;
    let (undo, redo) = document.steps();
    let steps = (undo.map(str::to_owned), redo.map(str::to_owned));
    assert_eq!(
        (document.draft().clone(), document.revision(), steps),
        before
    );
    assert_eq!(driver.workspace().view.framing, framing);
    assert_eq!(driver.workspace().document.selection(), &selection);
    assert!(!driver.workspace().document.is_saved());

    // Shift+F5 keeps the seed after an edit; F5 takes a new one.
    let _ = driver.app.update(again);
    assert_eq!(driver.app.play_test().unwrap().playing().seed, seed);
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
}

#[test]
fn the_map_is_moved_by_the_left_button() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    finish(&mut driver);
    driver.play_seed(1);
    driver.press(keys::Command::Click);
    // Several moves in one view, as on a slow screen.
    driver.drag_on_screen(&[
        (300.0, 300.0),
        (310.0, 300.0),
        (340.0, 320.0),
        (400.0, 350.0),
    ]);
    let map_view = &driver.app.play_test().unwrap().table.map_view;
    let (width, height) = map_view.scene().size();
    // The same view as in the workspace.
    let before = driver
        .workspace()
        .view
        .framing
        .camera(width, height, map_view.size);
    let now = map_view.framing.camera(width, height, map_view.size);
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
fn a_persons_game_goes_on_unless_the_map_has_changed() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    finish(&mut driver);
    driver.named(key::Named::F5);
    for message in [playtest::Message::Seat(0, None), playtest::Message::Start] {
        let _ = driver.app.update(Message::PlayTest(message));
    }
    let seed = |driver: &Driver| {
        let play = driver.app.play_test().unwrap();
        (play.playing().seed, play.table.session.watches())
    };
    let begun = seed(&driver);
    assert!(!begun.1, "a person plays");
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
    driver.named(key::Named::F5);
    assert_eq!(seed(&driver), begun);
    assert!(driver.shows("Your game goes on where you left it. Shift+F5 restarts it."));
    driver.named(key::Named::F5);
    driver.click_map(square(0));
    driver.fill("name", "Oak", true);
    driver.named(key::Named::Escape);
    driver.named(key::Named::F5);
    let first = begun.0;
    let begun = seed(&driver);
    assert_ne!(begun.0, first, "not on another map");

    // Nor if the map changes while the game is shown, or before it is drawn.
    driver.named(key::Named::F5);
    let drawing = driver.app.update(Message::Command(Command::NewColours));
    for command in [Command::PlayTest, Command::PlayAgain] {
        let _ = driver.app.update(Message::Command(command));
        assert!(driver.app.play_test().is_none());
        let said = driver.app.toasts().last().unwrap();
        assert!(said.starts_with("The map is still being drawn."), "{said}");
    }
    driver.app.finish(drawing);
    driver.named(key::Named::F5);
    assert_ne!(seed(&driver), begun);
    let begun = seed(&driver);
    let name = Change::Name(driver.draft().territories[0].key, "Yew".to_owned());
    driver.send(Message::Workspace(workspace::Message::Inspect(name)));
    driver.named(key::Named::F5);
    driver.named(key::Named::F5);
    assert_ne!(seed(&driver), begun, "it was begun on another map");
}

#[test]
fn ticks_do_not_queue_up_on_a_slow_screen() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    finish(&mut driver);
    let work = |driver: &mut Driver, message| driver.app.update(message).units();
    assert_eq!(work(&mut driver, Message::Command(Command::PlayTest)), 1);
    // A tick is scheduled: other messages do not schedule another.
    let press = |command| {
        let command = table::Message::Command(command);
        Message::PlayTest(playtest::Message::Table(command))
    };
    let names = || press(keys::Command::Names);
    assert_eq!(work(&mut driver, names()), 0);
    assert_eq!(work(&mut driver, Message::Tick), 1, "it came: the next");
    let pause = press(keys::Command::Click);
    assert_eq!(work(&mut driver, pause), 0);
    // Work caused by a view change follows, then nothing is left to show.
    let end = Instant::now() + Duration::from_secs(20);
    while work(&mut driver, Message::Tick) > 0 {
        assert!(
            Instant::now() < end,
            "a game that stands still asks for ticks"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    // Back in the workspace, late messages are harmless.
    let back = Message::Command(Command::PlayTest);
    assert_eq!(work(&mut driver, back), 0);
    assert_eq!(work(&mut driver, Message::Tick), 0);
}

#[test]
fn the_next_game_is_set_up_by_hand() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    finish(&mut driver);
    driver.named(key::Named::F5);
    driver.named(key::Named::Space);
    let paused = |driver: &Driver| driver.app.play_test().unwrap().table.session.stage.paused;
    assert!(paused(&driver));
    driver.click("Next game");
    assert_eq!(driver.app.play_test().unwrap().setup().players.len(), 4);
    driver.play(playtest::Message::Players(3));
    driver.fill("seed", "42", false);
    driver.click("Deal the territories");
    driver.click("Start game");
    let playing = driver.app.play_test().unwrap().playing();
    assert_eq!((playing.players.len(), playing.seed), (3, 42));
    assert_eq!(playing.variants.areas, AreaVariant::Chosen);
    // Step by step: the first territory is chosen.
    driver.named(key::Named::Space);
    driver.named(key::Named::ArrowRight);
    driver.watch(|play| {
        let state = play.table.session.stage.state();
        state.is_some_and(|state| state.holdings().iter().any(|h| h.owner.is_some()))
    });
    // The set-up is kept.
    driver.named(key::Named::F5);
    driver.named(key::Named::F5);
    let playing = driver.app.play_test().unwrap().playing();
    let variants = playing.variants;
    assert_eq!(
        (playing.players.len(), variants.areas),
        (3, AreaVariant::Chosen)
    );
}

#[test]
fn bots_play_on_every_bundled_map() {
    for path in all_bundled() {
        let mut driver = Driver::new(Some(&path));
        driver.play_seed(5);
        driver.watch(|play| play.table.session.stage.log.turns() > 8);
        let play = driver.app.play_test().unwrap();
        let state = play.table.session.stage.state().unwrap();
        assert!(state.holdings().iter().all(|holding| holding.units > 0));
    }
}

#[test]
fn the_author_plays_on_the_draft_and_goes_back_by_one_key() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    finish(&mut driver);
    driver.play_seed(3);
    driver.play(playtest::Message::Seat(0, None));
    driver.play(playtest::Message::Start);
    let asked = |driver: &Driver| driver.app.play_test().unwrap().table.session.is_asked();
    while !asked(&driver) {
        driver.play(playtest::Message::Tick);
        std::thread::yield_now();
    }
    let units = |driver: &Driver| driver.app.play_test().unwrap().table.session.pencil();
    // N and Space are keys of the game now.
    driver.key("n", Modifiers::empty());
    driver.named(key::Named::Space);
    assert_eq!(units(&driver), 1);
    driver.key("u", Modifiers::empty());
    assert_eq!(units(&driver), 0);
    driver.named(key::Named::Escape);
    assert!(driver.app.play_test().is_some(), "Esc never ends a game");
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
    // After an edit, the seat and the seed are the same.
    driver.click_map(square(2));
    driver.fill("name", "Chestnut", true);
    let _ = driver.app.update(Message::Command(Command::PlayAgain));
    let playing = driver.app.play_test().unwrap().playing();
    assert_eq!((playing.you, playing.seed), (Some(0), 3));
}

#[test]
fn the_next_play_test_keeps_the_pace() {
    let mut driver = Driver::new(Some(&all_bundled()[1]));
    driver.named(key::Named::F5);
    let pace = |driver: &Driver| driver.app.play_test().unwrap().table.session.stage.pace;
    let first = pace(&driver);
    driver.press(keys::Command::Faster);
    let faster = pace(&driver);
    assert_ne!(first, faster);
    driver.named(key::Named::F5);
    assert!(driver.app.play_test().is_none());
    driver.named(key::Named::F5);
    assert_eq!(pace(&driver), faster);
}
