//! Pictures of many states for people to look at, and what must hold of them all: every
//! text that is in sight is drawn so that it can be read, territories have the colours
//! that the scene gives them, and no two states look the same.
//!
//! `MARCHLAND_PICTURES=folder cargo test -p marchland-editor pictures` keeps
//! them.

use std::path::PathBuf;
use std::time::Instant;

use iced::advanced::widget::Operation;
use iced::advanced::widget::operation::Scrollable;
use iced::keyboard::{Modifiers, key};
use iced::{Event, Point, Rectangle, Size, Vector, mouse, window};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::findings::Message as Issue;
use marchland_editor::scenery::{Ground, Layer};
use marchland_editor::workspace::{self, Workspace};
use marchland_ui::headless::Camera;
use marchland_ui::zoom::Zoom;

use crate::driver::{Driver, bundled, six_squares, square};

pub(crate) struct Album {
    folder: Option<PathBuf>,
    /// One for each size, because each draws its letters for the first time.
    cameras: Vec<(Size, Camera)>,
    taken: Vec<Vec<u8>>,
}

impl Album {
    pub(crate) fn new() -> Self {
        Self {
            folder: std::env::var_os("MARCHLAND_PICTURES").map(PathBuf::from),
            cameras: Vec::new(),
            taken: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, driver: &mut Driver, name: &str, size: Size) {
        let known = self.cameras.iter().position(|(of, _)| *of == size);
        let at = known.unwrap_or_else(|| {
            let camera = Camera::new(size).expect("a renderer");
            self.cameras.push((size, camera));
            self.cameras.len() - 1
        });
        let camera = &mut self.cameras[at].1;
        camera.forget();
        // The widgets learn their sizes.
        let redraw = Event::Window(window::Event::RedrawRequested(Instant::now()));
        let mut messages = Vec::new();
        let nowhere = mouse::Cursor::Unavailable;
        camera.act(driver.app.view(), &[redraw], nowhere, &mut messages);
        for message in messages {
            let _ = driver.app.update(message);
        }
        let rgba = camera.take(driver.app.view(), &driver.app.theme(), &mut Vec::new());
        if let Some(folder) = &self.folder {
            camera
                .save(&rgba, &folder.join(name).with_extension("png"))
                .expect("a folder to write to");
        }
        let picture = Shot { rgba, size };
        let mut seen = Seen {
            texts: Vec::new(),
            board: None,
            clip: Rectangle::with_size(size),
            scrolled: Vector::ZERO,
            entering: None,
        };
        camera.operate(driver.app.view(), &mut seen);
        picture.can_be_read(driver, &seen, name);
        picture.has_the_map(driver, &seen, name);
        let is_new = !self.taken.contains(&picture.rgba);
        assert!(is_new, "{name} shows something of its own");
        self.taken.push(picture.rgba);
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

    /// Whether no two pixels of an area differ enough in any channel for a text to be read.
    fn is_pale(&self, part: Rectangle) -> bool {
        let (mut least, mut most) = ([255.0_f32; 3], [0.0_f32; 3]);
        for y in part.y as usize..(part.y + part.height) as usize {
            for x in part.x as usize..(part.x + part.width) as usize {
                for (at, value) in self.at(x as f32, y as f32).into_iter().enumerate() {
                    least[at] = least[at].min(value);
                    most[at] = most[at].max(value);
                    if most[at] - least[at] >= 60.0 {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// All visible texts are readable, except behind a dialog or toast.
    fn can_be_read(&self, driver: &Driver, seen: &Seen, name: &str) {
        let texts = &seen.texts;
        assert!(texts.len() >= 3, "{name}: {texts:?}");
        let pale = texts.iter().filter(|(_, at)| self.is_pale(*at));
        let pale: Vec<_> = pale.collect();
        let covered = driver.app.dialog().is_some() || driver.app.toasts().count() > 0;
        let over = driver.app.play_test();
        let most = match over.and_then(|play| play.table.session.ending()) {
            // The result of a game covers the game.
            Some(_) => texts.len() * 2 / 3,
            None if covered => texts.len() / 5,
            None => 0,
        };
        assert!(pale.len() <= most, "{name}: {pale:?} cannot be read");
    }

    /// Visible regions have the colours of the scene, except under borders, names and marks.
    fn has_the_map(&self, driver: &Driver, seen: &Seen, name: &str) {
        let is_plain = |workspace: &&Workspace| {
            workspace.view.layers.ground != Ground::Picture
                && driver.app.dialog().is_none()
                && driver.app.play_test().is_none()
                // Menus cover most of a small map.
                && !name.starts_with("menu-")
                // Numbers are in the middle of the land.
                && workspace.balance().heat().is_none()
        };
        let Some((workspace, board)) = driver.app.workspace().filter(is_plain).zip(seen.board)
        else {
            return;
        };
        let (scene, view) = (workspace.scene(), workspace.view.board_size);
        let (width, height) = scene.size();
        let camera = workspace.view.framing.camera(width, height, view);
        let document = &workspace.document;
        let land = document.land().expect("a mask");
        let (mut seen, mut right) = (0, 0);
        for (at, plot) in scene.plots().iter().enumerate() {
            for region in land.parts_of(at) {
                let bounds = land.regions().get(*region).bounds;
                // Not the middle, where pivots are.
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
    /// The fully visible texts.
    texts: Vec<(String, Rectangle)>,
    board: Option<Rectangle>,
    clip: Rectangle,
    scrolled: Vector,
    entering: Option<(Rectangle, Vector)>,
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
fn pictures_of_states() {
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);

    let mut driver = Driver::new(None);
    album.take(&mut driver, "start", usual);
    driver.key("n", Modifiers::CTRL);
    album.take(&mut driver, "new-sheet", small);
    driver.click("From a file…");
    album.take(&mut driver, "ask-mask", small);

    let mut driver = Driver::new(Some(&mask));
    album.take(&mut driver, "from-mask", usual);
    driver.press_and_run("Create map");
    album.take(&mut driver, "proposals", usual);
    driver.click("Review one by one");
    album.take(&mut driver, "review", small);
    driver.click("Link all 7");
    driver.click_map(square(1));
    let name = "The Most Serene Republic of Very Long Names and Titles";
    driver.fill("name", name, true);
    album.take(&mut driver, "long-name", small);
    driver.named(key::Named::F8);
    album.take(&mut driver, "issues-unsaved", usual);
    driver.key("i", Modifiers::empty());
    driver.key("c", Modifiers::empty());
    driver.click_map(square(0));
    driver.drag(&[square(0), square(1), square(2)]);
    album.take(&mut driver, "continent", usual);
    driver.key("l", Modifiers::empty());
    driver.click_map(square(4));
    album.take(&mut driver, "link", usual);
    driver.key("o", Modifiers::empty());
    driver.click_map(square(0));
    driver.click_map(square(1));
    album.take(&mut driver, "odds-long-name", small);
    let _ = driver.app.update(Message::Command(Command::New));
    album.take(&mut driver, "unsaved", usual);

    let world = bundled("world");
    let mut driver = Driver::new(Some(&world));
    album.take(&mut driver, "world", Size::new(1440.0, 900.0));
    let ural = driver.workspace().document.draft().territories.iter();
    let ural = ural
        .clone()
        .find(|t| t.name.text.as_deref() == Some("Ural"))
        .unwrap()
        .key;
    let _ = driver
        .app
        .update(Message::Workspace(workspace::Message::Select(ural)));
    album.take(&mut driver, "territory", usual);
    let _ = driver
        .app
        .update(Message::Workspace(workspace::Message::Reveal(ural)));
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut driver, "territory-dark", usual);
    for command in [
        Command::Ground(Ground::Picture),
        Command::Layer(Layer::Badges),
        Command::Zoom(Zoom::Whole),
    ] {
        let _ = driver.app.update(Message::Command(command));
    }
    album.take(&mut driver, "picture-dark", usual);
}

#[test]
fn pictures_of_odds_and_games() {
    let world = bundled("world");
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));

    let mut driver = Driver::new(Some(&world));
    driver.key("o", Modifiers::empty());
    album.take(&mut driver, "odds-empty", small);
    for name in ["Ural", "China"] {
        driver.aim(name);
    }
    driver.fill("units", "14", false);
    album.take(&mut driver, "odds", usual);
    for name in ["India", "Middle East"] {
        driver.aim(name);
    }
    album.take(&mut driver, "odds-campaign", small);
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut driver, "odds-campaign-dark", usual);

    let mut driver = Driver::new(Some(&world));
    driver.play_seed(1);
    driver.watch(|play| {
        let stage = &play.table.session.stage;
        stage.log.turns() > 20 && stage.clash().is_some()
    });
    album.take(&mut driver, "play", usual);
    album.take(&mut driver, "play-small", small);
    driver.click("Next game");
    album.take(&mut driver, "play-next-game", small);
    driver.click("Players");
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    driver.watch(|play| play.table.session.ending().is_some());
    album.take(&mut driver, "play-over-dark", usual);
}

#[test]
fn pictures_of_issues() {
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let world = crate::issues::flawed_world(place.path());
    let mut driver = Driver::new(Some(&world));
    album.take(&mut driver, "issues-closed", usual);
    driver.key("i", Modifiers::empty());
    album.take(&mut driver, "issues", usual);
    album.take(&mut driver, "issues-small", small);
    driver.tell(Issue::Go(driver.id("ADJ008")));
    album.take(&mut driver, "issue", usual);
    album.take(&mut driver, "issue-small", small);
    let id = driver.id("ADJ008");
    driver.tell(Issue::Peek(Some((id.clone(), 0))));
    album.take(&mut driver, "issue-preview", usual);
    driver.tell(Issue::Peek(None));
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut driver, "issue-dark", usual);
    driver.tell(Issue::Peek(Some((id, 0))));
    album.take(&mut driver, "issue-preview-dark", usual);
    driver.tell(Issue::Peek(None));
    driver.tell(Issue::Waive(true));
    album.take(&mut driver, "issue-waive-dark", usual);
    driver.tell(Issue::Waive(false));
    driver.tell(Issue::Explain(true));
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    album.take(&mut driver, "issue-why", usual);
    driver.tell(Issue::Explain(false));
    driver.tell(Issue::Batch(true));
    album.take(&mut driver, "issues-safe", usual);
    album.take(&mut driver, "issues-safe-small", small);
    driver.tell(Issue::Batch(false));
    driver.tell(Issue::Text("no such words".into()));
    album.take(&mut driver, "issues-none-listed", small);

    std::fs::write(world.join("marchland.toml"), "[rules]\nADJ008 = 3\n").unwrap();
    let mut driver = Driver::new(Some(&world));
    driver.key("i", Modifiers::empty());
    album.take(&mut driver, "issues-settings-trouble", small);

    let many = crate::issues::many_issues(place.path());
    let mut driver = Driver::new(Some(&many));
    driver.named(iced::keyboard::key::Named::F8);
    album.take(&mut driver, "issues-many", Size::new(1280.0, 868.0));

    let mut driver = Driver::new(Some(&bundled("czechia")));
    driver.key("i", Modifiers::empty());
    album.take(&mut driver, "issues-sound", usual);
    let toggle = |severity| Issue::Severity(severity);
    driver.tell(toggle(marchland_validator::Severity::Info));
    album.take(&mut driver, "issues-sound-filtered", usual);
}

#[test]
fn pictures_of_the_merge_review() {
    let mut album = Album::new();
    let (usual, small) = (Size::new(1280.0, 800.0), Size::new(1024.0, 640.0));
    let place = tempfile::tempdir().unwrap();
    let mask = crate::review::shaded(place.path());
    let mut driver = Driver::new(Some(&mask));
    album.take(&mut driver, "mask-not-clean", usual);
    driver.press_and_run("Clean up");
    album.take(&mut driver, "cleaned", usual);
    driver.click("#FEFFFE → #FFFFFF");
    driver.click("Keep apart");
    album.take(&mut driver, "cleaned-behind", usual);
    album.take(&mut driver, "cleaned-behind-small", small);
    let _ = driver.app.update(Message::Command(Command::ToggleTheme));
    driver.click("Choose the tolerance automatically");
    album.take(&mut driver, "cleaned-tolerance-dark", usual);
    driver.press_and_run("Use original");
    album.take(&mut driver, "cleaned-original-dark", small);
}
