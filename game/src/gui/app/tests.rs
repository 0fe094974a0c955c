use std::sync::Mutex;

use super::*;
use crate::gui::SavedGameInfo;
use crate::gui::replay::tests::{own_map, record_on};

/// The window, before anything was done in it.
fn app() -> App {
    fn none<T>() -> Result<T, String> {
        Err("nothing is played here".to_owned())
    }
    let setup = Setup::new(1);
    let launch = Launch {
        setup,
        lately: Vec::new(),
        begin: Arc::new(|_, _| none()),
        dots: (crate::gui::dots::Setup::new(1), Arc::new(|_| none())),
        plays_dots: false,
        at_once: false,
        resume: None,
        resume_dots: None,
        server_options: ServerOptions {
            you: "ada".parse().unwrap(),
            seats: Arc::default(),
            record: Arc::new(|| Ok(None)),
            host: Arc::new(|_, _| none()),
        },
        lobby: None,
        saved_games: SavedGames {
            list: Arc::new(Vec::new),
            open: Arc::new(|_| none()),
            open_dots: Arc::new(|_| none()),
        },
        remember: Arc::new(|_| {}),
        replay: None,
        mode: Mode::Light,
        contrast: false,
        size: Size::new(1280.0, 800.0),
    };
    App::launch(launch).0
}

/// A game on a map that was left.
fn kept_game(map: &Path) -> SavedGameInfo {
    SavedGameInfo {
        what: "valilia, turn 9".to_owned(),
        against: "against Red".to_owned(),
        left: "yesterday".to_owned(),
        map: Some(map.to_owned()),
        hindrance: None,
    }
}

/// What the window reads on another thread is read here.
fn map_is_read(app: &mut App) {
    let ground = Ground::read(&app.setup.map);
    let _ = app.on_ground(ground);
}

#[test]
fn a_record_of_an_own_map_opens_on_the_chosen_or_a_recent_map() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_map(folder.path());
    let file = record_on(&own, folder.path());
    let mut app = app();
    map_is_read(&mut app);
    let read = |app: &App| OpenedRecord::read(&file, None, app.likely_maps());
    let _ = app.on_record(read(&app));
    // The map that is chosen is read again, and that is no news about the record.
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Start(Some(_))));
    let told: Vec<&str> = app.toasts.texts().collect();
    assert!(
        told.len() == 1 && told[0].contains("valilia"),
        "it is still told: {told:?}"
    );

    let _ = app.on_start(StartMessage::Map(own.clone()));
    map_is_read(&mut app);
    let _ = app.on_record(read(&app));
    assert!(matches!(app.screen, Screen::Table(_)), "the chosen one");
    assert_eq!(app.toasts.texts().count(), 0);

    app.setup.map = "world".into();
    app.lately = vec![own.clone()];
    let _ = app.on_record(read(&app));
    assert_eq!(app.map(), own, "one that was played on lately");
    app.setup.map = "world".into();
    app.lately.clear();
    let kept = SavedGame {
        name: "2026".to_owned(),
        about: Ok(kept_game(&own)),
    };
    app.saved_games.list = Arc::new(move || vec![kept.clone()]);
    let _ = app.on_record(read(&app));
    assert_eq!(app.map(), own, "that of a game that was left");
}

/// Also of a table on another map than that of the start screen.
#[test]
fn a_record_of_a_game_on_a_server_opens_or_leads_back_to_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let file = record_on(Path::new("czechia"), folder.path());
    let mut app = app();
    map_is_read(&mut app);
    assert_eq!(app.map(), Path::new("world"));
    let Screen::Start(Some(preview)) = &app.screen else {
        panic!("no map")
    };
    let ground = Arc::clone(&preview.ground);
    let _ = app.enter(Server::here(1), ground);
    let _ = app.on_wish(Wish::Replay(file.clone()));
    assert!(matches!(app.screen, Screen::Loading));
    let read = OpenedRecord::read(&file, None, app.likely_maps());
    let _ = app.on_record(read);
    assert!(matches!(app.screen, Screen::Table(_)));

    let _ = app.on_wish(Wish::Replay("gone".into()));
    let _ = app.on_record(Err("it is gone".to_owned()));
    assert!(matches!(app.screen, Screen::Lobby(None)));
    let told: Vec<&str> = app.toasts.texts().collect();
    assert_eq!(told, ["it is gone"]);
}

#[test]
fn a_server_is_opened_on_another_thread() {
    let mut app = app();
    map_is_read(&mut app);
    app.server_options.host = Arc::new(|_, _| panic!("on the window's thread"));
    let _ = app.on_start(StartMessage::Host);
    assert!(matches!(app.screen, Screen::Loading));
    let _ = app.on_host(Err("no".to_owned()));
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Start(Some(_))));
    let told: Vec<&str> = app.toasts.texts().collect();
    assert_eq!(told, ["no"]);
}

#[test]
fn maps_that_were_played_on_lately_are_remembered() {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let mut app = app();
    let held = Arc::clone(&kept);
    app.remember = Arc::new(move |remembered| {
        held.lock().unwrap().clone_from(&remembered.lately);
    });
    map_is_read(&mut app);
    let Screen::Start(Some(preview)) = &app.screen else {
        panic!("no map")
    };
    let ground = Arc::clone(&preview.ground);
    for map in ["maps/a", "world", "maps/b", "maps/a"] {
        app.setup.map = map.into();
        let _ = app.play(&ground);
    }
    let lately: Vec<PathBuf> = kept.lock().unwrap().clone();
    assert_eq!(lately, [Path::new("maps/a"), Path::new("maps/b")]);
}

#[test]
fn a_game_that_cannot_be_resumed_keeps_the_setup_and_says_why() {
    let mut app = app();
    map_is_read(&mut app);
    let gone = SavedGameInfo {
        hindrance: Some("its map /gone is not there".to_owned()),
        ..kept_game(Path::new("/gone"))
    };
    let damaged = kept_game(Path::new("/gone"));
    let kept = |name: &str, game| SavedGame {
        name: name.to_owned(),
        about: Ok(game),
    };
    app.past_games.kept = vec![kept("gone", gone), kept("damaged", damaged)];
    for (name, why) in [
        ("gone", "its map /gone is not there"),
        ("damaged", "/gone cannot be played"),
    ] {
        let _ = app.on_start(StartMessage::Continue(name.to_owned()));
        if matches!(app.screen, Screen::Loading) {
            map_is_read(&mut app);
        }
        // What was chosen before is read again, and that settles nothing.
        map_is_read(&mut app);
        assert_eq!(app.map(), Path::new("world"), "{name}");
        assert!(matches!(app.screen, Screen::Start(Some(_))), "{name}");
        assert!(app.resume.is_none(), "{name}");
        let told: Vec<&str> = app.toasts.texts().collect();
        assert!(told.len() == 1 && told[0].contains(why), "{told:?}");
    }
    assert_eq!(app.past_games.kept.len(), 2, "they are still listed");
}
