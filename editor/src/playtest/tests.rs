use marchland_game::conquest::rules::Player;
use marchland_maps::Map;

use super::*;
use crate::sketch;

fn ground(territories: u16) -> Arc<Ground> {
    let map = Map::try_from(&sketch::row(territories)).unwrap();
    let ground = Ground::of(Arc::new(map), Arc::new(sketch::mask(territories)));
    Arc::new(ground.unwrap())
}

fn setup(players: usize, seed: u64) -> Setup {
    Setup {
        players: vec![StrategyKind::Standard; players],
        ..Setup::new(8, seed)
    }
}

fn play(territories: u16, setup: Setup) -> PlayTest {
    PlayTest::new(ground(territories), setup, Mode::Light)
}

fn command(command: marchland_game::gui::keys::Command) -> Message {
    Message::Table(table::Message::Command(command))
}

fn press(play: &mut PlayTest, message: Message) -> Option<Wish> {
    let wish = play.update(message, Mode::Light);
    play.paint(Mode::Light);
    wish
}

/// Ticks until `holds`.
fn until(play: &mut PlayTest, holds: impl Fn(&PlayTest) -> bool) {
    while !holds(play) {
        press(play, Message::Tick);
        std::thread::yield_now();
    }
}

fn is_over(play: &PlayTest) -> bool {
    play.table.session.ending().is_some()
}

#[test]
fn a_game_can_be_restarted_or_replaced() {
    use marchland_game::gui::keys::Command;
    let mut play = play(8, setup(3, 3));
    assert!(play.wants_ticks().is_some());
    press(&mut play, command(Command::Digit(5)));
    until(&mut play, is_over);
    assert_eq!(play.wants_ticks(), None);
    let log = |play: &PlayTest| -> Vec<String> {
        let entries = play.table.session.stage.log.entries();
        entries.map(|entry| entry.text.clone()).collect()
    };
    let first = log(&play);
    let last = first.last().unwrap();
    assert!(last.ends_with("has won."), "{last}");
    // The same game again, then another one.
    press(&mut play, Message::Again);
    assert!(!is_over(&play) && play.wants_ticks().is_some());
    until(&mut play, is_over);
    assert_eq!(log(&play), first);
    press(&mut play, Message::Players(2));
    press(&mut play, Message::Seat(1, Some(StrategyKind::Random)));
    press(&mut play, Message::Seed("12".into()));
    press(&mut play, Message::Start);
    assert_eq!(play.playing().seed, 12);
    let players = [StrategyKind::Standard, StrategyKind::Random];
    assert_eq!(play.playing().players, players);
    until(&mut play, is_over);
    press(&mut play, Message::Seed(String::new()));
    press(&mut play, Message::Start);
    assert!(is_over(&play), "no seed, no game");
    // Esc first shows the map, then goes back.
    assert_eq!(press(&mut play, command(Command::Cancel)), None);
    let back = press(&mut play, command(Command::Cancel));
    assert_eq!(back, Some(Wish::Leave));
}

#[test]
fn the_user_can_take_any_seat() {
    use marchland_game::gui::keys::Command;
    let mut play = play(8, setup(3, 4));
    for seat in [0, 2] {
        press(&mut play, Message::Seat(seat, None));
        assert_eq!(play.setup().you, Some(seat));
    }
    press(&mut play, Message::Start);
    assert!(!play.table.session.watches());
    until(&mut play, |play| play.table.session.is_asked());
    assert_eq!(play.wants_ticks(), None, "nothing comes until one acts");
    assert_eq!(play.table.session.me().map(Player::index), Some(2));
    assert_eq!(play.table.title(), "Your turn – A row – Marchland");
    // Esc never ends the game; F5 belongs to the editor.
    for _ in 0..3 {
        assert_eq!(press(&mut play, command(Command::Cancel)), None);
    }
    for _ in 0..4 {
        press(&mut play, command(Command::Faster));
    }
    press(&mut play, command(Command::Autoplay));
    until(&mut play, is_over);
    // The computer takes the seat again.
    press(&mut play, Message::Seat(2, Some(StrategyKind::Random)));
    assert_eq!(play.setup().you, None);
}

#[test]
fn a_paused_game_waits() {
    use marchland_game::gui::keys::Command;
    let mut play = play(8, setup(3, 5));
    press(&mut play, command(Command::Click));
    let waiting = |play: &PlayTest| play.table.session.stage.waiting();
    // Work caused by a view change follows, then nothing is left to show.
    until(&mut play, |play| {
        waiting(play) > 0 && play.wants_ticks().is_none()
    });
    for _ in 0..2_000 {
        press(&mut play, Message::Tick);
        std::thread::yield_now();
    }
    let waiting = waiting(&play);
    assert!(waiting > 0 && waiting < PlayTest::AHEAD + 20, "{waiting}");
    assert_eq!(play.wants_ticks(), None);
    press(&mut play, command(Command::Step(1, 0)));
    press(&mut play, Message::Tick);
    assert!(play.table.session.stage.paused);
}

#[test]
fn the_board_shows_owners_and_units() {
    let mut play = play(6, setup(3, 1));
    until(&mut play, |play| play.table.session.stage.state().is_some());
    let check = |play: &PlayTest| {
        let state = play.table.session.stage.state().unwrap();
        for (plot, holding) in play
            .table
            .map_view
            .scene()
            .plots()
            .iter()
            .zip(state.holdings())
        {
            let owner = holding.owner.unwrap();
            let badge = plot.badge.as_ref().unwrap();
            assert_eq!(badge.text, holding.units.to_string());
            let colour = marchland_ui::palette::player(owner.index(), false);
            assert_eq!(badge.colour, colour);
        }
    };
    until(&mut play, |play| play.table.session.stage.log.turns() > 1);
    check(&play);
    let light = play.table.map_view.scene().plots()[0].colour;
    play.paint(Mode::Dark);
    check(&play);
    assert_ne!(play.table.map_view.scene().plots()[0].colour, light);
}

#[test]
fn a_game_with_too_many_players_says_why() {
    let mut play = play(4, setup(6, 1));
    until(&mut play, is_over);
    let ending = play.table.session.ending().unwrap();
    assert!(
        ending
            .as_ref()
            .unwrap_err()
            .why
            .starts_with("The game cannot start: ")
    );
}
