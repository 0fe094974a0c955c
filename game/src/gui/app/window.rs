//! The native window.

use iced::{Event, Size, Subscription, Task, window};
use marchland_ui::display;
use marchland_ui::theme::FONT;
use parking_lot::Mutex;

use super::{App, Launch, Message};

impl App {
    pub(super) fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Focused | window::Event::Unfocused => {
                let focused = *event == window::Event::Focused;
                self.unfocused = (!focused).then_some(id);
                if focused {
                    window::request_user_attention(id, None)
                } else {
                    Task::none()
                }
            }
            window::Event::Opened { .. } => {
                let ratio = window::scale_factor(id).map(Message::PixelRatio);
                Task::batch([ratio, window::size(id).map(Message::WindowSize)])
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                window::size(id).map(Message::WindowSize)
            }
            window::Event::Resized(_) => window::size(id).map(Message::WindowSize),
            window::Event::CloseRequested => {
                self.closing = self.ends_games(Some(id));
                match self.closing {
                    Some(_) => Task::none(),
                    None => window::close(id),
                }
            }
            _ => Task::none(),
        }
    }

    /// The events that the application listens to besides its widgets.
    pub(super) fn subscription() -> Subscription<Message> {
        iced::event::listen_with(|event, _, id| match event {
            Event::Window(
                event @ (window::Event::Opened { .. }
                | window::Event::Rescaled(_)
                | window::Event::Resized(_)
                | window::Event::Focused
                | window::Event::Unfocused
                | window::Event::CloseRequested),
            ) => Some(Message::Window(id, event)),
            _ => None,
        })
    }

    pub(super) fn scale_factor(&self) -> f32 {
        self.scale
    }

    /// Whether the window is so small that the map needs the room of the log.
    pub(in crate::gui) fn is_compact(&self) -> bool {
        self.size.height < 720.0
    }
}

/// The scale factor for a window of this size: below 1 if the window is smaller than the
/// layout needs.
pub(super) fn scale(window: Size) -> f32 {
    const ROOM: Size = Size::new(1024.0, 640.0);
    let fits = (window.width / ROOM.width).min(window.height / ROOM.height);
    if fits.is_finite() {
        fits.clamp(0.5, 1.0)
    } else {
        1.0
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or the window cannot be opened.
///
/// # Panics
/// Never: a window is made once.
pub fn run(launch: Launch) -> Result<(), String> {
    let is_open = display::require("marchland-game", "--terminal")?;
    let size = launch.size;
    let launch = Mutex::new(Some(launch));
    let boot = move || {
        is_open.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut launch = launch.lock();
        #[expect(clippy::expect_used, reason = "iced boots a program once")]
        App::launch(launch.take().expect("a program boots once"))
    };
    iced::application(boot, App::update, App::view)
        .title(App::title)
        .subscription(|_: &App| App::subscription())
        .theme(App::theme)
        .scale_factor(App::scale_factor)
        .default_font(FONT)
        .font(lucide_icons::LUCIDE_FONT_BYTES)
        .window(iced::window::Settings {
            size,
            min_size: Some(Size::new(512.0, 320.0)),
            // Asks first if it hosts games.
            exit_on_close_request: false,
            ..iced::window::Settings::default()
        })
        .antialiasing(true)
        .run()
        .map_err(|error| error.to_string())
}
