//! Times the frames of a watched game, drawn in software without a window, as a window draws
//! them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use iced::mouse;
use marchland_board::Framing;
use marchland_ui::frames::{Frame, Frames};
use marchland_ui::headless::Camera;

use super::{App, Launch, Screen};
use crate::gui::game::{self, start};
use crate::gui::ground::Ground;
use crate::gui::stage::Pace;
use crate::gui::table::Table;

/// Actions of the game shown by one frame at full speed.
const AT_ONCE: usize = 8;

/// Times `count` frames each of a game of four *planner* bots watched action by action, of the
/// same at full speed, of a moving map, and of nothing happening. A frame is the update, the
/// view, its layout, and the pixels of the parts that changed.
///
/// # Errors
/// Why it cannot be drawn.
pub fn time(launch: Launch, count: usize) -> Result<Vec<Frames>, String> {
    let size = launch.size;
    let ground = Arc::new(Ground::read(&launch.settings.conquest.map)?);
    let mut setup = game::Setup::new(ground.map().len(), launch.settings.conquest.seed);
    let (mut app, _) = App::launch(launch);
    let mut camera = Camera::new(size).map_err(|error| error.to_string())?;
    let mut heard = app.watch(&mut camera, &ground, &setup);
    let mut told = |app: &mut App, camera: &mut Camera, what, at_once| {
        let mut frames = Vec::new();
        while frames.len() < count {
            if let Some(news) = next(&heard, at_once) {
                frames.push(app.frame(camera, |table| table.hear(news)));
            } else {
                // The game is over; another begins.
                setup = setup.with_seed(1);
                heard = app.watch(camera, &ground, &setup);
            }
        }
        Frames::of(what, frames.into_iter())
    };
    let mut all = vec![
        told(&mut app, &mut camera, "one action", 1),
        told(&mut app, &mut camera, "eight actions at once", AT_ONCE),
    ];
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let moved = (0..count).map(|nth| {
        let angle = nth as f64 / count.max(1) as f64 * std::f64::consts::TAU;
        // A mouse counts whole pixels.
        let (scale, across) = (0.8, (48.0 * angle.cos()).round());
        let to = Framing::Centred {
            x: width * 0.5 + across / scale,
            y: height * 0.4 + (48.0 * angle.sin()).round() / scale,
            scale,
        };
        app.frame(&mut camera, |table| table.map_view.framing = to)
    });
    all.push(Frames::of("the map moved", moved));
    let idle = (0..count).map(|_| app.frame(&mut camera, |_| ()));
    all.push(Frames::of("nothing", idle));
    Ok(all)
}

type Heard = std::sync::mpsc::Receiver<Vec<crate::gui::link::News>>;

/// The news of the next batches; `None` when the game is over.
fn next(heard: &Heard, batches: usize) -> Option<Vec<crate::gui::link::News>> {
    let patience = Duration::from_secs(60);
    let batches = (0..batches).map_while(|_| heard.recv_timeout(patience).ok());
    let news: Vec<_> = batches.flatten().collect();
    (!news.is_empty()).then_some(news)
}

impl App {
    /// Begins a watched game, up to where the territories are dealt and the widgets know their
    /// sizes.
    fn watch(&mut self, camera: &mut Camera, ground: &Arc<Ground>, setup: &game::Setup) -> Heard {
        let (link, heard) = start(Arc::clone(ground.map()), setup.clone());
        let model = setup.model(ground.map());
        let mut table = Table::new(Arc::clone(ground), link, model, true, self.settings.mode);
        table.session.stage.pace = Pace::None;
        // The end would cover the map.
        table.looks = true;
        self.screen = Screen::Table(Box::new(table));
        for _ in 0..30 {
            let news = next(&heard, 1).unwrap_or_default();
            self.frame(camera, |table| table.hear(news));
        }
        heard
    }

    /// Applies a change and draws the frame that follows.
    fn frame(&mut self, camera: &mut Camera, happens: impl FnOnce(&mut Table)) -> Frame {
        let mut said = Vec::new();
        let before = Instant::now();
        let mode = self.settings.mode;
        if let Screen::Table(table) = &mut self.screen {
            happens(table);
            table.settle(mode);
        }
        let drawn = camera.show(
            self.view(),
            &self.theme(),
            mouse::Cursor::Unavailable,
            &mut said,
        );
        let took = before.elapsed();
        for message in said {
            let _ = self.update(message);
        }
        Frame { took, drawn }
    }
}
