mod servers;

use std::sync::Mutex;
use std::time::Duration;

use iced::window as windows;
use marchland_ui::headless::Camera;
use marchland_ui::scale::Scale;

use super::*;
use crate::client::net::{Presence, TableChoice};
use crate::conquest::rules::AreaVariant;
use crate::gui::link::Order;
use crate::gui::replay::tests::{own_map, record_on};
use crate::gui::session;
use crate::gui::session::tests::person::Person;
use crate::gui::waiting_room::WaitingRoom;
use crate::protocol::Name;
use crate::saved_game::{SavedGame, SavedGameInfo};

/// The window, before anything was done in it.
fn app() -> App {
    fn none<T>() -> Result<T, String> {
        Err("nothing is played here".to_owned())
    }
    let mut settings = Remembered::new(1);
    settings.server.1 = "ada".to_owned();
    let launch = Launch {
        settings,
        begin: Arc::new(|_, _| none()),
        begin_dots: Arc::new(|_| none()),
        first: First::Start,
        server_options: ServerOptions {
            seats: Arc::default(),
            record: Arc::new(|| Ok(None)),
            host: Arc::new(|_, _| none()),
        },
        saved_games: SavedGames {
            list: Arc::new(Vec::new),
            open: Arc::new(|_| none()),
            open_dots: Arc::new(|_| none()),
            remove: Arc::new(|_| none()),
        },
        remember: Arc::new(|_| {}),
        size: Size::new(1280.0, 800.0),
    };
    App::launch(launch).0
}

/// The same once the selected map is read, and that map.
fn ready() -> (App, Arc<Ground>) {
    let mut app = app();
    map_is_read(&mut app);
    let Screen::Start(SelectedMap::Read(preview)) = &app.screen else {
        panic!("no map")
    };
    let ground = Arc::clone(&preview.ground);
    (app, ground)
}

/// A game on a map that was left.
fn kept_game(map: &Path) -> SavedGameInfo {
    SavedGameInfo {
        setup: "valilia".to_owned(),
        turn: Some(9),
        opponents: vec![("Ada".to_owned(), "hard".to_owned())],
        left: "yesterday".to_owned(),
        map: Some(map.to_owned()),
        game: None,
        hindrance: None,
    }
}

/// A server with the map and rules that are set up.
fn own_server(app: &App, ground: &Ground, players: u8) -> Host {
    own_server_for(Reach::Here, app, ground, players)
}

fn own_server_for(reach: Reach, app: &App, ground: &Ground, players: u8) -> Host {
    let options = crate::server::LobbyOptions {
        games: vec![
            Arc::new(crate::conquest::Conquest {
                maps: vec![Arc::clone(ground.map())],
                variants: app.settings.conquest.variants,
            }),
            Arc::new(crate::dots::Dots),
        ],
        setup: None,
        players,
        limits: crate::server::TimeLimits::default(),
        most_tables: 1,
        most_tables_each: 1,
        journals: None,
    };
    let dice = crate::play::SeededDice::new(1);
    let lobby = crate::server::Lobby::new(options, dice).unwrap();
    Host::open(lobby, 0, reach).unwrap()
}

/// Does the work of a task, and what follows from it, until something holds.
fn work(app: &mut App, task: Task<Message>, holds: impl Fn(&App) -> bool) {
    use iced::futures::StreamExt as _;

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let begin = |task| {
        let Some(mut stream) = iced_runtime::task::into_stream(task) else {
            return;
        };
        let tell = tell.clone();
        runtime.spawn(async move {
            while let Some(action) = stream.next().await {
                if let iced_runtime::Action::Output(message) = action {
                    let _ = tell.send(message);
                }
            }
        });
    };
    begin(task);
    let started = Instant::now();
    while !holds(app) {
        assert!(started.elapsed() < Duration::from_secs(60));
        let message: Message = told.recv_timeout(Duration::from_secs(60)).unwrap();
        begin(app.update(message));
    }
    runtime.shutdown_background();
}

#[test]
fn the_host_and_the_chosen_opponents_sit_at_the_hosted_table() {
    let (mut app, ground) = ready();
    app.settings.server.1 = "ada".to_owned();
    app.settings.conquest.bots = vec!["novice".to_owned(), "planner=a.xml".to_owned()];
    let host = own_server(&app, &ground, 4);
    let sat = app.on_host(Ok((host, Arc::clone(&ground))));
    let room = |app: &App| match &app.screen {
        Screen::Lobby(Some(table)) => table.session.room.clone(),
        Screen::Dots(dots_table) => dots_table.room.clone(),
        _ => WaitingRoom::default(),
    };
    let all_sit = |app: &App| room(app).me().is_some() && room(app).free() == 1;
    work(&mut app, sat, all_sit);
    let names = |app: &App| -> Vec<String> {
        let room = room(app);
        let seats = room.seats().filter_map(|(_, occupant)| occupant);
        seats.map(|occupant| occupant.name.to_string()).collect()
    };
    assert_eq!(names(&app)[0], "ada");
    let mut bots = names(&app)[1..].to_vec();
    bots.sort_unstable();
    assert_eq!(bots, ["Ada-bot", "Ben-bot"]);
    // Who hosts can remove guests.
    let mut guest = ready().0;
    guest.settings.server.1 = "eva".to_owned();
    let server = app.host.as_ref().unwrap().server();
    let _ = guest.enter(server, Arc::clone(&ground));
    let table = TableChoice::Join(Name::default_table());
    let sat = guest.go_to(Ok(table), Presence::Gathers);
    work(&mut guest, sat, |guest| room(guest).me().is_some());
    assert!(app.lobby.as_ref().unwrap().opened && !guest.lobby.as_ref().unwrap().opened);
    let seated = |app: &App| app.host.as_ref().unwrap().busy_tables()[0].seated;
    assert_eq!(seated(&app), 4);
    let begun = Instant::now();
    while seated(&app) == 4 {
        // Again, for the host may not have heard of her yet.
        let _ = app.update(Message::order(Order::Unseat("eva".parse().unwrap())));
        assert!(begun.elapsed() < Duration::from_secs(20), "eva stays");
        std::thread::sleep(Duration::from_millis(10));
    }
    let told: Vec<&str> = app.toasts.texts().collect();
    assert!(
        told.len() == 1 && told[0].contains("planner=a.xml"),
        "{told:?}"
    );
    // Also at a table of Dots and Boxes, if that is selected.
    let _ = app.on_lobby(LobbyMessage::Leave);
    let _ = app.close();
    map_is_read(&mut app);
    app.settings.plays_dots = true;
    let host = own_server(&app, &ground, 3);
    let sat = app.on_host(Ok((host, ground)));
    work(&mut app, sat, all_sit);
    assert!(matches!(app.screen, Screen::Dots(_)));
    assert_eq!(names(&app), ["ada", "Ada-bot"]);
}

#[test]
fn a_rematch_is_a_table_of_the_same_name_with_the_same_rules_and_computer_players() {
    let (mut app, ground) = ready();
    let host = own_server(&app, &ground, 3);
    let _ = app.enter(host.server(), Arc::clone(&ground));
    let spring: Name = "spring".parse().unwrap();
    // It is opened, and the default table, which is always there, joined.
    for table in [&spring, &Name::default_table()] {
        app.rematch = Some(Rematch {
            table: table.clone(),
            players: 3,
            bots: vec!["novice".to_owned()],
            rules: [Some(1), None],
            ground: Arc::clone(&ground),
        });
        let asked = app.back_to_lobby();
        work(&mut app, asked, |app| match &app.screen {
            Screen::Lobby(Some(table)) => {
                let room = &table.session.room;
                room.me().is_some() && room.free() == 1 && room.rules[0] == Some(1)
            }
            _ => false,
        });
        let Screen::Lobby(Some(seat)) = &app.screen else {
            panic!("sits at a table")
        };
        assert_eq!(seat.session.room.name.as_ref(), Some(table));
        assert_eq!(app.lobby.as_ref().unwrap().opened, *table == spring);
    }
}

/// What the window reads on another thread is read here.
fn map_is_read(app: &mut App) {
    let ground = Ground::read(&app.settings.conquest.map);
    let _ = app.on_ground(ground);
}

#[test]
fn a_record_of_an_own_map_opens_on_the_chosen_or_a_recent_map() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_map(folder.path());
    let file = record_on(&own, folder.path());
    let mut app = ready().0;
    let read = |app: &App| OpenedRecord::read(&file, None, app.likely_maps());
    let _ = app.on_record(read(&app));
    // The map that is chosen is read again, and that is no news about the record.
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Start(SelectedMap::Read(_))));
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
    let _ = app.leave_table();

    app.settings.conquest.map = "world".into();
    app.settings.lately = vec![own.clone()];
    let _ = app.on_record(read(&app));
    assert_eq!(app.map(), own, "one that was played on lately");
    let _ = app.leave_table();
    assert_eq!(app.map(), Path::new("world"), "the chosen one again");
    app.settings.lately.clear();
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
    let (mut app, ground) = ready();
    assert_eq!(app.map(), Path::new("world"));
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
fn maps_that_were_played_on_lately_are_remembered() {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let (mut app, ground) = ready();
    let held = Arc::clone(&kept);
    app.remember = Arc::new(move |remembered| {
        held.lock().unwrap().clone_from(&remembered.lately);
    });
    for map in ["maps/a", "world", "maps/b", "maps/a"] {
        app.settings.conquest.map = map.into();
        let _ = app.play(&ground);
    }
    let lately: Vec<PathBuf> = kept.lock().unwrap().clone();
    assert_eq!(lately, [Path::new("maps/a"), Path::new("maps/b")]);
}

#[test]
fn a_game_that_cannot_be_resumed_keeps_the_setup_and_says_why() {
    let mut app = ready().0;
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
        assert!(
            matches!(app.screen, Screen::Start(SelectedMap::Read(_))),
            "{name}"
        );
        assert!(app.resume.is_none(), "{name}");
        let told: Vec<&str> = app.toasts.texts().collect();
        assert!(told.len() == 1 && told[0].contains(why), "{told:?}");
    }
    assert_eq!(app.past_games.kept.len(), 2, "they are still listed");
}

#[test]
fn an_own_game_is_not_taken_for_a_table_that_could_not_be_opened() {
    let mut app = app();
    let ada: Name = "ada".parse().unwrap();
    app.reopen = Some((ada, Arc::new(|_| Err("nobody is there".to_owned()))));
    app.reopen();
    let _ = app.on_ground(Err("the map is gone".to_owned()));
    map_is_read(&mut app);
    let _ = app.on_start(StartMessage::Play);
    let table = app.table().unwrap();
    assert!(table.repeats && !table.retry.is_possible());
}

#[test]
fn the_name_of_the_map_stands_above_its_picture() {
    let app = ready().0;
    let mut camera = Camera::new(Size::new(1024.0, 400.0)).unwrap();
    let mut shown = Vec::new();
    for _ in 0..3 {
        shown = camera.take(app.view(), &app.theme(), &mut Vec::new());
    }
    let pixel = |x: usize, y: usize| &shown[4 * (y * 1024 + x)..][..3];
    // Beside the name, in the middle of the picture's width.
    assert_eq!(pixel(702, 50), pixel(1020, 5));
    assert_ne!(pixel(702, 200), pixel(1020, 5));
}

#[test]
fn games_to_continue_leave_the_picture_of_the_map_free() {
    let mut app = ready().0;
    let kept = SavedGame {
        name: "2026".to_owned(),
        about: Ok(kept_game(Path::new("world"))),
    };
    app.past_games.kept = vec![kept; 5];
    let size = Size::new(1024.0, 640.0);
    let mut camera = Camera::new(size).unwrap();
    let mut shown = Vec::new();
    for _ in 0..3 {
        shown = camera.take(app.view(), &app.theme(), &mut Vec::new());
    }
    let pixel = |x: usize, y: usize| &shown[4 * (y * 1024 + x)..][..3];
    // The sea in the south, beside the list.
    let ground = pixel(1020, 630);
    let south = (0..640).rev().find(|&y| pixel(900, y) != ground).unwrap() - 4;
    let row: Vec<_> = (460..960).map(|x| pixel(x, south)).collect();
    assert!(row.iter().all(|&at| at == pixel(900, south)), "row {south}");
}

#[test]
fn play_reads_the_folder_that_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_map(folder.path());
    let mut app = ready().0;
    let _ = app.on_start(StartMessage::Path(own.display().to_string()));
    assert_eq!(app.map(), Path::new("world"));
    let _ = app.on_start(StartMessage::Play);
    assert_eq!(app.map(), own);
    assert!(matches!(app.screen, Screen::Loading), "it is read first");
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Table(_)));

    // One that was chosen afterwards counts instead.
    app.screen = Screen::Start(SelectedMap::Reading);
    let _ = app.on_start(StartMessage::Path(own.display().to_string()));
    let _ = app.on_start(StartMessage::Map("czechia".into()));
    map_is_read(&mut app);
    let _ = app.on_start(StartMessage::Play);
    assert_eq!(app.map(), Path::new("czechia"));
}

#[test]
fn a_map_without_a_readable_mask_is_refused_where_it_would_be_shown() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_map(folder.path());
    std::fs::write(own.join("mask.png"), "no picture").unwrap();
    let mut app = ready().0;
    let _ = app.on_start(StartMessage::Map(own));
    map_is_read(&mut app);
    let Screen::Start(SelectedMap::Refused(why)) = &app.screen else {
        panic!("it is played");
    };
    assert!(why.contains("mask.png: "), "{why}");
    assert_eq!(app.toasts.texts().count(), 0);
    let _ = app.on_start(StartMessage::Play);
    assert!(matches!(app.screen, Screen::Start(_)));
    let _ = app.on_start(StartMessage::Map("czechia".into()));
    map_is_read(&mut app);
    let _ = app.on_start(StartMessage::Play);
    assert!(matches!(app.screen, Screen::Table(_)));
}

#[test]
fn a_failure_is_not_told_on_the_next_screen() {
    let mut app = ready().0;
    app.settings.server.0 = "a:b".to_owned();
    let _ = app.update(Message::Start(StartMessage::Join));
    assert_eq!(app.toasts.texts().count(), 1);
    let _ = app.update(Message::Command(Command::Theme));
    assert_eq!(app.toasts.texts().count(), 1, "the screen is the same");
    let _ = app.update(Message::Start(StartMessage::Play));
    assert!(matches!(app.screen, Screen::Table(_)));
    assert_eq!(app.toasts.texts().count(), 0);
}

#[test]
fn the_interface_is_as_large_as_chosen_and_stays_so() {
    let kept = Arc::new(Mutex::new(None));
    let mut app = app();
    let held = Arc::clone(&kept);
    app.remember = Arc::new(move |remembered| *held.lock().unwrap() = Some(remembered.scale));
    map_is_read(&mut app);
    let largest = Scale::of(200).unwrap();
    let _ = app.update(Message::Command(Command::Scale(largest)));
    assert_eq!(*kept.lock().unwrap(), Some(largest));
    // In a window of 1280 by 800, as far as there is room.
    assert!((app.scale_factor() - 1.25).abs() < 1e-6 && app.is_compact());
    let (chosen, most) = app.shown_scale();
    assert!(chosen == largest && (most - 1.25).abs() < 1e-6);
    let _ = app.update(Message::WindowSize(Size::new(2560.0, 1600.0)));
    assert!((app.scale_factor() - 2.0).abs() < 1e-6 && !app.is_compact());
    // During a game, from the list of keys.
    let _ = app.on_start(StartMessage::Play);
    let _ = app.update(Message::Command(Command::Help));
    let smaller = Scale::of(90).unwrap();
    let _ = app.update(Message::Command(Command::Scale(smaller)));
    assert_eq!(
        (app.settings.scale, *kept.lock().unwrap()),
        (smaller, Some(smaller))
    );
    assert!(app.table().unwrap().help, "the list stays open");
}

#[test]
fn a_saved_game_is_removed_after_a_question() {
    let mut app = ready().0;
    app.saved_games.remove = Arc::new(|_| panic!("on the window's thread"));
    app.past_games.kept = vec![SavedGame {
        name: "2026".to_owned(),
        about: Ok(kept_game(Path::new("/maps/valilia"))),
    }];
    let ask = || StartMessage::AskRemoval("2026".to_owned());
    let _ = app.on_start(ask());
    let Some(Dialog::Remove(_, title)) = &app.dialog else {
        panic!("no question")
    };
    assert_eq!(title, "valilia, turn 9");
    // Enter answers nothing, Esc keeps the game.
    let _ = app.on_command(Command::Confirm);
    assert!(app.dialog.is_some());
    let _ = app.on_command(Command::Cancel);
    let _ = app.on_start(StartMessage::Remove);
    assert!(app.dialog.is_none());
    let _ = app.on_start(ask());
    let task = app.on_start(StartMessage::Remove);
    assert!(app.dialog.is_none() && task.units() > 0);
    let _ = app.update(Message::Removed(Err("it is being played".to_owned())));
    let told: Vec<&str> = app.toasts.texts().collect();
    assert_eq!(told, ["The game was not removed: it is being played."]);
}

#[test]
fn units_in_pencil_are_taken_back_only_after_a_question() {
    let close = windows::Event::CloseRequested;
    let window = windows::Id::unique();
    let mut app = ready().0;
    let _ = app.on_start(StartMessage::Play);
    let bots = [StrategyKind::Random; 2];
    let mut person = Person::sit_down("czechia", &bots, AreaVariant::Dealt, 5);
    person.until_asked();
    person.click(person.own()[0], false);
    app.table().unwrap().session = person.session;
    let _ = app.on_wish(Wish::Leave);
    let Some(Dialog::Leave(leaving)) = &app.dialog else {
        panic!("no question")
    };
    assert_eq!((leaving.resigns, leaving.pencil), (None, 1));
    let _ = app.on_command(Command::Cancel);
    assert!(app.dialog.is_none() && matches!(app.screen, Screen::Table(_)));
    let closed = app.on_window(window, &close);
    assert!(closed.units() == 0 && matches!(app.dialog, Some(Dialog::Leave(_))));
    // Enter presses the filled button.
    let closed = app.on_command(Command::Confirm);
    assert!(closed.units() > 0 && app.dialog.is_none());
    assert!(matches!(app.screen, Screen::Table(_)), "the window closes");
    let undo = session::Message::Do(Command::Undo);
    app.table().unwrap().session.update(undo);
    let closed = app.on_window(window, &close);
    assert!(
        closed.units() > 0 && app.dialog.is_none(),
        "the game is saved"
    );
    let _ = app.on_wish(Wish::Leave);
    assert!(app.dialog.is_none() && matches!(app.screen, Screen::Start(_)));
}
