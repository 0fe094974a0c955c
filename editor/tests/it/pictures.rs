//! Pictures of many states for people to look at, and what must hold of them all: every
//! text that is in sight is drawn so that it can be read, territories have the colours
//! that the scene gives them, and no two states look the same.
//!
//! `MARCHLAND_PICTURES=folder cargo test -p marchland-editor pictures` keeps
//! them.

use std::collections::HashSet;
use std::path::PathBuf;

use iced::advanced::renderer::Headless;
use iced::advanced::widget::Operation;
use iced::advanced::widget::operation::Scrollable;
use iced::keyboard::{Modifiers, key};
use iced::{Pixels, Point, Rectangle, Size, Vector};
use iced_runtime::user_interface::{Cache, UserInterface};
use marchland_editor::app::Message;
use marchland_editor::bench::{self, Bench};
use marchland_editor::commands::Command;
use marchland_editor::findings::Message as Issue;
use marchland_editor::playtest;
use marchland_editor::scenery::Ground;
use marchland_ui::headless::Camera;
use marchland_ui::theme::FONT;
use marchland_ui::zoom::Zoom;

use crate::desk::{Desk, bundled, six_squares, square};

pub(crate) struct Album {
    folder: Option<PathBuf>,
    seen: HashSet<Vec<u8>>,
}

impl Album {
    pub(crate) fn new() -> Self {
        Self {
            folder: std::env::var_os("MARCHLAND_PICTURES").map(PathBuf::from),
            seen: HashSet::new(),
        }
    }

    pub(crate) fn take(&mut self, desk: &mut Desk, name: &str, size: Size) {
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
        let picture = Shot { rgba, size };
        let seen = Seen::of(desk, size);
        picture.can_be_read(desk, &seen, name);
        picture.has_the_map(desk, &seen, name);
        let new = self.seen.insert(picture.rgba);
        assert!(new, "{name} shows something of its own");
    }
}

struct Shot {
    rgba: Vec<u8>,
    size: Size,
}

impl Shot {
    fn at(&self, x: f32, y: f32) -> [f32; 3] {
        let at = (y as usize * self.size.width as usize + x as usize) * 4;
        [0, 1, 2].map(|channel| f32::from(self.rgba[at + channel]))
    }

    /// The largest difference between two pixels in a part of it, in any channel.
    fn contrast(&self, part: Rectangle) -> f32 {
        let rows = part.y as usize..(part.y + part.height) as usize;
        let pixels = rows.flat_map(|y| {
            let columns = part.x as usize..(part.x + part.width) as usize;
            columns.map(move |x| self.at(x as f32, y as f32))
        });
        let (least, most) = pixels.fold(([255.0_f32; 3], [0.0_f32; 3]), |(least, most), pixel| {
            (
                std::array::from_fn(|at| least[at].min(pixel[at])),
                std::array::from_fn(|at| most[at].max(pixel[at])),
            )
        });
        (0..3).map(|at| most[at] - least[at]).fold(0.0, f32::max)
    }

    /// All texts in sight are drawn, those behind a dialog or a message left out.
    fn can_be_read(&self, desk: &Desk, seen: &Seen, name: &str) {
        let texts = &seen.texts;
        assert!(texts.len() >= 3, "{name}: {texts:?}");
        let pale = texts.iter().filter(|(_, at)| self.contrast(*at) < 60.0);
        let pale: Vec<_> = pale.collect();
        let covered = desk.app.dialog().is_some() || desk.app.toasts().count() > 0;
        let over = desk.app.play_test();
        let most = match over.and_then(|play| play.table().session.ending()) {
            // How a game ended lies over all of the game.
            Some(_) => texts.len() * 2 / 3,
            None if covered => texts.len() / 5,
            None => 0,
        };
        assert!(pale.len() <= most, "{name}: {pale:?} cannot be read");
    }

    /// Regions in sight have the colours that the scene gives their territories; borders,
    /// names and marks lie over some.
    fn has_the_map(&self, desk: &Desk, seen: &Seen, name: &str) {
        let is_plain = |bench: &&Bench| {
            bench.view.layers.ground != Ground::Picture
                && desk.app.dialog().is_none()
                && desk.app.play_test().is_none()
                // Numbers stand in the middle of the land.
                && bench.balance().heat().is_none()
        };
        let Some((bench, board)) = desk.app.bench().filter(is_plain).zip(seen.board) else {
            return;
        };
        let (scene, view) = (bench.scene(), bench.view.board_size);
        let (width, height) = scene.size();
        let camera = bench.view.framing.camera(width, height, view);
        let document = &bench.document;
        let land = document.land().expect("a mask");
        let (mut seen, mut right) = (0, 0);
        for (at, plot) in scene.plots().iter().enumerate() {
            for region in land.parts_of(at) {
                let bounds = land.regions().get(*region).bounds;
                // Not the middle: pivots stand there.
                let x = bounds.left + bounds.width() / 4;
                let y = bounds.top.midpoint(bounds.bottom);
                if land.regions().region_at(x, y) != Some(*region) {
                    continue;
                }
                let spot = camera.to_screen(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let spot = Point::new(board.x + spot.x, board.y + spot.y);
                if !board.shrink(4.0).contains(spot) {
                    continue;
                }
                seen += 1;
                let found = self.at(spot.x, spot.y);
                let wanted = plot.colour.0.map(f32::from);
                let off = (0..3)
                    .map(|c| (found[c] - wanted[c]).abs())
                    .fold(0.0, f32::max);
                right += usize::from(off < 40.0);
            }
        }
        assert!(
            seen == 0 || right * 2 >= seen,
            "{name}: {right} of {seen} regions"
        );
    }
}

struct Seen {
    /// The texts, as far as they are in sight as a whole.
    texts: Vec<(String, Rectangle)>,
    board: Option<Rectangle>,
    clip: Rectangle,
    scrolled: Vector,
    entering: Option<(Rectangle, Vector)>,
}

impl Seen {
    fn of(desk: &Desk, size: Size) -> Self {
        let renderer = <iced::Renderer as Headless>::new(FONT, Pixels(16.0), Some("tiny-skia"));
        let renderer = iced::futures::executor::block_on(renderer);
        let mut renderer = renderer.expect("a renderer");
        let view = desk.app.view();
        let mut ui = UserInterface::build(view, size, Cache::default(), &mut renderer);
        let mut seen = Self {
            texts: Vec::new(),
            board: None,
            clip: Rectangle::with_size(size),
            scrolled: Vector::ZERO,
            entering: None,
        };
        ui.operate(&renderer, &mut seen);
        seen
    }
}

impl Operation for Seen {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        let before = (self.clip, self.scrolled);
        if let Some((bounds, by)) = self.entering.take() {
            self.clip = self.clip.intersection(&bounds).unwrap_or_default();
            self.scrolled += by;
        }
        operate(self);
        (self.clip, self.scrolled) = before;
    }

    fn scrollable(
        &mut self,
        _id: Option<&iced::widget::Id>,
        bounds: Rectangle,
        _content_bounds: Rectangle,
        translation: Vector,
        _state: &mut dyn Scrollable,
    ) {
        self.entering = Some((bounds - self.scrolled, translation));
    }

    fn container(&mut self, id: Option<&iced::widget::Id>, bounds: Rectangle) {
        if id == Some(&iced::widget::Id::new("board")) {
            self.board = Some(bounds);
        }
    }

    fn text(&mut self, _id: Option<&iced::widget::Id>, bounds: Rectangle, text: &str) {
        let bounds = bounds - self.scrolled;
        let is_seen = bounds.is_within(&self.clip) && bounds.width > 4.0;
        if is_seen && text.chars().any(char::is_alphanumeric) {
            self.texts.push((text.to_owned(), bounds));
        }
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
    album.take(&mut desk, "new-sheet", small);
    desk.click("From a file…");
    album.take(&mut desk, "ask-mask", small);

    let mut desk = Desk::new(Some(&mask));
    album.take(&mut desk, "from-mask", usual);
    desk.press_and_run("Create map");
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
    desk.watch(|play| {
        let stage = &play.table().session.stage;
        stage.log.turns() > 20 && stage.clash().is_some()
    });
    album.take(&mut desk, "play", usual);
    album.take(&mut desk, "play-small", small);
    desk.click("Next game");
    album.take(&mut desk, "play-next-game", small);
    let mut twenty = 0;
    desk.play(playtest::Message::Series);
    while twenty < 20 {
        desk.play(playtest::Message::Tick);
        let play = desk.app.play_test().unwrap();
        twenty = play.series().unwrap().tally().games;
    }
    desk.play(playtest::Message::StopSeries);
    album.take(&mut desk, "play-series", usual);
    desk.click("Players");
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    desk.watch(|play| play.table().session.ending().is_some());
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
    let id = desk.id("ADJ008");
    desk.tell(Issue::Peek(Some((id.clone(), 0))));
    album.take(&mut desk, "issue-preview", usual);
    desk.tell(Issue::Peek(None));
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut desk, "issue-dark", usual);
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
    album.take(&mut desk, "issues-many", Size::new(1280.0, 868.0));

    let mut desk = Desk::new(Some(&bundled("czechia")));
    desk.key("i", Modifiers::empty());
    album.take(&mut desk, "issues-sound", usual);
    let toggle = |severity| Issue::Severity(severity);
    desk.tell(toggle(marchland_validator::Severity::Info));
    album.take(&mut desk, "issues-sound-filtered", usual);
}

#[test]
fn what_cleaning_up_made_one_has_faces() {
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let mask = crate::review::shaded(place.path());
    let mut desk = Desk::new(Some(&mask));
    album.take(&mut desk, "mask-not-clean", usual);
    desk.press_and_run("Clean up");
    album.take(&mut desk, "cleaned", usual);
    desk.click("#FEFFFE → #FFFFFF");
    desk.click("Keep apart");
    album.take(&mut desk, "cleaned-behind", usual);
    album.take(&mut desk, "cleaned-behind-small", small);
    let _ = desk.app.update(Message::Command(Command::ToggleTheme));
    desk.click("Choose the tolerance automatically");
    album.take(&mut desk, "cleaned-tolerance-dark", usual);
    desk.press_and_run("Use original");
    album.take(&mut desk, "cleaned-original-dark", small);
}
