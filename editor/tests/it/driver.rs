//! A simulated screen and user input.

use std::path::{Path, PathBuf};

use iced::futures::StreamExt;
use iced::keyboard::{self, Modifiers, key};
use iced::mouse::{self, Button};
use iced::{Event, Font, Point, Rectangle, Settings, Size};
use iced_test::core::SmolStr;
use iced_test::{Simulator, selector};
use marchland_editor::app::{App, Launch, Message};
use marchland_editor::jobs::{self, News};
use marchland_editor::odds;
use marchland_editor::playtest::{self, PlayTest};
use marchland_editor::recovery;
use marchland_editor::workspace::{self, Workspace};
use marchland_game::gui::keys::Command;
use marchland_game::gui::table;
use marchland_maps::mask::Regions;
use marchland_maps::{Draft, Rgb};

pub(crate) const WINDOW: Size = Size::new(1280.0, 800.0);

pub(crate) struct Driver {
    pub(crate) app: App,
}

impl Driver {
    /// Opens a map or a mask, or the start screen.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        Self::remembering(path, None)
    }

    /// As [`Driver::new`], with a state folder.
    pub(crate) fn remembering(path: Option<&Path>, state: Option<&Path>) -> Self {
        let launch = Launch {
            path: path.map(Path::to_owned),
            state: state.map(Path::to_owned),
            ..Launch::default()
        };
        let app = App::at_once(&launch).expect("it opens");
        let mut driver = Self { app };
        // The widgets learn their sizes.
        driver.with(|_| {});
        driver
    }

    /// Creates a map of the six squares with all neighbours linked and no names.
    pub(crate) fn of_squares(place: &Path) -> Self {
        let mask = place.join("squares.png");
        six_squares(&mask);
        let mut driver = Self::new(Some(&mask));
        driver.press_and_run("Create map");
        driver.click("Link all 7");
        driver
    }

    /// The six squares as a map saved in the folder `map`, and that folder.
    pub(crate) fn saved(place: &Path) -> (Self, PathBuf) {
        let mask = place.join("squares.png");
        six_squares(&mask);
        let home = place.join("map");
        let mut driver = Self::new(Some(&mask));
        driver.press_and_run("Create map");
        driver.save_as(&home);
        assert!(driver.workspace().document.is_saved());
        (driver, home)
    }

    /// Saves into this folder by the save dialog.
    pub(crate) fn save_as(&mut self, home: &Path) {
        self.key("s", Modifiers::CTRL);
        self.fill("path", &home.display().to_string(), true);
    }

    pub(crate) fn close(&mut self) {
        let id = iced::window::Id::unique();
        let event = iced::window::Event::CloseRequested;
        self.send(Message::Window(id, event));
    }

    /// Sends input to the screen and lets the application react.
    pub(crate) fn with(&mut self, act: impl FnOnce(&mut Simulator<'_, Message>)) {
        self.within(WINDOW, act);
    }

    /// [`Driver::with`] in a window of that size.
    pub(crate) fn within(&mut self, window: Size, act: impl FnOnce(&mut Simulator<'_, Message>)) {
        let mut screen = self.screen(window);
        act(&mut screen);
        let messages: Vec<_> = screen.into_messages().collect();
        for message in messages {
            self.send(message);
        }
    }

    /// Lets the application react, save, check the map and remember the tracing picture without a
    /// pause.
    pub(crate) fn send(&mut self, message: Message) {
        let may_begin = !self.app.is_saving() || matches!(message, Message::Saved(..));
        let task = self.app.update(message);
        if self.app.is_saving() && may_begin {
            self.finish_saving(task);
        } else if self.app.workspace().is_some_and(Workspace::is_thinking) {
            self.finish_drawing(task);
        }
        self.app.check_now();
        let traced = self.app.write_trace();
        self.app.finish(traced);
    }

    /// Waits for a drawing task and applies its result.
    fn finish_drawing(&mut self, task: iced::Task<Message>) {
        let Some(stream) = iced_runtime::task::into_stream(task) else {
            return;
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let drawn = runtime.block_on(async {
            let messages = stream.filter_map(|action| async move {
                match action {
                    iced_runtime::Action::Output(
                        message @ Message::Workspace(
                            workspace::Message::Drawn(..)
                            | workspace::Message::Tried(..)
                            | workspace::Message::Clutter(News::Done(..)),
                        ),
                    ) => Some(message),
                    _ => None,
                }
            });
            let mut messages = std::pin::pin!(messages);
            messages.next().await
        });
        if let Some(drawn) = drawn {
            self.send(drawn);
        }
    }

    /// Waits for a save and applies its result.
    pub(crate) fn finish_saving(&mut self, task: iced::Task<Message>) {
        let stream = iced_runtime::task::into_stream(task).expect("work");
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let saved = runtime.block_on(async {
            let messages = stream.filter_map(|action| async move {
                match action {
                    iced_runtime::Action::Output(message @ Message::Saved(..)) => Some(message),
                    _ => None,
                }
            });
            let mut messages = std::pin::pin!(messages);
            messages.next().await
        });
        self.send(saved.expect("it is saved, or not"));
    }

    /// Lets the application react and runs the follow-up work on threads and timers, as the
    /// window would.
    pub(crate) fn run(&mut self, message: Message) {
        for message in self.follow(message) {
            self.send(message);
        }
    }

    /// [`Driver::run`] for all work that follows from it, and from that.
    pub(crate) fn run_all(&mut self, message: Message) {
        for message in self.follow(message) {
            self.run_all(message);
        }
    }

    /// Lets the application react and returns the messages of the follow-up work.
    pub(crate) fn follow(&mut self, message: Message) -> Vec<Message> {
        jobs::finish(self.app.update(message))
    }

    /// Clicks a text and runs all follow-up work.
    pub(crate) fn press_and_run(&mut self, text: &str) {
        let mut messages = Vec::new();
        {
            let mut screen = self.screen(WINDOW);
            screen
                .click(text)
                .unwrap_or_else(|_| panic!("“{text}” to click on"));
            messages.extend(screen.into_messages());
        }
        for message in messages {
            self.run(message);
        }
    }

    fn screen(&self, window: Size) -> Simulator<'_, Message> {
        let settings = Settings {
            default_font: Font::with_name("Fira Sans"),
            fonts: vec![lucide_icons::LUCIDE_FONT_BYTES.into()],
            ..Settings::default()
        };
        let mut screen = Simulator::with_size(settings, window, self.app.view());
        let redraw = iced::window::Event::RedrawRequested(std::time::Instant::now());
        screen.simulate([Event::Window(redraw)]);
        screen
    }

    /// Hovers a text.
    pub(crate) fn hover(&mut self, text: &str) {
        self.with(|screen| {
            let at = screen
                .find(text)
                .unwrap_or_else(|_| panic!("“{text}” to point at"))
                .bounds()
                .center();
            screen.point_at(at);
            screen.simulate([Event::Mouse(mouse::Event::CursorMoved { position: at })]);
        });
    }

    pub(crate) fn click(&mut self, text: &str) {
        self.with(|screen| {
            screen
                .click(text)
                .unwrap_or_else(|_| panic!("“{text}” to click on"));
        });
    }

    pub(crate) fn shows(&mut self, text: &str) -> bool {
        let mut found = false;
        self.with(|screen| found = screen.find(text).is_ok());
        found
    }

    /// Replaces the content of a field, letter by letter.
    pub(crate) fn fill(&mut self, field: &'static str, text: &str, enter: bool) {
        self.with(|screen| {
            screen.click(selector::id(field)).expect("the field");
            screen.simulate(press("a", Modifiers::CTRL));
            screen.tap_key(key::Named::Backspace);
        });
        // A simulator holds one view; typed text appears only in the next.
        for letter in text.chars() {
            self.with(|screen| {
                screen.click(selector::id(field)).expect("the field");
                screen.tap_key(key::Named::End);
                screen.typewrite(&letter.to_string());
            });
        }
        if enter {
            self.with(|screen| {
                screen.click(selector::id(field)).expect("the field");
                screen.tap_key(key::Named::Enter);
            });
        }
    }

    pub(crate) fn key(&mut self, character: &str, modifiers: Modifiers) {
        self.with(|screen| {
            screen.simulate(press(character, modifiers));
        });
    }

    pub(crate) fn named(&mut self, key: key::Named) {
        self.with(|screen| {
            screen.tap_key(key);
        });
    }

    /// Adds a territory to the battle, by name.
    pub(crate) fn aim(&mut self, name: &str) {
        let mut territories = self.workspace().document.draft().territories.iter();
        let found = territories.find(|t| t.name.text.as_deref() == Some(name));
        let key = found.unwrap_or_else(|| panic!("{name}")).key;
        let click = odds::Message::Click(key);
        let _ = self
            .app
            .update(Message::Workspace(workspace::Message::Odds(click)));
    }

    /// Runs the play-test as fast as possible until `holds`.
    pub(crate) fn watch(&mut self, holds: impl Fn(&PlayTest) -> bool) {
        while !self.app.play_test().is_some_and(&holds) {
            let over = self.app.play_test().map(|play| play.table.session.ending());
            assert_eq!(over, Some(None), "it is over before that");
            // One action at a time, so that none is missed.
            self.press(Command::Step(1, 0));
            self.play(playtest::Message::Tick);
            std::thread::yield_now();
        }
    }

    /// Starts a play-test with this seed and bots that finish soon.
    pub(crate) fn play_seed(&mut self, seed: u64) {
        self.named(key::Named::F5);
        for seat in 0..4 {
            let kind = marchland_game::conquest::bots::StrategyKind::Standard;
            self.play(playtest::Message::Seat(seat, Some(kind)));
        }
        self.play(playtest::Message::Seed(seed.to_string()));
        self.play(playtest::Message::Start);
    }

    /// Presses a key in the play-test.
    pub(crate) fn press(&mut self, command: Command) {
        let command = table::Message::Command(command);
        self.play(playtest::Message::Table(command));
    }

    /// Sends a message to the play-test.
    pub(crate) fn play(&mut self, message: playtest::Message) {
        let _ = self.app.update(Message::PlayTest(message));
    }

    pub(crate) fn draft(&self) -> &Draft {
        self.workspace().document.draft()
    }

    /// The regions of the mask.
    pub(crate) fn regions(&self) -> &Regions {
        self.workspace().document.land().expect("a mask").regions()
    }

    /// The colour of a pixel of the mask.
    pub(crate) fn colour_at(&self, x: u32, y: u32) -> Rgb {
        let regions = self.regions();
        let region = regions.region_at(x, y).expect("a pixel");
        regions.get(region).colour.rgb()
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        self.app.workspace().expect("the workspace")
    }

    fn board(screen: &mut Simulator<'_, Message>) -> Rectangle {
        screen
            .find(selector::id("board"))
            .expect("the board")
            .bounds()
    }

    fn on_screen(
        framing: marchland_board::Framing,
        size: (u32, u32),
        board: Rectangle,
        at: (f64, f64),
    ) -> Point {
        let camera = framing.camera(size.0, size.1, board.size());
        let at = camera.to_screen(at.0, at.1);
        Point::new(board.x + at.x, board.y + at.y)
    }

    /// Drags along these pixels of the mask with the left button, one view per step as in a real
    /// window.
    pub(crate) fn drag(&mut self, path: &[(f64, f64)]) {
        self.drag_with(path, Modifiers::empty(), true);
    }

    /// [`Driver::drag`] with modifiers; the button is released at the end, or stays down.
    pub(crate) fn drag_with(&mut self, path: &[(f64, f64)], modifiers: Modifiers, lift: bool) {
        let framing = self.workspace().view.framing;
        let size = self.workspace().scene().size();
        // Press, moves and release reach the same widget state, so one view is enough.
        self.with(|screen| {
            let held = keyboard::Event::ModifiersChanged(modifiers);
            screen.simulate([Event::Keyboard(held)]);
            let board = Self::board(screen);
            for (at, &spot) in path.iter().enumerate() {
                let to = Self::on_screen(framing, size, board, spot);
                screen.point_at(to);
                screen.simulate([Event::Mouse(mouse::Event::CursorMoved { position: to })]);
                if at == 0 {
                    screen.simulate([Event::Mouse(mouse::Event::ButtonPressed(Button::Left))]);
                }
            }
            if lift {
                screen.simulate([Event::Mouse(mouse::Event::ButtonReleased(Button::Left))]);
            }
        });
    }

    /// Drags along these points of the screen with the left button, all in one view.
    pub(crate) fn drag_on_screen(&mut self, path: &[(f32, f32)]) {
        self.with(|screen| {
            for (at, &(x, y)) in path.iter().enumerate() {
                let position = Point::new(x, y);
                screen.point_at(position);
                screen.simulate([Event::Mouse(mouse::Event::CursorMoved { position })]);
                if at == 0 {
                    screen.simulate([Event::Mouse(mouse::Event::ButtonPressed(Button::Left))]);
                }
            }
            screen.simulate([Event::Mouse(mouse::Event::ButtonReleased(Button::Left))]);
        });
    }

    /// Moves the pointer to a pixel of the mask.
    pub(crate) fn point_at(&mut self, at: (f64, f64)) {
        self.over_map(at, &[]);
    }

    /// Sends events in one batch, with the pointer at a pixel of the mask.
    pub(crate) fn over_map(&mut self, at: (f64, f64), events: &[Event]) {
        let framing = self.workspace().view.framing;
        let size = self.workspace().scene().size();
        self.with(|screen| {
            let board = Self::board(screen);
            let position = Self::on_screen(framing, size, board, at);
            screen.point_at(position);
            screen.simulate([Event::Mouse(mouse::Event::CursorMoved { position })]);
            screen.simulate(events.iter().cloned());
        });
    }

    /// Clicks a pixel of the mask with modifiers.
    pub(crate) fn click_map_with(&mut self, at: (f64, f64), modifiers: Modifiers) {
        let framing = self.workspace().view.framing;
        let size = self.workspace().scene().size();
        self.with(|screen| {
            let board = Self::board(screen);
            let position = Self::on_screen(framing, size, board, at);
            let held = keyboard::Event::ModifiersChanged(modifiers);
            screen.simulate([Event::Keyboard(held)]);
            screen.point_at(position);
            screen.simulate([
                Event::Mouse(mouse::Event::CursorMoved { position }),
                Event::Mouse(mouse::Event::ButtonPressed(Button::Left)),
                Event::Mouse(mouse::Event::ButtonReleased(Button::Left)),
            ]);
        });
    }

    pub(crate) fn click_map(&mut self, at: (f64, f64)) {
        self.drag(&[at]);
    }
}

/// Writes the recovery copy without a pause.
pub(crate) fn keep_now(app: &mut App) {
    let kept = app.update(Message::Copy(recovery::Message::Due));
    app.finish(kept);
}

fn press(character: &str, modifiers: Modifiers) -> [Event; 3] {
    let key = keyboard::Key::Character(character.into());
    key_press(key, modifiers, None)
}

/// The events of a key press with modifiers, and its text.
pub(crate) fn key_press(
    key: keyboard::Key,
    modifiers: Modifiers,
    text: Option<SmolStr>,
) -> [Event; 3] {
    let changed = |modifiers| Event::Keyboard(keyboard::Event::ModifiersChanged(modifiers));
    let pressed = Event::Keyboard(keyboard::Event::KeyPressed {
        modified_key: key.clone(),
        key,
        physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
        location: keyboard::Location::Standard,
        modifiers,
        repeat: false,
        text,
    });
    [changed(modifiers), pressed, changed(Modifiers::empty())]
}

/// The source folder of a bundled map.
pub(crate) fn bundled(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../maps")
        .join(name);
    assert!(folder.join("map.xml").is_file(), "{}", folder.display());
    folder
}

pub(crate) fn all_bundled() -> [PathBuf; 4] {
    marchland_maps::bundled::ALL.map(|map| bundled(map.name))
}

/// Writes a mask of six touching squares, three by two, in a white sea; a seventh colour is an
/// island at the right.
pub(crate) fn six_squares(path: &Path) {
    let mut image = image::RgbImage::from_pixel(500, 300, image::Rgb([255; 3]));
    for (at, colour) in SQUARES.iter().enumerate() {
        let (left, top) = (40 + at as u32 % 3 * 100, 50 + at as u32 / 3 * 100);
        for y in top..top + 100 {
            for x in left..left + 100 {
                image.put_pixel(x, y, image::Rgb(*colour));
            }
        }
    }
    image.save(path).expect("a mask");
}

pub(crate) const SQUARES: [[u8; 3]; 6] = [
    [200, 60, 60],
    [60, 160, 60],
    [60, 80, 200],
    [200, 160, 40],
    [150, 60, 180],
    [40, 170, 170],
];

/// A point in square `at`, off its centre.
pub(crate) fn square(at: usize) -> (f64, f64) {
    (
        75.5 + (at % 3) as f64 * 100.0,
        82.5 + (at / 3) as f64 * 100.0,
    )
}
