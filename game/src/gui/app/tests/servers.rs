//! Servers and the names under which one sits there.

use std::net::{IpAddr, TcpStream};

use super::*;
use crate::gui::host::outward_address;

#[test]
fn a_server_is_opened_on_another_thread() {
    let mut app = ready().0;
    app.server_options.host = Arc::new(|_, _| panic!("on the window's thread"));
    let _ = app.on_start(StartMessage::Host);
    assert!(matches!(app.screen, Screen::Loading));
    let _ = app.on_host(Err("no".to_owned()));
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Start(SelectedMap::Read(_))));
    let told: Vec<&str> = app.toasts.texts().collect();
    assert_eq!(told, ["no"]);
}

#[test]
fn others_can_connect_only_to_a_server_for_the_network() {
    let Some(outward) = outward_address().filter(|address| !address.is_loopback()) else {
        return; // No network to try it on.
    };
    let app = app();
    let ground = Ground::read(Path::new("world")).unwrap();
    let connects = |to: IpAddr, server: &Server| TcpStream::connect((to, server.port)).is_ok();
    let here = IpAddr::from([127, 0, 0, 1]);

    let host = own_server_for(Reach::Here, &app, &ground, 2);
    let server = host.server();
    assert_eq!(server.host, "127.0.0.1");
    assert!(connects(here, &server) && !connects(outward, &server));

    let host = own_server_for(Reach::Network, &app, &ground, 2);
    let server = host.server();
    assert_eq!(server.host, outward.to_string());
    assert!(connects(here, &server) && connects(outward, &server));
}

#[test]
fn a_table_is_tried_again_under_another_name() {
    let (mut app, ground) = ready();
    let tried: Arc<Mutex<Vec<String>>> = Arc::default();
    let held = Arc::clone(&tried);
    let reopen = move |name: Name| {
        held.lock().unwrap().push(name.to_string());
        Err(texts::OTHER_NAME.to_owned())
    };
    app.reopen = Some(("ada".parse().unwrap(), Arc::new(reopen)));
    app.reopen();
    let ended = |app: &App| match &app.screen {
        Screen::Table(table) => table.session.ending().is_some(),
        _ => false,
    };
    let opened = app.play(&ground);
    work(&mut app, opened, ended);
    let table = app.table().unwrap();
    assert!(table.retry.is_possible());
    table.update(table::Message::NameThere("eva".to_owned()));
    let wish = table.update(table::Message::Command(Command::Confirm));
    let again = app.on_wish(wish.unwrap());
    work(&mut app, again, ended);
    assert_eq!(*tried.lock().unwrap(), ["ada", "eva"]);
    assert_eq!(app.settings.server.1, "eva");
}

#[test]
fn a_table_of_dots_is_tried_again_under_another_name() {
    use crate::client::net::{Destination, TableChoice};
    use crate::dots::Size;
    use crate::gui::dots::unknown;

    let (mut app, ground) = ready();
    let host = own_server(&app, &ground, 2);
    let server = host.server();
    let under = move |name: Name, table| Destination {
        table,
        ..Destination::new(server.clone(), name, unknown(Size::default(), 2).unwrap())
    };
    // Somebody of that name sits there.
    let opens = TableChoice::Create("dots".parse().unwrap(), 2);
    let there = under("ada".parse().unwrap(), opens);
    let (_link, _heard) = sit_down(Box::new(move || Ok(Place::remote(there))));
    let begun = Instant::now();
    while host.busy_tables().is_empty() {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "nobody sits there"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    let joins = || TableChoice::Join("dots".parse().unwrap());
    let reopen = move |name| Ok(Place::remote(under(name, joins())));
    app.reopen_dots = Some(("ada".parse().unwrap(), Arc::new(reopen)));
    let opened = app.reopen_dots();
    let dots_table = |app: &App| -> *const DotsTable {
        match &app.screen {
            Screen::Dots(dots_table) => &raw const **dots_table,
            _ => panic!("no table of dots"),
        }
    };
    work(&mut app, opened, App::needs_name);
    let first = dots_table(&app);
    let enter = Command::Confirm;
    for (typed, retries) in [("a b", false), ("eva", true)] {
        let typed = crate::gui::dots::Message::NameThere(typed.to_owned());
        let _ = app.on_dots(&typed);
        let again = app.on_command(enter);
        assert_eq!(dots_table(&app) != first, retries);
        if retries {
            let sits = |app: &App| match &app.screen {
                Screen::Dots(dots_table) => dots_table.room.me().is_some(),
                _ => false,
            };
            work(&mut app, again, sits);
        }
    }
    assert_eq!(app.settings.server.1, "eva");
}

#[test]
fn a_name_in_use_at_a_table_is_changed_in_the_lobby() {
    use crate::client::net::{Presence, TableChoice};

    let (mut app, ground) = ready();
    let host = own_server(&app, &ground, 3);
    let mut first = ready().0;
    let choice = || Ok(TableChoice::Join(Name::default_table()));
    let sits = |app: &App| match &app.screen {
        Screen::Lobby(Some(table)) => table.session.room.me().is_some(),
        _ => false,
    };
    let _ = first.enter(host.server(), Arc::clone(&ground));
    let sat = first.go_to(choice(), Presence::Gathers);
    work(&mut first, sat, sits);
    let _ = app.enter(host.server(), ground);
    let said = |app: &App| app.lobby.as_ref().unwrap().said.clone().unwrap_or_default();
    let refused = app.go_to(choice(), Presence::Gathers);
    work(&mut app, refused, |app| {
        said(app).contains(texts::OTHER_NAME)
    });
    let _ = app.on_lobby(LobbyMessage::Name("a b".to_owned()));
    let _ = app.go_to(choice(), Presence::Gathers);
    assert_eq!(said(&app), texts::lobby::BAD_NAME);
    let _ = app.on_lobby(LobbyMessage::Name("eva".to_owned()));
    let sat = app.go_to(choice(), Presence::Gathers);
    work(&mut app, sat, sits);
    assert!(said(&app).is_empty());
}

#[test]
fn a_name_is_needed_before_others_are_met() {
    let mut app = ready().0;
    app.settings.server = ("10.0.0.2:7".to_owned(), String::new());
    for name in ["", "You", "a b"] {
        app.settings.server.1 = name.to_owned();
        assert!(app.why_no_join(true).is_some(), "{name}");
        let _ = app.on_start(StartMessage::Join);
        let _ = app.on_start(StartMessage::Host);
        assert!(
            matches!(app.screen, Screen::Start(SelectedMap::Read(_))),
            "{name}"
        );
    }
    app.settings.server.1 = "ada".to_owned();
    assert_eq!(app.why_no_join(true), None);
    let _ = app.on_start(StartMessage::Join);
    assert!(matches!(app.screen, Screen::Lobby(None)));
}

#[test]
fn the_server_of_the_command_line_waits_for_the_name() {
    let (mut app, ground) = ready();
    app.settings.server.1.clear();
    app.screen = Screen::Loading;
    let _ = app.enter(Server::here(7), Arc::clone(&ground));
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Start(SelectedMap::Read(_))));
    let _ = app.on_command(Command::Confirm);
    assert!(matches!(app.screen, Screen::Start(_)), "no name yet");
    let _ = app.on_start(StartMessage::Name("ada".to_owned()));
    let _ = app.on_command(Command::Confirm);
    assert!(matches!(app.screen, Screen::Lobby(None)));
    assert_eq!(app.lobby.as_ref().unwrap().server.port, 7);
}

#[test]
fn the_table_of_the_command_line_has_a_lobby_and_a_rematch() {
    let (mut app, ground) = ready();
    app.direct = Some(Server::here(7));
    let nobody = |_: Name| Err("nobody is there".to_owned());
    app.reopen = Some(("ada".parse().unwrap(), Arc::new(nobody)));
    app.reopen();
    let _ = app.play(&ground);
    assert!(app.has_lobby() && app.table().unwrap().rematches);
    let _ = app.on_wish(Wish::Rematch);
    map_is_read(&mut app);
    assert!(matches!(app.screen, Screen::Lobby(None)));
    assert_eq!(app.lobby.as_ref().unwrap().server.port, 7);
}

#[test]
fn a_hosted_server_with_players_is_closed_only_after_a_question() {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpStream;

    let (mut app, ground) = ready();
    let host = own_server(&app, &ground, 2);
    let port = host.server().port;
    let server = host.server();
    app.host = Some(host);
    let _ = app.enter(server, ground);
    let window = iced::window::Id::unique();
    let close = iced::window::Event::CloseRequested;
    let _ = app.on_window(window, &close);
    assert!(app.dialog.is_none(), "nobody is there");
    let mut player = TcpStream::connect(("127.0.0.1", port)).unwrap();
    player.write_all(b"LOGIN ada\n").unwrap();
    let mut told = String::new();
    BufReader::new(&player).read_line(&mut told).unwrap();
    assert!(told.starts_with("LOGIN-ACK OK"), "{told}");
    for closes_window in [false, true] {
        if closes_window {
            let _ = app.on_window(window, &close);
        } else {
            let _ = app.on_command(Command::Cancel);
        }
        assert!(app.dialog.is_some() && app.host.is_some());
        // Enter answers nothing, Esc leaves the server open.
        let _ = app.on_command(Command::Confirm);
        assert!(app.dialog.is_some() && app.host.is_some());
        let _ = app.on_command(Command::Cancel);
        assert!(app.dialog.is_none() && app.host.is_some());
    }
    let _ = app.on_window(window, &close);
    let _ = app.on_lobby(LobbyMessage::Close);
    assert!(
        app.dialog.is_none() && app.host.is_some(),
        "until the window closes"
    );
    let _ = app.on_lobby(LobbyMessage::Leave);
    let _ = app.on_lobby(LobbyMessage::Close);
    assert!(app.dialog.is_none() && app.host.is_none());
    assert!(matches!(app.screen, Screen::Start(_)));
}
