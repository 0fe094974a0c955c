//! Whether the editor keeps up: what a frame costs when something has happened, on
//! maps of 100, 1,000, 4,000 and 10,000 territories.
//!
//! `cargo bench -p marchland-editor`. A frame is all that follows an event: the
//! event itself, what the application makes of it, the view, its layout, and what
//! differs of the pixels of a window of 1280 × 800, drawn in software. The yardstick is the same
//! frame when nothing has happened. The figures in docs/performance.md are the
//! medians of one run.

#[path = "../tests/it/squares.rs"]
mod squares;

use std::path::Path;

use divan::Bencher;
use iced::{Point, Size};
use marchland_board::{Event, Framing};
use marchland_editor::app::{App, Launch, Message};
use marchland_editor::commands::Command;
use marchland_editor::frames::Hand;
use marchland_editor::workspace::{self, Change};
use marchland_maps::{ContinentId, TerritoryKey};

const COUNTS: [u32; 4] = [100, 1_000, 4_000, 10_000];

fn main() {
    divan::main();
}

/// An editor with an open map, and a simulated mouse.
struct Driver {
    app: App,
    hand: Hand,
    keys: Vec<TerritoryKey>,
}

impl Driver {
    fn new(count: u32) -> Self {
        Self::of(count, squares::write)
    }

    fn of(count: u32, write: fn(&Path, u32, u32)) -> Self {
        let place = tempfile::tempdir().expect("a folder");
        write(place.path(), count, 4_096);
        let launch = Launch {
            path: Some(place.path().to_owned()),
            ..Launch::default()
        };
        let mut app = App::at_once(&launch).expect("a map");
        let size = Size::new(1280.0, 800.0);
        let mut hand = Hand::new(size, Point::new(500.0, 400.0)).expect("a renderer");
        for _ in 0..3 {
            hand.frame(&mut app, &[]);
        }
        let draft = app.workspace().expect("the workspace").document.draft();
        let keys = draft.territories.iter().map(|t| t.key).collect();
        Self { app, hand, keys }
    }

    fn tell(&mut self, message: workspace::Message) {
        let _ = self.app.update(Message::Workspace(message));
        self.hand.frame(&mut self.app, &[]);
    }

    fn key(&self, nth: usize) -> TerritoryKey {
        self.keys[nth * 37 % self.keys.len()]
    }
}

#[divan::bench_group(sample_count = 24, sample_size = 1)]
mod frame {
    use super::{
        Bencher, COUNTS, Change, Command, ContinentId, Driver, Event, Framing, Message, Point,
        squares, workspace,
    };

    fn after(bencher: Bencher<'_, '_>, count: u32, act: impl FnMut(&mut Driver, usize)) {
        after_on(bencher, Driver::new(count), act);
    }

    fn after_on(
        bencher: Bencher<'_, '_>,
        mut driver: Driver,
        mut act: impl FnMut(&mut Driver, usize),
    ) {
        let mut nth = 0;
        bencher.bench_local(move || {
            nth += 1;
            act(&mut driver, nth);
        });
    }

    #[divan::bench(args = COUNTS, name = "nothing has happened (yardstick)")]
    fn nothing(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, _| {
            driver.hand.frame(&mut driver.app, &[]);
        });
    }

    #[divan::bench(args = COUNTS, name = "the pointer is over another territory")]
    fn hover(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, circle);
    }

    #[divan::bench(args = COUNTS, name = "the same on a map without names, continents and links")]
    fn hover_unfinished(bencher: Bencher<'_, '_>, count: u32) {
        let driver = Driver::of(count, squares::write_unfinished);
        after_on(bencher, driver, circle);
    }

    fn circle(driver: &mut Driver, nth: usize) {
        let angle = nth as f32 / 8.0;
        let to = Point::new(500.0 + 200.0 * angle.cos(), 400.0 + 200.0 * angle.sin());
        driver.hand.go(&mut driver.app, to);
    }

    #[divan::bench(args = COUNTS, name = "the map was moved")]
    fn pan(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, nth| {
            let (width, height) = driver.app.workspace().expect("a map").scene().size();
            let centred = Framing::Centred {
                x: f64::from(width) / 2.0 + nth as f64,
                y: f64::from(height) / 2.0,
                scale: 0.25,
            };
            driver.tell(workspace::Message::Board(Event::Moved(centred)));
        });
    }

    #[divan::bench(args = COUNTS, name = "a territory was selected")]
    fn select(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, nth| {
            driver.tell(workspace::Message::Select(driver.key(nth)));
        });
    }

    #[divan::bench(args = COUNTS, name = "all were selected, or one")]
    fn select_all(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, nth| {
            driver.tell(if nth.is_multiple_of(2) {
                workspace::Message::Select(driver.key(nth))
            } else {
                workspace::Message::Do(Command::SelectAll)
            });
        });
    }

    #[divan::bench(args = COUNTS, name = "a letter was typed into a name")]
    fn rename(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, nth| {
            let change = Change::Name(driver.keys[0], format!("Name {nth}"));
            driver.tell(workspace::Message::Inspect(change));
        });
    }

    #[divan::bench(args = COUNTS, name = "two were parted, or linked")]
    fn link(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, _| {
            let change = Change::Part(driver.keys[0], driver.keys[1]);
            driver.tell(workspace::Message::Inspect(change));
        });
    }

    #[divan::bench(args = COUNTS, name = "a territory changed its continent")]
    fn regroup(bencher: Bencher<'_, '_>, count: u32) {
        after(bencher, count, |driver, nth| {
            let _ = driver
                .app
                .update(Message::Workspace(workspace::Message::Select(
                    driver.keys[0],
                )));
            let id = ContinentId((nth % 5) as u16);
            driver.tell(workspace::Message::Inspect(Change::Continent(Some(id))));
        });
    }
}

/// From the end of the pause after an edit to the issues on screen.
#[divan::bench(
    args = COUNTS,
    sample_count = 8,
    sample_size = 1,
    name = "all rules after an edit, and a frame"
)]
fn look(bencher: Bencher<'_, '_>, count: u32) {
    let mut driver = Driver::new(count);
    let mut nth = 0;
    bencher.bench_local(move || {
        nth += 1;
        let change = Change::Name(driver.keys[0], format!("Name {nth}"));
        let message = Message::Workspace(workspace::Message::Inspect(change));
        let _ = driver.app.update(message);
        driver.app.check_now();
        driver.hand.frame(&mut driver.app, &[]);
    });
}
