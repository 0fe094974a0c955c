//! Play-testing by keys and clicks.

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::playtest;

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
    assert!(desk.shows("Play-test of Six woods"));
    assert_eq!(desk.app.title(), "Play-test of Six woods – Marchland");
    desk.watch(|play| play.now().actions > 0);
    assert!(desk.shows("Orange") && desk.shows("Next game"));
    // Keys of the workbench do nothing to it now.
    for letter in ["z", "n", "c"] {
        desk.key(letter, Modifiers::empty());
    }
    desk.key("z", Modifiers::CTRL);
    desk.named(key::Named::Delete);
    desk.named(key::Named::ArrowUp);
    desk.key("5", Modifiers::empty());
    desk.watch(|play| play.ending().is_some());
    let ending = desk.app.play_test().unwrap().ending().cloned();
    // Somebody wins, or all stand fast for ever on a map that small.
    let (won, drawn) = match ending {
        Some(playtest::Ending::Won(_)) => (true, false),
        Some(playtest::Ending::Drawn) => (false, true),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        desk.shows("Nobody has won after 2,000 turns."),
        drawn && !won
    );
    let actions = desk.app.play_test().unwrap().now().actions;

    // The same seed is the same game.
    let again = Message::Command(Command::PlayAgain);
    let _ = desk.app.update(again.clone());
    desk.watch(|play| play.ending().is_some());
    let play = desk.app.play_test().unwrap();
    assert_eq!(play.ending(), ending.as_ref());
    assert_eq!(play.now().actions, actions);
    let seed = play.playing().seed;

    // Back as it was; saved it never was.
    desk.named(key::Named::Escape);
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
    desk.play(playtest::Message::Pause);
    // Several moves in one view, as a slow screen has them.
    desk.drag_on_screen(&[
        (300.0, 300.0),
        (310.0, 300.0),
        (340.0, 320.0),
        (400.0, 350.0),
    ]);
    let sight = &desk.app.play_test().unwrap().sight;
    let (width, height) = sight.scene().size();
    let before = marchland_board::Framing::Whole.camera(width, height, sight.size);
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
    desk.play(playtest::Message::Pause);
    desk.click("Next game");
    for seat in 0..4 {
        let kind = marchland_game::conquest::bots::StrategyKind::Random;
        desk.play(playtest::Message::Strategy(seat, kind));
    }
    desk.click("Play 100 games");
    while desk
        .app
        .play_test()
        .and_then(|play| play.series())
        .is_some_and(playtest::Series::is_running)
    {
        desk.play(playtest::Message::Tick(std::time::Instant::now()));
        std::thread::yield_now();
    }
    assert!(desk.shows("true share, 95 %"));
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
    let names = || Message::PlayTest(playtest::Message::Names(true));
    assert_eq!(work(&mut desk, names()), 0);
    assert_eq!(work(&mut desk, Message::Tick), 1, "it came: the next");
    let pause = Message::PlayTest(playtest::Message::Pause);
    assert_eq!(work(&mut desk, pause), 0);
    assert_eq!(work(&mut desk, Message::Tick), 0, "nothing to show");
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
    assert!(desk.app.play_test().unwrap().is_paused());
    desk.click("Next game");
    assert_eq!(desk.app.play_test().unwrap().setup().players.len(), 4);
    desk.play(playtest::Message::Players(3));
    desk.fill("seed", "42", false);
    desk.click("Deal the territories");
    desk.click("Start this game");
    let playing = desk.app.play_test().unwrap().playing();
    assert_eq!((playing.players.len(), playing.seed), (3, 42));
    assert!(!playing.dealt);
    // Step by step: the first territory is chosen.
    desk.named(key::Named::Space);
    desk.named(key::Named::ArrowRight);
    desk.watch(|play| play.now().holdings.iter().any(|h| h.owner.is_some()));
    // The set-up stays for the next time.
    desk.named(key::Named::F5);
    desk.named(key::Named::F5);
    let playing = desk.app.play_test().unwrap().playing();
    assert_eq!((playing.players.len(), playing.dealt), (3, false));
}

#[test]
fn bots_play_on_every_bundled_map() {
    for path in all_bundled() {
        let mut desk = Desk::new(Some(&path));
        desk.play_seed(5);
        desk.watch(|play| play.now().turns > 8);
        let play = desk.app.play_test().unwrap();
        let units: u64 = play.now().standings.iter().map(|s| s.units).sum();
        let on_board = play.now().holdings.iter().map(|h| u64::from(h.units));
        assert_eq!(on_board.sum::<u64>(), units, "{}", path.display());
    }
}
