use std::path::Path;

use marchland_board::{Framing, Picture};

use crate::gui::link::{Ending, Failure, Order};
use crate::gui::stage::Pace;

use super::*;

fn table() -> Table {
    table_on(Ground::read(Path::new("world")).unwrap())
}

fn table_on(ground: Ground) -> Table {
    let ground = Arc::new(ground);
    let game = Model::new(Arc::clone(ground.map()), None);
    Table::new(ground, Link::new(|_| true), game, false, Mode::Light)
}

#[test]
fn a_game_that_does_not_start_can_only_be_left_or_tried_again() {
    let mut table = table();
    let why = "the game is being played by another program";
    table.hear(vec![News::Ended(Err(why.to_owned().into()))]);
    assert!(table.repeats && !table.has_begun());
    assert_eq!(table.after_end().0, texts::LEAVE);
    for command in [Command::Confirm, Command::Cancel] {
        let wish = table.update(Message::Command(command));
        assert_eq!(wish, Some(Wish::Leave));
    }
    assert!(!table.looks, "there is nothing to see");
    table.retry = Retry::under(&"ada".parse().unwrap());
    assert_eq!(table.after_end().0, texts::RETRY);
    let wish = table.update(Message::Command(Command::Confirm));
    assert_eq!(wish, Some(Wish::Retry("ada".parse().unwrap())));
    assert_eq!(table.other_name(), None);
    let taken = Failure {
        why: "The name is in use.".to_owned(),
        name_in_use: true,
    };
    table.hear(vec![News::Ended(Err(taken))]);
    assert_eq!(table.other_name(), Some("ada"));
    for (typed, next) in [
        ("", texts::LEAVE),
        ("a b", texts::LEAVE),
        (texts::YOU, texts::LEAVE),
        ("eva", texts::RETRY),
    ] {
        table.update(Message::NameThere(typed.to_owned()));
        assert_eq!(table.after_end().0, next, "{typed}");
        let entered = table.update(Message::Command(Command::Confirm));
        let wanted = typed.parse().ok().filter(|_| next == texts::RETRY);
        assert_eq!(entered, wanted.map(Wish::Retry), "{typed}");
    }
    let tab = table.session.tab;
    table.update(Message::Command(Command::Evaluate));
    assert_eq!(table.session.tab, tab, "nothing is done behind the end");
    table.update(Message::Look);
    assert!(table.looks);
    table.update(Message::Command(Command::Evaluate));
    assert_ne!(table.session.tab, tab);
    table.update(Message::Result);
    assert!(!table.looks, "the end is shown again");
}

#[test]
fn an_end_is_new_for_a_second_in_which_enter_may_be_meant_for_the_game() {
    let mut table = table();
    table.settle(Mode::Light);
    assert_eq!(table.over_since, None);
    let over = Ending {
        over: true,
        winner: None,
        kept: false,
    };
    table.hear(vec![News::Ended(Ok(over))]);
    table.settle(Mode::Light);
    assert!(table.has_just_ended());
    let since = table.over_since.as_mut().unwrap();
    *since = since.checked_sub(UNSEEN).unwrap();
    table.settle(Mode::Light);
    assert!(!table.has_just_ended());
}

#[test]
fn a_territory_is_found_by_a_part_of_its_name_and_brought_into_sight() {
    let mut table = table();
    table.update(Message::BoardSize(Size::new(700.0, 400.0)));
    table.map_view.framing = Framing::Centred {
        x: 10.0,
        y: 10.0,
        scale: 2.0,
    };
    let asked = table.update(Message::Command(Command::Find));
    assert_eq!(asked, Some(Wish::Focus(FIND)));
    table.update(Message::Find("madag".into()));
    let found = table.session.selected().unwrap();
    let name = table.ground.map().territory(found).name.text.clone();
    assert_eq!(name.as_deref(), Some("Madagascar"));
    let place = table.map_view.place_of(&table.ground, found);
    assert!((place.x - 350.0).abs() < 2.0 && (place.y - 200.0).abs() < 2.0);
    table.update(Message::Find("qqqq".into()));
    assert_eq!(
        table.session.selected(),
        Some(found),
        "nothing fits: nothing changes"
    );
    assert!(table.find.as_ref().unwrap().matches.is_empty());
    assert_eq!(texts::found(1, 0), texts::NONE_FOUND);
    table.update(Message::Command(Command::Cancel));
    assert_eq!(table.find, None);
}

#[test]
fn preferences_go_from_table_to_table_and_a_spectator_changes_those_of_the_map_alone() {
    let wished = Preferences {
        pace: Pace::Fast,
        names: false,
        links: true,
        patterns: true,
        image: false,
        ask_defence: true,
        all_follow: true,
    };
    let ground = Ground::read(Path::new("world")).unwrap();
    let image = Picture::new(1, 1, vec![[1, 2, 3, 255]], 0.0);
    let mut played = table_on(ground.with_picture(image));
    played.prefer(wished);
    assert_eq!(played.preferences(Preferences::default()), wished);
    let asked = played.session.take_orders();
    assert!(matches!(asked[..], [Order::AskDefence(true)]), "{asked:?}");
    let game = Model::new(Arc::clone(played.ground.map()), None);
    let (ground, link) = (Arc::clone(&played.ground), Link::new(|_| true));
    let mut watched = Table::new(ground, link, game, true, Mode::Light);
    let pace = watched.session.stage.pace;
    watched.prefer(wished);
    assert_eq!(watched.session.stage.pace, pace);
    watched.update(Message::Command(Command::Names));
    watched.update(Message::Command(Command::Image));
    let (names, image) = (true, true);
    let expected = Preferences {
        names,
        image,
        ..wished
    };
    assert_eq!(watched.preferences(wished), expected);
}

#[test]
fn the_image_cannot_be_hidden_where_there_is_none() {
    let mut table = table();
    table.update(Message::Command(Command::Image));
    assert!(table.preferences(Preferences::default()).image);
}

#[test]
fn nothing_is_done_under_the_list_of_keys() {
    let mut table = table();
    let names = table.map_view.names;
    table.update(Message::Command(Command::Help));
    table.update(Message::Command(Command::Names));
    assert!(table.help && table.map_view.names == names);
    table.update(Message::Command(Command::Cancel));
    table.update(Message::Command(Command::Names));
    assert!(!table.help && table.map_view.names != names);
}

#[test]
fn enter_and_the_arrows_go_through_all_territories_found() {
    let mut table = table();
    table.update(Message::Command(Command::Find));
    table.update(Message::Find("western".into()));
    let matches = table.find.as_ref().unwrap().matches.clone();
    assert!(matches.len() > 2, "{matches:?}");
    let mut seen = vec![table.session.selected().unwrap()];
    for _ in 1..matches.len() {
        table.update(Message::FindNext(true));
        seen.extend(table.session.selected());
    }
    assert_eq!(seen, matches);
    table.update(Message::Command(Command::Step(0, 1)));
    assert_eq!(table.session.selected(), matches.first().copied());
    table.update(Message::Command(Command::Step(0, -1)));
    assert_eq!(table.session.selected(), matches.last().copied());
    table.update(Message::Find(String::new()));
    assert!(table.find.as_ref().unwrap().matches.is_empty());
}
