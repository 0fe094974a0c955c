//! Frame times while the map is panned and zoomed: drawn in software as a window draws, without a
//! window.

use std::time::Instant;

use iced::{Event, Point, Size, mouse};
use marchland_ui::frames::{Frame, Frames};
use marchland_ui::headless::{Camera, ScreenshotError};

use crate::app::App;

/// Times `count` frames each of hovering, of panning at two scales, and of zooming, in a window
/// of that size. A frame runs from a mouse event through the application, view and layout to the
/// changed pixels.
///
/// # Errors
/// If there is no renderer.
pub fn time(app: &mut App, size: Size, count: usize) -> Result<Vec<Frames>, ScreenshotError> {
    let middle = Point::new(size.width * 0.4, size.height * 0.45);
    let mut hand = Hand::new(size, middle)?;
    // The widgets learn their sizes, and fonts are loaded.
    for _ in 0..3 {
        hand.frame(app, &[]);
    }
    let circle = |nth: usize, radius: f32| {
        let angle = nth as f32 / count.max(1) as f32 * std::f32::consts::TAU;
        // A mouse moves by whole pixels.
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
        // Zoom in and out, beyond twice the size.
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

/// A simulated mouse on a window drawn in software.
pub struct Hand {
    camera: Camera,
    at: Point,
}

impl Hand {
    /// A window of that size with the pointer at `at`.
    ///
    /// # Errors
    /// If there is no renderer.
    pub fn new(size: Size, at: Point) -> Result<Self, ScreenshotError> {
        let camera = Camera::new(size)?;
        Ok(Self { camera, at })
    }

    /// Moves the pointer and times the frame.
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

    /// Sends events and draws the window; returns the time it took.
    pub fn frame(&mut self, app: &mut App, events: &[Event]) -> Frame {
        let mut messages = Vec::new();
        let cursor = mouse::Cursor::Available(self.at);
        let mut took = self.camera.act(app.view(), events, cursor, &mut messages);
        let before = Instant::now();
        for message in messages {
            let _ = app.update(message);
        }
        let mut messages = Vec::new();
        let drawn = self
            .camera
            .show(app.view(), &app.theme(), cursor, &mut messages);
        took += before.elapsed();
        // Messages of the widgets belong to the next frame.
        for message in messages {
            let _ = app.update(message);
        }
        Frame { took, drawn }
    }
}
