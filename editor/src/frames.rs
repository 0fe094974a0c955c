//! What a frame costs while the map is moved about: drawn in software as a window
//! draws it, without a window.

use std::fmt;
use std::time::{Duration, Instant};

use iced::{Event, Point, Size, mouse};
use marchland_ui::headless::{Camera, ScreenshotError};

use crate::app::App;

/// How long frames took.
#[derive(Debug, Clone)]
pub struct Frames {
    what: &'static str,
    took: Vec<Duration>,
    /// The share of the window that each drew, from 0 to 1, in all.
    drawn: f32,
}

/// How long a frame took, and how much of the window was drawn.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// How long it took.
    pub took: Duration,
    /// The share of the window that was drawn, from 0 to 1.
    pub drawn: f32,
}

impl Frames {
    fn of(what: &'static str, frames: impl Iterator<Item = Frame>) -> Self {
        let mut drawn = 0.0;
        let took = frames
            .inspect(|frame| drawn += frame.drawn)
            .map(|frame| frame.took);
        let took = took.collect();
        Self { what, took, drawn }
    }

    /// The shortest: what it costs when nothing else runs on the machine.
    pub fn fastest(&self) -> Duration {
        self.took.iter().min().copied().unwrap_or_default()
    }

    /// The middle one of all, by length.
    pub fn median(&self) -> Duration {
        let mut sorted = self.took.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// The time of the slowest frame.
    pub fn worst(&self) -> Duration {
        self.took.iter().max().copied().unwrap_or_default()
    }
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        write!(
            f,
            "{}: {} frames, fastest {:.1} ms, median {:.1} ms, worst {:.1} ms, {:.0} % drawn",
            self.what,
            self.took.len(),
            ms(self.fastest()),
            ms(self.median()),
            ms(self.worst()),
            self.drawn * 100.0 / self.took.len().max(1) as f32
        )
    }
}

/// Times `count` frames each of moving the pointer over the map, of moving the
/// map at two scales, and of zooming, in a window of that size. A frame is all
/// that follows an event of the mouse: the event itself, the application's
/// answer, the view, its layout, and the pixels of those parts of the window that
/// look otherwise than before.
///
/// # Errors
/// If there is no renderer.
pub fn time(app: &mut App, size: Size, count: usize) -> Result<Vec<Frames>, ScreenshotError> {
    let middle = Point::new(size.width * 0.4, size.height * 0.45);
    let mut hand = Hand::new(size, middle)?;
    // The widgets find out how large they are, and fonts are read.
    for _ in 0..3 {
        hand.frame(app, &[]);
    }
    let circle = |nth: usize, radius: f32| {
        let angle = nth as f32 / count.max(1) as f32 * std::f32::consts::TAU;
        // A mouse counts whole pixels.
        Point::new(
            (size.width * 0.4 + radius * angle.cos()).round(),
            (size.height * 0.45 + radius * angle.sin()).round(),
        )
    };
    let mut all = Vec::new();

    let hover = (0..count).map(|nth| hand.go(app, circle(nth, 200.0)));
    all.push(Frames::of("pointer over the whole map", hover));
    all.push(hand.pan(app, "moving the whole map", count, &circle));
    let zooms = (0..count).map(|nth| {
        // In and out again, past twice the size.
        let inwards = nth % 24 < 12;
        hand.wheel(app, if inwards { 1.0 } else { -1.0 })
    });
    all.push(Frames::of("zooming", zooms));
    for _ in 0..8 {
        hand.wheel(app, 1.0);
    }
    all.push(hand.pan(app, "moving the map four times as large", count, &circle));
    Ok(all)
}

/// A hand on the mouse before a window that is drawn in software.
pub struct Hand {
    camera: Camera,
    at: Point,
}

impl Hand {
    /// Before a window of that size, with the pointer somewhere.
    ///
    /// # Errors
    /// If there is no renderer.
    pub fn new(size: Size, at: Point) -> Result<Self, ScreenshotError> {
        let camera = Camera::new(size)?;
        Ok(Self { camera, at })
    }

    /// Moves the pointer; how long the frame took.
    pub fn go(&mut self, app: &mut App, to: Point) -> Frame {
        self.at = to;
        self.frame(
            app,
            &[Event::Mouse(mouse::Event::CursorMoved { position: to })],
        )
    }

    fn wheel(&mut self, app: &mut App, y: f32) -> Frame {
        let delta = mouse::ScrollDelta::Lines { x: 0.0, y };
        self.frame(app, &[Event::Mouse(mouse::Event::WheelScrolled { delta })])
    }

    fn pan(
        &mut self,
        app: &mut App,
        what: &'static str,
        count: usize,
        circle: &dyn Fn(usize, f32) -> Point,
    ) -> Frames {
        let button = mouse::Button::Middle;
        self.go(app, circle(0, 120.0));
        self.frame(app, &[Event::Mouse(mouse::Event::ButtonPressed(button))]);
        let took = (0..count).map(|nth| self.go(app, circle(nth, 120.0)));
        let frames = Frames::of(what, took);
        self.frame(app, &[Event::Mouse(mouse::Event::ButtonReleased(button))]);
        frames
    }

    /// Lets events happen and draws the window; how long that took.
    pub fn frame(&mut self, app: &mut App, events: &[Event]) -> Frame {
        let mut messages = Vec::new();
        let cursor = mouse::Cursor::Available(self.at);
        let mut took = self.camera.act(app.view(), events, cursor, &mut messages);
        let before = Instant::now();
        for message in messages {
            let _ = app.update(message);
        }
        let mut said = Vec::new();
        let drawn = self
            .camera
            .show(app.view(), &app.theme(), cursor, &mut said);
        took += before.elapsed();
        // What the widgets found out about themselves, for the next frame.
        for message in said {
            let _ = app.update(message);
        }
        Frame { took, drawn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_and_the_worst_at_the_end() {
        let took = [9, 1, 4, 2, 30].map(Duration::from_millis).to_vec();
        let frames = Frames {
            what: "moving",
            took,
            drawn: 0.5,
        };
        assert_eq!(frames.median(), Duration::from_millis(4));
        assert_eq!(frames.worst(), Duration::from_millis(30));
        assert_eq!(
            frames.to_string(),
            "moving: 5 frames, fastest 1.0 ms, median 4.0 ms, worst 30.0 ms, 10 % drawn"
        );
    }
}
