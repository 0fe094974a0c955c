//! Pictures of many states for people to look at, and what must hold of them
//! all: they are drawn, and they differ.
//!
//! `MARCHLAND_PICTURES=folder cargo test -p marchland-editor pictures` keeps
//! them.

use std::collections::HashSet;
use std::path::PathBuf;

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;
use marchland_editor::findings::Message as Issue;
use marchland_editor::playtest;
use marchland_ui::headless::Camera;
use marchland_ui::zoom::Zoom;

use crate::desk::{Desk, bundled, six_squares, square};

struct Album {
    folder: Option<PathBuf>,
    seen: HashSet<Vec<u8>>,
}

impl Album {
    fn new() -> Self {
        Self {
            folder: std::env::var_os("MARCHLAND_PICTURES").map(PathBuf::from),
            seen: HashSet::new(),
        }
    }

    fn take(&mut self, desk: &mut Desk, name: &str, size: Size) {
        let mut camera = Camera::new(size).expect("a renderer");
        let mut messages = Vec::new();
        camera.take(desk.app.view(), &desk.app.theme(), &mut messages);
        for message in messages {
            let _ = desk.app.update(message);
        }
        let rgba = camera.take(desk.app.view(), &desk.app.theme(), &mut Vec::new());
        if let Some(folder) = &self.folder {
            camera
                .save(&rgba, &folder.join(name).with_extension("png"))
                .expect("a folder to write to");
        }
        assert!(self.seen.insert(rgba), "{name} shows something of its own");
    }
}

#[test]
fn states_have_faces() {
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);

    let mut desk = Desk::new(None);
    album.take(&mut desk, "start", usual);
    desk.key("n", Modifiers::CTRL);
    album.take(&mut desk, "ask-mask", small);

    let mut desk = Desk::new(Some(&mask));
    album.take(&mut desk, "from-mask", usual);
    desk.press_and_run("Make the map");
    album.take(&mut desk, "proposals", usual);
    desk.click("Review one by one");
    album.take(&mut desk, "review", small);
    desk.click("Accept all 7");
    desk.click_map(square(1));
    let name = "The Most Serene Republic of Very Long Names and Titles";
    desk.fill("name", name, true);
    album.take(&mut desk, "long-name", small);
    desk.named(key::Named::F8);
    album.take(&mut desk, "issues-unsaved", usual);
    desk.key("i", Modifiers::empty());
    desk.key("c", Modifiers::empty());
    desk.click_map(square(0));
    desk.drag(&[square(0), square(1), square(2)]);
    album.take(&mut desk, "continent", usual);
    desk.key("l", Modifiers::empty());
    desk.click_map(square(4));
    album.take(&mut desk, "link", usual);
    desk.key("o", Modifiers::empty());
    desk.click_map(square(0));
    desk.click_map(square(1));
    album.take(&mut desk, "odds-long-name", small);
    let _ = desk.app.update(Message::Command(Command::New));
    album.take(&mut desk, "unsaved", usual);

    let world = bundled("world");
    let mut desk = Desk::new(Some(&world));
    album.take(&mut desk, "world", Size::new(1440.0, 900.0));
    let ural = desk.bench().document.draft().territories.iter();
    let ural = ural
        .clone()
        .find(|t| t.name.text.as_deref() == Some("Ural"))
        .unwrap()
        .key;
    let _ = desk
        .app
        .update(Message::Bench(bench::Message::Select(ural)));
    album.take(&mut desk, "territory", usual);
    let _ = desk
        .app
        .update(Message::Bench(bench::Message::Reveal(ural)));
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "territory-dark", usual);
    let layers = bench::Message::Layers(marchland_editor::scenery::Layers {
        ground: marchland_editor::scenery::Ground::Picture,
        badges: true,
        ..Default::default()
    });
    let _ = desk.app.update(Message::Bench(layers));
    let _ = desk
        .app
        .update(Message::Command(Command::Zoom(Zoom::Whole)));
    album.take(&mut desk, "picture-dark", usual);
}

#[test]
fn odds_and_games_have_faces() {
    let world = bundled("world");
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));

    let mut desk = Desk::new(Some(&world));
    desk.key("o", Modifiers::empty());
    album.take(&mut desk, "odds-empty", small);
    for name in ["Ural", "China"] {
        desk.aim(name);
    }
    desk.fill("units", "14", false);
    album.take(&mut desk, "odds", usual);
    for name in ["India", "Middle East"] {
        desk.aim(name);
    }
    album.take(&mut desk, "odds-campaign", small);
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "odds-campaign-dark", usual);

    let mut desk = Desk::new(Some(&world));
    desk.play_seed(1);
    desk.watch(|play| play.now().turns > 20 && play.now().attack.is_some());
    album.take(&mut desk, "play", usual);
    album.take(&mut desk, "play-small", small);
    desk.click("Next game");
    album.take(&mut desk, "play-next-game", small);
    let mut twenty = 0;
    desk.play(playtest::Message::Series);
    while twenty < 20 {
        desk.play(playtest::Message::Tick(std::time::Instant::now()));
        let play = desk.app.play_test().unwrap();
        twenty = play.series().unwrap().tally().games;
    }
    desk.play(playtest::Message::StopSeries);
    album.take(&mut desk, "play-series", usual);
    desk.click("Game");
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    desk.watch(|play| play.ending().is_some());
    album.take(&mut desk, "play-over-dark", usual);
}

#[test]
fn issues_have_faces() {
    let folder = std::env::var_os("MARCHLAND_PICTURES").map(PathBuf::from);
    let mut album = Album {
        folder,
        seen: HashSet::new(),
    };
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let world = crate::issues::flawed_world(place.path());
    let mut desk = Desk::new(Some(&world));
    album.take(&mut desk, "issues-closed", usual);
    desk.key("i", Modifiers::empty());
    album.take(&mut desk, "issues", usual);
    album.take(&mut desk, "issues-small", small);
    desk.tell(Issue::Go(desk.id("ADJ008")));
    album.take(&mut desk, "issue", usual);
    album.take(&mut desk, "issue-small", small);
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "issue-dark", usual);
    let id = desk.id("ADJ008");
    desk.tell(Issue::Peek(Some((id, 0))));
    album.take(&mut desk, "issue-preview-dark", usual);
    desk.tell(Issue::Peek(None));
    desk.tell(Issue::Waive(true));
    album.take(&mut desk, "issue-waive-dark", usual);
    desk.tell(Issue::Waive(false));
    desk.tell(Issue::Explain(true));
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "issue-why", usual);
    desk.tell(Issue::Explain(false));
    desk.tell(Issue::Batch(true));
    album.take(&mut desk, "issues-safe", usual);
    album.take(&mut desk, "issues-safe-small", small);
    desk.tell(Issue::Batch(false));
    desk.tell(Issue::Text("no such words".into()));
    album.take(&mut desk, "issues-none-listed", small);

    std::fs::write(world.join("marchland.toml"), "[rules]\nADJ008 = 3\n").unwrap();
    let mut desk = Desk::new(Some(&world));
    desk.key("i", Modifiers::empty());
    album.take(&mut desk, "issues-settings-trouble", small);

    let many = crate::issues::many_issues(place.path());
    let mut desk = Desk::new(Some(&many));
    desk.named(iced::keyboard::key::Named::F8);
    album.take(&mut desk, "issues-many", usual);

    let mut desk = Desk::new(Some(&bundled("czechia")));
    desk.key("i", Modifiers::empty());
    album.take(&mut desk, "issues-sound", usual);
    let toggle = |severity| Issue::Severity(severity);
    desk.tell(toggle(marchland_validator::Severity::Info));
    album.take(&mut desk, "issues-sound-filtered", usual);
}
